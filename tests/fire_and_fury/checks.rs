//! Maneuver checks (FF-5).

use grapeshot::{
    forces::Value,
    orders::Order,
    rulesets::fire_and_fury::{
        book::{
            formations::{Formation, Pose},
            values::{Effect, OrderState},
            verbs,
        },
        command::checks::Under,
    },
    table::position::Heading,
};

use crate::kit::*;

fn two() -> TestTable {
    table().foot("a", BLUE, 10, "line", (20.0, 20.0, 90.0)).foot("r", RED, 8, "line", (20.0, 50.0, 270.0))
}

/// FF-5.3: die 4: a fresh trained line 6, a worn raw one 3; both Well Handled by one die of an able leader.
#[test]
fn one_die_serves_a_leader_and_his_group() {
    let battle = two().leader_at("l", BLUE, (20.0, 17.0));
    let battle = battle.foot("p", BLUE, 8, "line", (14.0, 22.0, 90.0)).under("l");
    let mut test = battle.foot("q", BLUE, 8, "line", (24.0, 22.0, 90.0)).word("experience", "raw").under("l").battle();
    put_troops(&mut test, "q", |troops| troops.start = 11);
    let events = checks(&mut test, "l", &["p", "q"], 4);
    assert_eq!(rolled(&events, "FF-5.3"), [4]);
    assert!(says(&events, "FF-5.8", "P: 6, Well Handled"), "{events:#?}");
    assert!(says(&events, "FF-5.8", "Q: 3, Well Handled"), "{events:#?}");
}

/// FF-5.3: each leader makes one check, each unit too, and a unit in command does not check alone.
#[test]
fn a_leader_and_a_unit_check_once() {
    let battle = two().leader_at("l", BLUE, (20.0, 17.0));
    let battle = battle.foot("p", BLUE, 8, "line", (14.0, 22.0, 90.0)).under("l");
    let mut test = battle.foot("far", BLUE, 4, "line", (50.0, 10.0, 90.0)).battle();
    go_to(&mut test, "check");
    checks(&mut test, "l", &["p"], 4);
    pass(&mut test);
    assert_eq!(refused_by(&test, &group(&test, "l", &["a"])), "FF-5.3", "its leader has checked without it");
    assert_eq!(refused_by(&test, &alone(&test, "a")), "FF-5.3", "and it is in command");
}

/// FF-5.3: the only leader that could check need not be named; he checks for several units with one die.
#[test]
fn the_only_leader_need_not_be_named() {
    let battle = two().leader_at("l", BLUE, (20.0, 17.0));
    let mut test = battle.foot("p", BLUE, 8, "line", (14.0, 22.0, 90.0)).under("l").battle();
    go_to(&mut test, "check");
    let both = Order { target_unit: None, ..group(&test, "l", &["a", "p"]) };
    assert_eq!(plan(&test, &both).summary, "L checks for A and P");
    test.order(both);
    assert!(ff(&test).leader(test.unit("l")).is_some_and(|leader| leader.checked));
}

/// FF-5.6: of several leaders that could check an order names one; once the others have checked, it means the last.
#[test]
fn one_of_several_leaders_is_named() {
    let battle = two().leader_at("l", BLUE, (20.0, 17.0)).leader_at("m", BLUE, (22.0, 17.0));
    let mut test = battle.foot("p", BLUE, 8, "line", (14.0, 22.0, 90.0)).battle();
    go_to(&mut test, "check");
    let refused = refusal(&test, &alone(&test, "a"));
    assert_eq!((refused.rule.0.as_ref(), refused.reason.as_str()), ("FF-5.6", "Say who checks: L or M"));
    checks(&mut test, "l", &["p"], 4);
    pass(&mut test);
    assert_eq!(plan(&test, &alone(&test, "a")).summary, "M checks for A");
}

/// FF-5.3: disordered troops in the radius of a leader that has not checked must be in a group.
#[test]
fn disordered_troops_must_check() {
    let mut test = two().leader_at("l", BLUE, (20.0, 17.0)).battle();
    put_order(&mut test, "a", OrderState::Disordered);
    go_to(&mut test, "check");
    let stop = grapeshot::orders::Order::new(BLUE, &verbs::PASS);
    assert_eq!(refused_by(&test, &stop), "FF-5.3");
    checks(&mut test, "l", &["a"], 10);
    assert_eq!(order_of(&test, "a"), OrderState::Good, "a 12 rallies");
}

