//! Bundles that are prepared and placed, lit, connected and pushed (OW-7.5 to OW-7.9).

use bevy::math::Vec2;
use smol_str::{SmolStr, format_smolstr};

use super::{
    burst,
    state::{Charge, Dynamite, Lit, charges, now},
    supply::{self, ADJACENT, hand, is_at},
};
use crate::frontier;
use grapeshot_combat_patrol::{
    book::action_card::Burst,
    cards::decks,
    explosives::mines,
    spotting,
    state::activity,
    view::{
        chapter_rules::ChapterRules,
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, SideId},
    orders::{Leg, Odds, Order, Plan},
    procedure::{Found, plainly},
    shared::{dice, refuse},
    table::position::{Heading, Place},
    turn::{
        BattleMut,
        rules::{Thing, ThingAt},
    },
};

/// How broad a fuse is drawn, in inches.
const FUSE: f32 = 0.14;

/// Whether a charge lies anywhere that has not gone off.
pub fn any(cp: &SkirmishView) -> bool {
    charges(cp).iter().any(|charge| !charge.gone)
}

fn told(battle: &mut BattleMut, order: &Order, rule: &'static str, does: &str) {
    let man = order.pieces[0];
    activity::done(battle, man);
    let text = format!("{} {does}", battle.view().piece(man).name);
    spotting::of_pieces(battle, &[man], |battle| battle.note(Some(order.side), RuleId::new(rule), text));
}

/// OW-7.5: a bundle is prepared.
pub fn check_prepare(cp: &SkirmishView, order: &Order) -> Found<()> {
    let man = hand(cp, order, "OW-7.5")?;
    let supply = supply::of(cp, man);
    if supply.bundles == 0 {
        return refuse("OW-7.5", format!("{} has no bundle of dynamite", cp.name(man)));
    }
    if supply.prepared {
        return refuse("OW-7.5", format!("{} has a bundle prepared", cp.name(man)));
    }
    plainly(format!("{} prepares a bundle of dynamite", cp.name(man)), ())
}

/// OW-7.5: the bundle is ready.
pub fn resolve_prepare(battle: &mut BattleMut, _: &BookData, order: &Order, (): ()) {
    supply::change(battle, order.pieces[0], |supply| supply.prepared = true);
    told(battle, order, "OW-7.5", "prepares a bundle of dynamite");
}

/// OW-7.5: the prepared bundle is placed at a point beside the man.
pub fn check_place(cp: &SkirmishView, order: &Order) -> Found<Charge> {
    let man = hand(cp, order, "OW-7.5")?;
    if !supply::of(cp, man).prepared {
        return refuse("OW-7.5", format!("{} must prepare the bundle first", cp.name(man)));
    }
    let [Leg::To(at)] = order.path[..] else { return refuse("OW-7.5", "Name the point") };
    if !is_at(cp, man, at) {
        let reason = format!("{} does not stand within {ADJACENT:.0} inch of that point", cp.name(man));
        return refuse("OW-7.5", reason);
    }
    let wall = mines::wall_at(cp.book, cp.view.terrain(), at);
    let charge = Charge {
        at,
        floor: cp.view.place(man).floor,
        by: man,
        side: order.side,
        wall,
        fuse: Vec::new(),
        laid: 0,
        set: false,
        busy: true,
        lit: None,
        connected: false,
        gone: false,
        hidden: false,
    };
    let what = match wall.and_then(|(wall, _)| cp.protection_of(wall)) {
        Some(protection) => {
            format!(": it breaches the wall in {:.0} %", 100.0 * cp.chance_to_penetrate(6.0, protection))
        }
        None => String::new(),
    };
    let templates = vec![cp.round_template(Burst::Medium, at)];
    let summary = format!("{} places the bundle{what}", cp.name(man));
    Ok((Plan { summary, templates, ..Plan::default() }, charge))
}

/// OW-7.5: the charge lies there.
pub fn resolve_place(battle: &mut BattleMut, _: &BookData, order: &Order, charge: Charge) {
    supply::change(battle, order.pieces[0], |supply| {
        (supply.prepared, supply.bundles) = (false, supply.bundles.saturating_sub(1));
        supply.carries = supply.bundles > 0 || supply.throws != Some(0);
    });
    battle.resource_mut::<Dynamite>().charges.push(charge);
    told(battle, order, "OW-7.5", "places the bundle");
}

/// The charges that a man could work on: their numbers, with the end of their fuse beside him.
fn beside<'c>(cp: &SkirmishView<'c>, man: PieceId) -> impl Iterator<Item = (usize, &'c Charge)> {
    let (cp, side) = (*cp, Some(cp.view.side_of(man)));
    let there = move |charge: &Charge| !charge.gone && charge.known_to(side) && is_at(&cp, man, charge.end());
    charges(&cp).iter().enumerate().filter(move |(_, charge)| there(charge))
}

