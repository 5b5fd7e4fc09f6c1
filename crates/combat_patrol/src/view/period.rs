//! What the period in play adds to the core: its supplement and the rules of its chapters.

use bevy::ecs::resource::Resource;
use std::sync::Arc;

use super::{chapter_rules::AllChapters, rulebook::SkirmishView, supplement::Supplement};
use grapeshot_floor::{
    forces::{PieceId, SideId},
    turn::BattleMut,
};

/// The period of the battle in this world.
#[derive(Resource, Clone)]
pub struct Period {
    pub supplement: Arc<dyn Supplement>,
    /// The rules that its chapters add.
    pub chapters: Arc<AllChapters>,
}

/// The period of the battle.
pub fn period(battle: &BattleMut) -> Period {
    battle.resource::<Period>().clone()
}

impl<'w> SkirmishView<'w> {
    /// The supplement of the period in play.
    pub fn supplement(&self) -> &'w dyn Supplement {
        &*self.view.resource::<Period>().supplement
    }

    /// The rules that the chapters of the period in play add.
    pub fn chapters(&self) -> &'w AllChapters {
        &self.view.resource::<Period>().chapters
    }

    /// Whether a piece fights hand to hand: a man, or a beast that the period lets everybody hunt.
    pub fn fights(&self, piece: PieceId) -> bool {
        self.is_man(piece) || self.chapters().is_quarry(self, piece)
    }

    /// Whether a side may fire at a piece and attack it: an enemy, or what the period lets everybody hunt.
    pub fn is_target(&self, piece: PieceId, side: SideId) -> bool {
        self.view.is_enemy(piece, side) || self.chapters().is_quarry(self, piece)
    }
}
