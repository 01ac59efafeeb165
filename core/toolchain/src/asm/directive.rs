//! Directives: the table of their names, and their implementation.

use super::{
    assembler::{AT, Assembler, Settings, padding},
    condition::is_conditional,
    expr::{Expr, as_word},
    layout::data_fits,
    lex::{Kind, Lexer, Token},
    parse::Cursor,
    report::{Failure, Parsed, clip},
    section::Place,
    suggest::did_you_mean,
    symbol::{Meaning, Reach},
};
use alloc::vec::Vec;
use mcore_base::text;
use mcore_base::{Diagnostic, Span};

/// Maximum alignment in bytes.
const MAX_ALIGNED: u32 = 4096;

/// Maximum number of tokens that replace one `.eqv` name; prevents nested replacements from growing without limit.
const MAX_REPLACED: usize = 64;

/// Maximum number of saved settings and sections.
const MAX_KEPT: usize = 100;

/// Maximum number of a subsection.
const MAX_SUBSECTION: i64 = 8192;

/// The action of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Switches to a section of this name and kind.
    Enter(&'static str, Place),
    Section,
    PushSection,
    PopSection,
    Previous,
    Subsection,
    /// Whole numbers of this many bytes, aligned or not.
    Whole(u8, bool),
    /// Whole numbers of 16 bytes.
    Octa,
    /// IEEE 754 numbers of this many bytes.
    Real(u8),
    /// Numbers in LEB128, signed or not.
    Leb {
        signed: bool,
    },
    /// `size[, fill]`: space.
    Space,
    /// `repeat, size, value`.
    Fill,
    /// `offset[, fill]`: continues at an offset in the section.
    Org,
    /// `n[, fill]`: aligns to a multiple of 2^n bytes.
    AlignPower,
    /// `n[, fill]`: aligns to a multiple of n bytes.
    AlignBytes,
    /// Characters, with a zero byte after each string or without.
    Characters {
        zero: bool,
    },
    Global,
    Weak,
    Local,
    /// `.comm name, size[, alignment]`: space shared by all files.
    Common,
    /// The same for one file.
    LocalCommon,
    Include,
    /// `.equ name, value`; `once` refuses a name that has a value.
    Assign {
        once: bool,
    },
    /// `.eqv name tokens` (MARS).
    Replace,
    Set,
    File,
    Loc,
    Conditional,
    Macro,
    EndMacro,
    ExitMacro,
    Purge,
    Repeat,
    ForEach {
        characters: bool,
    },
    EndRepeat,
    Error,
    Warning,
    Fail,
    /// Only has a meaning for other tools.
    Ignored,
    /// Position-independent code.
    Pic,
    /// Known in other assemblers, but not supported here.
    Refused,
}

/// A group of directives with their description, for the assembler and for its documentation.
#[derive(Clone, Copy, Debug)]
pub struct Directive {
    /// The names, separated by spaces.
    pub names: &'static str,
    /// The syntax of the operands.
    pub operands: &'static str,
    /// Its effect here, and differences from other assemblers: English, Japanese.
    pub meaning: (&'static str, &'static str),
    action: Action,
}

/// All directives, in the order of the documentation.
pub fn directives() -> &'static [Directive] {
    DIRECTIVES
}

const fn directive(
    names: &'static str,
    operands: &'static str,
    action: Action,
    meaning: (&'static str, &'static str),
) -> Directive {
    Directive { names, operands, meaning, action }
}

use Action::{
    AlignBytes, AlignPower, Assign, Characters, Common, Conditional, EndMacro, EndRepeat, Enter, ExitMacro, Fail, Fill,
    ForEach, Global, Ignored, Include, Leb, Loc, Local, LocalCommon, Octa, Org, Pic, PopSection, Previous, Purge, Real,
    Refused, Repeat, Replace, Set, Space, Subsection, Weak, Whole,
};

