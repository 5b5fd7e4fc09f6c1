//! Those on board of wagons, and what men do at wagons (OW-10.6, OW-10.9, OW-10.10, OW-10.14, OW-10.15).

use bevy::math::Vec2;
use grapeshot::rulesets::old_west::wagons::state::WagonsView;
use grapeshot::{
    forces::{Fate, PieceId},
    orders::{Order, VerbId},
    rulesets::{
        combat_patrol::{
            book::{action_card::Burst, grade::Grade},
            state::led_horses::Horses,
        },
        old_west::wagons::state::Rolling,
    },
    table::{footprint::Footprint, position::Heading},
    testing::{BLUE, RED, TestBattle, TestTable},
};

use crate::{
    kit::{cp, far_enemy, flag, line, order, put_wagon, stand, table, wagon, word},
    wild::{at, to, told},
};

/// A wagon at (30, 20) that heads east.
pub(super) fn coach(kind: &str) -> TestTable {
    far_enemy(table()).wagon("coach", BLUE, kind, (30.0, 20.0, 0.0))
}

/// The same with this many men on board who have revolvers.
fn laden(kind: &str, men: u8) -> TestTable {
    coach(kind).unit("men", BLUE, &line(men, 10.0, 5.0)).weapons(&["revolver"]).word("aboard", "coach")
}

/// A wagon and this many men on foot in a line from the left end.
fn beside(kind: &str, men: u8, (x, y): (f32, f32)) -> TestTable {
    coach(kind).unit("men", BLUE, &line(men, x, y)).weapons(&["revolver"])
}

/// The men of a unit act and stand.
pub(super) fn acting(on: TestTable, key: &str) -> TestBattle {
    let mut test = on.acting(key);
    stand_if_asked(&mut test);
    test
}

/// Nobody moves, if that is asked.
pub(super) fn stand_if_asked(test: &mut TestBattle) {
    if test.battle.awaiting().asks[0].kind == "declare" {
        stand(test);
    }
}

pub(super) fn men(test: &TestBattle, numbers: impl IntoIterator<Item = usize>) -> Vec<PieceId> {
    numbers.into_iter().map(|n| test.piece("men", n)).collect()
}

fn board(test: &TestBattle, numbers: impl IntoIterator<Item = usize>) -> Order {
    order(test, "board_wagon").pieces(men(test, numbers)).target(wagon(test).body)
}

/// The column and the cards of the first man's shot at the enemy named.
fn aim(test: &TestBattle, foe: &str) -> Result<(i8, u8), String> {
    let (man, foe, cp) = (test.piece("men", 1), test.piece(foe, 1), cp(test));
    let manner = cp.manner(cp.activation(), man).map_err(|refusal| refusal.reason)?;
    cp.aim(man, foe, manner).map(|aim| (aim.holes(), aim.shots)).map_err(|refusal| refusal.reason)
}

/// OW-10.9, OW-D5: those on board sit in their seats, two abreast, the driver at the right in front; they keep their own
/// unit, and go where the wagon goes.
#[test]
fn passengers_go_with_the_wagon() {
    let mut test = laden("buckboard", 3).acting("coach");
    let driver = test.piece("coach", 1);
    assert_eq!(at(&test, driver), (31.2, 19.5));
    let seats: Vec<(f32, f32)> = (1..=3).map(|n| at(&test, test.piece("men", n))).collect();
    assert_eq!(seats, [(31.2, 20.5), (30.6, 19.5), (30.6, 20.5)]);
    assert_eq!(test.battle.view().unit_of(test.piece("men", 1)), test.unit("men"));
    stand_if_asked(&mut test);
    test.cards(BLUE, &[1]);
    test.order(order(&test, "set_out"));
    test.order(order(&test, "roll").path([to(60.0, 20.0)]));
    let seats: Vec<(f32, f32)> = (1..=3).map(|n| at(&test, test.piece("men", n))).collect();
    assert_eq!(seats, [(37.2, 20.5), (36.6, 19.5), (36.6, 20.5)]);
}

/// OW-10.9: a Regular passenger fires his revolver at 3 inches on column 5 with one card as long as the wagon rolls, on
/// column 3 with two cards when it stands.
#[test]
fn fire_from_a_rolling_wagon_is_moving_fire() {
    // The seat is at (31.2, 20.5): its edge at 20.75, that of the target at 23.75.
    let on = |rolls: bool| {
        let on = coach("buckboard").value("rolling", flag(rolls));
        let on = on.unit("men", BLUE, &line(1, 10.0, 5.0)).weapons(&["revolver"]).word("aboard", "coach");
        acting(on.unit("foe", RED, &[(31.2, 24.25, 270.0)]), "men")
    };
    assert_eq!(aim(&on(true), "foe"), Ok((5, 1)));
    assert_eq!(aim(&on(false), "foe"), Ok((3, 2)));
    let test = on(true);
    let shot = order(&test, "shoot").pieces([test.piece("men", 1)]).target(test.piece("foe", 1));
    assert!(test.battle.draft(shot).is_ok());
}

