//! Draws the robot with a heap of 192 KiB and prints the digest of the picture. The display's own memory is not part of the heap.

use cap::Cap;
use std::alloc::System;

#[global_allocator]
static HEAP: Cap<System> = Cap::new(System, 192 << 10);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut display: handheld::Display = [0; _];
    let mut pixels = display.iter_mut();
    handheld::draw(|pixel| *pixels.next().unwrap() = pixel)?;
    let most = HEAP.max_allocated();

    // The digest is that of a whole picture.
    HEAP.set_limit(usize::MAX).unwrap();
    println!("{:#018x}", handheld::digest(&display));
    eprintln!("{most} bytes of memory at most");
    Ok(())
}
