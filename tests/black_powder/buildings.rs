//! Chapter 8: buildings.

use super::*;
use grapeshot::rulesets::black_powder::book::values::Formation;

/// A house six inches wide and four deep round (60,32).
fn house(table: TestTable, size: &str) -> TestTable {
    table.building((57.0, 30.0), (63.0, 34.0), &[], &[]).building_size(size)
}

fn before_the_house(kind: &str, size: &str) -> TestTable {
    let table =
        table().blue("one", kind, "line", (60.0, 26.0, 90.0)).red("far", "line_infantry", "line", (110.0, 60.0, 270.0));
    house(table, size)
}

/// A garrison of red, and a blue unit before the house.
fn held(kind: &str) -> TestTable {
    let table = table().blue("one", kind, "line", (60.0, 20.0, 90.0)).red(
        "garrison",
        "line_infantry",
        "garrison",
        (60.0, 32.0, 270.0),
    );
    house(table, "medium")
}

fn goes_in(table: TestTable) -> Result<TestBattle, String> {
    let mut test = table.battle();
    beside(&mut test, "one");
    let enter = told(&test, &MARCH, &["one"]).path([to(60.0, 32.0)]);
    test.battle.check(&enter).map_err(|refusal| refusal.rule.to_string())?;
    commanded(&mut test, enter, &[3, 4]);
    test.order(order(&test, &verbs::GO));
    Ok(test)
}

/// BP-8.1, BP-3.5: entering takes six inches; the garrison has no formation, sees all round, has heavy cover.
#[test]
fn infantry_goes_into_a_building() {
    let test = goes_in(before_the_house("line_infantry", "medium")).expect("it may go in");
    let one = test.unit("one");
    assert_eq!(bp(&test).formation(one), Formation::Garrison);
    assert_eq!(bp(&test).garrison(0), Some(one));
    near(bp(&test).outline(one).footprint.half_width(), 3.0);
    assert!(bp(&test).formation(one).is_all_round());
    let far = before_the_house("line_infantry", "medium").battle();
    let walk = bp(&far).walk(
        far.unit("one"),
        &bp(&far).wording(far.unit("one"), &told(&far, &MARCH, &["one"]).path([to(60.0, 32.0)]), &mut None).unwrap(),
        1,
        grapeshot::rulesets::black_powder::movement::walker::Leave::default(),
    );
    near(walk.end().cost, 4.0 + 6.0);
}

/// BP-8.1: small: tiny or small; medium: up to standard; large: up to large; one unit; infantry only.
#[test]
fn a_building_holds_a_unit_of_its_size() {
    assert!(goes_in(before_the_house("line_infantry_small", "small")).is_ok());
    assert!(goes_in(before_the_house("line_infantry_large", "large")).is_ok());
    let formation = |table: TestTable| goes_in(table).map(|test| bp(&test).formation(test.unit("one")));
    assert_ne!(formation(before_the_house("line_infantry", "small")), Ok(Formation::Garrison));
    assert_ne!(formation(before_the_house("line_infantry_large", "medium")), Ok(Formation::Garrison));
    let horse = before_the_house("dragoons", "large").battle();
    assert!(bp(&horse).may_occupy(horse.unit("one"), 0).is_err());
    let full = before_the_house("line_infantry", "medium")
        .blue("first", "line_infantry", "garrison", (60.0, 32.0, 90.0))
        .battle();
    let why = bp(&full).may_occupy(full.unit("one"), 0).expect_err("it is held");
    assert!(why.contains("FIRST holds"), "{why}");
}

/// BP-8.1: a garrison shoots and fights two dice a face, saves in heavy cover.
#[test]
fn a_garrison_has_two_dice_a_face() {
    let mut test = held("line_infantry").battle();
    let (one, garrison) = (test.unit("one"), test.unit("garrison"));
    let shot = bp(&test).shot(garrison, one, grapeshot::rulesets::black_powder::shooting::shot::Manner::Ordinary);
    assert_eq!(shot.count(), 2);
    let at = bp(&test).shot(one, garrison, grapeshot::rulesets::black_powder::shooting::shot::Manner::Ordinary);
    assert_eq!(at.save.needed(), 2);
    touch(&mut test, "one", "garrison", Face::Front);
    assert_eq!(bp(&test).fighting_dice(garrison).total(), 2.0);
    assert_eq!(bp(&test).save_from::<i32>(garrison, one).needed(), 2);
    assert_eq!(bp(&test).save_from::<i32>(one, garrison).needed(), 4);
}

