//! Time in MPI by rank and function, and the bytes between ranks, for people and as JSON.

use crate::{ComputeNode, Machine, MpiProfile, MpiUse, Pair};
use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text, counted, grouped};
use serde::{Deserialize, Serialize, Serializer};

/// A function of MPI. In a text (JSON) the members of its use are its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MpiFunctionView {
    pub name: String,
    /// Its use by all ranks.
    pub total: MpiUse,
}

/// A rank. In a text (JSON) the members of its use are its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MpiRankView {
    pub rank: u32,
    pub node: NodeId,
    /// Cycles until its core halted, or until now.
    pub run: Cycle,
    /// Its use of all functions.
    pub total: MpiUse,
    /// By function, in the order of [`MpiProfileView::functions`]: cycles in it.
    pub cycles_of: Vec<Cycle>,
}

impl Serialize for MpiFunctionView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { name, total } = self;
        if !serializer.is_human_readable() {
            return (name, total).serialize(serializer);
        }
        #[derive(Serialize)]
        struct Text<'a> {
            name: &'a str,
            #[serde(flatten)]
            total: &'a MpiUse,
        }
        Text { name, total }.serialize(serializer)
    }
}

impl Serialize for MpiRankView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { rank, node, run, total, cycles_of } = self;
        if !serializer.is_human_readable() {
            return (rank, node, run, total, cycles_of).serialize(serializer);
        }
        #[derive(Serialize)]
        struct Text<'a> {
            rank: u32,
            node: NodeId,
            run: Cycle,
            #[serde(flatten)]
            total: &'a MpiUse,
            cycles_of: &'a [Cycle],
        }
        Text { rank: *rank, node: *node, run: *run, total, cycles_of }.serialize(serializer)
    }
}

/// The messages from one rank to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiPairView {
    /// The rank that sends.
    pub source: u32,
    /// The rank that receives.
    pub destination: u32,
    pub messages: u64,
    /// Bytes of their data.
    pub bytes: u64,
}

/// The profile of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiProfileView {
    /// Cycles of all ranks together.
    pub run: Cycle,
    /// The use of all functions by all ranks.
    pub total: MpiUse,
    /// The functions that were called, the longest time first.
    pub functions: Vec<MpiFunctionView>,
    /// The ranks, in order.
    pub ranks: Vec<MpiRankView>,
    /// Pairs of ranks with messages, in order.
    pub pairs: Vec<MpiPairView>,
}

/// A share of a whole in per cent, with one digit after the point.
fn share(part: Cycle, whole: Cycle) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}

impl MpiProfileView {
    /// The profile of a machine in the state that the profile has reached.
    pub fn of(machine: &Machine, profile: &MpiProfile) -> Self {
        let end = |node: &ComputeNode| node.core.processor.halted.map_or(machine.state.cycle, |(_, cycle)| cycle + 1);
        let mut uses: BTreeMap<(u32, &str), MpiUse> = BTreeMap::new();
        profile.uses().for_each(|(rank, name, used)| uses.entry((rank, name)).or_default().add(&used));
        for (index, node) in machine.state.nodes.iter().enumerate() {
            let Some((name, begin, polled)) = profile.running(index) else { continue };
            let used = uses.entry((profile.rank(index), name)).or_default();
            used.cycles += end(node) - begin;
            used.waiting += node.core.processor.polled - polled;
        }
        let mut of_function: BTreeMap<&str, MpiUse> = BTreeMap::new();
        let mut total = MpiUse::default();
        for ((_, name), used) in &uses {
            of_function.entry(name).or_default().add(used);
            total.add(used);
        }
        let mut functions: Vec<(&str, MpiUse)> = of_function.into_iter().collect();
        functions.sort_by_key(|(_, used)| core::cmp::Reverse(used.cycles));
        let array = machine.spec().array;
        let mut ranks: Vec<MpiRankView> = machine
            .state
            .nodes
            .iter()
            .enumerate()
            .map(|(index, node)| {
                let rank = profile.rank(index);
                let mut all = MpiUse::default();
                uses.range((rank, "")..(rank + 1, "")).for_each(|(_, used)| all.add(used));
                let cycles = |name: &str| uses.get(&(rank, name)).map_or(0, |used| used.cycles);
                MpiRankView {
                    rank,
                    node: array.node(index),
                    run: end(node),
                    total: all,
                    cycles_of: functions.iter().map(|(name, _)| cycles(name)).collect(),
                }
            })
            .collect();
        ranks.sort_by_key(|rank| rank.rank);
        let pair = |(source, destination, pair): (u32, u32, Pair)| MpiPairView {
            source,
            destination,
            messages: pair.messages,
            bytes: pair.bytes,
        };
        Self {
            run: ranks.iter().map(|rank| rank.run).sum(),
            total,
            functions: functions
                .into_iter()
                .map(|(name, used)| MpiFunctionView { name: name.into(), total: used })
                .collect(),
            ranks,
            pairs: profile.pairs().map(pair).collect(),
        }
    }

