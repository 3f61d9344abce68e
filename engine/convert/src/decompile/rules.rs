//! The rules of decompilation: `R`.

keitai_formats::rules! {
    NOT_A_ROTATION: "R001", Error, Unknown, "matrix is no rotation",
        cause: "A text gives a bone's axes by points: they are at right angles, of length one and right-handed. A \
         text cannot express a matrix with scale, shear or mirroring.",
        example: "a bone matrix with a scale of 1.5",
        remedy: "Give --force to write the nearest rotation.";
    BONE_ORDER: "R002", Warning, Unknown, "bones not depth first",
        cause: "A text lists bones depth first. The bones were reordered; their names keep the numbers of the file.",
        example: "bone 1 is a child of bone 2",
        remedy: "Convert actions together with this figure.";
    BONE_UNUSED: "R003", Note, Unknown, "bone without vertices",
        cause: "A bone that owns no vertex, and none of whose descendants does, is removed when the text is \
         converted with the vendor's defaults. The text has the setting `;keitai keep-unused-bones`.",
        example: "a bone that only marks a place",
        remedy: "Keep the setting when actions need the bone.";
    DIFFERS: "R004", Warning, Unknown, "the text does not give the same file",
        cause: "Converting the text again gives a file that differs in the places named.",
        example: "a figure with vertices that no face uses",
        remedy: "Check that the difference does not matter.";
    BITS_LOST: "R005", Warning, Unknown, "attribute that the text does not have",
        cause: "A text has no attribute for flat shading, and sorting by nearest or farthest vertex is a setting of \
         the conversion (`;keitai zsort`), the same for all polygons.",
        example: "a polygon with the flat shade bit",
        remedy: "Set the bits after conversion, if they are needed.";
    NORMAL_LOST: "R006", Warning, Unknown, "normal that conversion would not write",
        cause: "The converter writes normals of length one; this code stands for none.",
        example: "a packed normal (63, 63)",
        remedy: "Nothing needs to be done.";
    NORMALS_REPACKED: "R007", Warning, Unknown, "unpacked normals",
        cause: "The file stores normals as vectors; conversion writes packed ones.",
        example: "normal format 1",
        remedy: "Nothing needs to be done.";
    TEXEL_BEYOND: "R008", Note, Unknown, "texel beyond the texture",
        cause: "The texel lies beyond the assumed size of the texture: the coordinate is above 1.",
        example: "texel 200 with a texture of 128",
        remedy: "Give the right texture beside the figure.";
    PATTERN_EMPTY: "R009", Warning, Unknown, "pattern without polygons",
        cause: "A pattern without polygons becomes a group without faces, which the vendor's converter refuses.",
        example: "pattern 3 without polygons",
        remedy: "Delete the group, or put faces into it.";
    NOT_A_POSTURE: "R010", Error, Unknown, "constant matrix that is no posture",
        cause: "A text gives a posture by direction, roll and scale. This matrix has shear or is mirrored.",
        example: "a constant matrix with a negative determinant",
        remedy: "Give --force to write the nearest posture.";
    TRACK_DIFFERS: "R011", Warning, Unknown, "the text does not give the same track",
        cause: "Converting the text again gives a track that differs from the file's.",
        example: "a constant matrix that rounds differently",
        remedy: "Check that the difference does not matter.";
    FIRST_KEY_HELD: "R012", Warning, Unknown, "list that does not begin at frame 0",
        cause: "A key at frame 0 with the first value was added: before the first key a text is extrapolated.",
        example: "a list that starts at frame 2",
        remedy: "Nothing needs to be done.";
    BONE_COUNT: "R013", Warning, Unknown, "action table and figure have different numbers of bones",
        cause: "The action table and the figure have different numbers of bones. Names are taken from the figure as \
         far as they go.",
        example: "a table for 20 bones with a figure of 18",
        remedy: "Give the figure that the table was made for.";
    PATTERNS_DIFFER: "R014", Warning, Unknown, "the text does not give the same pattern keys",
        cause: "Conversion sorts switches by frame. Here the file has its keys in another order, or several at one \
         frame.",
        example: "pattern keys at the frames 0, 7 and 3",
        remedy: "Check that the difference does not matter.";
    LENGTH_DIFFERS: "R015", Warning, Unknown, "the text does not give the same length",
        cause: "A key lies beyond the last frame of the action. An action that is converted ends with its last key, so \
         it becomes longer.",
        example: "a key at frame 10 of an action that ends with frame 5",
        remedy: "Delete the key, or check that the length does not matter.";
    TOO_MANY_SWITCHES: "R016", Error, Unknown, "too many switches",
        cause: "The pattern keys of all actions together would take more than 1,048,576 switches.",
        example: "a table of 40 actions, each of which switches all groups in 65,535 frames",
        remedy: "Check that the file is whole; no game needs so many.";
}
