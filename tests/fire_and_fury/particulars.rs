//! Rules of scales, units, ground, guns and combat that have no example of several steps.

use grapeshot::{
    forces::Edge,
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::Formation,
            values::{Class, Cover, OrderState, Rating},
            verbs,
        },
        charge::score::Combat,
        command::checks::Under,
        state::sequence_of_play::Step,
    },
    table::position::Heading,
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms},
};

use crate::kit::*;

/// A line of six at (20, 20) that looks up the table, and an enemy far away.
fn six() -> TestTable {
    table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0)).foot("r", RED, 4, "line", (50.0, 55.0, 270.0))
}

/// FF-1.2: troops begin with 2 to 25 stands.
#[test]
fn troops_begin_with_two_to_twenty_five_stands() {
    let test = six().battle();
    for arm in ["infantry", "cavalry"] {
        let kind = test.battle.vocabulary().kind(arm).expect("it is an arm");
        assert_eq!(kind.pieces, (2, 25), "{arm}");
    }
}

/// FF-1.4: an enemy whose front is four inches off is within close range, one a little farther off is not.
#[test]
fn distances_are_measured_between_outlines_and_limits_are_inclusive() {
    for (y, close) in [(24.0, true), (24.1, false)] {
        let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0));
        let test = battle.foot("r", RED, 6, "line", (20.0, y, 270.0)).battle();
        let (a, r) = (test.unit("a"), test.unit("r"));
        about(ff(&test).gap(a, r), y - 20.0);
        assert_eq!(ff(&test).in_close_range_of(a, r), close, "{y}");
    }
}

/// FF-1.7: a ten is ten.
#[test]
fn a_ten_counts_ten() {
    let mut test = six().battle();
    // Out of command -2, fresh 2.
    let events = checks_alone(&mut test, "a", 10);
    assert!(says(&events, "FF-5.8", "A: 10, Double Quick"), "{events:#?}");
}

/// FF-2.1: the command stand and the label stand are not the ones that a unit loses first.
#[test]
fn the_command_stand_stays() {
    for formation in ["line", "field_column", "supported_line"] {
        let battle = table().foot("a", BLUE, 6, formation, (20.0, 20.0, 90.0));
        let test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
        let (victim, _) = ff(&test).next_loss(test.unit("a")).expect("it has stands");
        assert!(![test.piece("a", 3), test.piece("a", 4)].contains(&victim), "{formation}");
    }
}

/// FF-2.3: two gun stands are a battery, one is none.
#[test]
fn a_battery_has_two_stands_or_more() {
    for (stands, battery) in [(1, false), (2, true)] {
        let battle = table().guns("g", BLUE, "LG", stands, "unlimbered", (20.0, 20.0, 90.0));
        let test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
        assert_eq!(ff(&test).is_battery(test.unit("g")), battery);
    }
}

/// FF-2.4: a leader of artillery checks for guns only.
#[test]
fn a_leader_of_artillery_commands_guns_only() {
    let battle = six().leader_at("l", BLUE, (20.0, 17.0)).word("level", "artillery");
    let mut test = battle.guns("g", BLUE, "LG", 2, "unlimbered", (26.0, 20.0, 90.0)).battle();
    go_to(&mut test, "check");
    assert_eq!(refused_by(&test, &group(&test, "l", &["a"])), "FF-2.4");
    assert!(test.battle.check(&group(&test, "l", &["g"])).is_ok());
}

/// FF-2.5: elite, veteran, trained and raw units check with two, one, nothing and one less.
#[test]
fn experience_counts_in_checks() {
    for (word, wanted) in [("elite", Some(2.0)), ("veteran", Some(1.0)), ("trained", None), ("raw", Some(-1.0))] {
        let test = six().word_of("a", "experience", word).battle();
        let sum = ff(&test).maneuver_modifiers(test.unit("a"), Under::Nobody);
        assert_eq!(amount(&sum, word), wanted);
    }
}

/// FF-2.8: militia are under provisional command at best, and fight one worse.
#[test]
fn militia_are_never_better_than_provisional() {
    let battle = table().leader_at("l", BLUE, (20.0, 17.0)).foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0)).under("l");
    let test = battle.flag("militia").foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    let sum = ff(&test).maneuver_modifiers(test.unit("a"), Under::Leader(test.unit("l")));
    assert_eq!(amount(&sum, "provisional command"), Some(-1.0));
    let sum = ff(&test).charge_modifiers(&combat(&test, "r", "a"), false);
    assert_eq!(amount(&sum, "militia"), Some(-1.0));
}

