//! The binary buffer, its views and its accessors.

use std::collections::HashMap;

use serde_json::{Value, json};

/// Component types.
const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
/// Targets of buffer views.
pub(super) const VERTICES: Option<u32> = Some(34962);
const INDICES: Option<u32> = Some(34963);

/// Collects the bytes of a file and describes them. Equal accessors are stored once.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
    known: HashMap<(Vec<u8>, String), usize>,
}

impl Buffer {
    /// Adds bytes, which begin at a multiple of four.
    pub(super) fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend_from_slice(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, bytes: Vec<u8>, target: Option<u32>, accessor: Value) -> usize {
        let key = (bytes, format!("{accessor} {target:?}"));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut accessor = accessor;
        accessor["bufferView"] = json!(self.view(&key.0, target));
        self.accessors.push(accessor);
        self.known.insert(key, self.accessors.len() - 1);
        self.accessors.len() - 1
    }

    /// Adds floats. Each item has as many of them as the type says; with `bounds` the smallest and largest are stored.
    pub(super) fn floats<const N: usize>(
        &mut self,
        items: &[[f32; N]],
        kind: &str,
        target: Option<u32>,
        bounds: bool,
    ) -> usize {
        let mut accessor = json!({ "componentType": FLOAT, "count": items.len(), "type": kind });
        if bounds {
            let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
                (0..N).map(|axis| items.iter().map(|item| item[axis]).reduce(pick).unwrap_or_default()).collect()
            };
            accessor["min"] = json!(bound(f32::min));
            accessor["max"] = json!(bound(f32::max));
        }
        self.accessor(items.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect(), target, accessor)
    }

    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        let narrow = indices.iter().all(|index| *index < u32::from(u16::MAX));
        let bytes = if narrow {
            indices.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect()
        } else {
            indices.iter().flat_map(|index| index.to_le_bytes()).collect()
        };
        let component = if narrow { UNSIGNED_SHORT } else { UNSIGNED_INT };
        self.accessor(bytes, INDICES, json!({ "componentType": component, "count": indices.len(), "type": "SCALAR" }))
    }

    /// Adds vectors of four 16-bit numbers: joints, or colours, where 65535 stands for 1.0.
    pub(super) fn shorts(&mut self, items: &[[u16; 4]], normalised: bool) -> usize {
        let bytes = items.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect();
        let mut accessor = json!({ "componentType": UNSIGNED_SHORT, "count": items.len(), "type": "VEC4" });
        if normalised {
            accessor["normalized"] = json!(true);
        }
        self.accessor(bytes, VERTICES, accessor)
    }

    pub(super) fn truths(&mut self, items: &[bool]) -> usize {
        let bytes = items.iter().map(|item| u8::from(*item)).collect();
        self.accessor(bytes, None, json!({ "componentType": UNSIGNED_BYTE, "count": items.len(), "type": "SCALAR" }))
    }
}
