//! BP-3.5: what is walked is paid for, exactly.

use super::*;
use grapeshot::{
    chance::Chance,
    rulesets::{
        black_powder::{book::values::Formation, movement::walker::Leave, state::sequence_of_play::Manoeuvre},
        shared::formed::{
            block::moved,
            walk::{Body, Ground},
        },
    },
    table::{footprint::Outline, terrain::Crossing},
};

/// BP-3.5: each boundary of ground is paid for: a charge that costs 12.02 inches is not reached with 12.
#[test]
fn a_boundary_of_ground_gives_no_free_inches() {
    let way = |strip: f32| {
        let test = table()
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 30.02, 270.0))
            .area("rough", (40.0, 25.0), (80.0, 25.0 + strip))
            .battle();
        let way = bp(&test).charge_way(test.unit("one"), test.unit("foe")).expect("there is a way");
        (way.cost, bp(&test).moves_needed(test.unit("one"), way.cost))
    };
    // Inside the strip for its breadth and the depth of the line, 1.5 inches, each of which costs one more.
    let (cost, moves) = way(0.5);
    assert!((cost - 12.02).abs() < 0.002, "{cost}");
    assert_eq!(moves, 2);
    let (cost, moves) = way(0.47);
    assert!((cost - 11.99).abs() < 0.002, "{cost}");
    assert_eq!(moves, 1);
}

/// BP-3.5: so is each of several.
#[test]
fn several_boundaries_give_no_free_inches() {
    let test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .area("rough", (40.0, 21.0), (80.0, 22.0))
        .area("orchard", (40.0, 25.0), (80.0, 26.0))
        .area("rough", (40.0, 29.0), (80.0, 30.0))
        .obstacle("stone_wall", &[(40.0, 33.0), (80.0, 33.0)])
        .stream(&[(40.0, 37.5), (80.0, 37.5)], 1.0, false)
        .battle();
    let way = bp(&test).charge_way(test.unit("one"), test.unit("foe")).expect("there is a way");
    assert!((way.cost - (40.0 + 4.0 * 2.5 + 6.0)).abs() < 0.005, "{}", way.cost);
}

/// BP-3.5, BP-6.1: slow ground on the last inches before the target is slow too, also at an angle and beside another
/// enemy.
#[test]
fn the_last_inches_of_a_charge_are_paid() {
    let cost = |add: fn(TestTable) -> TestTable| {
        let test = add(table().blue("one", "dragoons", "line", (60.0, 20.0, 90.0)).red(
            "foe",
            "line_infantry",
            "line",
            (60.0, 30.0, 270.0),
        ))
        .battle();
        bp(&test).charge_way(test.unit("one"), test.unit("foe")).map(|way| way.cost)
    };
    let rough = |table: TestTable| table.area("rough", (40.0, 25.0), (80.0, 40.0));
    let alone = cost(rough).expect("it is open to riders");
    assert!((alone - 15.0).abs() < 0.005, "{alone}");
    let beside =
        cost(|table| {
            table
                .area("rough", (40.0, 25.0), (80.0, 40.0))
                .red("left", "line_infantry", "line", (50.9, 29.2, 270.0))
                .red("right", "line_infantry", "line", (69.1, 29.2, 270.0))
        });
    assert!(beside.is_none_or(|cost| (cost - 15.0).abs() < 0.3), "{beside:?}");
    assert_eq!(cost(|table| table.stream(&[(40.0, 29.3), (80.0, 29.3)], 1.0, true)), None, "nobody gets over a river");
    let slanting = table()
        .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (76.0, 36.0, 225.0))
        .battle();
    let open = bp(&slanting).charge_way(slanting.unit("one"), slanting.unit("foe")).expect("there is a way").cost;
    let far_hedge = table()
        .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (76.0, 36.0, 225.0))
        .obstacle("hedge", &[(60.0, 38.0), (62.0, 38.0)])
        .battle();
    let way = bp(&far_hedge).charge_way(far_hedge.unit("one"), far_hedge.unit("foe")).expect("the hedge is far off");
    assert!((way.cost - open).abs() < 0.3, "{} against {open}", way.cost);
}

/// BP-3.5: an obstacle is paid each time it is crossed.
#[test]
fn an_obstacle_is_paid_each_time_it_is_crossed() {
    let test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (110.0, 60.0, 270.0))
        .obstacle("stone_wall", &[(40.0, 23.0), (80.0, 23.0)])
        .battle();
    let slide = |by: f32| Manoeuvre::Slide { by: Vec2::new(0.0, by) };
    let cost = |list: &[Manoeuvre]| bp(&test).walk(test.unit("one"), list, 3, Leave::default()).end().cost;
    near(cost(&[slide(6.0)]), 12.0);
    near(cost(&[slide(6.0), slide(-6.0)]), 24.0);
    near(cost(&[slide(3.5), slide(-3.5)]), 7.0 + 6.0);
}

/// BP-3.5: two obstacles one behind the other are paid once each, be they as far apart as the unit is deep or not.
#[test]
fn two_obstacles_are_paid_once_each() {
    for apart in (2..30).map(|tenths| f32::from(tenths as u8) / 10.0) {
        let wall = |y: f32| [(40.0, y), (80.0, y)];
        let test = table()
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (110.0, 60.0, 270.0))
            .obstacle("stone_wall", &wall(23.0))
            .obstacle("stone_wall", &wall(23.0 + apart))
            .battle();
        let over = Manoeuvre::Slide { by: Vec2::new(0.0, 9.0) };
        let walked = bp(&test).walk(test.unit("one"), &[over], 3, Leave::default());
        assert_eq!(walked.stopped, None, "{apart} inches apart");
        near(walked.end().cost, 9.0 + 2.0 * 6.0);
    }
}

