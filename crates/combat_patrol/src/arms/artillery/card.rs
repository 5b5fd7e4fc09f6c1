//! The lines of a unit card about a gun (`GunCard`).

use crate::{
    book::{cites::Topic, marks, rounds::Round},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::UnitId,
    shared::card::{row, table},
    turn::rules::{CardRow, CardTable},
};

impl SkirmishView<'_> {
    /// `GunCard`: gun, crew, loading and limber. The round is shown only to its owner while rounds are secret.
    pub fn rows_of_gun(&self, unit: UnitId) -> Vec<CardRow> {
        let Some(gun) = self.gun_of(unit) else { return Vec::new() };
        let kind = self.gun_kind(gun);
        let crew = self.crew(gun);
        let mut rows = vec![
            row(
                kind.name.as_str(),
                format!("{} lb, penetration {}", gun.pounds, gun.pounds / 2.0),
                self.cites(Topic::ShotPenetration),
            ),
            row(
                "Crew at the gun",
                format!("{}, {} helpers: strength {}", crew.gunners.len(), crew.helpers.len(), self.strength(gun)),
                self.cites(Topic::LoadGun),
            ),
        ];
        let left = self.view.mark(gun.piece, &marks::OUT_OF_AMMO);
        let foreign = self.view.side().is_some_and(|side| side != self.view.side_of_unit(unit));
        let hidden = foreign && self.settings().guns.secret_rounds;
        let state = match (gun.limbered, left) {
            (true, _) => "limbered".to_owned(),
            (false, 0) => "loaded".to_owned(),
            (false, n) => format!("{n} load actions to go"),
        };
        rows.push(row("State", state, self.cites(Topic::LoadGun)));
        if let Some(round) = gun.round.filter(|_| !hidden) {
            rows.push(row("Round", round.word().to_owned(), self.cites(Topic::DeclareRound)));
        }
        if let Some(limber) = gun.limber.filter(|_| !gun.limbered) {
            let away = format!("{:.1}\u{2033} from the gun", self.view.gap(gun.piece, limber));
            rows.push(row("Limber", away, self.cites(Topic::LimberUp)));
        }
        rows
    }

    /// `GunCard`: the gun's line of the table of rounds, and how long loading takes.
    pub fn tables_of_gun(&self, unit: UnitId) -> Vec<CardTable> {
        let Some(gun) = self.gun_of(unit) else { return Vec::new() };
        let kind = self.gun_kind(gun);
        let inches = |inches: f32| format!("{inches:.0}\u{2033}");
        let cells = |round: Round, bands: [Option<f32>; 3]| {
            let bands = bands.map(|band| band.map_or_else(|| "-".to_owned(), inches));
            [vec![round.word().to_owned()], bands.to_vec()].concat()
        };
        let (short, medium, long) = kind.shot;
        let mut rounds = vec![cells(Round::Shot, [Some(short), Some(medium), Some(long)])];
        let (short, medium, long) = kind.canister;
        rounds.push(cells(Round::Canister, [Some(short), Some(medium), long]));
        if let Some((least, most)) = kind.shell {
            for round in [Round::Shell, Round::Case] {
                if self.require_round(gun, round).is_ok() {
                    rounds.push(cells(round, [None, Some(least), Some(most)]));
                }
            }
        }
        let (quick, slow, slowest) = self.artillery().loading;
        let full = usize::from(self.settings().guns.crew_size);
        let line = |least: usize, actions: u8| vec![format!("{least} or more"), actions.to_string()];
        let loading = vec![
            line(2 * full / 3 + 1, quick),
            line(full / 3 + 1, slow),
            line(self.artillery().fewest_gunners, slowest),
        ];
        vec![
            table("Rounds", &["Round", "short", "med. or least", "long or most"], rounds, self.cites(Topic::GunTable)),
            table("Loading", &["Strength", "activations"], loading, self.cites(Topic::LoadGun)),
        ]
    }
}
