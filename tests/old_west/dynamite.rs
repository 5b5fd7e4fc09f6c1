//! Dynamite (OW-7).

use bevy::math::Vec2;
use grapeshot::{
    forces::{PieceId, Value},
    orders::{Leg, Order},
    rulesets::{
        combat_patrol::{book::marks, view::rulebook::SkirmishView},
        old_west::dynamite::{
            charge,
            state::{Charge, Dynamite, Supply},
            supply,
        },
    },
    table::house::Breaches,
    testing::{BLUE, RED, TestBattle, TestTable, burst},
};

use crate::kit::{again, cp, flag, line, order, shooter, stand, table, word};

/// A blue unit whose first man has dynamite, in a film, and enemies far off.
fn miners() -> TestTable {
    let men = [(20.0, 10.0, 90.0), (24.0, 10.0, 90.0), (28.0, 10.0, 90.0)];
    table()
        .setting("style", word("hollywood"))
        .unit("blue", BLUE, &men)
        .weapons(&["revolver"])
        .number("dynamite_figure", 1.0)
        .unit("red", RED, &[(60.0, 40.0, 270.0), (64.0, 40.0, 270.0)])
        .weapons(&["revolver"])
}

fn ready(table: TestTable) -> TestBattle {
    let mut test = table.acting("blue");
    stand(&mut test);
    test
}

fn do_it(test: &TestBattle, verb: &str, man: usize) -> Order {
    order(test, verb).pieces([test.piece("blue", man)])
}

fn throw(test: &TestBattle, x: f32, y: f32) -> Order {
    do_it(test, "throw", 1).path([Leg::To(Vec2::new(x, y))])
}

fn charges(test: &TestBattle) -> Vec<Charge> {
    test.battle.view().resource::<Dynamite>().charges.clone()
}

fn of(test: &TestBattle, man: PieceId) -> Supply {
    supply::of(&cp(test), man)
}

/// After what is done next the turn ends, and in the new one the first unit acts, alone.
fn then_next_turn(test: &mut TestBattle) {
    let units = test.battle.view().unit_ids().len();
    let dice: Vec<u16> = (0..units).map(|n| if n == 0 { 1 } else { 6 }).collect();
    test.dice(&dice);
    test.activation_cards(&[12, 0]);
}

/// Places a bundle beside the first man with two activations; he is asked who moves in the third.
fn place(test: &mut TestBattle, (x, y): (f32, f32)) {
    test.order(do_it(test, "prepare_charge", 1));
    again(test);
    then_next_turn(test);
    let place = do_it(test, "place_charge", 1).path([Leg::To(Vec2::new(x, y))]);
    test.order(place);
    if test.battle.awaiting().asks[0].kind == "act" {
        test.order(order(test, "end"));
    }
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
}

/// OW-7.2: a Regular thrower at a point 1.8 inches off needs 2 + 1 + 1 holes; a stick misses him, a bundle covers him.
#[test]
fn a_throw_has_one_shift_more() {
    for (kind, covers) in [("stick", false), ("bundle", true)] {
        let test = ready(with_kind(kind));
        let draft = test.battle.draft(throw(&test, 20.0, 11.8)).expect("he may");
        let plan = draft.plan();
        assert_eq!(plan.odds[0].explained.total(), 4.0);
        assert_eq!(plan.warnings.iter().any(|warning| warning.contains("OW-7.2")), covers, "{kind}");
    }
}

/// The miners with this kind of dynamite.
fn with_kind(kind: &str) -> TestTable {
    let men = [(20.0, 10.0, 90.0), (24.0, 10.0, 90.0), (28.0, 10.0, 90.0)];
    table()
        .setting("style", word("hollywood"))
        .unit("blue", BLUE, &men)
        .weapons(&["revolver"])
        .number("dynamite_figure", 1.0)
        .word("dynamite_kind", kind)
        .unit("red", RED, &[(60.0, 40.0, 270.0), (64.0, 40.0, 270.0)])
}

/// OW-7.2: beyond four inches a throw is illegal.
#[test]
fn a_throw_beyond_four_inches_is_refused() {
    let mut test = ready(miners());
    assert_eq!(test.refused(throw(&test, 20.0, 14.1)).1, "CP-6.2");
}

/// OW-1.1: in a scenario without dynamite nobody throws or prepares any.
#[test]
fn dynamite_is_not_available_in_a_historical_scenario() {
    let mut test = ready(miners().setting("dynamite_allowed", flag(false)));
    assert_eq!(test.refused(throw(&test, 20.0, 12.0)).1, "OW-1.1");
    assert_eq!(test.refused(do_it(&test, "prepare_charge", 1)).1, "OW-1.1");
}

