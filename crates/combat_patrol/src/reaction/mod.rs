//! Reaction (chapter 10).
//!
//! 1. This file: what each figure may try at the pause.
//! 2. [`checks`]: the cards that decide which tries succeed.
//! 3. [`successes`]: how successful tries are carried out, and in which order.

mod checks;
mod successes;

pub use {checks::close_tries, successes::carry_out};

use bevy::math::Vec2;

use crate::{
    book::{cites::Topic, marks},
    fire::aim::Aim,
    melee::fight::is_behind,
    movement::{
        allowance::{Others, Wish},
        setting_out,
    },
    orders::reactions::{CLOSE_RANKS, COUNTER_CHARGE, PURSUE, SHOOT, STEP, TURN},
    state::{
        sequence_of_play::{March, Reaction, SequenceOfPlay, Try},
        shot::Manner,
        ways::{Route, level},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, SideId, UnitId},
    orders::{Leg, Order, Refusal},
    shared::refuse,
    table::{path, position::Place},
    turn::{Glance, rules::Stride},
};

/// The enemies of a side that are fit to react and near enough to a mover somewhere on these ways to gain from it, in
/// id order.
pub fn able_near(cp: &SkirmishView, side: SideId, ways: &[Route]) -> Vec<PieceId> {
    let reach = cp.reaction_reach();
    let mut able: Vec<PieceId> = Vec::new();
    for way in ways {
        able.extend(cp.view.pieces_index().near(way.places[0].at, reach + way.length()));
    }
    able.sort_unstable();
    able.dedup();
    // Guns reach much farther than men.
    let men = cp.reach_of_men();
    let near = |piece: PieceId| {
        let at = cp.view.place(piece).at;
        !cp.is_man(piece) || ways.iter().any(|way| way.places[0].at.distance(at) <= men + way.length())
    };
    able.retain(|piece| cp.view.is_enemy(*piece, side) && near(*piece) && cp.fit_to_react(*piece).is_ok());
    able
}

/// The enemies of the movers that gain from a reaction, in id order.
pub fn reactors(cp: &SkirmishView, movers: &[PieceId]) -> Vec<PieceId> {
    let glance = Glance::default();
    let cp = &cp.with(&glance);
    // CP-12.2: nobody reacts to hidden figures.
    let movers: Vec<PieceId> = movers.iter().copied().filter(|mover| !cp.view.conceals(*mover)).collect();
    let mut gain = near_movers(cp, &movers);
    gain.retain(|piece| cp.has_use_for_reaction(*piece, &movers));
    gain
}

/// The enemies of the movers that are near enough to gain from a reaction, in id order.
fn near_movers(cp: &SkirmishView, movers: &[PieceId]) -> Vec<PieceId> {
    let Some(side) = movers.first().map(|mover| cp.view.side_of(*mover)) else { return Vec::new() };
    let reach = cp.reaction_reach();
    let mut near: Vec<PieceId> =
        movers.iter().flat_map(|mover| cp.view.pieces_index().near(cp.view.place(*mover).at, reach)).collect();
    near.sort_unstable();
    near.dedup();
    let men = cp.reach_of_men();
    let in_reach = |piece: PieceId| {
        let at = cp.view.place(piece).at;
        !cp.is_man(piece) || movers.iter().any(|mover| cp.view.place(*mover).at.distance(at) <= men)
    };
    near.retain(|piece| cp.view.is_enemy(*piece, side) && in_reach(*piece));
    near
}

impl Reaction {
    /// What a figure tries, in words ("fire at Cole").
    pub fn words(&self, cp: &SkirmishView) -> String {
        match self {
            Self::Shoot(target) => format!("fire at {}", cp.name(*target)),
            Self::Turn(_) => "turn".into(),
            Self::Step(_) => "step into cover".into(),
            Self::CloseRanks => "close ranks".into(),
            Self::CounterCharge => "counter-charge".into(),
            Self::Pursue => "pursue".into(),
        }
    }
}

