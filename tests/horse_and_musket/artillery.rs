//! Chapter 7: crews, loading, limbers, guns moved by hand.

use grapeshot::{
    rulesets::combat_patrol::book::{marks, rounds::Round},
    table::position::Heading,
};

use super::*;

/// Six gunners round a gun at a point, which looks north; the limber stands eight inches behind.
pub fn battery(table: TestTable, kind: &str, x: f32, y: f32) -> TestTable {
    let men = [(-1.5, -1.0), (-1.5, 0.2), (1.5, -1.0), (1.5, 0.2), (-0.6, -2.1), (0.6, -2.1)];
    let men: Vec<(f32, f32, f32)> = men.iter().map(|(dx, dy)| (x + dx, y + dy, 90.0)).collect();
    table.unit("blue", BLUE, &men).weapons(&["pistol"]).gun(kind, (x, y, 90.0), (x, y - 8.0, 90.0))
}

fn six_pounder() -> TestTable {
    far_enemy(battery(table(), "gun_6", 36.0, 12.0))
}

pub fn the_gun(test: &TestBattle) -> PieceId {
    test.piece("blue", 7)
}

fn the_limber(test: &TestBattle) -> PieceId {
    test.piece("blue", 8)
}

/// Nobody moves: the crew is free to act.
pub fn stand_to(test: &mut TestBattle) {
    let nobody = order(test, "declare");
    test.order(nobody);
}

/// The next activation of blue, in which nobody moves.
fn next(test: &mut TestBattle) {
    let unit = test.unit("blue");
    if test.battle.awaiting().asks[0].unit == Some(unit) {
        let end = order(test, "end");
        test.order(end);
    }
    test.act_next(unit);
    stand_to(test);
}

fn stun(test: &mut TestBattle, men: &[usize]) {
    for man in men {
        test.mark(test.piece("blue", *man), &marks::STUN, 1);
    }
}

fn left(test: &TestBattle) -> u8 {
    test.battle.view().mark(the_gun(test), &marks::OUT_OF_AMMO)
}

pub fn at_point(test: &TestBattle, x: f32, y: f32) -> grapeshot::orders::Order {
    order(test, "fire").pieces([the_gun(test)]).path([Leg::To(Vec2::new(x, y))])
}

fn load(test: &TestBattle, round: &str) -> grapeshot::orders::Order {
    order(test, "load").pieces([the_gun(test)]).choice(round)
}

fn load_time(test: &TestBattle) -> Option<u8> {
    cp(test).load_time(cp(test).gun(the_gun(test)).expect("it is a gun"))
}

/// CP-1.1: the gun and the limber are none of the unit's men: they neither count nor draw morale.
#[test]
fn gun_and_limber_are_no_men() {
    let test = six_pounder().battle();
    let unit = test.unit("blue");
    assert_eq!(cp(&test).men(unit).count(), 6);
    assert_eq!(cp(&test).section(unit).strength, 6);
    assert_eq!(test.battle.view().unit(unit).pieces.len(), 8);
}

/// HM-7.1: crew figures work the gun from within 2 inches of it.
#[test]
fn gunners_work_the_gun_from_within_two_inches() {
    let mut test = six_pounder().battle();
    let strength = |test: &TestBattle| cp(test).strength(cp(test).gun(the_gun(test)).unwrap());
    assert_eq!(strength(&test), 6);
    test.stand(test.piece("blue", 2), 33.0, 12.0, 90.0);
    assert_eq!(strength(&test), 6, "1.75 inches from base to base");
    test.stand(test.piece("blue", 3), 40.0, 12.0, 90.0);
    assert_eq!(strength(&test), 5, "2.75 inches");
}

