//! Chapter 1.

use bevy::math::Vec2;
use grapeshot::{
    battle,
    forces::Value,
    rulesets::{
        self,
        combat_patrol::{
            book::{grade::Grade, marks},
            state::shot::Manner,
        },
    },
    scenario,
    table::position::{Heading, Place},
    testing::{BLUE, RED},
    turn::Rulebooks,
};

use super::*;

/// One figure of blue, and one of red far away.
fn lonely() -> TestTable {
    table().unit("man", BLUE, &[(20.0, 10.0, 90.0)]).unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// CP-1.1: a section of 1 sergeant and 9 men is 1 unit with 10 figures and 1 die; a lieutenant is 1 unit with 1 figure
/// and 1 die, and leads himself.
#[test]
fn a_section_is_one_unit_with_one_leader_and_one_die() {
    let places: Vec<_> = (0..10).map(|n| (10.0 + 2.0 * n as f32, 10.0, 90.0)).collect();
    let test = table()
        .unit("lt", BLUE, &[(20.0, 5.0, 90.0)])
        .leader("level", Value::Word("platoon".into()))
        .unit("section", BLUE, &places)
        .under("lt")
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
        .acting("section");
    let cp = cp(&test);
    for (key, figures) in [("section", 10), ("lt", 1)] {
        let unit = test.unit(key);
        let section = cp.section(unit);
        assert_eq!(usize::from(section.strength), figures);
        assert_eq!(section.leader, Some(test.piece(key, 1)), "the leader of {key}");
        assert!((1..=6).contains(&section.die), "{key} shows one die");
        let leaders = test.pieces(key).into_iter().filter(|piece| cp.as_leader(*piece).is_some()).count();
        assert_eq!(leaders, 1, "{key} has one leader figure");
        assert!(
            test.pieces(key).iter().all(|piece| cp.view.unit_of(*piece) == unit && cp.view.side_of(*piece) == BLUE)
        );
    }
}

/// What is wrong with the small scenario if its men have these values.
fn problems(values: &str) -> String {
    let world = battle::simulation_world(rulesets::plugin);
    let text = include_str!("../good_scenario.scenario.ron")
        .replace("settings: (command_radius: 15),", "")
        .replace("values: (weapons", &format!("values: (guts: \"Regular\", accuracy: \"Regular\", {values} weapons"));
    match scenario::read("test.scenario.ron", &text, world.resource::<Rulebooks>()) {
        Ok(_) => String::new(),
        Err(problems) => problems.iter().map(|problem| problem.message.clone() + "\n").collect(),
    }
}

/// CP-1.2: Melee must be -1 to +3, Endurance and Reaction 1 to 6.
#[test]
fn an_attribute_outside_its_range_is_refused() {
    assert_eq!(problems(""), "");
    assert_eq!(problems("melee: -1, endurance: 6, reaction: 1,"), "");
    for (value, message) in [
        ("melee: 4", "`melee` cannot be 4"),
        ("melee: -2", "`melee` cannot be -2"),
        ("endurance: 0", "`endurance` cannot be 0"),
        ("endurance: 7", "`endurance` cannot be 7"),
        ("reaction: 0", "`reaction` cannot be 0"),
        ("reaction: 7", "`reaction` cannot be 7"),
    ] {
        let said = problems(&format!("{value},"));
        assert!(said.contains(message), "{value}: {said}");
    }
}

/// CP-1.2: a scenario may widen Melee to +5.
#[test]
fn a_scenario_may_widen_melee() {
    let wide = |melee: u8| {
        let world = battle::simulation_world(rulesets::plugin);
        let values = format!("values: (guts: \"Regular\", accuracy: \"Regular\", melee: {melee}, weapons");
        let text = include_str!("../good_scenario.scenario.ron")
            .replace("settings: (command_radius: 15),", "settings: (most_melee: 4),")
            .replace("values: (weapons", &values);
        scenario::read("test.scenario.ron", &text, world.resource::<Rulebooks>()).is_ok()
    };
    assert_eq!([3, 4, 5].map(wide), [true, true, false]);
}

/// CP-1.2: the usual Melee is 0, the usual Reaction 3; the ruleset gives the usual Endurance.
#[test]
fn attributes_that_are_not_given_are_the_usual_ones() {
    let test = lonely().acting("man");
    let section = cp(&test).section(test.unit("man"));
    assert_eq!((section.melee, section.endurance, section.reaction), (0, ENDURANCE, 3));
    let soldier = cp(&test).soldier(test.piece("man", 1));
    assert_eq!((soldier.melee, soldier.endurance, soldier.reaction), (0, ENDURANCE, 3));
}

/// CP-1.2: the leader has his own Guts and Accuracy.
#[test]
fn a_leader_has_guts_and_accuracy_of_his_own() {
    let test = table()
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)])
        .word("guts", "Green")
        .word("accuracy", "Green")
        .leader("guts", Value::Word("Elite".into()))
        .leader("accuracy", Value::Word("Regular".into()))
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
        .acting("men");
    let cp = cp(&test);
    assert_eq!(cp.as_leader(test.piece("men", 1)).expect("he leads").guts, Grade::Elite);
    assert_eq!(cp.soldier(test.piece("men", 1)).accuracy, Grade::Regular);
    assert_eq!(cp.soldier(test.piece("men", 2)).accuracy, Grade::Green);
    assert_eq!(cp.section(test.unit("men")).guts, Grade::Green);
}

