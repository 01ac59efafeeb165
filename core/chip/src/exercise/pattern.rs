//! Regular expressions for the output of programs: without look-around and back-references, so that a match takes time
//! proportional to the output, for any pattern of a pack.

use super::limits::MAX_AUTOMATON_BYTES;
use alloc::string::{String, ToString};
use regex_automata::nfa::thompson::{Config, NFA, pikevm::PikeVM};
use regex_automata::util::syntax;

fn automaton(pattern: &str) -> Result<PikeVM, String> {
    // Character classes are ASCII only: tables of Unicode classes would be a large part of the page's download.
    let syntax = syntax::Config::new().unicode(false).utf8(false).nest_limit(50).multi_line(true);
    let tree = syntax::parse_with(pattern, &syntax).map_err(|e| e.to_string())?;
    let limits = Config::new().nfa_size_limit(Some(MAX_AUTOMATON_BYTES)).utf8(false);
    let automaton = NFA::compiler().configure(limits).build_from_hir(&tree);
    automaton.and_then(PikeVM::new_from_nfa).map_err(|e| e.to_string())
}

/// Compiles a pattern; the error says why it cannot be used.
pub fn check(pattern: &str) -> Result<(), String> {
    automaton(pattern).map(drop)
}

/// True if the pattern matches somewhere in the text.
pub fn is_match(pattern: &str, text: &[u8]) -> bool {
    automaton(pattern).is_ok_and(|vm| vm.is_match(&mut vm.create_cache(), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_lines_and_numbers() {
        assert!(is_match(r"^sum = -?\d+$", b"hello\nsum = -12\n"));
        assert!(!is_match(r"^sum = -?\d+$", b"hello\nsum = x\n"));
        assert!(is_match("^時間: [0-9]+", "時間: 12".as_bytes()));
        assert!(check("(").is_err() && check("a(?=b)").is_err() && check(r"(a)\1").is_err());
        assert!(check("(a{1000}){1000}").is_err(), "too large an automaton");
        assert!(check(&"(".repeat(400)).is_err());
    }
}
