//! Records a picture as a shot, with its figures, actions and textures.
//!
//! [`ShotRecorder`] writes a statement for every call, after statements for the state that has changed since. A posture is recorded
//! as an action and a frame when these give it, and as a matrix per bone otherwise. Each file is written once, under the name that it
//! was loaded from or that name with a number.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write as _;

use keitai_formats::{Blend, bmp, mbac, mtra};

use super::ron::{self, Quoted, list, tuple};
use crate::command_list::CommandList;
use crate::compat::Compat;
use crate::effect::Effect;
use crate::error::Result;
use crate::figure::FigureDraw;
use crate::layout::FigureLayout;
use crate::model::Model;
use crate::numbers::Q16;
use crate::pixel::ScreenColours;
use crate::posture::Posture;
use crate::primitive::PrimitivesDraw;
use crate::project::Backend;
use crate::raster::Clip;
use crate::texture::{SphereMap, TextureMap};

/// A shot and its files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedShot {
    /// The text of the shot, one statement per line.
    pub text: String,
    /// The shot's files by name; they belong in the folder of the shot.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// The values of a shot besides its statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShotFrame {
    /// Width and height of the picture, pixels.
    pub size: (u32, u32),
    /// Colour of the empty picture, 0xRRGGBB.
    pub background: u32,
    /// The rasteriser.
    pub backend: Backend,
    /// The settings of the renderer.
    pub compat: Compat,
    /// The colours of the screen.
    pub screen: ScreenColours,
}

/// Names that textures were loaded under.
pub trait AssetNames: Sync {
    /// Returns the name of a texture; none by default.
    fn texture(&self, _: &Arc<TextureMap>) -> Option<&str> {
        None
    }

    /// Returns the name of a sphere map; none by default.
    fn sphere(&self, _: &Arc<SphereMap>) -> Option<&str> {
        None
    }
}

impl AssetNames for () {}

/// The action that a posture may come from.
#[derive(Debug, Clone, Copy)]
pub struct PlayedAction<'a> {
    /// The table.
    pub table: &'a Arc<keitai_formats::ActionTable>,
    /// The name that the table was loaded under.
    pub name: &'a str,
    /// Index of the action.
    pub action: usize,
    /// The frame.
    pub frame: Q16,
}

/// Records everything that is drawn to it.
pub struct ShotRecorder<'a> {
    names: &'a dyn AssetNames,
    frame: Vec<String>,
    figures: NamedFiles<Model, Vec<u8>>,
    /// Figures drawn without textures. They have names of their own, because no statement takes textures away.
    bare_figures: NamedFiles<Model, Vec<u8>>,
    actions: NamedFiles<keitai_formats::ActionTable, Vec<u8>>,
    textures: NamedFiles<TextureMap, ()>,
    spheres: NamedFiles<SphereMap, ()>,
    /// The area of the current camera.
    area: Option<Clip>,
    /// The current value of each statement about the state.
    state: BTreeMap<&'static str, String>,
    /// The current textures of each figure, and the selected one.
    figure_textures: BTreeMap<String, (Vec<String>, Option<usize>)>,
    /// The current posture and pattern of each figure.
    postures: BTreeMap<String, Posture>,
    /// The first document that cannot be written.
    error: Option<keitai_formats::Error>,
}

impl core::fmt::Debug for ShotRecorder<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ShotRecorder").field("frame", &self.frame).finish_non_exhaustive()
    }
}

/// Assets in use, each with a name of its own.
struct NamedFiles<T, F>(Vec<(String, Arc<T>, F)>);

impl<T, F> NamedFiles<T, F> {
    /// Returns the name of an asset. A new asset is named `wish`, with a number when that name is taken.
    fn name(&mut self, asset: &Arc<T>, wish: &str, in_use: impl Fn(&str) -> bool, file: impl FnOnce() -> F) -> String {
        if let Some((name, ..)) = self.0.iter().find(|(_, other, _)| Arc::ptr_eq(other, asset)) {
            return name.clone();
        }
        let free = |name: &String| !in_use(name) && !self.has(name);
        let numbered = (2..).map(|number| format!("{wish}-{number}"));
        let name = core::iter::once(wish.to_string()).chain(numbered).find(free).unwrap_or_default();
        self.0.push((name.clone(), Arc::clone(asset), file()));
        name
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(other, ..)| other == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, ..)| name.as_str())
    }
}

