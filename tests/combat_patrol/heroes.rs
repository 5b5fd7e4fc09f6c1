//! Chapter 13, and the Hero card (CP-2.8).

use grapeshot::{
    events::EventKind,
    forces::{Fate, Value},
    rulesets::combat_patrol::{
        book::{grade::Grade, marks},
        cards::decks::{self, Decks},
        state::{sequence_of_play::SequenceOfPlay, shot::Manner},
    },
    testing::{BLUE, RED},
};

use super::{activation::turn, *};

const RESHUFFLE: u16 = 12;
const GREEN: u16 = 14;
const HERO: u16 = 15;

fn word(word: &str) -> Value {
    Value::Word(word.into())
}

fn black(number: u16) -> u16 {
    number - 1
}

fn foe(table: TestTable) -> TestTable {
    table.unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// Four men, the third a hero of Guts Elite, and one more unit.
fn with_hero() -> TestTable {
    let men = [(10.0, 10.0, 90.0), (13.0, 10.0, 90.0), (16.0, 10.0, 90.0), (19.0, 10.0, 90.0)];
    table()
        .unit("men", BLUE, &men)
        .hero(3, &[("guts", word("Elite")), ("accuracy", word("Elite")), ("endurance", Value::Number(6.0))])
        .unit("others", BLUE, &[(40.0, 10.0, 90.0)])
}

/// A hero by himself, of this Guts.
fn lone(guts: &str) -> TestTable {
    foe(table().unit("hero", BLUE, &[(10.0, 10.0, 90.0)]).leaderless().hero(1, &[("guts", word(guts))]).unit(
        "others",
        BLUE,
        &[(40.0, 10.0, 90.0)],
    ))
}

/// What acts, by the pieces that take part, until the turn is over; each passes.
fn actors(test: &mut TestBattle) -> Vec<Vec<u16>> {
    let turn = test.battle.view().clock().turn;
    let mut actors: Vec<Vec<u16>> = Vec::new();
    let mut last = None;
    while test.battle.view().clock().turn == turn && test.battle.outcome().is_none() {
        let play = test.battle.view().resource::<SequenceOfPlay>();
        let activation = play.activation.as_ref().expect("somebody acts");
        let begun = test
            .battle
            .log()
            .events()
            .iter()
            .filter(|event| matches!(&event.kind, EventKind::Phase { phase, .. } if phase == "activation"));
        let begun = begun.count();
        if last != Some(begun) {
            actors.push(activation.figures.iter().map(|piece| piece.0 as u16).collect());
            last = Some(begun);
        }
        test.go_on();
    }
    actors
}

/// CP-13.1: a hero has a die of his own even inside a unit, and a card of his own in the fullest form: one line and
/// boxes for his wounds.
#[test]
fn a_hero_inside_a_unit_has_his_own_die_and_card() {
    let mut test = turn(foe(with_hero()), &[4, 2, 5, 6], &[black(4)]);
    let hero = test.piece("men", 3);
    assert_eq!(cp(&test).section(test.unit("men")).die, 4);
    assert_eq!(cp(&test).hero(hero).expect("he is one").die, 2);
    test.mark(hero, &marks::WOUND, 2);
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("men"));
    let own = &card.own[0];
    assert_eq!((own.title.as_str(), own.die), ("men.3", Some(2)));
    let values: Vec<&str> = own.values.iter().map(|row| row.value.as_str()).collect();
    assert_eq!(values, ["Elite", "Elite", "0", "3", "6"]);
    let wounds = own.rows.iter().find(|row| row.label == "Wounds").expect("boxes for wounds");
    assert_eq!(wounds.value, "[x] [x] [ ] [ ] [ ] [ ]");
    assert_eq!(own.pieces.len(), 1);
    assert!(card.pieces[2].note.contains("hero"));
}

/// CP-1.1, CP-13.1: a hero by himself is a unit of one figure whose card is his; he leads nobody and misses no leader.
#[test]
fn a_lone_hero_is_his_own_unit() {
    let test = lone("Elite").battle();
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("hero"));
    assert!(card.own.is_empty());
    assert_eq!(card.values[0].value, "Elite");
    assert!(card.rows.iter().any(|row| row.label == "Hero"));
    assert!(!card.rows.iter().any(|row| row.label == "No leader"));
}

/// CP-13.1: he is never out of command, however far his leader is, or if there is none.
#[test]
fn a_hero_is_never_out_of_command() {
    let mut test = foe(with_hero()).battle();
    let (hero, man) = (test.piece("men", 3), test.piece("men", 4));
    for piece in [hero, man] {
        test.stand(piece, if piece == hero { 50.0 } else { 53.0 }, 30.0, 90.0);
    }
    assert_eq!((cp(&test).in_command(hero), cp(&test).in_command(man)), (true, false));
    test.put(test.piece("men", 1), "fate", Fate::Casualty);
    assert!(cp(&test).in_command(hero));
    assert!(cp(&lone("Green").battle()).in_command(lone("Green").battle().piece("hero", 1)));
}

