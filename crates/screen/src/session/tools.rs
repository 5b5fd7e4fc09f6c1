//! The tools that a player lays on the table: ruler, line of sight, the reach and the fire of units.

use bevy::math::Vec2;

use super::Session;
use grapeshot_floor::forces::{PieceId, SideId, UnitId};
use grapeshot_game::battle::reconnaissance::{self, Look, Threat};

/// A tool that a player may lay on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Measures from a point or a base to the pointer.
    Ruler,
    /// Shows which enemies a unit sees, and what hides the others.
    Sight,
    /// Shows how far units could come and what they could shoot at.
    Threat,
}

/// The tool that lies on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InHand {
    /// Which tool it is.
    pub tool: Tool,
    /// The piece that it was laid at, if it was laid at one.
    pub piece: Option<PieceId>,
    /// Where it was laid.
    pub from: Option<Vec2>,
}

impl Session {
    /// Lays a tool on the table: at a piece, else at the pointer. The tool that lies there already is put away.
    pub fn take_tool(&mut self, tool: Tool, piece: Option<PieceId>) {
        if piece.is_none() && self.tool.is_some_and(|known| known.tool == tool) {
            self.tool = None;
            return;
        }
        let at = piece.or(self.hovered.filter(|_| tool == Tool::Ruler));
        let from = at.and_then(|piece| self.shown().piece(piece)).map(|piece| piece.place.at).or(self.pointer);
        self.tool = Some(InHand { tool, piece: at, from });
        if let (Tool::Sight, Some(piece)) = (tool, piece.and_then(|piece| self.shown().piece(piece))) {
            let unit = piece.unit;
            self.select_unit(Some(unit));
        }
    }

    /// Lets the ruler begin anew at a point.
    pub fn measure_from(&mut self, at: Vec2) {
        let piece = self.hovered;
        let from = piece.and_then(|piece| self.shown().piece(piece)).map_or(at, |piece| piece.place.at);
        self.tool = Some(InHand { tool: Tool::Ruler, piece, from: Some(from) });
    }

    /// The inches from the ruler's begin to a point, or from base to base if both ends lie on pieces.
    pub fn measured(&self, ruler: InHand, to: Vec2) -> Option<f32> {
        let view = self.view();
        let known = |piece: PieceId| view.knows_piece(piece) && view.in_play(piece);
        match (ruler.piece, self.hovered) {
            (Some(a), Some(b)) if a != b && self.caught_up() && known(a) && known(b) => Some(view.gap(a, b)),
            _ => ruler.from.map(|from| from.distance(to)),
        }
    }

    /// The side for which its enemies are a threat: the one that is asked, else the viewer, else that of the chosen
    /// unit.
    fn facing_sides(&self) -> Option<SideId> {
        let view = self.view();
        let chosen = self.selection().unit.map(|unit| view.side_of_unit(unit));
        self.ask_for_human().map(|ask| ask.side).or(self.viewer).or(chosen)
    }

    /// What units could reach and shoot at: the unit of the piece at which the tool was laid, else all of the enemy's.
    pub fn threats(&self, at: Option<PieceId>) -> Vec<Threat> {
        if !self.caught_up() {
            return Vec::new();
        }
        let view = self.view();
        let own = self.facing_sides();
        let wanted = |unit: &UnitId| match at {
            Some(piece) => view.knows_piece(piece) && view.unit_of(piece) == *unit,
            None => own.is_none_or(|own| view.side_of_unit(*unit) != own),
        };
        view.units().filter(wanted).filter_map(|unit| reconnaissance::threat(&view, unit)).collect()
    }

    /// The lines of sight from the chosen unit to the nearest piece of each enemy unit.
    pub fn looks(&self) -> Vec<Look> {
        let Some(unit) = self.selection().unit.filter(|_| self.caught_up()) else { return Vec::new() };
        reconnaissance::looks(&self.view(), unit, self.selection().pieces.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{ai::Controller, battle::simulation_world, scenario};
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    fn session(file: &str) -> Session {
        let world = simulation_world(rulesets::plugin);
        let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
        Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}))
    }

    const BATTLES: [&str; 2] =
        ["../../scenarios/horse_and_musket/el_bodon.scenario.ron", "../../scenarios/black_powder/barrosa.scenario.ron"];

    /// CP-1.8, BP-1.8: each line of sight is free or names what blocks it, at a point of the line or before the eye.
    #[test]
    fn a_line_of_sight_is_free_or_names_what_blocks_it() {
        for file in ["../../scenarios/horse_and_musket/stone_house.scenario.ron", BATTLES[1]] {
            let mut session = session(file);
            let units: Vec<UnitId> = session.battle().view().units().collect();
            let mut found = (0, 0);
            for unit in units {
                session.select_unit(Some(unit));
                for look in session.looks() {
                    match look.line.blocker {
                        None => found.0 += 1,
                        Some((what, at)) => {
                            found.1 += 1;
                            assert!(!what.is_empty(), "{file}: {unit:?}");
                            let beyond = at.distance(look.from) - look.to.distance(look.from);
                            assert!(beyond < 12.0, "{file}: {what} is {beyond} inches behind what it hides");
                        }
                    }
                }
            }
            assert!(found.0 > 0 && found.1 > 0, "{file}: {found:?}");
        }
    }

    #[test]
    fn the_ruler_measures_from_base_to_base() {
        let mut session = session(BATTLES[1]);
        let (a, b, gap, from, to) = {
            let view = session.battle().view();
            let mut units = view.units().map(|unit| view.present(unit).next().expect("it stands there"));
            let (a, b) = (units.next().expect("a unit"), units.last().expect("another"));
            (a, b, view.gap(a, b), view.place(a).at, view.place(b).at)
        };
        session.hovered = Some(a);
        session.measure_from(from);
        let ruler = session.tool.expect("the ruler lies there");
        session.hovered = None;
        let middle = session.measured(ruler, to).expect("it has a begin");
        session.hovered = Some(b);
        assert_eq!(session.measured(ruler, to), Some(gap));
        assert!(middle > gap);
    }

    #[test]
    fn a_tool_is_put_away_by_its_own_key_and_replaced_by_another() {
        let mut session = session(BATTLES[0]);
        session.take_tool(Tool::Threat, None);
        session.take_tool(Tool::Sight, None);
        assert_eq!(session.tool.map(|held| held.tool), Some(Tool::Sight));
        session.take_tool(Tool::Sight, None);
        assert_eq!(session.tool, None);
    }

    #[test]
    fn the_threat_is_that_of_the_enemies_or_of_the_unit_that_was_asked_about() {
        for file in BATTLES {
            let mut session = session(file);
            if let Some(side) = session.hand_over() {
                session.take_seat(side, false);
            }
            let asked = session.ask_for_human().expect("somebody is asked").side;
            let view = session.battle().view();
            let threats = session.threats(None);
            assert!(!threats.is_empty(), "{file}");
            for Threat { unit, stride, .. } in threats {
                assert_ne!(view.side_of_unit(unit), asked, "{file}: {}", view.unit(unit).name);
                let stride = stride.unwrap_or_else(|| panic!("{file}: {} cannot move", view.unit(unit).name));
                assert!(stride.inches > 0.0 && !stride.label.is_empty());
            }
            let own = view.units().find(|unit| view.side_of_unit(*unit) == asked).expect("a unit");
            let piece = view.present(own).next();
            assert_eq!(session.threats(piece).iter().map(|threat| threat.unit).collect::<Vec<_>>(), [own]);
        }
    }
}