fn combat(test: &TestBattle, attacker: &str, defender: &str) -> Combat {
    Combat {
        attackers: vec![test.unit(attacker)],
        defenders: vec![test.unit(defender)],
        second: false,
        desperate: false,
        flanked: Vec::new(),
        class: Class::Open,
        level: 0,
    }
}

/// FF-3.1: the point of reference is the middle of the front edge of the front rank.
#[test]
fn the_front_is_the_middle_of_the_front_rank() {
    let test = six().battle();
    let stands = stands(&test, "a");
    let front = stands.iter().map(|stand| stand.place.offset(stand.footprint.half_depth(), 0.0));
    near(front.sum::<bevy::math::Vec2>() / 6.0, 20.0, 20.0);
}

/// FF-3.8: a square re-forms into line in any facing with a Tardy effect; into march column it does not.
#[test]
fn a_square_re_forms_in_any_facing() {
    let battle = table().foot("a", BLUE, 8, "square", (20.0, 20.0, 90.0));
    let mut test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    // Out of command -2, fresh 2, square 1.
    checks_alone(&mut test, "a", 1);
    assert_eq!(refused_by(&test, &march(&test, "a", &[form("march_column")])), "FF-6.2");
    let before = stands(&test, "a");
    let order = march(&test, "a", &[form("line")]).heading(Heading(0.0));
    test.order(order);
    assert_eq!((formation(&test, "a"), pose(&test, "a").facing), (Formation::Line, Heading(0.0)));
    let after = stands(&test, "a");
    assert!(after.iter().any(|stand| before.iter().any(|old| stand.overlap(old) > 0.0)));
}

/// FF-3.10, FF-8.19: a unit of two stands that loses one is removed, and both count.
#[test]
fn a_unit_of_one_stand_is_removed() {
    let battle = table().foot("a", BLUE, 12, "line", (20.0, 20.0, 90.0));
    let mut test = battle.foot("r", RED, 2, "line", (20.0, 23.0, 270.0)).battle();
    go_to(&mut test, "fire");
    if asked_side(&test) == RED {
        pass(&mut test);
    }
    force(&mut test, &dice::FIRE, &[9]);
    let order = grapeshot::orders::Order::new(BLUE, &verbs::SHOOT).target(test.piece("r", 1));
    test.order(order);
    assert_eq!((count(&test, "r"), ff(&test).play().lost[1]), (0, 2));
}

/// FF-4.2: a unit stands on the level under the middle of its front.
#[test]
fn the_level_is_that_under_the_front() {
    let test = six().hill((10.0, 19.5), (30.0, 30.0), 1, false).battle();
    assert_eq!(ff(&test).level_of(test.unit("a")), 1);
    let test = six().hill((10.0, 20.5), (30.0, 30.0), 1, false).battle();
    assert_eq!(ff(&test).level_of(test.unit("a")), 0);
}

/// FF-4.3, FF-10.7: half an inch behind a fence is partial cover and favorable ground, behind a stone wall full cover and a
/// strong position; farther off there is none.
#[test]
fn linear_features_cover_who_is_close_behind_them() {
    for (kind, y, cover, ground) in [
        ("fence", 20.4, Some(Cover::Partial), Some(1.0)),
        ("stone_wall", 20.4, Some(Cover::Full), Some(2.0)),
        ("fence", 20.7, None, None),
    ] {
        let test = six().obstacle(kind, &[(10.0, y), (30.0, y)]).battle();
        let stand = stands(&test, "a")[2];
        assert_eq!(ff(&test).lines_before(&stand).map(|(_, cover)| cover).max(), cover, "{kind} {y}");
        let sum = ff(&test).charge_modifiers(&combat(&test, "r", "a"), false);
        let favorable = amount(&sum, "favorable ground").or(amount(&sum, "strong position"));
        assert_eq!(favorable, ground, "{kind} {y}");
    }
}

/// FF-4.5: a road is open ground for its whole length.
#[test]
fn a_road_through_woods_is_open() {
    let woods =
        || table().area("dense_woods", (0.0, 10.0), (60.0, 30.0)).foot("r", RED, 4, "line", (50.0, 55.0, 270.0));
    let column = |battle: TestTable| battle.foot("a", BLUE, 4, "march_column", (20.0, 20.0, 0.0)).battle();
    let test = column(woods().road(&[(0.0, 20.0), (60.0, 20.0)]));
    assert_eq!(ff(&test).class_under_unit(test.unit("a")), Class::Open);
    let test = column(woods());
    assert_eq!(ff(&test).class_under_unit(test.unit("a")), Class::Rough);
}

