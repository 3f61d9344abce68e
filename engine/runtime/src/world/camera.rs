//! Cameras and their views.
//!
//! A camera is at the position of its transform and looks along its -Z, unless a [`Rig`] aims or moves it. View space has
//! x right, y down, z into the screen. Rigs move in 1/4096 units; views are in whole units, as on the phones.

use std::hash::Hasher;

use hecs::{Entity, World};
use keitai_render::{AffineTrans, Angle, Clip, FigureLayout, Projection, Q12, Vector3};
use serde::Deserialize;

use super::components::{SceneComponent, merged};
use super::reader::Reader;
use super::rig::{Rig, RigFile, RigPath, added};
use super::transform::{MAX_PARENTS, Parent, Transform, WorldTransform, propagate_transforms};
use crate::error::Result;
use crate::game_hasher::GameHasher;
use crate::ron_text::number::{self, ProjectionWords};
use crate::text_file::Field;

/// A camera.
///
/// Cameras with an area draw their views over the picture of the first camera: two players side by side, a mirror, a map.
///
/// ```
/// use keitai_runtime::world::{Camera, Rig, RigPath, Transform};
/// use keitai_runtime::{Settings, Stage};
/// # use keitai_render::{Clip, Compat, Q12, Vector3};
///
/// let mut stage = Stage::empty((240, 320), Compat::default(), &Settings::default());
/// let views = [(0, -500), (120, 500)].map(|(left, x)| {
///     let car = stage.world.spawn((Transform::at(x, 0, 0),));
///     let area = Some(Clip { left, top: 0, right: left + 120, bottom: 320 });
///     let behind = RigPath::Chase { distance: 300, height: 120, ease: Q12::ONE };
///     let camera = Camera { area, ..Camera::default() };
///     stage.world.spawn((camera, Transform::default(), Rig::new(Some(car), behind)))
/// });
/// stage.tick(&[]);
/// for (view, pixel) in views.into_iter().zip([(60, 160), (180, 160)]) {
///     let car = stage.world.get::<&Rig>(view)?.target.unwrap();
///     stage.camera = Some(view);
///     assert_eq!(stage.pixel(car, Vector3::default()), Some(pixel));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Camera {
    /// The projection from view space to the screen. A projection that [`Projection::check`] refuses gives a warning of
    /// [`Stage::take_warnings`](crate::Stage::take_warnings), and the view is drawn with a `ParallelScale` of 0.125.
    pub projection: Projection,
    /// The part of the picture that this camera draws, over the pictures of cameras without an area; `None` for all.
    pub area: Option<Clip>,
    /// The pixel of the view's axis; `None` for the middle of the area or of the picture.
    pub centre: Option<(i32, i32)>,
    /// Matrix from world space to view space. Every tick sets it for cameras with a [`Transform`]. A camera without one keeps the
    /// view that the game gives it, for example that of [`AffineTrans::look_at`].
    ///
    /// ```
    /// use keitai_runtime::world::Camera;
    /// use keitai_runtime::{Settings, Stage};
    /// # use keitai_render::{AffineTrans, Compat, Vector3};
    ///
    /// let mut stage = Stage::empty((240, 320), Compat::default(), &Settings::default());
    /// let (eye, look, up) = (Vector3::new(0, 0, 400), Vector3::new(0, 0, -4096), Vector3::new(0, 4096, 0));
    /// let view = AffineTrans::look_at(eye, look, up);
    /// stage.camera = Some(stage.world.spawn((Camera { view, ..Camera::default() },)));
    /// stage.tick(&[]);
    /// assert_eq!(stage.pixel_of(Vector3::default()), Some((120, 160)));
    /// ```
    pub view: AffineTrans,
}

impl Default for Camera {
    /// Returns a camera with a field of view of 60 degrees, at the origin, looking along -Z.
    fn default() -> Self {
        Self::new(Self::PROJECTION)
    }
}

impl Camera {
    /// The default projection, with a field of view of 60 degrees.
    pub(crate) const PROJECTION: Projection = Projection::PerspectiveFov { near: 10, far: 4096, angle: Angle(682) };

    /// Returns a camera with this projection, at the origin, looking along -Z.
    pub(crate) fn new(projection: Projection) -> Self {
        Self { projection, area: None, centre: None, view: view_along(&AffineTrans::IDENTITY) }
    }

