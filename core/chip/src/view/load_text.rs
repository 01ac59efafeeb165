//! Why a program cannot run, in words: the machine, the inputs of a case, the reference of an exercise.

use crate::SpecError;
use crate::exercise::{Data, LoadFault, Unit};
use alloc::format;
use mcore_base::{Text, text};

/// A number of elements with their name: `1,024 words`, `1 half`.
pub(super) fn elements_text(unit: Unit, n: &str) -> Text {
    let en = match (n, unit) {
        ("1", Unit::Half) => "half",
        ("1", _) => unit.key().trim_end_matches('s'),
        _ => unit.key(),
    };
    let ja = match unit {
        Unit::Word => "語",
        Unit::Half => "半語",
        Unit::Byte => "バイト",
        Unit::Float => "個の float",
        Unit::Double => "個の double",
    };
    Text::new(format!("{n} {en}"), format!("{n} {ja}"))
}

impl Data {
    fn elements(&self) -> Text {
        elements_text(self.unit, &format!("{}", self.count))
    }
}

impl LoadFault {
    /// The fault in words, with advice.
    pub fn text(&self) -> Text {
        match self {
            Self::Machine(error, node_memory_kib) => spec_error_text(error, *node_memory_kib),
            Self::NoLabel(data) => {
                let (name, size) = (&data.name, data.count * data.unit.bytes() as usize);
                let Text { en, ja } = data.elements();
                text!(
                    "The program has no label `{name}`, which this exercise fills with {en} before the run. \
                     Keep the line `{name}: .space {size}` of the start file.",
                    "プログラムにラベル `{name}` がありません。この課題では、実行前に `{name}` へ {ja}のデータが置かれます。\
                     はじめのファイルにある `{name}: .space {size}` の行を残してください。"
                )
            }
            Self::NoRoom { data, addr, memory } => {
                let (name, align) = (&data.name, data.unit.bytes());
                let Text { en, ja } = data.elements();
                text!(
                    "The {en} of `{name}` do not fit at address 0x{addr:x}: \
                     it must be a multiple of {align}, and they must end within the node memory of {memory} bytes.",
                    "`{name}` の {ja}は、番地 0x{addr:x} には置けません。\
                     番地は {align} の倍数で、全体が {memory} バイトのノードメモリに収まる必要があります。"
                )
            }
            Self::NotPlaced { addr, bytes } => text!(
                "The exercise places {bytes} bytes at 0x{addr:x}, where there is no room for them.",
                "課題は 0x{addr:x} に {bytes} バイトを置きますが、そこには入りません。"
            ),
            Self::Reference(name, Text { en, ja }) => text!(
                "{name}: the reference cannot be assembled: {en}",
                "{name}: 参照プログラムをアセンブルできません: {ja}"
            ),
            Self::Program(why) => why.clone(),
        }
    }
}

/// Why a machine with this size of node memory cannot be built, in words.
pub fn spec_error_text(error: &SpecError, node_memory_kib: u32) -> Text {
    let kib = node_memory_kib;
    match error {
        SpecError::Array => {
            text!(
                "The array needs 1 to 255 columns and 1 to 255 rows.",
                "計算ノードの列と行はそれぞれ 1 から 255 です。"
            )
        }
        SpecError::NodeMemory => {
            text!(
                "Node memory must be a power of two from 64 KiB to 256 MiB, not {kib} KiB.",
                "ノードメモリは 64 KiB から 256 MiB までの 2 のべきです（{kib} KiB は使えません）。"
            )
        }
        SpecError::Memory { bytes, most } => {
            let (bytes, most) = (bytes >> 20, most >> 20);
            text!(
                "This chip would take {bytes} MB before its programs begin, and {most} MB is the most. Choose fewer nodes or a smaller node memory.",
                "このチップはプログラムの開始前だけで {bytes} MB を使いますが、上限は {most} MB です。ノード数かノードメモリを減らしてください。"
            )
        }
        SpecError::CycleLimit => text!("The cycle limit must not be 0.", "サイクル数の上限は 0 にできません。"),
        SpecError::ProgramTooLarge { end } => {
            text!(
                "The program ends at address 0x{end:x}, but node memory has {kib} KiB.",
                "プログラムの末尾は 0x{end:x} ですが、ノードメモリは {kib} KiB です。"
            )
        }
    }
}
