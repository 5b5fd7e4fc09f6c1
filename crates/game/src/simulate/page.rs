//! Reports of series as one page of HTML that needs nothing besides itself: shares, curves, lengths, losses, what each
//! unit did, and heat maps on the table.

use maud::{Markup, PreEscaped, html};
use std::{collections::BTreeMap, sync::Arc};

use super::{
    curve::Curve,
    deeds::{CELL, DENSEST, HeatMap},
    report::{Report, SideSummary, Summary},
    statistics::Share,
};
use crate::{
    battle::{Battle, Plugins},
    html::{document, table},
    picture::palette::{Coat, Palette},
    scenario::Scenario,
};

/// Pixels across, of the picture of a table.
const WIDTH: u32 = 1400;
/// The most columns of a histogram.
const COLUMNS: usize = 16;

/// A series with the scenario that was played.
pub type Played = (Arc<Scenario>, Report);

/// The page of some series.
pub fn page(played: &[Played], plugins: Plugins) -> String {
    let reports: Vec<Report> = played.iter().map(|(_, report)| report.clone()).collect();
    let curves = Curve::of(&reports);
    let title = played.first().map_or("No battles", |(_, report)| report.conditions.title.as_str());
    let body = html! {
        @for curve in &curves { (curve_section(curve)) }
        @for (n, (scenario, report)) in played.iter().enumerate() { (report_section(n, scenario, report, plugins)) }
    };
    document(title, &body)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn curve_section(curve: &Curve) -> Markup {
    /// Pixels of the figure, with room for letters at its left and below.
    const SIZE: (f64, f64, f64, f64) = (640.0, 240.0, 60.0, 40.0);
    let (width, height, left, below) = SIZE;
    let x = |n: usize| left + (n as f64 + 0.5) / curve.points.len().max(1) as f64 * width;
    let y = |share: f64| 8.0 + (1.0 - share) * height;
    let sides: Vec<&str> =
        curve.points.first().map_or(vec![], |(_, first)| first.sides.iter().map(|side| side.side.as_str()).collect());
    html! {
        h1 { (curve.title) ": " (curve.path) }
        @for (n, side) in sides.iter().enumerate() {
            figure {
                figcaption { "Battles that " (side) " wins, with the 95 % interval" }
                svg width=(left + width + 10.0) height=(8.0 + height + below) {
                    @for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                        line x1=(left) x2=(left + width) y1=(y(share)) y2=(y(share)) stroke="#cdbf9f" {}
                        text x=(left - 8.0) y=(y(share) + 5.0) text-anchor="end" { (format!("{:.0} %", share * 100.0)) }
                    }
                    @let wins: Vec<&Share> = curve.points.iter().map(|(_, summary)| &summary.sides[n].wins).collect();
                    polyline fill="none" stroke="#2a2118" stroke-width="2" points=(wins.iter().enumerate()
                        .map(|(n, share)| format!("{:.1},{:.1}", x(n), y(share.share))).collect::<Vec<_>>().join(" ")) {}
                    @for (n, (share, (value, _))) in wins.iter().zip(&curve.points).enumerate() {
                        line x1=(x(n)) x2=(x(n)) y1=(y(share.low)) y2=(y(share.high)) stroke="#8b1a1a" stroke-width="2" {}
                        circle cx=(x(n)) cy=(y(share.share)) r="4" { title { (value) ": " (percent(share.share)) } }
                        text x=(x(n)) y=(8.0 + height + 24.0) text-anchor="middle" { (value) }
                    }
                }
            }
        }
    }
}

fn report_section(n: usize, scenario: &Arc<Scenario>, report: &Report, plugins: Plugins) -> Markup {
    let (summary, conditions) = (report.summary(), &report.conditions);
    html! {
        h1 { (conditions.heading()) }
        p.quiet {
            (report.results.len()) " of " (conditions.battles) " battles, seed " (conditions.seed) ", Grapeshot "
            (conditions.game) ", scenario " (conditions.hash)
        }
        (sides_table(&summary))
        p { (summary.verdict()) }
        @for (battle, error) in &summary.errors { p { "Battle " (battle) " has no end: " (error) } }
        h2 { "How battles went" }
        (histogram("Turns", report.results.iter().map(|result| f64::from(result.turns))))
        @for (side, name) in conditions.sides.iter().enumerate() {
            (histogram(&format!("Points of {name}"),
                report.results.iter().filter_map(|result| result.points.get(side)).map(|points| f64::from(*points))))
            (histogram(&format!("Losses of {name}"),
                report.results.iter().filter_map(|result| result.casualties.get(side)).map(|lost| f64::from(*lost))))
        }
        h2 { "What the units did, in a battle on average" }
        (units_table(scenario, report))
        h2 { "Where it happened" }
        (maps(n, scenario, report, plugins))
    }
}

fn sides_table(summary: &Summary) -> Markup {
    let row = |side: &SideSummary| {
        html! {
            tr {
                td { (side.side) } td { (side.level.word()) } td { (side.wins.count) } td { (percent(side.wins.share)) }
                td { (percent(side.wins.low)) " to " (percent(side.wins.high)) }
                td { (format!("{:.1}", side.casualties.mean)) } td { (format!("{:.1}", side.points.mean)) }
            }
        }
    };
    html! {
        table {
            tr { th { "Side" } th { "Commander" } th { "Wins" } th { "Share" } th { "95 % interval" } th { "Losses" } th { "Points" } }
            @for side in &summary.sides { (row(side)) }
            tr {
                td { "Draws" } td {} td { (summary.draws.count) } td { (percent(summary.draws.share)) }
                td { (percent(summary.draws.low)) " to " (percent(summary.draws.high)) } td {} td {}
            }
        }
    }
}

