//! Small battles with animals.

use bevy::math::Vec2;
use grapeshot::rulesets::old_west::herds::state::HerdsView;
use grapeshot::{
    events::BattleEvent,
    forces::PieceId,
    orders::Leg,
    rulesets::old_west::herds::{layout::lay_out, problems::known, state::Herd},
    table::{position::Place, terrain::Terrain},
    testing::{BLUE, TestBattle, TestTable, WILD},
};

pub use crate::kit::{cp, order};
use crate::kit::{far_enemy, table};

/// A leg to a point.
pub fn to(x: f32, y: f32) -> Leg {
    Leg::To(Vec2::new(x, y))
}

/// Where a herd of this many is laid out.
pub fn slots(kind: &str, count: usize, x: f32, y: f32, facing: f32) -> Vec<(f32, f32, f32)> {
    let livestock = known(&grapeshot::files::DataFiles::default());
    let number = livestock.number(kind).expect("the animal is known");
    let species = &livestock.0.species[usize::from(number)];
    let terrain = Terrain { size: Vec2::new(72.0, 48.0), ..Terrain::default() };
    let laid = lay_out(species, &livestock.0.numbers, &terrain, Place::new(x, y, facing), count);
    laid.iter().map(|outline| (outline.place.at.x, outline.place.at.y, facing)).collect()
}

/// A table with animals of the side that nobody plays.
pub fn with_animals(on: TestTable, key: &str, kind: &str, places: &[(f32, f32, f32)]) -> TestTable {
    on.unit(key, WILD, places).kind(kind).weapons(&[]).leaderless()
}

/// Men at these places, an enemy far away, and a herd of this many heads of cattle round a point.
pub fn ranch(men: &[(f32, f32, f32)], heads: usize, (x, y): (f32, f32)) -> TestTable {
    let on = far_enemy(table().unit("blue", BLUE, men)).wild();
    with_animals(on, "herd", "cattle", &slots("cattle", heads, x, y, 0.0))
}

pub fn herd(test: &TestBattle) -> &Herd {
    cp(test).herd(test.unit("herd")).expect("it is a herd")
}

/// Where a piece stands.
pub fn at(test: &TestBattle, piece: PieceId) -> (f32, f32) {
    let at = test.battle.view().place(piece).at;
    ((at.x * 1000.0).round() / 1000.0, (at.y * 1000.0).round() / 1000.0)
}

/// Where the central animal stands.
pub fn centre(test: &TestBattle) -> (f32, f32) {
    at(test, herd(test).central)
}

/// The herd, whose die shows 4, acts on a black 4 with these cards; then the men are asked on a black 1.
pub fn graze(test: &mut TestBattle, cards: &[u16]) -> Vec<BattleEvent> {
    let before = test.battle.log().len();
    test.cards(WILD, cards);
    test.begin_turn(&[1, 6, 4], &[3, 0]);
    test.battle.log().events()[before..].to_vec()
}

/// Where a herd stampedes to, by the last time that it began to.
pub fn bolted(test: &TestBattle) -> Option<String> {
    let began = |text: &str| text.strip_prefix("HERD stampedes to the ").map(str::to_owned);
    test.battle.log().events().iter().rev().find_map(|event| began(&event.text))
}

/// The events of a rule, but for details.
pub fn told<'e>(events: &'e [BattleEvent], rule: &str) -> Vec<&'e str> {
    events.iter().filter(|event| event.rule.0 == rule && !event.detail).map(|event| event.text.as_str()).collect()
}