/// What a charge would do, for the player's eyes.
fn blast_odds(cp: &SkirmishView, charge: &Charge, label: String) -> Odds {
    let template = cp.round_template(Burst::Medium, charge.at);
    let under = cp.men_under(&template, charge.at).len();
    let mut then = vec![(format!("{under} figures are under the burst"), RuleId::new("CP-8.2"))];
    if let Some(protection) = charge.wall.and_then(|(wall, _)| cp.protection_of(wall)) {
        let through = 100.0 * cp.chance_to_penetrate(6.0, protection);
        then.push((format!("breaches the wall in {through:.0} %"), RuleId::new("OW-7.8")));
    }
    Odds { label, explained: Explained::default(), needs: "Explodes".into(), chance: 1.0, then }
}

fn plan_of(cp: &SkirmishView, charge: &Charge, summary: String) -> Plan {
    let odds = vec![blast_odds(cp, charge, summary.clone())];
    let templates = vec![cp.round_template(Burst::Medium, charge.at)];
    Plan { summary, odds, templates, ..Plan::default() }
}

/// OW-7.7: a figure beside the end of a set fuse lights it; whose fuse it is has gone on to something else with that.
pub fn check_light(cp: &SkirmishView, order: &Order) -> Found<usize> {
    let man = hand(cp, order, "OW-7.7")?;
    let mut why = None;
    for (n, charge) in beside(cp, man) {
        if charge.lit.is_some() {
            why = Some("The fuse burns already");
        } else if charge.connected {
            why = Some("The fuse is connected to a machine and can no longer be lit by hand");
        } else if !charge.set && charge.by != man {
            why = Some("The fuse is not set yet");
        } else {
            return Ok((plan_of(cp, charge, format!("{} lights the fuse", cp.name(man))), n));
        }
    }
    refuse("OW-7.7", why.map_or_else(|| format!("{} is at the end of no fuse", cp.name(man)), str::to_owned))
}

/// OW-7.7: a die is rolled and lies beside the charge.
pub fn resolve_light(battle: &mut BattleMut, _: &BookData, order: &Order, number: usize) {
    told(battle, order, "OW-7.7", "lights the fuse");
    let die = battle.roll(&decks::DICE, 6);
    let (turn, cards) = now(&battle.view());
    let unit = battle.view().unit_of(order.pieces[0]);
    let text = format!("The die beside the charge shows {die}");
    dice::detail(battle, (order.side, unit), &[die], "OW-7.7", text, Explained::default());
    let charge = &mut battle.resource_mut::<Dynamite>().charges[number];
    (charge.set, charge.lit) = (true, Some(Lit { die, turn, cards }));
}

/// OW-7.7: where the scenario lets it be, a burning fuse is put out.
pub fn check_cut(cp: &SkirmishView, order: &Order) -> Found<usize> {
    let man = hand(cp, order, "OW-7.7")?;
    if !frontier::settings(cp).fuse_can_be_cut {
        return refuse("OW-7.7", "A lit fuse cannot be put out");
    }
    match beside(cp, man).find(|(_, charge)| charge.lit.is_some()) {
        Some((n, _)) => plainly(format!("{} puts the fuse out", cp.name(man)), n),
        None => refuse("OW-7.7", format!("No fuse burns beside {}", cp.name(man))),
    }
}

/// OW-7.7: it burns no more.
pub fn resolve_cut(battle: &mut BattleMut, _: &BookData, order: &Order, number: usize) {
    told(battle, order, "OW-7.7", "puts the fuse out");
    battle.resource_mut::<Dynamite>().charges[number].lit = None;
}

/// OW-7.9: a figure with a blasting machine, or beside one, connects it to a set fuse.
pub fn check_connect(cp: &SkirmishView, order: &Order) -> Found<usize> {
    let man = hand(cp, order, "OW-7.9")?;
    let stands = |end: Vec2| {
        charges(cp).iter().any(|other| other.connected && !other.gone && other.end().distance(end) <= ADJACENT)
    };
    let mut why = format!("{} is at the end of no fuse", cp.name(man));
    for (n, charge) in beside(cp, man) {
        if charge.lit.is_some() || charge.connected {
            why = "That fuse burns, or is connected".into();
        } else if !charge.set && charge.by != man {
            why = "The fuse is not set yet".into();
        } else if !supply::of(cp, man).machine && !stands(charge.end()) {
            why = format!("{} has no blasting machine", cp.name(man));
        } else {
            return plainly(format!("{} connects the blasting machine", cp.name(man)), n);
        }
    }
    refuse("OW-7.9", why)
}

/// OW-7.9: the machine stands at the end of the fuse.
pub fn resolve_connect(battle: &mut BattleMut, _: &BookData, order: &Order, number: usize) {
    let end = charges(&SkirmishView::of(battle.view()))[number].end();
    let shared = charges(&SkirmishView::of(battle.view()))
        .iter()
        .any(|other| other.connected && !other.gone && other.end().distance(end) <= ADJACENT);
    if !shared {
        supply::change(battle, order.pieces[0], |supply| supply.machine = false);
    }
    {
        let charge = &mut battle.resource_mut::<Dynamite>().charges[number];
        (charge.set, charge.connected) = (true, true);
    }
    told(battle, order, "OW-7.9", "connects the blasting machine");
}

