//! Break tests and retirements (BP-7.7 to BP-7.10).

use std::fmt;

use crate::{
    book::{
        data::{Data, Effect, Outcome},
        dice::{self, Tally},
        values::{Formation, Regiment, Troop, Work},
    },
    movement::{marching, moves::Walk, walker::Leave},
    shooting::casualties,
    state::{
        pose::Pose,
        sequence_of_play::{Cause, Loss, Manoeuvre, Retire, SequenceOfPlay, Task, Test},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english::{count, number},
    events::{Explained, RuleId},
    forces::{Fate, UnitId},
    shared::formed::{block, walk::USED_UP},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
    turn::BattleMut,
};

/// The ways of retirement that are tried, in degrees off straight back.
pub(super) const WAYS: [f32; 7] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0];
/// Inches of a step by which the second move of a retirement is made longer.
const FARTHER: f32 = 0.5;
/// Inches between the points of a retirement at which its distance to enemies is measured.
const BERTH_STEP: f32 = 0.5;

/// BP-7.8: the outcome of a total on the lines of the break table for shooting or for hand-to-hand combat.
pub fn outcome(book: &Data, total: i32, hand_to_hand: bool, troop: Troop) -> Outcome {
    let rows = &book.numbers.break_table;
    let row = rows.iter().find(|row| total <= i32::from(row.up_to)).unwrap_or(&rows[rows.len() - 1]);
    let (infantry, cavalry, artillery) = if hand_to_hand { row.hand_to_hand } else { row.shooting };
    match troop {
        Troop::Infantry | Troop::Wagon => infantry,
        Troop::Cavalry => cavalry,
        Troop::Artillery => artillery,
    }
}

/// How many of the 36 rolls of two dice bring each outcome, in the order of [`Outcome`].
pub fn of_36(modifier: i32, outcome: impl Fn(i32) -> Outcome) -> [u8; 4] {
    let mut counts = [0; 4];
    for total in 2..=12 {
        counts[outcome(total + modifier) as usize] += 6 - (total - 7).unsigned_abs() as u8;
    }
    counts
}

/// The lines of the break table that count for a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    troop: Troop,
    hand_to_hand: bool,
    seven_holds: bool,
    only_cavalry: bool,
}

impl Lines {
    /// BP-7.8: the outcome of a total.
    fn outcome(self, book: &Data, total: i32) -> Outcome {
        let outcome = outcome(book, total, self.hand_to_hand, self.troop);
        // BP-7.10: a square against cavalry only ignores all but "breaks".
        let ignored = self.only_cavalry && outcome != Outcome::Breaks;
        if ignored || (self.seven_holds && total >= 7) { Outcome::Holds } else { outcome }
    }
}

impl Cause {
    /// BP-7.7 C, D, BP-11.1: why a unit tests after a round: won, lost, or drawn if `won` is none; `wavers` says
    /// whether it was hit and wavers.
    pub fn after_round(won: Option<bool>, shaken: bool, wavers: bool) -> Option<Self> {
        match won {
            Some(false) => Some(Self::C),
            None if shaken => Some(Self::D),
            _ => wavers.then_some(Self::Wavering),
        }
    }
}

impl Test {
    /// A test for one reason.
    pub fn new(unit: UnitId, cause: Cause) -> Self {
        Self {
            unit,
            causes: vec![cause],
            excess: 0,
            artillery: false,
            only_cavalry: false,
            in_combat: false,
            supports: Vec::new(),
            dice: None,
            asks: false,
        }
    }

    /// BP-7.8: whether the lines for hand-to-hand combat count.
    pub fn hand_to_hand(&self) -> bool {
        let by_fire = self.causes.contains(&Cause::A) || (self.causes == [Cause::Wavering] && !self.in_combat);
        !by_fire
    }

    /// BP-6.6, BP-7.7, BP-11.1: whether a total of 7 or more always holds.
    fn seven_holds(&self) -> bool {
        self.causes.iter().any(|cause| matches!(cause, Cause::B | Cause::E | Cause::Terror))
            && !self.causes.iter().any(|cause| matches!(cause, Cause::C | Cause::D))
    }
}

