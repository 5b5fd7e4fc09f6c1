//! Thrown explosives (CP-8.4).

use bevy::math::Vec2;

use super::burst::{self, Blast, Shelter};
use crate::{
    book::{
        action_card::Burst,
        profile::{Soldier, Weapon},
    },
    cards::decks,
    fire::shooting,
    orders::aim::PointOrPiece,
    spotting,
    state::sequence_of_play::FigureAction,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::{Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        sight,
    },
    turn::BattleMut,
};

/// How far before a wall an explosive lies that the wall stopped, in inches.
const BEFORE_WALL: f32 = 0.1;

/// A throw at a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Throw {
    /// The thrower.
    pub man: PieceId,
    /// The weapon that is thrown, by its number.
    pub weapon: u8,
    /// The point that it is thrown at, with its storey.
    pub at: Place,
    /// The template it bursts in.
    pub size: Burst,
    /// The column of the to-hit draw.
    pub column: Explained,
}

impl Throw {
    /// The holes needed; a column under 1 counts as 1 (CP-6.3).
    pub fn holes(&self) -> i8 {
        (self.column.total() as i8).max(1)
    }
}

impl SkirmishView<'_> {
    /// The explosive that a figure would throw first, if it has any.
    pub fn to_throw(&self, piece: PieceId) -> Option<(u8, &Weapon, Burst)> {
        self.explosives(piece).next()
    }

    /// The explosives that a figure has to throw, what it has in hand first.
    pub fn explosives(&self, piece: PieceId) -> impl Iterator<Item = (u8, &Weapon, Burst)> {
        let carried = self.soldier(piece).weapons.iter().copied();
        let all = carried.chain(self.chapters().also_throws(self, piece));
        all.filter_map(|n| {
            let weapon = self.book.weapon(n);
            weapon.burst.map(|size| (n, weapon, size))
        })
    }

    /// The explosive of this name that a figure has to throw, or the first that it has.
    pub fn thrown_by(&self, piece: PieceId, named: Option<&str>) -> Option<(u8, &Weapon, Burst)> {
        self.explosives(piece).find(|(_, weapon, _)| named.is_none_or(|name| weapon.id == name))
    }

    /// CP-8.4, CP-6.15: a throw at a point: the column by the thrower's Accuracy and the weapon's bands.
    ///
    /// # Errors
    /// If the order does not name one man and a point, if he is stunned, in contact or has used his action, if he has
    /// nothing to throw, or if the point is too far away or not seen.
    pub fn throw(&self, order: &Order) -> Result<Throw, Refusal> {
        let [man] = *order.pieces.as_slice() else { return refuse("CP-8.4", "Name one man to throw") };
        let name = self.name(man);
        let after_his_move = self.part(man) == FigureAction::Moving
            && self.activation().marched
            && self.supplement().throws_on_the_move(self);
        if self.part(man) != FigureAction::Stationary && !after_his_move {
            return refuse("CP-2.12", format!("{name} has moved or used its action"));
        }
        self.require_unstunned(man)?;
        if self.in_contact(man) {
            return refuse("CP-6.1", format!("{name} is in contact with an enemy"));
        }
        let Some((weapon, thrown, size)) = self.thrown_by(man, order.choice.as_deref()) else {
            return refuse("CP-8.4", format!("{name} has nothing to throw"));
        };
        let aimed = match PointOrPiece::of(order, "CP-8.4")? {
            PointOrPiece::Piece(piece) => self.view.outline(piece),
            PointOrPiece::Point(at) => self.point_to_throw_at(man, at, order.number)?,
        };
        let distance = self.view.place(man).at.distance(aimed.place.at);
        let Some(band) = thrown.band(distance) else {
            return refuse("CP-6.2", format!("{name}: too far to throw ({distance:.1} inches)"));
        };
        if !sight::is_seen(self.view.ground(), self.sight_rule(), &self.view.outline(man), &aimed) {
            return refuse("CP-1.8", format!("{name} does not see that point"));
        }
        let numbers = self.numbers();
        let accuracy = self.soldier(man).accuracy;
        let start = f32::from(numbers.start_column.of(accuracy));
        let mut column = Explained::base("CP-6.15", format!("{accuracy} {}", thrown.name), start);
        let shift = self.band_shift(band);
        column.add("CP-6.2", format!("{distance:.1} inches is {}", band.word()), f32::from(shift));
        Ok(Throw { man, weapon, at: aimed.place, size, column })
    }

    /// CP-8.4: a point that is thrown at. In a building it is on the storey that is named, 1 the ground floor; if none
    /// is named, it is on the thrower's own storey in his building, or on the ground floor of another.
    fn point_to_throw_at(&self, man: PieceId, at: Vec2, storey: Option<f32>) -> Result<Outline, Refusal> {
        let ground = self.view.ground();
        let from = self.view.place(man);
        let floor = match (ground.building_at(at), storey) {
            (Some(n), Some(storey)) => {
                let high = self.view.terrain().buildings[n].storeys;
                if storey.fract() != 0.0 || storey < 1.0 || storey > f32::from(high) {
                    return refuse("CP-14.1", format!("That building has {high} storeys"));
                }
                storey as u8 - 1
            }
            (Some(n), None) if ground.building_at(from.at) == Some(n) => from.floor,
            (None, Some(_)) => return refuse("CP-14.1", "There is no building at that point"),
            (Some(_) | None, None) => 0,
        };
        let footprint = Footprint::Circle { diameter: 0.1 };
        Ok(Outline { footprint, place: Place { at, floor, ..from } })
    }

    /// CP-8.4, CP-14.3: where a throw that deviated to a point comes down: walls of buildings stop it on its way,
    /// except at doors and windows of the storey on which it would arrive.
    fn comes_down(&self, from: Place, aimed: Place, to: Vec2) -> Place {
        let ground = self.view.ground();
        let (own, other) = (ground.building_at(from.at), ground.building_at(aimed.at));
        let floor_at = |n: usize| match n {
            n if Some(n) == own => from.floor,
            n if Some(n) == other => aimed.floor,
            _ => 0,
        };
        let at = match ground.wall_in_the_way(from.at, to, floor_at) {
            // It comes down on the thrower's side of the wall.
            Some(share) => {
                let on = from.at.lerp(to, share);
                on + (from.at - on).clamp_length_max(BEFORE_WALL)
            }
            None => to,
        };
        let floor = ground.building_at(at).map_or(0, floor_at);
        Place { at, floor, ..aimed }
    }

    /// CP-8.4: what a throw would do.
    ///
    /// # Errors
    /// If the order does not name one man and a point, if he is stunned, in contact or has used his action, if he has
    /// nothing to throw, or if the point is too far away or not seen.
    pub fn check_throw(&self, order: &Order) -> Found<Throw> {
        let throw = self.throw(order)?;
        let holes = throw.holes();
        let template = self.round_template(throw.size, throw.at.at);
        let reached = |man: &PieceId| self.is_reached_by_burst(throw.at, *man);
        let under = self.men_under(&template, throw.at.at).into_iter().filter(reached).count();
        let odds = Odds {
            label: format!("{} at the point", self.name(throw.man)),
            explained: throw.column.clone(),
            needs: format!("{}, or it deviates", shooting::needs(holes)),
            chance: self.chance_of_holes(holes),
            then: vec![(format!("{under} figures are under the burst"), RuleId::new("CP-8.2"))],
        };
        let summary = format!("{} throws a {}", self.name(throw.man), self.book.weapon(throw.weapon).name);
        Ok((Plan { summary, odds: vec![odds], templates: vec![template], ..Plan::default() }, throw))
    }
}