/// OW-7.3: on an Out of Ammunition card an even icon bursts in his hand, an odd one is a dud; either way he has none left.
#[test]
fn a_faulty_throw_is_the_last_one() {
    // Card 4 is out of ammunition; card 37 has the icon 4, card 2 the icon 7.
    for (icon, bursts) in [(37, true), (2, false)] {
        let mut test = ready(with_kind("bundle"));
        test.cards(BLUE, &[4, icon, 12]);
        let at = cp(&test).view.place(shooter(&test)).at;
        let events = test.order(throw(&test, 20.0, 13.0));
        if bursts {
            assert_eq!(burst(&events), at);
        }
        assert!(!of(&test, shooter(&test)).carries && cp(&test).to_throw(shooter(&test)).is_none());
    }
}

/// OW-7.4: a man who may throw two has none left after the second.
#[test]
fn a_number_of_throws_is_used_up() {
    let men = [(20.0, 10.0, 90.0), (24.0, 10.0, 90.0)];
    let two = table()
        .setting("style", word("hollywood"))
        .unit("blue", BLUE, &men)
        .number("dynamite_figure", 1.0)
        .number("dynamite_throws", 2.0)
        .number("dynamite_bundles", 0.0)
        .unit("red", RED, &line(2, 60.0, 40.0));
    let mut test = ready(two);
    for _ in 0..2 {
        test.cards(BLUE, &[6]);
        test.order(throw(&test, 20.0, 13.5));
        again(&mut test);
    }
    assert!(cp(&test).to_throw(shooter(&test)).is_none());
    assert!(!of(&test, shooter(&test)).carries);
}

/// OW-7.5: a charge is prepared in one activation and placed in another beside the man, within an inch.
#[test]
fn a_charge_is_prepared_and_placed() {
    let mut test = ready(miners());
    let place_at = |test: &TestBattle, y: f32| do_it(test, "place_charge", 1).path([Leg::To(Vec2::new(20.0, y))]);
    assert_eq!(test.refused(place_at(&test, 11.4)).1, "OW-7.5");
    test.order(do_it(&test, "prepare_charge", 1));
    again(&mut test);
    assert_eq!(test.refused(place_at(&test, 11.6)).1, "OW-7.5");
    test.order(place_at(&test, 11.4));
    assert_eq!(charges(&test).len(), 1);
    assert_eq!(of(&test, shooter(&test)).bundles, 0);
}

/// OW-7.5: a man who is stunned after he has prepared a bundle must prepare it again.
#[test]
fn a_stunned_man_must_prepare_again() {
    let mut test = ready(miners());
    test.order(do_it(&test, "prepare_charge", 1));
    assert!(of(&test, shooter(&test)).prepared);
    let man = shooter(&test);
    test.mark(man, &marks::STUN, 1);
    test.order(order(&test, "end"));
    assert!(!of(&test, man).prepared);
}

/// OW-7.6: he who placed the charge lays fuse at half his movement, three times at most, and may not sprint.
#[test]
fn fuse_is_laid_at_half_the_movement() {
    let mut test = ready(miners());
    place(&mut test, (20.0, 11.2));
    let man = shooter(&test);
    let mut y = 10.0;
    // Cards 2, 1 and 8 show 8, 6 and 5 inches.
    for (n, (card, half)) in [(2, 4.0), (1, 3.0), (8, 2.5)].into_iter().enumerate() {
        let sprint = order(&test, "declare").pieces([man]).also([man]).choice("lay_fuse");
        assert_eq!(test.refused(sprint).1, "OW-7.6");
        test.cards(BLUE, &[card]);
        test.order(order(&test, "declare").pieces([man]).choice("lay_fuse"));
        assert_eq!(cp(&test).activity(man).allowance, Some(half));
        y -= half.min(2.5);
        test.order(order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(20.0, y))]));
        then_next_turn(&mut test);
        test.order(order(&test, "march"));
        if test.battle.awaiting().asks[0].kind == "act" {
            test.order(order(&test, "end"));
        }
        assert_eq!((charges(&test)[0].laid, charges(&test)[0].set), (n as u8 + 1, n == 2));
    }
    assert!((charges(&test)[0].end() - Vec2::new(20.0, y)).length() < 0.01);
    assert!(test.battle.submit(order(&test, "declare").pieces([man]).choice("lay_fuse")).is_err());
}

