//! Statements to the program of a machine. Everything is known before the run: addresses, sizes, and the queue pairs.

use super::calls::{CALLS, RIGHTS, Signature};
use super::lex::Place;
use super::parse::{Arg, Call, Expr, Script, Stmt};
use super::task::{Task, find};
use super::{MAX_ERRORS, MAX_PAIRS, MAX_REQUESTS, MAX_STATEMENTS, ScriptError};
use crate::model::memory::{MAX_MEMORY, Place as Kind};
use crate::model::program::{Act, NodeProgram, Program, SendRequest};
use crate::model::verbs::{Opcode, QpState};
use crate::model::{Params, machine::MAX_TIME};
use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, nearest};

/// The meaning of a name of a node.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Buffer(usize),
    Region,
    Pair(usize),
}

#[derive(Default)]
struct Names {
    of: BTreeMap<String, Meaning>,
    /// The index of the thing that the n-th declaration of the node made.
    made: Vec<usize>,
}

/// A value: a number, and the buffer that it points into.
#[derive(Clone, Copy, Debug)]
struct Value {
    number: u64,
    buffer: Option<(u8, usize)>,
}

struct Compiler {
    program: Program,
    names: Vec<Names>,
    errors: Vec<ScriptError>,
    /// The nodes that a task gives are being read: they have no lines for people.
    given: bool,
}

/// The value of each field of a call.
struct Fields<'a> {
    call: &'a Call,
    signature: &'static Signature,
    values: Vec<Option<&'a Arg>>,
}

impl<'a> Fields<'a> {
    fn get(&self, name: &str) -> Option<&'a Arg> {
        let index = self.signature.fields.iter().position(|field| *field == name)?;
        self.values.get(index).copied().flatten()
    }
}

/// The parameters that a script sets, on top of others.
pub(super) fn parameters(script: &Script, mut params: Params) -> Result<Params, Vec<ScriptError>> {
    let mut errors = Vec::new();
    for (name, value, at) in &script.machine {
        if let Err(error) = params.set(name, *value) {
            errors.push(ScriptError::new(*at, error.0));
        }
    }
    if let Err(error) = params.check_all() {
        let at = script.machine.first().map_or((1, 1), |(_, _, at)| *at);
        errors.push(ScriptError::new(at, error.0));
    }
    if errors.is_empty() { Ok(params) } else { Err(errors) }
}

pub(super) fn compile(
    script: &Script,
    task: Option<(&Script, &Task)>,
    params: Params,
) -> Result<Program, Vec<ScriptError>> {
    let params = match task {
        Some(_) if !script.machine.is_empty() => {
            let at = script.machine.first().map_or((1, 1), |(_, _, at)| *at);
            let wrong = text!("the task fixes the machine", "この課題ではマシンを変えられません");
            return Err(vec![ScriptError::new(at, wrong)]);
        }
        _ => parameters(script, params)?,
    };
    let given = task.map_or(&[][..], |(given, _)| &given.nodes);
    let mut compiler = Compiler::new(params);
    compiler.place(script);
    let mut seen = Vec::new();
    compiler.each(given, |compiler, number, body, at| compiler.first(number, body, at, &mut seen, &[]));
    let fixed = core::mem::take(&mut seen);
    for (number, body, at) in &script.nodes {
        compiler.first(*number, body, *at, &mut seen, &fixed);
    }
    if script.nodes.is_empty() && fixed.is_empty() {
        let wrong = text!(
            "there is no node; write `node 0 {{ ... }}`",
            "ノードがありません。`node 0 {{ ... }}` のように書きます"
        );
        compiler.errors.push(ScriptError::new((1, 1), wrong));
    }
    if let Some((_, task)) = task {
        compiler.prepare(task);
    }
    if compiler.errors.is_empty() {
        compiler.program.join();
        let second = |compiler: &mut Compiler, number: u64, body: &[Stmt], _: Place| {
            let board = compiler.board(number);
            compiler.body(board, body, None, &mut 0);
        };
        compiler.each(given, second);
        for (number, body, at) in &script.nodes {
            second(&mut compiler, *number, body, *at);
        }
    }
    compiler.errors.sort_by_key(|error| (error.given, error.line, error.column));
    compiler.errors.dedup();
    compiler.errors.truncate(MAX_ERRORS);
    if compiler.errors.is_empty() { Ok(compiler.program) } else { Err(compiler.errors) }
}

