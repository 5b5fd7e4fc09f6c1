//! Chapter 12: who hides, and how he is found.

use bevy::math::Vec2;
use grapeshot::{
    ai::{Level, commander, looking_ahead, unerring},
    events::{EventKind, Subject},
    forces::{Fate, PieceId, SideId},
    rulesets::combat_patrol::book::marks,
    table::{
        position::{Heading, Place},
        terrain::DoorState,
    },
    testing::RED,
    turn::{LossTerm, VictoryTerms},
};

use super::*;

/// A wood with a red unit hidden in it, whose first man lies behind its south edge; a blue unit in the open south of
/// it.
pub(super) fn wood() -> TestTable {
    table()
        .area("woods", (15.0, 20.0), (35.0, 34.0))
        .unit("blue", BLUE, &[(25.0, 10.0, 90.0), (40.0, 4.0, 90.0)])
        .leader("level", grapeshot::forces::Value::Word("company".into()))
        .unit("red", RED, &[(25.0, 20.6, 270.0), (27.0, 20.6, 270.0), (25.0, 31.0, 270.0)])
        .hidden()
}

pub(super) fn hidden(test: &TestBattle) -> bool {
    cp(test).is_hidden(test.unit("red"))
}

/// Whether blue has a red man on the table.
pub(super) fn placed(test: &TestBattle, number: usize) -> bool {
    test.battle.view_of(BLUE).in_play(test.piece("red", number))
}

/// Sends a figure of the unit that acts somewhere with a movement card, by its printed number, and lets nobody react.
pub(super) fn send(test: &mut TestBattle, side: SideId, piece: PieceId, card: u16, x: f32, y: f32) {
    test.cards(side, &[card]);
    let declare = order(test, "declare").pieces([piece]);
    test.order(declare);
    let go = order(test, "move").pieces([piece]).path([to(x, y)]);
    test.order(go);
    let march = order(test, "march");
    test.order(march);
    while matches!(test.battle.awaiting().asks.first().map(|ask| ask.kind.as_str()), Some("react" | "resume")) {
        test.go_on();
    }
}

/// CP-12.1, CP-1.9: a unit that starts hidden is not in what the enemy knows; its own side has it as ever.
#[test]
fn a_hidden_unit_is_not_in_the_view_of_the_enemy() {
    let test = wood().acting("blue");
    let (enemy, own) = (test.battle.view_of(BLUE), test.battle.view_of(RED));
    let (unit, man) = (test.unit("red"), test.piece("red", 1));
    assert!(own.unit_marks(unit).has(&marks::HIDDEN) && own.in_play(man));
    assert_eq!(own.place(man), Place::new(25.0, 20.6, 270.0));
    assert!(!enemy.units().any(|known| known == unit) && !enemy.knows_unit(unit));
    assert!(!enemy.pieces().any(|known| test.pieces("red").contains(&known)) && !enemy.knows_piece(man));
    assert!(!enemy.in_play(man));
    assert_eq!((enemy.fate(man), enemy.place(man)), (Fate::Awaited, Place::default()));
    assert!(enemy.marks(man).iter().next().is_none() && enemy.unit_marks(unit).iter().next().is_none());
    assert_eq!(enemy.pieces_index().within(Vec2::new(25.0, 20.6), 8.0).len(), 0);
    assert_eq!(own.pieces_index().within(Vec2::new(25.0, 20.6), 8.0).len(), 2);
}

