//! The cases in `tests/models`: models of other programs, and what becomes of them. The page there describes their language.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use image::ImageFormat::Tga;
use keitai_convert::Target;
use keitai_exchange::import::{Options, Size};
use keitai_exchange::{gltf, obj};
use keitai_formats::{Content, Report};
use serde_json::{Map, Value, json};

use crate::facts::facts;
use crate::made::{Made, codes, picture, told};
use crate::objects::{BOUND, add_channel, check};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Runs the cases of a file, and returns the faults.
fn faults(file: &str, content: &str) -> Vec<String> {
    let (mut stage, mut start, mut is_in_case) = (Stage::default(), Stage::default(), false);
    let (mut faults, mut has_failed) = (Vec::new(), false);
    let mut statements: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(content.lines()) {
        match line.strip_prefix('|') {
            Some(rest) => statements.last_mut().unwrap().1.extend(["\n", rest.strip_prefix(' ').unwrap_or(rest)]),
            None if line.is_empty() || line.starts_with("// ") => {}
            None => statements.push((number, line.to_owned())),
        }
    }
    for (number, statement) in statements {
        if statement.starts_with("# ") {
            if !is_in_case {
                start = stage.clone();
            }
            (stage, is_in_case, has_failed) = (start.clone(), true, false);
        } else if !has_failed && let Err(error) = stage.step(&statement) {
            has_failed = true;
            let told = stage.report.as_ref().map(told);
            faults.push(format!("{file}:{number}: {statement}: {error}\nmessages: {told:?}"));
        }
    }
    faults
}

