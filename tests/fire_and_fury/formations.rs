//! Where stands stand (FF-3).

use grapeshot::{
    rulesets::fire_and_fury::book::verbs,
    rulesets::fire_and_fury::book::{
        formations::{Formation, Pose, Side, measures, outlines, sides_of_square},
        values::OrderState,
    },
    table::{footprint::Outline, position::Heading},
};

use crate::kit::*;

const FOOT: (f32, f32) = (1.0, 0.75);

fn at(formation: Formation) -> Pose {
    let front = bevy::math::Vec2::new(10.0, 10.0);
    Pose::new(front, Heading(90.0), formation)
}

fn laid(pose: &Pose, count: usize) -> Vec<Outline> {
    outlines(pose, count, FOOT, 45.0)
}

fn front_corners(stand: &Outline) -> [bevy::math::Vec2; 2] {
    let (depth, width) = (stand.footprint.half_depth(), stand.footprint.half_width());
    [stand.place.offset(depth, -width), stand.place.offset(depth, width)]
}

/// FF-3.2: nine infantry: line 9 by 0.75, supported line 5 by 1.5, field column 2 by 3.75, march column 1 by 6.75.
#[test]
fn nine_infantry_have_the_measures_of_the_example() {
    let of = |formation| measures(&at(formation), 9, FOOT);
    assert_eq!(of(Formation::Line), (9.0, 0.75));
    assert_eq!(of(Formation::SupportedLine), (5.0, 1.5));
    assert_eq!(of(Formation::FieldColumn), (2.0, 3.75));
    assert_eq!(of(Formation::MarchColumn), (1.0, 6.75));
}

/// FF-3.2: the rear rank of an odd supported line has one stand fewer, which stands at the right.
#[test]
fn the_short_rank_stands_at_the_right() {
    let stands = laid(&at(Formation::SupportedLine), 9);
    near(stands[0].place.at, 8.0, 9.625);
    near(stands[5].place.at, 9.0, 8.875);
    near(stands[8].place.at, 12.0, 8.875);
    near(laid(&at(Formation::FieldColumn), 3)[2].place.at, 10.5, 8.875);
}

/// FF-3.3: n = 6, front centre (10, 10), heading 90: stand centres (7.5, 9.625) to (12.5, 9.625), front corners (7, 10) and
/// (13, 10).
#[test]
fn six_stands_in_line_stand_as_in_the_example() {
    let stands = laid(&at(Formation::Line), 6);
    near(stands[0].place.at, 7.5, 9.625);
    near(stands[5].place.at, 12.5, 9.625);
    near(front_corners(&stands[0])[0], 7.0, 10.0);
    near(front_corners(&stands[5])[1], 13.0, 10.0);
}

/// FF-3.4: two right-hand stands refused by 45: pivot (11, 10), outer corner (12.41, 8.59); they face heading 45.
#[test]
fn a_refused_flank_turns_about_its_inner_front_corner() {
    let stands = laid(&Pose { refused: (0, 2), ..at(Formation::Line) }, 6);
    near(front_corners(&stands[4])[0], 11.0, 10.0);
    near(front_corners(&stands[5])[1], 12.414, 8.586);
    assert_eq!(stands[5].place.facing, Heading(45.0));
    near(stands[3].place.at, 10.5, 9.625);
    let left = laid(&Pose { refused: (1, 0), ..at(Formation::Line) }, 6);
    assert_eq!(left[0].place.facing, Heading(135.0));
    near(front_corners(&left[0])[1], 8.0, 10.0);
}

/// FF-3.5: n = 6, one rank: 8.5 inches at an interval of 0.5, 11 at 1; two ranks at 1: front 3 + 2 = 5, the rear stands at
/// the gaps and one beyond a flank; seven stand four before three.
#[test]
fn open_order_has_the_fronts_of_figure_10() {
    let open = |ranks, interval| Pose { ranks, interval, ..at(Formation::OpenOrder) };
    assert_eq!(measures(&open(1, 0.5), 6, FOOT).0, 8.5);
    assert_eq!(measures(&open(1, 1.0), 6, FOOT).0, 11.0);
    assert_eq!(measures(&open(2, 1.0), 6, FOOT), (5.0, 1.5));
    let six = laid(&open(2, 1.0), 6);
    near(six[0].place.at, 8.0, 9.625);
    near(six[3].place.at, 9.0, 8.875);
    near(six[5].place.at, 13.0, 8.875);
    let seven = laid(&open(2, 1.0), 7);
    assert!(seven[3].place.at.y > 9.0 && seven[4].place.at.y < 9.0, "four before three");
    near(seven[6].place.at, 12.0, 8.875);
}

