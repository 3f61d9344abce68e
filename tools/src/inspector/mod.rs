//! The panels of the viewer: tree, selection, texture, timeline, light and findings, beside the unscaled picture.
//!
//! egui lays the panels out, and [`painter`] draws its triangles into the pixels of the window, so that no graphics
//! driver is needed and tests can check them. Everything that the panels show and change is state of [`crate::viewer`],
//! which does not depend on them.

mod check;
mod files;
mod input;
mod look;
mod painter;
mod saved;
mod selected;
mod texture;
mod timeline;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{
    Align2, CentralPanel, Color32, Context, FontData, FontDefinitions, FontFamily, FontId, Frame, Id, Modifiers, Order,
    Popup, Pos2, RawInput, Rect, ScrollArea, SidePanel, Stroke, TextStyle, TextWrapMode, TopBottomPanel, Vec2,
};
use keitai_app::tool::{Area, PanelInput, PanelOutput};
use keitai_render::Framebuffer;
use keitai_runtime::controls::Button;
use painter::{PICTURE, Painter, opaque};

use crate::session::Session;
use crate::viewer::polygons::Selection;
use crate::viewer::recording::Form;
use crate::viewer::scene::FigureScene;
use crate::viewer::state::Viewer;

/// Size of a window with panels, points.
pub(crate) const SIZE: (u32, u32) = (1180, 860);

/// Height of a window, pixels, from which everything is drawn twice as large.
const LARGE: u32 = 1700;

/// The bitmap font 6x13 of X11, which is in the public domain and that of the picture's texts, as a TrueType font: every run of
/// pixels is a rectangle. At its own height the rectangles lie on whole pixels.
const FONT: &[u8] = include_bytes!("pixels.ttf");

/// Height of a line of the font, points.
const FONT_HEIGHT: f32 = 13.0;

/// Colour around the picture.
const SURROUND: Color32 = Color32::from_rgb(24, 24, 28);

/// Everything that the panels show and change.
pub(crate) struct PanelView<'a> {
    pub(crate) scene: &'a mut FigureScene,
    pub(crate) viewer: &'a mut Viewer,
    /// Request of a button.
    pub(crate) wish: Option<Wish>,
}

/// Something that the program does for a button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    Record(Form),
    /// Copies the picture to the clipboard.
    Copy,
    /// Opens the folder of the figure in the file manager.
    Folder,
    Select(usize),
    /// Shows the figure in a file, one of those that are listed.
    Open(PathBuf, Vec<PathBuf>),
    /// Opens a file, a folder or an archive that was open before.
    OpenRecent(PathBuf),
    /// Opens the dialog that chooses files.
    Ask,
    /// Puts a texture or actions on the selected figure.
    Use(PathBuf),
}

