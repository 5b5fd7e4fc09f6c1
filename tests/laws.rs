//! The laws that every battle keeps, over a tiny ruleset and over every scenario that is shipped.

mod duel;
mod formed_duel;
mod kit;
mod period;

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Query, world::World},
    math::Vec2,
};
use duel::{Nerve, Stance};
use grapeshot::{
    ai::{Level, commander, unerring},
    battle::{Battle, Intervention, KEYFRAMES_APART, KEYFRAMES_MOST, replay, simulation_world},
    events::{BattleEvent, EventKind, Explained, Known, RuleId, Trial},
    forces::{Fate, PieceId, SideId, UnitId, Value},
    orders::{Leg, Order, PlannedMove},
    procedure::During,
    record::{Header, Journal, JournalWriter, Snapshot},
    rulesets::{
        self,
        black_powder::{
            BLACK_POWDER,
            book::values::{Formation, Regiment},
        },
        combat_patrol::state::sequence_of_play::Stage,
        fire_and_fury::{
            book::values::Class,
            state::{
                sequence_of_play::{Charge, ChargeStage, SequenceOfPlay},
                view::FuryView,
            },
        },
        horse_and_musket::HORSE_AND_MUSKET,
    },
    scenario::{self, Scenario},
    table::position::Place,
    testing::{self, BLUE, GREEN, RED, TestBattle, TestTable, WILD},
    turn::{Ask, BattleMut, BattleView, LossTerm, Resolve, ResolveSystems, STRANGER, VictoryTerms},
};
use kit::{agreement, conduct, moments};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::sync::Arc;

#[test]
fn a_duel_keeps_the_laws() {
    for seed in 0..12 {
        kit::keeps_the_laws(&duel::scenario(3, 40), duel::plugin, seed, 400);
    }
}

/// A formed ruleset of two chapters keeps the laws of all rulesets, and is played to its end by the computer.
#[test]
fn a_formed_duel_keeps_the_laws() {
    for seed in 0..6 {
        let orders = kit::keeps_the_laws(&formed_duel::scenario(3, 8), formed_duel::plugin, seed, 400);
        assert!(orders > 10, "{orders}");
    }
    kit::all_state_is_registered(&formed_duel::scenario(3, 8), formed_duel::plugin);
}

/// A battalion with its staff and a battery on each side, under Burt's rules, for this many turns.
fn two_battalions(turns: u16) -> Arc<Scenario> {
    let battalion = |table: TestTable, side: SideId, name: &str, y: f32, facing: f32| {
        let back = if facing == 90.0 { -1.5 } else { 1.5 };
        table
            .block(&format!("{name}_staff"), side, "command_element", "", (24.0, y + back, facing))
            .block(&format!("{name}_foot"), side, "infantry", "line", (24.0, y, facing))
            .number("figures", 24.0)
            .under(&format!("{name}_staff"))
            .block(&format!("{name}_guns"), side, "foot_guns", "unlimbered", (34.0, y, facing))
            .number("figures", 2.0)
    };
    let table = TestTable::new("burt", grapeshot::rulesets::plugin).size(48.0, 36.0).turns(turns);
    let table = battalion(table, BLUE, "blue", 12.0, 90.0);
    Arc::new(battalion(table, RED, "red", 22.0, 270.0).scenario())
}

/// SB-3.2, SB-11.3: nobody can tell an order that lies face down, or the army morale of his enemy.
#[test]
fn orders_on_chits_are_kept_secret() {
    let exchanged: usize = (0..2).map(|seed| kit::secrets_are_kept(&two_battalions(2), rulesets::plugin, seed)).sum();
    assert!(exchanged > 100, "{exchanged}");
}

#[test]
fn a_battle_of_two_battalions_keeps_the_laws() {
    kit::keeps_the_laws(&two_battalions(4), rulesets::plugin, 3, 800);
}

/// A regiment, cavalry and a battery with their leader on each side, under the rules of Fire and Fury, for this many
/// turns.
fn two_regiments(turns: u16) -> Arc<Scenario> {
    let brigade = |table: TestTable, side: SideId, name: &str, y: f32, facing: f32| {
        let back = if facing == 90.0 { -3.0 } else { 3.0 };
        table
            .block(&format!("{name}_leader"), side, "commander", "", (24.0, y + back, facing))
            .block(&format!("{name}_foot"), side, "infantry", "line", (24.0, y, facing))
            .stands(8)
            .under(&format!("{name}_leader"))
            .block(&format!("{name}_horse"), side, "cavalry", "line", (38.0, y, facing))
            .stands(4)
            .word("weapon", "none")
            .under(&format!("{name}_leader"))
            .block(&format!("{name}_guns"), side, "guns", "unlimbered", (12.0, y, facing))
            .stands(2)
            .under(&format!("{name}_leader"))
    };
    let table = TestTable::new("fire_and_fury", grapeshot::rulesets::plugin).size(48.0, 36.0).turns(turns);
    let table = brigade(table, BLUE, "blue", 12.0, 90.0);
    Arc::new(brigade(table, RED, "red", 22.0, 270.0).scenario())
}

