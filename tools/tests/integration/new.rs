//! `keitai new`: the folder of a game. `tests/new/run` builds and plays every template.

use std::path::Path;

use crate::program::{Folder, repository, succeeds, text};

#[test]
fn a_game_has_its_name_and_the_engine_s_place_and_versions() {
    let folder = Folder::new("new game");
    let root = repository("");
    for template in ["empty", "racer", "arena"] {
        let game = folder.0.join(format!("my games/{template}-1"));
        // The checkout is that of the current folder, wherever the program was built.
        succeeds(&root, &["new", game.to_str().unwrap(), "--template", template]);
        let text_of = |file: &str| std::fs::read_to_string(game.join(file)).unwrap();
        let manifest = text_of("Cargo.toml");
        assert!(manifest.contains(&format!("name = \"{template}-1\"")), "{manifest}");
        let facade = manifest.split("path = \"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(Path::new(facade), root.join("engine/keitai"));
        assert_eq!(text_of("Cargo.lock"), std::fs::read_to_string(root.join("Cargo.lock")).unwrap());
        for entry in ["src/main.rs", "README.md", "scenes/play.ron", "package.sh"] {
            assert!(!text_of(entry).contains("{{"), "{template}: {entry}");
        }
        // Screenshots have the game's name.
        assert!(text_of(".gitignore").lines().any(|line| line == format!("/{template}-1-[0-9]*")));
        assert_eq!(text_of("NOTICE.txt"), std::fs::read_to_string(root.join("THIRD-PARTY.txt")).unwrap());
        // Every file of the folders is embedded.
        let main = text_of("src/main.rs");
        for part in ["scenes", "assets"] {
            for file in std::fs::read_dir(game.join(part)).unwrap() {
                let path = format!("\"{part}/{}\"", file.unwrap().file_name().display());
                assert!(main.contains(&path), "{template}: {path} is not embedded");
            }
        }
    }
    assert_eq!(std::fs::read_dir(folder.0.join("my games")).unwrap().count(), 3, "nothing else is left behind");
}

/// An installed program is in no checkout.
#[test]
fn outside_a_checkout_the_engine_comes_along() {
    let folder = Folder::new("new-installed");
    let program = folder.0.join("keitai");
    std::fs::copy(env!("CARGO_BIN_EXE_keitai"), &program).unwrap();
    let run = || std::process::Command::new(&program).current_dir(&folder.0).args(["new", "hop"]).output();
    // A child that another test makes during the copy holds the new program open for writing.
    let is_busy = |error: &std::io::Error| error.kind() == std::io::ErrorKind::ExecutableFileBusy;
    let output = std::iter::repeat_with(run).find(|output| !output.as_ref().is_err_and(is_busy)).unwrap().unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let message = text(&output.stdout);
    assert!(message.contains(&format!("with Keitai {version} in its folder `engine`;")), "{message}");
    let text_of = |file: &str| std::fs::read_to_string(folder.0.join("hop").join(file)).unwrap();
    assert!(text_of("Cargo.toml").contains("keitai = { path = \"engine/keitai\" }"));
    assert_eq!(text_of("Cargo.lock"), std::fs::read_to_string(repository("Cargo.lock")).unwrap());
    assert_eq!(
        text_of("engine/render/src/lib.rs"),
        std::fs::read_to_string(repository("engine/render/src/lib.rs")).unwrap()
    );
    // Cargo can read the game and each crate of its engine.
    for workspace in ["hop", "hop/engine"] {
        let mut cargo = std::process::Command::new(env!("CARGO"));
        cargo.args(["metadata", "--format-version=1", "--no-deps", "--offline", "--manifest-path"]);
        let output = cargo.arg(folder.0.join(workspace).join("Cargo.toml")).output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        let packages = text(&output.stdout).matches("\"manifest_path\":").count();
        assert_eq!(packages, if workspace == "hop" { 1 } else { 9 });
    }
}

/// The folder is made under a name that nobody can foresee, and has the rights of other new folders.
#[cfg(unix)]
#[test]
fn a_game_is_a_folder_like_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("new-rights");
    std::fs::create_dir(folder.0.join("usual")).unwrap();
    succeeds(&folder, &["new", "hop", "--engine", "https://example.org/keitai.git"]);
    let mode = |name: &str| folder.0.join(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("hop"), mode("usual"));
}
