//! The decks and how cards are drawn (CP-2.2, CP-3.1).

use bevy::ecs::{
    resource::Resource,
    system::{In, ResMut, SystemParam},
    world::World,
};
use serde::{Deserialize, Serialize};
use smol_str::{SmolStr, format_smolstr};

use crate::{
    book::{
        action_card::ActionCard,
        grade::Grade,
        rule_settings::{DeckReshuffle, ReshuffleMode},
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    chance::{Chance, Deck, StreamId},
    events::{Drawn, EventKind, Explained, RuleId},
    forces::{SideId, Value, Values},
    turn::{BattleMut, BattleView, Tell},
};

/// The stream of the command dice.
pub const DICE: StreamId = StreamId::new("command dice");
/// The stream of the activation deck.
pub const ACTIVATION: StreamId = StreamId::new("activation");

/// The stream of a side's action deck.
pub fn action_stream(side: SideId) -> StreamId {
    StreamId(format_smolstr!("action {}", side.0))
}

/// An activation card (CP-2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActivationCard {
    /// A number card: the number, and whether it is red.
    Number(u8, bool),
    /// The end of the turn.
    Reshuffle,
    /// Elite units act again.
    Elite,
    /// Green units lose the next number.
    Green,
    /// Heroes act.
    Hero,
    /// Something happens.
    Event,
    /// Missions of guns beyond the table land (CP-2.9).
    Artillery,
}

/// The Reshuffle card by its number.
const RESHUFFLE: u16 = 12;
/// The Elite card by its number.
const ELITE: u16 = 13;
/// The Green card by its number.
const GREEN: u16 = 14;
/// The Hero card by its number.
const HERO: u16 = 15;
/// The Event card by its number.
const EVENT: u16 = 16;
/// The Artillery card by its number.
const ARTILLERY: u16 = 17;

/// All activation cards by number: 0 to 5 black, 6 to 11 red, then the special ones.
pub const ACTIVATION_CARDS: [ActivationCard; 18] = [
    ActivationCard::Number(1, false),
    ActivationCard::Number(2, false),
    ActivationCard::Number(3, false),
    ActivationCard::Number(4, false),
    ActivationCard::Number(5, false),
    ActivationCard::Number(6, false),
    ActivationCard::Number(1, true),
    ActivationCard::Number(2, true),
    ActivationCard::Number(3, true),
    ActivationCard::Number(4, true),
    ActivationCard::Number(5, true),
    ActivationCard::Number(6, true),
    ActivationCard::Reshuffle,
    ActivationCard::Elite,
    ActivationCard::Green,
    ActivationCard::Hero,
    ActivationCard::Event,
    ActivationCard::Artillery,
];

impl ActivationCard {
    pub fn id(self) -> SmolStr {
        match self {
            Self::Number(n, false) => format_smolstr!("black_{n}"),
            Self::Number(n, true) => format_smolstr!("red_{n}"),
            Self::Reshuffle => "reshuffle".into(),
            Self::Elite => "elite".into(),
            Self::Green => "green".into(),
            Self::Hero => "hero".into(),
            Self::Event => "event".into(),
            Self::Artillery => "artillery".into(),
        }
    }

    pub fn name(self) -> String {
        match self {
            Self::Number(n, false) => format!("Black {n}"),
            Self::Number(n, true) => format!("Red {n}"),
            Self::Reshuffle => "Reshuffle".into(),
            Self::Elite => "Elite".into(),
            Self::Green => "Green".into(),
            Self::Hero => "Hero".into(),
            Self::Event => "Event".into(),
            Self::Artillery => "Artillery".into(),
        }
    }

    /// The fields of the card, for its picture.
    pub fn fields(self) -> Values {
        let mut fields = Values::default();
        let (kind, number) = match self {
            Self::Number(n, false) => ("black", n),
            Self::Number(n, true) => ("red", n),
            Self::Reshuffle => ("reshuffle", 0),
            Self::Elite => ("elite", 0),
            Self::Green => ("green", 0),
            Self::Hero => ("hero", 0),
            Self::Event => ("event", 0),
            Self::Artillery => ("artillery", 0),
        };
        fields.0.insert("kind".into(), Value::Word(kind.into()));
        fields.0.insert("number".into(), Value::Number(f32::from(number)));
        fields
    }
}

