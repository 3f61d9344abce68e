//! The rules of checks: `K040` and up. Those below are the readers', in [`keitai_formats::diagnostic::rules`].

keitai_formats::rules! {
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
    TEXTURE_LARGE: "K087", Error, Unknown, "texture larger than players accept",
        "Texture coordinates have 8 bits: players and the renderer refuse a picture of more than 256 texels on a side.";

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
    NEITHER: "K096", Error, Unknown, "RON file of no known kind",
        "The outermost fields are not those of a scene (entities), prefabs (prefabs), a shot (frame), a recording (states) \
         or controls (players).";
    RECORDING: "K097", Error, Unknown, "recording that cannot be replayed",
        "The text is not RON, or a field is unknown, out of range or does not fit the others.";
    CONTROLS: "K098", Error, Unknown, "controls that cannot be used",
        "The text is not RON, or names a key, a button or a control that does not exist.";
}
