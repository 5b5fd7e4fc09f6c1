//! The sheet of a table that is changed: what is chosen, its fields, what can be done to it, what can be added.

use bevy_egui::egui::{self, Color32, CornerRadius, Id, LayerId, Order, Pos2, Rect, Shape, Stroke, TextEdit, Ui};

use super::{
    ROW,
    editing::{self, Editor},
};
use crate::{
    camera::BoardView,
    keyboard::pressed,
    panels::shown::Shown,
    theme,
    ui_action::{Edit, UiAction},
    widgets::{self, Rank},
};
use grapeshot_floor::turn::BattleView;
use grapeshot_game::scenario::edit::{self, Thing};

/// Pixels from the middle to the edge of a mark of a point.
const MARK: f32 = 5.0;
/// Letters of a value in one line; more have more lines.
const LINE: usize = 28;

const UNDO: &str = "Ctrl+Z";
const REDO: &str = "Ctrl+Y";
const COPY: &str = "Ctrl+D";
const REMOVE: &str = "Delete";
const LEFT: &str = "Comma";
const RIGHT: &str = "Period";

/// Reads the keys that change the table.
pub fn keys(ctx: &egui::Context, ui_actions: &mut Vec<UiAction>) {
    let finely = ctx.input(|input| input.modifiers.shift);
    let turn = editing::turn(finely);
    let edits = [
        (UNDO, Edit::Undo),
        (REDO, Edit::Redo),
        (COPY, Edit::Copy),
        (REMOVE, Edit::Remove),
        (LEFT, Edit::Turn(turn)),
        (RIGHT, Edit::Turn(-turn)),
    ];
    ui_actions.extend(edits.into_iter().filter(|(key, _)| pressed(ctx, key)).map(|(_, edit)| UiAction::Edit(edit)));
}

/// Shows the sheet, which is scrolled as a whole.
pub fn show(ui: &mut Ui, editor: &Editor, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let mut button = |ui: &mut Ui, key: &str, word: &str, open: bool, edit: Edit| {
        let rank = if open { Rank::Plain } else { Rank::Struck };
        if widgets::key_button(ui, key, word, rank, ROW).clicked() && open {
            ui_actions.push(UiAction::Edit(edit));
        }
    };
    let (undo, redo) = editor.steps();
    let things = editor.document().things();
    let chosen = editor.chosen.and_then(|chosen| Some((chosen, things.get(chosen)?)));
    widgets::head(ui, "Change the table", "");
    ui.horizontal_wrapped(|ui| {
        button(ui, UNDO, "undo", undo, Edit::Undo);
        button(ui, REDO, "redo", redo, Edit::Redo);
        if let Some((_, thing)) = chosen {
            let turns = thing.faces() || thing.points.len() > 1;
            button(ui, ",", "turn left", turns, Edit::Turn(editing::turn(false)));
            button(ui, ".", "turn right", turns, Edit::Turn(-editing::turn(false)));
            button(ui, COPY, "copy", true, Edit::Copy);
            button(ui, "Del", "remove", true, Edit::Remove);
        }
    });
    match chosen {
        Some((chosen, thing)) => fields(ui, editor, (chosen, thing), ui_actions),
        None => {
            let how = "Drag a thing, or a point of the chosen one; with Shift more finely. A click with Alt puts a \
                       corner on the chosen line or outline, or takes one away.";
            ui.add(egui::Label::new(theme::body(how)).wrap());
        }
    }
    add_units(ui, shown, ui_actions);
    add_terrain(ui, shown, ui_actions);
}

