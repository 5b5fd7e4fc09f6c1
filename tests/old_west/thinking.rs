//! What the computer thinks of on the frontier.

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring,
    forces::Fate,
    orders::{Leg, Order},
    rulesets::{combat_patrol::book::marks, old_west::wagons::state::Rolling},
    testing::{BLUE, RED, TestBattle, TestTable},
    turn::{HoldTerm, HoldWhen, Objective, PrizeReward, PrizeStart, PrizeTerm, VictoryTerms},
};

use crate::{
    kit::{cp, far_enemy, flag, line, order, put_wagon, stand, table, wagon, word},
    wild::{at, slots, to, with_animals},
};

/// Five points for the blues who are at a place.
fn for_a_place(x: f32, y: f32) -> VictoryTerms {
    let (id, name) = ("o_place".into(), "the place".to_owned());
    VictoryTerms {
        objectives: vec![Objective { id, name, at: Vec2::new(x, y), radius: 3.0, indoors: false, held_by: None }],
        holds: vec![HoldTerm { objective: 0, points: 5.0, side: Some(BLUE), when: HoldWhen::Most }],
        ..VictoryTerms::default()
    }
}

/// A table with a wagon at (20, 20) that heads east, to a place on its way that is worth points.
fn bound_east(kind: &str) -> TestTable {
    far_enemy(table().victory(for_a_place(60.0, 20.0))).wagon("coach", BLUE, kind, (20.0, 20.0, 0.0))
}

/// A unit of men acts, and nobody moves.
fn acting(on: TestTable, key: &str) -> TestBattle {
    let mut test = on.acting(key);
    if test.battle.awaiting().asks[0].kind == "declare" {
        stand(&mut test);
    }
    test
}

/// What the computer answers to the question that is asked now.
fn answer(test: &TestBattle) -> Order {
    let ask = test.battle.awaiting().asks[0].clone();
    unerring(1).decide(&test.battle, &ask).order
}

/// Its verb.
fn deed(test: &TestBattle) -> String {
    answer(test).verb.0.to_string()
}

/// Whether the computer thinks of a verb at all.
fn thinks_of(test: &TestBattle, verb: &str) -> bool {
    let ask = &test.battle.awaiting().asks[0];
    let prospects = test.battle.rules().prospects(&test.battle.view_of(ask.side), ask);
    prospects.iter().any(|(order, worth)| order.verb.0 == verb && worth.total() > 0.0)
}

/// OW-10.9, OW-10.15: with an animal dead in the traces one of the passengers gets down, and only one.
#[test]
fn one_gets_down_to_cut_the_dead_animal_out() {
    let on = bound_east("stagecoach").unit("men", BLUE, &line(3, 10.0, 5.0)).weapons(&["sword"]);
    let mut test = acting(on.word("aboard", "coach"), "men");
    assert!(!thinks_of(&test, "get_down"), "the wagon can go on");
    put_wagon(&mut test, |wagon| wagon.dead = 1);
    let down = answer(&test);
    assert_eq!((down.verb.0.as_str(), down.pieces.len()), ("get_down", 1));
    test.order(down);
    assert!(!thinks_of(&test, "get_down"), "one is enough");
}

/// OW-10.15: a man who stands beside the team cuts the dead animal out.
#[test]
fn who_stands_beside_the_team_cuts_the_dead_animal_out() {
    let on = bound_east("buckboard").unit("men", BLUE, &[(22.5, 21.6, 270.0), (10.0, 5.0, 90.0)]);
    let mut test = acting(on.weapons(&["sword"]), "men");
    assert!(!thinks_of(&test, "cut_out"), "a sound animal stays in the traces");
    put_wagon(&mut test, |wagon| wagon.dead = 1);
    assert_eq!(deed(&test), "cut_out");
}

/// OW-10.15: it cuts the enemy's only horse loose, so that his buggy goes nowhere.
#[test]
fn the_enemys_horse_is_cut_loose() {
    let on = table().wagon("coach", RED, "buggy", (20.0, 20.0, 0.0)).leaderless();
    let on = on.unit("men", BLUE, &[(22.2, 21.4, 270.0), (10.0, 5.0, 90.0)]).weapons(&["sword"]);
    let test = acting(on.unit("foes", RED, &line(2, 60.0, 40.0)).weapons(&["sword"]), "men");
    assert_eq!(deed(&test), "cut_out");
}

