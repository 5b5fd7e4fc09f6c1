//! Animals by themselves, men who ride herd, bears (OW-9.1 to OW-9.9, OW-9.13, OW-9.14).

use grapeshot::rulesets::old_west::herds::herding::HerdingView;
use grapeshot::{
    ai::unerring,
    events::EventKind,
    files::DataFiles,
    forces::{Fate, PieceId, Value},
    rulesets::{
        combat_patrol::{
            book::{grade::Grade, marks},
            orders::verbs,
            state::shot::Manner,
        },
        old_west::herds::problems::known,
    },
    testing::{BLUE, RED, TestBattle, WILD},
};

use crate::{
    kit::{far_enemy, line, table},
    wild::{at, centre, cp, graze, herd, order, ranch, slots, to, told, with_animals},
};

/// Five cowboys round a herd, whose turn it is.
fn cowboys() -> [(f32, f32, f32); 5] {
    [(16.0, 24.0, 0.0), (16.0, 26.0, 0.0), (18.0, 30.0, 0.0), (22.0, 32.0, 0.0), (26.0, 30.0, 0.0)]
}

fn herders() -> TestBattle {
    let mut on = ranch(&cowboys(), 7, (24.0, 24.0));
    on = on.setting("command_radius_mode", Value::Word("normal".into()));
    on.acting("blue")
}

/// OW-9.1: animals are what the table says.
#[test]
fn animals_are_what_the_table_says() {
    let livestock = known(&DataFiles::default());
    let rows: Vec<_> = livestock
        .0
        .species
        .iter()
        .map(|of| (of.id.as_str(), of.guts, of.melee, of.endurance, of.usual_endurance, of.reaction))
        .collect();
    assert_eq!(
        rows,
        [
            ("bison", Grade::Elite, 2, (4, 5), 4, 3),
            ("cattle", Grade::Regular, 1, (2, 4), 3, 2),
            ("horses", Grade::Green, 0, (2, 3), 2, 3),
            ("grizzly_bear", Grade::Elite, 3, (4, 6), 5, 2),
            ("sheep", Grade::Green, -1, (2, 2), 2, 2),
            ("civilian", Grade::Green, 0, (2, 4), 3, 2),
        ]
    );
    let test = ranch(&[(5.0, 5.0, 0.0)], 3, (24.0, 24.0)).battle();
    let section = cp(&test).section(test.unit("herd"));
    assert_eq!((section.guts, section.melee, section.reaction), (Grade::Regular, 1, 2));
}

/// OW-9.4: cards of a move and of a charge.
#[test]
fn bears_and_sheep_are_slower_than_cattle() {
    let cards: Vec<_> = known(&DataFiles::default()).0.species.iter().map(|of| (of.moves, of.charges)).collect();
    assert_eq!(cards, [(2, 3), (2, 3), (2, 3), (1, 2), (1, 2), (1, 2)]);
}

/// OW-9.6: animals fill ring by ring from the heading of the herd.
#[test]
fn a_herd_is_laid_out_in_rings() {
    let places: Vec<_> = slots("cattle", 7, 20.0, 15.0, 0.0)
        .iter()
        .map(|(x, y, _)| ((x * 1000.0).round() / 1000.0, (y * 1000.0).round() / 1000.0))
        .collect();
    let ring = [
        (20.0, 15.0),
        (21.75, 15.0),
        (20.875, 16.516),
        (19.125, 16.516),
        (18.25, 15.0),
        (19.125, 13.484),
        (20.875, 13.484),
    ];
    assert_eq!(places, ring);
    // Three rings hold 37; for one more the rings close up, and all stay within six inches.
    let last = |count: usize| slots("cattle", count, 30.0, 24.0, 0.0)[1].0 - 30.0;
    assert!((last(37) - 1.75).abs() < 1e-3 && (last(38) - 1.45).abs() < 1e-3);
}

/// OW-9.2: with a ten-sided icon of 8 to 10 a herd drifts one card where another points.
#[test]
fn a_free_herd_drifts_where_a_card_points() {
    let mut test = ranch(&[(5.0, 5.0, 0.0)], 7, (30.0, 24.0)).battle();
    // Icon 9, arrow left, movement 6.
    graze(&mut test, &[8, 19, 1]);
    assert_eq!(centre(&test), (24.0, 24.0));
    // All keep their places to the central one.
    assert_eq!(at(&test, test.piece("herd", 2)), (25.75, 24.0));
}

