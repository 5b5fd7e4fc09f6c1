// The page: what is typed is checked, drawn, watched, measured by the worker. Texts reach the page as text, never as
// mark-up; pictures and reports are shown where nothing in them can run.
const $ = (id) => document.getElementById(id);
const KEPT = "grapeshot.battle";
const REST_MS = 250;

const worker = new Worker("worker.js", { type: "module" });
const waiting = new Map();
let asked = 0;
worker.onmessage = ({ data: { number, answer, refused } }) => {
  const { done, failed } = waiting.get(number);
  waiting.delete(number);
  if (refused === undefined) done(answer); else failed(refused);
};
worker.onerror = () => say("The program could not be started: this browser has no WebAssembly, or a file of the page is missing.");
const ask = (asks, of) => new Promise((done, failed) => {
  waiting.set(++asked, { done, failed });
  worker.postMessage({ number: asked, asks, of });
});

const say = (text) => { $("state").textContent = text; };
let name = "battle.scenario.ron";
const battle = () => ({ name, text: $("text").value });

// Pictures use the game's own letters; an image takes no letters from the page, so that they go into it.
const letters = Promise.all([
  ["EB Garamond", "normal", 400, "EBGaramond-Regular"], ["EB Garamond", "italic", 400, "EBGaramond-Italic"],
  ["EB Garamond SC", "normal", 400, "EBGaramondSC-Regular"], ["Lato", "normal", 500, "Lato-Medium"], ["Lato", "normal", 700, "Lato-Bold"],
].map(async ([family, style, weight, file]) => {
  const bytes = await (await fetch(`fonts/${file}.ttf`)).blob();
  const url = await new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(bytes); });
  return `@font-face{font-family:'${family}';font-style:${style};font-weight:${weight};src:url(${url})}`;
})).then((faces) => faces.join(""));

async function show(image, svg) {
  const whole = svg.replace("<style>", `<style>${await letters}`);
  const url = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  const old = image.src;
  image.src = url;
  if (old) URL.revokeObjectURL(old);
}

function keepAs(file, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The text, and what is wrong with it.

let resting, good = false, version = 0;
function changed() {
  version++;
  localStorage.setItem(KEPT, JSON.stringify(battle()));
  clearTimeout(resting);
  resting = setTimeout(look, REST_MS);
  stopWatching();
  watching = null;
}

async function look() {
  const at = version;
  const found = await ask("check", battle()).catch((why) => { say(why); return null; });
  if (!found || at !== version) return;
  good = found.problems.length === 0;
  const list = good ? found.warnings : found.problems;
  $("problems").replaceChildren(...list.map((problem) => {
    const item = document.createElement("li");
    const go = document.createElement("button");
    go.textContent = `Line ${problem.line}: ${problem.message}`;
    go.onclick = () => point(problem);
    const help = document.createElement("div");
    help.className = "help";
    help.textContent = problem.help ?? "";
    item.className = good ? "warning" : "";
    item.append(go, help);
    return item;
  }));
  if (!good) {
    say(list.length === 1 ? "One thing is wrong; the table shows the last good state." : `${list.length} things are wrong; the table shows the last good state.`);
    return;
  }
  say(`${found.title}: good.`);
  const side = $("side");
  if (side) side.replaceChildren(option("", "who knows all"), ...found.sides.map(({ key, name }) => option(key, name)));
  await draw();
}

function point({ line, column }) {
  const text = $("text");
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  text.focus();
  text.setSelectionRange(start + column - 1, start + lines[line - 1].length);
  text.scrollTop = (line - 5) * (text.scrollHeight / lines.length);
}

function option(value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  return made;
}

async function draw() {
  if (!good) return;
  const layers = [...$("layers").querySelectorAll("input:checked")].map((box) => box.value).join(",");
  const at = version;
  await ask("picture", { ...battle(), layers, side: $("side").value || undefined })
    .then((svg) => at === version && show($("table"), svg), say);
}

// A battle that the computer plays.

let watching = null, playing = false;
const stopWatching = () => { playing = false; $("play").textContent = "Play"; };

async function begin() {
  stopWatching();
  $("log").replaceChildren();
  const seen = await ask("watch", { ...battle(), seed: Number($("seed").value), level: $("level").value });
  watching = seen.goesOn;
  await tell(seen);
}

async function tell(seen) {
  await show($("now"), seen.picture);
  const log = $("log");
  for (const { turn, text, rule } of seen.lines) {
    const line = document.createElement("li");
    const told = document.createElement("span");
    told.textContent = `${turn ? `Turn ${turn}. ` : ""}${text} `;
    const by = document.createElement("span");
    by.className = "rule";
    by.textContent = rule;
    line.append(told, by);
    log.append(line);
  }
  log.scrollTop = log.scrollHeight;
  const end = seen.outcome ? ` ${seen.outcome}` : "";
  $("news").textContent = `Turn ${seen.turn}, ${seen.orders} orders, checksum ${seen.checksum}.${end}`;
}

async function goOn() {
  if (watching === null) await begin();
  if (!watching) return stopWatching();
  const seen = await ask("goOn");
  watching = seen.goesOn;
  await tell(seen);
}

async function play() {
  if (playing) return stopWatching();
  playing = true;
  if (watching === null || !watching) { await begin(); playing = true; }
  $("play").textContent = "Pause";
  while (playing && watching) await goOn();
  stopWatching();
}

const refusedHere = (place) => (why) => { stopWatching(); $(place).textContent = why; };
$("play").onclick = () => play().catch(refusedHere("news"));
$("step").onclick = () => { stopWatching(); goOn().catch(refusedHere("news")); };
$("again").onclick = () => begin().catch(refusedHere("news"));
$("record").onclick = () => (watching === null ? begin() : Promise.resolve()).then(() => ask("record"))
  .then((bytes) => keepAs(name.replace(/\.scenario\.(ron|json)$/, "") + ".journal", bytes, "application/octet-stream"), refusedHere("news"));

// A series.

let measuring = 0;
$("measure").onclick = async () => {
  const own = ++measuring, battles = Number($("battles").value);
  try {
    let played = await ask("measure", { ...battle(), battles, seed: Number($("seed").value), level: $("level").value });
    while (own === measuring && played < battles) {
      const now = await ask("playOn");
      if (own !== measuring) return;
      ({ played } = now);
      $("progress").value = played / battles;
      $("verdict").textContent = `${played} of ${battles} battles. ${now.verdict}`;
    }
    $("measured").srcdoc = await ask("report");
  } catch (why) {
    $("verdict").textContent = why;
  }
};
$("stop").onclick = () => { measuring++; ask("report").then((page) => { $("measured").srcdoc = page; }, (why) => { $("verdict").textContent = why; }); };
$("report").onclick = () => ask("report").then((page) => keepAs("report.html", page, "text/html"), () => { $("verdict").textContent = "Nothing is measured yet."; });

// Files.

async function take(file) {
  if (/\.(ron|json)$/.test(file.name)) {
    name = file.name;
    $("text").value = await file.text();
    changed();
    return;
  }
  say(`${file.name} is played again.`);
  const record = new Uint8Array(await file.arrayBuffer());
  await ask("story", { name: file.name, record }).then((page) => {
    $("story").srcdoc = page;
    $("tab-story").hidden = false;
    choose("story");
    say(`${file.name} was played again.`);
  }, say);
}
$("file").onchange = () => { const [file] = $("file").files; if (file) take(file); $("file").value = ""; };
$("save").onclick = () => keepAs(name, $("text").value, "text/plain");
document.ondragover = (event) => { event.preventDefault(); $("writing").classList.add("over"); };
document.ondragleave = () => $("writing").classList.remove("over");
document.ondrop = (event) => {
  event.preventDefault();
  $("writing").classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) take(file);
};

