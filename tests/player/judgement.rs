//! What the computer no longer orders that an experienced player would not.

use bevy::app::App;
use grapeshot::{
    ai::{Commander, seasoned, unerring},
    battle::{Battle, rulebooks},
    files::DataFiles,
    forces::{PieceId, SideId, Value},
    orders::{Order, VerbId},
    rulesets::{
        self,
        combat_patrol::{book::marks, state::sequence_of_play::SequenceOfPlay, view::rulebook::SkirmishView},
    },
    scenario,
    table::position::Heading,
    testing::{BLUE, RED, TestBattle, TestTable},
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms},
};
use std::cell::RefCell;

fn table() -> TestTable {
    TestTable::new("horse_and_musket", grapeshot::rulesets::plugin)
}

fn cp(battle: &Battle) -> SkirmishView<'_> {
    SkirmishView::of(battle.view())
}

/// What the computer orders now, without error of judgement.
fn choice(test: &TestBattle) -> Order {
    let ask = test.battle.awaiting().asks[0].clone();
    unerring(1).decide(&test.battle, &ask).order
}

/// Nobody moves: the unit is free to act.
fn stand_to(test: &mut TestBattle) {
    let ask = &test.battle.awaiting().asks[0];
    let nobody = Order::new(ask.side, &VerbId::new("declare"));
    let nobody = ask.unit.map_or(nobody.clone(), |unit| nobody.unit(unit));
    test.order(nobody);
}

/// The computer answers for the unit that acts until another acts; its orders.
fn act_out(test: &mut TestBattle) -> Vec<Order> {
    let acting =
        |test: &TestBattle| test.battle.view().resource::<SequenceOfPlay>().activation.as_ref().map(|acts| acts.unit);
    let unit = acting(test);
    let mut orders = Vec::new();
    while acting(test) == unit && !test.battle.awaiting().asks.is_empty() {
        let order = choice(test);
        test.order(order.clone());
        orders.push(order);
    }
    orders
}

/// Men of a line from a left end, so far apart.
fn line(count: u8, x: f32, y: f32, apart: f32, facing: f32) -> Vec<(f32, f32, f32)> {
    (0..count).map(|n| (x + apart * f32::from(n), y, facing)).collect()
}

/// Terms under which every man counts.
fn every_man() -> VictoryTerms {
    let mut terms = VictoryTerms { margin: 1.0, handicap: vec![0.0; 2], ..VictoryTerms::default() };
    terms.losses.each = 1.0;
    terms.losses.by_rank.insert("captain".into(), 3.0);
    terms
}

/// The same, with points for who holds a place.
fn and_a_place(x: f32, y: f32, points: f32) -> VictoryTerms {
    let mut terms = every_man();
    terms.objectives.push(Objective {
        id: "place".into(),
        name: "the place".into(),
        at: (x, y).into(),
        radius: 3.0,
        indoors: false,
        held_by: None,
    });
    terms.holds.push(HoldTerm { objective: 0, points, side: None, when: HoldWhen::Most });
    terms
}

fn hides(test: &TestBattle, key: &str) -> bool {
    cp(&test.battle).is_hidden(test.unit(key))
}

fn of_side(test: &TestBattle, side: SideId, pieces: &[PieceId]) -> bool {
    pieces.iter().all(|piece| test.battle.view().side_of(*piece) == side)
}

/// CP-6.3, CP-6.4: at a moving enemy at long range the Elite sergeant fires at 24 %; his Green men, who would hit with
/// 4 %, keep their muskets loaded.
#[test]
fn muskets_are_not_spent_on_hopeless_shots() {
    let mut test = table()
        .unit("blue", BLUE, &line(4, 33.0, 10.0, 1.5, 90.0))
        .word("accuracy", "Green")
        .leader("accuracy", Value::Word("Elite".into()))
        .unit("red", RED, &line(3, 34.0, 27.0, 1.5, 270.0))
        .victory(every_man())
        .acting("blue");
    stand_to(&mut test);
    for man in test.pieces("red") {
        test.mark(man, &marks::MOVED, 1);
    }
    let order = choice(&test);
    assert_eq!((order.verb.0.as_str(), order.pieces.as_slice()), ("shoot", &[test.piece("blue", 1)][..]));
}

