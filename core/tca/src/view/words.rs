//! Short words for the pictures.

use crate::model::{Stage, Status};
use alloc::{format, string::String};
use mcore_base::text;
use mcore_base::{Text, grouped};

/// The label of a stage in the sequence diagram.
pub fn stage(stage: Stage) -> Text {
    match stage {
        Stage::Mpi => text!("MPI", "MPI"),
        Stage::Check => text!("checks request", "要求を検査"),
        Stage::GdrRead => text!("from GPU", "GPU から"),
        Stage::Build => text!("builds packet", "パケット作成"),
        Stage::Create => text!("makes descriptor", "ディスクリプタを作成"),
        Stage::Doorbell => text!("doorbell", "起動"),
        Stage::Fetch => text!("fetch", "読み込み"),
        Stage::Read => text!("reads", "読み出し"),
        Stage::Cross => text!("board to board", "ボード間"),
        Stage::Land => text!("data", "データ"),
        Stage::Psn => text!("PSN", "PSN"),
        Stage::Poll => text!("poll", "ポーリング"),
        Stage::Match => text!("match", "照合"),
        Stage::Serve => text!("serves", "処理"),
        Stage::CopyOut => text!("copy", "コピー"),
        Stage::GdrWrite => text!("to GPU", "GPU へ"),
        Stage::Pair => text!("pairs", "対応付け"),
        Stage::Complete => text!("CQE", "CQE"),
        Stage::Compute => text!("computes", "計算"),
        Stage::Completion => text!("completion", "完了"),
        Stage::RingFull => text!("ring full", "リング満杯"),
        Stage::NotReady => text!("not ready", "受信準備なし"),
        Stage::Refused => text!("refused", "拒否"),
        Stage::Dropped => text!("dropped", "破棄"),
        Stage::Duplicate => text!("duplicate", "重複"),
        Stage::Lost => text!("lost", "消失"),
        Stage::Retry => text!("retry", "再送"),
        Stage::State => text!("state", "状態"),
        Stage::Invalid => text!("EINVAL", "EINVAL"),
        Stage::Full => text!("ENOMEM", "ENOMEM"),
        Stage::Show => text!("show", "表示"),
        Stage::Mark => text!("phase", "段階"),
        Stage::Killed => text!("queue lost", "キュー消失"),
        Stage::Barrier => text!("barrier", "バリア"),
    }
}

/// A time for people: ns below 1 µs, else µs with two decimals.
pub fn time(ns: u64) -> String {
    if ns < 1000 {
        return format!("{ns} ns");
    }
    let hundredths = (ns + 5) / 10;
    format!("{}.{:02} µs", grouped(hundredths / 100), hundredths % 100)
}

/// The meaning of the status of a completion (`ibv_poll_cq(3)`, and the names of `enum ibv_wc_status`).
pub fn status(status: Status) -> Text {
    match status {
        Status::Success => text!("the request is done", "要求が完了しました"),
        Status::LocalLength => {
            text!("a buffer here is too small for the message", "こちらのバッファがメッセージより小さい")
        }
        Status::LocalProtection => text!(
            "a buffer here lies outside its registered memory region, or the region does not allow this access",
            "こちらのバッファが登録済みメモリ領域の外にあるか、その領域がこのアクセスを許していない"
        ),
        Status::Flushed => text!(
            "the queue pair was in the error state, so the request was not carried out",
            "キューペアがエラー状態だったため、要求は実行されませんでした"
        ),
        Status::RemoteInvalidRequest => {
            text!("the other node cannot carry out such a request", "相手ノードはこの要求を実行できません")
        }
        Status::RemoteAccess => text!(
            "the address or the key of the other node's memory is wrong, or its region does not allow this access",
            "相手ノードのメモリのアドレスかキーが正しくないか、その領域がこのアクセスを許していない"
        ),
        Status::RemoteOperation => {
            text!("the other node could not complete the request", "相手ノードが要求を完了できませんでした")
        }
        Status::RetriesExceeded => text!(
            "the other node did not answer, also after all retries",
            "再送を繰り返しても相手ノードから応答がありません"
        ),
        Status::RnrRetriesExceeded => text!(
            "the other node had posted no receive request, also after all retries",
            "再送を繰り返しても相手ノードに受信要求が投入されていません"
        ),
    }
}

/// A number of bytes for people.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        b if b > 0 && b.is_multiple_of(1 << 20) => format!("{} MiB", b >> 20),
        b if b >= 1024 && b.is_multiple_of(1024) => format!("{} KiB", b >> 10),
        b => format!("{} B", grouped(b)),
    }
}
