//! What the terms of victory count besides men lost and places held (CP-15.2).

use bevy::math::Vec2;
use grapeshot::{
    forces::{Fate, SideId, Value},
    testing::{BLUE, RED},
    turn::{LossTerm, Objective, PrizeReward, PrizeStart, PrizeTerm, SpoilState, SpoilTerm, VictoryTerms},
};

use crate::chapters::*;

fn points(test: &TestBattle, side: SideId) -> f32 {
    test.battle.rules().standings(&test.battle.view())[side.index()].points.total()
}

fn reward(side: SideId, points: f32) -> PrizeReward {
    PrizeReward { side, points, off: None, at: None, untouched: false }
}

/// Two boxes of gold lie at the feet of the first man of blue: he gets 2 for each, 4 at the well, red 3 if nobody has
/// touched it.
fn gold() -> TestTable {
    let rewards = vec![
        reward(BLUE, 2.0),
        PrizeReward { at: Some(0), ..reward(BLUE, 4.0) },
        PrizeReward { untouched: true, ..reward(RED, 3.0) },
    ];
    let lying = |x: f32| PrizeTerm {
        name: format!("gold at {x}"),
        start: PrizeStart::Lying(Vec2::new(x, 10.0)),
        weight: 1.0,
        rewards: rewards.clone(),
    };
    let well = Objective {
        id: "o".into(),
        name: "the well".into(),
        at: Vec2::new(36.0, 24.0),
        radius: 3.0,
        indoors: false,
        held_by: None,
    };
    table()
        .unit("blue", BLUE, &[(10.0, 10.0, 90.0), (10.0, 14.0, 90.0)])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .victory(VictoryTerms {
            objectives: vec![well],
            prizes: vec![lying(9.9), lying(10.1)],
            margin: 1.0,
            ..VictoryTerms::default()
        })
}

/// The first man of blue takes up what lies at his feet.
fn take(test: &mut TestBattle) {
    if test.battle.awaiting().asks[0].kind == "declare" {
        let nobody = order(test, "declare");
        test.order(nobody);
    }
    let take = order(test, "take").pieces([test.piece("blue", 1)]);
    test.order(take);
}

/// CP-15.2: what lies about is worth something to its owner until somebody takes it up, and then to the bearer.
#[test]
fn gold_is_worth_points_to_its_owner_while_nobody_has_touched_it() {
    let mut test = gold().acting("blue");
    assert_eq!((points(&test, BLUE), points(&test, RED)), (0.0, 6.0));
    take(&mut test);
    assert_eq!((points(&test, BLUE), points(&test, RED)), (2.0, 3.0));
    // He falls: it lies there, and is not untouched any more.
    test.put(test.piece("blue", 1), "fate", Fate::Casualty);
    assert_eq!((points(&test, BLUE), points(&test, RED)), (0.0, 3.0));
}

/// CP-15.2: a reward for bringing a prize to a place is earned within the radius of that place.
#[test]
fn a_prize_may_have_to_be_brought_to_a_place() {
    let mut test = gold().acting("blue");
    take(&mut test);
    let bearer = test.piece("blue", 1);
    test.stand(bearer, 36.0, 26.9, 90.0);
    assert_eq!(points(&test, BLUE), 4.0);
    test.stand(bearer, 36.0, 27.1, 90.0);
    assert_eq!(points(&test, BLUE), 2.0);
}

/// CP-15.2: a man on foot who carries more than he can at his full rate goes half as far.
#[test]
fn a_man_with_two_boxes_of_gold_goes_half_as_far() {
    let inches = |boxes: usize| {
        let mut test = gold().acting("blue");
        for _ in 0..boxes {
            take(&mut test);
            let end = order(&test, "end");
            test.order(end);
            test.act_next(test.unit("blue"));
        }
        let man = test.piece("blue", 1);
        declare(&mut test, vec![man], 3);
        let go = order(&test, "move").pieces([man]).path([to(40.0, 10.0)]);
        let plan = test.battle.check(&go).expect("he may go");
        plan.moves[0].end.at.x - 10.0
    };
    let free = inches(0);
    assert!(free > 1.0);
    assert!((inches(1) - free).abs() < 1e-3, "one box is no burden");
    assert!((inches(2) - free / 2.0).abs() < 1e-3);
}

/// CP-15.2: a hero who is lost brings the points of heroes, whatever his rank.
#[test]
fn a_hero_who_is_lost_brings_the_points_of_heroes() {
    let terms = VictoryTerms {
        losses: LossTerm { each: 1.0, heroes: 4.0, by_rank: [("sergeant".into(), 3.0)].into(), ..LossTerm::default() },
        margin: 1.0,
        ..VictoryTerms::default()
    };
    let men = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0)];
    let mut test = table()
        .unit("blue", BLUE, &men)
        .hero(1, &[("endurance", Value::Number(4.0))])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .victory(terms)
        .battle();
    test.put(test.piece("blue", 3), "fate", Fate::Casualty);
    assert_eq!(points(&test, RED), 1.0);
    test.put(test.piece("blue", 2), "fate", Fate::Casualty);
    assert_eq!(points(&test, RED), 2.0);
    // He leads them as a sergeant, too.
    test.put(test.piece("blue", 1), "fate", Fate::Casualty);
    assert_eq!(points(&test, RED), 6.0);
}

/// CP-15.2: a horse that is led is not lost, nor is that of a man who fell.
#[test]
fn led_horses_and_those_of_the_fallen_are_not_lost() {
    let terms = VictoryTerms {
        losses: LossTerm { horses: 1.0, ..LossTerm::default() },
        margin: 1.0,
        ..VictoryTerms::default()
    };
    let men = [(10.0, 10.0, 90.0), (14.0, 10.0, 90.0), (18.0, 10.0, 90.0)];
    let mut test = table()
        .unit("blue", BLUE, &men)
        .kind("mounted")
        .weapons(&["sword"])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .victory(terms)
        .acting("blue");
    let down = order(&test, "dismount").pieces([test.piece("blue", 1)]);
    test.order(down);
    assert_eq!(points(&test, RED), 0.0, "his horse is led");
    test.put(test.piece("blue", 2), "fate", Fate::Casualty);
    assert_eq!(points(&test, RED), 0.0);
}

/// CP-15.2: equipment in an area counts by its middle.
#[test]
fn a_wagon_brought_into_an_area_brings_points() {
    let spoil = SpoilTerm {
        name: "wagons over the river".into(),
        side: BLUE,
        of: "wagon".into(),
        when: SpoilState::Inside,
        line: Vec::new(),
        outline: [(0.0, 20.0), (72.0, 20.0), (72.0, 48.0), (0.0, 48.0)].map(Vec2::from).to_vec(),
        each: 3.0,
    };
    let wrecked = SpoilTerm { side: RED, when: SpoilState::Wrecked, outline: Vec::new(), each: 2.0, ..spoil.clone() };
    let mut test = table()
        .unit("blue", BLUE, &[(10.0, 10.0, 90.0)])
        .kind("train")
        .wagons(&[(14.0, 19.0, 90.0)])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .victory(VictoryTerms { spoils: vec![spoil, wrecked], margin: 1.0, ..VictoryTerms::default() })
        .battle();
    let wagon = test.pieces("blue")[1];
    assert_eq!(points(&test, BLUE), 0.0);
    test.stand(wagon, 14.0, 20.5, 90.0);
    assert_eq!((points(&test, BLUE), points(&test, RED)), (3.0, 0.0));
    test.mark(wagon, &grapeshot::rulesets::combat_patrol::book::marks::WRECKED, 1);
    assert_eq!(points(&test, RED), 2.0);
}
