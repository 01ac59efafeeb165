//! Explains the error in an instruction whose operands fit no syntax.

use super::{
    assembler::Assembler,
    forms::{Form, Pattern},
    parse::{Operand, OperandKind, not_a_register},
    report::{Failure, clip},
    select::{Ways, signature},
    suggest::did_you_mean,
};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Span, Text};
use mcore_cpu::isa::{self, Row};

/// Instructions of the system coprocessor.
const PRIVILEGED: [&str; 15] = [
    "sdbbp", "mfc0", "mtc0", "eret", "deret", "rfe", "tlbp", "tlbr", "tlbwi", "tlbwr", "cache", "wait", "di", "ei",
    "rdpgpr",
];

impl Assembler<'_> {
    /// The failure for a name that is not an instruction.
    pub(super) fn unknown_mnemonic(&self, name: &str, span: Span, operands: &[Operand]) -> Failure {
        let shown = clip(name);
        let message = text!("there is no instruction `{shown}`", "命令 `{shown}` はありません");
        let list = text!(
            "docs/assembler.md lists all instructions; a macro must be defined before it is used",
            "命令の一覧は docs/assembler.md にあります。マクロは使う前に定義してください"
        );
        if self.report.is_full() {
            return Failure::new(span, message, list);
        }
        if PRIVILEGED.contains(&name) {
            return Failure::new(
                span,
                message,
                text!(
                    "it belongs to operating systems; a node has none",
                    "オペレーティングシステムのための命令で、ノードにはありません"
                ),
            );
        }
        if let Some(tip) = did_you_mean(name, self.mnemonics.names()) {
            return Failure::new(span, message, tip);
        }
        if operands.is_empty() {
            return Failure::new(
                span,
                message,
                text!("a label ends with a colon: `{shown}:`", "ラベルの後にはコロンを付けます: `{shown}:`"),
            );
        }
        Failure::new(span, message, list)
    }

    /// Explains the error in the operands, compared with the syntax whose first mismatch is the latest.
    pub(super) fn operand_error(&self, name: &str, span: Span, ways: &Ways, operands: &[Operand]) -> Failure {
        let row_way = ways.row.map(|row| {
            let (patterns, required) = signature(row);
            (usage(row), patterns, required)
        });
        let form_ways = ways.forms.iter().map(|f| (form_usage(f), f.operands.to_vec(), f.operands.len()));
        let all: Vec<(String, Vec<Pattern>, usize)> = row_way.into_iter().chain(form_ways).collect();
        let best = all
            .iter()
            .filter(|(_, patterns, required)| (*required..=patterns.len()).contains(&operands.len()))
            .filter_map(|(text, patterns, _)| {
                let index = self.first_mismatch(&patterns[..operands.len()], operands)?;
                // The Zero pattern is only a shortcut for a general one, so it would not help the student.
                (patterns[index] != Pattern::Zero).then_some((index, patterns[index], text))
            })
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        let Some((index, pattern, usage)) = best else {
            let usage = all.first().map_or(name, |(text, ..)| text);
            let usage = if usage.is_empty() { name.into() } else { format!("{name} {usage}") };
            let usage = usage.trim_end();
            return Failure::new(
                span,
                text!("`{name}` does not take this number of operands", "`{name}` のオペランドの数が違います"),
                text!("write `{usage}`", "`{usage}` の形で書いてください"),
            );
        };
        let operand = &operands[index];
        if let OperandKind::Expr(expr) = &operand.kind
            && matches!(pattern, Pattern::Register | Pattern::NotZero | Pattern::RegisterApart)
            && let Some(id) = expr.only_symbol()
            && self.symbols.find(self.symbols.get(id).name).is_none()
            && !self.symbols.get(id).local
        {
            return not_a_register(self.symbols.get(id).name, operand.span);
        }
        if let (OperandKind::Real(_), Pattern::Signed | Pattern::Unsigned | Pattern::Value | Pattern::Known) =
            (&operand.kind, pattern)
        {
            return Failure::new(
                operand.span,
                text!("a whole number is needed here", "ここには整数が必要です"),
                text!(
                    "floating-point constants go into registers with `li.s` and `li.d`",
                    "浮動小数点の定数は `li.s`、`li.d` でレジスタに入れます"
                ),
            );
        }
        let tip = text!("write `{name} {usage}`", "`{name} {usage}` の形で書いてください");
        Failure::new(operand.span, expectation(pattern), tip)
    }
}

