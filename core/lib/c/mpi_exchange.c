#include <internal_mpi.h>

/* Messages of collectives. Cost: those of MPI_Send and MPI_Recv. */

static void begin(struct mpimc_operation *o, void *buffer, unsigned bytes, int peer, unsigned context, int receive)
{
    o->receive = (unsigned char)receive;
    o->function = "a collective call";
    o->context = context;
    o->tag = 0;
    o->bytes = bytes;
    o->buffer = buffer;
    o->waits = 0;
    o->peer = peer;
    mpimc_open(o);
}

void mpimc_send(const void *buffer, unsigned bytes, int to, unsigned context)
{
    struct mpimc_operation s;
    begin(&s, (void *)buffer, bytes, to, context, 0);
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
}

void mpimc_receive(void *buffer, unsigned bytes, int from, unsigned context)
{
    struct mpimc_operation r;
    begin(&r, buffer, bytes, from, context, 1);
    mpimc_wait(&r);
    if (r.length != bytes)
        mpimc_fail("a collective call", "another rank gave another count or type; bytes:", (int)r.length);
}

void mpimc_exchange(const void *out, unsigned out_bytes, int to, void *in, unsigned in_bytes, int from,
                    unsigned context)
{
    struct mpimc_operation s, r;
    begin(&r, in, in_bytes, from, context, 1);
    begin(&s, (void *)out, out_bytes, to, context, 0);
    if (s.stage != MPIMC_DONE)
        mpimc_wait(&s);
    mpimc_wait(&r);
    if (r.length != in_bytes)
        mpimc_fail("a collective call", "another rank gave another count or type; bytes:", (int)r.length);
}
