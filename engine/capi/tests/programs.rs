//! Programs in C and Java over the library. Without a compiler for them the tests are skipped with a line.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::panic)] // errors fail the test

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use keitai_micro3d as _;
use keitai_runtime::Settings;
use keitai_runtime::shot::{Player, Shot};

const ASSETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/robots");

/// Returns whether a program is installed.
fn has(program: &str, version: &str) -> bool {
    let has = Command::new(program).arg(version).output().is_ok();
    if !has {
        println!("{program} is not installed: skipped");
    }
    has
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{message}", output.status);
    output
}

/// Returns the folder of the library, which Cargo puts beside the tests.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_in_c_draws_a_robot_into_a_picture_with_a_stride() {
    if !has("cc", "--version") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("robot");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let libraries = libraries();
    run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g", "-I"])
        .arg(here.join("include"))
        .arg(here.join("tests/robot.c"))
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(&libraries)
        .args(["-lkeitai_micro3d", &format!("-Wl,-rpath,{}", libraries.display())]));
    let files = ["tin.mbac", "tin.bmp", "lacquer.bmp", "tin.mtra"].map(|name| Path::new(ASSETS).join(name));
    let number = |output: Output| String::from_utf8(output.stdout).unwrap().trim().parse::<u32>().unwrap();
    let pixels = number(run(Command::new(&program).args(&files)));
    assert!((1000..12_000).contains(&pixels), "{pixels}");
    if has("valgrind", "--version") {
        let options = ["--quiet", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"];
        assert_eq!(number(run(Command::new("valgrind").args(options).arg(&program).args(&files))), pixels);
    }
}

/// Pictures of a MIDlet in big-endian words: width, height and the pixels of each.
struct Pictures<'a>(&'a [u8]);

impl Iterator for Pictures<'_> {
    type Item = ((u32, u32), Vec<u32>);

    fn next(&mut self) -> Option<Self::Item> {
        let (words, _) = self.0.as_chunks::<4>();
        let [width, height, pixels @ ..] = words else { return None };
        let size = (u32::from_be_bytes(*width), u32::from_be_bytes(*height));
        let count = (size.0 * size.1) as usize;
        self.0 = &self.0[4 * (2 + count)..];
        Some((size, pixels[..count].iter().map(|pixel| u32::from_be_bytes(*pixel)).collect()))
    }
}

/// Plays a MIDlet and returns the number of its pictures, each equal to the shot that was recorded of it.
fn play(classes: &Path, midlet: &str, size: (u32, u32), frames: u32) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let library =
        libraries().join(format!("{}keitai_micro3d{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX));
    let output = run(Command::new("java")
        .arg("-cp")
        .arg(classes)
        .arg(format!("-Dkeitai.micro3d={}", library.display()))
        .args(["-Xcheck:jni", "-XX:TieredStopAtLevel=1", "Player", midlet])
        .args([size.0, size.1, frames].map(|number| number.to_string()))
        .arg(ASSETS)
        .env("KEITAI_RECORD", folder.path()));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("FATAL") && !text.contains("WARNING in native"), "{text}");
    let mut count = 0;
    for ((width, height), pixels) in Pictures(&output.stdout) {
        count += 1;
        let shot = folder.path().join(format!("bind-{count:04}"));
        let text = std::fs::read_to_string(shot.join("shot.ron")).unwrap();
        let read = |name: &str| std::fs::read(shot.join(name));
        let mut player = Player::new(&Shot::parse(&text).unwrap(), &Settings::default(), read).unwrap();
        let mut picture = player.framebuffer();
        player.draw(0, &mut picture).unwrap();
        assert_eq!((picture.width(), picture.height()), (width, height));
        assert!(pixels.iter().all(|pixel| pixel >> 24 == 0xFF), "{midlet}: picture {count} is opaque");
        let equal = picture.pixels().iter().zip(&pixels).filter(|(shot, java)| **shot == **java & 0xFF_FFFF).count();
        assert_eq!(equal, pixels.len(), "{midlet} at {size:?}: picture {count} and its shot");
    }
    count
}

#[test]
fn midlets_draw_the_pictures_of_their_shots() {
    if !has("javac", "-version") || !has("java", "-version") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut compiler = Command::new("javac");
    compiler.args(["-nowarn", "--release", "8", "-d"]).arg(folder.path());
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../java")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "java") {
                compiler.arg(path);
            }
        }
    }
    run(&mut compiler);
    let sizes = [(128, 128), (176, 220), (240, 320), (320, 240)];
    let pictures: usize = sizes
        .into_iter()
        .map(|size| {
            play(folder.path(), "Hangar", size, 48)
                + play(folder.path(), "Coast", size, 30)
                + play(folder.path(), "Faults", size, 2)
        })
        .sum();
    println!("{pictures} pictures are equal");
    assert!(pictures >= 400, "{pictures}");
}
