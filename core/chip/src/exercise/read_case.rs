//! Reads the machine, the cases, and their inputs and expectations.

use super::limits::{MAX_CONSOLE_BYTES, MAX_CYCLES, MAX_DATA_BYTES, MAX_REGEX_BYTES};
use super::pack::read_points;
use super::pattern;
use super::{
    Case, Digest, Edition, Ends, Equals, Expect, Fill, Holds, Input, MachineSize, Memory, Order, PackError, Place,
    Prints, Random, Range, Raster, Target, Tolerance, Unit, Visibility, from_hex, keys,
};
use crate::files::MAX_NAME;
use crate::{Files, Spec};
use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::ops::RangeInclusive;
use mcore_base::packs::limits::MAX_ITEMS;
use mcore_base::packs::{Field, Table};
use mcore_base::text;
use mcore_base::{Array, NodeId};

/// The numbers that fit in a word of memory, signed or unsigned.
const WORD: RangeInclusive<i64> = i32::MIN as i64..=u32::MAX as i64;

/// Reads the bytes of a data file.
type DataFile<'f, 'a> = dyn Fn(&Field<'_>) -> Result<&'a [u8], PackError> + 'f;

/// `[machine]`, or `[case.machine]` with defaults from `base`.
pub fn read_machine(table: &Table<'_>, base: Option<MachineSize>) -> Result<MachineSize, PackError> {
    let (width, height) = match (table.get("nodes"), base) {
        (None, Some(base)) => (base.width, base.height),
        _ => table.need("nodes")?.pair('x', "4x4")?,
    };
    let memory = table.get("node_memory");
    let node_memory_kib = memory.as_ref().map_or(Ok(base.map_or(512, |b| b.node_memory_kib)), memory_size)?;
    let mirrored = match table.get("addressing") {
        Some(addressing) => addressing.choice(&["strict", "mirrored"])? == "mirrored",
        None => base.is_some_and(|b| b.mirrored),
    };
    Ok(MachineSize { width, height, node_memory_kib, mirrored })
}

/// `sizes` of `[machine]`.
pub fn read_sizes(table: &Table<'_>) -> Result<Vec<(u8, u8)>, PackError> {
    let Some(list) = table.get("sizes") else { return Ok(Vec::new()) };
    list.list(MAX_ITEMS)?.iter().map(|size| size.pair('x', "4x4")).collect()
}

/// `512K` or `1M`: a power of two from 64 KiB to 256 MiB, in KiB.
fn memory_size(field: &Field<'_>) -> Result<u32, PackError> {
    let s = field.string()?;
    let kib = match (s.strip_suffix('K'), s.strip_suffix('M')) {
        (Some(n), _) => n.parse::<u32>().ok(),
        (_, Some(n)) => n.parse::<u32>().ok().and_then(|n| n.checked_mul(1024)),
        _ => None,
    };
    kib.filter(|k| k.is_power_of_two() && (Spec::MIN_NODE_MEMORY >> 10..=Spec::MAX_NODE_MEMORY >> 10).contains(k))
        .ok_or_else(|| {
            field.error(text!(
                "`{s}` is not a size of node memory: a power of two from `64K` to `256M`",
                "`{s}` はノードメモリの大きさになりません。`64K` から `256M` までの2のべき乗にしてください"
            ))
        })
}

/// A compute node of the machine.
fn node(field: &Field<'_>, machine: MachineSize) -> Result<NodeId, PackError> {
    let (x, y) = field.pair(',', "1,1")?;
    let MachineSize { width, height, .. } = machine;
    if Array::new(width, height).rank(NodeId::new(x, y)).is_none() {
        return Err(field.error(text!(
            "there is no compute node ({x},{y}): the array has {width} columns and {height} rows",
            "計算ノード ({x},{y}) はありません。アレイは {width} 列 {height} 行です"
        )));
    }
    Ok(NodeId::new(x, y))
}

/// `all`, `main`, or a compute node.
fn target(field: &Field<'_>, machine: MachineSize) -> Result<Target, PackError> {
    match field.string()? {
        "all" => Ok(Target::All),
        "main" => Ok(Target::Main),
        _ => Ok(Target::Node(node(field, machine)?)),
    }
}

/// One `[[case]]`.
pub fn read_case(
    field: &Field<'_>,
    base: MachineSize,
    edition: Edition,
    data: &DataFile<'_, '_>,
) -> Result<Case, PackError> {
    let table = field.table(keys::CASE)?;
    let visibility = table.get("visibility").map_or(Ok(Visibility::Visible), |f| f.one(&Visibility::ALL))?;
    let machine = match table.get("machine") {
        Some(field) => read_machine(&field.table(keys::CASE_MACHINE)?, Some(base))?,
        None => base,
    };
    let inputs = table.get("input").map_or(Ok(Vec::new()), |f| f.list(MAX_ITEMS))?;
    let inputs = inputs.iter().map(|i| read_input(i, machine, data)).collect::<Result<Vec<_>, _>>()?;
    if inputs.iter().map(|i| i.fill.size()).sum::<u64>() > u64::from(MAX_DATA_BYTES) {
        return Err(table.error(text!(
            "the inputs of a case have at most {MAX_DATA_BYTES} bytes in all",
            "1つの case の入力は、合わせて {MAX_DATA_BYTES} バイトまでです"
        )));
    }
    // In a student's edition a withheld case has only its name and points.
    let may_be_empty = edition == Edition::Student && visibility == Visibility::Withheld;
    let expects = match table.get("expect") {
        None if may_be_empty => Vec::new(),
        _ => table.need("expect")?.list(MAX_ITEMS)?,
    };
    if expects.is_empty() && !may_be_empty {
        return Err(table.error(text!(
            "a case needs at least one `[[case.expect]]`",
            "case には少なくとも 1 つの `[[case.expect]]` が必要です"
        )));
    }
    let expects =
        expects.iter().map(|e| read_expect(e, machine, edition, data)).collect::<Result<Vec<_>, PackError>>()?;
    let ends = table.get("ends").map_or(Ok(Ends::Halted), |f| read_ends(&f, &expects))?;
    Ok(Case {
        name: table.need("name")?.bilingual()?,
        visibility,
        seed: table.get("seed").map_or(Ok(0), |f| f.integer(0..=i64::MAX))? as u64,
        cycle_limit: table.need("cycle_limit")?.integer(1..=MAX_CYCLES)? as u64,
        ends,
        points: table.get("points").map_or(Ok(1), |f| read_points(&f))?,
        machine,
        inputs,
        files: read_files(&table, data)?,
        expects,
    })
}

/// `ends`, which must not contradict the other expectations.
fn read_ends(field: &Field<'_>, expects: &[Expect]) -> Result<Ends, PackError> {
    let ends = field.one(&Ends::ALL)?;
    let other = match ends {
        Ends::Limit | Ends::Deadlock | Ends::Trap if expects.contains(&Expect::Halted) => "halted",
        Ends::Trap if expects.contains(&Expect::NoTrap) => "no_trap",
        _ => return Ok(ends),
    };
    Err(field.error(text!(
        "no run can end like this and meet `{other} = true`; remove one of both",
        "この終わり方と `{other} = true` は両立しません。どちらかを消してください"
    )))
}

fn read_input(field: &Field<'_>, machine: MachineSize, data: &DataFile<'_, '_>) -> Result<Input, PackError> {
    let table = field.table(keys::INPUT)?;
    let target = target(&table.need("node")?, machine)?;
    let fill = match table.one_of(keys::FILLS)? {
        ("strings", strings) => {
            let mut bytes = Vec::new();
            for item in strings.list(MAX_DATA_BYTES as usize)? {
                bytes.extend_from_slice(item.text(MAX_DATA_BYTES as usize)?.as_bytes());
                bytes.push(0);
            }
            Fill::Data { unit: Unit::Byte, bytes }
        }
        ("file", file) => Fill::Data { unit: Unit::Byte, bytes: data(&file)?.to_vec() },
        ("random", random) => Fill::Random(read_random(&random)?),
        (key, list) => {
            let unit = unit_of(key);
            Fill::Data { unit, bytes: read_data(&list, unit)? }
        }
    };
    Ok(Input { target, place: read_place(&table, target)?, fill })
}

fn unit_of(key: &str) -> Unit {
    Unit::ALL.iter().find(|(name, _)| *name == key).map_or(Unit::Word, |(_, unit)| *unit)
}

/// `symbol` with an optional `offset`, or `address`.
fn read_place(table: &Table<'_>, target: Target) -> Result<Place, PackError> {
    let offset = match table.get("offset") {
        Some(field) => field.integer(0..=i64::from(MAX_DATA_BYTES))? as u32,
        None => 0,
    };
    match table.one_of(&["symbol", "address"])? {
        ("symbol", name) if target == Target::Main => Err(name.error(text!(
            "labels are addresses of node memory: give an `address` in main memory",
            "ラベルはノードメモリの番地です。メインメモリでは `address` を書いてください"
        ))),
        ("symbol", name) => Ok(Place::Symbol { name: name.string()?.to_owned(), offset }),
        (_, address) => {
            let most = if target == Target::Main { i64::MAX } else { 0xffff_ffff };
            Ok(Place::Address(address.integer(0..=most)? as u64))
        }
    }
}

/// A list of numbers as bytes.
fn read_data(field: &Field<'_>, unit: Unit) -> Result<Vec<u8>, PackError> {
    let mut bytes = Vec::new();
    for item in field.list((MAX_DATA_BYTES / unit.bytes()) as usize)? {
        match unit {
            Unit::Word => unit.of_integer(item.integer(WORD)?, &mut bytes),
            Unit::Half => unit.of_integer(item.integer(i64::from(i16::MIN)..=0xffff)?, &mut bytes),
            Unit::Byte => unit.of_integer(item.integer(-128..=255)?, &mut bytes),
            Unit::Float | Unit::Double => unit.of_float(item.number()?, &mut bytes),
        }
    }
    Ok(bytes)
}

fn read_random(field: &Field<'_>) -> Result<Random, PackError> {
    let table = field.table(keys::RANDOM)?;
    let unit = table.get("type").map_or(Ok(Unit::Word), |f| f.one(&Unit::ALL))?;
    let count = match table.one_of(&["count", "shape"])? {
        ("count", count) => count.integer(1..=i64::from(MAX_DATA_BYTES / unit.bytes()))?,
        (_, shape) => {
            let mut all: i64 = 1;
            for side in shape.list(4)? {
                all = all.saturating_mul(side.integer(1..=i64::from(MAX_DATA_BYTES))?);
            }
            if all > i64::from(MAX_DATA_BYTES / unit.bytes()) {
                return Err(shape.error(text!("these are {all} elements: too many", "{all} 個は多すぎます")));
            }
            all
        }
    };
    let order = table.get("order").map_or(Ok(Order::Random), |f| f.one(&Order::ALL))?;
    let (low, high) = (table.need("low")?, table.get("high"));
    let high = match (high, order) {
        (None, Order::Permutation) => None,
        _ => Some(table.need("high")?),
    };
    let range = if unit.is_float() {
        if order == Order::Permutation {
            return Err(
                table.error(text!("a permutation is one of whole numbers", "permutation に使えるのは整数だけです"))
            );
        }
        let high = high.as_ref().map_or(Ok(0.0), Field::number)?;
        Range::Float(low.number()?, high)
    } else {
        let bounds = match unit {
            Unit::Half => i64::from(i16::MIN)..=0xffff,
            Unit::Byte => -128..=255,
            _ => WORD,
        };
        let low = low.integer(bounds.clone())?;
        let high = high.as_ref().map_or(Ok(low.saturating_add(count - 1)), |f| f.integer(bounds.clone()))?;
        if order == Order::Permutation && (high != low.saturating_add(count - 1) || !bounds.contains(&high)) {
            return Err(table.error(text!(
                "a permutation of {count} numbers from `low` ends at `low` + {count} - 1: leave `high` out",
                "`low` から始まる {count} 個の permutation は `low` + {count} - 1 までです。`high` は書かないでください"
            )));
        }
        Range::Whole(low, high)
    };
    let upside_down = match range {
        Range::Whole(low, high) => low > high,
        Range::Float(low, high) => low > high,
    };
    if upside_down {
        return Err(table.error(text!("`low` is above `high`", "`low` が `high` より大きくなっています")));
    }
    let seed = table.get("seed").map(|f| f.integer(0..=i64::MAX)).transpose()?.map(|s| s as u64);
    Ok(Random { unit, range, count: count as u32, order, seed })
}

fn read_expect(
    field: &Field<'_>,
    machine: MachineSize,
    edition: Edition,
    data: &DataFile<'_, '_>,
) -> Result<Expect, PackError> {
    let (kind, value) = field.table(keys::EXPECT)?.one_of(keys::EXPECT)?;
    let nodes = i64::from(machine.width) * i64::from(machine.height);
    let only_true = |expect: Expect| {
        if value.boolean()? {
            return Ok(expect);
        }
        Err(value.error(text!("this can only be `true`", "ここに書けるのは `true` だけです")))
    };
    match kind {
        "halted" => only_true(Expect::Halted),
        "no_trap" => only_true(Expect::NoTrap),
        "withheld" if edition == Edition::Student => only_true(Expect::Withheld),
        "withheld" => Err(value.error(text!(
            "only `mcore pack build` writes this, into the students' edition",
            "これは `mcore pack build` が学生用の課題集に書くものです"
        ))),
        "exit" => {
            let table = value.table(keys::EXIT)?;
            let place = table.need("node")?;
            let node = if place.string()? == "all" { None } else { Some(node(&place, machine)?) };
            let code = table.need("code")?.integer(i64::from(i32::MIN)..=i64::from(i32::MAX))? as i32;
            Ok(Expect::Exit { node, code })
        }
        "console" => read_console(&value, machine),
        "file" => read_file(&value, data),
        "memory" => read_memory(&value, machine, data),
        "worked" => Ok(Expect::Worked(value.integer(1..=nodes)? as u32)),
        "speedup" => Ok(Expect::Speedup(value.hundredths(1..=100_000_000)?)),
        "flits" => Ok(Expect::Flits(value.integer(0..=i64::MAX)? as u64)),
        "dmas" => Ok(Expect::Dmas(value.integer(0..=i64::MAX)? as u64)),
        "busiest_link" => Ok(Expect::BusiestLink(value.hundredths(0..=100)? as u32)),
        _ => Ok(Expect::Cycles(value.integer(1..=i64::MAX)? as u64)),
    }
}

fn read_console(field: &Field<'_>, machine: MachineSize) -> Result<Expect, PackError> {
    let table = field.table(keys::CONSOLE)?;
    let (kind, value) = table.one_of(keys::CONSOLE_KINDS)?;
    let prints = read_prints(&table, kind, &value)?;
    Ok(Expect::Console { node: node(&table.need("node")?, machine)?, prints })
}

/// The required text of a console or a file. `kind` is its key in the table, and `value` is its value.
fn read_prints(table: &Table<'_>, kind: &str, value: &Field<'_>) -> Result<Prints, PackError> {
    Ok(match (kind, value) {
        ("exact", text) => Prints::Exact(text.text(MAX_CONSOLE_BYTES)?.to_owned()),
        ("trimmed", text) => Prints::Trimmed(text.text(MAX_CONSOLE_BYTES)?.to_owned()),
        ("regex", text) => {
            let pattern = text.text(MAX_REGEX_BYTES)?;
            if let Err(why) = pattern::check(pattern) {
                return Err(
                    text.error(text!("this is not a regular expression: {why}", "正規表現として読めません: {why}"))
                );
            }
            Prints::Regex(pattern.to_owned())
        }
        ("equals", text) => {
            text.choice(&["reference"])?;
            Prints::Reference
        }
        (_, digest) => Prints::Digest(read_digest(table, digest)?),
    })
}

/// `file` of an expectation.
fn read_file(field: &Field<'_>, data: &DataFile<'_, '_>) -> Result<Expect, PackError> {
    let table = field.table(keys::FILE)?;
    let (kind, value) = table.one_of(keys::FILE_KINDS)?;
    let tolerance = table.get("tolerance");
    let holds = match kind {
        "data" => Holds::Data(data(&value)?.to_vec()),
        "picture" => {
            let picture = Raster::read(data(&value)?).ok_or_else(|| {
                value.error(text!(
                    "this file is no picture: PBM, PGM and PPM are known",
                    "このファイルは画像として読めません。PBM、PGM、PPM が使えます"
                ))
            })?;
            let most = i64::from(picture.maximum);
            Holds::Picture(picture, tolerance.as_ref().map_or(Ok(0), |t| t.integer(0..=most))? as u16)
        }
        _ => Holds::Text(read_prints(&table, kind, &value)?),
    };
    if let Some(tolerance) = tolerance.filter(|_| kind != "picture") {
        return Err(
            tolerance.error(text!("only a `picture` has a tolerance", "許容誤差を書けるのは `picture` だけです"))
        );
    }
    Ok(Expect::File { name: table.need("name")?.string()?.to_owned(), holds })
}

/// The standard input and the files of a case.
fn read_files(table: &Table<'_>, data: &DataFile<'_, '_>) -> Result<Files, PackError> {
    let input = match table.get("stdin") {
        None => None,
        Some(field) if field.is_string() => Some(field.text(MAX_CONSOLE_BYTES)?.as_bytes().to_vec()),
        Some(field) => Some(data(&field.table(keys::STDIN)?.need("file")?)?.to_vec()),
    };
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for field in table.get("files").map_or(Ok(Vec::new()), |f| f.list(MAX_ITEMS))? {
        let given = field.table(keys::GIVEN)?;
        let name = given.need("name")?;
        let bytes = match given.one_of(&["text", "file"])? {
            ("text", text) => text.text(MAX_CONSOLE_BYTES)?.as_bytes().to_vec(),
            (_, file) => data(&file)?.to_vec(),
        };
        let text = name.string()?;
        if text.is_empty() || text.len() > MAX_NAME || files.iter().any(|(other, _)| other == text) {
            return Err(name.error(text!(
                "each file needs a name that no other one has, of 1 to {MAX_NAME} bytes",
                "ファイルには 1 から {MAX_NAME} バイトの、ほかと重ならない名前が必要です"
            )));
        }
        files.push((text.to_owned(), bytes));
    }
    if files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() > MAX_DATA_BYTES as usize {
        return Err(table.error(text!(
            "the files of a case have at most {MAX_DATA_BYTES} bytes in all",
            "1つの case のファイルは、合わせて {MAX_DATA_BYTES} バイトまでです"
        )));
    }
    Ok(Files::new(files, input.as_deref(), false))
}

fn read_digest(table: &Table<'_>, digest: &Field<'_>) -> Result<Digest, PackError> {
    let bytes = |field: &Field<'_>| {
        let digits = field.string()?;
        from_hex(digits).ok_or_else(|| {
            field.error(text!("this must be hexadecimal digits in pairs", "16 進数を 2 桁ずつ書いてください"))
        })
    };
    let sha256 = <[u8; 32]>::try_from(bytes(digest)?)
        .map_err(|_| digest.error(text!("a SHA-256 digest has 64 digits", "SHA-256 は 64 桁です")))?;
    Ok(Digest { salt: bytes(&table.need("salt")?)?, sha256 })
}