/// FF-3.6: n = 25: 3 outer a side and 13 inside, 4 at the front, 3 at each other side.
#[test]
fn the_stands_of_a_square_are_spread_over_its_sides() {
    assert_eq!(sides_of_square(25, Side::ALL), [(3, 4), (3, 3), (3, 3), (3, 3)]);
    assert_eq!(sides_of_square(12, Side::ALL), [(3, 0); 4]);
    assert_eq!(sides_of_square(10, Side::ALL), [(3, 0), (3, 0), (2, 0), (2, 0)]);
    assert_eq!(sides_of_square(16, Side::ALL), [(3, 1); 4]);
    assert_eq!(sides_of_square(14, Side::ALL), [(3, 1), (3, 1), (3, 0), (3, 0)]);
}

/// FF-3.6: a line at (10, 10) heading 90 with n = 12 becomes a square whose front edge is from (8.5, 10) to (11.5, 10), its
/// centre (10, 7.75), its outer size 4.5.
#[test]
fn a_square_forms_about_the_middle_of_the_front() {
    let square = at(Formation::Square);
    assert_eq!(measures(&square, 12, FOOT), (4.5, 4.5));
    let stands = laid(&square, 12);
    near(front_corners(&stands[0])[0], 8.5, 10.0);
    near(front_corners(&stands[2])[1], 11.5, 10.0);
    near(stands.iter().map(|stand| stand.place.at).sum::<bevy::math::Vec2>() / 12.0, 10.0, 7.75);
    let facings: Vec<f32> = [0, 3, 6, 9].iter().map(|n| stands[*n].place.facing.0).collect();
    assert_eq!(facings, [90.0, 270.0, 180.0, 0.0]);
    for (n, stand) in stands.iter().enumerate() {
        assert!(stands[n + 1..].iter().all(|other| stand.overlap(other) < 1e-3), "stand {n} overlaps another");
    }
}

/// FF-3.7: two stands in square stand back to back.
#[test]
fn two_stands_in_square_stand_back_to_back() {
    let stands = laid(&at(Formation::Square), 2);
    assert_eq!((stands[0].place.facing, stands[1].place.facing), (Heading(90.0), Heading(270.0)));
    assert!(stands[0].gap(&stands[1]) < 1e-3 && stands[0].overlap(&stands[1]) < 1e-3);
    near(front_corners(&stands[0])[0], 9.5, 10.0);
}

/// FF-3.9: a line of 6 at (10, 10) loses its rightmost stand: 5 stands, front centre (9.5, 10), the others where they were.
#[test]
fn a_line_loses_its_end_and_the_others_stay() {
    use grapeshot::{rulesets::fire_and_fury::condition::losses, turn::BattleMut};
    let test =
        table().foot("a", BLUE, 6, "line", (10.0, 10.0, 90.0)).foot("b", RED, 4, "line", (10.0, 40.0, 270.0)).battle();
    let before = stands(&test, "a");
    let a = unit(&test, "a");
    let (victim, after) = ff(&test).next_loss(a).expect("it has stands");
    let _ = (losses::lose, BattleMut::new);
    // The command stand is the fourth of six: the left end is farther from it, by three stands to two.
    let number = ff(&test).stands(a).iter().position(|piece| *piece == victim).expect("it is one of them");
    if number == 5 {
        near(after.front, 9.5, 10.0);
    } else {
        assert_eq!(number, 0);
        near(after.front, 10.5, 10.0);
    }
    let left = laid(&after, 5);
    let stayed: Vec<&Outline> =
        before.iter().enumerate().filter(|(n, _)| *n != number).map(|(_, stand)| stand).collect();
    for (now, then) in left.iter().zip(stayed) {
        near(now.place.at, then.place.at.x, then.place.at.y);
    }
}

/// FF-3.4: a column refuses no flank; a line does as it holds, by a Tardy maneuver or better.
#[test]
fn a_line_refuses_a_flank_and_a_column_does_not() {
    let two = |formation| {
        table()
            .foot("a", BLUE, 6, formation, (10.0, 10.0, 90.0))
            .foot("b", RED, 4, "line", (10.0, 40.0, 270.0))
            .battle()
    };
    let mut test = two("field_column");
    checks_alone(&mut test, "a", 8);
    let order = told(&test, &verbs::REFUSE, "a").choice("right").number(2.0);
    assert_eq!(refused_by(&test, &order), "FF-3.4");
    let mut test = two("line");
    checks_alone(&mut test, "a", 3);
    let order = told(&test, &verbs::REFUSE, "a").choice("right").number(2.0);
    test.order(order);
    assert_eq!(pose(&test, "a").refused, (0, 2));
    assert_eq!(stands(&test, "a")[5].place.facing, Heading(45.0));
    assert_eq!(order_of(&test, "a"), OrderState::Good);
}

