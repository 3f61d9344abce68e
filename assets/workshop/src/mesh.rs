//! Facets with everything a corner needs, before they are welded into the vertex lists of a source text.
//!
//! Y is up, +Z is the front, +X the figure's own left. Lengths are workshop units; [`UNIT`](crate::text::UNIT) model
//! units each.

use glam::{DMat4, DVec3};

/// Indices of the materials that every figure of the workshop has, in the order of [`crate::text::MATERIALS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// Printed tin under clear lacquer: lit and reflecting.
    Lacquer,
    /// Lit, not reflecting.
    Matte,
    /// Lit, not reflecting, with the cut-out parts of the texture left out: flat plates would flash as a whole.
    CutOut,
    /// Not lit: lamps, and what has its shade painted on.
    Flat,
    /// Half blended, with the cut-out parts left out.
    Shadow,
}

/// A corner of a facet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    /// Position in workshop units.
    pub at: DVec3,
    /// Outward direction for the light.
    pub normal: DVec3,
    /// Texture coordinates in texels.
    pub texel: [f64; 2],
}

/// A triangle or a quad in perimeter order.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// Three or four corners.
    pub corners: Vec<Corner>,
    /// Material of the face.
    pub finish: Finish,
    /// The polygon group that shows the facet; with `None` it is always shown.
    pub group: Option<usize>,
}

/// Facets that belong together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// The facets.
    pub facets: Vec<Facet>,
}

impl Mesh {
    /// Adds a facet, turned so that it is seen from where its normals point.
    pub fn push(&mut self, mut facet: Facet) {
        let [a, b, c] = [0, 1, 2].map(|i| facet.corners[i].at);
        let last = facet.corners[facet.corners.len() - 1].at;
        let outward: DVec3 = facet.corners.iter().map(|corner| corner.normal).sum();
        // Facets are clockwise when seen from outside. For a quad the diagonals' product has the area of both halves.
        let clockwise = if facet.corners.len() == 4 { (c - a).cross(last - b) } else { (b - a).cross(c - a) };
        if clockwise.dot(outward) > 0.0 {
            facet.corners.reverse();
        }
        self.facets.push(facet);
    }

    /// Adds the facets of another mesh.
    pub fn add(&mut self, other: Mesh) -> &mut Self {
        self.facets.extend(other.facets);
        self
    }

    /// Returns the mesh under an affine transform.
    pub fn moved(mut self, by: DMat4) -> Self {
        let turn = by.inverse().transpose();
        for corner in self.facets.iter_mut().flat_map(|facet| &mut facet.corners) {
            corner.at = by.transform_point3(corner.at);
            corner.normal = turn.transform_vector3(corner.normal).normalize_or_zero();
        }
        self
    }

    /// Returns the mesh mirrored to the other side of the figure.
    pub fn mirrored(mut self) -> Self {
        for facet in &mut self.facets {
            facet.corners.reverse();
            for corner in &mut facet.corners {
                corner.at.x = -corner.at.x;
                corner.normal.x = -corner.normal.x;
            }
        }
        self
    }

    /// Returns the mesh with its facets turned inward.
    pub fn inside_out(mut self) -> Self {
        for facet in &mut self.facets {
            facet.corners.reverse();
            facet.corners.iter_mut().for_each(|corner| corner.normal = -corner.normal);
        }
        self
    }

    /// Returns the mesh with its facets in a polygon group.
    pub fn in_group(mut self, group: usize) -> Self {
        self.facets.iter_mut().for_each(|facet| facet.group = Some(group));
        self
    }
}