/// OW-10.9: those on board fire over their own team and past their mates.
#[test]
fn nobody_on_board_is_in_the_way() {
    let on = laden("stagecoach", 5).unit("foe", RED, &[(46.0, 20.0, 180.0)]).weapons(&["sword"]);
    let mut test = acting(on, "men");
    let rifle = cp(&test).book.weapons.iter().position(|weapon| weapon.id == "rifle").expect("there are rifles");
    for n in 1..=5 {
        let man = test.piece("men", n);
        let mut soldier = cp(&test).soldier(man).clone();
        soldier.weapons = vec![rifle as u8];
        test.put(man, "soldier", soldier);
    }
    let last = test.piece("men", 5);
    let shot = order(&test, "shoot").pieces([last]).target(test.piece("foe", 1));
    assert!(test.battle.draft(shot).is_ok());
}

/// OW-10.9: to board is an action; it takes a wagon that stands, a free seat, and that one is adjacent and on foot.
#[test]
fn men_board_a_wagon_that_stands() {
    // The body is from y = 19.25 to 20.75: they stand 0.25 inch from it.
    let mut test = acting(beside("buckboard", 5, (26.0, 21.5)), "men");
    // Those at x = 26 and 34 are beyond its ends.
    assert_eq!(test.refused(board(&test, [1])), ("men.1 is not beside coach.body".into(), "OW-10.9".into()));
    assert_eq!(test.refused(board(&test, [2, 3, 4, 5])).1, "OW-10.9");
    test.order(board(&test, [2, 3, 4]));
    let seated: Vec<(f32, f32)> = [2, 3, 4].map(|n| at(&test, test.piece("men", n))).to_vec();
    assert_eq!(seated, [(31.2, 20.5), (30.6, 19.5), (30.6, 20.5)]);
    let man = test.piece("men", 2);
    assert_eq!(test.battle.view().footprint(man), Footprint::Circle { diameter: 0.5 });
    let again = order(&test, "get_down").pieces([man]);
    assert_eq!(test.refused(again).1, "CP-2.12");
    assert!(cp(&test).chapters().may_march(&cp(&test), man).is_err());
}

/// OW-10.4, OW-10.9: nobody boards a wagon that rolls.
#[test]
fn the_wagon_must_be_at_a_stop_to_board() {
    let mut test = acting(beside("buckboard", 3, (28.0, 21.5)), "men");
    put_wagon(&mut test, |wagon| wagon.rolling = Rolling::Rolling);
    let reason = "The wagon must be at a stop to board";
    assert_eq!(test.refused(board(&test, [2])), (reason.into(), "OW-10.9".into()));
}

/// OW-10.9, OW-10.12: no seat is free on a full wagon, none on the enemy's, none on one that lies on its side.
#[test]
fn some_wagons_cannot_be_boarded() {
    let mut full = acting(beside("buggy", 3, (28.0, 21.2)), "men");
    let why = "coach.body has 1 free seat";
    assert_eq!(full.refused(board(&full, [2, 1])), (why.into(), "OW-10.9".into()));
    let mut lying = acting(beside("buckboard", 3, (28.0, 21.5)), "men");
    put_wagon(&mut lying, |wagon| wagon.overturned = true);
    assert_eq!(lying.refused(board(&lying, [2])).1, "OW-10.12");
    let on = table().wagon("coach", RED, "buckboard", (30.0, 20.0, 0.0)).unit("men", BLUE, &line(3, 28.0, 21.9));
    let mut enemy = acting(on.weapons(&["revolver"]), "men");
    assert_eq!(enemy.refused(board(&enemy, [2])), ("coach.body is the enemy's".into(), "OW-10.9".into()));
}

/// OW-10.9: nobody boards from the saddle.
#[test]
fn a_rider_dismounts_first() {
    let on = coach("buckboard").unit("men", BLUE, &[(30.0, 21.9, 0.0), (20.0, 30.0, 0.0)]).kind("mounted");
    let mut test = acting(on.weapons(&["revolver"]), "men");
    let (reason, rule) = test.refused(board(&test, [1]));
    assert_eq!(
        (reason.as_str(), rule.as_str()),
        ("men.1 must dismount first: nobody boards from the saddle", "OW-10.9")
    );
}

