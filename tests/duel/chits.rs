//! What the sides of a duel know alone: how their party stands, and how much it can bear.

use super::*;

/// DU-1.2: how a party stands, on a chit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stance {
    Steady,
    Wary,
}

impl Stance {
    pub const ALL: [(&'static str, Self); 2] = [("steady", Self::Steady), ("wary", Self::Wary)];

    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == word).map(|(_, stance)| stance)
    }

    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

impl Confidential for Stance {
    const NAME: &'static str = "duel_stance";
}

/// DU-1.3: with this many losses a side gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nerve(pub u8);

impl Confidential for Nerve {
    const NAME: &'static str = "duel_nerve";
}

/// The number that a die must show for a hit, as far as whose view it is knows.
pub fn needed(view: &BattleView, shooter: UnitId, target: UnitId) -> Explained {
    let mut needed = Explained::base(RULE, "to hit", 5.0);
    if view.secret(shooter) == Some(&Stance::Steady) {
        needed.add(CHITS, "steady shooter", -1.0);
    }
    if view.secret(target) == Some(&Stance::Wary) {
        needed.add(CHITS, "wary target", 1.0);
    }
    needed
}

pub fn losses(view: &BattleView, side: SideId) -> usize {
    view.unit(party(side)).pieces.len() - view.present(party(side)).count()
}

/// DU-1.3: the side that has lost what it can bear, as far as everybody knows.
pub fn broken(view: &BattleView) -> Option<SideId> {
    let known = view.seen_by(STRANGER);
    let breaks = |side: &SideId| {
        known.side_secret::<Nerve>(*side).is_some_and(|nerve| losses(view, *side) >= usize::from(nerve.0))
    };
    view.sides().ids().find(breaks)
}

pub fn nerve_row(nerve: &Nerve) -> CardRow {
    CardRow { label: "Nerve".into(), value: nerve.0.to_string(), rule: Some(NERVE) }
}

/// DU-1.3: a side rolls out of sight how many losses it can bear.
pub fn take_heart(battle: &mut BattleMut, side: SideId) {
    let die = battle.roll(&DICE, 6);
    let nerve = Nerve(2 + die / 4);
    battle.tell_only(side, |battle| {
        let rolled = EventKind::Rolled { side: Some(side), unit: None, faces: 6, dice: vec![die] };
        battle.log(Some(side), rolled, NERVE, format!("Rolled {die} for nerve"), Explained::default());
    });
    battle.give_side_secret(side, nerve, NERVE, format!("With {} losses we give up", nerve.0));
}

/// DU-1.2: all chits are turned down, and both sides choose.
pub fn lay_chits(battle: &mut BattleMut) {
    for side in battle.view().sides().ids() {
        battle.cover::<Stance>(party(side), CHITS, "The chit is turned down");
    }
    let sides: Vec<SideId> = battle.view().sides().ids().collect();
    let mut turnover = battle.resource_mut::<Turnover>();
    turnover.choosing = sides;
    turnover.chosen.clear();
}

/// DU-1.2: a party that shoots or is shot at turns up its chit.
pub fn turn_up(battle: &mut BattleMut, unit: UnitId) {
    let Some(stance) = battle.view().secret::<Stance>(unit).copied() else { return };
    let text = format!("{} is {}", battle.view().unit(unit).name, stance.word());
    battle.reveal::<Stance>(unit, CHITS, text);
}

pub fn choose(world: &mut World) {
    let Some(stance) = found::<Stance>(world, &CHOOSE) else { return };
    let side = world.resource::<InHand>().order.side;
    let mut battle = BattleMut::new(world);
    battle.give_secret(party(side), stance, CHITS, format!("Our party will be {}", stance.word()));
    battle.resource_mut::<Turnover>().chosen.push(side);
}

pub fn ready(world: &mut World) {
    let Some(side) = found::<SideId>(world, &READY) else { return };
    world.resource_mut::<Turnover>().choosing.retain(|other| *other != side);
    let mut battle = BattleMut::new(world);
    let text = format!("The {} are ready", battle.view().side_named(side).short);
    battle.note(Some(side), CHITS, text);
}

/// Draws anew what only a side knows of itself.
pub fn imagine(battle: &mut BattleMut, side: SideId) {
    let public = battle.view().seen_by(STRANGER);
    let hides = |known: bool, there: bool| there && !known;
    let stance =
        hides(public.secret::<Stance>(party(side)).is_some(), battle.view().secret::<Stance>(party(side)).is_some());
    let nerve = hides(public.side_secret::<Nerve>(side).is_some(), battle.view().side_secret::<Nerve>(side).is_some());
    if stance {
        let (_, stance) = Stance::ALL[usize::from(battle.roll(&DICE, 2)) - 1];
        battle.give_secret(party(side), stance, CHITS, "it is believed");
    }
    if nerve {
        let nerve = Nerve(2 + battle.roll(&DICE, 6) / 4);
        battle.give_side_secret(side, nerve, NERVE, "it is believed");
    }
}
