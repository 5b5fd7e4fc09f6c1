//! Results that come next from a stream of chance.

use serde_json::Value;
use smol_str::{SmolStr, format_smolstr};
use std::{collections::BTreeSet, ops::Range};

use super::names::{Preparing, side_keys};
use crate::battle::Battle;
use grapeshot_floor::{
    chance::{Chance, StreamId},
    files::{
        Problem,
        node::{Form, Name, Node},
        problem::short,
        shape::shown,
    },
    forces,
    turn::{Draws, vocabulary::DeckFaces},
};

/// Results to force.
#[derive(Debug, Clone)]
pub struct Forcing {
    stream: StreamId,
    /// What the script calls the stream.
    name: String,
    results: Vec<(Range<usize>, Wanted)>,
    /// Whether they need not all come.
    spare: bool,
}

/// A result that is wanted.
#[derive(Debug, Clone)]
enum Wanted {
    /// A die, by face.
    Die(u16),
    /// One of these cards, by number in the deck's list, that none other is wanted for: the first that is in the deck.
    Card(Vec<u16>),
}

/// A result that was forced, and where the script does it.
pub struct Forced {
    stream: StreamId,
    name: String,
    place: Range<usize>,
    spare: bool,
}

impl Forcing {
    /// Forces the results.
    ///
    /// # Errors
    /// A card that is not in the deck, with its place.
    pub fn play(&self, battle: &mut Battle, forced: &mut Vec<Forced>) -> Result<(), Problem> {
        let deck = battle.rules().deck(&battle.view(), &self.stream);
        let waiting = battle.view().resource::<Chance>().forced().find(|(stream, _)| **stream == self.stream);
        let mut taken: Vec<u16> = waiting.map(|(_, results)| results.iter().copied().collect()).unwrap_or_default();
        let before = taken.len();
        for (place, wanted) in &self.results {
            let result = match wanted {
                Wanted::Die(face) => *face,
                Wanted::Card(cards) => {
                    let in_deck = |card: &&u16| deck.as_ref().is_none_or(|deck| deck.contains(card));
                    let free = cards.iter().filter(in_deck).find(|card| !taken.contains(card));
                    // The same card may come twice where it is shuffled in between.
                    *free.or_else(|| cards.iter().find(in_deck)).ok_or_else(|| {
                        Problem::at(place.clone(), format!("no such card is in the deck of {} now", self.name))
                            .label("not in the deck")
                            .help("A kind of card that nobody on the table needs is left out of the deck.")
                    })?
                }
            };
            taken.push(result);
            forced.push(Forced {
                stream: self.stream.clone(),
                name: self.name.clone(),
                place: place.clone(),
                spare: self.spare,
            });
        }
        battle.force(&self.stream, taken.split_off(before));
        Ok(())
    }
}

/// The forced results that nobody drew and that are not spare.
pub fn left_over(battle: &Battle, forced: &[Forced]) -> Vec<Problem> {
    let chance = battle.view().resource::<Chance>();
    chance
        .forced()
        .flat_map(|(stream, left)| {
            let mut of_stream: Vec<&Forced> = forced.iter().filter(|forced| forced.stream == *stream).collect();
            of_stream.split_off(of_stream.len().saturating_sub(left.len()))
        })
        .filter(|forced| !forced.spare)
        .map(|forced| {
            Problem::at(forced.place.clone(), format!("nobody drew this result of {}", forced.name))
                .label("left over at the end")
                .help("Leave it out, let the battle go on until it comes, or say that it is `spare: true`.")
        })
        .collect()
}

