//! The content of a link: written into the fragment of an address, and read from any text that a user takes for a link.
//!
//! `#share=1.` and then, as base64url, four bytes of checksum and the compressed content: a line of JSON with
//! everything but the texts, followed by the texts. So the first part of a link that was cut off, as by mail programs,
//! can still be read.

use crate::shell::share::{Fault, unpack};
use mcore::base::{Cycle, MAX_EXACT, NodeId, SourceFile};
use mcore::modes::chip::session::{Level, MachineOptions};
use serde::{Deserialize, Serialize};

/// Start of the fragment.
pub const MARK: &str = "share=";
/// Most files of a link, and so of a project.
pub const MAX_FILES: usize = 64;

/// The content of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// Name of the project; empty for the work on an exercise.
    pub name: String,
    /// The exercise to which it belongs.
    pub exercise: Option<String>,
    pub machine: MachineOptions,
    /// The shown cycle.
    pub cycle: Cycle,
    /// The selected node.
    pub node: Option<NodeId>,
    /// The shown file.
    pub file: Option<String>,
    pub files: Vec<SourceFile>,
}

/// The readable content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// All of it.
    Whole(Shared),
    /// A part: at least the first file, as far as it goes.
    Part(Shared, Fault),
    Nothing(Fault),
}

/// The content without the texts. Short names, since every character counts.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Head {
    #[serde(skip_serializing_if = "String::is_empty")]
    n: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<String>,
    /// Columns, rows, KiB of node memory, mirrored addressing, cycle limit.
    m: (u8, u8, u32, bool, u64),
    /// Level of optimisation of compilers, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<Level>,
    /// The arguments of the program.
    #[serde(skip_serializing_if = "String::is_empty")]
    a: String,
    /// The standard input, and whether every node reads a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    i: Option<(String, bool)>,
    c: Cycle,
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<(u8, u8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<String>,
    /// Names of the files and their lengths in bytes.
    f: Vec<(String, usize)>,
}

/// The content of a link before compression.
pub fn plain(shared: &Shared) -> Vec<u8> {
    let m = &shared.machine;
    let head = Head {
        n: shared.name.clone(),
        e: shared.exercise.clone(),
        m: (m.width, m.height, m.node_memory_kib, m.mirrored, m.cycle_limit),
        o: (m.level != Level::default()).then_some(m.level),
        a: m.arguments.clone(),
        i: m.input.clone().map(|input| (input, m.input_for_all)),
        c: shared.cycle,
        s: shared.node.map(|n| (n.x, n.y)),
        t: shared.file.clone(),
        f: shared.files.iter().map(|f| (f.name.clone(), f.text.len())).collect(),
    };
    // Cannot fail: plain fields only.
    let mut bytes = serde_json::to_vec(&head).unwrap_or_default();
    bytes.push(b'\n');
    shared.files.iter().for_each(|f| bytes.extend(f.text.as_bytes()));
    bytes
}

/// Reads a fragment, with or without its `#`. `None` if it is not marked as a link of this kind.
pub fn read(fragment: &str) -> Option<Reading> {
    let rest = fragment.strip_prefix('#').unwrap_or(fragment).strip_prefix(MARK)?;
    Some(match unpack(rest) {
        Err(fault) => Reading::Nothing(fault),
        Ok((plain, fault)) => match (contents(&plain), fault) {
            (Some((shared, true)), None) => Reading::Whole(shared),
            (Some((shared, _)), fault) if !shared.files.is_empty() => {
                Reading::Part(shared, fault.unwrap_or(Fault::Damaged))
            }
            (_, fault) => Reading::Nothing(fault.unwrap_or(Fault::Damaged)),
        },
    })
}

