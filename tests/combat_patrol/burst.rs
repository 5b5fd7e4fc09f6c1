//! Chapter 8: templates, bursts, deviation, cones, faces of buildings, penetration; CP-6.15.

use bevy::math::Vec2;
use grapeshot::{
    events::EventKind,
    rulesets::combat_patrol::{
        book::{
            action_card::{Burst, Deviation},
            marks,
        },
        explosives::burst::{Struck, deviated},
    },
    table::{position::Heading, template::Template},
    testing::RED,
};

use super::*;

/// Blue's howitzer with its crew, loaded with shell, and red's men 70 inches off and more.
fn bombard(men: &[(f32, f32, f32)]) -> TestTable {
    let crew = [(34.5, 5.0), (34.5, 6.2), (37.5, 5.0), (37.5, 6.2), (35.4, 3.9), (36.6, 3.9)];
    let crew: Vec<(f32, f32, f32)> = crew.iter().map(|(x, y)| (*x, *y, 90.0)).collect();
    table()
        .size(72.0, 160.0)
        .unit("blue", BLUE, &crew)
        .gun("howitzer", (36.0, 6.0, 90.0), (36.0, 2.0, 0.0))
        .word("round", "shell")
        .unit("red", RED, men)
}

/// The howitzer fires at (36, 76) with these cards.
fn fire(test: &mut TestBattle, cards: &[u16]) -> Vec<grapeshot::events::BattleEvent> {
    let nobody = order(test, "declare");
    test.order(nobody);
    test.cards(BLUE, cards);
    let fire = order(test, "fire").pieces([test.piece("blue", 7)]).path([to(36.0, 76.0)]);
    test.order(fire)
}

/// CP-6.15: a to-hit draw at a point: who hits puts the round on it, who misses sees it deviate; there is no target
/// area.
#[test]
fn a_round_aimed_at_a_point_hits_it_or_deviates() {
    let centre = |cards: &[u16]| {
        let mut test = bombard(&[(50.0, 150.0, 270.0)]).acting("blue");
        let events = fire(&mut test, cards);
        events
            .iter()
            .find_map(|event| match &event.kind {
                EventKind::Covered { templates, .. } => match templates[..] {
                    [Template::Circle { centre, .. }] => Some(centre),
                    _ => None,
                },
                _ => None,
            })
            .expect("it bursts")
    };
    // Card 5 has 4 holes, the Regular at long range needs 4; card 7 has 3.
    assert_eq!(centre(&[5]), Vec2::new(36.0, 76.0));
    assert!(centre(&[7, 29]).distance(Vec2::new(36.0, 67.0)) < 0.01);
}

/// CP-8.1: round templates of 1.5, 2.5 and 3.5 inches; who stands on the edge is under them.
#[test]
fn templates_have_three_sizes() {
    let test = bombard(&[(38.5, 76.0, 270.0), (33.4, 76.0, 270.0)]).battle();
    for (size, radius) in [(Burst::Small, 1.5), (Burst::Medium, 2.5), (Burst::Large, 3.5)] {
        let template = cp(&test).round_template(size, Vec2::ZERO);
        assert_eq!(template, Template::Circle { centre: Vec2::ZERO, radius });
    }
    let centre = Vec2::new(36.0, 76.0);
    let under = cp(&test).men_under(&cp(&test).round_template(Burst::Medium, centre), centre);
    assert_eq!(under, [test.piece("red", 1)]);
}

/// CP-8.2: medium burst: card 2 (S) hits; card 3 (none) does nothing; card 49 (none, "!!") stuns; nearest first.
#[test]
fn a_burst_hits_stuns_or_spares() {
    let men = [(36.5, 76.0, 270.0), (35.0, 77.0, 270.0), (36.0, 78.2, 270.0)];
    let mut test = bombard(&men).acting("blue");
    let events = fire(&mut test, &[6, 2, 8, 3, 49]);
    let view = test.battle.view();
    assert!(!view.in_play(test.piece("red", 1)));
    assert!(view.in_play(test.piece("red", 2)) && !cp(&test).stunned(test.piece("red", 2)));
    assert!(cp(&test).stunned(test.piece("red", 3)));
    let markers = events.iter().filter_map(|event| match &event.kind {
        EventKind::Marked { mark, now, .. } if *mark == marks::MORALE => Some(*now),
        _ => None,
    });
    assert_eq!(markers.max(), Some(3), "CP-6.11: one for each affected, CP-11.1: one for the leader");
}

/// CP-8.2: a large burst hits with 60 %, a medium one with 40 %, a small one with 24 %.
#[test]
fn larger_bursts_hit_more() {
    let test = bombard(&[(50.0, 150.0, 270.0)]).battle();
    let chances = [Burst::Small, Burst::Medium, Burst::Large].map(|size| cp(&test).chance_of_icon(size));
    assert!(chances.iter().zip([0.24, 0.4, 0.6]).all(|(a, b)| (a - b).abs() < 1e-4), "{chances:?}");
}