/// FF-3.2: a scenario or a player picks the left for a short rear rank.
#[test]
fn the_short_rank_stands_at_the_left_if_its_owner_says_so() {
    let stands_of = |pose: &Pose| laid(pose, 9);
    near(stands_of(&Pose { rear_left: true, ..at(Formation::SupportedLine) })[5].place.at, 8.0, 8.875);
    let battle = table().foot("a", BLUE, 9, "supported_line", (10.0, 10.0, 90.0)).flag("rear_left");
    let test = battle.foot("b", RED, 4, "line", (10.0, 40.0, 270.0)).battle();
    near(stands(&test, "a")[5].place.at, 8.0, 8.875);
    let battle = table().foot("a", BLUE, 9, "line", (10.0, 10.0, 90.0));
    let mut test = battle.foot("b", RED, 4, "line", (10.0, 40.0, 270.0)).battle();
    checks_alone(&mut test, "a", 4);
    let order = march(&test, "a", &[form("supported_line")]).choice("left");
    test.order(order);
    near(stands(&test, "a")[5].place.at, 8.0, 8.875);
}

/// FF-6.2: sides for odd stands, and ways to deploy, belong to a change of formation; a march has none.
#[test]
fn a_march_takes_no_choice_that_belongs_to_a_change_of_formation() {
    let battle = table().foot("a", BLUE, 9, "line", (20.0, 20.0, 90.0));
    let mut test = battle.foot("b", RED, 4, "line", (10.0, 50.0, 270.0)).battle();
    checks_alone(&mut test, "a", 4);
    assert!(test.battle.check(&march(&test, "a", &[ahead(4.0)])).is_ok());
    for choice in ["left", "both", "face_left", "road", "front+rear"] {
        assert_eq!(refused_by(&test, &march(&test, "a", &[ahead(4.0)]).choice(choice)), "FF-6.2", "{choice}");
    }
}

/// FF-3.6: the stands that are over go to the sides that the owner names.
#[test]
fn the_owner_names_the_sides_of_a_square_that_get_odd_stands() {
    let order = |words| Side::ordered(words).expect("they are sides");
    assert_eq!(sides_of_square(9, order("right")), [(2, 0), (2, 0), (2, 0), (3, 0)]);
    assert_eq!(sides_of_square(10, order("left+right")), [(2, 0), (2, 0), (3, 0), (3, 0)]);
    assert_eq!((Side::ordered("left+left"), Side::ordered("above")), (None, None));
    let battle = table().foot("a", BLUE, 9, "line", (20.0, 20.0, 90.0));
    let mut test = battle.foot("b", RED, 4, "line", (10.0, 50.0, 270.0)).battle();
    checks_alone(&mut test, "a", 4);
    let order = march(&test, "a", &[form("square")]).choice("right");
    test.order(order);
    let right = stands(&test, "a").iter().filter(|stand| stand.place.facing.angle_to(Heading(0.0)) < 1.0).count();
    assert_eq!(right, 3);
}

/// FF-3.5: open order of six expands from 8.5 to 11 inches on the right flank, and does not contract in the same turn; a
/// front that it cannot have is refused, and so is a line.
#[test]
fn open_order_expands_on_a_flank() {
    let battle = table().foot("a", BLUE, 6, "open_order", (20.0, 20.0, 90.0)).flag("light");
    let battle = battle.foot("c", BLUE, 6, "line", (40.0, 20.0, 90.0));
    let mut test = battle.foot("b", RED, 4, "line", (10.0, 50.0, 270.0)).battle();
    checks_alone(&mut test, "a", 3);
    let spread = |test: &TestBattle, inches: f32| told(test, &verbs::SPREAD, "a").number(inches);
    assert_eq!(refused_by(&test, &spread(&test, 7.0)), "FF-3.5", "no interval gives it");
    let left = stands(&test, "a")[0].place.at;
    let order = spread(&test, 11.0).choice("right");
    test.order(order);
    near(stands(&test, "a")[0].place.at, left.x, left.y);
    assert_eq!((pose(&test, "a").ranks, pose(&test, "a").interval), (1, 1.0));
    assert_eq!(refused_by(&test, &spread(&test, 5.0)), "FF-3.5", "it contracts after it has expanded");
    marches(&mut test, "a", &[ahead(2.0)]);
    assert_eq!(front(&test, "a").y, 22.0, "it has its maneuver still");
    checks_alone(&mut test, "c", 4);
    assert_eq!(refused_by(&test, &told(&test, &verbs::SPREAD, "c").number(11.0)), "FF-3.5");
}