/// FF-5.2: leaders, checks, charges, hasty maneuvers, charge moves, leaders, then fire and combat.
#[test]
fn a_player_turn_has_its_steps_in_order() {
    let mut test = six().leader_at("l", BLUE, (20.0, 17.0)).battle();
    assert_eq!((asked(&test).as_str(), ff(&test).play().step), ("leaders", Step::Leaders));
    pass(&mut test);
    assert_eq!((asked(&test).as_str(), ff(&test).play().step), ("check", Step::Checks));
    pass(&mut test);
    assert_eq!((asked(&test).as_str(), ff(&test).play().step), ("leaders", Step::LastLeaders));
    assert!(Step::Charges < Step::Hasty && Step::Hasty < Step::ChargeMoves && Step::ChargeMoves < Step::LastLeaders);
    assert!(Step::DefensiveFire < Step::OffensiveFire && Step::OffensiveFire < Step::Combats);
}

/// FF-6.14: a march column does not charge.
#[test]
fn a_march_column_does_not_charge() {
    let battle = table().foot("p", BLUE, 4, "march_column", (20.0, 20.0, 90.0));
    let mut test = battle.foot("q", RED, 4, "line", (20.0, 25.0, 270.0)).battle();
    checks_alone(&mut test, "p", 5);
    let p = test.unit("p");
    put_play(&mut test, |play| play.step = Step::Charges);
    assert_eq!(ff(&test).may_charge(p).expect_err("it does not").rule.0, "FF-10.1");
}

/// FF-6.17: a unit that is pushed back from contact goes straight back until it is two inches off.
#[test]
fn who_is_pushed_back_goes_two_inches() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 17.0, 90.0));
    let test = battle.foot("q", RED, 6, "line", (20.0, 17.0, 270.0)).battle();
    let way = ff(&test).pushed_back(test.unit("q"), &[test.unit("p")]).expect("there is room");
    near(way[way.len() - 1].front, 20.0, 19.0);
    assert_eq!(way[way.len() - 1].facing, Heading(270.0));
}

/// FF-6.17: a unit that is pushed back goes through friends to the first free place behind them, no farther than a full move.
#[test]
fn who_is_pushed_back_goes_through_friends() {
    for (stands, y) in [(4, Some(19.5)), (24, None)] {
        let battle = table().foot("p", BLUE, 6, "line", (20.0, 17.0, 90.0));
        let battle = battle.foot("q", RED, 6, "line", (20.0, 17.0, 270.0));
        let test = battle.foot("s", RED, stands, "field_column", (20.0, 18.0, 270.0)).battle();
        let way = ff(&test).pushed_back(test.unit("q"), &[test.unit("p")]);
        assert_eq!(way.is_some(), y.is_some(), "{stands}");
        if let (Some(way), Some(y)) = (way, y) {
            near(way[way.len() - 1].front, 20.0, y);
        }
    }
}

/// FF-8.5: a musket reaches eight inches, inclusive.
#[test]
fn a_range_band_ends_with_its_inches() {
    for (y, reached) in [(28.0, true), (28.1, false)] {
        let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0));
        let mut test = battle.foot("r", RED, 6, "line", (20.0, y, 270.0)).battle();
        put_play(&mut test, |play| play.step = Step::OffensiveFire);
        assert_eq!(!ff(&test).targets_of(test.unit("a")).is_empty(), reached, "{y}");
    }
}

/// FF-9.1: guns that limber look to their rear, the head where the right-hand gun stood.
#[test]
fn guns_limber_to_their_rear() {
    let battle = table().guns("g", BLUE, "LG", 3, "unlimbered", (20.0, 20.0, 90.0));
    let test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    let g = test.unit("g");
    let limbered = ff(&test).limbered(g, &pose(&test, "g"), Formation::Limbered);
    assert_eq!(limbered.facing, Heading(270.0));
    near(limbered.front, 21.0, 18.5);
}

/// FF-9.3: light guns are hauled two inches, battalion guns four, or turned up to 45 degrees.
#[test]
fn guns_are_hauled_by_hand() {
    for (gun, inches) in [("LG", 2.0), ("BG", 4.0)] {
        let battle = table().guns("g", BLUE, gun, 2, "unlimbered", (20.0, 20.0, 90.0));
        let mut test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
        checks_alone(&mut test, "g", 4);
        assert_eq!(refused_by(&test, &march(&test, "g", &[wheel(50.0)])), "FF-9.3");
        marches(&mut test, "g", &[ahead(9.0)]);
        near(front(&test, "g"), 20.0, 20.0 + inches);
    }
}

