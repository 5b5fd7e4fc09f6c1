//! Hand to hand (chapter 9).

use bevy::math::Vec2;

use super::aftermath::{offer_advance, part_all, recoil, run_on};
use crate::{
    book::{cites::Topic, profile::Soldier},
    cards::decks,
    fire::wounds,
    melee::aftermath,
    state::{
        activity,
        sequence_of_play::{Contact, SequenceOfPlay, Stage, go_to},
    },
    view::{
        rulebook::{BookData, SkirmishView, cites},
        supplement::FightSide,
    },
};
use grapeshot_floor::{
    english::count,
    events::{Duel, EventKind, Explained, RuleId},
    forces::PieceId,
    orders::Odds,
    table::{
        path::{self, Part},
        position::Place,
    },
    turn::{BattleMut, rules::Bout},
};

/// How far beyond the line between front and rear a base centre must be to lie behind a figure, in inches.
const BEHIND: f32 = 0.01;

/// CP-1.6: whether a point lies behind a figure; who is within a hair of the line lies before it.
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
            .map(|n| self.book.supplement.weapon_hth(self, figure, *n, moved))
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
            Explained::base(RuleId::new(self.cites(Topic::CaughtFromBehind)), "caught from behind", 0.0)
        } else {
            let sum = Explained::base(RuleId::new("CP-9.3"), "Melee", f32::from(soldier.melee));
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
            sum.add(RuleId::new(self.cites(Topic::HeavyCavalry)), "heavy cavalry", f32::from(horse.heavy_melee));
        }
        if let Some((name, bonus, rule)) = self.melee_of_troop(figure) {
            sum.add(rule, name.to_owned(), bonus);
        }
        // `ImpetusBonus`: in his first fight only.
        if fight.ride.impetus && fought == 0 {
            let formed_heavy = soldier.heavy && fight.in_body;
            let impetus = if formed_heavy { horse.impetus_heavy } else { horse.impetus };
            sum.add(RuleId::new(self.cites(Topic::ImpetusBonus)), "impetus", f32::from(impetus));
        }
        self.book.supplement.melee_modifiers(self, figure, foe, fight, &mut sum);
        sum
    }

    /// CP-9.3: chances that the first wins, and that it is a tie, from all pairs of cards.
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

    /// The two sums of a fight to come.
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
            needs: format!("{:+.0} on the cards", explained.total()),
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

/// CP-9.1, CP-9.8: the next fight if there is but one; the owner is asked if there are several; when all are fought
/// nobody stays in contact.
pub fn next_fight(battle: &mut BattleMut, book: &BookData) -> bool {
    let fights = open_fights(&SkirmishView::of(battle.view()));
    match fights.as_slice() {
        [] => {
            part_all(battle);
            let then = battle.resource_mut::<SequenceOfPlay>().active_mut().then.take();
            go_to(battle, then.unwrap_or(Stage::END_UNIT));
            true
        }
        [only] => {
            fight(battle, book, *only, None);
            ![Stage::FOLLOW_UP, Stage::BREAKTHROUGH].contains(&battle.resource::<SequenceOfPlay>().stage)
        }
        _ => false,
    }
}

