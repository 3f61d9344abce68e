//! The bytes of a file: its JSON document, its buffers, and the numbers of its accessors.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::mem::take;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use keitai_formats::text::without_mark;
use keitai_formats::{Diagnostic, Diagnostics, Location};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::document::{Accessor, Document, Kind, Number, SparseList, View};
use super::packed::{Items, Unpacked, fallbacks};
use crate::error::{Error, Result};
use crate::import::{Beside, MOST_NODES, MOST_NUMBERS, clipped, fault};
use crate::memory::{Loan, Memory};
use crate::rules;

/// Most bytes of all buffers.
const MOST_BYTES: usize = 1 << 28;
/// Most numbers of an accessor that the file has no bytes for.
const MOST_ZEROS: usize = 1 << 19;
/// Most numbers that are read of all accessors. An accessor is read once for each primitive, skin and channel that uses it.
const MOST_READ: usize = 1 << 26;
/// Most values of a JSON text, and the values that an object counts as: it takes some hundred bytes. A channel of an animation takes
/// about 70, with its accessors.
const MOST_VALUES: usize = 4_500_000;
const OBJECT: usize = 8;
/// Most accessors and most views of buffers; most items of any other list but that of nodes.
const MOST_ACCESSORS: usize = 160_000;
const MOST_ITEMS: usize = 100_000;

const OLDER: &str = "it is glTF 1.0, which is not read; make it glTF 2.0 (gltf-pipeline -i IN.gltf -o OUT.glb)";

pub(super) struct Source<'d> {
    accessors: Vec<Accessor>,
    views: Vec<View>,
    buffers: Vec<Cow<'d, [u8]>>,
    pub(super) unpacked: Unpacked,
    /// Numbers of accessors that may still be read.
    rest: Cell<usize>,
    memory: Memory,
    /// The memory of the numbers that were read.
    loan: RefCell<Option<Loan>>,
    /// All buffers are there. A missing one is reported.
    pub(super) is_whole: bool,
}

fn unreadable(error: impl Display) -> Error {
    Diagnostic::new(&rules::GLTF_UNREADABLE, Location::Document, error.to_string()).into()
}

/// Refuses glTF of other versions.
fn check_version(version: Option<&str>) -> Result<()> {
    let Some(version) = version else {
        return Err(unreadable("it has no `asset` with a `version`, as glTF files have"));
    };
    match version.split('.').next() {
        Some("1") => Err(unreadable(OLDER)),
        Some("2") => Ok(()),
        _ => Err(unreadable(format!("it is glTF {version}; glTF 2.0 is read"))),
    }
}

/// Reads a document. Its faults are those of another kind of file, of another version, or of the text.
fn parsed(text: &[u8]) -> Result<Document> {
    let text = text.trim_ascii_start();
    if text.starts_with(b"version https://git-lfs") {
        return Err(unreadable("it is a pointer of Git LFS, not the model: fetch the model itself (git lfs pull)"));
    }
    if text.starts_with(b"<") {
        return Err(unreadable("it is an HTML or XML page, not the model: download the model itself"));
    }
    // Objects may be read from lists of their members.
    let document = match text.first() {
        Some(b'{') => serde_json::from_slice::<Document>(text),
        _ => {
            return Err(serde_json::from_slice::<Value>(text)
                .err()
                .map_or_else(|| unreadable("the JSON text is not an object"), unreadable));
        }
    };
    match document {
        Ok(document) => check_version(document.asset.version.as_deref()).map(|()| document),
        Err(fault) => {
            let value: Value = serde_json::from_slice(text).map_err(unreadable)?;
            // The lists of glTF 1.0 are objects.
            let is_older = value.get("meshes").is_some_and(Value::is_object);
            let version = value.pointer("/asset/version").and_then(Value::as_str);
            check_version(version.or(is_older.then_some("1.0")))?;
            Err(unreadable(fault))
        }
    }
}

/// Refuses a text that would become too many values. Each but the first of a list follows a comma.
fn check_values(text: &[u8]) -> Result<()> {
    let (mut values, mut is_inside) = (0usize, false);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_inside = !is_inside,
            b'\\' if is_inside => _ = bytes.next(),
            b'{' if !is_inside => values += OBJECT,
            b'[' | b',' if !is_inside => values += 1,
            _ => {}
        }
    }
    if values > MOST_VALUES {
        let message = format!(
            "{values} values in the JSON text, where an object counts as {OBJECT}; at most {MOST_VALUES} are read"
        );
        return fault(&rules::TOO_MUCH, message);
    }
    Ok(())
}

