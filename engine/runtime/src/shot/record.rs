//! Records a picture of a world as a shot, with its figures, actions and textures.
//!
//! [`ShotRecorder`] is a [`DrawTarget`] that writes a statement for every call, after statements for the state that has
//! changed since. A posture is recorded as an action and a frame when these give it, and as a matrix per bone otherwise.
//! Each file is written once, under the name that it was loaded from or that name with a number.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;

use keitai_formats::{bmp, mbac, mtra};
use keitai_render::{
    AffineTrans, Backend, Clip, CommandList, Compat, Effect, FigureLayout, Font, Lettering, Model, Posture,
    PrimitivesDraw, ScreenColours, Shading, SphereMap, TextureMap, Vector3,
};

use super::{Area, Font as FontWord, Light, Shot, Statement, TextureFile};
use crate::assets::{ActionsAsset, AssetPath, Assets, FigureAsset};
use crate::error::{Error, Result};
use crate::ron_text::number::{Within, Word};
use crate::scene::Scene;
use crate::world::{Actions, DrawTarget, Image, Playback, PosedFigure, Rectangle, Text};

/// A shot and its files.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Statements that draw the picture.
    pub shot: Shot,
    /// The shot's files by name; they belong in the folder of the shot.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Records everything that is drawn to it.
pub(crate) struct ShotRecorder<'a> {
    /// Assets that textures are named after.
    assets: &'a Assets,
    frame: Vec<Statement>,
    figures: NamedFiles<FigureAsset>,
    /// Figures drawn without textures. They have names of their own, because no statement takes textures away.
    bare_figures: NamedFiles<FigureAsset>,
    actions: NamedFiles<ActionsAsset>,
    textures: NamedFiles<TextureMap>,
    spheres: NamedFiles<SphereMap>,
    /// The area of the current camera.
    area: Option<Clip>,
    /// The current statement of each kind about the state.
    state: Vec<Statement>,
    /// The current textures of each figure, and the selected one.
    figure_textures: BTreeMap<String, (Vec<String>, Option<usize>)>,
    /// The current posture and pattern of each figure.
    postures: BTreeMap<String, Posture>,
}

/// Assets in use, each with a name of its own.
struct NamedFiles<T>(Vec<(String, Arc<T>)>);

impl<T> NamedFiles<T> {
    /// Returns the name of an asset. A new asset is named `wish`, with a number when that name is taken.
    fn name(&mut self, asset: &Arc<T>, wish: &str, taken: impl Fn(&str) -> bool) -> String {
        if let Some((name, _)) = self.0.iter().find(|(_, own)| Arc::ptr_eq(own, asset)) {
            return name.clone();
        }
        let free = |name: &String| !taken(name) && !self.has(name);
        let numbered = (2..).map(|number| format!("{wish}-{number}"));
        let name = std::iter::once(wish.to_owned()).chain(numbered).find(free).unwrap_or_default();
        self.0.push((name.clone(), Arc::clone(asset)));
        name
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(own, _)| own == name)
    }

    fn files(&self, ending: &str) -> impl Iterator<Item = (String, String)> {
        self.0.iter().map(move |(name, _)| (name.clone(), format!("{name}.{ending}")))
    }
}

impl<'a> ShotRecorder<'a> {
    pub(crate) fn new(assets: &'a Assets) -> Self {
        let state = vec![
            Statement::Light(None),
            Statement::Shading(Shading::Normal),
            Statement::Transparency(true),
            Statement::Blend(None),
            Statement::SphereMap(None),
            Statement::Painter(false),
            Statement::Clip(None),
        ];
        Self {
            assets,
            frame: Vec::new(),
            figures: NamedFiles(Vec::new()),
            bare_figures: NamedFiles(Vec::new()),
            actions: NamedFiles(Vec::new()),
            textures: NamedFiles(Vec::new()),
            spheres: NamedFiles(Vec::new()),
            area: None,
            state,
            figure_textures: BTreeMap::new(),
            postures: BTreeMap::new(),
        }
    }

