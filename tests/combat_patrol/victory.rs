//! Chapter 15.

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring,
    forces::{Fate, UnitId},
    rulesets::combat_patrol::{book::marks, cards::decks::Decks, state::shot::Manner},
    testing::{BLUE, GREEN, RED},
    turn::{
        BreakTerm, ExitTerm, HoldTerm, HoldWhen, LossTerm, Objective, PrizeReward, PrizeStart, PrizeTerm, VictoryTerms,
    },
};

use super::*;

/// The default terms: a point for each man, three for a leader; with an objective in the middle of the table.
fn terms() -> VictoryTerms {
    let by_rank = [("sergeant".into(), 3.0), ("captain".into(), 3.0)].into();
    VictoryTerms {
        objectives: vec![Objective {
            id: "o".into(),
            name: "the well".into(),
            at: Vec2::new(36.0, 24.0),
            radius: 3.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, points: 5.0, side: None, when: HoldWhen::Most }],
        losses: LossTerm { each: 1.0, by_rank, guns: 5.0, ..LossTerm::default() },
        margin: 1.0,
        ..VictoryTerms::default()
    }
}

fn sides() -> TestTable {
    table()
        .unit("blue", BLUE, &[(10.0, 10.0, 90.0), (12.0, 10.0, 90.0), (14.0, 10.0, 90.0)])
        .unit("red", RED, &[(10.0, 40.0, 270.0), (12.0, 40.0, 270.0), (14.0, 40.0, 270.0)])
        .victory(terms())
}

fn points(test: &TestBattle, side: grapeshot::forces::SideId) -> f32 {
    test.battle.rules().standings(&test.battle.view())[side.index()].points.total()
}

/// Ends the turn, whatever is asked.
fn end_turn(test: &mut TestBattle) {
    let turn = test.battle.view().clock().turn;
    for _ in 0..400 {
        if test.battle.view().clock().turn > turn {
            return;
        }
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { return };
        let candidates = test.battle.rules().candidates(&test.battle.view(), &ask);
        let go_on = ["end", "hold", "press_on"].map(VerbId::new).into_iter().find(|verb| ask.verbs.contains(verb));
        test.order(go_on.map_or_else(|| candidates[0].clone(), |verb| Order::new(ask.side, &verb)));
    }
    panic!("the turn never ended");
}

/// CP-15.1: the battle lasts the turns of its scenario, 8 if nothing else is said.
#[test]
fn the_battle_ends_after_its_last_turn() {
    for (table, turns) in [(sides(), 8), (sides().turns(2), 2)] {
        let mut test = table.battle();
        // A turn may pass without a question: then the next one stands still.
        while test.battle.outcome().is_none() {
            assert!(test.battle.view().clock().turn <= turns);
            end_turn(&mut test);
        }
        let outcome = test.battle.outcome().expect("the last turn is over");
        assert_eq!(outcome.turn, turns);
    }
}

/// CP-15.1: it is over at once when a side has nobody left.
#[test]
fn the_battle_ends_when_a_side_has_nobody_left() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 14.0, 270.0)])
        .victory(terms())
        .acting("blue");
    test.cards(BLUE, &[6, 9]);
    let nobody = order(&test, "declare");
    test.order(nobody);
    let shot = order(&test, "shoot").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
    test.order(shot);
    let outcome = test.battle.outcome().expect("red is wiped out");
    assert_eq!((outcome.winner, outcome.points[0]), (Some(BLUE), 3.0));
    assert!(test.battle.awaiting().asks.is_empty());
}

/// Blue shoots red's only man; a third unit, if there is one, stands far off.
fn blue_shoots_red(table: TestTable) -> TestBattle {
    let mut test = table.acting("blue");
    test.cards(BLUE, &[6, 9]);
    let nobody = order(&test, "declare");
    test.order(nobody);
    let shot = order(&test, "shoot").pieces([test.piece("blue", 1)]).target(test.piece("red", 1));
    test.order(shot);
    assert!(!test.battle.view().in_play(test.piece("red", 1)));
    test
}

fn three() -> TestTable {
    table()
        .third()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 14.0, 270.0)])
        .unit("green", GREEN, &[(60.0, 44.0, 180.0)])
        .victory(terms())
}

/// CP-15.1: a battle of three goes on until one is left.
#[test]
fn a_battle_of_three_ends_when_one_is_left() {
    let mut test = blue_shoots_red(three());
    assert!(test.battle.outcome().is_none(), "blue and green are left");
    test.put(test.piece("green", 1), "fate", Fate::Casualty);
    end_turn(&mut test);
    let outcome = test.battle.outcome().expect("blue alone is left");
    assert!(outcome.winner == Some(BLUE) && outcome.turn < 8, "{outcome:?}");
}

