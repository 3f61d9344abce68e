//! Small files that scenes and shots of the fuzzer refer to: figures, actions and textures, binary and as texts.

use std::borrow::Cow;
use std::io;

/// Names and bytes of the files.
pub const FILES: [(&str, &[u8]); 11] = [
    ("shadow.mbac", include_bytes!("../../../assets/ring/shadow.mbac")),
    ("shadow.bmp", include_bytes!("../../../assets/ring/shadow.bmp")),
    ("tin.mbac", include_bytes!("../../../assets/robots/tin.mbac")),
    ("tin.mtra", include_bytes!("../../../assets/robots/tin.mtra")),
    ("tin.bmp", include_bytes!("../../../assets/robots/tin.bmp")),
    ("arm.mbac", include_bytes!("../../fixtures/arm.mbac")),
    ("arm.mtra", include_bytes!("../../fixtures/arm.mtra")),
    ("tiles.bmp", include_bytes!("../../fixtures/tiles.bmp")),
    ("ball.bmp", include_bytes!("../../fixtures/reflection.bmp")),
    ("wedge.bac", include_bytes!("../seeds/bac/wedge")),
    ("nod.tra", include_bytes!("../seeds/tra/nod")),
];

/// Returns all files, as a source of assets takes them.
pub fn all() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    FILES.iter().map(|(path, bytes)| ((*path).to_owned(), Cow::Borrowed(*bytes)))
}

/// Returns the bytes of a file.
pub fn read(name: &str) -> io::Result<Vec<u8>> {
    let file = FILES.iter().find(|(path, _)| *path == name);
    file.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
}
