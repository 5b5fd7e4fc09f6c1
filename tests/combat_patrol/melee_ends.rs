//! Chapter 9: what becomes of the losers and the winners of fights.

use bevy::math::Vec2;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Fate,
    rulesets::combat_patrol::book::marks,
    table::measure::distance_to_segment,
    testing::{BLUE, RED},
};

use super::{
    melee::{asks_advance, charge, near, place, swords},
    *,
};

/// CP-9.5: the loser is hit by a damage card without cover: W wounds, I incapacitates; it brings a morale marker.
#[test]
fn the_loser_is_hit_whatever_his_cover_and_his_unit_shaken() {
    for (damage, falls) in [(11, false), (9, true)] {
        // The wood would stop card 11, which has every cover letter.
        let mut test = swords().area("woods", (15.0, 14.0), (25.0, 20.0)).acting("blue");
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
        charge(&mut test, &[(man, foe)], &[6, damage], &[8]);
        assert_eq!(test.battle.view().mark(foe, &marks::WOUND), u8::from(!falls));
        assert_eq!(test.battle.view().mark(foe, &marks::STUN), 0);
        assert_eq!(test.battle.view().fate(foe) == Fate::Casualty, falls);
        assert_eq!(test.battle.view().unit_marks(test.unit("red")).count(&marks::MORALE), 1);
    }
}

/// CP-9.6: the loser falls straight back 2 inches, facing the winner: from (20, 15) to (20, 17), facing 270.
#[test]
fn the_loser_falls_back_two_inches_facing_the_winner() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
    near(place(&test, foe), 20.0, 17.0);
    assert!((place(&test, foe).facing.0 - 270.0).abs() < 0.1);
}

/// CP-9.6: on a tie both fall back 2 inches.
#[test]
fn on_a_tie_both_fall_back() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[7], &[7]);
    near(place(&test, foe), 20.0, 17.0);
    near(place(&test, man), 20.0, 12.0);
    assert!((place(&test, man).facing.0 - 90.0).abs() < 0.1);
}

/// CP-9.6, CP-7.4: a stunned man is pushed back too and stays stunned.
#[test]
fn a_stunned_loser_falls_back_and_stays_stunned() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    test.mark(foe, &marks::STUN, 1);
    charge(&mut test, &[(man, foe)], &[7, 7], &[7]);
    near(place(&test, foe), 20.0, 17.0);
    assert_eq!(test.battle.view().mark(foe, &marks::STUN), 1);
}

/// CP-9.6, CP-5.8: he stops at the first obstacle, enemy or impassable ground, but rough ground does not slow him.
#[test]
fn who_falls_back_stops_at_what_is_in_his_way() {
    let cases: [(&str, TestTable, f32); 4] = [
        ("a wall", swords().obstacle("stone_wall", &[(15.0, 16.3), (25.0, 16.3)]), 15.8),
        ("a cliff", swords().area("cliff", (15.0, 16.2), (25.0, 20.0)), 16.2),
        ("half an inch from an enemy", swords().unit("behind", BLUE, &[(20.0, 17.5, 90.0)]).weapons(&["sword"]), 16.0),
        ("rough ground", swords().area("rough", (15.0, 15.6), (25.0, 20.0)), 17.0),
    ];
    for (what, table, y) in cases {
        let mut test = table.acting("blue");
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
        charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
        assert!((place(&test, foe).at.y - y).abs() < 0.06, "{what}: {:?}", place(&test, foe));
    }
}

/// CP-9.6: friends in the way are stepped through; if the place is taken, he stands at the nearest free place.
#[test]
fn who_falls_back_steps_through_friends_to_a_free_place() {
    for (friend, moved_aside) in [(16.0, false), (17.0, true)] {
        let mut test = swords().unit("mate", RED, &[(20.0, friend, 270.0)]).weapons(&["sword"]).acting("blue");
        let (man, foe, mate) = (test.piece("blue", 2), test.piece("red", 2), test.piece("mate", 1));
        charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
        let gap = test.battle.view().gap(foe, mate);
        assert!(gap >= 0.0 && place(&test, foe).at.distance(place(&test, mate).at) >= 0.98);
        let off = place(&test, foe).at.distance(Vec2::new(20.0, 17.0));
        assert_eq!(off > 0.1, moved_aside);
        assert!(off <= 1.15, "no farther than it must be: {off}");
        assert!(!cp(&test).touch(man, foe));
    }
}