#[test]
fn a_battle_of_two_regiments_keeps_the_laws() {
    for seed in 0..4 {
        kit::keeps_the_laws(&two_regiments(4), rulesets::plugin, seed, 800);
    }
}

/// A duel for this many turns in which chits are laid in secret.
fn with_chits(turns: u16) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    scenario.settings.0.insert("chits".into(), Value::Flag(true));
    Arc::new(scenario)
}

/// A duel in which the first side has a reserve of two men, in a unit of its own.
fn with_reserve(turns: u16) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    let mut reserve = scenario.units[0].clone();
    (reserve.key, reserve.name) = ("reserve".into(), "Reserve".into());
    reserve.pieces.truncate(2);
    for (n, man) in reserve.pieces.iter_mut().enumerate() {
        man.place.at = Vec2::new(20.0 + 2.0 * n as f32, 2.0);
    }
    scenario.units.push(reserve);
    Arc::new(scenario)
}

#[test]
fn a_duel_with_a_reserve_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_reserve(30), duel::plugin, seed, 400);
    }
}

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

/// A duel in which men are sent out and called, each side with chits if wished.
fn with_scouts(turns: u16, chits: bool) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    scenario.settings.0.insert("scouts".into(), Value::Flag(true));
    scenario.settings.0.insert("chits".into(), Value::Flag(chits));
    scenario.changed_settings.push("scouts".into());
    if chits {
        scenario.changed_settings.push("chits".into());
    }
    Arc::new(scenario)
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

#[test]
fn of_what_comes_out_of_those_who_hide_only_their_own_side_learns() {
    let mut world = simulation_world(duel::plugin);
    scenario::muster(&mut world, &with_scouts(12, false));
    let mut battle = BattleMut::new(&mut world);
    let party = battle.view().unit(UnitId(0)).pieces.clone();
    battle.conceal(&party);
    let rule = RuleId::new("DU-1.8");
    let scouts = battle.split_unit(UnitId(0), &party[1..], "fr_1".into(), "Scouts".into(), rule.clone(), "They go");
    let view = battle.view();
    assert_eq!(view.unit(scouts).key, "fr_1_2", "no two units are called the same");
    assert!(!view.seen_by(SideId(1)).knows_unit(scouts) && view.seen_by(SideId(0)).knows_unit(scouts));
    assert!(view.log().events().iter().all(|event| event.known_to == Known::Only(SideId(0))));
    battle.show_piece(party[2], rule, "One is seen");
    let seen = battle.view().log().events().last().cloned().expect("it is told");
    assert_eq!(seen.known_to, Known::All);
    assert!(matches!(seen.kind, EventKind::Appeared { unit, .. } if unit == scouts), "the others learn whose he is");
}

#[test]
fn a_duel_with_chits_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_chits(12), duel::plugin, seed, 1000);
    }
}

#[test]
fn what_is_secret_of_a_side_no_other_can_tell() {
    let exchanged: usize = (0..4).map(|seed| kit::secrets_are_kept(&with_chits(6), duel::plugin, seed)).sum();
    assert!(exchanged > 100, "{exchanged} secrets were exchanged");
}

#[test]
#[should_panic(expected = "can be told by")]
fn a_ruleset_that_tells_a_secret_is_found() {
    for seed in 0..4 {
        kit::secrets_are_kept(&with_chits(6), |app| duel::register(app, Some(duel::Fault::Tells)), seed);
    }
}

#[test]
#[should_panic(expected = "decides another way")]
fn a_computer_that_looks_ahead_with_the_enemys_secrets_is_found() {
    for seed in 0..4 {
        kit::secrets_are_kept(&with_chits(6), |app| duel::register(app, Some(duel::Fault::Peeps)), seed);
    }
}

/// A duel in which both sides are asked for their chits.
fn choosing() -> Battle {
    Battle::new(&with_chits(12), 3, duel::plugin)
}

fn chit(side: SideId, word: &'static str) -> Order {
    Order::new(side, &duel::CHOOSE).choice(word)
}