/// CP-12.4: a hidden unit has a command die and acts like any other, but only its own side reads of it.
#[test]
fn what_a_hidden_unit_does_only_its_own_side_reads() {
    let mut test = wood().acting("red");
    let man = test.piece("red", 1);
    send(&mut test, RED, man, 3, 23.0, 20.6);
    test.go_on();
    assert!(hidden(&test));
    let names = |side| {
        let known = test.battle.view_of(side);
        known.events().filter(|event| event.text.contains("RED") || event.text.contains("red.")).count()
    };
    assert_eq!(names(BLUE), 0);
    assert!(names(RED) > 3, "{}", names(RED));
    let dice = |side| {
        let events = test.battle.view_of(side);
        events.events().filter(|event| matches!(event.kind, EventKind::Rolled { .. })).count()
    };
    assert!(dice(RED) > dice(BLUE), "the die of a hidden unit is kept secret");
    let moved = |side| {
        let events = test.battle.view_of(side);
        events.events().any(|event| matches!(event.kind, EventKind::Moved { piece, .. } if piece == man))
    };
    assert!(moved(RED) && !moved(BLUE));
}

/// CP-12.4: the enemy is not told for which hidden unit a question is asked.
#[test]
fn the_enemy_does_not_read_whom_a_question_is_about() {
    let test = wood().acting("red");
    let ask = &test.battle.awaiting().asks[0];
    let shown = ask.as_known(&test.battle.view_of(BLUE));
    assert_eq!((shown.unit, shown.pieces.len(), shown.question.as_str()), (None, 0, "The red decide"));
    assert_eq!(ask.as_known(&test.battle.view_of(RED)), *ask);
}

/// CP-12.1: a commander decides the same wherever enemies are that he has not seen.
#[test]
fn a_commander_decides_the_same_whatever_hidden_enemies_do() {
    let battle = |at: (f32, f32)| {
        let mut test = table()
            .area("woods", (15.0, 20.0), (35.0, 34.0))
            .unit("blue", BLUE, &[(24.0, 10.0, 90.0), (26.0, 10.0, 90.0), (28.0, 10.0, 90.0), (30.0, 10.0, 90.0)])
            .unit("red", RED, &[(at.0, at.1, 270.0), (at.0 + 2.0, at.1, 270.0)])
            .hidden()
            .unit("seen", RED, &[(40.0, 26.0, 270.0), (42.0, 26.0, 270.0)])
            .acting("blue");
        let mut decisions = Vec::new();
        let erring = [Level::Random, Level::Recruit, Level::Regular].map(|level| commander(level, 5));
        let minds = erring.into_iter().chain([unerring(5), looking_ahead(5, 2)]);
        for (n, mut commander) in minds.enumerate() {
            while let Some(ask) = test.battle.awaiting().of(BLUE).cloned() {
                let decision = commander.decide(&test.battle, &ask);
                let reason = decision.reason(&test.battle);
                let words = format!("{:?} {reason} {:?}", decision.order, decision.considered());
                decisions.push(words);
                if n < 3 || ask.kind != "declare" {
                    break;
                }
                test.cards(BLUE, &[3]);
                test.order(decision.order);
            }
        }
        decisions
    };
    let near = battle((26.0, 22.0));
    assert!(near.len() > 5, "{near:?}");
    assert_eq!(near, battle((18.0, 30.0)));
    assert_eq!(near, battle((60.0, 46.0)));
}

/// CP-12.2, example: a hidden man in a wood is found when an enemy walks up to 4.8 inches with sight, not at 5.2.
#[test]
fn who_is_seen_by_an_enemy_within_five_inches_is_found() {
    for (y, found) in [(14.4, false), (14.8, true)] {
        let mut test = wood().acting("blue");
        let man = test.piece("blue", 1);
        send(&mut test, BLUE, man, 3, 25.0, y);
        assert_eq!(hidden(&test), !found, "{y}");
        assert_eq!((placed(&test, 1), placed(&test, 2), placed(&test, 3)), (found, found, false), "{y}");
    }
}

