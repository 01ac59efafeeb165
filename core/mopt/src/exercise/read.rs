//! Reads an `exercise.toml`.

use super::keys;
use crate::model::graph::MAX_RANKS;
use crate::model::pattern::{CG_CLASSES, MAX_DEGREE, MAX_MESSAGE, MAX_ROUNDS, NAMES};
use crate::model::read::read;
use crate::model::{Graph, Hops, Method, Network, NetworkError, Pattern};
use alloc::sync::Arc;
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use mcore_base::Text;
use mcore_base::packs::limits::{MAX_ITEMS, MAX_POINTS};
use mcore_base::packs::{
    Edition, Field, Files, Named, Pack, PackError, Table, Texts, check_format, data_file, read_cases, read_listed,
    texts,
};
use mcore_base::text;

/// The name of this kind of exercises.
pub const MOPT_KIND: &str = "mopt";

/// The things that can be handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandIn {
    /// A map for each case.
    Map,
    /// A method with its options, for all cases.
    Method,
    /// A map for some cases, a method for the others.
    Either,
}

impl HandIn {
    /// All values with their names in a pack.
    pub const ALL: [(&'static str, Self); 3] = [("map", Self::Map), ("method", Self::Method), ("either", Self::Either)];

    /// The name in a pack.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, own)| *own == self).map_or("", |(word, _)| word)
    }
}

/// A measure that an expectation limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// CommCost.
    Cost,
    MaxLink,
}

impl Measure {
    /// Both with their names in a pack.
    pub const ALL: [(&'static str, Self); 2] = [("cost", Self::Cost), ("max_link", Self::MaxLink)];
}

/// The most that a measure may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// This number.
    Fixed(u64),
    /// The measure of a method's map, times hundredths.
    Of(Method, u64),
}

/// An expectation of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expect {
    pub measure: Measure,
    /// The most that it may be.
    pub limit: Limit,
}

/// Points for a small measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub measure: Measure,
    /// The most that it may be.
    pub at_most: u64,
    /// Points; of each measure the best step that is reached counts.
    pub points: u32,
}

/// The traffic of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Communication {
    Pattern(Pattern),
    /// A file of the pack: its path in the exercise, and its text.
    File(String, String),
}

/// A case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub name: Text,
    /// False if only the lecturer's pack has the traffic.
    pub visible: bool,
    pub ranks: u32,
    /// The traffic and where it is from; none in a student's pack if the case is hidden.
    pub traffic: Option<(Communication, Arc<Graph>)>,
    /// The hops that its cost counts.
    pub hops: Hops,
    /// Points for the expectations together.
    pub points: u32,
    /// The expectations.
    pub expects: Vec<Expect>,
    /// Further points.
    pub table: Vec<Step>,
}

impl Case {
    /// Maximum points.
    pub fn max_points(&self) -> u32 {
        let most = |measure| self.table.iter().filter(|s| s.measure == measure).map(|s| s.points).max().unwrap_or(0);
        self.points + most(Measure::Cost) + most(Measure::MaxLink)
    }
}

/// An exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// `pack/exercise`.
    pub id: String,
    pub pack_title: Text,
    pub pack_version: String,
    pub title: Text,
    /// Statement and hints.
    pub texts: Texts,
    /// The things that can be handed in.
    pub hand_in: HandIn,
    pub network: Network,
    /// The cases; at least one.
    pub cases: Vec<Case>,
}

impl Exercise {
    /// Maximum points.
    pub fn max_points(&self) -> u32 {
        self.cases.iter().map(Case::max_points).sum()
    }
}

/// Reads the exercise in `folder` of a pack. The names of `files` are paths within the pack.
///
/// # Errors
/// A file has an error.
pub fn read_exercise<F: Named>(folder: &str, files: &[F]) -> Result<Exercise, PackError> {
    let files = Files::new(files);
    let read = |pack: &Pack, table: &Table<'_>| read_top(folder, &files, pack.edition, table);
    let (pack, mut exercise) = read_listed(folder, &files, keys::EXERCISE, read)?;
    exercise.id = format!("{}/{folder}", pack.id);
    exercise.pack_title = pack.title;
    exercise.pack_version = pack.version;
    exercise.texts = texts(folder, &files)?;
    Ok(exercise)
}

