//! Random structures and prototypes: half of a program is compiled by gcc, half by ours, and both are linked.

use super::{End, LEVELS, run, shown, side_by_side, torture_settings};
use mcore::base::{Rng, SourceFile};
use std::fmt::Write as _;
use std::process::Command;

/// Functions of a program.
const FUNCTIONS: usize = 24;
/// Structures of a program.
const RECORDS: usize = 12;

const SCALARS: [&str; 13] = [
    "char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "int *",
    "float _Complex",
    "double _Complex",
];

/// A member with a value that it can hold.
struct Member {
    name: String,
    value: String,
    is_bits: bool,
}

/// A type, with the code that makes and that checks a value of it.
struct Type {
    name: String,
    /// None for a scalar.
    members: Vec<Member>,
}

fn pick<'t, T>(rng: &mut Rng, all: &'t [T]) -> &'t T {
    &all[rng.below(all.len() as u64) as usize]
}

/// A value of a scalar type that every such type of its kind can hold.
fn value(rng: &mut Rng, ty: &str) -> String {
    match ty {
        "float" | "double" => format!("{}.5", rng.range(-900, 900)),
        "float _Complex" | "double _Complex" => format!("{}.5 + {}.5i", rng.range(-900, 900), rng.range(-900, 900)),
        "long long" => format!("{}LL", rng.range(-1 << 50, 1 << 50)),
        "unsigned long long" => format!("{}ULL", rng.below(1 << 60)),
        "int" | "unsigned" => format!("({ty}){}", rng.range(-1 << 31, (1 << 31) - 1)),
        "int *" => format!("(int *){}", rng.below(1 << 20) * 4),
        "short" => rng.range(-32_768, 32_767).to_string(),
        "unsigned short" => rng.below(65_536).to_string(),
        "unsigned char" => rng.below(256).to_string(),
        _ => rng.range(-128, 127).to_string(),
    }
}

/// A structure or union with its definition; `wild` ones have attributes.
fn record(rng: &mut Rng, number: usize, wild: bool, out: &mut String) -> Type {
    let is_union = rng.below(8) == 0;
    let word = if is_union { "union" } else { "struct" };
    let name = format!("{word} s{number}");
    let pack = if wild && rng.below(3) == 0 { 1 << rng.below(4) } else { 0 };
    if pack > 0 {
        let _ = writeln!(out, "#pragma pack(push, {pack})");
    }
    let _ = writeln!(out, "{name} {{");
    let mut members = Vec::new();
    for i in 0..1 + rng.below(6) {
        let ty = *pick(rng, &SCALARS);
        let mut attributes = String::new();
        if wild && rng.below(5) == 0 {
            attributes += " __attribute__((packed))";
        }
        if wild && rng.below(5) == 0 {
            let _ = write!(attributes, " __attribute__((aligned({})))", 1 << rng.below(4));
        }
        let name = format!("m{i}");
        let is_whole = !matches!(ty, "float" | "double" | "int *" | "float _Complex" | "double _Complex");
        if is_whole && rng.below(3) == 0 {
            let limit = match ty {
                "char" | "unsigned char" => 8,
                "short" | "unsigned short" => 16,
                "int" | "unsigned" => 32,
                _ => 64,
            };
            let width = rng.below(limit + 1);
            if width == 0 {
                let _ = writeln!(out, "  {ty} : 0;");
                continue;
            }
            if rng.below(6) == 0 {
                let _ = writeln!(out, "  {ty} : {width};");
                continue;
            }
            let _ = writeln!(out, "  {ty} {name} : {width}{attributes};");
            let top = width.min(31);
            let value = if ty.starts_with("unsigned") {
                rng.below(1 << top) as i64
            } else {
                -(rng.below(1 << (top - 1)) as i64)
            };
            members.push(Member { name, value: value.to_string(), is_bits: true });
        } else {
            let _ = writeln!(out, "  {ty} {name}{attributes};");
            members.push(Member { name, value: value(rng, ty), is_bits: false });
        }
    }
    if members.is_empty() {
        let _ = writeln!(out, "  int m99;");
        members.push(Member { name: "m99".into(), value: "5".into(), is_bits: false });
    }
    if is_union {
        members.truncate(1);
    }
    let mut attributes = String::new();
    if wild && rng.below(4) == 0 {
        attributes += " __attribute__((packed))";
    }
    if wild && rng.below(4) == 0 {
        let _ = write!(attributes, " __attribute__((aligned({})))", 1 << rng.below(5));
    }
    let _ = writeln!(out, "}}{attributes};");
    if pack > 0 {
        let _ = writeln!(out, "#pragma pack(pop)");
    }
    Type { name, members }
}

