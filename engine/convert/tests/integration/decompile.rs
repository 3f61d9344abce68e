//! Binary to text and back: the same file, for everything that the vendor's converter wrote.

use crate::corpus;
use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Options, table};
use keitai_formats::bac::Bac;
use keitai_formats::{Limits, Policy, ReadOptions, Skeleton, bac, bone_name, mbac, mtra, tra};
use std::path::{Path, PathBuf};

/// Files that do not come back, and the reason.
const EXCEPTIONS: &str = include_str!("back.exceptions");

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn all(extension: &str) -> Vec<PathBuf> {
    let Some(folder) = corpus::folder() else { return Vec::new() };
    let mut paths = ["corpus", "vectors/converter"].map(|part| files(&folder.join(part))).concat();
    paths.retain(|file| file.extension().is_some_and(|ending| ending == extension));
    paths.sort();
    paths
}

/// Returns the settings of a text, without limits.
fn compile_options(document: &Bac) -> Options {
    Options { no_limits: true, allow_uv_wrap: true, ..Options::default() }.with_settings(&document.settings)
}

const READ: ReadOptions = ReadOptions::new(Limits::NONE, keitai_formats::Dialect::Vendor);

#[test]
fn figures_come_back_byte_for_byte() {
    let mut wrong = Vec::new();
    let files = all("mbac");
    let exceptions: Vec<&str> = corpus::exceptions(EXCEPTIONS).into_keys().collect();
    let (mut excepted, mut others, mut by_vendor) = (0, 0, Vec::new());
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let figure = mbac::read_with(&bytes, &READ).unwrap().document;
        let options = DecompileOptions { file: Some(&bytes), ..DecompileOptions::default() };
        let converted = decompile::figure(&figure, &options);
        let findings: Vec<&str> = converted.diagnostics.iter().map(|finding| finding.message.as_str()).collect();
        let Some(document) = converted.document else {
            wrong.push(format!("{}: {findings:?}", file.display()));
            continue;
        };
        if exceptions.iter().any(|name| file.ends_with(name)) {
            excepted += 1;
            assert!(findings.iter().any(|finding| finding.starts_with("C038")), "{findings:?}");
            continue;
        }
        let text = bac::write(&document);
        let parsed = bac::read(text.as_bytes());
        let compile = compile_options(&parsed.document);
        let again = keitai_convert::figure(&parsed.document, parsed.diagnostics, &compile);
        let Some(copy) = again.document else {
            wrong.push(format!("{}: {:?}", file.display(), corpus::lines(text.as_bytes(), &again.diagnostics)));
            continue;
        };
        let vendor = Options { policy: Policy { vendor: true, ..compile.policy }, ..compile };
        let again = keitai_convert::figure(&parsed.document, Vec::new(), &vendor).document;
        if again.is_some_and(|again| (&again.figure.bones, &again.figure.vertices) != (&figure.bones, &figure.vertices))
        {
            by_vendor.push(file.display().to_string());
        }
        let said = findings.iter().any(|finding| finding.starts_with("the contents are equal, but byte"));
        others += usize::from(said);
        let rewritten = mbac::write_with(&copy.figure, compile.write_options()).unwrap();
        if copy.figure != figure || (rewritten == bytes) == said {
            wrong.push(format!("{}: {:?} {findings:?}", file.display(), decompile::differences(&figure, &copy.figure)));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), files.len(), wrong.join("\n"));
    assert!(files.is_empty() || excepted == exceptions.len(), "an exception without a vector");
    assert!(by_vendor.is_empty(), "bones or vertices differ in the vendor's arithmetic:\n{}", by_vendor.join("\n"));
    // The blocks of vertices of these files follow an unknown rule.
    assert!(others <= 2, "{others} files");
}

#[test]
fn action_tables_come_back_byte_for_byte() {
    let mut wrong = Vec::new();
    let files = all("mtra");
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let theirs = mtra::read(&bytes).unwrap().document;
        let skeleton = Skeleton {
            bones: (0..theirs.bone_count).map(|bone| bone_name(usize::from(bone))).collect(),
            groups: 32,
            ..Skeleton::default()
        };
        let mut options = Options::default();
        let mut findings = Vec::new();
        let mut actions = Vec::new();
        for converted in decompile::actions(&theirs, &[], &DecompileOptions::default()) {
            findings.extend(converted.diagnostics.iter().map(|finding| finding.message.clone()));
            let Some(document) = converted.document else { continue };
            let text = tra::write(&document);
            options = options.with_settings(&document.settings);
            match corpus::act(text.as_bytes(), &skeleton, &options) {
                Ok(table) => actions.extend(table.actions),
                Err(lines) => findings.push(lines),
            }
        }
        let ours = table(actions, skeleton.bone_count(), &options);
        if mtra::write(&ours).unwrap() != bytes {
            wrong.push(format!("{}: {findings:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

/// Text to binary to text to binary: the second file is the first.
#[test]
fn texts_are_stable() {
    for vector in corpus::vectors() {
        let options = vector.options(Options::default());
        let (converted, _) = vector.figure(&options);
        let Some(content) = converted.document else { continue };
        let first = mbac::write(&content.figure).unwrap();
        let text = decompile::figure(&content.figure, &DecompileOptions::default());
        let Some(document) = text.document else { panic!("{}: {:?}", vector.name, text.diagnostics) };
        let parsed = bac::read(bac::write(&document).as_bytes());
        let compile = compile_options(&parsed.document);
        let again = keitai_convert::figure(&parsed.document, parsed.diagnostics, &compile);
        let again = again.document.unwrap_or_else(|| panic!("{}", vector.name));
        assert_eq!(mbac::write(&again.figure).unwrap(), first, "{}", vector.name);
        for source in vector.texts("tra") {
            let name = source.display();
            let bytes = std::fs::read(&source).unwrap();
            let Ok(first) = corpus::act(&bytes, &content.skeleton, &options) else { continue };
            let texts: Vec<_> =
                decompile::actions(&first, &content.skeleton.bones, &DecompileOptions::default()).collect();
            let mut actions = Vec::new();
            if texts.iter().flat_map(|text| &text.diagnostics).any(|finding| finding.rule.code == "R010") {
                continue; // Constant matrices with a negative scale have no text.
            }
            for converted in texts {
                let document = converted.document.unwrap_or_else(|| panic!("{name}: {:?}", converted.diagnostics));
                let text = tra::write(&document);
                // The scale factor is in the numbers already.
                let options = Options { scale: 1.0, ..options };
                let table = corpus::act(text.as_bytes(), &content.skeleton, &options);
                actions.extend(table.unwrap_or_else(|lines| panic!("{name}: {lines}")).actions);
            }
            assert_eq!(table(actions, content.skeleton.bone_count(), &options), first, "{name}");
        }
    }
}
