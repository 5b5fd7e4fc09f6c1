//! What nobody learns of hidden units, in battles that ship, played to their end.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    events::{BattleEvent, EventKind, Known, Subject},
    forces::{PieceId, UnitId},
    scenario,
};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The battles, by scenario, level of the computer and seed.
const SEEDS: u64 = 4;

/// The pieces and the unit that an event is about.
fn subjects(kind: &EventKind) -> (Vec<PieceId>, Option<UnitId>) {
    match kind {
        EventKind::Moved { piece, .. }
        | EventKind::Turned { piece, .. }
        | EventKind::Reshaped { piece, .. }
        | EventKind::Hit { piece, .. }
        | EventKind::Removed { piece, .. }
        | EventKind::Added { piece, .. }
        | EventKind::Joined { piece, .. }
        | EventKind::Marked { subject: Subject::Piece(piece), .. } => (vec![*piece], None),
        EventKind::Shot { shooter, target, .. } => (vec![*shooter, *target], None),
        EventKind::Fought { attacker, defender, .. } => (vec![*attacker, *defender], None),
        EventKind::Formed { unit, .. }
        | EventKind::Raised { unit, .. }
        | EventKind::Rolled { unit: Some(unit), .. }
        | EventKind::Revealed { unit: Some(unit), .. }
        | EventKind::Veiled { unit, .. }
        | EventKind::Marked { subject: Subject::Unit(unit), .. } => (Vec::new(), Some(*unit)),
        EventKind::Covered { from, .. } => (from.iter().copied().collect(), None),
        EventKind::Appeared { .. }
        | EventKind::Revealed { unit: None, .. }
        | EventKind::Cleared { .. }
        | EventKind::Drew(_)
        | EventKind::Rolled { unit: None, .. }
        | EventKind::Phase { .. }
        | EventKind::Note => (Vec::new(), None),
    }
}

/// Whether a text has a name as words of its own.
fn says(text: &str, name: &str) -> bool {
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(name)
        .any(|(at, _)| apart(text[..at].chars().next_back()) && apart(text[at + name.len()..].chars().next()))
}

/// The events known to all that name or concern somebody who is not placed.
fn told(scenario: &Arc<scenario::Scenario>, level: Level, seed: u64) -> Vec<String> {
    let mut battle = Battle::new(scenario, seed, grapeshot::rulesets::plugin);
    let view = battle.view();
    let mut hidden: BTreeSet<PieceId> = view.pieces().filter(|piece| view.conceals(*piece)).collect();
    assert!(!hidden.is_empty(), "{}: nobody hides", scenario.id);
    let names: Vec<(PieceId, String)> = view.pieces().map(|piece| (piece, view.piece(piece).name.clone())).collect();
    let units: Vec<(UnitId, String, Vec<PieceId>)> =
        view.units().map(|unit| (unit, view.unit(unit).name.clone(), view.unit(unit).pieces.clone())).collect();
    let mut computer = commander(level, seed);
    let mut seen = 0;
    let mut faults = Vec::new();
    loop {
        for event in &battle.log().events()[seen..] {
            if let EventKind::Appeared { piece, .. } = &event.kind {
                hidden.remove(piece);
            }
            // The lines that say who is found are those of his being placed; in the end all learn who won.
            let found = ["CP-12.2", "CP-12.3", "CP-15.2"].contains(&event.rule.to_string().as_str());
            if event.known_to == Known::All && !found {
                faults.extend(
                    fault(event, &hidden, &names, &units).map(|fault| format!("{} {seed}: {fault}\n", scenario.id)),
                );
            }
        }
        seen = battle.log().len();
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let order = computer.decide(&battle, &ask).order;
        battle.submit(order).expect("the computer's orders are allowed");
    }
    faults
}

fn fault(
    event: &BattleEvent,
    hidden: &BTreeSet<PieceId>,
    names: &[(PieceId, String)],
    units: &[(UnitId, String, Vec<PieceId>)],
) -> Option<String> {
    let (pieces, unit) = subjects(&event.kind);
    let all_hide = |pieces: &[PieceId]| pieces.iter().all(|piece| hidden.contains(piece));
    let placed = |name: &str| names.iter().any(|(piece, known)| known == name && !hidden.contains(piece));
    let named = names.iter().find(|(piece, name)| hidden.contains(piece) && !placed(name) && says(&event.text, name));
    let about = pieces.iter().any(|piece| hidden.contains(piece));
    let of_unit =
        units.iter().any(|(id, name, pieces)| all_hide(pieces) && (unit == Some(*id) || says(&event.text, name)));
    (named.is_some() || about || of_unit).then(|| format!("{} ({}) {:?}", event.text, event.rule, event.kind))
}

/// CP-15.3, CP-12.2: no event that all know names or concerns a warrior or a unit that is not placed.
#[test]
fn nobody_learns_of_those_who_are_not_placed() {
    let books = rulebooks(grapeshot::rulesets::plugin);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/horse_and_musket");
    let read = |name: &str| {
        let file = folder.join(format!("{name}.scenario.ron"));
        scenario::load(&file, &books).unwrap_or_else(|problems| panic!("{}", problems.render(false)))
    };
    let scenarios = ["raisin_trail", "the_convoy"].map(read);
    let levels = [Level::Regular, Level::Random];
    let games: Vec<(usize, Level, u64)> = (0..scenarios.len())
        .flat_map(|n| levels.into_iter().flat_map(move |level| (1..=SEEDS).map(move |seed| (n, level, seed))))
        .collect();
    let faults: Vec<String> =
        games.into_par_iter().flat_map_iter(|(n, level, seed)| told(&scenarios[n], level, seed)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.concat());
}
