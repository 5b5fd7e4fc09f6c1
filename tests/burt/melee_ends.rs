//! How melees end (SB-9.14 to SB-9.19).

use super::{
    kit::*,
    melee::{fight, in_melee, lines, score, touching},
};
use grapeshot::rulesets::{
    burt::book::{
        dice,
        values::{Chit, Level},
    },
    shared::formed::block::Face,
};

/// SB-9.14: 4-2 breaks, SB-9.16: the broken rout at once, and the winner pursues and tests to rally.
#[test]
fn twice_the_casualties_break_the_enemy() {
    let mut test = in_melee(lines(), Face::Front, false);
    let blows = [6, 6, 6, 6, 1, 1, 6, 6, 1, 1, 1, 1];
    let events = fight(&mut test, &blows, &[1, 1, 1, 1, 1, 1], &[6]);
    let told = texts(&events);
    assert!(told.contains("4 against 2: the red break"), "{told}");
    assert_eq!((figures(&test, "a"), figures(&test, "r")), (22, 20));
    assert_eq!(level(&test, "r"), Level::Rout, "{told}");
    assert!(told.contains("A pursues R (SB-9.16)"), "{told}");
    assert!(told.contains("rallying from pursuit"), "{told}");
}

/// SB-9.14: 1-0 breaks; with `break_minimum` 2 it pushes back.
#[test]
fn one_casualty_breaks_unless_the_minimum_is_higher() {
    let ends = |minimum: f32, morale: u16| {
        let mut test = in_melee(lines().set_number("break_minimum", minimum), Face::Front, false);
        fight(&mut test, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[1], &[morale; 2]);
        (level(&test, "r"), front(&test, "r").y)
    };
    // Neither rallies from pursuit or rout.
    assert_eq!(ends(1.0, 1).0, Level::Rout);
    let (level, y) = ends(2.0, 6);
    assert_eq!(level, Level::Formed);
    near(y, 32.0);
}

/// SB-9.15: nobody gives way at 0-0: both test, who fails loses a level, and the melee goes on in the next turn.
#[test]
fn a_drawn_melee_goes_on() {
    let mut test = in_melee(lines(), Face::Front, true);
    let events = fight(&mut test, &[1; 12], &[], &[6, 1]);
    let told = texts(&events);
    assert!(told.contains("nobody gives way"), "{told}");
    assert_eq!((level(&test, "a"), level(&test, "r")), (Level::Formed, Level::Unformed), "{told}");
    let view = burt(&test);
    let fight = view.fights_of(test.unit("a")).next().expect("they are still in contact");
    assert!(fight.fought && fight.impetus.is_empty());
}

/// SB-9.15: pushed back by half the normal move: a line 2 inches, a column 3, heavy cavalry 5.
#[test]
fn losers_are_pushed_back_by_half_their_move() {
    for (kind, figures, formation, inches) in
        [("infantry", 24, "line", 2.0), ("infantry", 24, "column", 3.0), ("heavy_cavalry", 12, "line", 5.0)]
    {
        let table = touching(("infantry", 24, "line"), (kind, figures, formation)).set_number("break_minimum", 3.0);
        let mut test = in_melee(table, Face::Front, false);
        let both: u8 = ["a", "r"].map(|key| burt(&test).melee_dice(test.unit(key)).dice).iter().sum();
        let blows: Vec<u16> = [vec![6], vec![1; usize::from(both) - 1]].concat();
        let events = fight(&mut test, &blows, &[1], &[6, 6]);
        near(front(&test, "r").y - 30.0, inches);
        assert!(texts(&events).contains("is pushed back"), "{kind}: {}", texts(&events));
        // SB-9.17: nobody followed: both have REGROUP orders.
        assert!(!burt(&test).in_melee(test.unit("r")));
    }
}

