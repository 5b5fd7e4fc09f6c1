//! Animals cut out of the traces (OW-10.15).

use super::state::{ADJACENT, Rolling, Wagon};
use crate::wagons::state::WagonsView;
use easy_ext::ext;
use grapeshot_combat_patrol::{
    book::marks,
    state::{
        activity,
        led_horses::{Horses, LedHorse},
        sequence_of_play::FigureAction,
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::{count, inches},
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    orders::{Order, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::{footprint::Outline, position::Place},
    turn::BattleMut,
};

/// A figure cuts an animal out of a team.
pub const CUT_OUT: VerbId = VerbId::new("cut_out");
/// Where an animal that was cut out stands, in degrees from behind the man: the first that is free.
const ROUND: [f32; 8] = [0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0];
/// The rule of cutting out.
const CUT: &str = "OW-10.15";

/// Questions to the view about cutting.
#[ext(CuttingView)]
pub impl SkirmishView<'_> {
    /// OW-10.15: the wagon out of whose team a figure could cut an animal, and the team.
    fn team_beside(&self, piece: PieceId) -> Option<(UnitId, PieceId)> {
        let beside = |wagon: &Wagon| {
            let team = wagon.team.filter(|team| self.view.in_play(*team))?;
            let stands = wagon.rolling == Rolling::Stopped && !wagon.overturned;
            (stands && self.is_beside(piece, team)).then_some(team)
        };
        self.coaches().find_map(|(unit, wagon)| Some((unit, beside(wagon)?)))
    }

    /// Whether a figure of the unit that acts could cut an animal out.
    fn could_cut_out(&self, piece: PieceId) -> bool {
        self.part(piece) == FigureAction::Stationary
            && !self.stunned(piece)
            && self.coach_of(piece).is_none()
            && self.team_beside(piece).is_some()
    }

    /// OW-10.15: what it takes to cut an animal out, where an order names no team.
    fn how_to_cut(&self, order: &Order) -> String {
        let stands = |wagon: &&Wagon| wagon.rolling == Rolling::Stopped && !wagon.overturned;
        let teams = self.coaches().map(|(_, wagon)| wagon).filter(stands);
        let teams = teams.filter_map(|wagon| Some((wagon.body, wagon.team.filter(|team| self.view.in_play(*team))?)));
        let of_each = teams.flat_map(|team| order.pieces.iter().map(move |man| (*man, team)));
        let gap = |(man, (_, team)): &(PieceId, (PieceId, PieceId))| self.view.gap(*man, *team);
        match of_each.min_by(|a, b| gap(a).total_cmp(&gap(b))) {
            Some((man, (body, team))) if self.is_beside(man, team) => {
                format!("Name the team of {}, beside which {} stands", self.name(body), self.name(man))
            }
            Some((man, (body, team))) => {
                let (far, near) = (inches(self.view.gap(man, team)), inches(ADJACENT));
                format!("{} is {far} from the team of {}: within {near}", self.name(man), self.name(body))
            }
            None => "No wagon with a team stands on the table".to_owned(),
        }
    }

    /// OW-10.15: figures beside the team of a wagon that stands each cut one animal out.
    fn check_cut_out(&self, order: &Order) -> Found<UnitId> {
        let of = order.target.and_then(|target| Some((self.view.unit_of(target), self.coach_of(target)?)));
        let Some((unit, wagon)) = of else { return refuse(CUT, self.how_to_cut(order)) };
        let name = self.name(wagon.body);
        let Some(team) = wagon.team.filter(|team| self.view.in_play(*team)) else {
            return refuse(CUT, format!("{name} has no team"));
        };
        if wagon.rolling != Rolling::Stopped {
            return refuse(CUT, format!("{name} does not stand"));
        }
        for piece in &order.pieces {
            self.require_stationary(*piece)?;
            self.require_unstunned(*piece)?;
            if !self.is_beside(*piece, team) {
                return refuse(CUT, format!("{} is not beside the team", self.name(*piece)));
            }
        }
        if order.pieces.len() > usize::from(wagon.animals) {
            return refuse(CUT, format!("There are only {} animals in the traces", wagon.animals));
        }
        plainly(count(order.pieces.len(), "animal") + " cut out", unit)
    }
}

/// OW-10.15: the dead and the hurt come out first; a team without animals is gone.
pub fn resolve_cut_out(battle: &mut BattleMut, _: &BookData, order: &Order, unit: UnitId) {
    let Some(before) = SkirmishView::of(battle.view()).coach(unit).cloned() else { return };
    let Some(team) = before.team else { return };
    let name = battle.view().piece(before.body).name.clone();
    let text = format!("{} cut out of the team of {name}", count(order.pieces.len(), "animal"));
    battle.note(Some(order.side), RuleId::new(CUT), text);
    let mut wagon = before.clone();
    for piece in &order.pieces {
        wagon.animals = wagon.animals.saturating_sub(1);
        let sound = wagon.dead == 0 && battle.view().mark(team, &marks::WOUND) == 0;
        if wagon.dead > 0 {
            (wagon.dead, wagon.spent) = (wagon.dead - 1, true);
            let text = format!("{name}: {} dead in the traces", wagon.dead);
            battle.mark_piece(team, &marks::WRECKED, wagon.dead, RuleId::new(CUT), text);
        } else if battle.view().mark(team, &marks::WOUND) > 0 {
            wagon.spent = true;
            let text = format!("{name}: the hurt animal is out");
            battle.mark_piece(team, &marks::WOUND, 0, RuleId::new(CUT), text);
        }
        if sound {
            lead_away(battle, *piece);
        }
        activity::done(battle, *piece);
    }
    if wagon.animals == 0 {
        wagon.team = None;
        battle.remove_piece(team, Fate::Exited, RuleId::new(CUT), format!("{name} is unhitched"));
    }
    *battle.unit_mut::<Wagon>(unit) = wagon;
}

/// OW-10.15: a sound animal stands beside the man who cut it out: he and the men of his unit may mount it.
fn lead_away(battle: &mut BattleMut, man: PieceId) {
    let cp = SkirmishView::of(battle.view());
    let (here, animal) = (cp.view.outline(man), cp.saddle());
    let apart = animal.half_depth() + here.footprint.half_depth();
    let beside = |turn: f32| {
        let facing = here.place.facing.turned(turn);
        Place { at: here.place.at - facing.forward() * apart, facing, ..here.place }
    };
    let free = |place: &Place| !cp.lies_on_another(&Outline { footprint: animal, place: *place }, &[man]);
    let place = ROUND.map(beside).into_iter().find(free).unwrap_or(beside(0.0));
    let text = format!("{} leads it away: it can be mounted", cp.name(man));
    let (unit, side) = (cp.view.unit_of(man), cp.view.side_of(man));
    battle.resource_mut::<Horses>().0.push(LedHorse { unit, place });
    battle.detail(Some(side), EventKind::Note, RuleId::new(CUT), text, Explained::default());
}
