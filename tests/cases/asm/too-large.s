# More than node memory holds.
main:   nop
        .data
small:  .space  1000
large:  .space  523000
        .bss
        .space  2000