#[rustfmt::skip]
const DIRECTIVES: &[Directive] = &[
    // Sections
    directive(".text", "[subsection]", Enter(".text", Place::Text), ("Goes to the instructions. An address, as SPIM and MARS allow, is refused: the layout is fixed (text, data, read-only data, bss).", "命令のセクションに移る。SPIM や MARS のようなアドレスの指定は使えない。配置は決まっている（テキスト、データ、読み出し専用データ、bss の順）。")),
    directive(".data", "[subsection]", Enter(".data", Place::Data), ("Goes to the initialised data.", "初期値のあるデータのセクションに移る。")),
    directive(".sdata", "", Enter(".sdata", Place::Data), ("Small data; placed among the data and addressed like them.", "小さなデータ。ほかのデータと並び、同じ方法で参照する。")),
    directive(".rdata", "", Enter(".rdata", Place::ReadOnly), ("Goes to the read-only data. Nothing keeps a program from writing there.", "読み出し専用データのセクションに移る。プログラムが書き込んでも止められることはない。")),
    directive(".rodata", "", Enter(".rodata", Place::ReadOnly), ("As `.rdata`; GNU as wants `.section .rodata`.", "`.rdata` と同じ。GNU as では `.section .rodata` と書く。")),
    directive(".bss", "[subsection]", Enter(".bss", Place::Bss), ("Goes to the space that starts as zero.", "0 で始まる領域に移る。")),
    directive(".sbss", "", Enter(".sbss", Place::Bss), ("As `.bss`; GNU as wants `.section .sbss`.", "`.bss` と同じ。GNU as では `.section .sbss` と書く。")),
    directive(".section", "name [, \"flags\" [, @type]]", Action::Section, ("Goes to a section. Flags (or a well-known name) decide its place: `x` with the text, `w` with the data, `@nobits` with the bss, else with the read-only data. Without the flag `a` (`.comment`, `.debug_info`) its contents are skipped. Strings are never merged.", "指定のセクションに移る。置かれる場所はフラグ（またはよく知られた名前）で決まる。`x` はテキスト、`w` はデータ、`@nobits` は bss、ほかは読み出し専用データ。フラグ `a` のないもの (`.comment`、`.debug_info`) の内容は読み飛ばす。文字列をまとめることはない。")),
    directive(".pushsection", "name [, \"flags\"]", Action::PushSection, ("As `.section`; `.popsection` returns.", "`.section` と同じ。`.popsection` で戻る。")),
    directive(".popsection", "", PopSection, ("Back to the section before the last `.pushsection`.", "最後の `.pushsection` の前のセクションに戻る。")),
    directive(".previous", "", Previous, ("Back to the section before this one.", "1 つ前のセクションに戻る。")),
    directive(".subsection", "number", Subsection, ("Goes to a numbered part of the section; the parts are put together in the order of their numbers.", "セクションの中の番号付きの部分に移る。部分は番号の順につなげる。")),

    // Data
    directive(".byte", "value [: count], ...", Whole(1, true), ("Bytes. `: count` repeats, as in MARS.", "バイト。`: 個数` は MARS と同じ繰り返し。")),
    directive(".half .hword .short", "value [: count], ...", Whole(2, true), ("Halfwords, aligned to 2.", "ハーフワード。2 の倍数に揃える。")),
    directive(".word .long .int", "value [: count], ...", Whole(4, true), ("Words, aligned to 4.", "ワード。4 の倍数に揃える。")),
    directive(".dword .quad", "value [: count], ...", Whole(8, true), ("Doublewords, aligned to 8.", "ダブルワード。8 の倍数に揃える。")),
    directive(".2byte", "value, ...", Whole(2, false), ("Halfwords, not aligned.", "ハーフワード。揃えない。")),
    directive(".4byte", "value, ...", Whole(4, false), ("Words, not aligned.", "ワード。揃えない。")),
    directive(".8byte", "value, ...", Whole(8, false), ("Doublewords, not aligned.", "ダブルワード。揃えない。")),
    directive(".octa", "value, ...", Octa, ("16 bytes, aligned to 16. The value itself has 64 bits here and is sign-extended; GNU as takes 128.", "16 バイト。16 の倍数に揃える。ここでは 64 ビットの値を符号拡張する（GNU as は 128 ビット）。")),
    directive(".float .single", "number [: count], ...", Real(4), ("Single-precision numbers, aligned to 4.", "単精度の数。4 の倍数に揃える。")),
    directive(".double", "number [: count], ...", Real(8), ("Double-precision numbers, aligned to 8.", "倍精度の数。8 の倍数に揃える。")),
    directive(".sleb128", "value, ...", Leb { signed: true }, ("Signed numbers of variable length. The value must be known at once.", "可変長の符号付き数。値がその場で決まっていること。")),
    directive(".uleb128", "value, ...", Leb { signed: false }, ("Unsigned numbers of variable length. The value must be known at once.", "可変長の符号なし数。値がその場で決まっていること。")),
    directive(".ascii", "\"text\", ...", Characters { zero: false }, ("Characters, in UTF-8.", "文字 (UTF-8)。")),
    directive(".asciz .asciiz .string", "\"text\", ...", Characters { zero: true }, ("Characters and a zero byte after each string. `.asciiz` is SPIM's name.", "文字列ごとに最後に 0 のバイトを付ける。`.asciiz` は SPIM の名前。")),
    directive(".space .skip .zero", "bytes [, fill]", Space, ("Room. SPIM aligns nothing here, nor does this.", "領域。SPIM と同じく、揃えない。")),
    directive(".fill", "repeat [, size [, value]]", Fill, ("`repeat` times a value of `size` bytes (at most 8; the upper 4 are zero, as in GNU as).", "`size` バイト（8 まで。GNU as と同じく上位 4 バイトは 0）の値を `repeat` 回。")),
    directive(".org", "offset [, fill]", Org, ("Goes on at an offset in the section, forwards only.", "セクションの中の指定の位置まで進む。戻ることはできない。")),
    directive(".align .p2align", "n [, fill [, most]]", AlignPower, ("Goes to a multiple of 2^n, n at most 12. `.align 0` switches off the alignment of data, as in SPIM and GNU as for MIPS.", "2^n の倍数まで進む（n は 12 まで）。`.align 0` は SPIM や MIPS 用の GNU as と同じく、データを揃えるのをやめる。")),
    directive(".balign", "n [, fill [, most]]", AlignBytes, ("Goes to a multiple of n, a power of two.", "n (2 のべき乗) の倍数まで進む。")),

    // Symbols
    directive(".globl .global", "name, ...", Global, ("Other files see the label. A label that no file shares under its name belongs to its file only (unlike SPIM, where all is one).", "ラベルをほかのファイルから見えるようにする。見えるようにしないラベルはそのファイルだけのもの（すべてが 1 つになる SPIM とは違う）。")),
    directive(".local", "name, ...", Local, ("Keeps the name for this file, for a `.comm` that follows.", "後に続く `.comm` の名前を、このファイルだけのものにする。")),
    directive(".weak", "name, ...", Weak, ("As `.globl`, but another definition goes before this one, and without any the value is 0.", "`.globl` と同じ。ただし別の定義があればそちらが優先され、どこにもなければ値は 0。")),
    directive(".comm", "name, bytes [, alignment]", Common, ("Room in the bss; all files that ask for the same name share it.", "bss の領域。同じ名前を求めるすべてのファイルで共有する。")),
    directive(".lcomm", "name, bytes [, alignment]", LocalCommon, ("Room in the bss for this file.", "このファイルだけの bss の領域。")),
    directive(".equ", "name, value", Assign { once: false }, ("Gives a name a value; also written `name = value`. A register may be named so too.", "名前に値を付ける。`名前 = 値` とも書ける。レジスタにも名前を付けられる。")),
    directive(".equiv", "name, value", Assign { once: true }, ("As `.equ`, but an error if the name has a value already.", "`.equ` と同じ。ただし名前に既に値があればエラー。")),
    directive(".eqv", "name text", Replace, ("From here on the name is replaced by the text (MARS).", "これ以降、名前をそのテキストに置き換える (MARS)。")),
    directive(".set", "option | name, value", Set, ("Options: reorder, noreorder, at, noat, at=$reg, macro, nomacro, push, pop. Options that choose an instruction set up to MIPS32 Release 2 are accepted, mips16, micromips and later releases refused.", "指定: reorder、noreorder、at、noat、at=$reg、macro、nomacro、push、pop。MIPS32 Release 2 までの命令セットの指定は受け付け、mips16、micromips、それより後の Release は使えない。")),

    // Files, conditions, macros
    directive(".include", "\"file\"", Include, ("Reads another file here, but each file only once in a program: where it is included again its names become known.", "ここで別のファイルを読む。ただしプログラムの中で 1 つのファイルを読むのは 1 回だけで、2 回目からは名前が使えるようになる。")),
    directive(".if .ifeq .ifne .iflt .ifle .ifgt .ifge", "value", Conditional, ("Reads what follows if the value is not 0 (or = 0, not 0, < 0, ...).", "値が 0 でなければ（または = 0、0 以外、< 0 など）続きを読む。")),
    directive(".ifdef .ifndef .ifnotdef", "name", Conditional, ("Reads what follows if the name has (not) been defined above.", "名前が前に定義されていれば（いなければ）続きを読む。")),
    directive(".ifb .ifnb", "text", Conditional, ("Reads what follows if there is no text (some text).", "テキストが空なら（空でなければ）続きを読む。")),
    directive(".ifc .ifnc", "text, text", Conditional, ("Reads what follows if both texts are (not) the same.", "2 つのテキストが同じなら（違えば）続きを読む。")),
    directive(".ifeqs .ifnes", "\"text\", \"text\"", Conditional, ("The same for strings.", "文字列について同じ。")),
    directive(".elseif", "value", Conditional, ("Else, if the value is not 0.", "そうでなく、値が 0 でなければ。")),
    directive(".else", "", Conditional, ("Else.", "そうでなければ。")),
    directive(".endif .endc", "", Conditional, ("Ends the condition.", "条件の終わり。")),
    directive(".macro", "name [parameter[:req|:vararg][=default], ...]", Action::Macro, ("Defines a macro, to `.endm`. In the body `\\name` is an argument, `\\@` the number of the call, `\\()` nothing. Parameters `%name` make it a MARS macro, whose labels are its own in each call.", "`.endm` までをマクロとして定義する。本体では `\\name` が引数、`\\@` が呼び出しの番号、`\\()` は空。引数を `%name` と書くと MARS のマクロになり、そのラベルは呼び出しごとに別のものになる。")),
    directive(".endm .endmacro .end_macro", "", EndMacro, ("Ends a macro. `.end_macro` is MARS's name.", "マクロの終わり。`.end_macro` は MARS の名前。")),
    directive(".exitm", "", ExitMacro, ("Leaves the macro or repetition.", "マクロや繰り返しを抜ける。")),
    directive(".purgem", "name", Purge, ("Forgets a macro.", "マクロの定義を消す。")),
    directive(".rept .rep", "count", Repeat, ("Repeats what follows, to `.endr`.", "`.endr` までを繰り返す。")),
    directive(".irp", "name, value, ...", ForEach { characters: false }, ("Repeats the following lines for each value; `\\name` is the value.", "値のそれぞれについて繰り返す。値は `\\name` で使う。")),
    directive(".irpc", "name, characters", ForEach { characters: true }, ("The same for each character.", "文字のそれぞれについて同じ。")),
    directive(".endr", "", EndRepeat, ("Ends a repetition.", "繰り返しの終わり。")),
    directive(".error .err", "[\"text\"]", Action::Error, ("An error with this text.", "このテキストのエラーを出す。")),
    directive(".warning .print", "[\"text\"]", Action::Warning, ("A warning with this text; GNU as prints the text of `.print`.", "このテキストの警告を出す。GNU as の `.print` はテキストを表示する。")),
    directive(".fail", "number", Fail, ("A warning if the number is 500 or more, else an error.", "番号が 500 以上なら警告、それより小さければエラー。")),

    // Directives of compilers
    directive(".file", "[number] \"name\"", Action::File, ("Names a source text for `.loc`.", "`.loc` のためにソースの名前を付ける。")),
    directive(".loc", "file line [column ...]", Loc, ("The following instructions belong to this line of a source text: stepping goes by it.", "続きがソースのこの行から来たことを示す。ステップ実行はこの行で進む。")),
    directive(".abicalls .addrsig .aent .bgnb .cfi_adjust_cfa_offset .cfi_def_cfa .cfi_def_cfa_offset .cfi_def_cfa_register .cfi_endproc .cfi_escape .cfi_lsda .cfi_offset .cfi_personality .cfi_register .cfi_rel_offset .cfi_remember_state .cfi_restore .cfi_restore_state .cfi_return_column .cfi_same_value .cfi_sections .cfi_signal_frame .cfi_startproc .cfi_undefined .cfi_window_save .cfi_b_key_frame .end .endb .ent .extern .fmask .frame .gnu_attribute .hidden .ident .insn .internal .ln .line .linkonce .mask .module .nan .protected .size .symver .type .version .vtable_entry .vtable_inherit .weakref .stabs .stabn .stabd .list .nolist .title .sbttl .psize .eject .loc_mark_labels .attach_to_group .noaltmacro .livereg .lflags .dtprelword .tprelword", "...", Ignored, ("Accepted; has no meaning for a program without linker, debugger and operating system.", "受け付ける。リンカ、デバッガ、オペレーティングシステムのないプログラムでは意味がない。")),
    directive(".option", "pic0 ...", Ignored, ("Accepted.", "受け付ける。")),
    directive(".cpload .cprestore .cpsetup .cpreturn .cplocal .cpadd .gpword .gpdword .gpvalue .dtpreldword .tpreldword", "...", Pic, ("Refused: position-independent code needs a global offset table and something that fills it. Compile with `-mno-abicalls -fno-pic -G0`.", "使えない。位置独立コードには、大域オフセット表とそれを埋めるものが必要。`-mno-abicalls -fno-pic -G0` を付けてコンパイルする。")),
    directive(".ktext .kdata", "...", Refused, ("Refused: a node has no kernel and no exception handler; traps stop it and are shown.", "使えない。ノードにカーネルや例外ハンドラはない。トラップが起きるとノードは止まり、その内容が表示される。")),
    directive(".altmacro", "", Refused, ("Refused: macros are written with `\\name`.", "使えない。マクロの引数は `\\name` と書く。")),
    directive(".incbin", "...", Refused, ("Refused: there are no binary files.", "使えない。バイナリファイルはない。")),
    directive(".string16 .string32 .string64 .string8 .dc .dcb .ds .struct .offset .reloc .bundle_align_mode .balignw .balignl .p2alignw .p2alignl", "...", Refused, ("Refused.", "使えない。")),
];

