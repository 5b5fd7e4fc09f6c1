//! What a rider does who won with impetus: he must go on beyond his foe (`Breakthrough` to `SecondMelee`).

use super::{
    super::{
        book::{BookData, Cp},
        flow::{Breakthrough, Contact, Flow, Ride, Stage},
        melee,
        sequence::go_to,
    },
    beyond,
};
use crate::{
    english,
    events::RuleId,
    forces::PieceId,
    rulesets::combat_patrol::cites::{Topic, cites},
    turn::Field,
};

impl Cp<'_> {
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
pub fn begin(field: &mut Field, winner: PieceId, loser: PieceId) {
    let breakthrough = Cp::of(field.view()).breakthrough(winner, loser);
    field.resource_mut::<Flow>().breakthrough = Some(breakthrough);
    go_to(field, Stage::BREAKTHROUGH);
}

/// `RideThrough` to `SecondMelee`: the winner goes on, so many inches aside to the right; an enemy in his way brings one more fight
/// at once.
pub fn ride_through(field: &mut Field, book: &BookData, aside: f32) {
    let Some(Breakthrough { winner, inches, through }) = field.resource_mut::<Flow>().breakthrough.take() else {
        return;
    };
    go_to(field, Stage::FIGHTS);
    let cp = Cp { view: field.view(), book };
    let text = format!("{} must go on {} beyond", cp.name(winner), english::inches(inches));
    field.note(Some(cp.view.side_of(winner)), RuleId::new(cites(field, Topic::RideThrough)), text);
    let onward =
        beyond::go_onward(field, winner, inches, aside, through, RuleId::new(cites(field, Topic::RideThrough)));
    let Some(enemy) = onward.enemy else { return };
    let cp = Cp { view: field.view(), book };
    let contact = Contact {
        attacker: winner,
        defender: enemy,
        attacker_in_body: false,
        defender_in_body: cp.book.supplement.in_body(&cp, enemy),
        from_rear: melee::is_behind(cp.view.place(enemy), cp.view.place(winner).at),
        attacker_ride: Ride { moved: true, impetus: false },
        defender_ride: Ride::default(),
        caught: false,
        second: true,
    };
    let text = format!("{} rides into another enemy: a second melee", cp.name(winner));
    field.note(Some(cp.view.side_of(winner)), RuleId::new(cites(field, Topic::SecondMelee)), text);
    melee::fight(field, book, contact, None);
}
