//! The panel of pages that are drawn over the picture: its board, letters and menus.

use std::sync::Arc;

use keitai::controls::PadKind;
use keitai::controls_screen::{ControlsScreen, ListLook};
use keitai::prelude::*;
use keitai::world::{MenuItem, MenuLook, MenuSounds};
use keitai::{Align, Font, TextureMap};

/// Width and height of the board's picture; the first row of the part that is repeated, and the first row of its end.
const BOARD: [i32; 2] = [208, 150];
const PARTS: [i32; 2] = [112, 114];
/// Left end of the board, and right end of its texts.
const LEFT: i32 = 16;
const INSIDE: [i32; 2] = [LEFT + 14, LEFT + BOARD[0] - 14];
/// Width and height of a word in the sheets of calls and of heads, and rows of the heads.
const WORD: [i32; 2] = [224, 40];
const BAR: u32 = 0x10_3048;
pub const PAUSE: i32 = 0;
pub const YOU_WIN: i32 = 1;
pub const RESULT: i32 = 2;
pub const CHAMPION: i32 = 3;
pub const OPTIONS: i32 = 4;
const CONTROLS: i32 = 5;

/// Returns the texels of a row of these sheets.
pub fn word(row: i32) -> [i32; 4] {
    let [width, height] = WORD;
    [0, row * height, width, (row + 1) * height]
}

pub struct Panel {
    board: Arc<TextureMap>,
    heads: Arc<TextureMap>,
    pub cream: Font,
    gold: Font,
}

impl Panel {
    pub fn load(files: &mut Stage) -> keitai::Result<Self> {
        let mut picture = |name: &str| Ok::<_, keitai::Error>(files.texture(&AssetPath::new(name)?)?);
        let (board, heads) = (picture("assets/board.bmp")?, picture("assets/heads.bmp")?);
        let font = |name: &str| files.scene().font(name).cloned().unwrap_or(MenuLook::default().font);
        Ok(Self::new(board, heads, font("cream"), font("gold")))
    }

    pub fn new(board: Arc<TextureMap>, heads: Arc<TextureMap>, cream: Font, gold: Font) -> Self {
        Self { board, heads, cream, gold }
    }

    /// Returns a menu in the letters of the game, at a row.
    pub fn menu(&self, items: impl IntoIterator<Item = impl Into<MenuItem>>, top: i32) -> ListMenu {
        let sounds = MenuSounds { moved: Some("move".into()), chosen: Some("yes".into()), back: Some("no".into()) };
        let (font, selected_font) = (self.cream.clone(), self.gold.clone());
        let look =
            MenuLook { font, selected_font, row: 14, width: Some(172), bar: Some(BAR), sounds, ..MenuLook::default() };
        ListMenu::new(items).at(120, top).with_look(look)
    }

    /// Draws a board of this height, at least 150 pixels, and one of the heads above it.
    pub fn draw(&self, picture: &mut Framebuffer, top: i32, height: i32, head: Option<i32>) {
        let mut canvas = Canvas::new(picture);
        let [width, whole] = BOARD;
        let [upper, lower] = PARTS;
        let end = top + height - (whole - lower);
        canvas.image(&self.board, [0, 0, width, upper], LEFT, top, true);
        (top + upper..end).for_each(|y| canvas.image(&self.board, [0, upper, width, upper + 1], LEFT, y, true));
        canvas.image(&self.board, [0, lower, width, whole], LEFT, end, true);
        if let Some(head) = head {
            canvas.image(&self.heads, word(head), 8, top - 16, true);
        }
    }

    /// Writes a line in the middle of the picture, in gold or in cream.
    pub fn write(&self, picture: &mut Framebuffer, text: &str, y: i32, gold: bool) {
        Canvas::new(picture).write(text, 120, y, if gold { &self.gold } else { &self.cream }, Align::Centre);
    }

    pub fn controls(&self, screen: &ControlsScreen, pads: &[Option<PadKind>; PLAYERS], picture: &mut Framebuffer) {
        let (width, height) = (picture.width(), picture.height());
        Canvas::new(picture).shade(0, 0, width, height);
        self.draw(picture, 30, 240, Some(CONTROLS));
        let fonts = [self.cream.clone(), self.gold.clone()];
        let [left, right] = INSIDE;
        let look = ListLook { fonts, bar: BAR, columns: [left, right], top: 58, leading: 12, lines: 16, foot: 274 };
        screen.write(picture, pads, &look);
    }
}
