//! How charges go in and are followed (FF-10.2, FF-10.3, FF-10.9, FF-12.9), and what units do after a combat (FF-10.12 to
//! FF-10.15).

use grapeshot::{
    events::BattleEvent,
    forces::PieceId,
    orders::{Leg, Order},
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::{Formation, Pose},
            values::{Class, OrderState},
            verbs,
        },
        state::sequence_of_play::ChargeStage,
    },
    table::position::Heading,
};

use crate::kit::*;

fn go(test: &TestBattle, key: &str, legs: &[Leg]) -> Order {
    told(test, &verbs::GO, key).path(legs.to_vec())
}

fn met(test: &TestBattle, key: &str) -> Option<grapeshot::forces::UnitId> {
    ff(test).charge_of(test.unit(key)).filter(|charge| charge.stage == ChargeStage::Contact).map(|charge| charge.target)
}

/// `p` has declared its charge on `q`, and no unit answers in haste.
fn declared(battle: TestTable, how: &str) -> TestBattle {
    let mut test = ready(battle, 5);
    let order = charge(&test, "p", "q", how);
    declares(&mut test, order);
    go_to(&mut test, "go");
    test
}

/// FF-10.2: a charge ends in contact, neither short of its target nor in it.
#[test]
fn a_charge_ends_just_in_contact() {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
    let mut test = declared(battle.foot("q", RED, 8, "line", (20.0, 17.0, 270.0)), "fire");
    test.order(go(&test, "p", &[]));
    assert!((front(&test, "p").y - 17.0).abs() < 1e-3, "{}", front(&test, "p"));
}

/// FF-10.2: one wheel of up to 45 degrees at any point, or an oblique at the beginning, never both; the last leg runs on to
/// contact.
#[test]
fn a_player_lays_the_way_of_his_charge() {
    let battle = || {
        let battle = table().foot("p", BLUE, 4, "line", (20.0, 10.0, 90.0));
        battle.foot("q", RED, 4, "line", (23.0, 15.0, 270.0))
    };
    let test = declared(battle(), "fire");
    let refused = |legs: &[Leg]| refused_by(&test, &go(&test, "p", legs));
    assert_eq!(refused(&[wheel(-10.0), aside(3.0, -20.0)]), "FF-10.2", "a wheel and an oblique");
    assert_eq!(refused(&[wheel(-10.0), ahead(1.0), wheel(-10.0)]), "FF-10.2", "two wheels");
    assert_eq!(refused(&[ahead(1.0), aside(3.0, -30.0)]), "FF-10.2", "an oblique later on");
    assert_eq!(refused(&[wheel(-50.0)]), "FF-10.2", "too wide a wheel");
    assert_eq!(refused(&[back(2.0)]), "FF-10.2", "back");
    assert_eq!(refused(&[wheel(45.0)]), "FF-10.2", "a way that misses");
    assert_eq!(refused(&[form("field_column")]), "FF-10.2", "another formation");
    for legs in [vec![ahead(2.0), wheel(-10.0)], vec![aside(2.0, -20.0)], vec![ahead(1.0)]] {
        let mut test = declared(battle(), "fire");
        let order = go(&test, "p", &legs);
        test.order(order);
        assert_eq!(met(&test, "p"), Some(test.unit("q")), "{legs:?}");
    }
}

/// FF-10.2: an enemy in the way stops a charger and becomes its target.
#[test]
fn an_enemy_in_the_way_becomes_a_target() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let battle = battle.foot("q", RED, 6, "line", (20.0, 17.0, 270.0)).foot("e", RED, 6, "line", (40.0, 30.0, 270.0));
    let mut test = declared(battle, "fire");
    let there = pose(&test, "e");
    put_pose(&mut test, "e", there.at(bevy::math::Vec2::new(20.0, 13.0), Heading(270.0)));
    let order = go(&test, "p", &[]);
    let events = test.order(order);
    assert!(says(&events, "FF-10.2", "P runs into E"), "{events:#?}");
    assert_eq!(met(&test, "p"), Some(test.unit("e")));
    near(front(&test, "p"), 20.0, 13.0);
}

