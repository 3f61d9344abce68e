//! The rules of the readers and writers of binary files: `K001` to `K030`.

crate::rules! {
    TRUNCATED: "K001", Error, Unknown, "file ends too early";
    MAGIC: "K002", Error, Unknown, "not the file it seems to be";
    VERSION: "K003", Error, Unknown, "unknown version";
    FIELD: "K004", Error, Unknown, "field out of range";
    INDEX: "K005", Error, Unknown, "index out of range";
    COUNT: "K006", Error, Unknown, "counts that do not agree";
    LIMIT: "K007", Error, Unknown, "beyond a limit";
    NO_DIALECT: "K008", Error, Unknown, "fits no layout";
    UNKNOWN_KIND: "K009", Error, Unknown, "unknown kind of file";
    UNREADABLE: "K010", Error, Unknown, "unreadable";
    TRAILER_CHECK: "K011", Warning, Unknown, "trailer does not match the counts";
    TRAILER_MISSING: "K012", Warning, Unknown, "trailer missing";
    TRAILER_UNEQUAL: "K013", Warning, Unknown, "trailer's identifiers differ";
    TRAILER_NOT_ASCII: "K014", Warning, Unknown, "trailer's identifier is not text";
    TRAILING_BYTES: "K015", Warning, Unknown, "bytes after the end";
    PAD_BITS: "K016", Warning, Unknown, "pad bits not zero";
    UNSEEN: "K017", Warning, Unknown, "legal but never seen";
    HEADER_COUNT: "K018", Warning, Unknown, "header count does not match";
    LATE_FIRST_KEY: "K019", Warning, Unknown, "first key not at frame 0";
    SWITCH_ORDER: "K020", Warning, Unknown, "pattern keys out of order";
    PALETTE_INDEX: "K021", Warning, Unknown, "texels beyond the palette";
    RASTER_OVERLAP: "K022", Warning, Unknown, "pixels inside the palette";
    SWAPPED: "K023", Note, Unknown, "byte-swapped file";
    REVISED: "K024", Warning, Unknown, "revised dialect";
    UNKNOWN_FLAGS: "K025", Warning, Unknown, "flags of unknown meaning";
    COLOUR_UNDESCRIBED: "K026", Warning, Unknown, "colour polygons without a colour";
    NO_PALETTE: "K027", Error, Unknown, "picture without a palette";
    QUANTISED: "K028", Note, Unknown, "colours that do not fit a palette";
    UNWRITABLE: "K029", Error, Unknown, "cannot be written";
    PALETTE_FAR: "K030", Warning, Unknown, "colours far from those of a palette";
}
