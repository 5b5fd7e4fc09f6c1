//! The rules of the Horse and Musket supplement for foot, by the chapters of its rulebook.

mod artillery;
mod beyond;
mod body;
mod breaches;
mod canister;
mod charge;
mod charge_reactions;
mod close_order;
mod crews;
mod engineers;
mod ground;
mod groups;
mod gunners;
mod hidden_battles;
mod horsemen;
mod indians;
mod indirect;
mod leaders;
mod mounted;
mod plans;
mod rounds;
mod settings;
mod things;
mod wagons;
mod weapons;
mod whole_battles;

use bevy::math::Vec2;
use grapeshot::{
    events::BattleEvent,
    forces::{PieceId, Value},
    orders::{Leg, Order, VerbId},
    rulesets::combat_patrol::view::rulebook::SkirmishView,
    table::position::Place,
    testing::{BLUE, RED, TestBattle, TestTable, order},
};

/// An empty table.
fn table() -> TestTable {
    TestTable::new("horse_and_musket", grapeshot::rulesets::plugin)
}

/// The battle seen through its rulebook.
fn cp(test: &TestBattle) -> SkirmishView<'_> {
    SkirmishView::of(test.battle.view())
}

fn to(x: f32, y: f32) -> Leg {
    Leg::To(Vec2::new(x, y))
}

/// Declares these figures moving with movement cards, by their printed numbers.
fn declare(test: &mut TestBattle, pieces: impl Into<Vec<PieceId>>, cards: &[u16]) {
    let order = order(test, "declare").pieces(pieces);
    test.cards(order.side, cards);
    test.order(order);
}

/// Sends pieces to a point with movement cards: they are declared, their paths are fixed, and they march; what happens
/// on the march.
fn march_to(
    test: &mut TestBattle,
    pieces: impl Into<Vec<PieceId>>,
    cards: &[u16],
    (x, y): (f32, f32),
) -> Vec<BattleEvent> {
    let pieces = pieces.into();
    declare(test, pieces.clone(), cards);
    let go = order(test, "move").pieces(pieces).path([to(x, y)]);
    test.order(go);
    let march = order(test, "march");
    test.order(march)
}

/// A line of this many figures from a left end, an inch apart, facing north.
fn line(count: u8, x: f32, y: f32) -> Vec<(f32, f32, f32)> {
    (0..count).map(|n| (x + f32::from(n), y, 90.0)).collect()
}

/// An enemy with a sword, far away.
fn far_enemy(table: TestTable) -> TestTable {
    table.unit("red", RED, &[(68.0, 44.0, 270.0)]).weapons(&["sword"])
}

fn place(test: &TestBattle, piece: PieceId) -> Place {
    test.battle.view().place(piece)
}

#[track_caller]
fn near(place: Place, x: f32, y: f32) {
    assert!(place.at.distance(Vec2::new(x, y)) < 0.02, "{place:?} instead of ({x}, {y})");
}

/// Sends all of blue as a group along a path; its movement card is declared first.
fn group(test: &mut TestBattle, card: u16, path: &[Leg]) {
    let men = test.pieces("blue");
    declare(test, men.clone(), &[card]);
    let go = order(test, "group").pieces(men).path(path);
    test.order(go);
    let march = order(test, "march");
    test.order(march);
}

/// HM-1.1: foot has what the supplement changes: its own weapons, close order, sections; the core's words else.
#[test]
fn the_supplement_plays_on_the_core() {
    let test = far_enemy(table().unit("blue", BLUE, &line(4, 20.0, 10.0))).battle();
    assert_eq!(test.battle.rulebook().prefixes, ["HM", "CP"]);
    let verbs: Vec<&str> = test.battle.vocabulary().verbs.iter().map(|verb| verb.id.0.as_str()).collect();
    for verb in ["declare", "shoot", "reload", "react", "fight", "group"] {
        assert!(verbs.contains(&verb), "{verb}");
    }
}

/// HM-1.2: the sequence of an activation is the core's: the leader's decision comes before the declaration.
#[test]
fn an_activation_begins_with_the_leaders_decision() {
    let mut test = far_enemy(table().unit("blue", BLUE, &line(4, 20.0, 10.0))).acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &grapeshot::rulesets::combat_patrol::book::marks::MORALE, 1);
    test.act_next(unit);
    assert_eq!(test.battle.awaiting().asks[0].kind, "steady");
    let one = order(&test, "steady").number(1.0);
    test.order(one);
    assert_eq!(test.battle.awaiting().asks[0].kind, "declare");
}

