//! Topics of the chapters that the core has beyond its rulebook: horse, guns, engineers, close order, special troops. A
//! ruleset that takes such a chapter says which of its own rules it cites for each topic. Names in code font in the
//! docs of this crate are these [`Topic`]s.

/// A subject of the core's chapters for which a ruleset cites a rule of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// A unit of the battle is a company (`Scale`).
    ScaledGame,
    SpecialUnits,
    Weapons,
    Bayonet,
    Reload,
    Misfire,
    ChangeFormation,
    /// A close order group that moves.
    GroupMove,
    /// Ground under a close order group.
    GroupGround,
    /// A close order group that comes into contact.
    GroupContact,
    /// A close order group hand to hand.
    GroupMelee,
    /// The arc of a close order group.
    GroupArc,
    /// A close order group as a target.
    GroupTarget,
    /// The morale of a close order group.
    GroupMorale,
    /// The reaction check of a close order group.
    GroupReaction,
    /// Movement cards of riders.
    RidersPace,
    /// Mounting, dismounting, led horses.
    Mounting,
    WoundedRider,
    /// Wheeling on horseback.
    RidersWheel,
    /// Turning about on horseback.
    RidersTurnAbout,
    Gallop,
    /// Ground under riders.
    RidersGround,
    /// Bog checks of riders in bad ground.
    BogInGround,
    /// Bog checks of riders at obstacles.
    BogAtObstacle,
    /// When a rider has impetus.
    Impetus,
    /// What impetus adds.
    ImpetusBonus,
    Lance,
    /// A lancer's second weapon.
    SecondWeapon,
    CounterCharge,
    /// Reactions of foot against riders.
    CloseRanks,
    /// Chargers that met nobody.
    CloseIn,
    /// How far a rider that won goes on.
    Breakthrough,
    /// The way of a rider that goes on after winning.
    RideThrough,
    /// Chargers without room beyond.
    NoRoomBeyond,
    /// The second melee of a rider that goes on after winning.
    SecondMelee,
    Pursuit,
    /// Men on foot caught from behind.
    CaughtFromBehind,
    /// Whether a hit falls on the man or the horse.
    ManOrHorse,
    /// A rider that loses his horse.
    ThrownRider,
    FireFromHorseback,
    RidersMovingFire,
    HeavyCavalry,
    Charge,
    GunCrew,
    /// A limbered gun that moves.
    LimberedMove,
    /// A gun moved by hand.
    Manhandle,
    Unlimber,
    LimberUp,
    /// The leader that commands a limber.
    LimberCommand,
    /// Hits on a limber.
    LimberHit,
    LoadGun,
    /// Helpers at a gun.
    HelpAtGun,
    /// Losses while a gun is loaded.
    LoadingLosses,
    /// Declaring the round.
    DeclareRound,
    /// Aim and arc of a gun.
    AimGun,
    /// The draw to hit of a gun.
    GunToHit,
    GunAmmunition,
    /// Where a solid shot strikes.
    ShotImpact,
    /// The track of a solid shot.
    ShotTrack,
    /// What a solid shot does.
    ShotEffect,
    /// Cover from a solid shot.
    ShotCover,
    /// A solid shot at a building.
    ShotAtBuilding,
    /// How deep a solid shot goes.
    ShotPenetration,
    Ricochet,
    CanisterLine,
    CanisterSwath,
    /// What canister does.
    Canister,
    /// Canister at the shortest range.
    CanisterNear,
    /// Canister on several units.
    CanisterUnits,
    CanisterAtBuilding,
    ShellRange,
    ShellAtTroops,
    ShellBurst,
    ShellOnRoof,
    GunTable,
    CrewAction,
    LayCharge,
    FireCharge,
    DoorEndurance,
    /// Troops that fight in their own way.
    Troops,
    /// Troops without close order.
    NoCloseOrder,
    /// Troops that begin hidden.
    BeginHidden,
    /// The units whose leaders may swap dice with such troops.
    TroopDice,
    TroopMelee,
    /// The lure of easy prey.
    EasyPrey,
    MoraleSpreads,
    /// Troops that quit.
    Quitting,
    FootCard,
    HorseCard,
    GunCard,
}

/// The rule that a ruleset cites for a topic, by its id.
pub type Cites = fn(Topic) -> &'static str;

