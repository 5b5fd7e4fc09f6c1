//! High explosive (chapter 8): templates, their effect on figures, deviation, cones, building faces, penetration.

use bevy::math::Vec2;

use crate::{
    book::action_card::Burst,
    cards::decks,
    fire::wounds,
    spotting::of_pieces,
    view::{
        cover::{Cover, Giver},
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    english::inches,
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    table::{
        footprint::Outline,
        measure,
        position::{Heading, Place},
        template::Template,
    },
    turn::BattleMut,
};

/// What may shelter figures under a template.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shelter {
    /// Cover between the burst, at this point, and the figure (CP-8.2).
    From(Vec2),
    /// Nothing.
    None,
}

/// An attack on all figures under a template.
#[derive(Debug, Clone, PartialEq)]
pub struct Blast {
    /// The side that draws the cards.
    pub by: SideId,
    /// The piece it came from.
    pub from: Option<PieceId>,
    /// The point where it burst, in inches.
    pub at: Vec2,
    /// What it covers.
    pub template: Template,
    /// The icon that hits.
    pub icon: Burst,
    /// What may shelter figures.
    pub shelter: Shelter,
    /// The rule that called for it.
    pub rule: RuleId,
}

/// A wall of a building as a firer sees it (CP-8.8).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Face {
    /// The building, by its index.
    pub building: usize,
    /// Its left end.
    pub left: Vec2,
    /// Its right end.
    pub right: Vec2,
    /// How high its eaves are, in inches.
    pub eaves: f32,
}

/// Where a round struck that was fired at a face (CP-8.8).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Struck {
    /// Beside the building.
    Beside,
    /// Over the eaves.
    Over,
    /// The wall, `s` inches along it and `h` inches up; `bounced` if the round fell short and came up from the ground.
    Wall { s: f32, h: f32, bounced: bool },
}

impl Face {
    /// Its length in inches.
    pub fn length(&self) -> f32 {
        self.left.distance(self.right)
    }

    /// The point this many inches from its left end.
    pub fn point(&self, s: f32) -> Vec2 {
        self.left + Heading::from_to(self.left, self.right).forward() * s
    }

    /// CP-8.8: where a round strikes whose point on the face, `s` inches along and `h` up, has moved by some inches to
    /// the right and up.
    pub fn struck(&self, s: f32, h: f32, by: Vec2) -> Struck {
        let (s, h) = (s + by.x, h + by.y);
        if s < 0.0 || s > self.length() {
            Struck::Beside
        } else if h > self.eaves {
            Struck::Over
        } else {
            Struck::Wall { s, h: h.max(0.0), bounced: h < 0.0 }
        }
    }
}

/// The farthest that a figure sits from the middle of its carriage, in inches.
const LONGEST_CARRIAGE: f32 = 4.0;

