//! Set-up in zones before the first turn, seen by the enemy or not (FF-14.1).

use bevy::math::Vec2;

use super::{passing::passes, sequence::begin_player_turn};

use crate::{
    book::{
        army_list,
        formations::{Formation, Pose},
        verbs,
    },
    condition::places,
    evaluation::family::{Chapter, Handler, Question},
    state::{
        orders::planned,
        phase::Phase,
        sequence_of_play::{SequenceOfPlay, Step, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    orders::{ArgumentKind as A, Leg, NewShape, Order, Plan, Refusal, Verb},
    procedure::{self, Found, plainly},
    shared::{formed::walk::Body, refuse},
    table::{
        footprint::Outline,
        measure::{distance_to_edge, inside},
        position::{Heading, Place},
    },
    turn::{Ask, Awaiting, BattleMut, Clock, Deployment, Zone},
};

/// FF-14.1: where an order puts a unit or a leader before the battle.
#[derive(Debug, Clone, PartialEq)]
enum Placement {
    Unit(UnitId, Pose),
    Leader(UnitId, Place),
}

/// The chapter of set-up.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("set-up");
    chapter.verbs = vec![
        Verb::new(verbs::PLACE, "Place", "Place a unit or a leader anywhere in the zone", 'P', "FF-14.1")
            .needs(&[A::Pieces, A::Place])
            .takes(&[A::Heading, A::Formation, A::Choice, A::Number])
            .meaning(&[(A::Choice, "a flank that is refused: left or right"), (A::Number, "how many stands of it")]),
    ];
    let set_up = Phase::At(Step::SetUp);
    chapter.handlers = vec![
        Handler::new(verbs::PLACE, |ff, order| ff.check_place(order), resolve_place),
        passes(set_up, |_, _| plainly("All others stand where the scenario puts them", ()), ready),
    ];
    chapter.questions = vec![Question::new(
        set_up,
        ("set_up", "where units stand when the battle begins", "FF-14.1"),
        |ff, _| ff.sets_up().map(|side| Awaiting::one(ff.ask_set_up(side))).unwrap_or_default(),
        |mind, ask, all| mind.answers_to_set_up(ask, all),
    )];
    chapter.phases = vec![procedure::Phase::new(set_up, "set_up", |battle| {
        if FuryView::of(battle.view()).sets_up().is_some() {
            return false;
        }
        change(battle, |play| play.step = Step::Leaders);
        begin_player_turn(battle);
        true
    })];
    chapter
}

impl FuryView<'_> {
    /// FF-14.1: the zone in which a side sets up, if it does.
    pub fn zone_of_side(&self, side: SideId) -> Option<&Zone> {
        self.view.resource::<Deployment>().0.iter().find(|zone| zone.side == side)
    }

    /// FF-14.1: the side that sets up now: the side that goes second before the one that goes first.
    pub fn sets_up(&self) -> Option<SideId> {
        let first = self.play().first;
        let yet = |side: &SideId| self.zone_of_side(*side).is_some() && !self.play().set_up[side.index().min(1)];
        [first.other(), first].into_iter().find(yet)
    }

    /// FF-14.1: whether the enemy does not see how a side sets up.
    fn sets_up_unseen(&self, side: SideId) -> bool {
        self.zone_of_side(side).is_some() && self.settings().hidden_setup[side.index().min(1)] > 0.0
    }

    /// FF-14.1: asks where the units of a side stand when the battle begins.
    fn ask_set_up(&self, side: SideId) -> Ask {
        let question = format!("Where do the {} stand?", self.view.side_named(side).short);
        let units = self.view.units().filter(|unit| self.side(*unit) == side && self.present(*unit));
        let pieces: Vec<PieceId> = units.flat_map(|unit| self.stands(unit)).collect();
        let ask = Ask::new("set_up", side, "FF-14.1", question, [verbs::PLACE, verbs::PASS])
            .pick(pieces)
            .choices([("left", "refuse the left flank"), ("right", "refuse the right flank")])
            .go_on(verbs::PASS)
            .ending("All stand as they shall");
        if self.sets_up_unseen(side) { ask.secret() } else { ask }
    }

    /// FF-14.1: whether a unit or a leader may stand where an order puts it, and how.
    ///
    /// # Errors
    /// Why not.
    fn check_place(&self, order: &Order) -> Found<Placement> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        let Some(zone) = self.zone_of_side(order.side) else {
            return refuse("FF-14.1", format!("{name} stands where the scenario puts it"));
        };
        let [Leg::To(at)] = order.path[..] else { return refuse("FF-14.1", "Name the place") };
        let pieces = self.stands(unit);
        let facing = order.heading.unwrap_or(self.view.place(pieces[0]).facing).normalized();
        let (placement, ends): (Placement, Vec<Outline>) = if self.troops(unit).is_some() {
            let pose = self.pose_at(unit, order, (at, facing))?;
            let ends = self.body_in(unit, &pose).outlines().collect();
            (Placement::Unit(unit, pose), ends)
        } else {
            let place = Place { at, facing, floor: 0 };
            (Placement::Leader(unit, place), vec![Outline { place, ..self.view.outline(pieces[0]) }])
        };
        let tolerance = self.numbers().tolerance;
        let within = |at: &Vec2| inside(*at, &zone.outline) || distance_to_edge(*at, &zone.outline) <= tolerance;
        let out = |end: &Outline| !within(&end.place.at) || !end.corners().iter().all(within);
        if ends.iter().any(out) {
            return refuse("FF-14.1", format!("{name} would stand outside the zone"));
        }
        let moves = pieces.iter().zip(&ends).map(|(piece, end)| {
            let now = self.view.outline(*piece);
            let formation = match &placement {
                Placement::Unit(_, pose) => Some(pose.formation.id().into()),
                Placement::Leader(..) => None,
            };
            let shape = (now.footprint != end.footprint).then_some(NewShape { footprint: end.footprint, formation });
            let path = vec![now.place.at, end.place.at];
            planned(*piece, path, end.place, shape, Explained::default(), None, None)
        });
        Ok((Plan { summary: format!("{name} is placed"), moves: moves.collect(), ..Plan::default() }, placement))
    }

    /// The pose of a unit that an order puts somewhere: in a formation that it may form, with a flank refused if the
    /// order says so.
    fn pose_at(&self, unit: UnitId, order: &Order, (at, facing): (Vec2, Heading)) -> Result<Pose, Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        let formation = match &order.formation {
            None => values.formation(),
            Some(word) => match Formation::named(word) {
                Some(Formation::Broken | Formation::StormingColumn) | None => {
                    return refuse("FF-3.2", format!("{name} does not begin in {word}"));
                }
                Some(formation) => formation,
            },
        };
        if let Err((rule, why)) = army_list::may_form(values.arm, values.flags, values.mounted, formation) {
            return refuse(rule, format!("{name} {why}"));
        }
        let interval = match formation {
            Formation::OpenOrder => values.pose.interval.max(self.numbers().interval.0),
            _ => values.pose.interval,
        };
        let stands = order.number.unwrap_or(1.0);
        let refused = match order.choice.as_deref() {
            None => (0, 0),
            Some("left" | "right") if !(stands >= 1.0 && (stands as usize) < self.count(unit)) => {
                return refuse("FF-3.4", format!("{name} cannot refuse that many stands"));
            }
            Some("left") => (stands as u8, 0),
            Some("right") => (0, stands as u8),
            _ => return refuse("FF-3.4", "Say which flank: left or right"),
        };
        if refused != (0, 0) && !matches!(formation, Formation::Line | Formation::OpenOrder) {
            return refuse("FF-3.4", format!("{name} is in {}; lines refuse a flank", formation.label()));
        }
        let pose = Pose { interval, refused, ..values.pose.form(formation).at(at, facing) };
        self.has_room(unit, &pose, values.mounted)?;
        Ok(pose)
    }
}