#[test]
fn a_chit_is_changed_freely_legible_to_its_owner_and_shown_when_it_counts() {
    let (french, british) = (SideId(0), SideId(1));
    let mut battle = choosing();
    let stance = |battle: &Battle, by: SideId| battle.view_of(by).secret::<Stance>(UnitId(0)).copied();
    battle.submit(chit(french, "wary")).unwrap();
    battle.submit(chit(french, "steady")).unwrap();
    assert_eq!((stance(&battle, french), stance(&battle, british)), (Some(Stance::Steady), None));
    assert_eq!(battle.view().secret::<Stance>(UnitId(0)), Some(&Stance::Steady), "an onlooker sees all");
    assert_eq!(battle.undo(), Ok(chit(french, "steady")), "a chit can be taken back");
    assert_eq!(stance(&battle, french), Some(Stance::Wary));
    for side in [french, british] {
        battle.submit(Order::new(side, &duel::READY)).unwrap();
    }
    assert_eq!(stance(&battle, british), None, "it lies face down");
    let shooter = battle.view().unit(UnitId(0)).pieces[0];
    let target = battle.view().unit(UnitId(1)).pieces[0];
    // Both come within range first.
    for (y, side, piece) in [(15.0, french, shooter), (33.0, british, target), (21.0, french, shooter)] {
        while battle.awaiting().asks[0].kind == "chit" {
            let side = battle.awaiting().asks[0].side;
            battle.submit(Order::new(side, &duel::READY)).unwrap();
        }
        battle.submit(Order::new(side, &duel::WALK).pieces([piece]).path([Leg::To(Vec2::new(10.0, y))])).unwrap();
    }
    let shot = Order::new(british, &duel::SHOOT).pieces([target]).target(shooter);
    let chance = battle.check(&shot).unwrap().odds[0].chance;
    assert!((chance - 2.0 / 6.0).abs() < 1e-6, "who shoots does not know that his target is wary: {chance}");
    battle.submit(shot).unwrap();
    assert!(battle.can_undo().is_err(), "what was shown was shown");
    assert_eq!(stance(&battle, british), None, "a new turn has begun, and chits lie face down again");
    let shown = battle.view_of(british).events().any(|event| matches!(event.kind, EventKind::Revealed { .. }));
    assert!(shown);
}

#[test]
fn a_die_rolled_in_secret_is_known_to_its_side_alone() {
    let battle = choosing();
    let rolls = |side| {
        let rolled = |event: &&BattleEvent| matches!(event.kind, EventKind::Rolled { .. });
        battle.view_of(side).events().filter(rolled).count()
    };
    assert_eq!((rolls(SideId(0)), rolls(SideId(1)), rolls(STRANGER)), (1, 1, 0));
    let nerve = |of: u8, by: u8| battle.view_of(SideId(by)).side_secret::<Nerve>(SideId(of)).is_some();
    assert!(nerve(0, 0) && nerve(1, 1) && !nerve(0, 1) && !nerve(1, 0));
}

#[test]
fn a_question_that_is_secret_tells_others_only_who_is_asked() {
    let mut battle = choosing();
    battle.submit(chit(SideId(0), "wary")).unwrap();
    let ask = battle.awaiting().of(SideId(0)).unwrap();
    let foreign = ask.as_known(&battle.view_of(SideId(1)));
    assert_eq!((foreign.question.as_str(), foreign.side), ("The French decide", SideId(0)));
    assert!(foreign.verbs.is_empty() && foreign.choices.is_empty());
    assert_eq!(ask.as_known(&battle.view_of(SideId(0))), *ask);
    // Nor does a refusal tell it.
    battle.submit(Order::new(SideId(1), &duel::READY)).unwrap();
    let refused = battle.check(&chit(SideId(1), "wary")).unwrap_err();
    assert!(refused.reason.ends_with("The French decide"), "{refused}");
}

#[test]
fn a_computer_that_answers_in_secret_cannot_be_foreseen() {
    let battle = choosing();
    let ask = battle.awaiting().asks[0].clone();
    let choice = |seed| unerring(seed).decide(&battle, &ask).order.choice;
    let chosen: std::collections::BTreeSet<_> = (0..12).map(choice).collect();
    assert_eq!(chosen.into_iter().flatten().collect::<Vec<_>>(), ["steady", "wary"]);
    // What all may see is answered with the best that there is.
    let open = Ask { secret: false, ..ask.clone() };
    let choice = |seed| unerring(seed).decide(&battle, &open).order.choice;
    assert!((0..12).all(|seed| choice(seed).as_deref() == Some("steady")));
}

#[test]
fn all_state_of_a_duel_is_registered() {
    kit::all_state_is_registered(&duel::scenario(3, 40), duel::plugin);
}

#[test]
fn no_schedule_of_a_duel_is_ambiguous() {
    kit::no_schedule_is_ambiguous(duel::plugin);
}

#[test]
fn a_snapshot_of_a_duel_is_whole() {
    kit::a_snapshot_is_whole(&duel::scenario(3, 40), duel::plugin);
}

/// A duel that counts its orders.
fn counted(app: &mut App) {
    duel::plugin(app);
    moments::count_orders(app);
}

/// A duel in which this many times a side lets the other go on.
fn with_passes(turns: u16, passes: usize) -> Battle {
    let mut battle = Battle::new(&duel::scenario(3, turns), 1, counted);
    pass(&mut battle, passes);
    battle
}

