//! Stampedes (OW-9.10 to OW-9.12, OW-9.15).

use bevy::math::Vec2;
use grapeshot::rulesets::old_west::herds::course::CourseView;
use grapeshot::rulesets::old_west::herds::trample::TrampleView;
use grapeshot::{
    events::EventKind,
    forces::{Fate, PieceId, Value, Values},
    rulesets::old_west::herds::{course::OBSTACLE_CLASS, state::Run},
    table::{position::Heading, terrain::DoorState},
    testing::{BLUE, RED, TestBattle, TestTable, WILD},
};

use crate::{
    kit::{far_enemy, table},
    wild::{bolted, cp, herd, order, ranch, slots, told, with_animals},
};

/// A man beside a herd who shoots at an enemy elsewhere; the herd draws these cards, and what is told by its check.
fn volley(
    men: &[(f32, f32, f32)],
    change: impl FnOnce(TestTable) -> TestTable,
    wild: &[u16],
) -> (TestBattle, Vec<String>) {
    let on = ranch(men, 7, (30.0, 24.0)).unit("foe", RED, &[(men[0].0, men[0].1 - 8.0, 90.0)]).weapons(&["sword"]);
    let mut test = change(on).acting("blue");
    test.order(order(&test, "declare"));
    test.cards(BLUE, &[4; 5]);
    test.cards(WILD, wild);
    let (shooters, target) = (test.pieces("blue"), test.piece("foe", 1));
    let shoot = order(&test, "shoot").pieces(shooters).target(target);
    let events = test.order(shoot);
    let told = told(&events, "OW-9.10").into_iter().map(str::to_owned).collect();
    (test, told)
}

/// OW-9.10: one check for a unit's volley within two inches; with C1 the herd stampedes, in the column of its Guts.
#[test]
fn a_volley_beside_a_herd_is_one_check() {
    // Base edges 1.5 inches from the nearest animal: centre of the animal at (28.25, 24).
    let men = [(28.25, 20.875, 270.0), (29.25, 19.375, 270.0)];
    let (test, told) = volley(&men, |on| on, &[1, 8]);
    assert_eq!(told, ["HERD is startled, as somebody fires beside it: C1, it stampedes"]);
    assert_eq!(bolted(&test).as_deref(), Some("east"));
    let (test, told) = volley(&men, |on| on, &[4]);
    assert_eq!(told, ["HERD is startled, as somebody fires beside it: OK, it stays calm"]);
    assert_eq!(bolted(&test), None);
}

/// OW-9.10: a man who fires farther off at something else startles nobody.
#[test]
fn fire_more_than_two_inches_off_startles_nobody() {
    let (_, told) = volley(&[(29.125, 19.2, 270.0)], |on| on, &[1]);
    assert!(told.is_empty(), "{told:?}");
}

/// OW-9.10: the settings say what startles, and with which results herds bolt.
#[test]
fn the_scenario_says_what_startles_herds() {
    let men = [(28.25, 20.875, 270.0)];
    let only = |word: &str| Value::List(vec![Value::Word(word.into())]);
    let (_, told) = volley(&men, |on| on.setting("startling_events", only("burst")), &[1]);
    assert!(told.is_empty());
    let (test, _) = volley(&men, |on| on.setting("stampede_results", only("A1")), &[1]);
    assert_eq!(bolted(&test), None);
    // Bows are heard, unless the scenario says otherwise.
    let bows = |on: TestTable, loud: bool| {
        let on = on.setting("silent_bows_startle", Value::Flag(loud));
        on.weapons_of("blue", &["bow"])
    };
    assert_eq!(volley(&men, |on| bows(on, true), &[4]).1.len(), 1);
    assert_eq!(volley(&men, |on| bows(on, false), &[4]).1.len(), 0);
}

/// OW-9.10: sheep never stampede.
#[test]
fn sheep_never_stampede() {
    let on = far_enemy(table().unit("blue", BLUE, &[(30.0, 20.0, 90.0)])).wild();
    let mut test = with_animals(on, "herd", "sheep", &slots("sheep", 5, 30.0, 24.0, 0.0)).acting("blue");
    test.order(order(&test, "declare"));
    test.cards(BLUE, &[4]);
    let (man, sheep) = (test.piece("blue", 1), test.piece("herd", 2));
    let shoot = order(&test, "shoot").pieces([man]).target(sheep);
    let events = test.order(shoot);
    assert!(told(&events, "OW-9.10").is_empty());
}

