//! Scenario files: what is read from good ones, and what is said about bad ones.

mod common;
mod terms;

use bevy::math::Vec2;
use common::books;
use grapeshot::{
    battle::rulebooks,
    forces::{Edge, Side, SideId, UnitId},
    rulesets,
    scenario::{self, Problems, Scenario, dictionary},
    table::terrain::SightThrough,
    testing::files,
    turn::Rulebooks,
};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

/// The smallest good scenario; the bad ones under `tests/bad_scenarios` differ from it in what their name says.
const SMALL: &str = include_str!("good_scenario.scenario.ron");

fn read(text: &str) -> Result<Arc<Scenario>, Problems> {
    scenario::read("test.scenario.ron", text, &books())
}

fn messages(text: &str) -> Vec<String> {
    let problems = read(text).expect_err("the scenario is bad");
    problems.iter().map(|problem| problem.message.clone()).collect()
}

fn load(path: impl AsRef<Path>) -> Result<Arc<Scenario>, Problems> {
    scenario::load(path.as_ref(), &books())
}

/// A shipped scenario, by the words of its own ruleset.
fn load_shipped(path: &Path) -> Arc<Scenario> {
    let books = grapeshot::battle::rulebooks(grapeshot::rulesets::plugin);
    scenario::load(path, &books).unwrap_or_else(|problems| panic!("{problems}"))
}

fn shipped() -> Vec<PathBuf> {
    files("scenarios", ".scenario.ron")
}

#[test]
fn the_small_scenario_is_good() {
    let scenario = read(SMALL).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!((scenario.units.len(), scenario.sides.len()), (4, 2));
}

#[test]
fn a_mistake_in_what_lies_on_the_table_is_at_a_place_of_it() {
    let shipped = fs::read_to_string("scenarios/horse_and_musket/foraging_party.scenario.ron").expect("it is shipped");
    let books = rulebooks(rulesets::plugin);
    let places = |good: &str, bad: &str| {
        let text = shipped.replacen(good, bad, 1);
        assert_ne!(text, shipped, "{good} is in it");
        let problems = scenario::read("test.scenario.ron", &text, &books).expect_err("something is wrong with it");
        scenario::places(&problems)
    };
    let officer = Vec2::new(3.0, 17.0);
    assert_eq!(places("(guts: \"Regular\"", "(guts: \"Bold\""), [Some(officer)], "a value of a unit");
    assert_eq!(places("facing: 0,", "facing: 0, hat: 1,"), [Some(officer)], "a name of a unit");
    let middle = Vec2::new((11.0 + 18.0 + 19.0 + 12.0) / 4.0, (29.5 + 28.5 + 36.0 + 37.0) / 4.0);
    assert_eq!(places("kind: \"orchard\"", "kind: \"vineyard\""), [Some(middle)], "the kind of a wood");
    assert_eq!(places("turns: 10", "turns: -4"), [None], "what is said of the whole battle");
    assert_eq!(places("turns: 10", "turns: (4"), [None], "a file that cannot be read");
}

#[test]
fn the_shipped_scenarios_are_good_and_bear_the_names_of_their_files() {
    for path in shipped() {
        let scenario = load_shipped(&path);
        let name = path.file_name().unwrap().to_str().unwrap();
        assert_eq!(format!("{}.scenario.ron", scenario.id), name);
    }
}

/// The handicap of a battle stands in its file once, which changes when the battle is made fair again: its texts say only
/// who begins with points.
#[test]
fn the_texts_of_shipped_scenarios_name_a_handicap_without_its_number() {
    let mut told = 0;
    for path in shipped() {
        let scenario = load_shipped(&path);
        let text = format!("{} {}", scenario.story, scenario.lesson).replace("begins with", "begin with");
        let sentences =
            text.split(". ").filter(|sentence| sentence.contains("begin with") && sentence.contains("point"));
        for sentence in sentences {
            told += 1;
            assert!(sentence.contains("begin with points"), "{}: {sentence}", path.display());
            let favoured = |(side, points): (&Side, &f32)| *points > 0.0 && sentence.contains(side.short.as_str());
            let handicap = &scenario.victory.handicap;
            assert!(scenario.sides.iter().zip(handicap).any(favoured), "{}: {sentence}", path.display());
        }
    }
    assert!(told > 0, "some battles have a handicap that they tell of");
}

