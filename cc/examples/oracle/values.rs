//! Random programs about bit-fields and about initialisers, with the output of gcc's program under qemu.

use super::{End, LEVELS, run, shown, side_by_side, torture_settings};
use mcore::base::{Rng, SourceFile};
use std::fmt::Write as _;
use std::process::Command;

fn pick<'t, T: ?Sized>(rng: &mut Rng, all: &[&'t T]) -> &'t T {
    all[rng.below(all.len() as u64) as usize]
}

// ---- Bit-fields ----

/// Types of bit-fields, and their widths.
const BIT_TYPES: [(&str, u64); 12] = [
    ("_Bool", 1),
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("enum e", 32),
    ("long long", 64),
    ("unsigned long long", 64),
];

/// Every form of assignment to every field of a random struct, within larger expressions.
fn bits(rng: &mut Rng) -> String {
    let packed = if rng.below(3) == 0 { " __attribute__((packed))" } else { "" };
    let mut out = String::from(
        "#include <stdio.h>\nenum e { E0, E1, E2, E3, E4 };\nint d = -10, one = 1, zero;\nunsigned w = 3000000000u;\nlong long ll = -5000000000;\n\
         #define P(x) printf(\"%d %llx\\n\", __LINE__, (unsigned long long)(x))\nstruct s {\n",
    );
    let mut fields = Vec::new();
    for i in 0..8 {
        let (ty, most) = BIT_TYPES[rng.below(BIT_TYPES.len() as u64) as usize];
        let width = 1 + if rng.below(4) == 0 { most - 1 } else { rng.below(most) };
        let volatile = if rng.below(8) == 0 { "volatile " } else { "" };
        let _ = writeln!(out, "  {volatile}{ty} f{i} : {width};");
        fields.push(ty == "_Bool");
        if rng.below(8) == 0 {
            let _ = writeln!(out, "  char c{i};");
        }
    }
    let _ = writeln!(out, "}}{packed} a, *p = &a;");
    let mut body = String::new();
    for _ in 0..120 {
        let at = rng.below(8) as usize;
        let mut other = rng.below(8) as usize;
        if other == at {
            other = (at + 1) % 8;
        }
        let field = format!("{}f{at}", pick(rng, &["a.", "p->"]));
        let value = match rng.below(8) {
            0 => "-1".into(),
            1 => format!("a.f{other}"),
            2 => "d".into(),
            3 => "w".into(),
            4 => "ll".into(),
            5 => format!("(a.f{other} = {})", rng.range(-300, 300)),
            _ => rng.range(-(1 << 40), 1 << 40).to_string() + "ll",
        };
        let form = match rng.below(10) {
            0..3 => format!("{field} = {value}"),
            3 => format!("{field} {} {value}", pick(rng, &["+=", "-=", "*=", "&=", "|=", "^="])),
            4 => format!(
                "{field} {} {}",
                pick(rng, &["/=", "%="]),
                pick(rng, &["3", "-3", "7u", "1000000007ll", "5ull"])
            ),
            5 => format!("{field} {} {}", pick(rng, &["<<=", ">>="]), rng.below(4)),
            6 => {
                if fields[at] {
                    format!("{field} = d")
                } else {
                    format!("{field}++")
                }
            }
            7 => {
                if fields[at] {
                    format!("{field} ^= 1")
                } else {
                    format!("--{field}")
                }
            }
            8 => {
                if fields[at] {
                    format!("++{field}")
                } else {
                    format!("{field}--")
                }
            }
            _ => format!("zero, {field}"),
        };
        let whole = match rng.below(26) {
            0 => format!("-1 < ({form})"),
            1 => format!("d < ({form})"),
            2 => format!("({form}) > d"),
            3 => format!("({form}) + 1"),
            4 => format!("({form}) - w"),
            5 => format!("({form}) * ({form2})", form2 = format_args!("a.f{other}")),
            6 => format!("-({form})"),
            7 => format!("~({form})"),
            8 => format!("({form}) >> 1"),
            9 => format!("({form}) << 5"),
            10 => format!("!({form})"),
            11 => format!("({form}) ? d : w"),
            12 => format!("one ? ({form}) : a.f{other}"),
            13 => format!("(zero ? a.f{other} : ({form})) - 2"),
            14 => format!("({form}) ?: d"),
            15 => format!("({form}) == a.f{other}"),
            16 => format!("({{ {form}; }}) - 3"),
            17 => format!("sizeof({form}) * 100 + sizeof(({form}) + 0)"),
            18 => format!("({form}) / -3"),
            19 => format!("({form}) % 5"),
            20 => format!("({form}) + 1ll"),
            21 => format!("(0, ({form})) - 1"),
            22 => format!("a.f{other} = ({form}) - 1"),
            23 => format!("({form}) * 0.5 > d"),
            24 => format!("(({form}) & -2) < d"),
            _ => format!("({form}) + ll"),
        };
        // Two writes of one field in an expression would have no order.
        if whole.matches("= ").count() > 1
            && whole.contains(&format!("a.f{other} = "))
            && value.contains(" = ")
            && whole.contains(&format!(" = {value}"))
            && whole.starts_with("a.f")
        {
            continue;
        }
        let reads_twice = value.contains(" = ")
            && (whole.contains(&format!("a.f{other}")) && whole.matches(&format!("f{other}")).count() > 1);
        if reads_twice {
            continue;
        }
        let _ = writeln!(body, "  P({whole});");
        if rng.below(6) == 0 {
            let _ = writeln!(
                body,
                "  switch ({form}) {{ case -1: P(1); break; case 1: P(2); break; case 3: P(3); break; default: P(4); }}"
            );
        }
        if rng.below(6) == 0 {
            let _ = writeln!(body, "  printf(\"%llx\\n\", ({form}) + 0ull);");
        }
    }
    for i in 0..8 {
        let _ = writeln!(body, "  P(a.f{i});");
    }
    let _ = write!(out, "int main(void) {{\n{body}  return 0;\n}}\n");
    out
}