/// The unit of a memory expectation, and the field with its number of elements.
fn read_count<'a>(table: &Table<'a>) -> Result<(Unit, Option<Field<'a>>), PackError> {
    let units: Vec<&str> = Unit::ALL.iter().map(|(key, _)| *key).collect();
    if units.iter().all(|key| table.get(key).is_none()) {
        return Ok((Unit::Word, None));
    }
    let (key, count) = table.one_of(&units)?;
    Ok((unit_of(key), Some(count)))
}

fn read_memory(field: &Field<'_>, machine: MachineSize, data: &DataFile<'_, '_>) -> Result<Expect, PackError> {
    let table = field.table(keys::MEMORY)?;
    let (unit, count) = read_count(&table)?;
    let wanted = table.need("equals")?;
    let (equals, listed) = if wanted.is_string() {
        wanted.choice(&["reference"])?;
        (Equals::Reference, None)
    } else if wanted.is_table() {
        let inner = wanted.table(keys::EQUALS)?;
        match inner.one_of(&["file", "digest"])? {
            ("file", file) => {
                let bytes = data(&file)?.to_vec();
                let size = bytes.len();
                if size % unit.bytes() as usize != 0 || size == 0 {
                    let name = unit.key();
                    return Err(file.error(text!(
                        "the file has {size} bytes, which are no whole number of {name}",
                        "このファイルは {size} バイトで、{name} の整数個になりません"
                    )));
                }
                let listed = (size / unit.bytes() as usize) as i64;
                (Equals::Data(bytes), Some(listed))
            }
            (_, digest) => (Equals::Digest(read_digest(&inner, &digest)?), None),
        }
    } else {
        let bytes = read_data(&wanted, unit)?;
        let listed = bytes.len() as i64 / i64::from(unit.bytes());
        (Equals::Data(bytes), Some(listed))
    };
    // The length of a list gives the number; a written number must agree with it.
    let count = match (count, listed) {
        (Some(field), Some(listed)) => field.integer(listed..=listed)?,
        (Some(field), None) => field.integer(1..=i64::from(MAX_DATA_BYTES / unit.bytes()))?,
        (None, Some(listed)) => listed,
        (None, None) => table.need("words")?.integer(WORD)?,
    };
    let columns = table.get("columns").map(|f| f.integer(1..=count.max(1))).transpose()?;
    let target = target(&table.need("node")?, machine)?;
    let tolerance = |key: &str| {
        let Some(field) = table.get(key) else { return Ok(0.0) };
        if !unit.is_float() {
            return Err(field.error(text!(
                "only `floats` and `doubles` have a tolerance",
                "許容誤差を書けるのは `floats` と `doubles` だけです"
            )));
        }
        match field.number()? {
            n if n >= 0.0 => Ok(n),
            _ => Err(field.error(text!("a tolerance is not negative", "許容誤差は負にできません"))),
        }
    };
    Ok(Expect::Memory(Memory {
        target,
        place: read_place(&table, target)?,
        unit,
        count: count as u32,
        columns: columns.map(|c| c as u32),
        equals,
        tolerance: Tolerance { abs: tolerance("abs")?, rel: tolerance("rel")? },
        reference_node: table.get("reference_node").map(|f| node(&f, machine)).transpose()?,
    }))
}
