//! How leaders ride (FF-11.1), units check (FF-5.3) and make their maneuvers (FF-6.2).

use super::{passing::passes, sequence::next_step};
use crate::{
    book::{
        formations::Side,
        values::{Arm, Work},
        verbs,
    },
    command::{
        checks::{self, Group},
        leaders,
    },
    condition::{losses, order_state},
    evaluation::family::{Chapter, Handler, Question},
    fire::passing,
    movement::giving_way,
    state::{
        orders::bad_answer,
        phase::Phase,
        sequence_of_play::{Step, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{ArgumentKind as A, Order, Verb, VerbId},
    procedure::{self, Found, plainly},
    shared::refuse,
    turn::{Ask, Awaiting, BattleMut},
};

/// What a unit chooses to do by its check without moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// FF-9.2: guns rally and hold.
    Rally,
    /// FF-9.2: guns limber and retreat in full, silenced.
    Retreat,
    /// FF-8.13: troops resupply.
    Resupply,
}

/// FF-3.9: the end at which a unit has lost a stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LostEnd {
    unit: UnitId,
    refused: bool,
}

/// FF-6.2, FF-8.13, FF-9.2: the choices of a maneuver, each with its label.
const MANEUVERS: [(&str, &str); 11] = [
    ("disordered", "full move, disordered"),
    ("change_front", "change front"),
    ("change_front_back", "change front to the rear"),
    ("flank_left", "march by the left flank"),
    ("flank_right", "march by the right flank"),
    ("road", "form column on the road"),
    ("both", "deploy on both flanks"),
    ("left", "left"),
    ("right", "right"),
    ("face_left", "deploy facing left"),
    ("face_right", "deploy facing right"),
];

/// The chapter of leaders (FF-11).
pub fn of_leaders() -> Chapter {
    let mut chapter = Chapter::new("leaders");
    chapter.verbs = vec![
        Verb::new(
            verbs::RIDE,
            "Ride",
            "The leader moves to a point, or to a unit to which he attaches himself",
            'I',
            "FF-11.1",
        )
        .needs(&[A::Pieces])
        .takes(&[A::FreePath, A::TargetUnit]),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::RIDE, |ff, order| ff.check_ride(order), leaders::resolve_ride)
            .worth(|mind, order| mind.worth_of_ride(order)),
    ];
    for step in [Step::Leaders, Step::LastLeaders] {
        let phase = Phase::At(step);
        chapter.handlers.push(passes(phase, |_, _| plainly("No leader moves any more", ()), next_step));
        chapter.questions.push(Question::new(
            phase,
            ("leaders", "where leaders move", "FF-11.1"),
            |ff, play| Awaiting::one(ff.ask_leaders(play.phasing)),
            |mind, ask, _| mind.answers_to_leaders(ask),
        ));
        chapter.phases.push(procedure::Phase::new(phase, "leaders_move", leaders_move));
    }
    chapter
}

fn verbs_of_maneuvers() -> Vec<Verb> {
    vec![
        Verb::new(verbs::CHECK, "Check", "Check the maneuver of a leader's group, or of a unit out of command", 'K', "FF-5.3")
            .needs(&[A::Pieces])
            .takes(&[A::TargetUnit]),
        Verb::new(verbs::MARCH, "Maneuver", "Make the maneuver that the check gave", 'M', "FF-6.2")
            .needs(&[A::Pieces])
            .takes(&[A::BodyPath, A::FreePath, A::Steps, A::Formation, A::Choice, A::Heading])
            .meaning(&[
                (
                    A::Choice,
                    "how: disordered for a full move disordered, change_front, flank_left or flank_right; road for a column \
                     on the road that the unit touches; the side to which a column deploys: both, left or right; the \
                     side of a short rear rank: left; the sides of a square that get odd stands, with a + between them",
                ),
                (
                    A::Heading,
                    "where a unit looks that leaves its square or forms column on a road, or the side by which a garrison \
                     leaves its structure",
                ),
            ]),
        Verb::new(verbs::REFUSE, "Refuse a flank", "Bend stands at an end of the line back", 'F', "FF-3.4")
            .needs(&[A::Pieces, A::Bend])
            .takes(&[A::Number])
            .meaning(&[(A::Bend, "left, right, or straight"), (A::Number, "how many stands; 1 if none is named")]),
        Verb::new(verbs::SPREAD, "Expand or contract", "Give an open order a wider or a narrower front", 'O', "FF-3.5")
            .needs(&[A::Pieces, A::Number])
            .takes(&[A::Choice])
            .meaning(&[(A::Choice, "on which flank: left, right or both"), (A::Number, "inches of the front")]),
        Verb::new(verbs::DECIDE, "Decide", "Answer with one of the choices", 'D', "FF-5.9")
            .needs(&[A::Pieces, A::Choice])
            .takes(&[A::Number, A::Heading])
            .meaning(&[
                (A::Choice, "one of the words that the question names"),
                (A::Number, "inches of a recall, or the stands of a flank that is refused"),
                (A::Heading, "where who is recalled faces at the end"),
            ]),
    ]
}

