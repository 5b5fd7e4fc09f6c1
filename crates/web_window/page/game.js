// The game in its page: what was kept here and what comes with the game is given to it, then it begins.
import init, { begin, dropped, put } from "./grapeshot_web_window.js";
import { say } from "./host.js";
import { files, open } from "./store.js";

const $ = (id) => document.getElementById(id);
// How long a tab that is being closed may still hold what only one tab may have.
const PATIENCE_MS = 1500;
// More than any file has that the game opens; it says itself that such a file is too large.
const LARGEST = 20 << 20;

// One tab writes: it has this lock as long as it is open.
const isAlone = () => new Promise((settle) => {
  if (!navigator.locks) return settle(false);
  const hold = () => { settle(true); return new Promise(() => {}); };
  navigator.locks.request("grapeshot", { signal: AbortSignal.timeout(PATIENCE_MS) }, hold).catch(() => settle(false));
});

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path} is missing on this host.`);
  return answer;
}

// Battles and lessons.
async function shipped() {
  const paths = await (await get("shipped.json")).json();
  return Promise.all(paths.map(async (path) => [path, new Uint8Array(await (await get(path)).arrayBuffer())]));
}

// What was kept here, and why nothing can be kept, if so.
async function kept() {
  const alone = await isAlone();
  try {
    await open();
    const found = await files(alone);
    const why = navigator.locks ? "The game is open in another tab: what is played here is not kept." : "Nothing is kept: a browser keeps for pages with https alone.";
    return { alone, found, why: alone ? "" : why };
  } catch (trouble) {
    return { alone: false, found: [], why: `Nothing is kept: this browser refuses it (${trouble.message}).` };
  }
}

async function take(list) {
  const read = async (file) => [file.name, new Uint8Array(await file.slice(0, LARGEST).arrayBuffer())];
  const all = await Promise.all([...list].map(read));
  all.forEach(([name, bytes]) => dropped(name, bytes));
  $("game").focus();
}

$("again").onclick = () => location.reload();
$("fault").oncancel = (event) => event.preventDefault();
$("full").onclick = () => { document.documentElement.requestFullscreen(); $("game").focus(); };

try {
  if (!document.createElement("canvas").getContext("webgl2")) throw new Error("This browser draws no WebGL 2, which the window needs.");
  const [{ alone, found, why }, own] = await Promise.all([kept(), shipped(), init()]);
  for (const [path, bytes] of own) put(`/${path}`, bytes);
  for (const { path, bytes, written } of found) put(path, bytes, written);
  begin("#game", alone);
  say(why);
  document.ondragover = (event) => event.preventDefault();
  document.ondrop = (event) => { event.preventDefault(); take(event.dataTransfer.files); };
  $("file").onchange = () => take($("file").files).then(() => { $("file").value = ""; });
  // The window takes all keys, so this one is taken before it.
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "o") return;
    event.preventDefault();
    event.stopPropagation();
    $("file").click();
  }, true);
} catch (trouble) {
  say(`The game cannot be started: ${trouble.message}`);
}
