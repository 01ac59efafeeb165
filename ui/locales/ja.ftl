## The page

app-name = M-Core Lab
mode-chip = チップ
skip-to-chip = チップへ移動
language = 言語
panels = パネル
close = 閉じる
cancel = キャンセル
undo = 元に戻す
details = 詳細
loading = 読み込み中…
exercise-choose = 演習
scratch = 演習なし（自由に試す）
saved-yes = 保存済み
saved-soon = 保存中…
saved-failed = 保存できません：ブラウザがデータの保存を許可していません
theme-label = 配色：{ $theme }
theme-auto = システムに合わせる
theme-light = ライト
theme-dark = ダーク
help-open = キー操作とヘルプ
docs-open = 説明書
crash-title = ページが停止しました
crash-body = これはこのラボの不具合で、あなたのプログラムのせいではありません。プログラムはこのブラウザに保存されています。ページを再読み込みすると続けられます。

## Tabs

tab-task = 課題
tab-source = ソース
tab-chip = チップ
tab-node = ノード
tab-result = 結果
files = ファイル

## Source

editor-label = ソースプログラム
library = ライブラリ
library-hint = ライブラリのファイル（読むだけ）
read-only = 読み取り専用
assemble = アセンブル
assembling = アセンブル中…
assemble-hint = アセンブルして全ノードにロードする（Ctrl+Enter）
assemble-edited = 前回のアセンブルの後に変更されています
assembled-ok = アセンブル完了：テキスト { $text } バイト、データ { $data } バイト
errors-count = エラー：{ $n } 件
warnings-count = 警告：{ $n } 件
findings = アセンブラの指摘
finding-at = { $file } { $line } 行目：

## Task

hint-title = ヒント { $n }
hint-next = ヒントを見る（残り { $n }）
reset-files = 最初のファイルに戻す…
reset-title = 最初のファイルに戻しますか？
reset-text = 書いたプログラムは、演習の最初のファイルで置き換えられます。別の演習を開くまでは元に戻せます。
reset-confirm = 最初のファイルに戻す
open-files = ファイルを開く
open-files-hint = ファイルを開く：アセンブリのテキスト、または ELF プログラム（MIPS32、静的リンク）とその C ソース。ここにドロップしてもかまいません。
files-opened = { $n } 個のファイルを開きました。
not-text = { $name } は UTF-8 のテキストでも ELF プログラムでもありません。
too-large = { $name } を読めません。64 MB を超えているか、フォルダです。
load-elf = ロード
load-elf-hint = ELF プログラムを全ノードにロードする（Ctrl+Enter）
reset-done = 最初のファイルに戻しました。

## Chip

compute-nodes = 計算ノード
mesh-warmth = リンクの色：直近 64 サイクルの使用率
mesh-role = チップ
mesh-label = サイクル { $cycle } のチップ。選択中：{ $node }。矢印キーでノードを選択できます。
zoom-fit = チップ全体を表示
zoom-in = 拡大
zoom-out = 縮小
machine-change = マシン設定…
role-computing = 計算中
role-polling = ポーリング中
role-halted = 停止
role-trapped = トラップ
role-exit = 停止（コード { $code }）
flit-header = ヘッダ
flit-address = アドレス
flit-stride = ストライド
flit-data = データ
flit-tail = 末尾
held-up = 足止め
memory-short = メモリ
memory-node = メモリノード
memory-page = ページ { $page }
memory-busy = ページをコピー中
memory-queued = 待っている要求：{ $n } 件
path-node = パスノード
hover-recent = 直近 64 サイクルのうち { $n } サイクル計算
hover-router = ルータ { $id }
hover-link = リンク { $from } → { $to }
hover-used = 直近 64 サイクルのうち { $n } サイクル使用
hover-flit = フリット：{ $kind }
hover-tail = フリット：{ $kind }（パケットの末尾）
hover-packet = { $from } からのパケット #{ $n }
place-fifo = ルータ { $id } の入力 { $port }、4 段中 { $slot } 段目
place-link = { $id } から { $port } へのリンク上
place-entering = { $id } の INCC からルータへのリンク上
place-out = { $id } の INCC の出力バッファ
place-in = { $id } の INCC の入力バッファ
port-north = 北
port-east = 東
port-south = 南
port-west = 西
port-incc = INCC

## Node

