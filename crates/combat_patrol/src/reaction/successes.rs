//! Carrying out successful reactions (CP-10.5): shots first, then turns and steps.

use crate::{
    arms::{
        artillery::{aim::GunShot, fire},
        mounted::{counter, square},
    },
    fire::{
        aim::Aim,
        shooting::{self, FireLine},
        wounds,
    },
    movement::resume,
    spotting,
    state::sequence_of_play::{March, Reaction, Stage, Try, go_to},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// A shot by reaction.
enum ByReaction {
    /// The shot of a figure's weapon.
    Figure(Aim),
    /// The round of a gun.
    Gun(GunShot),
}

/// CP-10.5: fires the shots of the figures that succeeded, in their order; a unit's shots at one mover are one line of
/// the log. A success that has become impossible is lost.
fn fire_by_reaction(battle: &mut BattleMut, book: &BookData, successes: &[(SideId, PieceId, Reaction)]) {
    // The unit that fires, its target, and the line of the log that is begun.
    let mut line: Option<(UnitId, PieceId, FireLine)> = None;
    for (side, figure, reaction) in successes {
        let Reaction::Shoot(target) = reaction else { continue };
        if !battle.view().in_play(*figure) {
            continue;
        }
        let cp = SkirmishView::of(battle.view_of(*side));
        let unit = cp.view.unit_of(*figure);
        let shot = match cp.shoots_as_men_do(*figure) {
            true => cp.reaction_shot(*figure, *target).map(ByReaction::Figure),
            false => cp.gun_reaction(*figure, *target).map(ByReaction::Gun),
        };
        let goes_on =
            line.as_ref().is_some_and(|(by, at, _)| (*by, *at) == (unit, *target)) && !cp.view.conceals(*figure);
        if !goes_on && let Some((.., line)) = line.take() {
            line.end(battle);
        }
        match shot {
            Ok(ByReaction::Gun(shot)) => fire::fire(battle, book, &shot),
            Ok(ByReaction::Figure(aim)) => {
                spotting::by_shooting(battle, *figure, book.weapon(aim.weapon).silent);
                if line.is_none() {
                    let cp = SkirmishView::of(battle.view());
                    let text = format!("{} fires at {} by reaction", cp.unit_name(unit), cp.name(*target));
                    let rule = RuleId::new("CP-10.3");
                    let begun =
                        spotting::of_pieces(battle, &[*figure], |battle| FireLine::begin(battle, *side, rule, text));
                    line = Some((unit, *target, begun));
                }
                shooting::resolve_shot(battle, book, &aim);
            }
            Err(refusal) => {
                let text = format!("{}: the reaction is lost: {}", battle.view().piece(*figure).name, refusal.reason);
                let rule = RuleId::new("CP-10.5");
                spotting::of_pieces(battle, &[*figure], |battle| match goes_on {
                    true => battle.detail(Some(*side), EventKind::Note, rule, text, Explained::default()),
                    false => battle.note(Some(*side), rule, text),
                });
            }
        }
    }
    if let Some((.., line)) = line {
        line.end(battle);
    }
}

/// CP-10.5: carries out the successes: shots, then turns and steps; a success that has become impossible is lost.
pub fn carry_out(battle: &mut BattleMut, book: &BookData, march: &March) -> bool {
    let cp = SkirmishView::of(battle.view());
    let (sound, riders) = (resume::sound_on_foot(&cp, march), resume::in_the_saddle(&cp, march));
    let successes: Vec<(SideId, PieceId, Reaction)> = march
        .tries
        .iter()
        .filter(|attempt| attempt.success == Some(true))
        .flat_map(|attempt| attempt.figures.iter().map(|(id, r)| (attempt.side, *id, r.clone())))
        .collect();
    fire_by_reaction(battle, book, &successes);
    resume::slow_the_wounded(battle, march, &sound);
    resume::leave_the_unhorsed(battle, march, &riders);
    for (side, men) in closing_ranks(battle, &march.tries) {
        square::close_ranks(battle, side, &men);
    }
    for (_, figure, reaction) in successes {
        // CP-7.4: a stray shot may have struck the figure.
        let cp = SkirmishView::of(battle.view());
        if !cp.view.in_play(figure) || cp.stunned(figure) {
            continue;
        }
        match reaction {
            Reaction::Shoot(_) | Reaction::CloseRanks | Reaction::CounterCharge | Reaction::Pursue => {}
            Reaction::Turn(heading) => turn(battle, figure, heading),
            Reaction::Step(route) => {
                let share = SkirmishView::of(battle.view()).free_share(&route, 1.0, &[], &[]);
                if share > 0.0 {
                    let text = format!("{} steps into cover", battle.view().piece(figure).name);
                    let end = route.at(share);
                    battle.move_piece(figure, route.corners(0.0, share), end, RuleId::new("CP-10.3"), text);
                    wounds::moved(battle, &[figure]);
                }
            }
        }
    }
    counter::set_out(battle, book, march);
    go_to(battle, Stage::RESUME);
    true
}

/// The men that succeeded in closing ranks, by unit; stunned men no longer can.
fn closing_ranks(battle: &BattleMut, tries: &[Try]) -> Vec<(SideId, Vec<PieceId>)> {
    let cp = SkirmishView::of(battle.view());
    let mut units: Vec<(SideId, Vec<PieceId>)> = Vec::new();
    for attempt in tries.iter().filter(|attempt| attempt.success == Some(true)) {
        for (piece, _) in attempt.figures.iter().filter(|(_, reaction)| *reaction == Reaction::CloseRanks) {
            if !cp.view.in_play(*piece) || cp.stunned(*piece) {
                continue;
            }
            let unit = cp.view.unit_of(*piece);
            match units.iter_mut().find(|(_, men)| cp.view.unit_of(men[0]) == unit) {
                Some((_, men)) => men.push(*piece),
                None => units.push((attempt.side, vec![*piece])),
            }
        }
    }
    units
}

fn turn(battle: &mut BattleMut, figure: PieceId, heading: Heading) {
    let cp = SkirmishView::of(battle.view());
    let place = Place { facing: heading, ..cp.view.place(figure) };
    let base = Outline { footprint: cp.view.footprint(figure), place };
    if cp.mounted(figure) && (cp.lies_on_another(&base, &[figure]) || cp.turns_at_an_enemy(figure, &base)) {
        let text = format!("{} has no room to turn: the reaction is lost", cp.name(figure));
        spotting::of_pieces(battle, &[figure], |battle| battle.note(None, RuleId::new("CP-10.5"), text));
        return;
    }
    let text = format!("{} turns by reaction", battle.view().piece(figure).name);
    battle.turn_piece(figure, heading, RuleId::new("CP-10.3"), text);
}
