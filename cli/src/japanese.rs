//! The help and the messages of the argument parser in Japanese.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Help by command and argument; the command itself has no argument's name, the top command no name at all.
const HELP: &[(&str, &str, &str)] = &[
    ("", "", "メニーコア計算機 M-Core のプログラムをアセンブルして実行します。"),
    ("", "lang", "メッセージの言語 [既定: LC_ALL、LC_MESSAGES、LANG の言語]"),
    ("", "error_format", "アセンブリへの指摘の表示: 端末では本文つき、それ以外では 1 行ずつ"),
    ("", "color", "色: 端末のとき、いつも、なし"),
    ("run", "", "プログラムを全ノードで、またはノードごとに実行します"),
    ("run", "files", "アセンブリのファイル (全部で 1 つのプログラム)、または ELF ファイル 1 つ"),
    ("run", "nodes", "計算ノードの列数と行数 (それぞれ 1 から 255)"),
    (
        "run",
        "place",
        "ノードに専用のプログラムを与えます。ほかのノードや、同じノードのほかのファイルのために繰り返せます",
    ),
    ("run", "node_memory", "ノードメモリの大きさ: 64K から 16M までの 2 のべき"),
    ("run", "max_cycles", "このサイクル数で実行を打ち切ります"),
    ("run", "addressing", "ノードメモリの外のアドレス: トラップするか、上位ビットを無視するか"),
    ("run", "console_limit", "ノードが表示できる量。超えるとトラップします"),
    ("run", "trace", "通信の記録を標準エラーに出します。細かい段階は粗い段階を含みます"),
    ("run", "trace_node", "記録のうち、このノードやルータのものだけにします。繰り返して指定できます"),
    (
        "run",
        "trace_cycles",
        "記録のうち、このサイクルの範囲だけにします (終わりは含みません)。どちらの側も省略できます",
    ),
    ("run", "series", "コアの動きとリンクの使用率の時間変化を JSON でファイルに書きます"),
    (
        "run",
        "check",
        "意図したはずのない動作を報告します: 書き込まれていない値の使用、DMA とコアの競合、戻されていないレジスタ",
    ),
    ("run", "stats", "統計を標準エラーに出します。JSON は最後の 1 行になります"),
    ("run", "console", "どのノードの表示を出すか: `all` または 1 つのノード"),
    ("run", "quiet", "失敗したとき以外は実行の結果を知らせません"),
    ("asm", "", "アセンブルして結果を表示するか、書き込みます"),
    ("asm", "files", "アセンブリのファイル (全部で 1 つのプログラム)"),
    ("asm", "format", "何を書くか"),
    ("asm", "output", "標準出力ではなくファイルに書きます"),
    ("asm", "text", "命令のアドレス"),
    ("asm", "data", "データのアドレス [既定: 命令の後ろ]"),
    ("asm", "bss", "ゼロで始まる領域のアドレス [既定: データの後ろ]"),
    ("asm", "node_memory", "プログラムが入るべきノードメモリの大きさ"),
    ("noc", "", "チップのネットワークを合成トラフィックで計測します: 負荷に対する遅延"),
    ("noc", "mesh", "ノードの列数と行数 (それぞれ 1 から 255)"),
    ("noc", "traffic", "パケットの行き先: 一様、転置、中心の反対側、ホットスポット、次の列と次の行"),
    ("noc", "hot", "ホットノードと、そこへ行くパケットの割合 (0 から 1)。残りはどこへでも行きます"),
    ("noc", "packet", "パケットのフリット数 (2 から 256)"),
    ("noc", "load", "計測する負荷。ノードとサイクルあたりのフリット数で、0 より大きく 1 以下"),
    ("noc", "injection", "パケットの作り方: `bernoulli`、または同じノードへ N 個ずつの `burst:N`"),
    ("noc", "seed", "乱数のシード。同じシードならどこでも同じ結果になります"),
    ("noc", "cycles", "1 つの計測のサイクル数"),
    ("noc", "json", "表の代わりに、負荷ごとに 1 つの JSON オブジェクトを書きます"),
    ("disasm", "", "ELF プログラム、16 進の語、または生の語 (リトルエンディアン) の命令を表示します"),
    ("disasm", "file", "ELF ファイル、16 進の語 (`asm --format hex` の形)、または生の語"),
    ("disasm", "base", "ファイルから分からないときの、最初の語のアドレス"),
    ("disasm", "format", "ファイルの種類"),
    ("completions", "", "シェルの補完スクリプトを標準出力に書きます"),
    ("completions", "shell", "シェル"),
    ("man", "", "マニュアルページを標準出力に書きます"),
    ("man", "verb", "`mcore` のコマンド (そのページを書きます)"),
];

