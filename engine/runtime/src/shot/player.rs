//! Plays a loaded shot. Drawing a frame looks nothing up and allocates nothing.

use super::budget;
use super::faults;
use super::load::{Loaded, ShotFigure, Step, load};
use super::{Axis, Shot, ShotError};
use crate::assets::{AssetPath, Source};
use crate::limits::MAX_POLYGON_PIXELS;
use crate::settings::Settings;
use keitai_formats::Blend;
use keitai_render::{
    AffineTrans, Angle, Canvas, Clip, CommandList, Effect, FigureDraw, FigureLayout, Framebuffer, Primitives,
    PrimitivesDraw, Q16, Renderer, ScreenColours, TextureMap,
};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// The largest file of a shot, bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// A loaded shot.
pub struct Player {
    size: (u32, u32),
    background: u32,
    clip: Option<Clip>,
    loaded: Loaded,
    renderer: Renderer,
    screen: ScreenColours,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Player {
    /// Loads the shot at `path` of `source`. Its paths are relative to the folder of `path` and cannot leave the source.
    /// `settings` take precedence over those of the shot.
    ///
    /// # Errors
    /// When a file is missing, faulty or outside the source, or a name is not declared.
    pub fn open(shot: &Shot, settings: &Settings, source: &Source, path: &AssetPath) -> Result<Self, ShotError> {
        let folder = path.folder();
        Self::load(shot, settings, |file| {
            let path = folder.join(file)?;
            let bytes = source.read(&path, MAX_FILE_BYTES)?;
            Ok((path, bytes))
        })
    }

    /// Loads a shot. `read` returns the bytes of a path as written in the shot, which may be any path. `settings` take
    /// precedence over those of the shot.
    ///
    /// # Errors
    /// When a file is missing or faulty, or a name is not declared.
    pub fn new(
        shot: &Shot,
        settings: &Settings,
        mut read: impl FnMut(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, ShotError> {
        Self::load(shot, settings, |path| {
            let bytes = read(path).map_err(|source| ShotError::Read { path: path.into(), source })?;
            Ok((AssetPath::of_text(path), bytes.into()))
        })
    }

    fn load<'b>(
        shot: &Shot,
        settings: &Settings,
        file: impl FnMut(&str) -> Result<(AssetPath, Cow<'b, [u8]>), ShotError>,
    ) -> Result<Self, ShotError> {
        let compat = settings.over(shot.compat.unwrap_or_default());
        let backend = settings.backend.unwrap_or(shot.backend);
        let clip = shot.clip.map(Clip::from);
        let loaded = load(shot, &compat, file)?;
        budget::check(shot.size(), clip, &loaded)?;
        Ok(Self {
            size: shot.size(),
            background: shot.background.0 as u32 & 0xFF_FFFF,
            clip,
            loaded,
            screen: settings.over_screen(shot.screen.unwrap_or_default()),
            renderer: settings.renderer(shot.size(), compat, backend),
        })
    }

    /// Returns a picture of the shot's size.
    pub fn framebuffer(&self) -> Framebuffer {
        Framebuffer::new(self.size.0, self.size.1)
    }

    /// Returns the renderer with its settings and statistics.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Returns a line for each kind of likely mistake that phones show wrongly: coarse sort keys of a near plane of 1, and
    /// primitives with texels outside their texture.
    pub fn likely_faults(&self) -> Vec<String> {
        faults::faults(&self.loaded.steps)
    }

    /// Draws frame `k` to a picture of the shot's size.
    ///
    /// # Errors
    /// When the renderer refuses primitives, a projection or a command list, and when polygons cover more than 268,435,456
    /// pixels.
    pub fn draw(&mut self, k: i32, framebuffer: &mut Framebuffer) -> keitai_render::Result<()> {
        framebuffer.fill(self.background);
        // A frame with an error leaves polygons in the queue.
        self.renderer.discard();
        self.renderer.limit_pixels(MAX_POLYGON_PIXELS);
        let Loaded { figures, tables, texture_lists, spheres, steps } = &mut self.loaded;
        let mut clip = self.clip;
        self.renderer.set_clip(clip);
        let mut layout = FigureLayout::default();
        let mut effect = Effect::default();
        for figure in figures.iter_mut() {
            figure.posture.set_rest(&figure.asset.model);
            (figure.textures, figure.selected) = (None, None);
        }
        let at = |start: i32, step: i32| start.wrapping_add(step.wrapping_mul(k));
        for step in steps.iter() {
            match *step {
                Step::Textures { figure, list } => {
                    (figures[figure].textures, figures[figure].selected) = (Some(list), None);
                }
                Step::SelectTexture { figure, index } => figures[figure].selected = Some(index),
                Step::Pattern { figure, mask } => figures[figure].posture.set_pattern(mask),
                Step::Posture { figure, table, action, start, step } => {
                    let action = &tables[table].actions[action];
                    let figure = &mut figures[figure];
                    let frame = frame(start, step, k, action.last_frame);
                    figure.posture.set(&figure.asset.model, action, frame);
                }
                Step::Bones { figure, ref matrices } => figures[figure].posture.set_locals(matrices),
                Step::Matrix(matrix) => layout.transform = matrix,
                Step::Mul(matrix) => layout.transform = layout.transform.mul(&matrix),
                Step::Rotate { axis, angle, step } => {
                    let angle = Angle(at(angle, step));
                    let turn = match axis {
                        Axis::X => AffineTrans::rotation_x(angle),
                        Axis::Y => AffineTrans::rotation_y(angle),
                        Axis::Z => AffineTrans::rotation_z(angle),
                    };
                    layout.transform = layout.transform.mul(&turn);
                }
                Step::Center(x, y) => layout.centre = (x, y),
                Step::Projection(projection) => drop(layout.set_projection(projection)),
                Step::Light(light) => effect.light = light,
                Step::Shading(shading) => effect.shading = shading,
                Step::Transparency(on) => effect.semi_transparent = on,
                Step::Blend(blend) => effect.blend = blend,
                Step::SphereMap(map) => effect.sphere_map = map.map(|i| Arc::clone(&spheres[i])),
                Step::Painter(on) => effect.painter = on,
                Step::Clip(area) => {
                    clip = area;
                    self.renderer.set_clip(clip);
                }
                Step::Render { figure, offset } => {
                    self.renderer.render_figure(&figures[figure].draw(texture_lists, &layout, &effect, offset));
                }
                Step::Draw { figure, offset } => {
                    let draw = figures[figure].draw(texture_lists, &layout, &effect, offset);
                    self.renderer.draw_figure(&draw, framebuffer);
                }
                Step::Primitives { ref texture, offset, command, count, ref data } => {
                    let [vertices, normals, texcoords, colours] = data;
                    let texture = texture.as_ref();
                    let primitives = Primitives { texture, command, count, vertices, normals, texcoords, colours };
                    let draw = PrimitivesDraw { primitives, layout: &layout, effect: &effect, offset };
                    self.renderer.render_primitives(&draw)?;
                }
                Step::CommandList { list, ref transforms, offset, ref words } => {
                    let textures = &texture_lists[list];
                    let list = CommandList { words, textures, transforms, layout: &layout, effect: &effect, offset };
                    self.renderer.run_command_list(&list, framebuffer)?;
                }
                Step::Image { ref texture, texels, at, key, blend } => {
                    canvas(framebuffer, clip, blend).image(texture, texels, at.0, at.1, key);
                }
                Step::Rectangle { at, size, colour, blend } => {
                    canvas(framebuffer, clip, blend).rectangle(at.0, at.1, size.0, size.1, colour);
                }
                Step::Text { ref text, at, ref font, align, blend } => {
                    canvas(framebuffer, clip, blend).write(text, at.0, at.1, font, align);
                }
                Step::Flush => self.renderer.flush(framebuffer),
            }
        }
        framebuffer.reduce(self.screen);
        self.renderer.check_pixel_limit()
    }
}

/// Returns frame `start + step * k` of an action, wrapped on its length unless `step` is 0. Frames beyond 32767 do not fit
/// 16.16; the last frame that does is shown in their place.
fn frame(start: i32, step: i32, k: i32, last_frame: u16) -> Q16 {
    let length = i64::from(last_frame) << 16;
    if step == 0 || length == 0 {
        return Q16::from_bits(start);
    }
    let frame = i64::from(start) + i64::from(step) * i64::from(k);
    Q16::from_bits(i32::try_from(frame.rem_euclid(length)).unwrap_or(i32::MAX))
}

impl ShotFigure {
    fn draw<'a>(
        &'a self,
        lists: &'a [Vec<Arc<TextureMap>>],
        layout: &'a FigureLayout,
        effect: &'a Effect,
        offset: (i32, i32),
    ) -> FigureDraw<'a> {
        FigureDraw {
            model: &self.asset.model,
            posture: &self.posture,
            textures: self.textures.map_or(&[], |list| &lists[list]),
            selected: self.selected,
            layout,
            effect,
            offset,
        }
    }
}

fn canvas(framebuffer: &mut Framebuffer, clip: Option<Clip>, blend: Blend) -> Canvas<'_> {
    let mut canvas = Canvas::new(framebuffer);
    canvas.set_clip(clip);
    canvas.set_blend(blend);
    canvas
}