/// OW-7.6, OW-7.7: nobody else lights a fuse that is not set; whoever laid it does, and it is set when he goes on.
#[test]
fn a_fuse_that_is_not_set_is_lit_by_nobody_else() {
    let mut test = ready(miners());
    let mate = test.piece("blue", 2);
    test.stand(mate, 22.0, 10.0, 90.0);
    place(&mut test, (20.9, 10.0));
    stand(&mut test);
    assert_eq!(test.refused(do_it(&test, "light_fuse", 2)), ("The fuse is not set yet".into(), "OW-7.7".into()));
    test.order(order(&test, "end"));
    assert!(!charges(&test)[0].set, "he did nothing else and may still lay fuse");
}

/// OW-7.7: lit on a card, the charge explodes on the next card with the number of its die, before anybody acts.
#[test]
fn a_lit_charge_explodes_on_the_number_of_its_die() {
    let mut test = ready(miners());
    place(&mut test, (20.0, 11.2));
    stand(&mut test);
    test.dice(&[4]);
    test.order(do_it(&test, "light_fuse", 1));
    assert_eq!(charges(&test)[0].lit.map(|lit| lit.die), Some(4));
    test.activation_cards(&[1, 3]);
    while !charges(&test)[0].gone {
        assert_ne!(test.battle.view().clock().turn, 9, "it never went off");
        test.go_on();
    }
    let events = test.battle.log().events();
    let exploded = events.iter().position(|event| event.text == "The charge explodes").expect("it does");
    let card = events[..exploded].iter().rev().find(|event| event.text.ends_with("is drawn")).expect("a card was");
    assert_eq!(card.text, "Black 4 is drawn");
}

/// OW-7.7: a lit fuse cannot be put out, but where the scenario says so.
#[test]
fn a_lit_fuse_is_put_out_only_where_the_scenario_says_so() {
    for cut in [false, true] {
        let mut test = ready(miners().setting("fuse_can_be_cut", flag(cut)));
        let mate = test.piece("blue", 2);
        test.stand(mate, 22.0, 10.0, 90.0);
        place(&mut test, (20.9, 10.0));
        stand(&mut test);
        test.order(do_it(&test, "light_fuse", 1));
        let order = do_it(&test, "cut_fuse", 2);
        if cut {
            test.order(order);
            assert!(charges(&test)[0].lit.is_none());
        } else {
            assert_eq!(test.refused(order), ("A lit fuse cannot be put out".into(), "OW-7.7".into()));
        }
    }
}

/// OW-7.7: when the turn ends its die is rolled again with the command dice, unless it is kept.
#[test]
fn the_die_of_a_lit_fuse_is_rolled_again_with_a_new_turn() {
    for keeps in [false, true] {
        let mut test = ready(miners().setting("fuse_die_persists", flag(keeps)));
        place(&mut test, (20.0, 11.2));
        stand(&mut test);
        test.dice(&[4]);
        test.order(do_it(&test, "light_fuse", 1));
        test.begin_turn(&[2, 3, 5], &[0, 1]);
        let die = charges(&test)[0].lit.map(|lit| lit.die);
        assert_eq!(die, Some(if keeps { 4 } else { 5 }), "the third die is that of the fuse");
    }
}

/// OW-7.8: a bundle at a wall of wood (protection 6) breaches it on any icon.
#[test]
fn a_bundle_breaches_a_wall_of_wood() {
    let house = miners()
        .building((18.0, 11.5), (26.0, 18.0), &[], &[])
        .terrain(|terrain| terrain.buildings[0].material = "wood_frame".into());
    let mut test = ready(house);
    place(&mut test, (20.0, 11.3));
    assert!(charges(&test)[0].wall.is_some());
    stand(&mut test);
    test.order(do_it(&test, "light_fuse", 1));
    for _ in 0..60 {
        if charges(&test)[0].gone {
            break;
        }
        test.go_on();
    }
    assert!(charges(&test)[0].gone);
    assert_eq!(test.battle.view().resource::<Breaches>().0.len(), 1);
}