/// CP-8.2: a wall between the burst and the figure is cover, brush is not, works always are.
#[test]
fn cover_from_a_burst_must_stand_between() {
    let red = [(36.0, 78.0, 270.0), (50.0, 78.0, 270.0), (60.0, 78.0, 270.0)];
    let table = bombard(&red)
        .obstacle("stone_wall", &[(34.0, 77.2), (38.0, 77.2)])
        .area("brush", (47.0, 75.0), (53.0, 81.0))
        .obstacle("earthwork", &[(57.0, 77.2), (63.0, 77.2)]);
    let test = table.battle();
    let cover = |n: usize, burst: (f32, f32)| {
        let outline = test.battle.view().outline(test.piece("red", n));
        cp(&test).cover_from_burst(&outline, Vec2::new(burst.0, burst.1)).map(|cover| cover.code.to_string())
    };
    assert_eq!(cover(1, (36.0, 76.0)).as_deref(), Some("w"));
    assert_eq!(cover(1, (36.0, 80.0)), None);
    assert_eq!(cover(2, (50.0, 76.0)), None);
    assert_eq!(cover(3, (60.0, 80.0)).as_deref(), Some("k"));
}

/// CP-8.3: firer (0,0), target (0,30): long-right 3 is (2.12, 32.12), short-left 3 is (-2.12, 27.88).
#[test]
fn a_miss_deviates_along_the_line_of_fire() {
    let target = Vec2::new(0.0, 30.0);
    let impact = |dev: Deviation| deviated(Vec2::ZERO, target, dev.parts(3.0));
    assert!(impact(Deviation::LongRight).distance(Vec2::new(2.12, 32.12)) < 0.01);
    assert!(impact(Deviation::ShortLeft).distance(Vec2::new(-2.12, 27.88)) < 0.01);
    // Fired eastward, right is south.
    let east = deviated(Vec2::ZERO, Vec2::new(30.0, 0.0), Deviation::Right.parts(2.0));
    assert!(east.distance(Vec2::new(30.0, -2.0)) < 0.01);
}

/// CP-8.7: the cone of the large template, burst (0,0), flight along +y: (2,5) is in, (4,5) is out; 3, 5 and 7 inches
/// long.
#[test]
fn a_cone_is_a_wedge_of_sixty_degrees() {
    let test = bombard(&[(50.0, 150.0, 270.0)]).battle();
    let cone = cp(&test).cone(Burst::Large, Vec2::ZERO, Heading(90.0));
    assert!(cone.holds(Vec2::new(2.0, 5.0)) && !cone.holds(Vec2::new(4.0, 5.0)));
    for (size, inches) in [(Burst::Small, 3.0), (Burst::Medium, 5.0), (Burst::Large, 7.0)] {
        let cone = cp(&test).cone(size, Vec2::ZERO, Heading(90.0));
        assert!(cone.holds(Vec2::new(0.0, inches)) && !cone.holds(Vec2::new(0.0, inches + 0.1)));
    }
}

/// CP-8.8: s runs from the left end of a face as the firer sees it; below the ground is short, above the eaves over.
#[test]
fn a_face_is_seen_from_the_firer() {
    let house = bombard(&[(50.0, 150.0, 270.0)]).building((30.0, 80.0), (42.0, 86.0), &[], &[]).storeys(2);
    let test = house.battle();
    let south = cp(&test).face_at(0, Vec2::new(36.0, 80.0), Vec2::new(36.0, 6.0)).expect("it looks south");
    assert_eq!((south.left, south.right), (Vec2::new(30.0, 80.0), Vec2::new(42.0, 80.0)));
    let north = cp(&test).face_at(0, Vec2::new(36.0, 86.0), Vec2::new(36.0, 120.0)).expect("it looks north");
    assert_eq!((north.left, north.right), (Vec2::new(42.0, 86.0), Vec2::new(30.0, 86.0)));
    let struck = south.struck(6.0, 4.5, Deviation::ShortLeft.parts(3.0));
    assert!(
        matches!(struck, Struck::Wall { s, h, bounced: false } if (s - 3.88).abs() < 0.01 && (h - 2.38).abs() < 0.01)
    );
    assert!(matches!(south.struck(6.0, 1.5, Deviation::Short.parts(3.0)), Struck::Wall { h: 0.0, bounced: true, .. }));
    assert_eq!(south.struck(6.0, 4.5, Deviation::Long.parts(2.0)), Struck::Over);
    assert_eq!(south.struck(1.0, 4.5, Deviation::Left.parts(2.0)), Struck::Beside);
}

/// CP-8.9: value 3 against 8 goes through with 50 %, 0 against 6 with 40 %, 12 against 8 always.
#[test]
fn penetration_is_a_value_and_a_ten_sided_icon() {
    let test = bombard(&[(50.0, 150.0, 270.0)]).battle();
    for (value, protection, chance) in [(3.0, 8.0, 0.5), (0.0, 6.0, 0.4), (12.0, 8.0, 1.0)] {
        assert!((cp(&test).chance_to_penetrate(value, protection) - chance).abs() < 1e-4);
    }
}
