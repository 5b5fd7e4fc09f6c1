//! What units carry on the table: flag, name, state and losses beside them; the whole tag of the unit that is chosen or
//! pointed at. They lie behind their units, never on a piece or on each other.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, FontId, Rect, Stroke};
use smol_str::SmolStr;

use super::{
    chits,
    over::coat_of,
    pen::{HALO, Pen},
    slip::{Item, Slip},
    stand::{Stand, stand_of},
};
use crate::{
    pieces::{art::Art, motion::Scene},
    pointer::tag_places::{Slot, TagPlaces},
    session::Session,
    theme,
};
use grapeshot_floor::{
    forces::{SideId, UnitId},
    turn::{rules::Emblem, vocabulary::MarkShape},
};
use grapeshot_game::picture::{palette::Palette, symbols::Detail};

/// What a tag says.
#[derive(Debug, Clone, PartialEq)]
pub struct Tag {
    pub unit: UnitId,
    /// Its name on the table.
    pub name: String,
    /// The number of its command die, or of what its ruleset has in place of one.
    pub die: Option<u8>,
    /// Its state in the ruleset's words.
    pub state: Option<String>,
    /// Badges, losses, rating.
    pub emblem: Emblem,
    /// How many coins lie on the tag, one for each morale marker.
    pub coins: u8,
    /// The flag that it flies.
    pub flag: SmolStr,
    /// The colour of its side's bar.
    pub bar: Color32,
}

/// The tags of all units that are on the table.
#[derive(Resource, Debug, Default)]
pub struct Tags {
    list: Vec<Tag>,
    /// How often the table was laid anew, the number of orders, of orders before the moment and of shown events,
    /// the viewer, and the palette for which the tags were gathered.
    known: Option<(u32, usize, Option<usize>, usize, Option<SideId>, Palette)>,
}

impl Tags {
    /// The tag of a unit.
    fn of_unit(&self, unit: UnitId) -> Option<&Tag> {
        self.list.iter().find(|tag| tag.unit == unit)
    }
}

#[cfg(test)]
impl Tags {
    /// The tags of a battle as it is shown.
    pub fn of(session: &Session, palette: Palette) -> Self {
        Self { list: list(session, palette, Vec::new()), known: None }
    }
}

impl Slot {
    /// All slots at some distances and at most this many degrees from the back, the best first: close to the unit and
    /// behind it, farther round towards the enemy, then farther away.
    fn all(gaps: &[f32], most: f32) -> Vec<Self> {
        const STEP: f32 = 22.5;
        let turns = (0..).map(|n| (n as f32 / 2.0).ceil() * STEP * if n % 2 == 0 { 1.0 } else { -1.0 });
        let turns: Vec<f32> = turns.take_while(|turn| turn.abs() <= most).collect();
        gaps.iter().flat_map(|gap| turns.iter().map(|turn| Self { turn: *turn, gap: *gap })).collect()
    }
}

/// Asks the rules for names and states whenever the shown battle went on.
pub(super) fn gather(session: Option<Res<Session>>, art: Res<Art>, mut tags: ResMut<Tags>) {
    let Some(session) = session else {
        if tags.known.is_some() {
            *tags = Tags::default();
        }
        return;
    };
    let palette = art.palette();
    let (orders, shown) = (session.battle().orders().len(), session.playback().shown());
    let known = Some((session.laid(), orders, session.shown_after(), shown, session.viewer(), palette));
    if tags.known != known {
        // What the rules say holds as long as the moment does, and what one viewer was told is not told to the next.
        let of = |(laid, orders, after, _, viewer, _)| (laid, orders, after, viewer);
        let same = tags.known.map(of) == known.map(of);
        let before = if same { std::mem::take(&mut tags.list) } else { Vec::new() };
        *tags = Tags { list: list(&session, palette, before), known };
    }
}

