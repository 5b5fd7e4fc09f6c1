//! The questions. A ruleset answers them without changing anything; by `shown` it answers what it shows of a battle.

mod shown;

pub use shown::{
    Arc2, Bout, CardPiece, CardRow, CardTable, DeclaredCharge, Emblem, Light, Reach, Sightline, Stride, Thing, ThingAt,
    UnitCard,
};

use bevy::ecs::world::World;
use smol_str::SmolStr;

use super::{
    ArmyList, ArmyListProblem, Ask, Awaiting, BattleMut, BattleView, OrdersJudged, Outcome, SettingProblem, Standing,
    TerrainProblem, TerrainValues,
    bases::{Base, SeenShape},
    chit::{Allotment, ChitFace, OrderChit},
    position::{Position, UNLEARNT, Weights},
    sheet::Sheet,
    turn_steps::TurnSteps,
};
use crate::{
    chance::StreamId,
    events::{BattleEvent, EventKind, Explained},
    forces::{Fate, SideId, UnitEntry, UnitId, Values},
    orders::{Order, Plan, PlannedMove, Refusal},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        terrain::Terrain,
    },
};

/// The questions that may be asked of a ruleset without changing the battle.
pub trait Rules: TurnShown + UnitsShown + ScenarioRules + OrdersJudged {
    /// The questions to be answered now; none when the battle is over.
    fn awaiting(&self, view: &BattleView) -> Awaiting;

    /// Whether an order is allowed now, and what it would do.
    ///
    /// # Errors
    /// A [`Refusal`] that says why in the rule's own terms.
    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal>;

    /// What a rule says of an order that does not answer the question asked, if one says more than that.
    fn untimely(&self, _view: &BattleView, _order: &Order) -> Option<Refusal> {
        None
    }

    /// The unit that acts now until it has done, if the ruleset lets one act so.
    fn acting(&self, _view: &BattleView) -> Option<UnitId> {
        None
    }

    /// Orders that answer a question: a finite list, each of which [`Rules::check`] accepts, never empty.
    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order>;

    /// What an order is worth to the side that gives it, in points, with the reasons.
    fn appraise(&self, view: &BattleView, order: &Order) -> Explained;

    /// The answers to a question that a commander weighs, with what each is worth: all candidates, unless a ruleset
    /// can tell what an order is worth sooner than whether it is allowed. A caller that picks one asks
    /// [`Rules::check`]; one at least is allowed.
    fn prospects(&self, view: &BattleView, ask: &Ask) -> Vec<(Order, Explained)> {
        let appraised = |order: Order| {
            let worth = self.appraise(view, &order);
            (order, worth)
        };
        self.candidates(view, ask).into_iter().map(appraised).collect()
    }

    /// How the sides stand.
    fn standings(&self, view: &BattleView) -> Vec<Standing>;

    /// What the battle is made of as it stands, for the chance that each side has to win.
    fn position(&self, _view: &BattleView) -> Position {
        Position::default()
    }

    /// How much each part of a position weighs.
    fn weights(&self) -> &Weights {
        &UNLEARNT
    }

    /// Draws anew what the viewer's side cannot know, from what it may believe, with the battle's chance: the order of
    /// cards to come, orders on chits, hidden men. It is done to a copy in which the side looks ahead.
    fn imagine(&self, _battle: &mut BattleMut, _viewer: SideId) {}

    /// What an event cost a side, for the figures of losses: a piece that fell or fled counts as one, unless the
    /// ruleset counts what is no piece (the men of a base, hits) or counts otherwise. Below 0 if what was lost is made
    /// good.
    fn losses(&self, view: &BattleView, event: &BattleEvent) -> Option<(SideId, i32)> {
        match event.kind {
            EventKind::Removed { piece, fate: Fate::Casualty | Fate::Fled } => Some((view.side_of(piece), 1)),
            _ => None,
        }
    }

    /// How the battle ended, if it did: what the rules have declared.
    fn outcome(&self, view: &BattleView) -> Option<Outcome> {
        view.get_resource::<Outcome>().cloned()
    }

