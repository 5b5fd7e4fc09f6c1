//! The settings of a battle as the rules of this family read them: each table declares its settings with their
//! defaults, and all are parsed once, when a battle opens.

use bevy::ecs::resource::Resource;
use smol_str::SmolStr;

use super::cites::{Cites, Topic};
use grapeshot_floor::{
    forces::{NATIONS, Values},
    shared::settings::{Worded, settings, worded},
    turn::vocabulary::ValueKind::{Flag, Integer, Number, Numbers, Words},
};

worded! {
    /// CP-3.1: when the action decks are shuffled.
    DeckReshuffle {
        /// When a deck is empty.
        WhenEmpty = "when_empty",
        /// When a deck is empty, and at the end of each turn.
        EveryTurn = "every_turn",
    }
}

worded! {
    /// CP-2.14: where the Reshuffle lies in the activation deck.
    ReshuffleMode {
        /// Anywhere.
        Random = "random",
        /// In the bottom half.
        Buried = "buried",
        /// There are two, and the second ends the turn.
        Double = "double",
    }
}

worded! {
    /// CP-2.10: which of the scenario's events an Event card brings.
    EventOrder {
        /// The next in the order of the file.
        InOrder = "in_order",
        /// Any event that is still to come.
        Random = "random",
    }
}

worded! {
    /// `ScaledGame`: what a unit is.
    Scale {
        /// A section, which a sergeant leads.
        Section = "section",
        /// A company: a captain, major or colonel leads at team, platoon or company level.
        Company = "company",
    }
}

worded! {
    /// `BeginHidden`: by which rule hidden units are found that shoot.
    SpottingRule {
        /// A unit that shoots is found.
        AllShots = "3.17",
        /// A unit that shoots is found, unless its weapon is silent.
        SilentShots = "7.12",
    }
}

settings! {
    /// What a scenario may choose of the core.
    CoreSettings by cites: Cites {
        base_foot: f32 = 1.0, Number(0.5, 1.5), "CP-1.5", "diameter of a foot figure's base, inches";
        base_mounted: [f32; 2] = [1.0, 2.0], Numbers(2, 0.75, 3.0), "CP-1.5", "width and depth of a rider's base, inches";
        base_gun: [f32; 2] = [1.5, 2.0], Numbers(2, 0.75, 4.0), "CP-1.5", "width and depth of a gun's base, inches";
        base_limber: [f32; 2] = [1.5, 4.0], Numbers(2, 0.75, 6.0), "CP-1.5",
            "width and depth of a limber's base with its team, inches";
        story_height: f32 = 3.0, Number(2.0, 6.0), "CP-14.1", "height of a storey, inches";
        touch_tolerance: f32 = 0.05, Number(0.01, MOST_TOLERANCE), "CP-1.5", "largest gap at which bases touch, inches";
        action_deck_reshuffle: DeckReshuffle = DeckReshuffle::WhenEmpty, DeckReshuffle::kind(), "CP-3.1",
            "when the action decks are shuffled";
        radius_team: f32 = 12.0, Number(6.0, 96.0), "CP-4.2", "command radius of a trained team leader, inches";
        radius_squad: f32 = 24.0, Number(6.0, 96.0), "CP-4.2", "of a squad leader";
        radius_platoon: f32 = 36.0, Number(6.0, 96.0), "CP-4.2", "of a platoon leader";
        radius_company: f32 = 48.0, Number(6.0, 96.0), "CP-4.2", "of a company commander";
        radius_untrained: [f32; 4] = [6.0, 18.0, 24.0, 30.0], Numbers(4, 3.0, 72.0), "CP-4.2",
            "radii of untrained leaders: team, squad, platoon, company, inches";
        template_radii: [f32; 3] = [1.5, 2.5, 3.5], Numbers(3, 0.5, 6.0), "CP-8.1",
            "radii of the small, medium and large template, inches";
        cone_half_angle: f32 = 30.0, Number(10.0, 45.0), "CP-8.7", "half the angle of a cone, degrees";
        target_area_width: f32 = 4.0, Number(1.0, 12.0), "CP-6.6", "width of the target area, inches";
        target_area_depth: f32 = 4.0, Number(1.0, 12.0), "CP-6.6", "its depth behind the named figure, inches";
        default_reaction: u8 = 3, Integer(1, 6), "CP-1.2", "Reaction of units that give none";
        endurance: u8 = 3, Integer(1, 4), "CP-1.2", "Endurance of units that give none";
        most_melee: f32 = 3.0, Integer(3, 5), "CP-1.2", "the highest Melee a unit may have";
        scale: Scale = Scale::Section, Scale::kind(), cites(Topic::ScaledGame),
            "what a unit is: with companies a captain, major or colonel leads at team, platoon or company level";
        reaction_costs_activation: bool = false, Flag, "CP-10.4", "whether a figure that reacted has used its next action";
        artillery_card: bool = false, Flag, "CP-2.9",
            "whether the Artillery card is in the deck, on which called missions land";
        indirect_deviation_factor: f32 = 2.0, Integer(1, 5), "CP-8.5", "how many times a mission deviates that misses";
        spotting_rule: SpottingRule = SpottingRule::AllShots, SpottingRule::kind(), cites(Topic::BeginHidden),
            "with 7.12 shooting a bow does not give away who hides";
        reshuffle_mode: ReshuffleMode = ReshuffleMode::Random, ReshuffleMode::kind(), "CP-2.14",
            "where the Reshuffle lies: anywhere, in the bottom half, or twice, when the second ends the turn";
        event_cards: u8 = 0, Integer(0, 4), "CP-2.10",
            "Event cards in the activation deck, while the scenario has events for them";
        event_order: EventOrder = EventOrder::InOrder, EventOrder::kind(), "CP-2.10",
            "which of the scenario's events an Event card brings";
        side_colours: bool = false, Flag, "CP-2.2",
            "whether the first side acts only on black cards and the second only on red ones";
    }
}

