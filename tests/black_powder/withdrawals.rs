//! BP-10.2: the units of a broken brigade withdraw.

use super::*;

/// A blue line at (60,40) with an enemy five inches before it; its brigade is broken. Two more brigades keep the army.
fn broken(add: impl FnOnce(TestTable) -> TestTable) -> (TestBattle, Vec<BattleEvent>) {
    broken_unit("line_infantry", "line", add)
}

fn broken_unit(
    kind: &str,
    formation: &str,
    add: impl FnOnce(TestTable) -> TestTable,
) -> (TestBattle, Vec<BattleEvent>) {
    let mut base = table()
        .setting("first_player", Value::Word("red".into()))
        .blue("one", kind, formation, (60.0, 40.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 45.0, 270.0));
    for (n, key) in ["second", "third"].into_iter().enumerate() {
        let x = 100.0 + 10.0 * n as f32;
        base = base.block(key, BLUE, "commander", "", (x, 2.0, 90.0)).under("general");
        base = base.block(&format!("of_{key}"), BLUE, "line_infantry", "line", (x, 6.0, 90.0)).under(key);
    }
    let mut test = add(base).battle();
    let blue = test.unit("blue");
    put_flow(&mut test, |play| play.broken.push(blue));
    let from = test.battle.log().len();
    until_of(&mut test, BLUE, "officers");
    let events = test.battle.log().events()[from..].to_vec();
    (test, events)
}

fn gap(test: &TestBattle) -> f32 {
    bp(test).gap(test.unit("one"), test.unit("foe"))
}

/// BP-10.2: one move to the rear until it is more than 12 inches away.
#[test]
fn a_unit_of_a_broken_brigade_goes_back() {
    let (test, events) = broken(|table| table);
    assert!(gap(&test) > 12.0 && gap(&test) < 12.6, "{}\n{}", gap(&test), texts(&events));
    near(front(&test, "one").x, 60.0);
}

/// BP-10.2, BP-3.3: it goes through friends and ends clear of them, slanting where need be; the rearmost go first.
#[test]
fn a_withdrawal_goes_through_friends_and_ends_clear() {
    let (test, events) = broken(|table| table.blue("near", "line_infantry", "line", (60.0, 37.0, 90.0)));
    assert!(gap(&test) > 12.0, "{}\n{}", gap(&test), texts(&events));
    let (test, events) = broken(|table| {
        table
            .blue("a", "line_infantry_small", "line", (60.0, 38.0, 90.0))
            .blue("b", "line_infantry_small", "line", (60.0, 36.4, 90.0))
            .blue("c", "line_infantry_small", "line", (60.0, 34.8, 90.0))
            .blue("d", "line_infantry_small", "line", (60.0, 33.2, 90.0))
            .blue("e", "line_infantry_small", "line", (60.0, 31.6, 90.0))
            .blue("f", "line_infantry_small", "line", (60.0, 30.0, 90.0))
            .blue("g", "line_infantry_small", "line", (60.0, 28.4, 90.0))
    });
    let one = bp(&test).outline(test.unit("one"));
    for other in ["a", "b", "c", "d", "e", "f", "g"] {
        assert!(one.overlap(&bp(&test).outline(test.unit(other))) < 0.02, "it stands on {other}");
    }
    assert!(gap(&test) > 12.0, "{:?}\n{}", one.place, texts(&events));
}

/// BP-10.2: a unit that has nowhere to go stays and the log says why.
#[test]
fn a_unit_that_cannot_withdraw_says_why() {
    let (test, events) = broken(|table| {
        table
            .red("behind", "line_infantry_large", "line", (60.0, 37.49, 90.0))
            .red("left", "line_infantry_large", "line", (52.0, 38.0, 0.0))
            .red("right", "line_infantry_large", "line", (68.0, 38.0, 180.0))
    });
    near_point(front(&test, "one"), 60.0, 40.0);
    let said = texts(&events);
    assert!(said.contains("ONE cannot withdraw: it would end within 1 inch of BEHIND"), "{said}");
}

/// BP-10.2: the disordered, deployed guns and the garrison stay, and those in combat fight on; the log says so.
#[test]
fn who_stays_when_its_brigade_is_broken_says_why() {
    let said = |kind: &str, formation: &str, change: fn(&mut TestBattle)| {
        let mut test = table()
            .blue("one", kind, formation, (60.0, 40.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 45.0, 270.0))
            .building((57.0, 37.0), (63.0, 40.0), &[], &[]);
        if formation != "garrison" {
            test = test.terrain(|terrain| terrain.buildings.clear());
        }
        let mut test = test
            .block("second", BLUE, "commander", "", (100.0, 2.0, 90.0))
            .under("general")
            .block("of_second", BLUE, "line_infantry", "line", (100.0, 6.0, 90.0))
            .under("second")
            .block("third", BLUE, "commander", "", (110.0, 2.0, 90.0))
            .under("general")
            .block("of_third", BLUE, "line_infantry", "line", (110.0, 6.0, 90.0))
            .under("third")
            .setting("first_player", Value::Word("red".into()))
            .battle();
        let blue = test.unit("blue");
        put_flow(&mut test, |play| play.broken.push(blue));
        change(&mut test);
        let from = test.battle.log().len();
        force(&mut test, &dice::BLOWS, &[1; 12]);
        until_of(&mut test, BLUE, "officers");
        texts(&test.battle.log().events()[from..])
    };
    let stays = |why: &str| format!("ONE does not withdraw: {why} (BP-10.2)");
    let text = said("line_infantry", "line", |test| disorder(test, "one"));
    assert!(text.contains(&stays("it is disordered")), "{text}");
    let text = said("foot_battery", "deployed", |_| {});
    assert!(text.contains(&stays("its guns are deployed")), "{text}");
    let text = said("line_infantry", "garrison", |_| {});
    assert!(text.contains(&stays("it holds a building")), "{text}");
    let text = said("line_infantry", "line", |test| {
        let foe = test.piece("foe", 1);
        test.stand(foe, 60.0, 40.0, 270.0);
        let place = test.battle.view().place(foe);
        test.stand(foe, place.at.x, 40.75, 270.0);
        touch(test, "foe", "one", Face::Front);
    });
    assert!(text.contains(&stays("it fights on")), "{text}");
}
