//! Parameters of the target machine: rates, delays, buffers.

use super::{NS, Time};
use alloc::string::{String, ToString};
use alloc::{vec, vec::Vec};
use mcore_base::{Text, text};
use mcore_topology::Tie;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// Longest packet, in bytes.
pub const MAX_MTU: u32 = 65_535;
/// Maximum number of packets in an input or an output buffer.
pub const MAX_BUFFER: u8 = 64;
/// Maximum number of NICs per node.
pub const MAX_NICS: u8 = 4;
/// Minimum and maximum rate, in bytes per second: a byte takes at least a picosecond, and a packet at most 3.3 ms.
const RATES: core::ops::RangeInclusive<u64> = 20_000_000..=1_000_000_000_000;
/// Longest delay, in picoseconds: one millisecond.
const MAX_DELAY: Time = 1_000_000_000;

/// Whether a send copies the data from the program's variables (USER) to the buffer of the library (MPI) first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Copies {
    /// The sender continues as soon as the data is copied, at the rate of the memory.
    OneCopy,
    /// Nothing is copied; the sender continues when the NIC has read everything.
    ZeroCopy,
}

/// The order among packets that wait for the same output of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arbitration {
    /// A packet that goes straight on has priority over one that turns, and that over one from the switch's own nodes;
    /// round robin among equals. Keeps rings full: packets in transit are not delayed by packets that could start
    /// later.
    TransitFirst,
    /// Round robin over all inputs.
    RoundRobin,
}

/// The parameters of a target machine. Rates are in bytes per second, delays in picoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    /// Throughput of a link in one direction.
    pub link_rate: u64,
    /// Rate at which the crossbar of a switch moves a packet.
    pub switch_rate: u64,
    /// Calculation of the route. It is done ahead, while the packet is on the cable, so it adds to the latency only
    /// once, at the first switch.
    pub routing_delay: Time,
    /// Allocation of the virtual channel.
    pub vc_delay: Time,
    /// Allocation of the crossbar.
    pub allocation_delay: Time,
    /// From input to output of a switch.
    pub switch_delay: Time,
    /// From a switch to the next; also the delay of a credit on its way back.
    pub cable_delay: Time,
    /// From a NIC to its switch and back.
    pub nic_delay: Time,
    /// Maximum bytes per packet, 1 to [`MAX_MTU`].
    pub mtu: u32,
    /// Rate of a NIC, each way.
    pub nic_rate: u64,
    /// NICs per node, 1 to [`MAX_NICS`]; the packets of a message use all of them in turn.
    pub nics: u8,
    /// Rate of the DMA between memory and NIC.
    pub dma_rate: u64,
    /// Rate of memory: of copies, and of messages from a rank to itself.
    pub memory_rate: u64,
    /// CPU time of each MPI function.
    pub mpi_overhead: Time,
    /// Minimum time between the end of a packet and the start of the next one at a NIC.
    pub packet_gap: Time,
    /// Whether a send copies.
    pub copies: Copies,
    /// Messages of at least this many bytes use rendezvous: they ask first. `None`: no message does.
    pub rendezvous_from: Option<u64>,
    /// Bytes of rendezvous requests and answers.
    pub control_bytes: u32,
    /// Packets that an input buffer holds for each virtual channel, 1 to [`MAX_BUFFER`].
    pub input_buffer: u8,
    /// Packets that an output buffer holds, 1 to [`MAX_BUFFER`].
    pub output_buffer: u8,
    /// The order of packets at an output.
    pub arbitration: Arbitration,
    /// The direction for exactly half a ring.
    pub tie: Tie,
}

/// An error in a set of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamsError {
    /// The text is not valid; line from 1 (if known) and the parser's message.
    Syntax(Option<u32>, String),
    /// This key has a value outside its range, which is given as text.
    Range(&'static str, String),
    /// There is no set with this name.
    Name(String),
}

