//! Points for what becomes of animals and wagons (CP-15.2).

use bevy::math::Vec2;
use grapeshot::rulesets::old_west::wagons::state::WagonsView;
use grapeshot::{
    forces::{Fate, SideId, UnitId},
    rulesets::old_west::{
        herds::state::{Herd, Run},
        wagons::state::Wagon,
    },
    table::position::Heading,
    testing::{BLUE, RED, TestBattle},
    turn::{ExitTerm, FallTerm, SpoilState, SpoilTerm, VictoryTerms, ZoneTerm, rules::ThingAt},
};

use crate::{
    kit::{far_enemy, table},
    wild::{cp, herd, order, ranch},
};

/// The herd of a ranch, by its place in the scenario.
const HERD: UnitId = UnitId(2);

fn points(test: &TestBattle, side: SideId) -> f32 {
    test.battle.rules().standings(&test.battle.view())[side.index()].points.total()
}

fn corners(list: [(f32, f32); 4]) -> Vec<Vec2> {
    list.map(Vec2::from).to_vec()
}

/// CP-15.2, OW-9.7: cattle in an area count by their middles, and where they must be driven only for him who drives
/// them.
#[test]
fn cattle_in_an_area_count_and_for_some_only_while_they_drive_them() {
    let zone = |driven: bool, side: SideId| ZoneTerm {
        side,
        of: vec![HERD],
        driven,
        outline: corners([(0.0, 24.0), (72.0, 24.0), (72.0, 48.0), (0.0, 48.0)]),
        each: 1.0,
        name: "in the north".into(),
    };
    let men = [(16.0, 24.0, 0.0), (16.0, 26.0, 0.0), (18.0, 30.0, 0.0), (22.0, 32.0, 0.0)];
    let terms = |zone| VictoryTerms { zones: vec![zone], margin: 1.0, ..VictoryTerms::default() };
    let north = ranch(&men, 7, (24.0, 24.5)).victory(terms(zone(false, RED))).battle();
    let middles = north.pieces("herd").into_iter().filter(|animal| north.battle.view().place(*animal).at.y > 24.0);
    assert_eq!(points(&north, RED), middles.count() as f32);
    assert_eq!(points(&north, BLUE), 0.0);
    let mut driven = ranch(&men, 7, (24.0, 30.0)).victory(terms(zone(true, BLUE))).acting("blue");
    assert_eq!(points(&driven, BLUE), 0.0, "nobody drives them");
    let nobody = order(&driven, "declare");
    driven.order(nobody);
    let ride = order(&driven, "ride_herd").pieces([driven.piece("blue", 1)]).target(driven.piece("herd", 1));
    driven.order(ride);
    assert_eq!(points(&driven, BLUE), 7.0);
}

/// CP-15.2, OW-9.12: animals that left over a stretch of an edge count, and not those that left elsewhere.
#[test]
fn animals_driven_over_an_edge_count() {
    let exit = ExitTerm {
        side: RED,
        of: vec![HERD],
        line: vec![Vec2::new(0.0, 0.0), Vec2::new(0.0, 48.0)],
        each: 0.5,
        name: "off the west edge".into(),
    };
    let mut test = ranch(&[(60.0, 24.0, 0.0)], 7, (24.0, 24.0))
        .victory(VictoryTerms { exits: vec![exit], margin: 1.0, ..VictoryTerms::default() })
        .battle();
    for (n, (x, y)) in [(0.6, 10.0), (0.6, 12.0), (0.6, 14.0), (20.0, 47.4)].into_iter().enumerate() {
        let animal = test.piece("herd", n + 1);
        test.stand(animal, x, y, 180.0);
        test.put(animal, "fate", Fate::Exited);
    }
    assert_eq!(points(&test, RED), 1.0, "three over the west edge, rounded down");
}

