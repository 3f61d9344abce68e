//! A picture of a world taken down as a shot, with the figures, actions and textures it is made of.
//!
//! What is drawn is asked of an [`DrawTarget`]; here every request becomes a statement, preceded by what has changed since the
//! last one. A pose is taken down as an action and a frame where that gives it, and bone by bone where it does not. Files
//! are written from what is in memory, each once, under the name it was loaded from or a number.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_formats::{Blend, bmp, mbac, mtra};
use keitai_render::{
    AffineTrans, Backend, Clip, Compat, Effect, FigureLayout, Font, Lettering, Model, Posture, Primitives, SphereMap,
    TextureMap, Vector3,
};

use super::words::area;
use super::{Font as FontWord, Light, Shot, Statement, TextureFile, Word};
use crate::assets::{ActionsAsset, AssetPath, Assets, FigureAsset};
use crate::error::{Error, Result};
use crate::world::flat::{Image, Ink, Rectangle, Text};
use crate::world::playback::{Actions, Playback};
use crate::world::target::{DrawTarget, PosedFigure};

/// A shot and its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// The shot.
    pub shot: Shot,
    /// The files it names, to lie beside it.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// What goes for a whole picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameSettings {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// What it is filled with first, 0xRRGGBB.
    pub background: u32,
    /// The renderer's settings.
    pub compat: Compat,
    /// The rasteriser.
    pub backend: Backend,
}

/// Takes down what is drawn.
pub struct ShotRecorder<'a> {
    sheet: FrameSettings,
    /// Where textures may have their names from.
    assets: Option<&'a Assets>,
    frame: Vec<Statement>,
    figures: Kept<FigureAsset>,
    actions: Kept<ActionsAsset>,
    textures: Kept<TextureMap>,
    spheres: Kept<SphereMap>,
    /// What the picture is drawn in.
    area: Option<Clip>,
    /// Statements in force, by what they are about.
    state: BTreeMap<&'static str, Statement>,
    /// For each figure, its textures, and the one selected.
    dressed: BTreeMap<String, (Vec<String>, Option<usize>)>,
    /// For each figure, the pose and the pattern.
    poses: BTreeMap<String, Posture>,
}

/// Things that were met, each under a name of its own.
struct Kept<T>(Vec<(String, Arc<T>)>);

impl<T> Kept<T> {
    /// The name of a thing; one met for the first time is given `wish`, or that and a number where it is taken.
    fn name(&mut self, thing: &Arc<T>, wish: &str, taken: impl Fn(&str) -> bool) -> String {
        if let Some((name, _)) = self.0.iter().find(|(_, own)| Arc::ptr_eq(own, thing)) {
            return name.clone();
        }
        let free = |name: &String| !taken(name) && !self.has(name);
        let numbered = (2..).map(|number| format!("{wish}-{number}"));
        let name = std::iter::once(wish.to_owned()).chain(numbered).find(free).unwrap_or_default();
        self.0.push((name.clone(), Arc::clone(thing)));
        name
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(own, _)| own == name)
    }

    /// Names and file names.
    fn files(&self, ending: &str) -> impl Iterator<Item = (String, String)> {
        self.0.iter().map(move |(name, _)| (name.clone(), format!("{name}.{ending}")))
    }
}

impl<'a> ShotRecorder<'a> {
    /// Nothing taken down yet.
    pub fn new(sheet: FrameSettings, assets: Option<&'a Assets>) -> Self {
        let state = BTreeMap::from([
            ("light", Statement::Light(None)),
            ("shading", Statement::Shading(super::Shading::Normal)),
            ("transparency", Statement::Transparency(true)),
            ("sphere", Statement::SphereMap(None)),
            ("painter", Statement::Painter(false)),
            ("clip", Statement::Clip(None)),
        ]);
        Self {
            sheet,
            assets,
            frame: Vec::new(),
            figures: Kept(Vec::new()),
            actions: Kept(Vec::new()),
            textures: Kept(Vec::new()),
            spheres: Kept(Vec::new()),
            area: None,
            state,
            dressed: BTreeMap::new(),
            poses: BTreeMap::new(),
        }
    }

