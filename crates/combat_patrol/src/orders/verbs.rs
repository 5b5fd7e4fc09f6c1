//! The verbs of the core, as they are registered.

use crate::book::cites::{Cites, Topic};
use grapeshot_floor::{
    orders::{ArgumentKind as A, Verb, VerbId},
    turn::Purpose,
};

/// To begin the battle as deployed.
pub const READY: VerbId = VerbId::new("ready");
/// To place a unit in its zone before the battle.
pub const DEPLOY: VerbId = VerbId::new("deploy");
/// A higher leader acts himself.
pub const ACT: VerbId = VerbId::new("act");
/// A higher leader swaps his die with a unit's.
pub const SWAP: VerbId = VerbId::new("swap");
/// The leader removes morale markers.
pub const STEADY: VerbId = VerbId::new("steady");
/// To declare which figures move and which sprint.
pub const DECLARE: VerbId = VerbId::new("declare");
/// To shoot.
pub const SHOOT: VerbId = VerbId::new("shoot");
/// To fire the next card of a crew-served weapon.
pub const SWEEP: VerbId = VerbId::new("sweep");
/// To fire no further card of a crew-served weapon.
pub const CEASE: VerbId = VerbId::new("cease");
/// To reload, or clear a weapon.
pub const RELOAD: VerbId = VerbId::new("reload");
/// To recover from stun.
pub const RECOVER: VerbId = VerbId::new("recover");
/// To attack a locked door.
pub const BREAK: VerbId = VerbId::new("break");
/// To turn in place.
pub const FACE: VerbId = VerbId::new("face");
/// To fix the paths of figures.
pub const MOVE: VerbId = VerbId::new("move");
/// To send figures to the doors and windows of a storey.
pub const MAN: VerbId = VerbId::new("man");
/// To fix the path of a body.
pub const GROUP: VerbId = VerbId::new("group");
/// To fix paths into contact.
pub const ASSAULT: VerbId = VerbId::new("assault");
/// To fix the paths of a charge on horseback.
pub const CHARGE: VerbId = VerbId::new("charge");
/// To get on a horse.
pub const MOUNT: VerbId = VerbId::new("mount");
/// To get off a horse.
pub const DISMOUNT: VerbId = VerbId::new("dismount");
/// To close to an enemy beside the way.
pub const CLOSE_IN: VerbId = VerbId::new("close_in");
/// To ride on without an opponent.
pub const RIDE_ON: VerbId = VerbId::new("ride_on");
/// To go on beyond a beaten foe, veering.
pub const VEER: VerbId = VerbId::new("veer");
/// To walk the fixed paths.
pub const MARCH: VerbId = VerbId::new("march");
/// To end the activation.
pub const END: VerbId = VerbId::new("end");
/// To try a reaction.
pub const REACT: VerbId = VerbId::new("react");
/// To name no further reaction.
pub const HOLD: VerbId = VerbId::new("hold");
/// To shorten paths after a reaction.
pub const SHORTEN: VerbId = VerbId::new("shorten");
/// To finish the paths.
pub const PRESS_ON: VerbId = VerbId::new("press_on");
/// To look for somebody who hides.
pub const SPOT: VerbId = VerbId::new("spot");
/// To take up what lies at a figure's feet.
pub const TAKE: VerbId = VerbId::new("take");
/// To fire a gun.
pub const FIRE: VerbId = VerbId::new("fire");
/// To throw an explosive.
pub const THROW: VerbId = VerbId::new("throw");
/// To load a gun.
pub const LOAD: VerbId = VerbId::new("load");
/// To hook a gun to its limber.
pub const LIMBER: VerbId = VerbId::new("limber");
/// To take a gun off its limber.
pub const UNLIMBER: VerbId = VerbId::new("unlimber");
/// To help at a gun.
pub const HELP: VerbId = VerbId::new("help");
/// To work on a charge.
pub const LAY: VerbId = VerbId::new("lay");
/// To fire a charge.
pub const FIRE_CHARGE: VerbId = VerbId::new("fire_charge");
/// To shoot at a placed charge.
pub const SNIPE: VerbId = VerbId::new("snipe");
/// To go at one of several enemies that are easy prey.
pub const HUNT: VerbId = VerbId::new("hunt");
/// To call a mission of guns beyond the table.
pub const CALL: VerbId = VerbId::new("call");
/// To fight one of several fights next.
pub const FIGHT: VerbId = VerbId::new("fight");
/// To advance after winning.
pub const ADVANCE: VerbId = VerbId::new("advance");
/// To name a new leader.
pub const PROMOTE: VerbId = VerbId::new("promote");

