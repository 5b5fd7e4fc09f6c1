//! Chapter 5: shooting; chapter 4 where formations shoot.

use super::*;
use grapeshot::rulesets::black_powder::shooting::shot::{Manner, Shot};

/// A blue unit at (60,20) facing north and a red one this many inches before it, facing it.
fn facing(kind: &str, formation: &str, foe: &str, foe_formation: &str, gap: f32) -> TestTable {
    table().blue("one", kind, formation, (60.0, 20.0, 90.0)).red("foe", foe, foe_formation, (60.0, 20.0 + gap, 270.0))
}

fn shot(test: &TestBattle) -> Shot {
    bp(test).shot(test.unit("one"), test.unit("foe"), Manner::Ordinary)
}

/// The score to hit of one kind of unit on another.
fn to_hit(kind: &str, formation: &str, foe: &str, foe_formation: &str, gap: f32) -> i32 {
    shot(&facing(kind, formation, foe, foe_formation, gap).battle()).hit.needed()
}

fn count(kind: &str, formation: &str, gap: f32) -> u8 {
    shot(&facing(kind, formation, "line_infantry", "line", gap).battle()).count()
}

/// The part of shooting with these dice: the blue unit shoots at the red one.
fn shoots(test: &mut TestBattle, shots: &[u16], saves: &[u16]) -> Vec<BattleEvent> {
    until(test, "shooting");
    force(test, &dice::SHOTS, shots);
    force(test, &dice::SAVES, saves);
    let order = told(test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    test.order(order)
}

/// BP-5.1: a unit shoots once in its own shooting part, after any movement; not in combat.
#[test]
fn a_unit_shoots_once() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 15.0)
        .blue("two", "line_infantry", "line", (80.0, 20.0, 90.0))
        .red("there", "line_infantry", "line", (80.0, 35.0, 270.0))
        .battle();
    shoots(&mut test, &[1, 1, 1], &[]);
    let again = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    assert_eq!(test.refused(again).1, "BP-5.1");
    touch(&mut test, "two", "there", Face::Front);
    assert_eq!(bp(&test).may_shoot(test.unit("two")).expect_err("it fights").rule.to_string(), "BP-5.1");
}

/// BP-5.1: artillery shoots if it made at most one move and is deployed.
#[test]
fn guns_shoot_deployed_and_after_one_move_at_most() {
    let mut test = facing("foot_battery", "deployed", "line_infantry", "line", 20.0).battle();
    let may = |test: &TestBattle| bp(test).may_shoot(test.unit("one")).map_err(|refusal| refusal.rule.to_string());
    assert_eq!(may(&test), Ok(()));
    work(&mut test, "one", |work| work.moves = 1);
    assert_eq!(may(&test), Ok(()));
    work(&mut test, "one", |work| work.moves = 2);
    assert_eq!(may(&test), Err("BP-5.1".into()));
    let limbered = facing("foot_battery", "limbered", "line_infantry", "line", 20.0).battle();
    assert_eq!(may(&limbered), Err("BP-5.1".into()));
    let lancers = facing("lancers", "line", "line_infantry", "line", 20.0).battle();
    assert_eq!(may(&lancers), Err("BP-5.1".into()));
}

/// BP-5.2: the target is the nearest visible enemy in front and range; within an inch of it one may choose.
#[test]
fn a_unit_shoots_at_the_nearest_enemy() {
    let with = |gap: f32| {
        let mut test = facing("line_infantry", "line", "line_infantry", "attack_column", gap)
            .red("near", "line_infantry", "attack_column", (66.0, 30.0, 270.0))
            .battle();
        until(&mut test, "shooting");
        test.battle
            .check(&told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1)))
            .map(|_| ())
            .map_err(|refusal| refusal.to_string())
    };
    assert_eq!(with(10.9), Ok(()));
    assert_eq!(with(12.0), Err("ONE must shoot at the nearest enemy (BP-5.2)".into()));
}

