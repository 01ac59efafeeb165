//! Packs and submissions made to do harm. The tests give them to the readers, and `MCORE_CORPUS=1` writes them as the
//! fuzzers' first inputs (`fuzz/corpus/`).

use mcore::modes::chip::exercise::PackFile;
use serde_json::{Value, json};

/// A sound `exercise.toml` to which inputs of its last case can be added.
const SOUND: &str = "format = 1\ntitle.en = \"a\"\ntitle.ja = \"b\"\nlanguage = \"asm\"\nmachine.nodes = \"2x2\"\n\
    files = { editable = [\"sum.s\"], reference = \"start/sum.s\" }\n\
    [[case]]\nname.en = \"a\"\nname.ja = \"b\"\ncycle_limit = 10\n[[case.expect]]\nhalted = true\n";

/// Texts as `exercise.toml`: enormous numbers, deep nesting, paths out of the pack, broken and strange characters.
pub fn exercises() -> Vec<(&'static str, String)> {
    let with = |more: &str| format!("{SOUND}{more}");
    let input = |fill: &str| with(&format!("[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\n{fill}\n"));
    vec![
        ("empty", String::new()),
        ("sound", SOUND.to_owned()),
        ("huge-count", input("random = { low = 0, high = 1, count = 9223372036854775807 }")),
        ("huge-shape", input("random = { low = 0, high = 1, shape = [2147483647, 2147483647] }")),
        ("huge-shape-that-wraps", input("random = { low = 0, high = 1, shape = [4294967296, 4294967296] }")),
        (
            "many-inputs-that-are-large",
            with(
                &"[[case.input]]\nnode = \"all\"\nsymbol = \"X\"\nrandom = { low = 0, high = 1, count = 4194304 }\n"
                    .repeat(64),
            ),
        ),
        ("too-many-inputs", with(&"[[case.input]]\nnode = \"1,1\"\nsymbol = \"X\"\nwords = [1]\n".repeat(10_000))),
        ("backward-range", input("random = { low = 5, high = -5, count = 1 }")),
        ("range-that-wraps", input("random = { low = -9223372036854775808, high = 9223372036854775807, count = 3 }")),
        ("long-permutation", input("random = { low = 9223372036854775807, count = 4194304, order = \"permutation\" }")),
        ("not-a-number", input("random = { type = \"floats\", low = nan, high = inf, count = 4 }")),
        ("path-outside", input("file = \"data/../../../../etc/passwd\"")),
        ("absolute-path", input("file = \"/etc/passwd\"")),
        ("many-nodes", SOUND.replace("2x2", "255x255")),
        ("no-nodes", SOUND.replace("2x2", "0x0")),
        ("nodes-that-wrap", SOUND.replace("2x2", "4294967297x1")),
        ("endless-run", SOUND.replace("cycle_limit = 10", "cycle_limit = 9223372036854775807")),
        ("deep-lists", format!("a = {}", "[".repeat(100_000))),
        ("deep-tables", format!("a = {}", "{ a = ".repeat(50_000))),
        ("deep-dots", format!("{} = 1", vec!["a"; 50_000].join("."))),
        ("deep-headings", format!("[{}]", vec!["a"; 50_000].join("."))),
        ("one-long-key", format!("{} = 1", "a".repeat(900_000))),
        ("many-keys", (0..50_000).map(|i| format!("k{i} = {i}\n")).collect()),
        (
            "greedy-pattern",
            with(
                "[[case.expect]]\nconsole = { node = \"1,1\", regex = \"((((a{1,1000}){1,1000}){1,1000}){1,1000})\" }\n",
            ),
        ),
        ("slow-pattern", with("[[case.expect]]\nconsole = { node = \"1,1\", regex = \"(a*)*(a*)*(a*)*b\" }\n")),
        ("null-character", SOUND.replace("\"a\"", "\"\\u0000\"")),
        ("right-to-left", SOUND.replace("\"a\"", "\"\u{202e}a\u{feff}\"")),
        ("no-line-ends", "\r".repeat(10_000)),
    ]
}

