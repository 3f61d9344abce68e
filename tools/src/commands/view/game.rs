//! The viewer as a game: ticks, keys, dropped files and pictures.

use std::path::{Path, PathBuf};

use keitai_app::tool::Tool;
#[cfg(feature = "inspector")]
use keitai_app::tool::{PanelInput, PanelOutput};
use keitai_app::{Error as AppError, Game, GameInfo, Messages, RenderOptions, TickInput};
use keitai_formats::Kind;
use keitai_render::{Canvas, Framebuffer, Lettering, Q16};
use keitai_runtime::Stage;
use keitai_runtime::controls::{Button, Controls, Input, Key, Labels, WindowCommand};

use super::Window;
use crate::cli::CameraOptions;
#[cfg(feature = "inspector")]
use crate::inspector::{self, PanelView, Wish};
use crate::reference;
use crate::session::Session;
use crate::viewer::background::Background;
use crate::viewer::files::Files;
use crate::viewer::framing::first_view;
use crate::viewer::recording::Form;
use crate::viewer::tour::Tour;
use crate::viewer::{keys, legend};

/// Colour of notices, 0xRRGGBB.
const WHITE: u32 = 0xFF_FFFF;

/// Returns a path as a word of a shell: between quotes where a shell would read it otherwise.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.chars().all(|c| c.is_alphanumeric() || "_-./\\:".contains(c)) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns an error as the user reads it: files in memory have their own names.
fn shown(session: &Session, error: AppError) -> AppError {
    let text = error.to_string();
    let plain = session.without_mounts(&text);
    if plain == text {
        return error;
    }
    let hint = error.hint().map(|hint| format!("\nhint: {}", session.without_mounts(&hint)));
    AppError::game(plain + &hint.unwrap_or_default())
}

impl Window {
    /// Opens dropped files: another figure replaces the current ones, actions and textures are for the selected one. With Shift
    /// figures are added, and a picture becomes the background.
    fn open_dropped(&mut self, dropped: &[PathBuf]) -> keitai_app::Result<()> {
        if let ([path], true) = (dropped, self.shift)
            && self.scene.session.kind(path).is_some_and(Kind::is_texture)
        {
            self.scene.backdrop = Some(reference::load(&self.scene.session, path)?);
            self.viewer.backdrop = Background::Picture;
            return Ok(());
        }
        let mut opened = Tour::open(&self.scene.session, dropped)?;
        let another = opened.files.figure.is_some();
        if another && self.shift {
            opened.show(|files| self.add([files]))?;
            self.add(&opened.others)?;
            return Ok(());
        }
        if another {
            opened.show(|files| self.replace(files))?;
            self.tour = opened.tour;
            self.add(&opened.others)?;
            #[cfg(feature = "inspector")]
            {
                self.inspector.list_files(&self.scene.session, dropped);
                dropped.iter().for_each(|file| self.inspector.add_recent(file));
            }
        } else {
            self.replace_selected(&self.scene.files().with(opened.files))?;
        }
        self.viewer.say(self.scene.figure().name());
        Ok(())
    }

    /// Opens the files that were chosen in the dialog.
    #[cfg(all(feature = "window", feature = "inspector"))]
    fn open_chosen(&mut self) {
        match self.dialog.answer() {
            Some(Ok(files)) if !files.is_empty() => self.open_or_say(&files),
            Some(Err(error)) => self.viewer.say(format!("no dialog: {error}; drop the files instead")),
            _ => {}
        }
    }

    /// Opens files as if they had been dropped.
    #[cfg(feature = "inspector")]
    fn open_or_say(&mut self, files: &[PathBuf]) {
        if let Err(error) = self.open(files) {
            self.viewer.say(error.to_string());
        }
    }

    /// Shows the figure in the next or the previous file.
    pub fn step_file(&mut self, forward: bool) {
        match self.tour.step(forward) {
            Some(next) => self.show_file(&next),
            None => self.viewer.say("there is no other figure"),
        }
    }