impl<'w> BlackPowderView<'w> {
    /// BP-7.8: the modifiers of a break test.
    pub fn break_sum<T: Tally>(&self, test: &Test) -> T {
        self.break_sum_if(test, self.disordered(test.unit))
    }

    /// BP-7.8: the modifiers of a break test of a unit that is disordered or not.
    fn break_sum_if<T: Tally>(&self, test: &Test, disordered: bool) -> T {
        let numbers = &self.numbers().testing;
        let mut sum = T::default();
        if test.excess > 0 {
            let label = fmt::from_fn(|f| f.write_str(&count(test.excess.into(), "excess casualty")));
            sum.modify("BP-7.8", label, test.excess as i8 * numbers.excess);
        }
        if disordered {
            sum.modify("BP-7.8", "disordered", numbers.disordered);
        }
        let by_fire = test.causes.iter().any(|cause| matches!(cause, Cause::A | Cause::B));
        if test.artillery && by_fire {
            sum.modify("BP-7.8", "casualties from artillery", numbers.artillery);
        }
        for (label, amount) in self.view.house_rules(test.unit, "BP-7.8") {
            sum.modify("BP-7.8", label, amount);
        }
        sum
    }

    /// BP-11.1: whether a unit passes its next break test without a roll.
    pub fn passes_unrolled(&self, unit: UnitId) -> bool {
        !self.values(unit).past.tested && self.has(unit, Effect::PassesFirst)
    }

    /// BP-7.8: how many of the 36 rolls bring each outcome to the unit of a test, as it is disordered or not by then.
    pub fn break_chances(&self, test: &Test, disordered: bool) -> [u8; 4] {
        let lines = self.lines_of(test);
        of_36(self.break_sum_if(test, disordered), |total| lines.outcome(self.book, total))
    }

    /// BP-11.1: how many of the 36 rolls bring each outcome; with `unrolled` the unit passes without a roll.
    pub fn break_chances_now(&self, test: &Test, disordered: bool, unrolled: bool) -> [u8; 4] {
        if unrolled { of_36(0, |_| self.break_outcome(test, 7)) } else { self.break_chances(test, disordered) }
    }

    /// BP-6.6, BP-7.7 B, BP-11.1: why a charger hurt by closing fire tests, if it does.
    pub fn cause_of_closing_fire(&self, unit: UnitId, shaken: bool, artillery: bool) -> Option<Cause> {
        let wavers = || self.has(unit, Effect::Wavers).then_some(Cause::Wavering);
        if shaken || artillery { Some(Cause::B) } else { wavers() }
    }

    /// BP-7.8: the outcome of a total for the unit of a test.
    pub fn break_outcome(&self, test: &Test, total: i32) -> Outcome {
        self.lines_of(test).outcome(self.book, total)
    }

    /// BP-7.8: the lines of the table that count for a test.
    pub fn lines_of(&self, test: &Test) -> Lines {
        let (troop, hand_to_hand) = (self.troop(test.unit), test.hand_to_hand());
        Lines { troop, hand_to_hand, seven_holds: test.seven_holds(), only_cavalry: test.only_cavalry }
    }

    /// The pose from which a unit retires: squares and garrisons do it in line.
    fn retiring(&self, unit: UnitId) -> Pose {
        let values = self.values(unit);
        let block = self.outline(unit);
        if !matches!(values.formation, Formation::Square | Formation::Garrison) {
            return self.pose(unit);
        }
        let (width, depth) = self.measures(unit, Formation::Line).unwrap_or((4.0, 4.0));
        let mut place = block.place;
        if values.formation == Formation::Garrison
            && let Some((enemy, _)) = self.nearest_enemy(unit)
        {
            // It leaves on the side away from the enemy, facing him.
            let quarter = block::quarter_of(&block, &self.outline(enemy));
            let facing = block::outward(&block, quarter);
            let back = (block.footprint.half_depth().max(block.footprint.half_width())) + depth / 2.0 + 0.01;
            place = Place { at: block.place.at - facing.forward() * back, facing, floor: 0 };
        }
        Pose {
            block: Outline { footprint: Footprint::Rectangle { width, depth }, place },
            formation: Formation::Line,
            building: None,
            cost: 0.0,
        }
    }