/// OW-9.2: with 1 to 7 it stays.
#[test]
fn a_free_herd_grazes() {
    let mut test = ranch(&[(5.0, 5.0, 0.0)], 7, (30.0, 24.0)).battle();
    let events = graze(&mut test, &[2]);
    assert_eq!(centre(&test), (30.0, 24.0));
    assert_eq!(told(&events, "OW-9.2"), ["HERD stays where it is: 7"]);
}

/// OW-9.2: it goes straight away from the nearest figure within six inches, two cards.
#[test]
fn a_free_herd_shies_from_who_is_near() {
    let mut test = ranch(&[(30.0, 16.0, 90.0)], 7, (30.0, 24.0)).battle();
    // Movement 7 and 4: eleven inches.
    graze(&mut test, &[7, 45]);
    assert_eq!(centre(&test), (30.0, 35.0));
}

/// OW-9.2: civilians act as animals do, one card a move: they keep away from who comes within six inches.
#[test]
fn civilians_keep_away_from_who_is_near() {
    let on = far_enemy(table().unit("blue", BLUE, &[(30.0, 19.0, 90.0)])).wild();
    let mut test = with_animals(on, "herd", "civilian", &slots("civilian", 4, 30.0, 24.0, 0.0)).battle();
    // Movement 7.
    let events = graze(&mut test, &[7]);
    assert_eq!(centre(&test), (30.0, 31.0));
    assert_eq!(told(&events, "OW-9.2")[0], "HERD keeps away from blue.1");
}

/// OW-9.2: a man who hides is not shied at: animals give nobody away.
#[test]
fn a_herd_does_not_shy_from_who_hides() {
    let hider = |hides: bool| {
        let mut on = far_enemy(table().unit("blue", BLUE, &[(30.0, 16.0, 90.0)]));
        if hides {
            on = table().unit("blue", BLUE, &[(30.0, 16.0, 90.0)]).hidden();
            on = far_enemy(on).area("woods", (27.0, 14.0), (33.0, 17.5));
        }
        let mut test = with_animals(on.wild(), "herd", "cattle", &slots("cattle", 7, 30.0, 24.0, 0.0)).battle();
        graze(&mut test, &[2, 2]);
        centre(&test)
    };
    assert_eq!(hider(true), (30.0, 24.0));
    assert_ne!(hider(false), (30.0, 24.0));
}

/// OW-9.2: the setting gives the choice to a side.
#[test]
fn a_side_may_decide_for_the_animals() {
    let mut test =
        ranch(&[(5.0, 5.0, 0.0)], 7, (30.0, 24.0)).setting("animal_controller", Value::Word("red".into())).battle();
    test.cards(WILD, &[1, 1]);
    test.begin_turn(&[1, 6, 4], &[3, 0]);
    let ask = test.battle.awaiting().asks[0].clone();
    assert_eq!((ask.kind.as_str(), ask.side.0), ("keep", 1));
    let roam = order(&test, "roam").path([to(30.0, 34.0)]);
    test.order(roam);
    assert_eq!(centre(&test), (30.0, 34.0));
}

/// OW-9.2, OW-9.13: a side that decides for a bear says whether it stays, goes or charges somebody, though he has
/// provoked it; its first card is drawn before.
#[test]
fn a_side_may_decide_for_a_bear() {
    let asked = || {
        let on = far_enemy(table().unit("blue", BLUE, &[(24.0, 20.0, 90.0), (34.0, 24.0, 90.0)])).wild();
        let on = with_animals(on, "bear", "grizzly_bear", &[(24.0, 24.0, 0.0)]);
        let mut test = on.setting("animal_controller", Value::Word("red".into())).battle();
        test.cards(WILD, &[7, 4]);
        test.begin_turn(&[1, 6, 4], &[3, 0]);
        let ask = test.battle.awaiting().asks[0].clone();
        assert_eq!((ask.kind.as_str(), ask.side.0), ("keep", 1));
        test
    };
    let mut calm = asked();
    calm.order(order(&calm, "graze"));
    assert_eq!(at(&calm, calm.piece("bear", 1)), (24.0, 24.0));
    let mut roams = asked();
    roams.order(order(&roams, "roam").path([to(17.0, 24.0)]));
    assert_eq!(at(&roams, roams.piece("bear", 1)), (17.0, 24.0));
    // Seven inches and ten take it to the man farther off.
    let mut test = asked();
    let (bear, prey) = (test.piece("bear", 1), test.piece("blue", 2));
    assert_eq!(test.refused(order(&test, "set_on").target(bear)).1, "OW-9.13");
    let events = test.order(order(&test, "set_on").target(prey));
    assert!(told(&events, "OW-9.13").contains(&"Bear.1 goes at blue.2"), "{:?}", told(&events, "OW-9.13"));
    let fought = |event: &grapeshot::events::BattleEvent| matches!(event.kind, EventKind::Fought { attacker, defender, .. } if (attacker, defender) == (bear, prey));
    assert!(test.battle.log().events().iter().any(fought));
}

