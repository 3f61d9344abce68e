//! Reads a glTF file as a [`crate::import::scene::Scene`].

mod document;
mod names;
mod packed;
mod primitive;
mod scene;
mod source;

use keitai_formats::{Content, Report};

use crate::import::{self, Beside, Options};
use crate::rules;
use source::Source;

/// Reads a GLB file, or a JSON document with files `beside` it. A diagnostic is an error when the file is damaged, or
/// holds something that a figure cannot hold. [`Report::under`] then drops the figure. Messages name the node, the
/// mesh, the accessor or the picture.
pub fn read(data: &[u8], beside: Beside<'_>, options: &Options) -> Report<Option<Content>> {
    import::report(&rules::GLTF_UNREADABLE, |findings| {
        let (mut document, source) = Source::open(data, beside, &options.memory, findings)?;
        names::restore(&mut document, findings);
        let is_whole = source.is_whole;
        let scene = scene::read(document, &source, options, findings)?;
        if is_whole {
            return import::convert(scene, beside, options, findings);
        }
        // Missing pictures are reported along with missing buffers.
        import::check_pictures(&scene, beside, options, findings);
        Ok(None)
    })
}