    /// BP-7.9: the walk of a retirement `aside` degrees off straight back, and whether it leads off the table; `None`
    /// if it cannot end legally. With two moves it goes on, past the first, to the first place where it may stand.
    pub fn retirement(&self, unit: UnitId, aside: f32, moves: u8) -> Option<(Walk, bool)> {
        let one = self.move_in(unit, self.retiring(unit).formation);
        if moves == 1 {
            return self.retirement_of(unit, aside, one, 1);
        }
        let steps = (one / FARTHER).ceil() as i32;
        (1..=steps).find_map(|step| self.retirement_of(unit, aside, one + (step as f32 * FARTHER).min(one), moves))
    }

    fn retirement_of(&self, unit: UnitId, aside: f32, inches: f32, moves: u8) -> Option<(Walk, bool)> {
        let start = self.retiring(unit);
        let back = start.block.place.facing.about().turned(aside).forward();
        let list = [Manoeuvre::Slide { by: back * inches }];
        let leave = Leave { through_friends: true, ..Leave::default() };
        let walk = self.walk_from(unit, start, &list, moves, leave);
        let end = walk.end();
        let edge = walk.stopped.as_deref().is_some_and(|why| why.contains("edge of the table"));
        if edge {
            return Some((walk, true));
        }
        // Slow ground and obstacles cost as usual, so that it may come less far.
        let whole = walk.stopped.as_deref().is_none_or(|why| why == USED_UP || why.contains("to cross"));
        (whole && end.block != start.block && self.keeps_off(unit, &walk)).then_some((walk, false))
    }

    /// BP-7.9: whether a retirement keeps an inch from enemies all the way, except from those that it goes away from.
    pub(super) fn keeps_off(&self, unit: UnitId, walk: &Walk) -> bool {
        let berth = self.inches(self.numbers().berth) - self.numbers().tolerance;
        let (from, to) = (walk.poses[0].block, walk.end().block);
        let by = to.place.at - from.place.at;
        let steps = (by.length() / BERTH_STEP).ceil().max(1.0) as i32;
        self.enemies_of(self.side(unit)).all(|enemy| {
            let enemy = self.outline(enemy);
            let mut before = from.gap(&enemy);
            (1..=steps).all(|step| {
                let gap = block::moved(&from, by * (step as f32 / steps as f32)).gap(&enemy);
                let well = gap >= berth || gap >= before - 1e-3;
                before = gap;
                well
            })
        })
    }

    /// BP-7.9: the ways on which a unit can retire, in degrees off straight back; ways over the edge of the table count
    /// only if there is no other.
    pub fn retirements(&self, unit: UnitId, moves: u8) -> Vec<f32> {
        let found: Vec<(f32, bool)> = WAYS
            .into_iter()
            .filter_map(|aside| self.retirement(unit, aside, moves).map(|(_, off)| (aside, off)))
            .collect();
        let on: Vec<f32> = found.iter().filter(|(_, off)| !off).map(|(aside, _)| *aside).collect();
        if on.is_empty() { found.first().map(|(aside, _)| *aside).into_iter().collect() } else { on }
    }
}

