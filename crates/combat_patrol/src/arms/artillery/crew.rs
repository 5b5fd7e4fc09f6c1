//! The crew of a gun (`GunCrew`), loading (`LoadGun` to `DeclareRound`), helpers (`HelpAtGun`).

use bevy::math::Vec2;

use super::gun_mut;
use crate::{
    book::{cites::Topic, marks, profile::Engine, rounds::Round},
    state::{
        activity,
        guns::{Gun, Guns},
        sequence_of_play::{Activation, FigureAction},
    },
    view::{
        guns::Crew,
        rulebook::{BookData, SkirmishView, cites},
    },
};
use grapeshot_floor::{
    english::does,
    events::RuleId,
    forces::PieceId,
    orders::{Order, Refusal},
    procedure::{Found, plainly},
    shared::refuse,
    turn::BattleMut,
};

/// What a load action does (`LoadGun`, `DeclareRound`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loading {
    /// The declared round is taken out of the gun.
    Draw,
    /// The crew loads.
    Load {
        /// The round that is declared with it, if it is the first load action.
        declares: Option<Round>,
        /// Whether the gun is loaded after it.
        last: bool,
    },
}

impl SkirmishView<'_> {
    /// `LoadGun`: the strength of a crew in gunners; several helpers count as one.
    pub fn strength(&self, gun: &Gun) -> usize {
        self.strength_of(&self.crew(gun))
    }

    fn strength_of(&self, crew: &Crew) -> usize {
        crew.gunners.len() + crew.helpers.len() / self.artillery().helpers_for_a_gunner
    }

    /// `LoadGun`, `CrewAction`: the men of a crew that still have the action which working the gun takes.
    fn free_crew(&self, gun: &Gun) -> Crew {
        let free = |piece: &PieceId| self.part(*piece) == FigureAction::Stationary;
        let mut crew = self.crew(gun);
        crew.gunners.retain(free);
        crew.helpers.retain(free);
        crew
    }

    /// `LoadGun`, `HelpAtGun`: the load actions that the present crew needs in all; none if it cannot work the gun.
    pub fn load_time(&self, gun: &Gun) -> Option<u8> {
        self.load_time_with(gun, 0)
    }

    /// The load actions that the crew would need with `stronger` men more.
    pub fn load_time_with(&self, gun: &Gun, stronger: usize) -> Option<u8> {
        self.load_time_of(&self.crew(gun), stronger)
    }

    fn load_time_of(&self, crew: &Crew, stronger: usize) -> Option<u8> {
        let (quick, slow, slowest) = self.artillery().loading;
        let full = usize::from(self.settings().guns.crew_size);
        let strength = self.strength_of(crew) + stronger;
        if crew.gunners.len() < self.artillery().fewest_gunners {
            None
        } else if 3 * strength > 2 * full {
            Some(quick)
        } else if 3 * strength > full {
            Some(slow)
        } else {
            Some(slowest)
        }
    }

    /// `LoadingLosses`: the markers that lie on a gun that is not loaded yet.
    fn markers_left(&self, gun: &Gun) -> u8 {
        self.left_to(gun, &self.crew(gun))
    }

    /// `LoadingLosses`: the load actions that these men still need.
    fn left_to(&self, gun: &Gun, crew: &Crew) -> u8 {
        let needed = self.load_time_of(crew, 0).unwrap_or(self.artillery().loading.2) + u8::from(gun.dry);
        needed.saturating_sub(gun.loads).max(1)
    }

    /// `CrewAction`: whether the crew can do anything with its gun in this activation.
    ///
    /// # Errors
    /// If the gun or its crew has had its action, or if too few unstunned gunners are at it.
    pub fn may_work(&self, gun: &Gun) -> Result<(), Refusal> {
        let name = self.name(gun.piece);
        if self.part(gun.piece) != FigureAction::Stationary {
            return refuse(self.cites(Topic::CrewAction), format!("{name} has had its action in this activation"));
        }
        let crew = self.crew(gun);
        if crew.gunners.len() < self.artillery().fewest_gunners {
            let reason = format!("{name} cannot be worked: {} unstunned gunners are at it", crew.gunners.len());
            return refuse(self.cites(Topic::LoadGun), reason);
        }
        // A man that moves, or has done something else, does not serve.
        if self.free_crew(gun).gunners.len() < self.artillery().fewest_gunners {
            return refuse(self.cites(Topic::CrewAction), format!("The crew of {name} has used its action"));
        }
        Ok(())
    }

    /// The one gun that an order names, ready to be worked.
    ///
    /// # Errors
    /// If the order names no gun, or one that cannot be worked.
    pub fn gun_in(&self, order: &Order) -> Result<&Gun, Refusal> {
        let [piece] = order.pieces.as_slice() else { return refuse(self.cites(Topic::CrewAction), "Name the gun") };
        let Some(gun) = self.gun(*piece) else {
            return refuse(self.cites(Topic::CrewAction), format!("{} is no gun", self.name(*piece)));
        };
        self.may_work(gun)?;
        Ok(gun)
    }

    /// A gun that stands ready for action, not on its limber.
    ///
    /// # Errors
    /// The refusal if it is limbered.
    pub fn require_unlimbered(&self, gun: &Gun) -> Result<(), Refusal> {
        if gun.limbered {
            return refuse(self.cites(Topic::Unlimber), format!("{} is limbered", self.name(gun.piece)));
        }
        Ok(())
    }

    /// `DeclareRound`, `GunTable`: whether a gun has this round.
    ///
    /// # Errors
    /// If guns of its kind do not fire it, or if the side has none.
    pub fn require_round(&self, gun: &Gun, round: Round) -> Result<(), Refusal> {
        let kind = self.gun_kind(gun);
        if matches!(round, Round::Shell | Round::Case) && kind.shell.is_none() {
            return refuse(self.cites(Topic::GunTable), format!("A {} fires no {}", kind.name, round.word()));
        }
        let flag = &self.view.side_named(self.view.side_of_unit(gun.unit)).flag;
        if round == Round::Case && !self.settings().guns.spherical_case.contains(flag) {
            return refuse(self.cites(Topic::DeclareRound), format!("The {flag} have no spherical case"));
        }
        Ok(())
    }

    /// `LoadGun`, `DeclareRound`: a load action. With the first one the round is declared.
    ///
    /// # Errors
    /// If the gun cannot be worked or is on its limber, if it is loaded or out of ammunition, or if the round is not
    /// declared, declared already, or none that it has.
    pub fn check_load(&self, order: &Order) -> Found<Loading> {
        let gun = self.gun_in(order)?;
        self.require_unlimbered(gun)?;
        let name = self.name(gun.piece);
        if self.fires_as(gun).is_some() {
            return refuse(self.cites(Topic::LoadGun), format!("{name} fires no rounds"));
        }
        let named = order.choice.as_deref().and_then(Round::named);
        let left = self.view.mark(gun.piece, &marks::OUT_OF_AMMO);
        let another = named.is_some() && gun.round.is_some() && named != gun.round;
        if another {
            if !self.settings().guns.change_declared_round {
                return refuse(
                    self.cites(Topic::DeclareRound),
                    format!("{name}: the round is declared, and only that round may be fired"),
                );
            }
            return plainly(format!("{name}: the round is drawn"), Loading::Draw);
        }
        if left == 0 {
            return refuse(self.cites(Topic::LoadGun), format!("{name} is loaded"));
        }
        match (gun.round, named) {
            (None, None) => {
                return refuse(self.cites(Topic::DeclareRound), "Declare the round with the first load action");
            }
            (None, Some(round)) => self.require_round(gun, round)?,
            (Some(_), _) => {}
        }
        let left = self.left_to(gun, &self.free_crew(gun));
        if gun.dry && left == 1 && !self.limber_in_command(gun) {
            return refuse(
                self.cites(Topic::GunAmmunition),
                format!("{name} is out of ammunition until its limber is near"),
            );
        }
        let summary = match left {
            1 => format!("{name} is loaded"),
            n => format!("{name} is loaded in {n} activations"),
        };
        plainly(summary, Loading::Load { declares: named.filter(|_| gun.round.is_none()), last: left == 1 })
    }

    /// `HelpAtGun`: a man of another unit joins the crew of a gun at which he stands.
    ///
    /// # Errors
    /// If the order names no gun of the side, if as many as may help do, or if a man is a gunner, is stunned, mounted
    /// or too far away, or has something else to do.
    pub fn check_help(&self, order: &Order, activation: &Activation) -> Found<PieceId> {
        let Some(gun) = order.target.and_then(|target| self.gun(target)) else {
            return refuse(self.cites(Topic::HelpAtGun), "Name the gun to help at");
        };
        if self.view.side_of_unit(gun.unit) != order.side {
            return refuse(self.cites(Topic::HelpAtGun), "That is the enemy's gun");
        }
        let near = self.settings().guns.helper_distance;
        let most = self.artillery().most_helpers;
        let now = gun.helpers.iter().filter(|piece| self.view.in_play(**piece)).count();
        if now + order.pieces.len() > most {
            return refuse(self.cites(Topic::HelpAtGun), format!("At most {most} men may help at a gun"));
        }
        for piece in &order.pieces {
            let name = self.name(*piece);
            if self.gun_of(self.view.unit_of(*piece)).is_some() {
                return refuse(self.cites(Topic::HelpAtGun), format!("{name} is a gunner"));
            }
            if let Some(troop) = self.troop(self.view.unit_of(*piece))
                && let Some(rule) = &troop.no_crew
            {
                return Err(Refusal::new(rule.clone(), format!("{} cannot use crewed weapons", troop.name)));
            }
            self.require_unstunned(*piece)?;
            match self.part(*piece) {
                FigureAction::Stationary => {}
                FigureAction::Moving if activation.marched => {}
                FigureAction::Moving | FigureAction::Sprinting => {
                    return refuse("CP-2.12", format!("{name} was declared moving and helps after the move"));
                }
                FigureAction::Done => return refuse("CP-2.12", format!("{name} has used its action")),
            }
            if self.mounted(*piece) || !self.is_man(*piece) {
                return refuse(self.cites(Topic::HelpAtGun), format!("{name} is not on foot"));
            }
            if !self.is_at(*piece, gun.piece) && !self.is_on_the_way_to(activation, *piece, gun) {
                return refuse(
                    self.cites(Topic::HelpAtGun),
                    format!("{name} is more than {near:.0} inches from the gun"),
                );
            }
        }
        let summary = format!("{} at {}", does(order.pieces.len(), "figure", "helps", "help"), self.name(gun.piece));
        plainly(summary, gun.piece)
    }

    /// `HelpAtGun`: whether a helper is near enough to a gun to serve it.
    fn is_at(&self, piece: PieceId, gun: PieceId) -> bool {
        self.view.gap(piece, gun) <= self.settings().guns.helper_reach()
    }

    /// `HelpAtGun`: whether a man's way to a gun has taken him out of his leader's command in this activation, so that
    /// he finishes it on the activations of the gun's leader.
    fn is_on_the_way_to(&self, activation: &Activation, piece: PieceId, gun: &Gun) -> bool {
        let far = |from: Vec2| from.distance(self.view.place(gun.piece).at);
        let began = self.activity(piece).set_out;
        activation.marched
            && self.part(piece) == FigureAction::Moving
            && began.is_some_and(|from| far(self.view.place(piece).at) < far(from))
            && !self.in_command(piece)
    }

    /// `HelpAtGun`: whether a man stands at a gun of his side where he could help.
    pub fn could_help(&self, piece: PieceId) -> bool {
        self.may_become_helper(piece) && self.guns_that_want_help(piece).any(|gun| self.is_at(piece, gun.piece))
    }

    /// `HelpAtGun`: whether a man who has moved could go on to a gun of his side and help there.
    pub fn could_go_on_to_help(&self, activation: &Activation, piece: PieceId) -> bool {
        let on_the_way = || self.guns_that_want_help(piece).any(|gun| self.is_on_the_way_to(activation, piece, gun));
        activation.marched && self.may_become_helper(piece) && on_the_way()
    }

    fn may_become_helper(&self, piece: PieceId) -> bool {
        let gunner = self.gun_of(self.view.unit_of(piece)).is_some();
        !gunner && !self.mounted(piece) && !self.stunned(piece) && !self.helps(piece)
    }

    fn guns_that_want_help(&self, piece: PieceId) -> impl Iterator<Item = &Gun> {
        let side = self.view.side_of(piece);
        self.guns().iter().filter(move |gun| {
            let own = self.view.side_of_unit(gun.unit) == side;
            own && self.helpers_of(gun.unit).len() < self.artillery().most_helpers
        })
    }

    /// Whether a unit could do anything with its gun in this activation.
    pub fn gun_has_something_to_do(&self, activation: &Activation, piece: PieceId) -> bool {
        match (self.engine(piece), self.part(piece)) {
            (Some(Engine::Gun), FigureAction::Stationary) => {
                self.gun(piece).is_some_and(|gun| self.may_work(gun).is_ok())
            }
            (_, FigureAction::Moving | FigureAction::Sprinting) => !activation.marched,
            _ => false,
        }
    }
}

