//! Advice about arguments: the one that is missing, and a variable where its address is wanted.

use super::Sema;
use crate::tree::{ExprId, ExprKind};
use crate::types::Ty;
use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};

/// Maximum number of arguments that are looked at.
const MAX_ARGUMENTS: usize = 32;

/// The word that a parameter of MPI has in its name, for arguments that begin with `MPI_`; the first row that fits counts.
const OF_MPI: &[(&str, &[&str])] = &[
    ("COMM_", &["comm"]),
    ("STATUS", &["status"]),
    ("ANY_SOURCE", &["from", "source"]),
    ("ANY_TAG", &["tag"]),
    ("REQUEST_NULL", &["request"]),
    ("GROUP_", &["group"]),
];
/// Operations of MPI, without `MPI_`.
const OPERATIONS: [&str; 12] =
    ["MAX", "MIN", "SUM", "PROD", "LAND", "BAND", "LOR", "BOR", "LXOR", "BXOR", "MAXLOC", "MINLOC"];

/// " is given", with the number.
pub fn given(n: usize) -> String {
    match n {
        0 => "none is given".into(),
        1 => "1 is given".into(),
        _ => format!("{n} are given"),
    }
}

/// The names of the parameters in a list of them, which begins after its parenthesis; none if one has no name.
fn names_in(list: &str) -> Option<Vec<String>> {
    let mut depth = 0usize;
    let (mut parts, mut part) = (Vec::new(), String::new());
    for c in list.chars() {
        match c {
            ')' if depth == 0 => {
                parts.push(part);
                return parts.iter().map(|part| name_of(part)).collect();
            }
            ',' if depth == 0 => parts.push(core::mem::take(&mut part)),
            _ => {
                depth = match c {
                    '(' | '[' => depth + 1,
                    ')' | ']' => depth.saturating_sub(1),
                    _ => depth,
                };
                part.push(c);
            }
        }
    }
    None
}

/// The name in a declaration of a parameter.
fn name_of(part: &str) -> Option<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // A pointer to a function has its name in parentheses.
    let part = match part.split_once("(*") {
        Some((_, rest)) => rest.split(')').next()?,
        None => part.split('[').next()?,
    };
    let words: Vec<&str> = part.split(|c| !is_name(c)).filter(|word| !word.is_empty()).collect();
    let pointer = part.trim_end().ends_with('*');
    words.last().filter(|_| !pointer && (words.len() > 1 || part.trim() == words[0])).map(|word| String::from(*word))
}

impl Sema<'_, '_> {
    /// The name of a function that is called, and those of its parameters where it is declared.
    fn declared(&self, f: ExprId, wanted: usize) -> Option<(String, Vec<String>)> {
        let ExprKind::Decay(inner) = self.unit.expr(f).kind else { return None };
        let ExprKind::Function(id) = self.unit.expr(inner).kind else { return None };
        let function = self.unit.function(id);
        let name = self.names.text(function.name);
        let pos = function.pos;
        let file = self.sources.files.get(self.sources.file_of(pos.at)).filter(|_| !function.implicit)?;
        let text = file.text.get(pos.at.checked_sub(file.base)? as usize..)?;
        let list = text.strip_prefix(name)?.trim_start().strip_prefix('(')?;
        let names = names_in(list).filter(|names| names.len() == wanted)?;
        Some((name.into(), names))
    }

    /// True if an argument may be that of a parameter.
    fn suits(&self, arg: ExprId, param: Ty, name: &str) -> bool {
        let ty = self.ty(arg);
        let types = &self.unit.types;
        let is_pointer = |ty: Ty| types.is_pointer(ty) || types.is_array(ty) || types.is_function(ty);
        if !ty.is_error() && is_pointer(param) != (is_pointer(ty) || is_pointer(param) && self.is_null(arg)) {
            return false;
        }
        let pos = self.pos(arg);
        let text = self.sources.text(self.sources.use_place(pos));
        let Some(word) = text.strip_prefix("MPI_") else {
            // A number is no communicator, type or operation.
            let is_handle = ["comm", "type", "op"].iter().any(|handle| name.ends_with(handle));
            return !(is_handle && text.starts_with(|c: char| c.is_ascii_digit()));
        };
        if word == "IN_PLACE" || word == "PROC_NULL" {
            return true;
        }
        if let Some((_, names)) = OF_MPI.iter().find(|(start, _)| word.starts_with(start)) {
            return names.iter().any(|known| name.contains(known));
        }
        name.contains(if OPERATIONS.contains(&word) { "op" } else { "type" })
    }

    /// The tip about a call with too few arguments: the names of all, and the one that is missing.
    pub(super) fn missing_argument(&self, f: ExprId, args: &[ExprId], params: &[Ty]) -> Option<Text> {
        if args.len() >= params.len() || params.len() > MAX_ARGUMENTS {
            return None;
        }
        let (function, names) = self.declared(f, params.len())?;
        let list = names.join(", ");
        let gone = params.len() - args.len();
        // Each place where a row of parameters may have been left out.
        let fits = |from: &usize| {
            let rest = (0..params.len()).filter(|i| !(*from..*from + gone).contains(i));
            args.iter().zip(rest).all(|(arg, i)| self.suits(*arg, params[i], &names[i]))
        };
        let places: Vec<usize> = (0..=args.len()).filter(fits).collect();
        let row = |from: usize| names[from..from + gone].iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
        let missing = match places[..] {
            [from] => row(from).join(", "),
            [a, b] if gone == 1 => {
                let (a, b) = (row(a).join(""), row(b).join(""));
                return Some(text!(
                    "`{function}` takes ({list}): {a} or {b} is missing",
                    "`{function}` の引数は ({list}) です。{a} か {b} がありません"
                ));
            }
            _ => return Some(text!("`{function}` takes ({list})", "`{function}` の引数は ({list}) です")),
        };
        let verb = if gone == 1 { "is" } else { "are" };
        Some(text!(
            "`{function}` takes ({list}): {missing} {verb} missing",
            "`{function}` の引数は ({list}) です。{missing} がありません"
        ))
    }

    /// The address of a variable that is given where a pointer to `target` is wanted, as it is written.
    pub(super) fn address_of(&self, e: ExprId, target: Ty) -> Option<String> {
        let ty = self.ty(e);
        let types = &self.unit.types;
        let suits = types.is_void(target) || types.compatible_plain(target, ty);
        if !suits || !self.is_place(e) || types.is_array(ty) || types.is_function(ty) {
            return None;
        }
        let pos = self.pos(e);
        let text = self.sources.text(pos);
        let simple = |c: char| c.is_ascii_alphanumeric() || "_[].->+ ".contains(c);
        (pos.expansion == 0 && !text.is_empty() && text.len() <= 40 && text.chars().all(simple))
            .then(|| format!("&{text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parameters_are_read_where_they_are_declared() {
        let of = |list: &str| names_in(list).map(|names| names.join(" "));
        assert_eq!(of("const void *buffer, int count, int n[3]) x").as_deref(), Some("buffer count n"));
        assert_eq!(of("int (*compare)(const void *, const void *), long x)").as_deref(), Some("compare x"));
        assert_eq!(of("int, char *)"), None);
        assert_eq!(of("int *)"), None);
        assert_eq!(of("int a"), None);
        assert_eq!([given(0), given(1), given(2)], ["none is given", "1 is given", "2 are given"]);
    }
}