node-none = プログラムはまだロードされていません。
node-title = ノード { $id }
node-rank = ランク { $rank }
node-counts = 実行 { $n }、うちポーリング { $polled }
why-waiting = なぜ待っているのか
why-trapped = なぜトラップしたのか
why-doing = 何をしているのか
why-computing = 毎サイクル 1 命令を実行しています。
why-halted = 終了コードを書き込み、停止しています。
why-path = ルータだけのノードです。メモリノードと計算ノードの間でパケットを中継します。
why-memory = ページバッファを使い、メインメモリへの要求に応えます。
code-title = 命令
registers-title = レジスタ
registers-format = 数の表記
float-title = 浮動小数点
float-format = レジスタの読み方
float-single = 単精度
float-double = 倍精度
float-hex = 16 進
fcsr-rounding = 丸め
fcsr-conditions = 真の条件
fcsr-causes = 直前の演算
fcsr-flags = これまで
fcsr-enables = トラップ許可
fcsr-letters = V 無効演算・Z ゼロ除算・O オーバーフロー・U アンダーフロー・I 不正確
incc-title = INCC
incc-waiting = 待機中
incc-command = コマンド
incc-sent = 送信済み
incc-receiving = 受信中
memory-title = メモリ
memory-focus = アドレス、ラベル、またはレジスタ（例：0x2000、flag、$sp）
memory-bad-focus = アドレスでも、このプログラムのラベルでも、レジスタでもありません
memory-up = 小さいアドレスへ
memory-down = 大きいアドレスへ
console-title = コンソール
console-empty = 出力はまだありません。

## Time

time = 時間
run = 実行
pause = 一時停止
to-start = 最初へ（Alt+Home）
back = 1 サイクル戻る（Shift+F10）
forward = 1 サイクル進む（F10）
to-end = 実行の最後へ（Alt+End）
cycle-of = { $end } サイクル中の { $cycle } サイクル目
slider = サイクル
pace-label = 速さ
pace = 毎秒 { $n } サイクル
pace-max = 最高速
series-ipc = 命令／サイクル
series-flits = 転送中のフリット
axis-cores = コア
axis-flits = フリット
chart-label = サイクル 0 から { $end } までのコアの状態と転送中のフリット数。横のボタンで数値を表示します。
data-open = グラフの数値
data-title = グラフの数値
data-cycle = 開始サイクル
data-note = それぞれ { $n } サイクルの平均です。
data-none = まだ何も実行していません。

## Result

result-none = まだ実行していません
result-none-text = プログラムを最後まで実行すると、判定と、逐次プログラムに対する速度向上がここに表示されます。
result-none-scratch = プログラムを実行すると、どう終わったかがここに表示されます。
result-running = 実行中…
result-running-text = 最後のコアが停止すると判定します。
result-errors = エラーがあります
result-errors-text = 指摘はソースの下に並んでいます。クリックするとその行へ移動します。
judging = 逐次プログラムを実行しています…
judging-cycles = ここまで { $n } サイクル
verdict-passed = 合格
verdict-failed = 不合格
check-passed = 達成：
check-failed = 未達成：
speedup-of = 逐次プログラムに対する速度向上
run-of = { $nodes } ノード・{ $cycles } サイクル
reference-of = 逐次プログラム：{ $n } サイクル
ended-ok = 実行が終わりました
ended-bad = 実行が中断されました
ended-after = { $cycles } サイクル、その後ネットワークが空になるまで { $drain } サイクル
go-to-line = { $line } 行目へ移動
select-node = ノード { $id } を選択
live-assembled = アセンブルしてロードしました。
live-speedup = { $n } ノードで { $x } 倍の速さです。

## Machine

machine-title = マシン設定
machine-width = 列数（M）
machine-height = 行数（N）
machine-memory = ノードメモリ
machine-limit = サイクル数の上限
machine-mirrored = ミラーアドレッシング
machine-mirrored-text = 論文のとおりアドレスの上位ビットを無視し、トラップしません。
machine-apply = このマシンを作る
machine-bad-size = 列数と行数は 1 から 255 までの数です。
machine-bad-limit = サイクル数の上限は 1 から 1,000,000,000,000 までの数です。

## Messages

