//! A ruleset small enough to read at once: two parties walk towards each other and shoot with one die. It is added
//! through the same seam as every ruleset, so the machinery round the rules is tested without them.

use bevy::{
    app::App,
    ecs::{component::Component, resource::Resource, schedule::IntoScheduleConfigs, world::World},
    math::Vec2,
};
use grapeshot::{
    chance::StreamId,
    events::{EventKind, Explained, RuleId},
    forces::{Edge, Enlistment, Fate, PieceId, Side, SideId, UnitId, Values},
    orders::{ArgumentKind, Leg, Order, Plan, Refusal, Verb, VerbId},
    scenario::{Scenario, ScenarioUnit, StartPiece},
    table::{footprint::Footprint, footprint::Outline, position::Place, terrain::Terrain},
    turn::{
        Ask, Awaiting, BattleStateApp, BattleView, ChanceStream, Clock, Draws, Field, InHand, Outcome, Resolve,
        ResolveSystems, Rulebook, Rulebooks, Rules, RulesetId, Standing, VictoryTerms, Vocabulary,
        rules::{Arc2, Reach, UnitCard},
        ruleset_schedule,
        vocabulary::{UnitKind, questions},
    },
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub const DUEL: RulesetId = RulesetId("duel");
pub const WALK: VerbId = VerbId::new("walk");
pub const SHOOT: VerbId = VerbId::new("shoot");
pub const PASS: VerbId = VerbId::new("pass");
pub const DICE: StreamId = StreamId::new("dice");
const RULE: RuleId = RuleId::new("DU-1.1");
const PACE: f32 = 6.0;
const RANGE: f32 = 12.0;

/// Whose move it is.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Turnover {
    side: SideId,
}

/// How often a unit has shot.
#[derive(Component, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Shots(u16);

/// The plugin of the ruleset.
pub fn plugin(app: &mut App) {
    app.battle_resource::<Turnover>("duel_turnover").battle_component::<Shots>("duel_shots");
    ruleset_schedule(app, DUEL);
    app.add_systems(Resolve::of(DUEL), (walk, shoot).chain().in_set(ResolveSystems::Obey));
    app.add_systems(Resolve::of(DUEL), advance.in_set(ResolveSystems::Advance));
    let verb = |id: VerbId, label, hotkey| Verb::new(id, label, label, hotkey, "DU-1.1");
    let vocabulary = Vocabulary {
        verbs: vec![
            verb(WALK, "Walk", 'w').needs(&[ArgumentKind::Pieces, ArgumentKind::FreePath]),
            verb(SHOOT, "Shoot", 's').needs(&[ArgumentKind::Pieces, ArgumentKind::Target]),
            verb(PASS, "Pass", 'p'),
        ],
        streams: vec![ChanceStream { id: DICE.0, draws: Draws::Dice(6), by_side: false, hint: "shots" }],
        questions: questions([("act", "what a side does", "DU-1.1")]),
        kinds: vec![UnitKind {
            id: "foot".into(),
            label: "foot",
            footprint: Footprint::Circle { diameter: 1.0 },
            size_setting: None,
            pieces: (1, 12),
            enters_buildings: true,
            takes_room: true,
            values: Values::default(),
            equipment: Vec::new(),
        }],
        ..Vocabulary::default()
    };
    app.world_mut().resource_mut::<Rulebooks>().add(Rulebook {
        id: DUEL,
        title: "Duel",
        prefixes: &["DU"],
        vocabulary: Arc::new(vocabulary),
        rules: Arc::new(Duel),
    });
}

struct Duel;

