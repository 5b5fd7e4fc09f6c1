//! What it would be worth to a side that a herd stampedes: which men it runs down, and where its animals come to be.

use bevy::math::Vec2;

use super::{
    pens::{Pen, driver_of, pens, places_of, worth_of_stand},
    state::Herd,
};
use crate::herds::{course::CourseView, state::HerdsView, trample::TrampleView};
use grapeshot_combat_patrol::{cards::decks::Decks, evaluation::Evaluator, view::supplement::FightSide};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    table::{measure, position::Heading},
    turn::Derivation,
};

/// The directions of which the computer thinks, in degrees.
pub const DIRECTIONS: [f32; 8] = [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0];

/// What a stampede is thought to bring to a side, in points.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunWorth {
    /// What it takes from the enemy.
    pub theirs: f32,
    /// What it takes from the side itself.
    pub ours: f32,
    /// What is won or lost by where the animals come to be, and by who drives them no longer.
    pub herd: f32,
}

impl RunWorth {
    /// The sum.
    pub fn total(&self) -> f32 {
        self.theirs - self.ours + self.herd
    }
}

/// What the stampede of a herd in one direction would be worth to a side.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RunOf {
    herd: UnitId,
    side: SideId,
    /// The degrees of its direction, as bits.
    heading: u32,
}

impl Derivation for RunOf {
    type Answer = RunWorth;
}

/// The mean of what a herd's stampede is worth to the side that thinks, over directions that are equally likely.
pub fn worth_of_run(mind: &Evaluator, unit: UnitId, headings: &[f32]) -> RunWorth {
    let Some(herd) = mind.cp.herd(unit).filter(|_| !headings.is_empty()) else { return RunWorth::default() };
    let each = 1.0 / headings.len() as f32;
    let mut mean = RunWorth::default();
    for heading in headings {
        let question = RunOf { herd: unit, side: mind.side, heading: heading.to_bits() };
        let run = mind.cp.view.derive(question, || in_direction(mind, unit, herd, Heading(*heading)));
        mean.theirs += each * run.theirs;
        mean.ours += each * run.ours;
        mean.herd += each * run.herd;
    }
    mean
}

/// OW-9.11: how far a stampede that begins now is thought to run: on the average half of the activation cards that are
/// left come before the turn ends.
fn length_of_run(mind: &Evaluator) -> f32 {
    let left = mind.cp.view.resource::<Decks>().activation.left() as f32;
    let cards = (left / 2.0).min(mind.cp.livestock().judgement.runs);
    cards * mind.card
}

fn in_direction(mind: &Evaluator, unit: UnitId, herd: &Herd, heading: Heading) -> RunWorth {
    let cp = mind.cp;
    let course = cp.course(unit, herd, heading, length_of_run(mind), &mut || true);
    let tracks: Vec<(PieceId, Vec<Vec2>)> =
        cp.view.present(unit).map(|animal| (animal, cp.track_of(unit, animal, &course, herd.central))).collect();
    let mut worth = RunWorth::default();
    for (man, animals) in cp.run_down(&tracks, heading, &[]) {
        let enemy = cp.view.is_enemy(man, mind.side);
        if enemy && cp.view.conceals(man) {
            continue;
        }
        let lost = animals.first().map_or(0.0, |animal| trampled(mind, man, *animal, herd.species));
        if enemy { worth.theirs += lost } else { worth.ours += lost }
    }
    let (pens, driver) = (pens(mind, unit), driver_of(cp, unit));
    let (on, off): (Vec<Vec2>, Vec<&Vec<Vec2>>) =
        tracks.iter().fold((Vec::new(), Vec::new()), |mut split, (_, track)| {
            match track.last() {
                Some(end) if cp.view.ground().on_table(*end) => split.0.push(*end),
                _ => split.1.push(track),
            }
            split
        });
    let gone: f32 = off.into_iter().map(|track| over_the_edge(mind, &pens, track)).sum();
    let before = worth_of_stand(mind, &pens, &places_of(mind, unit), driver);
    worth.herd = worth_of_stand(mind, &pens, &on, None) + gone - before;
    worth
}

/// OW-9.15: what a figure is thought to lose when an animal runs over him.
fn trampled(mind: &Evaluator, man: PieceId, animal: PieceId, species: u8) -> f32 {
    let cp = mind.cp;
    let theirs = f32::from(cp.species(species).melee);
    let ours = cp.melee_sum(man, animal, FightSide::default(), 0, None).total();
    let (wins, ties) = cp.melee_chances(theirs, ours);
    let frail = mind.block(cp.view.unit_of(man)).map_or(1.0, |block| block.frail);
    mind.man(man) * (wins * mind.hit(frail, 0.0) + ties * mind.judgement.figures.stunned)
}

/// Points for an animal that leaves the table along a track.
fn over_the_edge(mind: &Evaluator, pens: &[Pen], track: &[Vec2]) -> f32 {
    let meets = |leg: &[Vec2], edge: &[Vec2]| measure::crossing(leg[0], leg[1], edge[0], edge[1]).is_some();
    let over = |edge: &[Vec2]| track.windows(2).any(|leg| meets(leg, edge));
    let crosses = |pen: &&Pen| !pen.area && pen.outline.windows(2).any(over);
    let points = |pen: &Pen| if pen.side == mind.side { pen.each } else { -pen.each };
    pens.iter().filter(crosses).map(points).sum()
}