/// Bytes as hand-in files.
pub fn submissions() -> Vec<(&'static str, Vec<u8>)> {
    let file = |name: &str| json!({ "name": name, "text": "main: jr $ra\n" });
    let with = |key: &str, value: Value| {
        let mut sound = json!({
            "kind": "mcore-submission", "format": 1, "pack": "p", "exercise": "e", "version": "1", "files": [file("a.s")],
        });
        sound[key] = value;
        sound.to_string().into_bytes()
    };
    vec![
        ("sound", with("points", json!(3))),
        ("path-outside", with("files", json!([file("../../a.s")]))),
        ("absolute-path", with("files", json!([file("/etc/passwd"), file("C:\\a.s")]))),
        ("control-characters", with("files", json!([file("a\u{0}\u{1b}[31m.s")]))),
        ("twice", with("files", json!([file("a.s"), file("a.s")]))),
        ("many-files", with("files", (0..10_000).map(|i| file(&format!("{i}.s"))).collect())),
        ("negative-points", with("points", json!(-1))),
        ("huge-points", with("points", json!(u64::MAX))),
        ("format-of-tomorrow", with("format", json!(4_294_967_295_u32))),
        ("program-that-is-no-number", with("program", json!("xyz"))),
        ("program-of-odd-length", with("program", json!("7f454"))),
        ("long-name", with("pack", json!("p".repeat(1_000_000)))),
        ("deep-lists", "[".repeat(200_000).into_bytes()),
        ("deep-objects", "{\"a\":".repeat(100_000).into_bytes()),
        ("broken-utf8", b"{\"kind\": \"\xff\xfe\"}".to_vec()),
        ("lone-surrogate", b"{\"kind\": \"\\ud800\"}".to_vec()),
        ("utf16", "{\"kind\": 1}".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("too-large", vec![b' '; (8 << 20) + 1]),
    ]
}

/// Bytes as `.zip` files with packs in them.
pub fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let zip = |files: &[(&str, &[u8])]| {
        let file = |(name, bytes): &(&str, &[u8])| PackFile { name: (*name).into(), bytes: bytes.to_vec() };
        mcore_archive::pack(&files.iter().map(file).collect::<Vec<_>>()).expect("an archive")
    };
    let zeroes = vec![0; 8 << 20];
    let bomb = zip(&[("pack.toml", &zeroes)]);
    let names: Vec<String> = (0..5_000).map(|i| format!("e/data/{i}")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    // Its directory states a small size.
    let mut liar = bomb.clone();
    let entry = liar.windows(4).rposition(|w| w == b"PK\x01\x02").expect("the directory");
    liar[entry + 24..entry + 28].copy_from_slice(&16_u32.to_le_bytes());
    let mut broken_name = zip(&[("pack.toml", b"x"), ("name-to-break", b"x")]);
    for at in 0..broken_name.len() - 13 {
        if &broken_name[at..at + 13] == b"name-to-break" {
            broken_name[at..at + 4].copy_from_slice(b"\xff\xfe\xfd\xfc");
        }
    }
    let first = zip(&[("a/pack.toml", b"format = 1"), ("b/pack.toml", b"format = 1"), ("pack.toml/pack.toml", b"x")]);
    vec![
        ("bomb", bomb.clone()),
        ("bomb-that-lies", liar),
        ("bomb-in-bomb", zip(&[("pack.toml", &bomb)])),
        ("many-files", zip(&many)),
        ("path-outside", zip(&[("pack.toml", b"x"), ("../../evil", b"x")])),
        ("absolute-path", zip(&[("/etc/passwd", b"x")])),
        ("windows-path", zip(&[("C:\\evil", b"x"), ("..\\evil", b"x")])),
        ("broken-utf8-name", broken_name),
        ("broken-utf8-text", zip(&[("pack.toml", b"format = 1\nid = \"\xff\"")])),
        ("many-tops", first),
        ("nothing-in-it", zip(&[])),
        ("end-alone", b"PK\x05\x06".to_vec()),
        ("cut-off", bomb[..bomb.len() / 2].to_vec()),
    ]
}

/// Gives `to` this many texts, each with up to four places replaced by pieces.
pub fn mutated(whole: &str, pieces: &[&str], times: usize, to: impl Fn(&str)) {
    let mut seed = 1u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    for _ in 0..times {
        let mut text = whole.to_owned();
        for _ in 0..=next(3) {
            let at = (0..=next(text.len())).rev().find(|at| text.is_char_boundary(*at)).expect("0 is one");
            let until = (at + next(12)).min(text.len());
            let until = (until..=text.len()).find(|to| text.is_char_boundary(*to)).expect("the end is one");
            text.replace_range(at..until, pieces[next(pieces.len())]);
        }
        to(&text);
    }
}
