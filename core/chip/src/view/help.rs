//! Help for every word of an assembly program, from the assembler's own tables.

use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_cpu::isa::{Op, Row, by_mnemonic, register_name, rows as table};
use mcore_toolchain::asm::{Form, directives, form_usage, forms, unlike_gnu, usage};
use mcore_toolchain::mclib::offers;
use serde::{Deserialize, Serialize};

/// Maximum number of forms of a pseudo-instruction in its help.
const MAX_FORMS: usize = 4;

/// The kinds of words in an assembly program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HelpKind {
    /// An instruction of the machine.
    Instruction,
    /// A pseudo-instruction of the assembler, which expands to instructions of the machine.
    Pseudo,
    Directive,
    Register,
    /// A function of the library.
    Function,
    /// A constant of the library: the address of a memory-mapped register.
    Constant,
}

/// Help for one word, for hover and completion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelpRow {
    /// The word: `addu`, `.word`, `$t0`, `mc_put`.
    pub word: String,
    pub kind: HelpKind,
    /// How its operands are written, for example `$rd, $rs, $rt`; the prototype of a function.
    pub operands: String,
    /// Its effect, in a sentence.
    pub meaning: Text,
    /// The bits of an instruction as the manual draws them, 31 to 0; the expansion of a pseudo-instruction. Else empty.
    pub encoding: String,
    /// A function of the library: the comment in its source, with its cost. Else empty.
    #[serde(default)]
    pub note: String,
}

/// One row per word: instructions, pseudo-instructions, directives, registers, and the functions and constants of the
/// library.
pub fn help_rows() -> Vec<HelpRow> {
    let mut rows: Vec<HelpRow> = Vec::new();
    table().iter().filter(|r| r.op != Op::Reserved).for_each(|row| instruction(&mut rows, row));
    pseudo_instructions(&mut rows);
    for directive in directives() {
        let (en, ja) = directive.meaning;
        rows.extend(directive.names.split(' ').map(|name| HelpRow {
            word: name.into(),
            kind: HelpKind::Directive,
            operands: directive.operands.into(),
            meaning: Text::new(en, ja),
            encoding: String::new(),
            note: String::new(),
        }));
    }
    rows.extend((0..32).map(|n| register(register_name(n).into(), format!("${n}"), role(n))));
    rows.extend((0..32).map(|n| register(format!("$f{n}"), String::new(), float_role(n))));
    rows.extend(offers().into_iter().map(|offer| HelpRow {
        word: offer.name,
        kind: if offer.function { HelpKind::Function } else { HelpKind::Constant },
        operands: offer.written,
        meaning: offer.meaning,
        encoding: String::new(),
        note: offer.note,
    }));
    rows
}

/// Adds an instruction of the machine; two of the same name with different operands share one row.
fn instruction(rows: &mut Vec<HelpRow>, row: &Row) {
    let operands = usage(row);
    if let Some(known) = rows.iter_mut().find(|known| known.word == row.mnemonic) {
        known.operands = format!("{} | {operands}", known.operands);
        known.encoding = format!("{}\n{}", known.encoding, row.op.pattern());
        return;
    }
    let (en, ja) = row.op.meaning();
    rows.push(HelpRow {
        word: row.mnemonic.into(),
        kind: HelpKind::Instruction,
        operands,
        meaning: Text::new(en, ja),
        encoding: row.op.pattern().into(),
        note: String::new(),
    });
}

/// The pseudo-instructions; a mnemonic that the machine also has is explained as the machine's.
fn pseudo_instructions(rows: &mut Vec<HelpRow>) {
    let mut names: Vec<&str> = forms().iter().flat_map(|f| f.mnemonics.split(' ')).collect();
    names.sort_unstable();
    names.dedup();
    for name in names.into_iter().filter(|name| by_mnemonic(name).next().is_none()) {
        let mine = || forms().iter().filter(|f| f.mnemonics.split(' ').any(|m| m == name));
        let mut operands: Vec<String> = mine().map(form_usage).collect();
        operands.dedup();
        let becomes: Vec<String> = mine().take(MAX_FORMS).map(|form| becomes(form, name)).collect();
        let note = unlike_gnu(name).map_or_else(Text::default, |(en, ja)| text!(" {en}", "{ja}"));
        rows.push(HelpRow {
            word: name.into(),
            kind: HelpKind::Pseudo,
            operands: operands.join(" | "),
            meaning: Text {
                en: format!("The assembler makes other instructions of it.{}", note.en),
                ja: format!("アセンブラがほかの命令に置き換えます。{}", note.ja),
            },
            encoding: becomes.join("\n"),
            note: String::new(),
        });
    }
}

