//! One fight (CP-9.3 to CP-9.6), fought by systems that hand it on: what each figure adds is summed up, a lance that is
//! of no use is dropped, the cards are drawn, and the result is carried out.

use bevy::ecs::{
    system::{In, Query, Res, ResMut},
    world::World,
};
use smol_str::SmolStr;

use super::{
    aftermath::{self, offer_advance, recoil, run_on},
    fight::open_fights,
};
use crate::{
    book::{cites::Topic, profile::Soldier},
    cards::decks::CardTable,
    fire::wounds,
    state::{
        activity::Activities,
        sequence_of_play::{Contact, SequenceOfPlay, Stage},
    },
    view::rulebook::{Book, SkirmishView},
};
use grapeshot_floor::{
    english::number,
    events::{Drawn, Duel, EventKind, Explained, RuleId},
    forces::{PieceId, Roster, SideId},
    turn::{BattleMut, BattleView, Derived, Tell},
};

/// A fight that is to be fought now.
#[derive(Debug, Clone)]
pub struct Clash {
    /// The two that fight.
    pub contact: Contact,
    /// The weapon that the attacker's owner has named, if he has.
    pub weapon: Option<SmolStr>,
}

/// A lance that its owner drops for a better weapon.
struct DroppedLance {
    man: PieceId,
    lance: u8,
    text: String,
}

/// One of the two in a fight.
struct Fighter {
    piece: PieceId,
    side: SideId,
    name: String,
    /// What he adds to his card.
    sum: Explained,
    /// `ImpetusBonus`: whether he must ride on if he wins.
    impetus: bool,
}

/// A fight with what both figures add to their cards.
pub struct SummedUp {
    contact: Contact,
    attacker: Fighter,
    defender: Fighter,
    /// The chances that the attacker wins and that it is a tie.
    chances: (f32, f32),
    dropped: Vec<DroppedLance>,
}

/// A fight that was fought.
pub struct Fought {
    contact: Contact,
    winner: Option<PieceId>,
    /// Whether the winner must ride on.
    rides_on: bool,
}

/// The fight that is left, if there is one to fight.
pub fn fight_left(world: &World) -> Option<Clash> {
    let fights = open_fights(&SkirmishView::of(BattleView::whole(world)));
    fights.first().map(|contact| Clash { contact: *contact, weapon: None })
}

/// CP-9.3, CP-9.4: what both figures add to their cards.
pub fn sum_up(In(clash): In<Option<Clash>>, world: &World) -> Option<SummedUp> {
    let Clash { contact, weapon } = clash?;
    let cp = SkirmishView::of(BattleView::whole(world));
    let (mine, yours) = cp.fight_sums(&contact, weapon.as_deref());
    let chances = cp.melee_chances(mine.total(), yours.total());
    let rides =
        [(contact.attacker, contact.attacker_ride, weapon.as_deref()), (contact.defender, contact.defender_ride, None)];
    let dropped =
        rides.into_iter().filter_map(|(man, ride, named)| lance_dropped(&cp, man, ride.moved, named)).collect();
    let fighter = |piece: PieceId, sum: Explained, impetus: bool| Fighter {
        piece,
        side: cp.view.side_of(piece),
        name: cp.name(piece).to_owned(),
        sum,
        impetus: impetus && cp.activity(piece).fights == 0 && cp.mounted(piece),
    };
    Some(SummedUp {
        contact,
        attacker: fighter(contact.attacker, mine, contact.attacker_ride.impetus),
        defender: fighter(contact.defender, yours, contact.defender_ride.impetus),
        chances,
        dropped,
    })
}

/// `SecondWeapon`: the lance that a lancer drops who did not move and has a better weapon.
fn lance_dropped(cp: &SkirmishView, man: PieceId, moved: bool, named: Option<&str>) -> Option<DroppedLance> {
    let weapons = || cp.soldier(man).weapons.iter().copied();
    let hth = |n: &u8| cp.supplement().weapon_hth(cp, man, *n, moved).0;
    let is_lance = |n: &u8| cp.book.weapon(*n).hth_moving.is_some();
    let lance = weapons().find(is_lance).filter(|_| !moved)?;
    let taken = match named {
        Some(name) => weapons().find(|n| cp.book.weapon(*n).id == name),
        None => weapons().max_by_key(|n| (hth(n), is_lance(n))),
    };
    let text = || format!("{} drops the {} for good", cp.name(man), cp.book.weapon(lance).name);
    taken.filter(|taken| *taken != lance).map(|_| DroppedLance { man, lance, text: text() })
}

