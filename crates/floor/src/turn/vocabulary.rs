//! What a ruleset registers, so that screen, computer player, record and scenario files need none of its words.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

use super::{LossTerm, TerrainValue, quick::QuickLists};
use crate::{
    events::RuleId,
    forces::{MarkId, Values},
    orders::{Verb, VerbId},
    table::{footprint::Footprint, terrain::Ground},
};

/// The shape a marker is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkShape {
    /// A puff of smoke at the muzzle.
    Smoke,
    /// Three stars; the figure stands askew.
    Stars,
    /// A drop on a chip.
    Drop,
    /// A crossed cartridge box.
    CartridgeBox,
    /// A double chevron behind.
    Chevron,
    BentArrow,
    Pin,
    CrossedEye,
    /// A stack of coins with its count.
    Coins,
    /// A tick: it has acted.
    Tick,
}

/// A kind of marker or state.
#[derive(Debug, Clone, Serialize)]
pub struct Mark {
    pub id: MarkId,
    /// The word ("must reload").
    pub label: &'static str,
    pub shape: MarkShape,
    /// The rule that gives it its meaning.
    pub rule: RuleId,
}

/// How pieces go, as the eye sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gait {
    /// At a march.
    #[default]
    March,
    /// As fast as they can: a recoil, a rout, an evasion, a stampede.
    Run,
    /// Faster and faster, as a charge goes in.
    Charge,
}

/// Rules by which pieces do not march, with how they go.
pub fn gaits<const N: usize>(list: [(&'static str, Gait); N]) -> Vec<(RuleId, Gait)> {
    Vec::from(list.map(|(rule, gait)| (RuleId::new(rule), gait)))
}

/// A layout that a unit can be set up or drawn up in.
#[derive(Debug, Clone, Serialize)]
pub struct Formation {
    /// The id ("two_ranks").
    pub id: SmolStr,
    /// The word ("two ranks").
    pub label: &'static str,
    /// Distance between bases if none is given, in inches; `None` if bases touch.
    pub spacing: Option<f32>,
    /// Whether it is the shape of a unit that is one block, rather than a layout of several pieces.
    pub block: bool,
}

/// A kind of unit: what its pieces look like.
#[derive(Debug, Clone, Serialize)]
pub struct UnitKind {
    /// The id ("foot").
    pub id: SmolStr,
    /// The word.
    pub label: &'static str,
    /// The footprint of its pieces unless a setting changes it.
    pub footprint: Footprint,
    /// The setting that changes the size of a base, if there is one: the diameter of a round one, or width and depth.
    pub size_setting: Option<SmolStr>,
    /// The fewest and the most men; none if it may be equipment alone.
    pub pieces: (usize, usize),
    /// Whether its pieces may stand inside a building at the start.
    pub enters_buildings: bool,
    /// Whether its pieces take up room, so that no other may stand on them.
    pub takes_room: bool,
    /// What units of this kind are if the scenario does not say otherwise.
    pub values: Values,
    /// What they have with them besides: guns, limbers.
    pub equipment: Vec<Equipment>,
    /// What a scenario file says of a usual unit of this kind besides its key, name, side, kind, place and facing, for one
    /// that a designer adds. `$AHEAD` stands for a place three inches before it, `$BEHIND` for one four inches behind it.
    #[serde(skip)]
    pub usual: &'static str,
}

impl UnitKind {
    /// A kind whose units are one piece each, which takes room and stays out of buildings.
    pub fn new(id: impl Into<SmolStr>, label: &'static str, footprint: Footprint) -> Self {
        Self {
            id: id.into(),
            label,
            footprint,
            size_setting: None,
            pieces: (1, 1),
            enters_buildings: false,
            takes_room: true,
            values: Values::default(),
            equipment: Vec::new(),
            usual: "",
        }
    }
}

/// A piece that belongs to a unit and is none of its men.
#[derive(Debug, Clone, Serialize)]
pub struct Equipment {
    /// The id, which is its picture too ("gun").
    pub id: SmolStr,
    /// Its shape unless a setting changes it.
    pub footprint: Footprint,
    /// The setting that changes the size of its base.
    pub size_setting: Option<SmolStr>,
    /// Whether a unit of the kind cannot do without.
    pub needed: bool,
    /// The most of them that a unit of the kind has.
    pub most: usize,
    /// Whether it is called as its unit is: the body of "Chuck wagon" is the chuck wagon.
    pub bears_unit_name: bool,
}

/// A footprint under a setting that may change it: the diameter of a round one, or width and depth.
fn sized(footprint: Footprint, setting: Option<&SmolStr>, settings: &Values) -> Footprint {
    let Some(name) = setting else { return footprint };
    match footprint {
        Footprint::Circle { diameter } => Footprint::Circle { diameter: settings.number(name).unwrap_or(diameter) },
        Footprint::Rectangle { .. } => match settings.numbers(name).as_slice() {
            [width, depth] => Footprint::Rectangle { width: *width, depth: *depth },
            _ => footprint,
        },
    }
}

impl Equipment {
    /// Its shape in a battle with these settings.
    pub fn footprint_under(&self, settings: &Values) -> Footprint {
        sized(self.footprint, self.size_setting.as_ref(), settings)
    }
}

impl UnitKind {
    /// The footprint of its pieces in a battle with these settings.
    pub fn footprint_under(&self, settings: &Values) -> Footprint {
        sized(self.footprint, self.size_setting.as_ref(), settings)
    }
}

/// What a named value may hold.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueKind {
    /// Yes or no.
    Flag,
    /// A whole number in a range.
    Integer(i32, i32),
    /// A number in a range.
    Number(f32, f32),
    /// One of these words; any word if there are none.
    Word(Vec<SmolStr>),
    /// Some of these words.
    Words(Vec<SmolStr>),
    /// This many numbers in a range.
    Numbers(usize, f32, f32),
}

/// A named value that a unit, a leader or the settings may have.
#[derive(Debug, Clone, Serialize)]
pub struct ValueField {
    /// The name ("guts").
    pub name: SmolStr,
    /// What it may hold.
    pub kind: ValueKind,
    /// Its default; without one it must be given.
    pub default: Option<crate::forces::Value>,
    /// The rule that speaks of it.
    pub rule: RuleId,
    /// What it means, in a line.
    pub hint: String,
    /// Whether nothing stands for it where it is not said, not even its default.
    #[serde(skip)]
    pub sparse: bool,
}

impl ValueField {
    /// A value of a name and a kind, its default (without one it must be given), its rule, and what it means.
    pub fn new(
        name: &str,
        kind: ValueKind,
        default: Option<crate::forces::Value>,
        rule: &'static str,
        hint: &str,
    ) -> Self {
        Self { name: name.into(), kind, default, rule: RuleId::new(rule), hint: hint.to_owned(), sparse: false }
    }

    /// The same, but nothing stands for it where it is not said.
    pub fn sparse(self) -> Self {
        Self { sparse: true, ..self }
    }
}

/// What a linear obstacle does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Barrier {
    /// Height in inches unless the scenario says otherwise.
    pub height: f32,
    /// The ruleset's code of its cover.
    pub cover: Option<SmolStr>,
    /// The grade of its bog check.
    pub bog: Option<SmolStr>,
}

