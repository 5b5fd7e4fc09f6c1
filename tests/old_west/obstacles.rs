//! What men do with wagons and obstacles: overturn them, clear gaps (OW-10.14, OW-10.16).

use grapeshot::{
    forces::{Fate, Value},
    orders::Order,
    rulesets::old_west::wagons::state::Wagon,
    testing::{BLUE, RED, TestBattle},
};

use crate::{
    kit::{cp, far_enemy, line, order, put_wagon, table, wagon, word},
    passengers::{acting, coach, men, stand_if_asked},
    wild::to,
};

/// An empty Conestoga without a team, and this many settlers before its long side.
fn settlers(men: u8) -> TestBattle {
    // Its body is from y = 19 to 21.
    let on = coach("conestoga").unit("men", BLUE, &line(men, 27.0, 18.0)).weapons(&["rifle"]);
    let mut test = acting(on.unit("foe", RED, &[(30.0, 34.0, 270.0)]).weapons(&["rifle"]), "men");
    let team = wagon(&test).team.expect("it is hitched");
    test.put(team, "fate", Fate::Exited);
    test.put(test.piece("coach", 1), "fate", Fate::Exited);
    put_wagon(&mut test, |wagon| (wagon.team, wagon.driver, wagon.animals) = (None, None, 0));
    test
}

fn overturn(test: &TestBattle, count: usize) -> Order {
    order(test, "overturn_wagon").pieces(men(test, 1..=count)).target(wagon(test).body)
}

/// OW-10.16: four men beside an empty wagon without a team overturn it; the fifth may fire.
#[test]
fn four_men_overturn_an_empty_wagon() {
    let mut test = settlers(4);
    let why = "It takes 4 figures to overturn coach.body";
    assert_eq!(test.refused(overturn(&test, 3)), (why.into(), "OW-10.16".into()));
    let mut five = settlers(5);
    five.order(overturn(&five, 4));
    assert!(wagon(&five).overturned);
    let fire = order(&five, "shoot").pieces(men(&five, [5])).target(five.piece("foe", 1));
    assert!(five.battle.draft(fire).is_ok());
    for (what, change) in [
        ("coach.body is loaded", (|wagon: &mut Wagon| wagon.loaded = true) as fn(&mut Wagon)),
        ("coach.body lies on its side", |wagon| wagon.overturned = true),
    ] {
        let before = wagon(&test).clone();
        put_wagon(&mut test, change);
        assert_eq!(test.refused(overturn(&test, 4)), (what.into(), "OW-10.16".into()));
        test.put_unit(test.unit("coach"), "wagon", before);
    }
    let mut hitched = acting(coach("conestoga").unit("men", BLUE, &line(4, 27.0, 18.0)), "men");
    assert_eq!(hitched.refused(overturn(&hitched, 4)), ("Unhitch coach.body first".into(), "OW-10.16".into()));
    let mut manned = settlers(4);
    let driver = manned.piece("coach", 1);
    manned.put(driver, "fate", Fate::InPlay);
    put_wagon(&mut manned, |wagon| wagon.driver = Some(driver));
    assert_eq!(manned.refused(overturn(&manned, 4)).0, "coach.1 is on board of coach.body");
}

/// OW-10.16, OW-10.12: a wagon on its side covers those behind it as a wall, or as the setting `overturned_wagon_cover`
/// says.
#[test]
fn a_wagon_on_its_side_is_a_barricade() {
    let cover = |setting: &str, foe: &str| {
        let on = coach("conestoga").setting("overturned_wagon_cover", word(setting));
        let on = on.unit("men", BLUE, &line(4, 28.0, 18.0)).weapons(&["rifle"]);
        let on = on.unit("foe", RED, &[(30.0, 34.0, 270.0)]).unit("flank", RED, &[(60.0, 18.0, 180.0)]);
        let mut test = acting(on, "men");
        let of = |test: &TestBattle| cp(test).cover_from(test.piece("men", 2), test.piece(foe, 1));
        assert_eq!(of(&test), None);
        put_wagon(&mut test, |wagon| wagon.overturned = true);
        of(&test).map(|code| code.to_string())
    };
    assert_eq!((cover("wall", "foe"), cover("fence", "foe")), (Some("w".into()), Some("f".into())));
    assert_eq!(cover("wall", "flank"), None);
}

