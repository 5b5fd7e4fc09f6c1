//! The data files against the tables of the rulebook.

use super::*;
use grapeshot::{
    files::DataFiles,
    rulesets::black_powder::book::{
        data::{Data, Outcome, WeaponKind},
        points::points,
        values::{Formation, Troop},
    },
};

const RULEBOOK: &str = include_str!("../../assets/rulebooks/black_powder.md");

fn book() -> Data {
    Data::read(&DataFiles::default()).expect("the data are sound")
}

/// The cells of the table of the Data section whose head begins with a word.
fn rows(head: &str) -> Vec<Vec<String>> {
    let data = RULEBOOK.split_once("\n## Data\n").expect("there is a Data section").1;
    let table = data.split("\n\n").find(|table| table.trim().starts_with(&format!("| {head} |")));
    let table = table.unwrap_or_else(|| panic!("there is no table {head}"));
    let cells = |line: &str| line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    table.trim().lines().skip(2).map(cells).collect()
}

/// BP-1.2, BP-11.2: every unit of the Data section has its values, its rules and its points.
#[test]
fn the_units_are_those_of_the_rulebook() {
    let book = book();
    let rows = rows("unit");
    assert_eq!(rows.len(), book.units.len());
    for cells in rows {
        let [id, troop, hand, shoot, morale, stamina, inches, weapon, rules, cost, _] = &cells[..] else {
            panic!("{cells:?}")
        };
        let row = book.row(id).unwrap_or_else(|| panic!("{id} is not in the data"));
        assert_eq!(row.troop.word().trim_end_matches('s'), troop, "{id}");
        let (close, medium, long) = row.shoot;
        let dice = if row.troop == Troop::Artillery { format!("{close}-{medium}-{long}") } else { close.to_string() };
        assert_eq!((&row.hand.to_string(), &dice), (hand, shoot), "{id}");
        assert_eq!((&row.morale.to_string(), &row.stamina.to_string()), (morale, stamina), "{id}");
        let moves = if row.manhandled > 0.0 {
            format!("{:.0}/{:.0}", row.inches, row.manhandled)
        } else {
            format!("{:.0}", row.inches)
        };
        assert_eq!(&moves, inches, "{id}");
        assert_eq!(row.weapon.as_deref().unwrap_or("-"), weapon, "{id}");
        let sizes = ["Large", "Small", "Tiny"];
        let size = rules.split(", ").find(|rule| sizes.contains(rule)).unwrap_or("Standard");
        assert_eq!(row.size.word(), size.to_lowercase(), "{id}");
        let mut expected: Vec<&str> = rules.split(", ").filter(|rule| *rule != "-" && !sizes.contains(rule)).collect();
        let mut got: Vec<&str> = row
            .rules
            .iter()
            .map(|rule| book.specials[usize::from(book.special(rule).expect("it is known"))].label.as_str())
            .collect();
        expected.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, expected, "{id}");
        let test = table()
            .blue("one", id, "", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
            .battle();
        let sum = points(&book, bp(&test).values(test.unit("one")));
        assert_eq!(format!("{:.0}", sum.total()), *cost, "{id}: {sum:?}");
    }
}

/// BP-5.3: the weapons.
#[test]
fn the_weapons_are_those_of_the_rulebook() {
    let book = book();
    let rows = rows("weapon");
    assert_eq!(rows.len(), book.weapons.len());
    for cells in rows {
        let weapon = &book.weapons[usize::from(book.weapon(&cells[0]).expect("it is known"))];
        assert_eq!(format!("{:.0}", weapon.range), cells[1], "{}", cells[0]);
        let kind = if weapon.kind == WeaponKind::SmallArms { "small_arms" } else { "artillery" };
        assert_eq!(kind, cells[2], "{}", cells[0]);
    }
}

