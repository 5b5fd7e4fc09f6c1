//! Scope, measuring, and what the supplement takes from the core (OW-1, OW-2).

use grapeshot::{rulesets::old_west::book::settings::Frontier, testing::BLUE};

use crate::kit::{flag, line, posse, table};

/// OW-1.1: the supplement plays on the core, with the chapters of horse, guns and troops.
#[test]
fn the_supplement_plays_on_the_core() {
    let test = posse(4).battle();
    assert_eq!(test.battle.rulebook().prefixes, ["OW", "HM", "CP"]);
    let verbs: Vec<&str> = test.battle.vocabulary().verbs.iter().map(|verb| verb.id.0.as_str()).collect();
    for verb in ["declare", "shoot", "reload", "charge", "load", "hunt"] {
        assert!(verbs.contains(&verb), "{verb}");
    }
    assert!(!verbs.contains(&"group") && !verbs.contains(&"lay"));
}

/// OW-1.1: a film has dynamite and guns on wagons; a scenario may say otherwise of each.
#[test]
fn a_film_has_dynamite_and_guns_on_wagons() {
    let allowed = |style: &str, dynamite: Option<bool>| {
        let mut table = posse(4).setting("style", grapeshot::forces::Value::Word(style.into()));
        if let Some(on) = dynamite {
            table = table.setting("dynamite_allowed", flag(on));
        }
        let test = table.battle();
        let settings = &test.battle.view().resource::<Frontier>().0;
        (settings.has_dynamite(), settings.has_wagon_gatlings())
    };
    assert_eq!(allowed("historical", None), (false, false));
    assert_eq!(allowed("hollywood", None), (true, true));
    assert_eq!(allowed("hollywood", Some(false)), (false, true));
    assert_eq!(allowed("historical", Some(true)), (true, false));
}

/// OW-1.2: distances are from base to base.
#[test]
fn two_discs_three_inches_apart_are_at_distance_two() {
    let test = table()
        .unit("blue", BLUE, &[(10.0, 10.0, 0.0), (13.0, 10.0, 0.0)])
        .unit("red", grapeshot::testing::RED, &line(1, 60.0, 40.0))
        .battle();
    let men = test.pieces("blue");
    assert_eq!(test.battle.view().gap(men[0], men[1]), 2.0);
}
