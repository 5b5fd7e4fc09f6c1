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
