//! A battle made on demand: what is wished, the table that comes of it, and playing it until it is even.

use bevy_egui::egui::{self, ScrollArea, Ui};
use smol_str::SmolStr;
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
    mpsc::{Receiver, TryRecvError, channel},
};

use super::{
    keyboard,
    library::Library,
    pages,
    pictures::{Eyes, Pictures},
    preferences::Preferences,
    session::Wake,
    setup, theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    english::words::in_words,
    turn::{
        Rulebook,
        quick::{Grounds, QuickLists},
    },
};
use grapeshot_game::{
    background::{self, Left, PORTION},
    generate::{
        Generated, Tuning,
        balance::{Balanced, Balancing, Effort},
        generate,
        wish::{Asked, Wish, kinds},
    },
    simulate::Fairness,
};

/// Battles that are played at most to make one even.
const BATTLES: u64 = 240;

in_words! {
    /// The knobs, in their order.
    pub enum Knob: ALL, word {
        Ruleset = "Rules";
        Size = "Size";
        Ground = "Country";
        Kind = "Battle";
        First = "Side";
        Second = "Against";
    }
}

impl Knob {
    /// What was wished, or drawn from the seed.
    fn of(self, wish: &Wish) -> &str {
        match self {
            Self::Ruleset => &wish.ruleset,
            Self::Size => &wish.size,
            Self::Ground => &wish.ground,
            Self::Kind => wish.kind.word(),
            Self::First => &wish.armies[0],
            Self::Second => &wish.armies[1],
        }
    }

    /// What can be chosen: words for the generator, and as they are shown.
    fn choices(self, library: &Library, lists: &QuickLists, grounds: &Grounds, first: &str) -> Vec<(SmolStr, String)> {
        let shown = |key: &SmolStr| (key.clone(), key.replace('_', " "));
        match self {
            Self::Ruleset => offered(library).map(|book| (book.id.0.into(), book.title.to_owned())).collect(),
            Self::Size => grounds.sizes.iter().map(|size| shown(&size.key)).collect(),
            Self::Ground => grounds.grounds.iter().map(|ground| shown(&ground.key)).collect(),
            Self::Kind => kinds(grounds).map(|kind| (kind.word().into(), kind.word().to_owned())).collect(),
            Self::First => lists.armies.iter().map(|army| (army.key.clone(), army.name.clone())).collect(),
            Self::Second => match lists.army(first) {
                Some(army) => lists.enemies(army).map(|army| (army.key.clone(), army.name.clone())).collect(),
                None => Vec::new(),
            },
        }
    }
}

/// The rulesets that have armies.
fn offered(library: &Library) -> impl Iterator<Item = &Rulebook> {
    library.books.iter().filter(|book| book.vocabulary.quick.grounds.is_some())
}

/// What the player has wished, and what came of it.
pub struct QuickPage {
    /// The choice of each knob; none leaves it to the seed.
    knobs: [Option<SmolStr>; Knob::ALL.len()],
    /// The seed as the player has typed it.
    seed: String,
    made: Option<(Wish, Result<Generated, String>)>,
    playing: Option<Playing>,
    /// What the playing showed of the battle that was made.
    verdict: Option<String>,
    /// How the battles went that were played of it as it is now.
    fairness: Option<Fairness>,
}

impl Default for QuickPage {
    fn default() -> Self {
        Self { knobs: Default::default(), seed: "1".into(), made: None, playing: None, verdict: None, fairness: None }
    }
}

impl QuickPage {
    /// The battle that lies on the table: the name of its file, and the battle.
    pub fn made(&self) -> Option<(String, &Generated)> {
        let (wish, made) = self.made.as_ref()?;
        Some((id(wish), made.as_ref().ok()?))
    }

    /// How the battles went that were played of it to make it even, if any were.
    pub fn fairness(&self) -> Option<&Fairness> {
        self.fairness.as_ref()
    }

    fn seed(&self) -> u64 {
        setup::seed_of(&self.seed)
    }

