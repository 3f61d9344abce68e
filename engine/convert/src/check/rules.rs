//! The rules of checks: `K040` and up. Those below are the readers', in [`keitai_formats::diagnostic::rules`].

keitai_formats::rules! {
    UNUSED_VERTICES: "K040", Note, Unknown, "vertices that no polygon uses";
    UNUSED_COLOURS: "K041", Note, Unknown, "colours that no polygon uses";
    UNUSED_TEXTURES: "K042", Note, Unknown, "texture slots that no polygon uses";
    UNUSED_BONES: "K043", Note, Unknown, "bones without vertices";
    EMPTY_PATTERN: "K044", Warning, Unknown, "pattern without polygons";
    DEGENERATE: "K045", Warning, Unknown, "polygons with a repeated vertex";
    NOT_A_ROTATION: "K046", Warning, Unknown, "bone matrix is no rotation";
    LIGHT_WITHOUT_NORMALS: "K047", Warning, Unknown, "lit polygons without normals";
    SPHERE_WITHOUT_LIGHT: "K048", Warning, Unknown, "sphere mapping without lighting";
    NEVER_DRAWN: "K049", Warning, Unknown, "pattern that is never drawn";
    BEYOND_WORLD: "K050", Warning, Unknown, "vertices outside the world";
    TOO_MANY_POLYGONS: "K051", Warning, Unknown, "more than 32767 polygons or bones";
    HEAVY: "K052", Note, Unknown, "more polygons than phones drew at speed";
    BEYOND_LIMITS: "K053", Warning, Unknown, "beyond the limits of players";

    SINGULAR: "K060", Warning, Unknown, "direction is or passes 0 or -Z";
    KEY_BEYOND_END: "K061", Warning, Unknown, "key beyond the last frame";
    SWITCH_BEYOND_END: "K062", Warning, Unknown, "pattern key beyond the last frame";
    LONG_ACTION: "K063", Warning, Unknown, "action of more than 32767 frames";
    NO_ACTIONS: "K064", Warning, Unknown, "no actions";
    STILL_ACTION: "K065", Note, Unknown, "action without motion";
    ZERO_SCALE: "K066", Warning, Unknown, "scale of zero or below";
    BIT_ZERO: "K067", Warning, Unknown, "pattern bit 0";
    REDUNDANT_KEYS: "K068", Note, Unknown, "keys that change nothing";
    NOT_FOR_PLAYERS: "K069", Warning, Unknown, "picture that players do not read";

    BONES_DIFFER: "K080", Error, Unknown, "figure and action table do not fit";
    PATTERNS_DIFFER: "K081", Warning, Unknown, "patterns that the figure does not have";
    TEXTURE_MISSING: "K082", Warning, Unknown, "texture missing";
    TEXTURE_SMALL: "K083", Warning, Unknown, "texels beyond the texture";
    TEXTURE_EXTRA: "K084", Note, Unknown, "more textures than slots";
    JOINTS_DIFFER: "K085", Error, Unknown, "figure and joint animation do not fit";
    SPHERE_SIZE: "K086", Warning, Unknown, "sphere map is not 64 by 64";
    TEXTURE_LARGE: "K087", Error, Unknown, "texture larger than players accept";

    SCENE: "K090", Error, Unknown, "not a scene";
    SCENE_NAME: "K091", Error, Unknown, "undefined or ambiguous name in a scene";
    SCENE_FIELD: "K092", Error, Unknown, "field of a scene out of range or out of place";
    SCENE_FILE: "K093", Error, Unknown, "file of a scene that cannot be used";
    SCENE_TEXTURE: "K094", Error, Unknown, "figure of a scene without texture";
    SHOT: "K095", Error, Unknown, "shot that cannot be played";
    NEITHER: "K096", Error, Unknown, "RON file of no known kind";
    RECORDING: "K097", Error, Unknown, "recording that cannot be replayed";
    CONTROLS: "K098", Error, Unknown, "controls that cannot be used";
    UNSEEN: "K100", Warning, Unknown, "part of a scene that does not show";
    PHONE_FAULT: "K101", Warning, Unknown, "phones show it wrongly";
    DEGREES: "K102", Note, Unknown, "turn that looks like degrees";
}
