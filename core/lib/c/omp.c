#include <mclib.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* The answers of one thread outside of parallel regions, or in a region with a team of one, which are the same but for the
   level: the pragmas are ignored, so there is no region. Each function costs at most 30 cycles. */

static int dynamic, nested, max_levels = 1, chunk_size = 1;
static omp_sched_t schedule = omp_sched_dynamic;

void omp_set_num_threads(int threads)
{
    (void)threads;
}

int omp_get_num_threads(void)
{
    return 1;
}

int omp_get_max_threads(void)
{
    return 1;
}

int omp_get_thread_num(void)
{
    return 0;
}

int omp_get_num_procs(void)
{
    return 1;
}

int omp_in_parallel(void)
{
    return 0;
}

void omp_set_dynamic(int on)
{
    dynamic = on != 0;
}

int omp_get_dynamic(void)
{
    return dynamic;
}

int omp_get_cancellation(void)
{
    return 0;
}

void omp_set_nested(int on)
{
    nested = on != 0;
}

int omp_get_nested(void)
{
    return nested;
}

void omp_set_schedule(omp_sched_t kind, int chunk)
{
    schedule = kind;
    chunk_size = chunk < 1 && kind != omp_sched_static ? 1 : chunk;
}

void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = schedule;
    *chunk = chunk_size;
}

int omp_get_thread_limit(void)
{
    return 1;
}

void omp_set_max_active_levels(int levels)
{
    if (levels >= 0)
        max_levels = levels;
}

int omp_get_max_active_levels(void)
{
    return max_levels;
}

int omp_get_level(void)
{
    return 0;
}

int omp_get_ancestor_thread_num(int level)
{
    return level == 0 ? 0 : -1;
}

int omp_get_team_size(int level)
{
    return level == 0 ? 1 : -1;
}

int omp_get_active_level(void)
{
    return 0;
}

int omp_in_final(void)
{
    return 0;
}

omp_proc_bind_t omp_get_proc_bind(void)
{
    return omp_proc_bind_false;
}

int omp_get_num_places(void)
{
    return 0;
}

int omp_get_place_num_procs(int place)
{
    (void)place;
    return 0;
}

void omp_get_place_proc_ids(int place, int *ids)
{
    (void)place, (void)ids;
}

int omp_get_place_num(void)
{
    return -1;
}

int omp_get_partition_num_places(void)
{
    return 0;
}

void omp_get_partition_place_nums(int *places)
{
    (void)places;
}

void omp_set_default_device(int device)
{
    (void)device;
}

int omp_get_default_device(void)
{
    return 0;
}

int omp_get_num_devices(void)
{
    return 0;
}

int omp_get_initial_device(void)
{
    return 0;
}

int omp_get_num_teams(void)
{
    return 1;
}

int omp_get_team_num(void)
{
    return 0;
}

int omp_is_initial_device(void)
{
    return 1;
}

int omp_get_max_task_priority(void)
{
    return 0;
}

void omp_init_lock(omp_lock_t *lock)
{
    *lock = 0;
}

void omp_init_lock_with_hint(omp_lock_t *lock, omp_lock_hint_t hint)
{
    (void)hint;
    *lock = 0;
}

void omp_destroy_lock(omp_lock_t *lock)
{
    *lock = 0;
}

/* A lock that the only thread waits for is never free again. */
void omp_set_lock(omp_lock_t *lock)
{
    if (*lock != 0) {
        fprintf(stderr, "node (%d,%d): omp_set_lock: this thread, the only one, has the lock already, so it waits for ever\n", mc_x(),
                mc_y());
        abort();
    }
    *lock = 1;
}

void omp_unset_lock(omp_lock_t *lock)
{
    *lock = 0;
}

int omp_test_lock(omp_lock_t *lock)
{
    int was_free = *lock == 0;
    *lock = 1;
    return was_free;
}

void omp_init_nest_lock(omp_nest_lock_t *lock)
{
    *lock = 0;
}

void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_lock_hint_t hint)
{
    (void)hint;
    *lock = 0;
}

void omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
    *lock = 0;
}

void omp_set_nest_lock(omp_nest_lock_t *lock)
{
    ++*lock;
}

void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    --*lock;
}

int omp_test_nest_lock(omp_nest_lock_t *lock)
{
    return ++*lock;
}

double omp_get_wtime(void)
{
    return (double)mc_cycles() * 1e-9;
}

double omp_get_wtick(void)
{
    return 1e-9;
}