/// OW-9.2: the computer that decides for a bear sets it on the enemy.
#[test]
fn the_computer_sets_its_bear_on_the_enemy() {
    let on = far_enemy(table().unit("blue", BLUE, &[(24.0, 20.0, 90.0)])).wild();
    let on = with_animals(on, "bear", "grizzly_bear", &[(24.0, 24.0, 0.0)]);
    let mut test = on.setting("animal_controller", Value::Word("red".into())).battle();
    test.cards(WILD, &[7, 4]);
    test.begin_turn(&[1, 6, 4], &[3, 0]);
    let ask = test.battle.awaiting().asks[0].clone();
    let deed = unerring(1).decide(&test.battle, &ask).order;
    assert_eq!((deed.verb.0.as_str(), deed.target), ("set_on", Some(test.piece("blue", 1))));
}

/// OW-9.3: a herd acts on its die, whatever the colour; one that is herded ignores it.
#[test]
fn a_herd_that_is_ridden_ignores_its_die() {
    let mut free = ranch(&cowboys(), 7, (24.0, 24.0)).battle();
    let events = graze(&mut free, &[7, 45]);
    assert!(!told(&events, "OW-9.2").is_empty());
    let mut test = ranch(&cowboys(), 7, (24.0, 24.0));
    test = ridden(test);
    let mut test = test.battle();
    let events = graze(&mut test, &[7, 45]);
    assert!(told(&events, "OW-9.2").is_empty());
    assert_eq!(herd(&test).herders, [test.unit("blue")]);
}

/// The men of a ranch ride herd from the start.
fn ridden(on: grapeshot::testing::TestTable) -> grapeshot::testing::TestTable {
    on.word_of("blue", "rides_herd", "herd")
}

/// OW-9.5: all are within six inches of the central one; when that is gone the nearest takes its place.
#[test]
fn the_nearest_animal_takes_the_place_of_the_central_one() {
    let mut herd = herd(&ranch(&[(5.0, 5.0, 0.0)], 7, (30.0, 24.0)).battle()).clone();
    let first = herd.central;
    herd.lose(first);
    assert_ne!(herd.central, first);
    assert_eq!(herd.central.0, first.0 + 1);
    assert_eq!(herd.slot(herd.central).map(|at| at.length()), Some(0.0));
}

/// OW-9.7: a leader with three men near takes a herd over as his action; then it is brought on and driven, and nobody
/// spends an action on that.
#[test]
fn men_ride_herd() {
    let mut test = herders();
    let boss = test.piece("blue", 1);
    test.order(order(&test, "declare"));
    let cow = test.piece("herd", 3);
    let bring_on = order(&test, "bring_on");
    assert_eq!(test.refused(bring_on.clone()).1, "CP-2.12");
    let ride = order(&test, "ride_herd").pieces([boss]).target(cow);
    test.order(ride);
    assert_eq!(herd(&test).herders, [test.unit("blue")]);
    test.cards(WILD, &[7, 45]);
    test.order(bring_on);
    assert_eq!(herd(&test).allowance, Some(11.0));
    let drive = order(&test, "drive_herd").path([to(44.0, 24.0)]);
    test.order(drive);
    assert_eq!(centre(&test), (35.0, 24.0));
    // Once in an activation; and its men can still act.
    assert!(!test.battle.awaiting().asks[0].verbs.contains(&grapeshot::orders::VerbId::new("drive_herd")));
}