impl PanelView<'_> {
    /// Selects a polygon, one of its vertices and the bone that owns it.
    pub(crate) fn select_polygon(&mut self, polygon: usize, corner: usize) {
        let figure = self.scene.figure();
        let Some(vertex) = figure.polygons.get(polygon).and_then(|polygon| polygon.vertices().get(corner)) else {
            return;
        };
        let bone = Some(figure.bone_of(*vertex));
        self.viewer.selection = Selection { polygon: Some(polygon), corner, bone };
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LeftPage {
    #[default]
    Tree,
    Files,
    Findings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum RightPage {
    #[default]
    Selection,
    Texture,
    Look,
}

pub(crate) struct Inspector {
    context: Context,
    painter: Painter,
    input: input::Input,
    begun: Instant,
    saved: saved::Saved,
    /// File of the user's choices; without one they last until the program ends.
    file: Option<PathBuf>,
    /// The panels are hidden because a pad is used; the user's choice is kept.
    by_pad: bool,
    /// A pad was used before; from then on the user decides.
    pad_seen: bool,
    /// When to draw the panels again; `None` without animation.
    due: Option<Instant>,
    /// The widget that has the keyboard, once its panel has scrolled to it.
    followed: Option<Id>,
    left: LeftPage,
    right: RightPage,
    files: files::FilesPage,
    findings: check::Findings,
    texture: texture::TexturePage,
}

impl Inspector {
    /// Returns the panels of a viewer that was opened with these files. Without a figure among them they show the list of files.
    pub(crate) fn new(session: &Session, inputs: &[PathBuf]) -> Self {
        let files = files::FilesPage::new(session, inputs);
        let context = Context::default();
        let mut fonts = FontDefinitions::empty();
        fonts.font_data.insert("pixels".to_owned(), Arc::new(FontData::from_static(FONT)));
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            fonts.families.insert(family, vec!["pixels".to_owned()]);
        }
        context.set_fonts(fonts);
        context.set_theme(egui::Theme::Dark);
        context.all_styles_mut(|style| {
            // One size keeps the pixels of the font square.
            let plain = FontId::new(FONT_HEIGHT, FontFamily::Proportional);
            let styles =
                [TextStyle::Small, TextStyle::Body, TextStyle::Button, TextStyle::Heading, TextStyle::Monospace];
            style.text_styles = styles.into_iter().map(|text| (text, plain.clone())).collect();
            style.animation_time = 0.0;
            style.spacing.item_spacing = Vec2::new(6.0, 3.0);
            style.spacing.slider_width = 120.0;
            style.visuals.override_text_color = Some(Color32::from_gray(215));
            style.visuals.panel_fill = Color32::from_rgb(38, 38, 44);
            // The widget that keys and the pad have reached has an outline.
            style.visuals.widgets.active.bg_stroke = Stroke::new(1.0, Color32::YELLOW);
        });
        // Shapes have hard edges, so that most triangles are upright rectangles.
        context.tessellation_options_mut(|options| options.feathering = false);
        Self {
            context,
            painter: Painter::default(),
            input: input::Input::default(),
            begun: Instant::now(),
            saved: saved::Saved::default(),
            file: None,
            by_pad: false,
            pad_seen: false,
            due: None,
            followed: None,
            left: if files.chosen { LeftPage::Files } else { LeftPage::Tree },
            right: RightPage::default(),
            files,
            findings: check::Findings::default(),
            texture: texture::TexturePage::default(),
        }
    }

    /// Reads the user's choices, and saves them from now on.
    pub(crate) fn remember_choices(&mut self) {
        self.remember_in(saved::Saved::file());
    }

    fn remember_in(&mut self, file: Option<PathBuf>) {
        self.saved = file.as_deref().map(saved::Saved::load).unwrap_or_default();
        self.file = file;
    }

    /// Puts a file first in the list of recent ones, and keeps the list.
    pub(crate) fn add_recent(&mut self, file: &Path) {
        if let Some(saved_file) = &self.file
            && let Ok(path) = std::path::absolute(file)
        {
            self.saved.add_recent(path);
            self.saved.save(saved_file);
        }
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.saved.shown && !self.by_pad
    }

    /// Shows the panels, or hides them, and remembers the choice.
    pub(crate) fn toggle(&mut self) {
        let visible = !self.is_shown();
        (self.saved.shown, self.by_pad) = (visible, false);
        if let Some(file) = &self.file {
            self.saved.save(file);
        }
    }

    /// Hides the panels while a pad is used, until the user shows them again.
    pub(crate) fn hide_for_pad(&mut self) {
        if !self.pad_seen {
            (self.by_pad, self.pad_seen) = (true, true);
        }
    }

    /// Shows the panels, and gives them the keyboard and the pad until Escape or the pad's right button is pressed.
    pub(crate) fn take_focus(&mut self) {
        if !self.is_shown() {
            self.toggle();
        }
        self.pad_seen = true;
        self.input.press(egui::Key::Tab, Modifiers::NONE);
    }

    /// Returns whether the panels have the keyboard and the pad.
    pub(crate) fn has_focus(&self) -> bool {
        self.is_shown() && self.context.memory(|memory| memory.focused().is_some())
    }

    /// Receives a button of the pad while the panels have it.
    pub(crate) fn press(&mut self, button: Button) {
        let (key, modifiers) = match button {
            Button::Left => (egui::Key::ArrowLeft, Modifiers::NONE),
            Button::Right => (egui::Key::ArrowRight, Modifiers::NONE),
            Button::Up => (egui::Key::ArrowUp, Modifiers::NONE),
            Button::Down => (egui::Key::ArrowDown, Modifiers::NONE),
            Button::A => (egui::Key::Enter, Modifiers::NONE),
            Button::B => (egui::Key::Escape, Modifiers::NONE),
            Button::L => (egui::Key::Tab, Modifiers::SHIFT),
            Button::R => (egui::Key::Tab, Modifiers::NONE),
            _ => return,
        };
        self.input.press(key, modifiers);
    }

    /// Returns whether the panels change without an event of the window, such as a blinking cursor.
    pub(crate) fn is_due(&self) -> bool {
        self.input.is_pressed() || self.due.is_some_and(|due| Instant::now() >= due)
    }

    /// Lists the files beside those that were opened; a folder or an archive that was opened is shown at once.
    pub(crate) fn list_files(&mut self, session: &Session, opened: &[PathBuf]) {
        self.files = files::FilesPage::new(session, opened);
        if self.files.chosen {
            self.left = LeftPage::Files;
        }
    }

    /// Forgets what belongs to the figure that was shown before.
    pub(crate) fn forget_figure(&mut self) {
        self.findings = check::Findings::default();
        self.texture = texture::TexturePage::default();
    }

    /// Forgets what was read from the files of the figure, which have changed.
    pub(crate) fn forget_files(&mut self) {
        self.findings = check::Findings::default();
        self.texture.forget_picture();
    }

    /// Forgets the lists of files, of which some are new, changed or removed.
    pub(crate) fn forget_lists(&mut self) {
        self.files.forget_lists();
        self.due = Some(Instant::now());
    }

    /// Handles the input, changes the viewer accordingly, and draws the panels and the picture into the window.
    pub(crate) fn draw(&mut self, view: &mut PanelView, input: &PanelInput, window: &mut Framebuffer) -> PanelOutput {
        let scale = if window.height() >= LARGE { 2.0 } else { 1.0 };
        let size = Vec2::new(window.width() as f32, window.height() as f32) / scale;
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            time: Some(self.begun.elapsed().as_secs_f64()),
            focused: true,
            events: self.input.events(input.events, scale),
            modifiers: self.input.modifiers,
            ..RawInput::default()
        };
        self.context.set_pixels_per_point(scale);
        let context = self.context.clone();
        let mut place = Rect::NOTHING;
        let output = context.run(raw, |context| place = self.panels(context, view, input));

        self.painter.take_textures(&output.textures_delta);
        let primitives = context.tessellate(output.shapes, scale);
        window.fill(opaque(SURROUND));
        self.painter.draw(&primitives, scale, input.picture, window);
        self.painter.free_textures(&output.textures_delta);

        let delay = output.viewport_output.values().map(|viewport| viewport.repaint_delay).min();
        self.due = delay.filter(|delay| *delay < Duration::from_secs(3600)).map(|delay| Instant::now() + delay);
        let pixel = |at: f32| (at * scale).round() as i32;
        // A list may have opened above the picture.
        let is_free = |at| context.layer_id_at(at).is_none_or(|layer| layer.order == Order::Background);
        let is_over_picture = context.pointer_latest_pos().is_some_and(|at| place.contains(at) && is_free(at));
        PanelOutput {
            picture: Area {
                x: pixel(place.min.x),
                y: pixel(place.min.y),
                width: pixel(place.width()).max(0) as u32,
                height: pixel(place.height()).max(0) as u32,
            },
            covered: context.is_pointer_over_area() && !is_over_picture || context.is_using_pointer(),
            // An open list takes Escape.
            typing: context.wants_keyboard_input() || Popup::is_any_open(&context),
            copied: output.platform_output.commands.iter().find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            }),
        }
    }

    /// Lays all panels out. Returns the place of the picture.
    fn panels(&mut self, context: &Context, view: &mut PanelView, input: &PanelInput) -> Rect {
        TopBottomPanel::bottom("timeline").resizable(false).show(context, |ui| timeline::show(ui, view));
        SidePanel::left("left").default_width(290.0).show(context, |ui| {
            // Long names do not widen the panel.
            ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.left, LeftPage::Files, "files");
                ui.selectable_value(&mut self.left, LeftPage::Tree, "figure");
                ui.selectable_value(&mut self.left, LeftPage::Findings, "findings");
            });
            ui.separator();
            ScrollArea::vertical().animated(false).auto_shrink(false).show(ui, |ui| {
                match self.left {
                    LeftPage::Files => self.files.show(ui, view, &self.saved.recent),
                    LeftPage::Tree => tree::show(ui, view),
                    LeftPage::Findings => self.findings.show(ui, view),
                }
                follow_focus(ui, &mut self.followed);
            });
        });
        SidePanel::right("right").default_width(350.0).show(context, |ui| {
            ui.horizontal(|ui| {
                ui.selectable_value(&mut self.right, RightPage::Selection, "selection");
                ui.selectable_value(&mut self.right, RightPage::Texture, "texture");
                ui.selectable_value(&mut self.right, RightPage::Look, "light and renderer");
            });
            ui.separator();
            // Lines of the last page are wrapped; tables and textures of the others may be wider than the panel.
            let wide = self.right != RightPage::Look;
            ScrollArea::new([wide, true]).animated(false).auto_shrink(false).show(ui, |ui| {
                match self.right {
                    RightPage::Selection => selected::show(ui, view),
                    RightPage::Texture => self.texture.show(ui, view),
                    RightPage::Look => look::show(ui, view),
                }
                follow_focus(ui, &mut self.followed);
            });
        });
        let frame = Frame::NONE.fill(SURROUND);
        CentralPanel::default().frame(frame).show(context, |ui| show_picture(ui, input)).inner
    }
}

