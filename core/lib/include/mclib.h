/* MClib: the message passing library of the chip. Its sources are mc_place.s, mc_dma.s, mc_sync.s, mc_system.s and
   the units mc_*.c; each function states its cycles there. Flags are words that another node writes, so they must be
   `volatile`. */
#ifndef _MCLIB_H
#define _MCLIB_H

/* Memory-mapped registers of a node. */
#define MC_REGISTER(address) (*(volatile unsigned *)(address))
#define MC_INCC_DST MC_REGISTER(0xffffff00)      /* node ID of the destination */
#define MC_INCC_LADDR MC_REGISTER(0xffffff04)    /* local address: words are read there */
#define MC_INCC_RADDR MC_REGISTER(0xffffff08)    /* remote address: words are written there */
#define MC_INCC_RADDR_HI MC_REGISTER(0xffffff0c) /* its upper 32 bits, for the memory node */
#define MC_INCC_LSTRIDE MC_REGISTER(0xffffff10)  /* bytes from one word read to the next; 0 means 4 */
#define MC_INCC_RSTRIDE MC_REGISTER(0xffffff14)  /* bytes from one word written to the next; 0 means 4 */
#define MC_INCC_SIZE MC_REGISTER(0xffffff18)     /* bytes to copy; a store here starts the DMA */
#define MC_INCC_STATUS MC_REGISTER(0xffffff1c)   /* bit 0: a command waits; bit 1: one is being sent */
#define MC_NODE_ID MC_REGISTER(0xffffff20)       /* own ID: X in bits 15 to 8, Y in bits 7 to 0 */
#define MC_NODE_ARRAY MC_REGISTER(0xffffff24)    /* columns in bits 15 to 8, rows in bits 7 to 0 */
#define MC_CYCLE_LO MC_REGISTER(0xffffff28)      /* cycles since the start, lower 32 bits */
#define MC_CYCLE_HI MC_REGISTER(0xffffff2c)      /* and upper 32 bits */
#define MC_CONSOLE MC_REGISTER(0xffffff30)       /* the low byte stored here is printed */
#define MC_HALT MC_REGISTER(0xffffff34)          /* storing an exit code here stops the core */
#define MC_MARK MC_REGISTER(0xffffff38)          /* the word stored here is noted with its cycle */

/* Places. */
int mc_rank(void);             /* own rank, row by row from 0 */
int mc_nodes(void);            /* number of compute nodes */
int mc_x(void);                /* own column, from 1 */
int mc_y(void);                /* own row, from 1 */
int mc_width(void);            /* columns of compute nodes */
int mc_height(void);           /* rows of compute nodes */
unsigned mc_id(int rank);      /* node ID of a rank; mc_id(-1) is the memory node */
void mc_coords(int rank, int *x, int *y); /* column and row of a rank, from 1 */

/* Moving data. Sizes are bytes, multiples of 4; addresses are multiples of 4. */
void mc_put(unsigned id, void *remote, const void *local, unsigned bytes);
void mc_put_stride(unsigned id, void *remote, const void *local, unsigned bytes, int rstride, int lstride);
void mc_get(void *local, unsigned long long main_addr, unsigned bytes);
void mc_get_stride(void *local, unsigned long long main_addr, unsigned bytes, int lstride, int mstride);
void mc_store(unsigned long long main_addr, const void *local, unsigned bytes);
void mc_wait(void);            /* until local buffers may be used again */

/* Waiting for each other. */
void mc_wait_eq(volatile int *flag, int value);
void mc_wait_ge(volatile int *flag, int value);
void mc_signal(unsigned id, volatile int *flag, int value);
void mc_barrier(void);

/* Every compute node calls these, with the same root and size. */
void mc_bcast(int root, void *buf, unsigned bytes);
int mc_reduce_add(int value);
int mc_reduce_min(int value);
int mc_reduce_max(int value);

/* Console, clock, marks, end. */
int mc_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void mc_putchar(int character);
void mc_puts(const char *text);
void mc_print_int(int value);
void mc_print_hex(unsigned value);
unsigned long long mc_cycles(void);
void mc_mark(unsigned word);
void mc_region_begin(const char *name); /* a part of the program, up to mc_region_end */
void mc_region_end(void);
_Noreturn void mc_exit(int code);

#endif
