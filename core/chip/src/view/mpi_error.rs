//! Errors of MPI in words.
//!
//! MPIMC prints an error in English, the call, a text and a number, and stops the chip by `abort` (`mpimc_stop` in
//! core/lib/c/mpi_core.c); before a text about another rank is that rank (`mpimc_differs`). The texts are those of its
//! units; a test compares the tables with them.

use super::call_views;
use super::mpi::{STATE, State, untaken};
use super::mpi_rounds::{Sent, of_error};
use crate::{Machine, Trap};
use alloc::{format, string::String};
use mcore_base::{Text, text};

/// The code of the `break` of `abort`.
pub const CODE: u32 = 22;
/// The unit of MPIMC that stops the chip.
const UNIT: &str = "lib/mpi_core.c";
/// No error has more bytes.
const MAX_BYTES: usize = 256;

/// The text about a message from rank to rank.
const NEVER_RECEIVED: &str = "a message was never received; it is from rank";

/// Each text of MPIMC, and its Japanese; `{}` is the number.
pub const TEXTS: [(&str, &str); 43] = [
    (
        "a function is wanted, and place in the table; operations made:",
        "関数がないか、演算の表がいっぱいです（作った演算は {} 個）",
    ),
    ("a grid has at most 8 directions, not", "格子の次元は 8 までです（{} は使えません）"),
    ("a message was never received; it is from rank", "ランク {} からのメッセージが受信されないまま残っています"),
    (
        "a receive has not ended; call MPI_Wait for it; its tag:",
        "終わっていない受信があります（タグ {}）。MPI_Wait を呼んでください",
    ),
    (
        "a send has not ended; call MPI_Wait for it; its rank:",
        "終わっていない送信があります（宛先はランク {}）。MPI_Wait を呼んでください",
    ),
    ("a size must not be negative:", "大きさに負の値は使えません ({})"),
    (
        "an array has a direction and MPI_ORDER_C or MPI_ORDER_FORTRAN; order:",
        "配列には 1 以上の次元と、MPI_ORDER_C か MPI_ORDER_FORTRAN が必要です（順序は {}）",
    ),
    (
        "call it before the first malloc: the heap differs from node to node at",
        "最初の malloc より前に呼んでください。ヒープの使い方がノードによって違います（アドレス {}）",
    ),
    (
        "it has been called before; calls of it and MPI_Finalize:",
        "すでに呼ばれています（MPI_Init と MPI_Finalize の呼び出しは合わせて {} 回）",
    ),
    (
        "it must be between MPI_Init and MPI_Finalize; calls of them:",
        "MPI_Init と MPI_Finalize の間で呼んでください（これまでの呼び出しは {} 回）",
    ),
    ("numbers of blocks and elements must not be negative:", "ブロック数と要素数に負の値は使えません ({})"),
    ("the buffer is a null pointer, and the count is", "バッファがヌルポインタですが、要素数は {} です"),
    ("the colour must not be negative:", "色に負の値は使えません ({})"),
    (
        "the communicator has fewer ranks than the grid has places:",
        "コミュニケータのランクの数が、格子の大きさ ({}) に足りません",
    ),
    ("the communicator has no rank", "コミュニケータにランク {} はありません"),
    ("the count must not be negative:", "要素数に負の値は使えません ({})"),
    ("the grid has no such coordinate:", "格子に座標 {} はありません"),
    ("the grid has no such direction:", "格子に次元 {} はありません"),
    ("the group has no rank", "グループにランク {} はありません"),
    ("the group has no such rank, or it is there twice:", "グループにランク {} がないか、2 回指定されています"),
    ("the message does not fit the buffer; its bytes:", "メッセージ（{} バイト）がバッファに入りません"),
    (
        "the node has no memory left for a message; bytes:",
        "ノードのメモリに、メッセージのための {} バイトの空きがありません",
    ),
    ("the operation does not go with this type:", "この型に演算 {} は使えません"),
    ("the part is not inside the array in direction", "次元 {} で、部分が配列の外に出ています"),
    ("the program did not make this communicator:", "プログラムが作ったコミュニケータではありません ({})"),
    ("the program has not made the type", "プログラムが作った型ではありません ({})"),
    ("the program stops the chip with the code", "プログラムがコード {} でチップを止めました"),
    (
        "the rank map is for a chip of another size; its columns:",
        "ランクの写像が、大きさの違うチップのものです（列の数は {}）",
    ),
    ("the size of a direction must be positive:", "次元の大きさは正でなければなりません ({})"),
    ("the sizes do not make this number of nodes:", "大きさの積がノード数 {} になりません"),
    ("the tag must be in 0 to 32767, not", "タグは 0 から 32767 までです（{} は使えません）"),
    (
        "this communicator has no grid; MPI_Cart_create makes one:",
        "このコミュニケータ ({}) に格子はありません。MPI_Cart_create で作ります",
    ),
    ("this is no code of an error:", "エラーコードではありません ({})"),
    ("this is no communicator:", "コミュニケータではありません ({})"),
    ("this is no group:", "グループではありません ({})"),
    ("this is no handler of errors:", "エラーハンドラではありません ({})"),
    ("this is no open request:", "完了していない要求ではありません ({})"),
    ("this is no operation that the program made:", "プログラムが作った演算ではありません ({})"),
    ("this is no operation:", "演算ではありません ({})"),
    ("this is no type:", "データ型ではありません ({})"),
    ("this request is no prepared one, or is in use:", "永続要求ではないか、使用中です ({})"),
    ("this size does not divide the number of nodes:", "ノード数が大きさ {} で割り切れません"),
    ("too many communicators were made:", "コミュニケータを作りすぎています ({})"),
];

