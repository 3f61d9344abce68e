//! The controls screen in the look of the game.

use keitai::controls::{PLAYERS, PadKind};
use keitai::controls_screen::{ControlsScreen, ListLook};
use keitai::{Framebuffer, Result};

use super::board::{LEADING, LINES, TOP};
use super::{Board, font};
use crate::content::Content;

/// Draws the state of the engine's controls screen on a board.
pub(crate) fn draw_controls(
    content: &Content,
    screen: &ControlsScreen,
    pads: &[Option<PadKind>; PLAYERS],
    picture: &mut Framebuffer,
) -> Result<()> {
    let mut board = Board::open(content, "CONTROLS")?;
    board.write(&[]);
    board.stage.propagate_transforms();
    board.stage.draw(picture);
    let scene = board.stage.scene();
    let fonts = [false, true].map(|selected| scene.font(font(selected)).cloned());
    if let [Some(plain), Some(selected)] = fonts {
        let fonts = [plain, selected];
        let look =
            ListLook { fonts, columns: [20, 114, 220], top: TOP, leading: LEADING as u8, lines: LINES, foot: 268 };
        screen.write(picture, pads, &look);
    }
    Ok(())
}