/// What the long help says besides.
const LONG: &[(&str, &str)] = &[
    (
        "",
        "メニーコア計算機 M-Core のプログラムをアセンブルして実行します。\n\nM-Core は MIPS32 コアの配列です。コアはワームホールルータのメッシュを通して DMA で通信し、1 サイクルずつシミュレートされます。\nメッセージは、ロケールが日本語なら日本語、そうでなければ英語です。",
    ),
    (
        "run",
        "プログラムを全ノードで、またはノードごとに実行します\n\nアセンブリのファイルは全部で 1 つのプログラムになり、チップ上のライブラリも使えます (`.include \"mclib.s\"`)。ノードの表示は標準出力に、それ以外はすべて標準エラーに出ます。2 つ以上のノードが表示すると、各行の先頭にノード `[x,y] ` が付きます。1 つのノードだけの表示はそのまま出ます。表示をその場で見るには --console でノードを選んでください。",
    ),
    (
        "noc",
        "チップのネットワークを合成トラフィックで計測します: 負荷に対する遅延\n\nM x N のチップのノードが、プログラムの代わりに乱数でパケットを作ります。メモリノードとパスノードは何も送りません。負荷は 1 つずつ計測します。まず --cycles の半分だけネットワークを満たし、次の --cycles のあいだに作られたパケットを計測し、それらが着くまで最大で --cycles の 2 倍だけシミュレートを続けます。遅延は、パケットが作られてから (送信元の待ち行列を含む) 末尾のフリットが着くまでです。計測の終わりに、全体の 5 % を超えて遅れている送信元があるか、着かないパケットがあれば、その負荷は飽和とします。",
    ),
    (
        "asm",
        "アセンブルして結果を表示するか、書き込みます\n\n指摘は標準エラーに `file:line:col: error: message` の形で 1 行ずつ出ます。終了ステータスは、エラーがなければ 0、あれば 2 です。",
    ),
];

const RUN_STATUS: &str = "終了ステータス:
  0    すべてのコアが終了コード 0 で停止した
  1    ほかの終了コードで停止したコアがある
  2    引数か入力が正しくない、または出力を書けない
  3    コアまたはメモリノードがトラップした
  4    サイクル数の上限に達した
  5    デッドロック: どのコアも先へ進めない
  130  中断された (Ctrl-C)";

const TEMPLATE: &str = "{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

fn help(verb: &str, argument: &str) -> Option<&'static str> {
    HELP.iter().find(|(v, a, _)| *v == verb && *a == argument).map(|(.., text)| *text)
}

/// The command with its help in Japanese.
pub fn translated(command: Command) -> Command {
    // Building makes `help` and `--version`, so that they can be translated too.
    let mut command = command.subcommand_help_heading("コマンド");
    command.build();
    let verbs: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    command = one(command, "");
    for verb in verbs {
        command = command.mut_subcommand(&verb, |c| if verb == "help" { c.about(ABOUT_HELP) } else { one(c, &verb) });
    }
    command
}

const ABOUT_HELP: &str = "このヘルプ、またはコマンドのヘルプを表示します";

