//! The look of the panels: palette, fonts and type scale, egui's style.
//!
//! Ink for the world, gold for *mine and now*, vermilion for *danger and target*; nothing else is gold or
//! vermilion. Sizes are logical pixels at UI scale 100 %.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Rgba, RichText, Shadow, Stroke,
    TextStyle, Vec2,
};
use grapeshot_game::picture::{
    fonts,
    palette::{self, Coat, Palette, Rgb},
};

const fn of(colour: Rgb) -> Color32 {
    Color32::from_rgb(colour.0, colour.1, colour.2)
}

const fn rgb(code: u32) -> Color32 {
    of(Rgb::hex(code))
}

/// Ground of the map.
pub const PAPER: Color32 = of(palette::PAPER);
/// Panels and tags.
pub const PAPER_LIGHT: Color32 = of(palette::PAPER_LIGHT);
/// Key caps and wells.
pub const PAPER_DARK: Color32 = of(palette::PAPER_DARK);
/// The face of a card.
pub const CARD: Color32 = of(palette::CARD);
/// Wells of numbers.
pub const FIELD: Color32 = of(palette::FIELD);
/// The inner line round a panel.
pub const EDGE: Color32 = of(palette::EDGE);
/// Lines of the two bars.
pub const BRASS: Color32 = of(palette::BRASS);
/// Chips for one man.
pub const BRASS_LIGHT: Color32 = of(palette::BRASS_LIGHT);
/// Text and outlines.
pub const INK: Color32 = of(palette::INK);
/// Secondary text and borders.
pub const INK2: Color32 = of(palette::INK2);
/// Thin lines only.
pub const INK3: Color32 = of(palette::INK3);
/// The walnut of the bars.
pub const TABLE: Color32 = of(palette::TABLE);
/// The shadow of the bars.
pub const TABLE_DARK: Color32 = of(palette::TABLE_DARK);
/// Text on the walnut.
pub const IVORY: Color32 = of(palette::IVORY);
/// Mine and now: a chosen unit, the value that was read, the primary button.
pub const SELECT: Color32 = of(palette::SELECT);
/// A pale wash of [`SELECT`] behind a chosen row.
pub const SELECT_WASH: Color32 = rgb(0xF6DF9E);
/// Danger and target.
pub const TARGET: Color32 = of(palette::TARGET);
/// The part of a bar that stands for success.
pub const GOOD: Color32 = of(palette::GOOD);
/// The part of a bar that stands for what is lost.
pub const LOSS: Color32 = rgb(0xC98170);
/// Rule links.
pub const LINK: Color32 = of(palette::LINK);

/// Rule links in the log and axis numbers.
pub const SIZE_LINK: f32 = 12.0;
/// Secondary text and chips.
pub const SIZE_SECONDARY: f32 = 13.0;
/// Body and buttons: the smallest size for anything a player must read to play.
pub const SIZE_BODY: f32 = 14.0;
/// Bold numbers in tables.
pub const SIZE_NUMBER: f32 = 15.0;
/// Names in lists.
pub const SIZE_LIST: f32 = 17.0;
/// The decision banner.
pub const SIZE_BANNER: f32 = 18.0;
/// Titles of panels.
pub const SIZE_PANEL: f32 = 20.0;
/// The name of the unit and the one big number.
pub const SIZE_BIG: f32 = 23.0;
/// The title of the scenario.
pub const SIZE_TITLE: f32 = 25.0;

/// The height of the top bar.
pub const TOP_BAR: f32 = 56.0;
/// The height of the bottom bar.
pub const BOTTOM_BAR: f32 = 68.0;
/// The margin between the window's edge and a panel.
pub const MARGIN: f32 = 12.0;

/// Seconds within which a button must be let go to count as a click.
const LONGEST_CLICK: f64 = 6.0;

/// The palettes that a player may choose, each with its word in the settings.
pub const PALETTES: [(Palette, &str); 3] = [
    (Palette::Campaign, "Campaign"),
    (Palette::Signal, "Signal (high contrast)"),
    (Palette::Aquatint, "Aquatint (quiet)"),
];

/// The colour of a coat in a palette, both by name.
pub fn coat(palette: &str, coat: &str) -> Color32 {
    of(Palette::named(palette).unwrap_or_default().coat(Coat::named(coat)))
}