    /// Returns the projection for a picture of `size` pixels. The camera's field of view and sizes are those of its area;
    /// the renderer's are those of the whole picture and larger in proportion. A refused projection gives that of new layouts.
    pub(crate) fn projection_on(&self, (width, height): (u32, u32)) -> Projection {
        if self.projection.check().is_err() {
            return FigureLayout::default().projection();
        }
        let Some(area) = self.area else { return self.projection };
        let length = |from: i32, to: i32| i64::from(to.saturating_sub(from).max(1));
        let sides = [length(area.left, area.right), length(area.top, area.bottom)];
        let whole = [width, height].map(i64::from);
        let positive = |size: i64| i32::try_from(size.max(1)).unwrap_or(i32::MAX);
        match self.projection {
            Projection::PerspectiveFov { near, far, angle } => {
                let half = AffineTrans::rotation_z(Angle(angle.0 >> 1));
                let [sine, cosine] = [half.linear[1][0], half.linear[0][0]].map(|part| i64::from(part.to_bits()));
                // Size of the near plane. The field of view is that of the width, and pixels are square.
                let size = |whole: i64| {
                    let across = 2 * 4096 * i64::from(near) * sine * whole / (cosine.max(1) * sides[0]);
                    Q12::from_bits(positive(across))
                };
                Projection::PerspectiveSize { near, far, width: size(whole[0]), height: size(whole[1]) }
            }
            Projection::PerspectiveSize { near, far, width, height } => {
                let size = |axis: usize, size: Q12| {
                    Q12::from_bits(positive(i64::from(size.to_bits()) * whole[axis] / sides[axis]))
                };
                Projection::PerspectiveSize { near, far, width: size(0, width), height: size(1, height) }
            }
            Projection::ParallelSize { width, height } => {
                let scale = |side: i64, units: i32| Q12::from_bits(positive((side << 12) / i64::from(units.max(1))));
                Projection::ParallelScale { x: scale(sides[0], width), y: scale(sides[1], height) }
            }
            Projection::ParallelScale { .. } => self.projection,
        }
    }

    /// Returns the pixel of the view's axis on a picture of `size` pixels.
    pub(crate) fn centre_on(&self, (width, height): (u32, u32)) -> (i32, i32) {
        let middle = |from: i32, to: i32| ((i64::from(from) + i64::from(to)) / 2) as i32;
        self.centre.unwrap_or_else(|| match self.area {
            Some(area) => (middle(area.left, area.right), middle(area.top, area.bottom)),
            None => (width as i32 / 2, height as i32 / 2),
        })
    }

    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        let CameraFile { projection, area, centre, rig } = field.parse()?;
        let projection = projection.map_or(Self::PROJECTION, Projection::from);
        projection.check().map_err(|error| field.error(format!("projection: {error}")))?;
        if area.is_some_and(|area| area.right <= area.left || area.bottom <= area.top) {
            return Err(field.error("area: expected a width and a height of at least 1"));
        }
        rig.map(|rig| rig.read(field, reader)).transpose()?;
        Ok(Some(Self { area, centre, ..Self::new(projection) }))
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct CameraFile<'a> {
    projection: Option<ProjectionWords>,
    #[serde(deserialize_with = "number::area")]
    area: Option<Clip>,
    centre: Option<(i32, i32)>,
    #[serde(borrow)]
    rig: Option<RigFile<'a>>,
}

impl SceneComponent for Camera {
    fn is_same(&self, other: &Self) -> bool {
        // The view is computed, so it is not compared.
        Self { view: other.view, ..*self } == *other
    }

    fn renewed(&self, old: &Self, now: &Self) -> Self {
        Self {
            projection: merged(&old.projection, self.projection, now.projection),
            area: merged(&old.area, self.area, now.area),
            centre: merged(&old.centre, self.centre, now.centre),
            view: now.view,
        }
    }

    fn line(&self) -> String {
        format!("camera {:?}", self.projection)
    }

    fn hash(&self, hasher: &mut GameHasher) {
        self.view.to_raw().into_iter().for_each(|element| hasher.write_i32(element));
    }
}

/// Moves and aims the cameras that have a [`Rig`] by a tick, and updates the view of each camera.
pub(crate) fn camera(world: &mut World) {
    update(world, true);
}

