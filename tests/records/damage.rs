//! Records that were damaged or edited.

use super::*;

#[test]
fn every_bad_line_is_found_and_what_stands_before_it_is_kept() {
    for bad in [
        "",
        "{}",
        "null",
        "not json",
        "{\"order\":{}}",
        "{\"undo\":{\"left\":99}}",
        "{\"undo\":{\"left\":-1}}",
        "{\"order\":{\"order\":{\"side\":0,\"verb\":\"pass\",\"cheat\":1},\"checksum\":\"0\",\"events\":0,\"turn\":1,\"asks\":[]}}",
        "{\"what\":1}",
        "\u{0}\u{0}\u{0}",
    ] {
        let folder = TempDir::new().unwrap();
        let (_, path) = played(folder.path(), 6);
        let mut all = lines(&path);
        all[4] = bad.into();
        write_lines(&path, &all);
        assert_eq!(Journal::open(&path).unwrap().orders().len(), 3, "{bad:?} without a seal");
        write_lines(&path, &sealed(&all));
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.damage.as_ref().map(|damage| damage.line), Some(5), "{bad:?}");
        assert_eq!(journal.orders().len(), 3, "{bad:?}");
    }
}

#[test]
fn an_edited_order_breaks_its_seal_and_sealed_anew_it_is_found_by_its_checksum() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 6);
    let mut all = lines(&path);
    let moved = all.iter().position(|line| line.contains("\"to\"")).expect("somebody walked");
    let mut value: serde_json::Value = serde_json::from_str(&bare(&all[moved])).unwrap();
    let leg = &mut value["order"]["order"]["path"][0]["to"];
    *leg = serde_json::json!([leg[0].as_f64().unwrap() + 0.25, leg[1].as_f64().unwrap()]);
    let end = all[moved][bare(&all[moved]).len() - 1..].to_owned();
    let edited = value.to_string();
    all[moved] = format!("{}{end}", edited.strip_suffix('}').unwrap());
    write_lines(&path, &all);
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.damage.as_ref().map(|damage| damage.line), Some(moved + 1));
    assert!(journal.damage.unwrap().what.contains("seal"));
    write_lines(&path, &sealed(&all));
    let journal = Journal::open(&path).unwrap();
    assert_eq!(journal.damage, None);
    let replayed = replay(&journal, None, duel::plugin).unwrap();
    let diverged = replayed.diverged.expect("the edit shows");
    assert_eq!(diverged.step, moved);
    assert_eq!(replayed.battle.checksum(), battle.at(moved - 1).checksum());
}

#[test]
fn no_byte_of_a_journal_can_change_unseen() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 3);
    let good = fs::read(&path).unwrap();
    let header = good.iter().position(|byte| *byte == b'\n').unwrap();
    // The first line is long, and its bytes are sealed as those of the others are.
    for at in (0..good.len()).filter(|at| at % 7 == 0 || *at + 40 > header) {
        // Another letter or number where there was one, and a byte that is no text.
        for other in [good[at] ^ 1, good[at] ^ 0x80] {
            let mut changed = good.clone();
            changed[at] = other;
            fs::write(&path, &changed).unwrap();
            if let Ok(journal) = Journal::open(&path) {
                assert!(journal.damage.is_some(), "byte {at} as {other:#x}");
            }
        }
    }
}

#[test]
fn a_number_of_the_format_that_was_changed_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let good = lines(&path);
    for (found, told) in [(0, "there is not"), (1, "was changed"), (3, "was changed"), (99, "was changed")] {
        let mut all = good.clone();
        all[0] = all[0].replacen("\"grapeshot_journal\":2", &format!("\"grapeshot_journal\":{found}"), 1);
        write_lines(&path, &all);
        let why = Journal::open(&path).unwrap_err().to_string();
        assert!(why.contains(told), "{found}: {why}");
    }
    let mut all = good.clone();
    all[0] = all[0].replacen("\"game\":\"", "\"game\":\"9.", 1);
    write_lines(&path, &all);
    assert!(matches!(Journal::open(&path), Err(JournalError::Edited { .. })));
    // A record of format 1 has no seals; one line of format 2 in it is none of its own.
    let mut all = of_format_1(&good);
    all[2] = good[2].clone();
    write_lines(&path, &all);
    assert_eq!(Journal::open(&path).unwrap().damage.map(|damage| damage.line), Some(3));
}
