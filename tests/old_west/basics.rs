//! Scope, measuring, and what the supplement takes from the core (OW-1, OW-2).

use grapeshot::{
    forces::Value,
    rulesets::{combat_patrol::view::supplement::FightSide, old_west::book::settings::Frontier},
    testing::{BLUE, RED, TestTable},
};

use crate::kit::{cp, far_enemy, flag, line, order, posse, stand, table, word};

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
        let mut table = posse(4).setting("style", Value::Word(style.into()));
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
        .unit("red", RED, &line(1, 60.0, 40.0))
        .battle();
    let men = test.pieces("blue");
    assert_eq!(test.battle.view().gap(men[0], men[1]), 2.0);
}

/// OW-1.4: what costs an activation is the whole action of the figures named: he who cleared a gap does not fire any more,
/// his mates do.
#[test]
fn what_costs_an_activation_is_the_whole_action() {
    let on = table().obstacle("fence", &[(10.0, 12.0), (60.0, 12.0)]).unit("blue", BLUE, &line(3, 20.0, 11.0));
    let on = on.weapons(&["revolver"]).unit("red", RED, &[(24.0, 16.0, 270.0)]);
    let mut test = on.wagon("coach", BLUE, "buckboard", (50.0, 30.0, 0.0)).acting("blue");
    stand(&mut test);
    let (first, last, foe) = (test.piece("blue", 1), test.piece("blue", 3), test.piece("red", 1));
    test.order(order(&test, "clear_gap").pieces([first]));
    assert_eq!(test.refused(order(&test, "shoot").pieces([first]).target(foe)).1, "CP-2.12");
    assert!(test.battle.draft(order(&test, "shoot").pieces([last]).target(foe)).is_ok());
}

/// OW-2.1: a unit has 1 to 12 figures, a posse of a sheriff and 4 deputies is one of 5; a hero or a wagon may be alone.
#[test]
fn a_unit_has_up_to_twelve_figures() {
    let test = posse(5).battle();
    let vocabulary = test.battle.vocabulary();
    assert_eq!(vocabulary.kind("foot").map(|kind| kind.pieces), Some((1, 12)));
    assert_eq!(cp(&test).men(test.unit("blue")).count(), 5);
}

/// OW-2.2: each unit has one leader, who is trained or not as the scenario says of him.
#[test]
fn every_unit_has_one_leader() {
    let trained = |on: bool| {
        let table = table().unit("blue", BLUE, &line(4, 20.0, 10.0)).leader("trained", flag(on));
        let test = far_enemy(table).battle();
        let leaders: Vec<bool> =
            test.pieces("blue").iter().filter_map(|piece| cp(&test).as_leader(*piece)).map(|own| own.trained).collect();
        assert_eq!(cp(&test).leader_of(test.unit("blue")), Some(test.piece("blue", 1)));
        leaders
    };
    assert_eq!((trained(true), trained(false)), (vec![true], vec![false]));
}

/// OW-2.3: untrained leaders form a chain of command, too: a foreman under a rancher under the head of the association, who
/// commands a man of the foreman's where that one has lost his leader.
#[test]
fn untrained_leaders_form_a_chain_of_command() {
    let leader = |on: TestTable, key: &str, level: &str, x: f32| {
        on.unit(key, BLUE, &[(x, 10.0, 90.0), (x + 2.0, 10.0, 90.0)])
            .leader("level", word(level))
            .leader("trained", flag(false))
    };
    let on = leader(table(), "head", "company", 20.0);
    let on = leader(on, "rancher", "platoon", 26.0).under("head");
    let test = far_enemy(leader(on, "foreman", "squad", 32.0).under("rancher")).battle();
    let view = test.battle.view();
    assert_eq!(view.unit(test.unit("foreman")).superior, Some(test.unit("rancher")));
    assert_eq!(view.unit(test.unit("rancher")).superior, Some(test.unit("head")));
    let radii = ["head", "rancher", "foreman"].map(|key| cp(&test).radius(test.piece(key, 1)));
    assert_eq!(radii, [30.0, 24.0, 18.0]);
}

/// OW-3.1: the scenario may give other radii: `radius_untrained` and `radius_company`.
#[test]
fn a_scenario_may_give_other_radii() {
    let radius = |trained: bool| {
        let on = table().unit("blue", BLUE, &line(4, 20.0, 10.0)).leader("level", word("company"));
        let on = far_enemy(on.leader("trained", flag(trained)));
        let radii = [8.0, 20.0, 25.0, 33.0].map(Value::Number).to_vec();
        let on = on.setting("radius_untrained", Value::List(radii)).setting("radius_company", Value::Number(50.0));
        let test = on.battle();
        cp(&test).radius(test.piece("blue", 1))
    };
    assert_eq!((radius(true), radius(false)), (50.0, 33.0));
}

/// OW-8.11: what Indians add hand to hand is the setting `indian_melee_bonus`.
#[test]
fn indians_add_the_melee_of_the_setting() {
    let melee = |bonus: f32| {
        let on = table().setting("indian_melee_bonus", Value::Number(bonus));
        let on = on.unit("blue", BLUE, &line(4, 20.0, 10.0)).word("troop", "indian").weapons(&["hatchet_bowie"]);
        let test = on.unit("red", RED, &[(20.0, 20.0, 270.0)]).battle();
        let sum = cp(&test).melee_sum(test.piece("blue", 2), test.piece("red", 1), FightSide::default(), 0, None);
        sum.total()
    };
    assert_eq!((melee(1.0) - melee(0.0), melee(2.0) - melee(0.0)), (1.0, 2.0));
}