/// The fields of the chosen thing as the file has them; what is written into one is taken with Enter, and stays there if
/// it is refused.
fn fields(ui: &mut Ui, editor: &Editor, (chosen, thing): (usize, &Thing), ui_actions: &mut Vec<UiAction>) {
    widgets::head(ui, &thing.name, &thing.list);
    let known = editor.document().fields(chosen);
    let count = known.len();
    for field in known {
        let id = Id::new(("field", &thing.list, &thing.name, &field.name));
        let mut value = written(ui.ctx(), id, &field.value);
        let name = ui.label(theme::secondary(&field.name));
        if let Some(meaning) = edit::meaning(&thing.list, &field.name) {
            name.on_hover_text(meaning);
        }
        let lines = 1 + field.value.len() / LINE;
        let line = TextEdit::multiline(&mut value)
            .margin(egui::Margin::symmetric(6, 4))
            .desired_rows(lines.min(5))
            .return_key(None)
            .desired_width(f32::INFINITY);
        let response = ui.add(line);
        if response.changed() {
            write(ui.ctx(), id, &field.value, &value);
        }
        if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && value != field.value {
            ui_actions.push(UiAction::Edit(Edit::Field(field.name, value)));
            response.surrender_focus();
        }
    }
    another_field(ui, thing, count, ui_actions);
}

/// What stands in a field: what was written over the value that the file has, else that value. As soon as the file has
/// another, what was written over the one before is forgotten.
fn written(ctx: &egui::Context, id: Id, value: &str) -> String {
    let known: Option<(String, String)> = ctx.data(|data| data.get_temp(id));
    let Some((over, words)) = known else { return value.to_owned() };
    if over == value {
        return words;
    }
    ctx.data_mut(|data| data.remove_temp::<(String, String)>(id));
    value.to_owned()
}

/// Keeps what is written into a field over the value that the file has.
fn write(ctx: &egui::Context, id: Id, value: &str, words: &str) {
    ctx.data_mut(|data| data.insert_temp(id, (value.to_owned(), words.to_owned())));
}

/// A line for a field that the chosen thing has not yet: what is written into it is taken with Enter.
fn another_field(ui: &mut Ui, thing: &Thing, fields: usize, ui_actions: &mut Vec<UiAction>) {
    // As soon as there is one field more, the line is empty again.
    let id = Id::new(("another field", &thing.list, &thing.name, fields));
    let mut words: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let line = TextEdit::singleline(&mut words)
        .hint_text("another field: value")
        .margin(egui::Margin::symmetric(6, 4))
        .desired_width(f32::INFINITY);
    let response = ui.add(line);
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, words.clone()));
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if let Some((name, value)) = words.split_once(':').filter(|_| entered) {
        let field = Edit::Field(name.trim().to_owned(), value.trim().to_owned());
        ui_actions.push(UiAction::Edit(field));
    }
}

/// The sides, and the units that can be added to the chosen one.
fn add_units(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let id = Id::new("sheet side");
    let sides = &shown.battle.view().sides().0;
    let mut chosen = ui.data(|data| data.get_temp(id)).unwrap_or(0).min(sides.len().saturating_sub(1));
    widgets::head(ui, "Add a unit", "to the middle");
    ui.horizontal_wrapped(|ui| {
        for (n, side) in sides.iter().enumerate() {
            let rank = if n == chosen { Rank::Chosen } else { Rank::Plain };
            if widgets::key_button(ui, "", &side.short, rank, ROW).clicked() {
                chosen = n;
                ui.data_mut(|data| data.insert_temp(id, n));
            }
        }
    });
    let Some(side) = sides.get(chosen) else { return };
    ui.horizontal_wrapped(|ui| {
        for kind in &shown.battle.vocabulary().kinds {
            if widgets::key_button(ui, "", &kind.id.replace('_', " "), Rank::Plain, ROW).clicked() {
                let unit = Edit::Unit(side.key.clone(), kind.id.clone(), side.own_edge.outward().about());
                ui_actions.push(UiAction::Edit(unit));
            }
        }
    });
}

/// Words that stand among the grounds too, as they have rates there; each is offered once.
const STREAMS: [&str; 1] = ["stream"];
const CROSSINGS: [&str; 2] = ["ford", "bridge"];

