//! The effect of a round (`GunAmmunition` to `ShellOnRoof`).

use bevy::math::Vec2;

use super::{aim::GunShot, crew, gun_mut};
use crate::{
    book::{action_card::ActionCard, cites::Topic, rounds::Round},
    cards::decks,
    explosives::burst::{self, Blast, Shelter, Struck},
    fire::{
        shooting::{self, FireLine},
        wounds,
    },
    spotting::{self, of_pieces},
    state::guns::Gun,
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    table::position::Heading,
    turn::BattleMut,
};

/// Fires a round and carries out what it does; the gun is empty then (`LoadGun`).
pub fn fire(battle: &mut BattleMut, book: &BookData, shot: &GunShot) {
    let cp = SkirmishView { view: battle.view(), book };
    let gun = cp.gun(shot.gun).expect("the gun fires").clone();
    let side = cp.view.side_of_unit(gun.unit);
    let near = cp.limber_in_command(&gun);
    let (rule, observed) = match shot.observer {
        Some(man) => ("CP-8.5", format!(", observed by {}", cp.name(man))),
        None => (cites(battle, Topic::AimGun), String::new()),
    };
    let text = format!("{} fires {}{observed}", cp.name(gun.piece), shot.round.word());
    spotting::by_shooting(battle, gun.piece, false);
    let line = FireLine::begin(battle, side, RuleId::new(rule), text);
    let shoot = Shoot { gun: &gun, side, shot };
    let out = match (shot.round, shot.face) {
        (Round::Shot, None) => {
            shoot.solid_shot(battle, book);
            false
        }
        (Round::Shot, Some(_)) => shoot.at_a_wall(battle, book),
        (Round::Canister, _) => shoot.canister(battle, book),
        (Round::Shell | Round::Case, _) => shoot.shell(battle, book),
    };
    // `GunAmmunition`: an out-of-ammo card matters only where the limber is far.
    gun_mut(battle, gun.piece, |gun| gun.dry = out && !near);
    if out && !near {
        let text = format!("{} is out of ammunition: its limber is too far off", battle.view().piece(gun.piece).name);
        battle.note(Some(side), RuleId::new(cites(battle, Topic::GunAmmunition)), text);
    }
    crew::empty(battle, book, gun.piece);
    line.end_round(battle);
}

struct Shoot<'a> {
    gun: &'a Gun,
    side: SideId,
    shot: &'a GunShot,
}