/// SB-9.15: the winner may follow into contact; then it has the bonus of following up in the next turn.
#[test]
fn a_winner_may_follow_into_contact() {
    let mut test = in_melee(lines().set_number("break_minimum", 3.0), Face::Front, false);
    force(&mut test, &dice::BLOWS, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    go_to_question(&mut test, "follow_up");
    assert_eq!((asked_side(&test), choices(&test)), (BLUE, vec!["follow".to_owned(), "stay".to_owned()]));
    force_morale(&mut test, &[6, 6]);
    decide(&mut test, "follow");
    near_point(front(&test, "a"), 40.0, 32.0);
    assert_eq!(score(&test, "a", "r"), 4, "following up");
    assert_eq!(score(&test, "r", "a"), 5);
}

/// SB-9.15: friends behind are pushed too, and both lose a level.
#[test]
fn friends_behind_are_pushed_too() {
    let table = lines().foot("s", RED, 24, "line", (40.0, 32.0, 270.0)).set_number("break_minimum", 3.0);
    let mut test = in_melee(table, Face::Front, false);
    fight(&mut test, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[1], &[6, 6]);
    near(front(&test, "r").y, 32.0);
    near(front(&test, "s").y, 33.0);
    assert_eq!((level(&test, "r"), level(&test, "s")), (Level::Unformed, Level::Unformed));
}

/// SB-9.15: friends behind who touch each other are pushed once each, and not by each other without end,
/// also if an earlier push left one a hair over the other.
#[test]
fn friends_who_touch_each_other_are_pushed_once() {
    for second in [(40.0, 33.0, 270.0), (40.0, 32.97, 270.0)] {
        let table = lines()
            .foot("s", RED, 24, "line", (40.0, 32.0, 270.0))
            .foot("t", RED, 24, "line", second)
            .set_number("break_minimum", 3.0);
        let mut test = in_melee(table, Face::Front, false);
        let before = front(&test, "t").y;
        fight(&mut test, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[1], &[6, 6]);
        near(front(&test, "r").y, 32.0);
        near(front(&test, "s").y, 33.0);
        assert!((0.0..1.001).contains(&(front(&test, "t").y - before)), "{second:?}");
    }
}

/// SB-9.15: a unit that cannot be pushed back for the edge of the table breaks instead.
#[test]
fn at_the_edge_of_the_table_it_breaks_instead() {
    let table = table()
        .foot("a", BLUE, 24, "line", (40.0, 58.5, 90.0))
        .foot("r", RED, 24, "line", (40.0, 58.5, 270.0))
        .set_number("break_minimum", 3.0);
    let mut test = in_melee(table, Face::Front, false);
    let events = fight(&mut test, &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[1], &[6]);
    assert!(texts(&events).contains("R breaks (SB-9.15)"), "{}", texts(&events));
    assert!(!stands(&test, "r") || level(&test, "r") == Level::Rout);
}

/// SB-9.15: guns cannot be pushed: they are lost. A square stays and loses a level.
#[test]
fn guns_are_lost_and_squares_stay() {
    let table = touching(("infantry", 24, "line"), ("foot_guns", 3, "unlimbered")).set_number("break_minimum", 3.0);
    let mut test = in_melee(table, Face::Front, false);
    let both = burt(&test).melee_dice(test.unit("a")).dice + burt(&test).melee_dice(test.unit("r")).dice;
    let blows: Vec<u16> = [vec![6], vec![1; usize::from(both) - 1]].concat();
    force(&mut test, &dice::GUNS, &[1]);
    fight(&mut test, &blows, &[1], &[6]);
    assert!(!stands(&test, "r"));
    let table = touching(("infantry", 24, "line"), ("infantry", 24, "square")).set_number("break_minimum", 3.0);
    let mut test = in_melee(table, Face::Front, false);
    fight(&mut test, &[6, 1, 1, 1], &[1], &[6, 6]);
    near_point(front(&test, "r"), 40.0, 30.0);
    assert_eq!(level(&test, "r"), Level::Unformed);
    assert!(burt(&test).in_melee(test.unit("r")), "the melee goes on");
}

/// SB-9.16: a square that wins does not pursue, and has REGROUP orders.
#[test]
fn a_square_does_not_pursue() {
    let mut test = in_melee(touching(("heavy_cavalry", 12, "line"), ("infantry", 24, "square")), Face::Front, false);
    let events = fight(&mut test, &[1, 6, 6], &[1, 1], &[]);
    assert_eq!(level(&test, "a"), Level::Rout, "{}", texts(&events));
    let square = test.unit("r");
    assert_eq!(burt(&test).values(square).pursuing, None);
    assert_eq!(chit_of(&test, "r"), Chit::Regroup);
}

/// SB-10.2: those who are caught routing rout again, whatever the melee comes to.
#[test]
fn those_who_are_caught_routing_rout_again() {
    let mut test = in_melee(lines(), Face::Rear, true);
    put_front(&mut test, "r", 40.0, 31.0, 90.0);
    put_level(&mut test, "r", Level::Rout);
    let quarry = unit(&test, "r");
    put_troops(&mut test, "a", |troops| troops.pursuing = Some(quarry));
    let before = army_morale(&test, RED);
    let events = fight(&mut test, &[1; 12], &[], &[]);
    let told = texts(&events);
    assert!(told.contains("R strikes at A") || told.contains("A strikes at R"), "{told}");
    assert!(front(&test, "r").y > 33.0, "{told}");
    assert_eq!(army_morale(&test, RED), before, "it was routing already");
}
