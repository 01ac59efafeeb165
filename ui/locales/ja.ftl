## The page

app-name = M-Core Lab
mode-chip = チップ
modes = モード
skip-to-chip = チップへ移動（Ctrl+F6：次の領域）
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
library-hint = ライブラリのファイル（閲覧のみ）
read-only = 読み取り専用
compile = コンパイル
compiling = コンパイル中…
compile-hint = コンパイルして全ノードにロードする（Ctrl+Enter）
compile-edited = 前回のコンパイルの後に変更されています
compiled-ok = コンパイル完了：テキスト { $text } バイト、データ { $data } バイト
assemble = アセンブル
assembling = アセンブル中…
assemble-hint = アセンブルして全ノードにロードする（Ctrl+Enter）
assemble-edited = 前回のアセンブルの後に変更されています
assembled-ok = アセンブル完了：テキスト { $text } バイト、データ { $data } バイト
errors-count = エラー：{ $n } 件
warnings-count = 警告：{ $n } 件
findings = アセンブラとコンパイラの指摘
follow = { $node } を追う
follow-hint = ステップ、停止、選択のたびに、選択中のノードの行までエディタをスクロールします
finding-at = { $file } { $line } 行目：

## What is kept: projects, files, versions, links, examples

projects-title = プロジェクト
projects-open = プロジェクト
project-name = プロジェクト
project-deleted = 「{ $name }」を削除しました。
project-copied = このプロジェクトは別のタブで変更されていました。ここで書いた内容は「{ $name }」として残してあり、失われていません。
copy-name = { $name }（コピー）
link-name = { $name }（リンクから）
not-kept = 保存できません（{ $why }）。ページは使えますが、閉じると書いた内容が消えます。書き出しておいてください。
store-damaged = 読み出せないプロジェクトが { $n } 件あります。ほかはすべて無事です。
store-damaged-save = 残っている内容を保存する
failed = できませんでした：{ $message }
export = すべて書き出す
import-done = { $n } 件を取り込みました。すでにあるものは除きました。
file-foreign = ここで書き出したファイル（.mcwork）ではありません。
file-later = このファイルは新しいバージョンのラボで書き出されています。ページを再読み込みしてから、もう一度試してください。
file-destroyed = ファイルの損傷がひどく、プロジェクトを 1 つも読み出せません。
files-manage = ファイルの追加・名前の変更・並べ替え
files-menu = ファイルの追加・名前の変更・開く
files-more = ほかのファイル
file-removed = { $name } を削除しました。
history-open = 以前のバージョン
history-restored = 以前のバージョンに戻しました。戻す前の内容も残してあります。
share-open = リンクで共有
share-title = 今の画面へのリンク
link-opened = リンクの内容を新しいプロジェクトとして開きました。ほかのプログラムはそのままです。
link-part = リンクが壊れています（{ $why }）。読み出せたところまでを新しいプロジェクトとして開きました。終わりのほうは欠けている可能性があります。
link-bad = リンクを開けません（{ $why }）。あなたのプログラムはそのままです。
guard-elsewhere = このプロジェクトは別のタブで開いています
guard-elsewhere-text = 互いに上書きしないよう、このタブでは読むことと実行することだけができます。
guard-taken = 別のタブがこのプロジェクトを引き継ぎました
guard-taken-text = ここで書いた内容は保存済みで、そのタブに引き継がれています。
guard-take = このタブで続ける
guard-copy = コピーで続ける
gallery-open = サンプル

## Task

hint-title = ヒント { $n }
hint-next = ヒントを見る（残り { $n }）
reset-files = 最初のファイルに戻す…
open-files = ファイルを開く
open-files-hint = ファイルを開く…
files-opened = { $n } 個のファイルを開きました。
decoded = { $name } を { $encoding } として読みました。UTF-8 で保存します。
not-text = { $name } は UTF-8 のテキストでも ELF プログラムでもありません。
too-large = { $name } を読めません。64 MB を超えているか、フォルダーです。
elf-program = ELF プログラム { $name }
loaded-elf = ロード済み：テキスト { $text } バイト、データ { $data } バイト
load-elf = ロード
load-elf-hint = ELF プログラムを全ノードにロードする（Ctrl+Enter）
reset-done = 最初のファイルに戻しました。

## Chip

