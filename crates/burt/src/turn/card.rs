//! The unit card, the tag, ranges of command and arcs of fire.

use smol_str::SmolStr;

use crate::{
    book::{
        data::TroopRow,
        dice,
        values::{Arm, ArmyMorale, Array, Chit, Formation, Level, Reason, Role},
    },
    fire::shot::Load,
    morale::modifiers::Circumstances,
    state::view::BurtView,
};
use grapeshot_floor::{
    english,
    events::RuleId,
    forces::{Fate, PieceId, UnitId},
    shared::card::{row, table},
    turn::rules::{Arc2, CardRow, CardTable, Emblem, Reach, Stride, UnitCard},
};

impl BurtView<'_> {
    /// The card of a unit or of a commander, as far as the viewer knows it.
    pub fn unit_card(&self, unit: UnitId) -> UnitCard {
        if self.officer(unit).is_some() { self.officer_card(unit) } else { self.troops_card(unit) }
    }

    fn order_row(&self, unit: UnitId) -> CardRow {
        let order = self.chosen(unit).map_or("face down", Chit::label);
        row("Order", order, "SB-3.2")
    }

    fn troops_card(&self, unit: UnitId) -> UnitCard {
        let values = self.values(unit);
        let entry = self.view.unit(unit);
        let kind = self.row(unit);
        let arms = match (self.gun(unit), self.weapon(unit)) {
            (Some(gun), _) => format!("{} guns", gun.label),
            (None, Some(weapon)) => weapon.label.to_string(),
            (None, None) => "no firearms".to_owned(),
        };
        let extra = [(values.armoured, ", armoured"), (values.lancer, ", lancers")];
        let extra: String = extra.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        let subtitle = format!("{}{extra}, {arms}, {}", kind.label, self.view.side_named(entry.side).name);
        let counted = match values.arm {
            Arm::Artillery => "Guns",
            Arm::Wagon => "Wagons",
            _ => "Figures",
        };
        let formation = self.formation(unit);
        let inches = |inches: f32| if inches > 0.0 { format!("{inches:.0}\u{2033}") } else { "none".to_owned() };
        let values_boxed = vec![
            row(counted, format!("{} of {}", self.figures(unit), values.start), "SB-1.2"),
            row("Bases", self.bases(unit).to_string(), "SB-1.4"),
            row("Class", values.class.to_string(), "SB-8.1"),
            row("Level", values.level.word(), "SB-7.1"),
            self.order_row(unit),
        ];
        let mut rows = vec![
            row("Formation", formation.label(), "SB-5.1"),
            row("Move", inches(TroopRow::by_formation(kind.moves, formation)), "SB-4.1"),
            row("Charge", inches(TroopRow::by_formation(kind.charges, formation)), "SB-4.1"),
            row("In reserve", inches(TroopRow::by_formation(kind.reserve, formation)), "SB-4.1"),
        ];
        if let Some(element) = entry.superior {
            let contact = if self.in_contact(unit) { "in contact" } else { "out of contact" };
            rows.push(row("Brigade", format!("{}, {contact}", self.name(element)), "SB-3.1"));
        }
        rows.extend(self.generals_with(unit).into_iter().map(|general| row("With it", self.name(general), "SB-12.2")));
        UnitCard {
            title: entry.name.clone(),
            subtitle,
            badges: self.badges(unit),
            values: values_boxed,
            rows,
            tables: self.ranges_table(unit).into_iter().chain(self.morale_table(unit)).collect(),
            ..UnitCard::default()
        }
    }

    fn badges(&self, unit: UnitId) -> Vec<String> {
        if !self.present(unit) {
            return vec![match self.fate(unit) {
                Fate::Awaited => self.view.arrives(unit, self.view.clock().turn),
                Fate::Fled => "routed off the table".to_owned(),
                _ => "lost".to_owned(),
            }];
        }
        let mut badges = Vec::new();
        if self.level(unit) != Level::Formed {
            badges.push(self.level(unit).word().to_owned());
        }
        if self.in_melee(unit) {
            badges.push("in melee".to_owned());
        }
        if self.assault_of(unit).is_some() {
            badges.push("assaults".to_owned());
        }
        if self.assaulted(unit) {
            badges.push("is assaulted".to_owned());
        }
        if self.values(unit).pursuing.is_some() {
            badges.push("pursues".to_owned());
        }
        badges
    }

    fn officer_card(&self, unit: UnitId) -> UnitCard {
        let entry = self.view.unit(unit);
        let role = self.officer(unit).map_or("commander", |officer| officer.role.label());
        let mut rows = Vec::new();
        if let Some(leads) = self.officer(unit).and_then(|officer| officer.leads) {
            rows.push(row("Leads", self.name(leads), "SB-12.3"));
        }
        let under = self.view.units().filter(|other| self.view.unit(*other).superior == Some(unit));
        rows.extend(under.map(|other| {
            let contact = if self.in_contact(other) { "in contact" } else { "out of contact" };
            row("Under him", format!("{}, {contact}", self.name(other)), "SB-3.1")
        }));
        if let Some(ArmyMorale(morale)) = self.view.side_secret::<ArmyMorale>(entry.side) {
            rows.push(row("Army morale", morale.to_string(), "SB-11.1"));
        }
        if self.demoralised(entry.side) {
            rows.push(row("Army morale", "demoralised", "SB-11.2"));
        }
        UnitCard {
            title: entry.name.clone(),
            subtitle: format!("{role}, {}", self.view.side_named(entry.side).name),
            badges: match self.fate(unit) {
                Fate::Awaited => vec![self.view.arrives(unit, self.view.clock().turn)],
                _ => Vec::new(),
            },
            rows,
            ..UnitCard::default()
        }
    }

    /// SB-3.1, SB-12.2: within what distance a command element is in contact with its units, and a general with a unit.
    pub fn command_reaches(&self, unit: UnitId) -> Vec<Reach> {
        let Some(officer) = self.officer(unit).filter(|_| self.present(unit)) else { return Vec::new() };
        let (inches, what) = match officer.role {
            Role::Brigade => (self.settings().contact_distance, "contact"),
            Role::CommanderInChief | Role::General | Role::Adc => (self.numbers().with_unit, "with a unit"),
        };
        let own = self.outline(unit);
        let radius = inches + own.footprint.half_width();
        vec![Reach { centre: own.place.at, radius, label: format!("{what} {inches:.0}\u{2033}") }]
    }

    /// SB-1.8, SB-6.2: the field of fire of a unit, with its ranges.
    pub fn fire_arc(&self, piece: PieceId) -> Option<Arc2> {
        let unit = self.view.unit_of(piece);
        let values = self.troops(unit).filter(|_| self.present(unit))?;
        if values.arm == Arm::Artillery && values.array != Array::Unlimbered {
            return None;
        }
        let block = self.outline(unit);
        let all_round = self.all_round(unit);
        // The front zone begins at the corners, so its apex lies behind the front by half the width.
        let behind = block.footprint.half_width();
        let mut bands: Vec<(f32, String)> = Vec::new();
        for load in self.loads(unit) {
            let (short, medium, long) = self.ranges(unit, *load);
            let of = if load.is_artillery() { format!("{} ", load.id()) } else { String::new() };
            let named = [(short, "short"), (medium, "medium"), (long, "long")];
            bands.extend(named.map(|(inches, word)| (inches + behind, format!("{of}{word} {inches:.0}\u{2033}"))));
        }
        bands.sort_by(|a, b| a.0.total_cmp(&b.0));
        let apex =
            if all_round { block.place.at } else { block.place.offset(block.footprint.half_depth() - behind, 0.0) };
        let half_angle = if all_round { 180.0 } else { 45.0 };
        (!bands.is_empty()).then_some(Arc2 { apex, heading: block.place.facing, half_angle, bands })
    }

    /// The badge of a unit on the table: its level, and the figures that it has lost.
    pub fn emblem(&self, unit: UnitId) -> Emblem {
        let Some(values) = self.troops(unit) else { return Emblem::default() };
        let badge = match values.level {
            Level::Formed | Level::Unformed => None,
            Level::Disordered => Some("disordered"),
            Level::Shaken => Some("shaken"),
            Level::Rout => Some("broken"),
        };
        let badges = badge.map(SmolStr::new_static).into_iter().collect();
        let losses = (values.start.saturating_sub(self.figures(unit)), values.start);
        Emblem { block: true, badges, losses: Some(losses), rating: None }
    }

    /// SB-4.1, SB-12.1: how far a unit could come at most in a turn, by the orders that it may have as far as the
    /// viewer knows.
    pub fn stride(&self, unit: UnitId) -> Option<Stride> {
        if !self.present(unit) {
            return None;
        }
        if self.officer(unit).is_some() {
            let inches = self.numbers().staff_reach;
            return Some(Stride { inches, label: "his ride".into(), rule: RuleId::new("SB-12.1") });
        }
        let (kind, formation) = (self.row(unit), self.formation(unit));
        if formation == Formation::Unlimbered {
            let inches = self.numbers().gun_push;
            return Some(Stride { inches, label: "pushed by hand".into(), rule: RuleId::new("SB-4.1") });
        }
        let reserve = self.may_have(unit, Chit::Reserve).then_some((kind.reserve, "reserve move"));
        let charge = self.may_have(unit, Chit::Assault).then_some((kind.charges, "charge"));
        let ways = [Some((kind.moves, "move")), charge, reserve].into_iter().flatten();
        let ways = ways.map(|(inches, label)| (TroopRow::by_formation(inches, formation), label));
        let (inches, label) = ways.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (inches > 0.0).then(|| Stride { inches, label: label.into(), rule: RuleId::new("SB-4.1") })
    }

    /// SB-6.2: the ranges of a unit's weapons.
    fn ranges_table(&self, unit: UnitId) -> Option<CardTable> {
        let inches = |inches: f32| format!("{inches:.0}\u{2033}");
        let rows: Vec<Vec<String>> = self
            .loads(unit)
            .iter()
            .map(|load| {
                let (short, medium, long) = self.ranges(unit, *load);
                let label = match load {
                    Load::SmallArms => self.weapon(unit).map_or_else(String::new, |weapon| weapon.label.to_string()),
                    Load::Ball if self.gun(unit).is_some_and(|gun| gun.howitzer) => "shell".to_owned(),
                    load => load.id().to_owned(),
                };
                vec![label, inches(short), inches(medium), inches(long)]
            })
            .collect();
        (!rows.is_empty()).then(|| table("Ranges", &["", "short", "medium", "long"], rows, "SB-6.2"))
    }

    /// SB-8.3: the score that a test of morale would need now: to rally if the unit routs or pursues, else for losses
    /// by fire.
    fn morale_table(&self, unit: UnitId) -> Option<CardTable> {
        if !self.present(unit) {
            return None;
        }
        let reason = match self.values(unit) {
            values if values.level == Level::Rout => Reason::RallyRout,
            values if values.pursuing.is_some() => Reason::RallyPursuit,
            _ => Reason::Casualties,
        };
        let score = self.morale_needed(unit, reason, &Circumstances::default());
        let class = self.values(unit).class;
        let mut rows = vec![vec![format!("class {class}"), self.book.morale.score(class).to_string()]];
        let added = score.0.modifiers().iter().skip(1);
        rows.extend(added.map(|line| vec![line.label.to_string(), english::signed(line.amount)]));
        let chance = dice::chance(score.needed()) * 100.0;
        rows.push(vec!["needs".to_owned(), format!("{}, {chance:.0} %", score.needed())]);
        Some(table(&format!("Morale: {}", reason.label()), &["", ""], rows, "SB-8.3"))
    }

    /// A phrase for the state of a unit on its tag.
    pub fn unit_state(&self, unit: UnitId) -> Option<String> {
        let values = self.troops(unit)?;
        let formation = self.formation(unit);
        let mut words = vec![formation.label().to_owned()];
        if values.level != Level::Formed && formation != Formation::Open {
            words.push(values.level.word().to_owned());
        }
        words.extend(self.chosen(unit).map(|chit| chit.label().to_owned()));
        Some(words.join(", "))
    }
}
