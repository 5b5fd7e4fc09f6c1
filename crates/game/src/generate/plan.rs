use bevy::math::Vec2;

use super::{
    Tuning,
    draw::Draw,
    forces::{Force, Line, Member, Standing},
    ground::{Ground, Layer, around},
    no_lists,
    wish::Wish,
};
use crate::scenario::Scenario;
use grapeshot_floor::{
    table::{path::point_at_share, position::Heading},
    turn::{
        Vocabulary,
        quick::{Army, Fought, Grounds, Period, QuickGround, QuickKind, QuickSize},
    },
};

/// Where the main road meets the place that is fought over, of the table's width, by the kind of battle.
fn place_along(kind: QuickKind) -> f32 {
    match kind {
        QuickKind::Meeting => 0.5,
        QuickKind::Attack => 0.72,
        QuickKind::Crossing => 0.6,
        QuickKind::Raid => 0.78,
        QuickKind::Convoy | QuickKind::Ambush => 0.86,
    }
}

/// A place that is worth something at the end.
#[derive(Debug, Clone)]
pub(super) struct Prize {
    pub(super) id: &'static str,
    pub(super) name: String,
    pub(super) at: Vec2,
    /// What each side gets for it.
    pub(super) points: [f32; 2],
    /// Whether to be there is enough.
    pub(super) some: bool,
}

/// Where the first side must come through.
#[derive(Debug, Clone)]
pub(super) struct Through {
    pub(super) outline: Vec<Vec2>,
    /// Points for each of its pieces.
    pub(super) each: f32,
    /// The keys of the units that count; all of them if there are none.
    pub(super) of: Vec<String>,
}

/// A battle before it is written: all of it, the first side in the west.
pub(super) struct Plan<'l> {
    pub(super) kind: QuickKind,
    pub(super) vocabulary: &'l Vocabulary,
    pub(super) grounds: &'l Grounds,
    pub(super) country: &'l QuickGround,
    pub(super) size: Vec2,
    pub(super) turns: u16,
    pub(super) fought: &'l Fought,
    pub(super) armies: [&'l Army; 2],
    pub(super) village: &'l str,
    pub(super) water: &'l str,
    /// Names for houses, the first house's first.
    pub(super) houses: Vec<&'l str>,
    pub(super) ground: Ground,
    pub(super) standing: Vec<Standing<'l>>,
    pub(super) prizes: Vec<Prize>,
    pub(super) radius: f32,
    pub(super) through: Option<Through>,
    /// Whether west and east change places when it is written.
    pub(super) mirrored: bool,
}

/// What the forces are placed with.
struct Field<'l> {
    grounds: &'l Grounds,
    size: Vec2,
    /// The place that is fought over.
    place: Vec2,
    /// The main road.
    road: Vec<Vec2>,
    turns: u16,
    hides: bool,
    forces: [Force<'l>; 2],
    draw: Draw,
}

impl<'l> Plan<'l> {
    /// Lays out a battle; another attempt draws other ground.
    ///
    /// # Errors
    /// If the lists have not what is wished.
    pub(super) fn new(
        wish: &Wish,
        vocabulary: &'l Vocabulary,
        grounds: &'l Grounds,
        tuning: Tuning,
        attempt: u64,
    ) -> Result<Self, String> {
        let lists = &vocabulary.quick;
        let missing = || no_lists(&wish.ruleset);
        let size = grounds.sizes.iter().find(|size| size.key == wish.size).ok_or_else(missing)?;
        let country = grounds.grounds.iter().find(|ground| ground.key == wish.ground).ok_or_else(missing)?;
        let (_, ratio) = grounds.kinds.iter().find(|(kind, _)| *kind == wish.kind).ok_or_else(missing)?;
        let [first, second] = &wish.armies;
        let armies = [lists.army(first).ok_or_else(missing)?, lists.army(second).ok_or_else(missing)?];
        let period: &Period = lists.period(&armies[0].period).ok_or_else(missing)?;
        let mut story = Draw::new(wish.seed, 0, "story");
        let (fought, village) = (story.one(&period.fought), story.one(&period.villages));
        // A village that is named after a stream does not lie on another one of that name.
        let waters: Vec<&String> = period.waters.iter().filter(|water| *water != village).collect();
        let water = if waters.is_empty() { village } else { *story.one(&waters) };
        let mirrored = story.happens(0.5);
        let mut houses: Vec<&str> = period.houses.iter().map(String::as_str).collect();
        Draw::new(wish.seed, 0, "houses").shuffle(&mut houses);
        let mut field = Field::new(wish, vocabulary, grounds, size, armies, attempt);
        let strengths = [size.strength * ratio * tuning.strength[0], size.strength * tuning.strength[1]];
        let through = field.deploy(wish.kind, strengths);
        let (place, road, size_of_table) = (field.place, field.road.clone(), field.size);
        let standing: Vec<Standing> = field.forces.into_iter().flat_map(|force| force.standing).collect();
        let free: Vec<Vec<Vec2>> = standing.iter().filter(|unit| unit.comes.is_none()).map(Standing::corners).collect();
        let radius = (size_of_table.y * 0.08).clamp(3.0, 8.0);
        let mut draw = Draw::new(wish.seed, attempt, "ground");
        let ground = lay(wish.kind, grounds, country, size_of_table, (place, road), free, &mut draw);
        let prizes = prizes(wish.kind, grounds, &ground, size_of_table, place, village);
        Ok(Self {
            kind: wish.kind,
            vocabulary,
            grounds,
            country,
            size: size_of_table,
            turns: size.turns,
            fought,
            armies,
            village,
            water,
            houses,
            ground,
            standing,
            prizes,
            radius,
            through,
            mirrored,
        })
    }

