//! A rider that won with impetus must go on beyond his foe (`Breakthrough` to `SecondMelee`).

use super::beyond;
use crate::{
    book::cites::Topic,
    melee::{clash::Clash, fight},
    state::sequence_of_play::{Breakthrough, Contact, Ride, SequenceOfPlay, Stage, go_to},
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{english, events::RuleId, turn::BattleMut};

/// `RideThrough` to `SecondMelee`: the winner goes on, `aside` inches to the right; an enemy in his way brings one more
/// fight at once.
pub fn ride_through(battle: &mut BattleMut, book: &BookData, aside: f32) -> Option<Clash> {
    let breakthrough = battle.resource_mut::<SequenceOfPlay>().breakthrough.take();
    let Breakthrough { winner, inches, through } = breakthrough?;
    go_to(battle, Stage::FIGHTS);
    let cp = SkirmishView { view: battle.view(), book };
    let text = format!("{} must go on {} beyond", cp.name(winner), english::inches(inches));
    battle.note(Some(cp.view.side_of(winner)), RuleId::new(cites(battle, Topic::RideThrough)), text);
    let onward =
        beyond::go_onward(battle, winner, inches, aside, through, RuleId::new(cites(battle, Topic::RideThrough)));
    let enemy = onward.enemy?;
    let cp = SkirmishView { view: battle.view(), book };
    let contact = Contact {
        attacker: winner,
        defender: enemy,
        attacker_in_body: false,
        defender_in_body: cp.supplement().in_body(&cp, enemy),
        from_rear: fight::is_behind(cp.view.place(enemy), cp.view.place(winner).at),
        attacker_ride: Ride { moved: true, impetus: false },
        defender_ride: Ride { moved: cp.activity(enemy).moved_in, impetus: false },
        caught: false,
        second: true,
    };
    let text = format!("{} rides into another enemy: a second melee", cp.name(winner));
    battle.note(Some(cp.view.side_of(winner)), RuleId::new(cites(battle, Topic::SecondMelee)), text);
    Some(Clash { contact, weapon: None })
}