fn one(command: Command, verb: &str) -> Command {
    let long = LONG.iter().find(|(v, _)| *v == verb).map(|(_, text)| *text);
    let mut command = command.help_template(TEMPLATE);
    if let Some(about) = help(verb, "") {
        command = command.about(about);
        command = command.long_about(long.unwrap_or(about));
    }
    let usage = command.render_usage().to_string();
    let usage =
        usage.trim_start_matches("Usage: ").replace("[OPTIONS]", "[オプション]").replace("<COMMAND>", "<コマンド>");
    command = command.override_usage(usage);
    if verb == "run" {
        command = command.after_help(RUN_STATUS);
    }
    command.mut_args(|argument| {
        let id = argument.get_id().as_str().to_owned();
        let heading = if argument.is_positional() { "引数" } else { "オプション" };
        let values: Vec<String> = argument.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect();
        let default: Vec<_> = argument.get_default_values().iter().map(|v| v.to_string_lossy().into_owned()).collect();
        let mut more = String::new();
        if !values.is_empty() && argument.get_action().takes_values() {
            more += &format!(" [値: {}]", values.join("、"));
        }
        if !default.is_empty() && argument.get_action().takes_values() {
            more += &format!(" [既定: {}]", default.join("、"));
        }
        let argument = argument.help_heading(heading).hide_possible_values(true).hide_default_value(true);
        match (id.as_str(), help(verb, &id).or_else(|| help("", &id))) {
            ("help", _) => {
                let text = "ヘルプを表示します (詳しくは --help、短くは -h)";
                argument.help(text).long_help(text)
            }
            ("version", _) => argument.help("版を表示します").long_help("版を表示します"),
            (_, Some(text)) => argument.help(format!("{text}{more}")),
            (_, None) => argument,
        }
    })
}

/// What is wrong with the arguments.
pub fn error(error: &clap::Error) -> String {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let (argument, value) = (part(ContextKind::InvalidArg), part(ContextKind::InvalidValue));
    let mut text = match error.kind() {
        ErrorKind::UnknownArgument => format!("`{argument}` という引数はありません"),
        ErrorKind::InvalidSubcommand => {
            format!("`{}` というコマンドはありません", part(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("必要な引数がありません: {argument}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} には値が必要です"),
        ErrorKind::InvalidValue => format!("{argument} に `{value}` は使えません"),
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map_or(String::new(), |why| format!(": {why}"));
            format!("{argument} に `{value}` は使えません{why}")
        }
        ErrorKind::ArgumentConflict => format!("{argument} は 1 度しか、またはほかの引数と一緒には使えません"),
        // The rest is rare; better in English than not at all.
        _ => return error.to_string(),
    };
    let valid = part(ContextKind::ValidValue);
    if !valid.is_empty() {
        text += &format!("\n  使える値: {valid}");
    }
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(near) = near.into_iter().map(part).find(|near| !near.is_empty()) {
        text += &format!("\n  ヒント: `{near}` ではありませんか");
    }
    format!("error: {text}\n\n詳しくは `mcore --help` を見てください\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Arguments;
    use clap::CommandFactory as _;

    #[test]
    fn every_command_and_argument_has_japanese_help_and_none_is_left_over() {
        let command = Arguments::command();
        let mut wanted = Vec::new();
        for c in [&command].into_iter().chain(command.get_subcommands()) {
            let verb = if c.get_name() == "mcore" { "" } else { c.get_name() };
            wanted.push((verb.to_owned(), String::new()));
            wanted.extend(c.get_arguments().map(|a| (verb.to_owned(), a.get_id().to_string())));
        }
        wanted.retain(|(_, a)| a != "version" && a != "help");
        for (verb, argument) in &wanted {
            assert!(help(verb, argument).is_some(), "{verb} {argument}");
        }
        for (verb, argument, _) in HELP {
            assert!(wanted.contains(&((*verb).into(), (*argument).into())), "{verb} {argument}");
        }
    }

    #[test]
    fn the_translated_command_is_sound() {
        translated(Arguments::command()).debug_assert();
        for verb in ["run", "asm", "noc", "disasm", "completions", "man"] {
            let command = translated(Arguments::command());
            let mut verb = command.get_subcommands().find(|c| c.get_name() == verb).cloned().expect("a command");
            let text = verb.render_long_help().to_string();
            assert!(text.contains("使い方"), "{text}");
            for english in ["Usage", "OPTIONS", "Possible", "default", "Print"] {
                assert!(!text.contains(english), "{english}: {text}");
            }
        }
    }
}
