// A headless Chromium with a page of this folder in it, by the WebDriver protocol.
import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import assert from "node:assert/strict";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml" };
const PATIENCE_MS = 60_000;
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// What is fetched from anywhere but the page's own host, as the page says.
export const foreign = `performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))`;

// The program for the desktop plays a record from the browser: it comes to the same.
export function verified(out, record, orders, checksum) {
  const program = ["release", "debug"].map((profile) => resolve(out, "..", profile, "grapeshot")).find(existsSync);
  if (!program) return console.log("no program for the desktop is built here: the record was not played by it");
  const played = spawnSync(program, ["replay", record, "--verify"], { encoding: "utf8" });
  assert.equal(played.stdout.trim(), `${orders} orders verified, checksum ${checksum}`, played.stderr);
  console.log(`the program on the desktop comes to the same: ${played.stdout.trim()}`);
}

// The host of the pages: files and nothing else.
async function serve(out) {
  const server = createServer((request, response) => {
    const path = join(out, decodeURIComponent(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html"));
    if (!path.startsWith(out) || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

// Its functions stand alone: each may be taken out by its name.
export class Chromium {
  // Pictures and what is loaded down go to `seen`.
  static async open(out, seen, args) {
    rmSync(seen, { recursive: true, force: true });
    mkdirSync(seen, { recursive: true });
    const browser = new Chromium();
    browser.seen = seen;
    browser.server = await serve(out);
    browser.address = `http://127.0.0.1:${browser.server.address().port}/`;
    const port = 9515 + Math.floor(Math.random() * 1000);
    browser.driver = spawn("chromedriver", [`--port=${port}`], { stdio: "ignore" });
    browser.at = `http://127.0.0.1:${port}`;
    try {
      await browser.until("the driver is there", () => browser.send("GET", "/status"));
      const options = {
        args: ["--headless=new", "--no-sandbox", "--window-size=1600,1000", ...args],
        prefs: { "download.default_directory": seen, "download.prompt_for_download": false },
      };
      const { sessionId } = await browser.send("POST", "/session", { capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": options } } });
      browser.at += `/session/${sessionId}`;
    } catch (fault) {
      await browser.close();
      throw fault;
    }
    return browser;
  }

  close = async () => {
    if (this.at.includes("/session/")) await this.send("DELETE", "").catch(() => {});
    this.driver.kill();
    this.server.close();
  };

  send = async (method, path, body) => {
    const answer = await fetch(this.at + path, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.message}`);
    return value;
  };

  until = async (what, found, patience = PATIENCE_MS) => {
    const end = Date.now() + patience;
    for (;;) {
      const value = await found().catch(() => undefined);
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
      await pause(100);
    }
  };

  pause = pause;
  find = async (css) => (await this.send("POST", "/element", { using: "css selector", value: css }))[ELEMENT];
  click = async (css) => this.send("POST", `/element/${await this.find(css)}/click`, {});
  type = async (css, text) => this.send("POST", `/element/${await this.find(css)}/value`, { text });
  script = (code) => this.send("POST", "/execute/sync", { script: `return (${code})`, args: [] });
  later = (code) => this.send("POST", "/execute/async", { script: `const done = arguments[0]; ${code}`, args: [] });
  // A page that is drawn by software may be too busy for a picture at the first try.
  picture = async (name) => {
    const taken = await this.until(`the picture ${name}`, () => this.send("GET", "/screenshot"));
    writeFileSync(join(this.seen, `${name}.png`), Buffer.from(taken, "base64"));
  };
}
