//! Compulsory moves (chapter 10).

use bevy::math::Vec2;
use grapeshot::rulesets::{
    burt::{
        book::values::{Chit, Level, Motion},
        state::sequence_of_play::{AssaultStage, Step},
    },
    shared::formed::block::Face,
};

use crate::kit::*;

/// The battle at the first question of the turn; then passes through step 3.
fn step_3(test: &mut TestBattle) -> String {
    let events = go_to(test, Step::Manoeuvres);
    texts(&events)
}

/// A unit of blue at (40, 30) with its back to its home edge, an enemy so far before it, and another of each side.
fn meeting(kind: &str, figures: u8, formation: &str, gap: f32) -> TestTable {
    table()
        .troops("blue", BLUE, kind, figures, formation, (40.0, 30.0, 90.0))
        .foot("enemy", RED, 24, "line", (40.0, 30.0 + gap, 270.0))
        .chit(Chit::Regroup)
        .foot("friend", BLUE, 24, "line", (80.0, 5.0, 90.0))
        .foot("other", RED, 24, "line", (80.0, 55.0, 270.0))
        .chit(Chit::Regroup)
}

fn routing(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    put_level(&mut test, "blue", Level::Rout);
    test
}

fn at(test: &TestBattle, key: &str) -> Vec2 {
    outline(test, key).place.at
}

/// SB-10.1: infantry in line routs 6", heavy cavalry 12", squares and skirmishers 8", limbered guns their normal move.
#[test]
fn routers_run_at_their_charge_rate() {
    for (kind, figures, formation, inches) in [
        ("infantry", 24, "line", 6.0),
        ("infantry", 24, "column", 8.0),
        ("infantry", 24, "square", 8.0),
        ("heavy_cavalry", 12, "line", 12.0),
        ("skirmishers", 12, "open_order", 8.0),
        ("foot_guns", 2, "limbered", 6.0),
    ] {
        let mut test = routing(meeting(kind, figures, formation, 6.0));
        let from = at(&test, "blue");
        step_3(&mut test);
        near(at(&test, "blue").distance(from), inches);
        assert!(at(&test, "blue").y < from.y, "away from the enemy");
        near(facing(&test, "blue"), 270.0);
    }
}

/// SB-10.1: unlimbered guns whose crew routs are lost.
#[test]
fn guns_of_a_crew_that_routs_are_lost() {
    let mut test = routing(meeting("foot_guns", 2, "unlimbered", 6.0));
    step_3(&mut test);
    assert!(!stands(&test, "blue"));
}

/// SB-10.1: away from the nearest enemy, turning home as soon as no enemy is within 12".
#[test]
fn routers_turn_home_when_no_enemy_is_near() {
    // Nobody near: straight home.
    let mut test = routing(meeting("infantry", 24, "line", 25.0));
    let from = at(&test, "blue");
    step_3(&mut test);
    near(at(&test, "blue").y, from.y - 6.0);
    // The enemy behind it drives it forward until he is 12 inches away; then it turns.
    let table = table()
        .foot("blue", BLUE, 24, "column", (40.0, 30.0, 0.0))
        .foot("enemy", RED, 24, "narrow_column", (26.0, 30.0, 0.0))
        .chit(Chit::Regroup)
        .foot("friend", BLUE, 24, "line", (80.0, 5.0, 90.0));
    let mut test = routing(table);
    let (from, gap) = (at(&test, "blue"), burt(&test).gap(test.unit("blue"), test.unit("enemy")));
    near(gap, 11.0);
    step_3(&mut test);
    near(at(&test, "blue").x, from.x + 1.0);
    near(at(&test, "blue").y, from.y - 7.0);
}