/// The rule of Horse & Musket for a topic; other rulesets take many of them over.
pub fn horse_and_musket(topic: Topic) -> &'static str {
    match topic {
        Topic::ScaledGame => "HM-2.3",
        Topic::SpecialUnits => "HM-2.4",
        Topic::Weapons => "HM-3.1",
        Topic::Bayonet => "HM-3.2",
        Topic::Reload => "HM-3.3",
        Topic::Misfire => "HM-3.4",
        Topic::ChangeFormation => "HM-5.5",
        Topic::GroupMove => "HM-5.6",
        Topic::GroupGround => "HM-5.8",
        Topic::GroupContact => "HM-5.9",
        Topic::GroupMelee => "HM-5.10",
        Topic::GroupArc => "HM-5.13",
        Topic::GroupTarget => "HM-5.14",
        Topic::GroupMorale => "HM-5.15",
        Topic::GroupReaction => "HM-5.18",
        Topic::RidersPace => "HM-6.1",
        Topic::Mounting => "HM-6.2",
        Topic::WoundedRider => "HM-6.3",
        Topic::RidersWheel => "HM-6.4",
        Topic::RidersTurnAbout => "HM-6.5",
        Topic::Gallop => "HM-6.6",
        Topic::RidersGround => "HM-6.7",
        Topic::BogInGround => "HM-6.8",
        Topic::BogAtObstacle => "HM-6.9",
        Topic::Impetus => "HM-6.10",
        Topic::ImpetusBonus => "HM-6.11",
        Topic::Lance => "HM-6.12",
        Topic::SecondWeapon => "HM-6.13",
        Topic::CounterCharge => "HM-6.15",
        Topic::CloseRanks => "HM-6.16",
        Topic::CloseIn => "HM-6.18",
        Topic::Breakthrough => "HM-6.19",
        Topic::RideThrough => "HM-6.20",
        Topic::NoRoomBeyond => "HM-6.21",
        Topic::SecondMelee => "HM-6.22",
        Topic::Pursuit => "HM-6.25",
        Topic::CaughtFromBehind => "HM-6.26",
        Topic::ManOrHorse => "HM-6.27",
        Topic::ThrownRider => "HM-6.28",
        Topic::FireFromHorseback => "HM-6.30",
        Topic::RidersMovingFire => "HM-6.31",
        Topic::HeavyCavalry => "HM-6.32",
        Topic::Charge => "HM-6.33",
        Topic::GunCrew => "HM-7.1",
        Topic::LimberedMove => "HM-7.2",
        Topic::Manhandle => "HM-7.3",
        Topic::Unlimber => "HM-7.4",
        Topic::LimberUp => "HM-7.5",
        Topic::LimberCommand => "HM-7.6",
        Topic::LimberHit => "HM-7.7",
        Topic::LoadGun => "HM-7.8",
        Topic::HelpAtGun => "HM-7.9",
        Topic::LoadingLosses => "HM-7.10",
        Topic::DeclareRound => "HM-7.11",
        Topic::AimGun => "HM-7.12",
        Topic::GunToHit => "HM-7.13",
        Topic::GunAmmunition => "HM-7.14",
        Topic::ShotImpact => "HM-7.16",
        Topic::ShotTrack => "HM-7.17",
        Topic::ShotEffect => "HM-7.18",
        Topic::ShotCover => "HM-7.19",
        Topic::ShotAtBuilding => "HM-7.20",
        Topic::ShotPenetration => "HM-7.21",
        Topic::Ricochet => "HM-7.22",
        Topic::CanisterLine => "HM-7.23",
        Topic::CanisterSwath => "HM-7.24",
        Topic::Canister => "HM-7.25",
        Topic::CanisterNear => "HM-7.26",
        Topic::CanisterUnits => "HM-7.27",
        Topic::CanisterAtBuilding => "HM-7.28",
        Topic::ShellRange => "HM-7.29",
        Topic::ShellAtTroops => "HM-7.30",
        Topic::ShellBurst => "HM-7.31",
        Topic::ShellOnRoof => "HM-7.33",
        Topic::GunTable => "HM-7.34",
        Topic::CrewAction => "HM-7.35",
        Topic::LayCharge => "HM-8.1",
        Topic::FireCharge => "HM-8.2",
        Topic::DoorEndurance => "HM-8.4",
        Topic::Troops => "HM-8.5",
        Topic::NoCloseOrder => "HM-8.6",
        Topic::BeginHidden => "HM-8.7",
        Topic::TroopDice => "HM-8.8",
        Topic::TroopMelee => "HM-8.9",
        Topic::EasyPrey => "HM-8.11",
        Topic::MoraleSpreads => "HM-8.12",
        Topic::Quitting => "HM-8.13",
        Topic::FootCard => "HM-9.1",
        Topic::HorseCard => "HM-9.2",
        Topic::GunCard => "HM-9.3",
    }
}
