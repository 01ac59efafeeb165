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
    X(Barrier) X(Allgather) X(Allgatherv) X(Alltoall) X(Alltoallv) X(Alltoallw) X(Comm_dup) X(Comm_split) \
    X(Comm_create) X(Comm_create_group) X(Cart_create) X(Cart_sub) X(Win_create) X(Allreduce) X(Scan) X(Exscan) \
    X(Reduce_scatter_block) X(Reduce_scatter) X(Bcast) X(Gather) X(Gatherv) X(Scatter) X(Scatterv) X(Reduce)

/* Bit of `lasting`: the program knows that the operation has ended, so it may use the buffer. */
#define MPIMC_SEEN 4

/* The stage of an operation that has ended. */
#define MPIMC_STAGE_DONE 4

/* Further calls of all ranks, which share the number of MPI_Comm_dup. */
#define MPIMC_DETAILS(X) \
    X(Comm_idup) X(Comm_dup_with_info) X(Comm_split_type) X(Graph_create) X(Dist_graph_create) \
    X(Dist_graph_create_adjacent) X(Neighbor_allgather) X(Neighbor_allgatherv) X(Neighbor_alltoall) \
    X(Neighbor_alltoallv) X(Neighbor_alltoallw)

/* Fields that the simulator reads, with their places. */
#define MPIMC_LAYOUT(X) \
    X(mpimc_state, started, 0) X(mpimc_state, rank, 4) X(mpimc_state, nodes, 8) X(mpimc_state, slots, 16) \
    X(mpimc_state, slot_words, 20) X(mpimc_state, most, 24) X(mpimc_state, inbox, 32) X(mpimc_state, credit, 36) \
    X(mpimc_state, clear, 40) X(mpimc_state, done, 44) X(mpimc_state, peers, 48) X(mpimc_state, sends, 52) \
    X(mpimc_state, receives, 56) X(mpimc_state, moving, 60) X(mpimc_state, early, 64) X(mpimc_state, error, 88) \
    X(mpimc_state, call, 92) X(mpimc_state, value, 96) X(mpimc_state, other, 100) X(mpimc_peer, id, 0) \
    X(mpimc_peer, received, 12) X(mpimc_operation, next, 0) X(mpimc_operation, bytes, 8) \
    X(mpimc_operation, context, 16) X(mpimc_operation, peer, 20) X(mpimc_operation, tag, 24) \
    X(mpimc_operation, stage, 36) X(mpimc_operation, receive, 38) X(mpimc_operation, lasting, 39) \
    X(mpimc_operation, type, 52) X(mpimc_operation, user, 56) X(mpimc_operation, count, 60) \
    X(mpimc_message, next, 0) X(mpimc_message, source, 4) X(mpimc_message, label, 8) X(mpimc_layout, extent, 8) \
    X(mpimc_layout, length, 12) X(mpimc_layout, runs, 44) X(mpimc_run, at, 0) X(mpimc_run, bytes, 4)

/* Bytes of records, and of each peer in the arrays that other nodes write. */
#define MPIMC_PEER_BYTES 36
#define MPIMC_RUN_BYTES 8
#define MPIMC_CREDIT_BYTES 4
#define MPIMC_CLEAR_BYTES 16
#define MPIMC_DONE_BYTES 8

