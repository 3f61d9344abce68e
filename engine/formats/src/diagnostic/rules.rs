//! The rules of the readers and writers of binary files: `K001` to `K029`.

crate::rules! {
    TRUNCATED: "K001", Error, Unknown, "file ends too early",
        cause: "A section needs more bytes than the file has: the file was cut off, or a count before the section is \
         wrong.",
        example: "an MBAC file of 8 bytes",
        remedy: "Copy or convert the file again.";
    MAGIC: "K002", Error, Unknown, "not the file it seems to be",
        cause: "The first bytes are not those of the format that the content seems to have.",
        example: "a block \"ANK2\" in a BCK file",
        remedy: "Give the file that was meant; convert a file of another format first.";
    VERSION: "K003", Error, Unknown, "unknown version",
        cause: "The version is not one that players know.",
        example: "version 6 in an MBAC file",
        remedy: "Convert the source text again, with --target for an older version.";
    FIELD: "K004", Error, Unknown, "field out of range",
        cause: "A field holds a value that the format does not allow.",
        example: "polygon format 7 in an MBAC header",
        remedy: "Convert the source text again; the message names the field and its legal values.";
    INDEX: "K005", Error, Unknown, "index out of range",
        cause: "A number refers to an item that does not exist.",
        example: "vertex 12 in a figure of 10 vertices",
        remedy: "Convert the source text again; the message names the field.";
    COUNT: "K006", Error, Unknown, "counts that do not agree",
        cause: "Two counts that must be equal differ.",
        example: "bones that own 11 vertices together in a figure of 10",
        remedy: "Convert the source text again; the message names both counts.";
    LIMIT: "K007", Error, Unknown, "beyond a limit",
        cause: "A count is above a limit of the players, of the format or of this reader.",
        example: "a texture of 512 texels a side",
        remedy: "Split the figure or reduce the texture; docs/formats.md lists the limits. `info` and `convert` read the \
         file with --no-limits.";
    NO_DIALECT: "K008", Error, Unknown, "fits no layout",
        cause: "The file fits neither the vendor's layout nor the revised one. The message has the error of both.",
        example: "an MBAC file with a changed byte in its pattern table",
        remedy: "Convert the source text again; the first error is usually the one that matters.";
    UNKNOWN_KIND: "K009", Error, Unknown, "unknown kind of file",
        cause: "The file is of no known format, or of one that is not checked.",
        example: "a text file named robo.mbac",
        remedy: "Give a figure, an action table, a texture, a joint animation or a source text.";
    UNREADABLE: "K010", Error, Unknown, "unreadable",
        cause: "The file cannot be read: it is missing, too large, no regular file, or the system refuses it.",
        example: "a file without read permission",
        remedy: "Correct the name or the permissions.";
    TRAILER_CHECK: "K011", Warning, Unknown, "trailer does not match the counts",
        cause: "The second key at the end of the file is made from counts of the file. Another value means that the \
         file was changed after it was written.",
        example: "a hex editor changed the number of vertices",
        remedy: "Convert the source text again.";
    TRAILER_MISSING: "K012", Warning, Unknown, "trailer missing",
        cause: "Files of version 4 and 5 end with 20 bytes that name the tool and check the counts.",
        example: "a file without its last byte",
        remedy: "Copy the file again, or convert the source text again.";
    TRAILER_UNEQUAL: "K013", Warning, Unknown, "trailer's identifiers differ",
        cause: "The trailer holds the same eight letters twice under two keys; here the two differ.",
        example: "\"HI000000\" and \"GI000000\"",
        remedy: "Convert the source text again.";
    TRAILER_NOT_ASCII: "K014", Warning, Unknown, "trailer's identifier is not text",
        cause: "The trailer holds eight letters, \"HI000000\" from the vendor's converter; here they are not ASCII.",
        example: "a trailer of random bytes",
        remedy: "Convert the source text again, or give --trailer-id.";
    TRAILING_BYTES: "K015", Warning, Unknown, "bytes after the end",
        cause: "The file continues after the end that its counts give.",
        example: "two files joined into one",
        remedy: "Remove the bytes, or check the counts in the header.";
    PAD_BITS: "K016", Warning, Unknown, "pad bits not zero",
        cause: "Bits that fill the last byte of a section are zero in every known file.",
        example: "a bit stream that ends with the byte 0x80",
        remedy: "Nothing needs to be done when the file draws as expected.";
    UNSEEN: "K017", Warning, Unknown, "legal but never seen",
        cause: "The layout is legal by the rules, but no known file uses it, so players may not read it.",
        example: "polygon format 2 in a file of version 5",
        remedy: "Try the file on the target device, or convert the source text again.";
    HEADER_COUNT: "K018", Warning, Unknown, "header count does not match",
        cause: "A count in the header differs from the content. Readers use the content.",
        example: "a header with 3 tracks of type 1 and a file with 4",
        remedy: "Convert the source text again.";
    LATE_FIRST_KEY: "K019", Warning, Unknown, "first key not at frame 0",
        cause: "The first key of a list is not at frame 0. Players differ in the value before it.",
        example: "a direction list that starts at frame 2",
        remedy: "Add a key at frame 0.";
    SWITCH_ORDER: "K020", Warning, Unknown, "pattern keys out of order",
        cause: "The pattern keys of an action are not in ascending order. Players take the last key up to a frame in \
         file order.",
        example: "keys at the frames 5, 5 and 2",
        remedy: "Sort the switches in the source text and convert it again.";
    PALETTE_INDEX: "K021", Warning, Unknown, "texels beyond the palette",
        cause: "Texels have palette indices beyond the palette. They are drawn black.",
        example: "index 200 in a picture of 16 colours",
        remedy: "Save the picture with its whole palette.";
    RASTER_OVERLAP: "K022", Warning, Unknown, "pixels inside the palette",
        cause: "The header's pixel offset lies inside the palette. The pixels are read after the palette.",
        example: "offset 54 in a picture of 256 colours",
        remedy: "Save the picture again with another program.";
    SWAPPED: "K023", Note, Unknown, "byte-swapped file",
        cause: "Games by one maker exchange bytes at both ends of their files. The exchange was undone.",
        example: "a figure that starts with \"\\x03\" and ends with \"BM\"",
        remedy: "Nothing needs to be done.";
    REVISED: "K024", Warning, Unknown, "revised dialect",
        cause: "The file has the layout of a circulating description, which no known player reads.",
        example: "an MBAC file with bones of 52 bytes",
        remedy: "Convert the figure to text and back to get the vendor's layout.";
    UNKNOWN_FLAGS: "K025", Warning, Unknown, "flags of unknown meaning",
        cause: "Polygons of the revised dialect carry bits without a known meaning. The bits are ignored.",
        example: "polygon flag 0x0002",
        remedy: "No remedy is known.";
    COLOUR_UNDESCRIBED: "K026", Warning, Unknown, "colour polygons without a colour",
        cause: "The revised dialect does not say where the colour of a colour polygon is stored. The polygons are \
         read as white.",
        example: "a figure of the revised dialect with flat triangles",
        remedy: "Convert the figure to text and set the colours there.";
    NO_PALETTE: "K027", Error, Unknown, "picture without a palette",
        cause: "A BMP file has 16, 24 or 32 bits per pixel. Players read pictures with a palette only.",
        example: "a texture that a paint program saved as 24-bit BMP",
        remedy: "Convert it with `keitai convert IN.bmp -o OUT.bmp`, or save it with indexed colours.";
    QUANTISED: "K028", Note, Unknown, "colours that do not fit a palette",
        cause: "A picture without a palette has more than 255 colours. The nearest 255 colours are used.",
        example: "a PNG file of 24 bits with a smooth shade",
        remedy: "Save the picture with indexed colours, or convert it with --palette to the colours of another texture.";
    UNWRITABLE: "K029", Error, Unknown, "cannot be written",
        cause: "The document holds something that a file of its version cannot hold, or has a version that is not \
         written.",
        example: "two patterns in a figure of version 4",
        remedy: "Choose a newer version, or remove what the message names.";
}
