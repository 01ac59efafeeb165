//! The present values of an instruction's operands, for the help that the editor shows.

use crate::modes::chip::editor::OperandValues;
use crate::modes::chip::store::State;
use mcore::modes::chip::session::SymbolView;
use mcore::modes::chip::view::{FloatRegisterView, NodeView, RegisterView};

/// The values of those operands that have one: registers, labels, `offset($base)`, and variables of C. `None` without a node.
pub fn operand_values(state: &State, operands: &[String]) -> Option<OperandValues> {
    let node = state.frame.node.as_ref().filter(|n| !n.registers.is_empty())?;
    let symbols = state.program.as_ref().map(|p| p.symbols.as_slice()).unwrap_or_default();
    // A variable of C is found first: its label is only an address.
    let variable = |operand: &String| {
        let rows = &state.frame.variables.as_ref()?.rows;
        let row = rows.iter().find(|row| row.expression == *operand)?;
        Some(
            row.why.as_ref().map_or_else(|| format!("{}  {}", row.value, row.ty), |why| why.get(state.lang).to_owned()),
        )
    };
    let value = |operand: &String| {
        let text = variable(operand).or_else(|| value(node, symbols, operand))?;
        Some((operand.clone(), text))
    };
    Some(OperandValues { node: node.id.to_string(), rows: operands.iter().filter_map(value).collect() })
}

fn value(node: &NodeView, symbols: &[SymbolView], operand: &str) -> Option<String> {
    if let Some(register) = general(&node.registers, operand) {
        return Some(word(register.value, symbols));
    }
    if let Some(float) = float(&node.float_registers, operand) {
        let double = float.double.as_ref().map(|d| format!(" · {d} (64)")).unwrap_or_default();
        return Some(format!("0x{}  {} (32){double}", float.hex, float.single));
    }
    if let Some((offset, base)) = operand.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        let base = general(&node.registers, base.trim())?;
        let address = base.value.wrapping_add(constant(offset.trim(), symbols)?);
        let held = held(node, address).map(|word| format!(" = 0x{word:08x}  {}", word as i32)).unwrap_or_default();
        return Some(format!("[{}]{held}", place(address, symbols)));
    }
    let symbol = symbols.iter().find(|s| s.name == operand)?;
    let held = held(node, symbol.value).filter(|_| !symbol.code);
    let held = held.map(|word| format!(" = 0x{word:08x}  {}", word as i32)).unwrap_or_default();
    Some(format!("0x{:x}{held}", symbol.value))
}

/// A general register by its name or number; `$s8` is another name of `$fp`.
fn general<'a>(registers: &'a [RegisterView], operand: &str) -> Option<&'a RegisterView> {
    let name = operand.strip_prefix('$')?;
    match name.parse::<usize>() {
        Ok(number) => registers.get(number).filter(|_| number < 32),
        Err(_) if name == "s8" => registers.get(30),
        Err(_) => registers.iter().take(32).find(|r| r.name == operand),
    }
}

fn float<'a>(registers: &'a [FloatRegisterView], operand: &str) -> Option<&'a FloatRegisterView> {
    registers.iter().find(|r| r.name == operand)
}

/// An offset as written before a base register: empty, a number or a symbol; `%lo(symbol)` is not supported.
fn constant(text: &str, symbols: &[SymbolView]) -> Option<u32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    let number = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        _ if digits.is_empty() && !negative => Some(0),
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u32>().ok(),
    };
    let number = number.or_else(|| symbols.iter().find(|s| s.name == digits).map(|s| s.value))?;
    Some(if negative { number.wrapping_neg() } else { number })
}

/// A word in hexadecimal and decimal, with the label of that address if there is one.
fn word(value: u32, symbols: &[SymbolView]) -> String {
    let label = symbols.iter().find(|s| s.value == value).map(|s| format!("  {}", s.name)).unwrap_or_default();
    format!("0x{value:08x}  {}{label}", value as i32)
}

/// An address with the label at or before it.
fn place(address: u32, symbols: &[SymbolView]) -> String {
    match symbols.iter().filter(|s| s.value <= address).max_by_key(|s| s.value) {
        Some(s) if s.value == address => format!("0x{address:x} {}", s.name),
        Some(s) if address - s.value < 0x1_0000 => format!("0x{address:x} {}+{}", s.name, address - s.value),
        _ => format!("0x{address:x}"),
    }
}

/// The word at an address, if the frame has it.
fn held(node: &NodeView, address: u32) -> Option<u32> {
    let memory = node.memory.as_ref()?;
    let index = (address & !3).checked_sub(memory.base)? as usize / 4;
    memory.rows.get(index / 4)?.words.get(index % 4).map(|w| w.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::chip::store::{Action, Theme};
    use mcore::base::{Lang, SourceFile};
    use mcore::modes::chip::session::{Command, MachineOptions, Request, Session, Update};

    /// The page's state after some steps of a program.
    fn state(text: &str, steps: u32) -> State {
        let mut session = Session::default();
        let files = vec![SourceFile { name: "main.s".into(), text: text.into() }];
        let mut state = State::new(Lang::En, Theme::Auto, MachineOptions::default());
        let watch = mcore::modes::chip::session::Watch {
            memory: mcore::modes::chip::view::MemoryFocus::Symbol("data".into()),
            ..mcore::modes::chip::session::Watch::default()
        };
        for command in
            [Command::Watch(watch), Command::Ack, Command::Assemble { files }, Command::Ack, Command::Step(steps)]
        {
            for update in session.handle(Request { id: 1, command }) {
                assert!(!matches!(update, Update::Refused(..)), "{update:?}");
                state = state.reduce(Action::Heard(update));
            }
        }
        state
    }

    #[test]
    fn operands_have_the_values_of_the_selected_node() {
        let text = ".data\ndata: .word 7, -8\n.text\nmain: la $t0, data\n li $t1, -3\n li $t2, 0x3fc00000\n mtc1 $t2, $f2\nloop: b loop\n";
        let state = state(text, 8);
        let data = state.program.as_ref().and_then(|p| p.symbols.iter().find(|s| s.name == "data")).map(|s| s.value);
        let data = data.expect("the label");
        let of = |operand: &str| {
            let found = operand_values(&state, &[operand.to_owned()]).expect("a node");
            assert_eq!(found.node, "(1,1)");
            found.rows.into_iter().next().map(|(_, value)| value)
        };
        assert_eq!(of("$t1").as_deref(), Some("0xfffffffd  -3"));
        assert_eq!(of("$9"), of("$t1"));
        assert_eq!(of("$t0"), Some(format!("0x{data:08x}  {data}  data")));
        assert_eq!(of("4($t0)"), Some(format!("[0x{:x} data+4] = 0xfffffff8  -8", data + 4)));
        assert_eq!(of("($8)"), Some(format!("[0x{data:x} data] = 0x00000007  7")));
        assert_eq!(of("data"), Some(format!("0x{data:x} = 0x00000007  7")));
        assert!(of("$f2").is_some_and(|v| v.contains("0x3fc00000  1.5 (32)")), "{:?}", of("$f2"));
        for none in ["5", "nowhere", "$t99", "$32", "%lo(data)($t0)", "", "$", "("] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
