//! What a side sees at a glance.

use bevy::math::Vec2;
use smallvec::SmallVec;
use std::cell::OnceCell;

use super::known::{Course, Destination, FieldOfFire, Goal, GoalShare, PositionValue, Site, Volley, Way};
use crate::{
    book::{
        data::Paces,
        judgement::Judgement,
        marks,
        profile::{Band, Level, Soldier},
    },
    state::shot::Manner,
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::{Marks, PieceId, SideId, UnitId},
    shared::{breaks, memo::Memo},
    table::{
        footprint::Outline,
        position::{Heading, Place},
        sight,
    },
    turn::VictoryTerms,
};

/// What the evaluation knows of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitSummary {
    pub unit: UnitId,
    /// Whether it is of the side that thinks.
    pub ours: bool,
    /// The middle of its figures, in inches.
    pub centre: Vec2,
    /// The figure nearest to the middle, which stands for the others.
    pub man: PieceId,
    /// Figures on the table.
    pub men: u8,
    /// Unstunned figures.
    pub able: u8,
    /// Unstunned figures with a loaded weapon.
    pub loaded: u8,
    /// Holes that it needs at short range.
    pub column: i8,
    /// The ends of the range bands of its firearm in inches; zero without one.
    pub bands: (f32, f32, f32),
    /// The part of a figure that a hit takes, 0 to 1, on the average of its figures.
    pub frail: f32,
    /// Whether it is a hero who leads nobody else.
    pub hero: bool,
    /// Whether it rides.
    pub rides: bool,
    /// The movement cards of its figures without a sprint.
    pub paces: Paces,
}

impl UnitSummary {
    /// The range band of a distance in inches.
    pub fn band(&self, distance: f32) -> Option<Band> {
        Band::at(distance, self.bands)
    }

    /// Whether it is a leader by himself.
    pub fn lone(&self) -> bool {
        self.men == 1 && !self.hero
    }
}

/// What was worked out already: the same place, aim and choice come up again and again in one question.
#[derive(Default)]
pub(super) struct Memos {
    pub(super) stands: Memo<(UnitId, Vec2), PositionValue>,
    pub(super) aims: Memo<(PieceId, PieceId, Manner), Option<f32>>,
    pub(super) volleyed: Memo<Vec<PieceId>, Vec<Volley>>,
    pub(super) struck: Memo<(PieceId, PieceId), (f32, bool)>,
    pub(super) met: Memo<(UnitId, UnitId), f32>,
    pub(super) made_for: Memo<(UnitId, f32, bool), Vec<(Destination, PositionValue)>>,
    pub(super) fields: Memo<(PieceId, Vec2), FieldOfFire>,
    pub(super) posts: Memo<(UnitId, Outline), f32>,
    pub(super) ready: Memo<UnitId, bool>,
    pub(super) sites: Memo<PieceId, Option<Site>>,
}

/// A side's picture of the battle, made anew for each question.
pub struct Evaluator<'a, 'w> {
    /// The battle through its rulebook.
    pub cp: &'a SkirmishView<'w>,
    /// The side that thinks.
    pub side: SideId,
    /// Activations that a unit may still expect.
    pub left: f32,
    /// CP-3.2: inches of a movement card, on the average.
    pub card: f32,
    /// The scenario's terms of victory.
    pub terms: &'w VictoryTerms,
    /// The numbers of the computer's judgement.
    pub judgement: &'w Judgement,
    /// Whether another side uses it to foresee what this side will do.
    pub(super) foresees: bool,
    chances: [f32; 8],
    pub(super) courses: OnceCell<Vec<Course>>,
    blocks: OnceCell<Vec<UnitSummary>>,
    goals: OnceCell<Vec<Goal>>,
    tasks: OnceCell<Vec<GoalShare>>,
    way: OnceCell<Option<Way>>,
    pub(super) memos: Memos,
}

