//! What can be expected of a unit and of its fire.

use crate::{
    book::{profile::Level, rounds::Round},
    orders::{aim::PointOrPiece, verbs},
    state::{sequence_of_play::FigureAction, shot::Manner},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::Order,
    turn::{Fire, Readiness},
};

impl SkirmishView<'_> {
    /// What can be expected of a unit: its men obey as long as one of them is not stunned. It lacks ammunition if most of
    /// the men who shoot are not loaded and none of them fights.
    pub fn readiness(&self, unit: UnitId) -> Readiness {
        let men: Vec<PieceId> = self.men(unit).filter(|man| self.view.in_play(*man)).collect();
        let commander = match (self.view.unit(unit).pieces.as_slice(), men.as_slice()) {
            ([_], [man]) => self.as_leader(*man).is_some_and(|leader| leader.level > Level::Team),
            _ => false,
        };
        let shoots = |man: &&PieceId| !self.stunned(**man) && self.ranged_weapons(**man).next().is_some();
        let empty = men.iter().filter(shoots).filter(|man| !self.is_loaded(**man)).count();
        let fights = men.iter().any(|man| self.in_contact(*man));
        Readiness {
            commander,
            obeys: men.iter().any(|man| !self.stunned(*man)),
            lacks_ammunition: !fights && empty > 0 && 2 * empty >= men.iter().filter(shoots).count(),
        }
    }

    /// What a unit could fire at another as both stand: its gun a round of canister that is loaded, its men or its gun
    /// anything else.
    pub fn fire_on(&self, shooter: UnitId, target: UnitId) -> Option<Fire> {
        let targets: Vec<PieceId> = self.men(target).filter(|man| self.view.in_play(*man)).collect();
        let round = self.gun_of(shooter).filter(|gun| self.view.in_play(gun.piece)).and_then(|gun| {
            let aims = |man: &PieceId| self.gun_shot(gun, PointOrPiece::Piece(*man), None).is_ok();
            gun.round.filter(|_| self.load_time(gun).is_some() && targets.iter().any(aims))
        });
        match round {
            Some(Round::Canister) => Some(Fire::Canister),
            Some(_) => Some(Fire::Shot),
            None => {
                let ready = |man: &PieceId| self.view.in_play(*man) && self.fit_to_shoot(*man).is_ok();
                let aims = |man: PieceId| targets.iter().any(|foe| self.could_aim(man, *foe, Manner::default()));
                self.men(shooter).filter(ready).any(aims).then_some(Fire::Shot)
            }
        }
    }

    /// CP-6.10: the best chance to hit of the shots of an order if their figures had been declared standing; none if none of
    /// them moved.
    pub fn chance_if_standing(&self, order: &Order) -> Option<f32> {
        let target = order.target.filter(|_| order.verb == verbs::SHOOT)?;
        let moved = order.pieces.iter().filter(|man| self.part(**man) == FigureAction::Moving);
        let standing = moved.filter_map(|man| self.shot_of_fit(*man, target, Manner::default()).ok());
        standing.map(|shot| self.chance_of_holes(shot.holes)).reduce(f32::max)
    }
}