    fn chosen(&self, knob: Knob) -> Option<&SmolStr> {
        self.knobs[knob as usize].as_ref()
    }

    /// The choice of a knob, if this ruleset has it.
    fn known(&self, knob: Knob, lists: &QuickLists, grounds: &Grounds) -> Option<&SmolStr> {
        let chosen = self.chosen(knob)?;
        let first = || lists.army(self.known(Knob::First, lists, grounds)?);
        let has = match knob {
            Knob::Ruleset => true,
            Knob::Size => grounds.sizes.iter().any(|size| size.key == *chosen),
            Knob::Ground => grounds.grounds.iter().any(|ground| ground.key == *chosen),
            Knob::Kind => kinds(grounds).any(|kind| kind.word() == chosen.as_str()),
            Knob::First => lists.army(chosen).is_some_and(|army| lists.enemies(army).next().is_some()),
            Knob::Second => first().is_some_and(|first| lists.enemies(first).any(|army| army.key == *chosen)),
        };
        has.then_some(chosen)
    }

    /// Chooses what comes after the choice of a knob; after the last it is left to the seed again.
    fn turn(&mut self, knob: Knob, choices: &[(SmolStr, String)]) {
        let at = self.chosen(knob).and_then(|chosen| choices.iter().position(|(key, _)| key == chosen));
        let next = at.map_or(0, |at| at + 1);
        self.knobs[knob as usize] = choices.get(next).map(|(key, _)| key.clone());
        if knob == Knob::First {
            self.knobs[Knob::Second as usize] = None;
        }
    }

    /// Makes the battle that is wished, unless it is made.
    fn make(&mut self, library: &Library) {
        let book = match self.chosen(Knob::Ruleset) {
            Some(key) => library.books.get(key),
            None => offered(library).nth((self.seed() % offered(library).count().max(1) as u64) as usize),
        };
        let Some(book) = book else { return };
        let lists = &book.vocabulary.quick;
        let Some(grounds) = &lists.grounds else { return };
        // What other rules do not have is left to the seed.
        let word = |knob| self.known(knob, lists, grounds).map(SmolStr::to_string);
        let asked = Asked {
            size: word(Knob::Size),
            ground: word(Knob::Ground),
            kind: word(Knob::Kind),
            armies: [word(Knob::First), word(Knob::Second)].into_iter().map_while(|army| army).collect(),
        };
        let Ok(wish) = Wish::new(book, &asked, self.seed()) else { return };
        if self.made.as_ref().is_some_and(|(made, _)| *made == wish) {
            return;
        }
        let made = generate(&wish, &id(&wish), Tuning::default(), &library.books);
        (self.playing, self.verdict, self.fairness, self.made) = (None, None, None, Some((wish, made)));
    }

    /// Takes what the playing has brought.
    fn listen(&mut self) {
        let Some(playing) = &mut self.playing else { return };
        match playing.heard.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(Ok(balanced)) => {
                self.verdict = Some(balanced.verdict());
                self.fairness = Some(balanced.fairness);
                if let Some((_, made)) = &mut self.made {
                    *made = Ok(balanced.generated);
                }
                self.playing = None;
            }
            Ok(Err(why)) => (self.verdict, self.playing) = (Some(why), None),
            Err(TryRecvError::Disconnected) => self.playing = None,
            Err(TryRecvError::Empty) => {}
        }
    }
}

/// The name of the file of a battle: small letters, digits and `_`.
fn id(wish: &Wish) -> String {
    format!("quick_{}_{}_{}", wish.kind.word(), wish.ground, wish.seed)
}

/// Battles that are played behind the window to make one even.
struct Playing {
    done: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    heard: Mutex<Receiver<Result<Balanced, String>>>,
}

