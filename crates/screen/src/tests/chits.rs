//! Orders on chits, which each side gives by itself.

use super::*;

/// A battle in which orders are given on chits, at its first question: six units a side in two brigades, all in contact
/// with their command elements.
fn with_chits() -> Session {
    let mut table = TestTable::new("burt", grapeshot_rulesets::plugin).size(72.0, 48.0).turns(8);
    for (side, y, behind, facing, name) in [(BLUE, 12.0, 9.5, 90.0, "b"), (RED, 36.0, 38.5, 270.0, "r")] {
        for brigade in 0..2_u8 {
            let x = 12.0 + 30.0 * f32::from(brigade);
            let staff = format!("{name}_staff_{brigade}");
            table = table.block(&staff, side, "command_element", "", (x, behind, facing));
            for n in 0..3_u8 {
                let at = (x - 2.3 + 2.3 * f32::from(n), y, facing);
                let key = format!("{name}_{brigade}_{n}");
                table = table.block(&key, side, "infantry", "column", at).number("figures", 24.0).under(&staff);
            }
        }
    }
    let battle = table.battle().battle;
    let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    take_seat(&mut session);
    session
}

/// A battle in which both sides have given their orders: the rest is played on one table.
fn after_orders() -> Session {
    let mut session = with_chits();
    for _ in 0..2 {
        assert!(session.go_on(), "{:?}", session.notice());
        session.skip();
        take_seat(&mut session);
    }
    session
}

#[test]
fn orders_on_chits_keep_their_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let mut session = with_chits();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units[..4], false);
    assert!(session.allot("fire"), "{:?}", session.notice());
    let shown = Shown::of(&session, &preferences);
    desktop.show("orders", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

#[test]
fn the_strip_of_steps_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let session = after_orders();
    let shown = Shown::of(&session, &preferences);
    desktop.show("steps", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

#[test]
fn one_order_is_given_to_many_units_and_changed_freely() {
    let mut session = with_chits();
    let given = |session: &Session| -> Vec<Option<String>> {
        let sheet = session.allotment().expect("orders are given");
        sheet.units().map(|unit| unit.given.as_ref().map(ToString::to_string)).collect()
    };
    assert!(!session.allot("fire"), "nobody was chosen");
    session.clear_notice();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    assert_eq!((units.len(), given(&session)), (6, vec![None; 6]));
    session.choose_units(&units, false);
    assert!(session.allot("fire"));
    session.skip();
    assert_eq!(given(&session), vec![Some("fire".to_owned()); 6]);
    session.choose_units(&units[1..2], false);
    session.choose_units(&units[2..4], true);
    session.choose_units(&units[2..3], true);
    assert_eq!(session.allotted().into_iter().collect::<Vec<_>>(), [units[1], units[3]], "the third left again");
    assert!(session.allot("assault"));
    session.skip();
    let words = ["fire", "assault", "fire", "assault", "fire", "fire"].map(|word| Some(word.to_owned()));
    assert_eq!(given(&session), words);
}

#[test]
fn after_one_unit_the_next_without_an_order_is_chosen() {
    let mut session = with_chits();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units[..1], false);
    assert!(session.allot("regroup"));
    assert_eq!(session.selection().unit, Some(units[1]));
}

#[test]
fn orders_are_given_behind_the_cloth_and_the_rest_is_played_on_one_table() {
    let mut session = with_chits();
    assert_eq!(session.viewer(), Some(BLUE));
    assert!(session.may_peek().is_empty(), "behind the cloth there is nothing to peek at");
    assert!(session.go_on());
    assert_eq!(session.hand_over(), Some(RED), "the other sits down before it sees its chits");
    let session = after_orders();
    assert_eq!((session.hand_over(), session.viewer()), (None, Some(STRANGER)));
    let read = session.shown().units.iter().filter_map(|unit| unit.chit.as_ref()).filter(|chit| chit.word.is_some());
    assert_eq!(read.count(), 0, "all chits lie face down");
}

/// The unit that one side had in hand is not in the other side's hand.
#[test]
fn what_the_side_before_chose_stays_chosen_no_longer() {
    let mut session = with_chits();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units[..2], false);
    assert!(session.selection().unit.is_some());
    assert!(session.go_on());
    take_seat(&mut session);
    assert_eq!(session.selection(), &Selection::default());
}