#[test]
fn the_rulesets_of_the_shipped_scenarios_know_all_their_words() {
    let world = grapeshot::battle::simulation_world(grapeshot::rulesets::plugin);
    for path in shipped() {
        let read = scenario::load(&path, world.resource::<Rulebooks>());
        read.unwrap_or_else(|problems| panic!("{problems}"));
    }
}

#[test]
fn ron_itself_can_read_the_shipped_scenarios() {
    for path in shipped() {
        let text = std::fs::read_to_string(&path).unwrap();
        ron::from_str::<serde::de::IgnoredAny>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

#[test]
fn the_foraging_party_is_what_its_description_says() {
    let scenario = load("scenarios/horse_and_musket/foraging_party.scenario.ron").unwrap();
    assert_eq!((scenario.title.as_str(), scenario.turns), ("Foraging Party", 10));
    assert_eq!(scenario.terrain.size, Vec2::new(60.0, 40.0));
    assert!(
        scenario.story.starts_with("In the autumn of 1811 Marmont's French army lay hungry around Ciudad Rodrigo and")
    );
    let figures = |side: u8| -> usize {
        scenario.units.iter().filter(|unit| unit.side == SideId(side)).map(|unit| unit.pieces.len()).sum()
    };
    assert_eq!((figures(0), figures(1)), (17, 17));
    let column = &scenario.units[1];
    assert_eq!((column.key.as_str(), column.superior), ("fr_1", Some(UnitId(0))));
    assert_eq!(column.pieces[0].name, "Sergeant Lebrun");
    assert_eq!(column.pieces[0].place.at, Vec2::new(7.0, 19.3));
    assert_eq!(column.pieces[7].place.at, Vec2::new(4.0, 20.3));
    assert_eq!(column.unit_entry.leader.word("rank").unwrap(), "sergeant");
    assert_eq!(column.unit_entry.values.word("formation").unwrap(), "column");
    assert_eq!(scenario.sides[0].own_edge, Edge::West);
    let wood = &scenario.terrain.areas[0].ground;
    assert_eq!((wood.rate, wood.sight), (0.5, SightThrough::Inside(6.0)));
    assert_eq!(scenario.victory.losses.by_rank["sergeant"], 3.0);
    assert_eq!((scenario.victory.margin, scenario.victory.otherwise), (2.0, None));
}

#[test]
fn the_bridge_is_held_as_its_description_says() {
    let scenario = load("scenarios/horse_and_musket/hold_the_bridge.scenario.ron").unwrap();
    let figures = |side: u8| -> usize {
        scenario.units.iter().filter(|unit| unit.side == SideId(side)).map(|unit| unit.pieces.len()).sum()
    };
    assert_eq!((figures(0), figures(1)), (29, 39));
    let picket = &scenario.units[1];
    assert_eq!((picket.pieces[1].name.as_str(), picket.pieces[4].name.as_str()), ("Hancock", "Dean"));
    assert!(scenario.terrain.streams[0].deep);
    let ford = &scenario.terrain.crossings[1].ground;
    assert_eq!((ford.rate, ford.bog.as_deref()), (0.5, Some("regular")));
    assert_eq!(scenario.victory.otherwise, Some(SideId(0)));
    let rifles = &scenario.units[10].unit_entry;
    assert_eq!(
        (rifles.values.word("guts").unwrap(), rifles.leader.word("guts").unwrap()),
        (&"Green".into(), &"Regular".into())
    );
}

/// HM-7.1: a gun unit has its men first, then its gun and its limber, whatever the file's order.
#[test]
fn a_gun_comes_with_its_crew_and_limber() {
    let books = grapeshot::battle::rulebooks(grapeshot::rulesets::plugin);
    let battle = std::fs::read_to_string("scenarios/horse_and_musket/el_bodon.scenario.ron").unwrap();
    let with = |equipment: &str| {
        let unit = format!(
            "units: [(key: \"battery\", name: \"Battery\", side: \"british\", kind: \"artillery\", figures: 2, \
             layout: \"line\", at: (5, 3), facing: 90, values: (guts: \"Regular\", accuracy: \"Regular\", \
             weapons: [\"sword\"], gun: \"gun_6\"), equipment: [{equipment}]),"
        );
        scenario::read("test.scenario.ron", &battle.replacen("units: [", &unit, 1), &books)
    };
    let limber = "(what: \"limber\", at: (9, 4), facing: 0)";
    let scenario = with(&format!("{limber}, (what: \"gun\", at: (5, 5))")).unwrap_or_else(|why| panic!("{why}"));
    let looks: Vec<&str> = scenario.units[0].pieces.iter().map(|piece| piece.look.as_str()).collect();
    assert_eq!(looks, ["artillery", "artillery", "gun", "limber"]);
    assert_eq!(scenario.units[0].pieces[2].place.facing.0, 90.0);
    let wrong = |equipment: &str| {
        let problems = with(equipment).expect_err("it is wrong");
        problems.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(wrong(limber), ["unit \"battery\" has no gun"]);
    let gun = "(what: \"gun\", at: (5, 5))";
    assert_eq!(wrong(&format!("{gun}, (what: \"guns\", at: (9, 9))")), ["unit \"battery\" can have no \"guns\""]);
    assert_eq!(wrong(&format!("{gun}, {gun}")), ["unit \"battery\" has two of \"gun\""]);
}

/// CP-1.1: a gun or wagon for which its unit is named has that name; others are called after their unit.
#[test]
fn equipment_is_called_as_its_unit_is() {
    let names = |file: &str, unit: &str| -> Vec<String> {
        let scenario = load_shipped(&Path::new("scenarios").join(file));
        let unit = scenario.units.iter().find(|known| known.name == unit).expect("the unit is there");
        let equipment = ["gun", "limber", "wagon", "body", "team"];
        let things = unit.pieces.iter().filter(|piece| equipment.contains(&piece.look.as_str()));
        things.map(|piece| piece.name.clone()).collect()
    };
    assert_eq!(names("horse_and_musket/lundys_lane.scenario.ron", "East gun"), ["East gun", "limber of East gun"]);
    assert_eq!(names("horse_and_musket/the_convoy.scenario.ron", "Wagons 3 and 4"), ["Wagon 3", "Wagon 4"]);
    assert_eq!(
        names("horse_and_musket/the_convoy.scenario.ron", "4-pounder"),
        ["gun of 4-pounder", "limber of 4-pounder"]
    );
    let stampede = "old_west/stampede_at_the_crossing.scenario.ron";
    assert_eq!(names(stampede, "Chuck wagon"), ["Chuck wagon", "team of Chuck wagon"]);
}

#[test]
fn no_two_men_of_a_battle_share_a_name() {
    for path in shipped() {
        let scenario = load_shipped(&path);
        let mut names: Vec<&str> =
            scenario.units.iter().flat_map(|unit| unit.pieces.iter().map(|piece| piece.name.as_str())).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}", path.display());
    }
}

#[test]
fn what_a_leader_is_not_given_he_has_from_his_men() {
    let scenario = read(SMALL).unwrap();
    assert_eq!(scenario.units[1].unit_entry.leader.words("weapons"), ["musket"]);
    assert_eq!(scenario.settings.number("command_radius"), Some(15.0));
    assert_eq!(scenario.settings.flag("smoke"), Some(false));
    assert_eq!(scenario.changed_settings, ["command_radius"]);
}

/// Every bad file of a folder has its messages beside it, as a person reads them.
fn say_what_is_wrong(folder: &str, least: usize, books: &Rulebooks) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(Path::new("tests").join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .collect();
    files.sort();
    assert!(files.len() >= least, "the bad scenarios are there");
    for path in files {
        let problems = scenario::load(&path, books).expect_err("a bad scenario is refused");
        let name = path.file_name().unwrap().to_str().unwrap().trim_end_matches(".scenario.ron").to_owned();
        insta::with_settings!({ snapshot_path => folder, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, problems.to_string());
        });
    }
}

#[test]
fn everything_wrong_in_a_bad_file_is_said_with_its_place() {
    say_what_is_wrong("bad_scenarios", 21, &books());
}

#[test]
fn everything_wrong_in_an_army_list_is_said_with_its_place() {
    let world = grapeshot::battle::simulation_world(grapeshot::rulesets::plugin);
    say_what_is_wrong("bad_scenarios/black_powder", 4, world.resource::<Rulebooks>());
    say_what_is_wrong("bad_scenarios/burt", 2, world.resource::<Rulebooks>());
    say_what_is_wrong("bad_scenarios/fire_and_fury", 2, world.resource::<Rulebooks>());
    say_what_is_wrong("bad_scenarios/horse_and_musket", 1, world.resource::<Rulebooks>());
    say_what_is_wrong("bad_scenarios/old_west", 7, world.resource::<Rulebooks>());
}

/// What a unit needs, how it stands and what the rules say of it depends on its kind: where that is wrong, nothing else
/// is said of it, nor of any unit under it.
#[test]
fn a_unit_of_no_known_kind_is_one_mistake() {
    let books = rulebooks(rulesets::plugin);
    for (file, kind) in [
        ("black_powder/barrosa", "commander"),
        ("burt/two_brigades", "infantry"),
        ("old_west/stampede_at_the_crossing", "cattle"),
        ("old_west/dynamite_at_the_bank", "mounted"),
    ] {
        let good = fs::read_to_string(format!("scenarios/{file}.scenario.ron")).expect("it is shipped");
        let bad = good.replacen(&format!("kind: \"{kind}\""), "kind: \"unheard_of\"", 1);
        let problems = scenario::read(file, &bad, &books).expect_err("there is no such kind");
        let said: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(said, ["there is no kind of unit \"unheard_of\""], "{file}");
    }
}

/// Nobody can tell whether a unit of no known side and those who are under it are enemies.
#[test]
fn a_unit_of_no_known_side_is_one_mistake() {
    let books = rulebooks(rulesets::plugin);
    for (file, side) in [("horse_and_musket/foraging_party", "french"), ("black_powder/barrosa", "british")] {
        let good = fs::read_to_string(format!("scenarios/{file}.scenario.ron")).expect("it is shipped");
        let (above, units) = good.split_once("units: [").expect("it has units");
        let units = units.replacen(&format!("side: \"{side}\""), "side: \"nowhere\"", 1);
        let problems = scenario::read(file, &format!("{above}units: [{units}"), &books).expect_err("it is no side");
        let said: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(said, ["there is no side \"nowhere\""], "{file}");
    }
}

#[test]
fn a_missing_file_a_directory_and_one_that_is_no_text_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let said = |path: &Path| load(path).expect_err("it is refused").to_string();
    assert!(said(&folder.path().join("none.scenario.ron")).contains("cannot be read"));
    assert!(said(folder.path()).contains("is a folder"));
    let path = folder.path().join("x.scenario.ron");
    std::fs::write(&path, b"(\n  format: 1,\n  title: \"\xff\xfe\",\n)").unwrap();
    assert!(said(&path).contains("is not UTF-8 text: byte 26 in line 3"), "{}", said(&path));
    std::fs::write(&path, b"").unwrap();
    assert!(said(&path).contains("is empty"));
}

