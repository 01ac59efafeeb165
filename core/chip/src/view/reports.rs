//! The findings of the checks, as text.

use super::chip_outcome::address;
use super::{SourcePlace, source_of};
use crate::check::{Checker, Finding, Incomplete, Kind, Origin, Site, Touch, Use};
use crate::{Machine, reg};
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Cycle, NodeId, Text};
use mcore_cpu::isa::register_name;
use mcore_toolchain::FileKind;
use serde::{Deserialize, Serialize};

/// One side of a report: an instruction and its cycle. At the start of that cycle the node is about to execute it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSiteView {
    /// The event there, in a few words.
    pub what: Text,
    pub node: NodeId,
    /// Address of the instruction; inside the library, that of the call into it.
    pub pc: u32,
    /// Its line, if known.
    pub source: Option<SourcePlace>,
    /// The cycle to show.
    pub cycle: Cycle,
}

/// One report of the checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportView {
    /// Name of its kind: the heading in the document of the checks that explains it.
    pub kind: String,
    /// The error.
    pub message: Text,
    /// A suggestion how to fix it.
    pub tip: Text,
    /// Where the problem shows.
    pub at: ReportSiteView,
    /// The other side.
    pub other: Option<ReportSiteView>,
    /// How often these two instructions, or instructions of these two lines of C, were found, on any nodes.
    pub count: u64,
}

/// All reports of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportsView {
    /// The reports, in the order in which they were found.
    pub reports: Vec<ReportView>,
    /// Number of further ones that are not kept.
    pub more: u64,
    /// Why the run has not been checked to its end, if it has not.
    pub incomplete: Option<Text>,
}

impl ReportsView {
    /// The findings of a checker in the run of a machine.
    pub fn of(machine: &Machine, checker: &Checker) -> Self {
        let findings = checker.findings();
        let mut reports: Vec<ReportView> = Vec::new();
        for report in findings.list().iter().map(|finding| view(machine, finding)) {
            match reports.iter_mut().find(|known| known.is_same_in_c(&report)) {
                Some(known) => known.count += report.count,
                None => reports.push(report),
            }
        }
        Self { reports, more: findings.more(), incomplete: checker.incomplete().map(|why| incomplete(machine, why)) }
    }
}

impl ReportView {
    /// True if both are of the same kind between the same lines of C: a compiler makes several instructions of one line.
    fn is_same_in_c(&self, other: &Self) -> bool {
        let lines = self.lines();
        let is_c =
            |line: &Option<&SourcePlace>| line.and_then(|line| FileKind::of(&line.file)).is_some_and(FileKind::is_of_c);
        self.kind == other.kind && lines == other.lines() && lines.iter().all(is_c)
    }

    /// The lines of its sites.
    fn lines(&self) -> Vec<Option<&SourcePlace>> {
        core::iter::once(&self.at).chain(&self.other).map(|site| site.source.as_ref()).collect()
    }
}

fn incomplete(machine: &Machine, why: Incomplete) -> Text {
    let cycle = machine.state.cycle;
    match why {
        Incomplete::TooManyNodes => text!(
            "Not checked: the checks follow at most 1024 nodes.",
            "検査していません。検査できるのは 1024 ノードまでです。"
        ),
        Incomplete::TooMuchMemory => text!(
            "Checked up to cycle {cycle} only: the program uses more memory than the checks can follow.",
            "サイクル {cycle} まで検査しました。これより先は、プログラムの使うメモリが検査の上限を超えます。"
        ),
        Incomplete::TooLong => text!(
            "Checked up to cycle {cycle} only: the checks follow no longer run.",
            "サイクル {cycle} まで検査しました。これより長い実行は検査できません。"
        ),
    }
}

/// The program of a node. Main memory has none; messages about it need none.
fn program(machine: &Machine, node: NodeId) -> &mcore_cpu::program::Program {
    let rank = machine.spec().array.rank(node).unwrap_or(0);
    &machine.image(rank).program
}

