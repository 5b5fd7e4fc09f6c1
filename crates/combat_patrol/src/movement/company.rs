//! What goes with a gun or limber that moves (`LimberUp`, `CrewAction`): the gun on its limber, and the men that serve
//! it.

use bevy::math::Vec2;

use crate::{
    book::cites::Topic,
    movement::{allowance::Others, room::Company},
    state::{guns::Gun, sequence_of_play::SequenceOfPlay},
    view::rulebook::{SkirmishView, cites},
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::Refusal,
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        path::Going,
        position::Place,
    },
    turn::BattleMut,
};

/// Rings round a gun on which its crew may stand: inches between a man's base and the gun's.
const RINGS: [f32; 3] = [0.05, 1.0, 1.9];
/// Places on half of a side of such a ring.
const HALF_A_SIDE: i8 = 3;

/// The room round a gun as far as it is settled.
struct Room<'a> {
    gun: Outline,
    /// The pieces that leave their places.
    leaving: &'a [PieceId],
    /// Places that are taken besides the bases that stay.
    taken: Vec<Outline>,
}

impl SkirmishView<'_> {
    /// `LimberUp`: the place of a gun that is hooked to the rear of its limber.
    pub fn hooked(&self, limber: PieceId, place: Place, gun: &Gun) -> Place {
        let behind = self.view.footprint(limber).half_depth() + self.view.footprint(gun.piece).half_depth();
        Place { at: place.offset(-behind, 0.0), ..place }
    }

    /// The gun and the men that go with a gun or limber that moves to a place, while `others` move, too; none if the
    /// mover is neither, or a limber alone.
    ///
    /// # Errors
    /// Why the gun, or a man of its crew, has no room there.
    pub fn company_at(&self, mover: PieceId, place: Place, others: Others) -> Result<Option<Company>, Refusal> {
        if self.is_man(mover) {
            return Ok(None);
        }
        if let Some(gun) = self.gun(mover) {
            return self.company_of(gun, place, None, others).map(Some);
        }
        match self.gun_of_limber(mover).filter(|gun| gun.limbered) {
            Some(gun) => self.company_of(gun, self.hooked(mover, place, gun), Some((mover, place)), others).map(Some),
            None => Ok(None),
        }
    }

    /// `CrewAction`: where the men stand that serve a gun that comes to a place, and its limber to another: each as he
    /// stood to the gun before if there is room, else at the nearest free place beside it.
    ///
    /// # Errors
    /// If the gun, its limber or one of the men has no room.
    pub fn company_of(
        &self,
        gun: &Gun,
        place: Place,
        limber: Option<(PieceId, Place)>,
        others: Others,
    ) -> Result<Company, Refusal> {
        let men: Vec<PieceId> = self.crew(gun).all().filter(|man| !others.moving.contains(man)).collect();
        let leaving: Vec<PieceId> = [men.as_slice(), others.moving, &[gun.piece]].concat();
        let leaving: Vec<PieceId> = leaving.into_iter().chain(limber.map(|(limber, _)| limber)).collect();
        let outline = |piece, place| Outline { footprint: self.view.footprint(piece), place };
        let wheels = outline(gun.piece, place);
        let mut taken = others.taken.to_vec();
        taken.extend(limber.map(|(limber, place)| outline(limber, place)));
        let mut room = Room { gun: wheels, leaving: &leaving, taken };
        if !self.is_free(&wheels, &room) || !self.view.ground().on_table(place.at) {
            return refuse("CP-1.5", format!("There is no room for {} there", self.name(gun.piece)));
        }
        room.taken.push(wheels);
        let before = self.view.place(gun.piece);
        let wished = |man: PieceId| {
            let was = before.frame(self.view.place(man).at);
            Place { at: place.offset(was.y, was.x), facing: place.facing, floor: place.floor }
        };
        let mut found: Vec<Option<Place>> = Vec::new();
        for man in &men {
            let wished = Some(wished(*man)).filter(|place| self.may_serve_from(*man, *place, &room));
            room.taken.extend(wished.map(|place| outline(*man, place)));
            found.push(wished);
        }
        for (man, found) in men.iter().zip(&mut found) {
            if found.is_none() {
                let Some(place) = self.nearest_at_gun(*man, wished(*man), &room) else {
                    let reason = format!("There is no room for {} at {}", self.name(*man), self.name(gun.piece));
                    return refuse(self.cites(Topic::CrewAction), reason);
                };
                room.taken.push(outline(*man, place));
                *found = Some(place);
            }
        }
        let men = men.into_iter().zip(found).filter_map(|(man, place)| Some((man, place?))).collect();
        Ok(Company { gun: gun.piece, place, men })
    }

    /// `GunCrew`, `HelpAtGun`: the free place at a gun that is nearest to a man of its side, apart from those to which
    /// others are on their way.
    pub fn place_to_serve(&self, man: PieceId, gun: &Gun) -> Option<Place> {
        let activation = self.view.resource::<SequenceOfPlay>().activation.as_ref();
        let routes = activation.map_or(&[][..], |activation| &activation.routes);
        let ends = routes.iter().filter(|route| route.piece != man);
        let taken: Vec<Outline> = ends.map(|route| self.base_after(route)).collect();
        let room = Room { gun: self.view.outline(gun.piece), leaving: &[man], taken };
        let here = Place { facing: room.gun.place.facing, ..self.view.place(man) };
        self.nearest_at_gun(man, here, &room)
    }

    fn is_free(&self, outline: &Outline, room: &Room) -> bool {
        let tolerance = self.numbers().overlap_tolerance;
        room.taken.iter().all(|taken| outline.overlap(taken) <= tolerance)
            && !self.lies_on_another(outline, room.leaving)
    }

    /// Whether a man may stand at a place and serve the gun from there: on firm ground, on the gun's side of walls, off
    /// every other base, out of contact.
    fn may_serve_from(&self, man: PieceId, place: Place, room: &Room) -> bool {
        let ground = self.view.ground();
        let outline = Outline { footprint: self.view.footprint(man), place };
        let near = self.settings().guns.crew_reach();
        let gun = room.gun.place.at;
        outline.gap(&room.gun) <= near
            && ground.on_table(place.at)
            && self.mover(man).cost_per_inch(&ground.feature_at(place.at)).is_ok()
            && ground.building_at(place.at) == ground.building_at(gun)
            && ground.obstacles_crossed(gun, place.at).is_empty()
            && self.is_free(&outline, room)
            && !self.too_near_an_enemy(man, &outline, &[])
    }

    /// The place at a gun that is nearest to the wished one. If there is none, a man who is near enough stays where he
    /// is.
    fn nearest_at_gun(&self, man: PieceId, wished: Place, room: &Room) -> Option<Place> {
        let mut places = round(&room.gun, self.view.footprint(man));
        places.sort_by(|a, b| a.distance(wished.at).total_cmp(&b.distance(wished.at)));
        let near = self.settings().guns.crew_reach();
        let stays = || {
            let here = Place { facing: wished.facing, ..self.view.place(man) };
            let outline = Outline { footprint: self.view.footprint(man), place: here };
            (outline.gap(&room.gun) <= near && self.is_free(&outline, room)).then_some(here)
        };
        places
            .into_iter()
            .map(|at| Place { at, ..wished })
            .find(|place| self.may_serve_from(man, *place, room))
            .or_else(stays)
    }
}