/// CP-12.2: only figures that an enemy sees are placed; the others follow when one sees them.
#[test]
fn figures_of_a_found_unit_are_placed_as_they_are_seen() {
    let mut test = wood().acting("blue");
    let man = test.piece("blue", 1);
    send(&mut test, BLUE, man, 3, 25.0, 15.0);
    assert!(placed(&test, 1) && !placed(&test, 3) && !hidden(&test));
    let appeared: Vec<PieceId> = test
        .battle
        .view_of(BLUE)
        .events()
        .filter_map(|event| match event.kind {
            EventKind::Appeared { piece, .. } => Some(piece),
            _ => None,
        })
        .collect();
    assert_eq!(appeared, [test.piece("red", 1), test.piece("red", 2)]);
    let card = test.battle.rules().unit_card(&test.battle.view_of(BLUE), test.unit("red"));
    assert_eq!((card.pieces[0].states.len(), &*card.pieces[2].states), (0, &["not seen yet".to_owned()][..]));
    assert!(card.badges.is_empty(), "the third stands somewhere on the table: {:?}", card.badges);
    test.stand(test.piece("red", 3), 22.0, 20.6, 270.0);
    test.go_on();
    assert!(placed(&test, 3), "he came to the edge, where he is seen");
}

/// CP-12.2: a man who is passed within five inches on the way is found, though the way ends farther off.
#[test]
fn who_is_passed_by_within_five_inches_is_found() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("red", RED, &[(15.0, 15.0, 270.0)])
        .hidden()
        .building((10.0, 8.0), (17.5, 13.0), &[(10.0, 10.0, DoorState::Open)], &[])
        .building((10.0, 17.0), (17.5, 22.0), &[(10.0, 20.0, DoorState::Open)], &[])
        .acting("blue");
    assert!(hidden(&test));
    let man = test.piece("blue", 1);
    send(&mut test, BLUE, man, 4, 20.0, 20.0);
    assert!(!hidden(&test) && placed(&test, 1));
}

/// CP-12.2: shooting gives a hidden unit away.
#[test]
fn who_shoots_is_found() {
    let mut test = wood().acting("red");
    let nobody = order(&test, "declare");
    test.order(nobody);
    let shoot = order(&test, "shoot").pieces([test.piece("red", 1)]).target(test.piece("blue", 1));
    test.order(shoot);
    assert!(!hidden(&test) && placed(&test, 1) && placed(&test, 2));
    let known = test.battle.view_of(BLUE);
    assert!(known.events().any(|event| matches!(event.kind, EventKind::Shot { .. })));
}

/// HM-8.7: with the spotting rule 7.12 shooting a bow does not give the shooter away; with 3.17 it does.
#[test]
fn a_bow_may_shoot_from_hiding_under_rule_7_12() {
    for (rule, found) in [("3.17", true), ("7.12", false)] {
        let table = wood().weapons(&["bow"]).setting("spotting_rule", grapeshot::forces::Value::Word(rule.into()));
        let mut test = table.acting("red");
        let nobody = order(&test, "declare");
        test.order(nobody);
        let shoot = order(&test, "shoot").pieces([test.piece("red", 1)]).target(test.piece("blue", 1));
        // Card 6 hits, card 5 incapacitates.
        test.cards(RED, &[6, 5]);
        test.order(shoot);
        assert_eq!(hidden(&test), !found, "{rule}");
        let known = test.battle.view_of(BLUE);
        assert_eq!(known.events().any(|event| matches!(event.kind, EventKind::Shot { .. })), found, "{rule}");
        let struck = |kind: &EventKind| matches!(kind, EventKind::Hit { .. });
        assert!(known.events().any(|event| struck(&event.kind)), "who is hit sees it: {rule}");
    }
}

/// CP-12.2: a man who moves in the open in sight of an enemy is found; in the wood, or where nobody sees him, he is
/// not.
#[test]
fn who_moves_in_the_open_in_sight_is_found() {
    for (x, y, found) in [(23.0, 20.6, false), (25.0, 17.0, true)] {
        let mut test = wood().acting("red");
        let man = test.piece("red", 1);
        send(&mut test, RED, man, 3, x, y);
        assert_eq!(hidden(&test), !found, "to {x}, {y}");
    }
    let mut test = wood().building((20.0, 12.0), (45.0, 16.5), &[(20.0, 14.0, DoorState::Open)], &[]).acting("red");
    let man = test.piece("red", 1);
    send(&mut test, RED, man, 3, 25.0, 18.0);
    assert!(hidden(&test), "the house stands between");
}

