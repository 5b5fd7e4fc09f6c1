//! Reaction (chapter 10): who may try what at the pause, the checks, and the order in which they are carried out.

use bevy::math::Vec2;

use crate::{
    english::{count, verb},
    events::{Drawn, EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    orders::{Leg, Order, Refusal},
    rulesets::{
        combat_patrol::{
            arms::{
                artillery::{aim::GunShot, fire},
                mounted::{counter, square},
            },
            book::{cites::Topic, marks},
            cards::decks,
            fire::{
                shooting::{self, Aim, FireLine},
                wounds,
            },
            melee::fight::is_behind,
            movement::{
                allowance::{Others, Wish},
                resume, setting_out,
            },
            orders::reactions::{CLOSE_RANKS, COUNTER_CHARGE, PURSUE, SHOOT, STEP, TURN},
            spotting,
            state::{
                activity,
                sequence_of_play::{March, Reaction, SequenceOfPlay, Stage, Try, change_march, go_to},
                shot::Manner,
                ways::{Route, level},
            },
            view::rulebook::{BookData, SkirmishView},
        },
        shared::refuse,
    },
    table::{
        footprint::Outline,
        path,
        position::{Heading, Place},
    },
    turn::{BattleMut, Glance, rules::Stride},
};

/// The enemies who are fit to react and come near enough to a mover somewhere on these ways to gain from it, in id
/// order.
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

/// The enemies of the movers who gain from a reaction, in id order.
pub fn reactors(cp: &SkirmishView, movers: &[PieceId]) -> Vec<PieceId> {
    let glance = Glance::default();
    let cp = &cp.with(&glance);
    // CP-12.2: nobody reacts to hidden figures.
    let movers: Vec<PieceId> = movers.iter().copied().filter(|mover| !cp.view.conceals(*mover)).collect();
    let mut gain = near_movers(cp, &movers);
    gain.retain(|piece| cp.has_use_for_reaction(*piece, &movers));
    gain
}

/// The enemies of the movers who are near enough to gain from a reaction, in id order.
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
        if self.book.chapters.may_march(self, piece).is_err() {
            return false;
        }
        let exposed = |mover: &PieceId| self.cover_from(piece, *mover).is_none();
        let Some(first) = behind.iter().position(exposed) else { return false };
        // Most stand nowhere near any cover.
        let steps = self.steps_into_cover(piece, &behind[first..]);
        if steps.is_empty() {
            return false;
        }
        let threats: Vec<PieceId> = behind[first..].iter().copied().filter(exposed).collect();
        self.sees_a_mover(piece, &threats, false)
            && steps.into_iter().any(|place| self.step_into_cover(piece, &[Leg::To(place)], &threats).is_ok())
    }

    /// `CounterCharge`, `Pursuit`: whether a rider sees a charge that he may meet, or an enemy who gives way and whom
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
            && self.book.supplement.body_of(self, piece).len() == 1
            && self.sees_a_charge(piece)
    }

    /// Whether anybody else of a figure's unit is on foot.
    fn has_mates_on_foot(&self, piece: PieceId) -> bool {
        self.men(self.view.unit_of(piece)).any(|mate| mate != piece && !self.mounted(mate))
    }

    /// CP-5.1, `RidersPace`: how far the men of a unit could come in one activation at most, by the best cards there
    /// are.
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

    /// How far from a mover a man may stand and gain from a reaction: his longest range, or the way a mover may come.
    fn reach_of_men(&self) -> f32 {
        let ranges = self.book.weapons.iter().filter_map(|weapon| weapon.bands).map(|(_, _, long)| long);
        // A base may reach three inches beyond its centre.
        ranges.fold(self.longest_reach(), f32::max) + 3.0
    }

    /// The same for men and guns.
    fn reaction_reach(&self) -> f32 {
        let guns = self.guns().iter().map(|gun| self.gun_kind(gun).shot.2 + 3.0);
        guns.fold(self.reach_of_men(), f32::max)
    }

    /// CP-10.1, CP-10.3, `GroupReaction`: what an order to react would try, figure by figure; a body tries as one.
    ///
    /// # Errors
    /// If nobody moves, if the order names no figure or no reaction, or if a figure of it may not react, or not so.
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
            let body = self.book.supplement.body_of(self, *piece);
            // `GroupReaction`: the body may try if any of its figures may.
            let any_sees = self.sees_a_mover(*piece, &movers, choice == TURN)
                || body
                    .iter()
                    .any(|mate| self.fit_to_react(*mate).is_ok() && self.sees_a_mover(*mate, &movers, choice == TURN));
            if !any_sees {
                return refuse("CP-10.1", format!("{} sees no mover in its front", self.name(*piece)));
            }
            let reaction = match choice {
                SHOOT => {
                    let Some(target) = order.target else { return refuse("CP-10.3", "Name the mover to shoot at") };
                    if !movers.contains(&target) {
                        return refuse("CP-10.3", "A reaction may only shoot at a mover");
                    }
                    match self.shoots_as_men_do(*piece) {
                        true => self.reaction_shot(*piece, target).map(|_| ())?,
                        false => self.gun_reaction(*piece, target).map(|_| ())?,
                    }
                    Reaction::Shoot(target)
                }
                _ if !self.is_man(*piece) => {
                    return refuse(self.cites(Topic::AimGun), "A gun can only fire as a reaction");
                }
                TURN => {
                    let Some(heading) = order.heading else { return refuse("CP-10.3", "Say which way to turn") };
                    Reaction::Turn(heading)
                }
                STEP => {
                    self.book.chapters.may_march(self, *piece)?;
                    Reaction::Step(self.step_into_cover(*piece, &order.path, &movers)?)
                }
                CLOSE_RANKS => self.may_close_ranks(*piece, &movers)?,
                COUNTER_CHARGE => self.may_counter_charge(*piece)?,
                PURSUE => self.may_pursue(*piece, march)?,
                _ => return refuse("CP-10.3", "That is no reaction"),
            };
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
                for mate in self.book.supplement.body_of(self, first) {
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
            let body = self.book.supplement.body_of(self, first);
            if body.len() > 1 && body.iter().any(|mate| named(*mate)) {
                return refuse(
                    self.cites(Topic::GroupReaction),
                    "This close order group has named its reaction: it checks once",
                );
            }
        }
        Ok(tries)
    }

    /// `CloseRanks`: foot may close ranks against riders.
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

    /// `CounterCharge`, `CloseRanks`: riders who see a charge may counter-charge, foot may not.
    fn may_counter_charge(&self, piece: PieceId) -> Result<Reaction, Refusal> {
        if !self.mounted(piece) {
            return refuse(self.cites(Topic::CloseRanks), "Foot cannot charge moving cavalry as a reaction");
        }
        if !self.sees_a_charge(piece) {
            return refuse(self.cites(Topic::CounterCharge), format!("{} sees no charge", self.name(piece)));
        }
        Ok(Reaction::CounterCharge)
    }

    /// `Pursuit`: riders may pursue an enemy who moves away.
    fn may_pursue(&self, piece: PieceId, march: &March) -> Result<Reaction, Refusal> {
        if !self.mounted(piece) {
            return refuse(self.cites(Topic::Pursuit), "Only riders pursue");
        }
        if self.moving_away_from(piece, march).is_empty() {
            return refuse(self.cites(Topic::Pursuit), format!("No enemy moves away from {}", self.name(piece)));
        }
        Ok(Reaction::Pursue)
    }

    /// CP-10.3: a step of up to 2 inches into cover.
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
        let body = self.book.supplement.body_of(self, piece);
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

    /// The unit of a figure's body: a higher leader who stands in a group is not of its unit.
    fn unit_of_body(&self, body: &[PieceId], piece: PieceId) -> UnitId {
        let mut units = body.iter().map(|mate| self.view.unit_of(*mate));
        units.find(|unit| self.section(*unit).strength > 1).unwrap_or(self.view.unit_of(piece))
    }

    /// CP-10.2: the chance of a reaction check.
    pub fn reaction_chance(&self, number: u8) -> f32 {
        let deck = &self.book.core.action_deck;
        deck.iter().filter(|card| card.d6 <= number).count() as f32 / deck.len() as f32
    }

    /// Points within a step's reach that are in cover from the movers, for the candidates.
    pub fn steps_into_cover(&self, piece: PieceId, movers: &[PieceId]) -> Vec<Vec2> {
        let Some(mover) = movers.first() else { return Vec::new() };
        self.cover_places(piece, self.view.place(*mover).at, self.numbers().reaction_step)
    }
}

