//! Orders carried out: one system for each verb.

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Res, world::World},
};
use smol_str::SmolStr;

use super::{
    artillery::{aim::PointOrPiece, crew, fire, team},
    book::{BookData, Cp, book},
    crewed,
    data::Paces,
    decks, doors,
    flow::{Flow, Part, Stage},
    march, marks, melee, mines, missions, morale,
    mounted::{beyond, breakthrough, horses},
    prizes,
    profile::{Grade, Level, Section, Soldier},
    reaction,
    sequence::{self, begin_unit, go_to},
    shooting, sniping, spotting,
    spotting::attempt,
    throwing, troop, verbs,
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::{Order, VerbId},
    turn::{Field, InHand, Resolve, ResolveSystems},
};

/// A run condition: the order in hand has this verb.
fn ordered(verb: &'static VerbId) -> impl Fn(Res<InHand>) -> bool + Clone {
    move |hand| hand.order.verb == *verb
}

macro_rules! obey {
    ($($verb:ident => $system:ident),+ $(,)?) => {
        ($( $system.run_if(ordered({ static VERB: VerbId = verbs::$verb; &VERB })) ),+)
    };
}

/// Adds the systems of all verbs to a ruleset's schedule.
pub fn add_systems(app: &mut App, label: Resolve) {
    app.add_systems(
        label,
        (
            obey!(
                READY => obey_ready,
                DEPLOY => obey_deploy,
                ACT => obey_act,
                SWAP => obey_swap,
                STEADY => obey_steady,
                HUNT => obey_hunt,
                DECLARE => obey_declare,
                MOVE => obey_path,
                MAN => obey_man,
                GROUP => obey_group,
                ASSAULT => obey_assault,
                CHARGE => obey_charge,
                MARCH => obey_march,
                SHOOT => obey_shoot,
                SWEEP => obey_sweep,
                CEASE => obey_cease,
            )
            .chain(),
            obey!(
                FIRE => obey_fire,
                LOAD => obey_load,
                LIMBER => obey_limber,
                UNLIMBER => obey_unlimber,
                HELP => obey_help,
                THROW => obey_throw,
                CALL => obey_call,
                SNIPE => obey_snipe,
                LAY => obey_lay,
                FIRE_CHARGE => obey_fire_charge,
                FACE => obey_face,
            )
            .chain(),
            obey!(
                RELOAD => obey_reload,
                RECOVER => obey_recover,
                SPOT => obey_spot,
                TAKE => obey_take,
                BREAK => obey_break,
                MOUNT => obey_mount,
                DISMOUNT => obey_dismount,
                REACT => obey_react,
                HOLD => obey_hold,
                SHORTEN => obey_shorten,
                PRESS_ON => obey_press_on,
                CLOSE_IN => obey_close_in,
                RIDE_ON => obey_ride_on,
                VEER => obey_veer,
                FIGHT => obey_fight,
                ADVANCE => obey_advance,
                PROMOTE => obey_promote,
                END => obey_end,
            )
            .chain(),
        )
            .chain()
            .in_set(ResolveSystems::Obey),
    );
    app.add_systems(label, sequence::advance.in_set(ResolveSystems::Advance));
}

/// A number of figures in words.
fn figures(count: usize) -> String {
    format!("{count} figure{}", if count == 1 { "" } else { "s" })
}

/// The name of the unit that acts.
fn acting(field: &Field) -> String {
    let view = field.view();
    view.unit(view.resource::<Flow>().active().unit).name.clone()
}

/// The battle as the side sees it whose order is carried out: by that it was checked.
fn by_order<'f>(field: &'f Field, order: &Order) -> Cp<'f> {
    Cp::of(field.view_of(order.side))
}

fn hand(field: &Field) -> Order {
    field.view().resource::<InHand>().order.clone()
}