/// FF-10.2: a charger that cannot reach its target any more stops at the end of its allowance, and fights no enemy.
#[test]
fn a_charger_out_of_reach_stops_short() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let mut test = declared(battle.foot("q", RED, 6, "line", (20.0, 17.0, 270.0)), "fire");
    let there = pose(&test, "q");
    put_pose(&mut test, "q", there.at(bevy::math::Vec2::new(20.0, 25.0), Heading(270.0)));
    let order = go(&test, "p", &[]);
    test.order(order);
    assert_eq!(met(&test, "p"), None);
    near(front(&test, "p"), 20.0, 18.0);
}

/// FF-10.1: a unit that has declared a charge is committed to it.
#[test]
fn a_declared_charge_goes_in() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let test = declared(battle.foot("q", RED, 6, "line", (20.0, 17.0, 270.0)), "fire");
    assert_eq!(refused_by(&test, &Order::new(BLUE, &verbs::PASS)), "FF-5.2");
}

/// A charger, a friend behind it that has checked too, and their enemy.
fn supported() -> TestBattle {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).foot("s", BLUE, 6, "line", (20.0, 8.0, 90.0));
    let mut test = battle.foot("q", RED, 8, "line", (20.0, 16.0, 270.0)).battle();
    for key in ["p", "s"] {
        checks_alone(&mut test, key, 5);
        pass(&mut test);
    }
    go_to(&mut test, "declare");
    let order = charge(&test, "p", "q", "fire");
    declares(&mut test, order);
    go_to(&mut test, "go");
    test
}

/// FF-10.3: a unit close behind the charger follows it and counts half its stands: 10 + 3 to 8 is three to two.
#[test]
fn a_support_follows_its_charger_and_counts_half() {
    let mut test = supported();
    let order = go(&test, "p", &[]);
    test.order(order);
    assert_eq!(asked(&test), "go");
    let (p, q, s) = (test.unit("p"), test.unit("q"), test.unit("s"));
    assert!(ff(&test).supports(p, &[p], &[q]).is_empty(), "where it stands at combat counts");
    let order = go(&test, "s", &[]);
    test.order(order);
    near(front(&test, "s"), 20.0, 14.0);
    assert_eq!(ff(&test).supports(p, &[p], &[q]).to_vec(), [s]);
    let charge = ff(&test).charge_of(p).cloned().expect("it is on");
    let sum = ff(&test).charge_modifiers(&ff(&test).combat_of(&charge), false);
    assert!(sum.modifiers().iter().any(|line| line.rule.0 == "FF-10.8" && line.amount == -1.0), "{sum:?}");
}

/// FF-10.3: a support ends within two inches of its charger, and does not change its formation.
#[test]
fn a_support_comes_up_to_its_charger() {
    let mut test = supported();
    let order = go(&test, "p", &[]);
    test.order(order);
    assert_eq!(refused_by(&test, &go(&test, "s", &[ahead(2.0)])), "FF-10.3");
    assert_eq!(refused_by(&test, &go(&test, "s", &[form("field_column"), ahead(4.0)])), "FF-10.3");
    assert_eq!(refused_by(&test, &go(&test, "s", &[]).choice("disordered")), "FF-6.4");
    assert!(test.battle.check(&go(&test, "s", &[ahead(5.5)])).is_ok());
}

/// FF-10.3: a unit that has not checked does not follow, and no player is asked for it.
#[test]
fn a_unit_without_a_check_does_not_follow() {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).foot("s", BLUE, 6, "line", (20.0, 8.0, 90.0));
    let mut test = declared(battle.foot("q", RED, 8, "line", (20.0, 16.0, 270.0)), "fire");
    let order = go(&test, "p", &[]);
    test.order(order);
    assert_ne!(asked(&test), "go");
}

/// FF-10.3: a friend of the defender supports him only if it faces the enemy.
#[test]
fn a_defender_is_supported_by_who_faces_the_enemy() {
    for (facing, supports) in [(270.0, true), (90.0, false)] {
        let battle = table().foot("p", BLUE, 6, "line", (20.0, 20.0, 90.0));
        let battle = battle.foot("q", RED, 6, "line", (20.0, 20.0, 270.0));
        let test = battle.foot("s", RED, 6, "line", (26.5, 20.0, facing)).battle();
        let (p, q) = (test.unit("p"), test.unit("q"));
        assert_eq!(!ff(&test).supports(q, &[q], &[p]).is_empty(), supports, "{facing}");
    }
}

