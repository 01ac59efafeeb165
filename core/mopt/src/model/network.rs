//! Meshes and tori: nodes, distances, routes and links.
//!
//! A *link* leads from a node to a neighbour; the two directions are two links. Routes follow dimension order, x first. On a torus
//! they take the shorter way round; half-way round a ring they take the way that does not wrap.

use alloc::{format, string::String, vec::Vec};
use mcore_base::{Text, text};
use mcore_topology::{Cube, Tie, direction, listed, sizes_text};
use serde::{Deserialize, Serialize};

/// Maximum number of nodes.
pub const MAX_NODES: u32 = 1 << 16;
/// Links that leave a node, used or not: up and down in each of three dimensions.
pub const PORTS: usize = 6;

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    torus: bool,
    /// The sizes, 1 for a dimension that is not there.
    sizes: [u32; 3],
    cube: Cube,
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
        let of = match *sizes {
            [x, y] => [x, y, 1],
            [x, y, z] => [x, y, z],
            _ => [0; 3],
        };
        if of.contains(&0) {
            return Err(NetworkError::Sizes(sizes_text(sizes)));
        }
        let nodes = of.iter().fold(1u64, |nodes, size| nodes.saturating_mul(u64::from(*size)));
        if nodes > MAX_NODES.into() {
            return Err(NetworkError::Nodes(nodes));
        }
        Ok(Self::of(torus, of, sizes.len()))
    }

    fn of(torus: bool, sizes: [u32; 3], dims: usize) -> Self {
        let cube = if torus { Cube::torus(&sizes[..dims]) } else { Cube::mesh(&sizes[..dims]) };
        Self { torus, sizes, cube }
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
        Self::of(self.torus, self.sizes.map(u32::next_power_of_two), self.dims())
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
        &self.cube.dims
    }

    /// The sizes in three dimensions.
    pub(super) fn all_sizes(&self) -> [u32; 3] {
        self.sizes
    }

    /// The number of dimensions: 2 or 3.
    pub fn dims(&self) -> usize {
        self.cube.dims.len()
    }

    /// The sizes as text, such as `8x8x8`.
    pub fn sizes_text(&self) -> String {
        sizes_text(self.sizes())
    }

    /// A short name such as `torus 8x8x8`.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind(), self.sizes_text())
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.cube.nodes()
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
        format!("({})", listed(self.at(node)[..self.dims()].iter().copied()))
    }

    /// The number of hops from a node to another.
    pub fn hops(&self, hops: Hops, from: u32, to: u32) -> u32 {
        match hops {
            Hops::Mesh => self.cube.hops_on_lines(from, to),
            Hops::Torus => self.cube.hops(from, to),
        }
    }

    /// Gives the links of the route from a node to another in their order.
    pub fn route(&self, from: u32, to: u32, mut link: impl FnMut(u32)) {
        let number = |node: u32, dim: usize, up: bool| node * PORTS as u32 + 2 * dim as u32 + u32::from(!up);
        self.cube.route(from, to, Tie::Direct, |node, dim, up| link(number(node, dim, up)));
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
        if node >= self.nodes() || dim >= self.dims() {
            return None;
        }
        self.cube.beside(node, dim, up)
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
        let port = link as usize % PORTS;
        direction(port / 2, port % 2 == 0)
    }
}
