//! The settings of the mapping mode, for its form and its command.

use super::limits::MoptLimits;
use super::plan::MoptPlan;
use crate::model::graph::MAX_RANKS;
use crate::model::method::MAX_STARTS;
use crate::model::pattern::{CG_CLASSES, MAX_DEGREE, MAX_MESSAGE, MAX_ROUNDS, NAMES};
use crate::model::{Method, Pattern, refine};
use alloc::{string::String, vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_mode::{Choice, Field, Kind, Plan, Unit};

/// Groups of the form: the communication.
pub const COMMUNICATION: &str = "communication";
/// The network.
pub const NETWORK: &str = "network";
/// The methods.
pub const METHODS: &str = "methods";
/// Options that are used less often.
pub const MORE: &str = "more";

/// The source of communication that is a file.
pub(super) const FILE: &str = "file";

/// The name of a pattern for people.
pub(super) fn pattern(name: &str) -> Text {
    match name {
        "bruck-allgather" => text!("Allgather, Bruck", "Allgather（Bruck）"),
        "bruck-alltoall" => text!("All-to-all, Bruck", "全対全（Bruck）"),
        "pairwise-alltoall" => text!("All-to-all, direct", "全対全（直接）"),
        "recursive-doubling-allreduce" => text!("Allreduce, recursive doubling", "Allreduce（再帰倍加）"),
        "binomial-bcast" => text!("Broadcast, binomial tree", "ブロードキャスト（二項木）"),
        "binomial-reduce" => text!("Reduce, binomial tree", "リダクション（二項木）"),
        "ring" => text!("Ring, both ways", "リング（双方向）"),
        "one-way-ring" => text!("Ring, one way", "リング（一方向）"),
        "random-ring" => text!("Random ring, both ways", "ランダムリング（双方向）"),
        "halo-2d" => text!("Halo exchange, 2-D", "袖領域の交換（2 次元）"),
        "halo-3d" => text!("Halo exchange, 3-D", "袖領域の交換（3 次元）"),
        "hot-spot" => text!("Hot spot: all to rank 0", "ホットスポット（全員がランク 0 へ）"),
        "star" => text!("Star: rank 0 with all", "星形（ランク 0 と全員）"),
        "cg" => text!("CG (NAS Parallel Benchmarks)", "CG（NAS Parallel Benchmarks）"),
        "random-sparse" => text!("Random, sparse", "ランダム（疎）"),
        // A pattern without a translated name is still offered.
        _ => Text::same(name),
    }
}

impl MoptPlan {
    fn communication(&self) -> Vec<Field> {
        let from_file = self.source == FILE;
        let uses = |number: &str| !from_file && Pattern::uses(&self.pattern, number);
        let number = |id, option, usual, label, least, most| {
            Field::new(COMMUNICATION, id, label, Kind::Whole { least, most }).option(option, usual).compact()
        };
        let sources = vec![
            Choice::page_only("pattern", text!("A pattern", "パターン")),
            Choice::page_only(FILE, text!("A file: matrix, record or trace", "ファイル（行列・記録・トレース）")),
        ];
        let patterns = NAMES.into_iter().map(|name| Choice::new(name, pattern(name))).collect();
        let borders =
            vec![Choice::new("periodic", text!("Periodic", "周期的")), Choice::new("open", text!("Open", "端あり"))];
        let classes = CG_CLASSES.into_iter().map(|(class, _)| Choice::new(class, Text::same(class))).collect();
        let bytes = match self.pattern.starts_with("bruck") {
            true => text!("Bytes of a part", "1 個のバイト数"),
            false => text!("Bytes of a message", "1 メッセージのバイト数"),
        };
        let ranks = Kind::Whole { least: 1, most: MAX_RANKS.into() };
        vec![
            Field::new(COMMUNICATION, "source", text!("From", "入力"), Kind::Choice(sources)),
            Field::new(COMMUNICATION, "pattern", text!("Pattern", "パターン"), Kind::Choice(patterns))
                .option("pattern", "")
                .when(!from_file),
            Field::new(COMMUNICATION, "ranks", text!("Ranks", "ランク数"), ranks)
                .hint(text!("all nodes", "全ノード"))
                .option("ranks", "")
                .compact()
                .when(!from_file),
            number("bytes", "bytes", "2048", bytes, 1, MAX_MESSAGE).unit(Unit::Bytes).when(uses("bytes")),
            number("rounds", "rounds", "1", text!("Rounds", "回数"), 1, MAX_ROUNDS.into()).when(uses("rounds")),
            Field::new(COMMUNICATION, "grid", text!("Grid of ranks", "ランクの格子"), Kind::Line)
                .hint(text!("such as 4x16, x first", "例：4x16（x が先）"))
                .option("grid", "")
                .compact()
                .when(uses("grid")),
            Field::new(COMMUNICATION, "border", text!("Border", "端"), Kind::Choice(borders))
                .option("border", "periodic")
                .compact()
                .when(uses("periodic")),
            number(
                "degree",
                "degree",
                "8",
                text!("Messages of a rank", "ランクあたりのメッセージ"),
                1,
                MAX_DEGREE.into(),
            )
            .when(uses("degree")),
            Field::new(COMMUNICATION, "class", text!("Class", "クラス"), Kind::Choice(classes))
                .option("class", "B")
                .compact()
                .when(uses("rows")),
            number("pattern_seed", "pattern-seed", "1", text!("Seed", "乱数の種"), 0, MoptLimits::PAGE.seed)
                .when(uses("seed")),
            Field::new(
                COMMUNICATION,
                FILE,
                text!("Source, destination, bytes; or another format", "送信元, 宛先, バイト数。ほかの形式も可"),
                Kind::Lines,
            )
            .when(from_file),
        ]
    }

    fn network_fields(&self) -> Vec<Field> {
        let kinds =
            vec![Choice::new("mesh", text!("Mesh", "メッシュ")), Choice::new("torus", text!("Torus", "トーラス"))];
        vec![
            Field::new(NETWORK, "kind", text!("Kind", "種類"), Kind::Choice(kinds)).compact(),
            Field::new(NETWORK, "sizes", text!("Sizes", "大きさ"), Kind::Line)
                .hint(text!("such as 8x8 or 8x8x8", "例：8x8、8x8x8"))
                .compact(),
        ]
    }

    fn method_fields(&self) -> Vec<Field> {
        let methods = Method::ALL.into_iter().map(|method| Choice::new(method.word(), method.label())).collect();
        let hops = vec![
            Choice::new("mesh", text!("Mesh hops", "メッシュのホップ数")),
            Choice::new("torus", text!("Torus hops", "トーラスのホップ数")),
        ];
        let thens = vec![
            Choice::new("first", text!("The first", "最初のもの")),
            Choice::new("link", text!("MaxLink, within 0.1 %", "最大リンク（0.1 % 以内）")),
        ];
        let number = |id, option, usual, label, least, most| {
            Field::new(MORE, id, label, Kind::Whole { least, most }).option(option, usual).compact()
        };
        let starts = self.starts.trim() != "1";
        vec![
            Field::new(METHODS, "methods", text!("Methods to compare", "比べる方法"), Kind::List(methods))
                .option("method", "mincost"),
            Field::new(MORE, "hops", text!("Cost counts", "コストの定義"), Kind::Choice(hops))
                .option("hops", "mesh")
                .when(self.kind == "torus"),
            number("starts", "starts", "1", text!("Starts", "試行回数"), 1, MAX_STARTS.into()),
            Field::new(MORE, "then", text!("Among equal starts", "同等の試行から"), Kind::Choice(thens))
                .option("then", "first")
                .compact()
                .when(starts),
            number("refine", "refine", "0", text!("Rounds of refinement", "改良の回数"), 0, refine::MAX_ROUNDS.into()),
            number("seed", "seed", "1", text!("Seed of the random map", "ランダム配置の種"), 0, MoptLimits::PAGE.seed),
        ]
    }
}

impl Plan for MoptPlan {
    fn fields(&self) -> Vec<Field> {
        [self.communication(), self.network_fields(), self.method_fields()].concat()
    }

    fn get(&self, id: &str) -> String {
        self.text(id).cloned().unwrap_or_default()
    }

    fn set(&mut self, id: &str, value: &str) {
        if let Some(text) = self.text_mut(id) {
            *text = value.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn every_pattern_has_a_name_of_its_own() {
        for name in NAMES {
            assert!(pattern(name).en != name && pattern(name).ja != name, "`{name}` has no name in mopt/fields.rs");
        }
    }

    #[test]
    fn each_field_holds_the_value_that_it_is_given() {
        for name in NAMES {
            for source in ["pattern", FILE] {
                let mut plan = MoptPlan { pattern: name.into(), source: source.into(), ..MoptPlan::default() };
                plan.set("kind", "torus");
                let fields: Vec<Field> = plan.fields().into_iter().filter(|field| field.applies).collect();
                let ids: BTreeSet<_> = fields.iter().map(|field| field.id).collect();
                assert_eq!(ids.len(), fields.len(), "no identifier twice");
                for field in fields {
                    let mut other = plan.clone();
                    other.set(field.id, "7");
                    assert_eq!(other.get(field.id), "7", "{}", field.id);
                }
            }
        }
    }
}