/// The decks of a battle: one action deck a side, one activation deck for the table.
#[derive(Resource, Debug, Clone, Serialize, Deserialize)]
pub struct Decks {
    /// Action decks by side.
    pub action: Vec<Deck>,
    /// The activation deck.
    pub activation: Deck,
}

/// CP-2.2, CP-2.14: the activation cards that are in the deck now, each as often as it occurs.
pub fn activation_cards(cp: &SkirmishView) -> Vec<u16> {
    let units = || cp.view.units().filter(|unit| cp.men(*unit).next().is_some());
    let mut cards: Vec<u16> = (0..=RESHUFFLE).collect();
    if cp.settings().core.reshuffle_mode == ReshuffleMode::Double {
        cards.push(RESHUFFLE);
    }
    if units().any(|unit| cp.supplement().may_rank_as_elite(cp, unit)) {
        cards.push(ELITE);
    }
    if units().any(|unit| cp.section(unit).guts == Grade::Green) {
        cards.push(GREEN);
    }
    if cp.view.pieces().any(|piece| cp.view.in_play(piece) && cp.hero(piece).is_some()) {
        cards.extend(std::iter::repeat_n(HERO, usize::from(cp.supplement().hero_cards(cp))));
    }
    let events = usize::from(cp.settings().core.event_cards);
    cards.extend(std::iter::repeat_n(EVENT, if cp.lists_events() { events } else { 0 }));
    // CP-2.9: used only for fire from beyond the table.
    if cp.settings().core.artillery_card {
        cards.push(ARTILLERY);
    }
    cards
}

/// CP-2.14: the activation deck, shuffled; with `buried` the Reshuffle lies anywhere in its bottom half.
fn shuffled(cards: Vec<u16>, buried: bool, chance: &mut Chance) -> Deck {
    let half = cards.len() / 2;
    let mut deck = Deck::shuffled(cards, ACTIVATION, chance);
    if buried {
        deck.bury(RESHUFFLE, chance.pick(&ACTIVATION, half));
    }
    deck
}

/// Shuffles fresh decks for a new battle.
pub fn open(battle: &mut BattleMut, book: &BookData) {
    let sides = battle.view().sides().0.len();
    let cp = SkirmishView { view: battle.view(), book };
    let (cards, buried) = (activation_cards(&cp), cp.settings().core.reshuffle_mode == ReshuffleMode::Buried);
    let world = battle.world();
    world.resource_scope(|world, mut chance: bevy::ecs::world::Mut<Chance>| {
        let size = book.core.action_deck.len() as u16;
        let action =
            (0..sides).map(|side| Deck::shuffled(0..size, action_stream(SideId(side as u8)), &mut chance)).collect();
        let activation = shuffled(cards, buried, &mut chance);
        world.insert_resource(Decks { action, activation });
    });
}

/// The cards of a turn to come.
pub struct CardsOfTurn {
    /// The numbers of the activation cards, each as often as it is in the deck.
    activation: Vec<u16>,
    /// CP-2.14: whether the Reshuffle lies in the bottom half.
    buried: bool,
    /// Whether the action decks are shuffled too.
    action_too: bool,
}

/// CP-2.4: the activation cards of the next turn; cards of kinds no longer needed are out.
pub fn cards_of_the_turn(world: &World) -> CardsOfTurn {
    let cp = SkirmishView::of(BattleView::whole(world));
    let settings = &cp.settings().core;
    CardsOfTurn {
        activation: activation_cards(&cp),
        buried: settings.reshuffle_mode == ReshuffleMode::Buried,
        action_too: settings.action_deck_reshuffle == DeckReshuffle::EveryTurn,
    }
}

/// CP-2.4: shuffles all activation cards together.
pub fn shuffle_cards(In(cards): In<CardsOfTurn>, mut decks: ResMut<Decks>, mut chance: ResMut<Chance>) {
    decks.activation = shuffled(cards.activation, cards.buried, &mut chance);
    if cards.action_too {
        for deck in &mut decks.action {
            deck.reshuffle(&mut chance);
        }
    }
}

