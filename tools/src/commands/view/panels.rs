//! The panels of the viewer's window.

use keitai_app::panels::{PanelInput, PanelOutput, Panels};
use keitai_render::Framebuffer;

use super::Window;
use crate::inspector::{self, Shown, Wish};

impl Panels for Window {
    fn size(&self) -> Option<(u32, u32)> {
        self.inspector.is_shown().then_some(inspector::SIZE)
    }

    fn are_due(&self) -> bool {
        self.inspector.is_due() || self.drawn.as_ref() != Some(&self.viewer)
    }

    fn draw(&mut self, input: &PanelInput, window: &mut Framebuffer) -> PanelOutput {
        let Self { inspector, scene, viewer, .. } = self;
        let mut shown = Shown { scene, viewer, wish: None };
        let output = inspector.draw(&mut shown, input, window);
        let wish = shown.wish;
        self.drawn = Some(self.viewer.clone());
        match wish {
            Some(Wish::Record(form)) => self.record(form),
            Some(Wish::Select(index)) => self.select_figure(index),
            #[cfg(feature = "window")]
            Some(Wish::Copy) => self.copy(),
            #[cfg(feature = "window")]
            Some(Wish::Folder) => self.open_folder(),
            #[cfg(not(feature = "window"))]
            Some(Wish::Copy | Wish::Folder) => {}
            None => {}
        }
        output
    }
}