/// Updates the views of all cameras without moving them.
pub(crate) fn aim(world: &mut World) {
    update(world, false);
}

fn update(world: &mut World, tick: bool) {
    if tick {
        world.query_mut::<&mut Rig>().into_iter().for_each(Rig::spin);
    }
    // A rig steps after those that its target moves with.
    let mut rank = Some(0);
    while let Some(present) = rank {
        rank = update_views(world, tick, Some(present));
        if rank.is_some() {
            propagate_transforms(world);
        }
    }
    for rig in world.query_mut::<&mut Rig>().with::<(&Camera, &Transform)>().without::<&Parent>() {
        rig.started |= rig.path != RigPath::Stay;
    }
    let moves_others = world.query::<&Parent>().iter().any(|parent| world.satisfies::<&Rig>(parent.0));
    if moves_others {
        // The entities that move with a camera follow its rig in the same tick, other cameras among them.
        propagate_transforms(world);
        update_views(world, false, None);
    }
}

/// Returns the number of rigs that the target of a rig moves with.
fn rank_of(world: &World, rig: &Rig) -> usize {
    let above = |entity: &Entity| match world.get::<&Parent>(*entity) {
        Ok(parent) => Some(parent.0),
        Err(_) => world.get::<&Rig>(*entity).ok()?.target,
    };
    let line = std::iter::successors(rig.target, above).take(MAX_PARENTS);
    line.filter(|entity| world.satisfies::<&Rig>(*entity)).count()
}

/// Moves the cameras whose rigs have this rank, and updates the views of all. Returns the next rank that there is.
fn update_views(world: &World, tick: bool, rank: Option<usize>) -> Option<usize> {
    type Parts<'a> = (&'a mut Camera, &'a WorldTransform, &'a mut Transform, Option<&'a Rig>, Option<&'a Parent>);
    let mut next = None;
    for (camera, world_transform, transform, rig, parent) in world.query::<Parts>().iter() {
        let Some(rig) = rig else {
            camera.view = view_along(&world_transform.0);
            continue;
        };
        let place = rank.map(|_| rank_of(world, rig));
        next = place.filter(|place| Some(*place) > rank).into_iter().chain(next).min();
        let target = rig.target.and_then(|entity| world.get::<&WorldTransform>(entity).ok().map(|target| *target));
        let target = target.unwrap_or_default();
        let [x, y, z] = rig.offset;
        let aim = added(target.position(), Vector3::new(x, y, z));
        let eye = if parent.is_some() {
            world_transform.position()
        } else {
            if rank.is_some() && place == rank && (tick || !rig.started) {
                rig.step(transform, &target.0, aim);
            }
            transform.rounded()
        };
        camera.view = view_at(eye, aim);
    }
    next
}

fn view_at(eye: Vector3, aim: Vector3) -> AffineTrans {
    let [x, y, z] = [(aim.x, eye.x), (aim.y, eye.y), (aim.z, eye.z)].map(|(aim, eye)| aim.saturating_sub(eye));
    let look = Vector3::new(x, y, z).unit();
    // Straight up or down no direction is upright; the picture's top is -Z then, as on a map.
    let up = if look.x == 0 && look.z == 0 { Vector3::new(0, 0, -4096) } else { Vector3::new(0, 4096, 0) };
    AffineTrans::look_at(eye, look, up)
}

