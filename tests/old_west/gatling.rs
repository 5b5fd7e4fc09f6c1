//! Gatling guns (OW-6).

use grapeshot::rulesets::old_west::wagons::state::WagonsView;
use grapeshot::{
    forces::PieceId,
    orders::Order,
    rulesets::{combat_patrol::book::marks, old_west::wagons::state::Rolling},
    table::position::Heading,
    testing::{BLUE, RED, TestBattle, TestTable},
};

use crate::{
    kit::{again, cp, flag, hits, order, stand, table, word},
    wild::{at, to, told},
};

/// A Gatling at (10, 10) that faces north with a crew of four at it, its limber so far behind, and enemies.
fn battery(foes: &[(f32, f32, f32)]) -> TestTable {
    let crew = [(8.5, 9.0, 90.0), (11.5, 9.0, 90.0), (8.5, 10.5, 90.0), (11.5, 10.5, 90.0)];
    table()
        .unit("blue", BLUE, &crew)
        .weapons(&["revolver"])
        .gun("gatling", (10.0, 10.0, 90.0), (10.0, 4.0, 270.0))
        .unit("red", RED, foes)
        .number("endurance", 6.0)
}

fn ready(foes: &[(f32, f32, f32)]) -> TestBattle {
    let mut test = battery(foes).acting("blue");
    stand(&mut test);
    test
}

fn gun(test: &TestBattle) -> PieceId {
    test.piece("blue", 5)
}

fn crank(test: &TestBattle, target: usize) -> Order {
    order(test, "crank").pieces([gun(test)]).target(test.piece("red", target))
}

/// OW-6.6: a target 45 degrees off the facing is fired at, one beyond is outside the traverse.
#[test]
fn a_gatling_fires_within_45_degrees() {
    let mut test = ready(&[(14.0, 14.0, 270.0), (15.0, 14.0, 270.0), (10.0, 40.0, 270.0)]);
    assert!(test.battle.draft(crank(&test, 1)).is_ok());
    let reason = "Target is outside the Gatling's 45-degree traverse; turn the gun first";
    assert_eq!(test.refused(crank(&test, 2)), (reason.into(), "OW-6.6".into()));
}

/// OW-6.6: two men serve it at its full rate of three; one alone at a rate of one.
#[test]
fn a_gatling_takes_two_men_for_its_full_rate() {
    let mut test = ready(&[(10.0, 20.0, 270.0)]);
    let shots =
        |test: &TestBattle| cp(test).aim(gun(test), test.piece("red", 1), Default::default()).map(|aim| aim.shots);
    assert_eq!(shots(&test), Ok(3));
    for n in 2..=4 {
        let man = test.piece("blue", n);
        test.mark(man, &marks::STUN, 1);
    }
    assert_eq!(shots(&test), Ok(1));
    let last = test.piece("blue", 1);
    test.mark(last, &marks::STUN, 1);
    assert_eq!(test.refused(crank(&test, 1)).1, "OW-6.6");
}

/// OW-6.6: each further card may be for another target near the last.
#[test]
fn a_gatling_sweeps_from_one_target_to_the_next() {
    let mut test = ready(&[(10.0, 20.0, 270.0), (12.0, 20.0, 270.0)]);
    // Card 1 misses.
    test.cards(BLUE, &[1, 1, 1]);
    let first = test.order(crank(&test, 1));
    assert_eq!(hits(&first), (0, 1));
    assert_eq!(test.battle.awaiting().asks[0].kind, "sweep");
    let second = order(&test, "sweep").target(test.piece("red", 2));
    assert_eq!(hits(&test.order(second)), (0, 1));
}

