use super::*;
use alloc::borrow::ToOwned;

const LIMIT: usize = 1 << 20;
const UPDATE: u32 = mode::READ | mode::WRITE;

fn ask(files: &mut Files, rank: u32, request: FileRequest) -> [u32; 2] {
    files.serve(rank, &request, LIMIT).expect("the files have room")
}

fn open(files: &mut Files, rank: u32, name: &str, mode: u32) -> i32 {
    ask(files, rank, FileRequest::Open { name: name.as_bytes().to_vec(), mode, number: 0 })[0] as i32
}

fn write(files: &mut Files, rank: u32, stream: u32, text: &str) -> i32 {
    ask(files, rank, FileRequest::Write { stream, bytes: text.as_bytes().to_vec() })[0] as i32
}

fn seek(files: &mut Files, rank: u32, stream: u32, offset: i32, whence: u32) -> i32 {
    ask(files, rank, FileRequest::Seek { stream, offset, whence })[0] as i32
}

/// All that a stream still has.
fn read(files: &mut Files, rank: u32, stream: u32) -> String {
    let mut all = Vec::new();
    loop {
        let [word, count] = ask(files, rank, FileRequest::Read { stream, bytes: 4 });
        all.extend(&word.to_le_bytes()[..count as usize]);
        if count < 4 {
            return String::from_utf8(all).expect("text");
        }
    }
}

#[test]
fn a_file_is_created_written_and_read_by_other_ranks() {
    let mut files = Files::default();
    assert_eq!(open(&mut files, 0, "out.txt", mode::READ), -errno::ENOENT);
    assert_eq!(open(&mut files, 0, "out.txt", mode::WRITE | mode::CREATE), 4);
    assert_eq!(write(&mut files, 0, 4, "hello"), 5);
    assert_eq!(open(&mut files, 3, "./out.txt", mode::READ), 4);
    assert_eq!(read(&mut files, 3, 4), "hello");
    assert_eq!(write(&mut files, 0, 4, " world"), 6);
    assert_eq!(read(&mut files, 3, 4), " world");
    let list: Vec<_> = files.list().map(|(name, content, new)| (name.to_owned(), content.to_vec(), new)).collect();
    assert_eq!(list, [("out.txt".to_owned(), b"hello world".to_vec(), true)]);
}

#[test]
fn modes_are_those_of_fopen() {
    let given = [("a".to_owned(), b"abc".to_vec())];
    let mut files = Files::new(given, None, false);
    assert_eq!(open(&mut files, 0, "a", mode::READ), 4);
    assert_eq!(write(&mut files, 0, 4, "x"), -errno::EBADF);
    assert_eq!(ask(&mut files, 0, FileRequest::Flags { stream: 4, clear: 3 }), [flag::ERROR, 0]);
    assert_eq!(ask(&mut files, 0, FileRequest::Flags { stream: 4, clear: 0 }), [0, 0]);
    assert_eq!(open(&mut files, 0, "a", mode::WRITE | mode::CREATE | mode::APPEND), 5);
    assert_eq!((seek(&mut files, 0, 5, 0, 0), write(&mut files, 0, 5, "d")), (0, 1));
    assert_eq!(read(&mut files, 0, 4), "abcd");
    assert_eq!(ask(&mut files, 0, FileRequest::Read { stream: 5, bytes: 1 }), [0, -errno::EBADF as u32]);
    assert_eq!(open(&mut files, 0, "a", UPDATE | mode::CREATE | mode::EXCLUSIVE), -errno::EEXIST);
    assert_eq!(open(&mut files, 0, "a", UPDATE | mode::CREATE | mode::TRUNCATE), 6);
    assert_eq!(files.get("a").map(Content::len), Some(0));
    assert_eq!(open(&mut files, 0, "a", 0), -errno::EINVAL);
    assert_eq!(open(&mut files, 0, "", mode::READ), -errno::ENOENT);
    assert_eq!(open(&mut files, 0, &"n".repeat(256), UPDATE | mode::CREATE), -errno::ENAMETOOLONG);
}