/// CP-5.7: nobody sprints toward a place that counts if he would be stunned there before the loaded muskets that hold
/// it.
#[test]
fn nobody_sprints_into_the_fire_of_a_line() {
    for apart in [22, 24] {
        let y = 8.0 + apart as f32;
        let test = table()
            .unit("blue", BLUE, &line(8, 31.0, 8.0, 1.3, 90.0))
            .weapons(&["sword"])
            .unit("red", RED, &line(8, 31.0, y, 1.3, 270.0))
            .victory(and_a_place(36.0, y, 15.0))
            .acting("blue");
        let order = choice(&test);
        assert!(order.also.is_empty(), "{} sprint at {apart} inches", order.also.len());
    }
}

/// HM-6.33, HM-6.18: a charge of the four riders who meet somebody is better than one of all eight, four of which would
/// halt before the enemy or ride on beyond him.
#[test]
fn only_riders_who_meet_somebody_charge() {
    let mut test = table()
        .unit("blue", BLUE, &line(8, 20.0, 10.0, 2.0, 90.0))
        .weapons(&["sword"])
        .kind("mounted")
        .unit("red", RED, &line(4, 20.0, 19.0, 2.0, 270.0))
        .weapons(&["hatchet_tomahawk"])
        .victory(every_man())
        .acting("blue");
    test.cards(BLUE, &[7, 8]);
    let riders = test.pieces("blue");
    let unit = test.unit("blue");
    test.order(Order::new(BLUE, &VerbId::new("declare")).unit(unit).pieces(riders));
    let ask = test.battle.awaiting().asks[0].clone();
    let weighed = test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask);
    let charges = weighed.into_iter().filter(|(order, _)| order.verb.0 == "charge");
    let best = charges.max_by(|a, b| a.1.total().total_cmp(&b.1.total())).map(|(order, _)| order.pieces);
    assert_eq!(best, Some(test.pieces("blue")[..4].to_vec()));
}

/// CP-12.2: men who lie in wait in a wood line its edge, and no wing of them comes out of it before the enemy's eyes.
#[test]
fn those_who_hide_do_not_walk_into_view() {
    let mut test = table()
        .area("woods", (14.0, 22.0), (52.0, 44.0))
        .unit("blue", BLUE, &line(8, 44.5, 9.0, 1.0, 110.0))
        .unit("red", RED, &line(10, 24.0, 25.0, 1.75, 270.0))
        .hidden()
        .victory(every_man())
        .acting("red");
    test.cards(RED, &[4]);
    let orders = act_out(&mut test);
    assert!(hides(&test, "red"), "{orders:?}");
}

/// CP-12.2: a unit that lies in wait holds its fire as long as the others that do have nobody before their muskets.
#[test]
fn an_ambush_opens_together() {
    for (x, opens) in [(8.0, false), (55.0, true)] {
        let mut test = table()
            .area("woods", (6.0, 30.0), (70.0, 44.0))
            .unit("red", RED, &line(8, 44.0, 30.8, 1.3, 270.0))
            .hidden()
            .unit("others", RED, &line(8, x, 30.8, 1.3, 250.0))
            .hidden()
            .unit("blue", BLUE, &line(8, 45.0, 22.0, 1.2, 90.0))
            .victory(every_man())
            .acting("red");
        stand_to(&mut test);
        let order = choice(&test);
        assert_eq!(order.verb.0 == "shoot", opens, "{order:?}");
    }
}

