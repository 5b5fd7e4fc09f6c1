//! The action card with every field of CP-3.2.

use smol_str::SmolStr;
use std::fmt::Write as _;

use super::{Field, Frame, blank, emblems, lay, number, says_yes};
use crate::picture::{
    fonts::escape,
    palette::{BRASS, BRASS_LIGHT, FIELD, INK, INK2, INK3, PAPER_DARK, SELECT, TARGET},
};
use grapeshot_floor::forces::Values;

/// CP-3.2: the face of an action card.
pub fn face(fields: &Values, read: &[SmolStr]) -> String {
    let mut parts = vec![
        movement(fields),
        holes(fields),
        melee(fields),
        damage(fields),
        deviation(fields),
        burst(fields),
        cover(fields),
    ];
    parts.extend(icons(fields));
    parts.push(morale(fields, read));
    let mut svg = blank();
    let _ = write!(
        svg,
        "<rect x=\"4.5\" y=\"4.5\" width=\"191\" height=\"271\" rx=\"6\" fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1\"/>"
    );
    svg + &lay(parts, read)
}

fn well([x, y, w, h]: Frame) -> String {
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"3\" fill=\"{FIELD}\" stroke=\"{INK3}\" stroke-width=\".9\"/>"
    )
}

fn text(x: f32, y: f32, class: &str, size: f32, colour: impl std::fmt::Display, anchor: &str, words: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" class=\"{class}\" font-size=\"{size}\" fill=\"{colour}\" \
         text-anchor=\"{anchor}\">{}</text>",
        escape(words)
    )
}

fn movement(fields: &Values) -> Field {
    let frame = [10.0, 10.0, 54.0, 46.0];
    let inches = number(fields, "move");
    let half = 8.2 * inches.len() as f32;
    let svg = well(frame)
        + &text(37.0, 22.0, "u", 10.0, INK2, "middle", "MOVE")
        + &text(35.0, 49.0, "b", 27.0, INK, "middle", &inches)
        + &text(35.6 + half, 46.0, "u", 20.0, INK, "start", "\u{2033}");
    Field { frame, keys: &["move"], svg }
}

fn holes(fields: &Values) -> Field {
    let frame = [68.0, 10.0, 64.0, 46.0];
    let mut svg = well(frame);
    if says_yes(fields, "ooa") {
        svg += &text(100.0, 21.0, "u", 8.6, INK2, "middle", "OUT OF AMMO");
        let _ = write!(
            svg,
            "<g transform=\"translate(100 37)\"><rect x=\"-14\" y=\"-9\" width=\"28\" height=\"18\" rx=\"2\" \
             fill=\"#CDBB93\" stroke=\"{INK}\" stroke-width=\"1.4\"/><path d=\"M-14 -3H14\" stroke=\"{INK}\" \
             stroke-width=\"1.2\"/><path d=\"M-17 12L17 -12\" stroke=\"{TARGET}\" stroke-width=\"3.4\"/></g>"
        );
    } else {
        svg += &text(100.0, 21.0, "u", 10.0, INK2, "middle", "HOLES");
        let count = fields.number("holes").unwrap_or(0.0) as usize;
        for i in 0..6 {
            let (x, y) = (83.0 + 17.0 * (i % 3) as f32, if i < 3 { 31.0 } else { 47.0 });
            if i < count {
                let _ = write!(
                    svg,
                    "<path d=\"M-7.5 -1L-4 -4.5L-3 -8L0 -5.6L4.5 -7.5L5 -3.5L8 .5L5 3.5L4.5 7.5L0 5.8L-4.5 7L-4.5 3Z\" \
                     transform=\"translate({x} {y})rotate({})\" fill=\"#CDBB93\"/>\
                     <circle cx=\"{x}\" cy=\"{y}\" r=\"4.8\" fill=\"{INK}\"/>",
                    i * 47
                );
            } else {
                let _ = write!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"5.5\" fill=\"none\" stroke=\"{INK3}\" stroke-width=\".9\" \
                     stroke-dasharray=\"1.5 1.8\"/>"
                );
            }
        }
    }
    Field { frame, keys: &["holes", "ooa"], svg }
}

fn melee(fields: &Values) -> Field {
    let frame = [136.0, 10.0, 54.0, 46.0];
    let svg = well(frame)
        + &text(163.0, 22.0, "u", 10.0, INK2, "middle", "MELEE")
        + &format!("<g transform=\"translate(150 40)scale(.5)\">{}</g>", emblems::sabres(INK2))
        + &text(175.0, 49.0, "b", 27.0, INK, "middle", &number(fields, "hth"));
    Field { frame, keys: &["hth"], svg }
}