/// BP-5.2: what cannot be shot at: commanders, friends, units in combat, out of range, not in front.
#[test]
fn what_is_no_target() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0)
        .blue("friend", "line_infantry", "line", (80.0, 20.0, 90.0))
        .red("far", "line_infantry", "line", (60.0, 40.0, 270.0))
        .red("behind", "line_infantry", "line", (60.0, 8.0, 90.0))
        .battle();
    until(&mut test, "shooting");
    for (key, rule) in [("red", "BP-5.2"), ("friend", "BP-5.2"), ("far", "BP-5.3"), ("behind", "BP-5.2")] {
        let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece(key, 1));
        let (reason, got) = test.refused(shoot);
        assert_eq!(got, rule, "{key}: {reason}");
    }
    touch(&mut test, "friend", "foe", Face::Front);
    let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    assert_eq!(test.refused(shoot).1, "BP-5.2", "it is in combat");
}

/// BP-5.2: artillery may choose any clear target if no enemy is within 12 inches.
#[test]
fn guns_choose_their_target_while_no_enemy_is_near() {
    let with = |near: f32| {
        let test = table()
            .blue("one", "foot_battery", "deployed", (60.0, 20.0, 90.0))
            .red("near", "line_infantry", "attack_column", (50.0, 20.0 + near, 270.0))
            .red("foe", "line_infantry", "line", (66.0, 50.0, 270.0))
            .battle();
        bp(&test).targets(test.unit("one")).contains(&test.unit("foe"))
    };
    assert!(with(20.0));
    assert!(!with(9.0));
}

/// BP-5.3: muskets reach 18 inches, rifled muskets 24, guns 48.
#[test]
fn weapons_reach_as_far_as_the_table_says() {
    for (kind, formation, range) in [
        ("line_infantry", "line", 18.0),
        ("acw_infantry", "line", 24.0),
        ("irregular_cavalry_small", "line", 12.0),
        ("horse_battery", "deployed", 36.0),
        ("foot_battery", "deployed", 48.0),
    ] {
        let sees = |gap: f32| {
            let test = facing(kind, formation, "line_infantry", "line", gap).size(120.0, 140.0).battle();
            !bp(&test).targets(test.unit("one")).is_empty()
        };
        assert!(sees(range), "{kind}");
        assert!(!sees(range + 0.1), "{kind}");
    }
}

/// BP-5.4: battery at 30" (of 48) at deployed guns: needs 6. Musket line at 6" on formed line: needs 3. And each row.
#[test]
fn the_score_to_hit_by_shooting() {
    assert_eq!(to_hit("foot_battery", "deployed", "foot_battery", "deployed", 30.0), 6);
    assert_eq!(to_hit("line_infantry", "line", "line_infantry", "line", 6.0), 3);
    assert_eq!(to_hit("line_infantry", "line", "line_infantry", "line", 6.1), 4);
    for (formation, needed) in [("attack_column", 3), ("square", 3), ("march_column", 3), ("line", 4)] {
        assert_eq!(to_hit("foot_battery", "deployed", "line_infantry", formation, 20.0), needed, "{formation}");
    }
    assert_eq!(to_hit("foot_battery", "deployed", "foot_battery", "limbered", 20.0), 4, "limbered guns are no column");
    assert_eq!(to_hit("foot_battery", "deployed", "line_infantry", "line", 24.1), 5, "over half range");
    assert_eq!(to_hit("line_infantry", "line", "line_infantry", "attack_column", 10.0), 4, "only for artillery");
    assert_eq!(to_hit("french_light", "skirmish", "line_infantry", "line", 10.0), 3);
    assert_eq!(to_hit("french_light", "skirmish", "line_infantry", "line", 5.0), 3, "the +1 is taken once");
    assert_eq!(to_hit("line_infantry", "line", "french_light", "skirmish", 10.0), 5);
    assert_eq!(to_hit("line_infantry", "line", "foot_battery", "deployed", 10.0), 5);
}

