//! The table as a designer changes it: things are taken with the pointer, moved, turned, copied, and written back into the
//! file, which leaves the rest of its text as it is. Nothing is written that the rules of a scenario do not allow.

use bevy::{ecs::system::SystemParam, prelude::*, window::PrimaryWindow};
use bevy_egui::EguiContexts;
use smol_str::SmolStr;

use super::{Bench, contact};
use crate::{
    camera::BoardView,
    pointer::{CLICK_SLACK, Pointer, covered},
    session::Session,
    strokes::Strokes,
    ui_action::Edit,
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::measure,
    turn::{BattleView, Vocabulary},
};
use grapeshot_game::scenario::edit::{
    Document, Point, Thing, a_radius, points,
    stakes::{Drawn, Stake},
};

/// Inches of the grid on which things come to stand.
const GRID: f32 = 0.5;
/// Inches of the grid while Shift is held.
const FINE_GRID: f32 = 0.1;
/// Inches within which a point comes to lie on a line of another thing.
const SNAP: f32 = 0.4;
/// Pixels within which a point of a thing is taken.
const REACH: f32 = 11.0;
/// Degrees of a turn.
const TURN: f32 = 15.0;
/// Inches from a thing to its copy.
const BESIDE: Vec2 = Vec2::new(2.0, -2.0);
/// Changes that can be taken back.
const KEPT: usize = 500;

/// What a change does to what was done before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    New,
    Back,
    Again,
}

/// A change that was made: the text before it and after it.
#[derive(Debug, Clone)]
struct Change {
    before: String,
    after: String,
}

impl Change {
    /// What takes it back.
    fn back(self) -> Self {
        Self { before: self.after, after: self.before }
    }
}

/// What the pointer has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grip {
    /// The chosen thing.
    Whole,
    /// One of its points.
    Point(usize),
    /// Its rim, if it is round.
    Rim,
    /// Nothing: it draws the stake in hand.
    Pen,
}

/// A press of the pointer that has not been let go.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hold {
    grip: Grip,
    from: Vec2,
    now: Vec2,
    pixel: Vec2,
    moved: bool,
}

/// The file in hand.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    /// The thing that is chosen.
    pub chosen: Option<usize>,
    /// What the pointer draws next, and the key of its side.
    stake: Option<(Stake, SmolStr)>,
    hold: Option<Hold>,
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The change that is being written.
    waits: Option<(Change, Step)>,
    /// What came of the last change, if it was not made.
    pub told: Option<String>,
}

impl Editor {
    /// Takes a text in hand; none if it cannot be read.
    pub fn of(text: &str) -> Option<Self> {
        let document = Document::read(text)?;
        let (done, undone) = (Vec::new(), Vec::new());
        Some(Self { document, chosen: None, stake: None, hold: None, done, undone, waits: None, told: None })
    }

    /// The text as it is known.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The file was read anew: by a change that was made here, or by another program.
    pub fn renew(&mut self, text: &str) {
        let mut made = false;
        match self.waits.take() {
            Some((change, step)) if change.after == text => {
                made = true;
                self.told = None;
                match step {
                    Step::New => {
                        self.undone.clear();
                        self.done.push(change);
                        let over = self.done.len().saturating_sub(KEPT);
                        self.done.drain(..over);
                    }
                    Step::Back => self.undone.push(change.back()),
                    Step::Again => self.done.push(change),
                }
            }
            // The file was read once more before it was written.
            Some((change, step)) if change.before == text => self.waits = Some((change, step)),
            _ => {}
        }
        if text != self.document.text() {
            let Some(document) = Document::read(text) else { return };
            let [known, now] = [&self.document, &document].map(|of| of.things().iter().map(named).collect::<Vec<_>>());
            let name = self.chosen.and_then(|chosen| known.get(chosen));
            let same = name.and_then(|name| now.iter().position(|other| other == name));
            // What was added here is chosen, and what was given another name stays so.
            let other = now.iter().position(|name| !known.contains(name)).filter(|_| made);
            self.chosen = if now.len() > known.len() { other.or(same) } else { same.or(other) };
            self.document = document;
            self.hold = None;
        }
    }

