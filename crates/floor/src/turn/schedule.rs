//! How an order is resolved: the schedule of each ruleset.

use bevy::{
    app::App,
    ecs::{
        resource::Resource,
        schedule::{
            IntoScheduleConfigs, LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor, SystemSet,
            common_conditions::{not, resource_exists_and_equals},
        },
    },
};

use super::RulesetId;

/// The schedule in which a ruleset resolves an order and goes on until somebody must decide again.
#[derive(ScheduleLabel, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Resolve(pub &'static str);

impl Resolve {
    /// The schedule of a ruleset.
    pub fn of(ruleset: RulesetId) -> Self {
        Self(ruleset.0)
    }
}

/// The steps of [`Resolve`], in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResolveSystems {
    /// The order in hand is carried out: one system for each verb.
    Obey,
    /// The sequence of play goes on until somebody must decide again.
    Advance,
    /// The new question is put, or the outcome is declared.
    Settle,
}

/// The battle stops when the order in hand is carried out: a script looks at it before the sequence of play goes on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The order is carried out, and the battle stands still.
    Standing,
    /// The order was carried out, and the sequence of play goes on.
    GoingOn,
}

/// Makes a schedule of the simulation: single-threaded, any ambiguity an error.
pub fn strict_schedule(app: &mut App, label: impl ScheduleLabel + Clone) {
    app.init_schedule(label.clone());
    app.edit_schedule(label, |schedule| {
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule
            .set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..Default::default() });
    });
}

/// Makes the schedule of a ruleset, its steps chained.
pub fn ruleset_schedule(app: &mut App, ruleset: RulesetId) {
    let label = Resolve::of(ruleset);
    strict_schedule(app, label);
    app.configure_sets(label, (ResolveSystems::Obey, ResolveSystems::Advance, ResolveSystems::Settle).chain());
    let goes_on = (ResolveSystems::Advance, ResolveSystems::Settle);
    app.configure_sets(label, goes_on.run_if(not(resource_exists_and_equals(Halt::Standing))));
    app.configure_sets(label, ResolveSystems::Obey.run_if(not(resource_exists_and_equals(Halt::GoingOn))));
}
