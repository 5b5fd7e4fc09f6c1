//! Limbers (HM-7.2 to HM-7.7): hooking up, moving with the crew, guns moved by hand.

use bevy::math::Vec2;

use super::{
    super::{
        book::{BookData, Cp},
        check::refuse,
        data::Paces,
        flow::{Activation, Flow, Part},
        marks,
        movement::Route,
        profile::Engine,
    },
    Gun, crew, gun_mut,
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId},
    orders::{Order, Plan, Refusal},
    table::{
        footprint::Outline,
        index::Feature,
        path::{self, Part as Stretch},
        position::{Heading, Place},
    },
    turn::Field,
};

/// Places beside a gun where its crew may stand, ahead and to the right, as shares of the room a man needs there.
const ROUND: [(f32, f32); 12] = [
    (-0.5, -1.0),
    (-0.5, 1.0),
    (0.2, -1.0),
    (0.2, 1.0),
    (-1.0, -1.0),
    (-1.0, 1.0),
    (1.0, -1.0),
    (1.0, 1.0),
    (-1.0, -0.3),
    (-1.0, 0.4),
    (0.6, -1.6),
    (0.6, 1.6),
];

impl Cp<'_> {
    /// HM-7.2, HM-7.3: the movement cards of a limber, one more if it keeps to the road, and of a gun moved by hand.
    pub fn paces_of_engine(&self, engine: Engine, by_road: bool) -> Paces {
        let numbers = self.artillery();
        match engine {
            Engine::Limber | Engine::Wagon => {
                Paces { cards: numbers.limbered.cards + u8::from(by_road), ..numbers.limbered }
            }
            Engine::Gun => numbers.by_hand,
        }
    }

    /// HM-7.3, HM-7.5 to HM-7.7: whether a gun or limber may be declared moving.
    ///
    /// # Errors
    /// Why not.
    pub fn engine_may_move(&self, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        let name = self.name(piece);
        if self.is_wagon(piece) {
            return self.wagon_may_move(piece);
        }
        if let Some(gun) = self.gun(piece) {
            if gun.fixed {
                return refuse("HM-7.3", format!("{name} stands in a fixed work"));
            }
            if gun.limbered {
                return refuse("HM-7.3", format!("{name} is limbered: its limber moves it"));
            }
            return self.may_work(activation, gun);
        }
        if self.view.marks(piece).has(&marks::WRECKED) {
            return refuse("HM-7.7", format!("{name} cannot move again"));
        }
        let Some(gun) = self.gun_of_limber(piece) else { return refuse("HM-7.6", format!("{name} has no gun")) };
        if gun.limbered && activation.part(gun.piece) != Part::Stationary {
            return refuse("HM-7.35", format!("{} has had its action in this activation", self.name(gun.piece)));
        }
        if !gun.limbered && !self.in_command(piece) {
            return refuse("HM-7.6", format!("{name} is out of the gun leader's command"));
        }
        Ok(())
    }

    /// HM-7.2: a limber that was announced to keep to the road must do so throughout.
    ///
    /// # Errors
    /// The refusal if it leaves the road.
    pub fn check_keeps_to_road(&self, route: &Route) -> Result<(), Refusal> {
        let corners: Vec<Vec2> = route.places.iter().map(|place| place.at).collect();
        let ground = self.view.ground();
        let off = path::survey(ground, &corners).into_iter().any(|part| match part {
            Stretch::Stretch(stretch) => {
                !matches!(stretch.feature, Feature::Road(_) | Feature::Crossing(..)) && stretch.length > 1e-3
            }
            Stretch::Crossing { .. } => false,
        });
        if off {
            return refuse(
                "HM-7.2",
                format!("{} was announced to stay on the road throughout", self.name(route.piece)),
            );
        }
        Ok(())
    }

    /// HM-7.5: a gun is hooked to its limber.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn check_limber(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let gun = self.gun_in(order, activation)?;
        let name = self.name(gun.piece);
        if gun.limbered {
            return refuse("HM-7.5", format!("{name} is limbered"));
        }
        let Some(limber) = gun.limber.filter(|_| !gun.fixed) else {
            return refuse("HM-7.5", format!("{name} has no limber"));
        };
        let reach = self.artillery().limber_reach;
        // Nothing was as near at the draw of the card that has driven up since.
        let driven = activation.part(limber) != Part::Stationary;
        if self.view.gap(gun.piece, limber) > reach + 1e-4 || driven {
            return refuse("HM-7.5", format!("Limber is more than {reach:.0} inches away"));
        }
        let hooked = Outline { footprint: self.view.footprint(gun.piece), place: self.hooked(limber, gun) };
        let mut but: Vec<PieceId> = self.crew(gun).all().collect();
        but.extend([gun.piece, limber]);
        if self.lies_on_another(&hooked, &but) {
            return refuse("CP-1.5", format!("There is no room behind the limber for {name}"));
        }
        let warnings = match gun.round {
            Some(_) => vec!["The round that was declared is lost (HM-7.5)".to_owned()],
            None => Vec::new(),
        };
        Ok(Plan { summary: format!("{name} is limbered up"), warnings, ..Plan::default() })
    }

    /// HM-7.4: a gun is taken off its limber.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn check_unlimber(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let gun = self.gun_in(order, activation)?;
        let name = self.name(gun.piece);
        if !gun.limbered {
            return refuse("HM-7.4", format!("{name} is not limbered"));
        }
        let Some(heading) = order.heading else { return refuse("HM-7.4", "Say which way the gun is to face") };
        self.require_room_to_turn(gun, heading, gun.limber.as_slice())?;
        if self.unhooked(gun, heading).is_none() {
            return refuse("CP-1.5", format!("There is no room for the limber beside {name}"));
        }
        Ok(Plan { summary: format!("{name} is unlimbered"), ..Plan::default() })
    }

    /// HM-7.3: a turn in place is the crew's action.
    ///
    /// # Errors
    /// Why the gun may not be turned.
    pub fn check_turn_gun(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let gun = self.gun_in(order, activation)?;
        self.require_unlimbered(gun)?;
        let Some(heading) = order.heading else { return refuse("HM-7.3", "Say which way the gun is to face") };
        self.require_room_to_turn(gun, heading, &[])?;
        Ok(Plan { summary: format!("{} is turned", self.name(gun.piece)), ..Plan::default() })
    }

    /// CP-1.5: a gun that turns in place stands on nobody but those who go with it.
    fn require_room_to_turn(&self, gun: &Gun, heading: Heading, with_it: &[PieceId]) -> Result<(), Refusal> {
        let place = Place { facing: heading.normalized(), ..self.view.place(gun.piece) };
        let turned = Outline { footprint: self.view.footprint(gun.piece), place };
        let but: Vec<PieceId> = self.crew(gun).all().chain([gun.piece]).chain(with_it.iter().copied()).collect();
        if self.lies_on_another(&turned, &but) {
            return refuse("CP-1.5", format!("There is no room to turn {}", self.name(gun.piece)));
        }
        Ok(())
    }

    /// HM-7.5: where a gun is that is hooked to the rear of its limber.
    fn hooked(&self, limber: PieceId, gun: &Gun) -> Place {
        let place = self.view.place(limber);
        let behind = self.view.footprint(limber).half_depth() + self.view.footprint(gun.piece).half_depth();
        Place { at: place.offset(-behind, 0.0), ..place }
    }

    /// HM-7.4: where the limber of a gun goes that now faces so: behind it, or beside it where there is no room.
    fn unhooked(&self, gun: &Gun, heading: Heading) -> Option<Place> {
        let limber = gun.limber?;
        let at = Place { facing: heading.normalized(), ..self.view.place(gun.piece) };
        let (long, wide) = (self.view.footprint(limber), self.view.footprint(gun.piece));
        let behind = long.half_depth() + wide.half_depth();
        let aside = long.half_width() + wide.half_width();
        let crew: Vec<PieceId> = self.crew(gun).all().chain([gun.piece, limber]).collect();
        [(-behind, 0.0), (0.0, -aside), (0.0, aside), (behind, 0.0)]
            .into_iter()
            .map(|(ahead, right)| Place { at: at.offset(ahead, right), facing: at.facing.about() })
            .find(|place| {
                let outline = Outline { footprint: long, place: *place };
                outline.corners().iter().all(|corner| self.view.ground().on_table(*corner))
                    && !self.lies_on_another(&outline, &crew)
            })
    }

    /// Where the first of these men stands who come along with a gun that has moved: as he stood to it before if there is
    /// room, else somewhere at it. The others leave their places too.
    fn place_at_gun(&self, gun: &Gun, men: &[PieceId], before: Place) -> Option<Place> {
        let man = men[0];
        let now = self.view.place(gun.piece);
        let (wheels, base) = (self.view.footprint(gun.piece), self.view.footprint(man));
        let was = before.frame(self.view.place(man).at);
        let room = Vec2::new(wheels.half_width() + base.half_width(), wheels.half_depth() + base.half_depth()) + 0.05;
        let ring = ROUND.iter().map(|(ahead, right)| (ahead * room.y, right * room.x));
        std::iter::once((was.y, was.x))
            .chain(ring)
            .map(|(ahead, right)| Place { at: now.offset(ahead, right), facing: now.facing })
            .find(|place| {
                let outline = Outline { footprint: base, place: *place };
                let near = self.view.settings().number("crew_distance").unwrap_or(2.0);
                self.view.ground().on_table(place.at)
                    && outline.gap(&self.view.outline(gun.piece)) <= near
                    && !self.lies_on_another(&outline, men)
            })
    }
}

