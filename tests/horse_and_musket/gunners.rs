//! How the computer serves guns (chapter 7) and charges (HM-8), and what it throws (CP-8.4).

use grapeshot::{ai::unerring, rulesets::combat_patrol::book::marks, turn::VictoryTerms};

use super::{
    artillery::{battery, stand_to, the_gun},
    *,
};

/// What the computer does now, without error of judgement.
fn choice(test: &TestBattle) -> Order {
    let ask = test.battle.awaiting().asks[0].clone();
    unerring(1).decide(&test.battle, &ask).order
}

/// Terms under which every man counts.
fn every_man() -> VictoryTerms {
    let mut terms = VictoryTerms { margin: 1.0, handicap: vec![0.0; 2], ..VictoryTerms::default() };
    terms.losses.each = 1.0;
    terms
}

/// Plays on with the computer until a verb was used by blue, or this many orders were given.
fn until(test: &mut TestBattle, verb: &str, most: usize) -> Option<Order> {
    for _ in 0..most {
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { break };
        let order = unerring(1).decide(&test.battle, &ask).order;
        test.order(order.clone());
        if ask.side == BLUE && order.verb.0 == verb {
            return Some(order);
        }
    }
    None
}

/// An empty gun that looks north at red's ten men in two ranks, this many inches off.
fn facing(kind: &str, inches: f32) -> TestBattle {
    let men: Vec<(f32, f32, f32)> =
        (0..10).map(|n| (34.0 + (n % 5) as f32, 6.0 + inches + (n / 5) as f32, 270.0)).collect();
    let table = battery(table().size(72.0, 160.0), kind, 36.0, 6.0);
    let table = table.unit("red", RED, &men).setting("guns_start_loaded", Value::Flag(false)).victory(every_man());
    let mut test = table.acting("blue");
    stand_to(&mut test);
    test
}

/// HM-7.11: the computer loads canister for those who are near, solid shot for ranks beyond its reach, shell where that
/// strikes more.
#[test]
fn the_computer_chooses_the_round_by_range() {
    for (kind, inches, round) in
        [("gun_6", 20.0, "canister"), ("gun_under_6", 60.0, "shot"), ("howitzer", 30.0, "canister")]
    {
        let order = choice(&facing(kind, inches));
        assert_eq!((order.verb.0.as_str(), order.choice.as_deref()), ("load", Some(round)), "{kind} at {inches}");
    }
    assert_eq!(choice(&facing("howitzer", 120.0)).choice.as_deref(), Some("shell"));
}

/// HM-7.29: a howitzer that is loaded with shell fires it beyond its least range.
#[test]
fn the_computer_fires_shell() {
    let men: Vec<(f32, f32, f32)> = (0..10).map(|n| (34.0 + (n % 5) as f32, 90.0 + (n / 5) as f32, 270.0)).collect();
    let table = battery(table().size(72.0, 160.0), "howitzer", 36.0, 6.0).word("round", "shell");
    let mut test = table.unit("red", RED, &men).victory(every_man()).acting("blue");
    stand_to(&mut test);
    assert_eq!(choice(&test).verb.0, "fire");
}

/// HM-7.12: a gun loaded with canister fires by reaction at foot that comes before its muzzle.
#[test]
fn the_computer_fires_guns_by_reaction() {
    let men: Vec<(f32, f32, f32)> = (0..8).map(|n| (33.0 + n as f32, 24.0, 270.0)).collect();
    let guns = battery(table(), "gun_6", 36.0, 6.0).word("round", "canister");
    let mut test = guns.unit("red", RED, &men).weapons(&["sword"]).victory(every_man()).acting("red");
    let men = test.pieces("red");
    march_to(&mut test, men, &[8], (33.0, 19.0));
    assert_eq!(test.battle.awaiting().asks[0].kind, "react");
    let react = choice(&test);
    assert_eq!((react.verb.0.as_str(), react.pieces.as_slice()), ("react", [the_gun(&test)].as_slice()));
}

