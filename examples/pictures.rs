//! Draws the symbols and cards as sheets: `cargo run --no-default-features --example pictures -- FOLDER`.

use grapeshot::{
    forces::{Value, Values},
    picture::{
        cards::card_svg,
        flags,
        fonts::document,
        palette::{Coat, PAPER, Palette, TABLE},
        raster::png,
        symbols::{self, Detail},
    },
    turn::vocabulary::MarkShape,
};
use std::{fmt::Write as _, fs, path::Path};

const COATS: [&str; 10] =
    ["french", "british", "prussian", "american", "militia", "indian", "cowboy", "austrian", "russian", "spanish"];
const LOOKS: [&str; 18] = [
    "foot",
    "leader",
    "officer",
    "colours",
    "light",
    "rifle",
    "grenadier",
    "gunner",
    "engineer",
    "bow",
    "pistol",
    "trapper",
    "civilian",
    "mounted",
    "mounted_leader",
    "mounted_officer",
    "lancer",
    "dragoon",
];
const THINGS: [&str; 10] =
    ["gun", "gatling", "cattle", "sheep", "bear", "loose", "limber", "wagon", "cart", "stagecoach"];

fn place(sheet: &mut String, x: usize, y: usize, scale: f32, svg: &str) {
    let _ = write!(sheet, "<g transform=\"translate({x} {y})scale({scale})\">{svg}</g>");
}

fn symbol_sheet(palette: Palette) -> String {
    let mut sheet = format!("<rect width=\"1500\" height=\"1400\" fill=\"{PAPER}\"/>");
    for (row, coat) in COATS.into_iter().enumerate() {
        for (column, look) in LOOKS.into_iter().enumerate() {
            place(&mut sheet, 50 + 66 * column, 70 + 100 * row, 0.5, &symbols::symbol(look, coat, palette));
        }
        for (column, look) in ["foot", "leader", "mounted"].into_iter().enumerate() {
            place(&mut sheet, 1245 + 26 * column, 70 + 100 * row, 0.2, &symbols::middle(look, coat, palette));
            place(&mut sheet, 1335 + 20 * column, 70 + 100 * row, 0.14, &symbols::far(look, coat, palette));
        }
        place(&mut sheet, 1400, 60 + 100 * row, 1.0, &flags::flag(coat, palette.coat(Coat::named(coat))));
    }
    for (column, look) in THINGS.into_iter().enumerate() {
        place(&mut sheet, 60 + 90 * column, 1160, 0.5, &symbols::symbol(look, "british", palette));
    }
    for (column, look) in ["foot", "officer", "mounted", "gun"].into_iter().enumerate() {
        place(&mut sheet, 990 + 80 * column, 1130, 0.5, &symbols::fallen(look, "french"));
        let acted = symbols::acted(&symbols::symbol(look, "french", palette));
        place(&mut sheet, 990 + 80 * column, 1240, 0.5, &acted);
        place(&mut sheet, 1340 + 30 * column, 1150, 0.2, &symbols::at_detail(Detail::Middle, look, "british", palette));
    }
    let marks = [
        MarkShape::Smoke,
        MarkShape::Stars,
        MarkShape::Drop,
        MarkShape::CartridgeBox,
        MarkShape::Chevron,
        MarkShape::BentArrow,
        MarkShape::Pin,
        MarkShape::CrossedEye,
        MarkShape::Coins,
    ];
    for (column, shape) in marks.into_iter().enumerate() {
        place(&mut sheet, 50 + 56 * column, 1340, 1.5, &symbols::marker(shape, column as u8));
    }
    for (column, svg) in [
        symbols::lost_mark(),
        symbols::badge("disordered"),
        symbols::badge("shaken"),
        symbols::badge("broken"),
        symbols::loss_shield(false),
        symbols::loss_shield(true),
        symbols::crown(0),
        symbols::crown(1),
        symbols::crown(2),
        symbols::crown(3),
        symbols::die(5),
        symbols::reticle(),
    ]
    .into_iter()
    .enumerate()
    {
        place(&mut sheet, 570 + 62 * column, 1340, 1.5, &svg);
    }
    document(0.0, 0.0, 1500.0, 1400.0, &sheet)
}

fn values(text: &str) -> Values {
    let value = |word: &str| word.parse().map_or_else(|_| Value::Word(word.into()), Value::Number);
    Values(text.split_whitespace().filter_map(|pair| pair.split_once('=')).map(|(k, v)| (k.into(), value(v))).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder for the pictures")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    for palette in Palette::ALL {
        fs::write(folder.join(format!("symbols_{}.png", palette.name())), png(&symbol_sheet(palette), 1500)?)?;
    }
    let cards = [
        "move=6 holes=0 ooa=0 hr=3 pick=25 loc=head cover=b sev=W he=L stun=0 dev=short-left dev_in=4 hth=1 d6=6 d10=1 \
         m_eo=S1 m_ro=C1 m_go=P m_ec=A1 m_rc=S1 m_gc=P",
        "move=10 holes=0 ooa=1 hr=5 pick=10 loc=right_leg cover=fwhk sev=W he=M stun=0 dev=long dev_in=4 hth=3 d6=2 \
         d10=8 m_eo=OK m_ro=OK m_go=OK m_ec=OK m_rc=OK m_gc=OK",
        "move=8 holes=1 ooa=0 hr=4 pick=7 loc=torso cover=b sev=I he=M stun=1 dev=long dev_in=1 hth=1 d6=2 d10=10 \
         m_eo=A1 m_ro=C1 m_go=P m_ec=OK m_rc=S1 m_gc=P",
    ]
    .map(values);
    let reads: [&[&str]; 10] = [
        &["move"],
        &["holes", "ooa", "hr"],
        &["pick", "loc", "cover", "sev"],
        &["hth"],
        &["he", "stun"],
        &["dev", "dev_in"],
        &["d6"],
        &["d10"],
        &["m_ro"],
        &["hr"],
    ];
    let mut sheet = format!("<rect width=\"1280\" height=\"1500\" fill=\"{TABLE}\"/>");
    let inner = |svg: String| svg.replacen("<svg ", "<svg x=\"0\" y=\"0\" ", 1);
    for (i, card) in cards.iter().enumerate() {
        place(&mut sheet, 10 + 300 * i, 10, 1.45, &inner(card_svg("action", card, &[])));
    }
    for (i, read) in reads.into_iter().enumerate() {
        let read: Vec<_> = read.iter().map(|word| (*word).into()).collect();
        place(
            &mut sheet,
            10 + 210 * (i % 6),
            430 + 295 * (i / 6),
            1.0,
            &inner(card_svg("action", &cards[i % 3], &read)),
        );
    }
    place(&mut sheet, 860, 725, 1.0, &inner(card_svg("tarot", &cards[0], &["hth".into()])));
    for (i, kind) in
        ["black", "red", "reshuffle", "elite", "green", "hero", "artillery", "event"].into_iter().enumerate()
    {
        let fields = values(&format!("kind={kind} number=4"));
        place(&mut sheet, 10 + 158 * i, 1030, 0.76, &inner(card_svg("activation", &fields, &[])));
    }
    fs::write(folder.join("cards.png"), png(&document(0.0, 0.0, 1280.0, 1260.0, &sheet), 1280)?)?;
    Ok(())
}