/// The content as far as it is present, and whether it is complete. `None` if not even its first line is readable.
fn contents(plain: &[u8]) -> Option<(Shared, bool)> {
    let end = plain.iter().position(|b| *b == b'\n')?;
    let head: Head = serde_json::from_slice(&plain[..end]).ok()?;
    let (width, height, node_memory_kib, mirrored, cycle_limit) = head.m;
    let cycle_limit = cycle_limit.min(MAX_EXACT);
    let mut texts = &plain[end + 1..];
    let mut whole = head.f.len() <= MAX_FILES;
    let mut files = Vec::new();
    for (name, length) in head.f.into_iter().take(MAX_FILES) {
        let there = length.min(texts.len());
        let (text, rest) = texts.split_at(there);
        texts = rest;
        whole &= there == length;
        // A file without any content present is dropped.
        if there > 0 || length == 0 {
            let name = if name.is_empty() { "main.s".to_owned() } else { name };
            files.push(SourceFile { name, text: String::from_utf8_lossy(text).into_owned() });
        }
    }
    let level = head.o.unwrap_or_default();
    let (input, input_for_all) = head.i.map_or((None, false), |(input, for_all)| (Some(input), for_all));
    let arguments = head.a;
    let machine = MachineOptions {
        width,
        height,
        node_memory_kib,
        mirrored,
        cycle_limit,
        level,
        arguments,
        input,
        input_for_all,
    };
    let node = head.s.map(|(x, y)| NodeId::new(x, y));
    let shared =
        Shared { name: head.n, exercise: head.e, machine, cycle: head.c.min(MAX_EXACT), node, file: head.t, files };
    Some((shared, whole && texts.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::share::{LARGEST, pack};
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use miniz_oxide::deflate::compress_to_vec;
    use proptest::prelude::*;

    fn fragment(shared: &Shared, packed: &[u8]) -> String {
        format!("{MARK}{}", pack(&plain(shared), packed))
    }

    fn link(shared: &Shared) -> String {
        format!("#{}", fragment(shared, &compress_to_vec(&plain(shared), 9)))
    }

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.into(), text: text.into() }
    }

    fn example() -> Shared {
        let text: String = (0..60).map(|i| format!("label{i}: addiu $t{}, $zero, {}\n", i % 8, i * i)).collect();
        Shared {
            name: "輪".into(),
            exercise: None,
            machine: MachineOptions {
                width: 8,
                height: 2,
                level: Level::O2,
                arguments: "-n 'two words'".into(),
                input: Some("3 4\n五".into()),
                input_for_all: true,
                ..MachineOptions::default()
            },
            cycle: 1234,
            node: Some(NodeId::new(3, 2)),
            file: Some("part.s".into()),
            files: vec![file("main.s", &text), file("part.s", "# 日本語\n"), file("empty.s", "")],
        }
    }

    #[test]
    fn a_link_says_what_it_was_made_of() {
        let shared = example();
        assert_eq!(read(&link(&shared)), Some(Reading::Whole(shared.clone())));
        // In the middle of a sentence.
        assert_eq!(read(&format!("{}>, and then", link(&shared))), Some(Reading::Whole(shared)));
    }

    #[test]
    fn numbers_are_those_that_a_browser_can_represent() {
        let limit = |cycle_limit| Shared {
            machine: MachineOptions { cycle_limit, ..example().machine },
            cycle: cycle_limit,
            ..example()
        };
        for large in [1 << 53, u64::MAX] {
            assert_eq!(read(&link(&limit(large))), Some(Reading::Whole(limit(MAX_EXACT))));
        }
        assert_eq!(read(&link(&limit(MAX_EXACT))), Some(Reading::Whole(limit(MAX_EXACT))));
        // The same in stored projects and files.
        let stored = serde_json::to_string(&limit(u64::MAX).machine).expect("an object");
        assert_eq!(serde_json::from_str::<MachineOptions>(&stored).expect("a machine"), limit(MAX_EXACT).machine);
    }

    #[test]
    fn a_link_is_a_good_deal_shorter_than_the_program() {
        let shared = example();
        let text: usize = shared.files.iter().map(|f| f.text.len()).sum();
        assert!(link(&shared).len() < text, "{} for {text}", link(&shared).len());
    }

    #[test]
    fn other_addresses_are_no_links_and_broken_ones_say_why() {
        for other in ["", "#", "#/chip", "#shar", "#node=1"] {
            assert_eq!(read(other), None, "{other}");
        }
        for (text, fault) in [
            ("#share=", Fault::Damaged),
            ("#share=x.AAAA", Fault::Damaged),
            ("#share=2.AAAA", Fault::Later),
            ("#share=1.", Fault::CutOff),
            ("#share=1", Fault::CutOff),
        ] {
            assert_eq!(read(text), Some(Reading::Nothing(fault)), "{text}");
        }
    }

    #[test]
    fn a_link_that_unpacks_to_a_flood_is_stopped() {
        let flood = compress_to_vec(&vec![b'x'; LARGEST + 1], 9);
        let text = format!("#{}", fragment(&Shared::default(), &flood));
        assert_eq!(read(&text), Some(Reading::Nothing(Fault::TooLarge)));
    }

    #[test]
    fn of_a_link_that_was_cut_off_the_first_part_is_read() {
        let shared = example();
        let text = link(&shared);
        let mut most = 0;
        for length in 8..text.len() {
            match read(&text[..length]).expect("it claims to be a link") {
                Reading::Whole(_) => panic!("at {length} of {}", text.len()),
                Reading::Nothing(_) => assert_eq!(most, 0, "more of the link says less of the program"),
                Reading::Part(part, _) => {
                    assert_eq!((part.machine, part.cycle), (shared.machine.clone(), shared.cycle));
                    for (read, wrote) in part.files.iter().zip(&shared.files) {
                        let sound = read.text.trim_end_matches('\u{fffd}');
                        assert!(wrote.text.starts_with(sound), "{sound:?}");
                    }
                    most = most.max(part.files[0].text.len());
                }
            }
        }
        assert!(most > shared.files[0].text.len() / 2, "{most}");
    }

    proptest! {
        #[test]
        fn every_program_comes_back(
            name in ".{0,20}",
            texts in prop::collection::vec("[ -~\n\u{3042}-\u{3050}]{0,200}", 1..5),
            cycle in 0..=MAX_EXACT,
            node in prop::option::of((any::<u8>(), any::<u8>())),
        ) {
            let files = texts.iter().enumerate().map(|(i, t)| file(&format!("f{i}.s"), t)).collect();
            let shared = Shared { name, files, cycle, node: node.map(|(x, y)| NodeId::new(x, y)), ..Shared::default() };
            prop_assert_eq!(read(&link(&shared)), Some(Reading::Whole(shared)));
        }

        #[test]
        fn no_change_of_a_character_goes_unnoticed(at in 0usize..10_000, by in 1usize..64) {
            const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
            let shared = example();
            let mut text = link(&shared).into_bytes();
            let start = "#share=1.".len();
            let at = start + at % (text.len() - start);
            let letter = LETTERS.iter().position(|l| *l == text[at]).expect("of the alphabet");
            text[at] = LETTERS[(letter + by) % 64];
            let text = String::from_utf8(text).expect("ASCII");
            if let Some(Reading::Whole(read)) = read(&text) {
                // Unused bits after the last byte do not matter.
                prop_assert_eq!(read, shared);
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "(#share=1\\.)?.{0,120}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&text);
            let _ = read(&format!("#share=1.{}", URL_SAFE_NO_PAD.encode(&bytes)));
            let packed = compress_to_vec(&bytes, 6);
            let _ = read(&format!("#{}", fragment(&Shared::default(), &packed)));
        }
    }
}