fn obey_ready(world: &mut World) {
    let mut field = Field::new(world);
    let side = hand(&field).side;
    let sides = field.view().sides().0.len();
    let all = {
        let mut flow = field.resource_mut::<Flow>();
        flow.ready.push(side);
        flow.ready.len() == sides
    };
    if all {
        sequence::begin_turn(&mut field);
    }
}

fn obey_deploy(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let places = by_order(&field, &order).deployment_places(&order).expect("the order was checked");
    for (piece, place) in places {
        let from = field.view().place(piece).at;
        let text = format!("{} is placed", field.view().piece(piece).name);
        field.move_piece(piece, vec![from, place.at], place, RuleId::new("CP-1.4"), text);
    }
}

fn obey_act(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let unit = field.view().resource::<Flow>().active().unit;
    begin_unit(&mut field, &book, unit);
}

/// CP-2.13: the unit holds the number just drawn and acts at once; the leader keeps its old number.
fn obey_swap(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let unit = field.view().resource::<Flow>().active().unit;
    let target = hand(&field).target_unit.expect("the order was checked");
    let cp = Cp::of(field.view());
    let (number, old) = (cp.section(unit).die, cp.section(target).die);
    let side = cp.view.side_of_unit(unit);
    let text = format!("{} gives his {number} to {} and keeps its {old}", cp.unit_name(unit), cp.unit_name(target));
    let hides = if spotting::veil_of(&field, target).is_some() { target } else { unit };
    spotting::of_unit(&mut field, hides, |field| field.note(Some(side), RuleId::new("CP-2.13"), text));
    for (unit, die) in [(target, number), (unit, old)] {
        field.unit_mut::<Section>(unit).die = die;
        let kind = EventKind::Rolled { side: Some(side), unit: Some(unit), faces: 6, dice: vec![die] };
        let text = format!("{} now shows {die}", field.view().unit(unit).name);
        field.detail(Some(side), kind, RuleId::new("CP-2.13"), text, Explained::default());
    }
    begin_unit(&mut field, &book, target);
}

fn obey_steady(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let count = hand(&field).number.expect("the order was checked") as u8;
    morale::remove_markers(&mut field, &book, count);
}

/// CP-2.11: who moves is declared, then the movement card is drawn (CP-5.1, CP-5.7).
fn obey_declare(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    declare(&mut field, &book, &order);
}

/// CP-2.11: these figures move in this activation, and the movement cards are drawn.
pub fn declare(field: &mut Field, book: &BookData, order: &Order) {
    {
        let mut flow = field.resource_mut::<Flow>();
        let activation = flow.active_mut();
        for piece in &order.pieces {
            let part = if order.also.contains(piece) { Part::Sprinting } else { Part::Moving };
            activation.set_part(*piece, part);
        }
        flow.stage = Stage::Act;
    }
    if order.pieces.is_empty() {
        return;
    }
    let unit = field.view().resource::<Flow>().active().unit;
    let name = field.view().unit(unit).name.clone();
    let count = order.pieces.len();
    let sprint = if order.also.is_empty() { String::new() } else { format!(", {} sprint", order.also.len()) };
    field.note(Some(order.side), RuleId::new("CP-2.11"), format!("{name}: {count} declared moving{sprint}"));
    // CP-5.7, HM-6.1: the unit draws once; each mover adds up as many of the cards as it may use.
    let cp = Cp::of(field.view());
    let paces: Vec<(PieceId, Paces)> =
        order.pieces.iter().map(|piece| (*piece, cp.paces(*piece, order.also.contains(piece)))).collect();
    let most = paces.iter().map(|(_, paces)| paces.cards).max().unwrap_or_default();
    let rule = RuleId::new(if most > 1 && order.also.is_empty() { "HM-6.1" } else { "CP-5.1" });
    let mut inches = Vec::new();
    for _ in 0..most {
        let card = decks::draw(field, book, order.side, &["move"], rule.clone(), |card| {
            format!("Movement: {} inches", card.inches)
        });
        inches.push(f32::from(card.inches));
    }
    let allowance = paces.iter().map(|(piece, paces)| (*piece, paces.inches(&inches))).collect();
    field.resource_mut::<Flow>().active_mut().allowance = allowance;
    team::declare(field, &order.pieces);
}

