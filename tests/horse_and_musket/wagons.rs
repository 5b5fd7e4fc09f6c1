//! Wagons: they drive as limbers (HM-7.2), are hit as limbers (HM-7.7), are taken, brought off, and count (CP-15.2).

use grapeshot::{
    forces::{Edge, Fate},
    rulesets::combat_patrol::marks,
    turn::{SpoilState, SpoilTerm, VictoryTerms},
};

use super::*;

/// A wagon-master and a driver with a wagon on the road at (40, 20), which heads east, and one behind it.
fn train() -> TestTable {
    table()
        .road(&[(0.0, 20.0), (72.0, 20.0)])
        .unit("blue", BLUE, &[(40.0, 23.0, 0.0), (34.0, 23.0, 0.0)])
        .wagons(&[(40.0, 20.0, 0.0), (34.0, 20.0, 0.0)])
}

fn spoil(side: grapeshot::forces::SideId, when: SpoilState, each: f32) -> SpoilTerm {
    let line = vec![Vec2::new(72.0, 15.0), Vec2::new(72.0, 25.0)];
    SpoilTerm { name: format!("wagons {when:?}"), side, of: "wagon".into(), when, line, each }
}

fn worth(table: TestTable) -> TestTable {
    let spoils =
        vec![spoil(BLUE, SpoilState::Off, 5.0), spoil(RED, SpoilState::Taken, 4.0), spoil(RED, SpoilState::Left, 2.0)];
    table.exit(BLUE, Edge::East).victory(VictoryTerms { spoils, margin: 1.0, ..VictoryTerms::default() })
}

fn points(test: &TestBattle) -> [f32; 2] {
    let standings = test.battle.rules().standings(&test.battle.view());
    [standings[0].points.total(), standings[1].points.total()]
}

fn wagon(test: &TestBattle, number: usize) -> PieceId {
    test.piece("blue", 2 + number)
}