/// The terrain that can be added; it comes to the middle of what is seen.
fn add_terrain(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let words = shown.battle.vocabulary();
    let is_water = |kind: &str| STREAMS.iter().chain(&CROSSINGS).any(|known| *known == kind);
    let texts =
        |words: &mut dyn Iterator<Item = &smol_str::SmolStr>| words.map(ToString::to_string).collect::<Vec<_>>();
    let lists: [(&'static str, Vec<String>); 7] = [
        ("areas", texts(&mut words.grounds.keys().filter(|kind| !is_water(kind)))),
        ("obstacles", texts(&mut words.barriers.keys())),
        ("roads", texts(&mut words.roads.iter())),
        ("streams", STREAMS.map(str::to_owned).to_vec()),
        ("crossings", CROSSINGS.map(str::to_owned).to_vec()),
        ("buildings", vec!["house".to_owned()]),
        ("hills", vec!["hill".to_owned()]),
    ];
    widgets::head(ui, "Add terrain", "to the middle");
    ui.horizontal_wrapped(|ui| {
        for (list, kinds) in lists {
            for kind in kinds {
                if widgets::key_button(ui, "", &kind.replace('_', " "), Rank::Plain, ROW).clicked() {
                    ui_actions.push(UiAction::Edit(Edit::Terrain(list, kind)));
                }
            }
        }
    });
}

/// Draws the chosen thing over the table: its points, and where they would come to lie, those of a unit with its bases.
pub fn draw(ctx: &egui::Context, editor: &Editor, table: &BattleView, board: &BoardView) {
    let things = editor.document().things();
    let Some(thing) = editor.chosen.and_then(|chosen| things.get(chosen)) else { return };
    let painter = ctx.layer_painter(LayerId::new(Order::Background, Id::new("bench edit")));
    let places: Vec<Pos2> = editor.ghost().into_iter().map(|point| board.to_points(point)).collect();
    let ink = if editor.is_dragging() { theme::TARGET } else { theme::BRASS_LIGHT };
    let mut shapes = Vec::new();
    for base in editor.bases(table) {
        let corners: Vec<Pos2> = base.into_iter().map(|corner| board.to_points(corner)).collect();
        shapes.push(Shape::closed_line(corners.clone(), Stroke::new(5.0, Color32::from_black_alpha(110))));
        shapes.push(Shape::closed_line(corners, Stroke::new(2.5, ink)));
    }
    let mut from = 0;
    while from < places.len() {
        let field = &thing.points[from].field;
        let to = from + thing.points[from..].iter().take_while(|point| point.field == *field).count();
        let mut line = places[from..to].to_vec();
        if thing.points[from].closes() {
            line.extend(places.get(from).copied());
        }
        if thing.points[from].is_of_a_line() {
            shapes.push(Shape::line(line.clone(), Stroke::new(5.0, Color32::from_black_alpha(110))));
            shapes.push(Shape::line(line, Stroke::new(2.5, ink)));
        }
        from = to;
    }
    for place in places {
        let square = Rect::from_center_size(place, egui::Vec2::splat(2.0 * MARK));
        shapes.push(Shape::rect_filled(square, CornerRadius::ZERO, theme::IVORY));
        let edge = Stroke::new(2.0, theme::INK);
        shapes.push(Shape::rect_stroke(square, CornerRadius::ZERO, edge, egui::StrokeKind::Middle));
    }
    painter.extend(shapes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_into_a_field_stays_until_the_file_has_another_value() {
        let (ctx, id) = (egui::Context::default(), Id::new("field"));
        assert_eq!(written(&ctx, id, "\"foot\""), "\"foot\"");
        write(&ctx, id, "\"foot\"", "\"cook\"");
        // It was refused: the file is as it was, and nothing is to be written anew.
        assert_eq!(written(&ctx, id, "\"foot\""), "\"cook\"");
        write(&ctx, id, "\"foot\"", "\"mounted\"");
        // It was taken, then taken back.
        assert_eq!(written(&ctx, id, "\"mounted\""), "\"mounted\"");
        assert_eq!(written(&ctx, id, "\"foot\""), "\"foot\"");
    }
}
