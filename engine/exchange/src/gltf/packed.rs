//! Numbers that are compressed: buffer views by meshoptimizer, and the vertices and indices of primitives by Draco.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder, PointAttribute, PointIndex};
use meshoptimizer_rs::{Workspace, codec};

use super::document::{Buffer, Document, Draco, Meshopt, Number, Primitive};
use crate::error::Result;
use crate::import::fault;
use crate::memory::{Loan, Memory};
use crate::rules;

/// Most bytes of all compressed numbers, before and after.
const MOST_BYTES: usize = 1 << 25;
/// Most bytes of all meshes that Draco has compressed, whether an accessor uses them or not.
const MOST_UNPACKED: usize = 1 << 26;
/// Extensions with the layout of a compressed buffer view.
pub(super) const VIEWS: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
/// Extension with the place of a primitive's numbers.
pub(super) const DRACO: &str = "KHR_draco_mesh_compression";

/// Numbers without their compression.
#[derive(Default)]
pub(super) struct Unpacked {
    pub(super) views: BTreeMap<usize, Vec<u8>>,
    pub(super) accessors: RefCell<BTreeMap<usize, Items>>,
    loan: Cell<Option<Loan>>,
}

pub(super) struct Items {
    pub(super) bytes: Vec<u8>,
    pub(super) kind: Number,
    /// Numbers in each item.
    pub(super) width: usize,
}

impl Items {
    pub(super) fn count(&self) -> usize {
        self.bytes.len() / (self.width * self.kind.size()).max(1)
    }
}

fn damaged<T>(view: usize, error: impl Display) -> Result<T> {
    fault(&rules::ACCESSOR, format!("buffer view {view}: its compressed numbers cannot be read: {error}"))
}

/// Returns the buffers without bytes. They stand for the numbers in programs that cannot read compressed ones.
pub(super) fn fallbacks(document: &Document) -> BTreeSet<usize> {
    let views = &document.buffer_views;
    // A buffer without a file that only such views refer to stands for their numbers, even if nothing says so.
    let mut stands: BTreeSet<usize> =
        views.iter().filter(|view| view.extensions.meshopt().is_some()).map(|view| view.buffer).collect();
    for view in views {
        stands.remove(&view.extensions.meshopt().map_or(view.buffer, |place| place.buffer));
    }
    let is_empty = |(index, buffer): &(usize, &Buffer)| {
        buffer.uri.is_none() && (buffer.extensions.meshopt().is_some() || stands.contains(index))
    };
    document.buffers.iter().enumerate().filter(is_empty).map(|(index, _)| index).collect()
}

