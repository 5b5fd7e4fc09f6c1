//! What a player likes: size, colours, speed, keys. Kept as RON in the user's configuration directory.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use grapeshot_floor::{
    files::{Limit, Unreadable, disk, read_text, write_whole},
    orders::Verb,
};
use grapeshot_game::home;

/// What is read as settings.
const LIMIT: Limit = Limit { what: "a file of settings", bytes: 1 << 20 };

/// The version of the format that this program writes. A file that names none is of format 1.
const FORMAT: u32 = 1;

/// The smallest and the largest size of the panels.
pub const SCALES: (f32, f32) = (0.75, 2.5);

/// Where a lesson stands that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The number of the card that lies open, from 1.
    pub card: usize,
    /// The number of all its cards.
    pub of: usize,
}

/// What a player likes.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The version of the format of the file.
    pub format: u32,
    /// Size of the panels, 1 is 100 %; 0 follows the window.
    pub scale: f32,
    /// The name of the palette of the coats.
    pub palette: SmolStr,
    /// The speed at which a battle is shown; 0 is at once.
    pub speed: f32,
    /// Whether every motion is cut to its end, and lines show who went where.
    pub reduced_motion: bool,
    /// Whether the next player is asked to sit down before he sees the table.
    pub hand_over: bool,
    /// Whether a player who sits down is shown again what his side saw since he last looked.
    pub show_again: bool,
    /// Whether the computer says why it does what it does.
    pub captions: bool,
    /// Whether the battle stands still after each fight hand to hand until the player goes on.
    pub halt_at_fights: bool,
    /// Whether the table rests at what came of an order until it was read.
    pub rest_at_results: bool,
    /// Keys that differ from those the game comes with, by action.
    pub keys: BTreeMap<SmolStr, String>,
    /// Keys of orders that differ from those their ruleset gives them, by the id of the verb.
    pub verbs: BTreeMap<SmolStr, String>,
    /// Whether the first question of each kind is explained.
    pub hints: bool,
    /// The rules whose questions were explained.
    pub hinted: BTreeSet<SmolStr>,
    /// The ids of the lessons that were finished.
    pub finished: BTreeSet<SmolStr>,
    /// Where each lesson stands that was begun and not finished, by its id.
    pub under_way: BTreeMap<SmolStr, Bookmark>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            format: FORMAT,
            scale: 0.0,
            palette: SmolStr::new_static("campaign"),
            speed: 1.0,
            reduced_motion: false,
            hand_over: true,
            show_again: true,
            captions: true,
            halt_at_fights: true,
            rest_at_results: true,
            keys: BTreeMap::new(),
            verbs: BTreeMap::new(),
            hints: true,
            hinted: BTreeSet::new(),
            finished: BTreeSet::new(),
            under_way: BTreeMap::new(),
        }
    }
}

/// An action that has a key of its own, whatever the ruleset. None comes with a bare letter: those are for the verbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    /// Its id in the settings file.
    pub id: &'static str,
    /// What it does.
    pub label: &'static str,
    /// The key it comes with; `Ctrl+` stands before a key that is pressed with Ctrl.
    pub key: &'static str,
}

/// Takes the last order back.
pub const UNDO: Action = Action { id: "undo", label: "Undo the last order", key: "Ctrl+Z" };
/// Hides all panels.
pub const HIDE: Action = Action { id: "hide", label: "Hide or show the panels", key: "F3" };
/// Goes one event back.
pub const STEP_BACK: Action = Action { id: "step_back", label: "One step back", key: "Comma" };
/// Goes one event on.
pub const STEP_ON: Action = Action { id: "step_on", label: "One step on", key: "Period" };
/// Stops the battle, or lets it run.
pub const PAUSE: Action = Action { id: "pause", label: "Pause or play on", key: "Backtick" };
/// Opens the rules.
pub const RULES: Action = Action { id: "rules", label: "Open the rules", key: "F2" };
/// Lays the ruler on the table.
pub const RULER: Action = Action { id: "ruler", label: "Ruler: measure from here", key: "F4" };
/// Shows lines of sight.
pub const SIGHT: Action =
    Action { id: "sight", label: "What the chosen unit sees, and what hides the rest", key: "F5" };
/// Shows what the enemy could do.
pub const THREAT: Action = Action { id: "threat", label: "What the enemy could reach and shoot at", key: "F6" };
/// Tells what the computer thought of.
pub const WHY: Action = Action { id: "why", label: "Why: what the computer thought of", key: "F7" };
/// Keeps a picture of the window.
pub const PICTURE: Action = Action { id: "picture", label: "Keep a picture of the window", key: "F12" };
/// Lets a player peek at what is his alone.
pub const PEEK: Action = Action { id: "peek", label: "Peek at your own chits, where two share the screen", key: "F8" };
/// All actions with a key that can be changed.
pub const ACTIONS: [Action; 12] =
    [UNDO, HIDE, STEP_BACK, STEP_ON, PAUSE, RULES, RULER, SIGHT, THREAT, WHY, PEEK, PICTURE];
