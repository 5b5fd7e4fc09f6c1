//! Hand-to-hand combat (BP-7): which combat is fought next, and the choices in a round and after it.

use smol_str::SmolStr;

use super::sequence::{decision, go_to, name, task};
use crate::{
    book::{
        dice,
        values::{Formation, Regiment, Work},
        verbs,
    },
    combat::{breaks, fight, withdraw},
    evaluation::family::{Chapter, Handler, Question, ask},
    movement::{marching, moves::Walk},
    state::{
        orders::{bad_answer, planned},
        phase::Phase,
        pose::Pose,
        sequence_of_play::{
            Charge, Charger, Part, Round, RoundChoice, RoundStage, SequenceOfPlay, Task, Win, pop, push,
        },
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{ArgumentKind as A, Order, Plan, Refusal, Verb},
    procedure::{self, Found, plainly},
    shared::{
        formed::{block, trail},
        refuse,
    },
    turn::{Ask, Awaiting, BattleMut},
};

/// The chapter of combats: which is fought next, and how.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("combats");
    chapter.verbs = vec![
        Verb::new(verbs::FIGHT, "Fight", "Fight this combat next", 'H', "BP-7.1").needs(&[A::Target]),
        Verb::new(verbs::DECIDE, "Decide", "Answer with one of the choices", 'D', "BP-7.2")
            .needs(&[A::Choice])
            .meaning(&[(
                A::Choice,
                "yes or no, even or the key of an enemy, or the number of a way, as the question names them",
            )]),
    ];
    let fighting = Phase::At(Part::Fighting);
    chapter.handlers = vec![
        Handler::new(verbs::FIGHT, check_fight, |battle, _, target| fight::begin(battle, target))
            .worth(|mind, order| mind.worth_of_fight(order)),
        Handler::new(verbs::DECIDE, check_reroll, reroll).during([Phase::Reroll]),
        Handler::new(verbs::DECIDE, check_way_back, retire).during([Phase::WayBack]),
        Handler::new(verbs::DECIDE, check_support, support).during([Phase::Support]),
        Handler::new(verbs::DECIDE, check_division, divide).during([Phase::Divide]),
    ]
    .into_iter()
    .map(
        |handler| {
            if handler.worth.is_none() { handler.worth(|mind, order| mind.worth_of_choice(order)) } else { handler }
        },
    )
    .collect();
    let choose =
        |phase, kind, ask| Question::new(phase, kind, ask, |mind, ask| mind.answers_by_choice(ask, &verbs::DECIDE));
    chapter.questions = vec![
        Question::new(fighting, ("fight", "which combat comes next", "BP-7.1"), ask_fight, |mind, ask| {
            mind.answers_to_fight(ask)
        }),
        choose(Phase::Support, ("support", "which of several combats a unit supports", "BP-7.6"), ask_support),
        choose(Phase::Divide, ("divide", "at which of several enemies a unit strikes most", "BP-7.2"), ask_division),
        choose(Phase::Reroll, ("reroll", "whether a valiant unit rolls its break test again", "BP-11.1"), ask_reroll),
        choose(Phase::WayBack, ("retire", "which way a unit retires", "BP-7.9"), ask_way_back),
    ];
    chapter.phases = vec![
        procedure::Phase::new(fighting, "fight", fight_next),
        decision(Phase::Support, "support_a_combat"),
        decision(Phase::Divide, "divide_blows"),
        decision(Phase::Reroll, "roll_again"),
        decision(Phase::WayBack, "choose_a_way_back"),
        task(Phase::Round, "fight_a_round", |battle, task| {
            if let Task::Round(round) = task {
                fight::go_on(battle, round);
            }
        }),
        task(Phase::Test, "test", |battle, task| {
            if let Task::Test(test) = task {
                breaks::go_on(battle, test);
            }
        }),
        task(Phase::Retire, "retire", |battle, task| match task {
            Task::Retire(retire) if retire.withdrawal => withdraw::carry_out(battle, retire.unit),
            Task::Retire(retire) => {
                breaks::retire(battle, retire);
            }
            _ => {}
        }),
    ];
    chapter
}

