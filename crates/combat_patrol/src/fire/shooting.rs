//! Shooting (chapter 6): the cards of a shot, and the hit.

use std::collections::BTreeSet;

use crate::{
    book::{action_card::ActionCard, cites::Topic, marks, profile::Soldier},
    cards::decks,
    fire::{aim::Aim, wounds},
    view::{
        rulebook::{BookData, SkirmishView, cites},
        supplement::AfterShot,
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, RuleId},
    forces::{PieceId, SideId},
    turn::BattleMut,
};

/// What a card must show, in words.
pub fn needs(holes: i8) -> String {
    format!("Needs {}", in_holes(holes))
}

/// A number of holes in words; a negative number reads as none.
pub fn in_holes(holes: i8) -> String {
    count(holes.max(0) as usize, "hole")
}

/// What a card must show and what it shows, in words.
pub fn shows(holes: i8, card: &ActionCard) -> String {
    format!("needs {}, the card shows {}", in_holes(holes), card.holes)
}

/// The line of the log about one piece of fire, under which its cards fold away.
pub struct FireLine {
    /// Its place in the log.
    at: usize,
    /// What is fired at what, in words.
    text: String,
}

impl FireLine {
    /// Begins such a line.
    pub fn begin(battle: &mut BattleMut, side: SideId, rule: RuleId, text: String) -> Self {
        let at = battle.view().log().len();
        battle.note(Some(side), rule, text.clone());
        Self { at, text }
    }

    /// Ends the line: it tells how many shots were fired, and how many of them hit.
    pub fn end(self, battle: &mut BattleMut) {
        let fired = battle.view().log().events()[self.at..].iter().filter_map(|event| match event.kind {
            EventKind::Shot { hit, .. } => Some(hit),
            _ => None,
        });
        let fired: Vec<bool> = fired.collect();
        let came = match (fired.len(), fired.iter().filter(|hit| **hit).count()) {
            (0, _) => "no shot".to_owned(),
            (shots, 0) => format!("{}, no hit", count(shots, "shot")),
            (shots, hits) => format!("{}, {}", count(shots, "shot"), count(hits, "hit")),
        };
        battle.retell(self.at, format!("{}: {came}", self.text));
    }

    /// Ends the line of a round: it tells how many men it struck, counting only men that all sides can see.
    pub fn end_round(self, battle: &mut BattleMut) {
        let struck: BTreeSet<PieceId> = battle.view().log().events()[self.at..]
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Hit { piece, .. } if event.known_to.is_all() => Some(piece),
                _ => None,
            })
            .collect();
        let came = match struck.len() {
            0 => "nobody hit".to_owned(),
            men => format!("{} hit", count(men, "man")),
        };
        battle.retell(self.at, format!("{}: {came}", self.text));
    }
}

/// CP-6.4 to CP-6.9: resolves one shot with all its cards. Returns whether anybody was struck.
pub fn resolve_shot(battle: &mut BattleMut, book: &BookData, aim: &Aim) -> bool {
    let mut struck: Vec<PieceId> = Vec::new();
    let mut laid = AfterShot::default();
    for _ in 0..aim.shots {
        if !battle.view().in_play(aim.target) || one_card(battle, book, aim, &mut struck, &mut laid) {
            break;
        }
    }
    !struck.is_empty()
}

