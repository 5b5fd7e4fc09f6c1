//! Shots at a placed charge (OW-7.11).

use super::{
    burst, charge,
    state::{self, Charge},
};
use grapeshot_combat_patrol::{
    book::action_card::Burst,
    cards::decks,
    fire::shooting,
    spotting,
    state::{activity, shot::Manner},
    view::{
        rulebook::{BookData, SkirmishView},
        supplement::AfterShot,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::{Leg, Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    table::position::Place,
    turn::BattleMut,
};

/// A shot at a charge.
#[derive(Debug, Clone, PartialEq)]
pub struct Snipe {
    /// The man that shoots.
    pub man: PieceId,
    /// The charge, by its number.
    pub charge: usize,
    /// With what, by its number.
    pub weapon: u8,
    /// The column of the draw to hit.
    pub column: Explained,
    /// To-hit cards.
    pub shots: u8,
}

impl Snipe {
    /// The holes needed; a column under 1 counts as 1 (CP-6.3).
    pub fn holes(&self) -> i8 {
        (self.column.total() as i8).max(1)
    }
}

/// Whether there is any charge to shoot at.
pub fn charges(cp: &SkirmishView) -> bool {
    charge::any(cp)
}

/// The shot of a man at a charge.
///
/// # Errors
/// If he is no sniper, is not fit to shoot, or does not see it, or if it is out of arc or range.
pub fn shot(cp: &SkirmishView, man: PieceId, number: usize, manner: Manner) -> Result<Snipe, Refusal> {
    if !cp.soldier(man).sniper {
        return refuse("OW-7.11", format!("{}: only snipers can hit a charge", cp.name(man)));
    }
    cp.fit_to_shoot(man).map_err(|why| cp.refuse_shot(man, why))?;
    let charge = &state::charges(cp)[number];
    let place = Place { at: charge.at, floor: charge.floor, ..Place::new(0.0, 0.0, 0.0) };
    cp.require_arc(man, charge.at).map_err(|why| cp.refuse_shot(man, why))?;
    let (weapon, column, shots) = cp.shot_at_charge(man, place, manner)?;
    Ok(Snipe { man, charge: number, weapon, column, shots })
}

/// OW-7.11: what a shot at a charge would do.
pub fn check(cp: &SkirmishView, order: &Order) -> Found<Snipe> {
    let [man] = *order.pieces.as_slice() else { return refuse("OW-7.11", "Name one sniper") };
    let [Leg::To(at)] = order.path[..] else { return refuse("OW-7.11", "Name the charge") };
    let manner = cp.manner(cp.activation(), man)?;
    let there = |charge: &Charge| !charge.gone && charge.known_to(Some(order.side)) && charge.at.distance(at) <= 1.0;
    let near = (0..).zip(state::charges(cp)).filter(|(_, charge)| there(charge));
    let nearest = near.min_by(|a, b| a.1.at.distance(at).total_cmp(&b.1.at.distance(at)));
    let Some((number, charge)) = nearest else { return refuse("OW-7.11", "There is no charge at that point") };
    let snipe = shot(cp, man, number, manner)?;
    let goes = 100.0 * cp.chance_of_icon(Burst::Medium);
    let odds = Odds {
        label: format!("{} at the charge", cp.name(man)),
        explained: snipe.column.clone(),
        needs: shooting::needs(snipe.holes()),
        chance: cp.chance_of_holes(snipe.holes()),
        then: vec![(format!("a hit sets it off in {goes:.0} %"), RuleId::new("OW-7.11"))],
    };
    let summary = format!("{} shoots at the charge", cp.name(man));
    let templates = vec![cp.round_template(Burst::Medium, charge.at)];
    Ok((Plan { summary, odds: vec![odds], templates, ..Plan::default() }, snipe))
}

/// OW-7.11: after a hit a medium icon of a further card sets it off; cover does not protect it.
pub fn resolve(battle: &mut BattleMut, book: &BookData, order: &Order, snipe: Snipe) {
    let man = snipe.man;
    activity::done(battle, man);
    spotting::by_shooting(battle, man, book.weapon(snipe.weapon).silent);
    let mut laid = AfterShot::default();
    for _ in 0..snipe.shots {
        let holes = snipe.holes();
        let (card, drawn) = decks::take(battle, book, order.side, &["holes", "ooa", "hr"]);
        let hit = !card.ooa && card.holes as i8 >= holes;
        let cp = SkirmishView { view: battle.view(), book };
        let result = if hit { "hit" } else { "miss" };
        let text = format!("{} shoots at the charge: {}: {result}", cp.name(man), shooting::shows(holes, card));
        let chance = cp.chance_of_holes(holes);
        battle.log(Some(order.side), EventKind::Note, RuleId::new("OW-7.11"), text, snipe.column.clone());
        battle.trial("To hit", chance, usize::from(hit), 1);
        decks::show(battle, drawn, RuleId::new("CP-6.15"), format!("To hit: card {}", card.id));
        shooting::after_shot(battle, book, (man, snipe.weapon), card, &mut laid);
        if hit && sets_off(battle, book, order) {
            burst::go_off(battle, book, snipe.charge, "OW-7.11");
            return;
        }
        if card.ooa {
            return;
        }
    }
}

fn sets_off(battle: &mut BattleMut, book: &BookData, order: &Order) -> bool {
    let chance = SkirmishView { view: battle.view(), book }.chance_of_icon(Burst::Medium);
    let card = decks::draw(battle, book, order.side, &["he"], RuleId::new("OW-7.11"), |card| {
        let result = if card.shows(Burst::Medium) { "goes off" } else { "does not go off" };
        format!("Card {}: the charge {result}", card.id)
    });
    battle.trial("To set a charge off", chance, usize::from(card.shows(Burst::Medium)), 1);
    card.shows(Burst::Medium)
}
