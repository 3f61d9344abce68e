//! The text of an OBJ file: lists of numbers, and parts with triangles between them.
//!
//! A line that ends in a backslash continues in the next one. Curves and surfaces are left out.

use std::collections::HashMap;
use std::rc::Rc;

use glam::DVec3;
use keitai_formats::{Diagnostic, Location, Rule};

use crate::distinct::Distinct;
use crate::error::Error;
use crate::import::{MOST_NODES, MOST_NUMBERS, clipped};
use crate::rules;

/// Most corners and most triangles of a part: three numbers each make an accessor.
const MOST_IN_PART: usize = MOST_NUMBERS / 3;
/// Most comparisons of a point with a triangle in a file, which take some seconds.
pub(super) const MOST_TESTS: usize = 100_000_000;

/// Numbers of a corner in the lists of positions, texture coordinates and normals; 0 in a list that it does not use.
pub(super) type Corner = [u32; 3];

/// Why a file cannot be read.
pub(super) struct Fault {
    pub(super) rule: &'static Rule,
    pub(super) text: String,
}

impl<T: Into<String>> From<T> for Fault {
    fn from(text: T) -> Self {
        Self { rule: &rules::OBJ_UNREADABLE, text: text.into() }
    }
}

impl From<Fault> for Error {
    fn from(Fault { rule, text }: Fault) -> Self {
        Diagnostic::new(rule, Location::Document, text).into()
    }
}

type Result<T> = std::result::Result<T, Fault>;

#[derive(Default)]
pub(super) struct Model {
    /// Names of MTL files, as the statements give them.
    pub(super) libraries: Vec<String>,
    pub(super) positions: Vec<[f32; 3]>,
    /// Red, green and blue of positions up to the last one that has them, levels of sRGB up to 1.0.
    pub(super) colours: Vec<Option<[f32; 3]>>,
    /// Texture coordinates; the origin is the lower left corner.
    pub(super) places: Vec<[f32; 2]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) parts: Vec<Part>,
    /// Points and lines that are left out.
    pub(super) left_out: usize,
    /// Concave faces that are divided as if they were convex.
    pub(super) undivided: usize,
}

/// Triangles of objects or groups of one name that have their material and their kinds of attributes in common. Where
/// they are too many, several parts have the name.
#[derive(Default)]
pub(super) struct Part {
    /// Many parts share a name, which is clipped.
    pub(super) name: Rc<str>,
    /// Name of the material, empty for none. It is clipped as in MTL files.
    pub(super) material: Rc<str>,
    pub(super) has_places: bool,
    pub(super) has_normals: bool,
    /// The corners of the triangles, each once.
    pub(super) corners: Distinct<Corner>,
    /// Three numbers of corners for each triangle.
    pub(super) indices: Vec<u32>,
}

impl Model {
    /// Reads the text of a file. A message names the line.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut model = Self::default();
        each_statement(text, |word, rest| model.number(word, rest))?;
        let mut faces = Faces { model, ..Faces::default() };
        each_statement(text, |word, rest| faces.read(word, rest))?;
        Ok(Self { undivided: faces.divider.undivided, ..faces.model })
    }

    /// Returns how many numbers all lists hold.
    pub(super) fn numbers(&self) -> usize {
        let parts: usize = self.parts.iter().map(|part| part.indices.len() + part.corners.items.len() * 3).sum();
        self.positions.len() * 3 + self.colours.len() * 4 + self.places.len() * 2 + self.normals.len() * 3 + parts
    }

    fn number(&mut self, word: &str, rest: &str) -> Result<()> {
        match word {
            "v" => {
                let words: Vec<&str> = words(rest).collect();
                let place = words.get(..3).ok_or("a position has three numbers")?;
                self.positions.push(numbers(&place.join(" "), finite)?.try_into().unwrap_or_default());
                // The fourth of four numbers is the weight in a curve. A colour that is no number is none.
                let colour = words.get(3..6).and_then(|colour| colour.iter().map(|word| finite(word)).collect());
                if let Some(colour) = colour.and_then(|colour: Vec<f32>| colour.try_into().ok()) {
                    self.colours.resize(self.positions.len() - 1, None);
                    self.colours.push(Some(colour));
                }
            }
            "vt" => {
                let numbers = numbers(rest, any_number)?;
                let u = *numbers.first().ok_or("a texture coordinate has a number")?;
                self.places.push([u, numbers.get(1).copied().unwrap_or(0.0)]);
            }
            "vn" => self.normals.push(*numbers(rest, any_number)?.first_chunk().ok_or("a normal has three numbers")?),
            "mtllib" => self.libraries.push(rest.to_owned()),
            _ => {}
        }
        Ok(())
    }
}

