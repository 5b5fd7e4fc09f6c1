//! Chapter 6: riders on the move, mounting, turning, terrain, fire.

use grapeshot::{
    events::EventKind,
    forces::Fate,
    orders::Leg,
    rulesets::combat_patrol::{book::marks, state::shot::Manner},
    table::{footprint::Footprint, position::Heading},
};

use super::*;

/// A unit of riders with swords in a line an inch apart, facing north.
pub fn horse(table: TestTable, key: &str, side: grapeshot::forces::SideId, places: &[(f32, f32, f32)]) -> TestTable {
    table.unit(key, side, places).weapons(&["sword"]).kind("mounted")
}

fn four() -> TestTable {
    far_enemy(horse(table(), "blue", BLUE, &line(4, 20.0, 10.0)))
}

fn ahead(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

fn allowance(test: &TestBattle, piece: PieceId) -> f32 {
    cp(test).activity(piece).inches().expect("it was declared moving")
}

/// HM-6.1: two cards, 7 and 5, give 12 inches.
#[test]
fn riders_draw_two_cards_and_add_them() {
    let mut test = four().acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7, 8]);
    assert_eq!(allowance(&test, men[0]), 12.0);
}

/// HM-6.1: a man of the unit who is on foot uses only the first card.
#[test]
fn a_dismounted_mate_uses_one_card() {
    let places = [(20.0, 10.0, 90.0), (26.0, 10.0, 90.0)];
    let mut test = far_enemy(horse(table(), "blue", BLUE, &places)).acting("blue");
    let men = test.pieces("blue");
    get_down(&mut test, men[1]);
    declare(&mut test, men.clone(), &[7, 8]);
    assert_eq!((allowance(&test, men[0]), allowance(&test, men[1])), (12.0, 7.0));
}

/// One man dismounts, and his unit comes to act again.
fn get_down(test: &mut TestBattle, man: PieceId) {
    let unit = test.battle.view().unit_of(man);
    let down = order(test, "dismount").pieces([man]);
    test.order(down);
    let end = order(test, "end");
    test.order(end);
    test.act_next(unit);
}

/// HM-6.6: a gallop takes three cards, 7 + 4 + 6 = 17 inches, and stuns at the end; CP-5.7: he may not shoot.
#[test]
fn a_gallop_takes_three_cards_and_stuns() {
    let mut test = four().acting("blue");
    let men = test.pieces("blue");
    test.cards(BLUE, &[7, 9, 1]);
    let declare = order(&test, "declare").pieces(men.clone()).also([men[0]]);
    assert!(test.battle.check(&declare).unwrap().warnings[0].contains("HM-6.6"));
    let mut events = test.order(declare);
    assert_eq!((allowance(&test, men[0]), allowance(&test, men[1])), (17.0, 11.0));
    let go = order(&test, "move").pieces([men[0]]).path([to(20.0, 30.0)]);
    test.order(go);
    for verb in ["march", "end"] {
        let next = order(&test, verb);
        events.extend(test.order(next));
    }
    // Riders gallop: nothing is logged as the sprint of men on foot.
    let sprints = |event: &&BattleEvent| event.rule.to_string() == "CP-5.7" || event.text.contains("sprint");
    assert_eq!(events.iter().find(sprints).map(|event| &event.text), None);
    let stun = events.iter().find(|event| event.text.contains("out of breath")).expect("he is stunned");
    assert_eq!((stun.rule.to_string().as_str(), stun.text.ends_with("from galloping")), ("HM-6.6", true));
    assert!(events.iter().any(|event| event.text.ends_with("1 of them galloping")));
    near(place(&test, men[0]), 20.0, 27.0);
    assert!(cp(&test).stunned(men[0]));
    assert!(!cp(&test).stunned(men[1]));
}

