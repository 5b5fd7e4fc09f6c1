//! Attacking objects (CP-9.9): locked doors that are broken by hand.

use crate::{
    cards::decks,
    spotting::of_pieces,
    state::doors::{DoorId, Doors},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    turn::BattleMut,
};

impl SkirmishView<'_> {
    /// CP-9.9: the locked door that a figure is in contact with, the nearest if there are several.
    pub fn door_in_contact(&self, piece: PieceId) -> Option<DoorId> {
        let outline = self.view.outline(piece);
        if outline.place.floor > 0 {
            return None;
        }
        let mut near: Vec<(f32, DoorId)> = Vec::new();
        for (building, house) in self.view.terrain().buildings.iter().enumerate() {
            for (door, opening) in house.doors.iter().enumerate() {
                let id = DoorId { building, door };
                let gap = outline.gap_to_point(opening.at);
                if gap <= opening.width / 2.0 + self.touch_tolerance() && self.barred(id) {
                    near.push((gap, id));
                }
            }
        }
        near.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
    }

    /// CP-9.9: what a figure adds to its card against a door: as in a fight with a foe of Melee 0 without a weapon.
    pub fn door_sum(&self, figure: PieceId) -> Explained {
        let modifiers = &self.numbers().melee;
        let mut sum = Explained::base("CP-9.3", "Melee", f32::from(self.soldier(figure).melee));
        let (hth, name, weapon_rule) = self.best_hth(figure, None, false);
        sum.add(weapon_rule, name, f32::from(hth));
        if self.wounded(figure) {
            sum.add("CP-9.4", "wounded", f32::from(modifiers.wounded));
        }
        sum
    }

    /// CP-9.9: the side that draws for the door: that of the enemy nearest to the figure that attacks it.
    fn keeper_of_the_door(&self, figure: PieceId) -> SideId {
        let side = self.view.side_of(figure);
        self.enemies(side)
            .min_by(|a, b| self.view.gap(figure, *a).total_cmp(&self.view.gap(figure, *b)).then(a.cmp(b)))
            .map_or(side, |enemy| self.view.side_of(enemy))
    }
}

/// CP-9.9: carries out the attack of one figure on the door that it stands at; a win takes 1 off its Endurance, all
/// else has no effect.
pub fn attack(battle: &mut BattleMut, book: &BookData, figure: PieceId, id: DoorId) {
    let cp = SkirmishView { view: battle.view(), book };
    let (side, keeper) = (cp.view.side_of(figure), cp.keeper_of_the_door(figure));
    let (sum, endurance) = (cp.door_sum(figure), cp.door_endurance(id));
    let (name, house) = (cp.name(figure).to_owned(), cp.view.terrain().buildings[id.building].the_name());
    let (mine, mine_drawn) = decks::take(battle, book, side, &["hth"]);
    let (door, door_drawn) = decks::take(battle, book, keeper, &["hth"]);
    let score = f32::from(mine.hth) + sum.total();
    let won = score > f32::from(door.hth);
    let result = if won { "it gives" } else { "it holds" };
    let text = format!("{name} attacks the door of {house}: {score:.0} against {}: {result}", door.hth);
    let sum = sum.with("CP-9.3", "card", f32::from(mine.hth));
    of_pieces(battle, &[figure], |battle| {
        battle.log(Some(side), EventKind::Note, RuleId::new("CP-9.9"), text, sum);
        decks::show(battle, mine_drawn, RuleId::new("CP-9.9"), format!("{name}: card {}", mine.hth));
        decks::show(battle, door_drawn, RuleId::new("CP-9.9"), format!("The door: card {}", door.hth));
    });
    if won {
        let lost = battle.resource_mut::<Doors>().lose(id);
        if lost >= endurance {
            battle.ground_changed();
            battle.note(Some(side), RuleId::new("CP-9.9"), format!("The door of {house} is broken"));
        }
    }
}
