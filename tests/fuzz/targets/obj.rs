//! OBJ: never a panic; a figure that is imported passes the check. A material library follows the first zero byte.

#![no_main]

use keitai_exchange::import::Options;
use keitai_exchange::obj;
use keitai_formats::Policy;
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let (text, library) = (parts.next().unwrap_or_default(), parts.next());
    let report = obj::read(text, &mut |_| library.map(<[u8]>::to_vec), &Options::default()).under(Policy::default());
    if let Some(content) = report.document.flatten() {
        content.figure.check().expect("an imported figure is sound");
    }
});
