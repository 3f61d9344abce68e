//! Files inside any bytes: never a panic; what is found lies inside, in order, and pictures can be loaded or are refused.

#![no_main]

use keitai_exchange::scan::{Format, scan};
use keitai_exchange::{Memory, picture};
use keitai_formats::{Dialect, Limits, ReadOptions};
use keitai_fuzz as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut end = 0;
    for hit in scan(data).into_iter().filter(|hit| hit.stream.is_none()) {
        assert!(hit.offset >= end && hit.size > 0);
        end = hit.offset + hit.size;
        let found = &data[hit.offset..end];
        if matches!(hit.format, Format::Kind(kind) if kind.is_texture()) {
            let limits = Limits { texels: 1024, ..Limits::NONE };
            if let Ok(loaded) = picture::load(found, &ReadOptions::new(limits, Dialect::Auto), &Memory::unlimited()) {
                let texture = loaded.quantised(None, false).document;
                assert_eq!(texture.texels.len(), usize::from(texture.width) * usize::from(texture.height));
            }
        }
    }
});
