//! Shots at placed charges (CP-6.13): a sniper hits one, and a further card says whether it goes off.

use super::mines::blow;
use crate::{
    cards::decks,
    fire::{aim::Line, no_shot::NoShot, shooting},
    orders::aim::PointOrPiece,
    spotting,
    state::{mines::Mine, sequence_of_play::Activation, shot::Manner},
    view::{
        rulebook::{BookData, SkirmishView},
        supplement::AfterShot,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
    turn::BattleMut,
};

/// The largest distance from a charge at which a point names it, in inches.
const NAMED: f32 = 1.0;

/// A shot at a charge that may be made.
#[derive(Debug, Clone, PartialEq)]
pub struct Snipe {
    /// The sniper.
    pub man: PieceId,
    /// The unit that laid the charge.
    pub charge_of: UnitId,
    /// The weapon, by its number.
    pub weapon: u8,
    /// The column and how it came about.
    pub column: Explained,
    /// To-hit cards that may be drawn (CP-6.5).
    pub shots: u8,
}

impl Snipe {
    /// The holes needed; a column under 1 counts as 1 (CP-6.3).
    pub fn holes(&self) -> i8 {
        (self.column.total() as i8).max(1)
    }
}

impl<'w> SkirmishView<'w> {
    /// CP-6.13: whether a figure could shoot at a charge now, if need be after a turn.
    pub fn could_snipe(&self, activation: &Activation, man: PieceId) -> bool {
        self.soldier(man).sniper
            && self.laid_charges().any(|mine| {
                let fit = |manner| self.fit_to_shoot(man).is_ok() && self.snipe_at(man, mine, manner, true).is_ok();
                self.manner(activation, man).is_ok_and(fit)
            })
    }

    /// CP-6.13, CP-6.15: a sniper's shot at a laid charge, and that charge; there is no target area.
    ///
    /// # Errors
    /// If the order does not name one sniper and the place of a charge, if he is not fit to shoot, or if the charge is
    /// not in his arc, not seen or out of range.
    pub fn snipe(&self, activation: &Activation, order: &Order) -> Result<(Snipe, &'w Mine), Refusal> {
        let snipers = order.pieces.iter().copied().filter(|man| self.soldier(*man).sniper);
        // Of several named figures the sniper is meant, if there is one.
        let man = match (order.pieces.as_slice(), snipers.collect::<Vec<_>>().as_slice()) {
            ([man], _) | (_, [man]) => *man,
            _ => return refuse("CP-6.13", "Name one sniper"),
        };
        let PointOrPiece::Point(at) = PointOrPiece::of(order, "CP-6.13")? else {
            return refuse("CP-6.13", "Name the place of the charge");
        };
        if !self.soldier(man).sniper {
            return refuse("CP-6.13", format!("{} is no sniper: only snipers can hit a charge", self.name(man)));
        }
        let near = |mine: &&Mine| mine.at.distance(at) <= NAMED;
        let nearest = self.laid_charges().filter(near).min_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)));
        let Some(mine) = nearest else { return refuse("CP-6.13", "There is no charge laid at that point") };
        let manner = self.manner(activation, man)?;
        self.fit_to_shoot(man).map_err(|why| self.refuse_shot(man, why))?;
        Ok((self.snipe_at(man, mine, manner, false)?, mine))
    }

    /// The shot of a sniper who is fit to shoot; whichever way he faces, if he may turn first (CP-1.6).
    fn snipe_at(&self, man: PieceId, mine: &Mine, manner: Manner, may_turn: bool) -> Result<Snipe, Refusal> {
        if !may_turn || self.supplement().in_body(self, man) {
            self.require_arc(man, mine.at).map_err(|why| self.refuse_shot(man, why))?;
        }
        let place = Place { at: mine.at, ..Place::new(0.0, 0.0, 0.0) };
        let (weapon, column, shots) = self.shot_at_charge(man, place, manner)?;
        Ok(Snipe { man, charge_of: mine.unit, weapon, column, shots })
    }

    /// The weapon, the column and the to-hit cards of a shot at a charge at a place, by a figure that is fit to shoot and
    /// has it in its arc.
    ///
    /// # Errors
    /// If the figure does not see the charge, or if it is out of range.
    pub fn shot_at_charge(&self, man: PieceId, place: Place, manner: Manner) -> Result<(u8, Explained, u8), Refusal> {
        let charge = Outline { footprint: Footprint::Circle { diameter: 0.1 }, place };
        let shot = self.shot_at(man, &charge, manner).map_err(|why| self.refuse_shot(man, why))?;
        let Some(shot) = shot else {
            return refuse("CP-1.8", format!("{} does not see the charge", self.name(man)));
        };
        let mut column = Explained::default();
        let mut add = |(rule, label, amount): Line| column.add(rule, label(), f32::from(amount));
        self.lines_of_range(man, &shot, manner, &mut add);
        self.lines_of_shooter(man, manner, &mut add);
        if column.total() as i8 > self.numbers().most_holes {
            return Err(self.refuse_shot(man, NoShot::TooHard(column.total())));
        }
        let shots = self.cards_of(man, shot.weapon, shot.band, manner);
        Ok((shot.weapon, column, shots))
    }

    /// CP-6.13: what a shot at a charge would do.
    ///
    /// # Errors
    /// If the order does not name one sniper and the place of a charge, if he is not fit to shoot, or if the charge is
    /// not in his arc, not seen or out of range.
    pub fn check_snipe(&self, order: &Order, activation: &Activation) -> Found<Snipe> {
        let (snipe, mine) = self.snipe(activation, order)?;
        let holes = snipe.holes();
        let goes = self.chance_of_icon(self.book.core.burst.sets_off);
        let men = self.all_on(mine.structure).into_iter().filter(|piece| self.is_man(*piece)).count();
        let sets_off = (format!("a hit sets it off in {:.0} %", goes * 100.0), RuleId::new("CP-6.13"));
        let odds = Odds {
            label: format!("{} at the charge", self.name(snipe.man)),
            explained: snipe.column.clone(),
            needs: shooting::needs(holes),
            chance: self.chance_of_holes(holes),
            then: std::iter::once(sets_off).chain(self.what_a_charge_does(mine, men)).collect(),
        };
        let summary = format!("{} shoots at the charge", self.name(snipe.man));
        let templates = vec![self.template_of(mine.structure).1];
        Ok((Plan { summary, odds: vec![odds], templates, ..Plan::default() }, snipe))
    }
}

