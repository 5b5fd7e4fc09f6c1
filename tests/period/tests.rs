//! What the period adds works, and the core cites its rules.

use grapeshot::{
    ai::{Level, commander},
    battle::Battle,
    events::RuleId,
    files::{DataFiles, Sheets},
    forces::{MarkId, UnitId},
    orders::{Order, VerbId},
    rulesets::combat_patrol::{
        book::marks,
        evaluation::Evaluator,
        orders::verbs,
        view::rulebook::{Book, SkirmishView},
    },
    scenario::Scenario,
    testing::{BLUE, RED, TestTable, WILD},
};
use std::{collections::BTreeSet, sync::Arc};

use super::{DROVERS, Herd, JUDGEMENT, SING, plugin};
use crate::kit;

fn table() -> TestTable {
    let line = |y: f32, facing: f32| [20.0, 22.0, 24.0, 26.0].map(|x| (x, y, facing));
    TestTable::new(DROVERS.0, plugin)
        .size(48.0, 36.0)
        .turns(4)
        .wild()
        .unit("drovers", BLUE, &line(8.0, 90.0))
        .unit("riders", BLUE, &[(34.0, 8.0, 90.0), (37.0, 8.0, 90.0)])
        .kind("mounted")
        .unit("rustlers", RED, &line(28.0, 270.0))
        .unit("cattle", WILD, &[(10.0, 18.0, 0.0), (13.0, 18.0, 0.0), (10.0, 21.0, 0.0)])
}

fn scenario() -> Arc<Scenario> {
    Arc::new(table().scenario())
}

/// The drovers act, and nobody of them moves.
fn standing() -> (grapeshot::testing::TestBattle, UnitId) {
    let mut test = table().acting("drovers");
    let unit = test.unit("drovers");
    test.order(Order::new(BLUE, &verbs::DECLARE).unit(unit));
    (test, unit)
}

/// DR-1.1: a deed of the period is offered, checked and resolved like those of the core.
#[test]
fn men_who_sing_take_heart() {
    let (mut test, unit) = standing();
    let men = test.pieces("drovers");
    let song = |n: usize| Order::new(BLUE, &SING).unit(unit).pieces([men[n]]);
    assert!(!test.battle.awaiting().asks[0].verbs.contains(&SING), "nobody is downcast");
    test.mark_unit(unit, &marks::MORALE, 2);
    assert!(test.battle.awaiting().asks[0].verbs.contains(&SING));
    let draft = test.battle.draft(song(1)).expect("they may sing");
    assert_eq!(draft.plan().findings.get::<(UnitId, u8)>(), Some(&(unit, 1)));
    let events = test.battle.give(draft).expect("they may sing");
    assert_eq!(test.battle.log().events()[events][0].rule, RuleId::new("DR-1.1"));
    assert_eq!(test.battle.view().unit_marks(unit).count(&marks::MORALE), 1);
    assert_eq!(test.refused(song(1)).1, "DR-1.1");
    test.order(song(2));
    assert_eq!(test.battle.view().unit_marks(unit).count(&marks::MORALE), 0);
}

/// DR-1.2: a stage of the period moves a side that nobody plays, once a turn.
#[test]
fn the_cattle_go_before_a_turn_ends() {
    let mut battle = Battle::new(&scenario(), 1, plugin);
    let mut mind = commander(Level::Random, 1);
    let cattle: BTreeSet<_> = battle.view().present(UnitId(3)).collect();
    let places = |battle: &Battle| cattle.iter().map(|piece| battle.view().place(*piece).at).collect::<Vec<_>>();
    let before = places(&battle);
    while battle.view().clock().turn < 3 {
        let ask = battle.awaiting().asks[0].clone();
        mind.decide(&battle, &ask).carry_out(&mut battle).expect("the order is allowed");
    }
    let herds = battle.log().events().iter().filter(|event| event.rule.0 == "DR-1.2" && !event.detail);
    assert_eq!(herds.map(|event| event.turn).collect::<Vec<_>>(), [1, 2]);
    assert_ne!(places(&battle), before);
    assert_eq!(battle.view().resource::<Herd>().moved_in, 2);
}

