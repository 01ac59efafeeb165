//! Task mapping: which rank of a program runs on which node of a mesh or a torus.
//!
//! After Sano and Kise, "Task Mapping Method for Mesh/Torus Connection Network" (MOPT): groups of tasks that exchange most are
//! joined in pairs, until one group fills the network.
//!
//! ```text
//! graph    bytes and messages of each pair of ranks    network  nodes, distances, routes, links
//! pattern  built-in communication                      read     communication and maps from files
//! merge    the paper's method                          orient   the ways to join two boxes
//! squeeze  from a padded network to a real one         refine   swaps that lower the objective
//! curves   orders of nodes                             bisect   recursive bisection
//! measure  CommCost, MaxLink, loads, bounds            own      a map made by hand
//! method   all methods, in slices                       program  communication as a trace
//! ```
//!
//! **Measures.** CommCost is the sum of hops times bytes over all pairs. MaxLink is the most bytes over any one link; the two
//! directions of a link count apart.

pub mod bisect;
pub mod curves;
pub mod graph;
pub mod measure;
pub mod merge;
pub mod method;
pub mod network;
pub mod orient;
pub mod own;
pub mod pattern;
pub mod program;
pub mod read;
pub mod refine;
pub mod squeeze;

pub use graph::{Edge, Graph, GraphError};
pub use measure::Measures;
pub use merge::{Choice, Merge, Objective};
pub use method::{Method, MethodError, Options, Outcome, Run};
pub use network::{Hops, Network, NetworkError};
pub use own::OwnMap;
pub use pattern::{Pattern, PatternError};

#[cfg(test)]
mod naive_tests;
#[cfg(test)]
mod tests;