    pub(crate) fn finish(self, scene: &Scene, backend: Backend) -> Result<Recorded> {
        let Scene { size, background, compat, screen, .. } = *scene;
        let error = |path: &AssetPath, source| Error::Write { path: path.clone(), source };
        let mut files = BTreeMap::new();
        for (name, figure) in self.figures.0.iter().chain(&self.bare_figures.0) {
            let bytes = mbac::write(&figure.figure).map_err(|source| error(&figure.path, source))?;
            files.insert(format!("{name}.mbac"), bytes);
        }
        for (name, actions) in &self.actions.0 {
            let bytes = mtra::write(&actions.table).map_err(|source| error(&actions.path, source))?;
            files.insert(format!("{name}.mtra"), bytes);
        }
        let pictures = self.textures.0.iter().map(|(name, map)| (name, map.picture()));
        let spheres = self.spheres.0.iter().map(|(name, map)| (name, map.picture().clone()));
        for (name, picture) in pictures.chain(spheres) {
            let name = format!("{name}.bmp");
            let path = AssetPath::new(&name)?;
            files.insert(name, bmp::write(&picture).map_err(|source| error(&path, source))?);
        }
        let models = self.textures.files("bmp").map(|(name, file)| (name, TextureFile::Model(file)));
        let spheres = self.spheres.files("bmp").map(|(name, file)| (name, TextureFile::Sphere(file)));
        let shot = Shot {
            size: [Within(size.0), Within(size.1)],
            background: Word(background.cast_signed()),
            clip: None,
            backend,
            textures: models.chain(spheres).collect(),
            figures: self.figures.files("mbac").chain(self.bare_figures.files("mbac")).collect(),
            actions: self.actions.files("mtra").collect(),
            compat: (compat != Compat::default()).then_some(compat),
            screen: (screen != ScreenColours::default()).then_some(screen),
            frame: self.frame,
        };
        Ok(Recorded { shot, files })
    }

    /// Records a statement about the state unless it is current.
    fn set(&mut self, statement: Statement) {
        match self.state.iter_mut().find(|own| discriminant(*own) == discriminant(&statement)) {
            Some(own) if *own == statement => return,
            Some(own) => *own = statement.clone(),
            None => self.state.push(statement.clone()),
        }
        self.frame.push(statement);
    }

    fn texture(&mut self, texture: &Arc<TextureMap>) -> String {
        let wish = self.assets.path_of_texture(texture).map_or("texture", AssetPath::stem);
        self.textures.name(texture, wish, |name| self.spheres.has(name))
    }

    fn sphere(&mut self, map: &Arc<SphereMap>) -> String {
        let wish = self.assets.path_of_sphere(map).map_or("sphere", AssetPath::stem);
        self.spheres.name(map, wish, |name| self.textures.has(name))
    }

    fn layout(&mut self, layout: &FigureLayout) {
        self.clip(self.area);
        let (x, y) = layout.centre;
        self.set(Statement::Center(Word(x), Word(y)));
        self.set(Statement::Projection(layout.projection().into()));
        self.set(Statement::Matrix(words(&layout.transform)));
    }

    fn effect(&mut self, effect: &Effect) {
        self.set(Statement::Light(effect.light.map(Light::from)));
        self.set(Statement::Shading(effect.shading));
        self.set(Statement::Transparency(effect.semi_transparent));
        self.set(Statement::Blend(effect.blend));
        let sphere = effect.sphere_map.as_ref().map(|map| self.sphere(map));
        self.set(Statement::SphereMap(sphere));
        self.set(Statement::Painter(effect.painter));
    }