/// Refuses a file with too many items of one kind.
fn check_lists(document: &Document) -> Result<()> {
    let lists = [
        ("nodes", document.nodes.len(), MOST_NODES),
        ("accessors", document.accessors.len(), MOST_ACCESSORS),
        ("bufferViews", document.buffer_views.len(), MOST_ACCESSORS),
        ("animations", document.animations.len(), MOST_ITEMS),
        ("buffers", document.buffers.len(), MOST_ITEMS),
        ("images", document.images.len(), MOST_ITEMS),
        ("materials", document.materials.len(), MOST_ITEMS),
        ("meshes", document.meshes.len(), MOST_ITEMS),
        ("samplers", document.samplers.len(), MOST_ITEMS),
        ("scenes", document.scenes.len(), MOST_ITEMS),
        ("skins", document.skins.len(), MOST_ITEMS),
        ("textures", document.textures.len(), MOST_ITEMS),
    ];
    match lists.into_iter().find(|(_, count, most)| count > most) {
        Some((name, count, most)) => fault(&rules::TOO_MUCH, format!("{count} {name}; at most {most} are read")),
        None => Ok(()),
    }
}

/// Returns the JSON text and the buffer of a GLB. Other chunks are ignored, as the format wants.
fn parts(data: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    const HEADER: usize = 12;
    let number = |start: usize| data.get(start..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    match number(4) {
        Some(2) | None => {}
        Some(version) => check_version(Some(&version.to_string()))?,
    }
    let length = number(8).map_or(HEADER, |length| length as usize);
    let Some(glb) = data.get(..length) else {
        let message = format!("the header gives a length of {length} bytes, the file has {}", data.len());
        return Err(unreadable(message));
    };
    let Some(mut rest) = glb.get(HEADER..) else {
        let message = format!("the header gives a length of {length} bytes and has {HEADER} itself");
        return Err(unreadable(message));
    };
    match chunk(&mut rest) {
        Some((b"JSON", text)) => {
            // Some programs fill the chunk with zeros in place of spaces.
            let end = text.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            let mut others = std::iter::from_fn(|| chunk(&mut rest));
            Ok((&text[..end], others.find(|(kind, _)| *kind == b"BIN\0").map(|(_, buffer)| buffer)))
        }
        _ => Err(unreadable("the first chunk of the GLB file is no JSON text")),
    }
}

/// Takes the next chunk of a GLB, its kind and its bytes; `None` at the end, and for one that is cut off.
fn chunk<'d>(rest: &mut &'d [u8]) -> Option<(&'d [u8; 4], &'d [u8])> {
    let (size, after) = rest.split_first_chunk()?;
    let (kind, after) = after.split_first_chunk()?;
    let (bytes, after) = after.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    *rest = after;
    Some((kind, bytes))
}

impl<'d> Source<'d> {
    /// Reads a GLB or a JSON document, and the buffers that it names. The lists of accessors and views leave the document.
    pub(super) fn open(
        data: &'d [u8],
        beside: Beside<'_>,
        memory: &Memory,
        findings: &mut Diagnostics,
    ) -> Result<(Document, Self)> {
        if data.is_empty() {
            return Err(unreadable("the file is empty"));
        }
        let (text, blob) = if data.starts_with(b"glTF") { parts(data)? } else { (without_mark(data), None) };
        check_values(text)?;
        let mut document = parsed(text)?;
        check_lists(&document)?;
        if let Some(missing) = document.missing() {
            return Err(unreadable(missing));
        }
        let fallbacks = fallbacks(&document);
        let (buffers, is_whole) = buffers(&document, blob, beside, &fallbacks, findings)?;
        let unpacked = match is_whole {
            true => Unpacked::new(&document, &fallbacks, &buffers, memory)?,
            false => Unpacked::default(),
        };
        let (accessors, views) = (take(&mut document.accessors), take(&mut document.buffer_views));
        let (rest, memory, loan) = (Cell::new(MOST_READ), memory.clone(), RefCell::default());
        Ok((document, Self { accessors, views, buffers, unpacked, rest, memory, loan, is_whole }))
    }

    /// Counts numbers before they are read. Those of parts that turn out to be damaged count, too.
    fn spend(&self, numbers: usize, place: &str) -> Result<()> {
        let Some(rest) = self.rest.get().checked_sub(numbers) else {
            return fault(&rules::TOO_MUCH, format!("{place}: more than {MOST_READ} numbers of all accessors"));
        };
        self.rest.set(rest);
        let size = (MOST_READ - rest) * size_of::<f32>();
        let renewed = self.memory.renew(&mut self.loan.borrow_mut(), size as u64);
        renewed.or_else(|lack| fault(&rules::TOO_MUCH, format!("{place}: the numbers of all accessors take {lack}")))
    }