impl<'a> ShotRecorder<'a> {
    /// Returns a recorder without statements. `names` are those of textures.
    pub fn new(names: &'a dyn AssetNames) -> Self {
        let state = [
            ("Light", "None"),
            ("Shading", "Normal"),
            ("Transparency", "true"),
            ("Blend", "None"),
            ("SphereMap", "None"),
            ("Painter", "false"),
            ("Clip", "None"),
        ];
        Self {
            names,
            frame: Vec::new(),
            figures: NamedFiles(Vec::new()),
            bare_figures: NamedFiles(Vec::new()),
            actions: NamedFiles(Vec::new()),
            textures: NamedFiles(Vec::new()),
            spheres: NamedFiles(Vec::new()),
            area: None,
            state: state.map(|(kind, value)| (kind, value.to_string())).into(),
            figure_textures: BTreeMap::new(),
            postures: BTreeMap::new(),
            error: None,
        }
    }

    /// Clips everything recorded from now on to a rectangle, or to the picture. Returns the rectangle so far.
    pub fn set_area(&mut self, area: Option<Clip>) -> Option<Clip> {
        core::mem::replace(&mut self.area, area)
    }

    /// Records a figure of a document that was loaded under a name.
    pub fn figure(
        &mut self,
        draw: &FigureDraw,
        (model, document, name): (&Arc<Model>, &keitai_formats::Figure, &str),
        played: Option<PlayedAction>,
    ) {
        let (textures, selected) = (draw.textures, draw.selected);
        // An index beyond the textures selects none of them.
        let textures = if selected.is_some_and(|index| index >= textures.len()) { &[] } else { textures };
        let (figures, others) = match textures {
            [] => (&mut self.bare_figures, &self.figures),
            _ => (&mut self.figures, &self.bare_figures),
        };
        let error = &mut self.error;
        let file = || written(mbac::write(document), error);
        let name = figures.name(model, name, |name| others.has(name), file);
        self.layout(draw.layout);
        self.effect(draw.effect);
        let textures: Vec<String> = textures.iter().map(|texture| self.texture(texture, "texture")).collect();
        let textures = (textures, selected);
        if !textures.0.is_empty() && self.figure_textures.get(&name) != Some(&textures) {
            self.frame.push(format!(
                "Textures({}, {})",
                Quoted(&name),
                list(textures.0.iter().map(|name| Quoted(name)))
            ));
            // `Textures` leaves none selected.
            if let Some(selected) = textures.1 {
                self.frame.push(format!("SelectTexture({}, {selected})", Quoted(&name)));
            }
            self.figure_textures.insert(name.clone(), textures);
        }
        self.posture(&name, model, draw.posture, played);
        self.frame.push(format!("Render({}, {}, {})", Quoted(&name), draw.offset.0, draw.offset.1));
    }

    /// Records primitives.
    pub fn primitives(&mut self, draw: &PrimitivesDraw) {
        self.layout(draw.layout);
        self.effect(draw.effect);
        let data = &draw.primitives;
        let texture = data.texture.map(|texture| self.texture(texture, "texture"));
        let texture = texture.map_or("None".to_string(), |texture| format!("Some({})", Quoted(&texture)));
        let [vertices, normals, texcoords, colours] =
            [data.vertices, data.normals, data.texcoords, data.colours].map(list);
        self.frame.push(format!(
            "Primitives(texture: {texture}, at: {}, command: {}, count: {}, vertices: {vertices}, normals: {normals}, \
             texcoords: {texcoords}, colors: {colours})",
            tuple([draw.offset.0, draw.offset.1]),
            data.command.cast_signed(),
            data.count
        ));
    }

    /// Records a command list.
    pub fn command_list(&mut self, draw: &CommandList) {
        self.layout(draw.layout);
        self.effect(draw.effect);
        self.clip(self.area);
        let textures: Vec<String> = draw.textures.iter().map(|texture| self.texture(texture, "texture")).collect();
        self.frame.push(format!(
            "CommandList(textures: {}, transforms: {}, at: {}, words: {})",
            list(textures.iter().map(|name| Quoted(name))),
            list(draw.transforms.iter().map(ron::matrix)),
            tuple([draw.offset.0, draw.offset.1]),
            list(draw.words)
        ));
    }

    /// Records that everything queued is drawn.
    pub fn flush(&mut self) {
        self.clip(self.area);
        self.frame.push("Flush".to_string());
    }

    /// Records a rectangle within a clip of its own.
    pub fn rectangle(&mut self, at: (i32, i32), size: (u32, u32), colour: u32, blend: Blend, clip: Option<Clip>) {
        self.clip_within(clip);
        self.frame.push(format!(
            "Rectangle(at: {}, size: {}, colour: {colour:#08x}, blend: {blend:?})",
            tuple([at.0, at.1]),
            tuple([size.0, size.1])
        ));
    }

