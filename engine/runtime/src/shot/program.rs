//! Interprets the statements of a shot. Those that draw call a target.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_formats::diagnostic::counted;
use keitai_render::micro3d::{ActionTable, Figure};
use keitai_render::{
    AffineTrans, Align, Angle, Clip, CommandList, Effect, FigureLayout, Font, Primitives, Projection, SphereMap,
    TextureMap,
};

use super::{Axis, ShotError, Statement};
use crate::ron_text::number::Word;

/// The target of the statements of a frame: a renderer with a picture, or a check.
pub(super) trait Target {
    fn posture(&mut self, _figure: &Figure) {}
    fn projection(&mut self, _projection: Projection) {}
    fn clip(&mut self, _clip: Option<Clip>) {}
    fn figure(&mut self, _figure: &Figure, _offset: (i32, i32), _layout: &FigureLayout, _effect: &Effect) {}
    fn primitives(&mut self, _: &Primitives, _: (i32, i32), _: &FigureLayout, _: &Effect) {}
    fn command_list(&mut self, _list: &CommandList) {}
    fn image(&mut self, _texture: &TextureMap, _texels: [i32; 4], _at: (i32, i32), _key: bool, _blend: Blend) {}
    fn rectangle(&mut self, _at: (i32, i32), _size: (u32, u32), _colour: u32, _blend: Blend) {}
    fn text(&mut self, _text: &str, _at: (i32, i32), _font: &Font, _align: Align, _blend: Blend) {}
    fn flush(&mut self) {}

    /// Checks the effect of the last statement. Fails when it was refused; `statement` is its position, from 1.
    fn check(&mut self, statement: usize) -> Result<(), ShotError>;
}

/// The assets of a shot by name, and the state of its figures.
#[derive(Debug, Default)]
pub(super) struct Assets {
    pub(super) figures: Named<Figure>,
    pub(super) tables: Named<ActionTable>,
    pub(super) textures: Named<Arc<TextureMap>>,
    pub(super) spheres: Named<Arc<SphereMap>>,
    /// The fonts of the texts, in the order of the statements.
    pub(super) fonts: Vec<Font>,
    /// Textures of the current command list.
    list: Vec<Arc<TextureMap>>,
}

/// Assets, sorted by name.
#[derive(Debug)]
pub(super) struct Named<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    fn index(&self, what: &str, name: &str) -> Result<usize, String> {
        let index = self.0.binary_search_by(|(entry, _)| entry.as_str().cmp(name));
        index.map_err(|_| format!("{what} \"{name}\" is not declared"))
    }

    pub(super) fn get(&self, what: &str, name: &str) -> Result<&T, String> {
        Ok(&self.0[self.index(what, name)?].1)
    }

    fn get_mut(&mut self, what: &str, name: &str) -> Result<&mut T, String> {
        let index = self.index(what, name)?;
        Ok(&mut self.0[index].1)
    }
}

struct State<'a, T> {
    assets: &'a mut Assets,
    target: &'a mut T,
    k: i32,
    layout: FigureLayout,
    effect: Effect,
    clip: Option<Clip>,
    next_font: usize,
}

/// Runs frame `k` of a shot, and flushes. Fails when a name is not declared, when actions or matrices do not fit their
/// figure, and when the target refuses a statement.
pub(super) fn run(
    frame: &[Statement],
    clip: Option<Clip>,
    k: i32,
    assets: &mut Assets,
    target: &mut impl Target,
) -> Result<(), ShotError> {
    assets.figures.0.iter_mut().for_each(|(_, figure)| figure.reset());
    target.clip(clip);
    let (layout, effect) = Default::default();
    let mut state = State { assets, target, k, layout, effect, clip, next_font: 0 };
    for (position, statement) in (1..).zip(frame) {
        state.statement(statement).map_err(|reason| ShotError::statement(position, reason))?;
        state.target.check(position)?;
    }
    state.target.flush();
    Ok(())
}