impl<'w> SkirmishView<'w> {
    /// CP-10.1, CP-10.4: whether a figure may try a reaction at all.
    ///
    /// # Errors
    /// If it is stunned, if it has reacted since its last activation, if it has failed to react to this one, or if it
    /// is a gun that may not.
    pub fn fit_to_react(&self, piece: PieceId) -> Result<(), Refusal> {
        let name = || self.name(piece);
        let marks = self.view.marks(piece);
        if !self.is_man(piece) {
            self.gun_may_react(piece)?;
        }
        if marks.has(&marks::STUN) {
            return refuse("CP-10.1", format!("{} is stunned and cannot react", name()));
        }
        if marks.has(&marks::REACTED) {
            return refuse("CP-10.4", format!("{} has reacted since its last activation", name()));
        }
        if self.activity(piece).failed_to_react {
            return refuse("CP-10.2", format!("{} has failed to react to this activation", name()));
        }
        Ok(())
    }

    /// CP-10.1: whether a figure sees a mover, in its front or all round.
    pub fn sees_a_mover(&self, piece: PieceId, movers: &[PieceId], all_round: bool) -> bool {
        let place = self.view.place(piece);
        let faced = |mover: &PieceId| all_round || !is_behind(place, self.view.place(*mover).at);
        movers.iter().any(|mover| faced(mover) && self.sees(piece, *mover))
    }

    /// The shot a figure may make at a mover as a reaction.
    ///
    /// # Errors
    /// If the figure may not shoot at the mover, as for any shot.
    pub fn reaction_shot(&self, piece: PieceId, mover: PieceId) -> Result<Aim, Refusal> {
        self.aim(piece, mover, self.by_reaction(piece))
    }

    /// CP-6.12: whether a piece shoots as men do: a man, or a gun that fires as a small arm.
    fn shoots_as_men_do(&self, piece: PieceId) -> bool {
        self.is_man(piece) || self.gun(piece).is_some_and(|gun| self.fires_as(gun).is_some())
    }

    /// CP-10.3: how a figure shoots by reaction: at a moving target.
    pub fn by_reaction(&self, piece: PieceId) -> Manner {
        Manner { moving_fire: self.is_driven(piece), target_moving: true, busy: None, with: None }
    }

    /// Whether a figure has something to gain: a shot at a mover, a mover behind it to turn to, or cover to step into.
    fn has_use_for_reaction(&self, piece: PieceId, movers: &[PieceId]) -> bool {
        if self.fit_to_react(piece).is_err() {
            return false;
        }
        if !self.shoots_as_men_do(piece) {
            return movers.iter().any(|mover| self.gun_reaction(piece, *mover).is_ok());
        }
        let manner = self.by_reaction(piece);
        if self.fit_to_shoot(piece).is_ok()
            && movers.iter().any(|mover| self.shot_of_fit(piece, *mover, manner).is_ok())
        {
            return true;
        }
        if !self.is_man(piece) {
            return false;
        }
        if self.has_use_on_horseback(piece, movers) || self.has_use_for_a_square(piece, movers) {
            return true;
        }
        let near = |mover: &PieceId| self.view.gap(piece, *mover) <= self.longest_reach();
        let behind: Vec<PieceId> = movers.iter().copied().filter(near).collect();
        let place = self.view.place(piece);
        if behind.iter().any(|mover| is_behind(place, self.view.place(*mover).at) && self.sees(piece, *mover)) {
            return true;
        }
        if self.chapters().may_march(self, piece).is_err() {
            return false;
        }
        let exposed = |mover: &PieceId| self.cover_from(piece, *mover).is_none();
        let Some(first) = behind.iter().position(exposed) else { return false };
        // Most figures stand nowhere near any cover.
        let steps = self.steps_into_cover(piece, &behind[first..]);
        if steps.is_empty() {
            return false;
        }
        let threats: Vec<PieceId> = behind[first..].iter().copied().filter(exposed).collect();
        self.sees_a_mover(piece, &threats, false)
            && steps.into_iter().any(|place| self.step_into_cover(piece, &[Leg::To(place)], &threats).is_ok())
    }

