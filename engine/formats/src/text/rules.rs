//! The rules of the source texts: `T` for both formats, `B` for BAC6, `A` for TRA4.

crate::rules! {
    TOO_LONG: "T001", Error, Unknown, "text too long",
        cause: "The readers take source texts below 4 GiB. Only programs that use the library meet this limit: \
         the commands read files of at most 64 MiB, and refuse larger ones as unreadable (K010).",
        example: "a program that gives a text of 5 GiB to the reader",
        remedy: "Split the text.";
    NO_MAGIC: "T002", Warning, Writes, "first line is not the format's name",
        cause: "A BAC6 text begins with the line `;BAC`, a TRA4 text with `;TRA`. Some tools recognise the files by \
         it.",
        example: "a text that begins with `( Head`",
        remedy: "Add the line.";
    TOO_DEEP: "T003", Error, Unknown, "chunks nested too deeply",
        cause: "The formats need six levels. Chunks deeper than sixteen are skipped.",
        example: "( a ( a ( a ( a ...",
        remedy: "Correct the parentheses.";
    NO_CHUNK_NAME: "T004", Error, Unknown, "chunk without name",
        cause: "After `(` comes the name of the chunk.",
        example: "( 0 0 0 ) instead of ( pnt 0 0 0 )",
        remedy: "Add the name.";
    EXTRA_CLOSE: "T005", Warning, Unknown, "closing parenthesis without an opening one",
        cause: "There are more `)` than `(`. The published samples have one to three too many.",
        example: "( Figure ) )",
        remedy: "Delete the superfluous `)`.";
    CLOSED_EARLY: "T006", Warning, Unknown, "chunk continued after it was closed",
        cause: "A superfluous `)` closed a chunk before its end; the rest is read as part of it. The vendor's \
         converter refuses such a text or loses the rest.",
        example: "( bone ( name \"a\" ) ) ( roll ( kf 0 0 ) )",
        remedy: "Move the `)` behind the rest.";
    NOT_CLOSED: "T007", Error, Refuses, "closing parenthesis missing",
        cause: "A chunk was opened and never closed. The place is where it was opened. The vendor's converter \
         refuses the text.",
        example: "( bone ( name \"a\" )",
        remedy: "Add the `)`.";
    ELLIPSIS: "T008", Warning, Unknown, "three dots",
        cause: "In printed samples `...` stands for omitted lines. It is no part of the format.",
        example: "( coords ( pnt 0 0 0 ) ... )",
        remedy: "Put the omitted lines there.";
    OUTSIDE: "T009", Warning, Writes, "text outside of every chunk",
        cause: "Only comments may be outside of chunks. The text was ignored.",
        example: "Version: 2.1 before ( Head",
        remedy: "Delete it, or put `;` before it.";
    NOT_ASCII: "T010", Error, Unknown, "character that is not ASCII",
        cause: "Outside of strings and comments the formats are ASCII.",
        example: "( lighting truе ) with a Cyrillic letter",
        remedy: "Type the word again.";
    OPEN_STRING: "T011", Error, Unknown, "string without closing quote",
        cause: "A string ends on its own line with a double quote. There are no escapes.",
        example: "( name \"robo )",
        remedy: "Add the quote.";
    LONG_STRING: "T012", Warning, Unknown, "string longer than 255 bytes",
        cause: "The vendor's documents allow 255 bytes in a string.",
        example: "a name of 300 letters",
        remedy: "Shorten the string.";
    NOT_A_NUMBER: "T013", Error, Refuses, "not a number",
        cause: "A number was expected. The vendor's converter refuses the text with a misleading message about \
         bones. Integers have no decimals, numbers no unit and no comma.",
        example: "( pnt 0 0 1,5 )",
        remedy: "Put a number there.";
    NUMBER_PREFIX: "T014", Error, Writes, "number that is none",
        cause: "A program wrote that it had no number. The vendor's converter takes what stands before the `#`, without a \
         message.",
        example: "-1.#IND, which some tools write for \"no number\"",
        remedy: "Put the intended number there.";
    NOT_FINITE: "T015", Error, Garbage, "number too large",
        cause: "The number does not fit the 32-bit float or integer of the format.",
        example: "1e99",
        remedy: "Use a smaller number.";
    WRONG_WORD: "T016", Error, Writes, "unknown word",
        cause: "The value must be one of a few words. The vendor's converter takes an unknown blend mode as `normal` \
         and an unknown truth value as `false`, without a message.",
        example: "( doubleFace yes )",
        remedy: "Use one of the words in the message.";
    VALUE_COUNT: "T017", Error, Unknown, "wrong number of values",
        cause: "The chunk has more or fewer values than its format requires, or values of another form.",
        example: "( pnt 0 0 )",
        remedy: "Correct the values.";
    UNKNOWN_CHUNK: "T018", Warning, Refuses, "unknown chunk",
        cause: "The chunk is unknown here and was skipped. The vendor's converter refuses unknown chunks in BAC6.",
        example: "( Polygon ... ) in Figure",
        remedy: "Correct the name; the note has the nearest one.";
    UNKNOWN_CHUNK_IGNORED: "T019", Warning, Writes, "unknown chunk",
        cause: "The chunk is unknown here and was skipped, also by the vendor's converter.",
        example: "( comment \"x\" ) in a TRA4 text",
        remedy: "Correct the name, or delete the chunk.";
    REPEATED_CHUNK: "T020", Warning, Unknown, "chunk given twice",
        cause: "The chunk may occur once. The note says what is read: the last one, or all of them as if they were \
         one.",
        example: "two Materials chunks",
        remedy: "Join them, or delete one.";
    STRAY_VALUE: "T021", Warning, Refuses, "value where chunks are expected",
        cause: "A word is between chunks, where none belongs. It was ignored. The vendor's converter refuses a BAC6 text with one, and \
         stops reading a TRA4 text at it.",
        example: "( Bones 3 ( bone ... ) )",
        remedy: "Delete the word.";
    HEAD_MISSING: "T022", Error, Refuses, "no Head chunk",
        cause: "The text needs `( Head ( bacVersion 6.0 ) )` before the figure. The vendor's converter refuses it otherwise.",
        example: "a text that begins with ( Figure",
        remedy: "Add the chunk.";
    HEAD_LATE: "T023", Warning, Refuses, "Head after Figure",
        cause: "The Head chunk belongs before the Figure chunk. The vendor's converter refuses the text.",
        example: "( Figure ... ) ( Head ... )",
        remedy: "Move the Head chunk.";
    MINOR_VERSION: "T024", Warning, Writes, "other minor version",
        cause: "The version is near the known one, and the text is read as that.",
        example: "( bacVersion 6.1 )",
        remedy: "Set the version to 6.0 or 4.0.";
    FIGURE_MISSING: "T025", Error, Refuses, "no Figure chunk",
        cause: "All content of the text is in one Figure chunk. The vendor's converter refuses a text without it.",
        example: "a text that ends after Head",
        remedy: "Add the chunk.";
    DASH: "T026", Warning, Refuses, "dash for a minus sign",
        cause: "Word processors turn minus signs into dashes. The number is read with a minus sign; the vendor's \
         converter refuses the text.",
        example: "( pnt –1 0 0 )",
        remedy: "Put `-`.";
    TOO_MANY_CHUNKS: "T027", Error, Unknown, "too many chunks",
        cause: "The text has so many tiny chunks that reading it would take more than about four times its size in \
         memory. The rest was not read.",
        example: "millions of empty chunks",
        remedy: "Delete the chunks without content.";
    UTF_16: "T028", Error, Unknown, "text in UTF-16",
        cause: "Source texts have one byte for each letter. This one begins with the mark of UTF-16, which has two.",
        example: "a text that was saved as \"Unicode\" on Windows",
        remedy: "Save the text as ASCII or UTF-8.";

    BAC_VERSION: "B001", Error, Refuses, "not BAC version 6",
        cause: "Only version 6 is a text. BAC5 is a binary format of older tools.",
        example: "( bacVersion 5.0 )",
        remedy: "Export the figure again as BAC6.";
    NO_BONES: "B002", Error, Refuses, "no Bones",
        cause: "A figure needs at least one bone, in the chunk `Bones`. The vendor's converter refuses it otherwise.",
        example: "a Figure chunk without Bones",
        remedy: "Add a bone that owns all vertices.";
    NO_MATERIALS: "B003", Error, Refuses, "no Materials",
        cause: "Faces name a material. Without a Materials chunk the vendor's converter crashes.",
        example: "a Figure chunk without Materials",
        remedy: "Add a material.";
    NO_VERTICES: "B004", Error, Refuses, "no coords",
        cause: "A figure needs `( Vertices ( coords ... ) )` with points.",
        example: "an empty coords chunk",
        remedy: "Add the points.";
    NO_POLYGONS: "B005", Error, Refuses, "no faces",
        cause: "A figure needs at least one face, in Polygons or in a group of DynamicPolygons.",
        example: "an empty Polygons chunk",
        remedy: "Add a face.";
    MATERIAL_INCOMPLETE: "B006", Warning, Refuses, "material attribute missing",
        cause: "A material has seven attributes: blendMode, doubleFace, transparent, lighting, textureIndex, \
         colorIndex and specular. The defaults are normal, false, false, false, -1, -1 and 0. The vendor's converter \
         refuses a material that lacks one.",
        example: "( material ( blendMode normal ) )",
        remedy: "Add the attributes.";
    CHUNK_ORDER: "B007", Warning, Refuses, "order that the vendor's converter refuses",
        cause: "Any order is read. The vendor's converter requires the attributes of materials and bones in the order \
         of its document.",
        example: "handle before rotate",
        remedy: "Put them in the order of the note.";
    BONE_NAME_MISSING: "B008", Warning, Refuses, "bone without name",
        cause: "Actions find their bones by name. A bone without one is called boneN, N being its number from 0. The \
         vendor's converter refuses it.",
        example: "( bone ( hasChild false ) ... )",
        remedy: "Add a name.";
    BONE_INCOMPLETE: "B009", Error, Refuses, "bone attribute missing",
        cause: "A bone needs hasChild, hasBrother, translate, rotate and handle. The vendor's converter refuses it \
         otherwise.",
        example: "a bone without handle",
        remedy: "Add the attributes.";
    FACE_SIDES: "B010", Error, Refuses, "face with other than 3 or 4 corners",
        cause: "Faces are triangles (i3) or quads (i4).",
        example: "( i5 0 1 2 3 4 )",
        remedy: "Split the face.";
    FACE_MIXED: "B011", Error, Garbage, "face with different numbers of vertices and texture coordinates",
        cause: "Both lists of a face must be i3, or both i4. The vendor's converter accepts the mixture without a \
         message and writes garbage.",
        example: "( face 0 ( i4 0 1 2 3 ) ( i3 0 1 2 ) )",
        remedy: "Give as many texture coordinates as vertices.";
    FACE_SHAPE: "B012", Error, Refuses, "malformed face",
        cause: "A face is `( face material ( i3 v v v ) ( i3 t t t ) )` or the same with i4.",
        example: "( face ( i3 0 1 2 ) )",
        remedy: "Write it so; -1 stands for no texture coordinate.";
    GROUP_EMPTY: "B013", Warning, Refuses, "group without faces",
        cause: "The pattern of a group without faces shows nothing. The vendor's converter refuses empty groups.",
        example: "( group ( name \"open\" ) )",
        remedy: "Put faces into the group or delete it.";
    FIRST_LINE_MISSING: "B014", Warning, Refuses, "no first line",
        cause: "The first line of a BAC6 text is `;BAC`. The vendor's converter refuses a text that begins with something \
         other than a comment.",
        example: "a text that begins with `( Head`",
        remedy: "Add the line.";
    GROUPS_LOST: "B015", Warning, Writes, "group with a fault, for --vendor",
        cause: "The vendor's converter stops at the first fault of a group, without a message: the group and those after it are \
         not in the file.",
        example: "( i3 3 7 ) in a face of a group",
        remedy: "Correct the face.";

    TRA_VERSION: "A001", Error, Writes, "not TRA version 4",
        cause: "Only version 4 is a text. TRA3 is a binary format of older tools; for a text with version 3 the \
         vendor's converter writes a file without actions.",
        example: "( traVersion 3.0 )",
        remedy: "Export the action again as TRA4.";
    CHANNEL_MISSING: "A002", Warning, Refuses, "channel missing",
        cause: "A bone has ten channels: translate, scale and rotate with .x .y .z, and roll. The defaults are 0, \
         100, (0, 0, 1) and 0. The vendor's converter crashes when one is missing.",
        example: "a bone without roll",
        remedy: "Add the channel with one key.";
    TOTAL_MISSING: "A003", Warning, Writes, "no totalFrame",
        cause: "The length of the action is taken from its last key frame.",
        example: "a Figure chunk without totalFrame",
        remedy: "Add ( totalFrame N ).";
    KEY_SHAPE: "A004", Error, Unknown, "malformed key",
        cause: "A key is `( kf frame value )`, a pattern switch is `( kgf frame group true )` or `false`.",
        example: "( kf 3 )",
        remedy: "Write the key in this form.";
    CHANNEL_EMPTY: "A005", Warning, Unknown, "channel without keys",
        cause: "The channel holds no key; its default is used.",
        example: "( roll )",
        remedy: "Add a key at frame 0.";
    BONE_UNNAMED: "A006", Warning, Writes, "bone without name",
        cause: "Actions find their bones by name. A bone without one fits none, unless bones are matched by order.",
        example: "( bone ( roll ... ) )",
        remedy: "Add the name of the figure's bone.";
    TRACK_TYPE_RANGE: "A007", Warning, Writes, "trackType outside 0..=6",
        cause: "The types of tracks have the numbers 0 to 6. The chunk is ignored, also by the vendor's converter.",
        example: "( trackType 9 )",
        remedy: "Correct the number, or delete the chunk.";
    BONES_LOST: "A008", Warning, Writes, "bone with a fault, for --vendor",
        cause: "The vendor's converter stops at the first fault of a bone, without a message: the bone and those after it do not \
         move.",
        example: "( comment \"x\" ) in a bone",
        remedy: "Correct the bone.";
    TRA_HEAD_MISSING: "A009", Error, Writes, "no Head chunk",
        cause: "The text needs `( Head ( traVersion 4.0 ) )` before the figure. Without it the vendor's converter writes a file \
         without actions.",
        example: "a text that begins with ( Figure",
        remedy: "Add the chunk.";
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
