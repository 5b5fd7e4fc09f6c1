//! What wagons change in the core: who is hit when one is fired at, and what a hit on a team does (OW-10.8).

use bevy::math::Vec2;

use super::{
    book::LyingCover,
    forced,
    state::{Rolling, Wagon},
};
use crate::wagons::{
    cutting::CuttingView, drive::DriveView, gap::GapView, overturn::OverturnView, seats::SeatsView, state::WagonsView,
};
use grapeshot_combat_patrol::{
    book::{
        action_card::{MoraleResult, Severity},
        marks,
    },
    fire::wounds,
    view::{
        chapter_rules::{Carriage, ChapterRules},
        cover::{Cover, Giver},
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    orders::Refusal,
    shared::refuse,
    turn::BattleMut,
};

/// The rule of passengers.
const ABOARD: &str = "OW-10.9";
/// The rule of fire at wagons.
const FIRE: &str = "OW-10.8";

/// What wagons change in the core.
pub struct Wagons;

impl ChapterRules for Wagons {
    /// OW-10.8: whoever is named, a hit falls on those on board or on the team, which counts as one; never on the body.
    fn candidates(&self, cp: &SkirmishView, _: PieceId, target: PieceId, found: &mut Vec<PieceId>) {
        let Some(wagon) = cp.coach_of(target) else { return };
        let team = wagon.team.filter(|team| cp.view.in_play(*team));
        for piece in cp.on_board(wagon).chain(team) {
            if !found.contains(&piece) {
                found.push(piece);
            }
        }
        if found.len() > 1 {
            found.retain(|piece| *piece != wagon.body);
        }
    }

    /// OW-10.8: a burst strikes the team if it covers its middle.
    fn is_under_burst(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.coach_of(piece).is_some_and(|wagon| wagon.team == Some(piece))
    }

    /// OW-10.8: a wounded team draws at half speed; each that is killed must be cut out before the wagon moves again.
    fn hit_own(&self, battle: &mut BattleMut, _: &BookData, piece: PieceId, severity: Severity) -> bool {
        let cp = SkirmishView::of(battle.view());
        let Some(wagon) = cp.coach_of(piece).cloned() else { return false };
        let (name, unit) = (cp.name(piece).to_owned(), cp.view.unit_of(piece));
        if wagon.team != Some(piece) {
            let (side, text) = (cp.view.side_of(piece), format!("{name} takes no harm"));
            battle.detail(Some(side), EventKind::Note, RuleId::new(FIRE), text, Explained::default());
            return true;
        }
        match severity {
            Severity::Wound if cp.wounded(piece) => wounds::no_worse(battle, piece, RuleId::new(FIRE)),
            Severity::Wound => {
                let text = format!("{name} goes at half speed");
                battle.mark_piece(piece, &marks::WOUND, 1, RuleId::new(FIRE), text);
            }
            Severity::Incapacitated => {
                let dead = wagon.dead.saturating_add(1);
                battle.unit_mut::<Wagon>(unit).dead = dead;
                let text = format!("{name}: an animal is dead in the traces");
                battle.mark_piece(piece, &marks::WRECKED, dead, RuleId::new(FIRE), text);
            }
        }
        true
    }

    /// OW-10.8: a man on board has the cover of a fence, but from what bursts there. OW-10.16: a wagon that lies on its
    /// side covers those beside it from what comes across it.
    fn cover(&self, cp: &SkirmishView, piece: PieceId, from: Vec2) -> Option<Cover> {
        if let Some(carriage) = self.carriage(cp, piece) {
            let outside = cp.view.outline(carriage.body).gap_to_point(from) > 0.0;
            return outside.then(|| Cover { code: "f".into(), giver: Giver::Piece(carriage.body) });
        }
        let code = match cp.wagon_settings().overturned_wagon_cover {
            LyingCover::Fence => "f",
            LyingCover::Wall => "w",
        };
        let here = cp.view.outline(piece);
        let covers = |body: PieceId| {
            let body = cp.view.outline(body);
            here.gap(&body) <= cp.numbers().cover_within && body.cut_by(from, here.place.at)
        };
        let mut lying = cp.coaches().filter(|(_, wagon)| wagon.overturned);
        let (_, wagon) = lying.find(|(_, wagon)| wagon.body != piece && covers(wagon.body))?;
        Some(Cover { code: code.into(), giver: Giver::Piece(wagon.body) })
    }

    /// OW-10.9: a man that sits on a wagon goes with it.
    fn carriage(&self, cp: &SkirmishView, piece: PieceId) -> Option<Carriage> {
        let wagon = cp.coach_of(piece).filter(|wagon| wagon.body != piece && wagon.team != Some(piece))?;
        let moves = wagon.rolling != Rolling::Stopped || wagon.moved;
        Some(Carriage { body: wagon.body, team: wagon.team, moves, rule: RuleId::new(ABOARD) })
    }

    /// CP-5.2, OW-10.4: all of a wagon moves with its body, and as long as it rolls.
    fn is_moving(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        let moves = |wagon: &Wagon| wagon.rolling != Rolling::Stopped || cp.view.mark(wagon.body, &marks::MOVED) > 0;
        cp.coach_of(piece).is_some_and(moves)
    }

    /// OW-10.17.
    fn carry_out(&self, battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) -> bool {
        forced::carry_out(battle, book, unit, result)
    }

    /// OW-10.14: a wagon that goes on without anybody on it keeps its die.
    fn has_die(&self, cp: &SkirmishView, unit: UnitId) -> Option<bool> {
        let goes = cp.coach(unit).is_some_and(|wagon| wagon.rolling != Rolling::Stopped && cp.view.in_play(wagon.body));
        goes.then_some(true)
    }

    /// OW-10.14: it acts on its die.
    fn heeds_die(&self, cp: &SkirmishView, unit: UnitId) -> Option<bool> {
        self.has_die(cp, unit)
    }

    /// OW-10.9: a man that sits on a wagon does not walk.
    fn may_march(&self, cp: &SkirmishView, piece: PieceId) -> Result<(), Refusal> {
        match self.carriage(cp, piece) {
            Some(_) if !cp.is_man(piece) => refuse("OW-6.10", format!("{} stays on its wagon", cp.name(piece))),
            Some(_) => refuse(ABOARD, format!("{} sits on a wagon", cp.name(piece))),
            None => Ok(()),
        }
    }

    /// OW-10.8, OW-10.11, OW-10.12: a wagon that overturned, ran away over the edge, or whose team cannot draw it.
    fn is_wreck(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        let wagon = cp.coach(cp.view.unit_of(piece)).filter(|wagon| wagon.body == piece);
        wagon.is_some_and(|wagon| match cp.view.fate(piece) {
            Fate::InPlay => wagon.overturned || wagon.team.is_some() && cp.draught(wagon).is_none(),
            fate => fate == Fate::Fled,
        })
    }

    /// What a figure may do at a wagon or before one: drive, cut animals out, board, get down, take the reins, clear a
    /// gap, overturn it.
    fn has_work(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.could_drive(cp.view.unit_of(piece), piece)
            || cp.could_cut_out(piece)
            || cp.could_board(piece)
            || cp.could_leave_its_seat(piece)
            || cp.could_clear_gap(piece)
            || cp.could_overturn(piece)
    }
}
