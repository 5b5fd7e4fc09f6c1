//! Leaders and command (chapter 4).

use crate::{
    book::profile::{Engine, Level},
    view::rulebook::SkirmishView,
};
use bevy::math::Vec2;
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::Refusal,
};

impl SkirmishView<'_> {
    /// The leader of a unit, if it has one in play.
    pub fn leader_of(&self, unit: UnitId) -> Option<PieceId> {
        self.section(unit).leader.filter(|leader| self.view.in_play(*leader))
    }

    /// CP-4.2: a leader's command radius in inches; 0 for a figure that leads nobody.
    pub fn radius(&self, leader: PieceId) -> f32 {
        let Some(values) = self.as_leader(leader) else { return 0.0 };
        let settings = &self.settings().core;
        let radius = match values.level {
            level if !values.trained => settings.radius_untrained[level as usize],
            Level::Team => settings.radius_team,
            Level::Squad => settings.radius_squad,
            Level::Platoon => settings.radius_platoon,
            Level::Company => settings.radius_company,
        };
        // Without a limit it is the diagonal of the table, which nobody is beyond.
        self.supplement().command_radius(self, radius).unwrap_or_else(|| self.view.terrain().size.length())
    }

    /// The leaders above a unit, the nearest in the chain of command first.
    pub fn higher_leaders(&self, unit: UnitId) -> Vec<PieceId> {
        let mut chain = Vec::new();
        let mut above = self.view.unit(unit).superior;
        while let Some(superior) = above {
            chain.extend(self.leader_of(superior));
            above = self.view.unit(superior).superior;
        }
        chain
    }

    /// CP-4.3: the leader that has a figure in command: its unit's leader within his radius; if the unit has none, the
    /// nearest higher leader within his.
    pub fn commander(&self, piece: PieceId) -> Option<PieceId> {
        let soldier = self.soldier(piece);
        // CP-13.1: a hero is never out of command.
        if soldier.hero.is_some() || self.supplement().command_radius(self, 0.0).is_none() {
            return Some(piece);
        }
        if soldier.engine == Some(Engine::Wagon) {
            return self.drover(piece);
        }
        let unit = self.commanded_as(piece);
        let within = |leader: PieceId| leader == piece || self.view.gap(leader, piece) <= self.radius(leader);
        match self.leader_of(unit) {
            Some(leader) => within(leader).then_some(leader),
            None => {
                let mut higher: Vec<_> = self.higher_leaders(unit).into_iter().filter(|l| within(*l)).collect();
                higher.sort_by(|a, b| self.view.gap(*a, piece).total_cmp(&self.view.gap(*b, piece)).then(a.cmp(b)));
                higher.first().copied()
            }
        }
    }

    /// `HelpAtGun`: the unit by which a figure is commanded: its own, or for a helper at a gun the crew's.
    fn commanded_as(&self, piece: PieceId) -> UnitId {
        self.helped_by(piece).map_or_else(|| self.view.unit_of(piece), |gun| gun.unit)
    }

    /// CP-4.3: whether a figure is in command.
    pub fn in_command(&self, piece: PieceId) -> bool {
        self.commander(piece).is_some()
    }

    /// CP-4.3: where a figure out of command must go: to its leader, or to its unit's own centre; a helper to his gun.
    pub fn rally_point(&self, piece: PieceId) -> Vec2 {
        if let Some(gun) = self.helped_by(piece) {
            return self.view.place(gun.piece).at;
        }
        let unit = self.view.unit_of(piece);
        if let Some(leader) = self.leader_of(unit) {
            return self.view.place(leader).at;
        }
        let places: Vec<Vec2> = self.men(unit).map(|id| self.view.place(id).at).collect();
        places.iter().copied().sum::<Vec2>() / places.len().max(1) as f32
    }

    /// CP-4.4: whether the leader is present for a figure that shoots. `busy` is the leader that used this activation
    /// to remove morale markers, if one did.
    pub fn leader_present(&self, piece: PieceId, busy: Option<PieceId>) -> bool {
        if self.as_leader(piece).is_some() || self.hero(piece).is_some() {
            return true;
        }
        let Some(leader) = self.leader_of(self.commanded_as(piece)) else { return false };
        Some(leader) != busy && !self.stunned(leader) && self.view.gap(leader, piece) <= self.radius(leader)
    }

    /// CP-4.3: refuses what a figure out of command may not do.
    ///
    /// # Errors
    /// The refusal if it is out of command.
    pub fn require_command(&self, piece: PieceId) -> Result<(), Refusal> {
        if self.in_command(piece) {
            return Ok(());
        }
        let reason =
            format!("{} is out of command: this figure may only rejoin, shoot, reload or recover", self.name(piece));
        Err(Refusal::new(RuleId::new("CP-4.3"), reason))
    }

    /// CP-2.13: the units with which a higher leader may swap dice on the card that shows `number`.
    pub fn swappable(&self, leader_unit: UnitId, number: u8, acted: &[UnitId]) -> Vec<UnitId> {
        let Some(leader) = self.leader_of(leader_unit) else { return Vec::new() };
        self.view.units().filter(|unit| self.check_swap(leader, leader_unit, *unit, number, acted).is_ok()).collect()
    }

    /// CP-2.13: whether a higher leader may swap dice with a unit.
    ///
    /// # Errors
    /// If he is no such leader or is stunned, or if the unit is not his to command, is out of his radius, has no men,
    /// has acted or shows the same number.
    pub fn check_swap(
        &self,
        leader: PieceId,
        leader_unit: UnitId,
        unit: UnitId,
        number: u8,
        acted: &[UnitId],
    ) -> Result<(), Refusal> {
        let refuse = |reason: &str| Err(Refusal::new(RuleId::new("CP-2.13"), reason));
        if self.as_leader(leader).is_none_or(|values| values.level == Level::Team) {
            return refuse("Only a leader above team level may swap command dice");
        }
        self.supplement().may_swap(self, leader)?;
        if self.stunned(leader) {
            return refuse("A stunned leader cannot swap command dice");
        }
        if !self.higher_leaders(unit).contains(&leader) {
            return refuse("Not under this leader's command");
        }
        let near = match self.leader_of(unit) {
            Some(own) => Some(self.view.gap(leader, own)),
            None => self.men(unit).map(|id| self.view.gap(leader, id)).min_by(f32::total_cmp),
        };
        match near {
            None => return refuse("No figure of that unit is left"),
            Some(gap) if gap > self.radius(leader) => return refuse("Not in command radius"),
            Some(_) => {}
        }
        self.may_lead(leader_unit, unit)?;
        if self.section(unit).die == number {
            return refuse("That unit shows the same number");
        }
        if self.waits_for_cue(unit) {
            return refuse("That unit waits for its cue");
        }
        if acted.contains(&unit) || unit == leader_unit {
            return refuse("That unit has acted on this card");
        }
        Ok(())
    }

    /// The leader that has a wagon in command: its unit's, or any above him (`LimberCommand`).
    pub fn drover(&self, wagon: PieceId) -> Option<PieceId> {
        let unit = self.view.unit_of(wagon);
        let leaders = self.leader_of(unit).into_iter().chain(self.higher_leaders(unit));
        let mut able = leaders.filter(|leader| !self.stunned(*leader));
        able.find(|leader| self.view.gap(*leader, wagon) <= self.radius(*leader))
    }
}