/// A value of a type, as an expression.
fn made(rng: &mut Rng, ty: &Type) -> (String, Vec<String>) {
    if ty.members.is_empty() {
        let value = value(rng, &ty.name);
        return (format!("({})({value})", ty.name), vec![format!(" == ({})({value})", ty.name)]);
    }
    let parts: Vec<String> = ty.members.iter().map(|m| format!(".{} = {}", m.name, m.value)).collect();
    let checks = ty.members.iter().map(|m| format!(".{} == ({})", m.name, m.value)).collect();
    (format!("({}){{ {} }}", ty.name, parts.join(", ")), checks)
}

/// A table of sizes, alignments and places of members, and objects with one member set.
fn layout(rng: &mut Rng) -> String {
    let mut out = String::new();
    let (mut table, mut objects) = (String::new(), String::new());
    for number in 0..RECORDS {
        let ty = record(rng, number, true, &mut out);
        let _ = write!(table, "sizeof({0}), _Alignof({0}), ", ty.name);
        for (i, member) in ty.members.iter().enumerate() {
            if !member.is_bits {
                let _ = write!(table, "__builtin_offsetof({}, {}), ", ty.name, member.name);
            }
            let _ = writeln!(objects, "{} N(o{number}_{i}) = {{ .{} = {} }};", ty.name, member.name, member.value);
            let _ = writeln!(
                objects,
                "#ifdef MAIN\nextern {} gcc_o{number}_{i};\n#define C{number}_{i} same(&N(o{number}_{i}), &gcc_o{number}_{i}, sizeof({0}))\n#else\n#define C{number}_{i} 1\n#endif",
                ty.name
            );
        }
        for i in 0..ty.members.len() {
            let _ = writeln!(objects, "int N(c{number}_{i})(void) {{ return C{number}_{i}; }}");
        }
    }
    let calls: String = objects
        .lines()
        .filter_map(|l| l.strip_prefix("int N(")?.split_once(')').map(|(name, _)| name))
        .enumerate()
        .map(|(i, name)| format!("  if (!N({name})()) return {};\n", 1_000 + i))
        .collect();
    format!(
        "#ifdef MAIN\n#define N(x) own_##x\n#else\n#define N(x) gcc_##x\n#endif\n\
         static int same(const void *a, const void *b, unsigned n) {{\n  const char *x = a, *y = b;\n\
         \x20 while (n-- > 0) if (*x++ != *y++) return 0;\n  return 1;\n}}\n{out}{objects}\
         const unsigned N(table)[] = {{ {table} }};\n#ifdef MAIN\nextern const unsigned gcc_table[];\n\
         int main(void) {{\n  for (unsigned i = 0; i < sizeof N(table) / 4; i++) if (N(table)[i] != gcc_table[i]) return 1 + i;\n\
         {calls}  return 0;\n}}\n#endif\n"
    )
}

