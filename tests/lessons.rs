//! The lessons: each is followed to its end, and every ruleset has one.

use grapeshot::{
    battle::{
        Battle, rulebooks,
        script::{Lesson, Script, Task},
    },
    rulesets, scenario,
    testing::files,
};
use std::{collections::BTreeSet, path::PathBuf};

/// The lessons, each a battle that has just begun and its script.
fn lessons() -> Vec<(String, Battle, Script)> {
    let books = rulebooks(rulesets::plugin);
    let of = |path: PathBuf| {
        let name = path.display().to_string();
        let Ok(scenario) = scenario::load(&path, &books) else { panic!("{name} is a scenario") };
        let script = Script::load(&PathBuf::from(name.replace(".scenario.", ".script.")));
        let script = script.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
        (name, Battle::new(&scenario, script.seed(), rulesets::plugin), script)
    };
    files("lessons", ".scenario.ron").into_iter().map(of).collect()
}

#[test]
fn every_ruleset_has_a_lesson() {
    let books = rulebooks(rulesets::plugin);
    let taught: BTreeSet<String> = lessons().iter().map(|(_, battle, _)| battle.scenario().ruleset.clone()).collect();
    let all: BTreeSet<String> = books.iter().map(|book| book.id.0.to_owned()).collect();
    assert_eq!(taught, all);
    // By that the statistics know them.
    assert!(lessons().iter().all(|(_, battle, _)| battle.scenario().is_lesson()));
}

/// A lesson is followed card by card: what a card asks for is allowed and is what it takes, and of all else that might be
/// done then it takes little.
#[test]
fn every_lesson_is_followed_to_its_end() {
    for (name, mut battle, script) in lessons() {
        let told = |problems: grapeshot::files::Problems| problems.render(false);
        let mut lesson = Lesson::begin(&script, &mut battle).map_err(told).expect("it begins");
        let (mut asked, mut others) = (0, 0);
        while let Some(card) = lesson.card() {
            let (number, of) = lesson.number();
            let at = format!("{name}, card {number} of {of}");
            if let Task::Give(wanted) = &card.task {
                let order = lesson.answer(&battle).unwrap_or_else(|| panic!("{at}: nobody is asked"));
                battle.check(&order).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
                wanted.takes(&battle, &order).unwrap_or_else(|told| panic!("{at}: {told}"));
                asked += 1;
                let ask =
                    battle.awaiting().asks.iter().find(|ask| ask.side == order.side).expect("it is asked").clone();
                for other in battle.rules().candidates(&battle.view_of(ask.side), &ask) {
                    if other.verb != order.verb && battle.check(&other).is_ok() {
                        let refused = wanted.takes(&battle, &other).expect_err(&at);
                        assert!(refused.contains("It would have done this"), "{at}: {refused}");
                        others += 1;
                    }
                }
            }
            lesson.follow(&mut battle).map_err(told).expect(&at);
        }
        assert!(asked >= 8 && others > 0, "{name}: it asks for {asked} orders, {others} others were tried");
    }
}

/// A lesson is a script, which can be played as one.
#[test]
fn every_lesson_is_a_script() {
    for (name, mut battle, script) in lessons() {
        let played = script.play(&mut battle, &mut Vec::new());
        assert!(played.is_ok(), "{name}: {}", played.err().map_or_else(String::new, |problems| problems.render(false)));
    }
}
