//! The supplement's numbers: what stands in the files of `assets/rulesets/horse_and_musket/`, and what is read of it.

use grapeshot_combat_patrol::book::{
    data::{GunKind, TerrainTable},
    profile::Weapon,
    troops::Troop,
};
use grapeshot_floor::{
    files::{
        record::{data_files, record},
        shape::Kind::{Number, Record, Rows, Whole},
        tables::{DEGREES, INCHES, MODIFIER},
    },
    turn::{
        position::Weights,
        quick::{ArmyLists, Grounds},
    },
};

data_files! { "horse_and_musket": Data {
    WEAPONS weapons: Vec<Weapon>, "weapons.ron", Rows(&Weapon::SHAPE, 1), "the weapons (HM-3.1)";
    GUNS guns: Vec<GunKind>, "guns.ron", Rows(&GunKind::SHAPE, 1), "the guns (HM-7.34)";
    TROOPS troops: Vec<Troop>, "troops.ron", Rows(&Troop::SHAPE, 0), "troops that fight in their own way";
    CLOSE_ORDER close_order: CloseOrder, "close_order.ron", Record(&CloseOrder::SHAPE), "the numbers of close order";
    WORTH worth: Weights, "value.ron", Record(&Weights::SHAPE), "what a position is worth, learnt from battles";
    TERRAIN terrain: TerrainTable, "terrain.ron", Record(&TerrainTable::SHAPE), "what the ground does";
    ARMIES armies: ArmyLists, "armies.ron", Record(&ArmyLists::SHAPE), "the armies of battles made on demand";
    COUNTRY country: Grounds, "grounds.ron", Record(&Grounds::SHAPE), "the countries of battles made on demand";
}}

record! {
    /// `close_order.ron` (section 5). Inches and degrees.
    CloseOrder: "the file of close order" {
        /// Fewest touching figures that make a group.
        min_linked: usize, Whole(2, 24), "HM-5.1, figures";
        /// What any oblique or backward stretch costs, once.
        oblique: f32, Number(-48.0, 0.0), "HM-5.6, inches taken off";
        /// What each obstacle costs on foot.
        obstacle_foot: f32, Number(-48.0, 0.0), "HM-5.6, inches taken off";
        /// Straight ahead is within this of the facing.
        straight_within: f32, DEGREES, "HM-5.6, degrees";
        /// Inches of allowance for an inch of rough ground.
        rough_cost: f32, Number(1.0, 48.0), "HM-5.8, inches for an inch";
        /// The bonus hand to hand.
        melee_bonus: i8, MODIFIER, "HM-5.10";
        /// How far beside its strip a figure may reach for an enemy.
        reach_beside: f32, INCHES, "HM-5.9, inches";
        /// Degrees to each side in which a formed figure fires.
        arc: f32, DEGREES, "HM-5.13, degrees to each side";
        /// Range bands by which a formed target is nearer.
        band_reduction: u8, Whole(0, 3), "HM-5.14, bands";
        /// Markers more that its leader removes.
        leader_extra: u8, Whole(0, 20), "HM-5.15, markers";
        /// Ranks that may fire.
        firing_ranks: u8, Whole(1, 12), "HM-5.12, ranks";
        /// How far aside a figure may stand and be ahead, beyond half a base.
        rank_aside: f32, Number(0.0, 2.0), "HM-5.4, inches";
        /// How far facings in one chain of ranks may differ.
        rank_facing: f32, DEGREES, "HM-5.4, degrees";
        /// What a fixed bayonet adds to the weapon that carries it.
        bayonet: i8, MODIFIER, "HM-3.2";
    }
}
