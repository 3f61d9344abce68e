//! Loads a shot: reads its files and resolves all names to indices, so that playing looks nothing up.

use super::{Axis, Font, Shot, ShotError, Statement, TextureFile};
use crate::assets::load::{actions_of, figure_of, sphere_of, texture_of};
use crate::assets::{AssetPath, FigureAsset};
use crate::ron_text::number::Word;
use keitai_formats::{ActionTable, Blend, counted};
use keitai_render::{AffineTrans, Align, CellFont, Clip, Compat, Lettering, Light, Posture, SphereMap, TextureMap};
use std::borrow::Cow;
use std::sync::Arc;

/// A figure and its state within a frame.
pub(super) struct ShotFigure {
    pub(super) asset: FigureAsset,
    pub(super) posture: Posture,
    /// Index of the texture list in use.
    pub(super) textures: Option<usize>,
    pub(super) selected: Option<usize>,
}

#[derive(Default)]
pub(super) struct Loaded {
    pub(super) figures: Vec<ShotFigure>,
    pub(super) tables: Vec<ActionTable>,
    pub(super) texture_lists: Vec<Vec<Arc<TextureMap>>>,
    pub(super) spheres: Vec<Arc<SphereMap>>,
    pub(super) steps: Vec<Step>,
}

/// A statement with its names resolved.
pub(super) enum Step {
    Textures { figure: usize, list: usize },
    SelectTexture { figure: usize, index: usize },
    Pattern { figure: usize, mask: u32 },
    Posture { figure: usize, table: usize, action: usize, start: i32, step: i32 },
    Bones { figure: usize, matrices: Vec<AffineTrans> },
    Matrix(AffineTrans),
    Mul(AffineTrans),
    Rotate { axis: Axis, angle: i32, step: i32 },
    Center(i32, i32),
    Projection(keitai_render::Projection),
    Light(Option<Light>),
    Shading(keitai_render::Shading),
    Transparency(bool),
    Blend(Option<Blend>),
    SphereMap(Option<usize>),
    Painter(bool),
    Clip(Option<Clip>),
    Render { figure: usize, offset: (i32, i32) },
    Draw { figure: usize, offset: (i32, i32) },
    Primitives { texture: Option<Arc<TextureMap>>, offset: (i32, i32), command: u32, count: usize, data: [Vec<i32>; 4] },
    CommandList { list: usize, transforms: Vec<AffineTrans>, offset: (i32, i32), words: Vec<i32> },
    Image { texture: Arc<TextureMap>, texels: [i32; 4], at: (i32, i32), key: bool, blend: Blend },
    Rectangle { at: (i32, i32), size: (u32, u32), colour: u32, blend: Blend },
    Text { text: String, at: (i32, i32), font: keitai_render::Font, align: Align, blend: Blend },
    Flush,
}

/// Loads the files of a shot. `file` returns the path and the bytes of a file by its name in the shot.
pub(super) fn load<'b>(
    shot: &Shot,
    compat: &Compat,
    mut file: impl FnMut(&str) -> Result<(AssetPath, Cow<'b, [u8]>), ShotError>,
) -> Result<Loaded, ShotError> {
    let mut loader = Loader { clip: shot.clip.map(Clip::from), ..Loader::default() };
    for (name, texture) in &shot.textures {
        let (TextureFile::Model(path) | TextureFile::Sphere(path)) = texture;
        let (path, bytes) = file(path)?;
        match texture {
            TextureFile::Model(_) => {
                loader.textures.push(name);
                loader.maps.push(texture_of(&bytes, &path, compat)?.map);
            }
            TextureFile::Sphere(_) => {
                loader.spheres.push(name);
                loader.loaded.spheres.push(Arc::new(sphere_of(&bytes, &path, compat)?));
            }
        }
    }
    for (name, path) in &shot.figures {
        let (path, bytes) = file(path)?;
        let asset = figure_of(&bytes, &path)?;
        loader.figures.push(name);
        loader.texture_counts.push(0);
        let posture = Posture::rest(&asset.model);
        loader.loaded.figures.push(ShotFigure { posture, asset, textures: None, selected: None });
    }
    for (name, path) in &shot.actions {
        let figure = posed_by(shot, name).and_then(|figure| loader.figures.binary_search(&figure).ok()).unwrap_or(0);
        let figure = loader.loaded.figures.get(figure).map(|figure| &figure.asset);
        let (path, bytes) = file(path)?;
        let table = actions_of(&bytes, &path, figure, Default::default())?.table;
        loader.tables.push(name);
        loader.loaded.tables.push(table);
    }
    for (position, statement) in (1..).zip(&shot.frame) {
        let step = loader.resolve(position, statement)?;
        loader.loaded.steps.push(step);
    }
    loader.loaded.steps.push(Step::Flush);
    Ok(loader.loaded)
}