/// CP-1.3: a Green unit one grade up is Regular; Elite stays Elite, and one grade down Green stays Green.
#[test]
fn grades_shift_one_step_and_stop_at_the_ends() {
    use Grade::{Elite, Green, Regular};
    assert_eq!([Green, Regular, Elite].map(Grade::up), [Regular, Elite, Elite]);
    assert_eq!([Green, Regular, Elite].map(Grade::down), [Green, Green, Regular]);
    assert!(Green < Regular && Regular < Elite);
}

/// CP-1.4: facing 90 -> u = (0,1), r = (1,0); facing 0 points along +x.
#[test]
fn angles_count_from_the_right_against_the_clock() {
    let near = |a: Vec2, b: Vec2| a.distance(b) < 1e-6;
    assert!(near(Heading(90.0).forward(), Vec2::Y) && near(Heading(90.0).right(), Vec2::X));
    assert!(near(Heading(0.0).forward(), Vec2::X) && near(Heading(0.0).right(), Vec2::NEG_Y));
    assert!(near(Heading(180.0).forward(), Vec2::NEG_X));
}

/// CP-1.5: foot at (0,0) and (1.04,0) touch, at (1.08,0) they do not; opposing figures that touch are in contact.
#[test]
fn figures_touch_up_to_a_twentieth_of_an_inch() {
    for (apart, touch) in [(1.04, true), (1.08, false)] {
        let test = table()
            .unit("men", BLUE, &[(20.0, 10.0, 90.0), (20.0 + apart, 10.0, 90.0)])
            .unit("foe", RED, &[(20.0, 10.0 + apart, 270.0)])
            .battle();
        let cp = cp(&test);
        let (first, second, foe) = (test.piece("men", 1), test.piece("men", 2), test.piece("foe", 1));
        assert_eq!(cp.touch(first, second), touch, "friends {apart} inches apart");
        assert_eq!(cp.in_contact(first), touch, "enemies {apart} inches apart");
        assert_eq!(cp.in_contact(foe), touch);
        assert!(!cp.in_contact(second), "friends that touch are not in contact");
    }
}

/// CP-1.5: scenario settings may change the bases and the gap at which they touch.
#[test]
fn settings_change_the_bases_and_the_gap_at_which_they_touch() {
    let test = table()
        .setting("base_foot", Value::Number(0.5))
        .setting("touch_tolerance", Value::Number(0.1))
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (20.58, 10.0, 90.0), (21.2, 10.0, 90.0)])
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
        .battle();
    let cp = cp(&test);
    let pieces = test.pieces("men");
    assert!((cp.view.gap(pieces[0], pieces[1]) - 0.08).abs() < 1e-4);
    assert!(cp.touch(pieces[0], pieces[1]));
    assert!(!cp.touch(pieces[1], pieces[2]));
}

/// CP-1.5: the setting of the base holds for scenario files too.
#[test]
fn a_scenario_file_changes_the_bases_of_its_figures() {
    let world = battle::simulation_world(rulesets::plugin);
    let text = include_str!("../good_scenario.scenario.ron")
        .replace("settings: (command_radius: 15)", "settings: (base_foot: 0.75)")
        .replace("values: (weapons", "values: (guts: \"Regular\", accuracy: \"Regular\", weapons");
    let scenario = scenario::read("test.scenario.ron", &text, world.resource::<Rulebooks>()).expect("it is good");
    let reach = scenario.units[0].pieces[0].footprint.reach();
    assert!((reach - 0.375).abs() < 1e-6, "{reach}");
}

