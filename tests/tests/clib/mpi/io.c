/* MPI-IO: opening, pointers, ends, errors, requests, ordered and shared accesses. io.txt has the lines of MPICH on 3 ranks. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int rank, n, v[4], w[4], c, e, cl;
    MPI_File f;
    MPI_Offset o;
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    e = MPI_File_open(MPI_COMM_WORLD, "none.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
    MPI_Error_class(e, &cl);
    printf("%d: no file %d\n", rank, cl == MPI_ERR_NO_SUCH_FILE);
    e = MPI_File_open(MPI_COMM_WORLD, "none.bin", MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    MPI_Error_class(e, &cl);
    printf("%d: mode %d\n", rank, cl == MPI_ERR_AMODE);
    if (rank == 0) MPI_File_delete("io.bin", MPI_INFO_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    e = MPI_File_open(MPI_COMM_WORLD, "io.bin", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_INFO_NULL, &f);
    printf("%d: open %d\n", rank, e);
    for (int i = 0; i < 4; i++) v[i] = rank * 10 + i;
    e = MPI_File_write_at(f, rank * 16, v, 4, MPI_INT, &s);
    MPI_Get_count(&s, MPI_INT, &c);
    printf("%d: write %d %d\n", rank, e, c);
    MPI_File_sync(f);
    MPI_File_get_size(f, &o);
    printf("%d: size %d\n", rank, (int)o);
    MPI_File_seek(f, 16 * ((rank + 1) % n), MPI_SEEK_SET);
    MPI_File_read(f, w, 2, MPI_INT, &s);
    MPI_File_read_all(f, w + 2, 2, MPI_INT, &s);
    printf("%d: %d %d %d %d\n", rank, w[0], w[1], w[2], w[3]);
    MPI_File_get_position(f, &o);
    printf("%d: at %d\n", rank, (int)o);
    MPI_File_seek(f, -8, MPI_SEEK_END);
    MPI_File_read(f, w, 4, MPI_INT, &s);
    MPI_Get_count(&s, MPI_INT, &c);
    printf("%d: end %d %d %d\n", rank, c, w[0], w[1]);
    MPI_File_get_position(f, &o);
    printf("%d: at %d\n", rank, (int)o);
    MPI_File_close(&f);
    printf("%d: closed %d\n", rank, f == MPI_FILE_NULL);
    e = MPI_File_open(MPI_COMM_WORLD, "io.bin", MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL, MPI_INFO_NULL, &f);
    MPI_Error_class(e, &cl);
    printf("%d: exists %d\n", rank, cl == MPI_ERR_FILE_EXISTS);
    e = MPI_File_open(MPI_COMM_WORLD, "io.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
    e = MPI_File_write(f, v, 1, MPI_INT, &s);
    MPI_Error_class(e, &cl);
    printf("%d: read only %d %d\n", rank, cl == MPI_ERR_READ_ONLY, cl == MPI_ERR_ACCESS);
    MPI_Request q;
    MPI_File_iread_at(f, 4 * rank, w, 1, MPI_INT, &q);
    MPI_Wait(&q, &s);
    MPI_Get_count(&s, MPI_INT, &c);
    printf("%d: iread %d %d\n", rank, c, w[0]);
    MPI_File_read_at_all_begin(f, 8 * rank, w, 2, MPI_INT);
    MPI_File_read_at_all_end(f, w, &s);
    MPI_Get_count(&s, MPI_INT, &c);
    printf("%d: split %d %d %d\n", rank, c, w[0], w[1]);
    MPI_File_close(&f);
    e = MPI_File_open(MPI_COMM_WORLD, "io.bin", MPI_MODE_WRONLY | MPI_MODE_APPEND, MPI_INFO_NULL, &f);
    MPI_File_get_position(f, &o);
    printf("%d: append at %d\n", rank, (int)o);
    e = MPI_File_read(f, v, 1, MPI_INT, &s);
    MPI_Error_class(e, &cl);
    printf("%d: write only %d %d\n", rank, cl == MPI_ERR_READ_ONLY, cl == MPI_ERR_ACCESS);
    char line[32];
    sprintf(line, "rank %d\n", rank);
    MPI_File_write_ordered(f, line, (int)strlen(line), MPI_CHAR, &s);
    MPI_File_get_position_shared(f, &o);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d: shared %d\n", rank, (int)o);
    MPI_File_close(&f);
    e = MPI_File_open(MPI_COMM_WORLD, "io.bin", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
    MPI_File_seek_shared(f, n * 16, MPI_SEEK_SET);
    memset(line, 0, sizeof line);
    MPI_File_read_ordered(f, line, 7, MPI_CHAR, &s);
    printf("%d: %s", rank, line);
    MPI_File_set_size(f, 10);
    MPI_File_close(&f);
    e = MPI_File_open(MPI_COMM_SELF, "io.bin", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
    MPI_Error_class(e, &cl);
    printf("%d: gone %d\n", rank, cl == MPI_ERR_NO_SUCH_FILE);
    MPI_Finalize();
    return 0;
}
