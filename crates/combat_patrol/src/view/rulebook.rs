//! The rulebook in use: its numbers and weapons, and the battle seen through it.

use std::{ops::Deref, sync::Arc};

use crate::{
    book::{
        action_card::Hits,
        cites::{Cites, Topic},
        data::{CoreData, CoreNumbers, GunKind},
        judgement::Judgement,
        marks,
        profile::{Engine, Hero, Leader, Section, Soldier, Weapon},
        rule_settings::{MOST_TOLERANCE, SkirmishSettings},
    },
    state::sequence_of_play::{Activation, SequenceOfPlay},
};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::VerbId,
    shared::rulebook,
    table::{
        footprint::Outline,
        sight::{self, Blocker, SightRule},
    },
    turn::{BattleMut, BattleView, Glance},
};

/// A supplement's rulebook: the core's data and its own weapons.
#[derive(Clone)]
pub struct BookData {
    /// The core's numbers and cards.
    pub core: Arc<CoreData>,
    /// What its cards make of hits.
    pub hits: Hits,
    /// What the computer player thinks of things in this period.
    pub judgement: Judgement,
    /// The supplement's weapons.
    pub weapons: Vec<Weapon>,
    /// The supplement's guns.
    pub guns: Vec<GunKind>,
    /// The verbs that an acting unit may be offered, in the order of their buttons.
    pub acts: Vec<VerbId>,
    /// CP-2.11: the verbs that may be used before anything was declared; the first such order declares that nobody
    /// moves.
    pub in_place: Vec<VerbId>,
    /// The rules that the ruleset cites for the chapters it takes.
    pub cites: Cites,
}

impl BookData {
    /// The core's numbers.
    pub fn numbers(&self) -> &CoreNumbers {
        &self.core.numbers
    }

    /// A weapon by its number.
    pub fn weapon(&self, number: u8) -> &Weapon {
        &self.weapons[usize::from(number)]
    }
}

/// The rulebook of the battle in this world.
pub type Book = rulebook::Book<BookData>;

/// The battle seen through its rulebook.
#[derive(Clone, Copy)]
pub struct SkirmishView<'w> {
    /// The battle.
    pub view: BattleView<'w>,
    /// The rulebook.
    pub book: &'w BookData,
}

impl<'w> Deref for SkirmishView<'w> {
    type Target = BattleView<'w>;

    fn deref(&self) -> &BattleView<'w> {
        &self.view
    }
}

impl<'w> SkirmishView<'w> {
    /// The battle and its rulebook, from the battle alone.
    pub fn of(view: BattleView<'w>) -> Self {
        Self { view, book: view.resource::<Book>().judged_in(&view) }
    }

    /// This view for a question that looks up the same things often, see [`BattleView::with`].
    pub fn with<'g>(&self, glance: &'g Glance<'g>) -> SkirmishView<'g>
    where
        'w: 'g,
    {
        SkirmishView { view: self.view.with(glance), book: self.book }
    }