/// OW-7.9: whoever is beside the machine pushes the plunger.
pub fn check_plunge(cp: &SkirmishView, order: &Order) -> Found<usize> {
    let man = hand(cp, order, "OW-7.9")?;
    match beside(cp, man).find(|(_, charge)| charge.connected) {
        Some((n, charge)) => Ok((plan_of(cp, charge, format!("{} pushes the plunger", cp.name(man))), n)),
        None => refuse("OW-7.9", format!("{} is at no blasting machine", cp.name(man))),
    }
}

/// OW-7.9: all charges at that machine explode together.
pub fn resolve_plunge(battle: &mut BattleMut, book: &BookData, order: &Order, number: usize) {
    told(battle, order, "OW-7.9", "pushes the plunger");
    let all = charges(&SkirmishView::of(battle.view())).to_vec();
    let end = all[number].end();
    let at_it = |charge: &Charge| charge.connected && !charge.gone && charge.end().distance(end) <= ADJACENT;
    for (n, _) in all.iter().enumerate().filter(|(_, charge)| at_it(charge)) {
        burst::go_off(battle, book, n, "OW-7.9");
    }
}

/// What men could do with dynamite and charges where they stand.
pub struct Work;

impl ChapterRules for Work {
    fn has_work(&self, cp: &SkirmishView, man: PieceId) -> bool {
        let (caches, side) = (&cp.view.resource::<Dynamite>().caches, Some(cp.view.side_of(man)));
        cp.require_stationary(man).is_ok()
            && supply::require_hand(cp, man).is_ok()
            && (supply::of(cp, man).bundles > 0
                || beside(cp, man).next().is_some()
                || caches.iter().any(|cache| cache.known_to(side) && is_at(cp, man, cache.at)))
    }

    /// OW-7.1: a man with sticks in hand and bundles to place may throw a bundle.
    fn also_throws(&self, cp: &SkirmishView, piece: PieceId) -> Option<u8> {
        supply::bundle_to_throw(cp, piece)
    }
}

/// The charges and caches that lie on the table.
pub fn on_the_table(cp: &SkirmishView) -> Vec<Thing> {
    let thing = |look: SmolStr, at: Vec2, label: String, side: Option<SideId>, rule: &'static str| Thing {
        look,
        at: ThingAt::Lying(Place { at, ..Place::new(0.0, 0.0, 90.0) }),
        label,
        side,
        size: None,
        reach: None,
        rule: RuleId::new(rule),
    };
    let word = SmolStr::new_static;
    let side = cp.view.side();
    let lying = charges(cp).iter().filter(|charge| !charge.gone && charge.known_to(side));
    let lies = lying.flat_map(|charge| {
        let (look, label) = match charge.lit {
            Some(lit) => (format_smolstr!("fuse_{}", lit.die), format!("the fuse burns: it explodes on a {}", lit.die)),
            None if charge.connected => (word("charge_ready"), "a charge connected to a blasting machine".to_owned()),
            None if charge.set => (word("charge"), "a charge, its fuse is set".to_owned()),
            None => (word("charge"), "a charge".to_owned()),
        };
        let end = (!charge.fuse.is_empty()).then(|| {
            let what = if charge.connected { "a blasting machine" } else { "the end of the fuse" };
            thing(word("charge_planned"), charge.end(), what.to_owned(), Some(charge.side), "OW-7.6")
        });
        let burns = charge.lit.as_ref().map(|lit| format!("a fuse that burns: it explodes on a {}", lit.die));
        let told = burns.unwrap_or_else(|| "the fuse of a charge".to_owned());
        let way: Vec<Vec2> = std::iter::once(charge.at).chain(charge.fuse.iter().copied()).collect();
        let legs: Vec<Thing> = way
            .windows(2)
            .filter(|leg| leg[0].distance(leg[1]) > f32::EPSILON)
            .map(|leg| Thing {
                at: ThingAt::Lying(Place {
                    at: leg[0].midpoint(leg[1]),
                    facing: Heading::from_to(leg[0], leg[1]),
                    floor: 0,
                }),
                size: Some((FUSE, leg[0].distance(leg[1]))),
                ..thing(word("fuse"), charge.at, told.clone(), Some(charge.side), "OW-7.6")
            })
            .collect();
        legs.into_iter().chain([thing(look, charge.at, label, Some(charge.side), "OW-7.7")]).chain(end)
    });
    let caches = &cp.view.resource::<Dynamite>().caches;
    let caches = caches
        .iter()
        .filter(|cache| cache.known_to(side))
        .map(|cache| thing(word("charge_planned"), cache.at, "dynamite".into(), None, "OW-7.1"));
    lies.chain(caches).collect()
}