dead-title = シミュレータが停止しました
dead-body = これはこのラボの不具合で、あなたのプログラムのせいではありません。プログラムは失われていません。シミュレータを再起動すると続けられます。
restart = 再起動
refused-no-program = まだプログラムがありません。先にアセンブルしてください。
refused-ended = 実行は終わっています。戻るか、もう一度実行してください。
refused-beyond = シミュレートされたのは { $end } サイクルまでです。
fetch-failed = 読み込めませんでした：{ $message }

## Keys

help-title = キー操作
keys-key = キー
keys-does = 動作
keys-mac = Mac では Ctrl の代わりに Command も使えます。
docs-all = 説明書：マシン、アセンブラ、DMA の動作
keys-assemble = アセンブル
keys-run = 実行／一時停止
keys-step = 1 サイクル進む
keys-back = 1 サイクル戻る
keys-start = 最初へ
keys-end = 実行の最後へ
keys-help = この一覧
keys-mesh-select = チップ：隣のノードを選択
keys-mesh-zoom = チップ：拡大、縮小、全体表示
keys-mesh-pan = チップ：表示位置を動かす
keys-editor-find = エディタ：検索と置換
keys-editor-next = エディタ：次の指摘へ（指摘があるとき）
keys-editor-help = エディタ：カーソル位置の命令の説明
keys-editor-leave = エディタ：キーボードで抜ける

## Parts of a node and blocked chains

parts-title = 直前のサイクル
chains-title = 何が何を待っているか
chains-none = このルータで待たされているパケットはありません。

## Statistics and logs

tab-analysis = 分析
analysis-statistics = 統計
analysis-log = ログ
analysis-running = 実行中です。停止すると更新します。
drawer-open = 統計とログを開く
drawer-close = 統計とログを閉じる
drawer-taller = 画面全体に広げる
drawer-lower = チップも表示する
save-csv = CSV で保存
save-svg = SVG で保存
save-png = PNG で保存
table-more = あと { $n } 行
stats-none = プログラムを実行して停止すると、ここに統計が表示されます。
stats-counting = 集計中：{ $until } サイクル中 { $n } サイクル
stats-up-to = サイクル 0～{ $n } の集計
stats-summary = 概要
stats-outcome = 状態
stats-cycles-run = プログラムのサイクル数
stats-drain = ネットワークが空になるまで
stats-executed = 実行命令数
stats-polled = うちポーリング
stats-per-cycle = 命令／サイクル
stats-dmas = DMA 数
stats-dma-bytes = DMA のバイト数
stats-packets = パケット数
stats-flits = フリット数
stats-busiest = 最も使われたリンク：{ $from } → { $to }（{ $share } のサイクルで使用）
stats-congested = 最も混雑したルータ：{ $at }（{ $share } のサイクルで足止め）
outcome-running = 実行の途中
outcome-halted = すべてのコアが停止
outcome-trapped = トラップ
outcome-cycle-limit = サイクル数の上限に到達
outcome-deadlock = デッドロック
stats-uses = サイクルの内訳
stats-uses-note = 各部は毎サイクル、進行するか、進行できない理由をちょうど 1 つ持ちます。
stats-use = 内訳
part-cores = コア
part-inccs = INCC
part-routers = ルータ
part-memory = メモリノード
stats-mix = 命令の種類
class-alu = 算術・論理
class-muldiv = 乗算・除算
class-float = 浮動小数点
class-load = ロード
class-store = ストア
class-branch = 分岐
class-jump = ジャンプ
class-trap = トラップ
class-system = システム
stats-instruction = 命令
stats-count = 回数
stats-share = 割合
stats-latency = パケットの遅延
stats-latency-note = ヘッダの生成から最後の語の書き込みまでのサイクル数です。
stats-cycles = サイクル
stats-least = 最小
stats-median = 中央値
stats-mean = 平均
stats-p95 = 95 % 点
stats-p99 = 99 % 点
stats-most = 最大
stats-no-packets = 到着したパケットはまだありません。
stats-dma = DMA の大きさ（バイト）
stats-bytes = バイト
stats-no-dma = DMA はまだ開始されていません。
stats-links = リンク
stats-links-note = 行を選ぶと、リンクの送り側のルータを選択します。
stats-link = リンク
stats-used = 使用率
stats-routers = ルータ
stats-routers-note = 足止め：パケットが待たされたサイクル数です。
stats-router = ルータ
stats-held-up = 足止め
stats-moving = 転送中
stats-nodes = ノード
stats-node = ノード
stats-rank = ランク
stats-waiting = ポーリング・待ち
stats-incc-busy = INCC の稼働
space-title = 時空間図
space-note = 縦がノード（ランク順）、横が時間です。クリックまたは矢印キーで、そのサイクルとノードに移動します。
space-label = サイクル 0～{ $n } の各コアの状態。矢印キーでサイクルとノードを変えられます。
heat-title = リンクの使用率の時間変化
heat-note = 選んだ区間でよく使われたリンクほど、暖色で太く表示します。
heat-slider = 区間
heat-stretch = サイクル { $from }～{ $until }
heat-follow = 表示中のサイクルに合わせる
log-none = プログラムを実行して停止すると、ここにログが表示されます。
log-waits = 実行をたどっています…
log-grain = 細かさ
grain-dma = DMA
grain-packet = パケット
grain-flit = フリット
log-cycles = サイクル
log-from = 開始サイクル
log-until = 終了サイクル
log-now = 直近 200
log-whole = 全体
log-here = ノード { $id } のみ
log-followed = パケット { $packet }
log-follow = パケット { $packet } を追う
log-unfollow = すべてのパケットを表示
log-search = ログを検索
log-cycle = サイクル
log-node = ノード
log-kind = 種類
log-what = 出来事
log-packet = パケット
log-visit = サイクル { $cycle }、ノード { $id } へ移動
log-count = { $n } 行（サイクル { $from }～{ $until }）
log-more = 続きを表示
log-empty = この範囲に該当する出来事はありません。
page-back = 前のページ
page-on = 次のページ
kind-dma = DMA
kind-packet = パケット
kind-flit = フリット
kind-console = 出力
kind-halt = 停止
kind-trap = トラップ