/// FF-5.3: troops that must check and are out of command do it alone at the end of the step.
#[test]
fn broken_troops_out_of_command_check_at_the_end() {
    let mut test = two().battle();
    put_order(&mut test, "a", OrderState::Disordered);
    go_to(&mut test, "check");
    force(&mut test, &grapeshot::rulesets::fire_and_fury::book::dice::MANEUVER, &[6]);
    let events = pass(&mut test);
    // 6 - 2 out of command + 2 fresh = 6: Rally.
    assert!(says(&events, "FF-5.9", "A: 6, Rally"), "{events:#?}");
}

/// FF-5.4: a spent raw militia line under provisional command of an able leader, its flank open to an enemy at 7 inches:
/// -6.
#[test]
fn a_spent_raw_militia_line_has_six_less() {
    let battle = table().leader_at("l", BLUE, (10.0, 6.0)).foot("m", BLUE, 6, "line", (10.0, 10.0, 90.0));
    let battle = battle.under("l").flag("militia").word("experience", "raw").word("morale", "dispirited");
    let mut test = battle.foot("e", RED, 8, "field_column", (20.0, 8.0, 180.0)).battle();
    put_troops(&mut test, "m", |troops| troops.start = 7);
    let m = unit(&test, "m");
    let sum = ff(&test).maneuver_modifiers(m, Under::Leader(unit(&test, "l")));
    assert_eq!(sum.total(), -6.0, "{sum:?}");
    assert_eq!(amount(&sum, "outflanked"), Some(-2.0));
    assert_eq!(amount(&sum, "provisional command"), Some(-1.0), "militia always, even under their own commander");
}

/// FF-5.4: a limbered veteran light battery of 3, a poor leader in radius: -1 + 1 + 2 + 1 = 3.
#[test]
fn a_limbered_veteran_battery_under_a_poor_leader_has_three_more() {
    let battle = two().leader_at("l", BLUE, (40.0, 12.0)).word("rating", "poor");
    let test = battle.guns("g", BLUE, "LG", 3, "limbered", (40.0, 20.0, 90.0)).word("experience", "veteran").under("l");
    let test = test.battle();
    let sum = ff(&test).maneuver_modifiers(unit(&test, "g"), Under::Leader(unit(&test, "l")));
    assert_eq!(sum.total(), 3.0, "{sum:?}");
}

/// FF-5.4: columns, squares and linear cover give one more, once.
#[test]
fn columns_and_linear_cover_give_one_more_once() {
    let battle = two().obstacle("fence", &[(30.0, 20.2), (40.0, 20.2)]);
    let battle = battle.foot("c", BLUE, 6, "field_column", (50.0, 20.0, 90.0));
    let test = battle.foot("f", BLUE, 6, "line", (35.0, 20.0, 90.0)).battle();
    let sum = |key: &str| ff(&test).maneuver_modifiers(unit(&test, key), Under::Nobody).total();
    assert_eq!((sum("a"), sum("c"), sum("f")), (0.0, 1.0, 1.0));
}

/// FF-5.5: eight inches from the base of the leader to the nearest stand; four if he is attached, or if dense woods lie
/// between.
#[test]
fn a_leader_commands_within_eight_inches() {
    let at = |y: f32, woods: bool| {
        let battle = two().leader_at("l", BLUE, (20.0, y));
        let battle = if woods { battle.area("dense_woods", (15.0, 14.0), (25.0, 15.0)) } else { battle };
        let test = battle.battle();
        ff(&test).in_radius(unit(&test, "l"), unit(&test, "a"))
    };
    // The rear edge of the line is at 19.25; his base has a radius of half an inch.
    assert!(at(10.76, false) && !at(10.7, false));
    assert!(at(14.8, true), "within four inches woods do not matter");
    assert!(!at(12.0, true));
}

