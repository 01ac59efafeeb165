//! Helpers that several integration tests share.
