/* IS, integer sort: the rank of each of many small keys, by buckets. All keys of a bucket go to one rank, so that each
   rank has a range of keys; it counts them, and knows how many keys are on the ranks before it. */
#include "npb.h"

#include <string.h>

#ifdef CLASS_T
#define LOG_KEYS 12
#else
#define LOG_KEYS 16
#endif
#define LOG_MAX_KEY 11
#define LOG_BUCKETS 9
#define ITERATIONS 10
#define KEYS (1 << LOG_KEYS)
#define MAX_KEY (1 << LOG_MAX_KEY)
#define BUCKETS (1 << LOG_BUCKETS)
#define SHIFT (LOG_MAX_KEY - LOG_BUCKETS)
#define SEED 314159265ULL
#define TESTS 5

/* The places of keys whose ranks are known, and their ranks before the first iteration. */
#ifdef CLASS_T
static const int test_places[TESTS] = {267, 208, 146, 40, 77}, test_ranks[TESTS] = {1, 23, 42, 3569, 3901};
static const int test_signs[TESTS] = {1, 1, 1, -1, -1};
#else
static const int test_places[TESTS] = {48427, 17148, 23627, 62548, 4431}, test_ranks[TESTS] = {0, 18, 346, 64917, 65463};
static const int test_signs[TESTS] = {1, 1, 1, -1, -1};
#endif

static int ranks, own, own_keys;
static int *keys, *by_bucket, *received;
static int received_keys;
static int first_bucket, end_bucket; /* the buckets of this rank */
static int keys_before;              /* keys on the ranks before this one */
static int counts[MAX_KEY + 1];      /* of the keys of this rank: how many are below a key */

/* A key is the sum of four random numbers, so most keys are in the middle. */
static void make_keys(void)
{
    npb_seed seed = SEED * npb_power(NPB_A, 4ULL * own_keys * own) & ((1ULL << 46) - 1);
    for (int i = 0; i < own_keys; i++) {
        double sum = npb_random(&seed, NPB_A);
        for (int j = 1; j < 4; j++)
            sum += npb_random(&seed, NPB_A);
        keys[i] = (int)(MAX_KEY / 4 * sum);
    }
}

/* Ranks all keys once; the result says how many of the keys under test have the right rank. */
static int rank_keys(int iteration)
{
    static int sizes[BUCKETS + TESTS], all_sizes[BUCKETS + TESTS], places[BUCKETS];
    static int send_counts[1024], send_places[1024], got_counts[1024], got_places[1024];

    if (own == 0) {
        keys[iteration] = iteration;
        keys[iteration + ITERATIONS] = MAX_KEY - iteration;
    }
    memset(sizes, 0, sizeof sizes);
    for (int i = 0; i < TESTS; i++) {
        int place = test_places[i] - own * own_keys;
        if (place >= 0 && place < own_keys)
            sizes[BUCKETS + i] = keys[place];
    }
    for (int i = 0; i < own_keys; i++)
        sizes[keys[i] >> SHIFT]++;
    MPI_Allreduce(sizes, all_sizes, BUCKETS + TESTS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    places[0] = 0;
    for (int b = 1; b < BUCKETS; b++)
        places[b] = places[b - 1] + sizes[b - 1];
    for (int i = 0; i < own_keys; i++)
        by_bucket[places[keys[i] >> SHIFT]++] = keys[i];

    /* Ranks get buckets in turn until they have their share of all keys. */
    int bucket = 0, sum = 0, place = 0;
    for (int r = 0; r < ranks; r++) {
        int first = bucket, before = sum, count = 0;
        while (bucket < BUCKETS && (r == ranks - 1 || sum < (long long)KEYS * (r + 1) / ranks)) {
            sum += all_sizes[bucket];
            count += sizes[bucket++];
        }
        send_counts[r] = count;
        send_places[r] = place;
        place += count;
        if (r == own) {
            first_bucket = first;
            end_bucket = bucket;
            keys_before = before;
        }
    }
    MPI_Alltoall(send_counts, 1, MPI_INT, got_counts, 1, MPI_INT, MPI_COMM_WORLD);
    received_keys = 0;
    for (int r = 0; r < ranks; r++) {
        got_places[r] = received_keys;
        received_keys += got_counts[r];
    }
    MPI_Alltoallv(by_bucket, send_counts, send_places, MPI_INT, received, got_counts, got_places, MPI_INT,
                  MPI_COMM_WORLD);

    int low = first_bucket << SHIFT, end = end_bucket << SHIFT;
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < received_keys; i++)
        counts[received[i] + 1]++;
    for (int k = low; k < end; k++)
        counts[k + 1] += counts[k];

    int right = 0;
    for (int i = 0; i < TESTS; i++) {
        int key = all_sizes[BUCKETS + i];
        if (key >= low && key < end)
            right += keys_before + counts[key] == test_ranks[i] + test_signs[i] * iteration;
    }
    return right;
}

/* Puts the keys of this rank in order by their ranks, and compares neighbours, across ranks too. */
static int in_order(void)
{
    int wrong = 0, last = -1, before = -1;
    for (int i = 0; i < received_keys; i++)
        by_bucket[i] = -1;
    for (int i = 0; i < received_keys; i++)
        by_bucket[counts[received[i]]++] = received[i];
    for (int i = 0; i < received_keys; i++) {
        wrong += by_bucket[i] < last;
        last = by_bucket[i];
    }
    /* The largest key of the ranks before this one. */
    MPI_Exscan(&last, &before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (own > 0 && received_keys > 0)
        wrong += by_bucket[0] < before;
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return wrong == 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    own_keys = KEYS / ranks;
    /* A rank may get more keys than it had: at most its share and one bucket, which is at most a hundredth. */
    int room = own_keys + KEYS / 64;
    keys = malloc(own_keys * sizeof *keys);
    by_bucket = malloc(room * sizeof *by_bucket);
    received = malloc(room * sizeof *received);
    make_keys();
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    int right = 0, all = 0;
    for (int iteration = 1; iteration <= ITERATIONS; iteration++)
        right += rank_keys(iteration);
    double taken = MPI_Wtime() - start;
    MPI_Allreduce(&right, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int sorted = in_order();
    if (own == 0)
        printf("Keys with the right rank = %d of %d\nSorted = %s\n", all, TESTS * ITERATIONS, sorted ? "yes" : "no");
    return npb_summary("IS", LOG_KEYS == 16 ? "2^16 keys" : "2^12 keys", ITERATIONS, taken,
                       (double)ITERATIONS * KEYS, all == TESTS * ITERATIONS && sorted);
}
