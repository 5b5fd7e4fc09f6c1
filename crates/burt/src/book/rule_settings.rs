//! The settings of a battle as the rules read them: a table declares them with their defaults, and they are parsed
//! once, when a battle opens.

use bevy::ecs::resource::Resource;

use grapeshot_floor::{
    shared::settings::{Worded, settings, worded},
    turn::vocabulary::ValueKind::{self, Flag, Integer, Number, Numbers},
};

worded! {
    /// SB-11.1: the quality of an army.
    Quality {
        /// Its army morale is less than its number of units.
        Poor = "poor",
        /// Its army morale is its number of units.
        Average = "average",
        /// Its army morale is more than its number of units.
        Good = "good",
    }
}

worded! {
    /// SB-10.1: an edge of the table.
    Edge {
        /// The edge where y is 0.
        Bottom = "bottom",
        /// The edge where y is greatest.
        Top = "top",
        /// The edge where x is 0.
        Left = "left",
        /// The edge where x is greatest.
        Right = "right",
    }
}

/// A value for each of the two sides.
fn of_both<T: Worded>() -> ValueKind {
    match T::kind() {
        ValueKind::Word(words) => ValueKind::Words(words),
        other => other,
    }
}

settings! {
    /// What a scenario may choose for its battle.
    #[derive(Resource)]
    BurtSettings {
        army_morale_rating: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 99.0), "SB-11.1",
            "army morale of the first side and of the second; 0 for the number of units times their quality";
        army_quality: [Quality; 2] = [Quality::Average, Quality::Average], of_both::<Quality>(), "SB-11.1",
            "quality of the first army and of the second";
        home_edge: [Edge; 2] = [Edge::Bottom, Edge::Top], of_both::<Edge>(), "SB-10.1",
            "home edge of the first side and of the second";
        free_organisation: bool = false, Flag, "SB-1.2", "brigades may have any number of units";
        moving_fire_penalty: u8 = 1, Integer(0, 1), "SB-6.5", "added to the score of a unit that moved";
        top_morale_group: u8 = 2, Integer(2, 3), "SB-8.3", "the bonus of the upper group of morale modifiers";
        uphill_morale: u8 = 2, Integer(0, 2), "SB-8.3", "the bonus for standing uphill of all chargers";
        melee_disordered_penalty: u8 = 1, Integer(0, 1), "SB-9.11", "added to the score of a disordered unit in melee";
        break_minimum: u8 = 1, Integer(1, 3), "SB-9.14", "the fewest casualties that can break an enemy";
        base_removal: bool = false, Flag, "SB-6.11", "units lose whole bases instead of figures";
        contact_distance: f32 = 1.0, Number(0.0, 3.0), "SB-3.1", "inches within which a command element is in contact";
        rout_sight_range: f32 = 12.0, Number(0.0, 48.0), "SB-8.6", "inches within which friends are seen routing";
        secure_flank_distance: f32 = 6.0, Number(0.0, 12.0), "SB-8.5", "inches within which a flank is secured";
        sight_limit: f32 = 0.0, Number(0.0, 240.0), "SB-1.7", "inches that one can see; 0 for no limit";
    }
}