/// The options of `.set` that have an effect here.
const SET_OPTIONS: [&str; 8] = ["reorder", "noreorder", "at", "noat", "macro", "nomacro", "push", "pop"];

/// Options of `.set` and `.module` that match this machine.
const ACCEPTED_OPTIONS: [&str; 39] = [
    "nomips16",
    "nomicromips",
    "mips0",
    "mips1",
    "mips2",
    "mips32",
    "mips32r2",
    "arch",
    "volatile",
    "novolatile",
    "move",
    "nomove",
    "bopt",
    "nobopt",
    "hardfloat",
    "softfloat",
    "doublefloat",
    "singlefloat",
    "fp",
    "oddspreg",
    "nooddspreg",
    "nodsp",
    "nodspr2",
    "nodspr3",
    "nomt",
    "nomips3d",
    "nomdmx",
    "nosmartmips",
    "nomcu",
    "nomsa",
    "novirt",
    "noeva",
    "noxpa",
    "nocrc",
    "noginv",
    "sym32",
    "nosym32",
    "abicalls",
    "gp",
];

/// Options of `.set` for instructions that this machine does not have.
const REFUSED_OPTIONS: [&str; 27] = [
    "mips16",
    "micromips",
    "mips3",
    "mips4",
    "mips5",
    "mips64",
    "mips64r2",
    "mips64r3",
    "mips64r5",
    "mips64r6",
    "mips32r3",
    "mips32r5",
    "mips32r6",
    "dsp",
    "dspr2",
    "dspr3",
    "mt",
    "mips3d",
    "mdmx",
    "smartmips",
    "mcu",
    "msa",
    "virt",
    "eva",
    "xpa",
    "crc",
    "ginv",
];

