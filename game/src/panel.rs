//! Panels that are drawn over the picture: their frames, letters, words and menus.

use std::sync::Arc;

use keitai::assets::AssetPath;
use keitai::controls::{PLAYERS, PadKind};
use keitai::controls_screen::{ControlsScreen, ListLook};
use keitai::world::{ListMenu, MenuItem, MenuLook, MenuSounds};
use keitai::{Align, Canvas, Font, Framebuffer, Result, Stage, TextureMap};

use crate::hud::Word;
use crate::saved::Medal;

/// Texels of the frame in its texture, left of it in the picture, and room between its edge and texts.
const FRAME: [i32; 4] = [0, 36, 200, 128];
const LEFT: i32 = 20;
pub(crate) const MARGIN: i32 = 12;
/// Size of the large board, its place, and the top of its first line.
const BOARD: [i32; 2] = [224, 212];
const PLACE: [i32; 2] = [8, 46];
pub(crate) const LINES: i32 = 62;
/// Side of a medal in its texture, and the column of the empty place.
const MEDAL: i32 = 24;
const NONE: i32 = 3;
/// Colour of the bar behind the selected row.
const BAR: u32 = 0x38_1008;

#[derive(Debug)]
pub(crate) struct Panel {
    board: Arc<TextureMap>,
    frame: Arc<TextureMap>,
    words: Arc<TextureMap>,
    medals: Arc<TextureMap>,
    pub(crate) cream: Font,
    pub(crate) gold: Font,
    pub(crate) red: Font,
}

impl Panel {
    /// Loads the textures. The fonts are those of the scene of `files`.
    pub(crate) fn load(files: &mut Stage) -> Result<Self> {
        let mut picture =
            |name: &str| Ok::<_, keitai::Error>(files.texture(&AssetPath::new(&format!("assets/signs/{name}.bmp"))?)?);
        let [board, frame, words, medals] =
            [picture("board")?, picture("gauges")?, picture("calls")?, picture("medals")?];
        let font = |name: &str| files.scene().font(name).cloned().unwrap_or(MenuLook::default().font);
        Ok(Self { board, frame, words, medals, cream: font("cream"), gold: font("gold"), red: font("red") })
    }

    /// Returns a menu in the letters of the game, with the top of its first row at a row of the picture.
    pub(crate) fn menu(&self, items: impl IntoIterator<Item = impl Into<MenuItem>>, top: i32) -> ListMenu {
        let [moved, chosen, back] = ["menu-move", "menu-yes", "menu-no"].map(|name| Some(name.into()));
        let look = MenuLook {
            font: self.cream.clone(),
            selected_font: self.gold.clone(),
            row: 13,
            width: Some(168),
            bar: Some(BAR),
            sounds: MenuSounds { moved, chosen, back },
            ..MenuLook::default()
        };
        ListMenu::new(items).at(120, top).with_look(look)
    }

    /// Draws a frame of this height with a word over its upper edge.
    pub(crate) fn frame(&self, picture: &mut Framebuffer, top: i32, height: i32, word: Option<Word>) {
        let mut canvas = Canvas::new(picture);
        let [left, first, right, last] = FRAME;
        let half = (height / 2).min((last - first) / 2);
        let mut rows = |from: i32, to: i32, y: i32| canvas.image(&self.frame, [left, from, right, to], LEFT, y, true);
        rows(first, first + half, top);
        (top + half..top + height - half).for_each(|y| rows(first + half, first + half + 1, y));
        rows(last - half, last, top + height - half);
        if let Some(word) = word {
            canvas.image(&self.words, word, 120 - (word[2] - word[0]) / 2, top - 30, true);
        }
    }

    /// Darkens the picture, and draws the large board with a heading.
    pub(crate) fn board(&self, picture: &mut Framebuffer, heading: &str) {
        let (width, height) = (picture.width(), picture.height());
        let mut canvas = Canvas::new(picture);
        (0..2).for_each(|_| canvas.shade(0, 0, width, height));
        canvas.image(&self.board, [0, 0, BOARD[0], BOARD[1]], PLACE[0], PLACE[1], true);
        self.write(picture, heading, 24, &self.gold);
    }

    pub(crate) fn write(&self, picture: &mut Framebuffer, text: &str, y: i32, font: &Font) {
        Canvas::new(picture).write(text, 120, y, font, Align::Centre);
    }

    /// Draws a medal, or the place of one that is not yet won.
    pub(crate) fn medal(&self, picture: &mut Framebuffer, medal: Medal, is_won: bool, x: i32, y: i32) {
        let column = if is_won { medal.about().0 as i32 } else { NONE };
        Canvas::new(picture).image(&self.medals, [column * MEDAL, 0, (column + 1) * MEDAL, MEDAL], x, y, true);
    }

    /// Draws the state of the engine's controls screen.
    pub(crate) fn controls(
        &self,
        screen: &ControlsScreen,
        pads: &[Option<PadKind>; PLAYERS],
        picture: &mut Framebuffer,
    ) {
        self.board(picture, "CONTROLS");
        let fonts = [self.cream.clone(), self.gold.clone()];
        let look = ListLook { fonts, bar: BAR, columns: [22, 218], top: LINES, leading: 12, lines: 15, foot: 268 };
        screen.write(picture, pads, &look);
    }
}
