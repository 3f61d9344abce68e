//! Debug overlay: times and counts, bones, normals, boxes, wireframe, drawing order, and entities with their components.
//!
//! The overlay never changes the world or the posture. Keys 1 to 7 switch its parts. On a pad, with the left stick pushed in, the
//! right shoulder switches to the next part. While the list of entities is shown, F7 and F8 select an entity, or up and down on
//! a pad with the left stick pushed in.

mod figure;

use std::time::Duration;

use crate::controls::{Button, Input, Key, WindowCommand};
use crate::world::{Camera, Figure, Name, Sprite, WorldLight, describe};
use hecs::{Entity, World};
use keitai_render::{Canvas, DrawnPolygon, Framebuffer, Lettering, Renderer, Statistics};

pub(crate) use figure::DebugFigure;

#[derive(Debug, Clone, Copy)]
enum Part {
    Times,
    Bones,
    Normals,
    Boxes,
    Wires,
    Order,
    Entities,
}

const PARTS: [(Key, &str); 7] = [
    (Key::Num1, "times"),
    (Key::Num2, "bones"),
    (Key::Num3, "normals"),
    (Key::Num4, "boxes"),
    (Key::Num5, "wires"),
    (Key::Num6, "order"),
    (Key::Num7, "entities"),
];

/// Durations to display.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Times {
    /// Time from one picture to the next.
    pub frame: Duration,
    /// Time to draw the picture.
    pub draw: Duration,
    /// Time to advance the game by a tick.
    pub tick: Duration,
}

/// The debug overlay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debug {
    pub(crate) visible: bool,
    parts: [bool; PARTS.len()],
    /// The entity whose components are listed, in the order of the entities' numbers.
    selected: usize,
}

/// The picture and the world to examine.
pub(crate) struct Subject<'a> {
    pub(crate) renderer: &'a Renderer,
    pub(crate) statistics: Statistics,
    pub(crate) figures: Vec<DebugFigure<'a>>,
    pub(crate) world: &'a World,
}

const TITLE: u32 = 0xFF_D060;
const TEXT: u32 = 0xFF_FFFF;
const OFF: u32 = 0x90_9090;
const WIRE: u32 = 0x60_FF90;
const MARGIN: i32 = 4;
const LETTERING: Lettering = Lettering::Small;

impl Default for Debug {
    fn default() -> Self {
        let parts = [true, true, false, false, false, false, false];
        Self { visible: false, parts, selected: 0 }
    }
}

impl Debug {
    /// Handles a key or a button: shows or hides the overlay, switches its parts, selects an entity. Returns whether
    /// the input was for the overlay alone, so that its [`Input::command`] must be ignored.
    pub fn press(&mut self, input: Input) -> bool {
        if input.command() == Some(WindowCommand::Debug) {
            self.visible = !self.visible;
            return false;
        }
        if !self.visible {
            return false;
        }
        let listed = self.shows(Part::Entities);
        match input {
            Input::Key(Key::F7) | Input::Chord(_, Button::Up) if listed => {
                self.selected = self.selected.saturating_sub(1);
            }
            Input::Key(Key::F8) | Input::Chord(_, Button::Down) if listed => {
                self.selected = self.selected.saturating_add(1);
            }
            Input::Chord(_, Button::R) => self.next_part(),
            Input::Key(key) => {
                if let Some(part) = PARTS.iter().position(|(toggle, _)| *toggle == key) {
                    self.parts[part] = !self.parts[part];
                }
                return false;
            }
            Input::Pad(..) | Input::Chord(..) | Input::OtherKey => return false,
        }
        true
    }

    /// Shows only the part after the last one that is shown.
    fn next_part(&mut self) {
        let next = self.parts.iter().rposition(|on| *on).map_or(0, |last| (last + 1) % PARTS.len());
        self.parts = [false; PARTS.len()];
        self.parts[next] = true;
    }

    fn shows(&self, part: Part) -> bool {
        self.parts[part as usize]
    }

