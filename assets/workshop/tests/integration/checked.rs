//! Figures and actions of the workshop pass the checks that `keitai check` makes, and come back from binary to text to the
//! same binary.

use keitai_convert::check::{self, Document};
use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Options, action, figure, table};
use keitai_formats::{Diagnostic, Material, Severity, Skeleton, bac, mbac, mtra, tra};
use keitai_workshop::Work;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Built once for all tests.
static WORKS: LazyLock<Vec<Work>> = LazyLock::new(|| keitai_workshop::all().unwrap());

fn with_extension(extension: &str) -> impl Iterator<Item = &'static Work> {
    WORKS.iter().filter(move |work| work.path.rsplit('.').next() == Some(extension))
}

/// Figures that have the bones of all actions in their folder.
const WITH_ALL_BONES: [&str; 2] = ["robots/tin.bac", "../game/rally/assets/bean.bac"];

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[test]
fn nothing_is_found() {
    let mut complaints = Vec::new();
    let mut skeletons = BTreeMap::new();
    let mut complain = |path: &str, diagnostics: &[Diagnostic]| {
        let worth = diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Note);
        complaints.extend(worth.map(|diagnostic| format!("{path}: {diagnostic}")));
    };
    for extension in ["bac", "tra", "mbac", "mtra", "bmp"] {
        for work in with_extension(extension) {
            let checked =
                check::file(&work.bytes, None, skeletons.get(folder(&work.path)).filter(|_| extension == "tra"));
            complain(&work.path, &checked.diagnostics);
            if let Some(Document::Figure(made)) = checked.document.document
                && WITH_ALL_BONES.contains(&&*work.path)
            {
                skeletons.insert(folder(&work.path), made.skeleton);
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn figures_come_back() {
    for work in with_extension("mbac") {
        let mut document = mbac::read(&work.bytes).unwrap().document;
        assert!(mbac::write(&document).unwrap() == work.bytes, "{}", work.path);
        // Flat shading is the one thing that no text can say.
        let quads = document.polygons.textured_quads.iter_mut().map(|polygon| &mut polygon.material);
        let triangles = document.polygons.textured_triangles.iter_mut().map(|polygon| &mut polygon.material);
        quads.chain(triangles).for_each(|material| material.0 &= !Material::FLAT_SHADE);
        let text = bac::write(&decompile::figure(&document, &DecompileOptions::default()).document.unwrap());
        let parsed = bac::read(text.as_bytes());
        let options = Options::default().with_settings(&parsed.document.settings);
        let again = figure(&parsed.document, parsed.diagnostics, &options).document.unwrap().figure;
        assert!(mbac::write(&again).unwrap() == mbac::write(&document).unwrap(), "{}", work.path);
    }
}

#[test]
fn actions_come_back() {
    for work in with_extension("mtra") {
        let document = mtra::read(&work.bytes).unwrap().document;
        let (joints, groups) = match folder(&work.path) {
            "robots" => (&keitai_workshop::skeleton::JOINTS[..], 4),
            _ => (&keitai_workshop::rally::car::JOINTS[..], 0),
        };
        let bones = joints.iter().map(|joint| joint.name.to_owned()).collect();
        let skeleton = Skeleton { bones, groups, ..Skeleton::default() };
        let mut actions = Vec::new();
        for converted in decompile::actions(&document, &skeleton.bones, &DecompileOptions::default()) {
            let text = tra::write(&converted.document.unwrap());
            let parsed = tra::read(text.as_bytes());
            let made = action(&parsed.document, parsed.diagnostics, &skeleton, &Options::default());
            actions.extend(made.document.unwrap());
        }
        let again = table(actions, skeleton.bone_count(), &Options::default());
        assert!(mtra::write(&again).unwrap() == work.bytes, "{}", work.path);
    }
}