/// Drives a wagon to a point with these movement cards, on the road throughout if it is said.
fn drive(test: &mut TestBattle, number: usize, to: (f32, f32), cards: &[u16], road: bool) {
    let wagon = wagon(test, number);
    test.cards(BLUE, cards);
    let mut declared = order(test, "declare").pieces([wagon]);
    if road {
        declared = declared.also([wagon]);
    }
    test.order(declared);
    test.order(order(test, "move").pieces([wagon]).path([Leg::To(Vec2::new(to.0, to.1))]));
    test.order(order(test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
}

/// CP-1.1, HM-7.2: a wagon is none of the men; it moves by one card, and by two on the road throughout.
#[test]
fn a_wagon_drives_as_a_limber_does() {
    let mut test = far_enemy(train()).acting("blue");
    assert_eq!(cp(&test).men(test.unit("blue")).count(), 2);
    drive(&mut test, 1, (60.0, 20.0), &[7], false);
    near(place(&test, wagon(&test, 1)), 47.0, 20.0);
    let mut test = far_enemy(train()).acting("blue");
    drive(&mut test, 1, (60.0, 20.0), &[7, 7], true);
    near(place(&test, wagon(&test, 1)), 54.0, 20.0);
}

/// HM-7.6: it must be within the radius of its leader, or of one above him.
#[test]
fn a_wagon_needs_a_leader_in_reach() {
    let may = |captain: bool| {
        let mut table = train();
        if captain {
            table = table
                .unit("captain", BLUE, &[(10.0, 30.0, 0.0)])
                .leader("level", Value::Word("company".into()))
                .unit("blue2", BLUE, &[(10.0, 35.0, 0.0)])
                .wagons(&[(40.0, 40.0, 0.0)])
                .under("captain");
        } else {
            table = table.unit("blue2", BLUE, &[(10.0, 35.0, 0.0)]).wagons(&[(40.0, 40.0, 0.0)]);
        }
        let test = far_enemy(table).acting("blue2");
        test.battle.check(&order(&test, "declare").pieces([test.piece("blue2", 2)])).map_err(|no| no.rule.to_string())
    };
    assert_eq!(may(false).expect_err("29 inches off"), "HM-7.6");
    assert!(may(true).is_ok());
}

/// HM-7.7: a W halves its speed, an I stops it for good.
#[test]
fn a_wagon_that_is_hit_slows_down_or_stops() {
    let mut test = far_enemy(train()).acting("blue");
    test.mark(wagon(&test, 1), &marks::WOUND, 1);
    drive(&mut test, 1, (60.0, 20.0), &[7], false);
    near(place(&test, wagon(&test, 1)), 43.5, 20.0);
    let mut test = train().unit("red", RED, &[(40.0, 12.0, 90.0)]).acting("red");
    let shot = wagon(&test, 1);
    test.order(order(&test, "declare"));
    // Card 36 hits; of the two figures in the box card 41 takes the first, an I.
    let among = cp(&test).candidates(test.piece("red", 1), shot);
    let first = among.iter().position(|piece| *piece == shot).expect("the named one is among them");
    let deck = &cp(&test).book.core.action_deck;
    let severe = grapeshot::rulesets::combat_patrol::cards::Severity::Incapacitated;
    let card = deck.iter().find(|card| card.choose(among.len()) == first && card.sev == severe).expect("one is");
    let card = card.id;
    test.cards(RED, &[36, card]);
    test.activation_cards(&[12]);
    test.order(order(&test, "shoot").pieces([test.piece("red", 1)]).target(shot));
    test.act_next(test.unit("blue"));
    let (_, rule) = test.refused(order(&test, "declare").pieces([shot]));
    assert_eq!(rule, "HM-7.7");
}

/// CP-15.2: a wagon is taken when at the end of an activation an unstunned enemy touches it and no unstunned man of those
/// who have it is within two inches; it stands still then, and is retaken in the same way.
#[test]
fn a_wagon_is_taken_and_retaken() {
    let table = || worth(train().unit("red", RED, &[(60.0, 40.0, 270.0)]).unit("more", BLUE, &[(10.0, 40.0, 0.0)]));
    let mut test = table().acting("red");
    let end = |test: &mut TestBattle, key: &str| {
        test.act_next(test.unit(key));
        test.order(order(test, "end"));
    };
    let (raider, driver) = (test.piece("red", 1), test.piece("blue", 1));
    let captor = |test: &TestBattle| cp(test).captor(wagon(test, 1));
    test.stand(raider, 40.0, 18.73, 90.0);
    end(&mut test, "red");
    assert_eq!(captor(&test), None, "a driver is near");
    test.stand(driver, 40.0, 30.0, 0.0);
    test.mark(raider, &marks::STUN, 1);
    end(&mut test, "more");
    assert_eq!(captor(&test), None, "he is stunned");
    assert_eq!(points(&test), [0.0, 4.0], "two wagons stand about");
    test.mark(raider, &marks::STUN, 0);
    end(&mut test, "more");
    assert_eq!(captor(&test), Some(RED));
    assert_eq!(points(&test), [0.0, 6.0]);
    test.act_next(test.unit("blue"));
    let (_, rule) = test.refused(order(&test, "declare").pieces([wagon(&test, 1)]));
    assert_eq!(rule, "HM-7.6");
    test.stand(driver, 42.0, 21.27, 0.0);
    end(&mut test, "more");
    assert_eq!(captor(&test), Some(RED), "the raider is near");
    test.stand(raider, 40.0, 10.0, 90.0);
    end(&mut test, "more");
    assert_eq!(captor(&test), None);
    assert_eq!(place(&test, wagon(&test, 1)).at, Vec2::new(40.0, 20.0), "nobody pushes it about");
}

/// CP-5.9, CP-15.2: a wagon that drives off over the stretch of an open edge counts for its side.
#[test]
fn a_wagon_brought_off_counts() {
    let mut test = worth(far_enemy(train())).acting("blue");
    let rolling = wagon(&test, 1);
    test.stand(rolling, 64.0, 20.0, 0.0);
    test.stand(test.piece("blue", 1), 64.0, 23.0, 0.0);
    // Card 3: nine inches.
    drive(&mut test, 1, (72.0, 20.0), &[3], false);
    assert_eq!(test.battle.view().fate(rolling), Fate::Exited);
    assert_eq!(points(&test), [5.0, 2.0]);
}

/// HM-7.5, CP-5.9: a gun on its limber leaves the table with it, and may count too.
#[test]
fn a_limber_takes_its_gun_off_the_table() {
    let men: Vec<(f32, f32, f32)> = (0..4).map(|n| (60.0 + n as f32 * 1.1, 23.0, 0.0)).collect();
    let table = table()
        .unit("blue", BLUE, &men)
        .gun("gun_6", (62.0, 20.0, 0.0), (65.0, 20.0, 0.0))
        .value("limbered", Value::Flag(true))
        .exit(BLUE, Edge::East);
    let mut test = far_enemy(table).acting("blue");
    let (gun, limber) = (test.piece("blue", 5), test.piece("blue", 6));
    // Card 3: nine inches.
    march_to(&mut test, [limber], &[3], (72.0, 20.0));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
    assert_eq!([gun, limber].map(|piece| test.battle.view().fate(piece)), [Fate::Exited; 2]);
}

/// CP-15.2: the computer drives its wagons along the road to where they count.
#[test]
fn the_computer_drives_its_wagons_off() {
    let captain = table().road(&[(0.0, 20.0), (72.0, 20.0)]).unit("captain", BLUE, &[(50.0, 26.0, 0.0)]);
    let captain = captain.leader("level", Value::Word("company".into()));
    let led = captain.unit("blue", BLUE, &[(40.0, 23.0, 0.0), (34.0, 23.0, 0.0)]).under("captain");
    let led = led.wagons(&[(40.0, 20.0, 0.0), (34.0, 20.0, 0.0)]);
    let nobody_near = worth(led.unit("red", RED, &[(3.0, 46.0, 270.0)]).weapons(&["sword"]));
    let mut test = nobody_near.acting("blue");
    let mut commander = grapeshot::ai::commander(grapeshot::ai::Level::Regular, 3);
    while let Some(ask) = test.battle.awaiting().asks.first().cloned() {
        let answer = commander.decide(&test.battle, &ask).order;
        test.order(answer);
    }
    let fates = [1, 2].map(|number| test.battle.view().fate(wagon(&test, number)));
    assert_eq!(fates, [Fate::Exited; 2]);
}
