//! System call 64 prints as the C library of this host does, whatever the conversion.

use mcore::base::{Array, SourceFile};
use mcore::isa::exec::printf::{BadFormat, Failure, Printed, printf};
use mcore::mem::{Access, AccessError};
use mcore::modes::chip::view::OutcomeView;
use mcore::modes::chip::{Machine, Outcome, Spec, TrapCause};
use mcore::toolchain::asm::{Options, assemble};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

/// Addresses of the format and the arguments.
const FORMAT: u32 = 0x100;
const ARGUMENTS: u32 = 0x800;

/// The text of a format with these argument words.
fn made(format: &[u8], words: &[u32]) -> Result<Printed, Failure<u32>> {
    let mut memory = vec![0; 0x1000];
    memory[FORMAT as usize..][..format.len()].copy_from_slice(format);
    for (word, at) in words.iter().zip((ARGUMENTS as usize..).step_by(4)) {
        memory[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    // A string and a wide one to print.
    memory[0xc00..0xc06].copy_from_slice(b"many\xe3\0");
    for (n, character) in "核a心".chars().enumerate() {
        memory[0xd00 + 4 * n..][..4].copy_from_slice(&u32::from(character).to_le_bytes());
    }
    printf(|at| memory.get(at as usize).copied().ok_or(at), FORMAT, ARGUMENTS, 20_000)
}

fn text(format: &str, words: &[u32]) -> String {
    String::from_utf8_lossy(&made(format.as_bytes(), words).unwrap().bytes).into_owned()
}

fn double(value: f64) -> [u32; 2] {
    [value.to_bits() as u32, (value.to_bits() >> 32) as u32]
}

/// A program of this host that prints what it is asked to: kind, format, width, precision, value.
const HOST: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char out[30000];
int main(void)
{
    uint32_t head[5];
    char format[256];
    while (fread(head, 4, 5, stdin) == 5 && fread(format, 1, head[0], stdin) == head[0]) {
        format[head[0]] = 0;
        uint64_t bits = (uint64_t)head[3] << 32 | head[2];
        double value;
        memcpy(&value, &bits, 8);
        int a = (int)head[4] >> 16, b = (short)head[4], stars = head[1] >> 8, n;
#define PRINT(x) n = stars == 0 ? sprintf(out, format, x) : stars == 1 ? sprintf(out, format, a, x) : sprintf(out, format, a, b, x)
        switch (head[1] & 0xff) {
        case 0: PRINT((int)head[2]); break;
        case 1: PRINT((long long)bits); break;
        case 2: PRINT(value); break;
        default: PRINT("many"); break;
        }
        fwrite(&n, 4, 1, stdout);
        fwrite(out, 1, n, stdout);
        fflush(stdout);
    }
    return 0;
}
"#;

struct Host {
    child: Child,
}

impl Host {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("mcore-printf-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (source, program) = (folder.join("host.c"), folder.join("host"));
        std::fs::write(&source, HOST).unwrap();
        // Cargo needs this compiler for linking, so it is there.
        let status = Command::new("cc").arg("-w").arg("-o").args([&program, &source]).status();
        assert!(status.expect("the C compiler `cc`").success());
        let child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        Self { child }
    }

    fn text(&mut self, format: &str, kind: u32, stars: &[i16], bits: u64) -> Vec<u8> {
        let star = |n: usize| u32::from(stars.get(n).copied().unwrap_or(0) as u16);
        let head = [
            format.len() as u32,
            kind | (stars.len() as u32) << 8,
            bits as u32,
            (bits >> 32) as u32,
            star(0) << 16 | star(1),
        ];
        let mut message: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
        message.extend(format.as_bytes());
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(&message).unwrap();
        input.flush().unwrap();
        let output = self.child.stdout.as_mut().unwrap();
        let mut length = [0; 4];
        output.read_exact(&mut length).unwrap();
        let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
        output.read_exact(&mut bytes).unwrap();
        bytes
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Width or precision: none, a number, or `*` with its argument.
fn number() -> impl Strategy<Value = (String, Option<i16>)> {
    prop_oneof![
        3 => Just((String::new(), None)),
        3 => (0i16..40).prop_map(|n| (n.to_string(), None)),
        1 => (0i16..400).prop_map(|n| (n.to_string(), None)),
        2 => (-30i16..30).prop_map(|n| ("*".to_owned(), Some(n))),
    ]
}

/// Doubles of every kind; many that are exactly between two decimal numbers.
fn doubles() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        (-2_000_000i64..2_000_000, 0u32..12).prop_map(|(n, p)| (n as f64 / f64::from(1u32 << p)).to_bits()),
        (-99_999i64..99_999, -8i32..8).prop_map(|(n, p)| (n as f64 * 10f64.powi(p)).to_bits()),
        any::<f64>().prop_map(f64::to_bits),
        prop_oneof![
            Just(0),
            Just(1),
            Just(1 << 63),
            Just(0x7ff << 52),
            Just(0xfff8 << 48),
            Just(0x7fef_ffff_ffff_ffff)
        ],
    ]
}

#[test]
fn every_conversion_is_that_of_this_host() {
    let host = RefCell::new(Host::start());
    let flags = "[-+ #0']{0,4}";
    let conversion = prop_oneof![
        ("(hh|h|)[diuoxXc]", any::<u32>()).prop_map(|(c, v)| (
            c.replace("hc", "c").replace("hc", "c"),
            0,
            u64::from(v)
        )),
        ("[diuoxX]", -20i32..20).prop_map(|(c, v)| (c, 0, u64::from(v as u32))),
        ("(ll|j)[diuoxX]", any::<u64>()).prop_map(|(c, v)| (c, 1, v)),
        ("[aAeEfFgG]", doubles()).prop_map(|(c, v)| (c, 2, v)),
        ("[aAeEfFgG]", doubles()).prop_map(|(c, v)| (c, 2, v)),
        ("s", Just(0u64)).prop_map(|(c, v)| (c, 3, v)),
    ];
    let case = (flags, number(), proptest::option::of(number()), conversion);
    let mut runner =
        TestRunner::new(Config { cases: mcore_tests::cases(30_000), failure_persistence: None, ..Config::default() });
    let result = runner.run(&case, |(flags, (width, first), precision, (letter, kind, bits))| {
        let (point, second) = precision.map_or((String::new(), None), |(text, star)| (format!(".{text}"), star));
        let format = format!("<%{flags}{width}{point}{letter}>");
        let stars: Vec<i16> = [first, second].into_iter().flatten().collect();
        let expected = host.borrow_mut().text(&format, kind, &stars, bits);
        let mut words: Vec<u32> = stars.iter().map(|n| i32::from(*n) as u32).collect();
        match kind {
            0 => words.push(bits as u32),
            3 => words.push(0xc00),
            _ => {
                // Eight bytes are at a multiple of 8.
                if words.len() % 2 == 1 {
                    words.push(0xdead_beef);
                }
                words.extend([bits as u32, (bits >> 32) as u32]);
            }
        }
        // The string of the host has no byte above 0x7f.
        let mut bytes = made(format.as_bytes(), &words).unwrap().bytes;
        if kind != 3 || !bytes.contains(&0xe3) {
            prop_assert_eq!(
                String::from_utf8_lossy(&bytes),
                String::from_utf8_lossy(&expected),
                "{} {:x}",
                format,
                bits
            );
        } else {
            bytes.retain(|b| *b != 0xe3);
            let trim = |b: &[u8]| String::from_utf8_lossy(b).replace(' ', "");
            prop_assert_eq!(trim(&bytes), trim(&expected), "{}", format);
        }
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn sizes_are_those_of_the_chip() {
    assert_eq!(text("%ld %zu %td %lx", &[-5i32 as u32, 7, -8i32 as u32, 255]), "-5 7 -8 ff");
    assert_eq!(text("%d %lld %d", &[1, 0, 2, 3, 4]), "1 12884901890 4");
    let [low, high] = double(0.1);
    assert_eq!(text("%lf %Lg %.20f", &[low, high, low, high, low, high]), "0.100000 0.1 0.10000000000000000555");
    assert_eq!(text("%p %p", &[0, 0x1234]), "0x0 0x1234");
    assert_eq!(text("100%% %c%c", &[u32::from(b'o'), u32::from(b'k')]), "100% ok");
    assert_eq!(text("[%ls] [%.3ls] [%.2ls] [%5lc]", &[0xd00, 0xd00, 0xd00, 0x6838]), "[核a心] [核] [] [  核]");
    assert_eq!(text("%.1200f", &double(0.5)).len(), 1202);
    assert_eq!(text("%.1500e", &double(1.0)).len(), 1506);
}

#[test]
fn a_wrong_format_is_refused_with_its_place() {
    let failure = |format: &[u8]| made(format, &[0, 0, 0xc00]).unwrap_err();
    assert_eq!(failure(b"ab%y"), Failure::Format(FORMAT + 2, BadFormat::Conversion(b'y')));
    assert_eq!(failure(b"%5."), Failure::Format(FORMAT, BadFormat::Conversion(0)));
    assert_eq!(failure(b"%hf"), Failure::Format(FORMAT, BadFormat::Length(b'h')));
    assert_eq!(failure(b"%Ld"), Failure::Format(FORMAT, BadFormat::Length(b'L')));
    assert_eq!(failure(b"%n%n"), Failure::Format(FORMAT + 2, BadFormat::SecondCount));
    assert_eq!(failure(b"%99999d"), Failure::TooLong);
    assert_eq!(failure(b"%.2147483647f"), Failure::TooLong);
    assert_eq!(made(b"%s", &[0x5000]).unwrap_err(), Failure::Memory(0x5000));
    assert_eq!(printf(|_| Ok::<u8, ()>(0), 0, 2, 10), Err(Failure::Arguments));
}

/// A machine after its run.
fn run(body: &str) -> Machine {
    let file = SourceFile { name: "test.s".into(), text: format!("main: {body}\n") };
    let assembly = assemble(&[file], &[], &Options::default());
    let program = Arc::new(assembly.program.unwrap_or_else(|| panic!("{:#?}", assembly.diagnostics)));
    let spec = Spec { array: Array::new(1, 1), cycle_limit: 1000, ..Spec::default() };
    let mut machine = Machine::new(spec, program).unwrap();
    while machine.step() {}
    machine
}

const DATA: &str = "
        li $v0, 17
        move $a0, $t0
        syscall
        .data
format: .asciiz \"%d%n, %s\\n\"
list:   .word -7, count, name
name:   .asciiz \"core\"
        .align 2
count:  .word 0x55667788
bad:    .asciiz \"x%k\"
";

#[test]
fn the_system_call_prints_in_one_cycle_and_returns_the_number_of_bytes() {
    let machine = run(&format!("la $a0, format\n la $a1, list\n li $v0, 64\n syscall\n move $t0, $v0\n{DATA}"));
    let node = &machine.state.nodes[0];
    assert_eq!(node.console.tail(100), "-7, core\n");
    assert_eq!(node.core.processor.halted, Some((9, 9)), "one cycle each; each `la` has two instructions");
    let count = machine.image(0).program.symbol("count").unwrap().value;
    assert_eq!(machine.peek(0, count), Some(2));
}

#[test]
fn it_traps_and_prints_nothing_if_an_address_or_the_format_is_wrong() {
    let cause = |body: &str| {
        let machine = run(&format!("la $a0, format\n la $a1, list\n {body}\n li $v0, 64\n syscall\n{DATA}"));
        assert!(machine.state.nodes[0].console.is_empty());
        let view = OutcomeView::of(&machine).expect("it has ended");
        let Some(Outcome::Trapped(traps)) = machine.outcome() else { panic!("{:?}", machine.outcome()) };
        (traps[0].cause, view.message)
    };
    let address = |addr, error| TrapCause::Address { addr, access: Access::Load, error };
    assert_eq!(cause("li $a0, 0").0, address(0, AccessError::NullPage));
    assert_eq!(cause("li $a1, 0x900000").0, address(0x90_0000, AccessError::Unmapped));
    let misaligned = cause("addiu $a1, $a1, 2").0;
    assert!(matches!(misaligned, TrapCause::Address { error: AccessError::Misaligned(4), .. }), "{misaligned:?}");
    let (found, message) = cause("la $a0, bad");
    assert!(matches!(found, TrapCause::Format { fault: BadFormat::Conversion(b'k'), .. }), "{found:?}");
    assert!(message.en.contains("the unknown conversion `%k`"), "{message:?}");
    assert!(message.ja.contains("未知の変換 `%k`"), "{message:?}");
}