impl<'a, 'w> Evaluator<'a, 'w> {
    /// Takes a picture of the battle for a side.
    pub fn new(cp: &'a SkirmishView<'w>, side: SideId) -> Self {
        let judgement = &cp.book.judgement;
        let turn = f32::from(cp.view.clock().turn);
        let deck = &cp.book.core.action_deck;
        let mut chances = [0.0; 8];
        for card in deck.iter().filter(|card| !card.ooa) {
            for chance in &mut chances[..=usize::from(card.holes.min(7))] {
                *chance += 1.0 / deck.len() as f32;
            }
        }
        Self {
            cp,
            side,
            left: (f32::from(cp.view.scenario_info().turns) - turn + judgement.figures.this_turn)
                .max(judgement.figures.this_turn),
            card: deck.iter().map(|card| f32::from(card.inches)).sum::<f32>() / deck.len() as f32,
            terms: cp.view.resource::<VictoryTerms>(),
            judgement,
            foresees: false,
            chances,
            courses: OnceCell::new(),
            blocks: OnceCell::new(),
            goals: OnceCell::new(),
            tasks: OnceCell::new(),
            way: OnceCell::new(),
            memos: Memos::default(),
        }
    }

    /// Takes a picture of the battle as an enemy does that foresees what this side will do.
    pub(super) fn foreseeing(cp: &'a SkirmishView<'w>, side: SideId) -> Self {
        Self { foresees: true, ..Self::new(cp, side) }
    }

    /// All units on the table.
    fn blocks(&self) -> &[UnitSummary] {
        self.blocks.get_or_init(|| {
            let ours = |unit| self.cp.view.side_of_unit(unit) == self.side;
            let played = self.cp.view.units().filter(|unit| self.cp.view.is_played(*unit));
            played.filter_map(|unit| block(self.cp, unit, ours(unit))).collect()
        })
    }

    /// What is known of a unit; none if nobody of it is left.
    pub fn block(&self, unit: UnitId) -> Option<&UnitSummary> {
        self.blocks().iter().find(|block| block.unit == unit)
    }

    /// The enemy's units.
    pub fn enemies(&self) -> impl Iterator<Item = &UnitSummary> {
        self.blocks().iter().filter(|block| !block.ours)
    }

    /// The side's own units.
    pub fn friends(&self) -> impl Iterator<Item = &UnitSummary> {
        self.blocks().iter().filter(|block| block.ours)
    }

    /// The enemy unit nearest to a point.
    pub fn nearest_enemy(&self, at: Vec2) -> Option<&UnitSummary> {
        self.enemies().min_by(|a, b| a.centre.distance_squared(at).total_cmp(&b.centre.distance_squared(at)))
    }

    /// CP-6.4: the chance that a card shows at least this many holes.
    pub fn chance(&self, holes: i8) -> f32 {
        self.chances[usize::from(holes.clamp(1, 7).unsigned_abs())]
    }

    /// CP-6.8: the share of hits that a cover type stops.
    pub fn stops(&self, code: Option<&str>) -> f32 {
        code.map_or(0.0, |code| self.cp.book.hits.cover_stops(code))
    }

    /// CP-6.3: the holes that a unit needs at a distance in inches; none out of range.
    pub fn holes(&self, block: &UnitSummary, distance: f32) -> Option<i8> {
        let shifts = &self.cp.numbers().shifts;
        let shift = match block.band(distance)? {
            Band::Short => 0,
            Band::Medium => shifts.medium,
            Band::Long => shifts.long,
        };
        Some(block.column + shift)
    }

    /// The points that a figure counts.
    pub fn man(&self, piece: PieceId) -> f32 {
        let cp = &self.cp;
        let broken = breaks::at_stake(&cp.view, cp.view.unit_of(piece), |unit| cp.men_lost(unit));
        let loss = cp.worth_of_loss(piece, &self.terms.losses).points() + broken;
        loss.max(self.judgement.figures.least) + self.worth_of_burden(piece)
    }