impl Drop for Playing {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Playing {
    /// Begins to play; one processor is left to the window.
    fn begin(wish: Wish, library: &Library, wake: Wake) -> Self {
        let (done, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (news, heard) = channel();
        let playing = Self { done: done.clone(), stop: stop.clone(), heard: Mutex::new(heard) };
        let (name, effort) = (id(&wish), Effort { battles: BATTLES, jobs: background::threads() });
        let mut balancing = Balancing::new(wish, name, library.books.clone(), library.plugins, effort);
        let step = move || {
            let told = || {
                done.fetch_add(1, Ordering::Relaxed);
                wake();
            };
            let Some(balanced) = balancing.step(PORTION, &stop, &told) else { return Left::More };
            // A page that is left hears nothing.
            let _ = news.send(balanced);
            wake();
            Left::Nothing
        };
        if background::begin("balance", step).is_err() {
            tracing::error!("the system gives no thread to play battles in");
        }
        playing
    }
}

/// Shows the page.
pub fn show(
    ctx: &egui::Context,
    page: &mut QuickPage,
    library: &Library,
    pictures: &mut Pictures,
    preferences: &Preferences,
    wake: &Wake,
    ui_actions: &mut Vec<UiAction>,
) {
    let aside = "made from a seed, the same on every machine";
    let room = pages::page(ctx, "quick", "Quick battle", aside, ui_actions, |_, _| {});
    page.listen();
    page.make(library);
    let [wished, table, story] = pages::parts(ctx, "quick", room, ["Wishes", "Table", "Story"], [0.95, 1.6, 0.8]);
    if let Some(rect) = wished {
        pages::place(ctx, "quick wishes", rect, |ui| {
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| wishes(ui, page, library, wake, ui_actions));
        });
    }
    let made = page.made.as_ref().map(|(_, made)| made);
    if let Some(rect) = table {
        pages::place(ctx, "quick table", rect, |ui| match made {
            Some(Ok(generated)) => {
                let scenario = &generated.scenario;
                let size = scenario.terrain.size;
                let aside =
                    format!("{} \u{b7} {} \u{d7} {}\u{2033}", library.title_of(&scenario.ruleset), size.x, size.y);
                widgets::head(ui, &scenario.title, &aside);
                setup::picture(ui, pictures, scenario, library.plugins, &preferences.palette, Eyes::Everything);
            }
            Some(Err(why)) => {
                ui.add(egui::Label::new(theme::body(why)).wrap());
            }
            None => {
                ui.add(
                    egui::Label::new(theme::body("No ruleset has armies from which a battle could be made.")).wrap(),
                );
            }
        });
    }
    if let (Some(rect), Some(Ok(generated))) = (story, made) {
        pages::place(ctx, "quick story", rect, |ui| setup::tale(ui, &generated.scenario, library));
    }
}

/// The knobs and the buttons.
fn wishes(ui: &mut Ui, page: &mut QuickPage, library: &Library, wake: &Wake, ui_actions: &mut Vec<UiAction>) {
    let Some((wish, made)) = &page.made else { return };
    let (wish, good) = (wish.clone(), made.is_ok());
    // The key that leaves the text field does nothing else.
    let writes = keyboard::writes(ui.ctx());
    let Some(book) = library.books.get(&wish.ruleset) else { return };
    let lists = &book.vocabulary.quick;
    let Some(grounds) = &lists.grounds else { return };
    for (n, knob) in Knob::ALL.into_iter().enumerate() {
        let choices = knob.choices(library, lists, grounds, &wish.armies[0]);
        let now = choices.iter().find(|(key, _)| key == knob.of(&wish)).map_or("", |(_, shown)| shown.as_str());
        let shown = if page.known(knob, lists, grounds).is_some() { now.to_owned() } else { format!("any: {now}") };
        ui.label(theme::secondary(knob.word()));
        if widgets::keyed_button(ui, &(n + 1).to_string(), &shown, Rank::Plain, 32.0) {
            // An army fights the one before it.
            if knob == Knob::Second && page.known(Knob::First, lists, grounds).is_none() {
                page.knobs[Knob::First as usize] = Some(wish.armies[0].clone());
            }
            page.turn(knob, &choices);
        }
    }
    ui.add_space(6.0);
    setup::labelled(ui, "Seed", |ui| {
        ui.add(egui::TextEdit::singleline(&mut page.seed).desired_width(90.0).margin(egui::Margin::symmetric(8, 6)));
        if widgets::keyed_button(ui, "N", "another", Rank::Plain, 30.0) {
            page.seed = setup::next_seed(page.seed()).to_string();
        }
    });
    widgets::rule(ui);
    match &page.playing {
        Some(playing) => {
            let done = playing.done.load(Ordering::Relaxed);
            let told = format!("{done} battles played to make it even, of at most {BATTLES}");
            ui.add(egui::Label::new(theme::body(told)).wrap());
            if widgets::keyed_button(ui, "B", "Stop", Rank::Plain, 32.0) {
                page.playing = None;
            }
        }
        None => {
            if good && page.verdict.is_none() && widgets::keyed_button(ui, "B", "Make it even", Rank::Plain, 32.0) {
                page.playing = Some(Playing::begin(wish, library, wake.clone()));
            }
        }
    }
    if let Some(verdict) = &page.verdict {
        ui.add(egui::Label::new(theme::body(verdict)).wrap());
    }
    let plays = widgets::key_button(ui, "Enter", "Play it", Rank::Gold, 40.0).clicked();
    if good && (plays || (!writes && keyboard::pressed(ui.ctx(), "Enter"))) {
        ui_actions.push(UiAction::PlayMade);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::trying::{click, tap, texts};

    fn opened() -> (Library, QuickPage) {
        (Library::shipped(), QuickPage::default())
    }

    fn wish(page: &QuickPage) -> &Wish {
        &page.made.as_ref().expect("a battle was made").0
    }

    #[test]
    fn other_rules_keep_the_wishes_that_they_have() {
        let (library, mut page) = opened();
        page.knobs[Knob::Size as usize] = Some("large".into());
        page.knobs[Knob::Ground as usize] = Some("hills".into());
        page.knobs[Knob::First as usize] = Some("no such army".into());
        let rules: Vec<(SmolStr, String)> =
            offered(&library).map(|book| (book.id.0.into(), book.title.to_owned())).collect();
        assert!(rules.len() > 1);
        for (key, _) in &rules {
            page.turn(Knob::Ruleset, &rules);
            page.make(&library);
            let wish = wish(&page);
            assert_eq!((wish.ruleset.as_str(), &*wish.size, &*wish.ground), (key.as_str(), "large", "hills"));
            assert_ne!(wish.armies[0].as_str(), "no such army");
        }
    }

    #[test]
    fn a_seed_is_typed() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let (library, mut page) = opened();
        let mut pictures = Pictures::default();
        let wake: Wake = Arc::new(|| {});
        let mut frame = |page: &mut QuickPage, events: Vec<egui::Event>| {
            let size = egui::Vec2::new(1280.0, 720.0);
            let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
            ctx.begin_pass(egui::RawInput { screen_rect, events, ..egui::RawInput::default() });
            let mut ui_actions = Vec::new();
            show(&ctx, page, &library, &mut pictures, &Preferences::default(), &wake, &mut ui_actions);
            let mut output = ctx.end_pass();
            output.textures_delta.clear();
            (texts(&output.shapes), ui_actions)
        };
        for _ in 0..3 {
            frame(&mut page, Vec::new());
        }
        let (painted, _) = frame(&mut page, Vec::new());
        // The first 1 is that of a key.
        let (_, field) = painted.iter().rfind(|(text, _)| text == "1").expect("the seed is shown");
        frame(&mut page, click(field.center()));
        frame(&mut page, vec![egui::Event::Text("7".into())]);
        let (_, done) = frame(&mut page, tap(egui::Key::Enter));
        assert!(done.is_empty(), "the key only leaves the field: {done:?}");
        frame(&mut page, Vec::new());
        assert!(["17", "71"].contains(&page.seed.as_str()), "{}", page.seed);
        assert_eq!(wish(&page).seed, page.seed());
    }
}