/// CP-12.2: nobody reacts to a hidden mover before he is found.
#[test]
fn nobody_reacts_to_those_who_hide() {
    for (x, y, asked) in [(23.0, 20.6, false), (25.0, 17.0, true)] {
        let mut test = wood().acting("red");
        let man = test.piece("red", 1);
        test.cards(RED, &[3]);
        let declare = order(&test, "declare").pieces([man]);
        test.order(declare);
        let go = order(&test, "move").pieces([man]).path([to(x, y)]);
        test.order(go);
        let march = order(&test, "march");
        test.order(march);
        let reacts = test.battle.awaiting().asks.iter().any(|ask| ask.kind == "react" && ask.side == BLUE);
        assert_eq!(reacts, asked, "to {x}, {y}");
    }
}

/// A blue man who walks north into a red one who hides in the open.
fn collision() -> TestTable {
    table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 17.0, 90.0)])
        .hidden()
        .weapons(&["hatchet_tomahawk"])
}

/// CP-12.2: a man who runs into a hidden figure is stopped there, and it is found; they fight.
#[test]
fn who_runs_into_a_hidden_figure_is_stopped_by_it() {
    let mut test = collision().acting("blue");
    let man = test.piece("blue", 1);
    test.cards(BLUE, &[4]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let go = order(&test, "move").pieces([man]).path([to(20.0, 19.0)]);
    let plan = test.battle.check(&go).expect("nobody is known to be in the way");
    assert!((plan.moves[0].end.at.y - 19.0).abs() < 0.01, "{:?}", plan.moves[0].end);
    test.order(go);
    let march = order(&test, "march");
    let from = test.battle.log().len();
    test.order(march);
    while matches!(test.battle.awaiting().asks.first().map(|ask| ask.kind.as_str()), Some("react" | "resume")) {
        test.go_on();
    }
    assert!(!hidden(&test) && placed(&test, 1));
    let events = &test.battle.log().events()[from..];
    let end = events.iter().rev().find_map(|event| match &event.kind {
        EventKind::Moved { piece, end, .. } if *piece == man && event.rule.to_string() == "CP-2.15" => Some(end.at.y),
        _ => None,
    });
    assert!(end.is_some_and(|y| (y - 16.0).abs() < 0.05), "{end:?}");
    while !test.battle.log().events()[from..].iter().any(|event| matches!(event.kind, EventKind::Fought { .. })) {
        test.go_on();
    }
}

/// CP-12.2, CP-14.1: floors part those on different storeys: nobody runs into who hides upstairs.
#[test]
fn nobody_runs_into_who_hides_upstairs() {
    let mut test = table()
        .building((15.0, 15.0), (35.0, 35.0), &[(15.0, 25.0, DoorState::Open)], &[])
        .storeys(2)
        .unit("blue", BLUE, &[(20.0, 20.0, 90.0)])
        .unit("red", RED, &[(20.0, 23.0, 90.0)])
        .upstairs(1, 2)
        .hidden()
        .acting("blue");
    let man = test.piece("blue", 1);
    send(&mut test, BLUE, man, 4, 20.0, 26.0);
    let y = test.battle.view().place(man).at.y;
    assert!((y - 26.0).abs() < 0.01, "{y}");
    assert!(hidden(&test));
}

/// CP-12.2, CP-4.3: a man who is out of command may not fight, and stops half an inch before a hidden figure.
#[test]
fn who_is_out_of_command_stops_before_a_hidden_figure() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 40.0, 90.0), (20.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 17.0, 90.0)])
        .hidden()
        .weapons(&["hatchet_tomahawk"])
        .acting("blue");
    let man = test.piece("blue", 2);
    send(&mut test, BLUE, man, 4, 20.0, 19.0);
    let y = test.battle.view().place(man).at.y;
    assert!((y - 15.5).abs() < 0.05, "{y}");
    assert!(!hidden(&test));
}

