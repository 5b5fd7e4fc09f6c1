//! Records of other versions and of rulesets that are not there, and headers that were forged.

use super::*;

#[test]
fn a_record_of_an_older_game_is_verified_by_its_checksums_and_says_what_plays_it() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 4);
    let mut all = lines(&path);
    all[0] = all[0].replacen(concat!("\"game\":\"", env!("CARGO_PKG_VERSION")), "\"game\":\"0.0.7", 1);
    write_lines(&path, &sealed(&all));
    let journal = Journal::open(&path).unwrap();
    assert_eq!(replay(&journal, None, duel::plugin).unwrap().diverged, None);
    let mut order: serde_json::Value = serde_json::from_str(&bare(&all[3])).unwrap();
    order["order"]["checksum"] = serde_json::json!("0123456789abcdef");
    all[3] = order.to_string();
    write_lines(&path, &sealed(&all));
    let diverged = replay(&Journal::open(&path).unwrap(), None, duel::plugin).unwrap().diverged.unwrap();
    assert_eq!(diverged.step, 3);
    assert!(diverged.what.contains("the record is of Grapeshot 0.0.7"), "{}", diverged.what);
}

#[test]
fn a_record_of_format_1_opens_and_goes_on_in_a_new_file_of_today() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 5);
    let old = of_format_1(&lines(&path));
    write_lines(&path, &old);
    let journal = Journal::open(&path).unwrap();
    assert!(!journal.is_sealed());
    assert_eq!((journal.orders().len(), journal.damage.clone()), (5, None));
    let replayed = replay(&journal, None, duel::plugin).unwrap();
    assert_eq!((replayed.battle.checksum(), replayed.diverged), (battle.checksum(), None));
    let writer = JournalWriter::resume(&journal, 5).unwrap();
    assert_ne!(writer.path(), path);
    assert_eq!(lines(&path), old, "the old record is left as it was");
    let new = Journal::open(writer.path()).unwrap();
    assert!(new.is_sealed());
    assert_eq!((new.orders().len(), new.damage), (5, None));
}

#[test]
fn foreign_and_newer_and_edited_headers_are_refused_with_what_to_do() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let good = lines(&path);
    let with_header = |header: String| {
        let mut all = good.clone();
        all[0] = header;
        write_lines(&path, &all);
        Journal::open(&path).unwrap_err()
    };
    let newer = sealed(&[good[0].replacen("\"grapeshot_journal\":2", "\"grapeshot_journal\":9", 1)]).remove(0);
    let newer = with_header(newer);
    assert!(matches!(newer, JournalError::Newer { found: 9, .. }), "{newer}");
    assert!(newer.to_string().contains("format 9") && newer.to_string().contains("Open it with"), "{newer}");
    let edited = with_header(good[0].replacen("Duel at dawn", "Duel at dusk", 1));
    assert!(matches!(edited, JournalError::Edited { .. }), "{edited}");
    let edited = with_header(sealed(&[good[0].replacen("Duel at dawn", "Duel at dusk", 1)]).remove(0));
    assert!(matches!(edited, JournalError::Edited { .. }), "{edited}");
    for header in ["", "[]", "{\"a\":1}", "{\"grapeshot_journal\":1}", "hello"] {
        let foreign = with_header(header.into());
        assert!(matches!(foreign, JournalError::Foreign { .. }), "{foreign}");
    }
    fs::write(&path, b"").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Foreign { .. })));
    fs::write(&path, b"\xff\xfe\n\xff").unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Foreign { .. })));
    assert!(matches!(Journal::open(&folder.path().join("none")), Err(JournalError::Unreadable { .. })));
    assert!(matches!(Journal::open(folder.path()), Err(JournalError::Unreadable { .. })));
}

#[test]
fn a_journal_of_a_ruleset_that_is_not_there_is_refused() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 1);
    let journal = Journal::open(&path).unwrap();
    let why = replay(&journal, None, grapeshot::rulesets::plugin).err().expect("there is no duel in the game");
    assert!(why.contains("duel"), "{why}");
}

/// A record whose header was changed and digested and sealed anew.
fn forged(lines: &[String], change: impl Fn(&mut Value)) -> Vec<String> {
    let mut all = lines.to_vec();
    let mut header: Value = serde_json::from_str(&bare(&all[0])).unwrap();
    change(&mut header["scenario"]);
    let scenario: Scenario = serde_json::from_value(header["scenario"].clone()).expect("it has the form of a scenario");
    header["digest"] = Header::new(&scenario, 0, Vec::new(), None).digest.into();
    all[0] = serde_json::to_string(&header).unwrap();
    sealed(&all)
}

#[test]
fn a_forged_scenario_is_refused_as_a_scenario_file_would_be() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 3);
    let good = lines(&path);
    let open = |change: &dyn Fn(&mut Value)| {
        write_lines(&path, &forged(&good, change));
        replay(&Journal::open(&path).expect("the seals are good"), None, duel::plugin).err()
    };
    assert_eq!(open(&|_| {}), None, "unchanged it is good");
    let changes: [(&dyn Fn(&mut Value), &[&str]); 9] = [
        (&|scenario| scenario["units"][0]["side"] = 7.into(), &["there is no side \"?\"", "Valid are"]),
        (&|scenario| scenario["units"][1]["superior"] = 99.into(), &["there is no unit \"?\" to be under"]),
        (&|scenario| scenario["units"][1]["superior"] = 1.into(), &["is under itself"]),
        (&|scenario| scenario["units"][0]["pieces"] = json!([]), &["cannot have 0 figures", "Give it 1 to"]),
        (
            &|scenario| scenario["units"][0]["unit_entry"]["kind"] = "ghost".into(),
            &["there is no kind of unit \"ghost\""],
        ),
        (&|scenario| scenario["units"][0]["pieces"][1]["place"]["at"] = json!([1e30, 3.0]), &["off the table"]),
        (
            &|scenario| scenario["units"][0]["pieces"][1]["place"]["at"] = json!([10.0, 9.0]),
            &["stand on each other", "move one of them"],
        ),
        (&|scenario| scenario["terrain"]["size"] = json!([0.0, 0.0]), &["width"]),
        (&|scenario| scenario["sides"][1]["id"] = 0.into(), &["no scenario file could say this", "sides[1].id is 0"]),
    ];
    for (change, parts) in changes {
        let why = open(change).expect("it is refused");
        for part in parts {
            assert!(why.contains(part), "{part}: {why}");
        }
        assert!(why.contains("the scenario in") && why.contains("cannot be played"), "{why}");
    }
}