/// FF-9.5: fixed guns never limber.
#[test]
fn fixed_guns_never_limber() {
    let battle = table().guns("g", BLUE, "HG", 2, "unlimbered", (20.0, 20.0, 90.0)).flag("fixed");
    let mut test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    checks_alone(&mut test, "g", 4);
    assert_eq!(refused_by(&test, &march(&test, "g", &[form("limbered")])), "FF-9.5");
}

/// FF-9.6: with Fall Back in close range light guns limber and retreat, silenced; unlimbered heavy guns are lost.
#[test]
fn heavy_guns_are_lost_when_they_fall_back() {
    for (gun, lost) in [("LG", false), ("HG", true)] {
        let battle = table().guns("g", BLUE, gun, 1, "unlimbered", (20.0, 20.0, 90.0)).word("experience", "raw");
        let mut test = battle.foot("r", RED, 4, "line", (20.0, 23.0, 270.0)).battle();
        // Out of command -2, raw -1.
        let events = checks_alone(&mut test, "g", 2);
        assert!(says(&events, "FF-5.8", "Fall Back"), "{events:#?}");
        assert_eq!(count(&test, "g") == 0, lost, "{gun}");
        if !lost {
            assert!(ff(&test).values(test.unit("g")).silenced);
            assert_eq!(formation(&test, "g"), Formation::Limbered);
        }
    }
}

/// FF-10.18: if fire removes its target the charger carries the position.
#[test]
fn a_charger_carries_the_position_of_a_target_that_fire_removed() {
    let battle = table().foot("p", BLUE, 12, "line", (20.0, 20.0, 90.0));
    let battle = battle.foot("q", RED, 2, "line", (20.0, 25.0, 270.0)).word("experience", "raw");
    let mut test = ready(battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)), 5);
    let order = charge(&test, "p", "q", "fire");
    declares(&mut test, order);
    go_to(&mut test, "fire");
    while asked_side(&test) == RED {
        pass(&mut test);
    }
    force(&mut test, &dice::FIRE, &[10]);
    let order = grapeshot::orders::Order::new(BLUE, &verbs::SHOOT).target(test.piece("q", 1));
    let events = test.order(order);
    assert!(says(&events, "FF-10.13", "P carries the position"), "{events:#?}");
    near(front(&test, "p"), 20.0, 25.75);
}

/// FF-11.4: an 8 loses a brave colonel for the game, a 7 for one turn; after a 6 he leads on.
#[test]
fn a_brave_colonel_is_lost_for_a_turn_or_for_good() {
    let colonel = |test: &TestBattle| {
        let sum = ff(test).maneuver_modifiers(unit(test, "a"), Under::Nobody);
        amount(&sum, "brave colonel").is_some()
    };
    for (die, now, next, later) in [(6, true, true, true), (7, false, false, true), (8, false, false, false)] {
        let battle = table().foot("a", BLUE, 12, "line", (20.0, 20.0, 90.0)).flag("brave_colonel");
        let mut test = at_fire(battle.foot("r", RED, 12, "line", (20.0, 22.0, 270.0)), RED);
        force(&mut test, &dice::FIRE, &[10]);
        force(&mut test, &dice::LEADERS, &[die]);
        let order = shoot(&test, "a");
        let events = test.order(order);
        assert!(says(&events, "FF-11.4", &format!("{die}")), "{events:#?}");
        assert_eq!(colonel(&test), now, "{die}");
        for (turn, wanted) in [(2, next), (3, later)] {
            while !(ff(&test).play().phasing == BLUE && test.battle.view().clock().turn == turn) {
                goes_on(&mut test);
            }
            assert_eq!(colonel(&test), wanted, "{die} in turn {turn}");
        }
    }
}