/// The operand that a pattern requires, as a message.
fn expectation(pattern: Pattern) -> Text {
    match pattern {
        Pattern::Register | Pattern::NotZero | Pattern::RegisterApart => {
            text!("a register is needed here", "ここにはレジスタが必要です")
        }
        Pattern::Hardware => {
            text!("a hardware register such as $2 is needed here", "ここには $2 のようなハードウェアレジスタが必要です")
        }
        Pattern::Signed | Pattern::Negatable | Pattern::Next => {
            text!("a constant from -32768 to 32767 is needed here", "ここには -32768 から 32767 までの定数が必要です")
        }
        Pattern::Unsigned => {
            text!("a constant from 0 to 65535 is needed here", "ここには 0 から 65535 までの定数が必要です")
        }
        Pattern::Shift => {
            text!("a shift amount from 0 to 31 is needed here", "ここには 0 から 31 までのシフト量が必要です")
        }
        Pattern::Bits(bits) => {
            let most = (1u32 << bits) - 1;
            text!("a constant from 0 to {most} is needed here", "ここには 0 から {most} までの定数が必要です")
        }
        Pattern::Zero | Pattern::Upper | Pattern::Known | Pattern::Value => {
            text!("a value is needed here", "ここには値が必要です")
        }
        Pattern::Near(_)
        | Pattern::NearApart(_)
        | Pattern::Memory
        | Pattern::MemoryApart
        | Pattern::KnownMemory
        | Pattern::KnownMemoryApart => {
            text!(
                "a memory operand such as 4($sp) is needed here",
                "ここには 4($sp) のようなメモリオペランドが必要です"
            )
        }
        Pattern::Float => {
            text!(
                "a floating-point register such as $f1 is needed here",
                "ここには $f1 のような浮動小数点レジスタが必要です"
            )
        }
        Pattern::Pair => text!(
            "a floating-point register with an even number is needed here, since a double takes two",
            "倍精度の値は 2 つのレジスタを使うので、ここには偶数番号の浮動小数点レジスタが必要です"
        ),
        Pattern::Condition => {
            text!("a condition code, $fcc0 to $fcc7, is needed here", "ここには条件コード $fcc0 から $fcc7 が必要です")
        }
        Pattern::Indexed => text!(
            "a memory operand such as $t0($sp) is needed here",
            "ここには $t0($sp) のようなメモリオペランドが必要です"
        ),
        Pattern::Size => {
            text!("a number of bits from 1 to 32 is needed here", "ここには 1 から 32 までのビット数が必要です")
        }
        Pattern::Real | Pattern::RealHigh => {
            text!("a number such as 1.5 is needed here", "ここには 1.5 のような数が必要です")
        }
        Pattern::Target => text!("a label is needed here", "ここにはラベルが必要です"),
    }
}

/// The syntax of a machine instruction for people.
pub fn usage(row: &Row) -> String {
    let operands: Vec<&str> = row
        .operands
        .iter()
        .map(|operand| match operand {
            isa::Operand::Rd | isa::Operand::RdAndRt => "$rd",
            isa::Operand::Rs => "$rs",
            isa::Operand::Rt => "$rt",
            isa::Operand::Shift => "shift",
            isa::Operand::Signed | isa::Operand::Unsigned | isa::Operand::Word => "constant",
            isa::Operand::Branch | isa::Operand::Jump => "label",
            isa::Operand::Memory => "offset($rs)",
            isa::Operand::Code | isa::Operand::BreakCode | isa::Operand::TrapCode => "code",
            isa::Operand::Hint => "hint",
            isa::Operand::SyncType => "type",
            isa::Operand::Hardware => "$number",
            isa::Operand::Position => "position",
            isa::Operand::ExtractSize | isa::Operand::InsertSize => "size",
            isa::Operand::Fd | isa::Operand::Dd => "$fd",
            isa::Operand::Fs | isa::Operand::Ds => "$fs",
            isa::Operand::Ft | isa::Operand::Dt => "$ft",
            isa::Operand::Fr | isa::Operand::Dr => "$fr",
            isa::Operand::Cc => "$fcc",
            isa::Operand::BranchCc | isa::Operand::CompareCc => "$fcc",
            isa::Operand::Indexed => "$rt($rs)",
            isa::Operand::IndexedHint => "hint",
        })
        .collect();
    operands.join(", ")
}

/// The syntax of a pseudo-instruction for people.
pub fn form_usage(form: &Form) -> String {
    let names = [("$a", "$fa"), ("$b", "$fb"), ("$c", "$fc")];
    let operands: Vec<&str> = form
        .operands
        .iter()
        .zip(names)
        .map(|(pattern, (name, float))| match pattern {
            Pattern::Register | Pattern::NotZero | Pattern::RegisterApart => name,
            Pattern::Near(_)
            | Pattern::NearApart(_)
            | Pattern::Memory
            | Pattern::MemoryApart
            | Pattern::KnownMemory
            | Pattern::KnownMemoryApart => "offset($base)",
            Pattern::Target => "label",
            Pattern::Float | Pattern::Pair => float,
            Pattern::Condition => "$fcc",
            Pattern::Indexed => "$index($base)",
            Pattern::Real | Pattern::RealHigh => "number",
            Pattern::Shift => "shift",
            _ => "constant",
        })
        .collect();
    operands.join(", ")
}
