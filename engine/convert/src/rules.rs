//! The rules of conversion: `C` for figures, `D` for actions.

keitai_formats::rules! {
    OVERFLOW: "C001", Error, Writes, "value outside 16 bits",
        "Positions, translations and key values are 16-bit integers, -32768..=32767. The vendor's converter keeps the low \
         16 bits in silence. Scale the figure down.";
    BONE_TREE: "C002", Error, Refuses, "hasChild and hasBrother do not make a tree",
        "Bones stand depth first: a bone with hasChild is followed by its first child; when its subtree is complete and it \
         has hasBrother, its brother follows. The vendor's converter crashes on flags that do not fit.";
    SEVERAL_ROOTS: "C003", Warning, Writes, "several roots",
        "The vendor's document asks for one root bone. Its converter and the players take several.";
    BONE_NO_Z: "C004", Error, Writes, "bone without Z axis",
        "The points rotate and translate of a bone must differ: Z goes from one to the other. The vendor's converter \
         writes a matrix of zeros.";
    BONE_NO_Y: "C005", Error, Writes, "bone without Y axis",
        "The point handle must not lie on the bone's Z axis. With --fix-degenerate-bones any Y axis is taken.";
    BONE_SKEW: "C006", Note, Writes, "axes not at right angles",
        "The vendor's document asks for a right angle between rotate and handle. Z is kept and Y is turned.";
    VERTEX_INDEX: "C007", Error, Refuses, "vertex index out of range",
        "Indices count the points of `coords` from 0. The vendor's converter crashes on an index beyond the list.";
    VERTEX_NEGATIVE: "C008", Error, Garbage, "negative vertex index",
        "The vendor's converter takes an arbitrary vertex in silence.";
    VERTEX_SHARED: "C009", Error, Refuses, "vertex in several bones",
        "A vertex belongs to one bone. The vendor's converter crashes, hangs or splits it. With --split-shared-vertices it \
         is split, and faces use the last one.";
    VERTEX_UNOWNED: "C010", Warning, Writes, "faces with vertices of no bone",
        "Every vertex that a face uses must be in the vertexIndices of a bone. Such faces are dropped.";
    VERTEX_UNUSED: "C011", Note, Writes, "vertices that no face uses",
        "They are not written.";
    FACE_DEGENERATE: "C012", Warning, Writes, "faces with a repeated vertex",
        "A triangle that names a vertex twice is dropped. A quad whose only equal corners are neighbours becomes a triangle; \
         others are dropped.";
    MATERIAL_INDEX: "C013", Error, Garbage, "material index out of range",
        "Faces name materials by their position in `Materials`, from 0. The vendor's converter reads garbage.";
    TEXTURE_INDEX: "C014", Error, Garbage, "texture index out of range",
        "Materials name textures by their position in `Textures`, from 0.";
    COLOUR_INDEX: "C015", Error, Garbage, "colour index out of range",
        "Materials name colours by their position in `Colors`, from 0.";
    COLOURS_MISSING: "C016", Error, Refuses, "no Colors",
        "A material uses a colour, but the text has no Colors chunk. The vendor's converter crashes.";
    TEXEL_INDEX: "C017", Error, Garbage, "texture coordinate index out of range",
        "Faces name texture coordinates by their position in `TextureCoords`, from 0, or -1 for none.";
    TEXEL_MISSING: "C018", Warning, Writes, "textured face without texture coordinates",
        "The material has a texture, but the face names no texture coordinates. (0, 0) is written.";
    TEXEL_RANGE: "C019", Warning, Writes, "texture coordinate outside 0..1",
        "Texels are 8-bit numbers: coordinates outside 0..1, and textures larger than 256, wrap.";
    TEXEL_SEVEN_BITS: "C020", Error, Writes, "texture larger than V2 can address",
        "V2 stores texels in 7 bits: textures have at most 128 texels a side. With --allow-uv-wrap the low 7 bits are \
         written.";
    TEXTURE_SIZE: "C021", Warning, Writes, "texture size out of range",
        "Textures have 1 to 256 texels a side.";
    COLOUR_RANGE: "C022", Error, Writes, "colour outside 0..1",
        "The vendor's converter lets such a component leak into the others. With --clamp-colours it is brought into range.";
    TOO_MANY_COLOURS: "C023", Error, Writes, "more than 256 colours",
        "The palette has 256 entries. The vendor's converter gives index 0 to the rest, in silence.";
    TOO_MANY_TEXTURES: "C024", Error, Writes, "more than 16 textures",
        "Players take 16 textures in a figure. With --no-limits this is a warning.";
    TOO_MANY_PATTERNS: "C025", Error, Writes, "more than 33 patterns",
        "Players take 33 patterns: the faces that are always drawn and 32 groups. With --no-limits this is a warning.";
    TOO_MANY_VERTICES: "C026", Error, Writes, "more than 21845 vertices",
        "Players take 21845 vertices in a figure. With --no-limits this is a warning.";
    TOO_MANY: "C027", Error, Unknown, "count outside 16 bits",
        "Counts in the file are 16-bit numbers: at most 65535 vertices, bones, and polygons of each kind.";
    NORMALS_FEWER: "C028", Error, Garbage, "fewer normals than points",
        "There must be one normal per point, or no normals at all. The vendor's converter reads garbage for the rest.";
    NORMALS_MORE: "C029", Warning, Writes, "more normals than points",
        "There must be one normal per point. The others are ignored.";
    NORMAL_ZERO: "C030", Note, Writes, "normal of length zero",
        "It is written as +Z.";
    TARGET_COLOURS: "C031", Error, Refuses, "colour polygons for V1 or V2",
        "Only V3 files hold colour polygons: every material needs a texture.";
    TARGET_TEXTURES: "C032", Error, Unknown, "several textures for V1 or V2",
        "V1 and V2 files hold one texture.";
    TARGET_PATTERNS: "C033", Error, Unknown, "patterns for V1 or V2",
        "V1 and V2 files hold no patterns.";
    TARGET_ATTRIBUTES: "C034", Warning, Writes, "attributes that V1 does not have",
        "V1 files hold doubleFace and transparent only. Blending, lighting, sphere mapping and normals are lost.";
    NO_NORMALS: "C035", Note, Writes, "lighting without normals",
        "A material is lit, but the figure has no normals: it will not be.";
    PATTERN_32: "C036", Warning, Writes, "group that is never drawn",
        "The 32nd group is pattern 32, which the vendor's viewer never draws.";
    DUPLICATE_BONE: "C037", Warning, Writes, "two bones of one name",
        "Actions find bones by name; the first one of a name is found.";
    NOTHING_LEFT: "C038", Error, Refuses, "every face was dropped",
        "No face can be written, so the figure would be empty. Other findings say why faces were dropped.";
    SORTING_LOST: "C039", Warning, Writes, "sorting for other than V3.1",
        "Only V3.1 files say whether polygons are sorted by their nearest or farthest vertex. With --target V3.1 it is \
         written.";

    NO_MATCH: "D001", Warning, Writes, "bone of the action not in the figure",
        "Bones are matched by name. The motion of this bone is not used.";
    NO_MOTION: "D002", Note, Writes, "bone of the figure without motion",
        "The action has no bone of this name: it does not move.";
    MATCHED_BY_ORDER: "D003", Warning, Unknown, "bones matched by order",
        "No name of the action exists in the figure, but the counts are equal.";
    DUPLICATE_MOTION: "D004", Warning, Unknown, "two motions for one bone",
        "The first one is used.";
    KEYS_UNSORTED: "D005", Error, Garbage, "keys not in ascending order",
        "Keys of a channel must have ascending frames, each frame once. With --sort-keys they are sorted, and the last of \
         several counts.";
    KEY_NEGATIVE: "D006", Error, Unknown, "negative frame",
        "Frames count from 0.";
    FIRST_KEY: "D007", Warning, Writes, "first key not at frame 0",
        "The vendor's document asks for a key at frame 0. The value there follows the line through the first two keys.";
    BEYOND_END: "D008", Warning, Writes, "key beyond the last frame",
        "The action is as long as its last key asks for.";
    TOO_LONG: "D009", Error, Garbage, "action too long",
        "Frames are 16-bit numbers: 65535 is the last.";
    LONG: "D010", Warning, Writes, "action of more than 32767 frames",
        "The vendor's document allows 32767 frames. Players may treat later frames as negative.";
    SINGULAR: "D011", Warning, Writes, "direction passes through 0 or -Z",
        "At (0, 0, -1) and at zero the twist of a bone is not defined: it will jump.";
    GROUP_UNKNOWN: "D012", Warning, Writes, "switch of a group that the figure does not have",
        "The bit is written all the same.";
    SWITCH_BEYOND_END: "D013", Warning, Writes, "switch beyond the last frame",
        "The action ends before; the switch has no effect.";
    SWITCHES_LOST: "D014", Warning, Writes, "switches for V1 or V2",
        "MTRA 4 holds no pattern switches; they are lost.";
    SCALE_LOST: "D015", Warning, Writes, "small scaling lost",
        "Scales within the tolerance of 100 % are taken as 100 % by the vendor's rule.";
    TOTAL_RANGE: "D016", Warning, Writes, "totalFrame outside 1..=32767",
        "The vendor's document allows 1 to 32767 frames.";
    SWITCH_FRAME: "D017", Error, Unknown, "switch at an impossible frame",
        "Frames of switches are 0..=65535.";
    TRACK_TYPE: "D018", Warning, Writes, "track type that does not fit",
        "The chunk trackType asks for a type of track that cannot hold the channels. The smallest that can is written.";
    JOINT_COUNT: "D019", Error, Unknown, "different numbers of joints and bones",
        "A joint animation has no names: its joints are the figure's bones in order, so there must be as many.";
    TOO_MANY_SAMPLES: "D020", Error, Unknown, "animation too large",
        "Joints times frames may be 4 million.";
    TURNS_LOST: "D021", Warning, Unknown, "half a turn between two frames",
        "An action goes the short way from frame to frame: the sense of a faster turn is lost.";
    TOO_MUCH_TO_REDUCE: "D022", Error, Unknown, "too many keys to reduce",
        "Key reduction compares keys with every line that may replace them, which takes too long for thousands of keys \
         that all lie near one line. With --no-reduce every key is kept.";
}

#[cfg(test)]
mod tests {
    #[test]
    fn codes_are_unique_and_ordered() {
        assert!(super::ALL.windows(2).all(|pair| pair[0].code < pair[1].code));
    }
}
