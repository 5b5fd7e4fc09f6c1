//! Friends and enemies in the way, and what orders and arrivals allow (SB-3.3 to SB-3.5, SB-4.11, SB-4.12).

use super::*;

/// SB-4.11: close order troops that pass through close order friends: both lose a level.
#[test]
fn passing_through_friends_costs_both_a_level() {
    let mut test = manoeuvres(column().foot("friend", BLUE, 24, "line", (20.0, 22.0, 90.0)));
    near(goes(&mut test, &[ahead(6.0)]), 6.0);
    assert_eq!(level(&test, "blue"), Level::Unformed);
    assert_eq!(level(&test, "friend"), Level::Unformed);
}

/// SB-4.11: skirmishers pass and are passed freely, unlimbered guns are passed freely; limbered ones count as close order.
#[test]
fn skirmishers_and_ready_guns_are_passed_freely() {
    for (kind, figures, formation, lost) in [
        ("skirmishers", 12, "open_order", false),
        ("foot_guns", 2, "unlimbered", false),
        ("foot_guns", 2, "limbered", true),
        ("wagon", 1, "limbered", true),
    ] {
        let table = column().chit(Chit::Reserve).troops("friend", BLUE, kind, figures, formation, (20.0, 24.0, 90.0));
        let mut test = reserves(table);
        let friend = level(&test, "friend");
        near(goes(&mut test, &[ahead(12.0)]), 12.0);
        assert_eq!(level(&test, "blue") > Level::Formed, lost, "{kind} {formation}");
        assert_eq!(level(&test, "friend") > friend, lost, "{kind} {formation}");
    }
    let table = field().troops("blue", BLUE, "skirmishers", 12, "open_order", (20.0, 20.0, 90.0));
    let mut test = manoeuvres(table.foot("friend", BLUE, 24, "line", (20.0, 23.0, 90.0)));
    near(goes(&mut test, &[ahead(20.0)]), 8.0);
    assert_eq!(level(&test, "friend"), Level::Formed);
}

/// SB-4.11: a unit may not end on top of another: "No room for the unit here."
#[test]
fn nobody_ends_on_a_friend() {
    let mut test = manoeuvres(line().foot("friend", BLUE, 24, "line", (20.0, 23.0, 90.0)));
    near(goes(&mut test, &[ahead(3.0)]), 2.0);
    assert_eq!(level(&test, "friend"), Level::Formed, "it was not passed");
    let mut test = manoeuvres(line().foot("friend", BLUE, 24, "line", (20.0, 21.0, 90.0)));
    let (why, rule) = refused(&mut test, &[ahead(0.5)]);
    assert!(why.contains("no room for the unit here"), "{why}");
    assert_eq!(rule, "SB-4.11");
}

/// SB-4.12: no move brings a unit nearer than an inch to an enemy.
#[test]
fn a_move_keeps_an_inch_away_from_enemies() {
    let enemy = |y: f32| column().foot("enemy", RED, 24, "line", (20.0, y, 270.0)).chit(Chit::Regroup);
    let mut test = manoeuvres(enemy(24.0));
    near(goes(&mut test, &[ahead(6.0)]), 3.0);
    let mut test = manoeuvres(enemy(20.9));
    let (why, rule) = refused(&mut test, &[ahead(0.5)]);
    assert!(why.contains("no nearer than 1"), "{why}");
    assert_eq!(rule, "SB-4.12");
    // From nearer than that it may go away.
    near(goes(&mut test, &[back(2.0)]), 2.0);
}

/// SB-4.12: nor does a move past an enemy.
#[test]
fn a_move_does_not_pass_within_an_inch_of_an_enemy() {
    let table = column().foot("enemy", RED, 24, "narrow_column", (22.0, 23.0, 270.0)).chit(Chit::Regroup);
    let mut test = manoeuvres(table);
    // The column reaches x 21, the enemy begins at x 21.5: the corner comes within an inch at y 22.13.
    let far = goes(&mut test, &[ahead(6.0)]);
    near(far, 3.0 - 0.75_f32.sqrt());
}

