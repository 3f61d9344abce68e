//! The rules of the readers of binary files: `K001` to `K026`.

crate::rules! {
    TRUNCATED: "K001", Error, Unknown, "file ends too early",
        "A section needs more bytes than the file has: it was cut off, or a count before it is wrong.";
    MAGIC: "K002", Error, Unknown, "not the file it seems to be",
        "The first bytes are not those of the format.";
    VERSION: "K003", Error, Unknown, "unknown version",
        "The version, or a format byte that goes with it, is not one that players know.";
    FIELD: "K004", Error, Unknown, "field out of range",
        "A field holds a value that the format does not allow.";
    INDEX: "K005", Error, Unknown, "index out of range",
        "A number refers to something that is not there.";
    COUNT: "K006", Error, Unknown, "counts that do not agree",
        "Two counts that must be equal are not.";
    LIMIT: "K007", Error, Unknown, "beyond a limit",
        "A count is above what players take.";
    NO_DIALECT: "K008", Error, Unknown, "fits no layout",
        "The file fits neither the vendor's layout nor the revised one.";
    UNKNOWN_KIND: "K009", Error, Unknown, "unknown kind of file",
        "Neither the first bytes nor, for byte-swapped files, the last ones are those of a known format.";
    UNREADABLE: "K010", Error, Unknown, "unreadable",
        "The file cannot be read for a reason without a code of its own.";
    TRAILER_CHECK: "K011", Warning, Unknown, "trailer does not match the counts",
        "The second key at the end of the file is made from its counts. Another value means that the file was changed \
         after it was written.";
    TRAILER_MISSING: "K012", Warning, Unknown, "trailer missing",
        "Files of version 4 and 5 end with 20 bytes that name the tool and check the counts.";
    TRAILER_UNEQUAL: "K013", Warning, Unknown, "trailer's identifiers differ",
        "The trailer holds the same eight letters twice under two keys.";
    TRAILER_NOT_ASCII: "K014", Warning, Unknown, "trailer's identifier is not text",
        "The trailer holds eight letters, \"HI000000\" from the vendor's converter.";
    TRAILING_BYTES: "K015", Warning, Unknown, "bytes after the end",
        "There is more in the file than its counts say.";
    PAD_BITS: "K016", Warning, Unknown, "pad bits not zero",
        "Bits that fill up the last byte of a section are zero in every known file.";
    UNSEEN: "K017", Warning, Unknown, "legal but never seen",
        "The layout is legal by the rules, but no known file uses it: players may not read it.";
    HEADER_COUNT: "K018", Warning, Unknown, "header count does not match",
        "A count in the header is not that of what follows.";
    LATE_FIRST_KEY: "K019", Warning, Unknown, "first key not at frame 0",
        "Players differ in what they show before the first key.";
    SWITCH_ORDER: "K020", Warning, Unknown, "pattern keys out of order",
        "Players take the last key up to a frame as they stand in the file.";
    PALETTE_INDEX: "K021", Warning, Unknown, "texels beyond the palette",
        "They are drawn black.";
    RASTER_OVERLAP: "K022", Warning, Unknown, "pixels inside the palette",
        "The file says that its pixels begin before its palette ends.";
    SWAPPED: "K023", Note, Unknown, "byte-swapped file",
        "Games by one maker exchange bytes of their files; it was undone.";
    REVISED: "K024", Warning, Unknown, "revised dialect",
        "The file has a layout that a circulating description gives and no known player reads.";
    UNKNOWN_FLAGS: "K025", Warning, Unknown, "flags of unknown meaning",
        "Polygons carry bits that have no known meaning.";
    COLOUR_UNDESCRIBED: "K026", Warning, Unknown, "colour polygons without a colour",
        "The revised dialect does not say where the colour of a colour polygon is. The polygons are read as white.";
}