/// CP-1.5: ending a move on top of a base: "Bases overlap". A figure stops short of the base in its way, and may not
/// set out if it stands before it already.
#[test]
fn no_move_ends_on_top_of_another_base() {
    let crowd = || {
        table().unit("men", BLUE, &[(20.0, 10.0, 90.0), (20.0, 14.0, 90.0)]).unit("foe", RED, &[(60.0, 45.0, 270.0)])
    };
    let mut test = crowd().acting("men");
    let (mover, friend) = (test.piece("men", 1), test.piece("men", 2));
    declare(&mut test, vec![mover], 7);
    let plan = test.battle.check(&order(&test, "move").pieces([mover]).path([to(20.0, 14.0)])).expect("he may go");
    assert_eq!(plan.moves[0].stopped.as_deref(), Some("the place is taken by another base"));
    let go = order(&test, "move").pieces([mover]).path([to(20.0, 14.0)]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    let gap = test.battle.view().gap(mover, friend);
    assert!((0.0..0.1).contains(&gap), "he stops short of his mate, {gap} inches off");

    let mut test = crowd().acting("men");
    let (mover, friend) = (test.piece("men", 1), test.piece("men", 2));
    test.stand(friend, 20.0, 11.0, 90.0);
    declare(&mut test, vec![mover], 7);
    let go = order(&test, "move").pieces([mover]).path([to(20.0, 11.3)]);
    let (reason, rule) = test.refused(go);
    assert_eq!(rule, "CP-1.5");
    assert!(reason.contains("taken by another base"), "{reason}");
}

/// CP-1.6: a figure at (0,0) facing 90 has a target at (5,5) before it and one at (3,-1) behind it; open order shoots
/// within +/- 90 degrees.
#[test]
fn open_order_shoots_to_its_front_only() {
    let test = table()
        .unit("man", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("foe", RED, &[(25.0, 15.0, 270.0), (23.0, 9.0, 270.0), (26.0, 10.0, 180.0)])
        .acting("man");
    let cp = cp(&test);
    let man = test.piece("man", 1);
    let place: Place = cp.view.place(man);
    assert!((place.bearing_to(Vec2::new(25.0, 15.0)) - 45.0).abs() < 1e-3);
    assert!((place.bearing_to(Vec2::new(23.0, 9.0)) - 108.435).abs() < 1e-2);
    let aim = |target| cp.aim(man, test.piece("foe", target), Manner::default());
    assert!(aim(1).is_ok());
    assert!(aim(3).is_ok(), "90 degrees is still front");
    let refusal = aim(2).expect_err("behind him");
    assert_eq!(refusal.rule.to_string(), "CP-1.6");
    assert!(refusal.reason.contains("no shot, out of arc"), "{refusal}");
}

/// CP-1.6: an open-order figure turns free of cost at any time in its own activation, also if it does something else:
/// before the declaration, and before and after its shot.
#[test]
fn a_figure_in_open_order_turns_free_of_cost() {
    let behind = || table().unit("man", BLUE, &[(20.0, 20.0, 90.0)]).unit("foe", RED, &[(20.0, 14.0, 90.0)]);
    for early in [true, false] {
        let mut test = behind().acting("man");
        let (man, foe) = (test.piece("man", 1), test.piece("foe", 1));
        let face = |test: &mut TestBattle| {
            let face = order(test, "face").pieces([man]).heading(Heading(270.0));
            test.order(face);
        };
        if early {
            face(&mut test);
        }
        let nobody = order(&test, "declare");
        test.order(nobody);
        if !early {
            let shot = order(&test, "shoot").pieces([man]).target(foe);
            assert_eq!(test.refused(shot).1, "CP-1.6", "he faces the other way");
            face(&mut test);
        }
        assert_eq!(test.battle.view().place(man).facing, Heading(270.0));
        test.cards(BLUE, &[3]);
        let shot = order(&test, "shoot").pieces([man]).target(foe);
        test.order(shot);
    }
}

/// CP-1.6: a stunned figure does nothing but recover: it does not turn.
#[test]
fn a_stunned_figure_does_not_turn() {
    let mut test = table()
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)])
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
        .acting("men");
    let man = test.piece("men", 2);
    test.mark(man, &marks::STUN, 1);
    let face = order(&test, "face").pieces([man]).heading(Heading(0.0));
    assert_eq!(test.refused(face).1, "CP-7.4");
}

