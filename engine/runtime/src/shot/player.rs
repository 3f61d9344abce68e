//! Loads the files of a shot, and plays it. Drawing a frame looks nothing up and allocates nothing.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::micro3d::{ActionTable, Figure, Graphics3D};
use keitai_render::{
    Align, Canvas, CellFont, Clip, CommandList, Compat, Effect, FigureLayout, Font, Framebuffer, Lettering, Primitives,
    Renderer, ScreenColours, TextureMap,
};

use super::checks::Check;
use super::program::{Assets, Named, Target, run};
use super::{Shot, ShotError, Statement, TextureFile};
use crate::assets::load::{actions_of, figure_of, sphere_of, texture_of};
use crate::assets::{AssetPath, Source};
use crate::settings::Settings;

/// The largest file of a shot, bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// A loaded shot.
#[derive(Debug)]
pub struct Player {
    size: (u32, u32),
    background: u32,
    clip: Option<Clip>,
    frame: Vec<Statement>,
    assets: Assets,
    likely_faults: Vec<String>,
    graphics: Graphics3D,
    screen: ScreenColours,
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
        let clip = shot.clip;
        let mut assets = load(shot, &compat, file)?;
        let mut check = Check::new(shot.size());
        run(&shot.frame, clip, 0, &mut assets, &mut check)?;
        Ok(Self {
            size: shot.size(),
            background: u32::from(shot.background) & 0xFF_FFFF,
            clip,
            frame: shot.frame.clone(),
            assets,
            likely_faults: check.likely_faults(),
            screen: settings.over_screen(shot.screen.unwrap_or_default()),
            graphics: Graphics3D::with_renderer(settings.renderer(shot.size(), compat, backend)),
        })
    }

    /// Returns a picture of the shot's size.
    pub fn framebuffer(&self) -> Framebuffer {
        Framebuffer::new(self.size.0, self.size.1)
    }

    /// Returns the renderer with its settings and statistics.
    pub fn renderer(&mut self) -> &mut Renderer {
        self.graphics.renderer()
    }

    /// Returns a line for each kind of likely mistake that phones show wrongly: coarse sort keys of a near plane of 1, and
    /// primitives with texels outside their texture.
    pub fn likely_faults(&self) -> &[String] {
        &self.likely_faults
    }

    /// Draws frame `k` to a picture of the shot's size.
    ///
    /// # Errors
    /// When the renderer refuses primitives, a projection or a command list, and when polygons cover more than 268,435,456
    /// pixels.
    pub fn draw(&mut self, k: i32, framebuffer: &mut Framebuffer) -> Result<(), ShotError> {
        framebuffer.fill(self.background);
        // A frame with an error leaves polygons in the queue.
        self.graphics.bind(self.size.0, self.size.1, self.clip);
        let mut drawing = Drawing { graphics: &mut self.graphics, picture: framebuffer, clip: self.clip };
        run(&self.frame, self.clip, k, &mut self.assets, &mut drawing)?;
        framebuffer.reduce(self.screen);
        Ok(self.graphics.renderer().check_pixel_limit()?)
    }
}

struct Drawing<'a> {
    graphics: &'a mut Graphics3D,
    picture: &'a mut Framebuffer,
    clip: Option<Clip>,
}

impl Drawing<'_> {
    fn canvas(&mut self, blend: Blend) -> Canvas<'_> {
        let mut canvas = Canvas::within(self.picture, self.clip);
        canvas.set_blend(blend);
        canvas
    }
}