    /// `CounterCharge`, `Pursuit`: whether a rider sees a charge that he may meet, or an enemy that gives way and that
    /// he may catch.
    fn has_use_on_horseback(&self, piece: PieceId, movers: &[PieceId]) -> bool {
        if !self.mounted(piece) {
            return false;
        }
        let Some(march) = &self.view.resource::<SequenceOfPlay>().march else { return false };
        let most = self.longest_card();
        let comes = || self.sees_a_charge(piece) && movers.iter().any(|m| self.view.gap(piece, *m) <= 3.0 * most);
        let flees = || {
            let away = self.moving_away_from(piece, march);
            let caught = |mover: &PieceId| {
                let ends = march.routes.iter().filter(|route| route.piece == *mover).map(|route| route.end().at);
                ends.into_iter().any(|end| end.distance(self.view.place(piece).at) <= most + 3.0)
            };
            away.iter().any(caught) && self.sees_a_mover(piece, &away, false)
        };
        comes() || flees()
    }

    /// `CloseRanks`: whether a man on foot sees riders charge who may reach him or his mates.
    fn has_use_for_a_square(&self, piece: PieceId, movers: &[PieceId]) -> bool {
        let rider = |mover: &&PieceId| self.mounted(**mover);
        !self.mounted(piece)
            && self.has_mates_on_foot(piece)
            && movers.iter().filter(rider).any(|mover| self.view.gap(piece, *mover) <= self.longest_card())
            && self.supplement().body_of(self, piece).len() == 1
            && self.sees_a_charge(piece)
    }

    /// Whether anybody else of a figure's unit is on foot.
    fn has_mates_on_foot(&self, piece: PieceId) -> bool {
        self.men(self.view.unit_of(piece)).any(|mate| mate != piece && !self.mounted(mate))
    }

    /// CP-5.1, `RidersPace`: how far the men of a unit could come in one activation at most, by the best cards of the
    /// deck.
    pub fn stride(&self, unit: UnitId) -> Option<Stride> {
        let best = self.longest_card();
        let of_man = |piece: PieceId| {
            if !self.mounted(piece) {
                return (best, "the best card".to_owned(), "CP-5.1");
            }
            let paces = if self.soldier(piece).heavy { self.horse().heavy } else { self.horse().light };
            let inches = paces.inches(&vec![best; usize::from(paces.cards)]);
            (inches, format!("the best {} cards", paces.cards), self.cites(Topic::RidersPace))
        };
        let farthest = self.men(unit).map(of_man).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let (inches, label, rule) = farthest;
        Some(Stride { inches, label, rule: RuleId::new(rule) })
    }

    /// How far from a mover a man may stand and gain from a reaction, in inches: his longest range, or the way a mover
    /// may come.
    fn reach_of_men(&self) -> f32 {
        let ranges = self.book.weapons.iter().filter_map(|weapon| weapon.bands).map(|(_, _, long)| long);
        // A base may reach three inches beyond its centre.
        ranges.fold(self.longest_reach(), f32::max) + 3.0
    }

    /// How far from a mover a man or a gun may stand and gain from a reaction, in inches.
    fn reaction_reach(&self) -> f32 {
        let guns = self.guns().iter().map(|gun| self.gun_kind(gun).shot.2 + 3.0);
        guns.fold(self.reach_of_men(), f32::max)
    }

