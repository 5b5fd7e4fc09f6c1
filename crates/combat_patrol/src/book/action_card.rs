//! The action card and its fields (CP-3.2).

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::fmt;

use super::grade::Grade;
use grapeshot_floor::{
    english::{verb, words::in_words},
    files::{
        record::record,
        shape::Kind::{self, Flag, Letters, Maybe, Whole, Word},
    },
    forces::{Value, Values},
};

/// The codes of cover (CP-7.5).
pub const COVER: &str = "khwfb";
/// The same, each by itself.
pub const COVERS: [&str; 5] = ["k", "h", "w", "f", "b"];
/// The templates of bursts.
pub const BURST: Kind = Word(&["Small", "Medium", "Large"]);
const DEVIATION: Kind = Word(&["Long", "LongRight", "Right", "ShortRight", "Short", "ShortLeft", "Left", "LongLeft"]);
const MORALE: Kind = Word(&["OK", "A1", "S1", "C1", "F1", "P", "CA", "SA", "FB", "RT"]);

in_words! {
    /// Where a hit strikes.
    #[derive(Serialize, Deserialize)]
    pub enum Location: word, code {
        Head = "head", "head";
        Torso = "torso", "torso";
        LeftArm = "left arm", "left_arm";
        RightArm = "right arm", "right_arm";
        LeftLeg = "left leg", "left_leg";
        RightLeg = "right leg", "right_leg";
    }
}

/// How bad a hit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Severity {
    Wound,
    Incapacitated,
}

/// The sizes of burst icons. A card that shows one shows all larger ones, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Burst {
    Small,
    Medium,
    Large,
}

in_words! {
    /// One of eight directions relative to the line of fire.
    #[derive(Serialize, Deserialize)]
    pub enum Deviation: code {
        Long = "long";
        LongRight = "long-right";
        Right = "right";
        ShortRight = "short-right";
        Short = "short";
        ShortLeft = "short-left";
        Left = "left";
        LongLeft = "long-left";
    }
}

impl Deviation {
    /// A deviation of this many inches as inches to the right and onward; a diagonal has 1 / sqrt(2) of it in both
    /// (CP-8.3).
    pub fn parts(self, inches: f32) -> Vec2 {
        let diagonal = inches / 2f32.sqrt();
        match self {
            Self::Long => Vec2::new(0.0, inches),
            Self::LongRight => Vec2::new(diagonal, diagonal),
            Self::Right => Vec2::new(inches, 0.0),
            Self::ShortRight => Vec2::new(diagonal, -diagonal),
            Self::Short => Vec2::new(0.0, -inches),
            Self::ShortLeft => Vec2::new(-diagonal, -diagonal),
            Self::Left => Vec2::new(-inches, 0.0),
            Self::LongLeft => Vec2::new(-diagonal, diagonal),
        }
    }
}

in_words! {
    /// A result of a morale draw (CP-11.4).
    #[derive(Serialize, Deserialize)]
    pub enum MoraleResult: words {
        /// No effect.
        OK = "no effect";
        /// One figure charges.
        A1 = "one figure charges";
        /// One figure is stunned.
        S1 = "one figure is stunned";
        /// One figure runs for cover.
        C1 = "one figure runs for cover";
        /// One figure falls back.
        F1 = "one figure falls back";
        /// The unit is pinned.
        P = "pinned";
        /// The whole unit runs for cover.
        CA = "the whole unit runs for cover";
        /// Every figure is stunned.
        SA = "every figure is stunned";
        /// The whole unit falls back.
        FB = "the whole unit falls back";
        /// The whole unit runs away.
        RT = "the whole unit runs away";
    }
}

impl MoraleResult {
    /// Whether it touches one figure rather than the unit.
    pub fn single(self) -> bool {
        matches!(self, Self::A1 | Self::S1 | Self::C1 | Self::F1)
    }

    /// The rank of a result for the whole unit: RT, then FB, CA, SA, P (CP-11.3); 0 for the others.
    pub fn severity(self) -> u8 {
        match self {
            Self::RT => 5,
            Self::FB => 4,
            Self::CA => 3,
            Self::SA => 2,
            Self::P => 1,
            _ => 0,
        }
    }

    /// What the figures that a result names do or suffer, in words ("runs for cover").
    pub fn deed(self, figures: usize) -> &'static str {
        match self {
            Self::OK => "",
            Self::A1 => verb(figures, "charges", "charge"),
            Self::S1 | Self::SA => verb(figures, "is stunned", "are stunned"),
            Self::C1 | Self::CA => verb(figures, "runs for cover", "run for cover"),
            Self::F1 | Self::FB => verb(figures, "falls back", "fall back"),
            Self::P => verb(figures, "is pinned", "are pinned"),
            Self::RT => verb(figures, "runs away", "run away"),
        }
    }
}

impl fmt::Display for MoraleResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A value for each of the three grades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByGrade<T> {
    pub elite: T,
    pub regular: T,
    pub green: T,
}

/// What may stand in a file for a value for each of the three grades.
macro_rules! by_grade {
    ($what:literal, $kind:expr) => {
        grapeshot_floor::files::shape::Kind::Record(&grapeshot_floor::files::shape::Shape {
            what: $what,
            fields: &[
                grapeshot_floor::files::shape::must("elite", $kind, "Elite"),
                grapeshot_floor::files::shape::must("regular", $kind, "Regular"),
                grapeshot_floor::files::shape::must("green", $kind, "Green"),
            ],
        })
    };
}

pub(super) use by_grade;