    /// The cards, by number, of the deck that a stream of chance draws from; none if it is no deck.
    fn deck(&self, _view: &BattleView, _stream: &StreamId) -> Option<Vec<u16>> {
        None
    }

    /// Puts the ruleset's own resources and components for a new battle into the world, after sides, units and
    /// pieces were spawned, and starts the sequence of play.
    fn open(&self, world: &mut World);
}

/// What a ruleset shows of the turn that is played: questions that are answered on one sheet, the steps of the turn, what
/// is declared and not done yet, the time of day.
pub trait TurnShown: Send + Sync + 'static {
    /// The ways that orders have fixed and nobody has gone yet.
    fn fixed_ways(&self, _view: &BattleView) -> Vec<PlannedMove> {
        Vec::new()
    }

    /// Where the pieces of an order would come that chance may cut short: after each part of their ways, with the chance to
    /// come at least so far, 0 to 1; none if it goes all its way or not at all.
    fn parts_of_way(&self, _view: &BattleView, _order: &Order) -> Vec<(PlannedMove, f32)> {
        Vec::new()
    }

    /// All that may be answered to a question by several at once, if it is such a question.
    fn sheet(&self, _view: &BattleView, _ask: &Ask) -> Option<Sheet> {
        None
    }

    /// The question as one in which each of several units is given one of the choices, if it is such a question.
    fn allotment(&self, _view: &BattleView, _ask: &Ask) -> Option<Allotment> {
        None
    }

    /// The steps of a turn, if the ruleset numbers them.
    fn turn_steps(&self, _view: &BattleView) -> Option<TurnSteps> {
        None
    }

    /// The charges that were declared and have not gone in yet.
    fn declared_charges(&self, _view: &BattleView) -> Vec<DeclaredCharge> {
        Vec::new()
    }

    /// The fights hand to hand that the movement under way has brought about and that are still to be fought.
    fn fights_to_come(&self, _view: &BattleView) -> Vec<Bout> {
        Vec::new()
    }

    /// The time of day in a turn ("14:30"), if the ruleset has one.
    fn clock(&self, _view: &BattleView, _turn: u16) -> Option<String> {
        None
    }

    /// How light it is in a turn.
    fn light(&self, _view: &BattleView, _turn: u16) -> Light {
        Light::Day
    }
}

/// What a ruleset shows of units and pieces: their cards, what is drawn round them, and the look of them.
pub trait UnitsShown: Send + Sync + 'static {
    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        UnitCard { title: view.unit(unit).name.clone(), ..UnitCard::default() }
    }

    /// Circles to draw round a unit: command radii.
    fn reaches(&self, _view: &BattleView, _unit: UnitId) -> Vec<Reach> {
        Vec::new()
    }

    /// The point and the facing that an order to set a unit down would name to leave it as it stands.
    fn anchor(&self, view: &BattleView, unit: UnitId) -> Option<Place> {
        view.present(unit).next().map(|piece| view.place(piece))
    }

    /// The arc and range bands of a piece.
    fn arc(&self, _view: &BattleView, _piece: crate::forces::PieceId) -> Option<Arc2> {
        None
    }

    /// Whether a piece sees another; none where the rules never ask.
    fn sightline(
        &self,
        _view: &BattleView,
        _eye: crate::forces::PieceId,
        _target: crate::forces::PieceId,
    ) -> Option<Sightline> {
        None
    }

    /// How far a unit could come at most on open ground; none if it cannot move.
    fn stride(&self, _view: &BattleView, _unit: UnitId) -> Option<Stride> {
        None
    }

    /// The things on the table that are no pieces, as far as the viewer knows of them.
    fn things(&self, _view: &BattleView) -> Vec<Thing> {
        Vec::new()
    }

    /// The weapon that a piece has in hand, in the vocabulary's words, if its picture shows one.
    fn weapon_in_hand(&self, _view: &BattleView, _piece: crate::forces::PieceId) -> Option<SmolStr> {
        None
    }

    /// The formation that a unit stands in, in the vocabulary's words, if the ruleset knows formations.
    fn formation(&self, _view: &BattleView, _unit: UnitId) -> Option<SmolStr> {
        None
    }

    /// A phrase for the state of a unit on its tag ("close order", "pinned").
    fn unit_state(&self, _view: &BattleView, _unit: UnitId) -> Option<String> {
        None
    }

    /// What a unit carries on the table besides its name, if the ruleset has units as blocks.
    fn emblem(&self, _view: &BattleView, _unit: UnitId) -> Emblem {
        Emblem::default()
    }

    /// The chit with an order that lies beside a unit, if the ruleset has any.
    fn chit(&self, _view: &BattleView, _unit: UnitId) -> Option<OrderChit> {
        None
    }

    /// The face of the chit with an order of this word.
    fn face_of(&self, _word: &str) -> Option<ChitFace> {
        None
    }

    /// The bases that a piece is made of, those that it has lost among them; none where its picture is a figure or a
    /// block.
    fn bases(&self, _view: &BattleView, _piece: crate::forces::PieceId, _shape: SeenShape) -> Vec<Base> {
        Vec::new()
    }
}

