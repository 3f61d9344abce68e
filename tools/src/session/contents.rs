//! Contents of a file that a command cannot use, and the command that can.

use std::fmt;
use std::path::Path;

use keitai_exchange::{SoundFormat, picture};
use keitai_formats::{Kind, recognise_as};
use keitai_sound::SoundKind;

use super::{Session, is_program, is_stdin};
use crate::error::Error;
use keitai_runtime::ron_text::RonKind;

/// Contents of a file, by its bytes or else by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    Empty,
    /// A file of the phones, its source text, a picture, or an archive.
    Asset(Kind),
    Sound(SoundKind),
    Ron(RonKind),
    Gltf,
    Obj,
    /// A picture that only `convert` reads.
    Picture,
    /// A sound of a format that is not read.
    ForeignSound(SoundFormat),
    /// A file of another program.
    Foreign(&'static Foreign),
}

/// A format that is not read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    name: &'static str,
    endings: &'static [&'static str],
    /// First bytes.
    mark: &'static [u8],
    /// The way to a format that is read.
    way: &'static str,
}

const BY_BLENDER: &str = "open or import it in Blender and export glTF 2.0 (.glb)";
// Blender reads none of these from 5.0 on.
const BY_ASSIMP: &str =
    "`assimp export FILE x.glb` of the Open Asset Import Library (assimp.org) makes a glTF model of it";

static FOREIGN: [Foreign; 15] = [
    Foreign { name: "an FBX model", endings: &["fbx"], mark: b"Kaydara FBX Binary", way: BY_BLENDER },
    Foreign { name: "a COLLADA model", endings: &["dae"], mark: b"\0COLLADA", way: BY_ASSIMP },
    Foreign { name: "an STL model", endings: &["stl"], mark: b"\0STL", way: BY_BLENDER },
    Foreign { name: "a PLY model", endings: &["ply"], mark: b"ply\n", way: BY_BLENDER },
    Foreign { name: "a Blender file", endings: &["blend"], mark: b"BLENDER", way: BY_BLENDER },
    Foreign { name: "a 3D Studio model", endings: &["3ds"], mark: b"\0-3DS", way: BY_ASSIMP },
    Foreign { name: "a 3ds Max file", endings: &["max"], mark: b"\0MAX", way: "export it as OBJ (.obj) from 3ds Max" },
    Foreign { name: "a DirectX model", endings: &["x"], mark: b"xof ", way: BY_ASSIMP },
    Foreign { name: "an OFF model", endings: &["off"], mark: b"OFF\n", way: BY_ASSIMP },
    Foreign { name: "a Quake 2 model", endings: &["md2"], mark: b"IDP2", way: BY_ASSIMP },
    Foreign { name: "a Blitz3D model", endings: &["b3d"], mark: b"BB3D", way: BY_ASSIMP },
    Foreign {
        name: "an Inter-Quake text",
        endings: &["iqe"],
        mark: b"# Inter-Quake Export",
        way: "`iqm x.iqm FILE` of the Inter-Quake Model tools, then `assimp export x.iqm x.glb`, make a glTF model of it",
    },
    Foreign { name: "a USD model", endings: &["usd", "usda", "usdc", "usdz"], mark: b"PXR-USDC", way: BY_BLENDER },
    Foreign {
        name: "a Blockbench model",
        endings: &["bbmodel"],
        mark: b"\0BB",
        way: "open it in Blockbench and choose File > Export > Export glTF Model",
    },
    Foreign {
        name: "a MagicaVoxel model",
        endings: &["vox"],
        mark: b"VOX ",
        way: "open it in MagicaVoxel and choose Export > obj",
    },
];