/// HM-7.1: the gun is never a candidate for a hit and cannot be named as a target.
#[test]
fn a_gun_cannot_be_shot_at() {
    let red = battery(table(), "gun_6", 36.0, 12.0).unit("red", RED, &[(36.0, 20.0, 270.0)]);
    let mut test = red.acting("red");
    stand_to(&mut test);
    let shot = order(&test, "shoot").pieces([test.piece("red", 1)]).target(the_gun(&test));
    assert_eq!(test.refused(shot).1, "HM-7.1");
    let named = cp(&test).candidates(test.piece("red", 1), test.piece("blue", 2));
    assert!(!named.contains(&the_gun(&test)), "{named:?}");
}

/// CP-1.1, HM-7.1: nobody fights a gun hand to hand, and riders find no enemy in it.
#[test]
fn nobody_fights_a_gun() {
    let red = battery(table(), "gun_6", 36.0, 12.0).unit("red", RED, &[(36.0, 20.0, 270.0)]);
    let mut test = red.acting("red");
    let man = test.piece("red", 1);
    declare(&mut test, [man], &[7]);
    let assault = order(&test, "assault").pieces([man]).target(the_gun(&test));
    assert_eq!(test.refused(assault).1, "CP-1.1");
    let met = cp(&test).first_enemy(man, &test.battle.view().outline(man), Vec2::new(36.0, 12.0));
    assert_eq!(met, None);
}

/// CP-6.12, HM-7.12, HM-7.35: there is no moving fire: a gun that is moved does not fire in that activation.
#[test]
fn a_gun_that_was_moved_does_not_fire() {
    let mut test = six_pounder().acting("blue");
    let gun = the_gun(&test);
    declare(&mut test, [gun], &[7]);
    let fire = at_point(&test, 36.0, 40.0);
    assert_eq!(test.refused(fire).1, "HM-7.35");
}

/// HM-7.2: the limber draws one card, two if it was announced to stay on the road.
#[test]
fn a_limber_draws_two_cards_on_the_road() {
    let road = six_pounder().road(&[(36.0, 0.0), (36.0, 48.0)]);
    let mut test = road.acting("blue");
    let limber = the_limber(&test);
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces([limber]).also([limber]);
    test.order(declare);
    assert_eq!(cp(&test).activity(limber).inches(), Some(12.0));
    let off = order(&test, "move").pieces([limber]).path([Leg::To(Vec2::new(45.0, 4.0))]);
    assert_eq!(test.refused(off).1, "HM-7.2");
}

/// HM-7.2: card 6 in woods is not slowed; a bog card of 3 holes stops it half way, of 2 does not.
#[test]
fn a_limber_in_woods_may_bog() {
    for (card, inches) in [(8, 6.0), (7, 3.0)] {
        let woods = six_pounder().area("woods", (30.0, 0.0), (44.0, 8.0));
        let mut test = woods.acting("blue");
        let limber = the_limber(&test);
        declare(&mut test, [limber], &[1]);
        test.stand(limber, 34.0, 4.0, 0.0);
        let go = order(&test, "move").pieces([limber]).path([Leg::To(Vec2::new(40.0, 4.0))]);
        test.order(go);
        test.cards(BLUE, &[card]);
        let march = order(&test, "march");
        test.order(march);
        near(place(&test, limber), 34.0 + inches, 4.0);
    }
}

/// HM-7.3: an unlimbered gun moves a quarter of one card, 1.75 inches for 7, and its crew goes with it.
#[test]
fn a_gun_is_moved_by_hand_at_a_quarter() {
    let mut test = six_pounder().acting("blue");
    let gun = the_gun(&test);
    march_to(&mut test, [gun], &[7], (36.0, 20.0));
    near(place(&test, gun), 36.0, 13.75);
    near(place(&test, test.piece("blue", 1)), 34.5, 12.75);
}

