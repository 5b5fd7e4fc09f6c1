//! Values of units, leaders and heroes, as scenarios write them.

use smol_str::SmolStr;

use crate::{
    arms::{artillery, mounted, troop},
    book::{
        cites::{Cites, Topic},
        grade::Grade,
        profile::{Hero, Leader, Level, Section, Soldier},
        rounds::Round,
        rule_settings::{CoreSettings, Scale},
    },
    explosives::{mines, missions},
    state::activity::Activity,
    view::{
        period::period,
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    english::signed,
    events::RuleId,
    forces::{UnitEntry, UnitId, Value, Values},
    turn::{
        ArmyList, ArmyListEntry, ArmyListProblem, BattleMut, LossTerm, Unplayed,
        vocabulary::{HouseRuleKind, ValueField, ValueKind as K},
    },
};

fn words(list: &[&str]) -> Vec<SmolStr> {
    list.iter().map(|word| SmolStr::from(*word)).collect()
}

fn flag(name: &str, rule: &'static str, hint: &str) -> ValueField {
    ValueField::new(name, K::Flag, Some(Value::Flag(false)), rule, hint)
}

/// The grades, by their words.
fn grades() -> K {
    K::Word(words(&["Green", "Regular", "Elite"]))
}

/// Values of a unit's ordinary figures (CP-1.2). A unit without an Endurance or Reaction has that of the settings.
pub fn unit_values(cites: Cites, weapons: &[SmolStr], guns: &[SmolStr]) -> Vec<ValueField> {
    // A value that is not given follows from the settings, or from the kind of gun.
    let none = || Some(Value::List(Vec::new()));
    let number = |number: f32| Some(Value::Number(number));
    let rounds = Round::ALL.map(Round::id);
    let of = ValueField::new;
    vec![
        of("guts", grades(), None, "CP-1.2", "morale and activation"),
        of("accuracy", grades(), None, "CP-1.2", "shooting"),
        of("melee", K::Integer(-1, 5), number(0.0), "CP-1.2", "added hand to hand"),
        of("endurance", K::Integer(1, 6), none(), "CP-1.2", "wounds that incapacitate"),
        of("reaction", K::Integer(1, 6), none(), "CP-1.2", "six-sided icon at or below it reacts"),
        of("weapons", K::Words(weapons.to_vec()), None, cites(Topic::Weapons), "the weapon used first in front"),
        flag("sniper", "CP-6.13", "whether its figures are rated snipers"),
        of("cue_turn", K::Integer(2, 99), none(), "CP-2.3", "until this turn it waits for its cue"),
        of(
            "cue_within",
            K::Number(0.0, 120.0),
            number(0.0),
            "CP-2.3",
            "with an enemy so near it has its cue before, in inches",
        ),
        flag(
            "dismounted",
            cites(Topic::Mounting),
            "whether a mounted unit begins on foot, its horses led behind the men or where `led_horses` puts them",
        ),
        flag("heavy_cavalry", cites(Topic::HeavyCavalry), "whether a mounted unit is of the heavy cavalry"),
        flag("armour", cites(Topic::HeavyCavalry), "whether its riders wear armour"),
        of("gun", K::Word(guns.to_vec()), none(), cites(Topic::GunTable), "the kind of gun of an artillery unit"),
        of("pounds", K::Number(0.5, 64.0), none(), cites(Topic::ShotPenetration), "the weight of its shot"),
        of("round", K::Word(words(&rounds)), none(), cites(Topic::DeclareRound), "what it is loaded with at the start"),
        flag("limbered", cites(Topic::Unlimber), "whether the gun begins hooked to its limber"),
        flag("fixed", cites(Topic::GunAmmunition), "whether the gun stands on a ship or in a fixed work"),
        flag("indirect", "CP-8.5", "whether the gun may fire shell at what its crew does not see but an observer does"),
        of(
            "missions",
            K::Integer(0, 20),
            number(0.0),
            "CP-8.5",
            "missions of guns beyond the table that its men may call",
        ),
        of(
            "mission_burst",
            K::Word(words(&missions::SIZES.map(|(word, _)| word))),
            Some(Value::Word("medium".into())),
            "CP-8.5",
            "the template in which such a mission bursts",
        ),
        of(
            "charge",
            K::Numbers(2, 0.0, 144.0),
            none(),
            cites(Topic::LayCharge),
            "where engineers lay their charge, inches",
        ),
        of(
            "charge_effect",
            K::Word(words(&mines::EFFECTS)),
            Some(Value::Word("destroy".into())),
            "CP-8.6",
            "whether the charge destroys the bridge or building it lies on, or breaches the wall at which it lies",
        ),
        of(
            "charge_burst",
            K::Word(words(&missions::SIZES.map(|(word, _)| word))),
            Some(Value::Word("large".into())),
            "CP-8.6",
            "the template in which a charge at a wall bursts",
        ),
        of("charge_penetration", K::Number(0.0, 20.0), number(6.0), "CP-8.6", "the penetration of a charge at a wall"),
        of(
            "charge_points",
            K::Number(0.0, 99.0),
            number(0.0),
            cites(Topic::FireCharge),
            "points that their side earns when the charge has brought down what it lies at",
        ),
    ]
}

/// The ranks of leaders.
const RANKS: [&str; 10] = [
    "private",
    "corporal",
    "sergeant",
    "ensign",
    "lieutenant",
    "captain",
    "major",
    "colonel",
    "war_leader",
    "war_chief",
];

/// Turns of a battle that names no number of them (CP-15.1).
pub const TURNS: u16 = 8;

/// CP-15.2: the lead that wins in a battle that names none.
pub const MARGIN: f32 = 1.0;

/// The terms of the scenario format that no period plays.
pub const UNPLAYED: &[Unplayed] = &[Unplayed::new(
    "victory: objectives: held_by",
    "Leave it out: only who stands there at the end counts (CP-15.2). Put figures there.",
)];

/// The sums in which a scenario may give a unit a modifier.
pub const HOUSE_RULES: [HouseRuleKind; 2] = [
    HouseRuleKind::new("CP-6.3", "the columns of its figures' shots: above 0 is harder"),
    HouseRuleKind::new("CP-9.4", "what its figures add to their cards hand to hand"),
];

/// CP-15.2: points for losses if the scenario gives points for nothing.
pub fn losses() -> LossTerm {
    let by_rank = RANKS.iter().map(|rank| (SmolStr::new_static(rank), 3.0)).collect();
    LossTerm { each: 1.0, by_rank, guns: 5.0, ..LossTerm::default() }
}

/// Values of a leader, as far as they differ from his men's (CP-4.1).
pub fn leader_values(cites: Cites, weapons: &[SmolStr]) -> Vec<ValueField> {
    let levels = K::Word(words(&["team", "squad", "platoon", "company"]));
    let ranks = K::Word(words(&RANKS));
    let level = "who is led by him: a team if it is not said, or as the scale has it";
    // A value that is not given is his men's: an empty default means "as his men".
    let as_men = || Some(Value::List(Vec::new()));
    vec![
        ValueField::new("level", levels, as_men(), "CP-4.1", level),
        ValueField::new("rank", ranks, Some(Value::Word("sergeant".into())), "CP-4.1", "his rank"),
        ValueField::new("guts", grades(), as_men(), "CP-4.1", "his own Guts"),
        ValueField::new("accuracy", grades(), as_men(), "CP-4.1", "his own Accuracy"),
        ValueField::new("weapons", K::Words(weapons.to_vec()), as_men(), cites(Topic::Weapons), "his own weapons"),
        ValueField::new("sniper", K::Flag, as_men(), "CP-6.13", "whether he is rated sniper"),
        ValueField::new("trained", K::Flag, Some(Value::Flag(true)), "CP-4.2", "whether he is trained"),
    ]
}

/// Values of a hero (CP-13.1); values that are not given are his men's, or a leader's if he leads.
pub fn hero_values(cites: Cites, weapons: &[SmolStr]) -> Vec<ValueField> {
    let usual = ["guts", "accuracy", "melee", "endurance", "reaction", "weapons", "sniper"];
    unit_values(cites, weapons, &[]).into_iter().filter(|battle| usual.contains(&battle.name.as_str())).collect()
}

/// `ScaledGame`: the level of a leader if the scenario gives none.
fn usual_level(scaled: bool, own: &Values) -> Level {
    match own.word("rank").map(SmolStr::as_str) {
        Some("major") if scaled => Level::Platoon,
        Some("colonel") if scaled => Level::Company,
        _ => Level::Team,
    }
}

/// CP-1.2: units whose Melee is above what the scenario allows.
pub fn problems(army: &ArmyList) -> Vec<ArmyListProblem> {
    let settings = CoreSettings::read(army.settings);
    let most = settings.most_melee;
    let of_unit = |(n, unit): (usize, &ArmyListEntry)| {
        let heroes = unit.unit_entry.heroes.iter().map(|(_, values)| ("heroes", values.number("melee")));
        let men = std::iter::once(("values", unit.unit_entry.values.number("melee")));
        men.chain(heroes).map(|(battle, melee)| (n, battle, melee)).collect::<Vec<_>>()
    };
    let units = || army.units.iter().enumerate();
    let card = settings.artillery_card;
    let unheard = units().filter_map(|(n, unit)| {
        unit.unit_entry.values.number("missions").filter(|count| *count > 0.0 && !card)?;
        Some(ArmyListProblem {
            unit: UnitId(n as u16),
            field: "values",
            rule: RuleId::new("CP-2.9"),
            message: "`missions` would never land".into(),
            help: "Put the Artillery card into the deck: `artillery_card: true` in `settings`.".into(),
        })
    });
    units()
        .flat_map(of_unit)
        .filter_map(|(n, field, melee)| {
            let melee = melee.filter(|melee| *melee > most)?;
            Some(ArmyListProblem {
                unit: UnitId(n as u16),
                field,
                rule: RuleId::new("CP-1.2"),
                message: format!("`melee` cannot be {melee:.0}: Melee must be \u{2212}1 to {}", signed(most)),
                help: "Heroes and Indians may have more under the setting `most_melee`.".into(),
            })
        })
        .chain(unheard)
        .collect()
}

fn grade(values: &Values, name: &str) -> Option<Grade> {
    values.word(name).and_then(|word| Grade::named(word))
}

/// The weapons of these values, by their numbers, and whether a bayonet is fixed: the word "bayonet" fixes one on the
/// firearm.
fn arms(values: &Values, book: &BookData) -> (Vec<u8>, bool) {
    let names = values.words("weapons");
    let weapons = names
        .iter()
        .filter_map(|name| book.weapons.iter().position(|weapon| weapon.id == *name))
        .map(|n| n as u8)
        .collect();
    (weapons, names.iter().any(|name| name == "bayonet"))
}

/// CP-13.1: sets a hero's own values, `usual` his Endurance unless that is as his men's; a hero by himself is his unit, which has them too.
fn make_hero(soldier: &mut Soldier, section: &mut Section, own: &Values, usual: Option<u8>, book: &BookData) {
    let led = soldier.leader.as_ref().map_or(section.guts, |leader| leader.guts);
    let guts = grade(own, "guts").unwrap_or(led);
    soldier.accuracy = grade(own, "accuracy").unwrap_or(soldier.accuracy);
    soldier.melee = own.number("melee").map_or(soldier.melee, |melee| melee as i8);
    let usual = usual.unwrap_or(soldier.endurance);
    soldier.endurance = own.number("endurance").map_or(usual, |endurance| endurance as u8);
    soldier.reaction = own.number("reaction").map_or(soldier.reaction, |reaction| reaction as u8);
    if !own.words("weapons").is_empty() {
        (soldier.weapons, soldier.bayonet) = arms(own, book);
    }
    soldier.sniper = own.flag("sniper").unwrap_or(soldier.sniper);
    soldier.hero = Some(Hero { guts, die: 0 });
    if let Some(leader) = &mut soldier.leader {
        leader.guts = guts;
    }
    if section.strength == 1 {
        section.guts = guts;
        (section.accuracy, section.melee) = (soldier.accuracy, soldier.melee);
        (section.endurance, section.reaction) = (soldier.endurance, soldier.reaction);
    }
}

/// Makes the components of all units and figures from what the scenario says of them.
pub fn enlist(to: &mut BattleMut, book: &BookData) {
    let supplement = period(to).supplement;
    let units: Vec<_> = to.view().units().collect();
    for unit in units {
        let view = to.view();
        let entry = view.unit_part::<UnitEntry>(unit).clone();
        let pieces = view.unit(unit).pieces.clone();
        let men = &entry.values;
        let number = |name: &str, or: f32| men.number(name).unwrap_or(or);
        let settings = &SkirmishView::of(view).settings().core;
        let of_kind = troop::named(supplement.troops(), men);
        let own = of_kind.and_then(|n| supplement.troops()[usize::from(n)].endurance.as_ref());
        let endurance = f32::from(own.map_or(settings.endurance, |own| own.wounds));
        let reaction = f32::from(settings.default_reaction);
        let scaled = settings.scale == Scale::Company;
        let leads = !entry.leader.0.is_empty();
        let mut section = Section {
            guts: grade(men, "guts").unwrap_or(Grade::Regular),
            accuracy: grade(men, "accuracy").unwrap_or(Grade::Regular),
            melee: number("melee", 0.0) as i8,
            endurance: number("endurance", endurance) as u8,
            reaction: number("reaction", reaction) as u8,
            leader: pieces.first().copied().filter(|_| leads),
            die: 0,
            troop: of_kind,
            strength: pieces.len().saturating_sub(entry.equipment.len()) as u16,
        };
        for (n, piece) in pieces.iter().enumerate() {
            let (weapons, bayonet) = arms(men, book);
            let mut soldier = Soldier {
                accuracy: section.accuracy,
                melee: section.melee,
                endurance: section.endurance,
                reaction: section.reaction,
                weapons,
                bayonet,
                leader: None,
                hero: None,
                sniper: men.flag("sniper").unwrap_or(false),
                mounted: mounted::rides(&entry),
                heavy: men.flag("heavy_cavalry").unwrap_or(false),
                armour: men.flag("armour").unwrap_or(false),
                dropped: Vec::new(),
                unloaded: Vec::new(),
                engine: artillery::engine_of(&entry, pieces.len(), n),
            };
            if soldier.engine.is_some() {
                soldier.weapons.clear();
            } else if n == 0 && leads {
                let own = &entry.leader;
                soldier.accuracy = grade(own, "accuracy").unwrap_or(soldier.accuracy);
                soldier.sniper = own.flag("sniper").unwrap_or(soldier.sniper);
                if !own.words("weapons").is_empty() {
                    (soldier.weapons, soldier.bayonet) = arms(own, book);
                }
                soldier.leader = Some(Leader {
                    guts: grade(own, "guts").unwrap_or(section.guts),
                    level: own
                        .word("level")
                        .and_then(|word| Level::named(word))
                        .unwrap_or_else(|| usual_level(scaled, own)),
                    rank: own.word("rank").cloned().unwrap_or_else(|| SmolStr::new_static("sergeant")),
                    trained: own.flag("trained").unwrap_or(true),
                });
            }
            if let Some((_, own)) = entry.heroes.iter().find(|(figure, _)| *figure == n) {
                make_hero(&mut soldier, &mut section, own, supplement.hero_endurance(to.view().settings()), book);
            }
            to.add_piece_part(*piece, soldier);
            to.add_piece_part(*piece, Activity::default());
        }
        to.add_unit_part(unit, section);
    }
    mounted::horses::lead_out(to);
    artillery::roll_out(to, book);
}