/// SB-4.10, SB-4.12: an enemy that stands an inch and a tenth before a column in a wood bars its move: it is refused, and
/// costs nothing.
#[test]
fn a_move_that_is_barred_at_once_is_none() {
    let table = column().foot("enemy", RED, 24, "line", (20.0, 21.1, 270.0)).chit(Chit::Regroup);
    let mut test = manoeuvres(table.area("wood", (10.0, 10.0), (30.0, 30.0)));
    assert_eq!(refused(&mut test, &[ahead(3.0)]).1, "SB-4.12");
    assert_eq!((level(&test, "blue"), burt(&test).work(test.unit("blue")).moved), (Level::Formed, false));
}

/// SB-3.3: REGROUP does not move, RESERVE moves in step 6, FIRE changes no formation.
#[test]
fn an_order_allows_what_the_table_says() {
    let beside = |table: TestTable| table.foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0));
    for (chit, words) in [(Chit::Regroup, "REGROUP"), (Chit::Reserve, "step 6")] {
        let mut test = manoeuvres(beside(line().chit(chit)));
        let (why, rule) = refused(&mut test, &[ahead(1.0)]);
        assert!(why.contains(words), "{why}");
        assert_eq!(rule, "SB-3.3");
    }
    let table = line().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)).chit(Chit::Reserve);
    let mut test = reserves(table);
    assert_eq!(refused(&mut test, &[ahead(1.0)]).1, "SB-3.3");
}

/// SB-2.2, SB-7.3: nobody acts twice in a step, and routers do not move by order.
#[test]
fn who_has_acted_or_routs_does_not_move() {
    let mut test = manoeuvres(line().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)));
    goes(&mut test, &[ahead(1.0)]);
    if asked_side(&test) == RED {
        pass(&mut test);
    }
    assert_eq!(refused(&mut test, &[ahead(1.0)]), ("BLUE has acted in this step".to_owned(), "SB-2.2".to_owned()));
    let mut test = manoeuvres(line().foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0)));
    put_level(&mut test, "blue", Level::Rout);
    assert_eq!(refused(&mut test, &[ahead(1.0)]).1, "SB-7.3");
}

fn assault_column(gap: f32) -> TestTable {
    table()
        .foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("red", RED, 24, "line", (20.0, 20.0 + gap, 270.0))
        .chit(Chit::Regroup)
}

/// SB-3.4: infantry column, charge 8"; nearest enemy 11" away: no declaration, advances up to 6". It shows its chit then.
#[test]
fn a_unit_with_assault_orders_advances_if_nobody_is_in_reach() {
    let mut test = manoeuvres(assault_column(11.0));
    assert_eq!(chit_seen_by(&test, RED, "blue"), None);
    near(goes(&mut test, &[ahead(9.0)]), 6.0);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Assault));
    // The rules lay the way if none is given.
    let mut test = manoeuvres(assault_column(11.0));
    near(goes(&mut test, &[]), 6.0);
}

/// SB-3.4: it advances by an inch at least, also if its side passes.
#[test]
fn a_unit_with_assault_orders_advances_an_inch_if_its_side_passes() {
    let mut test = manoeuvres(assault_column(11.0));
    let from = front(&test, "blue");
    end_step(&mut test);
    near(front(&test, "blue").distance(from), 1.0);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Assault));
    // It is an inch over the ground, where the ground is difficult too.
    let mut test = manoeuvres(assault_column(11.0).area("difficult", (10.0, 10.0), (30.0, 40.0)));
    end_step(&mut test);
    near(front(&test, "blue").distance(from), 1.0);
    let mut test = manoeuvres(assault_column(11.0));
    assert_eq!(refused(&mut test, &[ahead(0.5)]).1, "SB-3.4");
}

/// SB-3.4: it goes toward the nearest visible enemy, without a change of formation.
#[test]
fn an_advance_goes_toward_the_nearest_enemy() {
    let mut test = manoeuvres(assault_column(11.0));
    assert_eq!(refused(&mut test, &[back(2.0)]).1, "SB-3.4");
    assert_eq!(refused(&mut test, &[Leg::Form("line".into())]).1, "SB-5.4");
}

