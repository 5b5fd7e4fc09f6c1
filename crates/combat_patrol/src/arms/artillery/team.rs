//! Limbers (`LimberedMove` to `LimberHit`): hooking up, moving with the crew, guns moved by hand.

use super::{crew, gun_mut};
use crate::{
    book::{cites::Topic, marks, profile::Engine},
    movement::{allowance::Others, company::come_along, room::Company},
    state::{
        activity::{self, Activity},
        guns::Gun,
        sequence_of_play::FigureAction,
    },
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId},
    orders::{Order, Plan, Refusal},
    procedure::{Found, plainly},
    shared::refuse,
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// A gun that is taken off its limber (`Unlimber`).
#[derive(Debug, Clone, PartialEq)]
pub struct Unhooked {
    /// The gun and the men who serve it, where they will stand.
    pub company: Company,
    pub limber: PieceId,
    /// Where the limber goes.
    pub end: Place,
}

impl SkirmishView<'_> {
    /// `Manhandle`, `LimberUp` to `LimberHit`: whether a gun or limber may be declared moving.
    ///
    /// # Errors
    /// If it stands in a fixed work, is wrecked or hooked to a limber, if a limber has no gun, if it or its crew has
    /// had its action, or if it is out of command.
    pub fn engine_may_move(&self, piece: PieceId) -> Result<(), Refusal> {
        let name = self.name(piece);
        if self.engine(piece) == Some(Engine::Own) {
            return refuse("CP-1.1", format!("{name} does not march as men do"));
        }
        if self.is_wagon(piece) {
            return self.wagon_may_move(piece);
        }
        if let Some(gun) = self.gun(piece) {
            if gun.fixed {
                return refuse(self.cites(Topic::Manhandle), format!("{name} stands in a fixed work"));
            }
            if gun.limbered {
                return refuse(self.cites(Topic::Manhandle), format!("{name} is limbered: its limber moves it"));
            }
            return self.may_work(gun);
        }
        if self.view.marks(piece).has(&marks::WRECKED) {
            return refuse(self.cites(Topic::LimberHit), format!("{name} cannot move again"));
        }
        let Some(gun) = self.gun_of_limber(piece) else {
            return refuse(self.cites(Topic::LimberCommand), format!("{name} has no gun"));
        };
        if gun.limbered && self.part(gun.piece) != FigureAction::Stationary {
            return refuse(
                self.cites(Topic::CrewAction),
                format!("{} has had its action in this activation", self.name(gun.piece)),
            );
        }
        if !gun.limbered && !self.in_command(piece) {
            return refuse(self.cites(Topic::LimberCommand), format!("{name} is out of the gun leader's command"));
        }
        Ok(())
    }

    /// `LimberUp`: a gun is hooked to its limber.
    ///
    /// # Errors
    /// If the gun cannot be worked, is limbered already, has no limber or none near, or if those who serve it have no
    /// room.
    pub fn check_limber(&self, order: &Order) -> Found<Company> {
        let gun = self.gun_in(order)?;
        let name = self.name(gun.piece);
        if gun.limbered {
            return refuse(self.cites(Topic::LimberUp), format!("{name} is limbered"));
        }
        let Some(limber) = gun.limber.filter(|_| !gun.fixed) else {
            return refuse(self.cites(Topic::LimberUp), format!("{name} has no limber"));
        };
        let reach = self.artillery().limber_reach;
        // A limber that has driven up since was not as near at the draw of the card.
        let driven = self.part(limber) != FigureAction::Stationary;
        if self.view.gap(gun.piece, limber) > reach + 1e-4 || driven {
            return refuse(self.cites(Topic::LimberUp), format!("Limber is more than {reach:.0} inches away"));
        }
        let hooked = self.hooked(limber, self.view.place(limber), gun);
        let company = self.company_of(gun, hooked, None, Others::default())?;
        let warnings = match gun.round {
            Some(_) => vec![format!("The round that was declared is lost ({})", self.cites(Topic::LimberUp))],
            None => Vec::new(),
        };
        Ok((Plan { summary: format!("{name} is limbered up"), warnings, ..Plan::default() }, company))
    }

    /// `Unlimber`: a gun is taken off its limber.
    ///
    /// # Errors
    /// If the gun cannot be worked or is not limbered, if the order gives no facing, or if gun, limber or crew have no
    /// room.
    pub fn check_unlimber(&self, order: &Order) -> Found<Unhooked> {
        let gun = self.gun_in(order)?;
        let name = self.name(gun.piece);
        if !gun.limbered {
            return refuse(self.cites(Topic::Unlimber), format!("{name} is not limbered"));
        }
        let Some(heading) = order.heading else {
            return refuse(self.cites(Topic::Unlimber), "Say which way the gun is to face");
        };
        plainly(format!("{name} is unlimbered"), self.unlimbered(gun, heading)?)
    }

    /// `Manhandle`: a turn in place is the crew's action.
    ///
    /// # Errors
    /// If the gun cannot be worked or is on its limber, if the order gives no facing, or if those who serve it have no
    /// room.
    pub fn check_turn_gun(&self, order: &Order) -> Found<Company> {
        let gun = self.gun_in(order)?;
        self.require_unlimbered(gun)?;
        self.chapters().may_march(self, gun.piece)?;
        let Some(heading) = order.heading else {
            return refuse(self.cites(Topic::Manhandle), "Say which way the gun is to face");
        };
        plainly(format!("{} is turned", self.name(gun.piece)), self.turned(gun, heading)?)
    }

    /// `Manhandle`: a gun turned in place, with the men who serve it.
    fn turned(&self, gun: &Gun, heading: Heading) -> Result<Company, Refusal> {
        let place = Place { facing: heading.normalized(), ..self.view.place(gun.piece) };
        self.company_of(gun, place, None, Others::default())
    }

    /// `Unlimber`: a gun taken off its limber with the men who serve it, and where the limber goes.
    fn unlimbered(&self, gun: &Gun, heading: Heading) -> Result<Unhooked, Refusal> {
        let Some((limber, end)) = gun.limber.zip(self.unhooked(gun, heading)) else {
            return refuse("CP-1.5", format!("There is no room for the limber beside {}", self.name(gun.piece)));
        };
        let place = Place { facing: heading.normalized(), ..self.view.place(gun.piece) };
        let company = self.company_of(gun, place, Some((limber, end)), Others::default())?;
        Ok(Unhooked { company, limber, end })
    }

    /// `Unlimber`: where the limber of a gun goes that now has this heading: behind it, or beside it where there is no
    /// room.
    fn unhooked(&self, gun: &Gun, heading: Heading) -> Option<Place> {
        let limber = gun.limber?;
        let at = Place { facing: heading.normalized(), ..self.view.place(gun.piece) };
        let (long, wide) = (self.view.footprint(limber), self.view.footprint(gun.piece));
        let behind = long.half_depth() + wide.half_depth();
        let aside = long.half_width() + wide.half_width();
        let crew: Vec<PieceId> = self.crew(gun).all().chain([gun.piece, limber]).collect();
        [(-behind, 0.0), (0.0, -aside), (0.0, aside), (behind, 0.0)]
            .into_iter()
            .map(|(ahead, right)| Place { at: at.offset(ahead, right), facing: at.facing.about(), floor: 0 })
            .find(|place| {
                let outline = Outline { footprint: long, place: *place };
                outline.corners().iter().all(|corner| self.view.ground().on_table(*corner))
                    && !self.lies_on_another(&outline, &crew)
            })
    }
}

