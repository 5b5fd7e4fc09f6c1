//! What is told of a battle: its table as a picture, its story, its lesson and its house rules.

use bevy_egui::egui::{self, Ui, Vec2};
use std::sync::Arc;

use crate::{
    library::Library,
    pictures::{Eyes, Pictures},
    theme, widgets,
};
use grapeshot_floor::{
    forces::{Side, Value},
    turn::Objective,
};
use grapeshot_game::{battle::Plugins, scenario::Scenario};

/// Points that one row of words takes below the picture of a table.
const CAPTION: f32 = 24.0;

pub(crate) fn picture(
    ui: &mut Ui,
    pictures: &mut Pictures,
    scenario: &Arc<Scenario>,
    plugins: Plugins,
    palette: &str,
    eyes: Eyes,
) {
    let room = ui.available_size() - Vec2::new(0.0, CAPTION);
    let table = scenario.terrain.size;
    let scale = (room.x / table.x.max(1.0)).min(room.y / table.y.max(1.0));
    let size = Vec2::new(table.x, table.y) * scale;
    ui.vertical_centered(|ui| {
        let (drawing, eyes) = pictures.table(ui.ctx(), scenario, plugins, palette, eyes);
        match drawing {
            Some(texture) => {
                let response = ui.add(egui::Image::new((texture, size)));
                let stroke = egui::Stroke::new(1.2, theme::INK2);
                ui.painter().rect_stroke(response.rect, egui::CornerRadius::ZERO, stroke, egui::StrokeKind::Outside);
            }
            None => {
                ui.label(theme::body("The table cannot be drawn."));
            }
        }
        let mut lines: Vec<String> = match eyes {
            Eyes::Everything => Vec::new(),
            Eyes::Side(side) => vec![format!("Drawn as the {} see it", scenario.sides[side.index()].short)],
            Eyes::Stranger => vec!["Drawn without those who hide".to_owned()],
        };
        let victory = &scenario.victory;
        let worth = |(n, objective): (usize, &Objective)| {
            Some(format!("{} {}", objective.name, victory.worth_told(n, &scenario.sides)?))
        };
        let points: Vec<String> = victory.objectives.iter().enumerate().filter_map(worth).collect();
        if !points.is_empty() {
            lines.push(format!("Points for holding: {}", points.join(", ")));
        }
        let areas = victory.zones.iter().map(|zone| {
            let side = &scenario.sides[zone.side.index()].short;
            format!("Points for each piece: {side}, {} {}", zone.name, zone.each)
        });
        lines.extend(areas);
        let words = egui::Label::new(theme::secondary(lines.join(" \u{b7} ")));
        // Below a wide table there is room for several rows.
        ui.add(if ui.available_height() < 3.0 * CAPTION { words.truncate() } else { words.wrap() });
    });
}

pub(crate) fn tale(ui: &mut Ui, scenario: &Scenario, library: &Library) {
    widgets::head(ui, "The story", &format!("{}, {}", scenario.location, scenario.date));
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add(egui::Label::new(theme::prose(&scenario.story, theme::SIZE_LIST)).wrap());
        if !scenario.lesson.is_empty() {
            widgets::rule(ui);
            ui.horizontal_top(|ui| {
                ui.label(theme::bold("You learn"));
                ui.add(egui::Label::new(theme::body(&scenario.lesson)).wrap());
            });
        }
        if !scenario.changed_settings.is_empty() {
            ui.horizontal_top(|ui| {
                ui.label(theme::bold("House rules"));
                ui.vertical(|ui| {
                    for rule in house_rules(scenario, library) {
                        ui.add(egui::Label::new(theme::body(rule)).wrap());
                    }
                });
            });
        }
    });
}

/// The settings of a battle that differ from its ruleset's, as sentences.
fn house_rules(scenario: &Scenario, library: &Library) -> Vec<String> {
    let settings = library.books.get(&scenario.ruleset).map_or(&[][..], |book| &book.vocabulary.settings);
    let said = scenario.changed_settings.iter().map(|name| {
        let field = settings.iter().find(|field| field.name == *name);
        let meaning = field.map_or(name.as_str(), |field| field.hint.as_str());
        house_rule(meaning, scenario.settings.0.get(name), &scenario.sides)
    });
    said.collect()
}

/// The meaning of a setting holds nothing but words for scenario writers after one of these.
const FOR_WRITERS: [&str; 5] = [", or", "; ", ": ", ", by its key", " by its key"];

/// A house rule as a sentence: what the setting means, and its value.
fn house_rule(meaning: &str, value: Option<&Value>, sides: &[Side]) -> String {
    let side = |word: &str| sides.iter().find(|side| side.key == word).map(|side| side.name.clone());
    let words = |value: &Value| match value {
        Value::Number(share) if meaning.starts_with("share ") => format!("{:.0} %", share * 100.0),
        value => side(&value.to_string()).unwrap_or_else(|| value.to_string().replace('_', " ")),
    };
    let value = match value {
        Some(Value::List(list)) => list.iter().map(words).collect::<Vec<_>>().join(" and "),
        Some(value) => words(value),
        None => String::new(),
    };
    let end = FOR_WRITERS.iter().filter_map(|mark| meaning.find(mark)).min().unwrap_or(meaning.len());
    format!("{}: {value}", meaning[..end].replace('_', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_rule_is_told_by_what_it_means() {
        let value = Value::List(vec![Value::Number(0.0), Value::Number(6.0)]);
        assert_eq!(house_rule("points for a broken army", Some(&value), &[]), "points for a broken army: 0 and 6");
        assert_eq!(
            house_rule("what a broken army means", Some(&Value::Word("ends".into())), &[]),
            "what a broken army means: ends"
        );
        let number = |number| Some(Value::Number(number));
        assert_eq!(house_rule("share of lost units", number(0.75).as_ref(), &[]), "share of lost units: 75 %");
        assert_eq!(
            house_rule("losses that are heavy; 0 for a quarter", number(3.0).as_ref(), &[]),
            "losses that are heavy: 3"
        );
    }

    #[test]
    fn every_house_rule_of_a_battle_is_said_whole() {
        let library = Library::shipped();
        let mut said = 0;
        for entry in &library.entries {
            for rule in house_rules(&entry.scenario, &library) {
                let (meaning, value) = rule.rsplit_once(": ").expect("what it means, and how it stands");
                assert!(!value.is_empty() && !meaning.ends_with([',', '(', ' ']), "{rule}");
                assert_eq!(rule.matches('(').count(), rule.matches(')').count(), "{rule}");
                assert!(!rule.contains(['_', ';']) && !rule.contains("by its place"), "{rule}");
                said += 1;
            }
        }
        assert!(said > 20, "{said}");
    }
}
