// Opens the page in a headless Chromium and uses it as a designer does: by clicks and keys. What is seen is kept as
// pictures beside the page, in target/web-seen.
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import assert from "node:assert/strict";

const out = resolve(process.argv[2]);
const seen = resolve(out, "..", "web-seen");
rmSync(seen, { recursive: true, force: true });
mkdirSync(seen, { recursive: true });
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml" };
const PATIENCE_MS = 60_000;

// The page's host: files and nothing else.
const server = createServer((request, response) => {
  const path = join(out, decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
  if (!path.startsWith(out) || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
  createReadStream(path).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;

// The browser, by the WebDriver protocol.
const driverPort = 9515 + Math.floor(Math.random() * 1000);
const driver = spawn("chromedriver", [`--port=${driverPort}`], { stdio: "ignore" });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const send = async (method, path, body) => {
  const answer = await fetch(`http://127.0.0.1:${driverPort}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${path}: ${value.message}`);
  return value;
};
async function until(what, found) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await found().catch(() => undefined);
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(100);
  }
}

let session;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const find = async (css) => (await send("POST", `${session}/element`, { using: "css selector", value: css }))[ELEMENT];
const click = async (css) => send("POST", `${session}/element/${await find(css)}/click`, {});
const type = async (css, text) => send("POST", `${session}/element/${await find(css)}/value`, { text });
const script = (code) => send("POST", `${session}/execute/sync`, { script: `return (${code})`, args: [] });
const later = (code) => send("POST", `${session}/execute/async`, { script: `const done = arguments[0]; ${code}`, args: [] });
const text = (id) => script(`document.getElementById("${id}").textContent`);
const picture = async (name) => writeFileSync(join(seen, `${name}.png`), Buffer.from(await send("GET", `${session}/screenshot`), "base64"));

try {
  await until("the driver is there", () => send("GET", "/status"));
  const options = {
    args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1600,1000"],
    prefs: { "download.default_directory": seen, "download.prompt_for_download": false },
  };
  const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": options } } });
  session = `/session/${sessionId}`;

  const begun = Date.now();
  await send("POST", `${session}/url`, { url: address });
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
  const program = ["release", "debug"].map((profile) => resolve(out, "..", profile, "grapeshot")).find(existsSync);
  if (program) {
    const verified = spawnSync(program, ["replay", join(seen, record), "--verify"], { encoding: "utf8" });
    assert.equal(verified.stdout.trim(), `${orders} orders verified, checksum ${checksum}`, verified.stderr);
    console.log(`the program on the desktop comes to the same: ${verified.stdout.trim()}`);
  } else {
    console.log("no program for the desktop is built here: the record was not played by it");
  }
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
  await script(`(() => { const text = document.getElementById("text"); text.value = text.value.replace(/title: "[^"]*"/, 'title: "${evil}"').replace("sides", "seids"); text.dispatchEvent(new Event("input")); })()`);
  await until("the mistake is listed", () => script(`document.querySelectorAll("#problems li").length > 0`));
  await send("POST", `${session}/refresh`, {});
  await until("the mistake is listed after a reload", () => script(`document.querySelectorAll("#problems li").length > 0`));
  assert.ok((await script(`document.getElementById("text").value`)).includes(evil), "the text was lost");
  await click("#problems button");
  assert.ok(await script(`document.getElementById("text").selectionEnd > document.getElementById("text").selectionStart`));
  await picture("mistake");
  await script(`(() => { const text = document.getElementById("text"); text.value = text.value.replace("seids", "sides"); text.dispatchEvent(new Event("input")); })()`);
  await until("the mended text is good", async () => (await text("state")).includes(evil));
  assert.equal(await script(`document.querySelectorAll("main img").length`), 2, "a title became mark-up");

  // Nothing is fetched from anywhere else.
  const foreign = await script(`performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))`);
  assert.deepEqual(foreign, []);
  console.log(`the page does what it should; pictures are in ${seen}`);
} finally {
  if (session) await send("DELETE", session).catch(() => {});
  driver.kill();
  server.close();
}
