//! The rules of decompilation: `R`.

keitai_formats::rules! {
    NOT_A_ROTATION: "R001", Error, Unknown, "matrix is no rotation";
    BONE_ORDER: "R002", Warning, Unknown, "bones not depth first";
    BONE_UNUSED: "R003", Note, Unknown, "bone without vertices";
    DIFFERS: "R004", Warning, Unknown, "the text does not give the same file";
    BITS_LOST: "R005", Warning, Unknown, "attribute that the text does not have";
    NORMAL_LOST: "R006", Warning, Unknown, "normal that conversion would not write";
    NORMALS_REPACKED: "R007", Warning, Unknown, "unpacked normals";
    TEXEL_BEYOND: "R008", Note, Unknown, "texel beyond the texture";
    PATTERN_EMPTY: "R009", Warning, Unknown, "pattern without polygons";
    NOT_A_POSTURE: "R010", Error, Unknown, "constant matrix that is no posture";
    TRACK_DIFFERS: "R011", Warning, Unknown, "the text does not give the same track";
    FIRST_KEY_HELD: "R012", Warning, Unknown, "list that does not begin at frame 0";
    BONE_COUNT: "R013", Warning, Unknown, "action table and figure have different numbers of bones";
    PATTERNS_DIFFER: "R014", Warning, Unknown, "the text does not give the same pattern keys";
    LENGTH_DIFFERS: "R015", Warning, Unknown, "the text does not give the same length";
    TOO_MANY_SWITCHES: "R016", Error, Unknown, "too many switches";
}
