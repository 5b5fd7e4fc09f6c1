//! Changes that a period's supplement may make to the core.

use std::any::Any;

use super::rulebook::SkirmishView;
use crate::{
    book::{
        action_card::ActionCard,
        grade::Grade,
        judgement::JudgementChanges,
        profile::{Band, Weapon},
        troops::Troop,
    },
    state::{
        sequence_of_play::{Activation, Ride},
        shot::Manner,
        ways::{Fixed, Route},
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitId, Values},
    orders::{Order, Refusal},
    table::footprint::Outline,
    turn::{
        position::{UNLEARNT, Weights},
        rules::Thing,
    },
};

/// What a shot leaves on the shooter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AfterShot {
    /// Reload markers laid.
    pub reload: u8,
    /// Out of ammo markers laid.
    pub out_of_ammo: u8,
}

/// The rules that a supplement adds to the core or puts in its place. The defaults are the core's own.
pub trait Supplement: Send + Sync + 'static {
    /// Degrees to each side in which a figure may shoot, and the rule that says so (CP-1.6).
    fn fire_arc(&self, _cp: &SkirmishView, _shooter: PieceId) -> (f32, RuleId) {
        (90.0, RuleId::new("CP-1.6"))
    }

    /// Whether bad ground slows a piece on wheels; it does not slow those of `LimberedMove` and `Manhandle`.
    fn slows_wheels(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// What forbids a figure to shoot beyond the core's rules.
    ///
    /// # Errors
    /// The refusal.
    fn may_shoot(&self, _cp: &SkirmishView, _shooter: PieceId) -> Result<(), Refusal> {
        Ok(())
    }

    /// The range band that counts against a target, with the rule if it is not the band of the distance.
    fn band_against(&self, _cp: &SkirmishView, _target: PieceId, band: Band) -> (Band, Option<RuleId>) {
        (band, None)
    }

    /// What a shot leaves on the shooter, by its to-hit card (CP-6.9).
    fn after_shot(&self, _cp: &SkirmishView, _weapon: &Weapon, card: &ActionCard) -> AfterShot {
        AfterShot { reload: 0, out_of_ammo: u8::from(card.ooa) }
    }

    /// Whether the markers of a piece lie on each of its weapons, so that it may use another that is loaded.
    fn markers_on_weapons(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// The band of a weapon, by its number, at a distance in inches; none if it is out of range (CP-6.2).
    fn band(&self, cp: &SkirmishView, weapon: u8, distance: f32) -> Option<Band> {
        cp.book.weapon(weapon).band(distance)
    }

    /// What forbids a figure to fire a weapon, by its number, in this manner.
    ///
    /// # Errors
    /// The refusal.
    fn may_fire(&self, _cp: &SkirmishView, _shooter: PieceId, _weapon: u8, _manner: Manner) -> Result<(), Refusal> {
        Ok(())
    }

    /// The weapon, of some loaded ones in range, that a figure uses if the order names none.
    fn first_choice(
        &self,
        _cp: &SkirmishView,
        _shooter: PieceId,
        weapons: &[u8],
        _distance: f32,
        _manner: Manner,
    ) -> Option<u8> {
        weapons.first().copied()
    }

    /// Whether a rider shoots from the saddle as from the ground, and comes to no harm when he is thrown.
    fn is_horseman(&self, _cp: &SkirmishView, _rider: PieceId) -> bool {
        false
    }

    /// A leader's command radius in inches, from the core's radius; none if nobody is ever out of command (CP-4.2).
    fn command_radius(&self, _cp: &SkirmishView, radius: f32) -> Option<f32> {
        Some(radius)
    }

    /// What forbids a leader to swap command dice beyond the core's rules (CP-2.13).
    ///
    /// # Errors
    /// The refusal.
    fn may_swap(&self, _cp: &SkirmishView, _leader: PieceId) -> Result<(), Refusal> {
        Ok(())
    }

    /// What forbids a unit's leader to remove morale markers beyond the core's rules (CP-11.5).
    ///
    /// # Errors
    /// The refusal.
    fn may_steady(&self, _cp: &SkirmishView, _unit: UnitId) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether a hero inside a unit acts when its die comes up too, or on his own die alone (CP-13.2).
    fn heroes_act_with_units(&self, _cp: &SkirmishView) -> bool {
        true
    }

    /// Whether men may throw explosives after a move, as they may shoot (CP-8.4).
    fn throws_on_the_move(&self, _cp: &SkirmishView) -> bool {
        false
    }

    /// Things of the period that lie on the table and are no pieces.
    fn things(&self, _cp: &SkirmishView) -> Vec<Thing> {
        Vec::new()
    }

    /// The supplement itself as its own type, for the chapters of its period.
    fn itself(&self) -> &dyn Any;

    /// How many Hero cards are in the activation deck (CP-2.8).
    fn hero_cards(&self, _cp: &SkirmishView) -> u8 {
        1
    }

    /// The Endurance of a hero if the scenario gives him none and it is not that of his men; by the battle's settings.
    fn hero_endurance(&self, _settings: &Values) -> Option<u8> {
        None
    }

    /// The grade a unit counts as for the Elite and Green activation cards, and the rule that raises it.
    fn activation_grade(&self, cp: &SkirmishView, unit: UnitId) -> (Grade, Option<RuleId>) {
        (cp.section(unit).guts, None)
    }

    /// Whether any unit could rank as Elite (CP-2.2).
    fn may_rank_as_elite(&self, cp: &SkirmishView, unit: UnitId) -> bool {
        cp.section(unit).guts == Grade::Elite
    }

    /// The grade a unit draws morale in, and the rule that raises it.
    fn morale_grade(&self, cp: &SkirmishView, unit: UnitId) -> (Grade, Option<RuleId>) {
        (cp.section(unit).guts, None)
    }

    /// Morale markers that a unit's leader may remove beyond his Guts, and the rule.
    fn extra_removals(&self, _cp: &SkirmishView, _unit: UnitId) -> (u8, Option<RuleId>) {
        (0, None)
    }

    /// What a figure's weapon adds hand to hand, with its name and rule; `moved` if it moved into contact.
    fn weapon_hth(&self, cp: &SkirmishView, figure: PieceId, weapon: u8, moved: bool) -> (i8, String, RuleId) {
        let _ = figure;
        let weapon = cp.book.weapon(weapon);
        (weapon.hth_of(moved), weapon.name.to_string(), RuleId::new("CP-9.3"))
    }

    /// Adds the supplement's modifiers of a fight. `close_run` says whether an attacker keeps the bonus of his body.
    fn melee_modifiers(
        &self,
        _cp: &SkirmishView,
        _figure: PieceId,
        _foe: PieceId,
        _fight: FightSide,
        _sum: &mut Explained,
    ) {
    }

    /// The numbers of the computer's judgement that differ in this period.
    fn judgement(&self) -> JudgementChanges {
        JudgementChanges::default()
    }

    /// What seasoned commanders think otherwise in this period than `seasoned.ron` says.
    fn seasoned(&self) -> JudgementChanges {
        JudgementChanges::default()
    }

    /// How much each part of a position weighs in this period.
    fn weights(&self) -> &Weights {
        &UNLEARNT
    }

    /// The period's troops that fight in their own way.
    fn troops(&self) -> &[Troop] {
        &[]
    }

    /// Whether figures with these outlines would be a body; `touch` says which of them touch.
    fn forms_body(&self, _outlines: &[Outline], _touch: &dyn Fn(&Outline, &Outline) -> bool) -> bool {
        false
    }

    /// The figures that move, react and stand as one body with this one, itself among them, in id order; a figure in no
    /// body is alone.
    fn body_of(&self, _cp: &SkirmishView, piece: PieceId) -> Vec<PieceId> {
        vec![piece]
    }

    /// Whether a figure is in a body.
    fn in_body(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// Inches of allowance that an inch of rough ground costs a figure because it moves with its body.
    fn rough_in_body(&self, _cp: &SkirmishView, _piece: PieceId) -> Option<f32> {
        None
    }

    /// The paths of a body that moves as one.
    ///
    /// # Errors
    /// If figures move singly, as they do in the core, or if the period's rules forbid the way.
    fn plan_body(&self, _cp: &SkirmishView, _order: &Order, _activation: &Activation) -> Result<Fixed, Refusal> {
        Err(Refusal::new(RuleId::new("CP-5.2"), "Figures move singly"))
    }

    /// Makes figures that move singly, but are part of a body before and after, pay what their body would pay
    /// (`ChangeFormation`).
    ///
    /// # Errors
    /// If the dearer way leaves none of them able to move.
    fn charge_formed(&self, _cp: &SkirmishView, _activation: &Activation, _fixed: &mut Fixed) -> Result<(), Refusal> {
        Ok(())
    }

    /// A phrase for the state of a unit ("close order, 2 ranks").
    fn state_of(&self, _cp: &SkirmishView, _unit: UnitId) -> Option<String> {
        None
    }

    /// Lines that the supplement adds to the table of melee modifiers on a unit card.
    fn melee_lines(&self, _cp: &SkirmishView) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Lines that the supplement adds to the movement table on a unit card.
    fn movement_lines(&self, _cp: &SkirmishView) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// `GroupContact`: whether a mover that came along this route into contact keeps the bonus of its body.
    fn keeps_body_bonus(&self, _cp: &SkirmishView, _route: &Route, _all: &[Route]) -> bool {
        false
    }

    /// The rank of a figure within its body, from 1.
    fn rank_in_body(&self, _cp: &SkirmishView, _piece: PieceId) -> u8 {
        1
    }
}

/// One side of a fight: its figure's role, and how the figure came into it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FightSide {
    /// Whether the figure came into contact rather than stood there.
    pub attacker: bool,
    /// Whether it was in a body when contact was made; an attacker must have been in it as long as the bonus asks.
    pub in_body: bool,
    /// Whether its foe attacks it from the rear.
    pub from_rear: bool,
    /// How it came, if it rides.
    pub ride: Ride,
    /// Whether it is on foot and was caught from behind by a pursuer (`CaughtFromBehind`).
    pub caught: bool,
}
