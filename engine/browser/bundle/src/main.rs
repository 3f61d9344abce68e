//! Makes one HTML file of a program and a page: bindings, program, styles and scripts.
//!
//! Usage: keitai-bundle PROGRAM.wasm PAGE.html OUTPUT.html [NAME=VALUE ...]
//!
//! The page names its parts in double braces. A name with an ending, such as `style.css`, is a file beside the page, or in the
//! folder `page` of `keitai-browser`. `bindings` and `program` are those of the program, which is compressed and written as text, so
//! that the page needs no server and loads nothing: it opens from a disk as it does from the network. Any other name has its value
//! from the command line: a text; `@FILE` stands for the text in a file, and for the address of a PNG.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const GLOBAL: &str = "keitaiProgram";
/// Folder of the parts that all pages share.
const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, page, output, values @ ..] = &arguments[..] else {
        eprintln!("usage: keitai-bundle PROGRAM.wasm PAGE.html OUTPUT.html [NAME=VALUE ...]");
        return ExitCode::from(2);
    };
    match bundle(Path::new(program), Path::new(page), Path::new(output), values) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("keitai-bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the page. Returns a line about its size.
fn bundle(program: &Path, page: &Path, output: &Path, values: &[String]) -> Result<String> {
    let mut parts = values.iter().map(|value| named(value)).collect::<Result<BTreeMap<_, _>>>()?;
    let mut bound = Bindgen::new()
        .input_path(program)
        .no_modules(true)?
        .no_modules_global(GLOBAL)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    parts.insert("bindings".to_owned(), bound.js().trim_end().to_owned());
    let wasm = bound.wasm_mut().emit_wasm();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&wasm)?;
    let packed = packed.finish()?;
    parts.insert("program".to_owned(), STANDARD.encode(&packed));

    let folders = [page.parent().unwrap_or(Path::new("")).to_owned(), PathBuf::from(SHARED)];
    let text = fill(&read(page)?, &mut |name| match parts.get(name) {
        Some(part) => Ok(part.clone()),
        None if name.contains('.') => {
            let file = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
            Ok(read(&file.ok_or_else(|| format!("{}: there is no {name}", page.display()))?)?.trim_end().to_owned())
        }
        None => Err(format!("{}: {name} has no value; give {name}=...", page.display()).into()),
    })?;
    std::fs::write(output, &text).map_err(|error| format!("{}: {error}", output.display()))?;
    Ok(format!(
        "{}: {} bytes; the program is {} bytes, {} compressed",
        output.display(),
        text.len(),
        wasm.len(),
        packed.len()
    ))
}

fn read(file: &Path) -> Result<String> {
    Ok(std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?)
}

/// Returns name and value of `NAME=VALUE`, as HTML.
fn named(argument: &str) -> Result<(String, String)> {
    let (name, value) = argument.split_once('=').ok_or_else(|| format!("{argument}: expected NAME=VALUE"))?;
    let value = match value.strip_prefix('@').map(Path::new) {
        None => escaped(value),
        Some(file) if file.extension().is_some_and(|ending| ending == "png") => {
            let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            format!("data:image/png;base64,{}", STANDARD.encode(bytes))
        }
        Some(file) => escaped(&read(file)?),
    };
    Ok((name.to_owned(), value))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// Puts parts in the places of their names. Parts have no names in them.
fn fill(page: &str, part: &mut dyn FnMut(&str) -> Result<String>) -> Result<String> {
    let mut text = String::new();
    let mut pieces = page.split("{{");
    text.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").ok_or("the page has {{ without }}")?;
        let part = part(name)?;
        if part.contains("</script") {
            return Err(format!("{name} ends a script").into());
        }
        text.push_str(&part);
        text.push_str(rest);
    }
    Ok(text)
}
