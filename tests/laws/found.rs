//! What breaks a law is found.

use super::*;

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