/// A herd that stampedes, before the turn in which these cards are drawn.
fn stampeding(mut test: TestBattle, heading: f32, cards: &[u16], wild: &[u16]) -> TestBattle {
    test.begin_turn(&[1, 6, 6], &[0]);
    let unit = test.unit("herd");
    let mut herd = serde_json::to_value(herd(&test)).expect("a herd is plain data");
    herd["run"] = serde_json::to_value(Run { heading: Heading(heading), order: 1 }).expect("so is a stampede");
    test.put_unit(unit, "herd", herd);
    test.activation_cards(cards);
    test.cards(WILD, wild);
    while test.battle.awaiting().asks[0].unit != Some(test.unit("red"))
        && test.battle.awaiting().asks[0].kind == "declare"
    {
        let end = order(&test, "end");
        test.order(end);
    }
    test
}

/// Where the central animal came after each card.
fn stations(test: &TestBattle) -> Vec<(f32, f32)> {
    let central = herd(test).central;
    let events = test.battle.log().events().iter();
    events
        .filter(|event| event.rule.0 == "OW-9.11")
        .filter_map(|event| match &event.kind {
            EventKind::Moved { piece, end, .. } if *piece == central => Some((end.at.x.round(), end.at.y.round())),
            _ => None,
        })
        .collect()
}

/// OW-9.11: from the next card on it runs one card on every activation card, and when the turn ends it is stunned.
#[test]
fn a_stampede_runs_on_every_card_until_the_turn_ends() {
    let test = ranch(&[(5.0, 5.0, 0.0)], 5, (20.0, 15.0)).battle();
    // Cards of units without a die on them, then the Reshuffle; movement 7, 4 and 6.
    let test = stampeding(test, 90.0, &[1, 2, 3, 12], &[7, 45, 1]);
    assert_eq!(stations(&test)[..3], [(20.0, 22.0), (20.0, 26.0), (20.0, 32.0)]);
    let text = |of: &str| test.battle.log().events().iter().any(|event| event.text.contains(of));
    assert!(text("HERD has run itself out"));
    assert!(herd(&test).run.is_none());
}

/// OW-9.11: of two Reshuffle cards only the second ends the turn: on the first the herd runs.
#[test]
fn a_stampede_runs_on_the_first_of_two_reshuffles() {
    let on = ranch(&[(5.0, 5.0, 0.0)], 5, (20.0, 15.0)).setting("reshuffle_mode", Value::Word("double".into()));
    let mut test = on.battle();
    test.activation_cards(&[12]);
    let test = stampeding(test, 90.0, &[12, 12], &[7, 45]);
    assert_eq!(stations(&test), [(20.0, 22.0)]);
}

/// OW-9.11: scatter arrows are directions on the table.
#[test]
fn an_arrow_points_on_the_table() {
    let test = ranch(&[(5.0, 5.0, 0.0)], 1, (20.0, 15.0)).battle();
    let deck = &cp(&test).book.core.action_deck;
    let of = |id: u16| deck.iter().find(|card| card.id == id).expect("the card is in the deck");
    let heading = |id: u16| grapeshot::rulesets::old_west::herds::stampede::arrow(of(id)).0;
    // Right, long-right, long, long-left, left, short-left, short, short-right.
    assert_eq!([8, 3, 4, 2, 19, 1, 6, 12].map(heading), [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0]);
}

/// The course of a herd whose central animal is at (20, 15) and that runs north, past a house from x to x.
fn past(from: f32, to: f32, right: bool) -> (TestBattle, grapeshot::rulesets::old_west::herds::course::Course) {
    let on = ranch(&[(60.0, 5.0, 0.0)], 7, (20.0, 15.0));
    let test = on.building((from, 20.0), (to, 24.0), &[], &[]).battle();
    let course = {
        let cp = cp(&test);
        cp.course(test.unit("herd"), herd(&test), Heading(90.0), 20.0, &mut || right)
    };
    (test, course)
}

/// OW-9.12: a house that lies across the way by no more than six inches to either side splits the herd.
#[test]
fn a_herd_splits_round_a_house() {
    let (test, course) = past(15.0, 24.0, true);
    assert_eq!(course.legs.len(), 1);
    let track = |animal: PieceId| cp(&test).track_of(test.unit("herd"), animal, &course, herd(&test).central);
    let widest = |animal: PieceId| {
        let xs: Vec<f32> = track(animal).iter().map(|at| at.x).collect();
        (xs.iter().copied().fold(f32::INFINITY, f32::min), xs.iter().copied().fold(0.0, f32::max))
    };
    // Animal 5 stands left of x = 20, animal 2 right of it.
    assert!((widest(test.piece("herd", 5)).0 - 14.125).abs() < 1e-3);
    assert!((widest(test.piece("herd", 2)).1 - 24.875).abs() < 1e-3);
}

