//! Roads (FF-7) and storming columns (FF-12.1, FF-12.2).

use bevy::math::Vec2;
use grapeshot::{
    forces::Value,
    orders::{Leg, Order},
    rulesets::fire_and_fury::book::{
        dice,
        formations::{Bend, Formation, Pose},
        values::OrderState,
        verbs,
    },
    table::position::Heading,
};

use crate::{kit::*, movement::checked};

/// The die with which a column alone is Well Handled, and the one with which it is Tardy.
const WELL: u16 = 4;
const TARDY: u16 = 1;

fn to(x: f32, y: f32) -> Leg {
    Leg::To(Vec2::new(x, y))
}

fn enemy(battle: TestTable) -> TestTable {
    battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0))
}

/// A column of six on a straight road along y = 20, its head at x.
fn column(x: f32) -> TestTable {
    enemy(table().road(&[(0.0, 20.0), (60.0, 20.0)]).foot("a", BLUE, 6, "march_column", (x, 20.0, 0.0)))
}

fn marched(mut test: TestBattle, legs: &[Leg]) -> TestBattle {
    marches(&mut test, "a", legs);
    test
}

/// FF-7.3, FF-7.6: twelve inches are eighteen along a good road, and no more than twelve along a poor one.
#[test]
fn a_good_road_makes_a_column_half_as_fast_again() {
    let test = marched(checked(column(10.0), WELL), &[to(55.0, 20.0)]);
    near(front(&test, "a"), 28.0, 20.0);
    let poor = column(10.0).terrain(|terrain| terrain.roads[0].kind = "track".into());
    let test = marched(checked(poor, WELL), &[to(55.0, 20.0)]);
    near(front(&test, "a"), 22.0, 20.0);
}

/// FF-7.6: nine inches along the road cost six; then six inches of open ground are left, or four of broken ground, which
/// slows the whole move.
#[test]
fn a_column_leaves_its_road_as_in_figure_9() {
    let test = marched(checked(column(10.0), WELL), &[to(19.0, 20.0), to(19.0, 40.0)]);
    near(front(&test, "a"), 19.0, 26.0);
    let woods = column(10.0).area("light_woods", (15.0, 2.0), (25.0, 18.5));
    let test = marched(checked(woods, WELL), &[to(19.0, 20.0), to(19.0, 5.0)]);
    near(front(&test, "a"), 19.0, 16.0);
}

/// FF-7.4: half a move of a march column is nine inches of road; ten inches of road cost a limbered gun five of its twelve.
#[test]
fn inches_along_the_road_are_divided() {
    let test = marched(checked(column(10.0), TARDY), &[to(55.0, 20.0)]);
    near(front(&test, "a"), 19.0, 20.0);
    let battle = table().road(&[(0.0, 20.0), (60.0, 20.0)]).guns("a", BLUE, "LG", 2, "limbered", (10.0, 20.0, 0.0));
    let test = marched(checked(enemy(battle), WELL), &[to(20.0, 20.0), to(20.0, 50.0)]);
    near(front(&test, "a"), 20.0, 27.0);
}

/// FF-7.2: the head of a column turns with the road, and each further stand is on the path behind it; so it goes on.
#[test]
fn a_column_bends_along_its_road() {
    let battle = table().road(&[(0.0, 20.0), (19.0, 20.0), (19.0, 60.0)]);
    let battle = enemy(battle.foot("a", BLUE, 6, "march_column", (10.0, 20.0, 0.0)));
    let test = marched(checked(battle, WELL), &[to(19.0, 20.0), to(19.0, 22.0)]);
    let stands = stands(&test, "a");
    near(stands[0].place.at, 19.0, 21.625);
    assert!(stands[0].place.facing.angle_to(Heading(90.0)) < 0.1, "{:?}", stands[0].place.facing);
    near(stands[5].place.at, 16.875, 20.0);
    assert!(stands[5].place.facing.angle_to(Heading(0.0)) < 0.1, "{:?}", stands[5].place.facing);
    assert!(stands.windows(2).all(|pair| pair[0].place.at.distance(pair[1].place.at) < 0.76));
}

