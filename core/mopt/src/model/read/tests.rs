//! Files of every kind, their errors with line and column, and random texts.

use super::{Found, Kind, read, read_map, write_map};
use crate::model::Network;
use crate::model::graph::{Edge, Graph};
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec;
use alloc::vec::Vec;
use mcore_base::Rng;

fn found(text: &str) -> Found {
    read(text, None).unwrap_or_else(|error| panic!("{}: {text}", error.text().en))
}

fn edges(graph: &Graph) -> Vec<(u32, u32, u64)> {
    graph.edges().map(|Edge { from, to, bytes, .. }| (from, to, bytes)).collect()
}

/// Line and column of the error of a text.
fn wrong(text: &str, ranks: Option<u32>) -> (u32, u32) {
    let error = read(text, ranks).err().unwrap_or_else(|| panic!("no error: {text}"));
    (error.line, error.column)
}

#[test]
fn the_same_traffic_in_every_form() {
    let wanted = vec![(0, 1, 10), (0, 2, 5), (1, 2, 7)];
    let forms = [
        ("source,destination,bytes\n0,1,4\n0, 1, 6 # more\n\n0,2,5\r\n1,2,7\n", Kind::Edges),
        ("0,1,10,3\n0,2,5\n1,2,7,1\n2,2,9\n", Kind::Edges),
        ("0,10,5\n0,0,7\n0,0,0\n", Kind::Square),
        ("%%MatrixMarket matrix coordinate integer general\n% remark\n3 3 3\n1 2 10\n1 3 5\n2 3 7\n", Kind::Market),
        ("%%MatrixMarket matrix array real general\n3 3\n0\n0\n0\n10\n0\n0\n5.2\n7\n0\n", Kind::Market),
        (
            "{\"format\":1,\"ranks\":3,\"messages\":[{\"source\":0,\"destination\":1,\"bytes\":10,\"tag\":1},\
             {\"source\":0,\"destination\":2,\"bytes\":5},{\"source\":1,\"destination\":2,\"bytes\":7}]}",
            Kind::Comm,
        ),
        (
            "{\"format\":1,\"ranks\":3}\n{\"source\":0,\"destination\":1,\"bytes\":10}\n{\"rank\":1,\"begin\":0,\"end\":5}\n\
             {\"source\":0,\"destination\":2,\"bytes\":5}\n{\"source\":1,\"destination\":2,\"bytes\":7}\n",
            Kind::Comm,
        ),
        (
            "# a program\n0 isend 1 4 7\n0 compute 10\n0 send 1 6\n0 sendrecv 2 5 any 0 # both\n1 recv\n1 isend 2 7\n2 waitall\n",
            Kind::Trace,
        ),
    ];
    for (text, kind) in forms {
        let found = found(text);
        assert_eq!((edges(&found.graph), found.kind), (wanted.clone(), kind), "{text}");
    }
    let symmetric = found("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n4 3\n");
    assert_eq!(edges(&symmetric.graph), [(0, 1, 1), (1, 0, 1), (2, 3, 1), (3, 2, 1)]);
    let lower = found("%%MatrixMarket matrix array integer symmetric\n2 2\n9\n4\n9\n");
    assert_eq!((edges(&lower.graph), lower.notices.len()), (vec![(0, 1, 4), (1, 0, 4)], 1));
    assert_eq!(found("0,1,10,3\n").graph.edges().map(|edge| edge.messages).sum::<u64>(), 3);
}

#[test]
fn errors_name_line_and_column() {
    for (text, ranks, place) in [
        ("0,1,4\n0,x,5\n", None, (2, 3)),
        ("0,1,4\n0,-1,5\n", None, (2, 3)),
        ("0,1,4\n 0,1, -5\n", None, (2, 7)),
        ("0,1,4\n0,9,5\n", Some(4), (2, 3)),
        ("0,1,4\n70000,1,5\n", None, (2, 1)),
        ("0,1,4\n0,1,4,1,1\n", None, (2, 9)),
        ("0,1,4\n0,1\n", None, (2, 0)),
        ("1,2\n3,4,5\n", None, (2, 0)),
        ("1,2,3,4,5\n1,2,3,4,5\n", None, (2, 0)),
        ("hello\n", None, (1, 0)),
        ("1\n", None, (1, 0)),
        ("", None, (0, 0)),
        ("# nothing\n", None, (0, 0)),
        ("0,0,5\n1,1,5\n", None, (0, 0)),
        ("%%MatrixMarket matrix coordinate complex general\n1 1 1\n", None, (1, 34)),
        ("%%MatrixMarket matrix coordinate integer general\n2 3 1\n1 2 1\n", None, (2, 3)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 1\n0 2 1\n", None, (3, 1)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 3 1\n", None, (3, 3)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 1\n", None, (3, 0)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 1\n2 1 1\n", None, (4, 0)),
        ("%%MatrixMarket matrix array pattern general\n2 2\n", None, (1, 29)),
        ("0 send 1 4\n0 sned 1 4\n", None, (2, 3)),
        ("0 send 1 4\n0 send 1\n", None, (2, 0)),
        ("0 send 1 4\n0 send x 4\n", None, (2, 8)),
        ("0 send 1 4\n0 sendrecv 1 4\n", None, (2, 0)),
        ("0 send 1 4\n0 send 1 -4\n", None, (2, 10)),
        ("0 send 1 4\n0 send 5 4\n", Some(4), (2, 8)),
        ("0 compute 5\n", None, (0, 0)),
        ("{\"format\":1,\n\"ranks\":}", None, (2, 9)),
        ("{\"format\":2,\"ranks\":3}", None, (0, 0)),
        ("{\"format\":1,\"ranks\":2,\"messages\":[{\"source\":0,\"destination\":2,\"bytes\":1}]}", None, (0, 0)),
    ] {
        assert_eq!(wrong(text, ranks), place, "{text}");
    }
    let path = read("{\"format\":1,\"ranks\":2,\"messages\":[{\"source\":0,\"destination\":2,\"bytes\":1}]}", None);
    assert!(path.expect_err("an error").text().en.contains("`messages[0].destination`"));
    let large = read("0,1,9007199254740993\n", None).expect_err("an error").text().en;
    assert!(large.contains("2^53"), "{large}");
}