/// BP-5.4: shooters shaken or disordered: -1, once.
#[test]
fn shaken_or_disordered_shooters_hit_less() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0).battle();
    disorder(&mut test, "one");
    assert_eq!(shot(&test).hit.needed(), 5);
    hurt(&mut test, "one", 3);
    assert_eq!(shot(&test).hit.needed(), 5);
    assert_eq!(bp(&test).regiment(test.unit("one")).map(|values| values.stamina), Some(3));
}

/// BP-5.4: not clear: fewer than three lines are free: -1.
#[test]
fn a_target_that_is_not_clear_is_harder_to_hit() {
    let test = facing("line_infantry", "line", "line_infantry", "line", 14.0)
        .blue("two", "line_infantry", "attack_column", (56.0, 27.0, 90.0))
        .battle();
    assert!(bp(&test).sight(test.unit("one"), test.unit("foe"), false).lines < 3);
    assert_eq!(shot(&test).hit.needed(), 5);
}

/// BP-5.5: battery 3-2-1, 20" of 48: 2 dice; tiny unit 1; attack and mixed formations 1; line all.
#[test]
fn the_dice_of_shooting() {
    assert_eq!(count("foot_battery", "deployed", 5.0), 3);
    assert_eq!(count("foot_battery", "deployed", 20.0), 2);
    assert_eq!(count("foot_battery", "deployed", 30.0), 1);
    assert_eq!(count("skirmish_company", "line", 10.0), 1);
    assert_eq!(count("line_infantry", "line", 10.0), 3);
    assert_eq!(count("line_infantry_large", "line", 10.0), 4);
    assert_eq!(count("line_infantry", "attack_column", 10.0), 1);
    assert_eq!(count("french_line", "mixed_line", 10.0), 1);
    assert_eq!(count("line_infantry", "square", 10.0), 1);
    assert_eq!(count("line_infantry", "march_column", 10.0), 0);
    assert_eq!(count("french_light", "skirmish", 10.0), 3);
}

/// BP-5.5, BP-5.6: enfilading 20" of 48: 4 dice; an attack column enfilading: 2 dice. Not against cavalry, square,
/// skirmish order, or a march column shot at from the side.
#[test]
fn enfilade_doubles_the_dice() {
    let at = |kind: &str, formation: &str, foe: &str, foe_formation: &str, heading: f32| {
        let test = table()
            .blue("one", kind, formation, (60.0, 20.0, 90.0))
            .red("foe", foe, foe_formation, (60.0, 38.0, heading))
            .battle();
        shot(&test).count()
    };
    assert_eq!(at("foot_battery", "deployed", "line_infantry", "line", 0.0), 4);
    assert_eq!(at("foot_battery", "deployed", "line_infantry", "line", 90.0), 4, "in the rear");
    assert_eq!(at("foot_battery", "deployed", "line_infantry", "line", 270.0), 2);
    assert_eq!(at("line_infantry", "attack_column", "line_infantry", "line", 0.0), 2);
    assert_eq!(at("foot_battery", "deployed", "foot_battery", "deployed", 0.0), 4);
    assert_eq!(at("foot_battery", "deployed", "dragoons", "line", 0.0), 2, "cavalry");
    assert_eq!(at("foot_battery", "deployed", "line_infantry", "square", 0.0), 2);
    assert_eq!(at("foot_battery", "deployed", "french_light", "skirmish", 0.0), 2);
    assert_eq!(at("foot_battery", "deployed", "line_infantry", "march_column", 0.0), 2, "from the side");
    assert_eq!(at("foot_battery", "deployed", "line_infantry", "march_column", 90.0), 4, "from the rear");
}

fn save(kind: &str, foe: &str, foe_formation: &str, gap: f32) -> i32 {
    let formation = if kind.contains("battery") { "deployed" } else { "line" };
    shot(&facing(kind, formation, foe, foe_formation, gap).battle()).save.needed()
}