#[test]
fn positions_move_and_gaps_are_zero() {
    let mut files = Files::default();
    open(&mut files, 0, "a", UPDATE | mode::CREATE);
    write(&mut files, 0, 4, "0123456789");
    assert_eq!(seek(&mut files, 0, 4, -3, 2), 7);
    assert_eq!(read(&mut files, 0, 4), "789");
    assert_eq!(ask(&mut files, 0, FileRequest::Flags { stream: 4, clear: 0 }), [flag::END, 0]);
    assert_eq!(seek(&mut files, 0, 4, 0, 1), 10, "a question does not clear the end");
    assert_eq!(ask(&mut files, 0, FileRequest::Flags { stream: 4, clear: 0 }), [flag::END, 0]);
    assert_eq!(seek(&mut files, 0, 4, -11, 1), -errno::EINVAL);
    assert_eq!(seek(&mut files, 0, 4, 0, 3), -errno::EINVAL);
    assert_eq!(seek(&mut files, 0, 4, 12, 0), 12);
    assert_eq!(ask(&mut files, 0, FileRequest::Flags { stream: 4, clear: 0 }), [0, 0]);
    write(&mut files, 0, 4, "x");
    assert_eq!(files.get("a").map(Content::to_vec), Some(b"0123456789\0\0x".to_vec()));
    assert_eq!(ask(&mut files, 0, FileRequest::Resize { stream: 4, bytes: 3 }), [0, 0]);
    assert_eq!(ask(&mut files, 0, FileRequest::Resize { stream: 4, bytes: 5 }), [0, 0]);
    assert_eq!(files.get("a").map(Content::to_vec), Some(b"012\0\0".to_vec()));
}

#[test]
fn nodes_share_a_number_of_a_file() {
    let mut files = Files::default();
    open(&mut files, 0, "a", UPDATE | mode::CREATE);
    open(&mut files, 1, "a", UPDATE);
    open(&mut files, 1, "b", UPDATE | mode::CREATE);
    let share = |files: &mut Files, rank, stream, number, replaces| {
        ask(files, rank, FileRequest::Share { stream, number, replaces })[0] as i32
    };
    assert_eq!(share(&mut files, 0, 4, 3, false), 0);
    assert_eq!(share(&mut files, 1, 4, 5, false), 3);
    assert_eq!(share(&mut files, 1, 5, 0, false), 0, "each file has its own");
    assert_eq!(share(&mut files, 0, 4, 2, true), 8);
    assert_eq!(share(&mut files, 1, 4, -2i32 as u32, false), 2);
    assert_eq!(share(&mut files, 1, 4, -1i32 as u32, false), -errno::EINVAL);
    assert_eq!(share(&mut files, 1, 4, 0, false), 0, "an error changes nothing");
    assert_eq!(share(&mut files, 0, 9, 0, false), -errno::EBADF);
    assert_eq!(share(&mut files, 0, INPUT, 0, false), -errno::EBADF);
}

#[test]
fn one_byte_can_be_given_back() {
    let mut files = Files::new([("a".to_owned(), b"xyz".to_vec())], None, false);
    open(&mut files, 0, "a", mode::READ);
    ask(&mut files, 0, FileRequest::Read { stream: 4, bytes: 1 });
    assert_eq!(ask(&mut files, 0, FileRequest::Unread { stream: 4, byte: b'Q' }), [0, 0]);
    assert_ne!(ask(&mut files, 0, FileRequest::Unread { stream: 4, byte: b'R' }), [0, 0]);
    assert_eq!(seek(&mut files, 0, 4, 0, 1), 0);
    assert_eq!(read(&mut files, 0, 4), "Qyz");
    assert_eq!(ask(&mut files, 0, FileRequest::Unread { stream: 4, byte: b'z' }), [0, 0]);
    assert_eq!(
        ask(&mut files, 0, FileRequest::Flags { stream: 4, clear: 0 }),
        [0, 0],
        "the byte clears the flag of the end"
    );
    seek(&mut files, 0, 4, 0, 0);
    assert_eq!(read(&mut files, 0, 4), "xyz");
}

#[test]
fn a_removed_file_exists_until_it_is_closed() {
    let mut files = Files::new([("a".to_owned(), b"one".to_vec()), ("b".to_owned(), b"two".to_vec())], None, false);
    open(&mut files, 1, "a", mode::READ);
    assert_eq!(ask(&mut files, 0, FileRequest::Remove { name: b"a".to_vec() }), [0, 0]);
    assert_eq!(open(&mut files, 0, "a", mode::READ), -errno::ENOENT);
    assert_eq!((read(&mut files, 1, 4).as_str(), files.bytes), ("one", 6));
    assert_eq!(ask(&mut files, 1, FileRequest::Close { stream: 4 }), [0, 0]);
    assert_eq!(ask(&mut files, 1, FileRequest::Close { stream: 4 }), [-errno::EBADF as u32, 0]);
    assert_eq!(files.bytes, 3);
    assert_eq!(ask(&mut files, 0, FileRequest::Rename { from: b"b".to_vec(), to: b"a".to_vec() }), [0, 0]);
    assert_eq!(files.list().map(|(name, ..)| name).collect::<Vec<_>>(), ["a"]);
    assert_eq!(open(&mut files, 0, "", UPDATE | mode::CREATE | mode::UNNAMED), 4);
    write(&mut files, 0, 4, "gone");
    assert_eq!((files.list().count(), files.bytes), (1, 7));
    ask(&mut files, 0, FileRequest::Close { stream: 4 });
    assert_eq!(files.bytes, 3);
}

