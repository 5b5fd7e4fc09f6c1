//! Chapter 7: where the men of a crew stand when their gun is turned, moved or hooked up (HM-7.35, CP-1.5).

use grapeshot::{rulesets::combat_patrol::book::marks, table::position::Heading};

use super::{
    artillery::{battery, stand_to, the_gun},
    *,
};

#[track_caller]
fn nobody_overlaps(test: &TestBattle) {
    let view = test.battle.view();
    let pieces: Vec<PieceId> = view.pieces().filter(|piece| view.in_play(*piece)).collect();
    for (n, a) in pieces.iter().enumerate() {
        for b in &pieces[n + 1..] {
            let deep = view.outline(*a).overlap(&view.outline(*b));
            assert!(deep <= 0.02, "{} and {} overlap by {deep}", view.piece(*a).name, view.piece(*b).name);
        }
    }
}

fn strength(test: &TestBattle) -> usize {
    cp(test).strength(cp(test).gun(the_gun(test)).expect("it is a gun"))
}

/// HM-7.35, CP-1.5: when a gun is turned, a man whose place is taken stands at the nearest free place beside it.
#[test]
fn a_gunner_whose_place_is_taken_finds_another() {
    // Turned to the east, the first gunner would stand on one of them, the second on the other.
    let mates = [(35.0, 13.5, 90.0), (36.2, 13.5, 90.0), (37.4, 13.5, 90.0), (33.9, 12.6, 90.0)];
    let beside = battery(table(), "gun_6", 36.0, 12.0).unit("mates", BLUE, &mates);
    let mut test = far_enemy(beside).acting("blue");
    stand_to(&mut test);
    let turn = order(&test, "face").pieces([the_gun(&test)]).heading(Heading(0.0));
    test.order(turn);
    assert_eq!(place(&test, the_gun(&test)).facing, Heading(0.0));
    assert_eq!(strength(&test), 6, "all stand within two inches");
    nobody_overlaps(&test);
}

/// HM-7.35: if a man who serves a gun can stand nowhere beside it, it is not turned, and nothing changes.
#[test]
fn a_gun_whose_crew_has_no_room_is_not_turned() {
    // Rocks all round leave room beside the gun as it stands, but none before and behind.
    let rocks = table()
        .area("cliff", (30.0, 5.0), (34.7, 20.0))
        .area("cliff", (37.3, 5.0), (42.0, 20.0))
        .area("cliff", (34.7, 13.1), (37.3, 20.0))
        .area("cliff", (34.7, 5.0), (37.3, 10.9));
    let two = rocks.unit("blue", BLUE, &[(34.73, 12.0, 90.0), (37.27, 12.0, 90.0)]);
    let gun = two.gun("gun_6", (36.0, 12.0, 90.0), (36.0, 2.0, 90.0));
    let mut test = far_enemy(gun).acting("blue");
    stand_to(&mut test);
    let before = test.battle.checksum();
    let turn = order(&test, "face").pieces([test.piece("blue", 3)]).heading(Heading(0.0));
    let refused = test.refused(turn);
    assert_eq!(refused.1, "HM-7.35", "{}", refused.0);
    assert_eq!(test.battle.checksum(), before);
}

/// HM-7.35, HM-7.3: a gun moved by hand takes its whole crew along, past those who stand in the way.
#[test]
fn a_gun_moved_by_hand_takes_its_crew_past_others() {
    let mates = [(34.5, 14.2, 90.0), (37.5, 14.2, 90.0), (34.0, 15.3, 90.0)];
    let beside = battery(table(), "gun_6", 36.0, 12.0).unit("mates", BLUE, &mates);
    let mut test = far_enemy(beside).acting("blue");
    let gun = the_gun(&test);
    march_to(&mut test, [gun], &[7], (36.0, 20.0));
    near(place(&test, gun), 36.0, 13.75);
    assert_eq!(strength(&test), 6);
    nobody_overlaps(&test);
}

/// HM-7.35, HM-7.5: a gun that is hooked up behind its limber takes its crew along, and nobody stands on another.
#[test]
fn a_crew_goes_with_the_gun_to_its_limber() {
    let men = [(34.5, 11.0), (34.5, 12.2), (37.5, 11.0), (37.5, 12.2), (35.4, 9.9), (36.6, 9.9)];
    let men: Vec<(f32, f32, f32)> = men.iter().map(|(x, y)| (*x, *y, 90.0)).collect();
    let mates = [(42.3, 9.0, 90.0), (42.3, 10.2, 90.0), (40.0, 7.4, 90.0)];
    let close = table().unit("blue", BLUE, &men).gun("gun_6", (36.0, 12.0, 90.0), (41.0, 12.0, 90.0));
    let mut test = far_enemy(close.unit("mates", BLUE, &mates)).acting("blue");
    stand_to(&mut test);
    let hook = order(&test, "limber").pieces([the_gun(&test)]);
    test.order(hook);
    near(place(&test, the_gun(&test)), 41.0, 9.0);
    assert_eq!(strength(&test), 6);
    nobody_overlaps(&test);
}

