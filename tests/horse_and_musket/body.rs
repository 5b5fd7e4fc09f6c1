//! Chapter 5: how a group moves.

use grapeshot::{events::EventKind, orders::Leg, table::position::Heading, table::terrain::DoorState};

use super::*;

fn ahead(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

fn six() -> TestTable {
    far_enemy(table().unit("blue", BLUE, &line(6, 20.0, 10.0)))
}

/// HM-5.5: card 6: a figure 5.5 inches from its place in line gets there; one 7 inches away does not.
#[test]
fn a_figure_closes_up_as_far_as_its_card_lets_it() {
    for (from, joins) in [(29.5, true), (31.0, false)] {
        let mut places = line(4, 20.0, 10.0);
        places.push((from, 10.0, 90.0));
        let mut test = far_enemy(table().unit("blue", BLUE, &places)).acting("blue");
        let man = test.piece("blue", 5);
        declare(&mut test, [man], &[1]);
        let go = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(24.0, 10.0))]).heading(Heading(90.0));
        test.order(go);
        let march = order(&test, "march");
        test.order(march);
        assert_eq!(cp(&test).supplement().in_body(&cp(&test), man), joins, "from {from}");
    }
}

/// HM-5.5: in close order before and after, a figure pays the costs of close order for its own path: 2 inches for
/// going aside.
#[test]
fn a_figure_that_stays_in_close_order_pays_for_it() {
    let mut test = far_enemy(table().unit("blue", BLUE, &line(5, 20.0, 10.0))).acting("blue");
    let man = test.piece("blue", 5);
    declare(&mut test, [man], &[3]);
    // From the right end to a place behind his mate.
    let go = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(23.0, 9.0))]);
    let plan = test.battle.check(&go).unwrap();
    assert!(plan.moves[0].end.at.distance(Vec2::new(23.0, 9.0)) <= 0.03, "{:?}", plan.moves[0].end);
    let costs = plan.moves[0].cost.modifiers();
    assert!(costs.iter().any(|line| line.rule.to_string() == "HM-5.6" && line.amount == 2.0), "{costs:?}");
}

/// HM-5.5: men of a packed body who go aside, each by himself, all go as far as the price of close order leaves them:
/// none is held up by a place that his mate does not reach at that price.
#[test]
fn men_of_a_packed_body_do_not_hold_each_other_up() {
    let ranks = (0..4).flat_map(|rank| line(3, 20.0, 10.0 - f32::from(rank as u8)));
    let mut test = far_enemy(table().unit("blue", BLUE, &ranks.collect::<Vec<_>>())).acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7]);
    let go = order(&test, "move").pieces(men.clone()).path([Leg::To(Vec2::new(25.0, 15.0))]).heading(Heading(90.0));
    let plan = test.battle.check(&go).unwrap();
    assert_eq!(plan.moves.len(), men.len());
    for way in &plan.moves {
        let inches = way.path[0].distance(way.end.at);
        assert!((inches - 5.0).abs() < 0.02, "{:?} goes {inches} inches: {:?}", way.piece, way.stopped);
    }
}

/// HM-5.5: to turn in close order is a move, which must be declared.
#[test]
fn turning_in_close_order_is_a_move() {
    let mut test = six().acting("blue");
    let man = test.piece("blue", 1);
    let nobody = order(&test, "declare").pieces([test.piece("blue", 6)]);
    test.order(nobody);
    let turn = order(&test, "face").pieces([man]).heading(Heading(0.0));
    assert_eq!(test.refused(turn).1, "HM-5.5");
}

/// HM-5.6: straight ahead a group has its whole card.
#[test]
fn a_group_goes_straight_ahead_with_its_whole_card() {
    let mut test = six().acting("blue");
    group(&mut test, 7, &[ahead(10.0)]);
    near(place(&test, test.piece("blue", 1)), 20.0, 17.0);
    near(place(&test, test.piece("blue", 6)), 25.0, 17.0);
}

