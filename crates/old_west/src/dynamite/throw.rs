//! Thrown dynamite (OW-7.2 to OW-7.4).

use super::{burst, supply};
use grapeshot_combat_patrol::{
    book::profile::Soldier,
    cards::decks,
    explosives::throwing::{self, Throw},
    fire::{aim::Line, no_shot::NoShot, shooting},
    spotting,
    state::activity,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, RuleId},
    orders::{Order, Plan},
    procedure::Found,
    shared::refuse,
    turn::BattleMut,
};

/// The shift of every throw of dynamite (OW-7.2).
const SHIFT: f32 = 1.0;

/// OW-7.2: what a throw of dynamite would do.
pub fn check(cp: &SkirmishView, order: &Order) -> Found<Throw> {
    if let [man] = *order.pieces.as_slice() {
        supply::require_hand(cp, man)?;
    }
    let (plan, mut throw) = cp.check_throw(order)?;
    let manner = cp.manner(cp.activation(), throw.man)?;
    if manner.moving_fire && cp.mounted(throw.man) {
        return refuse("OW-8.7", format!("{}: dynamite is not thrown from a horse on the move", cp.name(throw.man)));
    }
    throw.column.add("OW-7.2", "dynamite", SHIFT);
    let mut add = |(rule, label, amount): Line| throw.column.add(rule, label(), f32::from(amount));
    cp.lines_of_shooter(throw.man, manner, &mut add);
    let column = throw.column.total();
    if column as i8 > cp.numbers().most_holes {
        return Err(cp.refuse_shot(throw.man, NoShot::TooHard(column)));
    }
    let mut odds = plan.odds;
    for line in &mut odds {
        line.explained = throw.column.clone();
        line.needs = format!("{}, or it deviates", shooting::needs(throw.holes()));
        line.chance = cp.chance_of_holes(throw.holes());
    }
    let mut warnings = plan.warnings;
    if plan.templates.iter().any(|template| template.holds(cp.view.place(throw.man).at)) {
        warnings.push(format!("{} himself is under the burst (OW-7.2)", cp.name(throw.man)));
    }
    Ok((Plan { odds, warnings, ..Plan { odds: Vec::new(), warnings: Vec::new(), ..plan } }, throw))
}

/// OW-7.2, OW-7.3: the throw; on an Out of Ammunition card it explodes at once or is a dud, and is the man's last.
pub fn resolve(battle: &mut BattleMut, book: &BookData, _: &Order, throw: Throw) {
    let man = throw.man;
    activity::done(battle, man);
    supply::change(battle, man, |supply| supply.prepared = false);
    let side = battle.view().side_of(man);
    let (name, what) = (battle.view().piece(man).name.clone(), book.weapon(throw.weapon).name.clone());
    spotting::by_shooting(battle, man, false);
    let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa"]);
    let holes = throw.holes();
    let hit = !card.ooa && card.holes as i8 >= holes;
    let chance = SkirmishView { view: battle.view(), book }.chance_of_holes(holes);
    let result = match (card.ooa, hit) {
        (true, _) => "it is faulty",
        (false, true) => "on the point",
        (false, false) => "it deviates",
    };
    let text = format!("{name} throws a {what}: {}: {result}", shooting::shows(holes, card));
    battle.log(Some(side), EventKind::Note, RuleId::new("OW-7.2"), text, throw.column.clone());
    battle.trial("To hit a point", chance, usize::from(hit), 1);
    decks::show(battle, drawn, RuleId::new("CP-6.15"), format!("To hit: card {}", card.id));
    if card.ooa {
        faulty(battle, book, &throw);
    } else {
        throwing::falls(battle, book, &throw, hit, RuleId::new("OW-7.2"));
        spend(battle, book, &throw);
    }
}

/// OW-7.3: a further card says whether it explodes in his hand.
fn faulty(battle: &mut BattleMut, book: &BookData, throw: &Throw) {
    let side = battle.view().side_of(throw.man);
    let card = decks::draw(battle, book, side, &["d10"], RuleId::new("OW-7.3"), |card| {
        let result = if card.d10.is_multiple_of(2) { "it explodes at once" } else { "it is a dud" };
        format!("Ten-sided icon {}: {result}", card.d10)
    });
    supply::empty(battle, book, throw.man);
    if card.d10.is_multiple_of(2) {
        let here = battle.view().place(throw.man);
        burst::blast(battle, book, (side, Some(throw.man)), here, throw.size, RuleId::new("OW-7.3"));
    }
}

/// OW-7.4: one throw less.
fn spend(battle: &mut BattleMut, book: &BookData, throw: &Throw) {
    // OW-7.1: a bundle that he had to place, in the place of a stick.
    if !SkirmishView::of(battle.view()).soldier(throw.man).weapons.contains(&throw.weapon) {
        supply::change(battle, throw.man, |supply| {
            supply.bundles = supply.bundles.saturating_sub(1);
            supply.carries = supply.bundles > 0 || supply.throws != Some(0);
        });
        return;
    }
    let mut left = None;
    supply::change(battle, throw.man, |supply| {
        supply.throws = supply.throws.map(|throws| throws.saturating_sub(1));
        left = supply.throws;
    });
    if left == Some(0) {
        let text = format!("{} has nothing left to throw", battle.view().piece(throw.man).name);
        let side = battle.view().side_of(throw.man);
        battle.note(Some(side), RuleId::new("OW-7.4"), text);
        battle.piece_mut::<Soldier>(throw.man).weapons.retain(|n| book.weapon(*n).burst.is_none());
        supply::change(battle, throw.man, |supply| supply.carries = supply.bundles > 0);
    }
}
