//! Riders on the frontier (OW-8.1 to OW-8.6, OW-8.9, OW-8.10): the core's chapters of horse and guns, by the rules of the
//! supplement.

use bevy::math::Vec2;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::{Fate, PieceId},
    orders::Order,
    rulesets::combat_patrol::{book::marks, state::sequence_of_play::Ride, view::supplement::FightSide},
    table::position::Heading,
    testing::{BLUE, RED, TestBattle, TestTable},
};

use crate::{
    kit::{cp, far_enemy, flag, order, stand, table, word},
    wild::{at, to},
};

// Cards by what is read of them: 7 has 4 hand to hand and wounds, 3 puts out of action, 1 has 1.
const WINS: u16 = 7;
const LOSES: u16 = 1;
const OUT: u16 = 3;

/// Riders with a weapon at these places.
fn riders(on: TestTable, weapon: &str, places: &[(f32, f32, f32)]) -> TestTable {
    on.unit("blue", BLUE, places).weapons(&[weapon]).kind("mounted")
}

/// A trooper 8 inches south of a man with a sword; his leader and a mate of the man are far away.
fn pair() -> TestTable {
    let blue = riders(table(), "sword", &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)]).number("endurance", 2.0);
    let blue = blue.leader("level", word("company"));
    blue.unit("red", RED, &[(60.0, 40.0, 270.0), (20.0, 12.0, 270.0)]).weapons(&["sword"]).number("endurance", 2.0)
}

fn declare(test: &mut TestBattle, pieces: &[PieceId], gallops: bool, cards: &[u16]) {
    test.cards(BLUE, cards);
    let declare = order(test, "declare").pieces(pieces.to_vec());
    let declare = if gallops { declare.also(pieces.to_vec()) } else { declare };
    test.order(declare);
}

/// The trooper charges with 12 inches; these cards come in the fight. All events.
fn charge(test: &mut TestBattle, blue: &[u16], red: &[u16]) -> Vec<BattleEvent> {
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    declare(test, &[man], false, &[7, 8]);
    let charge = order(test, "charge").pieces([man]).target(foe);
    test.order(charge);
    test.cards(BLUE, blue);
    test.cards(RED, red);
    let from = test.battle.log().len();
    test.order(order(test, "march"));
    for _ in 0..8 {
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { break };
        let verb = match ask.kind.as_ref() {
            "react" => "hold",
            "resume" => "press_on",
            "act" => "end",
            _ => break,
        };
        test.order(order(test, verb));
    }
    test.battle.log().events()[from..].to_vec()
}

fn cites(events: &[BattleEvent], rule: &str) -> bool {
    events.iter().any(|event| event.rule.0 == rule)
}

/// Whether a piece stands at a place, but for a fiftieth of an inch.
fn stands_at(test: &TestBattle, piece: PieceId, x: f32, y: f32) -> bool {
    test.battle.view().place(piece).at.distance(Vec2::new(x, y)) < 0.02
}

fn kind(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or_else(String::new, |ask| ask.kind.to_string())
}

/// OW-8.2: cards 7 and 5 give a rider 12 inches; at a gallop 7, 5 and 6 give 18, and he is stunned at the end.
#[test]
fn a_rider_moves_two_cards_and_gallops_three() {
    let men = [(20.0, 10.0, 90.0), (30.0, 10.0, 90.0)];
    let mut test = far_enemy(riders(table(), "sword", &men)).acting("blue");
    let man = test.piece("blue", 1);
    declare(&mut test, &[man], false, &[7, 8]);
    assert_eq!(cp(&test).activity(man).inches(), Some(12.0));
    let mut test = far_enemy(riders(table(), "sword", &men)).acting("blue");
    let man = test.piece("blue", 1);
    let announced = order(&test, "declare").pieces([man]).also([man]);
    assert!(test.battle.check(&announced).expect("he may gallop").warnings.iter().any(|line| line.contains("OW-8.2")));
    declare(&mut test, &[man], true, &[7, 8, 1]);
    assert_eq!(cp(&test).activity(man).inches(), Some(18.0));
    test.order(order(&test, "move").pieces([man]).path([to(20.0, 40.0)]));
    test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].unit == Some(test.unit("blue")) {
        test.order(order(&test, "end"));
    }
    assert_eq!(at(&test, man), (20.0, 28.0));
    assert!(cp(&test).stunned(man));
}

