use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread,
};

use grapeshot_floor::{forces::SideId, orders::Order};
use grapeshot_game::{
    ai::{Commander, Decision, Level, Thinking, thinking_aloud},
    battle::{Battle, Plugins},
    scenario::Scenario,
};

/// Called from the thread when it has something to say, so that a resting window wakes up.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What the thread is told.
enum Word {
    Obey { order: Order, checksum: u64 },
    Back { checksum: u64 },
    Decide { side: SideId, step: usize },
    RunAhead,
}

/// What the thread answers.
pub(super) enum Answer {
    /// A decision about the question that stood after `step` orders.
    Decided { step: usize, decision: Box<Decision> },
    /// Its copy of the battle went another way: the battle is not deterministic.
    Parted(String),
    /// The thread is gone.
    Lost,
}

/// The computer players of a battle: a thread of their own with their own copy of the battle, fed by the same
/// orders. After each order the two checksums are compared, so that every game against the computer also tests
/// that the battle is deterministic. Dropping it ends the thread at its next word.
pub(super) struct Thinker {
    tell: Sender<Word>,
    hear: Mutex<Receiver<Answer>>,
    asked: Option<(SideId, usize)>,
    /// Whether it decides ahead, without being asked.
    ahead: bool,
    /// How far it has come with a decision.
    thinking: Arc<Thinking>,
}

/// The most decisions ahead of the battle on the table.
const AHEAD: usize = 200;

impl Thinker {
    /// Starts the thread with a copy of the battle that stands after these orders.
    pub(super) fn start(
        scenario: Arc<Scenario>,
        plugins: Plugins,
        seed: u64,
        orders: Vec<Order>,
        levels: BTreeMap<SideId, Level>,
        wake: Wake,
    ) -> Self {
        let (tell, told) = channel();
        let (answer, hear) = channel();
        let thinking = Arc::new(Thinking::told(Arc::clone(&wake)));
        let aloud = Arc::clone(&thinking);
        let spawned = thread::Builder::new().name("commander".to_owned()).spawn(move || {
            let mut battle = Battle::new(&scenario, seed, plugins);
            for order in orders {
                if let Err(refusal) = battle.submit(order) {
                    let _ = answer.send(Answer::Parted(refusal.to_string()));
                    wake();
                    return;
                }
            }
            let commanders = levels
                .into_iter()
                .map(|(side, level)| {
                    let seed = seed.wrapping_add(u64::from(side.0));
                    (side, thinking_aloud(level, seed, threads(), Arc::clone(&aloud)))
                })
                .collect();
            think(&mut battle, commanders, &told, &answer, &wake);
        });
        if let Err(error) = spawned {
            tracing::error!("the computer player could not start: {error}");
        }
        Self { tell, hear: Mutex::new(hear), asked: None, ahead: false, thinking }
    }

    /// How much of the decision under way is thought over, 0 to 1, if it takes long enough to be told.
    pub(super) fn share(&self) -> Option<f32> {
        self.thinking.share()
    }

    /// Has the decision under way made with what is thought over.
    pub(super) fn decide_now(&self) {
        self.thinking.decide_now();
    }

    /// Which side it was asked to decide for, if it was.
    pub(super) fn busy(&self) -> Option<SideId> {
        self.asked.map(|(side, _)| side)
    }

    /// Passes an order on that was submitted.
    pub(super) fn obey(&mut self, order: Order, checksum: u64) {
        self.asked = None;
        // A thread that is gone answers with `Lost` when it is next heard.
        let _ = self.tell.send(Word::Obey { order, checksum });
    }

    /// Takes the last order back.
    pub(super) fn back(&mut self, checksum: u64) {
        self.asked = None;
        let _ = self.tell.send(Word::Back { checksum });
    }

    /// Asks for a decision, unless it was asked already.
    pub(super) fn decide(&mut self, side: SideId, step: usize) {
        if self.asked != Some((side, step)) {
            self.asked = Some((side, step));
            let _ = self.tell.send(Word::Decide { side, step });
        }
    }

