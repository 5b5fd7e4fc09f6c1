//! What the computer thinks of riders and of men who hide.

use grapeshot::{
    ai::unerring,
    orders::Order,
    rulesets::{self, combat_patrol::book::marks},
    testing::{BLUE, RED, TestBattle, TestTable},
    turn::{LossTerm, VictoryTerms},
};

use crate::kit::{cp, line, order, stand};

/// A table at which every man is worth a point.
fn table() -> TestTable {
    let losses = LossTerm { each: 1.0, ..LossTerm::default() };
    TestTable::new("old_west", rulesets::plugin).victory(VictoryTerms { losses, ..VictoryTerms::default() })
}

/// What the computer answers now.
fn answer(test: &TestBattle) -> Order {
    let ask = test.battle.awaiting().asks[0].clone();
    unerring(1).decide(&test.battle, &ask).order
}

/// CP-12.2: when one unit of an ambush was found, the others open it with a shot that would not have been worth it
/// before.
#[test]
fn a_hidden_unit_fires_when_another_was_found() {
    for found in [true, false] {
        let on = table().area("woods", (6.0, 18.0), (70.0, 24.0));
        let on = on.unit("gang", RED, &line(4, 30.0, 23.2)).weapons(&["rifle"]).hidden();
        let on = on.unit("others", RED, &line(4, 50.0, 21.0)).weapons(&["rifle"]).hidden();
        let on = on.unit("posse", BLUE, &line(4, 30.0, 34.0)).weapons(&["sword"]);
        let mut test = on.acting("gang");
        let others = test.unit("others");
        test.mark_unit(others, &marks::HIDDEN, u8::from(!found));
        assert_eq!((cp(&test).is_hidden(test.unit("gang")), cp(&test).is_hidden(others)), (true, !found));
        while test.battle.awaiting().asks[0].kind == "declare" {
            stand(&mut test);
        }
        let order = answer(&test);
        assert_eq!(order.verb.0 == "shoot", found, "{order:?}");
    }
}

/// CP-12.2: a unit that hides and has nowhere to go stays, and does not shift its men about.
#[test]
fn who_hides_does_not_stir_for_nothing() {
    let on = table().area("woods", (6.0, 20.0), (70.0, 44.0));
    let on = on.unit("gang", RED, &line(4, 30.0, 22.0)).kind("mounted").weapons(&["revolver"]).hidden();
    let test = on.unit("posse", BLUE, &line(4, 60.0, 2.0)).weapons(&["sword"]).acting("gang");
    let ask = test.battle.awaiting().asks[0].clone();
    let prospects = test.battle.rules().prospects(&test.battle.view_of(RED), &ask);
    let worth = |men: usize| {
        let of = |(order, _): &&(Order, _)| order.verb.0 == "declare" && order.pieces.len() == men;
        prospects.iter().find(of).map(|(_, worth)| worth.total())
    };
    let (stays, stirs) = (worth(0).expect("they may stay"), worth(4).expect("they may move"));
    assert!(stirs < stays - 0.1, "{stirs} against {stays}");
    assert_eq!(answer(&test).pieces.len(), 0);
}

/// `Charge`: when one rider of a unit charges, each of the others may charge an enemy that he can meet by himself.
#[test]
fn riders_charge_one_by_one_whom_they_can_meet() {
    let on = table();
    let on = on.unit("gang", RED, &[(27.0, 10.0, 90.0), (30.0, 10.0, 90.0), (33.0, 10.0, 90.0)]);
    let on = on.kind("mounted").weapons(&["sword"]);
    let on = on.unit("posse", BLUE, &[(26.0, 15.0, 270.0), (30.0, 15.0, 270.0), (34.0, 15.0, 270.0)]);
    let mut test = on.weapons(&["sword"]).acting("gang");
    test.cards(RED, &[4, 4]);
    let riders = test.pieces("gang");
    test.order(order(&test, "declare").pieces(riders.clone()));
    let thinks_of = |test: &TestBattle, rider| {
        let ask = test.battle.awaiting().asks[0].clone();
        let prospects = test.battle.rules().prospects(&test.battle.view_of(RED), &ask);
        let by_himself = |(order, _): &&(Order, _)| order.verb.0 == "charge" && order.pieces == [rider];
        prospects.iter().filter(by_himself).any(|(order, _)| test.battle.check(order).is_ok())
    };
    let first = order(&test, "charge").pieces([riders[1]]).target(test.piece("posse", 2));
    test.order(first);
    assert!(!thinks_of(&test, riders[1]), "his way is fixed");
    assert!(thinks_of(&test, riders[0]) && thinks_of(&test, riders[2]));
}