fn read_top(folder: &str, files: &Files<'_>, edition: Edition, table: &Table<'_>) -> Result<Exercise, PackError> {
    check_format(table)?;
    table.need("kind")?.choice(&[MOPT_KIND])?;
    let hand_in = table.need("hand_in")?.one(&HandIn::ALL)?;
    let network = read_network(&table.need("network")?)?;
    let data = |field: &Field<'_>| data_file(folder, files, field);
    let read = |item: &Field<'_>| read_case(item, hand_in, &network, edition, &data);
    let cases = read_cases(table, |case: &Case| &case.name, read)?;
    Ok(Exercise {
        id: String::new(),
        pack_title: Text::default(),
        pack_version: String::new(),
        title: table.need("title")?.bilingual()?,
        texts: Texts::default(),
        hand_in,
        network,
        cases,
    })
}

fn read_network(field: &Field<'_>) -> Result<Network, PackError> {
    let table = field.table(keys::NETWORK)?;
    let (kind, sizes) = (table.need("kind")?, table.need("sizes")?);
    Network::named(kind.string()?, sizes.string()?).map_err(|error| match error {
        NetworkError::Kind(_) => kind.error(error.text()),
        NetworkError::Sizes(_) | NetworkError::Nodes(_) => sizes.error(error.text()),
    })
}