fn site(machine: &Machine, site: Site, what: Text) -> ReportSiteView {
    let source = source_of(program(machine, site.node), site.pc);
    ReportSiteView { what, node: site.node, pc: site.pc, source, cycle: site.cycle }
}

/// True if a site calls a function that puts into a window.
fn puts(machine: &Machine, site: Site) -> bool {
    let Some(rank) = machine.spec().array.rank(site.node) else { return false };
    let image = machine.image(rank);
    let target = image.code.instr(site.pc).and_then(|instr| instr.target(site.pc));
    let is_it = |name: &&str| image.program.symbol(name).is_some_and(|symbol| Some(symbol.value) == target);
    target.is_some() && ["MPI_Put", "MPI_Rput"].iter().any(is_it)
}

/// The tip of a report about a put into a window; none for other reports.
fn tip_for_window(machine: &Machine, finding: &Finding) -> Option<Text> {
    let races = matches!(
        finding.kind,
        Kind::TwoWriters { .. } | Kind::DmaAndStore { .. } | Kind::ReadBeforeFlag { .. } | Kind::SentBeforeFlag { .. }
    );
    let is_put = core::iter::once(finding.at).chain(finding.other).any(|site| puts(machine, site));
    (races && is_put).then(|| {
        text!(
            "In an epoch of a window each element has one user: give each rank its own elements, use MPI_Accumulate, or end the epoch in between (MPI_Win_fence).",
            "ウィンドウの 1 つのエポックでは、各要素を使えるのは 1 つのランクだけです。ランクごとに別の要素を使うか、MPI_Accumulate を使うか、間でエポックを終えてください (MPI_Win_fence)。"
        )
    })
}

fn view(machine: &Machine, finding: &Finding) -> ReportView {
    let words = words(machine, finding);
    ReportView {
        kind: words.kind.into(),
        message: words.message,
        tip: tip_for_window(machine, finding).unwrap_or(words.tip),
        at: site(machine, finding.at, words.at),
        other: finding.other.map(|other| site(machine, other, words.other)),
        count: finding.count,
    }
}

/// The texts of a report.
struct Words {
    kind: &'static str,
    message: Text,
    tip: Text,
    at: Text,
    other: Text,
}

fn place(machine: &Machine, node: NodeId, addr: u64) -> Text {
    if node == NodeId::MEMORY {
        return text!("main memory 0x{addr:x}", "メインメモリ 0x{addr:x}");
    }
    let name = address(program(machine, node), addr as u32);
    text!("{name} on node {node}", "ノード {node} の {name}")
}

