//! Chapter 7.

use grapeshot::{
    forces::Fate,
    rulesets::combat_patrol::{
        book::marks,
        state::{sequence_of_play::Ride, shot::Manner},
        view::supplement::FightSide,
    },
    table::position::Heading,
    testing::{BLUE, RED},
};

use super::*;

/// Two shooters at 4 inches from their target; another of its unit far away.
fn volley() -> TestTable {
    table().unit("shooter", BLUE, &[(20.0, 10.0, 90.0), (21.5, 10.0, 90.0)]).unit(
        "target",
        RED,
        &[(60.0, 40.0, 270.0), (20.0, 15.0, 270.0)],
    )
}

/// One shooter fires at the target with a to-hit card of six holes and this damage card.
fn hit(test: &mut TestBattle, shooter: usize, damage: u16) {
    if test.battle.awaiting().asks[0].kind == "declare" {
        let nobody = order(test, "declare");
        test.order(nobody);
    }
    test.cards(BLUE, &[6, damage]);
    let shot = order(test, "shoot").pieces([test.piece("shooter", shooter)]).target(test.piece("target", 2));
    test.order(shot);
}

fn count(test: &TestBattle, piece: PieceId, mark: &grapeshot::forces::MarkId) -> u8 {
    test.battle.view().mark(piece, mark)
}

const ATTACKS: FightSide = FightSide {
    attacker: true,
    in_body: false,
    from_rear: false,
    ride: Ride { moved: false, impetus: false },
    caught: false,
};

/// CP-7.1: Endurance 2: the first W wounds, the second incapacitates.
#[test]
fn the_wound_that_reaches_endurance_puts_a_man_out_of_action() {
    let mut test = volley().number("endurance", 2.0).acting("shooter");
    let target = test.piece("target", 2);
    hit(&mut test, 1, 7);
    assert_eq!(count(&test, target, &marks::WOUND), 1);
    assert!(test.battle.view().in_play(target));
    hit(&mut test, 2, 11);
    assert!(!test.battle.view().in_play(target));
}

/// CP-1.11, CP-7.2: the card of a unit says of one who is out of action that he is lost, not how he was before.
#[test]
fn the_card_says_of_a_lost_man_only_that_he_is_lost() {
    let mut test = volley().number("endurance", 2.0).acting("shooter");
    let card = |test: &TestBattle| test.battle.rules().unit_card(&test.battle.view(), test.unit("target"));
    hit(&mut test, 1, 7);
    let wounded = &card(&test).pieces[1];
    assert_eq!((wounded.out, &*wounded.states), (false, &["wounded".to_owned()][..]));
    hit(&mut test, 2, 11);
    let lost = card(&test);
    assert_eq!((lost.pieces[1].out, &*lost.pieces[1].states), (true, &["lost".to_owned()][..]));
    assert_eq!(lost.badges, ["1 of 2 lost"]);
    assert!(count(&test, test.piece("target", 2), &marks::WOUND) > 0);
}

/// CP-7.1: Endurance 1: the first W incapacitates.
#[test]
fn a_weak_man_falls_at_the_first_wound() {
    let mut test = volley().number("endurance", 1.0).acting("shooter");
    hit(&mut test, 1, 7);
    assert_eq!(test.battle.view().fate(test.piece("target", 2)), Fate::Casualty);
}

/// CP-7.1: an I incapacitates at once, whatever the Endurance (CP-6.8).
#[test]
fn a_grave_hit_puts_the_strongest_man_out_of_action() {
    let mut test = volley().number("endurance", 6.0).acting("shooter");
    hit(&mut test, 1, 9);
    assert_eq!(test.battle.view().fate(test.piece("target", 2)), Fate::Casualty);
}

/// CP-7.2: a man who is incapacitated leaves play, does not block, and can be named no more; he counts as a loss.
#[test]
fn a_fallen_man_is_out_of_play_and_in_nobodys_way() {
    let mut test = volley().acting("shooter");
    let (mover, target) = (test.piece("shooter", 2), test.piece("target", 2));
    declare(&mut test, vec![mover], 4);
    hit(&mut test, 1, 9);
    assert_eq!(test.battle.view().fate(target), Fate::Casualty);
    let onto = order(&test, "move").pieces([mover]).path([to(20.0, 15.0)]);
    test.order(onto);
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(test.battle.view().place(mover).at, bevy::math::Vec2::new(20.0, 15.0));
    let shot = order(&test, "shoot").pieces([mover]).target(target);
    if !test.battle.awaiting().asks.is_empty() && test.battle.awaiting().asks[0].kind == "act" {
        assert_eq!(test.refused(shot).1, "CP-6.1");
    }
    let names_dead = order(&test, "shoot").pieces([target]).target(target);
    assert!(test.battle.check(&names_dead).is_err());
}