/// SB-10.1: a broken line that has no room to turn to the way that it runs turns about: it does not run with its front to
/// the enemy.
#[test]
fn routers_without_room_to_turn_turn_about() {
    let table = table()
        .foot("blue", BLUE, 24, "line", (40.0, 30.0, 90.0))
        .foot("enemy", RED, 24, "line", (31.0, 34.0, 270.0))
        .chit(Chit::Regroup)
        .foot("friend", BLUE, 24, "line", (80.0, 5.0, 90.0))
        .foot("other", RED, 24, "line", (80.0, 55.0, 270.0))
        .chit(Chit::Regroup)
        .area("deep", (41.5, 31.0), (43.0, 32.5));
    let mut test = routing(table);
    let from = at(&test, "blue");
    step_3(&mut test);
    near(at(&test, "blue").distance(from), 6.0);
    assert!(at(&test, "blue").y < from.y && at(&test, "blue").x > from.x, "away from the enemy");
    near(facing(&test, "blue"), 270.0);
}

/// SB-10.1: formed friends in the way lose a level, the routers none; who would end on friends runs on until he has room.
#[test]
fn routers_break_up_friends_in_their_way() {
    let behind = |y: f32| meeting("infantry", 24, "column", 6.0).foot("behind", BLUE, 24, "line", (40.0, y, 90.0));
    let mut test = routing(behind(26.0));
    let from = at(&test, "blue");
    step_3(&mut test);
    assert_eq!(level(&test, "behind"), Level::Unformed);
    near(at(&test, "blue").y, from.y - 8.0);
    let mut test = routing(behind(21.0));
    step_3(&mut test);
    assert_eq!(level(&test, "behind"), Level::Unformed);
    near(at(&test, "blue").y, 18.5);
}

/// SB-10.1: terrain costs count, levels are not lost.
#[test]
fn routers_pay_for_the_ground() {
    let mut test = routing(meeting("infantry", 24, "column", 6.0).area("wood", (30.0, 0.0), (50.0, 26.5)));
    let from = at(&test, "blue");
    step_3(&mut test);
    // From its rear at 27: half an inch in the open, the rest at half rate.
    near(at(&test, "blue").y, from.y - 0.5 - 7.5 / 2.0);
}

/// SB-10.1: reaching a table edge the unit is lost.
#[test]
fn routers_that_reach_the_edge_are_lost() {
    let mut test = routing(meeting("infantry", 24, "column", 6.0));
    put_front(&mut test, "blue", 40.0, 8.0, 90.0);
    put_front(&mut test, "enemy", 40.0, 12.0, 270.0);
    let told = step_3(&mut test);
    assert!(!stands(&test, "blue"), "{told}");
    assert!(told.contains("runs off the table"), "{told}");
}

/// SB-10.1: impassable terrain: along the border toward the home edge, else it stays.
#[test]
fn routers_go_along_impassable_ground() {
    let table = meeting("infantry", 24, "column", 6.0).area("deep", (30.0, 20.0), (42.0, 25.0));
    let mut test = routing(table);
    let from = at(&test, "blue");
    step_3(&mut test);
    let end = at(&test, "blue");
    assert!(stands(&test, "blue"));
    assert!(end.x > from.x + 2.0, "it went aside, round the water: {end}");
    assert!(end.y < from.y - 1.0, "toward home: {end}");
}

/// SB-10.1: routers who cannot get away from an enemy in contact are lost.
#[test]
fn routers_held_by_the_enemy_are_lost() {
    let table = meeting("infantry", 24, "line", 0.0)
        .area("deep", (30.0, 20.0), (50.0, 29.0))
        .area("deep", (30.0, 29.0), (37.0, 31.0))
        .area("deep", (43.0, 29.0), (50.0, 31.0));
    let mut test = routing(table);
    let told = step_3(&mut test);
    assert!(!stands(&test, "blue"), "{told}");
}

fn pursuit(gap: f32) -> TestBattle {
    let mut test = meeting("infantry", 24, "column", gap).battle();
    let enemy = test.unit("enemy");
    put_troops(&mut test, "blue", |troops| troops.pursuing = Some(enemy));
    test
}