/// Key of a part: its name, its material and which lists its corners refer to.
type Alike = (Rc<str>, Rc<str>, [bool; 3]);

#[derive(Default)]
struct Faces {
    model: Model,
    /// Lengths of the three lists at this line.
    before: Corner,
    name: Rc<str>,
    material: Rc<str>,
    /// Numbers of the parts: a file comes back to them.
    known: HashMap<Alike, usize>,
    divider: Divider,
}

impl Faces {
    fn read(&mut self, word: &str, rest: &str) -> Result<()> {
        match word {
            "v" => self.before[0] += 1,
            "vt" => self.before[1] += 1,
            "vn" => self.before[2] += 1,
            "f" => self.face(rest)?,
            "l" | "p" => self.model.left_out += 1,
            "o" | "g" | "usemtl" => {
                let name = if word == "usemtl" { &mut self.material } else { &mut self.name };
                *name = clipped(without_comment(rest)).into();
            }
            _ => {}
        }
        Ok(())
    }

    fn face(&mut self, rest: &str) -> Result<()> {
        let Model { positions, places, normals, parts, left_out, .. } = &mut self.model;
        let counts = [positions.len(), places.len(), normals.len()].map(|count| count as u32);
        // Numbers in an empty list are ignored.
        let mut has = counts.map(|count| count > 0);
        let mut corners =
            words(rest).map(|word| corner(word, self.before, counts, &mut has)).collect::<Result<Vec<_>>>()?;
        if corners.len() < 3 {
            *left_out += 1;
            return Ok(());
        }
        let [_, has_places, has_normals] = has;
        for corner in &mut corners {
            *corner = std::array::from_fn(|list| if has[list] { corner[list] } else { 0 });
        }
        let points: Vec<_> = corners.iter().map(|corner| positions[corner[0] as usize]).collect();
        if corners.len() > MOST_IN_PART {
            let text = format!("a face of {} corners; at most {MOST_IN_PART} are read", corners.len());
            return Err(Fault { rule: &rules::TOO_MUCH, text });
        }
        let (name, material) = (Rc::clone(&self.name), Rc::clone(&self.material));
        let known = self.known.entry((Rc::clone(&name), Rc::clone(&material), has)).or_insert(parts.len());
        let room = |part: &Part| MOST_IN_PART - part.corners.items.len().max(part.indices.len() / 3);
        if parts.get(*known).is_some_and(|part| room(part) < corners.len()) {
            *known = parts.len();
        }
        let number = *known;
        if number == parts.len() {
            // Each part becomes a node.
            if number == MOST_NODES {
                let text = format!("more than {MOST_NODES} groups");
                return Err(Fault { rule: &rules::TOO_MUCH, text });
            }
            parts.push(Part { name, material, has_places, has_normals, ..Part::default() });
        }
        let part = &mut parts[number];
        self.divider.divide(&points, |triangle| {
            part.indices.extend(triangle.map(|corner| part.corners.number_of(corners[corner])));
        });
        Ok(())
    }
}

/// Calls `read` with the first word and the rest of each statement.
fn each_statement(text: &str, mut read: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
    let mut lines = lines(text);
    let mut statement = String::new();
    while let Some((line, number)) = lines.next() {
        statement.clear();
        statement.push_str(line.trim());
        while statement.ends_with('\\') && !statement.starts_with('#') {
            statement.pop();
            let Some((next, _)) = lines.next() else { break };
            statement.push(' ');
            statement.push_str(next.trim());
        }
        let (word, rest) = statement.split_once(char::is_whitespace).unwrap_or((&statement, ""));
        read(word, rest.trim())
            .map_err(|Fault { rule, text }| Fault { rule, text: format!("line {number}: {text}") })?;
    }
    Ok(())
}

/// Returns the lines of a file with their numbers. In files of old Macintoshes they end with CR alone.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.trim_start_matches('\u{feff}').split(end).zip(1..)
}

pub(super) fn without_comment(rest: &str) -> &str {
    rest.split_once(" #").map_or(rest, |(name, _)| name.trim_end())
}

/// Returns the words before a comment.
fn words(rest: &str) -> impl Iterator<Item = &str> {
    rest.split_whitespace().take_while(|word| !word.starts_with('#'))
}

