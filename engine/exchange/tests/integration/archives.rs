//! Archives, built byte by byte where no tool would write them.

use std::io::{Cursor, Write};

use flate2::{Compress, Compression, Crc, FlushCompress};
use keitai_exchange::archive::{Archive, MOST_ENTRIES, is_safe};
use keitai_exchange::error::{EntryFault, Error};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

struct Made<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    check_sum: u32,
    size: u32,
    packed: &'a [u8],
}

impl<'a> Made<'a> {
    fn stored(name: &'a (impl AsRef<[u8]> + ?Sized), bytes: &'a [u8]) -> Self {
        let name = name.as_ref();
        let mut sum = Crc::new();
        sum.update(bytes);
        Self { name, flags: 0, method: 0, check_sum: sum.sum(), size: bytes.len() as u32, packed: bytes }
    }
}

/// Writes an archive: local headers with their data, the directory, and its end.
fn archive(entries: &[Made]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = bytes.len() as u32;
        let mut fields = Vec::new();
        // The version, and then the time and the date.
        fields.extend([20, entry.flags, entry.method, 0, 0x21].map(u16::to_le_bytes).as_flattened());
        let sizes = [entry.check_sum, entry.packed.len() as u32, entry.size];
        fields.extend(sizes.map(u32::to_le_bytes).as_flattened());
        fields.extend([entry.name.len() as u16, 0].map(u16::to_le_bytes).as_flattened()); // no extra fields
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&fields);
        bytes.extend(entry.name);
        bytes.extend(entry.packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&fields);
        directory.extend([0; 10]); // comment, disk and attributes
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name);
    }
    let start = bytes.len() as u32;
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([(entries.len() as u16).to_le_bytes(); 2].concat());
    bytes.extend([directory.len() as u32, start].map(u32::to_le_bytes).as_flattened());
    bytes.extend([0, 0]);
    bytes
}