/// OW-9.12: one that lies farther across turns it along its face; where both turns are equal a card decides.
#[test]
fn a_herd_turns_along_a_long_face() {
    for (right, heading) in [(true, 0.0), (false, 180.0)] {
        let (_, course) = past(12.0, 24.0, right);
        assert_eq!(course.heading, Heading(heading));
        let stop = course.legs[0].end().y;
        assert!((stop - (20.0 - 0.625 - 0.25)).abs() < 0.1, "{stop}");
    }
}

/// OW-9.12: what is up to six inches wide is flowed around, and what the scenario calls small is trampled.
#[test]
fn a_herd_flows_round_what_is_not_wide() {
    let (test, course) = past(19.0, 21.0, true);
    let central = herd(&test).central;
    let aside = |test: &TestBattle| {
        let track = cp(test).track_of(test.unit("herd"), central, &course, central);
        track.iter().map(|at| at.x).fold(f32::INFINITY, f32::min)
    };
    // Both edges are as near: left of the boulder.
    assert!((aside(&test) - (19.0 - 0.875)).abs() < 1e-3, "{}", aside(&test));
    assert_eq!(course.legs[0].end(), Vec2::new(20.0, 35.0));
}

/// OW-9.12: a bush not wider than two inches that a stampede runs through is trampled flat: it gives no cover any more; a
/// wider one and one that it passes stand.
#[test]
fn a_stampede_tramples_bushes() {
    let flat = |from: f32, to: f32| {
        let on = ranch(&[(5.0, 5.0, 0.0)], 5, (20.0, 15.0)).area("brush", (from, 18.0), (to, 19.0));
        let test = stampeding(on.battle(), 90.0, &[1, 12], &[7]);
        let gone = test.battle.view().terrain().areas[0].ground.cover.is_none();
        assert_eq!(!told(test.battle.log().events(), "OW-9.12").is_empty(), gone);
        gone
    };
    assert!(flat(19.5, 21.4));
    assert!(!flat(19.0, 21.4));
    assert!(!flat(40.0, 41.0));
}

/// OW-9.12: a scenario says of a piece of terrain how a stampede takes it: what is small is trampled however wide it is,
/// what is medium stands.
#[test]
fn a_scenario_says_how_a_stampede_takes_a_thing() {
    let flat = |class: &str| {
        let on = ranch(&[(5.0, 5.0, 0.0)], 5, (20.0, 15.0)).area("brush", (17.0, 18.0), (23.0, 19.0));
        let mut scenario = on.scenario();
        let id = scenario.terrain.areas[0].id.clone();
        let class = Values([(OBSTACLE_CLASS.into(), Value::Word(class.into()))].into());
        scenario.terrain_values.0.insert(id, class);
        let battle = grapeshot::battle::Battle::new(&std::sync::Arc::new(scenario), 1, grapeshot::rulesets::plugin);
        let test = stampeding(TestBattle { battle }, 90.0, &[1, 12], &[7]);
        test.battle.view().terrain().areas[0].ground.cover.is_none()
    };
    assert_eq!(["by_width", "small", "medium"].map(flat), [false, true, false]);
}

/// OW-9.12, OW-9.15: a tent, a building that the scenario calls small, is trampled flat and shelters nobody; what has a
/// second storey or is not called small stands, and who is in it is safe.
#[test]
fn a_stampede_tramples_tents() {
    let camp = |class: &str, storeys: u8, x: f32| {
        let on = ranch(&[(5.0, 5.0, 0.0)], 5, (20.0, 15.0)).unit("camper", BLUE, &[(x, 19.0, 0.0)]);
        let on = on.building((x - 1.0, 18.0), (x + 1.0, 20.0), &[], &[]).storeys(storeys);
        let mut scenario = on.scenario();
        let class = Values([(OBSTACLE_CLASS.into(), Value::Word(class.into()))].into());
        scenario.terrain_values.0.insert("house".into(), class);
        let battle = grapeshot::battle::Battle::new(&std::sync::Arc::new(scenario), 1, grapeshot::rulesets::plugin);
        let test = stampeding(TestBattle { battle }, 90.0, &[1, 12], &[7]);
        let camper = test.piece("camper", 1);
        let fought = |kind: &EventKind| matches!(kind, EventKind::Fought { defender, .. } if *defender == camper);
        let attacked = test.battle.log().events().iter().any(|event| fought(&event.kind));
        let gone = told(test.battle.log().events(), "OW-9.12") == ["The house is trampled flat"];
        assert_eq!(test.battle.view().terrain().buildings[0].outline.is_empty(), gone);
        (gone, attacked, stations(&test))
    };
    let through = vec![(20.0, 22.0)];
    assert_eq!(camp("small", 1, 20.0), (true, true, through.clone()));
    assert_eq!(camp("small", 2, 20.0), (false, false, through.clone()), "its way leads round the house");
    assert_eq!(camp("by_width", 1, 20.0), (false, false, through.clone()));
    assert_eq!(camp("small", 1, 40.0), (false, false, through));
}