/// CP-12.2: however good the shots are, an ambush waits until others can open it, too; not if the enemy is about to
/// find it.
#[test]
fn an_ambush_waits_for_the_others_until_it_is_about_to_be_found() {
    // The others have somebody before their muskets or not; blue is so far off.
    for (x, far, opens) in [(8.0, 8.5, false), (57.0, 8.5, true), (8.0, 5.1, true)] {
        let mut test = table()
            .area("woods", (6.0, 30.0), (70.0, 44.0))
            .unit("red", RED, &line(10, 44.0, 30.8, 1.3, 270.0))
            .weapons(&["rifle"])
            .word("accuracy", "Elite")
            .hidden()
            .unit("others", RED, &line(8, x, 30.8, 1.3, 250.0))
            .weapons(&["rifle"])
            .hidden()
            .unit("blue", BLUE, &line(12, 43.0, 30.8 - 1.0 - far, 1.2, 90.0))
            .victory(every_man())
            .acting("red");
        stand_to(&mut test);
        let order = choice(&test);
        assert_eq!(order.verb.0 == "shoot", opens, "others at {x}, blue {far} inches off: {order:?}");
    }
}

/// CP-12.2: nor do hidden riders charge while the others who hide have nobody within reach.
#[test]
fn hidden_riders_wait_for_the_others_with_their_charge() {
    for (x, charges) in [(2.0, false), (30.0, true)] {
        let mut test = table()
            .area("woods", (0.0, 30.0), (70.0, 44.0))
            .unit("red", RED, &line(8, 44.0, 32.0, 1.3, 270.0))
            .kind("mounted")
            .weapons(&["sword"])
            .hidden()
            .unit("others", RED, &line(8, x, 32.0, 1.3, 270.0))
            .kind("mounted")
            .weapons(&["sword"])
            .hidden()
            .unit("blue", BLUE, &line(6, 45.0, 22.0, 2.5, 90.0))
            .weapons(&["sword"])
            .victory(every_man())
            .acting("red");
        test.cards(RED, &[4, 4]);
        let orders = act_out(&mut test);
        let charged = orders.iter().any(|order| order.target.is_some());
        assert_eq!(charged, charges, "others at {x}: {orders:?}");
    }
}

/// CP-9.3, CP-4.5: a captain by himself does not ride into a section of the enemy to cut down one wounded man.
#[test]
fn a_leader_does_not_ride_alone_among_the_enemy() {
    let mut test = table()
        .unit("captain", BLUE, &[(36.0, 16.0, 90.0)])
        .weapons(&["sword"])
        .leader("level", Value::Word("company".into()))
        .leader("rank", Value::Word("captain".into()))
        .kind("mounted")
        .unit("blue", BLUE, &line(6, 33.0, 6.0, 1.2, 90.0))
        .under("captain")
        .unit("red", RED, &line(6, 33.0, 26.0, 1.2, 270.0))
        .weapons(&["hatchet_tomahawk"])
        .victory(every_man())
        .acting("captain");
    for man in test.pieces("red") {
        test.mark(man, &marks::WOUND, 1);
        test.mark(man, &marks::STUN, 1);
    }
    let sound = test.piece("red", 6);
    test.mark(sound, &marks::STUN, 0);
    test.cards(BLUE, &[7, 8]);
    let captain = test.pieces("captain");
    let unit = test.unit("captain");
    test.order(Order::new(BLUE, &VerbId::new("act")).unit(unit));
    test.order(Order::new(BLUE, &VerbId::new("declare")).unit(unit).pieces(captain));
    let order = choice(&test);
    assert!(order.target.is_none(), "{order:?}");
}