/// Lets the other side go on this many times.
fn pass(battle: &mut Battle, passes: usize) {
    for _ in 0..passes {
        let side = battle.awaiting().asks[0].side;
        battle.submit(Order::new(side, &duel::PASS)).expect("it may wait");
    }
}

#[test]
fn any_moment_of_a_duel_is_come_to_again_as_it_was() {
    for (scenario, seed) in [(duel::scenario(3, 40), 2), (with_chits(12), 3), (with_scouts(12, true), 4)] {
        let most = moments::looked_back(&moments::blind(&scenario, counted, seed, 400));
        assert!(most < KEYFRAMES_APART, "{most} orders were given again for a look");
    }
}

#[test]
fn any_moment_of_a_long_battle_is_come_to_again_with_every_second_keyframe() {
    let most = moments::looked_back(&with_passes(2000, KEYFRAMES_APART * KEYFRAMES_MOST - 1));
    assert!(most < KEYFRAMES_APART, "{most} orders were given again for a look");
    let most = moments::looked_back(&with_passes(2000, KEYFRAMES_APART * (KEYFRAMES_MOST + 1)));
    assert!((KEYFRAMES_APART..2 * KEYFRAMES_APART).contains(&most), "{most} orders were given again for a look");
}

#[test]
fn orders_that_were_taken_back_are_in_no_moment_that_is_come_to_again() {
    let mut battle = with_passes(40, 2 * KEYFRAMES_APART + 10);
    for _ in 0..KEYFRAMES_APART + 15 {
        battle.undo().expect("nothing was revealed");
    }
    moments::give_blindly(&mut battle, 3 * KEYFRAMES_APART);
    let most = moments::looked_back(&battle);
    assert!(most < KEYFRAMES_APART, "{most} orders were given again for a look");
}

#[test]
fn what_a_script_does_at_a_keyframe_is_done_once_in_the_moments_after_it() {
    let mut battle = with_passes(40, KEYFRAMES_APART);
    battle.force(&duel::DICE, vec![6, 6]);
    pass(&mut battle, 10);
    moments::looked_back(&battle);
}

#[test]
fn an_order_that_was_drafted_is_reckoned_once() {
    let mut battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let walk = |battle: &Battle| {
        let ask = &battle.awaiting().asks[0];
        let man = ask.pieces[0];
        let ahead = battle.view().place(man).offset(3.0, 0.0);
        Order::new(ask.side, &duel::WALK).pieces([man]).path([Leg::To(ahead)])
    };
    let order = walk(&battle);
    let before = duel::RECKONED.get();
    let draft = battle.draft(order.clone()).expect("he may walk there");
    battle.give(draft.clone()).expect("it was allowed");
    assert_eq!(duel::RECKONED.get(), before + 1, "draft, submit and resolve reckon once");
    let plain = walk(&battle);
    battle.submit(plain).expect("his enemy may walk, too");
    assert_eq!(duel::RECKONED.get(), before + 2, "an order without a draft is reckoned once");
    battle.give(draft).expect("he may stay where he is now");
    assert_eq!(duel::RECKONED.get(), before + 3, "what was checked of an earlier moment is checked anew");
}

#[test]
fn no_schedule_of_a_shipped_ruleset_is_ambiguous() {
    kit::no_schedule_is_ambiguous(grapeshot::rulesets::plugin);
}

/// A system that nobody has put in order: when the activation card is drawn it might come before or after.
fn planted(_: &mut World) {}

#[test]
#[should_panic(expected = "has systems in no order")]
fn a_system_in_no_order_is_found_at_a_stage() {
    kit::no_schedule_is_ambiguous(|app| {
        grapeshot::rulesets::plugin(app);
        app.add_systems(During::of(HORSE_AND_MUSKET, Stage::CARD), planted);
    });
}

#[test]
#[should_panic(expected = "has systems in no order")]
fn a_system_in_no_order_is_found_among_the_verbs() {
    kit::no_schedule_is_ambiguous(|app| {
        grapeshot::rulesets::plugin(app);
        app.add_systems(Resolve::of(HORSE_AND_MUSKET), planted);
    });
}

/// Battles with blind orders over each shipped scenario, fewer over those with many units.
const BLIND: u64 = 4;
/// This many units are few.
const FEW: usize = 12;

/// A herd, a bear and two posses of the Old West.
fn with_animals() -> Arc<Scenario> {
    let men = |y: f32| [20.0, 22.0, 24.0, 26.0].map(|x| (x, y, 90.0));
    let heads = [(40.0, 20.0, 0.0), (42.0, 20.0, 0.0), (40.0, 22.0, 0.0), (38.0, 20.0, 0.0), (40.0, 18.0, 0.0)];
    let table = TestTable::new("old_west", grapeshot::rulesets::plugin).turns(3).wild();
    let table = table.unit("posse", BLUE, &men(10.0)).unit("bandits", RED, &men(30.0)).weapons(&["revolver"]);
    let table = table.unit("herd", WILD, &heads).kind("cattle").weapons(&[]).leaderless();
    Arc::new(table.unit("bear", WILD, &[(30.0, 20.0, 0.0)]).kind("grizzly_bear").leaderless().scenario())
}

