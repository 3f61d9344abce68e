//! Files that are dropped on the page.
//!
//! Each drop has a name of its own, so that files of an earlier one can still be read while the viewer shows them.

use std::path::PathBuf;

use keitai_app::{Game, Result};
use keitai_runtime::Settings;
use keitai_runtime::ron_text::RonKind;
use keitai_tools::Session;

#[derive(Default)]
pub(crate) struct Drops {
    pub(crate) session: Session,
    count: u32,
    /// Names of drops that can still be read.
    mounted: Vec<String>,
    /// Paths of the files of the last drop.
    pub(crate) paths: Vec<String>,
}

/// How the files of a drop are opened.
pub(crate) enum DropContent {
    /// A scene among them is played.
    Scene(Box<dyn Game>),
    /// The viewer shows these files: a drop with figures, or actions and textures for the current figure.
    Files(Vec<PathBuf>),
}

impl Drops {
    /// Opens the files of a drop, and forgets earlier drops without a file among those `on_show`.
    pub(crate) fn open(&mut self, files: &[(String, Vec<u8>)], on_show: &[String]) -> Result<DropContent> {
        let Self { session, mounted, .. } = self;
        let is_shown = |drop: &str| {
            let rests = on_show.iter().filter_map(|path| path.strip_prefix(drop));
            rests.into_iter().any(|rest| rest.is_empty() || rest.starts_with('!'))
        };
        mounted.iter().filter(|drop| !is_shown(drop)).for_each(|drop| session.unmount(drop));
        mounted.retain(|drop| is_shown(drop));
        self.paths.clear();
        self.count += 1;
        let name = format!("drop-{}", self.count);
        self.session.mount(&name, files)?;
        self.mounted.push(name.clone());
        self.paths = self.session.paths(&name)?;
        if let Some(scene) = self.session.programs(&name, RonKind::Scene)?.first() {
            return Ok(DropContent::Scene(Box::new(self.session.play(scene, &Settings::default())?)));
        }
        // A figure brings the files beside it.
        let paths = if self.session.has_figure(&name)? { vec![name] } else { self.paths.clone() };
        Ok(DropContent::Files(paths.into_iter().map(PathBuf::from).collect()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn asset(name: &str) -> (String, Vec<u8>) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots").join(name);
        (name.to_owned(), std::fs::read(path).unwrap())
    }

    #[test]
    fn figures_scenes_and_other_files_are_told_apart() {
        let mut drops = Drops::default();
        let mut paths = |files: &[(String, Vec<u8>)]| match drops.open(files, &["drop-1!tin.mbac".to_owned()]).unwrap()
        {
            DropContent::Files(paths) => paths,
            DropContent::Scene(_) => panic!("a scene"),
        };
        assert_eq!(paths(&[asset("tin.mbac"), asset("tin.bmp")]), [PathBuf::from("drop-1")]);
        assert_eq!(paths(&[asset("tin.bmp")]), [PathBuf::from("drop-2!tin.bmp")]);
        let scene = ("a.ron".to_owned(), b"(size: (64, 64), background: 0x102030, entities: [])".to_vec());
        assert!(matches!(drops.open(&[scene, asset("tin.mbac")], &[]).unwrap(), DropContent::Scene(_)));
    }

    #[test]
    fn drops_that_are_not_on_show_are_forgotten() {
        let mut drops = Drops { count: 100, ..Drops::default() };
        let on_show = ["drop-101!tin.mbac".to_owned()];
        for _ in 0..3 {
            drops.open(&[asset("tin.mbac")], &on_show).unwrap();
        }
        let readable: Vec<_> = drops.mounted.iter().flat_map(|name| drops.session.paths(name).unwrap()).collect();
        assert_eq!(readable, ["drop-101!tin.mbac", "drop-103!tin.mbac"]);
        assert!(drops.session.view(&["drop-102".into()], &Settings::default()).is_err());
    }
}