impl Target for Drawing<'_> {
    fn clip(&mut self, clip: Option<Clip>) {
        self.clip = clip;
        self.graphics.set_clip(clip);
    }

    fn figure(&mut self, figure: &Figure, (x, y): (i32, i32), layout: &FigureLayout, effect: &Effect) {
        self.graphics.render_figure(figure, x, y, layout, effect);
    }

    fn primitives(&mut self, primitives: &Primitives, (x, y): (i32, i32), layout: &FigureLayout, effect: &Effect) {
        self.graphics.render_primitives(primitives, x, y, layout, effect);
    }

    fn command_list(&mut self, list: &CommandList) {
        let &CommandList { words, textures, transforms, layout, effect, offset: (x, y) } = list;
        self.graphics.draw_command_list(textures, transforms, x, y, layout, effect, words, self.picture);
    }

    fn image(&mut self, texture: &TextureMap, texels: [i32; 4], at: (i32, i32), key: bool, blend: Blend) {
        self.canvas(blend).image(texture, texels, at.0, at.1, key);
    }

    fn rectangle(&mut self, at: (i32, i32), size: (u32, u32), colour: u32, blend: Blend) {
        self.canvas(blend).rectangle(at.0, at.1, size.0, size.1, colour);
    }

    fn text(&mut self, text: &str, at: (i32, i32), font: &Font, align: Align, blend: Blend) {
        self.canvas(blend).write(text, at.0, at.1, font, align);
    }

    fn flush(&mut self) {
        self.graphics.flush(self.picture);
    }

    fn check(&mut self, _: usize) -> Result<(), ShotError> {
        self.graphics.take_error().map_or(Ok(()), |error| Err(error.into()))
    }
}

/// Loads the files of a shot. `file` returns the path and the bytes of a file by its name in the shot.
pub(super) fn load<'b>(
    shot: &Shot,
    compat: &Compat,
    mut file: impl FnMut(&str) -> Result<(AssetPath, Cow<'b, [u8]>), ShotError>,
) -> Result<Assets, ShotError> {
    let mut assets = Assets::default();
    // The maps are sorted by name.
    for (name, texture) in &shot.textures {
        let (TextureFile::Model(path) | TextureFile::Sphere(path)) = texture;
        let (path, bytes) = file(path)?;
        match texture {
            TextureFile::Model(_) => {
                assets.textures.0.push((name.clone(), texture_of(&bytes, &path, compat)?.map));
            }
            TextureFile::Sphere(_) => {
                assets.spheres.0.push((name.clone(), Arc::new(sphere_of(&bytes, &path, compat)?)));
            }
        }
    }
    let mut figures = BTreeMap::new();
    for (name, path) in &shot.figures {
        let (path, bytes) = file(path)?;
        figures.insert(name.as_str(), figure_of(&bytes, &path)?.document);
    }
    for (name, path) in &shot.actions {
        let (path, bytes) = file(path)?;
        let table = actions_of(&bytes, &path, posed_by(shot, name, &figures), Default::default())?.table;
        assets.tables.0.push((name.clone(), ActionTable::new(table)));
    }
    assets.figures = Named(figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect());
    for (position, statement) in (1..).zip(&shot.frame) {
        let Statement::Text { font, colour, outlined, .. } = statement else { continue };
        let plain = |lettering| Font::Plain { lettering, colour: u32::from(*colour), outlined: *outlined };
        assets.fonts.push(match font {
            super::Font::Small => plain(Lettering::Small),
            super::Font::Normal => plain(Lettering::Normal),
            super::Font::Cells { texture, cell, alphabet } => {
                let wrong = |reason| ShotError::statement(position, reason);
                let texture = assets.textures.get("texture", texture).map_err(wrong)?;
                let font = CellFont::new(Arc::clone(texture), *cell, alphabet.as_str());
                Font::Cells(font.map_err(|error| ShotError::statement(position, error))?)
            }
        });
    }
    Ok(assets)
}

/// Returns the figure of the first posture from these actions, or the first figure. Its bone names are used when the actions are a
/// text.
fn posed_by<'a>(shot: &Shot, table: &str, figures: &'a BTreeMap<&str, Figure>) -> Option<&'a Figure> {
    let figure = shot.frame.iter().find_map(|statement| match statement {
        Statement::Posture { figure, actions, .. } if actions == table => figures.get(figure.as_str()),
        _ => None,
    });
    figure.or_else(|| figures.values().next())
}
