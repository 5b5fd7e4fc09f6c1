//! The end of a turn and of the battle (SB-11.4, SB-11.5).

use crate::{
    book::values::{Arm, Level},
    state::{
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::count,
    events::Explained,
    forces::{SideId, UnitId},
    shared::{breaks, ending},
    turn::{BattleMut, HoldTerm, HoldWhen, Outcome, Standing, VictoryTerms},
};

impl BurtView<'_> {
    /// SB-11.4: units of a side that are routing, lost or off the table, and all units it had.
    pub fn losses_of(&self, side: SideId) -> (usize, usize) {
        let own: Vec<UnitId> = self.all_units().filter(|unit| self.side(*unit) == side).collect();
        let gone = |unit: &&UnitId| (!self.present(**unit) && !self.to_come(**unit)) || self.routing(**unit);
        (own.iter().filter(gone).count(), own.len())
    }

    /// How each side stands, in points with their reasons.
    pub fn standings(&self) -> Vec<Standing> {
        [SideId(0), SideId(1)].map(|side| Standing { side, points: self.points_of(side) }).to_vec()
    }

    fn points_of(&self, side: SideId) -> Explained {
        let terms = self.view.resource::<VictoryTerms>();
        let score = &self.numbers().score;
        let mut points = Explained::default();
        let mut add = |rule, label: String, amount| points.add_some(rule, label, amount);
        add("SB-11.4", "to begin with".into(), terms.handicap.get(side.index()).copied().unwrap_or(0.0));
        let enemy = side.other();
        let (lost, _) = self.losses_of(enemy);
        add("SB-11.4", format!("{} lost or routing", count(lost, "enemy unit")), lost as f32 * score.lost);
        let weak = |unit: &UnitId| {
            !self.routing(*unit) && f32::from(self.figures(*unit)) < f32::from(self.values(*unit).start) / 2.0
        };
        let weak = self.units_of(enemy).filter(weak).count();
        add("SB-11.4", format!("{} under half strength", count(weak, "enemy unit")), weak as f32 * score.under_half);
        if self.demoralised(enemy) {
            add("SB-11.4", "the enemy army is demoralised".into(), score.demoralised);
        }
        for hold in &terms.holds {
            if let Some(how) = self.earned(hold, side) {
                add("SB-11.5", format!("{how} {}", terms.objectives[hold.objective].name), hold.points);
            }
        }
        for zone in terms.zones.iter().filter(|zone| zone.side == side) {
            let inside = |unit: &UnitId| zone.counts((self.side(*unit), *unit), &self.outline(*unit));
            let inside = [side, enemy].into_iter().flat_map(|side| self.units_of(side)).filter(inside).count();
            add("SB-11.5", format!("{} in {}", count(inside, "unit"), zone.name), (inside as f32 * zone.each).floor());
        }
        for term in terms.breaks.iter().filter(|term| term.side == side) {
            if let Some((why, earned)) = breaks::earned(&self.view, term, |unit| self.strength_lost(unit), "figure") {
                add("SB-11.4", why, earned);
            }
        }
        points
    }

    /// Whether a side earns the points of an objective, and how.
    pub fn earned(&self, hold: &HoldTerm, side: SideId) -> Option<&'static str> {
        let may = hold.side.is_none_or(|only| only == side);
        may.then(|| hold.when.earned(&self.there(hold.objective), side)).flatten()
    }

    /// SB-11.5: the side that alone has troops at an objective.
    pub fn holder(&self, objective: usize) -> Option<SideId> {
        let there = self.there(objective);
        [SideId(0), SideId(1)].into_iter().find(|side| HoldWhen::Most.earned(&there, *side).is_some())
    }

    /// SB-11.5: for each side, 1 if it has close order troops or skirmishers, not shaken and not routing, within the radius
    /// of an objective.
    fn there(&self, objective: usize) -> [u32; 2] {
        let objective = &self.view.resource::<VictoryTerms>().objectives[objective];
        let holds = |unit: &UnitId| {
            let arm = self.arm(*unit);
            (arm.is_close_order() || arm == Arm::Skirmishers)
                && self.level(*unit) < Level::Shaken
                && self.within(self.outline(*unit).gap_to_point(objective.at), objective.radius)
        };
        [SideId(0), SideId(1)].map(|side| u32::from(self.units_of(side).any(|unit| holds(&unit))))
    }

    /// SB-11.4: the outcome if the higher score wins: with the lead that the scenario asks for, or 3 points.
    fn by_score(&self, why: &str) -> Outcome {
        let points: Vec<f32> = self.standings().iter().map(|standing| standing.points.total()).collect();
        let terms = self.view.resource::<VictoryTerms>();
        let winner = ending::winner(&points, terms.margin, terms.otherwise);
        self.outcome_with(winner, points, why)
    }

    fn outcome_with(&self, winner: Option<SideId>, points: Vec<f32>, why: &str) -> Outcome {
        ending::outcome(&self.view, winner, points, why, "SB-11.4")
    }

    /// SB-11.4: how the battle has ended after step 12, if it has.
    fn decided(&self) -> Option<Outcome> {
        let points = || self.standings().iter().map(|standing| standing.points.total()).collect::<Vec<f32>>();
        if let Some(side) = self.play().conceded {
            let why = format!("the {} give the battle up", self.view.side_named(side).short);
            return Some(self.outcome_with(Some(side.other()), points(), &why));
        }
        let broken = [SideId(0), SideId(1)].map(|side| {
            let (gone, all) = self.losses_of(side);
            self.demoralised(side) && gone * 2 > all
        });
        let beaten = [SideId(0), SideId(1)].map(|side| {
            let (gone, all) = self.losses_of(side);
            gone == all
        });
        let loses = [0, 1].map(|side: usize| broken[side] || beaten[side]);
        match loses {
            [true, true] => Some(self.by_score("both armies are beaten")),
            [false, false] => {
                let over = self.view.clock().turn >= self.view.scenario_info().turns;
                over.then(|| self.by_score("the day is over"))
            }
            _ => {
                let loser = if loses[0] { SideId(0) } else { SideId(1) };
                let why =
                    if beaten[loser.index()] { "no enemy unit stands any more" } else { "the enemy army is broken" };
                Some(self.outcome_with(Some(loser.other()), points(), why))
            }
        }
    }
}

/// Ends the battle if it is decided; returns whether it is.
pub fn end_if_decided(battle: &mut BattleMut) -> bool {
    let Some(outcome) = BurtView::of(battle.view()).decided() else { return false };
    let standings = BurtView::of(battle.view()).standings();
    ending::declare(battle, outcome, standings);
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.tasks.clear();
    play.step = Step::Over;
    true
}

/// SB-2.1: ends a turn after step 12; returns whether the battle is over with it.
pub fn end_turn(battle: &mut BattleMut) -> bool {
    end_if_decided(battle)
}