/// OW-9.2: animals that nobody plays go by the same laws as everybody.
#[test]
fn a_battle_with_animals_keeps_the_laws() {
    for seed in 0..3 {
        kit::keeps_the_laws(&with_animals(), rulesets::plugin, seed, 600);
    }
    kit::all_state_is_registered(&with_animals(), rulesets::plugin);
    kit::a_snapshot_is_whole(&with_animals(), rulesets::plugin);
}

/// Three parties of the Old West who all fight each other, a man of each worth a point to whoever shoots him.
fn with_three_parties() -> Arc<Scenario> {
    let men = |x: f32, y: f32, facing: f32| [0.0, 2.0, 4.0].map(|aside| (x + aside, y, facing));
    let losses = LossTerm { each: 1.0, ..LossTerm::default() };
    let table = TestTable::new("old_west", grapeshot::rulesets::plugin).size(40.0, 30.0).turns(6).third();
    let table = table.unit("posse", BLUE, &men(8.0, 8.0, 90.0)).weapons(&["rifle"]);
    let table = table.unit("bandits", RED, &men(8.0, 20.0, 270.0)).weapons(&["revolver"]);
    let table = table.unit("rangers", GREEN, &men(22.0, 14.0, 180.0)).weapons(&["rifle"]);
    Arc::new(table.victory(VictoryTerms { losses, margin: 1.0, ..VictoryTerms::default() }).scenario())
}

/// CP-15.1: a battle of three parties goes by the same laws as one of two. The computer plays it to its end, which comes
/// with the last turn or when one party is left, and no man counts for two parties.
#[test]
fn a_battle_of_three_parties_keeps_the_laws() {
    for seed in 0..4 {
        kit::keeps_the_laws(&with_three_parties(), rulesets::plugin, seed, 900);
    }
    for seed in 0..4 {
        let mut battle = Battle::new(&with_three_parties(), seed, rulesets::plugin);
        let mut computer = commander(Level::Regular, seed);
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let order = computer.decide(&battle, &ask).order;
            battle.submit(order).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"));
        }
        let (view, outcome) = (battle.view(), battle.outcome().expect("it is over"));
        let lost = view.pieces().filter(|piece| matches!(view.fate(*piece), Fate::Casualty | Fate::Fled)).count();
        assert!(outcome.points.iter().sum::<f32>() <= lost as f32, "seed {seed}: {outcome:?}, {lost} lost");
        let left = view
            .sides()
            .players()
            .filter(|side| view.pieces().any(|piece| view.side_of(piece) == *side && view.in_play(piece)));
        assert!(outcome.turn == 6 || left.count() <= 1, "seed {seed}: {outcome:?}");
    }
}

/// A stagecoach with passengers, a buckboard with a Gatling, a wagon without a team, and bandits who stand about them.
fn with_wagons() -> Arc<Scenario> {
    let men = |x: f32, y: f32| [0.0, 1.5, 3.0, 4.5].map(|aside| (x + aside, y, 90.0));
    let film = Value::Word("hollywood".into());
    let table = TestTable::new("old_west", grapeshot::rulesets::plugin)
        .turns(4)
        .wild()
        .setting("style", film)
        .setting("gatling_crew", Value::Number(2.0));
    let table = table.obstacle("fence", &[(4.0, 26.0), (60.0, 26.0)]);
    let table = table.wagon("stage", BLUE, "stagecoach", (20.0, 20.0, 0.0)).weapons(&["shotgun"]);
    let table =
        table.wagon("gun", BLUE, "buckboard", (40.0, 16.0, 180.0)).wagon_gun("gatling", 2).weapons(&["revolver"]);
    let table = table.unit("guards", BLUE, &men(4.0, 4.0)).weapons(&["rifle"]).word("aboard", "stage");
    let table = table.unit("settlers", BLUE, &men(18.0, 18.0)).weapons(&["revolver"]);
    let table = table.unit("bandits", RED, &men(18.0, 23.0)).weapons(&["revolver"]).number("dynamite_figure", 2.0);
    let riders = [(30.0, 28.0, 270.0), (33.0, 28.0, 270.0), (36.0, 28.0, 270.0)];
    let table = table.unit("riders", RED, &riders).kind("mounted").weapons(&["revolver"]);
    Arc::new(table.wagon("loot", RED, "buggy", (50.0, 30.0, 90.0)).weapons(&["revolver"]).scenario())
}