/// What an order of a verb is for.
pub fn purpose(verb: &VerbId) -> Purpose {
    match verb {
        verb if [SHOOT, FIRE].contains(verb) => Purpose::Fire,
        verb if [MOVE, MAN, GROUP].contains(verb) => Purpose::March,
        verb if [ASSAULT, CHARGE, HUNT].contains(verb) => Purpose::Charge,
        verb if [RELOAD, LOAD].contains(verb) => Purpose::Resupply,
        verb if *verb == DECLARE => Purpose::Declare,
        verb if [READY, END, HOLD, CEASE].contains(verb) => Purpose::Hold,
        _ => Purpose::Other,
    }
}

/// The verbs that a unit that acts may be offered, in the order of their buttons; no two of them share a key.
pub const ACTS: [VerbId; 26] = [
    MOVE,
    MAN,
    GROUP,
    ASSAULT,
    CHARGE,
    MARCH,
    SHOOT,
    RELOAD,
    RECOVER,
    SPOT,
    BREAK,
    MOUNT,
    DISMOUNT,
    FACE,
    END,
    FIRE,
    LOAD,
    LIMBER,
    UNLIMBER,
    THROW,
    HELP,
    LAY,
    FIRE_CHARGE,
    SNIPE,
    CALL,
    TAKE,
];

const SPACING: &[(A, &str)] = &[(A::Number, "inches between the centres of an open formation, 0.5 to 6; 1.5 if none")];
const STOREY: &[(A, &str)] = &[(A::Number, "the storey of a building, 1 being the ground floor")];

/// All verbs in the order of their buttons.
pub fn verbs(cites: Cites) -> Vec<Verb> {
    [of_setting_out(), of_ways(cites), of_actions(cites), of_answers(cites)].concat()
}

/// Verbs before a unit acts.
fn of_setting_out() -> Vec<Verb> {
    vec![
        Verb::new(DEPLOY, "Place", "Place a unit anywhere in its zone", 'P', "CP-1.12")
            .needs(&[A::Place])
            .takes(&[A::Heading, A::Formation, A::Number])
            .meaning(SPACING),
        Verb::new(READY, "Begin", "Begin the battle as it stands", 'B', "CP-2.1"),
        Verb::new(ACT, "Act", "The leader acts himself", 'A', "CP-2.11"),
        Verb::new(SWAP, "Swap dice", "Give the number to a unit under his command, which acts at once", 'W', "CP-2.13")
            .needs(&[A::TargetUnit]),
        Verb::new(
            STEADY,
            "Steady the men",
            "The leader removes morale markers before the draws and does not lead their fire",
            'T',
            "CP-11.5",
        )
        .needs(&[A::Number])
        .meaning(&[(A::Number, "how many markers he removes")]),
        Verb::new(DECLARE, "Declare", "Say who moves and who sprints; the movement card is drawn", 'D', "CP-2.11")
            .takes(&[A::Pieces, A::Also])
            .meaning(&[(A::Also, "those of the movers who sprint (CP-5.7)")]),
    ]
}

