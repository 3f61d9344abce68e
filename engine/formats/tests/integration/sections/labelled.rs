//! Labelled bytes: the pieces of test files, and the smallest figure of every version.

use keitai_formats::{Diagnostic, Error, Figure, ReadOptions, mbac};

/// A piece of a file, little endian.
#[derive(Clone)]
pub(crate) enum Piece {
    U8(u8),
    U16(u16),
    I16(i16),
    U32(u32),
    I32(i32),
    Text(&'static str),
    Raw(Vec<u8>),
    /// Value and width of each field, LSB-first, filled up with zeros to a byte.
    Bits(Vec<(u32, u32)>),
}

pub(crate) use Piece::{Bits, I16, I32, Raw, Text, U8, U16, U32};

pub(crate) fn bytes(pieces: &[Piece]) -> Vec<u8> {
    let mut out = Vec::new();
    for piece in pieces {
        match piece {
            U8(value) => out.push(*value),
            U16(value) => out.extend(value.to_le_bytes()),
            I16(value) => out.extend(value.to_le_bytes()),
            U32(value) => out.extend(value.to_le_bytes()),
            I32(value) => out.extend(value.to_le_bytes()),
            Text(text) => out.extend(text.as_bytes()),
            Raw(raw) => out.extend(raw),
            Bits(fields) => {
                let bits: Vec<u8> = fields
                    .iter()
                    .flat_map(|&(value, width)| (0..width).map(move |bit| (value >> bit & 1) as u8))
                    .collect();
                let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit);
                out.extend(bits.chunks(8).map(byte));
            }
        }
    }
    out
}

/// An MBAC file by section; tests replace single sections.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) version: Vec<Piece>,
    pub(crate) formats: Vec<Piece>,
    pub(crate) counts: Vec<Piece>,
    pub(crate) table: Vec<Piece>,
    pub(crate) vertices: Vec<Piece>,
    pub(crate) normals: Vec<Piece>,
    pub(crate) polygons: Vec<Piece>,
    pub(crate) bones: Vec<Piece>,
    pub(crate) trailer: Vec<Piece>,
}

impl File {
    /// Version 5: three vertices, one textured triangle, one bone.
    #[rustfmt::skip]
    pub(crate) fn v5() -> Self {
        Self {
            version: vec![Text("MB"), U16(5)],
            formats: vec![U8(2), U8(0), U8(3), U8(1)],
            counts: vec![
                U16(3), // vertices
                U16(1), // textured triangles
                U16(0), // textured quads
                U16(1), // bones
                U16(0), // colour triangles
                U16(0), // colour quads
                U16(1), // textures
                U16(1), // patterns
                U16(0), // colours
            ],
            table: vec![
                U16(0), // colour triangles of pattern 0
                U16(0), // and quads
                U16(1), // triangles of pattern 0 with texture 0
                U16(0), // and quads
            ],
            vertices: vec![
                U8(2), // 2 + 1 vertices of 8 bits
                Raw(vec![0, 0, 0, 10, 0, 0, 0, 10, (-10i8) as u8]),
            ],
            normals: vec![],
            polygons: vec![Bits(vec![
                (7, 8),                   // width of the material
                (2, 8),                   // of an index
                (8, 8),                   // of a texel coordinate
                (0, 8),                   // reserved
                (0x11, 7),                // colour key, double face
                (0, 2), (1, 2), (2, 2),   // vertices
                (0, 8), (0, 8),           // texel at the first
                (255, 8), (0, 8),         // at the second
                (0, 8), (128, 8),         // at the third
            ])],
            bones: bone(3, -1),
            trailer: trailer(3, 1),
        }
    }

    /// Version 4 of the same.
    #[rustfmt::skip]
    pub(crate) fn v4() -> Self {
        let v5 = Self::v5();
        Self {
            version: vec![Text("MB"), U16(4)],
            formats: vec![U8(2), U8(0), U8(2), U8(1)],
            counts: v5.counts[..4].to_vec(),
            table: vec![],
            polygons: vec![Bits(vec![
                (7, 8),                   // width of the material
                (2, 8),                   // of an index
                (0x11, 7),                // colour key, double face
                (0, 2), (1, 2), (2, 2),   // vertices
                (0, 7), (0, 7),           // texels
                (127, 7), (0, 7),
                (0, 7), (64, 7),
            ])],
            ..v5
        }
    }

    /// Version 3 of the same.
    #[rustfmt::skip]
    pub(crate) fn v3() -> Self {
        let v4 = Self::v4();
        Self {
            version: vec![Text("MB"), U16(3)],
            formats: vec![],
            vertices: [0, 0, 0, 10, 0, 0, 0, 10, -10].map(I16).to_vec(),
            polygons: vec![
                U16(6),                   // colour key, double face
                U16(0), U16(1), U16(2),   // vertices
                U8(0), U8(0),             // texels
                U8(255), U8(0),
                U8(0), U8(128),
            ],
            ..v4
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let sections = [
            &self.version,
            &self.formats,
            &self.counts,
            &self.table,
            &self.vertices,
            &self.normals,
            &self.polygons,
            &self.bones,
            &self.trailer,
        ];
        sections.into_iter().flat_map(|pieces| bytes(pieces)).collect()
    }

    pub(crate) fn offset_of(&self, pieces: &[&Vec<Piece>]) -> usize {
        pieces.iter().map(|pieces| bytes(pieces).len()).sum()
    }

    pub(crate) fn polygons_at(&self) -> usize {
        self.offset_of(&[&self.version, &self.formats, &self.counts, &self.table, &self.vertices, &self.normals])
    }

    pub(crate) fn bones_at(&self) -> usize {
        self.polygons_at() + self.offset_of(&[&self.polygons])
    }

    /// Returns the figure, which must have no diagnostics.
    pub(crate) fn figure(&self) -> Figure {
        let loaded = mbac::read_with(&self.bytes(), &VENDOR).unwrap();
        assert_eq!(loaded.diagnostics, []);
        loaded.document
    }

    pub(crate) fn warnings(&self) -> Vec<String> {
        lines(&mbac::read_with(&self.bytes(), &VENDOR).unwrap().diagnostics)
    }

    pub(crate) fn error(&self) -> Error {
        mbac::read_with(&self.bytes(), &VENDOR).unwrap_err()
    }
}

/// Options for the vendor's layout only, so that its own errors are returned.
pub(crate) const VENDOR: ReadOptions =
    ReadOptions::new(keitai_formats::Limits::PLAYERS, keitai_formats::Dialect::Vendor);

/// Returns a bone whose matrix only moves, by (1, 2, 3).
pub(crate) fn bone(vertices: u16, parent: i16) -> Vec<Piece> {
    let mut pieces = vec![U16(vertices), I16(parent)];
    pieces.extend([4096, 0, 0, 1, 0, 4096, 0, 2, 0, 0, 4096, 3].map(I16));
    pieces
}

/// Returns a trailer: "HI000000" under the key "MC" and under the check value of these counts.
pub(crate) fn trailer(first: u8, second: u8) -> Vec<Piece> {
    let record = |key: [u8; 2]| {
        let masked = b"HI000000".iter().enumerate().map(|(i, plain)| plain.wrapping_sub(127) ^ key[i % 2]);
        Raw(key.into_iter().chain(masked).collect())
    };
    vec![record(*b"MC"), record([first, second])]
}

pub(crate) fn lines(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}
