//! `keitai bench --count`: instructions per frame by stage, counted by valgrind. Counts do not depend on what else the
//! machine does, so that small differences show.
//!
//! The program runs itself under `valgrind --tool=callgrind` twice, once with one more round of frames. The difference is
//! that round.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::cli;
use crate::error::Error;

/// Instructions per frame.
#[derive(Debug, Serialize)]
pub(super) struct Counts {
    shot: String,
    backend: String,
    frames: u32,
    /// All of them, and those of each of [`STAGES`].
    total: u64,
    stages: BTreeMap<&'static str, u64>,
}

/// Stages and the parts of their functions' names. A function belongs to the first stage that it fits.
const STAGES: [(&str, &[&str]); 6] = [
    ("fill", &["::span::fill_rows", "fill::fill", "::line"]),
    ("set-up", &["::raster::", "::enhanced::", "::toon::"]),
    ("order", &["::sort::", "::queue::", "::authentic::", "Renderer::flush"]),
    ("clear", &["::framebuffer::", "memset", "memcpy"]),
    ("posture", &["::posture::", "::affine::", "::trig::"]),
    ("submit", &["keitai_render::"]),
];

/// Part of the names of functions around code for wider registers.
const VECTORIZED: &str = "::vectorize::";

/// Functions of no stage.
const OTHER: &str = "other";

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}, instructions per frame over {} frames", self.shot, self.backend, self.frames)?;
        writeln!(f, "{:<8} {:>11}", "total", self.total)?;
        STAGES
            .iter()
            .map(|(stage, _)| *stage)
            .chain([OTHER])
            .try_for_each(|stage| writeln!(f, "{stage:<8} {:>11}", self.stages.get(stage).copied().unwrap_or(0)))
    }
}

pub(super) fn count(arguments: &cli::Bench, shot: String, backend: String) -> Result<Counts, Error> {
    let failed = |reason: String| Error::read(&arguments.shot, reason);
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let outputs = [0, 1].map(|rounds| (rounds, folder.path().join(format!("callgrind.{rounds}"))));
    let children = outputs
        .each_ref()
        .map(|(rounds, output)| under_valgrind(*rounds, output).spawn().map_err(|error| missing(&error.to_string())));
    for child in children {
        let output = child?.wait_with_output().map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(failed(format!("valgrind failed: {}", message.lines().last().unwrap_or_default())));
        }
    }
    let mut stages = BTreeMap::new();
    let [before, after] = outputs.map(|(_, output)| fs::read_to_string(output).map(|text| functions(&text)));
    let [before, after] = [before, after].map(|read| read.map_err(|error| failed(error.to_string())));
    let (before, after) = (before?, after?);
    for (name, instructions) in after {
        let own = instructions.saturating_sub(before.get(&name).copied().unwrap_or(0));
        *stages.entry(stage(&name)).or_insert(0) += own;
    }
    stages.values_mut().for_each(|instructions| *instructions /= u64::from(arguments.frames));
    Ok(Counts { shot, backend, frames: arguments.frames, total: stages.values().sum(), stages })
}

fn missing(reason: &str) -> Error {
    Error::usage(
        format!("valgrind cannot run: {reason}"),
        "`--count` needs valgrind; on Debian and Ubuntu `apt-get install valgrind` installs it",
    )
}

/// Returns this command under valgrind, without `--count`, drawing some rounds after the warm-up.
fn under_valgrind(rounds: u32, output: &Path) -> Command {
    let mut own = std::env::args_os();
    let program = std::env::current_exe().unwrap_or_else(|_| own.next().unwrap_or_default().into());
    let mut to = OsString::from("--callgrind-out-file=");
    to.push(output);
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--error-exitcode=0"]).arg(to).arg(program);
    command.args(std::env::args_os().skip(1).filter(|argument| argument != "--count" && argument != "--json"));
    command.args(["--draw-only", &rounds.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Returns the instructions of each function, without those of functions that it calls, from callgrind's output.
///
/// `fn=(1) name` begins the lines of a function, `(1)` stands for the name from then on; `calls=` stands before a line
/// with the cost of a call; other lines that begin with a position end with a cost.
///
/// Code of a function that was compiled for wider registers is in a [`VECTORIZED`] function, and is counted as the
/// function's own.
fn functions(text: &str) -> BTreeMap<String, u64> {
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    let (mut found, mut calls) = (BTreeMap::new(), BTreeMap::new());
    let (mut current, mut called, mut is_call) = ("", "", false);
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn=")) {
            let (id, rest) = name.split_once(' ').unwrap_or((name, ""));
            if !rest.is_empty() {
                names.insert(id, rest);
            }
            if line.starts_with("fn=") {
                current = id;
            } else {
                called = id;
            }
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first)) {
            let cost = line.split(' ').next_back().and_then(|cost| cost.parse().ok()).unwrap_or(0_u64);
            if std::mem::take(&mut is_call) {
                *calls.entry((current, called)).or_insert(0) += cost;
            } else {
                *found.entry(current).or_insert(0) += cost;
            }
        }
    }
    for ((caller, called), cost) in calls {
        if names.get(called).is_some_and(|name| name.contains(VECTORIZED))
            && let Some(rest) = found.get_mut(called)
        {
            let moved = cost.min(*rest);
            *rest -= moved;
            *found.entry(caller).or_insert(0) += moved;
        }
    }
    let name = |id: &str| names.get(id).copied().unwrap_or(id).to_owned();
    let mut by_name = BTreeMap::new();
    found.into_iter().for_each(|(id, cost)| *by_name.entry(name(id)).or_insert(0) += cost);
    by_name
}

fn stage(name: &str) -> &'static str {
    let fits = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    STAGES.iter().find(|(_, parts)| fits(parts)).map_or(OTHER, |(stage, _)| stage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_of_calls_do_not_count() {
        let text = "events: Ir\nfn=(1) main\n12 5\ncfn=(2) keitai_render::sort::sort\ncalls=1 3\n12 70\n+1 6\n\n\
                    fn=(2)\n3 70\nfl=(1)\n\nfn=(3) memset\n* 9\ntotals: 90\n";
        let found = functions(text);
        let expected = [("keitai_render::sort::sort", 70), ("main", 11), ("memset", 9)];
        assert_eq!(found, expected.map(|(name, cost)| (name.to_owned(), cost)).into());
    }

    #[test]
    fn code_for_wider_registers_counts_as_the_function_s_own() {
        let text = "fn=(1) span::fill_rows\n1 4\ncfn=(2) Avx2::vectorize::f\ncalls=1 3\n2 60\n\nfn=(3) scan\n1 2\ncfn=(2)\n\
                    calls=1 3\n2 10\n\nfn=(2)\n3 70\n";
        let expected = [("Avx2::vectorize::f", 0), ("scan", 12), ("span::fill_rows", 64)];
        assert_eq!(functions(text), expected.map(|(name, cost)| (name.to_owned(), cost)).into());
    }

    #[test]
    fn functions_belong_to_stages() {
        let of = [
            "keitai_render::raster::span::fill_rows",
            "keitai_render::raster::RasterTarget::scan",
            "__memcpy_avx_unaligned_erms",
            "keitai_render::renderer::Renderer::render_figure",
            "main",
        ];
        assert_eq!(of.map(stage), ["fill", "set-up", "clear", "submit", OTHER]);
    }
}
