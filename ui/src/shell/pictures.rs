//! The pictures of an exercise: files of its pack, at addresses that only this page knows.

use crate::widgets::address_of;
use mcore::packs::{PackFile, pictures};
use std::collections::BTreeMap;

/// Addresses of pictures by the names that statements use: `images/mesh.svg`.
///
/// A picture is shown by an element that runs no script and loads nothing more, whatever the file contains.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pictures(BTreeMap<String, String>);

impl Pictures {
    /// The pictures of the exercise in a folder of a pack.
    pub fn of(folder: &str, files: &[PackFile]) -> Self {
        let all = pictures(folder, files).into_iter();
        Self(all.filter_map(|(name, picture)| Some((name, address_of(picture.mime, picture.bytes)?))).collect())
    }

    /// The address of a picture, if it exists.
    pub fn address(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Pictures at given addresses.
    #[cfg(test)]
    pub fn at(addresses: &[(&str, &str)]) -> Self {
        Self(addresses.iter().map(|(name, address)| ((*name).to_owned(), (*address).to_owned())).collect())
    }
}

// Tests of other parts run without a browser.
#[cfg(target_arch = "wasm32")]
impl Drop for Pictures {
    fn drop(&mut self) {
        for address in self.0.values() {
            // Fails only for invalid addresses.
            let _ = web_sys::Url::revoke_object_url(address);
        }
    }
}
