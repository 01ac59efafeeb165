# No label main.
begin:  nop