/// OW-9.6, CP-12.2: a man who hides where a driven animal would come to stand is found, and the herd flows round him.
#[test]
fn a_driven_herd_finds_who_hides_in_its_way_and_stands_beside_him() {
    let on = ridden(ranch(&cowboys(), 7, (24.0, 24.0))).area("woods", (36.0, 23.0), (37.5, 25.0));
    let on = on.unit("lurker", RED, &[(36.75, 24.0, 180.0)]).weapons(&["rifle"]).hidden();
    let mut test = on.acting("blue");
    let lurker = test.piece("lurker", 1);
    test.order(order(&test, "declare"));
    test.cards(WILD, &[7, 45]);
    test.order(order(&test, "bring_on"));
    assert!(test.battle.view().conceals(lurker));
    let drive = order(&test, "drive_herd").path([to(44.0, 24.0)]);
    test.order(drive);
    let view = test.battle.view();
    assert!(!view.conceals(lurker), "the herd has come upon him");
    assert_eq!(centre(&test), (35.0, 24.0));
    let clear = |animal: &PieceId| view.outline(*animal).overlap(&view.outline(lurker)) < 0.01;
    assert!(test.pieces("herd").iter().all(clear), "no animal stands on him");
}

/// OW-9.7: at least three that are not stunned must ride herd; nobody herds bison, bears or, as a rule, sheep.
#[test]
fn two_men_herd_nothing() {
    let mut test = herders();
    for n in [2, 3, 4] {
        let man = test.piece("blue", n);
        test.mark(man, &marks::STUN, 1);
    }
    test.order(order(&test, "declare"));
    let (boss, cow) = (test.piece("blue", 1), test.piece("herd", 3));
    let ride = order(&test, "ride_herd").pieces([boss]).target(cow);
    assert_eq!(test.refused(ride), ("At least 3 figures must ride herd".to_owned(), "OW-9.7".to_owned()));
    for (kind, word) in [("bison", "bison"), ("sheep", "sheep"), ("civilian", "civilian")] {
        let on = far_enemy(table().unit("blue", BLUE, &cowboys())).wild();
        let mut test = with_animals(on, "herd", kind, &slots(kind, 5, 24.0, 24.0, 0.0)).acting("blue");
        test.order(order(&test, "declare"));
        let boss = test.piece("blue", 1);
        let cow = test.piece("herd", 2);
        let offered = test.battle.awaiting().asks[0].verbs.contains(&grapeshot::orders::VerbId::new("ride_herd"));
        assert!(!offered, "{word}");
        assert!(test.battle.submit(order(&test, "ride_herd").pieces([boss]).target(cow)).is_err());
    }
}

/// OW-9.7: with another set of species sheep are herded.
#[test]
fn a_scenario_may_have_sheep_herded() {
    let on = far_enemy(table().unit("blue", BLUE, &cowboys())).wild();
    let sheep = Value::List(vec![Value::Word("sheep".into())]);
    let on = with_animals(on, "herd", "sheep", &slots("sheep", 5, 24.0, 24.0, 0.0)).setting("herdable_species", sheep);
    let mut test = on.acting("blue");
    test.order(order(&test, "declare"));
    let (boss, sheep) = (test.piece("blue", 1), test.piece("herd", 2));
    let ride = order(&test, "ride_herd").pieces([boss]).target(sheep);
    test.order(ride);
}

/// OW-9.7: the distance is a setting.
#[test]
fn the_scenario_says_how_near_the_riders_must_be() {
    let far: Vec<(f32, f32, f32)> = line(5, 30.0, 8.0);
    let may = |inches: f32| {
        let mut test =
            ranch(&far, 7, (34.0, 26.0)).setting("herding_distance_in", Value::Number(inches)).acting("blue");
        test.order(order(&test, "declare"));
        let (boss, cow) = (test.piece("blue", 1), test.piece("herd", 3));
        test.battle.submit(order(&test, "ride_herd").pieces([boss]).target(cow)).is_ok()
    };
    assert!(!may(12.0) && may(24.0));
}

