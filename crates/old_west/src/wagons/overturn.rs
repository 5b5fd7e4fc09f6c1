//! A wagon overturns, by itself or by men who make a barricade of it (OW-10.12, OW-10.16).

use super::state::{Aboard, Rolling, Wagon};
use crate::{
    herds::alarms::OVERTURNED,
    wagons::{seats::SeatsView, state::WagonsView},
};
use easy_ext::ext;
use grapeshot_combat_patrol::{
    cards::decks,
    fire::wounds,
    movement::room::Wanted,
    state::activity,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::number,
    events::RuleId,
    forces::{Fate, PieceId, UnitId},
    orders::{Order, Refusal, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::position::{Heading, Place},
    turn::BattleMut,
};

/// The rule of overturning.
const OVERTURN: &str = "OW-10.12";

/// Men overturn a wagon.
pub const OVERTURN_WAGON: VerbId = VerbId::new("overturn_wagon");
/// The rule of barricades.
const BARRICADE: &str = "OW-10.16";

/// Questions to the view about overturn.
#[ext(OverturnView)]
pub impl SkirmishView<'_> {
    /// OW-10.16: whether a wagon can be overturned by men.
    ///
    /// # Errors
    /// If it has a team, somebody or a load on board, or lies on its side.
    fn may_be_overturned(&self, wagon: &Wagon) -> Result<(), Refusal> {
        let name = self.name(wagon.body);
        if wagon.overturned {
            return refuse(BARRICADE, format!("{name} lies on its side"));
        }
        if wagon.team.is_some_and(|team| self.view.in_play(team)) {
            return refuse(BARRICADE, format!("Unhitch {name} first"));
        }
        if let Some(piece) = self.on_board(wagon).next() {
            return refuse(BARRICADE, format!("{} is on board of {name}", self.name(piece)));
        }
        if wagon.loaded || wagon.gun.is_some() {
            return refuse(BARRICADE, format!("{name} is loaded"));
        }
        Ok(())
    }

    /// Whether a figure of the unit that acts could help to overturn a wagon.
    fn could_overturn(&self, piece: PieceId) -> bool {
        let beside = |wagon: &Wagon| self.is_beside(piece, wagon.body) && self.may_be_overturned(wagon).is_ok();
        self.is_free_afoot(piece) && self.coaches().any(|(_, wagon)| beside(wagon))
    }

    /// OW-10.16: figures beside an empty wagon without a team overturn it.
    fn check_overturn(&self, order: &Order) -> Found<UnitId> {
        let Some(wagon) = order.target.and_then(|target| self.coach_of(target)) else {
            return refuse(BARRICADE, "Name the wagon to overturn");
        };
        let name = self.name(wagon.body);
        self.may_be_overturned(wagon)?;
        for piece in &order.pieces {
            self.require_stationary(*piece)?;
            self.require_unstunned(*piece)?;
            if self.mounted(*piece) || !self.is_beside(*piece, wagon.body) {
                return refuse(BARRICADE, format!("{} is not beside {name}", self.name(*piece)));
            }
        }
        let needed = usize::from(self.wagon_numbers().overturners);
        if order.pieces.len() < needed {
            return refuse(BARRICADE, format!("It takes {needed} figures to overturn {name}"));
        }
        plainly(format!("{name} is overturned: a barricade"), self.view.unit_of(wagon.body))
    }
}

/// OW-10.16: the wagon is a barricade from now on.
pub fn resolve_overturn(battle: &mut BattleMut, _: &BookData, order: &Order, unit: UnitId) {
    let Some(body) = SkirmishView::of(battle.view()).coach(unit).map(|wagon| wagon.body) else { return };
    let name = battle.view().piece(body).name.clone();
    battle.note(Some(order.side), RuleId::new(BARRICADE), format!("{name} is overturned"));
    for piece in &order.pieces {
        activity::done(battle, *piece);
    }
    battle.unit_mut::<Wagon>(unit).overturned = true;
    battle.mark_piece(body, &OVERTURNED, 1, RuleId::new(BARRICADE), format!("{name} lies on its side"));
}

