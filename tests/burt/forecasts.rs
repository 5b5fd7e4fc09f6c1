//! The computer counts on the chances, scores and tests of the rules, wherever it thinks of a unit.

use std::{path::Path, sync::Arc};

use grapeshot::{
    ai::{self, Level as Skill},
    battle::{Battle, SimulationPlugin},
    rulesets::burt::{
        book::{data::Data, values::Chit, verbs},
        evaluation::{appraise, prospects},
        state::{sequence_of_play::Step, view::BurtView},
    },
    scenario::{self, Scenario},
    turn::Rulebooks,
};

use crate::kit::*;

type Change = fn(&mut Data);

fn rulebook() -> Data {
    burt(&table().battle()).book.clone()
}

/// What its fire is worth to blue by a rulebook, if its one unit has FIRE orders.
fn fire_by(book: &Data, table: TestTable) -> f32 {
    let test = table.battle();
    let order = told(&test, &verbs::ORDER, "one").choice("fire");
    let worth = appraise(&BurtView::by(test.battle.view_of(BLUE), book), &order);
    lines(&worth).into_iter().filter(|(label, _)| label == "its fire").map(|(_, amount)| amount).sum()
}

fn fire(table: TestTable) -> f32 {
    let fire = fire_by(&rulebook(), table);
    assert!(fire > 0.0, "it may fire");
    fire
}

/// A blue line of a number of figures, and a red one some inches before it.
fn line_before(figures: u8, formation: &str, inches: f32) -> TestTable {
    let table = table().foot("one", BLUE, figures, "line", (40.0, 20.0, 90.0)).chit(Chit::Fire);
    table.foot("foe", RED, 24, formation, (40.0, 20.0 + inches, 270.0)).chit(Chit::Regroup)
}

/// Blue guns, and a red unit some inches before them.
fn guns_before(formation: &str, inches: f32) -> TestTable {
    let table = table().guns("one", BLUE, "6pdr", 2, "unlimbered", (40.0, 20.0, 90.0)).chit(Chit::Fire);
    table.foot("foe", RED, 24, formation, (40.0, 20.0 + inches, 270.0)).chit(Chit::Regroup)
}

/// SB-6.4 to SB-6.9: the numbers of the rulebook in use count for fire.
#[test]
fn the_computer_counts_fire_by_the_numbers_of_the_rulebook_in_use() {
    let wood = |table: TestTable| table.area("wood", (20.0, 24.0), (60.0, 40.0));
    let cases: [(TestTable, Change); 5] = [
        (line_before(22, "line", 5.0), |book| book.fire.hit.leftover = 5),
        (guns_before("column", 12.0), |book| book.fire.many_ranks = 20),
        (wood(line_before(24, "line", 5.0)), |book| book.fire.hit.cover = 3),
        (line_before(24, "line", 5.0).obstacle("stone_wall", &[(30.0, 24.5), (50.0, 24.5)]), |book| {
            book.fire.save.hard_cover = -3;
        }),
        (line_before(24, "line", 5.0), |book| book.fire.hit.first_volley = -3),
    ];
    for (n, (table, change)) in cases.into_iter().enumerate() {
        let mut own = rulebook();
        change(&mut own);
        assert_ne!(fire(table.clone()), fire_by(&own, table), "{n}");
    }
}

/// SB-6.9: a target in a wood is in soft cover.
#[test]
fn the_computer_knows_that_woods_are_cover() {
    let open = || line_before(24, "line", 5.0);
    let wood = fire(open().area("wood", (20.0, 24.0), (60.0, 40.0)));
    assert!(wood < fire(open()), "{wood}");
}

/// SB-6.4: the second rank of skirmishers fires, too.
#[test]
fn the_computer_counts_the_second_rank_of_skirmishers() {
    let of = |formation: &str| {
        let table = table().troops("one", BLUE, "skirmishers", 12, formation, (40.0, 20.0, 90.0)).chit(Chit::Fire);
        fire(table.foot("foe", RED, 24, "line", (40.0, 25.0, 270.0)).chit(Chit::Regroup))
    };
    near(of("deep_open_order"), of("open_order"));
}

