//! Communication records (see [`mcore_ranks::record`]). Only source, destination and bytes of messages matter here.

use super::{Collector, Found, Kind, ReadError};
use crate::model::graph::Edge;
use alloc::vec::Vec;
use mcore_base::text;
use mcore_ranks::record::{Item, read as read_record};

pub(super) fn read(text: &str, ranks: Option<u32>) -> Result<Found, ReadError> {
    let all = read_record(
        text,
        |head| {
            let own = head.ranks;
            Collector::new(None).rank(own - 1)?;
            match ranks.filter(|wanted| u64::from(*wanted) != own) {
                Some(wanted) => Err(text!(
                    "the record has {own} ranks and not {wanted}",
                    "記録は {own} ランクで、{wanted} ランクではありません"
                )),
                None => Ok(Collector::new(Some(own as u32))),
            }
        },
        |all, item| match item {
            Item::Message(message) => {
                let (from, to) = (all.rank(message.source)?, all.rank(message.destination)?);
                all.add(Edge { from, to, bytes: message.bytes, messages: 1 })
            }
            Item::Interval(_) => Ok(()),
        },
    );
    let all = all.map_err(|error| ReadError::new(error.line as u32, error.column as u32, error.text))?;
    all.finish(Kind::Comm, Vec::new())
}
