//! Where a gun may fire, and what it needs (`AimGun`, `GunToHit`, `ShotAtBuilding`, `CanisterLine` to `ShellRange`).

use bevy::math::Vec2;
use std::collections::BTreeMap;

use crate::{
    book::{cites::Topic, grade::Grade, marks, profile::Band, rounds::Round},
    explosives::burst::Face,
    fire::shooting,
    orders::aim::PointOrPiece,
    state::guns::Gun,
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    chance::spread,
    english,
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        measure,
        position::{Heading, Place},
        sight,
        template::Template,
    },
};

/// How near the wall of a building a point must lie to be on its face, in inches.
const ON_FACE: f32 = 1.0;

/// The most friends in the line of fire who are named one by one.
const FRIENDS_NAMED: usize = 3;

/// A round that may be fired.
#[derive(Debug, Clone, PartialEq)]
pub struct GunShot {
    pub gun: PieceId,
    /// The round that is loaded.
    pub round: Round,
    /// The target point, in inches.
    pub point: Vec2,
    /// The building face it is fired at, if any, with inches along the face and up.
    pub face: Option<(Face, f32, f32)>,
    /// CP-8.5: the man that observes for the crew, if it does not see the point.
    pub observer: Option<PieceId>,
    /// The column of the to-hit draw; empty for a solid shot at troops, which always deviates.
    pub column: Explained,
}

impl GunShot {
    /// The holes needed; a column under 1 counts as 1 (CP-6.3).
    pub fn holes(&self) -> i8 {
        (self.column.total() as i8).max(1)
    }
}

/// A swath of canister (`CanisterSwath`): its centreline, and a rectangle for each band.
#[derive(Debug, Clone, PartialEq)]
pub struct Swath {
    /// The muzzle, looking along the centreline.
    pub from: Place,
    /// The bands with their rectangles, the nearest first.
    pub bands: Vec<(Band, Template)>,
    /// Inches from the muzzle within which figures are hit without a draw (`CanisterNear`).
    pub sure: f32,
}

impl Swath {
    /// The band in which a point lies, if it lies in the swath.
    pub fn band(&self, point: Vec2) -> Option<Band> {
        self.bands.iter().find(|(_, template)| template.holds(point)).map(|(band, _)| *band)
    }
}

