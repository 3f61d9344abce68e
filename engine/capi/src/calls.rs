//! The calls with numbers and handles in place of objects, for both interfaces. This module has no unsafe code.

use std::sync::Arc;

use keitai_render::micro3d::{ActionTable, Figure, Graphics3D};
use keitai_render::{
    AffineTrans, Angle, Clip, Compat, Effect, FigureLayout, Light, PixelFormat, Pixels, Primitives, Projection, Q12,
    ScreenColours, Shading, SphereMap, TextureMap, Vector3,
};

use crate::record::Records;

/// The result of a call, as a number.
pub(crate) type Code = i32;
pub(crate) const OK: Code = 0;
pub(crate) const ARGUMENT: Code = -1;
pub(crate) const DAMAGED: Code = -2;
pub(crate) const UNBOUND: Code = -3;

/// Numbers of a layout, and of an effect.
pub(crate) const LAYOUT: usize = 19;
pub(crate) const EFFECT: usize = 11;

/// The screens of emulators have 8 bits a channel.
pub(crate) fn compat() -> Compat {
    Compat { pixel_format: PixelFormat::Rgb888, ..Compat::engine() }
}

/// A texture of figures and primitives, or a sphere map.
pub enum Texture {
    /// A texture of figures and primitives.
    Model(Arc<TextureMap>),
    /// A sphere map.
    Sphere(Arc<SphereMap>),
}

impl Texture {
    pub(crate) fn new(bytes: &[u8], is_model: bool) -> Option<Self> {
        Some(match is_model {
            true => Self::Model(Arc::new(TextureMap::read(bytes, &compat()).ok()?)),
            false => Self::Sphere(Arc::new(SphereMap::read(bytes, &compat()).ok()?)),
        })
    }

    pub(crate) fn model(&self) -> Option<&Arc<TextureMap>> {
        if let Self::Model(map) = self { Some(map) } else { None }
    }

    fn sphere(&self) -> Option<Arc<SphereMap>> {
        if let Self::Sphere(map) = self { Some(Arc::clone(map)) } else { None }
    }
}

pub(crate) fn set_posture(figure: &mut Figure, actions: &ActionTable, action: i32, frame: i32) -> Option<Code> {
    figure.set_posture(actions, index(actions, action)?, frame);
    Some(OK)
}

pub(crate) fn last_frame(actions: &ActionTable, action: i32) -> Option<i32> {
    Some(actions.last_frame(index(actions, action)?))
}

fn index(actions: &ActionTable, action: i32) -> Option<usize> {
    usize::try_from(action).ok().filter(|action| *action < actions.len())
}

/// Layout and effect of a call.
pub(crate) struct Look {
    layout: FigureLayout,
    effect: Effect,
    offset: (i32, i32),
}

impl Look {
    /// Reads the numbers of the header; `None` for a projection that is impossible.
    pub(crate) fn new(
        layout: &[i32; LAYOUT],
        effect: &[i32; EFFECT],
        sphere: Option<&Texture>,
        offset: (i32, i32),
    ) -> Option<Self> {
        let [matrix @ .., kind, a, b, c, d, x, y] = *layout;
        let projection = match kind {
            0 => Projection::ParallelScale { x: Q12::from_bits(a), y: Q12::from_bits(b) },
            1 => Projection::ParallelSize { width: a, height: b },
            2 => Projection::PerspectiveFov { near: a, far: b, angle: Angle(c) },
            3 => Projection::PerspectiveSize { near: a, far: b, width: Q12::from_bits(c), height: Q12::from_bits(d) },
            _ => return None,
        };
        let mut layout = FigureLayout::default();
        layout.transform = AffineTrans::from_raw(matrix);
        layout.set_centre(x, y);
        layout.set_projection(projection).ok()?;
        let [is_lit, x, y, z, intensity, ambient, is_toon, threshold, high, low, transparency] = *effect;
        let light = Light::new(Vector3::new(x, y, z), Q12::from_bits(intensity), Q12::from_bits(ambient));
        let [threshold, high, low] = [threshold, high, low].map(|shade| shade.clamp(0, 255) as u8);
        let shading = if is_toon == 0 { Shading::Normal } else { Shading::Toon { threshold, high, low } };
        let sphere = sphere.and_then(Texture::sphere);
        let effect = Effect::new((is_lit != 0).then_some(light), shading, transparency != 0, sphere);
        Some(Self { layout, effect, offset })
    }
}

/// Pixels of the caller, and their distance from row to row.
pub(crate) struct Target<'a> {
    pub(crate) pixels: &'a mut [u32],
    pub(crate) stride: usize,
}

/// Graphics, and the size of the picture that they are bound to.
pub struct Graphics {
    calls: Graphics3D,
    bound: Option<(u32, u32)>,
    records: Option<Records>,
    list: Vec<Arc<TextureMap>>,
    transforms: Vec<AffineTrans>,
    /// Numbers of a call of Java.
    pub(crate) words: Vec<i32>,
}

