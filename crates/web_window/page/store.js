// What the game keeps in this browser: files in parts, in a database. A database answers late, and the tab may be closed
// before; so each change is written into localStorage first, which takes it at once, and leaves it when the database has
// it. Changes have numbers, and the database knows the last that it has: none is made twice, and none before those that it
// needs.
import { say } from "./host.js";

const LOG = "grapeshot/more/";
// What is larger goes to the database alone: localStorage has room for some millions of letters.
const LARGE = 1 << 18;

let database, next = 0, lasting = false;

// One letter for each byte, as localStorage takes letters.
const letters = (bytes) => { let text = ""; for (const byte of bytes) text += String.fromCharCode(byte); return text; };
const bytesOf = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const answer = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

export async function open() {
  const opening = indexedDB.open("grapeshot", 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("parts", { keyPath: ["path", "at"] });
    opening.result.createObjectStore("last");
  };
  database = await answer(opening);
}

// Makes a change in the database, wholly or not at all, and only after the one before it.
function carryOut({ number, does, path, at, to, bytes, written }) {
  return new Promise((done, failed) => {
    const change = database.transaction(["parts", "last"], "readwrite");
    change.oncomplete = done;
    change.onabort = () => failed(change.error);
    const parts = change.objectStore("parts");
    const last = change.objectStore("last");
    const after = (path, at) => IDBKeyRange.bound([path, at], [path, Infinity]);
    last.get("number").onsuccess = ({ target: { result: before } }) => {
      if ((before ?? -1) !== number - 1) return change.abort();
      last.put(number, "number");
      if (does === "named") {
        parts.delete(after(to, 0));
        parts.openCursor(after(path, 0)).onsuccess = ({ target: { result: cursor } }) => {
          if (!cursor) return;
          parts.put({ ...cursor.value, path: to });
          cursor.delete();
          cursor.continue();
        };
      } else {
        parts.delete(after(path, at));
        if (does === "written") parts.put({ path, at, bytes, written });
      }
    };
  });
}

// Keeps a change; answers why it cannot, if it cannot.
function keep(change) {
  const kept = { ...change, number: next, written: Date.now() };
  const name = LOG + String(kept.number).padStart(12, "0");
  const small = !(kept.bytes?.length > LARGE);
  if (small) {
    try {
      localStorage.setItem(name, JSON.stringify({ ...kept, bytes: kept.bytes && letters(kept.bytes) }));
    } catch (trouble) {
      return `the browser has no room for it (${trouble.message})`;
    }
  }
  next++;
  const failed = (trouble) => {
    const why = trouble?.message ?? "what came before it is not there";
    say(`What was played last ${small ? "waits to be kept" : "is not kept"}: ${why}.`);
  };
  carryOut(kept).then(() => small && localStorage.removeItem(name), failed);
  if (!lasting) {
    lasting = true;
    // A browser that is short of room may throw away what a page keeps, unless it was asked not to.
    navigator.storage?.persist?.().catch(() => {});
  }
}

// The bytes lie in the game's memory, which goes on meanwhile: they are copied.
export const whole = (path, bytes) => keep({ does: "written", path, at: 0, bytes: bytes.slice() });
export const more = (path, at, bytes) => keep({ does: "written", path, at, bytes: bytes.slice() });
export const named = (path, to) => keep({ does: "named", path, to });
export const gone = (path) => keep({ does: "gone", path, at: 0 });

// Makes the changes that the last visit did not come to.
async function catchUp() {
  const last = await answer(database.transaction("last").objectStore("last").get("number")) ?? -1;
  next = last + 1;
  for (const name of Object.keys(localStorage).filter((name) => name.startsWith(LOG)).sort()) {
    const { bytes, ...change } = JSON.parse(localStorage.getItem(name));
    if (change.number > last) {
      await carryOut({ ...change, number: next, bytes: bytes === undefined ? undefined : bytesOf(bytes) });
      next++;
    }
    localStorage.removeItem(name);
  }
}

// Makes one part of a file of many.
async function join(path, bytes, written) {
  try {
    await carryOut({ number: next, does: "written", path, at: 0, bytes, written });
    next++;
  } catch { /* Its parts stay as they are. */ }
}

// The files that were kept. A page that is not alone only reads.
export async function files(alone) {
  if (alone) await catchUp();
  const found = new Map();
  for (const part of await answer(database.transaction("parts").objectStore("parts").getAll())) {
    if (found.has(part.path)) found.get(part.path).push(part); else found.set(part.path, [part]);
  }
  const all = [];
  for (const [path, parts] of found) {
    const { at, bytes: end, written } = parts.at(-1);
    const bytes = new Uint8Array(at + end.length);
    // What a later part took the place of is longer than its room.
    for (const part of parts) bytes.set(part.bytes.subarray(0, bytes.length - part.at), part.at);
    if (alone && parts.length > 1) await join(path, bytes, written);
    all.push({ path, bytes, written });
  }
  return all;
}
