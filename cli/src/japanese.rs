//! The help and the messages of the argument parser in Japanese.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Help by command and argument; the command itself has no argument's name, the top command no name at all.
const HELP: &[(&str, &str, &str)] = &[
    ("", "", "メニーコア計算機 M-Core のプログラムをアセンブルして実行します。"),
    ("", "lang", "メッセージの言語 [既定: LC_ALL、LC_MESSAGES、LANG の言語]"),
    ("", "color", "メッセージとヘルプの色: 端末のとき、いつも、なし"),
    ("run", "", "プログラムを全ノードで、またはノードごとに実行します"),
    ("run", "files", "アセンブリのファイル (全部で 1 つのプログラム)、または ELF ファイル 1 つ。`-` は標準入力"),
    ("run", "error_format", "アセンブリへの指摘の表示: 端末か `--color always` では本文つき、それ以外では 1 行ずつ"),
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
    ("run", "accesses", "コアのロードとストアを `pmnet run --trace` 用のトレースとしてファイルに書きます"),
    (
        "run",
        "check",
        "意図したはずのない動作を報告します: 書き込まれていない値の使用、DMA とコアの競合、戻されていないレジスタ",
    ),
    (
        "run",
        "breakpoints",
        "どのノードでもこの命令の前で止めます: 行 (12、main.s:12)、ラベル、アドレス。繰り返して指定できます",
    ),
    (
        "run",
        "watch",
        "どのノードでもこのレジスタや語が変わったとき、または値が書かれたときに止めます: `sum`、`$t0`、`\"sum == 5\"`",
    ),
    ("run", "until", "このサイクルで止めます"),
    ("run", "last_writer", "止まったところで、最後に書いたのは誰かを知らせます: 命令か DMA、そのノードとサイクル"),
    ("run", "stats", "統計を標準エラーに出します。JSON は最後の 1 行になります"),
    ("run", "console", "どのノードの表示を出すか: `all` または 1 つのノード"),
    ("run", "quiet", "失敗したとき以外は実行の結果を知らせません"),
    ("diff", "", "2 つのプログラムを比べます: 各ノードで最初に食い違うところ"),
    ("diff", "first", "正しく動くプログラム。`-` は標準入力"),
    ("diff", "second", "それと比べるプログラム。`-` は標準入力"),
    ("diff", "json", "文章の代わりに 1 つの JSON オブジェクトを書きます"),
    ("diff", "error_format", "アセンブリへの指摘の表示: 端末か `--color always` では本文つき、それ以外では 1 行ずつ"),
    ("diff", "nodes", "計算ノードの列数と行数 (それぞれ 1 から 255)"),
    ("diff", "max_cycles", "それぞれの実行をこのサイクル数で打ち切ります"),
    ("asm", "", "アセンブルして結果を表示するか、書き込みます"),
    ("asm", "files", "アセンブリのファイル (全部で 1 つのプログラム)。`-` は標準入力"),
    ("asm", "error_format", "アセンブリへの指摘の表示: 端末か `--color always` では本文つき、それ以外では 1 行ずつ"),
    ("asm", "format", "何を書くか"),
    ("asm", "output", "標準出力ではなくファイルに書きます"),
    ("asm", "text", "命令のアドレス"),
    ("asm", "data", "データのアドレス [既定: 命令の後ろ]"),
    ("asm", "bss", "ゼロで始まる領域のアドレス [既定: データの後ろ]"),
    ("asm", "node_memory", "プログラムが入るべきノードメモリの大きさ"),
    ("noc", "", "チップのネットワークを合成トラフィックで計測します: 負荷に対する遅延"),
    ("noc", "mesh", "ノードの列数と行数 (それぞれ 1 から 255)"),
    (
        "noc",
        "traffic",
        "パケットの行き先: 一様、転置、中心の反対側、ホットスポット、次の列と次の行、トルネード、ビット逆順、シャッフル",
    ),
    ("noc", "hot", "ホットノードと、そこへ行くパケットの割合 (0 から 1)。残りはどこへでも行きます"),
    ("noc", "packet", "パケットのフリット数 (2 から 256)"),
    ("noc", "load", "計測する負荷。ノードとサイクルあたりのフリット数で、0 より大きく 1 以下"),
    ("noc", "injection", "パケットの作り方: `bernoulli`、または同じノードへ N 個ずつの `burst:N`"),
    ("noc", "seed", "乱数のシード。同じシードならどこでも同じ結果になります"),
    ("noc", "cycles", "1 つの計測のサイクル数"),
    ("noc", "json", "表の代わりに、負荷ごとに 1 つの JSON オブジェクトを書きます"),
    ("noc", "shard", SHARD),
    ("noc", "resume", RESUME),
    ("pmnet", "", "プログラムのトレースのもとで、メモリシステムのボトルネックを見つけます"),
    ("pmnet run", "", "トレースをメモリシステムに流し、各オブジェクトの計数と時間、ボトルネックを表示します"),
    ("pmnet run", "dat", "メモリシステム: DAT ファイル、または `lstopo --of xml` の XML"),
    ("pmnet run", "preset", "メモリシステム: i7-7700k、epyc-7702-nps4、epyc-7702-interleaved、mcore-MxN"),
    ("pmnet run", "synthetic", "メモリシステム: `pack:2 l3:4 l2:4 core:1` のような hwloc の記述"),
    ("pmnet run", "trace", "トレースのファイル (圧縮は gzip、xz、zstd)。`-` は標準入力。繰り返せます"),
    ("pmnet run", "generate", "作るトレース: `triad:n=1000000,threads=4` など。繰り返せます"),
    ("pmnet run", "format", "トレースのファイルの形式"),
    ("pmnet run", "placement", "ページを置くメモリ [既定: DAT の指示、なければ first-touch]"),
    ("pmnet run", "place", "このアドレス範囲のページを、このメモリに置きます。繰り返せます"),
    ("pmnet run", "coherence", "MSI の書き込み無効化、または一貫性なし"),
    ("pmnet run", "core", "このスレッド (0 から) を、このコア (番号か名前) に置きます。繰り返せます"),
    ("pmnet run", "max_bad", "トレースの誤った行がこの数を超えたら打ち切ります"),
    ("pmnet run", "window", "トレースのフェーズの代わりに、この数のアクセスごとの結果を出します"),
    ("pmnet run", "out", "結果を書き込んだ DAT をファイルに書きます"),
    ("pmnet run", "json", "表の代わりに、結果のすべてを 1 つの JSON オブジェクトで書きます"),
    ("pmnet check", "", "メモリシステムを確かめ、要約を表示します"),
    ("pmnet check", "dat", "メモリシステム: DAT ファイル、または `lstopo --of xml` の XML"),
    ("pmnet check", "preset", "メモリシステム: i7-7700k、epyc-7702-nps4、epyc-7702-interleaved、mcore-MxN"),
    ("pmnet check", "synthetic", "メモリシステム: `pack:2 l3:4 l2:4 core:1` のような hwloc の記述"),
    ("pmnet check", "out", "DAT として書くファイル"),
    ("pmnet check", "json", "要約を 1 つの JSON オブジェクトで書きます"),
    ("pmnet sweep", "", "クラスの 1 つの値を変えながら、同じトレースを流します"),
    ("pmnet sweep", "dat", "メモリシステム: DAT ファイル、または `lstopo --of xml` の XML"),
    ("pmnet sweep", "preset", "メモリシステム: i7-7700k、epyc-7702-nps4、epyc-7702-interleaved、mcore-MxN"),
    ("pmnet sweep", "synthetic", "メモリシステム: `pack:2 l3:4 l2:4 core:1` のような hwloc の記述"),
    ("pmnet sweep", "vary", "変える値: `L3.capacity=4M,8M,16M`、`DDR4.bandwidth=20e9,40e9` など"),
    ("pmnet sweep", "jobs", "同時に調べる値の数 [既定: プロセッサーの数]。結果は変わりません"),
    ("pmnet sweep", "trace", "トレースのファイル (圧縮は gzip、xz、zstd)。繰り返せます"),
    ("pmnet sweep", "generate", "作るトレース: `triad:n=1000000,threads=4` など。繰り返せます"),
    ("pmnet sweep", "format", "トレースのファイルの形式"),
    ("pmnet sweep", "placement", "ページを置くメモリ [既定: DAT の指示、なければ first-touch]"),
    ("pmnet sweep", "place", "このアドレス範囲のページを、このメモリに置きます。繰り返せます"),
    ("pmnet sweep", "coherence", "MSI の書き込み無効化、または一貫性なし"),
    ("pmnet sweep", "core", "このスレッド (0 から) を、このコア (番号か名前) に置きます。繰り返せます"),
    ("pmnet sweep", "max_bad", "トレースの誤った行がこの数を超えたら打ち切ります"),
    ("pmnet sweep", "json", "値ごとに 1 つの JSON オブジェクトを書きます (指定しなくても同じです)"),
    ("pmnet sweep", "shard", SHARD),
    ("pmnet sweep", "resume", RESUME),
    ("disasm", "", "ELF プログラム、16 進の語、または生の語 (リトルエンディアン) の命令を表示します"),
    ("disasm", "file", "ELF ファイル、16 進の語 (`asm --format hex` の形)、または生の語。`-` は標準入力"),
    ("disasm", "base", "ファイルから分からないときの、最初の語のアドレス"),
    ("disasm", "format", "ファイルの種類"),
    ("nsim", "", "数千ノードの相互結合網をパケット単位でシミュレートします"),
    ("nsim run", "", "1 つのマシンでプログラムを実行します"),
    ("nsim sweep", "", "指定した値のすべての組み合わせを順に実行します"),
    ("nsim scenario", "", "論文の実験を行います: ファットツリーでのランダムリング、トーラスでの Bruck の全対全通信"),
    ("nsim scenario", "name", "実験"),
    ("nsim scenario", "most", "最大のノード数"),
    ("nsim scenario", "threads", "スレッドの数。いくつでも結果は同じです"),
    ("nsim scenario", "json", "表の代わりに、実行ごとに 1 つの JSON オブジェクトを書きます"),
    ("nsim run", "topology", "ネットワークの種類: torus、mesh、tofu、fat-tree"),
    ("nsim run", "dims", "各次元の大きさ (最も速く変わる次元から)。fat-tree ではスイッチの子の数 (下の段から)"),
    ("nsim run", "program", "組み込みのプログラム、または通信トレースのファイル"),
    ("nsim run", "bytes", "メッセージのバイト数、または集団通信で 1 ランクが受け持つバイト数"),
    ("nsim run", "links", "リンクごとに運んだバイト数を CSV でファイルに書きます"),
    ("nsim run", "link_history", "リンクごとに運んだバイト数の時間変化を CSV でファイルに書きます"),
    ("nsim run", "timeline", "各ランクの動きとメッセージを JSON でファイルに書きます"),
    ("nsim run", "watch", "このスイッチの入力バッファを記録します"),
    ("nsim run", "buffers", "記録したバッファの変化を CSV でファイルに書きます"),
    ("nsim run", "write_map", "配置をファイルに書きます"),
    ("nsim run", "params", "マシンのパラメータ: torus、infiniband、mopt、または TOML ファイル"),
    ("nsim run", "rings", "torus または mesh で環にする次元の文字。例: xz [既定: torus はすべて、mesh はなし]"),
    ("nsim run", "rounds", "繰り返すプログラムの回数、または master-worker のタスク数"),
    ("nsim run", "compute", "各回の前の計算時間、またはタスクの平均の長さ (ns)"),
    ("nsim run", "seed", "乱数を使うプログラムと配置のシード"),
    ("nsim run", "map", "ランクのノード: xyz (順番どおり)、random、または 1 行に 1 ランクのファイル"),
    ("nsim run", "ranks", "ランクの数 [既定: ノードごとに 1 つ、トレースではその数]"),
    ("nsim run", "threads", "スレッドの数。いくつでも結果は同じです"),
    ("nsim run", "max_time", "模擬時間がここまで進んだら打ち切ります (ns)"),
    ("nsim run", "json", "表の代わりに、実行ごとに 1 つの JSON オブジェクトを書きます"),
    ("nsim sweep", "topology", "ネットワークの種類: torus、mesh、tofu、fat-tree"),
    ("nsim sweep", "dims", "各次元の大きさ (最も速く変わる次元から)。fat-tree ではスイッチの子の数 (下の段から)"),
    ("nsim sweep", "program", "組み込みのプログラム、または通信トレースのファイル"),
    ("nsim sweep", "bytes", "メッセージのバイト数、または集団通信で 1 ランクが受け持つバイト数"),
    ("nsim sweep", "params", "マシンのパラメータ: torus、infiniband、mopt、または TOML ファイル"),
    ("nsim sweep", "rings", "torus または mesh で環にする次元の文字。例: xz [既定: torus はすべて、mesh はなし]"),
    ("nsim sweep", "rounds", "繰り返すプログラムの回数、または master-worker のタスク数"),
    ("nsim sweep", "compute", "各回の前の計算時間、またはタスクの平均の長さ (ns)"),
    ("nsim sweep", "seed", "乱数を使うプログラムと配置のシード"),
    ("nsim sweep", "map", "ランクのノード: xyz (順番どおり)、random、または 1 行に 1 ランクのファイル"),
    ("nsim sweep", "ranks", "ランクの数 [既定: ノードごとに 1 つ、トレースではその数]"),
    ("nsim sweep", "threads", "スレッドの数。いくつでも結果は同じです"),
    ("nsim sweep", "max_time", "模擬時間がここまで進んだら打ち切ります (ns)"),
    ("nsim sweep", "json", "表の代わりに、実行ごとに 1 つの JSON オブジェクトを書きます"),
    ("nsim sweep", "shard", SHARD),
    ("nsim sweep", "resume", RESUME),
    ("pack", "", "課題集 (パック) を作り、確かめ、学生用に組み立てます"),
    ("pack new", "", "そのまま使える小さな課題集を作ります。書き換えて使ってください"),
    ("pack new", "folder", "作るフォルダー"),
    ("pack new", "id", "課題集の名前: a から z、0 から 9、`-` [既定: フォルダーの名前]"),
    ("pack check", "", "課題集を確かめます: 解答例はすべて合格し、はじめのファイルは合格しないこと"),
    ("pack check", "pack", "課題集のフォルダーか .zip ファイル"),
    ("pack check", "sizes", "解答例を `machine.sizes` のすべてのマシンでも実行し、結果を比べます"),
    (
        "pack build",
        "",
        "学生用の課題集を 1 つの .zip かフォルダーにします。解答例、教員向けメモ、非公開の答えは入りません",
    ),
    ("pack build", "pack", "課題集のフォルダーか .zip ファイル"),
    ("pack build", "output", "書き込む .zip ファイル [既定: ID-版.zip]"),
    ("pack build", "folder", ".zip ファイルの代わりにフォルダーに書きます [既定: ID-版]"),
    ("pack serve", "", "学生に見えるとおりに、課題集とページをこのマシンで配信します"),
    ("pack serve", "pack", "課題集のフォルダーか .zip ファイル"),
    ("pack serve", "site", "ビルドしたサイトのフォルダー"),
    ("pack serve", "port", "このマシンのポート。0 なら空いているポート"),
    ("grade", "", "学生の提出物を採点します"),
    ("grade", "pack", "課題集のフォルダーか .zip ファイル"),
    ("grade", "submissions", "提出物: .mcsub、.zip、.s、ELF のファイル、またはフォルダー。`-` は標準入力から 1 つ"),
    ("grade", "exercise", "どの課題か分からない提出物の課題。ほかの課題の提出物は採点しません"),
    ("grade", "csv", "提出物ごとに 1 行の表を書きます"),
    ("grade", "json", "結果のすべてを書きます (`grade merge` でも使います)"),
    ("grade", "junit", "JUnit XML を書きます"),
    (
        "grade",
        "gradescope",
        "Gradescope の results.json を書きます。提出物が 2 つ以上ならフォルダーに 1 つずつ書きます",
    ),
    (
        "grade",
        "classroom",
        "GitHub Classroom のテスト結果を書きます。提出物が 2 つ以上ならフォルダーに 1 つずつ書きます",
    ),
    ("grade", "jobs", "同時に採点する数 [既定: プロセッサーの数]"),
    ("grade", "shard", "提出物を N 組に分けたうちの I 組目だけを採点します"),
    ("grade", "resume", "--json のファイルにある行のうち、変わっていない提出物のものはそのまま使い、残りを採点します"),
    (
        "grade",
        "with_hidden_values",
        "非公開と採点用の case の期待した値と実際の値を、--csv と --json のファイルに残します。このファイルは学生に渡さないでください",
    ),
    (
        "grade merge",
        "with_hidden_values",
        "非公開と採点用の case の期待した値と実際の値を、--csv と --json のファイルに残します。このファイルは学生に渡さないでください",
    ),
    ("grade merge", "", "--shard で分けて採点し、--json で書いた部分を 1 つにまとめます"),
    ("grade merge", "parts", "部分"),
    ("grade merge", "csv", "提出物ごとに 1 行の表を書きます"),
    ("grade merge", "json", "結果のすべてを書きます"),
    ("grade merge", "junit", "JUnit XML を書きます"),
    ("grade merge", "gradescope", "Gradescope の results.json を、提出物ごとにフォルダーに書きます"),
    ("grade merge", "classroom", "GitHub Classroom のテスト結果を、提出物ごとにフォルダーに書きます"),
    ("completions", "", "シェルの補完スクリプトを標準出力に書きます"),
    ("completions", "shell", "シェル"),
    ("man", "", "`mcore` またはそのコマンドのマニュアルページを書きます"),
    ("man", "command", "コマンド。例: `run`、`nsim sweep`"),
    ("man", "output", "すべてのコマンドのページをフォルダーに書きます。例: ~/.local/share/man/man1"),
];