#[test]
fn a_file_of_fifty_megabytes_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.scenario.ron");
    let file = std::fs::File::create(&path).unwrap();
    file.set_len(50 << 20).unwrap();
    let begun = Instant::now();
    assert!(load(&path).expect_err("it is too large").to_string().contains("1048576"));
    assert!(begun.elapsed() < Duration::from_secs(1));
}

#[test]
fn nothing_absurd_takes_long_or_breaks_the_reader() {
    let lines = |line: &str, count: usize| format!("{line}\n").repeat(count);
    let absurd = [
        "(".repeat(100_000),
        lines(&"[".repeat(1000), 100),
        lines("(a:", 100_000),
        lines("/*", 100_000),
        format!("({})", lines("a: 1,", 150_000)),
        SMALL.replace("units: [", &format!("units: [{}", lines("(),", 200_000))),
        SMALL.replace("areas: [", &format!("areas: [{}", lines("(outline: [(1, 1), (2, 2), (1, 2)]),", 20_000))),
        SMALL.replace("outline: [", &format!("outline: [{}", lines("(1, 1), (2, 2), (1, 3),", 40_000))),
        SMALL.replace("line: [", &format!("line: [{}", lines("(1, 1), (20, 20), (1, 3),", 60))),
        SMALL.replace("(key: \"red_1\"", &format!("{} (key: \"red_1\"", lines("(key: \"x\", at: (5, 5), figures: 99, layout: \"line\", side: \"red\", kind: \"foot\", facing: 0),", 150))),
    ];
    for text in absurd {
        let begun = Instant::now();
        let problems = read(&text).expect_err("it is absurd");
        let said = problems.to_string();
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?} for {}", begun.elapsed(), &text[..40]);
        assert!(said.len() < 500_000, "{} bytes are said", said.len());
    }
}

