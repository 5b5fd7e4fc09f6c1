//! How an order to attack becomes paths into contact with the enemy.

use bevy::math::Vec2;

use super::allowance::{CONTACT, Others, Wish};
use crate::{
    state::{
        sequence_of_play::Activation,
        ways::{Fixed, Route, level},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::{Order, PlannedMove, Refusal},
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        path,
        position::{Heading, Place},
    },
};

/// Angles at which a figure tries to come at an enemy when the straight way is taken, in degrees.
const APPROACHES: [f32; 7] = [0.0, 40.0, -40.0, 80.0, -80.0, 120.0, -120.0];

impl SkirmishView<'_> {
    /// CP-5.8: paths into contact. The nearest figure goes for the named target; each of the others goes for the enemy
    /// of the target's unit that the fewest go for, the nearest if several are alike.
    ///
    /// # Errors
    /// If none of them reaches an enemy, with the reason of the first.
    pub fn plan_assault(&self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        let Some(target) = order.target.filter(|target| self.view.in_play(*target)) else {
            return refuse("CP-5.8", "Name the enemy to contact");
        };
        let side = self.view.side_of(order.pieces[0]);
        if !self.is_target(target, side) {
            return refuse("CP-5.8", self.no_enemy(target));
        }
        let (moving, mut taken) = self.others_on_the_move(order, activation);
        let mut pieces = order.pieces.clone();
        pieces.sort_by(|a, b| self.view.gap(*a, target).total_cmp(&self.view.gap(*b, target)).then(a.cmp(b)));
        let foes: Vec<PieceId> = self.view.present(self.view.unit_of(target)).filter(|foe| self.fights(*foe)).collect();
        let mut going_for: Vec<PieceId> = activation.routes.iter().filter_map(|route| route.target).collect();
        let mut fixed: Fixed = (Vec::new(), Vec::new());
        let mut first_refusal = None;
        let mut waiting = moving;
        for (n, piece) in pieces.iter().enumerate() {
            let allowance = self.allowance_of(*piece)?;
            if let Err(refusal) = self.require_command(*piece) {
                waiting.retain(|id| id != piece);
                first_refusal.get_or_insert(refusal);
                continue;
            }
            let mut enemies = foes.clone();
            enemies.retain(|foe| self.view.gap(*piece, *foe) <= allowance);
            enemies.sort_by(|a, b| {
                let goers = |foe: &PieceId| going_for.iter().filter(|id| *id == foe).count();
                goers(a)
                    .cmp(&goers(b))
                    .then(self.view.gap(*piece, *a).total_cmp(&self.view.gap(*piece, *b)))
                    .then(a.cmp(b))
            });
            if n == 0 {
                enemies.retain(|foe| *foe != target);
                enemies.insert(0, target);
            }
            let mut reached = None;
            let mut refusal = Refusal::new(RuleId::new("CP-5.8"), format!("{} reaches no enemy", self.name(*piece)));
            let goers: Vec<Route> = fixed.0.iter().chain(&activation.routes).cloned().collect();
            // If the three likeliest enemies are not reached, a farther one hardly ever is.
            for enemy in enemies.into_iter().take(3) {
                let found = self.way_into_contact(*piece, enemy, allowance, &waiting, &taken);
                match found.and_then(|found| self.require_own_opening(&found.0, &goers).map(|()| found)) {
                    Ok(route) => {
                        reached = Some(route);
                        break;
                    }
                    Err(why) if n == 0 => refusal = self.opening_taken(*piece, enemy, &goers).unwrap_or(why),
                    Err(_) => {}
                }
            }
            // `NoCloseOrder`: a man that may not use close order does not come as the fourth in contact.
            let ends = |route: &Route| self.ends_of(activation, &[&fixed.0[..], std::slice::from_ref(route)].concat());
            if let Some((route, _)) = &reached
                && let Err(why) = self.may_end_so(activation.unit, &ends(route))
            {
                (reached, refusal) = (None, why);
            }
            match reached {
                Some((route, shown)) => {
                    taken.push(self.base_after(&route));
                    going_for.extend(route.target);
                    fixed.0.push(route);
                    fixed.1.push(shown);
                }
                None => {
                    waiting.retain(|id| id != piece);
                    first_refusal.get_or_insert(refusal);
                }
            }
        }
        if fixed.0.is_empty() {
            return Err(
                first_refusal.unwrap_or_else(|| Refusal::new(RuleId::new("CP-5.8"), "Nobody reaches the enemy"))
            );
        }
        self.supplement().charge_formed(self, activation, &mut fixed)?;
        Ok(fixed)
    }

    /// A way into contact with an enemy: straight, or round to a side of him that is free; through a door or window if
    /// a wall is between (CP-14.4).
    pub fn way_into_contact(
        &self,
        piece: PieceId,
        enemy: PieceId,
        allowance: f32,
        moving: &[PieceId],
        taken: &[Outline],
    ) -> Result<(Route, PlannedMove), Refusal> {
        if self.indoors_apart(piece, enemy) {
            return self.way_through_openings(piece, enemy, allowance, Others { moving, taken });
        }
        let floor = self.view.place(piece).floor;
        let start = self.view.place(piece).at;
        let there = self.view.place(enemy).at;
        let reach = self.view.footprint(piece).reach() + self.view.footprint(enemy).reach();
        let going = self.mover(piece);
        let mut first = None;
        for angle in APPROACHES {
            let toward = Heading::from_to(there, start).turned(angle);
            let mut corners = vec![start];
            if angle != 0.0 {
                corners.push(there + toward.forward() * (reach + 0.3));
            }
            corners.push(there);
            // The player is told why the straight way will not do; most other ways are seen to be hopeless.
            let too_long = || path::length(&corners) > allowance + reach + 2.0 * CONTACT;
            if first.is_some() && (too_long() || self.bars_contact(piece, enemy, there + toward.forward() * reach)) {
                continue;
            }
            let way = level(&corners, floor);
            let wish = Wish { piece, way: &way, end_facing: None, allowance, target: Some(enemy), going };
            match self.fix_route(wish, Others { moving, taken }) {
                Ok(route) => return Ok(route),
                Err(refusal) => {
                    let too_far = refusal.rule == RuleId::new("CP-5.8")
                        && first.is_none()
                        && start.distance(there) > allowance + reach;
                    let refusal = first.get_or_insert(refusal);
                    if too_far {
                        return Err(refusal.clone());
                    }
                }
            }
        }
        Err(first.expect("at least one approach was tried"))
    }

    /// CP-5.8: whether another enemy stands so near to the place where a figure on foot would come into contact that
    /// the figure must stop before.
    fn bars_contact(&self, piece: PieceId, target: PieceId, at: Vec2) -> bool {
        let (here, there) = (self.view.outline(piece), self.view.outline(target));
        let (Footprint::Circle { .. }, Footprint::Circle { .. }) = (here.footprint, there.footprint) else {
            return false;
        };
        let arrived = Outline { place: Place { at, ..here.place }, ..here };
        let (side, berth) = (self.view.side_of(piece), self.numbers().enemy_berth);
        self.view.pieces_index().near(at, here.footprint.reach() + berth + 3.0).any(|other| {
            let outline = self.view.outline(other);
            other != target
                && self.view.is_enemy(other, side)
                && arrived.gap(&outline) < berth - 2.0 * CONTACT
                && here.gap(&outline) > berth + CONTACT
                && !self.stunned(other)
        })
    }
}
