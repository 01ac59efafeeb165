//! The requests of cores to the file system: the arguments of a system call in registers and in node memory.

use super::files::{MAX_NAME, call};
use super::{FileRequest, TrapCause};
use alloc::vec::Vec;
use mcore_cpu::mem::{Access, AccessError, AddressMap};
use mcore_cpu::processor::{Core, Fault, Now};

/// The bytes at an address. A block larger than node memory is outside it.
fn bytes(core: &Core, map: &AddressMap, addr: u32, count: u32) -> Result<Vec<u8>, Fault> {
    if count > map.size {
        let beyond = addr.wrapping_add(map.size);
        return Err(Fault::Address { addr: beyond, access: Access::Load, error: AccessError::Unmapped });
    }
    (0..count).map(|i| core.byte(map, addr.wrapping_add(i))).collect()
}

/// The string at an address, or its first `most` bytes.
fn string(core: &Core, map: &AddressMap, addr: u32, most: u32) -> Result<Vec<u8>, Fault> {
    let mut text = Vec::new();
    for i in 0..most {
        match core.byte(map, addr.wrapping_add(i))? {
            0 => break,
            byte => text.push(byte),
        }
    }
    Ok(text)
}

/// The name of a file. A longer one than the maximum is cut one byte after it.
fn name(core: &Core, map: &AddressMap, addr: u32) -> Result<Vec<u8>, Fault> {
    string(core, map, addr, MAX_NAME as u32 + 1)
}

/// The text of `vfprintf`.
fn formatted(core: &mut Core, now: Now<'_>, limit: usize) -> Result<Vec<u8>, TrapCause> {
    core.format(now, limit).map_err(|fault| match fault {
        Fault::ConsoleFull => TrapCause::FilesFull,
        other => other.into(),
    })
}

/// The request of a system call. `limit`: bytes of a formatted text.
///
/// # Errors
///
/// An unknown number, an address without memory, a wrong format, or a text longer than all files may be.
pub(super) fn request(core: &mut Core, number: u32, now: Now<'_>, limit: usize) -> Result<FileRequest, TrapCause> {
    let map = &now.code.map;
    let [a0, a1, a2] = [4, 5, 6].map(|register| core.processor.get(register));
    Ok(match number {
        call::OPEN => {
            let unnamed = a1 & super::files::mode::UNNAMED != 0;
            let name = if unnamed { Vec::new() } else { name(core, map, a0)? };
            FileRequest::Open { name, mode: a1, number: a2 }
        }
        call::CLOSE => FileRequest::Close { stream: a0 },
        call::READ => FileRequest::Read { stream: a0, bytes: a1 },
        call::WRITE if a2 == u32::MAX => FileRequest::Write { stream: a0, bytes: string(core, map, a1, map.size)? },
        call::WRITE => FileRequest::Write { stream: a0, bytes: bytes(core, map, a1, a2)? },
        call::SEEK => FileRequest::Seek { stream: a0, offset: a1 as i32, whence: a2 },
        call::FORMAT => FileRequest::Write { stream: a2, bytes: formatted(core, now, limit)? },
        call::REMOVE => FileRequest::Remove { name: name(core, map, a0)? },
        call::RENAME => FileRequest::Rename { from: name(core, map, a0)?, to: name(core, map, a1)? },
        call::FLAGS => FileRequest::Flags { stream: a0, clear: a1 },
        call::UNREAD => FileRequest::Unread { stream: a1, byte: a0 as u8 },
        call::RESIZE => FileRequest::Resize { stream: a0, bytes: a1 },
        call::SHARE => FileRequest::Share { stream: a0, number: a1, replaces: a2 == 1 },
        _ => return Err(Fault::Syscall(number).into()),
    })
}