    /// CP-10.1, CP-10.3, `GroupReaction`: what an order to react would try, figure by figure; a body tries as one.
    ///
    /// # Errors
    /// If nobody moves, if the order names no figure or no reaction, or if a figure of it may not react, or not by this
    /// reaction.
    pub fn tries_of(&self, order: &Order) -> Result<Vec<Try>, Refusal> {
        let play = self.view.resource::<SequenceOfPlay>();
        let Some(march) = &play.march else { return refuse("CP-10.1", "Nobody is moving") };
        let movers = setting_out::movers(self);
        let Some(choice) = order.choice.as_deref() else { return refuse("CP-10.3", "Say what the reaction is") };
        let named = |piece: PieceId| march.tries.iter().any(|t| t.figures.iter().any(|(id, _)| *id == piece));
        if order.pieces.is_empty() {
            return refuse("CP-10.1", "No figure was named");
        }
        let mut tries: Vec<Try> = Vec::new();
        for piece in &order.pieces {
            if self.view.side_of(*piece) != order.side || !self.view.in_play(*piece) {
                return refuse("CP-10.1", "Only figures of the side that is asked may react");
            }
            if named(*piece) {
                return refuse("CP-10.2", format!("{} has named its reaction", self.name(*piece)));
            }
            self.fit_to_react(*piece)?;
            let body = self.supplement().body_of(self, *piece);
            // `GroupReaction`: the body may try if any of its figures may.
            let any_sees = self.sees_a_mover(*piece, &movers, choice == TURN)
                || body
                    .iter()
                    .any(|mate| self.fit_to_react(*mate).is_ok() && self.sees_a_mover(*mate, &movers, choice == TURN));
            if !any_sees {
                return refuse("CP-10.1", format!("{} sees no mover in its front", self.name(*piece)));
            }
            let reaction = self.reaction_of(order, choice, *piece, (march, &movers))?;
            let mate_of = |t: &Try| t.figures.iter().any(|(id, _)| body.len() > 1 && body.contains(id));
            match tries.iter_mut().find(|t| mate_of(t)) {
                Some(together) => together.figures.push((*piece, reaction)),
                None => tries.push(Try { side: order.side, figures: vec![(*piece, reaction)], success: None }),
            }
        }
        // `GroupReaction`, `CounterCharge`: riders in a body ride as one.
        for attempt in &mut tries {
            let (first, reaction) = attempt.figures[0].clone();
            if matches!(reaction, Reaction::CounterCharge | Reaction::Pursue) {
                for mate in self.supplement().body_of(self, first) {
                    let known = attempt.figures.iter().any(|(id, _)| *id == mate);
                    if !known && self.fit_to_react(mate).is_ok() {
                        attempt.figures.push((mate, reaction.clone()));
                    }
                }
            }
        }
        // A body checks once (`GroupReaction`): its figures may not be named in two orders.
        for attempt in &tries {
            let (first, _) = attempt.figures[0];
            let body = self.supplement().body_of(self, first);
            if body.len() > 1 && body.iter().any(|mate| named(*mate)) {
                return refuse(
                    self.cites(Topic::GroupReaction),
                    "This close order group has named its reaction: it checks once",
                );
            }
        }
        Ok(tries)
    }

    /// CP-10.3: the reaction that an order names, if a figure may react so.
    fn reaction_of(
        &self,
        order: &Order,
        choice: &str,
        piece: PieceId,
        (march, movers): (&March, &[PieceId]),
    ) -> Result<Reaction, Refusal> {
        Ok(match choice {
            SHOOT => {
                let Some(target) = order.target else { return refuse("CP-10.3", "Name the mover to shoot at") };
                if !movers.contains(&target) {
                    return refuse("CP-10.3", "A reaction may only shoot at a mover");
                }
                match self.shoots_as_men_do(piece) {
                    true => self.reaction_shot(piece, target).map(|_| ())?,
                    false => self.gun_reaction(piece, target).map(|_| ())?,
                }
                Reaction::Shoot(target)
            }
            _ if !self.is_man(piece) => {
                return refuse(self.cites(Topic::AimGun), "A gun can only fire as a reaction");
            }
            TURN => {
                let Some(heading) = order.heading else { return refuse("CP-10.3", "Say which way to turn") };
                Reaction::Turn(heading)
            }
            STEP => {
                self.chapters().may_march(self, piece)?;
                Reaction::Step(self.step_into_cover(piece, &order.path, movers)?)
            }
            CLOSE_RANKS => self.may_close_ranks(piece, movers)?,
            COUNTER_CHARGE => self.may_counter_charge(piece)?,
            PURSUE => self.may_pursue(piece, march)?,
            _ => return refuse("CP-10.3", "That is no reaction"),
        })
    }

    /// `CloseRanks`: the reaction of foot that closes ranks against riders, if it may.
    fn may_close_ranks(&self, piece: PieceId, movers: &[PieceId]) -> Result<Reaction, Refusal> {
        if self.mounted(piece) || !movers.iter().any(|mover| self.mounted(*mover)) {
            return refuse(self.cites(Topic::CloseRanks), "Only men on foot close ranks, and only against riders");
        }
        if !self.has_mates_on_foot(piece) {
            return refuse(
                self.cites(Topic::CloseRanks),
                format!("{} has no mates on foot to close ranks with", self.name(piece)),
            );
        }
        Ok(Reaction::CloseRanks)
    }

