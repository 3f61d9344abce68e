//! The contents of a document as a list of facts: serialised for `--json`, laid out in columns as text.

use std::fmt;
use std::path::Path;

use keitai_formats::diagnostic::{counted, escaped};
use keitai_formats::{
    ActionTable, BoneAnimation, Curve, Diagnostic, Figure, Normals, Rgb, Texture, Track, Trailer, bounds,
};
use keitai_render::{Model, Posture, Vector3};
use serde::Serialize;

use super::companions::CompanionReport;
use super::listing::Listing;
use super::sound_report::SoundReport;
use crate::commands::check::report::object_of;
use crate::session::{self, Session};

#[derive(Debug, Serialize)]
pub(crate) struct FileReport {
    pub(crate) file: String,
    pub(crate) format: String,
    #[serde(flatten)]
    pub(crate) holds: Facts,
    #[serde(serialize_with = "objects")]
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Serialises diagnostics as `check --json` does.
fn objects<S: serde::Serializer>(diagnostics: &[Diagnostic], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(diagnostics.iter().map(object_of))
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Facts {
    Figure(FigureReport),
    ActionTable(ActionTableReport),
    Texture(TextureReport),
    BoneAnimation(BoneAnimationReport),
    Sound(SoundReport),
    Archive(Listing),
    Folder(Listing),
}

/// A figure's counts, its size and its skeleton.
#[derive(Debug, Serialize)]
pub(crate) struct FigureReport {
    /// Version of the binary format, or of the source text.
    version: u16,
    vertices: usize,
    normals: &'static str,
    /// Null without vertices.
    bounds: Option<Bounds>,
    polygons: PolygonCounts,
    texture_slots: u16,
    patterns: Vec<PolygonCounts>,
    palette: Vec<String>,
    bones: Vec<BoneReport>,
    trailer: Option<String>,
    /// Null for stdin, and for a figure that cannot be shown.
    companions: Option<CompanionReport>,
}

/// The smallest box around all vertices in the rest posture, whatever their patterns. Model units.
#[derive(Debug, Serialize)]
struct Bounds {
    low: [i32; 3],
    high: [i32; 3],
}

#[derive(Debug, Serialize)]
struct PolygonCounts {
    colour_triangles: usize,
    colour_quads: usize,
    textured_triangles: usize,
    textured_quads: usize,
}

#[derive(Debug, Serialize)]
struct BoneReport {
    parent: Option<u16>,
    /// 0 for a root.
    depth: usize,
    vertices: u16,
    /// Row major, 4096 = 1.0; every fourth number in model units.
    matrix: [i16; 12],
}

#[derive(Debug, Serialize)]
pub(crate) struct ActionTableReport {
    /// Version of the binary format, or of the source text.
    version: u16,
    bones: u16,
    actions: Vec<ActionReport>,
    trailer: Option<String>,
}

#[derive(Debug, Serialize)]
struct ActionReport {
    last_frame: u16,
    /// Tracks of type 0 to 6.
    tracks: [usize; 7],
    /// Keys of all lists together.
    keys: usize,
    pattern_keys: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct TextureReport {
    width: u16,
    height: u16,
    /// Number of different palette indices among the texels.
    colours_used: usize,
    /// Texels with index 0, which a colour key leaves out.
    keyed_texels: usize,
    palette: Vec<String>,
}

/// A joint animation's length and keys.
#[derive(Debug, Serialize)]
pub(crate) struct BoneAnimationReport {
    joints: usize,
    /// Frames.
    duration: u16,
    loop_mode: String,
    rotation_shift: u8,
    /// Keys of all curves that have more than one.
    keys: usize,
}

impl BoneAnimationReport {
    pub(crate) fn new(animation: &BoneAnimation) -> Self {
        fn keys<T>(curves: &[Curve<T>]) -> usize {
            curves.iter().map(|curve| if let Curve::Keys(keys) = curve { keys.len() } else { 0 }).sum()
        }
        let joints = animation.joints.iter();
        Self {
            joints: animation.joints.len(),
            duration: animation.duration,
            loop_mode: animation.loop_mode.to_string(),
            rotation_shift: animation.rotation_shift,
            keys: joints.map(|joint| keys(&joint.scale) + keys(&joint.rotation) + keys(&joint.translation)).sum(),
        }
    }
}

impl Bounds {
    /// Returns the bounds of a figure; `None` without vertices.
    fn of(figure: &Figure) -> Option<Self> {
        // The readers refuse the figures that have no model.
        let model = Model::new(figure).ok()?;
        let mut points = Vec::new();
        Posture::rest(&model).positions(&model, &mut points);
        let [low, high] = bounds(points.into_iter().map(|Vector3 { x, y, z }| [x, y, z]))?;
        Some(Self { low, high })
    }
}

impl FigureReport {
    /// Returns the facts about the figure of a file, and the files that belong to it.
    pub(crate) fn new(session: &Session, figure: &Figure, version: u16, path: &Path) -> Self {
        let polygons = &figure.polygons;
        let mut bones: Vec<BoneReport> = Vec::with_capacity(figure.bones.len());
        for bone in &figure.bones {
            let above = bone.parent.and_then(|parent| bones.get(usize::from(parent)));
            let depth = above.map_or(0, |parent| parent.depth + 1);
            bones.push(BoneReport { parent: bone.parent, depth, vertices: bone.vertex_count, matrix: bone.matrix.0 });
        }
        let patterns = figure.patterns.iter().map(|pattern| PolygonCounts {
            colour_triangles: pattern.colour.triangles.into(),
            colour_quads: pattern.colour.quads.into(),
            textured_triangles: pattern.textures.iter().map(|run| usize::from(run.triangles)).sum(),
            textured_quads: pattern.textures.iter().map(|run| usize::from(run.quads)).sum(),
        });
        Self {
            version,
            vertices: figure.vertices.len(),
            normals: match figure.normals {
                Normals::None => "none",
                Normals::Vectors(_) => "vectors",
                Normals::Packed(_) => "packed",
            },
            bounds: Bounds::of(figure),
            polygons: PolygonCounts {
                colour_triangles: polygons.colour_triangles.len(),
                colour_quads: polygons.colour_quads.len(),
                textured_triangles: polygons.textured_triangles.len(),
                textured_quads: polygons.textured_quads.len(),
            },
            texture_slots: figure.texture_count,
            patterns: patterns.collect(),
            palette: colours(&figure.palette),
            bones,
            trailer: identifier(figure.trailer),
            companions: if session::is_stdin(path) { None } else { CompanionReport::of(session, path) },
        }
    }
}

impl ActionTableReport {
    pub(crate) fn new(table: &ActionTable, version: u16) -> Self {
        let actions = table.actions.iter().map(|action| {
            let mut tracks = [0; 7];
            for track in &action.tracks {
                tracks[usize::from(track.kind())] += 1;
            }
            ActionReport {
                last_frame: action.last_frame,
                tracks,
                keys: action.tracks.iter().map(keys).sum(),
                pattern_keys: action.patterns.len(),
            }
        });
        let trailer = identifier(table.trailer);
        Self { version, bones: table.bone_count, actions: actions.collect(), trailer }
    }
}

impl TextureReport {
    pub(crate) fn new(texture: &Texture) -> Self {
        let mut used = [false; 256];
        texture.texels.iter().for_each(|&index| used[usize::from(index)] = true);
        Self {
            width: texture.width,
            height: texture.height,
            colours_used: used.iter().filter(|&&used| used).count(),
            keyed_texels: texture.texels.iter().filter(|&&index| index == 0).count(),
            palette: colours(&texture.palette),
        }
    }
}

fn keys(track: &Track) -> usize {
    let lists = track.lists();
    lists.vectors().map(<[_]>::len).sum::<usize>() + lists.roll.map_or(0, <[_]>::len)
}

fn colours(palette: &[Rgb]) -> Vec<String> {
    palette.iter().map(|colour| format!("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b)).collect()
}

fn identifier(trailer: Option<Trailer>) -> Option<String> {
    trailer.map(|trailer| trailer.identifier.escape_ascii().to_string())
}

impl fmt::Display for PolygonCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.textured_triangles, "textured triangle"),
            (self.textured_quads, "textured quad"),
            (self.colour_triangles, "colour triangle"),
            (self.colour_quads, "colour quad"),
        ];
        write!(f, "{}", kinds.map(|(count, _)| count).iter().sum::<usize>())?;
        let kinds = kinds.iter().filter(|(count, _)| *count > 0).map(|(count, kind)| counted(*count, kind));
        match kinds.collect::<Vec<_>>().join(", ") {
            kinds if kinds.is_empty() => Ok(()),
            kinds => write!(f, " ({kinds})"),
        }
    }
}

/// Writes a line of two columns: a name, and its value.
pub(super) fn line(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    writeln!(f, "  {name:<12} {value}")
}

/// Writes a palette, eight colours to a line.
fn palette_lines(f: &mut fmt::Formatter<'_>, palette: &[String]) -> fmt::Result {
    line(f, "palette", counted(palette.len(), "colour"))?;
    for row in palette.chunks(8) {
        writeln!(f, "               {}", row.join(" "))?;
    }
    Ok(())
}

impl fmt::Display for FileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = &self.format;
        let file = escaped(&self.file);
        match &self.holds {
            Facts::Figure(figure) => {
                writeln!(f, "{file}: figure, {format} version {}", figure.version)?;
                figure.fmt(f)?;
            }
            Facts::ActionTable(table) => {
                writeln!(f, "{file}: action table, {format} version {}", table.version)?;
                table.fmt(f)?;
            }
            Facts::Texture(texture) => {
                writeln!(f, "{file}: texture, {format}")?;
                texture.fmt(f)?;
            }
            Facts::Sound(sound) => {
                writeln!(f, "{file}: sound, {format}")?;
                return sound.fmt(f);
            }
            Facts::Archive(listing) | Facts::Folder(listing) => {
                let what = if matches!(self.holds, Facts::Folder(_)) { "folder" } else { "archive" };
                writeln!(f, "{file}: {what}, {}", counted(listing.entries.len(), "file"))?;
                return listing.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"));
            }
            Facts::BoneAnimation(animation) => {
                writeln!(f, "{file}: joint animation, {format}")?;
                line(f, "joints", animation.joints)?;
                line(f, "frames", format_args!("{}, played: {}", animation.duration, animation.loop_mode))?;
                line(f, "keys", format_args!("{}, rotations shifted by {}", animation.keys, animation.rotation_shift))?;
            }
        }
        if self.diagnostics.is_empty() {
            line(f, "diagnostics", "none")?;
        }
        self.diagnostics.iter().try_for_each(|diagnostic| line(f, "diagnostic", diagnostic))
    }
}

