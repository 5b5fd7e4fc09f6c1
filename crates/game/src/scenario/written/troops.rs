//! The sides and units of a scenario, written down.

use bevy::math::Vec2;

use super::{
    FORMATION, SAME, Writer,
    record::{Record, edge, point, points, text, values},
};
use crate::scenario::{ScenarioUnit, StartPiece};
use grapeshot_floor::{forces::Values, table::position::Place};

impl Writer<'_> {
    pub(super) fn side(&self, number: usize) -> String {
        let side = &self.scenario.sides[number];
        let zone = self.scenario.deployment.iter().find(|zone| zone.side.index() == number);
        Record::default()
            .with("key", text(&side.key))
            .with("name", text(&side.name))
            .with("short", text(&side.short))
            .with("coat", text(&side.coat))
            .with("flag", text(&side.flag))
            .maybe("goes_for", (!side.goes_for.is_empty()).then(|| text(&side.goes_for)))
            .with("own_edge", edge(side.own_edge))
            .list("exit_edges", side.exit_edges.iter().copied().map(edge))
            .list("zone", zone.into_iter().flat_map(|zone| points(&zone.outline)))
            .list("dummies", points(&side.dummies))
            .with("plays", side.plays)
            .end()
    }

    pub(super) fn unit(&self, unit: &ScenarioUnit) -> String {
        let words = &self.book.vocabulary;
        let unit_entry = &unit.unit_entry;
        let (men, train) = unit.pieces.split_at(unit.pieces.len().saturating_sub(unit_entry.equipment.len()));
        let leads = men.first().is_some_and(|piece| ["leader", "officer"].contains(&piece.look.as_str()));
        let kind = words.kind(&unit_entry.kind);
        let own: Vec<&Values> = kind.iter().map(|kind| &kind.values).collect();
        let leader = leads.then(|| {
            let values = values(&unit_entry.leader, &words.leader_values, &[&unit_entry.values]);
            Record::default().with("name", text(&men[0].name)).with("values", values).end()
        });
        let heroes = unit_entry.heroes.iter().map(|(figure, own)| {
            let leads = leads && *figure == 0;
            let name = men.get(*figure).filter(|_| !leads).map(|piece| text(&piece.name));
            let rest: &[&Values] =
                if leads { &[&unit_entry.leader, &unit_entry.values] } else { &[&unit_entry.values] };
            let values = values(own, &words.hero_values, rest);
            Record::default().with("figure", figure + 1).maybe("name", name).with("values", values).end()
        });
        let equipment = train.iter().map(|piece| {
            Record::default()
                .with("what", text(&piece.look))
                .with("at", point(piece.place.at))
                .with("facing", piece.place.facing.0)
                .end()
        });
        let led_horses = unit_entry.led_horses.first().map(|first| {
            let places = unit_entry.led_horses.iter().map(|place| point(place.at));
            Record::default().list("points", places).with("facing", first.facing.0).end()
        });
        let arrives = unit_entry.arrival.as_ref().map(|arrival| {
            let elsewhere = arrival.elsewhere.as_ref();
            let elsewhere = elsewhere.map(|other| {
                let record = Record::default().with("die", other.die).list("line", points(&other.line));
                record.maybe("facing", other.facing.map(|facing| facing.0)).end()
            });
            let record = match arrival.dice {
                Some(dice) => Record::default().with("turn", text(dice.to_string())),
                None => Record::default().with("turn", arrival.turn),
            };
            let record = record.maybe("chance", arrival.chance).list("line", points(&arrival.line));
            record.maybe("elsewhere", elsewhere).end()
        });
        let house_rules = unit_entry.house_rules.iter().map(|own| {
            let record = Record::default().with("rule", text(&own.rule)).with("amount", own.amount);
            record.with("text", text(&own.text)).end()
        });
        let record = Record::default()
            .with("key", text(&unit.key))
            .with("name", text(&unit.name))
            .maybe("short", (!unit.short.is_empty()).then(|| text(&unit.short)))
            .maybe("colours", (!unit.colours.is_empty()).then(|| text(&unit.colours)))
            .with("side", text(self.side_key(unit.side)))
            .maybe("under", unit.superior.map(|superior| text(self.unit_key(superior.index()))))
            .with("kind", text(&unit_entry.kind))
            .with("facing", men.first().map_or(0.0, |piece| piece.place.facing.0));
        self.standing(record, unit, men)
            .with("values", values(&unit_entry.values, &words.unit_values, &own))
            .maybe("leader", leader)
            .list("men", men.iter().skip(usize::from(leads)).map(|piece| text(&piece.name)))
            .list("heroes", heroes)
            .list("equipment", equipment)
            .maybe("led_horses", led_horses)
            .maybe("arrives", arrives)
            .list("house_rules", house_rules)
            .flag("hidden", unit_entry.hidden)
            .end()
    }

    /// Where the figures stand: each for itself, or all by the place from which the ruleset lays them out.
    fn standing(&self, record: Record, unit: &ScenarioUnit, men: &[StartPiece]) -> Record {
        let Some(man) = men.first() else { return record.with("figures", 0) };
        let layout = unit.unit_entry.values.word(FORMATION).filter(|word| self.book.vocabulary.is_block(word));
        // A figure upstairs is written with its storey.
        let blocks = self.book.vocabulary.formations.iter().any(|formation| formation.block);
        let alone = men.len() == 1 && man.place.floor == 0 && blocks;
        match self.anchor(unit, men).filter(|_| layout.is_some() || alone) {
            Some(at) => {
                let figures = (men.len() > 1).then_some(men.len());
                record.with("at", point(at)).maybe("figures", figures).maybe("layout", layout.map(text))
            }
            None if alone => record.with("at", point(man.place.at)).maybe("layout", layout.map(text)),
            None => Self::each_by_itself(record, men),
        }
    }

    /// The point from which the ruleset lays the pieces of a unit out as they stand, if there is one.
    fn anchor(&self, unit: &ScenarioUnit, men: &[StartPiece]) -> Option<Vec2> {
        let first = men.first()?.place;
        let lay = |at: Vec2| {
            let anchor = Place { at, ..first };
            let (settings, terrain) = (&self.scenario.settings, &self.scenario.terrain);
            self.book.rules.layout(&unit.unit_entry, settings, terrain, anchor, men.len())
        };
        let laid_there = lay(first.at)?;
        let ahead = first.facing.forward() * men[0].footprint.half_depth();
        let beside = first.at - laid_there.first()?.place.at;
        let fits = |at: &Vec2| {
            lay(*at).is_some_and(|laid| {
                laid.len() == men.len()
                    && laid.iter().zip(men).all(|(outline, man)| outline.place.at.distance(man.place.at) < SAME as f32)
            })
        };
        [first.at, first.at + ahead, first.at + beside].into_iter().find(fits)
    }

    fn each_by_itself(mut record: Record, men: &[StartPiece]) -> Record {
        // Figures on the ground come first; then each run of figures on one storey.
        let ground = men.iter().take_while(|piece| piece.place.floor == 0).count();
        record = record.list("points", men[..ground].iter().map(|piece| point(piece.place.at)));
        let mut left = &men[ground..];
        let mut upstairs = Vec::new();
        while let Some(first) = left.first() {
            let floor = first.place.floor;
            let run = left.iter().take_while(|piece| piece.place.floor == floor).count();
            let places = left[..run].iter().map(|piece| point(piece.place.at));
            upstairs.push(Record::default().with("storey", u16::from(floor) + 1).list("points", places).end());
            left = &left[run..];
        }
        record.list("points_on", upstairs)
    }
}