/// HM-7.35: what moving a gun costs its crew: a gun moved by hand, or drawn by its limber, has had its action.
pub fn declare(field: &mut Field, pieces: &[PieceId]) {
    let cp = Cp::of(field.view());
    let moved: Vec<PieceId> = pieces
        .iter()
        .filter_map(|piece| cp.gun(*piece).or(cp.gun_of_limber(*piece).filter(|gun| gun.limbered)))
        .map(|gun| gun.piece)
        .collect();
    for gun in moved {
        crew::spend(field, gun);
        let mut flow = field.resource_mut::<Flow>();
        if flow.active().part(gun) == Part::Stationary {
            flow.active_mut().set_part(gun, Part::Done);
        }
    }
}

/// Those who come along with a gun or limber that moves: the gun on its limber, and the men who serve it. Each man with
/// where the gun was.
pub fn company(cp: &Cp, mover: PieceId) -> Option<(PieceId, Vec<PieceId>, Place)> {
    let gun = cp.gun(mover).or(cp.gun_of_limber(mover).filter(|gun| gun.limbered))?;
    Some((gun.piece, cp.crew(gun).all().collect(), cp.view.place(gun.piece)))
}

/// HM-7.5, HM-7.35: the gun follows its limber, and the crew its gun.
pub fn come_along(field: &mut Field, (piece, men, before): (PieceId, Vec<PieceId>, Place)) {
    let cp = Cp::of(field.view());
    let gun = cp.gun(piece).expect("the piece is a gun");
    if let Some(limber) = gun.limber.filter(|_| gun.limbered) {
        let (from, end) = (cp.view.place(piece).at, cp.hooked(limber, gun));
        let text = format!("{} follows its limber", cp.name(piece));
        field.move_piece(piece, vec![from, end.at], end, RuleId::new("HM-7.5"), text);
    }
    for (n, man) in men.iter().copied().enumerate() {
        let cp = Cp::of(field.view());
        let gun = cp.gun(piece).expect("the piece is a gun");
        let Some(end) = cp.place_at_gun(gun, &men[n..], before) else { continue };
        let (from, text) = (cp.view.place(man).at, format!("{} goes with the gun", cp.name(man)));
        field.move_piece(man, vec![from, end.at], end, RuleId::new("HM-7.35"), text);
    }
}

