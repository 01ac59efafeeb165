# 素数のモード。

mode-demo = 素数
demo-part-form = 設定
demo-part-stage = 図
demo-part-results = 結果
demo-run = 数える
demo-share-carries = このリンクには設定が含まれます。