fn view_along(matrix: &AffineTrans) -> AffineTrans {
    let axis = |j: usize| {
        let [x, y, z] = matrix.linear.map(|row| row[j].to_bits());
        Vector3::new(x, y, z).unit()
    };
    let [x, y, z] = matrix.translation;
    let back = axis(2);
    AffineTrans::look_at(Vector3::new(x, y, z), Vector3::new(-back.x, -back.y, -back.z), axis(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_render::Q12;

    const PROJECTION: Projection = Projection::PerspectiveFov { near: 1, far: 4096, angle: Angle(682) };

    /// Returns a target at (100, 20, 0) that faces +X in view space, and the camera's position.
    fn ticks(path: RigPath, count: usize) -> (Vector3, Vector3) {
        let mut world = World::new();
        let target = world.spawn((Transform { turn: [Angle(0), Angle(1024), Angle(0)], ..Transform::at(100, 20, 0) },));
        let rig = Rig::new(Some(target), path);
        let eye = world.spawn((Camera::new(PROJECTION), Transform::at(100, 20, 300), rig));
        for _ in 0..count {
            propagate_transforms(&mut world);
            camera(&mut world);
        }
        let view = world.get::<&Camera>(eye).unwrap().view;
        let eye = world.get::<&Transform>(eye).unwrap().rounded();
        (view.transform(Vector3::new(100, 20, 0)), eye)
    }

    /// Projects points through a camera whose area is 120 pixels wide and 160 high, at (60, 40) of a picture of 240 x 320.
    fn in_area(projection: Projection, points: [[i32; 3]; 3]) -> [Option<(i32, i32)>; 3] {
        let size = (240, 320);
        let area = Some(Clip { left: 60, top: 40, right: 180, bottom: 200 });
        let camera = Camera { area, view: AffineTrans::IDENTITY, ..Camera::new(projection) };
        let layout = crate::world::draw::layout(&camera, size);
        let renderer = keitai_render::Renderer::new(size.0, size.1, keitai_render::Compat::default());
        points.map(|[x, y, z]| renderer.project(&layout, Vector3::new(x, y, z)))
    }

    #[test]
    fn an_area_has_the_projection_of_a_whole_picture() {
        let middle = Some((120, 120));
        // A right angle across 120 pixels has 60 of them where x is z.
        let right_angle = Projection::PerspectiveFov { near: 10, far: 4096, angle: Angle(1024) };
        let points = [[0, 0, 500], [500, 0, 500], [0, 1000, 1000]];
        assert_eq!(in_area(right_angle, points), [middle, Some((180, 120)), Some((120, 180))]);
        let plane =
            Projection::PerspectiveSize { near: 100, far: 4096, width: Q12::from_num(60), height: Q12::from_num(40) };
        assert_eq!(
            in_area(plane, [[0, 0, 2000], [600, 0, 2000], [0, 400, 2000]]),
            [middle, Some((180, 120)), Some((120, 200))]
        );
        let size = Projection::ParallelSize { width: 60, height: 40 };
        assert_eq!(in_area(size, [[0, 0, 9], [-30, 0, 9], [0, -20, 9]]), [middle, Some((60, 120)), Some((120, 40))]);
        let scale = Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE };
        assert_eq!(in_area(scale, [[0, 0, 9], [7, 0, 9], [0, 7, 9]]), [middle, Some((127, 120)), Some((120, 127))]);
    }

    #[test]
    fn every_rig_has_its_target_straight_ahead() {
        let ease = Q12::ONE;
        let ahead = |z| Vector3::new(0, 0, z);
        assert_eq!(ticks(RigPath::Stay, 1), (ahead(300), Vector3::new(100, 20, 300)));
        let orbit = RigPath::Orbit { distance: 50, angle: Angle(0), pitch: Angle(0), spin: Angle(1024) };
        assert_eq!(ticks(orbit, 1), (ahead(50), Vector3::new(100, 20, 50)));
        assert_eq!(ticks(orbit, 2), (ahead(50), Vector3::new(150, 20, 0)));
        let above = RigPath::Orbit { distance: 50, angle: Angle(0), pitch: Angle(1024), spin: Angle(0) };
        assert_eq!(ticks(above, 1), (ahead(50), Vector3::new(100, 70, 0)));
        let chase = RigPath::Chase { distance: 60, height: 0, ease };
        assert_eq!(ticks(chase, 3), (ahead(60), Vector3::new(40, 20, 0)));
    }

    #[test]
    fn a_camera_without_rig_looks_along_its_minus_z() {
        let mut world = World::new();
        let head = world.spawn((Transform::at(0, 30, 0),));
        let turned = Transform { turn: [Angle(0), Angle(1024), Angle(0)], ..Transform::at(0, 0, 5) };
        let eye = world.spawn((Camera::new(PROJECTION), turned, Parent(head)));
        propagate_transforms(&mut world);
        camera(&mut world);
        let view = world.get::<&Camera>(eye).unwrap().view;
        assert_eq!(view.transform(Vector3::new(-10, 30, 5)), Vector3::new(0, 0, 10));
        assert_eq!(view.transform(Vector3::new(0, 31, 5)), Vector3::new(0, -1, 0));
        assert_eq!(view.transform(Vector3::new(0, 30, 4)), Vector3::new(1, 0, 0));
    }
}