/// OW-10.12: the wagon lies on its side for good, its team breaks loose, and who is on board is thrown.
pub fn overturn(battle: &mut BattleMut, book: &BookData, unit: UnitId) {
    let Some(wagon) = SkirmishView { view: battle.view(), book }.coach(unit).cloned() else { return };
    let name = battle.view().piece(wagon.body).name.clone();
    let side = battle.view().side_of_unit(unit);
    let on_board: Vec<PieceId> = SkirmishView { view: battle.view(), book }.on_board(&wagon).collect();
    battle.note(Some(side), RuleId::new(OVERTURN), format!("{name} overturns"));
    {
        let mut now = battle.unit_mut::<Wagon>(unit);
        (now.overturned, now.rolling, now.team, now.driver) = (true, Rolling::Stopped, None, None);
    }
    battle.mark_piece(wagon.body, &OVERTURNED, 1, RuleId::new(OVERTURN), format!("{name} lies on its side"));
    if let Some(team) = wagon.team {
        let text = format!("{} breaks loose", battle.view().piece(team).name);
        battle.remove_piece(team, Fate::Exited, RuleId::new(OVERTURN), text);
    }
    if let Some(gun) = wagon.gun.filter(|gun| battle.view().in_play(*gun)) {
        let text = format!("{} is broken", battle.view().piece(gun).name);
        battle.remove_piece(gun, Fate::Casualty, RuleId::new(OVERTURN), text);
    }
    for piece in on_board {
        fall(battle, book, piece, &wagon);
    }
}

/// OW-10.12: a man on board falls: his Melee and card against another card.
fn fall(battle: &mut BattleMut, book: &BookData, piece: PieceId, wagon: &Wagon) {
    let cp = SkirmishView { view: battle.view(), book };
    let side = cp.view.side_of(piece);
    let (melee, attack) = (f32::from(cp.soldier(piece).melee), f32::from(cp.wagon_settings().overturn_attack_value));
    let who = cp.name(piece).to_owned();
    let (card, drawn) = decks::take(battle, book, side, &["hth"]);
    let (other, other_drawn) = decks::take(battle, book, side, &["hth"]);
    let (own, against) = (melee + f32::from(card.hth), attack + f32::from(other.hth));
    let loses = own < against;
    let came = if loses { "is hurt" } else { "is thrown" };
    battle.note(
        Some(side),
        RuleId::new(OVERTURN),
        format!("{who} {came}: {} against {}", number(own), number(against)),
    );
    decks::show(battle, drawn, RuleId::new(OVERTURN), format!("{who}: card {}", card.hth));
    decks::show(battle, other_drawn, RuleId::new(OVERTURN), format!("The fall: card {}", other.hth));
    land(battle, book, piece, wagon);
    if loses {
        wounds::hit_in_melee(battle, book, side, piece);
    } else {
        wounds::stun(battle, piece, RuleId::new(OVERTURN), " by the fall");
    }
}

/// A man that was thrown stands on foot beside the body, or at the nearest free place.
fn land(battle: &mut BattleMut, book: &BookData, piece: PieceId, wagon: &Wagon) {
    let cp = SkirmishView { view: battle.view(), book };
    let body = cp.view.place(wagon.body);
    let afoot = wounds::afoot(&cp.settings().core);
    let (_, width) = cp.coach_kind(wagon).body;
    let name = cp.name(piece).to_owned();
    let aside = width / 2.0 + afoot.reach() + 0.1;
    let goal = Place { at: body.offset(0.0, aside), ..body };
    let seat = cp.view.place(piece);
    battle.add_piece_part(piece, Aboard(None));
    battle.reshape_piece(piece, afoot, seat, RuleId::new(OVERTURN), format!("{name} falls off"));
    let cp = SkirmishView { view: battle.view(), book };
    let from = goal.at;
    let wanted = Wanted { piece, from, goal, first: Heading(body.facing.0), within: 6.0, away: &[], taken: &[] };
    let end = cp.room_near(wanted, |_| true).unwrap_or(goal);
    battle.move_piece(piece, vec![seat.at, end.at], end, RuleId::new(OVERTURN), format!("{name} lands beside it"));
}
