//! The settings of the supplement, as scenarios write them.

use bevy::ecs::resource::Resource;

use grapeshot_floor::{
    shared::settings::{Worded, settings, worded},
    turn::vocabulary::ValueKind::{Flag, Integer},
};

worded! {
    /// OW-1.1: what kind of story it is.
    Style {
        /// As it was.
        Historical = "historical",
        /// As in the films.
        Hollywood = "hollywood",
    }
}

worded! {
    /// OW-3.1: how far leaders reach.
    CommandRadius {
        /// As far as the table says.
        Normal = "normal",
        /// Twice as far.
        Generous = "generous",
        /// Nobody is ever out of command.
        Off = "off",
    }
}

worded! {
    /// OW-5.3: what markers lie on.
    OoaScope {
        /// On each weapon.
        Weapon = "weapon",
        /// On the figure.
        Figure = "figure",
    }
}

worded! {
    /// OW-5.2: the one band of a derringer.
    DerringerBand {
        /// As printed.
        Medium = "medium",
        /// Without its shift.
        Short = "short",
    }
}

worded! {
    /// OW-5.8: the weapons that men carry.
    WeaponMix {
        /// As the scenario lists it.
        List = "list",
        /// As common as it was in that year.
        Random = "random",
    }
}

worded! {
    /// OW-8.5: what a lance does with impetus.
    LanceImpetus {
        /// It adds to it.
        Hm = "hm",
        /// It comes in its place.
        Replace = "replace",
    }
}

settings! {
    /// Settings of the supplement.
    OldWestSettings {
        year: f32 = 1875.0, Integer(1800, 1915), "OW-5.8", "the year, by which weapons are common or rare";
        style: Style = Style::Historical, Style::kind(), "OW-1.1",
            "what kind of story it is: a film has dynamite, guns on wagons and animals";
        dynamite_allowed: Option<bool> = None, Flag, "OW-1.1", "whether there is dynamite; if it is not said, as in films";
        wagon_gatling_allowed: Option<bool> = None, Flag, "OW-1.1",
            "whether a Gatling may ride on a wagon; if it is not said, as in films";
        gatling_crew: u8 = 4, Integer(2, 6), "OW-6.1", "how many men serve a Gatling";
        animals_allowed: bool = true, Flag, "OW-1.1", "whether animals act on the table";
        fuse_can_be_cut: bool = false, Flag, "OW-7.7", "whether a figure beside a burning fuse may put it out";
        fuse_die_persists: bool = false, Flag, "OW-7.7",
            "whether the die beside a burning fuse is kept when a turn ends";
        command_radius_mode: CommandRadius = CommandRadius::Normal, CommandRadius::kind(), "OW-3.1",
            "how far leaders reach: as the table says, twice as far, or nobody is ever out of command";
        hero_endurance: u8 = 4, Integer(1, 6), "OW-4.8", "Endurance of heroes who are given none";
        hero_cards: u8 = 1, Integer(1, 2), "OW-4.5", "Hero cards in the activation deck";
        hero_acts_with_unit: bool = true, Flag, "OW-4.2",
            "whether a hero inside a unit acts when its die comes up, too";
        ooa_scope: OoaScope = OoaScope::Weapon, OoaScope::kind(), "OW-5.3",
            "whether markers lie on each weapon or on the figure";
        derringer_band: DerringerBand = DerringerBand::Medium, DerringerBand::kind(), "OW-5.2",
            "the band of a derringer";
        bow_hth: i8 = 0, Integer(0, 1), "OW-5.1", "what a bow adds hand to hand";
        bow_runs_out: bool = false, Flag, "OW-5.3", "whether an Out of Ammunition card marks a bow";
        weapon_mix: WeaponMix = WeaponMix::List, WeaponMix::kind(), "OW-5.8",
            "whether men carry what the scenario lists, or older and newer weapons as they were common in that year";
        lance_impetus: LanceImpetus = LanceImpetus::Hm, LanceImpetus::kind(), "OW-8.5",
            "whether a lance adds to impetus or comes in its place";
    }
}

/// The settings of the battle, parsed when it opens.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Frontier(pub OldWestSettings);

impl OldWestSettings {
    /// OW-1.1: whether there is dynamite.
    pub fn has_dynamite(&self) -> bool {
        self.dynamite_allowed.unwrap_or(self.style == Style::Hollywood)
    }

    /// OW-1.1: whether a Gatling may ride on a wagon.
    pub fn has_wagon_gatlings(&self) -> bool {
        self.wagon_gatling_allowed.unwrap_or(self.style == Style::Hollywood)
    }
}
