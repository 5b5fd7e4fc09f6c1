//! Wagons: they drive as limbers (HM-7.2), are hit as limbers (HM-7.7), are taken, brought off, and count (CP-15.2).

use grapeshot::{
    forces::{Edge, Fate},
    rulesets::combat_patrol::book::marks,
    table::footprint::Outline,
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
    SpoilTerm { name: format!("wagons {when:?}"), side, of: "wagon".into(), when, line, outline: Vec::new(), each }
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

/// CP-5.7, HM-7.2: the log says who sprints and which wagons keep to the road, and so does the button.
#[test]
fn the_log_tells_those_who_sprint_from_wagons_on_the_road() {
    let says = |moving: &[usize], hurrying: &[usize]| {
        let mut test = far_enemy(train()).acting("blue");
        let pieces = |numbers: &[usize]| numbers.iter().map(|n| test.piece("blue", *n)).collect::<Vec<_>>();
        let declared = order(&test, "declare").pieces(pieces(moving)).also(pieces(hurrying));
        let summary = test.battle.check(&declared).unwrap().summary;
        test.cards(BLUE, &[7, 7]);
        let line = test.order(declared)[0].text.clone();
        (line, summary)
    };
    let (line, summary) = says(&[1, 2, 3, 4], &[1, 3, 4]);
    assert_eq!(line, "BLUE: 4 figures are to move, 1 of them sprinting and 2 keeping to the road");
    assert_eq!(summary, "4 figures move, 1 of them sprinting and 2 keeping to the road: two movement cards");
    let (line, summary) = says(&[3, 4], &[3, 4]);
    assert_eq!(line, "BLUE: 2 figures are to move, all of them keeping to the road");
    assert_eq!(summary, "2 figures move, all of them keeping to the road: two movement cards");
    assert_eq!(says(&[1], &[1]).0, "BLUE: 1 figure is to move, sprinting");
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
    let severe = grapeshot::rulesets::combat_patrol::book::action_card::Severity::Incapacitated;
    let card = deck.iter().find(|card| card.choose(among.len()) == first && card.sev == severe).expect("one is");
    let card = card.id;
    test.cards(RED, &[36, card]);
    test.activation_cards(&[12]);
    test.order(order(&test, "shoot").pieces([test.piece("red", 1)]).target(shot));
    test.act_next(test.unit("blue"));
    let (_, rule) = test.refused(order(&test, "declare").pieces([shot]));
    assert_eq!(rule, "HM-7.7");
}

/// CP-15.2: a wagon is taken when at the end of an activation an unstunned enemy touches it and no unstunned man of
/// its holders is within two inches; it stands still then, and is retaken in the same way.
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
    let said: Vec<&str> = test.battle.log().events().iter().map(|event| event.text.as_str()).collect();
    for line in ["Blue.wagon1 stands still while it is taken", "Blue.wagon1 may be driven again"] {
        assert_eq!(said.iter().filter(|known| **known == line).count(), 1, "{line}");
    }
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

/// The wagon with its men, and an enemy with a sword who stands at a place when it is to drive, facing south.
fn beside(x: f32, y: f32) -> (TestBattle, PieceId, PieceId) {
    let table = train().unit("red", RED, &[(60.0, 40.0, 270.0)]).weapons(&["sword"]);
    let mut test = table.acting("blue");
    let (wagon, foe) = (wagon(&test, 1), test.piece("red", 1));
    test.stand(foe, x, y, 270.0);
    (test, wagon, foe)
}

fn fought(test: &TestBattle) -> bool {
    let fights = |event: &BattleEvent| matches!(event.kind, grapeshot::events::EventKind::Fought { .. });
    test.battle.awaiting().asks.iter().any(|ask| ask.kind == "fight") || test.battle.log().events().iter().any(fights)
}

/// CP-1.1, CP-9.1: a wagon has no attributes and fights nobody, however it comes to stand beside an enemy.
#[test]
fn a_wagon_never_fights() {
    // The man touches its side, and its own men are near enough to hold it.
    let (mut test, wagon, foe) = beside(40.0, 21.27);
    assert!(cp(&test).touch(wagon, foe));
    drive(&mut test, 1, (40.05, 20.0), &[7], false);
    assert!(cp(&test).touch(wagon, foe), "it has hardly moved");
    let blue = test.unit("blue");
    while test.battle.awaiting().asks[0].unit == Some(blue) && !fought(&test) {
        test.go_on();
    }
    assert!(!fought(&test), "a wagon fought");
}

/// CP-5.8: a wagon neither drives through an enemy nor turns its base into contact with him: only men assault.
#[test]
fn a_wagon_does_not_swing_into_contact() {
    for degrees in (-180..180).step_by(15) {
        for (x, y) in [(41.5, 21.4), (38.6, 21.4), (42.7, 20.0), (42.555, 20.0), (42.5, 18.9)] {
            let (mut test, wagon, foe) = beside(x, y);
            declare(&mut test, [wagon], &[7]);
            let (sin, cos) = bevy::math::ops::sin_cos((degrees as f32).to_radians());
            for inches in [0.05, 0.5, 10.0] {
                let end = Vec2::new(40.0 + inches * cos, 20.0 + inches * sin);
                let go = order(&test, "move").pieces([wagon]).path([Leg::To(end)]);
                let Ok(plan) = test.battle.check(&go) else { continue };
                let base = Outline { footprint: test.battle.view().footprint(wagon), place: plan.moves[0].end };
                let gap = base.gap(&test.battle.view().outline(foe));
                let at = format!("{degrees} degrees, {inches} inches, the man at ({x}, {y})");
                assert!(gap > 0.05, "{at}: it ends in contact: {:?}", plan.moves[0]);
                let from = Outline { place: Place { facing: plan.moves[0].end.facing, ..place(&test, wagon) }, ..base };
                let crossed = from.sweep(plan.moves[0].end.at, &test.battle.view().outline(foe), 0.0);
                assert!(crossed.is_none(), "{at}: it drives through him: {:?}", plan.moves[0]);
            }
        }
    }
}

/// CP-2.15, CP-5.8: a wagon in whose way an enemy steps by reaction stops short of him: it may not assault.
#[test]
fn a_wagon_stops_short_of_an_enemy_who_steps_in_its_way() {
    let brush = table().area("brush", (18.4, 15.6), (19.4, 17.0));
    let table = brush.unit("blue", BLUE, &[(22.0, 8.0, 90.0)]).wagons(&[(20.0, 9.0, 90.0)]).unit(
        "foe",
        RED,
        &[(18.3, 16.3, 0.0)],
    );
    let mut test = table.acting("blue");
    let (wagon, foe) = (test.piece("blue", 2), test.piece("foe", 1));
    march_to(&mut test, [wagon], &[7], (20.0, 17.0));
    test.cards(RED, &[11]);
    let step = Order::new(RED, &VerbId::new("react")).pieces([foe]).choice("step").path([to(19.3, 16.2)]);
    test.order(step);
    let hold = Order::new(RED, &VerbId::new("hold"));
    test.order(hold);
    while test.battle.awaiting().asks[0].kind == "resume" {
        test.go_on();
    }
    near(place(&test, foe), 19.3, 16.2);
    let gap = test.battle.view().gap(wagon, foe);
    assert!(gap > 0.4, "{gap}: {:?}", place(&test, wagon));
    assert!(!fought(&test), "a wagon fought");
}