/// The chapter of maneuver checks and the maneuvers that they give.
pub fn by_check() -> Chapter {
    let mut chapter = Chapter::new("maneuvers");
    chapter.verbs = verbs_of_maneuvers();
    let (checks, maneuvers) = (Phase::At(Step::Checks), Phase::Maneuvers);
    chapter.handlers = vec![
        Handler::new(verbs::CHECK, |ff, order| ff.check_check(order), checks::resolve_check)
            .worth(|mind, order| mind.worth_of_check(order)),
        Handler::new(
            verbs::MARCH,
            |ff, order| ff.check_march(order).map(|maneuver| ff.watched(maneuver)),
            passing::maneuver,
        )
        .worth(|mind, order| mind.worth_of_march(order)),
        Handler::new(
            verbs::REFUSE,
            |ff, order| ff.check_refuse(order).map(|maneuver| ff.watched(maneuver)),
            passing::maneuver,
        ),
        Handler::new(
            verbs::SPREAD,
            |ff, order| ff.check_spread(order).map(|maneuver| ff.watched(maneuver)),
            passing::maneuver,
        ),
        Handler::new(verbs::DECIDE, |ff, order| ff.check_decide(order), resolve_decide)
            .during([maneuvers])
            .worth(|mind, order| mind.worth_of_decision(order)),
        Handler::new(verbs::DECIDE, |ff, order| ff.check_lost_end(order), resolve_lost_end).during([Phase::LostEnd]),
        passes(
            checks,
            |ff, order| ff.check_last_checks(order.side),
            |battle| {
                change(battle, |play| play.last_checks = true);
            },
        ),
        passes(
            maneuvers,
            |_, _| plainly("The others hold", ()),
            |battle| {
                change(battle, |play| play.group.clear());
            },
        ),
    ];
    chapter.questions = vec![
        Question::new(
            checks,
            ("check", "which leader checks for which units", "FF-5.3"),
            |ff, play| Awaiting::one(ff.ask_check(play.phasing)),
            |mind, ask, all| mind.answers_to_checks(ask, all),
        ),
        Question::new(
            maneuvers,
            ("maneuver", "what the units do that have checked", "FF-6.2"),
            |ff, play| Awaiting::one(ff.ask_maneuver(play.phasing)),
            |mind, ask, all| mind.answers_to_maneuver(ask, all),
        ),
        Question::new(
            Phase::LostEnd,
            ("loss", "at which end a unit loses a stand", "FF-3.9"),
            |ff, _| ff.lost_end().map(|unit| Awaiting::one(ff.ask_lost_end(unit))).unwrap_or_default(),
            |mind, ask, _| mind.answers_by_piece(ask),
        ),
    ];
    chapter.phases = vec![
        procedure::Phase::new(checks, "units_check", units_check),
        procedure::Phase::new(maneuvers, "units_maneuver", units_maneuver),
    ];
    chapter
}