/// CP-9.6: a man with three ranks of friends at his back still gets out of contact.
#[test]
fn a_crowd_of_friends_does_not_hold_him_in_contact() {
    let mut test = swords()
        .unit("mate", RED, &[(20.0, 16.02, 270.0), (20.0, 17.04, 270.0), (19.0, 16.6, 270.0), (21.0, 16.6, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
    assert!(!cp(&test).touch(man, foe));
    for mate in test.pieces("mate") {
        assert!(place(&test, foe).at.distance(place(&test, mate).at) >= 0.98);
    }
}

/// CP-9.6, CP-5.8: nobody falls back through an enemy who stands at his back.
#[test]
fn nobody_falls_back_through_an_enemy_whom_he_touches() {
    let mut test = swords().unit("behind", BLUE, &[(20.0, 16.0, 270.0)]).weapons(&["sword"]).acting("blue");
    let (man, foe, behind) = (test.piece("blue", 2), test.piece("red", 2), test.piece("behind", 1));
    let events = charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
    let ways = events.iter().filter_map(|event| match &event.kind {
        EventKind::Moved { piece, path, .. } if *piece == foe => Some(path.clone()),
        _ => None,
    });
    let near = |way: Vec<Vec2>| {
        way.windows(2).map(|leg| distance_to_segment(place(&test, behind).at, leg[0], leg[1])).fold(f32::MAX, f32::min)
    };
    assert!(ways.map(near).all(|gap| gap > 0.95), "{events:?}");
    assert!(!cp(&test).touch(man, foe), "CP-9.8");
}

/// CP-9.7: the winner may advance up to an inch, no farther.
#[test]
fn the_winner_may_advance_an_inch() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
    assert!(asks_advance(&test));
    let from = place(&test, man).at;
    let too_far = order(&test, "advance").number(1.5);
    assert_eq!(test.refused(too_far).1, "CP-9.7");
    let advance = order(&test, "advance").number(1.0);
    test.order(advance);
    near(place(&test, man), from.x, from.y + 1.0);
}

/// CP-9.7: he may also stay.
#[test]
fn the_winner_may_stay() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
    let from = place(&test, man).at;
    let stay = order(&test, "advance").number(0.0);
    let events = test.order(stay);
    assert_eq!(place(&test, man).at, from);
    let told = events.iter().any(|event| event.rule.to_string() == "CP-9.7" && event.text.contains("stays"));
    assert!(told, "nothing says that he stays");
}

/// CP-9.7: over a wall if one is between; never into contact.
#[test]
fn the_winner_advances_over_a_wall_but_never_into_contact() {
    let mut test = swords().obstacle("stone_wall", &[(15.0, 14.45), (25.0, 14.45)]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
    let from = place(&test, man).at;
    let most = test.battle.awaiting().asks[0].numbers.unwrap().1;
    let advance = order(&test, "advance").number(most);
    test.order(advance);
    assert!(from.y < 14.45 && place(&test, man).at.y > 14.45, "{:?}", place(&test, man));
    // The loser falls; another stands close behind him.
    let mut test = swords().unit("mate", RED, &[(20.8, 15.65, 270.0)]).weapons(&["sword"]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge(&mut test, &[(man, foe)], &[6, 9], &[8]);
    let most = test.battle.awaiting().asks[0].numbers.unwrap().1;
    let advance = order(&test, "advance").number(most);
    test.order(advance);
    assert!(!cp(&test).in_contact(man), "{:?}", place(&test, man));
}

/// CP-9.8: after the fights nobody is left in contact: a man who touches an enemy he did not fight steps back until the
/// gap is an inch.
#[test]
fn nobody_is_left_in_contact() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    test.stand(man, 20.0, 13.99, 90.0);
    let end = order(&test, "end");
    let events = test.order(end);
    assert!(events.iter().any(|event| event.rule.to_string() == "CP-9.8"));
    let gap = test.battle.view().gap(man, foe);
    assert!((gap - 1.0).abs() < 0.02, "{gap}");
}

/// CP-9.6, CP-9.8: a loser who has no room to fall back stays where he is; then the mover steps back until the gap is 1
/// inch, to the side if there is no room behind him.
#[test]
fn the_mover_steps_back_from_a_loser_who_has_no_room() {
    let corner = |table: TestTable| table.area("cliff", (15.0, 15.02), (25.0, 20.0));
    let open = corner(swords());
    let walled = corner(swords()).obstacle("stone_wall", &[(15.0, 13.4), (25.0, 13.4)]);
    for (what, table) in [("open", open), ("a wall behind him", walled)] {
        let mut test = table.acting("blue");
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
        let events = charge(&mut test, &[(man, foe)], &[6, 7], &[8]);
        near(place(&test, foe), 20.0, 15.0);
        let stays = |event: &BattleEvent| event.text == "Red.2 has no room to fall back";
        assert!(events.iter().any(stays), "{what}: nothing says why he stays");
        let gap = test.battle.view().gap(man, foe);
        assert!((0.98..1.2).contains(&gap), "{what}: {gap}");
    }
}