#[test]
fn rank_0_reads_the_input_or_each_node_its_copy() {
    let mut files = Files::new([], Some(b"12 34"), false);
    assert_eq!((read(&mut files, 0, INPUT).as_str(), read(&mut files, 1, INPUT).as_str()), ("12 34", ""));
    assert_eq!(write(&mut files, 0, INPUT, "x"), -errno::EBADF);
    let mut files = Files::new([], Some(b"12 34"), true);
    assert_eq!((read(&mut files, 0, INPUT).as_str(), read(&mut files, 1, INPUT).as_str()), ("12 34", "12 34"));
    assert!(!files.input_was_missed());
    let mut files = Files::new([("a".to_owned(), b"file".to_vec())], None, false);
    assert_eq!(read(&mut files, 0, INPUT), "");
    assert!(files.input_was_missed());
    let reopened = FileRequest::Open { name: b"a".to_vec(), mode: mode::READ, number: INPUT };
    assert_eq!(ask(&mut files, 0, reopened), [INPUT, 0]);
    assert_eq!(read(&mut files, 0, INPUT), "file");
}

#[test]
fn numbers_and_bytes_are_limited() {
    let mut files = Files::default();
    for number in 0..MAX_STREAMS {
        assert_eq!(open(&mut files, 0, &alloc::format!("f{number}"), UPDATE | mode::CREATE), number as i32 + 4);
    }
    assert_eq!(open(&mut files, 0, "one more", UPDATE | mode::CREATE), -errno::EMFILE);
    ask(&mut files, 0, FileRequest::Close { stream: 7 });
    assert_eq!(open(&mut files, 0, "f9", mode::READ), 7, "the lowest free number");
    for number in MAX_STREAMS..MAX_FILES {
        assert_eq!(open(&mut files, 1, &alloc::format!("f{number}"), UPDATE | mode::CREATE), 4);
        ask(&mut files, 1, FileRequest::Close { stream: 4 });
    }
    assert_eq!(open(&mut files, 1, "one more", UPDATE | mode::CREATE), -errno::ENFILE);
    let full = FileRequest::Write { stream: 4, bytes: vec![1; 10] };
    assert_eq!(files.serve(0, &full, 9), Err(FilesFull));
    assert_eq!(files.serve(0, &full, 10), Ok([10, 0]));
    assert_eq!(files.serve(0, &FileRequest::Resize { stream: 5, bytes: 1 }, 10), Err(FilesFull));
    seek(&mut files, 0, 6, i32::MAX, 0);
    assert_eq!(files.serve(0, &FileRequest::Write { stream: 6, bytes: vec![1] }, LIMIT), Err(FilesFull));
}

/// Random writes and lengths against a plain vector; equal contents compare and hash equal.
#[test]
fn contents_are_those_of_a_vector() {
    let mut seed = 1_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut content, mut model) = (Content::default(), Vec::<u8>::new());
    for _ in 0..400 {
        if random(4) == 0 {
            let length = random(3 * PAGE);
            content.resize(length);
            model.resize(length, 0);
        } else {
            let (at, bytes) = (random(2 * PAGE), vec![random(256) as u8; random(PAGE)]);
            content.write(at, &bytes);
            if model.len() < at + bytes.len() {
                model.resize(at + bytes.len(), 0);
            }
            model[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        assert_eq!(content.to_vec(), model);
        assert_eq!(content, Content::from(&*model));
    }
}

#[test]
fn a_chip_without_files_hashes_as_before_there_were_any() {
    struct Nothing;
    impl Hasher for Nothing {
        fn finish(&self) -> u64 {
            0
        }
        fn write(&mut self, _: &[u8]) {
            unreachable!("nothing is hashed");
        }
    }
    Files::default().hash(&mut Nothing);
}
