//! The charges go in (FF-5.2 step 5, FF-10.2, FF-10.9).

use bevy::ecs::world::World;

use crate::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    rulesets::{
        fire_and_fury::{
            book::{
                formations::Formation,
                values::{Class, Effect, Work},
            },
            condition::{order_state, places},
            movement::march::Purpose,
            state::{
                orders::{found, plain},
                sequence_of_play::{ChargeStage, change},
                view::FuryView,
            },
        },
        shared::{formed::walk::Step, refuse},
    },
    turn::BattleMut,
};

impl FuryView<'_> {
    /// FF-5.2: the units whose charges have still to go in.
    pub fn still_to_go(&self) -> Vec<UnitId> {
        let declared = self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Declared);
        declared.map(|charge| charge.unit).collect()
    }

    /// FF-5.2: whether the charge of a unit goes in now.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check_go_in(&self, order: &Order) -> Result<Plan, Refusal> {
        let unit = self.one_unit(order)?;
        if !self.still_to_go().contains(&unit) {
            return refuse("FF-10.2", format!("{} has no charge to make", self.name(unit)));
        }
        plain(format!("{} goes in", self.name(unit))).map(|plan| plan.finding(unit))
    }
}

/// The charge of the order in hand goes in.
pub fn resolve_go_in(battle: &mut BattleMut) {
    if let Some(unit) = found::<UnitId>(battle) {
        go_in(battle, unit);
    }
}

/// FF-10.9: the cavalry that countercharges a charger meets it half way, if it comes so far.
fn countercharge(battle: &mut BattleMut, charger: UnitId) {
    let ff = FuryView::of(battle.view());
    let Some((unit, _)) = ff.play().countercharges.iter().copied().find(|(_, known)| *known == charger) else { return };
    if !ff.present(unit) || !ff.present(charger) {
        return;
    }
    let start = ff.turned_to(unit, ff.middle(charger));
    let gap = ff.gap(unit, charger);
    let ahead = start.facing.forward();
    let steps = [Step::Slide(ahead * (gap / 2.0))];
    let goals = [charger];
    let rate = start.formation;
    let purpose = Purpose { steps: &steps, share: 0.5, rate, double_quick: false, passes: false, goals: &goals };
    let room = ff.has_room(unit, &start, true).is_ok();
    let walked = ff.walk(unit, if room { &start } else { &ff.values(unit).pose }, &purpose);
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let poses = walked.poses();
    let text = format!("{name} countercharges {:.1}\u{2033}", walked.inches());
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.9"), text, Explained::default());
    if room {
        places::take(battle, unit, &poses, "FF-10.9");
    }
    change(battle, |play| {
        for charge in play.charges.iter_mut().filter(|charge| charge.unit == charger) {
            charge.target = unit;
            charge.outflanks = false;
        }
    });
}

/// FF-10.2: a charge goes in; one that does not reach its target stops short.
pub fn go_in(battle: &mut BattleMut, unit: UnitId) {
    countercharge(battle, unit);
    let ff = FuryView::of(battle.view());
    let Some(charge) = ff.charge_of(unit).cloned() else { return };
    let effect = ff.work(unit).effect.unwrap_or(Effect::Tardy);
    let squared = ff.present(charge.target)
        && ff.formation(charge.target) == Formation::Square
        && ff.play().reacted.contains(&charge.target);
    let share = if effect.is_well_handled() || charge.disordered { 1.0 } else { 0.5 };
    let way = ff
        .present(charge.target)
        .then(|| ff.charge_way(unit, charge.target, share, effect == Effect::DoubleQuick, squared))
        .flatten();
    let (name, enemy, side) = (ff.name(unit).to_owned(), ff.name(charge.target).to_owned(), ff.side(unit));
    battle.unit_mut::<Work>(unit).done = true;
    if charge.disordered {
        order_state::disorder(battle, unit, "FF-6.4");
    }
    let (stage, class) = match way {
        Some(way) => {
            let text = format!("{name} charges home, {:.1}\u{2033}", way.cost);
            let cost = Explained::base(RuleId::new("FF-10.2"), "the way to contact", way.cost);
            battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.2"), text, cost);
            places::take(battle, unit, &way.poses, "FF-10.2");
            (ChargeStage::Contact, way.class)
        }
        None => {
            let text = format!("{name} does not reach {enemy} and stops");
            battle.note(Some(side), RuleId::new("FF-10.2"), text);
            (ChargeStage::Short, Class::Open)
        }
    };
    change(battle, |play| {
        for known in play.charges.iter_mut().filter(|known| known.unit == unit) {
            (known.stage, known.class) = (stage, class);
        }
    });
}

/// A charge goes in, or a combat is fought, by the order in hand.
pub fn resolve_go(world: &mut World) {
    use crate::rulesets::fire_and_fury::{charge::combat, state::sequence_of_play::Step as TurnStep};
    let mut battle = BattleMut::new(world);
    let step = battle.resource::<crate::rulesets::fire_and_fury::state::sequence_of_play::SequenceOfPlay>().step;
    if step == TurnStep::Combats { combat::resolve_fight(&mut battle) } else { resolve_go_in(&mut battle) }
}
