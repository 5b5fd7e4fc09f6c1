//! The actions of figures where they stand: shoot, break doors, load, recover, turn, mount.

use crate::{
    book::{cites::Topic, marks},
    fire::aim::Aim,
    movement::room::Company,
    state::{
        doors::{DoorId, Doors},
        sequence_of_play::{Activation, FigureAction},
        shot::Manner,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    chance::{spread, sum_of},
    english::{amount, count, does, signed},
    events::RuleId,
    forces::PieceId,
    orders::{Order, Plan, Refusal},
    procedure::{Found, plainly},
    shared::refuse,
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
};

/// Shots at one target.
#[derive(Debug, Clone, PartialEq)]
pub struct Volley {
    /// The piece that they are fired at.
    pub target: PieceId,
    /// The shots in the order in which they are fired, each with its manner.
    pub shots: Vec<(Aim, Manner)>,
}

/// A turn in place.
#[derive(Debug, Clone, PartialEq)]
pub enum Facing {
    /// A gun turns, with the men that serve it.
    Gun(Company),
    /// Figures turn toward this heading.
    Men(Heading),
}

impl SkirmishView<'_> {
    pub(crate) fn check_shoot(&self, order: &Order, activation: &Activation) -> Found<Volley> {
        let Some(target) = order.target else { return refuse("CP-6.6", "Name the figure to shoot at") };
        let with = self.weapon_named(order)?;
        let mut aims: Vec<Aim> = Vec::new();
        let mut manners: Vec<Manner> = Vec::new();
        for piece in &order.pieces {
            let manner = Manner { with, ..self.manner(activation, *piece)? };
            aims.push(self.aim(*piece, target, manner)?);
            manners.push(manner);
        }
        self.require_fire_alone(&aims)?;
        let odds: Vec<_> = aims.iter().map(|aim| self.odds_of(aim)).collect();
        let distribution = aims.iter().fold(vec![1.0], |all, aim| sum_of(&all, &self.spread_of_hits(aim)));
        let mean: f32 = distribution.iter().enumerate().map(|(hits, share)| hits as f32 * share).sum();
        let hits = amount((mean * 10.0).round() / 10.0, "hit");
        let shots: usize = aims.iter().map(|aim| usize::from(self.cards_at_target(aim))).sum();
        let summary = format!("{} at {}, {hits} to be expected", count(shots, "shot"), self.name(target));
        let shots = aims.into_iter().zip(manners).collect();
        Ok((Plan { summary, odds, distribution, ..Plan::default() }, Volley { target, shots }))
    }

    /// CP-9.9: figures that stand at a locked door may attack it, with any weapon that adds hand to hand.
    pub(crate) fn check_break(&self, order: &Order) -> Found<Vec<DoorId>> {
        let (mut odds, mut doors) = (Vec::new(), Vec::new());
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_stationary(*piece)?;
            self.require_unstunned(*piece)?;
            let Some(door) = self.door_in_contact(*piece) else {
                return refuse("CP-9.9", format!("{name} stands at no locked door"));
            };
            if self.best_hth(*piece, None, false).0 < 1 {
                return refuse("CP-9.9", format!("{name} has no weapon to break a door with"));
            }
            doors.push(door);
            let sum = self.door_sum(*piece);
            let (wins, _) = self.melee_chances(sum.total(), 0.0);
            let left = self.door_endurance(door) - self.view.resource::<Doors>().lost(door);
            odds.push(grapeshot_floor::orders::Odds {
                label: format!("{name} against the door"),
                needs: format!("{} on the cards", signed(sum.total())),
                explained: sum,
                chance: wins,
                then: vec![(format!("the door has {left} Endurance left"), RuleId::new("CP-9.9"))],
            });
        }
        let distribution = spread(odds.iter().map(|odds| odds.chance));
        let summary = format!("{} the door", does(order.pieces.len(), "figure", "attacks", "attack"));
        Ok((Plan { summary, odds, distribution, ..Plan::default() }, doors))
    }

    /// CP-7.4: a stunned figure recovers.
    pub(crate) fn check_recover(&self, order: &Order) -> Found<()> {
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_stationary(*piece)?;
            let marks = self.view.marks(*piece);
            if !marks.has(&marks::STUN) {
                return refuse("CP-7.4", format!("{name} is not stunned"));
            }
        }
        plainly(does(order.pieces.len(), "figure", "recovers", "recover"), ())
    }

    /// `Reload`: a Reload or Out of ammo marker comes off; the order may name the weapon.
    pub(crate) fn check_reload(&self, order: &Order) -> Found<Option<u8>> {
        let named = self.weapon_named(order)?;
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_stationary(*piece)?;
            let marks = self.view.marks(*piece);
            if marks.has(&marks::STUN) {
                return refuse("CP-7.4", format!("{name} is stunned and can only recover"));
            }
            if self.markers_to_load(*piece) == 0 {
                return refuse(self.cites(Topic::Reload), format!("{name} is loaded"));
            }
            let empty = |weapon: u8| self.soldier(*piece).unloaded.iter().any(|(n, _)| *n == weapon);
            if let Some(weapon) = named.filter(|weapon| !empty(*weapon)) {
                let weapon = &self.book.weapon(weapon).name;
                return refuse(self.cites(Topic::Reload), format!("{name} has no {weapon} to reload"));
            }
        }
        plainly(does(order.pieces.len(), "figure", "reloads", "reload"), named)
    }

    /// `Weapons`: the weapon that an order names, by its number.
    fn weapon_named(&self, order: &Order) -> Result<Option<u8>, Refusal> {
        let Some(name) = &order.choice else { return Ok(None) };
        match self.book.weapons.iter().position(|weapon| weapon.id == *name) {
            Some(number) => Ok(Some(number as u8)),
            None => refuse(self.cites(Topic::Weapons), format!("There is no weapon \"{name}\"")),
        }
    }

    /// CP-1.6, `ChangeFormation`: in open order turning is free; in close order it is a move.
    pub(crate) fn check_face(&self, order: &Order, activation: &Activation) -> Found<Facing> {
        if self.gun(order.pieces[0]).is_some() {
            return self.check_turn_gun(order).map(|(plan, company)| (plan, Facing::Gun(company)));
        }
        self.require_men(order)?;
        let Some(heading) = order.heading else { return refuse("CP-1.6", "Say which way to face") };
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_unstunned(*piece)?;
            let formed = self.supplement().in_body(self, *piece);
            if formed && self.mounted(*piece) {
                self.check_face_about(order, activation, *piece)?;
            } else if formed && (self.part(*piece) != FigureAction::Moving || activation.marched) {
                return refuse(
                    self.cites(Topic::ChangeFormation),
                    format!("{name} is in close order: to turn is a move, which must be declared"),
                );
            }
        }
        self.check_room_to_turn(order)?;
        plainly(does(order.pieces.len(), "figure", "turns", "turn"), Facing::Men(heading.normalized()))
    }

    /// `RidersWheel`, `RidersTurnAbout`: in close order riders only turn about, and it is their action.
    fn check_face_about(&self, order: &Order, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        let facing = self.view.place(piece).facing;
        let turn = order.heading.map_or(0.0, |heading| facing.angle_to(heading));
        if turn < 180.0 - self.horse().straight_within {
            return refuse(
                self.cites(Topic::RidersWheel),
                "Mounted close order must wheel: on the spot it only turns about",
            );
        }
        match self.part(piece) {
            FigureAction::Stationary => Ok(()),
            FigureAction::Moving if !activation.marched => Ok(()),
            _ => refuse(
                self.cites(Topic::RidersTurnAbout),
                format!("{} has used its action: to turn about is one", self.name(piece)),
            ),
        }
    }

    /// CP-1.5: riders, who are longer than they are wide, need room to turn.
    fn check_room_to_turn(&self, order: &Order) -> Result<(), Refusal> {
        let Some(heading) = order.heading else { return Ok(()) };
        let turned = |piece: PieceId| Outline {
            footprint: self.view.footprint(piece),
            place: Place { facing: heading.normalized(), ..self.view.place(piece) },
        };
        for piece in order.pieces.iter().filter(|piece| self.mounted(**piece)) {
            let mates = order.pieces.iter().filter(|mate| *mate != piece);
            let tolerance = self.numbers().overlap_tolerance;
            let crowded = self.lies_on_another(&turned(*piece), &order.pieces)
                || mates.map(|mate| turned(*mate)).any(|mate| turned(*piece).overlap(&mate) > tolerance);
            if self.turns_at_an_enemy(*piece, &turned(*piece)) {
                let reason = format!("{} would turn into contact with an enemy: that is an assault", self.name(*piece));
                return refuse("CP-5.8", reason);
            }
            if crowded {
                return refuse("CP-1.5", format!("{} has no room to turn: bases overlap", self.name(*piece)));
            }
        }
        Ok(())
    }

    /// `Mounting`: men mount, which is their action.
    pub(crate) fn check_mount(&self, order: &Order) -> Found<()> {
        for piece in &order.pieces {
            self.require_free_to_mount(*piece)?;
            self.horse_to_mount(*piece)?;
        }
        plainly(does(order.pieces.len(), "figure", "mounts", "mount"), ())
    }

    /// `Mounting`: riders dismount, which is their action.
    pub(crate) fn check_dismount(&self, order: &Order) -> Found<()> {
        for piece in &order.pieces {
            self.require_free_to_mount(*piece)?;
            self.place_to_dismount(*piece)?;
        }
        plainly(does(order.pieces.len(), "figure", "dismounts", "dismount"), ())
    }

    fn require_free_to_mount(&self, piece: PieceId) -> Result<(), Refusal> {
        self.require_stationary(piece)?;
        if self.stunned(piece) {
            return refuse(
                self.cites(Topic::Mounting),
                format!("{} is stunned and cannot mount or dismount", self.name(piece)),
            );
        }
        Ok(())
    }
}
