//! Small arms that take a crew (CP-6.12): the men that serve them, and card after card at one target or the next.

use super::{aim::Aim, shooting};
use crate::{
    book::grade::Grade,
    state::{
        activity,
        sequence_of_play::{FigureAction, SequenceOfPlay, Stage, go_to},
        shot::{Manner, Sweep},
    },
    view::{
        rulebook::{BookData, SkirmishView},
        supplement::AfterShot,
    },
};
use grapeshot_floor::{
    chance::spread,
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::{Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    turn::BattleMut,
};

impl SkirmishView<'_> {
    /// The unstunned men on foot of a figure's unit that stand at it, in order.
    fn mates_at(&self, shooter: PieceId) -> impl Iterator<Item = PieceId> + '_ {
        let near = self.settings().guns.crew_reach();
        self.men(self.view.unit_of(shooter)).filter(move |mate| {
            *mate != shooter && !self.stunned(*mate) && !self.mounted(*mate) && self.view.gap(*mate, shooter) <= near
        })
    }

    /// CP-6.12: the men that serve a weapon besides the one that fires it, as many as it takes: one for a gunner that
    /// carries it, two at a gun. They must still have their action, if their unit acts.
    pub fn hands_at(&self, shooter: PieceId) -> Vec<PieceId> {
        let unit = self.view.unit_of(shooter);
        let activation =
            self.view.resource::<SequenceOfPlay>().activation.as_ref().filter(|active| active.unit == unit);
        let free = |mate: &PieceId| activation.is_none() || self.part(*mate) == FigureAction::Stationary;
        self.mates_at(shooter).filter(free).take(self.hands_needed(shooter)).collect()
    }

    /// CP-6.12: how many men a weapon takes besides the piece that fires it.
    fn hands_needed(&self, shooter: PieceId) -> usize {
        if self.is_man(shooter) { 1 } else { 2 }
    }

    /// CP-6.12: whether a weapon fires at its full rate: one that takes a crew needs a second man.
    pub fn has_its_crew(&self, shooter: PieceId, weapon: u8) -> bool {
        !self.book.weapon(weapon).crew || self.hands_at(shooter).len() == self.hands_needed(shooter)
    }

    /// CP-6.12: the Accuracy of a shot: the shooter's; of a weapon with a crew its leader's, if he directs it.
    pub fn accuracy_with(&self, shooter: PieceId, weapon: u8, manner: Manner) -> Grade {
        let own = self.soldier(shooter).accuracy;
        if !self.book.weapon(weapon).crew {
            return own;
        }
        let leader = self.leader_of(self.view.unit_of(shooter)).filter(|leader| Some(*leader) != manner.busy);
        match leader.filter(|leader| self.mates_at(shooter).any(|mate| mate == *leader)) {
            Some(leader) => self.soldier(leader).accuracy,
            None => own,
        }
    }

    /// CP-6.12: a weapon that takes a crew fires by an order of its own.
    ///
    /// # Errors
    /// The refusal if it is one of several.
    pub fn require_fire_alone(&self, aims: &[Aim]) -> Result<(), Refusal> {
        match aims.iter().find(|aim| self.book.weapon(aim.weapon).crew) {
            Some(aim) if aims.len() > 1 => {
                let weapon = &self.book.weapon(aim.weapon).name;
                refuse("CP-6.12", format!("The {weapon} fires by itself: give it an order of its own"))
            }
            _ => Ok(()),
        }
    }

    /// The shot of the next card at a target.
    ///
    /// # Errors
    /// If no weapon is being fired, if the target is too far from the last, or if the weapon may not be fired at him.
    pub fn next_card_at(&self, target: PieceId) -> Result<Aim, Refusal> {
        let Some(sweep) = &self.view.resource::<SequenceOfPlay>().sweep else {
            return refuse("CP-6.12", "No weapon is being fired");
        };
        let within = self.numbers().next_target;
        if self.view.outline(target).gap(&self.view.outline(sweep.last)) > within + 1e-4 {
            return refuse("CP-6.12", format!("A new target must be within {within:.0} inches of the last"));
        }
        self.aim_of_fit(sweep.shooter, target, sweep.manner)
    }

    /// Whether any target is left for the next card.
    fn may_sweep(&self, sweep: &Sweep) -> bool {
        let side = self.view.side_of(sweep.shooter);
        sweep.left > 0
            && self.view.in_play(sweep.shooter)
            && self.enemies(side).any(|enemy| self.next_card_at(enemy).is_ok())
    }

    /// CP-6.12: the next card, at the same target or at another near him.
    ///
    /// # Errors
    /// If the order names no target, or one at which the next card may not be fired.
    pub fn check_sweep(&self, order: &Order) -> Found<Aim> {
        let Some(target) = order.target else { return refuse("CP-6.12", "Name the next target") };
        let aim = self.next_card_at(target)?;
        let odds = self.odds_of(&aim);
        let summary = format!("The next card is for {}", self.name(target));
        let distribution = spread([odds.chance].into_iter());
        Ok((Plan { summary, odds: vec![odds], distribution, ..Plan::default() }, aim))
    }
}

/// Fires the first card of a crew-served weapon; its crew has used its action.
pub fn open_fire(battle: &mut BattleMut, book: &BookData, aim: &Aim, manner: Manner) {
    let cp = SkirmishView { view: battle.view(), book };
    // One man alone fires a gun at a rate of 1; a gunner that carries the weapon fires it himself then.
    let most = if aim.shots > 1 { 2 } else { usize::from(!cp.is_man(aim.shooter)) };
    let hands: Vec<PieceId> = cp.hands_at(aim.shooter).into_iter().take(most).collect();
    let sweep = Sweep { shooter: aim.shooter, manner, last: aim.target, left: aim.shots, struck: Vec::new() };
    battle.resource_mut::<SequenceOfPlay>().sweep = Some(sweep);
    activity::done(battle, aim.shooter);
    for hand in hands {
        activity::done(battle, hand);
        let text = format!("{} serves it", battle.view().piece(hand).name);
        let side = battle.view().side_of(hand);
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-6.12"), text, Explained::default());
    }
    next_card(battle, book, aim);
}

/// Fires the next card of a crew-served weapon.
pub fn next_card(battle: &mut BattleMut, book: &BookData, aim: &Aim) {
    let mut sweep = battle.resource_mut::<SequenceOfPlay>().sweep.take().expect("a weapon is being fired");
    let out_of_ammo = shooting::one_card(battle, book, aim, &mut sweep.struck, &mut AfterShot::default());
    sweep.last = aim.target;
    sweep.left = if out_of_ammo { 0 } else { sweep.left - 1 };
    battle.resource_mut::<SequenceOfPlay>().sweep = Some(sweep);
    go_to(battle, Stage::SWEEP);
}

/// Whether the owner must name the next target; if there is none, the fire is over.
pub fn go_on(battle: &mut BattleMut) -> bool {
    let cp = SkirmishView::of(battle.view());
    let sweeps = cp.view.resource::<SequenceOfPlay>().sweep.as_ref().is_some_and(|sweep| cp.may_sweep(sweep));
    if !sweeps {
        cease(battle);
    }
    !sweeps
}

/// Ends the fire of a crew-served weapon.
pub fn cease(battle: &mut BattleMut) {
    battle.resource_mut::<SequenceOfPlay>().sweep = None;
    go_to(battle, Stage::ACT);
}
