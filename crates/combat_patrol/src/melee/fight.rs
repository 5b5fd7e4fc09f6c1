//! Hand to hand (chapter 9).

use bevy::math::Vec2;

use crate::{
    book::cites::Topic,
    state::sequence_of_play::{Contact, SequenceOfPlay},
    view::{rulebook::SkirmishView, supplement::FightSide},
};
use grapeshot_floor::{
    english::{count, signed},
    events::{Explained, RuleId},
    forces::{PieceId, SideId},
    orders::Odds,
    table::{
        path::{self, Part},
        position::Place,
    },
    turn::rules::Bout,
};

/// How far beyond the line between front and rear a base centre must be to lie behind a figure, in inches.
const BEHIND: f32 = 0.01;

/// CP-1.6: whether a point lies behind a figure; a point within a hair of the line lies before it.
pub fn is_behind(figure: Place, point: Vec2) -> bool {
    figure.frame(point).y < -BEHIND
}

impl SkirmishView<'_> {
    /// The weapon that adds most hand to hand, with what it adds; bare hands add nothing (`Weapons`).
    pub fn best_hth(&self, figure: PieceId, named: Option<&str>, moved: bool) -> (i8, String, RuleId) {
        let weapons = &self.soldier(figure).weapons;
        weapons
            .iter()
            .filter(|n| named.is_none_or(|name| self.book.weapon(**n).id == name))
            .map(|n| self.supplement().weapon_hth(self, figure, *n, moved))
            .max_by_key(|(hth, ..)| *hth)
            .unwrap_or((0, "no weapon".into(), RuleId::new(self.cites(Topic::Weapons))))
    }

    /// CP-9.4: whether a figure defends over an obstacle, from works, from what carries it, in an opening, or uphill.
    fn defends_position(&self, defender: PieceId, attacker: PieceId) -> bool {
        if self.carriage(defender).is_some() {
            return true;
        }
        let (from, to) = (self.view.place(attacker).at, self.view.place(defender).at);
        let ground = self.view.ground();
        ground.level_at(to) > ground.level_at(from)
            || path::survey(ground, &[from, to]).iter().any(|part| matches!(part, Part::Crossing { .. }))
    }

    /// CP-9.3, CP-9.4: what a figure adds to its card in a fight.
    pub fn melee_sum(
        &self,
        figure: PieceId,
        foe: PieceId,
        fight: FightSide,
        fought: u8,
        weapon: Option<&str>,
    ) -> Explained {
        let modifiers = &self.numbers().melee;
        let soldier = self.soldier(figure);
        let rule = RuleId::new("CP-9.4");
        let mut sum = if fight.caught {
            Explained::base(self.cites(Topic::CaughtFromBehind), "caught from behind", 0.0)
        } else {
            let sum = Explained::base("CP-9.3", "Melee", f32::from(soldier.melee));
            let (hth, name, weapon_rule) = self.best_hth(figure, weapon, fight.ride.moved);
            sum.with(weapon_rule, name, f32::from(hth))
        };
        if self.wounded(figure) {
            sum.add(rule.clone(), "wounded", f32::from(modifiers.wounded));
        }
        if self.stunned(figure) {
            sum.add(rule.clone(), "stunned", f32::from(modifiers.stunned));
        }
        if fought > 0 {
            let label = count(fought.into(), "earlier fight");
            sum.add(rule.clone(), label, f32::from(modifiers.earlier_fight) * f32::from(fought));
        }
        if !fight.attacker && self.defends_position(figure, foe) {
            sum.add(rule.clone(), "defends a position", f32::from(modifiers.defended_position));
        }
        if fight.from_rear {
            sum.add(rule, "attacked from the rear", f32::from(modifiers.from_rear));
        }
        let horse = self.horse();
        if soldier.mounted && soldier.heavy {
            sum.add(self.cites(Topic::HeavyCavalry), "heavy cavalry", f32::from(horse.heavy_melee));
        }
        if let Some((name, bonus, rule)) = self.melee_of_troop(figure) {
            sum.add(rule, name.to_owned(), bonus);
        }
        // `ImpetusBonus`: the bonus counts in his first fight only.
        if fight.ride.impetus && fought == 0 {
            let formed_heavy = soldier.heavy && fight.in_body;
            let impetus = if formed_heavy { horse.impetus_heavy } else { horse.impetus };
            sum.add(self.cites(Topic::ImpetusBonus), "impetus", f32::from(impetus));
        }
        self.supplement().melee_modifiers(self, figure, foe, fight, &mut sum);
        for (label, amount) in self.view.house_rules(self.view.unit_of(figure), "CP-9.4") {
            sum.add("CP-9.4", label.to_owned(), f32::from(amount));
        }
        sum
    }

    /// CP-9.3: the chances that the first figure wins, and that it is a tie, from the two sums over all pairs of cards.
    pub fn melee_chances(&self, first: f32, second: f32) -> (f32, f32) {
        let deck = &self.book.core.action_deck;
        let mut faces = [0u32; 7];
        for card in deck {
            faces[usize::from(card.hth.min(6))] += 1;
        }
        let lead = first - second;
        let (mut wins, mut ties, mut all) = (0, 0, 0);
        for (mine, n) in faces.iter().enumerate() {
            for (yours, m) in faces.iter().enumerate() {
                let cards = n * m;
                all += cards;
                let difference = mine as f32 + lead - yours as f32;
                if difference > 0.0 {
                    wins += cards;
                } else if difference == 0.0 {
                    ties += cards;
                }
            }
        }
        (wins as f32 / all as f32, ties as f32 / all as f32)
    }

    /// The sums of the attacker and the defender in a fight to come.
    pub fn fight_sums(&self, contact: &Contact, weapon: Option<&str>) -> (Explained, Explained) {
        let fought = |piece| self.activity(piece).fights;
        let (attacker, defender) = (contact.attacker, contact.defender);
        let first = FightSide {
            attacker: true,
            in_body: contact.attacker_in_body,
            ride: contact.attacker_ride,
            ..FightSide::default()
        };
        let second = FightSide {
            attacker: false,
            in_body: contact.defender_in_body,
            from_rear: contact.from_rear,
            ride: contact.defender_ride,
            caught: contact.caught,
        };
        (
            self.melee_sum(attacker, defender, first, fought(attacker), weapon),
            self.melee_sum(defender, attacker, second, fought(defender), None),
        )
    }

    /// The odds of a fight, for the player's eyes.
    pub fn odds_of_fight(&self, contact: &Contact, weapon: Option<&str>) -> Odds {
        let (mine, yours) = self.fight_sums(contact, weapon);
        let (wins, ties) = self.melee_chances(mine.total(), yours.total());
        let mut explained = mine;
        for modifier in yours.modifiers() {
            explained.add(
                modifier.rule.clone(),
                format!("{}: {}", self.name(contact.defender), modifier.label),
                -modifier.amount,
            );
        }
        Odds {
            label: format!("{} against {}", self.name(contact.attacker), self.name(contact.defender)),
            needs: format!("{} on the cards", signed(explained.total())),
            explained,
            chance: wins,
            then: vec![
                (format!("tie {:.0} %: both fall back", ties * 100.0), RuleId::new("CP-9.6")),
                (format!("loses {:.0} %", (1.0 - wins - ties) * 100.0), RuleId::new("CP-9.5")),
            ],
        }
    }
}