impl<T: Copy> ByGrade<T> {
    /// The value of a grade.
    pub fn of(&self, grade: Grade) -> T {
        match grade {
            Grade::Elite => self.elite,
            Grade::Regular => self.regular,
            Grade::Green => self.green,
        }
    }
}

record! {
    /// A card of the action deck.
    #[derive(serde::Serialize)]
    ActionCard: "a card" {
        id: u16, Whole(1, 200), "its number, from 1";
        /// A figure may move this many inches.
        inches: u8, Whole(0, 30), "movement";
        holes: u8, Whole(0, 20), "bullet holes";
        /// A card that has it has no holes.
        ooa: bool, Flag, "the out-of-ammo icon";
        hr: u8, Whole(1, 6), "hit randomizer number";
        pick: u16, Whole(1, 200), "hit randomizer count-off, from 1 (CP-3.5)";
        loc: Location, Word(&["Head", "Torso", "LeftArm", "RightArm", "LeftLeg", "RightLeg"]), "where a hit strikes";
        /// Each letter is a type (CP-7.5).
        cover: SmolStr, Letters(COVER), "the cover that stops a hit";
        sev: Severity, Word(&["Wound", "Incapacitated"]), "how bad a hit is";
        he: Option<Burst>, Maybe(&BURST), "the smallest burst icon";
        stun: bool, Flag, "!! in the burst section";
        dev: Deviation, DEVIATION, "direction of a deviation";
        dev_in: u8, Whole(0, 30), "inches of a deviation";
        hth: u8, Whole(0, 20), "hand to hand";
        d6: u8, Whole(1, 6), "the six-sided icon";
        d10: u8, Whole(1, 10), "the ten-sided icon";
        open: ByGrade<MoraleResult>, by_grade!("a morale result by grade", MORALE), "morale in the open";
        cover_morale: ByGrade<MoraleResult>, by_grade!("a morale result by grade", MORALE), "morale in cover";
    }
}

impl ActionCard {
    /// CP-3.5: the number of the candidate chosen, from 0, out of `candidates`.
    pub fn choose(&self, candidates: usize) -> usize {
        (usize::from(self.pick) - 1) % candidates
    }

    /// CP-3.2: whether a burst icon of this size shows.
    pub fn shows(&self, size: Burst) -> bool {
        self.he.is_some_and(|smallest| smallest <= size)
    }

    /// The morale result for a grade in the open or in cover.
    pub fn morale(&self, grade: Grade, cover: bool) -> MoraleResult {
        if cover { self.cover_morale.of(grade) } else { self.open.of(grade) }
    }

    /// The name of the field that answers a morale draw.
    pub fn morale_field(grade: Grade, cover: bool) -> &'static str {
        match (grade, cover) {
            (Grade::Elite, false) => "m_eo",
            (Grade::Regular, false) => "m_ro",
            (Grade::Green, false) => "m_go",
            (Grade::Elite, true) => "m_ec",
            (Grade::Regular, true) => "m_rc",
            (Grade::Green, true) => "m_gc",
        }
    }

    /// The fields of the card by name, for the picture of the card.
    pub fn fields(&self) -> Values {
        let number = |n: u16| Value::Number(f32::from(n));
        let word = |w: &str| Value::Word(w.into());
        let sev = match self.sev {
            Severity::Wound => "W",
            Severity::Incapacitated => "I",
        };
        let he = match self.he {
            None => "-",
            Some(Burst::Small) => "S",
            Some(Burst::Medium) => "M",
            Some(Burst::Large) => "L",
        };
        let mut fields = Values::default();
        for (name, value) in [
            ("move", number(self.inches.into())),
            ("holes", number(self.holes.into())),
            ("ooa", Value::Flag(self.ooa)),
            ("hr", number(self.hr.into())),
            ("pick", number(self.pick)),
            ("loc", word(self.loc.code())),
            ("cover", word(&self.cover)),
            ("sev", word(sev)),
            ("he", word(he)),
            ("stun", Value::Flag(self.stun)),
            ("dev", word(self.dev.code())),
            ("dev_in", number(self.dev_in.into())),
            ("hth", number(self.hth.into())),
            ("d6", number(self.d6.into())),
            ("d10", number(self.d10.into())),
        ] {
            fields.0.insert(name.into(), value);
        }
        for grade in Grade::ALL {
            for cover in [false, true] {
                let code = self.morale(grade, cover).to_string();
                fields.0.insert(Self::morale_field(grade, cover).into(), Value::Word(code.into()));
            }
        }
        fields
    }
}

/// CP-6.8: what the cards of the action deck make of hits.
#[derive(Debug, Clone, PartialEq)]
pub struct Hits {
    /// The share of the cards that stop a hit on a figure in cover, by its types.
    cover_stops: [f32; COVERS.len()],
    /// The share of the cards by which one hit incapacitates.
    pub incapacitates: f32,
}

impl Hits {
    /// The shares of the cards of a deck.
    pub fn of(deck: &[ActionCard]) -> Self {
        let share = |which: &dyn Fn(&ActionCard) -> bool| {
            deck.iter().filter(|card| which(card)).count() as f32 / deck.len() as f32
        };
        Self {
            cover_stops: COVERS.map(|code| share(&|card| card.cover.contains(code))),
            incapacitates: share(&|card| card.sev == Severity::Incapacitated),
        }
    }

    /// The share of the cards that stop a hit on a figure in a type of cover.
    pub fn cover_stops(&self, code: &str) -> f32 {
        COVERS.iter().position(|known| *known == code).map_or(0.0, |n| self.cover_stops[n])
    }
}
