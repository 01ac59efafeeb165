//! ELF programs in a session, as the page loads them.

use mcore::modes::chip::session::{AssembledView, Command, Update};
use mcore::modes::chip::view::RunState;
use mcore_tests::{Driver, root};

fn golden(name: &str) -> Vec<u8> {
    std::fs::read(root().join("tests/golden/elf").join(name)).expect("a golden file")
}

fn load(d: &mut Driver, name: &str, bytes: Vec<u8>, sources: &[&str]) -> AssembledView {
    d.updates.clear();
    let sources = sources.iter().map(|s| (*s).to_owned()).collect();
    d.must(Command::LoadElf { name: name.to_owned(), bytes, sources });
    let mut views =
        d.updates.iter().filter_map(|u| if let Update::Assembled(view) = u { Some(view.clone()) } else { None });
    views.next_back().expect("an answer")
}

/// If the sources are there, stepping goes through the lines of C.
#[test]
fn a_compiled_program_is_followed_line_by_line() {
    let mut d = Driver::default();
    let view = load(&mut d, "lines.elf", golden("lines.elf"), &["lines.c"]);
    assert!(view.ok && view.made.is_none() && view.text_bytes > 0, "{view:?}");
    let main = view.symbols.iter().find(|s| s.name == "main").expect("main");
    let line = main.line.clone().expect("main has a line");
    assert_eq!(line.file, "lines.c");
    let text = std::fs::read_to_string(root().join("tests/golden/gcc/lines.c")).expect("the source");
    // GNU C gives a function the line of its opening brace.
    let before: Vec<_> = text.lines().take(line.line as usize).collect();
    assert!(before.iter().rev().take(2).any(|text| text.contains("main")), "{line:?}");
    let mut lines = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        if let Some(place) = d.frame.node.as_ref().and_then(|n| n.source.clone()) {
            assert!(["lines.c", "io.h"].contains(&place.file.as_str()), "{place:?}");
            lines.insert((place.file, place.line));
        }
        if matches!(d.send(Command::Step(1)), Update::Refused(..)) {
            break;
        }
    }
    assert!(lines.len() > 10, "{lines:?}");
}

/// Without them, stepping goes through a generated disassembly.
#[test]
fn without_sources_a_disassembly_is_made() {
    for (name, sources) in [("lines.elf", &["other.c"][..]), ("stripped.elf", &[])] {
        let mut d = Driver::default();
        let view = load(&mut d, name, golden(name), sources);
        assert!(view.ok, "{view:?}");
        let made = view.made.expect("a disassembly");
        assert_eq!(made.name, format!("{name}.s"));
        for _ in 0..50 {
            if d.frame.state == RunState::Ended {
                break;
            }
            let node = d.frame.node.as_ref().expect("a node");
            let place = node.source.clone().expect("a line");
            let line = made.text.lines().nth(place.line as usize - 1).expect("the line is there");
            let next = node.disasm.iter().find(|row| row.current).expect("the next instruction");
            assert!(line.contains(&next.text) && line.contains(&next.word), "{line} / {}", next.text);
            if matches!(d.send(Command::Step(1)), Update::Refused(..)) {
                break;
            }
        }
    }
}

#[test]
fn what_cannot_run_is_refused_in_words_and_the_old_program_stays() {
    let mut d = Driver::default();
    d.assemble("old.s", "main: li $v0, 10\n syscall\n");
    let before = d.frame.digest.clone();
    for name in ["big-endian.elf", "shared.elf", "sixty-four.elf", "release-6.elf", "object.elf", "micromips.elf"] {
        let view = load(&mut d, name, golden(name), &[]);
        assert!(!view.ok, "{name}");
        let found = &view.diagnostics[0];
        assert_eq!((found.file.as_str(), found.line), (name, 1));
        assert!(!found.message.en.is_empty() && !found.message.ja.is_empty());
        assert_eq!(d.frame.digest, before, "{name}");
    }
    for garbage in [vec![], vec![0x7f], b"\x7fELF".to_vec(), vec![0xff; 4096]] {
        assert!(!load(&mut d, "garbage", garbage, &[]).ok);
    }
}