/// The instructions that a form expands to, with its operands in place.
fn becomes(form: &Form, name: &str) -> String {
    let usage = form_usage(form);
    let operands: Vec<&str> = usage.split(", ").collect();
    let mut out = String::new();
    for word in form.becomes.split(' ') {
        if !out.is_empty() {
            out.push(' ');
        }
        // A word is a name with the characters around it: `A,`, `%hi(B);`, `op`.
        let is_name = |c: char| c.is_ascii_alphanumeric() || "$.%_".contains(c);
        let mut rest = word;
        while !rest.is_empty() {
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            out.push_str(match piece {
                "A" => operands.first().copied().unwrap_or(piece),
                "B" => operands.get(1).copied().unwrap_or(piece),
                "C" => operands.get(2).copied().unwrap_or(piece),
                "op" => name,
                _ => piece,
            });
            let gap = after.find(is_name).unwrap_or(after.len());
            out.push_str(&after[..gap]);
            rest = &after[gap..];
        }
    }
    out
}

fn register(word: String, operands: String, meaning: Text) -> HelpRow {
    HelpRow { word, kind: HelpKind::Register, operands, meaning, encoding: String::new(), note: String::new() }
}

/// The use of a general register (o32 calling convention).
fn role(n: u8) -> Text {
    match n {
        0 => text!("Always 0.", "常に 0。"),
        1 => text!("For the assembler: pseudo-instructions overwrite it.", "アセンブラ用。疑似命令が上書きします。"),
        2 | 3 => text!("Result of a function.", "関数の戻り値。"),
        4..=7 => {
            let which = n - 3;
            text!("Argument {which} of a function.", "関数の第 {which} 引数。")
        }
        8..=15 | 24 | 25 => {
            text!("Temporary: a called function may change it.", "一時レジスタ。呼び出した関数が変えることがあります。")
        }
        16..=23 => text!("Saved: a called function keeps it.", "保存レジスタ。呼び出した関数が値を保ちます。"),
        26 | 27 => {
            text!("For an operating system; free here.", "オペレーティングシステム用。ここでは自由に使えます。")
        }
        28 => text!("Global pointer; nothing sets it here.", "グローバルポインタ。ここでは設定されません。"),
        29 => {
            text!("Stack pointer; the stack grows downwards.", "スタックポインタ。スタックは番地の小さい方へ伸びます。")
        }
        30 => text!(
            "Frame pointer, also `$s8`; a called function keeps it.",
            "フレームポインタ（`$s8` とも書く）。呼び出した関数が値を保ちます。"
        ),
        _ => text!("Return address: `jal` and `jalr` write it.", "戻り番地。`jal` と `jalr` が書き込みます。"),
    }
}

/// The use of a floating-point register (o32 calling convention).
fn float_role(n: u8) -> Text {
    match n {
        0..=3 => text!("Floating point: result of a function.", "浮動小数点: 関数の戻り値。"),
        12..=15 => text!("Floating point: argument of a function.", "浮動小数点: 関数の引数。"),
        20..=31 => text!(
            "Floating point, saved: a called function keeps it.",
            "浮動小数点の保存レジスタ。呼び出した関数が値を保ちます。"
        ),
        _ => text!(
            "Floating point, temporary: a called function may change it.",
            "浮動小数点の一時レジスタ。呼び出した関数が変えることがあります。"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(word: &str) -> HelpRow {
        let mut found: Vec<HelpRow> = help_rows().into_iter().filter(|r| r.word == word).collect();
        assert_eq!(found.len(), 1, "{word}");
        found.remove(0)
    }

    #[test]
    fn every_word_once_and_in_both_languages() {
        let rows = help_rows();
        let mut words: Vec<&str> = rows.iter().map(|r| r.word.as_str()).collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count, "a word has two rows");
        let japanese = |t: &str| t.chars().any(|c| ('\u{3040}'..='\u{9fff}').contains(&c));
        for row in &rows {
            assert!(!row.meaning.en.is_empty() && !japanese(&row.meaning.en), "{}", row.word);
            assert!(japanese(&row.meaning.ja), "{}", row.word);
        }
        for kind in [HelpKind::Pseudo, HelpKind::Directive, HelpKind::Register, HelpKind::Function] {
            assert!(rows.iter().filter(|r| r.kind == kind).count() >= 22, "{kind:?}");
        }
    }

    #[test]
    fn instructions_say_operands_and_bits() {
        let addiu = row("addiu");
        assert_eq!((addiu.kind, addiu.operands.as_str()), (HelpKind::Instruction, "$rt, $rs, constant"));
        assert_eq!(addiu.encoding, "001001 sssss ttttt iiiiiiiiiiiiiiii");
        assert_eq!(row("lw").operands, "$rt, offset($rs)");
    }

    #[test]
    fn pseudo_instructions_say_what_becomes_of_them() {
        assert_eq!(row("move").encoding, "or $a, $b, $zero");
        let li = row("li");
        assert!(li.encoding.lines().any(|l| l == "addiu $a, $zero, constant"), "{}", li.encoding);
        assert!(!li.encoding.contains(" B"), "{}", li.encoding);
    }

    #[test]
    fn registers_and_the_library_are_explained() {
        assert_eq!(row("$a1").operands, "$5");
        assert!(row("$a1").meaning.en.contains("Argument 2"));
        assert_eq!(row("mc_wait").operands, "void mc_wait(void)");
        assert_eq!(row("NODE_ID").kind, HelpKind::Constant);
    }
}