impl SkirmishView<'_> {
    /// CP-8.1: a round template.
    pub fn round_template(&self, size: Burst, centre: Vec2) -> Template {
        Template::Circle { centre, radius: self.burst_radius(size) }
    }

    /// CP-8.1: the radius of a round template, in inches.
    pub fn burst_radius(&self, size: Burst) -> f32 {
        let [small, medium, large] = self.settings().core.template_radii;
        match size {
            Burst::Small => small,
            Burst::Medium => medium,
            Burst::Large => large,
        }
    }

    /// CP-8.7: the cone of a template.
    pub fn cone(&self, size: Burst, apex: Vec2, heading: Heading) -> Template {
        let half_angle = self.settings().core.cone_half_angle;
        Template::Cone { apex, heading, half_angle, length: 2.0 * self.burst_radius(size) }
    }

    /// The men under a template, friend and foe, nearest to a point first.
    pub fn men_under(&self, template: &Template, nearest_to: Vec2) -> Vec<PieceId> {
        let (middle, radius) = template.reach();
        // A figure that sits on a carriage is where the middle of the carriage is.
        let at = |piece: PieceId| {
            let carried_by = self.carriage(piece).filter(|_| self.is_man(piece)).map(|carriage| carriage.body);
            self.view.place(carried_by.unwrap_or(piece)).at
        };
        let distance = |piece: &PieceId| at(*piece).distance(nearest_to);
        let mut men: Vec<PieceId> = self
            .view
            .pieces_index()
            .within(middle, radius + LONGEST_CARRIAGE)
            .into_iter()
            .filter(|piece| template.holds(at(*piece)))
            .filter(|piece| self.is_man(*piece) || self.chapters().is_under_burst(self, *piece))
            .collect();
        men.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)));
        men
    }

    /// CP-8.2: whether a burst reaches a figure under its template: a burst in a room reaches figures on its storey of
    /// that building, a burst out of doors those on every storey.
    pub fn is_reached_by_burst(&self, burst: Place, man: PieceId) -> bool {
        let ground = self.view.ground();
        let storey = |place: Place| ground.inside(place).map(|inside| (inside.building, inside.floor));
        storey(burst).is_none_or(|here| storey(self.view.place(man)) == Some(here))
    }

    /// CP-8.2: the cover of a figure from a burst: what stands between, but no brush; works always count. The house in
    /// which it bursts gives no cover.
    pub fn cover_from_burst(&self, outline: &Outline, burst: Vec2) -> Option<Cover> {
        let within = outline.footprint.reach() + self.numbers().cover_within;
        let works = self.view.ground().obstacles_near(outline.place.at, within).into_iter().find_map(|(n, _)| {
            let code = self.view.terrain().obstacles[n].cover.clone().filter(|code| code == "k")?;
            Some(Cover { code, giver: Giver::Obstacle(n) })
        });
        let house = self.view.ground().building_at(burst).map(Giver::Building);
        works.or_else(|| self.cover_of(outline, burst, |giver, code| code != "b" && Some(giver) != house))
    }

    /// CP-8.2: the cover a figure has from a burst, with that of what it sits on or behind.
    fn cover_of_struck(&self, figure: PieceId, burst: Vec2) -> Option<Cover> {
        let ground = self.cover_from_burst(&self.view.outline(figure), burst);
        self.better_cover(ground, self.chapters().cover(self, figure, burst))
    }

    /// CP-8.9: the protection that a penetration value must overcome to go through a wall of this building; none if
    /// nothing goes through it.
    pub fn protection(&self, building: usize) -> Option<f32> {
        self.book.core.burst.protection.get(&self.view.terrain().buildings[building].material).copied()
    }

    /// CP-8.9: the chance that a penetration value goes through.
    pub fn chance_to_penetrate(&self, value: f32, protection: f32) -> f32 {
        let deck = &self.book.core.action_deck;
        deck.iter().filter(|card| value + f32::from(card.d10) > protection).count() as f32 / deck.len() as f32
    }

    /// CP-8.2: the chance that a burst icon of this size shows.
    pub fn chance_of_icon(&self, size: Burst) -> f32 {
        let deck = &self.book.core.action_deck;
        deck.iter().filter(|card| card.shows(size)).count() as f32 / deck.len() as f32
    }

    /// CP-8.8: the wall of a building that is nearest to a point and looks toward the firer.
    pub fn face_at(&self, building: usize, point: Vec2, firer: Vec2) -> Option<Face> {
        let walls = &self.view.terrain().buildings[building];
        let middle = walls.outline.iter().copied().sum::<Vec2>() / walls.outline.len() as f32;
        let eaves = f32::from(walls.storeys) * self.story_height();
        measure::edges(&walls.outline)
            .filter_map(|(a, b)| {
                let onward = Heading::from_to(firer, a.midpoint(b));
                let (left, right) = if (b - a).dot(onward.right()) >= 0.0 { (a, b) } else { (b, a) };
                let along = Heading::from_to(left, right);
                // Seen from outside, the building lies beyond the wall: to the left of the way from left to right.
                let outside = |p: Vec2| (p - left).dot(along.right());
                (outside(firer) > 0.0 && outside(middle) < 0.0).then_some(Face { building, left, right, eaves })
            })
            .min_by(|a, b| {
                let far = |face: &Face| measure::distance_to_segment(point, face.left, face.right);
                far(a).total_cmp(&far(b))
            })
    }
}

