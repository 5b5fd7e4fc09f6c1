//! What happens in a part of the sequence of play.

use bevy::{
    app::App,
    ecs::{
        resource::Resource,
        schedule::{IntoScheduleConfigs, ScheduleConfigs, ScheduleLabel, SystemSet},
        system::{Commands, In, IntoSystem, Res, ScheduleSystem},
        world::World,
    },
};

use super::{Family, PhaseId};
use crate::turn::{BattleMut, Derived, RulesetId, strict_schedule};

/// The schedule of a ruleset that is run in a phase.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct During<P: PhaseId>(pub &'static str, pub P);

impl<P: PhaseId> During<P> {
    /// The schedule of a ruleset in a phase.
    pub fn of(ruleset: RulesetId, phase: P) -> Self {
        Self(ruleset.0, phase)
    }
}

/// The schedule of a ruleset that is run before each phase: what follows by itself from what has happened.
#[derive(ScheduleLabel, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Between(pub &'static str);

/// What happens in a phase, in its [`During`] schedule. A system before it may go to another phase instead.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PhaseSystems;

/// What follows by itself in the core of a family, in the schedule [`Between`] phases.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BetweenSystems;

/// Somebody must decide, or the battle is over: a phase that is run puts this into the world, and play stops.
#[derive(Resource)]
pub struct Stop;

/// Adds the systems of a phase to its schedule.
type Add<F> = dyn Fn(&mut App, During<<F as Family>::Phase>) + Send + Sync;

/// A phase in which something happens, as a system. In one without it somebody must decide.
pub struct Phase<F: Family> {
    /// Its name.
    pub id: F::Phase,
    add: Box<Add<F>>,
}

impl<F: Family> Phase<F> {
    /// What happens in a phase by a procedure that takes the whole battle, with the name of its system. It gives whether
    /// play goes on without anybody's decision.
    pub fn new(
        id: F::Phase,
        name: &'static str,
        run: impl Fn(&mut BattleMut) -> bool + Copy + Send + Sync + 'static,
    ) -> Self {
        let add = move |app: &mut App, label: During<F::Phase>| {
            let system = move |world: &mut World| {
                if !run(&mut BattleMut::new(world)) {
                    world.insert_resource(Stop);
                }
            };
            let system = IntoSystem::into_system(system).with_name(name);
            app.add_systems(label.clone(), system.run_if(at::<F>(label.1)).in_set(PhaseSystems));
        };
        Self { id, add: Box::new(add) }
    }

    /// What happens in a phase by a system that names what it touches, and gives whether play goes on without anybody's
    /// decision.
    pub fn system<M>(id: F::Phase, system: impl IntoSystem<(), bool, M> + Clone + Send + Sync + 'static) -> Self {
        let add = move |app: &mut App, label: During<F::Phase>| {
            let system = system.clone().pipe(stop_unless);
            app.add_systems(label.clone(), system.run_if(at::<F>(label.1)).in_set(PhaseSystems));
        };
        Self { id, add: Box::new(add) }
    }

    /// What happens in a phase by several systems, one after the other; play goes on unless one of them has put a
    /// [`Stop`] into the world.
    pub fn chain(id: F::Phase, systems: fn() -> ScheduleConfigs<ScheduleSystem>) -> Self {
        let add = move |app: &mut App, label: During<F::Phase>| {
            app.add_systems(label.clone(), systems().run_if(at::<F>(label.1)).in_set(PhaseSystems));
        };
        Self { id, add: Box::new(add) }
    }

    /// Adds it to a ruleset in the schedule of its own.
    pub(super) fn add(&self, app: &mut App, ruleset: RulesetId) {
        let label = During::of(ruleset, self.id.clone());
        strict_schedule(app, label.clone());
        (self.add)(app, label);
    }
}

/// A run condition: the sequence of play is still in a phase.
pub fn at<F: Family>(phase: F::Phase) -> impl FnMut(Res<F::Play>) -> bool + Clone {
    move |play| F::phase(&play) == phase
}

/// A system: somebody must decide.
pub fn stop(mut commands: Commands) {
    commands.insert_resource(Stop);
}

/// The state has changed; play stops if it does not go on without anybody's decision.
fn stop_unless(In(goes_on): In<bool>, derived: Res<Derived>, mut commands: Commands) {
    derived.raise();
    if !goes_on {
        commands.insert_resource(Stop);
    }
}