/// HM-7.9, CP-2.12: to help is a man's action: he who has used it may not, he who moves may after his move.
#[test]
fn to_help_is_an_action() {
    let foot = battery(table(), "gun_6", 36.0, 12.0)
        .unit("foot", BLUE, &[(36.0, 15.0, 90.0), (37.2, 15.0, 90.0)])
        .weapons(&["musket"]);
    let mut test = far_enemy(foot).acting("foot");
    let men = test.pieces("foot");
    declare(&mut test, [men[0]], &[7]);
    let early = order(&test, "help").pieces([men[0]]).target(the_gun(&test));
    assert_eq!(test.refused(early).1, "CP-2.12");
}

/// HM-7.8, HM-7.35: to load takes the action of all who count for it: gunners who have shot do not count this time.
#[test]
fn who_has_used_his_action_does_not_load() {
    let table = battery(table().setting("guns_start_loaded", Value::Flag(false)), "gun_6", 36.0, 12.0);
    let mut test = table.unit("red", RED, &[(36.0, 18.0, 270.0)]).weapons(&["sword"]).acting("blue");
    let gun = the_gun(&test);
    let left = |test: &TestBattle| test.battle.view().mark(gun, &marks::OUT_OF_AMMO);
    assert_eq!(left(&test), 1, "six men load in one activation");
    stand_to(&mut test);
    let shooters: Vec<PieceId> = (1..=4).map(|man| test.piece("blue", man)).collect();
    test.cards(BLUE, &[1, 1, 1, 1]);
    let shoot = order(&test, "shoot").pieces(shooters).target(test.piece("red", 1));
    test.order(shoot);
    let load = order(&test, "load").pieces([gun]).choice("shot");
    let plan = test.battle.check(&load).expect("two are free");
    assert!(plan.summary.ends_with("is loaded in 3 activations"), "{}", plan.summary);
    test.order(load);
    assert_eq!(left(&test), 1, "two men do not load it at once");
    let unit = test.unit("blue");
    test.act_next(unit);
    stand_to(&mut test);
    let again = order(&test, "load").pieces([gun]);
    test.order(again);
    assert_eq!(left(&test), 0);
}

/// A man whose leader stands so far west of him, the gun farther east; he moves to a point.
fn sent(leader: f32, man: f32, to: f32) -> TestBattle {
    let foot = [(leader, 12.0, 0.0), (man, 12.0, 0.0)];
    let table = battery(table(), "gun_6", 36.0, 12.0).unit("foot", BLUE, &foot).weapons(&["musket"]);
    let mut test = far_enemy(table).acting("foot");
    let man = test.piece("foot", 2);
    // His leader has something to do, so that the activation goes on.
    test.mark(test.piece("foot", 1), &marks::RELOAD, 1);
    march_to(&mut test, [man], &[4], (to, 12.0));
    test
}

/// HM-7.9: a helper whose way takes him out of his leader's command finishes it on the gun leader's activations.
#[test]
fn a_helper_finishes_his_way_on_the_gun_leaders_card() {
    let mut test = sent(10.0, 20.0, 30.0);
    let (gun, man) = (the_gun(&test), test.piece("foot", 2));
    let help = order(&test, "help").pieces([man]).target(gun);
    let events = test.order(help);
    assert!(events.iter().any(|event| event.text.contains("on the way to help")), "{events:?}");
    let helpers = |test: &TestBattle| cp(test).crew(cp(test).gun(gun).unwrap()).helpers;
    assert!(helpers(&test).is_empty(), "he is not there yet");
    let unit = test.unit("blue");
    test.act_next(unit);
    assert!(test.battle.awaiting().asks[0].pieces.contains(&man));
    assert!(cp(&test).in_command(man), "the gun's leader commands him");
    march_to(&mut test, [man], &[4], (33.2, 13.0));
    assert_eq!(helpers(&test), [man]);
}

/// HM-7.9: a man who is still in his leader's command, or goes the other way, helps only when he is at the gun.
#[test]
fn who_is_not_on_his_way_out_of_command_does_not_help_from_afar() {
    for (leader, man, to) in [(20.0, 22.0, 30.0), (20.0, 12.0, 4.0)] {
        let mut test = sent(leader, man, to);
        let help = order(&test, "help").pieces([test.piece("foot", 2)]).target(the_gun(&test));
        assert_eq!(test.refused(help), ("foot.2 is more than 2 inches from the gun".into(), "HM-7.9".into()));
    }
}
