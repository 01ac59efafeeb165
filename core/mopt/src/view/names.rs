//! Names of runs by what differs.

use alloc::{string::String, vec::Vec};
use mcore_base::Text;
use serde::{Deserialize, Serialize};

/// A part of a run's settings: its key and its value for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoptPart {
    /// The setting.
    pub key: String,
    /// Its value.
    pub text: Text,
}

impl MoptPart {
    /// A part.
    pub fn new(key: &str, text: Text) -> Self {
        Self { key: key.into(), text }
    }
}

/// A name for each of these runs: the parts that are not the same in all of them. If all are the same, the method.
pub fn mopt_names(runs: &[Vec<MoptPart>]) -> Vec<Text> {
    let Some(first) = runs.first() else { return Vec::new() };
    let differs = |part: &MoptPart| {
        runs.iter()
            .any(|run| run.iter().find(|other| other.key == part.key).is_none_or(|other| other.text != part.text))
    };
    // A part that only some runs have differs too.
    let mut keys: Vec<&str> = Vec::new();
    for part in runs.iter().flatten() {
        if differs(part) && !keys.contains(&part.key.as_str()) {
            keys.push(&part.key);
        }
    }
    if keys.is_empty() {
        keys.extend(first.iter().map(|part| part.key.as_str()).filter(|key| *key == "method"));
    }
    let name = |run: &Vec<MoptPart>| {
        let parts: Vec<&Text> =
            run.iter().filter(|part| keys.contains(&part.key.as_str())).map(|part| &part.text).collect();
        let join = |of: fn(&Text) -> &str| parts.iter().map(|text| of(text)).collect::<Vec<_>>().join(", ");
        Text::new(join(|text| &text.en), join(|text| &text.ja))
    };
    runs.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn run(method: &str, network: &str, seed: Option<&str>) -> Vec<MoptPart> {
        let part = |key: &str, value: &str| MoptPart::new(key, Text::same(value));
        let mut parts = vec![part("network", network), part("method", method)];
        parts.extend(seed.map(|seed| part("seed", seed)));
        parts
    }

    #[test]
    fn runs_are_named_by_what_differs() {
        let names = |runs: &[Vec<MoptPart>]| mopt_names(runs).into_iter().map(|name| name.en).collect::<Vec<_>>();
        assert_eq!(names(&[run("mincost", "mesh", None), run("minlink", "mesh", None)]), ["mincost", "minlink"]);
        assert_eq!(names(&[run("mincost", "mesh", None), run("mincost", "torus", None)]), ["mesh", "torus"]);
        let seeds = [run("random", "mesh", Some("seed 1")), run("random", "mesh", Some("seed 3"))];
        assert_eq!(names(&seeds), ["seed 1", "seed 3"]);
        assert_eq!(names(&[run("mincost", "mesh", None)]), ["mincost"]);
        let mixed = [run("mincost", "mesh", None), run("random", "mesh", Some("seed 1"))];
        assert_eq!(names(&mixed), ["mincost", "random, seed 1"]);
        assert!(names(&[]).is_empty());
    }
}
