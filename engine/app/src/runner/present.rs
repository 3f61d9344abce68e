//! Drawing the picture of a game and showing it, alone or among panels.

use keitai_render::{Framebuffer, Q16};
use web_time::Instant;

use super::{Runner, title};
use crate::console;
use crate::error::Result;
use crate::messages::draw_notice;
use crate::picture;
use crate::runner::pause::Waiting;
use crate::tool::PanelInput;
use crate::window::Window;

impl<W: Window> Runner<W> {
    fn write_pictures(&mut self) {
        if std::mem::take(&mut self.screenshot) {
            self.game.draw(Q16::ONE, &mut self.picture);
            let message = match picture::encode_png(&self.picture) {
                Ok(png) => self.window.keep_file("png", &png),
                Err(error) => error.to_string(),
            };
            self.messages.tell(message);
            if let Some(note) = self.game.tool().and_then(|tool| tool.screenshot_note()) {
                console::note(&note);
            }
            self.redraw = true;
        }
        if std::mem::take(&mut self.shot) {
            let message = match self.game.shot() {
                Ok(shot) => self.window.keep_shot(&shot),
                Err(error) => error.to_string(),
            };
            self.messages.tell(message);
            self.redraw = true;
        }
    }

    /// Draws a new picture when one is due, and shows it.
    pub(super) fn present(&mut self) -> Result<()> {
        self.write_pictures();
        let title = title(&mut *self.game, &self.info);
        if self.title != title {
            self.window.set_title(&title);
            self.title = title;
        }
        let between = self.display.smooth && self.controls_screen.is_none() && self.waiting == Waiting::No;
        if std::mem::take(&mut self.redraw) || between {
            self.compose(between);
        }
        self.show_changes()
    }

    fn compose(&mut self, between: bool) {
        let begun = Instant::now();
        self.times.frame = begun.duration_since(std::mem::replace(&mut self.frame_start, begun));
        self.rate.count(self.times.frame);
        let part = if between { Q16::from_bits(self.clock.part() as i32) } else { Q16::ONE };
        self.game.draw(part, &mut self.picture);
        self.times.draw = begun.elapsed();
        if let Err(error) = self.game.stage().check_picture() {
            self.messages.tell(error.to_string());
        }
        self.next.pixels_mut().copy_from_slice(self.picture.pixels());
        self.game.stage().draw_debug(&mut self.display.debug, &self.times, &mut self.next);
        let labels = self.window.devices().labels();
        if let Some(tool) = self.game.tool() {
            tool.draw_over(&mut self.next, &labels);
        }
        self.messages.draw(self.rate.per_second(), &mut self.next);
        if let Some(notice) = self.waiting.notice(&labels) {
            draw_notice(&mut self.next, &notice);
        }
        if let Some(screen) = &self.controls_screen {
            let pads = self.window.devices().pads.kinds();
            match &self.controls_page {
                Some(page) => page(screen, &pads, &mut self.next),
                None => screen.draw(&mut self.next, &pads),
            }
        }
    }

    /// Shows what has changed, or waits for the next frame's time when nothing has.
    fn show_changes(&mut self) -> Result<()> {
        let changed = self.next != self.front;
        if changed {
            std::mem::swap(&mut self.next, &mut self.front);
            self.next.pixels_mut().copy_from_slice(self.front.pixels());
        }
        let size = self.game.tool().and_then(|tool| tool.panel_size());
        if size.is_some() != std::mem::replace(&mut self.panels_shown, size.is_some()) {
            self.window.set_room(size);
            self.typing = false;
            self.exposed = true;
        }
        let changed = std::mem::take(&mut self.exposed) || changed;
        let events = std::mem::take(&mut self.panel_events);
        match self.game.tool().filter(|tool| tool.panel_size().is_some()) {
            Some(tool) if changed || !events.is_empty() || tool.panels_are_due() => {
                let size = self.window.size()?;
                if size != (self.whole.width(), self.whole.height()) {
                    self.whole = Framebuffer::new(size.0, size.1);
                }
                let input = PanelInput { events: &events, picture: &self.front, scaling: self.display.scaling };
                let output = tool.draw_panels(&input, &mut self.whole);
                self.typing = output.typing;
                self.window.present_whole(&self.whole, &output)
            }
            None if changed => self.window.present(&self.front),
            _ => {
                self.window.wait();
                Ok(())
            }
        }
    }
}
