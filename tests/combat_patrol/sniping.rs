//! CP-6.13: shots at placed charges.

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring,
    battle::Intervention,
    forces::Value,
    rulesets::combat_patrol::{book::marks, state::mines::Mines},
    testing::RED,
    turn::VictoryTerms,
};

use crate::chapters::*;

/// Blue's charge on a bridge over deep water, and red's Elite sergeant with a rifle, a sniper, 18 inches from it; his
/// mate is none. A third man of blue stands on the bridge.
fn bridge(on_it: bool) -> TestTable {
    let men: &[(f32, f32, f32)] =
        if on_it { &[(10.0, 20.0, 90.0), (31.0, 20.0, 90.0)] } else { &[(10.0, 20.0, 90.0), (12.0, 20.0, 90.0)] };
    table()
        .stream(&[(30.0, 0.0), (30.0, 48.0)], 11.0, true)
        .bridge((22.0, 18.0), (38.0, 22.0))
        .unit("blue", BLUE, men)
        .value("charge", Value::List([30.0, 20.0].map(Value::Number).to_vec()))
        .number("charge_points", 5.0)
        .unit("red", RED, &[(38.0, 36.5, 270.0), (40.0, 40.0, 270.0)])
        .weapons(&["rifle"])
        .leader("accuracy", Value::Word("Elite".into()))
        .leader("sniper", Value::Flag(true))
}

/// Red acts; the charge is laid or not.
fn acting(table: TestTable, laid: bool) -> TestBattle {
    let mut test = table.acting("red");
    let mut mines = test.battle.view().resource::<Mines>().clone();
    mines.0[0].done = if laid { mines.0[0].needed } else { 0 };
    let value = serde_json::to_value(&mines).expect("charges are plain data");
    let put = Intervention::Put { state: "mines".into(), of: None, value };
    test.battle.intervene(put).expect("charges are state of the battle");
    // His mate has something to do, so that the activation goes on.
    test.mark(test.piece("red", 2), &marks::RELOAD, 1);
    let nobody = order(&test, "declare");
    test.order(nobody);
    test
}

fn snipe(test: &TestBattle, man: usize) -> Order {
    order(test, "snipe").pieces([test.piece("red", man)]).path([to(30.0, 20.0)])
}

fn fired(test: &TestBattle) -> bool {
    test.battle.view().resource::<Mines>().0[0].fired
}

/// CP-6.13, CP-6.15 (the example of OW-7.11): Elite sniper with rifle, charge at medium range: column 1 + 1 - 1 = 1;
/// hit; next card M: it goes off; L: nothing.
#[test]
fn a_sniper_sets_a_charge_off() {
    // Card 3 has one hole; card 4 shows a medium burst icon, card 1 only a large one.
    for (icon, goes) in [(4, true), (1, false)] {
        let mut test = acting(bridge(false), true);
        let shot = snipe(&test, 1);
        let plan = test.battle.check(&shot).expect("he may");
        assert_eq!(plan.odds[0].explained.total(), 1.0, "{:?}", plan.odds[0].explained);
        assert_eq!(plan.odds[0].then[0].0, "a hit sets it off in 40 %");
        test.cards(RED, &[3, icon]);
        test.order(shot);
        assert_eq!(fired(&test), goes, "card {icon}");
        let points = test.battle.rules().standings(&test.battle.view())[BLUE.index()].points.total();
        assert_eq!(points, if goes { 5.0 } else { 0.0 }, "who wanted the bridge down has it down");
        assert!(cp(&test).view.marks(test.piece("red", 1)).has(&marks::RELOAD));
    }
}

/// CP-6.13: a miss does nothing; the shot is the sniper's action.
#[test]
fn a_miss_leaves_the_charge_alone() {
    let mut test = acting(bridge(false), true);
    test.cards(RED, &[1]);
    let shot = snipe(&test, 1);
    test.order(shot.clone());
    assert!(!fired(&test));
    assert_eq!(test.battle.check(&shot).unwrap_err().rule.to_string(), "CP-2.12");
}

/// CP-6.13, HM-8.2: those on the bridge go down with it, as when engineers fire the charge.
#[test]
fn those_on_the_bridge_go_down_with_it() {
    let mut test = acting(bridge(true), true);
    // It is hit and goes off; card 9 (L) hits the man on the bridge, card 8 puts him out.
    test.cards(RED, &[3, 4, 9, 8]);
    let shot = snipe(&test, 1);
    test.order(shot);
    assert!(!test.battle.view().in_play(test.piece("blue", 2)));
}

