//! Broken brigades and armies, objectives, victory (chapter 10).

use crate::{
    book::rule_settings::ArmyBreak,
    movement::arrivals::AT_EDGE,
    state::{
        sequence_of_play::{Part, SequenceOfPlay},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english::count,
    events::{Explained, RuleId},
    forces::{Fate, SideId, UnitId},
    shared::{breaks, ending},
    table::measure,
    turn::{BattleMut, ExitTerm, HoldTerm, HoldWhen, Outcome, Standing, VictoryTerms},
};

impl<'w> BlackPowderView<'w> {
    /// How each side stands, in points with their reasons.
    pub fn standings(&self) -> Vec<Standing> {
        self.view.sides().ids().map(|side| Standing { side, points: self.points_of(side) }).collect()
    }

    /// Whether the scenario counts points at all.
    fn counts_points(&self) -> bool {
        let terms = self.view.resource::<VictoryTerms>();
        let by_unit = self.view.units().any(|unit| self.regiment(unit).is_some_and(|values| values.worth_off > 0.0));
        !terms.holds.is_empty()
            || !terms.zones.is_empty()
            || !terms.exits.is_empty()
            || !terms.breaks.is_empty()
            || terms.losses.each > 0.0
            || by_unit
            || self.view.units().filter_map(|unit| self.mine_of(unit)).any(|mine| mine.points > 0.0)
            || self.settings().points_brigade > 0.0
    }

    fn points_of(&self, side: SideId) -> Explained {
        let terms = self.view.resource::<VictoryTerms>();
        let mut points = Explained::default();
        let mut add = |label: String, amount| points.add_some("BP-10.3", label, amount);
        add("to begin with".into(), terms.handicap.get(side.index()).copied().unwrap_or(0.0));
        for hold in &terms.holds {
            if let Some(how) = self.earned(hold, side) {
                add(format!("{how} {}", terms.objectives[hold.objective].name), hold.points);
            }
        }
        let (mut lost, mut shaken, mut off) = (0.0, 0.0, 0.0);
        for unit in self.view.units() {
            let Some(values) = self.regiment(unit) else { continue };
            let fate = self.fate(unit);
            if self.side(unit) == side {
                if fate == Fate::Exited {
                    off += values.worth_off;
                }
                continue;
            }
            match fate {
                Fate::InPlay if self.shaken(unit) && !self.in_own_zone(unit) => shaken += values.worth_shaken,
                _ if self.is_destroyed(unit) => lost += values.worth_lost.unwrap_or(terms.losses.each),
                _ => {}
            }
        }
        add("enemy units destroyed".into(), lost);
        add("enemy units shaken".into(), shaken);
        add("units off by the exit".into(), off);
        add("bridges destroyed".into(), self.points_for_bridges(side));
        let worth = self.settings().points_brigade;
        let broken: usize = self
            .view
            .sides()
            .ids()
            .filter(|other| *other != side)
            .map(|other| self.brigades_of(other).filter(|brigade| self.play().broken.contains(brigade)).count())
            .sum();
        add("enemy brigades broken".into(), broken as f32 * worth);
        let armies = self.settings().points_army;
        for other in self.view.sides().ids().filter(|other| *other != side && self.army_broken(*other)) {
            add("enemy army broken".into(), armies.get(other.index()).copied().unwrap_or(0.0));
        }
        for zone in terms.zones.iter().filter(|zone| zone.side == side) {
            let inside = |unit: &UnitId| zone.counts((self.side(*unit), *unit), &self.outline(*unit));
            let inside = self.regiments().filter(inside).count();
            add(format!("{} in {}", count(inside, "unit"), zone.name), (inside as f32 * zone.each).floor());
        }
        for exit in terms.exits.iter().filter(|exit| exit.side == side) {
            let gone = self.view.units().filter(|unit| self.went_off_by(*unit, exit)).count();
            add(format!("{} {}", count(gone, "unit"), exit.name), (gone as f32 * exit.each).floor());
        }
        for term in terms.breaks.iter().filter(|term| term.side == side) {
            if let Some((why, earned)) = breaks::earned(&self.view, term, |unit| self.units_lost(unit), "unit") {
                add(why, earned);
            }
        }
        points
    }

    fn in_own_zone(&self, unit: UnitId) -> bool {
        let (own, outline) = (self.side(unit), self.outline(unit));
        let zones = &self.view.resource::<VictoryTerms>().zones;
        zones.iter().any(|zone| zone.side == own && zone.counts((own, unit), &outline))
    }

    /// BP-10.3: whether a unit has left the table over the stretch of an exit for which it counts.
    fn went_off_by(&self, unit: UnitId, exit: &ExitTerm) -> bool {
        exit.counts((self.side(unit), unit))
            && self.regiment(unit).is_some()
            && self.fate(unit) == Fate::Exited
            && self.outline(unit).gap_to_line(&exit.line) <= AT_EDGE
    }

    /// Whether a side earns the points of an objective, and how.
    pub fn earned(&self, hold: &HoldTerm, side: SideId) -> Option<&'static str> {
        let may = hold.side.is_none_or(|only| only == side);
        may.then(|| hold.when.earned(&self.units_at(hold.objective), side)).flatten()
    }

    /// The side that holds an objective.
    pub fn holder(&self, objective: usize) -> Option<SideId> {
        let there = self.units_at(objective);
        self.view.sides().ids().find(|side| HoldWhen::Most.earned(&there, *side).is_some())
    }

    /// The units of each side that count at an objective, by side id: in a building its garrison, or the last one; else
    /// the unshaken units with any part within its radius.
    fn units_at(&self, objective: usize) -> Vec<u32> {
        let mut counts = vec![0_u32; self.view.sides().0.len()];
        let terms = self.view.resource::<VictoryTerms>();
        let objective = &terms.objectives[objective];
        let terrain = self.view.terrain();
        if let Some(building) = terrain.buildings.iter().position(|house| measure::inside(objective.at, &house.outline))
        {
            if let Some(side) = self.play().holders.get(building).copied().flatten() {
                counts[side.index()] = 1;
            }
            return counts;
        }
        for unit in self.regiments().filter(|unit| !self.shaken(*unit)) {
            if self.outline(unit).gap_to_point(objective.at) <= objective.radius + self.numbers().tolerance {
                counts[self.side(unit).index()] += 1;
            }
        }
        counts
    }

    /// BP-10.3: which side has won when the turns are over.
    pub fn verdict(&self, why: &str) -> Outcome {
        let terms = self.view.resource::<VictoryTerms>();
        let points: Vec<f32> = self.standings().iter().map(|standing| standing.points.total()).collect();
        let (a, b) = (SideId(0), SideId(1));
        let winner = if self.counts_points() {
            ending::winner(&points, terms.margin, terms.otherwise)
        } else {
            let lead = self.broken_share(b) - self.broken_share(a);
            let ahead = if lead > 0.0 { a } else { b };
            (lead.abs() >= self.numbers().margin - 1e-4).then_some(ahead)
        };
        self.outcome_with(winner, points, why)
    }

    /// The outcome with its sentence.
    pub fn outcome_with(&self, winner: Option<SideId>, points: Vec<f32>, why: &str) -> Outcome {
        ending::outcome(&self.view, winner, points, why, "BP-10.3")
    }
}

