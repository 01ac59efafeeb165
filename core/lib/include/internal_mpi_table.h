/* The contract of MPIMC with the simulator, made from core/toolchain/src/mpi:
   MCORE_BLESS=1 cargo test -p mcore-tests --test clib mpi_table */
#ifndef _INTERNAL_MPI_TABLE_H
#define _INTERNAL_MPI_TABLE_H

/* Words for MARK. After that of data, the next put is the last one of a long message; + 1: it has
   arrived, at this node itself. That of an error is stored in the state. */
#define MPIMC_MARK_BEGIN 0x4d500000u
#define MPIMC_MARK_END 0x4d510000u
#define MPIMC_MARK_DATA 0x4d540000u
#define MPIMC_MARK_ERROR 0x4d550000u

/* Words of the longest slot; its last words: context and tag, kind and bytes, number. */
#define MPIMC_MAX_SLOT 16
#define MPIMC_ENVELOPE 3
#define MPIMC_LARGE 0x80000000u

/* Calls of all ranks. */
#define MPIMC_CALLS(X) \
    X(Barrier) X(Allgather) X(Allgatherv) X(Alltoall) X(Alltoallv) X(Comm_dup) X(Comm_split) X(Comm_create) \
    X(Comm_create_group) X(Cart_create) X(Cart_sub) X(Win_create) X(Allreduce) X(Scan) X(Exscan) \
    X(Reduce_scatter_block) X(Bcast) X(Gather) X(Gatherv) X(Scatter) X(Scatterv) X(Reduce)

/* Fields that the simulator reads, with their places. */
#define MPIMC_LAYOUT(X) \
    X(mpimc_state, started, 0) X(mpimc_state, rank, 4) X(mpimc_state, nodes, 8) X(mpimc_state, slots, 16) \
    X(mpimc_state, slot_words, 20) X(mpimc_state, most, 24) X(mpimc_state, inbox, 32) X(mpimc_state, credit, 36) \
    X(mpimc_state, clear, 40) X(mpimc_state, done, 44) X(mpimc_state, peers, 48) X(mpimc_state, sends, 52) \
    X(mpimc_state, receives, 56) X(mpimc_state, moving, 60) X(mpimc_state, early, 64) X(mpimc_state, error, 88) \
    X(mpimc_state, call, 92) X(mpimc_state, value, 96) X(mpimc_state, other, 100) X(mpimc_peer, id, 0) \
    X(mpimc_peer, received, 12) X(mpimc_operation, next, 0) X(mpimc_operation, bytes, 8) \
    X(mpimc_operation, context, 16) X(mpimc_operation, peer, 20) X(mpimc_operation, tag, 24) \
    X(mpimc_operation, receive, 38) X(mpimc_operation, lasting, 39) X(mpimc_operation, type, 52) \
    X(mpimc_operation, user, 56) X(mpimc_operation, count, 60) X(mpimc_message, next, 0) \
    X(mpimc_message, source, 4) X(mpimc_message, label, 8) X(mpimc_layout, extent, 8) X(mpimc_layout, length, 12) \
    X(mpimc_layout, runs, 20) X(mpimc_run, at, 0) X(mpimc_run, bytes, 4)

/* Bytes of records, and of each peer in the arrays that other nodes write. */
#define MPIMC_PEER_BYTES 36
#define MPIMC_RUN_BYTES 8
#define MPIMC_CREDIT_BYTES 4
#define MPIMC_CLEAR_BYTES 16
#define MPIMC_DONE_BYTES 8

