//! Chapter 2: dice and cards, and which unit acts when.

use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::{Fate, Value},
    rulesets::combat_patrol::{
        book::marks,
        cards::decks::{self, Decks},
        state::shot::Manner,
    },
    testing::{BLUE, RED},
};

use super::*;

const RESHUFFLE: u16 = 12;
const ELITE: u16 = 13;
const GREEN: u16 = 14;

fn black(number: u16) -> u16 {
    number - 1
}

fn red(number: u16) -> u16 {
    number + 5
}

/// Units of one blue figure with these names, too far apart to do anything to each other, and one of red.
fn units(names: &[&str]) -> TestTable {
    let mut test = table();
    for (n, name) in names.iter().enumerate() {
        test = test.unit(name, BLUE, &[(5.0 + 6.0 * n as f32, 5.0, 90.0)]);
    }
    test.unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// The battle at the first question of a turn with these dice, by unit and the heroes of a unit after it, and cards.
pub(super) fn turn(table: TestTable, dice: &[u16], cards: &[u16]) -> TestBattle {
    let mut test = table.battle();
    test.begin_turn(dice, cards);
    test
}

fn acting(test: &TestBattle) -> String {
    let unit = test.battle.awaiting().asks[0].unit.expect("a unit acts");
    test.battle.view().unit(unit).key.to_string()
}

/// The units that act in the rest of this turn, in order; each passes.
fn actors(test: &mut TestBattle) -> Vec<String> {
    let turn = test.battle.view().clock().turn;
    let mut actors = Vec::new();
    while test.battle.view().clock().turn == turn {
        actors.push(acting(test));
        test.go_on();
    }
    actors
}

fn of_turn(test: &TestBattle, turn: u16) -> Vec<BattleEvent> {
    test.battle.log().events().iter().filter(|event| event.turn == turn).cloned().collect()
}

pub(super) fn hold_still(test: &mut TestBattle) {
    let nobody = order(test, "declare");
    test.order(nobody);
}

/// CP-2.1: every unit rolls one die at the start of a turn: six units roll 1, 3, 3, 4, 6, 6: two of them act on each 3
/// and each 6.
#[test]
fn every_unit_rolls_one_die_and_acts_on_its_number() {
    let mut test =
        turn(units(&["a", "b", "c", "d", "e", "f"]), &[1, 3, 3, 4, 6, 6, 2], &[black(3), red(6), black(6), RESHUFFLE]);
    let now = test.battle.view().clock().turn;
    let rolls: Vec<Vec<u8>> = of_turn(&test, now)
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Rolled { faces: 6, dice, .. } => Some(dice),
            _ => None,
        })
        .collect();
    assert_eq!(rolls.concat(), [1, 3, 3, 4, 6, 6, 2]);
    assert!(rolls.iter().all(|dice| dice.len() == 1));
    let mut all = actors(&mut test);
    for pair in all.chunks_mut(2) {
        pair.sort();
    }
    assert_eq!(all, ["b", "c", "e", "f", "e", "f"]);
}

/// CP-2.1: a unit with no figure left on the table rolls no die.
#[test]
fn a_unit_that_is_lost_rolls_no_die() {
    let mut test = turn(units(&["a", "b"]), &[1, 2, 6], &[black(2)]);
    test.put(test.piece("a", 1), "fate", Fate::Casualty);
    test.begin_turn(&[2, 6], &[black(2)]);
    assert_eq!(acting(&test), "b");
}