impl Unpacked {
    /// Unpacks the numbers that are compressed and nowhere else. A mesh that several primitives share is read once.
    pub(super) fn new(
        document: &Document,
        fallbacks: &BTreeSet<usize>,
        buffers: &[Cow<'_, [u8]>],
        memory: &Memory,
    ) -> Result<Self> {
        let mut unpacked = Self::default();
        let (mut rest, mut loan) = (MOST_BYTES, None);
        let mut spend = |bytes: usize| {
            let Some(less) = rest.checked_sub(bytes) else {
                return fault(&rules::TOO_MUCH, format!("more than {MOST_BYTES} bytes of compressed numbers"));
            };
            rest = less;
            let size = MOST_BYTES - less;
            let renewed = memory.renew(&mut loan, size as u64);
            renewed.or_else(|lack| fault(&rules::TOO_MUCH, format!("compressed numbers take {lack}")))?;
            Ok(less)
        };
        let mut workspace = Workspace::default();
        for (number, view) in document.buffer_views.iter().enumerate() {
            let Some(packed) = view.extensions.meshopt().filter(|_| fallbacks.contains(&view.buffer)) else { continue };
            let Some(source) = in_buffer(buffers, packed.buffer, packed.byte_offset, packed.byte_length) else {
                return damaged(number, "they are outside the buffer");
            };
            spend(source.len().saturating_add(packed.count.saturating_mul(packed.byte_stride)))?;
            match decoded(packed, source, &mut workspace) {
                Ok(bytes) => unpacked.views.insert(number, bytes),
                Err(error) => return damaged(number, error),
            };
        }
        let mut meshes: BTreeMap<usize, Vec<(&Primitive, &Draco)>> = BTreeMap::new();
        for primitive in document.meshes.iter().flat_map(|mesh| &mesh.primitives) {
            let accessor = primitive.attributes.get("POSITION").and_then(|list| document.accessors.get(*list));
            let is_empty = accessor.is_some_and(|list| list.buffer_view.is_none() && list.sparse.is_none());
            if let Some(draco) = primitive.extensions.draco.as_deref().filter(|_| is_empty) {
                meshes.entry(draco.buffer_view).or_default().push((primitive, draco));
            }
        }
        let mut bytes = 0usize;
        for (number, primitives) in meshes {
            let Some(view) = document.buffer_views.get(number) else {
                return damaged(number, "there is no such buffer view");
            };
            let source = match unpacked.views.get(&number) {
                Some(bytes) => Some(bytes.as_slice()),
                None => in_buffer(buffers, view.buffer, view.byte_offset, view.byte_length),
            };
            let Some(source) = source else { return damaged(number, "they are outside the buffer") };
            // The decoder takes as much again.
            let most = spend(source.len())?.min(usize::try_from(memory.rest() / 2).unwrap_or(usize::MAX));
            let mut mesh = Mesh::new();
            let mut limits = DecodeLimits::default();
            (limits.max_points, limits.max_faces, limits.max_decoded_bytes) =
                (most as u64, most as u64 / 12, most as u64);
            let mut source = DecoderBuffer::new(source).with_limits(limits);
            if let Err(error) = MeshDecoder::new().decode(&mut source, &mut mesh) {
                return damaged(number, error);
            }
            let attributes = (0..mesh.num_attributes()).filter_map(|index| mesh.try_attribute(index).ok());
            let sizes = attributes.map(|attribute| attribute.buffer().data().len());
            bytes = bytes.saturating_add(sizes.fold(mesh.num_faces() * 12, usize::saturating_add));
            if bytes > MOST_UNPACKED {
                return fault(&rules::TOO_MUCH, format!("more than {MOST_UNPACKED} bytes of meshes in Draco's format"));
            }
            for (primitive, draco) in primitives {
                if let Some(indices) = primitive.indices {
                    spend(mesh.num_faces() * 12)?;
                    let bytes = mesh.faces().iter().flatten().flat_map(|point| point.0.to_le_bytes()).collect();
                    unpacked.accessors.get_mut().insert(indices, Items { bytes, kind: Number::U32, width: 1 });
                }
                for (name, &id) in &draco.attributes {
                    let Some(&accessor) = primitive.attributes.get(name) else { continue };
                    let Some(attribute) = mesh.attribute_by_unique_id(id) else {
                        return damaged(number, format!("there is no attribute {id}"));
                    };
                    spend(mesh.num_points().saturating_mul(attribute.byte_stride() as usize))?;
                    match items(attribute, mesh.num_points()) {
                        Some(items) => unpacked.accessors.get_mut().insert(accessor, items),
                        None => return damaged(number, format!("attribute {id} has other numbers")),
                    };
                }
            }
        }
        unpacked.loan.set(loan);
        Ok(unpacked)
    }

    /// Drops the numbers of primitives, which have been read.
    pub(super) fn drop_accessors(&self) {
        self.accessors.take();
        // One loan is for both.
        if self.views.is_empty() {
            self.loan.take();
        }
    }
}

/// Returns the numbers of a buffer view without the compression of meshoptimizer.
fn decoded(
    packed: &Meshopt,
    source: &[u8],
    workspace: &mut Workspace,
) -> std::result::Result<Vec<u8>, meshoptimizer_rs::Error> {
    let &Meshopt { count, byte_stride: stride, .. } = packed;
    let mut bytes = match packed.mode.as_str() {
        "ATTRIBUTES" => codec::decode_vertex_buffer(count, stride, source, workspace)?,
        "TRIANGLES" => codec::decode_index_buffer(count, stride, source, workspace)?,
        "INDICES" => codec::decode_index_sequence(count, stride, source, workspace)?,
        _ => return Err(meshoptimizer_rs::Error::InvalidParameter),
    };
    match packed.filter.as_str() {
        "" | "NONE" => {}
        "OCTAHEDRAL" => codec::decode_filter_oct(&mut bytes, count, stride, workspace)?,
        "QUATERNION" => codec::decode_filter_quat(&mut bytes, count, stride, workspace)?,
        "EXPONENTIAL" => codec::decode_filter_exp(&mut bytes, count, stride, workspace)?,
        "COLOR" => codec::decode_filter_color(&mut bytes, count, stride, workspace)?,
        _ => return Err(meshoptimizer_rs::Error::InvalidParameter),
    }
    Ok(bytes)
}

fn in_buffer<'b>(buffers: &'b [Cow<'_, [u8]>], buffer: usize, offset: usize, length: usize) -> Option<&'b [u8]> {
    buffers.get(buffer)?.get(offset..offset.checked_add(length)?)
}

/// Returns the items of all points; `None` for a kind that accessors cannot have, or where some are missing.
fn items(attribute: &PointAttribute, points: usize) -> Option<Items> {
    use draco_core::DataType as Own;
    let kind = match attribute.data_type() {
        Own::Int8 => Number::I8,
        Own::Uint8 => Number::U8,
        Own::Int16 => Number::I16,
        Own::Uint16 => Number::U16,
        Own::Uint32 => Number::U32,
        Own::Float32 => Number::F32,
        _ => return None,
    };
    let width = usize::from(attribute.num_components());
    let (size, stride) = (width * kind.size(), usize::try_from(attribute.byte_stride()).ok()?);
    let data = attribute.buffer().data();
    let mut bytes = Vec::with_capacity(points * size);
    for point in 0..u32::try_from(points).ok()? {
        let start = (attribute.mapped_index(PointIndex(point)).0 as usize).checked_mul(stride)?;
        bytes.extend_from_slice(data.get(start..start.checked_add(size)?)?);
    }
    Some(Items { bytes, kind, width })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_primitives_give_their_memory_back() {
        let memory = Memory::new(1 << 20);
        let unpacked = Unpacked { loan: Cell::new(memory.take(1 << 19).ok()), ..Unpacked::default() };
        unpacked.drop_accessors();
        assert_eq!(memory.rest(), 1 << 20);
    }
}
