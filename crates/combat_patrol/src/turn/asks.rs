//! The questions of the core: the decision points of the rulebook.

use smol_str::SmolStr;

use crate::{
    book::{
        cites::{Cites, Topic},
        rounds::Round,
    },
    evaluation::{
        self,
        family::{Procedure, Question},
    },
    melee::fight,
    morale,
    orders::{reactions, verbs},
    state::sequence_of_play::{FigureAction, SequenceOfPlay, Stage},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::VerbId,
    turn::{Ask, Awaiting},
};

impl SkirmishView<'_> {
    /// The questions that are open now, by side.
    pub fn awaiting(&self) -> Awaiting {
        let play = self.view.resource::<SequenceOfPlay>();
        self.view.resource::<Procedure>().awaiting(self, play)
    }

    fn ask_deploy(&self, play: &SequenceOfPlay) -> Awaiting {
        let mut asks = Vec::new();
        for side in self.view.sides().players().filter(|side| !play.ready.contains(side)) {
            let question = "Place your units in the zone, then begin";
            let one = Ask::new("deploy", side, "CP-1.12", question, [verbs::DEPLOY, verbs::READY]);
            asks.push(one.go_on(verbs::READY).secret());
        }
        Awaiting { asks }
    }

    fn ask_lead(&self, play: &SequenceOfPlay) -> Ask {
        let unit = play.active().unit;
        let side = self.view.side_of_unit(unit);
        let question = format!("Does {} act, or give the number to a unit?", self.unit_name(unit));
        let one = Ask::new("lead", side, "CP-2.13", question, [verbs::ACT, verbs::SWAP]).go_on(verbs::ACT);
        let pieces = self.men(unit);
        one.about(unit, pieces)
    }

    fn ask_steady(&self, play: &SequenceOfPlay) -> Ask {
        let unit = play.active().unit;
        let side = self.view.side_of_unit(unit);
        let markers = self.view.unit_marks(unit).count(&crate::book::marks::MORALE);
        let hero = self.lone_hero(unit);
        let (rule, question) = match hero {
            Some(hero) => {
                let name = self.name(hero);
                let question = match markers {
                    1 => format!("Does {name} remove the morale marker, and do no more?"),
                    _ => format!("How many of the {markers} morale markers does {name} remove, to do no more then?"),
                };
                ("CP-13.3", question)
            }
            None => {
                let name = self.unit_name(unit);
                let question = match markers {
                    1 => format!("Does the leader of {name} remove the morale marker?"),
                    _ => format!("How many of the {markers} morale markers does the leader of {name} remove?"),
                };
                ("CP-11.5", question)
            }
        };
        let one = Ask::new("steady", side, rule, question, [verbs::STEADY])
            .numbers(0.0, f32::from(morale::most_removals(self, unit)));
        let pieces = hero.or(self.leader_of(unit)).into_iter();
        one.about(unit, pieces)
    }

    fn ask_prey(&self, play: &SequenceOfPlay) -> Ask {
        let unit = play.active().unit;
        let side = self.view.side_of_unit(unit);
        let question = format!("{} must go at easy prey: which of those equally near?", self.unit_name(unit));
        let one = Ask::new("prey", side, self.cites(Topic::EasyPrey), question, [verbs::HUNT]);
        let pieces = self.hunters(play.active());
        one.about(unit, pieces)
    }

    /// The question which figures of the acting unit move.
    pub fn ask_declare(&self, play: &SequenceOfPlay) -> Ask {
        let activation = play.active();
        let unit = activation.unit;
        let side = self.view.side_of_unit(unit);
        let question = match activation.alone {
            Some(hero) => format!("Does {} move?", self.name(hero)),
            None => format!("Who moves in {}?", self.unit_name(unit)),
        };
        let in_place = self.book.in_place.iter().cloned();
        let others = [verbs::MOUNT, verbs::DISMOUNT, verbs::FACE, verbs::END];
        let could_ever = self.could_ever(unit);
        let offered = std::iter::once(verbs::DECLARE).chain(in_place).chain(others).filter(could_ever);
        let one = Ask::new("declare", side, "CP-2.11", question, offered.collect::<Vec<_>>());
        let figures = activation.figures.iter().copied();
        let pieces: Vec<PieceId> = figures.filter(|id| self.may_declare(activation, *id).is_ok()).collect();
        let hurries = pieces.iter().find(|piece| self.is_man(**piece)).or(pieces.first());
        let second = hurries.map_or("", |piece| self.haste(*piece).does);
        let ending = if activation.alone.is_some() { "Stays in place" } else { "Nobody moves" };
        one.about(unit, pieces).second(second).go_on(verbs::DECLARE).ending(ending)
    }

    /// The question what the figures of the acting unit do.
    pub fn ask_act(&self, play: &SequenceOfPlay) -> Ask {
        let activation = play.active();
        let unit = activation.unit;
        let side = self.view.side_of_unit(unit);
        let movers =
            self.with_part(FigureAction::Moving).chain(self.with_part(FigureAction::Sprinting)).next().is_some();
        let who = activation.alone.map_or(self.unit_name(unit), |hero| self.name(hero));
        let question = if movers && !activation.marched {
            format!("Where does {who} march?")
        } else {
            format!("What does {who} do?")
        };
        // The question holds only what the side knows.
        let known = Self { view: self.view.seen_by(side), ..*self };
        let could_ever = known.could_ever(unit);
        let offered = self.book.acts.iter().filter(|verb| could_ever(verb)).cloned();
        let mut one = Ask::new("act", side, "CP-2.12", question, offered.collect::<Vec<_>>())
            .go_on(if activation.routes.is_empty() { verbs::END } else { verbs::MARCH });
        if self.gun_of(unit).is_some() {
            one.choices = Round::ALL.map(|round| (SmolStr::new_static(round.id()), round.word().into())).to_vec();
        }
        // The number is the spacing of an open formation that figures move to, in inches.
        one.numbers = Some((1.0, 6.0));
        let figures = activation.figures.iter().copied();
        let pieces = figures.filter(|id| known.has_something_to_do(activation, *id));
        one.about(unit, pieces)
    }

    /// Whether a unit that acts could ever use a verb: it has a gun, horses, a door, something to throw, somebody to
    /// look for.
    fn could_ever(&self, unit: UnitId) -> impl Fn(&VerbId) -> bool {
        let procedure = self.view.resource::<Procedure>();
        move |verb| procedure.handler(verb, &Stage::ACT).is_some_and(|handler| (handler.offered)(self, unit))
    }

    fn ask_sweep(&self, play: &SequenceOfPlay) -> Awaiting {
        let Some(sweep) = &play.sweep else { return Awaiting::default() };
        let name = self.name(sweep.shooter);
        let question = format!("{} more cards: at whom does {name} fire next?", sweep.left);
        let side = self.view.side_of(sweep.shooter);
        let one = Ask::new("sweep", side, "CP-6.12", question, [verbs::SWEEP, verbs::CEASE]).go_on(verbs::CEASE);
        let unit = self.view.unit_of(sweep.shooter);
        Awaiting::one(one.about(unit, [sweep.shooter]))
    }

    fn ask_react(&self, play: &SequenceOfPlay) -> Awaiting {
        let Some(march) = &play.march else { return Awaiting::default() };
        let movers = crate::movement::setting_out::movers(self);
        let mut asks = Vec::new();
        for side in &march.asking {
            let mover = movers.first().map_or("The enemy", |piece| self.unit_name(self.view.unit_of(*piece)));
            let question = format!("{mover} is on the move: who reacts?");
            let mut one = Ask::new("react", *side, "CP-10.1", question, [verbs::REACT, verbs::HOLD]).go_on(verbs::HOLD);
            one.choices = vec![
                (SmolStr::new_static(reactions::SHOOT), "shoot at a mover".into()),
                (SmolStr::new_static(reactions::TURN), "turn".into()),
                (SmolStr::new_static(reactions::STEP), "step into cover".into()),
            ];
            if movers.iter().any(|mover| self.mounted(*mover)) {
                one.choices.push((SmolStr::new_static(reactions::CLOSE_RANKS), "close ranks".into()));
            }
            if self.view.pieces().any(|p| self.view.in_play(p) && self.mounted(p) && self.view.side_of(p) == *side) {
                one.choices.push((SmolStr::new_static(reactions::COUNTER_CHARGE), "counter-charge".into()));
                one.choices.push((SmolStr::new_static(reactions::PURSUE), "pursue who moves away".into()));
            }
            one.pieces = (march.reactors.iter().copied())
                .filter(|piece| self.view.side_of(*piece) == *side)
                .filter(|piece| !march.tries.iter().any(|t| t.figures.iter().any(|(id, _)| id == piece)))
                .collect();
            asks.push(one);
        }
        Awaiting { asks }
    }

    fn ask_resume(&self, play: &SequenceOfPlay) -> Ask {
        let unit = play.active().unit;
        let side = self.view.side_of_unit(unit);
        let question = format!("Does {} finish its march?", self.unit_name(unit));
        let one = Ask::new("resume", side, "CP-10.3", question, [verbs::SHORTEN, verbs::PRESS_ON]);
        let most = play.march.as_ref().map_or(0.0, |march| {
            march.routes.iter().map(|route| route.length() * (1.0 - march.gone)).fold(0.0, f32::max)
        });
        let pieces = crate::movement::setting_out::movers(self).into_iter().filter(|piece| !self.stunned(*piece));
        one.go_on(verbs::PRESS_ON).numbers(0.0, most).about(unit, pieces)
    }

    fn ask_ride_on(&self) -> Ask {
        let loose = self.may_close();
        let pieces: Vec<PieceId> = loose.iter().map(|loose| loose.rider).collect();
        let side = self.view.side_of(pieces[0]);
        let question = "Who closes to an enemy beside the way? The others ride on";
        let one = Ask::new("ride_on", side, self.cites(Topic::CloseIn), question, [verbs::CLOSE_IN, verbs::RIDE_ON])
            .go_on(verbs::RIDE_ON);
        let unit = self.view.unit_of(pieces[0]);
        one.about(unit, pieces)
    }

    fn ask_breakthrough(&self, play: &SequenceOfPlay) -> Awaiting {
        let Some(through) = &play.breakthrough else { return Awaiting::default() };
        let side = self.view.side_of(through.winner);
        let question = format!("{} must ride on: straight, or to a side?", self.name(through.winner));
        let veer = self.horse().veer;
        let one = Ask::new("breakthrough", side, self.cites(Topic::RideThrough), question, [verbs::VEER])
            .numbers(-veer, veer);
        let unit = self.view.unit_of(through.winner);
        Awaiting::one(one.about(unit, [through.winner]))
    }

    fn ask_fights(&self, play: &SequenceOfPlay) -> Ask {
        let acting = play.active().unit;
        let (side, fights) = fight::fights_to_name(self).unwrap_or((self.view.side_of_unit(acting), Vec::new()));
        let mut one = Ask::new("fight", side, "CP-9.2", "Which fight comes next?", [verbs::FIGHT]);
        let mut choices: Vec<(SmolStr, String)> = Vec::new();
        for fight in &fights {
            for weapon in &self.soldier(fight.attacker).weapons {
                let weapon = self.book.weapon(*weapon);
                if !choices.iter().any(|(id, _)| *id == weapon.id) {
                    choices.push((weapon.id.clone(), weapon.name.to_string()));
                }
            }
        }
        one.choices = choices;
        let ours = |piece| self.view.side_of(piece) == side;
        let mut pieces: Vec<PieceId> = fights.iter().map(|fight| fight.pair_of(ours).0).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let unit = if self.view.side_of_unit(acting) == side { acting } else { self.view.unit_of(pieces[0]) };
        one.about(unit, pieces)
    }

    fn ask_follow_up(&self, play: &SequenceOfPlay) -> Awaiting {
        let Some(follow_up) = &play.follow_up else { return Awaiting::default() };
        let side = self.view.side_of(follow_up.winner);
        let question = format!("How far does {} advance?", self.name(follow_up.winner));
        let one = Ask::new("advance", side, "CP-9.7", question, [verbs::ADVANCE]).numbers(0.0, follow_up.most);
        let unit = self.view.unit_of(follow_up.winner);
        Awaiting::one(one.about(unit, [follow_up.winner]))
    }

    fn ask_promote(&self, play: &SequenceOfPlay) -> Ask {
        let unit = play.leaderless[0];
        let side = self.view.side_of_unit(unit);
        let question = format!("Who leads {} now?", self.unit_name(unit));
        let one = Ask::new("promote", side, "CP-4.5", question, [verbs::PROMOTE]);
        let pieces = self.men(unit);
        one.about(unit, pieces)
    }
}