/// Open order that has evaded `p`.
fn evaded() -> TestBattle {
    let battle = table().foot("p", BLUE, 8, "line", (20.0, 20.0, 90.0));
    let battle = battle.foot("q", RED, 4, "open_order", (20.0, 26.0, 270.0)).flag("light");
    let mut test = ready(battle, 5);
    let order = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, order);
    let answer = told(&test, &verbs::REACT, "q").choice("evade");
    test.order(answer);
    go_to(&mut test, "go");
    test
}

/// FF-12.9: a charger goes where the evader stood and stops there, or goes on toward it as far as its 8 inches reach.
#[test]
fn a_charger_goes_where_the_evader_stood_or_on_after_it() {
    for (choice, y) in [("stop", 26.0), ("follow", 28.0)] {
        let mut test = evaded();
        let order = go(&test, "p", &[]).choice(choice);
        test.order(order);
        near(front(&test, "p"), 20.0, y);
        assert_eq!(met(&test, "p"), None);
    }
}

/// FF-12.9: a charger may also go on after the evader, which is broken.
#[test]
fn a_charger_goes_on_after_an_evader_in_reach() {
    let mut test = evaded();
    let there = pose(&test, "q");
    put_pose(&mut test, "q", there.at(bevy::math::Vec2::new(20.0, 29.0), Heading(90.0)));
    let order = go(&test, "p", &[]).choice("follow");
    let events = test.order(order);
    assert!(says(&events, "FF-10.2", "P charges home"), "{events:#?}");
    let sums = events.iter().filter(|event| event.rule.0 == "FF-10.5").map(|event| &event.explained);
    let broken: Vec<Option<f32>> = sums.map(|sum| amount(sum, "broken")).collect();
    assert!(broken.contains(&Some(-3.0)), "{events:#?}");
}

/// FF-12.9: a charger does not go on after a target that has not evaded.
#[test]
fn nobody_follows_a_target_that_stands() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let test = declared(battle.foot("q", RED, 6, "line", (20.0, 17.0, 270.0)), "fire");
    assert_eq!(refused_by(&test, &go(&test, "p", &[]).choice("follow")), "FF-12.9");
}

/// Fights the charge of `p` on `q` with two dice and returns the lines of the log from then on.
fn fought(test: &mut TestBattle, dice: &[u16]) -> Vec<BattleEvent> {
    force(test, &dice::FIRE, &[1, 1, 1, 1]);
    force(test, &dice::CHARGE, dice);
    let from = test.battle.log().len();
    for _ in 0..12 {
        if says(&test.battle.log().events()[from..], "FF-10.5", "attack") {
            break;
        }
        goes_on(test);
    }
    test.battle.log().events()[from..].to_vec()
}

fn horse_and_foot() -> TestTable {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    battle.foot("q", RED, 8, "line", (20.0, 20.0, 270.0))
}

/// FF-10.12, FF-10.15: cavalry that falters in its first combat gives way, or is recalled up to a full move, and faces as its
/// owner likes; it stays disordered.
#[test]
fn cavalry_that_falters_may_be_recalled() {
    // 2 + 2 + 1 to 2 in good order: 1 and 5 make 5 to 7.
    let mut test = declared(horse_and_foot(), "fire");
    let events = fought(&mut test, &[1, 5]);
    assert!(says(&events, "FF-10.12", "Falter"), "{events:#?}");
    assert_eq!((asked(&test).as_str(), asked_side(&test)), ("winner", BLUE));
    let recall = |test: &TestBattle| told(test, &verbs::DECIDE, "p").choice("recall");
    assert_eq!(refused_by(&test, &recall(&test).number(17.0)), "FF-10.15");
    assert_eq!(refused_by(&test, &told(&test, &verbs::DECIDE, "p").choice("carry")), "FF-10.10");
    let order = recall(&test).number(8.0).heading(Heading(90.0));
    let from = test.battle.log().len();
    test.order(order);
    near(front(&test, "p"), 20.0, 12.0);
    // That it turns about at both ends is no part of its way.
    let events = &test.battle.log().events()[from..];
    assert!(says(events, "FF-10.15", "is recalled 8.0\u{2033}"), "{events:#?}");
    assert_eq!((order_of(&test, "p"), pose(&test, "p").facing), (OrderState::Disordered, Heading(90.0)));
}

