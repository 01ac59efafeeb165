//! The list of events: each stage of each request with its start, end, lane and place in the script.

use super::verbs::Status;
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// A lane of the sequence diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lane {
    /// The CPU of the node.
    Cpu,
    /// The fetch of a descriptor.
    Descriptor,
    /// The DMA engine.
    Dma,
    /// The cables.
    Wire,
    /// The memory of the node, with its rings.
    Memory,
}

/// To which part of a time a stage belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Board and cables.
    Hardware,
    /// The library on a CPU.
    Software,
    /// The chained PSN.
    Psn,
    /// Neither: the program itself, and notes without duration.
    Program,
}

macro_rules! stages {
    ($($stage:ident, $name:literal, $part:ident, $en:literal, $ja:literal;)*) => {
        /// A stage of an event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Stage {
            $(#[doc = $en] #[serde(rename = $name)] $stage,)*
        }

        impl Stage {
            /// Its name, as the parameter of its duration.
            pub fn name(self) -> &'static str {
                match self { $(Self::$stage => $name,)* }
            }

            /// The part of the time that it belongs to.
            pub fn part(self) -> Part {
                match self { $(Self::$stage => Part::$part,)* }
            }

            /// A sentence on what happens.
            pub fn says(self) -> Text {
                match self { $(Self::$stage => text!($en, $ja),)* }
            }
        }
    };
}

stages! {
    Mpi, "mpi", Software, "MPI makes a work request of the message.", "MPI がメッセージからワーク要求を作ります。";
    Check, "check", Software, "The library checks the work request and queues it.", "ライブラリがワーク要求を検査し、キューに入れます。";
    GdrRead, "gdr_read", Software, "The CPU copies data from GPU memory.", "CPU が GPU メモリからデータをコピーします。";
    Build, "build", Software, "The CPU writes the packet header and copies the data into the send ring.", "CPU がパケットヘッダを書き、データを送信リングへコピーします。";
    Create, "create", Software, "The CPU makes a descriptor in host memory.", "CPU がホストメモリにディスクリプタを作ります。";
    Doorbell, "doorbell", Hardware, "The CPU gives the descriptor to a channel of the DMA engine.", "CPU がディスクリプタを DMA エンジンのチャネルに渡します。";
    Fetch, "fetch", Hardware, "The channel fetches the descriptor.", "チャネルがディスクリプタを読み込みます。";
    Read, "read", Hardware, "The DMA engine reads the source.", "DMA エンジンが転送元を読みます。";
    Cross, "cross", Hardware, "The data go from board to board.", "データがボードからボードへ進みます。";
    Land, "land", Hardware, "The data arrive in the memory of the peer.", "データが相手のメモリに届きます。";
    Psn, "psn", Psn, "The chained PSN pair follows. Without it the peer cannot know of the packet.", "連結された PSN の組が続きます。これが届くまで、相手はパケットの到着を知ることができません。";
    Poll, "poll", Software, "The CPU sees the new PSN.", "CPU が新しい PSN に気付きます。";
    Match, "match", Software, "The CPU reads the header and finds the request that belongs to it.", "CPU がヘッダを読み、対応する要求を探します。";
    Serve, "serve", Software, "The CPU checks rights and range, and does the operation.", "CPU が権限と範囲を検査し、操作を実行します。";
    CopyOut, "copy_out", Software, "The CPU copies the data to the buffer of the user.", "CPU がデータを利用者のバッファへコピーします。";
    GdrWrite, "gdr_write", Software, "The CPU copies the data to GPU memory.", "CPU がデータを GPU メモリへコピーします。";
    Pair, "pair", Software, "The CPU finds the request of this answer.", "CPU がこの応答に対応する要求を探します。";
    Complete, "complete", Software, "The completion is written, and a poll of the queue returns it.", "完了が書き込まれ、キューのポーリングで返されます。";
    Compute, "compute", Program, "The program computes. The library makes no progress meanwhile.", "プログラムが計算します。その間、ライブラリは進みません。";
    Completion, "completion", Program, "A completion is in the queue.", "完了がキューに入りました。";
    RingFull, "ring_full", Program, "The ring has no free slot: the request waits for the receive PSN.", "リングに空きがないため、要求は受信 PSN を待ちます。";
    NotReady, "rnr", Program, "No receive request is there: the receiver is not ready.", "受信要求がありません（受信側の準備ができていません）。";
    Refused, "nak", Program, "The responder refuses the request.", "応答側が要求を拒否します。";
    Dropped, "dropped", Program, "The packet does not have the expected number, or the queue pair cannot receive: it is dropped.", "期待した番号ではないか、キューペアが受信できない状態のため、パケットは捨てられます。";
    Duplicate, "duplicate", Program, "The request has been carried out before: only the answer is sent again.", "実行済みの要求なので、応答だけをもう一度送ります。";
    Lost, "lost", Program, "The answer is lost.", "応答が失われました。";
    Retry, "retry", Program, "The requests are sent again.", "要求を送り直します。";
    State, "state", Program, "The state of the queue pair changes.", "キューペアの状態が変わります。";
    Invalid, "EINVAL", Program, "The call is not allowed here and changes nothing: EINVAL.", "ここでは許されない呼び出しのため、何も変わりません（EINVAL）。";
    Full, "ENOMEM", Program, "The queue is full: ENOMEM.", "キューが一杯です（ENOMEM）。";
    Show, "show", Program, "The program shows bytes of its memory.", "プログラムがメモリの内容を表示します。";
    Mark, "mark", Program, "The program enters its next phase.", "プログラムが次の段階に入ります。";
    Killed, "overrun", Program, "The completion queue is full. It is lost, and its queue pair fails.", "完了キューがあふれたため使えなくなり、キューペアはエラーになります。";
    Barrier, "barrier", Program, "All nodes have arrived at the barrier. Its time is not modelled.", "全ノードがバリアに到達しました。バリアの時間はモデル化していません。";
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// Its start, ns.
    pub begin: u64,
    /// Its end, ns; the same as the start for a note.
    pub end: u64,
    pub node: u8,
    pub lane: Lane,
    pub stage: Stage,
    /// The other node.
    pub peer: u8,
    /// The queue pair, as its owner numbers it.
    pub qp: u32,
    /// The number of the work request.
    pub wr_id: u64,
    /// Bytes, or another number: the phase of a mark, the state of a queue pair.
    pub bytes: u64,
    /// The line in the script, 0 if there is none.
    pub line: u32,
    /// The result, for a completion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
}

/// A remark on a likely mistake.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Finding {
    /// Its kind: `copied-twice`, `reused-early` or `too-many-descriptors`.
    pub kind: &'static str,
    /// When, ns.
    pub at_ns: u64,
    pub node: u8,
    /// The line of the script.
    pub line: u32,
    /// The line of the request that it concerns.
    pub other_line: u32,
    /// The words.
    #[serde(skip)]
    pub text: Text,
}