/// OW-10.4, OW-10.9: one gets down from a wagon that stands or rolls, beside it, but not at a gallop or in a runaway.
#[test]
fn nobody_gets_down_at_a_gallop() {
    let down = |rolling: Rolling| {
        let mut test = acting(laden("buckboard", 1), "men");
        put_wagon(&mut test, |wagon| wagon.rolling = rolling);
        let man = test.piece("men", 1);
        let order = order(&test, "get_down").pieces([man]);
        match test.battle.draft(order.clone()) {
            Ok(_) => {
                test.order(order);
                let view = test.battle.view();
                assert_eq!(view.footprint(man), Footprint::Circle { diameter: 1.0 });
                assert!(view.gap(man, wagon(&test).body) <= 1.0 && cp(&test).coach_of(man).is_none());
                None
            }
            Err(refusal) => Some(refusal.reason),
        }
    };
    assert_eq!(down(Rolling::Stopped), None);
    assert_eq!(down(Rolling::Rolling), None);
    assert_eq!(down(Rolling::Galloping), Some("men.1 cannot get down at a gallop".into()));
    assert_eq!(down(Rolling::Runaway), Some("men.1 cannot get down: the team runs away".into()));
}

/// OW-10.9: those on board of a wagon that stands are charged, and defend a position; on one that moves they are not.
#[test]
fn passengers_of_a_moving_wagon_cannot_be_charged() {
    let on = laden("buckboard", 1).unit("foe", RED, &[(31.2, 24.0, 270.0), (40.0, 40.0, 270.0)]).weapons(&["sword"]);
    let attack = |test: &mut TestBattle| {
        let foe = test.piece("foe", 1);
        let declare = order(test, "declare").pieces([foe]);
        test.cards(RED, &[1]);
        test.order(declare);
        order(test, "assault").pieces([foe]).target(test.piece("men", 1))
    };
    let mut test = on.acting("foe");
    let assault = attack(&mut test);
    test.order(assault);
    test.cards(RED, &[7, 7, 7, 7]);
    test.cards(BLUE, &[7, 7, 7, 7]);
    test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
    let events = test.battle.log().events();
    let fought = events.iter().find(|event| event.rule.0 == "CP-9.3").map(|event| event.text.clone());
    // Revolver 2 and the position 1 against sword 2: the same cards.
    assert!(fought.is_some_and(|text| text.contains("Men.1 wins") || text.contains("men.1 wins")));
    let man = test.piece("men", 1);
    assert_eq!(at(&test, man), (31.2, 20.5));
    let on = laden("buckboard", 1).unit("foe", RED, &[(31.2, 24.0, 270.0), (40.0, 40.0, 270.0)]).weapons(&["sword"]);
    let mut test = on.acting("foe");
    put_wagon(&mut test, |wagon| wagon.rolling = Rolling::Rolling);
    let assault = attack(&mut test);
    assert_eq!(test.refused(assault).1, "OW-10.9");
}

/// OW-10.9, OW-10.10: a man who has come to blows with passengers fights them, though their team has taken fright
/// since.
#[test]
fn a_fight_on_board_is_fought_though_the_team_takes_fright() {
    let on = laden("buckboard", 1).unit("foe", RED, &[(31.2, 24.0, 270.0), (31.2, 16.0, 90.0)]).weapons(&["sword"]);
    let mut test = on.acting("foe");
    let foes = [test.piece("foe", 1), test.piece("foe", 2)];
    test.cards(RED, &[1]);
    test.order(order(&test, "declare").pieces(foes));
    let man = test.piece("men", 1);
    for (foe, target) in foes.into_iter().zip([man, test.piece("coach", 1)]) {
        test.order(order(&test, "assault").pieces([foe]).target(target));
    }
    test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
    assert_eq!(test.battle.awaiting().asks[0].kind, "fight");
    put_wagon(&mut test, |wagon| wagon.rolling = Rolling::Runaway);
    test.order(order(&test, "fight").pieces([foes[0]]).target(man));
    assert!(test.battle.log().events().iter().any(|event| event.rule.0 == "CP-9.3"));
}