/// FF-10.15: foot is not recalled, nor is cavalry after its second combat.
#[test]
fn only_cavalry_is_recalled_and_only_after_its_first_combat() {
    let test = declared(horse_and_foot(), "fire");
    let (p, q) = (test.unit("p"), test.unit("q"));
    let charge = ff(&test).charge_of(p).cloned().expect("it is on");
    let mut combat = ff(&test).combat_of(&charge);
    assert!(ff(&test).may_recall(p, &combat));
    assert!(!ff(&test).may_recall(q, &combat), "foot");
    combat.second = true;
    assert!(!ff(&test).may_recall(p, &combat), "a second combat");
}

/// FF-10.10: cavalry that presses the defender hard carries the position or is recalled, in disorder.
#[test]
fn cavalry_that_presses_hard_carries_or_is_recalled() {
    let mut test = declared(horse_and_foot(), "fire");
    let events = fought(&mut test, &[5, 5]);
    assert!(says(&events, "FF-10.10", "Hard Pressed (+2)"), "{events:#?}");
    let order = told(&test, &verbs::DECIDE, "p").choice("recall");
    test.order(order);
    assert_eq!(order_of(&test, "p"), OrderState::Disordered);
    assert!(front(&test, "p").y < 6.0, "{}", front(&test, "p"));
    assert_eq!(order_of(&test, "q"), OrderState::Disordered);
}

/// FF-12.8: a square that is hard pressed holds; the cavalry goes back in good order.
#[test]
fn cavalry_leaves_a_square_in_good_order() {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0)).word("experience", "elite");
    let battle = battle.foot("q", RED, 8, "square", (20.0, 20.0, 270.0)).word("experience", "raw");
    let mut test = declared(battle, "fire");
    // 2 + 2 to -1 + 2.
    let events = fought(&mut test, &[3, 4]);
    assert!(says(&events, "FF-10.10", "Hard Pressed (+2)"), "{events:#?}");
    let order = told(&test, &verbs::DECIDE, "p").choice("give_way");
    test.order(order);
    near(front(&test, "p"), 20.0, 18.0);
    assert_eq!((order_of(&test, "p"), formation(&test, "q")), (OrderState::Good, Formation::Square));
}

/// FF-10.9, FF-10.12: cavalry whose countercharge wins carries the position, is recalled or holds, as its owner says; it is
/// disordered.
#[test]
fn a_countercharger_who_wins_carries_or_is_recalled() {
    let battle = || {
        let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
        let battle = battle.foot("q", RED, 6, "line", (20.0, 24.0, 270.0));
        battle.horse("c", RED, 6, "line", (27.0, 24.0, 270.0)).word("experience", "veteran")
    };
    for choice in ["hold", "carry", "recall"] {
        let mut test = ready(battle(), 5);
        let order = charge(&test, "p", "q", "fire");
        declares(&mut test, order);
        let answer = told(&test, &verbs::REACT, "c").choice("countercharge");
        test.order(answer);
        go_to(&mut test, "go");
        let before = front(&test, "c");
        let order = go(&test, "p", &[]);
        test.order(order);
        assert_eq!(met(&test, "p"), Some(test.unit("c")), "the target is not in the combat");
        let events = fought(&mut test, &[3, 4]);
        assert!(says(&events, "FF-10.12", "Falter"), "{events:#?}");
        while asked_side(&test) == BLUE {
            let order = told(&test, &verbs::DECIDE, "p").choice("give_way");
            test.order(order);
        }
        assert_eq!(asked(&test), "winner", "{choice}");
        let order = told(&test, &verbs::DECIDE, "c").choice(choice);
        test.order(order);
        let moved = before.distance(front(&test, "c"));
        assert_eq!(moved > 0.5, choice != "hold", "{choice}: {moved}");
        assert_eq!(order_of(&test, "c"), OrderState::Disordered);
    }
}

/// FF-4.7, FF-10.9: cavalry that countercharges through a friend in open order does not stop on him.
#[test]
fn a_countercharger_does_not_stop_on_a_friend() {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let battle = battle.foot("q", RED, 6, "open_order", (20.0, 18.2, 270.0)).flag("light");
    let mut test = ready(battle.horse("c", RED, 4, "line", (20.0, 22.0, 270.0)), 5);
    let order = charge(&test, "p", "q", "fire");
    declares(&mut test, order);
    let answer = told(&test, &verbs::REACT, "c").choice("countercharge");
    test.order(answer);
    go_to(&mut test, "go");
    let (c, at) = (test.unit("c"), pose(&test, "c"));
    assert!(ff(&test).has_room(c, &at, true).is_ok(), "{at:?}");
}