    /// Has it decide ahead from now on, for a battle in which nobody else decides: its answer to the question after
    /// `step` orders is waited for, and it does not wake the window.
    pub(super) fn run_ahead(&mut self, side: SideId, step: usize) {
        self.asked = Some((side, step));
        if !std::mem::replace(&mut self.ahead, true) {
            let _ = self.tell.send(Word::RunAhead);
        }
    }

    /// The next answer of the thread, if there is one. A decision about a question that is closed is dropped.
    pub(super) fn hear(&mut self) -> Option<Answer> {
        // A decision ahead waits until it is asked for.
        if self.ahead && self.asked.is_none() {
            return None;
        }
        let hear = self.hear.get_mut().ok()?;
        loop {
            match hear.try_recv() {
                Ok(Answer::Decided { step, .. }) if self.asked.is_none_or(|(_, asked)| asked != step) => {}
                Ok(Answer::Decided { step, decision }) => {
                    self.asked = None;
                    return Some(Answer::Decided { step, decision });
                }
                Ok(other) => return Some(other),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(Answer::Lost),
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.thinking.decide_now();
    }
}

/// The threads on which futures are played: all but one, which draws.
fn threads() -> usize {
    thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1))
}

fn think(
    battle: &mut Battle,
    mut commanders: BTreeMap<SideId, Box<dyn Commander>>,
    told: &Receiver<Word>,
    answer: &Sender<Answer>,
    wake: &Wake,
) {
    // The orders that were decided ahead and have not been given on the table yet, each with what came of it.
    let mut ahead: VecDeque<(Order, u64)> = VecDeque::new();
    let mut runs = false;
    let part = |text: String| {
        let _ = answer.send(Answer::Parted(text));
        wake();
    };
    loop {
        let word = match runs && ahead.len() < AHEAD && battle.outcome().is_none() {
            true => match told.try_recv() {
                Ok(word) => word,
                Err(TryRecvError::Disconnected) => return,
                Err(TryRecvError::Empty) => {
                    let Some(ask) = battle.awaiting().asks.first().cloned() else { continue };
                    let Some(commander) = commanders.get_mut(&ask.side) else { return };
                    let step = battle.orders().len();
                    let decision = Box::new(commander.decide(battle, &ask));
                    let order = decision.order.clone();
                    if answer.send(Answer::Decided { step, decision }).is_err() {
                        return;
                    }
                    match battle.submit(order.clone()) {
                        Ok(_) => ahead.push_back((order, battle.checksum())),
                        Err(refusal) => return part(refusal.to_string()),
                    }
                    continue;
                }
            },
            false => match told.recv() {
                Ok(word) => word,
                Err(_) => return,
            },
        };
        let (now, expected) = match word {
            Word::RunAhead => {
                runs = true;
                continue;
            }
            Word::Obey { order, checksum } => match ahead.pop_front() {
                Some((known, then)) if known == order => (then, checksum),
                Some(_) => return part("another order was given than it had decided".to_owned()),
                None => match battle.submit(order) {
                    Ok(_) => (battle.checksum(), checksum),
                    Err(refusal) => return part(refusal.to_string()),
                },
            },
            Word::Back { checksum } => match battle.undo() {
                Ok(_) => (battle.checksum(), checksum),
                Err(reason) => return part(reason),
            },
            Word::Decide { side, step } => {
                // A decision ahead was sent already.
                let ask = battle.awaiting().of(side).filter(|_| step == battle.orders().len()).cloned();
                if let (Some(ask), Some(commander)) = (ask, commanders.get_mut(&side)) {
                    let decision = Box::new(commander.decide(battle, &ask));
                    if answer.send(Answer::Decided { step, decision }).is_err() {
                        return;
                    }
                    wake();
                }
                continue;
            }
        };
        if now != expected {
            let given = battle.orders().len() - ahead.len();
            return part(format!("after order {given} the computer's copy of the battle differs"));
        }
    }
}
