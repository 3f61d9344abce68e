//! An output is whole or does not exist.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{FileFault, Overwrite, StagedFile, check_all, write};
use crate::testing;

fn contents(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut entries = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = if path.is_dir() { None } else { Some(std::fs::read(&path).unwrap()) };
        if path.is_dir() {
            entries.extend(contents(&path));
        }
        entries.insert(path, bytes);
    }
    entries
}

fn staged(path: &Path, bytes: &[u8], overwrite: Overwrite) -> StagedFile {
    let mut file = StagedFile::create(path, overwrite, &[]).unwrap();
    file.write_all(bytes).unwrap();
    file
}

#[test]
fn an_output_appears_when_it_is_complete_or_leaves_nothing_behind() {
    let (folder, file) = testing::place("deep/down/file");
    let output = staged(&file, b"new", Overwrite::Refuse);
    assert!(!file.exists());
    output.commit().unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), b"new");
    let before = contents(folder.path());
    assert_eq!(before.len(), 3, "two folders and a file");
    drop(staged(&folder.path().join("other"), b"half", Overwrite::Refuse));
    drop(staged(&file, b"half", Overwrite::Force));
    assert_eq!(contents(folder.path()), before, "outputs that were given up");
}

#[test]
fn a_file_is_overwritten_only_when_asked() {
    let (folder, file) = testing::place("file");
    write(&file, b"old", Overwrite::Refuse, &[]).unwrap();
    assert!(matches!(write(&file, b"new", Overwrite::Refuse, &[]), Err(FileFault::Exists)));
    assert_eq!(std::fs::read(&file).unwrap(), b"old");
    write(&file, b"new", Overwrite::Force, &[]).unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), b"new");
    std::fs::remove_file(&file).unwrap();
    let output = staged(&file, b"new", Overwrite::Refuse);
    std::fs::write(&file, b"theirs").unwrap();
    assert!(matches!(output.commit().unwrap_err(), FileFault::Exists), "it came up meanwhile");
    assert_eq!(std::fs::read(&file).unwrap(), b"theirs");
    assert_eq!(contents(folder.path()).len(), 1);
}

#[test]
fn each_output_that_may_not_be_written_is_returned() {
    let folder = tempfile::tempdir().unwrap();
    let [input, old, new] = ["input", "old", "new"].map(|name| folder.path().join(name));
    std::fs::write(&input, b"mine").unwrap();
    std::fs::write(&old, b"old").unwrap();
    let again = folder.path().join("../").join(folder.path().file_name().unwrap()).join("new");
    let messages = |overwrite| {
        let errors = check_all(&[&new, &input, &old, &again], overwrite, std::slice::from_ref(&input));
        errors.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let error = |path: &Path, fault: FileFault| format!("{}: {fault}", path.display());
    let [is_input, exists] = [error(&input, FileFault::IsInput), error(&old, FileFault::Exists)];
    let twice = error(&again, FileFault::Twice);
    assert_eq!(messages(Overwrite::Force), [is_input.as_str(), &twice]);
    assert_eq!(messages(Overwrite::Refuse), [is_input, exists, twice]);
}

#[test]
fn folders_and_inputs_are_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let force = |path: &Path, inputs: &[PathBuf]| write(path, b"new", Overwrite::Force, inputs);
    assert!(matches!(force(folder.path(), &[]), Err(FileFault::NotRegular { found: "a folder" })));
    let input = folder.path().join("input");
    std::fs::write(&input, b"mine").unwrap();
    let same = folder.path().join("../").join(folder.path().file_name().unwrap()).join("input");
    for path in [&input, &same] {
        assert!(matches!(force(path, std::slice::from_ref(&input)), Err(FileFault::IsInput)));
    }
    assert_eq!(std::fs::read(&input).unwrap(), b"mine");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let [plain, ours] = ["plain", "ours"].map(|name| folder.path().join(name));
        std::fs::write(&plain, b"").unwrap();
        write(&ours, b"", Overwrite::Refuse, &[]).unwrap();
        assert_eq!(mode(&ours), mode(&plain));
        std::fs::set_permissions(&ours, std::fs::Permissions::from_mode(0o640)).unwrap();
        write(&ours, b"new", Overwrite::Force, &[]).unwrap();
        assert_eq!(mode(&ours), 0o640);
    }

    #[test]
    fn a_link_stays_and_its_file_is_replaced_unless_it_is_an_input() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("sub")).unwrap();
        std::fs::write(path("sub/file"), b"old").unwrap();
        symlink("sub/file", path("link")).unwrap();
        symlink("sub/none", path("dangling")).unwrap();
        symlink("circle", path("circle")).unwrap();
        write(&path("link"), b"new", Overwrite::Force, &[]).unwrap();
        let refused = write(&path("dangling"), b"first", Overwrite::Force, &[]).unwrap_err();
        assert_eq!(refused.to_string(), "a link to a missing file, expected a regular file");
        assert!(path("link").is_symlink() && !path("sub/none").exists());
        assert_eq!(std::fs::read(path("sub/file")).unwrap(), b"new");
        assert!(write(&path("circle"), b"", Overwrite::Force, &[]).is_err());
        let input = path("sub/file");
        std::fs::hard_link(&input, path("hard")).unwrap();
        assert!(matches!(write(&path("hard"), b"", Overwrite::Force, &[input]), Err(FileFault::IsInput)));
    }

    #[test]
    fn devices_and_pipes_are_no_outputs() {
        let (_folder, pipe) = testing::place("pipe");
        let message = |path: &Path| write(path, b"", Overwrite::Force, &[]).unwrap_err().to_string();
        let place = pipe.clone();
        assert_eq!(testing::with_fifo(&pipe, move || message(&place)), "a FIFO, expected a regular file");
        assert_eq!(message(Path::new("/dev/null")), "a device, expected a regular file");
    }
}