impl FuryView<'_> {
    /// FF-3.9: asks at which end of a line with a refused flank a stand is lost.
    fn ask_lost_end(&self, unit: UnitId) -> Ask {
        let question = format!("At which end does {} lose a stand?", self.name(unit));
        Ask::new("loss", self.side(unit), "FF-3.9", question, [verbs::DECIDE])
            .about(unit, self.stands(unit))
            .choices([("straight", "at its straight end"), ("refused", "at its refused end")])
    }

    /// FF-5.2: asks which leaders move.
    fn ask_leaders(&self, side: SideId) -> Ask {
        let name = &self.view.side_named(side).short;
        let question = match self.play().step {
            Step::LastLeaders => format!("Which leader of the {name} moves after his units?"),
            _ => format!("Which leader of the {name} moves first?"),
        };
        let able = self.leaders_of(side).filter(|leader| self.may_ride(*leader).is_ok());
        Ask::new("leaders", side, "FF-11.1", question, [verbs::RIDE, verbs::PASS])
            .pick(able.flat_map(|leader| self.stands(leader)))
            .go_on(verbs::PASS)
            .ending(if self.play().step == Step::Leaders { "No more rides: maneuvers" } else { "No more rides: fire" })
    }

    /// FF-5.3: asks which units check next.
    fn ask_check(&self, side: SideId) -> Ask {
        let question = format!("Which units of the {} check their maneuver next?", self.view.side_named(side).short);
        let able = self.able_to_check(side);
        Ask::new("check", side, "FF-5.3", question, [verbs::CHECK, verbs::PASS])
            .pick(able.into_iter().flat_map(|unit| self.stands(unit)))
            .go_on(verbs::PASS)
            .ending("No more checks: charges")
    }

    /// FF-6.2: asks what the units do that have checked. A unit that charges says so at once or when all have checked.
    fn ask_maneuver(&self, side: SideId) -> Ask {
        let question = "What do the units do that have checked?";
        let squares = self.waiting().into_iter().any(|unit| self.has_odd_sides(unit));
        let known = |word: &str| MANEUVERS.iter().any(|(known, _)| *known == word);
        let sides = Side::CHOICES.into_iter().filter(|(word, _)| squares && !known(word));
        let able: Vec<UnitId> = self.waiting().into_iter().chain(self.may_refuse_still()).collect();
        let mut chargers = self.able_to_charge(side);
        chargers.retain(|unit| able.contains(unit));
        let charge = Some(verbs::CHARGE).filter(|_| !chargers.is_empty());
        let others = [verbs::REFUSE, verbs::SPREAD, verbs::DECIDE, verbs::PASS];
        let verbs: Vec<VerbId> = [verbs::MARCH].into_iter().chain(charge).chain(others).collect();
        Ask::new("maneuver", side, "FF-6.2", question, verbs)
            .pick(able.into_iter().flat_map(|unit| self.stands(unit)))
            .choices_for(verbs::MARCH, MANEUVERS.into_iter().chain(sides))
            .choices_for(verbs::CHARGE, self.kinds_of_charge(&chargers))
            .choices_for(verbs::REFUSE, [("left", "left"), ("right", "right"), ("straight", "straighten the line")])
            .choices_for(verbs::SPREAD, [("left", "left"), ("right", "right"), ("both", "both flanks")])
            .choices_for(
                verbs::DECIDE,
                [("rally", "rally the guns"), ("retreat", "limber and retreat"), ("resupply", "resupply")],
            )
            .go_on(verbs::PASS)
            .ending("The others stand")
    }

    /// FF-3.6: whether the stands of a unit of foot do not come out even on the sides of a square.
    pub fn has_odd_sides(&self, unit: UnitId) -> bool {
        self.values(unit).arm == Arm::Infantry && self.count(unit) >= 4 && !self.count(unit).is_multiple_of(4)
    }

    /// FF-3.9: checks the answer at which end a unit has lost a stand.
    fn check_lost_end(&self, order: &Order) -> Found<LostEnd> {
        let unit = self.one_unit(order)?;
        if self.lost_end() != Some(unit) {
            return bad_answer(order);
        }
        let refused = match order.choice.as_deref() {
            Some("straight") => false,
            Some("refused") => true,
            _ => return refuse("FF-3.9", "Say at which end: straight or refused"),
        };
        let end = if refused { "refused" } else { "straight" };
        plainly(format!("{} loses the stand at its {end} end", self.name(unit)), LostEnd { unit, refused })
    }

    /// FF-5.3: whether a side is done with its checks: every unit that must check and has a leader for it has checked.
    fn check_last_checks(&self, side: SideId) -> Found<()> {
        if let Some((unit, leader)) = self.still_due(side) {
            let why = format!("{} must check, and {} has not", self.name(unit), self.name(leader));
            return refuse("FF-5.3", why);
        }
        plainly("No more checks; all others hold", ())
    }

    /// FF-8.13, FF-9.2: checks what a unit does by its check without moving.
    fn check_decide(&self, order: &Order) -> Found<(UnitId, Chosen)> {
        let unit = self.one_unit(order)?;
        let effect = self.may_maneuver(unit)?;
        let values = self.values(unit);
        let name = self.name(unit);
        let (chosen, summary) = match order.choice.as_deref() {
            Some("rally") if !values.silenced => {
                return refuse("FF-9.2", format!("{name} has no silenced guns"));
            }
            Some("rally") if !effect.is_well_handled() => {
                return refuse("FF-9.2", format!("{name} is Tardy: silenced guns rally with Well Handled or better"));
            }
            Some("rally") => (Chosen::Rally, format!("{name} rallies and holds")),
            Some("retreat") if !values.silenced || effect.is_well_handled() || self.has_heavy_guns(unit) => {
                return refuse("FF-9.2", format!("{name} retreats by choice only if Tardy, silenced and light"));
            }
            Some("retreat") => (Chosen::Retreat, format!("{name} limbers and retreats")),
            Some("resupply") => {
                self.may_resupply(unit)?;
                (Chosen::Resupply, format!("{name} resupplies"))
            }
            _ => return refuse("FF-9.2", "Say which: rally, retreat or resupply"),
        };
        plainly(summary, (unit, chosen))
    }
}