/// OW-10.9: men on foot beside a wagon that goes where they have to go ride with it; who is there already does not.
#[test]
fn men_ride_with_a_wagon_that_goes_their_way() {
    let beside = |place: f32| {
        let on = far_enemy(table().victory(for_a_place(place, 20.0)));
        let on = on.wagon("coach", BLUE, "buckboard", (20.0, 20.0, 0.0));
        let on = on.unit("men", BLUE, &[(19.0, 21.5, 0.0), (20.2, 21.5, 0.0)]).weapons(&["sword"]);
        acting(on, "men")
    };
    let test = beside(60.0);
    let boards = answer(&test);
    assert_eq!((boards.verb.0.as_str(), boards.pieces.len()), ("board_wagon", 2));
    assert!(!thinks_of(&beside(26.0), "board_wagon"));
}

/// OW-10.14: a passenger takes the reins when the driver has fallen.
#[test]
fn a_passenger_takes_the_reins_of_a_wagon_without_a_driver() {
    let on = bound_east("stagecoach").unit("men", BLUE, &line(2, 10.0, 5.0)).weapons(&["sword"]);
    let mut test = acting(on.word("aboard", "coach"), "men");
    assert!(!thinks_of(&test, "take_reins"));
    let driver = test.piece("coach", 1);
    test.put(driver, "fate", Fate::Casualty);
    put_wagon(&mut test, |wagon| wagon.rolling = Rolling::Rolling);
    assert_eq!(deed(&test), "take_reins");
}

/// OW-10.6: men at a fence clear a gap where a wagon of theirs is to pass, and nowhere else.
#[test]
fn men_clear_the_way_of_a_wagon() {
    let at_fence = |y: f32| {
        let on = bound_east("buckboard").obstacle("fence", &[(32.0, 4.0), (32.0, 36.0)]);
        acting(on.unit("men", BLUE, &[(33.0, y, 180.0), (33.0, y + 1.5, 180.0)]).weapons(&["sword"]), "men")
    };
    let mut test = at_fence(20.0);
    let clear = answer(&test);
    assert_eq!(clear.verb.0, "clear_gap");
    test.order(clear);
    // The way is open then.
    assert!(!thinks_of(&test, "clear_gap"));
    assert!(!thinks_of(&at_fence(30.0), "clear_gap"));
}

/// OW-10.9: a wagon waits for the man who has got down, unless the enemy is near.
#[test]
fn a_wagon_waits_for_who_has_got_down() {
    let left = |foe: (f32, f32)| {
        let on = table().victory(for_a_place(60.0, 20.0)).wagon("coach", BLUE, "buckboard", (20.0, 20.0, 0.0));
        let on = on.unit("men", BLUE, &line(2, 10.0, 5.0)).weapons(&["sword"]).word("aboard", "coach");
        let on = on.unit("red", RED, &[(foe.0, foe.1, 270.0)]).weapons(&["sword"]);
        let mut test = acting(on, "men");
        let man = test.piece("men", 1);
        let down = order(&test, "get_down").pieces([man]);
        test.order(down);
        let coach = test.unit("coach");
        if test.battle.awaiting().asks[0].kind == "act" {
            test.order(order(&test, "end"));
        }
        test.act_next(coach);
        if test.battle.awaiting().asks[0].kind == "declare" {
            stand(&mut test);
        }
        let verb = deed(&test);
        ["set_out", "whip_up"].contains(&verb.as_str())
    };
    assert!(!left((68.0, 44.0)) && left((20.0, 26.0)));
}

/// OW-10.16: men under fire make a barricade of an empty wagon.
#[test]
fn men_under_fire_make_a_barricade() {
    let on = table().wagon("coach", BLUE, "buckboard", (20.0, 20.0, 0.0));
    let men = [(18.0, 18.7, 90.0), (19.2, 18.7, 90.0), (20.4, 18.7, 90.0), (21.4, 18.7, 90.0)];
    let on = on.unit("men", BLUE, &men).weapons(&["sword"]);
    let on = on.unit("foes", RED, &line(8, 13.0, 32.0)).weapons(&["rifle"]);
    let mut test = acting(on, "men");
    let driver = test.piece("coach", 1);
    let team = wagon(&test).team.expect("it is hitched");
    assert!(!thinks_of(&test, "overturn_wagon"), "it is hitched");
    test.put(driver, "fate", Fate::Casualty);
    test.put(team, "fate", Fate::Exited);
    put_wagon(&mut test, |wagon| (wagon.team, wagon.driver) = (None, None));
    assert_eq!(deed(&test), "overturn_wagon");
}

