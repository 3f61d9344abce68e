//! The bytes of a file: its JSON document, its buffers, and the numbers of its accessors.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Display;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf::accessor::{DataType, Dimensions};
use gltf::{Accessor, Document};
use keitai_formats::text::without_mark;
use keitai_formats::{Diagnostic, Diagnostics, Location};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::fault::fault;
use super::packed::{Packed, Unpacked};
use super::{extensions, names, prepare};
use crate::error::{Error, Result};
use crate::rules;

/// Most numbers of one accessor, most bytes of all buffers, and most nodes.
pub(crate) const MOST_NUMBERS: usize = 1 << 21;
const MOST_BYTES: usize = 1 << 28;
pub(crate) const MOST_NODES: usize = 1 << 14;
/// Most numbers of an accessor that the file has no bytes for.
const MOST_ZEROS: usize = 1 << 19;
/// Most numbers that are read of all accessors. An accessor is read once for each of its uses, and meshes once for each size that
/// is tried.
const MOST_READ: usize = 1 << 28;
/// Most values of a JSON text, and the values that an object counts as: it takes some hundred bytes. A channel of an animation takes
/// about 70, with its accessors.
const MOST_VALUES: usize = 4_500_000;
const OBJECT: usize = 8;
/// Most accessors and most views of buffers; most items of any other list but that of nodes.
const MOST_ACCESSORS: usize = 160_000;
const MOST_ITEMS: usize = 100_000;

/// Gives the bytes of a file beside the one that is read, by its name.
pub type Beside<'b> = &'b mut dyn FnMut(&str) -> Option<Vec<u8>>;

const OLDER: &str = "it is glTF 1.0, which is not read; make it glTF 2.0 (gltf-pipeline -i IN.gltf -o OUT.glb)";

pub(super) struct Source<'d> {
    pub(super) document: Document,
    buffers: Vec<Cow<'d, [u8]>>,
    unpacked: Unpacked,
    /// Numbers of accessors that may still be read.
    left: Cell<usize>,
    /// Accessors of translations, rotations and scales of meshes that are in many places, by the number of the node.
    pub(super) instances: BTreeMap<usize, [Option<usize>; 3]>,
    /// All buffers are there. A missing one is reported.
    pub(super) is_whole: bool,
    /// Number of channels that move no node, such as those of `KHR_animation_pointer`, and are lost.
    pub(super) other_channels: usize,
}

fn unreadable(error: impl Display) -> Error {
    Diagnostic::new(&rules::GLTF_UNREADABLE, Location::Document, error.to_string()).into()
}