fn words(machine: &Machine, finding: &Finding) -> Words {
    let id = finding.at.node;
    let other = finding.other.map_or(id, |o| o.node);
    let at = |node: NodeId, addr: u32| place(machine, node, addr.into());
    let store = || text!("the store", "ストア");
    let dma = || text!("the DMA was started", "DMA の開始");
    match finding.kind {
        Kind::Undefined { origin, used } => unset(machine, finding, origin, used),
        Kind::StoreWhileSending { addr } => {
            let Text { en, ja } = at(id, addr);
            Words {
                kind: "store-while-sending",
                message: text!(
                    "The core stores into {en}, which a DMA started before has still to read: it may send the new value.",
                    "{ja} にストアしていますが、先に開始した DMA がまだこの語を読んでいません。新しい値が送られるかもしれません。"
                ),
                tip: text!(
                    "Wait until INCC_STATUS is 0 (mc_wait) before you use the buffer again, or use two buffers in turn.",
                    "バッファを再び使う前に INCC_STATUS が 0 になるまで待つ (mc_wait) か、2 つのバッファを交互に使ってください。"
                ),
                at: store(),
                other: dma(),
            }
        }
        Kind::WrittenWhileSending { addr } => {
            let Text { en, ja } = at(other, addr);
            Words {
                kind: "written-while-sending",
                message: text!(
                    "A DMA of node {id} wrote {en} while a DMA of that node had still to read it.",
                    "ノード {id} の DMA が {ja} に書き込みましたが、そのノードの DMA がまだこの語を読んでいません。"
                ),
                tip: text!(
                    "Let node {other} signal when its buffer is free, and wait for that signal before you put into it.",
                    "ノード {other} がバッファを使い終わったら signal を送るようにし、それを待ってから put してください。"
                ),
                at: text!("the DMA that writes was started", "書き込む DMA の開始"),
                other: text!("the DMA that reads was started", "読み出す DMA の開始"),
            }
        }
        Kind::TwoWriters { memory, addr } => {
            let Text { en, ja } = place(machine, memory, addr);
            Words {
                kind: "two-writers",
                message: text!(
                    "DMAs of nodes {other} and {id} both write {en}, and nothing orders the two writes.",
                    "ノード {other} と {id} の DMA がどちらも{ja} に書き込みますが、どちらが先かを決めるものがありません。"
                ),
                tip: text!(
                    "Give each sender a word of its own (for example an array with one word for each rank), or let the second one wait for a signal that the first has been seen.",
                    "送り手ごとに別の語を用意する（たとえばランクごとに 1 語の配列にする）か、先の値が読まれたという signal を待ってから次を書いてください。"
                ),
                at: text!("the later DMA was started", "後に届いた DMA の開始"),
                other: text!("the earlier DMA was started", "先に届いた DMA の開始"),
            }
        }
        Kind::DmaAndStore { addr, dma_last } => {
            let Text { en, ja } = at(id, addr);
            let (last, last_ja) = match dma_last {
                true => ("this time the DMA came last", "今回は DMA が後でした"),
                false => ("this time the store came last", "今回はストアが後でした"),
            };
            Words {
                kind: "dma-and-store",
                message: text!(
                    "The core and a DMA of node {other} both write {en}, and nothing orders the two writes ({last}).",
                    "コアとノード {other} の DMA がどちらも{ja} に書き込みますが、どちらが先かを決めるものがありません ({last_ja})。"
                ),
                tip: text!(
                    "Before the store, wait for the flag that follows the data; before the DMA, let this node say that it is ready. A word that only starts as 0 needs no store: .word 0 in assembly, and global variables in C, are 0 at the start.",
                    "ストアの前に、データの後に届くフラグを待ってください。または、このノードの準備ができたことを知らせてから DMA を始めてください。はじめに 0 にするだけなら、ストアは要りません。アセンブリの .word 0 も C のグローバル変数も、はじめから 0 です。"
                ),
                at: store(),
                other: dma(),
            }
        }
        Kind::ReadBeforeFlag { addr, arrived } => {
            let Text { en, ja } = at(id, addr);
            let (luck, luck_ja) = match arrived {
                true => ("It had arrived this time, but only by luck", "今回は届いていましたが、偶然です"),
                false => ("It had not arrived yet", "まだ届いていませんでした"),
            };
            Words {
                kind: "read-before-flag",
                message: text!(
                    "The core reads {en} without having seen a flag which says that the DMA of node {other} has arrived. {luck}.",
                    "{ja} を読んでいますが、ノード {other} の DMA が届いたことを示すフラグを見ていません。{luck_ja}。"
                ),
                tip: text!(
                    "Let node {other} send a flag after the data (mc_signal), and wait for it here (mc_wait_eq). Only what the same node sends to the same node arrives in order: a barrier or a flag of another node says nothing about it.",
                    "ノード {other} からデータの後にフラグを送り (mc_signal)、ここでそれを待ってください (mc_wait_eq)。届く順序が守られるのは、同じノードから同じノードへ送るものだけです。バリアや別のノードからのフラグでは、届いたことは分かりません。"
                ),
                at: text!("the load", "ロード"),
                other: dma(),
            }
        }
        Kind::SentBeforeFlag { addr, arrived } => {
            let Text { en, ja } = at(id, addr);
            let (luck, luck_ja) = match arrived {
                true => ("It had arrived this time, but only by luck", "今回は届いていましたが、偶然です"),
                false => ("It had not arrived yet", "まだ届いていませんでした"),
            };
            Words {
                kind: "sent-before-flag",
                message: text!(
                    "A DMA sends {en} without this core having seen a flag which says that the DMA of node {other} has arrived there. {luck}.",
                    "DMA が {ja} を送っていますが、そこへのノード {other} の DMA が届いたことを示すフラグを見ていません。{luck_ja}。"
                ),
                tip: text!(
                    "Wait for a flag of node {other} before you pass its data on.",
                    "データを次へ送る前に、ノード {other} からのフラグを待ってください。"
                ),
                at: text!("the DMA that sends was started", "送る DMA の開始"),
                other: text!("the DMA that brings was started", "届ける DMA の開始"),
            }
        }
        Kind::BufferReused { memory, addr } => {
            let Text { en, ja } = at(memory, addr);
            Words {
                kind: "buffer-reused",
                message: text!(
                    "A DMA of node {id} overwrote {en} without node {memory} having said that it needs the earlier data no more.",
                    "ノード {id} の DMA が {ja} を上書きしましたが、ノード {memory} は前のデータを使い終わったと知らせていません。"
                ),
                tip: text!(
                    "Let node {memory} send a signal when it has used the buffer, and wait for it before the next put; or use two buffers in turn.",
                    "ノード {memory} がバッファを使い終わったら signal を送り、次の put の前にそれを待ってください。または 2 つのバッファを交互に使ってください。"
                ),
                at: text!("the DMA that overwrites was started", "上書きする DMA の開始"),
                other: text!("the earlier data are read", "前のデータの読み出し"),
            }
        }
        Kind::MainReadAndWrite { addr, put_last } => {
            let Text { en, ja } = place(machine, NodeId::MEMORY, addr);
            let (last, last_ja) = match put_last {
                true => ("this time the put came last", "今回は書き込みが後でした"),
                false => ("this time the get came last", "今回は読み出しが後でした"),
            };
            Words {
                kind: "main-read-and-write",
                message: text!(
                    "Node {id} gets {en} while node {other} puts there, and nothing orders the two ({last}).",
                    "ノード {id} が {ja} を読み出し、ノード {other} がそこに書き込みますが、どちらが先かを決めるものがありません ({last_ja})。"
                ),
                tip: text!(
                    "A put into main memory takes a while, also after mc_wait. Node {other} can read a word of it back (mc_get): when that has come, the put is there, and then it may signal node {id}.",
                    "メインメモリへの書き込みは、mc_wait の後でもまだ着いていないことがあります。ノード {other} で 1 語を読み返し (mc_get)、それが届いてからノード {id} に signal を送ってください。"
                ),
                at: text!("the get", "読み出し"),
                other: text!("the put", "書き込み"),
            }
        }
        Kind::NotRestored { register, before, after } => {
            let name = register_name(register);
            let tip = match register {
                29 => text!(
                    "Add to $sp before the return exactly what was subtracted at the begin of the function, on every way through it.",
                    "関数のはじめで $sp から引いた量を、復帰の前に、どの経路でも必ず同じだけ足してください。"
                ),
                _ => text!(
                    "A function must give {name} back as it was: save it on the stack first and load it before the return, or use a register $t0 to $t9.",
                    "関数は {name} を元の値に戻さなければなりません。はじめにスタックに保存して復帰の前に戻すか、$t0 から $t9 を使ってください。"
                ),
            };
            Words {
                kind: "not-restored",
                message: text!(
                    "The function returns with {name} changed: 0x{before:x} at the call, 0x{after:x} after the return.",
                    "関数から戻ると {name} が変わっています。呼び出しのとき 0x{before:x}、復帰の後 0x{after:x} です。"
                ),
                tip,
                at: text!("the return", "復帰"),
                other: text!("the call", "呼び出し"),
            }
        }
        Kind::Types { from, sent, wanted, sender, receiver } => Words {
            kind: "mpi-type",
            message: text!(
                "{receiver} receives {wanted}, but the message that it takes has {sent}: rank {from} has sent it by {sender}.",
                "{receiver} は {wanted} を受信しますが、受け取ったメッセージは {sent} です。ランク {from} が {sender} で送りました。"
            ),
            tip: text!(
                "Give both calls the same type, that of the variables in the buffers. MPI does not convert: the bytes are copied as they are.",
                "両方の呼び出しに同じデータ型、つまりバッファの変数の型を渡してください。MPI は変換せず、バイトをそのままコピーします。"
            ),
            at: text!("the receive", "受信"),
            other: text!("the send", "送信"),
        },
        Kind::OpenBuffer { addr, function, receives, touch } => open_buffer(at(id, addr), function, receives, touch),
        Kind::NoFinalize => Words {
            kind: "mpi-no-finalize",
            message: text!(
                "Node {id} ends between MPI_Init and MPI_Finalize.",
                "ノード {id} が MPI_Finalize を呼ばずに終了しました。"
            ),
            tip: text!(
                "Every rank calls MPI_Finalize before it ends, on every path to its end. MPI_Finalize also finds messages that no rank has received. After an error, MPI_Abort ends all ranks.",
                "どのランクも、終了する前に必ず MPI_Finalize を呼んでください。受信されなかったメッセージも MPI_Finalize で見つかります。エラーのときは MPI_Abort で全ランクを終了できます。"
            ),
            at: text!("the end of the program", "プログラムの終わり"),
            other: text!("MPI_Init was called", "MPI_Init の呼び出し"),
        },
        Kind::ReturnLost => Words {
            kind: "return-lost",
            message: text!(
                "This return jumps to the place after a call inside the function itself: `jal` has overwritten $ra, and the way back to the caller is lost.",
                "この復帰は、関数の中の呼び出しの直後へ戻ります。`jal` が $ra を上書きしたので、呼び出し元へ戻れません。"
            ),
            tip: text!(
                "A function that calls another one saves $ra on the stack first and loads it before `jr $ra`.",
                "ほかの関数を呼ぶ関数は、はじめに $ra をスタックに保存し、`jr $ra` の前に戻してください。"
            ),
            at: text!("the return", "復帰"),
            other: text!("the call that overwrote $ra", "$ra を上書きした呼び出し"),
        },
    }
}

