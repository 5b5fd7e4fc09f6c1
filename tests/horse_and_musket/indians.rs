//! Chapter 8: Indians.

use grapeshot::{forces::Fate, rulesets::combat_patrol::book::marks};

use super::*;

/// This many Indians an inch and three quarters apart, facing north, the fifth at x 17.
fn warriors(table: TestTable, count: u8) -> TestTable {
    let places: Vec<_> = (0..count).map(|n| (10.0 + 1.75 * f32::from(n), 10.0, 90.0)).collect();
    table.unit("blue", BLUE, &places).word("troop", "indian").weapons(&["musket", "hatchet_tomahawk"])
}

/// Nine Indians 4.5 inches from this many men with swords; the turn in which they act first has begun.
fn hunt(change: impl FnOnce(TestTable) -> TestTable, red: u8, prepare: impl FnOnce(&mut TestBattle)) -> TestBattle {
    // Card 4 moves 10 inches.
    hunt_with(4, change, red, prepare)
}

/// The same with another movement card.
fn hunt_with(
    card: u16,
    change: impl FnOnce(TestTable) -> TestTable,
    red: u8,
    prepare: impl FnOnce(&mut TestBattle),
) -> TestBattle {
    let foes: Vec<_> = (0..red).map(|n| (17.0 + 2.0 * f32::from(n), 40.0, 270.0)).collect();
    let table = warriors(change(table()), 9).unit("red", RED, &foes).weapons(&["sword"]);
    let mut test = table.acting("red");
    for (n, piece) in test.pieces("red").into_iter().enumerate() {
        test.stand(piece, 17.0 + 2.0 * n as f32, 15.5, 270.0);
    }
    prepare(&mut test);
    test.cards(BLUE, &[card]);
    test.begin_turn(&[1, 6], &[0]);
    test
}

fn lured(test: &TestBattle) -> bool {
    test.battle.log().events().iter().any(|event| event.rule.to_string() == "HM-8.11")
}

/// How far north the first this many men of the Indians may go with a card of nine inches.
fn reach(kind: &str) -> f32 {
    let table = far_enemy(warriors(table().area(kind, (5.0, 8.0), (60.0, 40.0)), 3));
    let mut test = table.acting("blue");
    let man = test.piece("blue", 1);
    declare(&mut test, [man], &[3]);
    let go = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(10.0, 30.0))]);
    test.battle.check(&go).unwrap().moves[0].end.at.y - 10.0
}

/// HM-8.5: woods do not halve their movement, other rough ground does.
#[test]
fn indians_walk_through_woods_as_through_meadow() {
    assert!((reach("woods") - 9.0).abs() < 0.01);
    assert!((reach("brush") - 4.5).abs() < 0.01);
}

/// HM-8.6: they may not end a move with four or more linked.
#[test]
fn indians_may_not_use_close_order() {
    let mut test = far_enemy(warriors(table(), 5)).acting("blue");
    let men = test.pieces("blue");
    declare(&mut test, men.clone(), &[4]);
    let form = order(&test, "move").pieces(men[..4].to_vec()).path([Leg::To(Vec2::new(14.0, 14.0))]).formation("line");
    assert_eq!(test.refused(form), ("Indians may not use close order".into(), "HM-8.6".into()));
    let mut three = order(&test, "move").pieces(men[..3].to_vec()).path([Leg::To(Vec2::new(14.0, 14.0))]);
    three = three.formation("line").heading(grapeshot::table::position::Heading(90.0));
    test.order(three);
    let beside = order(&test, "move").pieces([men[3]]).path([Leg::To(Vec2::new(16.0, 14.0))]);
    assert_eq!(test.refused(beside).1, "HM-8.6", "he would be the fourth");
    let group = order(&test, "group").pieces(men).path([Leg::March { inches: 2.0, aside: 0.0 }]);
    assert_eq!(test.refused(group).1, "HM-8.6");
}

/// HM-8.6: pushed together by a result they still count as open order.
#[test]
fn indians_pushed_together_are_in_open_order() {
    for (troop, formed) in [("indian", false), ("", true)] {
        let mut table = table().unit(
            "blue",
            BLUE,
            &[(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0), (16.0, 10.0, 90.0)],
        );
        if !troop.is_empty() {
            table = table.word("troop", troop);
        }
        let mut test = far_enemy(table).acting("blue");
        for n in 1..=4 {
            test.stand(test.piece("blue", n), 10.0 + n as f32, 10.0, 90.0);
        }
        let cp = cp(&test);
        assert_eq!(cp.supplement().in_body(&cp, test.piece("blue", 2)), formed);
        assert_eq!(cp.supplement().state_of(&cp, test.unit("blue")).is_some(), formed);
    }
}

