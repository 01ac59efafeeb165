//! The header of a packet as bytes: 32 of them, little-endian.

use super::verbs::Opcode;

/// Bytes of a header.
pub const HEADER: usize = 32;

/// The purpose of a packet, in the flags of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// A part of a message.
    Data = 0,
    /// Control information of a direct write.
    Control = 1,
    /// A Read or an atomic operation.
    Request = 2,
    /// A large Send asks for the buffer.
    Ask = 3,
    /// An answer whose data are in the packet.
    Answer = 4,
    /// An answer whose data were written directly.
    Direct = 5,
    /// The buffer for a large Send.
    Grant = 6,
    /// Receiver not ready.
    NotReady = 7,
    /// Refused.
    Refused = 8,
}

impl Purpose {
    const ALL: [Self; 9] = [
        Self::Data,
        Self::Control,
        Self::Request,
        Self::Ask,
        Self::Answer,
        Self::Direct,
        Self::Grant,
        Self::NotReady,
        Self::Refused,
    ];
}

/// A header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The operation.
    pub opcode: Opcode,
    /// The purpose of the packet.
    pub purpose: Purpose,
    /// The queue pair of the receiver.
    pub qp: u16,
    /// The number of the packet.
    pub psn: u32,
    /// Bytes of the request.
    pub length: u32,
    pub immediate: u32,
    /// The buffer of the peer.
    pub remote: u64,
    /// Its key.
    pub rkey: u32,
    /// The last packet of its message.
    pub last: bool,
}

/// The fields of a header: name, first byte, bytes.
pub const FIELDS: [(&str, usize, usize); 10] = [
    ("opcode", 0, 1),
    ("flags", 1, 1),
    ("qp", 2, 2),
    ("psn", 4, 4),
    ("length", 8, 4),
    ("imm", 12, 4),
    ("remote address", 16, 8),
    ("rkey", 24, 4),
    ("last", 28, 1),
    ("zero", 29, 3),
];

impl Header {
    /// As bytes.
    pub fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let opcode = Opcode::ALL.iter().position(|(opcode, _)| *opcode == self.opcode).unwrap_or(0);
        bytes[0] = opcode as u8;
        bytes[1] = self.purpose as u8;
        bytes[2..4].copy_from_slice(&self.qp.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.psn.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.length.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.immediate.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.remote.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.rkey.to_le_bytes());
        bytes[28] = self.last.into();
        bytes
    }

    /// Reads a header; `None` for bytes that no header has.
    pub fn from_bytes(bytes: &[u8; HEADER]) -> Option<Self> {
        let number = |from: usize, count: usize| {
            bytes[from..from + count].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        if bytes[28] > 1 || bytes[29..] != [0; 3] {
            return None;
        }
        Some(Self {
            opcode: Opcode::ALL.get(usize::from(bytes[0]))?.0,
            purpose: *Purpose::ALL.get(usize::from(bytes[1]))?,
            qp: number(2, 2) as u16,
            psn: number(4, 4) as u32,
            length: number(8, 4) as u32,
            immediate: number(12, 4) as u32,
            remote: number(16, 8),
            rkey: number(24, 4) as u32,
            last: bytes[28] == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written() {
        for (opcode, _) in Opcode::ALL {
            for purpose in Purpose::ALL {
                let header = Header {
                    opcode,
                    purpose,
                    qp: 0x102,
                    psn: 0x0304_0506,
                    length: 480,
                    immediate: 7,
                    remote: 0x1_0040,
                    rkey: 0x100,
                    last: true,
                };
                let bytes = header.to_bytes();
                assert_eq!(Header::from_bytes(&bytes), Some(header));
                assert_eq!((&bytes[2..4], &bytes[4..8]), (&[2, 1][..], &[6, 5, 4, 3][..]));
            }
        }
        assert_eq!(Header::from_bytes(&[0xff; HEADER]), None);
        let ends = FIELDS.iter().fold(0, |at, (_, from, count)| if *from == at { from + count } else { usize::MAX });
        assert_eq!(ends, HEADER, "the fields follow each other without a gap");
    }
}
