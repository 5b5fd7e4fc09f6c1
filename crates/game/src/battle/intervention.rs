//! What is done to a battle from outside its rules, for tests and scripts.
//!
//! A value that is put into the state is checked before it is taken: every field, word and id of it, what the value
//! must agree with in the rest of the state, and what the ruleset relies on. A value that is refused changes nothing.

use bevy::ecs::entity::Entity;
use serde_json::Value;

use super::{
    Battle,
    audit::{Known, Meant, flaws},
    sound,
};
use crate::record::{self, Bearer, Intervention, Snapshot};
use grapeshot_floor::{
    chance::{Chance, StreamId},
    forces::Roster,
    turn::{BattleMut, BattleStates, state::BattleStateType},
};

impl Battle {
    /// The value of a registered state that a unit, a piece or the whole battle has.
    ///
    /// # Errors
    /// A sentence if there is no such state.
    pub fn state_of(&self, name: &str, of: Option<Bearer>) -> Result<serde_json::Value, String> {
        let state = self.state_named(name)?;
        let roster = self.world.resource::<Roster>();
        let entity = match of {
            Some(Bearer::Unit(id)) => roster.unit(id),
            Some(Bearer::Piece(id)) => roster.piece(id),
            None => None,
        };
        check_bearer(state, of)?;
        let value = (state.to_json)(&self.world, entity.as_slice());
        Ok(if state.component { value.get(0).cloned().unwrap_or_default() } else { value })
    }

    /// The names of all registered states.
    pub fn states(&self) -> impl Iterator<Item = &BattleStateType> {
        self.world.resource::<BattleStates>().iter()
    }

    fn state_named(&self, name: &str) -> Result<&BattleStateType, String> {
        let states = self.world.resource::<BattleStates>();
        states.named(name).ok_or_else(|| {
            let names: Vec<_> = states.iter().map(|state| state.name).collect();
            format!("There is no state called {name}; there are {}.", names.join(", "))
        })
    }

    /// Makes these results come next from a stream: dice by face, cards by their number.
    pub fn force(&mut self, stream: &StreamId, results: Vec<u16>) {
        let forced = self.intervene(Intervention::Force(stream.clone(), results));
        debug_assert!(forced.is_ok(), "chance can be forced whenever somebody is asked");
    }

    /// Changes the battle from outside its rules, for tests and scripts; the question is put anew.
    ///
    /// # Errors
    /// A sentence that says what was wrong; nothing has changed then.
    pub fn intervene(&mut self, deed: Intervention) -> Result<(), String> {
        if self.is_halted() {
            return Err("The battle stands still after an order; it can be changed when somebody is asked.".into());
        }
        match &deed {
            Intervention::Force(stream, results) => {
                self.world.resource_mut::<Chance>().force(stream, results.iter().copied());
                self.changes();
            }
            Intervention::Put { state, of, value } => {
                self.put(state, *of, value.clone())?;
                let book = self.rulebook().clone();
                self.settle(&book);
            }
        }
        self.checkpoints.clear();
        self.interventions.push((self.orders.len(), deed));
        Ok(())
    }

    /// Takes a value into the state if the battle is sound with it.
    fn put(&mut self, name: &str, of: Option<Bearer>, value: Value) -> Result<(), String> {
        let state = self.state_named(name)?.clone();
        let entity = self.bearer(of)?;
        check_bearer(&state, of)?;
        let now = self.state_of(name, of)?;
        if now.is_null() {
            return Err(format!("{} has no {name} that could be changed.", self.told(of)));
        }
        if let Some(flaw) = flaws(&(state.shape)(), &value, Meant::Taken, &Known::of(self)).first() {
            let at: String = flaw.path.iter().map(|part| format!(".{part}")).collect();
            return Err(format!("{name}{at}: {}.", flaw.message));
        }
        let before = Snapshot::take(&self.world);
        let taken = self.take(&state, of, entity, &now, value);
        if taken.is_err() {
            before.put_back(&mut self.world);
        }
        taken
    }

    /// Takes a value as it is, and what follows from it; the battle may be unsound after.
    fn take(
        &mut self,
        state: &BattleStateType,
        of: Option<Bearer>,
        entity: Option<Entity>,
        now: &Value,
        value: Value,
    ) -> Result<(), String> {
        let name = state.name;
        (state.from_json)(&mut self.world, entity, value)
            .map_err(|error| format!("{name} cannot hold that: {error}."))?;
        record::snapshot::make_anew(&mut self.world);
        let refuse = |why: String| format!("{name} is not taken: {why}.");
        sound::keeps(self, name, now, &self.state_of(name, of)?).map_err(refuse)?;
        sound::check(self, name, of).map_err(refuse)?;
        let unit = match of {
            Some(Bearer::Unit(unit)) => unit,
            Some(Bearer::Piece(piece)) => self.view().unit_of(piece),
            None => return Ok(()),
        };
        let stood: Vec<_> = {
            let view = self.view();
            view.unit(unit).pieces.iter().map(|piece| (*piece, view.outline(*piece))).collect()
        };
        let rules = self.rulebook().rules.clone();
        rules.follow(&mut BattleMut::new(&mut self.world), unit, name);
        record::snapshot::make_anew(&mut self.world);
        sound::follows(self, &stood).map_err(refuse)
    }

    fn bearer(&self, of: Option<Bearer>) -> Result<Option<Entity>, String> {
        let roster = self.world.resource::<Roster>();
        match of {
            Some(Bearer::Unit(id)) => roster.unit(id).ok_or_else(|| format!("There is no {id}.")).map(Some),
            Some(Bearer::Piece(id)) => roster.piece(id).ok_or_else(|| format!("There is no {id}.")).map(Some),
            None => Ok(None),
        }
    }

    fn told(&self, of: Option<Bearer>) -> String {
        match of {
            Some(Bearer::Unit(id)) => format!("Unit {}", self.view().unit(id).key),
            Some(Bearer::Piece(id)) => format!("Piece {}", self.view().piece(id).name),
            None => "This battle".to_owned(),
        }
    }
}

fn check_bearer(state: &BattleStateType, of: Option<Bearer>) -> Result<(), String> {
    match (state.component, of) {
        (true, Some(_)) | (false, None) => Ok(()),
        (true, None) => Err(format!("{} belongs to a unit or piece: name which.", state.name)),
        (false, Some(_)) => Err(format!("{} belongs to the whole battle, not to a unit or piece.", state.name)),
    }
}
