//! Commanders (chapter 12).

use grapeshot::{
    events::BattleEvent,
    forces::Fate,
    orders::Order,
    rulesets::burt::{
        book::{
            dice,
            values::{Chit, Level},
            verbs,
        },
        state::sequence_of_play::Step,
    },
};

use crate::kit::*;

/// A blue brigade of two columns with its staff 5 inches behind, a general between, a red line far away.
fn brigade() -> TestTable {
    table()
        .commander("staff", BLUE, "command_element", (48.0, 8.0, 90.0))
        .commander("general", BLUE, "general", (43.0, 12.0, 90.0))
        .foot("left", BLUE, 24, "column", (40.0, 16.0, 90.0))
        .under("staff")
        .foot("right", BLUE, 24, "column", (56.0, 16.0, 90.0))
        .under("staff")
        .foot("red", RED, 24, "line", (48.0, 50.0, 270.0))
}

/// The battle at step 7, blue to act.
fn at_step_seven(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Commanders);
    assert_eq!(asked_side(&test), BLUE);
    test
}

fn refusal(test: &mut TestBattle, order: Order) -> (String, String) {
    test.refused(order)
}

/// SB-12.1: commanders ride up to 24 inches in step 7.
#[test]
fn a_commander_rides_up_to_24_inches() {
    let mut test = at_step_seven(brigade());
    let far = ride(&test, "staff", &[(48.0, 31.6)]);
    assert_eq!(refusal(&mut test, far.clone()).1, "SB-12.1", "24.1 inches");
    let order = ride(&test, "staff", &[(48.0, 31.4)]);
    let plan = test.battle.check(&order).expect("23.9 inches");
    near(plan.moves[0].cost.total(), 23.9);
    test.order(order);
    near_point(front(&test, "staff"), 48.0, 31.9);
    assert_eq!(facing(&test, "staff"), 90.0);
}

/// SB-12.1, SB-2.2: each commander rides once in a step.
#[test]
fn a_commander_rides_once_in_a_step() {
    let mut test = at_step_seven(brigade());
    test.order(ride(&test, "staff", &[(48.0, 10.0)]));
    assert_eq!(asked_side(&test), BLUE, "red has nobody to move and has passed");
    let again = ride(&test, "staff", &[(48.0, 12.0)]);
    assert_eq!(refusal(&mut test, again).0, "STAFF has acted in this step");
    test.order(ride(&test, "general", &[(43.0, 13.0)]));
    assert_ne!(step(&test), Step::Commanders, "all have acted");
}

/// SB-12.1: they ride through friends freely.
#[test]
fn a_commander_rides_through_friends() {
    let mut test = at_step_seven(brigade());
    test.order(ride(&test, "general", &[(40.0, 10.0)]));
    test.order(Order::new(BLUE, &verbs::PASS));
    end_turn(&mut test);
    go_to(&mut test, Step::Commanders);
    // Straight through the column that stands from y 13 to 16.
    let order = ride(&test, "general", &[(40.0, 20.0)]);
    near(test.battle.check(&order).expect("friends let him through").moves[0].cost.total(), 10.0);
    test.order(order);
    near_point(outline(&test, "general").place.at, 40.0, 20.0);
}

/// SB-4.11: "No room for the unit here."
#[test]
fn a_commander_stops_on_nobody() {
    let mut test = at_step_seven(brigade());
    let order = ride(&test, "general", &[(40.0, 15.0)]);
    let refused = refusal(&mut test, order);
    assert_eq!(refused, ("No room for GENERAL here: LEFT stands there".into(), "SB-4.11".into()));
}

/// SB-12.1: the ground is to them as to skirmishers: woods cost nothing, obstacles half a move, water double.
#[test]
fn a_commander_rides_over_ground_like_skirmishers() {
    let cost = |table: TestTable| {
        let test = at_step_seven(table);
        let order = ride(&test, "staff", &[(48.0, 17.5)]);
        test.battle.check(&order).map(|plan| plan.moves[0].cost.total()).expect("he gets there")
    };
    near(cost(brigade()), 10.0);
    near(cost(brigade().area("wood", (46.0, 10.0), (50.0, 14.0))), 10.0);
    near(cost(brigade().area("difficult", (46.0, 10.0), (50.0, 14.0))), 10.0);
    near(cost(brigade().obstacle("hedge", &[(40.0, 12.0), (55.0, 12.0)])), 22.0);
    near(cost(brigade().stream(&[(0.0, 12.0), (96.0, 12.0)], 2.0, false)), 12.0);
}

