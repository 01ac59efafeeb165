/* The way of a large message while nothing else is open: it is announced in a slot, the receiver clears a place for it,
   and the data go there from buffer to buffer. For the units of MPIMC that do these steps themselves. */
#ifndef _INTERNAL_MPI_LARGE_H
#define _INTERNAL_MPI_LARGE_H

#include <internal_mpi.h>

/* Words on their way. Two in turn are enough: once the interface is free, every command but the last has been sent. */
extern unsigned mpimc_staged[2][MPIMC_MAX_SLOT];
extern int mpimc_turn;

static inline void wait_for_interface(void)
{
    while (MC_INCC_STATUS & 1)
        ;
}

/* The interface must be free. */
static inline void put(unsigned id, volatile void *remote, const void *local, unsigned bytes)
{
    MC_INCC_DST = id;
    MC_INCC_RADDR = (unsigned)remote;
    MC_INCC_RADDR_HI = 0;
    MC_INCC_LADDR = (unsigned)local;
    MC_INCC_LSTRIDE = 0;
    MC_INCC_RSTRIDE = 0;
    MC_INCC_SIZE = bytes;
}

/* The same after a put of the same call of MPI: the registers that are 0 since then are left as they are. */
static inline void put_again(unsigned id, volatile void *remote, const void *local, unsigned bytes)
{
    MC_INCC_DST = id;
    MC_INCC_RADDR = (unsigned)remote;
    MC_INCC_LADDR = (unsigned)local;
    MC_INCC_SIZE = bytes;
}

/* The same for parts that are equally far apart at both ends: the first words of all of them by one put, then the second words, and
   so on. */
static inline void put_parts(unsigned id, char *remote, unsigned remote_step, const char *local, unsigned local_step,
                             unsigned part, unsigned bytes)
{
    for (unsigned at = 0; at != part; at += 4) {
        wait_for_interface();
        MC_INCC_DST = id;
        MC_INCC_RADDR = (unsigned)(remote + at);
        MC_INCC_RADDR_HI = 0;
        MC_INCC_LADDR = (unsigned)(local + at);
        MC_INCC_LSTRIDE = local_step;
        MC_INCC_RSTRIDE = remote_step;
        MC_INCC_SIZE = bytes / part * 4;
    }
}

static inline unsigned *next_staged(void)
{
    unsigned *next = mpimc_staged[mpimc_turn];
    mpimc_turn ^= 1;
    wait_for_interface();
    return next;
}

/* The word after the slot of the next message of a source, which has arrived when the last word of the slot is the
   number of the message. */
static inline volatile unsigned *next_end(const struct mpimc_peer *peer)
{
    return peer->row + ((peer->received & (mpimc_state.slots - 1)) + 1) * mpimc_state.slot_words;
}

/* True if a receive with this label takes a message with that one. */
static inline int fits(unsigned label, unsigned found)
{
    return found == label || (label & MPIMC_ANY_LABEL && found >> 16 == label >> 16);
}

/* True if nothing is open on this node, so a large message can be exchanged without looking at anything else. */
static inline int quiet(void)
{
    return ((unsigned)mpimc_state.sends | (unsigned)mpimc_state.receives | (unsigned)mpimc_state.moving |
            (unsigned)mpimc_state.early) == 0;
}

/* The same for a message to or from another rank and an aligned buffer. */
static inline int alone(int peer, const void *buffer)
{
    return quiet() && peer != mpimc_state.rank && ((unsigned)buffer & 3) == 0;
}

/* Announces a large message; false if there is no room. */
static inline __attribute__((always_inline)) int announce(unsigned bytes, int to, unsigned label)
{
    struct mpimc_peer *peer = &mpimc_state.peers[to];
    unsigned sent = peer->sent, slots = mpimc_state.slots;
    if (sent - mpimc_state.credit[to] >= slots)
        return 0;
    unsigned *out = next_staged();
    out[0] = bytes;
    out[2] = label;
    out[3] = MPIMC_LARGE;
    out[1] = out[4] = peer->sent = sent + 1;
    volatile unsigned *last = mpimc_state.own_row + ((sent & (slots - 1)) + 1) * mpimc_state.slot_words;
    MC_MARK = (unsigned)(out + 2);
    put(peer->id, last - MPIMC_ENVELOPE - 2, out, 20);
    return 1;
}

/* Waits until the only large message that is open is cleared, and sends its data. It was announced in the same call. The
   data have been read when the interface is free again. */
static inline __attribute__((always_inline)) void send_data(const char *buffer, unsigned bytes, int to)
{
    struct mpimc_peer *peer = &mpimc_state.peers[to];
    volatile unsigned *clear = mpimc_state.clear[to];
    unsigned seen = peer->clear_seen, rest = bytes & 3;
    while (clear[3] == seen)
        ;
    wait_for_interface();
    put_again(peer->id, (volatile void *)clear[0], buffer, bytes - rest);
    unsigned *out = next_staged();
    if (rest != 0)
        memcpy(out, buffer + (bytes - rest), rest);
    out[1] = peer->clear_seen = clear[3];
    MC_MARK = MPIMC_MARK_DATA;
    put_again(peer->id, mpimc_state.done[mpimc_state.rank], out, MPIMC_DONE_BYTES);
}

/* Clears the large message that has arrived from `from`, and consumes its announcement. `again`: a put of the same call
   was before. */
static inline __attribute__((always_inline)) unsigned give_clear(void *buffer, int from, unsigned number,
                                                                int again)
{
    struct mpimc_peer *peer = &mpimc_state.peers[from];
    unsigned *out = next_staged();
    out[0] = (unsigned)buffer;
    out[1] = number;
    out[2] = 0;
    out[3] = ++peer->cleared;
    if (again)
        put_again(peer->id, mpimc_state.clear[mpimc_state.rank], out, MPIMC_CLEAR_BYTES);
    else
        put(peer->id, mpimc_state.clear[mpimc_state.rank], out, MPIMC_CLEAR_BYTES);
    unsigned number_seen = ++peer->received;
    if (number_seen - peer->told >= mpimc_state.slots / 2) {
        out = next_staged();
        *out = peer->told = number_seen;
        put_again(peer->id, &mpimc_state.credit[mpimc_state.rank], out, MPIMC_CREDIT_BYTES);
    }
    return peer->cleared;
}

/* Waits for the data of the only clearance that is open. */
static inline __attribute__((always_inline)) void await_data(char *buffer, unsigned bytes, int from, unsigned number)
{
    volatile unsigned *done = mpimc_state.done[from];
    while (done[1] != number)
        ;
    mpimc_state.peers[from].moved = number;
    unsigned rest = bytes & 3, last = done[0];
    if (rest != 0)
        memcpy(buffer + (bytes - rest), &last, rest);
}

#endif
