//! What lies or stands on the table besides pieces, as the window shows it.

use grapeshot::{
    forces::{Fate, SideId, UnitId},
    turn::{
        PrizeReward, PrizeStart, PrizeTerm, VictoryTerms,
        rules::{Thing, ThingAt},
    },
};

use super::*;

fn things(test: &TestBattle, side: SideId) -> Vec<Thing> {
    test.battle.rules().things(&test.battle.view().seen_by(side))
}

fn weapon(test: &TestBattle, unit: &str, number: usize) -> Option<String> {
    let weapon = test.battle.rules().weapon_in_hand(&test.battle.view(), test.piece(unit, number));
    weapon.map(|weapon| weapon.to_string())
}

/// HM-6.2: a led horse stands where its rider got down, and belongs to his side.
#[test]
fn a_led_horse_is_shown_where_it_stands() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 20.0, 0.0)])
        .kind("mounted")
        .weapons(&["lance", "pistol"])
        .unit("red", RED, &[(60.0, 40.0, 180.0)])
        .acting("blue");
    assert!(things(&test, BLUE).is_empty());
    assert_eq!(weapon(&test, "blue", 1).as_deref(), Some("lance"));
    let down = order(&test, "dismount").pieces([test.piece("blue", 1)]);
    test.order(down);
    for side in [BLUE, RED] {
        let [horse] = things(&test, side).try_into().expect("one horse is led");
        assert_eq!((horse.look.as_str(), horse.side), ("led_horse", Some(BLUE)));
        let ThingAt::Lying(place) = horse.at else { panic!("nobody carries a horse") };
        assert_eq!(place.at, Vec2::new(20.0, 20.0));
    }
    assert_eq!(weapon(&test, "blue", 1).as_deref(), Some("pistol"), "a lance is of no use on foot");
}

/// CP-15.2: a prize is with its bearer until he falls, then where he fell.
#[test]
fn a_prize_is_shown_with_its_bearer_and_where_he_fell() {
    let prize = PrizeTerm {
        name: "the mail".into(),
        start: PrizeStart::With(UnitId(0)),
        weight: 0.0,
        rewards: vec![PrizeReward { side: BLUE, points: 5.0, off: None, at: None, untouched: false }],
    };
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 20.0, 0.0)])
        .unit("red", RED, &[(60.0, 40.0, 180.0)])
        .victory(VictoryTerms { prizes: vec![prize], ..VictoryTerms::default() })
        .battle();
    let bearer = test.piece("blue", 1);
    let [carried] = things(&test, RED).try_into().expect("there is one prize");
    assert_eq!((carried.look.as_str(), carried.label.as_str()), ("prize", "the mail"));
    assert_eq!(carried.at, ThingAt::Carried(bearer));
    test.put(bearer, "fate", Fate::Casualty);
    let [lying] = things(&test, RED).try_into().expect("it lies there");
    assert!(matches!(lying.at, ThingAt::Lying(place) if place.at == Vec2::new(20.0, 20.0)));
}
