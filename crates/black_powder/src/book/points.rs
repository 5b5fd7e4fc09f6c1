//! What units cost in points (BP-11.2), for even battles.

use super::{
    data::{Cost, Data},
    values::{Regiment, Troop},
};
use grapeshot_floor::events::{Explained, RuleId};

/// BP-11.2: the points of a unit by its dice hand to hand, shooting, morale, stamina and special rules. Wagons cost
/// nothing.
pub fn points(book: &Data, values: &Regiment) -> Explained {
    let rule = || RuleId::new("BP-11.2");
    let mut sum = Explained::default();
    if values.troop == Troop::Wagon {
        return sum;
    }
    let prices = &book.numbers.points;
    let artillery = values.troop == Troop::Artillery;
    let each = if values.troop == Troop::Cavalry { prices.cavalry_die } else { prices.die };
    sum.add(rule(), "hand-to-hand", f32::from(values.hand) * each);
    if let Some(weapon) = values.weapon.map(|number| &book.weapons[usize::from(number)]) {
        let (table, dice) =
            if artillery { (&prices.artillery, values.shoot[2]) } else { (&prices.small_arms, values.shoot[0]) };
        let price = table.iter().find(|(range, _)| weapon.range <= *range).map_or(0.0, |(_, price)| *price);
        sum.add(rule(), "shooting", f32::from(dice) * price);
    }
    let weight = if artillery { prices.artillery_point } else { prices.point };
    sum.add(rule(), "morale", (7.0 - f32::from(values.morale)) * weight);
    sum.add(rule(), "stamina", f32::from(values.stamina) * weight);
    for special in values.rules.iter().map(|number| &book.specials[usize::from(*number)]) {
        let cost = match special.points {
            Cost::Each(points) => f32::from(points),
            Cost::ByArm(_, points) if values.troop == Troop::Cavalry => f32::from(points),
            Cost::ByArm(points, _) => f32::from(points),
            Cost::SevenLessMorale => 7.0 - f32::from(values.morale),
            Cost::PerStamina(points) => f32::from(points) * f32::from(values.stamina),
        };
        if cost != 0.0 {
            sum.add(rule(), special.label.to_string(), cost);
        }
    }
    sum
}

/// BP-11.2: a commander by his rating; a bad commander costs less than nothing.
pub fn points_of_commander(book: &Data, rating: u8) -> f32 {
    let prices = &book.numbers.points;
    (f32::from(rating) - f32::from(prices.free_rating)) * prices.rating
}