/// Scrolls to a widget of this panel that keys or the pad have just reached; `followed` is the one before.
fn follow_focus(ui: &egui::Ui, followed: &mut Option<Id>) {
    let focused = ui.memory(|memory| memory.focused());
    let widget = focused.filter(|_| focused != *followed).and_then(|focused| ui.ctx().read_response(focused));
    if let Some(widget) = widget.filter(|widget| ui.clip_rect().x_range().contains(widget.rect.center().x)) {
        widget.scroll_to_me(None);
        *followed = focused;
    }
}

/// Place of the hint about a small window, below the tabs of the panels, points.
const BELOW_TABS: Vec2 = Vec2::new(0.0, 28.0);

/// Draws the picture in the middle of the free space. Returns its place.
fn show_picture(ui: &mut egui::Ui, PanelInput { picture, scaling, .. }: &PanelInput) -> Rect {
    let room = ui.max_rect();
    let pixels = ui.ctx().pixels_per_point();
    let size = ((room.width() * pixels) as u32, (room.height() * pixels) as u32);
    let area = scaling.area((picture.width(), picture.height()), size);
    let corner = room.min + Vec2::new(area.x as f32, area.y as f32).floor() / pixels;
    let place = Rect::from_min_size(corner, Vec2::new(area.width as f32, area.height as f32) / pixels);
    let all = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    ui.painter().image(PICTURE, place, all, Color32::WHITE);
    if area.width < picture.width() {
        // Over the whole window, because the room of the picture may be too small for the text.
        let hint = egui::Area::new(Id::new("small")).order(Order::Foreground).anchor(Align2::CENTER_TOP, BELOW_TABS);
        hint.interactable(false).show(ui.ctx(), |ui| {
            Frame::NONE.fill(SURROUND).inner_margin(4.0).show(ui, |ui| {
                ui.label("the window is small: drag the panels' edges, or hide them with V");
            });
        });
    }
    place
}

#[cfg(test)]
mod tests;