/// CP-15.2, OW-9.9: an animal that falls counts for him who brought it down, if it must be by his own hand.
#[test]
fn an_animal_counts_for_the_side_that_brought_it_down() {
    let fall = |side: SideId, own_hand: bool, each: f32| FallTerm {
        name: "meat".into(),
        side,
        of: vec![HERD],
        own_hand,
        each,
    };
    let falls = vec![fall(BLUE, true, 1.0), fall(RED, true, 1.0), fall(RED, false, 10.0)];
    let mut test = ranch(&[(24.0, 15.0, 90.0), (20.0, 15.0, 90.0)], 7, (24.0, 24.0))
        .weapons_of("blue", &["rifle"])
        .victory(VictoryTerms { falls, margin: 1.0, ..VictoryTerms::default() })
        .acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    let before = test.pieces("herd").len();
    for _ in 0..30 {
        let shooters: Vec<_> = test.pieces("blue");
        let shot = order(&test, "shoot").pieces(shooters).target(test.piece("herd", 1));
        if test.battle.check(&shot).is_ok() {
            test.order(shot);
        }
        let fallen = test.pieces("herd").iter().filter(|animal| !test.battle.view().in_play(**animal)).count();
        if fallen > 0 {
            assert_eq!(points(&test, BLUE), fallen as f32);
            assert_eq!(points(&test, RED), 10.0 * fallen as f32);
            assert!(fallen < before);
            return;
        }
        if test.battle.awaiting().asks[0].kind == "act" {
            let end = order(&test, "end");
            test.order(end);
        }
        test.act_next(test.unit("blue"));
        let nobody = order(&test, "declare");
        test.order(nobody);
    }
    panic!("nobody hit anything in thirty volleys");
}

/// CP-15.2, OW-10.8, OW-10.12: a wagon that lies on its side, whose team is dead, or that ran off, is wrecked.
#[test]
fn an_enemy_wagon_that_is_wrecked_brings_points() {
    let spoil = SpoilTerm {
        name: "wagons wrecked".into(),
        side: RED,
        of: "body".into(),
        when: SpoilState::Wrecked,
        line: Vec::new(),
        outline: Vec::new(),
        each: 3.0,
    };
    let coach = || {
        far_enemy(table())
            .wagon("coach", BLUE, "buckboard", (20.0, 20.0, 0.0))
            .victory(VictoryTerms { spoils: vec![spoil.clone()], margin: 1.0, ..VictoryTerms::default() })
            .battle()
    };
    let mut test = coach();
    assert_eq!(points(&test, RED), 0.0);
    let (unit, wagon) = (test.unit("coach"), cp(&test).coach(test.unit("coach")).expect("it is a wagon").clone());
    for change in [(|wagon: Wagon| Wagon { overturned: true, team: None, ..wagon }) as fn(Wagon) -> Wagon, |wagon| {
        Wagon { dead: 1, ..wagon }
    }] {
        test.put_unit(unit, "wagon", change(wagon.clone()));
        assert_eq!(points(&test, RED), 3.0);
    }
    test.put_unit(unit, "wagon", wagon.clone());
    assert_eq!(points(&test, RED), 0.0);
    test.put(wagon.body, "fate", Fate::Exited);
    assert_eq!(points(&test, RED), 0.0, "it went where it was to go");
    test.put(wagon.body, "fate", Fate::Fled);
    assert_eq!(points(&test, RED), 3.0);
}

/// OW-9.2, OW-9.8, OW-9.11: the ground that a herd takes is shown, and which way it shies or runs.
#[test]
fn it_is_shown_which_way_a_herd_will_go() {
    let looks = |test: &TestBattle| -> Vec<(String, f32)> {
        let view = test.battle.view_of(BLUE);
        let things = test.battle.rules().things(&view);
        let facing = |at: ThingAt| match at {
            ThingAt::Lying(place) => place.facing.0,
            ThingAt::Carried(_) => f32::NAN,
        };
        things.into_iter().map(|thing| (thing.look.to_string(), facing(thing.at))).collect()
    };
    let far = ranch(&[(50.0, 24.0, 0.0)], 7, (24.0, 24.0)).battle();
    assert_eq!(looks(&far), [("herd_ground".to_owned(), 90.0)]);
    let near = ranch(&[(24.0, 30.0, 270.0)], 7, (24.0, 24.0)).battle();
    assert_eq!(looks(&near)[1], ("herd_shies".to_owned(), 270.0));
    let mut runs = near;
    let run = Some(Run { heading: Heading(45.0), order: 0 });
    let herd = Herd { run, ..herd(&runs).clone() };
    runs.put_unit(runs.unit("herd"), "herd", herd);
    assert_eq!(looks(&runs)[1], ("herd_runs".to_owned(), 45.0));
}
