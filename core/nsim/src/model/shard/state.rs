//! The state of a part: contents of its buffers, its hash, its memory.

use super::super::rank::Rank;
use super::super::switch::{Crossing, Header};
use super::{Shard, Switch};
use alloc::vec::Vec;

impl Shard {
    /// The places of all buffers, each buffer from its first packet on, and whether each place holds a packet.
    fn buffered(&self) -> impl Iterator<Item = (usize, bool)> + '_ {
        let queue = move |slot: usize, channel: usize| {
            let places = if slot < self.from_nics { 1 } else { usize::from(self.setup.params.input_buffer) };
            let ring = self.ring(&self.setup, slot, channel);
            let first = usize::from(self.inputs[slot].first[channel]);
            let length = usize::from(self.inputs[slot].length[channel]);
            (0..places).map(move |n| (ring + (first + n) % places, n < length))
        };
        let channels = |slot| if slot < self.from_nics { 1 } else { self.setup.channels };
        let queues =
            (0..self.inputs.len()).flat_map(move |slot| (0..channels(slot)).map(move |channel| queue(slot, channel)));
        queues.flatten()
    }

    /// Number of packets in the fullest input buffer of a switch of this part, except the buffers of its own nodes.
    pub fn held(&self, switch: u32) -> u8 {
        let own = &self.switches[(switch - self.first) as usize];
        let links = (own.local..own.ports).map(|port| &self.inputs[self.slot(own, port)]);
        links.flat_map(|input| input.length).max().unwrap_or(0)
    }

    /// Packets in the input buffers of a port, channel by channel.
    pub fn held_beside(&self, slot: usize) -> Vec<u8> {
        self.inputs[slot].length[..self.setup.channels].to_vec()
    }

    /// Hashes everything that decides the rest of the run, and the counts. Not hashed is everything that depends on how this
    /// state was reached: unused memory, the lists of windows, and recordings.
    pub fn hash_state(&self, hasher: &mut impl core::hash::Hasher) {
        use core::hash::Hash as _;
        for ((output, wire), input) in self.outputs.iter().zip(&self.wires).zip(&self.inputs) {
            output.hash(hasher);
            // The first place of a buffer in its ring does not count.
            (wire.cursor, wire.place, input.busy, input.length).hash(hasher);
        }
        let header = |number: u32| &self.headers[number as usize];
        for (place, held) in self.buffered() {
            let packet = &self.packets[place];
            packet.ready.hash(hasher);
            // The last packet of a free place does not count, and neither do the numbers of headers.
            if held {
                (packet.straight, packet.port, packet.channel(), packet.last(), packet.late()).hash(hasher);
                let Header { to, from, message, rest, last, nic } = header(packet.header);
                (to, from, message, nic).hash(hasher);
                packet.last().then_some((rest, last)).hash(hasher);
                packet.late().then(|| self.spans[place]).hash(hasher);
            }
        }
        self.crossings.iter().for_each(|link| link.credits.hash(hasher));
        self.places.hash(hasher);
        self.nics.iter().for_each(|nic| nic.hash_state(hasher, header));
        self.nodes.iter().for_each(|rank| rank.hash_state(hasher));
        let c = &self.counts;
        (c.messages, c.bytes, c.packets, c.traversals, c.events, c.last_event, c.ended).hash(hasher);
    }

    /// Approximate memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.outputs)
            + size_of_val(&*self.wires)
            + size_of_val(&*self.inputs)
            + size_of_val(&*self.due)
            + size_of_val(&*self.packets)
            + size_of_val(&*self.spans)
            + size_of_val(&*self.headers)
            + self.crossings.len() * (size_of::<Crossing>() + 16 * usize::from(self.setup.params.input_buffer))
            + size_of_val(&*self.places)
            + self.switches.len() * size_of::<Switch>()
            + self.nodes.len() * (size_of::<Rank>() + 200)
            + self.recorder.bytes()
    }
}