/// HM-6.3, HM-6.6: a wounded rider keeps his speed and may gallop; a wounded man on foot may not sprint (CP-7.3).
#[test]
fn a_wounded_rider_keeps_his_speed_and_may_gallop() {
    let mut test = four().acting("blue");
    let men = test.pieces("blue");
    test.mark(men[0], &marks::WOUND, 1);
    test.cards(BLUE, &[7, 8, 1]);
    let declare = order(&test, "declare").pieces([men[0]]).also([men[0]]);
    test.order(declare);
    let go = order(&test, "move").pieces([men[0]]).path([to(20.0, 40.0)]);
    let plan = test.battle.check(&go).unwrap();
    assert!((plan.moves[0].end.at.y - 28.0).abs() < 0.01, "{:?}", plan.moves[0].end);
    let mut foot = far_enemy(table().unit("blue", BLUE, &line(4, 20.0, 10.0))).acting("blue");
    let man = foot.piece("blue", 1);
    foot.mark(man, &marks::WOUND, 1);
    let sprint = order(&foot, "declare").pieces([man]).also([man]);
    assert_eq!(foot.refused(sprint).1, "CP-7.3");
}

/// CP-5.8, CP-1.6: only an assault brings figures into contact: no rider swings his base at an enemy by turning, on the
/// spot or at the end of his way.
#[test]
fn no_rider_turns_into_contact() {
    let blue = horse(table(), "blue", BLUE, &[(20.0, 10.0, 90.0), (20.0, 4.0, 90.0)]);
    let red = blue.unit("red", RED, &[(21.55, 10.0, 0.0), (21.6, 16.0, 0.0), (68.0, 44.0, 270.0)]);
    let mut test = red.weapons(&["sword"]).acting("blue");
    let [man, other] = [1, 2].map(|n| test.piece("blue", n));
    let east = grapeshot::table::position::Heading(0.0);
    let turn = order(&test, "face").pieces([man]).heading(east);
    assert_eq!(test.refused(turn).1, "CP-5.8");
    declare(&mut test, [other, man], &[4, 4]);
    let go = order(&test, "move").pieces([man]).path([to(20.0, 16.0)]).heading(east);
    let plan = test.battle.check(&go).unwrap();
    assert!((plan.moves[0].end.facing.0 - 90.0).abs() < 0.01, "{:?}", plan.moves[0].end);
}

/// HM-6.2: dismounting is an action: the man stands on foot, touching his horse, which stays; mounting is another.
#[test]
fn a_rider_dismounts_beside_his_horse_and_mounts_again() {
    let mut test = far_enemy(horse(table(), "blue", BLUE, &[(20.0, 10.0, 90.0), (26.0, 10.0, 90.0)])).acting("blue");
    let man = test.piece("blue", 2);
    let unit = test.unit("blue");
    let down = order(&test, "dismount").pieces([man]);
    let events = test.order(down.clone());
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Reshaped { .. })));
    assert_eq!(test.battle.view().footprint(man), Footprint::Circle { diameter: 1.0 });
    assert_eq!(cp(&test).led_horses(unit).collect::<Vec<_>>(), [Place::new(26.0, 10.0, 90.0)]);
    near(place(&test, man), 25.0, 10.0);
    assert_eq!(test.battle.check(&down).unwrap_err().rule.to_string(), "CP-2.12", "his action is used");
    let end = order(&test, "end");
    test.order(end);
    test.act_next(unit);
    let up = order(&test, "mount").pieces([man]);
    test.order(up);
    assert_eq!(place(&test, man), Place::new(26.0, 10.0, 90.0));
    assert_eq!(cp(&test).led_horses(unit).count(), 0);
}

/// HM-6.2: nobody mounts who touches no led horse, and nobody who is stunned.
#[test]
fn who_touches_no_horse_or_is_stunned_does_not_mount() {
    let mut test = far_enemy(horse(table(), "blue", BLUE, &[(20.0, 10.0, 90.0), (26.0, 10.0, 90.0)])).acting("blue");
    let man = test.piece("blue", 2);
    get_down(&mut test, man);
    test.stand(man, 24.0, 10.0, 90.0);
    let up = order(&test, "mount").pieces([man]);
    assert_eq!(test.refused(up.clone()), ("blue.2 touches no led horse of the unit".into(), "HM-6.2".into()));
    test.stand(man, 25.0, 10.0, 90.0);
    test.mark(man, &marks::STUN, 1);
    assert_eq!(test.refused(up).1, "HM-6.2");
    test.mark(test.piece("blue", 1), &marks::STUN, 1);
    let down = order(&test, "dismount").pieces([test.piece("blue", 1)]);
    assert_eq!(test.refused(down).1, "HM-6.2");
}

