//! Light on vertices: shades, and the coordinates of the sphere map.

use crate::affine::AffineTrans;
use crate::compat::{LightRange, ShadeFormula, SphereCoord, SphereInterp, SphereRows};
use crate::effect::{Effect, Shading};
use crate::project::{Backend, Screen, into_bone};
use crate::vector::Vector3;

/// Light and reflection as one bone's normals see them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lighting {
    /// Of the light, 4.12; of any length until it is in the space of a bone.
    direction: Vector3,
    intensity: i32,
    ambient: i32,
    /// Screen right and down in bone space.
    axes: [Vector3; 2],
    rows: SphereRows,
    formula: ShadeFormula,
    coordinate: SphereCoord,
    interpolation: SphereInterp,
    reflective: bool,
    /// Sphere coordinates keep their fraction and stop at the rim.
    fine: bool,
    /// The least that a normal can count as facing the light; below 0 where directional light also darkens.
    least: i32,
}

impl Lighting {
    /// In view space. `None` without a light.
    pub(crate) fn new(effect: &Effect, screen: &Screen) -> Option<Self> {
        let compat = screen.compat;
        let light = effect.light?;
        let darkens = compat.shade_formula == ShadeFormula::I12 && effect.shading != Shading::Normal;
        let clamped = |v: i32, most: i32| match compat.light_range {
            LightRange::AsGiven => v,
            LightRange::Clamp => v.clamp(0, most),
        };
        Some(Self {
            direction: match compat.shade_formula {
                ShadeFormula::S8 => light.direction.unit(),
                ShadeFormula::I12 => light.direction,
            },
            intensity: clamped(light.intensity.to_bits(), 16384),
            ambient: clamped(light.ambient.to_bits(), 4096),
            axes: [Vector3::default(); 2],
            rows: compat.sphere_rows,
            formula: compat.shade_formula,
            coordinate: compat.sphere_coord,
            interpolation: compat.sphere_interp,
            least: if darkens { i32::MIN } else { 0 },
            reflective: effect.sphere_map.is_some(),
            fine: screen.backend == Backend::Enhanced,
        })
    }

    /// The same light in the space of a bone, whose matrix in view space is given.
    pub(crate) fn in_space(&self, matrix: &AffineTrans) -> Self {
        let rows = matrix.raw_rows();
        let mut lighting = *self;
        let Vector3 { x, y, z } = self.direction;
        let [x, y, z] = into_bone([x, y, z], &rows);
        lighting.direction = Vector3::new(x, y, z).unit();
        lighting.axes = [0, 1].map(|i| {
            let row = Vector3::new(rows[i][0], rows[i][1], rows[i][2]);
            if self.reflective && self.rows == SphereRows::Normalised { row.unit() } else { row }
        });
        lighting
    }

    /// Whether there is anything to reflect.
    pub(crate) fn reflective(&self) -> bool {
        self.reflective
    }

    /// The shade of a normal (4.12), 8.8.
    #[inline]
    pub(crate) fn shade(&self, [x, y, z]: [i32; 3]) -> u16 {
        let facing = Vector3::new(x, y, z).inner(self.direction).wrapping_neg() >> 12;
        let lit = facing.max(self.least).wrapping_mul(self.intensity) >> 12;
        let intensity = self.ambient.wrapping_add(lit);
        let shade = match self.formula {
            ShadeFormula::S8 => ((intensity.clamp(0, 4112) * 255) >> 12).min(255) << 8,
            ShadeFormula::I12 => intensity.clamp(0, 4095) >> 2 << 6,
        };
        shade as u16
    }

    /// Sphere-map coordinates of a normal, texels in 8.8.
    #[inline]
    pub(crate) fn reflection(&self, [x, y, z]: [i32; 3]) -> [i32; 2] {
        self.axes.map(|axis| {
            let n = (Vector3::new(x, y, z).inner(axis) >> 12).saturating_add(4096);
            if self.fine {
                return n.clamp(0, 8191) << 1;
            }
            match (self.coordinate, self.interpolation) {
                (SphereCoord::Shift7, SphereInterp::WholeTexel) => n.clamp(0, 8192) >> 7 << 8,
                (SphereCoord::Shift7, SphereInterp::Fraction) => n.clamp(0, 8192) << 1,
                (SphereCoord::Mul65, _) => (((n >> 1).clamp(0, 4095) * 65) >> 8 & 0x3FF) << 4,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::Compat;
    use crate::effect::Light;
    use crate::numbers::Q12;

    fn lighting(ambient: i32, intensity: i32) -> Lighting {
        let light = Light {
            direction: Vector3::FORWARD,
            intensity: Q12::from_bits(intensity),
            ambient: Q12::from_bits(ambient),
        };
        let effect = Effect { light: Some(light), ..Effect::default() };
        let screen = Screen { size: (1, 1), backend: Backend::Authentic, compat: &Compat::default(), clip: None };
        Lighting::new(&effect, &screen).unwrap().in_space(&AffineTrans::IDENTITY)
    }

    #[test]
    fn ambient_levels_change_where_the_viewer_changes() {
        let level = |ambient| lighting(ambient, 0).shade([0, 0, 0]) >> 11;
        assert_eq!([128, 129, 2056, 2057, 3983, 3984].map(level), [0, 1, 15, 16, 30, 31]);
    }

    #[test]
    fn twelve_bits_of_intensity_keep_ten() {
        let light = |ambient| Lighting { formula: ShadeFormula::I12, ..lighting(ambient, 0) };
        let level = |ambient| f64::from(light(ambient).shade([0, 0, 0])) / 2048.0;
        assert_eq!(
            [127, 128, 131, 132, 4095, 5000].map(level),
            [31.0 / 32.0, 1.0, 1.0, 33.0 / 32.0, 1023.0 / 32.0, 1023.0 / 32.0]
        );
    }

    #[test]
    fn a_normal_against_the_light_is_bright_and_along_it_dark() {
        let light = lighting(0, 4096);
        assert_eq!((light.shade([0, 0, -4096]), light.shade([0, 0, 4096])), (255 << 8, 0));
    }

    #[test]
    fn sphere_coordinates_reach_64_at_the_rim() {
        let light = lighting(0, 4096);
        assert_eq!(light.reflection([4096, -4096, 0]), [64 << 8, 0]);
        assert_eq!(light.reflection([0, 0, -4096]), [32 << 8, 32 << 8]);
    }
}
