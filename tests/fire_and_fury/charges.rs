//! Charges (FF-10), leaders (FF-11), squares (FF-12), and the worked turn (FF-17).

use grapeshot::{
    orders::Order,
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::Formation,
            values::{Class, OrderState},
            verbs,
        },
        charge::score::Combat,
        state::sequence_of_play::Step,
    },
};

use crate::kit::*;

pub(super) fn combat(test: &TestBattle, attackers: &[&str], defender: &str) -> Combat {
    Combat {
        attackers: attackers.iter().map(|key| test.unit(key)).collect(),
        defenders: vec![test.unit(defender)],
        second: false,
        desperate: false,
        flanked: Vec::new(),
        class: Class::Open,
        level: 0,
    }
}

pub(super) fn p_and_q(gap: f32) -> TestTable {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).word("experience", "veteran");
    battle.foot("q", RED, 8, "line", (20.0, 10.0 + gap, 270.0)).flag("buck_and_ball")
}

/// What the plan of a hasty maneuver, or the sheet for a unit that stands, says of the combat that would follow.
fn combat_after(test: &TestBattle, key: &str, word: Option<&str>) -> Option<f32> {
    let ask = test.battle.awaiting().asks[0].clone();
    let sheet = test.battle.rules().sheet(&test.battle.view_of(ask.side), &ask).expect("it is a question for a sheet");
    let group = sheet.groups.iter().find(|group| group.unit == test.unit(key)).expect("it may do something in haste");
    let of_word =
        |way: &&grapeshot::turn::sheet::SheetWay| way.orders.first().and_then(|order| order.choice.as_deref()) == word;
    let shown = group.ways.iter().find(of_word).expect("it is on the sheet").outlook.clone();
    if let Some(word) = word {
        let told = plan(test, &told(test, &verbs::REACT, key).choice(word));
        assert_eq!(told.outlooks.first(), shown.as_ref(), "{word}");
    }
    shown.map(|outlook| outlook.wins)
}

/// The chance of the defenders to win the combat of a charger as it stands now.
fn defends(test: &TestBattle, charger: &str) -> f32 {
    let charge = ff(test).charge_of(test.unit(charger)).expect("it charges").clone();
    ff(test).forecast_of_charge(&charge).expect("they meet").outlook_of_defenders("as it stands").wins
}

/// FF-17.1: the worked turn: die 4 gives 7, Well Handled; a charge over 7 inches; fire 7 + 1 is Galling; dice 6 and 4 make 3,
/// Hard Pressed: the defender goes back 2 inches in disorder, the attacker carries the position and stays disordered.
#[test]
fn the_worked_turn_goes_as_the_rulebook_says() {
    let battle = table().leader_at("l", BLUE, (20.0, 7.0)).foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).under("l");
    let battle = battle.word("experience", "veteran").foot("q", RED, 8, "line", (20.0, 17.0, 270.0));
    let mut test = battle.flag("buck_and_ball").battle();
    let events = checks(&mut test, "l", &["p"], 4);
    assert!(says(&events, "FF-5.8", "P: 7, Well Handled"), "{events:#?}");
    pass(&mut test);
    go_to(&mut test, "declare");
    let order = charge(&test, "p", "q", "cold_steel");
    let odds: Vec<String> = plan(&test, &order).odds.into_iter().map(|odds| odds.label).collect();
    assert_eq!(odds, ["attackers", "defender", "Fire at P"]);
    declares(&mut test, order);
    go_to(&mut test, "fire");
    near(front(&test, "p"), 20.0, 17.0);
    force(&mut test, &dice::FIRE, &[7]);
    force(&mut test, &dice::CHARGE, &[6, 4]);
    let order = Order::new(RED, &verbs::SHOOT).target(test.piece("p", 1));
    let events = test.order(order);
    assert!(says(&events, "FF-8.17", "8, Galling"), "{events:#?}");
    assert_eq!(amount(sum(&events, "FF-8.17"), "buck and ball"), Some(1.0));
    let events = if asked(&test) == "fire" { pass(&mut test) } else { events };
    assert!(says(&events, "FF-10.10", "Hard Pressed (+3)"), "{events:#?}");
    assert_eq!((order_of(&test, "q"), order_of(&test, "p")), (OrderState::Disordered, OrderState::Disordered));
    near(front(&test, "q"), 20.0, 19.0);
    near(front(&test, "p"), 20.0, 17.75);
    assert_eq!((count(&test, "p"), count(&test, "q")), (10, 8));
}

