//! Pages as they are painted in every window at every size of text, and what is wrong with their words.

use super::*;

/// Points by which words may reach over an edge or into each other without being wrong.
pub(super) const SLACK: f32 = 1.5;

/// A text as it was painted: its words, its box, what is seen of it, and the ground that it is written on.
#[derive(Debug, Clone)]
pub(super) struct Painted {
    pub(super) text: String,
    pub(super) rect: Rect,
    /// The boxes of its lines.
    lines: Vec<Rect>,
    pub(super) clip: Rect,
    pub(super) ground: Option<Rect>,
    /// Whether the end of it was left out.
    pub(super) shortened: bool,
}

impl Painted {
    fn seen(&self) -> Rect {
        self.rect.intersect(self.clip)
    }

    /// Whether a line of it lies on a line of another.
    fn lies_on(&self, other: &Self) -> bool {
        let seen = |text: &Self, line: &Rect| line.intersect(text.clip).shrink(SLACK);
        let mut one = self.lines.iter().map(|line| seen(self, line));
        one.any(|one| other.lines.iter().any(|line| one.intersect(seen(other, line)).is_positive()))
    }

    fn is_seen(&self, screen: Rect) -> bool {
        let seen = self.seen();
        seen.width() > SLACK && seen.height() > SLACK && screen.intersects(seen)
    }
}

/// The texts of a shape, each on the last box before it on which it begins: a panel, a button, a chip. `boxes`: those
/// that were painted before.
pub(super) fn texts(shape: &egui::Shape, clip: Rect, boxes: &mut Vec<Rect>, found: &mut Vec<Painted>) {
    match shape {
        egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, boxes, found)),
        egui::Shape::Rect(ground) if ground.fill.a() > 0 || ground.stroke.width > 0.0 => {
            boxes.push(ground.rect);
        }
        egui::Shape::Text(text) if !text.galley.text().trim().is_empty() => {
            let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            // Bars and marks that are smaller than a letter are no ground.
            let holds = |ground: &&Rect| ground.height() > rect.height() * 0.8 && ground.contains(rect.center());
            let ground = boxes.iter().rev().find(holds).copied();
            // Three points after a space are those of a text that goes on elsewhere.
            let words = text.galley.text();
            let shortened = text.galley.elided || (words.ends_with('\u{2026}') && !words.ends_with(" \u{2026}"));
            let lines = text
                .galley
                .rows
                .iter()
                .map(|row| row.row.visuals.mesh_bounds.translate(row.pos.to_vec2() + text.pos.to_vec2()));
            let (text, lines) = (words.to_owned(), lines.collect());
            found.push(Painted { text, rect, lines, clip, ground, shortened });
        }
        _ => {}
    }
}

/// A context in which pages are shown one after the other.
pub(super) struct Desktop {
    pub(super) ctx: egui::Context,
    pictures: Pictures,
    /// Whether shortened words count as wrong, too.
    whole: bool,
    /// Whether a panel that is higher than its place counts as wrong, too.
    tall: bool,
    wrong: Vec<String>,
}