/// HM-8.7: Indians start hidden; other units as the scenario has it.
#[test]
fn indians_start_hidden() {
    let test = warriors(table(), 3).unit("red", RED, &[(60.0, 40.0, 270.0)]).acting("blue");
    assert!(cp(&test).is_hidden(test.unit("blue")) && !cp(&test).is_hidden(test.unit("red")));
}

/// HM-8.8: leaders who are not Indians cannot swap dice with Indian units.
#[test]
fn only_indians_swap_dice_with_indians() {
    for (chief, allowed) in [(true, true), (false, false)] {
        let mut table =
            table().unit("chief", BLUE, &[(12.0, 8.0, 90.0)]).leader("level", Value::Word("platoon".into()));
        if chief {
            table = table.word("troop", "indian");
        }
        let mut test = far_enemy(warriors(table, 3).under("chief")).acting("chief");
        let (leader, unit) = (test.piece("chief", 1), test.unit("blue"));
        assert_eq!(cp(&test).check_swap(leader, test.unit("chief"), unit, 1, &[]).is_ok(), allowed);
        if !allowed {
            let why = cp(&test).check_swap(leader, test.unit("chief"), unit, 1, &[]).unwrap_err();
            let reason = "Leaders who are not Indians cannot swap dice with Indians";
            assert_eq!((why.reason.as_str(), why.rule.to_string().as_str()), (reason, "HM-8.8"));
            assert!(!test.battle.awaiting().asks[0].verbs.iter().any(|verb| verb.0 == "swap"));
        } else {
            let swap = order(&test, "swap").target_unit(unit);
            test.order(swap);
        }
    }
}

/// HM-8.9: Melee one higher; the setting says how much.
#[test]
fn indians_add_one_hand_to_hand() {
    let bonus = |value: Option<f32>| {
        let mut table = table();
        if let Some(value) = value {
            table = table.setting("indian_melee_bonus", Value::Number(value));
        }
        let test = far_enemy(warriors(table, 3)).acting("blue");
        let cp = cp(&test);
        let sum = |a, b| cp.melee_sum(a, b, Default::default(), 0, None);
        let (indian, other) = (test.piece("blue", 1), test.piece("red", 1));
        let of = |sum: grapeshot::events::Explained| {
            let line = sum.modifiers().iter().find(|line| line.rule.to_string() == "HM-8.9").map(|line| line.amount);
            line.unwrap_or_default()
        };
        assert_eq!(of(sum(other, indian)), 0.0);
        of(sum(indian, other))
    };
    assert_eq!((bonus(None), bonus(Some(2.0)), bonus(Some(0.0))), (1.0, 2.0, 0.0));
}

/// HM-8.10: Endurance 1: the first wound takes the figure out of the battle.
#[test]
fn the_first_wound_takes_an_indian_out() {
    for (troop, fate) in [(true, Fate::Casualty), (false, Fate::InPlay)] {
        let mut table = table().unit("red", RED, &[(20.0, 10.0, 270.0), (30.0, 10.0, 270.0), (34.0, 10.0, 270.0)]);
        if troop {
            table = table.word("troop", "indian");
        }
        let mut test =
            table.unit("blue", BLUE, &[(20.0, 5.0, 90.0), (22.0, 5.0, 90.0), (24.0, 5.0, 90.0)]).acting("blue");
        let nobody = order(&test, "declare");
        test.order(nobody);
        // Card 6 has six holes; card 4 wounds in the leg.
        test.cards(BLUE, &[6, 4]);
        let shoot = order(&test, "shoot").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
        test.order(shoot);
        assert_eq!(test.battle.view().fate(test.piece("red", 1)), fate);
    }
}

/// HM-8.11, example: nine Indians 4.5 inches from four men in the open must attack; from five sound men they are free.
#[test]
fn easy_prey_lures_indians() {
    let mut test = hunt(|table| table, 4, |_| ());
    assert!(lured(&test));
    let fought = |test: &TestBattle| {
        let events = test.battle.log().events();
        events.iter().any(|event| matches!(event.kind, grapeshot::events::EventKind::Fought { .. }))
    };
    for _ in 0..12 {
        if !fought(&test) {
            test.go_on();
        }
    }
    assert!(fought(&test));
    let test = hunt(|table| table, 5, |_| ());
    assert!(!lured(&test));
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
}

