//! The table as a picture of itself.
//!
//! Without a graphics card the table takes longer to draw than all that is written over it. A camera of its own draws it,
//! into a picture, when something on it has changed; the camera of the window lays the picture under the panels.

use bevy::{
    asset::AssetEventSystems,
    camera::{
        CameraUpdateSystems, ImageRenderTarget, RenderTarget, ScalingMode,
        visibility::{RenderLayers, VisibilitySystems},
    },
    image::{ImageSampler, ToExtents},
    prelude::*,
    render::{
        Render, RenderApp, RenderSystems,
        render_resource::{PipelineCache, TextureFormat},
    },
    sprite_render::AlphaMode2d,
    transform::TransformSystems,
    window::PrimaryWindow,
};
use bevy_egui::{EguiGlobalSettings, PrimaryEguiContext};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::{camera::BoardCamera, session::Wake, stage::Wakeup};

/// The layer of cameras in which the picture lies; the table is in the first.
const DESK: usize = 1;

/// The picture, and what it is drawn with.
#[derive(Resource)]
struct Picture {
    image: Handle<Image>,
    material: Handle<ColorMaterial>,
}

/// Whether something was left out of a frame, as its shader was not loaded yet: it is drawn as soon as that is there.
#[derive(Resource, Clone)]
struct LeftOut {
    is_some: Arc<AtomicBool>,
    wake: Wake,
}

/// What looks else than it did.
type Changes = Or<(
    Changed<GlobalTransform>,
    Changed<InheritedVisibility>,
    Changed<Mesh2d>,
    Changed<MeshMaterial2d<ColorMaterial>>,
)>;

pub(super) fn plugin(app: &mut App) {
    let left_out = LeftOut { is_some: Arc::default(), wake: app.world().resource::<Wakeup>().0.clone() };
    if let Some(render) = app.get_sub_app_mut(RenderApp) {
        render.insert_resource(left_out.clone()).add_systems(Render, note_left_out.in_set(RenderSystems::Cleanup));
    }
    app.insert_resource(left_out).add_systems(Startup, put_up).add_systems(
        PostUpdate,
        (
            // The picture and its material are changed in the same frame.
            fit.before(CameraUpdateSystems).before(AssetEventSystems),
            draw_what_changed
                .after(fit)
                .after(TransformSystems::Propagate)
                .after(VisibilitySystems::VisibilityPropagate)
                .after(AssetEventSystems)
                .before(VisibilitySystems::CheckVisibility),
        ),
    );
}

fn put_up(
    mut commands: Commands,
    mut panels: ResMut<EguiGlobalSettings>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    panels.auto_create_primary_context = false;
    let mut image = Image::new_target_texture(1, 1, TextureFormat::Rgba8UnormSrgb, None);
    image.sampler = ImageSampler::nearest();
    let image = images.add(image);
    let material = ColorMaterial { texture: Some(image.clone()), alpha_mode: AlphaMode2d::Opaque, ..default() };
    let material = materials.add(material);
    let whole = OrthographicProjection {
        scaling_mode: ScalingMode::Fixed { width: 2.0, height: 2.0 },
        ..OrthographicProjection::default_2d()
    };
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        Camera { order: 1, ..default() },
        Projection::from(whole),
        Msaa::Off,
        RenderLayers::layer(DESK),
    ));
    commands.spawn((
        Mesh2d(meshes.add(Rectangle::new(2.0, 2.0))),
        MeshMaterial2d(material.clone()),
        RenderLayers::layer(DESK),
    ));
    commands.insert_resource(Picture { image, material });
}

/// Has the camera of the table draw the picture, as large as the window.
fn fit(
    window: Single<&Window, With<PrimaryWindow>>,
    picture: Res<Picture>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut target: Single<&mut RenderTarget, With<BoardCamera>>,
    mut last: Local<(UVec2, f32)>,
) {
    let (size, scale_factor) = (window.physical_size(), window.scale_factor());
    if size.min_element() == 0 || std::mem::replace(&mut *last, (size, scale_factor)) == (size, scale_factor) {
        return;
    }
    if let Some(mut image) = images.get_mut(&picture.image) {
        image.resize(size.to_extents());
    }
    // It holds the picture of before until it is changed itself.
    if let Some(material) = materials.get_mut(&picture.material) {
        material.into_inner();
    }
    **target = RenderTarget::Image(ImageRenderTarget { handle: picture.image.clone(), scale_factor });
}

/// Has another frame drawn if something was left out of this one.
fn note_left_out(pipelines: Res<PipelineCache>, left_out: Res<LeftOut>) {
    if pipelines.waiting_pipelines().next().is_some() {
        left_out.is_some.store(true, Ordering::Relaxed);
        (left_out.wake)();
    }
}

/// Has the table drawn if something on it looks else than it did, or was left out.
fn draw_what_changed(
    left_out: Res<LeftOut>,
    changed: Query<(), (With<Mesh2d>, Changes)>,
    mut gone: RemovedComponents<Mesh2d>,
    mut meshes: MessageReader<AssetEvent<Mesh>>,
    mut materials: MessageReader<AssetEvent<ColorMaterial>>,
    looks: Query<(), (With<BoardCamera>, Or<(Changed<GlobalTransform>, Changed<Projection>, Changed<RenderTarget>)>)>,
    mut camera: Single<&mut Camera, With<BoardCamera>>,
) {
    let news = [gone.read().count(), meshes.read().count(), materials.read().count()];
    let left_out = left_out.is_some.swap(false, Ordering::Relaxed);
    camera.is_active = left_out || news != [0; 3] || !changed.is_empty() || !looks.is_empty();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        camera::BoardView,
        open::{Start, unseen},
        pieces::Shows,
        session::{Controller, Session},
    };
    use bevy::math::Vec2;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{battle::simulation_world, scenario};
    use grapeshot_rulesets as rulesets;
    use std::path::Path;

    #[test]
    fn the_table_is_drawn_anew_only_when_something_on_it_has_changed() {
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let world = simulation_world(rulesets::plugin);
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let controllers = vec![Controller::Human; 2];
        let start = Start::Play { scenario, controllers, seed: 1, record: None, told: None };
        let mut app = unseen(start, rulesets::plugin);
        let mut is_drawn = |change: &dyn Fn(&mut World)| {
            change(app.world_mut());
            app.update();
            let mut boards = app.world_mut().query_filtered::<&Camera, With<BoardCamera>>();
            boards.single(app.world()).expect("there is one table").is_active
        };
        assert!(is_drawn(&|_| {}), "it is laid");
        let rests = (0..60).any(|_| !is_drawn(&|_| {}));
        assert!(rests, "it rests after a while");
        assert!(!is_drawn(&|world| world.resource_mut::<Session>().set_changed()), "panels alone may have changed");
        let moves = |world: &mut World| world.resource_mut::<BoardView>().centre += Vec2::X;
        assert!(is_drawn(&moves), "the view is moved");
        assert!(!is_drawn(&|_| {}));
        let hides = |world: &mut World| {
            let mut ground = world.query_filtered::<&mut Visibility, (With<Mesh2d>, Without<Shows>)>();
            ground.iter_mut(world).for_each(|mut part| *part = Visibility::Hidden);
        };
        assert!(is_drawn(&hides), "the ground is seen no more");
    }
}