/// Reads the bytes of a data file.
type DataFile<'f, 'a> = dyn Fn(&Field<'_>) -> Result<&'a [u8], PackError> + 'f;

fn read_case(
    field: &Field<'_>,
    hand_in: HandIn,
    network: &Network,
    edition: Edition,
    data: &DataFile<'_, '_>,
) -> Result<Case, PackError> {
    let table = field.table(keys::CASE)?;
    let name = table.need("name")?.bilingual()?;
    let visible_field = table.get("visible");
    let visible = visible_field.as_ref().map_or(Ok(true), Field::boolean)?;
    if let Some(field) = visible_field.filter(|_| !visible && hand_in != HandIn::Method) {
        return Err(field.error(text!(
            "a hidden case can only be asked with `hand_in = \"method\"`: to make a map, students need the traffic",
            "非公開の case は `hand_in = \"method\"` の課題でだけ使えます。配置を作るには通信が必要です"
        )));
    }
    let points = table.get("points").map_or(Ok(1), |f| f.integer(0..=MAX_POINTS))? as u32;
    let hops = table.get("hops").map_or(Ok(Hops::Mesh), |f| f.one(&Hops::ALL))?;
    let nodes = network.nodes();
    if let Some(ranks) = table.get("ranks") {
        // The traffic of a hidden case is not in a student's pack; its place is taken by the number of ranks.
        if visible || edition == Edition::Lecturer {
            return Err(ranks.error(text!(
                "`ranks` belongs to the hidden cases of a student's pack; here it is a part of `matrix`",
                "`ranks` は学生用の課題集の非公開の case で使います。ここでは `matrix` の中に書いてください"
            )));
        }
        let ranks = ranks.integer(1..=i64::from(nodes))? as u32;
        return Ok(Case { name, visible, ranks, traffic: None, hops, points, expects: Vec::new(), table: Vec::new() });
    }
    let matrix = table.need("matrix")?;
    let (communication, graph) = read_matrix(&matrix, nodes, data)?;
    let ranks = graph.ranks();
    if ranks > nodes {
        return Err(matrix.error(text!(
            "{ranks} ranks do not fit on {nodes} nodes; each node runs one rank",
            "{ranks} ランクは {nodes} ノードに載りません。1 ノードに 1 ランクです"
        )));
    }
    let list = table.need("expect")?;
    let expects = list.list(MAX_ITEMS)?.iter().map(read_expect).collect::<Result<Vec<_>, _>>()?;
    if expects.is_empty() {
        return Err(list.error(text!("a case needs at least one expectation", "case には期待が少なくとも1つ必要です")));
    }
    let steps = match table.get("table") {
        Some(list) => read_table(&list)?,
        None => Vec::new(),
    };
    let traffic = Some((communication, Arc::new(graph)));
    let case = Case { name, visible, ranks, traffic, hops, points, expects, table: steps };
    if i64::from(case.max_points()) > MAX_POINTS {
        return Err(table.error(text!(
            "a case gives at most {MAX_POINTS} points, its table included",
            "case の点数は、`table` を含めて {MAX_POINTS} 点までです"
        )));
    }
    Ok(case)
}

fn read_matrix(field: &Field<'_>, nodes: u32, data: &DataFile<'_, '_>) -> Result<(Communication, Graph), PackError> {
    if field.is_table() {
        let pattern = read_pattern(field, nodes)?;
        let graph = pattern.graph().map_err(|error| field.error(error.text()))?;
        return Ok((Communication::Pattern(pattern), graph));
    }
    let (name, bytes) = (field.string()?, data(field)?);
    let text = core::str::from_utf8(bytes)
        .map_err(|_| field.error(text!("`{name}` is not UTF-8 text", "`{name}` は UTF-8 のテキストではありません")))?;
    let found = read(text, None).map_err(|error| {
        let Text { en, ja } = error.text();
        field.error(text!("`{name}`: {en}", "`{name}`: {ja}"))
    })?;
    Ok((Communication::File(name.to_owned(), text.to_owned()), found.graph))
}

fn read_pattern(field: &Field<'_>, nodes: u32) -> Result<Pattern, PackError> {
    let table = field.table(keys::PATTERN)?;
    let usual = Pattern::default();
    let name = table.need("pattern")?.choice(&NAMES)?;
    let number = |key: &str, usual: u64, least: u64, most: u64| match table.get(key) {
        Some(field) => field.integer(least as i64..=most as i64).map(|n| n as u64),
        None => Ok(usual),
    };
    for (key, number) in [
        ("bytes", "bytes"),
        ("rounds", "rounds"),
        ("grid", "grid"),
        ("border", "periodic"),
        ("degree", "degree"),
        ("class", "rows"),
        ("seed", "seed"),
    ] {
        if let Some(field) = table.get(key).filter(|_| !Pattern::uses(name, number)) {
            return Err(
                field.error(text!("the pattern `{name}` has no `{key}`", "パターン `{name}` に `{key}` はありません"))
            );
        }
    }
    let grid = match table.get("grid") {
        Some(field) => {
            let parts = field.string()?.split('x').map(|part| part.trim().parse::<u32>());
            parts.collect::<Result<Vec<_>, _>>().map_err(|_| {
                field.error(text!(
                    "write sizes with x between, such as `4x16`",
                    "`4x16` のように大きさを x でつなぎます"
                ))
            })?
        }
        None => Vec::new(),
    };
    let border = table.get("border").map_or(Ok("periodic"), |f| f.choice(&["periodic", "open"]))?;
    let rows = table.get("class").map_or(Ok(usual.rows), |f| f.one(&CG_CLASSES))?;
    Ok(Pattern {
        name: name.to_owned(),
        ranks: number("ranks", nodes.into(), 1, MAX_RANKS.into())? as u32,
        bytes: number("bytes", usual.bytes, 1, MAX_MESSAGE)?,
        rounds: number("rounds", 1, 1, MAX_ROUNDS.into())? as u32,
        grid,
        periodic: border == "periodic",
        degree: number("degree", usual.degree.into(), 1, MAX_DEGREE.into())? as u32,
        rows,
        seed: number("seed", usual.seed, 0, (1 << 53) - 1)?,
    })
}

fn read_expect(field: &Field<'_>) -> Result<Expect, PackError> {
    let table = field.table(keys::EXPECT)?;
    let measure = table.need("measure")?.one(&Measure::ALL)?;
    let (key, limit) = table.one_of(keys::LIMITS)?;
    let factor = table.get("factor");
    let limit = match key {
        "at_most" => {
            if let Some(factor) = factor {
                return Err(
                    factor.error(text!("`factor` belongs to `at_most_of`", "`factor` は `at_most_of` と使います"))
                );
            }
            Limit::Fixed(limit.integer(0..=i64::MAX)? as u64)
        }
        _ => {
            let words: Vec<(&'static str, Method)> =
                Method::ALL.into_iter().map(|method| (method.word(), method)).collect();
            let method = limit.one(&words)?;
            Limit::Of(method, factor.map_or(Ok(100), |factor| factor.hundredths(1..=100_000))?)
        }
    };
    Ok(Expect { measure, limit })
}

fn read_table(list: &Field<'_>) -> Result<Vec<Step>, PackError> {
    let mut steps: Vec<Step> = Vec::new();
    for item in list.list(MAX_ITEMS)? {
        let table = item.table(keys::STEP)?;
        let step = Step {
            measure: table.need("measure")?.one(&Measure::ALL)?,
            at_most: table.need("at_most")?.integer(0..=i64::MAX)? as u64,
            points: table.need("points")?.integer(1..=MAX_POINTS)? as u32,
        };
        let before = steps.iter().rfind(|before| before.measure == step.measure);
        if before.is_some_and(|before| before.at_most <= step.at_most || before.points >= step.points) {
            return Err(item.error(text!(
                "each step must ask for less than the one before and give more points",
                "各段階は、前の段階より小さい値と多い点数にしてください"
            )));
        }
        steps.push(step);
    }
    Ok(steps)
}
