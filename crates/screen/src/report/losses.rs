//! Losses over time.

use bevy_egui::egui::{CornerRadius, Rangef, Rect, Sense, Shape, Stroke, Ui, Vec2};
use egui_plot::{AxisHints, GridInput, GridMark, Line, LineStyle, MarkerShape, Plot, PlotPoints, Points};

use crate::{panels::shown::Shown, theme};
use grapeshot_game::luck::Tally;

/// The fewest points from one turn's number to the next, and from one number of losses to the next.
const TURN_APART: f32 = 24.0;
const MARK_APART: f32 = 24.0;
/// Points above and below the curves.
const AROUND: f32 = 56.0;

/// The name of a mark: turns and losses are whole numbers, and nothing between them is named.
fn whole(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { String::new() }
}

/// Losses of the sides as stairs over the turns.
pub(super) fn plot(ui: &mut Ui, shown: &Shown, tally: &Tally) {
    // The curves run to the end of the last turn, which has no number beyond it.
    let turns_played = usize::from(shown.view().clock().turn.max(1));
    let last = turns_played as f64 + 1.0;
    let most = tally.losses.values().filter_map(|line| line.last()).map(|(_, n)| *n).max().unwrap_or(0);
    // The legend stands above, where no line runs through it.
    ui.horizontal_wrapped(|ui| {
        for (n, (side, line)) in tally.losses.iter().enumerate() {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(30.0, 14.0), Sense::hover());
            let stroke = Stroke::new(2.5, shown.coat(*side));
            let ends = [rect.left_center(), rect.right_center()];
            if n % 2 == 0 {
                ui.painter().line_segment(ends, stroke);
                ui.painter().circle_filled(rect.center(), 4.0, stroke.color);
            } else {
                ui.painter().extend(Shape::dashed_line(&ends, stroke, 6.0, 4.0));
                let square = Rect::from_center_size(rect.center(), Vec2::splat(7.0));
                ui.painter().rect_filled(square, CornerRadius::ZERO, stroke.color);
            }
            let lost = line.last().map_or(0, |(_, lost)| *lost);
            ui.label(theme::body(format!("{} {lost}", shown.view().side_named(*side).short)));
            ui.add_space(10.0);
        }
    });
    // A mark beyond the plot would be written over what stands beside it.
    let marks = |input: GridInput, from: usize, to: usize, step: usize| -> Vec<GridMark> {
        let values = (from..=to).step_by(step.max(1)).map(|value| value as f64);
        let seen = values.filter(|value| (input.bounds.0..=input.bounds.1).contains(value));
        seen.map(|value| GridMark { value, step_size: step as f64 }).collect()
    };
    let high = (ui.available_height() - AROUND).max(0.0);
    let step = (most + 1).div_ceil(((high / MARK_APART) as usize).clamp(1, 6));
    let room = (ui.available_width() - 60.0).max(TURN_APART);
    let every = (last as f32 * TURN_APART / room).ceil() as usize;
    let turns = move |input: GridInput| marks(input, 1, turns_played, every);
    let men = move |input: GridInput| marks(input, 0, most + step, step);
    // All numbers are written, however near they lie.
    let near = Rangef::new(4.0, 8.0);
    Plot::new("losses")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_background(false)
        .include_x(1.0)
        .include_x(last)
        .include_y(0.0)
        .include_y(most as f64 + 1.0)
        .x_grid_spacer(turns)
        .y_grid_spacer(men)
        .grid_spacing(Rangef::new(4.0, 140.0))
        .custom_x_axes(vec![
            AxisHints::new_x().label("turn").formatter(|mark, _| whole(mark.value)).label_spacing(near),
        ])
        .custom_y_axes(vec![AxisHints::new_y().formatter(|mark, _| whole(mark.value)).label_spacing(near)])
        .height((ui.available_height() - 6.0).max(80.0))
        .show(ui, |plot| {
            for (n, (side, line)) in tally.losses.iter().enumerate() {
                let colour = shown.coat(*side);
                let name = format!("{} {}", shown.view().side_named(*side).short, line.last().map_or(0, |(_, n)| *n));
                let mut stairs: Vec<[f64; 2]> = Vec::new();
                for (turn, losses) in line {
                    if let Some(before) = stairs.last() {
                        stairs.push([*turn, before[1]]);
                    }
                    stairs.push([*turn, *losses as f64]);
                }
                let end = stairs.last().map_or(0.0, |point| point[1]);
                stairs.push([last, end]);
                let style = if n % 2 == 0 { LineStyle::Solid } else { LineStyle::dashed_dense() };
                let shape = if n % 2 == 0 { MarkerShape::Circle } else { MarkerShape::Square };
                let marks: Vec<[f64; 2]> = line.iter().skip(1).map(|(turn, n)| [*turn, *n as f64]).collect();
                plot.line(Line::new(name.clone(), PlotPoints::from(stairs)).color(colour).width(2.5).style(style));
                plot.points(Points::new(name, PlotPoints::from(marks)).color(colour).radius(4.0).shape(shape));
            }
        });
}
