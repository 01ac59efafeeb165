#include <mclib.h>

/* The request, as the memory node reads it. The word that arrives last, the size, makes it one. */
static volatile struct {
    unsigned to;
    unsigned from, from_high;
    int from_stride, to_stride;
    unsigned flag;
    int value;
    unsigned bytes;
} request;
static volatile int arrived;

/* As mc_get, with `mstride` bytes from one word of main memory to the next, and `lstride` bytes from one word of node
   memory to the next.
   Cost: at most 100 cycles more than the transfer of the words. */
void mc_get_stride(void *local, unsigned long long main_addr, unsigned bytes, int lstride, int mstride)
{
    while (MC_INCC_STATUS & 1)
        ;
    int value = request.value + 1;
    request.to = (unsigned)local;
    request.from = (unsigned)main_addr;
    request.from_high = (unsigned)(main_addr >> 32);
    request.from_stride = mstride;
    request.to_stride = lstride;
    request.flag = (unsigned)&arrived;
    request.value = value;
    request.bytes = bytes;
    MC_INCC_DST = 0;
    MC_INCC_RADDR = 0xffc00000u + 32 * (unsigned)mc_rank();
    MC_INCC_RADDR_HI = 0xffffffffu;
    MC_INCC_LADDR = (unsigned)&request;
    MC_INCC_LSTRIDE = 0;
    MC_INCC_RSTRIDE = 0;
    MC_INCC_SIZE = sizeof request;
    while (arrived != value)
        ;
}
