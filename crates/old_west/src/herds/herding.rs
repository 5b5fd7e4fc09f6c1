//! Men who ride herd (OW-9.7).

use super::{
    book::StampedeDirection,
    program::{come_upon, planned, way_of_order},
    stampede,
    state::Herd,
    walk::{AnimalMove, draw_inches, go},
};
use crate::herds::{state::HerdsView, walk::WalkView};
use easy_ext::ext;
use grapeshot_combat_patrol::{
    state::{
        activity,
        sequence_of_play::{FigureAction, SequenceOfPlay},
        shot::Manner,
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::{Order, Refusal, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    turn::BattleMut,
};

/// The rule of herding.
pub const HERDING: &str = "OW-9.7";
/// The leader of a unit has it ride herd.
pub const RIDE_HERD: VerbId = VerbId::new("ride_herd");
/// The riders bring their herd on: its movement is drawn.
pub const BRING_ON: VerbId = VerbId::new("bring_on");
/// The herd goes where it is driven.
pub const DRIVE_HERD: VerbId = VerbId::new("drive_herd");
/// The riders have their herd charge, which makes it stampede.
pub const SPOOK: VerbId = VerbId::new("spook");

/// Questions to the view about herding.
#[ext(HerdingView)]
pub impl<'w> SkirmishView<'w> {
    /// OW-9.7: the herd that a unit is assigned to.
    fn herd_ridden_by(&self, unit: UnitId) -> Option<(UnitId, &'w Herd)> {
        self.herds().find(|(_, herd)| herd.herders.contains(&unit))
    }

    /// OW-9.7: the herd that a unit moves: that of which it was assigned first.
    fn herd_led_by(&self, unit: UnitId) -> Option<(UnitId, &'w Herd)> {
        self.herds().find(|(_, herd)| herd.herders.first() == Some(&unit))
    }

    /// OW-9.7: whether enough of a unit that are not stunned are near the central animal of a herd.
    fn enough_riders(&self, unit: UnitId, herd: &Herd) -> bool {
        let within = self.herd_settings().herding_distance_in;
        let near = |man: &PieceId| !self.stunned(*man) && self.view.gap(*man, herd.central) <= within + 1e-4;
        self.men(unit).filter(near).count() >= self.herd_numbers().riders
    }

    /// OW-9.7: whether a kind of animal can be herded.
    fn is_herdable(&self, herd: &Herd) -> bool {
        self.herd_settings().herdable_species.contains(&self.species(herd.species).id)
    }

    fn require_riders(&self, unit: UnitId, herd: &Herd) -> Result<(), Refusal> {
        match self.enough_riders(unit, herd) {
            true => Ok(()),
            false => refuse(HERDING, format!("At least {} figures must ride herd", self.herd_numbers().riders)),
        }
    }

    /// OW-9.7: the herd that the unit that acts may move now.
    fn herd_in_hand(&self) -> Result<(UnitId, &'w Herd), Refusal> {
        let unit = self.activation().unit;
        let Some((herd, state)) = self.herd_led_by(unit) else {
            return refuse(HERDING, format!("{} moves no herd", self.unit_name(unit)));
        };
        if state.run.is_some() {
            return refuse("OW-9.11", format!("{} stampedes and obeys nobody", self.unit_name(herd)));
        }
        if state.moved {
            return refuse(HERDING, format!("{} was moved in this activation", self.unit_name(herd)));
        }
        self.require_riders(unit, state)?;
        Ok((herd, state))
    }

    /// Whether a figure of the unit that acts could have its herd moved: the first of them on the table speaks for all.
    fn herd_waits_for(&self, unit: UnitId, piece: PieceId) -> bool {
        self.men(unit).next() == Some(piece)
            && self
                .herd_led_by(unit)
                .is_some_and(|(_, herd)| herd.run.is_none() && !herd.moved && self.enough_riders(unit, herd))
    }

    /// OW-9.7: whether a figure of the unit that acts could take a herd over.
    fn could_ride_herd(&self, piece: PieceId) -> bool {
        let unit = self.view.unit_of(piece);
        let speaks = self.leader_of(unit).or_else(|| self.men(unit).next()) == Some(piece);
        let takes =
            |(_, herd): (UnitId, &Herd)| herd.run.is_none() && self.is_herdable(herd) && self.enough_riders(unit, herd);
        speaks
            && !self.stunned(piece)
            && self.part(piece) == FigureAction::Stationary
            && self.herd_ridden_by(unit).is_none()
            && self.herds().any(takes)
    }

    /// OW-9.9: whether a figure of the unit that acts, which stands, could shoot at an animal.
    fn could_hunt(&self, piece: PieceId) -> bool {
        let manner = Manner::default();
        self.part(piece) == FigureAction::Stationary
            && self.fit_to_shoot(piece).is_ok()
            && self
                .herds()
                .map(|(unit, _)| unit)
                .chain(self.beasts().map(|(unit, _)| unit))
                .any(|unit| self.view.present(unit).any(|animal| self.could_aim(piece, animal, manner)))
    }

    /// OW-9.7: the leader, or anybody of a unit without one, takes a herd over as his action.
    fn check_ride_herd(&self, order: &Order) -> Found<UnitId> {
        let unit = self.activation().unit;
        let [piece] = order.pieces.as_slice() else {
            return refuse(HERDING, "Name one figure that takes the herd over");
        };
        if self.leader_of(unit).is_some_and(|leader| leader != *piece) {
            return refuse(HERDING, format!("The leader of {} takes a herd over", self.unit_name(unit)));
        }
        self.require_unstunned(*piece)?;
        self.require_stationary(*piece)?;
        let Some(of) = order.target.filter(|target| self.view.in_play(*target)).map(|target| self.view.unit_of(target))
        else {
            return refuse(HERDING, "Name an animal of the herd");
        };
        let Some(herd) = self.herd(of) else {
            return refuse(HERDING, format!("{} is no herd", self.unit_name(of)));
        };
        if !self.is_herdable(herd) {
            return refuse(HERDING, format!("Nobody herds {}", self.species(herd.species).name));
        }
        if herd.run.is_some() {
            return refuse("OW-9.11", format!("{} stampedes and obeys nobody", self.unit_name(of)));
        }
        if self.herd_ridden_by(unit).is_some() {
            return refuse(HERDING, format!("{} rides herd already", self.unit_name(unit)));
        }
        self.require_riders(unit, herd)?;
        plainly(format!("{} rides herd on {}", self.unit_name(unit), self.unit_name(of)), of)
    }

    /// OW-9.7: the herd is brought on: a normal move is drawn for it.
    fn check_bring_on(&self, _: &Order) -> Found<UnitId> {
        let (unit, herd) = self.herd_in_hand()?;
        if herd.allowance.is_some() {
            return refuse(HERDING, "Its movement is drawn: say where it goes");
        }
        let cards = self.species(herd.species).moves;
        plainly(
            format!(
                "{} is brought on: {}",
                self.unit_name(unit),
                grapeshot_floor::english::count(cards.into(), "movement card")
            ),
            unit,
        )
    }

    /// OW-9.6, OW-9.7: where the herd is driven.
    fn check_drive_herd(&self, order: &Order) -> Found<(UnitId, Vec<AnimalMove>)> {
        let (unit, herd) = self.herd_in_hand()?;
        let Some(allowance) = herd.allowance else {
            return refuse(HERDING, "Bring the herd on first: its movement is not drawn");
        };
        let way = way_of_order(self, order, herd.central)?;
        let (plan, moves) = planned(self, unit, self.plan_herd(unit, herd, &way, allowance), allowance)?;
        Ok((plan, (unit, moves)))
    }

    /// OW-9.7: the herd is ordered to charge: it stampedes.
    fn check_spook(&self, order: &Order) -> Found<UnitId> {
        let (unit, herd) = self.herd_in_hand()?;
        if !self.species(herd.species).stampedes {
            return refuse(
                "OW-9.10",
                format!("{} never stampede", grapeshot_floor::english::capital(&self.species(herd.species).name)),
            );
        }
        let chosen = self.herd_settings().ordered_stampede_direction == StampedeDirection::Chosen;
        match (chosen, order.heading) {
            (true, None) => refuse(HERDING, "Say which way it is to run"),
            (false, Some(_)) => refuse(HERDING, "Nobody points a stampede: a card says where it goes"),
            _ => plainly(format!("{} stampedes from the next card on", self.unit_name(unit)), unit),
        }
    }
}

/// OW-9.7: the unit rides herd from now on.
pub fn resolve_ride_herd(battle: &mut BattleMut, _: &BookData, order: &Order, herd: UnitId) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let view = battle.view();
    let text = format!("{} rides herd on {}", view.unit(unit).name, view.unit(herd).name);
    battle.note(Some(order.side), RuleId::new(HERDING), text);
    battle.unit_mut::<Herd>(herd).herders.push(unit);
    order.pieces.iter().for_each(|piece| activity::done(battle, *piece));
}

/// OW-9.7: the movement of the herd is drawn.
pub fn resolve_bring_on(battle: &mut BattleMut, book: &BookData, order: &Order, herd: UnitId) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let view = battle.view();
    let text = format!("{} has {} in hand", view.unit(unit).name, view.unit(herd).name);
    battle.note(Some(order.side), RuleId::new(HERDING), text);
    let species = SkirmishView { view: battle.view(), book }.herd(herd).map(|herd| herd.species).unwrap_or_default();
    let cards = SkirmishView { view: battle.view(), book }.species(species).moves;
    let allowance = draw_inches(battle, book, herd, cards, "OW-9.4");
    battle.unit_mut::<Herd>(herd).allowance = Some(allowance);
}