impl Session {
    /// Returns the contents of a file; `None` when they are of no known kind, or the file cannot be read.
    pub(crate) fn contents(&self, path: &Path) -> Option<Contents> {
        let data = self.read(path).ok()?;
        let name = self.file_name(path).unwrap_or_default();
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).unwrap_or_default();
        if data.is_empty() {
            return Some(Contents::Empty);
        }
        if let Some(sound) = SoundKind::of(&data) {
            return Some(Contents::Sound(sound));
        }
        if let Ok(asset) = recognise_as(&data, self.named(path)) {
            return Some(Contents::Asset(asset.kind));
        }
        if let Some(format) = SoundFormat::of(&data).or_else(|| SoundFormat::of_ending(&ending)) {
            return Some(Contents::ForeignSound(format));
        }
        let is_of = |format: &&Foreign| data.starts_with(format.mark) || format.endings.contains(&ending.as_str());
        if let Some(foreign) = FOREIGN.iter().find(is_of) {
            return Some(Contents::Foreign(foreign));
        }
        match ending.as_str() {
            ending if data.starts_with(b"glTF") || ending == "gltf" => Some(Contents::Gltf),
            "obj" => Some(Contents::Obj),
            "gif" | "jpeg" | "jpg" | "tga" | "webp" if picture::is_other(&data) => Some(Contents::Picture),
            _ if is_program(path) => std::str::from_utf8(&data).ok().and_then(RonKind::of).map(Contents::Ron),
            _ => None,
        }
    }
}

impl Contents {
    /// Returns the error of a command that expects something else, with the command for these contents.
    pub(crate) fn instead_of(self, expected: &str, path: &Path) -> Error {
        let reason = if self == Self::Empty { self.to_string() } else { format!("expected {expected}, found {self}") };
        Error::read_with_hint(path, reason, self.hint(path))
    }

    /// Returns what to do with such a file.
    fn hint(self, path: &Path) -> Option<String> {
        let file = if is_stdin(path) { "FILE".to_owned() } else { path.display().to_string() };
        let hint = match self {
            Self::Empty => return None,
            Self::Asset(kind) if kind.is_figure() => format!("`keitai view {file}` shows it"),
            Self::Asset(kind) if kind.is_actions() => "give the figure that it moves".to_owned(),
            Self::Asset(Kind::Archive) => {
                format!("`keitai info {file}` lists what is inside; `keitai scan {file}` looks into the files")
            }
            Self::Asset(Kind::M3g) => "it is the scene format of JSR 184, which is not read".to_owned(),
            Self::Asset(_) | Self::Sound(_) => format!("`keitai info {file}` describes it"),
            Self::Ron(RonKind::Scene) => format!("`keitai play {file}` plays it"),
            Self::Ron(RonKind::Shot) => format!("`keitai shot {file} -o out.png` draws it"),
            Self::Ron(RonKind::Prefabs) => "scenes name it in `include`".to_owned(),
            Self::Ron(RonKind::Recording) => format!("`keitai play SCENE --replay {file}` plays it"),
            Self::Ron(RonKind::Controls) => format!("`keitai check {file}` checks it"),
            Self::Gltf | Self::Obj => format!("`keitai convert {file} -o x.mbac` makes a figure of it"),
            Self::Picture => format!("`keitai convert {file} -o x.bmp` makes a texture of it"),
            Self::ForeignSound(_) => "export it as MIDI (.mid) or WAV from a program that plays it".to_owned(),
            Self::Foreign(foreign) => foreign.way.to_owned(),
        };
        Some(hint)
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the file is empty",
            Self::Asset(Kind::Figure | Kind::FigureText) => "a figure",
            Self::Asset(Kind::ActionTable) => "an action table",
            Self::Asset(Kind::ActionText) => "a text of actions",
            Self::Asset(Kind::BoneAnimation) => "a joint animation",
            Self::Asset(Kind::Texture | Kind::Png) => "a picture",
            Self::Asset(Kind::Archive) => "an archive",
            Self::Asset(Kind::M3g) => "an M3G file",
            Self::Asset(kind) => return kind.fmt(f),
            Self::Sound(SoundKind::Midi) => "a MIDI file",
            Self::Sound(_) => "a sound",
            Self::Ron(RonKind::Scene) => "a scene",
            Self::Ron(RonKind::Prefabs) => "prefabs",
            Self::Ron(RonKind::Shot) => "a shot",
            Self::Ron(RonKind::Recording) => "a recording",
            Self::Ron(RonKind::Controls) => "controls",
            Self::Gltf => "a glTF file",
            Self::Obj => "an OBJ file",
            Self::Picture => "a JPEG, WebP, GIF or TGA picture",
            Self::ForeignSound(format @ (SoundFormat::Amr | SoundFormat::Qcelp)) => return format.fmt(f),
            Self::ForeignSound(format @ (SoundFormat::Midi | SoundFormat::Wave | SoundFormat::Smaf)) => {
                return write!(f, "a {format}");
            }
            Self::ForeignSound(format) => return write!(f, "an {format}"),
            Self::Foreign(foreign) => foreign.name,
        })
    }
}