/// FF-7.2: a file that bends is not wheeled; it goes on from its head.
#[test]
fn a_bent_column_follows_its_way() {
    let mut test = enemy(table().foot("a", BLUE, 6, "march_column", (20.0, 20.0, 90.0))).battle();
    let straight = pose(&test, "a");
    let track = [Vec2::new(20.0, 20.0), Vec2::new(20.0, 18.0), Vec2::new(10.0, 18.0)];
    put_pose(&mut test, "a", Pose { bend: Bend::behind(&straight, &track, 4.5), ..straight });
    near(stands(&test, "a")[5].place.at, 17.875, 18.0);
    checks_alone(&mut test, "a", WELL);
    assert_eq!(refused_by(&test, &march(&test, "a", &[wheel(20.0)])), "FF-7.2");
    marches(&mut test, "a", &[ahead(1.0)]);
    near(front(&test, "a"), 20.0, 21.0);
    near(stands(&test, "a")[5].place.at, 18.875, 18.0);
}

/// FF-7.2: on a road a column faces about for nothing and goes the other way.
#[test]
fn a_column_goes_back_on_its_road_for_nothing() {
    let test = marched(checked(column(40.0), WELL), &[Leg::AboutFace, to(0.0, 20.0)]);
    assert_eq!(pose(&test, "a").facing, Heading(180.0));
    near(front(&test, "a"), 35.5 - 18.0, 20.0);
    let off = table().foot("a", BLUE, 6, "march_column", (40.0, 20.0, 0.0));
    let test = marched(checked(enemy(off), WELL), &[Leg::AboutFace, to(0.0, 20.0)]);
    near(front(&test, "a"), 35.5 - 6.0, 20.0);
}

/// FF-7.1: a line that touches a road changes to march column on it and goes half a move; one that does not is refused.
#[test]
fn a_line_at_a_road_forms_column_on_it() {
    let line = |y: f32| {
        let battle = table().road(&[(0.0, 20.0), (60.0, 20.0)]);
        enemy(battle.foot("a", BLUE, 6, "line", (20.0, y, 90.0)))
    };
    let on_road = |test: &TestBattle| {
        march(test, "a", &[form("march_column"), to(55.0, 20.0)]).choice("road").heading(Heading(0.0))
    };
    let mut test = checked(line(21.0), 5);
    let order = on_road(&test);
    test.order(order);
    assert_eq!(formation(&test, "a"), Formation::MarchColumn);
    near(front(&test, "a"), 29.0, 20.0);
    near(stands(&test, "a")[5].place.at, 29.0 - 4.125, 20.0);
    let test = checked(line(30.0), 5);
    assert_eq!(refused_by(&test, &on_road(&test)), "FF-7.1");
    let test = checked(line(21.0), 3);
    let other = march(&test, "a", &[form("field_column")]).choice("road");
    assert_eq!(refused_by(&test, &other), "FF-7.1");
    let test = checked(line(21.0), TARDY);
    assert_eq!(refused_by(&test, &on_road(&test)), "FF-6.2", "Tardy");
}

/// FF-7.1, FF-7.2: where the road bends the column stands round the corner.
#[test]
fn a_column_forms_round_the_bend_of_a_road() {
    let battle = table().road(&[(5.0, 10.0), (20.0, 10.0), (20.0, 40.0)]);
    let mut test = checked(enemy(battle.foot("a", BLUE, 6, "line", (20.0, 12.0, 90.0))), 5);
    let order = march(&test, "a", &[form("march_column")]).choice("road");
    test.order(order);
    near(front(&test, "a"), 20.0, 12.0);
    near(stands(&test, "a")[5].place.at, 17.875, 10.0);
}

