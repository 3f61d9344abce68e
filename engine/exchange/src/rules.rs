//! The rules of exchange: `X`. Also the list of all rules of the crates up to this one.

use keitai_formats::Rule;
use keitai_formats::text::nearest;

keitai_formats::rules! {
    NOT_EXACT_IN_BLENDER: "X001", Warning, Unknown, "bone that Blender cannot hold",
        cause: "A bone of the figure is scaled, sheared or mirrored in its rest posture. The glTF file has it exactly, in \
         a second node where one is not enough. Bones of Blender have no scale at rest, so the posture is wrong there.",
        example: "a bone matrix with the scale 1.5",
        remedy: "Use the file with a program that keeps the scale of nodes, such as three.js or Godot.";
    TOO_MUCH_MOTION: "X002", Error, Unknown, "too many bones and frames",
        cause: "Rotations are written for every bone at every frame. The actions have more than 4,000,000 of them \
         together.",
        example: "an action of 65,535 frames for 100 bones",
        remedy: "Export fewer action tables at once.";
    TEXTURE_MISSING: "X003", Warning, Unknown, "texture slot without a texture",
        cause: "No texture was found for a slot of the figure. Its polygons have the right coordinates, in texels of a \
         picture of 256 by 256, and no picture.",
        example: "a figure that was copied without its BMP file",
        remedy: "Put the texture beside the figure, under the figure's name.";
    VERTEX_LEFT_OUT: "X004", Note, Unknown, "vertices without polygons",
        cause: "Vertices that no polygon uses are not exported. Nothing that is drawn changes.",
        example: "a figure with a vertex that marks a place",
        remedy: "Nothing needs to be done.";
    NO_SUCH_ACTION: "X005", Error, Unknown, "no such action",
        cause: "The action that --action asks for does not exist. Actions are counted from 0 over all action tables.",
        example: "--action 9 with two tables of four actions",
        remedy: "Give a smaller number; `keitai info` lists the actions of a table.";
}

/// Returns all rules: of readers, conversion, decompilation, checks and exchange.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    keitai_convert::check::all_rules().chain(ALL.iter().copied())
}

/// Returns the rule of a code, in upper or lower case.
///
/// # Errors
/// There is no such code. The error is the code nearest to it, when one is near.
pub fn explain(code: &str) -> std::result::Result<&'static Rule, Option<&'static str>> {
    let rule = all().find(|rule| rule.code.eq_ignore_ascii_case(code));
    rule.ok_or_else(|| nearest(code, all().map(|rule| rule.code)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_unique_and_explained() {
        let mut codes: Vec<&str> = all().map(|rule| rule.code).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
        let whole = |rule: &Rule| {
            let sentences = rule.cause.ends_with('.') && rule.remedy.ends_with('.');
            sentences && !rule.title.is_empty() && !rule.example.is_empty() && !rule.example.ends_with('.')
        };
        let not_whole: Vec<&str> = all().filter(|rule| !whole(rule)).map(|rule| rule.code).collect();
        assert_eq!(not_whole, ["T003"], "its example ends with an ellipsis");
        assert_eq!(explain("t007").unwrap().code, "T007");
        assert_eq!(explain("x001").unwrap().code, "X001");
        assert!(explain("nonsense").is_err());
    }
}
