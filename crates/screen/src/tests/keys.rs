//! The list of the keys, their caps, and what Esc does.

use super::*;

/// The sizes of windows and text in which the whole list of the keys is seen at once.
const KEYS_AT_ONCE: [(f32, f32); 5] =
    [(1280.0, 720.0), (1600.0, 900.0), (1920.0, 1080.0), (960.0, 720.0), (1066.0, 600.0)];

#[test]
fn all_keys_are_seen_at_once_in_as_few_columns_as_have_room() {
    let mut desktop = Desktop::of_whole_words();
    let preferences = Preferences::default();
    for file in
        ["old_west/stage_to_sand_springs", "fire_and_fury/cooks_mills", "burt/reichenbach", "black_powder/barrosa"]
    {
        let mut session = hot_seat(&format!("../../scenarios/{file}.scenario.ron"));
        for _ in 0..60 {
            session.skip();
            take_seat(&mut session);
            if session.buttons().iter().filter(|button| button.open.is_ok()).count() > 7 {
                break;
            }
            let Some(order) = session.candidates().first().cloned() else { break };
            session.answer_with(order);
        }
        let shown = Shown::of(&session, &preferences);
        for (x, y) in KEYS_AT_ONCE {
            let mut desk = Desk { help: true, hidden: true, ..Desk::default() };
            let (painted, _) = desktop.painted(Vec2::new(x, y), &mut |ctx, pictures| {
                panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
            });
            let open = session.buttons().iter().filter(|button| button.open.is_ok());
            let verbs = open.map(|button| button.verb.label);
            let fixed = FIXED.iter().map(|(_, label)| *label).chain(ACTIONS.iter().map(|action| action.label));
            for label in verbs.chain(fixed) {
                let text = painted.iter().find(|text| text.text == label);
                let text = text.unwrap_or_else(|| panic!("{file}, {x} x {y}: {label} is not listed"));
                assert!(text.clip.expand(SLACK).contains_rect(text.rect), "{file}, {x} x {y}: {label} is cut");
            }
            let listed: Vec<&str> = ON_THE_TABLE.iter().chain(&FIXED).map(|(_, label)| *label).collect();
            let last = ACTIONS.last().map(|action| action.label);
            let labels =
                painted.iter().filter(|text| listed.contains(&text.text.as_str()) || last == Some(text.text.as_str()));
            let columns: BTreeSet<i32> = labels.map(|text| text.rect.left() as i32 / 100).collect();
            assert!(columns.len() == 2 || columns.len() == 3 && y < 700.0, "{file}, {x} x {y}: {}", columns.len());
        }
    }
    desktop.check();
}

/// In a small window all keys are seen on pages, of which the arrow turns to the next.
#[test]
fn keys_without_room_side_by_side_are_on_pages() {
    let mut desktop = Desktop::of_whole_words();
    let preferences = Preferences::default();
    let session = hot_seat("../../scenarios/old_west/stage_to_sand_springs.scenario.ron");
    let shown = Shown::of(&session, &preferences);
    let mut desk = Desk { help: true, hidden: true, ..Desk::default() };
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for page in 0..3_usize {
        desktop.ctx.data_mut(|data| data.insert_temp(key_list::page_id(), page));
        let (painted, _) = desktop.painted(Vec2::new(800.0, 450.0), &mut |ctx, pictures| {
            panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
        });
        let here = painted.iter().filter(|text| text.clip.expand(SLACK).contains_rect(text.rect));
        seen.extend(here.map(|text| text.text.clone()));
    }
    let fixed = FIXED.iter().map(|(_, label)| *label).chain(ACTIONS.iter().map(|action| action.label));
    let missing: Vec<&str> = fixed.filter(|label| !seen.contains(*label)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The letters of every key cap on a page lie in its middle.
fn assert_caps_are_centred(painted: &[Painted]) -> usize {
    let mut caps = 0;
    for text in painted {
        let Some(cap) = text.ground.filter(|ground| (ground.height() - Cap::HEIGHT).abs() < 0.1) else { continue };
        caps += 1;
        let off = text.rect.center() - cap.center();
        assert!(off.x.abs() < 0.8, "{:?} lies {} points aside", text.text, off.x);
        // Some letters go below the line.
        let stands = |letter: char| (letter.is_ascii_uppercase() && !"QJ".contains(letter)) || letter.is_ascii_digit();
        if text.text.chars().all(stands) {
            assert!(off.y.abs() < 0.8, "{:?} lies {} points too low", text.text, off.y);
        }
    }
    caps
}

#[test]
fn letters_are_in_the_middle_of_their_key_caps() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let session = hot_seat(BATTLES[0]);
    let shown = Shown::of(&session, &preferences);
    let library = Library::shipped();
    let size = Vec2::new(1422.0, 800.0);
    let mut desk = Desk { help: true, ..Desk::default() };
    let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    assert!(assert_caps_are_centred(&painted) > FIXED.len() + ACTIONS.len());
    let mut page = TitlePage::default();
    let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
        title::show(ctx, &mut page, &library, 3, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    assert_eq!(assert_caps_are_centred(&painted), 10, "of every entry, and of that which goes on");
    let mut page = SetupPage::default();
    let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
        setup::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
    });
    assert!(assert_caps_are_centred(&painted) > 6);
}

/// Every page says what Esc does there.
#[test]
fn esc_has_a_word_on_every_page() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let session = hot_seat(BATTLES[0]);
    let shown = Shown::of(&session, &preferences);
    let library = Library::shipped();
    let verbs = session.battle().vocabulary().verbs.clone();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut says = |name: &str, page: &mut dyn FnMut(&egui::Context, &mut Pictures)| {
        let (painted, _) = desktop.painted(Vec2::new(1422.0, 800.0), page);
        assert!(painted.iter().any(|text| text.text == "Esc" || text.text.starts_with("Esc:")), "{name}");
    };
    let mut page = TitlePage::default();
    says("title", &mut |ctx, pictures| {
        title::show(ctx, &mut page, &library, 3, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    let mut page = SetupPage::default();
    says("chooser", &mut |ctx, pictures| {
        setup::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
    });
    let mut page = DesignPage::default();
    says("design", &mut |ctx, pictures| {
        design::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
    });
    let mut page = shelf_of_records(folder.path());
    says("records", &mut |ctx, _| records::show(ctx, &mut page, &means(), &mut Vec::new()));
    let counted = counted(folder.path());
    says("statistics", &mut |ctx, _| statistics::show(ctx, &counted, &library, &mut Vec::new()));
    let mut page = ReaderPage::default();
    says("reader", &mut |ctx, _| {
        reader::show(ctx, &mut page, &["CP"], &["CP"], Some(&shown), &mut Vec::new());
    });
    let (mut page, mut changed) = (SettingsPage::default(), preferences.clone());
    says("settings", &mut |ctx, _| settings::show(ctx, &mut page, &mut changed, &verbs, &mut Vec::new()));
    let mut page = ReportPage::default();
    says("report", &mut |ctx, _| report::show(ctx, &mut page, &shown, &mut Vec::new()));
    let lying = [("battle", false, false), ("keys", true, false), ("menu", false, true)];
    for (name, help, menu) in lying {
        let mut desk = Desk { help, menu, ..Desk::default() };
        says(name, &mut |ctx, pictures| {
            panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
        });
    }
}
