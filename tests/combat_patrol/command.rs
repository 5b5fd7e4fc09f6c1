//! Chapter 4.

use grapeshot::{
    forces::{Fate, Value},
    rulesets::combat_patrol::{
        book::{grade::Grade, marks, profile::Level},
        state::shot::Manner,
    },
    table::position::Place,
    testing::{BLUE, RED},
};

use super::*;

fn word(word: &str) -> Value {
    Value::Word(word.into())
}

/// A leader of this level at (10,10).
fn led_by(level: &str) -> TestTable {
    table().unit("leader", BLUE, &[(10.0, 10.0, 90.0)]).leader("level", word(level))
}

/// A sergeant at (10,10) with a man this many inches from him.
fn section(gap: f32) -> TestTable {
    table().unit("men", BLUE, &[(10.0, 10.0, 90.0), (11.0 + gap, 10.0, 90.0)])
}

fn foe(table: TestTable) -> TestTable {
    table.unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// CP-4.1: a team leader stands in his unit and acts on its die; a platoon leader is a unit of his own with his own
/// die.
#[test]
fn a_higher_leader_is_a_unit_of_his_own() {
    let table = led_by("platoon").unit("men", BLUE, &[(20.0, 10.0, 90.0), (23.0, 10.0, 90.0)]).under("leader");
    let mut test = foe(table).battle();
    test.begin_turn(&[4, 2, 6], &[1]);
    let cp = cp(&test);
    assert_eq!(["leader", "men"].map(|key| cp.section(test.unit(key)).die), [4, 2]);
    assert_eq!(cp.as_leader(test.piece("men", 1)).expect("he leads").level, Level::Team);
    assert_eq!(cp.as_leader(test.piece("leader", 1)).expect("he leads").level, Level::Platoon);
    assert_eq!(cp.higher_leaders(test.unit("men")), [test.piece("leader", 1)]);
    assert!(cp.as_leader(test.piece("men", 2)).is_none());
    assert!(Level::Team < Level::Squad && Level::Squad < Level::Platoon && Level::Platoon < Level::Company);
}

/// CP-4.2: radius of trained leaders 12, 24, 36, 48 and of untrained ones 6, 18, 24, 30 by level.
#[test]
fn the_command_radius_goes_by_level_and_training() {
    for (level, trained, untrained) in
        [("team", 12.0, 6.0), ("squad", 24.0, 18.0), ("platoon", 36.0, 24.0), ("company", 48.0, 30.0)]
    {
        let test = foe(led_by(level)).battle();
        assert_eq!(cp(&test).radius(test.piece("leader", 1)), trained, "{level}");
        let test = foe(led_by(level).leader("trained", Value::Flag(false))).battle();
        assert_eq!(cp(&test).radius(test.piece("leader", 1)), untrained, "{level}, untrained");
    }
    let list = Value::List([5.0, 6.0, 7.0, 8.0].map(Value::Number).to_vec());
    let changed =
        || led_by("squad").setting("radius_squad", Value::Number(20.0)).setting("radius_untrained", list.clone());
    let test = foe(changed()).battle();
    assert_eq!(cp(&test).radius(test.piece("leader", 1)), 20.0);
    let test = foe(changed().leader("trained", Value::Flag(false))).battle();
    assert_eq!(cp(&test).radius(test.piece("leader", 1)), 6.0);
}

/// CP-4.2: measured from leader to figure as a gap between bases; the radius passes through terrain.
#[test]
fn the_radius_is_measured_between_bases_and_through_terrain() {
    for (gap, commanded) in [(12.0, true), (12.1, false)] {
        let test = foe(section(gap).area("woods", (14.0, 0.0), (20.0, 30.0))).battle();
        assert_eq!(cp(&test).in_command(test.piece("men", 2)), commanded, "{gap} inches");
    }
}

/// CP-4.3: "Out of command: this figure may only rejoin, shoot, reload or recover": it moves only to end nearer to its
/// leader.
#[test]
fn a_figure_out_of_command_may_only_move_toward_its_leader() {
    let mut test = foe(section(14.0)).acting("men");
    let man = test.piece("men", 2);
    declare(&mut test, vec![man], 7);
    for (x, y) in [(30.0, 10.0), (25.0, 16.0)] {
        let (reason, rule) = test.refused(order(&test, "move").pieces([man]).path([to(x, y)]));
        assert_eq!(rule, "CP-4.3");
        assert!(reason.contains("out of command: this figure may only rejoin, shoot, reload or recover"), "{reason}");
    }
    test.battle.check(&order(&test, "move").pieces([man]).path([to(20.0, 12.0)])).expect("he comes nearer");
}

/// CP-4.3: out of command a figure may not assault.
#[test]
fn a_figure_out_of_command_does_not_assault() {
    let mut test = section(14.0).unit("foe", RED, &[(25.0, 14.0, 270.0)]).acting("men");
    let man = test.piece("men", 2);
    declare(&mut test, vec![man], 7);
    let (reason, rule) = test.refused(order(&test, "assault").pieces([man]).target(test.piece("foe", 1)));
    assert_eq!(rule, "CP-4.3", "{reason}");
}

/// CP-4.3: out of command a figure shoots with the leader-absent shift, and reloads, but uses no moving fire.
#[test]
fn a_figure_out_of_command_shoots_and_reloads_where_it_stands() {
    let near = || section(14.0).unit("foe", RED, &[(25.0, 15.0, 270.0)]).weapons(&["sword"]);
    let mut test = near().acting("men");
    let (man, foe) = (test.piece("men", 2), test.piece("foe", 1));
    test.order(order(&test, "declare"));
    let plan = test.battle.check(&order(&test, "shoot").pieces([man]).target(foe)).expect("he may shoot");
    assert_eq!(plan.odds[0].explained.total(), 3.0);
    test.mark(man, &marks::RELOAD, 1);
    test.order(order(&test, "reload").pieces([man]));

    let mut test = near().acting("men");
    declare(&mut test, vec![man], 7);
    test.order(order(&test, "move").pieces([man]).path([to(24.5, 10.0)]));
    test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
    // His move left him out of command still.
    let asks = &test.battle.awaiting().asks[0];
    if asks.kind == "act" {
        let (_, rule) = test.refused(order(&test, "shoot").pieces([man]).target(foe));
        assert_eq!(rule, "CP-4.3");
    }
    let activation = &test
        .battle
        .view()
        .resource::<grapeshot::rulesets::combat_patrol::state::sequence_of_play::SequenceOfPlay>()
        .activation;
    if let Some(activation) = activation {
        assert_eq!(cp(&test).manner(activation, man).expect_err("no moving fire").rule.to_string(), "CP-4.3");
    }
}

/// CP-4.3: a unit with no leader is in command of its nearest higher leader within his radius; failing that its figures
/// go toward the unit's own centre.
#[test]
fn a_unit_without_a_leader_looks_to_the_next_above() {
    let led = |x: f32| {
        let table = led_by("platoon")
            .unit("men", BLUE, &[(x, 10.0, 90.0), (x + 2.0, 10.0, 90.0), (x + 4.0, 16.0, 90.0)])
            .leaderless()
            .under("leader");
        foe(table).battle()
    };
    let test = led(30.0);
    let man = test.piece("men", 1);
    assert_eq!(cp(&test).commander(man), Some(test.piece("leader", 1)));
    let test = led(50.0);
    assert!(!cp(&test).in_command(man));
    assert_eq!(cp(&test).rally_point(man), bevy::math::Vec2::new(52.0, 12.0));
}

/// CP-4.4: Regular musket at 4 in, sergeant stunned: column 2 + 1 = 3, 40 %.
#[test]
fn the_leader_must_be_present_for_the_fire_of_his_men() {
    let table = || section(2.0).unit("foe", RED, &[(13.0, 15.0, 270.0)]);
    let holes = |test: &TestBattle, man: usize, busy: bool| {
        let manner = Manner { busy: busy.then(|| test.piece("men", 1)), ..Manner::default() };
        cp(test).aim(test.piece("men", man), test.piece("foe", 1), manner).expect("a shot").holes()
    };
    let mut test = table().battle();
    assert_eq!(holes(&test, 2, false), 2, "he is there");
    assert_eq!(holes(&test, 2, true), 3, "he removes morale markers");
    assert_eq!(holes(&test, 1, true), 2, "a leader is always present for himself");
    test.mark(test.piece("men", 1), &marks::STUN, 1);
    assert_eq!(holes(&test, 2, false), 3, "he is stunned");
    assert_eq!(cp(&test).chance_of_holes(3), 0.4);
    test.mark(test.piece("men", 1), &marks::STUN, 0);
    test.stand(test.piece("men", 1), 13.0, 40.0, 90.0);
    assert_eq!(holes(&test, 2, false), 3, "he is out of reach");
    test.put(test.piece("men", 1), "fate", Fate::Casualty);
    assert_eq!(holes(&test, 2, false), 3, "he is lost");
}

/// CP-4.4: a leader who removes morale markers does not lead the fire of that activation.
#[test]
fn a_leader_who_steadies_his_men_does_not_lead_their_fire() {
    let mut test = section(2.0).unit("foe", RED, &[(13.0, 15.0, 270.0)]).acting("foe");
    test.mark_unit(test.unit("men"), &marks::MORALE, 1);
    test.act_next(test.unit("men"));
    test.order(order(&test, "steady").number(1.0));
    test.order(order(&test, "declare"));
    let shot = order(&test, "shoot").pieces([test.piece("men", 2)]).target(test.piece("foe", 1));
    let plan = test.battle.check(&shot).expect("he may shoot");
    assert!(plan.odds[0].explained.modifiers().iter().any(|line| line.rule.to_string() == "CP-4.4"));
}

/// The battle in which red's leader has been shot, come to the end of that turn.
fn leader_shot() -> TestBattle {
    let mut test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("men", RED, &[(20.0, 16.0, 270.0), (30.0, 16.0, 270.0), (33.0, 16.0, 270.0)])
        .word("guts", "Green")
        .leader("guts", word("Elite"))
        .leader("level", word("squad"))
        .unit("others", RED, &[(60.0, 45.0, 270.0)])
        .acting("shooter");
    test.order(order(&test, "declare"));
    test.cards(BLUE, &[36, 5]);
    test.activation_cards(&[12]);
    let shot = order(&test, "shoot").pieces([test.piece("shooter", 1)]).target(test.piece("men", 1));
    test.order(shot);
    assert_eq!(test.battle.view().fate(test.piece("men", 1)), Fate::Casualty);
    test
}

/// CP-4.5: a lost leader is replaced at the next end of turn by a figure of his unit chosen by the owner: its Guts is
/// one grade below the lost leader's, its level and radius the same. Until then the unit has no leader.
#[test]
fn a_lost_leader_is_replaced_at_the_end_of_the_turn() {
    let mut test = leader_shot();
    let unit = test.unit("men");
    assert_eq!(cp(&test).leader_of(unit), None);
    let turn = test.battle.view().clock().turn;
    let ask = &test.battle.awaiting().asks[0];
    assert_eq!((ask.kind.as_str(), ask.side), ("promote", RED));
    let (_, rule) = test.refused(order(&test, "promote").pieces([test.piece("others", 1)]));
    assert_eq!(rule, "CP-4.5");
    let heir = test.piece("men", 3);
    test.order(order(&test, "promote").pieces([heir]));
    assert!(test.battle.view().clock().turn > turn, "then dice are rolled");
    let cp = cp(&test);
    assert_eq!(cp.leader_of(unit), Some(heir));
    let values = cp.as_leader(heir).expect("he leads");
    assert_eq!((values.guts, values.level), (Grade::Regular, Level::Squad));
    assert_eq!(cp.radius(heir), 24.0);
}

/// CP-4.5: a lost platoon leader is not replaced.
#[test]
fn a_lost_higher_leader_is_not_replaced() {
    let mut test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("lt", RED, &[(20.0, 16.0, 270.0)])
        .leader("level", word("platoon"))
        .unit("men", RED, &[(40.0, 16.0, 270.0)])
        .under("lt")
        .acting("shooter");
    test.order(order(&test, "declare"));
    test.cards(BLUE, &[36, 5]);
    test.activation_cards(&[12]);
    let turn = test.battle.view().clock().turn;
    test.order(order(&test, "shoot").pieces([test.piece("shooter", 1)]).target(test.piece("lt", 1)));
    assert_eq!(test.battle.view().fate(test.piece("lt", 1)), Fate::Casualty);
    assert_ne!(test.battle.awaiting().asks[0].kind, "promote");
    assert_eq!(test.battle.view().clock().turn, turn + 1);
    assert_eq!(cp(&test).leader_of(test.unit("lt")), None);
    assert!(cp(&test).higher_leaders(test.unit("men")).is_empty());
}

/// CP-4.6: a higher leader may stand with a unit; he stays a unit of his own, but is a candidate in that unit's target
/// area.
#[test]
fn a_leader_who_stands_with_a_unit_may_be_hit_with_it() {
    let mut test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("men", RED, &[(20.0, 18.0, 270.0), (21.5, 18.5, 270.0)])
        .unit("lt", RED, &[(19.0, 19.5, 270.0)])
        .leader("level", word("platoon"))
        .acting("shooter");
    let lt = test.piece("lt", 1);
    let shooter = test.piece("shooter", 1);
    let found = cp(&test).candidates(shooter, test.piece("men", 1));
    assert_eq!(found, [test.piece("men", 1), test.piece("men", 2), lt]);
    let stood: Place = test.battle.view().place(lt);
    test.order(order(&test, "declare"));
    // Card 20 has pick 12: the third of three, torso, W.
    test.cards(BLUE, &[36, 20]);
    test.activation_cards(&[12]);
    test.order(order(&test, "shoot").pieces([shooter]).target(test.piece("men", 1)));
    let view = test.battle.view();
    assert_eq!(view.mark(lt, &marks::WOUND), 1);
    assert_eq!((view.unit_of(lt), view.place(lt)), (test.unit("lt"), stood));
    let markers = ["lt", "men"].map(|key| view.unit_marks(test.unit(key)).count(&marks::MORALE));
    assert_eq!(markers, [1, 0], "the marker is his own");
}
