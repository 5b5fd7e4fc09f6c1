//! Riders and Indians (OW-8).

use grapeshot::{
    rulesets::combat_patrol::state::shot::Manner,
    testing::{BLUE, RED, TestBattle, TestTable},
};

use crate::kit::{cp, far_enemy, flag, line, shooter, table, word};

/// A rider with a weapon and an enemy this many inches off.
fn rider(weapon: &str, gap: f32, horseman: bool) -> TestBattle {
    let table = table().unit("blue", BLUE, &[(20.0, 10.0, 90.0), (30.0, 10.0, 90.0)]).weapons(&[weapon]);
    let table = if horseman {
        let elite = word("Elite");
        table
            .value("guts", elite.clone())
            .value("accuracy", elite.clone())
            .leader("accuracy", elite)
            .value("horsemanship", flag(true))
    } else {
        table
    };
    table.kind("mounted").unit("red", RED, &[(20.0, 11.5 + gap, 270.0), (60.0, 40.0, 270.0)]).battle()
}

fn aim(test: &TestBattle, moving_fire: bool) -> Result<(i8, u8), String> {
    let manner = Manner { moving_fire, ..Manner::default() };
    let aim = cp(test).aim(shooter(test), test.piece("red", 1), manner);
    aim.map(|aim| (aim.holes(), aim.shots)).map_err(|refusal| refusal.rule.to_string())
}

/// OW-8.7: a Regular trooper on the move fires his revolver at 2 inches on column 5, twice; a carbine he may not.
#[test]
fn only_pistols_are_fired_on_the_move() {
    assert_eq!(aim(&rider("revolver", 2.0, false), true), Ok((5, 2)));
    assert_eq!(aim(&rider("revolver", 2.0, false), false), Ok((3, 2)));
    assert_eq!(aim(&rider("carbine", 2.0, false), false), Ok((3, 1)));
    for weapon in ["carbine", "rifle", "bow", "shotgun"] {
        assert_eq!(aim(&rider(weapon, 2.0, false), true), Err("OW-8.7".into()), "{weapon}");
    }
}

/// OW-8.8: with horsemanship there is no shift for the saddle, and bows and carbines are fired on the move, too.
#[test]
fn horsemen_fire_bows_and_carbines_on_the_move() {
    assert_eq!(aim(&rider("revolver", 2.0, true), true), Ok((3, 2)));
    assert_eq!(aim(&rider("carbine", 2.0, true), true), Ok((3, 1)));
    assert_eq!(aim(&rider("bow", 2.0, true), true), Ok((3, 1)));
    assert_eq!(aim(&rider("rifle", 2.0, true), true), Err("OW-8.7".into()));
}

fn scouts(leader: bool) -> (TestBattle, grapeshot::forces::UnitId) {
    let captain = table().unit("captain", BLUE, &[(10.0, 10.0, 90.0)]).leader("level", word("platoon"));
    let captain: TestTable = if leader { captain.word("troop", "indian") } else { captain };
    let table = captain.unit("scouts", BLUE, &line(4, 16.0, 10.0)).word("troop", "indian").under("captain");
    let test = far_enemy(table).battle();
    let scouts = test.unit("scouts");
    (test, scouts)
}

/// OW-8.11: a captain who is no Indian swaps no dice with Indian scouts five inches away; a war chief does.
#[test]
fn only_indian_leaders_swap_dice_with_indians() {
    let check = |leader| {
        let (test, scouts) = scouts(leader);
        let (captain, unit) = (test.piece("captain", 1), test.unit("captain"));
        cp(&test).check_swap(captain, unit, scouts, 7, &[]).map_err(|refusal| refusal.rule.to_string())
    };
    assert_eq!(check(false), Err("OW-8.11".into()));
    assert_eq!(check(true), Ok(()));
}

/// OW-8.11: Indians add one hand to hand, or what the setting says.
#[test]
fn indians_add_one_hand_to_hand() {
    let (test, _) = scouts(false);
    let (name, bonus, rule) = cp(&test).melee_of_troop(test.piece("scouts", 2)).expect("they do");
    assert_eq!((name, bonus, rule.to_string().as_str()), ("Indians", 1.0, "OW-8.11"));
    assert!(cp(&test).melee_of_troop(test.piece("captain", 1)).is_none());
}

/// OW-8.11: the further rules hold only for units that the scenario calls so: these begin hidden, the others do not.
#[test]
fn the_further_rules_for_indians_are_for_those_who_are_called_so() {
    let hidden = |troop: &str| {
        let table = table().unit("scouts", BLUE, &line(4, 16.0, 10.0)).word("troop", troop);
        let test = far_enemy(table).battle();
        let (endurance, hidden) =
            (cp(&test).soldier(test.piece("scouts", 2)).endurance, cp(&test).is_hidden(test.unit("scouts")));
        (endurance, hidden)
    };
    assert_eq!((hidden("indian"), hidden("indian_hm")), ((3, false), (1, true)));
}