#[test]
fn a_line_longer_than_anybody_reads_is_refused() {
    let said = messages(&format!("(format: 1, about: (story: \"{}\"))", "x".repeat(5000)));
    assert_eq!(said, ["line 1 is longer than 2000 bytes"]);
}

#[test]
fn a_text_cut_off_anywhere_is_refused_without_a_panic() {
    for end in (0..SMALL.trim_end().len()).filter(|end| SMALL.is_char_boundary(*end)) {
        assert!(read(&SMALL[..end]).is_err(), "cut off at {end}");
    }
}

#[test]
fn a_character_replaced_anywhere_does_no_harm() {
    for at in (0..SMALL.len()).filter(|at| SMALL.is_char_boundary(*at)).step_by(3) {
        for with in ["(", "]", "\"", "-", "9", "\u{e9}"] {
            let mut text = SMALL.to_owned();
            let end = (at + 1..=SMALL.len()).find(|end| SMALL.is_char_boundary(*end)).unwrap();
            text.replace_range(at..end, with);
            if let Err(problems) = read(&text) {
                assert!(problems.iter().len() > 0);
            }
        }
    }
}

/// CP-15.1, CP-15.2: without other words a battle lasts 8 turns, and losses decide it: 1 for a man, 3 for a leader.
#[test]
fn a_scenario_without_turns_and_victory_has_those_of_its_rules() {
    let (front, rest) = SMALL.split_once("    turns: 6,").expect("the small scenario has turns");
    let (middle, _) = rest.split_once("    victory:").expect("it ends with its victory");
    let scenario = read(&format!("{front}{middle})")).expect("both may be left out");
    assert_eq!(scenario.turns, 8);
    let losses = &scenario.victory.losses;
    assert_eq!((losses.each, losses.by_rank.get("sergeant")), (1.0, Some(&3.0)));
}