/// OW-8.2, OW-8.1: to dismount and to mount are actions; the horse stays where its rider left it.
#[test]
fn mounting_and_dismounting_are_actions() {
    let men = [(20.0, 10.0, 90.0), (30.0, 10.0, 90.0)];
    let mut test = far_enemy(riders(table(), "carbine", &men)).acting("blue");
    stand(&mut test);
    let man = test.piece("blue", 1);
    let events = test.order(order(&test, "dismount").pieces([man]));
    assert!(cites(&events, "OW-8.2"));
    assert!(!cp(&test).mounted(man));
    assert_eq!(
        cp(&test).led_horses(test.unit("blue")).map(|horse| (horse.at.x, horse.at.y)).collect::<Vec<_>>(),
        [(20.0, 10.0)]
    );
    assert_eq!(test.refused(order(&test, "mount").pieces([man])).1, "CP-2.12");
    let unit = test.unit("blue");
    test.order(order(&test, "end"));
    test.act_next(unit);
    test.order(order(&test, "mount").pieces([man]));
    assert!(cp(&test).mounted(man));
}

/// Riders who ride north through a table with these cards after those of 12 inches.
fn through(on: TestTable, cards: &[u16], inches: f32) -> (TestBattle, Vec<BattleEvent>) {
    let mut test = far_enemy(riders(on, "sword", &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)])).acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, &men, false, &[&[7, 8], cards].concat());
    test.order(order(&test, "move").pieces(men).path([to(20.0, 10.0 + inches)]));
    let events = test.order(order(&test, "march"));
    (test, events)
}

/// OW-8.3: at a fence (Green, 5 holes) a card with 5 holes leaves one random rider touching its far side; with 4 holes all
/// ride on.
#[test]
fn a_fence_may_hang_up_a_rider() {
    let fence = || table().obstacle("fence", &[(10.0, 14.0), (30.0, 14.0)]);
    // Card 16 has 5 holes, and pick 2 of card 13 names the second rider; card 5 has 4 holes.
    let (test, events) = through(fence(), &[16, 13], 10.0);
    assert!(cites(&events, "OW-8.3"));
    let stuck = test.battle.view().place(test.piece("blue", 2)).at;
    assert!((stuck.y - 15.0).abs() < 0.06, "{stuck}");
    assert_eq!(at(&test, test.piece("blue", 1)), (20.0, 20.0));
    let (test, _) = through(fence(), &[5], 10.0);
    assert_eq!((at(&test, test.piece("blue", 1)), at(&test, test.piece("blue", 2))), ((20.0, 20.0), (23.0, 20.0)));
}

/// OW-8.1, HM-6.8: in woods one card decides for all: with 4 holes they stop half way inside.
#[test]
fn a_wood_may_bog_riders() {
    let wood = || table().area("woods", (10.0, 10.0), (40.0, 40.0));
    let (bogged, events) = through(wood(), &[5], 6.0);
    assert_eq!(at(&bogged, bogged.piece("blue", 1)), (20.0, 13.0));
    assert!(cites(&events, "HM-6.8"));
    let (free, _) = through(wood(), &[7], 6.0);
    assert_eq!(at(&free, free.piece("blue", 1)), (20.0, 16.0));
}

/// OW-8.4: a rider who reacts with 3 on his Reaction of 3 counter-charges 6 inches straight at the charger; with 4 he
/// stands.
#[test]
fn a_rider_counter_charges_by_reaction() {
    let meets = |die: u16| {
        let blue = riders(table(), "sword", &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)]).leader("level", word("company"));
        let red =
            blue.unit("red", RED, &[(20.0, 24.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["sword"]).kind("mounted");
        let mut test = red.number("reaction", 3.0).acting("blue");
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 1));
        declare(&mut test, &[man], true, &[4, 4, 4]);
        let charge = order(&test, "charge").pieces([man]).target(foe);
        test.order(charge);
        test.order(order(&test, "march"));
        assert_eq!(kind(&test), "react");
        let react = order(&test, "react").pieces([foe]).choice("counter_charge");
        // Card 1 shows 6 inches.
        test.cards(RED, &[die, 1]);
        let from = test.battle.log().len();
        test.order(react);
        for (asked, verb) in [("react", "hold"), ("resume", "press_on")] {
            if kind(&test) == asked {
                test.order(order(&test, verb));
            }
        }
        let rode = |event: &BattleEvent| matches!(event.kind, EventKind::Moved { piece, .. } if piece == foe);
        test.battle.log().events()[from..].iter().any(|event| event.rule.0 == "OW-8.4" && rode(event))
    };
    // Card 6 shows 3 on its six-sided icon, card 5 shows 4.
    assert!(meets(6));
    assert!(!meets(5));
}