/// FF-3.9: puts the loss of a stand where its owner says.
fn resolve_lost_end(battle: &mut BattleMut, _: &Order, LostEnd { unit, refused }: LostEnd) {
    losses::lost_there(battle, unit, refused);
}

/// FF-8.13, FF-9.2: carries out what a unit has chosen to do by its check.
fn resolve_decide(battle: &mut BattleMut, _: &Order, (unit, chosen): (UnitId, Chosen)) {
    let name = battle.view().unit(unit).name.clone();
    let side = battle.view().side_of_unit(unit);
    let (rule, text) = match chosen {
        Chosen::Rally => ("FF-9.2", format!("{name} rallies and holds")),
        Chosen::Retreat => ("FF-9.2", format!("{name} limbers to retreat")),
        Chosen::Resupply => ("FF-8.13", format!("{name} resupplies")),
    };
    battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, Explained::default());
    battle.unit_mut::<Work>(unit).done = true;
    match chosen {
        Chosen::Rally => order_state::silence(battle, unit, false, rule),
        Chosen::Retreat => giving_way::retreat_in_full(battle, unit, rule),
        Chosen::Resupply => {
            battle.unit_mut::<Work>(unit).resupplies = true;
            order_state::set_ammunition(battle, unit, false, rule);
        }
    }
}

/// FF-5.2: lets leaders move as long as one may.
fn leaders_move(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let able = ff.leaders_of(ff.play().phasing).any(|leader| ff.may_ride(leader).is_ok());
    if !able {
        next_step(battle);
    }
    !able
}

/// FF-5.3: lets units check; at the end those check alone that must and have no leader.
fn units_check(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let side = ff.play().phasing;
    if !ff.play().last_checks && !ff.able_to_check(side).is_empty() {
        return false;
    }
    if let Some((unit, under)) = ff.last_due(side) {
        let sum = ff.maneuver_modifiers(unit, under);
        checks::check_group(battle, &Group { under, units: vec![(unit, sum)] });
        return true;
    }
    next_step(battle);
    true
}

/// FF-6.2: lets the units that have checked make their maneuvers, as long as there is something to do.
fn units_maneuver(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    if !ff.waiting().is_empty() || !ff.may_refuse_still().is_empty() {
        return false;
    }
    change(battle, |play| play.group.clear());
    true
}