/// FF-3.5: open order contracts into two ranks about its middle.
#[test]
fn open_order_contracts_into_ranks() {
    let battle = table().foot("a", BLUE, 6, "open_order", (20.0, 20.0, 90.0)).flag("light");
    let mut test = battle.foot("b", RED, 4, "line", (10.0, 50.0, 270.0)).battle();
    checks_alone(&mut test, "a", 3);
    let order = told(&test, &verbs::SPREAD, "a").number(5.0).choice("both");
    test.order(order);
    assert_eq!((pose(&test, "a").ranks, pose(&test, "a").interval), (2, 1.0));
    near(front(&test, "a"), 20.0, 20.0);
}

/// A unit of a number of stands that has taken a pose, and how it stands when it has lost a stand.
fn after_loss(count: usize, pose: Pose) -> (Vec<Outline>, Vec<Outline>) {
    let battle =
        table().foot("a", BLUE, count, "line", (30.0, 30.0, 90.0)).foot("b", RED, 4, "line", (30.0, 50.0, 270.0));
    let mut test = battle.battle();
    let pose = pose.at(front(&test, "a"), Heading(90.0));
    put_pose(&mut test, "a", pose);
    let before = stands(&test, "a");
    let (_, after) = ff(&test).next_loss(test.unit("a")).expect("it has stands");
    (before, laid(&after, count - 1))
}

/// FF-3.9: a unit that has lost a stand stands where the others stood, also if its front has become a file shorter.
#[test]
fn who_loses_a_stand_takes_no_new_ground() {
    let open = |ranks| Pose { ranks, interval: 0.5, ..at(Formation::OpenOrder) };
    let left = Pose { rear_left: true, ..at(Formation::SupportedLine) };
    let poses = [at(Formation::SupportedLine), left, at(Formation::FieldColumn), open(1), open(2)];
    let shapes = poses.iter().flat_map(|pose| (3..=12).map(move |count| (*pose, count)));
    for (pose, count) in shapes.chain([(open(3), 4), (open(3), 7)]) {
        let (before, after) = after_loss(count, pose);
        let stood = |now: &Outline| before.iter().any(|then| then.place.at.distance(now.place.at) < 1e-3);
        assert!(after.iter().all(stood), "{count} in {:?}, {} ranks: {after:?}", pose.formation, pose.ranks);
    }
}

/// FF-3.9: a line of which only refused stands are left but one loses a refused one: bent stands do not swing.
#[test]
fn a_line_that_has_refused_all_but_a_stand_keeps_that_one() {
    for refused in [(3, 0), (0, 3)] {
        let (before, after) = after_loss(4, Pose { refused, ..at(Formation::Line) });
        let same = |now: &Outline| {
            before.iter().any(|then| {
                then.place.at.distance(now.place.at) < 1e-3 && then.place.facing.angle_to(now.place.facing) < 0.1
            })
        };
        assert!(after.iter().all(same), "{refused:?}: {after:?}");
    }
}

/// FF-3.9: the owner of a line with a refused flank that loses a stand is asked at which end it loses the stand; no
/// other player is asked.
#[test]
fn the_owner_says_at_which_end_a_line_with_a_refused_flank_loses_a_stand() {
    for (end, refused, at) in [("straight", (0, 2), 10.5), ("refused", (0, 1), 9.5)] {
        let battle = table().foot("a", RED, 6, "line", (10.0, 10.0, 90.0));
        let mut test = battle.foot("b", BLUE, 12, "line", (10.0, 13.0, 270.0)).battle();
        let now = pose(&test, "a");
        put_pose(&mut test, "a", Pose { refused: (0, 2), ..now });
        go_to(&mut test, "fire");
        if asked_side(&test) == RED {
            pass(&mut test);
        }
        force(&mut test, &grapeshot::rulesets::fire_and_fury::book::dice::FIRE, &[9]);
        let order = grapeshot::orders::Order::new(BLUE, &verbs::SHOOT).target(test.piece("a", 1));
        let events = test.order(order);
        assert!(says(&events, "FF-8.17", "Telling"), "{events:#?}");
        assert_eq!((asked(&test).as_str(), asked_side(&test)), ("loss", RED));
        assert_eq!(refused_by(&test, &told(&test, &verbs::DECIDE, "a").choice("carry")), "FF-3.9");
        let order = told(&test, &verbs::DECIDE, "a").choice(end);
        test.order(order);
        assert_eq!((pose(&test, "a").refused, count(&test, "a")), (refused, 5));
        near(front(&test, "a"), at, 10.0);
        assert_ne!(asked(&test), "loss");
    }
}
