//! A wagon overturns (OW-10.12).

use super::state::{Rolling, Wagon};
use crate::{
    events::RuleId,
    forces::{Fate, UnitId},
    rulesets::{
        combat_patrol::{
            cards::decks,
            fire::{thrown, wounds},
            movement::room::Wanted,
            view::rulebook::{BookData, SkirmishView},
        },
        old_west::herds::alarms::OVERTURNED,
    },
    table::position::{Heading, Place},
    turn::BattleMut,
};

/// The rule of overturning.
const OVERTURN: &str = "OW-10.12";

/// OW-10.12: the wagon lies on its side for good, its team breaks loose, and who is on board is thrown.
pub fn overturn(battle: &mut BattleMut, book: &BookData, unit: UnitId) {
    let Some(wagon) = SkirmishView { view: battle.view(), book }.coach(unit).cloned() else { return };
    let name = battle.view().piece(wagon.body).name.clone();
    let side = battle.view().side_of_unit(unit);
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
    let Some(driver) = wagon.driver.filter(|driver| battle.view().in_play(*driver)) else { return };
    let cp = SkirmishView { view: battle.view(), book };
    let (melee, attack) = (f32::from(cp.soldier(driver).melee), f32::from(cp.wagon_settings().overturn_attack_value));
    let who = cp.name(driver).to_owned();
    let (card, drawn) = decks::take(battle, book, side, &["hth"]);
    let (other, other_drawn) = decks::take(battle, book, side, &["hth"]);
    let (own, against) = (melee + f32::from(card.hth), attack + f32::from(other.hth));
    let loses = own < against;
    let came = if loses { "is hurt" } else { "is thrown" };
    battle.note(Some(side), RuleId::new(OVERTURN), format!("{who} {came}: {own:.0} against {against:.0}"));
    decks::show(battle, drawn, RuleId::new(OVERTURN), format!("{who}: card {}", card.hth));
    decks::show(battle, other_drawn, RuleId::new(OVERTURN), format!("The fall: card {}", other.hth));
    land(battle, book, driver, &wagon);
    if loses {
        wounds::hit_in_melee(battle, book, side, driver);
    } else {
        wounds::stun(battle, driver, RuleId::new(OVERTURN), " by the fall");
    }
}

/// Who was thrown stands on foot beside the body, or at the nearest free place.
fn land(battle: &mut BattleMut, book: &BookData, driver: crate::forces::PieceId, wagon: &Wagon) {
    let cp = SkirmishView { view: battle.view(), book };
    let body = cp.view.place(wagon.body);
    let afoot = thrown::afoot(&cp.settings().core);
    let (_, width) = cp.coach_kind(wagon).body;
    let name = cp.name(driver).to_owned();
    let aside = width / 2.0 + afoot.reach() + 0.1;
    let goal = Place { at: body.offset(0.0, aside), ..body };
    let seat = cp.view.place(driver);
    battle.reshape_piece(driver, afoot, seat, RuleId::new(OVERTURN), format!("{name} falls off"));
    let cp = SkirmishView { view: battle.view(), book };
    let from = goal.at;
    let wanted =
        Wanted { piece: driver, from, goal, first: Heading(body.facing.0), within: 6.0, away: &[], taken: &[] };
    let end = cp.room_near(wanted, |_| true).unwrap_or(goal);
    battle.move_piece(driver, vec![seat.at, end.at], end, RuleId::new(OVERTURN), format!("{name} lands beside it"));
}
