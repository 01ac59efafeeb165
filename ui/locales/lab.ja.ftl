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