/// HM-5.9, CP-2.15: a group in whose way an enemy steps by reaction stops as a body in contact with him.
#[test]
fn a_group_stops_as_one_at_an_enemy_who_steps_in_its_way() {
    let brush = table().area("brush", (18.4, 14.6), (19.4, 16.0));
    let line = line(6, 20.0, 10.0);
    let mut test = brush.unit("blue", BLUE, &line).unit("foe", RED, &[(18.3, 15.3, 0.0)]).acting("blue");
    let (men, foe) = (test.pieces("blue"), test.piece("foe", 1));
    declare(&mut test, men.clone(), &[7]);
    let go = order(&test, "group").pieces(men.clone()).path([ahead(7.0)]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    test.cards(RED, &[11]);
    let step = Leg::To(Vec2::new(19.3, 15.2));
    let react = order(&test, "react").pieces([foe]).choice("step").path([step]);
    test.order(react);
    let hold = order(&test, "hold");
    test.order(hold);
    near(place(&test, foe), 19.3, 15.2);
    while test.battle.awaiting().asks[0].kind == "resume" {
        let go_on = order(&test, "press_on");
        let events = test.order(go_on);
        let ends = events.iter().filter_map(|event| match &event.kind {
            EventKind::Moved { piece, end, .. } if men.contains(piece) => Some(end.at.y),
            _ => None,
        });
        // Whoever moves after that has lost the fight.
        let ends: Vec<f32> = ends.take(6).collect();
        assert_eq!(ends.len(), 6, "all of them go on");
        assert!(ends.iter().all(|y| (y - ends[0]).abs() < 0.01), "as one body: {ends:?}");
        assert!(ends[0] > 13.6 && ends[0] < 14.6, "up to the enemy: {ends:?}");
    }
}

/// HM-5.6: card 9, oblique and one wall: 9 - 2 - 3 = 4 inches.
#[test]
fn oblique_movement_and_a_wall_cost_a_group_five_inches() {
    let mut test = six().obstacle("stone_wall", &[(10.0, 12.0), (50.0, 12.0)]).acting("blue");
    group(&mut test, 3, &[Leg::March { inches: 10.0, aside: -45.0 }]);
    let step = 4.0 / 2f32.sqrt();
    near(place(&test, test.piece("blue", 1)), 20.0 + step, 10.0 + step);
    assert_eq!(place(&test, test.piece("blue", 1)).facing, Heading(90.0));
}

/// HM-5.6: aside within 5 degrees is straight ahead; several oblique stretches cost 2 inches once; so does going back.
#[test]
fn oblique_and_backward_stretches_cost_once() {
    let left = |path: &[Leg]| {
        let mut test = six().acting("blue");
        let men = test.pieces("blue");
        declare(&mut test, men.clone(), &[7]);
        let go = order(&test, "group").pieces(men).path(path);
        test.battle.check(&go).unwrap().moves[0].cost.total()
    };
    assert!((left(&[Leg::March { inches: 3.0, aside: 5.0 }]) - 3.0).abs() < 0.01);
    assert!((left(&[Leg::March { inches: 3.0, aside: 6.0 }]) - 5.0).abs() < 0.01);
    let twice = [Leg::March { inches: 1.0, aside: 30.0 }, Leg::March { inches: 1.0, aside: -30.0 }];
    assert!((left(&twice) - 4.0).abs() < 0.01);
    assert!((left(&[Leg::March { inches: 2.0, aside: 180.0 }]) - 4.0).abs() < 0.01);
}

/// HM-5.6: close order cannot go through a door; fewer than four, or men facing differently, do not move as one.
#[test]
fn what_a_group_may_not_do() {
    let house = table().building((20.0, 20.0), (26.0, 26.0), &[(23.0, 20.0, DoorState::Open)], &[]).unit(
        "blue",
        BLUE,
        &[(23.0, 19.4, 90.0), (23.0, 18.4, 90.0), (23.0, 17.4, 90.0), (23.0, 16.4, 90.0)],
    );
    let mut test = far_enemy(house).acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7]);
    let go = order(&test, "group").pieces(men.clone()).path([ahead(5.0)]);
    let refused = test.refused(go);
    assert_eq!(refused, ("Close order cannot go through a door or window".into(), "HM-5.6".into()));
    let short = order(&test, "group").pieces(men.clone()).path([ahead(0.5)]);
    assert!(test.battle.check(&short).is_ok(), "it may go up to the door");
    let mut test = six().acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7]);
    let three = order(&test, "group").pieces(&men[..3]).path([ahead(5.0)]);
    assert_eq!(test.refused(three).1, "HM-5.6");
    let free = order(&test, "group").pieces(men.clone()).path([Leg::To(Vec2::new(30.0, 30.0))]);
    assert_eq!(test.refused(free).1, "HM-5.6");
    test.stand(men[2], 22.0, 10.0, 101.0);
    let crooked = order(&test, "group").pieces(men.clone()).path([ahead(5.0)]);
    assert_eq!(test.refused(crooked).1, "HM-5.6");
    // 9 degrees apart there is one facing within 5 degrees of all.
    test.stand(men[2], 22.0, 10.0, 99.0);
    let nearly = order(&test, "group").pieces(men).path([ahead(5.0)]);
    assert!(test.battle.check(&nearly).is_ok());
}

/// HM-5.5, HM-5.6: a man who would be in close order before and after does not go through a door by himself either: the
/// order is refused, not cut short at the wall; who leaves close order may go.
#[test]
fn a_man_who_stays_in_close_order_does_not_go_through_a_door() {
    let house = |inside: &[(f32, f32, f32)]| {
        let outside = [(23.0, 18.0, 90.0), (23.0, 17.0, 90.0), (23.0, 16.0, 90.0), (23.0, 15.0, 90.0)];
        let house = table().building((20.0, 20.0), (26.0, 26.0), &[(23.0, 20.0, DoorState::Open)], &[]);
        let mut test = far_enemy(house.unit("blue", BLUE, &[&outside[..], inside].concat())).acting("blue");
        let man = test.piece("blue", 1);
        declare(&mut test, [man], &[4]);
        let go = order(&test, "move").pieces([man]).path([to(23.0, 22.0)]);
        (test, go)
    };
    let (mut test, go) = house(&[(22.0, 23.0, 90.0), (23.0, 23.0, 90.0), (24.0, 23.0, 90.0)]);
    let (reason, rule) = test.refused(go);
    assert_eq!(
        (reason.as_str(), rule.as_str()),
        ("blue.1 stays in close order, which cannot go through a door", "HM-5.5")
    );
    let (test, go) = house(&[]);
    let plan = test.battle.check(&go).expect("he leaves his group");
    assert!((plan.moves[0].end.at.y - 22.0).abs() < 0.02, "{:?}", plan.moves[0]);
}