/// CP-6.4: resolves one to-hit card of a shot with all that follows from it, and notes the figures it has struck and
/// the markers it has laid. Returns whether the weapon is out of ammunition, which ends the shot.
pub fn one_card(
    battle: &mut BattleMut,
    book: &BookData,
    aim: &Aim,
    struck: &mut Vec<PieceId>,
    laid: &mut AfterShot,
) -> bool {
    let side = battle.view().side_of(aim.shooter);
    let holes = aim.holes();
    let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa", "hr"]);
    let hit = !card.ooa && card.holes as i8 >= holes;
    let cp = SkirmishView::of(battle.view());
    let result = if hit { "hit" } else { "miss" };
    let text = format!("{} fires at {}: {}: {result}", cp.name(aim.shooter), cp.name(aim.target), shows(holes, card));
    let kind = EventKind::Shot { shooter: aim.shooter, target: aim.target, hit };
    let chance = cp.chance_of_holes(holes);
    battle.detail(Some(side), kind, RuleId::new("CP-6.4"), text, aim.column.clone());
    battle.trial("To hit", chance, usize::from(hit), 1);
    decks::show(battle, drawn, RuleId::new("CP-6.4"), format!("To hit: card {}", card.id));
    after_shot(battle, book, (aim.shooter, aim.weapon), card, laid);
    if hit {
        let victim = strike(battle, book, aim);
        // CP-6.11: a figure struck twice by one attack brings one marker.
        if !struck.contains(&victim) && SkirmishView::of(battle.view()).is_man(victim) {
            struck.push(victim);
            wounds::add_morale_marker(battle, battle.view().unit_of(victim), RuleId::new("CP-6.11"));
        }
    }
    card.ooa
}

/// `Reload`, `Misfire`, CP-6.9: lays the markers of a card on the shooter and his weapon, beyond those that earlier
/// cards of the same shot have laid.
pub fn after_shot(
    battle: &mut BattleMut,
    book: &BookData,
    (shooter, number): (PieceId, u8),
    card: &ActionCard,
    laid: &mut AfterShot,
) {
    let cp = SkirmishView { view: battle.view(), book };
    let weapon = book.weapon(number);
    let whole = cp.supplement().after_shot(&cp, weapon, card);
    let (reload, out) = (whole.reload.saturating_sub(laid.reload), whole.out_of_ammo.saturating_sub(laid.out_of_ammo));
    let on_weapon = cp.supplement().markers_on_weapons(&cp, shooter);
    let name = cp.name(shooter).to_owned();
    let whose = if on_weapon { format!("{name}: the {}", weapon.name) } else { name.clone() };
    if reload + out > 0 && on_weapon {
        let unloaded = &mut battle.piece_mut::<Soldier>(shooter).unloaded;
        // The weapon that the same shot has emptied already is the last in the list.
        match unloaded.last_mut().filter(|(n, _)| *n == number && laid.reload + laid.out_of_ammo > 0) {
            Some((_, markers)) => *markers += reload + out,
            None => unloaded.push((number, reload + out)),
        }
    }
    (laid.reload, laid.out_of_ammo) = (laid.reload + reload, laid.out_of_ammo + out);
    if reload > 0 {
        let now = battle.view().mark(shooter, &marks::RELOAD) + reload;
        let (rule, text) = if whole.reload > 1 {
            (RuleId::new(cites(battle, Topic::Misfire)), format!("{whose} misfires and must reload twice"))
        } else {
            (RuleId::new(cites(battle, Topic::Reload)), format!("{whose} must reload"))
        };
        battle.mark_piece(shooter, &marks::RELOAD, now, rule, text);
    }
    if out > 0 {
        let now = battle.view().mark(shooter, &marks::OUT_OF_AMMO) + out;
        let text = format!("{whose} is out of ammunition");
        battle.mark_piece(shooter, &marks::OUT_OF_AMMO, now, RuleId::new("CP-6.9"), text);
    }
}

/// CP-6.7, CP-6.8: lets the hit fall on one of the candidates, and returns him.
fn strike(battle: &mut BattleMut, book: &BookData, aim: &Aim) -> PieceId {
    let side = battle.view().side_of(aim.shooter);
    let candidates = SkirmishView::of(battle.view_of(side)).candidates(aim.shooter, aim.target);
    let (card, drawn) = decks::take(battle, book, side, &["pick", "loc", "cover", "sev"]);
    let victim = candidates[card.choose(candidates.len())];
    if !SkirmishView::of(battle.view()).is_man(victim) {
        let text = format!("Damage card {}: {}", card.id, battle.view().piece(victim).name);
        decks::show(battle, drawn, RuleId::new("CP-6.7"), text);
        wounds::hit_engine(battle, book, victim, card.sev);
        return victim;
    }
    let cover = SkirmishView::of(battle.view()).covered_from(victim, aim.shooter);
    wounds::hit_by_fire(battle, book, side, victim, card, drawn, cover.as_ref());
    victim
}
