//! The parts in which commanders ride (BP-9.2) and the side shoots (BP-5).

use super::sequence::{go_to, open, rally};
use crate::{
    book::{values::Officer, verbs},
    combat::breaks,
    evaluation::family::{Chapter, Handler, Question, ask},
    movement::commanders,
    shooting::{shot::Shot, volley},
    state::{
        orders::planned,
        phase::Phase,
        sequence_of_play::{Part, SequenceOfPlay},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    chance::spread,
    english,
    events::Explained,
    orders::{ArgumentKind as A, Leg, Order, Plan, Verb},
    procedure::{self, Found, plainly},
    shared::refuse,
    table::position::Place,
    turn::{Awaiting, BattleMut},
};

/// The chapter of rides.
pub fn of_commanders() -> Chapter {
    let mut chapter = Chapter::new("commanders");
    chapter.verbs = vec![
        Verb::new(verbs::RIDE, "Ride", "The commander rides to a point, or joins a unit", 'I', "BP-9.2")
            .needs(&[A::Pieces])
            .takes(&[A::FreePath, A::TargetUnit]),
    ];
    let officers = Phase::At(Part::Officers);
    chapter.handlers = vec![
        Handler::new(verbs::RIDE, check_ride, ride).worth(|mind, order| mind.worth_of_ride(order)),
        Handler::new(
            verbs::DONE,
            |_, _| plainly("The commanders stay", ()),
            |battle, _, ()| {
                go_to(battle, Part::Shooting);
            },
        )
        .during([officers]),
    ];
    chapter.questions = vec![Question::new(
        officers,
        ("officers", "where the commanders ride", "BP-9.2"),
        ask_officers,
        |mind, ask| mind.answers_to_officers(ask),
    )];
    chapter.phases = vec![
        procedure::Phase::new(Phase::At(Part::Rally), "end_command", |battle| {
            rally(battle);
            go_to(battle, Part::Officers);
            true
        }),
        procedure::Phase::new(officers, "ride", |battle| {
            open(battle, Part::Shooting, |bp, side| bp.officers_of(side).any(|officer| bp.may_ride(officer).is_ok()))
        }),
    ];
    chapter
}

/// The chapter of shooting.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("shooting");
    chapter.verbs = vec![
        Verb::new(verbs::SHOOT, "Shoot", "Shoot at an enemy", 'S', "BP-5.1")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Heading]),
    ];
    let shooting = Phase::At(Part::Shooting);
    chapter.handlers = vec![
        Handler::new(verbs::SHOOT, check_shoot, |battle, _, shot| {
            volley::fire(battle, &shot);
        })
        .worth(|mind, order| mind.worth_of_shot(order)),
        Handler::new(
            verbs::DONE,
            |_, _| plainly("The shooting is over", ()),
            |battle, _, ()| {
                go_to(battle, Part::Losses);
            },
        )
        .during([shooting]),
    ];
    chapter.questions =
        vec![Question::new(shooting, ("shooting", "who shoots next", "BP-5.1"), ask_shooting, |mind, ask| {
            mind.answers_to_shooting(ask)
        })];
    chapter.phases = vec![
        procedure::Phase::new(shooting, "shoot", |battle| {
            open(battle, Part::Losses, |bp, side| bp.regiments_of(side).any(|unit| !bp.targets(unit).is_empty()))
        }),
        procedure::Phase::new(Phase::At(Part::Losses), "test_after_shooting", |battle| {
            breaks::after_shooting(battle);
            let mut play = battle.resource_mut::<SequenceOfPlay>();
            play.faces.clear();
            play.supporting.clear();
            play.part = Part::Fighting;
            true
        }),
    ];
    chapter
}

fn ask_officers(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let side = play.active;
    let question = format!("Where do the commanders of the {} ride?", bp.view.side_named(side).short);
    let able = bp.officers_of(side).filter(|officer| bp.may_ride(*officer).is_ok());
    let one = ask("officers", side, "BP-9.2", question, [verbs::RIDE, verbs::DONE]);
    Awaiting::one(one.pick(able.map(|unit| bp.piece(unit))).ending("End rides: shooting"))
}

fn ask_shooting(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let side = play.active;
    let question = format!("Who of the {} shoots next?", bp.view.side_named(side).short);
    let able = bp.regiments_of(side).filter(|unit| !bp.targets(*unit).is_empty());
    let one = ask("shooting", side, "BP-5.1", question, [verbs::SHOOT, verbs::DONE]);
    Awaiting::one(one.pick(able.map(|unit| bp.piece(unit))).ending("End shooting: hand to hand"))
}

fn check_ride(bp: &BlackPowderView, order: &Order) -> Found<Place> {
    let commander = bp.one_piece(order)?;
    bp.may_ride(commander)?;
    let name = bp.name(commander);
    let from = bp.outline(commander).place;
    let (to, summary) = match (order.target_unit, &order.path[..]) {
        (Some(unit), []) => {
            bp.may_join(commander, unit)?;
            (bp.outline(unit).place, format!("{name} joins {}", bp.name(unit)))
        }
        (None, [Leg::To(at)]) => {
            bp.may_ride_to(commander, *at)?;
            (Place { at: *at, facing: from.facing, floor: 0 }, format!("{name} rides there"))
        }
        _ => return refuse("BP-9.2", "Name a point, or a unit to join"),
    };
    let moves = vec![planned(bp.piece(commander), vec![from.at, to.at], to, None, Explained::default(), None, None)];
    Ok((Plan { summary, moves, ..Plan::default() }, to))
}

fn check_shoot(bp: &BlackPowderView, order: &Order) -> Found<Shot> {
    let unit = bp.one_piece(order)?;
    if bp.regiment(unit).is_none() {
        return refuse("BP-5.1", "Commanders do not shoot");
    }
    if !bp.present(unit) {
        return refuse("BP-5.1", format!("{} is not on the table", bp.name(unit)));
    }
    let Some(piece) = order.target else { return refuse("BP-5.2", "Name the target") };
    let target = bp.view.unit_of(piece);
    let shot = bp.aim(unit, target)?;
    let distribution = spread(std::iter::repeat_n(shot.chance(), usize::from(shot.count())));
    let summary = format!(
        "{} shoots at {}: {} to be expected",
        bp.name(unit),
        bp.name(target),
        english::amount(shot.expected(), "casualty")
    );
    let plan = Plan { summary, odds: vec![bp.odds_of_shot(&shot)], distribution, ..Plan::default() };
    Ok((plan, shot))
}

fn ride(battle: &mut BattleMut, order: &Order, to: Place) {
    let commander = battle.view().unit_of(order.pieces[0]);
    battle.unit_mut::<Officer>(commander).rode = true;
    if let Some(unit) = order.target_unit {
        commanders::join(battle, commander, unit, "BP-9.2");
        return;
    }
    battle.unit_mut::<Officer>(commander).with = None;
    let text = format!("{} rides on", battle.view().unit(commander).name);
    commanders::ride(battle, commander, to, "BP-9.2", text);
}