/* Errors: the number as the first character, and the text. */
#define MPIMC_FILE_FAILED "\001" "a call of a file has failed; class of the error:"
#define MPIMC_NO_FUNCTION "\002" "a function is wanted, and place in the table; operations made:"
#define MPIMC_TOO_MANY_DIRECTIONS "\003" "a grid has at most 8 directions, not"
#define MPIMC_NEVER_RECEIVED "\004" "a message was never received; it is from rank"
#define MPIMC_OPEN_RECEIVE "\005" "a receive has not ended; call MPI_Wait for it; its tag:"
#define MPIMC_ENDS_BY_WAIT "\006" "a request of a call of all ranks ends by MPI_Wait or MPI_Test only:"
#define MPIMC_OPEN_SEND "\007" "a send has not ended; call MPI_Wait for it; its rank:"
#define MPIMC_NEGATIVE_SIZE "\010" "a size must not be negative:"
#define MPIMC_NO_ORDER "\011" "an array has a direction and MPI_ORDER_C or MPI_ORDER_FORTRAN; order:"
#define MPIMC_HEAP_DIFFERS "\012" "call it before the first malloc: the heap differs from node to node at"
#define MPIMC_CALLED_BEFORE "\013" "it has been called before; calls of it and MPI_Finalize:"
#define MPIMC_OUTSIDE "\014" "it must be between MPI_Init and MPI_Finalize; calls of them:"
#define MPIMC_NEGATIVE_BLOCKS "\015" "numbers of blocks and elements must not be negative:"
#define MPIMC_NULL_BUFFER "\016" "the buffer is a null pointer, and the count is"
#define MPIMC_NEGATIVE_COLOUR "\017" "the colour must not be negative:"
#define MPIMC_TOO_FEW_RANKS "\020" "the communicator has fewer ranks than the grid has places:"
#define MPIMC_NO_RANK "\021" "the communicator has no rank"
#define MPIMC_NEGATIVE_COUNT "\022" "the count must not be negative:"
#define MPIMC_NO_COORDINATE "\023" "the grid has no such coordinate:"
#define MPIMC_NO_DIRECTION "\024" "the grid has no such direction:"
#define MPIMC_NO_RANK_OF_GROUP "\025" "the group has no rank"
#define MPIMC_WRONG_RANK_OF_GROUP "\026" "the group has no such rank, or it is there twice:"
#define MPIMC_TOO_LONG "\027" "the message does not fit the buffer; its bytes:"
#define MPIMC_NO_MEMORY "\030" "the node has no memory left for a message; bytes:"
#define MPIMC_WRONG_OPERATION "\031" "the operation does not go with this type:"
#define MPIMC_PART_OUTSIDE "\032" "the part is not inside the array in direction"
#define MPIMC_NOT_MADE_COMM "\033" "the program did not make this communicator:"
#define MPIMC_NOT_MADE_TYPE "\034" "the program has not made the type"
#define MPIMC_WRONG_DISTRIBUTION "\035" "the array cannot be dealt out like this in direction"
#define MPIMC_NO_ROOM "\036" "the rest of the buffer is too short for the elements; their bytes:"
#define MPIMC_NO_REPRESENTATION "\037" "the name must be external32; the first character of this one:"
#define MPIMC_TOO_FEW_PLACES "\040" "the call that made the type had more arguments than there are places:"
#define MPIMC_NO_TYPE_OF_SIZE "\041" "there is no such type with this number of bytes:"
#define MPIMC_ABORTED "\042" "the program stops the chip with the code"
#define MPIMC_RANK_MAP_SIZE "\043" "the rank map is for a chip of another size; its columns:"
#define MPIMC_NO_SIZE "\044" "the size of a direction must be positive:"
#define MPIMC_WRONG_SIZES "\045" "the sizes do not make this number of nodes:"
#define MPIMC_WRONG_TAG "\046" "the tag must be in 0 to 32767, not"
#define MPIMC_NO_GRID "\047" "this communicator has no grid; MPI_Cart_create makes one:"
#define MPIMC_NO_CODE "\050" "this is no code of an error:"
#define MPIMC_NO_COMM "\051" "this is no communicator:"
#define MPIMC_NO_GROUP "\052" "this is no group:"
#define MPIMC_NO_HANDLER "\053" "this is no handler of errors:"
#define MPIMC_NO_REQUEST "\054" "this is no open request:"
#define MPIMC_NOT_MADE_OPERATION "\055" "this is no operation that the program made:"
#define MPIMC_NO_OPERATION "\056" "this is no operation:"
#define MPIMC_NO_TYPE "\057" "this is no type:"
#define MPIMC_NOT_PREPARED "\060" "this request is no prepared one, or is in use:"
#define MPIMC_NO_DIVISOR "\061" "this size does not divide the number of nodes:"
#define MPIMC_TOO_MANY_COMMS "\062" "too many communicators were made:"
#define MPIMC_NO_KEY "\063" "this is no key that the program made for this kind of object:"
#define MPIMC_NO_INFO "\064" "this is no info:"
#define MPIMC_TEXT_LENGTH "\065" "a key has 1 to 255 characters, and a value 1 to 1024, not"
#define MPIMC_NO_HINT "\066" "the info has no such key; its number:"
#define MPIMC_REPORTED "\067" "the program reports the error with the code"
#define MPIMC_NO_BUFFER_ROOM "\070" "the attached buffer has no room for the message; bytes with MPI_BSEND_OVERHEAD:"
#define MPIMC_BUFFER_ATTACHED "\071" "a buffer is attached; call MPI_Buffer_detach first; its bytes:"
#define MPIMC_NO_BUFFER "\072" "no buffer is attached; bytes:"
#define MPIMC_NO_MESSAGE "\073" "this is no message that MPI_Mprobe has found:"
#define MPIMC_NO_STEP "\074" "the step of a range must not be 0; the range:"
#define MPIMC_NO_KIND "\075" "there is only MPI_COMM_TYPE_SHARED, not"
#define MPIMC_NO_INTER "\076" "this communicator has no remote group:"
#define MPIMC_GRAPH_TOO_LARGE "\077" "the communicator has fewer ranks than the graph has nodes:"
#define MPIMC_WRONG_INDEX "\100" "the ends of the edges of the nodes must not go back:"
#define MPIMC_NO_NODE "\101" "the graph has no node"
#define MPIMC_NO_GRAPH "\102" "this communicator has no such graph:"
#define MPIMC_NO_NEIGHBORS "\103" "this communicator has neither a grid nor a graph:"
#define MPIMC_NO_WINDOW "\104" "this is no window:"
#define MPIMC_EPOCH_OPEN "\105" "another epoch of the window must end first; ranks in it:"
#define MPIMC_NO_ACCESS "\106" "no epoch is open: call MPI_Win_fence, MPI_Win_start or MPI_Win_lock first; its target:"
#define MPIMC_NOT_IN_EPOCH "\107" "this rank is not locked, and not in the group of MPI_Win_start:"
#define MPIMC_LOCKED_TWICE "\110" "this rank is locked already:"
#define MPIMC_NOT_LOCKED "\111" "this rank is not locked:"
#define MPIMC_NOT_STARTED "\112" "MPI_Win_start comes first; epochs that it has begun:"
#define MPIMC_NOT_POSTED "\113" "MPI_Win_post comes first; epochs that it has begun:"
#define MPIMC_OUTSIDE_WINDOW "\114" "the access is not inside the window of its target; its end in bytes:"
#define MPIMC_NO_LOCK_TYPE "\115" "a lock is MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE, not"
#define MPIMC_NO_UNIT "\116" "the unit of displacements must be positive:"
#define MPIMC_NOT_ONE_NODE "\117" "nodes share no memory, so the communicator must have one rank, not"
#define MPIMC_WRONG_FLAVOUR "\120" "the call does not go with this kind of window:"
#define MPIMC_NOT_ATTACHED "\121" "this memory is not attached:"
#define MPIMC_OTHER_COUNT "\122" "gave another count or type; its bytes:"
#define MPIMC_OTHER_OPERATION "\123" "gave another operation to"
#define MPIMC_OTHER_ROOT "\124" "gave another root:"
#define MPIMC_OTHER_NOT_WAITED "\125" "has not waited for"
#define MPIMC_OTHER_CALL "\126" "made another call of all ranks:"
#define MPIMC_OTHER_NEVER_RECEIVED "\127" "sent a message that was never received, in"
#define MPIMC_UNATTACHED "\130" "used memory that is not attached, at"

#endif
