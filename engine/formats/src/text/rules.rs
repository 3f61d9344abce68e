//! The rules of the source texts: `T` for both formats, `B` for BAC6, `A` for TRA4.

crate::rules! {
    TOO_LONG: "T001", Error, Unknown, "text too long",
        "Source texts of 4 GiB and more are not read.";
    NO_MAGIC: "T002", Warning, Writes, "first line is not the format's name",
        "A BAC6 text begins with the line `;BAC`, a TRA4 text with `;TRA`. Some tools recognise the files by it.";
    TOO_DEEP: "T003", Error, Unknown, "chunks nested too deeply",
        "The formats need six levels. What is deeper than sixteen is skipped.";
    NO_CHUNK_NAME: "T004", Error, Unknown, "chunk without name",
        "After `(` comes the name of the chunk, for example `( pnt 0 0 0 )`.";
    EXTRA_CLOSE: "T005", Warning, Unknown, "closing parenthesis without an opening one",
        "There are more `)` than `(`. The published samples have one to three too many.";
    CLOSED_EARLY: "T006", Warning, Unknown, "chunk continued after it was closed",
        "A `)` too many closed a chunk before its end; what follows is read as if it had not. The vendor's converter \
         refuses such a text or loses what follows.";
    NOT_CLOSED: "T007", Error, Refuses, "closing parenthesis missing",
        "A chunk was opened and never closed. The position is where it was opened.";
    ELLIPSIS: "T008", Warning, Unknown, "three dots",
        "In printed samples `...` stands for lines that were left out. It is no part of the format.";
    OUTSIDE: "T009", Warning, Writes, "text outside of every chunk",
        "Only comments may stand outside of chunks. The text was ignored.";
    NOT_ASCII: "T010", Error, Unknown, "character that is not ASCII",
        "Outside of strings and comments the formats are ASCII.";
    OPEN_STRING: "T011", Error, Unknown, "string without closing quote",
        "A string ends on its own line with a double quote. There are no escapes.";
    LONG_STRING: "T012", Warning, Unknown, "string longer than 255 bytes",
        "The vendor's documents allow 255 bytes in a string.";
    NOT_A_NUMBER: "T013", Error, Refuses, "not a number",
        "A number was expected. The vendor's converter refuses the text with a misleading message about bones.";
    NUMBER_PREFIX: "T014", Error, Writes, "number followed by something else",
        "The word begins like a number and goes on, for example `-1.#IND` (which some tools write for \"no number\"). \
         The vendor's converter takes the beginning (-1) in silence.";
    NOT_FINITE: "T015", Error, Garbage, "number too large",
        "The number does not fit the 32-bit floating point or integer type of the format.";
    WRONG_WORD: "T016", Error, Writes, "unknown word",
        "The value must be one of a few words. The vendor's converter takes an unknown blend mode as `normal` and an \
         unknown truth value as `false`, in silence.";
    VALUE_COUNT: "T017", Error, Unknown, "wrong number of values",
        "The chunk has more or fewer values than its format asks for.";
    UNKNOWN_CHUNK: "T018", Warning, Refuses, "unknown chunk",
        "The chunk is not known here and was skipped. The vendor's converter refuses unknown chunks in BAC6.";
    UNKNOWN_CHUNK_IGNORED: "T019", Warning, Writes, "unknown chunk",
        "The chunk is not known here and was skipped, as the vendor's converter does with it.";
    REPEATED_CHUNK: "T020", Warning, Unknown, "chunk given twice",
        "The chunk may stand once. A later value replaces an earlier one; lists are joined.";
    STRAY_VALUE: "T021", Warning, Unknown, "value where chunks are expected",
        "A word stands between chunks, where none belongs. It was ignored.";
    HEAD_MISSING: "T022", Error, Refuses, "no Head chunk",
        "The text needs `( Head ( bacVersion 6.0 ) )` or `( Head ( traVersion 4.0 ) )` before the figure.";
    HEAD_LATE: "T023", Warning, Refuses, "Head after Figure",
        "The Head chunk belongs before the Figure chunk.";
    MINOR_VERSION: "T024", Warning, Writes, "other minor version",
        "The text calls itself a version near the one that is known; it is read as that.";
    FIGURE_MISSING: "T025", Error, Refuses, "no Figure chunk",
        "All content of the text stands in one Figure chunk.";
    DASH: "T026", Warning, Refuses, "dash for a minus sign",
        "Word processors turn minus signs into dashes, and printed texts have them. The number is read with a minus sign; \
         the vendor's converter refuses the text: put `-`.";
    TOO_MANY_CHUNKS: "T027", Error, Unknown, "too many chunks",
        "The text has so many tiny chunks that reading it would take more than about four times its size in memory.";

    BAC_VERSION: "B001", Error, Refuses, "not BAC version 6",
        "Only version 6 is a text. BAC5 is a binary format of older tools.";
    NO_BONES: "B002", Error, Refuses, "no Bones",
        "A figure needs at least one bone, in the chunk `Bones`.";
    NO_MATERIALS: "B003", Error, Refuses, "no Materials",
        "Faces name a material; without a Materials chunk the vendor's converter crashes.";
    NO_VERTICES: "B004", Error, Refuses, "no coords",
        "A figure needs `( Vertices ( coords ... ) )`.";
    NO_POLYGONS: "B005", Error, Refuses, "no faces",
        "A figure needs at least one face, in Polygons or in a group of DynamicPolygons.";
    MATERIAL_INCOMPLETE: "B006", Warning, Refuses, "material attribute missing",
        "A material has seven attributes: blendMode, doubleFace, transparent, lighting, textureIndex, colorIndex and \
         specular. The defaults are normal, false, false, false, -1, -1 and 0. The vendor's converter refuses a \
         material that lacks one.";
    CHUNK_ORDER: "B007", Warning, Refuses, "order that the vendor's converter refuses",
        "Any order is read. The vendor's converter wants the attributes of materials and bones in the order of its \
         document.";
    BONE_NAME_MISSING: "B008", Warning, Refuses, "bone without name",
        "Actions find their bones by name. A bone without one is called boneN, N being its number from 0.";
    BONE_INCOMPLETE: "B009", Error, Refuses, "bone attribute missing",
        "A bone needs hasChild, hasBrother, translate, rotate and handle.";
    FACE_SIDES: "B010", Error, Refuses, "face with other than 3 or 4 corners",
        "Faces are triangles (i3) or quads (i4).";
    FACE_MIXED: "B011", Error, Garbage, "face with different numbers of vertices and texture coordinates",
        "Both lists of a face must be i3, or both i4. The vendor's converter accepts the mixture in silence.";
    FACE_SHAPE: "B012", Error, Refuses, "malformed face",
        "A face is `( face material ( i3 v v v ) ( i3 t t t ) )` or the same with i4.";
    GROUP_EMPTY: "B013", Warning, Refuses, "group without faces",
        "The pattern shows nothing. The vendor's converter refuses empty groups.";

    TRA_VERSION: "A001", Error, Writes, "not TRA version 4",
        "Only version 4 is a text. TRA3 is a binary format of older tools; for a text that calls itself 3 the vendor's \
         converter writes a file without actions.";
    CHANNEL_MISSING: "A002", Warning, Refuses, "channel missing",
        "A bone has ten channels: translate, scale and rotate with .x .y .z, and roll. The defaults are 0, 100, \
         (0, 0, 1) and 0. The vendor's converter crashes when one is missing.";
    TOTAL_MISSING: "A003", Warning, Writes, "no totalFrame",
        "The length of the action is taken from its last key frame.";
    KEY_SHAPE: "A004", Error, Unknown, "malformed key",
        "A key is `( kf frame value )`, a pattern switch is `( kgf frame group true )` or `false`.";
    CHANNEL_EMPTY: "A005", Warning, Unknown, "channel without keys",
        "The channel holds no key. Its default is used.";
    BONE_UNNAMED: "A006", Warning, Writes, "bone without name",
        "Actions find their bones by name; a bone without one fits none, unless bones are matched by order.";
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn codes_are_unique_and_ordered() {
        let key = |code: &str| ("TBA".find(&code[..1]), code[1..].parse::<u16>().unwrap());
        assert!(ALL.windows(2).all(|pair| key(pair[0].code) < key(pair[1].code)));
    }
}
