//! Weapons of the frontier (OW-5).

use grapeshot::{
    rulesets::{
        combat_patrol::{book::marks, state::shot::Manner},
        old_west::frontier::mix,
    },
    testing::{BLUE, RED, TestBattle},
};

use crate::kit::{again, cp, duel, flag, hits, line, order, posse, shooter, shot, table, word};

/// A card that is out of ammunition with an odd randomizer, and one with an even one.
const OUT_ODD: u16 = 4;
const OUT_EVEN: u16 = 21;

/// The cards and the column of a shot with a weapon over this many inches.
fn fire(weapon: &str, gap: f32) -> Option<(u8, i8)> {
    let test = duel(&[weapon], gap, |table| table);
    let aim = cp(&test).aim(shooter(&test), test.piece("red", 1), Manner::default());
    aim.ok().map(|aim| (aim.shots, aim.holes()))
}

fn markers(test: &TestBattle) -> u8 {
    cp(test).markers_to_load(shooter(test))
}

/// OW-5.1: a revolver at 3.5 inches is at medium range with two shots, at 8 at long range with one, beyond out of range.
#[test]
fn a_revolver_fires_twice_at_medium_range() {
    assert_eq!(fire("revolver", 3.5), Some((2, 3)));
    assert_eq!(fire("revolver", 8.0), Some((1, 4)));
    assert_eq!(fire("revolver", 8.1), None);
}

/// OW-5.2: a shotgun fires three, two and one by its bands; a derringer is a medium shot within an inch and none beyond.
#[test]
fn each_band_has_its_own_rate() {
    assert_eq!([2.9, 3.1, 6.1].map(|gap| fire("shotgun", gap).map(|(shots, _)| shots)), [Some(3), Some(2), Some(1)]);
    assert_eq!(fire("derringer", 0.5), Some((1, 3)));
    assert_eq!(fire("derringer", 1.1), None);
}

/// OW-5.2: beyond the long limit a shot is illegal.
#[test]
fn a_shot_beyond_the_long_limit_is_refused() {
    let mut test = duel(&["revolver"], 8.1, |table| table.unit("near", RED, &[(14.0, 14.0, 270.0)]));
    assert_eq!(test.refused(shot(&test)).1, "CP-6.2");
}

/// OW-5.2: with `derringer_band` at `short` a derringer is fired without the shift of medium range.
#[test]
fn a_derringer_may_be_a_weapon_of_short_range() {
    let test = duel(&["derringer"], 0.5, |table| table.setting("derringer_band", word("short")));
    let aim = cp(&test).aim(shooter(&test), test.piece("red", 1), Manner::default()).expect("a shot");
    assert_eq!(aim.holes(), 2);
}

/// OW-5.3: a cowboy whose rifle is empty may fire his revolver, or reload the rifle; the rifle itself may not fire.
#[test]
fn a_man_with_an_empty_rifle_may_use_his_revolver() {
    let mut test = duel(&["rifle", "revolver"], 3.0, |table| table);
    test.cards(BLUE, &[OUT_ODD]);
    test.order(shot(&test).choice("rifle"));
    assert_eq!(markers(&test), 1);
    again(&mut test);
    assert_eq!(test.refused(shot(&test).choice("rifle")).1, "OW-5.3");
    assert_eq!(test.refused(order(&test, "reload").pieces([shooter(&test)]).choice("revolver")).1, "OW-5.3");
    let aim = cp(&test).aim(shooter(&test), test.piece("red", 1), Manner::default()).expect("he has his revolver");
    assert_eq!(cp(&test).book.weapon(aim.weapon).id, "revolver");
    test.order(order(&test, "reload").pieces([shooter(&test)]).choice("rifle"));
    assert_eq!(markers(&test), 0);
}

/// OW-5.3: with `ooa_scope` at `figure` a marker stops every weapon of its man.
#[test]
fn one_pool_for_each_figure_stops_all_its_weapons() {
    let mut test = duel(&["rifle", "revolver"], 3.0, |table| table.setting("ooa_scope", word("figure")));
    test.cards(BLUE, &[OUT_ODD]);
    test.order(shot(&test).choice("rifle"));
    again(&mut test);
    assert_eq!(test.refused(shot(&test).choice("revolver")).1, "CP-6.9");
}

/// OW-5.3: a man who carries two revolvers has markers for each of them.
#[test]
fn a_man_with_two_revolvers_has_two_to_reload() {
    let mut test = duel(&["revolver", "revolver"], 2.0, |table| table);
    for left in [true, false] {
        test.cards(BLUE, &[OUT_ODD]);
        test.order(shot(&test));
        assert_eq!(cp(&test).is_loaded(shooter(&test)), left);
        again(&mut test);
    }
    assert_eq!(markers(&test), 2);
    assert_eq!(test.refused(shot(&test)).1, "CP-6.9");
    test.order(order(&test, "reload").pieces([shooter(&test)]));
    assert_eq!((markers(&test), cp(&test).is_loaded(shooter(&test))), (1, true));
}

/// OW-5.3: the player names the weapon; if he does not it is the one that promises most, and its odds stand beside those
/// of the others.
#[test]
fn the_weapon_is_chosen_by_the_player_with_the_odds_of_each_beside_it() {
    let mut test = duel(&["rifle", "revolver"], 1.5, |table| table);
    let ask = &test.battle.awaiting().asks[0];
    let offered: Vec<&str> = ask.choices.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(offered, ["rifle", "revolver"]);
    let plan = test.battle.draft(shot(&test)).expect("a shot").plan().clone();
    assert!(format!("{:?}", plan.odds[0].explained).contains("Regular revolver"));
    assert!(plan.odds[0].then.iter().any(|(text, _)| text.starts_with("with the rifle")), "{:?}", plan.odds[0].then);
    assert_eq!(test.refused(shot(&test).choice("blunderbuss")).1, "CP-2.12", "nobody was offered that");
}

