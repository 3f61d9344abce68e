//! Makes one HTML file of the page: bindings, program, style and script.
//!
//! Usage: keitai-web-bundle PROGRAM.wasm PAGE-FOLDER OUTPUT.html
//!
//! The program is compressed and written as text, so that the page needs no server and loads nothing: it opens from a disk
//! as it does from the network. `index.html` of the page's folder names its parts as `{{style.css}}` and so on.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Name of the program in the script.
const GLOBAL: &str = "keitaiProgram";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, page, output] = &arguments[..] else {
        eprintln!("usage: keitai-web-bundle PROGRAM.wasm PAGE-FOLDER OUTPUT.html");
        return ExitCode::from(2);
    };
    match bundle(Path::new(program), Path::new(page), Path::new(output)) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("keitai-web-bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the page. Returns a line about its size.
fn bundle(program: &Path, folder: &Path, output: &Path) -> Result<String> {
    let mut bound = Bindgen::new()
        .input_path(program)
        .no_modules(true)?
        .no_modules_global(GLOBAL)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let bindings = bound.js().to_owned();
    let wasm = bound.wasm_mut().emit_wasm();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&wasm)?;
    let packed = packed.finish()?;

    let mut page = std::fs::read_to_string(folder.join("index.html"))?;
    for name in ["style.css", "sound.js", "pad.js", "layout.js", "page.js"] {
        let part = std::fs::read_to_string(folder.join(name))?;
        page = replaced(&page, name, part.trim_end())?;
    }
    page = replaced(&page, "bindings", bindings.trim_end())?;
    page = replaced(&page, "program", &STANDARD.encode(&packed))?;
    std::fs::write(output, &page)?;
    Ok(format!(
        "{}: {} bytes; the program is {} bytes, {} compressed",
        output.display(),
        page.len(),
        wasm.len(),
        packed.len()
    ))
}

/// Puts a part in its place in the page, which must be there once.
fn replaced(page: &str, name: &str, part: &str) -> Result<String> {
    let mark = format!("{{{{{name}}}}}");
    if part.contains("</script") || page.matches(&mark).count() != 1 {
        return Err(format!("{name} cannot be put into the page").into());
    }
    Ok(page.replace(&mark, part))
}
