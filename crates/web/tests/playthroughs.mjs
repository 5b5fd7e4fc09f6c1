// Plays all playthroughs in WebAssembly, which is a machine of 32 bits with another compiler behind it: every line of
// the log, every sum and every checksum must come out as it stands in tests/playthroughs.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const out = resolve(process.argv[2]);
const { initSync, Bench } = await import(pathToFileURL(join(out, "grapeshot_web.js")));
initSync({ module: readFileSync(join(out, "grapeshot_web_bg.wasm")) });
const bench = Bench.new();
const read = (...path) => readFileSync(join(...path), "utf8");

const battles = new Map();
for (const ruleset of readdirSync("scenarios")) {
  for (const file of readdirSync(join("scenarios", ruleset)).filter((file) => file.endsWith(".scenario.ron"))) {
    battles.set(`${ruleset}_${basename(file, ".scenario.ron")}`, join("scenarios", ruleset, file));
  }
}
const worked = readdirSync("tests/rules").filter((ruleset) => readdirSync(join("tests/rules", ruleset)).includes("worked.scenario.ron"));

let different = 0, orders = 0;
const texts = readdirSync("tests/playthroughs").filter((file) => !(process.env.ONLY && !file.includes(process.env.ONLY)));
for (const file of texts) {
  const name = basename(file, ".txt");
  const ruleset = worked.find((ruleset) => name.startsWith(`${ruleset}_worked_`));
  const from = battles.get(name) ?? (ruleset && join("tests/rules", ruleset, "worked.scenario.ron"));
  if (!from) throw new Error(`${file}: no scenario is known for it`);
  const was = read("tests/playthroughs", file);
  const is = bench.again(from, read(from), was);
  orders += was.split("\n> ").length - 1;
  if (was === is) continue;
  different++;
  const [a, b] = [was, is].map((text) => text.split("\n"));
  const line = a.findIndex((text, n) => text !== b[n]);
  console.error(`${file}, line ${line + 1}\n  was ${a[line]}\n  is  ${b[line]}`);
}
console.log(`${texts.length} playthroughs with ${orders} orders, ${different} different.`);
process.exit(different || !texts.length ? 1 : 0);