/// CP-6.13: only snipers can hit a charge, and only one that is laid; what a shot needs he needs too.
#[test]
fn what_a_shot_at_a_charge_needs() {
    let mut test = acting(bridge(false), true);
    let refused = snipe(&test, 2);
    let why = test.refused(refused);
    assert_eq!(why, ("red.2 is no sniper: only snipers can hit a charge".into(), "CP-6.13".into()));
    let aside = order(&test, "snipe").pieces([test.piece("red", 1)]).path([to(30.0, 24.0)]);
    assert_eq!(test.refused(aside).1, "CP-6.13");
    let man = test.piece("red", 1);
    test.stand(man, 38.0, 36.5, 90.0);
    let behind = snipe(&test, 1);
    assert_eq!(test.refused(behind).1, "CP-1.6");
    test.stand(man, 38.0, 36.5, 270.0);
    test.mark(man, &marks::RELOAD, 1);
    let empty = snipe(&test, 1);
    assert_eq!(test.refused(empty).1, "HM-3.3");
    test.mark(man, &marks::RELOAD, 0);
    test.stand(man, 68.0, 40.0, 180.0);
    let far = snipe(&test, 1);
    assert_eq!(test.refused(far).1, "CP-6.2", "42 inches");
}

/// CP-6.13: of several men who are named the sniper is meant.
#[test]
fn the_sniper_of_a_unit_shoots_if_all_are_named() {
    let mut test = acting(bridge(false), true);
    let all = snipe(&test, 1).pieces(test.pieces("red"));
    assert!(test.order(all).iter().any(|event| event.text.starts_with("Red.1")));
}

/// CP-6.13: nobody is asked about a charge that is not laid.
#[test]
fn a_charge_that_is_not_laid_is_no_target() {
    let test = acting(bridge(false), false);
    assert!(!test.battle.awaiting().asks[0].verbs.iter().any(|verb| verb.0 == "snipe"));
}

/// CP-1.8: a man who does not see the charge does not hit it.
#[test]
fn a_hidden_charge_is_not_hit() {
    let table = bridge(false).obstacle("stone_wall", &[(20.0, 30.0), (50.0, 30.0)]).height(4.0);
    let mut test = acting(table, true);
    let shot = snipe(&test, 1);
    assert_eq!(test.refused(shot), ("red.1 does not see the charge".into(), "CP-1.8".into()));
}

/// CP-6.13: the computer shoots at a charge on which its enemies stand, not at one that only earns them points.
#[test]
fn the_computer_shoots_at_a_charge_under_its_enemies() {
    let shoots = |on_it: bool| {
        let mut terms = VictoryTerms { margin: 1.0, handicap: vec![0.0; 2], ..VictoryTerms::default() };
        terms.losses.each = 20.0;
        let table = bridge(on_it).victory(terms);
        let mut test = acting(table, true);
        // Too far to shoot at any man, near enough to the charge.
        test.stand(test.piece("blue", 1), 2.0, 2.0, 90.0);
        if on_it {
            test.stand(test.piece("blue", 2), 23.0, 19.0, 90.0);
        } else {
            test.stand(test.piece("blue", 2), 4.0, 2.0, 90.0);
        }
        let ask = test.battle.awaiting().asks[0].clone();
        let orders = test.battle.rules().prospects(&test.battle.view_of(RED), &ask);
        let worth = orders.iter().find(|(order, _)| order.verb.0 == "snipe").map(|(_, worth)| worth.total());
        let best = unerring(1).decide(&test.battle, &ask).order;
        (worth.expect("it is thought of") > 0.0, best.verb.0 == "snipe")
    };
    assert!(shoots(true).0);
    assert_eq!(shoots(false), (false, false));
}

/// CP-6.13: the shot goes at the charge itself: its place is what counts, whoever stands beside it.
#[test]
fn the_shot_goes_at_the_charge_itself() {
    let test = acting(bridge(true), true);
    let shot = snipe(&test, 1);
    let distance = test.battle.view().outline(test.piece("red", 1)).gap_to_point(Vec2::new(30.0, 20.0));
    assert!((17.0..18.0).contains(&distance), "{distance}");
    assert!(test.battle.check(&shot).is_ok());
}
