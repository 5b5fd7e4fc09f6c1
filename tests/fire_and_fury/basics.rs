//! Scales, stands, effectiveness and what scenarios may say (FF-1, FF-2).

use grapeshot::{
    files::DataFiles,
    rulesets::fire_and_fury::{
        FIRE_AND_FURY,
        book::{
            army_list,
            data::Data,
            formations::Formation,
            values::{Arm, Effectiveness, Flags, MoraleClass},
        },
        state::sequence_of_play::Step,
    },
    table::footprint::Footprint,
};

use crate::kit::*;

/// FF-5.1, FF-5.2: maneuver, defensive fire, offensive fire, charge combats.
#[test]
fn the_steps_follow_each_other() {
    assert_eq!(Step::Leaders.next(), Some(Step::Checks));
    assert_eq!(Step::LastLeaders.next(), Some(Step::DefensiveFire));
    assert_eq!(Step::Combats.next(), None);
}

fn data() -> Data {
    Data::read(&DataFiles::default()).unwrap_or_else(|(file, problem)| panic!("{}: {}", file.name, problem.message))
}

/// The rows of a table of the rulebook's data section: cells without blanks.
fn rulebook(table: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string("assets/rulebooks/fire_and_fury_1812.md").expect("the rulebook is there");
    let (_, rest) = text.split_once(&format!("### Data: {table}\n")).expect("the rulebook has this table");
    let rows = rest.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn number(cell: &str) -> f32 {
    if cell == "x" { 0.0 } else { cell.parse().unwrap_or_else(|_| panic!("{cell} is no number")) }
}

/// FF-1.3: infantry stands are an inch wide and three quarters deep, mounted cavalry an inch, guns one and a half.
#[test]
fn stands_have_the_sizes_of_the_rulebook() {
    let data = data();
    for (arm, mounted, wanted) in [
        (Arm::Infantry, true, (1.0, 0.75)),
        (Arm::Cavalry, true, (1.0, 1.0)),
        (Arm::Cavalry, false, (1.0, 0.75)),
        (Arm::Artillery, false, (1.0, 1.5)),
    ] {
        assert_eq!(army_list::size(&data.numbers, arm, mounted), wanted);
    }
    let battle = table().leader_at("brigade", BLUE, (20.0, 20.0)).leader_at("army", BLUE, (30.0, 20.0));
    let battle = battle.word("level", "army").foot("a", BLUE, 4, "line", (10.0, 10.0, 90.0));
    let test = battle.foot("r", RED, 4, "line", (10.0, 40.0, 270.0)).battle();
    let diameter = |key: &str| test.battle.view().footprint(test.piece(key, 1));
    assert_eq!(diameter("brigade"), Footprint::Circle { diameter: 1.0 });
    assert_eq!(diameter("army"), Footprint::Circle { diameter: 1.5 });
}

/// FF-6.1: the rates are those of the rulebook, row by row.
#[test]
fn the_rates_are_those_of_the_rulebook() {
    let data = data();
    let mut seen = 0;
    for row in rulebook("movement") {
        let id = match row[0].as_str() {
            "inf_supported_line" => "inf_line",
            "passage_of_lines_cost" => {
                assert_eq!(number(&row[1]), data.numbers.passage);
                continue;
            }
            id => id,
        };
        let rates = data.rates(id).unwrap_or_else(|| panic!("no row {id}"));
        let (a, b, c) = rates.rates;
        let (d, e, f) = rates.double;
        let wanted: Vec<f32> = row[1..7].iter().map(|cell| number(cell)).collect();
        assert_eq!(vec![a, b, c, d, e, f], wanted, "{id}");
        assert_eq!(rates.road, if row[7] == "x" { 1.0 } else { number(&row[7]) }, "{id}");
        seen += 1;
    }
    assert_eq!(seen, 18);
}

/// FF-2.6: every cell of the table of effectiveness.
#[test]
fn effectiveness_is_that_of_the_rulebook() {
    let data = data();
    let rows = rulebook("effectiveness");
    assert_eq!(rows.len(), 24);
    let classes = [MoraleClass::Spirited, MoraleClass::Reliable, MoraleClass::Unreliable, MoraleClass::Dispirited];
    for row in rows {
        let start = number(&row[0]) as u8;
        for (n, class) in classes.into_iter().enumerate() {
            let worn = (row[1 + 2 * n] != "none").then(|| number(&row[1 + 2 * n]) as u8);
            let spent = number(&row[2 + 2 * n]) as u8;
            assert_eq!(data.steps(start, class), (worn, spent), "{start} {class:?}");
        }
    }
}

/// FF-2.6: reliable 12: 10 stands fresh, 9 worn, 6 spent. Dispirited 12: 11 worn, 10 spent; 7: 6 spent.
#[test]
fn a_reliable_unit_of_twelve_is_worn_at_nine_and_spent_at_six() {
    let data = data();
    let of = |start, now, class| data.effectiveness_of(start, now, class);
    assert_eq!(of(12, 10, MoraleClass::Reliable), Effectiveness::Fresh);
    assert_eq!(of(12, 9, MoraleClass::Reliable), Effectiveness::Worn);
    assert_eq!(of(12, 6, MoraleClass::Reliable), Effectiveness::Spent);
    assert_eq!(of(12, 11, MoraleClass::Dispirited), Effectiveness::Worn);
    assert_eq!(of(12, 10, MoraleClass::Dispirited), Effectiveness::Spent);
    assert_eq!(of(7, 6, MoraleClass::Dispirited), Effectiveness::Spent);
}

/// FF-2.7: a dispirited unit of 12 or more is worn at the first loss and spent at the second; a smaller one is spent at the
/// first.
#[test]
fn a_dispirited_unit_bears_one_loss_or_none() {
    let data = data();
    for start in 2..=25u8 {
        let after = |lost: u8| data.effectiveness_of(start, start - lost, MoraleClass::Dispirited);
        assert_eq!(after(0), Effectiveness::Fresh);
        if start >= 12 {
            assert_eq!((after(1), after(2)), (Effectiveness::Worn, Effectiveness::Spent), "{start}");
        } else {
            assert_eq!(after(1), Effectiveness::Spent, "{start}");
        }
    }
}

/// FF-2.9, FF-2.10, FF-3.2: how units may form.
#[test]
fn formations_are_for_whom_the_rulebook_says() {
    let plain = Flags::default();
    let may = |arm, flags, mounted, formation| army_list::may_form(arm, flags, mounted, formation).is_ok();
    let foot = Arm::Infantry;
    for formation in [Formation::Line, Formation::SupportedLine, Formation::FieldColumn, Formation::Square] {
        assert!(may(foot, plain, true, formation));
        assert!(!may(foot, Flags { open_only: true, ..plain }, true, formation), "{formation:?}");
        assert!(!may(foot, Flags { indian: true, ..plain }, true, formation), "{formation:?}");
        assert!(!may(Arm::Cavalry, plain, false, formation), "dismounted cavalry in {formation:?}");
    }
    assert!(!may(foot, plain, true, Formation::OpenOrder), "not light");
    assert!(may(foot, Flags { light: true, ..plain }, true, Formation::OpenOrder));
    assert!(may(foot, Flags { open_only: true, ..plain }, true, Formation::MarchColumn));
    assert!(may(Arm::Cavalry, plain, false, Formation::OpenOrder));
    assert!(!may(Arm::Cavalry, plain, true, Formation::OpenOrder), "mounted");
    assert!(!may(Arm::Cavalry, plain, true, Formation::Square));
    assert!(!may(foot, plain, true, Formation::Limbered));
    assert!(may(Arm::Artillery, plain, true, Formation::Limbered));
}

/// FF-1.5: marks and words of the ruleset are registered with rules that its rulebook has.
#[test]
fn every_word_stands_on_a_rule_of_the_rulebook() {
    let text = std::fs::read_to_string("assets/rulebooks/fire_and_fury_1812.md").expect("the rulebook is there");
    let test =
        table().foot("a", BLUE, 4, "line", (10.0, 10.0, 90.0)).foot("b", RED, 4, "line", (10.0, 40.0, 270.0)).battle();
    let words = test.battle.vocabulary();
    let rules = words.verbs.iter().map(|verb| &verb.rule).chain(words.marks.iter().map(|mark| &mark.rule));
    let rules = rules.chain(words.unit_values.iter().chain(&words.settings).map(|field| &field.rule));
    let rules: Vec<String> =
        rules.chain(words.questions.iter().map(|ask| &ask.rule)).map(ToString::to_string).collect();
    assert!(rules.len() > 30);
    for rule in rules {
        assert!(text.contains(&format!("### {rule} ")), "{FIRE_AND_FURY} has no rule {rule}");
    }
}

/// FF-18.1: every rule that the index of the seed names is a rule of the rulebook.
#[test]
fn the_index_names_rules_that_there_are() {
    let text = std::fs::read_to_string("assets/rulebooks/fire_and_fury_1812.md").expect("the rulebook ships");
    let index =
        text.split("### FF-18.1").nth(1).and_then(|rest| rest.split("- Source").next()).expect("it has an index");
    let cells = index.lines().flat_map(|line| line.split('|'));
    let words = cells.flat_map(|cell| cell.split([' ', ','])).map(|word| word.trim_start_matches("FF-"));
    let is_rule =
        |word: &&str| word.split_once('.').is_some_and(|(a, b)| a.parse::<u8>().is_ok() && b.parse::<u8>().is_ok());
    let named: Vec<&str> = words.filter(is_rule).collect();
    assert!(named.len() > 30, "{named:?}");
    for rule in named {
        assert!(text.contains(&format!("### FF-{rule} ")), "there is no FF-{rule}");
    }
}