/// FF-10.1: no charge in march column, by a unit that has not checked, or out of reach.
#[test]
fn a_charge_needs_a_check_a_formation_and_a_target_in_reach() {
    let test = ready(p_and_q(9.0).foot("n", RED, 2, "line", (29.0, 15.0, 270.0)), 5);
    assert_eq!(refused_by(&test, &charge(&test, "p", "q", "fire")), "FF-10.1", "9 inches off");
    let mut test = ready(p_and_q(7.0), 5);
    assert!(test.battle.check(&charge(&test, "p", "q", "fire")).is_ok());
    put_work(&mut test, "p", |work| work.effect = None);
    assert_eq!(refused_by(&test, &charge(&test, "p", "q", "fire")), "FF-10.1");
    let mut test = ready(p_and_q(7.0), 5);
    let now = pose(&test, "p");
    put_pose(&mut test, "p", now.form(Formation::MarchColumn));
    assert_eq!(refused_by(&test, &charge(&test, "p", "q", "fire")), "FF-10.1");
}

/// FF-10.4: cold steel needs bayonets.
#[test]
fn cold_steel_needs_bayonets() {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).no_bayonets();
    let test = ready(battle.foot("q", RED, 8, "line", (20.0, 16.0, 270.0)), 5);
    assert_eq!(refused_by(&test, &charge(&test, "p", "q", "cold_steel")), "FF-2.11");
    assert!(test.battle.check(&charge(&test, "p", "q", "fire")).is_ok());
}

/// FF-10.4: a charger with cold steel does not fire, an elite one does.
#[test]
fn a_charger_with_cold_steel_does_not_fire() {
    for (experience, fires) in [("veteran", false), ("elite", true)] {
        let mut test = ready(p_and_q(6.0).word_of("p", "experience", experience), 5);
        let order = charge(&test, "p", "q", "cold_steel");
        declares(&mut test, order);
        put_play(&mut test, |play| play.step = Step::OffensiveFire);
        assert_eq!(ff(&test).may_fire(test.unit("p")).is_ok(), fires, "{experience}");
    }
}

/// FF-6.4: a Tardy unit charges within half a move, or its full move in disorder.
#[test]
fn a_tardy_unit_charges_in_disorder_beyond_half_a_move() {
    for (gap, order) in [(3.5, OrderState::Good), (7.0, OrderState::Disordered)] {
        // -2 out of command, +1 veteran, +2 fresh: 1 gives 2.
        let mut test = ready(p_and_q(gap), 1);
        let declared = charge(&test, "p", "q", "cold_steel");
        declares(&mut test, declared);
        go_to(&mut test, "fire");
        assert_eq!(order_of(&test, "p"), order, "{gap}");
    }
}

/// FF-12.3: infantry charged by cavalry forms a hasty square, before the charge moves; raw troops in disorder.
#[test]
fn infantry_charged_by_cavalry_forms_square_in_haste() {
    for (experience, order) in [("trained", OrderState::Good), ("raw", OrderState::Disordered)] {
        let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
        let battle = battle.foot("q", RED, 12, "line", (20.0, 24.0, 270.0)).word("experience", experience);
        let mut test = ready(battle, 5);
        let declared = charge(&test, "p", "q", "cold_steel");
        declares(&mut test, declared);
        assert_eq!((asked(&test).as_str(), asked_side(&test)), ("hasty", RED));
        let square = told(&test, &verbs::REACT, "q").choice("square");
        test.order(square);
        assert_eq!((formation(&test, "q"), order_of(&test, "q")), (Formation::Square, order));
        go_to(&mut test, "fire");
        assert!(ff(&test).touch(test.unit("p"), test.unit("q")), "the charger must still charge it");
    }
}

