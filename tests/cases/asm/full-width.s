# 全角文字
main:   addu    $t0，$t1, $t2
        addu　$t0, $t1, $t2
        li      $t0, １２
ループ: b       ループ
        b       るーぷ
        .data
        .asciiz "全角は文字列の中なら使えます" @
