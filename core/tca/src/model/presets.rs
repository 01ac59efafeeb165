//! Scripts for an operation, a kind of memory and a size: a start for scripts of one's own.

use super::verbs::Opcode;
use alloc::{format, string::String};

/// The kind of script that a preset writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// One request of node 0.
    One(Opcode),
    /// The bare board.
    Put,
    /// A message back and forth.
    PingPong,
    /// Nodes 1 to 4 send to node 0.
    Gather,
    /// Each of 16 nodes puts to the next one.
    Ring,
}

/// All presets by their words.
const ALL: [(&str, Shape); 11] = [
    ("send", Shape::One(Opcode::Send)),
    ("send-imm", Shape::One(Opcode::SendImm)),
    ("write", Shape::One(Opcode::Write)),
    ("write-imm", Shape::One(Opcode::WriteImm)),
    ("read", Shape::One(Opcode::Read)),
    ("cas", Shape::One(Opcode::CompareSwap)),
    ("faa", Shape::One(Opcode::FetchAdd)),
    ("put", Shape::Put),
    ("ping-pong", Shape::PingPong),
    ("gather", Shape::Gather),
    ("ring", Shape::Ring),
];

/// The words of all presets.
pub fn words() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().map(|(word, _)| word)
}

/// Most bytes of a preset: two buffers of this size fit into a node.
pub const MAX_BYTES: u64 = 4 << 20;
/// Most bytes between the destination and the next multiple of 64 before it.
pub const MAX_SHIFT: u64 = 63;

/// The call that makes a buffer of a kind of memory: `tca`, `gpu` or `host`.
fn malloc(memory: &str) -> &'static str {
    match memory {
        "gpu" => "cudaMalloc",
        "host" => "malloc",
        _ => "tcaMalloc",
    }
}

/// Whether a preset needs its own size: atomic operations have 8 bytes.
pub fn has_size(word: &str) -> bool {
    !matches!(word, "cas" | "faa")
}

/// Whether the destination of a preset can be shifted.
pub fn has_shift(word: &str) -> bool {
    matches!(word, "write" | "write-imm" | "read" | "put")
}