#[test]
fn models_become_what_their_cases_expect() {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let file = path.file_name().unwrap().to_str().unwrap();
            all.extend(faults(file, &std::fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(all.is_empty(), "{} cases fail:\n{}", all.len(), all.join("\n"));
}

#[test]
fn wrong_expectations_are_faults() {
    let model = "obj v 0 0 0\n| v 1 0 0\n| v 0 1 0\n| f 1 2 3\n| l 1 2\n";
    for expectation in [
        "codes X001",
        "codes",
        "told",
        "told other",
        "refused",
        "asked a",
        "/area 1",
        "/none 1",
        "as saved",
        "check x y",
        "none",
    ] {
        assert_eq!(faults("wrong", &format!("{model}{expectation}\n")).len(), 1, "{expectation}");
    }
    assert_eq!(faults("right", &format!("{model}told points or edges\nasked\n/area 10000\n")), Vec::<String>::new());
}

/// A case under way: the files, the start of the models, and the last import.
#[derive(Clone, Default)]
struct Stage {
    files: HashMap<String, Vec<u8>>,
    options: Options,
    base: Value,
    corners: Vec<u8>,
    asked: Vec<String>,
    /// The model that was read last.
    model: Vec<u8>,
    report: Option<Report<Option<Content>>>,
    /// The import that others are compared with.
    saved: Option<Report<Option<Content>>>,
}

impl Stage {
    fn step(&mut self, statement: &str) -> Outcome {
        let (word, rest) = statement.split_once(' ').unwrap_or((statement, ""));
        let quoted = rest.strip_prefix('\'').and_then(|rest| rest.split_once("' "));
        match (word, quoted.or_else(|| rest.split_once(' '))) {
            ("file", Some((name, text))) => _ = self.files.insert(name.to_owned(), bytes(text)),
            ("picture", Some((name, text))) => _ = self.files.insert(name.to_owned(), pattern(text)?),
            ("pixels", Some((name, list))) => {
                let row: Vec<[u8; 4]> = serde_json::from_str(list)?;
                let bytes = picture(Tga, [row.len() as u32, 1], |x, _| row[x as usize]);
                self.files.insert(name.to_owned(), bytes);
            }
            ("options", _) => self.options = options(&serde_json::from_str(rest)?)?,
            ("base", _) => merge(&mut self.base, serde_json::from_str(rest)?),
            ("corners", _) => self.corners = bytes(rest),
            ("obj", _) => self.import(&[self.corners.clone(), bytes(rest)].concat(), obj::read),
            ("text", _) => self.import(&bytes(rest), gltf::read),
            ("seed", _) => {
                // `draco.glb` and `meshopt.glb` are a compressed rectangle from (0, 0) to (1, 2).
                let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds/gltf");
                let mut words = rest.split(' ');
                let mut file = std::fs::read(seeds.join(words.next().unwrap()))?;
                if let (Some(old), Some(new)) = (words.next(), words.next()) {
                    let at =
                        file.windows(old.len()).position(|window| window == old.as_bytes()).ok_or("no such part")?;
                    file.splice(at..at + old.len(), new.bytes());
                }
                self.import(&file, gltf::read);
            }
            ("gltf", _) => {
                let glb = model(self.base.clone(), serde_json::from_str(rest)?).glb();
                self.import(&glb, gltf::read);
            }
            ("channel", _) => add_channel(&mut self.base, rest).ok_or("no channel")?,
            ("check", _) => {
                let content = self.report()?.document.as_ref().ok_or("the model is refused")?;
                let mut words = rest.split(' ');
                let bound = words.next().and_then(|bound| bound.parse().ok()).unwrap_or(BOUND);
                let pairing = words.next().map(|frame| Ok::<_, Box<dyn Error>>((0, frame.parse()?))).transpose()?;
                check(&self.model, content, pairing, bound)?;
            }
            ("codes", _) => expect(&*codes(self.report()?).join(" "), rest)?,
            ("asked", _) => expect(&*self.asked.join(", "), rest)?,
            ("messages", _) => expect(&*told(self.report()?).join("\n"), rest)?,
            ("save", _) => self.saved.clone_from(&self.report),
            ("as", _) => {
                let figure =
                    |report: &Option<Report<Option<Content>>>| Some(report.as_ref()?.document.as_ref()?.figure.clone());
                expect(&figure(&self.report), &Some(figure(&self.saved).ok_or("nothing is saved")?))?;
            }
            ("told", _) => {
                let told = told(self.report()?).join("\n");
                let holds = if rest.is_empty() { told.is_empty() } else { told.contains(rest) };
                holds.then_some(()).ok_or("the messages are others")?;
            }
            ("refused", _) => expect(&self.report()?.document.is_none(), &true)?,
            (pointer, _) if pointer.starts_with('/') => {
                let facts = facts(self.report()?.document.as_ref().ok_or("the model is refused")?);
                expect(facts.pointer(pointer).unwrap_or(&Value::Null), &serde_json::from_str(rest)?)?;
            }
            _ => return Err("no such statement".into()),
        }
        Ok(())
    }

    fn report(&self) -> Outcome<&Report<Option<Content>>> {
        Ok(self.report.as_ref().ok_or("there is no model")?)
    }

    /// Imports a model. A file that is not there is the file `*`.
    fn import(
        &mut self,
        bytes: &[u8],
        read: fn(&[u8], keitai_exchange::import::Beside, &Options) -> Report<Option<Content>>,
    ) {
        let (files, mut asked) = (&self.files, Vec::new());
        let mut beside = |name: &str| {
            asked.push(name.to_owned());
            files.get(name).or_else(|| files.get("*")).cloned()
        };
        self.report = Some(read(bytes, &mut beside, &self.options));
        self.asked = asked;
        self.model = bytes.to_vec();
    }
}

/// Returns the bytes of a text, in which `\xFF` is a byte. All but a text that ends with CR have LF at the end.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(part[2..].bytes());
    }
    if !bytes.is_empty() && !bytes.ends_with(b"\r") {
        bytes.push(b'\n');
    }
    bytes
}

fn expect<T: PartialEq + std::fmt::Debug + ?Sized>(value: &T, expected: &T) -> Outcome {
    if value == expected { Ok(()) } else { Err(format!("found {value:?}").into()) }
}

/// Returns a picture by its size and the four terms of its channels, such as `16x8 x/2*32 y 0 255`.
fn pattern(text: &str) -> Outcome<Vec<u8>> {
    let (size, terms) = text.split_once(' ').ok_or("no channels")?;
    let (width, height) = size.split_once('x').ok_or("no size")?;
    let terms: Vec<&str> = terms.split(' ').collect();
    let colour = |x, y| [0, 1, 2, 3].map(|channel: usize| level(terms[channel], x, y) as u8);
    Ok(picture(Tga, [width.parse()?, height.parse()?], colour))
}

