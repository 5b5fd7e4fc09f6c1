// Opens the bench in a headless Chromium and uses it as a designer does: by clicks and keys. What is seen is kept as
// pictures beside the page, in target/web-seen.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";
import { Chromium, foreign, verified } from "./chromium.mjs";

const out = resolve(process.argv[2]);
const seen = resolve(out, "..", "web-seen");
const browser = await Chromium.open(out, seen, ["--disable-gpu"]);
const { address, click, later, picture, pause, script, send, type, until } = browser;
const text = (id) => script(`document.getElementById("${id}").textContent`);

try {
  const begun = Date.now();
  await send("POST", "/url", { url: address });
  await until("the first battle is checked", async () => (await text("state")).endsWith("good."));
  await until("its table is drawn", () => script(`document.getElementById("table").naturalWidth > 100`));
  console.log(`the first table is there after ${Date.now() - begun} ms`);
  await picture("table");

  // A layer is drawn, and the table is another then.
  const before = await script(`document.getElementById("table").src`);
  await click("#layers input[value=reach]");
  await until("the layer is drawn", async () => (await script(`document.getElementById("table").src`)) !== before);

  // The computer plays; its record is the program's own.
  await click("#tab-watch");
  await until("the watched battle begins", async () => (await text("news")).startsWith("Turn"));
  await click("#step");
  await until("an order is told", async () => / [1-9]\d* orders/.test(await text("news")));
  await click("#play");
  await until("forty orders are played", async () => Number((await text("news")).match(/(\d+) orders/)?.[1]) >= 40);
  await click("#play");
  await pause(1000);
  await picture("watch");
  const [, orders, checksum] = (await text("news")).match(/(\d+) orders, checksum (\w+)/);
  await click("#record");
  const record = await until("the record is saved", async () => readdirSync(seen).find((file) => file.endsWith(".journal")));
  verified(out, join(seen, record), orders, checksum);
  await type("#file", join(seen, record));
  await until("the record is told as a story", () => script(`document.getElementById("story").srcdoc.includes("What it cost")`));
  await pause(500);
  await picture("story");

  // While a series is played the page answers.
  await click("#tab-measure");
  await click("#measure");
  await until("a battle is played", async () => /^[1-9]/.test(await text("verdict")));
  const late = await later(`(async () => { let most = 0; for (let n = 0; n < 50; n++) { const at = performance.now(); await new Promise((go) => setTimeout(go, 20)); most = Math.max(most, performance.now() - at - 20); } done(most); })()`);
  console.log(`while battles are played the page is late by ${late.toFixed(0)} ms at most`);
  assert.ok(late < 500, "the page stands still while battles are played");
  await until("some battles are played", async () => Number((await text("verdict")).match(/^(\d+)/)?.[1]) >= 5);
  await click("#stop");
  await until("the report is shown", () => script(`document.getElementById("measured").srcdoc.includes("How battles went")`));
  await pause(500);
  await picture("measure");

  // What is wrong is said where it is, the text survives a reload, and nothing of it becomes mark-up.
  const evil = "<img src=x onerror=document.title=1>";
  await script(`(() => { const text = document.getElementById("text"); text.value = text.value.replace(/title: "[^"]*"/, 'title: "${evil}"').replace(/^    sides:/m, "    seids:"); text.dispatchEvent(new Event("input")); })()`);
  await until("the mistake is listed", () => script(`document.querySelectorAll("#problems li").length > 0`));
  await send("POST", "/refresh", {});
  await until("the mistake is listed after a reload", () => script(`document.querySelectorAll("#problems li").length > 0`));
  assert.ok((await script(`document.getElementById("text").value`)).includes(evil), "the text was lost");
  await click("#problems button");
  assert.ok(await script(`document.getElementById("text").selectionEnd > document.getElementById("text").selectionStart`));
  await picture("mistake");
  await script(`(() => { const text = document.getElementById("text"); text.value = text.value.replace(/^    seids:/m, "    sides:"); text.dispatchEvent(new Event("input")); })()`);
  await until("the mended text is good", async () => (await text("state")).includes(evil));
  assert.equal(await script(`document.querySelectorAll("main img").length`), 2, "a title became mark-up");

  // Nothing is fetched from anywhere else.
  assert.deepEqual(await script(foreign), []);
  console.log(`the page does what it should; pictures are in ${seen}`);
} finally {
  await browser.close();
}