    /// The pieces that may come through, where that counts.
    pub(super) fn through(&self, scenario: &Scenario) -> usize {
        let Some(through) = &self.through else { return 0 };
        let counts = |key: &str| {
            if through.of.is_empty() { key.starts_with("a_") } else { through.of.iter().any(|of| of == key) }
        };
        scenario.units.iter().filter(|unit| counts(&unit.key)).map(|unit| unit.pieces.len()).sum()
    }

    /// The same with points for each piece that comes through.
    pub(super) fn with_each(mut self, each: f32) -> Self {
        if let Some(through) = &mut self.through {
            through.each = each;
        }
        self
    }
}

impl<'l> Field<'l> {
    fn new(
        wish: &Wish,
        vocabulary: &'l Vocabulary,
        grounds: &'l Grounds,
        size: &QuickSize,
        armies: [&'l Army; 2],
        attempt: u64,
    ) -> Self {
        let table = Vec2::from(size.table);
        let mut draw = Draw::new(wish.seed, attempt, "forces");
        let y = table.y * draw.number((0.42, 0.58));
        let place = Vec2::new(table.x * place_along(wish.kind), y).round();
        let bend = |x: f32, draw: &mut Draw| Vec2::new(table.x * x, place.y + table.y * draw.number((-0.08, 0.08)));
        // On a road on which somebody marches the first half is straight.
        let road = match wish.kind {
            QuickKind::Convoy | QuickKind::Ambush => {
                vec![Vec2::new(0.0, place.y), Vec2::new(table.x * 0.55, place.y), place, Vec2::new(table.x, place.y)]
            }
            _ => {
                let (west, east) = (bend(0.22, &mut draw), bend(0.9, &mut draw));
                vec![Vec2::new(0.0, west.y), west, place, east, Vec2::new(table.x, east.y)]
            }
        };
        let road = road.into_iter().map(|point| (point * 2.0).round() / 2.0).collect();
        let force = |n: usize, side| Force::new(armies[n], side, grounds.gap, grounds.span);
        Self {
            grounds,
            size: table,
            place,
            road,
            turns: size.turns,
            hides: vocabulary.plays("units: hidden"),
            forces: [force(0, "a"), force(1, "b")],
            draw,
        }
    }

    /// Puts both sides on the table; answers where the first must come through, if it must.
    fn deploy(&mut self, kind: QuickKind, [first, second]: [f32; 2]) -> Option<Through> {
        let (far, strip) = (self.size.x - self.grounds.strip, self.grounds.strip);
        let half = self.place.x;
        match kind {
            QuickKind::Meeting => {
                self.line(0, first, Vec2::new(strip, self.size.y / 2.0), 0.0);
                self.line(1, second, Vec2::new(far, self.size.y / 2.0), 180.0);
                None
            }
            QuickKind::Attack => {
                self.line(0, first, Vec2::new(strip, self.size.y / 2.0), 0.0);
                self.line(1, second, Vec2::new(half - 2.0, self.place.y), 180.0);
                None
            }
            QuickKind::Crossing => {
                self.line(0, first, Vec2::new(strip, self.size.y / 2.0), 0.0);
                let behind = (self.size.x * 0.5 + self.grounds.stream + 6.0).max(half + 2.0);
                self.line(1, second, Vec2::new(behind.min(far), self.place.y), 180.0);
                None
            }
            QuickKind::Raid => {
                self.line(0, first, Vec2::new(strip, self.size.y / 2.0), 0.0);
                self.outposts(second);
                None
            }
            QuickKind::Convoy => Some(self.column(first, second, 0.33, true)),
            QuickKind::Ambush => Some(self.column(first, second, 0.46, false)),
        }
    }

    /// Puts a side in lines.
    fn line(&mut self, side: usize, strength: f32, middle: Vec2, facing: f32) {
        let units = self.forces[side].muster(strength, &mut self.draw);
        self.draw_up(side, units, middle, facing, self.size.y - 4.0);
        let rear = self.rear(side, middle, facing);
        self.forces[side].commanded(rear, facing, &mut self.draw);
    }

    fn draw_up(&mut self, side: usize, units: Vec<Member<'l>>, middle: Vec2, facing: f32, most: f32) {
        let across = if Heading(facing).forward().x.abs() > 0.5 { self.size.y } else { self.size.x };
        self.forces[side].in_lines(units, Line { middle, facing, most: most.min(across - 4.0) });
    }

    /// A place behind all who stand, for the commander.
    fn rear(&self, side: usize, middle: Vec2, facing: f32) -> Vec2 {
        let ahead = Heading(facing).forward();
        let corners = self.forces[side].standing.iter().flat_map(Standing::corners);
        let rear = corners.map(|corner| (corner - middle).dot(ahead)).fold(0.0, f32::min);
        (middle + ahead * (rear - 1.2)).clamp(Vec2::splat(1.0), self.size - 1.0)
    }

    /// A part of the second side at its outposts, a part at the place, a part on its way.
    fn outposts(&mut self, strength: f32) {
        let mut units = self.forces[1].muster(strength, &mut self.draw);
        self.draw.shuffle(&mut units);
        // A third is on its way, at least one unit of two; of the rest most stand at the place.
        let late = (units.len() / 3).max(1).min(units.len().saturating_sub(1));
        let late = units.split_off(units.len() - late);
        let here = units.split_off(units.len() / 2);
        self.draw_up(1, units, Vec2::new(self.size.x * 0.55, self.size.y / 2.0), 180.0, self.size.y * 0.8);
        self.draw_up(1, here, self.place, 180.0, self.size.y * 0.6);
        let (rear, from) = (self.rear(1, self.place, 180.0), self.forces[1].standing.len());
        self.draw_up(1, late, Vec2::new(self.size.x - 1.0, self.size.y / 2.0), 180.0, self.size.y * 0.6);
        let edge = [Vec2::new(self.size.x, self.size.y * 0.25), Vec2::new(self.size.x, self.size.y * 0.75)];
        let turn = (self.turns / 3).max(2);
        for unit in &mut self.forces[1].standing[from..] {
            unit.comes = Some((turn, edge));
        }
        self.forces[1].commanded(rear, 180.0, &mut self.draw);
    }

    /// The first side on the march, the second across the road or beside it.
    fn column(&mut self, first: f32, second: f32, head: f32, bars: bool) -> Through {
        let mut units = self.forces[0].muster(first, &mut self.draw);
        let train = self.forces[0].army.train.as_ref().filter(|_| bars);
        if let Some(train) = train {
            let wagons = train.called.iter().take(2).map(|name| Member { listed: train, name });
            let middle = units.len() / 2;
            for wagon in wagons {
                units.insert(middle, wagon);
            }
        }
        let road = self.road.clone();
        self.forces[0].on_the_march(units, &road, head);
        let of =
            self.forces[0].standing.iter().filter(|unit| train.is_some_and(|train| std::ptr::eq(unit.listed, train)));
        let of = of.map(|unit| unit.key.clone()).collect();
        let beside = point_at_share(&road, (head + 0.06).min(1.0)) + Vec2::new(0.0, -2.5);
        self.forces[0].commanded(beside, 0.0, &mut self.draw);
        let mut enemies = self.forces[1].muster(second, &mut self.draw);
        let others = enemies.split_off(enemies.len().div_ceil(2));
        let (north, south) = (self.size.y - 2.0, 2.0);
        // As far from the road as the ground allows, but no nearer than a third of the table.
        let aside = (self.size.y * 0.3).min(self.place.y - 4.0).min(self.size.y - self.place.y - 4.0);
        if bars {
            let across = Vec2::new(self.size.x * 0.72, self.place.y);
            self.draw_up(1, enemies, across, 180.0, self.size.y * 0.8);
            self.draw_up(
                1,
                others,
                Vec2::new(self.size.x * 0.5, (self.place.y + aside).min(north)),
                270.0,
                self.size.x * 0.4,
            );
            let rear = self.rear(1, across, 180.0);
            self.forces[1].commanded(rear, 180.0, &mut self.draw);
        } else {
            let x = self.size.x * 0.45;
            self.draw_up(1, enemies, Vec2::new(x, (self.place.y + aside).min(north)), 270.0, self.size.x * 0.5);
            self.draw_up(1, others, Vec2::new(x, (self.place.y - aside).max(south)), 90.0, self.size.x * 0.5);
            let rear = Vec2::new(self.size.x * 0.78, self.place.y + aside);
            self.forces[1].commanded(rear, 180.0, &mut self.draw);
            for unit in self.forces[1].standing.iter_mut().filter(|_| self.hides) {
                unit.hidden = true;
            }
        }
        let low = Vec2::new(self.size.x * 0.82, 0.0);
        let outline = around((low + self.size) / 2.0, (self.size - low) / 2.0).to_vec();
        Through { outline, each: 1.0, of }
    }
}

/// Lays out the ground round the forces.
fn lay(
    kind: QuickKind,
    grounds: &Grounds,
    country: &QuickGround,
    size: Vec2,
    (place, road): (Vec2, Vec<Vec2>),
    free: Vec<Vec<Vec2>>,
    draw: &mut Draw,
) -> Ground {
    let houses = draw.whole(country.houses);
    let lanes = draw.whole(country.lanes);
    let hills = draw.whole(country.hills);
    let wet = draw.happens(country.water);
    let wall = country.patches.iter().find_map(|patch| patch.bounds.clone());
    let mut layer = Layer::new(grounds, size, draw, free);
    layer.road(road);
    layer.lanes(place, lanes);
    if kind == QuickKind::Crossing {
        layer.stream(size.x * 0.5, 2, false);
    } else if wet {
        layer.stream(size.x * if kind == QuickKind::Meeting { 0.38 } else { 0.45 }, 2, true);
    }
    layer.village(place, houses);
    if kind == QuickKind::Attack
        && let Some(kind) = wall
    {
        let ahead = place - Vec2::new(3.0, 0.0);
        let reach = Vec2::new(0.0, size.y * 0.2);
        layer.wall(&kind, ahead - reach, ahead - Vec2::new(0.0, grounds.road));
        layer.wall(&kind, ahead + Vec2::new(0.0, grounds.road), ahead + reach);
    }
    layer.hills(hills);
    layer.patches(country);
    layer.ground
}

/// The places that count.
fn prizes(kind: QuickKind, grounds: &Grounds, ground: &Ground, size: Vec2, place: Vec2, village: &str) -> Vec<Prize> {
    let hold = grounds.hold;
    let prize = |id, name: String, at: Vec2, points, some| Prize { id, name, at, points, some };
    let mut prizes = match kind {
        QuickKind::Meeting => vec![prize("o_place", village.to_owned(), place, [hold; 2], false)],
        QuickKind::Attack => vec![prize("o_place", village.to_owned(), place, [2.0 * hold, hold], false)],
        QuickKind::Raid => vec![prize("o_place", village.to_owned(), place, [2.0 * hold, hold], true)],
        QuickKind::Convoy | QuickKind::Ambush => {
            vec![prize("o_place", format!("the road at {village}"), place, [0.0, hold], false)]
        }
        QuickKind::Crossing => {
            vec![prize("o_place", format!("the far bank at {village}"), place, [2.0 * hold, hold], false)]
        }
    };
    let half = hold / 2.0;
    match kind {
        QuickKind::Meeting => {
            let places = [("o_north", "the ground in the north", 0.78), ("o_south", "the ground in the south", 0.22)];
            prizes.extend(places.map(|(id, name, y)| {
                prize(id, name.to_owned(), Vec2::new(size.x * 0.5, size.y * y).round(), [half; 2], false)
            }));
        }
        QuickKind::Crossing => {
            let fords = ground.crossings.iter().filter(|passage| !passage.bridge).take(2);
            prizes.extend(fords.zip(["o_south", "o_north"]).map(|(ford, id)| {
                let middle = ford.outline.iter().sum::<Vec2>() / ford.outline.len() as f32;
                let end = if middle.y < size.y / 2.0 { "southern" } else { "northern" };
                prize(id, format!("the {end} ford"), middle, [half; 2], false)
            }));
        }
        _ => {}
    }
    prizes
}