/// FF-7.1: an unlimbered battery that touches a road limbers and goes half a move on it, twice as far.
#[test]
fn a_battery_at_a_road_limbers_on_it() {
    let battle = table().road(&[(0.0, 20.0), (60.0, 20.0)]).guns("a", BLUE, "LG", 2, "unlimbered", (20.0, 21.0, 90.0));
    let mut test = checked(enemy(battle), 5);
    let order = march(&test, "a", &[form("limbered"), to(55.0, 20.0)]).choice("road").heading(Heading(0.0));
    test.order(order);
    assert_eq!(formation(&test, "a"), Formation::Limbered);
    near(front(&test, "a"), 32.0, 20.0);
}

/// FF-7.5: broken infantry goes half as far again along a good road.
#[test]
fn broken_infantry_flees_faster_along_a_road() {
    let battle = table().road(&[(20.0, 0.0), (20.0, 60.0)]).foot("a", BLUE, 6, "line", (20.0, 30.0, 90.0));
    let test = enemy(battle).battle();
    let retreat = ff(&test).full_retreat(test.unit("a"));
    near(retreat.poses[retreat.poses.len() - 1].front, 20.0, 12.0);
}

/// A bridge over a river from (20, 10) to (20, 14), and five stands before it, nine inches up the table.
fn bridged(y: f32) -> TestTable {
    let battle = table().stream(&[(0.0, 12.0), (60.0, 12.0)], 4.0, true).bridge((19.5, 10.0), (20.5, 14.0));
    let battle = battle.terrain_value("bridge", "defile", Value::Flag(true));
    battle.foot("p", BLUE, 5, "line", (20.0, y, 90.0))
}

fn storm(test: &TestBattle) -> Order {
    march(test, "p", &[form("storming_column"), to(20.0, 30.0)])
}

/// FF-12.1: from (20, 9) a storming column goes six inches, over the bridge, and forms up at once; on a good road nine.
#[test]
fn a_storming_column_crosses_a_bridge_as_in_the_example() {
    for (road, end) in [(false, 15.0), (true, 18.0)] {
        let battle = if road { bridged(9.0).road(&[(20.0, 0.0), (20.0, 40.0)]) } else { bridged(9.0) };
        let mut test = enemy(battle).battle();
        checks_alone(&mut test, "p", 5);
        let order = storm(&test);
        test.order(order);
        near(front(&test, "p"), 20.0, end);
        assert_eq!((formation(&test, "p"), order_of(&test, "p")), (Formation::Line, OrderState::Good));
    }
}

/// FF-12.1: it needs a Well Handled maneuver, a defile within half a move, and foot or horse.
#[test]
fn a_storming_column_needs_a_defile_in_reach() {
    let mut test = enemy(bridged(9.0)).battle();
    checks_alone(&mut test, "p", 1);
    assert_eq!(refused_by(&test, &storm(&test)), "FF-12.1", "Tardy");
    let mut test = enemy(bridged(3.5)).battle();
    checks_alone(&mut test, "p", 5);
    assert_eq!(refused_by(&test, &storm(&test)), "FF-12.1", "too far");
    let mut test = enemy(bridged(9.0).terrain_value("bridge", "defile", Value::Flag(false))).battle();
    checks_alone(&mut test, "p", 5);
    assert_eq!(refused_by(&test, &storm(&test)), "FF-12.1", "no defile");
    let mut test = enemy(bridged(9.0).flag("open_only").word_of("p", "formation", "open_order")).battle();
    checks_alone(&mut test, "p", 5);
    assert_eq!(refused_by(&test, &storm(&test)), "FF-12.1", "open order only");
}

fn charged(dice: &[u16]) -> TestBattle {
    let mut test = ready(bridged(9.0).foot("q", RED, 4, "line", (20.0, 15.0, 270.0)), 5);
    let order = charge(&test, "p", "q", "cold_steel").path([to(20.0, 14.0)]);
    test.order(order);
    force(&mut test, &dice::FIRE, &[1, 1, 1, 1]);
    force(&mut test, &dice::CHARGE, dice);
    let from = test.battle.log().len();
    while !says(&test.battle.log().events()[from..], "FF-10.5", "attack") {
        goes_on(&mut test);
    }
    test
}