/// `CrewAction`: charges the crew for moving a gun: a gun moved by hand, or drawn by its limber, has had its action.
pub fn declare(battle: &mut BattleMut, pieces: &[PieceId]) {
    let cp = SkirmishView::of(battle.view());
    let moved: Vec<PieceId> = pieces
        .iter()
        .filter_map(|piece| cp.gun(*piece).or(cp.gun_of_limber(*piece).filter(|gun| gun.limbered)))
        .map(|gun| gun.piece)
        .collect();
    for gun in moved {
        crew::spend(battle, gun);
        if Activity::of(&battle.view(), gun).part() == FigureAction::Stationary {
            activity::done(battle, gun);
        }
    }
}

/// `LimberUp`: takes a gun off the table with the limber that draws it.
pub fn follow_off(battle: &mut BattleMut, limber: PieceId) {
    let view = battle.view();
    let Some(gun) = SkirmishView::of(view).gun_of_limber(limber).filter(|gun| gun.limbered).map(|gun| gun.piece) else {
        return;
    };
    let (from, end) = (view.place(gun).at, view.place(limber));
    let name = view.piece(gun).name.clone();
    let text = format!("{name} leaves the table with its limber");
    battle.move_piece(
        gun,
        vec![from, end.at],
        end,
        RuleId::new(cites(battle, Topic::LimberUp)),
        format!("{name} follows its limber"),
    );
    battle.remove_piece(gun, Fate::Exited, RuleId::new("CP-5.9"), text);
}