fn zip(entries: &[(&str, CompressionMethod, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.set_comment("ours").unwrap();
    for (name, method, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default().compression_method(*method)).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn fault(archive: &Archive, name: &str) -> EntryFault {
    match archive.read(name) {
        Err(Error::Entry { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

const LONG: &[u8] = &[7; 5000];

#[test]
fn files_are_read_stored_and_deflated_and_a_missing_one_has_a_hint() {
    let bytes = zip(&[("res/17", CompressionMethod::Deflated, LONG), ("18", CompressionMethod::Stored, b"eighteen")]);
    let archive = Archive::open(bytes).unwrap();
    let listed: Vec<_> = archive.entries().iter().map(|entry| (entry.name.as_str(), entry.size)).collect();
    assert_eq!(listed, [("res/17", 5000), ("18", 8)]);
    assert_eq!(archive.read("res/17").unwrap(), LONG);
    assert_eq!(archive.read("18").unwrap(), b"eighteen");
    assert_eq!(archive.ends("res/17", 3).unwrap(), (vec![7; 3], vec![7; 2]));
    assert_eq!(archive.ends("18", 100).unwrap(), (b"eighteen".to_vec(), b"en".to_vec()));
    assert_eq!(fault(&archive, "res/16"), EntryFault::Missing { similar: Some("res/17".to_owned()) });
}

#[test]
fn a_deflate_stream_without_an_end_is_read_when_size_and_check_sum_are_right() {
    let mut packer = Compress::new(Compression::default(), false);
    let mut packed = Vec::with_capacity(1000);
    packer.compress_vec(LONG, &mut packed, FlushCompress::Sync).unwrap();
    let whole = Made { method: 8, packed: &packed, ..Made::stored("17", LONG) };
    assert_eq!(Archive::open(archive(&[whole])).unwrap().read("17").unwrap(), LONG);
    // The same stream with its last bytes missing, and with a wrong check sum or size.
    let cut = Made { method: 8, packed: &packed[..packed.len() / 2], ..Made::stored("17", LONG) };
    let sum = Made { method: 8, packed: &packed, check_sum: 1, ..Made::stored("17", LONG) };
    let short = Made { method: 8, packed: &packed, ..Made::stored("17", &LONG[1..]) };
    let long = Made { method: 8, packed: &packed, size: 5001, ..Made::stored("17", LONG) };
    for entry in [cut, sum, short, long] {
        assert_eq!(fault(&Archive::open(archive(&[entry])).unwrap(), "17"), EntryFault::Damaged);
    }
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    let huge = |size| Made { method: 8, size, packed: b"\x03\0", ..Made::stored("17", b"") };
    let one = Archive::open(archive(&[huge(65 << 20)])).unwrap();
    assert_eq!(fault(&one, "17"), EntryFault::TooLarge { size: 65 << 20, limit: 64 << 20 });
    // An entry of 60 MiB that states 10 bytes is given up after 11.
    let mut packer = Compress::new(Compression::fast(), false);
    let mut packed = Vec::with_capacity(1 << 20);
    packer.compress_vec(&vec![0; 60 << 20], &mut packed, FlushCompress::Finish).unwrap();
    let lie = Made { method: 8, size: 10, packed: &packed, ..Made::stored("17", b"") };
    assert_eq!(fault(&Archive::open(archive(&[lie])).unwrap(), "17"), EntryFault::Damaged);
    let names: Vec<String> = (0..18).map(|number| number.to_string()).collect();
    let many: Vec<Made> = names.iter().map(|name| Made { name: name.as_bytes(), ..huge(60 << 20) }).collect();
    let error = Archive::open(archive(&many)).unwrap_err().to_string();
    assert!(error.contains("1073741824 bytes together"), "{error}");
}

#[test]
fn more_entries_than_the_limit_are_refused() {
    // A directory of 65535 entries is the longest without the 64-bit extension, which the writer adds.
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..=MOST_ENTRIES {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        writer.start_file(number.to_string(), options).unwrap();
    }
    let error = Archive::open(writer.finish().unwrap().into_inner()).unwrap_err().to_string();
    assert_eq!(error, "archive: 100001 entries, expected at most 100000");
}

#[test]
fn names_have_a_limit() {
    let [longest, longer] = [1024, 1025].map(|length| "n".repeat(length));
    let open = |name: &str| Archive::open(zip(&[(name, CompressionMethod::Stored, b"")]));
    assert!(open(&longest).unwrap().contains(&longest));
    assert_eq!(open(&longer).unwrap_err().to_string(), "archive: a name of 1025 bytes, expected at most 1024");
    // The directory of a RARC archive is damaged then, and a scan finds the files.
    let walk = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/robots/tin.mtra")).unwrap();
    let names = [1021, 1022].map(|length| {
        let opened = Archive::open(rarc(&[(&"n".repeat(length), &walk)])).unwrap();
        opened.entries()[0].name.clone()
    });
    assert!(names[0].starts_with("a/nnn") && names[1].ends_with(".mtra"), "{names:?}");
}

#[test]
fn encrypted_and_strange_entries_are_errors_with_their_name() {
    let encrypted = Made { flags: 1, ..Made::stored("secret", b"twelve bytes.") };
    let strange = Made { method: 14, ..Made::stored("lzma", b"bytes") };
    let archive = Archive::open(archive(&[encrypted, strange])).unwrap();
    assert_eq!((fault(&archive, "secret"), fault(&archive, "lzma")), (EntryFault::Encrypted, EntryFault::Method));
    let message = archive.read("secret").unwrap_err().to_string();
    assert_eq!(message, "secret: is encrypted, which is not supported");
}

#[test]
fn a_truncated_archive_is_an_error() {
    let bytes = zip(&[("17", CompressionMethod::Deflated, LONG), ("18", CompressionMethod::Stored, b"eighteen")]);
    for length in 0..bytes.len() - 4 {
        let opened = Archive::open(bytes[..length].to_vec());
        let read = opened.and_then(|archive| archive.read("17").map(drop).and(archive.read("18").map(drop)));
        assert!(read.is_err(), "{length} bytes");
    }
}

#[test]
fn an_entry_is_replaced_and_everything_else_stays() {
    let before = zip(&[
        ("META-INF/MANIFEST.MF", CompressionMethod::Deflated, b"MIDlet-1: a"),
        ("res/17", CompressionMethod::Stored, b"old"),
        ("res/18", CompressionMethod::Deflated, LONG),
    ]);
    let after = Archive::open(before).unwrap().with_replaced("res/17", b"something new").unwrap();
    let names = ["META-INF/MANIFEST.MF", "res/17", "res/18"];
    let archive = Archive::open(after.clone()).unwrap();
    assert_eq!(archive.entries().iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), names);
    let contents = names.map(|name| archive.read(name).unwrap());
    assert_eq!(contents, [b"MIDlet-1: a".to_vec(), b"something new".to_vec(), LONG.to_vec()]);
    let mut zip = zip::ZipArchive::new(Cursor::new(after)).unwrap();
    let methods = [0, 1, 2].map(|index| zip.by_index(index).unwrap().compression());
    assert_eq!(methods, [CompressionMethod::Deflated, CompressionMethod::Stored, CompressionMethod::Deflated]);
    assert_eq!(zip.comment(), b"ours");
    assert!(archive.with_replaced("res/19", b"").is_err());
}

#[test]
fn an_entry_has_one_name_whatever_the_separators_are() {
    let made = [("res\\17", b"old"), ("./res//17", b"new"), ("/a", b"one"), ("../evil", b"two")];
    let opened = Archive::open(archive(&made.map(|(name, bytes)| Made::stored(name, bytes)))).unwrap();
    let names: Vec<&str> = opened.entries().iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["res/17", "a", "../evil"]);
    assert_eq!(names.iter().map(|name| is_safe(name)).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(opened.read("../evil").unwrap(), b"two", "reading it leads nowhere");
    for name in ["res/17", "res\\17", "/res/17", "./res/17", "res//./17", "\\res\\17"] {
        assert!(opened.contains(name));
        assert_eq!(opened.read(name).unwrap(), b"new");
    }
}

#[test]
fn names_in_shift_jis_are_read_and_stay_as_they_are() {
    // "表" is 0x95 0x5C, whose second byte is a backslash.
    let name = b"\x83\x82\x83f\x83\x8b\\\x95\\.mbac";
    let entries = [Made::stored(name, b"old"), Made::stored("b", b"b"), Made::stored(b"caf\x82.bmp", b"")];
    let opened = Archive::open(archive(&entries)).unwrap();
    assert_eq!(opened.entries()[2].name, "caf\u{e9}.bmp", "code page 437");
    let read = "\u{30e2}\u{30c7}\u{30eb}/\u{8868}.mbac";
    assert_eq!(opened.entries()[0].name, read);
    let replaced = opened.with_replaced(read, b"something new").unwrap();
    assert_eq!(zip::ZipArchive::new(Cursor::new(&replaced)).unwrap().by_index(0).unwrap().name_raw(), name);
    let opened = Archive::open(replaced).unwrap();
    assert_eq!(opened.read(read).unwrap(), b"something new");
    assert_eq!(opened.read("b").unwrap(), b"b");
}

#[test]
fn entries_that_share_bytes_are_refused() {
    let mut bytes = archive(&[Made::stored("a", b"one"), Made::stored("b", b"two")]);
    // The second entry of the directory leads to the bytes of the first: its offset is before its name, at the end.
    let end = bytes.len() - 22 - 1;
    bytes[end - 4..end].copy_from_slice(&[0; 4]);
    let error = Archive::open(bytes).unwrap_err().to_string();
    assert!(error.starts_with("archive: entries share bytes"), "{error}");
}

#[test]
fn nothing_is_replaced_beside_an_entry_whose_bytes_end_behind_the_archive() {
    let mut bytes = archive(&[Made::stored("a", b"one"), Made::stored("b", b"two")]);
    // The first local header has a name of 255 bytes.
    bytes[26] = 255;
    let opened = Archive::open(bytes).unwrap();
    let error = opened.with_replaced("b", b"new").unwrap_err();
    assert!(matches!(&error, Error::Entry { name, fault: EntryFault::Damaged } if name == "a"), "{error}");
    let opened = Archive::open(opened.with_replaced("a", b"new").unwrap()).unwrap();
    assert_eq!(opened.read("a").unwrap(), b"new");
    assert_eq!(opened.read("b").unwrap(), b"two");
}

/// Returns a RARC archive with the folder `a` and these files in it.
fn rarc(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut names = b".\0a\0".to_vec();
    let (mut entries, mut data) = (Vec::new(), Vec::new());
    // The root has the folder; the folder has its files.
    let mut entry = |kind: u8, name: usize, place: usize, size: usize| {
        entries.extend([0, 0, 0, 0]); // number and check sum
        entries.extend((u32::from(kind) << 24 | name as u32).to_be_bytes());
        [place, size, 0].iter().for_each(|word| entries.extend((*word as u32).to_be_bytes()));
    };
    entry(2, 2, 1, 16);
    for (name, bytes) in files {
        entry(0x11, names.len(), data.len(), bytes.len());
        names.extend(name.as_bytes());
        names.push(0);
        data.extend(*bytes);
    }
    let folder = |count: u16, first: u32| [&[0; 10][..], &count.to_be_bytes(), &first.to_be_bytes()].concat();
    let folders = [folder(1, 0), folder(files.len() as u16, 1)].concat();
    let count = |bytes: &[u8]| bytes.len() as u32;
    let entries_at = 32 + count(&folders);
    let names_at = entries_at + count(&entries);
    let mut out = b"RARC".to_vec();
    let header = [0, 32, names_at + count(&names), 0, 0, 0, 0];
    let directory = [2, 32, 1 + files.len() as u32, entries_at, count(&names), names_at, 0, 0];
    header.iter().chain(&directory).for_each(|word| out.extend(word.to_be_bytes()));
    [out, folders, entries, names, data].concat()
}

#[test]
fn rarc_archives_are_read_packed_or_not() {
    let plain = rarc(&[("walk.bck", b"walk"), ("run.bck", b"runs")]);
    // Yaz0 with nothing but single bytes.
    let mut packed = [b"Yaz0", &(plain.len() as u32).to_be_bytes()[..], &[0; 8]].concat();
    plain.chunks(8).for_each(|group| packed.extend([&[0xFF], group].concat()));
    for bytes in [plain, packed] {
        let opened = Archive::open(bytes).unwrap();
        let listed: Vec<_> = opened.entries().iter().map(|entry| (entry.name.as_str(), entry.size)).collect();
        assert_eq!(listed, [("a/walk.bck", 4), ("a/run.bck", 4)]);
        assert_eq!(opened.read("a/run.bck").unwrap(), b"runs");
        assert!(opened.with_replaced("a/run.bck", b"").is_err());
    }
}

#[test]
fn damaged_rarc_archives_have_the_files_that_a_scan_finds() {
    let walk = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/robots/tin.mtra")).unwrap();
    let whole = rarc(&[("tin.mtra", &walk)]);
    for length in (0..whole.len()).step_by(7) {
        let _ = Archive::open(whole[..length].to_vec());
    }
    // No folder is listed.
    let mut damaged = whole.clone();
    damaged[35] = 0;
    let opened = Archive::open(damaged).unwrap();
    let name = format!("{}.mtra", whole.len() - walk.len());
    assert_eq!(opened.entries()[0].name, name);
    assert_eq!(opened.read(&name).unwrap(), walk);
    // A folder that leads to itself.
    let mut circle = whole;
    circle[32 + 32 + 32 + 11] = 0;
    assert!(Archive::open(circle).is_ok());
}