/// CP-7.3: a wounded man goes at half rate: card 7, 3.5 inches; more wounds change nothing.
#[test]
fn a_wounded_man_goes_half_as_far_however_many_wounds_he_has() {
    for wounds in [1, 3] {
        let mut test = table()
            .unit("blue", BLUE, &[(20.0, 10.0, 90.0)])
            .number("endurance", 6.0)
            .unit("red", RED, &[(60.0, 40.0, 270.0)])
            .acting("blue");
        let man = test.piece("blue", 1);
        test.mark(man, &marks::WOUND, wounds);
        declare(&mut test, vec![man], 7);
        let go = order(&test, "move").pieces([man]).path([to(20.0, 20.0)]);
        test.order(go);
        let march = order(&test, "march");
        test.order(march);
        let y = test.battle.view().place(man).at.y;
        assert!((y - 13.5).abs() < 0.001, "{wounds} wounds: {y}");
    }
}

/// CP-7.3: wounded: one column more, 1 less hand to hand, no sprint; more wounds change nothing.
#[test]
fn a_wounded_man_shoots_and_fights_worse_and_cannot_sprint() {
    let mut test = volley().acting("shooter");
    let (man, target) = (test.piece("shooter", 1), test.piece("target", 2));
    let holes = |test: &TestBattle| cp(test).aim(man, target, Manner::default()).unwrap().holes();
    let melee = |test: &TestBattle| cp(test).melee_sum(man, target, ATTACKS, 0, None).total();
    let (unhurt, fresh) = (holes(&test), melee(&test));
    for wounds in [1, 2] {
        test.mark(man, &marks::WOUND, wounds);
        assert_eq!((holes(&test), melee(&test)), (unhurt + 1, fresh - 1.0), "{wounds} wounds");
    }
    let sprint = order(&test, "declare").pieces([man]).also([man]);
    let (reason, rule) = test.refused(sprint);
    assert_eq!((reason.as_str(), rule.as_str()), ("shooter.1 is wounded and cannot sprint", "CP-7.3"));
}

/// CP-7.4: a stunned man cannot be declared moving, shoot or reload; he may use his action to recover, and then has
/// none.
#[test]
fn a_stunned_man_can_only_recover() {
    let mut test = volley().acting("shooter");
    let (man, target) = (test.piece("shooter", 1), test.piece("target", 2));
    test.mark(man, &marks::STUN, 1);
    test.mark(man, &marks::RELOAD, 1);
    let go = order(&test, "declare").pieces([man]);
    assert_eq!(test.refused(go), ("shooter.1 is stunned and can only recover".into(), "CP-7.4".into()));
    declare_nobody(&mut test);
    let shot = order(&test, "shoot").pieces([man]).target(target);
    assert_eq!(test.refused(shot).1, "CP-7.4");
    let load = order(&test, "reload").pieces([man]);
    assert_eq!(test.refused(load).1, "CP-7.4");
    let turn = order(&test, "face").pieces([man]).heading(Heading(0.0));
    assert_eq!(test.refused(turn).1, "CP-7.4");
    let recover = order(&test, "recover").pieces([man]);
    test.order(recover);
    assert_eq!(count(&test, man, &marks::STUN), 0);
    let load = order(&test, "reload").pieces([man]);
    assert_eq!(test.refused(load), ("shooter.1 has used its action".into(), "CP-2.12".into()));
}

fn declare_nobody(test: &mut TestBattle) {
    let nobody = order(test, "declare");
    test.order(nobody);
}

/// CP-7.4: a man who is not stunned has nothing to recover from.
#[test]
fn only_a_stunned_man_recovers() {
    let mut test = volley().acting("shooter");
    declare_nobody(&mut test);
    let recover = order(&test, "recover").pieces([test.piece("shooter", 1)]);
    assert_eq!(test.refused(recover), ("shooter.1 is not stunned".into(), "CP-7.4".into()));
}

