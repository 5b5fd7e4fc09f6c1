//! Melees and their rounds (SB-9.10 to SB-9.14).

use super::kit::*;
use grapeshot::{
    events::BattleEvent,
    forces::{SideId, Value},
    rulesets::{
        burt::{
            book::{
                dice,
                values::{Chit, Level},
            },
            state::sequence_of_play::{Fight, Step},
        },
        shared::formed::block::Face,
    },
};

/// A unit of blue and one of red in contact, front against front at y 30.
pub(super) fn touching(blue: (&str, u8, &str), red: (&str, u8, &str)) -> TestTable {
    table()
        .troops("a", BLUE, blue.0, blue.1, blue.2, (40.0, 30.0, 90.0))
        .chit(Chit::Regroup)
        .troops("r", RED, red.0, red.1, red.2, (40.0, 30.0, 270.0))
        .chit(Chit::Regroup)
}

/// They are in melee, blue having struck a face of red. `first`: it has not been fought yet, and blue charges.
pub(super) fn in_melee(table: TestTable, face: Face, first: bool) -> TestBattle {
    let mut test = table.battle();
    put_melee(&mut test, "a", "r", face);
    let charger = unit(&test, "a");
    put_play(&mut test, |play| {
        for fight in &mut play.fights {
            fight.fought = !first;
            fight.impetus = if first { vec![charger] } else { Vec::new() };
        }
    });
    test
}

/// The score that a unit needs against its enemy, as it stands.
pub(super) fn score(test: &TestBattle, by: &str, at: &str) -> i32 {
    let view = burt(test);
    let fight: &Fight = view.fights_of(test.unit(by)).next().expect("it is in melee");
    view.melee_needs(&view.blow_of(fight, test.unit(by), test.unit(at)), false)
}

/// What a unit needs to save against its enemy.
fn save(test: &TestBattle, of: &str, from: &str) -> i32 {
    let view = burt(test);
    let fight: &Fight = view.fights_of(test.unit(of)).next().expect("it is in melee");
    view.melee_save_needs(&view.blow_of(fight, test.unit(from), test.unit(of)))
}

/// The turn is played with these dice: blows, saves, morale.
pub(super) fn fight(test: &mut TestBattle, blows: &[u16], saves: &[u16], morale: &[u16]) -> Vec<BattleEvent> {
    force(test, &dice::BLOWS, blows);
    force(test, &dice::SAVES, saves);
    force_morale(test, morale);
    end_turn(test)
}

/// Two lines that have fought before: 6 dice each on 5+.
pub(super) fn lines() -> TestTable {
    touching(("infantry", 24, "line"), ("infantry", 24, "line"))
}

/// SB-9.10: a column 2 wide against a line 6 wide: 8 figures each, 2 dice; if the edges are not aligned the line has 3
/// bases in contact, 3 dice.
#[test]
fn the_figures_of_touching_bases_fight() {
    let dice_of = |test: &TestBattle, key: &str| {
        let dice = burt(test).melee_dice(test.unit(key));
        (dice.figures, dice.dice, dice.leftover)
    };
    let mut test = in_melee(touching(("infantry", 24, "column"), ("infantry", 24, "line")), Face::Front, true);
    assert_eq!((dice_of(&test, "a"), dice_of(&test, "r")), ((8, 2, false), (8, 2, false)));
    put_front(&mut test, "a", 40.5, 30.0, 90.0);
    assert_eq!((dice_of(&test, "a"), dice_of(&test, "r")), ((8, 2, false), (12, 3, false)));
    // A tenth of an inch does not touch.
    put_front(&mut test, "a", 40.08, 30.0, 90.0);
    assert_eq!(dice_of(&test, "r"), (8, 2, false));
}

