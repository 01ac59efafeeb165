//! The functions of the library, for completion and hover. Names and prototypes are read from the sources, so a new
//! function is offered at once; a test requires its description in both languages.

use super::FILES;
use alloc::{string::String, vec::Vec};
use mcore_base::Text;

/// A function or constant of the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub name: String,
    /// The prototype of a function as in C, or the value of a constant.
    pub written: String,
    /// A description in one sentence.
    pub meaning: Text,
    /// True for a function.
    pub function: bool,
    /// The comment of the library's source after the prototype: what the function does in full, and its cost.
    pub note: String,
}

/// Descriptions by name: English, Japanese.
#[rustfmt::skip]
const SENTENCES: &[(&str, &str, &str)] = &[
    ("mc_rank", "Own rank: nodes are counted row by row from 0.", "自分のランク。ノードは行ごとに 0 から数えます。"),
    ("mc_nodes", "Number of compute nodes.", "計算ノードの数。"),
    ("mc_x", "Own column, from 1 in the west.", "自分の列。西端が 1 です。"),
    ("mc_y", "Own row, from 1 in the north.", "自分の行。北端が 1 です。"),
    ("mc_width", "Columns of compute nodes.", "計算ノードの列数。"),
    ("mc_height", "Rows of compute nodes.", "計算ノードの行数。"),
    ("mc_id", "Node ID of a rank, as `mc_put` and `mc_signal` want it; -1 gives the memory node.", "ランクに対応するノード ID (`mc_put` や `mc_signal` に渡す値)。-1 はメモリノードです。"),
    ("mc_put", "Copies words to another node by DMA and comes back as soon as the command is accepted.", "DMA で別のノードへ語をコピーします。コマンドが受け付けられるとすぐに戻ります。"),
    ("mc_put_stride", "As `mc_put`, with a distance between words on both sides: one command sends a column of a matrix.", "語の間隔を送り側と受け側で指定できる `mc_put`。1 回のコマンドで行列の 1 列を送れます。"),
    ("mc_wait", "Waits until the INCC has read everything that it is to send; then local buffers may be used again.", "送るデータを INCC がすべて読み終えるまで待ちます。その後はローカルのバッファを再び使えます。"),
    ("mc_store", "Copies words into main memory, at a 64-bit address.", "メインメモリ（64 ビットアドレス）へ語をコピーします。"),
    ("mc_get", "Copies words from main memory and comes back when they are there.", "メインメモリから語をコピーし、届いてから戻ります。"),
    ("mc_signal", "Puts one word at an address of another node, after all data put there before.", "別のノードのアドレスに 1 語を書きます。それまでに送ったデータより後に届きます。"),
    ("mc_wait_eq", "Waits until a word has a value.", "語が指定の値になるまで待ちます。"),
    ("mc_wait_ge", "Waits until a word is at least a value, with sign.", "語が指定の値以上（符号付き）になるまで待ちます。"),
    ("mc_barrier", "Waits until every compute node has called it.", "すべての計算ノードが呼び出すまで待ちます。"),
    ("mc_putchar", "Prints a character on this node's console.", "このノードのコンソールに 1 文字を出力します。"),
    ("mc_puts", "Prints a string up to its zero byte, without a new line.", "0 のバイトまでの文字列を出力します。改行は付きません。"),
    ("mc_print_int", "Prints a number with its sign.", "符号付きの数を出力します。"),
    ("mc_print_hex", "Prints 0x and eight hexadecimal digits.", "0x に続けて 16 進 8 桁を出力します。"),
    ("mc_cycles", "Cycles since the start: lower half in `$v0`, upper half in `$v1`.", "開始からのサイクル数。下位が `$v0`、上位が `$v1` に入ります。"),
    ("mc_mark", "Notes a word with node and cycle in the log of messages; nothing else happens.", "語をノードとサイクルとともにメッセージのログに記録します。ほかには何も起こりません。"),
    ("mc_region_begin", "Marks the beginning of a region, with its name; `mc_region_end` ends it.", "名前付きの区間の始まりを記録します。`mc_region_end` で終わります。"),
    ("mc_region_end", "Marks the end of the innermost region.", "最も内側の区間の終わりを記録します。"),
    ("mc_exit", "Stops this core with an exit code; 0 means that all went well.", "終了コードを付けてこのコアを停止します。0 は正常終了です。"),
    ("INCC_DST", "Register: node ID of the destination of the next DMA.", "レジスタ: 次の DMA の宛先のノード ID。"),
    ("INCC_LADDR", "Register: local address, from which words are read.", "レジスタ: ローカルアドレス（読み出す番地）。"),
    ("INCC_RADDR", "Register: remote address, to which words are written.", "レジスタ: リモートアドレス（書き込む番地）。"),
    ("INCC_RADDR_HI", "Register: upper 32 bits of the remote address, for the memory node only.", "レジスタ: リモートアドレスの上位 32 ビット（メモリノードのみ）。"),
    ("INCC_LSTRIDE", "Register: bytes from one word read to the next; 0 means 4.", "レジスタ: 読み出す語の間隔（バイト）。0 は 4 と同じ。"),
    ("INCC_RSTRIDE", "Register: bytes from one word written to the next; 0 means 4.", "レジスタ: 書き込む語の間隔（バイト）。0 は 4 と同じ。"),
    ("INCC_SIZE", "Register: bytes to copy; storing here starts the DMA.", "レジスタ: コピーするバイト数。ここへのストアで DMA が始まります。"),
    ("INCC_STATUS", "Register: bit 0, a command waits in the interface; bit 1, a command is being sent.", "レジスタ: ビット 0 はコマンドがインタフェースで待機中、ビット 1 は送信中。"),
    ("NODE_ID", "Register: own ID, X in bits 15 to 8 and Y in bits 7 to 0.", "レジスタ: 自分の ID。ビット 15~8 が X、ビット 7~0 が Y。"),
    ("NODE_ARRAY", "Register: size of the array, columns in bits 15 to 8 and rows in bits 7 to 0.", "レジスタ: ノード配列の大きさ。ビット 15~8 が列数、ビット 7~0 が行数。"),
    ("CYCLE_LO", "Register: cycles since the start, lower 32 bits.", "レジスタ: 開始からのサイクル数の下位 32 ビット。"),
    ("CYCLE_HI", "Register: cycles since the start, upper 32 bits.", "レジスタ: 開始からのサイクル数の上位 32 ビット。"),
    ("CONSOLE", "Register: the low byte stored here is printed.", "レジスタ: ストアした下位バイトがコンソールに出力されます。"),
    ("MARK", "Register: the word stored here is noted with node and cycle.", "レジスタ: ストアした語がノードとサイクルとともに記録されます。"),
    ("HALT", "Register: storing an exit code here stops the core.", "レジスタ: 終了コードをストアするとコアが停止します。"),
];