/// FF-12.3: infantry alone cannot make a line form square.
#[test]
fn nobody_forms_square_against_infantry() {
    let mut test = ready(p_and_q(6.0), 5);
    let declared = charge(&test, "p", "q", "cold_steel");
    test.order(declared);
    assert!(ff(&test).hasty_choices(test.unit("q")).is_empty());
}

/// FF-10.9: cavalry in good order countercharges an enemy that charges it or a friend near it, and fights that enemy
/// itself.
#[test]
fn cavalry_countercharges_the_charger() {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let battle = battle.foot("q", RED, 6, "line", (20.0, 24.0, 270.0)).horse("c", RED, 6, "line", (27.0, 24.0, 270.0));
    let mut test = ready(battle, 5);
    let declared = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, declared);
    let answer = told(&test, &verbs::REACT, "c").choice("countercharge");
    test.order(answer);
    go_to(&mut test, "fire");
    assert_eq!(ff(&test).charge_of(test.unit("p")).map(|charge| charge.target), Some(test.unit("c")));
    assert!(front(&test, "c").y < 24.0);
}

/// FF-12.9: an open order of one rank evades infantry, broken, and not cavalry.
#[test]
fn open_order_evades_infantry() {
    let battle = table().foot("p", BLUE, 8, "line", (20.0, 20.0, 90.0));
    let battle = battle.foot("q", RED, 4, "open_order", (20.0, 26.0, 270.0)).flag("light");
    let mut test = ready(battle, 5);
    let declared = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, declared);
    let answer = told(&test, &verbs::REACT, "q").choice("evade");
    test.order(answer);
    assert_eq!(order_of(&test, "q"), OrderState::Broken);
    assert!(front(&test, "q").y > 36.0, "{}", front(&test, "q"));
}

/// FF-10.17: a charger that starts behind the front of its target outflanks it.
#[test]
fn a_charge_from_behind_the_front_outflanks() {
    for (y, outflanks) in [(6.0, true), (12.0, false)] {
        let battle = table().foot("p", BLUE, 2, "line", (18.0, y, 180.0)).foot("q", RED, 6, "line", (10.0, 10.0, 90.0));
        let mut test = ready(battle, 9);
        let order = charge(&test, "p", "q", "fire");
        if test.battle.check(&order).is_err() {
            continue;
        }
        test.order(order);
        let declared = ff(&test).charge_of(test.unit("p")).map(|charge| charge.outflanks);
        assert!(declared.is_none_or(|known| known == outflanks), "{y}");
    }
}

/// FF-11.3: a 10 removes a leader, a 6 puts him on foot: he has a radius of four inches and moves eight.
#[test]
fn a_leader_whose_horse_is_shot_goes_on_foot() {
    let battle = || table().leader_at("l", BLUE, (20.0, 9.0)).foot("a", BLUE, 8, "line", (20.0, 10.0, 90.0));
    let mut test = battle().foot("q", RED, 8, "line", (20.0, 40.0, 270.0)).battle();
    let (l, a) = (test.unit("l"), test.unit("a"));
    let mut leader = ff(&test).leader(l).expect("he is a leader").clone();
    leader.on_foot = 1;
    test.put_unit(l, "fury_leader", leader);
    assert_eq!(ff(&test).command_radius(l), 4.0);
    assert!(ff(&test).in_radius(l, a));
}

/// FF-11.1, FF-11.2: a leader attaches himself to a unit, gives it one more and has a radius of four inches.
#[test]
fn an_attached_leader_gives_one_more() {
    let battle = table().leader_at("l", BLUE, (30.0, 9.0)).foot("a", BLUE, 8, "line", (20.0, 10.0, 90.0)).under("l");
    let mut test = battle.foot("q", RED, 8, "line", (20.0, 40.0, 270.0)).battle();
    assert_eq!(asked(&test), "leaders");
    let (l, a) = (test.unit("l"), test.unit("a"));
    let order = told(&test, &verbs::RIDE, "l").target_unit(a);
    test.order(order);
    assert_eq!(ff(&test).attached_to(a), Some(l));
    assert_eq!(ff(&test).command_radius(l), 4.0);
    let sum = ff(&test).maneuver_modifiers(a, grapeshot::rulesets::fire_and_fury::command::checks::Under::Leader(l));
    assert_eq!(amount(&sum, "attached leader"), Some(1.0));
}