/// A term of the scenario format that a ruleset does not play. A scenario that has it is refused, so that nothing in a
/// file is without effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Unplayed {
    /// The fields that lead to it ("victory: exits"), and its value where only that is meant ("victory: holds: when:
    /// denied").
    pub term: &'static str,
    /// What a scenario says instead, as a sentence.
    pub instead: &'static str,
}

impl Unplayed {
    /// A term, and what a scenario says instead.
    pub const fn new(term: &'static str, instead: &'static str) -> Self {
        Self { term, instead }
    }
}

/// A value that scenarios of an earlier version of the game write otherwise than those of today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OldValue {
    /// The fields that lead to it ("settings: first_player").
    pub term: &'static str,
    pub form: OldForm,
}

/// How a value was written by an earlier version, and what stands for it today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum OldForm {
    /// This text; today the other.
    Text(&'static str, &'static str),
    /// The number of a side of the scenario, from 1; today its key.
    SideNumber,
}

/// All words of a ruleset.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Vocabulary {
    /// Verbs in the order of their buttons.
    pub verbs: Vec<Verb>,
    /// Markers and states in the order they are drawn.
    pub marks: Vec<Mark>,
    pub formations: Vec<Formation>,
    /// Kinds of unit.
    pub kinds: Vec<UnitKind>,
    /// The rules by which pieces do not march, and how they go; by any other rule they march.
    #[serde(skip)]
    pub gaits: Vec<(RuleId, Gait)>,
    pub unit_values: Vec<ValueField>,
    pub leader_values: Vec<ValueField>,
    /// The sums in which a scenario may give a unit a modifier.
    pub house_rules: Vec<HouseRuleKind>,
    /// Values of a hero, where the ruleset knows heroes.
    pub hero_values: Vec<ValueField>,
    pub settings: Vec<ValueField>,
    /// What each kind of ground does.
    pub grounds: BTreeMap<SmolStr, Ground>,
    /// How fast each kind of mover goes over a kind of ground, and over slopes as "steep", where they differ: inches moved
    /// for an inch of the move, 0 is no entry.
    pub rates: BTreeMap<SmolStr, Vec<(&'static str, f32)>>,
    /// What each kind of linear obstacle does.
    pub barriers: BTreeMap<SmolStr, Barrier>,
    /// Kinds of road, the usual one first.
    pub roads: Vec<SmolStr>,
    /// What pieces of terrain are in the ruleset's own terms.
    pub terrain_values: Vec<TerrainValue>,
    /// The cover a building gives.
    pub building_cover: Option<SmolStr>,
    /// Materials of buildings.
    pub materials: Vec<SmolStr>,
    /// Sizes of buildings, the usual one first; none if they mean nothing.
    pub building_sizes: Vec<SmolStr>,
    /// Rate on a steep slope.
    pub steep_rate: f32,
    /// Turns of a battle whose scenario does not number them.
    pub turns: u16,
    /// The lead that wins, in points, in a battle whose scenario names none.
    pub margin: f32,
    /// Points for losses in a battle whose scenario gives no points for anything.
    pub losses: LossTerm,
    /// Decks: id, title and the faces of the cards by their number.
    pub decks: Vec<DeckFaces>,
    /// The terms of the scenario format that it does not play.
    pub unplayed: Vec<Unplayed>,
    /// The values that scenarios of earlier versions write otherwise.
    #[serde(skip)]
    pub old_values: &'static [OldValue],
    /// The streams of chance whose results can be forced.
    pub streams: Vec<ChanceStream>,
    /// The kinds of question that are asked.
    pub questions: Vec<QuestionKind>,
    /// Two sides with some units as a scenario file has them, for a battle that a designer begins with; empty if there is
    /// none. `$X` stands for the middle of the table in inches, `$EAST` for a place beside it, `$NEAREST`, `$NEAR`, `$NEARER` for places at its south,
    /// the first nearest to the edge, `$FARTHEST`, `$FAR`, `$FARTHER` for those at its north.
    #[serde(skip)]
    pub new_battle: &'static str,
    /// What battles are made of on demand.
    #[serde(skip)]
    pub quick: QuickLists,
}