/// SB-9.10: cavalry fights with one rank, 2 figures a base; guns with a die each.
#[test]
fn cavalry_fights_with_one_rank_and_guns_with_a_die_each() {
    let test =
        in_melee(touching(("heavy_cavalry", 12, "deep_line"), ("foot_guns", 2, "unlimbered")), Face::Front, true);
    let view = burt(&test);
    assert_eq!(view.melee_dice(test.unit("a")).figures, 6);
    assert_eq!(view.melee_dice(test.unit("r")).dice, 2);
}

/// SB-9.10: a unit hit in flank fights with one base for each base depth.
#[test]
fn a_line_hit_in_the_flank_fights_with_one_base() {
    let table = table().foot("a", BLUE, 24, "column", (36.5, 30.0, 90.0)).foot("r", RED, 24, "line", (36.0, 33.0, 0.0));
    // The line faces east; its right flank lies at y 30.
    let test = in_melee(table, Face::Right, true);
    let view = burt(&test);
    let dice = view.melee_dice(test.unit("r"));
    assert_eq!((dice.figures, dice.dice), (4, 1), "{:?}", view.outline(test.unit("r")));
}

/// SB-9.10, SB-1.4: the outline is the whole rectangle: of seven bases in two ranks the rear rank lacks one, whose file
/// fights with its front base, and the flank has two depths.
#[test]
fn a_short_rear_rank_is_struck_along_the_whole_outline() {
    let dice_of = |at: (f32, f32, f32), face: Face| {
        // Its front is 4 wide from x 38 to 42 at y 30; its rear lies at y 28.
        let table =
            table().foot("a", BLUE, 26, "narrow_column", at).foot("r", RED, 26, "deep_line", (40.0, 30.0, 90.0));
        let test = in_melee(table, face, true);
        burt(&test).melee_dice(test.unit("r")).figures
    };
    // The right end is lost first; the left one holds the base that is not full.
    assert_eq!([38.5, 39.5, 40.5, 41.5].map(|x| dice_of((x, 28.0, 90.0), Face::Rear)), [2, 4, 4, 4]);
    let beside = |x: f32, facing: f32, face: Face| [29.5, 28.5].map(|y| dice_of((x, y, facing), face));
    assert_eq!(beside(42.0, 180.0, Face::Right), [4, 4]);
    assert_eq!(beside(38.0, 0.0, Face::Left), [4, 2]);
}

/// SB-9.10: a side of a square on which no base is left is held by one of the front.
#[test]
fn every_side_of_a_small_square_strikes() {
    for (x, y, facing, face) in [
        (40.0, 30.0, 270.0, Face::Front),
        (40.0, 28.0, 90.0, Face::Rear),
        (39.0, 29.0, 0.0, Face::Left),
        (41.0, 29.0, 180.0, Face::Right),
    ] {
        let table =
            table().foot("a", BLUE, 24, "column", (x, y, facing)).foot("r", RED, 24, "square", (40.0, 30.0, 90.0));
        let mut test = in_melee(table, face, true);
        put_losses(&mut test, "r", 13);
        assert_eq!(burt(&test).melee_dice(test.unit("r")).dice, 1, "{face:?}");
    }
}

/// SB-9.10, SB-9.17: units that stand apart are in melee no longer, and have REGROUP orders.
#[test]
fn a_melee_ends_where_nobody_touches() {
    let table = table().troops("a", BLUE, "heavy_cavalry", 12, "line", (40.0, 30.0, 90.0)).troops(
        "r",
        RED,
        "heavy_cavalry",
        12,
        "line",
        (40.0, 34.0, 270.0),
    );
    let mut test = in_melee(table, Face::Front, false);
    let told = texts(&fight(&mut test, &[], &[], &[]));
    assert!(told.contains("A and R have lost contact (SB-9.17)"), "{told}");
    assert!(!told.contains("Melee:"), "{told}");
    assert_eq!(["a", "r"].map(|key| chit_of(&test, key)), [Chit::Regroup; 2]);
}