/// CP-2.2: Regulars only: 13 cards, if none can rank as Elite; four that can stand in close order: 14, with the Elite
/// card; the Green card is in while any unit has Guts Green.
#[test]
fn the_activation_deck_has_the_cards_the_forces_call_for() {
    let four = [(5.0, 5.0, 90.0), (7.0, 5.0, 90.0), (9.0, 5.0, 90.0), (11.0, 5.0, 90.0)];
    let foe = |table: TestTable| table.unit("foe", RED, &[(60.0, 45.0, 270.0)]);
    let cards = |table: TestTable| decks::activation_cards(&cp(&foe(table).battle()));
    let usual: Vec<u16> = (0..13).collect();
    assert_eq!(cards(table().unit("a", BLUE, &four[..3])), usual);
    let elite = if CLOSE_ORDER { &[ELITE][..] } else { &[] };
    assert_eq!(cards(table().unit("a", BLUE, &four)), [&usual[..], elite].concat());
    assert_eq!(cards(table().unit("a", BLUE, &four[..3]).word("guts", "Elite")), [&usual[..], &[ELITE]].concat());
    assert_eq!(cards(table().unit("a", BLUE, &four).word("guts", "Green")), [&usual[..], &[GREEN]].concat());
}

/// CP-2.2: the conditions are looked at whenever the deck is shuffled.
#[test]
fn the_green_card_leaves_the_deck_at_the_next_shuffle() {
    let table = units(&["a", "b"]).unit("green", BLUE, &[(40.0, 5.0, 90.0)]).word("guts", "Green");
    let mut test = turn(table, &[1, 6, 6, 6], &[black(1), RESHUFFLE]);
    let holds_green = |test: &TestBattle| test.battle.view().resource::<Decks>().activation.all().contains(&GREEN);
    test.put(test.piece("green", 1), "fate", Fate::Casualty);
    assert!(holds_green(&test), "until the shuffle");
    test.begin_turn(&[1, 6, 6], &[black(1)]);
    assert!(!holds_green(&test));
}

/// CP-2.2: the colour has no effect unless the scenario binds it to a side.
#[test]
fn colours_bind_sides_only_if_the_scenario_says_so() {
    for (bound, expected) in [(false, vec!["a", "foe", "a", "foe"]), (true, vec!["a", "foe"])] {
        let table = units(&["a"]).setting("side_colours", Value::Flag(bound));
        let mut test = table.battle();
        // Blue's unit is before red's whenever both may act: its ten-sided icons are 10 and 9, red's 1 and 2.
        test.cards(BLUE, &[10, 12]);
        test.cards(RED, &[1, 3]);
        test.begin_turn(&[3, 3], &[black(3), red(3), RESHUFFLE]);
        assert_eq!(actors(&mut test), expected, "bound: {bound}");
    }
}

/// CP-2.3: cards Red 4, Black 2, Red 2, Reshuffle: units with die 2 acted twice, units with die 4 once, all others
/// never.
#[test]
fn a_unit_acts_on_each_card_of_its_number() {
    let mut test =
        turn(units(&["two", "four", "five"]), &[2, 4, 5, 1], &[red(4), black(2), red(2), RESHUFFLE, black(5)]);
    assert_eq!(actors(&mut test), ["four", "two", "two"]);
}

/// CP-2.3: the Reshuffle tells what number cards brought each side in the turn, and how likely each number was.
#[test]
fn the_reshuffle_tells_what_the_deck_gave() {
    let mut test =
        turn(units(&["two", "four", "five"]), &[2, 4, 5, 1], &[red(4), black(2), red(2), RESHUFFLE, black(5)]);
    actors(&mut test);
    let view = test.battle.view();
    let told = view.log().events().iter().rev().filter(|event| event.trial.is_some()).take(2);
    let trials: Vec<_> = told.filter_map(|event| Some((event.side?, event.trial.clone()?))).collect();
    let [(RED, of_red), (BLUE, of_blue)] = &trials[..] else { panic!("{trials:?}") };
    let mean = |spread: &[f32]| spread.iter().enumerate().map(|(n, share)| n as f32 * share).sum::<f32>();
    assert_eq!((of_blue.successes, of_blue.tries), (3, 6));
    assert_eq!((of_red.successes, of_red.tries), (0, 2));
    assert!((mean(&of_blue.spread) - 3.0).abs() < 1e-4 && (mean(&of_red.spread) - 1.0).abs() < 1e-4);
    // Before the Reshuffle lies neither card of the one, one of them, or both: each a third of the time.
    assert!(of_red.spread.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-4), "{:?}", of_red.spread);
}

