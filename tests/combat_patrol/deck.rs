//! Chapter 3.

use grapeshot::rulesets::combat_patrol::orders::reactions;
use std::collections::BTreeMap;

use grapeshot::{
    events::{BattleEvent, Drawn, EventKind},
    forces::{SideId, Value},
    rulesets::combat_patrol::{
        book::{
            action_card::{ActionCard, Burst, Deviation, Location, Severity},
            marks,
        },
        cards::decks::Decks,
        state::shot::Manner,
    },
    testing::{BLUE, RED},
};

use super::*;

/// Blue and red nine inches apart.
fn duel() -> TestTable {
    table().unit("shooter", BLUE, &[(20.0, 10.0, 90.0)]).unit("target", RED, &[(20.0, 20.0, 270.0)])
}

/// All cards, the first in front.
fn cards(test: &TestBattle) -> &[ActionCard] {
    &cp(test).book.core.action_deck
}

/// The draws from action decks among some events: whose deck, and the fields read.
fn draws(events: &[BattleEvent]) -> Vec<(SideId, String)> {
    let drawn = |event: &BattleEvent| match &event.kind {
        EventKind::Drew(drawn @ Drawn { side: Some(side), .. }) => Some((*side, drawn.read.join(" "))),
        _ => None,
    };
    events.iter().filter_map(drawn).collect()
}

fn shoot(test: &mut TestBattle, cards: &[u16]) -> Vec<BattleEvent> {
    test.order(order(test, "declare"));
    test.cards(BLUE, cards);
    // The target is asked next, so that nothing else is drawn.
    test.activation_cards(&[5]);
    let shot = order(test, "shoot").pieces([test.piece("shooter", 1)]).target(test.piece("target", 1));
    test.order(shot)
}

