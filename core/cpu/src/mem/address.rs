//! The address map of a compute node.

/// First address of the memory-mapped register page.
pub const REGISTER_PAGE: u32 = 0xffff_ff00;
/// In strict addressing, addresses below this are guarded unless the program places a section there.
pub const NULL_PAGE: u32 = 1024;

/// The kind of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// Instruction fetch.
    Fetch,
    Load,
    Store,
}

/// The reason why an access is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccessError {
    /// The address is not a multiple of the given number of bytes.
    Misaligned(u32),
    /// The address belongs to nothing.
    Unmapped,
    /// The guarded first KiB: almost always a pointer that was never set.
    NullPage,
}

/// The memory or device at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Node memory, at this byte offset.
    Memory(u32),
    /// The register page, at this byte offset.
    Register(u32),
}

/// The map of a compute node's 32-bit addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressMap {
    /// Node memory in bytes, a power of two.
    pub size: u32,
    /// True: the upper address bits are ignored, as in the paper. False (strict): an address outside is an error.
    pub mirrored: bool,
    /// True if the first KiB is guarded.
    pub guard_null: bool,
}

impl AddressMap {
    /// The significant bits of the address of an instruction: mirrored addressing ignores the upper ones.
    #[inline]
    pub const fn fetch_mask(&self) -> u32 {
        if self.mirrored { self.size - 1 } else { u32::MAX }
    }

    /// The target of an access of `align` bytes (1, 2, 4 or 8, also the required alignment).
    #[inline]
    pub fn resolve(&self, addr: u32, align: u32) -> Result<Target, AccessError> {
        if addr & (align - 1) != 0 {
            return Err(AccessError::Misaligned(align));
        }
        if addr < self.size {
            if addr < NULL_PAGE && self.guard_null && !self.mirrored {
                return Err(AccessError::NullPage);
            }
            return Ok(Target::Memory(addr));
        }
        if addr >= REGISTER_PAGE {
            return Ok(Target::Register(addr - REGISTER_PAGE));
        }
        if self.mirrored { Ok(Target::Memory(addr & (self.size - 1))) } else { Err(AccessError::Unmapped) }
    }

    /// Checks the words `addr, addr + stride, ...` that a DMA touches and returns the first offset. `words` must be at
    /// least one. In mirrored addressing every aligned range is valid.
    pub fn resolve_range(&self, addr: u32, stride: i32, words: u32) -> Result<u32, AccessError> {
        if addr % 4 != 0 || stride % 4 != 0 {
            return Err(AccessError::Misaligned(4));
        }
        if self.mirrored {
            return Ok(addr & (self.size - 1));
        }
        let last = i64::from(addr) + i64::from(stride) * (i64::from(words) - 1);
        let inside = |a: i64| (0..i64::from(self.size)).contains(&a);
        if !inside(i64::from(addr)) || !inside(last) {
            return Err(AccessError::Unmapped);
        }
        if self.guard_null && (addr < NULL_PAGE || last < i64::from(NULL_PAGE)) {
            return Err(AccessError::NullPage);
        }
        Ok(addr)
    }

    /// The offset in node memory of a word that has passed a range check.
    #[inline]
    pub fn wrap(&self, addr: u32) -> u32 {
        addr & (self.size - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: AddressMap = AddressMap { size: 0x8_0000, mirrored: false, guard_null: true };
    const MIRRORED: AddressMap = AddressMap { mirrored: true, ..STRICT };

    #[test]
    fn strict_addressing_refuses_what_is_outside() {
        assert_eq!(STRICT.resolve(0x1000, 4), Ok(Target::Memory(0x1000)));
        assert_eq!(STRICT.resolve(0x7_fffc, 4), Ok(Target::Memory(0x7_fffc)));
        assert_eq!(STRICT.resolve(0x8_0000, 4), Err(AccessError::Unmapped));
        assert_eq!(STRICT.resolve(0, 4), Err(AccessError::NullPage));
        assert_eq!(STRICT.resolve(0x1002, 4), Err(AccessError::Misaligned(4)));
        assert_eq!(STRICT.resolve(0xffff_ff20, 4), Ok(Target::Register(0x20)));
    }

    #[test]
    fn mirrored_addressing_ignores_the_upper_bits() {
        assert_eq!(MIRRORED.resolve(0x1238_1000, 4), Ok(Target::Memory(0x1000)));
        assert_eq!(MIRRORED.resolve(0xffff_ff20, 4), Ok(Target::Register(0x20)));
    }

    #[test]
    fn ranges_are_checked_at_both_ends() {
        assert_eq!(STRICT.resolve_range(0x7_fff0, 4, 4), Ok(0x7_fff0));
        assert_eq!(STRICT.resolve_range(0x7_fff0, 4, 5), Err(AccessError::Unmapped));
        assert_eq!(STRICT.resolve_range(0x800, -4, 2), Ok(0x800));
        assert_eq!(STRICT.resolve_range(0x400, -4, 2), Err(AccessError::NullPage));
        assert_eq!(STRICT.resolve_range(0x1000, i32::MIN, u32::MAX), Err(AccessError::Unmapped));
        assert_eq!(STRICT.resolve_range(0x1000, 6, 2), Err(AccessError::Misaligned(4)));
    }
}