/// FF-16.2: a key position is held by the side that last had unbroken troops in it alone; an army that has lost its own
/// has one less on its checks until it regains it.
#[test]
fn the_loss_of_a_key_position_tells_until_it_is_regained() {
    let of_red = VictoryTerms {
        objectives: vec![Objective {
            id: "hill".into(),
            name: "the hill".into(),
            at: bevy::math::Vec2::new(20.0, 30.0),
            radius: 3.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, points: 4.0, side: Some(BLUE), when: HoldWhen::Most }],
        ..VictoryTerms::default()
    };
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 26.0, 90.0)).foot("r", RED, 6, "line", (20.0, 36.0, 270.0));
    let mut test = battle.victory(of_red).battle();
    let lost = |test: &TestBattle| {
        amount(&ff(test).maneuver_modifiers(unit(test, "r"), Under::Nobody), "key position lost").is_some()
    };
    assert!(!lost(&test), "red holds it when the battle begins");
    checks_alone(&mut test, "a", 8);
    marches(&mut test, "a", &[ahead(1.5)]);
    let red = |test: &TestBattle| ff(test).play().phasing == RED;
    while !red(&test) {
        goes_on(&mut test);
    }
    assert!(lost(&test), "blue alone is within three inches of it");
    put_order(&mut test, "a", OrderState::Broken);
    checks_alone(&mut test, "r", 10);
    marches(&mut test, "r", &[ahead(3.5)]);
    while red(&test) {
        goes_on(&mut test);
    }
    assert!(!lost(&test), "broken troops hold nothing");
}

/// FF-11.5: a captured leader is replaced at the second next turn of his side, by an able one close to his units.
#[test]
fn a_removed_leader_is_replaced() {
    let battle = table().foot("a", BLUE, 6, "line", (20.0, 20.0, 90.0)).leader_at("l", RED, (20.0, 24.0));
    let battle = battle.word("rating", "gallant").foot("r", RED, 6, "line", (20.0, 44.0, 270.0)).under("l");
    let mut test = battle.battle();
    checks_alone(&mut test, "a", 5);
    marches(&mut test, "a", &[ahead(4.0)]);
    let (l, r) = (test.unit("l"), test.unit("r"));
    let red_turn = |test: &TestBattle, turn| ff(test).play().phasing == RED && test.battle.view().clock().turn == turn;
    while !red_turn(&test, 1) {
        goes_on(&mut test);
    }
    assert!(!ff(&test).present(l));
    while !red_turn(&test, 2) {
        goes_on(&mut test);
    }
    assert!(ff(&test).present(l));
    assert_eq!(ff(&test).leader(l).map(|leader| leader.rating), Some(Rating::Able));
    assert!(ff(&test).gap(l, r) <= 2.0);
}

/// FF-14.2: each army goes home to its friendly edge.
#[test]
fn home_is_the_friendly_edge() {
    let test = six().own_edge(BLUE, Edge::West).battle();
    assert_eq!((ff(&test).homeward(BLUE), ff(&test).homeward(RED)), (Heading(180.0), Heading(90.0)));
}

/// FF-15.1: carbines are fired dismounted only, and a unit without firearms never fires.
#[test]
fn cavalry_fires_dismounted_with_its_carbines() {
    let battle = table().horse("h", BLUE, 4, "line", (20.0, 20.0, 90.0)).word_of("h", "weapon", "C");
    let battle = battle.horse("d", BLUE, 4, "line", (30.0, 20.0, 90.0));
    let mut test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
    let (h, d) = (test.unit("h"), test.unit("d"));
    assert_eq!(ff(&test).armed(h).map_err(|(rule, _)| rule), Err("FF-2.2"));
    for key in ["h", "d"] {
        put_troops(&mut test, key, |troops| troops.mounted = false);
    }
    assert_eq!(ff(&test).armed(h).map_err(|(rule, _)| rule), Ok(()));
    assert_eq!(ff(&test).armed(d).map_err(|(rule, _)| rule), Err("FF-15.1"));
}

/// FF-15.2, FF-15.3: light carriages go twelve inches limbered, heavy ones eight and siege guns six, these no faster at the
/// double quick; only light ones are hauled by hand.
#[test]
fn guns_move_by_their_carriages() {
    for (gun, limbered, double_quick, hauled) in [
        ("LG", 12.0, 18.0, 2.0),
        ("BG", 12.0, 18.0, 4.0),
        ("CR", 12.0, 18.0, 4.0),
        ("HG", 8.0, 8.0, 0.0),
        ("SG", 6.0, 6.0, 0.0),
    ] {
        let battle = table().guns("g", BLUE, gun, 1, "unlimbered", (20.0, 20.0, 90.0));
        let test = battle.foot("r", RED, 4, "line", (50.0, 55.0, 270.0)).battle();
        let inches = |formation, double| ff(&test).full_move(test.unit("g"), formation, Class::Open, double);
        assert_eq!(inches(Formation::Limbered, false), limbered, "{gun}");
        assert_eq!(inches(Formation::Limbered, true), double_quick, "{gun}");
        assert_eq!(inches(Formation::Unlimbered, false), hauled, "{gun}");
    }
}