    /// The shot of what was taken down.
    ///
    /// # Errors
    /// When a figure or an action that a game has made cannot be written in its format.
    pub fn finish(self) -> Result<Recorded> {
        let FrameSettings { size, background, compat, backend } = self.sheet;
        let wrong = |path: &AssetPath, source| Error::Write { path: path.clone(), source };
        let mut files = BTreeMap::new();
        for (name, figure) in &self.figures.0 {
            let bytes = mbac::write(&figure.figure).map_err(|source| wrong(&figure.path, source))?;
            files.insert(format!("{name}.mbac"), bytes);
        }
        for (name, actions) in &self.actions.0 {
            let bytes = mtra::write(&actions.table).map_err(|source| wrong(&actions.path, source))?;
            files.insert(format!("{name}.mtra"), bytes);
        }
        let pictures = self.textures.0.iter().map(|(name, map)| (name, map.picture()));
        let spheres = self.spheres.0.iter().map(|(name, map)| (name, map.picture().clone()));
        for (name, picture) in pictures.chain(spheres) {
            let name = format!("{name}.bmp");
            let path = AssetPath::new(&name)?;
            files.insert(name, bmp::write(&picture).map_err(|source| wrong(&path, source))?);
        }
        let models = self.textures.files("bmp").map(|(name, file)| (name, TextureFile::Model(file)));
        let spheres = self.spheres.files("bmp").map(|(name, file)| (name, TextureFile::Sphere(file)));
        let shot = Shot {
            size,
            background: Word(background.cast_signed()),
            clip: None,
            backend,
            textures: models.chain(spheres).collect(),
            figures: self.figures.files("mbac").collect(),
            actions: self.actions.files("mtra").collect(),
            compat: (compat != Compat::default()).then_some(compat),
            frame: self.frame,
        };
        Ok(Recorded { shot, files })
    }

    /// Takes a statement down unless it is in force already.
    fn set(&mut self, about: &'static str, statement: Statement) {
        if self.state.get(about) != Some(&statement) {
            self.state.insert(about, statement.clone());
            self.frame.push(statement);
        }
    }

    fn texture(&mut self, texture: &Arc<TextureMap>) -> String {
        let wish = self.assets.and_then(|assets| assets.name_of_texture(texture)).unwrap_or("texture");
        self.textures.name(texture, wish, |name| self.spheres.has(name))
    }

    fn sphere(&mut self, map: &Arc<SphereMap>) -> String {
        let wish = self.assets.and_then(|assets| assets.name_of_sphere(map)).unwrap_or("sphere");
        self.spheres.name(map, wish, |name| self.textures.has(name))
    }

    fn layout(&mut self, layout: &FigureLayout) {
        self.clip(self.area);
        let (x, y) = layout.center;
        self.set("center", Statement::Center(Word(x), Word(y)));
        self.set("projection", Statement::Projection(layout.projection().into()));
        self.set("matrix", Statement::Matrix(words(&layout.transform)));
    }

    fn effect(&mut self, effect: &Effect) {
        self.set("light", Statement::Light(effect.light.map(Light::from)));
        self.set("shading", Statement::Shading(effect.shading.into()));
        self.set("transparency", Statement::Transparency(effect.semi_transparent));
        let sphere = effect.sphere_map.as_ref().map(|map| self.sphere(map));
        self.set("sphere", Statement::SphereMap(sphere));
        self.set("painter", Statement::Painter(effect.painter));
    }

    /// Brings a figure of the shot into a pose.
    fn pose(&mut self, name: &str, model: &Model, wanted: &Posture, playing: Option<(&Actions, &Playback)>) {
        let mut posture = self.poses.remove(name).unwrap_or_else(|| Posture::rest(model));
        if posture.locals() != wanted.locals() {
            let played = playing.and_then(|(actions, playback)| {
                let action = actions.get(playback.part.action)?;
                let mut played = posture.clone();
                played.set(model, action, playback.head.frame, &self.sheet.compat);
                let table = actions.tables.get(playback.part.action.table)?;
                (played.locals() == wanted.locals()).then_some((played, table, playback))
            });
            if let Some((played, table, playback)) = played {
                let actions = self.actions.name(table, table.path.stem(), |_| false);
                self.frame.push(Statement::Posture {
                    figure: name.to_owned(),
                    actions,
                    action: playback.part.action.action,
                    start: Word(playback.head.frame.to_bits()),
                    step: Word(0),
                });
                posture = played;
            } else {
                let bones = wanted.locals();
                self.frame.push(Statement::Bones(name.to_owned(), bones.iter().map(words).collect()));
                posture.set_locals(bones);
            }
        }
        if posture.pattern() != wanted.pattern() {
            let mask = wanted.pattern();
            self.frame.push(Statement::Pattern(name.to_owned(), Word(mask.cast_signed())));
            posture.set_pattern(mask);
        }
        self.poses.insert(name.to_owned(), posture);
    }

