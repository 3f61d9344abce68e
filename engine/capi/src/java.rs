//! The native methods of the class `Native` in the package `com.mascotcapsule.micro3d.v3`.
//!
//! Handles are longs, and everything else is numbers and arrays of numbers. The class keeps its handles valid during a call, passes a
//! figure or graphics to one call at a time, and never passes null but where a method says so.

use std::ptr::null_mut;

use jni_sys::{JNIEnv, jarray, jboolean, jbyteArray, jclass, jint, jintArray, jlong, jsize};
use keitai_render::micro3d::{ActionTable, Figure};
use keitai_render::{Angle, Primitives, square_root};

use crate::calls::{self, ARGUMENT, Code, EFFECT, Graphics, LAYOUT, Look, OK, Target, Texture};
use crate::{boxed, checked, free, guarded};

/// The machine of Java, during a native method.
#[derive(Clone, Copy)]
struct Env(*mut JNIEnv);

/// Calls a function of the machine's table.
macro_rules! call {
    ($env:expr, $function:ident($($argument:expr),*)) => {{
        let env: *mut JNIEnv = $env.0;
        // SAFETY: the pointer is that of a native method, and the arguments are references of that method.
        unsafe { (**env).$function.map(|function| function(env, $($argument),*)) }
    }};
}

impl Env {
    fn len(self, array: jarray) -> usize {
        if array.is_null() { 0 } else { call!(self, GetArrayLength(array)).map_or(0, |len| len as usize) }
    }

    fn bytes(self, array: jbyteArray, len: jint) -> Vec<u8> {
        let mut bytes = vec![0_u8; len as usize];
        call!(self, GetByteArrayRegion(array, 0, bytes.len() as jsize, bytes.as_mut_ptr().cast()));
        bytes
    }

    /// Returns a copy of the first `N` numbers of an array.
    fn numbers<const N: usize>(self, array: jintArray) -> [i32; N] {
        let mut numbers = [0; N];
        if self.len(array) >= N {
            call!(self, GetIntArrayRegion(array, 0, N as jsize, numbers.as_mut_ptr()));
        }
        numbers
    }

    fn write<const N: usize>(self, array: jintArray, numbers: [i32; N]) {
        if self.len(array) >= N {
            call!(self, SetIntArrayRegion(array, 0, N as jsize, numbers.as_ptr()));
        }
    }

    /// Calls `draw` with the pixels of an array, in place. No other function of the machine may be called meanwhile.
    fn pixels(self, array: jintArray, stride: jint, draw: impl FnOnce(Target) -> Code) -> Option<Code> {
        let (len, stride) = (self.len(array), usize::try_from(stride).ok()?);
        let first = call!(self, GetPrimitiveArrayCritical(array, null_mut()))?.cast::<u32>();
        if first.is_null() {
            return None;
        }
        // SAFETY: the machine gives the whole array until it is released.
        let pixels = unsafe { std::slice::from_raw_parts_mut(first, len) };
        let code = guarded(ARGUMENT, || draw(Target { pixels, stride }));
        call!(self, ReleasePrimitiveArrayCritical(array, first.cast(), 0));
        Some(code)
    }

    /// Calls `call` with graphics, layout and effect, and the other words of the call.
    ///
    /// # Safety
    /// Handles are valid, and `sphere` may be 0.
    unsafe fn call(
        self,
        graphics: jlong,
        (sphere, offset): (jlong, (jint, jint)),
        (array, len): (jintArray, jint),
        call: impl FnOnce(&mut Graphics, Option<Look>, &[i32]) -> Option<Code>,
    ) -> Code {
        checked(|| {
            // SAFETY: the caller vouches for the handles.
            let (graphics, sphere) =
                unsafe { (handle::<Graphics>(graphics).as_mut()?, handle::<Texture>(sphere).as_ref()) };
            // The buffer of the last call, so that nothing is allocated.
            let mut words = std::mem::take(&mut graphics.words);
            words.resize(usize::try_from(len).ok()?, 0);
            call!(self, GetIntArrayRegion(array, 0, len, words.as_mut_ptr()));
            let (layout, rest) = words.split_first_chunk::<LAYOUT>()?;
            let (effect, rest) = rest.split_first_chunk::<EFFECT>()?;
            let code = call(graphics, Look::new(layout, effect, sphere, offset), rest);
            graphics.words = words;
            code
        })
    }
}