/// SB-12.1: rivers at fords and bridges.
#[test]
fn a_commander_crosses_a_river_at_the_bridge() {
    let river = || brigade().stream(&[(0.0, 22.0), (96.0, 22.0)], 2.0, true);
    let mut test = at_step_seven(river());
    let order = ride(&test, "staff", &[(48.0, 25.0)]);
    assert_eq!(refusal(&mut test, order).1, "SB-12.1");
    let test = at_step_seven(river().bridge((50.0, 20.0), (52.0, 24.0)));
    let order = ride(&test, "staff", &[(48.0, 25.0)]);
    let way = test.battle.check(&order).expect("round over the bridge").moves[0].path.clone();
    assert!(way.iter().any(|point| (50.0..=52.0).contains(&point.x)), "{way:?}");
}

/// SB-12.1: nobody rides into a building or off the table.
#[test]
fn a_commander_rides_into_no_building_and_off_no_edge() {
    let mut test = at_step_seven(brigade().building((44.0, 20.0), (52.0, 24.0), &[], &[]));
    let order = ride(&test, "staff", &[(48.0, 22.0)]);
    assert_eq!(refusal(&mut test, order).1, "SB-12.1");
    let order = ride(&test, "staff", &[(48.0, 0.2)]);
    assert_eq!(refusal(&mut test, order).0, "STAFF would stand across the edge of the table");
}

/// SB-12.1: not within 4 inches of an enemy, unless with a unit.
#[test]
fn a_commander_goes_near_enemies_only_with_a_friend() {
    let table = || brigade().foot("near", RED, 24, "line", (40.0, 20.5, 270.0));
    let mut test = at_step_seven(table());
    // The red line stands from y 20.5 to 21.5.
    let order = ride(&test, "general", &[(44.5, 18.0)]);
    let refused = refusal(&mut test, order);
    assert_eq!(refused, ("GENERAL would stand alone within 4 inches of NEAR".into(), "SB-12.1".into()));
    let beside = ride(&test, "general", &[(41.8, 15.0)]);
    assert!(test.battle.check(&beside).is_ok(), "half an inch from his column, 4.99 off");
    let before = ride(&test, "general", &[(40.0, 16.9)]);
    assert!(test.battle.check(&before).is_ok(), "with a friend, 3.1 inches off");
}

/// SB-12.1: an enemy in the way stops him.
#[test]
fn a_commander_rides_through_no_enemy() {
    let mut test = at_step_seven(brigade().foot("near", RED, 24, "line", (48.0, 22.0, 270.0)));
    let order = ride(&test, "staff", &[(48.0, 30.0)]);
    assert_eq!(refusal(&mut test, order).0, "STAFF does not get there: NEAR is in the way");
}

/// SB-12.2: a commander who rides to a unit is with it, behind it if there is room.
#[test]
fn a_commander_rides_to_a_unit_and_is_with_it() {
    let mut test = at_step_seven(brigade());
    let order = ride_to(&test, "general", "right");
    test.order(order);
    let (general, unit) = (test.unit("general"), test.unit("right"));
    assert!(burt(&test).gap(general, unit) < 0.1);
    assert!(outline(&test, "general").place.at.y < 13.0, "behind the column");
    assert_eq!(burt(&test).generals_with(unit), [general]);
    assert!(burt(&test).generals_with(test.unit("left")).is_empty());
    let enemy = ride_to(&test, "staff", "red");
    assert_eq!(refusal(&mut test, enemy).0, "RED is no unit of yours on the table");
}

/// SB-12.2: the commander-in-chief comes before other generals; a command element is none.
#[test]
fn the_chief_counts_before_other_generals() {
    let test = brigade()
        .commander("chief", BLUE, "commander_in_chief", (39.0, 12.8, 90.0))
        .commander("second", BLUE, "general", (41.0, 12.8, 90.0))
        .commander("near", BLUE, "command_element", (40.0, 17.2, 90.0))
        .battle();
    assert_eq!(burt(&test).generals_with(test.unit("left")), [test.unit("chief"), test.unit("second")]);
}

/// A general stands with the left column, which is out of contact.
fn with_general() -> TestTable {
    table()
        .commander("staff", BLUE, "command_element", (60.0, 8.0, 90.0))
        .commander("general", BLUE, "general", (40.0, 12.8, 90.0))
        .foot("left", BLUE, 24, "column", (40.0, 16.0, 90.0))
        .under("staff")
        .foot("right", BLUE, 24, "column", (56.0, 16.0, 90.0))
        .under("staff")
        .foot("red", RED, 24, "line", (48.0, 50.0, 270.0))
}