// ---- Initialisers ----

/// A type without padding, so that all bytes of an object can be compared.
enum Shape {
    Int,
    /// A member of a struct with this many bits.
    Bits(u32),
    Array(Box<Shape>, u64),
    Record(String, bool, Vec<(String, Shape)>),
}

fn shape(rng: &mut Rng, depth: u32, count: &mut u32, out: &mut String) -> Shape {
    match rng.below(if depth == 0 { 1 } else { 5 }) {
        0 => Shape::Int,
        1 | 2 => Shape::Array(Box::new(shape(rng, depth - 1, count, out)), 1 + rng.below(5)),
        kind => {
            let is_union = kind == 3 && rng.below(3) == 0;
            *count += 1;
            let name = format!("{} r{count}", if is_union { "union" } else { "struct" });
            let mut members = Vec::new();
            for i in 0..1 + rng.below(4) {
                if !is_union && rng.below(5) == 0 {
                    let width = 1 + rng.below(31) as u32;
                    members.push((format!("b{i}"), Shape::Bits(width)));
                    members.push((format!("c{i}"), Shape::Bits(32 - width)));
                } else {
                    members.push((format!("m{i}"), shape(rng, depth - 1, count, out)));
                }
            }
            let list: String = members.iter().map(|(name, shape)| format!(" {};", declared(shape, name))).collect();
            let _ = writeln!(out, "{name} {{{list} }};");
            Shape::Record(name, is_union, members)
        }
    }
}

fn declared(shape: &Shape, name: &str) -> String {
    match shape {
        Shape::Int => format!("int {name}"),
        Shape::Bits(width) => format!("unsigned {name} : {width}"),
        Shape::Array(of, length) => declared(of, &format!("{name}[{length}]")),
        Shape::Record(ty, ..) => format!("{ty} {name}"),
    }
}

fn scalar(rng: &mut Rng) -> String {
    rng.below(9_000).to_string()
}

/// `{ … }` for an object: values in a row, values with designators and ranges, braces within, parts without braces.
fn braces(rng: &mut Rng, shape: Option<&Shape>, depth: u32) -> String {
    let mut items = Vec::new();
    for _ in 0..rng.below(6) {
        let mut item = String::new();
        let mut at = shape;
        while let Some(inner) = at
            && rng.below(3) > 0
        {
            match inner {
                Shape::Array(of, length) => {
                    let low = rng.below(*length);
                    let high = low + rng.below(*length - low);
                    let _ = match rng.below(2) {
                        0 => write!(item, "[{low}]"),
                        _ => write!(item, "[{low} ... {high}]"),
                    };
                    at = Some(of);
                }
                Shape::Record(_, is_union, members) => {
                    // Parts of a union that was given another member have no certain value.
                    let count = if *is_union { 1 } else { members.len() as u64 };
                    let (name, of) = &members[rng.below(count) as usize];
                    let _ = write!(item, ".{name}");
                    at = Some(of);
                }
                Shape::Int | Shape::Bits(_) => break,
            }
        }
        if !item.is_empty() {
            item += " = ";
        } else {
            at = None;
        }
        match at {
            Some(inner @ (Shape::Array(..) | Shape::Record(..))) if rng.below(2) == 0 && depth > 0 => {
                item += &braces(rng, Some(inner), depth - 1);
            }
            None if depth > 0 && rng.below(9) == 0 => item += &braces(rng, None, 0),
            _ => item += &scalar(rng),
        }
        items.push(item);
    }
    if items.is_empty() { "{ 0 }".into() } else { format!("{{ {} }}", items.join(", ")) }
}

