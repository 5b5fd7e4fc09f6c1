//! What a rider does who won with impetus: he must go on beyond his foe (`Breakthrough` to `SecondMelee`).

use super::beyond;
use crate::{
    english,
    events::RuleId,
    forces::PieceId,
    rulesets::combat_patrol::{
        book::{
            cites::{Topic, cites},
            view::{BookData, SkirmishView},
        },
        melee::fight,
        state::sequence_of_play::{Breakthrough, Contact, Ride, SequenceOfPlay, Stage},
        turn::sequence::go_to,
    },
    turn::BattleMut,
};

impl SkirmishView<'_> {
    /// `Breakthrough`: how far a rider who won with impetus must go: to an inch beyond the rear of the foe who fell back, or 4
    /// inches if that one is out of action.
    pub fn breakthrough(&self, winner: PieceId, loser: PieceId) -> Breakthrough {
        let horse = self.horse();
        if !self.view.in_play(loser) {
            return Breakthrough { winner, inches: horse.beyond_fallen, through: None };
        }
        let place = self.view.place(winner);
        let onward = place.frame(self.view.place(loser).at).y;
        let own = self.view.footprint(winner).half_depth();
        let inches = onward + self.view.footprint(loser).half_depth() + horse.beyond_wounded + own;
        Breakthrough { winner, inches: inches.max(0.0), through: Some(loser) }
    }
}

/// Asks the winner whether he veers.
pub fn begin(battle: &mut BattleMut, winner: PieceId, loser: PieceId) {
    let breakthrough = SkirmishView::of(battle.view()).breakthrough(winner, loser);
    battle.resource_mut::<SequenceOfPlay>().breakthrough = Some(breakthrough);
    go_to(battle, Stage::BREAKTHROUGH);
}

/// `RideThrough` to `SecondMelee`: the winner goes on, so many inches aside to the right; an enemy in his way brings one more fight
/// at once.
pub fn ride_through(battle: &mut BattleMut, book: &BookData, aside: f32) {
    let Some(Breakthrough { winner, inches, through }) = battle.resource_mut::<SequenceOfPlay>().breakthrough.take()
    else {
        return;
    };
    go_to(battle, Stage::FIGHTS);
    let cp = SkirmishView { view: battle.view(), book };
    let text = format!("{} must go on {} beyond", cp.name(winner), english::inches(inches));
    battle.note(Some(cp.view.side_of(winner)), RuleId::new(cites(battle, Topic::RideThrough)), text);
    let onward =
        beyond::go_onward(battle, winner, inches, aside, through, RuleId::new(cites(battle, Topic::RideThrough)));
    let Some(enemy) = onward.enemy else { return };
    let cp = SkirmishView { view: battle.view(), book };
    let contact = Contact {
        attacker: winner,
        defender: enemy,
        attacker_in_body: false,
        defender_in_body: cp.book.supplement.in_body(&cp, enemy),
        from_rear: fight::is_behind(cp.view.place(enemy), cp.view.place(winner).at),
        attacker_ride: Ride { moved: true, impetus: false },
        defender_ride: Ride::default(),
        caught: false,
        second: true,
    };
    let text = format!("{} rides into another enemy: a second melee", cp.name(winner));
    battle.note(Some(cp.view.side_of(winner)), RuleId::new(cites(battle, Topic::SecondMelee)), text);
    fight::fight(battle, book, contact, None);
}