/// HM-7.3: two unstunned gunners are needed; the turn in place is such an action too.
#[test]
fn to_move_a_gun_takes_two_gunners() {
    let mut test = six_pounder().acting("blue");
    stun(&mut test, &[1, 2, 3, 4, 5]);
    let alone = order(&test, "declare").pieces([the_gun(&test)]);
    assert_eq!(test.refused(alone).1, "HM-7.8");
    let mut test = six_pounder().acting("blue");
    stand_to(&mut test);
    let gun = the_gun(&test);
    let turn = order(&test, "face").pieces([gun]).heading(Heading(0.0));
    test.order(turn);
    assert_eq!(place(&test, gun).facing, Heading(0.0));
    assert_ne!(test.battle.awaiting().asks[0].unit, Some(test.unit("blue")), "that was the crew's action");
}

/// HM-7.3, CP-1.5: a gun does not turn onto a man of another unit who stands before it.
#[test]
fn a_gun_needs_room_to_turn() {
    let beside = battery(table(), "gun_6", 36.0, 12.0).unit("mates", BLUE, &[(36.0, 13.52, 90.0)]);
    let mut test = far_enemy(beside).acting("blue");
    stand_to(&mut test);
    let turn = order(&test, "face").pieces([the_gun(&test)]).heading(Heading(45.0));
    assert_eq!(test.refused(turn).1, "CP-1.5");
}

/// HM-7.4: after unlimbering the gun faces as wished, its limber touches it, and the loading markers lie on it.
#[test]
fn an_unlimbered_gun_must_be_loaded() {
    let men: Vec<_> = [(34.5, 11.0), (34.5, 12.2), (37.5, 11.0), (37.5, 12.2), (34.5, 13.4), (37.5, 13.4)]
        .map(|(x, y)| (x, y, 90.0))
        .to_vec();
    let limbered = table()
        .unit("blue", BLUE, &men)
        .gun("gun_6", (36.0, 12.0, 90.0), (36.0, 15.0, 90.0))
        .value("limbered", Value::Flag(true));
    let mut test = far_enemy(limbered).acting("blue");
    stand_to(&mut test);
    let (gun, limber) = (the_gun(&test), the_limber(&test));
    let fire = at_point(&test, 36.0, 30.0);
    assert_eq!(test.refused(fire).1, "HM-7.4");
    let down = order(&test, "unlimber").pieces([gun]).heading(Heading(0.0));
    test.order(down);
    assert_eq!(place(&test, gun), Place::new(36.0, 12.0, 0.0));
    assert!(cp(&test).touch(gun, limber), "{:?}", place(&test, limber));
    assert_eq!(left(&test), 1);
}

/// HM-7.4: a gun set up unlimbered starts loaded, its round declared at set-up.
#[test]
fn a_gun_starts_loaded() {
    assert_eq!(left(&six_pounder().battle()), 0);
    let shot = far_enemy(battery(table(), "gun_6", 36.0, 12.0).word("round", "canister")).battle();
    assert_eq!(cp(&shot).gun(the_gun(&shot)).unwrap().round, Some(Round::Canister));
    let empty = six_pounder().setting("guns_start_loaded", Value::Flag(false)).battle();
    assert_eq!(left(&empty), 1);
}

/// HM-7.5: a limber more than 4 inches away cannot be hooked up.
#[test]
fn a_limber_must_be_within_four_inches() {
    let mut test = six_pounder().acting("blue");
    stand_to(&mut test);
    let hook = order(&test, "limber").pieces([the_gun(&test)]);
    assert_eq!(test.refused(hook), ("Limber is more than 4 inches away".into(), "HM-7.5".into()));
}

/// HM-7.5: the gun is hooked to the rear of its limber, and what was loaded is lost.
#[test]
fn a_limbered_gun_loses_its_round() {
    let close = table().unit("blue", BLUE, &[(34.5, 11.0, 90.0), (37.5, 11.0, 90.0)]);
    let close = close.gun("gun_6", (36.0, 12.0, 90.0), (40.0, 12.0, 90.0));
    let mut test = far_enemy(close).acting("blue");
    stand_to(&mut test);
    let (gun, unit) = (the_gun_of_two(&test), test.unit("blue"));
    let hook = order(&test, "limber").pieces([gun]);
    test.order(hook);
    assert!(cp(&test).gun(gun).unwrap().limbered);
    assert_eq!(cp(&test).gun(gun).unwrap().round, None);
    near(place(&test, gun), 40.0, 9.0);
    // The next time they move as one, the crew with them.
    test.act_next(unit);
    let limber = test.piece("blue", 4);
    march_to(&mut test, [limber], &[1], (40.0, 30.0));
    near(place(&test, limber), 40.0, 18.0);
    near(place(&test, gun), 40.0, 15.0);
    let gap = test.battle.view().gap(test.piece("blue", 1), gun);
    assert!(gap <= 2.0, "HM-7.35: the crew is {gap} inches off");
}

