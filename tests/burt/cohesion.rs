//! The ladder of cohesion, and regrouping (chapter 7).

use grapeshot::rulesets::{
    burt::{
        book::values::{Chit, Level, Reason},
        fire::shot::Load,
        morale::modifiers::Circumstances,
        state::sequence_of_play::{Assault, AssaultStage, Step},
    },
    shared::formed::block::Face,
};

use crate::{kit::*, morale::field};

/// SB-7.1: all units start formed, but skirmishers and artillery start unformed.
#[test]
fn units_begin_formed_but_skirmishers_and_guns() {
    let test = field()
        .troops("skirmishers", BLUE, "skirmishers", 8, "open_order", (20.0, 20.0, 90.0))
        .guns("guns", BLUE, "6pdr", 2, "unlimbered", (70.0, 20.0, 90.0))
        .troops("horse", BLUE, "light_cavalry", 12, "line", (80.0, 20.0, 90.0))
        .battle();
    let levels = ["blue", "horse", "skirmishers", "guns"].map(|key| level(&test, key));
    assert_eq!(levels, [Level::Formed, Level::Formed, Level::Unformed, Level::Unformed]);
}

/// SB-7.1: losing a level moves one step along formed, unformed, disordered, shaken, rout.
#[test]
fn the_ladder_has_five_steps() {
    let mut level = Level::Formed;
    for next in [Level::Unformed, Level::Disordered, Level::Shaken, Level::Rout, Level::Rout] {
        level = level.worse();
        assert_eq!(level, next);
    }
    assert_eq!(Level::Formed.better(), Level::Formed);
}

/// SB-7.2: unformed and disordered change nothing in fire, shaken +1; routing troops cannot fire. Morale: disordered -1,
/// shaken -2, rout -3.
#[test]
fn what_levels_do_to_fire_and_morale() {
    for (level, fire, morale) in
        [(Level::Unformed, 0, 0), (Level::Disordered, 0, 1), (Level::Shaken, 1, 2), (Level::Rout, 1, 3)]
    {
        let mut test = field().battle();
        let score = |test: &TestBattle| {
            let burt = burt(test);
            let (blue, red) = (test.unit("blue"), test.unit("red"));
            let hit = burt.shot(blue, red, Load::SmallArms).to_hit();
            (hit, burt.morale_needed(blue, Reason::RallyRout, &Circumstances::default()).needed())
        };
        let (hit, needed) = score(&test);
        put_level(&mut test, "blue", level);
        if level == Level::Rout {
            let refusal = burt(&test).ready_to_fire(test.unit("blue")).expect_err("it routs");
            assert_eq!(refusal.rule.0, "SB-6.1");
            assert_eq!(score(&test).1, needed + morale);
        } else {
            assert_eq!(score(&test), (hit + fire, needed + morale), "{level:?}");
        }
    }
}

/// Steps 6 and 8: what a unit with this order and level has after it regrouped.
fn regrouped(level_before: Level, chit: Chit, change: impl FnOnce(&mut TestBattle)) -> Level {
    let mut test = field().battle();
    put_level(&mut test, "blue", level_before);
    put_chit(&mut test, "blue", chit);
    change(&mut test);
    to_regroup(&mut test);
    level(&test, "blue")
}

/// From step 7 on past step 8.
fn to_regroup(test: &mut TestBattle) -> Vec<grapeshot::events::BattleEvent> {
    put_play(test, |play| {
        play.step = Step::Commanders;
        play.first = BLUE;
        play.acting = BLUE;
        play.passed = [false, true];
    });
    test.order(grapeshot::orders::Order::new(BLUE, &grapeshot::rulesets::burt::book::verbs::PASS))
}

/// SB-7.4: a disordered battalion with REGROUP: unformed this turn, formed next turn; never more.
#[test]
fn a_unit_regroups_a_level_a_turn() {
    let mut test = field().battle();
    put_level(&mut test, "blue", Level::Disordered);
    for level_after in [Level::Unformed, Level::Formed, Level::Formed] {
        to_regroup(&mut test);
        assert_eq!(level(&test, "blue"), level_after);
    }
}

/// SB-3.2, SB-7.4: a unit that regains a level shows its order.
#[test]
fn who_regroups_shows_its_order() {
    let mut test = field().battle();
    put_level(&mut test, "blue", Level::Disordered);
    assert_eq!(chit_seen_by(&test, RED, "blue"), None);
    to_regroup(&mut test);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Regroup));
    assert_eq!(chit_seen_by(&test, BLUE, "red"), None, "it regained nothing");
}

/// SB-7.4: only with REGROUP orders, not in melee, not marked as assaulted, not after a move, not from rout, never
/// beyond the starting level.
#[test]
fn what_keeps_a_unit_from_regrouping() {
    assert_eq!(regrouped(Level::Shaken, Chit::Regroup, |_| {}), Level::Disordered);
    for chit in [Chit::Reserve, Chit::Manoeuver, Chit::Fire, Chit::Assault] {
        assert_eq!(regrouped(Level::Disordered, chit, |_| {}), Level::Disordered, "{chit:?}");
    }
    let moved = |test: &mut TestBattle| put_work(test, "blue", |work| work.moved = true);
    assert_eq!(regrouped(Level::Disordered, Chit::Regroup, moved), Level::Disordered);
    let routs = |test: &mut TestBattle| force_morale(test, &[1]);
    assert_eq!(regrouped(Level::Rout, Chit::Regroup, routs), Level::Rout);
    let assault = |test: &mut TestBattle| {
        let (unit, target, start) = (test.unit("red"), test.unit("blue"), front(test, "red"));
        let stage = AssaultStage::Declared;
        let assault = Assault { unit, target, edge: Face::Front, start, left: 0.0, stage, pursuit: false };
        put_play(test, |play| play.assaults.push(assault));
    };
    let melee = |test: &mut TestBattle| put_melee(test, "red", "blue", Face::Front);
    for (hindrance, regroups) in
        [(&assault as &dyn Fn(&mut TestBattle), false), (&melee as &dyn Fn(&mut TestBattle), false), (&|_| {}, true)]
    {
        let mut test = field().battle();
        put_level(&mut test, "blue", Level::Disordered);
        hindrance(&mut test);
        let events = to_regroup(&mut test);
        assert_eq!(!with_rule(&events, "SB-7.4").is_empty(), regroups, "{}", texts(&events));
    }
    let open = field().troops("open", BLUE, "skirmishers", 8, "open_order", (20.0, 20.0, 90.0));
    let mut test = open.chit(Chit::Regroup).battle();
    to_regroup(&mut test);
    assert_eq!(level(&test, "open"), Level::Unformed);
}