/// CP-2.3: a unit that passes still makes its morale checks.
#[test]
fn a_unit_that_passes_draws_for_its_morale_markers() {
    let mut test = turn(units(&["a", "b"]), &[1, 2, 6], &[black(1), black(2), RESHUFFLE]);
    let unit = test.unit("b");
    test.mark_unit(unit, &marks::MORALE, 1);
    test.put_unit(unit, "section", {
        let mut section = cp(&test).section(unit).clone();
        section.leader = None;
        section
    });
    test.cards(BLUE, &[4]);
    test.go_on();
    assert_eq!(acting(&test), "b");
    test.go_on();
    assert_eq!(test.battle.view().unit_marks(unit).count(&marks::MORALE), 0);
}

/// CP-2.4: the Reshuffle ends the turn at once; Moved and Reacted come off, wounds, stun, reload and morale markers
/// stay, and dice are rolled again.
#[test]
fn the_reshuffle_ends_the_turn_at_once() {
    let mut test = turn(units(&["a", "b"]), &[1, 2, 6], &[black(1), RESHUFFLE, black(5)]);
    let now = test.battle.view().clock().turn;
    let piece = test.piece("b", 1);
    for mark in [&marks::MOVED, &marks::REACTED, &marks::WOUND, &marks::STUN, &marks::RELOAD] {
        test.mark(piece, mark, 1);
    }
    test.mark_unit(test.unit("b"), &marks::MORALE, 2);
    test.dice(&[5, 4, 3]);
    assert_eq!(actors(&mut test), ["a"], "b has not acted and will not");
    assert_eq!(test.battle.view().clock().turn, now + 1);
    let view = test.battle.view();
    let counts = [&marks::MOVED, &marks::REACTED, &marks::WOUND, &marks::STUN, &marks::RELOAD]
        .map(|mark| view.mark(piece, mark));
    assert_eq!(counts, [0, 0, 1, 1, 1]);
    assert_eq!(view.unit_marks(test.unit("b")).count(&marks::MORALE), 2);
    assert_eq!(["a", "b", "foe"].map(|key| cp(&test).section(test.unit(key)).die), [5, 4, 3]);
}

/// CP-2.4: all activation cards are shuffled together.
#[test]
fn all_activation_cards_go_back_into_the_deck() {
    let mut test = turn(units(&["a"]), &[1, 6], &[black(2), black(3), black(1)]);
    let left = |test: &TestBattle| test.battle.view().resource::<Decks>().activation.left();
    assert_eq!(left(&test), 10);
    test.begin_turn(&[1, 6], &[black(1)]);
    assert_eq!(left(&test), 12, "of 13 cards one has been drawn");
}

/// CP-2.5: d10 icons 7, 3, 7 -> the two sevens draw again (2 and 9): second seven, first seven, then the three.
#[test]
fn the_higher_icon_acts_first_and_ties_draw_again() {
    let mut test = units(&["seven", "three", "other"]).battle();
    test.cards(BLUE, &[2, 15, 5, 3, 8]);
    test.begin_turn(&[5, 5, 5, 1], &[black(5), RESHUFFLE]);
    assert_eq!(actors(&mut test), ["other", "seven", "three"]);
}

/// CP-2.5: each unit draws from its own player's deck, and reads nothing but the ten-sided icon.
#[test]
fn each_player_draws_for_his_own_units() {
    let mut test = units(&["a"]).battle();
    test.cards(BLUE, &[1]);
    test.cards(RED, &[10]);
    test.begin_turn(&[5, 5], &[black(5), RESHUFFLE]);
    let now = test.battle.view().clock().turn;
    let draws: Vec<_> = of_turn(&test, now)
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Drew(drawn) if drawn.deck == "action" => {
                Some((drawn.side.expect("a player's deck"), format!("{} {}", drawn.card, drawn.read.join(" "))))
            }
            _ => None,
        })
        .collect();
    assert_eq!(draws, [(BLUE, "1 d10".to_owned()), (RED, "10 d10".to_owned())]);
    assert_eq!(actors(&mut test), ["foe", "a"]);
}

