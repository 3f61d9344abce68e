//! The text of an MTL file.

use keitai_formats::counted;

/// The part of a material that a figure can have.
#[derive(Debug)]
pub(super) struct Material {
    pub(super) name: String,
    /// Red, green and blue, levels of sRGB, 1.0 at most.
    pub(super) colour: [f32; 3],
    /// 1.0 is opaque.
    pub(super) alpha: f32,
    /// The file of the picture, without the options before it.
    pub(super) picture: Option<String>,
    /// The picture has an alpha.
    pub(super) is_cut: bool,
}

/// Adds the materials of a file. Returns a message when a line of them cannot be read: it is left out.
pub(super) fn read(text: &str, file: &str, materials: &mut Vec<Material>) -> Option<String> {
    let (mut left_out, mut first) = (0, None);
    let own = materials.len();
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        if word == "newmtl" {
            let name = rest.to_owned();
            materials.push(Material { name, colour: [1.0; 3], alpha: 1.0, picture: None, is_cut: false });
            continue;
        }
        let Some(material) = materials[own..].last_mut() else { continue };
        let read = match word {
            "Kd" => numbers(rest).map(|colour| material.colour = colour),
            "d" => numbers(rest).map(|[alpha]| material.alpha = alpha),
            "map_Kd" => {
                material.picture = picture(rest).or(material.picture.take());
                Some(())
            }
            "map_d" => {
                material.is_cut |= picture(rest).is_some();
                Some(())
            }
            _ => Some(()),
        };
        if read.is_none() {
            left_out += 1;
            first.get_or_insert((number, line.trim()));
        }
    }
    let (number, line) = first?;
    let count = counted(left_out, "line");
    Some(format!("{count} of {file} left out, the first is line {number}: {line} cannot be read"))
}

fn numbers<const N: usize>(rest: &str) -> Option<[f32; N]> {
    let numbers: Vec<f32> = rest.split_whitespace().map_while(|word| word.parse().ok()).take(N).collect();
    numbers.try_into().ok()
}

/// Returns the name of a picture without the options before it, such as `-s 1 1 1`; `None` for an empty one.
fn picture(rest: &str) -> Option<String> {
    let name = if rest.starts_with('-') { rest.split_whitespace().next_back().unwrap_or_default() } else { rest };
    (!name.is_empty()).then(|| name.to_owned())
}
