//! The text of an MTL file.

use std::collections::HashMap;

use keitai_formats::diagnostic::counted;

use super::model::{finite, lines, without_comment};
use crate::import::clipped;

/// The part of a material that a figure can have.
#[derive(Debug)]
pub(super) struct Material {
    pub(super) name: String,
    /// Red, green and blue, 1.0 at most: levels of sRGB, or of linear light.
    pub(super) colour: [f32; 3],
    pub(super) is_linear: bool,
    /// 1.0 is opaque.
    pub(super) alpha: f32,
    pub(super) picture: Option<Map>,
    /// The folder of the MTL file, with a slash at its end; empty for that of the model.
    pub(super) folder: String,
    pub(super) is_cut: bool,
}

/// A picture, and how it lies on the faces.
#[derive(Debug)]
pub(super) struct Map {
    /// The name of its file, without the options before it.
    pub(super) name: String,
    /// Factor and offset of the coordinates, whose origin is the lower left corner of the picture.
    pub(super) scale: [f32; 2],
    pub(super) offset: [f32; 2],
}

/// The materials of a model, of several with one name the last.
pub(super) struct Materials<'a> {
    /// Returns whether the model needs the material of a name.
    is_kept: &'a dyn Fn(&str) -> bool,
    /// Materials by name, each with its position among the materials of all files.
    list: HashMap<String, (usize, Material)>,
    count: usize,
}

impl<'a> Materials<'a> {
    pub(super) fn new(is_kept: &'a dyn Fn(&str) -> bool) -> Self {
        Self { is_kept, list: HashMap::new(), count: 0 }
    }

    /// Returns the materials in the order of their files.
    pub(super) fn into_list(self) -> Vec<Material> {
        let mut list: Vec<(usize, Material)> = self.list.into_values().collect();
        list.sort_unstable_by_key(|(place, _)| *place);
        list.into_iter().map(|(_, material)| material).collect()
    }

    fn add(&mut self, material: Option<Material>) {
        self.count += 1;
        if let Some(material) = material.filter(|material| (self.is_kept)(&material.name)) {
            self.list.insert(material.name.clone(), (self.count, material));
        }
    }

    /// Adds those of a file. Returns a message when a line of them cannot be read: it is left out.
    pub(super) fn read(&mut self, text: &str, file: &str) -> Option<String> {
        let folder = file.rfind('/').and_then(|end| file.get(..=end)).unwrap_or_default();
        let (mut left_out, mut first) = (0, None);
        // Blender writes its colours as they are, in linear light.
        let is_linear = text.lines().next().is_some_and(|line| line.starts_with("# Blender"));
        let mut current: Option<Material> = None;
        for (line, number) in lines(text) {
            let (word, rest) = cut(line.trim());
            if word == "newmtl" {
                let new = Material {
                    name: clipped(without_comment(rest)).to_owned(),
                    colour: [1.0; 3],
                    is_linear,
                    alpha: 1.0,
                    picture: None,
                    folder: folder.to_owned(),
                    is_cut: false,
                };
                self.add(current.replace(new));
                continue;
            }
            let Some(material) = &mut current else { continue };
            let result = match word {
                "Kd" => numbers(rest).map(|colour| material.colour = colour),
                "d" => numbers(rest).map(|[alpha]| material.alpha = alpha),
                "Tr" => numbers(rest).map(|[clear]| material.alpha = 1.0 - clear),
                // Some programs know the picture of the ambient light alone.
                "map_Ka" if material.picture.is_some() => Some(()),
                "map_Kd" | "map_Ka" => {
                    material.picture = picture(rest).or(material.picture.take());
                    Some(())
                }
                "map_d" => {
                    material.is_cut |= picture(rest).is_some();
                    Some(())
                }
                _ => Some(()),
            };
            if result.is_none() {
                left_out += 1;
                first.get_or_insert((number, line.trim()));
            }
        }
        self.add(current);
        let (number, line) = first?;
        let count = counted(left_out, "line");
        Some(format!("{count} of {file} left out, the first is line {number}: {} cannot be read", clipped(line)))
    }
}

fn numbers<const N: usize>(rest: &str) -> Option<[f32; N]> {
    let numbers: Vec<f32> = rest.split_whitespace().map_while(finite).take(N).collect();
    numbers.try_into().ok()
}

/// Returns the first word, and the rest from the next one on.
fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads the name of a picture and the options before it, such as `-s 1 1 1`; `None` for an empty one.
fn picture(rest: &str) -> Option<Map> {
    let (mut scale, mut offset) = ([1.0; 2], [0.0; 2]);
    let mut name = rest;
    while name.starts_with('-') {
        let (option, mut after) = cut(name);
        let most = match option {
            "-o" | "-s" | "-t" => 3,
            "-mm" => 2,
            _ => {
                name = cut(after).1;
                continue;
            }
        };
        for axis in 0..most {
            let (word, next) = cut(after);
            let Some(number) = finite(word) else { break };
            after = next;
            let pair = match option {
                "-s" => &mut scale,
                "-o" => &mut offset,
                _ => continue,
            };
            pair.iter_mut().skip(axis).take(1).for_each(|item| *item = number);
        }
        name = after;
    }
    // The name itself may begin like an option.
    let name = if name.is_empty() { rest.split_whitespace().next_back()? } else { name };
    Some(Map { name: name.to_owned(), scale, offset })
}
