//! A charge that goes off: it brings down what it lies on (`FireCharge`), or breaches a wall (CP-8.6).

use bevy::math::Vec2;

use super::super::burst::{self, Blast, Shelter};
use crate::{
    book::cites::Topic,
    fire::wounds,
    state::mines::{Mine, Mines, Structure},
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, SideId, UnitId},
    table::{
        footprint::Outline,
        house::{Breach, Wall},
        path::Going,
        position::{Heading, Place},
        template::Template,
        terrain::BREACH_WIDTH,
    },
    turn::BattleMut,
};

/// Steps in which a place beside a fallen bridge is looked for, in inches and degrees.
const SEARCH: (f32, f32) = (0.5, 15.0);

impl SkirmishView<'_> {
    /// The template that a charge covers when it goes off, with its middle: all of a bridge or building, or that of its
    /// burst.
    pub fn template_of(&self, structure: Structure) -> (Vec2, Template) {
        let terrain = self.view.terrain();
        let outline = match structure {
            Structure::Crossing(n) => &terrain.crossings[n].outline,
            Structure::Building(n) => &terrain.buildings[n].outline,
            Structure::Stretch { at, burst, .. } => return (at, self.round_template(burst, at)),
        };
        let centre = outline.iter().copied().sum::<Vec2>() / outline.len() as f32;
        let radius = outline.iter().map(|corner| corner.distance(centre)).fold(0.0, f32::max);
        (centre, Template::Circle { centre, radius })
    }

    /// CP-8.6, CP-8.9: what a charge must overcome to breach a wall; none if nothing breaches it.
    pub fn protection_of(&self, wall: Wall) -> Option<f32> {
        super::protection(self.book, self.view.terrain(), wall)
    }

    /// The free firm ground nearest to a piece that stood on a bridge which has fallen.
    fn bank_beside(&self, piece: PieceId) -> Option<Place> {
        let (here, going) = (self.view.place(piece), self.mover(piece));
        let footprint = self.view.footprint(piece);
        let ground = self.view.ground();
        let most = self.view.terrain().size.max_element();
        let rings = (most / SEARCH.0) as u16;
        let turns = (360.0 / SEARCH.1) as u16;
        (1..=rings).find_map(|ring| {
            (0..turns).find_map(|turn| {
                let way = Heading(f32::from(turn) * SEARCH.1).forward() * (f32::from(ring) * SEARCH.0);
                let place = Place { at: here.at + way, ..here };
                let outline = Outline { footprint, place };
                let firm = ground.on_table(place.at) && going.cost_per_inch(&ground.feature_at(place.at)).is_ok();
                let outdoors = ground.building_at(place.at).is_none();
                (firm && outdoors && !self.lies_on_another(&outline, &[piece]) && !self.would_touch(piece, &outline))
                    .then_some(place)
            })
        })
    }

    fn would_touch(&self, piece: PieceId, outline: &Outline) -> bool {
        let side = self.view.side_of(piece);
        let near = self.view.pieces_index().near(outline.place.at, outline.footprint.reach() + 5.0);
        near.filter(|other| self.view.is_enemy(*other, side))
            .any(|enemy| outline.gap(&self.view.outline(enemy)) <= self.touch_tolerance())
    }
}

/// CP-8.6, `FireCharge`: lets the charge of a unit go off.
pub fn go_off(battle: &mut BattleMut, book: &BookData, unit: UnitId, by: SideId, from: PieceId) {
    let Some(mine) = SkirmishView { view: battle.view(), book }.mine_of(unit).cloned() else { return };
    note(battle, unit, |mine| mine.fired = true);
    battle.ground_changed();
    match mine.structure {
        Structure::Stretch { .. } => breach(battle, book, &mine, by, from),
        Structure::Crossing(_) | Structure::Building(_) => bring_down(battle, book, &mine, by, from),
    }
}

/// Changes what is known of the charge of a unit.
pub(super) fn note(battle: &mut BattleMut, unit: UnitId, change: impl FnOnce(&mut Mine)) {
    let mut mines = battle.resource_mut::<Mines>();
    if let Some(mine) = mines.0.iter_mut().find(|mine| mine.unit == unit) {
        change(mine);
    }
}

/// `FireCharge`: destroys what a charge lies on; all figures on it are under a large burst without cover.
fn bring_down(battle: &mut BattleMut, book: &BookData, mine: &Mine, by: SideId, from: PieceId) {
    let cp = SkirmishView { view: battle.view(), book };
    let text = format!("{} is destroyed", cp.name_of_structure(mine.structure));
    let (at, template) = cp.template_of(mine.structure);
    note(battle, mine.unit, |mine| mine.success = true);
    battle.note(Some(by), RuleId::new(cites(battle, Topic::FireCharge)), text);
    let blast = Blast {
        by,
        from: Some(from),
        at,
        template,
        icon: book.core.burst.structure,
        shelter: Shelter::None,
        rule: RuleId::new(cites(battle, Topic::FireCharge)),
    };
    burst::blast(battle, book, &blast, &|cp, man| cp.lies_on(cp.view.place(man).at, mine.structure));
    if matches!(mine.structure, Structure::Crossing(_)) {
        fall(battle, mine.structure);
    }
}

/// CP-8.6: bursts a charge where it lies; then one penetration draw decides whether the wall is breached.
fn breach(battle: &mut BattleMut, book: &BookData, mine: &Mine, by: SideId, from: PieceId) {
    let Structure::Stretch { wall, at, on, burst: size } = mine.structure else { return };
    let template = SkirmishView { view: battle.view(), book }.round_template(size, at);
    let blast = Blast {
        by,
        from: Some(from),
        at,
        template,
        icon: size,
        shelter: Shelter::From(at),
        rule: RuleId::new("CP-8.6"),
    };
    let there = Place { at, facing: Heading(0.0), floor: 0 };
    burst::blast(battle, book, &blast, &|cp, man| cp.is_reached_by_burst(there, man));
    let cp = SkirmishView { view: battle.view(), book };
    let what = cp.name_of_structure(mine.structure);
    let Some(protection) = cp.protection_of(wall) else { return };
    if burst::penetrates(battle, book, by, mine.penetration, protection) {
        note(battle, mine.unit, |mine| mine.success = true);
        let breach = Breach { wall, at: on, width: BREACH_WIDTH };
        battle.breach(breach, RuleId::new("CP-14.5"), format!("The wall is breached: one passes {what} there"));
    }
}

/// Moves figures left on a fallen bridge to the nearest firm ground; a figure that finds none is lost.
fn fall(battle: &mut BattleMut, structure: Structure) {
    for piece in SkirmishView::of(battle.view()).all_on(structure) {
        let cp = SkirmishView::of(battle.view());
        let (name, from) = (cp.name(piece).to_owned(), cp.view.place(piece).at);
        match cp.bank_beside(piece) {
            Some(place) => {
                let text = format!("{name} gets to firm ground");
                battle.move_piece(
                    piece,
                    vec![from, place.at],
                    place,
                    RuleId::new(cites(battle, Topic::FireCharge)),
                    text,
                );
            }
            None => wounds::incapacitate(battle, piece, format!("{name} is lost with the bridge")),
        }
    }
}