/// What a ruleset says of the forces and the ground with which a battle begins, and of state that a scenario or a script
/// sets.
pub trait ScenarioRules: Send + Sync + 'static {
    /// The footprint that the pieces of a unit begin with, where it differs from their kind's.
    fn footprint(&self, _entry: &UnitEntry, _settings: &Values) -> Option<Footprint> {
        None
    }

    /// The footprint of a horse without its rider, if the men of a unit begin on foot with such horses of their own.
    fn led_horse(&self, _entry: &UnitEntry, _settings: &Values) -> Option<Footprint> {
        None
    }

    /// The outlines of the pieces of a unit, as many as are counted, in their order: a unit that is one block, or
    /// stands in a formation, where the shape follows from what it is and from its formation. The anchor is the middle
    /// of its front; the first piece faces as the anchor does. `None` if pieces of this kind stand where the scenario
    /// puts each.
    fn layout(
        &self,
        _entry: &UnitEntry,
        _settings: &Values,
        _terrain: &Terrain,
        _anchor: Place,
        _count: usize,
    ) -> Option<Vec<Outline>> {
        None
    }

    /// Whether a unit begins hidden from the other sides: as the scenario says, unless the ruleset knows better.
    fn begins_hidden(&self, entry: &UnitEntry) -> bool {
        entry.hidden
    }

    /// What is wrong with the terrain of a scenario by the ruleset's own terms, beyond what each value may hold.
    fn terrain_problems(&self, _: &Terrain, _: &TerrainValues) -> Vec<TerrainProblem> {
        Vec::new()
    }

    /// What is wrong with the forces of a scenario by the ruleset's army lists.
    fn roll_problems(&self, _: &ArmyList) -> Vec<ArmyListProblem> {
        Vec::new()
    }

    /// What is wrong with the settings of a scenario beyond what each may hold: what contradicts another, or the forces.
    fn setting_problems(&self, _: &ArmyList) -> Vec<SettingProblem> {
        Vec::new()
    }

    /// State that nobody sets from outside the rules, by name or by the way to a field (`*` for every entry of a list),
    /// and what to do instead.
    fn settled(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What is wrong with the state of the battle as a whole, in a sentence, if it was changed from outside the rules:
    /// whatever the rules rely on and a change could break.
    ///
    /// # Errors
    /// The name of what is wrong.
    fn sound(&self, _view: &BattleView) -> Result<(), String> {
        Ok(())
    }

    /// Puts right what follows from a state of a unit, or of one of its pieces, that was set from outside the rules and
    /// is sound: where its pieces stand and what they measure, and the markers of its state.
    fn follow(&self, _battle: &mut BattleMut, _unit: UnitId, _state: &str) {}
}
