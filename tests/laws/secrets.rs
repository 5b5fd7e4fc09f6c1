//! What is secret of a side, and the chits that it lays face down.

use super::*;

/// SB-3.2, SB-11.3: nobody can tell an order that lies face down, or the army morale of his enemy.
#[test]
fn orders_on_chits_are_kept_secret() {
    let exchanged: usize = (0..2).map(|seed| kit::secrets_are_kept(&two_battalions(2), rulesets::plugin, seed)).sum();
    assert!(exchanged > 100, "{exchanged}");
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