    /// Records a figure's posture and pattern.
    fn posture(&mut self, name: &str, model: &Model, wanted: &Posture, playing: Option<(&Actions, &Playback)>) {
        let mut posture = self.postures.remove(name).unwrap_or_else(|| Posture::rest(model));
        if posture.locals() != wanted.locals() {
            let played = playing.and_then(|(actions, playback)| {
                let action = actions.get(playback.part.action)?;
                let mut played = posture.clone();
                played.set(model, action, playback.head.frame);
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
        self.postures.insert(name.to_owned(), posture);
    }

    /// Records the clip of something on the screen.
    fn clip_within(&mut self, clip: Option<Clip>) {
        let within = |own: Clip| self.area.map_or(own, |area| own.intersect(area));
        self.clip(clip.map(within).or(self.area));
    }

    fn clip(&mut self, clip: Option<Clip>) {
        self.set(Statement::Clip(clip.map(Area::from)));
    }
}

impl DrawTarget for ShotRecorder<'_> {
    fn set_area(&mut self, area: Option<Clip>) {
        self.area = area;
    }

    fn figure(&mut self, draw: &PosedFigure) {
        let PosedFigure { asset, playing, draw } = draw;
        let (textures, selected) = (draw.textures, draw.selected);
        // An index beyond the textures selects none of them.
        let textures = if selected.is_some_and(|index| index >= textures.len()) { &[] } else { textures };
        let (figures, others) = match textures {
            [] => (&mut self.bare_figures, &self.figures),
            _ => (&mut self.figures, &self.bare_figures),
        };
        let name = figures.name(asset, asset.path.stem(), |name| others.has(name));
        self.layout(draw.layout);
        self.effect(draw.effect);
        let textures: Vec<String> = textures.iter().map(|texture| self.texture(texture)).collect();
        let textures = (textures, selected);
        if !textures.0.is_empty() && self.figure_textures.get(&name) != Some(&textures) {
            self.frame.push(Statement::Textures(name.clone(), textures.0.clone()));
            // `Textures` leaves none selected.
            self.frame.extend(textures.1.map(|selected| Statement::SelectTexture(name.clone(), selected)));
            self.figure_textures.insert(name.clone(), textures);
        }
        self.posture(&name, &asset.model, draw.posture, *playing);
        self.frame.push(Statement::Render(name, Word(0), Word(0)));
    }

    fn primitives(&mut self, draw: &PrimitivesDraw) {
        self.layout(draw.layout);
        self.effect(draw.effect);
        let list = |numbers: &[i32]| numbers.iter().copied().map(Word).collect();
        let data = &draw.primitives;
        let statement = Statement::Primitives {
            texture: data.texture.map(|texture| self.texture(texture)),
            at: (Word(draw.offset.0), Word(draw.offset.1)),
            command: Word(data.command.cast_signed()),
            count: Word(i32::try_from(data.count).unwrap_or(i32::MAX)),
            vertices: list(data.vertices),
            normals: list(data.normals),
            texcoords: list(data.texcoords),
            colours: list(data.colours),
        };
        self.frame.push(statement);
    }

    fn command_list(&mut self, list: &CommandList) -> keitai_render::Result<()> {
        self.layout(list.layout);
        self.effect(list.effect);
        self.clip(self.area);
        let statement = Statement::CommandList {
            textures: list.textures.iter().map(|texture| self.texture(texture)).collect(),
            transforms: list.transforms.iter().map(|transform| transform.to_raw().map(Word)).collect(),
            at: (Word(list.offset.0), Word(list.offset.1)),
            words: list.words.iter().copied().map(Word).collect(),
        };
        self.frame.push(statement);
        Ok(())
    }

    fn flush(&mut self) {
        self.clip(self.area);
        self.frame.push(Statement::Flush);
    }

    fn rectangle(&mut self, rectangle: &Rectangle, at: Vector3) {
        self.clip_within(rectangle.clip);
        let (size, colour) = (rectangle.size, Word(rectangle.colour.cast_signed()));
        self.frame.push(Statement::Rectangle { at: (Word(at.x), Word(at.y)), size, colour, blend: rectangle.blend });
    }

    fn image(&mut self, image: &Image, texture: &Arc<TextureMap>, at: Vector3) {
        self.clip_within(image.clip);
        let statement = Statement::Image {
            texture: self.texture(texture),
            texels: Some(image.texels.map(Word)),
            at: (Word(at.x), Word(at.y)),
            key: image.key,
            blend: image.blend,
        };
        self.frame.push(statement);
    }

    fn text(&mut self, text: &Text, at: Vector3) {
        self.clip_within(text.clip);
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
            text: text.font.wrap(&text.text, text.limits),
            at: (Word(at.x), Word(at.y)),
            font,
            colour: Word(colour.cast_signed()),
            outlined,
            align: text.align,
            blend: text.blend,
        });
    }
}

fn words(matrix: &AffineTrans) -> [Word; 12] {
    matrix.to_raw().map(Word)
}
