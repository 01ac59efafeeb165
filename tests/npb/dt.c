/* DT, data traffic: streams of samples go along a graph. A source makes random samples; a comparator filters the streams
   that it gets into one; a sink reduces them to a number. Each node of the graph is a rank of its own. */
#include "npb.h"

#include <string.h>

#ifndef GRAPH
#define GRAPH "BH" /* of a run without arguments: BH, WH or SH */
#endif
#define SOURCES 4
#ifdef CLASS_T
#define SAMPLES 256
#define BH 30726315
#define WH 70515607
#define SH 50513605
#else
#define SAMPLES 1728
#define BH 30892725
#define WH 67349758
#define SH 58875767
#endif
#define DEVIATION 128
#define FIELDS 4 /* numbers of a sample */
#define MAX_LENGTH (FIELDS * (SAMPLES + DEVIATION))

enum kind { SOURCE, COMPARATOR, SINK };

static int from[SOURCES], froms, to[SOURCES], tos; /* neighbours in the graph */
static enum kind kind;
static double samples[MAX_LENGTH], stream[MAX_LENGTH], spread[MAX_LENGTH];

/* Black hole: all sources lead to one sink. White hole: one source leads to all sinks. Shuffle: in two steps each node
   gets the streams of two, whose numbers differ in one bit. The result is the number of nodes. */
static int place_in(const char *graph, int rank)
{
    froms = tos = 0;
    if (strcmp(graph, "BH") == 0) {
        kind = rank < SOURCES ? SOURCE : SINK;
        if (rank < SOURCES)
            to[tos++] = SOURCES;
        else
            for (int i = 0; i < SOURCES; i++)
                from[froms++] = i;
        return SOURCES + 1;
    }
    if (strcmp(graph, "WH") == 0) {
        kind = rank == 0 ? SOURCE : SINK;
        if (rank > 0)
            from[froms++] = 0;
        else
            for (int i = 1; i <= SOURCES; i++)
                to[tos++] = i;
        return SOURCES + 1;
    }
    int layer = rank / SOURCES, number = rank % SOURCES;
    kind = layer == 0 ? SOURCE : layer == 1 ? COMPARATOR : SINK;
    for (int bit = 0; bit < 2; bit++) {
        if (layer > 0)
            from[froms++] = (layer - 1) * SOURCES + ((number & ~layer) | (bit ? layer : 0));
        if (layer < 2)
            to[tos++] = (layer + 1) * SOURCES + ((number & ~(layer + 1)) | (bit ? layer + 1 : 0));
    }
    return 3 * SOURCES;
}

static int power_mod(int base, long long exponent, int mod)
{
    long long power = 1, square = base % mod;
    for (; exponent > 0; exponent >>= 1, square = square * square % mod)
        if (exponent & 1)
            power = power * square % mod;
    return (int)power;
}

/* The samples of a source: their number is random, and each of the numbers is a power modulo a prime. */
static int make_samples(int node)
{
    static const int bases[FIELDS] = {2, 2, 2, 5}, primes[FIELDS] = {421, 419, 1427, 3527};
    npb_seed seed = 314159265ULL;
    double fraction = npb_random(&seed, (npb_seed)(2 * node + 1));
    int more = power_mod((int)(1 / fraction) * 'S', 2 * node + 1, 2 * DEVIATION);
    int length = FIELDS * (SAMPLES - DEVIATION + more), value[FIELDS];
    for (int f = 0; f < FIELDS; f++)
        value[f] = power_mod(bases[f], (long long)length * (node + 1) % 3141592, primes[f]);
    for (int i = 0; i < length; i += FIELDS)
        for (int f = 0; f < FIELDS; f++)
            samples[i + f] = value[f] = value[f] * bases[f] % primes[f];
    return length;
}

/* Stretches a stream to a greater length. */
static void stretch(double *a, int length, int wanted)
{
    for (int i = 0; i < wanted; i++)
        spread[i] = 0;
    for (int i = 1; i < length - 1; i++) {
        int low = (int)(0.5 * (2 * i - 1) * (wanted / length)), high = (int)(0.5 * (2 * i + 1) * (wanted / length));
        for (int j = low; j <= high; j++)
            spread[j] += a[i] / (high - low + 1);
    }
    spread[0] = a[0];
    spread[wanted - 1] = a[length - 1];
    memcpy(a, spread, wanted * sizeof *a);
}

static double difference(int i, int j)
{
    double sum = 0;
    for (int f = 0; f < FIELDS; f++)
        sum += (samples[i + f] - stream[j + f]) * (samples[i + f] - stream[j + f]);
    return sum;
}

/* Each sample becomes that one of three neighbours in the stream that is nearest to its own neighbour, with a weight. */
static int filter(int length, int other, int node)
{
    double weight = (double)(node + 1) / (node + 2);
    if (length < other)
        stretch(samples, length, other);
    if (length > other)
        stretch(stream, other, length);
    if (length < other)
        length = other;
    for (int i = FIELDS; i < length - FIELDS; i += FIELDS) {
        int best = i;
        double least = difference(i, i), after = difference(i + FIELDS, i + FIELDS);
        double before = difference(i - FIELDS, i - FIELDS);
        if (after < least) {
            best = i + FIELDS;
            least = after;
        }
        if (before < least)
            best = i - FIELDS;
        for (int f = 0; f < FIELDS; f++)
            samples[i + f] = weight * stream[best + f];
    }
    return length;
}

static int receive(int rank)
{
    int length;
    MPI_Recv(&length, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(stream, length, MPI_DOUBLE, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return length;
}

static double reduce(int node)
{
    double sum = 0;
    for (int i = 0; i < froms; i++) {
        int length = receive(from[i]);
        double squares = 0;
        for (int k = 0; k < length; k++)
            squares += stream[k] * stream[k] / length;
        sum += (int)((node + 1) * squares);
    }
    return (node + 1) * (double)((long long)sum / froms);
}

int main(int argc, char **argv)
{
    const char *graph = argc > 1 ? argv[1] : GRAPH;
    int rank, ranks, length = 0, right = 0;
    double sum = 0, total;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int nodes = place_in(graph, rank);
    if (ranks < nodes) {
        if (rank == 0)
            printf("DT: the graph %s has %d nodes, there are only %d ranks\n", graph, nodes, ranks);
        MPI_Finalize();
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    if (rank < nodes && kind == SOURCE) {
        length = make_samples(rank);
    } else if (rank < nodes && kind == COMPARATOR) {
        length = FIELDS * SAMPLES;
        for (int i = 0; i < froms; i++)
            length = filter(length, receive(from[i]), rank);
        for (int i = 0; i < length; i++)
            samples[i] = (int)samples[i] / froms;
    } else if (rank < nodes) {
        sum = reduce(rank);
    }
    for (int i = 0; rank < nodes && i < tos; i++) {
        MPI_Send(&length, 1, MPI_INT, to[i], 0, MPI_COMM_WORLD);
        MPI_Send(samples, length, MPI_DOUBLE, to[i], 1, MPI_COMM_WORLD);
    }
    MPI_Reduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    double taken = MPI_Wtime() - start;
    if (rank == 0) {
        right = total == (strcmp(graph, "BH") == 0 ? BH : strcmp(graph, "WH") == 0 ? WH : SH);
        printf("DT_%s.%c checksum = %.0f\n", graph, CLASS, total);
    }
    MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return npb_summary("DT", graph, 1, taken, (double)SAMPLES * FIELDS, right);
}
