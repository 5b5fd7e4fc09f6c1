//! Which bases of a unit touch an enemy, and the dice that their figures bring (SB-9.10).

use super::{sequence_of_play::Contact, view::BurtView};
use crate::book::{data::Data, values::Arm};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{Face, outward},
        contacts,
    },
    table::footprint::Outline,
};

/// Two edges lie against each other if the angle between them is at most this, in degrees.
const ASLANT: f32 = 1.0;

/// The dice of a unit in melee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MeleeDice {
    /// Figures (guns) in contact.
    pub figures: u8,
    /// All dice, the one for a remainder of 1 or 2 included.
    pub dice: u8,
    /// Whether one of them is for a remainder of 1 or 2 (SB-6.4).
    pub leftover: bool,
}

/// A touch of a unit by an enemy: the face of the unit, and the enemy's outline.
pub type Touch = (Face, Outline);

/// SB-6.4, SB-9.10: the dice of the figures or guns in contact. Wagons have none.
fn dice_of(book: &Data, arm: Arm, figures: u8) -> MeleeDice {
    match arm {
        Arm::Artillery => MeleeDice { figures, dice: figures, leftover: false },
        Arm::Wagon => MeleeDice { figures, dice: 0, leftover: false },
        _ => {
            let each = book.fire.figures_per_die;
            let rest = figures % each;
            let leftover = rest > 0 && rest + 1 < each;
            MeleeDice { figures, dice: figures / each + u8::from(rest > 0), leftover }
        }
    }
}

impl BurtView<'_> {
    /// SB-9.10: the dice of a unit in an outline with these touches: those of its bases that share more than a tenth of
    /// an inch with an enemy, each base once.
    pub fn dice_touched(&self, unit: UnitId, own: &Outline, touches: &[Touch]) -> MeleeDice {
        let mut counted: Vec<u8> = Vec::new();
        let mut figures = 0;
        for (face, enemy) in touches {
            for (number, base) in self.bases_at(unit, own, *face) {
                let span = contacts::span(&base.outline, Face::Front, enemy);
                if span.is_some_and(|(from, to)| to - from > self.book.melee.overlap) && !counted.contains(&number) {
                    counted.push(number);
                    figures += base.figures;
                }
            }
        }
        dice_of(self.book, self.arm(unit), figures.min(self.figures(unit)))
    }

    /// SB-9.10: whether two units in these outlines touch each other on these faces with at least a base each.
    pub fn touch(
        &self,
        (unit, own, face): (UnitId, &Outline, Face),
        (enemy, his, his_face): (UnitId, &Outline, Face),
    ) -> bool {
        self.dice_touched(unit, own, &[(face, *his)]).figures > 0
            && self.dice_touched(enemy, his, &[(his_face, *own)]).figures > 0
    }

    /// SB-9.10: whether two units in melee still touch each other.
    pub fn still_touch(&self, contact: &Contact) -> bool {
        let Contact { attacker, defender, attacker_face, defender_face } = *contact;
        let (own, his) = (self.outline(attacker), self.outline(defender));
        self.touch((attacker, &own, attacker_face), (defender, &his, defender_face))
    }

    /// SB-9.19: the face of an enemy against which the front of a unit lies, if it does.
    pub fn face_touched(&self, unit: UnitId, enemy: UnitId) -> Option<Face> {
        let (own, his) = (self.outline(unit), self.outline(enemy));
        let looks_at = |face: &Face| outward(&his, *face).turned(180.0).angle_to(own.place.facing) <= ASLANT;
        let face = Face::ALL.into_iter().find(looks_at)?;
        self.touch((unit, &own, Face::Front), (enemy, &his, face)).then_some(face)
    }

    /// SB-9.10: the dice of a unit in melee as it stands.
    pub fn melee_dice(&self, unit: UnitId) -> MeleeDice {
        let touches: Vec<Touch> = self
            .fights_of(unit)
            .filter_map(|fight| Some((fight.contact.face_of(unit), self.outline(fight.contact.other(unit)?))))
            .collect();
        self.dice_touched(unit, &self.outline(unit), &touches)
    }
}

/// SB-9.19: all ways to divide dice over enemies: at least one for each while there are dice.
pub fn divisions(dice: u8, enemies: usize) -> Vec<Vec<u8>> {
    let short = usize::from(dice) < enemies;
    divide(dice, enemies, if short { 0..=1 } else { 1..=dice })
}

fn divide(dice: u8, enemies: usize, each: std::ops::RangeInclusive<u8>) -> Vec<Vec<u8>> {
    match enemies {
        0 => Vec::new(),
        1 if each.contains(&dice) => vec![vec![dice]],
        1 => Vec::new(),
        _ => each
            .clone()
            .rev()
            .filter(|first| *first <= dice)
            .flat_map(|first| {
                let rest = divide(dice - first, enemies - 1, each.clone());
                rest.into_iter().map(move |rest| std::iter::once(first).chain(rest).collect())
            })
            .collect(),
    }
}
