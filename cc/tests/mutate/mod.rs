//! Texts that are nearly C programs, for tests of the compiler on wrong input.

use mcore::base::{Rng, SourceFile};
use mcore::toolchain::{Compiler, CompilerOptions, Level, Sources};
use mcore_cc::compile::{C, Settings};

/// Programs to begin with; all are the project's own.
const SEEDS: [&str; 8] = [
    include_str!("../../../tests/cases/cc/features.c"),
    include_str!("../../../tests/cases/cc/errors.c"),
    include_str!("../../../tests/cases/cc/kernels/strings.c"),
    include_str!("../../../tests/cases/cc/kernels/ll64.c"),
    include_str!("../../../tests/cases/cc/kernels/list.c"),
    include_str!("../../../tests/cases/cc/kernels/bytecode.c"),
    include_str!("../../../tests/cases/cc/kernels/fft.c"),
    include_str!("../../../tests/cases/cc/kernels/quicksort.c"),
];
/// Words that change the meaning of their surroundings.
const WORDS: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "#",
    "##",
    "\"",
    "'",
    "\\\n",
    "/*",
    "*/",
    "...",
    "*",
    "&",
    "->",
    "=",
    "?",
    ":",
    "<<",
    "0x7fffffff",
    "-1",
    "1e400",
    "0",
    "struct s",
    "union",
    "typedef",
    "unsigned",
    "long long",
    "double",
    "static",
    "goto x;",
    "x:",
    "__attribute__((packed))",
    "asm(\"\")",
    "\n#define f(x) x f\n",
    "sizeof",
];
/// Longest text in bytes: short ones find as much in less time.
const MAX_TEXT: usize = 4_000;

fn pick<T: Copy>(rng: &mut Rng, all: &[T]) -> T {
    all[rng.below(all.len() as u64) as usize]
}

/// Some lines of a seed in a row.
fn lines(rng: &mut Rng) -> String {
    let seed: Vec<&str> = pick(rng, &SEEDS).split_inclusive('\n').collect();
    let from = rng.below(seed.len() as u64) as usize;
    let count = 1 + rng.below(60) as usize;
    seed[from..].iter().take(count).copied().collect()
}

/// The text of a number: bytes, words, or a changed program.
pub fn text(number: u64) -> String {
    let mut rng = Rng::new(number);
    let rng = &mut rng;
    let mut text = match rng.below(8) {
        0 => {
            let count = rng.below(200);
            let bytes: Vec<u8> = (0..count).map(|_| rng.next_u64() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => (0..rng.below(120)).map(|_| format!("{} ", pick(rng, &WORDS))).collect(),
        2..=4 => pick(rng, &SEEDS[2..]).into(),
        _ => lines(rng),
    };
    for _ in 0..rng.below(6) {
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
        let (a, b) = (pick(rng, &places), pick(rng, &places));
        let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 40));
        let b = *places.iter().find(|p| **p >= b).unwrap_or(&text.len());
        match rng.below(6) {
            0 => text.insert_str(a, pick(rng, &WORDS)),
            // Another number keeps most programs right.
            1 => {
                let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
                let Some(at) = digits.get(rng.below(digits.len().max(1) as u64) as usize).copied() else { continue };
                text.replace_range(at..=at, &rng.below(10).to_string());
            }
            4 => text.replace_range(a..b, ""),
            2 => text.replace_range(a..b, pick(rng, &WORDS)),
            3 => {
                let piece = text[a..b].repeat(1 + rng.below(8) as usize);
                text.insert_str(a, &piece);
            }
            _ => {
                let other = lines(rng);
                text.insert_str(a, &other);
            }
        }
    }
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

/// Compiles a text without the library. The number of errors; findings have words in both languages.
pub fn compile(number: u64, text: &str) -> usize {
    let level = [Level::O0, Level::O1, Level::O2][(number % 3) as usize];
    let unit = SourceFile { name: "fuzz.c".into(), text: text.into() };
    let compiler = C::new(Settings { no_library: true, ..Settings::default() });
    let sources = Sources::of([&unit]);
    let done = compiler.compile(&sources, &CompilerOptions { level, memory_size: 1 << 20, debug: false });
    assert!(done.diagnostics.iter().all(|d| !d.message.en.is_empty() && !d.message.ja.is_empty()));
    assert!(done.counts.0 > 0 || !done.units.is_empty());
    done.counts.0
}