/// The tags of all units of a battle as it is shown. Of a tag that stood before at the same moment only the coins and the
/// colour may be others.
fn list(session: &Session, palette: Palette, before: Vec<Tag>) -> Vec<Tag> {
    let (battle, view) = (session.battle(), session.view());
    view.units()
        .filter(|unit| session.shown().present(*unit).next().is_some())
        .filter_map(|unit| Some((unit, session.shown().units.get(unit.index())?)))
        .map(|(unit, shown)| {
            let marks = battle.vocabulary().marks.iter().filter(|mark| mark.shape == MarkShape::Coins);
            let coins = marks.map(|mark| shown.marks.count(&mark.id)).sum();
            let bar = coat_of(session, view.side_of_unit(unit), palette);
            if let Some(tag) = before.iter().find(|tag| tag.unit == unit) {
                return Tag { coins, bar, ..tag.clone() };
            }
            let moment = session.moment_of(unit);
            Tag {
                unit,
                name: session.short_name(unit).to_owned(),
                die: battle.rules().unit_card(&moment, unit).die,
                state: state_of(session, unit),
                emblem: battle.rules().emblem(&moment, unit),
                flag: session.flag_of(unit).clone(),
                coins,
                bar,
            }
        })
        .collect()
}

/// The words of a unit's state: that it hides, then the words of the rules.
fn state_of(session: &Session, unit: UnitId) -> Option<String> {
    let hides = session.shown().present(unit).all(|(_, piece)| piece.hidden).then(|| "hidden".to_owned());
    let state = session.battle().rules().unit_state(&session.moment_of(unit), unit);
    let words: Vec<String> = hides.into_iter().chain(state).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

impl Tag {
    /// All that the tag says, on a slip of paper.
    fn whole(&self, pen: &Pen) -> Slip {
        let mut row = Vec::new();
        if self.emblem.block || self.emblem.rating.is_some() {
            row.push(Item::Flag(self.flag.clone(), self.bar));
        }
        row.extend(self.emblem.rating.map(Item::Rating));
        row.extend(self.die.map(Item::Die));
        row.push(name(pen, &self.name, theme::SIZE_LIST - 1.0));
        if let Some(state) = &self.state {
            let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
            row.push(Item::Pill(pen.painter.layout_no_wrap(state.clone(), font, theme::PAPER_LIGHT)));
        }
        row.extend(self.emblem.losses.map(|(taken, of)| Item::Shields(taken, of)));
        row.extend((self.coins > 0).then_some(Item::Coins(self.coins)));
        Slip::of_paper(row, self.bar)
    }

    /// The slips for a unit that is neither chosen nor pointed at: the fullest first, down to the least that is worth a
    /// place. `flagged` says that its flag flies on it already.
    fn plates(&self, pen: &Pen, flagged: bool) -> Vec<Slip> {
        let detail = pen.view.detail;
        let emblem = &self.emblem;
        let size = if detail == Detail::Far { theme::SIZE_BODY } else { theme::SIZE_NUMBER };
        let mut head: Vec<Item> = Vec::new();
        if !flagged && (emblem.block || emblem.rating.is_some()) {
            head.push(Item::Flag(self.flag.clone(), self.bar));
        }
        head.extend(emblem.rating.map(Item::Rating));
        head.extend(self.die.filter(|_| detail != Detail::Far).map(Item::Die));
        let mut below: Vec<Item> = emblem.badges.iter().cloned().map(Item::Badge).collect();
        below.extend(emblem.losses.filter(|(taken, _)| *taken > 0).map(|(taken, of)| Item::Shields(taken, of)));
        below.extend((self.coins > 0).then_some(Item::Coins(self.coins)));
        let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
        let word = |badge: &SmolStr| pen.painter.layout_no_wrap(badge.to_string(), font.clone(), theme::PAPER_LIGHT);
        let words = emblem.badges.iter().filter(|_| detail != Detail::Far).map(|badge| Item::Pill(word(badge)));
        let worded: Vec<Item> = words.chain(below.iter().cloned()).collect();
        let named = |size: f32| head.iter().cloned().chain([name(pen, &self.name, size)]).collect::<Vec<Item>>();
        let mut plates = vec![
            Slip::on_map(vec![named(size), worded]),
            Slip::on_map(vec![named(size).into_iter().chain(below.iter().cloned()).collect()]),
            Slip::on_map(vec![named(size - 2.0), below.clone()]),
            Slip::on_map(vec![head.iter().cloned().chain(below).collect()]),
        ];
        plates.retain(|plate| !plate.is_empty());
        plates
    }
}

fn name(pen: &Pen, text: &str, size: f32) -> Item {
    Item::Name(pen.painter.layout_no_wrap(text.to_owned(), FontId::new(size, theme::title_family()), theme::INK))
}

/// The whole tag of the unit that is chosen.
pub(super) fn paint_chosen(pen: &mut Pen, session: &Session, scene: &Scene, tags: &Tags, places: &mut TagPlaces) {
    if let Some(tag) = session.selection().unit.and_then(|unit| tags.of_unit(unit)) {
        paint_whole(pen, session, scene, tag, true, places);
    }
}

/// The whole tag of the unit under the pointer, in the place of its smaller slip or in the room that all others leave.
pub(super) fn paint_pointed(pen: &mut Pen, session: &Session, scene: &Scene, tags: &Tags, places: &mut TagPlaces) {
    let Some(tag) = hovered(session).and_then(|unit| tags.of_unit(unit)) else { return };
    if let Some(at) = places.laid.iter().position(|(unit, ..)| *unit == tag.unit) {
        let (_, low, high) = places.laid.remove(at);
        pen.room.give_back(Rect::from_two_pos(pen.at(low), pen.at(high)));
    }
    paint_whole(pen, session, scene, tag, false, places);
}

/// The unit under the pointer that is not chosen.
fn hovered(session: &Session) -> Option<UnitId> {
    let hovered = session.hovered.and_then(|piece| session.shown().piece(piece)).map(|piece| piece.unit);
    hovered.filter(|unit| session.selection().unit != Some(*unit))
}

fn paint_whole(pen: &mut Pen, session: &Session, scene: &Scene, tag: &Tag, chosen: bool, places: &mut TagPlaces) {
    let Some(stand) = stand_of(session, scene, pen.view, tag.unit) else { return };
    if !pen.room.free().intersects(stand.body) {
        return;
    }
    let slips = [tag.whole(pen)];
    let held = places.held.get(&tag.unit).copied().filter(|_| chosen);
    let kept = keep(pen, &stand, &slips, held);
    let near = || Slot::all(&[4.0, 12.0, 24.0, 44.0, 70.0], 180.0);
    let placed = kept.or_else(|| find(pen, &stand, &slips, &near()));
    let [slip] = slips;
    let rect = match placed {
        Some((n, slot, rect)) => {
            if chosen {
                places.held.insert(tag.unit, (n, slot));
            }
            Some(rect)
        }
        None => pen.room.nearest(stand.behind(slip.size()), slip.size()),
    };
    let Some(rect) = rect else { return };
    places.lay(tag.unit, rect, pen.view);
    if chosen {
        lead_to(pen, rect, stand.body);
    }
    slip.draw(pen, rect, chosen);
}

/// What all other units carry, as far as there is room for it.
pub(super) fn paint_rest(pen: &mut Pen, session: &Session, scene: &Scene, tags: &Tags, places: &mut TagPlaces) {
    let (chosen, hovered) = (session.selection().unit, hovered(session));
    let stands: Vec<(&Tag, Stand)> = tags
        .list
        .iter()
        .filter_map(|tag| Some((tag, stand_of(session, scene, pen.view, tag.unit)?)))
        .filter(|(_, stand)| pen.room.free().intersects(stand.body))
        .collect();
    // Flags first, as they lie on their own units.
    let flagged: Vec<bool> = stands.iter().map(|(tag, stand)| tag.emblem.block && fly_flag(pen, tag, stand)).collect();
    for (tag, stand) in &stands {
        chits::lay(pen, session, scene, tag.unit, stand, tag.bar);
    }
    let mut waiting: Vec<(&Tag, &Stand, Vec<Slip>, Option<(usize, Slot, Rect)>)> = Vec::new();
    for ((tag, stand), flagged) in stands.iter().zip(flagged) {
        if chosen == Some(tag.unit) {
            continue;
        }
        let near_figures = pen.view.detail == Detail::Near && !tag.emblem.block && tag.emblem.rating.is_none();
        let mut slips = if near_figures { vec![tag.whole(pen)] } else { Vec::new() };
        slips.extend(tag.plates(pen, flagged));
        // Slips that can stay where they are come before those that must look for a place.
        let kept = keep(pen, stand, &slips, places.held.get(&tag.unit).copied());
        waiting.push((tag, stand, slips, kept));
    }
    let slots = Slot::all(&[3.0, 9.0, 18.0], 112.5);
    for (tag, stand, slips, kept) in waiting {
        let Some((n, slot, rect)) = kept.or_else(|| find(pen, stand, &slips, &slots)) else {
            places.held.remove(&tag.unit);
            continue;
        };
        places.held.insert(tag.unit, (n, slot));
        places.lay(tag.unit, rect, pen.view);
        // The tag of the unit that is pointed at keeps its place, but is shown whole.
        if hovered != Some(tag.unit) {
            slips[n].draw(pen, rect, false);
        }
    }
}

/// The slip that a unit carried before, where it carried it, if there is still room.
fn keep(pen: &mut Pen, stand: &Stand, slips: &[Slip], held: Option<(usize, Slot)>) -> Option<(usize, Slot, Rect)> {
    let (n, slot) = held?;
    let rect = pen.room.first([stand.at(slips.get(n)?.size(), slot)])?;
    Some((n, slot, rect))
}

/// The first of the slips of a unit for which a slot has room, with that slot and its rectangle.
fn find(pen: &mut Pen, stand: &Stand, slips: &[Slip], slots: &[Slot]) -> Option<(usize, Slot, Rect)> {
    let free = |pen: &mut Pen, n: usize, slot: &Slot| pen.room.first([stand.at(slips[n].size(), *slot)]);
    (0..slips.len()).find_map(|n| slots.iter().find_map(|slot| Some((n, *slot, free(pen, n, slot)?))))
}

/// Flies the flag of a block on it, at the first of some places where it lies on no other piece and on no label; false
/// if there is none.
fn fly_flag(pen: &mut Pen, tag: &Tag, stand: &Stand) -> bool {
    let size = if pen.view.detail == Detail::Far { egui::vec2(15.0, 10.0) } else { egui::vec2(18.0, 12.0) };
    let block = &stand.block;
    let half = block.footprint.half_width();
    let spots = [0.0, 0.55, -0.55, 0.3, -0.3].map(|share| block.place.offset(0.0, half * share));
    let rects = spots.map(|spot| Rect::from_center_size(pen.view.to_points(spot), size));
    let Some(rect) = pen.room.first_on(tag.unit, rects) else { return false };
    let pole = [rect.left_top() - egui::vec2(0.5, 1.0), rect.left_bottom() + egui::vec2(-0.5, 3.0)];
    pen.painter.line_segment(pole, Stroke::new(1.6, theme::INK));
    crate::widgets::paint_flag(&pen.painter, rect, &tag.flag, tag.bar);
    true
}

/// Points between a tag and its unit from which on a line leads from one to the other.
const APART: f32 = 22.0;

/// A thin line from a tag that lies away from its unit to the unit.
fn lead_to(pen: &Pen, rect: Rect, body: Rect) {
    let (from, to) = (rect.clamp(body.center()), body.clamp(rect.center()));
    if from.distance(to) > APART {
        pen.painter.line_segment([from, to], Stroke::new(3.0, HALO.gamma_multiply(0.7)));
        pen.painter.line_segment([from, to], Stroke::new(1.2, theme::INK));
    }
}