/// OW-6.7, OW-5.5: an Out of Ammunition card lays two markers, one comes off in an activation, whatever the crew.
#[test]
fn a_jam_takes_two_activations_to_clear() {
    let mut test = ready(&[(10.0, 20.0, 270.0)]);
    test.cards(BLUE, &[4]);
    test.order(crank(&test, 1));
    for left in [1, 0] {
        again(&mut test);
        assert_eq!(test.refused(crank(&test, 1)).1, "OW-6.7");
        let clear = |test: &TestBattle, n| order(test, "clear_jam").pieces([test.piece("blue", n)]);
        test.order(clear(&test, 2));
        assert_eq!(test.battle.view().mark(gun(&test), &marks::OUT_OF_AMMO), left);
        if test.battle.awaiting().asks[0].verbs.contains(&grapeshot::orders::VerbId::new("clear_jam")) {
            assert_eq!(test.refused(clear(&test, 3)).1, "OW-6.7");
        }
    }
    again(&mut test);
    assert!(test.battle.draft(crank(&test, 1)).is_ok());
}

/// OW-6.3, OW-6.2: with its limber farther off than four inches it is not limbered up; it loads no rounds.
#[test]
fn a_gatling_is_limbered_up_with_its_limber_near() {
    let mut test = ready(&[(10.0, 30.0, 270.0)]);
    let limber = test.piece("blue", 6);
    test.stand(limber, 30.0, 4.0, 270.0);
    assert_eq!(test.refused(order(&test, "limber").pieces([gun(&test)])).1, "HM-7.5");
    assert_eq!(test.refused(order(&test, "load").pieces([gun(&test)]).choice("shot")).1, "HM-7.8");
}

/// The same on its limber, which stands at (10, 10) and faces east.
fn limbered(change: impl FnOnce(TestTable) -> TestTable) -> TestBattle {
    let crew = [(8.5, 8.0, 90.0), (11.5, 8.0, 90.0), (8.5, 12.0, 90.0), (11.5, 12.0, 90.0)];
    let on = table().unit("blue", BLUE, &crew).weapons(&["revolver"]);
    let on = on.gun("gatling", (7.0, 10.0, 0.0), (10.0, 10.0, 0.0)).value("limbered", flag(true));
    change(on.unit("red", RED, &[(60.0, 40.0, 270.0)])).acting("blue")
}

fn limber(test: &TestBattle) -> PieceId {
    test.piece("blue", 6)
}

/// A piece is declared moving with these movement cards and goes east.
fn drive(test: &mut TestBattle, piece: PieceId, by_road: bool, cards: &[u16], x: f32) -> f32 {
    test.cards(BLUE, cards);
    let declare = order(test, "declare").pieces([piece]);
    let declare = if by_road { declare.also([piece]) } else { declare };
    test.order(declare);
    let from = test.battle.view().place(piece).at;
    test.order(order(test, "move").pieces([piece]).path([to(from.x + x, from.y)]));
    test.order(order(test, "march"));
    ((test.battle.view().place(piece).at.x - from.x) * 100.0).round() / 100.0
}

/// OW-6.4: limbered it moves one card in the open, two on a road all the way, and one that is halved in woods or rough
/// ground, with a check as in Elite ground.
#[test]
fn a_limbered_gatling_moves_a_card_and_two_on_a_road() {
    let mut road = limbered(|on| on.road(&[(0.0, 10.0), (72.0, 10.0)]));
    let piece = limber(&road);
    // Cards 7 and 8 show 7 and 5 inches.
    assert_eq!(drive(&mut road, piece, true, &[7, 8], 30.0), 12.0);
    let mut open = limbered(|on| on);
    assert_eq!(drive(&mut open, piece, false, &[7], 30.0), 7.0);
    // Card 7 in woods: 3.5 inches; 2 holes pass the check, 3 stop it half way.
    let woods = || limbered(|on| on.area("woods", (5.0, 0.0), (60.0, 20.0)));
    assert_eq!(drive(&mut woods(), piece, false, &[7, 8], 30.0), 3.5);
    assert_eq!(drive(&mut woods(), piece, false, &[7, 7], 30.0), 1.75);
}