/// Begins the battle: with the set-up if a side has a zone (FF-14.1), else with the first player turn.
pub fn begin(battle: &mut BattleMut) {
    battle.resource_mut::<Clock>().turn = 1;
    let ff = FuryView::of(battle.view());
    if ff.sets_up().is_none() {
        return begin_player_turn(battle);
    }
    let unseen = ff.view.pieces().filter(|piece| ff.view.in_play(*piece) && ff.sets_up_unseen(ff.view.side_of(*piece)));
    let unseen: Vec<PieceId> = unseen.collect();
    battle.conceal(&unseen);
    change(battle, |play| play.step = Step::SetUp);
}

/// Places the unit or the leader of the order in hand.
fn resolve_place(battle: &mut BattleMut, _: &Order, placement: Placement) {
    let unit = match placement {
        Placement::Unit(unit, _) | Placement::Leader(unit, _) => unit,
    };
    let (name, side) = (battle.view().unit(unit).name.clone(), battle.view().side_of_unit(unit));
    let rule = RuleId::new("FF-14.1");
    let put = |battle: &mut BattleMut| {
        let text = format!("{name} is placed");
        battle.note(Some(side), rule.clone(), text.clone());
        match placement {
            Placement::Unit(_, pose) => places::take(battle, unit, &[pose], "FF-14.1"),
            Placement::Leader(_, place) => {
                let piece = battle.view().unit(unit).pieces[0];
                let from = battle.view().place(piece).at;
                battle.move_piece(piece, vec![from, place.at], place, rule.clone(), text);
            }
        }
    };
    if FuryView::of(battle.view()).sets_up_unseen(side) { battle.tell_only(side, put) } else { put(battle) }
}

/// Notes that a side has set up; with the last side all units are shown.
pub fn ready(battle: &mut BattleMut) {
    if let Some(side) = FuryView::of(battle.view()).sets_up() {
        change(battle, |play: &mut SequenceOfPlay| play.set_up[side.index().min(1)] = true);
    }
    if FuryView::of(battle.view()).sets_up().is_some() {
        return;
    }
    let unseen: Vec<PieceId> = battle.view().pieces().filter(|piece| battle.view().conceals(*piece)).collect();
    if unseen.is_empty() {
        return;
    }
    let text = "Both sides are set up: all are shown";
    battle.log(None, EventKind::Note, RuleId::new("FF-14.1"), text, Explained::default());
    for piece in unseen {
        let text = format!("{} is set up", battle.view().piece(piece).name);
        battle.show_piece(piece, RuleId::new("FF-14.1"), text);
    }
}