/// The chapter of units that have no enemy left in contact (BP-7.11, BP-7.12, BP-8.2).
pub fn won() -> Chapter {
    let mut chapter = Chapter::new("after combat");
    chapter.verbs = vec![
        Verb::new(verbs::REFORM, "Reform", "Change formation or facing after the victory", 'O', "BP-7.11")
            .takes(&[A::Formation, A::Heading]),
        Verb::new(verbs::SWEEP, "Sweep on", "Charge on into another enemy", 'W', "BP-7.12").needs(&[A::Target]),
        Verb::new(verbs::OCCUPY, "Occupy", "Go into the building", 'U', "BP-8.2"),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::REFORM, check_reform, reform).worth(|mind, order| mind.worth_of_leave(order)),
        Handler::new(verbs::OCCUPY, check_occupy, occupy).worth(|mind, order| mind.worth_of_leave(order)),
        Handler::new(verbs::MOVE, check_move, move_on)
            .during([Phase::Win])
            .worth(|mind, order| mind.worth_of_leave(order)),
        Handler::new(verbs::SWEEP, check_sweep, sweep_on)
            .during([Phase::Win])
            .worth(|mind, order| mind.worth_of_sweep(order)),
        Handler::new(
            verbs::STAY,
            |bp, order| plainly(format!("{} stays", bp.name(winner(bp, order)?.unit)), ()),
            |battle, _, ()| {
                pop(battle);
            },
        )
        .during([Phase::Win]),
    ];
    chapter.questions = vec![Question::new(
        Phase::Win,
        ("win", "what a unit does that has no enemy left in contact", "BP-7.11"),
        ask_win,
        |mind, ask| mind.answers_to_win(ask),
    )];
    chapter.phases = vec![decision(Phase::Win, "go_on_after_a_combat")];
    chapter
}

/// A way of a retirement as a choice.
fn way_word(aside: f32) -> SmolStr {
    smol_str::format_smolstr!("{aside:.0}")
}

fn way_label(aside: f32) -> String {
    match aside {
        0.0 => "straight back".to_owned(),
        left if left > 0.0 => format!("{left:.0} degrees to its right"),
        right => format!("{:.0} degrees to its left", -right),
    }
}

/// A question about a unit, to its side.
fn about(bp: &BlackPowderView, unit: UnitId, ask: Ask) -> Awaiting {
    Awaiting::one(ask.about(unit, [bp.piece(unit)]))
}

fn ask_fight(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let mut one = ask("fight", play.active, "BP-7.1", "Which combat comes next?", [verbs::FIGHT]);
    one.pieces = bp.combats().into_iter().map(|units| bp.piece(units[0])).collect();
    Awaiting::one(one)
}

fn ask_reroll(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let Some(Task::Test(test)) = play.task() else { return Awaiting::default() };
    let question = format!("{} is valiant: does it roll its break test again?", bp.name(test.unit));
    let one = ask("reroll", bp.side(test.unit), "BP-11.1", question, [verbs::DECIDE]);
    about(bp, test.unit, one.choices([("yes", "roll again"), ("no", "let it stand")]))
}

fn ask_way_back(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let Some(Task::Retire(retire)) = play.task() else { return Awaiting::default() };
    let question = format!("Which way does {} retire?", bp.name(retire.unit));
    let one = ask("retire", bp.side(retire.unit), "BP-7.9", question, [verbs::DECIDE]);
    let ways = retire.ways.iter().map(|aside| (way_word(*aside), way_label(*aside)));
    about(bp, retire.unit, one.choices(ways))
}

/// The round of combat that is under way, and the unit that chooses in it.
fn chooser(play: &SequenceOfPlay) -> Option<(&Round, UnitId)> {
    match play.task() {
        Some(Task::Round(round)) => Some((round, round.chooser().unwrap_or(round.units[0]))),
        _ => None,
    }
}

fn ask_support(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let Some((_, unit)) = chooser(play) else { return Awaiting::default() };
    let question = format!("Does {} support this combat, or another?", bp.name(unit));
    let one = ask("support", bp.side(unit), "BP-7.6", question, [verbs::DECIDE]);
    about(bp, unit, one.choices([("yes", "this one"), ("no", "another")]))
}

fn ask_division(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let Some((_, unit)) = chooser(play) else { return Awaiting::default() };
    let question = format!("At whom does {} strike most?", bp.name(unit));
    let one = ask("divide", bp.side(unit), "BP-7.2", question, [verbs::DECIDE]);
    let enemies = bp.fighting(unit);
    let enemies = enemies.iter().map(|enemy| (bp.view.unit(*enemy).key.as_str(), bp.name(*enemy)));
    about(bp, unit, one.choices([("even", "evenly")].into_iter().chain(enemies)))
}

fn ask_win(bp: &BlackPowderView, play: &SequenceOfPlay) -> Awaiting {
    let Some(Task::Win(win)) = play.task() else { return Awaiting::default() };
    let question = format!("{} has no enemy left in contact: what does it do?", bp.name(win.unit));
    let mut list = vec![verbs::REFORM];
    if !win.drew {
        list.push(verbs::MOVE);
        if !bp.sweeps(win).is_empty() {
            list.push(verbs::SWEEP);
        }
    }
    if win.building.is_some() {
        list.push(verbs::OCCUPY);
    }
    list.push(verbs::STAY);
    about(bp, win.unit, ask("win", bp.side(win.unit), "BP-7.11", question, list))
}

