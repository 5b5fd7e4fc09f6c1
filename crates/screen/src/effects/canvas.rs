//! Specks as triangles: two meshes, one under the pieces and one over them. Their corners are written anew in place
//! whenever something is seen; nothing is tessellated and nothing is kept for a single speck.

use bevy::{
    asset::RenderAssetUsages,
    camera::visibility::NoFrustumCulling,
    math::ops,
    mesh::{Indices, PrimitiveTopology, VertexAttributeValues},
    prelude::*,
};

use super::{
    Effects,
    speck::{Speck, Stuff},
};
use crate::pieces::{art::Art, marks::SMOKE_LAYER};

/// The layer of dust, water and ways: under the pieces, over the marks of the fallen.
const LOW_LAYER: f32 = 9.7;
/// Corners of a round thing.
const SIDES: usize = 12;
/// Inches of the line of a way that was gone.
const LEG: f32 = 0.12;
/// Inches across the shaft of a staff.
const STAFF: f32 = 0.09;
/// Inches from the middle to the rim of a ball.
const BALL: f32 = 0.13;

/// One of the two meshes.
#[derive(Component)]
pub(super) struct Sheet {
    low: bool,
}

/// Lays both meshes on the table, each with one triangle of no size: the graphics driver gives an empty one no room, and
/// refuses what is written to it.
pub(super) fn lay(mut commands: Commands, art: Res<Art>, mut meshes: ResMut<Assets<Mesh>>) {
    for (low, layer) in [(true, LOW_LAYER), (false, SMOKE_LAYER)] {
        // It is written in place, so that it is kept here too.
        let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0_f32; 3]; 3])
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, vec![[0.0_f32; 4]; 3])
            .with_inserted_indices(Indices::U32(vec![0, 1, 2]));
        commands.spawn((
            Sheet { low },
            Mesh2d(meshes.add(mesh)),
            MeshMaterial2d(art.white.clone()),
            Transform::from_xyz(0.0, 0.0, layer),
            Visibility::Hidden,
            // Where its corners lie is another place each time.
            NoFrustumCulling,
        ));
    }
}

/// Writes what is seen into the meshes.
pub(super) fn paint(
    effects: Res<Effects>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut sheets: Query<(&Sheet, &Mesh2d, &mut Visibility)>,
    mut canvas: Local<Canvas>,
) {
    if !effects.is_changed() {
        return;
    }
    for (sheet, mesh, mut visibility) in &mut sheets {
        canvas.clear();
        effects.specks.iter().filter(|speck| speck.is_low() == sheet.low).for_each(|speck| canvas.paint(speck));
        visibility.set_if_neq(if canvas.indices.is_empty() { Visibility::Hidden } else { Visibility::Inherited });
        if !canvas.indices.is_empty()
            && let Some(mut mesh) = meshes.get_mut(&mesh.0)
        {
            canvas.write(&mut mesh);
        }
    }
}

/// Colours of specks, in linear light.
struct Inks {
    smoke: [f32; 4],
    shade: [f32; 4],
    dust: [f32; 4],
    water: [f32; 4],
    fire: [f32; 4],
    glow: [f32; 4],
    iron: [f32; 4],
    leg: [f32; 4],
    halo: [f32; 4],
}

/// Triangles that are written anew each time into the same room.
pub(super) struct Canvas {
    positions: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
    round: [Vec2; SIDES],
    inks: Inks,
}

impl Default for Canvas {
    fn default() -> Self {
        let round = std::array::from_fn(|n| {
            let (sin, cos) = ops::sin_cos(n as f32 * std::f32::consts::TAU / SIDES as f32);
            Vec2::new(cos, sin)
        });
        let ink = |red, green, blue| linear([red, green, blue], 1.0);
        let inks = Inks {
            smoke: ink(0xFB, 0xF7, 0xEC),
            shade: ink(0xC9, 0xC0, 0xAE),
            dust: ink(0xC4, 0xA6, 0x78),
            water: ink(0xE4, 0xEF, 0xEF),
            fire: ink(0xFF, 0xE9, 0x9A),
            glow: ink(0xE8, 0x7A, 0x1E),
            iron: ink(0x2B, 0x23, 0x1C),
            leg: ink(0x5C, 0x4B, 0x3A),
            halo: ink(0xFF, 0xF7, 0xDC),
        };
        Self { positions: Vec::new(), colours: Vec::new(), indices: Vec::new(), round, inks }
    }
}

fn linear([red, green, blue]: [u8; 3], seen: f32) -> [f32; 4] {
    let colour = Color::srgb_u8(red, green, blue).to_linear().to_f32_array();
    [colour[0], colour[1], colour[2], seen]
}

/// A colour of which a share is seen.
fn thin(colour: [f32; 4], seen: f32) -> [f32; 4] {
    [colour[0], colour[1], colour[2], colour[3] * seen]
}

impl Canvas {
    fn clear(&mut self) {
        self.positions.clear();
        self.colours.clear();
        self.indices.clear();
    }

