//! The unit card (CP-1.11, `FootCard`).

use crate::{
    book::{cites::Topic, grade::Grade, marks},
    morale,
    state::sequence_of_play::{FigureAction, SequenceOfPlay},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    english::signed,
    events::RuleId,
    forces::{Fate, PieceId, UnitId},
    shared::card::{row, table},
    turn::rules::{CardPiece, CardRow, CardTable, UnitCard},
};

fn short(grade: Grade) -> &'static str {
    match grade {
        Grade::Green => "Green",
        Grade::Regular => "Reg.",
        Grade::Elite => "Elite",
    }
}

impl SkirmishView<'_> {
    /// The card of a unit; a supplement adds its summaries.
    pub fn unit_card(&self, unit: UnitId) -> UnitCard {
        let section = self.section(unit);
        let entry = self.view.unit(unit);
        let weapons = self.weapons_of(unit);
        let subtitle = format!("{}, {}", self.view.side_named(entry.side).name, weapons.join(", "));
        let values = vec![
            row("Guts", short(section.guts), "CP-1.2"),
            row("Accuracy", short(section.accuracy), "CP-1.2"),
            row("Melee", signed(section.melee.into()), "CP-1.2"),
            row("Reaction", section.reaction.to_string(), "CP-10.2"),
            row("Endur.", section.endurance.to_string(), "CP-7.1"),
        ];
        let mut rows = Vec::new();
        match self.leader_of(unit) {
            Some(leader) => {
                let values = self.as_leader(leader);
                let guts = values.map_or("", |values| values.guts.word());
                let radius = self.radius(leader);
                rows.push(row(self.name(leader), format!("Guts {guts}, radius {radius:.0}\u{2033}"), "CP-4.2"));
            }
            None if self.lone_hero(unit).is_some() => {}
            None => rows.push(row("No leader", "replaced at the end of the turn", "CP-4.5")),
        }
        if let Some(hero) = self.lone_hero(unit) {
            rows.extend(self.rows_of_hero(hero));
        }
        let markers = self.view.unit_marks(unit).count(&marks::MORALE);
        let (grade, raised) = self.supplement().morale_grade(self, unit);
        let cover = if morale::in_cover(self, unit) { "in cover" } else { "in the open" };
        let morale_rule = raised.unwrap_or(RuleId::new("CP-11.3"));
        rows.push(CardRow {
            label: if markers == 0 { "No morale markers".into() } else { format!("{markers} morale markers") },
            value: format!("draws as {grade}, {cover}"),
            rule: Some(morale_rule),
        });
        rows.extend(self.rows_of_gun(unit));
        let pieces: Vec<CardPiece> = entry.pieces.iter().map(|piece| self.card_piece(*piece)).collect();
        let mut badges = Vec::new();
        let awaited = |piece: &PieceId| self.view.fate(*piece) == Fate::Awaited && !self.view.hides(*piece);
        if entry.pieces.iter().any(awaited) {
            badges.push(self.view.arrives(unit, self.view.clock().turn));
        }
        badges.extend(self.unit_state(unit));
        let ended = |fates: &[Fate]| entry.pieces.iter().filter(|p| fates.contains(&self.view.fate(**p))).count();
        let (lost, left) = (ended(&[Fate::Casualty, Fate::Fled]), ended(&[Fate::Exited]));
        if lost > 0 {
            badges.push(format!("{lost} of {} lost", section.strength));
        }
        if left > 0 {
            badges.push(format!("{left} left the table"));
        }
        let mut back = vec![self.melee_table(unit), self.movement_table(unit)];
        back.extend(self.of_horse(unit).then(|| self.breakthrough_table()));
        back.push(self.morale_table(unit));
        UnitCard {
            title: entry.name.clone(),
            subtitle,
            die: (section.die > 0).then_some(section.die),
            badges,
            values,
            rows,
            pieces,
            tables: [vec![self.weapon_table(&entry.pieces)], self.tables_of_gun(unit)].concat(),
            back,
            own: entry.pieces.iter().filter_map(|piece| self.card_of_hero(*piece)).collect(),
        }
    }

    /// CP-1.11, CP-13.1: the card of a hero inside a unit, in the fullest form.
    fn card_of_hero(&self, piece: PieceId) -> Option<UnitCard> {
        let hero = self.hero_inside(piece)?;
        let soldier = self.soldier(piece);
        let unit = self.unit_name(self.view.unit_of(piece));
        let line = self.card_piece(piece);
        let badges = line.states.clone();
        Some(UnitCard {
            title: line.name.clone(),
            subtitle: format!("hero, with {unit}"),
            die: (hero.die > 0).then_some(hero.die),
            badges,
            values: vec![
                row("Guts", short(hero.guts), "CP-1.2"),
                row("Accuracy", short(soldier.accuracy), "CP-1.2"),
                row("Melee", signed(soldier.melee.into()), "CP-1.2"),
                row("Reaction", soldier.reaction.to_string(), "CP-10.2"),
                row("Endur.", soldier.endurance.to_string(), "CP-7.1"),
            ],
            rows: self.rows_of_hero(piece),
            pieces: vec![line],
            tables: vec![self.weapon_table(&[piece])],
            back: Vec::new(),
            own: Vec::new(),
        })
    }

    /// The rows about a hero: his values, and his boxes for wounds.
    fn rows_of_hero(&self, piece: PieceId) -> Vec<CardRow> {
        let wounds = usize::from(self.view.mark(piece, &marks::WOUND));
        let boxes = (0..usize::from(self.soldier(piece).endurance)).map(|n| if n < wounds { "[x]" } else { "[ ]" });
        vec![
            row("Hero", "never out of command, acts on the Hero card too", "CP-13.1"),
            row("Wounds", boxes.collect::<Vec<_>>().join(" "), "CP-7.1"),
        ]
    }

    /// How the battle has ended for a piece, if it has; its markers no longer count then.
    fn end_of(&self, piece: PieceId) -> Option<&'static str> {
        match self.view.fate(piece) {
            Fate::InPlay | Fate::Awaited => None,
            Fate::Casualty => Some("lost"),
            Fate::Fled => Some("fled"),
            Fate::Exited => Some("left the table"),
        }
    }

    /// A phrase for the unit's tag.
    pub fn unit_state(&self, unit: UnitId) -> Option<String> {
        if self.view.unit_marks(unit).has(&marks::PINNED) {
            return Some("pinned".into());
        }
        let acting = self.view.resource::<SequenceOfPlay>().activation.as_ref().is_some_and(|a| a.unit == unit);
        if acting && let Some(piece) = self.with_part(FigureAction::Sprinting).next() {
            return Some(self.haste(piece).doing.into());
        }
        self.supplement().state_of(self, unit)
    }

    fn weapons_of(&self, unit: UnitId) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for piece in &self.view.unit(unit).pieces {
            for number in &self.soldier(*piece).weapons {
                let mut name = self.book.weapon(*number).name.to_string();
                if self.soldier(*piece).bayonet && self.book.weapon(*number).bayonet {
                    name.push_str(" and bayonet");
                }
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    fn card_piece(&self, piece: PieceId) -> CardPiece {
        let end = self.end_of(piece);
        let states = end.map_or_else(|| self.states_of_piece(piece), |end| vec![end.to_owned()]);
        let rank = self.as_leader(piece).map(|leader| leader.rank.to_string());
        let hero = self.hero(piece).map(|_| "hero".to_owned());
        let sniper = self.soldier(piece).sniper.then(|| "sniper".to_owned());
        let note = rank.into_iter().chain(hero).chain(sniper).collect::<Vec<_>>().join(", ");
        CardPiece { piece, name: self.name(piece).to_owned(), note, states, out: end.is_some() }
    }

    /// The states of a figure that is still in the battle, in words; of a hidden one only that it hides.
    fn states_of_piece(&self, piece: PieceId) -> Vec<String> {
        if self.view.hides(piece) {
            return vec!["not seen yet".to_owned()];
        }
        let marks = self.view.marks(piece);
        let words =
            crate::book::marks::marks(self.book.cites).into_iter().filter_map(|mark| match marks.count(&mark.id) {
                0 => None,
                1 => Some(mark.label.to_owned()),
                n => Some(format!("{} ×{n}", mark.label)),
            });
        words.chain(self.states_of_rider(piece)).collect()
    }

    fn weapon_table(&self, figures: &[PieceId]) -> CardTable {
        let mut rows = Vec::new();
        let mut seen = Vec::new();
        for piece in figures {
            for number in &self.soldier(*piece).weapons {
                if seen.contains(number) {
                    continue;
                }
                seen.push(*number);
                let weapon = self.book.weapon(*number);
                let (hth, mut name, _) = self.supplement().weapon_hth(self, *piece, *number, false);
                if weapon.rate > 1 {
                    name.push_str(&format!(" ({})", weapon.rate));
                }
                let bands = match weapon.bands {
                    Some((s, m, l)) => {
                        let cards = weapon.rates.map_or([weapon.rate; 3], |(s, m, l)| [s, m, l]);
                        let ends = [(s, 0.0), (m, s), (l, m)];
                        [0, 1, 2].map(|n| match ends[n] {
                            (end, before) if end <= before => "-".to_owned(),
                            (end, _) if weapon.rates.is_some() && cards[n] > 1 => {
                                format!("{end:.0}\u{2033} ({})", cards[n])
                            }
                            (end, _) => format!("{end:.0}\u{2033}"),
                        })
                    }
                    None => ["-", "-", "-"].map(str::to_owned),
                };
                let [short, medium, long] = bands;
                let reload = if weapon.reload { "yes" } else { "no" };
                rows.push(vec![name, short, medium, long, reload.to_owned(), format!("{hth}")]);
            }
        }
        table("Weapons", &["Weapon", "short", "med.", "long", "load", "melee"], rows, self.cites(Topic::Weapons))
    }

    fn melee_table(&self, unit: UnitId) -> CardTable {
        let m = &self.numbers().melee;
        let mut rows: Vec<Vec<String>> = [
            ("wounded", m.wounded),
            ("stunned", m.stunned),
            ("each earlier fight", m.earlier_fight),
            ("defends a position", m.defended_position),
            ("attacked from the rear", m.from_rear),
        ]
        .map(|(label, amount)| vec![label.to_owned(), signed(amount.into())])
        .to_vec();
        rows.extend(self.supplement().melee_lines(self));
        if self.of_horse(unit) {
            rows.extend(self.melee_lines_of_horse(unit));
        }
        table("Hand to hand", &["Condition", "modifier"], rows, "CP-9.4")
    }

    fn movement_table(&self, unit: UnitId) -> CardTable {
        let n = self.numbers();
        let mut rows: Vec<Vec<String>> = [
            ("open, road", "full".to_owned()),
            ("woods, rough, stream", "half".to_owned()),
            ("wall, fence, hedge", format!("{:.0}\u{2033}", n.obstacle_cost)),
            ("closed door", format!("{:.0}\u{2033}", n.door_closed_cost)),
            ("window", format!("{:.0}\u{2033}", n.window_cost)),
            ("wounded on foot", "half".to_owned()),
        ]
        .map(|(label, cost)| vec![label.to_owned(), cost])
        .to_vec();
        rows.extend(self.supplement().movement_lines(self));
        if self.of_horse(unit) {
            rows.extend(self.movement_lines_of_horse(unit));
        }
        table("Movement", &["Ground", "rate or cost"], rows, "CP-5.3")
    }

    fn morale_table(&self, unit: UnitId) -> CardTable {
        let rows = morale::chances(self, unit)
            .into_iter()
            .filter(|(_, chance)| *chance > 0.0)
            .map(|(result, chance)| {
                vec![result.to_string(), result.words().to_owned(), format!("{:.0} %", chance * 100.0)]
            })
            .collect();
        table("A morale draw now", &["Result", "meaning", "chance"], rows, "CP-11.4")
    }
}
