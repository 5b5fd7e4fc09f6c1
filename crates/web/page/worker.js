// The game, beside the page: it never keeps the page waiting. Each message asks one thing of it and is answered once; a
// series and a battle under way are played in slices, so that the next message is heard.
import init, { Bench } from "./grapeshot_web.js";

const SLICE_MS = 100;

let bench, watched, series;
const ready = init().then(() => { bench = Bench.new(); });

const answers = {
  about: () => JSON.parse(Bench.about()),
  check: ({ name, text }) => JSON.parse(bench.check(name, text)),
  picture: ({ name, text, layers, side }) => bench.picture(name, text, layers, side),
  story: ({ name, record }) => bench.story(name, record),
  again: ({ name, text, playthrough }) => bench.again(name, text, playthrough),
  watch: ({ name, text, seed, level }) => {
    watched?.free();
    watched = undefined;
    watched = bench.watch(name, text, seed, level);
    return seen(true);
  },
  goOn: () => seen(watched.go_on()),
  record: () => watched.record(),
  measure: ({ name, text, battles, seed, level }) => {
    series?.free();
    series = undefined;
    series = bench.series(name, text, battles, seed, level);
    return 0;
  },
  playOn: () => {
    const until = performance.now() + SLICE_MS;
    let played;
    do { played = series.go_on(); } while (performance.now() < until);
    return { played, verdict: series.verdict() };
  },
  report: () => series.page(),
};

const seen = (goesOn) => ({ goesOn, picture: watched.picture(), ...JSON.parse(watched.news()) });

onmessage = async ({ data: { number, asks, of } }) => {
  try {
    await ready;
    postMessage({ number, answer: answers[asks](of ?? {}) });
  } catch (fault) {
    // What the game refuses is a text; anything else is a fault of the program, after which its memory is not to be trusted.
    const refused = typeof fault === "string";
    postMessage({ number, refused: refused ? fault : `The program has a fault: ${fault.message ?? fault}. Load the page again; your text is kept.` });
  }
};