/// CP-1.7: foot at (0,0), foot at (11,0): distance 10.0, within the medium range 10 of a musket.
#[test]
fn distance_is_the_gap_between_the_bases() {
    let test = table().unit("man", BLUE, &[(10.0, 10.0, 0.0)]).unit("foe", RED, &[(21.0, 10.0, 180.0)]).acting("man");
    let (man, foe) = (test.piece("man", 1), test.piece("foe", 1));
    assert_eq!(cp(&test).view.gap(man, foe), 10.0);
    assert_eq!(cp(&test).aim(man, foe, Manner::default()).expect("he may shoot").holes(), 3);
}

/// CP-1.8: two figures in the same wood 5 in apart see each other; 7 in apart they do not. A figure that does not see
/// its target does not shoot.
#[test]
fn sight_reaches_six_inches_in_a_wood() {
    for (gap, seen) in [(5.0, true), (7.0, false)] {
        let test = table()
            .area("woods", (10.0, 10.0), (50.0, 40.0))
            .unit("man", BLUE, &[(25.0, 20.0, 0.0)])
            .unit("foe", RED, &[(26.0 + gap, 20.0, 180.0)])
            .acting("man");
        let (man, foe) = (test.piece("man", 1), test.piece("foe", 1));
        assert_eq!(cp(&test).sees(man, foe), seen, "{gap} inches apart");
        let aim = cp(&test).aim(man, foe, Manner::default());
        assert_eq!(aim.is_ok(), seen);
        if let Err(refusal) = aim {
            assert_eq!(refusal.rule.to_string(), "CP-1.8");
        }
    }
}

/// CP-1.8: figures never block sight; they block shots (CP-6.1).
#[test]
fn a_friend_in_the_way_hides_nobody_but_stops_the_shot() {
    let test = table()
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (20.0, 14.0, 90.0)])
        .unit("foe", RED, &[(20.0, 18.0, 270.0)])
        .acting("men");
    let (man, foe) = (test.piece("men", 1), test.piece("foe", 1));
    assert!(cp(&test).sees(man, foe));
    let refusal = cp(&test).aim(man, foe, Manner::default()).expect_err("blocked by his mate");
    assert_eq!(refusal.rule.to_string(), "CP-6.1");
}

/// CP-1.9: wounds, stun and reload markers stay over the end of a turn, Moved and Reacted come off; Moved and Reacted
/// come off at the start of the figure's next activation too.
#[test]
fn moved_and_reacted_come_off_and_the_other_markers_stay() {
    let kept = [&marks::WOUND, &marks::STUN, &marks::RELOAD, &marks::OUT_OF_AMMO];
    let gone = [&marks::MOVED, &marks::REACTED];
    let laid = || {
        let mut test = table()
            .unit("first", BLUE, &[(20.0, 10.0, 90.0)])
            .unit("men", BLUE, &[(30.0, 10.0, 90.0), (33.0, 10.0, 90.0)])
            .unit("foe", RED, &[(60.0, 45.0, 270.0)])
            .battle();
        test.begin_turn(&[1, 2, 6], &[0, 1, 12, 5]);
        assert_eq!(test.battle.awaiting().asks[0].unit, Some(test.unit("first")));
        for mark in kept.iter().chain(&gone) {
            test.mark(test.piece("men", 2), mark, 2);
        }
        test
    };
    let count = |test: &TestBattle, mark| test.battle.view().mark(test.piece("men", 2), mark);

    let mut test = laid();
    test.go_on();
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(test.unit("men")), "its activation begins");
    assert!(gone.iter().all(|mark| count(&test, mark) == 0));
    assert!(kept.iter().all(|mark| count(&test, mark) == 2));

    let mut test = laid();
    test.begin_turn(&[6, 1, 6], &[5]);
    assert_ne!(test.battle.awaiting().asks[0].unit, Some(test.unit("men")), "it has not begun in the new turn");
    assert!(gone.iter().all(|mark| count(&test, mark) == 0));
    assert!(kept.iter().all(|mark| count(&test, mark) == 2));
}

/// CP-1.9: several Reload markers can lie on one figure; one action takes one off.
#[test]
fn one_action_takes_off_one_reload_marker() {
    let mut test = lonely().acting("man");
    let man = test.piece("man", 1);
    test.mark(man, &marks::RELOAD, 2);
    let nobody = order(&test, "declare");
    test.order(nobody);
    let reload = order(&test, "reload").pieces([man]);
    test.order(reload);
    assert_eq!(test.battle.view().mark(man, &marks::RELOAD), 1);
}

