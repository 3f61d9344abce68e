//! Harness for tests that span crates: where real content is found, and how pictures are compared.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a harness: whatever is wrong fails the test

pub mod oracle;
pub mod random;
pub mod sketch;

use keitai_render::{Compat, Framebuffer};
use keitai_runtime::shot::{Player, Shot};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of real content, from `KEITAI_CORPUS`; says so on stderr when it is not set.
pub fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("KEITAI_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: KEITAI_CORPUS is not set");
    }
    folder
}

/// A picture of 24-bit pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub width: usize,
    /// 0xRRGGBB, row by row.
    pub pixels: Vec<u32>,
}

impl Picture {
    /// Reads a PNG file.
    ///
    /// # Panics
    /// When it is not one, or not of 8 bits per channel.
    pub fn read(path: &Path) -> Self {
        let file = std::io::BufReader::new(fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes[..frame.buffer_size()].chunks_exact(frame.color_type.samples());
        let pack = |p: &[u8]| match *p {
            [r, g, b, ..] => u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b),
            _ => u32::from(p[0]) * 0x01_0101,
        };
        Self { width: frame.width as usize, pixels: pixels.map(pack).collect() }
    }

    /// Pixels that are not equal.
    pub fn wrong(&self, drawn: &Framebuffer) -> usize {
        self.farther_than(drawn, 0)
    }

    /// Pixels with a channel more than `levels` away.
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn farther_than(&self, drawn: &Framebuffer, levels: u8) -> usize {
        assert_eq!((self.width, self.pixels.len()), (drawn.width() as usize, drawn.pixels().len()), "size");
        let apart = |a: u32, b: u32| {
            (0..3).any(|i| (a >> (8 * i) as u8).to_le_bytes()[0].abs_diff((b >> (8 * i)).to_le_bytes()[0]) > levels)
        };
        self.pixels.iter().zip(drawn.pixels()).filter(|&(&a, &b)| apart(a, b)).count()
    }
}

/// Draws frame `k` of a shot file.
///
/// # Panics
/// When the shot cannot be played.
pub fn draw(path: &Path, k: i32, compat: Option<Compat>) -> Framebuffer {
    let text = fs::read_to_string(path).unwrap();
    let shot = Shot::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let folder = path.parent().unwrap();
    let mut player = Player::new(&shot, compat, |name| fs::read(folder.join(name)))
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut framebuffer = player.framebuffer();
    player.draw(k, &mut framebuffer).unwrap();
    framebuffer
}

/// The pictures `<shot>_k<N>.png` beside a shot, with their N.
pub fn references(shot: &Path) -> Vec<(i32, PathBuf)> {
    let stem = shot.file_stem().unwrap().to_string_lossy().into_owned();
    let mut found: Vec<(i32, PathBuf)> = fs::read_dir(shot.parent().unwrap())
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            let k = path
                .file_name()?
                .to_str()?
                .strip_prefix(&stem)?
                .strip_prefix("_k")?
                .strip_suffix(".png")?
                .parse()
                .ok()?;
            Some((k, path))
        })
        .collect();
    found.sort();
    found
}
