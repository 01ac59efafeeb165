/* Views of MPI-IO, also random ones. views.txt has the lines of MPICH on 3 ranks. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static unsigned seed;

static int random_to(int most)
{
    seed = seed * 1103515245u + 12345u;
    return (int)(seed >> 16) % (most + 1);
}

/* Writes through random views, and compares the bytes of the file with those of the formula. */
static void random_views(int rank)
{
    for (int round = 0; round < 40; round++) {
        char name[16];
        int all[400], data[60], expected[400] = {0}, wrong = 0, count;
        MPI_File f;
        MPI_Datatype vector, type;
        MPI_Status s;
        seed = (unsigned)(round * 100 + rank);
        int blocks = 1 + random_to(3), length = 1 + random_to(2), stride = length + random_to(3);
        int extent = (blocks - 1) * stride + length + random_to(4), start = random_to(9), skip = random_to(7);
        int elements = 1 + random_to(29);
        sprintf(name, "random%d.bin", rank);
        MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
        MPI_File_set_size(f, sizeof all);
        MPI_Type_vector(blocks, length, stride, MPI_INT, &vector);
        MPI_Type_create_resized(vector, 0, extent * 4, &type);
        MPI_Type_commit(&type);
        MPI_File_set_view(f, start * 4, MPI_INT, type, "native", MPI_INFO_NULL);
        for (int i = 0; i < elements; i++) {
            int at = skip + i, whole = at / (blocks * length), rest = at % (blocks * length);
            data[i] = round * 1000 + i + 1;
            expected[start + whole * extent + rest / length * stride + rest % length] = data[i];
        }
        if (round % 2 == 0) {
            MPI_File_write_at(f, skip, data, elements, MPI_INT, &s);
        } else {
            MPI_File_seek(f, skip, MPI_SEEK_SET);
            for (int i = 0; i < elements; i++)
                MPI_File_write(f, data + i, 1, MPI_INT, &s);
        }
        memset(data, 0, sizeof data);
        MPI_File_read_at(f, skip, data, elements, MPI_INT, &s);
        MPI_Get_count(&s, MPI_INT, &count);
        wrong += count != elements;
        for (int i = 0; i < elements; i++)
            wrong += data[i] != round * 1000 + i + 1;
        MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
        MPI_File_read_at(f, 0, all, 400, MPI_INT, &s);
        for (int i = 0; i < 400; i++)
            wrong += all[i] != expected[i];
        if (wrong != 0)
            printf("%d: random view %d is wrong\n", rank, round);
        MPI_Type_free(&type);
        MPI_Type_free(&vector);
        MPI_File_close(&f);
    }
    printf("%d: random views\n", rank);
}

int main(int argc, char **argv)
{
    int rank, n, c, e, cl;
    MPI_File f;
    MPI_Offset o;
    MPI_Status s;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (rank == 0) MPI_File_delete("view.bin", MPI_INFO_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, "view.bin", MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &f);
    /* every n-th block of two */
    MPI_Datatype t, u;
    MPI_Type_vector(3, 2, 2 * n, MPI_INT, &t);
    MPI_Type_create_resized(t, 0, 3 * 2 * n * 4, &u);
    MPI_Type_commit(&u);
    MPI_File_set_view(f, 8 + rank * 8, MPI_INT, u, "native", MPI_INFO_NULL);
    MPI_Type_free(&u);
    MPI_Type_free(&t);
    int v[14], w[14];
    for (int i = 0; i < 14; i++) v[i] = rank * 100 + i;
    MPI_File_write_all(f, v, 5, MPI_INT, &s);
    MPI_Get_count(&s, MPI_INT, &c);
    MPI_File_get_position(f, &o);
    printf("%d: wrote %d at %d\n", rank, c, (int)o);
    MPI_File_write_all(f, v + 5, 9, MPI_INT, &s);
    MPI_File_get_position(f, &o);
    printf("%d: at %d\n", rank, (int)o);
    MPI_File_get_byte_offset(f, 5, &o);
    printf("%d: byte %d\n", rank, (int)o);
    MPI_File_seek(f, 0, MPI_SEEK_END);
    MPI_File_get_position(f, &o);
    printf("%d: end %d\n", rank, (int)o);
    MPI_File_seek(f, 3, MPI_SEEK_SET);
    memset(w, 0, sizeof w);
    /* into every second element */
    MPI_Type_vector(6, 1, 2, MPI_INT, &t);
    MPI_Type_commit(&t);
    MPI_File_read(f, w, 1, t, &s);
    MPI_Get_count(&s, t, &c);
    printf("%d: %d:", rank, c);
    for (int i = 0; i < 12; i++) printf(" %d", w[i]);
    printf("\n");
    MPI_Offset d; MPI_Datatype et, ft; char rep[128]; MPI_Aint lb, ex; int size;
    MPI_File_get_view(f, &d, &et, &ft, rep);
    MPI_Type_get_extent(ft, &lb, &ex);
    MPI_Type_size(ft, &size);
    printf("%d: view %d %d %d %d %s\n", rank, (int)d, (int)lb, (int)ex, size, rep);
    MPI_Type_free(&ft);
    MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_get_size(f, &o);
    if (rank == 0) {
        int k = (int)o / 4, all[100];
        printf("%d ints:", k);
        MPI_File_read_at(f, 0, all, k, MPI_INT, &s);
        for (int i = 0; i < k; i++) printf(" %d", all[i]);
        printf("\n");
    }
    MPI_Datatype sub;
    int sizes[2] = {4, 2 * n}, parts[2] = {4, 2}, starts[2] = {0, 2 * rank};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_CHAR, &sub);
    MPI_Type_commit(&sub);
    MPI_File_set_size(f, 0);
    MPI_File_set_view(f, 0, MPI_CHAR, sub, "native", MPI_INFO_NULL);
    char line[9];
    memset(line, 'a' + rank, 8);
    MPI_File_write_at_all(f, 0, line, 8, MPI_CHAR, &s);
    MPI_File_set_view(f, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
    char pic[200] = {0};
    MPI_File_read_at(f, 0, pic, 100, MPI_CHAR, &s);
    MPI_Get_count(&s, MPI_CHAR, &c);
    printf("%d: %d %s\n", rank, c, pic);
    e = MPI_File_set_view(f, 0, MPI_INT, MPI_CHAR, "native", MPI_INFO_NULL);
    MPI_Error_class(e, &cl);
    printf("%d: wrong view %d\n", rank, e != 0);
    e = MPI_File_seek(f, -5, MPI_SEEK_SET);
    MPI_Error_class(e, &cl);
    printf("%d: wrong seek %d\n", rank, cl == MPI_ERR_ARG);
    MPI_File_close(&f);
    random_views(rank);
    MPI_Finalize();
    return 0;
}
