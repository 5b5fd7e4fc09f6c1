//! Movement (FF-6).

use grapeshot::{
    orders::Leg,
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::Formation,
            values::{Effectiveness, OrderState},
            verbs,
        },
        fire::passing::Passage,
    },
    table::position::Heading,
};

use crate::kit::*;

/// A line of six out of command in the open, with the enemy far off. The check of a die d gives d: Tardy by 2, Well
/// Handled by 5, Double Quick by 9.
fn six() -> TestTable {
    table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0)).foot("r", RED, 8, "line", (20.0, 55.0, 270.0))
}

const TARDY: u16 = 2;
pub(super) const WELL: u16 = 5;
pub(super) const DOUBLE: u16 = 9;

/// The unit "a" has checked with a die.
pub fn checked(battle: TestTable, die: u16) -> TestBattle {
    let mut test = battle.battle();
    checks_alone(&mut test, "a", die);
    test
}

/// FF-6.3, FF-6.5: a line goes 8 inches well handled, 12 at the double quick, 4 if Tardy.
#[test]
fn a_line_goes_as_far_as_its_check_lets_it() {
    for (die, inches) in [(TARDY, 4.0), (WELL, 8.0), (DOUBLE, 12.0)] {
        let mut test = checked(six(), die);
        marches(&mut test, "a", &[ahead(20.0)]);
        near(front(&test, "a"), 20.0, 20.0 + inches);
    }
}

/// FF-6.1: the setting line_rate_open scales all rates of a line.
#[test]
fn a_line_goes_faster_if_the_scenario_says_so() {
    for (die, inches) in [(TARDY, 6.0), (WELL, 12.0), (DOUBLE, 18.0)] {
        let mut test = checked(six().set_number("line_rate_open", 12.0), die);
        marches(&mut test, "a", &[ahead(20.0)]);
        near(front(&test, "a"), 20.0, 20.0 + inches);
    }
}

/// FF-6.5: a line that withdraws in full from (20, 20) ends at (20, 12) with its heading kept.
#[test]
fn a_line_withdraws_at_normal_cost() {
    let mut test = checked(six(), WELL);
    marches(&mut test, "a", &[back(8.0)]);
    near(front(&test, "a"), 20.0, 12.0);
    assert_eq!(pose(&test, "a").facing, Heading(90.0));
}

/// FF-4.1: a line that would enter light woods after 3 inches of open has 6 inches for the whole move; it may also stop
/// before them.
#[test]
fn the_slowest_class_counts_for_the_whole_move() {
    let mut test = checked(six().area("light_woods", (10.0, 23.0), (30.0, 40.0)), WELL);
    marches(&mut test, "a", &[ahead(8.0)]);
    near(front(&test, "a"), 20.0, 26.0);
    let mut test = checked(six().area("light_woods", (10.0, 27.5), (30.0, 40.0)), WELL);
    marches(&mut test, "a", &[ahead(8.0)]);
    assert!((27.3..27.55).contains(&front(&test, "a").y), "it gets farther before the woods: {}", front(&test, "a"));
}

/// FF-6.1: a field column goes 5 inches by a Tardy half move in the open, 4 in broken ground.
#[test]
fn a_tardy_column_goes_half_its_rate() {
    let column = |battle: TestTable| {
        let battle = battle.foot("a", BLUE, 6, "field_column", (20.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0));
        // A column has one more: a 1 gives 2.
        let mut test = checked(battle, 1);
        marches(&mut test, "a", &[ahead(20.0)]);
        front(&test, "a")
    };
    near(column(table()), 20.0, 25.0);
    near(column(table().area("brush", (10.0, 10.0), (30.0, 40.0))), 20.0, 24.0);
}