fn end_of(view: &BattleView, order: &Order) -> Result<(PieceId, Vec2, Place), Refusal> {
    let refuse = |reason: &str| Refusal::new(RULE, reason);
    let [piece] = order.pieces[..] else { return Err(refuse("one man walks at a time")) };
    let [Leg::To(end)] = order.path[..] else { return Err(refuse("a man walks in one line")) };
    let start = view.place(piece);
    if !view.in_play(piece) {
        return Err(refuse("the man is not on the table"));
    }
    if start.at.distance(end) > PACE {
        return Err(refuse("it is too far"));
    }
    let size = view.terrain().size;
    if end.x < 0.0 || end.y < 0.0 || end.x > size.x || end.y > size.y {
        return Err(refuse("that is not on the table"));
    }
    let place = Place { at: end, facing: start.facing, floor: 0 };
    let outline = Outline { footprint: view.footprint(piece), place };
    let blocked =
        view.pieces().any(|other| other != piece && view.in_play(other) && outline.overlap(&view.outline(other)) > 0.0);
    if blocked { Err(refuse("somebody stands there")) } else { Ok((piece, start.at, place)) }
}

impl Rules for Duel {
    fn awaiting(&self, view: &BattleView) -> Awaiting {
        let side = view.resource::<Turnover>().side;
        let unit = UnitId(u16::from(side.0));
        let ask = Ask::new("act", side, "DU-1.1", "What now?", [WALK, SHOOT, PASS]).go_on(PASS);
        Awaiting::one(ask.about(unit, view.present(unit)))
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        let summary = if order.verb == WALK {
            let (_, from, end) = end_of(view, order)?;
            format!("A man walks {:.1} inches", from.distance(end.at))
        } else if order.verb == SHOOT {
            let ([shooter], Some(target)) = (&order.pieces[..], order.target) else {
                return Err(Refusal::new(RULE, "one man shoots at one other"));
            };
            if !view.in_play(*shooter) || !view.in_play(target) || view.side_of(target) == order.side {
                return Err(Refusal::new(RULE, "that is no target"));
            }
            if view.gap(*shooter, target) > RANGE {
                return Err(Refusal::new(RULE, "the target is out of range"));
            }
            "A man shoots".to_owned()
        } else {
            "Nothing is done".to_owned()
        };
        Ok(Plan { summary, ..Plan::default() })
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        let mut orders = vec![Order::new(ask.side, &PASS)];
        for piece in ask.pieces.iter().copied() {
            for enemy in view.pieces().filter(|enemy| view.side_of(*enemy) != ask.side) {
                orders.push(Order::new(ask.side, &SHOOT).pieces([piece]).target(enemy));
                let way = (view.place(enemy).at - view.place(piece).at).clamp_length_max(PACE * 0.9);
                orders.push(Order::new(ask.side, &WALK).pieces([piece]).path([Leg::To(view.place(piece).at + way)]));
            }
        }
        orders.retain(|order| self.check(view, order).is_ok());
        orders
    }

    fn appraise(&self, _: &BattleView, order: &Order) -> Explained {
        let worth = if order.verb == SHOOT {
            2.0
        } else if order.verb == WALK {
            1.0
        } else {
            0.0
        };
        Explained::base(RULE, "being active", worth)
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        let points = |side: SideId| view.present(UnitId(u16::from(side.0))).count() as f32;
        let sides = view.sides().ids();
        sides.map(|side| Standing { side, points: Explained::base(RULE, "men left", points(side)) }).collect()
    }

    fn outcome(&self, view: &BattleView) -> Option<Outcome> {
        let points: Vec<f32> = self.standings(view).iter().map(|standing| standing.points.total()).collect();
        let over = view.clock().turn > view.occasion().turns || points.contains(&0.0);
        let winner = (points[0] != points[1]).then(|| SideId(u8::from(points[1] > points[0])));
        over.then(|| Outcome { winner, points, turn: view.clock().turn, text: "It is over.".into(), rule: RULE })
    }

    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        UnitCard {
            title: view.unit(unit).name.clone(),
            subtitle: String::new(),
            die: None,
            badges: Vec::new(),
            values: Vec::new(),
            rows: Vec::new(),
            pieces: Vec::new(),
            tables: Vec::new(),
            back: Vec::new(),
            own: Vec::new(),
        }
    }

    fn reaches(&self, _: &BattleView, _: UnitId) -> Vec<Reach> {
        Vec::new()
    }

    fn arc(&self, _: &BattleView, _: PieceId) -> Option<Arc2> {
        None
    }

    fn unit_state(&self, _: &BattleView, _: UnitId) -> Option<String> {
        None
    }

    fn open(&self, world: &mut World) {
        world.insert_resource(Turnover { side: SideId(0) });
        world.resource_mut::<Clock>().turn = 1;
        let units: Vec<_> = world.resource::<grapeshot::forces::Roster>().units().map(|(_, entity)| entity).collect();
        for unit in units {
            world.entity_mut(unit).insert(Shots::default());
        }
        Field::new(world).note(None, RULE, "The duel begins.");
    }
}