fn damage(fields: &Values) -> Field {
    let frame = [10.0, 60.0, 86.0, 90.0];
    let loc = fields.word("loc").map_or("", |loc| loc.as_str());
    // The man faces the reader: his right arm is on the left. Each part with its outline and the middle of the hit.
    let parts: [(&str, &str, (f32, f32)); 6] = [
        ("head", "", (70.0, 76.0)),
        ("torso", "M59 88Q70 84 81 88L78 115H62Z", (70.0, 100.0)),
        ("right_arm", "M58 89Q51 95 52 115L57 115L60 99Z", (55.0, 105.0)),
        ("left_arm", "M82 89Q89 95 88 115L83 115L80 99Z", (85.0, 105.0)),
        ("right_leg", "M62 116H69L68 145H59L61 139Z", (64.0, 129.0)),
        ("left_leg", "M78 116H71L72 145H81L79 139Z", (76.0, 129.0)),
    ];
    let mut svg = well(frame);
    for (name, outline, _) in parts {
        let fill = if name == loc { TARGET.to_string() } else { "#DCCDA6".into() };
        let _ = if outline.is_empty() {
            write!(svg, "<circle cx=\"70\" cy=\"78\" r=\"7\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.1\"/>")
        } else {
            write!(svg, "<path d=\"{outline}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.1\"/>")
        };
    }
    let _ = write!(svg, "<path d=\"M63 74V63Q70 60 77 63V74Z\" fill=\"{INK}\"/>");
    if let Some((_, _, (x, y))) = parts.iter().find(|(name, ..)| *name == loc) {
        let _ = write!(
            svg,
            "<g stroke=\"{INK}\" stroke-width=\"1.3\" fill=\"none\" transform=\"translate({x} {y})\"><circle r=\"9\"/>\
             <path d=\"M-13 0H-6M6 0H13M0 -13V-6M0 6V13\"/></g>"
        );
    }
    let severity = fields.word("sev").map_or("", |sev| sev.as_str());
    let (ground, letter) = if severity == "I" { (INK, "#FFF7E4".into()) } else { (FIELD, TARGET.to_string()) };
    let _ =
        write!(svg, "<circle cx=\"30\" cy=\"77\" r=\"12.5\" fill=\"{ground}\" stroke=\"{INK}\" stroke-width=\"1.4\"/>");
    svg += &text(30.0, 82.5, "b", 15.0, letter, "middle", severity);
    svg += &text(30.0, 104.0, "u", 10.0, INK2, "middle", "PICK");
    svg += &text(30.0, 124.0, "b", 20.0, INK, "middle", &number(fields, "pick"));
    let place = loc.replace("right_", "r. ").replace("left_", "l. ");
    svg += &text(31.0, 144.0, "u", 11.5, INK, "middle", &place);
    Field { frame, keys: &["pick", "loc", "sev"], svg }
}

fn deviation(fields: &Values) -> Field {
    let frame = [100.0, 60.0, 90.0, 58.0];
    let turn = match fields.word("dev").map_or("", |dev| dev.as_str()) {
        "long" => 0,
        "long-right" => 45,
        "right" => 90,
        "short-right" => 135,
        "short" => 180,
        "short-left" => 225,
        "left" => 270,
        "long-left" => 315,
        _ => 0,
    };
    let mut svg = well(frame);
    let _ = write!(
        svg,
        "<g stroke=\"{INK3}\" stroke-width=\"1\" fill=\"none\"><circle cx=\"145\" cy=\"87\" r=\"19\"/>\
         <path d=\"M145 68V64M158.4 73.6L161.3 70.7M164 87H168M158.4 100.4L161.3 103.3M145 106V110M131.6 100.4L128.7 \
         103.3M126 87H122M131.6 73.6L128.7 70.7\"/></g><g transform=\"translate(145 87)rotate({turn})\">\
         <path d=\"M-4 -8L-4 -17H-9L0 -27L9 -17H4L4 -8Z\" fill=\"{TARGET}\" stroke=\"{INK}\" stroke-width=\"1.1\"/></g>\
         <circle cx=\"145\" cy=\"87\" r=\"11\" fill=\"{FIELD}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>"
    );
    svg += &text(146.0, 92.0, "b", 13.5, INK, "middle", &format!("{}\u{2033}", number(fields, "dev_in")));
    svg += &text(105.0, 72.0, "u", 10.0, INK2, "start", "DEV");
    Field { frame, keys: &["dev", "dev_in"], svg }
}