    /// A change was not written.
    pub fn refused(&mut self, why: String) {
        match self.waits.take() {
            Some((change, Step::Back)) => self.done.push(change.back()),
            Some((change, Step::Again)) => self.undone.push(change),
            Some((_, Step::New)) | None => {}
        }
        self.told = Some(why);
    }

    /// Whether anything can be taken back, and whether anything can be made again.
    pub fn steps(&self) -> (bool, bool) {
        let fits = |changes: &[Change], text: fn(&Change) -> &String| {
            changes.last().is_some_and(|change| text(change) == self.document.text())
        };
        (fits(&self.done, |change| &change.after), fits(&self.undone, |change| &change.before))
    }

    /// The text before and after what a designer does, if it changes anything; it counts as done once it was written.
    pub fn makes(&mut self, edit: &Edit, words: &Vocabulary, middle: Vec2) -> Option<(String, String)> {
        if self.waits.is_some() {
            return None;
        }
        let document = &self.document;
        let (after, step) = match edit {
            Edit::Draw(stake, side) => {
                let stake = (*stake, side.clone());
                if self.stake.as_ref() != Some(&stake) {
                    (self.stake, self.told) = (Some(stake), None);
                    return None;
                }
                let middle = on_grid(middle, GRID);
                return self.draw(middle, middle);
            }
            Edit::LayDown => {
                self.stake = None;
                return None;
            }
            Edit::Undo => (self.done.pop_if(|change| change.after == document.text())?.before, Step::Back),
            Edit::Redo => (self.undone.pop_if(|change| change.before == document.text())?.after, Step::Again),
            Edit::Terrain(list, kind) => (new_terrain(document, list, kind, words, middle)?, Step::New),
            Edit::Unit(side, kind, facing) => {
                let kind = words.kinds.iter().find(|known| known.id == *kind)?;
                (document.with_unit(side, kind, on_grid(middle, GRID), *facing), Step::New)
            }
            Edit::Turn(degrees) => (document.turned(self.chosen?, *degrees), Step::New),
            Edit::Copy => (document.copied(self.chosen?, BESIDE)?, Step::New),
            Edit::Remove => (document.without(self.chosen?)?, Step::New),
            Edit::Field(name, value) => match self.chosen {
                Some(chosen) => (document.with_field(chosen, name, value), Step::New),
                None => (document.with_battle_field(name, value), Step::New),
            },
        };
        self.sends(after, step)
    }

    fn sends(&mut self, after: String, step: Step) -> Option<(String, String)> {
        let before = self.document.text().to_owned();
        if after == before {
            return None;
        }
        self.waits = Some((Change { before: before.clone(), after: after.clone() }, step));
        Some((before, after))
    }

    /// What the pointer draws next, if it draws anything.
    pub fn stake(&self) -> Option<&(Stake, SmolStr)> {
        self.stake.as_ref()
    }

    /// Draws the stake in hand by a stroke over the table, and lays it down.
    fn draw(&mut self, from: Vec2, to: Vec2) -> Option<(String, String)> {
        if self.waits.is_some() {
            return None;
        }
        let (stake, side) = self.stake.take()?;
        let drawn = self.document.drawn(stake, from, to);
        self.sends(self.document.with_stake(stake, &side, &drawn)?, Step::New)
    }

    /// What would be drawn if the pointer let go now.
    pub fn drawn(&self) -> Option<Drawn> {
        let (stake, _) = self.stake.as_ref()?;
        let hold = self.hold.filter(|hold| hold.grip == Grip::Pen)?;
        Some(self.document.drawn(*stake, hold.from, hold.now))
    }

    /// The chosen thing, by its number and itself.
    fn chosen_thing(&self) -> Option<(usize, &Thing)> {
        self.chosen.and_then(|chosen| Some((chosen, self.document.things().get(chosen)?)))
    }

    /// The points of the chosen thing as they would lie if it were let go now.
    pub fn ghost(&self) -> Vec<Vec2> {
        let Some((chosen, thing)) = self.chosen_thing() else { return Vec::new() };
        let at = thing.points.iter().map(|point| point.at);
        match self.hold {
            Some(Hold { grip: Grip::Point(n), now, .. }) => {
                at.enumerate().map(|(m, at)| if m == n { self.document.place(chosen, n, now) } else { at }).collect()
            }
            Some(Hold { grip: Grip::Whole, from, now, .. }) => self.document.places(chosen, now - from),
            _ => at.collect(),
        }
    }