/// ` did you mean ...` in both languages, or nothing.
fn suggestion<'a>(name: &str, of: impl Iterator<Item = &'a str>, dot: &str) -> (String, String) {
    match nearest(name, of).first() {
        Some(near) => (format!("; did you mean `{dot}{near}`?"), format!("。`{dot}{near}` ですか?")),
        None => (String::new(), String::new()),
    }
}

/// Whether a call makes something that has a name.
fn declares(name: &str) -> bool {
    matches!(name, "tcaMalloc" | "malloc" | "cudaMalloc" | "ibv_reg_mr" | "ibv_create_qp" | "connect")
}

impl Compiler {
    fn new(params: Params) -> Self {
        let names = (0..params.nodes).map(|_| Names::default()).collect();
        Self { program: Program::new(params), names, errors: Vec::new(), given: false }
    }

    fn error(&mut self, at: Place, text: Text) {
        if self.errors.len() < 4 * MAX_ERRORS {
            self.errors.push(ScriptError { given: self.given, ..ScriptError::new(at, text) });
        }
    }

    /// Does something for each node that the task gives.
    fn each(&mut self, given: &[(u64, Vec<Stmt>, Place)], mut of: impl FnMut(&mut Self, u64, &[Stmt], Place)) {
        self.given = true;
        for (number, body, at) in given {
            of(self, *number, body, *at);
        }
        self.given = false;
    }

    /// First pass over a node. `seen` has the nodes of the same text, `fixed` those of the task.
    fn first(&mut self, number: u64, body: &[Stmt], at: Place, seen: &mut Vec<u64>, fixed: &[u64]) {
        if number >= self.program.params.nodes {
            self.no_node(at);
        } else if fixed.contains(&number) {
            self.error(at, text!("the task gives node {number}", "ノード {number} は課題が定めています"));
        } else if seen.contains(&number) {
            self.error(at, text!("node {number} is there already", "ノード {number} はすでにあります"));
        } else {
            seen.push(number);
            let board = self.board(number);
            self.declare(board, body, false);
        }
    }

    fn no_node(&mut self, at: Place) {
        let last = self.program.params.nodes - 1;
        self.error(at, text!("the machine has nodes 0 to {last} only", "このマシンのノードは 0 から {last} までです"));
    }

    /// The boards of the nodes, if the script places them.
    fn place(&mut self, script: &Script) {
        let Some((boards, at)) = &script.boards else { return };
        let (all, n) = (self.program.params.nodes, boards.len());
        let mut sorted = boards.clone();
        sorted.sort_unstable();
        if sorted.iter().copied().ne(0..all) {
            let last = all - 1;
            self.error(
                *at,
                text!(
                    "`place` must name each board from 0 to {last} once, in the order of the nodes; it has {n} numbers",
                    "`place` には 0 から {last} までのボードを、ノードの順に 1 回ずつ書いてください（今は {n} 個です）"
                ),
            );
            return;
        }
        self.program.boards = boards.iter().map(|board| *board as u8).collect();
    }

    /// The board of a node of the script that the machine has.
    fn board(&self, number: u64) -> u8 {
        self.program.board_of(number).unwrap_or(0)
    }

    /// The node of the script on a board.
    fn number_of(&self, board: u8) -> usize {
        self.program.node_on(board)
    }

    /// The line of a statement for people.
    fn line(&self, at: Place) -> u32 {
        if self.given { 0 } else { at.0 }
    }

    /// The contents of memory at time 0.
    fn prepare(&mut self, task: &Task) {
        for own in &task.prepare {
            match find(&self.program, own.node, &own.buffer, own.offset, own.data.length()) {
                Ok((board, address)) => self.program.prepared.push((board, address, own.data.bytes())),
                Err(why) => self.errors.push(ScriptError::new((1, 1), why)),
            }
        }
    }

    fn node(&mut self, node: u8) -> &mut NodeProgram {
        &mut self.program.nodes[usize::from(node)]
    }