/// HM-6.2: a unit may begin dismounted, its horses led behind the men.
#[test]
fn a_unit_may_begin_dismounted() {
    let dragoons = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)])
        .weapons(&["carbine"])
        .value("dismounted", Value::Flag(true))
        .kind("mounted");
    let mut test = far_enemy(dragoons).acting("blue");
    let men = test.pieces("blue");
    assert_eq!(test.battle.view().footprint(men[0]), Footprint::Circle { diameter: 1.0 });
    let up = order(&test, "mount").pieces(men.clone());
    test.order(up);
    assert_eq!(place(&test, men[0]), Place::new(20.0, 8.5, 90.0));
    assert!(cp(&test).mounted(men[1]));
}

/// CP-1.5, HM-6.4: the man on whose place a body wheels turns with it: a friend close beside him stops the wheel.
#[test]
fn a_body_does_not_wheel_its_pivot_onto_a_friend() {
    let mut test = four().unit("mate", BLUE, &[(18.95, 10.0, 90.0)]).acting("blue");
    let men = test.pieces("blue");
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces(men.clone());
    test.order(declare);
    let wheel = order(&test, "group").pieces(men.clone()).path([Leg::Wheel { about: Some(men[0]), degrees: 45.0 }]);
    let plan = test.battle.check(&wheel).unwrap();
    let turned = plan.moves[0].end.facing.angle_to(Heading(90.0));
    assert!(turned > 1.0 && turned < 40.0, "{turned} degrees");
    test.order(wheel);
}

/// HM-6.4: a mounted group wheels forward about an end figure; not about its middle, not backward.
#[test]
fn mounted_close_order_must_wheel() {
    let mut test = four().acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7, 8]);
    let go = |test: &TestBattle, leg: Leg| order(test, "group").pieces(men.clone()).path([leg]);
    let refused = |test: &mut TestBattle, leg: Leg| {
        let order = go(test, leg);
        test.refused(order)
    };
    let pivot = refused(&mut test, Leg::Wheel { about: None, degrees: 20.0 });
    assert_eq!(pivot, ("Mounted close order must wheel forward about its end figure".into(), "HM-6.4".into()));
    assert_eq!(refused(&mut test, Leg::Wheel { about: Some(men[1]), degrees: 20.0 }).1, "HM-6.4");
    // About the right end to the left the others would go backward.
    assert_eq!(refused(&mut test, Leg::Wheel { about: Some(men[3]), degrees: 20.0 }).1, "HM-6.4");
    assert_eq!(refused(&mut test, Leg::March { inches: 2.0, aside: 180.0 }).1, "HM-6.4");
    let degrees = 1.0f32.to_degrees();
    let wheel = go(&test, Leg::Wheel { about: Some(men[0]), degrees });
    assert!(
        (test.battle.check(&wheel).unwrap().moves[0].cost.total() - 3.0).abs() < 0.01,
        "the outer man goes 3 inches"
    );
    let right = go(&test, Leg::Wheel { about: Some(men[3]), degrees: -20.0 });
    assert!(test.battle.check(&right).is_ok());
}

/// HM-5.3: riders in close order pay 2 inches for an oblique stretch too.
#[test]
fn riders_in_close_order_pay_for_an_oblique_stretch() {
    let mut test = four().acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7, 8]);
    let go = order(&test, "group").pieces(men).path([Leg::March { inches: 20.0, aside: -30.0 }]);
    let plan = test.battle.check(&go).unwrap();
    let inches = plan.moves[0].path[0].distance(plan.moves[0].end.at);
    assert!((inches - 10.0).abs() < 0.01, "12 - 2 inches: {inches}");
}

/// HM-5.3, HM-6.29: close order of riders narrows their arc and makes them an easier target.
#[test]
fn close_order_holds_for_riders() {
    let test = four().battle();
    let man = test.piece("blue", 2);
    assert_eq!(cp(&test).supplement().fire_arc(&cp(&test), man).0, 15.0);
    use grapeshot::rulesets::combat_patrol::book::profile::Band;
    assert_eq!(cp(&test).supplement().band_against(&cp(&test), man, Band::Long).0, Band::Medium);
}

