//! The selection in a figure.

/// The selected polygon, vertex and bone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Selection {
    /// Index of the polygon in the renderer's order.
    pub(crate) polygon: Option<usize>,
    /// Place of the vertex among the polygon's.
    pub(crate) corner: usize,
    /// Index of the bone.
    pub(crate) bone: Option<usize>,
}