    pub(crate) fn draw(&mut self, subject: &Subject, times: &Times, picture: &mut Framebuffer) {
        let entities = sorted(subject.world);
        self.selected = self.selected.min(entities.len().saturating_sub(1));
        let selected = entities.get(self.selected).copied();
        let width = picture.width();
        let mut canvas = Canvas::new(picture);
        if self.shows(Part::Order) {
            draw_order(&mut canvas, subject.renderer.trace());
        }
        if self.shows(Part::Wires) {
            draw_wires(&mut canvas, subject.renderer.trace());
        }
        for figure in &subject.figures {
            if self.shows(Part::Boxes) {
                figure.draw_box(subject.renderer, &mut canvas, Some(figure.entity) == selected);
            }
            if self.shows(Part::Normals) {
                figure.draw_normals(subject.renderer, &mut canvas);
            }
            if self.shows(Part::Bones) {
                figure.draw_bones(subject.renderer, &mut canvas);
            }
        }
        let mut y = MARGIN;
        let columns = (width.saturating_sub(2 * MARGIN as u32) / LETTERING.width()).max(1) as usize;
        for words in self.legend(columns) {
            canvas.shade(0, y, width, LETTERING.height() + 1);
            for (column, word, on) in words {
                let x = MARGIN + (column as u32 * LETTERING.width()) as i32;
                canvas.caption(&word, x, y, LETTERING, if on { TITLE } else { OFF });
            }
            y += LETTERING.height() as i32 + 1;
        }
        let mut line = |text: &str, colour| {
            for piece in pieces(text, columns) {
                canvas.shade(0, y, width, LETTERING.height() + 1);
                canvas.caption(piece, MARGIN, y, LETTERING, colour);
                y += LETTERING.height() as i32 + 1;
            }
        };
        if self.shows(Part::Times) {
            times_lines(times, subject, entities.len()).iter().for_each(|text| line(text, TEXT));
        }
        if self.shows(Part::Entities) {
            self.entity_lines(subject.world, &entities).iter().for_each(|(text, colour)| line(text, *colour));
        }
    }

    /// Returns keys and names of all parts in lines of at most `columns` letters: the column of each, and whether it is shown.
    fn legend(&self, columns: usize) -> Vec<Vec<(usize, String, bool)>> {
        let (mut lines, mut column) = (vec![Vec::new()], 0);
        for (number, ((_, name), on)) in PARTS.iter().zip(self.parts).enumerate() {
            let word = format!("{} {name}", number + 1);
            if column > 0 && column + word.len() > columns {
                lines.push(Vec::new());
                column = 0;
            }
            let after = column + word.len() + 2;
            if let Some(line) = lines.last_mut() {
                line.push((column, word, on));
            }
            column = after;
        }
        lines
    }

    /// Returns the entities around the selected one, and its components, with their colours.
    fn entity_lines(&self, world: &World, entities: &[Entity]) -> Vec<(String, u32)> {
        const AROUND: usize = 7;
        let first = self.selected.saturating_sub(AROUND / 2).min(entities.len().saturating_sub(AROUND));
        let mut lines = Vec::new();
        for (number, entity) in entities.iter().enumerate().skip(first).take(AROUND) {
            let mark = if number == self.selected { ">" } else { " " };
            let colour = if number == self.selected { TITLE } else { TEXT };
            lines.push((format!("{mark}{}", title(world, *entity)), colour));
        }
        let selected = entities.get(self.selected).and_then(|entity| world.entity(*entity).ok());
        lines.extend(selected.map(describe).into_iter().flatten().map(|text| (text, TEXT)));
        lines
    }
}

/// Returns all entities, in the order of their numbers.
fn sorted(world: &World) -> Vec<Entity> {
    let mut entities: Vec<Entity> = world.iter().map(|entity| entity.entity()).collect();
    entities.sort_unstable_by_key(|entity| entity.id());
    entities
}

fn title(world: &World, entity: Entity) -> String {
    let Ok(parts) = world.entity(entity) else { return entity.id().to_string() };
    let name = parts.get::<&Name>().map_or_else(String::new, |name| format!(" {}", name.0));
    let figure = parts.get::<&Figure>().map(|figure| figure.path.rsplit('/').next().unwrap_or_default().to_owned());
    let kind = figure.or_else(|| parts.has::<Sprite>().then(|| "sprite".to_owned()));
    let kind = kind.or_else(|| parts.has::<Camera>().then(|| "camera".to_owned()));
    let kind = kind.or_else(|| parts.has::<WorldLight>().then(|| "light".to_owned()));
    format!("{}{name} {}", entity.id(), kind.unwrap_or_default()).trim_end().to_owned()
}