    /// Shows the figure with this index in the folder or the archive.
    pub fn show_figure(&mut self, index: usize) {
        if let Some(figure) = self.tour.go_to(index) {
            self.show_file(&figure);
        }
    }

    /// Puts a texture or actions on the selected figure. A texture replaces all others, unless the figure lacks some.
    pub fn use_file(&mut self, file: &Path) {
        let current = self.scene.files();
        let mut used = Files::sort(&self.scene.session, &[file.to_owned()]);
        if self.scene.figure().missing().is_some() {
            let (_, in_use) = self.scene.figure().companions();
            // Companions of a model are no files.
            let in_use: Vec<PathBuf> = in_use.iter().filter(|file| self.scene.session.exists(file)).cloned().collect();
            used = used.map(|used| used.after_textures(&in_use));
        }
        let used = used.map(|used| current.with(used)).and_then(|files| self.replace_selected(&files));
        if let Err(error) = used {
            error.report();
            self.viewer.say(shown(&self.scene.session, error.into()).to_string());
        }
    }

    /// Shows a figure of the tour. A figure that cannot be shown is skipped at the next step.
    fn show_file(&mut self, files: &Files) {
        match self.replace(files) {
            Ok(()) => {
                self.error = None;
                self.viewer.say(format!("{}, {}", self.scene.figure().name(), self.tour.place()));
            }
            Err(error) => {
                error.report();
                self.viewer.say(shown(&self.scene.session, error.into()).to_string());
            }
        }
    }
}

impl Game for Window {
    fn info(&self) -> GameInfo {
        keys::info()
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.scene.stage
    }

    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
        if self.watch.changed() {
            self.reload_files();
        }
        self.shift = input.mouse.shift;
        #[cfg(all(feature = "window", feature = "inspector"))]
        self.open_chosen();
        #[cfg(feature = "inspector")]
        if input.labels.is_some_and(|labels| labels.pad().is_some() && !labels.by_key) {
            self.inspector.hide_for_pad();
        }
        // All pads turn the figure.
        let controls = Controls::merge_all(&input.controls);
        #[cfg(feature = "inspector")]
        let controls = if self.inspector.has_focus() { Controls::IDLE } else { controls };
        let command = self.viewer.tick(&controls, &self.scene.figure().subject);
        self.move_by_mouse(&input.mouse);
        if self.viewer.unframed && !self.scene.is_empty() {
            self.viewer.set_home(first_view(&mut self.scene, &self.viewer));
        }
        if let Some(said) = self.viewer.said.take() {
            messages.tell(said);
        }
        messages.set_wrong(self.error.clone());
        self.scene.show(&self.viewer);
        command
    }

    fn draw(&mut self, _part: Q16, picture: &mut Framebuffer) {
        self.scene.draw(&self.viewer, picture);
    }

    fn tool(&mut self) -> Option<&mut dyn Tool> {
        Some(self)
    }
}

impl Tool for Window {
    fn title(&self) -> String {
        match self.scene.figure().name() {
            "" => "Keitai".to_owned(),
            name => format!("{name} - Keitai"),
        }
    }

    fn open(&mut self, files: &[PathBuf]) -> keitai_app::Result<()> {
        self.open_dropped(files).map_err(|error| shown(&self.scene.session, error))?;
        self.error = None;
        Ok(())
    }