/// CP-15.2: where three fight, and where the scenario has it so, a man counts for the side that brought him down alone.
#[test]
fn a_loss_counts_for_the_side_by_whose_hand_it_came() {
    let test = blue_shoots_red(three());
    assert_eq!([BLUE, RED, GREEN].map(|side| points(&test, side)), [3.0, 0.0, 0.0]);
    let two = |own_hand: bool| {
        let losses = LossTerm { each: 1.0, own_hand, ..LossTerm::default() };
        let mut test = sides().victory(VictoryTerms { losses, ..VictoryTerms::default() }).battle();
        test.put(test.piece("red", 2), "fate", Fate::Fled);
        points(&test, BLUE)
    };
    assert_eq!([two(false), two(true)], [1.0, 0.0], "he ran, and nobody made him");
}

/// CP-15.2: units that a scenario names earn points once the share of their men is lost that it asks for.
#[test]
fn units_that_are_named_earn_points_when_they_break() {
    let terms = VictoryTerms {
        breaks: vec![BreakTerm { name: "broken".into(), side: BLUE, of: vec![UnitId(1)], share: 0.6, points: 7.0 }],
        ..VictoryTerms::default()
    };
    let mut test = sides().victory(terms).battle();
    let earned = |test: &TestBattle| [BLUE, RED].map(|side| points(test, side));
    test.put(test.piece("red", 1), "fate", Fate::Casualty);
    assert_eq!(earned(&test), [0.0, 0.0], "one of three");
    test.put(test.piece("red", 3), "fate", Fate::Fled);
    assert_eq!(earned(&test), [7.0, 0.0], "two of three");
}

/// CP-6.3: a scenario may give a unit modifiers of its own.
#[test]
fn a_house_rule_is_a_modifier_like_any_other() {
    let shot = |table: TestTable| {
        let test = table.unit("red", RED, &[(20.0, 14.0, 270.0)]).acting("blue");
        let (blue, red) = (test.piece("blue", 1), test.piece("red", 1));
        cp(&test).aim(blue, red, Manner::default()).expect("he may shoot").column
    };
    let blue = || table().unit("blue", BLUE, &[(20.0, 10.0, 90.0)]);
    let (plain, own) = (shot(blue()), shot(blue().house_rule("CP-6.3", -1, "fresh cartridges")));
    assert_eq!(own.total() - plain.total(), -1.0);
    assert!(own.modifiers().iter().any(|line| line.label == "fresh cartridges" && line.rule.0 == "CP-6.3"));
}

/// CP-15.2: a point for an enemy out of action, three for a leader instead; who marched off is no loss.
#[test]
fn losses_count_for_the_enemy() {
    let mut test = sides().battle();
    test.put(test.piece("red", 2), "fate", Fate::Casualty);
    assert_eq!((points(&test, BLUE), points(&test, RED)), (1.0, 0.0));
    test.put(test.piece("red", 1), "fate", Fate::Casualty);
    assert_eq!(points(&test, BLUE), 4.0);
    test.put(test.piece("blue", 2), "fate", Fate::Exited);
    assert_eq!(points(&test, RED), 0.0);
}

/// CP-15.2: five points for a gun without a crew figure within two inches.
#[test]
fn a_gun_without_crew_counts_for_the_enemy() {
    let battery = table()
        .unit("blue", BLUE, &[(10.0, 10.0, 90.0), (12.5, 10.0, 90.0)])
        .gun("gun_6", (11.0, 12.0, 90.0), (11.0, 4.0, 90.0))
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .victory(VictoryTerms { holds: Vec::new(), ..terms() });
    let mut test = battery.battle();
    assert_eq!(points(&test, RED), 0.0);
    for (man, x) in [(1, 30.0), (2, 34.0)] {
        test.stand(test.piece("blue", man), x, 10.0, 90.0);
    }
    assert_eq!((points(&test, RED), points(&test, BLUE)), (5.0, 0.0));
}

/// CP-15.2: an objective is held by the side with more unstunned men there.
#[test]
fn an_objective_counts_for_who_holds_it() {
    let mut test = sides().battle();
    test.stand(test.piece("blue", 2), 36.0, 24.0, 90.0);
    assert_eq!(points(&test, BLUE), 5.0);
    test.stand(test.piece("red", 2), 36.0, 22.0, 90.0);
    assert_eq!((points(&test, BLUE), points(&test, RED)), (0.0, 0.0), "as many on both sides");
    test.mark(test.piece("blue", 2), &marks::STUN, 1);
    assert_eq!((points(&test, BLUE), points(&test, RED)), (0.0, 5.0), "a stunned man holds nothing");
    test.stand(test.piece("red", 2), 36.0, 26.6, 90.0);
    assert_eq!(points(&test, RED), 0.0, "his base must be within the radius");
}