/// CP-9.2: the fights to come, with their odds as they stand.
pub fn fights_to_come(cp: &SkirmishView) -> Vec<Bout> {
    let bout = |fight: Contact| Bout {
        attacker: fight.attacker,
        defender: fight.defender,
        odds: cp.odds_of_fight(&fight, None),
    };
    open_fights(cp).into_iter().map(bout).collect()
}

/// CP-9.2: the fights of which one is named next, and the side that names it: the one whose unit acts, or if nobody of it
/// fights any more the one of the first attacker.
pub fn fights_to_name(cp: &SkirmishView) -> Option<(SideId, Vec<Contact>)> {
    let mut fights = open_fights(cp);
    let first = cp.view.side_of(fights.first()?.attacker);
    let acts = cp.view.side_of_unit(cp.view.resource::<SequenceOfPlay>().active().unit);
    let of = |side: SideId, fight: &Contact| {
        [fight.attacker, fight.defender].map(|man| cp.view.side_of(man)).contains(&side)
    };
    let side = if fights.iter().any(|fight| of(acts, fight)) { acts } else { first };
    fights.retain(|fight| of(side, fight));
    Some((side, fights))
}

/// The fights that can still be fought: both in play, still in contact (CP-9.2).
pub fn open_fights(cp: &SkirmishView) -> Vec<Contact> {
    let Some(activation) = &cp.view.resource::<SequenceOfPlay>().activation else { return Vec::new() };
    activation
        .contacts
        .iter()
        .copied()
        .filter(|c| cp.view.in_play(c.attacker) && cp.view.in_play(c.defender) && cp.touch(c.attacker, c.defender))
        .collect()
}
