//! The settings of the supplement, as scenarios write them.

use bevy::ecs::resource::Resource;

use crate::{
    rulesets::shared::settings::{Worded, settings, worded},
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

settings! {
    /// Settings of the supplement.
    OldWestSettings {
        year: f32 = 1875.0, Integer(1800, 1915), "OW-5.8", "the year, by which weapons are common or rare";
        style: Style = Style::Historical, Style::kind(), "OW-1.1",
            "what kind of story it is: a film has dynamite, guns on wagons and animals";
        dynamite_allowed: Option<bool> = None, Flag, "OW-1.1", "whether there is dynamite; if it is not said, as in films";
        wagon_gatling_allowed: Option<bool> = None, Flag, "OW-1.1",
            "whether a Gatling may ride on a wagon; if it is not said, as in films";
        animals_allowed: bool = true, Flag, "OW-1.1", "whether animals act on the table";
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