/// Verbs that fix the ways of figures.
fn of_ways(cites: Cites) -> Vec<Verb> {
    vec![
        Verb::new(MOVE, "Move", "Fix the path of one or more figures", 'M', "CP-5.2")
            .needs(&[A::Pieces, A::FreePath])
            .takes(&[A::Heading, A::Formation, A::Number])
            .meaning(SPACING),
        Verb::new(
            MAN,
            "Man windows",
            "Go to the doors and windows of a storey of a building, by its doors and stairs",
            'H',
            "CP-14.3",
        )
        .needs(&[A::Pieces, A::FreePath])
        .takes(&[A::Number])
        .meaning(STOREY),
        Verb::new(
            GROUP,
            "March as one",
            "Fix the path of a close order group: forward, oblique, wheel",
            'W',
            cites(Topic::GroupMove),
        )
        .needs(&[A::Pieces, A::BodyPath])
        .takes(&[A::Target]),
        Verb::new(ASSAULT, "Assault", "Fix paths into contact with the enemy", 'A', "CP-5.8")
            .needs(&[A::Pieces, A::Target]),
        Verb::new(
            CHARGE,
            "Charge",
            "Fix the paths of riders who charge side by side, straight ahead at the end",
            'C',
            cites(Topic::Charge),
        )
        .needs(&[A::Pieces, A::Target])
        .takes(&[A::FreePath, A::Heading]),
        Verb::new(MARCH, "March", "Walk the fixed paths", 'G', "CP-2.15"),
    ]
}

/// Verbs of what figures do besides.
fn of_actions(cites: Cites) -> Vec<Verb> {
    vec![
        Verb::new(SHOOT, "Shoot", "Shoot at a named figure", 'S', "CP-6.1").needs(&[A::Pieces, A::Target]),
        Verb::new(SWEEP, "Fire on", "The next card of the weapon, at the same target or one near him", 'S', "CP-6.12")
            .needs(&[A::Target]),
        Verb::new(CEASE, "Cease fire", "Draw no further card", 'N', "CP-6.12"),
        Verb::new(RELOAD, "Reload", "Take off a Reload or Out of ammo marker", 'L', cites(Topic::Reload))
            .needs(&[A::Pieces]),
        Verb::new(RECOVER, "Recover", "Take off the Stun marker", 'R', "CP-7.4").needs(&[A::Pieces]),
        Verb::new(SPOT, "Spot", "Look for somebody who hides at a suspected place", 'Z', "CP-12.3")
            .needs(&[A::Pieces, A::FreePath]),
        Verb::new(TAKE, "Take up", "Take up what lies at his feet", 'T', "CP-2.12").needs(&[A::Pieces]),
        Verb::new(BREAK, "Break door", "Attack the locked door they stand at", 'K', "CP-9.9").needs(&[A::Pieces]),
        Verb::new(MOUNT, "Mount", "Mount a led horse that they touch", 'U', cites(Topic::Mounting)).needs(&[A::Pieces]),
        Verb::new(DISMOUNT, "Dismount", "Get down; the horses stay where they are", 'J', cites(Topic::Mounting))
            .needs(&[A::Pieces]),
        Verb::new(
            FIRE,
            "Fire gun",
            "Fire the gun at a point, a piece, or a storey of a building",
            'I',
            cites(Topic::AimGun),
        )
        .needs(&[A::Pieces])
        .takes(&[A::FreePath, A::Target, A::Number])
        .meaning(STOREY),
        Verb::new(
            THROW,
            "Throw",
            "Throw an explosive at a point or a figure, in a building on a storey of it",
            'X',
            "CP-8.4",
        )
        .needs(&[A::Pieces])
        .takes(&[A::FreePath, A::Target, A::Number])
        .meaning(STOREY),
        Verb::new(
            LOAD,
            "Load gun",
            "The crew loads; with the first action it declares the round",
            'B',
            cites(Topic::LoadGun),
        )
        .needs(&[A::Pieces])
        .takes(&[A::Choice])
        .meaning(&[(A::Choice, "the round, when the loading begins: shot, canister, shell or case")]),
        Verb::new(LIMBER, "Limber up", "Hook the gun to its limber", 'Y', cites(Topic::LimberUp)).needs(&[A::Pieces]),
        Verb::new(UNLIMBER, "Unlimber", "Take the gun off its limber, facing as you wish", 'N', cites(Topic::Unlimber))
            .needs(&[A::Pieces, A::Heading]),
        Verb::new(HELP, "Help at gun", "Join the crew of the gun they stand at", 'Q', cites(Topic::HelpAtGun))
            .needs(&[A::Pieces, A::Target]),
        Verb::new(
            CALL,
            "Call fire",
            "Call a mission of the guns beyond the table down on a point or a figure in sight",
            'O',
            "CP-8.5",
        )
        .needs(&[A::Pieces])
        .takes(&[A::FreePath, A::Target]),
        Verb::new(LAY, "Lay charge", "Work on the charge at which they stand", 'P', cites(Topic::LayCharge))
            .needs(&[A::Pieces]),
        Verb::new(FIRE_CHARGE, "Fire charge", "Fire the finished charge", 'D', cites(Topic::FireCharge))
            .needs(&[A::Pieces]),
        Verb::new(SNIPE, "Shoot charge", "Shoot at a charge that is laid, as snipers may", 'V', "CP-6.13")
            .needs(&[A::Pieces, A::FreePath]),
        Verb::new(
            HUNT,
            "Go at them",
            "Go at this one of the enemies who are equally near and easy prey",
            'A',
            cites(Topic::EasyPrey),
        )
        .needs(&[A::TargetUnit]),
        Verb::new(FACE, "Turn", "Turn in place", 'F', "CP-1.6").needs(&[A::Pieces, A::Heading]),
    ]
}

