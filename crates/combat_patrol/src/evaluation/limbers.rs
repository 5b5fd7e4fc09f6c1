//! Where a gun might go on its limber, and men that might help to serve it.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::Site,
    order,
};
use crate::{
    book::{cites::Topic, marks, profile::Engine},
    orders::verbs,
    state::{
        guns::Gun,
        sequence_of_play::{Activation, FigureAction, SequenceOfPlay},
    },
};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Leg, Order},
    table::{path::Going, position::Heading},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// The gun of the unit that acts, if it is served.
    pub(super) fn own_gun(&self, unit: UnitId) -> Option<&Gun> {
        self.cp.gun_of(unit).filter(|gun| self.cp.load_time(gun).is_some())
    }

    /// The best place that a gun might be driven to.
    pub(super) fn best_site(&self, gun: &Gun) -> Option<Site> {
        self.memos.sites.get(gun.piece, || self.find_site(gun))
    }

    fn find_site(&self, gun: &Gun) -> Option<Site> {
        let limber = gun.limber.filter(|limber| !self.cp.view.marks(*limber).has(&marks::WRECKED))?;
        let from = self.cp.view.place(gun.piece).at;
        let kind = self.cp.gun_kind(gun);
        let (short, medium, _) = kind.canister;
        let foes = self.enemies().map(|block| block.centre);
        let aims: Vec<Vec2> = foes.chain(self.goals().iter().map(|goal| goal.at)).collect();
        let going = self.cp.mover(limber);
        let ground = self.cp.view.ground();
        let judged = &self.judgement.limbers;
        let mut best: Option<Site> = None;
        for aim in aims {
            let toward = Heading::from_to(aim, from);
            let ranges = [short, medium, kind.shot.0].map(|end| end * judged.in_band).into_iter();
            for (range, turn) in ranges.flat_map(|range| [0.0, judged.about, -judged.about].map(|turn| (range, turn))) {
                let at = aim + toward.turned(turn).forward() * range;
                let days = judged.stand_by + at.distance(from) / self.card;
                let bad = !ground.on_table(at) || going.cost_per_inch(&ground.feature_at(at)).is_err();
                if bad || days > self.left {
                    continue;
                }
                let worth = self.field_of_fire(gun, at).worth * (1.0 - days / self.left);
                if best.is_none_or(|known| worth > known.worth) {
                    best = Some(Site { at, worth });
                }
            }
        }
        best
    }

    /// Whether a gun has nothing to fire at where it stands, and a better place in reach.
    pub(super) fn wants_to_go(&self, gun: &Gun) -> bool {
        let here = self.cp.view.place(gun.piece).at;
        let least = self.judgement.guns.kept;
        let is_better = |site: Site| site.worth > least && site.at.distance(here) > self.judgement.limbers.arrived;
        !gun.fixed
            && gun.limber.is_some()
            && self.field_of_fire(gun, here).worth < least
            && self.best_site(gun).is_some_and(is_better)
    }

    pub(super) fn worth_of_limbering(&self, gun: &Gun) -> Explained {
        let Some(site) = self.best_site(gun).filter(|_| self.wants_to_go(gun)) else { return Explained::default() };
        let worth = self.judgement.limbers.serves + site.worth;
        Explained::base(self.cp.cites(Topic::LimberUp), "there is a better place for the gun", worth)
    }

    /// Whether a gun on its limber has come to where it is to stand.
    pub(super) fn has_arrived(&self, gun: &Gun) -> bool {
        let here = self.cp.view.place(gun.piece).at;
        self.best_site(gun).is_none_or(|site| {
            site.at.distance(here) <= self.judgement.limbers.arrived
                || self.field_of_fire(gun, here).worth > site.worth.max(self.judgement.guns.kept)
        })
    }

    pub(super) fn worth_of_unlimbering(&self, gun: &Gun) -> Explained {
        if !self.has_arrived(gun) {
            return Explained::default();
        }
        let field = self.field_of_fire(gun, self.cp.view.place(gun.piece).at).worth;
        let worth = self.judgement.limbers.serves + field;
        Explained::base(self.cp.cites(Topic::Unlimber), "the gun has come where it is to stand", worth)
    }

    /// The declarations that a gun's unit might make: nobody moves, the men that are away from the gun, the limber.
    pub(super) fn declares_of_crew(&self, ask: &Ask, gun: &Gun) -> Vec<Order> {
        let declare = order(ask, &verbs::DECLARE);
        let mut list = vec![declare.clone()];
        let away = self.away_from(gun, &ask.pieces);
        if !away.is_empty() {
            list.push(declare.clone().pieces(away));
        }
        let drives = |piece: PieceId| ask.pieces.contains(&piece) && self.drive_of(gun).is_some();
        if let Some(limber) = gun.limber.filter(|limber| drives(*limber)) {
            list.push(declare.pieces([limber]));
        }
        list
    }

    /// The men of a gun's crew that are not at it.
    fn away_from(&self, gun: &Gun, of: &[PieceId]) -> Vec<PieceId> {
        let near = self.cp.settings().guns.crew_distance;
        let away = |piece: &PieceId| self.cp.is_man(*piece) && self.cp.view.gap(*piece, gun.piece) > near;
        of.iter().copied().filter(away).collect()
    }

    /// Where the limber of a gun is to drive: with the gun to its site, or without it to the gun.
    fn drive_of(&self, gun: &Gun) -> Option<Vec2> {
        let limber = gun.limber?;
        let here = self.cp.view.place(gun.piece);
        if gun.limbered {
            return self.best_site(gun).filter(|_| !self.has_arrived(gun)).map(|site| site.at);
        }
        let gap = self.cp.view.gap(gun.piece, limber);
        let called = self.wants_to_go(gun) && gap > self.cp.artillery().limber_reach;
        let lost = !self.cp.in_command(limber) || !self.cp.limber_in_command(gun);
        (called || lost).then(|| here.offset(-(self.cp.artillery().limber_reach + 1.0), 0.0))
    }

    /// What it is worth for a gun's crew to have these pieces move.
    pub(super) fn worth_of_crew_declare(&self, gun: &Gun, order: &Order) -> Explained {
        let each = self.terms.losses.each;
        let field = self.field_of_fire(gun, self.cp.view.place(gun.piece).at).worth;
        let serving = (self.judgement.limbers.serves + field) * each;
        let served = |label| Explained::base(self.cp.cites(Topic::CrewAction), label, serving);
        let serves = self.judgement.limbers.serves;
        let Some(first) = order.pieces.first() else {
            return match gun.limbered && !self.has_arrived(gun) {
                true => Explained::default(),
                false => served("the crew serves the gun"),
            };
        };
        match self.cp.engine(*first) {
            Some(Engine::Limber) if gun.limbered => {
                let site = self.best_site(gun).map_or(0.0, |site| site.worth.max(0.0));
                Explained::base(self.cp.cites(Topic::LimberedMove), "the gun goes to a better place", serves + site)
            }
            // The limber has an action of its own: the crew goes on serving.
            Some(Engine::Limber) => {
                let rule = self.cp.cites(Topic::LimberCommand);
                served("the crew serves the gun").with(rule, "the limber comes to the gun", serves)
            }
            // A gun that is run by hand comes nowhere that its limber does not take it; a gun's unit has no wagon.
            Some(Engine::Gun | Engine::Wagon | Engine::Own) => Explained::default(),
            None => {
                let back = format!("{} come back to the gun", order.pieces.len());
                let worth = serves * order.pieces.len() as f32;
                served("the others serve it").with(self.cp.cites(Topic::GunCrew), back, worth)
            }
        }
    }

    /// The moves of a gun's unit: of the limber, and of men who come back to the gun.
    pub(super) fn moves_of_crew(&self, ask: &Ask, gun: &Gun, movers: &[PieceId]) -> Vec<Order> {
        let go = |piece: PieceId, legs: Vec<Leg>| order(ask, &verbs::MOVE).pieces([piece]).path(legs);
        let mut list = Vec::new();
        for limber in movers.iter().copied().filter(|piece| gun.limber == Some(*piece)) {
            let goal = self.drive_of(gun).unwrap_or(self.cp.view.place(gun.piece).at);
            list.push(go(limber, self.cp.legs_to(limber, goal, 0)));
        }
        for man in self.away_from(gun, movers) {
            let Some(place) = self.cp.place_to_serve(man, gun) else { continue };
            list.push(go(man, self.cp.legs_to(man, place.at, place.floor)));
        }
        list
    }

    /// `HelpAtGun`: what two more men are worth to a gun, in points over the rest of the battle.
    fn need_of_help(&self, gun: &Gun) -> f32 {
        let helpers = self.cp.helpers_of(gun.unit).len();
        let here = self.cp.view.place(gun.piece).at;
        let (Some(now), most) = (self.cp.load_time(gun), self.cp.artillery().most_helpers) else { return 0.0 };
        let Some(then) = self.cp.load_time_with(gun, 1).filter(|_| helpers < most) else { return 0.0 };
        let rate = |time: u8| 1.0 / f32::from(1 + time);
        (rate(then) - rate(now)) * self.field_of_fire(gun, here).worth * self.left
    }

    /// `HelpAtGun`: the gun nearest to a unit that could do with its help, if any man of it can come.
    fn gun_to_help(&self, block: &UnitSummary) -> Option<(&Gun, f32)> {
        let pace = self.pace(block, true);
        let reach = |gun: &&Gun| self.cp.view.place(gun.piece).at.distance(block.centre) <= pace;
        let ours = |gun: &&Gun| self.cp.view.side_of_unit(gun.unit) == self.side && !gun.limbered;
        if block.lone() || block.rides || self.cp.gun_of(block.unit).is_some() {
            return None;
        }
        let guns = self.cp.guns().iter().filter(ours).filter(reach);
        let needs = guns.map(|gun| (gun, self.need_of_help(gun))).filter(|(_, need)| *need > 0.0);
        needs.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The men of a unit that would help at a gun, the nearest first.
    fn helpers_from(&self, block: &UnitSummary, gun: &Gun, of: &[PieceId]) -> Vec<PieceId> {
        let leader = self.cp.leader_of(block.unit);
        let free = |piece: &PieceId| {
            self.cp.is_man(*piece) && !self.cp.helps(*piece) && Some(*piece) != leader && !self.cp.stunned(*piece)
        };
        let mut men: Vec<PieceId> = of.iter().copied().filter(free).collect();
        men.sort_by(|a, b| self.cp.view.gap(*a, gun.piece).total_cmp(&self.cp.view.gap(*b, gun.piece)).then(a.cmp(b)));
        men.truncate(self.cp.artillery().most_helpers - self.cp.helpers_of(gun.unit).len());
        men
    }

    /// `HelpAtGun`: the declaration that two men of a unit set out to help at a gun.
    pub(super) fn declares_to_help(&self, ask: &Ask) -> Option<Order> {
        let block = ask.unit.and_then(|unit| self.block(unit))?;
        let (gun, _) = self.gun_to_help(block)?;
        let men = self.helpers_from(block, gun, &ask.pieces);
        (men.len() == self.cp.artillery().most_helpers).then(|| order(ask, &verbs::DECLARE).pieces(men))
    }

    /// The gun at which these men of a unit, and nobody else, were picked to help, with what that brings; none if they
    /// were not.
    pub(super) fn worth_of_helpers(&self, block: &UnitSummary, men: &[PieceId]) -> Option<(&Gun, f32)> {
        let (gun, need) = self.gun_to_help(block)?;
        let all: Vec<PieceId> = self.cp.men(block.unit).collect();
        let picked = self.helpers_from(block, gun, &all);
        let same = men.len() == picked.len() && men.iter().all(|man| picked.contains(man));
        same.then_some((gun, need))
    }

    /// The move of the next man that was declared moving to help at a gun.
    pub(super) fn moves_to_help(&self, ask: &Ask, block: &UnitSummary, movers: &[PieceId]) -> Option<Order> {
        let (gun, _) = self.worth_of_helpers(block, movers)?;
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let man = movers.iter().copied().find(|man| !activation.routes.iter().any(|route| route.piece == *man))?;
        let place = self.cp.place_to_serve(man, gun)?;
        let legs = self.cp.legs_to(man, place.at, place.floor);
        Some(order(ask, &verbs::MOVE).pieces([man]).path(legs))
    }

    /// `HelpAtGun`: the order to help for men beside a gun that needs them.
    pub(super) fn helps(&self, ask: &Ask, activation: &Activation) -> Option<Order> {
        let block = ask.unit.and_then(|unit| self.block(unit))?;
        let (gun, _) = self.gun_to_help(block)?;
        let near = self.cp.settings().guns.helper_distance;
        let ready = |man: &PieceId| match self.cp.part(*man) {
            FigureAction::Stationary => true,
            FigureAction::Moving => activation.marched,
            _ => false,
        };
        let there: Vec<PieceId> = ask.pieces.iter().copied().filter(ready).collect();
        let mut men = self.helpers_from(block, gun, &there);
        men.retain(|man| self.cp.view.gap(*man, gun.piece) <= near && self.cp.could_help(*man));
        (!men.is_empty()).then(|| order(ask, &verbs::HELP).pieces(men).target(gun.piece))
    }

    pub(super) fn worth_of_help(&self, order: &Order) -> Explained {
        let gun = order.target.and_then(|target| self.cp.gun(target));
        let need = gun.map_or(0.0, |gun| self.need_of_help(gun));
        Explained::base(self.cp.cites(Topic::HelpAtGun), "the gun is served faster", need.max(0.0))
    }
}