role-computing = 計算中
role-polling = ポーリング中
role-halted = 停止

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
slider-part = グラフ上のサイクル
pace-label = 速さ
pace = 毎秒 { $n } サイクル
pace-max = 最高速
series-ipc = 命令／サイクル
series-flits = 転送中のフリット
series-dmas = DMA の開始
run-back = 直前のブレークポイントまで戻る（Shift+F8）
unit-label = ステップの種類
unit-cycle = サイクル
unit-instruction = 命令
unit-line-into = 行、呼び出しの中へ
unit-line = 行
unit-out = 関数の外へ
unit-breakpoint = ブレークポイント
unit-communication = 通信
unit-cursor = カーソル行
back-instruction = ノードの命令を 1 つ戻る（Ctrl+Shift+F9）
forward-instruction = ノードの命令を 1 つ進む（Ctrl+F9）
back-line-into = ノードのソースを 1 行戻る（呼び出しの中へ）
back-line = ノードのソースを 1 行戻る（呼び出しを飛ばす、Ctrl+Shift+F10）
back-out = この関数の呼び出しへ戻る
back-breakpoint = 前のブレークポイントへ（Shift+F8）
forward-line-into = ノードのソースを 1 行進む（呼び出しの中へ、Ctrl+F11）
forward-line = ノードのソースを 1 行進む（呼び出しを飛ばす、Ctrl+F10）
forward-out = この関数の外へ進む（Ctrl+Shift+F11）
forward-breakpoint = 次のブレークポイントへ
back-cursor = カーソルの行まで戻る
forward-cursor = カーソルの行まで進む
back-communication = 直前の通信まで戻る（Ctrl+Shift+F8）
forward-communication = 次の通信まで進む（Ctrl+F8）
time-zoom-in = 表示範囲を狭める
time-zoom-out = 表示範囲を広げる
time-zoom-whole = 実行全体を表示
bookmark-set = このサイクルにブックマークを追加（Ctrl+F2）
bookmark-remove = このサイクルのブックマークを削除（Ctrl+F2）
searching = 検索中… サイクル { $n }
seeking = サイクル { $target } を計算中… 現在 { $n }
stopped-at = サイクル { $n } で止まりました：{ $reasons }
stopped-more = 、ほか { $n } 件
list-gap = 、
breakpoint = ブレークポイント
breakpoint-if = ブレークポイント（条件：{ $condition }）
data-open = グラフの数値

## Movable edges

edge-source = ソースの幅
edge-node = ノードパネルの幅
edge-lower = 下段の高さ
edge-stage = チップの幅
edge-hint = ドラッグまたは矢印キーで移動、ダブルクリックか Enter で初期値に戻る

## Result

result-none = まだ実行していません
result-none-text = プログラムを最後まで実行すると、判定と、逐次プログラムに対する速度向上がここに表示されます。
result-none-scratch = プログラムを実行すると、どう終わったかがここに表示されます。
result-paused = サイクル { $n } で一時停止中
result-stale = この実行の後にプログラムが変更されています。
result-running = 実行中…
result-running-text = 最後のコアが停止すると判定します。
result-errors = エラーがあります
result-errors-text = 指摘はソースの下に並んでいます。クリックするとその行へ移動します。
judging = 逐次プログラムを実行しています…
judging-cycles = ここまで { $n } サイクル
verdict-passed = 合格
verdict-failed = 不合格
verdict-passed-beside = 合格
verdict-failed-beside = 不合格
headline-hint = 判定を表示
carry-title = 課題集がバージョン { $new } になりました。あなたのプログラムはバージョン { $old } に書いたものです。
carry-kept = 元のプログラムは、プロジェクト「{ $name }」としてそのまま残してあります。
carry-over = 自分のプログラムで続ける
carry-anew = 最初のファイルから始める
carry-name = { $title }（{ $version }）
bad-pack = 課題集として開けません：{ $why }
reference-of = 逐次プログラム：{ $n } サイクル
ended-ok = 実行が終わりました
ended-bad = 実行が中断されました
ended-deadlock = デッドロック
ended-cycles = { $n } サイクル
live-assembled = アセンブルしてロードしました。
live-compiled = コンパイルしてロードしました。
live-at = サイクル { $n }。
live-at-line = サイクル { $n }：{ $file } の { $line } 行目。
live-speedup = 、{ $n } ノードで { $x } 倍の速さです。

## A newer version of the site

update-title = 新しいバージョンを使えます。
update-body = 作業は保存されています。再読み込みすると切り替わります。
update-now = 再読み込み
update-later = あとで

## Messages