impl SkirmishView<'_> {
    /// `GunAmmunition`: whether a gun's limber is near enough to its leader to bring ammunition; a gun on a ship or in
    /// a fixed work needs none.
    pub fn limber_in_command(&self, gun: &Gun) -> bool {
        gun.fixed || gun.limber.is_some_and(|limber| self.in_command(limber))
    }

    /// `GunToHit`: the Accuracy of a gun: its leader's if he is present and unstunned, else the crew's.
    fn gun_accuracy(&self, gun: &Gun) -> (Grade, String) {
        let busy = self
            .view
            .resource::<crate::state::sequence_of_play::SequenceOfPlay>()
            .activation
            .as_ref()
            .and_then(|a| a.busy);
        let leader = self.leader_of(gun.unit).filter(|leader| {
            let near = self.view.gap(*leader, gun.piece) <= self.radius(*leader);
            near && !self.stunned(*leader) && Some(*leader) != busy
        });
        match leader {
            Some(leader) => {
                let accuracy = self.soldier(leader).accuracy;
                (accuracy, format!("{accuracy}, {} lays the gun", self.name(leader)))
            }
            None => {
                let accuracy = self.section(gun.unit).accuracy;
                (accuracy, format!("{accuracy} crew"))
            }
        }
    }

    /// `GunToHit`: the column of a to-hit draw at a point.
    fn gun_column(&self, gun: &Gun, band: Band, distance: f32) -> Explained {
        let numbers = self.numbers();
        let (accuracy, who) = self.gun_accuracy(gun);
        let mut column =
            Explained::base(self.cites(Topic::GunToHit), who, f32::from(numbers.start_column.of(accuracy)));
        let label = format!("{distance:.0} inches is {}", band.word());
        column.add(self.cites(Topic::GunTable), label, f32::from(self.band_shift(band)));
        column
    }

    /// `LimberHit`, `LoadGun`: whether a gun is loaded.
    ///
    /// # Errors
    /// If it is not, with the markers that are left.
    pub fn require_loaded(&self, gun: &Gun) -> Result<Round, Refusal> {
        self.require_unlimbered(gun)?;
        let left = self.view.mark(gun.piece, &marks::OUT_OF_AMMO);
        match gun.round.filter(|_| left == 0) {
            Some(round) => Ok(round),
            None => refuse(self.cites(Topic::LoadGun), format!("{}: not loaded", self.name(gun.piece))),
        }
    }

    /// `AimGun`: a round at a point, or at a point of a building's face on a storey.
    ///
    /// # Errors
    /// If the point lies outside the arc or the range of the gun, if its crew does not see it, or if the round cannot
    /// be fired at it.
    pub fn gun_shot(&self, gun: &Gun, at: PointOrPiece, storey: Option<u8>) -> Result<GunShot, Refusal> {
        let round = self.require_loaded(gun)?;
        let name = self.name(gun.piece);
        let place = self.view.place(gun.piece);
        let (point, seen) = match at {
            PointOrPiece::Piece(piece) => (self.view.place(piece).at, self.view.outline(piece)),
            PointOrPiece::Point(point) => {
                let footprint = Footprint::Circle { diameter: 0.1 };
                (point, Outline { footprint, place: Place { at: point, facing: place.facing, floor: 0 } })
            }
        };
        let face = match storey {
            Some(storey) => Some(self.point_on_face(place.at, point, storey)?),
            None => None,
        };
        let arc = self.settings().guns.gun_arc;
        if !measure::in_arc(&place, arc, point) {
            let bearing = place.bearing_to(point);
            let whole = 2.0 * arc;
            let reason =
                format!("{name}: outside its {whole:.0}-degree arc ({bearing:.0} degrees): turn the gun first");
            return refuse(self.cites(Topic::AimGun), reason);
        }
        let distance = place.at.distance(point);
        let band = self.gun_band(gun, round, distance)?;
        let eye = self.view.outline(gun.piece);
        let observer = match face.is_some() || sight::is_seen(self.view.ground(), self.sight_rule(), &eye, &seen) {
            true => None,
            false => Some(self.observer_for(gun, round, &seen)?),
        };
        let column = match observer {
            Some(man) => self.mission_column(self.soldier(man).accuracy),
            None if round == Round::Shot && face.is_none() => Explained::default(),
            None => self.gun_column(gun, band, distance),
        };
        Ok(GunShot { gun: gun.piece, round, point, face, observer, column })
    }

    /// `GunTable`, `ShellRange`: the band of a round at a distance.
    fn gun_band(&self, gun: &Gun, round: Round, distance: f32) -> Result<Band, Refusal> {
        let kind = self.gun_kind(gun);
        let beyond = |most: f32| {
            let what = round.word();
            refuse(self.cites(Topic::AimGun), format!("Out of range: {distance:.1} inches, {what} carries {most:.0}"))
        };
        let banded = |short: f32, medium: f32, long: f32| match distance {
            d if d <= short => Ok(Band::Short),
            d if d <= medium => Ok(Band::Medium),
            d if d <= long => Ok(Band::Long),
            _ => beyond(long),
        };
        match round {
            Round::Shot => banded(kind.shot.0, kind.shot.1, kind.shot.2),
            Round::Canister => {
                let (short, medium, long) = kind.canister;
                banded(short, medium, long.unwrap_or(medium))
            }
            Round::Shell | Round::Case => {
                let (least, most) = kind.shell.unwrap_or_default();
                if distance < least {
                    let reason = format!("Target closer than minimum range: {distance:.1} of {least:.0} inches");
                    return refuse(self.cites(Topic::ShellRange), reason);
                }
                if distance > most { beyond(most) } else { Ok(Band::Long) }
            }
        }
    }

    /// CP-8.8: a point on the face of a building, at the middle of a storey.
    fn point_on_face(&self, from: Vec2, point: Vec2, storey: u8) -> Result<(Face, f32, f32), Refusal> {
        let terrain = self.view.terrain();
        let near = |n: &usize| {
            let outline = &terrain.buildings[*n].outline;
            measure::inside(point, outline) || measure::distance_to_edge(point, outline) <= ON_FACE
        };
        let Some(building) = (0..terrain.buildings.len()).find(near) else {
            return refuse("CP-8.8", "There is no building at that point");
        };
        let Some(face) = self.face_at(building, point, from) else {
            return refuse("CP-8.8", "No wall of that building looks toward the gun");
        };
        let high = terrain.buildings[building].storeys;
        if storey == 0 || storey > high {
            return refuse(self.cites(Topic::ShotAtBuilding), format!("That building has {high} storeys"));
        }
        let s = (point - face.left).dot(Heading::from_to(face.left, face.right).forward()).clamp(0.0, face.length());
        Ok((face, s, (f32::from(storey) - 0.5) * self.story_height()))
    }

    /// `CanisterSwath`: the swath of a gun's canister along a centreline.
    pub fn swath(&self, gun: &Gun, along: Heading) -> Swath {
        let from = Place { at: self.view.place(gun.piece).at, facing: along, floor: 0 };
        let (short, medium, long) = self.gun_kind(gun).canister;
        let widths = self.settings().guns.canister_half_widths;
        let ends =
            [(Band::Short, Some(short)), (Band::Medium, Some(medium)), (Band::Long, long)].into_iter().zip(widths);
        let mut begin = 0.0;
        let mut bands = Vec::new();
        for ((band, end), half_width) in ends {
            let Some(end) = end else { break };
            let (near, far) = (from.offset(begin, 0.0), from.offset(end, 0.0));
            bands.push((band, Template::Strip { from: near, to: far, half_width }));
            begin = end;
        }
        Swath { from, bands, sure: short / 2.0 }
    }

    /// `CanisterSwath`, `CanisterUnits`: the men in a swath that the gun sees, unit after unit, each with his band and
    /// the number of his unit in the order of their nearest men. The men that serve the gun stand clear of it.
    pub fn men_in_swath(&self, gun: &Gun, swath: &Swath) -> Vec<(PieceId, Band, usize)> {
        let crew = self.crew(gun);
        let eye = self.view.outline(gun.piece);
        let along = |piece: PieceId| swath.from.frame(self.view.place(piece).at).y;
        let mut men: Vec<(PieceId, Band)> = self
            .view
            .pieces()
            .filter(|piece| self.view.in_play(*piece) && self.is_man(*piece))
            .filter(|piece| !crew.all().any(|man| man == *piece))
            // `CanisterAtBuilding`: in buildings canister strikes the ground floor only.
            .filter(|piece| self.view.place(*piece).floor == 0)
            .filter_map(|piece| Some((piece, swath.band(self.view.place(piece).at)?)))
            .filter(|(piece, _)| {
                sight::is_seen(self.view.ground(), self.sight_rule(), &eye, &self.view.outline(*piece))
            })
            .collect();
        men.sort_by(|a, b| along(a.0).total_cmp(&along(b.0)).then(a.0.cmp(&b.0)));
        let mut units = Vec::new();
        for (piece, _) in &men {
            let unit = self.view.unit_of(*piece);
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        let place = |piece: PieceId| units.iter().position(|unit| *unit == self.view.unit_of(piece)).unwrap_or(0);
        let mut men: Vec<(PieceId, Band, usize)> =
            men.into_iter().map(|(piece, band)| (piece, band, place(piece))).collect();
        men.sort_by_key(|(.., unit)| *unit);
        men
    }

    /// `Canister` to `CanisterUnits`: the column, in holes, on which a card hits a man in the swath; none if he is hit
    /// without a draw.
    pub fn canister_column(
        &self,
        gun: &Gun,
        swath: &Swath,
        man: PieceId,
        band: Band,
        unit: usize,
    ) -> Option<Explained> {
        let along = swath.from.frame(self.view.place(man).at).y;
        if along <= swath.sure {
            return None;
        }
        let kind = self.gun_kind(gun);
        let numbers = self.numbers();
        let start = f32::from(numbers.start_column.of(kind.canister_accuracy));
        let mut column = Explained::base(self.cites(Topic::Canister), format!("canister of a {}", kind.name), start);
        let shift = self.band_shift(band);
        column.add(self.cites(Topic::Canister), format!("{along:.0} inches is {}", band.word()), f32::from(shift));
        if unit > 0 {
            column.add(self.cites(Topic::CanisterUnits), "a further unit", f32::from(self.artillery().further_unit));
        }
        Some(column)
    }

    /// `AimGun`: what a round would do: its odds, what it would cover if it flew straight, and which of the own men are
    /// in danger.
    ///
    /// # Errors
    /// If the gun cannot be worked, is on its limber or not loaded, or if the point may not be fired at.
    pub fn check_fire(&self, order: &Order) -> Found<GunShot> {
        let gun = self.gun_in(order)?;
        if self.fires_as(gun).is_some() {
            return refuse(self.cites(Topic::DeclareRound), format!("{} fires no rounds", self.name(gun.piece)));
        }
        let shot = self.gun_shot(
            gun,
            PointOrPiece::of(order, self.cites(Topic::AimGun))?,
            order.number.map(|number| number as u8),
        )?;
        Ok((self.plan_of_shot(gun, &shot), shot))
    }

    /// `AimGun`: whether a gun may try to fire as a reaction.
    ///
    /// # Errors
    /// If the piece is no gun, if guns do not react in this battle, or if the gun cannot be worked or is not loaded.
    pub fn gun_may_react(&self, piece: PieceId) -> Result<(), Refusal> {
        let name = self.name(piece);
        let Some(gun) = self.gun(piece) else { return refuse("CP-10.1", format!("{name} is no man")) };
        if !self.settings().guns.gun_reaction_fire {
            return refuse(self.cites(Topic::AimGun), "Guns do not fire as a reaction in this battle");
        }
        if self.fires_as(gun).is_some() {
            if gun.limbered || self.hands_at(piece).is_empty() {
                return refuse("CP-6.12", format!("Nobody is free to serve {name}"));
            }
            return self.fit_to_shoot(piece).map_err(|why| self.refuse_shot(piece, why));
        }
        if self.load_time(gun).is_none() {
            return refuse(self.cites(Topic::LoadGun), format!("{name} cannot be worked"));
        }
        self.require_loaded(gun).map(|_| ())
    }

    /// `AimGun`: the round that a gun may fire at a mover as a reaction.
    ///
    /// # Errors
    /// If the piece is no gun, if its crew does not see the mover, or if the gun may not be fired at him.
    pub fn gun_reaction(&self, piece: PieceId, mover: PieceId) -> Result<GunShot, Refusal> {
        self.gun_may_react(piece)?;
        let Some(gun) = self.gun(piece) else { return refuse("CP-10.1", "That is no gun") };
        let shot = self.gun_shot(gun, PointOrPiece::Piece(mover), None)?;
        match shot.observer {
            Some(_) => {
                refuse(self.cites(Topic::AimGun), format!("The crew of {} does not see the target", self.name(piece)))
            }
            None => Ok(shot),
        }
    }

    fn plan_of_shot(&self, gun: &Gun, shot: &GunShot) -> Plan {
        let at = self.view.place(gun.piece).at;
        let along = Heading::from_to(at, shot.point);
        let (mut templates, mut men): (Vec<Template>, Vec<PieceId>) = (Vec::new(), Vec::new());
        let mut odds = Vec::new();
        match (shot.round, shot.face) {
            (Round::Shot, None) => {
                let track = self.track(gun.piece, shot.point);
                templates.push(track.dangerous(self.artillery().beside_track));
                for crossed in self.crossed_by(&track) {
                    men.push(crossed.man);
                    let icon = if crossed.formed {
                        self.artillery().close_order_icon
                    } else {
                        self.artillery().open_order_icon
                    };
                    odds.push(Odds {
                        label: format!("{}, if it flies straight", self.name(crossed.man)),
                        explained: Explained::default(),
                        needs: "Needs a burst icon".into(),
                        chance: self.chance_of_icon(icon),
                        then: Vec::new(),
                    });
                }
            }
            (Round::Canister, _) => {
                let swath = self.swath(gun, along);
                templates.extend(swath.bands.iter().map(|(_, template)| *template));
                for (man, band, unit) in self.men_in_swath(gun, &swath) {
                    men.push(man);
                    let column = self.canister_column(gun, &swath, man, band, unit);
                    let holes = column.as_ref().map_or(0, |column| column.total() as i8);
                    odds.push(Odds {
                        label: self.name(man).to_owned(),
                        explained: column.unwrap_or_default(),
                        needs: if holes == 0 { "Is hit without a draw".into() } else { shooting::needs(holes) },
                        chance: if holes == 0 { 1.0 } else { self.chance_of_holes(holes) },
                        then: Vec::new(),
                    });
                }
            }
            (Round::Shell, _) => templates.push(self.round_template(self.artillery().shell_template, shot.point)),
            (Round::Case, _) => templates.push(self.cone(self.artillery().case_template, shot.point, along)),
            (Round::Shot, Some(_)) => {}
        }
        let taken: Vec<(PieceId, f32)> = men.iter().copied().zip(odds.iter().map(|odds| odds.chance)).collect();
        if !shot.column.is_empty() {
            odds.insert(
                0,
                Odds {
                    label: format!("{} at the point", self.name(gun.piece)),
                    explained: shot.column.clone(),
                    needs: format!("{}, or it deviates", shooting::needs(shot.holes())),
                    chance: self.chance_of_holes(shot.holes()),
                    then: Vec::new(),
                },
            );
        }
        if matches!(shot.round, Round::Shell | Round::Case) {
            men.extend(templates.iter().flat_map(|template| self.men_under(template, shot.point)));
        }
        let side = self.view.side_of_unit(gun.unit);
        let friends: Vec<PieceId> = men.iter().copied().filter(|man| self.view.side_of(*man) == side).collect();
        let warnings = self.warnings_of_friends(&friends, &taken);
        let enemies: Vec<(PieceId, f32)> = taken.iter().copied().filter(|(man, _)| !friends.contains(man)).collect();
        let distribution =
            if enemies.len() > 1 { spread(enemies.iter().map(|(_, chance)| *chance)) } else { Vec::new() };
        let distance = at.distance(shot.point);
        let observed = shot.observer.map_or(String::new(), |man| format!(", observed by {}", self.name(man)));
        let round = shot.round.word();
        let average = self.averages(&enemies);
        let summary = format!("{} fires {round} at {distance:.0} inches{observed}{average}", self.name(gun.piece));
        Plan { summary, odds, distribution, templates, struck: taken, warnings, ..Plan::default() }
    }

    /// What is said of friends in the line of fire, by the chances to be hit.
    fn warnings_of_friends(&self, friends: &[PieceId], chances: &[(PieceId, f32)]) -> Vec<String> {
        let rule = self.cites(Topic::AimGun);
        let share = |friend: &PieceId| chances.iter().find(|(man, _)| man == friend).map_or(0.0, |(_, chance)| *chance);
        if friends.len() > FRIENDS_NAMED {
            let mean: f32 = friends.iter().map(share).sum();
            let text = format!("{} of your own men are in the line of fire", friends.len());
            return vec![format!("{text}, {mean:.1} hit on average ({rule})")];
        }
        let warning = |friend: &PieceId| {
            let name = self.name(*friend);
            let chance = match share(friend) {
                0.0 => String::new(),
                share => format!(", {:.0} % to be hit", share * 100.0),
            };
            format!("{name} of yours is in the line of fire{chance} ({rule})")
        };
        friends.iter().map(warning).collect()
    }

    /// How many men of each unit are hit on average, in words.
    fn averages(&self, men: &[(PieceId, f32)]) -> String {
        let mut units: BTreeMap<UnitId, f32> = BTreeMap::new();
        for (man, chance) in men {
            *units.entry(self.view.unit_of(*man)).or_default() += chance;
        }
        let told: Vec<String> =
            units.into_iter().map(|(unit, mean)| format!("{mean:.1} of {}", self.unit_name(unit))).collect();
        if told.is_empty() { String::new() } else { format!("; hit on average {}", english::list(&told)) }
    }
}
