//! What somebody wishes a battle to be, in the words of a ruleset's lists.

use smol_str::SmolStr;

use super::{draw::Draw, no_lists};
use grapeshot_floor::turn::{
    Rulebook,
    quick::{Army, Grounds, QuickKind, QuickLists},
};

/// What is asked for; what is left out is drawn from the seed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// How large it is to be.
    pub size: Option<String>,
    /// The country.
    pub ground: Option<String>,
    /// The kind of battle.
    pub kind: Option<String>,
    /// The keys of the armies, the first side first.
    pub armies: Vec<String>,
}

/// A battle that is wished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The ruleset's id.
    pub ruleset: String,
    /// The key of the size.
    pub size: SmolStr,
    /// The key of the country.
    pub ground: SmolStr,
    /// How it comes about.
    pub kind: QuickKind,
    /// The keys of the armies.
    pub armies: [SmolStr; 2],
    /// The seed from which the rest is drawn.
    pub seed: u64,
}

impl Wish {
    /// What is asked for, with the rest drawn from the seed.
    ///
    /// # Errors
    /// If the ruleset has no such thing: what it has.
    pub fn new(book: &Rulebook, asked: &Asked, seed: u64) -> Result<Self, String> {
        let lists = &book.vocabulary.quick;
        let grounds = lists.grounds.as_ref().ok_or_else(|| no_lists(book.title))?;
        let mut draw = Draw::new(seed, 0, "wish");
        let kinds: Vec<QuickKind> = kinds(grounds).collect();
        let kind = *chosen("kind of battle", asked.kind.as_deref(), &kinds, |kind| kind.word(), &mut draw)?;
        let size = chosen("size", asked.size.as_deref(), &grounds.sizes, |size| &size.key, &mut draw)?;
        let ground = chosen("country", asked.ground.as_deref(), &grounds.grounds, |ground| &ground.key, &mut draw)?;
        Ok(Self {
            ruleset: book.id.0.to_owned(),
            size: size.key.clone(),
            ground: ground.key.clone(),
            kind,
            armies: armies(lists, &asked.armies, &mut draw)?,
            seed,
        })
    }

    /// The command that makes it, without the file.
    pub fn command(&self) -> String {
        let Self { ruleset, size, ground, kind, armies: [first, second], seed } = self;
        format!(
            "grapeshot generate --ruleset {ruleset} --size {size} --ground {ground} --kind {} --sides {first},{second} \
             --seed {seed}",
            kind.word()
        )
    }
}

/// The kinds of battle that a ruleset has.
pub fn kinds(grounds: &Grounds) -> impl Iterator<Item = QuickKind> + '_ {
    QuickKind::ALL.into_iter().filter(|kind| grounds.kinds.iter().any(|(known, _)| known == kind))
}

/// The one of these with the word that is asked for; any of them if none is asked for.
fn chosen<'l, T>(
    what: &str,
    asked: Option<&str>,
    known: &'l [T],
    word: impl Fn(&T) -> &str,
    draw: &mut Draw,
) -> Result<&'l T, String> {
    let drawn = draw.one(known);
    let Some(asked) = asked else { return Ok(drawn) };
    known.iter().find(|one| word(one) == asked).ok_or_else(|| {
        let known: Vec<&str> = known.iter().map(&word).collect();
        format!("There is no {what} {asked}; there are {}.", known.join(", "))
    })
}

/// The armies that are asked for, or drawn: two of one period that are told apart.
fn armies(lists: &QuickLists, asked: &[String], draw: &mut Draw) -> Result<[SmolStr; 2], String> {
    let known = |key: &String| {
        lists.army(key).ok_or_else(|| {
            let keys: Vec<&str> = lists.armies.iter().map(|army| army.key.as_str()).collect();
            format!("There is no army {key}; there are {}.", keys.join(", "))
        })
    };
    let opposed: Vec<&Army> = lists.armies.iter().filter(|army| lists.enemies(army).next().is_some()).collect();
    let first = match asked.first() {
        Some(key) => known(key)?,
        None if opposed.is_empty() => return Err("No two of the armies fight each other.".to_owned()),
        None => *draw.one(&opposed),
    };
    let enemies: Vec<&Army> = lists.enemies(first).collect();
    let fights = |army: &Army| enemies.iter().any(|enemy| enemy.key == army.key);
    let second = match asked.get(1) {
        Some(key) => known(key)?,
        None if enemies.is_empty() => return Err(format!("Nobody fights {} in the lists.", first.key)),
        None => *draw.one(&enemies),
    };
    if !fights(second) {
        let enemies: Vec<&str> = enemies.iter().map(|army| army.key.as_str()).collect();
        return Err(format!("{} does not fight {}, but {}.", second.key, first.key, enemies.join(", ")));
    }
    Ok([first.key.clone(), second.key.clone()])
}
