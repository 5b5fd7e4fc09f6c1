//! Chapter 7: canister, and those in its way.

use grapeshot::{
    rulesets::combat_patrol::book::profile::Band,
    table::{position::Heading, template::Template},
};

use super::{
    artillery::{at_point, stand_to, the_gun},
    rounds::{covered, fire, gun, out, point, red},
    *,
};

/// HM-7.28: canister comes in on the first floor only.
#[test]
fn canister_does_not_come_in_upstairs() {
    let house = gun("gun_6", "canister").building((30.0, 16.0), (42.0, 24.0), &[], &[(36.0, 16.0)]).storeys(2);
    for (storey, struck) in [(1, true), (2, false)] {
        let men = red(house.clone(), "red", &[(0.0, 10.7), (-4.0, 15.0)]).upstairs(1, storey);
        let mut test = men.acting("blue");
        fire(&mut test, 0.0, 10.0, &[6, 2]);
        assert_eq!(cp(&test).stunned(test.piece("red", 1)), struck, "storey {storey}");
    }
}

/// HM-7.23: a miss turns the centreline of canister through the deviated point at medium range: 3.37 degrees.
#[test]
fn a_missed_canister_turns_its_centreline() {
    let mut test = red(gun("gun_6", "canister"), "red", &[(0.0, 30.0)]).acting("blue");
    let events = fire(&mut test, 0.0, 30.0, &[1, 18]);
    let Template::Strip { from, to, .. } = covered(&events)[0] else { panic!("a swath is of strips") };
    let turned = Heading::from_to(from, to).turn_to(Heading(90.0));
    assert!((turned - 3.37).abs() < 0.01, "{turned}");
}

/// HM-7.24, Figure 8: the men in the swath of a 6-pounder, and in the shifted one.
#[test]
fn figure_8_the_swath_of_canister() {
    let test = red(gun("gun_6", "canister"), "red", &[(0.0, 30.0)]).battle();
    let gun = cp(&test).gun(the_gun(&test)).unwrap();
    let straight = cp(&test).swath(gun, Heading(90.0));
    let band = |x: f32, y: f32| straight.band(point(x, y));
    assert_eq!(band(1.9, 20.0), Some(Band::Short));
    assert_eq!(band(2.1, 20.0), None);
    assert_eq!(band(3.9, 30.0), Some(Band::Medium));
    assert_eq!(band(4.1, 30.0), None);
    assert_eq!(band(7.0, 50.0), Some(Band::Long));
    assert_eq!(band(0.0, 73.0), None);
    let shifted = cp(&test).swath(gun, Heading::from_to(point(0.0, 0.0), point(2.12, 36.0)));
    let band = |x: f32, y: f32| shifted.band(point(x, y));
    assert_eq!(band(2.5, 20.0), Some(Band::Short));
    assert_eq!(band(-1.0, 20.0), None);
    assert_eq!(band(6.0, 33.0), None);
}

/// HM-7.24: a swivel gun's canister has no long rectangle, and nothing is fired beyond its medium range.
#[test]
fn a_swivel_gun_has_no_long_canister() {
    let mut test = red(gun("swivel", "canister"), "red", &[(0.0, 30.0)]).acting("blue");
    let gun = cp(&test).gun(the_gun(&test)).unwrap();
    assert_eq!(cp(&test).swath(gun, Heading(90.0)).bands.len(), 2);
    stand_to(&mut test);
    let beyond = at_point(&test, 36.0, 19.0);
    assert_eq!(test.refused(beyond), ("Out of range: 13.0 inches, canister carries 12".into(), "HM-7.12".into()));
}

/// HM-7.25: canister of a 12-pounder at 35 inches is Regular at medium: column 3.
#[test]
fn canister_hits_by_calibre() {
    let test = red(gun("gun_8_12", "canister").number("pounds", 12.0), "red", &[(0.0, 35.0)]).battle();
    let gun = cp(&test).gun(the_gun(&test)).unwrap();
    let swath = cp(&test).swath(gun, Heading(90.0));
    let column = cp(&test).canister_column(gun, &swath, test.piece("red", 1), Band::Medium, 0).unwrap();
    assert_eq!(column.total(), 3.0);
}

/// HM-7.26: a 6-pounder hits those within 12 inches without a draw; the damage card is the next.
#[test]
fn canister_sweeps_away_those_who_are_near() {
    let mut test = red(gun("gun_6", "canister"), "red", &[(0.0, 12.0), (0.0, 20.0)]).acting("blue");
    // Card 6 aims; card 8 (I) is the damage of the near man; card 1 misses the far one.
    fire(&mut test, 0.0, 20.0, &[6, 8, 1]);
    assert_eq!(out(&test, "red"), [1]);
    assert!(!cp(&test).wounded(test.piece("red", 2)));
}