#[test]
fn a_good_scenario_is_checked_quickly() {
    let path = "scenarios/horse_and_musket/hold_the_bridge.scenario.ron";
    // The quickest of several, as the machine may be busy with something else.
    let quickest = (0..20).map(|_| {
        let begun = Instant::now();
        load(path).unwrap();
        begun.elapsed()
    });
    let quickest = quickest.min().unwrap();
    assert!(quickest < Duration::from_millis(50), "{quickest:?}");
}

#[test]
fn a_pipe_is_no_scenario_and_is_not_waited_for() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(SMALL.as_bytes()).unwrap();
    assert!(load(file.path()).is_ok());
    if Path::new("/dev/zero").exists() {
        assert!(load("/dev/zero").expect_err("it never ends").to_string().contains("is a device"));
    }
}

/// HM-7.19, CP-5.10, CP-5.11: what a file says of a single piece of ground or obstacle takes the place of what its
/// kind has.
#[test]
fn a_piece_of_terrain_has_what_its_file_says() {
    let own = SMALL
        .replace(
            r#"(id: "wood", kind: "woods","#,
            r#"(id: "wood", kind: "woods", bog: "none", closed_to: ["wheeled"], stops_shot: true,"#,
        )
        .replace(r#"kind: "stone_wall","#, r#"kind: "stone_wall", height: 2.5, stops_shot: false,"#);
    let terrain = &read(&own).unwrap_or_else(|problems| panic!("{problems}")).terrain;
    let ground = &terrain.areas[0].ground;
    assert_eq!((ground.bog.clone(), ground.stops_shot), (None, Some(true)));
    assert_eq!(ground.closed_to, ["wheeled"]);
    assert_eq!((terrain.obstacles[0].height, terrain.obstacles[0].stops_shot), (2.5, Some(false)));
    let usual = &read(SMALL).expect("it is good").terrain;
    assert_eq!((usual.areas[0].ground.stops_shot, usual.obstacles[0].stops_shot), (None, None));
}

/// The pages of words are made from the program; `WRITE_WORDS=1 cargo test --test scenario_format` writes them anew.
#[test]
fn the_pages_of_words_list_what_the_rulesets_know() {
    for book in rulebooks(rulesets::plugin).iter() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/words/{}.md", book.id));
        let made = dictionary::page(book);
        if std::env::var_os("WRITE_WORDS").is_some() {
            fs::write(&path, made).expect("the page can be written");
            continue;
        }
        let page = fs::read_to_string(&path).expect("each ruleset has a page");
        let old = "is out of date: WRITE_WORDS=1 cargo test --test scenario_format writes it anew";
        assert!(page == made, "{} {old}", path.display());
    }
}