dead-title = シミュレータが停止しました
dead-body = これはこのラボの不具合で、あなたのプログラムのせいではありません。プログラムは失われていません。シミュレータを再起動すると続けられます。
dead-memory = ブラウザから使えるメモリが足りなくなりました。プログラムは失われていません。ほかのタブを閉じる、マシンを小さくする、巻き戻し用のメモリを減らす（「ブックマーク」）などしてから、再起動してください。
restart = 再起動
refused-no-program = まだプログラムがありません。先にアセンブルしてください。
refused-ended = 実行は終わっています。戻るか、もう一度実行してください。
refused-beyond = シミュレートされたのは { $end } サイクルまでです。
fetch-failed = 読み込めませんでした：{ $message }

## Keys

help-title = キー操作
keys-assemble = アセンブル
keys-run = 実行／一時停止
keys-step = 1 ステップ進む（単位はボタンの横で選択）
keys-back = 1 ステップ戻る（単位はボタンの横で選択）
keys-instruction = 選択中のノードの命令を 1 つ進む
keys-instruction-back = 選択中のノードの命令を 1 つ戻る
keys-line = 選択中のノードのソースを 1 行進む（呼び出しを飛ばす）
keys-line-into = 選択中のノードのソースを 1 行進む（呼び出しの中へ）
keys-out = 選択中のノードの関数の外へ進む
keys-line-back = 選択中のノードのソースを 1 行戻る（呼び出しを飛ばす）
keys-communication = 次の通信まで進む
keys-communication-back = 直前の通信まで戻る
keys-run-back = 直前のブレークポイントまで戻る
keys-bookmark = このサイクルにブックマークを追加／削除
keys-slider = スライダー：1 サイクルずつ、大きく、両端へ
keys-slider-zoom = スライダー：範囲を狭める、広げる、全体を表示
keys-space = 時空間図の表示範囲をずらす
keys-slider-bookmarks = スライダー：次のブックマーク、前のブックマーク
keys-value = レジスタやメモリの語：値を変える、書き手を調べる
keys-editor-breakpoint = エディタ：この行にブレークポイント
keys-editor-condition = エディタ：この行のブレークポイントに条件を付ける
keys-start = 最初へ
keys-end = 実行の最後へ
keys-help = この一覧
keys-mesh-select = 隣のノードを選択
keys-mesh-zoom = 拡大、縮小、全体表示
keys-mesh-pan = 表示位置を動かす
keys-editor-find = 検索と置換
keys-editor-line = 行番号を指定して移動
keys-editor-comment = 行をコメントにする／戻す
keys-editor-words = 入力候補を表示
keys-editor-definition = 名前の定義へ移動（Ctrl＋クリックでも可）
keys-editor-rename = C の名前の使用箇所をすべて選択（入力するとまとめて変わる）
keys-editor-next = 次の指摘へ（指摘があるとき）
keys-editor-help = カーソル位置の語の説明
keys-editor-leave = エディタから抜ける
keys-group-page = プログラムとページ
keys-group-time = 時間
keys-group-chip = チップ（フォーカスがあるとき）
keys-group-editor = エディタ（フォーカスがあるとき）
keys-present = 講義用の大きな表示に切り替える／戻す
keys-lower = 下段を広げる・元の高さに戻す
keys-region = 次の領域へ移動
keys-region-back = 前の領域へ移動
keys-edges = パネルの境界にフォーカスがあるとき：移動（Shift で大きく）、初期値に戻す
keys-mesh-line = 選択中のノードの行をソースに示しておく、またはやめる
keys-mesh-inside = 選択中のノードのルータの内部を見る
keys-mesh-menu = 選択中のノードのメニュー

## Statistics and logs

tab-analysis = 分析
analysis-run = 実行
tabs-more = ほかのタブ
analysis-statistics = 統計
analysis-log = ログ
analysis-running = 実行中です。停止すると更新します。
drawer-taller = 広げる（パネルに重ねて表示）
drawer-lower = 元の高さに戻す
stats-counting = 集計中：{ $until } サイクル中 { $n } サイクル
stats-up-to = サイクル 0～{ $n } の集計
log-waits = 実行をたどっています…

## Breakpoints

analysis-stops = ブレークポイント

## Going back in time

analysis-timeline = ブックマーク
analysis-compare = 比較
restart-again = 再起動してサイクル { $n } へ戻る

## Speed-up

analysis-speedup = 速度向上

## NoC bench

analysis-noc = NoC
analysis-watch = ウォッチ
analysis-profile = プロファイル
analysis-reference = リファレンス

## Checks

analysis-checks = 検査
analysis-mpi = MPI
checks-badge = 指摘 { $n } 件

## Presentation, first visit, tour

present = 講義用の表示
present-hint = 講義用の表示：文字を大きく、パネルを少なく（Shift+F9）