#[test]
fn a_unit_that_is_chosen_while_the_enemy_decides_is_picked_when_its_side_is_asked() {
    let mut session = after_orders();
    let first = session.ask_for_human().expect("who acts first is asked").choices[0].0.clone();
    session.draft_choice(first);
    assert!(session.commit(), "{:?}", session.notice());
    session.skip();
    let asked = session.ask_for_human().expect("a side is asked").side;
    let view = session.view();
    let other = view.units().find(|unit| view.side_of_unit(*unit) != asked && view.unit(*unit).name.ends_with("_0_0"));
    session.select_unit(other);
    assert!(session.selection().pieces.is_empty(), "it is not this side's decision");
    assert!(session.go_on(), "the side passes: {:?}", session.notice());
    session.skip();
    assert_ne!(session.ask_for_human().expect("the other side is asked").side, asked);
    assert_eq!((session.selection().unit, session.selection().pieces.len()), (other, 1));
}

/// SB-1.10: a question with two choices waits for the choice at once.
#[test]
fn a_question_of_choices_needs_no_verb_first() {
    let mut session = after_orders();
    assert_eq!(session.ask_for_human().map(|ask| ask.kind.to_string()), Some("initiative".to_owned()));
    assert_eq!(session.draft().map(|draft| draft.verb().id.0.to_string()), Some("choose".to_owned()));
    session.draft_choice("r");
    assert!(!session.commit(), "there is no such side");
    session.clear_notice();
    let side = session.ask_for_human().expect("it stands").choices[0].0.clone();
    session.draft_choice(side);
    assert!(session.commit(), "{:?}", session.notice());
}

#[test]
fn who_peeks_reads_his_own_chits_and_no_others() {
    let mut session = after_orders();
    assert_eq!(session.may_peek(), [BLUE, RED]);
    session.peek(Some(RED));
    assert!(session.ask_for_human().is_none(), "nothing is ordered meanwhile");
    session.go_on_showing(1.0);
    let readable = |session: &Session| -> BTreeSet<SideId> {
        let units = session.shown().units.iter().enumerate();
        let read = units.filter(|(_, unit)| unit.chit.as_ref().is_some_and(|chit| chit.word.is_some()));
        read.map(|(n, _)| session.view().side_of_unit(UnitId(n as u16))).collect()
    };
    assert_eq!(readable(&session), [RED].into());
    session.peek(None);
    session.go_on_showing(1.0);
    assert_eq!((readable(&session), session.viewer()), (BTreeSet::new(), Some(STRANGER)));
    assert!(session.ask_for_human().is_some());
}

/// A click on a step of the strip opens its rule.
#[test]
fn the_strip_opens_the_rule_of_a_step() {
    let session = after_orders();
    let preferences = Preferences::default();
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let screen = Rect::from_min_size(Pos2::ZERO, Vec2::new(1422.0, 800.0));
    let at = Pos2::new(screen.right() - 30.0, theme::TOP_BAR + panels::steps::HEIGHT / 2.0);
    let button = |pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let frames = [vec![], vec![egui::Event::PointerMoved(at)], vec![button(true)], vec![button(false)], vec![]];
    let mut done = Vec::new();
    for (n, events) in frames.into_iter().enumerate() {
        let time = Some(n as f64 * 0.1);
        ctx.begin_pass(egui::RawInput { screen_rect: Some(screen), events, time, ..egui::RawInput::default() });
        let (mut desk, mut pictures) = (Desk::default(), Pictures::default());
        let shown = Shown::of(&session, &preferences);
        panels::show(&ctx, &shown, &mut desk, &mut pictures, &BoardView::default(), &mut done);
        ctx.end_pass().textures_delta.clear();
    }
    assert!(done.contains(&UiAction::OpenRule(RuleId::new("SB-8.2"))), "{done:?}");
}
