//! What is asked, and of whom.

use crate::{
    book::{
        formations::{Formation, Side},
        values::{Arm, Class, Effect},
        verbs,
    },
    charge::hasty::Hasty,
    command::checks::Under,
    state::{
        sequence_of_play::{Step, other},
        view::FuryView,
    },
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    orders::VerbId,
    turn::{Ask, Awaiting},
};

/// FF-6.2, FF-8.13, FF-9.2: what is chosen with a maneuver.
const MANEUVERS: [(&str, &str); 11] = [
    ("disordered", "full move, disordered"),
    ("change_front", "change front"),
    ("change_front_back", "change front to the rear"),
    ("flank_left", "march by the left flank"),
    ("flank_right", "march by the right flank"),
    ("road", "form column on the road"),
    ("both", "deploy on both flanks"),
    ("left", "left"),
    ("right", "right"),
    ("face_left", "deploy facing left"),
    ("face_right", "deploy facing right"),
];

/// FF-6.4, FF-10.4: how a unit charges.
const CHARGES: [(&str, &str); 4] = [
    ("cold_steel", "with cold steel"),
    ("fire", "with fire"),
    ("cold_steel_disordered", "with cold steel, a full move in disorder"),
    ("fire_disordered", "with fire, a full move in disorder"),
];