/// BP-5.7: Morale 4+, long artillery: needs 5. Medium artillery: 6. March column under medium artillery: none. Attack
/// column 4+, muskets: 3, but no bonus against artillery.
#[test]
fn the_score_to_save() {
    assert_eq!(save("foot_battery", "line_infantry", "line", 30.0), 5);
    assert_eq!(save("foot_battery", "line_infantry", "line", 20.0), 6);
    assert_eq!(save("foot_battery", "line_infantry", "line", 5.0), 6);
    assert!(save("foot_battery", "line_infantry", "march_column", 20.0) > 6);
    assert_eq!(save("line_infantry", "line_infantry", "attack_column", 10.0), 3);
    assert_eq!(save("foot_battery", "line_infantry", "attack_column", 20.0), 6);
    assert_eq!(save("line_infantry", "line_infantry", "march_column", 10.0), 6);
    assert_eq!(save("line_infantry", "french_line", "mixed_column", 10.0), 3, "as its main body");
}

/// BP-5.7: light cover +1, heavy cover +2; a line counts if it lies between and within an inch of the target.
#[test]
fn cover_helps_to_save() {
    let needed = |table: TestTable| shot(&table.battle()).save.needed();
    let base = || facing("line_infantry", "line", "line_infantry", "line", 10.0);
    let light = |y: f32| base().obstacle("hedge", &[(50.0, y), (70.0, y)]);
    assert_eq!(needed(base()), 4);
    assert_eq!(needed(light(29.2)), 3);
    assert_eq!(needed(light(28.0)), 4, "too far before it");
    assert_eq!(needed(light(31.8)), 4, "behind it");
    assert_eq!(needed(base().obstacle("earthwork", &[(50.0, 29.2), (70.0, 29.2)])), 2);
    assert_eq!(needed(base().obstacle("fence", &[(50.0, 29.2), (70.0, 29.2)])), 4);
    let woods = facing("line_infantry", "line", "french_light", "skirmish", 10.0)
        .area("woods", (40.0, 30.0), (80.0, 40.0))
        .battle();
    assert_eq!(shot(&woods).save.needed(), 3);
    let house = facing("line_infantry", "line", "line_infantry", "garrison", 12.0)
        .building((57.0, 30.0), (63.0, 34.0), &[], &[])
        .battle();
    assert_eq!(shot(&house).save.needed(), 2);
}

/// BP-5.8: a natural 6 to hit disorders the target even if that hit is saved; unsaved hits are casualties.
#[test]
fn a_natural_six_disorders() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0).battle();
    let events = shoots(&mut test, &[6, 4, 3], &[4, 3]);
    assert_eq!(casualties(&test, "foe"), 1, "{}", texts(&events));
    assert!(disordered(&test, "foe"));
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0).battle();
    shoots(&mut test, &[5, 5, 5], &[1, 6, 6]);
    assert!(!disordered(&test, "foe"));
    assert_eq!(casualties(&test, "foe"), 1);
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0).battle();
    shoots(&mut test, &[6, 1, 1], &[6]);
    assert!(disordered(&test, "foe") && casualties(&test, "foe") == 0);
}

/// BP-5.8: 3 dice: disorder 42 %; line 3 dice at 4+, save 4+: expected casualties 0.75; at 6": 1.0.
#[test]
fn the_odds_of_a_shot_are_shown() {
    let odds = |gap: f32| {
        let test = facing("line_infantry", "line", "line_infantry", "line", gap).battle();
        near(shot(&test).expected(), if gap > 6.0 { 0.75 } else { 1.0 });
        bp(&test).odds_of_shot(&shot(&test))
    };
    assert!(odds(10.0).then.iter().any(|(line, _)| line == "disorder 42 %"));
    assert!(odds(6.0).then.iter().any(|(line, _)| line == "1 casualty to be expected"));
}