/// OW-9.7: a unit that rides herd and has too few men near when it has acted lets the herd go.
#[test]
fn a_herd_is_free_again_when_too_few_ride() {
    let mut test = ridden(ranch(&cowboys(), 7, (24.0, 24.0))).acting("blue");
    let stun = |test: &mut TestBattle, n: usize| {
        let man = test.piece("blue", n);
        test.mark(man, &marks::STUN, 1);
    };
    stun(&mut test, 1);
    stun(&mut test, 2);
    assert!(cp(&test).enough_riders(test.unit("blue"), herd(&test)));
    stun(&mut test, 3);
    assert!(!cp(&test).enough_riders(test.unit("blue"), herd(&test)));
    test.order(order(&test, "end"));
    assert!(herd(&test).herders.is_empty());
}

/// OW-9.9: a herd may be fired at; the animal nearest to the firer falls, the central one last; wounds are ignored.
#[test]
fn fire_takes_the_animal_nearest_to_the_firer() {
    let mut test = ranch(&[(20.0, 24.0, 0.0)], 7, (30.0, 24.0)).acting("blue");
    let (man, far, near) = (test.piece("blue", 1), test.piece("herd", 1), test.piece("herd", 5));
    assert!(cp(&test).aim(man, far, Manner::default()).is_ok());
    assert_eq!(cp(&test).candidates(man, far), [near]);
    test.order(order(&test, "declare"));
    // Hit, then a damage card that incapacitates; the herd checks and stays calm.
    test.cards(BLUE, &[6, 3]);
    test.cards(WILD, &[4]);
    let shoot = order(&test, "shoot").pieces([man]).target(far);
    let events = test.order(shoot);
    assert_eq!(test.battle.view().fate(near), Fate::Casualty);
    assert_eq!(told(&events, "OW-9.10").len(), 1, "one check for one action");
    assert_eq!(test.battle.view().unit_marks(test.unit("herd")).count(&marks::MORALE), 0);
}

/// OW-9.13: a bear that is threatened charges the nearest figure, two cards, and fights.
#[test]
fn a_bear_charges_who_comes_too_near() {
    let bear = |threat: f32| {
        let on = far_enemy(table().unit("blue", BLUE, &[(30.0, 16.0, 90.0)])).wild();
        let on = with_animals(on, "bear", "grizzly_bear", &[(30.0, 22.0, 0.0)]);
        let mut test = on.setting("bear_threat_in", Value::Number(threat)).battle();
        let before = test.battle.log().len();
        test.cards(WILD, &[2, 6, 4]);
        test.begin_turn(&[1, 6, 4], &[3, 0]);
        let events = &test.battle.log().events()[before..];
        events.iter().any(|event| matches!(event.kind, grapeshot::events::EventKind::Fought { .. }))
    };
    assert!(bear(6.0));
    assert!(!bear(2.0));
}

/// OW-9.14: a bear that draws a bad result backs straight away from the nearest figure, one card.
#[test]
fn a_bear_that_loses_its_nerve_backs_away() {
    let on = far_enemy(table().unit("blue", BLUE, &[(10.0, 10.0, 0.0)])).wild();
    let mut test = with_animals(on, "bear", "grizzly_bear", &[(14.0, 10.0, 0.0)]).battle();
    let unit = test.unit("bear");
    test.mark_unit(unit, &marks::MORALE, 1);
    // C1 for Elite in the open, then movement 5.
    test.cards(WILD, &[8, 12, 13]);
    test.begin_turn(&[1, 6, 4], &[3, 0]);
    let bear = test.piece("bear", 1);
    let moved = test.battle.log().events().iter().find_map(|event| match &event.kind {
        grapeshot::events::EventKind::Moved { piece, end, .. } if *piece == bear => Some(end.at.x),
        _ => None,
    });
    assert!(moved.is_some_and(|x| x > 14.0), "{moved:?}");
}