/// BP-7.8: the break test table.
#[test]
fn the_break_table_is_that_of_the_rulebook() {
    let book = book();
    for cells in rows("break_total") {
        let total: i32 = cells[0].trim_matches(|letter: char| !letter.is_ascii_digit()).parse().expect("a number");
        for (troop, word) in [Troop::Infantry, Troop::Cavalry, Troop::Artillery].into_iter().zip(&cells[2..]) {
            let expected = match word.as_str() {
                "break" => Outcome::Breaks,
                "retire_disordered" => Outcome::RetiresDisordered,
                "retire" => Outcome::Retires,
                "hold" => Outcome::Holds,
                other => panic!("{other}"),
            };
            let hand = cells[1] == "hand_to_hand";
            let got = grapeshot::rulesets::black_powder::combat::breaks::outcome(&book, total, hand, troop);
            assert_eq!(got, expected, "{cells:?} {troop:?}");
        }
    }
}

/// BP-2.4, BP-5.4, BP-5.7, BP-7.3, BP-7.5, BP-7.8: the modifiers.
#[test]
fn the_modifiers_are_those_of_the_rulebook() {
    let numbers = book().numbers;
    let values = |head: &str| -> Vec<String> { rows(head).into_iter().map(|cells| cells[1].clone()).collect() };
    let signed = |amounts: &[i8]| -> Vec<String> { amounts.iter().map(|amount| format!("{amount:+}")).collect() };
    let c = numbers.command;
    let command = [c.per_step, c.enemy_near, c.attack_column, c.column_off_road, c.column_on_road];
    assert_eq!(values("command_mod")[..5], signed(&command));
    let s = numbers.shooting;
    let shooting = [s.artillery_at_column, s.close, s.shaken, s.hard_target, s.long_range, s.overhead];
    assert_eq!(values("shoot_hit_mod"), signed(&shooting));
    let f = numbers.fighting;
    assert_eq!(values("combat_hit_mod"), signed(&[f.charging, f.won, f.shaken, f.skirmishers, f.flank]));
    let v = numbers.save;
    let covers = book().terrain.covers;
    let saves = [v.column, covers["light"], covers["heavy"], v.march_column, v.artillery_long, v.artillery_near];
    assert_eq!(values("save_mod"), signed(&saves));
    let r = numbers.result;
    assert_eq!(values("result_mod")[..3], signed(&[r.rear_support, r.flank_support, r.square]));
    let buildings = signed(&[r.small_building, r.medium_building, r.large_building]).join(", ");
    assert_eq!(values("result_mod")[3], buildings);
    let t = numbers.testing;
    assert_eq!(values("break_mod"), signed(&[t.excess, t.disordered, t.artillery]));
}

/// BP-3.1: the moves of commanders.
#[test]
fn the_moves_of_commanders_are_those_of_the_rulebook() {
    let numbers = book().numbers;
    let inches =
        |mover: &str| rows("mover").into_iter().find(|cells| cells[0] == mover).expect("it is there")[1].clone();
    assert_eq!(inches("commander_foot"), format!("{:.0}", numbers.commander_foot));
    assert_eq!(inches("commander_mounted"), format!("{:.0}", numbers.commander_mounted));
}

/// BP-12.1: the values that the sheet has lost are those of the published one.
#[test]
fn repaired_values_are_in_the_data() {
    let book = book();
    let row = |id: &str| book.row(id).expect("it is known");
    assert_eq!((row("line_infantry").inches, row("foot_battery").manhandled), (12.0, 6.0));
    assert_eq!((row("battalion_gun").manhandled, book.numbers.commander_foot), (12.0, 36.0));
    let range = |id: &str| book.weapons[usize::from(book.weapon(id).expect("it is known"))].range;
    let weapons = ["smoothbore_carbine", "smoothbore_musket", "breech_carbine", "bolt_carbine", "smoothbore_artillery"];
    assert_eq!(weapons.map(range), [12.0, 18.0, 24.0, 30.0, 48.0]);
    let rates = book.terrain.grounds["woods"].rates;
    assert_eq!(rates, (0.0, 0.5, 0.0, 0.0, 0.0), "half pace, skirmish infantry only");
}