impl Desktop {
    pub(super) fn new() -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self { ctx, pictures: Pictures::default(), whole: false, tall: false, wrong: Vec::new() }
    }

    /// A context in which no panel may be higher than its place.
    pub(super) fn of_whole_panels() -> Self {
        Self { tall: true, ..Self::new() }
    }

    /// A context on which no word may be shortened.
    pub(super) fn of_whole_words() -> Self {
        Self { whole: true, ..Self::new() }
    }

    /// What is painted of a page in a window of a size once everything has found its place.
    pub(super) fn painted(
        &mut self,
        size: Vec2,
        page: &mut dyn FnMut(&egui::Context, &mut Pictures),
    ) -> (Vec<Painted>, Vec<(Rect, f32)>) {
        let screen = Rect::from_min_size(Pos2::ZERO, size);
        let (mut painted, mut grown) = (Vec::new(), Vec::new());
        for _ in 0..4 {
            self.ctx.begin_pass(egui::RawInput { screen_rect: Some(screen), ..egui::RawInput::default() });
            page(&self.ctx, &mut self.pictures);
            let mut output = self.ctx.end_pass();
            output.textures_delta.clear();
            painted.clear();
            grown = crate::widgets::grown_panels(&self.ctx);
            let tall = crate::widgets::tall_panels(&self.ctx);
            grown.extend(tall.into_iter().filter(|_| self.tall));
            let mut boxes = Vec::new();
            for shape in &output.shapes {
                texts(&shape.shape, shape.clip_rect, &mut boxes, &mut painted);
            }
        }
        (painted, grown)
    }

    /// Shows a page in each window at each scale, and keeps what is wrong with it.
    pub(super) fn show(&mut self, what: &str, page: impl FnMut(&egui::Context, &mut Pictures)) {
        self.show_at(what, &WINDOWS.map(|window| (window, &SCALES[..])), page);
    }

    /// Shows a page in some windows, each at its scales.
    pub(super) fn show_at(
        &mut self,
        what: &str,
        sizes: &[((f32, f32), &[f32])],
        mut page: impl FnMut(&egui::Context, &mut Pictures),
    ) {
        for (window, scales) in sizes {
            for scale in *scales {
                let size = Vec2::new(window.0, window.1) / *scale;
                let screen = Rect::from_min_size(Pos2::ZERO, size);
                let (painted, grown) = self.painted(size, &mut page);
                let whole = format!("{what}, {} x {} at {:.0} %", window.0, window.1, scale * 100.0);
                let grown = grown.into_iter().map(|(rect, over)| {
                    let inside = |text: &&Painted| rect.contains(text.rect.center());
                    let first = painted.iter().find(inside).map_or("a panel", |text| text.text.as_str());
                    format!("the panel of {first:?} is {over:.0} points larger than its place")
                });
                let shortened = painted.iter().filter(|text| self.whole && text.shortened && text.is_seen(screen));
                let shortened = shortened.map(|text| format!("{:?} is shortened", text.text));
                let faults = faults(&painted, screen).into_iter().chain(grown).chain(shortened);
                self.wrong.extend(faults.map(|fault| format!("{whole}: {fault}")));
            }
        }
    }

    pub(super) fn check(self) {
        assert!(self.wrong.is_empty(), "{} faults:\n{}", self.wrong.len(), self.wrong.join("\n"));
    }
}

/// What is wrong with painted words: cut at a side, beyond the side of their panel or button, off the window, or on
/// each other.
fn faults(painted: &[Painted], screen: Rect) -> Vec<String> {
    let seen: Vec<&Painted> = painted.iter().filter(|text| text.is_seen(screen)).collect();
    let mut faults = Vec::new();
    for text in &seen {
        let edge = text.clip.intersect(screen);
        let over = (edge.left() - text.rect.left()).max(text.rect.right() - edge.right());
        if over > SLACK {
            faults.push(format!("{:?} is cut by {over:.0} points", text.text));
        }
        let beyond = text.ground.map_or(0.0, |ground| {
            let seen = text.seen();
            (ground.left() - seen.left()).max(seen.right() - ground.right())
        });
        if beyond > SLACK {
            faults.push(format!("{:?} runs {beyond:.0} points over the side of what it stands on", text.text));
        }
        let below = (screen.top() - text.rect.top()).max(text.rect.bottom() - screen.bottom());
        let scrolls = text.clip.top() > screen.top() && text.clip.bottom() < screen.bottom();
        if below > SLACK && !scrolls {
            faults.push(format!("{:?} is {below:.0} points off the window", text.text));
        }
    }
    for (n, one) in seen.iter().enumerate() {
        for other in &seen[n + 1..] {
            if one.lies_on(other) {
                faults.push(format!("{:?} and {:?} lie on each other", one.text, other.text));
            }
        }
    }
    faults
}

/// The test of the tests: words that run over the side of their ground are found though nothing cuts them, and so are
/// those that push the side of a panel out.
#[test]
fn words_beyond_the_side_of_their_ground_are_found() {
    const LONG: &str = "far too long a line for such a narrow panel";
    let all = WINDOWS.len() * SCALES.len();
    let mut desktop = Desktop::new();
    let show = |ctx: &egui::Context, id: &str, contents: &dyn Fn(&mut egui::Ui)| {
        egui::Area::new(egui::Id::new(id)).fixed_pos(Pos2::new(40.0, 40.0)).show(ctx, |ui| {
            crate::widgets::panel(ui, Vec2::new(160.0, 60.0), contents);
        });
    };
    desktop.show("a panel that grows", |ctx, _| show(ctx, "one", &|ui| drop(ui.add(egui::Label::new(LONG).extend()))));
    assert_eq!(desktop.wrong.iter().filter(|fault| fault.contains("larger than its place")).count(), all);
    desktop.wrong.clear();
    desktop.show("painted words", |ctx, _| {
        show(ctx, "other", &|ui| {
            let at = ui.max_rect().left_top();
            ui.painter().text(at, egui::Align2::LEFT_TOP, &LONG[..38], egui::FontId::proportional(14.0), theme::INK);
        });
    });
    assert_eq!(
        desktop.wrong.iter().filter(|fault| fault.contains("over the side")).count(),
        all,
        "{:?}",
        desktop.wrong
    );
}
