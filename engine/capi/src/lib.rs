//! The calls of `com.mascotcapsule.micro3d.v3` as a library for C and Java: `keitai_micro3d`.
//!
//! The functions of C are described in `include/keitai_micro3d.h`, those of Java belong to the package in `engine/java`. Both stand on
//! the same safe calls; the rest is pointers. No function unwinds into its caller.

mod calls;
mod java;
mod record;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use keitai_render::micro3d::{ActionTable, Figure};
use keitai_render::{AffineTrans, Angle, Primitives, square_root};

use calls::{ARGUMENT, Code, EFFECT, LAYOUT, Look, OK, Target};
#[doc(hidden)]
pub use calls::{Graphics, Texture};
#[doc(hidden)]
pub use interface::*;

/// Runs a call. A panic is a fault of the library, and becomes an error.
fn guarded<T>(otherwise: T, call: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(otherwise)
}

/// Runs a call whose pointers may be null, which is an error.
fn checked(call: impl FnOnce() -> Option<Code>) -> Code {
    guarded(ARGUMENT, || call().unwrap_or(ARGUMENT))
}

fn boxed<T>(value: Option<T>) -> *mut T {
    value.map_or(null_mut(), |value| Box::into_raw(Box::new(value)))
}

/// Frees what [`boxed`] has returned.
///
/// # Safety
/// The pointer is null, or comes from [`boxed`] and is not used again.
unsafe fn free<T>(value: *mut T) {
    if !value.is_null() {
        // SAFETY: it comes from `Box::into_raw`, and nobody else has it.
        guarded((), || drop(unsafe { Box::from_raw(value) }));
    }
}

/// Returns an array; an empty one for a null pointer with a length of 0, and `None` for another null pointer or an impossible length.
///
/// # Safety
/// As many values as `len` can be read at the pointer, unless it is null, and are not written during the call.
unsafe fn array<'a, T>(first: *const T, len: usize) -> Option<&'a [T]> {
    if first.is_null() {
        return (len == 0).then_some(&[]);
    }
    let is_possible = len.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    // SAFETY: the caller vouches for the values.
    is_possible.then(|| unsafe { std::slice::from_raw_parts(first, len) })
}

/// Returns an array of `N` numbers.
///
/// # Safety
/// As for [`array`].
unsafe fn numbers<'a, const N: usize>(first: *const i32) -> Option<&'a [i32; N]> {
    // SAFETY: the caller vouches for the numbers.
    unsafe { first.cast::<[i32; N]>().as_ref() }
}

/// Writes `N` numbers.
///
/// # Safety
/// As many numbers can be written at the pointer, unless it is null.
unsafe fn write<const N: usize>(to: *mut i32, numbers: [i32; N]) -> Option<Code> {
    // SAFETY: the caller vouches for the place.
    unsafe { to.cast::<[i32; N]>().as_mut() }.map(|place| {
        *place = numbers;
        OK
    })
}

/// Returns the pixels of a picture.
///
/// # Safety
/// As many pixels as `size` can be read and written at the pointer, and nobody else does so during the call.
unsafe fn target<'a>(pixels: *mut u32, size: usize, stride: usize) -> Option<Target<'a>> {
    let is_possible = size.checked_mul(4).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if pixels.is_null() || !is_possible {
        return None;
    }
    // SAFETY: the caller vouches for the pixels.
    Some(Target { pixels: unsafe { std::slice::from_raw_parts_mut(pixels, size) }, stride })
}

/// Returns the textures of an array of handles; `None` if the array or one of them is null.
///
/// # Safety
/// As for [`array`], and the handles are null or valid.
unsafe fn textures<'a>(first: *const *const Texture, count: usize) -> Option<impl Iterator<Item = &'a Texture>> {
    // SAFETY: the caller vouches for the array.
    let handles = unsafe { array::<'a, _>(first, count)? };
    // SAFETY: the caller vouches for the handles.
    handles
        .iter()
        .all(|texture| !texture.is_null())
        .then(|| handles.iter().filter_map(|texture| unsafe { texture.as_ref() }))
}

/// Declares functions of the header. Their pointers are null or valid for what the header says, and handles are not in use by another
/// call, which is the condition of all unsafe blocks in them.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> $result:ty { $body:expr })*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// Pointers are null or valid as the header says, and handles are not in use by another call.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments)]
        pub unsafe extern "C" fn $name($($argument: $kind),*) -> $result {
            // SAFETY: the condition of the function.
            unsafe { $body }
        }
    )*};
}