/// BP-3.5, SB-4.8: where not all go alike over a kind of ground, its word tells who goes how fast.
#[test]
fn the_words_of_ground_say_who_goes_how_fast_over_it() {
    let books = rulebooks(rulesets::plugin);
    let means = |ruleset: &str, word: &str| {
        let words = dictionary::dictionary(books.get(ruleset).expect("it is a ruleset"));
        words.into_iter().find(|known| known.word == word).expect("it is a word").meaning
    };
    let half = "inches for an inch of allowance";
    let foot = format!("{half}: formed foot 0.5, foot in skirmish order 1");
    let rough = "formed horse 0.5, horse in skirmish order 1, guns and wagons no entry";
    assert_eq!(means("black_powder", "rough"), format!("{foot}, {rough}"));
    let marsh = "formed horse no entry, horse in skirmish order no entry, guns and wagons no entry";
    assert_eq!(means("black_powder", "marsh"), format!("{foot}, {marsh}"));
    assert_eq!(means("black_powder", "steep"), format!("its slopes: 0.5 {half}"));
    assert_eq!(means("black_powder", "bridge"), "full rate");
    assert_eq!(means("black_powder", "deep"), "nobody enters it");
    let difficult = "foot in close order 0.5, horse 0.5, skirmishers and staff 1, guns and wagons 0.5";
    assert_eq!(means("burt", "steep"), format!("its slopes: {half}: {difficult}"));
}

#[test]
fn every_word_of_a_ruleset_says_what_it_means() {
    for book in rulebooks(rulesets::plugin).iter() {
        for word in dictionary::dictionary(book) {
            assert!(!word.meaning.is_empty(), "{} {}: {word:?}", book.id, word.place);
        }
    }
}