/// CP-9.3 to CP-9.6: one fight.
pub fn fight(battle: &mut BattleMut, book: &BookData, contact: Contact, weapon: Option<&str>) {
    let (attacker, defender) = (contact.attacker, contact.defender);
    let cp = SkirmishView { view: battle.view(), book };
    let (first_side, second_side) = (cp.view.side_of(attacker), cp.view.side_of(defender));
    let (mine, yours) = cp.fight_sums(&contact, weapon);
    let names = (cp.name(attacker).to_owned(), cp.name(defender).to_owned());
    let (wins, ties) = cp.melee_chances(mine.total(), yours.total());
    let impetus = |piece| {
        let ride = if piece == attacker { contact.attacker_ride } else { contact.defender_ride };
        let fought = cp.activity(piece).fights;
        ride.impetus && fought == 0 && cp.mounted(piece)
    };
    let with_impetus = (impetus(attacker), impetus(defender));
    for (piece, ride, named) in [(attacker, contact.attacker_ride, weapon), (defender, contact.defender_ride, None)] {
        drop_lance(battle, book, piece, ride.moved, named);
    }
    let (first_card, first_drawn) = decks::take(battle, book, first_side, &["hth"]);
    let (second_card, second_drawn) = decks::take(battle, book, second_side, &["hth"]);
    let first = f32::from(first_card.hth) + mine.total();
    let second = f32::from(second_card.hth) + yours.total();
    let winner = if first > second {
        Some(attacker)
    } else if second > first {
        Some(defender)
    } else {
        None
    };
    let result = match winner {
        Some(piece) if piece == attacker => format!("{} wins", names.0),
        Some(_) => format!("{} wins", names.1),
        None => "a tie".into(),
    };
    let text = format!("{} {first:.0} against {} {second:.0}: {result}", names.0, names.1);
    let against = yours.with(RuleId::new("CP-9.3"), "card", f32::from(second_card.hth));
    let duel = Duel { against: against.clone(), wins, ties };
    let kind = EventKind::Fought { attacker, defender, winner, duel: Some(Box::new(duel)) };
    battle.log(
        Some(first_side),
        kind,
        RuleId::new("CP-9.3"),
        text,
        mine.with(RuleId::new("CP-9.3"), "card", f32::from(first_card.hth)),
    );
    battle.trial("Attacker wins", wins, usize::from(winner == Some(attacker)), 1);
    decks::show(battle, first_drawn, RuleId::new("CP-9.3"), format!("{}: card {}", names.0, first_card.hth));
    decks::show(battle, second_drawn, RuleId::new("CP-9.3"), format!("{}: card {}", names.1, second_card.hth));
    battle.detail(
        Some(second_side),
        EventKind::Note,
        RuleId::new("CP-9.3"),
        format!("{} has {second:.0}", names.1),
        against,
    );
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        let activation = play.active_mut();
        activation.contacts.retain(|known| *known != contact);
        play.stage = Stage::FIGHTS;
    }
    for piece in [attacker, defender] {
        activity::change(battle, piece, |activity| activity.fights += 1);
    }
    let line = battle.view().place(attacker).at - battle.view().place(defender).at;
    match winner {
        winner if contact.caught && winner != Some(attacker) => run_on(battle, defender, attacker),
        None => {
            recoil(battle, attacker, defender);
            recoil(battle, defender, attacker);
        }
        Some(winner) => {
            let loser = if winner == attacker { defender } else { attacker };
            let winner_side = if winner == attacker { first_side } else { second_side };
            wounds::hit_in_melee(battle, book, winner_side, loser);
            if battle.view().in_play(loser) {
                recoil(battle, loser, winner);
            }
            let rides_on = if winner == attacker { with_impetus.0 } else { with_impetus.1 };
            if rides_on && battle.view().in_play(winner) {
                aftermath::begin_breakthrough(battle, winner, loser);
            } else {
                offer_advance(battle, winner, if winner == attacker { -line } else { line });
            }
        }
    }
}

/// `SecondWeapon`: a lancer who did not move and has a better weapon takes that one; his lance is dropped for good.
fn drop_lance(battle: &mut BattleMut, book: &BookData, piece: PieceId, moved: bool, named: Option<&str>) {
    let cp = SkirmishView { view: battle.view(), book };
    let soldier = cp.soldier(piece);
    let hth = |n: &u8| book.supplement.weapon_hth(&cp, piece, *n, moved).0;
    let is_lance = |n: &u8| book.weapon(*n).hth_moving.is_some();
    let Some(lance) = soldier.weapons.iter().copied().find(is_lance).filter(|_| !moved) else { return };
    let taken = match named {
        Some(name) => soldier.weapons.iter().copied().find(|n| book.weapon(*n).id == name),
        None => soldier.weapons.iter().copied().max_by_key(|n| (hth(n), is_lance(n))),
    };
    if taken.is_none_or(|taken| taken == lance) {
        return;
    }
    let text = format!("{} drops the {} for good", cp.name(piece), book.weapon(lance).name);
    let side = cp.view.side_of(piece);
    battle.note(Some(side), RuleId::new(cites(battle, Topic::SecondWeapon)), text);
    let mut soldier = battle.piece_mut::<Soldier>(piece);
    soldier.weapons.retain(|n| *n != lance);
    soldier.dropped.push(lance);
}