/// BP-10.1: notes which brigades are broken now; a broken one stays so, unless the setting lets it recover.
pub fn check_brigades(battle: &mut BattleMut) {
    let sides: Vec<SideId> = battle.view().sides().ids().collect();
    for side in sides {
        let brigades: Vec<UnitId> = BlackPowderView::of(battle.view()).brigades_of(side).collect();
        for brigade in brigades {
            let (breaking, known, recover) = {
                let bp = BlackPowderView::of(battle.view());
                (bp.is_breaking(brigade), bp.play().broken.contains(&brigade), bp.settings().brigades_recover)
            };
            let name = battle.view().unit(brigade).name.clone();
            if breaking && !known {
                battle.resource_mut::<SequenceOfPlay>().broken.push(brigade);
                let (counted, gone) = BlackPowderView::of(battle.view()).brigade_state(brigade);
                let text = format!("The brigade of {name} is broken: {gone} of {counted} units are lost or shaken");
                battle.note(Some(side), RuleId::new("BP-10.1"), text);
            } else if known && !breaking && recover {
                battle.resource_mut::<SequenceOfPlay>().broken.retain(|broken| *broken != brigade);
                battle.note(Some(side), RuleId::new("BP-10.2"), format!("The brigade of {name} recovers"));
            }
        }
    }
}

/// BP-10.3: whether the battle is over at the end of a player turn.
pub fn check_armies(battle: &mut BattleMut) -> Option<Outcome> {
    let bp = BlackPowderView::of(battle.view());
    let points = || bp.standings().iter().map(|standing| standing.points.total()).collect::<Vec<f32>>();
    if let Some(side) = bp.play().conceded {
        let why = format!("the {} give the battle up", bp.view.side_named(side).short);
        return Some(bp.outcome_with(Some(SideId(1 - side.0)), points(), &why));
    }
    let broken = [SideId(0), SideId(1)].map(|side| bp.army_broken(side));
    if broken == [false, false] {
        return None;
    }
    let wiped = [SideId(0), SideId(1)].into_iter().any(|side| bp.regiments_of(side).next().is_none());
    match bp.settings().army_break {
        ArmyBreak::Points if !wiped => None,
        ArmyBreak::Ends | ArmyBreak::Points => Some(bp.verdict("an army is broken")),
        ArmyBreak::Loses => {
            let winner = match broken {
                [true, true] => {
                    let (a, b) = (bp.broken_share(SideId(0)), bp.broken_share(SideId(1)));
                    if a == b { None } else { Some(SideId(u8::from(a > b))) }
                }
                [true, false] => Some(SideId(1)),
                _ => Some(SideId(0)),
            };
            Some(bp.outcome_with(winner, points(), "the enemy army is broken"))
        }
    }
}

/// Ends the battle with this outcome.
pub fn end_battle(battle: &mut BattleMut, outcome: Outcome) {
    let standings = BlackPowderView::of(battle.view()).standings();
    ending::declare(battle, outcome, standings);
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.tasks.clear();
    play.part = Part::Over;
}