/// SB-12.3, SB-3.1: while a general leads it a unit may change its order in step 1.
#[test]
fn a_unit_that_a_general_leads_may_change_orders() {
    let mut test = second_turn(with_general());
    let order = gives(&test, &["left"], Chit::Assault);
    assert_eq!(refusal(&mut test, order.clone()).0, "LEFT: out of contact with its command element");
    test.order(lead(&test, "general", "left"));
    test.order(order);
    let other = gives(&test, &["right"], Chit::Fire);
    assert_eq!(refusal(&mut test, other).1, "SB-3.1", "only the unit that he leads");
}

/// SB-12.3: he may also take it over in step 7, as his act of that step.
#[test]
fn a_general_takes_over_in_step_seven_too() {
    let mut test = at_step_seven(with_general());
    test.order(lead(&test, "general", "left"));
    let order = ride(&test, "general", &[(40.0, 12.0)]);
    assert_eq!(refusal(&mut test, order).0, "GENERAL has acted in this step");
}

/// SB-12.3: "He leads this battalion until its brigadier is back."
#[test]
fn a_general_who_leads_does_not_ride_away() {
    let mut test = second_turn(with_general());
    test.order(lead(&test, "general", "left"));
    go_to(&mut test, Step::Commanders);
    let order = ride(&test, "general", &[(30.0, 12.0)]);
    let refused = refusal(&mut test, order);
    assert_eq!(refused, ("GENERAL leads LEFT until its brigadier is back".into(), "SB-12.3".into()));
    let order = ride(&test, "general", &[(41.7, 14.5)]);
    test.order(order);
    // The brigadier comes: the general is free.
    let events = test.order(ride_to(&test, "staff", "left"));
    assert!(texts(&events).contains("GENERAL leads LEFT no more"), "{}", texts(&events));
}

/// SB-12.3: only a general within an inch takes a unit over, and only one that is without its brigadier.
#[test]
fn who_may_take_over_whom() {
    let mut test = second_turn(with_general().commander("aide", BLUE, "adc", (38.4, 14.0, 90.0)).troops(
        "skirmishers",
        BLUE,
        "skirmishers",
        12,
        "open_order",
        (40.0, 11.5, 90.0),
    ));
    let order = lead(&test, "general", "right");
    assert_eq!(refusal(&mut test, order).0, "GENERAL is not within an inch of RIGHT");
    let order = lead(&test, "aide", "left");
    assert_eq!(refusal(&mut test, order).0, "AIDE is no general on the table");
    let order = lead(&test, "general", "skirmishers");
    assert_eq!(refusal(&mut test, order).0, "SKIRMISHERS is of no brigade and needs nobody to lead it");
    put_front(&mut test, "staff", 42.0, 14.0, 90.0);
    let order = lead(&test, "general", "left");
    assert_eq!(refusal(&mut test, order).0, "LEFT is in contact with STAFF");
    put_front(&mut test, "staff", 60.0, 14.0, 90.0);
    put_level(&mut test, "left", Level::Rout);
    let order = lead(&test, "general", "left");
    assert_eq!(refusal(&mut test, order).1, "SB-7.3");
}

/// SB-12.3: he moves with the unit that he leads, and is free when it routs.
#[test]
fn a_general_stays_with_the_unit_that_he_leads() {
    let mut test = second_turn(with_general());
    test.order(lead(&test, "general", "left"));
    put_front(&mut test, "left", 40.0, 26.0, 90.0);
    pass(&mut test);
    let (general, left) = (test.unit("general"), test.unit("left"));
    assert!(burt(&test).gap(general, left) < 0.1, "{:?}", outline(&test, "general"));
    assert!(burt(&test).officer(general).is_some_and(|officer| officer.leads == Some(left)));
    put_level(&mut test, "left", Level::Rout);
    pass(&mut test);
    assert_eq!(burt(&test).officer(general).and_then(|officer| officer.leads), None);
}

/// A red line fires at the left column from 3 inches, which loses two figures; commanders with it are at risk.
fn under_fire(table: TestTable, rolled: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let mut test = table.foot("near", RED, 24, "line", (40.0, 19.0, 270.0)).chit(Chit::Fire).battle();
    go_to(&mut test, Step::Fire);
    while asked_side(&test) != RED {
        pass(&mut test);
    }
    force(&mut test, &dice::SHOTS, &[6, 6, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1]);
    force(&mut test, &dice::OFFICERS, rolled);
    let from = test.battle.log().len();
    test.order(shoot(&test, "near", "left"));
    if step(&test) == Step::Fire {
        end_step(&mut test);
    }
    let events = test.battle.log().events()[from..].to_vec();
    assert_eq!(figures(&test, "left"), 22);
    (test, events)
}