/// HM-6.5: a mounted group turns about in place as its action; it does not turn otherwise on the spot.
#[test]
fn a_mounted_group_turns_about_as_its_action() {
    let mut test = four().acting("blue");
    let men = test.pieces("blue");
    let aside = order(&test, "face").pieces(men.clone()).heading(Heading(0.0));
    assert_eq!(test.refused(aside).1, "HM-6.4");
    let about = order(&test, "face").pieces(men.clone()).heading(Heading(270.0));
    test.order(about.clone());
    assert!(men.iter().all(|man| place(&test, *man).facing == Heading(270.0)));
    assert_ne!(test.battle.awaiting().asks[0].unit, Some(test.unit("blue")), "the action is used");
}

/// CP-1.5: a rider in open order turns freely, but not onto the base of a mate.
#[test]
fn a_rider_needs_room_to_turn() {
    let crowd = horse(table(), "blue", BLUE, &[(20.0, 10.0, 90.0), (21.2, 10.0, 90.0), (26.0, 10.0, 90.0)]);
    let mut test = far_enemy(crowd).acting("blue");
    let men = test.pieces("blue");
    let turn = order(&test, "face").pieces([men[0]]).heading(Heading(0.0));
    assert_eq!(test.refused(turn).1, "CP-1.5");
    let free = order(&test, "face").pieces([men[2]]).heading(Heading(0.0));
    test.order(free);
}

/// HM-6.7: a linear obstacle costs no distance; woods halve a rider's way; a house is closed to him (CP-5.11).
#[test]
fn obstacles_cost_riders_no_distance() {
    let reached = |table: TestTable| {
        let mut test = far_enemy(horse(table, "blue", BLUE, &[(20.0, 10.0, 90.0)])).acting("blue");
        let man = test.piece("blue", 1);
        declare(&mut test, [man], &[7, 8]);
        let go = order(&test, "move").pieces([man]).path([to(20.0, 40.0)]);
        test.battle.check(&go).unwrap().moves[0].end.at.y
    };
    assert!((reached(table().obstacle("stone_wall", &[(10.0, 14.0), (30.0, 14.0)])) - 22.0).abs() < 0.01);
    assert!((reached(table().area("woods", (10.0, 14.0), (30.0, 40.0))) - 18.0).abs() < 0.01);
    let house =
        table().building((15.0, 16.0), (25.0, 26.0), &[(20.0, 16.0, grapeshot::table::terrain::DoorState::Open)], &[]);
    assert!(reached(house) < 16.0);
}

/// HM-6.7, CP-5.11: the scenario may close ground to riders; men on foot go there.
#[test]
fn ground_may_be_closed_to_riders() {
    let mut scenario =
        far_enemy(horse(table().area("brush", (10.0, 14.0), (30.0, 40.0)), "blue", BLUE, &[(20.0, 10.0, 90.0)]));
    scenario = scenario.unit("foot", BLUE, &[(24.0, 12.0, 90.0)]);
    let mut scenario = scenario.scenario();
    scenario.terrain.areas[0].ground.closed_to = vec!["mounted".into()];
    let battle = grapeshot::battle::Battle::new(&std::sync::Arc::new(scenario), 1, grapeshot::rulesets::plugin);
    let test = TestBattle { battle };
    let goes = |piece| {
        let walk = grapeshot::table::path::walk(
            test.battle.view().ground(),
            &[place(&test, piece).at, Vec2::new(20.0, 18.0)],
            20.0,
            &cp(&test).mover(piece),
        );
        walk.stopped.is_none()
    };
    assert!(!goes(test.piece("blue", 1)));
    assert!(goes(test.piece("foot", 1)));
}

/// Riders in two files with a way of this many inches north; their first cards give 12 inches.
fn through(table: TestTable, cards: &[u16], inches: f32) -> TestBattle {
    let mut test = far_enemy(horse(table, "blue", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)])).acting("blue");
    let men = test.pieces("blue");
    march_to(&mut test, men, &[&[7, 8], cards].concat(), (20.0, 10.0 + inches));
    test
}