    /// The middle and the radius of the chosen thing as they would be if it were let go now, if it is round.
    pub fn rim(&self) -> Option<(Vec2, f32)> {
        let (_, thing) = self.chosen_thing()?;
        let (middle, known) = (self.ghost().first().copied()?, thing.radius()?);
        let held = self.hold.filter(|hold| hold.grip == Grip::Rim && hold.moved);
        Some((middle, held.map_or(known, |hold| a_radius(hold.now.distance(middle)))))
    }

    /// Whether something is dragged.
    pub fn is_dragging(&self) -> bool {
        self.hold.is_some_and(|hold| hold.moved)
    }

    /// Takes what lies at a place of a table: a point of the chosen thing, else the thing itself. A unit lies where its
    /// bases are.
    fn take(&mut self, at: Vec2, pixel: Vec2, inches: f32, table: &BattleView) {
        self.told = None;
        let standing = self.standing_at(at, table);
        let things = self.document.things();
        let near = |thing: &Thing| {
            let points = thing.points.iter().enumerate().map(|(n, point)| (n, point.at.distance(at)));
            points.filter(|(_, apart)| *apart <= inches).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| n)
        };
        let own = self.chosen.map(|chosen| &things[chosen]);
        let point = own.filter(|thing| thing.points.len() > 1).and_then(near);
        let on_rim = |(middle, radius): (Vec2, f32)| (middle.distance(at) - radius).abs() <= inches;
        let grip = match point {
            Some(point) => Grip::Point(point),
            None if self.rim().is_some_and(on_rim) => Grip::Rim,
            None => Grip::Whole,
        };
        if grip == Grip::Whole {
            let apart = |n: usize, thing: &Thing| if standing == Some(n) { (0.0, 0.0) } else { apart_from(thing, at) };
            let found = things.iter().enumerate().map(|(n, thing)| (n, apart(n, thing)));
            let found = found.filter(|(_, (apart, _))| *apart <= inches);
            let least = |a: &(usize, (f32, f32)), b: &(usize, (f32, f32))| {
                a.1.0.total_cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1)).then(b.0.cmp(&a.0))
            };
            self.chosen = found.min_by(least).map(|(n, _)| n);
        }
        self.hold = self.chosen.map(|_| Hold { grip, from: at, now: at, pixel, moved: false });
    }

    /// Begins to draw the stake in hand at a place of a table.
    fn set_pen(&mut self, at: Vec2, pixel: Vec2, grid: f32) {
        let from = on_grid(at, grid);
        self.told = None;
        self.hold = Some(Hold { grip: Grip::Pen, from, now: from, pixel, moved: false });
    }

    /// Drags what was taken over a table.
    fn drag(&mut self, at: Vec2, pixel: Vec2, grid: f32, table: &BattleView) {
        let Some(mut hold) = self.hold else { return };
        hold.moved |= hold.pixel.distance(pixel) > CLICK_SLACK;
        if hold.moved {
            hold.now = match hold.grip {
                Grip::Point(_) => self.line_near(at).unwrap_or_else(|| on_grid(at, grid)),
                Grip::Pen => on_grid(at, grid),
                Grip::Rim => self.rim().map_or(at, |(middle, _)| rim_on_grid(middle, at, grid)),
                Grip::Whole => self
                    .contact_near(at - hold.from, table)
                    .map_or_else(|| hold.from + on_grid(at - hold.from, grid), |shift| at + shift),
            };
            self.hold = Some(hold);
        }
    }

    /// The unit, by its number among the things, one of whose bases lies at a place.
    fn standing_at(&self, at: Vec2, table: &BattleView) -> Option<usize> {
        let lies = |piece: &PieceId| table.in_play(*piece) && table.outline(*piece).gap_to_point(at) <= 0.0;
        let size = |piece: &PieceId| table.outline(*piece).footprint.reach();
        let piece = table.pieces().filter(lies).min_by(|a, b| size(a).total_cmp(&size(b)))?;
        self.thing_of(table.unit_of(piece), table)
    }

    /// The number of a unit among the things.
    fn thing_of(&self, unit: UnitId, table: &BattleView) -> Option<usize> {
        let key = &table.unit(unit).key;
        self.document.things().iter().position(|thing| thing.list == "units" && *key == thing.name)
    }

    /// Chooses a unit of a table, or nothing.
    pub fn choose(&mut self, unit: Option<UnitId>, table: &BattleView) {
        self.chosen = unit.and_then(|unit| self.thing_of(unit, table));
    }

    /// The chosen unit, if a unit is chosen.
    fn chosen_unit(&self, table: &BattleView) -> Option<UnitId> {
        let thing = self.document.things().get(self.chosen?).filter(|thing| thing.list == "units")?;
        table.units().find(|unit| table.unit(*unit).key == thing.name)
    }

    /// The corners of each base of the chosen unit as it would stand if it were let go now.
    pub fn bases(&self, table: &BattleView) -> Vec<Vec<Vec2>> {
        let Some(unit) = self.chosen_unit(table) else { return Vec::new() };
        let first = self.chosen_thing().and_then(|(_, thing)| Some((thing.points.first()?.at, self.hold?)));
        let dragged = first.filter(|(_, hold)| hold.grip == Grip::Whole);
        let by = dragged.and_then(|(at, _)| Some(*self.ghost().first()? - at)).unwrap_or(Vec2::ZERO);
        let corners = |piece| table.outline(piece).corners().into_iter().map(|corner| corner + by).collect::<Vec<_>>();
        table.present(unit).map(corners).collect()
    }

    /// What is missing of a shift of the chosen unit that brings it against another.
    fn contact_near(&self, by: Vec2, table: &BattleView) -> Option<Vec2> {
        let unit = self.chosen_unit(table)?;
        let (own, others): (Vec<_>, Vec<_>) =
            table.pieces().filter(|piece| table.in_play(*piece)).partition(|piece| table.unit_of(*piece) == unit);
        let outlines = |pieces: Vec<PieceId>| pieces.into_iter().map(|piece| table.outline(piece)).collect::<Vec<_>>();
        let mut own = outlines(own);
        own.iter_mut().for_each(|outline| outline.place.at += by);
        contact::shift(&own, &outlines(others), SNAP)
    }

    /// The place on a line of another thing that a point is near enough to.
    fn line_near(&self, at: Vec2) -> Option<Vec2> {
        let others = self.document.things().iter().enumerate().filter(|(n, _)| Some(*n) != self.chosen);
        let sides = others.flat_map(|(_, thing)| thing.sides());
        let nearest = sides.map(|(a, b)| measure::nearest_on_segment(at, a, b));
        let nearest = nearest.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))?;
        (nearest.distance(at) <= SNAP).then_some(nearest)
    }

    /// Lets go what was taken; returns the text before and after if anything comes of it.
    fn let_go(&mut self) -> Option<(String, String)> {
        let hold = self.hold?;
        let rim = self.rim();
        self.hold = None;
        let chosen = self.chosen.filter(|_| self.waits.is_none() && hold.moved);
        let after = match hold.grip {
            Grip::Point(point) => self.document.with_point(chosen?, point, hold.now),
            Grip::Rim => self.document.with_radius(chosen?, rim?.1),
            Grip::Whole => self.document.shifted(chosen?, hold.now - hold.from),
            Grip::Pen => return self.draw(hold.from, hold.now),
        };
        self.sends(after, Step::New)
    }

    /// Puts a corner where an outline was clicked, or takes the one away that was.
    fn corner(&mut self, at: Vec2, inches: f32) -> Option<(String, String)> {
        let chosen = self.chosen.filter(|_| self.waits.is_none())?;
        let points = &self.document.things()[chosen].points;
        let after = match points.iter().position(|point| point.at.distance(at) <= inches) {
            Some(point) => self.document.without_corner(chosen, point)?,
            None => self.document.with_corner(chosen, on_grid(at, GRID))?,
        };
        self.sends(after, Step::New)
    }
}

