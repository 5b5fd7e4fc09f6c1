//! What is asked, and of whom.

use crate::{
    book::verbs,
    fire::aim::Load,
    state::{
        sequence_of_play::{Step, other},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::VerbId,
    turn::{Ask, Awaiting},
};

impl BurtView<'_> {
    /// Who must answer what before the battle goes on. Whoever is asked may give the battle up instead (SB-11.4).
    pub fn awaiting(&self) -> Awaiting {
        let mut awaiting = self.questions();
        if self.play().step != Step::Deploy {
            awaiting.asks.iter_mut().for_each(|ask| ask.verbs.push(verbs::CONCEDE));
        }
        awaiting
    }

    fn questions(&self) -> Awaiting {
        if let Some(task) = self.play().task() {
            return self.ask_of(task).map(Awaiting::one).unwrap_or_default();
        }
        let play = self.play();
        match play.step {
            Step::Deploy | Step::Orders => {
                let sides = [SideId(0), SideId(1)].into_iter().filter(|side| !play.ready[side.index()]);
                let deploy = play.step == Step::Deploy;
                Awaiting {
                    asks: if deploy {
                        self.ask_deploy().into_iter().collect()
                    } else {
                        sides.map(|side| self.ask_orders(side)).collect()
                    },
                }
            }
            Step::Initiative => play.chooses.map(|side| Awaiting::one(self.ask_initiative(side))).unwrap_or_default(),
            Step::Assaults => {
                self.ask_act("assault", "SB-9.1", "Which unit of the {} declares an assault?", &[verbs::ASSAULT])
            }
            Step::Manoeuvres => {
                self.ask_act("manoeuvre", "SB-4.2", "Which unit of the {} moves next?", &[verbs::MARCH])
            }
            Step::Reserves => self.ask_act(
                "reserve",
                "SB-3.5",
                "Which reserve of the {} moves next?",
                &[verbs::MARCH, verbs::SUPPORT],
            ),
            Step::Commanders => self.ask_act(
                "command",
                "SB-12.1",
                "Where do the commanders of the {} ride?",
                &[verbs::RIDE, verbs::LEAD],
            ),
            Step::Fire => self.ask_fire(),
            _ => Awaiting::default(),
        }
    }

    /// What a task asks, if there is still something to decide.
    fn ask_of(&self, task: &Task) -> Option<Ask> {
        match task {
            Task::Divide { .. } | Task::FollowUp { .. } => self.ask_melee(task),
            Task::BreakOff { .. } => self.ask_break_off(task),
            _ => self.ask_reaction(task),
        }
    }

    /// Whether a task still asks something.
    pub fn asks(&self, task: &Task) -> bool {
        self.ask_of(task).is_some()
    }

    /// SB-3.1: each side chooses its orders, unseen.
    fn ask_orders(&self, side: SideId) -> Ask {
        let orderable = self.orderable(side);
        let question =
            format!("{} orders: {} of {} given", self.view.side_named(side).short, self.ordered(side), orderable.len());
        let verbs = [verbs::ORDER, verbs::LEAD, verbs::READY];
        Ask::new("orders", side, "SB-3.1", question, verbs)
            .pick(orderable.into_iter().map(|unit| self.piece(unit)))
            .choices(crate::book::values::Chit::ALL.map(|chit| (chit.id(), chit.label())))
            .go_on(verbs::READY)
            .secret()
    }

    /// SB-1.10: who acts first.
    fn ask_initiative(&self, side: SideId) -> Ask {
        let question = format!("The {} rolled higher: who acts first?", self.view.side_named(side).short);
        let sides = [side, other(side)].map(|side| self.view.side_named(side));
        Ask::new("initiative", side, "SB-1.10", question, [verbs::CHOOSE])
            .choices(sides.map(|side| (side.key.as_str(), side.name.as_str())))
    }

    /// SB-6.1, SB-6.2: which unit fires; guns choose what they fire.
    fn ask_fire(&self) -> Awaiting {
        let awaiting = self.ask_act("fire", "SB-6.1", "Which unit of the {} fires next?", &[verbs::SHOOT]);
        let loads = [(Load::Canister.id(), "Canister"), (Load::Ball.id(), "Ball or shell")];
        let guns = |ask: &Ask| ask.pieces.iter().any(|piece| self.gun(self.view.unit_of(*piece)).is_some());
        let asks = awaiting.asks.into_iter().map(|ask| if guns(&ask) { ask.choices(loads) } else { ask });
        Awaiting { asks: asks.collect() }
    }

    /// SB-2.2: one unit of the side that acts next, or a pass. The question names the units that everybody knows might
    /// act, so that it gives no chit away.
    fn ask_act(&self, kind: &'static str, rule: &'static str, question: &str, verbs: &[VerbId]) -> Awaiting {
        let side = self.play().acting;
        let question = question.replace("{}", &self.view.side_named(side).short);
        let verbs: Vec<VerbId> = verbs.iter().cloned().chain([verbs::PASS]).collect();
        let able: Vec<UnitId> = self.public().able(side);
        let ask = Ask::new(kind, side, rule, question, verbs)
            .pick(able.into_iter().map(|unit| self.piece(unit)))
            .go_on(verbs::PASS);
        Awaiting::one(ask)
    }
}