/// FF-6.7: a wheel of 45 degrees costs a line of six 4.71 inches, so that 3.29 are left of 8.
#[test]
fn a_wheel_costs_the_arc_of_the_outer_corner() {
    let mut test = checked(six(), WELL);
    let order = march(&test, "a", &[wheel(45.0), ahead(8.0)]);
    let shown = plan(&test, &order);
    about(shown.moves[0].cost.total(), 8.0);
    let events = test.order(order);
    assert_eq!(pose(&test, "a").facing, Heading(135.0));
    // The left corner stays at (17, 20).
    let middle = bevy::math::Vec2::new(17.0, 20.0) + Heading(135.0).right() * 3.0;
    let gone = middle.distance(front(&test, "a"));
    assert!((gone - 3.29).abs() < 0.02, "{gone} {events:#?}");
}

/// FF-6.6, FF-6.9: no wheel of more than 45 degrees, none twice, no wheel with an oblique, no oblique of more than 45.
#[test]
fn a_line_wheels_once_and_not_with_an_oblique() {
    let test = checked(six(), WELL);
    let by = |legs: &[Leg]| refused_by(&test, &march(&test, "a", legs));
    assert_eq!(by(&[wheel(60.0)]), "FF-6.6");
    assert_eq!(by(&[wheel(20.0), wheel(10.0)]), "FF-6.6");
    assert_eq!(by(&[wheel(20.0), aside(2.0, 30.0)]), "FF-6.9");
    assert_eq!(by(&[aside(2.0, 30.0), aside(2.0, -30.0)]), "FF-6.9");
    assert_eq!(by(&[aside(2.0, 60.0)]), "FF-6.9");
}

/// FF-6.9: an oblique of 30 degrees with 8 inches goes 6.93 ahead and 4 aside, facing kept.
#[test]
fn an_oblique_is_measured_along_the_diagonal() {
    let mut test = checked(six(), WELL);
    marches(&mut test, "a", &[aside(8.0, -30.0)]);
    near(front(&test, "a"), 24.0, 26.93);
    assert_eq!(pose(&test, "a").facing, Heading(90.0));
}

/// FF-6.8: a wheel by 90 degrees costs six stands 9.42 inches: too much at 8, not at the double quick of 12.
#[test]
fn a_change_of_front_goes_as_far_as_the_full_rate() {
    let turn = |test: &TestBattle, degrees: f32| march(test, "a", &[wheel(degrees)]).choice("change_front");
    let test = checked(six(), WELL);
    assert_eq!(refused_by(&test, &turn(&test, 90.0)), "FF-6.8");
    assert!(test.battle.check(&turn(&test, 76.0)).is_ok() && test.battle.check(&turn(&test, 77.0)).is_err());
    let mut test = checked(six(), DOUBLE);
    let order = turn(&test, 90.0);
    test.order(order);
    assert_eq!(pose(&test, "a").facing, Heading(180.0));
    near(front(&test, "a"), 17.0, 23.0);
}

/// FF-6.8: a wheel backward by 45 on the left corner: heading 45, the right corner behind.
#[test]
fn a_change_of_front_to_the_rear_swings_the_outer_corner_back() {
    let mut test = checked(six(), WELL);
    let order = march(&test, "a", &[wheel(-45.0)]).choice("change_front_back");
    test.order(order);
    assert_eq!(pose(&test, "a").facing, Heading(45.0));
    let right = front(&test, "a") + Heading(45.0).right() * 3.0;
    near(right, 17.0 + 4.243, 20.0 - 4.243);
}

/// FF-6.8: with nothing else, and not by a Tardy unit.
#[test]
fn a_change_of_front_goes_with_nothing_else() {
    let test = checked(six(), WELL);
    let order = march(&test, "a", &[wheel(30.0), ahead(2.0)]).choice("change_front");
    assert_eq!(refused_by(&test, &order), "FF-6.8");
    let test = checked(six(), TARDY);
    assert_eq!(refused_by(&test, &march(&test, "a", &[wheel(30.0)]).choice("change_front")), "FF-6.8");
}