    /// The core's numbers.
    pub fn numbers(&self) -> &'w CoreNumbers {
        &self.book.core.numbers
    }

    /// The settings of the battle.
    pub fn settings(&self) -> &'w SkirmishSettings {
        self.view.resource()
    }

    /// The activation under way.
    ///
    /// # Panics
    /// If there is none: the actions of a unit are asked for only within one.
    pub fn activation(&self) -> &'w Activation {
        self.view.resource::<SequenceOfPlay>().active()
    }

    /// The attributes of a unit.
    pub fn section(&self, unit: UnitId) -> &'w Section {
        self.view.unit_part(unit)
    }

    /// The attributes and weapons of a figure.
    pub fn soldier(&self, piece: PieceId) -> &'w Soldier {
        self.view.piece_part(piece)
    }

    /// A figure's values as a leader, if he is one.
    pub fn as_leader(&self, piece: PieceId) -> Option<&'w Leader> {
        self.soldier(piece).leader.as_ref()
    }

    /// Whether a figure is stunned.
    pub fn stunned(&self, piece: PieceId) -> bool {
        self.view.mark(piece, &marks::STUN) > 0
    }

    /// Whether a figure is wounded.
    pub fn wounded(&self, piece: PieceId) -> bool {
        self.view.mark(piece, &marks::WOUND) > 0
    }

    /// What a piece is if it is no man (CP-1.1).
    pub fn engine(&self, piece: PieceId) -> Option<Engine> {
        self.soldier(piece).engine
    }

    /// Whether a piece is a man, with attributes, and no gun or limber.
    pub fn is_man(&self, piece: PieceId) -> bool {
        self.engine(piece).is_none()
    }

    /// The men of a unit who are on the table, in order.
    pub fn men(&self, unit: UnitId) -> impl Iterator<Item = PieceId> + use<'w> {
        let cp = *self;
        self.view.present(unit).filter(move |piece| cp.is_man(*piece))
    }

    /// The name of a figure in the log, with its unit's.
    pub fn name(&self, piece: PieceId) -> &'w str {
        &self.view.piece(piece).name
    }

    /// The name of a unit in the log.
    pub fn unit_name(&self, unit: UnitId) -> &'w str {
        &self.view.unit(unit).name
    }

    /// The refusal's text for a target that is no enemy of the shooter.
    pub fn no_enemy(&self, target: PieceId) -> String {
        if self.view.is_played(self.view.unit_of(target)) {
            "The target is a friend".into()
        } else {
            format!("{} is nobody's enemy", self.name(target))
        }
    }

    /// CP-1.5, CP-14.4: whether two figures touch, with no wall or floor between them.
    pub fn touch(&self, a: PieceId, b: PieceId) -> bool {
        self.bases_touch(&self.view.outline(a), &self.view.outline(b))
    }

    /// CP-1.5, CP-14.4: whether two bases touch where they stand, with no wall or floor between them.
    pub fn bases_touch(&self, a: &Outline, b: &Outline) -> bool {
        // No scenario lets figures touch that are farther apart than this.
        let reach = a.footprint.reach() + b.footprint.reach() + MOST_TOLERANCE;
        let apart = a.place.at.distance_squared(b.place.at);
        let near = apart <= reach * reach && a.gap(b) <= self.touch_tolerance();
        near && !self.parted(a.place, b.place)
    }

    /// CP-1.5: the largest gap at which figures touch, in inches.
    pub fn touch_tolerance(&self) -> f32 {
        self.settings().core.touch_tolerance
    }

    /// The enemy's men in play within this many inches of a figure's centre, in id order.
    pub fn enemies_within(&self, side: SideId, of: PieceId, inches: f32) -> impl Iterator<Item = PieceId> + use<'w> {
        let cp = *self;
        let near = cp.view.pieces_index().within(cp.view.place(of).at, inches);
        near.into_iter().filter(move |id| cp.view.is_enemy(*id, side) && cp.is_man(*id))
    }

    /// All men of the enemies of a side in play, in id order.
    pub fn enemies(&self, side: SideId) -> impl Iterator<Item = PieceId> + use<'w> {
        let cp = *self;
        cp.view.pieces().filter(move |id| cp.view.in_play(*id) && cp.view.is_enemy(*id, side) && cp.is_man(*id))
    }

    /// Whether a figure is in contact with an enemy (CP-1.5).
    pub fn in_contact(&self, piece: PieceId) -> bool {
        self.touched_by(piece, |_| true)
    }

    /// Whether a figure is in contact with an enemy for which `those` holds.
    pub fn touched_by(&self, piece: PieceId, those: impl Fn(PieceId) -> bool) -> bool {
        let side = self.view.side_of(piece);
        self.view.pieces_index().near(self.view.place(piece).at, self.contact_reach(piece)).any(|enemy| {
            self.view.is_enemy(enemy, side) && self.touch(piece, enemy) && self.is_man(enemy) && those(enemy)
        })
    }

    /// Inches from a figure's centre within which the centres of all figures in contact with it lie.
    pub fn contact_reach(&self, piece: PieceId) -> f32 {
        // No base reaches farther than half the diagonal of the largest allowed wagon.
        self.view.footprint(piece).reach() + 5.0
    }

    /// The enemies in contact with a figure.
    pub fn contacts(&self, piece: PieceId) -> impl Iterator<Item = PieceId> + use<'w> {
        let (cp, side) = (*self, self.view.side_of(piece));
        let near = cp.view.pieces_index().within(cp.view.place(piece).at, cp.contact_reach(piece));
        // Most of the near figures do not touch, so the contact is asked before the rest.
        near.into_iter().filter(move |id| cp.view.is_enemy(*id, side) && cp.touch(piece, *id) && cp.is_man(*id))
    }

    /// The numbers of CP-1.8.
    pub fn sight_rule(&self) -> SightRule {
        SightRule { edge: self.numbers().sight_edge, man_height: self.numbers().man_height }
    }

    /// CP-1.8: whether one figure sees another.
    pub fn sees(&self, eye: PieceId, target: PieceId) -> bool {
        let target = self.view.outline(target);
        self.eyes(eye).iter().any(|eye| sight::is_seen(self.view.ground(), self.sight_rule(), eye, &target))
    }

    /// CP-1.8: whether one figure sees another, and what blocks its line if it does not.
    ///
    /// # Errors
    /// The first thing that blocks the middle line.
    pub fn line_of_sight(&self, eye: PieceId, target: PieceId) -> Result<(), Blocker> {
        let (eye, target) = (self.view.outline(eye), self.view.outline(target));
        sight::sees(self.view.ground(), self.sight_rule(), &eye, &target)
    }

    /// The nearest enemy that any of these figures sees (CP-11.6, CP-11.7).
    pub fn nearest_visible_enemy(&self, figures: &[PieceId]) -> Option<PieceId> {
        let side = self.view.side_of(*figures.first()?);
        let mut best: Option<(f32, PieceId)> = None;
        for figure in figures {
            let at = self.view.place(*figure).at;
            let enemies = self
                .view
                .pieces_index()
                .nearest(at)
                .filter(|other| self.view.is_enemy(*other, side) && self.is_man(*other));
            for enemy in enemies {
                let gap = self.view.gap(*figure, enemy);
                if best.is_some_and(|(known, _)| gap > known) {
                    break;
                }
                if self.sees(*figure, enemy) {
                    if best.is_none_or(|(known, id)| gap < known || enemy < id) {
                        best = Some((gap, enemy));
                    }
                    break;
                }
            }
        }
        best.map(|(_, enemy)| enemy)
    }

    /// CP-1.5: whether this outline would lie on the base of a figure that is not in `but`.
    pub fn lies_on_another(&self, outline: &Outline, but: &[PieceId]) -> bool {
        let tolerance = self.numbers().overlap_tolerance;
        let near = self.view.pieces_index().near(outline.place.at, outline.footprint.reach() + 3.5);
        near.filter(|other| !but.contains(other)).any(|other| outline.overlap(&self.view.outline(other)) > tolerance)
    }

    /// The values that make a figure a hero, if he is one.
    pub fn hero(&self, piece: PieceId) -> Option<Hero> {
        self.soldier(piece).hero
    }
}

impl BookData {
    /// The rule that this ruleset cites for a topic.
    pub fn cites(&self, topic: Topic) -> &'static str {
        (self.cites)(topic)
    }
}

impl SkirmishView<'_> {
    /// The rule that the ruleset in play cites for a topic.
    pub fn cites(&self, topic: Topic) -> &'static str {
        self.book.cites(topic)
    }
}

/// The rule that the ruleset in play cites for a topic.
pub fn cites(battle: &BattleMut, topic: Topic) -> &'static str {
    battle.resource::<Book>().cites(topic)
}