/// CP-13.1, CP-4.4: he never pays the leader-absent shift.
#[test]
fn a_hero_needs_no_leader_to_direct_his_fire() {
    let mut test = with_hero().unit("foe", RED, &[(17.0, 14.5, 270.0)]).battle();
    let target = test.piece("foe", 1);
    let holes = |test: &TestBattle, man: usize| {
        cp(test).aim(test.piece("men", man), target, Manner::default()).expect("a shot").holes()
    };
    assert_eq!((holes(&test, 3), holes(&test, 4)), (1, 2));
    test.mark(test.piece("men", 1), &marks::STUN, 1);
    assert_eq!((holes(&test, 3), holes(&test, 4)), (1, 3));
}

/// CP-13.1, CP-7.1: Endurance up to 6: five wounds leave him on his feet, the sixth does not.
#[test]
fn a_hero_may_have_an_endurance_of_six() {
    for (wounds, fate) in [(4, Fate::InPlay), (5, Fate::Casualty)] {
        let mut test = with_hero().unit("foe", RED, &[(16.0, 14.0, 270.0)]).acting("foe");
        let hero = test.piece("men", 3);
        test.mark(hero, &marks::WOUND, wounds);
        test.order(order(&test, "declare"));
        // A hit of 6 holes; card 39 has pick 23: the third of four in the target area, a W in the leg.
        let among = cp(&test).candidates(test.piece("foe", 1), hero);
        let place = among.iter().position(|piece| *piece == hero).expect("he is among them");
        let card = (1..=50_u16).find(|n| {
            let card = &cp(&test).book.core.action_deck[usize::from(*n) - 1];
            card.choose(among.len()) == place
                && card.sev == grapeshot::rulesets::combat_patrol::book::action_card::Severity::Wound
        });
        test.cards(RED, &[36, card.expect("there is such a card")]);
        test.activation_cards(&[RESHUFFLE]);
        test.order(order(&test, "shoot").pieces([test.piece("foe", 1)]).target(hero));
        assert_eq!(test.battle.view().fate(hero), fate, "{wounds} wounds before");
    }
}

/// CP-13.1: he need not be a leader, and a leader may be one: then he has one Guts.
#[test]
fn a_leader_may_be_a_hero() {
    let men = [(10.0, 10.0, 90.0), (13.0, 10.0, 90.0)];
    let table = table().unit("men", BLUE, &men).hero(1, &[("guts", word("Elite"))]);
    let test = foe(table).battle();
    let leader = test.piece("men", 1);
    assert_eq!(cp(&test).leader_of(test.unit("men")), Some(leader));
    assert_eq!(cp(&test).as_leader(leader).expect("he leads").guts, Grade::Elite);
    let test = foe(with_hero()).battle();
    assert!(cp(&test).as_leader(test.piece("men", 3)).is_none());
}

/// CP-2.2: the Hero card is in the deck while a hero is in play.
#[test]
fn the_hero_card_is_in_the_deck_while_a_hero_is_in_play() {
    let mut test = turn(foe(with_hero()), &[1, 2, 6, 6], &[black(1)]);
    let holds = |test: &TestBattle| test.battle.view().resource::<Decks>().activation.all().contains(&HERO);
    assert!(holds(&test));
    test.put(test.piece("men", 3), "fate", Fate::Casualty);
    assert!(holds(&test), "until the shuffle");
    test.begin_turn(&[1, 6, 6], &[black(1)]);
    assert!(!holds(&test));
    let without = foe(table().unit("men", BLUE, &[(10.0, 10.0, 90.0)])).battle();
    assert!(!decks::activation_cards(&cp(&without)).contains(&HERO));
}

/// CP-2.8: when drawn, every hero whose own die equals the number of the last number card may activate; a hero inside a
/// unit acts alone on this card, even if he leads the unit.
#[test]
fn the_hero_card_lets_heroes_act_again_without_their_units() {
    // The unit shows 1, the hero 3; the lone unit 3.
    let mut test = turn(foe(with_hero()), &[1, 3, 3, 6], &[black(3), HERO, RESHUFFLE]);
    let (hero, other) = (test.piece("men", 3).0 as u16, test.piece("others", 1).0 as u16);
    let mut all = actors(&mut test);
    assert_eq!(all.pop(), Some(vec![hero]), "on the Hero card he alone");
    all.sort();
    assert_eq!(all, [vec![hero], vec![other]]);

    let leader = table().unit("men", BLUE, &[(10.0, 10.0, 90.0), (13.0, 10.0, 90.0)]).hero(1, &[]);
    let mut test = turn(foe(leader), &[2, 2, 6], &[black(2), HERO, RESHUFFLE]);
    let men: Vec<u16> = test.pieces("men").iter().map(|piece| piece.0 as u16).collect();
    assert_eq!(actors(&mut test), [men.clone(), vec![men[0]]]);
}

