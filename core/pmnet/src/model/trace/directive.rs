//! Comments with information that no trace format has: `# core N [thread]`, `# phase NAME`, `# flops DP SP INSTRUCTIONS
//! [thread]`.

use super::reader::decimal;
use crate::model::machine::Work;
use alloc::string::String;
use mcore_base::{Text, text};

/// Maximum length of a phase's name, in characters.
const LONGEST_NAME: usize = 60;

/// The content of a comment. The number is that of a thread, if one is named.
pub(super) enum Directive {
    /// The thread runs on this core.
    Core(Option<u64>, String),
    /// A phase begins.
    Phase(String),
    /// The thread has computed this much.
    Work(Option<u64>, Work),
}

/// Reads the text after the `#`; `None` for an ordinary comment.
pub(super) fn read(comment: &[u8]) -> Result<Option<Directive>, Text> {
    let Ok(comment) = core::str::from_utf8(comment) else { return Ok(None) };
    let mut words = comment.split_whitespace();
    let verb = words.next();
    let thread = |word: Option<&str>| match word {
        None => Ok(None),
        Some(word) => decimal(word.as_bytes()).map(Some).ok_or_else(|| {
            text!("`{word}` is no thread; give its number", "`{word}` はスレッドではありません。番号を書いてください")
        }),
    };
    match verb {
        Some("core") => {
            let Some(core) = words.next() else {
                return Err(text!(
                    "names no core; write `# core 0`",
                    "コアの指定がありません。`# core 0` のように書いてください"
                ));
            };
            Ok(Some(Directive::Core(thread(words.next())?, core.into())))
        }
        Some("phase") => {
            let name: String = words.collect::<alloc::vec::Vec<_>>().join(" ");
            if name.is_empty() {
                return Err(text!(
                    "names no phase; write `# phase init`",
                    "フェーズの名前がありません。`# phase init` のように書いてください"
                ));
            }
            Ok(Some(Directive::Phase(name.chars().take(LONGEST_NAME).collect())))
        }
        Some("flops") => {
            let mut next = || words.next().and_then(|w| decimal(w.as_bytes()));
            let (Some(dp_flops), Some(sp_flops), Some(instructions)) = (next(), next(), next()) else {
                return Err(text!(
                    "needs three numbers: `# flops DOUBLE SINGLE INSTRUCTIONS`",
                    "数が 3 つ必要です: `# flops 倍精度 単精度 命令数`"
                ));
            };
            let thread = thread(words.next())?;
            Ok(Some(Directive::Work(thread, Work { dp_flops, sp_flops, instructions })))
        }
        _ => Ok(None),
    }
}
