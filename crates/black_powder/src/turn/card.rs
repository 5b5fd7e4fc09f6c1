//! The unit card, the tag, command ranges and arcs of fire.

use smol_str::SmolStr;

use crate::{
    book::{
        data::Effect,
        points,
        values::{Formation, Officer, Troop},
        verbs,
    },
    command::rating::{self, Chances},
    state::{
        sequence_of_play::{Cause, Task, Test},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english::signed,
    events::RuleId,
    forces::{Fate, PieceId, UnitId},
    orders::{Order, Refusal},
    shared::card::{row, table},
    turn::rules::{Arc2, CardPiece, CardTable, Emblem, Reach, Stride, UnitCard},
};

impl BlackPowderView<'_> {
    /// The card of a unit or of a commander with his brigade.
    pub fn unit_card(&self, unit: UnitId) -> UnitCard {
        if self.officer(unit).is_some() { self.officer_card(unit) } else { self.regiment_card(unit) }
    }

    fn regiment_card(&self, unit: UnitId) -> UnitCard {
        let values = self.values(unit);
        let entry = self.unit(unit);
        let dice = match values.shoot {
            [a, b, c] if a == b && b == c => a.to_string(),
            [a, b, c] => format!("{a}-{b}-{c}"),
        };
        let weapon = self.weapon(unit).map_or("no firearms".to_owned(), |weapon| {
            format!("{}, {:.0}\u{2033}", weapon.label, self.inches(weapon.range))
        });
        let size = values.size.word();
        let subtitle = format!("{size} {}, {}, {weapon}", values.troop.word(), self.view.side_named(entry.side).name);
        let boxes = vec![
            row("H-to-H", values.hand.to_string(), "BP-1.2"),
            row("Shooting", dice, "BP-1.2"),
            row("Morale", format!("{}+", values.morale), "BP-1.2"),
            row("Stamina", values.stamina.to_string(), "BP-1.2"),
            row("Casualties", self.casualties(unit).to_string(), "BP-5.9"),
        ];
        let mut rows = vec![
            row("Formation", values.formation.label(), "BP-4.1"),
            row("One move", format!("{:.0}\u{2033}", self.move_inches(unit)), "BP-3.1"),
        ];
        rows.push(row("Points", format!("{:.0}", points::points(self.book, values).total()), "BP-11.2"));
        if let Some(commander) = entry.superior {
            let broken = if self.broken(unit) { ", broken" } else { "" };
            rows.push(row("Brigade", format!("{}{broken}", self.name(commander)), "BP-2.1"));
        }
        for commander in self.officers_with(unit) {
            rows.push(row("With it", self.name(commander), "BP-9.3"));
        }
        if let Some(mine) = self.mine_of(unit).filter(|mine| mine.bridge(self.view.terrain()).is_some()) {
            rows.push(row("Charge", format!("destroys its bridge on {}+", mine.score), "BP-3.5"));
        }
        rows.extend(self.specials(unit).map(|special| row(special.label.clone(), special.text.clone(), "BP-11.1")));
        let tables = vec![self.formation_table(unit)];
        let back = vec![self.break_table(unit), self.result_table()];
        UnitCard {
            title: entry.name.clone(),
            subtitle,
            badges: self.badges(unit),
            values: boxes,
            rows,
            tables,
            back,
            ..UnitCard::default()
        }
    }

    fn badges(&self, unit: UnitId) -> Vec<String> {
        let mut badges = Vec::new();
        if !self.present(unit) {
            let now = self.view.clock().turn;
            badges.push(if self.to_come(unit) { self.view.arrives(unit, now) } else { "off the table".into() });
            return badges;
        }
        if self.disordered(unit) {
            badges.push("disordered".into());
        }
        if self.shaken(unit) {
            badges.push("shaken".into());
        }
        if self.in_combat(unit) {
            badges.push("in combat".into());
        }
        badges
    }

    fn formation_table(&self, unit: UnitId) -> CardTable {
        let forms = Formation::ALL.into_iter().filter(|formation| self.can_form(unit, *formation));
        let rows = forms
            .map(|formation| {
                let (width, depth) = self.measures(unit, formation).unwrap_or_default();
                let outline = if formation == Formation::Garrison {
                    "the building".into()
                } else {
                    format!("{width:.1} x {depth:.1}\u{2033}")
                };
                vec![formation.label().to_owned(), outline, format!("{:.0}\u{2033}", self.move_in(unit, formation))]
            })
            .collect();
        table("Formations", &["formation", "outline", "move"], rows, "BP-1.3")
    }

    fn break_table(&self, unit: UnitId) -> CardTable {
        let rows = [Cause::A, Cause::C]
            .into_iter()
            .flat_map(|cause| (0..=3).map(move |excess| (cause, excess)))
            .map(|(cause, excess)| {
                let test = Test { excess, ..Test::new(unit, cause) };
                let chances = self.break_chances(&test, self.disordered(unit));
                let share = |count: u8| format!("{:.0} %", f32::from(count) / 36.0 * 100.0);
                vec![
                    format!("{}, {excess} excess", cause.label()),
                    share(chances[0]),
                    share(chances[1] + chances[2]),
                    share(chances[3]),
                ]
            })
            .collect();
        table("Break tests as it stands", &["test", "breaks", "retires", "holds"], rows, "BP-7.8")
    }

    fn result_table(&self) -> CardTable {
        let r = &self.numbers().result;
        let rows = [
            ("support to the rear", r.rear_support),
            ("each flank supported", r.flank_support),
            ("square against cavalry", r.square),
            ("small building", r.small_building),
            ("medium building", r.medium_building),
            ("large building", r.large_building),
        ];
        let rows = rows.map(|(label, amount)| vec![label.to_owned(), signed(amount.into())]).to_vec();
        table("Combat result", &["case", "modifier"], rows, "BP-7.5")
    }

    fn officer_card(&self, unit: UnitId) -> UnitCard {
        let entry = self.unit(unit);
        let officer = self.view.unit_part::<Officer>(unit);
        let role = if officer.general { "general" } else { "commander" };
        let values = vec![
            row("Rating", officer.rating.to_string(), "BP-2.1"),
            row("Dice", format!("+{}", officer.aggression), "BP-9.3"),
            row("Points", format!("{:.0}", points::points_of_commander(self.book, officer.rating)), "BP-11.2"),
            row("Rides", format!("{:.0}\u{2033}", self.ride_inches(unit)), "BP-9.2"),
        ];
        let mut rows = Vec::new();
        if let Some(with) = officer.with {
            rows.push(row("With", self.name(with), "BP-9.3"));
        }
        let (counted, gone) = self.brigade_state(unit);
        let mut badges = Vec::new();
        if counted > 0 {
            rows.push(row("Brigade", format!("{gone} of {counted} lost or shaken"), "BP-10.1"));
        }
        if self.play().broken.contains(&unit) {
            badges.push("brigade broken".to_owned());
        }
        if officer.fallen {
            badges.push("fallen".to_owned());
        } else if self.fate(unit) == Fate::Awaited {
            badges.push(self.view.arrives(unit, self.view.clock().turn));
        } else if officer.done {
            badges.push("no more orders".to_owned());
        }
        let brigade: Vec<UnitId> = self.brigade(unit).collect();
        let pieces = brigade
            .iter()
            .map(|member| CardPiece {
                piece: self.piece(*member),
                name: self.name(*member).to_owned(),
                note: format!(
                    "{}, {} of {}",
                    self.formation(*member),
                    self.casualties(*member),
                    self.values(*member).stamina
                ),
                states: self.badges(*member),
                out: !self.present(*member) && !self.to_come(*member),
            })
            .collect();
        let chances = brigade
            .iter()
            .filter(|member| self.present(**member) && self.present(unit))
            .map(|member| {
                let r = self.rating_for(unit, *member, false, false).total() as i32;
                let chances = rating::chances(r, self.has(*member, Effect::EqualGivesNone));
                let share = |count: u8| format!("{:.0} %", f32::from(count) / 36.0 * 100.0);
                let [one, two, three] = chances.moves;
                vec![self.name(*member).to_owned(), r.to_string(), share(one), share(two), share(three)]
            })
            .collect();
        UnitCard {
            title: entry.name.clone(),
            subtitle: format!("{role}, {}", self.view.side_named(entry.side).name),
            badges,
            values,
            rows,
            pieces,
            tables: vec![table("Orders as they stand", &["unit", "needs", "1", "2", "3"], chances, "BP-2.3")],
            ..UnitCard::default()
        }
    }

    /// Circles of 12 inches round a commander (BP-2.4).
    pub fn command_reaches(&self, unit: UnitId) -> Vec<Reach> {
        if self.officer(unit).is_none() || !self.present(unit) {
            return Vec::new();
        }
        let centre = self.outline(unit).place.at;
        let step = self.inches(self.numbers().distance_step);
        let circle = |n: u8| {
            let radius = step * f32::from(n);
            let less = n - 1;
            let label = if less == 0 {
                format!("orders {radius:.0}\u{2033}")
            } else {
                format!("-{less} to {radius:.0}\u{2033}")
            };
            Reach { centre, radius, label }
        };
        vec![circle(1), circle(2)]
    }

    /// BP-2.3, BP-3.1, BP-9.2: how far a unit comes with all the moves that an order can give it; how far a commander
    /// rides.
    pub fn stride(&self, unit: UnitId) -> Option<Stride> {
        if !self.present(unit) {
            return None;
        }
        if self.officer(unit).is_some() {
            let rule = RuleId::new("BP-9.2");
            return Some(Stride { inches: self.ride_inches(unit), label: "his ride".into(), rule });
        }
        let moves = self.most_moves(unit, Chances::default().moves.len() as u8);
        let inches = self.move_inches(unit) * f32::from(moves);
        let label = if moves == 1 { "one move".to_owned() } else { format!("{moves} moves") };
        (inches > 0.0).then(|| Stride { inches, label, rule: RuleId::new("BP-2.3") })
    }

    /// BP-5.2, BP-5.3: the field of fire of a unit: its front quarter, with the range bands.
    pub fn fire_arc(&self, piece: PieceId) -> Option<Arc2> {
        let unit = self.view.unit_of(piece);
        let values = self.regiment(unit)?;
        let weapon = self.weapon(unit)?;
        if !self.present(unit) || matches!(values.formation, Formation::MarchColumn | Formation::Limbered) {
            return None;
        }
        let block = self.outline(unit);
        let range = self.inches(weapon.range);
        let close = self.inches(self.numbers().close_range);
        // The quarter begins at the corners, so its apex lies behind the front by half the width.
        let behind = block.footprint.half_width();
        let band = |inches: f32, name: &str| (inches + behind, format!("{name} {inches:.0}\u{2033}"));
        let mut bands = vec![band(close, "close")];
        if values.troop == Troop::Artillery {
            bands.push(band(range / 2.0, "medium"));
            bands.push(band(range, "long"));
        } else if range > close {
            bands.push(band(range, "range"));
        }
        let half_angle = if values.formation.is_all_round() { 180.0 } else { 45.0 };
        let apex = block.place.offset(block.footprint.half_depth() - behind, 0.0);
        Some(Arc2 { apex, heading: block.place.facing, half_angle, bands })
    }

    /// BP-5.9, BP-6.5, BP-6.12, BP-10.1: the badge of a unit, its losses against its stamina, or a commander's rating.
    pub fn emblem(&self, unit: UnitId) -> Emblem {
        let badge = |is: bool, word: &'static str| is.then(|| SmolStr::new_static(word));
        if let Some(officer) = self.officer(unit) {
            let badges = badge(self.play().broken.contains(&unit), "broken").into_iter().collect();
            return Emblem { badges, rating: Some(officer.rating), ..Emblem::default() };
        }
        let badges = badge(self.disordered(unit), "disordered").into_iter().chain(badge(self.shaken(unit), "shaken"));
        let losses = (self.casualties(unit), self.values(unit).stamina);
        Emblem { block: true, badges: badges.collect(), losses: Some(losses), rating: None }
    }

    /// A phrase for the tag of a unit.
    pub fn unit_state(&self, unit: UnitId) -> Option<String> {
        if let Some(officer) = self.officer(unit) {
            return officer.done.then(|| "no more orders".to_owned());
        }
        let mut words = vec![self.formation(unit).label().to_owned()];
        words.extend(self.badges(unit));
        Some(words.join(", "))
    }

    /// BP-2.7, BP-2.13: the refusal of an order while another question is open.
    pub fn untimely(&self, order: &Order) -> Option<Refusal> {
        let told = [verbs::MARCH, verbs::CHARGE, verbs::FOLLOW].contains(&order.verb);
        match self.play().task() {
            Some(Task::Carry(_)) if told => {
                Some(Refusal::new(RuleId::new("BP-2.13"), "The order was given before the dice"))
            }
            _ => None,
        }
    }
}
