#include <stdio.h>
#include "mpi.h"
#define TAG0 0
#define COM MPI_COMM_WORLD
#define MSIZE 1
int main( int argc, char ** argv ) {
    int myrank, mysize, left_rank, right_rank, dest;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(COM, &myrank);
    MPI_Comm_size(COM, &mysize);
    int_sendbuf[MSIZE], recvbuf[MSIZE];
    left_rank = (myrank-1+mysize)%mysize;
    right_rank = (myrank+1)%mysize;

    MPI_Send( &sendbuf, MSIZE, MPI_BYTE, left_rank, TAG0, COM );
    MPI_Send( &sendbuf, MSIZE, MPI_BYTE, right_rank, TAG0, COM );

    int i;
    for (i=0; i<mysize*MSIZE; i++) {
        MPI_Recv( &recvbuf, MSIZE, MPI_BYTE, MPI_ANY_SOURCE, TAG0, COM, &status);
        if ( status.MPI_SOURCE == left_rank ) dest = right_rank ;
        if ( status.MPI_SOURCE == right_rank ) dest = left_rank ;
        MPI_Send( &sendbuf, MSIZE, MPI_BYTE, dest, TAG0, COM);
    }
    MPI_Recv( &recvbuf, MSIZE, MPI_BYTE, MPI_ANY_SOURCE, TAG0, COM, &status);
    MPI_Recv( &recvbuf, MSIZE, MPI_BYTE, MPI_ANY_SOURCE, TAG0, COM, &status);
    MPI_Finalize();
    return 0;
}
