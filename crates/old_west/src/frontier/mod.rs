//! What the supplement changes in the core's own rules: [`arms`] of the frontier (chapter 5), leaders and heroes
//! (chapters 3 and 4), [`saddle`] (chapter 8); and what the computer makes of that ([`think`]).

pub mod arms;
pub mod mix;
pub mod saddle;
mod think;

use std::{any::Any, sync::Arc};

use crate::book::{
    cites::cites,
    data::Data,
    settings::{CommandRadius, Frontier, OldWestSettings, OoaScope},
};
use grapeshot_combat_patrol::{
    book::{
        action_card::ActionCard,
        judgement::JudgementChanges,
        profile::{Band, Weapon},
        troops::Troop,
    },
    evaluation::family::{Chapter, Question},
    orders::verbs,
    state::{
        sequence_of_play::{SequenceOfPlay, Stage},
        shot::Manner,
    },
    turn::asks::questions,
    view::{
        rulebook::SkirmishView,
        supplement::{AfterShot, FightSide, Supplement},
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitId, Values},
    orders::{Refusal, Verb},
    shared::refuse,
    turn::{Ask, Awaiting, Settings, position::Weights, rules::Thing},
};

/// The supplement.
pub struct OldWest {
    /// Its numbers.
    pub data: Arc<Data>,
    /// What chapters have lying on the table.
    pub lying: Vec<Lying>,
}

/// What lies on the table.
pub type Lying = fn(&SkirmishView) -> Vec<Thing>;

/// The settings of the supplement.
pub fn settings<'w>(cp: &SkirmishView<'w>) -> &'w OldWestSettings {
    &cp.view.resource::<Frontier>().0
}

impl OldWest {
    /// The supplement in play.
    ///
    /// # Panics
    /// If it is another's: only chapters of this ruleset ask.
    pub fn of<'w>(cp: &SkirmishView<'w>) -> &'w Self {
        cp.supplement().itself().downcast_ref().expect("the rulebook is that of the Old West")
    }
}

impl Supplement for OldWest {
    fn itself(&self) -> &dyn Any {
        self
    }

    fn throws_on_the_move(&self, _: &SkirmishView) -> bool {
        true
    }

    fn things(&self, cp: &SkirmishView) -> Vec<Thing> {
        self.lying.iter().flat_map(|lying| lying(cp)).collect()
    }

    fn judgement(&self) -> JudgementChanges {
        self.data.judgement.core.clone()
    }

    fn seasoned(&self) -> JudgementChanges {
        self.data.seasoned.clone()
    }

    fn weights(&self) -> &Weights {
        &self.data.worth
    }

    fn troops(&self) -> &[Troop] {
        &self.data.troops
    }

    /// OW-5.3: markers lie on the weapon, unless the scenario has one pool for each figure.
    fn markers_on_weapons(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        settings(cp).ooa_scope == OoaScope::Weapon || cp.engine(piece).is_some()
    }

    /// OW-6.6: a Gatling fires within 45 degrees of its facing.
    fn fire_arc(&self, cp: &SkirmishView, shooter: PieceId) -> (f32, RuleId) {
        if cp.engine(shooter).is_some() {
            (cp.settings().guns.gun_arc, RuleId::new("OW-6.6"))
        } else {
            (90.0, RuleId::new("CP-1.6"))
        }
    }

    /// OW-6.4: woods and rough ground halve the movement of a Gatling on its limber; by hand it is not slowed again.
    fn slows_wheels(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.gun_of_limber(piece).is_some_and(|gun| gun.limbered && cp.fires_as(gun).is_some())
    }

    fn after_shot(&self, cp: &SkirmishView, weapon: &Weapon, card: &ActionCard) -> AfterShot {
        self.markers_of(cp, weapon, card)
    }

    fn band(&self, cp: &SkirmishView, weapon: u8, distance: f32) -> Option<Band> {
        self.band_of(cp, weapon, distance)
    }

    fn may_fire(&self, cp: &SkirmishView, shooter: PieceId, weapon: u8, manner: Manner) -> Result<(), Refusal> {
        self.may_fire_mounted(cp, shooter, weapon, manner)
    }

    /// OW-5.3: of several loaded weapons a figure that is not told uses the one that promises most hits.
    fn first_choice(
        &self,
        cp: &SkirmishView,
        shooter: PieceId,
        weapons: &[u8],
        distance: f32,
        manner: Manner,
    ) -> Option<u8> {
        if let [only] = weapons {
            return Some(*only);
        }
        let promise = |weapon: u8| cp.promise_of(shooter, weapon, distance, manner);
        // Of weapons as good the one in front.
        weapons.iter().copied().rev().max_by(|a, b| promise(*a).total_cmp(&promise(*b)))
    }

    fn weapon_hth(&self, cp: &SkirmishView, figure: PieceId, weapon: u8, moved: bool) -> (i8, String, RuleId) {
        self.hand_to_hand(cp, figure, weapon, moved)
    }