/// True for directives that take their operands as written, without replacing `.eqv` names.
pub(super) fn takes_text(name: &str) -> bool {
    matches!(
        name,
        ".macro"
            | ".irp"
            | ".irpc"
            | ".ifb"
            | ".ifnb"
            | ".ifc"
            | ".ifnc"
            | ".section"
            | ".pushsection"
            | ".ifdef"
            | ".ifndef"
            | ".ifnotdef"
            | ".purgem"
    )
}

/// The directive with this name.
fn find(name: &str) -> Option<&'static Directive> {
    DIRECTIVES.iter().find(|d| d.names.split(' ').any(|known| known == name))
}

impl<'s> Assembler<'s> {
    /// Carries out a directive; the cursor is after its name, the lexer after the statement.
    pub(super) fn directive(
        &mut self,
        name: &'s str,
        span: Span,
        cursor: &mut Cursor<'_, 's>,
        lexer: &mut Lexer<'s>,
    ) -> Parsed<()> {
        let Some(action) = self.action(name) else {
            return Err(self.unknown_directive(name, span));
        };
        let nowhere = self.place() == Place::Nowhere;
        match action {
            Ignored => {
                self.ignored(name, span);
                if name == ".size" {
                    self.known_size(cursor);
                }
                return Ok(());
            }
            Refused | Pic => return Err(refusal(action, name, span)),
            Enter(section, place) => self.enter_plain(section, place, cursor)?,
            Action::Section => return self.section(cursor),
            Action::PushSection => {
                if self.kept_sections.len() >= MAX_KEPT {
                    return Err(too_many(span));
                }
                let kept = (self.section, self.previous);
                self.section(cursor)?;
                self.kept_sections.push(kept);
                return Ok(());
            }
            PopSection => {
                let Some((section, previous)) = self.kept_sections.pop() else {
                    return Err(Failure::new(
                        span,
                        text!("there is no `.pushsection` before this", "これより前に `.pushsection` がありません"),
                        text!(
                            "write `.pushsection` first, or `.previous` to change back",
                            "先に `.pushsection` を書くか、`.previous` で戻ってください"
                        ),
                    ));
                };
                self.enter(section);
                self.previous = previous;
            }
            Previous => {
                let previous = core::mem::replace(&mut self.previous, self.section);
                self.enter(previous);
            }
            Subsection => {
                let number = self.subsection_number(cursor)?;
                let section = self.sections.subsection(self.section, number);
                self.change(section);
            }
            Whole(..)
            | Octa
            | Real(_)
            | Leb { .. }
            | Space
            | Fill
            | Org
            | AlignPower
            | AlignBytes
            | Characters { .. }
                if nowhere =>
            {
                return Ok(());
            }
            Whole(bytes, aligned) => self.whole_numbers(bytes, aligned, span, cursor)?,
            Octa => self.octas(span, cursor)?,
            Real(bytes) => self.real_numbers(bytes, span, cursor)?,
            Leb { signed } => self.leb_numbers(signed, span, cursor)?,
            Space => self.space(span, cursor)?,
            Fill => self.fill_directive(span, cursor)?,
            Org => self.org(span, cursor)?,
            AlignPower | AlignBytes => self.explicit_align(action == AlignPower, cursor)?,
            Characters { zero } => self.characters(zero, span, cursor)?,
            Global => self.share(Reach::Global, cursor)?,
            Weak => self.share(Reach::Weak, cursor)?,
            Local => self.share(Reach::Unit, cursor)?,
            Common | LocalCommon => self.common(action == LocalCommon, span, cursor)?,
            Include => self.include_directive(cursor)?,
            Assign { once } => {
                let (name, span) = name_of(cursor)?;
                cursor.expect(",")?;
                if once && let Some(first) = self.symbols.find(name) {
                    let shown = clip(name);
                    let (en, ja) = super::symbol::describe(first.span, span, &self.files, &self.report);
                    return Err(Failure::new(
                        span,
                        text!("`{shown}` is already defined at {en}", "`{shown}` は{ja}で既に定義されています"),
                        text!(
                            "give one of them another name, or use `.set` to change a value",
                            "どちらかの名前を変えるか、値の変更なら `.set` を使ってください"
                        ),
                    ));
                }
                return self.assign(name, span, cursor);
            }
            Replace => return self.replacement(cursor),
            Set => return self.set(cursor),
            Action::File => return self.source_file(cursor),
            Loc => return self.source_line(cursor),
            Conditional => return self.conditional(name, span, cursor),
            Action::Macro => return self.define_macro(span, cursor, lexer),
            EndMacro | EndRepeat => {
                let begin = if action == EndMacro { ".macro" } else { ".rept" };
                return Err(Failure::new(
                    span,
                    text!(
                        "there is no `{begin}` before this `{name}`",
                        "この `{name}` より前に `{begin}` がありません"
                    ),
                    text!("remove it, or write `{begin}` before it", "これを消すか、前に `{begin}` を書いてください"),
                ));
            }
            ExitMacro => {
                if self.depth == 0 {
                    return Err(Failure::new(
                        span,
                        text!("`.exitm` stands outside a macro", "`.exitm` がマクロの外にあります"),
                        text!(
                            "it leaves a macro early; remove it here",
                            "マクロを途中で抜けるための指定です。ここでは消してください"
                        ),
                    ));
                }
                self.leaving = true;
            }
            Purge => self.purge_macro(cursor)?,
            Repeat => return self.repeat_block(span, cursor, lexer),
            ForEach { characters } => return self.repeat_for_each(characters, span, cursor, lexer),
            Action::Error => {
                self.say(name, true, span, cursor)?;
            }
            Action::Warning => {
                self.say(name, false, span, cursor)?;
            }
            Fail => {
                let expr = self.expr(cursor)?;
                let number = self.number(&expr)?;
                let message = text!(".fail {number} was reached", "`.fail {number}` に到達しました");
                let finding =
                    if number < 500 { Diagnostic::error(span, message) } else { Diagnostic::warning(span, message) };
                self.report.push(finding.with_tip(super::macros::asked_for()));
            }
        }
        cursor.finish()
    }

