//! Foolish orders, counted: those of men who are declared moving before the inches are known.

use grapeshot::{
    simulate::foolish::{Count, Counter, Kind},
    testing::RED,
};

use super::*;

/// The counts of blue after these orders, which are made as the battle goes on.
fn counted(test: &mut TestBattle, kind: Kind, orders: &[&dyn Fn(&TestBattle) -> Order]) -> (u64, u64) {
    let mut counter = Counter::default();
    for made in orders {
        let order = made(test);
        counter.look(&test.battle, &order);
        test.order(order);
    }
    counter.end(&test.battle);
    let Count { times, chances } = counter.tally(BLUE).of(kind);
    (times, chances)
}

fn three_men(foe: f32) -> TestBattle {
    let men = [(20.0, 10.0, 90.0), (22.0, 10.0, 90.0), (24.0, 10.0, 90.0)];
    let mut test = table().unit("men", BLUE, &men).unit("foe", RED, &[(22.0, foe, 270.0)]).acting("men");
    test.cards(BLUE, &[2]);
    test
}

/// A whole unit of three is declared moving, and these of its men go.
fn moves(goers: &[usize]) -> (u64, u64) {
    let mut test = three_men(44.0);
    let declared = |test: &TestBattle| order(test, "declare").pieces(test.pieces("men"));
    let way = |n: usize| {
        move |test: &TestBattle| {
            let man = test.pieces("men")[n];
            order(test, "move").pieces([man]).path([to(20.0 + 2.0 * n as f32, 12.0)])
        }
    };
    let ways: Vec<_> = goers.iter().map(|n| way(*n)).collect();
    let march = |test: &TestBattle| order(test, "march");
    let end = |test: &TestBattle| order(test, "end");
    let mut orders: Vec<&dyn Fn(&TestBattle) -> Order> = vec![&declared];
    orders.extend(ways.iter().map(|way| way as &dyn Fn(&TestBattle) -> Order));
    orders.push(&march);
    orders.push(&end);
    counted(&mut test, Kind::FewGo, &orders)
}

#[test]
fn a_whole_unit_declared_moving_of_which_one_of_three_goes_is_foolish() {
    assert_eq!(moves(&[0]), (1, 1));
    assert_eq!(moves(&[0, 2]), (0, 1));
}

#[test]
fn a_shot_on_the_move_that_needs_less_of_a_man_who_stands_is_foolish() {
    let shoots = |foe: f32| {
        let mut test = three_men(foe);
        let declared = |test: &TestBattle| order(test, "declare").pieces([test.pieces("men")[1]]);
        let way = |test: &TestBattle| order(test, "move").pieces([test.pieces("men")[1]]).path([to(22.0, 11.0)]);
        let march = |test: &TestBattle| order(test, "march");
        let hold = |test: &TestBattle| order(test, "hold");
        let shot =
            |test: &TestBattle| order(test, "shoot").pieces([test.pieces("men")[1]]).target(test.piece("foe", 1));
        counted(&mut test, Kind::ShotOnTheMove, &[&declared, &way, &march, &hold, &shot])
    };
    assert_eq!(shoots(30.0), (1, 1), "at long range");
    assert_eq!(shoots(15.0), (0, 1), "at short range");
}