    /// The whole in one sentence.
    pub fn summary(&self) -> Text {
        let (mpi, waiting) = (share(self.total.cycles, self.run), share(self.total.waiting, self.run));
        let moving = share(self.total.cycles.saturating_sub(self.total.waiting), self.run);
        text!(
            "In MPI {mpi} of the time of all ranks: waiting {waiting}, moving data and computing in calls {moving}.",
            "全ランクの時間のうち MPI の中は {mpi} です。内訳は、待ち {waiting}、データの移動と呼び出し内の計算 {moving} です。"
        )
    }

    /// Sentences about late senders and late receivers; none if there are none.
    pub fn late(&self) -> Vec<Text> {
        let worst = |late: fn(&MpiUse) -> Cycle| self.ranks.iter().max_by_key(|rank| (late(&rank.total), !rank.rank));
        let mut found = Vec::new();
        let MpiUse { late_senders, late_sender_cycles, late_receivers, late_receiver_cycles, .. } = self.total;
        if late_senders > 0 {
            let rank = worst(|used| used.late_sender_cycles).map_or(0, |rank| rank.rank);
            let receives = counted(late_senders, "receive began", "receives began");
            let (count, cycles) = (grouped(late_senders), grouped(late_sender_cycles));
            let en = format!(
                "Late senders: {receives} before the sender's call, {cycles} cycles in all, most of them at rank {rank}."
            );
            let ja = format!(
                "遅い送信側: 送信側の呼び出しより前に始まった受信が {count} 回、合計 {cycles} サイクルです。最も多いのはランク {rank} です。"
            );
            found.push(Text::new(en, ja));
        }
        if late_receivers > 0 {
            let rank = worst(|used| used.late_receiver_cycles).map_or(0, |rank| rank.rank);
            let messages = counted(late_receivers, "message was there", "messages were there");
            let (count, cycles) = (grouped(late_receivers), grouped(late_receiver_cycles));
            let en = format!(
                "Late receivers: {messages} before the receiver's call, {cycles} cycles in all, most of them at rank {rank}."
            );
            let ja = format!(
                "遅い受信側: 受信側の呼び出しより前に届いていたメッセージが {count} 個、合計 {cycles} サイクルです。最も多いのはランク {rank} です。"
            );
            found.push(Text::new(en, ja));
        }
        found
    }

    /// The tables as rows of cells, the first one with the headings: by function, and by rank.
    pub fn tables(&self) -> [Vec<Vec<Text>>; 2] {
        let head = |first: Text| {
            [
                text!("cycles", "サイクル"),
                text!("share", "割合"),
                text!("waiting", "待ち"),
                text!("calls", "呼び出し"),
                text!("messages", "メッセージ"),
                text!("bytes", "バイト"),
                first,
            ]
            .to_vec()
        };
        let row = |used: &MpiUse, run: Cycle, name: String| {
            let cell = |number: u64| Text::same(number.to_string());
            [
                cell(used.cycles),
                Text::same(share(used.cycles, run)),
                Text::same(share(used.waiting, run)),
                cell(used.calls),
                cell(used.messages),
                cell(used.bytes),
                Text::same(name),
            ]
            .to_vec()
        };
        let mut functions = [head(text!("function", "関数"))].to_vec();
        functions.extend(self.functions.iter().map(|f| row(&f.total, self.run, f.name.clone())));
        let mut ranks = [head(text!("rank", "ランク"))].to_vec();
        ranks.extend(self.ranks.iter().map(|r| row(&r.total, r.run, format!("{} {}", r.rank, r.node))));
        [functions, ranks]
    }
}