/// FF-10.14: a unit that breaks through goes for the closest enemy that it has not beaten, unless a beaten one stands
/// in its path.
#[test]
fn who_breaks_through_leaves_the_beaten_alone_unless_they_stand_in_its_path() {
    let battle = table().horse("p", BLUE, 4, "line", (20.0, 10.0, 90.0)).foot("q", RED, 4, "line", (26.0, 14.0, 270.0));
    let mut test = battle.foot("r", RED, 4, "line", (20.0, 18.0, 270.0)).battle();
    let (p, q, r) = (test.unit("p"), test.unit("q"), test.unit("r"));
    assert_eq!(ff(&test).closest_prey(p, &[]), Some(q));
    assert_eq!(ff(&test).closest_prey(p, &[q]), Some(r));
    let start: Pose = pose(&test, "p");
    let way = ff(&test).break_through_from(p, &start, r);
    assert_eq!((way.meets, way.class), (Some(r), Class::Open));
    put_pose(&mut test, "q", start.at(bevy::math::Vec2::new(20.0, 14.0), Heading(270.0)));
    assert_eq!(ff(&test).break_through_from(p, &start, r).meets, Some(q));
}

/// FF-4.7, FF-10.14: a breakthrough goes over the guns of its own side, and does not end on them.
#[test]
fn a_breakthrough_ends_on_no_friend() {
    let battle = table().horse("p", BLUE, 4, "line", (20.0, 10.0, 90.0)).foot("r", RED, 4, "line", (20.0, 18.0, 270.0));
    let battle = battle.guns("g", BLUE, "LG", 1, "unlimbered", (20.0, 17.5, 90.0));
    let test = battle.battle();
    let way = ff(&test).break_through_from(test.unit("p"), &pose(&test, "p"), test.unit("r"));
    let end = way.poses[way.poses.len() - 1];
    assert!(ff(&test).has_room(test.unit("p"), &end, true).is_ok(), "{end:?}");
}

/// FF-10.14: a breakthrough that meets no enemy goes half the double quick rate and stops an inch before the enemy.
#[test]
fn a_breakthrough_stops_an_inch_before_the_enemy() {
    for (y, wanted) in [(40.0, 22.0), (22.5, 21.5)] {
        let battle = table().horse("p", BLUE, 4, "line", (20.0, 10.0, 90.0));
        let test = battle.foot("r", RED, 4, "line", (20.0, y, 270.0)).battle();
        let way = ff(&test).break_through_from(test.unit("p"), &pose(&test, "p"), test.unit("r"));
        assert_eq!(way.meets, None);
        about(way.poses[way.poses.len() - 1].front.y, wanted);
    }
}

/// FF-10.5: fire takes the stand of the target that touched; the combat is fought all the same.
#[test]
fn a_combat_is_fought_though_the_stand_that_touched_has_fallen() {
    let battle = table().foot("p", BLUE, 4, "line", (15.2, 10.0, 90.0)).foot("q", RED, 6, "line", (20.0, 17.0, 270.0));
    let battle = battle.guns("g", BLUE, "LG", 2, "unlimbered", (21.0, 9.0, 90.0));
    let mut test = declared(battle, "cold_steel");
    let order = go(&test, "p", &[]);
    test.order(order);
    let (p, falls) = (stands(&test, "p"), ff(&test).next_loss(test.unit("q")).map(|(piece, _)| piece));
    let touching = |piece: &PieceId| p.iter().any(|own| own.gap(&test.battle.view().outline(*piece)) < 0.05);
    let touched: Vec<PieceId> = ff(&test).stands(test.unit("q")).into_iter().filter(touching).collect();
    assert_eq!(Some(&touched[..]), falls.as_ref().map(std::slice::from_ref));
    // 6 points, and 10: Telling.
    force(&mut test, &dice::FIRE, &[1, 10]);
    force(&mut test, &dice::CHARGE, &[6, 5]);
    let from = test.battle.log().len();
    let order = shoot(&test, "p");
    test.order(order);
    while asked_side(&test) == RED {
        pass(&mut test);
    }
    let order = shoot(&test, "q");
    test.order(order);
    assert!(says(&test.battle.log().events()[from..], "FF-8.17", "Telling"));
    for _ in 0..4 {
        if says(&test.battle.log().events()[from..], "FF-10.5", "P attacks") {
            return;
        }
        goes_on(&mut test);
    }
    panic!("{:#?}", &test.battle.log().events()[from..]);
}