fn offer(name: &str, written: &str, function: bool, note: &str) -> Offer {
    let sentence = SENTENCES.iter().find(|(known, ..)| *known == name);
    let meaning = sentence.map_or_else(Text::default, |(_, en, ja)| Text::new(*en, *ja));
    Offer { name: name.into(), written: written.into(), meaning, function, note: note.trim().into() }
}

/// All global functions and constants of the library, in the order of its files.
pub fn offers() -> Vec<Offer> {
    let mut found = Vec::new();
    for (_, text) in FILES {
        // The prototype is the first line of the comment above the label.
        let mut prototype = None;
        let mut note = String::new();
        for line in text.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix("# ") {
                let end = comment.find(')').filter(|_| prototype.is_none());
                // The rest of the first line belongs to the note.
                let rest = end.map_or(comment, |end| comment[end + 1..].trim_start_matches(':').trim());
                prototype = prototype.or(end.map(|end| &comment[..=end]));
                if !rest.is_empty() {
                    note.push_str(rest);
                    note.push('\n');
                }
            } else if line == "#" {
                note.push('\n');
            } else if let Some(name) = line.strip_prefix(".globl") {
                found.push(offer(name.trim(), prototype.unwrap_or_default(), true, &note));
            } else if let Some((name, value)) = line.strip_prefix(".equ").and_then(|rest| rest.split_once(',')) {
                found.push(offer(name.trim(), value.split('#').next().unwrap_or_default().trim(), false, ""));
            } else if !line.starts_with('#') {
                prototype = None;
                note.clear();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_library_has_its_sentence_and_every_function_its_prototype() {
        let offers = offers();
        assert_eq!(offers.len(), SENTENCES.len(), "sentences of what does not exist");
        for offer in &offers {
            assert!(!offer.meaning.en.is_empty(), "{} has no sentence", offer.name);
            assert_ne!(offer.meaning.en, offer.meaning.ja, "{}", offer.name);
            if offer.function {
                assert!(offer.written.contains(&alloc::format!("{}(", offer.name)), "{offer:?}");
            } else {
                assert!(offer.written.starts_with("-0x"), "{offer:?}");
            }
        }
        assert!(offers.iter().any(|o| o.written == "void mc_wait(void)"));
        let note = |name: &str| offers.iter().find(|o| o.name == name).map(|o| o.note.as_str()).unwrap_or_default();
        assert!(note("mc_rank").starts_with("own rank.") && note("mc_rank").ends_with("Cost: 11 cycles."));
        assert!(note("mc_signal").contains("\n\nThe INCC reads the word"), "{}", note("mc_signal"));
        assert!(offers.iter().filter(|o| o.function).all(|o| o.note.contains("Cost")));
    }
}
