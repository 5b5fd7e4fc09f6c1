//! The computer player in a thread of its own, on its own copy of the battle, fed by the same orders.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Commander, Decision, Level, commander};
use crate::{battle::Battle, forces::SideId, orders::Order, turn::Ask};

enum Message {
    Follow { order: Box<Order>, checksum: u64 },
    Back { left: usize, checksum: u64 },
    Think(Box<Ask>),
}

/// What the thread has to say.
#[derive(Debug, Clone)]
pub enum Thought {
    /// It decided.
    Decided {
        /// The number of orders that had been given when it was asked; an answer to an older question is void.
        step: usize,
        /// The question.
        ask: Box<Ask>,
        /// The answer.
        decision: Box<Decision>,
    },
    /// Its copy of the battle is not equal to the battle any more, which must never be.
    Diverged {
        /// The number of orders.
        step: usize,
        /// What differs, in a sentence.
        what: String,
    },
}

/// A computer player that thinks in a thread of its own. When this is dropped the thread ends after its thought.
pub struct Thinker {
    to: Sender<Message>,
    from: Receiver<Thought>,
}

impl Thinker {
    /// Begins to think about a battle; `sides` names the level of each side it may be asked for. It gets the orders
    /// that were given so far.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn begin(battle: &Battle, sides: Vec<(SideId, Level)>, seed: u64) -> std::io::Result<Self> {
        let (to, messages) = channel();
        let (thoughts, from) = channel();
        let (scenario, battle_seed) = (battle.scenario().clone(), battle.seed());
        let (orders, checksum) = (battle.orders().to_vec(), battle.checksum());
        let plugins = battle.plugins();
        std::thread::Builder::new().name("commander".into()).spawn(move || {
            let mut mind = Mind::new(Battle::with_plugins(&scenario, battle_seed, plugins), sides, seed, thoughts);
            for order in orders {
                mind.follow(order, None);
            }
            mind.compare(checksum);
            for message in messages {
                match message {
                    Message::Follow { order, checksum } => mind.follow(*order, Some(checksum)),
                    Message::Back { left, checksum } => mind.back(left, checksum),
                    Message::Think(ask) => mind.think(ask),
                }
            }
        })?;
        Ok(Self { to, from })
    }

    fn send(&self, message: Message) {
        // If the thread has ended there is nobody to tell any more.
        let _ = self.to.send(message);
    }

    /// Tells it of an order, with the checksum of the battle after it.
    pub fn follow(&self, order: &Order, checksum: u64) {
        self.send(Message::Follow { order: Box::new(order.clone()), checksum });
    }

    /// Tells it that orders were taken back; so many are left.
    pub fn back(&self, left: usize, checksum: u64) {
        self.send(Message::Back { left, checksum });
    }

    /// Puts a question to it; the answer comes by [`Thinker::poll`].
    pub fn think(&self, ask: &Ask) {
        self.send(Message::Think(Box::new(ask.clone())));
    }

    /// What it has to say, if anything; it does not wait.
    pub fn poll(&self) -> Option<Thought> {
        self.from.try_recv().ok()
    }

    /// What it has to say; it waits. `None` if the thread has ended.
    pub fn wait(&self) -> Option<Thought> {
        self.from.recv().ok()
    }
}

struct Mind {
    battle: Battle,
    commanders: Vec<(SideId, Box<dyn Commander>)>,
    thoughts: Sender<Thought>,
    lost: bool,
}

impl Mind {
    fn new(battle: Battle, sides: Vec<(SideId, Level)>, seed: u64, thoughts: Sender<Thought>) -> Self {
        let commanders = sides
            .into_iter()
            .map(|(side, level)| (side, commander(level, seed.wrapping_add(u64::from(side.0)))))
            .collect();
        Self { battle, commanders, thoughts, lost: false }
    }

    fn say(&self, thought: Thought) {
        // Whoever asked may have gone; then the answer is not wanted.
        let _ = self.thoughts.send(thought);
    }

    fn lose(&mut self, what: String) {
        self.lost = true;
        self.say(Thought::Diverged { step: self.battle.orders().len(), what });
    }

    fn compare(&mut self, checksum: u64) {
        let own = self.battle.checksum();
        if !self.lost && own != checksum {
            self.lose(format!("the computer's copy of the battle has checksum {own:016x} and not {checksum:016x}"));
        }
    }

    fn follow(&mut self, order: Order, checksum: Option<u64>) {
        if self.lost {
            return;
        }
        if let Err(refusal) = self.battle.submit(order) {
            self.lose(format!("the computer's copy of the battle refused an order: {refusal}"));
        } else if let Some(checksum) = checksum {
            self.compare(checksum);
        }
    }

    fn back(&mut self, left: usize, checksum: u64) {
        while self.battle.orders().len() > left && self.battle.undo().is_ok() {}
        if self.battle.orders().len() > left {
            self.battle = self.battle.at(left);
        }
        self.compare(checksum);
    }

    fn think(&mut self, ask: Box<Ask>) {
        if self.lost {
            return;
        }
        let Some((_, commander)) = self.commanders.iter_mut().find(|(side, _)| *side == ask.side) else {
            return;
        };
        let decision = Box::new(commander.decide(&self.battle, &ask));
        self.say(Thought::Decided { step: self.battle.orders().len(), ask, decision });
    }
}
