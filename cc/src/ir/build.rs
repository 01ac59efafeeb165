//! Building functions, with SSA construction for variables.
//!
//! Source: M. Braun and others, "Simple and Efficient Construction of Static Single Assignment Form", CC 2013. The
//! search for a variable's value uses no recursion, so that long chains of blocks need no deep stack.
//!
//! Use: make a block with [`Builder::block`], [`Builder::switch_to`] it, add operations, end it with one of the ends. When
//! all edges to a block are there, [`Builder::seal`] it (or leave it to [`Builder::finish`]). Operations after an end
//! are put in a block that cannot be reached, and vanish.

use super::{
    Access, Asm, Binary, Block, Call, Callee, Compare, DebugVariable, Edge, Function, Held, Loc, Mark, Mem, Op,
    Signature, Slot, SlotId, SymbolId, Terminator, Type, Unary, Value, VariableId,
};
use alloc::{boxed::Box, collections::BTreeMap, collections::VecDeque, vec, vec::Vec};

/// A variable of the program that lives in SSA values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable(u32);

/// The builder's facts about a block.
#[derive(Clone, Debug, Default)]
struct State {
    /// Blocks with an edge to it, each once.
    preds: Vec<Block>,
    sealed: bool,
    /// Parameters that wait for the seal.
    incomplete: Vec<(Variable, Value)>,
}

/// Builds one function.
#[derive(Clone, Debug)]
pub struct Builder {
    f: Function,
    at: Block,
    loc: Loc,
    types: Vec<Type>,
    sources: Vec<Option<VariableId>>,
    /// The number of the next mark; 0 if there are none.
    seq: u32,
    current: BTreeMap<(Variable, Block), Value>,
    states: Vec<State>,
    /// Parameters of sealed blocks whose arguments are still to be found, oldest first.
    pending: VecDeque<(Variable, Block)>,
    /// The block that computed `goto`s jump to, and its parameter.
    dispatcher: Option<(Block, Value)>,
    /// For each label whose address is taken: the block that stands for it.
    landings: BTreeMap<Block, Block>,
}

impl Builder {
    /// Begins a function; the builder is in its entry, whose parameters are those of the signature (the address, for a
    /// struct by value).
    pub fn new(symbol: SymbolId, signature: Signature, loc: Loc) -> Self {
        let mut f = Function { symbol, loc, ..Function::default() };
        let entry = f.add_block();
        for param in &signature.params {
            let ty = match param {
                super::Param::Value(ty) => *ty,
                super::Param::Struct { .. } => Type::I32,
            };
            f.add_param(entry, ty, loc);
        }
        f.signature = signature;
        let states = vec![State { sealed: true, ..State::default() }];
        Self {
            f,
            at: entry,
            loc,
            types: Vec::new(),
            sources: Vec::new(),
            seq: 0,
            current: BTreeMap::new(),
            states,
            pending: VecDeque::new(),
            dispatcher: None,
            landings: BTreeMap::new(),
        }
    }

    /// The function so far.
    pub fn function(&self) -> &Function {
        &self.f
    }

    /// The function so far, to set its properties.
    pub fn function_mut(&mut self) -> &mut Function {
        &mut self.f
    }

    /// The value of a parameter of the function.
    pub fn param(&self, index: usize) -> Value {
        self.f.blocks[0].params[index]
    }

    /// Sets the place in the source of what follows.
    pub fn set_loc(&mut self, loc: Loc) {
        self.loc = loc;
    }

    /// A new block.
    pub fn block(&mut self) -> Block {
        self.states.push(State::default());
        self.f.add_block()
    }

    /// A parameter for a block, besides those for variables. Add it before any edge to the block and before the builder
    /// switches to it.
    pub fn block_param(&mut self, block: Block, ty: Type) -> Value {
        self.f.add_param(block, ty, self.loc)
    }

    /// Continues at the end of a block.
    pub fn switch_to(&mut self, block: Block) {
        self.at = block;
    }

    /// The block that the builder is in.
    pub fn current(&self) -> Block {
        self.at
    }

    /// True if the current block has its end, so that what follows cannot be reached.
    pub fn is_ended(&self) -> bool {
        self.f.blocks[self.at.index()].end != Terminator::None
    }