/// SB-9.11: an infantry column charges a formed line: 5-1-1 = 3; the line needs 5.
#[test]
fn a_column_that_charges_a_line_needs_three() {
    let test = in_melee(touching(("infantry", 24, "column"), ("infantry", 24, "line")), Face::Front, true);
    assert_eq!((score(&test, "a", "r"), score(&test, "r", "a")), (3, 5));
    // SB-9.11: impetus and depth are for the first contact and who charges.
    let test = in_melee(touching(("infantry", 24, "column"), ("infantry", 24, "line")), Face::Front, false);
    assert_eq!((score(&test, "a", "r"), score(&test, "r", "a")), (5, 5));
}

/// SB-9.11: lancers charge the flank of disordered infantry: 5-1-1-1-2 = 0, floor 2.
#[test]
fn lancers_in_the_flank_of_disordered_infantry_need_two() {
    let table = table()
        .troops("a", BLUE, "heavy_cavalry", 12, "line", (36.0, 30.0, 90.0))
        .value("lancer", Value::Flag(true))
        .foot("r", RED, 24, "line", (36.0, 33.0, 0.0));
    let mut test = in_melee(table, Face::Right, true);
    put_level(&mut test, "r", Level::Disordered);
    assert_eq!(score(&test, "a", "r"), 2);
    let view = burt(&test);
    let fight = view.fights_of(test.unit("a")).next().expect("it is in melee");
    let blow = view.blow_of(fight, test.unit("a"), test.unit("r"));
    assert_eq!(view.melee_score(&blow, false).needed(), 0);
    // SB-9.11: the disordered need one more.
    assert_eq!(score(&test, "r", "a"), 6);
}

/// SB-9.11: heavy lancers charge a formed square: impetus void, 5+1 = 6; light lancers 5+1+1 = 7.
#[test]
fn lancers_have_no_impetus_against_a_square() {
    let lancers = |kind: &str| {
        let table = table()
            .troops("a", BLUE, kind, 12, "line", (40.0, 30.0, 90.0))
            .value("lancer", Value::Flag(true))
            .foot("r", RED, 24, "square", (40.0, 30.0, 270.0));
        let test = in_melee(table, Face::Front, true);
        score(&test, "a", "r")
    };
    assert_eq!((lancers("heavy_cavalry"), lancers("light_cavalry")), (6, 7));
}

/// SB-9.11: shaken troops need two more, routing ones too; against shaken one less, against routing two less; cavalry one
/// less against either.
#[test]
fn the_level_of_both_counts() {
    let mut test = in_melee(touching(("infantry", 24, "line"), ("infantry", 24, "line")), Face::Front, false);
    put_level(&mut test, "r", Level::Shaken);
    assert_eq!((score(&test, "a", "r"), score(&test, "r", "a")), (4, 7));
    put_level(&mut test, "r", Level::Rout);
    assert_eq!((score(&test, "a", "r"), score(&test, "r", "a")), (3, 7));
    let mut test = in_melee(touching(("heavy_cavalry", 12, "line"), ("infantry", 24, "line")), Face::Front, false);
    put_level(&mut test, "r", Level::Disordered);
    assert_eq!(score(&test, "a", "r"), 4);
    // Close order against open order; skirmishers are always unformed.
    let test = in_melee(touching(("infantry", 24, "line"), ("skirmishers", 8, "open_order")), Face::Front, false);
    assert_eq!((score(&test, "a", "r"), score(&test, "r", "a")), (4, 5));
}

/// SB-9.11: cover costs one, and voids impetus.
#[test]
fn a_wall_costs_one_and_voids_impetus() {
    let table = touching(("infantry", 24, "column"), ("infantry", 24, "line"))
        .obstacle("stone_wall", &[(30.0, 29.7), (50.0, 29.7)]);
    let test = in_melee(table, Face::Front, true);
    assert_eq!((score(&test, "a", "r"), score(&test, "r", "a")), (6, 5));
}