/// FF-5.6: a leader of artillery commands guns only.
#[test]
fn a_leader_of_artillery_commands_guns_only() {
    let battle = two().leader_at("l", BLUE, (20.0, 17.0)).word("level", "artillery");
    let mut test = battle.battle();
    go_to(&mut test, "check");
    assert_eq!(refused_by(&test, &group(&test, "l", &["a"])), "FF-2.4");
    assert!(test.battle.check(&alone(&test, "a")).is_ok(), "and so the line is out of command");
}

/// FF-5.7: an enemy column at the end of the line within 8 inches, behind its front, with the line in its arc, outflanks
/// it; one before the front, or farther off, does not; a refused flank that faces it prevents it.
#[test]
fn a_line_is_outflanked_from_behind_its_front() {
    let with = |x: f32, y: f32, refused: (u8, u8)| {
        let battle = table().foot("u", BLUE, 6, "line", (10.0, 10.0, 90.0));
        let mut test = battle.foot("e", RED, 8, "field_column", (x, y, 180.0)).battle();
        if refused != (0, 0) {
            let now = pose(&test, "u");
            put_pose(&mut test, "u", Pose { refused, ..now });
        }
        ff(&test).outflanked_by(unit(&test, "u")).is_some()
    };
    assert!(with(16.0, 8.0, (0, 0)));
    assert!(!with(16.0, 12.0, (0, 0)), "before the front");
    assert!(!with(21.5, 8.0, (0, 0)), "8.5 inches off");
    assert!(!with(16.0, 8.0, (0, 2)), "the flank is refused");
}

/// FF-5.7: a friend in good order on that flank, nearer to the enemy than the corner, guards it.
#[test]
fn a_friend_on_the_flank_guards_it() {
    let battle = table().foot("u", BLUE, 6, "line", (10.0, 10.0, 90.0));
    let battle = battle.foot("g", BLUE, 2, "line", (15.0, 12.0, 90.0));
    let mut test = battle.foot("e", RED, 8, "field_column", (19.0, 8.0, 180.0)).battle();
    let outflanked = |test: &TestBattle| ff(test).outflanked_by(unit(test, "u")).is_some();
    assert!(!outflanked(&test));
    put_order(&mut test, "g", OrderState::Disordered);
    assert!(outflanked(&test), "it guards in good order only");
}

/// FF-5.8, FF-5.9, FF-5.14: the chances of all effects are those of all ten dice, as the rulebook has them.
#[test]
fn the_chances_are_those_of_the_ten_dice() {
    let test = two().battle();
    let mut broken = two().battle();
    put_order(&mut broken, "a", OrderState::Disordered);
    let a = unit(&test, "a");
    let row = |test: &TestBattle, m: i32| -> Vec<i32> {
        ff(test).chances(a, m).into_iter().map(|(_, chance)| (chance * 100.0).round() as i32).collect()
    };
    for (m, good, bad) in [
        (-5, [0, 30, 20, 20, 30], [0, 10, 20, 20, 50]),
        (-3, [0, 50, 20, 20, 10], [0, 30, 20, 20, 30]),
        (-1, [20, 50, 20, 10, 0], [0, 50, 20, 20, 10]),
        (0, [30, 50, 20, 0, 0], [0, 60, 20, 20, 0]),
        (2, [50, 50, 0, 0, 0], [20, 60, 20, 0, 0]),
        (4, [70, 30, 0, 0, 0], [40, 60, 0, 0, 0]),
    ] {
        assert_eq!(row(&test, m), good, "{m}");
        assert_eq!(row(&broken, m), bad, "{m} disordered");
    }
    let effects: Vec<Effect> = ff(&test).chances(a, 0).into_iter().map(|(effect, _)| effect).collect();
    assert_eq!(effects, [Effect::DoubleQuick, Effect::WellHandled, Effect::Tardy, Effect::FallBack, Effect::Panic]);
}