/// OW-7.9: a figure with a machine connects it; from then on anybody beside it pushes, and the fuse is not lit by hand.
#[test]
fn a_blasting_machine_is_connected_and_pushed() {
    let mut test = ready(miners().number("endurance", 6.0));
    let without = do_it(&test, "connect_machine", 1);
    let refused = |test: &mut TestBattle, order| test.battle.submit(order).is_err();
    assert!(refused(&mut test, without));
    place(&mut test, (20.9, 10.0));
    stand(&mut test);
    assert_eq!(test.refused(do_it(&test, "connect_machine", 1)).1, "OW-7.9");
    let man = shooter(&test);
    test.put(man, "supply", Supply { machine: true, ..of(&test, man) });
    test.order(do_it(&test, "connect_machine", 1));
    assert!(charges(&test)[0].connected && !of(&test, man).machine);
    again(&mut test);
    assert_eq!(test.refused(do_it(&test, "light_fuse", 1)).1, "OW-7.7");
    let events = test.order(do_it(&test, "push_plunger", 1));
    assert!(events.iter().any(|event| event.rule.to_string() == "OW-7.9"));
    assert!(charges(&test)[0].gone);
}

/// OW-7.10: a carrier who is wounded draws a card: a small burst sets his dynamite off, in the medium template.
#[test]
fn a_wounded_carrier_may_blow_up() {
    // Card 2 shows a small burst, card 4 a medium one.
    for (card, goes) in [(2, true), (4, false)] {
        let mut test = ready(miners());
        let man = shooter(&test);
        test.mark(man, &marks::WOUND, 1);
        test.cards(BLUE, &[card, 12, 12]);
        test.order(order(&test, "end"));
        assert_eq!(of(&test, man).carries, !goes, "card {card}");
    }
}

/// OW-7.11: only snipers shoot at a charge.
#[test]
fn only_snipers_can_hit_a_charge() {
    let mut test = ready(miners().unit("far", BLUE, &line(2, 50.0, 4.0)).value("sniper", flag(true)));
    place(&mut test, (20.0, 11.2));
    stand(&mut test);
    let shot = do_it(&test, "snipe", 2).path([Leg::To(Vec2::new(20.0, 11.2))]);
    assert!(test.battle.submit(shot).is_err());
    let cp = cp(&test);
    let refusal =
        grapeshot::rulesets::old_west::dynamite::snipe::shot(&cp, test.piece("blue", 2), 0, Default::default());
    assert_eq!(
        refusal.unwrap_err().reason,
        format!("{}: only snipers can hit a charge", cp.name(test.piece("blue", 2)))
    );
    assert!(charge::any(&cp));
}

/// OW-7.1: a man a little less than an inch from a cache takes it up with his action: he carries a bundle; Indians do not.
#[test]
fn a_man_takes_up_what_lies_beside_him() {
    let cache =
        |unit: TestTable| unit.value("dynamite_cache", Value::List(vec![Value::Number(20.0), Value::Number(11.4)]));
    let with = |change: fn(TestTable) -> TestTable| {
        let men = table().setting("style", word("hollywood")).unit("blue", BLUE, &line(2, 20.0, 10.0));
        let men = change(cache(men.weapons(&["revolver"])));
        ready(men.unit("red", RED, &[(60.0, 40.0, 270.0)]))
    };
    let mut test = with(|unit| unit.number("dynamite_cache_bundles", 2.0));
    assert_eq!(test.refused(do_it(&test, "pick_up_dynamite", 2)).1, "OW-7.1");
    test.order(do_it(&test, "pick_up_dynamite", 1));
    assert_eq!((of(&test, shooter(&test)).bundles, of(&test, shooter(&test)).carries), (2, true));
    let scouts = with(|unit| unit.word("troop", "indian"));
    let refusal = supply::require_hand(&cp(&scouts), shooter(&scouts)).unwrap_err();
    assert_eq!((refusal.reason.as_str(), refusal.rule.0.as_str()), ("Indians do not use dynamite", "OW-7.1"));
}

/// OW-7.1: of a cache that is hidden only its side knows: nobody else sees it or takes it up.
#[test]
fn a_hidden_cache_is_known_to_its_side() {
    let seen = |hidden: bool| {
        let place = Value::List(vec![Value::Number(20.0), Value::Number(11.4)]);
        let on = table().setting("style", word("hollywood")).unit("blue", BLUE, &line(2, 20.0, 10.0));
        let on = on.weapons(&["revolver"]).unit("red", RED, &[(60.0, 40.0, 270.0)]);
        let on = on.value("dynamite_cache", place).value("dynamite_cache_hidden", flag(hidden));
        let mut test = ready(on);
        let takes = test.battle.draft(do_it(&test, "pick_up_dynamite", 1)).is_ok();
        let lies = |side| {
            let view = test.battle.view().seen_by(side);
            charge::on_the_table(&SkirmishView::of(view)).len()
        };
        let found = (lies(BLUE), lies(RED));
        test.go_on();
        (takes, found)
    };
    assert_eq!(seen(false), (true, (1, 1)));
    assert_eq!(seen(true), (false, (0, 1)));
}