impl Shoot<'_> {
    /// `GunToHit`: draws the to-hit card at the target point; returns whether it hits, and whether the card shows the
    /// out-of-ammo icon.
    fn to_hit(&self, battle: &mut BattleMut, book: &BookData) -> (bool, bool) {
        let holes = self.shot.holes();
        let (card, drawn) = decks::take(battle, book, self.side, &["holes", "ooa"]);
        let hit = !card.ooa && card.holes as i8 >= holes;
        let chance = SkirmishView { view: battle.view(), book }.chance_of_holes(holes);
        let result = if hit { "on the point" } else { "it deviates" };
        let text = format!("{} {}: {result}", battle.view().piece(self.gun.piece).name, shooting::shows(holes, card));
        battle.detail(
            Some(self.side),
            EventKind::Note,
            RuleId::new(cites(battle, Topic::GunToHit)),
            text,
            self.shot.column.clone(),
        );
        battle.trial("To hit a point", chance, usize::from(hit), 1);
        decks::show(battle, drawn, RuleId::new(cites(battle, Topic::GunToHit)), format!("To hit: card {}", card.id));
        (hit, card.ooa)
    }

    fn muzzle(&self, battle: &BattleMut) -> Vec2 {
        battle.view().place(self.gun.piece).at
    }

    /// `ShotImpact` to `ShotCover`: a solid shot at troops always deviates, and ploughs through the ranks on its track.
    fn solid_shot(&self, battle: &mut BattleMut, book: &BookData) {
        let from = self.muzzle(battle);
        let by = burst::deviation(battle, book, self.side, 1.0);
        let impact = burst::deviated(from, self.shot.point, by);
        let cp = SkirmishView { view: battle.view(), book };
        let track = cp.track(self.gun.piece, impact);
        let crossed = cp.crossed_by(&track);
        let template = track.dangerous(cp.artillery().beside_track);
        let kind = EventKind::Covered { from: Some(self.gun.piece), templates: vec![template] };
        let placed = crossed.iter().filter(|met| !cp.view.conceals(met.man)).count();
        let text = match placed {
            0 => "The shot meets nobody".to_owned(),
            1 => "The shot comes at one man".to_owned(),
            n => format!("The shot comes at {n} ranks or men"),
        };
        battle.log(Some(self.side), kind, RuleId::new(cites(battle, Topic::ShotTrack)), text, Explained::default());
        for met in crossed {
            if battle.view().in_play(met.man) {
                of_pieces(battle, &[met.man], |battle| self.plough(battle, book, met.man, met.formed));
            }
        }
    }

    /// `ShotEffect`, `ShotCover`: the shot comes at a man.
    fn plough(&self, battle: &mut BattleMut, book: &BookData, man: PieceId, formed: bool) {
        let numbers = &book.core.artillery;
        let icon = if formed { numbers.close_order_icon } else { numbers.open_order_icon };
        let cp = SkirmishView { view: battle.view(), book };
        let (name, unit, chance) = (cp.name(man).to_owned(), cp.view.unit_of(man), cp.chance_of_icon(icon));
        let muzzle = cp.view.place(self.gun.piece).at;
        let cover = cp.cover_of(&cp.view.outline(man), muzzle, |giver, code| cp.stops_solid_shot(giver, code));
        let card = decks::draw(
            battle,
            book,
            self.side,
            &["he", "stun"],
            RuleId::new(cites(battle, Topic::ShotEffect)),
            |card| {
                let result = match (card.shows(icon), card.stun) {
                    (true, _) => "is struck",
                    (false, true) => "is stunned by the wind of it",
                    (false, false) => "is missed",
                };
                format!("Solid shot: card {}: {name} {result}", card.id)
            },
        );
        let hit = card.shows(icon);
        battle.trial("To hit by solid shot", chance, usize::from(hit), 1);
        if hit {
            let stopped = cover.is_some_and(|cover| {
                let stops = |card: &ActionCard| card.cover.contains(cover.code.as_str());
                let card = decks::draw(
                    battle,
                    book,
                    self.side,
                    &["cover"],
                    RuleId::new(cites(battle, Topic::ShotCover)),
                    |card| {
                        let result = if stops(card) { "stops it" } else { "does not stop it" };
                        format!("Cover: card {} {result}", card.id)
                    },
                );
                stops(card)
            });
            let kind = EventKind::Hit { piece: man, location: "body".into(), stopped };
            let text = format!("{name} is struck by the shot");
            battle.detail(
                Some(self.side),
                kind,
                RuleId::new(cites(battle, Topic::ShotEffect)),
                text,
                Explained::default(),
            );
            if stopped {
                wounds::stun(battle, man, RuleId::new(cites(battle, Topic::ShotCover)), " behind cover");
            } else {
                wounds::incapacitate(battle, man, format!("{name} is out of action, struck by solid shot"));
            }
        } else if card.stun {
            wounds::stun(battle, man, RuleId::new(cites(battle, Topic::ShotEffect)), " by the shot");
        } else {
            return;
        }
        wounds::add_morale_marker(battle, unit, RuleId::new("CP-6.11"));
    }

    /// `ShotAtBuilding` to `Ricochet`: a solid shot at the face of a building. Returns whether the card was out of
    /// ammunition.
    fn at_a_wall(&self, battle: &mut BattleMut, book: &BookData) -> bool {
        let (face, s, h) = self.shot.face.expect("it is fired at a face");
        let (hit, out) = self.to_hit(battle, book);
        let by = if hit { Vec2::ZERO } else { burst::deviation(battle, book, self.side, 1.0) };
        let house = battle.view().terrain().buildings[face.building].name.clone();
        let note = |battle: &mut BattleMut, rule, text: String| battle.note(Some(self.side), RuleId::new(rule), text);
        let (s, h, bounced) = match face.struck(s, h, by) {
            Struck::Beside => {
                note(battle, "CP-8.8", format!("The shot goes past {house}"));
                return out;
            }
            Struck::Over => {
                note(battle, "CP-8.8", format!("The shot goes over {house}"));
                return out;
            }
            Struck::Wall { s, h, bounced } => (s, h, bounced),
        };
        let cp = SkirmishView { view: battle.view(), book };
        let highest = cp.view.terrain().buildings[face.building].storeys;
        let storey = ((h / cp.story_height()).floor() as u8 + 1).min(highest);
        let protection = cp.protection(face.building);
        let (value, how) = match bounced {
            true => (self.gun.pounds / 2.0 + book.core.artillery.ricochet, "bounces into"),
            false => (self.gun.pounds / 2.0, "strikes"),
        };
        let rule = if bounced { cites(battle, Topic::Ricochet) } else { cites(battle, Topic::ShotAtBuilding) };
        note(battle, rule, format!("The shot {how} {house}, storey {storey}"));
        let Some(protection) = protection else { return out };
        if !burst::penetrates(battle, book, self.side, value, protection) {
            return out;
        }
        let cp = SkirmishView { view: battle.view(), book };
        let walls = &cp.view.terrain().buildings[face.building];
        let Some(size) = book.core.burst.splinters.get(&walls.material).copied() else { return out };
        let inward = -Heading::from_to(face.left, face.right).right();
        let at = face.point(s) + inward * book.core.burst.behind_wall;
        let template = cp.round_template(size, at);
        self.blast_inside(
            battle,
            book,
            (face.building, storey - 1),
            Blast {
                by: self.side,
                from: Some(self.gun.piece),
                at,
                template,
                icon: size,
                shelter: Shelter::None,
                rule: RuleId::new(cites(battle, Topic::ShotAtBuilding)),
            },
        );
        out
    }

    fn blast_inside(&self, battle: &mut BattleMut, book: &BookData, (building, floor): (usize, u8), blast: Blast) {
        burst::blast(battle, book, &blast, &|cp, man| {
            let there = cp.view.ground().inside(cp.view.place(man));
            there.is_some_and(|there| (there.building, there.floor) == (building, floor))
        });
    }

    /// `CanisterLine` to `CanisterUnits`: canister. Returns whether the card was out of ammunition.
    fn canister(&self, battle: &mut BattleMut, book: &BookData) -> bool {
        let from = self.muzzle(battle);
        let (hit, out) = self.to_hit(battle, book);
        let straight = Heading::from_to(from, self.shot.point);
        let aside = if hit { 0.0 } else { burst::deviation(battle, book, self.side, 1.0).x };
        let cp = SkirmishView { view: battle.view(), book };
        let medium = cp.gun_kind(self.gun).canister.1;
        let through = from + straight.forward() * medium + straight.right() * aside;
        let swath = cp.swath(self.gun, Heading::from_to(from, through));
        let men = cp.men_in_swath(self.gun, &swath);
        let kind = EventKind::Covered {
            from: Some(self.gun.piece),
            templates: swath.bands.iter().map(|(_, template)| *template).collect(),
        };
        let placed = men.iter().filter(|(man, ..)| !cp.view.conceals(*man)).count();
        let text = match placed {
            0 => "The canister meets nobody".to_owned(),
            1 => "The canister meets one man".to_owned(),
            n => format!("The canister meets {n} men"),
        };
        battle.log(Some(self.side), kind, RuleId::new(cites(battle, Topic::CanisterSwath)), text, Explained::default());
        for (man, band, unit) in men {
            if battle.view().in_play(man) {
                of_pieces(battle, &[man], |battle| {
                    let column =
                        SkirmishView { view: battle.view(), book }.canister_column(self.gun, &swath, man, band, unit);
                    self.rake(battle, book, man, column);
                });
            }
        }
        out
    }

    /// `Canister`, `CanisterNear`: canister comes at a man, who is hit by a card, or for certain if no column is given.
    fn rake(&self, battle: &mut BattleMut, book: &BookData, man: PieceId, column: Option<Explained>) {
        let name = battle.view().piece(man).name.clone();
        let from = self.muzzle(battle);
        if let Some(column) = column {
            let holes = column.total() as i8;
            let chance = SkirmishView { view: battle.view(), book }.chance_of_holes(holes);
            let (card, drawn) = decks::take(battle, book, self.side, &["holes", "ooa"]);
            let hit = !card.ooa && card.holes as i8 >= holes;
            let shows = shooting::shows(holes, card);
            let text = format!("The canister {shows} to hit {name}: {}", if hit { "hit" } else { "miss" });
            battle.detail(Some(self.side), EventKind::Note, RuleId::new(cites(battle, Topic::Canister)), text, column);
            battle.trial("To hit by canister", chance, usize::from(hit), 1);
            decks::show(
                battle,
                drawn,
                RuleId::new(cites(battle, Topic::Canister)),
                format!("To hit: card {}", card.id),
            );
            if !hit {
                return;
            }
        }
        let cp = SkirmishView { view: battle.view(), book };
        let unit = cp.view.unit_of(man);
        let cover = cp.cover_of(&cp.view.outline(man), from, |_, _| true);
        let (damage, drawn) = decks::take(battle, book, self.side, &["loc", "cover", "sev"]);
        wounds::hit_by_fire(battle, book, self.side, man, damage, drawn, cover.as_ref());
        wounds::add_morale_marker(battle, unit, RuleId::new("CP-6.11"));
    }

    /// `ShellRange` to `ShellOnRoof`: shell and spherical case. Returns whether the card was out of ammunition.
    fn shell(&self, battle: &mut BattleMut, book: &BookData) -> bool {
        let numbers = &book.core.artillery;
        let from = self.muzzle(battle);
        let (hit, out) = self.to_hit(battle, book);
        let by = match hit {
            true => Vec2::ZERO,
            false => burst::deviation(battle, book, self.side, numbers.shell_deviation),
        };
        let at = burst::deviated(from, self.shot.point, by);
        let cp = SkirmishView { view: battle.view(), book };
        let case = self.shot.round == Round::Case;
        let (rule, icon) = match case {
            true => (cites(battle, Topic::ShellBurst), numbers.case_template),
            false => (cites(battle, Topic::ShellAtTroops), numbers.shell_template),
        };
        let roof = cp.view.ground().building_at(at);
        let template = match case && roof.is_none() {
            true => cp.cone(icon, at, Heading::from_to(from, at)),
            false => cp.round_template(icon, at),
        };
        let blast = Blast {
            by: self.side,
            from: Some(self.gun.piece),
            at,
            template,
            icon,
            shelter: Shelter::From(at),
            rule: RuleId::new(rule),
        };
        let Some(building) = roof else {
            burst::blast(battle, book, &blast, &|_, _| true);
            return out;
        };
        let house = cp.view.terrain().buildings[building].name.clone();
        battle.note(
            Some(self.side),
            RuleId::new(cites(battle, Topic::ShellOnRoof)),
            format!("The {} comes down on the roof of {house}", self.shot.round.word()),
        );
        if burst::penetrates(battle, book, self.side, 0.0, book.core.burst.roof) {
            let icon = if case { numbers.case_on_roof } else { icon };
            let cp = SkirmishView { view: battle.view(), book };
            // It strikes every man on the top floor.
            let house = &cp.view.terrain().buildings[building];
            let (outline, top) = (&house.outline, house.storeys - 1);
            let middle = outline.iter().copied().sum::<Vec2>() / outline.len() as f32;
            let radius = outline.iter().map(|corner| corner.distance(middle)).fold(0.0, f32::max);
            let template = grapeshot_floor::table::template::Template::Circle { centre: middle, radius };
            let rule = RuleId::new(cites(battle, Topic::ShellOnRoof));
            self.blast_inside(
                battle,
                book,
                (building, top),
                Blast { template, icon, shelter: Shelter::None, rule, ..blast },
            );
        }
        out
    }
}
