//! The script that installs system packages, with the commands of other systems replaced.
#![cfg(unix)]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::program::{Folder, repository};

/// A package that is newer than the system under it may not run: Arch supports no installation without an update.
#[test]
fn arch_is_updated_with_the_installation() {
    let folder = Folder::new("setup");
    let command = |name: &str, script: &str| {
        folder.write(name, &format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(folder.0.join(name), PermissionsExt::from_mode(0o755)).unwrap();
    };
    command("uname", "echo Linux");
    command("id", "echo 0");
    command("pacman", "echo \"$*\" >\"$LOG\"");
    let is_tr = |path: &&str| Path::new(path).exists();
    symlink(["/usr/bin/tr", "/bin/tr"].into_iter().find(is_tr).unwrap(), folder.0.join("tr")).unwrap();
    let script = repository("setup.sh");
    let log = folder.0.join("log");
    Command::new("/bin/sh").arg(script).env("PATH", &folder.0).env("LOG", &log).output().unwrap();
    assert_eq!(std::fs::read_to_string(log).unwrap(), "-Syu --needed --noconfirm gcc pkgconf sdl2 systemd-libs\n");
}