/// HM-7.12, HM-7.26: the plan of a round names each man in its swath with his chance to be hit.
#[test]
fn the_plan_of_canister_names_each_man_with_his_chance() {
    let mut test = red(gun("gun_6", "canister"), "red", &[(0.0, 12.0), (0.0, 20.0)]).acting("blue");
    stand_to(&mut test);
    let at = point(0.0, 20.0);
    let plan = test.battle.check(&at_point(&test, at.x, at.y)).expect("it may fire");
    let [near, far] = plan.struck[..] else { panic!("{:?}", plan.struck) };
    assert_eq!(near, (test.piece("red", 1), 1.0));
    assert_eq!(far.0, test.piece("red", 2));
    assert!(far.1 > 0.0 && far.1 < 1.0, "{}", far.1);
}

/// HM-7.27: units are attacked in the order of their nearest men, friends too; the second at one column more.
#[test]
fn a_further_unit_is_harder_to_hit() {
    let friends = gun("gun_6", "canister").unit("friends", BLUE, &[(36.5, 20.0, 90.0)]);
    let test = red(friends, "red", &[(0.0, 20.0), (-0.5, 30.0)]).battle();
    let gun = cp(&test).gun(the_gun(&test)).unwrap();
    let swath = cp(&test).swath(gun, Heading(90.0));
    let men = cp(&test).men_in_swath(gun, &swath);
    let order: Vec<(PieceId, usize)> = men.iter().map(|(man, _, unit)| (*man, *unit)).collect();
    assert_eq!(order, [(test.piece("friends", 1), 0), (test.piece("red", 1), 1), (test.piece("red", 2), 1)]);
    let column = |n: usize| cp(&test).canister_column(gun, &swath, men[n].0, men[n].1, men[n].2).unwrap().total();
    assert_eq!((column(0), column(1), column(2)), (2.0, 3.0, 4.0));
}

/// HM-7.28: canister at a building hurts those at its openings, who have the cover of the house; the walls stand.
#[test]
fn canister_comes_in_at_the_windows() {
    let house = gun("gun_6", "canister").building((30.0, 16.0), (42.0, 24.0), &[], &[(36.0, 16.0)]);
    let mut test = red(house, "red", &[(0.0, 10.7), (-4.0, 15.0)]).acting("blue");
    // Card 2 stops the hit at the window: its letters have the house.
    let events = fire(&mut test, 0.0, 10.0, &[6, 2]);
    assert!(cp(&test).stunned(test.piece("red", 1)), "{events:#?}");
    assert!(!cp(&test).stunned(test.piece("red", 2)));
}

/// HM-9.4: the swath is part of the plan, so that it can be drawn while aiming.
#[test]
fn the_plan_shows_the_swath() {
    let mut test = red(gun("gun_6", "canister"), "red", &[(0.0, 30.0)]).acting("blue");
    stand_to(&mut test);
    let plan = test.battle.check(&at_point(&test, 36.0, 36.0)).unwrap();
    assert_eq!(plan.templates.len(), 3);
    assert_eq!(plan.odds.len(), 2, "the point, and the man in the swath");
}

/// HM-7.24, HM-7.25: before canister is fired it is told how many of each unit it takes on average, how likely each
/// number is, and who of one's own stands in it with his chance.
#[test]
fn canister_tells_whom_it_takes_and_who_of_ours_stands_in_it() {
    let near = red(gun("gun_6", "canister"), "red", &[(-0.5, 20.0), (0.5, 20.0), (0.0, 30.0)]);
    let mut test = near.unit("mate", BLUE, &[(36.0, 27.0, 90.0)]).acting("blue");
    stand_to(&mut test);
    let plan = test.battle.check(&at_point(&test, 36.0, 40.0)).expect("it may fire");
    let named = |odds: &&grapeshot::orders::Odds, unit: &str| {
        let men = test.pieces(unit);
        men.iter().any(|man| test.battle.view().piece(*man).name == odds.label)
    };
    let foes: Vec<f32> = plan.odds.iter().filter(|odds| named(odds, "red")).map(|odds| odds.chance).collect();
    assert_eq!((foes.len(), plan.distribution.len()), (3, 4), "{:?}", plan.odds);
    let mean: f32 = plan.distribution.iter().enumerate().map(|(n, share)| n as f32 * share).sum();
    let sum: f32 = foes.iter().sum();
    assert!((mean - sum).abs() < 1e-4, "{mean} is not {sum}");
    assert!(plan.summary.contains(&format!("hit on average {sum:.1} of")), "{}", plan.summary);
    let own = plan.warnings.iter().find(|text| text.contains("of yours is in the line of fire"));
    assert!(own.is_some_and(|text| text.contains("% to be hit")), "{:?}", plan.warnings);
}