/// Nine Indians 4.5 inches from two men of one unit and from two of another; the turn in which they act first has
/// begun.
fn between_two() -> TestBattle {
    let far = [(17.0, 40.0, 270.0), (19.0, 40.0, 270.0)];
    let table = warriors(table(), 9).unit("red", RED, &far).weapons(&["sword"]);
    let others = [(13.5, 44.0, 270.0), (15.5, 44.0, 270.0)];
    let mut test = table.unit("others", RED, &others).weapons(&["sword"]).acting("red");
    for (unit, x) in [("red", 17.0), ("others", 13.5)] {
        test.stand(test.piece(unit, 1), x, 15.5, 270.0);
        test.stand(test.piece(unit, 2), x, 17.5, 270.0);
    }
    test.cards(BLUE, &[4]);
    test.begin_turn(&[1, 6, 6], &[0]);
    test
}

/// HM-8.11: with a card too short for all every one of them comes as near as his move allows, in a crowd too.
#[test]
fn a_short_card_brings_all_indians_as_near_as_it_allows() {
    // They stand close together and the prey in a clump, so that all crowd to the same place.
    let men: Vec<_> = (0..9u8).map(|n| (10.0 + 1.2 * f32::from(n % 3), 10.0 + 1.2 * f32::from(n / 3), 90.0)).collect();
    for (card, inches) in [(11, 3.0), (30, 4.0)] {
        let table = table().unit("blue", BLUE, &men).word("troop", "indian").weapons(&["hatchet_tomahawk"]);
        let prey = [(11.0, 40.0, 270.0), (12.4, 40.0, 270.0), (11.0, 41.4, 270.0), (12.4, 41.4, 270.0)];
        let mut test = table.unit("red", RED, &prey).weapons(&["sword"]).acting("red");
        for n in 0..4u8 {
            let (x, y) = (10.5 + 1.4 * f32::from(n % 2), 18.1 + 1.4 * f32::from(n / 2));
            test.stand(test.piece("red", usize::from(n) + 1), x, y, 270.0);
        }
        let gap = |test: &TestBattle, man: PieceId| {
            let foes = test.pieces("red").into_iter();
            foes.map(|foe| test.battle.view().gap(man, foe)).fold(f32::INFINITY, f32::min)
        };
        let before: Vec<f32> = test.pieces("blue").iter().map(|man| gap(&test, *man)).collect();
        test.cards(BLUE, &[card]);
        test.begin_turn(&[1, 6], &[0]);
        assert!(lured(&test));
        while test.battle.awaiting().asks[0].kind == "react" {
            test.go_on();
        }
        for (man, before) in test.pieces("blue").into_iter().zip(before) {
            let nearer = before - gap(&test, man);
            assert!(nearer > 0.5, "card of {inches}: {man:?} came {nearer} nearer of {before}");
        }
    }
}

/// HM-8.11: of enemies equally near the owner names the one that they go at; they must go at one.
#[test]
fn the_owner_chooses_among_prey_equally_near() {
    for chosen in ["red", "others"] {
        let mut test = between_two();
        let ask = test.battle.awaiting().asks[0].clone();
        assert_eq!((ask.kind.as_str(), ask.side, ask.unit), ("prey", BLUE, Some(test.unit("blue"))));
        assert!(!lured(&test), "nobody goes before he has chosen");
        let answers = test.battle.rules().candidates(&test.battle.view_of(BLUE), &ask);
        assert_eq!(answers.len(), 2);
        let nobody = order(&test, "hunt");
        assert_eq!(test.refused(nobody).1, "HM-8.11");
        let own = order(&test, "hunt").target_unit(test.unit("blue"));
        assert_eq!(test.refused(own), ("Name one of the enemies who are equally near".into(), "HM-8.11".into()));
        let go = order(&test, "hunt").target_unit(test.unit(chosen));
        test.order(go);
        let text = format!("BLUE must go at {}, easy prey", chosen.to_uppercase());
        assert!(test.battle.log().events().iter().any(|event| event.text == text), "{text}");
    }
}

/// HM-8.11: the computer goes at those who can least defend themselves.
#[test]
fn the_computer_goes_at_the_weaker_prey() {
    let mut test = between_two();
    for man in test.pieces("others") {
        test.mark(man, &marks::STUN, 1);
    }
    let ask = test.battle.awaiting().asks[0].clone();
    let mut commander = grapeshot::ai::unerring(1);
    assert_eq!(commander.decide(&test.battle, &ask).order.target_unit, Some(test.unit("others")));
}