fn the_gun_of_two(test: &TestBattle) -> PieceId {
    test.piece("blue", 3)
}

/// HM-7.6: the limber moves on its own in the activation in which the crew fires, but only within command.
#[test]
fn a_limber_moves_while_the_crew_fires() {
    let mut test = six_pounder().acting("blue");
    let limber = the_limber(&test);
    declare(&mut test, [limber], &[1]);
    let fire = at_point(&test, 36.0, 40.0);
    test.order(fire);
    let go = order(&test, "move").pieces([limber]).path([Leg::To(Vec2::new(46.0, 4.0))]);
    assert!(test.battle.check(&go).is_ok());
    let mut far = six_pounder().acting("blue");
    far.stand(limber, 60.0, 4.0, 90.0);
    let declare = order(&far, "declare").pieces([limber]);
    assert_eq!(far.refused(declare).1, "HM-7.6");
}

/// HM-7.6, HM-7.7: a limber whose team was hit goes at half speed; hit badly it cannot move again.
#[test]
fn a_hit_limber_is_slow_or_stays() {
    let mut test = six_pounder().acting("blue");
    let limber = the_limber(&test);
    test.mark(limber, &marks::WOUND, 1);
    declare(&mut test, [limber], &[1]);
    let go = order(&test, "move").pieces([limber]).path([Leg::To(Vec2::new(50.0, 4.0))]);
    assert!((test.battle.check(&go).unwrap().moves[0].end.at.x - 39.0).abs() < 0.02);
    let mut test = six_pounder().acting("blue");
    test.mark(limber, &marks::WRECKED, 1);
    let declare = order(&test, "declare").pieces([limber]);
    assert_eq!(test.refused(declare).1, "HM-7.7");
}

/// HM-7.7: within 4 inches of the gun the limber is always a candidate when the crew is fired at; beyond, only named.
#[test]
fn a_limber_near_its_gun_may_be_hit() {
    let red = battery(table(), "gun_6", 36.0, 12.0).unit("red", RED, &[(36.0, 18.0, 270.0)]);
    let mut test = red.acting("red");
    let (shooter, gunner, limber) = (test.piece("red", 1), test.piece("blue", 2), the_limber(&test));
    assert!(!cp(&test).candidates(shooter, gunner).contains(&limber));
    test.stand(limber, 40.0, 12.0, 90.0);
    assert!(cp(&test).candidates(shooter, gunner).contains(&limber));
    stand_to(&mut test);
    // To hit with card 6; the damage card 8 (I) picks the 45th: of the one candidate named it is the limber.
    test.stand(limber, 50.0, 18.0, 90.0);
    test.cards(RED, &[6, 8]);
    let shot = order(&test, "shoot").pieces([shooter]).target(limber);
    test.order(shot);
    assert!(test.battle.view().marks(limber).has(&marks::WRECKED));
}

/// HM-7.8: five or more load in 1 activation, three or four in 2, two in 3; fewer cannot work the gun.
#[test]
fn loading_takes_longer_with_fewer_men() {
    let mut test = six_pounder().battle();
    for (stunned, time) in [(0, Some(1)), (1, Some(1)), (2, Some(2)), (3, Some(2)), (4, Some(3)), (5, None)] {
        stun(&mut test, &(1..=stunned).collect::<Vec<_>>());
        assert_eq!(load_time(&test), time, "{stunned} of six are stunned");
    }
}

