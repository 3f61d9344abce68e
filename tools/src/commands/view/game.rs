//! The viewer as a game: ticks, keys, dropped files and pictures.

use std::path::{Path, PathBuf};

#[cfg(feature = "inspector")]
use keitai_app::panels::Panels;
use keitai_app::{Error as AppError, Game, GameInfo, Messages, RenderOptions};
use keitai_formats::Kind;
use keitai_render::Framebuffer;
use keitai_runtime::Stage;
use keitai_runtime::controls::{Button, Controls, Input, Key, Labels, Mouse, PLAYERS, WindowCommand};

use super::Window;
use crate::cli::CameraOptions;
use crate::files::archives;
use crate::viewer::background::Background;
use crate::viewer::framing::first_view;
use crate::viewer::load::Files;
use crate::viewer::recording::Form;
use crate::viewer::tour::{Opened, Tour};
use crate::viewer::{keys, legend};
use crate::{files, reference};

/// Returns a path as a word of a shell: between quotes where a shell would read it otherwise.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.chars().all(|c| c.is_alphanumeric() || "_-./\\:".contains(c)) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns an error as the user reads it: files in memory have their own names.
fn shown(error: AppError) -> AppError {
    let text = error.to_string();
    let plain = archives::without_mounts(&text);
    if plain == text {
        return error;
    }
    let hint = error.hint().map(|hint| format!("\nhint: {}", archives::without_mounts(&hint)));
    AppError::game(plain + &hint.unwrap_or_default())
}

impl Window {
    fn open_dropped(&mut self, dropped: &[PathBuf], messages: &mut Messages) -> keitai_app::Result<bool> {
        if let ([path], true) = (dropped, self.shift)
            && files::kind(path).is_some_and(Kind::is_texture)
        {
            self.scene.set_backdrop(reference::load(path)?);
            self.viewer.backdrop = Background::Picture;
            return Ok(true);
        }
        let Opened { files, others, tour } = Tour::open(dropped)?;
        let another = files.figure_path().is_some();
        if another && self.shift {
            self.add(std::iter::once(&files).chain(&others))?;
            return Ok(true);
        }
        if another {
            self.replace(&files)?;
            self.tour = tour;
            self.add(&others)?;
        } else {
            // Actions and textures are for the selected figure.
            self.replace_selected(&self.scene.files().with(files))?;
        }
        messages.tell(self.scene.figure().name());
        messages.set_wrong(None);
        Ok(true)
    }
}

impl Game for Window {
    fn info(&self) -> GameInfo {
        keys::info()
    }

    fn title(&self) -> Option<String> {
        Some(format!("{} - Keitai", self.scene.figure().name()))
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.scene.stage
    }

    fn tick(&mut self, controls: &[Controls; PLAYERS], messages: &mut Messages) -> Option<WindowCommand> {
        if self.watch.changed() {
            self.reload_files(messages);
        }
        // All pads turn the figure.
        let controls = Controls::merge_all(controls);
        #[cfg(feature = "inspector")]
        let controls = if self.inspector.has_focus() { Controls::IDLE } else { controls };
        let command = self.viewer.tick(&controls, &self.scene.figure().subject);
        self.move_by_mouse();
        if self.viewer.unframed {
            self.viewer.set_home(first_view(&mut self.scene, &self.viewer));
        }
        if let Some(said) = self.viewer.said.take() {
            messages.tell(said);
        }
        self.scene.show(&self.viewer);
        command
    }

    fn set_mouse(&mut self, mouse: &Mouse) {
        self.mouse = *mouse;
        self.shift = mouse.shift;
    }

    fn press(&mut self, input: Input) {
        let is = |(key, button): (Key, Button)| {
            input == Input::Key(key) || matches!(input, Input::Chord(_, own) if own == button)
        };
        if is(keys::GRID) {
            self.viewer.grid = !self.viewer.grid;
        }
        if input == Input::Key(keys::NEXT_FIGURE) {
            self.select_next_figure();
        }
        if input == Input::Key(keys::RECORD) {
            match (cfg!(feature = "window"), self.shift) {
                (true, true) => self.record(Form::Pngs),
                (true, false) => self.record(Form::Gif),
                (false, _) => self.wants_gif = true,
            }
        }
        #[cfg(feature = "window")]
        if input == Input::Key(keys::FOLDER) {
            self.open_folder();
        }
        #[cfg(feature = "window")]
        if input == Input::Key(keys::COPY) {
            self.copy();
        }
        #[cfg(feature = "inspector")]
        match input {
            Input::Pad(_, button) if self.inspector.has_focus() => self.inspector.press(button),
            _ if is(keys::PANELS) => self.inspector.toggle(),
            _ if is(keys::FOCUS) => self.inspector.take_focus(),
            _ => {}
        }
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.scene.draw(&self.viewer, picture);
    }

    #[cfg(feature = "inspector")]
    fn set_labels(&mut self, labels: &Labels) {
        if labels.pad().is_some() && !labels.by_key {
            self.inspector.hide_for_pad();
        }
    }

    #[cfg(feature = "inspector")]
    fn panels(&mut self) -> Option<&mut dyn Panels> {
        Some(self)
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        self.scene.draw_border(&self.viewer, picture);
        self.scene.draw_selection(&self.viewer.selection, picture);
        if self.viewer.legend > 0 {
            legend::draw(picture, labels, self.viewer.legend - 1);
        }
    }

    fn open_files(&mut self, dropped: &[PathBuf], messages: &mut Messages) -> keitai_app::Result<bool> {
        self.open_dropped(dropped, messages).map_err(shown)
    }

    fn step_file(&mut self, forward: bool, messages: &mut Messages) -> keitai_app::Result<()> {
        let Some(next) = self.tour.step(forward).map(Files::figure) else {
            messages.tell("there is no other figure");
            return Ok(());
        };
        // A figure that cannot be shown is passed by at the next step.
        self.replace(&next).map_err(|error| shown(error.into()))?;
        messages.tell(format!("{}, {}", self.scene.figure().name(), self.tour.place()));
        messages.set_wrong(None);
        Ok(())
    }

    fn screenshot_note(&self) -> Option<String> {
        let file = quoted(self.scene.files().figure_path()?);
        let settings = self.scene.plain_settings().filter(|_| self.viewer.is_plain());
        let Some(render) = settings.and_then(|settings| RenderOptions::text(&settings)) else {
            return Some("no options of `keitai shot` draw this picture; F9 keeps it as a shot".to_owned());
        };
        let mut words = format!("keitai shot {file}");
        for (option, files) in
            [("--actions", self.scene.files().actions()), ("--textures", self.scene.files().textures())]
        {
            files.iter().for_each(|path| words += &format!(" {option} {}", quoted(path)));
        }
        if !self.scene.figure().subject.actions.is_empty() {
            words += &format!(" --action {}", self.viewer.action);
        }
        words += &format!(" --frame {} {}", self.viewer.whole_frame(), CameraOptions::text(&self.viewer));
        Some(words + &render + " -o picture.png")
    }

    /// The viewer does not wait for a pad.
    fn lose_pad(&mut self, _pad: usize) -> bool {
        false
    }
}