/// CP-10.1: a side has named all its tries; when all have, the checks are drawn.
pub fn close_tries(battle: &mut BattleMut, book: &BookData, side: SideId) {
    let Some(tries) = battle.resource::<SequenceOfPlay>().march.as_ref().map(|march| march.tries.clone()) else {
        return;
    };
    if tries.iter().all(|attempt| attempt.side != side) {
        let text = format!("The {} do not react", battle.view().side_named(side).short);
        // CP-12.2: that somebody could have is no matter of the other side's as long as anybody hides.
        let veil = battle.veil(Some(side));
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-10.1"), text, Explained::default());
        battle.veil(veil);
    }
    let all_named = change_march(battle, |march| {
        march.asking.retain(|asked| *asked != side);
        march.asking.is_empty()
    });
    if all_named {
        draw_checks(battle, book, &tries);
        go_to(battle, Stage::REACTIONS);
    }
}

/// CP-10.5: all checks are drawn before any success is carried out.
fn draw_checks(battle: &mut BattleMut, book: &BookData, tries: &[Try]) {
    let checks: Vec<Check> = tries.iter().map(|attempt| Check::draw(battle, book, attempt)).collect();
    let mut sides: Vec<SideId> = tries.iter().map(|attempt| attempt.side).collect();
    sides.sort_unstable();
    sides.dedup();
    for side in sides {
        // CP-15.3: figures that are not placed try unseen.
        let hides = |attempt: &Try| attempt.figures.iter().any(|(piece, _)| battle.view().conceals(*piece));
        let of_side = tries.iter().zip(&checks).filter(|(of, _)| of.side == side);
        let (unseen, seen): (Vec<(&Try, &Check)>, Vec<_>) = of_side.partition(|(attempt, _)| hides(attempt));
        log_checks(battle, side, &seen);
        let who: Vec<PieceId> = unseen.iter().flat_map(|(of, _)| of.figures.iter().map(|(piece, _)| *piece)).collect();
        spotting::of_pieces(battle, &who, |battle| log_checks(battle, side, &unseen));
    }
    for (n, (attempt, check)) in tries.iter().zip(checks).enumerate() {
        let success = check.success;
        change_march(battle, |march| march.tries[n].success = Some(success));
        // `GroupReaction`: a group succeeds or fails as a whole.
        let cp = SkirmishView { view: battle.view(), book };
        let mut all: Vec<PieceId> =
            attempt.figures.iter().flat_map(|(id, _)| cp.book.supplement.body_of(&cp, *id)).collect();
        all.sort_unstable();
        all.dedup();
        if success {
            for figure in all {
                let text = format!("{} has reacted", battle.view().piece(figure).name);
                battle.mark_piece(figure, &marks::REACTED, 1, RuleId::new("CP-10.4"), text);
            }
        } else {
            for figure in all {
                activity::change(battle, figure, |activity| activity.failed_to_react = true);
            }
        }
    }
}

