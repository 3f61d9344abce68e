//! The rules of conversion: `C` for figures, `D` for actions.

keitai_formats::rules! {
    OVERFLOW: "C001", Error, Writes, "value outside 16 bits",
        cause: "Positions, translations and key values are 16-bit integers, -32768..=32767. The vendor's converter \
         keeps the low 16 bits without a message.",
        example: "a point at x = 40000",
        remedy: "Scale the figure down, for example with --scale.";
    BONE_TREE: "C002", Error, Refuses, "hasChild and hasBrother do not make a tree",
        cause: "Bones are depth first: a bone with hasChild is followed by its first child; when its subtree is \
         complete and it has hasBrother, its brother follows. The vendor's converter crashes on flags that do not \
         fit.",
        example: "hasChild true on the last bone",
        remedy: "Correct the flags.";
    SEVERAL_ROOTS: "C003", Warning, Writes, "several roots",
        cause: "The vendor's document requires one root bone. Its converter and the players accept several.",
        example: "two bones without a parent",
        remedy: "Nothing needs to be done; add a common root to follow the document.";
    BONE_NO_Z: "C004", Error, Writes, "bone without Z axis",
        cause: "The points rotate and translate of a bone must differ: Z goes from one to the other. The vendor's \
         converter writes a matrix of zeros.",
        example: "( translate 0 0 0 ) ( rotate 0 0 0 )",
        remedy: "Move the point rotate, or give --fix-degenerate-bones.";
    BONE_NO_Y: "C005", Error, Writes, "bone without Y axis",
        cause: "The point handle must not lie on the bone's Z axis. A distance that the rounding of the numbers to 32 \
         bits may make does not count.",
        example: "( rotate 0 0 1 ) ( handle 0 0 5 )",
        remedy: "Move the point handle; with --fix-degenerate-bones Y comes from the axis of model space that is least \
         along Z.";
    BONE_SKEW: "C006", Note, Writes, "axes not at right angles",
        cause: "The vendor's document requires a right angle between rotate and handle. Z is kept and Y is turned.",
        example: "( rotate 0 0 1 ) ( handle 0 1 1 )",
        remedy: "Nothing needs to be done.";
    VERTEX_INDEX: "C007", Error, Refuses, "vertex index out of range",
        cause: "Indices count the points of `coords` from 0. The vendor's converter crashes on an index beyond the \
         list.",
        example: "vertex 10 of 10 points",
        remedy: "Correct the index.";
    VERTEX_NEGATIVE: "C008", Error, Garbage, "negative vertex index",
        cause: "The index is negative. The vendor's converter takes an arbitrary vertex without a message.",
        example: "( i3 0 1 -1 )",
        remedy: "Correct the index.";
    VERTEX_SHARED: "C009", Error, Refuses, "vertex in several bones",
        cause: "A vertex belongs to one bone. The vendor's converter crashes, hangs or splits a vertex of two.",
        example: "vertex 3 in the vertexIndices of two bones",
        remedy: "Remove it from one; with --split-shared-vertices it is split, and faces use the last one.";
    VERTEX_UNOWNED: "C010", Warning, Writes, "faces with vertices of no bone",
        cause: "Every vertex that a face uses must be in the vertexIndices of a bone. Faces with other vertices are \
         dropped.",
        example: "a face with vertex 3, which no bone owns",
        remedy: "Add the vertex to a bone.";
    VERTEX_UNUSED: "C011", Note, Writes, "vertices that no face uses",
        cause: "Vertices that no face uses are not written.",
        example: "12 points left after faces were deleted",
        remedy: "Nothing needs to be done.";
    FACE_DEGENERATE: "C012", Warning, Writes, "faces with a repeated vertex",
        cause: "A quad that names one vertex at two neighbouring corners is written as a triangle. Other faces that name \
         a vertex twice have no area or are not the intended ones; they are dropped.",
        example: "( i3 3 3 5 )",
        remedy: "Correct the indices or delete the face.";
    MATERIAL_INDEX: "C013", Error, Garbage, "material index out of range",
        cause: "Faces name materials by their position in `Materials`, from 0. The vendor's converter reads garbage \
         beyond it.",
        example: "material 2 of 2 materials",
        remedy: "Correct the index.";
    TEXTURE_INDEX: "C014", Error, Garbage, "texture index out of range",
        cause: "Materials name textures by their position in `Textures`, from 0, or -1 for none. The vendor's converter \
         reads garbage beyond it.",
        example: "( textureIndex 1 ) with one texture",
        remedy: "Correct the index, or add the texture.";
    COLOUR_INDEX: "C015", Error, Garbage, "colour index out of range",
        cause: "Materials name colours by their position in `Colors`, from 0, or -1 for none. The vendor's converter \
         reads garbage beyond it.",
        example: "( colorIndex 4 ) with four colours",
        remedy: "Correct the index, or add the colour.";
    COLOURS_MISSING: "C016", Error, Refuses, "no Colors",
        cause: "A material uses a colour, but the text has no Colors chunk. The vendor's converter crashes.",
        example: "( colorIndex 0 ) without Colors",
        remedy: "Add the chunk.";
    TEXEL_INDEX: "C017", Error, Garbage, "texture coordinate index out of range",
        cause: "Faces name texture coordinates by their position in `TextureCoords`, from 0, or -1 for none. The \
         vendor's converter reads garbage beyond it.",
        example: "( i3 0 1 99 ) with 4 texture coordinates",
        remedy: "Correct the index.";
    TEXEL_MISSING: "C018", Warning, Writes, "textured face without texture coordinates",
        cause: "The material has a texture, but the face names no texture coordinates. (0, 0) is written.",
        example: "( i3 -1 -1 -1 ) on a textured material",
        remedy: "Give texture coordinates.";
    TEXEL_RANGE: "C019", Warning, Writes, "texture coordinate outside 0..1",
        cause: "Texels are 8-bit numbers: coordinates outside 0..1, and textures larger than 256, wrap.",
        example: "( f2 1.25 0 )",
        remedy: "Bring the coordinates into 0..1.";
    TEXEL_SEVEN_BITS: "C020", Error, Writes, "texture larger than V2 can address",
        cause: "V2 stores texels in 7 bits: textures have at most 128 texels a side.",
        example: "a texture of 256 x 256 with --target V2",
        remedy: "Reduce the texture; with --allow-uv-wrap the low 7 bits are written.";
    TEXTURE_SIZE: "C021", Warning, Writes, "texture size out of range",
        cause: "Textures have 1 to 256 texels a side. A side below 1 is an error, because no texel can be computed from it.",
        example: "( i2 512 512 )",
        remedy: "Reduce the texture.";
    COLOUR_RANGE: "C022", Error, Writes, "colour outside 0..1",
        cause: "Colours are 0..1. The vendor's converter lets a component outside of it leak into the others.",
        example: "( f3 1.5 0 0 )",
        remedy: "Correct the colour; with --clamp-colors it is brought into range.";
    TOO_MANY_COLOURS: "C023", Error, Writes, "more than 256 colours",
        cause: "The palette has 256 entries. The vendor's converter gives index 0 to the rest, without a message.",
        example: "300 different colours",
        remedy: "Use fewer colours.";
    TOO_MANY_TEXTURES: "C024", Error, Writes, "more than 16 textures",
        cause: "Players accept 16 textures in a figure.",
        example: "17 textures",
        remedy: "Join textures; with --no-limits this is a warning.";
    TOO_MANY_PATTERNS: "C025", Error, Writes, "more than 33 patterns",
        cause: "Players accept 33 patterns: the faces that are always drawn and 32 groups.",
        example: "40 groups",
        remedy: "Use fewer groups; with --no-limits this is a warning.";
    TOO_MANY_VERTICES: "C026", Error, Writes, "more than 21845 vertices",
        cause: "Players accept 21845 vertices in a figure.",
        example: "30000 vertices",
        remedy: "Reduce or split the figure; with --no-limits this is a warning.";
    TOO_MANY: "C027", Error, Unknown, "count outside 16 bits",
        cause: "Counts in the file are 16-bit numbers: at most 65535 vertices, bones, and polygons of each kind. The \
         pattern table has an entry for every texture of every pattern: at most 4194304 are written.",
        example: "70000 triangles",
        remedy: "Split the figure.";
    NORMALS_FEWER: "C028", Error, Garbage, "fewer normals than points",
        cause: "There must be one normal per point, or no normals at all. The vendor's converter reads garbage for \
         the rest.",
        example: "8 normals for 10 points",
        remedy: "Add the normals, or delete the chunk.";
    NORMALS_MORE: "C029", Warning, Writes, "more normals than points",
        cause: "There must be one normal per point. The superfluous ones are ignored.",
        example: "12 normals for 10 points",
        remedy: "Delete the superfluous normals.";
    NORMAL_ZERO: "C030", Note, Writes, "normal of length zero",
        cause: "A normal of length zero is written as +Z.",
        example: "( vct 0 0 0 )",
        remedy: "Give the direction of the surface.";
    TARGET_COLOURS: "C031", Error, Refuses, "colour polygons for V1 or V2",
        cause: "Only V3 files hold colour polygons: for V1 and V2 every material needs a texture.",
        example: "( textureIndex -1 ) with --target V1",
        remedy: "Give the material a texture, or convert for V3.";
    TARGET_TEXTURES: "C032", Error, Unknown, "several textures for V1 or V2",
        cause: "V1 and V2 files hold one texture.",
        example: "two textures with --target V2",
        remedy: "Join the textures, or convert for V3.";
    TARGET_PATTERNS: "C033", Error, Unknown, "patterns for V1 or V2",
        cause: "V1 and V2 files hold no patterns.",
        example: "a group with --target V1",
        remedy: "Move the faces to Polygons, or convert for V3.";
    TARGET_ATTRIBUTES: "C034", Warning, Writes, "attributes that V1 or V2 does not have",
        cause: "V1 files hold doubleFace and transparent only. Blending, lighting, sphere mapping and normals are \
         lost. V2 files lack the flat shading and the sorting that a glTF file may bring along.",
        example: "( blendMode add ) with --target V1",
        remedy: "Convert for V3.";
    NO_NORMALS: "C035", Note, Writes, "lighting without normals",
        cause: "A material is lit, but the figure has no normals: the figure will not be lit.",
        example: "lighting true without a normals chunk",
        remedy: "Add normals, or switch lighting off.";
    PATTERN_32: "C036", Warning, Writes, "group that is never drawn",
        cause: "The 32nd group is pattern 32, which the vendor's viewer never draws.",
        example: "32 groups",
        remedy: "Use at most 31 groups.";
    DUPLICATE_BONE: "C037", Warning, Writes, "two bones of one name",
        cause: "Actions find bones by name; of two bones of one name the first is found.",
        example: "two bones \"arm\"",
        remedy: "Rename one.";
    NOTHING_LEFT: "C038", Error, Refuses, "no face to write",
        cause: "There is no face, or every face was dropped, so the figure would be empty. Other messages say why faces \
         were dropped.",
        example: "a figure whose only face has a repeated vertex",
        remedy: "Correct the faces.";
    SORTING_LOST: "C039", Warning, Writes, "sorting for other than V3.1",
        cause: "Only V3.1 files say whether polygons are sorted by their nearest or farthest vertex.",
        example: "--zsort near with --target V3",
        remedy: "Convert with --target V3.1.";

    NO_MATCH: "D001", Warning, Writes, "bone of the action not in the figure",
        cause: "Bones are matched by name. The motion of this bone is not used.",
        example: "bone \"arm_l\" of the action, \"arm_L\" in the figure",
        remedy: "Rename the bone; the note has the nearest name.";
    NO_MOTION: "D002", Note, Writes, "bone of the figure without motion",
        cause: "The action has no bone of this name: the figure's bone does not move.",
        example: "a figure with a tail and an action without",
        remedy: "Nothing needs to be done.";
    MATCHED_BY_ORDER: "D003", Warning, Unknown, "bones matched by order",
        cause: "No name of the action exists in the figure, but the counts are equal, so bones are matched by order. \
         Bones that conversion removes from the figure count.",
        example: "\"Bip01\", \"Bip02\" and \"bone0\", \"bone1\"",
        remedy: "Check that the order is the same.";
    DUPLICATE_MOTION: "D004", Warning, Unknown, "two motions for one bone",
        cause: "The action has two motions for one bone. The first is used.",
        example: "two bones \"arm\"",
        remedy: "Delete one.";
    KEYS_UNSORTED: "D005", Error, Garbage, "keys not in ascending order",
        cause: "Keys of a channel must have ascending frames, each frame once.",
        example: "keys at the frames 0, 5 and 3",
        remedy: "Sort the keys; with --sort-keys they are sorted, and the last of several counts.";
    KEY_NEGATIVE: "D006", Error, Unknown, "negative frame",
        cause: "Frames count from 0.",
        example: "( kf -1 0 )",
        remedy: "Move the keys.";
    FIRST_KEY: "D007", Warning, Writes, "first key not at frame 0",
        cause: "The vendor's document requires a key at frame 0. The value there follows the line through the first \
         two keys.",
        example: "a channel whose first key is at frame 2",
        remedy: "Add a key at frame 0.";
    BEYOND_END: "D008", Warning, Writes, "key beyond the last frame",
        cause: "A key is beyond the last frame. The action becomes as long as its last key requires.",
        example: "a key at frame 30, totalFrame 20",
        remedy: "Correct totalFrame, or delete the key.";
    TOO_LONG: "D009", Error, Garbage, "action too long",
        cause: "Frames are 16-bit numbers: 65535 is the last.",
        example: "a key at frame 70000",
        remedy: "Split the action.";
    LONG: "D010", Warning, Writes, "action of more than 32767 frames",
        cause: "The vendor's document allows 32767 frames. Players may treat later frames as negative.",
        example: "totalFrame 40000",
        remedy: "Split the action.";
    SINGULAR: "D011", Warning, Writes, "direction passes through 0 or -Z",
        cause: "At (0, 0, -1) and at zero the twist of a bone is not defined: it jumps there.",
        example: "keys (0, 0, 1) and (0, 0, -1)",
        remedy: "Turn the bone past -Z: give the key there a direction a little beside it, such as rotate (0.0003, 0, -1) for a turn \
         about Y, and the roll of the keys around it. For a passage through zero add a key between the two.";
    GROUP_UNKNOWN: "D012", Warning, Writes, "switch of a group that the figure does not have",
        cause: "The switch names a group that the figure does not have. The bit is written all the same.",
        example: "( kgf 0 3 true ) for a figure with two groups",
        remedy: "Correct the group.";
    SWITCH_BEYOND_END: "D013", Warning, Writes, "switch beyond the last frame",
        cause: "The action ends before the switch, which has no effect.",
        example: "a switch at frame 30, the last frame is 20",
        remedy: "Make the action longer or delete the switch.";
    SWITCHES_LOST: "D014", Warning, Writes, "switches for V1 or V2",
        cause: "MTRA 4 holds no pattern switches; they are lost.",
        example: "switches with --target V2",
        remedy: "Convert for V3.";
    SCALE_LOST: "D015", Warning, Writes, "small scaling lost",
        cause: "Scales above 99 % and up to 101 % are taken as 100 %, by the vendor's rule.",
        example: "a scale of 100.2 %",
        remedy: "Give --no-reduce to keep it.";
    TOTAL_RANGE: "D016", Warning, Writes, "totalFrame outside 1..=32767",
        cause: "The vendor's document allows 1 to 32767 frames.",
        example: "( totalFrame 0 )",
        remedy: "Correct the number.";
    SWITCH_FRAME: "D017", Error, Unknown, "switch at an impossible frame",
        cause: "Frames of switches are 0..=65535.",
        example: "( kgf -1 0 true )",
        remedy: "Correct the frame.";
    TRACK_TYPE: "D018", Warning, Writes, "track type that does not fit",
        cause: "The chunk trackType requests a track that cannot hold the channels. The smallest that can is \
         written.",
        example: "( trackType 5 ) on a bone with translation keys",
        remedy: "Delete the chunk.";
    JOINT_COUNT: "D019", Error, Unknown, "different numbers of joints and bones",
        cause: "A joint animation has no names: its joints are the figure's bones in order, so there must be as \
         many.",
        example: "20 joints with a figure of 18 bones",
        remedy: "Give the figure that the animation was made for, and --keep-unused-bones where its text has bones without \
         vertices.";
    TOO_MANY_SAMPLES: "D020", Error, Unknown, "animation too large",
        cause: "Joints times frames may be 4 million at most, and the search for keys ends after some seconds: it \
         compares every frame with the lines between others.",
        example: "300 joints over 20000 frames",
        remedy: "Split the animation.";
    TURNS_LOST: "D021", Warning, Unknown, "half a turn between two frames",
        cause: "An action turns the short way from frame to frame: the sense of a faster turn is lost.",
        example: "a wheel that turns 270 degrees per frame",
        remedy: "Slow the turn down, or add frames.";
    TOO_MUCH_TO_REDUCE: "D022", Error, Unknown, "too many keys to reduce",
        cause: "Key reduction compares keys with every line that may replace them, which takes too long for \
         thousands of keys near one line.",
        example: "20000 keys on a slow turn",
        remedy: "Give --no-reduce to keep every key.";
    BONE_COUNTS: "D023", Warning, Unknown, "other number of bones, matched by order",
        cause: "Bone n of the action moves bone n of the figure's text, and the two do not have the same number of \
         bones. Bones that conversion removes from the figure count.",
        example: "--match order with 18 bones for a figure of 20",
        remedy: "Check that the action belongs to the figure.";
}

#[cfg(test)]
mod tests {
    #[test]
    fn codes_are_unique_and_ordered() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].code < pair[1].code));
    }
}