/// Refuses other JSON texts, and glTF of other versions. The lists of glTF 1.0 are objects.
fn check_version(value: &Value) -> Result<()> {
    if !value.is_object() {
        return Err(unreadable("the JSON text is not an object"));
    }
    let version = value.pointer("/asset/version").and_then(Value::as_str).unwrap_or("2.0");
    match version.split('.').next() {
        Some("1") => Err(unreadable(OLDER)),
        Some("2") if value.get("meshes").is_some_and(Value::is_object) => Err(unreadable(OLDER)),
        Some("2") => Ok(()),
        _ => Err(unreadable(format!("it is glTF {version}; glTF 2.0 is read"))),
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
fn check_lists(value: &Value) -> Result<()> {
    for (name, list) in value.as_object().into_iter().flatten() {
        let most = match name.as_str() {
            "nodes" => MOST_NODES,
            "accessors" | "bufferViews" => MOST_ACCESSORS,
            _ => MOST_ITEMS,
        };
        let count = list.as_array().map_or(0, Vec::len);
        if count > most {
            return fault(&rules::TOO_MUCH, format!("{count} {}; at most {most} are read", names::clipped(name)));
        }
    }
    Ok(())
}

/// Returns the JSON text and the buffer of a GLB. Other chunks are ignored, as the format wants.
fn parts(data: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    const HEADER: usize = 12;
    let number = |start: usize| data.get(start..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    match number(4) {
        Some(1) => return Err(unreadable(OLDER)),
        Some(2) | None => {}
        Some(version) => return Err(unreadable(format!("it is glTF {version}; glTF 2.0 is read"))),
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
    /// Reads a GLB or a JSON document, and the buffers that it names.
    pub(super) fn open(data: &'d [u8], beside: Beside<'_>, found: &mut Diagnostics) -> Result<Self> {
        if data.is_empty() {
            return Err(unreadable("the file is empty"));
        }
        let (text, blob) = if data.starts_with(b"glTF") { parts(data)? } else { (without_mark(data), None) };
        check_values(text)?;
        let mut value: Value = serde_json::from_slice(text).map_err(unreadable)?;
        check_version(&value)?;
        check_lists(&value)?;
        names::clip(&mut value);
        let other_channels = prepare::take_other_channels(&mut value);
        prepare::give_scenes_nodes(&mut value);
        prepare::check_references(&value)?;
        extensions::take(&mut value, found);
        let (packed, instances) = (Packed::find(&value)?, extensions::instances(&value));
        names::restore(&mut value, found);
        prepare::give_zeros(&mut value);
        prepare::give_bounds(&mut value);
        let root: gltf::json::Root = serde_json::from_value(value).map_err(unreadable)?;
        let document = Document::from_json(root).map_err(|error| match error {
            gltf::Error::Validation(faults) => {
                unreadable(faults.first().map(|(path, fault)| format!("{path}: {fault}")).unwrap_or_default())
            }
            error => unreadable(error),
        })?;
        let (buffers, is_whole) = buffers(&document, blob, beside, &packed, found)?;
        let unpacked = if is_whole { packed.unpack(&buffers)? } else { Unpacked::default() };
        let left = Cell::new(MOST_READ);
        Ok(Self { document, buffers, unpacked, left, instances, is_whole, other_channels })
    }

    /// Counts numbers before they are read. Those of parts that turn out to be damaged count, too.
    fn spend(&self, numbers: usize, place: &str) -> Result<()> {
        match self.left.get().checked_sub(numbers) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => fault(&rules::TOO_MUCH, format!("{place}: more than {MOST_READ} numbers of all accessors")),
        }
    }

    pub(super) fn view(&self, view: &gltf::buffer::View<'_>) -> Result<&[u8]> {
        if let Some(bytes) = self.unpacked.views.get(&view.index()) {
            return Ok(bytes);
        }
        let bytes = self.buffers.get(view.buffer().index()).map(AsRef::as_ref).unwrap_or_default();
        let end = view.offset().checked_add(view.length());
        match end.and_then(|end| bytes.get(view.offset()..end)) {
            Some(bytes) => Ok(bytes),
            None => {
                let (index, length, offset, count) = (view.index(), view.length(), view.offset(), bytes.len());
                let message = format!("buffer view {index}: {length} bytes from {offset} on, the buffer has {count}");
                fault(&rules::ACCESSOR, message)
            }
        }
    }

    /// Returns the numbers of an accessor, `N` to an item. Normalised integers become 0.0..=1.0 or -1.0..=1.0.
    pub(super) fn numbers<const N: usize>(&self, accessor: &Accessor<'_>, what: &str) -> Result<Vec<[f64; N]>> {
        let place = format!("accessor {} ({what})", accessor.index());
        let items = self.items(accessor, &place)?;
        match items.iter().all(is_finite) {
            true => Ok(items),
            false => fault(&rules::ACCESSOR, format!("{place}: a number is infinite or none")),
        }
    }

    /// Returns the numbers of an accessor, and the number of items that are 0 because a number of theirs is infinite or none.
    pub(super) fn defined<const N: usize>(
        &self,
        accessor: &Accessor<'_>,
        what: &str,
    ) -> Result<(Vec<[f64; N]>, usize)> {
        let mut items = self.items(accessor, &format!("accessor {} ({what})", accessor.index()))?;
        let wrong = items.iter_mut().filter(|item| !is_finite(item)).map(|item| *item = [0.0; N]).count();
        Ok((items, wrong))
    }

    fn items<const N: usize>(&self, accessor: &Accessor<'_>, place: &str) -> Result<Vec<[f64; N]>> {
        let width = accessor.dimensions().multiplicity();
        if width != N {
            return fault(&rules::ACCESSOR, format!("{place}: {width} numbers to an item, expected {N}"));
        }
        if matches!(accessor.dimensions(), Dimensions::Mat2 | Dimensions::Mat3) {
            return fault(&rules::ACCESSOR, format!("{place}: a matrix of 2 or 3 columns"));
        }
        let count = accessor.count();
        let unpacked = self.unpacked.accessors.get(&accessor.index()).filter(|items| items.width == N);
        let stored = match (unpacked, accessor.view()) {
            (Some(items), _) => Some((items.bytes.as_slice(), 0, None)),
            (None, Some(view)) => Some((self.view(&view)?, accessor.offset(), view.stride())),
            (None, None) => None,
        };
        let most = if stored.is_some() { MOST_NUMBERS } else { MOST_ZEROS };
        if count.saturating_mul(N) > most {
            return fault(&rules::ACCESSOR, format!("{place}: {count} items; at most {} are read", most / N));
        }
        self.spend(count * N, place)?;
        let kind = unpacked.map_or(accessor.data_type(), |items| items.kind);
        let decode = |bytes: &[u8]| number(bytes, kind, accessor.normalized());
        let size = kind.size();
        let read = |bytes: &[u8]| -> [f64; N] {
            std::array::from_fn(|index| bytes.get(index * size..(index + 1) * size).map_or(0.0, decode))
        };
        let mut items = match stored {
            None => vec![[0.0; N]; count],
            Some((bytes, offset, stride)) => {
                let items = strided(bytes, offset, stride.unwrap_or(size * N).max(1), size * N, count);
                let Some(items) = items else {
                    return fault(&rules::ACCESSOR, format!("{place}: {count} items do not fit {} bytes", bytes.len()));
                };
                items.map(read).collect()
            }
        };
        if let Some(sparse) = accessor.sparse() {
            let overrun = || fault(&rules::ACCESSOR, format!("{place}: its sparse part overruns"));
            let (indices, values) = (sparse.indices(), sparse.values());
            let kind = match indices.index_type() {
                gltf::accessor::sparse::IndexType::U8 => DataType::U8,
                gltf::accessor::sparse::IndexType::U16 => DataType::U16,
                gltf::accessor::sparse::IndexType::U32 => DataType::U32,
            };
            let (index_view, value_view) = (indices.view(), values.view());
            let [index_bytes, value_bytes] = [self.view(&index_view)?, self.view(&value_view)?];
            let width = kind.size();
            let Some(numbers) = strided(index_bytes, indices.offset(), width, width, sparse.count()) else {
                return overrun();
            };
            let Some(values) = strided(value_bytes, values.offset(), size * N, size * N, sparse.count()) else {
                return overrun();
            };
            self.spend(sparse.count().saturating_mul(N), place)?;
            for (index, value) in numbers.zip(values) {
                let Some(item) = items.get_mut(number(index, kind, false) as usize) else { return overrun() };
                *item = read(value);
            }
        }
        Ok(items)
    }
}

fn is_finite<const N: usize>(item: &[f64; N]) -> bool {
    item.iter().all(|number| number.is_finite())
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

fn number(bytes: &[u8], kind: DataType, normalised: bool) -> f64 {
    let (value, one) = match (kind, bytes) {
        (DataType::I8, &[a]) => (f64::from(a as i8), 127.0),
        (DataType::U8, &[a]) => (f64::from(a), 255.0),
        (DataType::I16, &[a, b]) => (f64::from(i16::from_le_bytes([a, b])), 32767.0),
        (DataType::U16, &[a, b]) => (f64::from(u16::from_le_bytes([a, b])), 65535.0),
        (DataType::U32, &[a, b, c, d]) => (f64::from(u32::from_le_bytes([a, b, c, d])), f64::from(u32::MAX)),
        (DataType::F32, &[a, b, c, d]) => return f64::from(f32::from_le_bytes([a, b, c, d])),
        _ => (0.0, 1.0),
    };
    if normalised { (value / one).max(-1.0) } else { value }
}

/// Returns the bytes of all buffers, and whether all are there.
fn buffers<'d>(
    document: &Document,
    mut blob: Option<&'d [u8]>,
    beside: Beside<'_>,
    packed: &Packed,
    found: &mut Diagnostics,
) -> Result<(Vec<Cow<'d, [u8]>>, bool)> {
    let (mut buffers, mut is_whole) = (Vec::new(), true);
    let mut total = 0usize;
    for buffer in document.buffers() {
        let bytes = match buffer.source() {
            _ if packed.fallbacks.contains(&buffer.index()) => Some(Cow::default()),
            gltf::buffer::Source::Bin => blob.take().map(Cow::Borrowed),
            gltf::buffer::Source::Uri(uri) => bytes_of(uri, beside).map(Cow::Owned),
        };
        let Some(bytes) = bytes else {
            let uri = match buffer.source() {
                gltf::buffer::Source::Uri(uri) if !uri.starts_with("data:") => {
                    format!("the file {}", names::clipped(uri))
                }
                _ => "its content".to_owned(),
            };
            found.report(&rules::BUFFER, format!("buffer {}: {uri} is not there", buffer.index()));
            is_whole = false;
            buffers.push(Cow::default());
            continue;
        };
        total = total.saturating_add(bytes.len());
        if total > MOST_BYTES {
            return fault(&rules::BUFFER, format!("buffer {}: more than {MOST_BYTES} bytes", buffer.index()));
        }
        buffers.push(bytes);
    }
    Ok((buffers, is_whole))
}

/// Returns the bytes that a URI names: inside it, in base64 or with percent signs, or of a file beside.
pub(super) fn bytes_of(uri: &str, beside: Beside<'_>) -> Option<Vec<u8>> {
    let Some(inside) = uri.strip_prefix("data:") else {
        return beside(&percent_decode_str(uri).decode_utf8().ok()?);
    };
    let (kind, bytes) = inside.split_once(',')?;
    if kind.ends_with(";base64") { STANDARD.decode(bytes).ok() } else { Some(percent_decode_str(bytes).collect()) }
}