/// BP-5.9: stamina 3, casualties 2, takes 3: shaken, 2 excess, break test at -2; afterwards 3 casualties.
#[test]
fn excess_casualties_count_in_the_test_and_are_dropped() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0).battle();
    hurt(&mut test, "foe", 2);
    force(&mut test, &dice::TESTS, &[5, 5]);
    let events = shoots(&mut test, &[5, 5, 5], &[1, 1, 1]);
    assert_eq!(casualties(&test, "foe"), 3);
    assert!(bp(&test).shaken(test.unit("foe")));
    let tested = events.iter().find(|event| event.rule.0 == "BP-7.8").expect("it tests");
    assert_eq!(lines(&tested.explained), [("two dice".to_owned(), 10.0), ("2 excess casualties".to_owned(), -2.0)]);
    assert!(stands(&test, "foe"));
}

/// BP-5.9: the excess of several shots of one part adds up for one test at its end; artillery casualties: -1.
#[test]
fn several_shots_bring_one_test() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 10.0)
        .blue("guns", "foot_battery", "deployed", (70.0, 20.0, 90.0))
        .battle();
    hurt(&mut test, "foe", 3);
    shoots(&mut test, &[5, 1, 1], &[1]);
    force(&mut test, &dice::SHOTS, &[5, 5, 5]);
    force(&mut test, &dice::SAVES, &[1, 1, 1]);
    let shoot = told(&test, &verbs::SHOOT, &["guns"]).target(test.piece("foe", 1));
    force(&mut test, &dice::TESTS, &[6, 6]);
    let events = test.order(shoot);
    let tests: Vec<_> = events.iter().filter(|event| event.rule.0 == "BP-7.8").collect();
    assert_eq!(tests.len(), 1, "{}", texts(&events));
    let expected = [("two dice", 12.0), ("3 excess casualties", -3.0), ("casualties from artillery", -1.0)];
    assert_eq!(lines(&tests[0].explained), expected.map(|(label, amount)| (label.to_owned(), amount)));
}

/// BP-5.10: guns shoot over units more than 6" from them and from the target: -1; howitzers have no -1.
#[test]
fn guns_shoot_overhead() {
    let over = |kind: &str, y: f32| {
        let test = facing(kind, "deployed", "line_infantry", "attack_column", 20.0)
            .blue("between", "line_infantry_large", "line", (60.0, y, 90.0))
            .battle();
        (bp(&test).targets(test.unit("one")).contains(&test.unit("foe")), shot(&test).hit.needed())
    };
    // Column: +1.
    assert_eq!(over("foot_battery", 31.0), (true, 4));
    assert_eq!(over("howitzer_battery", 31.0), (true, 3));
    assert!(!over("foot_battery", 26.0).0, "too near to the guns");
    assert!(!over("foot_battery", 35.0).0, "too near to the target");
    let test = facing("line_infantry", "line", "line_infantry", "attack_column", 16.0)
        .blue("between", "line_infantry_large", "line", (60.0, 28.5, 90.0))
        .battle();
    assert!(bp(&test).targets(test.unit("one")).is_empty(), "muskets do not");
}

/// BP-5.10, BP-1.8: a hill gives the sight over what stands lower, not the modifier: cannon take their -1 from there
/// too, howitzers none.
#[test]
fn guns_on_a_hill_shoot_overhead_at_minus_one() {
    let over = |kind: &str| {
        let test = facing(kind, "deployed", "line_infantry", "attack_column", 20.0)
            .blue("between", "line_infantry_large", "line", (60.0, 31.0, 90.0))
            .hill((50.0, 10.0), (70.0, 22.0), 1, false)
            .battle();
        let shot = shot(&test);
        (bp(&test).targets(test.unit("one")).contains(&test.unit("foe")), lines(&shot.hit.sum))
    };
    let (may, sum) = over("foot_battery");
    assert!(may && sum.contains(&("overhead".to_owned(), -1.0)), "{sum:?}");
    let (may, sum) = over("howitzer_battery");
    assert!(may && !sum.iter().any(|(label, _)| label == "overhead"), "{sum:?}");
    let muskets = facing("line_infantry", "line", "line_infantry", "attack_column", 16.0)
        .blue("between", "line_infantry_large", "line", (60.0, 28.5, 90.0))
        .hill((50.0, 10.0), (70.0, 22.0), 1, false)
        .battle();
    assert!(bp(&muskets).targets(muskets.unit("one")).contains(&muskets.unit("foe")), "the hill lets muskets see");
    assert!(!lines(&shot(&muskets).hit.sum).iter().any(|(label, _)| label == "overhead"));
}