settings! {
    /// What a scenario may choose of guns.
    GunSettings by cites: Cites {
        gun_arc: f32 = 45.0, Number(10.0, 90.0), cites(Topic::AimGun), "degrees to each side in which a gun fires";
        crew_size: u8 = 6, Integer(3, 8), cites(Topic::LoadGun),
            "men of a full crew, whose thirds set the loading time";
        crew_distance: f32 = 2.0, Number(1.0, 4.0), cites(Topic::GunCrew), "how near its gun a crew must stand, inches";
        helper_distance: f32 = 2.0, Number(1.0, 4.0), cites(Topic::HelpAtGun), "how near helpers must stand, inches";
        guns_start_loaded: bool = true, Flag, cites(Topic::Unlimber), "whether guns that begin unlimbered are loaded";
        secret_rounds: bool = true, Flag, cites(Topic::DeclareRound),
            "whether the enemy learns the round only when it is fired";
        change_declared_round: bool = false, Flag, cites(Topic::DeclareRound),
            "whether a declared round may be drawn and another loaded";
        gun_reaction_fire: bool = true, Flag, cites(Topic::AimGun), "whether a loaded gun may fire as a reaction";
        enfilade_ranks: bool = false, Flag, cites(Topic::ShotEffect),
            "whether each figure that a shot's track cuts counts as a rank";
        canister_half_widths: [f32; 3] = [2.0, 4.0, 8.0], Numbers(3, 1.0, 10.0), cites(Topic::CanisterSwath),
            "of the swath to each side: short, medium, long, inches";
        spherical_case: Vec<SmolStr> = vec!["british".into()], Words(nations()), cites(Topic::GunTable),
            "whose guns have spherical case";
    }
}

/// The nations that a setting may name.
fn nations() -> Vec<SmolStr> {
    NATIONS.iter().map(|nation| SmolStr::new_static(nation)).collect()
}

/// Slack for rounding, in inches, when two figures are just as far apart as they may be.
const HAIR: f32 = 1e-4;

impl GunSettings {
    /// The largest gap at which a man serves a gun, in inches.
    pub fn crew_reach(&self) -> f32 {
        self.crew_distance + HAIR
    }

    /// The largest gap at which a helper serves a gun, in inches.
    pub fn helper_reach(&self) -> f32 {
        self.helper_distance + HAIR
    }
}

settings! {
    /// What a scenario may choose of engineers and of what they break.
    EngineerSettings by cites: Cites {
        charge_activations: u8 = 3, Integer(1, 10), cites(Topic::LayCharge), "activations that it takes to lay a charge";
        charge_random: bool = false, Flag, cites(Topic::LayCharge),
            "whether a six-sided die says how many activations a charge takes";
        door_endurance: u8 = 2, Integer(1, 10), cites(Topic::DoorEndurance), "wins that break a locked door";
        gate_endurance: u8 = 5, Integer(1, 10), cites(Topic::DoorEndurance), "wins that break a locked gate";
    }
}

settings! {
    /// What a scenario may choose of riders.
    HorseSettings by cites: Cites {
        horse_holders: bool = false, Flag, cites(Topic::Mounting), "whether led horses run away that nobody holds";
    }
}

settings! {
    /// What a scenario may choose of troops that fight in their own way.
    TroopSettings by cites: Cites {
        indian_melee_bonus: f32 = 1.0, Integer(0, 2), cites(Topic::TroopMelee), "what Indians add hand to hand";
        vulnerable: [f32; 2] = [0.5, 0.5], Numbers(2, 0.0, 1.0), cites(Topic::EasyPrey),
            "easy prey: fewer than this share of the hunters, or more than this share stunned or wounded";
    }
}

/// CP-1.5: the largest gap that a scenario may count as touching, in inches.
pub const MOST_TOLERANCE: f32 = 0.2;

/// The settings of a battle of this family, parsed when it opens.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct SkirmishSettings {
    /// The settings of the core.
    pub core: CoreSettings,
    /// The settings of guns.
    pub guns: GunSettings,
    /// The settings of engineers.
    pub engineers: EngineerSettings,
    /// The settings of riders.
    pub horse: HorseSettings,
    /// The settings of troops that fight in their own way.
    pub troops: TroopSettings,
}

impl SkirmishSettings {
    /// Parses the settings of a battle.
    pub fn read(values: &Values) -> Self {
        Self {
            core: CoreSettings::read(values),
            guns: GunSettings::read(values),
            engineers: EngineerSettings::read(values),
            horse: HorseSettings::read(values),
            troops: TroopSettings::read(values),
        }
    }
}
