//! Maps that know nothing of the communication: orders of nodes.

use super::network::Network;
use super::pattern::shuffled;
use alloc::{string::String, vec::Vec};
use mcore_base::{Text, text};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

/// A curve is not defined for these sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurveError {
    /// The network's sizes.
    pub sizes: String,
}

impl CurveError {
    /// The error as text.
    pub fn text(&self) -> Text {
        let sizes = &self.sizes;
        text!(
            "A Z-order or Hilbert curve needs a square or a cube whose side is a power of two, and {sizes} is none.",
            "Z 順序曲線とヒルベルト曲線には、1 辺が 2 のべき乗の正方形か立方体が必要です。{sizes} は違います。"
        )
    }
}

/// The nodes row by row, every second row backwards, and every second plane too.
pub fn snake(network: &Network) -> Vec<u32> {
    let [x, y, z] = network.all_sizes();
    let mut nodes = Vec::with_capacity(network.nodes() as usize);
    for plane in 0..z {
        for row in 0..y {
            let row = if plane % 2 == 0 { row } else { y - 1 - row };
            // Each row starts where the one before ended.
            let forwards = (nodes.len() as u32 / x) % 2 == 0;
            nodes.extend((0..x).map(|at| network.node([if forwards { at } else { x - 1 - at }, row, plane])));
        }
    }
    nodes
}

/// The side of a square or a cube that is a power of two, as its logarithm.
fn side(network: &Network) -> Result<u32, CurveError> {
    let sizes = network.sizes();
    let first = sizes.first().copied().unwrap_or(0);
    match sizes.iter().all(|size| *size == first) && first.is_power_of_two() {
        true => Ok(first.ilog2()),
        false => Err(CurveError { sizes: network.sizes_text() }),
    }
}

/// The nodes along the Z-order (Morton) curve: the bits of the coordinates are interleaved, x the lowest.
///
/// # Errors
/// The network is no square and no cube, or its side is no power of two.
pub fn z_order(network: &Network) -> Result<Vec<u32>, CurveError> {
    let (bits, dims) = (side(network)?, network.dims());
    Ok((0..network.nodes()).map(|step| network.node(deinterleaved(step, bits, dims))).collect())
}

/// Takes the interleaved bits of a number apart, x the lowest.
fn deinterleaved(step: u32, bits: u32, dims: usize) -> [u32; 3] {
    let mut at = [0; 3];
    for bit in 0..bits {
        for (dim, at) in at.iter_mut().enumerate().take(dims) {
            *at |= (step >> (bit * dims as u32 + dim as u32) & 1) << bit;
        }
    }
    at
}

/// The nodes along a Hilbert curve (Skilling: "Programming the Hilbert curve", AIP 707, 2004).
///
/// # Errors
/// The network is no square and no cube, or its side is no power of two.
pub fn hilbert(network: &Network) -> Result<Vec<u32>, CurveError> {
    let (bits, dims) = (side(network)?, network.dims());
    Ok((0..network.nodes()).map(|step| network.node(hilbert_at(step, bits, dims))).collect())
}

fn hilbert_at(step: u32, bits: u32, dims: usize) -> [u32; 3] {
    // The transposed form of the step: its bits dealt to the axes, the highest to the first.
    let mut x = [0u32; 3];
    for bit in 0..bits {
        for (dim, x) in x.iter_mut().enumerate().take(dims) {
            *x |= (step >> (bit * dims as u32 + (dims - 1 - dim) as u32) & 1) << bit;
        }
    }
    if bits == 0 {
        return x;
    }
    let last = x[dims - 1] >> 1;
    for dim in (1..dims).rev() {
        x[dim] ^= x[dim - 1];
    }
    x[0] ^= last;
    let mut q = 2;
    while q != 1 << bits {
        let below = q - 1;
        for dim in (0..dims).rev() {
            if x[dim] & q != 0 {
                x[0] ^= below;
            } else {
                let differ = (x[0] ^ x[dim]) & below;
                x[0] ^= differ;
                x[dim] ^= differ;
            }
        }
        q <<= 1;
    }
    x
}

/// The nodes in random order (ChaCha with eight rounds).
pub fn random(network: &Network, seed: u64) -> Vec<u32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    shuffled(network.nodes(), |bound| ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32)
}