/// HM-2.1: a section has up to 12 figures under a team leader of radius 12.
#[test]
fn a_section_is_led_by_a_team_leader() {
    let test = far_enemy(table().unit("blue", BLUE, &line(10, 20.0, 10.0))).battle();
    assert_eq!(test.battle.vocabulary().kinds[0].pieces.1, 12);
    let leader = cp(&test).leader_of(test.unit("blue")).expect("the section has a leader");
    assert_eq!(cp(&test).radius(leader), 12.0);
}

/// HM-2.2: a captain commands lieutenants, they sergeants: radii 48, 36, 12.
#[test]
fn a_company_has_three_levels_of_leaders() {
    let word = |word: &str| Value::Word(word.into());
    let test = far_enemy(
        table()
            .unit("captain", BLUE, &[(10.0, 5.0, 90.0)])
            .leader("level", word("company"))
            .unit("lieutenant", BLUE, &[(12.0, 5.0, 90.0)])
            .leader("level", word("platoon"))
            .under("captain")
            .unit("blue", BLUE, &line(8, 20.0, 10.0))
            .under("lieutenant"),
    )
    .battle();
    let leaders = cp(&test).higher_leaders(test.unit("blue"));
    assert_eq!(leaders, [test.piece("lieutenant", 1), test.piece("captain", 1)]);
    let radii = [cp(&test).radius(test.piece("blue", 1)), cp(&test).radius(leaders[0]), cp(&test).radius(leaders[1])];
    assert_eq!(radii, [12.0, 36.0, 48.0]);
}

/// HM-2.3: in the scaled game a captain leads his unit at team level: the level counts, not the rank.
#[test]
fn a_captain_may_lead_at_team_level() {
    let scaled = table().unit("blue", BLUE, &line(10, 20.0, 10.0)).leader("rank", Value::Word("captain".into()));
    let test = far_enemy(scaled).battle();
    assert_eq!(cp(&test).radius(test.piece("blue", 1)), 12.0);
}

/// HM-2.3: under the scale of companies a captain, major and colonel lead at team, platoon and company level if nothing
/// else is said; a section's leaders lead teams.
#[test]
fn the_scale_gives_leaders_their_level() {
    let radius = |scale: &str, rank: &str| {
        let table = table().setting("scale", Value::Word(scale.into()));
        let unit = table.unit("blue", BLUE, &line(10, 20.0, 10.0)).leader("rank", Value::Word(rank.into()));
        let test = far_enemy(unit.leader("level", Value::List(Vec::new()))).battle();
        cp(&test).radius(test.piece("blue", 1))
    };
    assert_eq!(["captain", "major", "colonel"].map(|rank| radius("company", rank)), [12.0, 36.0, 48.0]);
    assert_eq!(["sergeant", "major", "colonel"].map(|rank| radius("section", rank)), [12.0, 12.0, 12.0]);
}

/// HM-9.1: the infantry card shows weapons, the close order summary, movement, melee modifiers, and each man's marks.
#[test]
fn the_infantry_card_holds_what_play_needs() {
    use grapeshot::rulesets::combat_patrol::book::marks;
    let blue = table().unit("blue", BLUE, &line(4, 20.0, 10.0)).weapons(&["musket", "bayonet"]);
    let mut test = far_enemy(blue).battle();
    test.mark(test.piece("blue", 2), &marks::WOUND, 1);
    test.mark(test.piece("blue", 2), &marks::RELOAD, 2);
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("blue"));
    let musket = ["musket, bayonet", "5\u{2033}", "10\u{2033}", "20\u{2033}", "yes", "2"].map(str::to_owned);
    assert_eq!(card.tables[0].rows, [musket]);
    let back: Vec<String> = card.back.iter().flat_map(|table| &table.rows).map(|row| row.join(" ")).collect();
    let summary = [
        "close order: oblique, once \u{2212}2\u{2033}",
        "close order: each obstacle \u{2212}3\u{2033}",
        "close order: rough ground quarter",
        "close order +1",
        "close order: arc of fire 30\u{b0}",
        "fire at close order one band nearer",
        "close order: morale one grade up",
        "wounded \u{2212}1",
    ];
    for text in summary {
        assert!(back.iter().any(|row| row == text), "{text} is missing in {back:?}");
    }
    assert_eq!(card.pieces[1].states, ["must reload ×2", "wounded"]);
    assert_eq!(card.badges, ["close order, 1 rank"]);
}
