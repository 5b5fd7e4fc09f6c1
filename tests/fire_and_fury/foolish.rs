//! Foolish orders, counted: each kind that units of stands can give, beside an order like it that is none.

use grapeshot::{
    orders::{Leg, Order},
    rulesets::fire_and_fury::book::{dice, values::Effect, verbs},
    simulate::foolish::{Count, Counter, Kind},
    turn::VictoryTerms,
};

use crate::kit::*;

/// A battle under the eyes of a counter.
struct Watched {
    test: TestBattle,
    counter: Counter,
}

fn watched(test: TestBattle) -> Watched {
    Watched { test, counter: Counter::default() }
}

impl Watched {
    fn order(&mut self, order: Order) {
        self.counter.look(&self.test.battle, &order);
        self.test.order(order);
    }

    /// Everybody passes until this turn is over.
    fn pass_the_turn(&mut self) {
        let turn = self.test.battle.view().clock().turn;
        while self.test.battle.outcome().is_none() && self.test.battle.view().clock().turn == turn {
            let order = Order::new(asked_side(&self.test), &verbs::PASS);
            self.order(order);
        }
    }

    /// How often blue was foolish, of how many times it could have been.
    fn blue(mut self, kind: Kind) -> (u64, u64) {
        self.counter.end(&self.test.battle);
        let Count { times, chances } = self.counter.tally(BLUE).of(kind);
        (times, chances)
    }
}

/// A unit alone that has checked well.
fn handled(battle: TestTable, key: &str) -> TestBattle {
    let mut test = battle.battle();
    checks_alone(&mut test, key, 5);
    put_work(&mut test, key, |work| work.effect = Some(Effect::WellHandled));
    test
}

#[test]
fn fire_that_no_die_can_make_count_is_hopeless() {
    let fires = |gap: f32, stands: usize| {
        let battle = table().foot("a", BLUE, stands, "line", (20.0, 20.0, 90.0));
        let battle = battle.foot("r", RED, 8, "line", (20.0, 20.0 + gap, 270.0));
        let mut test = at_fire(battle, BLUE);
        put_troops(&mut test, "a", |troops| troops.low_on_ammo = true);
        let order = shoot(&test, "r");
        let mut test = watched(test);
        test.order(order);
        test.blue(Kind::HopelessFire)
    };
    assert_eq!(fires(6.0, 2), (1, 1), "half a point is no die");
    assert_eq!(fires(3.0, 8), (0, 1));
}

#[test]
fn a_charge_without_a_friend_near_at_an_enemy_who_has_one_is_foolish() {
    let charges = |friend: f32, other: f32| {
        let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).word("experience", "veteran");
        let battle = battle.foot("q", RED, 8, "line", (20.0, 17.0, 270.0));
        let battle = battle.foot("s", RED, 8, "line", (30.0, other, 270.0));
        let test = ready(battle.foot("f", BLUE, 8, "line", (20.0, friend, 90.0)), 5);
        let order = charge(&test, "p", "q", "cold_steel");
        let mut test = watched(test);
        test.order(order);
        test.blue(Kind::AloneIntoContact)
    };
    assert_eq!(charges(1.0, 22.0), (1, 1));
    assert_eq!(charges(7.0, 22.0), (0, 1), "a friend comes behind");
    assert_eq!(charges(1.0, 50.0), (0, 1), "the enemy is alone, too");
}

#[test]
fn a_march_into_canister_that_brings_no_fire_is_without_need() {
    let goes = |inches: f32, from: f32| {
        let battle = table().foot("p", BLUE, 8, "field_column", (20.0, from, 90.0));
        let test = handled(battle.guns("g", RED, "LG", 3, "unlimbered", (20.0, 30.0, 270.0)), "p");
        let order = march(&test, "p", &[ahead(inches)]);
        let mut test = watched(test);
        test.order(order);
        test.blue(Kind::IntoCanister)
    };
    assert_eq!(goes(6.0, 15.0), (1, 1), "9 inches from the guns");
    assert_eq!(goes(8.0, 15.0), (0, 1), "7 inches from the guns, in range of its muskets");
    assert_eq!(goes(2.0, 19.0), (0, 1), "it was under canister before");
}

#[test]
fn a_march_that_a_friend_stops_at_once_is_cut_short() {
    let goes = |ahead_of: f32| {
        let battle = table().foot("p", BLUE, 8, "field_column", (20.0, 10.0, 90.0));
        let battle = battle.foot("b", BLUE, 8, "line", (20.0, 10.0 + ahead_of, 90.0));
        let test = handled(battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)), "p");
        let order = march(&test, "p", &[ahead(2.6)]);
        let mut test = watched(test);
        test.order(order);
        test.blue(Kind::CutByFriends)
    };
    assert_eq!(goes(2.0), (1, 1));
    assert_eq!(goes(30.0), (0, 1));
}