/// SB-10.2: the pursuer moves its charge rate straight at the unit it broke; contact with the routers is a melee in which
/// they are hit in the rear.
#[test]
fn a_pursuer_catches_routers() {
    let mut test = pursuit(7.0);
    put_level(&mut test, "enemy", Level::Rout);
    put_front(&mut test, "enemy", 40.0, 38.0, 90.0);
    go_to_question(&mut test, "manoeuvre");
    // Away they ran 6 inches in this step 3, and the pursuer has 8.
    let fights = burt(&test).play().fights.clone();
    assert!(fights.is_empty(), "they are out of reach: {fights:?}");
    let mut test = pursuit(1.0);
    put_level(&mut test, "enemy", Level::Rout);
    put_front(&mut test, "enemy", 40.0, 31.5, 90.0);
    go_to_question(&mut test, "manoeuvre");
    let fights = burt(&test).play().fights.clone();
    assert_eq!(fights.len(), 1, "1.5 - 1 = 0.5 inches, 6 of flight: within 8");
    assert_eq!(fights[0].contact.defender_face, Face::Rear);
    assert_eq!(fights[0].impetus, vec![test.unit("blue")]);
}

/// SB-10.2, SB-9.10: routers who run toward their pursuer are hit in the rear, and strike with the bases that he touches.
#[test]
fn routers_who_are_met_face_to_face_strike_back() {
    let mut test = pursuit(6.0);
    put_level(&mut test, "enemy", Level::Rout);
    put_troops(&mut test, "enemy", |troops| troops.must_retreat = false);
    // They have run for this turn.
    put_work(&mut test, "enemy", |work| work.routed = true);
    go_to_question(&mut test, "manoeuvre");
    let view = burt(&test);
    let (blue, enemy) = (test.unit("blue"), test.unit("enemy"));
    let fight = view.fights_of(enemy).next().expect("the pursuer has 8 inches");
    assert_eq!(fight.contact.defender_face, Face::Front);
    assert_eq!((view.melee_dice(blue).dice, view.melee_dice(enemy).dice), (2, 2));
    let labels = |by, at| format!("{:?}", view.melee_score(&view.blow_of(fight, by, at), false));
    assert!(labels(blue, enemy).contains("in the rear"), "{}", labels(blue, enemy));
}

/// SB-9.1, SB-10.2: a pursuer that touches routers with a corner lines up flush with them.
#[test]
fn a_pursuer_lines_up_with_routers() {
    let mut test = pursuit(6.0);
    put_level(&mut test, "enemy", Level::Rout);
    put_work(&mut test, "enemy", |work| work.routed = true);
    // The nearest point is a corner, 5.7 degrees to the right.
    put_front(&mut test, "enemy", 44.5, 36.0, 90.0);
    go_to_question(&mut test, "manoeuvre");
    let view = burt(&test);
    let (blue, enemy) = (test.unit("blue"), test.unit("enemy"));
    assert_eq!(view.fighting(blue), vec![enemy]);
    near(facing(&test, "blue"), 90.0);
    assert!(view.melee_dice(blue).dice > 0 && view.melee_dice(enemy).dice > 0);
}

/// SB-10.2: before another enemy the pursuer stops an inch short; this is an assault without half move.
#[test]
fn a_pursuer_stops_before_another_enemy_and_assaults_him() {
    let mut test = pursuit(6.0);
    let other = test.unit("other");
    put_troops(&mut test, "blue", |troops| troops.pursuing = Some(other));
    put_level(&mut test, "other", Level::Rout);
    go_to_question(&mut test, "manoeuvre");
    near_point(front(&test, "blue"), 40.0, 35.0);
    let assault = burt(&test).assault_of(test.unit("blue")).cloned().expect("it assaults");
    assert_eq!((assault.target, assault.pursuit, assault.stage), (test.unit("enemy"), true, AssaultStage::Declared));
    assert_eq!(assault.edge, Face::Front);
}

