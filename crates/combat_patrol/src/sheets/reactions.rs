//! The sheet of a pause for reactions: every try that a side may name, with its chance and its result (CP-10.1).

use bevy::math::Vec2;

use crate::{
    book::cites::Topic,
    melee::fight::is_behind,
    movement::setting_out,
    orders::{reactions, verbs},
    state::{
        sequence_of_play::{Contact, March, Ride, SequenceOfPlay, Try},
        ways::Route,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english,
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::{Leg, Order, Outlook},
    table::{footprint::Outline, position::Heading},
    turn::{
        Ask,
        sheet::{Sheet, SheetGroup, SheetWay},
    },
};

/// The reactions that men may try, in the order of a sheet.
const TRIES: [&str; 6] = [
    reactions::SHOOT,
    reactions::CLOSE_RANKS,
    reactions::COUNTER_CHARGE,
    reactions::PURSUE,
    reactions::STEP,
    reactions::TURN,
];

impl SkirmishView<'_> {
    /// CP-10.1: what the figures that are asked may try, unit by unit.
    pub fn sheet_of_reactions(&self, ask: &Ask) -> Option<Sheet> {
        let march = self.view.resource::<SequenceOfPlay>().march.as_ref()?;
        let mut units: Vec<UnitId> = ask.pieces.iter().map(|piece| self.view.unit_of(*piece)).collect();
        units.sort_unstable();
        units.dedup();
        let groups = units.into_iter().map(|unit| self.group_of_sheet(ask, march, unit)).collect();
        let own = march.tries.iter().filter(|attempt| attempt.side == ask.side);
        let named = own.map(|attempt| (self.words_of(attempt), self.chance_of(attempt.figures[0].0))).collect();
        Some(Sheet {
            title: if march.paused { "Pause on the march" } else { "The enemy moves" }.into(),
            hint: "Name every try; then all checks are drawn.".into(),
            named,
            groups,
            closes: false,
        })
    }

    fn chance_of(&self, piece: PieceId) -> f32 {
        self.reaction_chance(self.reaction_number(piece).0)
    }

    fn words_of(&self, attempt: &Try) -> String {
        let (first, what) = &attempt.figures[0];
        let who = match attempt.figures.len() {
            1 => self.name(*first).to_owned(),
            n => format!("{n} of {}", self.unit_name(self.view.unit_of(*first))),
        };
        format!("{who}: {}", what.words(self))
    }

    fn group_of_sheet(&self, ask: &Ask, march: &March, unit: UnitId) -> SheetGroup {
        let of_unit = |piece: &&PieceId| self.view.unit_of(**piece) == unit;
        let men: Vec<PieceId> = ask.pieces.iter().filter(of_unit).copied().collect();
        let mut ways: Vec<SheetWay> =
            TRIES.iter().filter_map(|choice| self.way_of_sheet(ask, march, &men, choice)).collect();
        let stand = self.outlook_of(march, &men, reactions::TURN, "as they are");
        ways.push(SheetWay {
            label: "Stand".into(),
            note: "no check, no marker".into(),
            orders: Vec::new(),
            checks: 0,
            chance: None,
            outlook: stand,
            rule: RuleId::new("CP-10.1"),
        });
        let about = men.first().map_or(String::new(), |first| {
            let (_, why, _) = self.reaction_number(*first);
            let state = self.unit_state(unit).map_or(String::new(), |state| format!(", {state}"));
            format!("{} may react{state}; {why}", men.len())
        });
        SheetGroup { unit, about, ways }
    }

    /// One reaction that some of these men may try, with the orders for it; none if no man may.
    fn way_of_sheet(&self, ask: &Ask, march: &March, men: &[PieceId], choice: &'static str) -> Option<SheetWay> {
        let movers = setting_out::movers(self);
        let mut orders: Vec<Order> = Vec::new();
        for man in men {
            let bare = Order::new(ask.side, &verbs::REACT).pieces([*man]).choice(choice);
            let tried = self.best_try(bare, *man, &movers, choice);
            let Some(order) = tried.filter(|order| self.tries_of(order).is_ok()) else { continue };
            let alike = |known: &&mut Order| {
                (known.target, &known.heading, &known.path) == (order.target, &order.heading, &order.path)
            };
            match orders.iter_mut().find(alike).filter(|_| choice != reactions::STEP) {
                Some(known) => known.pieces.push(*man),
                None => orders.push(order),
            }
        }
        orders.retain(|order| self.tries_of(order).is_ok());
        let tries: Vec<Try> = orders.iter().filter_map(|order| self.tries_of(order).ok()).flatten().collect();
        let first = tries.first()?.figures[0].0;
        let who: usize = orders.iter().map(|order| order.pieces.len()).sum();
        let (label, note, rule) = self.words_of_way(march, &tries, choice);
        Some(SheetWay {
            label,
            note: format!("{who} of {}: {note}", men.len()),
            checks: tries.len(),
            chance: Some(self.chance_of(first)),
            outlook: self.outlook_of(march, men, choice, "then"),
            rule: RuleId::new(rule),
            orders,
        })
    }

    /// The best order for a man to try this reaction, if there is one.
    fn best_try(&self, bare: Order, man: PieceId, movers: &[PieceId], choice: &str) -> Option<Order> {
        let at = self.view.place(man).at;
        let mut near = movers.to_vec();
        let apart = |mover: &PieceId| self.view.place(*mover).at.distance_squared(at);
        near.sort_by(|a, b| apart(a).total_cmp(&apart(b)).then(a.cmp(b)));
        match choice {
            reactions::SHOOT => {
                near.into_iter().map(|mover| bare.clone().target(mover)).find(|order| self.tries_of(order).is_ok())
            }
            reactions::TURN => {
                let behind = near.into_iter().find(|mover| is_behind(self.view.place(man), self.view.place(*mover).at));
                behind.map(|mover| bare.heading(Heading::from_to(at, self.view.place(mover).at)))
            }
            reactions::STEP => {
                let steps: Vec<Vec2> = if self.is_man(man) { self.steps_into_cover(man, &near) } else { Vec::new() };
                let step = |to: Vec2| bare.clone().path([Leg::To(to)]);
                steps.into_iter().map(step).find(|order| self.tries_of(order).is_ok())
            }
            _ => Some(bare),
        }
    }

    fn words_of_way(&self, march: &March, tries: &[Try], choice: &str) -> (String, String, &'static str) {
        let first = tries[0].figures[0].0;
        match choice {
            reactions::SHOOT => {
                let shots: Vec<f32> = tries
                    .iter()
                    .flat_map(|attempt| &attempt.figures)
                    .filter_map(|(piece, what)| match what {
                        crate::state::sequence_of_play::Reaction::Shoot(target) if self.is_man(*piece) => {
                            let aim = self.reaction_shot(*piece, *target).ok()?;
                            Some(self.odds_of(&aim).chance)
                        }
                        _ => None,
                    })
                    .collect();
                let note = match shots.len() {
                    0 => "the gun fires at the movers".into(),
                    n => {
                        let sum: f32 = shots.iter().sum();
                        let hits = sum * self.chance_of(first);
                        format!("{:.0} % a shot, {} on average", 100.0 * sum / n as f32, english::about(hits, "hit"))
                    }
                };
                ("Fire at the movers".into(), note, "CP-10.3")
            }
            reactions::CLOSE_RANKS => {
                let inches = self.horse().close_ranks;
                (
                    "Close ranks".into(),
                    format!("up to {inches:.0}\u{2033} each, then close order"),
                    self.cites(Topic::CloseRanks),
                )
            }
            reactions::COUNTER_CHARGE => {
                ("Counter-charge".into(), self.meeting(march, first), self.cites(Topic::CounterCharge))
            }
            reactions::PURSUE => {
                ("Pursue".into(), "one card, after those who move away".into(), self.cites(Topic::Pursuit))
            }
            reactions::STEP => {
                let most = self.numbers().reaction_step;
                ("Step into cover".into(), format!("up to {most:.0}\u{2033}"), "CP-10.3")
            }
            _ => ("Turn".into(), "to those behind".into(), "CP-10.3"),
        }
    }

    /// `CounterCharge`: the card with which a rider who rides at the nearest charger meets him.
    fn meeting(&self, march: &March, rider: PieceId) -> String {
        let chargers = march.routes.iter().filter(|route| self.view.in_play(route.piece) && self.is_charge(route));
        let nearest = chargers
            .map(|route| (self.view.gap(rider, route.piece), route))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.piece.cmp(&b.1.piece)));
        let Some((gap, route)) = nearest else { return "one card, straight at the charger".into() };
        let allowance = self.activity(route.piece).allowance;
        let left = allowance.unwrap_or(route.cost).max(route.cost) - route.cost * march.gone;
        let needed = (gap - left).max(0.0).ceil();
        let deck = &self.book.core.action_deck;
        let enough = deck.iter().filter(|card| f32::from(card.inches) >= needed).count();
        let share = 100.0 * enough as f32 / deck.len() as f32;
        if needed <= 0.0 {
            return "meets them on any card".into();
        }
        format!("meets them on a card of {needed:.0} or more: {share:.0} %")
    }

    /// CP-9.3: how the first fight of one of these men against a mover that comes at them would go, if he reacts in
    /// this way.
    fn outlook_of(&self, march: &March, men: &[PieceId], choice: &str, label: &str) -> Option<Outlook> {
        let touches = |route: &&Route| {
            let target = route.target.or(route.intended);
            self.view.in_play(route.piece) && target.is_some_and(|target| men.contains(&target))
        };
        let route = march.routes.iter().find(touches)?;
        let man = route.target.or(route.intended)?;
        if matches!(choice, reactions::STEP | reactions::PURSUE | reactions::SHOOT) {
            return None;
        }
        let closes = choice == reactions::CLOSE_RANKS;
        let mates = self.men(self.view.unit_of(man)).filter(|mate| !self.mounted(*mate));
        let mates: Vec<Outline> = mates.map(|mate| self.view.outline(mate)).collect();
        let formed = closes && self.supplement().forms_body(&mates, &|_, _| true);
        let rides = choice == reactions::COUNTER_CHARGE;
        let behind = is_behind(self.view.place(man), route.places[0].at);
        let contact = Contact {
            attacker: route.piece,
            defender: man,
            attacker_in_body: route.body.is_some(),
            defender_in_body: formed || self.supplement().in_body(self, man),
            from_rear: behind && !closes && !rides,
            attacker_ride: Ride { moved: true, impetus: self.gives_impetus(route) },
            defender_ride: if rides { Ride { moved: true, impetus: true } } else { Ride::default() },
            caught: false,
            second: false,
        };
        let (theirs, ours) = self.fight_sums(&contact, None);
        let (loses, ties) = self.melee_chances(theirs.total(), ours.total());
        let label = match label {
            "then" if formed => "in close order".to_owned(),
            "then" if rides => "meeting them with impetus".to_owned(),
            other => other.to_owned(),
        };
        Some(Outlook { label, wins: 1.0 - loses - ties, ties, rule: RuleId::new("CP-9.3") })
    }
}