fn named(thing: &Thing) -> (String, String) {
    (thing.list.clone(), thing.name.clone())
}

/// How far a place is from a thing in inches, and how large the thing is, so that of things that lie on each other the
/// smallest is taken.
fn apart_from(thing: &Thing, at: Vec2) -> (f32, f32) {
    let points: Vec<Vec2> = thing.points.iter().map(|point| point.at).collect();
    let outline = thing.points.iter().any(Point::closes);
    let apart = match points.len() {
        0 | 1 => points.first().map_or(f32::INFINITY, |point| point.distance(at) - 0.5),
        _ if outline && points.len() > 2 && measure::inside(at, &points) => 0.0,
        _ => measure::distance_to_line(at, &points),
    };
    let size = points.iter().map(|point| point.distance(thing.middle())).fold(0.0, f32::max);
    (apart.max(0.0), size)
}

/// The nearest place of a grid of this many inches.
fn on_grid(at: Vec2, grid: f32) -> Vec2 {
    (at / grid).round() * grid
}

/// The place nearest to another whose distance from a middle is one of a grid.
fn rim_on_grid(middle: Vec2, at: Vec2, grid: f32) -> Vec2 {
    middle + (at - middle).normalize_or(Vec2::X) * ((middle.distance(at) / grid).round() * grid)
}

