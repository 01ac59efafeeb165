use super::*;
use flate2::Compression;
use lzma_rust2::{XzOptions, XzWriter};
use mcore_base::Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write as _;

/// Memory that is enough for every sound file here.
const MEMORY: u64 = 64 << 20;

/// Bytes that are read in chunks of a given length.
struct Chunks(Vec<u8>, usize, usize);

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.2.min(buffer.len()).min(self.0.len() - self.1);
        buffer[..count].copy_from_slice(&self.0[self.1..][..count]);
        self.1 += count;
        Ok(count)
    }
}

fn all_of(mut unpacked: Unpacked) -> (Vec<u8>, Result<u64, Problem>) {
    let (mut whole, mut buffer) = (Vec::new(), vec![0; 10_000]);
    loop {
        match unpacked.read(&mut buffer) {
            Ok(0) => return (whole, Ok(unpacked.taken())),
            Ok(count) => whole.extend(&buffer[..count]),
            Err(problem) => {
                assert!(unpacked.read(&mut buffer).is_err(), "nothing comes after an error");
                return (whole, Err(problem));
            }
        }
    }
}

fn all(bytes: &[u8], chunk: usize) -> Vec<u8> {
    let (whole, end) = all_of(Unpacked::new(Chunks(bytes.to_vec(), 0, chunk), MEMORY));
    assert_eq!(end.expect("sound"), bytes.len() as u64);
    whole
}

