//! Random source texts survive writing, conversion and the way back.

use keitai_convert::decompile::{self, DecompileOptions};
use keitai_convert::{Options, action, figure, table};
use keitai_formats::{ReadOptions, Report, Skeleton, bac, bone_name, mbac, mtra, tra};
use keitai_tests::random::{for_seeds, pick, texts, usize_in};

/// Returns the document of a report, which must have one.
fn whole<T>(report: Report<Option<T>>) -> T {
    report.document.unwrap_or_else(|| panic!("{:?}", report.diagnostics))
}

#[test]
fn figures() {
    for_seeds(0..200, |rng| {
        let document = texts::figure(rng);
        let parsed = bac::read(bac::write(&document).as_bytes());
        assert_eq!(parsed.document, document, "{:?}", parsed.diagnostics);

        let converted = figure(&document, Vec::new(), &Options::default());
        let Some(named) = converted.document else {
            // A figure is refused only when every face happens to name a vertex twice.
            assert!(converted.diagnostics.iter().any(|finding| finding.rule.code == "C038"));
            return;
        };
        let report = mbac::read_with(&mbac::write(&named.figure).unwrap(), &ReadOptions::UNLIMITED).unwrap();
        assert_eq!((&report.document, &report.diagnostics), (&named.figure, &Vec::new()));

        let text = whole(decompile::figure(&named.figure, &DecompileOptions::default()));
        let parsed = bac::read(bac::write(&text).as_bytes());
        let options = Options::default().with_settings(&parsed.document.settings);
        let again = whole(figure(&parsed.document, parsed.diagnostics, &options));
        assert_eq!(decompile::differences(&named.figure, &again.figure), Vec::<String>::new());
    });
}

#[test]
fn actions() {
    for_seeds(0..200, |rng| {
        let document = texts::action(rng);
        let parsed = tra::read(tra::write(&document).as_bytes());
        assert_eq!(parsed.document, document, "{:?}", parsed.diagnostics);

        let bones = (0..document.bones.len()).map(bone_name).collect();
        let skeleton = Skeleton { bones, groups: 31, ..Skeleton::default() };
        let options = Options::default();
        let table = table(whole(action(&document, Vec::new(), &skeleton, &options)), skeleton.bone_count(), &options);
        assert_eq!(mtra::read(&mtra::write(&table).unwrap()).unwrap().document, table);
        for (text, expected) in decompile::actions(&table, &[], &DecompileOptions::default()).zip(&table.actions) {
            let parsed = tra::read(tra::write(&whole(text)).as_bytes());
            let again = whole(action(&parsed.document, parsed.diagnostics, &skeleton, &options));
            assert_eq!(again[0], *expected);
        }
    });
}

#[test]
fn readers_never_panic() {
    const START: &[u8] =
        b";BAC\n( Head ( bacVersion 6.0 ) ) ( Figure ( Bones ( bone ( name \"b\" ) ( translate 0 0 0 ) ) ) ";
    for_seeds(0..200, |rng| {
        let mut bytes = START[..usize_in(rng, ..=START.len())].to_vec();
        bytes.extend((0..usize_in(rng, ..200)).map(|_| pick(rng, *b"[();. \"az09-]")));
        let parsed = bac::read(&bytes);
        figure(&parsed.document, parsed.diagnostics, &Options::default());
        let parsed = tra::read(&bytes);
        action(&parsed.document, parsed.diagnostics, &Skeleton::default(), &Options::vendor());
    });
}