/// `CrewAction`: the crew spends its action with the gun.
pub fn spend(battle: &mut BattleMut, piece: PieceId) {
    let cp = SkirmishView::of(battle.view());
    let crew = cp.crew(cp.gun(piece).expect("the piece is a gun"));
    let free = |man: &PieceId| cp.part(*man) == FigureAction::Stationary;
    let free: Vec<PieceId> = crew.all().filter(free).collect();
    for man in free {
        activity::done(battle, man);
    }
}

/// `LoadGun`: an empty gun gets as many markers as its crew needs load actions.
pub fn empty(battle: &mut BattleMut, book: &BookData, piece: PieceId) {
    gun_mut(battle, piece, |gun| (gun.round, gun.loads) = (None, 0));
    let cp = SkirmishView { view: battle.view(), book };
    if cp.gun(piece).is_some_and(|gun| cp.fires_as(gun).is_none()) {
        settle(battle, book, piece);
    }
}

fn settle(battle: &mut BattleMut, book: &BookData, piece: PieceId) {
    let cp = SkirmishView { view: battle.view(), book };
    let left = cp.markers_left(cp.gun(piece).expect("the piece is a gun"));
    let text = format!("{} must be loaded: {left} to go", cp.name(piece));
    battle.mark_piece(piece, &marks::OUT_OF_AMMO, left, RuleId::new(cites(battle, Topic::LoadGun)), text);
}