/// The use of a buffer of MPI before its operation has ended.
fn open_buffer(place: Text, function: &str, receives: bool, touch: Touch) -> Words {
    let Text { en, ja } = place;
    let message = match (receives, touch) {
        (false, _) => text!(
            "This line changes {en}, but the send that {function} has begun has not ended: the message may carry the old value or the new one.",
            "この行は {ja} を変更しますが、{function} で始めた送信がまだ終わっていません。古い値と新しい値のどちらが送られるか分かりません。"
        ),
        (true, Touch::Read | Touch::CallReads) => text!(
            "This line reads {en}, but the receive that {function} has begun has not ended: the message may be there or not.",
            "この行は {ja} を読みますが、{function} で始めた受信がまだ終わっていません。メッセージが届いているかどうか分かりません。"
        ),
        (true, Touch::Write | Touch::CallWrites) => text!(
            "This line changes {en}, but the receive that {function} has begun has not ended: the message may overwrite it.",
            "この行は {ja} を変更しますが、{function} で始めた受信がまだ終わっていません。メッセージに上書きされるかもしれません。"
        ),
    };
    Words {
        kind: "mpi-open-buffer",
        message,
        tip: text!(
            "Call MPI_Wait for its request before you use the buffer, or use another buffer in the meantime.",
            "バッファを使う前に、その要求に対して MPI_Wait を呼んでください。または、その間は別のバッファを使ってください。"
        ),
        at: match touch {
            Touch::Read => text!("the load", "ロード"),
            Touch::Write => text!("the store", "ストア"),
            Touch::CallReads | Touch::CallWrites => {
                text!("the call that is given the buffer", "バッファを渡した呼び出し")
            }
        },
        other: text!("{function} was called", "{function} の呼び出し"),
    }
}