/// OW-6.6, CP-10.3: its Gatling fires by reaction at those who come before it.
#[test]
fn the_gatling_fires_by_reaction() {
    let crew = [(8.5, 9.0, 90.0), (11.5, 9.0, 90.0), (8.5, 10.5, 90.0), (11.5, 10.5, 90.0)];
    let on = table().unit("blue", BLUE, &crew).weapons(&["sword"]);
    let on = on.gun("gatling", (10.0, 10.0, 90.0), (10.0, 4.0, 270.0));
    let mut test = on.unit("red", RED, &[(10.0, 26.0, 0.0), (40.0, 26.0, 0.0)]).acting("red");
    let foe = test.piece("red", 1);
    test.cards(RED, &[4]);
    test.order(order(&test, "declare").pieces([foe]));
    test.order(order(&test, "move").pieces([foe]).path([to(14.0, 26.0)]));
    test.order(order(&test, "march"));
    let react = answer(&test);
    let gun = test.piece("blue", 5);
    assert_eq!((react.verb.0.as_str(), react.pieces.as_slice(), react.target), ("react", [gun].as_slice(), Some(foe)));
    // With a jam it cannot.
    test.mark(gun, &marks::OUT_OF_AMMO, 1);
    assert_eq!(cp(&test).view.mark(gun, &marks::OUT_OF_AMMO), 1);
}

/// OW-7.1: a bundle is thrown in the place of a stick where its burst covers more of the enemy.
#[test]
fn a_bundle_is_thrown_where_it_strikes_more() {
    let thrown = |foes: &[(f32, f32, f32)]| {
        let on = table().setting("style", word("hollywood"));
        let on = on.unit("blue", BLUE, &[(20.0, 10.0, 90.0), (16.0, 4.0, 90.0)]).weapons(&["sword"]);
        let on = on.number("dynamite_figure", 1.0).word("dynamite_kind", "stick").number("dynamite_bundles", 1.0);
        let test = acting(on.unit("red", RED, foes).weapons(&["sword"]), "blue");
        let thrown = answer(&test);
        (thrown.verb.0.to_string(), thrown.choice.map(|choice| choice.to_string()))
    };
    // Three inches away a bundle covers the whole band, but not the thrower.
    let band = [(20.0, 14.0, 270.0), (21.2, 14.6, 270.0), (18.8, 14.6, 270.0), (20.0, 15.4, 270.0)];
    let (verb, choice) = thrown(&band);
    assert_eq!((verb.as_str(), choice.as_deref()), ("throw", Some("dynamite_bundle")));
}

