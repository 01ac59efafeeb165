//! The inputs of PMNet: DAT texts, traces as text, machines as hwloc describes them. Sound input is read correctly,
//! unsound input is refused with place and remedy, and nothing panics.

use mcore::base::Lang;
use mcore::modes::pmnet::model::preset::{NAMES, Preset};
use mcore::modes::pmnet::model::sweep::Property;
use mcore::modes::pmnet::model::trace::{Access, AccessKind, Batch, Format, MAX_LINE, Mark, Reader};
use mcore::modes::pmnet::model::{Dat, Graph, Kind, hwloc};
use mcore_tests::memory::system;
use mcore_tests::root;
use proptest::prelude::*;
use serde_json::{Value, json};

fn small() -> Value {
    let dat = system("c0 l1_0 m0", &[("l1", 512, 2, 64)], &[("c0", "l1_0"), ("l1_0", "m0")]);
    serde_json::from_str(&dat.to_json()).expect("JSON")
}

fn errors(dat: &Value) -> Vec<String> {
    let errors =
        Dat::read(&dat.to_string()).and_then(|dat| Graph::new(&dat).map(drop)).expect_err("something is wrong");
    for error in &errors {
        let text = error.text();
        assert!(!text.get(Lang::Ja).is_ascii() && text.en != text.ja, "{text:?}");
    }
    errors.iter().map(|e| e.text().en).collect()
}

#[test]
fn every_mistake_is_told_with_its_object_and_key() {
    type Spoil = fn(&mut Value);
    let cases: [(Spoil, &str); 22] = [
        (
            |d| d["cache_class"][0]["capacity"] = json!(500),
            "cache_class `l1`, `capacity`: 500 bytes are no multiple of a set",
        ),
        (|d| d["cache_class"][0]["linesize"] = json!(48), "cache_class `l1`, `linesize`: must be a power of two"),
        (|d| d["cache_class"][0]["associativity"] = json!(0), "cache_class `l1`, `associativity`: must be above 0"),
        (
            |d| d["cache_class"][0]["associativity"] = json!(1_u64 << 40),
            "cache_class `l1`, `associativity`: must be at most",
        ),
        (
            |d| d["mem_class"][0]["read_bandwidth"] = json!(0),
            "mem_class `memory`, `read_bandwidth`: must be a number above 0",
        ),
        (
            |d| d["mem_class"][0]["write_bandwidth"] = json!("fast"),
            "mem_class `memory`, `write_bandwidth`: must be a number",
        ),
        (
            |d| d["mem_class"][0]["capacity"] = json!(100),
            "mem_class `memory`, `capacity`: 100 bytes are no multiple of the line",
        ),
        (
            |d| drop(d["mem_class"][0].as_object_mut().expect("one").remove("linesize")),
            "mem_class `memory`, `linesize`: is missing",
        ),
        (|d| d["cache_obj"][0]["class"] = json!("l3"), "cache_obj `l1_0`, `class`: there is no cache_class `l3`"),
        (|d| d["cache_obj"][0]["name"] = json!("c0"), "cache_obj `c0`, `name`: another object (core_obj)"),
        (|d| d["cache_obj"][0]["name"] = json!(7), "cache_obj[0], `name`: must be a text"),
        (
            |d| d["edge_obj"][1]["target"] = json!("m1"),
            "edge_obj `e1`, `target`: there is no object `m1`; did you mean `m0`?",
        ),
        (|d| d["edge_obj"][1]["target"] = json!("l1_0"), "edge_obj `e1`, `target`: leads back to `l1_0`"),
        (|d| d["edge_obj"] = json!([]), "core_obj `c0`: is connected to nothing"),
        (|d| drop(d["edge_obj"].as_array_mut().expect("edges").pop()), "mem_obj `m0`: is connected to nothing"),
        (|d| d["core_obj"] = json!([]), "there is no core"),
        (|d| d["mem_obj"] = json!([]), "there is no memory"),
        (|d| d["mem_obj"] = json!({}), "`mem_obj`: must be an array"),
        (|d| d["mem_obj"][0] = json!(3), "mem_obj[0]: must be a JSON object"),
        (|d| d["core_obj"][0]["num_sp_flops"] = json!(5), "core_obj `c0`, `num_sp_flops`: needs the key `sp_flops`"),
        (|d| d["core_obj"][0]["num_inst"] = json!(-5), "core_obj `c0`, `num_inst`: must be a whole number"),
        (|d| d["cache_class"][0]["capacity"] = json!(1_u64 << 42), "cache_obj: the caches have"),
    ];
    assert_eq!(Dat::read(&small().to_string()).map(|d| Graph::new(&d).is_ok()), Ok(true));
    for (spoil, wanted) in cases {
        let mut dat = small();
        spoil(&mut dat);
        let found = errors(&dat);
        assert!(found.iter().any(|e| e.contains(wanted)), "{wanted}: {found:?}");
    }
    for (text, wanted) in
        [("", "line 1"), ("{\"core_obj\": [", "is not JSON"), ("[]", "one JSON object"), ("{}", "no core")]
    {
        let found = Dat::read(text).expect_err("no DAT");
        assert!(found.iter().any(|e| e.text().en.contains(wanted)), "{text}: {found:?}");
    }
}