/// Places all round a gun where a man may stand, ring after ring.
fn round(gun: &Outline, man: Footprint) -> Vec<Vec2> {
    let mut places = Vec::new();
    for gap in RINGS {
        let aside = gun.footprint.half_width() + man.half_width() + gap;
        let along = gun.footprint.half_depth() + man.half_depth() + gap;
        for step in -HALF_A_SIDE..=HALF_A_SIDE {
            let share = f32::from(step) / f32::from(HALF_A_SIDE);
            let sides =
                [(share * along, aside), (share * along, -aside), (along, share * aside), (-along, share * aside)];
            places.extend(sides.map(|(ahead, right)| gun.place.offset(ahead, right)));
        }
    }
    places
}

/// `LimberUp`, `CrewAction`: moves the gun after its limber, and the crew after its gun.
pub fn come_along(battle: &mut BattleMut, company: &Company) {
    let cp = SkirmishView::of(battle.view());
    if cp.view.place(company.gun) != company.place && cp.gun(company.gun).is_some_and(|gun| gun.limbered) {
        let from = cp.view.place(company.gun).at;
        let text = format!("{} follows its limber", cp.name(company.gun));
        battle.move_piece(
            company.gun,
            vec![from, company.place.at],
            company.place,
            RuleId::new(cites(battle, Topic::LimberUp)),
            text,
        );
    }
    for (man, place) in &company.men {
        let from = battle.view().place(*man);
        if from != *place {
            let text = format!("{} goes with the gun", battle.view().piece(*man).name);
            battle.move_piece(
                *man,
                vec![from.at, place.at],
                *place,
                RuleId::new(cites(battle, Topic::CrewAction)),
                text,
            );
        }
    }
}