/// OW-5.4: a revolver at two inches: an Out of Ammunition card is a miss with one marker, the second card is not drawn.
#[test]
fn an_out_of_ammunition_card_ends_the_fire_of_a_revolver() {
    let mut test = duel(&["revolver"], 2.0, |table| table);
    test.cards(BLUE, &[OUT_EVEN]);
    let events = test.order(shot(&test));
    assert_eq!((hits(&events), markers(&test)), ((0, 1), 1));
    again(&mut test);
    test.order(order(&test, "reload").pieces([shooter(&test)]));
    assert_eq!(markers(&test), 0);
}

/// OW-5.5: a cap-and-ball revolver takes two actions to reload.
#[test]
fn a_cap_and_ball_revolver_takes_two_actions_to_reload() {
    let mut test = duel(&["cap_ball_revolver"], 2.0, |table| table);
    test.cards(BLUE, &[OUT_ODD]);
    test.order(shot(&test));
    for left in [2, 1] {
        assert_eq!(markers(&test), left);
        again(&mut test);
        test.order(order(&test, "reload").pieces([shooter(&test)]));
    }
    assert_eq!(markers(&test), 0);
}

/// OW-5.6: a musket that was fired has one marker; on an Out of Ammunition card two if the randomizer is even.
#[test]
fn a_musket_is_fouled_by_an_even_randomizer() {
    // Card 5 hits; 21 has an even randomizer, 4 an odd one.
    for (card, expected) in [(5, 1), (OUT_EVEN, 2), (OUT_ODD, 1)] {
        let mut test = duel(&["musket"], 4.0, |table| table);
        test.cards(BLUE, &[card, 3]);
        let events = test.order(shot(&test));
        assert_eq!((hits(&events).0 == 1, markers(&test)), (card == 5, expected), "card {card}");
        assert!(test.battle.view().marks(shooter(&test)).has(&marks::RELOAD));
    }
}

/// OW-5.7: of three shots of a muzzle-loading shotgun the first hits, the second is out of ammunition and fouled: one hit,
/// the third is lost, two markers in all.
#[test]
fn markers_of_one_action_never_exceed_two() {
    let mut test = duel(&["ml_shotgun"], 2.0, |table| table);
    // Card 5 hits, 13 wounds.
    test.cards(BLUE, &[5, 13, OUT_EVEN]);
    let events = test.order(shot(&test));
    assert_eq!((hits(&events), markers(&test)), ((1, 2), 2));
    let mut test = duel(&["ml_shotgun"], 2.0, |table| table);
    test.cards(BLUE, &[1, 1, 1]);
    assert_eq!((hits(&test.order(shot(&test))), markers(&test)), ((0, 3), 1));
}

/// OW-D2: a bow that is out of ammunition misses and nothing is marked, unless the scenario says so.
#[test]
fn a_bow_runs_out_only_where_the_scenario_says_so() {
    for (runs_out, expected) in [(false, 0), (true, 1)] {
        let mut test = duel(&["bow"], 2.0, |table| table.setting("bow_runs_out", flag(runs_out)));
        test.cards(BLUE, &[OUT_ODD]);
        assert_eq!((hits(&test.order(shot(&test))).0, markers(&test)), (0, expected));
    }
}

/// OW-5.8: the share of the newer weapon grows by a tenth a year from its date.
#[test]
fn a_newer_weapon_becomes_common_in_ten_years() {
    assert_eq!([mix::tenths(1870, 1869), mix::tenths(1870, 1864), mix::tenths(1850, 1853)], [2, 7, 0]);
    assert_eq!(mix::tenths(1880, 1869), 10);
}

/// OW-5.8: with `weapon_mix` at `random` nobody has a revolver in 1840, and everybody in 1885.
#[test]
fn weapons_are_mixed_by_the_year() {
    let carried = |year: f32, mix: &str| {
        let test = posse(5)
            .weapons(&["sword"])
            .unit("gang", RED, &line(6, 20.0, 40.0))
            .weapons(&["cap_ball_revolver"])
            .setting("year", grapeshot::forces::Value::Number(year))
            .setting("weapon_mix", word(mix))
            .battle();
        let man = test.piece("gang", 2);
        cp(&test).book.weapon(cp(&test).soldier(man).weapons[0]).id.to_string()
    };
    assert_eq!(carried(1840.0, "list"), "cap_ball_revolver");
    assert_eq!(carried(1840.0, "random"), "ml_pistol");
    assert_eq!(carried(1885.0, "random"), "revolver");
}

/// OW-5.9: a musket with its bayonet fixed adds two, a revolver two however many knives one has; a bow as the setting says.
#[test]
fn a_man_fights_with_the_best_of_his_weapons() {
    let hth = |weapons: &[&str], bow: f32| {
        let test = table()
            .setting("bow_hth", grapeshot::forces::Value::Number(bow))
            .unit("blue", BLUE, &line(2, 20.0, 10.0))
            .weapons(weapons)
            .unit("red", RED, &line(1, 60.0, 40.0))
            .battle();
        cp(&test).best_hth(test.piece("blue", 2), None, false).0
    };
    assert_eq!((hth(&["musket"], 0.0), hth(&["musket", "bayonet"], 0.0)), (1, 2));
    assert_eq!((hth(&["rifle"], 0.0), hth(&["rifle", "bayonet"], 0.0), hth(&["carbine", "bayonet"], 0.0)), (0, 1, 1));
    assert_eq!(hth(&["revolver", "hatchet_bowie"], 0.0), 2);
    assert_eq!((hth(&["bow"], 0.0), hth(&["bow"], 1.0)), (0, 1));
}
