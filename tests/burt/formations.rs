//! Formations (chapter 5).

use grapeshot::{
    orders::Leg,
    rulesets::burt::{
        book::values::{Array, Chit, Formation},
        state::sequence_of_play::Step,
    },
};

use crate::{
    kit::*,
    movement::{field, goes, manoeuvres, plan},
};

fn form(word: &str) -> Leg {
    Leg::Form(word.into())
}

fn foot(formation: &str) -> TestTable {
    field().foot("blue", BLUE, 24, formation, (20.0, 20.0, 90.0))
}

/// The bases side by side of blue.
fn wide(test: &TestBattle) -> f32 {
    outline(test, "blue").footprint.half_width() * 2.0
}

fn formation(test: &TestBattle) -> Formation {
    burt(test).formation(test.unit("blue"))
}

/// SB-5.2: a line is one or two bases deep: 6 bases stand 6" x 1", or 3" x 2" after three changes of frontage.
#[test]
fn a_line_is_one_or_two_bases_deep() {
    let mut test = manoeuvres(foot("line"));
    let size = |test: &TestBattle| (wide(test), outline(test, "blue").footprint.half_depth() * 2.0);
    assert_eq!((size(&test), formation(&test)), ((6.0, 1.0), Formation::Line));
    goes(&mut test, &[form("deep_line")]);
    assert_eq!((size(&test), formation(&test)), ((3.0, 2.0), Formation::Line));
}

/// SB-5.4: 6 bases, line 6 wide to column 2 wide: 4 quarters, the whole move. The centre of the front edge stays.
#[test]
fn a_line_of_six_forms_column_in_a_whole_move() {
    let mut test = manoeuvres(foot("line"));
    let order = march(&test, "blue", &[form("column"), ahead(3.0)]);
    let plan = test.battle.check(&order).expect("it may form column");
    let shape = plan.moves[0].shape.as_ref().expect("the plan shows the new shape");
    assert_eq!(shape.formation.as_deref(), Some("column"));
    test.order(order);
    near(wide(&test), 2.0);
    near_point(front(&test, "blue"), 20.0, 20.0);
    assert_eq!(formation(&test), Formation::Column);
    assert_eq!(chit_seen_by(&test, RED, "blue"), Some(Chit::Manoeuver), "it proves the order (SB-3.2)");
}

/// SB-5.4: line 6 to column 1: 5 quarters: one turn to 2 wide, 1 quarter next turn.
#[test]
fn a_change_of_five_bases_goes_on_in_the_next_turn() {
    let mut test = manoeuvres(foot("line"));
    assert!(
        plan(&test, &[form("narrow_column")]).moves[0].stopped.as_ref().is_some_and(|why| why.contains("next turn"))
    );
    goes(&mut test, &[form("narrow_column")]);
    near(wide(&test), 2.0);
    end_turn(&mut test);
    go_to(&mut test, Step::Manoeuvres);
    // The other three quarters are left to move at the column's rate.
    near(goes(&mut test, &[form("narrow_column"), ahead(20.0)]), 4.5);
    near(wide(&test), 1.0);
}

/// SB-5.4: column 2 to square (front 2): no change of frontage; 1/4 move at least.
#[test]
fn a_column_of_two_forms_square_for_a_quarter_of_a_move() {
    let mut test = manoeuvres(foot("column"));
    near(plan(&test, &[form("square")]).moves[0].cost.total(), 1.5);
    // Three quarters of the square's move of 3" are left.
    near(goes(&mut test, &[form("square"), ahead(20.0)]), 2.25);
    assert_eq!(burt(&test).array(test.unit("blue")), Array::Square);
    near(wide(&test), 2.0);
}

/// SB-5.4: quarters used before count at the old formation's rate, after at the new one's.
#[test]
fn what_is_left_of_the_move_counts_at_the_rate_of_the_formation() {
    // Half of the column's move, a quarter for a third base, and a quarter of the line's move of 4".
    let mut test = manoeuvres(foot("column"));
    near(goes(&mut test, &[ahead(3.0), form("deep_line"), ahead(20.0)]), 4.0);
    assert_eq!(formation(&test), Formation::Line);
    // A quarter first, then three quarters of the line's move.
    let mut test = manoeuvres(foot("column"));
    near(goes(&mut test, &[form("deep_line"), ahead(20.0)]), 3.0);
}

/// SB-5.4: a unit halted between two widths counts as the formation whose definition it meets; meeting none, it moves as a
/// column.
#[test]
fn a_unit_between_two_widths_is_what_it_meets() {
    // 28 figures, 7 bases: 6, 5, 4 and 3 wide are reached; 3 wide and 3 deep is neither column nor line.
    let mut test = manoeuvres(field().foot("blue", BLUE, 28, "line", (20.0, 20.0, 90.0)));
    goes(&mut test, &[form("column")]);
    near(wide(&test), 3.0);
    assert_eq!(formation(&test), Formation::Column);
    end_turn(&mut test);
    go_to(&mut test, Step::Manoeuvres);
    near(goes(&mut test, &[ahead(20.0)]), 6.0);
}

/// SB-5.3: cavalry in square: "Only infantry forms square."
#[test]
fn cavalry_forms_no_square() {
    let mut test = manoeuvres(field().troops("blue", BLUE, "heavy_cavalry", 12, "line", (20.0, 20.0, 90.0)));
    let order = march(&test, "blue", &[form("square")]);
    assert_eq!(test.refused(order), ("Only infantry forms square".to_owned(), "SB-5.3".to_owned()));
}

/// SB-5.3: only skirmishers stand in open order, and they always do.
#[test]
fn open_order_is_for_skirmishers() {
    let mut test = manoeuvres(foot("line"));
    let order = march(&test, "blue", &[form("open_order")]);
    assert_eq!(test.refused(order).1, "SB-5.1");
    let mut test = manoeuvres(field().troops("blue", BLUE, "skirmishers", 12, "open_order", (20.0, 20.0, 90.0)));
    let order = march(&test, "blue", &[form("line")]);
    assert_eq!(test.refused(order).1, "SB-5.1");
}

/// SB-5.4: a formation that it has is no change, and one without room is none.
#[test]
fn a_change_of_formation_leads_to_another_one_where_there_is_room() {
    let mut test = manoeuvres(foot("line"));
    let order = march(&test, "blue", &[form("line")]);
    assert_eq!(test.refused(order).1, "SB-5.4");
    let table = foot("column").foot("friend", BLUE, 24, "column", (22.5, 20.0, 90.0));
    let mut test = manoeuvres(table);
    let order = march(&test, "blue", &[form("line")]);
    assert_eq!(test.refused(order).1, "SB-4.11");
}

/// SB-4.12: a change of formation brings nobody within an inch of an enemy.
#[test]
fn a_change_of_formation_keeps_an_inch_away_from_enemies() {
    let table = foot("column").foot("enemy", RED, 24, "narrow_column", (23.0, 20.5, 270.0)).chit(Chit::Regroup);
    let mut test = manoeuvres(table);
    let order = march(&test, "blue", &[form("line")]);
    assert_eq!(test.refused(order).1, "SB-4.12");
}