    fn action(&self, name: &str) -> Option<Action> {
        find(name)
            .or_else(|| find(&name.to_ascii_lowercase()))
            .map(|d| d.action)
            .or_else(|| is_conditional(name).then_some(Conditional))
    }

    fn unknown_directive(&self, name: &str, span: Span) -> Failure {
        let shown = clip(name);
        let message = text!("there is no directive `{shown}`", "ディレクティブ `{shown}` はありません");
        let usable = DIRECTIVES.iter().filter(|d| !matches!(d.action, Refused | Pic));
        let known = usable.flat_map(|d| d.names.split(' '));
        let near = if self.report.is_full() { None } else { did_you_mean(name, known) };
        let tip = near.unwrap_or_else(|| {
            text!(
                "docs/assembler.md lists all directives; remove it if the program does not need it",
                "ディレクティブの一覧は docs/assembler.md にあります。不要なら消してください"
            )
        });
        Failure::new(span, message, tip)
    }

    /// `.text` and similar, with an optional subsection number.
    fn enter_plain(&mut self, name: &'static str, place: Place, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let subsection = if cursor.is_at_end() { 0 } else { self.subsection_number(cursor)? };
        let section = self.sections.enter(name, place, subsection);
        self.change(section);
        Ok(())
    }

    fn change(&mut self, section: super::section::SectionId) {
        self.previous = self.section;
        self.enter(section);
    }