/// SB-9.11, setting `melee_disordered_penalty`: 0 makes disorder cost nothing.
#[test]
fn the_setting_takes_the_penalty_of_the_disordered_away() {
    let with = |penalty: f32| {
        let table = touching(("infantry", 24, "line"), ("infantry", 24, "line"));
        let mut test = in_melee(table.set_number("melee_disordered_penalty", penalty), Face::Front, false);
        put_level(&mut test, "a", Level::Disordered);
        score(&test, "a", "r")
    };
    assert_eq!((with(1.0), with(0.0)), (6, 5));
}

/// SB-9.12: 5 saves; unformed or worse 6, armoured cavalry 4; downhill one more.
#[test]
fn saves_are_harder_for_the_unformed_and_easier_in_armour() {
    let mut test = in_melee(touching(("infantry", 24, "line"), ("infantry", 24, "line")), Face::Front, false);
    assert_eq!(save(&test, "a", "r"), 5);
    put_level(&mut test, "a", Level::Unformed);
    assert_eq!(save(&test, "a", "r"), 6);
    let armoured =
        touching(("infantry", 24, "line"), ("heavy_cavalry", 12, "line")).value("armoured", Value::Flag(true));
    assert_eq!(save(&in_melee(armoured, Face::Front, false), "r", "a"), 4);
    let skirmishers = touching(("infantry", 24, "line"), ("skirmishers", 8, "open_order"));
    assert_eq!(save(&in_melee(skirmishers, Face::Front, false), "r", "a"), 6);
    let hill = touching(("infantry", 24, "line"), ("infantry", 24, "line")).hill((20.0, 30.0), (60.0, 50.0), 1, false);
    let test = in_melee(hill, Face::Front, false);
    assert_eq!((save(&test, "a", "r"), save(&test, "r", "a")), (6, 5));
}

/// SB-9.19: a unit that touches several enemies divides its dice, at least one for each.
#[test]
fn a_unit_that_touches_two_enemies_divides_its_dice() {
    let mut test = table()
        .foot("a", BLUE, 24, "line", (40.0, 30.0, 90.0))
        .foot("r", RED, 24, "column", (38.0, 30.0, 270.0))
        .foot("s", RED, 24, "column", (42.0, 30.0, 270.0))
        .battle();
    put_melee(&mut test, "r", "a", Face::Front);
    put_melee(&mut test, "s", "a", Face::Front);
    go_to_question(&mut test, "divide");
    assert_eq!((asked_side(&test), choices(&test).len()), (BLUE, 3));
    assert_eq!(choices(&test)[0], "3-1");
    let to_come = test.battle.rules().fights_to_come(&test.battle.view());
    let pairs: Vec<_> = to_come.iter().map(|bout| (bout.attacker, bout.defender)).collect();
    assert_eq!(pairs, [(test.piece("r", 1), test.piece("a", 1)), (test.piece("s", 1), test.piece("a", 1))]);
    assert!((0.01..0.99).contains(&to_come[0].odds.chance), "{to_come:?}");
    force(&mut test, &dice::BLOWS, &[1; 8]);
    force_morale(&mut test, &[6, 6, 6]);
    let events = decide(&mut test, "3-1");
    let told = texts(&events);
    let blows: Vec<usize> = rolled(&events, "SB-9.11").iter().map(Vec::len).collect();
    assert_eq!(blows.iter().sum::<usize>(), 8, "{told}");
    assert!(blows.contains(&3) && blows.contains(&1), "{told}");
}