/// FF-6.4: a Tardy unit may go its full move in disorder; it changes nothing else, and no other unit needs that.
#[test]
fn a_tardy_unit_may_go_its_full_move_in_disorder() {
    let mut test = checked(six(), TARDY);
    let order = march(&test, "a", &[form("field_column"), ahead(4.0)]).choice("disordered");
    assert_eq!(refused_by(&test, &order), "FF-6.4");
    let order = march(&test, "a", &[ahead(8.0)]).choice("disordered");
    test.order(order);
    near(front(&test, "a"), 20.0, 28.0);
    assert_eq!(order_of(&test, "a"), OrderState::Disordered);
    let test = checked(six(), WELL);
    assert_eq!(refused_by(&test, &march(&test, "a", &[ahead(8.0)]).choice("disordered")), "FF-6.4");
}

/// FF-6.10: a line marches by the flank at the rate of a march column and stays a line.
#[test]
fn a_line_marches_by_the_flank_at_the_rate_of_a_column() {
    let mut test = checked(six(), WELL);
    let order = march(&test, "a", &[ahead(20.0)]).choice("flank_right");
    test.order(order);
    near(front(&test, "a"), 32.0, 20.0);
    assert_eq!((formation(&test, "a"), pose(&test, "a").facing), (Formation::Line, Heading(90.0)));
}

/// FF-6.11: the stands keep their places and look the other way; half a move is allowed.
#[test]
fn an_about_face_goes_with_half_a_move() {
    let mut test = checked(six(), WELL);
    marches(&mut test, "a", &[Leg::AboutFace, ahead(8.0)]);
    assert_eq!(pose(&test, "a").facing, Heading(270.0));
    near(front(&test, "a"), 20.0, 20.0 - 0.75 - 4.0);
}

/// FF-6.12: half a move in the old formation and a change, or a change and half a move in the new one.
#[test]
fn a_change_of_formation_goes_with_half_a_move() {
    let mut test = checked(six(), WELL);
    marches(&mut test, "a", &[ahead(8.0), form("field_column")]);
    near(front(&test, "a"), 20.0, 24.0);
    assert_eq!(formation(&test, "a"), Formation::FieldColumn);
    let mut test = checked(six(), WELL);
    marches(&mut test, "a", &[form("field_column"), ahead(8.0)]);
    near(front(&test, "a"), 20.0, 25.0);
}

/// FF-6.12: raw troops that change formation in broken ground become disordered; trained ones do not.
#[test]
fn raw_troops_change_formation_badly_in_broken_ground() {
    for (experience, order) in [("raw", OrderState::Disordered), ("trained", OrderState::Good)] {
        let battle = six().word_of("a", "experience", experience).area("brush", (10.0, 10.0), (30.0, 30.0));
        let mut test = checked(battle, 7);
        marches(&mut test, "a", &[form("field_column")]);
        assert_eq!(order_of(&test, "a"), order, "{experience}");
    }
}

/// FF-6.2: a Tardy unit changes into or out of square and no more, as it holds.
#[test]
fn a_tardy_unit_forms_square_as_it_holds() {
    let mut test = checked(six(), TARDY);
    assert_eq!(refused_by(&test, &march(&test, "a", &[form("field_column")])), "FF-6.2");
    assert_eq!(refused_by(&test, &march(&test, "a", &[form("square"), ahead(1.0)])), "FF-6.2");
    marches(&mut test, "a", &[form("square")]);
    assert_eq!(formation(&test, "a"), Formation::Square);
}

/// FF-6.13: eight stands in march column with the head at (10, 10): a line from 6.5 to 14.5 on both flanks, from 3.5 to
/// 11.5 on the left, from 9.5 to 17.5 on the right.
#[test]
fn a_march_column_deploys_to_the_front_as_in_the_example() {
    for (choice, from, to) in [("both", 16.5, 24.5), ("left", 13.5, 21.5), ("right", 19.5, 27.5)] {
        let battle = table().foot("a", BLUE, 8, "march_column", (20.0, 20.0, 90.0));
        let mut test = checked(battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)), 4);
        let order = march(&test, "a", &[form("line")]).choice(choice);
        test.order(order);
        let line = stands(&test, "a");
        about(line[0].place.at.x, from + 0.5);
        about(line[7].place.at.x, to - 0.5);
        about(front(&test, "a").y, 20.0);
    }
}

