//! The bases of units: how many there are, how they stand, which are lost (SB-1.4, SB-5.1 to SB-5.3).

use grapeshot::{
    files::DataFiles,
    rulesets::burt::book::{
        base_places::{Strength, places},
        bases::{ARRAYS, array_named, bases, formation, measures, square_front, word_of},
        data::Data,
        values::{Arm, Array, Formation},
    },
    turn::bases::Base,
};

fn book() -> Data {
    Data::read(&DataFiles::default()).map_err(|(file, _)| file.name).expect("the game's own data are good")
}

/// SB-1.4: 24 figures are 6 bases; after 5 losses 5 bases; after 4 losses 5 bases.
#[test]
fn a_base_stays_while_one_of_its_figures_lives() {
    let book = book();
    let (_, row) = book.row("infantry").expect("infantry is in the data");
    assert_eq!([24, 19, 20, 21].map(|figures| bases(row, figures)), [6, 5, 5, 6]);
}

/// SB-5.1: 1 wide 6 deep and 2 wide 3 deep are columns; 4 bases 2 wide are a line two deep.
#[test]
fn a_column_is_deeper_than_wide() {
    let of = |wide, bases| formation(Array::Ranks(wide), Arm::Infantry, bases);
    assert_eq!([of(1, 6), of(2, 6), of(2, 4)], [Formation::Column, Formation::Column, Formation::Line]);
    assert_eq!([of(6, 6), of(3, 6), of(5, 6)], [Formation::Line, Formation::Line, Formation::Line]);
    assert_eq!(of(3, 8), Formation::Column, "three deep and three wide is neither");
}

/// SB-5.1, SB-5.2, SB-5.3: outlines of 6 bases.
#[test]
fn six_bases_have_the_outlines_of_the_rulebook() {
    let book = book();
    let (_, row) = book.row("infantry").expect("infantry is in the data");
    let of = |array| measures(&book, row, array, 6).expect("it stands in the open");
    assert_eq!(of(Array::Ranks(1)), (1.0, 6.0));
    assert_eq!(of(Array::Ranks(2)), (2.0, 3.0));
    assert_eq!(of(Array::Ranks(6)), (6.0, 1.0));
    assert_eq!(of(Array::Ranks(3)), (3.0, 2.0));
    assert_eq!(of(Array::Square), (2.0, 2.0));
    assert_eq!(square_front(6), 2);
}

/// SB-5.3: cavalry forms no square.
#[test]
fn only_infantry_forms_square() {
    assert_eq!(array_named("square", Arm::HeavyCavalry, 8), None);
    assert_eq!(array_named("square", Arm::Infantry, 6), Some(Array::Square));
}

#[test]
fn every_word_names_the_arrangement_that_is_called_so() {
    for arm in [Arm::Infantry, Arm::Skirmishers, Arm::LightCavalry, Arm::Artillery, Arm::Wagon] {
        for (word, _) in ARRAYS {
            let Some(array) = array_named(word, arm, 7) else { continue };
            assert_eq!(word_of(array, arm, 7), word, "{arm:?}");
        }
    }
}

fn of(word: &str, start: u8, left: u8, outline: (f32, f32)) -> Vec<Base> {
    let book = book();
    let (_, row) = book.row("infantry").expect("infantry is in the data");
    places(&book, row, word, Strength { start, left }, outline.into())
}

fn lost(bases: &[Base]) -> Vec<(f32, f32)> {
    bases.iter().filter(|base| base.is_lost()).map(|base| (base.at.x, base.at.y)).collect()
}

/// SB-1.4: 24 figures in column are six bases, two wide and three deep; the rear rank is lost first, its right base
/// before its left one.
#[test]
fn a_column_loses_its_rear_rank_first_and_its_right_before_its_left() {
    let whole = of("column", 24, 24, (2.0, 3.0));
    assert_eq!((whole.len(), lost(&whole)), (6, vec![]));
    assert_eq!(lost(&of("column", 24, 20, (2.0, 3.0))), [(0.5, -1.0)]);
    assert_eq!(lost(&of("column", 24, 16, (2.0, 3.0))), [(-0.5, -1.0), (0.5, -1.0)]);
}

/// SB-1.4: a line whose rectangle still stands shows gaps at its right end, then at its left; the front centre
/// stays.
#[test]
fn a_line_loses_its_ends_by_turns() {
    assert_eq!(lost(&of("line", 24, 20, (6.0, 1.0))), [(2.5, 0.0)]);
    let mut gone = lost(&of("line", 24, 13, (6.0, 1.0)));
    gone.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(gone, [(-2.5, 0.0), (2.5, 0.0)]);
    assert_eq!(of("line", 24, 13, (4.0, 1.0)).iter().filter(|base| base.is_lost()).count(), 0, "it has closed up");
}

/// SB-1.4: the base that is not full is the next one to be lost.
#[test]
fn the_base_that_is_not_full_is_the_next_to_be_lost() {
    let bases = of("line", 24, 23, (6.0, 1.0));
    let thin: Vec<_> = bases.iter().filter(|base| base.figures == 3).map(|base| base.at.x).collect();
    assert_eq!(thin, [2.5]);
    let bases = of("line", 24, 19, (6.0, 1.0));
    let thin: Vec<_> = bases.iter().filter(|base| base.figures == 3).map(|base| base.at.x).collect();
    assert_eq!(thin, [-2.5], "the right end is gone");
}

/// A battalion of 28 figures has seven bases: the eighth place of a column two wide was never filled.
#[test]
fn a_place_where_nobody_stood_is_not_shown_as_lost() {
    let bases = of("column", 28, 28, (2.0, 4.0));
    assert_eq!((bases.len(), lost(&bases)), (7, vec![]));
    assert_eq!(lost(&of("column", 28, 24, (2.0, 4.0))), [(-0.5, -1.5)]);
}

/// SB-5.3: six bases in square stand 2-2-1-1, each side facing outwards.
#[test]
fn a_square_faces_four_ways() {
    let bases = of("square", 24, 24, (2.0, 2.0));
    let facing = |turn: f32| bases.iter().filter(|base| base.turn == turn).count();
    assert_eq!([0.0, 180.0, -90.0, 90.0].map(facing), [2, 2, 1, 1]);
    let inside = bases.iter().all(|base| base.at.x.abs() < 1.0 && base.at.y.abs() < 1.0);
    assert!(inside && bases.iter().all(|base| base.at.length() > 0.5), "it is hollow: {bases:?}");
}

/// SB-1.4: guns stand each on a base of its own, behind their teams on another.
#[test]
fn each_gun_has_its_base() {
    let book = book();
    let (_, row) = book.row("foot_guns").expect("guns are in the data");
    let three = Strength { start: 3, left: 3 };
    let sizes = |word: &str, outline: (f32, f32)| {
        let bases = places(&book, row, word, three, outline.into());
        bases.iter().map(|base| (base.size.x, base.size.y)).collect::<Vec<_>>()
    };
    assert_eq!(sizes("unlimbered", (4.5, 2.0)), [(1.5, 2.0); 3]);
    assert_eq!(sizes("limbered", (3.0, 3.0)), [(1.0, 3.0); 3]);
}