    pub(super) fn view(&self, number: usize) -> Result<&[u8]> {
        if let Some(bytes) = self.unpacked.views.get(&number) {
            return Ok(bytes);
        }
        let Some(view) = self.views.get(number) else {
            return fault(&rules::ACCESSOR, format!("there is no buffer view {number}"));
        };
        let bytes = self.buffers.get(view.buffer).map(AsRef::as_ref).unwrap_or_default();
        let end = view.byte_offset.checked_add(view.byte_length);
        match end.and_then(|end| bytes.get(view.byte_offset..end)) {
            Some(bytes) => Ok(bytes),
            None => {
                let (length, offset, count) = (view.byte_length, view.byte_offset, bytes.len());
                let message = format!("buffer view {number}: {length} bytes from {offset} on, the buffer has {count}");
                fault(&rules::ACCESSOR, message)
            }
        }
    }

    /// Returns the items of an accessor: as many as Draco's mesh has, whatever the accessor says.
    pub(super) fn count(&self, number: usize) -> usize {
        let stated = || self.accessors.get(number).map_or(0, |accessor| accessor.count);
        self.unpacked.accessors.borrow().get(&number).map_or_else(stated, Items::count)
    }

    /// Returns the numbers in an item of an accessor.
    pub(super) fn width(&self, number: usize) -> usize {
        self.accessors.get(number).map_or(0, |accessor| accessor.kind.width())
    }

    /// Returns the numbers of an accessor, `N` to an item. Normalised integers become 0.0..=1.0 or -1.0..=1.0.
    pub(super) fn numbers<const N: usize>(&self, number: usize, what: &str) -> Result<Vec<[f64; N]>> {
        self.items(number, what, |number| number)
    }

    /// Returns the numbers of an accessor as [`Source::numbers`] does, as 32-bit floats.
    pub(super) fn floats<const N: usize>(&self, number: usize, what: &str) -> Result<Vec<[f32; N]>> {
        self.items(number, what, |number| number as f32)
    }

    /// Returns the numbers of an accessor as integers; none of them is negative.
    pub(super) fn integers<const N: usize>(&self, number: usize, what: &str) -> Result<Vec<[u32; N]>> {
        self.items(number, what, |number| number as u32)
    }

    fn items<T: Copy + Default, const N: usize>(
        &self,
        number: usize,
        what: &str,
        of: impl Fn(f64) -> T,
    ) -> Result<Vec<[T; N]>> {
        let (items, wrong) = self.defined(number, what, of)?;
        if wrong > 0 {
            return fault(&rules::ACCESSOR, format!("accessor {number} ({what}): a number is infinite or none"));
        }
        Ok(items)
    }

    /// Returns the numbers of an accessor, and the number of items that are 0 because a number of theirs is infinite or none.
    pub(super) fn defined<T: Copy + Default, const N: usize>(
        &self,
        number: usize,
        what: &str,
        of: impl Fn(f64) -> T,
    ) -> Result<(Vec<[T; N]>, usize)> {
        let place = format!("accessor {number} ({what})");
        let Some(accessor) = self.accessors.get(number) else {
            return fault(&rules::ACCESSOR, format!("there is no accessor {number}"));
        };
        let width = accessor.kind.width();
        if width != N {
            return fault(&rules::ACCESSOR, format!("{place}: {width} numbers to an item, expected {N}"));
        }
        if matches!(accessor.kind, Kind::Mat2 | Kind::Mat3) {
            return fault(&rules::ACCESSOR, format!("{place}: a matrix of 2 or 3 columns"));
        }
        let count = self.count(number);
        let unpacked = self.unpacked.accessors.borrow();
        let unpacked = unpacked.get(&number).filter(|items| items.width == N);
        let stored = match (unpacked, accessor.buffer_view) {
            (Some(items), _) => Some((items.bytes.as_slice(), 0, None)),
            (None, Some(view)) => {
                let stride = self.views.get(view).and_then(|view| view.byte_stride);
                Some((self.view(view)?, accessor.byte_offset, stride))
            }
            (None, None) => None,
        };
        let most = if stored.is_some() { MOST_NUMBERS } else { MOST_ZEROS };
        if count.saturating_mul(N) > most {
            return fault(&rules::ACCESSOR, format!("{place}: {count} items; at most {} are read", most / N));
        }
        self.spend(count * N, &place)?;
        let kind = unpacked.map_or(accessor.component_type, |items| items.kind);
        let size = kind.size();
        let mut wrong = 0;
        let mut read = |bytes: &[u8]| -> [T; N] {
            let numbers: [f64; N] = std::array::from_fn(|index| {
                let bytes = bytes.get(index * size..(index + 1) * size);
                bytes.map_or(0.0, |bytes| decoded(bytes, kind, accessor.normalized))
            });
            if numbers.iter().all(|number| number.is_finite()) {
                return numbers.map(&of);
            }
            wrong += 1;
            [T::default(); N]
        };
        let mut items = match stored {
            None => vec![[T::default(); N]; count],
            Some((bytes, offset, stride)) => {
                let stride = stride.filter(|stride| *stride > 0).unwrap_or(size * N);
                let Some(items) = strided(bytes, offset, stride, size * N, count) else {
                    return fault(&rules::ACCESSOR, format!("{place}: {count} items do not fit {} bytes", bytes.len()));
                };
                items.map(&mut read).collect()
            }
        };
        if let Some(sparse) = &accessor.sparse {
            let overrun = || fault(&rules::ACCESSOR, format!("{place}: its sparse part overruns"));
            let kind = sparse.indices.component_type;
            let width = kind.size();
            let part = |list: &SparseList, size: usize| -> Result<_> {
                Ok(strided(self.view(list.buffer_view)?, list.byte_offset, size, size, sparse.count))
            };
            let (Some(numbers), Some(values)) = (part(&sparse.indices, width)?, part(&sparse.values, size * N)?) else {
                return overrun();
            };
            self.spend(sparse.count.saturating_mul(N), &place)?;
            for (index, value) in numbers.zip(values) {
                let Some(item) = items.get_mut(decoded(index, kind, false) as usize) else { return overrun() };
                *item = read(value);
            }
        }
        Ok((items, wrong))
    }
}

