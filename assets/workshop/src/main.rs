//! Writes all of the art into `assets/`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match write_all(&folder) {
        Ok(count) => {
            println!("{count} files");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write_all(folder: &Path) -> Result<usize, Box<dyn std::error::Error>> {
    let works = keitai_workshop::all()?;
    for work in &works {
        let path = folder.join(&work.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, &work.bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(works.len())
}