/// SB-10.2: nobody to pursue: straight on; a table edge stops a pursuer.
#[test]
fn a_pursuer_goes_straight_on_and_stops_at_the_edge() {
    let mut test = pursuit(6.0);
    put_front(&mut test, "blue", 40.0, 55.0, 90.0);
    put_front(&mut test, "enemy", 10.0, 40.0, 270.0);
    let enemy = test.unit("other");
    put_troops(&mut test, "blue", |troops| troops.pursuing = Some(enemy));
    put_front(&mut test, "other", 90.0, 5.0, 270.0);
    let wall = test.unit("friend");
    assert!(burt(&test).present(wall));
    go_to_question(&mut test, "manoeuvre");
    assert!(stands(&test, "blue"));
}

/// SB-10.2: a pursuer that would come to stand on friends wherever its way ends has no room to turn: it stays as it is.
#[test]
fn a_pursuer_without_room_to_turn_stays_as_it_is() {
    let mut test = pursuit(20.0);
    let own = outline(&test, "blue");
    // The enemy runs 6 inches home first, and is due east then.
    put_front(&mut test, "enemy", 65.0, own.place.at.y - 6.0, 0.0);
    put_level(&mut test, "enemy", Level::Rout);
    let beside = own.place.at.x + own.footprint.half_width() + outline(&test, "friend").footprint.half_width() + 0.02;
    put_front(&mut test, "friend", beside, own.place.at.y, 90.0);
    let told = step_3(&mut test);
    assert_eq!(outline(&test, "blue"), own, "{told}");
    let work = burt(&test).work(test.unit("blue"));
    assert_eq!((work.moved, work.motion), (false, None), "{told}");
}

/// SB-8.4: a unit that runs after routers advances, though it leaves a nearer enemy behind.
#[test]
fn a_pursuer_advances_whatever_enemies_it_leaves_behind() {
    let mut test = pursuit(10.0);
    put_level(&mut test, "enemy", Level::Rout);
    put_front(&mut test, "enemy", 40.0, 40.0, 90.0);
    put_front(&mut test, "other", 25.0, 22.0, 90.0);
    go_to_question(&mut test, "manoeuvre");
    near(front(&test, "blue").y, 38.0);
    assert_eq!(burt(&test).work(test.unit("blue")).motion, Some(Motion::Advanced));
}

fn shaken(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    put_level(&mut test, "blue", Level::Shaken);
    put_troops(&mut test, "blue", |troops| troops.must_retreat = true);
    test
}

/// SB-10.3: a unit that became shaken moves its normal rate away from the nearest enemy, still facing him, once.
#[test]
fn a_shaken_unit_retreats_facing_the_enemy() {
    let mut test = shaken(meeting("infantry", 24, "line", 6.0).area("wood", (30.0, 10.0), (50.0, 28.0)));
    let from = front(&test, "blue");
    step_3(&mut test);
    near(facing(&test, "blue"), 90.0);
    // Its rear comes to the wood after an inch; there each inch costs two.
    near(from.y - front(&test, "blue").y, 1.0 + 3.0 / 2.0);
    assert_eq!(level(&test, "blue"), Level::Shaken, "terrain takes no level");
    let order = march(&test, "blue", &[ahead(1.0)]);
    assert_eq!(test.refused(order).1, "SB-10.3");
    let from = front(&test, "blue");
    end_turn(&mut test);
    step_3(&mut test);
    assert_eq!(front(&test, "blue"), from, "one retreat for each time it became shaken");
}

/// SB-10.3: unlimbered guns stay where they are.
#[test]
fn shaken_guns_stay() {
    let mut test = shaken(meeting("foot_guns", 2, "unlimbered", 6.0));
    let from = front(&test, "blue");
    step_3(&mut test);
    assert_eq!(front(&test, "blue"), from);
    assert!(burt(&test).work(test.unit("blue")).retreated);
}