/// HM-5.7: Figure 2: a wheel to the left of 4 inches about the left figure, then 3 inches ahead.
#[test]
fn figure_2_a_line_wheels_and_goes_on() {
    let mut test = six().acting("blue");
    let hinge = test.piece("blue", 1);
    let degrees = (4.0f32 / 5.0).to_degrees();
    group(&mut test, 7, &[Leg::Wheel { about: Some(hinge), degrees }, ahead(10.0)]);
    near(place(&test, hinge), 20.0 - 2.15, 10.0 + 2.09);
    near(place(&test, test.piece("blue", 6)), 20.0 + 1.33, 10.0 + 5.68);
    assert!((place(&test, hinge).facing.0 - 135.84).abs() < 0.05);
}

/// HM-5.7: a pivot on the middle with 4 inches turns a line of six by 91.7 degrees.
#[test]
fn a_line_pivots_on_its_middle() {
    let mut test = six().acting("blue");
    group(&mut test, 9, &[Leg::Wheel { about: None, degrees: 170.0 }]);
    let turned = place(&test, test.piece("blue", 1)).facing.0 - 90.0;
    assert!((turned - 91.67).abs() < 0.1, "{turned}");
}

/// HM-5.7: a group turns only about its own figures.
#[test]
fn a_group_does_not_turn_about_somebody_else() {
    let mut test = six().acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7]);
    let about = Some(test.piece("red", 1));
    let wheel = order(&test, "group").pieces(men).path([Leg::Wheel { about, degrees: 20.0 }]);
    assert_eq!(test.refused(wheel).1, "HM-5.7");
}

/// HM-5.8: card 8, the edge of a wood 4 inches ahead: 4 in the open, 1 inside; open order keeps half rate.
#[test]
fn a_group_goes_at_quarter_rate_in_a_wood() {
    let mut test = six().area("woods", (10.0, 14.0), (40.0, 30.0)).acting("blue");
    group(&mut test, 2, &[ahead(10.0)]);
    near(place(&test, test.piece("blue", 1)), 20.0, 15.0);
    let open = table().unit("blue", BLUE, &[(20.0, 10.0, 90.0)]).area("woods", (10.0, 14.0), (40.0, 30.0));
    let mut test = far_enemy(open).acting("blue");
    let man = test.piece("blue", 1);
    march_to(&mut test, [man], &[2], (20.0, 20.0));
    near(place(&test, man), 20.0, 16.0);
}

/// HM-5.7, HM-5.8: each line of the bill names the rule that makes it: the wheel, the quarter rate; for a group and for
/// a man who stays in close order by himself.
#[test]
fn the_bill_of_a_group_names_the_rule_of_each_line() {
    let wood = six().area("woods", (10.0, 5.0), (40.0, 30.0));
    let mut test = wood.acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[4]);
    let wheel = Leg::Wheel { about: Some(men[0]), degrees: 5.0 };
    let rule = |order: Order, what: &str| {
        let plan = test.battle.check(&order).unwrap();
        let cost = plan.moves[0].cost.clone();
        let line = cost.modifiers().iter().find(|line| line.label.contains(what)).cloned();
        line.unwrap_or_else(|| panic!("{what} is missing in {cost:?}")).rule.to_string()
    };
    let group = |legs: &[Leg]| order(&test, "group").pieces(men.clone()).path(legs);
    assert_eq!(rule(group(&[ahead(1.0)]), "quarter rate"), "HM-5.8");
    assert_eq!(rule(group(&[wheel]), "wheel"), "HM-5.7");
    // The right-hand man steps behind his mate.
    let alone = order(&test, "move").pieces([men[5]]).path([to(24.0, 9.0)]).heading(Heading(90.0));
    assert_eq!(rule(alone, "woods"), "HM-5.8");
}

/// HM-5.8: the slowest figure sets the rate: a wounded man halves it, unless he is left behind.
#[test]
fn a_wounded_man_halves_the_rate_of_his_group() {
    use grapeshot::rulesets::combat_patrol::book::marks;
    let mut test = six().acting("blue");
    test.mark(test.piece("blue", 6), &marks::WOUND, 1);
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[7]);
    let all = order(&test, "group").pieces(men.clone()).path([ahead(10.0)]);
    assert!((test.battle.check(&all).unwrap().moves[0].end.at.y - 13.5).abs() < 0.02);
    let without = order(&test, "group").pieces(&men[..5]).path([ahead(10.0)]);
    assert!((test.battle.check(&without).unwrap().moves[0].end.at.y - 17.0).abs() < 0.02);
}