/// HM-6.8: 6 inches of path in a wood of grade Regular, a card with 4 holes: all stop after 3 inches inside.
#[test]
fn a_unit_that_bogs_in_a_wood_stops_half_way() {
    let wood = || table().area("woods", (10.0, 10.0), (40.0, 40.0));
    // Card 5 has 4 holes, card 7 has 3.
    let bogged = through(wood(), &[5], 6.0);
    near(place(&bogged, bogged.piece("blue", 1)), 20.0, 13.0);
    near(place(&bogged, bogged.piece("blue", 2)), 23.0, 13.0);
    let free = through(wood(), &[7], 6.0);
    near(place(&free, free.piece("blue", 1)), 20.0, 16.0);
}

/// HM-6.9: one check for each obstacle: bogged, one rider ends just over it; CP-5.10: a fence is Green, 5 holes.
#[test]
fn a_rider_who_bogs_at_an_obstacle_is_left_behind() {
    let fence = || table().obstacle("fence", &[(10.0, 14.0), (30.0, 14.0)]);
    // Card 16 has 5 holes; pick 2 of card 13 names the second rider.
    let bogged = through(fence(), &[16, 13], 10.0);
    let stuck = place(&bogged, bogged.piece("blue", 2));
    assert!((stuck.at.y - 15.0).abs() < 0.06, "his base touches the fence: {stuck:?}");
    near(place(&bogged, bogged.piece("blue", 1)), 20.0, 20.0);
    assert!(!cp(&bogged).stunned(bogged.piece("blue", 2)));
    // Four holes do not bog in Green ground.
    let free = through(fence(), &[5], 10.0);
    near(place(&free, free.piece("blue", 2)), 23.0, 20.0);
}

/// HM-6.9: if the unit ends within 2 inches beyond, that rider is stunned instead.
#[test]
fn a_unit_that_ends_just_over_an_obstacle_waits_for_him_who_is_stuck() {
    let fence = table().obstacle("fence", &[(10.0, 14.0), (30.0, 14.0)]);
    let test = through(fence, &[16, 13], 6.5);
    near(place(&test, test.piece("blue", 2)), 23.0, 16.5);
    assert!(cp(&test).stunned(test.piece("blue", 2)));
    assert!(!cp(&test).stunned(test.piece("blue", 1)));
}

/// A carabineer 4 inches from an enemy on foot.
fn carabineer() -> TestBattle {
    table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (40.0, 10.0, 90.0)])
        .weapons(&["carbine"])
        .kind("mounted")
        .unit("red", RED, &[(20.0, 15.5, 270.0), (60.0, 40.0, 270.0)])
        .acting("blue")
}

/// HM-6.30, HM-6.31: Regular carbine, moving, 4 inches: 2 + 3 = column 5, 12 %; standing 2 + 1 = 3.
#[test]
fn fire_from_the_saddle_is_one_column_harder() {
    let test = carabineer();
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    let column =
        |moving_fire| cp(&test).aim(man, foe, Manner { moving_fire, ..Manner::default() }).map(|aim| aim.holes());
    assert_eq!((column(false), column(true)), (Ok(3), Ok(5)));
    assert!((cp(&test).chance_of_holes(5) - 0.12).abs() < 1e-6);
}

/// HM-6.31: moving fire from the saddle leaves one Reload marker, as any shot.
#[test]
fn moving_fire_from_the_saddle_leaves_one_reload_marker() {
    let mut test = carabineer();
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    declare(&mut test, [man], &[7, 8]);
    let go = order(&test, "move").pieces([man]).path([to(19.0, 10.0)]).heading(Heading(90.0));
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    if test.battle.awaiting().asks[0].kind == "react" {
        let hold = order(&test, "hold");
        test.order(hold);
    }
    let aim = order(&test, "face").pieces([man]).heading(Heading(80.0));
    test.order(aim);
    test.cards(BLUE, &[1]);
    let shoot = order(&test, "shoot").pieces([man]).target(foe);
    test.order(shoot);
    assert_eq!(test.battle.view().mark(man, &marks::RELOAD), 1);
}

/// A footman shoots at a rider and hits; the damage card and those after it.
fn hit_a_rider(cards: &[u16]) -> TestBattle {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (40.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 14.5, 270.0), (60.0, 40.0, 270.0)])
        .weapons(&["sword"])
        .number("endurance", 2.0)
        .kind("mounted")
        .acting("blue");
    let (man, rider) = (test.piece("blue", 1), test.piece("red", 1));
    let nobody = order(&test, "declare");
    test.order(nobody);
    test.cards(BLUE, cards);
    let shoot = order(&test, "shoot").pieces([man]).target(rider);
    test.order(shoot);
    test
}