/// CP-3.1: each player has his own deck of 50 cards; a draw takes the top card to the discards of that player, and
/// everybody sees it.
#[test]
fn each_player_draws_from_his_own_deck_of_fifty_cards() {
    let mut test = duel().acting("shooter");
    let state = |test: &TestBattle| {
        let decks = test.battle.view().resource::<Decks>();
        assert!(decks.action.iter().all(|deck| deck.all() == (0..50).collect::<Vec<_>>()));
        [&decks.action[0], &decks.action[1]].map(|deck| (deck.left(), deck.drawn().len()))
    };
    let before = state(&test);
    let events = shoot(&mut test, &[7, 39]);
    let after = state(&test);
    assert_eq!(after[0], (before[0].0 - 2, before[0].1 + 2));
    assert_eq!(after[1], before[1]);
    let shown: Vec<&str> = events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Drew(drawn) if drawn.deck == "action" => Some(drawn.card.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(shown, ["7", "39"]);
}

/// CP-3.1: the acting player draws for movement, hits and damage.
#[test]
fn the_acting_player_draws_for_his_shots() {
    let mut test = duel().acting("shooter");
    let events = shoot(&mut test, &[7, 39]);
    assert_eq!(draws(&events), [(BLUE, "holes ooa hr".to_owned()), (BLUE, "pick loc cover sev".to_owned())]);
}

/// CP-3.1: morale is drawn by the owner of the checking unit, reactions by the reacting player; in melee each side
/// draws one card, and the winner the damage.
#[test]
fn the_player_concerned_draws() {
    let mut test =
        table().unit("men", BLUE, &[(20.0, 10.0, 90.0)]).unit("foe", RED, &[(20.0, 15.0, 270.0)]).acting("foe");
    test.mark_unit(test.unit("men"), &marks::MORALE, 1);
    test.act_next(test.unit("men"));
    test.cards(BLUE, &[4]);
    let events = test.order(order(&test, "steady").number(0.0));
    assert_eq!(draws(&events), [(BLUE, "m_ro".to_owned())]);

    let (man, foe) = (test.piece("men", 1), test.piece("foe", 1));
    test.cards(BLUE, &[7]);
    let events = test.order(order(&test, "declare").pieces([man]));
    assert_eq!(draws(&events), [(BLUE, "move".to_owned())]);
    test.order(order(&test, "assault").pieces([man]).target(foe));
    test.order(order(&test, "march"));
    // Red's check fails with a 6; then blue fights with a 6 and strikes with an I, red fights with a 1.
    test.cards(RED, &[1, 3]);
    test.cards(BLUE, &[5, 8]);
    test.order(order(&test, "react").pieces([foe]).choice(reactions::SHOOT).target(man));
    let mut events = test.order(order(&test, "hold"));
    while test.battle.awaiting().asks.first().is_some_and(|ask| ask.kind == "fight") {
        events.extend(test.order(order(&test, "fight").pieces([man]).target(foe)));
    }
    let found: Vec<_> = draws(&events).into_iter().take(4).collect();
    assert_eq!(
        found,
        [(RED, "d6".to_owned()), (BLUE, "hth".to_owned()), (RED, "hth".to_owned()), (BLUE, "loc sev".to_owned())]
    );
}

/// CP-3.1: the discards are shuffled when a draw is needed and the deck is empty; a setting shuffles every turn.
#[test]
fn discards_come_back_when_the_deck_is_empty_or_every_turn_if_so_set() {
    for (when, fresh) in [("when_empty", false), ("every_turn", true)] {
        let mut test = duel().setting("action_deck_reshuffle", Value::Word(when.into())).acting("shooter");
        shoot(&mut test, &[7, 39]);
        test.begin_turn(&[1, 6], &[0]);
        let left = test.battle.view().resource::<Decks>().action[0].left();
        assert_eq!(left == 50, fresh, "{when}: {left}");
    }
}

/// CP-3.2: every card has the fields printed in the rulebook; an out-of-ammo card has no holes.
#[test]
fn the_cards_are_those_of_the_rulebook() {
    let text = include_str!("../../assets/rulebooks/combat_patrol_core.md");
    let table = text.split("### Action deck\n").nth(1).expect("the rulebook prints the deck");
    let mut rows = table
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>());
    let heads = rows.next().expect("the table has a head");
    let rows: Vec<_> = rows.skip(1).take(50).collect();
    let test = duel().battle();
    assert_eq!((rows.len(), cards(&test).len()), (50, 50));
    for (row, card) in rows.iter().zip(cards(&test)) {
        let fields = card.fields();
        assert_eq!(row[0], card.id.to_string());
        for (head, printed) in heads.iter().zip(row).skip(1) {
            let held = match &fields.0[head.as_str()] {
                Value::Number(number) => number.to_string(),
                Value::Flag(flag) => u8::from(*flag).to_string(),
                Value::Word(word) if word.is_empty() => "-".to_owned(),
                Value::Word(word) => word.to_string(),
                Value::List(_) => unreachable!("no field is a list"),
            };
            assert_eq!(held, *printed, "{head} of card {}", card.id);
        }
        assert!(!card.ooa || card.holes == 0);
    }
}

/// CP-3.2: he S shows small, medium and large bursts, M medium and large, L only large.
#[test]
fn a_small_burst_icon_shows_the_larger_ones_too() {
    let test = duel().battle();
    let shown =
        |card: usize| [Burst::Small, Burst::Medium, Burst::Large].map(|size| cards(&test)[card - 1].shows(size));
    assert_eq!(shown(2), [true, true, true], "S");
    assert_eq!(shown(4), [false, true, true], "M");
    assert_eq!(shown(1), [false, false, true], "L");
    assert_eq!(shown(3), [false, false, false], "none");
}

/// CP-3.3: a draw answers only its question: the movement card reads nothing but its inches, the to-hit card holes,
/// ammunition and randomizer, the damage card which figure, where, cover and how bad.
#[test]
fn a_draw_answers_only_its_question() {
    let mut test = duel().acting("shooter");
    test.cards(BLUE, &[4]);
    let events = test.order(order(&test, "declare").pieces([test.piece("shooter", 1)]));
    assert_eq!(draws(&events), [(BLUE, "move".to_owned())]);
    let view = test.battle.view();
    assert_eq!(view.mark(test.piece("shooter", 1), &marks::OUT_OF_AMMO), 0, "card 4 has the icon, nobody asked for it");
    let mut test = duel().acting("shooter");
    let events = shoot(&mut test, &[7, 4]);
    assert_eq!(draws(&events)[1].1, "pick loc cover sev");
    assert!(test.battle.view().mark(test.piece("shooter", 1), &marks::RELOAD) == 1, "the damage card misfires nothing");
}

