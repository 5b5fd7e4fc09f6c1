//! The painting of the title: a skirmish in the game's own figures, seen from above.

use std::fmt::Write as _;

use bevy::math::Vec2;

use grapeshot_floor::{
    table::terrain::{
        Area, Building, Crossing, Door, DoorState, Ground, Hill, Obstacle, Road, Stream, Terrain, Window,
    },
    turn::vocabulary::MarkShape,
};
use grapeshot_game::picture::{
    fonts,
    palette::Palette,
    symbols,
    terrain::{crowns, layers, to_picture},
};

/// The size of the painting: inches across and down.
pub const SIZE: Vec2 = Vec2::new(36.0, 22.5);
/// Units of the picture to the inch; markers are drawn in them as on the table.
const SCALE: f32 = 50.0;
/// Markers on the table are drawn for a number of pixels to the inch.
const MARKED: f32 = 26.0;
/// Units of the picture of a tree and of a bush that are its radius.
const CROWN_UNITS: [f32; 4] = [18.0, 18.0, 18.0, 13.0];

/// Somebody or something on the table: look, coat, place in inches, heading in degrees, whether it smokes.
struct Figure {
    look: &'static str,
    coat: &'static str,
    at: Vec2,
    facing: f32,
    smokes: bool,
}

/// The painting as a whole SVG file, in the coats of a palette.
pub fn svg(palette: Palette) -> String {
    let ground = ground();
    let mut svg = format!("<g transform=\"scale({SCALE})\">");
    for layer in layers(&ground) {
        svg += &layer.svg;
    }
    svg += "</g>";
    let mut figures = figures();
    figures.sort_by(|a, b| b.at.y.total_cmp(&a.at.y));
    let spot = |at: Vec2| to_picture(&ground, at) * SCALE;
    for figure in &figures {
        let at = spot(figure.at);
        let turn = 90.0 - figure.facing;
        let (symbol, size) = (symbols::symbol(figure.look, figure.coat, palette), SCALE / 100.0);
        let _ = write!(
            svg,
            "<g transform=\"translate({:.1} {:.1})rotate({turn:.1})scale({size})\">{symbol}</g>",
            at.x, at.y
        );
    }
    for crown in crowns(&ground) {
        if figures.iter().any(|figure| figure.at.distance(crown.at) < 1.1 + crown.radius * 0.3) {
            continue;
        }
        let (at, units) = (spot(crown.at), CROWN_UNITS[usize::from(crown.kind).min(3)]);
        let (size, crown) = (crown.radius * SCALE / units, symbols::crown(crown.kind));
        let _ = write!(svg, "<g transform=\"translate({:.1} {:.1})scale({size:.3})\">{crown}</g>", at.x, at.y);
    }
    for figure in figures.iter().filter(|figure| figure.smokes) {
        let way = Vec2::from_angle(figure.facing.to_radians());
        let at = spot(figure.at + way * 1.05 + way.perp() * -0.18);
        let (size, smoke) = (SCALE / MARKED, symbols::marker(MarkShape::Smoke, 1));
        let _ = write!(svg, "<g transform=\"translate({:.1} {:.1})scale({size:.2})\">{smoke}</g>", at.x, at.y);
    }
    fonts::document(0.0, 0.0, SIZE.x * SCALE, SIZE.y * SCALE, &svg)
}

/// Men in ranks about a point: a number in each, an inch apart, the second rank behind the first.
fn ranks(
    figures: &mut Vec<Figure>,
    look: &'static str,
    coat: &'static str,
    middle: Vec2,
    facing: f32,
    files: u8,
    deep: u8,
) {
    let way = Vec2::from_angle(facing.to_radians());
    for rank in 0..deep {
        for file in 0..files {
            let aside = f32::from(file) - (f32::from(files) - 1.0) / 2.0;
            let at = middle - way.perp() * aside - way * f32::from(rank) * 1.06;
            // Men do not stand like nails.
            let turn = f32::from((file * 7 + rank * 3) % 5) - 2.0;
            figures.push(Figure { look, coat, at, facing: facing + turn, smokes: false });
        }
    }
}