/// HM-6.27, CP-6.14: a hit falls on the horse on 1 to 7, on the man on 8 to 10.
#[test]
fn a_hit_by_fire_falls_on_horse_or_man() {
    // Card 6 hits (6 holes), card 4 is a wound; card 2 has d10 7: the horse; card 3 shows no burst: unhurt.
    let test = hit_a_rider(&[6, 4, 2, 3]);
    let rider = test.piece("red", 1);
    assert!(!cp(&test).mounted(rider));
    assert_eq!(test.battle.view().mark(rider, &marks::WOUND), 0);
    // Card 8 has d10 9: the man.
    let test = hit_a_rider(&[6, 4, 8]);
    assert!(cp(&test).mounted(rider));
    assert_eq!(test.battle.view().mark(rider, &marks::WOUND), 1);
}

/// HM-6.28: a medium burst throws the rider: the severity of one more card is his; he is a foot figure at that place,
/// not stunned, and the unit gets one morale marker in all.
#[test]
fn a_thrown_rider_may_be_hurt() {
    // Card 4 shows M; card 1 is a wound.
    let test = hit_a_rider(&[6, 4, 2, 4, 1]);
    let rider = test.piece("red", 1);
    assert!(!cp(&test).mounted(rider) && !cp(&test).stunned(rider));
    assert_eq!(test.battle.view().footprint(rider), Footprint::Circle { diameter: 1.0 });
    near(place(&test, rider), 20.0, 14.5);
    assert_eq!(test.battle.view().mark(rider, &marks::WOUND), 1);
    let unit = test.unit("red");
    assert_eq!(test.battle.view().unit_marks(unit).count(&marks::MORALE), 1);
    // Card 3 puts him out of action.
    let test = hit_a_rider(&[6, 4, 2, 4, 3]);
    assert_eq!(test.battle.view().fate(rider), Fate::Casualty);
    // Card 1 shows only a large burst: he lands on his feet.
    let test = hit_a_rider(&[6, 4, 2, 1]);
    assert_eq!(test.battle.view().mark(rider, &marks::WOUND), 0);
}

/// HM-9.2: the cavalry card adds cards, gallop, bog checks, impetus, lance and the breakthrough table, and says who
/// rides.
#[test]
fn the_cavalry_card_holds_what_riders_need() {
    let lancers = table().unit("blue", BLUE, &line(4, 20.0, 10.0)).weapons(&["lance", "sword"]).kind("mounted");
    let test = far_enemy(lancers).battle();
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("blue"));
    let back: Vec<String> = card.back.iter().flat_map(|table| &table.rows).map(|row| row.join(" ")).collect();
    for text in [
        "mounted 2 cards",
        "gallop, then stunned 3 cards",
        "mounted, each obstacle bog check",
        "bogs: Green, Regular, Elite 5, 4, 3 holes",
        "impetus: last 4\u{2033} straight, open ground +2",
        "lance moving, still 3, 1",
        "no opponent on to 6\u{2033} beyond stops",
        "won, foe out of action on 4\u{2033} may advance 1\u{2033}",
    ] {
        assert!(back.iter().any(|row| row == text), "{text} is missing in {back:?}");
    }
    assert_eq!(card.pieces[0].states, ["mounted"]);
}

/// HM-6.32: heavy cavalry moves one card and 4 inches, at a gallop two and 4.
#[test]
fn heavy_cavalry_moves_one_card_and_four_inches() {
    let heavies = horse(table(), "blue", BLUE, &line(4, 20.0, 10.0)).value("heavy_cavalry", Value::Flag(true));
    let mut test = far_enemy(heavies).acting("blue");
    let men = test.pieces("blue");
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces(men.clone()).also([men[3]]);
    test.order(declare);
    assert_eq!((allowance(&test, men[0]), allowance(&test, men[3])), (11.0, 16.0));
    let go = order(&test, "group").pieces(men.clone()).path([ahead(20.0)]);
    assert!((test.battle.check(&go).unwrap().moves[0].end.at.y - 21.0).abs() < 0.01);
}