/// The questions of the core, in the order in which they come.
pub fn questions(cites: Cites) -> Vec<Question> {
    let put = |stage, kind: (&'static str, &'static str, &'static str), ask| {
        Question::new(stage, kind, ask, evaluation::answers_to(kind.0))
    };
    vec![
        put(Stage::DEPLOY, ("deploy", "a side sets up in its zone", "CP-2.1"), |cp, play| cp.ask_deploy(play)),
        put(
            Stage::LEAD,
            ("lead", "a higher leader acts himself or gives his number to a unit", "CP-2.13"),
            |cp, play| Awaiting::one(cp.ask_lead(play)),
        ),
        put(
            Stage::STEADY,
            ("steady", "how many morale markers a leader, or a hero by himself, removes", "CP-11.5"),
            |cp, play| Awaiting::one(cp.ask_steady(play)),
        ),
        put(
            Stage::PREY,
            ("prey", "at which of several easy victims a unit goes that must", cites(Topic::EasyPrey)),
            |cp, play| Awaiting::one(cp.ask_prey(play)),
        ),
        put(Stage::DECLARE, ("declare", "who of a unit moves, and who sprints", "CP-2.11"), |cp, play| {
            Awaiting::one(cp.ask_declare(play))
        }),
        put(Stage::ACT, ("act", "what the figures of a unit do, one after the other", "CP-2.12"), |cp, play| {
            Awaiting::one(cp.ask_act(play))
        }),
        put(Stage::SWEEP, ("sweep", "whether a crew-served weapon fires on, and at what", "CP-6.12"), |cp, play| {
            cp.ask_sweep(play)
        }),
        put(Stage::REACT, ("react", "which figures react to an enemy on the move", "CP-10.1"), |cp, play| {
            cp.ask_react(play)
        }),
        put(
            Stage::RESUME,
            ("resume", "whether the movers finish their paths after the reactions", "CP-10.3"),
            |cp, play| Awaiting::one(cp.ask_resume(play)),
        ),
        put(
            Stage::RIDE_ON,
            ("ride_on", "whether chargers who met nobody close in on one beside their way", cites(Topic::CloseIn)),
            |cp, _| Awaiting::one(cp.ask_ride_on()),
        ),
        put(
            Stage::FIGHTS,
            ("fight", "which of several fights comes next, and with which weapon", "CP-9.2"),
            |cp, play| Awaiting::one(cp.ask_fights(play)),
        ),
        put(
            Stage::BREAKTHROUGH,
            ("breakthrough", "how far a victor who must ride on goes aside", cites(Topic::RideThrough)),
            |cp, play| cp.ask_breakthrough(play),
        ),
        put(Stage::FOLLOW_UP, ("advance", "how far a winner follows up", "CP-9.7"), |cp, play| cp.ask_follow_up(play)),
        put(Stage::PROMOTE, ("promote", "who leads a unit that lost its leader", "CP-4.5"), |cp, play| {
            Awaiting::one(cp.ask_promote(play))
        }),
    ]
}