/// OW-9.7: the herd goes where it is driven.
pub fn resolve_drive_herd(
    battle: &mut BattleMut,
    book: &BookData,
    order: &Order,
    (herd, moves): (UnitId, Vec<AnimalMove>),
) {
    let text = format!("{} is driven on", battle.view().unit(herd).name);
    battle.note(Some(order.side), RuleId::new(HERDING), text);
    let allowance = battle.unit_mut::<Herd>(herd).allowance.unwrap_or_default();
    let moves = come_upon(battle, book, herd, moves, allowance);
    go(battle, moves, "OW-9.6", "goes");
    let mut herd = battle.unit_mut::<Herd>(herd);
    (herd.allowance, herd.moved) = (None, true);
}

/// OW-9.7: the herd stampedes.
pub fn resolve_spook(battle: &mut BattleMut, book: &BookData, order: &Order, herd: UnitId) {
    let text = format!("{} is made to charge", battle.view().unit(herd).name);
    battle.note(Some(order.side), RuleId::new(HERDING), text);
    {
        let mut herd = battle.unit_mut::<Herd>(herd);
        (herd.allowance, herd.moved) = (None, true);
    }
    stampede::begin(battle, book, herd, order.heading);
}

/// OW-9.7: when a unit has acted, the herd that it moves is free again if too few of it ride there; a unit that is too
/// small herds nothing.
pub fn let_go(battle: &mut BattleMut) {
    let Some(acted) = battle.resource::<SequenceOfPlay>().activation.as_ref().map(|acts| acts.unit) else { return };
    let herds: Vec<(UnitId, Herd)> =
        SkirmishView::of(battle.view()).herds().map(|(unit, herd)| (unit, herd.clone())).collect();
    for (unit, mut herd) in herds {
        let cp = SkirmishView::of(battle.view());
        let was = herd.clone();
        let least = cp.herd_numbers().riders;
        let rides = |rider: &UnitId| {
            let kept = *rider != acted || herd.herders.first() != Some(rider) || cp.enough_riders(*rider, &herd);
            kept && cp.men(*rider).count() >= least
        };
        let herders: Vec<UnitId> = herd.herders.iter().copied().filter(rides).collect();
        herd.herders = herders;
        (herd.allowance, herd.moved) = (None, false);
        if herd == was {
            continue;
        }
        let (freed, stays) = (herd.herders.is_empty() && !was.herders.is_empty(), was.allowance.is_some());
        let (side, name) = (cp.view.side_of_unit(unit), cp.unit_name(unit).to_owned());
        *battle.unit_mut::<Herd>(unit) = herd;
        if stays {
            battle.note(Some(side), RuleId::new(HERDING), format!("{name} is driven nowhere"));
        }
        if freed {
            battle.note(Some(side), RuleId::new(HERDING), format!("{name} is free again"));
        }
    }
}