fn numbers(rest: &str, number: fn(&str) -> Option<f32>) -> Result<Vec<f32>> {
    words(rest).map(|word| number(word).ok_or_else(|| format!("`{word}` is not a number").into())).collect()
}

/// Returns the number of a word, which may be infinite; NaN for what programs write where there is none, such as "-nan(ind)"
/// and "1.#QNAN".
fn any_number(word: &str) -> Option<f32> {
    let is_none = || word.contains(".#") || word.to_ascii_lowercase().contains("nan");
    word.parse().ok().or_else(|| is_none().then_some(f32::NAN))
}

/// Returns the number of a word; `None` for other words, and for "nan" and "inf".
pub(super) fn finite(word: &str) -> Option<f32> {
    word.parse().ok().filter(|number: &f32| number.is_finite())
}

/// Reads a corner such as `1/2/3`, and clears the lists that it does not use. Numbers count from 1, or backwards from -1,
/// the last one `before` the face.
fn corner(word: &str, before: Corner, counts: Corner, has: &mut [bool; 3]) -> Result<Corner> {
    let mut corner = [0; 3];
    let mut numbers = word.split('/');
    for list in 0..3 {
        let Some(number) = numbers.next().filter(|number| !number.is_empty()) else {
            has[list] = false;
            continue;
        };
        let number: isize = number.parse().map_err(|_| format!("`{word}` is not a corner"))?;
        // A file has fewer than 2^31 numbers.
        let distance = u32::try_from(number.unsigned_abs()).unwrap_or(u32::MAX);
        let index = match number {
            1.. => distance - 1,
            _ => before[list].wrapping_sub(distance),
        };
        let is_read = list == 0 || counts[list] > 0;
        if is_read && (number == 0 || index >= counts[list]) {
            return Err(format!("the file has no corner {number}").into());
        }
        corner[list] = index;
    }
    if has[0] { Ok(corner) } else { Err(format!("`{word}` is not a corner").into()) }
}

/// Divides faces with more than three corners into triangles.
struct Divider {
    /// Comparisons that are left. Without any, faces are divided as if they were convex.
    tests: usize,
    /// Concave faces that were divided like that.
    undivided: usize,
}

impl Default for Divider {
    fn default() -> Self {
        Self { tests: MOST_TESTS, undivided: 0 }
    }
}

impl Divider {
    /// Gives each triangle of a face as the numbers of its corners: those of a convex face all begin at the first corner.
    /// From a concave one, triangles that hold no other corner are cut off one after the other.
    fn divide<T>(&mut self, positions: &[[f32; 3]], mut take: impl FnMut([usize; 3]) -> T) {
        let points: Vec<DVec3> = positions.iter().map(|position| DVec3::from(position.map(f64::from))).collect();
        let mut rest: Vec<usize> = (0..points.len()).collect();
        let next = points.iter().cycle().skip(1);
        let normal: DVec3 = points.iter().zip(next).map(|(a, b)| (a - points[0]).cross(b - points[0])).sum();
        let side = |[a, b, c]: [usize; 3]| (points[b] - points[a]).cross(points[c] - points[a]).dot(normal);
        let corner = |rest: &[usize], at: usize| {
            let count = rest.len();
            [rest[(at + count - 1) % count], rest[at], rest[(at + 1) % count]]
        };
        let is_convex = (0..rest.len()).all(|at| side(corner(&rest, at)) >= 0.0);
        while !is_convex && rest.len() > 3 {
            let mut holds_none = |triangle: [usize; 3]| {
                self.tests = self.tests.saturating_sub(rest.len());
                let [a, b, c] = triangle;
                let is_inside = |point: usize| {
                    [[a, b, point], [b, c, point], [c, a, point]].map(side).iter().all(|side| *side >= 0.0)
                };
                let is_own = |point: usize| triangle.iter().any(|other| points[*other] == points[point]);
                !rest.iter().any(|point| !is_own(*point) && is_inside(*point))
            };
            let free = (0..rest.len()).find(|at| {
                let triangle = corner(&rest, *at);
                side(triangle) > 0.0 && holds_none(triangle)
            });
            let Some(at) = free.filter(|_| self.tests > 0) else { break };
            take(corner(&rest, at));
            rest.remove(at);
        }
        self.undivided += usize::from(!is_convex && self.tests == 0);
        for pair in rest[1..].windows(2) {
            take([rest[0], pair[0], pair[1]]);
        }
    }
}
