//! The settings of a battle as the rules read them: a table declares them with their defaults, and they are parsed
//! once, when a battle opens.

use bevy::ecs::resource::Resource;
use smol_str::SmolStr;

use grapeshot_floor::{
    shared::settings::{Worded, settings, worded},
    turn::vocabulary::ValueKind::{Flag, Number, Numbers, Word},
};

worded! {
    /// BP-10.3: the consequence when an army is broken.
    ArmyBreak {
        /// It has lost the battle.
        Loses = "loses",
        /// The battle ends, and the points decide.
        Ends = "ends",
        /// It brings points, and the battle goes on.
        Points = "points",
    }
}

settings! {
    /// What a scenario may choose for its battle.
    #[derive(Resource)]
    BlackPowderSettings {
        scale: f32 = 1.0, Number(0.33, 1.0), "BP-1.3", "multiplies all distances and outlines";
        first_player: SmolStr = "roll".into(), Word(Vec::new()), "BP-1.6",
            "the side that goes first by its key, or \"roll\"";
        army_break_share: f32 = 0.5, Number(0.25, 1.0), "BP-10.3", "share of broken brigades";
        brigade_break_share: f32 = 0.5, Number(0.34, 1.0), "BP-10.1", "share of lost units";
        brigades_recover: bool = false, Flag, "BP-10.2", "a broken brigade recovers when units are rallied";
        general_failure_ends_command: bool = false, Flag, "BP-2.12", "a failure of the general ends the command part";
        infantry_sweep: bool = false, Flag, "BP-7.12", "infantry may make sweeping advances";
        disordered_retire: bool = false, Flag, "BP-6.5", "disordered units may go back by initiative";
        off_table_return: bool = false, Flag, "BP-3.6", "units that left the table may come back";
        army_break: ArmyBreak = ArmyBreak::Loses, ArmyBreak::kind(), "BP-10.3", "what a broken army means";
        points_brigade: f32 = 0.0, Number(0.0, 99.0), "BP-10.3", "points for a broken enemy brigade";
        points_army: [f32; 2] = [0.0, 0.0], Numbers(2, 0.0, 99.0), "BP-10.3",
            "points for breaking the army of the first side, and of the second";
    }
}
