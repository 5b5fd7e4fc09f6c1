//! Leaders and heroes (OW-2 to OW-4).

use grapeshot::{
    forces::{UnitId, Value},
    orders::Order,
    rulesets::combat_patrol::{book::marks, cards::decks::Decks, state::sequence_of_play::SequenceOfPlay},
    testing::{BLUE, TestBattle, TestTable},
};

use crate::kit::{cp, far_enemy, flag, line, order, table, word};

fn leader(level: &str, trained: bool) -> TestTable {
    let table = table().unit("blue", BLUE, &line(4, 20.0, 10.0));
    far_enemy(table.leader("level", word(level)).leader("trained", flag(trained)))
}

fn radius(table: TestTable) -> f32 {
    let test = table.battle();
    cp(&test).radius(test.piece("blue", 1))
}

/// OW-3.1: untrained leaders reach 6, 18, 24 and 30 inches; trained ones as in the core, a company commander 48.
#[test]
fn untrained_leaders_reach_less_far() {
    let levels = ["team", "squad", "platoon", "company"];
    assert_eq!(levels.map(|level| radius(leader(level, false))), [6.0, 18.0, 24.0, 30.0]);
    assert_eq!(levels.map(|level| radius(leader(level, true))), [12.0, 24.0, 36.0, 48.0]);
}

/// OW-3.1: a posse man at 6.0 inches from his untrained leader is in command, at 7.0 he is not.
#[test]
fn a_posse_man_seven_inches_off_is_out_of_command() {
    let in_command = |gap: f32, mode: &str| {
        let men = [(20.0, 10.0, 90.0), (21.0 + gap, 10.0, 90.0)];
        let table = far_enemy(table().unit("blue", BLUE, &men).leader("trained", flag(false)));
        let test = table.setting("command_radius_mode", word(mode)).battle();
        cp(&test).in_command(test.piece("blue", 2))
    };
    assert_eq!((in_command(6.0, "normal"), in_command(7.0, "normal")), (true, false));
    assert_eq!((in_command(12.0, "generous"), in_command(12.5, "generous")), (true, false));
    assert!(in_command(30.0, "off"));
}

/// A leader who may be trained, with a unit under him whose leader is not; the dice of both.
fn swap(trained: bool, gap: f32) -> (TestBattle, UnitId) {
    let mut test = far_enemy(
        table()
            .unit("boss", BLUE, &[(10.0, 10.0, 90.0)])
            .leader("level", word("platoon"))
            .leader("trained", flag(trained))
            .unit("outfit", BLUE, &line(4, 11.0 + gap, 10.0))
            .leader("trained", flag(false))
            .under("boss"),
    )
    .battle();
    test.begin_turn(&[2, 5, 6], &[1]);
    let outfit = test.unit("outfit");
    (test, outfit)
}

/// OW-3.2: a trained platoon leader gives his 2 to an untrained foreman at 30 inches, who acts on it.
#[test]
fn a_trained_leader_gives_his_die_to_an_untrained_one() {
    let (mut test, outfit) = swap(true, 30.0);
    assert_eq!(test.battle.awaiting().asks[0].kind, "lead");
    let boss = test.unit("boss");
    test.order(Order::new(BLUE, &grapeshot::orders::VerbId::new("swap")).unit(boss).target_unit(outfit));
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(outfit));
    assert_eq!((cp(&test).section(boss).die, cp(&test).section(outfit).die), (5, 2));
}

/// OW-3.2: an untrained head of the association swaps with nobody, and a receiver must be in the radius.
#[test]
fn untrained_leaders_cannot_swap_command_dice() {
    let (mut test, outfit) = swap(false, 5.0);
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
    let wish = Order::new(BLUE, &grapeshot::orders::VerbId::new("swap")).unit(test.unit("boss")).target_unit(outfit);
    assert_eq!(test.refused(wish), ("Untrained leaders cannot swap command dice".into(), "OW-3.2".into()));
    let (test, outfit) = swap(true, 36.5);
    let refusal = cp(&test).check_swap(test.piece("boss", 1), test.unit("boss"), outfit, 2, &[]).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "CP-2.13");
}