const SHARD: &str = "スタディの実行を N 組に分けたうちの I 組目だけを行います";
const RESUME: &str = "結果を JSON の行としてファイルに追記します。ファイルにすでにある実行は繰り返しません";

/// Additional text of the long help.
const LONG: &[(&str, &str)] = &[
    (
        "nsim",
        "数千ノードの相互結合網をパケット単位でシミュレートします\n\n小さな MPI のランクが、組み込みのプログラムか通信トレースを、トーラス、メッシュ、ファットツリーの上で実行します。パケットは容量に限りのあるバッファを持つスイッチを、バーチャルカットスルーで進みます。結果はどのマシンでも、スレッドがいくつでも同じです。",
    ),
    (
        "",
        "メニーコア計算機 M-Core のプログラムをアセンブルして実行します。\n\nM-Core は MIPS32 コアの配列です。コアはワームホールルータのメッシュを通して DMA で通信し、1 サイクルずつシミュレートされます。\nメッセージは、ロケールが日本語なら日本語、そうでなければ英語です。",
    ),
    (
        "run",
        "プログラムを全ノードで、またはノードごとに実行します\n\nアセンブリのファイルは全部で 1 つのプログラムになり、チップ上のライブラリも使えます (`.include \"mclib.s\"`)。ノードの表示は標準出力に、それ以外はすべて標準エラーに出ます。2 つ以上のノードが表示すると、各行の先頭にノード `[x,y] ` が付きます。1 つのノードだけの表示はそのまま出ます。表示をその場で見るには --console でノードを選んでください。",
    ),
    (
        "pack",
        "課題集 (パック) を作り、確かめ、学生用に組み立てます\n\n課題集は、pack.toml と課題ごとのフォルダーが入ったフォルダー、またはそれを 1 つの .zip ファイルにしたものです。",
    ),
    (
        "pack check",
        "課題集を確かめます: 解答例はすべて合格し、はじめのファイルは合格しないこと\n\nそのほか、つながらないリンク、足りない訳やメモ、どこからも使われないファイル、どの解答例も届かない点数、高すぎるサイクル数の上限も報告します。エラーがあれば終了ステータスは 1 です。",
    ),
    (
        "grade",
        "学生の提出物を採点します\n\n提出物は、.mcsub ファイル (ページが保存するもの)、フォルダー、.zip、.s ファイル、ELF プログラムのどれかです。採点に使うのは、その中のソースだけです。採点できないものは理由を書いた 1 行になり、ほかの提出物には影響しません。同じ課題集と同じ提出物からは、どこでも同じ結果が出ます。そのため --shard でクラスを何台かのマシンに分け、--json で書いた部分を `mcore grade merge` でまとめられます。",
    ),
    (
        "noc",
        "チップのネットワークを合成トラフィックで計測します: 負荷に対する遅延\n\nM x N のチップのノードが、プログラムの代わりに乱数でパケットを作ります。メモリノードとパスノードは何も送りません。負荷は 1 つずつ計測します。まず --cycles の半分だけネットワークを満たし、次の --cycles のあいだに作られたパケットを計測し、それらが着くまで最大で --cycles の 2 倍だけシミュレートを続けます。遅延は、パケットが作られてから (送信元の待ち行列を含む) 末尾のフリットが着くまでです。計測の終わりに、全体の 5 % を超えて遅れている送信元があるか、着かないパケットがあれば、その負荷は飽和とします。",
    ),
    (
        "pmnet",
        "プログラムのトレースのもとで、メモリシステムのボトルネックを見つけます\n\nメモリシステムは、コア、キャッシュ、メモリ、ルータのグラフ (DAT ファイル) です。トレースはプログラムの読み書きの列で、ファイルから読むか、ここで作ります。各オブジェクトは届いたものを数え、占有時間が最も長いものが予測時間を決め、ボトルネックになります。レイテンシは考えません。",
    ),
    (
        "asm",
        "アセンブルして結果を表示するか、書き込みます\n\n指摘は標準エラーに `file:line:col: error: message` の形で 1 行ずつ出ます。終了ステータスは、エラーがなければ 0、あれば 2 です。",
    ),
];

