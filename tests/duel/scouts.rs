//! Units that come into being in the battle: scouts who are sent out of a party, and a helper who was not there.

use super::*;
use grapeshot::turn::{NewPiece, NewUnit};

pub const SEND: VerbId = VerbId::new("send");
pub const CALL: VerbId = VerbId::new("call");
pub const SCOUTS: RuleId = RuleId::new("DU-1.8");
const HELPER: &str = "helper";

fn in_use(view: &BattleView) -> bool {
    view.settings().flag("scouts") == Some(true)
}

/// DU-1.8: what a side may do besides walking and shooting.
pub fn verbs(view: &BattleView) -> Vec<VerbId> {
    if in_use(view) { vec![SEND, CALL] } else { Vec::new() }
}

/// DU-1.8: the men of a side who act: those of its party, its scouts and its helper.
pub fn men<'w>(view: &BattleView<'w>, side: SideId) -> impl Iterator<Item = PieceId> + use<'w> {
    let view = *view;
    let acts = move |unit: &UnitId| *unit == party(side) || (in_use(&view) && view.side_of_unit(*unit) == side);
    view.units().filter(acts).flat_map(move |unit| view.present(unit))
}

pub fn candidates(view: &BattleView, ask: &Ask) -> Vec<Order> {
    if !in_use(view) {
        return Vec::new();
    }
    let mut orders: Vec<Order> = ask.pieces.iter().map(|piece| Order::new(ask.side, &SEND).pieces([*piece])).collect();
    let at = Vec2::new(40.0, 4.0 + 40.0 * f32::from(ask.side.0));
    orders.push(Order::new(ask.side, &CALL).path([Leg::To(at)]));
    orders
}

/// DU-1.8: a party keeps one man at least.
pub fn check_send(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    let refuse = |reason: &str| Refusal::new(SCOUTS, reason);
    let [piece] = order.pieces[..] else { return Err(refuse("one man is sent out at a time")) };
    if !view.in_play(piece) || view.unit_of(piece) != party(order.side) {
        return Err(refuse("the man is not with the party"));
    }
    if view.present(party(order.side)).count() < 2 {
        return Err(refuse("the last man of a party is sent nowhere"));
    }
    Ok(Plan { summary: "A scout is sent out".into(), ..Plan::default() }.finding(piece))
}

/// DU-1.8: each side may call one helper.
pub fn check_call(view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
    let refuse = |reason: &str| Refusal::new(SCOUTS, reason);
    let [Leg::To(at)] = order.path[..] else { return Err(refuse("it must be said where the helper comes")) };
    let is_helper = |unit: UnitId| {
        let Unit { side, key, .. } = view.unit(unit);
        *side == order.side && key.starts_with(HELPER)
    };
    if view.units().any(is_helper) {
        return Err(refuse("no more than one helper comes"));
    }
    let place = Place { at, ..Place::default() };
    let outline = Outline { footprint: Footprint::Circle { diameter: 1.0 }, place };
    let size = view.terrain().size;
    if !(at.x >= 0.0 && at.y >= 0.0 && at.x <= size.x && at.y <= size.y) {
        return Err(refuse("that is not on the table"));
    }
    if view.pieces().any(|other| view.in_play(other) && outline.overlap(&view.outline(other)) > 0.0) {
        return Err(refuse("somebody stands there"));
    }
    Ok(Plan { summary: "A helper comes".into(), ..Plan::default() }.finding(outline))
}

pub fn send(world: &mut World) {
    let Some(piece) = found::<PieceId>(world, &SEND) else { return };
    let mut battle = BattleMut::new(world);
    let from = battle.view().unit_of(piece);
    let key = format!("{}_scouts", battle.view().unit(from).key);
    battle.split_unit(from, &[piece], key.into(), "Scouts".into(), SCOUTS, "A scout is sent out");
}

pub fn call(world: &mut World) {
    let Some(outline) = found::<Outline>(world, &CALL) else { return };
    let side = world.resource::<InHand>().order.side;
    let mut battle = BattleMut::new(world);
    let unit = battle.raise_unit(
        NewUnit {
            key: HELPER.into(),
            name: "Helpers".into(),
            side,
            superior: None,
            from: None,
            unit_entry: UnitEntry { kind: "foot".into(), ..UnitEntry::default() },
        },
        SCOUTS,
        "Help is called",
    );
    battle.add_unit_part(unit, Shots::default());
    let new = NewPiece { name: "Helper".into(), look: "foot".into(), outline };
    battle.add_piece(unit, new, SCOUTS, "A helper comes");
}
