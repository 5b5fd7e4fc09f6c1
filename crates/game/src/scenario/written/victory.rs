//! The terms of victory of a scenario, written down.

use super::{
    Writer,
    record::{Record, point, points, text},
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    turn::{HoldWhen, LossTerm, Objective, PrizeStart, PrizeTerm, SpoilState, SpoilTerm, VictoryTerms},
};

impl Writer<'_> {
    fn unit_keys(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|unit| text(self.unit_key(unit.index()))).collect()
    }

    fn of_side(&self, side: SideId) -> Record {
        Record::default().with("side", text(self.side_key(side)))
    }

    pub(super) fn victory(&self, terms: &VictoryTerms) -> String {
        let handicap = terms.handicap.iter().enumerate().filter(|(_, points)| **points != 0.0);
        let handicap: Vec<String> =
            handicap.map(|(n, points)| format!("{}: {points}", self.side_key(SideId(n as u8)))).collect();
        Record::default()
            .list(
                "objectives",
                terms.objectives.iter().map(|objective| {
                    Record::default()
                        .with("id", text(&objective.id))
                        .with("name", text(&objective.name))
                        .with("at", point(objective.at))
                        .with("radius", objective.radius)
                        .flag("indoors", objective.indoors)
                        .maybe("held_by", objective.held_by.map(|side| text(self.side_key(side))))
                        .end()
                }),
            )
            .list(
                "holds",
                terms.holds.iter().map(|hold| {
                    let objective = terms.objectives.get(hold.objective).map_or("?", |objective| objective.id.as_str());
                    Record::default()
                        .with("objective", text(objective))
                        .with("points", hold.points)
                        .maybe("side", hold.side.map(|side| text(self.side_key(side))))
                        .with(
                            "when",
                            text(match hold.when {
                                HoldWhen::Most => "most",
                                HoldWhen::Some => "some",
                                HoldWhen::Denied => "denied",
                            }),
                        )
                        .end()
                }),
            )
            .with("losses", losses(&terms.losses))
            .list(
                "zones",
                terms.zones.iter().map(|zone| {
                    let record = self.of_side(zone.side).with("name", text(&zone.name));
                    let record = record.list("of", self.unit_keys(&zone.of)).flag("driven", zone.driven);
                    record.list("outline", points(&zone.outline)).with("each", zone.each).end()
                }),
            )
            .list(
                "exits",
                terms.exits.iter().map(|exit| {
                    let record = self.of_side(exit.side).with("name", text(&exit.name));
                    let record = record.list("of", self.unit_keys(&exit.of));
                    record.list("line", points(&exit.line)).with("each", exit.each).end()
                }),
            )
            .list(
                "falls",
                terms.falls.iter().map(|fall| {
                    let record = self.of_side(fall.side).with("name", text(&fall.name));
                    let record = record.list("of", self.unit_keys(&fall.of)).flag("own_hand", fall.own_hand);
                    record.with("each", fall.each).end()
                }),
            )
            .list(
                "breaks",
                terms.breaks.iter().map(|term| {
                    let record = self.of_side(term.side).with("name", text(&term.name));
                    let record = record.list("of", self.unit_keys(&term.of)).with("share", term.share);
                    record.with("points", term.points).end()
                }),
            )
            .list("prizes", terms.prizes.iter().map(|prize| self.prize(prize, &terms.objectives)))
            .list("spoils", terms.spoils.iter().map(|spoil| self.spoil(spoil)))
            .with("handicap", format!("({})", handicap.join(", ")))
            .with("margin", terms.margin)
            .maybe("otherwise", terms.otherwise.map(|side| text(self.side_key(side))))
            .end()
    }

    fn prize(&self, prize: &PrizeTerm, objectives: &[Objective]) -> String {
        let rewards = prize.rewards.iter().map(|reward| {
            let record = self.of_side(reward.side).with("points", reward.points);
            let record = record.list("off", reward.off.iter().flat_map(|line| points(line)));
            let at = reward.at.and_then(|n| objectives.get(n)).map(|known| text(&known.id));
            record.maybe("at", at).flag("untouched", reward.untouched).end()
        });
        let record = Record::default().with("name", text(&prize.name));
        let record = match prize.start {
            PrizeStart::With(unit) => record.with("bearer", text(self.unit_key(unit.index()))),
            PrizeStart::Aboard(unit) => record.with("aboard", text(self.unit_key(unit.index()))),
            PrizeStart::Lying(at) => record.with("at", point(at)),
        };
        record.maybe("weight", Some(prize.weight).filter(|weight| *weight > 0.0)).list("rewards", rewards).end()
    }

    fn spoil(&self, spoil: &SpoilTerm) -> String {
        let when = match spoil.when {
            SpoilState::Off => "off",
            SpoilState::Taken => "taken",
            SpoilState::Left => "left",
            SpoilState::Worked => "worked",
            SpoilState::Inside => "inside",
            SpoilState::Wrecked => "wrecked",
        };
        let record = self.of_side(spoil.side).with("name", text(&spoil.name)).with("of", text(&spoil.of));
        let record = record.with("when", text(when)).list("line", points(&spoil.line));
        record.list("outline", points(&spoil.outline)).with("each", spoil.each).end()
    }
}

fn losses(term: &LossTerm) -> String {
    let by_rank: Vec<String> = term.by_rank.iter().map(|(rank, points)| format!("{rank}: {points}")).collect();
    Record::default()
        .with("each", term.each)
        .with("by_rank", format!("({})", by_rank.join(", ")))
        .with("guns", term.guns)
        .maybe("heroes", Some(term.heroes).filter(|points| *points > 0.0))
        .maybe("horses", Some(term.horses).filter(|points| *points > 0.0))
        .flag("own_hand", term.own_hand)
        .end()
}