fn has_union(shape: &Shape) -> bool {
    match shape {
        Shape::Int | Shape::Bits(_) => false,
        Shape::Array(of, _) => has_union(of),
        Shape::Record(_, is_union, members) => *is_union || members.iter().any(|(_, shape)| has_union(shape)),
    }
}

fn initialisers(rng: &mut Rng) -> String {
    let mut out = String::from(
        "#include <stdio.h>\nstatic void show(int n, const void *p, unsigned size) {\n  const int *v = p;\n  printf(\"%d %u:\", n, size);\n  \
         for (unsigned i = 0; i < size / 4; i++) printf(\" %x\", v[i]);\n  printf(\"\\n\");\n}\n",
    );
    let (mut count, mut body) = (0, String::new());
    for n in 0..12 {
        let of = shape(rng, 3, &mut count, &mut out);
        let wide = Shape::Array(Box::new(of), 5);
        let Shape::Array(of, _) = &wide else { continue };
        let open = rng.below(3) == 0;
        let name = if open { format!("o{n}[]") } else { format!("o{n}[5]") };
        let text = braces(rng, Some(&wide), 3);
        let object = declared(of, &name);
        if rng.below(2) == 0 || has_union(&wide) {
            let _ = writeln!(out, "{object} = {text};");
            let _ = writeln!(body, "  show({n}, o{n}, sizeof o{n});");
        } else {
            let _ = writeln!(body, "  {{ {object} = {text}; show({n}, o{n}, sizeof o{n}); }}");
        }
    }
    let _ = write!(out, "int main(void) {{\n{body}  return 0;\n}}\n");
    out
}

// ---- Both ----

/// The output of gcc's program; `None` if gcc refuses the text.
fn wanted(seed: u64, text: &str, scratch: &std::path::Path) -> Result<Option<String>, String> {
    let (source, object) = (scratch.join(format!("v{seed}.c")), scratch.join(format!("v{seed}.elf")));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let built = Command::new("mipsel-linux-gnu-gcc")
        .args(["-O0", "-fwrapv", "-w", "-static", "-o"])
        .args([&object, &source])
        .output()
        .map_err(|e| format!("gcc: {e}"))?;
    if !built.status.success() {
        // Braces after the end of an object, which ours takes with a warning.
        return Ok(None);
    }
    let ran = Command::new("qemu-mipsel").arg(&object).output().map_err(|e| format!("qemu: {e}"))?;
    let _ = std::fs::remove_file(&object);
    Ok(Some(String::from_utf8_lossy(&ran.stdout).into_owned()))
}

fn text(kind: &str, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    if kind == "bits" { bits(&mut rng) } else { initialisers(&mut rng) }
}

/// Writes the programs that are committed with gcc's output, for a test without gcc.
pub(super) fn golden(folder: &std::path::Path) -> Result<(), String> {
    for (kind, seed) in [("bits", 1), ("bits", 2), ("bits", 3), ("init", 1), ("init", 2), ("init", 4)] {
        let text = text(kind, seed);
        let output = wanted(seed, &text, &std::env::temp_dir())?.ok_or("gcc refuses a program")?;
        let path = folder.join(format!("{kind}-{seed}"));
        std::fs::write(path.with_extension("c"), text).map_err(|e| e.to_string())?;
        std::fs::write(path.with_extension("out"), output).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Random programs of one kind, at three levels; one that is refused counts as different.
pub(super) fn values(kind: &str, count: u64, first: u64) -> bool {
    let scratch = std::env::temp_dir().join(format!("mcore-oracle-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&scratch) {
        eprintln!("{}: {error}", scratch.display());
        return false;
    }
    let seeds: Vec<u64> = (first..first + count).collect();
    let results = side_by_side(&seeds, |seed| {
        let text = text(kind, *seed);
        let Some(wanted) = wanted(*seed, &text, &scratch)? else { return Ok(()) };
        let file = SourceFile { name: "main.c".into(), text: text.clone() };
        for (name, level) in LEVELS {
            let why = match run(std::slice::from_ref(&file), &[], level, torture_settings("")) {
                End::Halted(0, output, _) if output == wanted => continue,
                End::Halted(0, output, _) => super::first_difference(&output, &wanted),
                other => shown(&other),
            };
            let kept = std::env::temp_dir().join(format!("mcore-oracle-{kind}-{seed}.c"));
            let _ = std::fs::write(&kept, &text);
            return Err(format!("{name}: {why}; see {}", kept.display()));
        }
        Ok(())
    });
    let _ = std::fs::remove_dir_all(&scratch);
    let different = super::differing(&seeds, results);
    println!("{count} random programs ({kind}): {different} differ");
    different == 0
}