const NOC_EXAMPLES: &str = "例:
  mcore noc --load 0.05,0.1,0.2,0.25
  mcore noc --mesh 4x4 --traffic hot-spot --hot 4,4=0.05 --injection burst:8 --load 0.1 --json
  mcore noc --load 0.05,0.1,0.15,0.2 --shard 1/4 --resume part-1.json    負荷の 4 分の 1 (またはその残り)

終了ステータス:
  0    すべての負荷を計測した
  2    引数が正しくない、または出力を書けない
  130  中断された (Ctrl-C)";

const PMNET_EXAMPLES: &str = "例:
  mcore pmnet run --preset i7-7700k --generate triad:n=1000000,threads=4
  valgrind --tool=lackey --trace-mem=yes ls 2>&1 | mcore pmnet run --preset i7-7700k --trace -
  mcore pmnet check --synthetic 'pack:2 l3:4 l2:4 core:1' --out machine.json
  mcore pmnet sweep --preset i7-7700k --generate matmul:n=200 --vary L3.capacity=2M,4M,8M

終了ステータス:
  0    トレースを終わりまで読んだ
  1    sweep: 使えない値がある
  2    引数か入力が正しくない、または出力を書けない
  130  中断された (Ctrl-C)";

const NSIM_STATUS: &str = "例:
  mcore nsim run --topology torus --dims 16x8x8 --program bruck-alltoall --bytes 4
  mcore nsim run --topology fat-tree --dims 8x8x4 --program random-ring --bytes 1048576 --rounds 4 --json
  mcore nsim sweep --dims 8x8x8,16x8x8 --program bruck-alltoall,ring --bytes 4,1024 --json
  mcore nsim sweep --dims 8x8,16x16 --bytes 4,64 --shard 1/2 --resume part-1.json    実行の半分 (またはその残り)