/// BP-3.5: a unit that has come to stand in ground closed to it goes out of it at half pace, and no deeper into it.
#[test]
fn a_unit_gets_out_of_closed_ground() {
    let test = table()
        .blue("one", "line_infantry", "line", (60.0, 24.5, 90.0))
        .red("foe", "line_infantry", "line", (110.0, 60.0, 270.0))
        .area("woods", (40.0, 24.0), (80.0, 40.0))
        .battle();
    let slide =
        |by: f32| bp(&test).walk(test.unit("one"), &[Manoeuvre::Slide { by: Vec2::new(0.0, by) }], 1, Leave::default());
    let out = slide(-6.0);
    assert_eq!(out.stopped, None);
    near(out.end().cost, 6.5);
    let deeper = slide(6.0);
    assert!(deeper.stopped.expect("it stops").starts_with("no entry"));
    near(deeper.poses[deeper.poses.len() - 1].cost, 0.0);
}

/// BP-3.5: a ford is as rough ground to who crosses it with his whole front, and deep water beside it is closed.
#[test]
fn a_ford_leads_through_deep_water() {
    let walk = |kind: &str, formation: &str| {
        let test = table()
            .blue("one", kind, formation, (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (110.0, 60.0, 270.0))
            .stream(&[(0.0, 24.0), (120.0, 24.0)], 2.0, true)
            .terrain(|terrain| {
                let outline = [(57.0, 22.0), (63.0, 22.0), (63.0, 26.0), (57.0, 26.0)].map(Vec2::from).to_vec();
                let ground = terrain.streams[0].ground.clone();
                terrain.crossings.push(Crossing { id: "ford".into(), kind: "ford".into(), outline, ground });
            })
            .battle();
        let list = match formation {
            "march_column" => Manoeuvre::Follow { by: vec![Vec2::new(0.0, 16.0)] },
            _ => Manoeuvre::Slide { by: Vec2::new(0.0, 16.0) },
        };
        let walk = bp(&test).walk(test.unit("one"), &[list], 3, Leave::default());
        (walk.end().cost, walk.stopped)
    };
    // In the water for its breadth and the depth of the column, which costs as much again.
    let (cost, stopped) = walk("line_infantry", "attack_column");
    assert_eq!(stopped, None);
    near(cost, 16.0 + 2.0 + 3.5);
    assert_eq!(walk("line_infantry", "march_column").1, None);
    assert!(walk("line_infantry", "line").1.expect("it is too broad").starts_with("no entry"));
    assert!(walk("foot_battery", "limbered").1.expect("guns need a bridge").starts_with("no entry"));
}

/// What a wheel and a slide straight on cost, added up in very small steps from what the ground says of each place.
fn measured(test: &TestBattle, degrees: f32, slide: f32) -> f32 {
    const STEPS: u32 = 40_000;
    let bp = bp(test);
    let one = test.unit("one");
    let near = bp.ground_near(one, Formation::Line, Vec2::ZERO, Vec2::new(120.0, 72.0));
    let start = bp.outline(one);
    let wheel = 9.0 * degrees.abs().to_radians();
    let inches = (wheel + slide) / STEPS as f32;
    let (mut cost, mut across) = (0.0_f64, near.across(&start));
    for step in 0..STEPS {
        let gone = (step as f32 + 0.5) * inches;
        let turned = start.wheeled(degrees * (gone / wheel).min(1.0));
        let block: Outline = moved(&turned, turned.place.facing.forward() * (gone - wheel).max(0.0));
        cost += f64::from(inches / near.rate(&block).0);
        let now = near.across(&block);
        cost += 6.0 * now.iter().filter(|index| !across.contains(index)).count() as f64;
        across = now;
    }
    cost as f32
}

/// BP-3.5: over any ground, on straight ways and wheels, a walk costs what each of its places says.
#[test]
fn any_walk_costs_what_its_places_say() {
    let mut chance = Chance::new(5);
    let stream = StreamId::new("ways");
    let mut pick = |low: f32, high: f32| low + (high - low) * chance.pick(&stream, 1000) as f32 / 1000.0;
    for round in 0..40 {
        let mut base = table().blue("one", "line_infantry", "line", (60.0, 30.0, pick(0.0, 360.0))).red(
            "foe",
            "line_infantry",
            "line",
            (3.0, 70.0, 270.0),
        );
        for kind in ["rough", "orchard", "rough"] {
            let (x, y) = (pick(40.0, 80.0), pick(15.0, 45.0));
            base = base.area(kind, (x, y), (x + pick(0.5, 12.0), y + pick(0.5, 9.0)));
        }
        let (x, y) = (pick(40.0, 80.0), pick(10.0, 50.0));
        base = base.obstacle("hedge", &[(x, y), (x + pick(-12.0, 12.0), y + pick(3.0, 12.0))]).stream(
            &[(pick(40.0, 80.0), 5.0), (pick(40.0, 80.0), 50.0)],
            1.0,
            false,
        );
        let test = base.battle();
        let degrees = pick(-90.0, 90.0);
        let forward = bp(&test).outline(test.unit("one")).place.facing.turned(degrees).forward();
        let inches = pick(4.0, 20.0);
        let list = [Manoeuvre::Wheel { degrees }, Manoeuvre::Slide { by: forward * inches }];
        let walk = bp(&test).walk(test.unit("one"), &list, 12, Leave::default());
        assert_eq!(walk.stopped, None, "round {round}");
        let expected = measured(&test, degrees, inches);
        let cost = walk.end().cost;
        assert!((cost - expected).abs() < 0.01, "round {round}: {cost} for {expected}: {:?}", walk.bill);
    }
}
