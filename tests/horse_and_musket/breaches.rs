//! CP-8.6: charges that breach a wall, of a building or in the open, and what one may do there then.

use grapeshot::{
    ai::unerring,
    events::EventKind,
    rulesets::combat_patrol::{book::marks, state::mines::Mines},
    table::template::Template,
    turn::{VictoryTerms, rules::ThingAt},
};

use super::{artillery::stand_to, *};

/// Two engineers at a charge half an inch south of a wall along y 20, a third nine inches off, an enemy far away.
fn at_wall(wall: TestTable, own: impl FnOnce(TestTable) -> TestTable) -> TestTable {
    let men = [(29.0, 19.0, 90.0), (31.0, 19.0, 90.0), (30.0, 10.0, 90.0)];
    let blue = wall
        .setting("charge_activations", Value::Number(1.0))
        .unit("blue", BLUE, &men)
        .weapons(&["axe"])
        .value("charge", Value::List([30.0, 19.5].map(Value::Number).to_vec()))
        .word("charge_effect", "breach")
        .number("charge_points", 7.0);
    own(blue).unit("red", RED, &[(30.0, 30.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["sword"])
}

/// A stone wall of that height.
fn stone(height: f32) -> TestTable {
    table().obstacle("stone_wall", &[(20.0, 20.0), (40.0, 20.0)]).height(height)
}

/// A house without doors whose south wall lies along y 20.
fn house() -> TestTable {
    table().building((24.0, 20.0), (36.0, 28.0), &[], &[])
}

/// The charge is laid, its engineers have gone back, and the third may fire it.
fn laid(wall: TestTable, own: impl FnOnce(TestTable) -> TestTable) -> TestBattle {
    let mut test = at_wall(wall, own).acting("blue");
    stand_to(&mut test);
    let lay = order(&test, "lay").pieces([test.piece("blue", 1)]);
    test.order(lay);
    test.stand(test.piece("blue", 1), 27.0, 10.0, 90.0);
    test.stand(test.piece("blue", 2), 33.0, 10.0, 90.0);
    let end = order(&test, "end");
    test.order(end);
    let unit = test.unit("blue");
    test.act_next(unit);
    stand_to(&mut test);
    test
}

/// The charge goes off with card 3 (a hole); the card for its penetration says whether the wall is breached.
fn fired(wall: TestTable, penetration: u16) -> TestBattle {
    let mut test = laid(wall, |blue| blue);
    test.cards(BLUE, &[3, penetration]);
    let fire = order(&test, "fire_charge").pieces([test.piece("blue", 3)]);
    test.order(fire);
    test
}

/// Card 2: a ten-sided icon of 7, and 6 + 7 is more than 8. Card 1: an icon of 1 does nothing.
const THROUGH: u16 = 2;
const NOT_THROUGH: u16 = 1;

/// Where the first engineer gets to who walks north from (30, 15) with ten inches.
fn walk(test: &mut TestBattle) -> f32 {
    let man = test.piece("blue", 1);
    test.stand(man, 30.0, 15.0, 90.0);
    let unit = test.unit("blue");
    test.act_next(unit);
    declare(test, [man], &[4]);
    let go = order(test, "move").pieces([man]).path([Leg::To(Vec2::new(30.0, 28.0))]);
    test.battle.check(&go).expect("he may").moves[0].end.at.y
}

fn points(test: &TestBattle) -> f32 {
    test.battle.rules().standings(&test.battle.view())[BLUE.index()].points.total()
}

/// CP-8.6, CP-8.9, CP-14.5: one penetration draw, 6 + 7 against 8, breaches a stone wall: one passes it for nothing
/// there, and only there.
#[test]
fn a_charge_breaches_a_wall() {
    let mut test = fired(stone(1.0), THROUGH);
    let mine = test.battle.view().resource::<Mines>().0[0].clone();
    assert!(mine.fired && mine.success);
    assert_eq!(walk(&mut test), 25.0, "ten inches, nothing for the wall");
    let aside = order(&test, "move").pieces([test.piece("blue", 1)]);
    let aside = aside.path([Leg::To(Vec2::new(32.0, 15.0)), Leg::To(Vec2::new(32.0, 28.0))]);
    let end = test.battle.check(&aside).expect("he may").moves[0].end.at;
    assert!((end.y - 21.0).abs() < 0.01, "two inches for the wall beside the gap: {end}");
}

/// CP-14.5: a gap in a linear obstacle lies on the table, across the way that the wall ran; a breach in the side of a
/// house is drawn as one of its openings.
#[test]
fn a_gap_in_a_wall_is_seen() {
    let gaps = |test: &TestBattle| {
        let things = test.battle.rules().things(&test.battle.view());
        things.into_iter().filter(|thing| thing.look == "breach").collect::<Vec<_>>()
    };
    assert!(gaps(&laid(stone(1.0), |blue| blue)).is_empty());
    let [gap] = gaps(&fired(stone(1.0), THROUGH)).try_into().expect("there is one");
    let ThingAt::Lying(place) = gap.at else { panic!("nobody carries it") };
    assert!(place.at.distance(Vec2::new(30.0, 20.0)) < 0.01);
    assert!(place.facing.forward().x.abs() < 0.01, "{}", place.facing.0);
    assert_eq!((gap.label.as_str(), gap.rule.to_string().as_str()), ("breach in the stone wall", "CP-14.5"));
    assert!(gaps(&fired(house(), THROUGH)).is_empty());
}

/// CP-8.6: a draw that does not go through leaves the wall as it was; the charge is spent, and earns nothing.
#[test]
fn a_charge_may_leave_the_wall_standing() {
    let mut test = fired(stone(1.0), NOT_THROUGH);
    let mine = test.battle.view().resource::<Mines>().0[0].clone();
    assert!(mine.fired && !mine.success);
    assert_eq!(points(&test), 0.0);
    // Somebody has something to do, so that the engineers are asked.
    test.mark(test.piece("blue", 2), &marks::STUN, 1);
    let unit = test.unit("blue");
    test.act_next(unit);
    stand_to(&mut test);
    let again = order(&test, "fire_charge").pieces([test.piece("blue", 3)]);
    assert_eq!(test.refused(again), ("The charge has been fired".into(), "HM-8.2".into()));
    let end = order(&test, "end");
    test.order(end);
    assert!((walk(&mut test) - 23.0).abs() < 0.01);
}

/// CP-8.6: its side earns the points of a charge that breached its wall.
#[test]
fn a_breach_earns_its_points() {
    assert_eq!(points(&fired(stone(1.0), THROUGH)), 7.0);
}

/// CP-8.6, CP-1.8, CP-7.5: through the gap one sees where a high wall stood, and nobody has cover from it any more.
#[test]
fn a_gap_hides_and_shelters_nobody() {
    for (card, open) in [(THROUGH, true), (NOT_THROUGH, false)] {
        let mut test = fired(stone(3.0), card);
        let (man, foe) = (test.piece("blue", 3), test.piece("red", 1));
        assert_eq!(cp(&test).sees(man, foe), open);
        test.stand(foe, 30.0, 21.0, 270.0);
        assert_eq!(cp(&test).cover_from(foe, man).is_none(), open);
    }
}

/// CP-8.6: the snapshot before the charge has the wall whole again.
#[test]
fn a_breach_is_taken_back() {
    let mut test = laid(stone(3.0), |blue| blue);
    let (man, foe) = (test.piece("blue", 3), test.piece("red", 1));
    let before = test.battle.snapshot();
    test.cards(BLUE, &[3, THROUGH]);
    let fire = order(&test, "fire_charge").pieces([man]);
    test.order(fire);
    assert!(cp(&test).sees(man, foe));
    test.battle.restore(&before);
    assert!(!cp(&test).sees(man, foe));
}

/// CP-8.6, CP-14.5: in the wall of a house the breach is a door: one walks in, and sees in beside it.
#[test]
fn a_charge_breaches_the_wall_of_a_house() {
    for (card, y) in [(THROUGH, 25.0), (NOT_THROUGH, 20.0)] {
        let mut test = fired(house(), card);
        let (man, foe) = (test.piece("blue", 3), test.piece("red", 1));
        test.stand(foe, 30.0, 21.0, 270.0);
        assert_eq!(cp(&test).sees(man, foe), card == THROUGH);
        test.stand(foe, 60.0, 30.0, 270.0);
        let end = walk(&mut test);
        assert!(end <= y && end > y - 1.1, "{end}");
    }
}

/// CP-8.6, CP-8.2: those under its template, large if the scenario says no other, are under a burst, with the cover
/// that stands between.
#[test]
fn a_charge_bursts_where_it_lies() {
    for (size, radius, struck) in [(None, 3.5, 2), (Some("small"), 1.5, 1)] {
        let mut test = laid(stone(1.0), |blue| match size {
            Some(size) => blue.word("charge_burst", size),
            None => blue,
        });
        test.stand(test.piece("red", 1), 30.0, 20.6, 270.0);
        test.stand(test.piece("red", 2), 32.5, 18.0, 270.0);
        // Goes off; nearest first: card 2 (S) hits, card 4 has the wall among its letters: stunned. Card 3 does
        // nothing.
        let cards: &[u16] = if struck == 2 { &[3, 2, 4, 3, NOT_THROUGH] } else { &[3, 2, 4, NOT_THROUGH] };
        test.cards(BLUE, cards);
        let fire = order(&test, "fire_charge").pieces([test.piece("blue", 3)]);
        let plan = test.battle.check(&fire).expect("he may");
        let centre = Vec2::new(30.0, 19.5);
        assert_eq!(plan.templates, [Template::Circle { centre, radius }]);
        assert_eq!(plan.odds[0].then[0].0, format!("{struck} figures are under its burst"));
        assert_eq!(plan.odds[0].then[1].0, "breaches the wall in 80 %");
        let events = test.order(fire);
        let covered = events.iter().find_map(|event| match &event.kind {
            EventKind::Covered { templates, .. } => Some(templates.clone()),
            _ => None,
        });
        assert_eq!(covered, Some(vec![Template::Circle { centre, radius }]));
        assert!(cp(&test).stunned(test.piece("red", 1)) && test.battle.view().in_play(test.piece("red", 1)));
    }
}

/// CP-8.6, CP-8.9: the scenario gives a charge its penetration; wood is easier to breach than masonry.
#[test]
fn a_charge_has_a_penetration() {
    let chance = |wall: &str, penetration: f32| {
        let wall = table().obstacle(wall, &[(20.0, 20.0), (40.0, 20.0)]);
        let test = laid(wall, |blue| blue.number("charge_penetration", penetration));
        let fire = order(&test, "fire_charge").pieces([test.piece("blue", 3)]);
        test.battle.check(&fire).expect("he may").odds[0].then[1].0.clone()
    };
    assert_eq!(chance("stone_wall", 6.0), "breaches the wall in 80 %");
    assert_eq!(chance("stone_wall", 2.0), "breaches the wall in 40 %");
    assert_eq!(chance("fence", 2.0), "breaches the wall in 60 %");
}

/// CP-8.6: the computer lays such a charge and fires it.
#[test]
fn the_computer_breaches_a_wall() {
    let terms = VictoryTerms { margin: 1.0, handicap: vec![0.0; 2], ..VictoryTerms::default() };
    let mut test = at_wall(stone(1.0), |blue| blue).victory(terms).turns(30).acting("blue");
    let fired = |test: &TestBattle| test.battle.view().resource::<Mines>().0[0].fired;
    for _ in 0..300 {
        let Some(ask) = test.battle.awaiting().asks.first().cloned().filter(|_| !fired(&test)) else { break };
        let order = unerring(1).decide(&test.battle, &ask).order;
        test.order(order);
    }
    assert!(fired(&test));
}