/// OW-9.12: walls and fences are jumped.
#[test]
fn a_stampede_jumps_walls() {
    let on = ranch(&[(5.0, 5.0, 0.0)], 5, (20.0, 15.0)).obstacle("stone_wall", &[(10.0, 20.0), (30.0, 20.0)]);
    let test = stampeding(on.battle(), 90.0, &[1, 12], &[7]);
    assert_eq!(stations(&test), [(20.0, 22.0)]);
}

/// OW-9.12: at the edge of the table animals leave the game, or turn along it.
#[test]
fn a_stampede_leaves_the_table_or_turns_back() {
    let off = |word: &str| {
        let on = ranch(&[(60.0, 5.0, 0.0)], 3, (20.0, 44.0)).setting("stampede_off_table", Value::Word(word.into()));
        let test = stampeding(on.battle(), 90.0, &[1, 12], &[7, 2, 2]);
        test.pieces("herd").iter().filter(|animal| test.battle.view().fate(**animal) == Fate::Exited).count()
    };
    assert_eq!(off("leave"), 3);
    assert_eq!(off("turn_back"), 0);
}

/// OW-9.15: an animal attacks a man that it passes within an inch, and no other; men in houses are safe.
#[test]
fn a_stampede_attacks_whom_it_passes_within_an_inch() {
    let run_down = |x: f32, indoors: bool| {
        let mut on = ranch(&[(x, 18.0, 0.0)], 1, (21.75, 15.0));
        if indoors {
            on = on.building((22.9, 17.0), (26.0, 19.5), &[(24.0, 17.0, DoorState::Open)], &[]);
        }
        let test = on.battle();
        let track = vec![Vec2::new(21.75, 15.0), Vec2::new(21.75, 22.0)];
        let animal = test.piece("herd", 1);
        cp(&test).run_down(&[(animal, track)], Heading(90.0), &[]).len()
    };
    assert_eq!((run_down(23.8, false), run_down(24.0, false)), (1, 0));
    assert_eq!(run_down(23.8, true), 0);
}

/// OW-9.15: cattle (+1) against a cowboy: with equal cards a revolver (+2) wins, and a wound to an animal is nothing.
#[test]
fn a_cowboy_with_a_revolver_stands_against_cattle() {
    let on = ranch(&[(21.6, 18.0, 0.0)], 1, (20.0, 15.0)).weapons_of("blue", &["revolver"]);
    let mut test = on.battle();
    test.cards(BLUE, &[1, 2]);
    let test = stampeding(test, 90.0, &[1, 12], &[7, 1]);
    let fought = test.battle.log().events().iter().find_map(|event| match &event.kind {
        EventKind::Fought { winner, .. } if event.rule.0 == "OW-9.15" => Some(*winner),
        _ => None,
    });
    assert_eq!(fought, Some(Some(test.piece("blue", 1))));
    assert!(test.battle.view().in_play(test.piece("herd", 1)));
}

/// OW-9.7: an ordered charge is a stampede where a card points, or where the side points if the scenario has it so.
#[test]
fn a_stampede_may_be_ordered() {
    let men = [(16.0, 24.0, 0.0), (16.0, 26.0, 0.0), (18.0, 30.0, 0.0)];
    let ordered = |chosen: bool| {
        let word = if chosen { "chosen" } else { "scatter" };
        let on = ranch(&men, 7, (24.0, 24.0)).word_of("blue", "rides_herd", "herd");
        let mut test = on.setting("ordered_stampede_direction", Value::Word(word.into())).acting("blue");
        test.order(order(&test, "declare"));
        test.cards(WILD, &[4]);
        let mut spook = order(&test, "spook");
        if chosen {
            test.refused(spook.clone());
            spook.heading = Some(Heading(180.0));
        }
        test.order(spook);
        bolted(&test)
    };
    assert_eq!(ordered(false).as_deref(), Some("north"));
    assert_eq!(ordered(true).as_deref(), Some("west"));
}

/// OW-9.10: thunder at the end of a turn that the scenario names startles every herd.
#[test]
fn thunder_startles_every_herd() {
    let thunder = |turn: &str| {
        let words = Value::List(vec![Value::Word(turn.into())]);
        let mut test = ranch(&[(5.0, 5.0, 0.0)], 5, (30.0, 24.0)).setting("startling_events", words).battle();
        test.begin_turn(&[1, 6, 6], &[0]);
        test.battle.log().events().iter().filter(|event| event.text.contains("it thunders")).count()
    };
    assert_eq!((thunder("turn_1"), thunder("turn_2")), (1, 0));
}