    /// Records a part of a texture within a clip of its own.
    pub fn image(
        &mut self,
        texture: &Arc<TextureMap>,
        texels: [i32; 4],
        at: (i32, i32),
        (key, blend): (bool, Blend),
        clip: Option<Clip>,
    ) {
        self.clip_within(clip);
        let (texture, texels) = (self.texture(texture, "texture"), tuple(texels));
        self.frame.push(format!(
            "Image(texture: {}, texels: Some({texels}), at: {}, key: {key}, blend: {blend:?})",
            Quoted(&texture),
            tuple([at.0, at.1])
        ));
    }

    /// Records a text, whose lines are wrapped already, within a clip of its own.
    #[cfg(feature = "text")]
    pub fn text(
        &mut self,
        text: &str,
        at: (i32, i32),
        font: &crate::Font,
        (align, blend): (crate::Align, Blend),
        clip: Option<Clip>,
    ) {
        use crate::{Font, Lettering};
        self.clip_within(clip);
        let write = |recorder: &mut Self, font: &str, colour: u32, outlined: bool| {
            recorder.frame.push(format!(
                "Text(text: {}, at: {}, font: {font}, colour: {colour:#08x}, outlined: {outlined}, align: {align:?}, \
                 blend: {blend:?})",
                Quoted(text),
                tuple([at.0, at.1])
            ));
        };
        match font {
            Font::Plain { lettering: Lettering::Small, colour, outlined } => write(self, "Small", *colour, *outlined),
            Font::Plain { lettering: Lettering::Normal, colour, outlined } => write(self, "Normal", *colour, *outlined),
            Font::Cells(font) => {
                let cell = tuple([font.cell().0, font.cell().1]);
                // Letters of the other textures are gaps.
                for (texture, alphabet) in font.textures() {
                    if font.textures().len() > 1 && !text.chars().any(|letter| alphabet.contains(letter)) {
                        continue;
                    }
                    let texture = self.texture(texture, "texture");
                    let (texture, alphabet) = (Quoted(&texture), Quoted(alphabet));
                    write(self, &format!("Cells(texture: {texture}, cell: {cell}, alphabet: {alphabet})"), 0, false);
                }
            }
        }
    }

