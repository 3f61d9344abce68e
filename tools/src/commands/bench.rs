//! `keitai bench`: processor time of a shot's frames, and the time of a plain loop on the same machine.
//!
//! Times are of the calling thread. The calibration loop fills 240x320 pixels row by row with affine steps in 16.16
//! through a 256x256 texture of 8 bits and a palette of 256 words, without clipping or blending. The loop is measured
//! between the rounds, so that results of different machines and times can be compared.

use std::fmt::{self, Display, Formatter};
use std::hint::black_box;
use std::time::{Duration, Instant};

use keitai_app::console;
use keitai_formats::diagnostic::counted;
use keitai_runtime::shot::{Player, ShotError};
use serde::Serialize;

use crate::cli;
use crate::error::Error;
use crate::session::Session;
use crate::shot_file::{parse, player, read_expected, wider_root};

/// Pixels of the calibration loop.
const PIXELS: usize = 240 * 320;

#[derive(Debug, Serialize)]
struct Report {
    shot: String,
    backend: String,
    compat: String,
    frames: u32,
    rounds: u32,
    cpu_ns_median: u64,
    cpu_ns_best: u64,
    wall_ns_median: u64,
    calibration_ns_per_px: f64,
    triangles_in: u64,
    triangles_drawn: u64,
    pixels: u64,
    digest: String,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let us = |ns: u64| ns as f64 / 1000.0;
        let (frames, rounds) = (counted(self.frames, "frame"), counted(self.rounds, "round"));
        writeln!(f, "{}, {}, {frames} x {rounds}", self.shot, self.backend)?;
        writeln!(f, "cpu per frame   {:10.2} us median, {:.2} us best", us(self.cpu_ns_median), us(self.cpu_ns_best))?;
        writeln!(f, "wall per frame  {:10.2} us median", us(self.wall_ns_median))?;
        writeln!(f, "calibration     {:10.3} ns per pixel", self.calibration_ns_per_px)?;
        let Self { triangles_in, triangles_drawn, pixels, .. } = self;
        writeln!(f, "frame 0         {triangles_in} triangles in, {triangles_drawn} drawn, {pixels} pixels")?;
        writeln!(f, "digest          {}", self.digest)
    }
}

pub(crate) fn run(arguments: &cli::Bench) -> Result<(), Error> {
    let path = &arguments.shot;
    let session = Session::default();
    let shot = parse(path, &read_expected(&session, path, "a shot")?)?;
    let root = arguments.root.clone().or_else(|| wider_root(path, &shot));
    let mut player = player(&session, path, &shot, &arguments.render.settings()?, root.as_deref())?;
    let report = measure(arguments, &mut player).map_err(|error| Error::read(path, error))?;
    if arguments.json {
        let json = serde_json::to_string(&report).map_err(|error| Error::read(path, error))?;
        console::print_json(&json)?;
    } else {
        console::print(&report.to_string())?;
    }
    Ok(())
}

fn measure(arguments: &cli::Bench, player: &mut Player) -> Result<Report, ShotError> {
    let mut picture = player.framebuffer();
    let frames = 0..arguments.frames.cast_signed();
    for k in frames.clone() {
        player.draw(k, &mut picture)?;
    }
    let mut calibration = Calibration::new();
    let (mut cpu, mut wall, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..arguments.rounds {
        plain.push(calibration.round());
        let (cpu_start, wall_start) = (thread_time(), Instant::now());
        for k in frames.clone() {
            player.draw(k, black_box(&mut picture))?;
        }
        let per_frame = |time: Duration| time.as_nanos() as u64 / u64::from(arguments.frames);
        cpu.push(per_frame(thread_time().saturating_sub(cpu_start)));
        wall.push(per_frame(wall_start.elapsed()));
    }
    player.renderer().reset_statistics();
    player.draw(0, &mut picture)?;
    let statistics = player.renderer().statistics();
    Ok(Report {
        shot: arguments.shot.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        backend: format!("{:?}", player.renderer().backend()).to_lowercase(),
        compat: arguments.render.compat.clone().unwrap_or_else(|| "engine".to_owned()),
        frames: arguments.frames,
        rounds: arguments.rounds,
        cpu_ns_best: cpu.iter().copied().min().unwrap_or(0),
        cpu_ns_median: median(cpu),
        wall_ns_median: median(wall),
        calibration_ns_per_px: median(plain) as f64 / PIXELS as f64,
        triangles_in: statistics.submitted,
        triangles_drawn: statistics.drawn,
        pixels: statistics.pixels,
        digest: format!("{:016x}", picture.digest()),
    })
}

fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

struct Calibration {
    texels: Vec<u8>,
    palette: [u32; 256],
    pixels: Vec<u32>,
}

impl Calibration {
    fn new() -> Self {
        Self {
            texels: (0..65536_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
            palette: std::array::from_fn(|index| index as u32 * 0x01_0203),
            pixels: vec![0; PIXELS],
        }
    }

    /// Measures one pass; returns nanoseconds per pixel pass.
    fn round(&mut self) -> u64 {
        const PASSES: u64 = 8;
        let start = thread_time();
        for _ in 0..PASSES {
            for (y, line) in self.pixels.chunks_exact_mut(240).enumerate() {
                let (mut u, mut v) = (y as u32 * 3000, y as u32 * 60000);
                for pixel in line {
                    let at = (v >> 8 & 0xFF00) | (u >> 16 & 0xFF);
                    *pixel = self.palette[usize::from(self.texels[at as usize])];
                    u = u.wrapping_add(52000);
                    v = v.wrapping_add(7000);
                }
            }
            black_box(&mut self.pixels);
        }
        thread_time().saturating_sub(start).as_nanos() as u64 / PASSES
    }
}

#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Returns the time of day, where threads have no clock of their own.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}