/// The script of a preset; `None` for a word that is none.
pub fn script(word: &str, memory: &str, bytes: u64, shift: u64) -> Option<String> {
    let (_, shape) = ALL.into_iter().find(|(own, _)| *own == word)?;
    let bytes = if has_size(word) { bytes.clamp(1, MAX_BYTES) } else { 8 };
    let shift = if has_shift(word) { shift.min(MAX_SHIFT) } else { 0 };
    let (call, room) = (malloc(memory), bytes + 64);
    let goal = |peer: u64| if shift > 0 { format!("peer({peer}).buf + {shift}") } else { format!("peer({peer}).buf") };
    let rights = "LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC";
    let begin = |node: u64, rights: &str, peer: u64| {
        format!(
            "node {node} {{\n    buf = {call}({room});\n    ibv_reg_mr(buf, {rights});\n    qp = connect({peer});\n"
        )
    };
    let receive =
        |count: &str, qp: &str| format!("    ibv_post_recv({qp}, .wr_id = {count}, .addr = buf, .length = {bytes});\n");
    let send = |more: &str, opcode: Opcode| {
        format!(
            "    ibv_post_send(qp, .wr_id = 1, .opcode = {}, .addr = buf, .length = {bytes},\n                  {more}.flags = IBV_SEND_SIGNALED);\n",
            opcode.name()
        )
    };
    Some(match shape {
        Shape::One(opcode) => {
            let mut more = String::new();
            if opcode.is_remote() {
                more += &format!(".remote_addr = {}, ", goal(1));
            }
            if opcode.has_immediate() {
                more += ".imm_data = 7, ";
            }
            if opcode == Opcode::CompareSwap {
                more += ".compare_add = 0, .swap = 1, ";
            } else if opcode == Opcode::FetchAdd {
                more += ".compare_add = 1, ";
            }
            let first = begin(0, "LOCAL_WRITE", 1) + &send(&more, opcode) + "    wait_cq(qp, 1);\n}\n";
            let mut second = begin(1, rights, 0);
            if opcode.needs_receive() {
                second += &receive("1", "qp");
                second += "    wait_cq(qp, 1);\n";
            }
            first + &second + "}\n"
        }
        Shape::Put => format!(
            "node 0 {{\n    buf = {call}({room});\n    tca_put(1, .src = buf, .dst = {}, .length = {bytes}, .where = internal);\n}}\nnode 1 {{ buf = {call}({room}); }}\n",
            goal(1)
        ),
        Shape::PingPong => {
            let inner = |text: String| text.replace("\n    ", "\n        ");
            let wait = "        wait_cq(qp, 1);\n";
            let post = format!("    {}", inner(receive("i + 10", "qp")));
            let send = format!("    {}", inner(send("", Opcode::Send)));
            // The receive request is there before the peer can send; a node has the completion of its Send, too.
            let first = format!("    repeat 4 {{\n{post}{send}{wait}{wait}    }}\n");
            let second = format!("    repeat 4 {{\n{post}{wait}{send}{wait}    }}\n");
            begin(0, "LOCAL_WRITE", 1) + &first + "}\n" + &begin(1, "LOCAL_WRITE", 0) + &second + "}\n"
        }
        Shape::Gather => {
            let mut text = format!("node 0 {{\n    buf = {call}({room});\n    ibv_reg_mr(buf, LOCAL_WRITE);\n");
            for peer in 1..=4 {
                text += &format!("    q{peer} = connect({peer});\n");
            }
            for peer in 1..=4 {
                text += &receive(&format!("{peer}"), &format!("q{peer}"));
            }
            for peer in 1..=4 {
                text += &format!("    wait_cq(q{peer}, 1);\n");
            }
            text += "}\n";
            for node in 1..=4 {
                text += &begin(node, "LOCAL_WRITE", 0);
                text += &send("", Opcode::Send);
                text += "    wait_cq(qp, 1);\n}\n";
            }
            text
        }
        Shape::Ring => (0..16)
            .map(|node| {
                let next = (node + 1) % 16;
                format!(
                    "node {node} {{\n    buf = {call}({room});\n    dst = {call}({room});\n    tca_put({next}, .src = buf, .dst = peer({next}).dst, .length = {bytes});\n}}\n"
                )
            })
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Log, Machine, Outcome, script as language};
    use super::*;
    use alloc::sync::Arc;

    #[test]
    fn every_preset_runs_to_its_end() {
        for word in words() {
            for memory in ["tca", "gpu", "host"] {
                for (bytes, shift) in [(8, 0), (100_000, 4), (MAX_BYTES, 1)] {
                    // The bare board reaches neither memory from `malloc` nor addresses that are no multiple of 4.
                    let bare = matches!(word, "put" | "ring");
                    if bare && (memory == "host" || shift % 16 != 0) {
                        continue;
                    }
                    let text = script(word, memory, bytes, shift).expect("a preset");
                    let program =
                        language::compile(&text).unwrap_or_else(|errors| panic!("{word}: {errors:?}\n{text}"));
                    let mut machine = Machine::new(Arc::new(program));
                    machine.run(&mut Log::default());
                    assert_eq!(machine.outcome(), Some(&Outcome::Finished), "{word} {memory} {bytes}\n{text}");
                    let done = machine.completions(0).iter().chain(machine.completions(1));
                    assert!(
                        done.clone().all(|one| one.status.name() == "SUCCESS"),
                        "{word} {memory}: {:?}",
                        done.collect::<alloc::vec::Vec<_>>()
                    );
                }
            }
        }
        assert_eq!(script("no such preset", "tca", 8, 0), None);
    }
}