/// `SecondWeapon`: a lance that was dropped is not taken up again.
pub fn drop_lances(
    In(fight): In<Option<SummedUp>>,
    (book, roster, derived): (Res<Book>, Res<Roster>, Res<Derived>),
    mut soldiers: Query<&mut Soldier>,
    mut tell: Tell,
) -> Option<SummedUp> {
    let mut fight = fight?;
    for DroppedLance { man, lance, text } in fight.dropped.drain(..) {
        let side = roster.side_of_unit(roster.unit_of(man));
        tell.note(Some(side), RuleId::new(book.cites(Topic::SecondWeapon)), text);
        if let Some(mut soldier) = roster.piece(man).and_then(|entity| soldiers.get_mut(entity).ok()) {
            soldier.weapons.retain(|n| *n != lance);
            soldier.dropped.push(lance);
        }
    }
    derived.raise();
    Some(fight)
}

/// CP-9.3: each side draws a card; the higher sum wins.
pub fn draw_cards(
    In(fight): In<Option<SummedUp>>,
    (book, derived): (Res<Book>, Res<Derived>),
    mut cards: CardTable,
    mut play: ResMut<SequenceOfPlay>,
    mut activities: Activities,
    mut tell: Tell,
) -> Option<Fought> {
    let SummedUp { contact, attacker, defender, chances: (wins, ties), .. } = fight?;
    let rule = || RuleId::new("CP-9.3");
    let (first_card, first_drawn) = cards.take(&book, attacker.side, &["hth"]);
    let (second_card, second_drawn) = cards.take(&book, defender.side, &["hth"]);
    let first = f32::from(first_card.hth) + attacker.sum.total();
    let second = f32::from(second_card.hth) + defender.sum.total();
    let (winner, result) = if first > second {
        (Some(&attacker), format!("{} wins", attacker.name))
    } else if second > first {
        (Some(&defender), format!("{} wins", defender.name))
    } else {
        (None, "a tie".into())
    };
    let (won, rides_on) = (winner.map(|winner| winner.piece), winner.is_some_and(|winner| winner.impetus));
    let text = format!("{} {} against {} {}: {result}", attacker.name, number(first), defender.name, number(second));
    let against = defender.sum.with(rule(), "card", f32::from(second_card.hth));
    let duel = Some(Box::new(Duel { against: against.clone(), wins, ties }));
    let kind = EventKind::Fought { attacker: attacker.piece, defender: defender.piece, winner: won, duel };
    let sum = attacker.sum.with(rule(), "card", f32::from(first_card.hth));
    tell.log(Some(attacker.side), kind, rule(), text, sum);
    tell.trial("Attacker wins", wins, usize::from(won == Some(attacker.piece)), 1);
    let mut show = |name: &str, hth: u8, drawn: Drawn| {
        tell.detail(drawn.side, EventKind::Drew(drawn), rule(), format!("{name}: card {hth}"));
    };
    show(&attacker.name, first_card.hth, first_drawn);
    show(&defender.name, second_card.hth, second_drawn);
    tell.sum(Some(defender.side), rule(), format!("{} has {second:.0}", defender.name), against);
    play.active_mut().contacts.retain(|known| *known != contact);
    play.stage = Stage::FIGHTS;
    for piece in [attacker.piece, defender.piece] {
        activities.fought(piece);
    }
    derived.raise();
    Some(Fought { contact, winner: won, rides_on })
}

/// CP-9.5 to CP-9.7: the loser is hit and falls back, after a tie both fall back; the winner may advance or must ride on.
pub fn carry_out(In(fought): In<Option<Fought>>, world: &mut World) {
    let Some(Fought { contact, winner, rides_on }) = fought else { return };
    let Contact { attacker, defender, caught, .. } = contact;
    let book = world.resource::<Book>().clone();
    let battle = &mut BattleMut::new(world);
    let line = battle.view().place(attacker).at - battle.view().place(defender).at;
    match winner {
        winner if caught && winner != Some(attacker) => run_on(battle, defender, attacker),
        None => {
            recoil(battle, attacker, defender);
            recoil(battle, defender, attacker);
        }
        Some(winner) => {
            let loser = if winner == attacker { defender } else { attacker };
            let side = battle.view().side_of(winner);
            wounds::hit_in_melee(battle, &book, side, loser);
            if battle.view().in_play(loser) {
                recoil(battle, loser, winner);
            }
            if rides_on && battle.view().in_play(winner) {
                aftermath::begin_breakthrough(battle, winner, loser);
            } else {
                offer_advance(battle, winner, if winner == attacker { -line } else { line });
            }
        }
    }
}
