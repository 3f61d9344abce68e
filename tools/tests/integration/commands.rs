//! The cases in `tools/tests/commands`: files, command lines and what they say. The page there describes their language.

use std::error::Error;
use std::path::PathBuf;

use keitai_formats::{Rgb, Texture, bmp, swap};
use rayon::prelude::*;
use serde_json::Value;

use crate::program::{Folder, below, is_refusal, keitai_reading, repository, text, unpacked, zip};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The statements before a file's first case and those of one case, with the numbers of their lines.
type Case = Vec<(usize, String)>;

/// Returns the cases of a file.
fn cases(content: &str) -> Vec<Case> {
    let mut parts = vec![Case::new()];
    for (number, line) in (1..).zip(content.lines()) {
        let part = parts.last_mut().unwrap();
        if line.starts_with("# ") {
            parts.push(Case::new());
        } else if let Some(rest) = line.strip_prefix("| ") {
            part.last_mut().unwrap().1.extend(["\n", rest]);
        } else if !line.is_empty() && !line.starts_with("// ") {
            part.push((number, line.to_owned()));
        }
    }
    let start = parts.remove(0);
    parts.into_iter().map(|case| [start.clone(), case].concat()).collect()
}

/// Runs a case up to the first statement that fails, and returns the fault.
fn run(file: &str, case: &Case) -> Result<(), String> {
    let folder = Folder::new(&format!("{file}-{}", case.last().unwrap().0));
    let mut stage = Stage { folder, out: Vec::new(), err: Vec::new() };
    for (number, line) in case {
        stage.step(line).map_err(|error| {
            let (out, err) = (text(&stage.out), text(&stage.err));
            format!("{file}.txt:{number}: {line}: {error}\nstdout: {out}\nstderr: {err}")
        })?;
    }
    Ok(())
}

#[test]
fn commands_do_and_say_what_their_cases_expect() {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(repository("tools/tests/commands")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let content = std::fs::read_to_string(&path).unwrap();
            all.extend(cases(&content).into_iter().map(|case| (file.clone(), case)));
        }
    }
    let faults: Vec<String> = all.par_iter().filter_map(|(file, case)| run(file, case).err()).collect();
    assert!(faults.is_empty(), "{} of {} cases fail:\n{}", faults.len(), all.len(), faults.join("\n"));
}

#[test]
fn wrong_expectations_are_faults() {
    for expectation in [
        "keitai explain => 1",
        "keitai explain => 0: something",
        "keitai explain nonsense => 2: something",
        "keitai check a => refused 0",
        "out has c",
        "out lacks b",
        "out is b",
        "out begins b",
        "out ends a",
        "out lines 2",
        "a missing",
        "b exists",
        "same a b",
        "differ a a",
        "folder . holds b",
        "replace a c b",
        "json /a 1",
        "nonsense",
    ] {
        let mut stage = Stage { folder: Folder::new("wrong"), out: b"ab".to_vec(), err: Vec::new() };
        stage.folder.write("a", "ab");
        assert!(stage.step(expectation).is_err(), "{expectation}");
    }
}