/// OW-6.4: a crew that announces a road move stays on the road.
#[test]
fn a_road_move_ends_on_the_road() {
    let mut test = limbered(|on| on.road(&[(0.0, 10.0), (72.0, 10.0)]));
    let piece = limber(&test);
    test.cards(BLUE, &[7, 8]);
    test.order(order(&test, "declare").pieces([piece]).also([piece]));
    let off = order(&test, "move").pieces([piece]).path([to(18.0, 14.0)]);
    assert_eq!(test.refused(off).1, "HM-7.2");
}

/// OW-6.4: no fence, wall, hedge or ditch is crossed before a gap is cleared.
#[test]
fn a_fence_stops_a_gatling() {
    for obstacle in ["fence", "stone_wall", "hedge", "ditch"] {
        let mut test = limbered(|on| on.obstacle(obstacle, &[(14.0, 0.0), (14.0, 30.0)]));
        let piece = limber(&test);
        assert!(drive(&mut test, piece, false, &[4], 30.0) <= 4.0, "{obstacle}");
    }
}

/// OW-6.4, OW-6.5: by hand it moves a quarter of a card, on bad ground too; its crew has had its action, and it does not
/// fire; with fewer than two men it stays.
#[test]
fn a_gatling_is_moved_by_hand_at_a_quarter() {
    // Card 2 shows 8 inches, and 2 holes in woods.
    for on in [battery(&[(10.0, 30.0, 270.0)]), battery(&[(10.0, 30.0, 270.0)]).area("woods", (0.0, 0.0), (30.0, 16.0))]
    {
        let mut test = on.acting("blue");
        let gun = gun(&test);
        test.cards(BLUE, &[2, 2]);
        test.order(order(&test, "declare").pieces([gun]));
        test.order(order(&test, "move").pieces([gun]).path([to(10.0, 20.0)]));
        assert_eq!(test.refused(crank(&test, 1)).1, "OW-6.5");
        test.order(order(&test, "march"));
        assert_eq!(at(&test, gun), (10.0, 12.0));
        assert_eq!(test.battle.view().place(gun).facing, Heading(90.0));
    }
    let mut alone = battery(&[(10.0, 30.0, 270.0)]).acting("blue");
    for n in 2..=4 {
        let man = alone.piece("blue", n);
        alone.mark(man, &marks::STUN, 1);
    }
    let declare = order(&alone, "declare").pieces([gun(&alone)]);
    assert!(alone.battle.draft(declare).is_err());
}

/// OW-6.6, OW-6.5: to turn it in place is its crew's action and draws no card; then it fires the other way in the next
/// activation.
#[test]
fn a_gatling_is_turned_by_its_crew() {
    let mut test = ready(&[(20.0, 10.0, 180.0)]);
    assert_eq!(test.refused(crank(&test, 1)).1, "OW-6.6");
    let turn = order(&test, "face").pieces([gun(&test)]).heading(Heading(0.0));
    let events = test.order(turn);
    assert!(!events.iter().any(|event| event.rule.0 == "CP-5.10"));
    again(&mut test);
    assert!(test.battle.draft(crank(&test, 1)).is_ok());
}

/// OW-6.1: gun, crew and limber are one unit with one die; the gun and its limber are none of its men.
#[test]
fn a_gatling_and_its_crew_are_one_unit() {
    let test = ready(&[(10.0, 20.0, 270.0)]);
    let (unit, cp) = (test.unit("blue"), cp(&test));
    assert_eq!(cp.men(unit).count(), 4);
    assert!([gun(&test), limber(&test)].iter().all(|piece| test.battle.view().unit_of(*piece) == unit));
    assert_eq!(cp.gun_of(unit).map(|gun| gun.limber), Some(Some(limber(&test))));
}

