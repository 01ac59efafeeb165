//! The value of a variable with several definitions, at any place of a finished graph: block parameters are added where
//! ways with different values meet. Source: as [`build`](crate::ir::build).

use crate::ir::{Block, Function, Held, Loc, Op, Type, Value, VariableId, graph::Graph};
use crate::order::Order as _;
use alloc::{collections::BTreeMap, vec::Vec};

/// Finds the values of one variable. The graph must not change while it is used.
pub struct Updater<'g> {
    graph: &'g Graph,
    ty: Type,
    /// The value at the end of a block that sets the variable.
    defined: BTreeMap<Block, Value>,
    /// The value at the start of a block, where it is known.
    starts: BTreeMap<Block, Value>,
    /// The variable of the source, whose values are marked.
    variable: Option<VariableId>,
    /// Blocks whose new parameter still needs arguments.
    pending: Vec<(Block, Value)>,
}

impl<'g> Updater<'g> {
    /// An updater for a variable of a type.
    pub fn new(graph: &'g Graph, ty: Type) -> Self {
        Self { graph, ty, defined: BTreeMap::new(), starts: BTreeMap::new(), variable: None, pending: Vec::new() }
    }

    /// The same, which marks the values of a variable of the source.
    #[must_use]
    pub fn marking(self, variable: Option<VariableId>) -> Self {
        Self { variable, ..self }
    }

    /// The value at the start of a block, if it was needed there.
    pub fn known_at_start(&self, block: Block) -> Option<Value> {
        self.starts.get(&block).copied()
    }

    /// Declares the value at the end of a block.
    pub fn define(&mut self, block: Block, value: Value) {
        self.defined.insert(block, value);
    }

    /// The value at the start of a block.
    pub fn at_start(&mut self, f: &mut Function, block: Block) -> Value {
        let value = self.start(f, block);
        self.complete(f);
        value
    }

    /// The value at the end of a block.
    pub fn at_end(&mut self, f: &mut Function, block: Block) -> Value {
        match self.defined.get(&block) {
            Some(value) => *value,
            None => self.at_start(f, block),
        }
    }

    fn start(&mut self, f: &mut Function, block: Block) -> Value {
        let mut way = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(value) = self.starts.get(&at) {
                break *value;
            }
            way.push(at);
            let preds = &self.graph.preds[at.index()];
            let Some(first) = preds.first().copied() else { break self.undefined(f, at) };
            if preds.iter().all(|p| *p == first) && first != at && preds.len() == 1 {
                if let Some(value) = self.defined.get(&first) {
                    break *value;
                }
                at = first;
                continue;
            }
            let value = f.add_param(at, self.ty, Loc::default());
            self.pending.push((at, value));
            if let Some(variable) = self.variable {
                f.mark_start(at, variable, Held::Value(value));
            }
            break value;
        };
        for block in way {
            self.starts.insert(block, value);
        }
        value
    }

    /// A value where the variable has none: 0.
    fn undefined(&self, f: &mut Function, block: Block) -> Value {
        let op = if self.ty.is_float() { Op::Float(0) } else { Op::Int(0) };
        let value = f.add(op, Some(self.ty), Loc::default());
        f.blocks[block.index()].nodes.insert(0, value);
        value
    }

    fn complete(&mut self, f: &mut Function) {
        while let Some((block, _)) = self.pending.pop() {
            let mut preds = self.graph.preds[block.index()].to_vec();
            preds.order();
            preds.dedup();
            for pred in preds {
                let value = match self.defined.get(&pred) {
                    Some(value) => *value,
                    None => self.start(f, pred),
                };
                for edge in f.blocks[pred.index()].end.edges_mut() {
                    if edge.block == block {
                        edge.args.push(value);
                    }
                }
            }
        }
    }
}