/// CP-1.10: allowance 7, 3 in open (cost 3) then woods at half rate: 4 remaining / 2 = 2.0 in into the woods.
#[test]
fn what_is_left_of_the_allowance_is_prorated_in_the_woods() {
    let mut test = lonely().area("woods", (10.0, 13.0), (30.0, 30.0)).acting("man");
    let man = test.piece("man", 1);
    declare(&mut test, vec![man], 7);
    let go = order(&test, "move").pieces([man]).path([to(20.0, 28.0)]);
    let plan = test.battle.check(&go).expect("he may go");
    assert!((plan.moves[0].end.at.y - 15.0).abs() < 1e-3, "{:?}", plan.moves[0].end);
    assert!((plan.moves[0].cost.total() - 7.0).abs() < 1e-3);
}

/// CP-1.11: the card shows the name and side, the command die, the leader with Guts and radius, the five attributes,
/// the figures with their markers, the weapons, and on its back the tables of melee and movement.
#[test]
fn the_unit_card_shows_what_the_player_needs() {
    let mut test = table()
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)])
        .weapons(&["musket", "bayonet"])
        .number("melee", 2.0)
        .number("endurance", 2.0)
        .leader("guts", Value::Word("Elite".into()))
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
        .acting("men");
    test.mark(test.piece("men", 2), &marks::WOUND, 1);
    test.mark(test.piece("men", 2), &marks::RELOAD, 2);
    test.mark_unit(test.unit("men"), &marks::MORALE, 3);
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("men"));
    assert_eq!((card.title.as_str(), card.die), ("MEN", Some(1)));
    assert!(card.subtitle.starts_with("BLUE, musket and bayonet"), "{}", card.subtitle);
    let values: Vec<(&str, &str)> = card.values.iter().map(|row| (row.label.as_str(), row.value.as_str())).collect();
    assert_eq!(values, [("Guts", "Reg."), ("Accuracy", "Reg."), ("Melee", "+2"), ("Reaction", "3"), ("Endur.", "2")]);
    assert_eq!((card.rows[0].label.as_str(), card.rows[0].value.as_str()), ("men.1", "Guts Elite, radius 12\u{2033}"));
    assert!(card.rows.iter().any(|row| row.label == "3 morale markers"), "{:?}", card.rows);
    assert_eq!(card.pieces.len(), 2);
    assert_eq!(card.pieces[1].states, ["must reload \u{d7}2", "wounded"]);
    let weapons = &card.tables[0];
    assert_eq!(weapons.rows[0][1..5], ["5\u{2033}", "10\u{2033}", "20\u{2033}", "yes"]);
    assert_eq!(weapons.rows[0][5], "2", "a bayonet adds 1 to the 1 of the musket");
    let back: Vec<&str> = card.back.iter().map(|table| table.title.as_str()).collect();
    assert!(back.contains(&"Hand to hand") && back.contains(&"Movement"), "{back:?}");
}

/// CP-1.4, CP-1.5, CP-14.1: a man who is placed before the battle stands as a scenario may put him: with his whole
/// base on the table, and not across the wall of a house, a linear obstacle or the edge of ground where nobody can
/// stand.
#[test]
fn a_unit_is_placed_where_a_scenario_might_put_it() {
    use grapeshot::turn::Zone;
    let corners = [(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)];
    let zone = |side| Zone { side, outline: corners.map(|(x, y)| Vec2::new(x, y)).to_vec() };
    let mut test = table()
        .zones(vec![zone(BLUE)])
        .building((20.0, 20.0), (26.0, 26.0), &[], &[])
        .obstacle("stone_wall", &[(5.0, 30.0), (15.0, 30.0)])
        .area("cliff", (30.0, 30.0), (36.0, 36.0))
        .unit("man", BLUE, &[(10.0, 10.0, 90.0)])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .battle();
    let man = test.unit("man");
    let place = |x: f32, y: f32| Order::new(BLUE, &VerbId::new("deploy")).unit(man).path([to(x, y)]);
    for (x, y, rule) in [
        (19.8, 22.0, "CP-14.1"),
        (20.3, 22.0, "CP-14.1"),
        (10.0, 30.2, "CP-5.4"),
        (0.3, 10.0, "CP-1.4"),
        (29.8, 33.0, "CP-5.11"),
    ] {
        assert_eq!(test.refused(place(x, y)).1, rule, "at ({x}, {y})");
    }
    for (x, y) in [(19.49, 22.0), (20.51, 22.0), (10.0, 30.51), (0.5, 10.0), (29.49, 33.0)] {
        assert!(test.battle.check(&place(x, y)).is_ok(), "at ({x}, {y}): {:?}", test.battle.check(&place(x, y)));
    }
}
