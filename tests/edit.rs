//! Changes to scenario files on the table: a change writes what it says and nothing else, and what comes of it is a scenario
//! or is refused.

use bevy::math::Vec2;
use grapeshot::{
    battle::rulebooks,
    forces::Side,
    rulesets,
    scenario::{
        self,
        edit::{self, Document, stakes::Stake},
    },
    testing::files,
    turn::Vocabulary,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Inches between the places at which a unit is tried.
const STEP: f32 = 5.0;
/// Gestures in all shipped scenarios together; `GESTURES=10000 cargo test --test edit` makes more.
const GESTURES: usize = 560;

fn remarks(text: &str) -> usize {
    text.matches("//").count()
}

/// The texts of all things but one, by their names.
fn others(document: &Document, but: usize) -> BTreeMap<(String, String), Vec<String>> {
    let mut texts: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for (n, thing) in document.things().iter().enumerate().filter(|(n, _)| *n != but) {
        let fields =
            document.fields(n).iter().map(|field| format!("{}: {}", field.name, field.value)).collect::<Vec<_>>();
        texts.entry((thing.list.clone(), thing.name.clone())).or_default().extend(fields);
    }
    texts
}

/// The text with a stake that is drawn at random by a side, and what was drawn; none if the ruleset does not play it.
fn drawn(
    document: &Document,
    words: &Vocabulary,
    sides: &[Side],
    (from, to): (Vec2, Vec2),
    chance: &mut ChaCha8Rng,
) -> Option<(Stake, String)> {
    let stake = Stake::ALL[chance.random_range(0..Stake::ALL.len())];
    let side = &sides[chance.random_range(0..sides.len())].key;
    let text = || document.with_stake(stake, side, &document.drawn(stake, from, to)).expect("there is such a side");
    stake.is_played(words).then(|| (stake, text()))
}

/// The number of the thing that another document has not, by list and name.
fn added(document: &Document, known: &Document) -> Option<usize> {
    let names: Vec<_> = known.things().iter().map(|thing| (&thing.list, &thing.name)).collect();
    document.things().iter().position(|thing| !names.contains(&(&thing.list, &thing.name)))
}

/// Whether a thing may lie anywhere on the table, or anywhere along its edge.
fn lies_anywhere(document: &Document, thing: usize) -> bool {
    let indoors = document.fields(thing).iter().any(|field| field.name == "indoors");
    ["objectives", "zones", "exits"].contains(&document.things()[thing].list.as_str()) && !indoors
}

/// A session of gestures with a file: how many made a scenario, and how many were refused.
fn session(path: &Path, gestures: usize, seed: u64) -> (usize, usize) {
    let books = rulebooks(rulesets::plugin);
    let name = path.display().to_string();
    let shipped = fs::read_to_string(path).expect("it is shipped");
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut document = Document::read(&shipped).expect("it is a scenario");
    let Ok(scenario) = scenario::load(path, &books) else { panic!("{name} is a scenario") };
    let words = &books.get(&scenario.ruleset).expect("it is played").vocabulary;
    let (mut made, mut refused) = (0, 0);
    for gesture in 0..gestures {
        let thing = chance.random_range(0..document.things().len());
        let points = document.things()[thing].points.len();
        let by = Vec2::new(chance.random_range(-4.0..4.0), chance.random_range(-4.0..4.0));
        let at = document.things()[thing].middle() + by;
        let kind = chance.random_range(0..9);
        let mut stake = None;
        let after = match kind {
            0 | 1 => Some(document.shifted(thing, by)),
            2 => Some(document.with_point(thing, chance.random_range(0..points), at)),
            3 => Some(document.turned(thing, chance.random_range(-180.0..180.0))),
            4 => document.with_corner(thing, at),
            5 => document.without_corner(thing, chance.random_range(0..points)),
            6 => document.copied(thing, by),
            7 => Some(document.with_radius(thing, chance.random_range(-4.0..80.0))),
            _ => drawn(&document, words, &scenario.sides, (at, at + by * 3.0), &mut chance).map(|(drawn, text)| {
                stake = Some(drawn);
                text
            }),
        };
        let Some(after) = after else { continue };
        let told = || format!("{name}, seed {seed}, gesture {gesture} of kind {kind}, {stake:?}");
        let changed = Document::read(&after).unwrap_or_else(|| panic!("{}: it cannot be read", told()));
        let [mut expected, mut found] = match kind {
            6 => [others(&document, usize::MAX), others(&changed, thing + 1)],
            8 => [others(&document, usize::MAX), others(&changed, added(&changed, &document).unwrap_or(usize::MAX))],
            _ => [&document, &changed].map(|of| others(of, thing)),
        };
        // Over a new edge the side may leave, and a new zone to set up in is its own.
        if matches!(stake, Some(Stake::Exit | Stake::SetUp)) {
            [&mut expected, &mut found].into_iter().for_each(|texts| texts.retain(|(list, _), _| list != "sides"));
        }
        assert_eq!(found, expected, "{}: the others stay as they are", told());
        assert!(remarks(&after) >= remarks(document.text()), "{}: a remark is lost", told());
        let read = scenario::read(&name, &after, &books);
        // The zones of two sides must keep apart; else nothing can be wrong with a stake that is drawn, moved or grows.
        let moves = lies_anywhere(&document, thing) && matches!(kind, 0 | 1 | 7);
        if moves || stake.is_some_and(|stake| stake != Stake::SetUp) {
            assert!(read.is_ok(), "{}: {}", told(), read.err().map(|wrong| wrong.render(false)).unwrap_or_default());
        }
        match read {
            Ok(_) => {
                made += 1;
                document = changed;
            }
            Err(_) => refused += 1,
        }
    }
    (made, refused)
}

#[test]
fn a_gesture_changes_what_it_is_about_and_nothing_else() {
    let gestures = std::env::var("GESTURES").map_or(GESTURES, |number| number.parse().expect("GESTURES is a number"));
    let files = files("scenarios", ".scenario.ron");
    let each = gestures.div_ceil(files.len());
    let sums = files.par_iter().enumerate().map(|(n, path)| session(path, each, n as u64));
    let (made, refused) = sums.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert!(made > gestures / 4 && refused > 0, "{made} made a scenario, {refused} were refused");
}

#[test]
fn what_is_removed_is_gone_and_what_refers_to_it_is_refused() {
    let path = Path::new("scenarios/horse_and_musket/foraging_party.scenario.ron");
    let books = rulebooks(rulesets::plugin);
    let document = Document::read(&fs::read_to_string(path).expect("it is shipped")).expect("it is a scenario");
    let at = |name: &str| document.things().iter().position(|thing| thing.name == name).expect("it is in it");
    let read = |text: &str| scenario::read("test.scenario.ron", text, &books);
    let without = document.without(at("orchard_nw")).expect("it is there");
    assert_eq!(read(&without).expect("nothing refers to it").terrain.areas.len(), 3);
    let leaderless = document.without(at("fr_lt")).expect("he is there");
    assert!(read(&leaderless).is_err(), "others obey him");
}

/// Terrain of every kind that a ruleset knows can be put into a corner of a table, where nobody stands.
#[test]
fn a_new_kind_of_ground_is_a_scenario() {
    let shipped = files("scenarios", ".scenario.ron");
    let books = rulebooks(rulesets::plugin);
    for path in shipped {
        let name = path.display().to_string();
        let document = Document::read(&fs::read_to_string(&path).expect("it is shipped")).expect("it is a scenario");
        let Ok(scenario) = scenario::load(&path, &books) else { panic!("{name} is a scenario") };
        let words = &books.get(&scenario.ruleset).expect("it is played").vocabulary;
        let outline = edit::points(&[Vec2::ZERO, Vec2::X * 0.5, Vec2::Y * 0.5]);
        for kind in words.grounds.keys() {
            let fields = [("kind", format!("\"{kind}\"")), ("outline", outline.clone())];
            let after = document.with_terrain("areas", &fields).expect("there is terrain");
            let problems = scenario::read(&name, &after, &books).err().map(|problems| problems.render(false));
            assert_eq!(problems, None, "{name}: {kind}");
        }
    }
}

/// A usual unit of every kind that a ruleset knows finds a place on one of its tables.
#[test]
fn a_new_unit_of_every_kind_is_a_scenario() {
    let books = rulebooks(rulesets::plugin);
    let mut found = BTreeSet::new();
    for path in files("scenarios", ".scenario.ron") {
        let name = path.display().to_string();
        let Ok(scenario) = scenario::load(&path, &books) else { panic!("{name} is a scenario") };
        let words = &books.get(&scenario.ruleset).expect("it is played").vocabulary;
        let document = Document::read(&fs::read_to_string(&path).expect("it is shipped")).expect("it is a scenario");
        let steps = |inches: f32| (1..).map(|n| n as f32 * STEP).take_while(move |at| *at < inches);
        let size = scenario.terrain.size;
        let places = || steps(size.x).flat_map(|x| steps(size.y).map(move |y| Vec2::new(x, y)));
        for kind in words
            .kinds
            .iter()
            .filter(|kind| !found.contains(&(scenario.ruleset.clone(), kind.id.clone())))
            .collect::<Vec<_>>()
        {
            let fits = |side: &Side| {
                let with = |at: Vec2| document.with_unit(&side.key, kind, at, side.own_edge.outward().about());
                places().any(|at| scenario::read(&name, &with(at), &books).is_ok())
            };
            if scenario.sides.iter().any(fits) {
                found.insert((scenario.ruleset.clone(), kind.id.clone()));
            }
        }
    }
    let kinds =
        books.iter().flat_map(|book| book.vocabulary.kinds.iter().map(|kind| (book.id.0.to_owned(), kind.id.clone())));
    let missing: Vec<String> =
        kinds.filter(|kind| !found.contains(kind)).map(|(ruleset, kind)| format!("{ruleset} {kind}")).collect();
    // An army has one commander-in-chief, and a leader of Fire & Fury commands somebody.
    assert_eq!(missing, ["burt commander_in_chief", "fire_and_fury commander"], "nowhere is there a place for these");
}