impl FuryView<'_> {
    /// Who must answer what before the battle goes on. Whoever is asked may give the battle up instead (FF-16.3).
    pub fn awaiting(&self) -> Awaiting {
        let mut awaiting = self.question();
        awaiting.asks.iter_mut().for_each(|ask| ask.verbs.push(verbs::CONCEDE));
        awaiting
    }

    fn question(&self) -> Awaiting {
        if let Some(unit) = self.lost_end() {
            return Awaiting::one(self.ask_lost_end(unit));
        }
        let play = self.play();
        let side = play.phasing;
        let ask = match play.step {
            _ if play.under_way.is_some() => Some(self.ask_pass_through(other(side))),
            Step::SetUp => self.sets_up().map(|side| self.ask_set_up(side)),
            Step::Leaders | Step::LastLeaders => Some(self.ask_leaders(side)),
            Step::Checks if play.group.is_empty() => Some(self.ask_check(side)),
            Step::Checks => Some(self.ask_maneuver(side)),
            Step::Charges => Some(self.ask_declare(side)),
            Step::Hasty => Some(self.ask_hasty(other(side))),
            Step::ChargeMoves => Some(self.ask_go(side)),
            Step::DefensiveFire => Some(self.ask_fire(other(side))),
            Step::OffensiveFire => Some(self.ask_fire(side)),
            Step::Combats => Some(self.ask_combat(side)),
            Step::Over => None,
        };
        ask.map(Awaiting::one).unwrap_or_default()
    }

    /// FF-3.9: at which end of a line with a refused flank a stand is lost.
    fn ask_lost_end(&self, unit: UnitId) -> Ask {
        let question = format!("At which end does {} lose a stand?", self.name(unit));
        Ask::new("loss", self.side(unit), "FF-3.9", question, [verbs::DECIDE])
            .about(unit, self.stands(unit))
            .choices([("straight", "at its straight end"), ("refused", "at its refused end")])
    }

    /// FF-5.2: leaders move.
    fn ask_leaders(&self, side: SideId) -> Ask {
        let name = &self.view.side_named(side).short;
        let question = match self.play().step {
            Step::LastLeaders => format!("Which leader of the {name} moves after his units?"),
            _ => format!("Which leader of the {name} moves first?"),
        };
        let able = self.leaders_of(side).filter(|leader| self.may_ride(*leader).is_ok());
        Ask::new("leaders", side, "FF-11.1", question, [verbs::RIDE, verbs::PASS])
            .pick(able.flat_map(|leader| self.stands(leader)))
            .go_on(verbs::PASS)
            .ending(if self.play().step == Step::Leaders { "No more rides: maneuvers" } else { "No more rides: fire" })
    }

    /// FF-5.3: who checks next.
    fn ask_check(&self, side: SideId) -> Ask {
        let question = format!("Which units of the {} check their maneuver next?", self.view.side_named(side).short);
        let able = self.able_to_check(side);
        Ask::new("check", side, "FF-5.3", question, [verbs::CHECK, verbs::PASS])
            .pick(able.into_iter().flat_map(|unit| self.stands(unit)))
            .go_on(verbs::PASS)
            .ending("No more checks: charges")
    }

    /// FF-10.1: who charges whom.
    fn ask_declare(&self, side: SideId) -> Ask {
        let question = format!("Which units of the {} charge?", self.view.side_named(side).short);
        let able = self.able_to_charge(side);
        Ask::new("declare", side, "FF-10.1", question, [verbs::CHARGE, verbs::PASS])
            .pick(able.iter().flat_map(|unit| self.stands(*unit)))
            .choices(self.kinds_of_charge(&able))
            .go_on(verbs::PASS)
            .ending("No more charges")
    }

    /// FF-10.4, FF-6.4: the kinds of charges that some units choose from.
    fn kinds_of_charge(&self, units: &[UnitId]) -> impl Iterator<Item = (&'static str, &'static str)> {
        let tardy = units.iter().any(|unit| self.work(*unit).effect.is_some_and(Effect::is_tardy));
        CHARGES.into_iter().filter(move |(word, _)| !word.ends_with("_disordered") || tardy)
    }

    /// FF-10.1: the units of a side that may charge and have an enemy near enough.
    pub fn able_to_charge(&self, side: SideId) -> Vec<UnitId> {
        let near = |unit: &UnitId| {
            let double = self.work(*unit).effect == Some(Effect::DoubleQuick);
            let reach = self.full_move(*unit, self.formation(*unit), Class::Open, double);
            self.nearest_enemy(*unit).is_some_and(|(_, gap)| self.within(gap, reach))
        };
        self.units_of(side).filter(|unit| self.may_charge(*unit).is_ok() && near(unit)).collect()
    }

    /// FF-5.13: what the charged do in haste.
    fn ask_hasty(&self, side: SideId) -> Ask {
        let question = format!("What do the {} do in haste?", self.view.side_named(side).short);
        let odd = |unit: &UnitId| self.hasty_choices(*unit).contains(&"square") && self.has_odd_sides(*unit);
        let squares = self.may_react().iter().any(odd);
        let sides = Side::CHOICES.into_iter().filter(|_| squares);
        let sides = sides.map(|(word, label)| (format!("square:{word}"), format!("form square, {label}")));
        Ask::new("hasty", side, "FF-5.13", question, [verbs::REACT, verbs::PASS])
            .pick(self.may_react().into_iter().flat_map(|unit| self.stands(unit)))
            .choices(Hasty::CHOICES.into_iter().map(|(word, label)| (word.to_owned(), label.to_owned())).chain(sides))
            .go_on(verbs::PASS)
            .ending("No more in haste")
    }

    /// FF-5.2: which charge goes in next, and who follows to support it.
    fn ask_go(&self, side: SideId) -> Ask {
        let to_go = self.still_to_go();
        let all = to_go.is_empty();
        let question = if all { "Who follows to support a charge?" } else { "Which charge goes in next?" };
        let follow = self.still_to_follow().into_iter().map(|(unit, _)| unit);
        let able: Vec<_> = to_go.into_iter().chain(follow).flat_map(|unit| self.stands(unit)).collect();
        let verbs = if all { vec![verbs::GO, verbs::PASS] } else { vec![verbs::GO] };
        let ask = Ask::new("go", side, "FF-5.2", question, verbs).pick(able).choices([
            ("follow", "go on after the evader"),
            ("stop", "stop where the evader stood"),
            ("disordered", "follow in disorder"),
        ]);
        if all { ask.go_on(verbs::PASS).ending("Nobody more follows") } else { ask }
    }

    /// FF-8.14: at whom a side fires.
    fn ask_fire(&self, side: SideId) -> Ask {
        let question = format!("At whom do the {} fire?", self.view.side_named(side).short);
        let able = self.units_of(side).filter(|unit| !self.targets_of(*unit).is_empty());
        Ask::new("fire", side, "FF-8.14", question, [verbs::SHOOT, verbs::PASS])
            .pick(able.flat_map(|unit| self.stands(unit)))
            .go_on(verbs::PASS)
            .ending("No more fire")
    }

    /// FF-8.16: whether a side fires at an enemy who passes.
    fn ask_pass_through(&self, side: SideId) -> Ask {
        let way = self.play().under_way.as_ref();
        let passes = way.map_or("The enemy", |way| self.name(way.unit));
        let able = way.iter().flat_map(|way| &way.by).flat_map(|unit| self.stands(*unit));
        Ask::new("pass_through", side, "FF-8.16", format!("{passes} passes. Fire now?"), [verbs::SHOOT, verbs::PASS])
            .pick(able)
            .go_on(verbs::PASS)
            .ending("Hold fire")
    }

    /// FF-10.5: which combat is fought next; FF-10.10 to FF-10.15: what a unit does whose combat is over.
    fn ask_combat(&self, side: SideId) -> Ask {
        if let Some(over) = self.play().aftermath.first() {
            let sequels = self.sequels_of(over);
            let what: Vec<&str> = sequels.iter().map(|sequel| sequel.label()).collect();
            let question = format!("Does {} {}?", self.name(over.unit), what.join(" or "));
            return Ask::new("winner", self.side(over.unit), "FF-10.10", question, [verbs::DECIDE])
                .about(over.unit, self.stands(over.unit))
                .choices(sequels.iter().map(|sequel| (sequel.word(), sequel.label())));
        }
        let able = self.combats().into_iter().flat_map(|combat| combat.attackers);
        let able = able.flat_map(|unit| self.stands(unit));
        Ask::new("combat", side, "FF-10.5", "Which charge combat is fought next?", [verbs::GO]).pick(able)
    }

    /// FF-5.3: the units of a side that may still check, with a leader or out of command.
    pub fn able_to_check(&self, side: SideId) -> Vec<UnitId> {
        let able = |unit: &UnitId| {
            let over = self.leaders_over(*unit);
            self.may_check(*unit, Under::Nobody).is_ok()
                || over.into_iter().any(|leader| self.may_check(*unit, Under::Leader(leader)).is_ok())
        };
        self.units_of(side).filter(able).collect()
    }

    /// FF-6.2: what the units do that have checked. One that charges says so at once or when all have checked.
    fn ask_maneuver(&self, side: SideId) -> Ask {
        let question = "What do the units do that have checked?";
        let squares = self.waiting().into_iter().any(|unit| self.has_odd_sides(unit));
        let known = |word: &str| MANEUVERS.iter().any(|(known, _)| *known == word);
        let sides = Side::CHOICES.into_iter().filter(|(word, _)| squares && !known(word));
        let able: Vec<UnitId> = self.waiting().into_iter().chain(self.may_refuse_still()).collect();
        let mut chargers = self.able_to_charge(side);
        chargers.retain(|unit| able.contains(unit));
        let charge = Some(verbs::CHARGE).filter(|_| !chargers.is_empty());
        let others = [verbs::REFUSE, verbs::SPREAD, verbs::DECIDE, verbs::PASS];
        let verbs: Vec<VerbId> = [verbs::MARCH].into_iter().chain(charge).chain(others).collect();
        Ask::new("maneuver", side, "FF-6.2", question, verbs)
            .pick(able.into_iter().flat_map(|unit| self.stands(unit)))
            .choices_for(verbs::MARCH, MANEUVERS.into_iter().chain(sides))
            .choices_for(verbs::CHARGE, self.kinds_of_charge(&chargers))
            .choices_for(verbs::REFUSE, [("left", "left"), ("right", "right"), ("straight", "straighten the line")])
            .choices_for(verbs::SPREAD, [("left", "left"), ("right", "right"), ("both", "both flanks")])
            .choices_for(
                verbs::DECIDE,
                [("rally", "rally the guns"), ("retreat", "limber and retreat"), ("resupply", "resupply")],
            )
            .go_on(verbs::PASS)
            .ending("The others stand")
    }

    /// FF-6.2: the units that have checked together and have their maneuver still to make.
    pub fn waiting(&self) -> Vec<UnitId> {
        let play = self.play();
        play.group
            .iter()
            .copied()
            .filter(|unit| self.present(*unit) && !self.work(*unit).done)
            .filter(|unit| self.charge_of(*unit).is_none())
            .collect()
    }

    /// FF-3.6: whether the stands of a unit of foot do not come out even on the sides of a square.
    fn has_odd_sides(&self, unit: UnitId) -> bool {
        self.values(unit).arm == Arm::Infantry && self.count(unit) >= 4 && !self.count(unit).is_multiple_of(4)
    }

    /// FF-3.4: the units of the group that have moved and may still refuse a flank.
    pub fn may_refuse_still(&self) -> Vec<UnitId> {
        let may = |unit: &UnitId| {
            let pose = self.pose(*unit);
            let single = pose.formation == Formation::Line || pose.formation == Formation::OpenOrder && pose.ranks <= 1;
            single && pose.refused == (0, 0) && self.work(*unit).effect.is_some_and(Effect::is_usable)
        };
        let group = self.play().group.iter().copied();
        group.filter(|unit| self.present(*unit) && self.work(*unit).done).filter(may).collect()
    }
}
