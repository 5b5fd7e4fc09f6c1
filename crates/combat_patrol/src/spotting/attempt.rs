//! Looking for somebody at a suspected place (CP-12.3).

use bevy::math::Vec2;

use super::{clear_place, reveal};
use crate::{
    cards::decks,
    fire::shooting,
    state::sequence_of_play::{FigureAction, SequenceOfPlay},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    chance::spread,
    english::does,
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    orders::{Leg, Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// The text for an attempt that finds nobody, whether anybody is there or not (CP-12.3).
const NOBODY: &str = "nobody is seen";

impl SkirmishView<'_> {
    /// The outline of a man on foot at a point.
    pub(super) fn man_at(&self, at: Vec2) -> Outline {
        let diameter = self.settings().core.base_foot;
        Outline { footprint: Footprint::Circle { diameter }, place: Place { at, facing: Heading(0.0), floor: 0 } }
    }

    /// CP-12.3: the place that an order to spot names: a suspected place on the table if a side has dummies, else any
    /// place.
    ///
    /// # Errors
    /// If nobody can be suspected there.
    fn place_to_spot(&self, order: &Order) -> Result<Vec2, Refusal> {
        let [Leg::To(at)] = order.path.as_slice() else { return refuse("CP-12.3", "Name one suspected place") };
        let mut marked = self.view.suspected().map(|place| place.at);
        if let Some(place) = marked.find(|place| place.distance(*at) <= self.half_place()) {
            return Ok(place);
        }
        if self.view.hiders().next().is_none() {
            return refuse("CP-12.3", "No enemy of this battle hides");
        }
        if !self.hide_unmarked() {
            return refuse("CP-12.3", "Nobody is suspected there");
        }
        Ok(*at)
    }

    /// Inches that a suspected place reaches from its middle: it is as wide as a target area (CP-6.6).
    fn half_place(&self) -> f32 {
        self.settings().core.target_area_width / 2.0
    }

    /// CP-12.3: whether a figure may look for somebody at a point, and the column it needs.
    ///
    /// # Errors
    /// If the figure is stunned or out of command, or if the place is too far away or not seen.
    pub fn spot_column(&self, piece: PieceId, at: Vec2) -> Result<Explained, Refusal> {
        let name = self.name(piece);
        let numbers = &self.book.core.spotting;
        self.require_unstunned(piece)?;
        self.require_command(piece)?;
        let there = self.man_at(at);
        let distance = self.view.outline(piece).gap_to_point(at);
        if distance > numbers.reach {
            let reach = numbers.reach;
            return refuse("CP-12.3", format!("{name}: the place is {distance:.0} inches off, more than {reach:.0}"));
        }
        if !self.in_sight(piece, &there) {
            return refuse("CP-1.8", format!("{name} does not see that place"));
        }
        let accuracy = self.soldier(piece).accuracy;
        let rule = RuleId::new("CP-12.3");
        let start = f32::from(self.numbers().start_column.of(accuracy));
        let mut column = Explained::base(rule.clone(), format!("{accuracy} eyes"), start);
        if distance > numbers.far {
            column.add(rule.clone(), format!("{distance:.0} inches is far"), f32::from(numbers.beyond_far));
        } else if distance > numbers.near {
            column.add(rule.clone(), format!("{distance:.0} inches"), f32::from(numbers.beyond_near));
        }
        if self.cover_at(&there, self.view.place(piece).at).is_some() {
            column.add(rule, "cover there", f32::from(numbers.in_cover));
        }
        Ok(column)
    }

    /// CP-2.12, CP-12.3: what an order to spot would do.
    ///
    /// # Errors
    /// If the order names no place, or if a figure of it has used its action or may not look for somebody there.
    pub fn check_spot(&self, order: &Order) -> Found<Vec2> {
        let at = self.place_to_spot(order)?;
        let mut odds = Vec::new();
        for piece in &order.pieces {
            self.require_stationary(*piece)?;
            let column = self.spot_column(*piece, at)?;
            let holes = column.total() as i8;
            odds.push(Odds {
                label: format!("{} looks for somebody there", self.name(*piece)),
                explained: column,
                needs: format!("{}, if anybody is there", shooting::needs(holes)),
                chance: self.chance_of_holes(holes),
                then: Vec::new(),
            });
        }
        let summary = format!("{} for somebody there", does(order.pieces.len(), "figure", "looks", "look"));
        let distribution = spread(odds.iter().map(|odds| odds.chance));
        Ok((Plan { summary, odds, distribution, ..Plan::default() }, at))
    }

    /// Whether a figure of the active unit could look for somebody: at a place that is marked on the table, or anywhere
    /// where an enemy hides without dummies.
    pub fn could_spot(&self, piece: PieceId) -> bool {
        self.part(piece) == FigureAction::Stationary
            && (self.view.suspected().any(|place| self.spot_column(piece, place.at).is_ok())
                || (self.hide_unmarked() && !self.stunned(piece) && self.in_command(piece)))
    }

    /// Whether enemies may hide at places that nothing marks.
    fn hide_unmarked(&self) -> bool {
        self.view.hiders().any(|side| self.view.side_named(side).dummies.is_empty())
    }

    /// The unit of another side that hides at a place, with its figures there.
    fn hidden_at(&self, side: SideId, at: Vec2) -> Option<(UnitId, Vec<PieceId>)> {
        let there = |piece: &PieceId| {
            self.view.is_enemy(*piece, side)
                && self.view.conceals(*piece)
                && self.view.outline(*piece).gap_to_point(at) <= self.half_place()
        };
        let reach = self.half_place() + 3.5;
        let found: Vec<PieceId> = self.view.pieces_index().within(at, reach).into_iter().filter(there).collect();
        let unit = self.view.unit_of(*found.first()?);
        Some((unit, found.into_iter().filter(|piece| self.view.unit_of(*piece) == unit).collect()))
    }
}

/// Whether a figure has looked in vain since the activation began.
fn looked_in_vain(battle: &BattleMut) -> bool {
    let card = format!(" on {}", battle.resource::<SequenceOfPlay>().card);
    let events = battle.view().log().events().iter().rev();
    let mut since = events.take_while(|event| event.detail || !event.text.ends_with(&card));
    since.any(|event| event.rule.0 == "CP-12.3" && event.text.ends_with(NOBODY))
}

/// CP-12.3: draws one card for each figure until somebody is spotted; a figure that has not looked by then keeps its
/// action. The text is the same whether an attempt failed or the place is empty, and the enemy does not see the card.
pub fn spot(battle: &mut BattleMut, book: &BookData, order: &Order, at: Vec2) -> Vec<PieceId> {
    let mut looked = Vec::new();
    for piece in &order.pieces {
        let cp = SkirmishView { view: battle.view_of(order.side), book };
        let Ok(column) = cp.spot_column(*piece, at) else { continue };
        let holes = column.total() as i8;
        let chance = cp.chance_of_holes(holes);
        let name = cp.name(*piece).to_owned();
        looked.push(*piece);
        let there = SkirmishView { view: battle.view(), book }.hidden_at(order.side, at);
        let (card, drawn) = decks::take(battle, book, order.side, &["holes"]);
        let somebody = there.is_some();
        let found = there.filter(|_| card.holes as i8 >= holes);
        let text = match &found {
            Some((unit, _)) => format!("{name} looks and spots {}", battle.view().unit(*unit).name),
            None => format!("{name} looks: {NOBODY}"),
        };
        let (side, rule) = (Some(order.side), RuleId::new("CP-12.3"));
        // The log says once that nobody is seen, however many look in vain.
        if found.is_none() && looked_in_vain(battle) {
            battle.detail(side, EventKind::Note, rule.clone(), text, column);
        } else {
            battle.log(side, EventKind::Note, rule.clone(), text, column);
        }
        let shown = battle.view().log().len();
        decks::show(battle, drawn, rule.clone(), format!("{}: card {}", shooting::shows(holes, card), card.id));
        let hushed = if found.is_some() { battle.view().log().len() } else { shown };
        // Nobody learns before the end of the battle whether there was anybody to be seen.
        if somebody {
            let text = format!("{name} had somebody to see");
            battle.detail(side, EventKind::Note, rule, text, Explained::default());
            battle.trial("To spot", chance, usize::from(found.is_some()), 1);
        }
        battle.hush(hushed);
        let Some((unit, figures)) = found else { continue };
        let why = format!("{name} spots it");
        reveal(battle, unit, &figures, &why);
        let marked = battle.view().suspected().find(|place| place.at == at).map(|place| place.number);
        if let Some(number) = marked {
            clear_place(battle, number, "Who was suspected there is found");
        }
        break;
    }
    looked
}