/// SB-10.3: it stops an inch from enemies and at the edge of the table.
#[test]
fn a_retreat_stops_before_enemies_and_the_edge() {
    let mut test = shaken(meeting("infantry", 24, "column", 3.0));
    put_front(&mut test, "other", 40.0, 23.0, 90.0);
    step_3(&mut test);
    near(burt(&test).gap(test.unit("blue"), test.unit("other")), 1.0);
    let mut test = shaken(meeting("infantry", 24, "column", 3.0));
    put_front(&mut test, "blue", 40.0, 5.0, 90.0);
    put_front(&mut test, "enemy", 40.0, 9.0, 270.0);
    step_3(&mut test);
    near(front(&test, "blue").y, 3.0);
    assert!(stands(&test, "blue"));
}

fn breaking_off() -> TestBattle {
    let mut test = shaken(meeting("infantry", 24, "line", 0.0));
    put_melee(&mut test, "enemy", "blue", Face::Front);
    go_to_question(&mut test, "break_off");
    test
}

/// SB-10.3: in melee it breaks off; an enemy whose normal move reaches may follow up, and follows with impetus.
#[test]
fn an_enemy_follows_a_unit_that_breaks_off() {
    let mut test = breaking_off();
    near(burt(&test).gap(test.unit("blue"), test.unit("enemy")), 4.0);
    assert!(burt(&test).play().fights.is_empty());
    assert_eq!(asked_side(&test), RED);
    decide(&mut test, "follow");
    let fights = burt(&test).play().fights.clone();
    assert_eq!(fights.len(), 1);
    assert_eq!(fights[0].impetus, vec![test.unit("enemy")]);
    near(burt(&test).gap(test.unit("blue"), test.unit("enemy")), 0.0);
}

/// SB-10.3, SB-9.17: if nobody follows the melee has ended, and both have REGROUP orders.
#[test]
fn a_melee_that_is_broken_off_ends_with_regroup_orders() {
    let mut test = breaking_off();
    let order = order(&test, &grapeshot::rulesets::burt::book::verbs::DECIDE).choice("wait");
    assert_eq!(test.refused(order).1, "SB-10.3");
    decide(&mut test, "stay");
    assert!(burt(&test).play().fights.is_empty());
    assert_eq!((chit_of(&test, "blue"), chit_of(&test, "enemy")), (Chit::Regroup, Chit::Regroup));
}

/// SB-10.4: routs first, then pursuits, then retreats.
#[test]
fn compulsory_moves_come_in_their_order() {
    let mut test = meeting("infantry", 24, "line", 6.0).battle();
    put_level(&mut test, "blue", Level::Shaken);
    put_troops(&mut test, "blue", |troops| troops.must_retreat = true);
    let other = test.unit("other");
    put_troops(&mut test, "friend", |troops| troops.pursuing = Some(other));
    put_level(&mut test, "other", Level::Rout);
    let told = step_3(&mut test);
    let place = |words: &str| told.find(words).unwrap_or_else(|| panic!("{words} in {told}"));
    let (rout, pursuit, retreat) = (place("(SB-10.1)"), place("(SB-10.2)"), place("(SB-10.3)"));
    assert!(rout < pursuit && pursuit < retreat, "{told}");
}

/// SB-9.1, SB-10.2: two units at most assault an edge, pursuers too: the third stops before it.
#[test]
fn a_third_pursuer_stops_before_an_edge() {
    let mut test = table()
        .foot("a", BLUE, 24, "column", (37.0, 20.0, 90.0))
        .foot("b", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .foot("c", BLUE, 24, "column", (43.0, 20.0, 90.0))
        .foot("r", RED, 24, "line", (40.0, 27.0, 270.0))
        .chit(Chit::Regroup)
        .battle();
    let whom = unit(&test, "r");
    for key in ["a", "b", "c"] {
        put_troops(&mut test, key, |troops| troops.pursuing = Some(whom));
    }
    force_morale(&mut test, &[6; 12]);
    let told = texts(&end_turn(&mut test));
    assert!(told.contains("A comes upon R (SB-10.2)") && told.contains("B comes upon R (SB-10.2)"), "{told}");
    assert!(told.contains("C stops: 2 units assault the front of R already (SB-9.1)"), "{told}");
    assert!(!told.contains("C strikes"), "{told}");
}