/// CP-8.3: draws a deviation: inches to the right and onward, `times` what the card shows.
pub fn deviation(battle: &mut BattleMut, book: &BookData, side: SideId, times: f32) -> Vec2 {
    let card = decks::draw(battle, book, side, &["dev", "dev_in"], RuleId::new("CP-8.3"), |card| {
        format!("Deviation: {} {}", card.dev.code(), inches(f32::from(card.dev_in) * times))
    });
    card.dev.parts(f32::from(card.dev_in) * times)
}

/// CP-8.3: a point moved by a deviation, inches to the right and onward as the firer sees it.
pub fn deviated(firer: Vec2, target: Vec2, by: Vec2) -> Vec2 {
    Place { at: target, facing: Heading::from_to(firer, target), floor: 0 }.offset(by.y, by.x)
}

/// CP-8.9: whether a penetration value goes through; a card is drawn even if it must.
pub fn penetrates(battle: &mut BattleMut, book: &BookData, side: SideId, value: f32, protection: f32) -> bool {
    let through = |d10: u8| value + f32::from(d10) > protection;
    let chance = SkirmishView { view: battle.view(), book }.chance_to_penetrate(value, protection);
    let card = decks::draw(battle, book, side, &["d10"], RuleId::new("CP-8.9"), |card| {
        let result = if through(card.d10) { "it goes through" } else { "it does not go through" };
        // Tenths are written only if there are any.
        let value = (value * 10.0).round() / 10.0;
        format!("Penetration {value} + {} against {protection:.0}: {result}", card.d10)
    });
    battle.trial("To go through a wall", chance, usize::from(through(card.d10)), 1);
    through(card.d10)
}

/// CP-8.2: one card for each of these figures under the template, nearest to the burst first.
pub fn blast(battle: &mut BattleMut, book: &BookData, blast: &Blast, those: &dyn Fn(&SkirmishView, PieceId) -> bool) {
    let cp = SkirmishView { view: battle.view(), book };
    let mut victims = cp.men_under(&blast.template, blast.at);
    victims.retain(|victim| those(&cp, *victim));
    let chance = cp.chance_of_icon(blast.icon);
    let placed = victims.iter().filter(|victim| !cp.view.conceals(**victim)).count();
    let text = match placed {
        0 => "Nobody is under the burst".to_owned(),
        1 => "One figure is under the burst".to_owned(),
        n => format!("{n} figures are under the burst"),
    };
    let kind = EventKind::Covered { from: blast.from, templates: vec![blast.template] };
    battle.log(Some(blast.by), kind, blast.rule.clone(), text, Explained::default());
    for victim in victims {
        if battle.view().in_play(victim) {
            of_pieces(battle, &[victim], |battle| blast_one(battle, book, blast, victim, chance));
        }
    }
}

fn blast_one(battle: &mut BattleMut, book: &BookData, blast: &Blast, victim: PieceId, chance: f32) {
    let (name, unit) = (battle.view().piece(victim).name.clone(), battle.view().unit_of(victim));
    let card = decks::draw(battle, book, blast.by, &["he", "stun"], RuleId::new("CP-8.2"), |card| {
        let result = match (card.shows(blast.icon), card.stun) {
            (true, _) => "is hit",
            (false, true) => "is stunned",
            (false, false) => "is unhurt",
        };
        format!("Burst: card {}: {name} {result}", card.id)
    });
    let hit = card.shows(blast.icon);
    battle.trial("To hit by a burst", chance, usize::from(hit), 1);
    if hit {
        let cp = SkirmishView { view: battle.view(), book };
        let cover = match blast.shelter {
            Shelter::From(burst) => cp.cover_of_struck(victim, burst),
            Shelter::None => None,
        };
        let (damage, drawn) = decks::take(battle, book, blast.by, &["loc", "cover", "sev"]);
        if !SkirmishView::of(battle.view()).is_man(victim) {
            decks::show(battle, drawn, RuleId::new("CP-6.7"), format!("Damage card {}: {name}", damage.id));
            return wounds::hit_engine(battle, book, victim, damage.sev);
        }
        wounds::hit_by_fire(battle, book, blast.by, victim, damage, drawn, cover.as_ref());
    } else if card.stun && SkirmishView::of(battle.view()).is_man(victim) {
        wounds::stun(battle, victim, RuleId::new("CP-8.2"), " by the burst");
    } else {
        return;
    }
    wounds::add_morale_marker(battle, unit, RuleId::new("CP-6.11"));
}