impl ParamsError {
    /// The error as text.
    pub fn text(&self) -> Text {
        match self {
            Self::Syntax(Some(line), message) => text!("line {line}: {message}", "{line} 行目: {message}"),
            Self::Syntax(None, message) => Text::same(message.clone()),
            Self::Range(key, range) => text!("`{key}` must be {range}", "`{key}` は {range} でなければなりません"),
            Self::Name(name) => text!(
                "there is no set of parameters `{name}`; known ones are torus, infiniband and mopt",
                "パラメータの組 `{name}` はありません。torus、infiniband、mopt があります"
            ),
        }
    }
}

/// The parameters in the form of a file: TOML, every key optional, in GB/s, ns and bytes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    base: Option<String>,
    link_gb_per_s: Option<f64>,
    switch_gb_per_s: Option<f64>,
    nic_gb_per_s: Option<f64>,
    dma_gb_per_s: Option<f64>,
    memory_gb_per_s: Option<f64>,
    routing_ns: Option<f64>,
    vc_allocation_ns: Option<f64>,
    switch_allocation_ns: Option<f64>,
    switch_delay_ns: Option<f64>,
    cable_delay_ns: Option<f64>,
    nic_delay_ns: Option<f64>,
    mpi_overhead_ns: Option<f64>,
    packet_gap_ns: Option<f64>,
    mtu_bytes: Option<u32>,
    control_bytes: Option<u32>,
    nics: Option<u8>,
    copies: Option<Copies>,
    rendezvous_from_bytes: Option<u64>,
    input_buffer_packets: Option<u8>,
    output_buffer_packets: Option<u8>,
    arbitration: Option<Arbitration>,
    tie: Option<Tie>,
}

impl Params {
    /// The paper's future 3-D torus. Its NICs have the rate of the links.
    pub const TORUS: Self = Self {
        link_rate: 8_000_000_000,
        switch_rate: 8_000_000_000,
        routing_delay: 2 * NS,
        vc_delay: 2 * NS,
        allocation_delay: 2 * NS,
        switch_delay: 140 * NS,
        cable_delay: 100 * NS,
        nic_delay: 0,
        mtu: 256,
        nic_rate: 8_000_000_000,
        nics: 1,
        dma_rate: 10_000_000_000,
        memory_rate: 10_000_000_000,
        mpi_overhead: 200 * NS,
        packet_gap: 0,
        copies: Copies::ZeroCopy,
        rendezvous_from: None,
        control_bytes: 32,
        input_buffer: 16,
        output_buffer: 4,
        arbitration: Arbitration::TransitFirst,
        tie: Tie::OneWay,
    };

    /// The paper's fat tree of InfiniBand switches.
    pub const INFINIBAND: Self = Self {
        link_rate: 4_000_000_000,
        switch_rate: 4_000_000_000,
        routing_delay: 10 * NS,
        vc_delay: 10 * NS,
        allocation_delay: 10 * NS,
        cable_delay: 200 * NS,
        nic_delay: 200 * NS,
        mtu: 2048,
        nic_rate: 2_000_000_000,
        arbitration: Arbitration::RoundRobin,
        ..Self::TORUS
    };

    /// The torus of the paper on task mapping: 5 GB/s between nodes, and 120 ns of hardware delay, assigned to the
    /// cable here.
    pub const MOPT: Self = Self {
        link_rate: 5_000_000_000,
        switch_rate: 5_000_000_000,
        nic_rate: 5_000_000_000,
        routing_delay: 0,
        vc_delay: 0,
        allocation_delay: 0,
        switch_delay: 0,
        cable_delay: 120 * NS,
        ..Self::TORUS
    };

