//! Mounting and dismounting (`Mounting`).

use crate::{
    book::{cites::Topic, profile::Soldier},
    fire::wounds::afoot,
    state::led_horses::{Horses, LedHorse},
    view::rulebook::{SkirmishView, cites},
};
use grapeshot_floor::{
    english::{count, verb},
    events::RuleId,
    forces::{PieceId, UnitEntry, UnitId},
    orders::Refusal,
    table::{footprint::Outline, position::Place},
    turn::BattleMut,
};

/// The places beside a horse where a man gets down, as shares of the room he needs ahead and to the right: at its left
/// first, as riders do.
const BESIDE: [(f32, f32); 8] =
    [(0.0, -1.0), (0.0, 1.0), (0.5, -1.0), (0.5, 1.0), (-0.5, -1.0), (-0.5, 1.0), (-1.0, 0.0), (1.0, 0.0)];

impl<'w> SkirmishView<'w> {
    /// Where the led horses of a unit stand.
    pub fn led_horses(&self, unit: UnitId) -> impl Iterator<Item = Place> + use<'w> {
        self.view.resource::<Horses>().0.iter().filter(move |horse| horse.unit == unit).map(|horse| horse.place)
    }

    /// The shape of a led horse where it stands.
    fn led(&self, place: Place) -> Outline {
        Outline { footprint: self.saddle(), place }
    }

    /// `Mounting`: the led horse of his unit that a man on foot touches and that he can mount; it is refused if others
    /// stand in the way.
    ///
    /// # Errors
    /// If he is mounted, if he touches no led horse of his unit, or if another stands in the way.
    pub fn horse_to_mount(&self, man: PieceId) -> Result<Place, Refusal> {
        let refuse = |reason: String| Err(Refusal::new(RuleId::new(self.cites(Topic::Mounting)), reason));
        let name = self.name(man);
        if self.mounted(man) {
            return refuse(format!("{name} is mounted"));
        }
        let here = self.view.outline(man);
        let mut near: Vec<(f32, Place)> = self
            .led_horses(self.view.unit_of(man))
            .map(|horse| (here.gap(&self.led(horse)), horse))
            .filter(|(gap, _)| *gap <= self.touch_tolerance())
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        if near.is_empty() {
            return refuse(format!("{name} touches no led horse of the unit"));
        }
        match near.into_iter().find(|(_, horse)| !self.lies_on_another(&self.led(*horse), &[man])) {
            Some((_, horse)) => Ok(horse),
            None => refuse(format!("{name} cannot mount: another stands in the way")),
        }
    }

    /// `Mounting`: where a rider stands that has dismounted: touching his horse.
    ///
    /// # Errors
    /// If he is on foot, or if there is no room beside his horse.
    pub fn place_to_dismount(&self, rider: PieceId) -> Result<Place, Refusal> {
        let refuse = |reason: String| Err(Refusal::new(RuleId::new(self.cites(Topic::Mounting)), reason));
        let name = self.name(rider);
        if !self.mounted(rider) {
            return refuse(format!("{name} is on foot"));
        }
        let (horse, man) = (self.view.outline(rider), afoot(&self.settings().core));
        let aside = horse.footprint.half_width() + man.half_width();
        let along = horse.footprint.half_depth() + man.half_depth();
        let side = self.view.side_of(rider);
        BESIDE
            .into_iter()
            .map(|(ahead, right)| Place { at: horse.place.offset(ahead * along, right * aside), ..horse.place })
            .find(|place| {
                let outline = Outline { footprint: man, place: *place };
                let enemies = self.view.pieces_index().near(place.at, man.reach() + 3.5);
                self.view.ground().on_table(place.at)
                    && !self.lies_on_another(&outline, &[rider])
                    && self.view.ground().obstacles_crossed(horse.place.at, place.at).is_empty()
                    && !enemies
                        .filter(|enemy| self.view.is_enemy(*enemy, side))
                        .any(|enemy| outline.gap(&self.view.outline(enemy)) <= self.touch_tolerance())
            })
            .map_or_else(|| refuse(format!("{name} has no room to dismount")), Ok)
    }
}