/// FF-10.13: a line that carries a position may refuse a flank.
#[test]
fn a_line_that_carries_a_position_may_refuse_a_flank() {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
    let mut test = declared(battle.foot("q", RED, 8, "line", (20.0, 17.0, 270.0)), "cold_steel");
    force(&mut test, &dice::FIRE, &[1, 1, 1, 1]);
    force(&mut test, &dice::CHARGE, &[6, 5]);
    go_to(&mut test, "winner");
    let refuse = |test: &TestBattle, flank: &'static str, stands: f32| {
        told(test, &verbs::DECIDE, "p").choice(flank).number(stands)
    };
    assert_eq!(refused_by(&test, &refuse(&test, "both", 1.0)), "FF-10.10", "only a storming column");
    assert_eq!(refused_by(&test, &refuse(&test, "left", 10.0)), "FF-3.4", "all of them");
    let order = refuse(&test, "left", 2.0);
    test.order(order);
    assert_eq!(pose(&test, "p").refused, (2, 0));
    near(front(&test, "p"), 20.0, 17.75);
}

/// FF-6.4, FF-10.2: a Tardy unit may say that it charges a full move in disorder also where half a move
/// reaches; a unit that is well handled needs none.
#[test]
fn a_tardy_charger_may_choose_to_go_its_full_move_in_disorder() {
    let battle = || {
        let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
        battle.foot("q", RED, 8, "line", (20.0, 13.0, 270.0))
    };
    for (how, wanted) in [("fire", OrderState::Good), ("fire_disordered", OrderState::Disordered)] {
        let mut test = ready(battle(), 1);
        let words = &test.battle.awaiting().asks[0].choices;
        assert!(words.iter().any(|(word, _)| word == how), "{words:?}");
        let order = charge(&test, "p", "q", how);
        let warned = plan(&test, &order).warnings.iter().any(|warning| warning.contains("FF-6.4"));
        assert_eq!(warned, wanted == OrderState::Disordered);
        declares(&mut test, order);
        force(&mut test, &dice::FIRE, &[1, 1, 1, 1]);
        go_to(&mut test, "fire");
        assert_eq!(order_of(&test, "p"), wanted, "{how}");
    }
    let test = ready(battle(), 5);
    assert_eq!(refused_by(&test, &charge(&test, "p", "q", "cold_steel_disordered")), "FF-10.1", "nobody is Tardy");
}

/// FF-10.2, FF-10.5: enemies that are met at once are targets together: they count and roll as one side, share their
/// losses, and all of them give way. One that stands an inch farther back keeps out of it.
#[test]
fn two_who_are_met_at_once_fight_one_combat() {
    for (behind, with) in [(0.0, true), (1.0, false)] {
        let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
        let battle = battle.foot("q", RED, 4, "line", (17.5, 17.0, 270.0));
        let battle = battle.foot("r", RED, 4, "line", (22.5, 17.0 + behind, 270.0));
        let mut test = declared(battle, "cold_steel");
        let plan = plan(&test, &go(&test, "p", &[]));
        assert_eq!(plan.summary.contains("meets R too"), with, "{}", plan.summary);
        test.order(go(&test, "p", &[]));
        assert_eq!(ff(&test).chargers_of(test.unit("r")).len(), usize::from(with));
        force(&mut test, &dice::FIRE, &[1, 1, 1, 1]);
        // Fresh 2 and steel 1 to fresh 2, and to -2 of four stands alone: 7 and 9.
        force(&mut test, &dice::CHARGE, &[9, 3]);
        let from = test.battle.log().len();
        while !says(&test.battle.log().events()[from..], "FF-10.5", "attacks") {
            goes_on(&mut test);
        }
        let told = &test.battle.log().events()[from..];
        assert_eq!(says(told, "FF-10.5", "Q and R defend"), with, "{told:#?}");
        let shaken = order_of(&test, "r") == OrderState::Disordered;
        assert_eq!((count(&test, "q") + count(&test, "r"), shaken), if with { (7, true) } else { (6, false) });
        assert_ne!(order_of(&test, "q"), OrderState::Good);
    }
}
