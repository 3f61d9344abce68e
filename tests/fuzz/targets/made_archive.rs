//! Valid archives of figures, tables and other bytes, a few bytes changed: what can be read is within the stated sizes, a replaced
//! entry comes back, and a scan finds what lies inside.

#![no_main]

use keitai_exchange::archive::Archive;
use keitai_exchange::scan::scan_each;
use keitai_formats::{mbac, mtra};
use keitai_fuzz::made;
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;

fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (figure, table) = made::figure(input)?;
    let mut files = Vec::new();
    for _ in 0..input.int_in_range(1..=4)? {
        let name: String = input.arbitrary()?;
        let bytes = match input.int_in_range(0..=3)? {
            0 => mbac::write(&figure).unwrap_or_default(),
            1 => mtra::write(&table).unwrap_or_default(),
            2 => Archive::pack(&[("17", input.arbitrary::<&[u8]>()?)]).unwrap_or_default(),
            _ => input.arbitrary::<&[u8]>()?.to_vec(),
        };
        files.push((name, bytes));
    }
    let Ok(mut bytes) = Archive::pack(&files) else { return Ok(()) };
    made::edit(input, &mut bytes, 0)?;
    scan_each(&bytes, &mut |hit, found| assert_eq!(hit.size, found.len()));
    let Ok(archive) = Archive::open(bytes) else { return Ok(()) };
    for entry in archive.entries() {
        let Ok(read) = archive.read(&entry.name) else { continue };
        assert_eq!(read.len() as u64, entry.size);
        if let Ok(patched) = archive.with_replaced(&entry.name, b"new") {
            let again = Archive::open(patched).expect("what was written can be read");
            assert_eq!(again.read(&entry.name).expect("the new entry"), b"new");
        }
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    let _ = run(&mut Unstructured::new(data));
});