/// What the assault of its column is worth to blue by a rulebook.
fn assault_by(book: &Data, table: TestTable) -> f32 {
    let mut test = table
        .foot("column", BLUE, 22, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("foe", RED, 24, "line", (40.0, 25.0, 270.0))
        .chit(Chit::Regroup)
        .battle();
    go_to(&mut test, Step::Assaults);
    let ask = test.battle.awaiting().asks.iter().find(|ask| ask.side == BLUE).cloned().expect("blue is asked");
    let view = BurtView::by(test.battle.view_of(BLUE), book);
    let assaults = prospects(&view, &ask).into_iter().filter(|(order, _)| order.verb == verbs::ASSAULT);
    assaults.map(|(_, worth)| worth.total()).fold(f32::NEG_INFINITY, f32::max)
}

/// SB-8.3, SB-9.11, SB-9.12: the numbers of the rulebook in use count for assaults, with the ground in which the target
/// stands.
#[test]
fn the_computer_counts_assaults_by_the_numbers_of_the_rulebook_in_use() {
    let wood = || table().area("wood", (20.0, 24.0), (60.0, 29.0));
    let cases: [(TestTable, Change); 3] = [
        (table(), |book| book.fire.figures_per_die = 2),
        (wood(), |book| book.melee.hit.cover = 4),
        (wood(), |book| book.morale.add.soft_cover = 4),
    ];
    for (n, (table, change)) in cases.into_iter().enumerate() {
        let mut own = rulebook();
        change(&mut own);
        let (known, changed) = (assault_by(&rulebook(), table.clone()), assault_by(&own, table));
        assert!(known != changed, "{n}: {known} {changed}");
    }
}

/// SB-4.10, SB-9.12: an assaulter that loses order on its way strikes out of order.
#[test]
fn the_odds_of_an_assault_count_the_order_that_it_loses_on_its_way() {
    let wins = |table: TestTable| {
        let mut test = table
            .foot("column", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .foot("line", RED, 24, "line", (40.0, 25.0, 270.0))
            .chit(Chit::Regroup)
            .battle();
        go_to(&mut test, Step::Assaults);
        let order = assault(&test, "column", "line");
        let plan = test.battle.rules().check(&test.battle.view_of(BLUE), &order).expect("it may assault");
        plan.outlooks[0].wins
    };
    let (over, open) = (wins(table().obstacle("hedge", &[(30.0, 22.0), (50.0, 22.0)])), wins(table()));
    assert!(over < open, "{over} over a hedge, {open} in the open");
}

fn scenario_named(name: &str) -> Arc<Scenario> {
    let mut app = bevy::app::App::empty();
    app.add_plugins(SimulationPlugin { rulesets: grapeshot::rulesets::plugin });
    let books = app.world().resource::<Rulebooks>().clone();
    let path = format!("{}/scenarios/burt/{name}.scenario.ron", env!("CARGO_MANIFEST_DIR"));
    scenario::load(Path::new(&path), &books).expect("the scenario is sound")
}

/// SB-6.3, SB-9.9, SB-9.14: what the computer counts the chances of a shot, an assault and an answer to one to be is what
/// a player is shown of them.
#[test]
fn the_computer_counts_on_what_a_player_is_shown() {
    let (mut shots, mut assaults, mut answers) = (0, 0, 0);
    for name in ["two_brigades", "reichenbach"] {
        let mut battle = Battle::new(&scenario_named(name), 7, grapeshot::rulesets::plugin);
        let mut commander = ai::commander(Skill::Regular, 7);
        for _ in 0..250 {
            let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
            let (rules, view) = (battle.rules(), battle.view_of(ask.side));
            for (order, worth) in rules.prospects(&view, &ask) {
                let plan = rules.check(&view, &order).expect("it is allowed");
                let labels: Vec<String> = lines(&worth).into_iter().map(|(label, _)| label).collect();
                let counted =
                    |shown: &str| assert!(labels.iter().any(|label| label.contains(shown)), "{shown}: {labels:?}");
                let percent = |chance: f32| format!("{:.0} %", chance * 100.0);
                if order.verb == verbs::SHOOT {
                    counted(&plan.odds[0].then.last().expect("it tells what falls").0);
                    shots += 1;
                } else if order.verb == verbs::ASSAULT {
                    let outlook = &plan.outlooks[0];
                    let (goes, wins) = (percent(plan.odds[0].chance), percent(outlook.wins));
                    counted(&format!("{goes} to go in, {wins} {}", outlook.label));
                    assaults += 1;
                } else if let (true, Some(outlook)) = (order.verb == verbs::REACT, plan.outlooks.first()) {
                    counted(&format!("the fight, {} to win", percent(outlook.wins)));
                    answers += 1;
                }
            }
            let order = commander.decide(&battle, &ask).order;
            battle.submit(order).expect("a commander gives only orders that are allowed");
        }
    }
    assert!(shots > 20 && assaults > 4 && answers > 4, "{shots} shots, {assaults} assaults, {answers} answers");
}