/// BP-7.8: goes on with a test; returns whether somebody must decide first.
pub fn go_on(battle: &mut BattleMut, mut test: Test) -> bool {
    let unit = test.unit;
    if !BlackPowderView::of(battle.view()).present(unit) {
        return false;
    }
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let why: Vec<&str> = test.causes.iter().map(|cause| cause.label()).collect();
    let why = why.join(", ");
    let past = battle.view().unit_part::<Regiment>(unit).past;
    let sum: Explained = BlackPowderView::of(battle.view()).break_sum(&test);
    if test.dice.is_none() && BlackPowderView::of(battle.view()).passes_unrolled(unit) {
        battle.unit_mut::<Regiment>(unit).past.tested = true;
        battle.note(Some(side), RuleId::new("BP-11.1"), format!("{name} is steady and passes its first test: {why}"));
        let outcome = BlackPowderView::of(battle.view()).break_outcome(&test, 7);
        apply(battle, &test, outcome);
        return false;
    }
    battle.unit_mut::<Regiment>(unit).past.tested = true;
    let rolled = match test.dice {
        Some((first, second)) => [first, second],
        None => {
            let rolled = dice::roll(battle, &dice::TESTS, 2);
            [rolled[0], rolled[1]]
        }
    };
    let total = i32::from(rolled[0] + rolled[1]) + sum.total() as i32;
    let outcome = BlackPowderView::of(battle.view()).break_outcome(&test, total);
    if test.dice.is_none() {
        let text = format!("{name}, break test ({why}): {}, {}", number(total as f32), word(outcome));
        let dice_sum = Explained::base("BP-7.8", "two dice", f32::from(rolled[0] + rolled[1]));
        let explained = sum
            .modifiers()
            .iter()
            .fold(dice_sum, |sum, line| sum.with(line.rule.clone(), line.label.clone(), line.amount));
        dice::log(battle, (side, unit), &rolled, "BP-7.8", text, explained);
        let bp = BlackPowderView::of(battle.view());
        let holds = of_36(sum.sum(), |total| bp.break_outcome(&test, total))[Outcome::Holds as usize];
        battle.trial("Break tests held", f32::from(holds) / 36.0, usize::from(outcome == Outcome::Holds), 1);
        let valiant = BlackPowderView::of(battle.view()).has(unit, Effect::RerollTest) && !past.rerolled;
        if valiant && outcome != Outcome::Holds {
            test.dice = Some((rolled[0], rolled[1]));
            test.asks = true;
            battle.resource_mut::<SequenceOfPlay>().tasks.push(Task::Test(test));
            return true;
        }
    }
    apply(battle, &test, outcome);
    false
}

/// The word for an outcome.
pub fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Breaks => "it breaks",
        Outcome::RetiresDisordered => "it retires, disordered",
        Outcome::Retires => "it retires in order",
        Outcome::Holds => "it holds",
    }
}

fn apply(battle: &mut BattleMut, test: &Test, outcome: Outcome) {
    match outcome {
        Outcome::Holds => {}
        Outcome::Breaks => destroy(battle, test.unit, &test.supports, "BP-7.8", "breaks"),
        Outcome::RetiresDisordered | Outcome::Retires => {
            let disorder = outcome == Outcome::RetiresDisordered;
            let deployed = BlackPowderView::of(battle.view()).formation(test.unit) == Formation::Deployed;
            if deployed {
                destroy(battle, test.unit, &test.supports, "BP-7.9", "cannot retire and breaks");
                return;
            }
            let retire = Retire {
                unit: test.unit,
                disorder,
                supports: test.supports.clone(),
                withdrawal: false,
                ways: Vec::new(),
                looked: false,
            };
            battle.resource_mut::<SequenceOfPlay>().tasks.push(Task::Retire(retire));
        }
    }
}

/// BP-7.7 E, BP-7.8: destroys a unit; units that supported it test.
fn destroy(battle: &mut BattleMut, unit: UnitId, supports: &[UnitId], rule: &'static str, what: &str) {
    let name = battle.view().unit(unit).name.clone();
    casualties::lose(battle, unit, Fate::Casualty, rule, format!("{name} {what}"));
    for support in supports.iter().rev().filter(|support| **support != unit) {
        if BlackPowderView::of(battle.view()).present(*support) {
            let test = Test::new(*support, Cause::E);
            battle.resource_mut::<SequenceOfPlay>().tasks.push(Task::Test(test));
        }
    }
}

/// BP-7.9: goes on with a retirement; returns whether the owner must choose a way first.
pub fn retire(battle: &mut BattleMut, mut retire: Retire) -> bool {
    let unit = retire.unit;
    if !BlackPowderView::of(battle.view()).present(unit) {
        return false;
    }
    casualties::part(battle, unit);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        if !play.driven.contains(&unit) {
            play.driven.push(unit);
        }
        play.won.retain(|known| *known != unit);
    }
    if !retire.looked {
        retire.ways = BlackPowderView::of(battle.view()).retirements(unit, 1);
        retire.looked = true;
        if retire.ways.len() > 1 {
            battle.resource_mut::<SequenceOfPlay>().tasks.push(Task::Retire(retire));
            return true;
        }
    }
    let way = retire.ways.first().copied();
    carry_out(battle, &retire, way);
    false
}

