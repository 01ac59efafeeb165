//! The parameters of the machine: the times of every part in ns, rates in MB/s, sizes in bytes.
//!
//! Sums follow from the paper; how they divide into parts is a model.

use alloc::{collections::BTreeMap, string::String, string::ToString as _, vec::Vec};
use mcore_base::text;
use mcore_base::{Text, nearest};
use serde::{Deserialize, Serialize};

macro_rules! params {
    ($($name:ident = $usual:literal, $least:literal ..= $most:literal, $doc:literal;)*) => {
        /// All parameters. [`Params::NAMES`] lists their names.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub struct Params {
            $(#[doc = $doc] pub $name: u64,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $usual,)* }
            }
        }

        impl Params {
            /// Names, in the order of the structure.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// The value of a parameter.
            pub fn get(&self, name: &str) -> Option<u64> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// The smallest and the largest value of a parameter.
            pub fn limits(name: &str) -> Option<(u64, u64)> {
                match name {
                    $(stringify!($name) => Some(($least, $most)),)*
                    _ => None,
                }
            }

            fn put(&mut self, name: &str, value: u64) {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => {}
                }
            }
        }
    };
}

params! {
    nodes = 16, 2..=16, "Nodes of the machine.";
    rings = 2, 1..=2, "Rings: two rings are joined by a cross link for each pair of nodes.";
    check = 200, 0..=1_000_000, "A work request is checked and queued, ns.";
    build = 300, 0..=1_000_000, "Packet header and first copy, ns.";
    create = 150, 0..=1_000_000, "A descriptor is made in host memory, ns.";
    doorbell = 300, 0..=1_000_000, "A descriptor is given to a channel, ns.";
    fetch_internal = 100, 0..=1_000_000, "A channel fetches a descriptor from internal memory, ns.";
    fetch_host = 300, 0..=1_000_000, "A channel fetches a descriptor from host memory, ns.";
    read = 600, 0..=1_000_000, "The read of the source begins to flow, ns.";
    cross = 600, 0..=1_000_000, "From board to board, first hop, ns.";
    hop = 150, 0..=1_000_000, "Each further board, ns.";
    land = 400, 0..=1_000_000, "Data land in the memory of the peer, ns.";
    psn = 100, 0..=1_000_000, "A chained element, such as the pair of PSNs, ns.";
    poll = 150, 0..=1_000_000, "A new PSN is seen, ns.";
    match_header = 350, 0..=1_000_000, "The header is read and the request matched, ns.";
    serve = 400, 0..=1_000_000, "Rights and range are checked, an atomic is done, ns.";
    copy_out = 200, 0..=1_000_000, "A copy to the buffer of the user begins, ns.";
    pair = 50, 0..=1_000_000, "An answer is paired with its request, ns.";
    complete = 200, 0..=1_000_000, "A completion entry is made and the poll returns, ns.";
    gdr_read = 400, 0..=1_000_000, "A copy from GPU memory: its first 8 bytes, ns.";
    gdr_write = 300, 0..=1_000_000, "A copy to GPU memory begins, ns.";
    mpi_cpu = 100, 0..=1_000_000, "MPI above a request from CPU memory, ns.";
    mpi_gpu = 400, 0..=1_000_000, "MPI above a request from GPU memory, ns.";
    link_rate = 3_500, 1..=1_000_000, "Rate of a link and of host memory, MB/s.";
    gpu_rate = 2_800, 1..=1_000_000, "Highest rate from GPU memory, MB/s.";
    gpu_send_rate = 2_700, 1..=1_000_000, "Highest rate of Send and Read from GPU memory, MB/s.";
    gpu_mpi_rate = 2_600, 1..=1_000_000, "Highest rate of MPI from GPU memory, MB/s.";
    copy_rate = 8_000, 1..=1_000_000, "Rate of copies by the CPU, MB/s.";
    gdr_write_rate = 6_000, 1..=1_000_000, "Rate of copies to GPU memory, MB/s.";
    gdr_read_rate = 100, 1..=1_000_000, "Rate of copies from GPU memory, MB/s.";
    low_data = 480, 8..=4_096, "Data bytes of a low-latency packet.";
    low_slots = 16, 2..=1_024, "Slots of a low-latency ring.";
    high_data = 4_064, 8..=65_536, "Data bytes of a high-bandwidth packet.";
    high_slots = 64, 2..=1_024, "Slots of a high-bandwidth ring.";
    high_write = 32, 1..=1_024, "Packets in one write of the high-bandwidth path.";
    rendezvous = 32_768, 1..=16_777_216, "A Send of this many bytes or more asks for the buffer first.";
    gdr_limit = 64, 0..=1_048_576, "Data from GPU memory up to this size are copied by the CPU, bytes.";
    timeout = 100_000_000, 1_000..=10_000_000_000, "A request without an answer is sent again after this time, ns.";
    lose = 0, 0..=1_000_000, "Every answer with a number divisible by this one is lost; 0: none.";
}

/// A parameter that cannot be set: the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamError(pub Text);

impl Params {
    /// The parameters that are not the usual ones, as texts.
    pub fn unusual(&self) -> BTreeMap<String, String> {
        let usual = Self::default();
        let differs = Self::NAMES.iter().filter(|name| self.get(name) != usual.get(name));
        differs.filter_map(|name| Some(((*name).into(), self.get(name)?.to_string()))).collect()
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// There is no such parameter, or the value is outside its limits.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), ParamError> {
        let Some((least, most)) = Self::limits(name) else {
            let near: Vec<&str> = nearest(name, Self::NAMES.iter().copied());
            let (en, ja) = match near.first() {
                Some(near) => (alloc::format!("; did you mean `{near}`?"), alloc::format!("。`{near}` ですか?")),
                None => (String::new(), String::new()),
            };
            return Err(ParamError(text!("no parameter `{name}`{en}", "パラメータ `{name}` はありません{ja}")));
        };
        if !(least..=most).contains(&value) {
            return Err(ParamError(text!(
                "`{name}` is a number from {least} to {most}",
                "`{name}` は {least} から {most} までの数です"
            )));
        }
        self.put(name, value);
        Ok(())
    }

    /// Checks what concerns several parameters.
    ///
    /// # Errors
    /// Two rings need an even number of nodes, at least 4; a write cannot be longer than its ring.
    pub fn check_all(&self) -> Result<(), ParamError> {
        if self.rings == 2 && (self.nodes % 2 != 0 || self.nodes < 4) {
            return Err(ParamError(text!(
                "two rings need an even number of nodes, at least 4",
                "2 つのリングには 4 以上の偶数のノードが必要です"
            )));
        }
        if self.high_write > self.high_slots {
            return Err(ParamError(text!(
                "`high_write` is at most `high_slots`",
                "`high_write` は `high_slots` 以下にします"
            )));
        }
        Ok(())
    }

    /// The time in ns of `bytes` at a rate in MB/s, rounded to the nearest.
    pub fn time(bytes: u64, rate: u64) -> u64 {
        (bytes * 1000 + rate / 2) / rate.max(1)
    }
}
