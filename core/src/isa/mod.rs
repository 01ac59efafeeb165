//! MIPS32 as knowledge: it knows no machine.
