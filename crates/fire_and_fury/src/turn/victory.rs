//! Key positions, points, the end of a turn and of the battle (FF-5.1, FF-16).

use crate::{
    book::values::{Effectiveness, Leader, Level, Rating},
    state::{
        sequence_of_play::{SequenceOfPlay, Step, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, SideId, UnitId},
    shared::{breaks, ending},
    turn::{BattleMut, HoldTerm, HoldWhen, Outcome, Standing, VictoryTerms},
};

impl FuryView<'_> {
    /// FF-16.2: the sides that have unbroken troops within a key position.
    fn sides_in(&self, objective: usize) -> [bool; 2] {
        let of = &self.view.resource::<VictoryTerms>().objectives[objective];
        let in_it = |unit: &UnitId| {
            let values = self.values(*unit);
            !values.is_guns()
                && !values.is_broken()
                && self.outlines(*unit).any(|stand| self.within(stand.gap_to_point(of.at), of.radius))
        };
        [SideId(0), SideId(1)].map(|side| self.units_of(side).any(|unit| in_it(&unit)))
    }

    /// How each side stands, in points with their reasons.
    pub fn standings(&self) -> Vec<Standing> {
        [SideId(0), SideId(1)].map(|side| Standing { side, points: self.points_of(side) }).to_vec()
    }

    /// FF-16.3: the points of a side: for what its enemy lost, and for what it holds.
    fn points_of(&self, side: SideId) -> Explained {
        let terms = self.view.resource::<VictoryTerms>();
        let score = &self.numbers().score;
        let mut points = Explained::default();
        let mut add = |rule, label: String, amount| points.add_some(rule, label, amount);
        add("FF-16.3", "to begin with".into(), terms.handicap.get(side.index()).copied().unwrap_or(0.0));
        let enemy = side.other();
        let (mut worn, mut spent, mut destroyed, mut guns) = (0, 0, 0, 0);
        for unit in self.all_units().filter(|unit| self.side(*unit) == enemy) {
            let values = self.values(unit);
            let pieces = &self.view.unit(unit).pieces;
            if values.is_guns() {
                let gone =
                    |piece: &&PieceId| matches!(self.view.fate(**piece), Fate::Casualty | Fate::Fled | Fate::Exited);
                guns += pieces.iter().filter(gone).count();
                continue;
            }
            if !self.present(unit) {
                destroyed += usize::from(!self.to_come(unit));
                continue;
            }
            match self.effectiveness(unit) {
                Effectiveness::Fresh => {}
                Effectiveness::Worn => worn += 1,
                Effectiveness::Spent => spent += 1,
            }
        }
        add("FF-16.3", format!("{} worn", count(worn, "enemy unit")), worn as f32 * score.worn);
        add("FF-16.3", format!("{} spent", count(spent, "enemy unit")), spent as f32 * score.spent);
        add("FF-16.3", format!("{} destroyed", count(destroyed, "enemy unit")), destroyed as f32 * score.destroyed);
        add("FF-16.3", format!("{} lost", count(guns, "enemy gun stand")), guns as f32 * score.gun);
        let fell = |unit: &UnitId| {
            self.side(*unit) == enemy
                && self.leader(*unit).is_some_and(|leader: &Leader| {
                    leader.removed && (leader.rating == Rating::Gallant || leader.level != Level::Brigade)
                })
        };
        let leaders = self.view.units().filter(fell).count();
        add("FF-16.3", format!("{} removed", count(leaders, "enemy leader")), leaders as f32 * score.leader);
        for hold in &terms.holds {
            if let Some(how) = self.earned(hold, side) {
                add("FF-16.2", format!("{how} {}", terms.objectives[hold.objective].name), hold.points);
            }
        }
        for zone in terms.zones.iter().filter(|zone| zone.side == side) {
            let stands = |unit: UnitId| {
                self.outlines(unit).filter(move |stand| zone.counts((self.side(unit), unit), stand)).count()
            };
            let inside: usize = self.all_units().filter(|unit| self.present(*unit)).map(stands).sum();
            let label = format!("{} in {}", count(inside, "stand"), zone.name);
            add("FF-16.3", label, (inside as f32 * zone.each).floor());
        }
        for term in terms.breaks.iter().filter(|term| term.side == side) {
            if let Some((why, earned)) = breaks::earned(&self.view, term, |unit| self.stands_lost(unit), "stand") {
                add("FF-16.3", why, earned);
            }
        }
        let lost = f32::from(self.play().lost[enemy.index().min(1)]);
        let (heavy, greater) = self.thresholds(enemy);
        if lost >= greater {
            add("FF-16.1", "enemy greater losses".into(), score.greater);
        } else if lost >= heavy {
            add("FF-16.1", "enemy heavy casualties".into(), score.heavy);
        }
        points
    }

    /// FF-16.2: whether a side earns the points of a key position, and how: for the most there it must hold it, as the one
    /// that was last there alone.
    pub fn earned(&self, hold: &HoldTerm, side: SideId) -> Option<&'static str> {
        if hold.side.is_some_and(|earns| earns != side) {
            return None;
        }
        match hold.when {
            HoldWhen::Most => {
                let holder = self.play().holders.get(hold.objective).copied().flatten();
                (holder == Some(side)).then_some("holds")
            }
            when => when.earned(&self.sides_in(hold.objective).map(u32::from), side),
        }
    }

    /// FF-5.1, FF-13: the time of day in a turn, and its light if it is not day.
    pub fn clock(&self, turn: u16) -> Option<String> {
        let settings = self.settings();
        let [hour, minute] = settings.begins;
        let gone = u32::from(turn.saturating_sub(1)) * u32::from(settings.minutes_per_turn);
        let time = grapeshot_floor::english::time_of_day(hour as u32 * 60 + minute as u32 + gone);
        let light = self.light_in(turn).word();
        Some(if light.is_empty() { time } else { format!("{time}, {light}") })
    }

    /// Whether a side has no unit left on the table, and none to come.
    fn is_gone(&self, side: SideId) -> bool {
        !self.all_units().any(|unit| self.side(unit) == side && (self.present(unit) || self.to_come(unit)))
    }
}