#[test]
fn maps_are_read_and_written() {
    let network = Network::read("mesh:3x2").expect("a network");
    let map = vec![5, 0, 3, 1];
    assert_eq!(read_map(&write_map(&map, &network), &network, 4), Ok(map.clone()));
    assert_eq!(read_map("0 5\r\n1: (0,0)\n# remark\n3 1\n2 0 1\n", &network, 4), Ok(map.clone()));
    assert_eq!(read_map("{\"format\":1,\"map\":[5,0,3,1]}", &network, 4), Ok(map));
    for (text, place) in [
        ("0 5\n1 6\n", (2, 3)),
        ("0 5\n1 5\n", (2, 3)),
        ("0 5\n0 4\n", (2, 3)),
        ("0 5\n4 4\n", (2, 3)),
        ("0 5\nx\n", (2, 1)),
        ("0 5\n1 a\n", (2, 3)),
        ("0 5\n1 0,2\n", (2, 3)),
        ("0 5\n1 0\n2 1\n", (0, 0)),
        ("{\"map\":[5,5,0,1]}", (0, 0)),
        ("{\"map\":[5,0,1]}", (0, 0)),
        ("{\"map\":5}", (1, 8)),
    ] {
        let error = read_map(text, &network, 4).err().unwrap_or_else(|| panic!("no error: {text}"));
        assert_eq!((error.line, error.column), place, "{text}: {}", error.text().en);
    }
    assert!(read_map("", &network, 7).is_err());
}

/// Texts made of pieces that the readers know, in any order.
#[test]
fn random_texts_never_panic() {
    const PIECES: [&str; 30] = [
        "0,1,4\n",
        "1,2,3\n",
        "2,0,1,5\n",
        "0,1,2\n",
        "0",
        "1",
        "2",
        "17",
        "65535",
        "65536",
        "-3",
        "9999999999999999999",
        "1e300",
        "0.5",
        "nan",
        ",",
        ";",
        " ",
        "\n",
        "\r\n",
        "#",
        "%%MatrixMarket matrix coordinate integer general\n",
        "%%MatrixMarket matrix array real symmetric\n",
        "%",
        "{\"format\":1,",
        "\"ranks\":3",
        "}",
        "\"messages\":[",
        "source,destination,bytes",
        "あ",
    ];
    let network = Network::read("torus:3x2").expect("a network");
    let mut rng = Rng::new(20);
    let mut good = 0;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..rng.below(40) {
            text += PIECES[rng.below(PIECES.len() as u64) as usize];
        }
        good += usize::from(read(&text, None).is_ok());
        let ranks = read(&text, Some(3));
        assert!(ranks.is_err() || ranks.is_ok_and(|found| found.graph.ranks() == 3));
        let _ = read_map(&text, &network, 3);
    }
    assert!(good > 0, "some of the texts are valid");
}

#[test]
fn what_is_written_is_read_again() {
    let mut rng = Rng::new(3);
    for ranks in [5u32, 9, 40] {
        let mut cells = vec![vec![0u64; ranks as usize]; ranks as usize];
        for _ in 0..3 * ranks {
            let (from, to) = (rng.below(ranks.into()) as usize, rng.below(ranks.into()) as usize);
            if from != to {
                cells[from][to] = 1 + rng.below(1 << 40);
            }
        }
        // The last rank takes part, so that a list of edges knows the number of ranks.
        cells[ranks as usize - 1][0] = 1;
        let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let square = cells.iter().map(row).collect::<Vec<_>>().join("\n");
        let mut list = String::from("source,destination,bytes\n");
        for (from, row) in cells.iter().enumerate() {
            for (to, bytes) in row.iter().enumerate().filter(|(_, bytes)| **bytes > 0) {
                list += &format!("{from},{to},{bytes}\n");
            }
        }
        assert_eq!(edges(&found(&square).graph), edges(&found(&list).graph));
    }
}
