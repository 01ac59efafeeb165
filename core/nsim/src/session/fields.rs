//! The settings of the interconnect mode, for its form and its command.

use super::limits::NsimLimits;
use super::plan::{MAX_BYTES, NsimPlan};
use crate::model::{Params, Pattern};
use alloc::{string::String, string::ToString as _, vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::{Choice, Field, Kind, Plan, Unit};
use mcore_ranks::is_time_independent;

/// Groups of the form.
pub const TARGET: &str = "target";
/// All parameters of a machine.
pub const PARAMS: &str = "parameters";
/// The program.
pub const PROGRAM: &str = "program";
/// The nodes of the ranks.
pub const MAPPING: &str = "mapping";

/// The program of a communication trace.
const TRACE: &str = "trace";
/// Letters of the dimensions.
const LETTERS: [&str; 6] = ["x", "y", "z", "a", "b", "c"];
/// Maximum number of ranks of a machine.
const MAX_RANKS: u64 = 1 << 20;

/// Names of a program.
fn program(name: &str) -> Text {
    match name {
        "bruck-alltoall" => text!("All-to-all, Bruck", "全対全（Bruck）"),
        "pairwise-alltoall" => text!("All-to-all, pairwise", "全対全（ペア交換）"),
        "bruck-allgather" => text!("Allgather, Bruck", "Allgather（Bruck）"),
        "recursive-doubling-allreduce" => text!("Allreduce, recursive doubling", "Allreduce（再帰倍加）"),
        "binomial-bcast" => text!("Broadcast, binomial tree", "ブロードキャスト（二項木）"),
        "binomial-reduce" => text!("Reduce, binomial tree", "リダクション（二項木）"),
        "ring" => text!("Ring, both ways", "リング（双方向）"),
        "random-ring" => text!("Random ring, both ways", "ランダムリング（双方向）"),
        "halo-2d" => text!("Halo exchange, 2-D", "袖領域の交換（2 次元）"),
        "halo-3d" => text!("Halo exchange, 3-D", "袖領域の交換（3 次元）"),
        "master-worker" => text!("Master and workers", "マスタ・ワーカ"),
        "hot-spot" => text!("Hot spot: all to rank 0", "ホットスポット（全員がランク 0 へ）"),
        TRACE => text!("Communication trace", "通信トレース"),
        // A pattern without a translated name is still offered.
        _ => Text::same(name),
    }
}

/// Name of a set of parameters.
fn set(name: &str) -> Text {
    match name {
        "torus" => text!("Future torus (NSIM paper)", "将来のトーラス（NSIM 論文）"),
        "infiniband" => text!("InfiniBand fat tree (NSIM paper)", "InfiniBand ファットツリー（NSIM 論文）"),
        "mopt" => text!("Torus of the task-mapping paper", "タスク配置の論文のトーラス"),
        _ => Text::same(name),
    }
}

/// Name of a parameter.
fn parameter(key: &str) -> Text {
    match key {
        "link_gb_per_s" => text!("Link, GB/s", "リンク（GB/s）"),
        "switch_gb_per_s" => text!("Switch, GB/s", "スイッチ（GB/s）"),
        "nic_gb_per_s" => text!("NIC, GB/s", "NIC（GB/s）"),
        "dma_gb_per_s" => text!("DMA, GB/s", "DMA（GB/s）"),
        "memory_gb_per_s" => text!("Memory, GB/s", "メモリ（GB/s）"),
        "routing_ns" => text!("Routing calculation, ns", "経路計算（ns）"),
        "vc_allocation_ns" => text!("VC allocation, ns", "VC 割り当て（ns）"),
        "switch_allocation_ns" => text!("Switch allocation, ns", "スイッチ割り当て（ns）"),
        "switch_delay_ns" => text!("Switch delay, ns", "スイッチ遅延（ns）"),
        "cable_delay_ns" => text!("Cable delay, ns", "ケーブル遅延（ns）"),
        "nic_delay_ns" => text!("NIC delay, ns", "NIC 遅延（ns）"),
        "mpi_overhead_ns" => text!("MPI function, ns", "MPI 関数（ns）"),
        "packet_gap_ns" => text!("Packet gap, ns", "パケット間隔（ns）"),
        "mtu_bytes" => text!("MTU, bytes", "MTU（バイト）"),
        "control_bytes" => text!("Control packet, bytes", "制御パケット（バイト）"),
        "nics" => text!("NICs of a node", "ノードあたりの NIC"),
        "copies" => text!("Copies", "コピー"),
        "rendezvous_from_bytes" => text!("Rendezvous, bytes", "ランデブー（バイト）"),
        "input_buffer_packets" => text!("Input buffer, packets", "入力バッファ（パケット）"),
        "output_buffer_packets" => text!("Output buffer, packets", "出力バッファ（パケット）"),
        "arbitration" => text!("Arbitration", "調停"),
        "tie" => text!("Ties, half a ring", "環の反対側への向き"),
        _ => Text::same(key),
    }
}

/// The type of a parameter's values. The suffix of its key is its unit.
fn kind_of(key: &str) -> (Kind, Unit) {
    let words = |words: &[(&'static str, Text)]| {
        (Kind::Choice(words.iter().map(|(word, label)| Choice::new(word, label.clone())).collect()), Unit::One)
    };
    // The format of the parameter file holds whole numbers in 63 bits.
    let whole = Kind::Whole { least: 0, most: i64::MAX as u64 };
    match key {
        "copies" => {
            words(&[("zero-copy", text!("Zero-copy", "ゼロコピー")), ("one-copy", text!("One-copy", "ワンコピー"))])
        }
        "arbitration" => words(&[
            ("transit-first", text!("Transit first", "通過を優先")),
            ("round-robin", text!("Round robin", "ラウンドロビン")),
        ]),
        "tie" => words(&[
            ("one-way", text!("Upwards", "正の向き")),
            ("split", text!("By parity", "偶奇で分ける")),
            ("direct", text!("Without wrap", "回り込まない")),
        ]),
        _ if key.ends_with("_ns") => (Kind::Decimal, Unit::Ns),
        _ if key.ends_with("_per_s") => (Kind::Decimal, Unit::GbPerS),
        _ if key.ends_with("_bytes") => (whole, Unit::Bytes),
        _ => (whole, Unit::One),
    }
}

/// The field of each parameter.
pub(super) fn parameters() -> Vec<Field> {
    let field = |(key, _)| {
        let (kind, unit) = kind_of(key);
        Field::new(PARAMS, key, parameter(key), kind).unit(unit)
    };
    Params::TORUS.pairs().into_iter().map(field).collect()
}

/// Whether a program uses a number, by field: it does if a different value makes a different pattern.
fn takes(program: &str, id: &str) -> bool {
    let of = |numbers: [u64; 4]| Pattern::named(program, numbers[0], numbers[1] as u32, numbers[2], numbers[3]);
    let mut other = [1; 4];
    match ["bytes", "rounds", "compute_ns", "seed"].iter().position(|own| *own == id) {
        Some(place) => other[place] = 2,
        None => return false,
    }
    of([1; 4]) != of(other)
}

impl NsimPlan {
    /// Whether the program or the mapping uses a number.
    pub(super) fn uses(&self, id: &str) -> bool {
        match id {
            "mflops" => self.program == TRACE && is_time_independent(&self.trace),
            "seed" => self.map == "random" || takes(&self.program, id),
            _ => takes(&self.program, id),
        }
    }

    fn target(&self) -> Vec<Field> {
        let tree = self.topology == "fat-tree";
        let kinds = vec![
            Choice::new("torus", text!("Torus", "トーラス")),
            Choice::new("mesh", text!("Mesh", "メッシュ")),
            Choice::page_only("cube", text!("Torus and mesh by dimension", "次元ごとにトーラス／メッシュ")),
            Choice::new("tofu", text!("Tofu (six dimensions)", "Tofu（6 次元）")),
            Choice::new("fat-tree", text!("Fat tree", "ファットツリー")),
        ];
        let sizes = match tree {
            true => text!("children of a switch by level, such as 8x8x4", "段ごとの子の数、例：8x8x4"),
            false => text!("such as 16x16x16", "例：16x16x16"),
        };
        let dimensions = self.dims.split(['x', 'X']).count().min(LETTERS.len());
        let letters = LETTERS[..dimensions].iter().map(|letter| Choice::new(letter, Text::same(*letter))).collect();
        let ups = vec![
            Choice::new("up", text!("Up straight (by source)", "Up straight（送信元が経路を選ぶ）")),
            Choice::new("down", text!("Down straight (by target)", "Down straight（宛先が経路を選ぶ）")),
        ];
        let sets = Params::NAMES.map(|name| Choice::new(name, set(name))).into();
        vec![
            Field::new(TARGET, "topology", text!("Network", "ネットワーク"), Kind::Choice(kinds))
                .option("topology", "torus"),
            Field::new(TARGET, "dims", text!("Sizes", "大きさ"), Kind::Line).hint(sizes).option("dims", "8x8x8"),
            Field::new(TARGET, "rings", text!("Rings", "環にする次元"), Kind::Set(letters))
                .when(self.topology == "cube"),
            Field::new(TARGET, "up_straight", text!("Routing", "ルーティング"), Kind::Choice(ups)).when(tree),
            Field::new(TARGET, "base", text!("Parameters", "パラメータ"), Kind::Choice(sets)).option("params", ""),
        ]
    }

    fn numbers(&self) -> Vec<Field> {
        let mut programs: Vec<_> = Pattern::NAMES.into_iter().map(|name| Choice::new(name, program(name))).collect();
        // For the command a trace is the name of its file.
        programs.push(Choice::page_only(TRACE, program(TRACE)));
        let number = |id, option, usual, label, least, most| {
            let field = Field::new(PROGRAM, id, label, Kind::Whole { least, most });
            field.option(option, usual).compact().when(takes(&self.program, id))
        };
        let bytes = number("bytes", "bytes", "4", text!("Bytes", "バイト数"), 0, MAX_BYTES);
        let time = text!("Computation, ns", "計算時間（ns）");
        vec![
            Field::new(PROGRAM, "program", text!("Program", "プログラム"), Kind::Choice(programs))
                .option("program", "bruck-alltoall"),
            bytes.unit(Unit::Bytes),
            number("rounds", "rounds", "1", text!("Rounds or tasks", "回数またはタスク数"), 1, 1_000_000),
            number("compute_ns", "compute", "0", time, 0, 1_000_000_000_000).unit(Unit::Ns),
            number("seed", "seed", "1", text!("Seed", "乱数の種"), 0, NsimLimits::PAGE.seed),
            Field::new(
                PROGRAM,
                "mflops",
                text!("Operations of a core, MFLOP/s", "コアの演算性能（MFLOP/s）"),
                Kind::Whole { least: 1, most: 1_000_000_000 },
            )
            .option("mflops", "1000")
            .compact()
            .when(self.uses("mflops")),
            Field::new(
                PROGRAM,
                TRACE,
                text!("A line an operation: rank, operation, arguments", "1 行に 1 操作：ランク、操作、引数"),
                Kind::Lines,
            )
            .when(self.program == TRACE),
        ]
    }

    fn places(&self) -> Vec<Field> {
        let maps = vec![
            Choice::new("xyz", text!("In order (x first)", "順番どおり（x が先）")),
            Choice::new("random", text!("Random", "ランダム")),
            Choice::page_only("file", text!("Rank-to-node file", "ランク配置ファイル")),
        ];
        let seed = Field::new(
            MAPPING,
            "seed",
            text!("Seed", "乱数の種"),
            Kind::Whole { least: 0, most: NsimLimits::PAGE.seed },
        );
        let ranks = Kind::Whole { least: 1, most: MAX_RANKS };
        vec![
            Field::new(MAPPING, "map", text!("Ranks on nodes", "ランクの配置"), Kind::Choice(maps))
                .option("map", "xyz"),
            seed.option("seed", "1").when(self.map == "random" && !takes(&self.program, "seed")),
            Field::new(
                MAPPING,
                "map_text",
                text!(
                    "A line a rank: rank and node, such as 5 1,0,2",
                    "1 行に 1 ランク：ランクとノード（例：5 1,0,2）"
                ),
                Kind::Lines,
            )
            .when(self.map == "file"),
            Field::new(MAPPING, "ranks", text!("Ranks", "ランク数"), ranks)
                .hint(text!("all nodes", "全ノード"))
                .compact(),
            Field::new(MAPPING, "watch", text!("Record switches", "記録するスイッチ"), Kind::Line)
                .hint(text!("such as 0,5", "例：0,5"))
                .compact(),
        ]
    }

    /// Selects another network, with example sizes. Preset parameters of the other kind would be surprising; typed ones
    /// stay.
    fn network(&mut self, kind: &str) {
        self.dims = match kind {
            "mesh" => "16x16",
            "tofu" => "3x3x2x2x3x2",
            _ => "8x8x4",
        }
        .into();
        let tree = kind == "fat-tree";
        if tree != (self.topology == "fat-tree") && self.params.is_empty() {
            self.base = if tree { "infiniband" } else { "torus" }.into();
        }
        self.topology = kind.into();
    }
}

impl Plan for NsimPlan {
    fn fields(&self) -> Vec<Field> {
        [self.target(), parameters(), self.numbers(), self.places()].concat()
    }

    fn get(&self, id: &str) -> String {
        if id == "up_straight" {
            return if self.up_straight { "up" } else { "down" }.into();
        }
        let parameter = || self.params.iter().find(|(own, _)| own == id).map(|(_, value)| value.clone());
        let text = self.text(id).cloned().or_else(parameter);
        text.or_else(|| of_set(&self.base, id)).unwrap_or_default()
    }

    fn set(&mut self, id: &str, value: &str) {
        match id {
            "up_straight" => self.up_straight = value == "up",
            "topology" => self.network(value),
            "base" => {
                self.base = value.into();
                self.params.clear();
            }
            _ => match self.text_mut(id) {
                Some(text) => *text = value.into(),
                None => {
                    if let Some(usual) = of_set(&self.base, id) {
                        self.params.retain(|(own, _)| own != id);
                        if value != usual {
                            self.params.push((id.to_string(), value.into()));
                        }
                    }
                }
            },
        }
    }
}

/// The value of a parameter in a set, if there is such a parameter.
fn of_set(base: &str, key: &str) -> Option<String> {
    let pairs = Params::named(base).unwrap_or(Params::TORUS).pairs();
    pairs.into_iter().find(|(own, _)| *own == key).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn every_program_set_and_parameter_has_a_name_of_its_own() {
        let names = Pattern::NAMES.into_iter().chain([TRACE]).map(|name| (name, program(name)));
        let sets = Params::NAMES.into_iter().map(|name| (name, set(name)));
        let parameters = Params::TORUS.pairs().into_iter().map(|(key, _)| (key, parameter(key)));
        let mut count = 0;
        for (word, label) in names.chain(sets).chain(parameters) {
            assert!(label.en != word && label.ja != word, "`{word}` has no name in nsim/fields.rs");
            count += 1;
        }
        assert!(count > 35, "the test looks at something");
    }

    #[test]
    fn programs_take_the_numbers_of_their_patterns() {
        let used = |program: &str| {
            let plan = NsimPlan { program: program.into(), ..NsimPlan::default() };
            ["bytes", "rounds", "compute_ns", "seed"].into_iter().filter(|id| plan.uses(id)).collect::<Vec<_>>()
        };
        assert_eq!(used("ring"), ["bytes", "rounds"]);
        assert_eq!(used("random-ring"), ["bytes", "rounds", "seed"]);
        assert_eq!(used("halo-3d"), ["bytes", "rounds", "compute_ns"]);
        assert_eq!(used("master-worker"), ["bytes", "rounds", "compute_ns", "seed"]);
        assert_eq!(used("bruck-alltoall"), ["bytes"]);
        assert!(used(TRACE).is_empty());
    }

    #[test]
    fn each_field_holds_the_value_that_it_is_given() {
        for program in Pattern::NAMES.into_iter().chain([TRACE]) {
            for map in ["xyz", "random", "file"] {
                for kind in ["torus", "cube", "fat-tree"] {
                    let mut plan = NsimPlan { program: program.into(), map: map.into(), ..NsimPlan::default() };
                    plan.set("topology", kind);
                    let fields: Vec<Field> = plan.fields().into_iter().filter(|field| field.applies).collect();
                    let ids: BTreeSet<_> = fields.iter().map(|field| field.id).collect();
                    assert_eq!(ids.len(), fields.len(), "no identifier twice");
                    for field in fields {
                        let values = match &field.kind {
                            Kind::Choice(choices) => choices.iter().map(|choice| choice.word).collect(),
                            _ => vec!["7", ""],
                        };
                        for value in values {
                            let mut other = plan.clone();
                            other.set(field.id, value);
                            assert_eq!(other.get(field.id), value, "{}", field.id);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_value_of_the_set_is_not_kept_as_an_own_one() {
        let mut plan = NsimPlan::default();
        plan.set("mtu_bytes", "512");
        assert_eq!(plan.params, [("mtu_bytes".to_string(), "512".to_string())]);
        plan.set("mtu_bytes", "256");
        assert!(plan.params.is_empty());
        plan.set("no such field", "1");
        assert_eq!(plan, NsimPlan::default());
    }
}