/// OW-10.1: wagons and those on board go by the same laws as everybody.
#[test]
fn a_battle_with_wagons_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_wagons(), rulesets::plugin, seed, 600);
    }
    kit::all_state_is_registered(&with_wagons(), rulesets::plugin);
    kit::a_snapshot_is_whole(&with_wagons(), rulesets::plugin);
}

/// The scenarios that are shipped.
fn shipped() -> Vec<Arc<Scenario>> {
    testing::shipped(rulesets::plugin)
}

/// Battles with blind orders keep every law. `BATTLES=20 cargo test --test laws every_shipped_scenario` plays twenty of each
/// scenario.
#[test]
fn every_shipped_scenario_keeps_the_laws() {
    let battles = battles_to_read(|scenario| {
        let many = scenario.units.len().div_ceil(FEW) as u64;
        (BLIND / many.pow(4)).max(1)
    });
    battles.into_par_iter().for_each(|(scenario, seed)| {
        kit::keeps_the_laws(&scenario, rulesets::plugin, seed, 5000);
    });
}

#[test]
fn noise_changes_no_shipped_battle() {
    let noisy = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::make_noise(app);
    };
    shipped().into_par_iter().for_each(|scenario| {
        kit::noise_changes_nothing(&scenario, grapeshot::rulesets::plugin, noisy, 3);
    });
}

/// This many orders of each shipped battle are given with nothing kept, which takes longer.
const FIRST_ORDERS: usize = 120;

#[test]
fn what_is_kept_of_the_state_changes_no_shipped_battle() {
    let forgetful = |app: &mut App| {
        grapeshot::rulesets::plugin(app);
        kit::keep_nothing(app);
    };
    shipped().into_par_iter().for_each(|scenario| {
        kit::keeping_changes_nothing(&scenario, grapeshot::rulesets::plugin, forgetful, 5, FIRST_ORDERS);
    });
}

/// This many orders of each shipped battle are looked back at.
const LOOKED_BACK_AT: usize = 100;

#[test]
fn any_moment_of_a_shipped_battle_is_come_to_again_as_it_was() {
    let counted = |app: &mut App| {
        rulesets::plugin(app);
        moments::count_orders(app);
    };
    shipped().into_par_iter().for_each(|scenario| {
        let most = moments::looked_back(&moments::blind(&scenario, counted, 3, LOOKED_BACK_AT));
        assert!(most < KEYFRAMES_APART, "{}: {most} orders were given again for a look", scenario.id);
    });
}

#[test]
fn all_state_of_shipped_scenarios_is_registered() {
    for scenario in shipped() {
        kit::all_state_is_registered(&scenario, grapeshot::rulesets::plugin);
    }
}

#[test]
fn a_snapshot_of_a_shipped_scenario_is_whole() {
    for scenario in shipped() {
        kit::a_snapshot_is_whole(&scenario, grapeshot::rulesets::plugin);
    }
}

/// A witness of the first moment of a duel, who has heard of an event that never was.
fn misled(event: impl Fn(&BattleView) -> BattleEvent) -> conduct::Witness {
    let battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let mut witness = conduct::Witness::default();
    witness.takes_place(&battle.view(), battle.vocabulary());
    witness.hears(&battle.view(), &event(&battle.view()));
    witness.looks(&battle.view());
    witness
}

/// An event of a piece that goes along a way, with its line.
fn goes(view: &BattleView, piece: PieceId, path: Vec<Vec2>, text: &str) -> BattleEvent {
    let end = Place { at: *path.last().expect("a way has an end"), ..view.place(piece) };
    told(EventKind::Moved { piece, path, end }, text)
}

fn told(kind: EventKind, text: &str) -> BattleEvent {
    BattleEvent {
        step: 1,
        turn: 1,
        side: None,
        kind,
        text: text.to_owned(),
        rule: RuleId::new("DU-1.1"),
        explained: Explained::default(),
        trial: None,
        detail: false,
        known_to: Known::All,
    }
}

#[test]
fn a_move_that_nobody_made_is_found() {
    let aside = |view: &BattleView| {
        let at = view.place(PieceId(0)).at;
        goes(view, PieceId(0), vec![at, at + Vec2::X], "He goes")
    };
    assert!(misled(aside).broken()[0].starts_with("untold: "), "{:?}", misled(aside).broken());
}

#[test]
fn a_way_through_an_enemy_is_found() {
    let through = |view: &BattleView| {
        let (at, enemy) = (view.place(PieceId(0)).at, view.place(PieceId(3)).at);
        goes(view, PieceId(0), vec![at, enemy, at], "He goes and comes back")
    };
    let found = misled(through);
    assert!(found.broken().len() == 1 && found.broken()[0].starts_with("way: "), "{:?}", found.broken());
}

#[test]
fn a_way_that_is_longer_than_its_line_allows_is_found() {
    let far = |view: &BattleView| {
        let at = view.place(PieceId(0)).at;
        goes(view, PieceId(0), vec![at, at], "He goes 9.0 of 6.0 inches")
    };
    assert!(misled(far).broken()[0].starts_with("too far: "), "{:?}", misled(far).broken());
}