/// OW-6.8: with the limber within 4 inches of the gun there are 5 candidates wherever it stands, at more than 4 there
/// are 4. A wound halves its speed, an incapacitation stops it.
#[test]
fn a_limber_near_the_gun_is_a_candidate() {
    let mut test = battery(&[(10.0, 20.0, 270.0)]).acting("red");
    let (foe, man) = (test.piece("red", 1), test.piece("blue", 2));
    for n in 1..=4 {
        let crew = test.piece("blue", n);
        test.stand(crew, 9.3 + 0.3 * n as f32, 10.9, 90.0);
    }
    // The limber is 4 inches long and looks away: its edge nearest to the gun, which ends at y = 9, is 2 inches off its middle.
    for (gap, count) in [(3.9, 5), (4.1, 4)] {
        let limber = limber(&test);
        test.stand(limber, 10.0, 7.0 - gap, 270.0);
        assert_eq!(cp(&test).candidates(foe, man).len(), count);
    }
    let piece = limber(&test);
    test.mark(piece, &marks::WRECKED, 1);
    let mut moved = limbered(|on| on);
    let piece = limber(&moved);
    moved.mark(piece, &marks::WOUND, 1);
    assert_eq!(drive(&mut moved, piece, false, &[7], 30.0), 3.5);
}

/// OW-6.9: the limber never counts when a morale result names a figure.
#[test]
fn morale_names_no_limber() {
    let on = battery(&[(10.0, 40.0, 270.0)]);
    let mut test = on.battle();
    let blue = test.unit("blue");
    test.mark_unit(blue, &marks::MORALE, 4);
    // Four times S1 for Regulars, each with a card that names one of the men left: all four men, and not the limber.
    test.begin_turn(&[4, 1], &[3, 0]);
    test.cards(BLUE, &[3, 3, 3, 3, 7, 7, 7, 7]);
    test.order(order(&test, "steady").number(0.0));
    assert!((1..=4).all(|n| cp(&test).stunned(test.piece("blue", n))));
    assert!(!cp(&test).stunned(limber(&test)) && !cp(&test).stunned(gun(&test)));
}

/// OW-6.6, CP-10.3: by reaction it fires all its cards at a mover within its arc.
#[test]
fn a_gatling_fires_by_reaction() {
    let mut test = battery(&[(10.0, 26.0, 0.0), (40.0, 26.0, 0.0)]).acting("red");
    let foe = test.piece("red", 1);
    test.cards(RED, &[4]);
    test.order(order(&test, "declare").pieces([foe]));
    test.order(order(&test, "move").pieces([foe]).path([to(14.0, 26.0)]));
    test.order(order(&test, "march"));
    assert_eq!(test.battle.awaiting().asks[0].kind, "react");
    assert!(test.battle.awaiting().asks[0].pieces.contains(&gun(&test)));
    let react = order(&test, "react").pieces([gun(&test)]).choice("shoot").target(foe);
    // A 1 on the die icon succeeds; then three cards.
    test.cards(BLUE, &[13, 8, 8, 8]);
    let at = test.battle.log().len();
    test.order(react);
    while test.battle.awaiting().asks.first().is_some_and(|ask| ask.kind == "react") {
        test.go_on();
    }
    assert_eq!(hits(&test.battle.log().events()[at..]).1, 3);
}

/// A Gatling on a buckboard whose gun is at (20, 10) and that heads east, and enemies.
fn wagon_gun(foes: &[(f32, f32, f32)]) -> TestTable {
    let on = table().setting("style", word("hollywood")).unit("red", RED, foes).number("endurance", 6.0);
    on.wagon("blue", BLUE, "buckboard", (20.5, 10.0, 0.0)).wagon_gun("gatling", 3).weapons(&["revolver"])
}

fn the_wagon_gun(test: &TestBattle) -> PieceId {
    cp(test).coach(test.unit("blue")).and_then(|wagon| wagon.gun).expect("it carries a gun")
}

fn crank_wagon(test: &TestBattle, target: usize) -> Order {
    order(test, "crank").pieces([the_wagon_gun(test)]).target(test.piece("red", target))
}

/// OW-6.10: a wagon gun fires only to the rear: 26.6 degrees off the rear is legal, 90 is not.
#[test]
fn a_wagon_gun_fires_to_the_rear() {
    let mut test = wagon_gun(&[(12.0, 14.0, 0.0), (20.0, 16.0, 270.0)]).acting("blue");
    assert_eq!(at(&test, the_wagon_gun(&test)), (20.0, 10.0));
    assert_eq!(test.battle.view().place(the_wagon_gun(&test)).facing, Heading(180.0));
    let why = "The wagon gun fires only to the rear, and only at a standstill";
    assert_eq!(test.refused(crank_wagon(&test, 2)), (why.into(), "OW-6.10".into()));
    test.cards(BLUE, &[1, 1, 1]);
    let events = test.order(crank_wagon(&test, 1));
    assert_eq!(hits(&events).1, 1);
}