/// CP-15.2: the side that leads by the margin wins; else it is a draw.
#[test]
fn the_side_with_more_points_wins() {
    let mut test = sides().battle();
    assert_eq!(cp(&test).verdict().winner, None);
    test.put(test.piece("red", 2), "fate", Fate::Casualty);
    assert_eq!(cp(&test).verdict().winner, Some(BLUE));
}

/// CP-15.3: what is open can be asked by either side: dice, discards, markers, wounds, attributes.
#[test]
fn either_side_sees_what_is_open() {
    let mut test = sides().acting("blue");
    let man = test.piece("red", 2);
    test.mark(man, &marks::WOUND, 1);
    test.mark_unit(test.unit("red"), &marks::MORALE, 2);
    let view = test.battle.view_of(BLUE);
    let card = test.battle.rules().unit_card(&view, test.unit("red"));
    assert_eq!(card.die, Some(6));
    assert!(card.values.iter().any(|row| row.label == "Guts" && row.value == "Reg."));
    assert!(card.rows.iter().any(|row| row.label == "2 morale markers"));
    assert!(card.pieces.iter().any(|piece| piece.piece == man && piece.states == ["wounded"]));
    // Every card drawn is in the log, so both discard piles are open.
    let drawn = |test: &TestBattle| {
        let events = test.battle.log().events().iter();
        events.filter(|e| matches!(&e.kind, grapeshot::events::EventKind::Drew(d) if d.deck == "action")).count()
    };
    let before = drawn(&test);
    let man = test.piece("blue", 1);
    declare(&mut test, vec![man], 7);
    assert_eq!(drawn(&test), before + 1);
}

/// CP-15.3: the order of the decks is hidden: nothing that may be asked beforehand depends on it.
#[test]
fn the_order_of_the_decks_is_hidden() {
    let answers = |next: u16| {
        let mut test = table()
            .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
            .unit("red", RED, &[(20.0, 20.0, 270.0)])
            .acting("blue");
        let left = cp(&test).view.resource::<Decks>().action[0].left();
        let man = test.piece("blue", 2);
        declare(&mut test, vec![man], 7);
        test.cards(BLUE, &[next]);
        let ask = test.battle.awaiting().asks[0].clone();
        let candidates = test.battle.rules().candidates(&test.battle.view_of(BLUE), &ask);
        let plans: Vec<_> = candidates.iter().map(|order| test.battle.check(order)).collect();
        (left, candidates, plans)
    };
    assert_eq!(answers(6), answers(1));
}

/// CP-15.2: an objective may count only those inside its building, and may be earned by anybody there or by keeping the
/// enemy out.
#[test]
fn an_objective_may_count_those_inside_a_house() {
    let standing = |when: HoldWhen, indoors: bool, red: (f32, f32)| {
        let mut terms = terms();
        terms.objectives[0].indoors = indoors;
        terms.holds[0] = HoldTerm { objective: 0, points: 5.0, side: Some(BLUE), when };
        terms.losses.each = 0.0;
        let test = table()
            .building((34.0, 22.0), (38.0, 26.0), &[], &[])
            .unit("blue", BLUE, &[(36.0, 24.0, 90.0)])
            .unit("red", RED, &[(red.0, red.1, 270.0), (60.0, 40.0, 270.0)])
            .victory(terms)
            .battle();
        cp(&test).standings()[0].points.total()
    };
    let (inside, before, far) = ((35.0, 23.0), (36.0, 21.5), (60.0, 4.0));
    assert_eq!(standing(HoldWhen::Most, false, before), 0.0, "one each");
    assert_eq!(standing(HoldWhen::Most, true, before), 5.0, "he is not inside");
    assert_eq!(standing(HoldWhen::Most, true, inside), 0.0);
    assert_eq!(standing(HoldWhen::Some, true, inside), 5.0);
    assert_eq!(standing(HoldWhen::Denied, true, inside), 0.0);
    assert_eq!(standing(HoldWhen::Denied, true, before), 5.0);
    assert_eq!(standing(HoldWhen::Most, false, far), 5.0);
}