/// Gives the men of units that begin dismounted their horses: led behind them, or where the scenario puts them.
pub fn lead_out(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let mut horses = Vec::new();
    for unit in cp.view.units().filter(|unit| super::dismounted(cp.view.unit_part::<UnitEntry>(*unit))) {
        let elsewhere = &cp.view.unit_part::<UnitEntry>(unit).led_horses;
        if !elsewhere.is_empty() {
            horses.extend(elsewhere.iter().map(|place| LedHorse { unit, place: *place }));
            continue;
        }
        let men = cp.view.unit(unit).pieces.iter();
        horses.extend(men.map(|man| LedHorse { unit, place: cp.view.outline(*man).behind(cp.saddle()).place }));
    }
    battle.resource_mut::<Horses>().0 = horses;
}

impl SkirmishView<'_> {
    /// `Mounting`: the led horses of a unit that nobody holds: a man that touches one holds as many as the rules let
    /// him, the nearest to him.
    fn loose_horses(&self, unit: UnitId) -> Vec<LedHorse> {
        let all = &self.view.resource::<Horses>().0;
        let mut loose: Vec<LedHorse> = all.iter().copied().filter(|horse| horse.unit == unit).collect();
        let touches = |man: &PieceId| {
            self.led_horses(unit).any(|horse| self.view.outline(*man).gap(&self.led(horse)) <= self.touch_tolerance())
        };
        for man in self.men(unit).filter(|man| !self.mounted(*man) && !self.stunned(*man)).filter(touches) {
            let here = self.view.outline(man);
            loose.sort_by(|a, b| here.gap(&self.led(a.place)).total_cmp(&here.gap(&self.led(b.place))));
            loose.drain(..loose.len().min(self.horse().held_by_one));
        }
        loose
    }
}

/// `Mounting`: where the scenario asks for horse holders, horses that nobody holds run away.
pub fn run_loose(battle: &mut BattleMut, unit: UnitId) {
    if !SkirmishView::of(battle.view()).settings().horse.horse_holders {
        return;
    }
    let loose = SkirmishView::of(battle.view()).loose_horses(unit);
    if loose.is_empty() {
        return;
    }
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let horses = count(loose.len(), "horse");
    let text = format!("Nobody holds {horses} of {name}: {}", verb(loose.len(), "it runs away", "they run away"));
    battle.note(Some(side), RuleId::new(cites(battle, Topic::Mounting)), text);
    battle.resource_mut::<Horses>().0.retain(|horse| !loose.contains(horse));
}

/// `Mounting`: a man mounts the led horse that stands there.
pub fn mount(battle: &mut BattleMut, man: PieceId, horse: Place) {
    let cp = SkirmishView::of(battle.view());
    let (unit, saddle) = (cp.view.unit_of(man), cp.saddle());
    let text = format!("{} mounts", cp.name(man));
    {
        let mut horses = battle.resource_mut::<Horses>();
        if let Some(taken) = horses.0.iter().position(|led| led.unit == unit && led.place == horse) {
            horses.0.remove(taken);
        }
    }
    battle.piece_mut::<Soldier>(man).mounted = true;
    battle.reshape_piece(man, saddle, horse, RuleId::new(cites(battle, Topic::Mounting)), text);
}

/// `Mounting`: a rider dismounts to a place beside his horse, which stays where it is.
pub fn dismount(battle: &mut BattleMut, rider: PieceId, place: Place) {
    let cp = SkirmishView::of(battle.view());
    let horse = LedHorse { unit: cp.view.unit_of(rider), place: cp.view.place(rider) };
    let text = format!("{} dismounts", cp.name(rider));
    let man = afoot(&cp.settings().core);
    battle.resource_mut::<Horses>().0.push(horse);
    battle.piece_mut::<Soldier>(rider).mounted = false;
    battle.reshape_piece(rider, man, place, RuleId::new(cites(battle, Topic::Mounting)), text);
}