/// CP-3.4: "all miss symbols" means holes = 0, with or without the ooa icon; an ooa card never hits.
#[test]
fn an_out_of_ammo_card_counts_as_all_misses() {
    let test = duel().battle();
    let all: Vec<u16> = cards(&test).iter().filter(|card| card.holes == 0).map(|card| card.id).collect();
    assert_eq!(all, [1, 4, 21, 31, 32, 37, 40, 45, 47, 48]);
    let mut test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .leader("accuracy", Value::Word("Elite".into()))
        .unit("target", RED, &[(20.0, 12.0, 270.0)])
        .acting("shooter");
    let aim = cp(&test).aim(test.piece("shooter", 1), test.piece("target", 1), Manner::default()).expect("a shot");
    assert_eq!(aim.holes(), 1);
    let events = shoot(&mut test, &[4]);
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Shot { hit: false, .. })));
}

/// CP-3.5: pick 32, N = 5 -> (31 mod 5) + 1 = 2nd figure; no candidate is chosen much more often than another.
#[test]
fn the_pick_counts_the_candidates_off() {
    let test = duel().battle();
    let card = &cards(&test)[1];
    assert_eq!((card.pick, card.choose(5) + 1), (32, 2));
    for candidates in 1..=12 {
        let mut counts = vec![0; candidates];
        for card in cards(&test) {
            counts[card.choose(candidates)] += 1;
        }
        let (least, most) = (counts.iter().min().expect("some"), counts.iter().max().expect("some"));
        assert!(most - least <= 1, "{candidates} candidates: {counts:?}");
    }
}

/// CP-3.5: candidates are listed nearest to the shooter first; ties by lower figure number.
#[test]
fn candidates_are_counted_from_the_nearest() {
    let test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("target", RED, &[(20.0, 20.0, 270.0), (21.5, 19.5, 270.0), (18.5, 19.5, 270.0)])
        .battle();
    let found = cp(&test).candidates(test.piece("shooter", 1), test.piece("target", 1));
    assert_eq!(found, [2, 3, 1].map(|n| test.piece("target", n)));
}

/// CP-3.6: only command dice are rolled; every other number is read from a card.
#[test]
fn only_command_dice_are_rolled() {
    let men = |x: f32, y: f32, facing| (0..4).map(|n| (x + 2.0 * n as f32, y, facing)).collect::<Vec<_>>();
    let mut test = table().unit("men", BLUE, &men(20.0, 16.0, 90.0)).unit("foe", RED, &men(21.0, 26.0, 270.0)).battle();
    for step in 0..150 {
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { break };
        let answers = test.battle.rules().candidates(&test.battle.view(), &ask);
        let answer = answers[step * 7 % answers.len()].clone();
        test.battle.submit(answer).expect("an answer the rules offer is allowed");
    }
    let mut fields: BTreeMap<String, usize> = BTreeMap::new();
    for event in test.battle.log().events() {
        match &event.kind {
            EventKind::Rolled { .. } => {
                assert!(["CP-2.1", "CP-2.13"].contains(&event.rule.0.as_str()), "{}", event.text)
            }
            EventKind::Drew(drawn) if drawn.deck == "action" => *fields.entry(drawn.read.join(" ")).or_default() += 1,
            _ => {}
        }
    }
    assert!(fields.contains_key("holes ooa hr") && fields.contains_key("move"), "{fields:?}");
}

