// Plays the game in a headless Chromium by keys and clicks, as a player does: a battle is begun, left by a reload, gone on
// with, given away and dropped on the page again. What is seen is kept as pictures beside the page, in target/game-seen.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";
import { Chromium, foreign, verified } from "./chromium.mjs";

const out = resolve(process.argv[2]);
const seen = resolve(out, "..", "game-seen");
// Software draws some frames a second.
const PATIENCE_MS = 240_000;
const REST_MS = 4000;
const [ENTER, ESCAPE] = ["\uE007", "\uE00C"];
// The button at the right of the bar, which is the usual answer, and the gold one, which gives the order in hand.
const [GO_ON, GOLD] = [[-98, -31], [-360, -31]];
// What lies where on the field of clicks.
const [WALKERS, AHEAD, STAFF, ASIDE, SHOOTERS, TARGETS] = [[513, 584], [513, 520], [658, 584], [762, 550], [810, 461], [810, 362]];
const [MANOEUVER, FIRE] = [[561, -32], [370, -32]];
const browser = await Chromium.open(out, seen, ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]);
const { address, pause, picture, script, send, type } = browser;
const until = (what, found) => browser.until(what, found, PATIENCE_MS);

// The page of the game, the orders on the table and their checksum, and what is said below the window.
async function state() {
  const { orders, ...rest } = await script(`({ ...document.body.dataset, said: document.getElementById("state").textContent, fault: document.getElementById("fault-text").textContent })`);
  assert.equal(rest.fault, "", "the program met a fault");
  return { ...rest, orders: Number(orders) };
}
async function key(value) {
  const actions = [{ type: "keyDown", value }, { type: "pause", duration: 50 }, { type: "keyUp", value }];
  await send("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
}
// Presses keys in turn until something is so. What one key does is waited for: the window is drawn slowly.
async function press(keys, what, so) {
  const end = Date.now() + PATIENCE_MS;
  for (let n = 0; !so(await state()); n++) {
    if (Date.now() > end) throw new Error(`pressed in vain: ${what}`);
    await key(keys[n % keys.length]);
    const next = Date.now() + (keys.length > 1 ? 1000 : 8000);
    while (Date.now() < next && !so(await state())) await pause(200);
  }
}
// Presses the mouse at the first of these places of the canvas, and lets it go at the last. A place is so many pixels
// right of its left edge and below its upper one; if they are negative, left of its right and above its lower edge.
async function drag(...places) {
  const { width, height, x: left, y: top } = await script(`document.querySelector("canvas").getBoundingClientRect().toJSON()`);
  const inside = (at, whole) => Math.round(at < 0 ? whole + at : at);
  const to = ([x, y]) => [{ type: "pointerMove", x: left + inside(x, width), y: top + inside(y, height), duration: 200 }, { type: "pause", duration: 500 }];
  const [from, ...further] = places.map(to);
  const actions = [...from, { type: "pointerDown", button: 0 }, { type: "pause", duration: 300 }, ...further.flat(), { type: "pointerUp", button: 0 }];
  await send("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
}
const open = (stage) => until(`the page ${stage}`, async () => (await state()).stage === stage);
// What lies on the table when nobody but the player may give an order.
async function rested() {
  for (let before = await state(); ; ) {
    await pause(REST_MS);
    const now = await state();
    if (now.orders === before.orders) return now;
    before = now;
  }
}
// Gives an order by the mouse alone: clicks and drags, again and again until it is given.
async function give(what, ...gestures) {
  const { orders } = await rested();
  for (const end = Date.now() + PATIENCE_MS; (await state()).orders === orders; ) {
    assert.ok(Date.now() < end, `not given: ${what}`);
    for (const places of gestures) {
      await drag(...places);
      await pause(1000);
    }
    await pause(REST_MS);
  }
  return rested();
}
// A record that the player has given himself by the menu, which is open: the program on the desktop comes to the same.
async function given(orders, checksum) {
  const before = readdirSync(seen);
  await key("e");
  const record = await until("the record is loaded down", async () => readdirSync(seen).find((file) => file.endsWith(".journal") && !before.includes(file)));
  verified(out, join(seen, record), orders, checksum);
  return join(seen, record);
}
// A unit of the player's passes: its leader acts himself if he is asked, then the key that ends it is confirmed.
async function pass() {
  const { orders } = await rested();
  await press(["a", ENTER, "e", ENTER], "a unit passes", (now) => now.orders > orders);
  return rested();
}

try {
  // A change of the last visit that the database does not have yet: no card explains the questions, and
  // what happens is shown at once, so that no click meets a battle that is still told.
  const settings = { number: 0, does: "written", path: "/config/settings.ron", at: 0, bytes: "(hints: false, speed: 0.0, halt_at_fights: false, rest_at_results: false)", written: 0 };
  await send("POST", "/url", { url: `${address}game.css` });
  await script(`localStorage.setItem("grapeshot/more/000000000000", ${JSON.stringify(JSON.stringify(settings))})`);

  const begun = Date.now();
  await send("POST", "/url", { url: `${address}game.html` });
  await open("title");
  console.log(`the title is there after ${Date.now() - begun} ms`);
  assert.equal((await state()).said, "");
  await pause(REST_MS);
  await picture("title");

  await press(["n"], "a new battle", (now) => now.stage === "setup");
  await pause(REST_MS);
  await picture("chooser");
  await press([ENTER], "the table is laid", (now) => now.stage === "battle");
  await press([" "], "both sides are set up", (now) => now.orders >= 2);
  const left = await pass();
  await picture("battle");

  // Left in the middle: every order is there again.
  await send("POST", "/refresh", {});
  await open("title");
  await until("the battle is there again", async () => (await state()).orders === left.orders);
  assert.equal((await state()).checksum, left.checksum);
  await pause(REST_MS);
  await picture("again");
  await press([ENTER], "the battle is gone on with", (now) => now.stage === "battle");
  await pass();
  const { orders: before } = await rested();
  await give("the usual answer", [GO_ON]);

  // Given away: the program on the desktop comes to the same.
  await key(ESCAPE);
  await pause(REST_MS);
  const { orders, checksum } = await state();
  assert.ok(orders > before && before > left.orders);
  await picture("menu");
  const record = await given(orders, checksum);

  // Another tab may look, and writes nothing.
  const first = await send("GET", "/window");
  const { handle } = await send("POST", "/window/new", { type: "tab" });
  await send("POST", "/window", { handle });
  await send("POST", "/url", { url: `${address}game.html` });
  await open("title");
  const other = await state();
  assert.equal(other.orders, orders, "it sees what is kept");
  assert.match(other.said, /another tab/);
  await send("DELETE", "/window");
  await send("POST", "/window", { handle: first });

  // Dropped on the page, the record lies on the table.
  await key(ENTER);
  await press([ESCAPE, "6"], "the title", (now) => now.stage === "title");
  await type("#file", record);
  await open("battle");
  assert.equal((await rested()).checksum, checksum);
  await picture("dropped");

  // Each kind of order by the mouse alone, on a field on which everything is easily met.
  await key(ESCAPE);
  await press([ESCAPE, "6"], "the title", (now) => now.stage === "title");
  await type("#file", resolve("crates/web/tests/clicks.scenario.ron"));
  await open("setup");
  await press([ENTER], "the field is laid", (now) => now.stage === "battle");
  await rested();
  await picture("field");
  await give("an order for walkers", [WALKERS], [MANOEUVER]);
  await give("its orders are given", [GO_ON]);
  await give("nobody assaults", [GO_ON]);
  await give("a march", [WALKERS, AHEAD], [GOLD]);
  await give("nobody else marches", [GO_ON]);
  await give("no reserve moves", [GO_ON]);
  await give("a ride", [STAFF, ASIDE], [GOLD]);
  await picture("ridden");
  await give("a volley", [SHOOTERS], [FIRE], [TARGETS], [GOLD]);
  await picture("fired");
  await key(ESCAPE);
  await pause(REST_MS);
  const now = await state();
  const lines = readFileSync(await given(now.orders, now.checksum), "utf8").split("\n");
  for (const verb of ["order", "ready", "pass", "march", "ride", "shoot"]) {
    assert.ok(lines.some((line) => line.includes(`"side":0,"verb":"${verb}"`)), `no ${verb}`);
  }

  assert.deepEqual(await script(foreign), []);
  console.log(`the game is played; pictures are in ${seen}`);
} catch (fault) {
  await picture("fault").catch(() => {});
  console.error(await state().catch((trouble) => trouble));
  throw fault;
} finally {
  await browser.close();
}