fn handle<T>(handle: jlong) -> *mut T {
    handle as usize as *mut T
}

fn new<T>(value: Option<T>) -> jlong {
    boxed(value) as usize as jlong
}

/// Returns the textures of handles, each of which is two words, and the words before them.
///
/// # Safety
/// The handles are valid during the call.
unsafe fn textures(words: &[i32], count: jint) -> Option<(&[i32], impl Iterator<Item = &Texture>)> {
    let (words, handles) = words.split_at_checked(words.len().checked_sub(2 * usize::try_from(count).ok()?)?)?;
    let handles = handles.as_chunks::<2>().0.iter();
    let handles = handles.map(|[low, high]| jlong::from(*high) << 32 | jlong::from(low.cast_unsigned()));
    // SAFETY: the caller vouches for the handles.
    Some((words, handles.filter_map(|texture| unsafe { handle::<Texture>(texture).as_ref() })))
}

/// Declares native methods. Their handles are valid and not in use by another call, which is the condition of the unsafe blocks.
macro_rules! natives {
    ($($name:ident($env:ident $(, $argument:ident: $kind:ty)*) -> $result:ty { $body:expr })*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "system" fn $name(env: *mut JNIEnv, _: jclass $(, $argument: $kind)*) -> $result {
            let $env = Env(env);
            // SAFETY: the class of Java keeps the condition.
            unsafe { $body }
        }
    )*};
}

#[allow(non_snake_case, unused_unsafe, unused_variables)]
mod natives {
    use super::*;

