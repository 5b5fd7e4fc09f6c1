//! The guide for designers of battles: what it tells to write is right at every step, and its pictures are of that.

use grapeshot::{
    battle::{Battle, rulebooks},
    files::{node::Form, text},
    picture::{
        map::{MapOptions, battle_svg},
        raster,
    },
    rulesets, scenario,
};
use std::{fs, path::Path};

/// Pixels across, of a picture of the guide.
const WIDTH: u32 = 640;

/// The fields between the fences of a step, each with its text.
fn fields(step: &str) -> Vec<(String, String)> {
    let blocks = step.split("```ron\n").skip(1).map(|block| block.split("```").next().expect("it ends"));
    blocks
        .flat_map(|block| {
            let whole = format!("({block})");
            let root = text::parse(&whole, &mut Vec::new()).expect("a block has fields");
            let Form::Record(fields) = root.form else { panic!("a block has named fields: {block}") };
            fields.into_iter().map(|(name, node)| (name.text, whole[node.span].to_owned())).collect::<Vec<_>>()
        })
        .collect()
}

/// The pictures are made anew with `WRITE_PICTURES=1 cargo test --test design_guide`.
#[test]
fn every_step_of_the_guide_is_a_battle_that_can_be_played_and_its_pictures_show_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("docs/guide/design-a-battle.md")).expect("the guide is there");
    let books = rulebooks(rulesets::plugin);
    let mut file: Vec<(String, String)> = Vec::new();
    let (mut steps, mut pictures) = (0, 0);
    for step in guide.split("\n## ").skip(1) {
        let number = step.split(' ').next().expect("a heading has words");
        for (name, text) in fields(step) {
            match file.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = text,
                None => file.push((name, text)),
            }
        }
        let text: Vec<String> = file.iter().map(|(name, text)| format!("    {name}: {text},\n")).collect();
        let text = format!("Scenario(\n{})\n", text.concat());
        let scenario = scenario::read(&format!("step {number}"), &text, &books)
            .unwrap_or_else(|problems| panic!("{}", problems.render(false)));
        steps += 1;
        let name = format!("pictures/design/{number}.png");
        if step.contains(&format!("![](../{name})")) {
            let battle = Battle::new(&scenario, 0, rulesets::plugin);
            let svg = battle_svg(&battle.view(), battle.vocabulary(), &MapOptions::for_table(&scenario.terrain));
            let png = raster::png(&svg, WIDTH).expect("the table can be drawn");
            let path = root.join("docs").join(name);
            if std::env::var_os("WRITE_PICTURES").is_some() {
                fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be made");
                fs::write(&path, &png).expect("the picture can be written");
            }
            assert!(fs::read(&path).ok() == Some(png), "{} is of another table: make it anew", path.display());
            pictures += 1;
        }
    }
    assert_eq!((steps, guide.matches("![](").count()), (11, pictures), "a step has no picture of its own number");
}