fn in_hand(world: &World, verb: &VerbId) -> Option<Order> {
    world.get_resource::<InHand>().map(|hand| hand.order.clone()).filter(|order| order.verb == *verb)
}

fn walk(world: &mut World) {
    let Some(order) = in_hand(world, &WALK) else { return };
    let mut field = Field::new(world);
    let (piece, from, end) = end_of(&field.view(), &order).expect("the order was checked");
    field.move_piece(piece, vec![from, end.at], end, RULE, "A man walks");
}

fn shoot(world: &mut World) {
    let Some(order) = in_hand(world, &SHOOT) else { return };
    let (shooter, target) = (order.pieces[0], order.target.expect("the order was checked"));
    let mut field = Field::new(world);
    let die = field.roll(&DICE, 6);
    let rolled = EventKind::Rolled { side: Some(order.side), unit: None, faces: 6, dice: vec![die] };
    field.log(Some(order.side), rolled, RULE, format!("Rolled {die}"), Explained::base(RULE, "die", f32::from(die)));
    let unit = field.view().unit_of(shooter);
    field.unit_mut::<Shots>(unit).0 += 1;
    if die >= 5 {
        field.remove_piece(target, Fate::Casualty, RULE, "A man falls");
    }
}

fn advance(world: &mut World) {
    if world.get_resource::<InHand>().is_none() {
        return;
    }
    let mut turnover = world.resource_mut::<Turnover>();
    turnover.side = SideId(1 - turnover.side.0);
    if turnover.side == SideId(0) {
        world.resource_mut::<Clock>().turn += 1;
    }
}

/// Two parties of so many men, 30 inches apart, for so many turns.
pub fn scenario(men: usize, turns: u16) -> Arc<Scenario> {
    let side = |n: u8, key: &str, name: &str, own_edge| Side {
        id: SideId(n),
        key: key.into(),
        name: name.into(),
        short: name.into(),
        coat: key.into(),
        flag: key.into(),
        goes_for: "the other side".into(),
        own_edge,
        exit_edges: Vec::new(),
        dummies: Vec::new(),
        plays: true,
    };
    let unit = |n: u8, key: &str, y: f32, facing: f32| ScenarioUnit {
        key: key.into(),
        name: format!("Party {key}"),
        short: String::new(),
        colours: "".into(),
        side: SideId(n),
        superior: None,
        pieces: (0..men)
            .map(|n| StartPiece {
                name: format!("Man {}", n + 1),
                place: Place::new(10.0 + 2.0 * n as f32, y, facing),
                footprint: Footprint::Circle { diameter: 1.0 },
                look: "foot".into(),
            })
            .collect(),
        enlistment: Enlistment { kind: "foot".into(), ..Enlistment::default() },
    };
    Arc::new(Scenario {
        id: "duel_at_dawn".into(),
        title: "Duel at dawn".into(),
        ruleset: "duel".into(),
        location: "a meadow".into(),
        date: "1806".into(),
        story: "Honour.".into(),
        lesson: "None.".into(),
        turns,
        terrain: Terrain { size: Vec2::new(48.0, 48.0), ..Terrain::default() },
        sides: vec![side(0, "french", "French", Edge::South), side(1, "british", "British", Edge::North)],
        units: vec![unit(0, "fr_1", 9.0, 90.0), unit(1, "br_1", 39.0, 270.0)],
        deployment: Vec::new(),
        settings: Values::default(),
        changed_settings: Vec::new(),
        victory: VictoryTerms { handicap: vec![0.0; 2], margin: 1.0, ..VictoryTerms::default() },
        happenings: Vec::new(),
        hash: 7,
    })
}