/// The least contrast of text with the ground on which it stands (WCAG 2.2, 1.4.3).
const LEGIBLE: f32 = 4.5;

/// A colour for text on a light ground: as much darker as it takes to be read.
pub fn legible(colour: Color32, ground: Color32) -> Color32 {
    let mut darker = (0..=20).map(|n| colour.lerp_to_gamma(INK, n as f32 / 20.0));
    darker.find(|colour| contrast(*colour, ground) >= LEGIBLE).unwrap_or(INK)
}

/// The contrast of two colours: 1 if they are as bright, at most 21.
fn contrast(a: Color32, b: Color32) -> f32 {
    let bright = |colour: Color32| {
        let [red, green, blue, _] = Rgba::from(colour).to_array();
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (a, b) = (bright(a), bright(b));
    a.max(b) / a.min(b)
}

/// Small capitals for titles and the names of units and places.
pub fn title_family() -> FontFamily {
    FontFamily::Name("title".into())
}

/// The book face of stories and rules.
pub fn prose_family() -> FontFamily {
    FontFamily::Name("prose".into())
}

/// The book face's italic.
pub fn italic_family() -> FontFamily {
    FontFamily::Name("italic".into())
}

/// Bold text of the panels.
pub fn bold_family() -> FontFamily {
    FontFamily::Name("bold".into())
}

/// The space between the letters of a title, as a share of their size.
pub const TRACKING: f32 = 0.03;

/// A title in small capitals.
pub fn title(text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).font(FontId::new(size, title_family())).extra_letter_spacing(size * TRACKING).color(INK)
}

/// A percent sign behind a number: no line ends between the two.
pub const PERCENT: &str = "\u{a0}%";

fn unbroken(text: impl Into<String>) -> String {
    text.into().replace(" %", PERCENT)
}

/// Body text.
pub fn body(text: impl Into<String>) -> RichText {
    RichText::new(unbroken(text)).size(SIZE_BODY).color(INK)
}

/// Bold body text.
pub fn bold(text: impl Into<String>) -> RichText {
    RichText::new(unbroken(text)).font(FontId::new(SIZE_BODY, bold_family())).color(INK)
}

/// Secondary text.
pub fn secondary(text: impl Into<String>) -> RichText {
    RichText::new(unbroken(text)).size(SIZE_SECONDARY).color(INK2)
}

/// Text of a story or of a rule.
pub fn prose(text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).font(FontId::new(size, prose_family())).color(INK)
}

/// An aside in italics.
pub fn italic(text: impl Into<String>, size: f32) -> RichText {
    RichText::new(text).font(FontId::new(size, italic_family())).color(INK2)
}

/// The frame of a panel: paper with an ink edge and a soft shadow. Its inner rule is drawn by
/// [`widgets::panel`](super::widgets::panel).
pub fn panel_frame() -> egui::Frame {
    egui::Frame::NONE
        .fill(PAPER_LIGHT)
        .stroke(Stroke::new(1.2, INK2))
        .corner_radius(CornerRadius::same(4))
        .inner_margin(Margin::symmetric(14, 12))
        .shadow(Shadow { offset: [0, 3], blur: 5, spread: 0, color: Color32::from_black_alpha(115) })
}

/// The frame of a slip: a tag, toast or tooltip.
pub fn slip_frame() -> egui::Frame {
    egui::Frame::NONE
        .fill(PAPER_LIGHT)
        .stroke(Stroke::new(1.2, INK2))
        .corner_radius(CornerRadius::same(3))
        .inner_margin(Margin::symmetric(10, 7))
        .shadow(Shadow { offset: [0, 2], blur: 2, spread: 0, color: Color32::from_black_alpha(128) })
}