/// BP-7.9: moves a unit back the way that was chosen.
pub fn carry_out(battle: &mut BattleMut, retire: &Retire, way: Option<f32>) {
    let unit = retire.unit;
    let name = battle.view().unit(unit).name.clone();
    let (walk, off, twice) = {
        let bp = BlackPowderView::of(battle.view());
        let one = way.and_then(|aside| bp.retirement(unit, aside, 1));
        match one {
            Some((walk, off)) => (Some(walk), off, false),
            None => {
                let two = bp.retirements(unit, 2).first().and_then(|aside| bp.retirement(unit, *aside, 2));
                match two {
                    Some((walk, off)) => (Some(walk), off, true),
                    None => (None, false, false),
                }
            }
        }
    };
    let Some(walk) = walk else {
        destroy(battle, unit, &retire.supports, "BP-7.9", "cannot retire anywhere and breaks");
        return;
    };
    let moves = battle.view().unit_part::<Work>(unit).moves;
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("BP-7.9"), format!("{name} retires"));
    if !walk.is_still() {
        marching::go(battle, unit, &walk, "BP-7.9");
    }
    battle.unit_mut::<Work>(unit).moves = moves;
    if off {
        leave_table(battle, unit);
        return;
    }
    if retire.disorder || twice {
        casualties::disorder(battle, unit, "BP-7.9");
    }
}

/// BP-3.6: takes a unit off the table that retires over its edge: it is destroyed, unless it may return.
pub fn leave_table(battle: &mut BattleMut, unit: UnitId) {
    let name = battle.view().unit(unit).name.clone();
    let returns = {
        let bp = BlackPowderView::of(battle.view());
        bp.settings().off_table_return && !bp.shaken(unit) && !bp.broken(unit)
    };
    let fate = if returns { Fate::Awaited } else { Fate::Fled };
    casualties::lose(battle, unit, fate, "BP-3.6", format!("{name} leaves the table"));
}

/// The rulebook's table as lines: total, kind, infantry, cavalry, artillery.
pub fn table(field_book: &Data) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in &field_book.numbers.break_table {
        for (kind, outcomes) in [("shooting", row.shooting), ("hand to hand", row.hand_to_hand)] {
            let total = if row.up_to > 12 { "more".to_owned() } else { format!("{} or less", row.up_to) };
            let cells = [outcomes.0, outcomes.1, outcomes.2].map(|outcome| word(outcome).to_owned());
            let [infantry, cavalry, artillery] = cells;
            rows.push(vec![total, kind.to_owned(), infantry, cavalry, artillery]);
        }
    }
    rows
}

/// Takes the casualties that a unit suffered in this part off the list, and returns them.
pub fn take_loss(battle: &mut BattleMut, unit: UnitId) -> Option<Loss> {
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    let at = play.losses.iter().position(|loss| loss.unit == unit)?;
    Some(play.losses.remove(at))
}

/// BP-11.1, Wavering: whether a unit tests for any casualty.
pub fn wavers(battle: &BattleMut, unit: UnitId) -> bool {
    BlackPowderView::of(battle.view()).has(unit, Effect::Wavers)
}

/// BP-7.7 A: the tests after all shooting of the part, in id order.
pub fn after_shooting(battle: &mut BattleMut) {
    let mut losses = std::mem::take(&mut battle.resource_mut::<SequenceOfPlay>().losses);
    losses.sort_by_key(|loss| loss.unit);
    let mut tests = Vec::new();
    for loss in losses.iter().filter(|loss| loss.casualties > 0) {
        casualties::risk_officer(battle, loss.unit);
        let mut causes = Vec::new();
        if loss.excess > 0 {
            causes.push(Cause::A);
        } else if wavers(battle, loss.unit) {
            causes.push(Cause::Wavering);
        }
        if !causes.is_empty() {
            tests.push(Test {
                causes,
                excess: loss.excess,
                artillery: loss.artillery,
                ..Test::new(loss.unit, Cause::A)
            });
        }
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.tasks.extend(tests.into_iter().rev().map(Task::Test));
}
