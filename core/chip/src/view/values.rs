//! Why a variable or an expression of C has no value, in words.

use crate::{Fault, MAX_EXPRESSION};
use alloc::{format, string::String};
use mcore_base::{Text, text};
use mcore_toolchain::debug::Gone;

/// The reason in words.
pub fn fault_text(fault: &Fault) -> Text {
    match fault {
        Fault::TooLong => text!(
            "the expression has more than {MAX_EXPRESSION} characters",
            "式が {MAX_EXPRESSION} 文字を超えています"
        ),
        Fault::TooDeep => text!("parts are nested too deeply", "入れ子が深すぎます"),
        Fault::Syntax(at) => {
            let at = at + 1;
            text!("no C expression from character {at} on", "{at} 文字目から先は C の式として読めません")
        }
        Fault::Unknown(name) => {
            text!("no variable `{name}` is visible here", "ここから見える変数 `{name}` はありません")
        }
        Fault::Gone(name, Gone::Unused) => {
            text!("`{name}` is never used, so it has no place", "`{name}` は使われないので、場所がありません")
        }
        Fault::Gone(name, Gone::Optimised) => text!(
            "`{name}` is optimised out: compile with -O0 to see it",
            "`{name}` は最適化で残っていません。-O0 でコンパイルすると見えます"
        ),
        Fault::Gone(name, Gone::Unset) => {
            text!("`{name}` has no value yet at this instruction", "`{name}` は、この命令ではまだ値がありません")
        }
        Fault::Gone(name, Gone::Over) => text!(
            "`{name}` is not needed any more here, so no register keeps its value: compile with -O0 to see it",
            "`{name}` はここから先では使われないので、値がどのレジスタにも残っていません。-O0 でコンパイルすると見えます"
        ),
        Fault::Gone(name, Gone::Removed) => text!(
            "`{name}` is not computed here, because the code does without it: compile with -O0 to see it",
            "`{name}` のここでの値は、なくても結果が同じなので計算されません。-O0 でコンパイルすると見えます"
        ),
        Fault::Gone(name, Gone::Later) => text!(
            "`{name}` gets the value that it has here a few instructions later: step on to see it",
            "`{name}` のここでの値は、少し後の命令で入ります。先へ進めると見えます"
        ),
        Fault::Gone(name, Gone::Variable) => text!(
            "`{name}` has a variable length, and its address is in a register",
            "`{name}` は可変長で、アドレスはレジスタにあります"
        ),
        Fault::NotSet(name) => {
            text!("`{name}` is not set yet: the function begins", "`{name}` はまだ設定されていません（関数の最初です）")
        }
        Fault::NoFrame(name) => text!(
            "the frame of the function with `{name}` cannot be found",
            "`{name}` のある関数のスタックフレームが分かりません"
        ),
        Fault::NoMember(name) => text!("there is no member `{name}`", "メンバ `{name}` はありません"),
        Fault::Types => text!("the operator does not fit these types", "この型には使えない演算子です"),
        Fault::NoAddress => text!("`&` needs a variable", "`&` には変数が必要です"),
        Fault::Unmapped(addr) => {
            text!("there is no memory at 0x{addr:08x}", "0x{addr:08x} にメモリはありません")
        }
        Fault::Division => text!("division by zero", "0 で割っています"),
    }
}

/// The reason as a sentence.
pub fn sentence(fault: &Fault) -> Text {
    let Text { en, ja } = fault_text(fault);
    let first = en.chars().next().map(|c| c.to_uppercase().collect::<String>()).unwrap_or_default();
    let rest: String = en.chars().skip(1).collect();
    Text::new(format!("{first}{rest}."), format!("{ja}。"))
}
