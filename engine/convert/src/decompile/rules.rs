//! The rules of decompiling: `R`.

keitai_formats::rules! {
    NOT_A_ROTATION: "R001", Error, Unknown, "matrix is no rotation",
        "A text gives a bone's axes by points: they are at right angles, of length one and right-handed. A matrix with \
         scale, shear or mirroring cannot be said. With --force the nearest rotation is written.";
    BONE_ORDER: "R002", Warning, Unknown, "bones not depth first",
        "A text lists bones depth first. The bones were reordered; their names keep the numbers of the file.";
    BONE_UNUSED: "R003", Note, Unknown, "bone without vertices",
        "A bone that owns no vertex, and none of whose descendants does, is removed when the text is converted with the \
         vendor's defaults. The text brings the setting `;keitai keep-unused-bones` along.";
    DIFFERS: "R004", Warning, Unknown, "the text does not give the same file",
        "Converting the text forth again gives a file that differs in the places named.";
    BITS_LOST: "R005", Warning, Unknown, "attribute that the text does not have",
        "Flat shading cannot be said in a text; sorting by nearest or farthest vertex is a setting of the conversion \
         (`;keitai zsort`) and the same for all polygons.";
    NORMAL_LOST: "R006", Warning, Unknown, "normal that conversion would not write",
        "The converter writes normals of length one; this code stands for none.";
    NORMALS_REPACKED: "R007", Warning, Unknown, "unpacked normals",
        "The file stores normals as vectors; conversion writes packed ones.";
    TEXEL_BEYOND: "R008", Note, Unknown, "texel beyond the texture",
        "The texel lies beyond the size that is assumed for the texture: the coordinate is above 1.";
    PATTERN_EMPTY: "R009", Warning, Unknown, "pattern without polygons",
        "It becomes a group without faces, which the vendor's converter refuses.";
    NOT_A_POSTURE: "R010", Error, Unknown, "constant matrix that is no posture",
        "A text gives a posture by direction, roll and scale. This matrix has shear or is mirrored. With --force the \
         nearest posture is written.";
    TRACK_DIFFERS: "R011", Warning, Unknown, "the text does not give the same track",
        "Converting the text forth again gives a track that differs from the file's.";
    FIRST_KEY_HELD: "R012", Warning, Unknown, "list that does not begin at frame 0",
        "A key at frame 0 with the first value was added: before the first key a text is extrapolated.";
    BONE_COUNT: "R013", Warning, Unknown, "action table and figure have different numbers of bones",
        "Names are taken from the figure as far as they go.";
}