fn fix_paths(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let cp = by_order(&field, &order);
    let (routes, _) = cp.plan_paths(&order, cp.view.resource::<Flow>().active()).expect("the order was checked");
    let mut flow = field.resource_mut::<Flow>();
    let activation = flow.active_mut();
    activation.fixed += 1;
    activation.routes.retain(|known| !order.pieces.contains(&known.piece));
    activation.routes.extend(routes);
}

fn obey_path(world: &mut World) {
    fix_paths(world);
}

fn obey_man(world: &mut World) {
    fix_paths(world);
}

fn obey_group(world: &mut World) {
    fix_paths(world);
}

fn obey_assault(world: &mut World) {
    fix_paths(world);
}

fn obey_charge(world: &mut World) {
    fix_paths(world);
}

fn obey_march(world: &mut World) {
    let mut field = Field::new(world);
    let unit = field.view().resource::<Flow>().active().unit;
    let view = field.view();
    let routes = &view.resource::<Flow>().active().routes;
    let longest = routes.iter().map(|route| route.length()).fold(0.0, f32::max);
    let assault = if routes.iter().any(|route| route.target.is_some()) { " to the assault" } else { "" };
    let text =
        format!("{} marches{assault}: {}, up to {longest:.1} inches", view.unit(unit).name, figures(routes.len()));
    let side = view.side_of_unit(unit);
    field.note(Some(side), RuleId::new("CP-2.15"), text);
    march::set_out(&mut field);
}

/// CP-6.4: each shot is resolved fully in turn. A shooter whose target has gone keeps his action.
fn obey_shoot(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    let target = order.target.expect("the order was checked");
    let unit = field.view().resource::<Flow>().active().unit;
    let cp = Cp::of(field.view());
    let shots = if order.pieces.len() == 1 { "one shot".to_owned() } else { format!("{} shots", order.pieces.len()) };
    let text = format!("{} fires at {}: {shots}", cp.unit_name(unit), cp.name(target));
    spotting::before_shots(&mut field, &order);
    field.note(Some(order.side), RuleId::new("CP-6.4"), text);
    for piece in &order.pieces {
        let cp = by_order(&field, &order);
        let activation = cp.view.resource::<Flow>().active();
        let aim = match cp.manner(activation, *piece).and_then(|manner| cp.aim(*piece, target, manner)) {
            Ok(aim) => aim,
            Err(refusal) => {
                let text = format!("{} keeps his shot: {}", cp.name(*piece), refusal.reason);
                field.detail(Some(order.side), EventKind::Note, refusal.rule, text, Explained::default());
                continue;
            }
        };
        if book.weapon(aim.weapon).crew {
            let manner = cp.manner(activation, *piece).expect("the order was checked");
            crewed::open_fire(&mut field, &book, &aim, manner);
            return;
        }
        shooting::resolve_shot(&mut field, &book, &aim);
        done(&mut field, *piece);
    }
}

/// CP-6.12: the next card of a crew-served weapon.
fn obey_sweep(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let target = hand(&field).target.expect("the order was checked");
    let aim = Cp::of(field.view()).next_card_at(target).expect("the order was checked");
    crewed::next_card(&mut field, &book, &aim);
}

fn obey_cease(world: &mut World) {
    crewed::cease(&mut Field::new(world));
}

fn done(field: &mut Field, piece: PieceId) {
    field.resource_mut::<Flow>().active_mut().set_part(piece, Part::Done);
}