/// OW-10.8: candidates of a hit are the driver, each passenger and the team as one.
#[test]
fn four_passengers_make_six_candidates() {
    let on = laden("stagecoach", 4).unit("foe", RED, &[(30.0, 34.0, 270.0)]).weapons(&["rifle"]);
    let test = acting(on, "foe");
    let (foe, driver) = (test.piece("foe", 1), test.piece("coach", 1));
    let of = |named: PieceId| {
        let mut found = cp(&test).candidates(foe, named);
        found.sort();
        found
    };
    assert_eq!(of(driver).len(), 6);
    assert_eq!(of(test.piece("men", 4)), of(driver));
    assert_eq!(cp(&test).cover_from(test.piece("men", 4), foe).as_deref(), Some("f"));
}

/// OW-10.8: all on board are under a template that covers the middle of the body, and no others of them.
#[test]
fn a_burst_over_the_middle_covers_all_on_board() {
    let test = laden("stagecoach", 4).acting("men");
    let cp = cp(&test);
    let under = |x: f32| {
        let middle = Vec2::new(x, 20.0);
        cp.men_under(&cp.round_template(Burst::Small, middle), middle)
    };
    // Driver and passengers; the middle of the team is 4.75 inches ahead.
    assert_eq!(under(30.0).len(), 5);
    // 1.6 inches behind the middle it covers seats, but not the middle.
    assert_eq!(under(28.4).len(), 0);
}

/// OW-10.14: a passenger takes the reins as his action and is the driver, with his Guts; then a wagon that has lost its
/// driver makes no check.
#[test]
fn a_passenger_takes_the_reins() {
    let mut test = acting(laden("stagecoach", 2).value("guts", word("Elite")), "men");
    let (first, driver) = (test.piece("men", 1), test.piece("coach", 1));
    let reins = |test: &TestBattle, n: usize| order(test, "take_reins").pieces([test.piece("men", n)]);
    assert_eq!(test.refused(reins(&test, 1)), ("coach.1 holds the reins".into(), "OW-10.14".into()));
    test.put(driver, "fate", Fate::Casualty);
    put_wagon(&mut test, |wagon| wagon.rolling = Rolling::Galloping);
    test.order(reins(&test, 1));
    let coach = test.unit("coach");
    assert_eq!((wagon(&test).driver, test.battle.view().unit_of(first)), (Some(first), coach));
    assert_eq!(cp(&test).section(coach).guts, Grade::Elite);
    assert_eq!(at(&test, first), (31.45, 19.375));
    assert_eq!(wagon(&test).rolling, Rolling::Galloping);
    test.act_next(coach);
    assert!(told(test.battle.log().events(), "OW-10.10").is_empty());
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(coach));
}

/// OW-10.14: a team that stands without a driver does not move, and a driver who gets down leaves it so.
#[test]
fn a_team_without_a_driver_stands() {
    let mut test = acting(coach("buckboard"), "coach");
    let driver = test.piece("coach", 1);
    test.order(order(&test, "get_down").pieces([driver]));
    assert_eq!(wagon(&test).driver, None);
    let coach = test.unit("coach");
    test.act_next(coach);
    stand_if_asked(&mut test);
    assert!(!test.battle.awaiting().asks[0].verbs.is_empty());
    assert_eq!(test.refused(order(&test, "set_out")).1, "OW-10.2");
    assert_eq!(wagon(&test).rolling, Rolling::Stopped);
}

/// OW-10.2, OW-10.9, OW-10.14: a wagon that begins without a driver stands where it is until somebody boards it, takes
/// the reins and drives.
#[test]
fn a_parked_wagon_is_driven_by_who_boards_it() {
    let on = coach("buckboard").driverless().unit("men", BLUE, &[(28.0, 21.6, 270.0), (10.0, 5.0, 90.0)]);
    let mut test = acting(on.weapons(&["revolver"]), "men");
    let (coach, unit, man) = (test.unit("coach"), test.unit("men"), test.piece("men", 1));
    assert_eq!((wagon(&test).driver, test.battle.view().unit(coach).pieces.len()), (None, 2));
    test.order(board(&test, [1]));
    test.act_next(unit);
    assert_eq!((wagon(&test).rolling, at(&test, wagon(&test).body)), (Rolling::Stopped, (30.0, 20.0)));
    assert!(told(test.battle.log().events(), "OW-10.10").is_empty());
    stand_if_asked(&mut test);
    test.order(order(&test, "take_reins").pieces([man]));
    assert_eq!((wagon(&test).driver, test.battle.view().unit_of(man)), (Some(man), coach));
    test.act_next(coach);
    stand_if_asked(&mut test);
    test.cards(BLUE, &[7]);
    test.order(order(&test, "set_out"));
    test.order(order(&test, "roll").path([to(34.0, 20.0)]));
    assert_eq!(at(&test, wagon(&test).body), (35.0, 20.0));
}