/// HM-8.11: more than half of them stunned or wounded are easy prey too; the setting says how many.
#[test]
fn those_who_are_hurt_are_easy_prey() {
    let hurt = |count: usize| {
        hunt(
            |table| table,
            5,
            |test| {
                for n in 1..=count {
                    let mark = if n % 2 == 0 { marks::STUN } else { marks::WOUND };
                    test.mark(test.piece("red", n), &mark, 1);
                }
            },
        )
    };
    assert!(!lured(&hurt(2)) && lured(&hurt(3)));
    let shares = |few: f32, hurt: f32| Value::List(vec![Value::Number(few), Value::Number(hurt)]);
    assert!(lured(&hunt(|table| table.setting("vulnerable", shares(0.6, 0.5)), 5, |_| ())));
    assert!(!lured(&hunt(|table| table.setting("vulnerable", shares(0.4, 0.5)), 4, |_| ())));
}

/// HM-8.11: only enemies in the open within five inches lure them.
#[test]
fn who_is_in_cover_or_far_off_is_no_easy_prey() {
    let wood = hunt(|table| table.area("brush", (5.0, 14.5), (40.0, 30.0)), 4, |_| ());
    assert!(!lured(&wood));
    let far = hunt(
        |table| table,
        4,
        |test| {
            for n in 1..=4 {
                test.stand(test.piece("red", n), 15.0 + 2.0 * n as f32, 16.1, 270.0);
            }
        },
    );
    assert!(!lured(&far), "5.1 inches");
}

/// HM-8.11: every figure that can move goes, into contact or as near as its move allows.
#[test]
fn those_who_cannot_reach_their_prey_come_as_near_as_they_can() {
    // Card 24 moves 3 inches.
    let stunned = |test: &mut TestBattle| test.mark(test.piece("blue", 9), &marks::STUN, 1);
    let mut test = hunt_with(24, |table| table, 4, stunned);
    assert!(lured(&test));
    while test.battle.awaiting().asks[0].kind != "act" {
        test.go_on();
    }
    let y = |n: usize| test.battle.view().place(test.piece("blue", n)).at.y;
    assert!((y(5) - 13.0).abs() < 0.05, "{}", y(5));
    assert!((1..=8).all(|n| y(n) > 10.5), "{:?}", (1..=8).map(y).collect::<Vec<_>>());
    assert!((y(9) - 10.0).abs() < 1e-4, "who is stunned stays");
    let shoot = order(&test, "shoot").pieces([test.piece("blue", 5)]).target(test.piece("red", 1));
    assert_eq!(test.refused(shoot).1, "CP-2.12", "going was its action");
}

/// HM-8.12, example: S1, card hr 4: four figures are stunned. Of others it is one.
#[test]
fn a_morale_result_takes_several_indians() {
    for (troop, stunned) in [(true, 4), (false, 1)] {
        let table =
            if troop { warriors(table(), 9) } else { warriors(table(), 9).value("troop", Value::List(Vec::new())) };
        let mut test = far_enemy(table.leader("guts", Value::Word("Green".into()))).acting("red");
        let unit = test.unit("blue");
        test.mark_unit(unit, &marks::MORALE, 1);
        // Card 3 is S1 for Regulars, card 10 has hr 4.
        test.cards(BLUE, if troop { &[3, 10, 1, 5, 8, 14] } else { &[3, 10] });
        test.act_next(unit);
        let count = test.pieces("blue").iter().filter(|piece| cp(&test).stunned(**piece)).count();
        assert_eq!(count, stunned);
    }
}

/// HM-8.12: at most all of them.
#[test]
fn a_morale_result_takes_at_most_all_indians() {
    let table = warriors(table(), 3).leader("guts", Value::Word("Green".into()));
    let mut test = far_enemy(table).acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 1);
    test.cards(BLUE, &[3, 10, 1, 5, 8]);
    test.act_next(unit);
    assert!(test.pieces("blue").iter().all(|piece| cp(&test).stunned(*piece)));
}

/// HM-8.13, example: nine started: at four left it quits, at five it stays.
#[test]
fn indians_reduced_below_half_quit() {
    for (lost, quits) in [(4, false), (5, true)] {
        let mut test = far_enemy(warriors(table(), 9)).acting("red");
        for n in 1..=lost {
            test.put(test.piece("blue", n), "fate", Fate::Casualty);
        }
        test.go_on();
        let left = test.battle.view().present(test.unit("blue")).count();
        assert_eq!(left, if quits { 0 } else { 9 - lost }, "{lost} lost");
        if quits {
            assert_eq!(test.battle.view().fate(test.piece("blue", 9)), Fate::Exited);
        }
    }
}
