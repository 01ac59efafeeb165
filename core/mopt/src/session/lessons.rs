//! The lessons, and the settings of the paper's experiments.

use super::plan::MoptPlan;
use alloc::{vec, vec::Vec};
use mcore_base::text;
use mcore_mode::Lesson;

/// All lessons. The first plan of each is that of the form.
pub fn mopt_lessons() -> Vec<Lesson<MoptPlan>> {
    let of = |methods: &str| MoptPlan { methods: methods.into(), ..MoptPlan::default() };
    let bruck = || text!("Bruck's allgather", "Bruck の Allgather");
    let cg = || text!("CG", "CG");
    vec![
Lesson::new("1", text!("Can you place 16 ranks better than in order?", "16 ランクを番号順よりうまく置けますか？"), text!("Open My map and drag ranks. The cost changes while you drag. Which ranks must be neighbours?", "「自分の配置」を開き、ランクをドラッグします。ドラッグ中もコストが変わります。隣に置くべきなのはどのランクでしょうか。"), text!("In order the cost is 0.963 hop MB, mincost reaches 0.705. Bruck sends most to the rank halfway round, whose number is far away.", "番号順のコストは 0.963 hop MB、mincost は 0.705 です。Bruck は半周先の、番号が遠いランクに最も多く送ります。"), vec![(bruck(), MoptPlan { ranks: "16".into(), sizes: "4x4".into(), ..of("xyz,none,mincost,random") })]).choice([text!("Those that exchange most bytes", "最も多くのバイトをやり取りするランク"), text!("Those with the nearest numbers", "番号が近いランク")], 0),
Lesson::new("2", text!("Why does sending less far unload the busiest link?", "近くへ送ると、なぜ最も混むリンクが空くのでしょうか？"), text!("Both maps have the same scale. Look at the dashed link, the busiest one, on both sides.", "2 つの配置図の目盛りは同じです。破線で囲んだ、最も混むリンクを左右で比べてください。"), text!("The bytes are the same, but a byte crosses 1.60 links instead of 3.47. The cost falls from 28.62 to 13.24 hop MB, the busiest link from 358.4 to 141.3 kB.", "バイト数は同じですが、1 バイトが通るリンクは 3.47 本から 1.60 本に減ります。コストは 28.62 から 13.24 hop MB に、最も混むリンクは 358.4 から 141.3 kB に減ります。"), vec![(bruck(), of("xyz,mincost"))]).choice([text!("Fewer bytes are sent", "送るバイト数が減るから"), text!("Each byte crosses fewer links", "1 バイトが通るリンクの数が減るから")], 1),
Lesson::new("3", text!("Do the 32 ways matter?", "32 通りの結合は重要でしょうか？"), text!("Step to iteration 4 below the maps: the 32 ways have costs from 288 to 360. The method none takes the first way without a look. How much does it lose?", "配置図の下で反復 4 まで進めると、32 通りのコストは 288 から 360 です。none は調べずに最初の 1 通りを使います。どれくらい損をするでしょうか。"), text!("none has 13.63 hop MB, mincost 13.24: the choice of the pairs is most of it. minlink has the least busiest link, 133.1 kB. On CG minlink also has the lower cost: a greedy method is not the best.", "none は 13.63、mincost は 13.24 hop MB です。効果の大部分は組の選び方によります。最も混むリンクは minlink の 133.1 kB が最小です。CG ではコストも minlink の方が小さく、貪欲法が最良とは限りません。"), vec![(bruck(), of("none,mincost,minlink")), (cg(), MoptPlan { pattern: "cg".into(), ..of("none,mincost,minlink") })]).choice([text!("Half of the gain", "効果の半分"), text!("Only a little", "ほんの少し")], 1),
Lesson::new("4", text!("Is a curve enough?", "曲線だけで十分でしょうか？"), text!("The Hilbert curve keeps ranks with near numbers near. Map a ring first, then Bruck's allgather.", "ヒルベルト曲線は番号が近いランクを近くに置きます。まずリング、次に Bruck の Allgather を配置してください。"), text!("For the ring Hilbert has 0.1434 hop MB, less than mincost with 0.1475. For Bruck it has 50.8, more than in order with 28.6: Bruck sends to far numbers.", "リングではヒルベルト曲線が 0.1434 hop MB で、mincost の 0.1475 より小さくなります。Bruck では 50.8 で、番号順の 28.6 より大きくなります。Bruck は番号の遠いランクに送るからです。"), vec![(text!("Ring", "リング"), MoptPlan { pattern: "one-way-ring".into(), ..of("xyz,mincost,z,hilbert") }), (bruck(), of("xyz,mincost,z,hilbert,random"))]).choice([text!("Yes, for every pattern", "はい、どのパターンでも"), text!("Only if near numbers exchange most", "番号が近いランクの通信が多い場合だけ")], 1),
Lesson::new("5", text!("When does no map help?", "配置が役に立たないのはどんなときですか？"), text!("Map the all-to-all, then the halo exchange whose grid has another shape than the network.", "全対全を配置し、次にネットワークと形が違う格子の袖交換を配置してください。"), text!("All-to-all has 44.04 hop MB and 262.1 kB for every map. The halo falls from 1.294 in order to 0.492 with mincost, near the bound of 0.442.", "全対全はどの配置でも 44.04 hop MB、262.1 kB です。袖交換は番号順の 1.294 から mincost の 0.492 に減り、下限の 0.442 に近づきます。"), vec![(text!("All-to-all", "全対全"), MoptPlan { pattern: "pairwise-alltoall".into(), ..of("xyz,mincost,hilbert") }), (text!("Halo of another shape", "形の違う袖領域"), MoptPlan { pattern: "halo-2d".into(), grid: "4x16".into(), border: "open".into(), ..of("xyz,mincost,hilbert") })]).choice([text!("If all ranks exchange the same with all", "全ランクが全員と同じだけ通信するとき"), text!("If the grid has another shape", "格子の形が違うとき")], 0),
Lesson::new("6", text!("Does the time follow?", "時間もそれに従うでしょうか？"), text!("The paper simulated CG and Bruck's allgather on a torus, with the maps of all methods. See the tab Papers.", "論文は CG と Bruck の Allgather をトーラスで、すべての方法の配置でシミュレーションしました。「論文」のタブを見てください。"), text!("In the paper CG falls from 2.75 to 1.81 ms and Bruck from 20.43 to 2.99 ms. For Bruck none and mincost differ in cost and take the same time.", "論文では CG が 2.75 から 1.81 ms に、Bruck が 20.43 から 2.99 ms に減りました。Bruck の none と mincost はコストが違っても時間は同じです。"), [(cg(), 3), (bruck(), 2)].into_iter().filter_map(|(name, table)| Some((name, mopt_paper_plans(table)?))).collect()).choice([text!("Yes, exactly by the cost", "はい、コストのとおり"), text!("Roughly: link loads count too", "おおよそ。リンクの負荷も影響する")], 1),
    ]
}

/// The plans of a lesson, from 1. None for other numbers.
pub fn mopt_lesson(number: u32) -> Vec<MoptPlan> {
    let lesson = mopt_lessons().into_iter().nth(number.wrapping_sub(1) as usize);
    lesson.into_iter().flat_map(|lesson| lesson.runs).map(|(_, plan)| plan).collect()
}

/// The plan of a table of the paper whose communication the mode has: 2 (Bruck's allgather) or 3 (CG).
pub fn mopt_paper_plans(table: u32) -> Option<MoptPlan> {
    let torus = |pattern: &str, ranks: &str, sizes: &str| MoptPlan {
        pattern: pattern.into(),
        ranks: ranks.into(),
        sizes: sizes.into(),
        kind: "torus".into(),
        ..MoptPlan::default()
    };
    match table {
        2 => Some(torus("bruck-allgather", "4096", "16x16x16")),
        3 => Some(torus("cg", "512", "8x8x8")),
        _ => None,
    }
}