/// Returns the value of a term at a pixel. Its operations are done from left to right.
fn level(term: &str, x: u32, y: u32) -> u32 {
    let Some(place) = term.rfind(['*', '/', '%']) else {
        let value = [("x", x), ("y", y)].into_iter().find(|(name, _)| *name == term).map(|(_, value)| value);
        return value.unwrap_or_else(|| term.parse().unwrap());
    };
    let [left, right] = [&term[..place], &term[place + 1..]].map(|part| level(part, x, y));
    match term.as_bytes()[place] {
        b'*' => left * right,
        b'/' => left / right,
        _ => left % right,
    }
}

fn options(members: &Map<String, Value>) -> Outcome<Options> {
    let mut options = Options::default();
    for (name, value) in members {
        let number = value.as_f64().unwrap_or_default();
        match name.as_str() {
            "fps" => options.fps = number,
            "units" => options.size = Size::Units(number),
            "factor" => options.size = Size::Factor(number),
            "triangles" => options.triangles = Some(number as usize),
            "patterns" => options.patterns = *value == true,
            "hidden" => options.hidden = *value == true,
            "split" => options.split = *value == true,
            "target" if *value == "V2" => options.target = Target::V2,
            _ => return Err(format!("no such option: {name}").into()),
        }
    }
    Ok(options)
}

/// Merges members into an object as a JSON merge patch: null removes one.
fn merge(into: &mut Value, patch: Value) {
    match patch {
        Value::Object(members) => {
            if !into.is_object() {
                *into = json!({});
            }
            for (name, member) in members {
                if member.is_null() {
                    into.as_object_mut().unwrap().remove(&name);
                } else {
                    merge(&mut into[name], member);
                }
            }
        }
        other => *into = other,
    }
}

/// Returns the base with other members. `material`, `node`, `primitive` and `attributes` are those of its first ones, and
/// `repeat` has the materials of more primitives.
fn model(mut base: Value, mut patch: Value) -> Made {
    let members = patch.as_object_mut().unwrap();
    let materials = members.remove("repeat");
    if let Some(material) = members.remove("material") {
        base["materials"][0] = material;
    }
    let parts = [
        ("node", "/nodes/0"),
        ("primitive", "/meshes/0/primitives/0"),
        ("attributes", "/meshes/0/primitives/0/attributes"),
    ];
    for (name, place) in parts {
        if let Some(part) = members.remove(name) {
            merge(base.pointer_mut(place).unwrap(), part);
        }
    }
    merge(&mut base, patch);
    for material in materials.as_ref().and_then(Value::as_array).into_iter().flatten() {
        let mut primitive = base["meshes"][0]["primitives"][0].clone();
        primitive["material"] = material.clone();
        base["meshes"][0]["primitives"].as_array_mut().unwrap().push(primitive);
    }
    let mut made = Made::new(json!({}));
    add_accessors(&mut made, &mut base);
    made.with(&base)
}

/// Replaces lists of numbers by the numbers of accessors that have them.
fn add_accessors(made: &mut Made, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| add_accessors(made, item)),
        Value::Object(members) => {
            for (name, member) in members {
                let is_attribute = name.starts_with(|letter: char| letter.is_ascii_uppercase());
                match member.as_array() {
                    Some(items) if is_attribute || ["input", "output", "indices"].contains(&name.as_str()) => {
                        let width = items[0].as_array().map_or(1, Vec::len);
                        let numbers = items
                            .iter()
                            .flat_map(|item| item.as_array().map_or(std::slice::from_ref(item), Vec::as_slice));
                        let numbers: Vec<f32> = numbers.map(|number| number.as_f64().unwrap() as f32).collect();
                        *member = json!(if name == "indices" || name.starts_with("JOINTS") {
                            let bytes: Vec<u8> = numbers.iter().map(|number| *number as u8).collect();
                            made.accessor(5121, width, items.len(), &bytes)
                        } else {
                            made.floats(width, &numbers)
                        });
                    }
                    _ => add_accessors(made, member),
                }
            }
        }
        _ => {}
    }
}