/// CP-2.3: draws the next activation card and logs it.
pub fn draw_activation_card(mut decks: ResMut<Decks>, mut chance: ResMut<Chance>, mut tell: Tell) -> ActivationCard {
    let number = decks.activation.draw(&mut chance);
    let left = decks.activation.left() as u16;
    let card = ACTIVATION_CARDS[usize::from(number)];
    let drawn = Drawn { deck: "activation".into(), side: None, card: card.id(), read: vec![], left };
    let rule = match card {
        ActivationCard::Number(..) => RuleId::new("CP-2.3"),
        ActivationCard::Reshuffle => RuleId::new("CP-2.4"),
        ActivationCard::Elite => RuleId::new("CP-2.6"),
        ActivationCard::Green => RuleId::new("CP-2.7"),
        ActivationCard::Hero => RuleId::new("CP-2.8"),
        ActivationCard::Event => RuleId::new("CP-2.10"),
        ActivationCard::Artillery => RuleId::new("CP-2.9"),
    };
    let text = format!("{} is drawn", card.name());
    tell.log(None, EventKind::Drew(drawn), rule, text, Explained::default());
    card
}

/// Draws anew in which order the cards of all decks still come; of what was drawn everybody knows.
pub fn imagine(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let (cards, buried) = (activation_cards(&cp).len(), cp.settings().core.reshuffle_mode == ReshuffleMode::Buried);
    battle.world().resource_scope(|world, mut chance: bevy::ecs::world::Mut<Chance>| {
        let mut decks = world.resource_mut::<Decks>();
        for deck in &mut decks.action {
            deck.shuffle_what_comes(&mut chance);
        }
        let deck = &mut decks.activation;
        deck.shuffle_what_comes(&mut chance);
        if buried && !deck.drawn().contains(&RESHUFFLE) {
            let below = (cards / 2).min(deck.left()).max(1);
            deck.bury(RESHUFFLE, chance.pick(&ACTIVATION, below));
        }
    });
}

impl Decks {
    /// CP-3.1: a side takes the top card of its action deck.
    fn take<'b>(
        &mut self,
        chance: &mut Chance,
        book: &'b BookData,
        side: SideId,
        read: &[&'static str],
    ) -> (&'b ActionCard, Drawn) {
        let deck = &mut self.action[side.index()];
        let card = &book.core.action_deck[usize::from(deck.draw(chance))];
        let drawn = Drawn {
            deck: "action".into(),
            side: Some(side),
            card: format_smolstr!("{}", card.id),
            read: read.iter().map(|name| SmolStr::new_static(name)).collect(),
            left: deck.left() as u16,
        };
        (card, drawn)
    }
}

/// The action decks, for a system that names what it touches instead of taking the whole battle.
#[derive(SystemParam)]
pub struct CardTable<'w> {
    decks: ResMut<'w, Decks>,
    chance: ResMut<'w, Chance>,
}

impl CardTable<'_> {
    /// CP-3.1: takes the top card of a side's deck to answer one question; `read` names the fields that answer it
    /// (CP-3.3).
    pub fn take<'b>(&mut self, book: &'b BookData, side: SideId, read: &[&'static str]) -> (&'b ActionCard, Drawn) {
        self.decks.take(&mut self.chance, book, side, read)
    }
}

/// CP-3.1: takes the top card of a side's deck to answer one question; `read` names the fields that answer it (CP-3.3).
/// The caller shows it with [`show`], after it has logged what the card led to.
pub fn take<'b>(
    battle: &mut BattleMut,
    book: &'b BookData,
    side: SideId,
    read: &[&'static str],
) -> (&'b ActionCard, Drawn) {
    battle.world().resource_scope(|world, mut chance: bevy::ecs::world::Mut<Chance>| {
        world.resource_mut::<Decks>().take(&mut chance, book, side, read)
    })
}

/// Logs a card that was taken, as a detail of the last main event.
pub fn show(battle: &mut BattleMut, drawn: Drawn, rule: RuleId, text: impl Into<String>) {
    battle.detail(drawn.side, EventKind::Drew(drawn), rule, text, Explained::default());
}

/// Takes a card and shows it at once.
pub fn draw<'b>(
    battle: &mut BattleMut,
    book: &'b BookData,
    side: SideId,
    read: &[&'static str],
    rule: RuleId,
    text: impl FnOnce(&ActionCard) -> String,
) -> &'b ActionCard {
    let (card, drawn) = take(battle, book, side, read);
    show(battle, drawn, rule, text(card));
    card
}
