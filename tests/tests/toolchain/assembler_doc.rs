//! `docs/assembler.md` and `docs/assembler.ja.md` are generated from the tables of the assembler, so that they are
//! always true.
//!
//! After a change, `MCORE_BLESS=1 cargo test -p mcore-tests --test toolchain assembler_doc` writes them anew.

use mcore::isa::{Op, rows};
use mcore::toolchain::asm::{Form, directives, form_usage, forms, unlike_gnu, usage};
use mcore_tests::root;
use std::fmt::Write;

const ENGLISH: &str = "\
# The assembler: its language, and differences from other assemblers

This file is made from the tables of the assembler (`MCORE_BLESS=1 cargo test -p mcore-tests --test toolchain assembler_doc`). The assembler accepts the
language of GNU as 2.40 for MIPS32 Release 2, in hand-written programs and in the output of `gcc -S`, and the habits of SPIM and MARS.
The tests compare it with GNU as byte by byte.

Compile C programs with this line (the linker's warning about abicalls is harmless):

```console
mipsel-linux-gnu-gcc -O2 -g -march=mips32r2 -mfp32 -mno-abicalls -fno-pic -G0 -fno-builtin \\
    -mmadd4 -mlxc1-sxc1 -mbranch-likely -funroll-loops -nostdlib -static -Wl,-e,main \\
    -Wl,-Ttext=0x1000 -Wl,-z,max-page-size=4096 -o program.elf program.c core/lib/memory.c -lgcc
```

- `-fno-builtin`, not `-ffreestanding`: with it a `main` without `return` returns 0, as the C standard requires for hosted programs.
- [core/lib/memory.c](../core/lib/memory.c) holds `memcpy`, `memmove`, `memset` and `memcmp`. gcc calls them at any level for
  structures and arrays that are copied, cleared or initialised, and there is no C library that has them.
- `-lgcc` holds the functions that gcc calls for division, conversion and some bit operations of 64-bit numbers. Their parts for
  dynamic linking are not used.
- `-mmadd4 -mlxc1-sxc1 -mbranch-likely -funroll-loops` use more of the cores' instructions and unroll loops. With gcc 12 -O2 they
  save 19 % of the cycles of eight kernels (geometric mean): 46 % of a multiplication of matrices of doubles (517,180 to 279,175
  cycles), 40 % of whole numbers (742,997 to 447,119), 17 % of the queens' problem, 15 % of a sieve, 2 to 10 % of the others.
- For assembly text write `-S` in place of `-g`, and leave out all arguments from `-nostdlib` to `-lgcc` except the names of the C
  files, since assembly text cannot call libgcc.

## Programs

- Text starts at 0x1000; data, read-only data and bss follow, each at a multiple of 16. Sections take no addresses.
- A file that no other one includes is a translation unit: its labels, constants and macros are its own, and `.globl` shares a
  label. (SPIM and MARS by default put all files into one unit.) A file is assembled once, however often it is included.
- The program starts at `_start`, else `__start`, else `main`. A `main` that may return with `jr $ra` is called by four words
  before the text (`jal main`, `nop`, store of `$v0` to the halt register, `nop`): 2 cycles before `main`, 1 after it. A
  program that halts by itself starts with its own first instruction in cycle 0, and nothing is added to it. The instructions
  decide which of the two it is: calls that never return are recognised, and `jr` of another register counts as a return.
- `.set reorder`, as at the beginning of each file, puts one `nop` into each delay slot, and never moves an instruction there
  (GNU as `-O0`). `.set noreorder` leaves the slot to the programmer.
- Names known without definition: `_ftext`, `_etext`, `_fdata`, `_edata`, `__bss_start`, `_end`.
- Names that begin with `.L` or `$L` are left out of the table of symbols.
- Comments: `#`, `//` and `/* */`; `;` separates statements. Mnemonics and directives may be written in capitals.
- Every message gives the place, the problem and a remedy. A number that does not fit its directive is truncated with a warning, as
  in GNU as.

## Expressions

64-bit whole numbers; decimal, `0x`, `0b`, octal with a leading `0`, characters `'a'` (the closing quote may be left out).
Operators as in GNU as, the highest precedence first: unary `-` `~` `!`; `*` `/` `%` `<<` `>>`; `&` `|` `^` `!` (or not); `+` `-`;
`==` `!=` `<>` `<` `<=` `>` `>=` (a true one is -1); `&&`; `||`. This is not the order of C; a warning shows where that matters.
Relocation operators: `%hi`, `%lo`, `%half`, `%neg`. Refused with the reason: `%gp_rel` (no start-up code sets `$gp`),
`%got`, `%call16` and their like (position-independent code), `%higher`, `%highest` (64-bit addresses).

## Unlike GNU as

- Instructions are always aligned to 4, also after `.byte`.
- `.float` rounds to the nearest number, of two equally near ones to the even one; GNU as rounds such a tie up.
- Strings in mergeable sections stay separate (GNU ld joins equal ones).
- `.octa` takes 64-bit values; `.altmacro`, `.incbin`, `.dc`, `.struct` and `.reloc` are refused.
- Instructions of operating systems and debuggers (`mtc0`, `eret`, `cache`, `sdbbp`, ...) are refused, since a core has no kernel mode.
- `.set nomacro` without `.set noreorder` before it, and `.module` after the first instruction or `.set`, are warnings; GNU as refuses
  both.
- Macros may be written as for MARS too, and `\\op.s` is the parameter `op` and `.s` where GNU as wants `\\op\\().s`.
- A macro or repetition may make 16 million characters in all and nest 100 deep.

## Unlike SPIM and MARS

- Operands are separated by commas; SPIM and MARS take spaces too.
- Delayed branches are on, as on the real machine, and hidden by `.set reorder`.
- `.ktext` and `.kdata` are refused: a node has no kernel.
- `div`, `rem` and their like trap with code 7 if the divisor is zero.
- Labels of other files need `.globl`.
- In macros with parameters `%name` labels are local, as in MARS; two macros with one name are refused.
";

const JAPANESE: &str = "\
# アセンブラ: 使えるものと、ほかのアセンブラとの違い

このファイルはアセンブラの表から作られる (`MCORE_BLESS=1 cargo test -p mcore-tests --test toolchain assembler_doc`)。手書きのプログラムと `gcc -S` の出力に
ついて GNU as 2.40 が MIPS32 Release 2 用に受け付けるもの、それに SPIM と MARS の書き方が使える。テストは GNU as の結果とバイト単位で比べている。

C のプログラムは次の行でコンパイルできる（abicalls についてのリンカの警告は無害）。

```console
mipsel-linux-gnu-gcc -O2 -g -march=mips32r2 -mfp32 -mno-abicalls -fno-pic -G0 -fno-builtin \\
    -mmadd4 -mlxc1-sxc1 -mbranch-likely -funroll-loops -nostdlib -static -Wl,-e,main \\
    -Wl,-Ttext=0x1000 -Wl,-z,max-page-size=4096 -o program.elf program.c core/lib/memory.c -lgcc
```

- `-ffreestanding` ではなく `-fno-builtin` を付ける。C では `main` が `return` なしに終わると 0 を返すが、`-ffreestanding` ではそうならない。
- [core/lib/memory.c](../core/lib/memory.c) に `memcpy`、`memmove`、`memset`、`memcmp` がある。構造体や配列のコピー、クリア、初期化のために gcc が
  どの最適化レベルでも呼び出すもので、それを持つ C ライブラリはない。
- `-lgcc` には 64 ビットの数の除算、変換、一部のビット演算のために gcc が呼び出す関数がある。動的リンクのための部分は使われない。
- `-mmadd4 -mlxc1-sxc1 -mbranch-likely -funroll-loops` はコアの命令をより多く使い、ループを展開する。gcc 12 の -O2 では 8 つのカーネルのサイクル数が
  19 % (幾何平均) 減る。倍精度の行列の積は 46 % (517,180 から 279,175 サイクル)、整数では 40 % (742,997 から 447,119)、クイーン問題は 17 %、
  素数のふるいは 15 %、ほかは 2 から 10 % 減る。
- アセンブリのテキストにするには `-g` の代わりに `-S` を付け、C ファイルの名前を除いて `-nostdlib` から `-lgcc` までを省く。テキストからは libgcc を
  呼び出せない。

## プログラム

- テキストは 0x1000 から始まり、データ、読み出し専用データ、bss が 16 の倍数の番地に続く。セクションごとのアドレスは指定できない。
- ほかから取り込まれないファイルは翻訳単位で、ラベル、定数、マクロはその単位だけのもの。`.globl` でラベルを共有する (SPIM と MARS では、指定がなければ
  すべてのファイルが 1 つになる)。何度取り込まれても、ファイルをアセンブルするのは 1 回だけ。
- プログラムは `_start`、なければ `__start`、なければ `main` から始まる。`jr $ra` で戻るかもしれない `main` は、テキストの前に置かれる 4 ワード
  (`jal main`、`nop`、停止レジスタへの `$v0` のストア、`nop`) から呼ばれる。`main` の前に 2 サイクル、後に 1 サイクルかかる。自分で停止するプログラムは
  サイクル 0 に自分の最初の命令から始まり、何も加えられない。どちらであるかは命令をたどって決める。戻らない関数の呼び出しはそのとおりに扱い、
  `$ra` 以外の `jr` は戻るものとみなす。
- ファイルの初めの状態である `.set reorder` では、遅延スロットのそれぞれに `nop` を 1 つ置き、命令を移すことはない（GNU as の `-O0`）。
  `.set noreorder` ではスロットの中身を自分で書く。
- 定義しなくても使える名前: `_ftext`、`_etext`、`_fdata`、`_edata`、`__bss_start`、`_end`。
- `.L` や `$L` で始まる名前はシンボル表に載せない。
- コメントは `#`、`//`、`/* */`。`;` は文を区切る。命令とディレクティブは大文字でも書ける。
- 見つかったことは、場所、内容、どうすればよいかをすべて伝える。ディレクティブに入らない数は、GNU as と同じく警告を出して切り捨てる。

## 式

64 ビットの整数。10 進、`0x`、`0b`、`0` で始まる 8 進、文字 `'a'`（閉じる引用符は省ける）。演算子は GNU as と同じで、強い順に、単項の `-` `~` `!`、
`*` `/` `%` `<<` `>>`、`&` `|` `^` `!`（否定との論理和）、`+` `-`、`==` `!=` `<>` `<` `<=` `>` `>=`（真は -1）、`&&`、`||`。C の順とは違い、それで値が変わる
ところには警告が出る。再配置演算子は `%hi`、`%lo`、`%half`、`%neg`。理由を示して断るもの: `%gp_rel`（`$gp` を設定するものがない）、`%got` や `%call16` など
(位置独立コード)、`%higher`、`%highest`（64 ビットアドレス）。

## GNU as との違い

- 命令は `.byte` の後でも必ず 4 の倍数に揃える。
- `.float` は最も近い数に丸め、2 つが同じ近さなら偶数の方にする。GNU as はそのとき切り上げる。
- まとめられるセクションの文字列もまとめない（GNU ld は同じものを 1 つにする）。
- `.octa` の値は 64 ビット。`.altmacro`、`.incbin`、`.dc`、`.struct`、`.reloc` は使えない。
- オペレーティングシステムやデバッガの命令（`mtc0`、`eret`、`cache`、`sdbbp` など）は使えない。コアにカーネルモードはない。
- 前に `.set noreorder` のない `.set nomacro` と、最初の命令や `.set` より後の `.module` は警告になる。GNU as ではどちらもエラーになる。
- マクロは MARS の書き方でも書ける。GNU as で `\\op\\().s` と書くところは `\\op.s` でもよい。
- マクロや繰り返しが作れるのは合計 1600 万文字まで、入れ子は 100 段まで。

## SPIM、MARS との違い

- オペランドはコンマで区切る。SPIM と MARS では空白でもよい。
- 遅延分岐は実機と同じく有効で、`.set reorder` が見えなくする。
- `.ktext` と `.kdata` は使えない。ノードにカーネルはない。
- `div`、`rem` などは、除数が 0 ならコード 7 でトラップする。
- ほかのファイルのラベルを使うには `.globl` が要る。
- 引数を `%name` と書くマクロの中のラベルは、MARS と同じく呼び出しごとに別のもの。同じ名前のマクロを 2 つ定義することはできない。
";

/// The language of a document, with the words that its tables need.
struct Language {
    file: &'static str,
    beginning: &'static str,
    instructions: [&'static str; 4],
    pseudo: [&'static str; 5],
    directives: [&'static str; 4],
    pick: fn((&'static str, &'static str)) -> &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language {
        file: "docs/assembler.md",
        beginning: ENGLISH,
        instructions: [
            "Instructions",
            "instruction",
            "meaning",
            "Of instructions with three operands the first may be left out if it is the same as the second. A register may be \
             written by name (`$t0`), by number (`$8`) or, for `$fp`, as `$s8`.",
        ],
        pseudo: [
            "Pseudo-instructions",
            "If there are several forms, the first that fits is used. A, B, C are the operands; `op` is the instruction itself; \
             an empty last column means: as GNU as.",
            "written",
            "becomes",
            "unlike GNU as",
        ],
        directives: ["Directives", "directive", "operands", "here"],
        pick: |text| text.0,
    },
    Language {
        file: "docs/assembler.ja.md",
        beginning: JAPANESE,
        instructions: [
            "命令",
            "命令",
            "意味",
            "オペランドが 3 つの命令では、最初の 2 つが同じなら 1 つ省ける。レジスタは名前 (`$t0`) でも番号 (`$8`) でも書け、`$fp` は `$s8` とも書ける。",
        ],
        pseudo: [
            "擬似命令",
            "書き方がいくつかあるときは、合うもののうち最初のものになる。A、B、C はオペランド、`op` は命令そのもの。最後の欄が空なら GNU as と同じ。",
            "書き方",
            "展開",
            "GNU as との違い",
        ],
        directives: ["ディレクティブ", "ディレクティブ", "オペランド", "ここでは"],
        pick: |text| text.1,
    },
];

fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

fn instructions(out: &mut String, language: &Language) {
    let [title, name, meaning, after] = language.instructions;
    let _ = write!(out, "\n## {title}\n\n| {name} | {meaning} |\n| --- | --- |\n");
    for row in rows().iter().filter(|r| r.op != Op::Reserved) {
        let text = format!("{} {}", row.mnemonic, usage(row));
        let _ = writeln!(out, "| `{}` | {} |", text.trim_end(), escape((language.pick)(row.op.meaning())));
    }
    let _ = write!(out, "\n{after}\n");
}

fn pseudo_instructions(out: &mut String, language: &Language) {
    let [title, before, written, becomes, unlike] = language.pseudo;
    let _ = write!(out, "\n## {title}\n\n{before}\n\n| {written} | {becomes} | {unlike} |\n| --- | --- | --- |\n");
    for form in forms() {
        let Form { mnemonics, becomes, .. } = form;
        let written: Vec<String> =
            mnemonics.split(' ').map(|m| format!("`{}`", format!("{m} {}", form_usage(form)).trim_end())).collect();
        let mut notes: Vec<&str> = mnemonics.split(' ').filter_map(unlike_gnu).map(language.pick).collect();
        notes.dedup();
        let constant = form.operands.iter().any(|p| matches!(p, mcore::toolchain::asm::Pattern::Value))
            && becomes.contains("li $at, C");
        if constant && mnemonics.starts_with(['d', 'r']) {
            notes.clear();
        }
        let _ = writeln!(out, "| {} | `{}` | {} |", written.join(", "), escape(becomes), escape(&notes.join(" ")));
    }
}

fn directive_table(out: &mut String, language: &Language) {
    let [title, name, operands, here] = language.directives;
    let _ = write!(out, "\n## {title}\n\n| {name} | {operands} | {here} |\n| --- | --- | --- |\n");
    for directive in directives() {
        let names: Vec<String> = directive.names.split(' ').map(|n| format!("`{n}`")).collect();
        let operands =
            if directive.operands.is_empty() { String::new() } else { format!("`{}`", escape(directive.operands)) };
        let meaning = escape((language.pick)(directive.meaning));
        let _ = writeln!(out, "| {} | {operands} | {meaning} |", names.join(" "));
    }
}

#[test]
fn the_documents_are_true() {
    for language in &LANGUAGES {
        let mut text = String::from(language.beginning);
        directive_table(&mut text, language);
        pseudo_instructions(&mut text, language);
        instructions(&mut text, language);
        let path = root().join(language.file);
        if std::env::var_os("MCORE_BLESS").is_some() {
            std::fs::write(&path, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == text,
            "{} is stale: MCORE_BLESS=1 cargo test -p mcore-tests --test toolchain assembler_doc",
            language.file
        );
    }
}

/// Both documents have the same headings and the same number of points.
#[test]
fn both_languages_say_the_same() {
    let count = |text: &str, begin: &str| text.lines().filter(|l| l.starts_with(begin)).count();
    for begin in ["#", "- "] {
        assert_eq!(count(ENGLISH, begin), count(JAPANESE, begin), "{begin}");
    }
    let is_japanese = |text: &str| text.chars().any(|c| ('\u{3040}'..='\u{9fff}').contains(&c));
    assert!(directives().iter().all(|d| is_japanese(d.meaning.1) && !is_japanese(d.meaning.0)));
}

/// Names are unique, and every directive that the script's sources use is in the table.
#[test]
fn names_of_directives() {
    let mut names: Vec<&str> = directives().iter().flat_map(|d| d.names.split(' ')).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(names.iter().all(|n| n.starts_with('.')));
}