    fn melee_modifiers(&self, cp: &SkirmishView, figure: PieceId, _: PieceId, fight: FightSide, sum: &mut Explained) {
        self.lance_in_place_of_impetus(cp, figure, fight, sum);
    }

    fn is_horseman(&self, cp: &SkirmishView, rider: PieceId) -> bool {
        saddle::is_horseman(cp, rider)
    }

    /// OW-3.1: in games about the heroes of films leaders reach farther, or nobody needs them near.
    fn command_radius(&self, cp: &SkirmishView, radius: f32) -> Option<f32> {
        match settings(cp).command_radius_mode {
            CommandRadius::Normal => Some(radius),
            CommandRadius::Generous => Some(2.0 * radius),
            CommandRadius::Off => None,
        }
    }

    /// OW-3.2: untrained leaders start no swap.
    fn may_swap(&self, cp: &SkirmishView, leader: PieceId) -> Result<(), Refusal> {
        match cp.as_leader(leader) {
            Some(values) if !values.trained => refuse("OW-3.2", "Untrained leaders cannot swap command dice"),
            _ => Ok(()),
        }
    }

    /// OW-3.3: untrained leaders remove no markers; a hero by himself does.
    fn may_steady(&self, cp: &SkirmishView, unit: UnitId) -> Result<(), Refusal> {
        let untrained = |leader| cp.as_leader(leader).is_some_and(|values| !values.trained);
        if cp.lone_hero(unit).is_none() && cp.leader_of(unit).is_some_and(untrained) {
            return refuse("OW-3.3", "Untrained leaders cannot steady their men");
        }
        Ok(())
    }

    /// OW-4.2: a setting ties heroes to their own dice.
    fn heroes_act_with_units(&self, cp: &SkirmishView) -> bool {
        settings(cp).hero_acts_with_unit
    }

    /// OW-4.5.
    fn hero_cards(&self, cp: &SkirmishView) -> u8 {
        // The deck is shuffled before the battle is open.
        OldWestSettings::read(&cp.view.resource::<Settings>().0).hero_cards
    }

    /// OW-4.8.
    fn hero_endurance(&self, values: &Values) -> Option<u8> {
        Some(OldWestSettings::read(values).hero_endurance)
    }
}

/// What orders of the core's verbs take here besides: the player may name the weapon, and who moves may lay fuse.
pub fn with_choices(verbs_of_core: &mut [Verb]) {
    use grapeshot_floor::orders::ArgumentKind::{Also, Choice, FreePath, Number, Pieces, Target};
    for verb in verbs_of_core {
        *verb = match &verb.id {
            id if *id == verbs::SHOOT => verb
                .clone()
                .takes(&[Choice])
                .meaning(&[(Choice, "the weapon to fire; the one that promises most if none (OW-5.3)")]),
            id if *id == verbs::THROW => verb.clone().takes(&[FreePath, Target, Number, Choice]).meaning(&[
                (Number, "the storey of a building, 1 being the ground floor"),
                (Choice, "what to throw, a stick or a bundle; what the man has in hand if none (OW-7.1)"),
            ]),
            id if *id == verbs::RELOAD => verb
                .clone()
                .takes(&[Choice])
                .meaning(&[(Choice, "the weapon to reload; the first that has a marker if none (OW-5.3)")]),
            id if *id == verbs::DECLARE => verb.clone().takes(&[Pieces, Also, Choice]).meaning(&[
                (Also, "those of the movers who sprint (CP-5.7)"),
                (Choice, "whether he who placed a charge lays fuse on his way (OW-7.6)"),
            ]),
            _ => continue,
        };
    }
}

/// OW-5.3: what a unit does, with the weapons that its men may choose among.
fn ask_act(cp: &SkirmishView, play: &SequenceOfPlay) -> Awaiting {
    let mut ask: Ask = cp.ask_act(play);
    for piece in &play.active().figures {
        let mut weapons: Vec<u8> = cp.ranged_weapons(*piece).collect();
        let more = cp.chapters().also_throws(cp, *piece);
        weapons
            .extend(cp.to_throw(*piece).filter(|_| more.is_some()).map(|(weapon, ..)| weapon).into_iter().chain(more));
        if weapons.iter().all(|weapon| *weapon == weapons[0]) {
            continue;
        }
        for weapon in weapons {
            let weapon = cp.book.weapon(weapon);
            if !ask.choices.iter().any(|(id, _)| *id == weapon.id) {
                ask.choices.push((weapon.id.clone(), weapon.name.to_string()));
            }
        }
    }
    Awaiting::one(ask)
}

/// The chapter of what is changed.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("frontier");
    let act = questions(cites).into_iter().find(|question| question.phase == Stage::ACT);
    chapter.questions = act.into_iter().map(|act| Question { ask: ask_act, ..act }).collect();
    chapter.problems = Box::new(saddle::problems);
    chapter.changes.insight = Some(think::insight());
    chapter.open = |battle| {
        let settings = OldWestSettings::read(&battle.world().resource::<Settings>().0);
        battle.world().insert_resource(Frontier(settings));
        mix::arm(battle);
    };
    chapter
}
