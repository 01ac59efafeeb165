//! The settings of the verbs mode for its form.

use super::plan::TcaPlan;
use crate::model::himeno::SIZES;
use crate::model::presets::{self, MAX_BYTES, MAX_SHIFT};
use crate::model::{Params, script};
use alloc::{format, vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::{Choice, Field, Kind};

/// Groups of the form: the origin of the run.
pub const SOURCE: &str = "source";
/// The script.
pub const SCRIPT: &str = "script";
/// The communication record.
pub const RECORD: &str = "record";
/// The Himeno benchmark.
pub const HIMENO: &str = "himeno";
/// The times of the machine.
pub const TIMES: &str = "times";
/// Its rates.
pub const RATES: &str = "rates";
/// Its sizes.
pub const SIZES_GROUP: &str = "sizes";

/// The word for a script of one's own.
pub(super) const OWN: &str = "own";
/// The word for all sizes or all grids.
pub(super) const EVERY: &str = "all";
/// The grids of the paper.
pub(super) const GRIDS: [(&str, [u64; 2]); 9] = [
    ("1x1", [1, 1]),
    ("1x2", [1, 2]),
    ("2x1", [2, 1]),
    ("2x2", [2, 2]),
    ("2x4", [2, 4]),
    ("4x2", [4, 2]),
    ("2x8", [2, 8]),
    ("8x2", [8, 2]),
    ("4x4", [4, 4]),
];
/// Most iterations of the benchmark in the page.
const MAX_ITERATIONS: u64 = 1000;
/// Fastest computation, GFLOPS.
const MAX_GFLOPS: u64 = 100_000;

/// The name of a preset for people.
fn preset(word: &str) -> Text {
    match word {
        OWN => text!("My own script", "自分のスクリプト"),
        "send" => text!("Send", "Send"),
        "send-imm" => text!("Send with immediate", "Send（即値つき）"),
        "write" => Text::same("RDMA Write"),
        "write-imm" => text!("RDMA Write with immediate", "RDMA Write（即値つき）"),
        "read" => Text::same("RDMA Read"),
        "cas" => text!("Compare-and-swap", "Compare-and-swap"),
        "faa" => text!("Fetch-and-add", "Fetch-and-add"),
        "put" => text!("The bare board", "ボード単体"),
        "ping-pong" => text!("Ping-pong", "ピンポン"),
        "gather" => text!("Four nodes to one", "4 ノードから 1 ノードへ"),
        "ring" => text!("Each to the next", "全ノードが隣へ"),
        _ => Text::same(word),
    }
}

/// The group and the gloss of a parameter.
fn gloss(name: &str) -> (&'static str, Text) {
    match name {
        "nodes" => (SIZES_GROUP, text!("nodes", "ノード数")),
        "rings" => (SIZES_GROUP, text!("rings", "リングの数")),
        "check" => (TIMES, text!("request checked", "要求の検査")),
        "build" => (TIMES, text!("packet built", "パケット作成")),
        "create" => (TIMES, text!("descriptor made", "ディスクリプタの作成")),
        "doorbell" => (TIMES, text!("channel started", "チャネルの起動")),
        "fetch_internal" => (TIMES, text!("internal descriptor", "内部ディスクリプタの読込")),
        "fetch_host" => (TIMES, text!("host descriptor", "ホストディスクリプタの読込")),
        "read" => (TIMES, text!("source read", "転送元の読出")),
        "cross" => (TIMES, text!("first hop", "最初のホップ")),
        "hop" => (TIMES, text!("further hop", "以降のホップ")),
        "land" => (TIMES, text!("into memory", "メモリ書込")),
        "psn" => (TIMES, text!("chained PSN", "連結 PSN")),
        "poll" => (TIMES, text!("PSN seen", "PSN の検出")),
        "match_header" => (TIMES, text!("header matched", "ヘッダ照合")),
        "serve" => (TIMES, text!("request served", "要求の処理")),
        "copy_out" => (TIMES, text!("copy begins", "コピー開始")),
        "pair" => (TIMES, text!("answer paired", "応答の対応付け")),
        "complete" => (TIMES, text!("completion", "完了の通知")),
        "gdr_read" => (TIMES, text!("GPU read", "GPU 読出")),
        "gdr_write" => (TIMES, text!("GPU write", "GPU 書込")),
        "mpi_cpu" => (TIMES, text!("MPI, CPU", "MPI（CPU）")),
        "mpi_gpu" => (TIMES, text!("MPI, GPU", "MPI（GPU）")),
        "timeout" => (TIMES, text!("retry after", "再送までの時間")),
        "link_rate" => (RATES, text!("link", "リンク")),
        "gpu_rate" => (RATES, text!("GPU source", "GPU 転送元")),
        "gpu_send_rate" => (RATES, text!("GPU Send, Read", "GPU の Send、Read")),
        "gpu_mpi_rate" => (RATES, text!("GPU MPI", "GPU の MPI")),
        "copy_rate" => (RATES, text!("CPU copy", "CPU コピー")),
        "gdr_write_rate" => (RATES, text!("copy to GPU", "GPU へのコピー")),
        "gdr_read_rate" => (RATES, text!("copy from GPU", "GPU からのコピー")),
        "low_data" => (SIZES_GROUP, text!("low packet, B", "低遅延パケット、B")),
        "low_slots" => (SIZES_GROUP, text!("low slots", "低遅延スロット数")),
        "high_data" => (SIZES_GROUP, text!("high packet, B", "高帯域パケット、B")),
        "high_slots" => (SIZES_GROUP, text!("high slots", "高帯域スロット数")),
        "high_write" => (SIZES_GROUP, text!("packets a write", "1 書込のパケット数")),
        "rendezvous" => (SIZES_GROUP, text!("ask from, B", "先に尋ねるサイズ、B")),
        "gdr_limit" => (SIZES_GROUP, text!("CPU copies GPU, B", "CPU が GPU を写す上限、B")),
        "lose" => (SIZES_GROUP, text!("lose every n-th", "失う応答の間隔")),
        _ => (SIZES_GROUP, Text::default()),
    }
}

impl TcaPlan {
    fn source(&self) -> Vec<Field> {
        let is_script = self.source != RECORD;
        let sources = vec![
            Choice::page_only(SCRIPT, text!("A script", "スクリプト")),
            Choice::page_only(RECORD, text!("A communication record, as MPI", "通信記録（MPI として再生）")),
        ];
        let presets = [OWN].into_iter().chain(presets::words());
        let presets = presets.map(|word| Choice::page_only(word, preset(word))).collect();
        let memories = vec![
            Choice::page_only("tca", text!("CPU, tcaMalloc", "CPU（tcaMalloc）")),
            Choice::page_only("gpu", text!("GPU, cudaMalloc", "GPU（cudaMalloc）")),
            Choice::page_only("host", text!("CPU, malloc", "CPU（malloc）")),
        ];
        let of_preset = is_script && self.preset != OWN;
        let bytes = Kind::Whole { least: 1, most: MAX_BYTES };
        let shift = Kind::Whole { least: 0, most: MAX_SHIFT };
        vec![
            Field::new(SOURCE, "source", text!("Run", "実行するもの"), Kind::Choice(sources)),
            Field::new(SOURCE, "preset", text!("Start from", "ひな形"), Kind::Choice(presets))
                .compact()
                .when(is_script),
            Field::new(SOURCE, "memory", text!("Memory", "メモリ"), Kind::Choice(memories)).compact().when(of_preset),
            Field::new(SOURCE, "bytes", text!("Bytes", "バイト数"), bytes)
                .compact()
                .when(of_preset && presets::has_size(&self.preset)),
            Field::new(SOURCE, "shift", text!("Destination off by, B", "転送先のずれ、B"), shift)
                .compact()
                .when(of_preset && presets::has_shift(&self.preset)),
        ]
    }

    fn himeno_fields(&self) -> Vec<Field> {
        let every = || Choice::page_only(EVERY, text!("all", "すべて"));
        let sizes = SIZES
            .into_iter()
            .map(|(word, [i, j, k])| Choice::page_only(word, Text::same(format!("{word} {i}×{j}×{k}"))));
        let grids = GRIDS.into_iter().map(|(word, _)| Choice::page_only(word, Text::same(word.replace('x', "×"))));
        let number = |id, label, least, most| Field::new(HIMENO, id, label, Kind::Whole { least, most }).compact();
        vec![
            Field::new(
                HIMENO,
                "size",
                text!("Size", "サイズ"),
                Kind::Choice([every()].into_iter().chain(sizes).collect()),
            )
            .compact(),
            Field::new(
                HIMENO,
                "grid",
                text!("Nodes", "ノード"),
                Kind::Choice([every()].into_iter().chain(grids).collect()),
            )
            .compact(),
            number("iterations", text!("Iterations", "反復数"), 1, MAX_ITERATIONS),
            number("gflops", text!("GFLOPS of a node (model)", "1 ノードの GFLOPS（モデル）"), 1, MAX_GFLOPS),
        ]
    }

    /// All settings.
    pub(super) fn all_fields(&self) -> Vec<Field> {
        let is_record = self.source == RECORD;
        let mut all = self.source();
        all.push(Field::new(SCRIPT, "script", text!("Script", "スクリプト"), Kind::Lines).when(!is_record));
        let rank_map =
            text!("Node of each rank, one a line; empty: in order", "各ランクのノード（1 行に 1 つ、空なら番号順）");
        all.push(
            Field::new(RECORD, "record", text!("Communication record (JSON)", "通信記録（JSON）"), Kind::Lines)
                .when(is_record),
        );
        all.push(Field::new(RECORD, "map", rank_map, Kind::Lines).when(is_record));
        all.extend(self.himeno_fields());
        for &name in Params::NAMES {
            let (group, words) = gloss(name);
            let (least, most) = Params::limits(name).unwrap_or_default();
            let label = Text::new(format!("{name}: {}", words.en), format!("{name}: {}", words.ja));
            all.push(Field::new(group, name, label, Kind::Whole { least, most }).compact());
        }
        all
    }
}

/// The longest script, bytes.
pub const MAX_SCRIPT: usize = script::MAX_SCRIPT;
