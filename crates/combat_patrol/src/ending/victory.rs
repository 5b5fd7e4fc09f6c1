//! Ending the game (chapter 15).

use bevy::math::Vec2;
use std::collections::BTreeMap;

use crate::{
    book::marks,
    ending::tallies::Loss,
    state::{
        guns::Gun,
        happened::Happened,
        mines::{Mines, Structure},
        sequence_of_play::{Stage, go_to},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english::agreement,
    events::{Explained, RuleId},
    forces::{Fate, PieceId, SideId, UnitId},
    shared::{breaks, ending},
    table::{footprint::Outline, measure},
    turn::{BattleMut, HoldWhen, LossTerm, Objective, Outcome, SpoilState, SpoilTerm, Standing, VictoryTerms},
};

/// A figure that left the table stood no farther than this from its edge, in inches.
const EDGE: f32 = 0.05;

/// CP-15.1: whether no more than one side has figures left on the table, or to come.
pub fn wiped_out(battle: &BattleMut) -> bool {
    let view = battle.view();
    let cp = SkirmishView::of(view);
    let lives = |unit| cp.men(unit).next().is_some() || cp.is_awaited(unit);
    let stands = |side| view.units().any(|unit| view.side_of_unit(unit) == side && lives(unit));
    view.sides().players().filter(|side| stands(*side)).count() < 2
}

impl SkirmishView<'_> {
    /// CP-15.2: how each side stands: objectives held, losses inflicted, figures in an area, handicap.
    pub fn standings(&self) -> Vec<Standing> {
        let terms = self.view.resource::<VictoryTerms>();
        self.view.sides().players().map(|side| Standing { side, points: self.points_of(side, terms) }).collect()
    }

    fn points_of(&self, side: SideId, terms: &VictoryTerms) -> Explained {
        let rule = RuleId::new("CP-15.2");
        let mut points = Explained::default();
        if let Some(handicap) = terms.handicap.get(side.index()).filter(|points| **points != 0.0) {
            points.add(rule.clone(), "to begin with", *handicap);
        }
        for hold in &terms.holds {
            let objective = &terms.objectives[hold.objective];
            if hold.side.is_none_or(|only| only == side)
                && let Some(why) = self.earned(hold.when, objective, side)
            {
                points.add(rule.clone(), format!("{why} {}", objective.name), hold.points);
            }
        }
        let mut awards: BTreeMap<&str, f32> = BTreeMap::new();
        for award in self.view.resource::<Happened>().awards.iter().filter(|award| award.side == side) {
            *awards.entry(&award.name).or_default() += award.points;
        }
        for (name, earned) in awards {
            points.add("CP-2.10", name.to_owned(), earned);
        }
        let down = self.view.resource::<Mines>().0.iter().filter(|mine| mine.success && mine.points > 0.0);
        for mine in down.filter(|mine| self.view.side_of_unit(mine.unit) == side) {
            let did = match mine.structure {
                Structure::Stretch { .. } => "breached",
                Structure::Crossing(_) | Structure::Building(_) => "destroyed",
            };
            let what = self.name_of_structure(mine.structure);
            points.add(rule.clone(), format!("has {did} {what}"), mine.points);
        }
        self.add_points_for_losses(side, &terms.losses, &mut points);
        for spoil in terms.spoils.iter().filter(|spoil| spoil.side == side) {
            let count = self.view.pieces().filter(|piece| self.is_spoil(*piece, spoil)).count();
            if count > 0 {
                points.add(rule.clone(), format!("{count} {}", spoil.name), count as f32 * spoil.each);
            }
        }
        let zones = terms.zones.iter().filter(|zone| zone.side == side);
        let zones = zones.map(|zone| (&zone.name, &zone.of, zone.each, self.inside(zone)));
        let exits = terms.exits.iter().filter(|exit| exit.side == side);
        let exits = exits.map(|exit| (&exit.name, &exit.of, exit.each, self.exited(exit)));
        let falls = terms.falls.iter().filter(|fall| fall.side == side);
        let falls = falls.map(|fall| (&fall.name, &fall.of, fall.each, self.fallen(fall)));
        for (name, of, each, number) in zones.chain(exits).chain(falls) {
            let earned = (number as f32 * each).floor();
            if earned > 0.0 {
                points.add(rule.clone(), format!("{name}: {}", self.counted(of, number)), earned);
            }
        }
        for term in terms.breaks.iter().filter(|term| term.side == side) {
            if let Some((why, earned)) = breaks::earned(&self.view, term, |unit| self.men_lost(unit), "man") {
                points.add(rule.clone(), why, earned);
            }
        }
        for prize in 0..terms.prizes.len() {
            if let Some((what, earned)) = self.points_for_prize(prize, side) {
                points.add(rule.clone(), what, earned);
            }
        }
        points
    }

    /// CP-15.2: the points of a side for what its enemies have lost. Where more than two sides fight, or the scenario
    /// has it so, a loss counts only for the side by whose hand it came.
    fn add_points_for_losses(&self, side: SideId, terms: &LossTerm, points: &mut Explained) {
        let any_hand = !terms.own_hand && self.view.sides().players().count() <= 2;
        let (mut men, mut leaders, mut heroes) = (0.0, 0.0, 0.0);
        for piece in self.view.pieces().filter(|piece| self.view.is_enemy(*piece, side)) {
            if !self.is_lost(piece) || !(any_hand || self.lost_to(piece) == Some(side)) {
                continue;
            }
            match self.worth_of_loss(piece, terms) {
                Loss::Hero(worth) => heroes += worth,
                Loss::Leader(worth) => leaders += worth,
                Loss::Man(worth) => men += worth,
            }
        }
        let counts = |unit: UnitId| {
            self.view.is_enemy_unit(unit, side) && (any_hand || self.last_hand_on(unit, usize::MAX) == Some(side))
        };
        let horses = (self.horses_lost_by(counts) as f32 * terms.horses).floor();
        let lost = self.guns().iter().filter(|gun| self.is_deserted(gun) && counts(gun.unit));
        let guns = lost.count() as f32 * terms.guns;
        let lost = [
            ("for enemy men lost", men),
            ("for enemy leaders lost", leaders),
            ("for enemy heroes lost", heroes),
            ("for enemy horses lost", horses),
            ("for guns without crew", guns),
        ];
        for (why, earned) in lost.into_iter().filter(|(_, earned)| *earned > 0.0) {
            points.add("CP-15.2", why, earned);
        }
    }

    /// Whether a piece earns these points now.
    fn is_spoil(&self, piece: PieceId, spoil: &SpoilTerm) -> bool {
        let own = self.view.side_of(piece) == spoil.side;
        if self.view.piece(piece).look != spoil.of {
            return false;
        }
        match spoil.when {
            SpoilState::Off => {
                let at = self.view.place(piece).at;
                let over = |ab: &[Vec2]| measure::distance_to_segment(at, ab[0], ab[1]) <= EDGE;
                own && self.view.fate(piece) == Fate::Exited && spoil.line.windows(2).any(over)
            }
            SpoilState::Taken => self.view.in_play(piece) && self.captor(piece) == Some(spoil.side),
            SpoilState::Left => !own && self.view.in_play(piece) && self.captor(piece).is_none(),
            SpoilState::Worked => {
                own && self.view.in_play(piece) && self.gun(piece).is_some_and(|gun| !self.is_deserted(gun))
            }
            SpoilState::Inside => {
                own && self.view.in_play(piece) && measure::inside(self.view.place(piece).at, &spoil.outline)
            }
            SpoilState::Wrecked => !own && (self.is_wrecked(piece) || self.chapters().is_wreck(self, piece)),
        }
    }

    /// Whether a piece is a limber or wagon on the table that cannot move again.
    fn is_wrecked(&self, piece: PieceId) -> bool {
        self.view.in_play(piece) && !self.is_man(piece) && self.view.mark(piece, &marks::WRECKED) > 0
    }

    /// CP-15.2: whether a gun on the table has no man of its crew within two inches.
    fn is_deserted(&self, gun: &Gun) -> bool {
        let near = self.settings().guns.crew_reach();
        let serves = |man: PieceId| self.view.gap(man, gun.piece) <= near;
        self.view.in_play(gun.piece) && !self.men(gun.unit).chain(self.helpers_of(gun.unit)).any(serves)
    }

    /// How many unstunned figures each side that is played has at an objective, with the base within its radius, and
    /// inside its building if only they count.
    fn figures_at(&self, objective: &Objective) -> Vec<u32> {
        let Objective { at, radius, indoors, .. } = *objective;
        let house = self.view.ground().building_at(at);
        let mut counts = vec![0u32; self.view.sides().players().count()];
        for piece in self.view.pieces_index().within(at, radius) {
            let Outline { footprint, place } = self.view.outline(piece);
            let within = place.at.distance(at) + footprint.reach() <= radius + 1e-4;
            let counts_here = within && (!indoors || self.view.ground().building_at(place.at) == house);
            if counts_here
                && !self.stunned(piece)
                && self.is_man(piece)
                && let Some(figures) = counts.get_mut(self.view.side_of(piece).index())
            {
                *figures += 1;
            }
        }
        counts
    }

    /// CP-15.2: whether a side earns the points of an objective, and how.
    fn earned(&self, when: HoldWhen, objective: &Objective, side: SideId) -> Option<&'static str> {
        when.earned(&self.figures_at(objective), side)
    }

    /// CP-15.2: the side that has won by points now, or a draw.
    pub fn verdict(&self) -> Outcome {
        let terms = self.view.resource::<VictoryTerms>();
        let points: Vec<f32> = self.standings().iter().map(|standing| standing.points.total()).collect();
        let winner = ending::winner(&points, terms.margin, terms.otherwise);
        let score = ending::told(&points, winner);
        let text = match winner {
            Some(side) => {
                let name = &self.view.side_named(side).name;
                format!("{name} {}, {score}", agreement::verb(name, "wins", "win"))
            }
            None => format!("A draw, {score}"),
        };
        let turn = self.view.clock().turn;
        Outcome { winner, points, turn, text, rule: RuleId::new("CP-15.2") }
    }
}

/// CP-15.1: ends the battle and counts the points.
pub fn end_battle(battle: &mut BattleMut) {
    let outcome = SkirmishView::of(battle.view()).verdict();
    let standings = SkirmishView::of(battle.view()).standings();
    ending::declare(battle, outcome, standings);
    go_to(battle, Stage::OVER);
}