終了ステータス:
  0    すべてのランクが終わった
  2    引数か入力が正しくない、または出力を書けない
  4    模擬時間の上限に達した
  5    デッドロック: 来ないものを待つランクがある
  130  中断された (Ctrl-C)";

const RUN_STATUS: &str = "例:
  mcore run hello.s                                        4x4 ノードで実行
  mcore run --nodes 8x8 --stats text matmul.s              サイクル数、命令の内訳、通信量
  mcore run a.s --place 2,1=b.s --trace packet             ノード (2,1) では b.s。各パケットとその遅延
  mcore run --break 31 --last-writer '2,1:$t0' matmul.s    止まるところと、それを書いた命令
  cpp -P a.S | mcore run -                                 標準入力のプログラム

終了ステータス:
  0    すべてのコアが終了コード 0 で停止した
  1    ほかの終了コードで停止したコアがある
  2    引数か入力が正しくない、または出力を書けない
  3    コアまたはメモリノードがトラップした
  4    サイクル数の上限に達した
  5    デッドロック: どのコアも先へ進めない
  130  中断された (Ctrl-C)";

const GRADE_STATUS: &str = "例:
  mcore grade my-course submissions/* --csv grades.csv
  mcore grade my-course --exercise sum sum.s
  mcore grade my-course --exercise sum - <sum.s
  mcore grade my-course submissions/* --shard 1/4 --json part-1.json
  mcore grade merge part-1.json part-2.json part-3.json part-4.json --csv grades.csv

終了ステータス:
  0    すべての提出物が合格した
  1    合格しなかったか、採点できなかった提出物がある
  2    引数か課題集が正しくない、部分が 1 つのクラスにならない、または出力を書けない
  130  中断された (Ctrl-C)。採点できたところまでは書かれている";

const TEMPLATE: &str = "{about-with-newline}\n使い方: {usage}\n\n{all-args}{after-help}";

fn help(verb: &str, argument: &str) -> Option<&'static str> {
    HELP.iter().find(|(v, a, _)| *v == verb && *a == argument).map(|(.., text)| *text)
}

/// The command with its help in Japanese.
pub fn translated(command: Command) -> Command {
    // Building creates `help` and `--version`, so that they can be translated too.
    let mut command = command.subcommand_help_heading("コマンド");
    command.build();
    let verbs: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    command = one(command, "");
    for verb in verbs {
        command = command
            .mut_subcommand(&verb, |c| if verb == "help" { help_of_help(c, "mcore") } else { with_inner(c, &verb) });
    }
    command
}

/// A command and its inner commands, whose names are `pack new`, `pack check` and so on.
fn with_inner(command: Command, verb: &str) -> Command {
    let inner: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let mut command = command.subcommand_help_heading("コマンド");
    for name in inner {
        command = command.mut_subcommand(&name, |c| {
            if name == "help" { help_of_help(c, &format!("mcore {verb}")) } else { one(c, &format!("{verb} {name}")) }
        });
    }
    one(command, verb)
}

/// The command `help` of a command. Its own help is fixed: the parser's would list all commands in English.
fn help_of_help(command: Command, of: &str) -> Command {
    const ABOUT: &str = "このヘルプ、またはコマンドのヘルプを表示します";
    command.about(ABOUT).override_help(format!(
        "{ABOUT}\n\n使い方: {of} help [コマンド]...\n\n引数:\n  [コマンド]...  ヘルプを表示するコマンド\n"
    ))
}

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
    match verb {
        "run" => command = command.after_help(RUN_STATUS),
        "grade" => command = command.after_help(GRADE_STATUS),
        "nsim" => command = command.after_help(NSIM_STATUS),
        "noc" => command = command.after_help(NOC_EXAMPLES),
        "pmnet" => command = command.after_help(PMNET_EXAMPLES),
        _ => {}
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
        if !default.is_empty() && !argument.is_hide_default_value_set() && argument.get_action().takes_values() {
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

/// The message of an error in the arguments.
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
        // The rest is rare; a message in English is better than none.
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
        let mut add = |verb: &str, c: &Command| {
            wanted.push((verb.to_owned(), String::new()));
            wanted.extend(c.get_arguments().map(|a| (verb.to_owned(), a.get_id().to_string())));
        };
        add("", &command);
        for c in command.get_subcommands() {
            add(c.get_name(), c);
            c.get_subcommands().for_each(|inner| add(&format!("{} {}", c.get_name(), inner.get_name()), inner));
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
        for verb in ["run", "asm", "noc", "pmnet", "pack", "grade", "disasm", "completions", "man"] {
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