    fn ink(&mut self, ink: Ink) -> Blend {
        let within = |own: Clip| self.area.map_or(own, |area| own.intersect(area));
        self.clip(ink.clip.map(within).or(self.area));
        ink.blend
    }

    fn clip(&mut self, clip: Option<Clip>) {
        self.set("clip", Statement::Clip(clip.map(area)));
    }
}

impl DrawTarget for ShotRecorder<'_> {
    fn set_area(&mut self, area: Option<Clip>) {
        self.area = area;
    }

    fn figure(&mut self, draw: &PosedFigure) {
        let figure = draw.figure;
        let name = self.figures.name(&figure.asset, figure.asset.path.stem(), |_| false);
        self.layout(draw.layout);
        self.effect(draw.effect);
        let textures: Vec<String> = figure.textures.iter().map(|texture| self.texture(texture)).collect();
        let dress = (textures, figure.selected);
        if self.dressed.get(&name) != Some(&dress) {
            self.frame.push(Statement::Textures(name.clone(), dress.0.clone()));
            // Other textures come with none selected.
            self.frame.extend(dress.1.map(|selected| Statement::SelectTexture(name.clone(), selected)));
            self.dressed.insert(name.clone(), dress);
        }
        self.pose(&name, &figure.asset.model, draw.posture, draw.playing);
        self.frame.push(Statement::Render(name, Word(0), Word(0)));
    }

    fn primitives(&mut self, draw: &Primitives) {
        self.layout(draw.layout);
        self.effect(draw.effect);
        let list = |numbers: &[i32]| numbers.iter().copied().map(Word).collect();
        let statement = Statement::Primitives {
            texture: draw.texture.map(|texture| self.texture(texture)),
            at: (Word(draw.offset.0), Word(draw.offset.1)),
            command: Word(draw.command.cast_signed()),
            count: Word(i32::try_from(draw.count).unwrap_or(i32::MAX)),
            vertices: list(draw.vertices),
            normals: list(draw.normals),
            texcoords: list(draw.texcoords),
            colors: list(draw.colors),
        };
        self.frame.push(statement);
    }

    fn flush(&mut self) {
        self.clip(self.area);
        self.frame.push(Statement::Flush);
    }

    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        let blend = self.ink(rectangle.ink);
        let (size, colour) = (rectangle.size, Word(rectangle.colour.cast_signed()));
        self.frame.push(Statement::Rectangle { at: (Word(at.x), Word(at.y)), size, colour, blend });
    }

    fn image(&mut self, image: &Image, at: Vector3) {
        let blend = self.ink(image.ink);
        let [left, top, right, bottom] = image.texels.map(Word);
        let statement = Statement::Image {
            texture: self.texture(&image.texture),
            texels: Some((left, top, right, bottom)),
            at: (Word(at.x), Word(at.y)),
            key: image.key,
            blend,
        };
        self.frame.push(statement);
    }

    fn text(&mut self, text: &Text, at: Vector3) {
        let blend = self.ink(text.ink);
        let (font, colour, outlined) = match &text.font {
            Font::Plain { lettering: Lettering::Small, colour, outlined } => (FontWord::Small, *colour, *outlined),
            Font::Plain { lettering: Lettering::Normal, colour, outlined } => (FontWord::Normal, *colour, *outlined),
            Font::Cells(font) => {
                let (texture, cell, alphabet) =
                    (self.texture(font.texture()), font.cell(), font.alphabet().to_string());
                (FontWord::Cells { texture, cell, alphabet }, 0, false)
            }
        };
        self.frame.push(Statement::Text {
            text: text.text.clone(),
            at: (Word(at.x), Word(at.y)),
            font,
            colour: Word(colour.cast_signed()),
            outlined,
            align: text.align,
            blend,
        });
    }
}

fn words(matrix: &AffineTrans) -> [Word; 12] {
    matrix.to_raw().map(Word)
}