fn obey_reload(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let name = acting(&field);
    field.note(Some(order.side), RuleId::new("HM-3.3"), format!("{name}: {} reload", order.pieces.len()));
    for piece in order.pieces {
        let view = field.view();
        let name = view.piece(piece).name.clone();
        let (reload, out) = (view.mark(piece, &marks::RELOAD), view.mark(piece, &marks::OUT_OF_AMMO));
        let text = if reload + out > 1 { format!("{name} loads; one more to go") } else { format!("{name} is loaded") };
        if reload > 0 {
            field.mark_piece(piece, &marks::RELOAD, reload - 1, RuleId::new("HM-3.3"), text);
        } else {
            field.mark_piece(piece, &marks::OUT_OF_AMMO, out - 1, RuleId::new("CP-6.9"), text);
        }
        done(&mut field, piece);
    }
}

fn obey_recover(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let name = acting(&field);
    field.note(Some(order.side), RuleId::new("CP-7.4"), format!("{name}: {} recover", order.pieces.len()));
    for piece in order.pieces {
        let text = format!("{} recovers", field.view().piece(piece).name);
        field.mark_piece(piece, &marks::STUN, 0, RuleId::new("CP-7.4"), text);
        done(&mut field, piece);
    }
}

fn obey_take(world: &mut World) {
    let mut field = Field::new(world);
    let piece = hand(&field).pieces[0];
    prizes::take(&mut field, piece);
    done(&mut field, piece);
}

/// CP-12.3: who looks has used his action; who need not look any more has not.
fn obey_spot(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    for piece in attempt::spot(&mut field, &book, &order) {
        done(&mut field, piece);
    }
}

fn obey_break(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    for piece in hand(&field).pieces {
        // The door may have given way to the figure before.
        let Some(door) = Cp::of(field.view()).door_in_contact(piece) else { continue };
        doors::attack(&mut field, &book, piece, door);
        done(&mut field, piece);
    }
}

fn obey_mount(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let name = acting(&field);
    field.note(Some(order.side), RuleId::new("HM-6.2"), format!("{name}: {} mount", order.pieces.len()));
    for piece in order.pieces {
        // A mate may have taken the last horse.
        if Cp::of(field.view()).horse_to_mount(piece).is_ok() {
            horses::mount(&mut field, piece);
            done(&mut field, piece);
        }
    }
}

fn obey_dismount(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    let name = acting(&field);
    field.note(Some(order.side), RuleId::new("HM-6.2"), format!("{name}: {} dismount", order.pieces.len()));
    for piece in order.pieces {
        // A mate may have taken the room.
        if Cp::of(field.view()).place_to_dismount(piece).is_ok() {
            horses::dismount(&mut field, piece);
            done(&mut field, piece);
        }
    }
}

fn obey_close_in(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    beyond::close_in(&mut field, &order);
}

fn obey_ride_on(world: &mut World) {
    let mut field = Field::new(world);
    let side = hand(&field).side;
    beyond::settle(&mut field, side);
}

fn obey_veer(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let aside = hand(&field).number.expect("the order was checked");
    breakthrough::ride_through(&mut field, &book, aside);
}

fn obey_fire(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    let cp = by_order(&field, &order);
    let gun = cp.gun(order.pieces[0]).expect("the order was checked");
    let at = PointOrPiece::of(&order).expect("the order was checked");
    let storey = order.number.map(|number| number as u8);
    let shot = cp.gun_shot(gun, at, storey).expect("the order was checked");
    crew::spend(&mut field, shot.gun);
    done(&mut field, shot.gun);
    fire::fire(&mut field, &book, &shot);
}

fn obey_load(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    crew::load(&mut field, &book, &order);
}

fn obey_limber(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    team::limber_up(&mut field, &order);
}

fn obey_unlimber(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    team::unlimber(&mut field, &book, &order);
}

fn obey_help(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    crew::help(&mut field, &order);
}

fn obey_throw(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    let cp = by_order(&field, &order);
    let thrown = cp.throw(cp.view.resource::<Flow>().active(), &order).expect("the order was checked");
    done(&mut field, thrown.man);
    throwing::throw(&mut field, &book, &thrown);
}

fn obey_call(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    missions::call(&mut field, &order);
}