fn counts<T: Ord>(values: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// CP-3.7: counts over the 50 cards of the numbers on them.
#[test]
fn the_numbers_on_the_cards_are_spread_as_printed() {
    let test = duel().battle();
    let cards = cards(&test);
    let spread = |field: fn(&ActionCard) -> u16| counts(cards.iter().map(field)).into_iter().collect::<Vec<_>>();
    assert_eq!(spread(|c| c.inches.into()), [(3, 3), (4, 5), (5, 7), (6, 8), (7, 9), (8, 8), (9, 6), (10, 4)]);
    assert_eq!(spread(|c| c.holes.into()), [(0, 10), (1, 10), (2, 10), (3, 8), (4, 6), (5, 4), (6, 2)]);
    assert_eq!(spread(|c| c.hr.into()), [(1, 9), (2, 8), (3, 8), (4, 8), (5, 8), (6, 9)]);
    assert_eq!(spread(|c| c.pick), (1..=50).map(|pick| (pick, 1)).collect::<Vec<_>>());
    assert_eq!(spread(|c| c.dev_in.into()), [(1, 10), (2, 15), (3, 15), (4, 10)]);
    assert_eq!(spread(|c| c.hth.into()), [(1, 8), (2, 8), (3, 9), (4, 9), (5, 8), (6, 8)]);
    assert_eq!(spread(|c| c.d6.into()), [(1, 9), (2, 8), (3, 8), (4, 8), (5, 8), (6, 9)]);
    assert_eq!(spread(|c| c.d10.into()), (1..=10).map(|icon| (icon, 5)).collect::<Vec<_>>());
    let ooa: Vec<&ActionCard> = cards.iter().filter(|card| card.ooa).collect();
    assert_eq!((ooa.len(), ooa.iter().filter(|card| card.hr % 2 == 1).count()), (4, 2));
    let mean = cards.iter().map(|card| f32::from(card.inches)).sum::<f32>() / 50.0;
    assert!((mean - 6.66).abs() < 1e-4, "{mean}");
}

/// CP-3.7: counts of locations, severities, cover, bursts, stuns and directions.
#[test]
fn hits_and_bursts_are_spread_as_printed() {
    let test = duel().battle();
    let cards = cards(&test);
    let count = |which: &dyn Fn(&ActionCard) -> bool| cards.iter().filter(|card| which(card)).count();
    use Location as L;
    for (locs, all, out) in [
        (&[L::Head][..], 6, 5),
        (&[L::Torso][..], 16, 9),
        (&[L::LeftArm, L::RightArm][..], 12, 2),
        (&[L::LeftLeg, L::RightLeg][..], 16, 4),
    ] {
        assert_eq!(count(&|card| locs.contains(&card.loc)), all, "{locs:?}");
        assert_eq!(count(&|card| locs.contains(&card.loc) && card.sev == Severity::Incapacitated), out, "{locs:?}");
    }
    for limbs in [L::LeftArm, L::RightArm] {
        assert_eq!(count(&|card| card.loc == limbs), 6);
    }
    for limbs in [L::LeftLeg, L::RightLeg] {
        assert_eq!(count(&|card| card.loc == limbs), 8);
    }
    assert_eq!(count(&|card| card.sev == Severity::Wound), 30);
    for (code, stops) in [('b', 16), ('f', 20), ('w', 28), ('h', 34), ('k', 38)] {
        assert_eq!(count(&|card| card.cover.contains(code)), stops, "{code}");
    }
    for (burst, all, stuns) in
        [(Some(Burst::Small), 12, 0), (Some(Burst::Medium), 8, 4), (Some(Burst::Large), 10, 6), (None, 20, 10)]
    {
        assert_eq!(count(&|card| card.he == burst), all, "{burst:?}");
        assert_eq!(count(&|card| card.he == burst && card.stun), stuns, "{burst:?}");
    }
    use Deviation as D;
    for (direction, all) in [
        (D::Long, 6),
        (D::LongRight, 7),
        (D::Right, 6),
        (D::ShortRight, 6),
        (D::Short, 6),
        (D::ShortLeft, 6),
        (D::Left, 6),
        (D::LongLeft, 7),
    ] {
        assert_eq!(count(&|card| card.dev == direction), all, "{direction:?}");
    }
}

/// CP-3.7: chance that a shot hits by needed holes: 1: 80 %, 2: 60 %, 3: 40 %, 4: 24 %, 5: 12 %, 6: 4 %, 7: 0; by grade
/// and range as in the table.
#[test]
fn a_shot_hits_as_often_as_printed() {
    let test = duel().battle();
    let chances: Vec<i32> = (1..=7).map(|holes| (cp(&test).chance_of_holes(holes) * 100.0).round() as i32).collect();
    assert_eq!(chances, [80, 60, 40, 24, 12, 4, 0]);
    for (grade, expected) in [("Elite", [80, 60, 40]), ("Regular", [60, 40, 24]), ("Green", [40, 24, 12])] {
        for (gap, chance) in [5.0, 10.0, 20.0].into_iter().zip(expected) {
            let test = table()
                .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
                .leader("accuracy", Value::Word(grade.into()))
                .unit("target", RED, &[(20.0, 11.0 + gap, 270.0)])
                .battle();
            let cp = cp(&test);
            let aim = cp.aim(test.piece("shooter", 1), test.piece("target", 1), Manner::default()).expect("a shot");
            assert_eq!((cp.odds_of(&aim).chance * 100.0).round() as i32, chance, "{grade} at {gap}");
        }
    }
}

/// CP-3.7: no two numeric fields, nor "!!", nor the long/short and left/right sense of the arrow, correlate by more
/// than
/// 0.10, apart from he with stun; the icon of ammunition goes with having no holes.
#[test]
fn what_one_field_says_tells_nothing_of_another() {
    let test = duel().battle();
    let sense = |card: &ActionCard| card.dev.parts(1.0);
    let sign = |amount: f32| if amount.abs() < 1e-6 { 0.0 } else { f64::from(amount.signum()) };
    let bursts = |card: &ActionCard| match card.he {
        None => 0.0,
        Some(Burst::Large) => 1.0,
        Some(Burst::Medium) => 2.0,
        Some(Burst::Small) => 3.0,
    };
    let column = |field: &dyn Fn(&ActionCard) -> f64| cards(&test).iter().map(field).collect::<Vec<f64>>();
    let columns = [
        ("move", column(&|card| card.inches.into())),
        ("holes", column(&|card| card.holes.into())),
        ("hr", column(&|card| card.hr.into())),
        ("pick", column(&|card| card.pick.into())),
        ("dev_in", column(&|card| card.dev_in.into())),
        ("hth", column(&|card| card.hth.into())),
        ("d6", column(&|card| card.d6.into())),
        ("d10", column(&|card| card.d10.into())),
        ("stun", column(&|card| f64::from(u8::from(card.stun)))),
        ("he", column(&bursts)),
        ("long/short", column(&|card| sign(sense(card).y))),
        ("left/right", column(&|card| sign(sense(card).x))),
    ];
    for (n, (first, a)) in columns.iter().enumerate() {
        for (second, b) in &columns[n + 1..] {
            if (*first, *second) == ("stun", "he") {
                continue;
            }
            let r = correlation(a, b);
            assert!(r.abs() <= 0.10, "{first} and {second}: {r:.3}");
        }
    }
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let with = |x: &[f64], mx: f64, y: &[f64], my: f64| x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>();
    with(a, mean_a, b, mean_b) / (with(a, mean_a, a, mean_a) * with(b, mean_b, b, mean_b)).sqrt()
}

/// CP-3.7: the cards of the figures exist: move 7; long-right 3 and short-left 3; long 3 and long-left 2.
#[test]
fn the_cards_shown_in_the_figures_exist() {
    let test = duel().battle();
    let cards = cards(&test);
    assert!(cards.iter().any(|card| card.inches == 7));
    for (direction, inches) in
        [(Deviation::LongRight, 3), (Deviation::ShortLeft, 3), (Deviation::Long, 3), (Deviation::LongLeft, 2)]
    {
        assert!(cards.iter().any(|card| (card.dev, card.dev_in) == (direction, inches)), "{direction:?} {inches}");
    }
}