impl Preparing<'_> {
    /// A step that forces results.
    pub fn forcing(&mut self, node: &Node) -> Option<Forcing> {
        let name = node.text("stream").to_owned();
        let (stream, draws) = self.stream(node.get("stream")?)?;
        let results = node.get("results")?.all();
        let results: Vec<_> =
            results.iter().map(|result| Some((result.head(), self.result(result, &draws)?))).collect();
        let results = results.into_iter().collect::<Option<_>>()?;
        Some(Forcing { stream, name, results, spare: node.flag("spare") })
    }

    fn stream(&mut self, node: &Node) -> Option<(StreamId, Draws)> {
        let name = node.as_text()?;
        let mut names = Vec::new();
        for stream in &self.battle.vocabulary().streams {
            if !stream.by_side {
                if stream.id == name {
                    return Some((StreamId(stream.id.clone()), stream.draws.clone()));
                }
                names.push(stream.id.to_string());
                continue;
            }
            for (n, key) in side_keys(self.battle).into_iter().enumerate() {
                let known = format!("{} {key}", stream.id);
                if name == known {
                    return Some((StreamId(format_smolstr!("{} {n}", stream.id)), stream.draws.clone()));
                }
                names.push(known);
            }
        }
        self.unknown(node, format!("there is no stream {:?}", short(name)), name, names.iter().map(String::as_str));
        None
    }

    fn result(&mut self, node: &Node, draws: &Draws) -> Option<Wanted> {
        let refuse = |preparing: &mut Self, help: String| {
            let message = format!("{} is no result of this stream", shown(node));
            preparing.problems.push(Problem::at(node.head(), message).label("not allowed").help(help));
            None
        };
        match draws {
            Draws::Dice(faces) => match node.form {
                Form::Number(face) if face.fract() == 0.0 && (1.0..=f64::from(*faces)).contains(&face) => {
                    Some(Wanted::Die(face as u16))
                }
                _ => refuse(self, format!("Expected the face of a die, from 1 to {faces}.")),
            },
            Draws::Cards(deck) => {
                let deck = self.battle.vocabulary().decks.iter().find(|faces| faces.id == *deck)?;
                let ids: Vec<&str> = deck.cards.iter().map(|(id, _)| id.as_str()).collect();
                match &node.form {
                    Form::Record(_) => self.card_by_face(node, deck),
                    Form::Number(number) => match ids.iter().position(|id| *id == number.to_string()) {
                        Some(n) => Some(Wanted::Card(vec![n as u16])),
                        None => refuse(self, format!("The cards of this deck are {}.", listed(&ids))),
                    },
                    Form::Text(word) => match ids.iter().position(|id| id == word) {
                        Some(n) => Some(Wanted::Card(vec![n as u16])),
                        None => {
                            self.unknown(node, format!("there is no card {word:?}"), word, ids.iter().copied());
                            None
                        }
                    },
                    _ => refuse(self, "Expected a card by its id or by what is on it, as {\"move\": 9}.".into()),
                }
            }
        }
    }

    /// The cards on which these fields are so.
    fn card_by_face(&mut self, node: &Node, deck: &DeckFaces) -> Option<Wanted> {
        let (_, first) = deck.cards.first()?;
        for (name, _) in node.fields() {
            if !first.0.contains_key(name.text.as_str()) {
                let message = format!("no card of this deck has a field {:?}", short(&name.text));
                let problem = Problem::at(name.span.clone(), message).label("unknown");
                self.problems.push(problem.nearest(&name.text, first.0.keys().map(SmolStr::as_str)));
                return None;
            }
        }
        let cards: Vec<u16> = (0..)
            .zip(&deck.cards)
            .filter(|(_, (_, face))| node.fields().iter().all(|(name, value)| shows(face, &name.text, value)))
            .map(|(n, _)| n)
            .collect();
        if cards.is_empty() {
            self.problems.push(
                Problem::at(node.head(), "no card of this deck is like that")
                    .label("no such card")
                    .help(found_on(node, deck)),
            );
            return None;
        }
        Some(Wanted::Card(cards))
    }
}

/// What stands on the cards where one of these fields is as on none; else that no card has them together.
fn found_on(node: &Node, deck: &DeckFaces) -> String {
    let nowhere = |(name, value): &&(Name, Node)| !deck.cards.iter().any(|(_, face)| shows(face, &name.text, value));
    let Some((name, _)) = node.fields().iter().find(nowhere) else {
        return "Each of these stands on some card, but not together: leave one out.".into();
    };
    let found: BTreeSet<String> = deck
        .cards
        .iter()
        .filter_map(|(_, face)| serde_json::to_value(face.0.get(name.text.as_str())?).ok())
        .map(|value| value.to_string())
        .collect();
    format!("On `{}` stand {}.", name.text, found.into_iter().collect::<Vec<_>>().join(", "))
}

/// Whether a field of a card is as a value says.
fn shows(face: &forces::Values, name: &str, value: &Node) -> bool {
    let found = face.0.get(name).and_then(|value| serde_json::to_value(value).ok()).unwrap_or_default();
    match &value.form {
        Form::Number(number) => found.as_f64() == Some(*number),
        Form::Flag(flag) => found == Value::Bool(*flag),
        Form::Text(word) | Form::Word(word) => found.as_str() == Some(word),
        _ => false,
    }
}

fn listed(ids: &[&str]) -> String {
    if ids.len() > 20 { format!("{} to {}", ids[0], ids[ids.len() - 1]) } else { ids.join(", ") }
}