/// BP-7.1: fights the combats one by one; a single one is fought without a question.
fn fight_next(battle: &mut BattleMut) -> bool {
    let combats = BlackPowderView::of(battle.view()).combats();
    match combats.as_slice() {
        [] => {
            go_to(battle, Part::End);
            true
        }
        several => {
            let only = if let [one] = several { Some(one[0]) } else { None };
            name(battle, "combat", |_| "Hand-to-hand combat".into());
            let Some(unit) = only else { return false };
            fight::begin(battle, unit);
            true
        }
    }
}

fn check_fight(bp: &BlackPowderView, order: &Order) -> Found<UnitId> {
    let target = bp.target_of(order)?;
    let combats = bp.combats();
    match combats.iter().find(|units| units.contains(&target)) {
        Some(units) => {
            let names: Vec<&str> = units.iter().map(|unit| bp.name(*unit)).collect();
            plainly(format!("Combat: {}", names.join(", ")), target)
        }
        None => refuse("BP-7.1", format!("{} is in no combat that is still to be fought", bp.name(target))),
    }
}

fn check_reroll(bp: &BlackPowderView, order: &Order) -> Found<bool> {
    let Some(Task::Test(test)) = bp.play().task() else { return bad_answer(order) };
    match order.choice.as_deref() {
        Some("yes") => plainly(format!("{} rolls again; the second roll counts", bp.name(test.unit)), true),
        Some("no") => plainly("The roll stands", false),
        _ => refuse("BP-11.1", "Yes or no?"),
    }
}

fn check_way_back(bp: &BlackPowderView, order: &Order) -> Found<f32> {
    let Some(Task::Retire(retire)) = bp.play().task() else { return bad_answer(order) };
    let word = order.choice.as_deref().unwrap_or_default();
    let Some(aside) = retire.ways.iter().copied().find(|aside| way_word(*aside) == word) else {
        return refuse("BP-7.9", "That way is not open");
    };
    let walk = bp.retirement(retire.unit, aside, 1);
    let moves = walk.map(|(walk, _)| bp.planned_way(retire.unit, &walk));
    let summary = format!("{} retires", bp.name(retire.unit));
    Ok((Plan { summary, moves: moves.into_iter().collect(), ..Plan::default() }, aside))
}

/// BP-7.6: whether the unit supports this combat.
fn check_support(_: &BlackPowderView, order: &Order) -> Found<bool> {
    match order.choice.as_deref() {
        Some("yes") => plainly("So it supports", true),
        Some("no") => plainly("So it supports", false),
        _ => refuse("BP-7.6", "Yes or no?"),
    }
}

/// BP-7.2: the enemy that the unit strikes most, if it strikes one.
fn check_division(bp: &BlackPowderView, order: &Order) -> Found<Option<UnitId>> {
    let Some((_, unit)) = chooser(bp.play()) else { return bad_answer(order) };
    let word = order.choice.as_deref().unwrap_or_default();
    let main = bp.fighting(unit).into_iter().find(|enemy| bp.view.unit(*enemy).key == word);
    if main.is_none() && word != "even" {
        return refuse("BP-7.2", "Name an enemy in contact");
    }
    plainly("So its dice are divided", main)
}

fn reroll(battle: &mut BattleMut, _: &Order, again: bool) {
    let Some(Task::Test(mut test)) = pop(battle) else { return };
    test.asks = false;
    if again {
        battle.unit_mut::<Regiment>(test.unit).past.rerolled = true;
        let rolled = dice::roll(battle, &dice::TESTS, 2);
        let side = battle.view().side_of_unit(test.unit);
        let text = format!("{} rolls again", battle.view().unit(test.unit).name);
        dice::log(battle, (side, test.unit), &rolled, "BP-11.1", text, Explained::default());
        test.dice = Some((rolled[0], rolled[1]));
    }
    push(battle, Task::Test(test));
}

fn retire(battle: &mut BattleMut, _: &Order, aside: f32) {
    if let Some(Task::Retire(retire)) = pop(battle) {
        breaks::carry_out(battle, &retire, Some(aside));
    }
}

/// Notes what was chosen in a round, and goes on with it.
fn choose(battle: &mut BattleMut, chosen: impl Fn(&mut Round, RoundChoice)) {
    let Some(Task::Round(mut round)) = pop(battle) else { return };
    if !round.choices.is_empty() {
        let choice = round.choices.remove(0);
        chosen(&mut round, choice);
    }
    round.stage = RoundStage::Ask;
    push(battle, Task::Round(round));
}

fn support(battle: &mut BattleMut, _: &Order, supports: bool) {
    choose(battle, |round, choice| {
        if let RoundChoice::Support(unit) = choice
            && !supports
        {
            round.withheld.push(unit);
        }
    });
}