/// The text with a new piece of terrain at a place of the table.
fn new_terrain(document: &Document, list: &str, kind: &str, words: &Vocabulary, middle: Vec2) -> Option<String> {
    let at = on_grid(middle, GRID);
    let square = |half: f32| {
        let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
        points(&corners.map(|corner| at + corner * half))
    };
    let line = points(&[at - Vec2::X * 4.0, at + Vec2::X * 4.0]);
    let kind = format!("\"{kind}\"");
    let fields = match list {
        "areas" => vec![("kind", kind), ("outline", square(3.0))],
        "obstacles" => vec![("kind", kind), ("line", line)],
        "roads" => vec![("kind", kind), ("line", line), ("width", "2".to_owned())],
        "streams" => vec![("line", line), ("width", "2".to_owned())],
        "hills" => vec![("outline", square(5.0))],
        "crossings" => vec![("kind", kind), ("outline", square(1.0))],
        "buildings" => {
            let material = words.materials.first().map_or("masonry", |material| material.as_str());
            vec![("name", "\"House\"".to_owned()), ("outline", square(2.0)), ("material", format!("\"{material}\""))]
        }
        _ => return None,
    };
    document.with_terrain(list, &fields)
}

/// What the pointer and the keys say.
#[derive(SystemParam)]
pub(super) struct Hands<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    strokes: Res<'w, Strokes>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    view: Res<'w, BoardView>,
}

/// Follows the pointer while the table is changed.
pub(super) fn edit(
    bench: Option<ResMut<Bench>>,
    session: Option<ResMut<Session>>,
    mut pointer: ResMut<Pointer>,
    hands: Hands,
    mut contexts: EguiContexts,
) {
    let Some(mut bench) = bench else { return };
    let bench = bench.bypass_change_detection();
    let edits = bench.editor().is_some() && session.is_some() && bench.wrong().is_none();
    if pointer.taken != edits {
        pointer.taken = edits;
    }
    let (Some(editor), Some(mut session), true) = (bench.editor_mut(), session, edits) else { return };
    let made = hands.strokes.pixel(&hands.window).and_then(|pixel| {
        let over_panel = contexts.ctx_mut().is_ok_and(|ctx| covered(ctx, &hands.view, pixel));
        follow(editor, &hands, pixel, over_panel, &session.battle().view())
    });
    let chosen = editor.chosen_unit(&session.battle().view());
    if session.selection().unit != chosen {
        session.select_unit(chosen);
    }
    if let Some((before, after)) = made {
        bench.write(before, after);
    }
}

/// Takes, drags and lets go with the pointer at a pixel; returns the text before and after if that changes it.
fn follow(
    editor: &mut Editor,
    hands: &Hands,
    pixel: Vec2,
    over_panel: bool,
    table: &BattleView,
) -> Option<(String, String)> {
    let view = &hands.view;
    let (at, inches) = (view.to_table(pixel), REACH / view.points_per_inch());
    let shift = hands.keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let alt = hands.keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
    let grid = if shift { FINE_GRID } else { GRID };
    if hands.buttons.just_pressed(MouseButton::Left) && !over_panel {
        if editor.stake.is_some() {
            editor.set_pen(at, pixel, grid);
            return None;
        } else if alt {
            return editor.corner(at, inches);
        }
        editor.take(at, pixel, inches, table);
    } else if hands.buttons.just_released(MouseButton::Left) {
        return editor.let_go();
    } else if hands.buttons.pressed(MouseButton::Left) {
        editor.drag(at, pixel, grid, table);
    }
    None
}