/// FF-5.3: the plan of a check shows all outcomes with their chances before the die is rolled.
#[test]
fn the_outcomes_of_a_check_are_shown_before_the_die() {
    let mut test = two().battle();
    go_to(&mut test, "check");
    let shown = plan(&test, &alone(&test, "a"));
    // -2 out of command, +2 fresh.
    let outcomes: Vec<(String, f32)> =
        shown.outcomes.iter().map(|outcome| (outcome.label.clone(), outcome.chance)).collect();
    assert_eq!(outcomes[0], ("Double Quick".to_owned(), 0.3));
    assert_eq!(outcomes[1], ("Well Handled".to_owned(), 0.5));
    assert_eq!(outcomes.iter().map(|(_, chance)| chance).sum::<f32>(), 1.0);
}

/// FF-5.9: a disordered unit with a result of -2 panics: it breaks, loses two stands and retreats; with 0 it loses none.
#[test]
fn panic_costs_disordered_troops_as_many_stands_as_the_result_is_below_zero() {
    for (die, modifier, left) in [(1, -3.0, 8), (3, -3.0, 10)] {
        let mut test = two().word_of("a", "experience", "raw").battle();
        // -2 out of command, -1 raw, 0 worn.
        put_troops(&mut test, "a", |troops| troops.start = 13);
        put_order(&mut test, "a", OrderState::Disordered);
        assert_eq!(ff(&test).maneuver_modifiers(unit(&test, "a"), Under::Nobody).total(), modifier);
        checks_alone(&mut test, "a", die);
        assert_eq!(count(&test, "a"), left);
        assert_eq!((order_of(&test, "a"), formation(&test, "a")), (OrderState::Broken, Formation::Broken));
    }
}

/// FF-5.11: good order troops that panic lose no stand.
#[test]
fn panic_costs_good_order_troops_no_stand() {
    let mut test = two().word_of("a", "experience", "raw").battle();
    put_troops(&mut test, "a", |troops| troops.start = 22);
    // -2 out of command, -1 raw, -2 spent: 1 - 5 = -4.
    checks_alone(&mut test, "a", 1);
    assert_eq!((count(&test, "a"), order_of(&test, "a")), (10, OrderState::Broken));
}

/// FF-5.10: troops that fall back hold outside close range; within it they go out of it and are disordered.
#[test]
fn troops_fall_back_out_of_close_range() {
    for (y, order) in [(23.5, OrderState::Disordered), (30.0, OrderState::Good)] {
        let battle = table().foot("a", BLUE, 10, "line", (20.0, 20.0, 90.0)).word("experience", "raw");
        let mut test = battle.foot("r", RED, 8, "line", (20.0, y, 270.0)).battle();
        put_troops(&mut test, "a", |troops| troops.start = 13);
        // -2 out of command, -1 raw: 2 - 3 = -1.
        checks_alone(&mut test, "a", 2);
        assert_eq!(order_of(&test, "a"), order);
        let gap = ff(&test).gap(unit(&test, "a"), unit(&test, "r"));
        if order == OrderState::Disordered { about(gap, 4.01) } else { about(gap, y - 20.0) }
    }
}

/// FF-5.10: light guns in close range limber and retreat; heavy ones are lost.
#[test]
fn heavy_guns_that_fall_back_in_close_range_are_lost() {
    for (gun, lost) in [("LG", false), ("HG", true)] {
        let battle = table().guns("g", BLUE, gun, 1, "unlimbered", (20.0, 20.0, 90.0)).word("experience", "raw");
        let mut test = battle.foot("r", RED, 8, "line", (20.0, 23.5, 270.0)).battle();
        // -2 out of command, -1 raw: 2 - 3 = -1.
        checks_alone(&mut test, "g", 2);
        assert_eq!(count(&test, "g") == 0, lost, "{gun}");
        if !lost {
            assert_eq!(formation(&test, "g"), Formation::Limbered);
            assert!(ff(&test).values(unit(&test, "g")).silenced);
        }
    }
}

/// FF-5.12: a square that falls back holds in good order; one that is wavering stays disordered where it is.
#[test]
fn squares_hold() {
    let battle = table().foot("a", BLUE, 12, "square", (20.0, 20.0, 90.0)).word("experience", "raw");
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 23.5, 270.0)).battle();
    put_troops(&mut test, "a", |troops| troops.start = 24);
    let before = front(&test, "a");
    // -2 -1 -2 + 1 = -4: 4 - 4 = 0.
    checks_alone(&mut test, "a", 4);
    assert_eq!((order_of(&test, "a"), front(&test, "a")), (OrderState::Good, before));
}

