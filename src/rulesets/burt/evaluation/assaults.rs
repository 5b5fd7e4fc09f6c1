//! Assaults that the side's units could declare from where they stand, by the ways and the chances of the rulebook.

use super::{
    clash::{Attack, Ending, Expected},
    evaluator::{Evaluator, Summary},
};
use crate::{
    forces::UnitId,
    rulesets::burt::{
        assault::{declare::Declared, way::Way},
        book::{
            dice,
            values::{Level, Reason},
        },
        morale::modifiers::Circumstances,
    },
};

/// An assault that a unit could declare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// Who assaults.
    pub by: UnitId,
    /// Whom.
    pub at: UnitId,
    /// What it is worth.
    pub worth: f32,
}

impl Evaluator<'_, '_> {
    /// SB-9.1: the assaults of the side to which a way leads, whatever the orders of the units are.
    pub fn assaults(&self) -> &[Choice] {
        self.assaults.get_or_init(|| self.find_assaults())
    }

    fn find_assaults(&self) -> Vec<Choice> {
        let mut list = Vec::new();
        for body in self.friends().filter(|body| self.burt.can_assault(body.unit).is_ok()) {
            let reach = self.burt.charge_reach(body.unit);
            for enemy in self.enemies() {
                if !self.burt.within(body.stance.block.gap(&enemy.stance.block), reach) {
                    continue;
                }
                if let Ok(way) = self.burt.assault_on(body.unit, enemy.unit) {
                    list.push(Choice { by: body.unit, at: enemy.unit, worth: self.worth_of_way(body, enemy, &way) });
                }
            }
        }
        let alone = list.clone();
        for choice in &mut list {
            let other = |known: &Choice| known.at == choice.at && known.by != choice.by && known.worth > 0.0;
            if alone.iter().any(other) {
                choice.worth += self.judgement.clash.together;
            }
        }
        list
    }

    /// What an assault on a way is worth, by the tests and the dice that will decide it.
    fn worth_of_way(&self, body: &Summary, enemy: &Summary, way: &Way) -> f32 {
        let (burt, attack) = (self.burt, Attack { body, stance: &body.stance, face: way.edge });
        let shots = self.shots_at(&attack, enemy, &enemy.stance);
        let about = Circumstances { enemies: vec![body.unit] };
        let stood = burt.morale_needed(enemy.unit, Reason::Assaulted, &about).needed();
        let casualties = if shots >= 0.5 { i32::from(burt.book.morale.add.casualties) } else { 0 };
        let goes = burt.assault_test(body.unit, enemy.unit, way.edge).needed() - casualties;
        let round = burt.outlook_of_assault(&Declared { unit: body.unit, target: enemy.unit, way: way.clone() });
        let mean = |chances: &[f32]| chances.iter().enumerate().map(|(count, chance)| count as f32 * chance).sum();
        let ending = Ending {
            breaks: round.breaks,
            pushes: round.pushes,
            pushed: round.pushed,
            broken: round.broken,
            kills: mean(&round.scores),
            losses: mean(&round.suffers),
        };
        let expected = Expected { shots, stands: dice::chance(stood), goes: dice::chance(goes), ending };
        let mut worth = self.outcome(body, enemy, &expected);
        if burt.part_of_way(way, 1.0, burt.charge_reach(body.unit)).disorders && body.level < Level::Shaken {
            worth -= self.price_of_losing_one(body);
        }
        for friend in way.through.iter().filter_map(|friend| self.body(*friend)) {
            worth -= self.price_of_losing_one(body) + self.price_of_losing_one(friend);
        }
        worth
    }

    /// The best assault that a unit could declare where it stands.
    pub fn best_assault(&self, body: &Summary) -> Option<(&Summary, f32)> {
        let own = self.assaults().iter().filter(|choice| choice.by == body.unit);
        let best = own.max_by(|a, b| a.worth.total_cmp(&b.worth).then(b.at.cmp(&a.at)))?;
        Some((self.body(best.at)?, best.worth))
    }
}