#[test]
fn a_dead_man_who_shoots_is_found() {
    let battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let (dead, target) = (PieceId(0), PieceId(3));
    let mut witness = conduct::Witness::default();
    witness.takes_place(&battle.view(), battle.vocabulary());
    witness.hears(&battle.view(), &told(EventKind::Removed { piece: dead, fate: Fate::Casualty }, "He falls"));
    witness.hears(&battle.view(), &told(EventKind::Shot { shooter: dead, target, hit: true }, "He shoots"));
    assert_eq!(witness.broken(), ["out of play: piece 0 acts: He shoots"]);
}

#[test]
fn tries_that_succeed_too_often_are_found() {
    let battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let heard = |successes: usize| {
        let mut witness = conduct::Witness::default();
        let trial = Some(Trial::of_tries("To hit", 0.5, successes, 400));
        witness.hears(&battle.view(), &BattleEvent { trial, ..told(EventKind::Note, "They fire") });
        witness.lucky().len()
    };
    assert_eq!((heard(200), heard(235), heard(245), heard(150)), (0, 0, 1, 1));
}

#[test]
fn a_throw_without_dice_is_found() {
    let rolled = EventKind::Rolled { side: None, unit: None, faces: 6, dice: Vec::new() };
    assert_eq!(misled(|_| told(rolled.clone(), "They strike")).broken(), ["no dice: They strike"]);
}

#[test]
fn a_plan_that_is_not_kept_is_found() {
    let mut battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let ask = &battle.awaiting().asks[0];
    let man = ask.pieces[0];
    let ahead = battle.view().place(man).offset(3.0, 0.0);
    let order = Order::new(ask.side, &duel::WALK).pieces([man]).path([Leg::To(ahead)]);
    let mut plan = battle.check(&order).expect("he may walk there");
    let from = battle.log().len();
    battle.submit(order.clone()).expect("it was checked");
    for (aside, found) in [(0.0, 0), (1.0, 1)] {
        let end = Place { at: ahead + Vec2::X * aside, ..battle.view().place(man) };
        plan.moves = vec![PlannedMove {
            piece: man,
            path: vec![end.at],
            end,
            shape: None,
            cost: Explained::default(),
            allowance: Some(3.0),
            stopped: None,
        }];
        let mut witness = conduct::Witness::default();
        witness.compares(&battle.view(), &order, &plan, from);
        assert_eq!(witness.broken().len(), found, "{:?}", witness.broken());
    }
}

#[test]
fn points_that_the_state_does_not_give_are_found() {
    let mut battle = Battle::new(&duel::scenario(3, 40), 1, duel::plugin);
    let mut blind = commander(Level::Random, 5);
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        battle.submit(blind.decide(&battle, &ask).order).expect("it is allowed");
    }
    let points = battle.outcome().expect("it is over").points.clone();
    let more: Vec<f32> = points.iter().map(|points| points + 1.0).collect();
    for (told, found) in [(points, 0), (more, 1)] {
        let mut witness = conduct::Witness::default();
        witness.settles(&battle, &told);
        assert_eq!(witness.broken().len(), found, "{:?}", witness.broken());
    }
}

#[test]
fn a_man_on_the_base_of_another_is_found() {
    let table = TestTable::new("horse_and_musket", rulesets::plugin).unit("men", BLUE, &[(20.0, 10.0, 90.0)]);
    let mut test = table.unit("foes", RED, &[(20.0, 12.0, 270.0)]).battle();
    let overlaps = |test: &TestBattle| kit::overlaps(&test.battle, [PieceId(0)]).len();
    assert_eq!(overlaps(&test), 0);
    test.put(PieceId(0), "place", Place::new(20.0, 11.5, 90.0));
    assert_eq!(overlaps(&test), 1);
}

/// Units that are written down as garrisons wherever they stand.
fn garrisons_of_nothing(mut regiments: Query<&mut Regiment>) {
    regiments.iter_mut().for_each(|mut regiment| regiment.formation = Formation::Garrison);
}

/// BP-8.1: what is said of a unit in two places is the same.
#[test]
fn a_garrison_without_a_building_is_found() {
    let planted = |app: &mut App| {
        rulesets::plugin(app);
        app.add_systems(Resolve::of(BLACK_POWDER), garrisons_of_nothing.after(ResolveSystems::Settle));
    };
    let scenario = TestTable::new("black_powder", rulesets::plugin)
        .block("general", BLUE, "commander", "", (24.0, 8.0, 90.0))
        .block("one", BLUE, "line_infantry", "line", (24.0, 12.0, 90.0))
        .under("general")
        .block("other", RED, "commander", "", (24.0, 40.0, 270.0))
        .block("foe", RED, "line_infantry", "line", (24.0, 36.0, 270.0))
        .under("other")
        .scenario();
    let mut battle = Battle::new(&Arc::new(scenario), 1, planted);
    let said = |battle: &Battle| agreement::contradictions(battle.view(), "black_powder");
    assert_eq!(said(&battle), Vec::<String>::new());
    let order = commander(Level::Random, 1).decide(&battle, &battle.awaiting().asks[0]).order;
    battle.submit(order).expect("it is allowed");
    assert_eq!(said(&battle), ["ONE", "FOE"].map(|name| format!("{name} is a garrison, and in no building")));
}