/// SB-12.4: a general or command element with a unit that loses figures is lost on a 12 of two dice, once in a step.
#[test]
fn a_general_falls_on_a_twelve() {
    let table = || with_general().commander("aide", BLUE, "adc", (38.4, 14.0, 90.0));
    let (test, events) = under_fire(table(), &[6, 5]);
    assert_eq!(rolled(&events, "SB-12.4"), [[6, 5]], "he alone, once: aides are not at risk, nor the staff far away");
    assert!(stands(&test, "general"));
    let (test, _) = under_fire(table(), &[6, 6]);
    assert_eq!(burt(&test).fate(test.unit("general")), Fate::Casualty);
    assert!(stands(&test, "staff") && stands(&test, "aide"));
}

/// SB-12.4: a lost command element is replaced after 2 turns at the brigade's largest unit; a lost general is not.
#[test]
fn a_lost_command_element_has_a_successor() {
    let table = table()
        .commander("staff", BLUE, "command_element", (42.0, 14.0, 90.0))
        .commander("general", BLUE, "general", (38.0, 14.0, 90.0))
        .foot("left", BLUE, 24, "column", (40.0, 16.0, 90.0))
        .under("staff")
        .foot("large", BLUE, 30, "column", (60.0, 16.0, 90.0))
        .under("staff");
    let (mut test, _) = under_fire(table, &[6, 6, 6, 6]);
    assert_eq!(test.battle.view().clock().turn, 2, "nothing else is asked in turn 1");
    assert!(!stands(&test, "staff") && !stands(&test, "general"));
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("staff"));
    assert_eq!(card.badges, ["off the table"], "it stood there from the beginning");
    let order = gives(&test, &["large"], Chit::Fire);
    assert_eq!(refusal(&mut test, order.clone()).1, "SB-3.1", "there is nobody to be in contact with");
    end_turn(&mut test);
    assert!(stands(&test, "staff") && !stands(&test, "general"), "turn 3");
    assert!(burt(&test).in_contact(test.unit("large")) && !burt(&test).in_contact(test.unit("left")));
    test.order(order);
}

/// SB-12.4: contacted alone by an enemy: lost.
#[test]
fn a_commander_whom_an_enemy_meets_alone_is_lost() {
    let meets = |beside: bool| {
        let mut test = with_general().battle();
        put_front(&mut test, "general", 20.0, 30.0, 90.0);
        if beside {
            put_front(&mut test, "left", 20.0, 29.0, 90.0);
        }
        put_front(&mut test, "red", 20.0, 30.0, 270.0);
        pass(&mut test);
        stands(&test, "general")
    };
    assert!(!meets(false));
    assert!(meets(true), "his friends are with him");
}

/// SB-12.4: it is enough that he is ridden down on the way.
#[test]
fn a_commander_whom_an_enemy_rides_down_on_its_way_is_lost() {
    let mut test = with_general()
        .commander("lone", BLUE, "adc", (48.0, 45.0, 90.0))
        .troops("horse", RED, "light_cavalry", 12, "line", (48.0, 48.0, 270.0))
        .battle();
    go_to(&mut test, Step::Manoeuvres);
    while asked_side(&test) != RED {
        pass(&mut test);
    }
    test.order(march(&test, "horse", &[ahead(10.0)]));
    assert!(!stands(&test, "lone") && stands(&test, "general"));
}

/// SB-12.5: an aide who began the last step 7 beside the command element brings contact where he starts step 1.
#[test]
fn an_aide_brings_contact() {
    let table = || with_general().commander("aide", BLUE, "adc", (60.0, 9.1, 90.0));
    let mut test = at_step_seven(table());
    test.order(ride_to(&test, "aide", "left"));
    end_turn(&mut test);
    assert!(burt(&test).in_contact(test.unit("left")) && !burt(&test).in_contact(test.unit("right")));
    test.order(gives(&test, &["left"], Chit::Fire));
    // He began the next step 7 with the column, not with the staff.
    end_turn(&mut test);
    assert!(!burt(&test).in_contact(test.unit("left")));
}

/// SB-12.5: he serves the brigade whose command element he came from, and no other.
#[test]
fn an_aide_serves_the_brigade_that_he_comes_from() {
    let mut test =
        at_step_seven(with_general().commander("other", BLUE, "command_element", (80.0, 8.0, 90.0)).commander(
            "aide",
            BLUE,
            "adc",
            (80.0, 9.1, 90.0),
        ));
    put_front(&mut test, "aide", 64.0, 16.0, 90.0);
    test.order(ride_to(&test, "aide", "right"));
    end_turn(&mut test);
    assert!(!burt(&test).in_contact(test.unit("right")));
}
