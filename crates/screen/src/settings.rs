//! The settings: size, colours, speed, what the player wants to be told, keys.

use bevy_egui::egui::{self, Align, CornerRadius, Key, Layout, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::{
    keyboard::name,
    pages,
    playback::Speed,
    preferences::{ACTIONS, Action, FIXED, Preferences, SCALES},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::orders::{Verb, VerbId};
use grapeshot_game::{home, picture::palette::Coat};

/// The action or order that waits for its new key.
#[derive(Debug, Clone, PartialEq)]
enum Waits {
    Action(&'static str),
    Verb(VerbId),
}

/// What the page of the settings remembers.
#[derive(Default)]
pub struct SettingsPage {
    waiting: Option<Waits>,
    clash: Option<String>,
}

/// Shows the settings; `verbs` are those of the battle on the table, or of all rulesets.
pub fn show(
    ctx: &egui::Context,
    page: &mut SettingsPage,
    preferences: &mut Preferences,
    verbs: &[Verb],
    ui_actions: &mut Vec<UiAction>,
) {
    let before = preferences.clone();
    let file = match Preferences::file() {
        Some(_) if home::PAGE => "They are kept in this browser.".to_owned(),
        Some(file) => file.display().to_string(),
        None => String::new(),
    };
    let capturing = page.waiting.is_some();
    let mut unused = Vec::new();
    let room = pages::page(
        ctx,
        "settings",
        "Settings",
        "kept as you change them",
        if capturing { &mut unused } else { ui_actions },
        |_, _| {},
    );
    let [look, told, keyed] = if pages::is_narrow(room.width()) || pages::is_low(room.height()) {
        let (shown, room) = pages::tabbed(ctx, "settings", room, &["Size and colours", "What is shown", "Keys"]);
        std::array::from_fn(|n| (n == shown).then_some(room))
    } else {
        let [left, right] = pages::columns(room, [1.0, 1.0]);
        let [look, told] = pages::rows(left, [1.1, 1.0]);
        [look, told, right].map(Some)
    };
    if let Some(look) = look {
        pages::place(ctx, "settings look", look, |ui| {
            widgets::head(ui, "Size and colours", "");
            scrolled(ui, |ui| {
                size(ui, preferences);
                palette(ui, preferences);
            });
        });
    }
    if let Some(told) = told {
        pages::place(ctx, "settings told", told, |ui| {
            widgets::head(ui, "What is shown", "");
            scrolled(ui, |ui| {
                motion(ui, preferences);
                ui.add_space(8.0);
                ui.add(egui::Label::new(theme::secondary(&file)).wrap());
            });
        });
    }
    if let Some(keyed) = keyed {
        pages::place(ctx, "settings keys", keyed, |ui| {
            widgets::head(ui, "Keys", "click one, then press the new key");
            scrolled(ui, |ui| keys(ui, page, preferences, verbs));
        });
    }
    if *preferences != before {
        ui_actions.push(UiAction::Keep);
    }
}

fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, contents);
}

fn line(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(34.0);
        ui.allocate_ui_with_layout(Vec2::new(200.0, 30.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(200.0);
            ui.add(egui::Label::new(theme::body(label)).wrap());
        });
        contents(ui);
    });
}

fn size(ui: &mut Ui, preferences: &mut Preferences) {
    line(ui, "Size of text and panels", |ui| {
        let mut fits = preferences.scale == 0.0;
        if ui.checkbox(&mut fits, theme::body("follow the window")).changed() {
            preferences.scale = if fits { 0.0 } else { 1.0 };
        }
    });
    if preferences.scale > 0.0 {
        line(ui, "", |ui| {
            let mut percent = preferences.scale * 100.0;
            let slider = egui::Slider::new(&mut percent, SCALES.0 * 100.0..=SCALES.1 * 100.0)
                .step_by(5.0)
                .suffix(theme::PERCENT);
            let response = ui.add(slider);
            // The slider moves under the pointer when the size changes: the change waits until the pointer lets go.
            let id = egui::Id::new("scale in hand");
            if response.dragged() {
                ui.data_mut(|data| data.insert_temp(id, percent));
            } else if let Some(chosen) = ui.data_mut(|data| data.remove_temp::<f32>(id)) {
                preferences.scale = chosen / 100.0;
            } else if response.changed() {
                preferences.scale = percent / 100.0;
            }
        });
    }
}