/// CP-2.8: before any number card of the turn it has no effect, and a hero with another number does not act.
#[test]
fn the_hero_card_goes_by_the_last_number() {
    let mut test = turn(lone("Regular"), &[3, 5, 6], &[HERO, black(5), HERO, black(3), RESHUFFLE]);
    let hero = test.piece("hero", 1).0 as u16;
    let all = actors(&mut test);
    assert_eq!(all.iter().filter(|actor| **actor == [hero]).count(), 1, "{all:?}");
}

/// CP-2.8: several heroes act in the order of CP-2.5.
#[test]
fn several_heroes_draw_for_the_order() {
    let men = [(10.0, 10.0, 90.0), (13.0, 10.0, 90.0), (16.0, 10.0, 90.0)];
    let mut test = foe(table().unit("men", BLUE, &men).hero(2, &[]).hero(3, &[])).battle();
    // Icons 7 and 10: the second of them is first. The unit does not show the number.
    test.cards(BLUE, &[2, 10, 2, 10]);
    test.begin_turn(&[1, 4, 4, 6], &[black(4), HERO, RESHUFFLE]);
    let (first, second) = (test.piece("men", 2).0 as u16, test.piece("men", 3).0 as u16);
    assert_eq!(actors(&mut test), [vec![second], vec![first], vec![second], vec![first]]);
}

/// CP-13.2: he acts on his number card like a unit, and with his unit if its die shows the number; one action a card.
#[test]
fn a_hero_acts_with_his_unit_or_by_himself_but_once_a_card() {
    // The unit and its hero both show 2: one activation with all. Then his alone on neither.
    let mut test = turn(foe(with_hero()), &[2, 2, 5, 6], &[black(2), RESHUFFLE]);
    let men: Vec<u16> = test.pieces("men").iter().map(|piece| piece.0 as u16).collect();
    assert_eq!(actors(&mut test), std::slice::from_ref(&men));
    // The unit shows 2, he 4: with his unit on the 2, by himself on the 4.
    let mut test = turn(foe(with_hero()), &[2, 4, 5, 6], &[black(2), black(4), RESHUFFLE]);
    assert_eq!(actors(&mut test), [men.clone(), vec![men[2]]]);
}

/// CP-13.2: if his unit gets the number by a swap after he has acted on the card, he has no second action on it.
#[test]
fn a_swap_gives_a_hero_no_second_action_on_a_card() {
    let men = [(10.0, 10.0, 90.0), (13.0, 10.0, 90.0), (16.0, 10.0, 90.0)];
    let table = table()
        .unit("lt", BLUE, &[(5.0, 10.0, 90.0)])
        .leader("level", word("platoon"))
        .unit("men", BLUE, &men)
        .hero(3, &[])
        .under("lt");
    let mut test = foe(table).battle();
    // The hero draws the higher icon and goes first.
    test.cards(BLUE, &[2, 10]);
    test.begin_turn(&[3, 5, 3, 6], &[black(3), RESHUFFLE]);
    test.order(order(&test, "declare"));
    while test.battle.awaiting().asks[0].kind != "lead" {
        test.go_on();
    }
    test.order(order(&test, "swap").target_unit(test.unit("men")));
    let play = test.battle.view().resource::<SequenceOfPlay>();
    assert!(play.activation.is_some(), "the section acts");
    let hero = test.piece("men", 3);
    assert!(cp(&test).acts(hero));
    let nobody = order(&test, "declare").pieces([hero]);
    assert_eq!(test.refused(nobody).1, "CP-2.11", "he has used his action");
}

/// CP-13.2: while he acts alone his comrades do nothing, and the unit's morale is not drawn for.
#[test]
fn a_hero_alone_neither_moves_his_comrades_nor_draws_for_them() {
    let mut test = turn(foe(with_hero()), &[1, 4, 6, 6], &[black(1)]);
    test.mark_unit(test.unit("men"), &marks::MORALE, 2);
    test.begin_turn(&[1, 4, 6, 6], &[black(4)]);
    let ask = &test.battle.awaiting().asks[0];
    assert_eq!((ask.kind.as_str(), ask.question.as_str()), ("declare", "Does men.3 move?"));
    assert_eq!(ask.pieces, [test.piece("men", 3)]);
    assert_eq!(test.battle.view().unit_marks(test.unit("men")).count(&marks::MORALE), 2);
    let comrade = order(&test, "declare").pieces([test.piece("men", 2)]);
    let (reason, rule) = test.refused(comrade);
    assert_eq!((reason.as_str(), rule.as_str()), ("men.3 acts without the unit on this card", "CP-13.2"));
    let hero = test.piece("men", 3);
    declare(&mut test, vec![hero], 7);
    test.order(order(&test, "move").pieces([hero]).path([to(16.0, 16.0)]));
    test.order(order(&test, "march"));
    assert_eq!(test.battle.view().place(hero).at.y, 16.0);
}