/// Puts fonts, type scale and colours into an egui context. The fonts fall back to egui's own for signs that they
/// lack.
pub fn install(ctx: &egui::Context) {
    let mut definitions = FontDefinitions::default();
    let fallback: Vec<String> = definitions.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let faces = [
        ("lato", fonts::LATO, FontFamily::Proportional),
        ("lato bold", fonts::LATO_BOLD, bold_family()),
        ("garamond", fonts::GARAMOND, prose_family()),
        ("garamond italic", fonts::GARAMOND_ITALIC, italic_family()),
        ("garamond small capitals", fonts::GARAMOND_CAPS, title_family()),
    ];
    for (name, bytes, family) in faces {
        definitions.font_data.insert(name.into(), Arc::new(FontData::from_static(bytes)));
        let mut chain = vec![name.to_string()];
        if family != FontFamily::Proportional {
            chain.push("lato".to_string());
        }
        chain.extend(fallback.iter().cloned());
        definitions.families.insert(family, chain);
    }
    ctx.set_fonts(definitions);
    // A slow frame between press and release makes no long press of a click.
    ctx.options_mut(|options| options.input_options.max_click_duration = LONGEST_CLICK);
    ctx.set_theme(egui::Theme::Light);
    ctx.all_styles_mut(style);
}

fn style(style: &mut egui::Style) {
    style.text_styles = [
        (TextStyle::Small, FontId::new(SIZE_LINK, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(SIZE_BODY, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(SIZE_BODY, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(SIZE_PANEL, title_family())),
        (TextStyle::Monospace, FontId::new(SIZE_SECONDARY, FontFamily::Monospace)),
    ]
    .into();
    style.spacing.item_spacing = Vec2::new(8.0, 4.0);
    style.spacing.button_padding = Vec2::new(10.0, 5.0);
    style.spacing.interact_size = Vec2::new(40.0, 26.0);
    style.spacing.tooltip_width = 380.0;
    style.spacing.scroll.bar_width = 8.0;
    style.spacing.window_margin = Margin::same(16);
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.25;

    let visuals = &mut style.visuals;
    *visuals = egui::Visuals::light();
    visuals.override_text_color = None;
    // A cursor that blinks would have the window drawn again and again.
    visuals.text_cursor.blink = false;
    visuals.hyperlink_color = LINK;
    visuals.panel_fill = PAPER_LIGHT;
    visuals.window_fill = PAPER_LIGHT;
    visuals.window_stroke = Stroke::new(1.2, INK2);
    visuals.window_corner_radius = CornerRadius::same(4);
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.extreme_bg_color = FIELD;
    visuals.faint_bg_color = PAPER;
    visuals.code_bg_color = PAPER;
    visuals.warn_fg_color = TARGET;
    visuals.error_fg_color = TARGET;
    visuals.weak_text_color = Some(INK2);
    visuals.striped = false;
    visuals.selection.bg_fill = SELECT_WASH;
    visuals.selection.stroke = Stroke::new(1.0, INK);
    visuals.popup_shadow = Shadow { offset: [0, 3], blur: 5, spread: 0, color: Color32::from_black_alpha(115) };
    visuals.window_shadow = visuals.popup_shadow;
    let widgets = &mut visuals.widgets;
    for (state, fill, edge, ink) in [
        (&mut widgets.noninteractive, PAPER_LIGHT, INK3, INK),
        (&mut widgets.inactive, FIELD, INK2, INK),
        (&mut widgets.hovered, PAPER, INK, INK),
        (&mut widgets.active, PAPER_DARK, INK, INK),
        (&mut widgets.open, PAPER, INK, INK),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.2, edge);
        state.fg_stroke = Stroke::new(1.2, ink);
        state.corner_radius = CornerRadius::same(3);
        state.expansion = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coat_follows_the_palette_and_an_unknown_palette_is_the_first() {
        assert_ne!(coat("campaign", "french"), coat("signal", "french"));
        assert_eq!(coat("campaign", "french"), coat("sepia", "french"));
    }

    #[test]
    fn no_line_ends_before_a_percent_sign() {
        for text in [body("60 % of it"), bold("60 % of it"), secondary("60 % of it")] {
            assert_eq!(text.text(), "60\u{a0}% of it");
        }
    }

    #[test]
    fn text_in_the_colour_of_any_coat_is_read_on_paper() {
        let mut darkened = 0;
        for (palette, _) in PALETTES {
            for coat in Coat::ALL {
                let colour = of(palette.coat(coat));
                let text = legible(colour, PAPER_LIGHT);
                assert!(contrast(text, PAPER_LIGHT) >= LEGIBLE, "{coat:?} in {palette:?}");
                assert_eq!(text == colour, contrast(colour, PAPER_LIGHT) >= LEGIBLE, "no more than it takes");
                darkened += usize::from(text != colour);
            }
        }
        assert!(darkened > 0, "the pale ones are made darker");
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.1);
    }
}
