# nodes: 1x1
# report: unset $a0 at <use>
        .include "mclib.s"
main:   jal     mc_exit                 # <use>
