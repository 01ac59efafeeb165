//! `docs/assembler.md` is made from the tables of the assembler, so that it is always true.
//!
//! After a change, `UPDATE=1 cargo test -p mcore-tests --test assembler_doc` writes it anew.

use mcore::asm::{Form, directives, form_usage, forms, unlike_gnu, usage};
use mcore::isa::{Op, rows};
use mcore_tests::root;
use std::fmt::Write;

const BEGINNING: &str = "\
# The assembler: what it understands, and where it differs

This file is made from the tables of the assembler (`UPDATE=1 cargo test -p mcore-tests --test assembler_doc`). It takes what
GNU as 2.40 takes for MIPS32 Release 2 in hand-written programs and in the output of `gcc -S`, and the habits of SPIM and MARS.
The tests compare it with GNU as byte by byte.

For C programs: `mipsel-linux-gnu-gcc -O2 -march=mips32r2 -mfp32 -mno-abicalls -fno-pic -G0 -ffreestanding -S`, or, for an ELF
file, in place of `-S`: `-nostdlib -static -Wl,-e,main -Wl,-Ttext=0x1000 -Wl,-z,max-page-size=4096`.

## Programs

- Text begins at 0x1000; data, read-only data and bss follow, each at a multiple of 16. Sections take no addresses.
- A file that no other one includes is a translation unit: its labels, constants and macros are its own, and `.globl` shares a
  label. (SPIM and MARS put all files into one unless told otherwise.) A file is assembled once, however often it is included.
- The program begins at `_start`, else `__start`, else `main`. A `main` that may come back with `jr $ra` is called by four words
  in front of the text (`jal main`, `nop`, store of `$v0` to the halt register, `nop`): 2 cycles before `main`, 1 after it. A
  program that halts by itself begins with its own first instruction in cycle 0, and nothing is added to it. Which of both it
  is follows from its instructions: calls that never come back count as such, `jr` of another register as coming back.
- `.set reorder`, as at the beginning of each file, puts one `nop` into each delay slot, and never moves an instruction there
  (GNU as `-O0`). `.set noreorder` leaves the slot to the programmer.
- Names known without definition: `_ftext`, `_etext`, `_fdata`, `_edata`, `__bss_start`, `_end`.
- Names that begin with `.L` or `$L` are left out of the table of symbols.
- Comments: `#`, `//` and `/* */`; `;` separates statements.

## Expressions

64-bit whole numbers; decimal, `0x`, `0b`, octal with a leading `0`, characters `'a'` (the closing quote may be left out).
Operators as in GNU as, the tightest first: unary `-` `~` `!`; `*` `/` `%` `<<` `>>`; `&` `|` `^` `!` (or not); `+` `-`;
`==` `!=` `<>` `<` `<=` `>` `>=` (a true one is -1); `&&`; `||`. This is not the order of C, and a warning tells where that matters.
Relocation operators: `%hi`, `%lo`, `%half`, `%neg`. Refused with the reason: `%gp_rel` (no start-up code sets `$gp`),
`%got`, `%call16` and their like (position-independent code), `%higher`, `%highest` (64-bit addresses).

## Unlike GNU as

- Instructions are always aligned to 4, also after `.byte`.
- `.float` rounds to the nearest number, of two equally near ones to the even one; GNU as rounds such a tie up.
- Strings in mergeable sections stay apart (GNU ld joins equal ones).
- `.octa` takes 64-bit values; `.altmacro`, `.incbin`, `.dc`, `.struct` and `.reloc` are refused.
- Macros may be written as for MARS too, and `\\op.s` is the parameter `op` and `.s` where GNU as wants `\\op\\().s`.
- A macro or repetition may make 16 million characters in all and nest 100 deep.

## Unlike SPIM and MARS

- Delayed branches are on, as on the real machine, and hidden by `.set reorder`.
- `.ktext` and `.kdata` are refused: a node has no kernel.
- `div`, `rem` and their like trap with code 7 if the divisor is zero.
- Labels of other files need `.globl`.
- In macros with parameters `%name` labels are local, as in MARS; two macros with one name are refused.
";

fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

fn instructions(out: &mut String) {
    out.push_str("\n## Instructions\n\n| instruction | meaning |\n| --- | --- |\n");
    for row in rows().iter().filter(|r| r.op != Op::Reserved) {
        let text = format!("{} {}", row.mnemonic, usage(row));
        let _ = writeln!(out, "| `{}` | {} |", text.trim_end(), escape(row.meaning.0));
    }
    out.push_str(
        "\nOf instructions with three operands the first may be left out if it is the same as the second. A register may be \
         written by name (`$t0`), by number (`$8`) or, for `$fp`, as `$s8`.\n",
    );
}

fn pseudo_instructions(out: &mut String) {
    out.push_str(
        "\n## Pseudo-instructions\n\nOf several ways the first that fits is taken. A, B, C are the operands; `op` is the instruction itself; \
         an empty last column means: as GNU as.\n\n| written | becomes | unlike GNU as |\n| --- | --- | --- |\n",
    );
    for form in forms() {
        let Form { mnemonics, becomes, .. } = form;
        let written: Vec<String> =
            mnemonics.split(' ').map(|m| format!("`{}`", format!("{m} {}", form_usage(form)).trim_end())).collect();
        let mut notes: Vec<&str> = mnemonics.split(' ').filter_map(unlike_gnu).collect();
        notes.dedup();
        let constant =
            form.operands.iter().any(|p| matches!(p, mcore::asm::Pattern::Value)) && becomes.contains("li $at, C");
        if constant && mnemonics.starts_with(['d', 'r']) {
            notes.clear();
        }
        let _ = writeln!(out, "| {} | `{}` | {} |", written.join(", "), escape(becomes), escape(&notes.join(" ")));
    }
}

fn directive_table(out: &mut String) {
    out.push_str("\n## Directives\n\n| directive | operands | here |\n| --- | --- | --- |\n");
    for directive in directives() {
        let names: Vec<String> = directive.names.split(' ').map(|n| format!("`{n}`")).collect();
        let operands =
            if directive.operands.is_empty() { String::new() } else { format!("`{}`", escape(directive.operands)) };
        let _ = writeln!(out, "| {} | {operands} | {} |", names.join(" "), escape(directive.meaning));
    }
}

#[test]
fn the_document_is_true() {
    let mut text = String::from(BEGINNING);
    directive_table(&mut text);
    pseudo_instructions(&mut text);
    instructions(&mut text);
    let path = root().join("docs/assembler.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/assembler.md is stale: UPDATE=1 cargo test -p mcore-tests --test assembler_doc");
}

/// Names are unique, and every directive that the script's sources use is in the table.
#[test]
fn names_of_directives() {
    let mut names: Vec<&str> = directives().iter().flat_map(|d| d.names.split(' ')).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(names.iter().all(|n| n.starts_with('.')));
}