/// Each text of MPIMC about another rank, and its Japanese; the first `{}` is the rank, the second one a number or a call.
pub const RANK_TEXTS: [(&str, &str); 5] = [
    ("gave another count or type; its bytes:", "ランク {} とは要素数か型が違います（相手は {} バイト）"),
    ("gave another operation to", "ランク {} が {} に渡した演算が違います"),
    ("gave another root:", "ランク {} が渡したルートが違います（相手のルートは {}）"),
    ("made another call of all ranks:", "ランク {} は別の集団通信 {} を呼んでいます"),
    ("sent a message that was never received, in", "ランク {} が {} で送ったメッセージが受信されないまま残っています"),
];

/// An error in Japanese, if its text is known; `last` is what follows the text.
fn in_japanese(text: &str, last: &str) -> Option<String> {
    let of = |table: &[(&str, &'static str)], text: &str| table.iter().find(|(en, _)| *en == text).map(|(_, ja)| *ja);
    if let Some(ja) = of(&TEXTS, text) {
        return Some(ja.replace("{}", last));
    }
    let (rank, text) = text.strip_prefix("rank ")?.split_once(' ')?;
    Some(of(&RANK_TEXTS, text)?.replacen("{}", rank, 1).replacen("{}", last, 1))
}

/// The error of MPI that a trap reports, with the line of the call; none if the trap is another one.
pub fn explained(machine: &Machine, trap: &Trap, line: Option<Text>) -> Option<Text> {
    let rank = machine.spec().array.rank(trap.node)?;
    let program = &machine.image(rank).program;
    let state = program.symbol(STATE)?.value;
    let is_of_mpi = |call: &super::CallView| call.place.as_ref().is_some_and(|place| place.file == UNIT);
    if program.symbol("abort")?.value != trap.pc || !call_views(machine, rank).iter().any(is_of_mpi) {
        return None;
    }
    let printed = machine.state.nodes.get(rank)?.console.tail(MAX_BYTES);
    let (function, said) = printed.trim_end().rsplit('\n').next()?.split_once(": ")?;
    let (text, last) = said.rsplit_once(' ')?;
    let own = machine.peek(rank, state + 4)?;
    let (said_en, said_ja) = (said, in_japanese(text, last).unwrap_or_else(|| said.into()));
    let node = trap.node;
    // About another rank: both calls with their lines.
    let about = text.strip_prefix("rank ").and_then(|text| text.split_once(' '));
    let both = about.and_then(|(from, text)| {
        let sent = match text {
            "sent a message that was never received, in" => Sent::Never,
            "gave another root:" => Sent::Root(last.parse().ok()?),
            "made another call of all ranks:" => Sent::Call(last),
            _ => return None,
        };
        of_error(machine, rank, function, from.parse().ok()?, sent)
    });
    let both = both.or_else(|| {
        let (peer, tag) = State::of(machine, rank)?.left().filter(|_| text == NEVER_RECEIVED)?;
        Some(untaken(peer, own, tag))
    });
    let line = line.map(|Text { en, ja }| text!(" ({en})", " ({ja})")).unwrap_or_default();
    let (line_en, line_ja) = (line.en, line.ja);
    let message = text!(
        "Rank {own}, node {node}, in {function}{line_en}: {said_en}.",
        "ランク {own}（ノード {node}）の {function}{line_ja}：{said_ja}。"
    );
    Some(match both {
        Some(both) => Text::new(format!("{} {}", message.en, both.en), message.ja + &both.ja),
        None => message,
    })
}