/// OW-10.14: a wagon that begins on the roll without a driver makes a check (Green) at its first activation: its team
/// runs away, or it stops.
#[test]
fn a_wagon_that_rolls_without_a_driver_may_run_away() {
    let after = |card: u16| {
        let on = coach("buckboard").driverless().value("rolling", flag(true));
        let mut test = on.unit("men", BLUE, &[(10.0, 5.0, 90.0)]).battle();
        assert_eq!(wagon(&test).rolling, Rolling::Rolling);
        test.cards(BLUE, &[card]);
        test.begin_turn(&[6, 4, 1], &[3, 0]);
        assert_eq!(told(test.battle.log().events(), "OW-10.10").len(), 1);
        wagon(&test).rolling
    };
    assert_eq!([after(3), after(4)], [Rolling::Runaway, Rolling::Stopped]);
}

/// OW-10.15: a healthy animal that was cut out is a loose horse that a man of that unit mounts with his next action.
#[test]
fn a_loose_horse_is_mounted() {
    let on = coach("buckboard").unit("men", BLUE, &[(32.5, 21.6, 270.0), (10.0, 5.0, 90.0)]);
    let mut test = acting(on.weapons(&["revolver"]), "men");
    let (man, team) = (test.piece("men", 1), wagon(&test).team.expect("it is hitched"));
    test.order(order(&test, "cut_out").pieces([man]).target(team));
    assert_eq!((wagon(&test).animals, wagon(&test).spent), (1, false));
    assert_eq!(test.battle.view().resource::<Horses>().0.len(), 1);
    let unit = test.unit("men");
    test.act_next(unit);
    test.order(order(&test, "mount").pieces([man]));
    assert!(cp(&test).mounted(man) && test.battle.view().resource::<Horses>().0.is_empty());
}

/// OW-10.15: a team with fewer than half of its animals pulls at half speed; with none left the wagon is unhitched.
#[test]
fn half_a_team_pulls_at_half_speed() {
    let mut test = acting(coach("stagecoach"), "coach");
    let rate = |test: &mut TestBattle, animals: u8| {
        put_wagon(test, |wagon| wagon.animals = animals);
        cp(test).draught(wagon(test))
    };
    assert_eq!((rate(&mut test, 3), rate(&mut test, 2)), (Some(1.0), Some(0.5)));
    let on = beside("buggy", 1, (32.0, 21.0));
    let mut test = acting(on, "men");
    let (man, team) = (test.piece("men", 1), wagon(&test).team.expect("it is hitched"));
    test.order(order(&test, "cut_out").pieces([man]).target(team));
    assert_eq!((wagon(&test).team, cp(&test).draught(wagon(&test))), (None, None));
}

/// OW-10.10: the shots of men on board spook their team, but for the setting `passenger_fire_spooks`; they are measured
/// from the middle of the body.
#[test]
fn the_fire_of_passengers_may_spook_their_team() {
    let spooked = |kind: &str, setting: bool| {
        let on = coach(kind).setting("passenger_fire_spooks", flag(setting));
        let on = on.unit("men", BLUE, &line(1, 10.0, 5.0)).weapons(&["revolver"]).word("aboard", "coach");
        let mut test = acting(on.unit("foe", RED, &[(30.0, 27.0, 270.0)]).weapons(&["sword"]), "men");
        test.cards(BLUE, &[1, 1, 1, 1]);
        let mut face = order(&test, "face").pieces(men(&test, [1]));
        face.heading = Some(Heading(90.0));
        test.order(face);
        let shoot = order(&test, "shoot").pieces(men(&test, [1])).target(test.piece("foe", 1));
        let events = test.order(shoot);
        !told(&events, "OW-10.10").is_empty()
    };
    assert!(spooked("buckboard", true));
    assert!(!spooked("buckboard", false));
    // From the middle of a Conestoga its team is 2.25 inches off.
    assert!(!spooked("conestoga", true));
}

/// OW-10.1, OW-10.9: boarding is offered only where there is a wagon.
#[test]
fn who_has_no_wagon_is_not_asked_to_board() {
    let offered = |test: &TestBattle| test.battle.awaiting().asks[0].verbs.contains(&VerbId::new("board_wagon"));
    assert!(offered(&acting(beside("buckboard", 3, (28.0, 21.5)), "men")));
    let alone = table().unit("men", BLUE, &line(3, 28.0, 21.5)).unit("red", RED, &[(30.0, 26.0, 270.0)]);
    assert!(!offered(&acting(alone.weapons_of("men", &["revolver"]), "men")));
}