/// Units with Guts Elite, Regular and Green.
fn of_all_grades() -> TestTable {
    table()
        .unit("elite", BLUE, &[(5.0, 5.0, 90.0)])
        .word("guts", "Elite")
        .unit("regular", BLUE, &[(15.0, 5.0, 90.0)])
        .unit("green", BLUE, &[(25.0, 5.0, 90.0)])
        .word("guts", "Green")
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// CP-2.6: Red 5, then Elite: an Elite unit with die 5 acts again; a Regular one with die 5 does not.
#[test]
fn the_elite_card_lets_elite_units_act_again() {
    let mut test = of_all_grades().battle();
    test.cards(BLUE, &[10, 8]);
    test.begin_turn(&[5, 5, 1, 2], &[red(5), ELITE, RESHUFFLE]);
    assert_eq!(actors(&mut test), ["elite", "regular", "elite"]);
}

/// CP-2.6: if no number card has been drawn this turn the Elite card has no effect, whatever was drawn before.
#[test]
fn the_elite_card_before_any_number_has_no_effect() {
    let mut test = turn(of_all_grades(), &[5, 6, 1, 2], &[red(5), RESHUFFLE]);
    assert_eq!(actors(&mut test), ["elite"]);
    test.begin_turn(&[5, 6, 1, 2], &[ELITE, red(6), RESHUFFLE]);
    assert_eq!(actors(&mut test), ["regular"]);
}

/// CP-2.7: Green, Elite, Black 3: Green units with die 3 lose this activation, with its morale checks; the next 3 is
/// theirs again.
#[test]
fn the_green_card_takes_the_next_number_from_green_units() {
    let mut test = turn(of_all_grades(), &[5, 6, 6, 6], &[black(5)]);
    test.mark_unit(test.unit("green"), &marks::MORALE, 1);
    // On Red 3 both may act: the Regular unit draws 10, the Green one 9 for the order; then the Green one an OK.
    test.cards(BLUE, &[10, 8, 4]);
    test.begin_turn(&[1, 3, 3, 2], &[GREEN, ELITE, black(3), red(3), RESHUFFLE]);
    assert_eq!(acting(&test), "regular");
    assert_eq!(test.battle.view().unit_marks(test.unit("green")).count(&marks::MORALE), 1);
    let mut names = actors(&mut test);
    names.dedup();
    assert_eq!(names, ["regular", "green"]);
}

/// CP-2.7: if the Reshuffle comes first the Green card has no effect.
#[test]
fn the_green_card_does_not_outlast_its_turn() {
    let mut test = turn(of_all_grades(), &[1, 5, 3, 2], &[black(5), GREEN, RESHUFFLE]);
    assert_eq!(actors(&mut test), ["regular"]);
    test.begin_turn(&[1, 5, 3, 2], &[black(3), RESHUFFLE]);
    assert_eq!(acting(&test), "green");
}

/// A lieutenant, a section of his 20 inches away, one of his 40 inches away, and one of nobody's.
fn chain_of_command() -> TestTable {
    table()
        .unit("lt", BLUE, &[(10.0, 10.0, 90.0)])
        .leader("level", Value::Word("platoon".into()))
        .unit("near", BLUE, &[(31.0, 10.0, 90.0)])
        .under("lt")
        .unit("far", BLUE, &[(51.0, 10.0, 90.0)])
        .under("lt")
        .unit("stranger", BLUE, &[(10.0, 14.0, 90.0)])
        .unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// CP-2.13: card 3; lieutenant has 3, section has 5, 20 in apart, radius 36: swap -> section has 3 and acts now,
/// lieutenant has 5 and can act later on it.
#[test]
fn a_higher_leader_gives_his_number_to_a_section() {
    let mut test = turn(chain_of_command(), &[3, 5, 1, 1, 1], &[black(3), red(5), RESHUFFLE]);
    assert_eq!((acting(&test).as_str(), test.battle.awaiting().asks[0].kind.as_str()), ("lt", "lead"));
    let swap = order(&test, "swap").target_unit(test.unit("near"));
    test.order(swap);
    assert_eq!(acting(&test), "near");
    assert_eq!(["near", "lt"].map(|key| cp(&test).section(test.unit(key)).die), [3, 5]);
    let mut names = actors(&mut test);
    names.dedup();
    assert_eq!(names, ["near", "lt"]);
}

/// CP-2.13: he may act himself instead, and then nobody else does.
#[test]
fn a_higher_leader_may_act_himself() {
    let mut test = turn(chain_of_command(), &[3, 5, 1, 1, 1], &[black(3), RESHUFFLE]);
    let act = order(&test, "act");
    test.order(act);
    assert_eq!(actors(&mut test), ["lt"]);
}

/// CP-2.13: swapping with a unit out of radius: "Not in command radius"; only with a unit under his command that shows
/// another number; not if he is stunned.
#[test]
fn dice_are_swapped_only_with_units_in_reach_of_command() {
    let mut test = turn(chain_of_command(), &[3, 5, 1, 1, 1], &[black(3), RESHUFFLE]);
    for (key, why) in [("far", "Not in command radius"), ("stranger", "Not under this leader's command")] {
        let swap = order(&test, "swap").target_unit(test.unit(key));
        let (reason, rule) = test.refused(swap);
        assert_eq!((reason.as_str(), rule.as_str()), (why, "CP-2.13"));
    }
    test.put_unit(test.unit("near"), "section", {
        let mut section = cp(&test).section(test.unit("near")).clone();
        section.die = 3;
        section
    });
    let swap = order(&test, "swap").target_unit(test.unit("near"));
    assert_eq!(test.refused(swap).0, "That unit shows the same number");
    test.mark(test.piece("lt", 1), &marks::STUN, 1);
    let swap = order(&test, "swap").target_unit(test.unit("near"));
    assert_eq!(test.refused(swap).0, "A stunned leader cannot swap command dice");
}

/// CP-2.13: only on a number card, and only leaders above team level: a sergeant with units under him is not asked.
#[test]
fn a_team_leader_swaps_no_dice() {
    let table = table()
        .unit("sergeant", BLUE, &[(10.0, 10.0, 90.0)])
        .unit("men", BLUE, &[(14.0, 10.0, 90.0)])
        .under("sergeant")
        .unit("foe", RED, &[(60.0, 45.0, 270.0)]);
    let test = turn(table, &[3, 5, 1], &[black(3), RESHUFFLE]);
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
    let refusal = cp(&test)
        .check_swap(test.piece("sergeant", 1), test.unit("sergeant"), test.unit("men"), 3, &[])
        .expect_err("he is a team leader");
    assert_eq!(refusal.rule.to_string(), "CP-2.13");
}

/// CP-2.13, CP-4.4: the shot of a section whose number was swapped is led by its own sergeant.
#[test]
fn a_swap_does_not_change_who_leads_the_fire() {
    let table = chain_of_command().unit("target", RED, &[(31.0, 14.0, 270.0)]);
    let mut test = turn(table, &[3, 5, 1, 1, 1, 1], &[black(3), RESHUFFLE]);
    let swap = order(&test, "swap").target_unit(test.unit("near"));
    test.order(swap);
    let aim = cp(&test).aim(test.piece("near", 1), test.piece("target", 1), Manner::default());
    assert_eq!(aim.expect("he may shoot").holes(), 2);
}