// Tabs: the arrow keys go from one to the next.

const tabs = [...document.querySelectorAll("[role=tab]")];
function choose(which) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${which}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    document.querySelector(`[data-tab=${tab.id.slice(4)}]`).hidden = !chosen;
  }
  if (which === "watch" && watching === null && good) begin().catch(refusedHere("news"));
}
for (const tab of tabs) {
  tab.onclick = () => choose(tab.id.slice(4));
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const shown = tabs.filter((each) => !each.hidden);
    const next = step && shown[shown.indexOf(tab) + step];
    if (next) { choose(next.id.slice(4)); next.focus(); }
  };
}

// The beginning.

$("text").oninput = changed;
const scenarios = await (await fetch("scenarios.json")).json();
const about = await ask("about");
$("icon").href = URL.createObjectURL(new Blob([about.icon], { type: "image/svg+xml" }));
$("about").textContent = `Grapeshot ${about.version}: the same rules, dice and checksums as the program for the desktop. Seed, order and scenario make the same battle on every machine.`;
$("level").replaceChildren(...about.levels.map((level) => option(level, level)));
$("level").value = "regular";
$("shipped").replaceChildren(option("", "Your own"), ...scenarios.map((file) => option(file, file.replace(/^scenarios\//, "").replace(".scenario.ron", "").replaceAll("_", " "))));
$("shipped").onchange = async () => {
  const file = $("shipped").value;
  if (!file) return;
  name = file.split("/").at(-1);
  $("text").value = await (await fetch(file)).text();
  changed();
};
for (const { word, meaning } of about.layers) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.value = word;
  box.checked = ["names", "zones", "objectives", "arrivals"].includes(word);
  box.onchange = draw;
  label.title = meaning ?? "";
  label.append(box, ` ${word}`);
  $("layers").append(label);
}
const sides = document.createElement("label");
const side = document.createElement("select");
side.id = "side";
side.onchange = draw;
sides.append("as seen by ", side);
$("layers").append(sides);
choose("table");
let kept = null;
try { kept = JSON.parse(localStorage.getItem(KEPT)); } catch { /* What is kept there is not ours: begin anew. */ }
if (typeof kept?.text === "string" && typeof kept.name === "string") {
  name = kept.name;
  $("text").value = kept.text;
  changed();
} else {
  $("shipped").value = scenarios.find((file) => file.includes("foraging_party")) ?? scenarios[0];
  $("shipped").onchange();
}