/// Blue's first man carries the mail, which brings him 10 over the south edge and red 8 wherever.
fn mail() -> TestTable {
    let south = vec![Vec2::new(0.0, 0.0), Vec2::new(72.0, 0.0)];
    let reward = |side, points, off| PrizeReward { side, points, off, at: None, untouched: false };
    let prize = |bearer| PrizeTerm {
        name: "the mail".into(),
        start: PrizeStart::With(bearer),
        weight: 0.0,
        rewards: vec![reward(BLUE, 10.0, Some(south.clone())), reward(RED, 8.0, None)],
    };
    table()
        .unit("blue", BLUE, &[(10.0, 3.0, 270.0), (12.0, 3.0, 270.0), (14.0, 8.0, 270.0)])
        .unit("red", RED, &[(10.0, 30.0, 270.0), (40.0, 40.0, 270.0)])
        .exit(BLUE, grapeshot::forces::Edge::South)
        .victory(VictoryTerms {
            exits: vec![ExitTerm {
                side: BLUE,
                of: Vec::new(),
                line: south.clone(),
                each: 0.5,
                name: "off the south edge".into(),
            }],
            prizes: vec![prize(grapeshot::forces::UnitId(0))],
            margin: 1.0,
            ..VictoryTerms::default()
        })
}

/// CP-15.2: figures that leave over a stretch of an edge earn points, rounded down, and so does who carries a prize
/// off.
#[test]
fn leaving_the_table_and_carrying_a_prize_off_earns_points() {
    let mut test = mail().acting("blue");
    assert_eq!((points(&test, BLUE), points(&test, RED)), (0.0, 0.0));
    let men = [test.piece("blue", 1), test.piece("blue", 2)];
    declare(&mut test, men.to_vec(), 3);
    for (man, x) in men.into_iter().zip([10.0, 12.0]) {
        let go = order(&test, "move").pieces([man]).path([to(x, 0.0)]);
        test.order(go);
    }
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(test.battle.view().fate(men[0]), Fate::Exited);
    assert_eq!(points(&test, BLUE), 11.0, "the mail, and a point for two men");
    assert_eq!(points(&test, RED), 0.0);
}

/// CP-15.2, CP-2.12: what a fallen man carried lies where he fell; who touches it takes it up, which is his action.
#[test]
fn what_a_fallen_man_carried_may_be_taken_up() {
    let mut test = mail().acting("red");
    let nobody = order(&test, "declare");
    test.put(test.piece("blue", 1), "fate", Fate::Casualty);
    assert_eq!(points(&test, RED), 0.0);
    test.stand(test.piece("red", 1), 10.4, 3.0, 90.0);
    test.order(nobody);
    let far = order(&test, "take").pieces([test.piece("red", 2)]);
    assert_eq!(test.refused(far).1, "CP-15.2");
    let take = order(&test, "take").pieces([test.piece("red", 1)]);
    test.order(take.clone());
    assert_eq!((points(&test, BLUE), points(&test, RED)), (0.0, 8.0));
    assert!(test.battle.check(&take).is_err(), "it was his action, and nothing lies there any more");
}

/// CP-15.2: the computer makes for the way out with what it carries, and takes up what lies at its feet.
#[test]
fn the_computer_carries_prizes() {
    let mut test = mail().acting("red");
    let nobody = order(&test, "declare");
    test.put(test.piece("blue", 1), "fate", Fate::Casualty);
    test.stand(test.piece("red", 1), 10.4, 3.0, 90.0);
    test.order(nobody);
    let ask = test.battle.awaiting().asks[0].clone();
    let decision = unerring(1).decide(&test.battle, &ask);
    assert_eq!(decision.order.verb.0, "take");
}

/// CP-15.2, CP-12.1: where enemies may hide by the way, the computer keeps what it carries behind those who lead.
#[test]
fn the_computer_sends_nobody_ahead_with_a_prize() {
    let rides_ahead = |suspected: &[(f32, f32)]| {
        let south = vec![Vec2::new(0.0, 0.0), Vec2::new(72.0, 0.0)];
        let rewards = vec![PrizeReward { side: BLUE, points: 10.0, off: Some(south), at: None, untouched: false }];
        let prize = PrizeTerm {
            name: "the mail".into(),
            start: PrizeStart::With(grapeshot::forces::UnitId(0)),
            weight: 0.0,
            rewards,
        };
        let escort = [(20.0, 30.0, 270.0), (21.0, 30.0, 270.0), (22.0, 30.0, 270.0)];
        let mut test = table()
            .unit("blue", BLUE, &[(24.0, 31.0, 270.0)])
            .unit("escort", BLUE, &escort)
            .unit("red", RED, &[(70.0, 46.0, 270.0)])
            .dummies(RED, suspected)
            .exit(BLUE, grapeshot::forces::Edge::South)
            .turns(20)
            .victory(VictoryTerms { prizes: vec![prize], margin: 1.0, ..VictoryTerms::default() })
            .acting("blue");
        let ask = test.battle.awaiting().asks[0].clone();
        let decision = unerring(1).decide(&test.battle, &ask);
        test.order(decision.order.clone());
        !decision.order.pieces.is_empty()
    };
    assert!(rides_ahead(&[]));
    assert!(!rides_ahead(&[(24.0, 14.0)]));
}