/// BP-1.1, BP-8.1, BP-7.2: a tiny garrison has one die in all, also where two of its faces are struck; its owner
/// chooses the enemy that it strikes.
#[test]
fn a_tiny_garrison_strikes_with_one_die_in_all() {
    let table = table()
        .blue("one", "line_infantry", "line", (60.0, 29.99, 90.0))
        .blue("two", "line_infantry", "line", (63.01, 32.0, 180.0))
        .red("post", "skirmish_company", "garrison", (60.0, 32.0, 270.0));
    let mut test = house(table, "small").battle();
    touch(&mut test, "one", "post", Face::Front);
    touch(&mut test, "two", "post", Face::Left);
    let (post, one, two) = (test.unit("post"), test.unit("one"), test.unit("two"));
    assert_eq!(bp(&test).fighting_dice(post).total(), 1.0);
    assert_eq!(bp(&test).division(post, Some(two)), [(one, 0), (two, 1)]);
    until_fought(&mut test);
    assert_eq!(asked(&test), "divide");
    force(&mut test, &dice::BLOWS, &[1; 13]);
    let events = decide(&mut test, "one");
    assert!(texts(&events).contains("POST strikes at ONE on 4+: 1 (BP-7.3)"), "{}", texts(&events));
    assert_eq!(rolled(&events, "BP-7.3").iter().map(Vec::len).sum::<usize>(), 13, "{}", texts(&events));
}

/// BP-8.2: infantry only; no flank or rear, no charge bonus, result by size; up to one unit a face.
#[test]
fn a_building_is_assaulted() {
    let mut test = held("dragoons").battle();
    let charge_it = told(&test, &CHARGE, &["one"]).target(test.piece("garrison", 1));
    assert_eq!(test.refused(charge_it).1, "BP-8.2");
    let mut test = held("acw_infantry").blue("two", "acw_infantry", "attack_column", (57.0, 20.0, 90.0)).battle();
    charge(&mut test, &["one"], "garrison", &[1, 1]);
    assert_eq!(answers(&test), ["hold", "closing_fire"]);
    respond(&mut test, "hold");
    let (one, garrison) = (test.unit("one"), test.unit("garrison"));
    assert!(in_combat(&test, "one"));
    assert_eq!(bp(&test).to_strike(one).needed(), 4, "no charge bonus");
    assert_eq!(bp(&test).to_strike(garrison).needed(), 4);
    let face = bp(&test).contact(one, garrison).expect("they fight").defender_face;
    let second = bp(&test).charge_way(test.unit("two"), garrison);
    assert!(second.is_none_or(|way| way.face != face), "one unit a face");
}

/// BP-8.1, BP-8.2, BP-7.6: a garrison has no flank and no rear, so that nobody supports them; who assaults it is
/// supported.
#[test]
fn a_garrison_is_not_supported() {
    let test = held("line_infantry")
        .red("behind", "line_infantry", "line", (60.0, 37.0, 270.0))
        .red("left", "line_infantry", "attack_column", (67.0, 33.0, 270.0))
        .red("right", "line_infantry", "attack_column", (53.0, 33.0, 270.0))
        .blue("second", "line_infantry", "line", (60.0, 16.0, 90.0))
        .battle();
    let (one, garrison) = (test.unit("one"), test.unit("garrison"));
    assert_eq!(bp(&test).supports(garrison, &[]).all().count(), 0);
    for key in ["behind", "left", "right"] {
        assert_eq!(bp(&test).could_support(test.unit(key), garrison), None, "{key}");
    }
    assert_eq!(bp(&test).supports(one, &[]).rear, Some(test.unit("second")));
}

/// BP-8.2, BP-7.9: a beaten garrison leaves on the side away from the enemy, and one winner may occupy at once.
#[test]
fn the_winner_goes_in() {
    let mut test = held("acw_infantry").battle();
    charge(&mut test, &["one"], "garrison", &[1, 1]);
    respond(&mut test, "hold");
    force(&mut test, &dice::BLOWS, &[6, 6, 6, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 1, 1]);
    force(&mut test, &dice::TESTS, &[3, 3]);
    let events = until_fought(&mut test);
    assert_eq!(scores(&events), [3.0, 2.0], "{}", texts(&events));
    assert_eq!(asked(&test), "retire", "{}", texts(&events));
    decide(&mut test, "0");
    assert_eq!(bp(&test).formation(test.unit("garrison")), Formation::Line);
    assert!(front(&test, "garrison").y > 40.0, "{}", front(&test, "garrison"));
    assert_eq!(asked(&test), "win");
    test.order(order(&test, &verbs::OCCUPY));
    assert_eq!(bp(&test).garrison(0), Some(test.unit("one")));
}

/// BP-8.3: leaving takes one whole move; the unit is placed in any formation touching a face.
#[test]
fn a_garrison_leaves() {
    let mut test = house(
        table().blue("one", "line_infantry", "garrison", (60.0, 32.0, 90.0)).red(
            "far",
            "line_infantry",
            "line",
            (110.0, 60.0, 270.0),
        ),
        "medium",
    )
    .battle();
    let walk = told(&test, &MARCH, &["one"]).path([to(60.0, 50.0)]);
    assert_eq!(test.refused(walk).1, "BP-8.3");
    beside(&mut test, "one");
    let leave = told(&test, &MARCH, &["one"]).formation("line");
    commanded(&mut test, leave, &[3, 4]);
    test.order(order(&test, &verbs::GO));
    let one = test.unit("one");
    assert_eq!(bp(&test).formation(one), Formation::Line);
    assert_eq!(bp(&test).garrison(0), None);
    near_point(front(&test, "one"), 60.0, 35.5);
    assert_eq!(bp(&test).work(one).moves, 1);
}
