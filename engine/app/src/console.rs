//! The console of a program: data on stdout, everything else on stderr, the exit code, and signals that end the program.
//!
//! A reader of stdout that has closed it, for example `| head`, ends the program quietly with exit code 141, as a shell
//! reports for other tools. Data that cannot be written, for example on a full disk, is an error with exit code 3. Text for
//! stderr that cannot be written is dropped. In a web page both go to the console of the browser.

#[cfg(not(target_family = "wasm"))]
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use keitai_formats::diagnostic::{escaped, is_unsafe};

use crate::error::{Error, Result};

/// Prints lines on stdout. Control characters and bidirectional marks, from names of files for example, are escaped.
pub fn print(text: &str) -> Result<()> {
    write_stdout(&text.split('\n').map(escaped).collect::<Vec<_>>().join("\n"))
}

/// Prints JSON and a line end on stdout. Characters that [`print()`] escapes are escaped as JSON does it.
pub fn print_json(json: &str) -> Result<()> {
    let mut text = String::with_capacity(json.len() + 1);
    for character in json.chars() {
        match character {
            // Strings hold no line ends, and all marks have 16 bits.
            mark if is_unsafe(mark) && mark != '\n' => text.push_str(&format!("\\u{:04x}", u32::from(mark))),
            other => text.push(other),
        }
    }
    text.push('\n');
    write_stdout(&text)
}

#[cfg(target_family = "wasm")]
fn write_stdout(text: &str) -> Result<()> {
    web_sys::console::log_1(&text.into());
    Ok(())
}

#[cfg(not(target_family = "wasm"))]
fn write_stdout(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Error::Closed,
        _ => Error::Output { reason: error.to_string() },
    })
}

/// Prints a line on stderr. Control characters and bidirectional marks, from names of files for example, are escaped.
pub fn note(line: &str) {
    write_stderr(format!("{}\n", escaped(line)).as_bytes());
}

/// Writes text with its colours on stderr. Control characters are not escaped.
pub fn write_stderr(text: &[u8]) {
    #[cfg(target_family = "wasm")]
    web_sys::console::warn_1(&String::from_utf8_lossy(text).trim_end().into());
    // There is no way to report that stderr does not work.
    #[cfg(not(target_family = "wasm"))]
    let _ = std::io::stderr().lock().write_all(text);
}

/// Whether a warning was printed. A process has one stderr, and everything in it may warn.
static WARNED: AtomicBool = AtomicBool::new(false);

pub(crate) fn has_warned() -> bool {
    WARNED.load(Ordering::Relaxed)
}

pub(crate) fn warn(warning: &str) {
    WARNED.store(true, Ordering::Relaxed);
    note(&format!("warning: {warning}"));
}

/// Prints an error on stderr: a line that begins with the program's name, and a line with the hint if there is one.
pub fn error(program: &str, message: &str, hint: Option<&str>) {
    note(&format!("{program}: {message}"));
    if let Some(hint) = hint {
        note(&format!("hint: {hint}"));
    }
}

/// Prints the error of a run, if there is one, with its hint, and returns the exit code of the program. The last line of a
/// `main` with options of its own: `console::finish(app.run(&cli.options))`.
pub fn finish(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            if !matches!(problem, Error::Closed) {
                report(&problem);
            }
            #[cfg(target_family = "wasm")]
            crate::handover::hand_over(Err(format!("{problem:?}")));
            ExitCode::from(problem.exit_code())
        }
    }
}

pub(crate) fn report(problem: &Error) {
    error(&program(), &problem.to_string(), problem.hint().as_deref());
}

/// Returns the name of the program, without an ending; empty in browsers.
pub(crate) fn program() -> String {
    let program = std::env::args_os().next().unwrap_or_default();
    Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Catches the signals that request the end of a program, while there is something to save or to remove. Once this is
/// dropped, they end the program at once again.
#[derive(Debug)]
pub struct Signals {
    caught: Arc<AtomicUsize>,
    dropped: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to catch signals.
    pub fn catch() -> Self {
        let (caught, dropped) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        #[cfg(not(target_family = "wasm"))]
        for signal in [
            signal_hook::consts::SIGINT,
            signal_hook::consts::SIGTERM,
            #[cfg(unix)]
            signal_hook::consts::SIGHUP,
        ] {
            // A signal that cannot be caught ends the program at once, as before.
            let _ = signal_hook::flag::register_conditional_default(signal, Arc::clone(&dropped));
            let _ = signal_hook::flag::register_usize(signal, Arc::clone(&caught), signal.unsigned_abs() as usize);
        }
        Self { caught, dropped }
    }

    /// Returns the number of the last signal.
    pub fn caught(&self) -> Option<u8> {
        u8::try_from(self.caught.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}