/// CP-10.2: a reaction check as it was drawn.
struct Check {
    /// Who tries what, against which number and why.
    text: String,
    number: Explained,
    rule: RuleId,
    chance: f32,
    success: bool,
    card: u16,
    drawn: Drawn,
}

impl Check {
    fn draw(battle: &mut BattleMut, book: &BookData, attempt: &Try) -> Self {
        let (first, reaction) = &attempt.figures[0];
        let cp = SkirmishView { view: battle.view(), book };
        let (number, why, rule) = cp.reaction_number(*first);
        let chance = cp.reaction_chance(number);
        let figures = attempt.figures.len();
        let who = match figures {
            1 => cp.name(*first).to_owned(),
            _ => {
                let body = cp.book.supplement.body_of(&cp, *first);
                format!("{} of {}", count(figures, "figure"), cp.unit_name(cp.unit_of_body(&body, *first)))
            }
        };
        let (react, what) = (verb(figures, "reacts", "react"), reaction.words(&cp));
        let (card, drawn) = decks::take(battle, book, attempt.side, &["d6"]);
        let success = card.d6 <= number;
        let result = if success { "success" } else { "failure" };
        let text = format!("{who} {react} to {what}: {} against {number} ({why}): {result}", card.d6);
        let number = Explained::base(rule.clone(), why, f32::from(number));
        Self { text, number, rule, chance, success, card: card.id, drawn }
    }
}

