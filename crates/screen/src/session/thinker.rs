use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
};

use grapeshot_floor::{forces::SideId, orders::Order, turn::Ask};
use grapeshot_game::{
    ai::{Commander, Decision, Level, Thinking, thinking_aloud},
    background::{self, Background, Left},
    battle::{Battle, Plugins},
    scenario::Scenario,
};

/// Called from beside the window when there is something to say, so that a resting window wakes up.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What the mind is told.
enum Word {
    Obey { order: Order, checksum: u64 },
    Back { checksum: u64 },
    Decide { side: SideId, step: usize },
    RunAhead,
}

/// What the mind answers.
pub(super) enum Answer {
    /// A decision about the question that stood after `step` orders.
    Decided { step: usize, decision: Box<Decision> },
    /// Its copy of the battle went another way: the battle is not deterministic.
    Parted(String),
    /// The mind is gone.
    Lost,
}

/// The computer players of a battle: a mind beside the window with its own copy of the battle, fed by the same
/// orders. After each order the two checksums are compared, so that every game against the computer also tests
/// that the battle is deterministic. Dropping it ends the mind at its next word.
pub(super) struct Thinker {
    tell: Sender<Word>,
    /// What stirs the mind when it was told something; none if it could not begin. It is dropped after `tell`, so that
    /// the mind, stirred once more, finds that nobody tells it anything.
    background: Option<Background>,
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
    /// Begins with a copy of the battle that stands after these orders.
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
        let mut begin = Some(move || {
            let commander = |side: SideId, level| {
                let seed = seed.wrapping_add(u64::from(side.0));
                thinking_aloud(level, seed, background::threads(), Arc::clone(&aloud))
            };
            Mind {
                battle: Battle::new(&scenario, seed, plugins),
                before: orders.into(),
                commanders: levels.into_iter().map(|(side, level)| (side, commander(side, level))).collect(),
                told,
                answer,
                ahead: VecDeque::new(),
                runs: false,
                question: None,
                wake,
            }
        });
        let mut mind = None;
        let step = move || {
            if let Some(begin) = begin.take() {
                mind = Some(begin());
            }
            mind.as_mut().map_or(Left::Nothing, Mind::step)
        };
        let background = background::begin("commander", step);
        if let Err(error) = &background {
            tracing::error!("the computer player could not start: {error}");
        }
        Self { tell, background: background.ok(), hear: Mutex::new(hear), asked: None, ahead: false, thinking }
    }

    fn tell(&self, word: Word) {
        // A mind that is gone answers with `Lost` when it is next heard.
        let _ = self.tell.send(word);
        self.background.iter().for_each(Background::stir);
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
        self.tell(Word::Obey { order, checksum });
    }

    /// Takes the last order back.
    pub(super) fn back(&mut self, checksum: u64) {
        self.asked = None;
        self.tell(Word::Back { checksum });
    }

    /// Asks for a decision, unless it was asked already.
    pub(super) fn decide(&mut self, side: SideId, step: usize) {
        if self.asked != Some((side, step)) {
            self.asked = Some((side, step));
            self.tell(Word::Decide { side, step });
        }
    }

    /// Has it decide ahead from now on, for a battle in which nobody else decides: its answer to the question after
    /// `step` orders is waited for, and it does not wake the window.
    pub(super) fn run_ahead(&mut self, side: SideId, step: usize) {
        self.asked = Some((side, step));
        if !std::mem::replace(&mut self.ahead, true) {
            self.tell(Word::RunAhead);
        }
    }

    /// The next answer of the mind, if there is one. A decision about a question that is closed is dropped.
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

/// The commanders of a battle with their own copy of it.
struct Mind {
    battle: Battle,
    /// The orders that were given before the copy was made, as far as it has not obeyed them yet.
    before: VecDeque<Order>,
    commanders: BTreeMap<SideId, Box<dyn Commander>>,
    told: Receiver<Word>,
    answer: Sender<Answer>,
    /// The orders that were decided ahead and have not been given on the table yet, each with what came of it.
    ahead: VecDeque<(Order, u64)>,
    /// Whether it decides ahead.
    runs: bool,
    /// The question that is thought over, and whether it was asked; else it is decided ahead.
    question: Option<(Ask, bool)>,
    wake: Wake,
}

impl Mind {
    fn step(&mut self) -> Left {
        if let Some(order) = self.before.pop_front() {
            return match self.battle.submit(order) {
                Ok(_) => Left::More,
                Err(refusal) => self.part(refusal.to_string()),
            };
        }
        if let Some((ask, asked)) = self.question.take() {
            return self.ponder(ask, asked);
        }
        let runs = self.runs && self.ahead.len() < AHEAD && self.battle.outcome().is_none();
        match self.told.try_recv() {
            Ok(word) => self.obey(word),
            Err(TryRecvError::Disconnected) => Left::Nothing,
            Err(TryRecvError::Empty) => match self.battle.awaiting().asks.first().filter(|_| runs) {
                Some(ask) => {
                    self.question = Some((ask.clone(), false));
                    Left::More
                }
                None => Left::Waits,
            },
        }
    }

    fn part(&self, text: String) -> Left {
        let _ = self.answer.send(Answer::Parted(text));
        (self.wake)();
        Left::Nothing
    }

    /// Thinks a question over a step further, and tells what is decided.
    fn ponder(&mut self, ask: Ask, asked: bool) -> Left {
        let Some(commander) = self.commanders.get_mut(&ask.side) else { return Left::Nothing };
        let Some(decision) = commander.ponder(&self.battle, &ask) else {
            self.question = Some((ask, asked));
            return Left::More;
        };
        let (step, order) = (self.battle.orders().len(), decision.order.clone());
        if self.answer.send(Answer::Decided { step, decision: Box::new(decision) }).is_err() {
            return Left::Nothing;
        }
        if asked {
            (self.wake)();
            return Left::More;
        }
        match self.battle.submit(order.clone()) {
            Ok(_) => self.ahead.push_back((order, self.battle.checksum())),
            Err(refusal) => return self.part(refusal.to_string()),
        }
        Left::More
    }

    fn obey(&mut self, word: Word) -> Left {
        let (now, expected) = match word {
            Word::RunAhead => {
                self.runs = true;
                return Left::More;
            }
            Word::Obey { order, checksum } => match self.ahead.pop_front() {
                Some((known, then)) if known == order => (then, checksum),
                Some(_) => return self.part("another order was given than it had decided".to_owned()),
                None => match self.battle.submit(order) {
                    Ok(_) => (self.battle.checksum(), checksum),
                    Err(refusal) => return self.part(refusal.to_string()),
                },
            },
            Word::Back { checksum } => match self.battle.undo() {
                Ok(_) => (self.battle.checksum(), checksum),
                Err(reason) => return self.part(reason),
            },
            Word::Decide { side, step } => {
                // A decision ahead was sent already.
                let ask = self.battle.awaiting().of(side).filter(|_| step == self.battle.orders().len());
                self.question = ask.map(|ask| (ask.clone(), true));
                return Left::More;
            }
        };
        if now != expected {
            let given = self.battle.orders().len() - self.ahead.len();
            return self.part(format!("after order {given} the computer's copy of the battle differs"));
        }
        Left::More
    }
}