/* Errors: the number as the first character, and the text. */
#define MPIMC_NO_FUNCTION "\001" "a function is wanted, and place in the table; operations made:"
#define MPIMC_TOO_MANY_DIRECTIONS "\002" "a grid has at most 8 directions, not"
#define MPIMC_NEVER_RECEIVED "\003" "a message was never received; it is from rank"
#define MPIMC_OPEN_RECEIVE "\004" "a receive has not ended; call MPI_Wait for it; its tag:"
#define MPIMC_OPEN_SEND "\005" "a send has not ended; call MPI_Wait for it; its rank:"
#define MPIMC_NEGATIVE_SIZE "\006" "a size must not be negative:"
#define MPIMC_NO_ORDER "\007" "an array has a direction and MPI_ORDER_C or MPI_ORDER_FORTRAN; order:"
#define MPIMC_HEAP_DIFFERS "\010" "call it before the first malloc: the heap differs from node to node at"
#define MPIMC_CALLED_BEFORE "\011" "it has been called before; calls of it and MPI_Finalize:"
#define MPIMC_OUTSIDE "\012" "it must be between MPI_Init and MPI_Finalize; calls of them:"
#define MPIMC_NEGATIVE_BLOCKS "\013" "numbers of blocks and elements must not be negative:"
#define MPIMC_NULL_BUFFER "\014" "the buffer is a null pointer, and the count is"
#define MPIMC_NEGATIVE_COLOUR "\015" "the colour must not be negative:"
#define MPIMC_TOO_FEW_RANKS "\016" "the communicator has fewer ranks than the grid has places:"
#define MPIMC_NO_RANK "\017" "the communicator has no rank"
#define MPIMC_NEGATIVE_COUNT "\020" "the count must not be negative:"
#define MPIMC_NO_COORDINATE "\021" "the grid has no such coordinate:"
#define MPIMC_NO_DIRECTION "\022" "the grid has no such direction:"
#define MPIMC_NO_RANK_OF_GROUP "\023" "the group has no rank"
#define MPIMC_WRONG_RANK_OF_GROUP "\024" "the group has no such rank, or it is there twice:"
#define MPIMC_TOO_LONG "\025" "the message does not fit the buffer; its bytes:"
#define MPIMC_NO_MEMORY "\026" "the node has no memory left for a message; bytes:"
#define MPIMC_WRONG_OPERATION "\027" "the operation does not go with this type:"
#define MPIMC_PART_OUTSIDE "\030" "the part is not inside the array in direction"
#define MPIMC_NOT_MADE_COMM "\031" "the program did not make this communicator:"
#define MPIMC_NOT_MADE_TYPE "\032" "the program has not made the type"
#define MPIMC_ABORTED "\033" "the program stops the chip with the code"
#define MPIMC_RANK_MAP_SIZE "\034" "the rank map is for a chip of another size; its columns:"
#define MPIMC_NO_SIZE "\035" "the size of a direction must be positive:"
#define MPIMC_WRONG_SIZES "\036" "the sizes do not make this number of nodes:"
#define MPIMC_WRONG_TAG "\037" "the tag must be in 0 to 32767, not"
#define MPIMC_NO_GRID "\040" "this communicator has no grid; MPI_Cart_create makes one:"
#define MPIMC_NO_CODE "\041" "this is no code of an error:"
#define MPIMC_NO_COMM "\042" "this is no communicator:"
#define MPIMC_NO_GROUP "\043" "this is no group:"
#define MPIMC_NO_HANDLER "\044" "this is no handler of errors:"
#define MPIMC_NO_REQUEST "\045" "this is no open request:"
#define MPIMC_NOT_MADE_OPERATION "\046" "this is no operation that the program made:"
#define MPIMC_NO_OPERATION "\047" "this is no operation:"
#define MPIMC_NO_TYPE "\050" "this is no type:"
#define MPIMC_NOT_PREPARED "\051" "this request is no prepared one, or is in use:"
#define MPIMC_NO_DIVISOR "\052" "this size does not divide the number of nodes:"
#define MPIMC_TOO_MANY_COMMS "\053" "too many communicators were made:"
#define MPIMC_NO_WINDOW "\054" "this is no window:"
#define MPIMC_EPOCH_OPEN "\055" "another epoch of the window must end first; ranks in it:"
#define MPIMC_NO_ACCESS "\056" "no epoch is open: call MPI_Win_fence, MPI_Win_start or MPI_Win_lock first; its target:"
#define MPIMC_NOT_IN_EPOCH "\057" "this rank is not locked, and not in the group of MPI_Win_start:"
#define MPIMC_LOCKED_TWICE "\060" "this rank is locked already:"
#define MPIMC_NOT_LOCKED "\061" "this rank is not locked:"
#define MPIMC_NOT_STARTED "\062" "MPI_Win_start comes first; epochs that it has begun:"
#define MPIMC_NOT_POSTED "\063" "MPI_Win_post comes first; epochs that it has begun:"
#define MPIMC_OUTSIDE_WINDOW "\064" "the access is not inside the window of its target; its end in bytes:"
#define MPIMC_NO_LOCK_TYPE "\065" "a lock is MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE, not"
#define MPIMC_NO_UNIT "\066" "the unit of displacements must be positive:"
#define MPIMC_NOT_ONE_NODE "\067" "nodes share no memory, so the communicator must have one rank, not"
#define MPIMC_WRONG_FLAVOUR "\070" "the call does not go with this kind of window:"
#define MPIMC_NOT_ATTACHED "\071" "this memory is not attached:"
#define MPIMC_OTHER_COUNT "\072" "gave another count or type; its bytes:"
#define MPIMC_OTHER_OPERATION "\073" "gave another operation to"
#define MPIMC_OTHER_ROOT "\074" "gave another root:"
#define MPIMC_OTHER_CALL "\075" "made another call of all ranks:"
#define MPIMC_OTHER_NEVER_RECEIVED "\076" "sent a message that was never received, in"
#define MPIMC_UNATTACHED "\077" "used memory that is not attached, at"

#endif
