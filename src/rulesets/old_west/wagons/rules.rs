//! What wagons change in the core: who is hit when one is fired at, and what a hit on a team does (OW-10.8).

use smol_str::SmolStr;

use super::state::{Rolling, Wagon};
use crate::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::Refusal,
    rulesets::{
        combat_patrol::{
            book::{action_card::Severity, marks},
            view::{
                chapter_rules::ChapterRules,
                rulebook::{BookData, SkirmishView},
            },
        },
        shared::refuse,
    },
    turn::BattleMut,
};

/// The rule of fire at wagons.
const FIRE: &str = "OW-10.8";

/// What wagons change in the core.
pub struct Wagons;

impl ChapterRules for Wagons {
    /// OW-10.8: whoever is named, a hit falls on those on board or on the team, which counts as one; never on the body.
    fn candidates(&self, cp: &SkirmishView, _: PieceId, target: PieceId, found: &mut Vec<PieceId>) {
        let Some(wagon) = cp.coach_of(target) else { return };
        let all = [wagon.driver, wagon.team].into_iter().flatten().filter(|piece| cp.view.in_play(*piece));
        for piece in all {
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
            return true;
        }
        match severity {
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

    /// OW-10.8: who is on board has the cover of a fence.
    fn cover(&self, cp: &SkirmishView, piece: PieceId) -> Option<SmolStr> {
        cp.coach_of(piece).filter(|wagon| wagon.driver == Some(piece)).map(|_| "f".into())
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

    /// OW-10.9: who sits on a wagon does not walk.
    fn may_march(&self, cp: &SkirmishView, piece: PieceId) -> Result<(), Refusal> {
        match cp.coach_of(piece) {
            Some(_) => refuse("OW-10.9", format!("{} sits on a wagon", cp.name(piece))),
            None => Ok(()),
        }
    }

    /// OW-10.2, OW-10.15: a driver may drive, and who stands beside a team may cut animals out.
    fn has_work(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.could_drive(cp.view.unit_of(piece), piece) || cp.could_cut_out(piece)
    }
}
