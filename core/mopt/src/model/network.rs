//! Meshes and tori: nodes, distances, routes and links.
//!
//! A *link* leads from a node to a neighbour; the two directions are two links. Routes follow dimension order, x first. On a torus
//! they take the shorter way round; half-way round a ring they take the way that does not wrap.

use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use serde::{Deserialize, Serialize};

/// Maximum number of nodes.
pub const MAX_NODES: u32 = 1 << 16;
/// Links that leave a node, used or not: up and down in each of three dimensions.
pub const PORTS: usize = 6;
/// The letters of the dimensions.
const LETTERS: [char; 3] = ['x', 'y', 'z'];

/// The distances that a cost counts. On a mesh both are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hops {
    /// Links never wrap, even on a torus: the definition of the paper's tables.
    #[default]
    Mesh,
    /// The shorter way round each ring of a torus.
    Torus,
}

impl Hops {
    /// Both, with the words of the command.
    pub const ALL: [(&'static str, Self); 2] = [("mesh", Self::Mesh), ("torus", Self::Torus)];

    /// The word of the command.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, own)| *own == self).map_or("", |(word, _)| word)
    }
}

/// A mesh or a torus of two or three dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Network {
    torus: bool,
    sizes: [u32; 3],
    dims: u8,
}

/// The reason why there is no such network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// Neither a mesh nor a torus.
    Kind(String),
    /// Not two or three sizes.
    Sizes(String),
    /// Too many nodes.
    Nodes(u64),
}

impl NetworkError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Kind(kind) => text!(
                "There is no network `{kind}`; write `mesh` or `torus`.",
                "`{kind}` というネットワークはありません。`mesh` か `torus` を指定してください。"
            ),
            Self::Sizes(found) => text!(
                "`{found}` are no sizes of a network; write two or three with x between, for example 8x8 or 8x8x8.",
                "`{found}` はネットワークの大きさではありません。8x8 や 8x8x8 のように 2 個か 3 個を x でつなぎます。"
            ),
            Self::Nodes(nodes) => text!(
                "{nodes} nodes are too many; a network has at most {MAX_NODES}.",
                "{nodes} ノードは多すぎます。{MAX_NODES} ノードまでです。"
            ),
        }
    }
}

impl Network {
    /// A network with two or three sizes, x first.
    ///
    /// # Errors
    /// Other numbers of sizes, a size of 0, too many nodes.
    pub fn new(torus: bool, sizes: &[u32]) -> Result<Self, NetworkError> {
        let wrong = || NetworkError::Sizes(sizes.iter().map(|n| format!("{n}")).collect::<Vec<_>>().join("x"));
        let (dims, of) = match *sizes {
            [x, y] => (2, [x, y, 1]),
            [x, y, z] => (3, [x, y, z]),
            _ => return Err(wrong()),
        };
        if of.contains(&0) {
            return Err(wrong());
        }
        let nodes = of.iter().fold(1u64, |nodes, size| nodes.saturating_mul(u64::from(*size)));
        if nodes > MAX_NODES.into() {
            return Err(NetworkError::Nodes(nodes));
        }
        Ok(Self { torus, sizes: of, dims })
    }

    /// The network of a kind, `mesh` or `torus`, with sizes such as `8x8x8`.
    ///
    /// # Errors
    /// There is no such network.
    pub fn named(kind: &str, sizes: &str) -> Result<Self, NetworkError> {
        let short = |text: &str| text.trim().chars().take(40).collect::<String>();
        let torus = match kind.trim() {
            "mesh" => false,
            "torus" => true,
            other => return Err(NetworkError::Kind(short(other))),
        };
        let parts = sizes.split(['x', 'X', '×']).map(|part| part.trim().parse::<u32>());
        let parts = parts.collect::<Result<Vec<_>, _>>().map_err(|_| NetworkError::Sizes(short(sizes)))?;
        Self::new(torus, &parts)
    }

    /// The network of a text such as `torus:8x8x8`.
    ///
    /// # Errors
    /// There is no such network.
    pub fn read(text: &str) -> Result<Self, NetworkError> {
        match text.split_once(':') {
            Some((kind, sizes)) => Self::named(kind, sizes),
            None => Err(NetworkError::Kind(text.trim().chars().take(40).collect())),
        }
    }

    /// The same network with each size padded to a power of two.
    pub(super) fn padded(&self) -> Self {
        Self { sizes: self.sizes.map(u32::next_power_of_two), ..self.clone() }
    }

    /// Whether every size is a power of two.
    pub fn is_power_of_two(&self) -> bool {
        self.sizes.iter().all(|size| size.is_power_of_two())
    }

