//! The shelf of records: where each battle stands, its name, its copies.

use super::*;

#[test]
fn the_shelf_tells_where_each_battle_stands() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 5);
    fs::write(folder.path().join("broken.journal"), "nonsense\n").unwrap();
    fs::write(folder.path().join("notes.txt"), "no journal").unwrap();
    let shelf: Vec<_> = shelf::files(folder.path()).iter().map(|path| shelf::info(path)).collect();
    assert_eq!(shelf.len(), 2);
    let good = shelf.iter().find(|info| info.path == path).expect("it is on the shelf");
    assert_eq!((good.title.as_str(), good.step), ("Duel at dawn", 5));
    assert_eq!(good.turn, battle.view().clock().turn);
    assert_eq!(good.waits_for, ["British"]);
    assert_eq!(good.sides, [("French".to_owned(), "ai:random".to_owned())]);
    assert!(shelf.iter().any(|info| info.trouble.is_some()));
    assert!(shelf::files(Path::new("no such folder")).is_empty());
    assert!(!shelf::is_over(&path).unwrap());
    let mut writer = JournalWriter::resume(&Journal::open(&path).unwrap(), 5).unwrap();
    let outcome = r#"{"winner":0,"points":[1.0,0.0],"turn":1,"text":"it is over","rule":"X-1"}"#;
    writer.outcome(&serde_json::from_str(outcome).unwrap()).unwrap();
    writer.sides(vec![("french".into(), "human".into())]).unwrap();
    assert!(shelf::is_over(&path).unwrap());
}

#[test]
fn a_player_names_a_record_and_it_stays_the_same_battle() {
    let folder = TempDir::new().unwrap();
    let (battle, path) = played(folder.path(), 5);
    assert_eq!(shelf::info(&path).name, None);
    let named = shelf::rename(&path, " The long afternoon ").unwrap();
    assert!(!path.exists());
    let info = shelf::info(&named);
    assert_eq!((info.name.as_deref(), info.title.as_str()), (Some("The long afternoon"), "Duel at dawn"));
    assert_eq!(Journal::open(&named).unwrap().orders().len(), battle.orders().len());
    assert_eq!(shelf::rename(&named, "The long afternoon.journal").unwrap(), named, "that is its name");
    let (_, other) = played(folder.path(), 1);
    for wrong in ["", "  ", "../away", ".hidden", "a/b", "The long afternoon"] {
        assert!(shelf::rename(&other, wrong).is_err(), "{wrong}");
    }
    assert!(other.exists() && named.exists());
}

#[test]
fn a_record_that_somebody_writes_is_neither_renamed_nor_deleted() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 2);
    let writer = JournalWriter::resume(&Journal::open(&path).unwrap(), 2).unwrap();
    for error in [shelf::rename(&path, "mine").err(), shelf::delete(&path).err()] {
        assert!(matches!(error, Some(JournalError::InUse { .. })), "{error:?}");
    }
    drop(writer);
    shelf::delete(&path).unwrap();
    assert!(!path.exists() && shelf::delete(&path).is_err());
}

#[test]
fn a_copy_of_a_record_is_put_where_it_was_asked_for_and_over_no_other_file() {
    let folder = TempDir::new().unwrap();
    let (_, path) = played(folder.path(), 3);
    let name = path.file_name().unwrap();
    let away = folder.path().join("away");
    fs::create_dir(&away).unwrap();
    assert_eq!(shelf::copy(&path, &away).unwrap(), away.join(name), "a folder takes it under its own name");
    let copy = shelf::copy(&path, &away.join("new").join("mine")).unwrap();
    assert_eq!(copy, away.join("new").join("mine.journal"));
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&path).unwrap());
    assert!(matches!(shelf::copy(&path, &copy), Err(JournalError::Exists { .. })));
}