/// How often numbers came, as columns; a column has as many whole numbers as it must for there to be few columns.
fn columns(numbers: impl Iterator<Item = f64>) -> Vec<(i64, i64, u64)> {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    for number in numbers {
        *counts.entry(number.floor() as i64).or_default() += 1;
    }
    let (Some(first), Some(last)) = (counts.keys().next().copied(), counts.keys().last().copied()) else {
        return Vec::new();
    };
    let step = ((last - first + 1) as usize).div_ceil(COLUMNS).max(1) as i64;
    let from = |n: i64| first + n * step;
    (0..)
        .take_while(|n| from(*n) <= last)
        .map(|n| (from(n), from(n + 1) - 1, counts.range(from(n)..from(n + 1)).map(|(_, count)| count).sum()))
        .collect()
}

fn histogram(of: &str, numbers: impl Iterator<Item = f64>) -> Markup {
    /// Pixels of a column and of the tallest.
    const COLUMN: (f64, f64) = (34.0, 90.0);
    let columns = columns(numbers);
    let most = columns.iter().map(|(.., count)| *count).max().unwrap_or(1).max(1) as f64;
    html! {
        figure {
            figcaption { (of) }
            svg width=(columns.len() as f64 * COLUMN.0) height=(COLUMN.1 + 42.0) {
                @for (n, (from, to, count)) in columns.iter().enumerate() {
                    @let (tall, left) = (*count as f64 / most * COLUMN.1, n as f64 * COLUMN.0);
                    rect x=(left + 2.0) width=(COLUMN.0 - 4.0) y=(20.0 + COLUMN.1 - tall) height=(tall) fill="#8a7650" {
                        title { (from) @if from != to { " to " (to) } ": " (count) " battles" }
                    }
                    @if *count > 0 {
                        text x=(left + COLUMN.0 / 2.0) y=(15.0 + COLUMN.1 - tall) text-anchor="middle" { (count) }
                    }
                    text x=(left + COLUMN.0 / 2.0) y=(COLUMN.1 + 38.0) text-anchor="middle" { (from) }
                }
            }
        }
    }
}

fn units_table(scenario: &Scenario, report: &Report) -> Markup {
    let battles = report.results.len().max(1) as f64;
    let mean = |sum: f64| format!("{:.1}", sum / battles);
    html! {
        table {
            tr { th { "Unit" } th { "Side" } th { "Inches" } th { "Shots" } th { "Fights" } th { "Losses" } }
            @for (unit, deeds) in scenario.units.iter().zip(&report.deeds.units) {
                tr {
                    td { (unit.name) } td { (scenario.sides[unit.side.index()].short) }
                    td { (mean(deeds.tenths as f64 / 10.0)) } td { (mean(deeds.shots as f64)) }
                    td { (mean(deeds.fights as f64)) } td { (mean(deeds.lost as f64)) }
                }
            }
        }
    }
}

/// The table at the set-up, with a heat map of one side at a time over it.
fn maps(n: usize, scenario: &Arc<Scenario>, report: &Report, plugins: Plugins) -> Markup {
    let battle = Battle::new(scenario, 0, plugins);
    let (size, battles) = (scenario.terrain.size, report.results.len().max(1) as f64);
    let layers = report.deeds.heat_maps(scenario);
    let shown = |m: usize| format!("#m{n}-{m}:checked ~ .maps .l{m} {{ display: block }}");
    html! {
        div {
            style { (PreEscaped((0..layers.len()).map(shown).collect::<Vec<_>>().join("\n"))) }
            @for (m, HeatMap { name, .. }) in layers.iter().enumerate() {
                input type="radio" name={ "m" (n) } id={ "m" (n) "-" (m) } checked[m == 0];
                label for={ "m" (n) "-" (m) } { (name) " " }
            }
            div.maps {
                (table("The table at the set-up", &battle, WIDTH))
                @for (m, HeatMap { name, side, heat, what }) in layers.iter().enumerate() {
                    @let colour = Palette::default().coat(Coat::named(&scenario.sides[side.index()].coat)).to_string();
                    svg class={ "l" (m) } role="img" aria-label=(name) viewBox={ "0 0 " (size.x) " " (size.y) } {
                        @for (column, row, count) in heat.cells() {
                            rect x=(column as f32 * CELL) y=(size.y - (row + 1) as f32 * CELL) width=(CELL) height=(CELL)
                                fill=(colour) fill-opacity=(format!("{:.2}", heat.strength(count) * DENSEST)) {
                                title { (format!("{:.2} {what} in a battle", count as f64 / battles)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_has_few_columns_and_all_numbers() {
        let wide = columns((0..100).map(f64::from));
        assert!(wide.len() <= COLUMNS && wide.iter().map(|(.., count)| count).sum::<u64>() == 100, "{wide:?}");
        assert_eq!(columns([3.0, 3.5, 5.0].into_iter()), [(3, 3, 2), (4, 4, 0), (5, 5, 1)]);
        assert_eq!(columns(std::iter::empty()), []);
    }
}