/// FF-6.18: no unit ends a move other than a charge within an inch of an enemy.
#[test]
fn a_move_ends_an_inch_before_the_enemy() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0));
    let mut test = checked(battle.foot("r", RED, 8, "line", (20.0, 25.0, 270.0)), WELL);
    marches(&mut test, "a", &[ahead(8.0)]);
    near(front(&test, "a"), 20.0, 24.0);
}

/// FF-6.18: a line that comes to a fence as it leaves another goes on in whole steps and not by hairs.
#[test]
fn a_way_over_two_fences_is_not_broken_up() {
    for apart in (2..20).map(|tenths| f32::from(tenths as u8) / 10.0) {
        let fence = |y: f32| [(10.0, y), (30.0, y)];
        let test = checked(six().obstacle("fence", &fence(22.0)).obstacle("fence", &fence(22.0 + apart)), DOUBLE);
        let plan = plan(&test, &march(&test, "a", &[ahead(7.0)]));
        let passage = plan.findings.get::<Passage>().expect("it is a maneuver");
        let poses = passage.maneuver.poses.len();
        assert!(poses < 60, "{poses} poses on seven inches, the fences {apart} inches apart");
    }
}

/// FF-4.7: a line in good order passes through a friend for 2 inches if well handled; a Tardy one does not.
#[test]
fn a_well_handled_unit_passes_through_a_friend_for_two_inches() {
    let battle = || six().foot("f", BLUE, 6, "line", (20.0, 22.0, 90.0));
    let mut test = checked(battle(), WELL);
    marches(&mut test, "a", &[ahead(8.0)]);
    near(front(&test, "a"), 20.0, 26.0);
    let mut test = checked(battle(), TARDY);
    marches(&mut test, "a", &[ahead(8.0)]);
    assert!(front(&test, "a").y < 21.3, "{}", front(&test, "a"));
}

/// FF-6.19: mounted cavalry dismounts into open order, and mounts into line.
#[test]
fn cavalry_dismounts_into_open_order() {
    let battle = table().horse("a", BLUE, 4, "line", (20.0, 20.0, 90.0));
    let mut test = checked(battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)), WELL);
    marches(&mut test, "a", &[form("open_order")]);
    assert_eq!(formation(&test, "a"), Formation::OpenOrder);
    assert!(!ff(&test).values(unit(&test, "a")).mounted);
    about(stands(&test, "a")[0].footprint.half_depth(), 0.375);
}

/// Twelve stands of cavalry that dismount, a share of them with the horses.
fn dismounted(share: f32) -> TestBattle {
    let battle = table().horse("a", BLUE, 12, "line", (30.0, 20.0, 90.0)).set_number("horse_holders", share);
    let mut test = checked(battle.foot("r", RED, 8, "line", (30.0, 55.0, 270.0)), WELL);
    marches(&mut test, "a", &[form("open_order")]);
    test
}

/// FF-6.19: the setting `horse_holders`: this many stands hold the horses off the table, and are no losses.
#[test]
fn a_share_of_the_stands_may_hold_the_horses() {
    for (share, fight) in [(0.0, 12), (0.25, 9), (0.2, 10)] {
        let test = dismounted(share);
        assert_eq!(count(&test, "a"), fight, "{share}");
        assert_eq!(ff(&test).holders(unit(&test, "a")).len(), 12 - fight);
        assert_eq!(ff(&test).play().lost, [0, 0]);
        assert_eq!(ff(&test).effectiveness(unit(&test, "a")), Effectiveness::Fresh);
        near(front(&test, "a"), 30.0, 20.0);
    }
}

/// FF-6.19: the stands that hold the horses are back when the others mount.
#[test]
fn those_who_hold_the_horses_come_back_when_the_others_mount() {
    let mut test = dismounted(0.25);
    while (asked(&test).as_str(), asked_side(&test)) != ("check", RED) {
        pass(&mut test);
    }
    while (asked(&test).as_str(), asked_side(&test)) != ("check", BLUE) {
        pass(&mut test);
    }
    checks_alone(&mut test, "a", WELL);
    let order = march(&test, "a", &[form("line")]);
    assert_eq!(plan(&test, &order).moves.len(), 12);
    test.order(order);
    assert_eq!((count(&test, "a"), formation(&test, "a")), (12, Formation::Line));
    assert!(ff(&test).holders(unit(&test, "a")).is_empty());
}

