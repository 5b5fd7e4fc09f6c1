//! The unit card, the tag, ranges of command and arcs of fire.

use bevy::math::Vec2;
use smol_str::SmolStr;

use crate::{
    book::{
        formations::Formation,
        values::{Arm, Class, Effectiveness, OrderState},
    },
    charge::forecast::AFTER_FIRE,
    command::checks::Under,
    state::{sequence_of_play::ChargeStage, view::FuryView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    shared::{
        card::{row, table},
        formed::block::nearest_point,
    },
    table::{footprint::Footprint, position::Heading},
    turn::{
        bases::{Base, SeenShape},
        rules::{Arc2, CardTable, DeclaredCharge, Emblem, Reach, Sightline, Stride, UnitCard},
    },
};

impl FuryView<'_> {
    /// The states of a unit in words, for its tag.
    pub fn states(&self, unit: UnitId) -> Vec<String> {
        let values = self.values(unit);
        let mut words = Vec::new();
        if values.formation() != Formation::Broken {
            words.push(values.formation().label().to_owned());
        }
        if values.order != OrderState::Good {
            words.push(values.order.words().to_owned());
        }
        if values.sheltered.is_some() {
            words.push("abandoned".to_owned());
        } else if values.silenced {
            words.push("silenced".to_owned());
        }
        if values.low_on_ammo {
            words.push("low on ammunition".to_owned());
        }
        words
    }

    /// The card of a unit or of a leader.
    pub fn unit_card(&self, unit: UnitId) -> UnitCard {
        if self.leader(unit).is_some() { self.leader_card(unit) } else { self.troops_card(unit) }
    }

    fn troops_card(&self, unit: UnitId) -> UnitCard {
        let values = self.values(unit);
        let entry = self.view.unit(unit);
        let arms = match self.small_arm(unit) {
            Some(arm) => arm.label.to_string(),
            None if values.is_guns() => {
                let kinds = entry.pieces.iter().filter_map(|piece| self.gun(*piece));
                let labels: Vec<&str> = kinds.map(|(_, kind)| kind.label.as_str()).collect();
                grapeshot_floor::english::list(&labels)
            }
            None => "no firearms".to_owned(),
        };
        let flags = values.flags;
        let extra = [
            (flags.light, "light"),
            (flags.militia, "militia"),
            (flags.indian, "Indians"),
            (flags.marksmen, "marksmen"),
            (flags.buck_and_ball, "buck and ball"),
            (
                flags.brave_colonel,
                if values.has_brave_colonel() { "a brave colonel" } else { "its brave colonel is away" },
            ),
        ];
        let extra: String = extra.into_iter().filter(|(is, _)| *is).map(|(_, word)| format!(", {word}")).collect();
        let (worn, spent) = self.book.steps(values.start, values.morale);
        let worn = worn.map_or_else(|| "-".to_owned(), |worn| worn.to_string());
        let mut boxed = vec![
            row("Stands", format!("{} of {}", self.count(unit), values.start), "FF-1.2"),
            row("Experience", values.experience.word(), "FF-2.5"),
        ];
        if !values.is_guns() {
            let men = self.count(unit) * usize::from(self.settings().scale);
            boxed.push(row("Men", format!("about {men}"), "FF-1.1"));
            boxed.push(row("Morale", values.morale.word(), "FF-2.6"));
            boxed.push(row("Strength", format!("{}/{worn}/{spent}", values.start), "FF-2.6"));
            boxed.push(row("Now", self.effectiveness(unit).word(), "FF-2.6"));
        }
        let formation = values.formation();
        let inches = |class, double| {
            let inches = self.full_move(unit, formation, class, double);
            if inches > 0.0 { format!("{inches:.1}\u{2033}") } else { "-".to_owned() }
        };
        let rates = |double| Class::PASSABLE.map(|class| inches(class, double)).to_vec();
        let named = |label: &str, rates: Vec<String>| std::iter::once(label.to_owned()).chain(rates).collect();
        let moves = vec![named("full move", rates(false)), named("double quick", rates(true))];
        let mut rows = vec![row("Formation", formation.label(), "FF-3.2")];
        if let Some(above) = entry.superior {
            rows.push(row("Under", self.name(above), "FF-2.4"));
        }
        let tables = [table("Movement", &["", "open", "broken", "rough"], moves, "FF-6.1")]
            .into_iter()
            .chain(self.check_table(unit))
            .collect();
        UnitCard {
            title: entry.name.clone(),
            subtitle: format!("{arms}{extra}, {}", self.view.side_named(entry.side).name),
            badges: match unit {
                unit if self.present(unit) => self.states(unit),
                unit if self.to_come(unit) => vec![self.view.arrives(unit, self.view.clock().turn)],
                _ => vec!["gone".to_owned()],
            },
            values: boxed,
            rows,
            tables,
            ..UnitCard::default()
        }
    }

    /// FF-5.4: the modifiers of a check now, with the best leader.
    fn check_table(&self, unit: UnitId) -> Option<CardTable> {
        if !self.present(unit) {
            return None;
        }
        let leaders = self.leaders_over(unit).into_iter().map(Under::Leader);
        let sums = leaders.map(|under| self.maneuver_modifiers(unit, under));
        let best = sums.max_by(|a, b| a.total().total_cmp(&b.total()));
        let sum = best.unwrap_or_else(|| self.maneuver_modifiers(unit, Under::Nobody));
        let lines = sum
            .modifiers()
            .iter()
            .map(|line| vec![line.label.to_string(), grapeshot_floor::english::signed(line.amount)]);
        let chances = self.chances(unit, sum.total() as i32).into_iter().filter(|(_, chance)| *chance > 0.0);
        let chances =
            chances.map(|(effect, chance)| vec![effect.words().to_owned(), format!("{:.0} %", chance * 100.0)]);
        Some(table("Maneuver check", &["", ""], lines.chain(chances).collect(), "FF-5.4"))
    }

    fn leader_card(&self, unit: UnitId) -> UnitCard {
        let entry = self.view.unit(unit);
        let (rating, level) = self.leader(unit).map_or(("", ""), |leader| (leader.rating.word(), leader.level.word()));
        let mut rows = Vec::new();
        if let Some(attached) = self.leader(unit).and_then(|leader| leader.attached) {
            rows.push(row("Attached to", self.name(attached), "FF-11.2"));
        }
        let under = self.view.units().filter(|other| self.view.unit(*other).superior == Some(unit));
        rows.extend(under.map(|other| {
            let there = self.troops(other).is_some() && self.present(other) && self.in_radius(unit, other);
            let command = if there { "in command" } else { "out of his radius" };
            row("Under him", format!("{}, {command}", self.name(other)), "FF-5.5")
        }));
        UnitCard {
            title: entry.name.clone(),
            subtitle: format!("{rating} leader, {level}, {}", self.view.side_named(entry.side).name),
            badges: self.to_come(unit).then(|| self.view.arrives(unit, self.view.clock().turn)).into_iter().collect(),
            values: vec![row("Radius", format!("{:.0}\u{2033}", self.command_radius(unit)), "FF-5.5")],
            rows,
            ..UnitCard::default()
        }
    }

    /// FF-5.5: the circle in which a leader commands.
    pub fn command_reaches(&self, unit: UnitId) -> Vec<Reach> {
        if self.leader(unit).is_none() || !self.present(unit) {
            return Vec::new();
        }
        let inches = self.command_radius(unit);
        let base = self.view.footprint(self.view.unit(unit).pieces[0]).half_width();
        let label = format!("command {inches:.0}\u{2033}");
        vec![Reach { centre: self.middle(unit), radius: inches + base, label }]
    }

    /// FF-8.4: the field of fire of a stand, with its range bands.
    pub fn fire_arc(&self, piece: PieceId) -> Option<Arc2> {
        let unit = self.view.unit_of(piece);
        self.troops(unit).filter(|_| self.present(unit))?;
        if self.armed(unit).is_err() || !self.view.in_play(piece) {
            return None;
        }
        let number = self.stands(unit).iter().position(|stand| *stand == piece)?;
        if !self.rank_fires(unit, number) {
            return None;
        }
        let bands = match self.gun(piece) {
            Some((_, kind)) => &kind.bands,
            None => &self.small_arm(unit)?.bands,
        };
        let stand = self.view.outline(piece);
        let behind = stand.footprint.half_width();
        let apex = stand.place.offset(stand.footprint.half_depth() - behind, 0.0);
        let bands = bands.iter().map(|(inches, points)| (inches + behind, format!("{inches:.0}\u{2033}, {points}")));
        Some(Arc2 {
            apex,
            heading: Heading(stand.place.facing.0),
            half_angle: self.numbers().arc,
            bands: bands.collect(),
        })
    }

    /// FF-4.4: whether a stand sees another.
    pub fn sightline(&self, eye: PieceId, target: PieceId) -> Option<Sightline> {
        let units = (self.view.unit_of(eye), self.view.unit_of(target));
        self.troops(units.0).and(self.troops(units.1))?;
        let (from, to) = (self.view.outline(eye), self.view.outline(target));
        let a = from.place.offset(from.footprint.half_depth(), 0.0);
        let b = nearest_point(&to, a);
        let blocker = (!self.line_is_free(a, b, [units.0, units.1])).then(|| ("something in the way".to_owned(), b));
        Some(Sightline { blocker, rule: RuleId::new("FF-4.4") })
    }

    /// FF-6.1: how far a unit could come at most.
    pub fn stride(&self, unit: UnitId) -> Option<Stride> {
        if !self.present(unit) {
            return None;
        }
        let rule = RuleId::new("FF-6.1");
        if self.leader(unit).is_some() {
            let inches = self.book.rates("leader_mounted")?.rates.0;
            return Some(Stride { inches, label: "his ride".into(), rule });
        }
        let inches = self.full_move(unit, self.formation(unit), Class::Open, true);
        (inches > 0.0).then(|| Stride { inches, label: "the double quick".into(), rule })
    }

    /// The badge of a unit on the table: its state of order, and the stands that it has lost.
    pub fn emblem(&self, unit: UnitId) -> Emblem {
        let Some(values) = self.troops(unit) else { return Emblem::default() };
        let badges = [
            (values.order == OrderState::Disordered, "disordered"),
            (values.order == OrderState::Broken, "broken"),
            (values.silenced, "silenced"),
            (values.low_on_ammo, "low on ammunition"),
            (!values.is_guns() && self.effectiveness(unit) == Effectiveness::Worn, "worn"),
            (!values.is_guns() && self.effectiveness(unit) == Effectiveness::Spent, "spent"),
        ];
        let badges = badges.into_iter().filter(|(is, _)| *is).map(|(_, word)| SmolStr::new_static(word)).collect();
        let lost = values.start.saturating_sub(self.count(unit) as u8);
        Emblem { block: true, badges, losses: Some((lost, values.start)), rating: None }
    }

    /// FF-10.1: the charges that still go in, each with the odds of its combat after the fire.
    pub fn declared_charges(&self) -> Vec<DeclaredCharge> {
        let declared = self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Declared);
        declared
            .filter(|charge| self.present(charge.unit) && self.present(charge.target))
            .filter_map(|charge| {
                let from = self.pose(charge.unit).front;
                let points = self.outlines(charge.target).map(|stand| nearest_point(&stand, from));
                let to = points.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)))?;
                let outlook = self.forecast_of_charge(charge)?.outlook(AFTER_FIRE);
                Some(DeclaredCharge { unit: charge.unit, from, to, width: self.measures(charge.unit).0, outlook })
            })
            .collect()
    }

    /// The figures on a stand as it is seen; none of a leader.
    pub fn base_seen(&self, piece: PieceId, shape: SeenShape) -> Vec<Base> {
        let (Some(values), Footprint::Rectangle { width, depth }) =
            (self.troops(self.view.unit_of(piece)), shape.footprint)
        else {
            return Vec::new();
        };
        let figures = &self.numbers().figures;
        let ranks = match values.arm {
            Arm::Artillery => figures.gun,
            Arm::Cavalry if values.mounted => figures.cavalry,
            _ if shape.formation == Formation::OpenOrder.id() => figures.open_order,
            Arm::Cavalry | Arm::Infantry => figures.infantry,
        };
        let size = Vec2::new(width, depth);
        vec![Base { at: Vec2::ZERO, turn: 0.0, size, ranks, figures: ranks.0 * ranks.1 }]
    }

    /// A phrase for the state of a unit on its tag.
    pub fn unit_state(&self, unit: UnitId) -> Option<String> {
        self.troops(unit)?;
        Some(self.states(unit).join(", "))
    }
}