impl<T: Target> State<'_, T> {
    fn statement(&mut self, statement: &Statement) -> Result<(), String> {
        let Self { assets, target, layout, effect, k, .. } = self;
        let Assets { figures, tables, textures, spheres, fonts, list } = &mut **assets;
        match statement {
            Statement::Textures(name, names) => {
                let figure = figures.get_mut("figure", name)?;
                if names.is_empty() {
                    return Err("expected at least one texture".to_owned());
                }
                collect(list, names, textures)?;
                figure.set_textures(list.drain(..));
            }
            Statement::SelectTexture(name, index) => {
                let figure = figures.get_mut("figure", name)?;
                let count = figure.textures.len();
                if *index >= count {
                    return Err(format!("there is no texture {index}, the figure has {count} here"));
                }
                figure.select_texture(*index);
            }
            Statement::Pattern(name, mask) => figures.get_mut("figure", name)?.set_pattern(u32::from(*mask)),
            Statement::Posture { figure, actions, action, start, step } => {
                let figure = figures.get_mut("figure", figure)?;
                let table = tables.get("action table", actions)?;
                let (count, expected) = (usize::from(table.document().bone_count), figure.model.bone_count());
                if count != expected {
                    let bones = counted(count, "bone");
                    return Err(format!("actions for {bones}, but the figure has {expected}"));
                }
                let count = table.len();
                if *action >= count {
                    return Err(format!("there is no action {action}, the table has {count}"));
                }
                figure.set_posture(table, *action, frame(start.0, step.0, *k, table.last_frame(*action)));
                target.posture(figure);
            }
            Statement::Bones(name, matrices) => {
                let figure = figures.get_mut("figure", name)?;
                let (count, expected) = (matrices.len(), figure.model.bone_count());
                if count != expected {
                    return Err(format!("matrices: expected {expected}, one for each bone, found {count}"));
                }
                figure.posture.set_locals(matrices);
                target.posture(figure);
            }
            Statement::Matrix(matrix) => layout.transform = (*matrix).into(),
            Statement::Mul(matrix) => layout.transform = layout.transform.mul(&(*matrix).into()),
            Statement::Rotate(axis, angle, step) => {
                let angle = Angle(angle.0.wrapping_add(step.0.wrapping_mul(*k)));
                let turn = match axis {
                    Axis::X => AffineTrans::rotation_x(angle),
                    Axis::Y => AffineTrans::rotation_y(angle),
                    Axis::Z => AffineTrans::rotation_z(angle),
                };
                layout.transform = layout.transform.mul(&turn);
            }
            Statement::Center(x, y) => layout.centre = (x.0, y.0),
            Statement::Projection(projection) => {
                let projection = Projection::from(*projection);
                target.projection(projection);
                drop(layout.set_projection(projection));
            }
            Statement::Light(light) => effect.light = *light,
            Statement::Shading(shading) => effect.shading = *shading,
            Statement::Transparency(on) => effect.semi_transparent = *on,
            Statement::Blend(blend) => effect.blend = *blend,
            Statement::SphereMap(map) => {
                let map = map.as_ref().map(|name| spheres.get("sphere map", name)).transpose()?;
                effect.sphere_map = map.cloned();
            }
            Statement::Painter(on) => effect.painter = *on,
            Statement::Clip(clip) => target.clip(clip.or(self.clip)),
            Statement::Render(name, x, y) | Statement::Draw(name, x, y) => {
                target.figure(figures.get("figure", name)?, (x.0, y.0), layout, effect);
                if matches!(statement, Statement::Draw(..)) {
                    target.flush();
                }
            }
            Statement::Primitives { texture, at, command, count, vertices, normals, texcoords, colours } => {
                let texture = texture.as_ref().map(|name| textures.get("texture", name)).transpose()?;
                let (command, count) = (u32::from(*command), usize::try_from(count.0).unwrap_or(0));
                let primitives = Primitives { texture, command, count, vertices, normals, texcoords, colours };
                target.primitives(&primitives, pixel(*at), layout, effect);
            }
            Statement::CommandList { textures: names, transforms, at, words } => {
                collect(list, names, textures)?;
                let offset = pixel(*at);
                target.command_list(&CommandList { words, textures: list, transforms, layout, effect, offset });
            }
            Statement::Image { texture, texels, at, key, blend } => {
                let texture = textures.get("texture", texture)?;
                let whole = [0, 0, texture.width().into(), texture.height().into()];
                target.image(texture, texels.unwrap_or(whole), pixel(*at), *key, *blend);
            }
            Statement::Rectangle { at, size, colour, blend } => {
                target.rectangle(pixel(*at), *size, u32::from(*colour), *blend)
            }
            Statement::Text { text, at, align, blend, .. } => {
                if let Some(font) = fonts.get(self.next_font) {
                    self.next_font += 1;
                    target.text(text, pixel(*at), font, *align, *blend);
                }
            }
            Statement::Flush => target.flush(),
        }
        Ok(())
    }
}

fn pixel((x, y): (Word, Word)) -> (i32, i32) {
    (x.0, y.0)
}

fn collect(list: &mut Vec<Arc<TextureMap>>, names: &[String], textures: &Named<Arc<TextureMap>>) -> Result<(), String> {
    list.clear();
    for name in names {
        list.push(Arc::clone(textures.get("texture", name)?));
    }
    Ok(())
}

/// Returns frame `start + step * k` of an action, wrapped on its length unless `step` is 0, in 16.16. Frames beyond 32767 do not fit;
/// the last frame that does is shown in their place.
fn frame(start: i32, step: i32, k: i32, last_frame: i32) -> i32 {
    // A last frame beyond 32767 has lost its sign.
    let length = i64::from(last_frame.cast_unsigned());
    if step == 0 || length == 0 {
        return start;
    }
    let frame = i64::from(start) + i64::from(step) * i64::from(k);
    i32::try_from(frame.rem_euclid(length)).unwrap_or(i32::MAX)
}