    /// Declares that all edges to a block are there.
    pub fn seal(&mut self, block: Block) {
        let state = &mut self.states[block.index()];
        if core::mem::replace(&mut state.sealed, true) {
            return;
        }
        for (variable, _) in core::mem::take(&mut state.incomplete) {
            self.pending.push_back((variable, block));
        }
        self.complete();
    }

    /// A new variable.
    pub fn variable(&mut self, ty: Type) -> Variable {
        self.types.push(ty);
        Variable(self.types.len() as u32 - 1)
    }

    /// From here on, values of variables of the source are marked.
    pub fn with_marks(&mut self) {
        self.seq = 1;
    }

    /// Declares which variable of the source a variable is.
    pub fn set_source(&mut self, variable: Variable, source: VariableId) {
        self.sources.resize(self.types.len(), None);
        if let Some(entry) = self.sources.get_mut(variable.0 as usize) {
            *entry = Some(source);
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, variable: Variable, value: Value) {
        self.current.insert((variable, self.at), value);
        self.mark(variable, Held::Value(value));
    }

    /// A variable that is declared here has no value yet.
    pub fn mark_unset(&mut self, variable: Variable) {
        self.mark(variable, Held::Unset);
    }

    fn source(&self, variable: Variable) -> Option<VariableId> {
        self.sources.get(variable.0 as usize).copied().flatten()
    }

    fn mark(&mut self, variable: Variable, held: Held) {
        if self.seq > 0
            && let Some(source) = self.source(variable)
            && !self.is_ended()
        {
            let mark = Mark { seq: self.seq, variable: source, held };
            self.f.blocks[self.at.index()].marks.push(mark);
            self.seq += 1;
        }
    }

    /// The value of a variable here. Where it has none yet, it is 0.
    pub fn get(&mut self, variable: Variable) -> Value {
        let value = self.find(variable, self.at);
        self.complete();
        value
    }

    /// The value of a variable at the end of a block.
    fn find(&mut self, variable: Variable, block: Block) -> Value {
        let mut way = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(value) = self.current.get(&(variable, at)) {
                break *value;
            }
            way.push(at);
            let state = &self.states[at.index()];
            if state.sealed && state.preds.len() == 1 && state.preds[0] != at {
                at = state.preds[0];
                // A chain that ends in itself cannot be reached.
                if way.len() <= self.f.blocks.len() {
                    continue;
                }
            }
            break self.begin(variable, at);
        };
        for block in way {
            self.current.insert((variable, block), value);
        }
        value
    }

    /// A value for a variable at the start of a block that has not exactly one predecessor.
    fn begin(&mut self, variable: Variable, block: Block) -> Value {
        let ty = self.types[variable.0 as usize];
        if self.states[block.index()].sealed && self.states[block.index()].preds.len() <= 1 {
            return self.zero_at(block, ty);
        }
        let value = self.f.add_param(block, ty, self.f.blocks[block.index()].loc);
        self.current.insert((variable, block), value);
        if let Some(source) = self.source(variable) {
            self.f.mark_start(block, source, Held::Value(value));
        }
        if self.states[block.index()].sealed {
            self.pending.push_back((variable, block));
        } else {
            self.states[block.index()].incomplete.push((variable, value));
        }
        value
    }

    /// A zero at the start of a block.
    fn zero_at(&mut self, block: Block, ty: Type) -> Value {
        let op = if ty.is_float() { Op::Float(0) } else { Op::Int(0) };
        let value = self.f.add(op, Some(ty), Loc::default());
        self.f.blocks[block.index()].nodes.insert(0, value);
        value
    }

    /// Finds the arguments of all parameters that wait for them. Per block, they are served in the order of its
    /// parameters.
    fn complete(&mut self) {
        while let Some((variable, block)) = self.pending.pop_front() {
            for pred in self.states[block.index()].preds.clone() {
                let value = self.find(variable, pred);
                for edge in self.f.blocks[pred.index()].end.edges_mut() {
                    if edge.block == block {
                        edge.args.push(value);
                    }
                }
            }
        }
    }

    /// Adds an operation.
    pub fn op(&mut self, op: Op, ty: Option<Type>) -> Value {
        if self.is_ended() {
            let dead = self.block();
            self.states[dead.index()].sealed = true;
            self.at = dead;
        }
        // An object on the stack can become a variable later, which then has its value from here on.
        let writes = matches!(op, Op::Store(..) | Op::Copy { .. } | Op::Zero { .. });
        let value = self.f.append(self.at, op, ty, Loc { seq: self.seq, ..self.loc });
        if writes && self.seq > 0 {
            self.seq += 1;
        }
        value
    }