/// CP-12.1: a hit falls on nobody that the shooter's side does not see.
#[test]
fn a_shot_at_one_does_not_find_his_hidden_neighbour() {
    let test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("seen", RED, &[(20.0, 20.0, 270.0)])
        .unit("red", RED, &[(21.0, 21.5, 270.0)])
        .hidden()
        .acting("blue");
    let seen = grapeshot::rulesets::combat_patrol::view::rulebook::SkirmishView::of(test.battle.view_of(BLUE));
    let (shooter, target) = (test.piece("blue", 1), test.piece("seen", 1));
    assert_eq!(seen.candidates(shooter, target), [target]);
    assert!(seen.aim(shooter, test.piece("red", 1), Default::default()).is_err());
}

/// CP-12.2: a battle with hidden units is put back as it was, with what each side knows.
#[test]
fn undo_and_snapshots_keep_what_each_side_knows() {
    let mut test = wood().acting("blue");
    let before = test.battle.snapshot();
    let checksum = test.battle.checksum();
    let man = test.piece("blue", 1);
    send(&mut test, BLUE, man, 3, 25.0, 15.0);
    assert!(placed(&test, 1));
    test.battle.restore(&before);
    assert!(!placed(&test, 1) && hidden(&test));
    assert_eq!(test.battle.checksum(), checksum);
    assert_eq!(test.battle.view_of(BLUE).pieces_index().within(Vec2::new(25.0, 20.6), 8.0).len(), 0);
}

/// CP-12.2: what is laid on a hidden figure its enemy learns only when it is found.
#[test]
fn the_markers_of_a_hidden_figure_are_placed_with_it() {
    let mut test = wood().acting("blue");
    let (man, red) = (test.piece("blue", 1), test.piece("red", 1));
    test.mark(red, &marks::RELOAD, 1);
    assert!(test.battle.view_of(BLUE).marks(red).iter().next().is_none());
    send(&mut test, BLUE, man, 3, 25.0, 15.0);
    let view = test.battle.view_of(BLUE);
    let laid = view.events().find_map(|event| match &event.kind {
        EventKind::Appeared { piece, marks, .. } if *piece == red => Some(marks.clone()),
        EventKind::Marked { subject: Subject::Piece(piece), .. } if *piece == red => panic!("it was told before"),
        _ => None,
    });
    assert_eq!(laid.map(|laid| laid.count(&marks::RELOAD)), Some(1));
    assert_eq!(view.place(red).facing, Heading(270.0));
}

/// CP-12.4: a unit that hides keeps its fire for a shot that pays.
#[test]
fn the_computer_holds_its_fire_from_hiding() {
    let fires = |blue: &[(f32, f32, f32)], hides: bool| {
        let losses = LossTerm { each: 1.0, ..LossTerm::default() };
        let mut table = table()
            .victory(VictoryTerms { losses, handicap: vec![0.0; 2], margin: 1.0, ..VictoryTerms::default() })
            .area("woods", (15.0, 20.0), (35.0, 34.0))
            .unit("blue", BLUE, blue)
            .unit("red", RED, &[18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.0].map(|x| (x, 20.6, 270.0)));
        if hides {
            table = table.hidden();
        }
        let mut test = table.acting("red");
        let nobody = order(&test, "declare");
        test.order(nobody);
        let ask = test.battle.awaiting().asks[0].clone();
        let decision = unerring(1).decide(&test.battle, &ask);
        decision.order.verb.0 == "shoot"
    };
    let far = [(26.0, 2.5, 90.0)];
    let crowd = [(24.0, 14.2, 90.0), (25.0, 13.0, 90.0), (26.0, 14.2, 90.0), (27.0, 13.0, 90.0), (28.0, 14.2, 90.0)];
    assert!(fires(&far, false) && !fires(&far, true));
    assert!(fires(&crowd, true));
}
