//! The rules of the source texts: `T` for both formats, `B` for BAC6, `A` for TRA4.

crate::rules! {
    TOO_LONG: "T001", Error, Unknown, "text too long";
    NO_MAGIC: "T002", Warning, Writes, "first line is not the format's name";
    TOO_DEEP: "T003", Error, Unknown, "chunks nested too deeply";
    NO_CHUNK_NAME: "T004", Error, Unknown, "chunk without name";
    EXTRA_CLOSE: "T005", Warning, Unknown, "closing parenthesis without an opening one";
    CLOSED_EARLY: "T006", Warning, Unknown, "chunk continued after it was closed";
    NOT_CLOSED: "T007", Error, Refuses, "closing parenthesis missing";
    ELLIPSIS: "T008", Warning, Unknown, "three dots";
    OUTSIDE: "T009", Warning, Writes, "text outside of every chunk";
    NOT_ASCII: "T010", Error, Unknown, "character that is not ASCII";
    OPEN_STRING: "T011", Error, Unknown, "string without closing quote";
    LONG_STRING: "T012", Warning, Unknown, "string longer than 255 bytes";
    NOT_A_NUMBER: "T013", Error, Refuses, "not a number";
    NUMBER_PREFIX: "T014", Error, Writes, "number that is none";
    NOT_FINITE: "T015", Error, Garbage, "number too large";
    WRONG_WORD: "T016", Error, Writes, "unknown word";
    VALUE_COUNT: "T017", Error, Unknown, "wrong number of values";
    UNKNOWN_CHUNK: "T018", Warning, Refuses, "unknown chunk";
    UNKNOWN_CHUNK_IGNORED: "T019", Warning, Writes, "unknown chunk";
    REPEATED_CHUNK: "T020", Warning, Unknown, "chunk given twice";
    STRAY_VALUE: "T021", Warning, Refuses, "value where chunks are expected";
    HEAD_MISSING: "T022", Error, Refuses, "no Head chunk";
    HEAD_LATE: "T023", Warning, Refuses, "Head after Figure";
    MINOR_VERSION: "T024", Warning, Writes, "other minor version";
    FIGURE_MISSING: "T025", Error, Refuses, "no Figure chunk";
    DASH: "T026", Warning, Refuses, "dash for a minus sign";
    TOO_MANY_CHUNKS: "T027", Error, Unknown, "too many chunks";
    UTF_16: "T028", Error, Unknown, "text in UTF-16";

    BAC_VERSION: "B001", Error, Refuses, "not BAC version 6";
    NO_BONES: "B002", Error, Refuses, "no Bones";
    NO_MATERIALS: "B003", Error, Refuses, "no Materials";
    NO_VERTICES: "B004", Error, Refuses, "no coords";
    NO_POLYGONS: "B005", Error, Refuses, "no faces";
    MATERIAL_INCOMPLETE: "B006", Warning, Refuses, "material attribute missing";
    CHUNK_ORDER: "B007", Warning, Refuses, "order that the vendor's converter refuses";
    BONE_NAME_MISSING: "B008", Warning, Refuses, "bone without name";
    BONE_INCOMPLETE: "B009", Error, Refuses, "bone attribute missing";
    FACE_SIDES: "B010", Error, Refuses, "face with other than 3 or 4 corners";
    FACE_MIXED: "B011", Error, Garbage, "face with different numbers of vertices and texture coordinates";
    FACE_SHAPE: "B012", Error, Refuses, "malformed face";
    GROUP_EMPTY: "B013", Warning, Refuses, "group without faces";
    FIRST_LINE_MISSING: "B014", Warning, Refuses, "no first line";
    GROUPS_LOST: "B015", Warning, Writes, "group with a fault, for --vendor";

    TRA_VERSION: "A001", Error, Writes, "not TRA version 4";
    CHANNEL_MISSING: "A002", Warning, Refuses, "channel missing";
    TOTAL_MISSING: "A003", Warning, Writes, "no totalFrame";
    KEY_SHAPE: "A004", Error, Unknown, "malformed key";
    CHANNEL_EMPTY: "A005", Warning, Unknown, "channel without keys";
    BONE_UNNAMED: "A006", Warning, Writes, "bone without name";
    TRACK_TYPE_RANGE: "A007", Warning, Writes, "trackType outside 0..=6";
    BONES_LOST: "A008", Warning, Writes, "bone with a fault, for --vendor";
    TRA_HEAD_MISSING: "A009", Error, Writes, "no Head chunk";
}