/// FF-3.10, FF-6.19: cavalry is gone with its horses when none of its stands fights any more; all its stands are lost
/// then.
#[test]
fn those_who_hold_the_horses_do_not_fight_on_alone() {
    let battle = table().horse("a", BLUE, 4, "line", (30.0, 20.0, 90.0)).set_number("horse_holders", 0.25);
    let battle = battle.foot("b", BLUE, 8, "line", (10.0, 5.0, 90.0));
    let mut test = checked(battle.guns("r", RED, "SG", 4, "unlimbered", (30.0, 23.0, 270.0)), WELL);
    marches(&mut test, "a", &[form("open_order")]);
    for (fight, lost) in [(1, 2), (0, 4)] {
        go_to(&mut test, "fire");
        // 24 points +4, open order -1: 13, Withering.
        force(&mut test, &dice::FIRE, &[10]);
        let order = shoot(&test, "a");
        test.order(order);
        assert_eq!((count(&test, "a"), ff(&test).play().lost), (fight, [lost, 0]));
    }
}

/// FF-9.2: heavy guns limber and hold; they do not move in the same maneuver, nor are they hauled by hand.
#[test]
fn heavy_guns_limber_and_hold() {
    let guns = |gun: &str| {
        let battle = table().guns("a", BLUE, gun, 2, "unlimbered", (20.0, 20.0, 90.0));
        // -2 out of command, +2 battery.
        checked(battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)), WELL)
    };
    let mut test = guns("HG");
    assert_eq!(refused_by(&test, &march(&test, "a", &[form("limbered"), ahead(2.0)])), "FF-9.2");
    assert_eq!(refused_by(&test, &march(&test, "a", &[ahead(2.0)])), "FF-9.2");
    marches(&mut test, "a", &[form("limbered")]);
    assert_eq!((formation(&test, "a"), pose(&test, "a").facing), (Formation::Limbered, Heading(270.0)));
    let mut test = guns("LG");
    marches(&mut test, "a", &[ahead(5.0)]);
    near(front(&test, "a"), 20.0, 22.0);
}

/// FF-9.2: a silenced gun rallies with Well Handled, never with Tardy.
#[test]
fn silenced_guns_rally_only_when_well_handled() {
    let silenced = |die: u16| {
        let battle = table().guns("a", BLUE, "LG", 2, "unlimbered", (20.0, 20.0, 90.0));
        let mut test = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).battle();
        put_troops(&mut test, "a", |troops| troops.silenced = true);
        checks_alone(&mut test, "a", die);
        test
    };
    let mut test = silenced(WELL);
    let order = told(&test, &verbs::DECIDE, "a").choice("rally");
    test.order(order);
    assert!(!ff(&test).values(unit(&test, "a")).silenced);
    let test = silenced(TARDY);
    assert_eq!(refused_by(&test, &told(&test, &verbs::DECIDE, "a").choice("rally")), "FF-9.2");
    assert!(test.battle.check(&told(&test, &verbs::DECIDE, "a").choice("retreat")).is_ok());
}

/// FF-6.11: an open order of two ranks that faces about stands where it stood.
#[test]
fn ranks_at_each_others_gaps_keep_their_ground_as_they_face_about() {
    let battle = table().foot("a", BLUE, 6, "open_order", (20.0, 20.0, 90.0)).flag("light").number("ranks", 2.0);
    let mut test = checked(battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)), WELL);
    let before = stands(&test, "a");
    marches(&mut test, "a", &[Leg::AboutFace]);
    for now in stands(&test, "a") {
        assert!(before.iter().any(|then| then.place.at.distance(now.place.at) < 0.01), "{now:?} of {before:?}");
    }
}
