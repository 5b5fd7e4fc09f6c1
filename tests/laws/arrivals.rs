//! Units that come into being in the middle of a battle, and pieces that join another unit.

use super::*;

#[test]
fn a_piece_that_joins_another_unit_is_of_that_unit_until_it_is_taken_back() {
    let (party, reserve) = (UnitId(0), UnitId(2));
    let mut battle = Battle::new(&with_reserve(30), 1, duel::plugin);
    let mut blind = commander(Level::Random, 5);
    let before = loop {
        let before = battle.snapshot();
        let ask = battle.awaiting().asks.first().cloned().expect("a man falls before the end");
        battle.submit(blind.decide(&battle, &ask).order).unwrap();
        if battle.view().unit(reserve).pieces.len() == 1 {
            break before;
        }
    };
    let view = battle.view();
    let came = *view.unit(party).pieces.last().unwrap();
    assert_eq!((view.unit(party).pieces.len(), view.unit_of(came), view.piece(came).unit), (4, party, party));
    assert_eq!(battle.piece_key(came), "fr_1.4");
    assert!(view.present(party).any(|piece| piece == came) && view.present(reserve).count() == 1);
    battle.restore(&before);
    let view = battle.view();
    assert_eq!((view.unit(reserve).pieces.len(), view.unit_of(came)), (2, reserve));
    assert_eq!(battle.piece_key(came), "reserve.1");
}

#[test]
fn a_duel_with_units_that_come_into_being_keeps_the_laws() {
    for seed in 0..8 {
        kit::keeps_the_laws(&with_scouts(12, seed % 2 == 0), duel::plugin, seed, 1000);
    }
    let forgetful = |app: &mut App| {
        duel::plugin(app);
        kit::keep_nothing(app);
    };
    kit::keeping_changes_nothing(&with_scouts(12, true), duel::plugin, forgetful, 3, 200);
    let noisy = |app: &mut App| {
        duel::plugin(app);
        kit::make_noise(app);
    };
    kit::noise_changes_nothing(&with_scouts(12, false), duel::plugin, noisy, 3);
    assert!(kit::secrets_are_kept(&with_scouts(4, true), duel::plugin, 2) > 20);
}

/// A man of the first side's party is sent out, the other side waits, and the first calls a helper.
fn scouted() -> Battle {
    let mut battle = Battle::new(&with_scouts(12, false), 1, duel::plugin);
    let man = battle.view().unit(UnitId(0)).pieces[1];
    battle.submit(Order::new(SideId(0), &duel::SEND).pieces([man])).expect("he may go");
    battle.submit(Order::new(SideId(1), &duel::PASS)).expect("it may wait");
    let call = Order::new(SideId(0), &duel::CALL).path([Leg::To(Vec2::new(40.0, 4.0))]);
    battle.submit(call).expect("he may come");
    battle
}

#[test]
fn what_comes_into_being_has_the_next_ids_and_is_logged() {
    let battle = scouted();
    let view = battle.view();
    let (scouts, helpers) = (UnitId(2), UnitId(3));
    let helper = *view.unit(helpers).pieces.last().expect("he came");
    assert_eq!((view.unit_ids().len(), view.piece_ids().len()), (4, 7));
    assert_eq!(view.unit(scouts).from, Some(UnitId(0)), "they are of the party");
    assert_eq!((view.unit(UnitId(0)).pieces.len(), view.unit(scouts).pieces.len()), (2, 1));
    assert_eq!((battle.piece_key(PieceId(1)), battle.piece_key(helper)), ("fr_1_scouts.1".into(), "helper.1".into()));
    assert_eq!((helper, view.place(helper).at, view.in_play(helper)), (PieceId(6), Vec2::new(40.0, 4.0), true));
    let kinds: Vec<&EventKind> = battle.log().events().iter().map(|event| &event.kind).collect();
    let raised = |unit, from| kinds.contains(&&EventKind::Raised { unit, from });
    assert!(raised(scouts, Some(UnitId(0))) && raised(helpers, None), "{kinds:?}");
    assert!(kinds.contains(&&EventKind::Joined { piece: PieceId(1), unit: scouts, post: None }), "{kinds:?}");
    let added = |kind: &&EventKind| matches!(kind, EventKind::Added { piece, unit, .. } if (*piece, *unit) == (helper, helpers));
    assert!(kinds.iter().any(added), "{kinds:?}");
}

#[test]
fn what_came_into_being_goes_when_it_is_taken_back_and_comes_again_as_it_was() {
    let mut battle = scouted();
    let (checksum, state, whole) = (battle.checksum(), battle.state_json(), battle.snapshot());
    let call = battle.undo().expect("nothing was revealed");
    assert_eq!((battle.view().unit_ids().len(), battle.view().piece_ids().len()), (3, 6));
    let unknown = Order::new(SideId(0), &duel::WALK).pieces([PieceId(6)]).path([Leg::To(Vec2::new(1.0, 1.0))]);
    assert!(battle.submit(unknown).is_err(), "nobody has this id now");
    battle.submit(call).expect("he may come again");
    assert_eq!((battle.checksum(), battle.state_json()), (checksum, state.clone()));
    let begun = battle.at(0);
    assert_eq!((begun.view().unit_ids().len(), begun.view().piece_ids().len()), (2, 6));
    assert_eq!(battle.at(3).checksum(), checksum);
    // A snapshot brings units into a world in which they never were.
    let mut world = simulation_world(duel::plugin);
    scenario::muster(&mut world, battle.scenario());
    whole.put_back(&mut world);
    assert_eq!(BattleView::whole(&world).unit_of(PieceId(6)), UnitId(3));
    let mut other = Battle::new(battle.scenario(), 2, duel::plugin);
    other.restore(&Snapshot::take(&world));
    assert_eq!(other.state_json(), state, "the other battle has the same units");
}

#[test]
fn a_record_brings_units_into_being_again() {
    let battle = scouted();
    let folder = tempfile::tempdir().expect("there is room");
    let header = Header::new(battle.scenario(), 1, Vec::new(), None);
    let mut writer = JournalWriter::begin(folder.path(), &header).expect("it can be written");
    for recorded in battle.record() {
        writer.order(recorded).expect("it can be written");
    }
    let journal = Journal::open(writer.path()).expect("it can be read");
    let replayed = replay(&journal, None, duel::plugin).expect("it can be played");
    assert_eq!(replayed.diverged, None);
    assert_eq!(replayed.battle.checksum(), battle.checksum());
}