fn palette(ui: &mut Ui, preferences: &mut Preferences) {
    for (id, word) in theme::PALETTES {
        let chosen = preferences.palette == id.name();
        let clicked = widgets::row(ui, chosen, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(30.0);
                ui.allocate_ui_with_layout(Vec2::new(170.0, 24.0), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(170.0);
                    ui.label(if chosen { theme::bold(word) } else { theme::body(word) });
                });
                for coat in Coat::ALL {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
                    let colour = id.coat(coat);
                    let colour = egui::Color32::from_rgb(colour.0, colour.1, colour.2);
                    ui.painter().rect(
                        rect,
                        CornerRadius::same(3),
                        colour,
                        Stroke::new(1.0, theme::INK),
                        StrokeKind::Inside,
                    );
                }
            });
        })
        .clicked();
        if clicked {
            preferences.palette = id.name().into();
        }
    }
    ui.add(
        egui::Label::new(theme::secondary(
            "Every pair is told apart in all three, whatever colours one sees. States are shapes and words too.",
        ))
        .wrap(),
    );
}

/// The speed that a factor of the settings stands for; 0 is at once.
pub fn speed(factor: f32) -> Speed {
    Speed::ALL.into_iter().find(|speed| speed.factor().unwrap_or(0.0) == factor).unwrap_or_default()
}

fn motion(ui: &mut Ui, preferences: &mut Preferences) {
    line(ui, "Speed of events", |ui| {
        let labels = Speed::ALL.map(Speed::label);
        let chosen = Speed::ALL.iter().position(|known| *known == speed(preferences.speed)).unwrap_or(1);
        if let Some(n) = widgets::segments(ui, &labels, chosen) {
            preferences.speed = Speed::ALL[n].factor().unwrap_or(0.0);
        }
    });
    line(ui, "Motion", |ui| {
        ui.checkbox(&mut preferences.reduced_motion, theme::body("nothing moves; lines show who went where"));
    });
    line(ui, "Secret answers", |ui| {
        ui.checkbox(&mut preferences.hand_over, theme::body("cover the table until the next player sits down"));
    });
    line(ui, "Then", |ui| {
        ui.checkbox(&mut preferences.show_again, theme::body("show him again what his side saw meanwhile"));
    });
    line(ui, "The computer", |ui| {
        ui.checkbox(&mut preferences.captions, theme::body("says why it does what it does"));
    });
    line(ui, "Fights", |ui| {
        ui.checkbox(&mut preferences.halt_at_fights, theme::body("stand still until you have read the cards"));
    });
    line(ui, "Results", |ui| {
        ui.checkbox(&mut preferences.rest_at_results, theme::body("stay on the table until you have read them"));
    });
    line(ui, "Questions", |ui| {
        let before = preferences.hints;
        ui.checkbox(&mut preferences.hints, theme::body("are explained the first time"));
        if preferences.hints && !before {
            preferences.hinted.clear();
        }
    });
}

fn keys(ui: &mut Ui, page: &mut SettingsPage, preferences: &mut Preferences, verbs: &[Verb]) {
    let pressed = ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            egui::Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
            _ => None,
        })
    });
    if let (Some((key, modifiers)), Some(waiting)) = (pressed.filter(|_| page.waiting.is_some()), page.waiting.take())
        && key != Key::Escape
    {
        let key = name(key, modifiers);
        match &waiting {
            Waits::Action(id) => {
                if let Some(action) = ACTIONS.iter().find(|action| action.id == *id) {
                    bind(page, preferences, action, key);
                }
            }
            Waits::Verb(id) => {
                if let Some(verb) = verbs.iter().find(|verb| verb.id == *id) {
                    bind_verb(page, preferences, verb, verbs, key);
                }
            }
        }
    }
    for action in &ACTIONS {
        line(ui, action.label, |ui| {
            let waits = page.waiting == Some(Waits::Action(action.id));
            let label = if waits { "press a key, Esc keeps it" } else { preferences.key(action) };
            let rank = if waits { Rank::Gold } else { Rank::Plain };
            if widgets::key_button(ui, "", label, rank, 30.0).clicked() {
                page.waiting = Some(Waits::Action(action.id));
                page.clash = None;
            }
            if preferences.keys.contains_key(action.id)
                && widgets::text_link(ui, &format!("back to {}", action.key)).clicked()
            {
                preferences.keys.remove(action.id);
                page.clash = None;
            }
            if let Some(verb) =
                verbs.iter().find(|verb| preferences.verb_key(verb).eq_ignore_ascii_case(preferences.key(action)))
            {
                ui.label(theme::secondary(format!("\u{201c}{}\u{201d} comes first while it is asked", verb.label)));
            }
        });
    }
    if let Some(clash) = &page.clash {
        ui.add(egui::Label::new(theme::body(clash).color(theme::TARGET)).wrap());
    }
    ui.add_space(8.0);
    ui.label(theme::bold("These stay as they are"));
    for (key, label) in FIXED {
        line(ui, label, |ui| {
            ui.label(theme::bold(key));
        });
    }
    if !verbs.is_empty() {
        ui.add_space(8.0);
        ui.label(theme::bold("Orders"));
        for verb in verbs {
            ui.push_id(&verb.id, |ui| key_of_verb(ui, page, preferences, verb));
        }
    }
}