fn burst(fields: &Values) -> Field {
    const SMALL: &str = "M111 128.5L113 132.1L117 131L115.9 135L119.5 137L115.9 139L117 143L113 141.9L111 145.5L109 \
                         141.9L105 143L106.1 139L102.5 137L106.1 135L105 131L109 132.1Z";
    const MEDIUM: &str = "M130 126L132.5 130.5L137.4 129.1L136 134L140.5 136.5L136 139L137.4 143.9L132.5 142.5L130 \
                          147L127.5 142.5L122.6 143.9L124 139L119.5 136.5L124 134L122.6 129.1L127.5 130.5Z";
    const LARGE: &str = "M154 123L157.1 128.6L163.2 126.8L161.4 132.9L167 136L161.4 139.1L163.2 145.2L157.1 143.4L154 \
                         149L150.9 143.4L144.8 145.2L146.6 139.1L141 136L146.6 132.9L144.8 126.8L150.9 128.6Z";
    let frame = [100.0, 121.0, 90.0, 29.0];
    // CP-3.2: the icon names the smallest size that shows; every larger size shows with it.
    let smallest = match fields.word("he").map_or("", |he| he.as_str()) {
        "S" => 0,
        "M" => 1,
        "L" => 2,
        _ => 3,
    };
    let mut svg = well(frame);
    for (size, (outline, x, y, letter)) in
        [(SMALL, 111.0, 141.0, "S"), (MEDIUM, 130.0, 140.5, "M"), (LARGE, 154.0, 140.0, "L")].into_iter().enumerate()
    {
        let shows = size >= smallest;
        let _ = if shows {
            write!(svg, "<path d=\"{outline}\" fill=\"{SELECT}\" stroke=\"{INK}\" stroke-width=\"1.1\"/>")
        } else {
            write!(
                svg,
                "<path d=\"{outline}\" fill=\"none\" stroke=\"{INK3}\" stroke-width=\"1.1\" stroke-dasharray=\"2 1.5\"/>"
            )
        };
        svg += &text(x, y, "b", 11.0, if shows { INK } else { INK3 }, "middle", letter);
    }
    svg += &if says_yes(fields, "stun") {
        text(180.0, 143.0, "b", 20.0, TARGET, "middle", "!!")
    } else {
        text(180.0, 141.0, "u", 14.0, INK3, "middle", "\u{2013}")
    };
    Field { frame, keys: &["he", "stun"], svg }
}

fn cover(fields: &Values) -> Field {
    const ICONS: [(char, &str, &str); 5] = [
        ('b', "fill", "M15 170Q13 163 19 163Q20 158 25 161Q31 162 29 170Z"),
        ('f', "stroke", "M16 170V160M22 170V160M28 170V160M14 163H30M14 167H30"),
        ('w', "stroke", "M14 161H30V170H14ZM14 165.5H30M20 161V165.5M25 165.5V170M17 165.5V170"),
        ('h', "fill", "M14 165L22 158L30 165H28V170H16V165Z"),
        ('k', "fill", "M13 170L17 161H27L31 170ZM20 161V164H24V161"),
    ];
    let frame = [10.0, 154.0, 180.0, 22.0];
    let stops: String = fields.words("cover").iter().map(|word| word.as_str()).collect();
    let mut svg = String::new();
    for (i, (code, how, icon)) in ICONS.into_iter().enumerate() {
        let x = 36.0 * i as f32;
        let on = stops.contains(code);
        let (ground, ink, letter) = if on { (INK, "#FFF7E4", "#FFF7E4") } else { (FIELD, "#B9A67F", "#A3906A") };
        let paint = match how {
            "fill" => format!("fill=\"{ink}\""),
            _ => format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\""),
        };
        let _ = write!(
            svg,
            "<g transform=\"translate({x} 0)\"><rect x=\"10\" y=\"154\" width=\"36\" height=\"22\" fill=\"{ground}\" \
             stroke=\"{INK3}\" stroke-width=\".9\"/><path d=\"{icon}\" {paint}/>{}{}</g>",
            text(37.0, 169.5, if on { "b" } else { "u" }, 13.0, letter, "middle", &code.to_string()),
            if on { "" } else { "<path d=\"M13 173L43 157\" stroke=\"#B9A67F\" stroke-width=\"1\"/>" }
        );
    }
    Field { frame, keys: &["cover"], svg }
}