/// OW-7.5, OW-7.6, OW-7.9: a charge that the scenario has placed lies there with its fuse set, or with a machine at its end;
/// a hidden one is known to its side alone.
#[test]
fn a_scenario_places_charges() {
    let point = |x: f32, y: f32| Value::List(vec![Value::Number(x), Value::Number(y)]);
    let on = |machine: bool, hidden: bool| {
        let on = table().setting("style", word("hollywood")).unit("blue", BLUE, &line(2, 20.0, 10.0));
        let on = on.weapons(&["revolver"]).unit("red", RED, &[(60.0, 40.0, 270.0)]);
        let on = on.value("placed_charge", point(30.0, 20.0)).value("placed_fuse", point(20.0, 11.2));
        ready(on.value("placed_machine", flag(machine)).value("placed_hidden", flag(hidden)))
    };
    let mut test = on(false, false);
    assert_eq!(charges(&test)[0].end(), Vec2::new(20.0, 11.2));
    test.order(do_it(&test, "light_fuse", 1));
    assert!(charges(&test)[0].lit.is_some());
    let mut test = on(true, false);
    let events = test.order(do_it(&test, "push_plunger", 1));
    assert_eq!(burst(&events), Vec2::new(30.0, 20.0));
    let test = on(true, true);
    assert!(!cp(&test).chapters().has_work(&cp(&test), shooter(&test)), "he knows of no machine");
    let known = |side| charge::on_the_table(&SkirmishView::of(test.battle.view().seen_by(side))).len();
    // The charge, its fuse, and the machine at the end of that.
    assert_eq!((known(BLUE), known(RED)), (0, 3));
    let things = charge::on_the_table(&SkirmishView::of(test.battle.view().seen_by(RED)));
    let fuse = things.iter().find(|thing| thing.look == "fuse").and_then(|thing| thing.size);
    assert!(fuse.is_some_and(|(_, long)| (long - Vec2::new(10.0, 8.8).length()).abs() < 1e-3), "{fuse:?}");
}

/// OW-7.1, OW-7.2: a man with sticks to throw and bundles to place throws a bundle if he is told, in its larger burst;
/// he has one bundle less then.
#[test]
fn a_stick_or_a_bundle_is_thrown_by_choice() {
    let mut test = ready(with_kind("stick").number("dynamite_bundles", 1.0));
    let size = |test: &TestBattle, order: Order| {
        let template = test.battle.draft(order).expect("he may").plan().templates[0];
        template.reach().1
    };
    let stick = throw(&test, 20.0, 13.0);
    let bundle = throw(&test, 20.0, 13.0).choice("dynamite_bundle");
    assert_eq!((size(&test, stick.clone()), size(&test, bundle.clone())), (1.5, 2.5));
    assert!(test.battle.awaiting().asks[0].choices.iter().any(|(id, _)| id == "dynamite_bundle"));
    test.cards(BLUE, &[6, 7, 7, 7]);
    test.order(bundle);
    assert_eq!((of(&test, shooter(&test)).bundles, of(&test, shooter(&test)).carries), (0, true));
    again(&mut test);
    let another = throw(&test, 20.0, 13.0).choice("dynamite_bundle");
    assert_eq!(test.refused(another).1, "CP-8.4");
    assert!(test.battle.draft(stick).is_ok());
}

/// OW-1.3: adjacent is 1 inch: a figure whose base is 0.9 inch from the end of a fuse lights it, at 1.1 he does not; nor
/// through the wall of a house.
#[test]
fn adjacent_is_within_an_inch_and_past_no_wall() {
    let lights = |x: f32, house: bool| {
        let point = |x: f32, y: f32| Value::List(vec![Value::Number(x), Value::Number(y)]);
        let on = table().setting("style", word("hollywood")).unit("blue", BLUE, &[(10.0, 10.0, 0.0), (5.0, 5.0, 0.0)]);
        let on =
            on.weapons(&["revolver"]).value("placed_charge", point(30.0, 20.0)).value("placed_fuse", point(x, 10.0));
        let on = if house { on.building((10.7, 6.0), (18.0, 14.0), &[], &[]) } else { on };
        let test = ready(on.unit("red", RED, &[(60.0, 40.0, 270.0)]));
        test.battle.draft(do_it(&test, "light_fuse", 1)).is_ok()
    };
    assert!(lights(11.4, false) && !lights(11.6, false));
    assert!(!lights(11.4, true));
}
