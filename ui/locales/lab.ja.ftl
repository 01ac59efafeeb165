# 独立したページを持つモードに共通の枠。

lab-from-file = ファイルから
lab-dead = シミュレータが停止しました。設定とこれまでの実行結果は残っています。
lab-restart = もう一度起動する
lab-link-opened = リンクから開きました。
lab-link-back = 自分の設定に戻す
lab-link-bad = リンクを開けません（{ $why }）。自分の設定はそのままです。
lab-runs = 比較する実行
lab-relative = 時間（先頭の実行との比）
lab-ratio = 実行 { $b } の時間は実行 { $a } の { $ratio } 倍です。
lab-exercise = 課題
lab-open-pack = 課題集を開く
lab-hint = ヒント（残り { $n }）
lab-check = 判定
lab-judging = 判定中…
lab-passed = 合格
lab-failed = 不合格
lab-not-judged = ここでは判定しません
lab-points = { $of } 点中 { $points } 点
lab-save-hand-in = .mcsub を保存
lab-save-png = PNG で保存