/// SB-9.14: the forecast of a round is that of all its dice: its chances make 1, and follow from the chances of each die.
#[test]
fn the_forecast_of_a_round_is_that_of_its_dice() {
    let test = in_melee(touching(("infantry", 24, "column"), ("infantry", 24, "line")), Face::Front, true);
    let view = burt(&test);
    let units = [test.unit("a"), test.unit("r")];
    let of = |side: SideId| view.forecast(&view.strikes_of_all(&units), side);
    let (blue, red) = (of(BLUE), of(RED));
    // Two dice on 3+ against a save of 5: 4/9 each; two on 5+: 2/9 each.
    let (p, q) = (4.0_f32 / 9.0, 2.0_f32 / 9.0);
    let (ours, theirs) =
        ([(1.0 - p).powi(2), 2.0 * p * (1.0 - p), p * p], [(1.0 - q).powi(2), 2.0 * q * (1.0 - q), q * q]);
    let draws: f32 = (0..3).map(|n| ours[n] * theirs[n]).sum();
    let breaks = ours[1] * theirs[0] + ours[2] * (theirs[0] + theirs[1]);
    assert!((blue.draws - draws).abs() < 1e-5 && (blue.breaks - breaks).abs() < 1e-5, "{blue:?}");
    assert!((blue.breaks - red.broken).abs() < 1e-6 && (blue.pushes - red.pushed).abs() < 1e-6);
    let sum = blue.breaks + blue.pushes + blue.draws + blue.pushed + blue.broken;
    assert!((sum - 1.0).abs() < 1e-5);
}

/// SB-9.13: both sides roll and save before a figure falls: who loses all its figures in contact strikes with all of them.
#[test]
fn both_sides_strike_before_a_figure_falls() {
    let mut test = in_melee(touching(("infantry", 24, "column"), ("infantry", 4, "line")), Face::Front, false);
    let events = fight(&mut test, &[6, 6, 6], &[1, 1, 1], &[]);
    let told: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
    let last_blow = told.iter().rposition(|text| text.contains("strikes at")).expect("they strike");
    let first_loss = told.iter().position(|text| text.contains(" loses ")).expect("figures fall");
    assert!(last_blow < first_loss, "{told:?}");
    assert_eq!((figures(&test, "a"), figures(&test, "r")), (23, 2), "{told:?}");
    assert!(told.iter().any(|text| text.contains("2 against 1: the red break")), "{told:?}");
}

/// SB-6.11, SB-9.13: with `base_removal` each hit in melee that is not saved takes a whole base on more than its figures;
/// the casualties that are compared are the hits.
#[test]
fn whole_bases_go_in_melee_too() {
    let mut test = in_melee(lines().setting("base_removal", Value::Flag(true)), Face::Front, false);
    force(&mut test, &dice::GUNS, &[5, 4]);
    let blows = [6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    let events = fight(&mut test, &blows, &[1, 1], &[6]);
    assert_eq!(rolled(&events, "SB-6.11").concat(), [5, 4], "{}", texts(&events));
    assert_eq!((figures(&test, "a"), figures(&test, "r")), (24, 20));
    assert!(texts(&events).contains("2 against 0: the red break"), "{}", texts(&events));
}

/// SB-4.11, SB-9.1: a unit may charge through friends in melee to support them: it comes in beside them, and both lose a
/// level.
#[test]
fn a_unit_charges_through_friends_in_melee() {
    let table = touching(("infantry", 24, "column"), ("infantry", 24, "line"))
        .foot("c", BLUE, 24, "line", (40.0, 24.5, 90.0))
        .chit(Chit::Assault);
    let mut test = in_melee(table, Face::Front, false);
    go_to(&mut test, Step::Assaults);
    force_morale(&mut test, &[6, 6, 6, 6]);
    let order = assault(&test, "c", "r");
    let mut told = texts(&test.order(order));
    // Red is asked how it divides its dice.
    told += &texts(&fight(&mut test, &[1; 12], &[], &[]));
    assert!(told.contains("C passes through A (SB-4.11)"), "{told}");
    for name in ["C", "A"] {
        let lines = told.matches(&format!("{name} is unformed (SB-4.11)")).count();
        assert_eq!(lines, 2, "once, and the marker with it: {told}");
    }
    assert_eq!((level(&test, "c"), level(&test, "a")), (Level::Unformed, Level::Unformed), "{told}");
    assert!(told.contains("C strikes the front of R"), "{told}");
    near(front(&test, "c").y, 30.0);
    assert!(outline(&test, "c").overlap(&outline(&test, "a")) <= 0.01, "{told}");
}