/// HM-7.5: a gun on its limber leaves the table with it.
pub fn follow_off(field: &mut Field, limber: PieceId) {
    let view = field.view();
    let Some(gun) = Cp::of(view).gun_of_limber(limber).filter(|gun| gun.limbered).map(|gun| gun.piece) else { return };
    let (from, end) = (view.place(gun).at, view.place(limber));
    let text = format!("{} leaves the table with its limber", view.piece(gun).name);
    field.move_piece(gun, vec![from, end.at], end, RuleId::new("HM-7.5"), "It follows its limber");
    field.remove_piece(gun, Fate::Exited, RuleId::new("CP-5.9"), text);
}

/// HM-7.5: the gun is hooked to its limber; what was loaded is lost.
pub fn limber_up(field: &mut Field, order: &Order) {
    let piece = order.pieces[0];
    field.note(Some(order.side), RuleId::new("HM-7.5"), format!("{} is limbered up", field.view().piece(piece).name));
    crew::spend(field, piece);
    field.resource_mut::<Flow>().active_mut().set_part(piece, Part::Done);
    let company = company(&Cp::of(field.view()), piece).expect("the piece is a gun");
    gun_mut(field, piece, |gun| {
        (gun.limbered, gun.round, gun.loads, gun.dry) = (true, None, 0, false);
    });
    field.mark_piece(piece, &marks::OUT_OF_AMMO, 0, RuleId::new("HM-7.5"), "Nothing is loaded on a limbered gun");
    come_along(field, company);
    let limber = Cp::of(field.view()).gun(piece).and_then(|gun| gun.limber).expect("the order was checked");
    // What moves on has had its action as one piece.
    field.resource_mut::<Flow>().active_mut().set_part(limber, Part::Done);
}