/// Two lines that look at each other, a number of inches apart.
fn front_to_front(inches: f32) -> TestBattle {
    let table = TestTable::new("fire_and_fury", rulesets::plugin).size(48.0, 36.0);
    let table = table.block("one", BLUE, "infantry", "line", (24.0, 12.0, 90.0)).stands(6);
    table.block("foe", RED, "infantry", "line", (24.0, 12.0 + inches, 270.0)).stands(6).battle()
}

/// FF-6.18: a line that comes up to an enemy by a march is found; one that does by a charge is not.
#[test]
fn who_comes_to_touch_an_enemy_without_a_charge_is_found() {
    for (rule, inches, found) in [("FF-6.5", 0.02, 1), ("FF-10.2", 0.02, 0), ("FF-6.5", 1.0, 0)] {
        let test = front_to_front(inches);
        let view = test.battle.view();
        let came = goes(&view, test.piece("foe", 1), vec![Vec2::new(24.0, 20.0)], "It comes");
        let mut witness = conduct::Witness::default();
        witness.parts(FuryView::of(view), &[BattleEvent { rule: RuleId::new(rule), ..came }]);
        assert_eq!(witness.broken().len(), found, "{rule}: {:?}", witness.broken());
    }
}

/// FF-10.13: two lines that go on touching when their combat is over are found, once.
#[test]
fn enemies_who_go_on_touching_after_their_fight_are_found() {
    const PLAY: &str = "fury_sequence_of_play";
    let mut test = front_to_front(0.02);
    let (unit, target) = (test.unit("one"), test.unit("foe"));
    let mut play = test.battle.view().resource::<SequenceOfPlay>().clone();
    let charge = Charge {
        unit,
        target,
        cold_steel: false,
        disordered: false,
        outflanks: false,
        also: Vec::new(),
        level: 0,
        class: Class::Open,
        stage: ChargeStage::Contact,
        storm: Vec::new(),
        followers: Vec::new(),
        moved: Vec2::ZERO,
    };
    play.charges = vec![charge];
    let mut witness = conduct::Witness::default();
    for (stage, found) in [(ChargeStage::Contact, 0), (ChargeStage::Over, 1), (ChargeStage::Over, 1)] {
        play.charges[0].stage = stage;
        let value = serde_json::to_value(&play).expect("it can be written");
        test.battle.intervene(Intervention::Put { state: PLAY.into(), of: None, value }).expect("it can be so");
        witness.parts(FuryView::of(test.battle.view()), &[]);
        assert_eq!(witness.broken().len(), found, "{stage:?}: {:?}", witness.broken());
    }
}

/// The battles that a law plays of each shipped scenario: as many as the law says, or as `BATTLES` says in the environment.
/// `SCENARIO` limits them to the scenarios with that word in their id.
fn battles_to_read(of: impl Fn(&Scenario) -> u64) -> Vec<(Arc<Scenario>, u64)> {
    let asked = |name: &str| std::env::var(name).ok();
    let most = asked("BATTLES").map(|number| number.parse::<u64>().expect("BATTLES is a number"));
    let word = asked("SCENARIO").unwrap_or_default();
    let wanted = shipped().into_iter().filter(|scenario| scenario.id.contains(&word));
    wanted
        .flat_map(|scenario| {
            let battles = most.unwrap_or_else(|| of(&scenario));
            (1..=battles).map(move |seed| (scenario.clone(), seed))
        })
        .collect()
}

/// Battles of the computer are told as they were. `BATTLES=20 cargo test --test laws every_shipped_battle` reads twenty of
/// each scenario.
#[test]
fn every_shipped_battle_is_told_as_it_was() {
    let battles = battles_to_read(|_| 1);
    let watched = |(scenario, seed): &(Arc<Scenario>, u64)| conduct::watched(scenario, rulesets::plugin, *seed);
    let witnesses: Vec<conduct::Witness> = battles.par_iter().map(watched).collect();
    let mut all = conduct::Witness::default();
    witnesses.into_iter().for_each(|witness| all.joins(witness));
    let found: Vec<String> = all.broken().iter().cloned().chain(all.lucky()).collect();
    assert!(found.is_empty(), "{} findings\n{}", found.len(), found.join("\n"));
}