/// CP-6.6, OW-9.9: a herd among the men who are fired at is one candidate, and its nearest animal falls.
#[test]
fn a_herd_among_the_men_fired_at_is_one_candidate() {
    let found = |x: f32, y: f32| {
        let on = table().unit("blue", BLUE, &[(20.0, 10.0, 90.0)]).weapons(&["rifle"]);
        let on = on.unit("red", RED, &[(20.0, 22.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["sword"]).wild();
        let test = with_animals(on, "herd", "cattle", &slots("cattle", 5, x, y, 0.0)).acting("blue");
        cp(&test).candidates(test.piece("blue", 1), test.piece("red", 1)).len()
    };
    assert_eq!((found(21.5, 24.5), found(40.0, 24.5)), (2, 1));
}

/// CP-12.1: riders who hide where nobody will come by ride to where the enemy's wagon will; the riders that it will
/// pass wait.
#[test]
fn ambushers_go_where_the_enemy_will_come_by() {
    let declared = |y: f32| {
        let on = table().victory(for_a_place(66.0, 10.0)).wagon("coach", BLUE, "stagecoach", (8.0, 10.0, 0.0));
        let on = on.area("woods", (30.0, y - 4.0), (46.0, y + 4.0));
        let on = on.unit("gang", RED, &line(4, 34.0, y)).kind("mounted").weapons(&["sword"]).hidden();
        let test = on.acting("gang");
        let declare = answer(&test);
        (declare.verb.0.to_string(), declare.pieces.len())
    };
    assert_eq!(declared(36.0), ("declare".into(), 4));
    assert_eq!(declared(20.0), ("declare".into(), 0));
}

/// OW-10.2: a flag of the scenario sets a wagon rolling; the computer drives it on along its way.
#[test]
fn a_rolling_wagon_is_driven_on() {
    let mut test = bound_east("buckboard").value("rolling", flag(true)).acting("coach");
    if test.battle.awaiting().asks[0].kind == "declare" {
        stand(&mut test);
    }
    let before = at(&test, wagon(&test).body);
    for _ in 0..2 {
        let order = answer(&test);
        test.order(order);
    }
    assert!(at(&test, wagon(&test).body).0 > before.0);
}

/// A wagon of the computer's that sets out, and the way that it is to go.
fn driven(on: TestTable) -> Vec<Vec2> {
    let mut test = acting(on, "coach");
    let set_out = answer(&test);
    assert!(["set_out", "whip_up"].contains(&set_out.verb.0.as_str()), "{}", set_out.verb);
    test.cards(BLUE, &[6, 6]);
    test.order(set_out);
    let roll = answer(&test);
    let ends = roll.path.iter().map(|leg| match leg {
        Leg::To(at) => *at,
        other => panic!("a wagon goes from point to point, not {other:?}"),
    });
    ends.collect()
}

/// OW-10.5: the computer drives a wagon round rough ground that lies on its way, and straight on where there is none.
#[test]
fn a_wagon_is_driven_round_rough_ground() {
    let straight = driven(bound_east("stagecoach"));
    assert!(straight.iter().all(|at| at.y == 20.0), "{straight:?}");
    let round = driven(bound_east("stagecoach").area("rough", (34.0, 10.0), (42.0, 22.0)));
    assert!(round[0].y > 22.0, "{round:?}");
}

/// OW-10.4: a wagon that is where it is to stand stays there, whichever way it looks.
#[test]
fn a_wagon_stays_where_it_is_to_stand() {
    let on = far_enemy(table().victory(for_a_place(22.0, 20.0)));
    let test = acting(on.wagon("coach", BLUE, "buckboard", (20.0, 20.0, 180.0)), "coach");
    assert_eq!(deed(&test), "end");
}

/// A stagecoach that has brought a strongbox where it belongs, with riflemen on board and enemies before it.
fn arrived() -> TestTable {
    let rewards = vec![PrizeReward { side: BLUE, points: 10.0, off: None, at: Some(0), untouched: false }];
    let start = PrizeStart::Aboard(grapeshot::forces::UnitId(0));
    let strongbox = PrizeTerm { name: "the strongbox".into(), start, weight: 2.0, rewards };
    let terms = VictoryTerms { prizes: vec![strongbox], ..for_a_place(20.0, 20.0) };
    let on = table().victory(terms).wagon("coach", BLUE, "stagecoach", (20.0, 20.0, 90.0));
    let on = on.unit("men", BLUE, &line(3, 10.0, 5.0)).weapons(&["rifle"]).word("aboard", "coach");
    on.unit("foes", RED, &line(4, 20.0, 32.0)).weapons(&["rifle"])
}

/// The team is gone.
fn unhitch(test: &mut TestBattle) {
    let team = wagon(test).team.expect("it is hitched");
    test.put(team, "fate", Fate::Exited);
    put_wagon(test, |wagon| wagon.team = None);
}

/// OW-10.10: those on board of a wagon that has brought something where it belongs do not shoot beside the team, which
/// might run away with all of it; without a team they shoot.
#[test]
fn those_on_board_do_not_scare_a_team_that_has_arrived() {
    let mut test = acting(arrived(), "men");
    assert!(!thinks_of(&test, "shoot"));
    unhitch(&mut test);
    assert!(thinks_of(&test, "shoot"));
}

/// OW-10.10, CP-10.3: that the team may run away counts for their shots by reaction, too.
#[test]
fn shots_by_reaction_may_scare_the_team() {
    let fear = |hitched: bool| {
        let mut test = arrived().acting("foes");
        if !hitched {
            unhitch(&mut test);
        }
        let foe = test.piece("foes", 1);
        test.cards(RED, &[4]);
        test.order(order(&test, "declare").pieces([foe]));
        test.order(order(&test, "move").pieces([foe]).path([to(14.0, 32.0)]));
        test.order(order(&test, "march"));
        let prospects = test.battle.rules().prospects(&test.battle.view_of(BLUE), &test.battle.awaiting().asks[0]);
        let (_, worth) = prospects.iter().find(|(order, _)| order.verb.0 == "react").expect("they may react");
        worth
            .modifiers()
            .iter()
            .filter(|line| line.label == "the team may run away")
            .map(|line| line.amount)
            .sum::<f32>()
    };
    assert_eq!(fear(false), 0.0);
    assert!(fear(true) < -0.5, "{}", fear(true));
}

/// CP-15.2: what lies on a wagon of the enemy's is worth the ride as soon as nobody guards it any more; as long as
/// somebody does it draws nobody under his fire.
#[test]
fn a_strongbox_is_worth_the_ride_when_nobody_guards_it() {
    let stake = |guarded: bool| {
        let rewards = vec![PrizeReward { side: RED, points: 6.0, off: None, at: None, untouched: false }];
        let start = PrizeStart::Aboard(grapeshot::forces::UnitId(0));
        let strongbox = PrizeTerm { name: "the strongbox".into(), start, weight: 2.0, rewards };
        let on = table().victory(VictoryTerms { prizes: vec![strongbox], ..VictoryTerms::default() });
        let on = on.wagon("coach", BLUE, "stagecoach", (30.0, 20.0, 0.0));
        let on = on.unit("gang", RED, &line(4, 28.0, 44.0)).kind("mounted").weapons(&["sword"]);
        let mut test = on.acting("gang");
        if !guarded {
            test.mark(test.piece("coach", 1), &marks::STUN, 1);
        }
        let ask = test.battle.awaiting().asks[0].clone();
        let prospects = test.battle.rules().prospects(&test.battle.view_of(RED), &ask);
        let rides = prospects.iter().find(|(order, _)| order.pieces.len() == 4 && order.also.is_empty());
        let lines = rides.expect("they may ride").1.modifiers().iter();
        lines.filter(|line| line.label.contains("strongbox")).map(|line| line.amount).sum::<f32>()
    };
    assert_eq!((stake(true), stake(false) > 0.0), (0.0, true), "{}", stake(false));
}

/// Riders with a weapon, and as many men with revolvers at a distance.
fn troop(weapon: &str, apart: f32) -> TestTable {
    let on = table().unit("blue", BLUE, &line(5, 20.0, 10.0)).weapons(&[weapon]).kind("mounted");
    on.unit("red", RED, &line(5, 20.0, 10.0 + apart)).weapons(&["revolver"])
}

/// OW-8.2, OW-8.7: riders who reach the enemy and are out of his reach get down to shoot, and stay on foot.
#[test]
fn riders_get_down_to_shoot_beyond_the_reach_of_the_enemy() {
    let mut test = troop("rifle", 22.0).acting("blue");
    let down = answer(&test);
    assert_eq!(down.verb.0.as_str(), "dismount");
    assert_eq!(down.pieces.len(), 5);
    test.order(down);
    assert!(test.pieces("blue").iter().all(|man| !cp(&test).mounted(*man)));
    test.act_next(test.unit("blue"));
    assert_ne!(answer(&test).verb.0.as_str(), "mount");
}

/// OW-8.7: riders with nobody to shoot at stay in the saddle, and riders on foot mount.
#[test]
fn riders_out_of_reach_stay_in_the_saddle() {
    let mut test = troop("carbine", 36.0).acting("blue");
    assert_ne!(answer(&test).verb.0.as_str(), "dismount");
    let down = order(&test, "dismount").pieces(test.pieces("blue"));
    test.order(down);
    test.act_next(test.unit("blue"));
    assert_eq!(answer(&test).verb.0.as_str(), "mount");
}