/// OW-3.3: an untrained Elite foreman steadies nobody; a trained Elite marshal removes both markers.
#[test]
fn untrained_leaders_cannot_steady_their_men() {
    for trained in [true, false] {
        let mut test = leader("team", trained).unit("last", BLUE, &line(1, 50.0, 30.0)).battle();
        let unit = test.unit("blue");
        let mut test_unit = cp(&test).soldier(test.piece("blue", 1)).clone();
        if let Some(values) = &mut test_unit.leader {
            values.guts = grapeshot::rulesets::combat_patrol::book::grade::Grade::Elite;
        }
        let piece = test.piece("blue", 1);
        test.put(piece, "soldier", test_unit);
        test.mark_unit(unit, &marks::MORALE, 2);
        test.begin_turn(&[1, 6, 6], &[0]);
        let ask = test.battle.awaiting().asks[0].clone();
        if trained {
            assert_eq!((ask.kind.as_ref(), ask.numbers), ("steady", Some((0.0, 2.0))));
        } else {
            assert_ne!(ask.kind, "steady");
            let steady = Order::new(BLUE, &grapeshot::orders::VerbId::new("steady")).unit(unit).number(1.0);
            if test.battle.awaiting().asks[0].side == BLUE {
                assert_eq!(test.refused(steady).1, "OW-3.3");
            }
        }
    }
}

/// Four men, the second a hero with a die of his own.
fn with_hero() -> TestTable {
    far_enemy(table().unit("men", BLUE, &line(4, 10.0, 10.0)).hero(2, &[("guts", word("Elite"))]))
}

/// OW-4.2: on the die of his unit a hero acts with it, on his own alone; tied to his own die he does not act with it.
#[test]
fn a_hero_acts_with_his_unit_unless_he_is_tied_to_his_die() {
    for (with_unit, expected) in [(true, 4), (false, 3)] {
        let mut test = with_hero().setting("hero_acts_with_unit", flag(with_unit)).battle();
        // The unit shows 5, the hero 3.
        test.begin_turn(&[5, 3, 6], &[2, 4]);
        let play = test.battle.view().resource::<SequenceOfPlay>().clone();
        assert_eq!(play.active().figures, [test.piece("men", 2)], "on the 3 he acts alone");
        test.go_on();
        while test.battle.view().resource::<SequenceOfPlay>().active().alone.is_some() {
            test.go_on();
        }
        assert_eq!(test.battle.view().resource::<SequenceOfPlay>().active().figures.len(), expected);
    }
}

/// OW-4.2: if both dice show a number and he is tied to his own, he acts on it alone, and his unit without him.
#[test]
fn a_hero_tied_to_his_die_acts_once_on_a_number_that_both_show() {
    let mut test = with_hero().setting("hero_acts_with_unit", flag(false)).battle();
    test.begin_turn(&[5, 5, 6], &[4]);
    let mut acted: Vec<usize> = Vec::new();
    for _ in 0..8 {
        let Some(activation) = test.battle.view().resource::<SequenceOfPlay>().activation.clone() else { break };
        if activation.unit == test.unit("men") {
            acted.push(activation.figures.len());
        }
        test.go_on();
    }
    acted.sort_unstable();
    acted.dedup();
    assert_eq!(acted, [1, 3]);
}

/// OW-4.3, OW-4.4: a hero far from his leader is in command, and misses no leader for his fire.
#[test]
fn a_hero_is_never_out_of_command() {
    let mut test = with_hero().battle();
    let hero = test.piece("men", 2);
    test.stand(hero, 50.0, 30.0, 90.0);
    assert!(cp(&test).in_command(hero) && cp(&test).leader_present(hero, None));
}

/// OW-4.5: a hero in play brings one Hero card into the deck, or two where the scenario wants them.
#[test]
fn a_scenario_may_have_two_hero_cards() {
    let cards = |count: f32| {
        let test = with_hero().setting("hero_cards", Value::Number(count)).battle();
        let deck = test.battle.view().resource::<Decks>().activation.all();
        deck.iter().filter(|card| **card == 15).count()
    };
    assert_eq!((cards(1.0), cards(2.0)), (1, 2));
}

/// OW-4.5: red 4, then the Hero card: the hero with die 4 acts once more, without his unit.
#[test]
fn the_hero_card_lets_a_hero_act_again_alone() {
    let mut test = with_hero().battle();
    test.begin_turn(&[4, 4, 6], &[9, 15]);
    let hero = test.piece("men", 2);
    while test.battle.view().resource::<SequenceOfPlay>().active().figures.len() > 1 {
        test.go_on();
    }
    let play = test.battle.view().resource::<SequenceOfPlay>().clone();
    assert_eq!((play.active().alone, play.card.as_str()), (Some(hero), "Hero"));
}