/// HM-7.8, HM-7.35: a full crew fires (1), loads (2), fires (3); each is the one action of the gun.
#[test]
fn a_full_crew_fires_every_other_activation() {
    let mut test = six_pounder().acting("blue");
    stand_to(&mut test);
    let fire = at_point(&test, 36.0, 40.0);
    test.order(fire.clone());
    assert_eq!(left(&test), 1);
    let at_once = load(&test, "shot");
    assert!(test.battle.check(&at_once).is_err(), "the crew has had its action");
    next(&mut test);
    assert_eq!(test.refused(fire.clone()).1, "HM-7.8");
    let load = load(&test, "shot");
    test.order(load);
    assert_eq!(left(&test), 0);
    next(&mut test);
    assert!(test.battle.check(&fire).is_ok());
}

/// HM-7.9: four gunners and two helpers are a strength of 5, four and one of 4.
#[test]
fn two_helpers_count_as_one_gunner() {
    let helpers = [(36.0, 15.0, 90.0), (37.2, 15.0, 90.0), (34.8, 15.0, 90.0)];
    let foot = battery(table(), "gun_6", 36.0, 12.0).unit("foot", BLUE, &helpers);
    let mut test = far_enemy(foot).acting("foot");
    stun(&mut test, &[1, 2]);
    let gun = the_gun(&test);
    let men = test.pieces("foot");
    for man in &men {
        let (x, y) = (place(&test, *man).at.x, 13.6);
        test.stand(*man, x, y, 90.0);
    }
    stand_to(&mut test);
    let all = order(&test, "help").pieces(men.clone()).target(gun);
    assert_eq!(test.refused(all).1, "HM-7.9");
    let one = order(&test, "help").pieces([men[0]]).target(gun);
    test.order(one);
    assert_eq!(load_time(&test), Some(2), "one counts as none");
    let another = order(&test, "help").pieces([men[1]]).target(gun);
    test.order(another);
    assert_eq!(load_time(&test), Some(1));
    // From now on they act with the crew.
    let unit = test.unit("blue");
    test.act_next(unit);
    assert!(test.battle.awaiting().asks[0].pieces.contains(&men[0]));
    stun(&mut test, &[3, 4, 5]);
    assert_eq!(load_time(&test), None, "two gunners must be at the gun whoever helps");
}

/// HM-7.10: four men need 2; one action done leaves 1; two are stunned: strength 2 needs 3, so 2 are left.
#[test]
fn losses_while_loading_add_markers() {
    let mut test = six_pounder().acting("blue");
    stun(&mut test, &[1, 2]);
    stand_to(&mut test);
    let fire = at_point(&test, 36.0, 40.0);
    test.order(fire);
    assert_eq!(left(&test), 2);
    next(&mut test);
    let one = load(&test, "shot");
    test.order(one);
    assert_eq!(left(&test), 1);
    stun(&mut test, &[3, 4]);
    next(&mut test);
    assert_eq!(left(&test), 2);
}

/// HM-7.11: the round is declared with the first load action, and only it may be fired.
#[test]
fn the_round_is_declared_with_the_first_load_action() {
    let mut test = six_pounder().acting("blue");
    stun(&mut test, &[1, 2]);
    stand_to(&mut test);
    let fire = at_point(&test, 36.0, 40.0);
    test.order(fire);
    next(&mut test);
    let silent = order(&test, "load").pieces([the_gun(&test)]);
    assert_eq!(test.refused(silent).1, "HM-7.11");
    let case = load(&test, "case");
    assert_eq!(test.refused(case), ("The french have no spherical case".into(), "HM-7.11".into()));
    let canister = load(&test, "canister");
    let events = test.order(canister);
    assert!(events.iter().all(|event| !event.text.contains("canister")), "it is secret");
    next(&mut test);
    let other = load(&test, "shot");
    assert_eq!(test.refused(other).1, "HM-7.11");
}

