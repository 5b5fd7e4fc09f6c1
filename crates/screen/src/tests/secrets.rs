//! What lies under the cloth, and what no page may show.

use super::*;

#[test]
fn the_cloth_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let world = simulation_world(rulesets::plugin);
    let file = "../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron";
    let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
    let session = Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}));
    assert!(session.hand_over().is_some());
    let shown = Shown::of(&session, &preferences);
    desktop.show("cloth", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

/// What the screen shows, or a page has painted, that only one of two players may know.
fn betrayed(session: &Session, painted: &BTreeSet<String>) -> Vec<String> {
    let (battle, mut betrayed) = (session.battle(), Vec::new());
    let (log, stranger) = (battle.log().events(), battle.view_of_stranger());
    let common: BTreeSet<&str> = known(log).map(|event| event.text.as_str()).collect();
    for event in log.iter().filter(|event| !event.known_to.includes(Some(STRANGER))) {
        let text = event.text.as_str();
        let shown = session.events().iter().any(|shown| shown.text == text && shown.step == event.step);
        let read = painted.iter().any(|painted| painted.contains(text));
        if !common.contains(text) && (shown || read) {
            betrayed.push(format!("{text} (step {})", event.step));
        }
    }
    for unit in battle.view().units() {
        let seen = session.shown().present(unit).count();
        if seen > stranger.present(unit).count() {
            betrayed.push(format!("{seen} pieces of {}", battle.view().unit(unit).name));
        }
        let chit = session.shown().units.get(unit.index()).and_then(|unit| unit.chit.as_ref());
        let word = chit.and_then(|chit| chit.word.as_ref()).filter(|word| Some(*word) != face_up(log, unit));
        betrayed.extend(word.map(|word| format!("the chit {word}")));
    }
    betrayed
}

/// The word of a chit that was turned over before all and has not been changed since.
fn face_up(log: &[BattleEvent], unit: UnitId) -> Option<&SmolStr> {
    let mut turns = known(log).rev().filter_map(|event| match &event.kind {
        EventKind::Revealed { unit: Some(of), value, .. } if *of == unit => Some(value.as_ref()),
        EventKind::Veiled { unit: of, .. } if *of == unit => Some(None),
        _ => None,
    });
    turns.next().flatten()
}

fn known(log: &[BattleEvent]) -> impl DoubleEndedIterator<Item = &BattleEvent> {
    log.iter().filter(|event| event.known_to.includes(Some(STRANGER)))
}

/// All that is painted on the pages that can be reached from the title.
fn pages_of(session: &Session, library: &Library, ctx: &egui::Context, pictures: &mut Pictures) -> BTreeSet<String> {
    let preferences = Preferences::default();
    let shown = Shown::of(session, &preferences);
    let mut found = BTreeSet::new();
    let mut paint = |page: &mut dyn FnMut(&egui::Context)| {
        for _ in 0..2 {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1920.0, 1080.0)));
            ctx.begin_pass(egui::RawInput { screen_rect, ..egui::RawInput::default() });
            page(ctx);
            let mut output = ctx.end_pass();
            output.textures_delta.clear();
            let mut painted = Vec::new();
            for shape in &output.shapes {
                texts(&shape.shape, shape.clip_rect, &mut Vec::new(), &mut painted);
            }
            found.extend(painted.into_iter().map(|painted| painted.text));
        }
    };
    let mut page = TitlePage::default();
    paint(&mut |ctx| {
        title::show(ctx, &mut page, library, 1, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    let prefixes = session.battle().rulebook().prefixes;
    let used: BTreeSet<&RuleId> = session.battle().log().events().iter().map(|event| &event.rule).collect();
    for rule in used {
        let mut page = ReaderPage::default();
        page.turn_to(rule.clone());
        paint(&mut |ctx| reader::show(ctx, &mut page, prefixes, prefixes, Some(&shown), &mut Vec::new()));
    }
    found
}

/// The law of the cloth: whoever leaves the table from under it finds nothing on any page that the others may not know.
#[test]
fn no_page_that_is_reached_from_under_the_cloth_shows_more_than_both_may_know() {
    let library = Library::shipped();
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let mut pictures = Pictures::default();
    for file in [
        "../../scenarios/horse_and_musket/raisin_trail.scenario.ron",
        "../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron",
        "../../scenarios/burt/two_brigades.scenario.ron",
    ] {
        let mut session = hot_seat(file);
        let (mut covered, mut kept) = (0, 0);
        for _ in 0..400 {
            session.skip();
            if let Some(side) = session.hand_over() {
                kept += usize::from(!betrayed(&session, &BTreeSet::new()).is_empty());
                let mut panels = panels::trying::Panels::new(1280.0, 720.0);
                panels.frame(0.1, Vec::new(), &session);
                let (done, _) = panels.frame(0.1, panels::trying::tap(egui::Key::S), &session);
                assert_eq!(done, [UiAction::Open(Stage::Title)]);
                session.leave_seat();
                let painted = pages_of(&session, &library, &ctx, &mut pictures);
                assert!(painted.iter().any(|text| text == "Grapeshot"), "the title was painted");
                assert_eq!(betrayed(&session, &painted), [""; 0], "{file}, step {}", session.steps().1);
                session.seek(0);
                assert_eq!(session.covered_for(), Some(side), "the cloth lies there wherever one looks back to");
                session.skip();
                covered += 1;
                if covered == 5 {
                    break;
                }
                session.take_seat(side, false);
                session.skip();
            }
            let orders = session.candidates();
            let Some(order) = orders.get(session.battle().orders().len() % orders.len().max(1)).cloned() else { break };
            assert!(session.answer_with(order), "{file}: {:?}", session.notice());
        }
        assert!(covered > 0 && kept > 0, "{file}: {covered} times covered, of which {kept} had something to hide");
    }
}