/// CP-2.7, CP-13.2: the Green card takes his number from a hero of Guts Green, not from one of another unit's mettle.
#[test]
fn a_green_hero_loses_his_number_as_a_green_unit_does() {
    for (guts, acts) in [("Green", 0), ("Regular", 1)] {
        let men = [(10.0, 10.0, 90.0), (13.0, 10.0, 90.0)];
        let table = table().unit("men", BLUE, &men).word("guts", "Green").hero(2, &[("guts", word(guts))]);
        let table = table.unit("others", BLUE, &[(40.0, 10.0, 90.0)]);
        let mut test = turn(foe(table), &[1, 3, 5, 6], &[GREEN, black(3), black(5), RESHUFFLE]);
        let hero = test.piece("men", 2).0 as u16;
        let all = actors(&mut test);
        assert_eq!(all.iter().filter(|actor| **actor == [hero]).count(), acts, "{guts}");
    }
}

/// CP-13.3: a lone hero at the very start of an activation may remove his own markers (Elite 2, Regular 1, Green none).
/// That is his whole activation, apart from drawing for the markers left.
#[test]
fn a_lone_hero_may_remove_his_own_markers_and_does_no_more() {
    for (guts, most) in [("Elite", 2.0), ("Regular", 1.0)] {
        let mut test = turn(lone(guts), &[1, 6, 6], &[black(1)]);
        test.mark_unit(test.unit("hero"), &marks::MORALE, 3);
        test.begin_turn(&[1, 2, 6], &[black(1), black(2)]);
        let ask = &test.battle.awaiting().asks[0];
        assert_eq!(
            (ask.kind.as_str(), ask.rule.to_string().as_str(), ask.numbers),
            ("steady", "CP-13.3", Some((0.0, most)))
        );
        // Those left are drawn for: card 4 is OK.
        test.cards(BLUE, &[4, 7]);
        let events = test.order(order(&test, "steady").number(most));
        let draws = events.iter().filter(|event| event.text.starts_with("Morale:")).count();
        assert_eq!(draws, 3 - most as usize);
        let acting = test.battle.awaiting().asks[0].unit.expect("a unit acts");
        assert_eq!(test.battle.view().unit(acting).key, "others", "{guts}: his activation is over");
        assert_eq!(test.battle.view().unit_marks(test.unit("hero")).count(&marks::MORALE), 0);
    }
    let mut test = turn(lone("Green"), &[1, 6, 6], &[black(1)]);
    test.mark_unit(test.unit("hero"), &marks::MORALE, 1);
    test.cards(BLUE, &[4]);
    test.begin_turn(&[1, 2, 6], &[black(1), black(2)]);
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare", "a Green one removes none");
}

/// CP-13.3: if he removes none he draws and acts as ever; stunned he removes none.
#[test]
fn a_lone_hero_may_rather_act() {
    let mut test = turn(lone("Elite"), &[1, 6, 6], &[black(1)]);
    test.mark_unit(test.unit("hero"), &marks::MORALE, 1);
    test.begin_turn(&[1, 2, 6], &[black(1), black(2)]);
    test.cards(BLUE, &[4]);
    test.order(order(&test, "steady").number(0.0));
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(test.unit("hero")));
    let mut test = turn(lone("Elite"), &[1, 6, 6], &[black(1)]);
    test.mark_unit(test.unit("hero"), &marks::MORALE, 1);
    test.mark(test.piece("hero", 1), &marks::STUN, 1);
    test.cards(BLUE, &[4]);
    test.begin_turn(&[1, 2, 6], &[black(1), black(2)]);
    assert_ne!(test.battle.awaiting().asks[0].kind, "steady");
}

/// CP-13.1: the computer plays heroes: one by himself goes for what is worth having, and each answer it weighs for one
/// who acts alone is his own.
#[test]
fn the_computer_knows_what_to_do_with_heroes() {
    let test = turn(foe(with_hero()), &[1, 4, 6, 6], &[black(4)]);
    let ask = test.battle.awaiting().asks[0].clone();
    let hero = test.piece("men", 3);
    let prospects = test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask);
    assert!(!prospects.is_empty());
    for (answer, _) in prospects {
        assert!(answer.pieces.iter().all(|piece| *piece == hero), "{answer:?}");
    }
}