    /// `CounterCharge`, `CloseRanks`: the counter-charge of riders that see a charge; foot may not.
    fn may_counter_charge(&self, piece: PieceId) -> Result<Reaction, Refusal> {
        if !self.mounted(piece) {
            return refuse(self.cites(Topic::CloseRanks), "Foot cannot charge moving cavalry as a reaction");
        }
        if !self.sees_a_charge(piece) {
            return refuse(self.cites(Topic::CounterCharge), format!("{} sees no charge", self.name(piece)));
        }
        Ok(Reaction::CounterCharge)
    }

    /// `Pursuit`: the pursuit of an enemy that moves away, if a rider may.
    fn may_pursue(&self, piece: PieceId, march: &March) -> Result<Reaction, Refusal> {
        if !self.mounted(piece) {
            return refuse(self.cites(Topic::Pursuit), "Only riders pursue");
        }
        if self.moving_away_from(piece, march).is_empty() {
            return refuse(self.cites(Topic::Pursuit), format!("No enemy moves away from {}", self.name(piece)));
        }
        Ok(Reaction::Pursue)
    }

    /// CP-10.3: the route of a step of up to 2 inches into cover.
    fn step_into_cover(&self, piece: PieceId, legs: &[Leg], movers: &[PieceId]) -> Result<Route, Refusal> {
        let Place { at: start, floor: start_floor, .. } = self.view.place(piece);
        let mut corners = vec![start];
        for leg in legs {
            let Leg::To(point) = leg else { return refuse("CP-10.3", "A step into cover goes straight to a point") };
            corners.push(*point);
        }
        let most = self.numbers().reaction_step;
        if corners.len() != 2 || path::length(&corners) > most + 0.001 {
            return refuse("CP-10.3", format!("A step into cover is at most {most:.0} inches"));
        }
        let end_facing = Some(self.view.place(piece).facing);
        let going = self.mover(piece);
        let way = level(&corners, start_floor);
        let wish = Wish { piece, way: &way, end_facing, allowance: most, target: None, going };
        let (route, _) = self.fix_route(wish, Others::default())?;
        let outline = self.base_after(&route);
        let covered = movers.iter().any(|mover| self.cover_at(&outline, self.view.place(*mover).at).is_some());
        if !covered {
            return refuse("CP-10.3", "A step by reaction must lead into cover");
        }
        Ok(route)
    }

    /// CP-10.2, `GroupReaction`: the number at or below which the six-sided icon must be, and why.
    pub fn reaction_number(&self, piece: PieceId) -> (u8, String, RuleId) {
        let body = self.supplement().body_of(self, piece);
        let unit = self.unit_of_body(&body, piece);
        if body.len() > 1
            && let Some(leader) = self.leader_of(unit).filter(|leader| body.contains(leader))
            && let Some(values) = self.as_leader(leader)
        {
            let number = self.numbers().reaction_by_guts.of(values.guts);
            return (
                number,
                format!("group under {}, Guts {}", self.name(leader), values.guts),
                RuleId::new(self.cites(Topic::GroupReaction)),
            );
        }
        if body.len() > 1 {
            let reaction = self.section(unit).reaction;
            return (reaction, format!("group, Reaction {reaction}"), RuleId::new(self.cites(Topic::GroupReaction)));
        }
        let reaction = self.soldier(piece).reaction;
        (reaction, format!("Reaction {reaction}"), RuleId::new("CP-10.2"))
    }

    /// The unit of a figure's body: a higher leader that stands in a group is not of its unit.
    fn unit_of_body(&self, body: &[PieceId], piece: PieceId) -> UnitId {
        let mut units = body.iter().map(|mate| self.view.unit_of(*mate));
        units.find(|unit| self.section(*unit).strength > 1).unwrap_or(self.view.unit_of(piece))
    }

    /// CP-10.2: the chance of a reaction check.
    pub fn reaction_chance(&self, number: u8) -> f32 {
        let deck = &self.book.core.action_deck;
        deck.iter().filter(|card| card.d6 <= number).count() as f32 / deck.len() as f32
    }

    /// Points within a step's reach that are in cover from the movers, for the computer's candidates.
    pub fn steps_into_cover(&self, piece: PieceId, movers: &[PieceId]) -> Vec<Vec2> {
        let Some(mover) = movers.first() else { return Vec::new() };
        self.cover_places(piece, self.view.place(*mover).at, self.numbers().reaction_step)
    }
}