/// The keys that cannot be changed.
pub const FIXED: [(&str, &str); 13] = [
    ("Enter", "Give the order in hand"),
    ("Space", "Go on, or play on"),
    ("Escape", "Lay the order down; back; menu"),
    ("Tab", "The next unit that may act, or the next target"),
    ("Shift+Tab", "The one before"),
    ("Arrows", "Move what is in hand, or change its number; else the view"),
    ("Ctrl+Arrows", "Turn what is in hand"),
    ("Shift+Arrows", "The same by small steps"),
    ("1 to 9", "Choose what the order may carry, or a try of a sheet"),
    ("Plus, Minus", "Zoom"),
    ("Home", "Show the whole table"),
    ("F1", "Show the keys"),
    ("F10", "Open the menu"),
];

impl Preferences {
    /// The file that keeps the preferences, if the system has a place for it.
    pub fn file() -> Option<PathBuf> {
        home::config().map(|folder| folder.join("settings.ron"))
    }

    /// The preferences that were kept last; if their file is wrong, those the game comes with and what is wrong.
    pub fn load() -> (Self, Option<String>) {
        let Some(file) = Self::file() else { return (Self::default(), None) };
        let text = match read_text(&file, LIMIT) {
            Ok(text) => text,
            Err(Unreadable::System(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                return (Self::default(), None);
            }
            Err(error) => {
                return (Self::default(), Some(format!("The file of the settings, {}, {error}.", file.display())));
            }
        };
        let wrong = match Self::read(&text) {
            Ok(kept) if kept.format <= FORMAT => return (kept, None),
            Ok(kept) => format!("are of format {}, which a newer Grapeshot wrote", kept.format),
            Err(error) => format!("have an error at {error}"),
        };
        let aside = file.with_extension("ron.old");
        let kept = disk::rename(&file, &aside).is_ok();
        let note = if kept { format!(" The file is kept as {}.", aside.display()) } else { String::new() };
        let file = file.display();
        (Self::default(), Some(format!("The settings in {file} {wrong}; the game's own are used.{note}")))
    }

    /// Reads preferences from RON; values out of range come back into it.
    ///
    /// # Errors
    /// Where the text is no such RON, and why.
    pub fn read(text: &str) -> Result<Self, ron::error::SpannedError> {
        let mut kept: Self = ron::from_str(text)?;
        if kept.scale != 0.0 {
            kept.scale = if kept.scale.is_finite() { kept.scale.clamp(SCALES.0, SCALES.1) } else { 0.0 };
        }
        // A speed of 0 is at once.
        if !kept.speed.is_finite() || kept.speed < 0.0 {
            kept.speed = 1.0;
        }
        Ok(kept)
    }

    /// Writes the preferences to their file.
    ///
    /// # Errors
    /// Where they could not be written, and why.
    pub fn save(&self) -> Result<(), String> {
        let Some(file) = Self::file() else {
            return Err("There is no place for settings on this system; they last until the game ends.".into());
        };
        let write = || -> std::io::Result<()> {
            if let Some(folder) = file.parent() {
                disk::make_folder(folder)?;
            }
            let text =
                ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default()).map_err(std::io::Error::other)?;
            write_whole(&file, text.as_bytes())
        };
        write().map_err(|error| format!("The settings could not be written to {}: {error}.", file.display()))
    }

    /// Keeps where a lesson stands, or that it is not under way.
    pub fn mark(&mut self, lesson: &str, at: Option<Bookmark>) {
        match at {
            Some(at) => self.under_way.insert(lesson.into(), at),
            None => self.under_way.remove(lesson),
        };
    }

    /// The scale of the panels in a window of this height in physical pixels, 1 is 100 %. In a small window they are not
    /// made smaller unless the player says so: their text is read at 100 %.
    pub fn scale_for(&self, height: f32) -> f32 {
        if self.scale > 0.0 {
            return self.scale.clamp(SCALES.0, SCALES.1);
        }
        let fitting = height / 1080.0;
        ((fitting * 20.0).round() / 20.0).clamp(1.0, SCALES.1)
    }

    /// The name of the key of an action.
    pub fn key(&self, action: &Action) -> &str {
        self.keys.get(action.id).map_or(action.key, String::as_str)
    }

    /// The name of the key of an order.
    pub fn verb_key(&self, verb: &Verb) -> String {
        self.verbs.get(&verb.id.0).cloned().unwrap_or_else(|| verb.hotkey.to_uppercase().to_string())
    }