/// OW-10.6: a man half an inch from a fence spends his activation: a gap from x = 18 to 22 round x = 20; a wagon goes
/// through it.
#[test]
fn a_rancher_clears_a_gap() {
    let on = far_enemy(table()).obstacle("fence", &[(10.0, 20.0), (40.0, 20.0)]);
    let on = on.wagon("coach", BLUE, "buckboard", (20.0, 12.0, 90.0)).unit("men", BLUE, &[(20.0, 21.0, 270.0)]);
    let mut test = acting(on.weapons(&["revolver"]), "men");
    test.order(order(&test, "clear_gap").pieces(men(&test, [1])));
    let lines: Vec<(f32, f32)> =
        test.battle.view().terrain().obstacles.iter().map(|fence| (fence.line[0].x, fence.line[1].x)).collect();
    assert_eq!(lines, [(10.0, 18.0), (22.0, 40.0)]);
    let (coach, man) = (test.unit("coach"), test.piece("men", 1));
    test.stand(man, 40.0, 30.0, 90.0);
    test.act_next(coach);
    stand_if_asked(&mut test);
    test.cards(BLUE, &[4]);
    test.order(order(&test, "set_out"));
    let roll = test.battle.check(&order(&test, "roll").path([to(20.0, 40.0)])).expect("there is a gap");
    assert!(roll.moves[0].end.at.y > 21.0);
}

/// OW-10.6: it takes two men at a stone wall, or as many as `gap_stone_wall_figures` says.
#[test]
fn a_stone_wall_takes_two_men() {
    let clear = |setting: f32, count: usize| {
        let on = coach("buckboard").setting("gap_stone_wall_figures", Value::Number(setting));
        let on = on.obstacle("stone_wall", &[(10.0, 40.0), (40.0, 40.0)]);
        let mut test = acting(on.unit("men", BLUE, &line(3, 20.0, 39.0)), "men");
        let clear = order(&test, "clear_gap").pieces(men(&test, 1..=count));
        match test.battle.draft(clear.clone()) {
            Ok(_) => {
                test.order(clear);
                None
            }
            Err(refusal) => Some((refusal.reason, refusal.rule.to_string())),
        }
    };
    let why = "It takes 2 figures to clear a gap in the stone wall";
    assert_eq!(clear(2.0, 1), Some((why.into(), "OW-10.6".into())));
    assert_eq!((clear(2.0, 2), clear(1.0, 1)), (None, None));
    assert_eq!(clear(3.0, 2).map(|(_, rule)| rule), Some("OW-10.6".into()));
}

/// OW-10.6: a man who is not adjacent to an obstacle clears no gap.
#[test]
fn a_gap_is_cleared_from_beside_the_obstacle() {
    let on = coach("buckboard").obstacle("fence", &[(10.0, 40.0), (40.0, 40.0)]);
    let mut test = acting(on.unit("men", BLUE, &[(20.0, 38.4, 90.0), (22.0, 39.0, 90.0)]), "men");
    let clear = |test: &TestBattle, n| order(test, "clear_gap").pieces(men(test, [n]));
    assert_eq!(test.refused(clear(&test, 1)), ("men.1 is at no obstacle".into(), "OW-10.6".into()));
    assert!(test.battle.draft(clear(&test, 2)).is_ok());
}

/// OW-10.8: a bundle that bursts beside a wagon overturns it.
#[test]
fn a_bundle_overturns_a_wagon() {
    let thrown = |kind: &str, y: f32| {
        let on = coach("buckboard").setting("style", word("hollywood"));
        let on = on.unit("men", RED, &[(30.0, y + 1.5, 270.0), (40.0, 40.0, 270.0)]).weapons(&["revolver"]);
        let on = on.number("dynamite_figure", 1.0).word("dynamite_kind", kind);
        let mut test = acting(on, "men");
        // Six holes hit the point.
        test.cards(RED, &[6, 7, 7, 7, 7, 7, 7, 7]);
        test.cards(BLUE, &[7, 7, 7, 7, 7, 7]);
        let throw = order(&test, "throw").pieces(men(&test, [1])).path([to(30.0, y)]);
        test.order(throw);
        wagon(&test).overturned
    };
    // The body ends at y = 20.75.
    assert!(thrown("bundle", 21.7));
    assert!(!thrown("bundle", 21.9));
    assert!(!thrown("stick", 21.7));
}