fn unset(machine: &Machine, finding: &Finding, origin: Origin, used: Use) -> Words {
    let id = finding.at.node;
    // The value may come from another node's memory, if a DMA brought it.
    let from = finding.other.map_or(id, |o| o.node);
    let (kind, what) = match origin {
        Origin::Register(n) => ("unset-register", Text::same(register_name(n))),
        Origin::Float(n) => ("unset-register", Text::same(format!("$f{n}"))),
        Origin::HiLo => ("unset-register", Text::same("HI/LO")),
        Origin::Condition => {
            ("unset-register", text!("a condition code of the floating-point unit", "浮動小数点演算器の条件コード"))
        }
        Origin::Memory { addr, from_sp: Some(distance) } if program(machine, from).nearest_label(addr).is_none() => (
            "unset-memory",
            text!("the stack word {distance}($sp), 0x{addr:x}", "スタックの語 {distance}($sp) (0x{addr:x})"),
        ),
        Origin::Memory { addr, .. } => ("unset-memory", place(machine, from, addr.into())),
        Origin::Main { addr } => ("unset-memory", place(machine, NodeId::MEMORY, addr)),
    };
    let use_of = match used {
        Use::Branch => text!("where this branch goes", "この分岐の行き先"),
        Use::Jump => text!("where this jump goes", "このジャンプの行き先"),
        Use::Address => text!("the address of this access", "このアクセスのアドレス"),
        Use::Register(reg::CONSOLE) => text!("what this prints", "ここで表示される文字"),
        Use::Register(reg::HALT) => text!("the exit code", "終了コード"),
        Use::Register(reg::MARK) => text!("the word that is noted (MARK)", "記録される語 (MARK)"),
        Use::Register(offset) => {
            let name = reg::name(offset).unwrap_or("INCC");
            text!("the DMA parameter {name}", "DMA のパラメータ {name} の値")
        }
        Use::Syscall => text!("this system call", "このシステムコールの番号か引数"),
    };
    let Text { en, ja } = what;
    let (use_en, use_ja) = (use_of.en, use_of.ja);
    let argument = matches!(origin, Origin::Register(4..=7));
    let tip = match origin {
        Origin::Register(_) if argument => {
            text!("Put the argument into {en} before the call.", "呼び出しの前に、引数を {ja} に入れてください。")
        }
        Origin::Main { .. } => text!(
            "Put something there first (mc_store), and see that it has arrived.",
            "先にそこへ書き込み (mc_store)、届いたことを確かめてください。"
        ),
        Origin::Memory { .. } => text!(
            "Store a value there first. Only .data, .bss and .space begin with known values; the stack and the rest of memory do not.",
            "先に値をストアしてください。はじめの値が決まっているのは .data、.bss、.space だけで、スタックや残りのメモリは決まっていません。"
        ),
        _ => text!(
            "Set it before it is used. The simulator starts every register except $sp with 0, but a program should not rely on that.",
            "使う前に値を入れてください。シミュレータでは $sp 以外のレジスタは 0 で始まりますが、それに頼ってはいけません。"
        ),
    };
    Words {
        kind,
        message: text!(
            "Node {id}: {use_en} depends on {en}, into which nothing has been written.",
            "ノード {id}: {use_ja}は {ja} で決まりますが、そこにはまだ何も書き込まれていません。"
        ),
        tip,
        at: text!("the use", "使われたところ"),
        other: match argument {
            true => text!("the call before which it should have been set", "その前に値を入れておくべき呼び出し"),
            false => text!("read here first", "はじめに読まれたところ"),
        },
    }
}