    /// Ends the record.
    ///
    /// # Errors
    /// When a figure, an action table or a texture cannot be written in its format.
    pub fn finish(self, frame: ShotFrame) -> Result<RecordedShot> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let ShotFrame { size, background, backend, compat, screen } = frame;
        let mut text = format!("(\n    size: ({}, {}),\n    background: {background},\n", size.0, size.1);
        let mut field = |name: &str, value: &str| {
            let _ = writeln!(text, "    {name}: {value},");
        };
        if backend != Backend::default() {
            field("backend", &format!("{backend:?}"));
        }
        let file = |name: &str, file: String| (name.to_string(), file);
        let pictures = self.textures.names().map(|name| file(name, format!("Model(\"{name}.bmp\")")));
        let spheres = self.spheres.names().map(|name| file(name, format!("Sphere(\"{name}.bmp\")")));
        let figures = self.figures.names().chain(self.bare_figures.names());
        let figures = figures.map(|name| file(name, format!("\"{name}.mbac\""))).collect();
        let actions = self.actions.names().map(|name| file(name, format!("\"{name}.mtra\""))).collect();
        let textures: Vec<_> = pictures.chain(spheres).collect();
        for (name, mut entries) in [("textures", textures), ("figures", figures), ("actions", actions)] {
            entries.sort();
            let entries: Vec<String> = entries.iter().map(|(name, file)| format!("{}: {file}", Quoted(name))).collect();
            if !entries.is_empty() {
                field(name, &format!("{{\n        {},\n    }}", entries.join(",\n        ")));
            }
        }
        if compat != Compat::default() {
            let Compat { pixel_format, uv_wrap } = compat;
            field("compat", &format!("(pixel_format: {pixel_format:?}, uv_wrap: {uv_wrap:?})"));
        }
        if screen != ScreenColours::default() {
            field("screen", &format!("(format: {:?}, dither: {:?})", screen.format, screen.dither));
        }
        text.push_str("    frame: [\n");
        for statement in &self.frame {
            let _ = writeln!(text, "        {statement},");
        }
        text.push_str("    ],\n)\n");
        Ok(RecordedShot { text, files: self.files()? })
    }

    fn files(self) -> Result<BTreeMap<String, Vec<u8>>> {
        let figures = self.figures.0.into_iter().chain(self.bare_figures.0);
        let figures = figures.map(|(name, _, bytes)| (name + ".mbac", bytes));
        let actions = self.actions.0.into_iter().map(|(name, _, bytes)| (name + ".mtra", bytes));
        let mut files: BTreeMap<_, _> = figures.chain(actions).collect();
        let textures = self.textures.0.into_iter().map(|(name, map, ())| (name, map.picture()));
        let spheres = self.spheres.0.into_iter().map(|(name, map, ())| (name, map.picture().clone()));
        for (name, picture) in textures.chain(spheres) {
            files.insert(name + ".bmp", bmp::write(&picture)?);
        }
        Ok(files)
    }

    /// Records a statement about the state unless it is current.
    fn set(&mut self, kind: &'static str, value: String) {
        if self.state.get(kind) != Some(&value) {
            self.frame.push(format!("{kind}({value})"));
            self.state.insert(kind, value);
        }
    }

    /// Returns the name of a texture.
    fn texture(&mut self, texture: &Arc<TextureMap>, otherwise: &str) -> String {
        let wish = self.names.texture(texture).unwrap_or(otherwise);
        self.textures.name(texture, wish, |name| self.spheres.has(name), || ())
    }

    fn sphere(&mut self, map: &Arc<SphereMap>) -> String {
        let wish = self.names.sphere(map).unwrap_or("sphere");
        self.spheres.name(map, wish, |name| self.textures.has(name), || ())
    }

    fn layout(&mut self, layout: &FigureLayout) {
        self.clip(self.area);
        let (x, y) = layout.centre;
        self.set("Center", format!("{x}, {y}"));
        self.set("Projection", ron::projection(layout.projection()));
        self.set("Matrix", ron::matrix(&layout.transform).to_string());
    }

    fn effect(&mut self, effect: &Effect) {
        self.set("Light", ron::light(effect.light));
        self.set("Shading", ron::shading(effect.shading));
        self.set("Transparency", effect.semi_transparent.to_string());
        self.set("Blend", format!("{:?}", effect.blend));
        let sphere = effect.sphere_map.as_ref().map(|map| self.sphere(map));
        self.set("SphereMap", sphere.map_or("None".to_string(), |name| format!("Some({})", Quoted(&name))));
        self.set("Painter", effect.painter.to_string());
    }

    /// Records a figure's posture and pattern.
    fn posture(&mut self, name: &str, model: &Model, target: &Posture, played: Option<PlayedAction>) {
        let mut posture = self.postures.remove(name).unwrap_or_else(|| Posture::rest(model));
        if posture.locals() != target.locals() {
            let by_action = played.and_then(|played| {
                let mut by_action = posture.clone();
                by_action.set(model, played.table.actions.get(played.action)?, played.frame);
                (by_action.locals() == target.locals()).then_some((by_action, played))
            });
            let figure = Quoted(name);
            if let Some((by_action, PlayedAction { table, name, action, frame })) = by_action {
                let error = &mut self.error;
                let table = self.actions.name(table, name, |_| false, || written(mtra::write(table), error));
                self.frame.push(format!(
                    "Posture(figure: {figure}, actions: {}, action: {action}, start: {}, step: 0)",
                    Quoted(&table),
                    frame.to_bits()
                ));
                posture = by_action;
            } else {
                let bones = target.locals();
                self.frame.push(format!("Bones({figure}, {})", list(bones.iter().map(ron::matrix))));
                posture.set_locals(bones);
            }
        }
        if posture.pattern() != target.pattern() {
            let mask = target.pattern();
            self.frame.push(format!("Pattern({}, {})", Quoted(name), mask.cast_signed()));
            posture.set_pattern(mask);
        }
        self.postures.insert(name.to_string(), posture);
    }

    /// Records the clip of something on the screen.
    fn clip_within(&mut self, clip: Option<Clip>) {
        let within = |clip: Clip| self.area.map_or(clip, |area| clip.intersect(area));
        self.clip(clip.map(within).or(self.area));
    }

    fn clip(&mut self, clip: Option<Clip>) {
        self.set("Clip", ron::area(clip));
    }
}

/// Returns the bytes of a document, and keeps the first error.
fn written(bytes: keitai_formats::Result<Vec<u8>>, first: &mut Option<keitai_formats::Error>) -> Vec<u8> {
    bytes.unwrap_or_else(|error| {
        first.get_or_insert(error);
        Vec::new()
    })
}