    /// Whether it is a torus.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// `mesh` or `torus`.
    pub fn kind(&self) -> &'static str {
        if self.torus { "torus" } else { "mesh" }
    }

    /// The sizes, x first; two or three of them.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes[..usize::from(self.dims)]
    }

    /// The sizes in three dimensions.
    pub(super) fn all_sizes(&self) -> [u32; 3] {
        self.sizes
    }

    /// The number of dimensions: 2 or 3.
    pub fn dims(&self) -> usize {
        self.dims.into()
    }

    /// The sizes as text, such as `8x8x8`.
    pub fn sizes_text(&self) -> String {
        self.sizes().iter().map(|size| format!("{size}")).collect::<Vec<_>>().join("x")
    }

    /// A short name such as `torus 8x8x8`.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind(), self.sizes_text())
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.sizes.iter().product()
    }

    /// The coordinates of a node. x is the fastest.
    pub fn at(&self, node: u32) -> [u32; 3] {
        let [x, y, _] = self.sizes;
        [node % x, node / x % y, node / x / y]
    }

    /// The node at some coordinates, which must be inside.
    pub fn node(&self, at: [u32; 3]) -> u32 {
        at[0] + self.sizes[0] * (at[1] + self.sizes[1] * at[2])
    }

    /// The node at two or three coordinates, if it exists.
    pub fn node_at(&self, at: &[u32]) -> Option<u32> {
        let fits = at.len() == self.dims() && at.iter().zip(self.sizes()).all(|(at, size)| at < size);
        let get = |dim: usize| at.get(dim).copied().unwrap_or(0);
        fits.then(|| self.node([get(0), get(1), get(2)]))
    }

    /// A node's name for people, such as `(3,2)`.
    pub fn node_name(&self, node: u32) -> String {
        let at = self.at(node);
        let at = at[..self.dims()].iter().map(|c| format!("{c}")).collect::<Vec<_>>().join(",");
        format!("({at})")
    }

    /// The number of hops from a node to another.
    pub fn hops(&self, hops: Hops, from: u32, to: u32) -> u32 {
        let wraps = self.torus && hops == Hops::Torus;
        let (from, to) = (self.at(from), self.at(to));
        (0..3).map(|dim| distance(from[dim], to[dim], self.sizes[dim], wraps)).sum()
    }

    /// Gives the links of the route from a node to another in their order.
    pub fn route(&self, from: u32, to: u32, mut link: impl FnMut(u32)) {
        let (mut at, to) = (self.at(from), self.at(to));
        for dim in 0..3 {
            let (up, count) = way(at[dim], to[dim], self.sizes[dim], self.torus);
            for _ in 0..count {
                link(self.node(at) * PORTS as u32 + 2 * dim as u32 + u32::from(!up));
                at[dim] = stepped(at[dim], self.sizes[dim], up);
            }
        }
    }

    /// The number of places for links, used or not: [`PORTS`] for each node. A link's number is its node's number times
    /// [`PORTS`] plus twice the dimension, plus 1 if it leads to lower coordinates.
    pub fn link_places(&self) -> usize {
        self.nodes() as usize * PORTS
    }

    /// The node at the end of a link, and whether the link closes a ring; none if there is no such link.
    pub fn link_end(&self, link: u32) -> Option<(u32, bool)> {
        let (node, port) = (link / PORTS as u32, link % PORTS as u32);
        let (dim, up) = ((port / 2) as usize, port % 2 == 0);
        let size = self.sizes[dim];
        if node >= self.nodes() || size == 1 {
            return None;
        }
        let mut at = self.at(node);
        let wraps = if up { at[dim] + 1 == size } else { at[dim] == 0 };
        if wraps && !self.torus {
            return None;
        }
        at[dim] = stepped(at[dim], size, up);
        Some((self.node(at), wraps))
    }

    /// All links in the order of their numbers.
    pub fn links(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.link_places() as u32).filter(|link| self.link_end(*link).is_some())
    }

    /// A link's name for people, such as `(3,2) to (3,3)`.
    pub fn link_name(&self, link: u32) -> Text {
        let from = self.node_name(link / PORTS as u32);
        match self.link_end(link) {
            Some((to, false)) => {
                let to = self.node_name(to);
                text!("{from} to {to}", "{from} から {to}")
            }
            Some((to, true)) => {
                let to = self.node_name(to);
                text!("{from} round to {to}", "{from} から回り込んで {to}")
            }
            None => Text::same(from),
        }
    }

    /// A link's direction, such as `+x`.
    pub fn link_direction(&self, link: u32) -> String {
        let port = link % PORTS as u32;
        let sign = if port % 2 == 0 { '+' } else { '-' };
        format!("{sign}{}", LETTERS.get((port / 2) as usize).copied().unwrap_or('?'))
    }
}

/// The distance in one dimension.
pub(super) fn distance(a: u32, b: u32, size: u32, wraps: bool) -> u32 {
    let direct = a.abs_diff(b);
    if wraps { direct.min(size - direct) } else { direct }
}

/// The direction and the number of links in one dimension: true is upwards.
pub(super) fn way(from: u32, to: u32, size: u32, torus: bool) -> (bool, u32) {
    let (direct, up) = (from.abs_diff(to), to > from);
    if torus && 2 * direct > size { (!up, size - direct) } else { (up, direct) }
}

/// The next coordinate.
pub(super) fn stepped(at: u32, size: u32, up: bool) -> u32 {
    match up {
        true if at + 1 == size => 0,
        true => at + 1,
        false if at == 0 => size - 1,
        false => at - 1,
    }
}