/// FF-16.3: a worn unit gives a point, a spent one two, a destroyed one four, a gun stand one.
#[test]
fn losses_give_points_to_the_enemy() {
    let battle = table().foot("a", BLUE, 9, "line", (20.0, 10.0, 90.0)).guns(
        "g",
        BLUE,
        "LG",
        2,
        "unlimbered",
        (40.0, 10.0, 90.0),
    );
    let mut test = battle.foot("q", RED, 8, "line", (20.0, 50.0, 270.0)).battle();
    let points = |test: &TestBattle| ff(test).standings()[1].points.total();
    assert_eq!(points(&test), 0.0);
    put_troops(&mut test, "a", |troops| troops.start = 12);
    assert_eq!(points(&test), 1.0, "worn at nine of twelve");
    put_troops(&mut test, "a", |troops| troops.start = 20);
    assert_eq!(points(&test), 2.0);
}

/// FF-16.3: a battery that is gone gives a point for each gun stand, and none as a unit destroyed.
#[test]
fn a_battery_that_is_gone_counts_by_its_gun_stands() {
    let battle = table().guns("g", BLUE, "HG", 2, "unlimbered", (20.0, 20.0, 90.0)).word("experience", "raw");
    let battle = battle.foot("a", BLUE, 20, "line", (40.0, 10.0, 90.0));
    let mut test = battle.foot("r", RED, 8, "line", (20.0, 23.5, 270.0)).battle();
    // -2 out of command, -1 raw, +2 battery: 1 - 1 = 0, Fall Back.
    checks_alone(&mut test, "g", 1);
    assert_eq!(count(&test, "g"), 0);
    assert_eq!(ff(&test).standings()[1].points.total(), 2.0);
}

/// FF-11.1: an enemy that moves onto a leader drives him to the nearest of his units within 12 inches, or captures him.
#[test]
fn a_leader_is_displaced_or_captured() {
    for (y, captured) in [(36.0, false), (44.0, true)] {
        let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0)).leader_at("l", RED, (20.0, 24.0));
        let mut test = battle.foot("r", RED, 6, "line", (20.0, y, 270.0)).under("l").battle();
        checks_alone(&mut test, "a", 5);
        let events = marches(&mut test, "a", &[ahead(4.0)]);
        let l = test.unit("l");
        assert_eq!(ff(&test).present(l), !captured, "{y}");
        if captured {
            assert!(says(&events, "FF-11.1", "captured"), "{events:#?}");
            assert_eq!(ff(&test).leader(l).map(|leader| (leader.removed, leader.absent)), Some((true, 2)));
        } else {
            near(ff(&test).middle(l), 20.0, 36.75);
        }
    }
}

/// FF-5.13, FF-12.3: the answers to a charge of cavalry tell how the combat would go in square and in line.
#[test]
fn a_hasty_square_is_offered_with_the_combat_that_would_follow() {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let battle = battle.foot("q", RED, 12, "line", (20.0, 24.0, 270.0)).word("experience", "trained");
    let mut test = ready(battle, 5);
    let declared = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, declared);
    let (square, line) = (combat_after(&test, "q", Some("square")), combat_after(&test, "q", None));
    about(line.expect("they would fight"), defends(&test, "p"));
    assert!(square > line, "{square:?}, {line:?}");
    let order = told(&test, &verbs::REACT, "q").choice("square");
    test.order(order);
    about(square.expect("they would fight"), defends(&test, "p"));
}

/// FF-5.13, FF-10.9: cavalry that countercharges is told how it would meet the charger; a unit that evades is told nothing.
#[test]
fn a_countercharge_is_offered_with_the_combat_that_would_follow() {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let mut test = ready(battle.horse("q", RED, 6, "line", (20.0, 24.0, 270.0)), 5);
    let declared = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, declared);
    let (meets, stands) = (combat_after(&test, "q", Some("countercharge")), combat_after(&test, "q", None));
    assert!(meets > stands, "{meets:?}, {stands:?}");
    let order = told(&test, &verbs::REACT, "q").choice("countercharge");
    test.order(order);
    about(meets.expect("they would fight"), defends(&test, "p"));
}