/// OW-8.5: with a straight way of 3.9 inches into contact there is no impetus, with 4.0 there is.
#[test]
fn impetus_needs_four_straight_inches() {
    let test = pair().battle();
    let man = test.piece("blue", 2);
    let rides = |inches: f32| {
        let way = [Vec2::new(20.0, 4.0), Vec2::new(20.0, 4.0 + inches)];
        cp(&test).has_impetus(man, &way, Heading(90.0))
    };
    assert_eq!((rides(3.9), rides(4.0)), (false, true));
}

/// OW-8.5: a trooper with a sword adds 2 and 2, a lancer with impetus 2 and 3; the setting `lance_impetus` lets his lance
/// come in the place of impetus: 3 in all.
#[test]
fn a_lance_adds_to_impetus_or_comes_in_its_place() {
    let sum = |weapon: &str, setting: &str, moved: bool| {
        let on =
            riders(table().setting("lance_impetus", word(setting)), weapon, &[(20.0, 4.0, 90.0), (30.0, 4.0, 90.0)]);
        let test = on.unit("red", RED, &[(20.0, 12.0, 270.0)]).weapons(&["sword"]).battle();
        let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
        let ride = Ride { moved, impetus: moved };
        let side = FightSide { attacker: true, ride, ..FightSide::default() };
        let melee = f32::from(cp(&test).soldier(man).melee);
        let sum = cp(&test).melee_sum(man, foe, side, 0, None);
        assert!(!moved || sum.modifiers().iter().any(|line| line.rule.0 == "OW-8.5"));
        sum.total() - melee
    };
    assert_eq!((sum("sword", "hm", true), sum("lance", "hm", true)), (4.0, 5.0));
    assert_eq!(sum("lance", "replace", true), 3.0);
    assert_eq!(sum("sword", "replace", true), 4.0);
    assert_eq!(sum("lance", "hm", false), 1.0);
}

/// OW-8.6: a trooper with impetus who puts his man out of action goes 4 inches on; before the edge of the table he stops
/// and is stunned.
#[test]
fn a_victor_with_impetus_rides_on() {
    let mut test = pair().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[WINS, OUT], &[LOSES]);
    assert_eq!((test.battle.view().fate(foe), kind(&test).as_str()), (Fate::Casualty, "breakthrough"));
    assert_eq!(test.refused(order(&test, "veer").number(1.5)).1, "OW-8.6");
    test.order(order(&test, "veer").number(0.0));
    assert!(stands_at(&test, man, 20.0, 14.5));
    assert!(!cp(&test).stunned(man));
    let mut edge = pair().size(72.0, 14.0).acting("blue");
    let (man, other) = (edge.piece("blue", 2), edge.piece("red", 1));
    edge.stand(other, 60.0, 10.0, 270.0);
    charge(&mut edge, &[WINS, OUT], &[LOSES]);
    let events = edge.order(order(&edge, "veer").number(0.0));
    assert!(cp(&edge).stunned(man) && cites(&events, "OW-8.6"));
}

/// OW-8.6: without impetus the winner may advance an inch.
#[test]
fn a_victor_without_impetus_may_advance_an_inch() {
    let mut test = pair().acting("blue");
    let man = test.piece("blue", 2);
    test.stand(man, 20.0, 7.5, 90.0);
    charge(&mut test, &[WINS, OUT], &[LOSES]);
    assert_eq!(kind(&test), "advance");
    assert_eq!(test.battle.awaiting().asks[0].numbers.map(|(_, most)| most.round()), Some(1.0));
}

/// OW-8.6: a man who loses and is wounded goes back 2 inches.
#[test]
fn a_beaten_rider_goes_back_two_inches() {
    let mut test = pair().acting("blue");
    let man = test.piece("blue", 2);
    charge(&mut test, &[LOSES], &[5, 7]);
    assert!(stands_at(&test, man, 20.0, 8.5));
}

