//! The rules of checks: `K040` and up. Those below are the readers', in [`keitai_formats::diagnostic::rules`].

keitai_formats::rules! {
    UNUSED_VERTICES: "K040", Note, Unknown, "vertices that no polygon uses",
        cause: "Vertices that no polygon uses cost memory and time on the phone.",
        example: "12 vertices left after faces were deleted",
        remedy: "Delete them in the source text.";
    UNUSED_COLOURS: "K041", Note, Unknown, "colours that no polygon uses",
        cause: "Colours that no polygon uses only make the file longer.",
        example: "a palette of 8 colours, of which 6 are used",
        remedy: "Remove them from the source text.";
    UNUSED_TEXTURES: "K042", Note, Unknown, "texture slots that no polygon uses",
        cause: "A texture slot is used by no polygon. A slot below a used one must stay; the last ones need not.",
        example: "three textures in a figure whose polygons use two",
        remedy: "Remove the last unused textures from the source text.";
    UNUSED_BONES: "K043", Note, Unknown, "bones without vertices",
        cause: "Neither these bones nor their descendants own vertices. Actions may still name them.",
        example: "a bone that only marks the place of a weapon",
        remedy: "Convert without --keep-unused-bones unless actions need them.";
    EMPTY_PATTERN: "K044", Warning, Unknown, "pattern without polygons",
        cause: "A pattern without polygons shows nothing when it is switched.",
        example: "an empty group in DynamicPolygons",
        remedy: "Remove the group, or put faces into it.";
    DEGENERATE: "K045", Warning, Unknown, "polygons with a repeated vertex",
        cause: "A polygon names a vertex twice: it has no area, or it is not the intended one.",
        example: "a triangle of the vertices 3, 3 and 5",
        remedy: "Delete the face or correct its indices.";
    NOT_A_ROTATION: "K046", Warning, Unknown, "bone matrix is no rotation",
        cause: "The axes of a bone are not of length one at right angles. Lighting and decompilation depend on that.",
        example: "a bone matrix with a scale of 1.5",
        remedy: "Scale the vertices instead of the bone.";
    LIGHT_WITHOUT_NORMALS: "K047", Warning, Unknown, "lit polygons without normals",
        cause: "Polygons are marked as lit, but the figure has no normals, so it is neither lit nor sphere mapped.",
        example: "lighting true in a text without a normals chunk",
        remedy: "Add normals, or switch lighting off.";
    SPHERE_WITHOUT_LIGHT: "K048", Warning, Unknown, "sphere mapping without lighting",
        cause: "Polygons are sphere mapped but not lit. Sphere maps are drawn on lit polygons only.",
        example: "specular 1 with lighting false",
        remedy: "Switch lighting on, or set specular to 0.";
    NEVER_DRAWN: "K049", Warning, Unknown, "pattern that is never drawn",
        cause: "The vendor's viewer never draws pattern 32.",
        example: "a figure with 32 groups",
        remedy: "Use at most 31 groups.";
    BEYOND_WORLD: "K050", Warning, Unknown, "vertices outside the world",
        cause: "Composed with the matrices of its bones a vertex lies outside -32768..=32767, the range of integers \
         on phones.",
        example: "a vertex at x = 40000 in model space",
        remedy: "Scale the figure down.";
    TOO_MANY_POLYGONS: "K051", Warning, Unknown, "more than 32767 polygons or bones",
        cause: "The vendor's document allows 32767 polygons and 32767 bones.",
        example: "a scan of 40000 triangles",
        remedy: "Reduce the figure.";
    HEAVY: "K052", Note, Unknown, "more polygons than phones drew at speed",
        cause: "Games of the time drew 200 to 1500 polygons a frame, at 8 to 20 frames a second.",
        example: "a figure of 4000 polygons",
        remedy: "Reduce the figure when it is meant for a phone.";
    BEYOND_LIMITS: "K053", Warning, Unknown, "beyond the limits of players",
        cause: "Players accept 21845 vertices, 16 textures, 33 patterns and 256 colours.",
        example: "a figure with 17 textures",
        remedy: "Split the figure.";

    SINGULAR: "K060", Warning, Unknown, "direction is or passes 0 or -Z",
        cause: "At (0, 0, -1) and at zero the twist of a bone is not defined: it jumps there. Players take a direction for -Z when its \
         x and y are below 64/4096.",
        example: "keys (0, 0, 4096) and (0, 0, -4096)",
        remedy: "Turn the bone past -Z: give the key there a direction a little beside it, such as rotate (0.0003, 0, -1) for a turn \
         about Y, and the roll of the keys around it. For a passage through zero add a key between the two.";
    KEY_BEYOND_END: "K061", Warning, Unknown, "key beyond the last frame",
        cause: "The action ends before the key is reached.",
        example: "a key at frame 30 in an action of 20 frames",
        remedy: "Make the action longer or delete the key.";
    SWITCH_BEYOND_END: "K062", Warning, Unknown, "pattern key beyond the last frame",
        cause: "The action ends before the patterns change.",
        example: "a pattern key at frame 21, the last frame is 20",
        remedy: "Make the action longer or delete the pattern key.";
    LONG_ACTION: "K063", Warning, Unknown, "action of more than 32767 frames",
        cause: "The vendor's document allows 32767 frames; players may treat later frames as negative.",
        example: "an action whose last frame is 40000",
        remedy: "Split the action.";
    NO_ACTIONS: "K064", Warning, Unknown, "no actions",
        cause: "The table holds no actions. The vendor's converter writes such tables from texts of an older \
         version.",
        example: "a table made from a TRA3 text",
        remedy: "Convert a TRA4 text.";
    STILL_ACTION: "K065", Note, Unknown, "action without motion",
        cause: "No bone moves and no pattern changes.",
        example: "an action whose tracks are all constant",
        remedy: "Delete the action when it is not meant as a pose.";
    ZERO_SCALE: "K066", Warning, Unknown, "scale of zero or below",
        cause: "A scale is zero or negative: the bone vanishes or is mirrored, and mirrored polygons show their \
         backs.",
        example: "scale (4096, 0, 4096)",
        remedy: "Use a small positive scale, or hide polygons by patterns.";
    BIT_ZERO: "K067", Warning, Unknown, "pattern bit 0",
        cause: "A pattern mask sets bit 0, which draws pattern 0 a second time: blended polygons blend twice. The \
         converter writes the bit for the 32nd group.",
        example: "mask 0x1",
        remedy: "Use at most 31 groups.";
    REDUNDANT_KEYS: "K068", Note, Unknown, "keys that change nothing",
        cause: "All values of a key list are equal: one key would be enough.",
        example: "ten scale keys of 100 %",
        remedy: "Convert the text again without --no-reduce.";
    NOT_FOR_PLAYERS: "K069", Warning, Unknown, "picture that players do not read",
        cause: "Players read BMP files of 8 bits per pixel without run lengths, with a header of 40 bytes. Keitai reads others, too.",
        example: "a picture with a header of 124 bytes, as GIMP writes it with information about its colour space",
        remedy: "Convert it with `keitai convert IN.bmp -o OUT.bmp`.";

    BONES_DIFFER: "K080", Error, Unknown, "figure and action table do not fit",
        cause: "An action table moves the bones of one skeleton: figure and table must have the same number of \
         bones.",
        example: "a figure of 26 bones with a table for 18",
        remedy: "Give the table that was made for the figure, or name the figure in a scene.";
    PATTERNS_DIFFER: "K081", Warning, Unknown, "patterns that the figure does not have",
        cause: "The action switches patterns that the figure does not have.",
        example: "mask 0x10 for a figure with 3 patterns",
        remedy: "Convert the action together with its figure.";
    TEXTURE_MISSING: "K082", Warning, Unknown, "texture missing",
        cause: "The figure's polygons need a texture that was not found beside the figure.",
        example: "robo.mbac without robo.bmp",
        remedy: "Put the texture beside the figure, or name it in a scene.";
    TEXTURE_SMALL: "K083", Warning, Unknown, "texels beyond the texture",
        cause: "Polygons use texels outside the texture, which show palette index 0 on phones, or it is the wrong one.",
        example: "texels up to (200, 90), but the texture is 128 x 128",
        remedy: "Give the right texture, or correct the texture coordinates.";
    TEXTURE_EXTRA: "K084", Note, Unknown, "more textures than slots",
        cause: "The figure has fewer texture slots than there are textures.",
        example: "two textures for a figure with one slot",
        remedy: "Nothing needs to be done when the first ones are the right ones.";
    JOINTS_DIFFER: "K085", Error, Unknown, "figure and joint animation do not fit",
        cause: "A joint animation has no names: its joints are the figure's bones in order, so there must be as \
         many.",
        example: "an animation of 20 joints with a figure of 18 bones",
        remedy: "Give the animation that was made for the figure.";
    SPHERE_SIZE: "K086", Warning, Unknown, "sphere map is not 64 by 64",
        cause: "The vendor's document requires a sphere map of 64 x 64 texels.",
        example: "a sphere map of 128 x 128",
        remedy: "Scale the picture to 64 x 64.";
    TEXTURE_LARGE: "K087", Error, Unknown, "texture larger than players accept",
        cause: "Texture coordinates have 8 bits: players and the renderer refuse a picture of more than 256 texels \
         on a side.",
        example: "a picture of 512 x 256",
        remedy: "Reduce the picture or split it.";

    SCENE: "K090", Error, Unknown, "not a scene",
        cause: "The text is not RON, or a field is unknown or has the wrong type. scenes/README.md lists all fields.",
        example: "(entitys: [])",
        remedy: "Correct the field at the line and column.";
    SCENE_NAME: "K091", Error, Unknown, "undefined or ambiguous name in a scene",
        cause: "A scene names an entity, a prefab or an action that does not exist, two have one name, an entity \
         is its own parent, or a prefab is made of itself.",
        example: "parent: \"hubb\" in a scene with an entity \"hub\"",
        remedy: "Correct the name; the note has the nearest one.";
    SCENE_FIELD: "K092", Error, Unknown, "field of a scene out of range or out of place",
        cause: "A number is outside its range, there is more of something than a scene may have, or a field is missing, \
         has no effect or is not allowed where it is.",
        example: "lifetime: 0",
        remedy: "Correct the number, or add or remove the field that the message names; scenes/README.md has all ranges \
         and limits.";
    SCENE_FILE: "K093", Error, Unknown, "file of a scene that cannot be used",
        cause: "A file that the scene names is missing or damaged, or does not fit the others.",
        example: "figure: \"robbo.mbac\"",
        remedy: "Correct the name, or repair the file.";
    SCENE_TEXTURE: "K094", Error, Unknown, "figure of a scene without texture",
        cause: "The figure's polygons need a texture: the scene names none and none was found beside the figure.",
        example: "(figure: \"robo.mbac\") without robo.bmp",
        remedy: "Name the texture: textures: [\"skin.bmp\"].";
    SHOT: "K095", Error, Unknown, "shot that cannot be played",
        cause: "The text is not a shot, or names a file or an item that is missing, damaged or does not fit.",
        example: "action 7 of a table with 3 actions",
        remedy: "Correct the statement that the message names; scenes/shots.md describes shots.";
    NEITHER: "K096", Error, Unknown, "RON file of no known kind",
        cause: "The outermost fields are not those of a scene (entities, music), prefabs (prefabs, sounds, fonts), \
         a shot (frame), a recording (states), controls (players) or texts (languages).",
        example: "hello (((",
        remedy: "Correct the text, or give the file another extension.";
    RECORDING: "K097", Error, Unknown, "recording that cannot be replayed",
        cause: "The text is not RON, or a field of the recording is unknown, out of range or does not fit the \
         others.",
        example: "a recording that was cut off",
        remedy: "Record the game again.";
    CONTROLS: "K098", Error, Unknown, "controls that cannot be used",
        cause: "The text is not RON, or names a key, a button or a control that does not exist.",
        example: "keys: {Up: [Upp]}",
        remedy: "Correct the name, or delete the file to get the defaults.";
    TEXT: "K099", Warning, Unknown, "text without a translation",
        cause: "A language of a table of texts lacks a text. Scenes show it in the first language.",
        example: "\"play\": {\"en\": \"PLAY\"} in a table with the languages en and de",
        remedy: "Translate the text.";
    UNSEEN: "K100", Warning, Unknown, "part of a scene that does not show",
        cause: "Only the first light of a scene counts. Letters that a font lacks are gaps in letters of a texture, and \
         question marks in plain ones.",
        example: "a text \"GO!\" in letters with the alphabet \"GO\"",
        remedy: "Remove the light; add the letters to the alphabet and its texture, or write others.";
    PHONE_FAULT: "K101", Warning, Unknown, "phones show it wrongly",
        cause: "A near plane of 1 leaves few sort keys, so that far polygons change places; primitives with texels outside \
         their texture show palette index 0. Phones did so, too.",
        example: "primitives at v = 192 of a texture of 256 x 192",
        remedy: "Put the near plane farther away; keep texture coordinates inside the picture, or make it 256 x 256.";
}