/// OW-6.10: it does not fire when its wagon has moved or rolls, and the wagon does not move when it has fired.
#[test]
fn a_wagon_gun_fires_only_at_a_standstill() {
    let why = "The wagon gun fires only to the rear, and only at a standstill";
    let mut test = wagon_gun(&[(8.0, 10.0, 0.0)]).acting("blue");
    test.cards(BLUE, &[8]);
    test.order(order(&test, "set_out"));
    test.order(order(&test, "pull_up").path([to(22.0, 10.0)]));
    if test.battle.awaiting().asks[0].verbs.iter().any(|verb| verb.0 == "crank") {
        assert_eq!(test.refused(crank_wagon(&test, 1)), (why.into(), "OW-6.10".into()));
    }
    let mut rolls = wagon_gun(&[(8.0, 10.0, 0.0)]).acting("blue");
    let unit = rolls.unit("blue");
    let mut wagon = cp(&rolls).coach(unit).cloned().expect("it is a wagon");
    wagon.rolling = Rolling::Rolling;
    rolls.put_unit(unit, "wagon", wagon);
    assert_eq!(rolls.refused(crank_wagon(&rolls, 1)), (why.into(), "OW-6.10".into()));
    let mut fires = wagon_gun(&[(8.0, 10.0, 0.0)]).acting("blue");
    fires.cards(BLUE, &[1, 1, 1, 1]);
    fires.order(crank_wagon(&fires, 1));
    while fires.battle.awaiting().asks[0].kind == "sweep" {
        fires.order(order(&fires, "cease"));
    }
    if fires.battle.awaiting().asks[0].verbs.iter().any(|verb| verb.0 == "set_out") {
        assert_eq!(fires.refused(order(&fires, "set_out")).1, "OW-6.10");
    }
}

/// OW-6.10: it is never moved by hand, turned or taken off its wagon; it goes where that goes.
#[test]
fn a_wagon_gun_stays_on_its_wagon() {
    let mut test = wagon_gun(&[(8.0, 30.0, 0.0)]).acting("blue");
    let gun = the_wagon_gun(&test);
    let turn = order(&test, "face").pieces([gun]).heading(Heading(90.0));
    assert_eq!(test.refused(turn).1, "OW-6.10");
    assert!(test.battle.draft(order(&test, "limber").pieces([gun])).is_err());
    test.cards(BLUE, &[1]);
    test.order(order(&test, "set_out"));
    test.order(order(&test, "roll").path([to(60.0, 10.0)]));
    assert_eq!(at(&test, gun), (26.0, 10.0));
}

/// OW-6.10: wagon and team are among the candidates of any fire at the unit, the team as one; a wagon that cannot move
/// still fires to the rear.
#[test]
fn a_wagon_gun_shares_the_hits_with_its_team() {
    let mut test = wagon_gun(&[(12.0, 10.0, 0.0), (24.0, 30.0, 0.0)]).acting("blue");
    let (foe, crew) = (test.piece("red", 2), test.piece("blue", 2));
    // The driver, three men of the crew, and the team.
    assert_eq!(cp(&test).candidates(foe, crew).len(), 5);
    let unit = test.unit("blue");
    let mut wagon = cp(&test).coach(unit).cloned().expect("it is a wagon");
    wagon.dead = 1;
    test.put_unit(unit, "wagon", wagon);
    assert_eq!(test.refused(order(&test, "set_out")).1, "OW-10.8");
    assert!(test.battle.draft(crank_wagon(&test, 1)).is_ok());
    assert!(told(test.battle.log().events(), "OW-6.10").is_empty());
}
