//! The settings of a battle as the rules read them: a table declares them with their defaults, and they are parsed
//! once, when a battle opens.

use bevy::ecs::resource::Resource;
use smol_str::SmolStr;

use super::values::Rating;
use grapeshot_floor::{
    shared::settings::{Worded, settings, worded},
    turn::vocabulary::ValueKind::{Integer, Number, Numbers, Word},
};

/// The word for the first side of the scenario.
pub const FIRST: &str = "first";

worded! {
    /// FF-8.13: what a 10 on the die of fire does to ammunition.
    Ammunition {
        /// Troops never run low.
        Unlimited = "unlimited",
        /// Troops are low for the rest of the battle.
        NoResupply = "no_resupply",
        /// Troops are low until they resupply.
        Resupply = "resupply",
    }
}

worded! {
    /// FF-13.3: the moonlight of a night.
    Moon {
        /// Clouds, or no moon.
        Overcast = "overcast",
        /// Clear and moonlit.
        Moonlit = "moonlit",
        /// A full moon.
        Full = "full",
    }
}

settings! {
    /// What a scenario may choose for its battle.
    #[derive(Resource)]
    FurySettings {
        scale: u8 = 40, Integer(30, 40), "FF-1.1", "men to a stand, 40 or 30";
        first_player: SmolStr = FIRST.into(), Word(Vec::new()), "FF-5.1",
            "the side that plays first in every turn, by its key, or \"first\" for the first of the scenario";
        minutes_per_turn: u8 = 15, Integer(10, 15), "FF-5.1", "minutes of a game turn";
        begins: [f32; 2] = [12.0, 0.0], Numbers(2, 0.0, 59.0), "FF-5.1", "hour and minute at which the battle begins";
        ammo_rule: Ammunition = Ammunition::Resupply, Ammunition::kind(), "FF-8.13", "what a 10 does to ammunition";
        line_rate_open: f32 = 8.0, Number(8.0, 12.0), "FF-6.1", "inches of a line in the open; its other rates scale";
        rifle_mid: f32 = 1.0, Number(0.5, 1.0), "FF-8.6", "points of a rifle over 4 up to 8 inches";
        sg_long: f32 = 2.0, Number(1.0, 2.0), "FF-8.7", "points of a siege gun over 48 up to 60 inches";
        fortified_cover: i8 = -3, Integer(-3, -2), "FF-8.11", "what fortified cover modifies fire by";
        heavy_casualties: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 200.0), "FF-16.1",
            "stands lost that are heavy casualties, for the first side and the second; 0 for a quarter of the start";
        greater_losses: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 200.0), "FF-16.1",
            "stands lost that are greater losses; 0 for two fifths of the start";
        hidden_setup: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 1.0), "FF-14.1",
            "1 for a side that sets up in its zone unseen by the enemy, the first side first; else 0";
        evening_twilight: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 200.0), "FF-13.1",
            "the first turn of the twilight after sunset, and its turns, up to 4; 0 for none";
        morning_twilight: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 200.0), "FF-13.1",
            "the first turn of the twilight before sunrise, and its turns, up to 4; 0 for none";
        night: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 200.0), "FF-13.3",
            "the first turn of the night, and its turns, up to 8; 0 for none";
        moon: Moon = Moon::Overcast, Moon::kind(), "FF-13.3", "the moon of the night";
        fog_range: f32 = 0.0, Number(0.0, 48.0), "FF-13.4", "inches that one sees in fog, 4 or more; 0 for no fog";
        horse_holders: f32 = 0.0, Number(0.0, 0.25), "FF-6.19",
            "the share of its stands, rounded down, that holds the horses of cavalry that dismounts";
        replacement_delay: u8 = 1, Integer(0, 3), "FF-11.5", "turns without a leader who fell";
        replacement_rating: Rating = Rating::Able, Rating::kind(), "FF-11.5", "how good a leader is who replaces one";
    }
}