/// `LimberUp`: hooks the gun to its limber; a loaded round is lost.
pub fn limber_up(battle: &mut BattleMut, order: &Order, company: &Company) {
    let piece = order.pieces[0];
    battle.note(
        Some(order.side),
        RuleId::new(cites(battle, Topic::LimberUp)),
        format!("{} is limbered up", battle.view().piece(piece).name),
    );
    crew::spend(battle, piece);
    activity::done(battle, piece);
    let mut limber = None;
    gun_mut(battle, piece, |gun| {
        (gun.limbered, gun.round, gun.loads, gun.dry) = (true, None, 0, false);
        limber = gun.limber;
    });
    let cp = SkirmishView::of(battle.view());
    // A gun that fires no rounds keeps its jam.
    if cp.gun(piece).is_some_and(|gun| cp.fires_as(gun).is_none()) {
        let rule = RuleId::new(cites(battle, Topic::LimberUp));
        battle.mark_piece(piece, &marks::OUT_OF_AMMO, 0, rule, "Nothing is loaded on a limbered gun");
    }
    come_along(battle, company);
    // A gun and limber that move on as one piece have had their action.
    if let Some(limber) = limber {
        activity::done(battle, limber);
    }
}

/// `Unlimber`: puts the gun down where it was, empty, with the heading that was ordered; its limber touches it.
pub fn unlimber(battle: &mut BattleMut, book: &BookData, order: &Order, unhooked: &Unhooked) {
    let Unhooked { company, limber, end } = unhooked;
    let (piece, limber, end) = (company.gun, *limber, *end);
    let cp = SkirmishView::of(battle.view());
    let name = cp.name(piece).to_owned();
    let (from, team) = (cp.view.place(limber).at, cp.name(limber).to_owned());
    battle.log(
        Some(order.side),
        EventKind::Note,
        RuleId::new(cites(battle, Topic::Unlimber)),
        format!("{name} is unlimbered"),
        Explained::default(),
    );
    crew::spend(battle, piece);
    activity::done(battle, piece);
    gun_mut(battle, piece, |gun| gun.limbered = false);
    battle.turn_piece(
        piece,
        company.place.facing,
        RuleId::new(cites(battle, Topic::Unlimber)),
        format!("{name} is turned"),
    );
    battle.move_piece(
        limber,
        vec![from, end.at],
        end,
        RuleId::new(cites(battle, Topic::Unlimber)),
        format!("{team} is free"),
    );
    come_along(battle, company);
    crew::empty(battle, book, piece);
}

/// `Manhandle`: turns a gun in place with its crew.
pub fn turn(battle: &mut BattleMut, order: &Order, company: &Company) {
    let piece = company.gun;
    let name = battle.view().piece(piece).name.clone();
    battle.note(Some(order.side), RuleId::new(cites(battle, Topic::Manhandle)), format!("The crew turns {name}"));
    crew::spend(battle, piece);
    activity::done(battle, piece);
    battle.turn_piece(
        piece,
        company.place.facing,
        RuleId::new(cites(battle, Topic::Manhandle)),
        format!("{name} is turned"),
    );
    come_along(battle, company);
}
