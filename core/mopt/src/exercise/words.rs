//! The sentences of a verdict.

use super::read::{Case, Expect, Limit, Measure};
use crate::model::measure::through;
use crate::model::{Graph, Hops, Measures, Network};
use crate::view::{definition, mopt_bytes, mopt_cost};
use alloc::string::String;
use alloc::vec::Vec;
use mcore_base::text;
use mcore_base::{Text, counted, grouped};

/// A value of a measure as text. Values that would look the same although they differ are written in full.
fn values(measure: Measure, found: u128, asked: u128) -> [String; 2] {
    let full = |value: u128| u64::try_from(value).map_or_else(|_| alloc::format!("{value}"), grouped);
    let (short, unit): (fn(u128) -> String, &str) = match measure {
        Measure::Cost => (mopt_cost, "hop B"),
        Measure::MaxLink => (|value| mopt_bytes(u64::try_from(value).unwrap_or(u64::MAX)), "B"),
    };
    let both = [short(found), short(asked)];
    if found != asked && both[0] == both[1] {
        return [found, asked].map(|value| alloc::format!("{} {unit}", full(value)));
    }
    both
}

/// A measure that was found, its limit, and its place.
pub(super) fn found(
    graph: &Graph,
    network: &Network,
    map: &[u32],
    measures: &Measures,
    measure: Measure,
    (hops, asked): (Hops, u128),
) -> Text {
    match measure {
        Measure::Cost => {
            let cost = measures.cost(hops);
            let [found, asked] = values(measure, cost, asked);
            let Text { en, ja } = definition(hops, network);
            let weight = |edge: &crate::model::Edge| {
                let (from, to) = (map[edge.from as usize], map[edge.to as usize]);
                (network.hops(hops, from, to), u128::from(network.hops(hops, from, to)) * u128::from(edge.bytes))
            };
            // The first of equal ones.
            let most = graph.edges().fold(None, |best: Option<(crate::model::Edge, u128)>, edge| {
                let own = weight(&edge).1;
                if best.is_none_or(|(_, least)| own > least) { Some((edge, own)) } else { best }
            });
            let Some((edge, _)) = most else { return Text::default() };
            let (from, to, far) = (edge.from, edge.to, weight(&edge).0);
            let (bytes, far_en) = (mopt_bytes(edge.bytes), counted(far.into(), "hop", "hops"));
            text!(
                "cost: {found} ({en}), allowed {asked}; most from {from} to {to}: {bytes} over {far_en}",
                "コスト: {found}（{ja}）、上限 {asked}。最も大きいのは {from} から {to}: {bytes} が {far} ホップ"
            )
        }
        Measure::MaxLink => {
            let busiest = measures.busiest;
            let [found, asked] = values(measure, busiest.bytes.into(), asked);
            let Text { en, ja } = network.link_name(busiest.link);
            let pairs = through(graph, network, map, busiest.link);
            let messages: u64 = pairs.iter().fold(0, |sum, pair| sum.saturating_add(pair.messages));
            let messages_en = counted(messages, "message", "messages");
            let Some(first) = pairs.first() else { return Text::default() };
            let (from, to) = (first.from, first.to);
            text!(
                "busiest link {en}: {found}, allowed {asked}; {messages_en}, most from {from} to {to}",
                "最大リンク {ja}: {found}、上限 {asked}。メッセージ {messages} 個、最も多いのは {from} から {to}"
            )
        }
    }
}

/// The expectations of a case, before anything is handed in.
pub fn asked(case: &Case, network: &Network) -> Vec<Text> {
    let Text { en: hops_en, ja: hops_ja } = definition(case.hops, network);
    let of = |expect: &Expect| {
        let name = match expect.measure {
            Measure::Cost => text!("cost ({hops_en})", "コスト（{hops_ja}）"),
            Measure::MaxLink => text!("busiest link", "最大リンク"),
        };
        let (en, ja) = (name.en, name.ja);
        match expect.limit {
            Limit::Fixed(most) => {
                let [most, _] = values(expect.measure, most.into(), most.into());
                text!("{en}: at most {most}", "{ja}: {most} 以下")
            }
            Limit::Of(method, hundredths) => {
                let label = method.label();
                let (label_en, label_ja) = (label.en, label.ja);
                if hundredths == 100 {
                    return text!("{en}: at most that of {label_en}", "{ja}: {label_ja} の値以下");
                }
                let factor = mcore_base::decimals(hundredths);
                text!("{en}: at most {factor} times that of {label_en}", "{ja}: {label_ja} の値の {factor} 倍以下")
            }
        }
    };
    case.expects.iter().map(of).collect()
}