/// CP-7.4: a stunned leader does not lead, a stunned man cannot react, and fights at -2; more stuns do not add up.
#[test]
fn a_stunned_man_neither_leads_nor_reacts_and_fights_worse() {
    let mut test = volley().building((10.0, 12.0), (19.0, 13.0), &[], &[]).acting("shooter");
    let (leader, man, target) = (test.piece("shooter", 1), test.piece("shooter", 2), test.piece("target", 2));
    assert!(cp(&test).leader_present(man, None));
    test.mark(leader, &marks::STUN, 1);
    assert!(!cp(&test).leader_present(man, None));
    let fresh = cp(&test).melee_sum(man, target, ATTACKS, 0, None).total();
    test.mark(man, &marks::STUN, 1);
    assert_eq!(cp(&test).melee_sum(man, target, ATTACKS, 0, None).total(), fresh - 2.0);
    assert_eq!(cp(&test).fit_to_react(man).unwrap_err().rule.to_string(), "CP-10.1");
}

/// CP-7.4: a hit that cover stops stuns (CP-6.8); a second one leaves the one Stun marker.
#[test]
fn stuns_do_not_add_up() {
    let mut test = volley().obstacle("stone_wall", &[(15.0, 14.3), (25.0, 14.3)]).acting("shooter");
    let target = test.piece("target", 2);
    for shooter in [1, 2] {
        // Card 11 has every cover letter.
        hit(&mut test, shooter, 11);
        assert_eq!(count(&test, target, &marks::STUN), 1);
        assert_eq!(count(&test, target, &marks::WOUND), 0);
    }
}

/// The cover of a man at (20, 20) against one who shoots from the south.
fn cover(table: TestTable) -> Option<String> {
    let test = table.unit("shooter", BLUE, &[(20.0, 10.0, 90.0)]).unit("target", RED, &[(20.0, 20.0, 270.0)]).battle();
    cp(&test).cover_from(test.piece("target", 1), test.piece("shooter", 1)).map(|code| code.to_string())
}

/// CP-7.5: each kind of feature gives its type if the line of fire crosses it within an inch of the man.
#[test]
fn walls_fences_and_works_within_an_inch_give_their_type_of_cover() {
    let kinds = [
        ("stone_wall", "w"),
        ("log_barricade", "w"),
        ("fence", "f"),
        ("hedge", "b"),
        ("ditch", "k"),
        ("earthwork", "k"),
    ];
    for (kind, code) in kinds {
        let across = |y: f32| table().obstacle(kind, &[(15.0, y), (25.0, y)]);
        assert_eq!(cover(across(18.6)).as_deref(), Some(code), "{kind} within an inch of the base");
        assert_eq!(cover(across(18.4)), None, "{kind} farther away");
        assert_eq!(cover(across(21.0)), None, "{kind} behind him");
    }
}

/// CP-7.5: woods, brush, orchards and crops cover who stands in them, ploughed ground does not; a house covers who is
/// inside; who is a level higher than the shooter counts as behind a fence.
#[test]
fn ground_and_houses_cover_who_is_inside() {
    for kind in ["woods", "brush", "orchard", "crops"] {
        assert_eq!(cover(table().area(kind, (15.0, 19.0), (25.0, 25.0))).as_deref(), Some("b"), "{kind}");
        assert_eq!(cover(table().area(kind, (15.0, 12.0), (25.0, 15.0))), None, "{kind} too far before him");
    }
    assert_eq!(cover(table().area("ploughed", (15.0, 19.0), (25.0, 25.0))), None);
    let house = table().building((17.0, 18.5), (23.0, 25.0), &[], &[(20.0, 18.5)]);
    assert_eq!(cover(house).as_deref(), Some("h"));
    assert_eq!(cover(table().hill((15.0, 16.0), (25.0, 26.0), 1, false)).as_deref(), Some("f"));
    let both_up = table().hill((15.0, 5.0), (25.0, 26.0), 1, false);
    assert_eq!(cover(both_up), None, "both on the same level");
}

/// CP-7.5: if several types apply, the owner takes the best: works, house, wall, fence, brush.
#[test]
fn of_several_types_of_cover_the_best_counts() {
    let wooded = || table().area("woods", (15.0, 19.0), (25.0, 25.0));
    let wall = |table: TestTable, kind: &str, y: f32| table.obstacle(kind, &[(15.0, y), (25.0, y)]);
    assert_eq!(cover(wall(wooded(), "stone_wall", 19.0)).as_deref(), Some("w"));
    assert_eq!(cover(wall(wooded(), "fence", 19.0)).as_deref(), Some("f"));
    assert_eq!(cover(wall(wall(wooded(), "stone_wall", 19.0), "earthwork", 18.8)).as_deref(), Some("k"));
    let house = table().building((17.0, 18.9), (23.0, 25.0), &[], &[(20.0, 18.9)]);
    assert_eq!(cover(wall(house, "stone_wall", 18.7)).as_deref(), Some("h"));
}