/// BP-11.1: every special rule of the list is in the data, sizes apart.
#[test]
fn every_special_rule_is_known() {
    let book = book();
    let text = RULEBOOK.split_once("### BP-11.1 List\n").expect("there is a list").1;
    let list = text.split_once("\n- Source").map_or(text, |(list, _)| list);
    let names: Vec<&str> = list.lines().skip(2).filter_map(|line| line.split('|').nth(1)).map(str::trim).collect();
    let known = |name: &str| book.specials.iter().any(|special| special.label == name);
    for name in names.iter().filter(|name| !name.is_empty() && !name.starts_with("Re-rolls")) {
        let found = match *name {
            "Large, Small, Tiny" => true,
            "Elite n+" => [3, 4, 5].iter().all(|n| known(&format!("Elite {n}+"))),
            both if both.contains(" / ") => both.split(" / ").all(known),
            one => known(one),
        };
        assert!(found, "{name}");
    }
    assert!(names.len() > 30);
    assert!(Formation::ALL.len() == 10);
}

/// The card of a unit: values, formation, state, special rules with their text, break tests and results as tables.
#[test]
fn a_unit_card_says_what_a_unit_is() {
    let mut test = table()
        .blue("one", "british_line", "line", (20.0, 10.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    hurt(&mut test, "one", 3);
    disorder(&mut test, "one");
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("one"));
    let value = |label: &str| {
        let rows = card.values.iter().chain(&card.rows);
        rows.filter(|row| row.label == label).map(|row| row.value.clone()).next().unwrap_or_default()
    };
    assert_eq!((value("H-to-H"), value("Shooting"), value("Morale")), ("6".into(), "3".into(), "4+".into()));
    assert_eq!((value("Stamina"), value("Casualties"), value("Points")), ("3".into(), "3".into(), "42".into()));
    assert_eq!((value("Formation"), value("Brigade")), ("line".into(), "BLUE".into()));
    assert_eq!(value("First Fire"), "The first time it shoots in the battle it hits at +1.");
    assert_eq!(card.badges, ["disordered", "shaken"]);
    let breaks = &card.back[0].rows;
    // Beaten hand to hand, disordered, without excess: 10, 11 and 15 of 36.
    assert_eq!(breaks[4][1..], ["28 %", "31 %", "42 %"]);
    assert!(card.back[1].rows.contains(&vec!["square against cavalry".to_owned(), "+3".to_owned()]));
    let brigade = test.battle.rules().unit_card(&test.battle.view(), test.unit("blue"));
    assert_eq!((brigade.pieces.len(), brigade.pieces[0].note.as_str()), (1, "line, 3 of 3"));
    assert!(brigade.rows.iter().any(|row| row.value == "1 of 1 lost or shaken"), "{:?}", brigade.rows);
    let reaches = test.battle.rules().reaches(&test.battle.view(), test.unit("blue"));
    assert_eq!(reaches.iter().map(|reach| reach.radius).collect::<Vec<_>>(), [12.0, 24.0]);
    let arc = test.battle.rules().arc(&test.battle.view(), test.piece("one", 1)).expect("it shoots");
    assert_eq!(arc.half_angle, 45.0);
}

/// Data of a player that name what is not there are refused with the file.
#[test]
fn wrong_data_are_refused() {
    let wrong = |file: &str, from: &str, to: &str| {
        let shipped = std::fs::read_to_string(format!("assets/rulesets/{file}")).expect("it is shipped");
        assert!(shipped.contains(from), "{from}");
        let files = DataFiles::of([(file, shipped.replacen(from, to, 1))]);
        let problems = grapeshot::rulesets::check_data(&files).expect_err("it is wrong");
        assert_eq!(problems[0].file(), file);
        problems[0].to_string()
    };
    let units = "black_powder/units.ron";
    let said = wrong(units, "Some(\"smoothbore_musket\")", "Some(\"blunderbuss\")");
    assert!(said.contains("there is no weapon \"blunderbuss\""), "{said}");
    let said = wrong(units, "[\"form_square\"]", "[\"fly\"]");
    assert!(said.contains("there is no special rule \"fly\""), "{said}");
    let said = wrong(units, "morale: 4", "morale: 9");
    assert!(said.contains("a whole number from 2 to 6"), "{said}");
    let said = wrong("black_powder/numbers.ron", "berth:", "birth:");
    assert!(said.contains("`berth` is missing") && said.contains("no field `birth`"), "{said}");
}