    /// What a hit on a man is worth, in parts of him: it takes the part `frail`, or with the chance `stopped` cover
    /// saves him and he is stunned; and his unit gets a morale marker.
    pub fn hit(&self, frail: f32, stopped: f32) -> f32 {
        let figures = &self.judgement.figures;
        (1.0 - stopped) * frail + stopped * figures.stunned + figures.marker
    }

    /// The outline of a man at a point.
    pub fn outline_at(&self, man: PieceId, at: Vec2) -> Outline {
        Outline { footprint: self.cp.view.footprint(man), place: Place { at, facing: Heading(0.0), floor: 0 } }
    }

    /// CP-1.8: whether a figure sees a man who would stand at a point.
    pub fn sees(&self, eye: PieceId, target: &Outline) -> bool {
        sight::is_seen(self.cp.view.ground(), self.cp.sight_rule(), &self.cp.view.outline(eye), target)
    }

    /// The objectives and areas that are worth points to either side.
    pub fn goals(&self) -> &[Goal] {
        self.goals.get_or_init(|| self.find_goals())
    }

    /// The goal of each unit that has one.
    pub fn tasks(&self) -> &[GoalShare] {
        self.tasks.get_or_init(|| self.share_out())
    }

    /// The way of the acting unit to its goal.
    pub fn way(&self, unit: UnitId) -> Option<&Way> {
        self.way.get_or_init(|| self.find_way(unit)).as_ref().filter(|way| way.unit == unit)
    }
}

/// CP-7.1: the part of a figure, 0 to 1, that a hit takes which no cover stops: he may be out, or wounded.
pub fn frail(cp: &SkirmishView, man: PieceId) -> f32 {
    frail_with(cp, cp.soldier(man), cp.view.marks(man))
}

fn frail_with(cp: &SkirmishView, soldier: &Soldier, marks: &Marks) -> f32 {
    let fatal = cp.book.hits.incapacitates;
    let last = marks.count(&marks::WOUND) + 1 >= soldier.endurance;
    if last { 1.0 } else { fatal + (1.0 - fatal) * cp.book.judgement.figures.wounded }
}

fn block(cp: &SkirmishView, unit: UnitId, ours: bool) -> Option<UnitSummary> {
    let mut places: SmallVec<[(PieceId, Vec2); 16]> = SmallVec::new();
    let (mut able, mut loaded) = (0u8, 0u8);
    let mut sum = 0.0;
    for piece in cp.view.present(unit) {
        let soldier = cp.soldier(piece);
        if soldier.engine.is_some() {
            continue;
        }
        let marks = cp.view.marks(piece);
        places.push((piece, cp.view.place(piece).at));
        sum += frail_with(cp, soldier, marks);
        if !marks.has(&marks::STUN) {
            able += 1;
            loaded += u8::from(cp.is_loaded(piece));
        }
    }
    let men = places.len() as u8;
    let centre = places.iter().map(|(_, at)| *at).sum::<Vec2>() / f32::from(men);
    let apart = |(_, at): &&(PieceId, Vec2)| at.distance_squared(centre);
    let (man, _) = *places.iter().min_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    let soldier = cp.soldier(man);
    // Of several firearms the one that reaches farthest.
    let firearms = soldier.weapons.iter().filter_map(|n| cp.book.weapon(*n).bands);
    let bands = firearms.rev().max_by(|a, b| a.2.total_cmp(&b.2));
    let column = cp.numbers().start_column.of(soldier.accuracy);
    if bands.is_none() {
        loaded = 0;
    }
    let leads = || soldier.leader.as_ref().is_some_and(|leader| leader.level > Level::Team);
    let hero = men == 1 && cp.hero(man).is_some() && !leads();
    Some(UnitSummary {
        unit,
        ours,
        centre,
        man,
        men,
        able,
        loaded,
        column,
        bands: bands.unwrap_or_default(),
        frail: sum / f32::from(men),
        hero,
        rides: soldier.mounted,
        paces: cp.paces_of_man(soldier, false),
    })
}
