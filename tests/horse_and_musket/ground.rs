//! What a scenario may say of a single piece of ground or a single obstacle: who enters it, how it bogs, slows, hides
//! and shelters (CP-5.3, CP-5.10, CP-5.11, CP-1.8, CP-7.5).

use grapeshot::table::{
    path,
    terrain::{Ground, SightThrough, Terrain},
};

use super::{artillery::battery, mounted::horse, *};

/// CP-5.11: a piece of ground may be closed to those on foot, on horseback or on wheels (`closed_to`); the others enter
/// it.
#[test]
fn ground_may_be_closed_to_some() {
    let enters = |closed: &str| {
        let table = table().area("ploughed", (5.0, 20.0), (65.0, 40.0));
        let table = table.terrain(|terrain| terrain.areas[0].ground.closed_to = vec![closed.into()]);
        let table = battery(horse(table, "riders", BLUE, &[(10.0, 10.0, 90.0)]), "gun_6", 36.0, 12.0);
        let test = far_enemy(table.unit("foot", BLUE, &[(20.0, 10.0, 90.0)])).battle();
        [("foot", 1), ("riders", 1), ("blue", 8)].map(|(unit, number)| {
            let piece = test.piece(unit, number);
            let way = [Vec2::new(50.0, 15.0), Vec2::new(50.0, 25.0)];
            path::walk(test.battle.view().ground(), &way, 40.0, &cp(&test).mover(piece)).stopped.is_none()
        })
    };
    assert_eq!(enters("nobody"), [true, true, true]);
    assert_eq!(enters("foot"), [false, true, true]);
    assert_eq!(enters("mounted"), [true, false, true]);
    assert_eq!(enters("wheeled"), [true, true, false]);
}

/// A rider goes north from (20, 10) to a point; his movement cards give 15 inches, then these cards come. How far north
/// he ends.
fn ride(table: TestTable, to: f32, cards: &[u16]) -> f32 {
    let mut test = far_enemy(horse(table, "blue", BLUE, &[(20.0, 10.0, 90.0)])).acting("blue");
    let man = test.piece("blue", 1);
    march_to(&mut test, [man], &[&[4, 35], cards].concat(), (20.0, to));
    place(&test, man).at.y
}

/// CP-5.10: a single piece of ground, a stream or a crossing may have a grade of its own (`bog`), also where its kind has
/// none: three holes bog in Elite ground, not in Regular.
#[test]
fn a_piece_of_ground_has_its_own_bog_grade() {
    type Piece = fn(&mut Terrain) -> &mut Ground;
    let field = table().area("ploughed", (10.0, 14.0), (30.0, 40.0));
    let stream = table().stream(&[(10.0, 26.0), (30.0, 26.0)], 24.0, false);
    let bridge = table().bridge((10.0, 14.0), (30.0, 40.0));
    let grounds: [(TestTable, Piece); 3] = [
        (field, |terrain| &mut terrain.areas[0].ground),
        (stream, |terrain| &mut terrain.streams[0].ground),
        (bridge, |terrain| &mut terrain.crossings[0].ground),
    ];
    for (table, ground) in grounds {
        let end = |grade: Option<&str>| {
            // Card 7 has three holes.
            ride(table.clone().terrain(|terrain| ground(terrain).bog = grade.map(Into::into)), 18.0, &[7])
        };
        assert_eq!([end(None), end(Some("regular"))], [18.0, 18.0]);
        assert!((end(Some("elite")) - 16.0).abs() < 0.05, "half way: {}", end(Some("elite")));
    }
}

/// CP-5.10, HM-6.9: a single obstacle may have a grade of its own, or none.
#[test]
fn an_obstacle_has_its_own_bog_grade() {
    let end = |grade: Option<&str>| {
        let fence = table().obstacle("fence", &[(10.0, 14.0), (30.0, 14.0)]);
        ride(fence.terrain(|terrain| terrain.obstacles[0].bog = grade.map(Into::into)), 22.0, &[7, 1])
    };
    assert_eq!([end(None), end(Some("green"))], [22.0, 22.0]);
    assert!(end(Some("elite")) < 17.0, "{}", end(Some("elite")));
}

/// CP-5.3: a piece of ground may slow those who enter it more or less than its kind (`rate`).
#[test]
fn a_piece_of_ground_has_its_own_rate() {
    let end = |rate: Option<f32>| {
        let field = table().area("brush", (10.0, 14.0), (30.0, 40.0));
        let field = field.terrain(|terrain| {
            let ground = &mut terrain.areas[0].ground;
            ground.rate = rate.unwrap_or(ground.rate);
        });
        let mut test = far_enemy(field.unit("blue", BLUE, &[(20.0, 10.0, 90.0)])).acting("blue");
        let man = test.piece("blue", 1);
        declare(&mut test, [man], &[4]);
        let go = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(20.0, 30.0))]);
        test.battle.check(&go).expect("he may").moves[0].end.at.y
    };
    assert!((end(None) - 17.0).abs() < 0.01 && (end(Some(1.0)) - 20.0).abs() < 0.01);
    assert!((end(Some(0.25)) - 15.5).abs() < 0.01 && end(Some(0.0)) <= 14.0);
}

/// CP-7.5, CP-1.8: a piece of ground may shelter (`cover`) and hide (`sight`) otherwise than its kind, an obstacle
/// shelter.
#[test]
fn a_piece_of_ground_shelters_and_hides_in_its_own_way() {
    let duel = |table: TestTable| {
        let table = table.unit("blue", BLUE, &[(20.0, 10.0, 90.0)]).unit("red", RED, &[(20.0, 20.0, 270.0)]);
        table.battle()
    };
    let cover = |test: &TestBattle| {
        cp(test).cover_from(test.piece("red", 1), test.piece("blue", 1)).map(|code| code.to_string())
    };
    let sees = |test: &TestBattle| cp(test).sees(test.piece("blue", 1), test.piece("red", 1));
    let field = || table().area("ploughed", (10.0, 18.0), (30.0, 22.0));
    assert_eq!(cover(&duel(field())), None);
    let works = field().terrain(|terrain| terrain.areas[0].ground.cover = Some("k".into()));
    assert_eq!(cover(&duel(works)).as_deref(), Some("k"));
    let wall = || table().obstacle("stone_wall", &[(10.0, 19.0), (30.0, 19.0)]);
    assert_eq!(cover(&duel(wall())).as_deref(), Some("w"));
    assert_eq!(cover(&duel(wall().terrain(|terrain| terrain.obstacles[0].cover = None))), None);
    let between = || table().area("ploughed", (10.0, 13.0), (30.0, 17.0));
    assert!(sees(&duel(between())));
    let smoke = between().terrain(|terrain| terrain.areas[0].ground.sight = SightThrough::Blocked);
    assert!(!sees(&duel(smoke)));
}