    /// A constant `I32` (sign-extended) or `I64`.
    pub fn int(&mut self, ty: Type, value: i64) -> Value {
        let value = if ty == Type::I32 { i64::from(value as i32) } else { value };
        self.op(Op::Int(value), Some(ty))
    }

    /// A constant floating-point number, by its bits.
    pub fn float(&mut self, ty: Type, bits: u64) -> Value {
        self.op(Op::Float(bits), Some(ty))
    }

    /// The address of a symbol plus an offset.
    pub fn symbol(&mut self, symbol: SymbolId, offset: i32) -> Value {
        self.op(Op::Symbol(symbol, offset), Some(Type::I32))
    }

    /// A new object on the stack.
    pub fn slot(&mut self, size: u32, align: u32) -> SlotId {
        self.f.slots.push(Slot { size, align });
        SlotId(self.f.slots.len() as u32 - 1)
    }

    /// The address of an object on the stack plus an offset.
    pub fn slot_address(&mut self, slot: SlotId, offset: i32) -> Value {
        self.op(Op::Slot(slot, offset), Some(Type::I32))
    }

    /// An operation with one operand; `ty` is the type of the result.
    pub fn unary(&mut self, op: Unary, ty: Type, a: Value) -> Value {
        self.op(Op::Unary(op, a), Some(ty))
    }

    /// An operation with two operands.
    pub fn binary(&mut self, op: Binary, a: Value, b: Value) -> Value {
        let ty = match op {
            _ if op.is_compare() => Type::I32,
            Binary::Pair => Type::I64,
            Binary::Join => Type::F64,
            _ => self.f.ty(a),
        };
        self.op(Op::Binary(op, a, b), Some(ty))
    }

