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
        cause: "Rotations are written for every bone at every frame. At most 4,000,000 of them are exported together, and \
         400,000 of one animation are imported.",
        example: "an action of 65,535 frames for 100 bones",
        remedy: "Convert fewer actions at once, or shorter ones.";
    TEXTURE_MISSING: "X003", Warning, Unknown, "texture slot without a texture",
        cause: "No texture was found for a slot of the figure. Its polygons have the right coordinates, in texels of a \
         picture of 256 by 256, and no picture.",
        example: "a figure that was copied without its BMP file",
        remedy: "Put the texture beside the figure, under the figure's name.";
    VERTEX_LEFT_OUT: "X004", Note, Unknown, "vertices without polygons",
        cause: "Vertices that no polygon uses are not exported. Nothing that is drawn changes.",
        example: "a figure with a vertex that marks a place",
        remedy: "Nothing needs to be done.";
    NO_SUCH_ACTION: "X005", Error, Unknown, "no such action or frame",
        cause: "The action of --action, or its frame of --frame, does not exist. Actions are counted \
         from 0 over all action tables.",
        example: "--action 9 with two tables of four actions",
        remedy: "Give a smaller number; `keitai info` lists the actions of a table.";
    GLTF_UNREADABLE: "X020", Error, Unknown, "not a glTF file that can be read",
        cause: "The file is neither a GLB file nor a JSON document of glTF 2.0, or breaks a rule of the format. The \
         message has the place.",
        example: "a node that names a mesh which does not exist",
        remedy: "Export the file again; Khronos' glTF-Validator lists all faults.";
    BUFFER: "X022", Error, Unknown, "buffer without its bytes",
        cause: "A buffer is in a file that is not beside the .gltf file, or all buffers are larger than 256 MiB.",
        example: "a .gltf file without its .bin file",
        remedy: "Copy the .bin file, too, or export a .glb file.";
    ACCESSOR: "X023", Error, Unknown, "accessor that cannot be read",
        cause: "An accessor names bytes that do not exist, has another type than its use needs, or holds a number that \
         is infinite, or its compressed numbers are damaged.",
        example: "a sparse accessor with an index beyond its items",
        remedy: "Export the file again.";
    NODE_TREE: "X024", Error, Unknown, "nodes that do not make a tree",
        cause: "A node has two parents, is its own ancestor, or lies infinitely far away.",
        example: "a node among its own children",
        remedy: "Export the file again.";
    SKIN_EMPTY: "X025", Error, Unknown, "skin without joints",
        cause: "A skin has no joints, or a vertex names a joint that the skin does not have.",
        example: "joint 30 in a skin of 26 joints",
        remedy: "Bind the mesh to its skeleton again and export it.";
    MORPH_TARGETS: "X026", Warning, Unknown, "morph targets",
        cause: "Figures have no morph targets (shape keys). The figure has the shape at rest.",
        example: "a face with an expression as a shape key",
        remedy: "Give --patterns: each target becomes a pattern, and pattern 1 the shape without any.";
    POSITION_RANGE: "X027", Error, Unknown, "position outside 16 bits",
        cause: "Positions are 16-bit integers in the space of the bone, -32768..=32767, and the given --scale leads out of \
         them.",
        example: "a landscape of a kilometre with --scale 1",
        remedy: "Leave --scale out, or give the factor in the message.";
    TOO_MUCH: "X028", Error, Unknown, "more than is read",
        cause: "Files of more than 1,048,576 vertices, 4,194,304 indices, 16,384 nodes or 536,870,912 pixels are not read, nor those \
         that would become too many values. A figure has no more than 33 patterns. Concave faces of an OBJ file that take too \
         long to divide are a warning: they are divided as if they were convex.",
        example: "a scanned statue of three million vertices",
        remedy: "Reduce the mesh before the export, or divide it into several files.";
    PICTURE: "X029", Error, Unknown, "picture that cannot be read",
        cause: "A picture is damaged, of another kind than PNG, JPEG, WebP, GIF, TGA and BMP, or its file is not there. In a model \
         this is a warning: the faces have the colour of their material.",
        example: "a glTF file that was copied without its folder of textures",
        remedy: "Copy the pictures along, or save them as PNG.";
    PICTURE_SIZE: "X030", Warning, Unknown, "picture larger than a texture",
        cause: "Textures have at most 256 texels a side, for V2 at most 128. Larger pictures are reduced: each texel is the mean \
         of its area.",
        example: "a picture of 1024 by 1024",
        remedy: "Nothing needs to be done; a picture of the size in the message keeps its pixels.";
    WEIGHTS: "X031", Warning, Unknown, "vertex moved by several joints",
        cause: "A vertex of a figure belongs to one bone. The strongest joint is taken.",
        example: "a vertex with the weights 0.6 and 0.4",
        remedy: "Limit the weights to one joint per vertex before the export, and look at the joints.";
    NOT_TRIANGLES: "X032", Warning, Unknown, "points or lines",
        cause: "Figures have triangles and quads only. Points and lines are left out.",
        example: "a primitive of mode LINES",
        remedy: "Nothing needs to be done, or give the edges faces.";
    SHADED_COLOURS: "X033", Warning, Unknown, "face with several colours",
        cause: "A colour polygon has one colour. Faces with a gradient take the mean.",
        example: "a triangle with a red, a green and a blue corner",
        remedy: "Give each face one colour, or paint a texture.";
    DEGENERATE: "X034", Warning, Unknown, "triangle without area",
        cause: "Two corners of a triangle have the same place after rounding to model units.",
        example: "a triangle of a millimetre",
        remedy: "Give a larger --scale, or remove the triangle.";
    TEXEL_CLAMPED: "X035", Warning, Unknown, "texture coordinate out of range",
        cause: "Texels are 0..=255. A face that spans more than that of a repeated picture cannot be written.",
        example: "a road of 40 repetitions in one face",
        remedy: "Divide the face.";
    BONE_SHEAR: "X036", Warning, Unknown, "joint with shear or uneven scale",
        cause: "The joint is sheared, mirrored or scaled unevenly at rest. Its bone gets the nearest rotation; vertices stay \
         in place.",
        example: "a joint with the scale (1, 2, 1)",
        remedy: "Apply the scale of the joint before the export.";
    CHANNEL_LOST: "X037", Warning, Unknown, "animation of something else than bones",
        cause: "An action moves bones: joints, and objects that are or carry meshes. Channels of cameras, lights, other \
         objects without a mesh, morph targets and properties are left out.",
        example: "an animated camera",
        remedy: "Nothing needs to be done. For a property of a mesh, animate its place, its turn or its scale.";
    ANIMATION_LONG: "X038", Error, Unknown, "animation too long",
        cause: "An action has at most 65536 frames.",
        example: "an animation of two hours",
        remedy: "Divide the animation, or give a smaller --fps.";
    MOTION_SHEAR: "X039", Warning, Unknown, "shear in an animation",
        cause: "A track holds translation, rotation and scale. Shear that an animation makes is lost.",
        example: "a turned joint below one with uneven scale",
        remedy: "Use even scales.";
    EXTENSION_LEFT_OUT: "X040", Note, Unknown, "extension that is left out",
        cause: "The file needs an extension that only adds something a figure cannot have, such as lights or the gloss of \
         a material.",
        example: "a file with KHR_lights_punctual among its required extensions",
        remedy: "Nothing needs to be done.";
    SCENE_LEFT_OUT: "X041", Note, Unknown, "objects of other scenes",
        cause: "Only the default scene becomes the figure, or the first one if there is none. Objects that are not in it \
         are left out, apart from those named patternN.",
        example: "a file with the scenes Car and Garage",
        remedy: "Export the scene that is wanted alone, or make it the default scene.";
    NO_TRIANGLES: "X042", Error, Unknown, "no triangles",
        cause: "No object of the file has a triangle, so that the figure would have no polygon.",
        example: "a file with a camera and a curve",
        remedy: "Turn curves and texts into meshes, and export the objects with their faces.";
    WRAP_LOST: "X043", Warning, Unknown, "texture that does not repeat",
        cause: "Textures of figures always repeat. Coordinates outside 0..=1 meet a picture whose edge is stretched \
         (CLAMP_TO_EDGE) or that is mirrored (MIRRORED_REPEAT).",
        example: "a coordinate of 1.5 with the wrap mode CLAMP_TO_EDGE",
        remedy: "Keep the texture coordinates within the picture, or make the picture larger.";
    VERTEX_COLOURS_LOST: "X044", Warning, Unknown, "colours of vertices over a texture",
        cause: "A polygon of a figure has a texture or a colour. Colours of vertices that darken or tint a texture are left \
         out.",
        example: "shadows that are painted on the vertices of a textured wall",
        remedy: "Paint the colours into the texture.";
    EXTRAS_LOST: "X045", Warning, Unknown, "export without its extras",
        cause: "The file was exported by Keitai, and another program has left out its extras or the numbers of its vertices. \
         Materials, patterns and bones are known by their names. Names of bones other than boneN do not show their order. Pattern \
         keys of actions, the palette, the order of polygons, the quads and the stored actions are only in the extras.",
        example: "a robot that Blender exported without Custom Properties",
        remedy: "Export the file again; in Blender, tick Include > Custom Properties and Data > Mesh > Attributes.";
    VIEW_LEFT_OUT: "X046", Note, Unknown, "cameras and lights",
        cause: "Figures have no cameras and no lights; scenes and shots have them.",
        example: "a file that was exported with its camera",
        remedy: "Nothing needs to be done.";
    SCALED: "X047", Note, Unknown, "model that was made smaller or larger",
        cause: "One metre is 100 units, and places are whole units of 16 bits. Triangles of small models would collapse, and \
         places of large ones would not fit. The model gets another size, and its actions with it.",
        example: "a ring of four centimetres",
        remedy: "Nothing needs to be done; --scale 1 keeps the size of a small model, and --fit gives the longest side. Move a \
         model that is far away to the origin.";
    ALPHA: "X048", Note, Unknown, "alpha that blending does not have",
        cause: "Players draw a pixel whole, half transparent or not at all. A material is half transparent where at least half of \
         the pixels that are seen have an alpha from 0.25 to 0.75; of others, pixels are opaque from 0.5 on. Faces that no \
         program draws, because the alpha of the material is 0 or below its cutoff, are left out.",
        example: "a material with the alpha 0.95",
        remedy: "Nothing needs to be done, or choose an alpha of 0, 0.5 or 1.";
    TURNED: "X049", Warning, Unknown, "triangle against its normals",
        cause: "The corners of a triangle run clockwise where its normals point to. Players do not draw it from that side.",
        example: "a mesh that was mirrored without turning its faces",
        remedy: "Turn the faces (Blender: Mesh > Normals > Recalculate Outside), or make the material double-sided.";
    ATLAS: "X050", Note, Unknown, "several pictures in one texture",
        cause: "Players take 16 textures. More pictures share textures, and are reduced until all fit.",
        example: "a house with 40 pictures",
        remedy: "Nothing needs to be done; fewer pictures keep more of their pixels.";
    SIMPLIFIED: "X051", Warning, Unknown, "model with too many triangles",
        cause: "Players take 21,845 vertices. Edges are collapsed until so many are left, or as many triangles as --triangles \
         gives.",
        example: "a statue of 100,000 triangles",
        remedy: "Look at the result, or reduce the mesh by hand.";
    COLOURS: "X052", Warning, Unknown, "more than 256 colours of faces",
        cause: "A figure has 256 colours for faces without a texture. More are reduced.",
        example: "a landscape whose faces have a colour each",
        remedy: "Nothing needs to be done, or use fewer colours or a texture.";
    ONE_ACTION: "X053", Note, Unknown, "animations that are one action",
        cause: "Every animation of the file moves one object, and no object has two, as Blender exports by default. An action \
         moves all bones at once, so that together they are one.",
        example: "a car with an animation for each wheel",
        remedy: "Nothing needs to be done; for several actions of a model, animate all of its objects in each.";
    BETWEEN_FRAMES: "X054", Note, Unknown, "keys between frames",
        cause: "Animations are sampled at whole frames, 30 a second. The keys of this one have another distance, so that some lie \
         between two frames.",
        example: "an animation at 24 frames per second, Blender's default",
        remedy: "Give the --fps in the message: every key is a frame then, and the action is played at that speed.";
    NOT_IN_GLTF: "X055", Note, Unknown, "attributes that glTF does not have",
        cause: "glTF cannot express additive and subtractive blending, sphere maps and sorting. They are in the extras, which \
         the way back reads; other programs show them half transparent or plain.",
        example: "a flame that adds its colours",
        remedy: "Nothing needs to be done; in Blender, export with Include > Custom Properties.";
    OBJ_UNREADABLE: "X056", Error, Unknown, "not an OBJ file that can be read",
        cause: "The file breaks a rule of the format.",
        example: "a face with a vertex that does not exist",
        remedy: "Export the file again.";
    MTL_UNREADABLE: "X057", Warning, Unknown, "OBJ file without its materials",
        cause: "The MTL file that the OBJ file names is not there, or a line of it cannot be read. Faces without a material are white.",
        example: "an OBJ file that was copied alone",
        remedy: "Copy the MTL file and its pictures along, and mend the line.";
    GLOW_LOST: "X058", Note, Unknown, "light of a material",
        cause: "A material has a colour and shines in addition. Polygons have one colour or texture: the light is left out.",
        example: "a screen that shines in a lit room",
        remedy: "Paint the light into the picture, or make the base colour black: the light becomes the colour then.";
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