/// DR-3.1: a chapter that the period takes over cites the period's rule, in refusals, events, questions and words.
#[test]
fn the_rules_of_the_ruleset_that_is_played_are_cited() {
    let mut test = table().acting("riders");
    let rider = test.piece("riders", 1);
    assert_eq!(test.refused(Order::new(BLUE, &verbs::MOUNT).pieces([rider])).1, "DR-3.1");
    let dismounted = test.order(Order::new(BLUE, &verbs::DISMOUNT).pieces([rider]));
    assert_eq!(dismounted[0].rule, RuleId::new("DR-3.1"));
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("riders"));
    let words = serde_json::to_string(&(card, test.battle.vocabulary())).expect("words are plain data");
    assert!(words.contains("DR-3.1") && !words.contains("HM-"), "{words}");
    let told = |test: &Battle| serde_json::to_string(test.log().events()).expect("a log is plain data");
    let mut cited = false;
    for seed in 1..4 {
        let mut battle = Battle::new(&scenario(), seed, plugin);
        let mut mind = commander(Level::Random, seed);
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            assert!(!ask.rule.0.contains("HM-"), "{} is asked by {}", ask.question, ask.rule);
            mind.decide(&battle, &ask).carry_out(&mut battle).expect("the order is allowed");
        }
        let told = told(&battle);
        assert!(!told.contains("HM-"), "seed {seed} cites other rules");
        cited |= told.contains("DR-3.1");
    }
    assert!(cited);
}

/// What a ruleset leaves of the core it does not have.
#[test]
fn chapters_that_are_left_bring_no_verbs() {
    let battle = Battle::new(&scenario(), 1, plugin);
    let has = |verb: &VerbId| battle.vocabulary().verb(verb).is_some();
    assert!(has(&verbs::CHARGE) && has(&verbs::SHOOT) && has(&SING));
    assert!(!has(&verbs::LOAD) && !has(&verbs::LAY) && !has(&verbs::GROUP) && !has(&verbs::HUNT));
    assert!(battle.vocabulary().mark(&MarkId::new("morale")).is_some());
}

#[test]
fn a_period_keeps_the_laws() {
    for seed in 0..4 {
        kit::keeps_the_laws(&scenario(), plugin, seed, 4000);
    }
}

#[test]
fn all_state_of_a_period_is_registered() {
    kit::all_state_is_registered(&scenario(), plugin);
}

#[test]
fn no_schedule_of_a_period_is_ambiguous() {
    kit::no_schedule_is_ambiguous(plugin);
}

#[test]
fn a_period_thinks_as_the_core_but_for_the_numbers_of_its_own() {
    let battle = Battle::new(&scenario(), 1, plugin);
    let book = battle.view().resource::<Book>();
    let mut expected = book.core.judgement.clone();
    assert_ne!((expected.command.tempo, expected.leaders.caught), (0.75, 0.2));
    (expected.command.tempo, expected.leaders.caught) = (0.75, 0.2);
    assert_eq!(book.judgement, expected);
    // What the computer is told to think is what it thinks.
    let first = battle.view().units().next().expect("there are units");
    let cp = SkirmishView::of(battle.view());
    assert_eq!(Evaluator::new(&cp, cp.side_of_unit(first)).judgement.command.tempo, 0.75);
}

#[test]
fn what_is_wrong_with_the_judgement_of_a_period_is_said_with_its_place() {
    let bad = "(command: (tempo: -1.0), leaders: (caugth: 0.2))";
    let files = DataFiles::of([(JUDGEMENT.name, bad.to_owned())]);
    let problems = Sheets::new([&JUDGEMENT], &files).problems();
    let said: String = problems.iter().map(|problems| problems.render(false)).collect();
    assert!(said.contains("`tempo` cannot be -1") && said.contains("Did you mean `caught`?"), "{said}");
}
