//! The rules of checks: `K`.

keitai_formats::rules! {
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
    ODD: "K026", Warning, Unknown, "oddity",
        "Something is odd that has no code of its own.";

    UNUSED_VERTICES: "K040", Note, Unknown, "vertices that no polygon uses",
        "They cost memory and time on the phone and show nothing.";
    UNUSED_COLOURS: "K041", Note, Unknown, "colours that no polygon uses",
        "They stand in the palette for nothing.";
    UNUSED_TEXTURES: "K042", Note, Unknown, "texture slots that no polygon uses",
        "A slot below a used one must stay; the last ones need not.";
    UNUSED_BONES: "K043", Note, Unknown, "bones without vertices",
        "Neither these bones nor their descendants own vertices. Actions may still name them.";
    EMPTY_PATTERN: "K044", Warning, Unknown, "pattern without polygons",
        "Switching it shows nothing.";
    DEGENERATE: "K045", Warning, Unknown, "polygons with a repeated vertex",
        "They have no area, or are not what they seem.";
    NOT_A_ROTATION: "K046", Warning, Unknown, "bone matrix is no rotation",
        "Bones of the vendor's converter have axes of length one at right angles. Lighting and the way back to text \
         depend on it.";
    LIGHT_WITHOUT_NORMALS: "K047", Warning, Unknown, "lit polygons without normals",
        "Without normals a figure is not lit and not sphere mapped.";
    SPHERE_WITHOUT_LIGHT: "K048", Warning, Unknown, "sphere mapping without lighting",
        "Sphere mapping is drawn on lit polygons only.";
    NEVER_DRAWN: "K049", Warning, Unknown, "pattern that is never drawn",
        "The vendor's viewer never draws pattern 32.";
    BEYOND_WORLD: "K050", Warning, Unknown, "vertices outside the world",
        "Composed with its bones' matrices a vertex lies outside -32768..=32767, the range that phones reckon in.";
    TOO_MANY_POLYGONS: "K051", Warning, Unknown, "more than 32767 polygons or bones",
        "The vendor's document allows 32767.";
    HEAVY: "K052", Note, Unknown, "more polygons than phones drew at speed",
        "Games of the time drew 200 to 1500 polygons a frame, at 8 to 20 frames a second.";
    BEYOND_LIMITS: "K053", Warning, Unknown, "beyond the limits of players",
        "Players take 21845 vertices, 16 textures, 33 patterns and 256 colours.";

    SINGULAR: "K060", Warning, Unknown, "direction is or passes 0 or -Z",
        "At (0, 0, -1) and at zero the twist of a bone is not defined: it will jump.";
    KEY_BEYOND_END: "K061", Warning, Unknown, "key beyond the last frame",
        "The action ends before the key is reached.";
    SWITCH_BEYOND_END: "K062", Warning, Unknown, "pattern key beyond the last frame",
        "The action ends before the patterns change.";
    LONG_ACTION: "K063", Warning, Unknown, "action of more than 32767 frames",
        "The vendor's document allows 32767 frames.";
    NO_ACTIONS: "K064", Warning, Unknown, "no actions",
        "The table is empty. The vendor's converter writes such tables from texts of an older version.";
    STILL_ACTION: "K065", Note, Unknown, "action without motion",
        "No bone moves and no pattern changes.";
    ZERO_SCALE: "K066", Warning, Unknown, "scale of zero or below",
        "The bone vanishes or is mirrored; mirrored polygons show their backs.";
    BIT_ZERO: "K067", Warning, Unknown, "pattern bit 0",
        "Bit 0 shows nothing on the vendor's viewer. The converter writes it for the 32nd group.";
    REDUNDANT_KEYS: "K068", Note, Unknown, "keys that change nothing",
        "All values of a list are equal: one key would do.";

    BONES_DIFFER: "K080", Error, Unknown, "figure and action table do not fit",
        "An action table moves the bones of one skeleton: both must have the same number of bones.";
    PATTERNS_DIFFER: "K081", Warning, Unknown, "patterns that the figure does not have",
        "The action switches patterns beyond those of the figure.";
    TEXTURE_MISSING: "K082", Warning, Unknown, "texture missing",
        "The figure's polygons need a texture that was not found beside it.";
    TEXTURE_SMALL: "K083", Warning, Unknown, "texels beyond the texture",
        "Polygons use texels outside the picture: it wraps, or the wrong texture is meant.";
    TEXTURE_EXTRA: "K084", Note, Unknown, "more textures than slots",
        "The figure uses fewer textures.";
    JOINTS_DIFFER: "K085", Error, Unknown, "figure and joint animation do not fit",
        "Joints are the figure's bones in order, so there must be as many.";
    SPHERE_SIZE: "K086", Warning, Unknown, "sphere map is not 64 by 64",
        "The vendor's document asks for 64 by 64 texels.";

    SCENE: "K090", Error, Unknown, "not a scene",
        "The text is not RON, or a field is unknown or not of its type. scenes/README.md lists all fields.";
    SCENE_NAME: "K091", Error, Unknown, "name in a scene that means nothing, or two things",
        "An entity, a prefab or an action is named that is not there, two have one name, or one is its own parent.";
    SCENE_FIELD: "K092", Error, Unknown, "field of a scene out of range or out of place",
        "A number is outside its range, or a field has no effect where it stands.";
    SCENE_FILE: "K093", Error, Unknown, "file of a scene that cannot be used",
        "A file that the scene names is missing, is damaged, or does not fit the others.";
    SCENE_TEXTURE: "K094", Error, Unknown, "figure of a scene without texture",
        "The figure's polygons need a texture: none is named and none was found beside the figure.";
    SHOT: "K095", Error, Unknown, "shot that cannot be played",
        "The text is not a shot, or names something that is missing or damaged.";
    NEITHER: "K096", Warning, Unknown, "neither scene nor shot",
        "A scene has entities and a shot has a frame program; this text has neither, so nothing was checked.";
}