/// Cuts a text into pieces of at most `columns` letters, at a space where there is one.
fn pieces(text: &str, columns: usize) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    loop {
        let end = rest.char_indices().nth(columns).map_or(rest.len(), |(end, _)| end);
        if end == rest.len() {
            pieces.push(rest);
            return pieces;
        }
        // A space just after the piece is a place to cut, too.
        let reach = rest[end..].chars().next().map_or(end, |next| end + next.len_utf8());
        let cut = rest[..reach].rfind(' ').filter(|cut| *cut > 0).unwrap_or(end);
        pieces.push(&rest[..cut]);
        rest = rest[cut..].trim_start();
    }
}

fn times_lines(times: &Times, subject: &Subject, entities: usize) -> [String; 3] {
    let ms = |time: Duration| format!("{}.{:02}", time.as_micros() / 1000, time.as_micros() % 1000 / 10);
    let Statistics { submitted, drawn, pixels, .. } = subject.statistics;
    [
        format!("frame {} draw {} tick {} ms", ms(times.frame), ms(times.draw), ms(times.tick)),
        format!("{drawn} of {submitted} triangles, {pixels} pixels"),
        format!("{entities} entities"),
    ]
}

fn draw_wires(canvas: &mut Canvas, trace: &[DrawnPolygon]) {
    for outline in trace {
        edges(outline.corners()).for_each(|(from, to)| canvas.line(from, to, WIRE));
    }
}

/// Draws all polygons with a colour from blue, first, to red, last.
fn draw_order(canvas: &mut Canvas, trace: &[DrawnPolygon]) {
    let last = trace.len().saturating_sub(1).max(1);
    for (number, outline) in trace.iter().enumerate() {
        let heat = (number * 255 / last) as u32;
        let colour = heat << 16 | (heat.min(255 - heat) << 8) | (255 - heat);
        for half in outline.corners().windows(3).filter_map(|half| <[(i32, i32); 3]>::try_from(half).ok()) {
            canvas.triangle(half, colour);
        }
        edges(outline.corners()).for_each(|(from, to)| canvas.line(from, to, 0x00_0000));
    }
}

/// Returns the edges of a triangle, of a quad in strip order, of a line, or of a point.
fn edges(corners: &[(i32, i32)]) -> impl Iterator<Item = ((i32, i32), (i32, i32))> {
    let order: &[(usize, usize)] = match corners.len() {
        0 => &[],
        1 => &[(0, 0)],
        2 => &[(0, 1)],
        3 => &[(0, 1), (1, 2), (2, 0)],
        _ => &[(0, 1), (1, 3), (3, 2), (2, 0)],
    };
    order.iter().map(|(from, to)| (corners[*from], corners[*to]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_name_in_the_bar_and_no_line_is_too_long() {
        let debug = Debug::default();
        for columns in [46, 30, 12] {
            let lines = debug.legend(columns);
            let words: Vec<_> = lines.iter().flatten().map(|(_, word, _)| word.as_str()).collect();
            assert_eq!(words, ["1 times", "2 bones", "3 normals", "4 boxes", "5 wires", "6 order", "7 entities"]);
            assert!(lines.iter().flatten().all(|(column, word, _)| column + word.len() <= columns), "{lines:?}");
        }
        assert_eq!(pieces("at 1.00 -2.00 3.00 turn 0", 10), ["at 1.00", "-2.00 3.00", "turn 0"]);
        assert_eq!(pieces("abcdefghijkl", 5), ["abcde", "fghij", "kl"]);
        assert_eq!(pieces("", 5), [""]);
    }

    #[test]
    fn entities_are_titled_with_number_and_name() {
        let mut world = World::new();
        world.spawn(());
        let robot = world.spawn((Name("tin".into()),));
        assert_eq!(sorted(&world).len(), 2);
        assert_eq!(title(&world, robot), "1 tin");
    }
}
