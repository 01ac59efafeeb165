//! Links that contain a program: `codec.rs` has their content, `shell/share` the rest.

mod codec;

pub use crate::shell::share::Fault;
pub use codec::{MAX_FILES, Reading, Shared, read};

use crate::shell::share::{Link, make as link};

/// A finished link.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Address and code.
    pub link: Link,
    /// Its content.
    pub shared: Shared,
}

/// Makes a link.
///
/// # Errors
/// The message of the browser, which cannot compress.
pub async fn make(shared: Shared) -> Result<Made, String> {
    let link = link(&codec::plain(&shared), codec::MARK).await?;
    Ok(Made { link, shared })
}
