//! What is wrong with the settings of a scenario: thresholds that its forces cannot reach, twilight and night that
//! contradict each other, fog that is too thick.

use std::ops::Range;

use super::{
    data::Data,
    rule_settings::{FIRST, FurySettings},
    values::{LEADER, arm_of},
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    shared::first_player,
    turn::{ArmyList, SettingProblem},
};

fn problem(setting: &'static str, rule: &'static str, message: String, help: String) -> SettingProblem {
    SettingProblem { setting, rule: RuleId::new(rule), message, help }
}

/// What is wrong with the settings of a scenario.
pub fn problems(book: &Data, list: &ArmyList) -> Vec<SettingProblem> {
    let settings = FurySettings::read(list.settings);
    let mut found = thresholds(book, list, &settings);
    found.extend(first_player::problem(list, &settings.first_player, FIRST, "FF-5.1"));
    found.extend(dark(book, &settings));
    let thickest = book.numbers.fog;
    if settings.fog_range > 0.0 && settings.fog_range < thickest {
        let message = format!("fog of {} inches is too thick to fight in", settings.fog_range);
        let help = format!("Fog leaves {thickest:.0} inches or more; 0 is no fog.");
        found.push(problem("fog_range", "FF-13.4", message, help));
    }
    found
}

/// FF-16.1: whether thresholds lie between one stand and all stands of a side, and greater losses above heavy
/// casualties.
fn thresholds(book: &Data, list: &ArmyList, settings: &FurySettings) -> Vec<SettingProblem> {
    let mut found = Vec::new();
    for (n, side) in list.sides.iter().filter(|side| side.plays).take(2).enumerate() {
        let own = list.units.iter().filter(|unit| unit.side == side.id && unit.unit_entry.kind != LEADER);
        let stands: usize =
            own.filter(|unit| arm_of(&unit.unit_entry.kind).is_some()).map(|unit| unit.outlines.len()).sum();
        let of = |given: f32, share: f32| if given > 0.0 { given } else { (stands as f32 * share - 1e-4).ceil() };
        let heavy = of(settings.heavy_casualties[n], book.numbers.heavy_casualties);
        let greater = of(settings.greater_losses[n], book.numbers.greater_losses);
        for (name, value) in [("heavy_casualties", heavy), ("greater_losses", greater)] {
            if value > stands as f32 || value.fract() != 0.0 {
                let message = format!("the {} cannot lose {value} of {}", side.short, count(stands, "stand"));
                found.push(problem(name, "FF-16.1", message, "Name whole stands, no more than the side has.".into()));
            }
        }
        let given = settings.heavy_casualties[n] > 0.0 || settings.greater_losses[n] > 0.0;
        if given && greater <= heavy {
            let message = format!("the greater losses of the {}, {greater}, are no more than {heavy}", side.short);
            found.push(problem(
                "greater_losses",
                "FF-16.1",
                message,
                "Greater losses come after heavy casualties.".into(),
            ));
        }
    }
    found
}

/// FF-13.1, FF-13.3: whether twilight and night are stretches of whole turns, no longer than the rules have them, that
/// do not overlap.
fn dark(book: &Data, settings: &FurySettings) -> Vec<SettingProblem> {
    let (twilight, night) = book.numbers.longest_dark;
    let stretches = [
        ("evening_twilight", "FF-13.1", settings.evening_twilight, twilight),
        ("morning_twilight", "FF-13.1", settings.morning_twilight, twilight),
        ("night", "FF-13.3", settings.night, night),
    ];
    let mut found = Vec::new();
    let mut known: Vec<(&str, Range<u16>)> = Vec::new();
    for (name, rule, [first, turns], most) in stretches {
        if (first, turns) == (0.0, 0.0) {
            continue;
        }
        let whole = first.fract() == 0.0 && turns.fract() == 0.0 && first >= 1.0 && turns >= 1.0;
        if !whole || turns > f32::from(most) {
            let message = format!("`{name}` begins in turn {first} and has {turns} turns");
            let help = format!("Name the first turn and 1 to {most} turns, or [0, 0] for none.");
            found.push(problem(name, rule, message, help));
            continue;
        }
        let stretch = first as u16..first as u16 + turns as u16;
        let meets = |(_, other): &&(&str, Range<u16>)| other.start < stretch.end && stretch.start < other.end;
        if let Some((other, _)) = known.iter().find(meets) {
            let message = format!("`{name}` and `{other}` have a turn in common");
            found.push(problem(name, rule, message, "A turn is twilight or night.".into()));
        }
        known.push((name, stretch));
    }
    found
}