impl Graphics {
    pub(crate) fn new() -> Self {
        Self {
            calls: Graphics3D::new(compat()),
            bound: None,
            records: Records::of_environment(),
            list: Vec::new(),
            transforms: Vec::new(),
            words: Vec::new(),
        }
    }

    pub(crate) fn bind(&mut self, [width, height]: [i32; 2], [x, y, clip_width, clip_height]: [i32; 4]) -> Code {
        let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else { return ARGUMENT };
        let clip = Clip { left: x, top: y, right: x.saturating_add(clip_width), bottom: y.saturating_add(clip_height) };
        self.calls.bind(width, height, Some(clip));
        if self.records.is_some() {
            self.calls.record((width, height), Some(clip));
        }
        self.bound = Some((width, height));
        OK
    }

    pub(crate) fn release(&mut self) -> Code {
        self.bound = None;
        match (self.calls.take_recorded(ScreenColours::default()), &mut self.records) {
            (Ok(Some(recorded)), Some(records)) => records.write(&recorded).map_or(DAMAGED, |()| OK),
            (Ok(_), _) => OK,
            (Err(_), _) => DAMAGED,
        }
    }

    pub(crate) fn render_figure<'a>(
        &mut self,
        figure: &mut Figure,
        textures: impl Iterator<Item = &'a Texture>,
        look: Option<Look>,
    ) -> Code {
        let (true, Some(Look { layout, effect, offset: (x, y) })) = (self.bound.is_some(), look) else {
            return self.refusal();
        };
        figure.set_textures(textures.filter_map(|texture| texture.model().cloned()));
        self.calls.render_figure(figure, x, y, &layout, &effect);
        self.calls.take_refused().for_each(drop);
        OK
    }

    pub(crate) fn render_primitives(&mut self, primitives: &Primitives, look: Option<Look>) -> Code {
        let (true, Some(Look { layout, effect, offset: (x, y) })) = (self.bound.is_some(), look) else {
            return self.refusal();
        };
        let is_drawn = self.calls.render_primitives(primitives, x, y, &layout, &effect);
        self.carried_out(is_drawn)
    }

    pub(crate) fn command_list<'a>(
        &mut self,
        textures: impl Iterator<Item = &'a Texture>,
        transforms: &[[i32; 12]],
        look: Option<Look>,
        words: &[i32],
        target: Target,
    ) -> Code {
        let (Some((width, height)), Some(Look { layout, effect, offset: (x, y) })) = (self.bound, look) else {
            return self.refusal();
        };
        let Some(mut picture) = Pixels::new(target.pixels, width, height, target.stride) else { return ARGUMENT };
        self.list.clear();
        self.list.extend(textures.filter_map(|texture| texture.model().cloned()));
        self.transforms.clear();
        self.transforms.extend(transforms.iter().copied().map(AffineTrans::from_raw));
        let (list, transforms, picture) = (&self.list, &self.transforms, &mut picture);
        let is_drawn = self.calls.draw_command_list(list, transforms, x, y, &layout, &effect, words, picture);
        self.list.clear();
        self.carried_out(is_drawn)
    }

    pub(crate) fn flush(&mut self, target: Target) -> Code {
        let Some((width, height)) = self.bound else { return UNBOUND };
        let Some(mut picture) = Pixels::new(target.pixels, width, height, target.stride) else { return ARGUMENT };
        self.calls.flush(&mut picture);
        OK
    }

    /// Returns why a call with such a look is not carried out.
    fn refusal(&self) -> Code {
        if self.bound.is_some() { ARGUMENT } else { UNBOUND }
    }

    fn carried_out(&mut self, is_drawn: bool) -> Code {
        self.calls.take_refused().for_each(drop);
        self.calls.take_error();
        if is_drawn { OK } else { ARGUMENT }
    }
}

/// Returns a matrix with the rotation of another one and its own translation.
pub(crate) fn turned(matrix: &[i32; 12], axis: &[i32; 3], angle: i32) -> [i32; 12] {
    let translation = AffineTrans::from_raw(*matrix).translation;
    AffineTrans { translation, ..AffineTrans::rotation(vector(axis), Angle(angle)) }.to_raw()
}

pub(crate) fn look_at(nine: &[i32; 9]) -> [i32; 12] {
    let [x, y, z, look_x, look_y, look_z, up_x, up_y, up_z] = *nine;
    let (look, up) = (Vector3::new(look_x, look_y, look_z), Vector3::new(up_x, up_y, up_z));
    AffineTrans::look_at(Vector3::new(x, y, z), look, up).to_raw()
}

pub(crate) fn vector(numbers: &[i32; 3]) -> Vector3 {
    Vector3::new(numbers[0], numbers[1], numbers[2])
}

pub(crate) fn numbers(vector: Vector3) -> [i32; 3] {
    [vector.x, vector.y, vector.z]
}