/// HM-7.9: two men come to a gun whose crew is short, and help.
#[test]
fn the_computer_sends_helpers() {
    let foot = [(30.0, 8.0, 90.0), (31.2, 8.0, 90.0), (28.8, 8.0, 90.0), (27.6, 8.0, 90.0)];
    let men: Vec<(f32, f32, f32)> = (0..10).map(|n| (34.0 + (n % 5) as f32, 40.0 + (n / 5) as f32, 270.0)).collect();
    let table = battery(table(), "gun_6", 36.0, 10.0).unit("foot", BLUE, &foot).weapons(&["sword"]);
    let table = table.unit("red", RED, &men).weapons(&["sword"]).victory(every_man()).turns(20);
    let mut test = table.acting("foot");
    for man in [1, 2] {
        test.mark(test.piece("blue", man), &marks::STUN, 1);
    }
    let unit = test.unit("foot");
    let gun = the_gun(&test);
    for _ in 0..12 {
        let asked = test.battle.awaiting().asks[0].clone();
        if asked.unit != Some(unit) {
            break;
        }
        let order = choice(&test);
        test.order(order);
    }
    assert_eq!(cp(&test).gun(gun).unwrap().helpers.len(), 2);
}

/// HM-7.5, HM-7.2, HM-7.4: a gun that sees nobody is limbered up, driven to where it does, and unlimbered there.
#[test]
fn the_computer_takes_a_gun_to_where_it_sees() {
    let men: Vec<(f32, f32, f32)> = (0..10).map(|n| (8.0 + (n % 5) as f32, 40.0 + (n / 5) as f32, 270.0)).collect();
    // A wall that nobody sees over lies before the gun, but not before the east of the table.
    let table = battery(table(), "gun_6", 16.0, 12.0).obstacle("stone_wall", &[(0.0, 22.0), (44.0, 22.0)]).height(6.0);
    let table = table.unit("red", RED, &men).weapons(&["sword"]).victory(every_man()).turns(40);
    let mut test = table.acting("blue");
    for verb in ["limber", "unlimber"] {
        assert!(until(&mut test, verb, 900).is_some(), "the gun is never told to {verb}");
    }
    let gun = the_gun(&test);
    assert!(test.pieces("red").into_iter().any(|man| cp(&test).sees(gun, man)), "{:?}", place(&test, gun));
}

/// CP-8.4: the computer throws a grenade among enemies who stand together.
#[test]
fn the_computer_throws_grenades() {
    let foes = [(20.0, 14.0, 270.0), (21.0, 14.0, 270.0), (19.0, 14.0, 270.0), (20.0, 15.0, 270.0)];
    let table = table().unit("blue", BLUE, &[(20.0, 9.0, 90.0)]).weapons(&["grenade"]).unit("red", RED, &foes);
    let mut test = table.weapons(&["sword"]).victory(every_man()).acting("blue");
    stand_to(&mut test);
    assert_eq!(choice(&test).verb.0, "throw");
}

/// HM-8.1, HM-8.2: the engineers of the computer lay their charge and fire it.
#[test]
fn the_computer_blows_a_bridge() {
    let men = [(30.0, 23.0, 0.0), (30.0, 21.0, 0.0), (29.0, 22.0, 0.0)];
    let table = table()
        .stream(&[(30.0, 0.0), (30.0, 48.0)], 11.0, true)
        .bridge((22.0, 20.0), (38.0, 24.0))
        .unit("blue", BLUE, &men)
        .weapons(&["axe"])
        .value("charge", Value::List([30.0, 22.0].map(Value::Number).to_vec()))
        .number("charge_points", 12.0);
    let mut test = far_enemy(table).victory(every_man()).turns(30).acting("blue");
    assert!(until(&mut test, "fire_charge", 300).is_some());
}

/// HM-7.35: before the movement card is drawn a player is told that a crew which moves can neither load nor fire.
#[test]
fn it_is_told_before_the_card_that_a_moving_crew_does_not_work_its_gun() {
    let test = battery(table().unit("red", RED, &[(36.0, 40.0, 270.0)]), "gun_6", 36.0, 12.0).acting("blue");
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
    let men: Vec<PieceId> = (1..=6).map(|n| test.piece("blue", n)).collect();
    let warned = |men: &[PieceId]| {
        let declare = order(&test, "declare").pieces(men.to_vec());
        test.battle.check(&declare).expect("they may move").warnings
    };
    assert!(warned(&men).iter().any(|text| text.contains("can neither load nor fire then: 0 of the 2")));
    assert_eq!(warned(&men[..1]), [] as [String; 0], "the others stay at the gun");
}