/// HM-7.11: where the scenario allows it a load action draws the declared round.
#[test]
fn a_round_may_be_drawn_where_the_scenario_allows_it() {
    let mut test = six_pounder().setting("change_declared_round", Value::Flag(true)).acting("blue");
    stand_to(&mut test);
    let draw = load(&test, "canister");
    test.order(draw);
    assert_eq!(cp(&test).gun(the_gun(&test)).unwrap().round, None);
    assert_eq!(left(&test), 1);
}

/// HM-7.12: the target point lies within 45 degrees of the gun's facing, in range and in sight.
#[test]
fn a_gun_fires_within_its_arc_and_range() {
    let mut test = six_pounder().obstacle("stone_wall", &[(30.0, 30.0), (34.0, 30.0)]).height(3.0).acting("blue");
    stand_to(&mut test);
    let aside = at_point(&test, 48.0, 22.0);
    assert_eq!(test.refused(aside).1, "HM-7.12");
    let edge = at_point(&test, 46.0, 22.0);
    assert!(test.battle.check(&edge).is_ok());
    let hidden = at_point(&test, 32.0, 36.0);
    assert_eq!(test.refused(hidden).1, "HM-7.12");
}

/// HM-7.12: a gun that fires a round where friends stand warns its player.
#[test]
fn friends_in_the_line_of_fire_are_a_warning() {
    let friends =
        battery(table(), "gun_6", 36.0, 12.0).word("round", "canister").unit("foot", BLUE, &[(36.0, 24.0, 90.0)]);
    let mut test = far_enemy(friends).acting("blue");
    stand_to(&mut test);
    let plan = test.battle.check(&at_point(&test, 36.0, 30.0)).unwrap();
    assert!(plan.warnings[0].contains("of yours is in the line of fire"), "{:?}", plan.warnings);
}

/// HM-7.14: out of ammunition is a plain miss while the limber is in command; else one marker more lies on the gun.
#[test]
fn a_far_limber_leaves_a_gun_without_ammunition() {
    for (x, markers) in [(36.0, 1), (60.0, 2)] {
        let mut test = far_enemy(battery(table(), "gun_6", 36.0, 12.0).word("round", "canister")).acting("blue");
        test.stand(the_limber(&test), x, 4.0, 90.0);
        stand_to(&mut test);
        // Card 21 shows the icon; card 34 is the deviation.
        test.cards(BLUE, &[21, 34]);
        let fire = at_point(&test, 36.0, 30.0);
        test.order(fire);
        assert_eq!(left(&test), markers);
    }
}

/// HM-7.34: each gun has its own rounds: a light gun fires no shell.
#[test]
fn a_light_gun_fires_no_shell() {
    let light = far_enemy(battery(table(), "gun_under_6", 36.0, 12.0)).setting("guns_start_loaded", Value::Flag(false));
    let mut test = light.acting("blue");
    stand_to(&mut test);
    let shell = load(&test, "shell");
    assert_eq!(test.refused(shell).1, "HM-7.34");
}

/// HM-9.3: the artillery card shows gun, crew, loading, limber and the round, which the enemy does not see.
#[test]
fn the_artillery_card_hides_the_round_from_the_enemy() {
    let test = six_pounder().battle();
    let unit = test.unit("blue");
    let text = |view: &grapeshot::turn::BattleView| {
        let card = test.battle.rules().unit_card(view, unit);
        card.rows.iter().map(|row| format!("{} {}", row.label, row.value)).collect::<Vec<_>>().join("; ")
    };
    let own = text(&test.battle.view());
    for words in ["6-pounder 6 lb, penetration 3", "strength 6", "State loaded", "Round solid shot", "from the gun"] {
        assert!(own.contains(words), "{words} is missing in {own}");
    }
    let card = test.battle.rules().unit_card(&test.battle.view(), unit);
    assert!(card.tables.iter().any(|table| table.title == "Loading"));
    assert!(!text(&test.battle.view_of(RED)).contains("solid shot"));
}