/// Returns the bytes of each item; `None` when they do not fit.
fn strided(
    bytes: &[u8],
    offset: usize,
    stride: usize,
    size: usize,
    count: usize,
) -> Option<impl Iterator<Item = &[u8]>> {
    let last = count.checked_sub(1).map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(size));
    let end = offset.checked_add(last?)?;
    let bytes = bytes.get(offset..end)?;
    Some((0..count).map(move |index| bytes.get(index * stride..index * stride + size).unwrap_or_default()))
}

fn decoded(bytes: &[u8], kind: Number, normalised: bool) -> f64 {
    let (value, one) = match (kind, bytes) {
        (Number::I8, &[a]) => (f64::from(a as i8), 127.0),
        (Number::U8, &[a]) => (f64::from(a), 255.0),
        (Number::I16, &[a, b]) => (f64::from(i16::from_le_bytes([a, b])), 32767.0),
        (Number::U16, &[a, b]) => (f64::from(u16::from_le_bytes([a, b])), 65535.0),
        (Number::U32, &[a, b, c, d]) => (f64::from(u32::from_le_bytes([a, b, c, d])), f64::from(u32::MAX)),
        (Number::F32, &[a, b, c, d]) => return f64::from(f32::from_le_bytes([a, b, c, d])),
        _ => (0.0, 1.0),
    };
    if normalised { (value / one).max(-1.0) } else { value }
}

fn buffers<'d>(
    document: &Document,
    mut blob: Option<&'d [u8]>,
    beside: Beside<'_>,
    fallbacks: &BTreeSet<usize>,
    findings: &mut Diagnostics,
) -> Result<(Vec<Cow<'d, [u8]>>, bool)> {
    let (mut buffers, mut is_whole) = (Vec::new(), true);
    let mut total = 0usize;
    for (index, buffer) in document.buffers.iter().enumerate() {
        let bytes = match &buffer.uri {
            _ if fallbacks.contains(&index) => Some(Cow::default()),
            None => blob.take().map(Cow::Borrowed),
            Some(uri) => inside(uri).or_else(|| beside(&decoded_name(uri)?)).map(Cow::Owned),
        };
        let Some(bytes) = bytes else {
            let uri = match &buffer.uri {
                Some(uri) if !uri.starts_with("data:") => format!("the file {}", clipped(uri)),
                _ => "its content".to_owned(),
            };
            findings.report(&rules::BUFFER, format!("buffer {index}: {uri} is not there"));
            is_whole = false;
            buffers.push(Cow::default());
            continue;
        };
        total = total.saturating_add(bytes.len());
        if total > MOST_BYTES {
            return fault(&rules::BUFFER, format!("buffer {index}: more than {MOST_BYTES} bytes"));
        }
        buffers.push(bytes);
    }
    Ok((buffers, is_whole))
}

/// Returns the bytes inside a URI, in base64 or with percent signs; `None` for the URI of a file.
pub(super) fn inside(uri: &str) -> Option<Vec<u8>> {
    let (kind, bytes) = uri.strip_prefix("data:")?.split_once(',')?;
    if kind.ends_with(";base64") { STANDARD.decode(bytes).ok() } else { Some(percent_decode_str(bytes).collect()) }
}

/// Returns the name of the file that a URI names.
pub(super) fn decoded_name(uri: &str) -> Option<String> {
    let name = percent_decode_str(uri).decode_utf8().ok()?;
    (!uri.starts_with("data:")).then(|| name.into_owned())
}