/// CP-6.13: the shot at a charge: after a hit the burst icon of a further card sets it off; cover does not protect it.
pub fn snipe(battle: &mut BattleMut, book: &BookData, snipe: &Snipe) {
    let Snipe { man, charge_of, .. } = *snipe;
    let side = battle.view().side_of(man);
    spotting::by_shooting(battle, man, book.weapon(snipe.weapon).silent);
    let mut laid = AfterShot::default();
    for _ in 0..snipe.shots {
        let holes = snipe.holes();
        let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa", "hr"]);
        let hit = !card.ooa && card.holes as i8 >= holes;
        let cp = SkirmishView { view: battle.view(), book };
        let result = if hit { "hit" } else { "miss" };
        let text = format!("{} shoots at the charge: {}: {result}", cp.name(man), shooting::shows(holes, card));
        let chance = cp.chance_of_holes(holes);
        battle.log(Some(side), EventKind::Note, RuleId::new("CP-6.13"), text, snipe.column.clone());
        battle.trial("To hit", chance, usize::from(hit), 1);
        decks::show(battle, drawn, RuleId::new("CP-6.15"), format!("To hit: card {}", card.id));
        shooting::after_shot(battle, book, (man, snipe.weapon), card, &mut laid);
        if hit && sets_off(battle, book, snipe) {
            blow::go_off(battle, book, charge_of, side, man);
            break;
        }
        if card.ooa {
            break;
        }
    }
}

fn sets_off(battle: &mut BattleMut, book: &BookData, snipe: &Snipe) -> bool {
    let side = battle.view().side_of(snipe.man);
    let icon = book.core.burst.sets_off;
    let chance = SkirmishView { view: battle.view(), book }.chance_of_icon(icon);
    let card = decks::draw(battle, book, side, &["he"], RuleId::new("CP-6.13"), |card| {
        let result = if card.shows(icon) { "goes off" } else { "does not go off" };
        format!("Card {}: the charge {result}", card.id)
    });
    battle.trial("To set a charge off", chance, usize::from(card.shows(icon)), 1);
    card.shows(icon)
}
