//! The worked example (SB-13).

use super::kit::*;
use grapeshot::rulesets::burt::{
    book::{
        dice,
        values::{Chit, Level},
    },
    state::sequence_of_play::Step,
};

/// SB-13.1: one assault, every number of it.
#[test]
fn one_assault_goes_as_the_rulebook_tells() {
    let mut test = table()
        .foot("column", BLUE, 24, "column", (10.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("line", RED, 24, "line", (10.0, 27.0, 270.0))
        .chit(Chit::Fire)
        .foot("wing", RED, 24, "line", (17.0, 29.0, 270.0))
        .chit(Chit::Regroup)
        .battle();
    go_to(&mut test, Step::Assaults);
    let before = army_morale(&test, RED);
    // Step 4: the gap of 7 inches is no more than 8; the column goes half way.
    let plan = test.battle.check(&assault(&test, "column", "line")).expect("it is in reach");
    near(plan.moves[0].cost.total(), 7.0);
    let declared = assault(&test, "column", "line");
    test.order(declared);
    near_point(front(&test, "column"), 10.0, 23.5);
    // Step 9: the line holds its fire.
    go_to(&mut test, Step::Fire);
    // Step 10: the line tests: +1 for its flank, needs 3; 3 passes. The column needs 4; 4 passes.
    force_morale(&mut test, &[3, 4]);
    let events = go_to_question(&mut test, "react");
    assert!(texts(&events).contains("3+ needed, 3: passed"), "{}", texts(&events));
    force(&mut test, &dice::SHOTS, &[6, 5, 4, 3, 2, 1]);
    force(&mut test, &dice::SAVES, &[5, 2, 1, 3, 6]);
    force(&mut test, &dice::BLOWS, &[4, 2, 5, 1]);
    // Step 12: the wing sees the line run and stands; the column rallies from its pursuit with 4.
    force_morale(&mut test, &[3, 4, 6, 4]);
    let events = react(&mut test, "fire");
    let told = texts(&events);
    assert_eq!(figures(&test, "column"), 22, "{told}");
    assert_eq!(figures(&test, "line"), 23, "{told}");
    // The shots, and the blows of both.
    assert!(told.contains("needs 4+ and rolls 6 5 4 3 2 1"), "{told}");
    assert!(told.contains("4+ needed, 4: passed"), "{told}");
    assert!(told.contains("on 3+: 4 2") && told.contains("on 5+: 5 1"), "{told}");
    assert_eq!(level(&test, "line"), Level::Rout, "{told}");
    near_point(front(&test, "column"), 10.0, 27.0);
    // It routs 6 inches, away from the column.
    near(outline(&test, "line").place.at.y, 27.5 + 6.0);
    assert_eq!(army_morale(&test, RED), before - 1, "{told}");
    let rally = told.lines().rfind(|line| line.contains("rallying from pursuit")).unwrap_or_default();
    assert!(rally.contains("4+ needed, 4: passed"), "{told}");
    assert_eq!(chit_of(&test, "column"), Chit::Regroup);
}
