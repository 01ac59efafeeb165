//! The maps and the method of a hand-in.

use super::read::{Exercise, HandIn};
use crate::model::method::MAX_STARTS;
use crate::model::{Hops, Method, Options, refine};
use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};
use mcore_base::packs::limits::MAX_HANDED_IN_FILES;
use mcore_base::packs::{Named, cut};
use mcore_base::text;
use mcore_base::{SourceFile, Text};
use serde::{Deserialize, Serialize};

/// A method with its options, as it is handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoptMethod {
    /// The word of the method.
    pub method: String,
    #[serde(default = "one")]
    pub starts: u32,
    /// `first`, or `link`: starts whose costs differ by at most a thousandth are decided by MaxLink.
    #[serde(default = "first")]
    pub then: String,
    /// Rounds of refinement.
    #[serde(default)]
    pub refine: u32,
    /// Seed of the random map.
    #[serde(default = "seed")]
    pub seed: u64,
}

fn one() -> u32 {
    1
}

fn first() -> String {
    "first".to_owned()
}

fn seed() -> u64 {
    1
}

impl MoptMethod {
    /// The method and its options. The error gives the reason.
    pub fn options(&self, hops: Hops) -> Result<(Method, Options), Text> {
        let word = cut(&self.method);
        let method = Method::named(&self.method)
            .ok_or_else(|| text!("there is no method `{word}`", "`{word}` という方法はありません"))?;
        let range = |name: &str, value: u64, least: u64, most: u64| match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(text!(
                "`{name}` is {value}; it must be from {least} to {most}",
                "`{name}` が {value} です。{least} から {most} までにしてください"
            )),
        };
        range("starts", self.starts.into(), 1, MAX_STARTS.into())?;
        range("refine", self.refine.into(), 0, refine::MAX_ROUNDS.into())?;
        let then_link = match self.then.as_str() {
            "first" => false,
            "link" => true,
            other => {
                let other = cut(other);
                return Err(text!(
                    "`then` is `{other}`; it must be `first` or `link`",
                    "`then` が `{other}` です。`first` か `link` にしてください"
                ));
            }
        };
        Ok((method, Options { hops, starts: self.starts, then_link, refine: self.refine, seed: self.seed }))
    }
}

/// A hand-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoptWork {
    maps: Vec<SourceFile>,
    method: Option<MoptMethod>,
}

impl MoptWork {
    /// Maps, each named by the number of its case (`1.map`), and a method. The error gives the reason.
    pub fn new(maps: Vec<SourceFile>, method: Option<MoptMethod>) -> Result<Self, Text> {
        let n = maps.len();
        if n > MAX_HANDED_IN_FILES {
            return Err(text!(
                "too many files: {n}, at most {MAX_HANDED_IN_FILES}",
                "ファイルが多すぎます: {n} 個です（{MAX_HANDED_IN_FILES} 個まで）"
            ));
        }
        if maps.is_empty() && method.is_none() {
            return Err(text!("there is neither a map nor a method in it", "配置も方法も入っていません"));
        }
        for (at, map) in maps.iter().enumerate() {
            if maps.iter().take(at).any(|other| stem(&other.name) == stem(&map.name)) {
                let name = cut(&map.name);
                return Err(text!("two maps have the name `{name}`", "`{name}` という配置が 2 つあります"));
            }
        }
        if let Some(method) = &method {
            method.options(Hops::Mesh)?;
        }
        Ok(Self { maps, method })
    }

    /// A hand-in from loose files: maps, and a method as a JSON object. The error gives the reason.
    pub fn of_files<F: Named>(files: &[F]) -> Result<Self, Text> {
        let (mut maps, mut method) = (Vec::new(), None);
        for file in files {
            let name = file.name().rsplit('/').next().unwrap_or_default();
            let shown = cut(name);
            let text = core::str::from_utf8(file.bytes())
                .map_err(|_| text!("`{shown}` is not UTF-8 text", "`{shown}` は UTF-8 のテキストではありません"))?;
            let text = text.trim_start_matches('\u{feff}');
            if !text.trim_start().starts_with('{') || is_run(text) {
                maps.push(SourceFile { name: name.to_owned(), text: text.to_owned() });
                continue;
            }
            let found: MoptMethod = serde_json::from_str(text).map_err(|error| {
                let why: String = error.to_string().chars().take(200).collect();
                text!("`{shown}` is not a method: {why}", "`{shown}` は方法として読めません: {why}")
            })?;
            if method.replace(found).is_some() {
                return Err(text!("there are two methods; one is wanted", "方法が 2 つあります。1 つにしてください"));
            }
        }
        Self::new(maps, method)
    }

    /// The maps, named by the number of their case.
    pub fn maps(&self) -> &[SourceFile] {
        &self.maps
    }

    /// The method.
    pub fn method(&self) -> Option<&MoptMethod> {
        self.method.as_ref()
    }

    /// The map for a case, if it has one that counts.
    pub(super) fn map_of(&self, exercise: &Exercise, case: usize) -> Option<&str> {
        if exercise.hand_in == HandIn::Method {
            return None;
        }
        let number = format!("{}", case + 1);
        let named = self.maps.iter().find(|map| stem(&map.name) == number);
        // With a single map for a single case there is nothing to confuse.
        let only = self.maps.first().filter(|_| self.maps.len() == 1 && exercise.cases.len() == 1);
        named.or(only).map(|map| map.text.as_str())
    }

    /// The method, if it counts.
    pub(super) fn method_of(&self, exercise: &Exercise) -> Option<&MoptMethod> {
        self.method.as_ref().filter(|_| exercise.hand_in != HandIn::Map)
    }
}

/// The name of a file without its ending.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// True for the JSON that a run of a method writes, which is a map.
fn is_run(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Run {
        #[serde(rename = "map")]
        _map: serde::de::IgnoredAny,
    }
    serde_json::from_str::<Run>(text).is_ok()
}