/// Logs the checks of a side, each a detail of one line if there are several.
fn log_checks(battle: &mut BattleMut, side: SideId, checks: &[(&Try, &Check)]) {
    if checks.len() > 1 {
        let name = &battle.view().side_named(side).short;
        let good = checks.iter().filter(|(_, check)| check.success).count();
        let good =
            if good == 0 { "none succeeds".into() } else { format!("{good} {}", verb(good, "succeeds", "succeed")) };
        let text = format!("The {name} try {}: {good}", count(checks.len(), "reaction"));
        battle.note(Some(side), RuleId::new("CP-10.2"), text);
    }
    for (_, check) in checks {
        let (text, number, rule) = (check.text.clone(), check.number.clone(), check.rule.clone());
        match checks.len() {
            1 => battle.log(Some(side), EventKind::Note, rule, text, number),
            _ => battle.detail(Some(side), EventKind::Note, rule, text, number),
        }
        battle.trial("To react", check.chance, usize::from(check.success), 1);
        let card = format!("Reaction check: card {}", check.card);
        decks::show(battle, check.drawn.clone(), RuleId::new("CP-10.2"), card);
    }
}

/// A shot by reaction.
enum ByReaction {
    /// Of a figure.
    Figure(Aim),
    /// Of a gun.
    Gun(GunShot),
}

/// CP-10.5: the shots of the figures that succeeded, in their order; a unit's shots at one mover are one line of the
/// log. A success that has become impossible is lost.
fn fire_by_reaction(battle: &mut BattleMut, book: &BookData, successes: &[(SideId, PieceId, Reaction)]) {
    // Who fires at whom in the line that is begun.
    let mut line: Option<(UnitId, PieceId, FireLine)> = None;
    for (side, figure, reaction) in successes {
        let Reaction::Shoot(target) = reaction else { continue };
        if !battle.view().in_play(*figure) {
            continue;
        }
        let cp = SkirmishView::of(battle.view_of(*side));
        let unit = cp.view.unit_of(*figure);
        let shot = match cp.shoots_as_men_do(*figure) {
            true => cp.reaction_shot(*figure, *target).map(ByReaction::Figure),
            false => cp.gun_reaction(*figure, *target).map(ByReaction::Gun),
        };
        let goes_on =
            line.as_ref().is_some_and(|(by, at, _)| (*by, *at) == (unit, *target)) && !cp.view.conceals(*figure);
        if !goes_on && let Some((.., line)) = line.take() {
            line.end(battle);
        }
        match shot {
            Ok(ByReaction::Gun(shot)) => fire::fire(battle, book, &shot),
            Ok(ByReaction::Figure(aim)) => {
                spotting::by_shooting(battle, *figure, book.weapon(aim.weapon).silent);
                if line.is_none() {
                    let cp = SkirmishView::of(battle.view());
                    let text = format!("{} fires at {} by reaction", cp.unit_name(unit), cp.name(*target));
                    let rule = RuleId::new("CP-10.3");
                    let begun =
                        spotting::of_pieces(battle, &[*figure], |battle| FireLine::begin(battle, *side, rule, text));
                    line = Some((unit, *target, begun));
                }
                shooting::resolve_shot(battle, book, &aim);
            }
            Err(refusal) => {
                let text = format!("{}: the reaction is lost: {}", battle.view().piece(*figure).name, refusal.reason);
                let rule = RuleId::new("CP-10.5");
                spotting::of_pieces(battle, &[*figure], |battle| match goes_on {
                    true => battle.detail(Some(*side), EventKind::Note, rule, text, Explained::default()),
                    false => battle.note(Some(*side), rule, text),
                });
            }
        }
    }
    if let Some((.., line)) = line {
        line.end(battle);
    }
}