/// `LoadingLosses`: losses add markers to the guns that are being loaded, helpers take them off.
pub fn settle_all(battle: &mut BattleMut, book: &BookData) {
    let cp = SkirmishView { view: battle.view(), book };
    let loading = |gun: &&Gun| {
        !gun.limbered && cp.fires_as(gun).is_none() && battle.view().mark(gun.piece, &marks::OUT_OF_AMMO) > 0
    };
    let guns: Vec<PieceId> = battle.resource::<Guns>().0.iter().filter(loading).map(|gun| gun.piece).collect();
    for gun in guns {
        settle(battle, book, gun);
    }
}

/// `LoadGun`, `DeclareRound`: the crew loads.
pub fn load(battle: &mut BattleMut, book: &BookData, order: &Order, loading: Loading) {
    let piece = order.pieces[0];
    let (name, side) = (battle.view().piece(piece).name.clone(), order.side);
    let secret = SkirmishView::of(battle.view()).settings().guns.secret_rounds;
    spend(battle, piece);
    activity::done(battle, piece);
    let Loading::Load { declares, last } = loading else {
        battle.note(
            Some(side),
            RuleId::new(cites(battle, Topic::DeclareRound)),
            format!("The crew of {name} draws the round"),
        );
        empty(battle, book, piece);
        return;
    };
    gun_mut(battle, piece, |gun| {
        gun.round = gun.round.or(declares);
        gun.loads += 1;
    });
    let what = match declares.filter(|_| !secret) {
        Some(round) => format!("The crew of {name} loads {}", round.word()),
        None => format!("The crew of {name} loads"),
    };
    battle.note(Some(side), RuleId::new(cites(battle, Topic::LoadGun)), what);
    if last {
        gun_mut(battle, piece, |gun| gun.dry = false);
        battle.mark_piece(
            piece,
            &marks::OUT_OF_AMMO,
            0,
            RuleId::new(cites(battle, Topic::LoadGun)),
            format!("{name} is loaded"),
        );
    } else {
        settle(battle, book, piece);
    }
}

/// `HelpAtGun`: men join the crew of a gun: from now on they act on its card.
pub fn help(battle: &mut BattleMut, order: &Order, gun: PieceId) {
    let unit = battle.view().unit_of(gun);
    for piece in &order.pieces {
        gun_mut(battle, gun, |gun| gun.helpers.push(*piece));
        let near = SkirmishView::of(battle.view()).is_at(*piece, gun);
        let how = if near { "helps at" } else { "is on the way to help at" };
        let text = format!("{} {how} {}", battle.view().piece(*piece).name, battle.view().piece(gun).name);
        let kind = grapeshot_floor::events::EventKind::Joined { piece: *piece, unit, post: Some("helper".into()) };
        battle.log(
            Some(order.side),
            kind,
            RuleId::new(cites(battle, Topic::HelpAtGun)),
            text,
            grapeshot_floor::events::Explained::default(),
        );
        activity::done(battle, *piece);
    }
}