/// Shows the key of an order, which a click changes.
fn key_of_verb(ui: &mut Ui, page: &mut SettingsPage, preferences: &mut Preferences, verb: &Verb) {
    line(ui, verb.label, |ui| {
        let waits = page.waiting == Some(Waits::Verb(verb.id.clone()));
        let label = if waits { "press a key, Esc keeps it".to_owned() } else { preferences.verb_key(verb) };
        let rank = if waits { Rank::Gold } else { Rank::Plain };
        if widgets::key_button(ui, "", &label, rank, 30.0).clicked() {
            page.waiting = Some(Waits::Verb(verb.id.clone()));
            page.clash = None;
        }
        let own = verb.hotkey.to_uppercase().to_string();
        if preferences.verbs.contains_key(&verb.id.0) && widgets::text_link(ui, &format!("back to {own}")).clicked() {
            preferences.verbs.remove(&verb.id.0);
            page.clash = None;
        }
    });
}

fn bind_verb(page: &mut SettingsPage, preferences: &mut Preferences, verb: &Verb, verbs: &[Verb], key: String) {
    match preferences.taken_from_verb(&key, verb, verbs) {
        Some(other) => page.clash = Some(format!("{key} is taken: {other}. Nothing was changed.")),
        None => {
            page.clash = None;
            preferences.verbs.insert(verb.id.0.clone(), key);
        }
    }
}

fn bind(page: &mut SettingsPage, preferences: &mut Preferences, action: &Action, key: String) {
    match preferences.taken(&key, action) {
        Some(other) => page.clash = Some(format!("{key} is taken: {other}. Nothing was changed.")),
        None => {
            page.clash = None;
            preferences.keys.insert(action.id.into(), key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::{HIDE, UNDO};
    use bevy_egui::egui::Modifiers;

    #[test]
    fn a_key_that_another_action_has_is_refused_and_named() {
        let (mut page, mut preferences) = (SettingsPage::default(), Preferences::default());
        bind(&mut page, &mut preferences, &UNDO, "F3".into());
        assert_eq!(preferences.key(&UNDO), UNDO.key);
        assert!(page.clash.as_ref().is_some_and(|clash| clash.contains(HIDE.label)));
        bind(&mut page, &mut preferences, &UNDO, name(Key::U, Modifiers::NONE));
        assert_eq!(preferences.key(&UNDO), "U");
        bind(&mut page, &mut preferences, &UNDO, name(Key::U, Modifiers::COMMAND));
        assert_eq!(preferences.key(&UNDO), "Ctrl+U");
        assert!(page.clash.is_none());
    }

    #[test]
    fn the_letter_of_an_order_can_be_changed_if_no_other_has_it() {
        let (mut page, mut preferences) = (SettingsPage::default(), Preferences::default());
        let verb = |id, key| Verb::new(VerbId::new(id), id, id, key, "X-1.1");
        let verbs = [verb("march", 'M'), verb("shoot", 'S')];
        bind_verb(&mut page, &mut preferences, &verbs[0], &verbs, "S".into());
        assert!(page.clash.as_ref().is_some_and(|clash| clash.contains("shoot")));
        assert_eq!(preferences.verb_key(&verbs[0]), "M");
        bind_verb(&mut page, &mut preferences, &verbs[0], &verbs, "F3".into());
        assert!(page.clash.as_ref().is_some_and(|clash| clash.contains(HIDE.label)));
        bind_verb(&mut page, &mut preferences, &verbs[0], &verbs, "J".into());
        assert_eq!((preferences.verb_key(&verbs[0]), page.clash), ("J".into(), None));
    }

    #[test]
    fn an_unknown_speed_is_the_normal_one() {
        assert_eq!(speed(7.0), Speed::Normal);
        assert_eq!(speed(0.0), Speed::Instant);
    }
}
