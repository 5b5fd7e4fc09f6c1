//! Which rules stand behind what the chapters of the core do: those of the supplement, and where it takes over Horse &
//! Musket in full (OW-8.1, OW-8.10) the rules of that.

use grapeshot_combat_patrol::book::cites::{Topic, horse_and_musket};

/// The rule for a topic.
pub fn cites(topic: Topic) -> &'static str {
    match topic {
        Topic::SpecialUnits | Topic::Troops | Topic::TroopDice | Topic::TroopMelee => "OW-8.11",
        Topic::Weapons => "OW-5.1",
        Topic::Bayonet => "OW-5.9",
        Topic::Reload => "OW-5.3",
        Topic::Misfire => "OW-5.6",
        Topic::RidersPace | Topic::Mounting | Topic::Gallop => "OW-8.2",
        Topic::BogAtObstacle => "OW-8.3",
        Topic::Impetus | Topic::ImpetusBonus | Topic::Lance => "OW-8.5",
        Topic::CounterCharge => "OW-8.4",
        Topic::Breakthrough | Topic::RideThrough | Topic::NoRoomBeyond | Topic::SecondMelee => "OW-8.6",
        Topic::ManOrHorse | Topic::ThrownRider => "OW-8.9",
        Topic::FireFromHorseback | Topic::RidersMovingFire => "OW-8.7",
        Topic::LimberCommand => "OW-6.2",
        taken_over => horse_and_musket(taken_over),
    }
}