fn figures() -> Vec<Figure> {
    let mut all = Vec::new();
    let one = |look, coat, x, y, facing| Figure { look, coat, at: Vec2::new(x, y), facing, smokes: false };
    // A French column comes up the road.
    let march = 58.0;
    ranks(&mut all, "foot", "french", Vec2::new(18.6, 6.6), march, 7, 2);
    all.push(one("colours", "french", 19.4, 7.9, march));
    all.push(one("officer", "french", 22.0, 6.4, march));
    for (n, (x, y)) in [(12.4, 9.6), (13.4, 12.4), (15.2, 11.0), (16.6, 13.3)].into_iter().enumerate() {
        all.push(Figure { smokes: n % 2 == 1, ..one("light", "french", x, y, 40.0) });
    }
    // The British stand behind the wall and fire.
    for (n, (x, y)) in
        [(18.7, 17.6), (19.7, 17.2), (20.7, 16.8), (21.7, 16.4), (22.7, 16.0), (23.7, 15.6)].into_iter().enumerate()
    {
        all.push(Figure { smokes: n != 2, ..one("foot", "british", x, y, 246.0 + (n % 3) as f32) });
    }
    all.push(one("leader", "british", 21.9, 18.0, 246.0));
    for (n, (x, y)) in [(27.0, 14.6), (28.1, 14.3), (29.2, 14.0)].into_iter().enumerate() {
        all.push(Figure { smokes: n == 1, ..one("rifleman", "british", x, y, 252.0) });
    }
    // Hussars wait below the hill, a gun stands on it.
    for (n, (x, y)) in
        [(24.6, 10.6), (25.8, 10.2), (27.0, 9.8), (24.0, 8.3), (25.2, 7.9), (26.4, 7.5)].into_iter().enumerate()
    {
        all.push(one("hussar", "french", x, y, 72.0 + (n % 3) as f32));
    }
    all.push(Figure { smokes: true, ..one("gun", "british", 32.4, 11.2, 196.0) });
    for (x, y) in [(32.6, 12.6), (33.8, 12.2), (34.1, 10.6), (32.9, 9.8)] {
        all.push(one("gunner", "british", x, y, 196.0));
    }
    all
}

fn line(points: &[(f32, f32)]) -> Vec<Vec2> {
    points.iter().map(|point| Vec2::from(*point)).collect()
}

fn area(id: &'static str, kind: &'static str, outline: &[(f32, f32)]) -> Area {
    Area { id: id.into(), kind: kind.into(), name: None, outline: line(outline), ground: Ground::open() }
}

fn obstacle(id: &'static str, kind: &'static str, points: &[(f32, f32)]) -> Obstacle {
    Obstacle {
        id: id.into(),
        kind: kind.into(),
        line: line(points),
        height: 0.8,
        cover: None,
        bog: None,
        stops_shot: None,
    }
}

fn building(
    id: &'static str,
    material: &'static str,
    outline: &[(f32, f32)],
    door: (f32, f32),
    window: (f32, f32),
) -> Building {
    Building {
        id: id.into(),
        name: String::new(),
        outline: line(outline),
        storeys: 1,
        material: material.into(),
        doors: vec![Door::new(door.into(), DoorState::Closed)],
        windows: vec![Window::on_every_floor(window.into())],
        rooms: Vec::new(),
        stairs: Vec::new(),
        cover: None,
        size: None,
    }
}