#[test]
fn unknown_keys_come_back_wherever_they_stand() {
    let mut dat = small();
    dat["view"] = json!({"zoom": 1.5, "places": [{"c0": [1, 2]}]});
    dat["cache_class"][0]["latency"] = json!(4);
    dat["cache_obj"][0]["colour"] = json!("red");
    dat["edge_obj"][0]["width"] = json!([1, null]);
    dat["core_obj"][0]["num_dp_flops"] = json!(1e6);
    let read = Dat::read(&dat.to_string()).expect("sound");
    let back: Value = serde_json::from_str(&read.to_json()).expect("JSON");
    dat["core_obj"][0]["num_dp_flops"] = json!(1_000_000);
    assert_eq!(back, dat);
}

/// The schema for editors and the reader know the same keys.
#[test]
fn the_schema_lists_the_keys_of_the_format() {
    let text = std::fs::read_to_string(root().join("docs/dat.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let lists = schema["properties"].as_object().expect("lists");
    assert_eq!(lists.len(), 10);
    for (list, of) in lists {
        let known = of["items"]["properties"].as_object().expect("keys");
        for key in known.keys().chain(["no_such_key".into()].iter()) {
            // A value that is wrong for every known key, and right for an unknown one.
            let mut dat = small();
            if dat[list].as_array().is_none_or(Vec::is_empty) {
                dat[list] = json!([{"name": "x", "class": "router", "read_bandwidth": 1, "write_bandwidth": 1}]);
            }
            dat[list][0][key] = json!({});
            let found = Dat::read(&dat.to_string());
            let named = found.is_err_and(|errors| errors.iter().any(|e| e.key == *key));
            assert_eq!(named, key != "no_such_key", "{list}.{key}");
        }
        for required in of["items"]["required"].as_array().expect("required keys") {
            let mut dat = small();
            if let Some(object) = dat[list].get_mut(0).and_then(Value::as_object_mut) {
                object.remove(required.as_str().expect("a key"));
                assert!(Dat::read(&dat.to_string()).is_err(), "{list}.{required}");
            }
        }
    }
}

/// All contents of a text, read in chunks.
fn read(format: Format, text: &[u8], chunk: usize) -> (Batch, Reader) {
    let mut reader = Reader::new(format, u64::MAX);
    let mut batch = Batch::default();
    for chunk in text.chunks(chunk) {
        reader.feed(chunk, &mut batch).expect("no limit");
    }
    reader.finish(&mut batch).expect("no limit");
    (batch, reader)
}

#[test]
fn lackey_din_and_generic_say_what_they_mean() {
    let lackey = b"==77== Lackey, an example tool\nI  04000000,3\n L 1ffefffdd0,8\n S 0040bd40,4\n M 04222cac,16\n\
                   I  04000003,12\n L 7,1\n SB 04000000\n\n# core 3\n L 00000000ffffffff,2";
    let (batch, reader) = read(Format::Lackey, lackey, 7);
    let wanted = [
        Access::read(0x1f_feff_fdd0, 8),
        Access::write(0x40_bd40, 4),
        Access::read(0x0422_2cac, 16),
        Access::write(0x0422_2cac, 16),
        Access::read(7, 1),
        Access::read(0xffff_ffff, 2),
    ];
    assert_eq!(batch.accesses, wanted);
    assert_eq!((reader.lines(), reader.bad(), batch.threads), (11, 0, 1));
    let instructions: u64 = batch
        .marks
        .iter()
        .map(|(_, mark)| if let Mark::Work { work, .. } = mark { work.instructions } else { 0 })
        .sum();
    assert_eq!(instructions, 2);
    assert!(batch.marks.contains(&(5, Mark::Core { thread: 0, core: "3".into() })));

    let (batch, reader) = read(Format::Din, b"0 1000\n1 0x1004 8\n2 400\n3 abc\n4 0\n# phase two words\n5 10\n", 5);
    let wanted = [Access::read(0x1000, 4), Access::write(0x1004, 8), Access::read(0xabc, 4)];
    assert_eq!((batch.accesses.as_slice(), reader.bad()), (&wanted[..], 1));
    assert!(batch.marks.contains(&(3, Mark::Phase("two words".into()))));

    let text = b"17 R 0x10\n4 W 18 4\n17,N,20,64\nr 7f\n# flops 3 2 1 4\n# an ordinary comment\nR 10 0\nX 10\nR zz\nR 10 8 9\n";
    let (batch, reader) = read(Format::Generic, text, 1);
    let access = |addr, size, thread, kind| Access { addr, size, thread, kind };
    let wanted = [
        access(0x10, 8, 0, AccessKind::Read),
        access(0x18, 4, 1, AccessKind::Write),
        access(0x20, 64, 0, AccessKind::NonTemporal),
        access(0x7f, 8, 2, AccessKind::Read),
    ];
    assert_eq!((batch.accesses.as_slice(), reader.bad(), batch.threads), (&wanted[..], 4, 3));
    let work = batch.marks.iter().find_map(|(_, mark)| match mark {
        Mark::Work { thread, work } => Some((*thread, work.dp_flops, work.sp_flops, work.instructions)),
        _ => None,
    });
    assert_eq!(work, Some((1, 3, 2, 1)));
    let bad = &reader.first_bad()[0];
    assert_eq!((bad.line, bad.text.as_str()), (7, "R 10 0"));
    assert!(bad.why.en.contains("1 to 65536 bytes"), "{:?}", bad.why);
}

#[test]
fn formats_are_guessed_and_too_many_wrong_lines_end_the_reading() {
    for (text, wanted) in [
        ("==1== x\n L 10,4\n", Some(Format::Lackey)),
        ("# a\n\n0 1000\n", Some(Format::Din)),
        ("0 R 1000\n", Some(Format::Generic)),
        ("R 0x1000 8\n", Some(Format::Generic)),
        ("hello world\n", None),
        ("", None),
        ("{\"core_class\": []}", None),
    ] {
        assert_eq!(Format::guess(text.as_bytes()), wanted, "{text}");
    }
    let mut reader = Reader::new(Format::Lackey, 3);
    let error = reader.feed(b"0 10\n0 10\n0 10\n0 10\n0 10\n", &mut Batch::default()).expect_err("too many");
    assert!(error.en.contains("more than 3 of 4 lines") && error.en.contains("`lackey`"), "{error:?}");
    // A line without end, and bytes that are no text at all.
    let long = vec![b'x'; 3 * MAX_LINE];
    let (batch, reader) = read(Format::Generic, &[&long[..], b"\nR 10\n"].concat(), 1000);
    assert_eq!((batch.accesses.len(), reader.bad(), reader.lines()), (1, 1, 2));
    assert!(reader.first_bad()[0].text.len() < 100);
}

proptest! {
    /// The division of a text into chunks changes nothing; the fast reader of common lines agrees with the general one.
    #[test]
    fn pieces_do_not_matter(
        lines in prop::collection::vec((0_usize..6, any::<u64>(), 0_u32..64, 0_u32..130), 0..200),
        chunk in 1_usize..50,
        end: bool,
    ) {
        let mut text = String::new();
        for (kind, addr, shift, size) in lines {
            let kind = ["I ", " L", " S", " M", "==", " X"][kind];
            text += &format!("{kind} {:08x},{size}\n", addr >> shift);
        }
        if !end {
            text.pop();
        }
        let (whole, reader) = read(Format::Lackey, text.as_bytes(), usize::MAX);
        let (cut, other) = read(Format::Lackey, text.as_bytes(), chunk);
        prop_assert_eq!(&whole.accesses, &cut.accesses);
        prop_assert_eq!((reader.lines(), reader.bad()), (other.lines(), other.bad()));
        // A space at the end of each line makes every one of them uncommon.
        let plain = text.replace('\n', " \n");
        let (plain, _) = read(Format::Lackey, plain.as_bytes(), usize::MAX);
        prop_assert_eq!(&whole.accesses, &plain.accesses);
        prop_assert!(whole.accesses.iter().all(Access::is_sound));
    }

    #[test]
    fn nothing_panics_on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300), chunk in 1_usize..40) {
        for format in [Format::Lackey, Format::Din, Format::Generic] {
            read(format, &bytes, chunk);
        }
        Format::guess(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        let _ = Dat::read(&text);
        let _ = hwloc::read_xml(&text);
        let _ = hwloc::read_synthetic(&text);
    }

    /// A DAT with something missing or changed is read or refused, never more.
    #[test]
    fn a_damaged_dat_is_refused_or_sound(at in 0_usize..4000, length in 0_usize..40, with in "[ -~]{0,8}") {
        let text = Preset::read("i7-7700k").expect("a preset").dat().to_json();
        let at = at % text.len();
        let end = (at + length).min(text.len());
        if text.is_char_boundary(at) && text.is_char_boundary(end) {
            let damaged = format!("{}{with}{}", &text[..at], &text[end..]);
            if let Ok(dat) = Dat::read(&damaged) {
                prop_assert_eq!(Dat::read(&dat.to_json()), Ok(dat.clone()));
                let _ = Graph::new(&dat);
            }
        }
    }
}

fn kinds(dat: &Dat) -> [usize; 4] {
    [dat.core_obj.len(), dat.cache_obj.len(), dat.mem_obj.len(), dat.router_obj.len()]
}

#[test]
fn synthetic_strings_of_hwloc_are_machines() {
    for (text, wanted) in [
        ("core:4", [4, 0, 1, 1]),
        ("pack:1 l3:1 l2:4 l1:1 core:1 pu:2", [4, 9, 1, 1]),
        (
            "Package:2 [NUMANode(memory=64GB)] L3Cache:4(size=16MB) L2Cache:4(size=512KB) L1dCache:1 Core:1 PU:2",
            [32, 72, 2, 3],
        ),
        ("numa:4 l3:2 core:4", [32, 8, 4, 5]),
        ("2 3 pu:2", [12, 0, 1, 9]),
    ] {
        let dat = hwloc::read_synthetic(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(kinds(&dat), wanted, "{text}");
        let graph = Graph::new(&dat).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(Dat::read(&dat.to_json()), Ok(dat.clone()));
        assert!(dat.cache_class.iter().all(|c| c.extra["assumed"].as_array().expect("a list").len() >= 2));
        if text.contains("l3:1") {
            let levels: Vec<u8> = graph.way(0, 0).map(|o| graph.objects[usize::from(o)].level).collect();
            assert_eq!(levels[..3], [1, 2, 3]);
        }
    }
    let dat = hwloc::read_synthetic("numa:2 l3:1(size=24MB) core:2").expect("a machine");
    assert_eq!(dat.cache_class[0].capacity, 24 << 20);
    assert_eq!(dat.core_obj.iter().map(|c| c.numa_node).collect::<Vec<_>>(), [Some(0), Some(0), Some(1), Some(1)]);
    for (text, wanted) in [
        ("", "empty"),
        ("pack:2 l7:3", "`l7` is no level"),
        ("core:0", "core:4"),
        ("core:x", "core:4"),
        ("core", "core:4"),
        ("pack:100 core:100", "more than 8192"),
        ("l3:1(size=16QB) core:1", "size=16MB"),
        ("l3:1(size=16MB core:1", "brackets"),
        ("pack:2", "no core or PU"),
    ] {
        let error = hwloc::read_synthetic(text).expect_err(text);
        assert!(error.en.contains(wanted), "{text}: {}", error.en);
    }
}

#[test]
fn the_xml_of_hwloc_1_and_2_is_a_machine() {
    let pu = |core: u32| {
        format!("<object type=\"Core\" os_index=\"{core}\"><object type=\"PU\" os_index=\"{core}\"/></object>")
    };
    let cache = |kind: &str, size: u32, inner: &str| {
        format!(
            "<object type=\"{kind}\" cache_size=\"{size}\" cache_linesize=\"64\" cache_associativity=\"8\" cache_type=\"0\">{inner}</object>"
        )
    };
    let core = |n: u32| {
        let l1 = cache("L1Cache", 32768, &format!("<object type=\"L1iCache\" cache_type=\"2\">{}</object>", pu(n)));
        cache("L2Cache", 524_288, &l1)
    };
    let package = |n: u32| {
        let cores = core(2 * n) + &core(2 * n + 1);
        format!(
            "<object type=\"Package\"><object type=\"NUMANode\" os_index=\"{n}\" local_memory=\"68719476736\"/>{}</object>",
            cache("L3Cache", 16_777_216, &cores)
        )
    };
    let two = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology version=\"2.0\">\
         <object type=\"Machine\"><info name=\"Backend\" value=\"Linux\"/>{}{}<object type=\"PCIDev\"/></object></topology>",
        package(0),
        package(1)
    );
    let dat = hwloc::read_xml(&two).expect("a machine");
    assert_eq!(kinds(&dat), [4, 4 + 4 + 2, 2, 3]);
    let graph = Graph::new(&dat).expect("a graph");
    assert_eq!((graph.hops(0, 0), graph.hops(1, 0)), (5, 7));
    assert_eq!(dat.mem_class[0].capacity, 1 << 36);
    assert_eq!(
        dat.cache_class.iter().find(|c| c.name.starts_with("L2")).map(|c| (c.capacity, c.associativity)),
        Some((512 << 10, 8))
    );

    let one = "<topology><object type=\"Machine\"><object type=\"NUMANode\" os_index=\"0\" local_memory=\"1073741824\">\
        <object type=\"Socket\"><object type=\"Cache\" cache_size=\"8388608\" depth=\"3\" cache_linesize=\"64\" \
        cache_associativity=\"16\"><object type=\"Core\"/><object type=\"Core\"/></object></object></object></object></topology>";
    let dat = hwloc::read_xml(one).expect("a machine");
    assert_eq!(kinds(&dat), [2, 1, 1, 1]);
    assert_eq!(Graph::new(&dat).expect("a graph").objects.iter().filter(|o| o.kind == Kind::Cache).count(), 1);

    for (text, wanted) in [
        ("<topology>", "not XML"),
        ("<svg/>", "lstopo --of xml"),
        ("<topology><object type=\"Machine\"/></topology>", "no core"),
    ] {
        let error = hwloc::read_xml(text).expect_err(text);
        assert!(error.en.contains(wanted), "{text}: {}", error.en);
    }
    let deep = format!("<topology>{}{}</topology>", "<object type=\"Group\">".repeat(200), "</object>".repeat(200));
    assert!(hwloc::read_xml(&deep).expect_err("deep").en.contains("deeper"));
}

#[test]
fn a_sweep_changes_one_key_and_checks_the_rest() {
    let dat = Preset::read(NAMES[0]).expect("a preset").dat();
    let capacity = Property::read("L3.capacity", &dat).expect("a property");
    let changed = capacity.set(&dat, f64::from(4 << 20)).expect("sound");
    assert_eq!(changed.cache_class[2].capacity, 4 << 20);
    assert!(capacity.set(&dat, 1000.0).expect_err("no multiple").en.contains("cache_class `L3`, `capacity`"));
    let bandwidth = Property::read("DDR4-2400 x2.bandwidth", &dat).expect("a property");
    let changed = bandwidth.set(&dat, 1e9).expect("sound");
    assert_eq!((changed.mem_class[0].read_bandwidth, changed.mem_class[0].write_bandwidth), (1e9, 1e9));
    for (text, wanted) in
        [("L3", "L3.capacity"), ("L4.capacity", "did you mean `L2`"), ("L3.ips", "capacity, associativity")]
    {
        assert!(Property::read(text, &dat).expect_err(text).en.contains(wanted), "{text}");
    }
}