fn icons(fields: &Values) -> [Field; 3] {
    let shape =
        |outline: &str| format!("<path d=\"{outline}\" fill=\"{PAPER_DARK}\" stroke=\"{INK}\" stroke-width=\"1.1\"/>");
    let label = |x: f32, words: &str| text(x, 197.0, "u", 11.0, INK2, "start", words);
    let value = |x: f32, name: &str| {
        let shown = number(fields, name);
        let size = if shown.len() > 1 { 12.0 } else { 15.0 };
        text(x, 193.0 + size * 0.36, "b", size, INK, "middle", &shown)
    };
    let hr = [10.0, 180.0, 57.0, 26.0];
    let d6 = [71.5, 180.0, 57.0, 26.0];
    let d10 = [133.0, 180.0, 57.0, 26.0];
    [
        Field {
            frame: hr,
            keys: &["hr"],
            svg: well(hr)
                + &label(15.0, "HR")
                + &shape("M49 182.5L59 188V198.5L49 204L39 198.5V188Z")
                + &value(49.0, "hr"),
        },
        Field {
            frame: d6,
            keys: &["d6"],
            svg: well(d6)
                + &label(76.0, "D6")
                + &shape(
                    "M103.5 183H116.5Q120 183 120 186.5V199.5Q120 203 116.5 203H103.5Q100 203 100 199.5V186.5Q100 183 103.5 183Z",
                )
                + &value(110.0, "d6"),
        },
        Field {
            frame: d10,
            keys: &["d10"],
            svg: well(d10)
                + &label(138.0, "D10")
                + &shape("M174 181.5L186 193L174 204.5L162 193Z")
                + &value(174.0, "d10"),
        },
    ]
}

/// The morale table. One result is read at a time, so within the table the other cells are dimmed too.
fn morale(fields: &Values, read: &[SmolStr]) -> Field {
    const CELLS: [(&str, f32, f32); 6] = [
        ("m_eo", 68.3, 235.5),
        ("m_ro", 116.9, 235.5),
        ("m_go", 165.5, 235.5),
        ("m_ec", 68.3, 260.5),
        ("m_rc", 116.9, 260.5),
        ("m_gc", 165.5, 260.5),
    ];
    let frame = [10.0, 210.0, 180.0, 62.0];
    let mut svg = well(frame);
    let _ = write!(svg, "<path d=\"M10 223H190M10 248H190M44 210V272\" stroke=\"{INK3}\" stroke-width=\".8\"/>");
    for (x, word) in [(68.3, "Elite"), (116.9, "Regular"), (165.5, "Green")] {
        svg += &text(x, 220.5, "u", 10.5, INK2, "middle", word);
    }
    svg += &text(27.0, 239.0, "u", 12.0, INK, "middle", "open");
    svg += &text(27.0, 264.0, "u", 12.0, INK, "middle", "cover");
    let one_cell = CELLS.iter().any(|(name, ..)| read.iter().any(|word| word == name));
    for (name, x, y) in CELLS {
        let code = fields.word(name).map_or("", |code| code.as_str());
        let mine = read.iter().any(|word| word == name);
        let mut cell = String::new();
        // A pill for one man, a black box for the whole unit, plain where nothing happens.
        let ink = match code {
            "" | "OK" => INK2.to_string(),
            "A1" | "C1" | "S1" | "F1" => {
                let _ = write!(
                    cell,
                    "<rect x=\"{}\" y=\"{}\" width=\"36.6\" height=\"18\" rx=\"9\" fill=\"{BRASS_LIGHT}\" \
                     stroke=\"{INK}\" stroke-width=\"1\"/>",
                    x - 18.3,
                    y - 9.0
                );
                INK.to_string()
            }
            _ => {
                let _ = write!(
                    cell,
                    "<rect x=\"{}\" y=\"{}\" width=\"36.6\" height=\"18\" fill=\"{INK}\"/>",
                    x - 18.3,
                    y - 9.0
                );
                "#FFF7E4".into()
            }
        };
        cell += &text(x, y + 5.0, if code == "OK" { "u" } else { "b" }, 14.0, ink, "middle", code);
        if one_cell && !mine {
            let _ = write!(svg, "<g opacity=\".34\">{cell}</g>");
        } else {
            svg += &cell;
        }
        if mine {
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"42\" height=\"23\" rx=\"4\" fill=\"none\" stroke=\"{SELECT}\" \
                 stroke-width=\"2.6\"/>",
                x - 21.0,
                y - 11.5
            );
        }
    }
    Field { frame, keys: &["m_eo", "m_ro", "m_go", "m_ec", "m_rc", "m_gc"], svg }
}
