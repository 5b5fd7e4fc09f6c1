//! Wagons with their teams: they drive as limbers do (`LimberedMove`), and can be taken.

use bevy::ecs::resource::Resource;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::{
    book::{cites::Topic, marks, profile::Engine},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    orders::Refusal,
    shared::refuse,
    table::footprint::Footprint,
    turn::{
        BattleMut,
        vocabulary::{Equipment, UnitKind},
    },
};

/// The kind of units with wagons in scenarios.
const KIND: &str = "train";
/// A wagon in a scenario's equipment.
pub const WAGON: &str = "wagon";

/// The wagons in enemy hands, each with the side that has it.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Taken(pub Vec<(PieceId, SideId)>);

/// Wagon men as scenarios name them, with what they say of a usual one.
pub fn kind(usual: &'static str) -> UnitKind {
    UnitKind {
        id: SmolStr::new_static(KIND),
        label: "wagon train",
        footprint: Footprint::Circle { diameter: 1.0 },
        size_setting: Some(SmolStr::new_static("base_foot")),
        pieces: (1, 12),
        enters_buildings: true,
        takes_room: true,
        values: grapeshot_floor::forces::Values::default(),
        equipment: vec![Equipment {
            id: SmolStr::new_static(WAGON),
            footprint: Footprint::Rectangle { width: 1.5, depth: 4.0 },
            size_setting: Some(SmolStr::new_static("base_limber")),
            needed: true,
            most: 6,
            bears_unit_name: false,
        }],
        usual,
    }
}

impl SkirmishView<'_> {
    /// Whether a piece is a wagon.
    pub fn is_wagon(&self, piece: PieceId) -> bool {
        self.engine(piece) == Some(Engine::Wagon)
    }

    /// The wagons on the table.
    pub fn wagons(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.view.pieces().filter(|piece| self.view.in_play(*piece) && self.is_wagon(*piece))
    }

    /// The side that has a wagon, if it is not the wagon's own.
    pub fn captor(&self, wagon: PieceId) -> Option<SideId> {
        self.view.resource::<Taken>().0.iter().find(|(taken, _)| *taken == wagon).map(|(_, side)| *side)
    }

    /// `LimberedMove`, `LimberCommand`, `LimberHit`: whether a wagon may be declared moving.
    ///
    /// # Errors
    /// If it is wrecked, in the enemy's hands, or out of its leaders' command.
    pub fn wagon_may_move(&self, wagon: PieceId) -> Result<(), Refusal> {
        let name = self.name(wagon);
        if self.view.marks(wagon).has(&marks::WRECKED) {
            return refuse(self.cites(Topic::LimberHit), format!("{name} cannot move again"));
        }
        if self.captor(wagon).is_some() {
            return refuse(
                self.cites(Topic::LimberCommand),
                format!("{name} is in the enemy's hands and stands still"),
            );
        }
        if self.drover(wagon).is_none() {
            return refuse(self.cites(Topic::LimberCommand), format!("{name} is out of its leaders' command"));
        }
        Ok(())
    }

    /// The side that gets a wagon now: one of its unstunned men touches the wagon, and no man of the side that has it
    /// is near.
    fn new_hands(&self, wagon: PieceId) -> Option<SideId> {
        let holder = self.captor(wagon).unwrap_or(self.view.side_of(wagon));
        let near = self.artillery().wagon_guard + 1e-4;
        let reach = self.view.footprint(wagon).reach() + near + 3.5;
        let men: Vec<PieceId> = self
            .view
            .pieces_index()
            .within(self.view.place(wagon).at, reach)
            .into_iter()
            .filter(|man| self.is_man(*man) && !self.stunned(*man))
            .collect();
        let gap = |man: &PieceId| self.view.gap(*man, wagon);
        if men.iter().any(|man| self.view.side_of(*man) == holder && gap(man) <= near) {
            return None;
        }
        let takes = |man: &&PieceId| self.view.is_enemy(**man, holder) && gap(man) <= self.touch_tolerance();
        men.iter().find(takes).map(|man| self.view.side_of(*man))
    }
}

/// Lets wagons be taken and retaken, at the end of an activation.
pub fn change_hands(battle: &mut BattleMut) {
    let wagons: Vec<PieceId> = SkirmishView::of(battle.view()).wagons().collect();
    for wagon in wagons {
        let cp = SkirmishView::of(battle.view());
        let Some(side) = cp.new_hands(wagon) else { continue };
        let (name, short) = (cp.name(wagon).to_owned(), cp.view.side_named(side).short.clone());
        let back = side == cp.view.side_of(wagon);
        let text = if back { format!("{name} is retaken") } else { format!("{name} is taken: {short}") };
        let rule = RuleId::new("CP-15.2");
        battle.log(Some(side), EventKind::Note, rule.clone(), text, Explained::default());
        {
            let mut taken = battle.resource_mut::<Taken>();
            taken.0.retain(|(known, _)| *known != wagon);
            if !back {
                taken.0.push((wagon, side));
            }
        }
        let now = if back { "may be driven again" } else { "stands still while it is taken" };
        battle.mark_piece(wagon, &marks::TAKEN, u8::from(!back), rule, format!("{name} {now}"));
    }
}