/// FF-16.2: notes which side holds each key position: the one that last had unbroken troops in it while the other had
/// none.
pub fn look_at_key_positions(battle: &mut BattleMut) {
    let count = battle.resource::<SequenceOfPlay>().holders.len();
    for objective in 0..count {
        let ff = FuryView::of(battle.view());
        let holder = match ff.sides_in(objective) {
            [true, false] => SideId(0),
            [false, true] => SideId(1),
            _ => continue,
        };
        if ff.play().holders[objective] == Some(holder) {
            continue;
        }
        let name = ff.view.resource::<VictoryTerms>().objectives[objective].name.clone();
        let text = format!("The {} hold {name}", ff.view.side_named(holder).short);
        battle.log(Some(holder), EventKind::Note, RuleId::new("FF-16.2"), text, Explained::default());
        change(battle, |play| play.holders[objective] = Some(holder));
    }
}

/// FF-16.3: the word for a win with this lead.
fn kind_of_win(lead: f32, major: f32) -> &'static str {
    if lead >= major { "a major victory" } else { "a minor victory" }
}

fn end(battle: &mut BattleMut, why: &str, rule: &'static str) {
    let ff = FuryView::of(battle.view());
    let standings = ff.standings();
    let points: Vec<f32> = standings.iter().map(|standing| standing.points.total()).collect();
    let terms = ff.view.resource::<VictoryTerms>();
    let score = &ff.numbers().score;
    let winner = match ff.play().conceded {
        Some(side) => Some(side.other()),
        None => ending::winner(&points, terms.margin, terms.otherwise),
    };
    let lead = (points[0] - points[1]).abs();
    let won = match winner {
        Some(side) if ff.play().conceded.is_some() || lead < terms.margin => {
            format!("the {} win", ff.view.side_named(side).short)
        }
        Some(side) => format!("{} for the {}", kind_of_win(lead, score.major), ff.view.side_named(side).short),
        None => "a draw".to_owned(),
    };
    let text = format!("{why}: {won}, {}", ending::told(&points, winner));
    let turn = battle.view().clock().turn;
    change(battle, |play| play.step = Step::Over);
    ending::declare(battle, Outcome { winner, points, turn, text, rule: RuleId::new(rule) }, standings);
}

/// Ends the battle if a side gave it up, or has no unit left.
pub fn ends_at_once(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    if let Some(side) = ff.play().conceded {
        let why = format!("The {} give the battle up", ff.view.side_named(side).short);
        end(battle, &why, "FF-16.3");
        return true;
    }
    let gone = [SideId(0), SideId(1)].into_iter().find(|side| ff.is_gone(*side));
    if let Some(side) = gone {
        let why = format!("The {} have no unit left", ff.view.side_named(side).short);
        end(battle, &why, "FF-16.3");
        return true;
    }
    false
}

/// FF-5.1: ends a game turn; the battle ends after the last.
pub fn end_turn(battle: &mut BattleMut) -> bool {
    let view = battle.view();
    if view.clock().turn < view.scenario_info().turns {
        return false;
    }
    end(battle, "The last turn is over", "FF-5.1");
    true
}
