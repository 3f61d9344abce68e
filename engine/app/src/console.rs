//! All output to the console: data on stdout, everything else on stderr.

use std::io::Write;

use keitai_formats::diagnostic::escaped;

/// Prints text on stdout. A reader that has gone away, for example `| head`, is no error.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints a line on stderr. Control characters and bidirectional marks, from names of files for example, are escaped.
pub fn note(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", escaped(line));
}

/// Prints a warning on stderr.
pub fn warn(warning: &str) {
    note(&format!("warning: {warning}"));
}

/// Prints an error on stderr: a line that begins with the program's name, and a line with the hint if there is one.
pub fn error(program: &str, message: &str, hint: Option<&str>) {
    note(&format!("{program}: {message}"));
    if let Some(hint) = hint {
        note(&format!("hint: {hint}"));
    }
}