/// Verbs that answer what happens on the way, and that end an activation.
fn of_answers(cites: Cites) -> Vec<Verb> {
    vec![
        Verb::new(
            REACT,
            "React",
            "Try a reaction: shoot, turn, step into cover, close ranks, counter-charge or pursue",
            'R',
            "CP-10.3",
        )
        .needs(&[A::Pieces, A::Choice])
        .takes(&[A::Target, A::Heading, A::FreePath])
        .meaning(&[(A::Choice, "the reaction: shoot, turn, step, close_ranks, counter_charge or pursue")]),
        Verb::new(HOLD, "No more", "Name no further reaction; the checks are drawn", 'N', "CP-10.5"),
        Verb::new(SHORTEN, "Shorten", "Go only this many inches further", 'O', "CP-10.3")
            .needs(&[A::Pieces, A::Number])
            .meaning(&[(A::Number, "inches that are still gone")]),
        Verb::new(PRESS_ON, "Press on", "Finish the paths", 'G', "CP-10.3"),
        Verb::new(CLOSE_IN, "Close in", "Close to an enemy within an inch of the way", 'C', cites(Topic::CloseIn))
            .needs(&[A::Pieces])
            .takes(&[A::Target]),
        Verb::new(RIDE_ON, "Ride on", "Those who met nobody ride on", 'G', cites(Topic::CloseIn)),
        Verb::new(
            VEER,
            "Ride through",
            "Go on beyond the foe, this many inches to the right",
            'V',
            cites(Topic::RideThrough),
        )
        .needs(&[A::Number])
        .meaning(&[(A::Number, "inches to the right, below 0 to the left")]),
        Verb::new(FIGHT, "Fight", "Fight this fight next", 'F', "CP-9.2")
            .needs(&[A::Pieces, A::Target])
            .takes(&[A::Choice])
            .meaning(&[(A::Choice, "the weapon the attacker uses; his best if none (CP-9.4)")]),
        Verb::new(ADVANCE, "Advance", "Advance up to an inch after winning", 'V', "CP-9.7")
            .needs(&[A::Number])
            .meaning(&[(A::Number, "inches; 0 to stay")]),
        Verb::new(PROMOTE, "Promote", "Name the new leader", 'P', "CP-4.5").needs(&[A::Pieces]),
        Verb::new(END, "End unit", "End this unit's activation", 'E', "CP-2.11"),
    ]
}