    /// The label of the action or of another of these verbs that has this key already.
    pub fn taken_from_verb<'v>(&self, key: &str, by: &Verb, verbs: &'v [Verb]) -> Option<&'v str> {
        let other = verbs.iter().find(|other| other.id != by.id && self.verb_key(other).eq_ignore_ascii_case(key));
        self.holder(key, None).or_else(|| other.map(|other| other.label))
    }

    /// The label of the action that has this key already, other than `by`.
    pub fn taken(&self, key: &str, by: &Action) -> Option<&'static str> {
        self.holder(key, Some(by))
    }

    fn holder(&self, key: &str, by: Option<&Action>) -> Option<&'static str> {
        if let Some((_, label)) = FIXED.iter().find(|(fixed, _)| fixed.eq_ignore_ascii_case(key)) {
            return Some(label);
        }
        ACTIONS
            .iter()
            .find(|other| by.is_none_or(|by| other.id != by.id) && self.key(other).eq_ignore_ascii_case(key))
            .map(|other| other.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_game::battle::rulebooks;
    use grapeshot_rulesets as rulesets;

    #[test]
    fn settings_survive_being_written_and_read() {
        let mut kept = Preferences { scale: 1.5, ..Preferences::default() };
        kept.keys.insert("undo".into(), "U".into());
        kept.mark("lesson", Some(Bookmark { card: 12, of: 24 }));
        let text = ron::ser::to_string(&kept).expect("settings are plain data");
        assert_eq!(Preferences::read(&text).expect("they were just written"), kept);
    }

    #[test]
    fn a_file_that_names_only_one_setting_leaves_the_others_as_they_are() {
        let kept = Preferences::read("(palette: \"signal\")").expect("a part of the settings is enough");
        assert_eq!((kept.palette.as_str(), kept.speed), ("signal", 1.0));
    }

    #[test]
    fn settings_of_every_format_so_far_are_read() {
        let text = include_str!("../../../tests/old/0.1/545922bf/settings.ron");
        let kept = Preferences::read(text).expect("0.1 read them");
        assert_eq!(kept, Preferences { hints: false, ..Preferences::default() });
        assert!(Preferences::read("(format: 2)").is_ok_and(|newer| newer.format > FORMAT));
    }

    #[test]
    fn a_lesson_that_is_over_is_not_under_way() {
        let mut kept = Preferences::default();
        kept.mark("lesson", Some(Bookmark { card: 2, of: 3 }));
        kept.mark("lesson", Some(Bookmark { card: 3, of: 3 }));
        assert_eq!(kept.under_way.get("lesson"), Some(&Bookmark { card: 3, of: 3 }));
        kept.mark("lesson", None);
        assert_eq!(kept, Preferences::default());
    }

    #[test]
    fn at_once_stays_at_once() {
        let kept = Preferences { speed: 0.0, ..Preferences::default() };
        let text = ron::ser::to_string(&kept).expect("settings are plain data");
        assert_eq!(Preferences::read(&text).expect("they were just written").speed, 0.0);
    }

    #[test]
    fn sizes_out_of_range_come_back_into_it() {
        let kept = Preferences::read("(scale: 9.0, speed: -1.0)").expect("numbers are numbers");
        assert_eq!((kept.scale, kept.speed), (2.5, 1.0));
    }

    #[test]
    fn panels_follow_the_window_unless_the_player_says_otherwise() {
        let kept = Preferences::default();
        assert_eq!(kept.scale_for(1080.0), 1.0);
        assert_eq!(kept.scale_for(900.0), 1.0);
        assert_eq!(kept.scale_for(720.0), 1.0);
        assert_eq!(kept.scale_for(2160.0), 2.0);
        assert_eq!(Preferences { scale: 0.8, ..kept }.scale_for(720.0), 0.8);
    }

    #[test]
    fn no_verb_of_any_ruleset_has_a_key_of_the_window() {
        let books = rulebooks(rulesets::plugin);
        for verb in books.iter().flat_map(|book| &book.vocabulary.verbs) {
            let key = verb.hotkey.to_string();
            let fixed = FIXED.iter().map(|(fixed, _)| *fixed);
            for taken in ACTIONS.iter().map(|action| action.key).chain(fixed) {
                assert!(!taken.eq_ignore_ascii_case(&key), "{} and the window are both on {key}", verb.label);
            }
        }
    }

    #[test]
    fn the_same_idea_has_the_same_key_in_every_ruleset() {
        let books = rulebooks(rulesets::plugin);
        for idea in ["charge", "assault", "ride", "shoot", "react", "ready", "decide", "concede"] {
            let verbs = books.iter().flat_map(|book| &book.vocabulary.verbs).filter(|verb| verb.id.0 == idea);
            let keys: std::collections::BTreeSet<char> = verbs.map(|verb| verb.hotkey.to_ascii_uppercase()).collect();
            assert_eq!(keys.len(), 1, "{idea}: {keys:?}");
        }
    }

    #[test]
    fn every_verb_has_a_key_that_every_keyboard_has() {
        let books = rulebooks(rulesets::plugin);
        for verb in books.iter().flat_map(|book| &book.vocabulary.verbs) {
            assert!(verb.hotkey.is_ascii_alphanumeric(), "{} is on {:?}", verb.label, verb.hotkey);
        }
    }

    #[test]
    fn a_key_that_is_taken_is_named() {
        let kept = Preferences::default();
        assert_eq!(kept.taken("f3", &UNDO), Some(HIDE.label));
        assert_eq!(kept.taken("Enter", &UNDO), Some("Give the order in hand"));
        assert_eq!(kept.taken("U", &UNDO), None);
    }
}
