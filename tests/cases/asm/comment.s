main:   nop
/* a comment
without end