/// Functions that check their arguments, and calls that check the results; each half defines every second function.
fn prototypes(rng: &mut Rng) -> String {
    let mut out = String::from(
        "#include <stdarg.h>\n#ifdef MAIN\n#define HALF 0\nint bad;\n#else\n#define HALF 1\nextern int bad;\n#endif\n\
         #define CHECK(c, n) do { if (!(c) && !bad) bad = n; } while (0)\n",
    );
    let mut types: Vec<Type> = SCALARS.iter().map(|name| Type { name: (*name).into(), members: Vec::new() }).collect();
    for number in 0..RECORDS {
        let ty = record(rng, number, false, &mut out);
        types.push(ty);
    }
    let mut calls = String::new();
    for f in 0..FUNCTIONS {
        let result = pick(rng, &types);
        let count = rng.below(8) as usize;
        let params: Vec<&Type> = (0..count).map(|_| pick(rng, &types)).collect();
        let variadic = count > 0 && rng.below(4) == 0;
        let mut list: Vec<String> = params.iter().enumerate().map(|(i, ty)| format!("{} p{i}", ty.name)).collect();
        let (mut args, mut body, mut id) = (Vec::new(), String::new(), 1 + f * 100);
        for (i, ty) in params.iter().enumerate() {
            let (value, checks) = made(rng, ty);
            args.push(value);
            for check in checks {
                let _ = writeln!(body, "  CHECK(p{i}{check}, {id});");
                id += 1;
            }
        }
        if variadic {
            list.push("...".into());
            let _ = writeln!(body, "  va_list ap; va_start(ap, p{});", count - 1);
            for _ in 0..1 + rng.below(5) {
                let promoted: Vec<&Type> = types
                    .iter()
                    .filter(|t| {
                        !t.members.is_empty()
                            || matches!(
                                t.name.as_str(),
                                "int" | "long long" | "double" | "float _Complex" | "double _Complex"
                            )
                    })
                    .collect();
                let ty = *pick(rng, &promoted);
                let (value, checks) = made(rng, ty);
                args.push(value);
                let _ = writeln!(body, "  {{ {0} v = va_arg(ap, {0});", ty.name);
                for check in checks {
                    let _ = writeln!(body, "    CHECK(v{check}, {id});");
                    id += 1;
                }
                let _ = writeln!(body, "  }}");
            }
            let _ = writeln!(body, "  va_end(ap);");
        }
        let (value, checks) = made(rng, result);
        let list = if list.is_empty() { "void".into() } else { list.join(", ") };
        let head = format!("{} f{f}({list})", result.name);
        let _ = writeln!(out, "#if HALF == {}\n{head} {{\n{body}  return {value};\n}}\n#else", f % 2);
        let _ = writeln!(out, "{head};\nvoid c{f}(void) {{\n  {} r = f{f}({});", result.name, args.join(", "));
        for check in checks {
            let _ = writeln!(out, "  CHECK(r{check}, {id});");
            id += 1;
        }
        let _ = writeln!(out, "}}\n#endif");
        let _ = writeln!(calls, "  c{f}();");
        let _ = writeln!(out, "void c{f}(void);");
    }
    let _ = writeln!(out, "#ifdef MAIN\nint main(void) {{\n{calls}  return bad;\n}}\n#endif");
    out
}

/// One program: ours calls gcc's code and the other way round, at three levels.
fn program(seed: u64, text: &str, scratch: &std::path::Path) -> Result<(), String> {
    let source = scratch.join(format!("abi{seed}.c"));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let optimise = ["-O0", "-O1", "-O2"][(seed % 3) as usize];
    let made = Command::new("mipsel-linux-gnu-gcc")
        .args(super::GCC)
        .args([optimise, "-o", "-"])
        .arg(&source)
        .output()
        .map_err(|e| format!("gcc: {e}"))?;
    if !made.status.success() {
        return Err(String::from_utf8_lossy(&made.stderr).chars().take(300).collect());
    }
    let gcc = SourceFile { name: "half.s".into(), text: String::from_utf8_lossy(&made.stdout).into_owned() };
    let own = SourceFile { name: "main.c".into(), text: text.into() };
    for (name, level) in LEVELS {
        let mut settings = torture_settings("");
        settings.options.defines.push("MAIN".into());
        let end = run(&[own.clone(), gcc.clone()], &[], level, settings);
        if !matches!(end, End::Halted(0, ..)) {
            let kept = std::env::temp_dir().join(format!("mcore-oracle-abi-{seed}.c"));
            let _ = std::fs::write(&kept, text);
            return Err(format!("{name}, gcc {optimise}: {}; see {}", shown(&end), kept.display()));
        }
    }
    Ok(())
}

/// Random structures, and random prototypes, against gcc.
pub(super) fn abi(count: u64, first: u64) -> bool {
    let scratch = std::env::temp_dir().join(format!("mcore-oracle-{}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&scratch) {
        eprintln!("{}: {error}", scratch.display());
        return false;
    }
    let seeds: Vec<u64> = (first..first + count).collect();
    let results = side_by_side(&seeds, |seed| {
        let mut rng = Rng::new(*seed);
        let text = if seed % 2 == 0 { layout(&mut rng) } else { prototypes(&mut rng) };
        program(*seed, &text, &scratch)
    });
    let _ = std::fs::remove_dir_all(&scratch);
    let different = super::differing(&seeds, results);
    println!("{count} programs half compiled by gcc: {different} differ");
    different == 0
}