fn obey_snipe(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    let cp = by_order(&field, &order);
    let snipe = cp.snipe(cp.view.resource::<Flow>().active(), &order).expect("the order was checked");
    done(&mut field, snipe.man);
    sniping::snipe(&mut field, &book, &snipe);
}

fn obey_hunt(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let prey = hand(&field).target_unit.expect("the order was checked");
    troop::prey::go_at(&mut field, &book, prey);
}

fn obey_lay(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    mines::work::lay(&mut field, &order);
}

fn obey_fire_charge(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    mines::work::fire(&mut field, &book, &order);
}

fn obey_face(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    if Cp::of(field.view()).gun(order.pieces[0]).is_some() {
        team::turn(&mut field, &order);
        return;
    }
    let heading = order.heading.expect("the order was checked").normalized();
    let name = acting(&field);
    field.note(Some(order.side), RuleId::new("CP-1.6"), format!("{name}: {} turn", order.pieces.len()));
    for piece in order.pieces {
        let in_body = {
            let cp = Cp::of(field.view());
            cp.book.supplement.in_body(&cp, piece)
        };
        let text = format!("{} turns", field.view().piece(piece).name);
        field.turn_piece(piece, heading, RuleId::new("CP-1.6"), text);
        if in_body {
            // HM-5.5, HM-6.5: in close order to turn on the spot is the figure's move, or its action.
            let mut flow = field.resource_mut::<Flow>();
            flow.active_mut().fixed += 1;
            flow.active_mut().routes.retain(|route| route.piece != piece);
            flow.active_mut().set_part(piece, Part::Done);
        }
    }
}

fn obey_react(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    reaction::name_tries(&mut field, &order);
}

fn obey_hold(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let side = hand(&field).side;
    reaction::close_tries(&mut field, &book, side);
}

fn obey_shorten(world: &mut World) {
    let mut field = Field::new(world);
    let order = hand(&field);
    march::shorten(&mut field, &order.pieces, order.number.expect("the order was checked"));
}

fn obey_press_on(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    march::finish(&mut field, &book);
}

fn obey_fight(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let order = hand(&field);
    let fights = melee::open_fights(&Cp::of(field.view()));
    let (own, foe) = (order.pieces[0], order.target.expect("the order was checked"));
    let fight = fights.into_iter().find(|fight| fight.is_between(own, foe)).expect("the order was checked");
    melee::fight(&mut field, &book, fight, order.choice.as_deref());
}

fn obey_advance(world: &mut World) {
    let mut field = Field::new(world);
    let inches = hand(&field).number.expect("the order was checked");
    melee::follow_up(&mut field, inches);
}

/// CP-4.5: the new leader's Guts is one grade below the lost leader's, his level and radius the same.
fn obey_promote(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let piece = hand(&field).pieces[0];
    let unit = field.view().unit_of(piece);
    let lost = {
        let mut flow = field.resource_mut::<Flow>();
        flow.leaderless.remove(0);
        flow.lost_leaders.iter().find(|(known, _)| *known == unit).map(|(_, leader)| leader.clone())
    };
    let mut leader = lost.unwrap_or(super::profile::Leader {
        guts: Grade::Regular,
        level: Level::Team,
        rank: SmolStr::new_static("corporal"),
        trained: true,
    });
    leader.guts = leader.guts.down();
    let text = format!(
        "{} takes the lead of {}, Guts {}",
        field.view().piece(piece).name,
        field.view().unit(unit).name,
        leader.guts
    );
    field.piece_mut::<Soldier>(piece).leader = Some(leader);
    field.unit_mut::<Section>(unit).leader = Some(piece);
    let side = field.view().side_of_unit(unit);
    let kind = EventKind::Joined { piece, unit, post: Some("leader".into()) };
    field.log(Some(side), kind, RuleId::new("CP-4.5"), text, Explained::default());
    if field.view().resource::<Flow>().leaderless.is_empty() {
        sequence::finish_turn(&mut field, &book);
    }
}

fn obey_end(world: &mut World) {
    go_to(&mut Field::new(world), Stage::Fights);
}