/// FF-2.11: a brave colonel gives one more also out of command, and not beside an attached leader.
#[test]
fn a_brave_colonel_gives_one_more() {
    let test = two().flag("brave_colonel").battle();
    let r = ff(&test).maneuver_modifiers(unit(&test, "r"), Under::Nobody);
    assert_eq!(amount(&r, "brave colonel"), Some(1.0));
    assert_eq!(amount(&r, "out of command"), Some(-2.0));
}

/// FF-16.1: heavy casualties and greater losses are a quarter and two fifths of the start unless the scenario says
/// otherwise.
#[test]
fn the_thresholds_follow_from_the_start() {
    let big = (0..4).fold(table(), |table, n| {
        table.foot(&format!("a{n}"), BLUE, 25, "field_column", (5.0 + 5.0 * n as f32, 20.0, 90.0))
    });
    let test = big.foot("r", RED, 8, "line", (20.0, 50.0, 270.0)).battle();
    assert_eq!(ff(&test).thresholds(BLUE), (25.0, 40.0));
    assert_eq!(ff(&test).thresholds(RED), (2.0, 4.0), "3.2 is rounded up");
    let given = Value::List(vec![Value::Number(15.0), Value::Number(3.0)]);
    let test = two().setting("heavy_casualties", given).battle();
    assert_eq!((ff(&test).thresholds(BLUE).0, ff(&test).thresholds(RED).0), (15.0, 3.0));
}

/// FF-5.9: a broken unit that rallies re-forms in line toward the enemy, its front where the front of the block was.
#[test]
fn a_broken_unit_rallies_in_line_toward_the_enemy() {
    let mut test = two().leader_at("l", BLUE, (20.0, 12.0)).battle();
    put_order(&mut test, "a", OrderState::Broken);
    let now = pose(&test, "a");
    put_pose(&mut test, "a", now.form(Formation::Broken).at(now.front, Heading(270.0)));
    // 0 able - 1 provisional + 2 fresh - 2 broken = -1: 8 - 1 = 7.
    checks(&mut test, "l", &["a"], 8);
    assert_eq!((order_of(&test, "a"), formation(&test, "a")), (OrderState::Good, Formation::Line));
    assert!(pose(&test, "a").facing.angle_to(Heading(90.0)) < 1.0);
    near(front(&test, "a"), 20.0, 20.0);
}

/// FF-5.9: a broken unit that has no room to re-form stays broken.
#[test]
fn a_broken_unit_between_two_rivers_has_no_room_to_rally() {
    let gorge = two().area("river", (0.0, 0.0), (18.0, 60.0)).area("river", (22.0, 0.0), (40.0, 60.0));
    let mut test = gorge.leader_at("l", BLUE, (20.0, 12.0)).battle();
    put_order(&mut test, "a", OrderState::Broken);
    let now = pose(&test, "a");
    put_pose(&mut test, "a", now.form(Formation::Broken).at(now.front, Heading(270.0)));
    let events = checks(&mut test, "l", &["a"], 8);
    assert_eq!((order_of(&test, "a"), formation(&test, "a")), (OrderState::Broken, Formation::Broken));
    assert!(says(&events, "FF-5.9", "no room to re-form"));
}

/// FF-6.2: the strip tells which side has made its maneuver until fire begins.
#[test]
fn the_strip_tells_who_has_made_its_maneuver() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let mut test = battle.foot("q", RED, 6, "line", (20.0, 40.0, 270.0)).battle();
    let acted = |test: &TestBattle| test.battle.rules().turn_steps(&test.battle.view()).expect("it has steps").acted;
    checks_alone(&mut test, "p", 5);
    assert_eq!(acted(&test), []);
    marches(&mut test, "p", &[ahead(2.0)]);
    let stands: Vec<_> = (1..=6).map(|n| test.piece("p", n)).collect();
    assert_eq!(acted(&test), stands);
    to_fire(&mut test, RED);
    assert_eq!(acted(&test), []);
}