/// A man on foot hits a rider; these are the damage card and those after it.
fn hit_a_rider(cards: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let on = table().unit("blue", BLUE, &[(20.0, 10.0, 90.0), (40.0, 10.0, 90.0)]).weapons(&["rifle"]);
    let on =
        on.unit("red", RED, &[(20.0, 14.5, 270.0), (60.0, 40.0, 270.0)]).weapons(&["sword"]).number("endurance", 2.0);
    let mut test = on.kind("mounted").acting("blue");
    stand(&mut test);
    test.cards(BLUE, cards);
    let shoot: Order = order(&test, "shoot").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
    let events = test.order(shoot);
    (test, events)
}

/// OW-8.9: on 1 to 7 the horse takes the hit and is gone; a medium burst throws the rider, and a third card says how badly;
/// on 8 to 10 the man is hit and the horse stays.
#[test]
fn a_hit_falls_on_horse_or_man() {
    // Card 6 hits, card 4 wounds; card 2 has 7 (the horse), card 3 shows no burst, card 4 a medium one; card 8 has 9 (the man).
    let (test, events) = hit_a_rider(&[6, 4, 2, 3]);
    let rider = test.piece("red", 1);
    assert!(cites(&events, "OW-8.9") && !cp(&test).mounted(rider));
    assert_eq!(test.battle.view().mark(rider, &marks::WOUND), 0);
    let (test, _) = hit_a_rider(&[6, 4, 2, 4, 1]);
    assert_eq!((cp(&test).mounted(rider), test.battle.view().mark(rider, &marks::WOUND)), (false, 1));
    let (test, _) = hit_a_rider(&[6, 4, 8]);
    assert_eq!((cp(&test).mounted(rider), test.battle.view().mark(rider, &marks::WOUND)), (true, 1));
}

/// OW-8.10: a gun is served by the rules of Horse & Musket in full; a Gatling is no artillery: it loads no rounds.
#[test]
fn artillery_is_that_of_horse_and_musket() {
    let crew = [(8.5, 9.0, 90.0), (11.5, 9.0, 90.0), (8.5, 10.5, 90.0), (11.5, 10.5, 90.0)];
    let battery = |gun: &str| {
        let on = table().unit("blue", BLUE, &crew).weapons(&["revolver"]);
        let on = on.gun(gun, (10.0, 10.0, 90.0), (10.0, 4.0, 270.0));
        let mut test = on.unit("red", RED, &[(10.0, 40.0, 270.0)]).acting("blue");
        stand(&mut test);
        test
    };
    let fire = |test: &TestBattle| order(test, "fire").pieces([test.piece("blue", 5)]).path([to(10.0, 40.0)]);
    let mut gun = battery("gun_6");
    let events = gun.order(fire(&gun));
    assert!(events.iter().any(|event| event.rule.0.starts_with("HM-7.")));
    let mut gatling = battery("gatling");
    let load = order(&gatling, "load").pieces([gatling.piece("blue", 5)]).choice("shot");
    assert_eq!(gatling.refused(load).1, "HM-7.8");
}

/// OW-8.1, HM-6.2: men who begin on foot mount their horses where these stand, and nowhere else.
#[test]
fn led_horses_may_stand_apart_from_their_men() {
    let on = riders(table(), "revolver", &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)]).value("dismounted", flag(true));
    let mut test = far_enemy(on.led_horses(&[(20.0, 16.0), (23.0, 16.0)])).acting("blue");
    let men = test.pieces("blue");
    let up = order(&test, "mount").pieces(men.clone());
    let (why, rule) = test.refused(up.clone());
    assert_eq!((why.as_str(), rule.as_str()), ("blue.1 touches no led horse of the unit", "OW-8.2"));
    test.stand(men[0], 20.0, 14.5, 90.0);
    test.stand(men[1], 22.0, 16.0, 90.0);
    test.order(up);
    assert_eq!([at(&test, men[0]), at(&test, men[1])], [(20.0, 16.0), (23.0, 16.0)]);
    assert!(men.iter().all(|man| cp(&test).mounted(*man)));
    assert_eq!(cp(&test).led_horses(test.unit("blue")).count(), 0);
}