    fn press(&mut self, input: Input) {
        let is = |(key, button): (Key, Button)| {
            input == Input::Key(key) || matches!(input, Input::Chord(_, chord) if chord == button)
        };
        match input {
            _ if is(keys::GRID) => self.viewer.grid = !self.viewer.grid,
            _ if is(keys::PREVIOUS_FILE) => self.step_file(false),
            _ if is(keys::NEXT_FILE) => self.step_file(true),
            Input::Key(keys::NEXT_FIGURE) => self.select_next_figure(),
            Input::Key(keys::RECORD) => match (cfg!(feature = "window"), self.shift) {
                (true, true) => self.record(Form::Pngs),
                (true, false) => self.record(Form::Gif),
                (false, _) => self.wants_gif = true,
            },
            #[cfg(feature = "window")]
            Input::Key(keys::FOLDER) => self.open_folder(),
            #[cfg(feature = "window")]
            Input::Key(keys::COPY) => self.copy(),
            #[cfg(feature = "inspector")]
            Input::Pad(_, button) if self.inspector.has_focus() => self.inspector.press(button),
            #[cfg(feature = "inspector")]
            _ if is(keys::PANELS) => self.inspector.toggle(),
            #[cfg(feature = "inspector")]
            _ if is(keys::FOCUS) => self.inspector.take_focus(),
            _ => {}
        }
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, labels: &Labels) {
        self.scene.draw_border(&self.viewer, picture);
        self.scene.draw_selection(&self.viewer.selection, picture);
        if self.viewer.legend > 0 {
            return legend::draw(picture, labels, self.viewer.legend - 1);
        }
        let missing = self.scene.figure().missing();
        let notice = match &missing {
            _ if self.scene.is_empty() => ["drop or open a file, a folder or an archive", ""],
            Some(missing) => [missing, "choose one in the list, or drop it"],
            None => return,
        };
        let mut canvas = Canvas::new(picture);
        for (line, text) in (0..).zip(notice) {
            canvas.outlined(text, 8, 8 + 10 * line, Lettering::Small, WHITE);
        }
    }

    fn screenshot_note(&self) -> Option<String> {
        let file = quoted(self.scene.files().figure.as_deref()?);
        let settings = self.scene.plain_settings().filter(|_| self.viewer.is_plain());
        let Some(render) = settings.and_then(|settings| RenderOptions::text(&settings)) else {
            let subject = if self.viewer.fits_shot() { "it" } else { "the figures alone" };
            return Some(format!("no options of `keitai shot` draw this picture; F9 keeps {subject} as a shot"));
        };
        let mut words = format!("keitai shot {file}");
        let files = self.scene.files();
        for (option, files) in [("--actions", &files.actions), ("--textures", &files.textures)] {
            match files.as_deref() {
                Some([]) => words += &format!(" {option} none"),
                files => files.into_iter().flatten().for_each(|path| {
                    words += &format!(" {option} {}", quoted(path));
                }),
            }
        }
        if !self.scene.figure().subject.actions.is_empty() {
            words += &format!(" --action {}", self.viewer.action);
        }
        words += &format!(" --frame {} {}", self.viewer.whole_frame(), CameraOptions::text(&self.viewer));
        Some(words + &render + " -o picture.png")
    }

    #[cfg(feature = "inspector")]
    fn panel_size(&self) -> Option<(u32, u32)> {
        self.inspector.is_shown().then_some(inspector::SIZE)
    }

    #[cfg(feature = "inspector")]
    fn panels_are_due(&self) -> bool {
        self.inspector.is_due() || self.last_view.as_ref() != Some(&self.viewer)
    }

    #[cfg(feature = "inspector")]
    fn draw_panels(&mut self, input: &PanelInput, window: &mut Framebuffer) -> PanelOutput {
        let Self { inspector, scene, viewer, .. } = self;
        let mut view = PanelView { scene, viewer, wish: None };
        let output = inspector.draw(&mut view, input, window);
        let wish = view.wish;
        self.last_view = Some(self.viewer.clone());
        match wish {
            Some(Wish::Record(form)) => self.record(form),
            Some(Wish::Select(index)) => self.select_figure(index),
            Some(Wish::Use(file)) => self.use_file(&file),
            Some(Wish::Open(figure, all)) => {
                self.tour = Tour::of(all, &figure);
                self.show_file(&Files::figure(&figure));
            }
            Some(Wish::OpenRecent(file)) => self.open_or_say(&[file]),
            #[cfg(feature = "window")]
            Some(Wish::Ask) => self.dialog.open(),
            #[cfg(feature = "window")]
            Some(Wish::Copy) => self.copy(),
            #[cfg(feature = "window")]
            Some(Wish::Folder) => self.open_folder(),
            #[cfg(not(feature = "window"))]
            Some(Wish::Ask | Wish::Copy | Wish::Folder) => {}
            None => {}
        }
        output
    }
}