/// HM-7.24: canister is not fired at the middle of the enemy over own men, but past them at his end.
#[test]
fn canister_is_fired_past_own_men() {
    let men = [(-1.5, -1.0), (-1.5, 0.2), (1.5, -1.0), (1.5, 0.2), (-0.6, -2.1), (0.6, -2.1)];
    let men: Vec<(f32, f32, f32)> = men.iter().map(|(dx, dy)| (36.0 + dx, 9.0 + dy, 90.0)).collect();
    let mut test = table()
        .size(72.0, 60.0)
        .unit("blue", BLUE, &men)
        .gun("gun_6", (36.0, 9.0, 90.0), (36.0, 3.0, 90.0))
        .word("round", "canister")
        .unit("friend", BLUE, &[(36.2, 27.0, 90.0)])
        .unit("red", RED, &[line(9, 32.0, 40.0, 1.0, 270.0), line(9, 32.0, 41.0, 1.0, 270.0)].concat())
        .victory(every_man())
        .acting("blue");
    stand_to(&mut test);
    let order = choice(&test);
    assert_eq!(order.verb.0, "fire");
    let view = test.battle.view();
    let gun = cp(&test.battle).gun(order.pieces[0]).expect("the gun fires");
    let there = view.place(order.target.expect("canister is aimed at a man")).at;
    let swath = cp(&test.battle).swath(gun, Heading::from_to(view.place(gun.piece).at, there));
    let struck: Vec<PieceId> = cp(&test.battle).men_in_swath(gun, &swath).into_iter().map(|(man, ..)| man).collect();
    assert!(!struck.is_empty() && of_side(&test, RED, &struck));
}

thread_local! {
    /// The data files with which the next battle is made.
    static DATA: RefCell<DataFiles> = RefCell::default();
}

fn with_data(app: &mut App) {
    app.insert_resource(DATA.with_borrow(DataFiles::clone));
    rulesets::plugin(app);
}

const FORAGING_PARTY: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";
const GRIZZLY_PASS: &str = "scenarios/old_west/grizzly_pass.scenario.ron";

/// The shots that are ordered in the first orders of a battle by such computers with a data file.
fn shots_under(name: &str, file: &'static str, text: &str, mind: fn(u64) -> Box<dyn Commander>) -> usize {
    DATA.with_borrow_mut(|data| *data = DataFiles::of([(file, text.to_owned())]));
    let books = rulebooks(with_data);
    let scenario = scenario::read(name, &std::fs::read_to_string(name).unwrap(), &books).unwrap();
    let mut battle = Battle::new(&scenario, 7, with_data);
    let shoots = |order: &Order| order.verb == VerbId::new("shoot") || order.choice.as_deref() == Some("shoot");
    let mut shots = 0;
    for _ in 0..400 {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let order = mind(1).decide(&battle, &ask).order;
        shots += usize::from(shoots(&order));
        battle.submit(order).unwrap();
    }
    shots
}

#[test]
fn a_computer_by_whose_judgement_every_shot_may_soon_be_better_hardly_shoots() {
    let own = include_str!("../../assets/rulesets/combat_patrol/judgement.ron");
    let miserly = own.replace("patience: 0.45,", "patience: 1.0,");
    let shots = |judgement: &str| shots_under(FORAGING_PARTY, "combat_patrol/judgement.ron", judgement, unerring);
    let (now, miserly) = (shots(own), shots(&miserly));
    assert!(5 * miserly < now, "{miserly} shots of {now}");
}

#[test]
fn only_seasoned_commanders_judge_by_what_was_learnt() {
    let shots = |mind| shots_under(FORAGING_PARTY, "combat_patrol/seasoned.ron", "(fire: (patience: 1.0))", mind);
    let (regular, seasoned) = (shots(unerring), shots(seasoned));
    assert!(2 * seasoned <= regular, "{seasoned} shots of {regular}");
}

#[test]
fn what_was_learnt_on_the_frontier_is_for_the_frontier_alone() {
    let shots = |name, mind| shots_under(name, "old_west/seasoned.ron", "(fire: (patience: 1.0))", mind);
    let (regular, seasoned_here) = (shots(GRIZZLY_PASS, unerring), shots(GRIZZLY_PASS, seasoned));
    assert!(3 * seasoned_here <= 2 * regular, "{seasoned_here} shots of {regular}");
    assert!(5 * shots(FORAGING_PARTY, seasoned) > shots(FORAGING_PARTY, unerring));
}