    /// `a` if `condition` is not 0, else `b`; both are computed.
    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.f.ty(a);
        self.op(Op::Select(condition, a, b), Some(ty))
    }

    /// A load.
    pub fn load(&mut self, access: Access, address: Value, offset: i32) -> Value {
        self.op(Op::Load(access, address, offset), Some(access.mem.ty()))
    }

    /// A store.
    pub fn store(&mut self, access: Access, address: Value, offset: i32, value: Value) {
        self.op(Op::Store(access, address, offset, value), None);
    }

    /// An ordinary load of a whole value.
    pub fn load_plain(&mut self, mem: Mem, address: Value, offset: i32) -> Value {
        self.load(Access::plain(mem), address, offset)
    }

    /// A call. Returns its result, if it has one.
    pub fn call(&mut self, callee: Callee, signature: Signature, args: Vec<Value>) -> Option<Value> {
        let result = signature.result;
        let call = Call { callee, args, signature, places: Vec::new() };
        let value = self.op(Op::Call(Box::new(call)), result);
        result.map(|_| value)
    }

    /// A call of a function whose result is a complex number: its two parts.
    pub fn call_pair(&mut self, callee: Callee, signature: Signature, args: Vec<Value>) -> Option<(Value, Value)> {
        let ty = signature.result;
        let first = self.call(callee, Signature { pair: true, ..signature }, args)?;
        Some((first, self.op(Op::Part(first, 1), ty)))
    }

    /// An `asm` statement. Returns its outputs.
    pub fn asm(&mut self, asm: Asm) -> Vec<Value> {
        let types: Vec<Type> = asm.outputs.iter().map(|o| o.ty).collect();
        let value = self.op(Op::Asm(Box::new(asm)), None);
        types.iter().enumerate().map(|(i, ty)| self.op(Op::Part(value, i as u8), Some(*ty))).collect()
    }

    /// Traps with a code if `a` compares so with `b`.
    pub fn trap_if(&mut self, compare: Compare, a: Value, b: Value, code: u16) {
        self.op(Op::TrapIf(compare, a, b, code), None);
    }

    /// Declares a variable for debug information.
    pub fn debug_variable(&mut self, variable: DebugVariable) -> VariableId {
        self.f.variables.push(variable);
        VariableId(self.f.variables.len() as u32 - 1)
    }

    /// Ends the current block.
    fn end(&mut self, end: Terminator) {
        if self.is_ended() {
            return;
        }
        let from = self.at;
        for target in end.targets() {
            let preds = &mut self.states[target.index()].preds;
            if preds.last() != Some(&from) && !preds.contains(&from) {
                preds.push(from);
            }
        }
        let block = &mut self.f.blocks[from.index()];
        block.end = end;
        block.loc = Loc { seq: self.seq, ..self.loc };
    }

    /// Ends the block: to another one.
    pub fn jump(&mut self, block: Block) {
        self.jump_with(block, Vec::new());
    }

    /// Ends the block: to another one, with values for its [`Builder::block_param`]s.
    pub fn jump_with(&mut self, block: Block, args: Vec<Value>) {
        self.end(Terminator::Jump(Edge { block, args }));
    }

    /// Ends the block: by a condition (`I32`, not 0).
    pub fn branch(&mut self, condition: Value, yes: Block, no: Block) {
        self.end(Terminator::Branch(condition, Edge::to(yes), Edge::to(no)));
    }

    /// Ends the block: by a condition, with values for [`Builder::block_param`]s.
    pub fn branch_with(&mut self, condition: Value, yes: Edge, no: Edge) {
        self.end(Terminator::Branch(condition, yes, no));
    }

    /// Ends the block: by ranges of a value (`I32`), which do not overlap.
    pub fn switch(&mut self, value: Value, cases: &[(i32, i32, Block)], default: Block) {
        let cases = cases.iter().map(|(low, high, block)| (*low, *high, Edge::to(*block))).collect();
        self.end(Terminator::Switch(value, cases, Edge::to(default)));
    }

    /// Ends the block: out of the function.
    pub fn ret(&mut self, value: Option<Value>) {
        self.end(Terminator::Return(value.into_iter().collect()));
    }

    /// Ends the block: out of the function, with a complex number.
    pub fn ret_pair(&mut self, (real, imag): (Value, Value)) {
        self.end(Terminator::Return(alloc::vec![real, imag]));
    }

    /// Ends the block: it traps.
    pub fn trap(&mut self) {
        self.end(Terminator::Trap);
    }

    /// The address of a block, for a computed `goto`.
    pub fn label_address(&mut self, block: Block) -> Value {
        let landing = self.landing(block);
        self.op(Op::Label(landing), Some(Type::I32))
    }

    /// The block whose address a table of computed `goto`s has for `block`.
    pub fn landing(&mut self, block: Block) -> Block {
        if let Some(landing) = self.landings.get(&block) {
            return *landing;
        }
        let (dispatcher, _) = self.dispatcher();
        let landing = self.block();
        self.landings.insert(block, landing);
        // Variables have the values that they have at the dispatcher: a block whose address is taken has no parameters.
        self.states[landing.index()] = State { preds: vec![dispatcher], sealed: true, ..State::default() };
        let back = self.at;
        self.at = landing;
        self.jump(block);
        self.at = back;
        landing
    }

    /// The block that computed `goto`s jump to, and its parameter.
    fn dispatcher(&mut self) -> (Block, Value) {
        if let Some(known) = self.dispatcher {
            return known;
        }
        let block = self.block();
        let param = self.block_param(block, Type::I32);
        *self.dispatcher.insert((block, param))
    }

    /// Ends the block: to the label with this address.
    pub fn computed_goto(&mut self, address: Value) {
        let (block, _) = self.dispatcher();
        self.jump_with(block, vec![address]);
    }

    /// Ends the function: a block without end returns 0 or nothing, all blocks are sealed.
    pub fn finish(mut self) -> Function {
        if let Some((block, param)) = self.dispatcher {
            let targets = self.landings.values().copied().collect();
            self.at = block;
            self.end(Terminator::Goto(param, targets));
        }
        for block in self.f.block_ids() {
            self.at = block;
            if !self.is_ended() {
                let result = self.f.signature.result;
                let value = result.map(|ty| if ty.is_float() { self.float(ty, 0) } else { self.int(ty, 0) });
                match value.filter(|_| self.f.signature.pair) {
                    Some(zero) => self.ret_pair((zero, zero)),
                    None => self.ret(value),
                }
            }
        }
        for block in self.f.block_ids() {
            self.seal(block);
        }
        self.f.seq = self.seq;
        self.f
    }
}