/// Gives the pointer back to the table.
pub(super) fn leave(mut pointer: ResMut<Pointer>) {
    pointer.taken = false;
}

/// The degrees by which a key turns.
pub fn turn(finely: bool) -> f32 {
    if finely { TURN / 15.0 } else { TURN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        battle::{Battle, simulation_world},
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::path::Path;

    /// Two pixels that are no click.
    const PIXELS: [Vec2; 2] = [Vec2::ZERO, Vec2::splat(100.0)];

    /// The table of a battle, and its file in hand.
    fn taken() -> (Battle, Editor) {
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let text = std::fs::read_to_string(file).expect("it ships with the game");
        let world = simulation_world(rulesets::plugin);
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        (Battle::laid(&scenario, 0, rulesets::plugin), Editor::of(&text).expect("it can be read"))
    }

    /// Drags from a place of the table to another; returns the text that comes of it.
    fn drag(editor: &mut Editor, battle: &Battle, from: Vec2, to: Vec2) -> Option<String> {
        editor.take(from, PIXELS[0], 0.5, &battle.view());
        if from != to {
            editor.drag(to, PIXELS[1], GRID, &battle.view());
        }
        editor.let_go().map(|(_, after)| after)
    }

    #[test]
    fn what_is_in_hand_is_drawn_once_and_taken_back() {
        let (battle, mut editor) = taken();
        let (words, middle) = (Vocabulary::default(), Vec2::new(30.0, 20.0));
        let objective = Edit::Draw(Stake::Objective, "french".into());
        assert_eq!(editor.makes(&objective, &words, middle), None, "it is only taken in hand");
        assert!(editor.makes(&Edit::LayDown, &words, middle).is_none() && editor.stake().is_none());
        editor.makes(&objective, &words, middle);
        let before = editor.document().text().to_owned();
        let from = Vec2::new(10.1, 20.0);
        editor.set_pen(from, PIXELS[0], GRID);
        editor.drag(from + Vec2::Y * 4.2, PIXELS[1], GRID, &battle.view());
        assert_eq!(editor.drawn(), Some(Drawn::Round(Vec2::new(10.0, 20.0), 4.0)));
        let (_, after) = editor.let_go().expect("it is drawn");
        assert!(after.contains("at: (10, 20), radius: 4)"), "{after}");
        editor.renew(&after);
        let chosen = editor.chosen.map(|chosen| editor.document().things()[chosen].name.as_str());
        assert_eq!((chosen, editor.stake()), (Some("place"), None), "the new one is chosen, and nothing in hand");
        assert_eq!(editor.makes(&Edit::Undo, &words, middle), Some((after, before)));
    }

    #[test]
    fn a_second_press_puts_it_into_the_middle() {
        let (_, mut editor) = taken();
        let (words, middle) = (Vocabulary::default(), Vec2::new(30.2, 20.0));
        let zone = Edit::Draw(Stake::Zone, "french".into());
        editor.makes(&zone, &words, middle);
        let (_, after) = editor.makes(&zone, &words, middle).expect("it comes to the table");
        assert!(after.contains("side: \"french\", outline: [(27, 17), (33, 17), (33, 23), (27, 23)]"), "{after}");
    }

    #[test]
    fn an_objective_is_dragged_by_its_middle_and_grows_by_its_rim() {
        let (battle, mut editor) = taken();
        let barn = Vec2::new(32.0, 31.5);
        assert_eq!(drag(&mut editor, &battle, barn, barn), None, "it is only chosen");
        let grown = drag(&mut editor, &battle, barn + Vec2::X * 4.1, barn + Vec2::X * 6.2).expect("it grows");
        assert!(grown.contains("at: (32, 31.5), radius: 6)"), "{grown}");
        editor.renew(&grown);
        let moved = drag(&mut editor, &battle, barn, barn + Vec2::new(-2.0, 1.0)).expect("it moves");
        assert!(moved.contains("at: (30, 32.5), radius: 6)"), "{moved}");
    }
}
