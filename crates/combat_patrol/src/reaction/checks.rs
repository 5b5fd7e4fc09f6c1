//! The checks of reactions (CP-10.2): all are drawn before any success is carried out.

use crate::{
    book::marks,
    cards::decks,
    fire::wounds,
    spotting,
    state::{
        activity,
        sequence_of_play::{SequenceOfPlay, Stage, Try, change_march, go_to},
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::{count, verb},
    events::{Drawn, EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    turn::BattleMut,
};

/// CP-10.1: notes that a side has named all its tries; when all sides have, the checks are drawn.
pub fn close_tries(battle: &mut BattleMut, book: &BookData, side: SideId) {
    let Some(tries) = battle.resource::<SequenceOfPlay>().march.as_ref().map(|march| march.tries.clone()) else {
        return;
    };
    if tries.iter().all(|attempt| attempt.side != side) {
        let text = format!("The {} do not react", battle.view().side_named(side).short);
        // CP-12.2: the other side does not learn that somebody could have reacted as long as anybody hides.
        let veil = battle.veil(Some(side));
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-10.1"), text, Explained::default());
        battle.veil(veil);
    }
    let all_named = change_march(battle, |march| {
        march.asking.retain(|asked| *asked != side);
        march.asking.is_empty()
    });
    if all_named {
        draw_checks(battle, book, &tries);
        go_to(battle, Stage::REACTIONS);
    }
}

/// CP-10.5: draws all checks, before any success is carried out.
fn draw_checks(battle: &mut BattleMut, book: &BookData, tries: &[Try]) {
    let checks: Vec<Check> = tries.iter().map(|attempt| Check::draw(battle, book, attempt)).collect();
    let mut sides: Vec<SideId> = tries.iter().map(|attempt| attempt.side).collect();
    sides.sort_unstable();
    sides.dedup();
    for side in sides {
        // CP-15.3: figures that are not placed try unseen.
        let hides = |attempt: &Try| attempt.figures.iter().any(|(piece, _)| battle.view().conceals(*piece));
        let of_side = tries.iter().zip(&checks).filter(|(of, _)| of.side == side);
        let (unseen, seen): (Vec<(&Try, &Check)>, Vec<_>) = of_side.partition(|(attempt, _)| hides(attempt));
        log_checks(battle, side, &seen);
        let who: Vec<PieceId> = unseen.iter().flat_map(|(of, _)| of.figures.iter().map(|(piece, _)| *piece)).collect();
        spotting::of_pieces(battle, &who, |battle| log_checks(battle, side, &unseen));
    }
    for (n, (attempt, check)) in tries.iter().zip(checks).enumerate() {
        let success = check.success;
        change_march(battle, |march| march.tries[n].success = Some(success));
        // `GroupReaction`: a group succeeds or fails as a whole.
        let cp = SkirmishView { view: battle.view(), book };
        let mut all: Vec<PieceId> =
            attempt.figures.iter().flat_map(|(id, _)| cp.supplement().body_of(&cp, *id)).collect();
        all.sort_unstable();
        all.dedup();
        if success {
            let what = ("has reacted", "have reacted");
            wounds::mark_all(battle, &all, &marks::REACTED, 1, RuleId::new("CP-10.4"), what);
        } else {
            for figure in all {
                activity::change(battle, figure, |activity| activity.failed_to_react = true);
            }
        }
    }
}

/// CP-10.2: a reaction check as it was drawn.
struct Check {
    /// The tries in words, with the number to be reached and why.
    text: String,
    number: Explained,
    rule: RuleId,
    chance: f32,
    success: bool,
    card: u16,
    drawn: Drawn,
}

impl Check {
    fn draw(battle: &mut BattleMut, book: &BookData, attempt: &Try) -> Self {
        let (first, reaction) = &attempt.figures[0];
        let cp = SkirmishView { view: battle.view(), book };
        let (number, why, rule) = cp.reaction_number(*first);
        let chance = cp.reaction_chance(number);
        let figures = attempt.figures.len();
        let who = match figures {
            1 => cp.name(*first).to_owned(),
            _ => {
                let body = cp.supplement().body_of(&cp, *first);
                format!("{} of {}", count(figures, "figure"), cp.unit_name(cp.unit_of_body(&body, *first)))
            }
        };
        let (react, what) = (verb(figures, "reacts", "react"), reaction.words(&cp));
        let (card, drawn) = decks::take(battle, book, attempt.side, &["d6"]);
        let success = card.d6 <= number;
        let result = if success { "success" } else { "failure" };
        let text = format!("{who} {react} to {what}: {} against {number} ({why}): {result}", card.d6);
        let number = Explained::base(rule.clone(), why, f32::from(number));
        Self { text, number, rule, chance, success, card: card.id, drawn }
    }
}

/// Logs the checks of a side, each a detail of one line if there are several.
fn log_checks(battle: &mut BattleMut, side: SideId, checks: &[(&Try, &Check)]) {
    if checks.len() > 1 {
        let name = &battle.view().side_named(side).short;
        let good = checks.iter().filter(|(_, check)| check.success).count();
        let good =
            if good == 0 { "none succeeds".into() } else { format!("{good} {}", verb(good, "succeeds", "succeed")) };
        let text = format!("The {name} try {}: {good}", count(checks.len(), "reaction"));
        battle.note(Some(side), RuleId::new("CP-10.2"), text);
    }
    for (_, check) in checks {
        let (text, number, rule) = (check.text.clone(), check.number.clone(), check.rule.clone());
        match checks.len() {
            1 => battle.log(Some(side), EventKind::Note, rule, text, number),
            _ => battle.detail(Some(side), EventKind::Note, rule, text, number),
        }
        battle.trial("To react", check.chance, usize::from(check.success), 1);
        let card = format!("Reaction check: card {}", check.card);
        decks::show(battle, check.drawn.clone(), RuleId::new("CP-10.2"), card);
    }
}