#[allow(unused_unsafe)]
mod interface {
    use super::*;

    functions! {
        /// The version of the interface.
        fn km3d_version() -> i32 { 1 }
        /// Makes a texture.
        fn km3d_texture_new(bytes: *const u8, len: usize, model: i32) -> *mut Texture {
            guarded(null_mut(), || boxed(array(bytes, len).and_then(|bytes| Texture::new(bytes, model != 0))))
        }
        /// Frees a texture.
        fn km3d_texture_free(texture: *mut Texture) -> () { free(texture) }
        /// Makes a figure.
        fn km3d_figure_new(bytes: *const u8, len: usize) -> *mut Figure {
            guarded(null_mut(), || boxed(array(bytes, len).and_then(|bytes| Figure::read(bytes).ok())))
        }
        /// Frees a figure.
        fn km3d_figure_free(figure: *mut Figure) -> () { free(figure) }
        /// The number of patterns.
        fn km3d_figure_patterns(figure: *const Figure) -> i32 {
            checked(|| i32::try_from(figure.as_ref()?.pattern_count()).ok())
        }
        /// Shows patterns.
        fn km3d_figure_set_pattern(figure: *mut Figure, mask: i32) -> Code {
            checked(|| {
                figure.as_mut()?.set_pattern(mask.cast_unsigned());
                Some(OK)
            })
        }
        /// Sets a posture.
        fn km3d_figure_set_posture(figure: *mut Figure, actions: *const ActionTable, action: i32, frame: i32) -> Code {
            checked(|| calls::set_posture(figure.as_mut()?, actions.as_ref()?, action, frame))
        }
        /// Makes an action table.
        fn km3d_actions_new(bytes: *const u8, len: usize) -> *mut ActionTable {
            guarded(null_mut(), || boxed(array(bytes, len).and_then(|bytes| ActionTable::read(bytes).ok())))
        }
        /// Frees an action table.
        fn km3d_actions_free(actions: *mut ActionTable) -> () { free(actions) }
        /// The number of actions.
        fn km3d_actions_count(actions: *const ActionTable) -> i32 {
            checked(|| i32::try_from(actions.as_ref()?.len()).ok())
        }
        /// The last frame of an action.
        fn km3d_actions_frames(actions: *const ActionTable, action: i32) -> i32 {
            checked(|| calls::last_frame(actions.as_ref()?, action))
        }
        /// Makes graphics.
        fn km3d_graphics_new() -> *mut Graphics { guarded(null_mut(), || boxed(Some(Graphics::new()))) }
        /// Frees graphics.
        fn km3d_graphics_free(graphics: *mut Graphics) -> () { free(graphics) }
        /// Begins a picture.
        fn km3d_bind(
            graphics: *mut Graphics, width: i32, height: i32, clip_x: i32, clip_y: i32, clip_width: i32, clip_height: i32,
        ) -> Code {
            checked(|| Some(graphics.as_mut()?.bind([width, height], [clip_x, clip_y, clip_width, clip_height])))
        }
        /// Ends a picture.
        fn km3d_release(graphics: *mut Graphics) -> Code { checked(|| Some(graphics.as_mut()?.release())) }
        /// Queues a figure.
        fn km3d_render_figure(
            graphics: *mut Graphics, figure: *mut Figure, list: *const *const Texture, count: usize, x: i32, y: i32,
            layout: *const i32, effect: *const i32, sphere: *const Texture,
        ) -> Code {
            checked(|| {
                let look = Look::new(numbers::<LAYOUT>(layout)?, numbers::<EFFECT>(effect)?, sphere.as_ref(), (x, y));
                let list = textures(list, count)?;
                Some(graphics.as_mut()?.render_figure(figure.as_mut()?, list, look))
            })
        }
        /// Queues primitives.
        fn km3d_render_primitives(
            graphics: *mut Graphics, texture: *const Texture, x: i32, y: i32, layout: *const i32, effect: *const i32,
            sphere: *const Texture, command: u32, count: i32, vertices: *const i32, vertices_len: usize,
            normals: *const i32, normals_len: usize, texcoords: *const i32, texcoords_len: usize, colours: *const i32,
            colours_len: usize,
        ) -> Code {
            checked(|| {
                let look = Look::new(numbers::<LAYOUT>(layout)?, numbers::<EFFECT>(effect)?, sphere.as_ref(), (x, y));
                let primitives = Primitives {
                    texture: texture.as_ref().and_then(Texture::model),
                    command,
                    count: usize::try_from(count).ok()?,
                    vertices: array(vertices, vertices_len)?,
                    normals: array(normals, normals_len)?,
                    texcoords: array(texcoords, texcoords_len)?,
                    colours: array(colours, colours_len)?,
                };
                Some(graphics.as_mut()?.render_primitives(&primitives, look))
            })
        }
        /// Runs a command list.
        fn km3d_command_list(
            graphics: *mut Graphics, list: *const *const Texture, count: usize, transforms: *const i32,
            transform_count: usize, x: i32, y: i32, layout: *const i32, effect: *const i32, sphere: *const Texture,
            words: *const i32, words_len: usize, pixels: *mut u32, size: usize, stride: usize,
        ) -> Code {
            checked(|| {
                let look = Look::new(numbers::<LAYOUT>(layout)?, numbers::<EFFECT>(effect)?, sphere.as_ref(), (x, y));
                let list = textures(list, count)?;
                let transforms = array(transforms.cast::<[i32; 12]>(), transform_count)?;
                let (words, target) = (array(words, words_len)?, target(pixels, size, stride)?);
                Some(graphics.as_mut()?.command_list(list, transforms, look, words, target))
            })
        }
        /// Draws what is queued.
        fn km3d_flush(graphics: *mut Graphics, pixels: *mut u32, size: usize, stride: usize) -> Code {
            checked(|| Some(graphics.as_mut()?.flush(target(pixels, size, stride)?)))
        }
        /// The square root.
        fn km3d_sqrt(value: i32) -> i32 { square_root(value) }
        /// The sine.
        fn km3d_sin(angle: i32) -> i32 { Angle(angle).sin().to_bits() }
        /// The cosine.
        fn km3d_cos(angle: i32) -> i32 { Angle(angle).cos().to_bits() }
        /// The product of matrices.
        fn km3d_mul(a: *const i32, b: *const i32, result: *mut i32) -> Code {
            checked(|| {
                let [a, b] = [numbers(a)?, numbers(b)?].map(|matrix| AffineTrans::from_raw(*matrix));
                write(result, a.mul(&b).to_raw())
            })
        }
        /// The product of a matrix and a vector.
        fn km3d_transform(matrix: *const i32, vector: *const i32, result: *mut i32) -> Code {
            checked(|| {
                let (matrix, vector) = (AffineTrans::from_raw(*numbers(matrix)?), calls::vector(numbers(vector)?));
                write(result, calls::numbers(matrix.transform(vector)))
            })
        }
        /// Sets a rotation about an axis.
        fn km3d_rotation(matrix: *mut i32, axis: *const i32, angle: i32) -> Code {
            checked(|| write(matrix, calls::turned(numbers(matrix)?, numbers(axis)?, angle)))
        }
        /// Sets a view.
        fn km3d_look_at(matrix: *mut i32, nine: *const i32) -> Code {
            checked(|| write(matrix, calls::look_at(numbers(nine)?)))
        }
        /// Makes a vector 4096 long.
        fn km3d_unit(vector: *mut i32) -> Code {
            checked(|| write(vector, calls::numbers(calls::vector(numbers(vector)?).unit())))
        }
    }
}
