//! The rules of exchange: `X`. Also the list of all rules of the crates up to this one.

use keitai_formats::Rule;
use keitai_formats::text::nearest;

keitai_formats::rules! {
    NOT_EXACT_IN_BLENDER: "X001", Warning, Unknown, "bone that Blender cannot hold";
    TOO_MUCH_MOTION: "X002", Error, Unknown, "too many bones and frames";
    TEXTURE_MISSING: "X003", Warning, Unknown, "texture slot without a texture";
    VERTEX_LEFT_OUT: "X004", Note, Unknown, "vertices without polygons";
    NO_SUCH_ACTION: "X005", Error, Unknown, "no such action or frame";
    GLTF_UNREADABLE: "X020", Error, Unknown, "not a glTF file that can be read";
    BUFFER: "X022", Error, Unknown, "buffer without its bytes";
    ACCESSOR: "X023", Error, Unknown, "accessor that cannot be read";
    NODE_TREE: "X024", Error, Unknown, "nodes that do not make a tree";
    SKIN_EMPTY: "X025", Error, Unknown, "skin without joints";
    MORPH_TARGETS: "X026", Warning, Unknown, "morph targets";
    POSITION_RANGE: "X027", Error, Unknown, "position outside 16 bits";
    TOO_MUCH: "X028", Error, Unknown, "more than is read";
    PICTURE: "X029", Error, Unknown, "picture that cannot be read";
    PICTURE_SIZE: "X030", Warning, Unknown, "picture larger than a texture";
    WEIGHTS: "X031", Warning, Unknown, "vertex moved by several joints";
    NOT_TRIANGLES: "X032", Warning, Unknown, "points or lines";
    SHADED_COLOURS: "X033", Warning, Unknown, "face with several colours";
    DEGENERATE: "X034", Warning, Unknown, "triangle without area";
    TEXEL_CLAMPED: "X035", Warning, Unknown, "texture coordinate out of range";
    BONE_SHEAR: "X036", Warning, Unknown, "joint with shear or uneven scale";
    CHANNEL_LOST: "X037", Warning, Unknown, "animation of something else than bones";
    ANIMATION_LONG: "X038", Error, Unknown, "animation too long";
    MOTION_SHEAR: "X039", Warning, Unknown, "shear in an animation";
    EXTENSION_LEFT_OUT: "X040", Note, Unknown, "extension that is left out";
    SCENE_LEFT_OUT: "X041", Note, Unknown, "objects of other scenes";
    NO_TRIANGLES: "X042", Error, Unknown, "no triangles";
    WRAP_LOST: "X043", Warning, Unknown, "texture that does not repeat";
    VERTEX_COLOURS_LOST: "X044", Warning, Unknown, "colours of vertices over a texture";
    EXTRAS_LOST: "X045", Warning, Unknown, "export without its extras";
    VIEW_LEFT_OUT: "X046", Note, Unknown, "cameras and lights";
    SCALED: "X047", Note, Unknown, "model that was made smaller or larger";
    ALPHA: "X048", Note, Unknown, "alpha that blending does not have";
    TURNED: "X049", Warning, Unknown, "triangle against its normals";
    ATLAS: "X050", Note, Unknown, "several pictures in one texture";
    SIMPLIFIED: "X051", Warning, Unknown, "model with too many triangles";
    COLOURS: "X052", Warning, Unknown, "more than 256 colours of faces";
    ONE_ACTION: "X053", Note, Unknown, "animations that are one action";
    BETWEEN_FRAMES: "X054", Note, Unknown, "keys between frames";
    NOT_IN_GLTF: "X055", Note, Unknown, "attributes that glTF does not have";
    OBJ_UNREADABLE: "X056", Error, Unknown, "not an OBJ file that can be read";
    MTL_UNREADABLE: "X057", Warning, Unknown, "OBJ file without its materials";
    GLOW_LOST: "X058", Note, Unknown, "light of a material";
    UNDEFINED: "X059", Warning, Unknown, "normal or texture coordinate without numbers";
    PARTS: "X060", Note, Unknown, "part that is covered in the order of drawing";
    HIDDEN: "X061", Note, Unknown, "objects that are not to be seen";
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
    fn codes_are_found_in_upper_and_lower_case() {
        assert_eq!(explain("T007").unwrap().code, "T007");
        assert_eq!(explain("t007").unwrap().code, "T007");
        assert_eq!(explain("x001").unwrap().code, "X001");
        assert!(explain("nonsense").is_err());
    }
}