/// OW-4.7: a lone Elite hero with three markers removes two of them, whoever trained him.
#[test]
fn a_lone_hero_removes_his_own_markers() {
    for (guts, most) in [("Elite", 2.0), ("Regular", 1.0)] {
        let table = table()
            .unit("hero", BLUE, &line(1, 20.0, 10.0))
            .leader("trained", flag(false))
            .hero(1, &[("guts", word(guts))]);
        let mut test = far_enemy(table).battle();
        let unit = test.unit("hero");
        test.mark_unit(unit, &marks::MORALE, 3);
        test.begin_turn(&[1, 6], &[0]);
        let ask = test.battle.awaiting().asks[0].clone();
        assert_eq!((ask.kind.as_ref(), ask.numbers), ("steady", Some((0.0, most))));
        let removed = order(&test, "steady").number(most);
        test.order(removed);
        let unit_marks = test.battle.view().unit_marks(unit).count(&marks::MORALE);
        assert!(f32::from(unit_marks) <= 3.0 - most);
    }
}

/// OW-4.8: a hero who is given no Endurance has that of the setting.
#[test]
fn a_hero_has_the_endurance_of_the_setting() {
    let endurance = |setting: Option<f32>| {
        let mut table = with_hero();
        if let Some(number) = setting {
            table = table.setting("hero_endurance", Value::Number(number));
        }
        let test = table.battle();
        (cp(&test).soldier(test.piece("men", 2)).endurance, cp(&test).soldier(test.piece("men", 3)).endurance)
    };
    assert_eq!((endurance(None), endurance(Some(6.0))), ((4, 3), (6, 3)));
}

/// OW-4.1: a hero is attached to a unit, who may lead it, or a lone figure; he may have values of his own.
#[test]
fn a_hero_is_attached_or_alone() {
    let attached = with_hero().battle();
    let hero = attached.piece("men", 2);
    assert!(cp(&attached).hero(hero).is_some() && cp(&attached).lone_hero(attached.unit("men")).is_none());
    assert_eq!(cp(&attached).men(attached.unit("men")).filter(|man| cp(&attached).hero(*man).is_some()).count(), 1);
    let leads = far_enemy(table().unit("men", BLUE, &line(4, 10.0, 10.0)).hero(1, &[("guts", word("Elite"))])).battle();
    let first = leads.piece("men", 1);
    assert!(cp(&leads).hero(first).is_some() && cp(&leads).leader_of(leads.unit("men")) == Some(first));
    let alone =
        far_enemy(table().unit("hero", BLUE, &line(1, 20.0, 10.0)).hero(1, &[("guts", word("Elite"))])).battle();
    assert_eq!(cp(&alone).lone_hero(alone.unit("hero")), Some(alone.piece("hero", 1)));
}

/// OW-4.6: heroes who act on the same Hero card draw the ten-sided icon, the highest first; who ties draws again.
#[test]
fn heroes_draw_for_the_order_on_the_hero_card() {
    let hero =
        |on: TestTable, key: &str, x: f32| on.unit(key, BLUE, &[(x, 10.0, 90.0)]).hero(1, &[("guts", word("Elite"))]);
    let on = hero(hero(hero(table(), "a", 10.0), "b", 20.0), "c", 30.0);
    let mut test = far_enemy(on).battle();
    // Icons of cards: 2 has 7, 8 has 9, 3 has 2. On the number: a, b, c draw 7, 2, 9; on the Hero card 7, 7, 9, then 2, 7.
    test.cards(BLUE, &[2, 3, 8]);
    test.begin_turn(&[4, 4, 4, 6], &[9, 15]);
    let mut acted = Vec::new();
    for n in 0..6 {
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { break };
        acted.extend(ask.unit.map(|unit| test.battle.view().unit(unit).key.to_string()));
        if n == 2 {
            test.cards(BLUE, &[2, 2, 8, 3, 2]);
        }
        let unit = ask.unit;
        while test.battle.awaiting().asks.first().is_some_and(|next| next.unit == unit) && acted.len() <= n + 1 {
            let before = test.battle.view().resource::<SequenceOfPlay>().card.clone();
            test.go_on();
            if test.battle.view().resource::<SequenceOfPlay>().card != before {
                break;
            }
        }
    }
    assert_eq!(acted, ["c", "a", "b", "c", "b", "a"]);
}