    /// Copies the triangles into a mesh, in the room that it has.
    fn write(&self, mesh: &mut Mesh) {
        if let Some(VertexAttributeValues::Float32x3(positions)) = mesh.attribute_mut(Mesh::ATTRIBUTE_POSITION) {
            positions.clone_from(&self.positions);
        }
        if let Some(VertexAttributeValues::Float32x4(colours)) = mesh.attribute_mut(Mesh::ATTRIBUTE_COLOR) {
            colours.clone_from(&self.colours);
        }
        if let Some(Indices::U32(indices)) = mesh.indices_mut() {
            indices.clone_from(&self.indices);
        }
    }

    fn paint(&mut self, speck: &Speck) {
        match *speck {
            Speck::Flash { at, way, size } => self.flash(at, way, size),
            Speck::Puff { at, radius, stuff: Stuff::Smoke, seen } => {
                // Lit from the upper left, as all on the table is.
                self.disc(at, radius, thin(self.inks.shade, seen * 0.8));
                let lit = at + Vec2::new(-0.2, 0.22) * radius;
                self.disc(lit, radius * 0.78, thin(self.inks.smoke, seen));
            }
            Speck::Puff { at, radius, stuff: Stuff::Dust, seen } => {
                self.disc(at, radius, thin(self.inks.dust, seen));
            }
            Speck::Puff { at, radius, stuff: Stuff::Spray, seen } => {
                self.disc(at, radius, thin(self.inks.water, seen));
            }
            Speck::Ring { at, radius, seen } => self.ring(at, radius, thin(self.inks.water, seen)),
            Speck::Ball { at, height } => {
                self.disc(at, BALL * 1.3, thin(self.inks.iron, 0.35));
                self.disc(at + Vec2::Y * height * 0.4, BALL * (1.0 + 0.3 * height), self.inks.iron);
            }
            Speck::Leg { from, to, last } => self.leg(from, to, last),
            Speck::Cloth { foot, staff, fly, colour, seen } => {
                self.line(foot, foot + staff, STAFF, thin(self.inks.iron, seen));
                let (head, half) = (foot + staff, foot + staff * 0.45);
                self.quad([head, head + fly, half + fly, half], linear(colour, seen));
            }
        }
    }

    fn corner(&mut self, at: Vec2, colour: [f32; 4]) -> u32 {
        self.positions.push([at.x, at.y, 0.0]);
        self.colours.push(colour);
        (self.positions.len() - 1) as u32
    }

    /// A disc that is full in its middle and fades to its rim.
    fn disc(&mut self, at: Vec2, radius: f32, colour: [f32; 4]) {
        let middle = self.corner(at, colour);
        for (share, seen) in [(0.7, 0.85), (1.0, 0.0)] {
            for n in 0..SIDES {
                self.corner(at + self.round[n] * radius * share, thin(colour, seen));
            }
        }
        let (inner, outer) = (middle + 1, middle + 1 + SIDES as u32);
        for n in 0..SIDES as u32 {
            let next = (n + 1) % SIDES as u32;
            self.indices.extend([middle, inner + n, inner + next]);
            self.indices.extend([inner + n, outer + n, outer + next, inner + n, outer + next, inner + next]);
        }
    }

    /// A line round a circle.
    fn ring(&mut self, at: Vec2, radius: f32, colour: [f32; 4]) {
        let first = self.positions.len() as u32;
        for share in [0.86, 1.0] {
            for n in 0..SIDES {
                self.corner(at + self.round[n] * radius * share, colour);
            }
        }
        let sides = SIDES as u32;
        for n in 0..sides {
            let next = (n + 1) % sides;
            self.indices.extend([first + n, first + sides + n, first + sides + next]);
            self.indices.extend([first + n, first + sides + next, first + next]);
        }
    }

    /// A tongue of fire with its glow.
    fn flash(&mut self, at: Vec2, way: Vec2, size: f32) {
        self.disc(at + way * size * 0.3, size * 0.8, thin(self.inks.glow, 0.6));
        let side = way.perp() * size * 0.22;
        let corners = [at, at + way * size * 0.4 + side, at + way * size, at + way * size * 0.4 - side];
        self.quad(corners, self.inks.fire);
    }

    fn quad(&mut self, corners: [Vec2; 4], colour: [f32; 4]) {
        let [a, b, c, d] = corners.map(|corner| self.corner(corner, colour));
        self.indices.extend([a, b, c, a, c, d]);
    }

    fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: [f32; 4]) {
        let side = (to - from).normalize_or_zero().perp() * (width / 2.0);
        self.quad([from + side, to + side, to - side, from - side], colour);
    }

    /// A leg of a way over its halo, with an arrow where the way ends.
    fn leg(&mut self, from: Vec2, to: Vec2, last: bool) {
        self.line(from, to, LEG * 2.0, thin(self.inks.halo, 0.7));
        self.line(from, to, LEG, self.inks.leg);
        if last {
            let way = (to - from).normalize_or_zero() * LEG * 4.0;
            let side = way.perp() * 0.6;
            self.quad([to, to - way + side, to - way * 0.7, to - way - side], self.inks.leg);
        }
    }
}
