//! Where units are placed before the battle (CP-1.12).

use crate::view::rulebook::SkirmishView;
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Order, Plan, PlannedMove, Refusal},
    procedure::Found,
    shared::refuse,
    table::{footprint::Outline, measure, path::Going, position::Place},
    turn::Deployment,
};

impl SkirmishView<'_> {
    pub(crate) fn check_deploy(&self, order: &Order) -> Found<(UnitId, Vec<(PieceId, Place)>)> {
        let (unit, places) = self.deployment_places(order)?;
        let moves = places
            .iter()
            .map(|(piece, place)| PlannedMove {
                piece: *piece,
                path: vec![self.view.place(*piece).at, place.at],
                end: *place,
                shape: None,
                cost: Explained::default(),
                allowance: None,
                stopped: None,
            })
            .collect();
        let summary = format!("{} is placed", self.unit_name(unit));
        Ok((Plan { summary, moves, ..Plan::default() }, (unit, places)))
    }

    /// The unit that is deployed, and where it would stand.
    ///
    /// # Errors
    /// If the order names no unit of its side, if the side has no zone, or if a figure would stand outside it, on
    /// another, or where nobody can stand.
    fn deployment_places(&self, order: &Order) -> Result<(UnitId, Vec<(PieceId, Place)>), Refusal> {
        let Some(unit) = order.unit.filter(|unit| self.view.knows_unit(*unit)) else {
            return refuse("CP-1.1", "Name the unit to place");
        };
        if self.view.side_of_unit(unit) != order.side {
            return refuse("CP-1.1", "That unit belongs to the other side");
        }
        let Some(zone) = self.view.resource::<Deployment>().0.iter().find(|zone| zone.side == order.side) else {
            return refuse("CP-1.12", "This side has no deployment zone: its units stand where the scenario puts them");
        };
        let places = self.places_in_formation(order, unit)?;
        let mut outlines: Vec<Outline> = Vec::new();
        let own: Vec<PieceId> = self.view.present(unit).collect();
        for (piece, place) in &places {
            let outline = Outline { footprint: self.view.footprint(*piece), place: *place };
            if !measure::inside(place.at, &zone.outline) {
                return refuse("CP-1.12", format!("{} would stand outside the deployment zone", self.name(*piece)));
            }
            let going = self.mover(*piece);
            let feature = self.view.ground().feature_at(place.at);
            if let Err(why) = going.cost_per_inch(&feature) {
                return refuse("CP-5.11", format!("{} cannot stand there: {why}", self.name(*piece)));
            }
            self.may_be_placed(*piece, &outline)?;
            let storeys = self.view.ground().building_at(place.at).map(|n| self.view.terrain().buildings[n].storeys);
            if place.floor > 0 && storeys.is_none_or(|storeys| storeys <= place.floor) {
                let reason = format!("{} would stand on storey {} of nothing", self.name(*piece), place.floor + 1);
                return refuse("CP-14.1", reason);
            }
            let near = self.view.pieces_index().within(place.at, outline.footprint.reach() + 3.5);
            let others = near.into_iter().filter(|id| !own.contains(id)).map(|id| self.view.outline(id));
            let tolerance = self.numbers().overlap_tolerance;
            if others.chain(outlines.iter().copied()).any(|other| outline.overlap(&other) > tolerance) {
                return refuse("CP-1.5", "Bases overlap");
            }
            outlines.push(outline);
        }
        self.may_stand_so(unit, &outlines)?;
        Ok((unit, places))
    }

    /// CP-1.4, CP-5.4, CP-5.11, CP-14.1: whether a base may be put somewhere as a scenario may: wholly on the table,
    /// and across no wall, obstacle or edge of ground where nobody can go.
    fn may_be_placed(&self, piece: PieceId, base: &Outline) -> Result<(), Refusal> {
        let terrain = self.view.terrain();
        let name = self.name(piece);
        if !terrain.holds(base) {
            return refuse("CP-1.4", format!("{name} would not stand wholly on the table"));
        }
        if (0..terrain.areas.len()).any(|area| terrain.closed_under(area, base))
            || (0..terrain.streams.len()).any(|stream| terrain.drowns(stream, base))
        {
            return refuse("CP-5.11", format!("{name} would stand partly where nobody can go"));
        }
        if let Some(obstacle) = (0..terrain.obstacles.len()).find(|n| terrain.across_obstacle(*n, base)) {
            let kind = terrain.obstacles[obstacle].kind.replace('_', " ");
            return refuse("CP-5.4", format!("{name} would stand across the {kind}"));
        }
        if let Some((house, _)) = self.across_a_wall(base) {
            let house = terrain.buildings[house].the_name();
            return refuse("CP-14.1", format!("{name} would stand across a wall of {house}"));
        }
        Ok(())
    }
}