/// The bytes that are unpacked before an error, and the error.
fn refused(bytes: &[u8]) -> (Vec<u8>, Text) {
    let (whole, end) = all_of(Unpacked::new(Chunks(bytes.to_vec(), 0, 100), MEMORY));
    match end {
        Err(Problem::Packing(text)) => (whole, text),
        other => panic!("{other:?}"),
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packer = flate2::GzBuilder::new().filename("trace.txt").write(Vec::new(), Compression::new(6));
    packer.write_all(text).expect("memory");
    packer.finish().expect("memory")
}

fn xz(text: &[u8]) -> Vec<u8> {
    let mut packer = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).expect("options");
    packer.write_all(text).expect("memory");
    packer.finish().expect("memory")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

type Pack = fn(&[u8]) -> Vec<u8>;

const PACKERS: [(&str, Pack); 3] = [("gzip", gzip), ("xz", xz), ("zstd", zstd)];

fn trace() -> Vec<u8> {
    (0..50_000_u32).flat_map(|i| format!(" L {:x},8\n", i * 64).into_bytes()).collect()
}

#[test]
fn all_packings_are_unpacked_in_pieces_of_any_length_and_all_their_parts() {
    let text = trace();
    let wanted = [&text[..], b" S 10,4\n"].concat();
    for (name, pack) in PACKERS {
        let packed = [pack(&text), pack(b" S 10,4\n")].concat();
        for chunk in [1, 7, 4096, 1 << 20] {
            assert!(all(&packed, chunk) == wanted, "{name} in pieces of {chunk}");
        }
        assert!(all(&pack(b""), 3).is_empty(), "{name}: nothing, packed");
    }
}

#[test]
fn many_members_as_programs_with_threads_write_them_are_one_file() {
    let text = trace();
    let members: Vec<u8> = text.chunks(65_280).flat_map(gzip).chain(gzip(b"")).collect();
    assert!(all(&members, 1000) == text);
    // zstd: skippable frames, at the beginning, between and at the end.
    let skipped = [&[0x52, 0x2a, 0x4d, 0x18, 5, 0, 0, 0][..], b"seeks"].concat();
    let frames: Vec<u8> = text.chunks(100_000).flat_map(|part| [&skipped[..], &zstd(part)].concat()).collect();
    assert!(all(&[frames, skipped].concat(), 1000) == text);
}

#[test]
fn what_is_not_packed_stays_as_it_is() {
    let text = trace();
    assert!(all(&text, 1000) == text);
    assert_eq!(all(b"R 1", 1), b"R 1");
    assert_eq!(all(b"", 1), b"");
    assert_eq!(all(&[0x1f], 1), [0x1f]);
}

#[test]
fn a_file_that_ends_too_early_says_so_wherever_it_ends() {
    let text = trace();
    for (name, pack) in PACKERS {
        let packed = pack(&text);
        for length in (6..40).chain((40..packed.len()).step_by(997)).chain(packed.len() - 40..packed.len()) {
            let (whole, why) = refused(&packed[..length]);
            assert!(why.en.contains(&format!("the {name} file ends in the middle")), "{name} to {length}: {}", why.en);
            assert!(why.ja.contains("途中で切れて") && text.starts_with(&whole), "{name} to {length}");
        }
        // The second part too.
        let twice = [&packed[..], &packed[..packed.len() / 2]].concat();
        let (whole, why) = refused(&twice);
        assert!(why.en.contains("ends in the middle") && whole.starts_with(&text), "{name}: {}", why.en);
    }
}

#[test]
fn a_check_sum_that_is_wrong_is_found() {
    let text = trace();
    // The last bytes of gzip are the length, with the check sum before it; those of zstd the check sum; those of xz
    // protect the index.
    for (name, pack, back) in [("gzip", gzip as Pack, [1, 6]), ("zstd", zstd, [1, 4]), ("xz", xz, [1, 9])] {
        for back in back {
            let mut packed = pack(&text);
            let at = packed.len() - back;
            packed[at] ^= 0x10;
            let (_, why) = refused(&packed);
            assert!(why.en.contains(&format!("the {name} file is damaged (")), "{name}, {back}: {}", why.en);
            assert!(why.ja.contains("壊れて"), "{}", why.ja);
        }
    }
    // The check sum of the contents of an xz file: stored blocks, so that a changed byte changes nothing else.
    let mut rng = Rng::new(1);
    let noise: Vec<u8> = (0..3000).map(|_| rng.below(256) as u8).collect();
    let mut packed = xz(&noise);
    let middle = packed.windows(8).position(|w| w == &noise[1000..1008]).expect("noise is stored as it is");
    packed[middle] ^= 1;
    let (_, why) = refused(&packed);
    assert!(why.en.contains("the xz file is damaged (invalid block checksum)"), "{}", why.en);
}

#[test]
fn what_follows_a_packed_file_and_is_none_is_told() {
    for (name, pack) in PACKERS {
        let (whole, why) = refused(&[pack(b"R 10 8\n"), b"and then something else".to_vec()].concat());
        assert!(whole == b"R 10 8\n" && why.en.contains("damaged"), "{name}: {}", why.en);
    }
}

/// The check sum of a header of an xz file.
fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

#[test]
fn what_asks_for_too_much_memory_is_refused_before_it_has_it() {
    // zstd: a window of 2^(10 + n / 8) bytes.
    let window = |descriptor: u8| vec![0x28, 0xb5, 0x2f, 0xfd, 0, descriptor, 1, 0, 0];
    assert!(all(&window(16 << 3), 100).is_empty(), "64 MiB are allowed");
    for descriptor in [17 << 3, 21 << 3, 31 << 3] {
        let (_, why) = refused(&window(descriptor));
        assert!(
            why.en.contains("zstd file takes more than the 64 MiB") && why.en.contains("unpack it first"),
            "{}",
            why.en
        );
        assert!(why.ja.contains("64 MiB を超える"), "{}", why.ja);
    }
    // xz: the dictionary size is a byte of the first block's header, which has its own check sum.
    let mut packed = xz(b"R 10 8\n");
    let header = 12..12 + (usize::from(packed[12]) + 1) * 4;
    let dictionary = header.start + 4;
    for (byte, refuses) in [(26, false), (28, true), (40, true)] {
        packed[dictionary] = byte;
        let sum = crc(&packed[header.start..header.end - 4]);
        packed[header.end - 4..header.end].copy_from_slice(&sum);
        if refuses {
            let (_, why) = refused(&packed);
            assert!(why.en.contains("xz file takes more than the 64 MiB") && why.en.contains("xz -6"), "{}", why.en);
        } else {
            assert_eq!(all(&packed, 100), b"R 10 8\n");
        }
    }
    // If the memory limit is below the needs of a usual file, packing it again does not help.
    let (_, end) = all_of(Unpacked::new(io::Cursor::new(xz(b"R 10 8\n")), 100_000));
    assert!(matches!(end, Err(Problem::Packing(why)) if why.en.contains("fewer files at once")));
}

#[test]
fn packings_that_are_not_known_are_told() {
    let (_, why) = refused(b"BZh91AY");
    assert!(why.en.contains("use gzip, xz or zstd"));
    let (_, why) = refused(b"PK\x03\x04..");
    assert!(why.ja.contains("gzip、xz、zstd"));
    // A zstd frame that wants a dictionary.
    let (_, why) = refused(&[0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 1, 1, 0, 0]);
    assert!(why.en.contains("not known here") && why.en.contains("unpack it first"), "{}", why.en);
}

#[test]
fn an_error_of_the_file_itself_is_told_as_it_is() {
    struct Broken(Chunks);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("the disk is gone")),
                count => Ok(count),
            }
        }
    }
    let text = trace();
    for (name, pack) in PACKERS.into_iter().chain([("none", <[u8]>::to_vec as Pack)]) {
        let mut half = pack(&text);
        half.truncate(half.len() / 2);
        let (_, end) = all_of(Unpacked::new(Broken(Chunks(half, 0, 4096)), MEMORY));
        match end {
            Err(Problem::Reading(error)) => assert_eq!(error.to_string(), "the disk is gone", "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Damaged files of each packing.
const ROUNDS: usize = 1500;

/// Changes bytes at random places: reading always ends without a panic, and a file with a check sum over all of its
/// contents is never read as something else.
#[test]
fn damage_anywhere_ends_in_words_or_does_no_harm() {
    let text: Vec<u8> = trace()[..40_000].to_vec();
    let mut rng = Rng::new(1);
    let mut random = |below: usize| rng.below(below as u64) as usize;
    for (name, pack) in PACKERS {
        let packed = pack(&text);
        let mut found = 0;
        for round in 0..ROUNDS {
            let mut damaged = packed.clone();
            // Headers are short and the most fragile.
            let far = if round % 2 == 0 { packed.len() } else { 64 };
            for _ in 0..=random(3) {
                damaged[6 + random(far - 6)] = random(256) as u8;
            }
            let (whole, end) = all_of(Unpacked::new(Chunks(damaged, 0, 4096), 1 << 23));
            match end {
                Ok(_) => assert!(whole == text, "{name}: other contents, and no error"),
                Err(Problem::Packing(_)) => found += 1,
                Err(Problem::Reading(error)) => panic!("{name}: {error}"),
            }
        }
        assert!(found > ROUNDS * 2 / 3, "{name}: {found}");
    }
}