/// BP-5.11: battery 3-2-1 at 5" on an attack column: 3 dice, +1 close, +1 column: needs 2; the column saves at -2
/// without its bonus.
#[test]
fn canister_is_close_range() {
    let test = facing("foot_battery", "deployed", "line_infantry", "attack_column", 5.0).battle();
    let shot = shot(&test);
    assert_eq!((shot.count(), shot.hit.needed(), shot.save.needed()), (3, 2, 6));
}

/// BP-5.12: guns pivot up to 45 degrees before they shoot, free.
#[test]
fn guns_pivot_before_they_shoot() {
    let at = |x: f32, y: f32| {
        table()
            .blue("one", "foot_battery", "deployed", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (x, y, 270.0))
            .battle()
    };
    let mut test = at(80.0, 28.0);
    shoots(&mut test, &[1, 1], &[]);
    assert!(bp(&test).outline(test.unit("one")).place.facing.0 < 60.0);
    assert!(bp(&at(80.0, 10.0)).targets(test.unit("one")).is_empty(), "more than 45 degrees");
}

/// BP-5.12: guns near the enemy are manhandled by initiative, 6 inches, once a turn; by order else.
#[test]
fn guns_are_manhandled() {
    let mut test = facing("foot_battery", "deployed", "line_infantry", "line", 11.0).battle();
    assert_eq!(asked(&test), "initiative");
    let back = told(&test, &MARCH, &["one"]).path([Leg::March { inches: 12.0, aside: 180.0 }]);
    test.order(back);
    near_point(front(&test, "one"), 60.0, 14.0);
    assert_eq!(bp(&test).may_shoot(test.unit("one")), Ok(()), "one move");
    until(&mut test, "shooting");
}

/// BP-4.2: skirmishers see and shoot all round and have no flanks.
#[test]
fn skirmishers_shoot_all_round() {
    let test = table()
        .blue("one", "french_light", "skirmish", (60.0, 30.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 18.0, 90.0))
        .battle();
    assert_eq!(bp(&test).targets(test.unit("one")), [test.unit("foe")]);
    let line = table()
        .blue("one", "line_infantry", "line", (60.0, 30.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 18.0, 90.0))
        .battle();
    assert!(bp(&line).targets(line.unit("one")).is_empty());
}

/// BP-4.3: the screen shoots one die with the skirmisher's +1; small arms on its front are at -1, artillery is not, nor
/// is fire on its flank.
#[test]
fn a_screen_shoots_and_shields() {
    assert_eq!(to_hit("french_line", "mixed_line", "line_infantry", "line", 10.0), 3);
    assert_eq!(to_hit("line_infantry", "line", "french_line", "mixed_line", 10.0), 5);
    assert_eq!(to_hit("foot_battery", "deployed", "french_line", "mixed_line", 20.0), 4);
    let test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "french_line", "mixed_line", (60.0, 32.0, 0.0))
        .battle();
    assert_eq!(shot(&test).hit.needed(), 4);
}

/// BP-4.4, BP-5.2: a square chooses a target for each face, one die each.
#[test]
fn each_face_of_a_square_shoots() {
    let mut test = table()
        .blue("one", "line_infantry", "square", (60.0, 32.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 44.0, 270.0))
        .red("south", "line_infantry", "line", (60.0, 16.0, 90.0))
        .battle();
    shoots(&mut test, &[1], &[]);
    assert_eq!(asked(&test), "shooting", "the rear face has not shot");
    let again = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    assert_eq!(test.refused(again).1, "BP-4.4");
    force(&mut test, &dice::SHOTS, &[1]);
    let south = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("south", 1));
    let events = test.order(south);
    assert_eq!(rolled(&events, "BP-5.5"), [[1]]);
}