/// CP-8.4: a throw bursts where it falls; a miss deviates once. On an out-of-ammo card it is a dud, and the thrower has
/// no more explosives of this kind.
pub fn throw(battle: &mut BattleMut, book: &BookData, throw: &Throw) {
    let side = battle.view().side_of(throw.man);
    let name = battle.view().piece(throw.man).name.clone();
    let what = book.weapon(throw.weapon).name.clone();
    let holes = throw.holes();
    spotting::by_shooting(battle, throw.man, false);
    let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa"]);
    let hit = !card.ooa && card.holes as i8 >= holes;
    let chance = SkirmishView { view: battle.view(), book }.chance_of_holes(holes);
    let result = match (card.ooa, hit) {
        (true, _) => "a dud, and the last one",
        (false, true) => "on the point",
        (false, false) => "it deviates",
    };
    let text = format!("{name} throws a {what}: {}: {result}", shooting::shows(holes, card));
    battle.log(Some(side), EventKind::Note, RuleId::new("CP-8.4"), text, throw.column.clone());
    battle.trial("To hit a point", chance, usize::from(hit), 1);
    decks::show(battle, drawn, RuleId::new("CP-6.15"), format!("To hit: card {}", card.id));
    if card.ooa {
        battle.piece_mut::<Soldier>(throw.man).weapons.retain(|n| *n != throw.weapon);
        return;
    }
    falls(battle, book, throw, hit, RuleId::new("CP-8.4"));
}

/// CP-8.4: bursts a thrown explosive on the point, or where it deviated to.
pub fn falls(battle: &mut BattleMut, book: &BookData, throw: &Throw, hit: bool, rule: RuleId) {
    let side = battle.view().side_of(throw.man);
    let what = book.weapon(throw.weapon).name.clone();
    let from = battle.view().place(throw.man);
    let place = match hit {
        true => throw.at,
        false => {
            let to = burst::deviated(from.at, throw.at.at, burst::deviation(battle, book, side, 1.0));
            SkirmishView { view: battle.view(), book }.comes_down(from, throw.at, to)
        }
    };
    if let Some(inside) = battle.view().ground().inside(place) {
        let text = format!("The {what} bursts in {}", inside.words(battle.view().terrain()));
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-8.2"), text, Explained::default());
    }
    let at = place.at;
    let template = SkirmishView { view: battle.view(), book }.round_template(throw.size, at);
    let blast =
        Blast { by: side, from: Some(throw.man), at, template, icon: throw.size, shelter: Shelter::From(at), rule };
    burst::blast(battle, book, &blast, &|cp, man| cp.is_reached_by_burst(place, man));
}
