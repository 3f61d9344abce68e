//! Calls of the interface in any order and with any numbers.

#![allow(clippy::unwrap_used, clippy::undocumented_unsafe_blocks)] // errors fail the test; what is passed is valid

use std::ptr::null;

use cap::Cap;
use keitai_micro3d::*;
use keitai_render::micro3d::{ActionTable, Figure};

#[global_allocator]
static ALLOCATOR: Cap<std::alloc::System> = Cap::new(std::alloc::System, usize::MAX);

/// A robot with its files, in memory of the library.
struct Robot {
    figure: *mut Figure,
    texture: *const Texture,
    sphere: *const Texture,
    actions: *mut ActionTable,
}

impl Robot {
    fn new() -> Self {
        let bytes =
            |name: &str| std::fs::read(format!("{}/../../assets/robots/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let [mbac, bmp, lacquer, mtra] = ["tin.mbac", "tin.bmp", "lacquer.bmp", "tin.mtra"].map(bytes);
        unsafe {
            Self {
                figure: km3d_figure_new(mbac.as_ptr(), mbac.len()),
                texture: km3d_texture_new(bmp.as_ptr(), bmp.len(), 1),
                sphere: km3d_texture_new(lacquer.as_ptr(), lacquer.len(), 0),
                actions: km3d_actions_new(mtra.as_ptr(), mtra.len()),
            }
        }
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        unsafe {
            km3d_figure_free(self.figure);
            km3d_texture_free(self.texture.cast_mut());
            km3d_texture_free(self.sphere.cast_mut());
            km3d_actions_free(self.actions);
        }
    }
}

const LIT: [i32; 11] = [1, 1500, 2600, 2400, 3400, 1100, 0, 0, 0, 0, 1];

/// Draws 10,000 pictures of a turning robot and returns their sum.
fn turning(frames: i32) -> u64 {
    let robot = Robot::new();
    let mut sum = 0_u64;
    let mut pixels = vec![0xFF00_0000_u32; 48 * 64];
    unsafe {
        let graphics = km3d_graphics_new();
        for frame in 0..frames {
            let mut layout = [4096, 0, 0, 0, 0, -4096, 0, 60, 0, 0, -4096, 420, 2, 16, 4000, 700, 0, 24, 32];
            let axis = [0, 4096, frame % 1000];
            assert_eq!(km3d_rotation(layout.as_mut_ptr(), axis.as_ptr(), frame * 30), 0);
            pixels.fill(0xFF10_2040);
            assert_eq!(km3d_bind(graphics, 48, 64, 0, 0, 48, 64), 0);
            assert_eq!(km3d_figure_set_posture(robot.figure, robot.actions, 1, frame * 30_000 % 0x8_0000), 0);
            let (layout, effect) = (layout.as_ptr(), LIT.as_ptr());
            let code =
                km3d_render_figure(graphics, robot.figure, &robot.texture, 1, 0, 0, layout, effect, robot.sphere);
            assert_eq!((code, km3d_flush(graphics, pixels.as_mut_ptr(), pixels.len(), 48)), (0, 0));
            km3d_release(graphics);
            sum = pixels.iter().fold(sum, |sum, pixel| sum.wrapping_mul(0x100_0193) ^ u64::from(*pixel));
        }
        km3d_graphics_free(graphics);
    }
    sum
}

#[test]
fn two_threads_draw_the_same() {
    let threads = [10_000, 10_000].map(|frames| std::thread::spawn(move || turning(frames)));
    let [first, second] = threads.map(|thread| thread.join().unwrap());
    assert_eq!(first, second);
    assert_ne!(first, turning(9_999));
}

/// Returns a number that is often near a limit.
fn number(random: &mut fastrand::Rng) -> i32 {
    match random.u8(..8) {
        0 => random.i32(..),
        1 => [i32::MIN, i32::MAX, 0, -1, 4096, 65536][random.usize(..6)],
        _ => random.i32(-600..600),
    }
}

#[test]
fn a_million_calls_neither_crash_nor_leak() {
    // Beforehand, so that the tables of the library are there.
    turning(2);
    let before = ALLOCATOR.allocated();
    calls(1_000_000);
    let after = ALLOCATOR.allocated();
    // The other test may run meanwhile, and has less than this.
    assert!(after < before + (4 << 20), "{before} {after}");
}

fn calls(count: u32) {
    let random = &mut fastrand::Rng::with_seed(64);
    let robot = Robot::new();
    let mut pixels = vec![0_u32; 64 * 64];
    let graphics = [unsafe { km3d_graphics_new() }, unsafe { km3d_graphics_new() }];
    let mut codes = [0_u32; 4];
    for _ in 0..count {
        let numbers: [i32; 64] = std::array::from_fn(|_| number(random));
        let mut layout = numbers;
        if random.u8(..4) > 0 {
            layout[12..17].copy_from_slice(&[2, random.i32(1..90), 4000, 700, 0]);
        } else {
            layout[12] = random.i32(-1..5);
        }
        let (layout, effect) = (layout.as_ptr(), numbers[20..].as_ptr());
        let [texture, sphere] = [robot.texture, robot.sphere].map(|texture| match random.u8(..4) {
            0 => null(),
            1 => robot.sphere,
            _ => texture,
        });
        let (g, [x, y, ..]) = (graphics[random.usize(..2)], numbers);
        let [side, stride] = [random.i32(-1..65), random.i32(0..70)];
        let size = random.usize(..=pixels.len());
        let code = unsafe {
            match random.u8(..12) {
                0 => km3d_bind(g, side, stride, x, y, numbers[2], numbers[3]),
                1 => km3d_release(g),
                2 => km3d_figure_set_pattern(robot.figure, x),
                3 => km3d_figure_set_posture(robot.figure, robot.actions, x % 12, y),
                4 => km3d_render_figure(g, robot.figure, &texture, random.usize(..2), x, y, layout, effect, sphere),
                5 | 6 => {
                    let command = (random.u32(0..7) << 24) | random.u32(..) & 0x3C73 | random.u32(..) & 0x300;
                    let at = |random: &mut fastrand::Rng| random.usize(..40);
                    let [a, b, c, d] = [at(random), at(random), at(random), at(random)];
                    let first = numbers.as_ptr();
                    let count = random.i32(-1..4);
                    let texcoords = first.add(4);
                    km3d_render_primitives(
                        g, texture, x, y, layout, effect, sphere, command, count, first, a, first, b, texcoords, c,
                        first, d,
                    )
                }
                7 => {
                    let mut words = numbers;
                    words[0] = 0xFE00_0001_u32.cast_signed();
                    for word in &mut words[1..] {
                        if random.u8(..3) == 0 {
                            let code = [0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x90, 0x92, 0xA0, 0xAF, 3, 4, 1];
                            *word = ((code[random.usize(..14)] << 24) | (0x0001_0400 * random.u32(..2))).cast_signed();
                        }
                    }
                    let len = random.usize(..=words.len());
                    let (pixels, textures) = (pixels.as_mut_ptr(), [texture, robot.texture]);
                    let textures = if texture.is_null() { null() } else { textures.as_ptr() };
                    km3d_command_list(
                        g,
                        textures,
                        if textures.is_null() { 0 } else { 2 },
                        numbers.as_ptr(),
                        random.usize(..5),
                        x,
                        y,
                        layout,
                        effect,
                        sphere,
                        words.as_ptr(),
                        len,
                        pixels,
                        size,
                        stride as usize,
                    )
                }
                8 => km3d_mul(layout, effect, numbers.clone().as_mut_ptr()),
                9 => km3d_texture_new(numbers.as_ptr().cast(), random.usize(..256), x & 1).is_null() as i32,
                _ => km3d_flush(g, pixels.as_mut_ptr(), size, stride as usize),
            }
        };
        codes[if code > 0 { 0 } else { code.unsigned_abs() as usize }] += 1;
    }
    // Each result but damaged files, which are no numbers.
    assert!(codes[0] > count / 8 && codes[1] > count / 50 && codes[3] > count / 50, "{codes:?}");
    graphics.into_iter().for_each(|graphics| unsafe { km3d_graphics_free(graphics) });
}