    natives! {
        Java_com_mascotcapsule_micro3d_v3_Native_texture(env, bytes: jbyteArray, len: jint, model: jboolean) -> jlong {
            guarded(0, || new(Texture::new(&env.bytes(bytes, len), model != 0)))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_figure(env, bytes: jbyteArray, len: jint) -> jlong {
            guarded(0, || new(Figure::read(&env.bytes(bytes, len)).ok()))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_actions(env, bytes: jbyteArray, len: jint) -> jlong {
            guarded(0, || new(ActionTable::read(&env.bytes(bytes, len)).ok()))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_graphics(env) -> jlong { guarded(0, || new(Some(Graphics::new()))) }
        // The kinds of the class `Resource`.
        Java_com_mascotcapsule_micro3d_v3_Native_free(env, kind: jint, resource: jlong) -> () {
            match kind {
                0 => free(handle::<Texture>(resource)),
                1 => free(handle::<Figure>(resource)),
                2 => free(handle::<ActionTable>(resource)),
                _ => free(handle::<Graphics>(resource)),
            }
        }
        Java_com_mascotcapsule_micro3d_v3_Native_patterns(env, figure: jlong) -> jint {
            checked(|| i32::try_from(handle::<Figure>(figure).as_ref()?.pattern_count()).ok())
        }
        Java_com_mascotcapsule_micro3d_v3_Native_setPattern(env, figure: jlong, mask: jint) -> jint {
            checked(|| {
                handle::<Figure>(figure).as_mut()?.set_pattern(mask.cast_unsigned());
                Some(OK)
            })
        }
        Java_com_mascotcapsule_micro3d_v3_Native_setPosture(
            env, figure: jlong, actions: jlong, action: jint, frame: jint
        ) -> jint {
            checked(|| {
                let (figure, actions) = (handle::<Figure>(figure).as_mut()?, handle::<ActionTable>(actions).as_ref()?);
                calls::set_posture(figure, actions, action, frame)
            })
        }
        Java_com_mascotcapsule_micro3d_v3_Native_actionCount(env, actions: jlong) -> jint {
            checked(|| i32::try_from(handle::<ActionTable>(actions).as_ref()?.len()).ok())
        }
        Java_com_mascotcapsule_micro3d_v3_Native_frames(env, actions: jlong, action: jint) -> jint {
            checked(|| calls::last_frame(handle::<ActionTable>(actions).as_ref()?, action))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_bind(
            env, graphics: jlong, width: jint, height: jint, x: jint, y: jint, clip_width: jint, clip_height: jint
        ) -> jint {
            checked(|| Some(handle::<Graphics>(graphics).as_mut()?.bind([width, height], [x, y, clip_width, clip_height])))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_release(env, graphics: jlong) -> jint {
            checked(|| Some(handle::<Graphics>(graphics).as_mut()?.release()))
        }
        // The words are layout and effect, and then what the counts say.
        Java_com_mascotcapsule_micro3d_v3_Native_renderFigure(
            env, graphics: jlong, figure: jlong, x: jint, y: jint, sphere: jlong, words: jintArray, len: jint, list: jint
        ) -> jint {
            env.call(graphics, (sphere, (x, y)), (words, len), |graphics, look, words| {
                let figure = handle::<Figure>(figure).as_mut()?;
                Some(graphics.render_figure(figure, textures(words, list)?.1, look))
            })
        }
        // Texture and sphere map may be 0.
        Java_com_mascotcapsule_micro3d_v3_Native_renderPrimitives(
            env, graphics: jlong, texture: jlong, x: jint, y: jint, sphere: jlong, words: jintArray, len: jint,
            command: jint, count: jint, vertices: jint, normals: jint, texcoords: jint, colours: jint
        ) -> jint {
            env.call(graphics, (sphere, (x, y)), (words, len), |graphics, look, mut words| {
                let mut next = |count: jint| words.split_off(..usize::try_from(count).ok()?);
                let primitives = Primitives {
                    texture: handle::<Texture>(texture).as_ref().and_then(Texture::model),
                    command: command.cast_unsigned(),
                    count: usize::try_from(count).ok()?,
                    vertices: next(vertices)?,
                    normals: next(normals)?,
                    texcoords: next(texcoords)?,
                    colours: next(colours)?,
                };
                Some(graphics.render_primitives(&primitives, look))
            })
        }
        Java_com_mascotcapsule_micro3d_v3_Native_commandList(
            env, graphics: jlong, x: jint, y: jint, sphere: jlong, words: jintArray, len: jint, transforms: jint,
            list: jint, pixels: jintArray, stride: jint
        ) -> jint {
            env.call(graphics, (sphere, (x, y)), (words, len), |graphics, look, words| {
                let (words, textures) = textures(words, list)?;
                let (transforms, words) = words.split_at_checked(12 * usize::try_from(transforms).ok()?)?;
                let transforms = transforms.as_chunks().0;
                env.pixels(pixels, stride, |target| graphics.command_list(textures, transforms, look, words, target))
            })
        }
        Java_com_mascotcapsule_micro3d_v3_Native_flush(env, graphics: jlong, pixels: jintArray, stride: jint) -> jint {
            checked(|| {
                let graphics = handle::<Graphics>(graphics).as_mut()?;
                env.pixels(pixels, stride, |target| graphics.flush(target))
            })
        }
        Java_com_mascotcapsule_micro3d_v3_Native_sqrt(env, value: jint) -> jint { square_root(value) }
        Java_com_mascotcapsule_micro3d_v3_Native_sin(env, angle: jint) -> jint { Angle(angle).sin().to_bits() }
        Java_com_mascotcapsule_micro3d_v3_Native_rotation(env, matrix: jintArray, axis: jintArray, angle: jint) -> () {
            guarded((), || env.write(matrix, calls::turned(&env.numbers(matrix), &env.numbers(axis), angle)))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_lookAt(env, matrix: jintArray, nine: jintArray) -> () {
            guarded((), || env.write(matrix, calls::look_at(&env.numbers(nine))))
        }
        Java_com_mascotcapsule_micro3d_v3_Native_unit(env, vector: jintArray) -> () {
            guarded((), || env.write(vector, calls::numbers(calls::vector(&env.numbers(vector)).unit())))
        }
    }
}