    fn subsection_number(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<u32> {
        let expr = self.expr(cursor)?;
        let number = self.number(&expr)?;
        if self.sections.are_full() || !(0..=MAX_SUBSECTION).contains(&number) {
            return Err(Failure::new(
                expr.span,
                text!(
                    "sections take no address here: the layout is fixed (text first, then data)",
                    "セクションのアドレスは指定できません。配置は決まっています（テキスト、データの順）"
                ),
                text!(
                    "leave the address out; `mcore asm --text` and `--data` place whole programs",
                    "アドレスを消してください。プログラム全体の配置は `mcore asm --text`、`--data` で決められます"
                ),
            ));
        }
        Ok(number as u32)
    }

    /// `.section name, "flags", @type, entry size`.
    fn section(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let span = cursor.span();
        // A name may contain signs such as `-`, so it is everything up to the comma.
        let tokens = cursor.rest();
        let count = tokens.iter().position(|t| t.kind == Kind::Sign(",")).unwrap_or(tokens.len());
        let name = match &tokens[..count] {
            [] => {
                return Err(cursor.unexpected(
                    text!("a name is needed here", "ここには名前が必要です"),
                    text!(
                        "a name has letters, digits, `_`, `.` and `$`, and does not begin with a digit",
                        "名前は英字・数字・`_`・`.`・`$` から成り、数字では始まりません"
                    ),
                ));
            }
            [only] if let Kind::Str(name) = only.kind => name,
            [first, ..] => self.text.get(first.start as usize..tokens[count - 1].end as usize).unwrap_or(""),
        };
        let mut cursor = Cursor::new(&tokens[count..]);
        let mut place = self.sections.known(name).or_else(|| Place::named(name));
        let mut flagged = false;
        if cursor.eat(",")
            && let Some(Kind::Str(flags)) = cursor.peek()
        {
            cursor.next();
            let rest = cursor.rest();
            let no_bits = rest.iter().any(|t| t.kind == Kind::Name("nobits"));
            flagged = true;
            if place.is_none() || place != Some(Place::Nowhere) && self.sections.known(name).is_none() {
                place = Some(Place::flagged(flags, no_bits));
            }
        }
        match place {
            Some(_) if self.sections.are_full() => Err(too_many(span)),
            Some(place) => {
                let section = self.sections.enter(name, place, 0);
                self.change(section);
                Ok(())
            }
            None => {
                debug_assert!(!flagged);
                let shown = clip(name);
                Err(Failure::new(
                    span,
                    text!("there is no section `{shown}`", "セクション `{shown}` はありません"),
                    text!(
                        "the sections are .text, .data, .rodata and .bss; another one needs flags: `.section {shown}, \"aw\"`",
                        "セクションは .text、.data、.rodata、.bss です。ほかの名前には `.section {shown}, \"aw\"` のようにフラグが必要です"
                    ),
                ))
            }
        }
    }

    pub(super) fn expr(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<Expr> {
        let here = (self.section, self.here());
        cursor.expr(&mut self.symbols, here)
    }

    /// A number of bytes or items: not negative, and 32 bits.
    pub(super) fn size(&mut self, expr: &Expr) -> Parsed<u32> {
        let number = self.number(expr)?;
        u32::try_from(number).map_err(|_| {
            Failure::new(
                expr.span,
                text!("{number} is not a possible size", "{number} は大きさとして使えません"),
                text!(
                    "a size is a number from 0 to the size of node memory",
                    "大きさは 0 からノードメモリの大きさまでの数です"
                ),
            )
        })
    }

    fn space(&mut self, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let expr = self.expr(cursor)?;
        let size = self.size(&expr)?;
        let fill = self.fill_byte(cursor)?;
        let start = self.here();
        self.fill(size, fill, span)?;
        self.record(start, false);
        Ok(())
    }

    /// `, fill` if present, else 0.
    fn fill_byte(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<u8> {
        if !cursor.eat(",") || matches!(cursor.peek(), Some(Kind::Sign(","))) {
            return Ok(0);
        }
        let expr = self.expr(cursor)?;
        let number = self.number(&expr)?;
        if !data_fits(number, 1) {
            return Err(Failure::new(
                expr.span,
                text!("{number} does not fit in 1 byte", "{number} は 1 バイトに入りません"),
                text!("a byte is a number from -128 to 255", "1 バイトに入るのは -128 から 255 までです"),
            ));
        }
        if number != 0 && self.place() == Place::Bss {
            return Err(self.not_in_bss(expr.span));
        }
        Ok(number as u8)
    }

    fn explicit_align(&mut self, power: bool, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let expr = self.expr(cursor)?;
        let number = self.number(&expr)?;
        let bytes = if power { u32::try_from(number).ok().and_then(|n| 1u32.checked_shl(n)) } else { as_word(number) };
        let Some(bytes) = bytes.filter(|b| b.is_power_of_two() && *b <= MAX_ALIGNED) else {
            return Err(if power {
                Failure::new(
                    expr.span,
                    text!("the exponent of an alignment is 0 to 12", "アラインメントの指数は 0 から 12 までです"),
                    text!(
                        "`.align 2` aligns to 4 bytes; `.balign 4` does the same",
                        "`.align 2` は 4 バイト境界です（`.balign 4` と同じ）"
                    ),
                )
            } else {
                Failure::new(
                    expr.span,
                    text!(
                        "an alignment is a power of two up to {MAX_ALIGNED}",
                        "アラインメントは {MAX_ALIGNED} 以下の 2 のべき乗です"
                    ),
                    text!("for example 4, 8 or 16", "4、8、16 などを書いてください"),
                )
            });
        };
        let fill = self.fill_byte(cursor)?;
        if cursor.eat(",") {
            let limit = self.expr(cursor)?;
            let limit = self.number(&limit)?;
            if i64::from(padding(self.here(), bytes)) > limit {
                return Ok(());
            }
        }
        self.settings.auto_align = !(power && bytes == 1);
        self.align(bytes, true, fill, expr.span)
    }

    /// `.fill repeat, size, value`.
    fn fill_directive(&mut self, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let expr = self.expr(cursor)?;
        let count = self.size(&expr)?;
        let (mut size, mut value) = (1, 0);
        if cursor.eat(",") {
            let expr = self.expr(cursor)?;
            size = self.size(&expr)?;
            if size > 8 {
                return Err(Failure::new(
                    expr.span,
                    text!("`.fill` takes sizes up to 8 bytes", "`.fill` の大きさは 8 バイトまでです"),
                    text!(
                        "write `.fill count, size, value` with a size of 1, 2, 4 or 8",
                        "`.fill 個数, 大きさ, 値` の大きさを 1、2、4、8 のどれかにしてください"
                    ),
                ));
            }
            if cursor.eat(",") {
                let expr = self.expr(cursor)?;
                value = self.number(&expr)?;
            }
        }
        let start = self.here();
        self.repeat(&u64::from(value as u32).to_le_bytes()[..size as usize], count, span)?;
        self.record(start, false);
        Ok(())
    }

    /// `.org offset, fill`.
    fn org(&mut self, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let expr = self.expr(cursor)?;
        let offset = match expr.value(&self.symbols, None) {
            Ok(value) if value.section.is_none_or(|s| s == self.section) => value.number,
            _ => self.number(&expr)?,
        };
        let fill = self.fill_byte(cursor)?;
        let here = self.here();
        let Some(room) = u32::try_from(offset).ok().and_then(|to| to.checked_sub(here)) else {
            return Err(Failure::new(
                expr.span,
                text!(
                    "`.org` cannot go back: the section is {here} bytes long",
                    "`.org` では戻れません。セクションは既に {here} バイトあります"
                ),
                text!("an offset counts from the start of the section", "オフセットはセクションの先頭から数えます"),
            ));
        };
        self.fill(room, fill, span)?;
        self.record(here, false);
        Ok(())
    }

    /// `.globl`, `.weak`, `.local`.
    fn share(&mut self, reach: Reach, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        loop {
            let (name, span) = name_of(cursor)?;
            let id = self.symbols.id(name);
            let symbol = self.symbols.get_mut(id);
            if reach == Reach::Unit {
                self.kept_local.insert(id);
            } else if symbol.reach == Reach::Unit {
                symbol.shared_at = span;
                symbol.reach = reach;
            }
            if !cursor.eat(",") {
                return Ok(());
            }
        }
    }

    /// `.size name, bytes` of an object; that of a function is a difference of addresses.
    fn known_size(&mut self, cursor: &mut Cursor<'_, 's>) {
        let Ok((name, span)) = name_of(cursor) else { return };
        if cursor.eat(",")
            && let (1, Some(Kind::Number(size))) = (cursor.rest().len(), cursor.peek())
        {
            self.sizes.extend(u32::try_from(size).ok().map(|size| (span.file, name, size)));
        }
    }

    /// Space in `.bss` with a name of its own.
    fn common(&mut self, local: bool, span: Span, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, name_span) = name_of(cursor)?;
        cursor.expect(",")?;
        let expr = self.expr(cursor)?;
        let size = self.size(&expr)?;
        self.sizes.push((name_span.file, name, size));
        // As in GNU as: the largest power of two within the size, but 8 at most.
        let mut align = 1 << size.max(1).ilog2().min(3);
        if cursor.eat(",") {
            let expr = self.expr(cursor)?;
            align = self.size(&expr)?;
            if !align.is_power_of_two() || align > MAX_ALIGNED {
                return Err(Failure::new(
                    expr.span,
                    text!(
                        "an alignment is a power of two up to {MAX_ALIGNED}",
                        "アラインメントは {MAX_ALIGNED} 以下の 2 のべき乗です"
                    ),
                    text!("for example 4, 8 or 16", "4、8、16 などを書いてください"),
                ));
            }
        }
        let id = self.symbols.id(name);
        if !local && !self.kept_local.contains(&id) {
            if matches!(self.symbols.get(id).meaning, Meaning::Undefined) {
                self.define(id, Meaning::Common { size, align }, name_span);
                self.symbols.get_mut(id).reach = Reach::Global;
            }
            return Ok(());
        }
        // A subsection of its own, as in GNU as.
        let bss = self.sections.enter(".bss", Place::Bss, 1);
        let section = core::mem::replace(&mut self.section, bss);
        let room = self.align(align, false, 0, span).and_then(|()| {
            let start = self.here();
            self.define_label(name, name_span);
            self.fill(size, 0, span)?;
            self.record(start, false);
            Ok(())
        });
        self.section = section;
        room
    }

    /// `.file 1 "name"`; without a number it has no effect on lines.
    fn source_file(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        if let (Some(Kind::Number(number)), Some(token)) =
            (cursor.peek(), cursor.rest().get(1..).and_then(|t| t.iter().rfind(|t| matches!(t.kind, Kind::Str(_)))))
            && let Kind::Str(name) = token.kind
        {
            let index = self.source_names.iter().position(|n| *n == name).unwrap_or_else(|| {
                self.source_names.push(name);
                self.source_names.len() - 1
            });
            self.source_numbers.insert(number, index as u32);
        }
        Ok(())
    }

    /// `.loc file line column`.
    fn source_line(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        if let (Some(Kind::Number(file)), Some(Kind::Number(line))) = (cursor.peek(), cursor.peek_second()) {
            let line = u32::try_from(line).ok().filter(|line| *line > 0);
            self.source = self.source_numbers.get(&file).copied().zip(line);
        }
        Ok(())
    }

    fn include_directive(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let span = cursor.span();
        let Some(Kind::Str(name)) = cursor.peek() else {
            return Err(cursor.unexpected(
                text!("a file name in double quotes is needed here", "ここには二重引用符で囲んだファイル名が必要です"),
                text!("for example `.include \"mclib.s\"`", "`.include \"mclib.s\"` のように書いてください"),
            ));
        };
        cursor.next();
        cursor.finish()?;
        self.include(name, span)
    }

    /// `.eqv name tokens`: from here on the name is replaced by the tokens.
    fn replacement(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, span) = name_of(cursor)?;
        cursor.eat(",");
        let tokens: Vec<Token<'s>> = cursor.rest().to_vec();
        if tokens.is_empty() {
            return Err(cursor.unexpected(
                text!("a value is missing here", "ここに値がありません"),
                text!("write `.eqv NAME value`", "`.eqv 名前 値` の形で書いてください"),
            ));
        }
        if tokens.len() > MAX_REPLACED {
            return Err(Failure::new(
                span,
                text!(
                    "`.eqv` may stand for at most {MAX_REPLACED} words and signs",
                    "`.eqv` で置き換えられるのは {MAX_REPLACED} 個までの語と記号です"
                ),
                text!("use a macro for longer texts", "長いものにはマクロを使ってください"),
            ));
        }
        self.add_replacement(name, tokens.into());
        Ok(())
    }

    fn set(&mut self, cursor: &mut Cursor<'_, 's>) -> Parsed<()> {
        let (name, span) = name_of(cursor)?;
        self.coded = true;
        if cursor.eat(",") {
            return self.assign(name, span, cursor);
        }
        if cursor.eat("=") {
            // `.set at=$reg`, `.set arch=mips32r2`, `.set fp=32`.
            let value = cursor.next().map(|t| t.kind);
            if name == "at" {
                let Some(Kind::Register(register) | Kind::Numbered(register)) = value else {
                    return Err(Failure::new(
                        span,
                        text!("`.set at=` needs a register", "`.set at=` にはレジスタが必要です"),
                        text!(
                            "write for example `.set at=$k0`, or `.set noat` for none",
                            "`.set at=$k0` のように書いてください。使わせないときは `.set noat` です"
                        ),
                    ));
                };
                self.settings.at = register;
                return cursor.finish();
            } else if !ACCEPTED_OPTIONS.contains(&name) {
                return Err(self.unknown_option(name, span));
            }
            return Ok(());
        }
        let settings = &mut self.settings;
        match name {
            "reorder" => settings.reorder = true,
            "noreorder" => settings.reorder = false,
            "at" => settings.at = AT,
            "noat" => settings.at = 0,
            "macro" => settings.macros = true,
            "nomacro" => {
                settings.macros = false;
                if settings.reorder {
                    self.report.warn(
                        span,
                        text!(
                            "`.set noreorder` must be written before `.set nomacro`",
                            "`.set nomacro` の前に `.set noreorder` が必要です"
                        ),
                        text!(
                            "GNU as refuses this; write `.set noreorder` before it, or leave it out",
                            "GNU as ではエラーになります。前に `.set noreorder` と書くか、これを消してください"
                        ),
                    );
                }
            }
            "push" if self.kept_settings.len() < MAX_KEPT => self.kept_settings.push(self.settings),
            "push" => return Err(too_many(span)),
            "pop" => {
                let auto_align = self.settings.auto_align;
                let Some(kept) = self.kept_settings.pop() else {
                    return Err(Failure::new(
                        span,
                        text!("there is no `.set push` before this", "これより前に `.set push` がありません"),
                        text!(
                            "write `.set push` where the settings are to be kept",
                            "設定を保存する場所に `.set push` を書いてください"
                        ),
                    ));
                };
                self.settings = Settings { auto_align, ..kept };
            }
            _ if ACCEPTED_OPTIONS.contains(&name) => {}
            _ => return Err(self.unknown_option(name, span)),
        }
        cursor.finish()
    }

    /// A directive without effect here. GNU as refuses `.module` after the first instruction or `.set`.
    fn ignored(&mut self, name: &str, span: Span) {
        if name.eq_ignore_ascii_case(".insn") {
            self.coded = true;
        } else if self.coded && name.eq_ignore_ascii_case(".module") {
            self.report.warn(
                span,
                text!(
                    "`.module` is not permitted after the first instruction or `.set`",
                    "`.module` は最初の命令や `.set` より後には書けません"
                ),
                text!(
                    "GNU as refuses this; it has no effect here, so remove it or move it to the beginning of the file",
                    "GNU as ではエラーになります。ここでは効果がないので、消すかファイルの先頭に移してください"
                ),
            );
        }
    }

    fn unknown_option(&self, name: &str, span: Span) -> Failure {
        let shown = clip(name);
        if REFUSED_OPTIONS.contains(&name) {
            return Failure::new(
                span,
                text!(
                    "`.set {shown}`: the cores do not have these instructions",
                    "`.set {shown}`: このコアにはその命令がありません"
                ),
                text!("the cores are MIPS32 Release 2", "コアは MIPS32 Release 2 です"),
            );
        }
        let message = text!("there is no option `.set {shown}`", "`.set {shown}` という指定はありません");
        let tip = did_you_mean(name, SET_OPTIONS.into_iter()).unwrap_or_else(|| {
            text!("a value is set by `.set name, value`", "値を決めるには `.set 名前, 値` と書きます")
        });
        Failure::new(span, message, tip)
    }
}

/// The failure for a directive that is known but not supported.
fn refusal(action: Action, name: &str, span: Span) -> Failure {
    let message = text!("`{name}` is not supported here", "`{name}` はここでは使えません");
    match (action, name) {
        (Pic, _) => Failure::new(
            span,
            text!(
                "`{name}` belongs to position-independent code, which needs a dynamic linker",
                "`{name}` は位置独立コードのもので、動的リンカが必要です"
            ),
            text!(
                "compile with -mno-abicalls -fno-pic -G0",
                "-mno-abicalls -fno-pic -G0 を付けてコンパイルしてください"
            ),
        ),
        (_, ".ktext" | ".kdata") => Failure::new(
            span,
            message,
            text!(
                "a node has no kernel: a trap stops it and is shown",
                "ノードにカーネルはありません。トラップが起きるとノードは止まり、その内容が表示されます"
            ),
        ),
        (_, ".altmacro") => {
            Failure::new(span, message, text!("write arguments as `\\name`", "引数は `\\name` の形で書いてください"))
        }
        (_, ".incbin") => Failure::new(
            span,
            message,
            text!("write the bytes with `.byte` or `.word`", "内容を `.byte` や `.word` で書いてください"),
        ),
        (_, ".struct") => {
            Failure::new(span, message, text!("write the offsets with `.equ`", "オフセットを `.equ` で書いてください"))
        }
        _ => Failure::new(
            span,
            message,
            text!("remove it, or write what it stands for", "消すか、それが表す内容を直接書いてください"),
        ),
    }
}

fn too_many(span: Span) -> Failure {
    Failure::new(
        span,
        text!("there are too many of these", "数が多すぎます"),
        text!(
            "look whether a macro or a repetition makes more of them than you meant",
            "マクロや繰り返しで意図より多く作られていないか確かめてください"
        ),
    )
}

/// Takes a name.
pub(super) fn name_of<'s>(cursor: &mut Cursor<'_, 's>) -> Parsed<(&'s str, Span)> {
    let span = cursor.span();
    match cursor.peek() {
        Some(Kind::Name(name)) => {
            cursor.next();
            Ok((name, span))
        }
        _ => Err(cursor.unexpected(
            text!("a name is needed here", "ここには名前が必要です"),
            text!(
                "a name has letters, digits, `_`, `.` and `$`, and does not begin with a digit",
                "名前は英字・数字・`_`・`.`・`$` から成り、数字では始まりません"
            ),
        )),
    }
}
