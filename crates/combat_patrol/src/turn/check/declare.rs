//! Declaring which figures move and which sprint (CP-2.11, CP-5.7).

use crate::{
    arms::mounted::hurry,
    book::{cites::Topic, profile::Engine},
    state::sequence_of_play::{Activation, FigureAction},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english::does,
    forces::PieceId,
    orders::{Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
};

impl SkirmishView<'_> {
    /// CP-2.11, CP-5.7: whether these figures may be declared moving and sprinting.
    ///
    /// # Errors
    /// If a figure may not move, or one that is to sprint may not.
    pub fn check_declare(&self, order: &Order, activation: &Activation) -> Found<()> {
        for piece in &order.pieces {
            self.require_own(activation, *piece)?;
            self.may_declare(activation, *piece)?;
        }
        for piece in &order.also {
            if !order.pieces.contains(piece) {
                let haste = self.haste(*piece);
                let reason = format!("{} is to {} but is not declared moving", self.name(*piece), haste.does);
                return Err(Refusal::new(haste.rule, reason));
            }
            if self.engine(*piece) == Some(Engine::Gun) {
                return refuse(
                    self.cites(Topic::Manhandle),
                    format!("{} is moved by hand, on the road as off it", self.name(*piece)),
                );
            }
            if self.wounded(*piece) && !self.mounted(*piece) && self.is_man(*piece) {
                return refuse("CP-7.3", format!("{} is wounded and cannot sprint", self.name(*piece)));
            }
        }
        let paces = order.pieces.iter().map(|piece| self.paces(*piece, order.also.contains(piece)));
        let cards = match paces.map(|paces| paces.cards).max().unwrap_or_default() {
            1 => "one movement card".to_owned(),
            2 => "two movement cards".to_owned(),
            n => format!("{n} movement cards"),
        };
        let summary = match order.pieces.len() {
            0 => "Nobody moves".to_owned(),
            moving => format!("{}{}: {cards}", does(moving, "figure", "moves", "move"), hurry(self, order)),
        };
        let tires = |piece: &PieceId| {
            let haste = self.haste(*piece);
            format!("Those who {} are stunned at the end and may not shoot ({})", haste.does, haste.rule)
        };
        let stunned = order.also.iter().find(|piece| self.is_man(**piece)).map(tires);
        let warnings = stunned.into_iter().chain(self.gun_left_idle(order, activation)).collect();
        Ok((Plan { summary, warnings, ..Plan::default() }, ()))
    }

    /// `CrewAction`: the warning before men of a gun's crew are declared moving: a man that moves does not serve the
    /// gun.
    fn gun_left_idle(&self, order: &Order, activation: &Activation) -> Option<String> {
        let gun = self.gun_of(activation.unit).filter(|gun| !gun.limbered)?;
        self.may_work(gun).ok()?;
        let fewest = self.artillery().fewest_gunners;
        let serves = |man: &PieceId| !order.pieces.contains(man) && self.part(*man) == FigureAction::Stationary;
        let left = self.crew(gun).gunners.iter().filter(|man| serves(man)).count();
        if left >= fewest && !order.pieces.contains(&gun.piece) {
            return None;
        }
        let name = self.name(gun.piece);
        Some(format!(
            "{name} can neither load nor fire then: {left} of the {fewest} gunners it takes stay at it ({})",
            self.cites(Topic::CrewAction)
        ))
    }
}