/// The ground: a road over a stream, a farm, woods, a hill.
fn ground() -> Terrain {
    Terrain {
        size: SIZE,
        areas: vec![
            area("grove", "woods", &[(8.0, 18.4), (12.0, 17.2), (16.6, 19.0), (17.4, 22.5), (8.6, 22.5)]),
            area("copse", "woods", &[(28.4, 0.0), (36.0, 0.0), (36.0, 4.6), (33.0, 5.0), (29.6, 3.2)]),
            area("thicket", "brush", &[(0.0, 13.0), (4.0, 12.4), (6.2, 15.6), (4.0, 18.6), (0.0, 18.2)]),
            area("field", "ploughed", &[(22.6, 18.6), (27.6, 17.8), (28.2, 22.5), (22.9, 22.5)]),
            area("corn", "crops", &[(2.2, 1.2), (8.0, 0.8), (8.8, 4.4), (2.8, 5.0)]),
        ],
        obstacles: vec![
            obstacle("wall", "stone_wall", &[(17.8, 16.9), (24.2, 14.4)]),
            obstacle("wall_east", "stone_wall", &[(26.2, 13.6), (30.0, 12.6)]),
            obstacle("hedge", "hedge", &[(9.6, 14.0), (15.4, 15.6)]),
        ],
        roads: vec![Road {
            id: "road".into(),
            kind: "road".into(),
            line: line(&[(11.0, 0.0), (14.0, 3.4), (19.4, 9.0), (24.4, 12.4), (29.4, 17.0), (30.4, 22.5)]),
            width: 2.0,
        }],
        streams: vec![Stream {
            id: "brook".into(),
            name: None,
            line: line(&[(0.0, 7.6), (6.0, 7.0), (12.0, 4.0), (17.0, 2.6), (21.0, 0.0)]),
            width: 1.7,
            deep: false,
            ground: Ground::open(),
        }],
        crossings: vec![Crossing {
            id: "bridge".into(),
            kind: "bridge".into(),
            outline: line(&[(12.0, 3.4), (13.4, 4.8), (15.6, 3.0), (14.2, 1.6)]),
            ground: Ground::open(),
        }],
        buildings: vec![
            building(
                "house",
                "masonry",
                &[(31.6, 16.0), (35.2, 15.0), (35.9, 17.4), (32.3, 18.4)],
                (33.4, 15.5),
                (34.1, 17.9),
            ),
            building(
                "barn",
                "wood_frame",
                &[(33.2, 19.6), (35.6, 20.0), (35.2, 22.2), (32.8, 21.8)],
                (33.0, 20.7),
                (35.4, 21.1),
            ),
        ],
        hills: vec![Hill {
            id: "knoll".into(),
            name: None,
            outline: line(&[(30.6, 8.4), (33.6, 7.8), (36.0, 9.0), (36.0, 13.6), (32.6, 13.8), (30.6, 12.0)]),
            levels: 1,
            steep: false,
            rate: 1.0,
        }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_game::picture::{palette::Coat, raster};

    #[test]
    fn the_title_is_painted_with_men_of_both_coats() {
        for palette in [Palette::Campaign, Palette::Signal, Palette::Aquatint] {
            let image = raster::raster(&svg(palette), 720, 450).expect("it is good SVG");
            for coat in [Coat::French, Coat::British] {
                let wanted = palette.coat(coat).channels();
                let pixels = image.rgba.chunks_exact(4);
                let near = pixels.filter(|p| (0..3).all(|n| p[n].abs_diff(wanted[n]) < 16)).count();
                assert!(near > 200, "{near} points of {coat:?} in {palette:?}");
            }
            assert!(image.rgba.chunks_exact(4).all(|pixel| pixel[3] == 255), "it is painted to its edges");
        }
        let on_foot = figures().iter().filter(|figure| symbols::is_on_foot(figure.look, figure.coat)).count();
        assert!(on_foot > 30, "{on_foot} men on foot");
    }

    #[test]
    fn nobody_stands_on_anybody_in_the_painting() {
        let all = figures();
        let radius = |figure: &Figure| {
            let (across, along) = symbols::own_size(figure.look, figure.coat);
            across.max(along * 0.5) / 2.0
        };
        for (n, one) in all.iter().enumerate() {
            for other in &all[n + 1..] {
                let (gap, least) = (one.at.distance(other.at), (radius(one) + radius(other)) * 0.95);
                assert!(gap > least, "{} at {} and {} at {}", one.look, one.at, other.look, other.at);
            }
        }
    }
}
