//! Short words for the pictures.

use crate::base::{Text, grouped};
use crate::modes::tca::model::Stage;
use crate::text;
use alloc::{format, string::String};

/// The label of a stage in the sequence diagram.
pub fn stage(stage: Stage) -> Text {
    match stage {
        Stage::Mpi => text!("MPI", "MPI"),
        Stage::Check => text!("checks request", "要求を検査"),
        Stage::GdrRead => text!("from GPU", "GPU から"),
        Stage::Build => text!("builds packet", "パケット作成"),
        Stage::Create => text!("makes descriptor", "ディスクリプターを作成"),
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

/// A time for people: ns below 1 us, else us with two decimals.
pub fn time(ns: u64) -> String {
    if ns < 1000 {
        return format!("{ns} ns");
    }
    let hundredths = (ns + 5) / 10;
    format!("{}.{:02} us", grouped(hundredths / 100), hundredths % 100)
}

/// A number of bytes for people.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        b if b > 0 && b.is_multiple_of(1 << 20) => format!("{} MiB", b >> 20),
        b if b >= 1024 && b.is_multiple_of(1024) => format!("{} KiB", b >> 10),
        b => format!("{} B", grouped(b)),
    }
}