fn divide(battle: &mut BattleMut, _: &Order, main: Option<UnitId>) {
    choose(battle, |round, choice| {
        if let RoundChoice::Divide(unit) = choice {
            round.main.extend(main.map(|enemy| (unit, enemy)));
        }
    });
}

/// The unit that has no enemy left in contact.
fn winner<'w>(bp: &BlackPowderView<'w>, order: &Order) -> Result<&'w Win, Refusal> {
    match bp.play().task() {
        Some(Task::Win(win)) => Ok(win),
        _ => bad_answer(order),
    }
}

fn check_reform(bp: &BlackPowderView, order: &Order) -> Found<Pose> {
    let unit = winner(bp, order)?.unit;
    let pose = bp.reformed(unit, order)?;
    let way = vec![bp.outline(unit).place.at, pose.block.place.at];
    let shape = Some(pose.shape());
    let moves = vec![planned(bp.piece(unit), way, pose.block.place, shape, Explained::default(), None, None)];
    Ok((Plan { summary: format!("{} reforms", bp.name(unit)), moves, ..Plan::default() }, pose))
}

fn check_occupy(bp: &BlackPowderView, order: &Order) -> Found<()> {
    let win = winner(bp, order)?;
    match win.building {
        Some(building) if bp.garrison(building).is_none() => {
            plainly(format!("{} goes into the building", bp.name(win.unit)), ())
        }
        _ => refuse("BP-8.2", "There is no building to occupy"),
    }
}

fn check_move(bp: &BlackPowderView, order: &Order) -> Found<Walk> {
    let unit = winner(bp, order)?.unit;
    let walk = bp.free_walk(unit, order)?;
    let moves = vec![bp.planned_way(unit, &walk)];
    Ok((Plan { summary: format!("{} moves", bp.name(unit)), moves, ..Plan::default() }, walk))
}

fn check_sweep(bp: &BlackPowderView, order: &Order) -> Found<UnitId> {
    let win = winner(bp, order)?;
    let (name, target) = (bp.name(win.unit), bp.target_of(order)?);
    if !bp.sweeps(win).contains(&target) {
        return refuse("BP-7.12", format!("{name} cannot sweep on into {}", bp.name(target)));
    }
    plainly(format!("{name} sweeps on into {}", bp.name(target)), target)
}

fn move_on(battle: &mut BattleMut, _: &Order, walk: Walk) {
    if let Some(Task::Win(win)) = pop(battle) {
        marching::go(battle, win.unit, &walk, "BP-7.11");
    }
}

fn reform(battle: &mut BattleMut, order: &Order, pose: Pose) {
    let Some(Task::Win(win)) = pop(battle) else { return };
    let from = BlackPowderView::of(battle.view()).outline(win.unit).place.at;
    let turned = BlackPowderView::of(battle.view()).formation(win.unit) == pose.formation;
    if turned {
        let piece = battle.view().unit(win.unit).pieces[0];
        let name = battle.view().unit(win.unit).name.clone();
        battle.note(Some(order.side), RuleId::new("BP-7.11"), format!("{name} changes its facing"));
        let (before, now) = (battle.view().place(piece).facing, pose.block.place.facing);
        let text = format!("{name} {}", trail::turning(before, now).unwrap_or_else(|| "turns a little".to_owned()));
        battle.turn_piece(piece, now, RuleId::new("BP-7.11"), text);
    } else {
        marching::put(battle, win.unit, vec![from, pose.block.place.at], pose, "BP-7.11");
    }
}

/// BP-7.12: lets a winner sweep on into another enemy.
fn sweep_on(battle: &mut BattleMut, _: &Order, target: UnitId) {
    let Some(Task::Win(win)) = pop(battle) else { return };
    {
        let mut work = battle.unit_mut::<Work>(win.unit);
        work.swept = true;
        work.start = None;
    }
    let charge = Charge { sweep: true, ..Charge::new(vec![Charger::new(win.unit, Vec::new(), 1)], target) };
    push(battle, Task::Charge(charge));
}

/// BP-8.2: moves a winner into the building at once.
fn occupy(battle: &mut BattleMut, _: &Order, (): ()) {
    let Some(Task::Win(win)) = pop(battle) else { return };
    let Some(building) = win.building else { return };
    let (pose, from) = {
        let bp = BlackPowderView::of(battle.view());
        let own = bp.outline(win.unit);
        let house = &bp.view.terrain().buildings[building];
        let block = block::garrison(house, own.place.facing);
        (Pose { block, formation: Formation::Garrison, building: Some(building), cost: 0.0 }, own.place.at)
    };
    marching::put(battle, win.unit, vec![from, pose.block.place.at], pose, "BP-8.2");
}