/// SB-3.4: a shaken unit does not advance; it stays if no enemy is visible.
#[test]
fn a_shaken_unit_and_one_that_sees_nobody_do_not_advance() {
    let other = |table: TestTable| table.foot("other", BLUE, 24, "line", (60.0, 5.0, 90.0));
    let mut test = manoeuvres(other(assault_column(11.0)));
    put_level(&mut test, "blue", Level::Shaken);
    assert_eq!(refused(&mut test, &[ahead(2.0)]).1, "SB-3.4");
    let from = front(&test, "blue");
    end_step(&mut test);
    assert_eq!(front(&test, "blue"), from);
    let wall = |table: TestTable| table.building((0.0, 24.0), (90.0, 26.0), &[], &[]);
    let mut test = manoeuvres(wall(other(assault_column(11.0))));
    let from = front(&test, "blue");
    end_step(&mut test);
    assert_eq!(front(&test, "blue"), from);
}

/// SB-3.5: a reserve may not end within 4" of an enemy.
#[test]
fn a_reserve_ends_four_inches_from_enemies() {
    let table = column().chit(Chit::Reserve).foot("enemy", RED, 24, "line", (20.0, 30.0, 270.0)).chit(Chit::Regroup);
    let mut test = reserves(table);
    near(goes(&mut test, &[ahead(12.0)]), 6.0);
    let table = column().chit(Chit::Reserve).foot("enemy", RED, 24, "line", (20.0, 23.0, 270.0)).chit(Chit::Regroup);
    let mut test = reserves(table);
    let (why, rule) = refused(&mut test, &[ahead(1.0)]);
    assert!(why.contains("4"), "{why}");
    assert_eq!(rule, "SB-3.5");
}

/// SB-8.4: what a unit did last by moving.
#[test]
fn a_move_is_forward_or_away_from_the_enemy() {
    let motion = |legs: &[Leg]| {
        let mut test = manoeuvres(column().foot("enemy", RED, 24, "line", (20.0, 32.0, 270.0)).chit(Chit::Regroup));
        goes(&mut test, legs);
        burt(&test).work(test.unit("blue")).motion
    };
    assert_eq!(motion(&[ahead(3.0)]), Some(Motion::Advanced));
    assert_eq!(motion(&[back(2.0)]), Some(Motion::Retired));
    assert_eq!(motion(&[Leg::AboutFace]), Some(Motion::Moved));
}

/// SB-11.6: a unit arrives in step 5 of its turn, in column, its front on the edge, and moves on from there.
#[test]
fn a_unit_arrives_over_its_stretch_of_the_edge() {
    let late = |turn: u16| {
        field()
            .foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0))
            .foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0))
            .arrives(turn, &[(10.0, 0.0), (30.0, 0.0)])
    };
    let mut test = manoeuvres(late(1));
    assert!(!stands(&test, "blue"));
    let order = march(&test, "blue", &[]);
    test.order(order);
    assert!(stands(&test, "blue"));
    near_point(front(&test, "blue"), 20.0, 6.0);
    assert_eq!(outline(&test, "blue").footprint.half_width(), 1.0, "it comes in column");
    let mut test = manoeuvres(late(2));
    assert_eq!(refused(&mut test, &[]).1, "SB-11.6");
}

/// SB-11.6: a RESERVE unit arrives in step 6; enemies at all of the stretch keep a unit waiting.
#[test]
fn a_reserve_arrives_in_step_6_and_enemies_bar_the_edge() {
    let late = |table: TestTable| {
        table.foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0)).arrives(1, &[(19.0, 0.0), (21.0, 0.0)])
    };
    let mut test = reserves(late(field()).chit(Chit::Reserve));
    let order = march(&test, "blue", &[]);
    test.order(order);
    near_point(front(&test, "blue"), 20.0, 12.0);
    let barred = field()
        .foot("other", BLUE, 24, "line", (60.0, 20.0, 90.0))
        .foot("enemy", RED, 24, "line", (20.0, 0.5, 270.0))
        .chit(Chit::Regroup);
    let mut test = manoeuvres(late(barred));
    let (why, rule) = refused(&mut test, &[]);
    assert!(why.contains("waits"), "{why}");
    assert_eq!(rule, "SB-11.6");
}

/// SB-12.1: commanders do not march.
#[test]
fn commanders_ride_in_step_7() {
    let mut test = manoeuvres(line().commander("chief", BLUE, "commander_in_chief", (40.0, 10.0, 90.0)));
    let order = told(&test, &verbs::MARCH, "chief").path(vec![ahead(3.0)]);
    assert_eq!(test.refused(order).1, "SB-12.1");
}