/// HM-7.4: the gun stands where it was, facing as it is wished, empty; its limber touches it.
pub fn unlimber(field: &mut Field, book: &BookData, order: &Order) {
    let piece = order.pieces[0];
    let heading = order.heading.expect("the order was checked").normalized();
    let cp = Cp::of(field.view());
    let gun = cp.gun(piece).expect("the order was checked");
    let (limber, end) =
        (gun.limber.expect("it was limbered"), cp.unhooked(gun, heading).expect("the order was checked"));
    let name = cp.name(piece).to_owned();
    let (from, team) = (cp.view.place(limber).at, cp.name(limber).to_owned());
    field.log(
        Some(order.side),
        EventKind::Note,
        RuleId::new("HM-7.4"),
        format!("{name} is unlimbered"),
        Explained::default(),
    );
    let (_, men, before) = company(&Cp::of(field.view()), piece).expect("the piece is a gun");
    crew::spend(field, piece);
    field.resource_mut::<Flow>().active_mut().set_part(piece, Part::Done);
    gun_mut(field, piece, |gun| gun.limbered = false);
    field.turn_piece(piece, heading, RuleId::new("HM-7.4"), format!("{name} is turned"));
    field.move_piece(limber, vec![from, end.at], end, RuleId::new("HM-7.4"), format!("{team} is free"));
    come_along(field, (piece, men, before));
    crew::empty(field, book, piece);
}

/// HM-7.3: the crew turns its gun in place.
pub fn turn(field: &mut Field, order: &Order) {
    let piece = order.pieces[0];
    let heading = order.heading.expect("the order was checked").normalized();
    let name = field.view().piece(piece).name.clone();
    field.note(Some(order.side), RuleId::new("HM-7.3"), format!("The crew turns {name}"));
    let company = company(&Cp::of(field.view()), piece).expect("the piece is a gun");
    crew::spend(field, piece);
    field.resource_mut::<Flow>().active_mut().set_part(piece, Part::Done);
    field.turn_piece(piece, heading, RuleId::new("HM-7.3"), format!("{name} is turned"));
    come_along(field, company);
}
