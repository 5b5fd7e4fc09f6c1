//! Bridges that are destroyed (BP-3.5): the chapter, and how bridges and charges are shown.

use smol_str::SmolStr;

use crate::{
    book::{marks, verbs},
    command::command_roll::resolve_command,
    evaluation::family::{Chapter, Handler},
    state::{phase::Phase, sequence_of_play::Part, view::BlackPowderView},
};
use grapeshot_floor::{
    events::RuleId,
    orders::{ArgumentKind as A, Verb},
    table::{
        house::{Breaches, Wall},
        position::{Place, UPRIGHT, frame_of},
    },
    turn::rules::{Thing, ThingAt},
};

/// The chapter of bridges; it is ordered with all else that a commander orders.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("bridges");
    chapter.verbs = vec![
        Verb::new(verbs::DEMOLISH, "Destroy bridge", "Have a unit destroy the bridge beside it", 'K', "BP-3.5")
            .needs(&[A::Pieces])
            .takes(&[A::Commander]),
    ];
    chapter.handlers = vec![
        Handler::new(verbs::DEMOLISH, |bp, order| bp.check_demolition(order), resolve_command)
            .during([Phase::At(Part::Command)])
            .worth(|mind, order| mind.worth_of_demolition(order)),
    ];
    chapter
}

fn thing(look: &'static str, at: Place, label: String) -> Thing {
    let (look, rule) = (SmolStr::new_static(look), RuleId::new("BP-3.5"));
    Thing { look, at: ThingAt::Lying(at), label, side: None, size: None, reach: None, rule }
}

impl BlackPowderView<'_> {
    /// BP-3.5: bridges that were destroyed, and the charges by which bridges may be.
    pub fn bridges_shown(&self) -> Vec<Thing> {
        let terrain = self.view.terrain();
        let fallen = self.view.resource::<Breaches>().0.iter().filter_map(|breach| match breach.wall {
            Wall::Crossing(n) => terrain.crossings.get(n),
            _ => None,
        });
        let fallen = fallen.map(|bridge| {
            let (place, size) = frame_of(&bridge.outline);
            Thing { size: Some(size), ..thing("fallen_bridge", place, "the bridge is destroyed".to_owned()) }
        });
        let charges = self.regiments().filter_map(|unit| {
            let mine = self.mine_of(unit)?;
            mine.bridge(terrain)?;
            let works = self.view.unit_marks(unit).has(&marks::AT_THE_BRIDGE);
            let label = format!("{} may destroy this bridge with {} or more", self.name(unit), mine.score);
            let place = Place { at: mine.at, facing: UPRIGHT, floor: 0 };
            let look = if works { "charge" } else { "charge_planned" };
            Some(Thing { side: Some(self.side(unit)), ..thing(look, place, label) })
        });
        fallen.chain(charges).collect()
    }
}