## NoC bench

analysis-noc = NoC
noc-title = NoC ベンチ
noc-note = コアを使わず、チップのネットワークだけを測ります。各ノードが乱数でパケットを送ります。負荷の単位はフリット／ノード／サイクルです。
noc-traffic = トラフィック
noc-uniform = 一様
noc-transpose = 転置
noc-bit-complement = ビット反転
noc-neighbour = 隣接
noc-hot-spot = ホットスポット
noc-hot-node = ホットノード（x,y）
noc-hot-share = その割合（%）
noc-packet = パケットのフリット数
noc-burst = バーストのパケット数
noc-cycles = 計測サイクル数
noc-seed = シード
noc-loads = 測る負荷
noc-start = 計測する
noc-stop = 中止
noc-progress = 負荷 { $n }／{ $of }、サイクル { $cycle }
noc-latency = 負荷と遅延
noc-throughput = 負荷とスループット
noc-throughput-note = ×印は、ネットワークが運びきれない負荷です。
noc-points = 計測点
noc-offered-axis = 投入負荷［フリット／ノード／サイクル］
noc-latency-axis = 遅延［サイクル］
noc-zero-load = 競合がないとき
noc-bound = チャネルの上限
noc-load = 負荷
noc-offered = 投入
noc-accepted = 受理
noc-hops = ホップ
noc-state = 状態
noc-saturated = 飽和
noc-carried = 正常
noc-bad-node = ホットノードは x,y の形で指定します（例：2,3）。
noc-bad-share = 割合は 0 から 100 までの数です。
noc-bad-packet = パケットのフリット数は整数で指定します。
noc-bad-burst = バーストのパケット数は整数で指定します。1 はバーストなしです。
noc-bad-loads = 負荷は 0.001 から 1 までの数を空白で区切って並べます。
noc-bad-seed = シードは整数で指定します。
noc-bad-cycles = サイクル数は整数で指定します。

## Checks

analysis-checks = 検査
checks-badge = 指摘 { $n } 件
checks-switch = 実行を検査する
checks-off = 検査はオフです。
checks-none-yet = プログラムを実行して停止すると、その動作を検査します。
checks-under-way = 検査中：{ $end } サイクル中 { $n } サイクル
checks-clean = { $n } サイクルを検査し、問題は見つかりませんでした。
checks-found = { $cycle } サイクルの検査で { $n } 件の指摘があります。クリックするとその場所へ移動します。
checks-more = ほかに { $n } 件あります。
checks-count = { $n } 回
checks-side = サイクル { $cycle }・{ $id }・{ $place }