/// FF-12.2: an enemy beyond the defile must be charged.
#[test]
fn an_enemy_beyond_the_defile_must_be_charged() {
    let mut test = bridged(9.0).foot("q", RED, 4, "line", (20.0, 15.0, 270.0)).battle();
    checks_alone(&mut test, "p", 5);
    assert_eq!(refused_by(&test, &storm(&test)), "FF-12.2");
}

/// FF-12.2: a storming column that wins carries the position in the formation that its owner chooses, in disorder; in line it
/// may refuse both flanks.
#[test]
fn a_storming_column_that_wins_opens_as_its_owner_says() {
    // A field column would still have its last files in the river.
    let formations = [Formation::Line, Formation::SupportedLine];
    for (n, wanted) in formations.into_iter().enumerate() {
        // Fresh 2 and steel 1 to fresh 2.
        let mut test = charged(&[5, 5]);
        assert_eq!(asked(&test), "winner");
        let words: Vec<_> = test.battle.awaiting().asks[0].choices.iter().map(|(word, _)| word.to_string()).collect();
        assert_eq!(words, ["line", "supported_line"], "and no structure");
        assert_eq!(refused_by(&test, &told(&test, &verbs::DECIDE, "p").choice("breakthrough")), "FF-10.10");
        let order = told(&test, &verbs::DECIDE, "p").choice(wanted.id());
        test.order(order);
        near(front(&test, "p"), 20.0, 15.75);
        if n == 0 {
            assert_eq!(asked(&test), "winner", "does it refuse a flank?");
            let order = told(&test, &verbs::DECIDE, "p").choice("both");
            test.order(order);
            assert_eq!(pose(&test, "p").refused, (1, 1));
        }
        assert_eq!((formation(&test, "p"), order_of(&test, "p")), (wanted, OrderState::Disordered));
    }
}

/// FF-12.2: one that loses breaks and goes back through the defile.
#[test]
fn a_storming_column_that_loses_goes_back_the_way_it_came() {
    let test = charged(&[1, 5]);
    assert_eq!((formation(&test, "p"), order_of(&test, "p")), (Formation::Broken, OrderState::Broken));
    assert!(front(&test, "p").y < 10.0, "{}", front(&test, "p"));
}

/// FF-12.2: a storming column is never outflanked.
#[test]
fn a_storming_column_is_never_outflanked() {
    let mut test = bridged(9.0).foot("q", RED, 6, "line", (25.0, 5.0, 180.0)).battle();
    let p = test.unit("p");
    let now = pose(&test, "p");
    put_pose(&mut test, "p", now.form(Formation::MarchColumn));
    assert!(ff(&test).outflanked_by(p).is_some());
    put_pose(&mut test, "p", now.form(Formation::StormingColumn));
    assert!(ff(&test).outflanked_by(p).is_none());
}

/// FF-12.9: a unit evades to the shelter of a friend behind it, at his rear edge; only of a formed friend of its own.
#[test]
fn open_order_evades_behind_a_friend() {
    let battle = table().foot("p", BLUE, 8, "line", (20.0, 20.0, 90.0));
    let battle = battle.foot("q", RED, 4, "open_order", (20.0, 26.0, 270.0)).flag("light");
    let battle = battle.foot("f", RED, 6, "line", (20.0, 30.0, 270.0)).foot("g", RED, 4, "line", (40.0, 20.0, 270.0));
    let mut test = ready(battle, 5);
    let order = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, order);
    let evade =
        |test: &TestBattle, friend: &str| told(test, &verbs::REACT, "q").choice("evade").target_unit(test.unit(friend));
    assert_eq!(refused_by(&test, &evade(&test, "p")), "FF-12.9", "an enemy");
    assert_eq!(refused_by(&test, &evade(&test, "g")), "FF-12.9", "before it");
    let order = evade(&test, "f");
    test.order(order);
    near(front(&test, "q"), 20.0, 32.25);
    assert_eq!((order_of(&test, "q"), formation(&test, "q")), (OrderState::Broken, Formation::Broken));
}