/// Returns the figure of the first posture from these actions. Its bone names are used when the actions are a text.
fn posed_by<'s>(shot: &'s Shot, table: &str) -> Option<&'s str> {
    shot.frame.iter().find_map(|statement| match statement {
        Statement::Posture { figure, actions, .. } if actions == table => Some(figure.as_str()),
        _ => None,
    })
}

/// The names of a shot, sorted, and their files, in the same order.
#[derive(Default)]
struct Loader<'a> {
    textures: Vec<&'a str>,
    maps: Vec<Arc<TextureMap>>,
    spheres: Vec<&'a str>,
    figures: Vec<&'a str>,
    tables: Vec<&'a str>,
    /// The number of textures that each figure has before the current statement.
    texture_counts: Vec<usize>,
    clip: Option<Clip>,
    loaded: Loaded,
}

impl Loader<'_> {
    fn texture_list(&mut self, names: &[String], statement: usize) -> Result<usize, ShotError> {
        let textures = names.iter().map(|name| self.texture(name, statement)).collect::<Result<_, _>>()?;
        self.loaded.texture_lists.push(textures);
        Ok(self.loaded.texture_lists.len() - 1)
    }

    fn texture(&self, name: &str, statement: usize) -> Result<Arc<TextureMap>, ShotError> {
        Ok(Arc::clone(&self.maps[declared(&self.textures, "texture", name, statement)?]))
    }

    fn figure(&self, name: &str, statement: usize) -> Result<usize, ShotError> {
        declared(&self.figures, "figure", name, statement)
    }

    fn resolve(&mut self, position: usize, statement: &Statement) -> Result<Step, ShotError> {
        let wrong = |reason: String| ShotError::statement(position, reason);
        let pair = |x: &Word, y: &Word| (x.0, y.0);
        Ok(match statement {
            Statement::Textures(name, names) => {
                let figure = self.figure(name, position)?;
                if names.is_empty() {
                    return Err(wrong("expected at least one texture".to_owned()));
                }
                let list = self.texture_list(names, position)?;
                self.texture_counts[figure] = names.len();
                Step::Textures { figure, list }
            }
            Statement::SelectTexture(name, index) => {
                let figure = self.figure(name, position)?;
                let (index, count) = (*index, self.texture_counts[figure]);
                if index >= count {
                    return Err(wrong(format!("there is no texture {index}, the figure has {count} here")));
                }
                Step::SelectTexture { figure, index }
            }
            Statement::Pattern(name, mask) => {
                Step::Pattern { figure: self.figure(name, position)?, mask: mask.0 as u32 }
            }
            Statement::Posture { figure: name, actions, action, start, step } => {
                let figure = self.figure(name, position)?;
                let table = declared(&self.tables, "action table", actions, position)?;
                let (found, expected) =
                    (self.loaded.tables[table].bone_count as usize, self.loaded.figures[figure].posture.locals().len());
                if found != expected {
                    let bones = counted(found, "bone");
                    return Err(wrong(format!("actions for {bones}, but the figure has {expected}")));
                }
                let count = self.loaded.tables[table].actions.len();
                if *action >= count {
                    return Err(wrong(format!("there is no action {action}, the table has {count}")));
                }
                Step::Posture { figure, table, action: *action, start: start.0, step: step.0 }
            }
            Statement::Bones(name, matrices) => {
                let figure = self.figure(name, position)?;
                let (found, expected) = (matrices.len(), self.loaded.figures[figure].posture.locals().len());
                if found != expected {
                    let reason = format!("matrices: expected {expected}, one for each bone, found {found}");
                    return Err(wrong(reason));
                }
                Step::Bones { figure, matrices: matrices.iter().map(matrix).collect() }
            }
            Statement::Matrix(m) => Step::Matrix(matrix(m)),
            Statement::Mul(m) => Step::Mul(matrix(m)),
            Statement::Rotate(axis, angle, step) => Step::Rotate { axis: *axis, angle: angle.0, step: step.0 },
            Statement::Center(x, y) => Step::Center(x.0, y.0),
            Statement::Projection(projection) => Step::Projection((*projection).into()),
            Statement::Light(light) => Step::Light(light.map(Light::from)),
            Statement::Shading(shading) => Step::Shading(*shading),
            Statement::Transparency(on) => Step::Transparency(*on),
            Statement::Blend(blend) => Step::Blend(*blend),
            Statement::SphereMap(map) => {
                let index = |name: &String| declared(&self.spheres, "sphere map", name, position);
                Step::SphereMap(map.as_ref().map(index).transpose()?)
            }
            Statement::Painter(on) => Step::Painter(*on),
            Statement::Clip(area) => Step::Clip(area.map(Clip::from).or(self.clip)),
            Statement::Render(name, x, y) => Step::Render { figure: self.figure(name, position)?, offset: pair(x, y) },
            Statement::Draw(name, x, y) => Step::Draw { figure: self.figure(name, position)?, offset: pair(x, y) },
            Statement::Primitives { texture, at, command, count, vertices, normals, texcoords, colours } => {
                let texture = texture.as_ref().map(|name| self.texture(name, position)).transpose()?;
                Step::Primitives {
                    texture,
                    offset: pair(&at.0, &at.1),
                    command: command.0 as u32,
                    count: usize::try_from(count.0).unwrap_or(0),
                    data: [vertices, normals, texcoords, colours].map(|words| words.iter().map(|w| w.0).collect()),
                }
            }
            Statement::CommandList { textures, transforms, at, words } => Step::CommandList {
                list: self.texture_list(textures, position)?,
                transforms: transforms.iter().map(matrix).collect(),
                offset: pair(&at.0, &at.1),
                words: words.iter().map(|w| w.0).collect(),
            },
            Statement::Image { texture, texels, at, key, blend } => {
                let texture = self.texture(texture, position)?;
                let whole = [0, 0, texture.width().into(), texture.height().into()];
                let texels = texels.map_or(whole, |texels| texels.map(|word| word.0));
                Step::Image { texture, texels, at: pair(&at.0, &at.1), key: *key, blend: *blend }
            }
            Statement::Rectangle { at, size, colour, blend } => {
                Step::Rectangle { at: pair(&at.0, &at.1), size: *size, colour: colour.0 as u32, blend: *blend }
            }
            Statement::Text { text, at, font, colour, outlined, align, blend } => {
                let plain =
                    |lettering| keitai_render::Font::Plain { lettering, colour: colour.0 as u32, outlined: *outlined };
                let font = match font {
                    Font::Small => plain(Lettering::Small),
                    Font::Normal => plain(Lettering::Normal),
                    Font::Cells { texture, cell, alphabet } => {
                        let font = CellFont::new(self.texture(texture, position)?, *cell, alphabet.as_str());
                        keitai_render::Font::Cells(font.map_err(|error| ShotError::statement(position, error))?)
                    }
                };
                let (text, at) = (text.clone(), pair(&at.0, &at.1));
                Step::Text { text, at, font, align: *align, blend: *blend }
            }
            Statement::Flush => Step::Flush,
        })
    }
}

fn declared(all: &[&str], what: &str, name: &str, statement: usize) -> Result<usize, ShotError> {
    let unknown = |_| ShotError::statement(statement, format!("{what} \"{name}\" is not declared"));
    all.binary_search(&name).map_err(unknown)
}

fn matrix(words: &[Word; 12]) -> AffineTrans {
    AffineTrans::from_raw(words.map(|word| word.0))
}