    /// The names of the sets that [`Params::named`] knows.
    pub const NAMES: [&'static str; 3] = ["torus", "infiniband", "mopt"];

    /// A set by its name.
    pub fn named(name: &str) -> Result<Self, ParamsError> {
        match name {
            "torus" => Ok(Self::TORUS),
            "infiniband" => Ok(Self::INFINIBAND),
            "mopt" => Ok(Self::MOPT),
            _ => Err(ParamsError::Name(name.to_string())),
        }
    }

    /// Reads a file: TOML with rates in GB/s, delays in ns and sizes in bytes or packets. `base` names the set for keys
    /// that the file does not have (`torus` if it is missing).
    pub fn read(text: &str) -> Result<Self, ParamsError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() as u32 + 1);
            ParamsError::Syntax(line, error.message().to_string())
        })?;
        let params = Self::named(file.base.as_deref().unwrap_or("torus"))?.changed(file)?;
        params.validate()?;
        Ok(params)
    }

    /// The same parameters with another value for a key of the file. [`Params::validate`] compares values with each other.
    ///
    /// # Errors
    /// The key is unknown, or the value does not fit it.
    pub fn with(self, key: &str, value: Value) -> Result<Self, ParamsError> {
        let pair = Table::from_iter([(key.to_string(), value)]);
        let file = File::deserialize(pair).map_err(|wrong| ParamsError::Syntax(None, wrong.message().to_string()))?;
        self.changed(file)
    }

    /// The same with the values of a file.
    fn changed(self, file: File) -> Result<Self, ParamsError> {
        let mut params = self;
        let rate = |key: &'static str, from: Option<f64>, to: &mut u64| match from {
            Some(value) => whole(value * 1e9)
                .filter(|rate| RATES.contains(rate))
                .map(|rate| *to = rate)
                .ok_or_else(|| ParamsError::Range(key, "0.02 .. 1000".to_string())),
            None => Ok(()),
        };
        rate("link_gb_per_s", file.link_gb_per_s, &mut params.link_rate)?;
        rate("switch_gb_per_s", file.switch_gb_per_s, &mut params.switch_rate)?;
        rate("nic_gb_per_s", file.nic_gb_per_s, &mut params.nic_rate)?;
        rate("dma_gb_per_s", file.dma_gb_per_s, &mut params.dma_rate)?;
        rate("memory_gb_per_s", file.memory_gb_per_s, &mut params.memory_rate)?;
        let delay = |key: &'static str, from: Option<f64>, to: &mut Time| match from {
            Some(value) => whole(value * NS as f64)
                .filter(|delay| *delay <= MAX_DELAY)
                .map(|delay| *to = delay)
                .ok_or_else(|| ParamsError::Range(key, "0 .. 1000000".to_string())),
            None => Ok(()),
        };
        delay("routing_ns", file.routing_ns, &mut params.routing_delay)?;
        delay("vc_allocation_ns", file.vc_allocation_ns, &mut params.vc_delay)?;
        delay("switch_allocation_ns", file.switch_allocation_ns, &mut params.allocation_delay)?;
        delay("switch_delay_ns", file.switch_delay_ns, &mut params.switch_delay)?;
        delay("cable_delay_ns", file.cable_delay_ns, &mut params.cable_delay)?;
        delay("nic_delay_ns", file.nic_delay_ns, &mut params.nic_delay)?;
        delay("mpi_overhead_ns", file.mpi_overhead_ns, &mut params.mpi_overhead)?;
        delay("packet_gap_ns", file.packet_gap_ns, &mut params.packet_gap)?;
        params.mtu = file.mtu_bytes.unwrap_or(params.mtu);
        params.control_bytes = file.control_bytes.unwrap_or(params.control_bytes);
        params.nics = file.nics.unwrap_or(params.nics);
        params.copies = file.copies.unwrap_or(params.copies);
        params.rendezvous_from = file.rendezvous_from_bytes.or(params.rendezvous_from);
        params.input_buffer = file.input_buffer_packets.unwrap_or(params.input_buffer);
        params.output_buffer = file.output_buffer_packets.unwrap_or(params.output_buffer);
        params.arbitration = file.arbitration.unwrap_or(params.arbitration);
        params.tie = file.tie.unwrap_or(params.tie);
        Ok(params)
    }

    /// The values in the form of a file: key and text, without those that are "never". [`Params::read`] reads them
    /// back.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let rate = |rate: u64| number(rate, 1_000_000_000);
        let time = |time: Time| number(time, NS);
        let word = |word: &'static str| String::from(word);
        vec![
            ("link_gb_per_s", rate(self.link_rate)),
            ("switch_gb_per_s", rate(self.switch_rate)),
            ("nic_gb_per_s", rate(self.nic_rate)),
            ("dma_gb_per_s", rate(self.dma_rate)),
            ("memory_gb_per_s", rate(self.memory_rate)),
            ("routing_ns", time(self.routing_delay)),
            ("vc_allocation_ns", time(self.vc_delay)),
            ("switch_allocation_ns", time(self.allocation_delay)),
            ("switch_delay_ns", time(self.switch_delay)),
            ("cable_delay_ns", time(self.cable_delay)),
            ("nic_delay_ns", time(self.nic_delay)),
            ("mpi_overhead_ns", time(self.mpi_overhead)),
            ("packet_gap_ns", time(self.packet_gap)),
            ("mtu_bytes", self.mtu.to_string()),
            ("control_bytes", self.control_bytes.to_string()),
            ("nics", self.nics.to_string()),
            ("copies", word(if self.copies == Copies::OneCopy { "one-copy" } else { "zero-copy" })),
            ("rendezvous_from_bytes", self.rendezvous_from.map_or_else(String::new, |from| from.to_string())),
            ("input_buffer_packets", self.input_buffer.to_string()),
            ("output_buffer_packets", self.output_buffer.to_string()),
            (
                "arbitration",
                word(if self.arbitration == Arbitration::RoundRobin { "round-robin" } else { "transit-first" }),
            ),
            (
                "tie",
                word(match self.tie {
                    Tie::OneWay => "one-way",
                    Tie::Split => "split",
                    Tie::Direct => "direct",
                }),
            ),
        ]
    }

    /// Whether every value is in its range.
    pub fn validate(&self) -> Result<(), ParamsError> {
        let range = |ok: bool, key: &'static str, range: String| {
            if ok { Ok(()) } else { Err(ParamsError::Range(key, range)) }
        };
        let upto = |n: u64| alloc::format!("1 .. {n}");
        range((1..=MAX_MTU).contains(&self.mtu), "mtu_bytes", upto(MAX_MTU.into()))?;
        range((1..=self.mtu).contains(&self.control_bytes), "control_bytes", upto(self.mtu.into()))?;
        range((1..=MAX_NICS).contains(&self.nics), "nics", upto(MAX_NICS.into()))?;
        range((1..=MAX_BUFFER).contains(&self.input_buffer), "input_buffer_packets", upto(MAX_BUFFER.into()))?;
        range((1..=MAX_BUFFER).contains(&self.output_buffer), "output_buffer_packets", upto(MAX_BUFFER.into()))?;
        // It is the window of the simulation, which cannot be empty.
        range((NS..=MAX_DELAY).contains(&self.cable_delay), "cable_delay_ns", "1 .. 1000000".to_string())?;
        let rates = [self.link_rate, self.switch_rate, self.nic_rate, self.dma_rate, self.memory_rate];
        range(rates.iter().all(|rate| RATES.contains(rate)), "link_gb_per_s", "0.02 .. 1000".to_string())
    }

    /// From the time a packet's head is ready at a switch until it is ready at the next: 244 ns with the paper's torus.
    pub const fn hop(&self) -> Time {
        self.switch_delay + self.cable_delay + self.vc_delay + self.allocation_delay
    }

    /// Rate at which a NIC sends and receives: its own rate or the DMA's, whichever is lower.
    pub fn injection_rate(&self) -> u64 {
        self.nic_rate.min(self.dma_rate)
    }
}

/// `parts` parts of a `unit` as a decimal number, as short as it is exact.
fn number(parts: u64, unit: u64) -> String {
    let digits = unit.ilog10() as usize;
    let text = alloc::format!("{}.{:0digits$}", parts / unit, parts % unit);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// The nearest whole number; `None` if the value is negative or too large.
fn whole(value: f64) -> Option<u64> {
    // `f64::round` is not in `core`.
    (0.0..1e18).contains(&value).then_some((value + 0.5) as u64)
}

/// The time to transfer `bytes` at a rate, rounded up.
pub fn transfer(bytes: u64, rate: u64) -> Time {
    // The product usually fits into a word, whose division takes a tenth of the time.
    if let Some(product) = bytes.checked_mul(1_000_000_000_000) {
        return product.div_ceil(rate).min(u64::MAX / 4);
    }
    (u128::from(bytes) * 1_000_000_000_000).div_ceil(u128::from(rate)).min(u128::from(u64::MAX / 4)) as Time
}