/// Returns the bytes that a text with escapes stands for.
fn bytes(text: &str) -> Vec<u8> {
    let text = text.replace("{version}", env!("CARGO_PKG_VERSION"));
    let (mut bytes, mut rest) = (Vec::new(), &text[..]);
    while let Some((plain, escape)) = rest.split_once('\\') {
        let (byte, length) = match escape.as_bytes() {
            [b'0', ..] => (0, 1),
            [b'n', ..] => (b'\n', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', ..] => (u8::from_str_radix(&escape[1..3], 16).unwrap(), 3),
            _ => panic!("\\{escape}: no such escape"),
        };
        bytes.extend(plain.as_bytes());
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

/// Returns the words of a statement. One with spaces is in single quotes.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let quote = rest.strip_prefix('\'').and_then(|rest| rest.split_once('\''));
        let (word, end) = quote.or_else(|| rest.split_once([' ', '\n'])).unwrap_or((rest, ""));
        words.push(word);
        rest = end.trim_start();
    }
    words
}

fn has(content: &[u8], part: &[u8]) -> bool {
    part.is_empty() || content.windows(part.len()).any(|window| window == part)
}

fn expect(holds: bool, otherwise: &str) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

/// A case under way: its folder, and what the program has said last.
struct Stage {
    folder: Folder,
    out: Vec<u8>,
    err: Vec<u8>,
}

impl Stage {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// Reads a file of the case, of `files`, of the assets or of the repository.
    fn read(&self, name: &str) -> Outcome<Vec<u8>> {
        let places = ["tools/tests/commands/files", "assets", ""].map(|folder| repository(folder).join(name));
        let path = [self.path(name)].into_iter().chain(places).find(|path| path.is_file());
        Ok(std::fs::read(path.ok_or_else(|| format!("{name}: no such file"))?)?)
    }

    fn step(&mut self, line: &str) -> Outcome {
        let rest = line.splitn(3, [' ', '\n']).nth(2).unwrap_or_default();
        match words(line)[..] {
            ["keitai", ..] => self.keitai(line)?,
            ["write", name, ..] => self.folder.write(name, &bytes(rest)),
            ["copy", name, "to", copy] => self.folder.write(copy, &self.read(name)?),
            ["copy", ref names @ ..] => {
                for name in names {
                    self.folder.write(name.rsplit('/').next().unwrap(), &self.read(name)?);
                }
            }
            ["move", name, to] => {
                self.folder.write(to, &self.read(name)?);
                std::fs::remove_file(self.path(name))?;
            }
            ["remove", name] if self.path(name).is_dir() => std::fs::remove_dir_all(self.path(name))?,
            ["remove", name] => std::fs::remove_file(self.path(name))?,
            ["make", name] => std::fs::create_dir_all(self.path(name))?,
            ["save", name] => self.folder.write(name, &self.out),
            ["join", name, ref parts @ ..] => {
                let parts = parts.iter().map(|part| self.read(part)).collect::<Outcome<Vec<_>>>()?;
                self.folder.write(name, &parts.concat());
            }
            ["replace", name, part, other] => {
                let content = String::from_utf8(self.read(name)?)?;
                let parts: Vec<_> = content.split(&text(&bytes(part))).map(str::as_bytes).collect();
                expect(parts.len() > 1, "there is no such part")?;
                self.folder.write(name, &parts.join(&bytes(other)[..]));
            }
            ["resize", name, length] => {
                std::fs::File::options().write(true).open(self.path(name))?.set_len(length.parse()?)?;
            }
            ["swap", name] => {
                let mut content = self.read(name)?;
                swap::swap(&mut content);
                self.folder.write(name, &content);
            }
            ["bitmap", name, width, height] => {
                let (width, height): (u16, u16) = (width.parse()?, height.parse()?);
                let texels = vec![0; usize::from(width) * usize::from(height)];
                let texture = Texture { width, height, palette: vec![Rgb::default(); 256], texels };
                self.folder.write(name, &bmp::write(&texture)?);
            }
            ["zip", name, ref entries @ ..] => {
                let entries = entries.iter().filter_map(|entry| entry.split_once('='));
                let entries = entries.map(|(entry, file)| Ok((text(&bytes(entry)), self.read(file)?)));
                self.folder.write(name, &zip(&entries.collect::<Outcome<Vec<_>>>()?));
            }
            ["unzip", name, entry, file] => self.folder.write(file, &unpacked(&self.read(name)?, entry)),
            ["damage", name, entry] => {
                let mut archive = self.read(name)?;
                let place = archive.windows(entry.len()).position(|bytes| bytes == entry.as_bytes());
                // An entry's data follows its name.
                archive[place.ok_or("there is no such entry")? + entry.len() + 30] ^= 0xFF;
                self.folder.write(name, &archive);
            }
            ["same", name, other] => expect(self.read(name)? == self.read(other)?, "they differ")?,
            ["differ", name, other] => expect(self.read(name)? != self.read(other)?, "they are equal")?,
            [name, "exists"] => expect(self.path(name).exists(), "it is missing")?,
            [name, "missing"] => expect(!self.path(name).exists(), "it exists")?,
            ["folder", name, "holds", ref names @ ..] => {
                let content = below(&self.path(name));
                expect(content == *names, &format!("it holds {content:?}"))?;
            }
            ["json", pointer, ..] => {
                let object: Value = serde_json::from_slice(&self.out)?;
                let value = object.pointer(pointer).ok_or("there is no such value")?;
                expect(*value == serde_json::from_str::<Value>(rest)?, &format!("it is {value}"))?;
            }
            [subject, verb, ..] => {
                let content = match subject {
                    "out" => self.out.clone(),
                    "err" => self.err.clone(),
                    name => self.read(name)?,
                };
                let part = bytes(rest);
                let holds = match verb {
                    "has" => has(&content, &part),
                    "lacks" => !has(&content, &part),
                    "is" => content == part,
                    "begins" => content.starts_with(&part),
                    "ends" => content.ends_with(&part),
                    "lines" => text(&content).lines().count() == rest.parse::<usize>()?,
                    _ => return Err("there is no such statement".into()),
                };
                expect(holds, "it does not hold")?;
            }
            _ => return Err("there is no such statement".into()),
        }
        Ok(())
    }

    /// Runs the program: `keitai ARGUMENTS < INPUT => CODE: PART`, where a code of 0 may be left out.
    fn keitai(&mut self, line: &str) -> Outcome {
        let (command, end) = line.split_once(" => ").unwrap_or((line, "0"));
        let (code, part) = end.split_once(": ").unwrap_or((end, ""));
        let (command, input) = command.split_once(" < ").unwrap_or((command, ""));
        let input = if input.is_empty() { Vec::new() } else { self.read(input)? };
        let root = repository("");
        let argument = |word: &&str| text(&bytes(word)).replace("{root}", root.to_str().unwrap());
        let arguments: Vec<String> = words(command)[1..].iter().map(argument).collect();
        let output = keitai_reading(&self.folder, &arguments, &input);
        let code: i32 = code.trim_start_matches("refused ").parse()?;
        let is_refused = !end.starts_with("refused") || is_refusal(&output);
        let ending = output.status.code();
        (self.out, self.err) = (output.stdout, output.stderr);
        expect(ending == Some(code), &format!("it ends with {ending:?}"))?;
        expect(is_refused, "it is no refusal of one line with one hint")?;
        expect(has(&self.err, &bytes(part)), "stderr does not have that")
    }
}