    /// Finds the call and sorts its arguments into fields.
    fn fields<'a>(&mut self, call: &'a Call) -> Option<Fields<'a>> {
        let Some(signature) = CALLS.iter().find(|signature| signature.name == call.name) else {
            let name = &call.name;
            let (en, ja) = suggestion(name, CALLS.iter().map(|call| call.name), "");
            self.error(call.at, text!("no call `{name}`{en}", "呼び出し `{name}` はありません{ja}"));
            return None;
        };
        let name = signature.name;
        let mut values: Vec<Option<&Arg>> = vec![None; signature.fields.len()];
        let mut next = 1;
        for arg in &call.args {
            let index = match &arg.name {
                Some(field) => match signature.fields.iter().position(|known| known == field && !known.is_empty()) {
                    Some(index) => index,
                    None => {
                        let known = signature.fields.iter().skip(1).copied();
                        let (en, ja) = suggestion(field, known, ".");
                        self.error(
                            arg.at,
                            text!(
                                "`{name}` has no field `.{field}`{en}",
                                "`{name}` にフィールド `.{field}` はありません{ja}"
                            ),
                        );
                        return None;
                    }
                },
                None => next,
            };
            if index >= values.len() {
                let most = values.len() - 1;
                self.error(
                    arg.at,
                    text!("`{name}` takes at most {most} values", "`{name}` の引数は {most} 個までです"),
                );
                return None;
            }
            if values[index].is_some() {
                let field = signature.fields[index];
                self.error(
                    arg.at,
                    text!("the field `.{field}` has a value already", "フィールド `.{field}` にはすでに値があります"),
                );
                return None;
            }
            values[index] = Some(arg);
            next = index + 1;
        }
        for (value, field) in values.iter().zip(signature.fields).skip(1).take(signature.needed) {
            if value.is_none() {
                self.error(
                    call.at,
                    text!("`{name}` needs the field `.{field}`", "`{name}` にはフィールド `.{field}` が必要です"),
                );
                return None;
            }
        }
        Some(Fields { call, signature, values })
    }

    /// First pass: everything that has a name.
    fn declare(&mut self, node: u8, body: &[Stmt], repeated: bool) {
        for stmt in body {
            match stmt {
                Stmt::Repeat(_, body, ..) => self.declare(node, body, true),
                Stmt::At(..) => {}
                Stmt::Call(call) if declares(&call.name) => {
                    if repeated {
                        let name = &call.name;
                        self.error(
                            call.at,
                            text!(
                                "`{name}` cannot be repeated; put it before `repeat`",
                                "`{name}` は繰り返せません。`repeat` の前に置いてください"
                            ),
                        );
                        return;
                    }
                    let made = self.declaration(node, call);
                    self.names[usize::from(node)].made.push(made.unwrap_or(0));
                }
                Stmt::Call(call) => {
                    if call.target.is_some() && CALLS.iter().any(|known| known.name == call.name) {
                        let name = &call.name;
                        self.error(call.at, text!("`{name}` has no value to keep", "`{name}` に値はありません"));
                    }
                }
            }
        }
    }

    fn declaration(&mut self, node: u8, call: &Call) -> Option<usize> {
        let fields = self.fields(call)?;
        let target = call.target.clone().unwrap_or_default();
        let known = |name: &str| name == "peer" || name == "i" || name == "repeat" || name == "at";
        if known(&target) || self.names[usize::from(node)].of.contains_key(&target) {
            self.error(call.at, text!("`{target}` has a meaning already", "`{target}` はすでに使われています"));
            return None;
        }
        let (index, meaning) = match call.name.as_str() {
            "ibv_reg_mr" => {
                let buffer = self.value(node, fields.get("buf")?, None)?;
                let Some((_, buffer)) = buffer.buffer else {
                    self.error(fields.get("buf")?.at, text!("expected a buffer", "バッファが必要です"));
                    return None;
                };
                let rights = match fields.get("flags") {
                    Some(arg) => self.rights(arg)?,
                    None => 0,
                };
                (self.node(node).region(buffer, rights), Meaning::Region)
            }
            "ibv_create_qp" | "connect" => {
                let peer = self.peer(node, fields.get("peer")?, None)?;
                if self.node(node).pairs.len() >= MAX_PAIRS {
                    let most = MAX_PAIRS;
                    self.error(
                        call.at,
                        text!("a node has at most {most} queue pairs", "キューペアは 1 ノードに {most} 個までです"),
                    );
                    return None;
                }
                let number = |compiler: &mut Self, name: &str, usual: u64, most: u64| match fields.get(name) {
                    Some(arg) => compiler.number(node, arg, None, most),
                    None => Some(usual),
                };
                let max_send = number(self, "max_send_wr", MAX_REQUESTS, MAX_REQUESTS)? as u32;
                let max_receive = number(self, "max_recv_wr", MAX_REQUESTS, MAX_REQUESTS)? as u32;
                let signal_all = number(self, "sq_sig_all", 0, 1)? == 1;
                let entries = number(self, "cqe", 4 * MAX_REQUESTS, 4 * MAX_REQUESTS)? as u32;
                let index = self.node(node).pair(peer);
                let pair = &mut self.node(node).pairs[index];
                (pair.max_send, pair.max_receive) = (max_send, max_receive);
                (pair.signal_all, pair.entries) = (signal_all, entries);
                (index, Meaning::Pair(index))
            }
            _ => {
                let length = self.number(node, fields.get("n")?, None, MAX_MEMORY)?;
                let used: u64 = self.node(node).buffers.iter().map(|buffer| buffer.length).sum();
                if length == 0 || used + length > MAX_MEMORY {
                    self.error(
                        call.at,
                        text!(
                            "a buffer has at least 1 byte, and all buffers of a node at most 16 MiB",
                            "バッファは 1 バイト以上、1 ノードの合計は 16 MiB までです"
                        ),
                    );
                    return None;
                }
                let kind = match call.name.as_str() {
                    "tcaMalloc" => Kind::Tca,
                    "cudaMalloc" => Kind::Gpu,
                    _ => Kind::Host,
                };
                let index = self.node(node).allocate(&target, length, kind);
                (index, Meaning::Buffer(index))
            }
        };
        if call.target.is_some() {
            self.names[usize::from(node)].of.insert(target, meaning);
        } else if matches!(meaning, Meaning::Buffer(_)) {
            let name = &call.name;
            self.error(
                call.at,
                text!("a buffer needs a name: `buf = {name}(...)`", "バッファには名前が必要です: `buf = {name}(...)`"),
            );
            return None;
        }
        Some(index)
    }

    /// Second pass: the statements, with repetitions written out.
    fn body(&mut self, node: u8, body: &[Stmt], count: Option<u64>, made: &mut usize) {
        for stmt in body {
            if self.errors.len() >= MAX_ERRORS {
                return;
            }
            if self.program.nodes[usize::from(node)].statements.len() >= MAX_STATEMENTS {
                let at = match stmt {
                    Stmt::Call(call) => call.at,
                    Stmt::Repeat(_, _, at, _) | Stmt::At(_, at) => *at,
                };
                self.too_many(node, at);
                return;
            }
            match stmt {
                Stmt::Call(call) => {
                    self.call(node, call, count, made);
                }
                Stmt::At(ns, at) => {
                    if *ns > MAX_TIME {
                        self.error(*at, text!("a run has at most 10 s", "実行は 10 秒までです"));
                    }
                    let line = self.line(*at);
                    self.node(node).push(line, Act::At { ns: *ns });
                }
                Stmt::Repeat(times, body, at, until) => {
                    let before = self.errors.len();
                    let until = match until {
                        Some([address, value]) => {
                            let both = (self.range(node, address, 8, count), self.number(node, value, count, u64::MAX));
                            let (Some(address), Some(value)) = both else { continue };
                            Some((address, value))
                        }
                        None => None,
                    };
                    let mut leaves = Vec::new();
                    for i in 0..*times {
                        let old = self.program.nodes[usize::from(node)].statements.len();
                        if old >= MAX_STATEMENTS {
                            self.too_many(node, *at);
                            break;
                        }
                        self.body(node, body, Some(i), made);
                        let new = self.program.nodes[usize::from(node)].statements.len();
                        // A body without statements need not be repeated.
                        if self.errors.len() > before || new == old {
                            break;
                        }
                        if let Some((address, value)) = until {
                            leaves.push(new);
                            let line = self.line(*at);
                            self.node(node).push(line, Act::Leave { address, value, to: 0 });
                        }
                    }
                    let end = self.node(node).statements.len();
                    for leave in leaves {
                        if let Act::Leave { to, .. } = &mut self.node(node).statements[leave].act {
                            *to = end;
                        }
                    }
                }
            }
        }
    }

    fn too_many(&mut self, node: u8, at: Place) {
        let node = self.number_of(node);
        let most = MAX_STATEMENTS;
        let wrong = text!(
            "node {node} has more than {most} statements when its repetitions are written out",
            "繰り返しを展開すると、ノード {node} の文が {most} 個を超えます"
        );
        self.error(at, wrong);
    }

    fn call(&mut self, node: u8, call: &Call, count: Option<u64>, made: &mut usize) -> Option<()> {
        let line = self.line(call.at);
        if declares(&call.name) {
            let index = self.names[usize::from(node)].made.get(*made).copied()?;
            *made += 1;
            match call.name.as_str() {
                "ibv_reg_mr" => self.node(node).push(line, Act::Register { region: index }),
                "ibv_create_qp" => self.node(node).push(line, Act::Create { qp: index }),
                "connect" => self.node(node).connect(line, index),
                _ => {}
            }
            return Some(());
        }
        let fields = self.fields(call)?;
        let act = match call.name.as_str() {
            "fill" => {
                let length = self.number(node, fields.get("n")?, count, MAX_MEMORY)?;
                let address = self.range(node, fields.get("buf")?, length, count)?;
                Act::Fill { address, length, byte: self.number(node, fields.get("byte")?, count, 255)? as u8 }
            }
            "store64" => {
                let address = self.range(node, fields.get("buf")?, 8, count)?;
                Act::Store { address, value: self.number(node, fields.get("value")?, count, u64::MAX)? }
            }
            "show" => {
                let length = self.number(node, fields.get("n")?, count, 4096)?;
                Act::Show { address: self.range(node, fields.get("buf")?, length, count)?, length }
            }
            "ibv_modify_qp" => {
                let qp = self.pair(node, fields.get("qp")?)?;
                let state = self.state(fields.get("state")?)?;
                let number = |compiler: &mut Self, name: &str, most: u64| match fields.get(name) {
                    Some(arg) => compiler.number(node, arg, count, most).map(Some),
                    None => Some(None),
                };
                let rnr_retry = number(self, "rnr_retry", 7)?.map(|number| number as u32);
                let retry = number(self, "retry_cnt", 7)?.map(|number| number as u32);
                let rnr_timer = number(self, "min_rnr_timer", 1_000_000_000)?;
                Act::Modify { qp, state, rnr_retry, retry, rnr_timer }
            }
            "ibv_post_recv" => {
                let qp = self.pair(node, fields.get("qp")?)?;
                let wr_id = self.number(node, fields.get("wr_id")?, count, u64::MAX)?;
                let length = self.number(node, fields.get("length")?, count, MAX_MEMORY)?;
                let address = self.range(node, fields.get("addr")?, length, count)?;
                Act::PostReceive { qp, wr_id, address, length }
            }
            "ibv_post_send" => self.post_send(node, &fields, count)?,
            "ibv_poll_cq" => Act::PollOnce { qp: self.pair(node, fields.get("qp")?)? },
            "wait_cq" => {
                let qp = self.pair(node, fields.get("qp")?)?;
                Act::Wait { qp, count: self.number(node, fields.get("n")?, count, 1_000_000)? as u32 }
            }
            "barrier" => Act::Barrier,
            "compute" => Act::Compute { ns: self.number(node, fields.get("ns")?, count, MAX_TIME)? },
            _ => self.put(node, &fields, count)?,
        };
        self.node(node).push(line, act);
        Some(())
    }

    fn post_send(&mut self, node: u8, fields: &Fields<'_>, count: Option<u64>) -> Option<Act> {
        let qp = self.pair(node, fields.get("qp")?)?;
        let opcode = self.opcode(fields.get("opcode")?)?;
        let length = self.number(node, fields.get("length")?, count, MAX_MEMORY)?;
        let address = self.range(node, fields.get("addr")?, length, count)?;
        let number = |compiler: &mut Self, name: &str, usual: u64, most: u64| match fields.get(name) {
            Some(arg) => compiler.number(node, arg, count, most),
            None => Some(usual),
        };
        let wr_id = number(self, "wr_id", 0, u64::MAX)?;
        let immediate = number(self, "imm_data", 0, u32::MAX.into())? as u32;
        let compare_add = number(self, "compare_add", 0, u64::MAX)?;
        let swap = number(self, "swap", 0, u64::MAX)?;
        let list = number(self, "list", 1, MAX_REQUESTS)? as u32;
        let signalled = match fields.get("flags") {
            Some(arg) => self.signalled(arg)?,
            None => false,
        };
        let (mut remote, mut rkey) = (0, 0);
        let peer = self.program.nodes[usize::from(node)].pairs[qp].peer;
        if opcode.is_remote() {
            let Some(arg) = fields.get("remote_addr") else {
                let name = opcode.name();
                self.error(
                    fields.call.at,
                    text!("{name} needs the field `.remote_addr`", "{name} にはフィールド `.remote_addr` が必要です"),
                );
                return None;
            };
            let value = self.value(node, arg, count)?;
            remote = value.number;
            if let Some((owner, buffer)) = value.buffer {
                if owner != peer {
                    let (owner, peer) = (self.number_of(owner), self.number_of(peer));
                    self.error(
                        arg.at,
                        text!(
                            "this buffer is on node {owner}, and the queue pair leads to node {peer}",
                            "このバッファはノード {owner} にありますが、キューペアの相手はノード {peer} です"
                        ),
                    );
                    return None;
                }
                let regions = &self.program.nodes[usize::from(owner)].regions;
                rkey = regions.iter().find(|region| region.buffer == buffer).map_or(0, |region| region.rkey);
            }
        }
        if let Some(arg) = fields.get("rkey") {
            rkey = self.number(node, arg, count, u32::MAX.into())? as u32;
        }
        let request = SendRequest {
            wr_id,
            opcode,
            address,
            length,
            signalled,
            immediate,
            remote,
            rkey,
            compare_add,
            swap,
            mpi: false,
        };
        Some(Act::PostSend { qp, request, list })
    }

    fn put(&mut self, node: u8, fields: &Fields<'_>, count: Option<u64>) -> Option<Act> {
        let peer = self.peer(node, fields.get("peer")?, count)?;
        let length = self.number(node, fields.get("length")?, count, MAX_MEMORY)?;
        let source = self.range(node, fields.get("src")?, length, count)?;
        let arg = fields.get("dst")?;
        let destination = self.value(node, arg, count)?;
        let at = arg.at;
        let Some((owner, buffer)) = destination.buffer.filter(|(owner, _)| *owner == peer) else {
            let peer = self.number_of(peer);
            self.error(at, text!("expected `peer({peer}).buf`", "`peer({peer}).buf` の形が必要です"));
            return None;
        };
        let to = self.program.nodes[usize::from(owner)].buffers[buffer].clone();
        let from = self.program.nodes[usize::from(node)].buffer_of(source, length)?.clone();
        if destination.number < to.address || destination.number + length > to.address + to.length {
            let (name, has) = (&to.name, to.length);
            self.error(
                at,
                text!(
                    "{length} bytes do not fit into `{name}` ({has} bytes)",
                    "{length} バイトは `{name}`（{has} バイト）に収まりません"
                ),
            );
            return None;
        }
        if from.place == Kind::Host || to.place == Kind::Host {
            self.error(
                at,
                text!(
                    "the board reaches GPU memory and memory from `tcaMalloc` only",
                    "ボードから届くのは GPU メモリと `tcaMalloc` のメモリだけです"
                ),
            );
            return None;
        }
        if source % 4 != 0 || destination.number % 4 != 0 || source % 16 != destination.number % 16 {
            self.error(
                at,
                text!(
                    "source and destination must be multiples of 4 and equal in the low 4 bits",
                    "転送元と転送先は 4 の倍数で、下位 4 ビットが等しくなければなりません"
                ),
            );
            return None;
        }
        let internal = match fields.get("where") {
            None => true,
            Some(arg) => match self.word(arg)?.as_str() {
                "internal" => true,
                "host" => false,
                _ => {
                    self.error(arg.at, text!("expected `internal` or `host`", "`internal` か `host` が必要です"));
                    return None;
                }
            },
        };
        Some(Act::Put { peer, source, destination: destination.number, length, internal })
    }

    /// A single word as a value.
    fn word(&mut self, arg: &Arg) -> Option<String> {
        match &arg.value {
            Expr::Names(names) if names.len() == 1 => names.first().map(|(name, _)| name.clone()),
            _ => {
                self.error(arg.at, text!("expected a name", "名前が必要です"));
                None
            }
        }
    }

    fn opcode(&mut self, arg: &Arg) -> Option<Opcode> {
        let word = self.word(arg)?;
        let short = |name: &'static str| name.strip_prefix("IBV_WR_").unwrap_or(name);
        let found = Opcode::ALL.into_iter().find(|(_, name)| *name == word || short(name) == word);
        if found.is_none() {
            let (en, ja) = suggestion(&word, Opcode::ALL.into_iter().map(|(_, name)| name), "");
            self.error(arg.at, text!("no operation `{word}`{en}", "操作 `{word}` はありません{ja}"));
        }
        found.map(|(opcode, _)| opcode)
    }

    fn state(&mut self, arg: &Arg) -> Option<QpState> {
        let word = self.word(arg)?;
        let short = |name: &'static str| name.strip_prefix("IBV_QPS_").unwrap_or(name);
        let found = QpState::ALL.into_iter().find(|(_, name)| *name == word || short(name) == word);
        if found.is_none() {
            let (en, ja) = suggestion(&word, QpState::ALL.into_iter().map(|(_, name)| name), "");
            self.error(arg.at, text!("no state `{word}`{en}", "状態 `{word}` はありません{ja}"));
        }
        found.map(|(state, _)| state)
    }

    fn rights(&mut self, arg: &Arg) -> Option<u8> {
        let names = match &arg.value {
            Expr::Names(names) => names.clone(),
            Expr::Number(0) => Vec::new(),
            _ => {
                self.error(arg.at, text!("expected rights such as LOCAL_WRITE", "LOCAL_WRITE などの権限が必要です"));
                return None;
            }
        };
        let mut rights = 0;
        for (name, at) in names {
            let bare = name.strip_prefix("IBV_ACCESS_").unwrap_or(&name);
            match RIGHTS.iter().find(|(known, _)| *known == bare) {
                Some((_, bit)) => rights |= bit,
                None => {
                    let (en, ja) = suggestion(bare, RIGHTS.iter().map(|(known, _)| *known), "");
                    self.error(at, text!("no right `{name}`{en}", "権限 `{name}` はありません{ja}"));
                    return None;
                }
            }
        }
        Some(rights)
    }

    fn signalled(&mut self, arg: &Arg) -> Option<bool> {
        match &arg.value {
            Expr::Number(0) => Some(false),
            Expr::Names(names) if names.iter().all(|(name, _)| name == "IBV_SEND_SIGNALED" || name == "SIGNALED") => {
                Some(true)
            }
            _ => {
                self.error(arg.at, text!("expected IBV_SEND_SIGNALED or 0", "IBV_SEND_SIGNALED か 0 が必要です"));
                None
            }
        }
    }

    fn pair(&mut self, node: u8, arg: &Arg) -> Option<usize> {
        let word = self.word(arg)?;
        match self.names[usize::from(node)].of.get(&word) {
            Some(Meaning::Pair(index)) => Some(*index),
            found => {
                let is_other = found.is_some();
                let pairs = self.names[usize::from(node)].of.iter();
                let pairs = pairs.filter(|(_, meaning)| matches!(meaning, Meaning::Pair(_)));
                let (en, ja) = suggestion(&word, pairs.map(|(name, _)| name.as_str()), "");
                let wrong = match is_other {
                    true => text!("`{word}` is no queue pair", "`{word}` はキューペアではありません"),
                    false => text!("no queue pair `{word}`{en}", "キューペア `{word}` はありません{ja}"),
                };
                self.error(arg.at, wrong);
                None
            }
        }
    }

    fn peer(&mut self, node: u8, arg: &Arg, count: Option<u64>) -> Option<u8> {
        let last = self.program.params.nodes - 1;
        let peer = self.number(node, arg, count, last)?;
        let peer = self.board(peer);
        if peer == node {
            self.error(arg.at, text!("a node is no peer of itself", "自分自身は相手にできません"));
            return None;
        }
        Some(peer)
    }

    fn number(&mut self, node: u8, arg: &Arg, count: Option<u64>, most: u64) -> Option<u64> {
        let value = self.value(node, arg, count)?;
        if value.number > most || value.buffer.is_some() {
            self.error(arg.at, text!("expected a number up to {most}", "{most} までの数が必要です"));
            return None;
        }
        Some(value.number)
    }

    /// The address of a range of the own memory.
    fn range(&mut self, node: u8, arg: &Arg, length: u64, count: Option<u64>) -> Option<u64> {
        let value = self.value(node, arg, count)?;
        let Some((owner, index)) = value.buffer else {
            self.error(arg.at, text!("expected a buffer", "バッファが必要です"));
            return None;
        };
        let buffer = self.program.nodes[usize::from(owner)].buffers[index].clone();
        if owner != node {
            let owner = self.number_of(owner);
            self.error(arg.at, text!("this buffer is on node {owner}", "このバッファはノード {owner} にあります"));
            return None;
        }
        let end = value.number.checked_add(length);
        if value.number < buffer.address || end.is_none_or(|end| end > buffer.address + buffer.length) {
            let (name, has) = (&buffer.name, buffer.length);
            self.error(
                arg.at,
                text!(
                    "{length} bytes from here do not fit into `{name}` ({has} bytes)",
                    "ここから {length} バイトは `{name}`（{has} バイト）に収まりません"
                ),
            );
            return None;
        }
        Some(value.number)
    }

    fn value(&mut self, node: u8, arg: &Arg, count: Option<u64>) -> Option<Value> {
        self.eval(node, &arg.value, count)
    }

    fn eval(&mut self, node: u8, expr: &Expr, count: Option<u64>) -> Option<Value> {
        match expr {
            Expr::Number(number) => Some(Value { number: *number, buffer: None }),
            Expr::Names(names) => {
                let (name, at) = names.first()?;
                if names.len() > 1 {
                    self.error(*at, text!("expected one value", "値は 1 つだけです"));
                    return None;
                }
                self.named(node, name, *at, count)
            }
            Expr::Index(name, index, at) => {
                let base = self.named(node, name, *at, count)?;
                let index = self.eval(node, index, count)?;
                self.sum('+', base, index, *at)
            }
            Expr::Peer(number, name, at) => {
                let number = self.eval(node, number, count)?.number;
                if number >= self.program.params.nodes {
                    self.no_node(*at);
                    return None;
                }
                self.buffer(self.board(number), name, *at)
            }
            Expr::Binary(sign, left, right, at) => {
                let (left, right) = (self.eval(node, left, count)?, self.eval(node, right, count)?);
                self.sum(*sign, left, right, *at)
            }
        }
    }

    fn sum(&mut self, sign: char, left: Value, right: Value, at: Place) -> Option<Value> {
        let number = match sign {
            '+' => left.number.checked_add(right.number),
            '-' => left.number.checked_sub(right.number),
            _ => left.number.checked_mul(right.number),
        };
        let both = right.buffer.is_some() && (left.buffer.is_some() || sign == '-');
        match number {
            Some(number) if !both => Some(Value { number, buffer: left.buffer.or(right.buffer) }),
            _ => {
                self.error(at, text!("this has no value that a number can hold", "この式の値は数で表せません"));
                None
            }
        }
    }

    fn named(&mut self, node: u8, name: &str, at: Place, count: Option<u64>) -> Option<Value> {
        if name == "i"
            && let Some(count) = count
        {
            return Some(Value { number: count, buffer: None });
        }
        self.buffer(node, name, at)
    }

    fn buffer(&mut self, node: u8, name: &str, at: Place) -> Option<Value> {
        let names = &self.names[usize::from(node)];
        if let Some(Meaning::Buffer(index)) = names.of.get(name) {
            let address = self.program.nodes[usize::from(node)].buffers[*index].address;
            return Some(Value { number: address, buffer: Some((node, *index)) });
        }
        let (en, ja) = suggestion(name, names.of.keys().map(String::as_str), "");
        let node = self.number_of(node);
        self.error(
            at,
            text!("node {node} has no buffer `{name}`{en}", "ノード {node} にバッファ `{name}` はありません{ja}"),
        );
        None
    }
}