/// CP-10.5: the successes are carried out: shots, then turns and steps; a success that has become impossible is lost.
pub fn carry_out(battle: &mut BattleMut, book: &BookData, march: &March) -> bool {
    let sound = resume::sound_on_foot(&SkirmishView::of(battle.view()), march);
    let successes: Vec<(SideId, PieceId, Reaction)> = march
        .tries
        .iter()
        .filter(|attempt| attempt.success == Some(true))
        .flat_map(|attempt| attempt.figures.iter().map(|(id, r)| (attempt.side, *id, r.clone())))
        .collect();
    fire_by_reaction(battle, book, &successes);
    resume::slow_the_wounded(battle, march, &sound);
    for (side, men) in closing_ranks(battle, &march.tries) {
        square::close_ranks(battle, side, &men);
    }
    for (_, figure, reaction) in successes {
        if !battle.view().in_play(figure) {
            continue;
        }
        match reaction {
            Reaction::Shoot(_) | Reaction::CloseRanks | Reaction::CounterCharge | Reaction::Pursue => {}
            Reaction::Turn(heading) => turn(battle, figure, heading),
            Reaction::Step(route) => {
                let share = SkirmishView::of(battle.view()).free_share(&route, 1.0, &[], &[]);
                if share > 0.0 {
                    let text = format!("{} steps into cover", battle.view().piece(figure).name);
                    let end = route.at(share);
                    battle.move_piece(figure, route.corners(0.0, share), end, RuleId::new("CP-10.3"), text);
                    wounds::moved(battle, figure);
                }
            }
        }
    }
    counter::set_out(battle, book, march);
    go_to(battle, Stage::RESUME);
    true
}

/// The men who succeeded in closing ranks, by unit; stunned men no longer can.
fn closing_ranks(battle: &BattleMut, tries: &[Try]) -> Vec<(SideId, Vec<PieceId>)> {
    let cp = SkirmishView::of(battle.view());
    let mut units: Vec<(SideId, Vec<PieceId>)> = Vec::new();
    for attempt in tries.iter().filter(|attempt| attempt.success == Some(true)) {
        for (piece, _) in attempt.figures.iter().filter(|(_, reaction)| *reaction == Reaction::CloseRanks) {
            if !cp.view.in_play(*piece) || cp.stunned(*piece) {
                continue;
            }
            let unit = cp.view.unit_of(*piece);
            match units.iter_mut().find(|(_, men)| cp.view.unit_of(men[0]) == unit) {
                Some((_, men)) => men.push(*piece),
                None => units.push((attempt.side, vec![*piece])),
            }
        }
    }
    units
}

fn turn(battle: &mut BattleMut, figure: PieceId, heading: Heading) {
    let cp = SkirmishView::of(battle.view());
    let place = Place { facing: heading, ..cp.view.place(figure) };
    let base = Outline { footprint: cp.view.footprint(figure), place };
    if cp.mounted(figure) && (cp.lies_on_another(&base, &[figure]) || cp.turns_at_an_enemy(figure, &base)) {
        let text = format!("{} has no room to turn: the reaction is lost", cp.name(figure));
        spotting::of_pieces(battle, &[figure], |battle| battle.note(None, RuleId::new("CP-10.5"), text));
        return;
    }
    let text = format!("{} turns by reaction", battle.view().piece(figure).name);
    battle.turn_piece(figure, heading, RuleId::new("CP-10.3"), text);
}