/// OW-9.13: men may attack animals; nobody is an enemy of what nobody plays, but these may be hunted.
#[test]
fn men_may_attack_a_bear() {
    let on = far_enemy(table().unit("blue", BLUE, &[(30.0, 16.0, 90.0)])).wild();
    let mut test = with_animals(on, "bear", "grizzly_bear", &[(30.0, 26.0, 0.0)]).acting("blue");
    let (man, bear) = (test.piece("blue", 1), test.piece("bear", 1));
    test.cards(BLUE, &[49]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let assault = order(&test, verbs::ASSAULT.0.as_str()).pieces([man]).target(bear);
    test.order(assault);
}

/// OW-9.7: the computer rides herd, and stampedes it where more of the enemy are in its way than of its own.
#[test]
fn the_computer_stampedes_a_herd_at_the_enemy() {
    let worth = |enemies: bool| {
        let on = ranch(&cowboys(), 7, (24.0, 24.0)).word_of("blue", "rides_herd", "herd");
        let row = line(8, if enemies { 28.0 } else { 54.0 }, if enemies { 24.0 } else { 4.0 });
        let on = on.unit("foes", RED, &row).weapons(&["sword"]);
        let on = on.setting("ordered_stampede_direction", Value::Word("chosen".into()));
        let mut test = on.acting("blue");
        test.order(order(&test, "declare"));
        let ask = test.battle.awaiting().asks[0].clone();
        let prospects = test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask);
        let spooks = prospects.into_iter().filter(|(order, _)| order.verb.0 == "spook");
        let best = spooks.map(|(order, worth)| (worth.total(), order.heading)).max_by(|a, b| a.0.total_cmp(&b.0));
        best.expect("it thinks of it")
    };
    let (at_them, heading) = worth(true);
    assert!(at_them > 0.0 && heading == Some(grapeshot::table::position::Heading(0.0)), "{at_them} {heading:?}");
    assert!(worth(false).0 < 0.0);
}

/// OW-9.8: within an inch of an animal foot move at a quarter, riders at half of their rate.
#[test]
fn who_goes_through_a_herd_is_slowed() {
    let goes = |kind: &str, cards: &[u16]| {
        // The zone of one head reaches 1.625 inches from its middle: 3.25 inches of the way.
        let on = far_enemy(table().unit("blue", BLUE, &[(30.0, 10.0, 90.0)]).kind(kind)).wild();
        let on = with_animals(on, "herd", "cattle", &[(31.2, 14.0, 0.0)]);
        let mut test = on.acting("blue");
        let man = test.piece("blue", 1);
        test.cards(BLUE, cards);
        let declare = order(&test, "declare").pieces([man]);
        test.order(declare);
        let go = order(&test, "move").pieces([man]).path([to(30.0, 40.0)]);
        test.order(go);
        let plan = test.battle.rules().fixed_ways(&test.battle.view());
        plan[0].end.at.y - 10.0
    };
    let half = (1.625_f32 * 1.625 - 1.2 * 1.2).sqrt();
    // Eight inches on foot: those in the zone cost four times as much.
    let open = 4.0 - half;
    assert!((goes("foot", &[2]) - (open + (8.0 - open) / 4.0)).abs() < 0.02, "{}", goes("foot", &[2]));
    // Six and five on horseback: twice as much.
    let rides = 11.0 - 2.0 * half;
    assert!((goes("mounted", &[1, 13]) - rides).abs() < 0.02, "{}", goes("mounted", &[1, 13]));
}

/// OW-9.7: three riders come near a herd while their leader stays, who takes it over then; out of breath they would not
/// ride it.
#[test]
fn the_computer_sends_riders_to_a_herd_before_their_leader_takes_it_over() {
    let men = [(8.0, 24.0, 0.0), (8.0, 26.0, 0.0), (8.0, 22.0, 0.0), (8.0, 28.0, 0.0)];
    let test = ranch(&men, 12, (24.0, 24.0)).acting("blue");
    let ask = test.battle.awaiting().asks[0].clone();
    let leader = test.piece("blue", 1);
    let prospects = test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask);
    let herding = |worth: &grapeshot::events::Explained| {
        worth.modifiers().iter().filter(|line| line.rule.0 == "OW-9.7").map(|line| line.amount).sum::<f32>()
    };
    let stays = |order: &&(grapeshot::orders::Order, _)| {
        order.0.verb.0 == "declare" && order.0.pieces.len() == 3 && !order.0.pieces.contains(&leader)
    };
    let (_, worth) = prospects.iter().find(stays).expect("it thinks of it");
    assert!(herding(worth) > 0.5, "{}", herding(worth));
    let hurries = prospects.iter().find(|(order, _)| order.verb.0 == "declare" && !order.also.is_empty());
    assert!(herding(&hurries.expect("it thinks of a sprint").1) < 0.0);
}
