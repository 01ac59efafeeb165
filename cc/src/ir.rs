//! The intermediate representation: SSA over i32, f32, f64 and memory.