impl fmt::Display for FigureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, "vertices", format_args!("{} (normals: {})", self.vertices, self.normals))?;
        if let Some(Bounds { low: [left, bottom, back], high: [right, top, front] }) = &self.bounds {
            line(f, "bounds", format_args!("x {left} to {right}, y {bottom} to {top}, z {back} to {front}"))?;
        }
        line(f, "polygons", &self.polygons)?;
        line(f, "textures", counted(self.texture_slots, "slot"))?;
        line(f, "patterns", self.patterns.len())?;
        for (number, pattern) in self.patterns.iter().enumerate().filter(|_| self.patterns.len() > 1) {
            line(f, &format!("  {number}"), pattern)?;
        }
        if !self.palette.is_empty() {
            palette_lines(f, &self.palette)?;
        }
        let roots = self.bones.iter().filter(|bone| bone.parent.is_none()).count();
        line(f, "bones", format_args!("{} ({})", self.bones.len(), counted(roots, "root")))?;
        for (number, bone) in self.bones.iter().enumerate() {
            let [x, y, z] = [3, 7, 11].map(|at| bone.matrix[at]);
            // Deep chains stay on the screen; the JSON form has the exact depth.
            let indent = bone.depth.min(24) * 2;
            writeln!(f, "    {:indent$}{number}: {}, at ({x}, {y}, {z})", "", counted(bone.vertices, "vertex"))?;
        }
        line(f, "trailer", self.trailer.as_deref().unwrap_or("none"))?;
        self.companions.as_ref().map_or(Ok(()), |companions| companions.fmt(f))
    }
}

impl fmt::Display for ActionTableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, "bones", self.bones)?;
        line(f, "actions", self.actions.len())?;
        for (number, action) in self.actions.iter().enumerate() {
            let kinds = action.tracks.iter().enumerate().filter(|(_, count)| **count > 0);
            let kinds: Vec<_> = kinds.map(|(kind, count)| format!("{count} of type {kind}")).collect();
            line(
                f,
                &format!("  {number}"),
                format_args!(
                    "frames 0 to {}, {}, {}; tracks: {}",
                    action.last_frame,
                    counted(action.keys, "key"),
                    counted(action.pattern_keys, "pattern key"),
                    kinds.join(", ")
                ),
            )?;
        }
        line(f, "trailer", self.trailer.as_deref().unwrap_or("none"))
    }
}

impl fmt::Display for TextureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, "size", format_args!("{} x {}", self.width, self.height))?;
        line(f, "colours", format_args!("{} used", self.colours_used))?;
        let have = if self.keyed_texels == 1 { "has" } else { "have" };
        line(f, "colour key", format_args!("{} {have} index 0", counted(self.keyed_texels, "texel")))?;
        palette_lines(f, &self.palette)
    }
}
