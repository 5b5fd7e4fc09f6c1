//! CP-8.5: shell of guns on the table at what their crew does not see.

use grapeshot::{
    ai::unerring,
    rulesets::combat_patrol::{book::marks, orders::aim::PointOrPiece},
    testing::burst,
    turn::VictoryTerms,
};

use super::{
    artillery::{battery, stand_to, the_gun},
    *,
};

/// A howitzer that looks north at a high wall, red's men 70 inches off behind it, and an Elite man of blue beyond it
/// who sees them.
fn behind_a_wall(indirect: bool, round: &str) -> TestTable {
    let wall = table().size(72.0, 160.0).obstacle("stone_wall", &[(0.0, 40.0), (72.0, 40.0)]).height(6.0);
    let gun = battery(wall, "howitzer", 36.0, 6.0).word("round", round).value("indirect", Value::Flag(indirect));
    gun.unit("eyes", BLUE, &[(50.0, 70.0, 90.0), (52.0, 70.0, 90.0)])
        .word("accuracy", "Elite")
        .unit("red", RED, &[(36.0, 76.0, 270.0), (38.0, 76.0, 270.0)])
        .weapons(&["sword"])
}

fn at_red(test: &TestBattle) -> Order {
    order(test, "fire").pieces([the_gun(test)]).target(test.piece("red", 1))
}

/// CP-8.5: to-hit at the observer's Accuracy and long range: an Elite one needs 1 + 2 holes.
#[test]
fn a_howitzer_fires_by_the_eyes_of_an_observer() {
    let mut test = behind_a_wall(true, "shell").acting("blue");
    stand_to(&mut test);
    let fire = at_red(&test);
    let plan = test.battle.check(&fire).expect("it may");
    assert_eq!(plan.odds[0].explained.total(), 3.0);
    assert!(plan.summary.ends_with("observed by eyes.1"), "{}", plan.summary);
    // Card 7 has 3 holes; card 3 does nothing to either.
    test.cards(BLUE, &[7, 3, 3]);
    let events = test.order(fire);
    assert_eq!(burst(&events), Vec2::new(36.0, 76.0));
    assert!(events.iter().any(|event| event.rule.to_string() == "CP-8.5"));
}

/// CP-8.5, HM-7.30: a miss deviates by the factor of shell, three times what the card shows.
#[test]
fn a_missed_shell_deviates_three_times() {
    let mut test = behind_a_wall(true, "shell").acting("blue");
    stand_to(&mut test);
    // Card 1 has no hole; card 34 deviates 3 inches long.
    test.cards(BLUE, &[1, 34]);
    let fire = at_red(&test);
    let events = test.order(fire);
    assert!(burst(&events).distance(Vec2::new(36.0, 85.0)) < 0.01);
}

/// CP-8.5, HM-7.12: the scenario says which guns may (`indirect`); somebody must see the point; only shell is fired so.
#[test]
fn indirect_fire_needs_a_gun_an_observer_and_shell() {
    let refused = |indirect: bool, round: &str, stunned: bool| {
        let mut test = behind_a_wall(indirect, round).acting("blue");
        stand_to(&mut test);
        if stunned {
            for man in test.pieces("eyes") {
                test.mark(man, &marks::STUN, 1);
            }
        }
        let fire = at_red(&test);
        test.refused(fire)
    };
    assert_eq!(refused(false, "shell", false).1, "HM-7.12");
    let nobody = refused(true, "shell", true);
    assert_eq!(nobody, ("Nobody of that side observes that point".into(), "CP-8.5".into()));
    assert_eq!(refused(true, "shot", false).1, "CP-8.5");
}

/// CP-8.5: the best of the men who see the point observes.
#[test]
fn the_best_observer_counts() {
    let mut test = behind_a_wall(true, "shell").acting("blue");
    stand_to(&mut test);
    test.mark(test.piece("eyes", 1), &marks::STUN, 1);
    let fire = at_red(&test);
    let plan = test.battle.check(&fire).expect("it may");
    assert!(plan.summary.ends_with("observed by eyes.2"), "{}", plan.summary);
}

/// CP-8.5, CP-10.1: by reaction a gun fires only at a mover that its crew sees.
#[test]
fn a_gun_does_not_react_to_what_its_crew_does_not_see() {
    let test = behind_a_wall(true, "shell").battle();
    let (gun, red) = (the_gun(&test), test.piece("red", 1));
    assert!(cp(&test).gun_shot(cp(&test).gun(gun).unwrap(), PointOrPiece::Piece(red), None).is_ok());
    assert_eq!(cp(&test).gun_reaction(gun, red).unwrap_err().rule.to_string(), "HM-7.12");
}

/// CP-8.5: the computer uses it.
#[test]
fn the_computer_fires_over_a_wall() {
    let mut terms = VictoryTerms { margin: 1.0, handicap: vec![0.0; 2], ..VictoryTerms::default() };
    terms.losses.each = 1.0;
    let mut test = behind_a_wall(true, "shell").victory(terms).acting("blue");
    stand_to(&mut test);
    let ask = test.battle.awaiting().asks[0].clone();
    assert_eq!(unerring(1).decide(&test.battle, &ask).order.verb.0, "fire");
}
