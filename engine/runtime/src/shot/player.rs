//! From a shot to its pictures: names become indices once, so that playing a frame looks nothing up and allocates
//! nothing.

use super::{Axis, Projection, Shading, Shot, Statement, TextureFile, Word, edges};
use keitai_convert::{Made, Options, open_actions, open_figure};
use keitai_formats::{ActionTable, Kind, ReadOptions, bmp};
use keitai_render::{
    AffineTrans, Angle, Backend, Clip, CommandList, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light,
    Model, Posture, Primitives, Q12, Q16, Renderer, SphereMap, TextureMap, Vector3,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a shot cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShotError {
    /// The text is not a shot.
    #[error("{0}")]
    Syntax(#[from] Box<ron::error::SpannedError>),
    /// The picture's size is out of range.
    #[error("size: expected 1..={largest} pixels each way, found {width}x{height}")]
    Size {
        /// Found.
        width: u32,
        /// Found.
        height: u32,
        /// The most.
        largest: u32,
    },
    /// A statement uses a name that is not declared.
    #[error("statement {statement}: {what} \"{name}\" is not declared")]
    Unknown {
        /// Position in the frame program, 1 being the first.
        statement: usize,
        /// What the name should stand for.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// An action table has fewer actions.
    #[error("statement {statement}: action {action} of {count}")]
    Action {
        /// Position in the frame program, 1 being the first.
        statement: usize,
        /// Asked for.
        action: usize,
        /// In the table.
        count: usize,
    },
    /// A file cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// A file is not what it should be.
    #[error("{path}: {source}")]
    Format {
        /// The file.
        path: String,
        /// Why.
        source: keitai_formats::Error,
    },
    /// A figure or its actions cannot be read, or not be made from their text.
    #[error("{path}:{}{source}", if source.is_placed() { "" } else { " " })]
    Source {
        /// The file.
        path: String,
        /// Why.
        source: keitai_convert::Error,
    },
    /// A file's content cannot be drawn.
    #[error("{path}: {source}")]
    Content {
        /// The file.
        path: String,
        /// Why.
        source: keitai_render::Error,
    },
}

/// A loaded shot.
pub struct Player {
    size: (u32, u32),
    background: u32,
    clip: Option<Clip>,
    figures: Vec<Cast>,
    tables: Vec<ActionTable>,
    texture_lists: Vec<Vec<Arc<TextureMap>>>,
    spheres: Vec<Arc<SphereMap>>,
    steps: Vec<Step>,
    renderer: Renderer,
}

/// A figure and its state within a frame.
struct Cast {
    model: Model,
    posture: Posture,
    /// Index of a texture list.
    textures: Option<usize>,
    selected: Option<usize>,
}

/// A statement with its names resolved.
enum Step {
    Textures { figure: usize, list: usize },
    SelectTexture { figure: usize, index: usize },
    Pattern { figure: usize, mask: u32 },
    Posture { figure: usize, table: usize, action: usize, start: i32, step: i32 },
    Matrix(AffineTrans),
    Mul(AffineTrans),
    Rotate { axis: Axis, angle: i32, step: i32 },
    Center(i32, i32),
    Projection(keitai_render::Projection),
    Light(Option<Light>),
    Shading(keitai_render::Shading),
    Transparency(bool),
    SphereMap(Option<usize>),
    Render { figure: usize, offset: (i32, i32) },
    Primitives { texture: Option<Arc<TextureMap>>, offset: (i32, i32), command: u32, count: usize, data: [Vec<i32>; 4] },
    CommandList { list: usize, offset: (i32, i32), words: Vec<i32> },
    Flush,
}

impl Player {
    /// Loads what a shot names; `read` gives the bytes of a path as the shot writes it. `compat` wins over the shot's own
    /// settings.
    ///
    /// # Errors
    /// When a file or a name is missing or wrong.
    pub fn new(
        shot: &Shot,
        compat: Option<Compat>,
        read: impl FnMut(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, ShotError> {
        Self::with_backend(shot, compat, Backend::Authentic, read)
    }

    /// As [`Self::new`], drawn by either back end.
    ///
    /// # Errors
    /// When a file or a name is missing or wrong.
    pub fn with_backend(
        shot: &Shot,
        compat: Option<Compat>,
        backend: Backend,
        mut read: impl FnMut(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, ShotError> {
        let compat = compat.or(shot.compat).unwrap_or_default();
        let mut bytes = |path: &str| read(path).map_err(|source| ShotError::Read { path: path.into(), source });
        let mut loader = Loader::default();
        for (name, file) in &shot.textures {
            let (TextureFile::Model(path) | TextureFile::Sphere(path)) = file;
            let picture = decode(path, bmp::read(&bytes(path)?, &ReadOptions::default()))?;
            match file {
                TextureFile::Model(_) => {
                    let map = content(path, TextureMap::new(&picture, &compat))?;
                    loader.textures.insert(name, Arc::new(map));
                }
                TextureFile::Sphere(_) => {
                    let map = content(path, SphereMap::new(&picture, &compat))?;
                    loader.sphere_names.insert(name, loader.spheres.len());
                    loader.spheres.push(Arc::new(map));
                }
            }
        }
        let (read, options) = (ReadOptions::default(), Options::default());
        let kind = |path: &str| path.rsplit_once('.').and_then(|(_, ending)| Kind::of_ending(ending));
        let mut figures = Vec::new();
        let mut documents: Vec<Made> = Vec::new();
        for (name, path) in &shot.figures {
            let opened = open_figure(&bytes(path)?, kind(path), &read, &options);
            let made = opened.map_err(|source| ShotError::Source { path: path.into(), source })?.document;
            let model = content(path, Model::new(&made.figure))?;
            loader.figures.insert(name, figures.len());
            documents.push(made);
            figures.push(Cast { posture: Posture::rest(&model), model, textures: None, selected: None });
        }
        for (name, path) in &shot.actions {
            let figure = posed_by(shot, name).and_then(|figure| loader.figures.get(figure)).copied().unwrap_or(0);
            let skeleton = documents.get(figure).map(|made| &made.skeleton);
            let opened = open_actions(&bytes(path)?, kind(path), skeleton, &read, &options);
            let table = opened.map_err(|source| ShotError::Source { path: path.into(), source })?.document.table;
            loader.tables.insert(name, loader.loaded_tables.len());
            loader.loaded_tables.push(table);
        }
        let mut steps = Vec::with_capacity(shot.frame.len() + 1);
        for (position, statement) in (1..).zip(&shot.frame) {
            loader.resolve(position, statement, &mut steps)?;
        }
        steps.push(Step::Flush);
        let clip = shot.clip.map(edges);
        Ok(Self {
            size: shot.size,
            background: shot.background.0 as u32 & 0xFF_FFFF,
            clip,
            figures,
            tables: loader.loaded_tables,
            texture_lists: loader.lists,
            spheres: loader.spheres,
            steps,
            renderer: Renderer::with_backend(shot.size.0, shot.size.1, compat, backend),
        })
    }

    /// A picture of the shot's size.
    pub fn framebuffer(&self) -> Framebuffer {
        Framebuffer::new(self.size.0, self.size.1)
    }

    /// The renderer, for its settings and statistics.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Draws frame `k`; the picture must have the shot's size.
    ///
    /// # Errors
    /// When primitives or a command list are wrong.
    pub fn draw(&mut self, k: i32, framebuffer: &mut Framebuffer) -> keitai_render::Result<()> {
        framebuffer.fill(self.background);
        self.renderer.set_clip(self.clip);
        let mut layout = FigureLayout::default();
        let mut effect = Effect::default();
        for cast in &mut self.figures {
            cast.posture.set_rest(&cast.model);
            (cast.textures, cast.selected) = (None, None);
        }
        let at = |start: i32, step: i32| start.wrapping_add(step.wrapping_mul(k));
        for step in &self.steps {
            match *step {
                Step::Textures { figure, list } => {
                    (self.figures[figure].textures, self.figures[figure].selected) = (Some(list), None);
                }
                Step::SelectTexture { figure, index } => self.figures[figure].selected = Some(index),
                Step::Pattern { figure, mask } => self.figures[figure].posture.set_pattern(mask),
                Step::Posture { figure, table, action, start, step } => {
                    let action = &self.tables[table].actions[action];
                    let cast = &mut self.figures[figure];
                    let length = i32::from(action.last_frame) << 16;
                    let frame = if step == 0 || length <= 0 { start } else { at(start, step).rem_euclid(length) };
                    cast.posture.set(&cast.model, action, Q16::from_bits(frame), self.renderer.compat());
                }
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
                Step::Center(x, y) => layout.center = (x, y),
                // One with impossible numbers leaves the previous in force, as on the phones.
                Step::Projection(projection) => _ = layout.set_projection(projection),
                Step::Light(light) => effect.light = light,
                Step::Shading(shading) => effect.shading = shading,
                Step::Transparency(on) => effect.semi_transparent = on,
                Step::SphereMap(map) => effect.sphere_map = map.map(|i| Arc::clone(&self.spheres[i])),
                Step::Render { figure, offset } => {
                    let cast = &self.figures[figure];
                    self.renderer.render_figure(&FigureDraw {
                        model: &cast.model,
                        posture: &cast.posture,
                        textures: cast.textures.map_or(&[], |list| &self.texture_lists[list]),
                        selected: cast.selected,
                        layout: &layout,
                        effect: &effect,
                        offset,
                    });
                }
                Step::Primitives { ref texture, offset, command, count, ref data } => {
                    let [vertices, normals, texcoords, colors] = data;
                    self.renderer.render_primitives(&Primitives {
                        texture: texture.as_ref(),
                        command,
                        count,
                        vertices,
                        normals,
                        texcoords,
                        colors,
                        layout: &layout,
                        effect: &effect,
                        offset,
                    })?;
                }
                Step::CommandList { list, offset, ref words } => {
                    let textures = &self.texture_lists[list];
                    let transforms = &[];
                    let list = CommandList { words, textures, transforms, layout: &layout, effect: &effect, offset };
                    self.renderer.run_command_list(&list, framebuffer)?;
                }
                Step::Flush => self.renderer.flush(framebuffer),
            }
        }
        Ok(())
    }
}

/// The figure that takes the first posture from these actions: texts find their bones by its names.
fn posed_by<'s>(shot: &'s Shot, table: &str) -> Option<&'s str> {
    shot.frame.iter().find_map(|statement| match statement {
        Statement::Posture { figure, actions, .. } if actions == table => Some(figure.as_str()),
        _ => None,
    })
}

fn decode<T>(path: &str, read: keitai_formats::Result<keitai_formats::Loaded<T>>) -> Result<T, ShotError> {
    read.map(|loaded| loaded.document).map_err(|source| ShotError::Format { path: path.into(), source })
}

fn content<T>(path: &str, made: keitai_render::Result<T>) -> Result<T, ShotError> {
    made.map_err(|source| ShotError::Content { path: path.into(), source })
}

/// Names of a shot, and what is loaded under them.
#[derive(Default)]
struct Loader<'a> {
    textures: BTreeMap<&'a str, Arc<TextureMap>>,
    sphere_names: BTreeMap<&'a str, usize>,
    spheres: Vec<Arc<SphereMap>>,
    figures: BTreeMap<&'a str, usize>,
    tables: BTreeMap<&'a str, usize>,
    loaded_tables: Vec<ActionTable>,
    lists: Vec<Vec<Arc<TextureMap>>>,
}

impl Loader<'_> {
    /// Keeps a list of textures and returns its index.
    fn texture_list(&mut self, names: &[String], statement: usize) -> Result<usize, ShotError> {
        let textures = names.iter().map(|name| self.texture(name, statement)).collect::<Result<_, _>>()?;
        self.lists.push(textures);
        Ok(self.lists.len() - 1)
    }

    fn texture(&self, name: &str, statement: usize) -> Result<Arc<TextureMap>, ShotError> {
        let unknown = || ShotError::Unknown { statement, what: "texture", name: name.into() };
        self.textures.get(name).cloned().ok_or_else(unknown)
    }

    fn resolve(&mut self, position: usize, statement: &Statement, steps: &mut Vec<Step>) -> Result<(), ShotError> {
        let unknown = |what, name: &str| ShotError::Unknown { statement: position, what, name: name.into() };
        let figure = |name: &str| self.figures.get(name).copied().ok_or_else(|| unknown("figure", name));
        let pair = |x: &Word, y: &Word| (x.0, y.0);
        let step = match statement {
            Statement::Textures(name, list) => {
                let figure = figure(name)?;
                let texture =
                    |name: &String| self.textures.get(name.as_str()).cloned().ok_or_else(|| unknown("texture", name));
                self.lists.push(list.iter().map(texture).collect::<Result<_, _>>()?);
                Step::Textures { figure, list: self.lists.len() - 1 }
            }
            Statement::SelectTexture(name, index) => Step::SelectTexture { figure: figure(name)?, index: *index },
            Statement::Pattern(name, mask) => Step::Pattern { figure: figure(name)?, mask: mask.0 as u32 },
            Statement::Posture { figure: name, actions, action, start, step } => {
                let figure = figure(name)?;
                let table = *self.tables.get(actions.as_str()).ok_or_else(|| unknown("action table", actions))?;
                let count = self.loaded_tables[table].actions.len();
                if *action >= count {
                    return Err(ShotError::Action { statement: position, action: *action, count });
                }
                Step::Posture { figure, table, action: *action, start: start.0, step: step.0 }
            }
            Statement::Matrix(m) => Step::Matrix(AffineTrans::from_raw(m.map(|w| w.0))),
            Statement::Mul(m) => Step::Mul(AffineTrans::from_raw(m.map(|w| w.0))),
            Statement::Rotate(axis, angle, step) => Step::Rotate { axis: *axis, angle: angle.0, step: step.0 },
            Statement::Center(x, y) => Step::Center(x.0, y.0),
            Statement::Projection(projection) => Step::Projection((*projection).into()),
            Statement::Light(light) => Step::Light(light.map(Light::from)),
            Statement::Shading(shading) => Step::Shading((*shading).into()),
            Statement::Transparency(on) => Step::Transparency(*on),
            Statement::SphereMap(map) => {
                let index = |name: &String| {
                    self.sphere_names.get(name.as_str()).copied().ok_or_else(|| unknown("sphere map", name))
                };
                Step::SphereMap(map.as_ref().map(index).transpose()?)
            }
            Statement::Render(name, x, y) => Step::Render { figure: figure(name)?, offset: pair(x, y) },
            Statement::Draw(name, x, y) => {
                steps.push(Step::Render { figure: figure(name)?, offset: pair(x, y) });
                Step::Flush
            }
            Statement::Primitives { texture, at, command, count, vertices, normals, texcoords, colors } => {
                let texture = texture.as_ref().map(|name| self.texture(name, position)).transpose()?;
                Step::Primitives {
                    texture,
                    offset: pair(&at.0, &at.1),
                    command: command.0 as u32,
                    count: usize::try_from(count.0).unwrap_or(0),
                    data: [vertices, normals, texcoords, colors].map(|words| words.iter().map(|w| w.0).collect()),
                }
            }
            Statement::CommandList { textures, at, words } => Step::CommandList {
                list: self.texture_list(textures, position)?,
                offset: pair(&at.0, &at.1),
                words: words.iter().map(|w| w.0).collect(),
            },
            Statement::Flush => Step::Flush,
        };
        steps.push(step);
        Ok(())
    }
}

impl From<Projection> for keitai_render::Projection {
    fn from(projection: Projection) -> Self {
        match projection {
            Projection::ParallelScale(x, y) => Self::ParallelScale { x: Q12::from_bits(x.0), y: Q12::from_bits(y.0) },
            Projection::ParallelSize(width, height) => Self::ParallelSize { width: width.0, height: height.0 },
            Projection::PerspectiveFov(near, far, angle) => {
                Self::PerspectiveFov { near: near.0, far: far.0, angle: Angle(angle.0) }
            }
            Projection::PerspectiveSize(near, far, width, height) => Self::PerspectiveSize {
                near: near.0,
                far: far.0,
                width: Q12::from_bits(width.0),
                height: Q12::from_bits(height.0),
            },
        }
    }
}

impl From<super::Light> for Light {
    fn from(light: super::Light) -> Self {
        let (x, y, z) = light.direction;
        Self {
            direction: Vector3::new(x.0, y.0, z.0),
            intensity: Q12::from_bits(light.intensity.0),
            ambient: Q12::from_bits(light.ambient.0),
        }
    }
}

impl From<Shading> for keitai_render::Shading {
    fn from(shading: Shading) -> Self {
        match shading {
            Shading::Normal => Self::Normal,
            Shading::Toon { threshold, high, low } => Self::Toon { threshold, high, low },
        }
    }
}