#[test]
fn a_march_of_a_third_of_an_inch_is_no_march() {
    let goes = |inches: f32| {
        let battle = table().foot("p", BLUE, 8, "line", (20.0, 10.0, 90.0));
        let test = handled(battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)), "p");
        let order = march(&test, "p", &[ahead(inches)]);
        let mut test = watched(test);
        test.order(order);
        test.blue(Kind::HalfAnInch)
    };
    assert_eq!((goes(0.3), goes(3.0)), ((1, 1), (0, 1)));
}

#[test]
fn a_unit_low_on_ammunition_that_is_not_resupplied_is_left_out() {
    let turn = |resupplies: bool| {
        let battle = table().foot("p", BLUE, 8, "line", (20.0, 10.0, 90.0));
        let mut test = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).battle();
        put_troops(&mut test, "p", |troops| troops.low_on_ammo = true);
        go_to(&mut test, "check");
        let mut test = watched(test);
        if resupplies {
            force(&mut test.test, &dice::MANEUVER, &[8]);
            let order = alone(&test.test, "p");
            test.order(order);
            let order = told(&test.test, &verbs::DECIDE, "p").choice("resupply");
            test.order(order);
        }
        test.pass_the_turn();
        test.blue(Kind::ResupplyLeftOut)
    };
    assert_eq!((turn(false), turn(true)), ((1, 1), (0, 1)));
}

#[test]
fn a_battle_lost_in_the_last_turn_without_a_charge_is_lost_without_a_try() {
    let last_turn = |charges: bool| {
        let terms = VictoryTerms { handicap: vec![0.0, 30.0], ..VictoryTerms::default() };
        let battle = table().turns(1).victory(terms).foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
        let battle = battle.word("experience", "veteran").foot("q", RED, 8, "line", (20.0, 17.0, 270.0));
        let mut test = battle.foot("s", RED, 8, "line", (40.0, 40.0, 270.0)).battle();
        checks_alone(&mut test, "p", 5);
        pass(&mut test);
        let order = charge(&test, "p", "q", "cold_steel");
        let mut test = watched(test);
        if charges {
            test.order(order);
            while test.test.battle.outcome().is_none() {
                test.test.go_on();
            }
        } else {
            test.pass_the_turn();
        }
        assert_eq!(test.test.battle.outcome().and_then(|outcome| outcome.winner), Some(RED));
        test.blue(Kind::LastTurnWithoutTry)
    };
    assert_eq!((last_turn(false), last_turn(true)), ((1, 1), (0, 1)));
}

#[test]
fn a_commander_who_rides_to_the_enemy_without_troops_is_alone() {
    let rides = |friend: f32| {
        let battle = table().leader_at("l", BLUE, (20.0, 20.0)).foot("p", BLUE, 8, "line", (20.0, friend, 90.0));
        let mut test = battle.foot("r", RED, 8, "line", (20.0, 34.0, 270.0)).battle();
        go_to(&mut test, "leaders");
        let order = told(&test, &verbs::RIDE, "l").path([Leg::To(bevy::math::Vec2::new(20.0, 28.0))]);
        let mut test = watched(test);
        test.order(order);
        test.blue(Kind::LeaderAlone)
    };
    assert_eq!((rides(15.0), rides(26.0)), ((1, 1), (0, 1)));
}

#[test]
fn a_unit_under_fire_that_does_nothing_all_turn_is_idle() {
    let turn = |gap: f32, fires: bool| {
        let battle = table().foot("p", BLUE, 8, "line", (20.0, 10.0, 90.0)).set_word("ammo_rule", "unlimited");
        let test = battle.foot("r", RED, 8, "line", (20.0, 10.0 + gap, 270.0)).battle();
        let mut test = watched(test);
        if fires {
            while !(asked(&test.test) == "fire" && asked_side(&test.test) == BLUE) {
                let order = Order::new(asked_side(&test.test), &verbs::PASS);
                test.order(order);
            }
            let order = shoot(&test.test, "r");
            test.order(order);
        }
        test.pass_the_turn();
        test.blue(Kind::IdleUnderFire)
    };
    assert_eq!(turn(6.0, false), (1, 1));
    assert_eq!(turn(6.0, true), (0, 1), "it fires back");
    assert_eq!(turn(30.0, false), (0, 0), "nobody fires at it");
}