/// A kind of question that the ruleset puts to a side.
#[derive(Debug, Clone, Serialize)]
pub struct QuestionKind {
    /// The id ("declare"), which is the kind of its [`Ask`](super::Ask)s.
    pub id: &'static str,
    /// What is asked, in a line.
    pub hint: &'static str,
    /// The rule that asks it.
    pub rule: RuleId,
}

/// A stream of chance: dice that are rolled or a deck that is drawn from, for one purpose.
#[derive(Debug, Clone, Serialize)]
pub struct ChanceStream {
    /// Its name ("command dice"); where each side has one of its own, the number of the side follows ("action 0").
    pub id: SmolStr,
    /// What comes out of it.
    pub draws: Draws,
    /// Whether each side has one of its own.
    pub by_side: bool,
    /// What it is for, in a line.
    pub hint: &'static str,
}

/// Sums in which a scenario may give a unit a modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct HouseRuleKind {
    /// The rule of the sums.
    pub rule: &'static str,
    /// What the amount is added to, in a line.
    pub hint: &'static str,
}

impl HouseRuleKind {
    /// The sums of a rule, and what the amount is added to.
    pub const fn new(rule: &'static str, hint: &'static str) -> Self {
        Self { rule, hint }
    }
}

/// What comes out of a stream of chance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Draws {
    /// Dice with this many faces.
    Dice(u8),
    /// Cards of the deck with this id.
    Cards(SmolStr),
}

#[derive(Debug, Clone, Serialize)]
pub struct DeckFaces {
    /// The deck ("action").
    pub id: SmolStr,
    pub title: &'static str,
    /// The picture its cards are drawn with, in words of the pictures ("action", "activation").
    pub picture: SmolStr,
    /// Each card's id and the values of its fields.
    pub cards: Vec<(SmolStr, Values)>,
}

/// Kinds of question from their ids, what is asked, and the rules that ask it.
pub fn questions<const N: usize>(list: [(&'static str, &'static str, &'static str); N]) -> Vec<QuestionKind> {
    list.into_iter().map(|(id, hint, rule)| QuestionKind { id, hint, rule: RuleId::new(rule) }).collect()
}

impl Vocabulary {
    /// A verb by id.
    pub fn verb(&self, id: &VerbId) -> Option<&Verb> {
        self.verbs.iter().find(|verb| verb.id == *id)
    }

    /// A kind of marker by id.
    pub fn mark(&self, id: &MarkId) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.id == *id)
    }

    /// A kind of unit by id.
    pub fn kind(&self, id: &str) -> Option<&UnitKind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// The equipment that units of any kind may have, by id.
    pub fn equipment(&self) -> BTreeSet<&str> {
        self.kinds.iter().flat_map(|kind| &kind.equipment).map(|piece| piece.id.as_str()).collect()
    }

    /// A formation by id.
    pub fn formation(&self, id: &str) -> Option<&Formation> {
        self.formations.iter().find(|formation| formation.id == id)
    }

    /// Whether the ruleset plays a term of the scenario format ("units: hidden").
    pub fn plays(&self, term: &str) -> bool {
        !self.unplayed.iter().any(|unplayed| unplayed.term == term)
    }

    /// Whether the pieces of a unit in a formation are one block, which is drawn and chosen as a whole.
    pub fn is_block(&self, formation: &str) -> bool {
        self.formation(formation).is_some_and(|formation| formation.block)
    }
}
