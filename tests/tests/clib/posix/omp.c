#include <omp.h>
#include <stdio.h>
int main(void){
 int sum=0, a[100], n=0, mx=0; omp_lock_t l; omp_nest_lock_t nl;
 omp_set_num_threads(4); omp_set_num_threads(1);
 #pragma omp parallel for reduction(+:sum) schedule(static,4)
 for(int i=0;i<100;i++){ a[i]=i; sum+=i; }
 #pragma omp parallel
 {
  #pragma omp single
  printf("single %d %d\n", omp_get_thread_num(), omp_get_num_threads());
  #pragma omp master
  { n++; }
  #pragma omp critical(name)
  n+=2;
  #pragma omp atomic
  n+=3;
  #pragma omp sections nowait
  {
   #pragma omp section
   printf("s1\n");
   #pragma omp section
   printf("s2\n");
  }
  #pragma omp barrier
  #pragma omp for reduction(max:mx) collapse(2)
  for(int i=0;i<10;i++) for(int j=0;j<10;j++) if(a[i*10+j]*j>mx) mx=a[i*10+j]*j;
  #pragma omp task firstprivate(n)
  printf("task\n");
  #pragma omp taskwait
  #pragma omp flush
  #pragma omp simd
  for(int i=0;i<10;i++) a[i]++;
 }
 omp_init_lock(&l); omp_set_lock(&l); printf("%d ", omp_test_lock(&l)); omp_unset_lock(&l); printf("%d\n", omp_test_lock(&l)); omp_destroy_lock(&l);
 omp_init_nest_lock(&nl); omp_set_nest_lock(&nl); printf("%d ", omp_test_nest_lock(&nl)); omp_unset_nest_lock(&nl); omp_unset_nest_lock(&nl); printf("%d\n", omp_test_nest_lock(&nl));
 omp_set_max_active_levels(3); omp_set_dynamic(1);omp_set_schedule(omp_sched_guided,7); omp_sched_t k; int ch; omp_get_schedule(&k,&ch);
 printf("%d %d %d %d %d %d %d %d %d\n", sum, n, mx, omp_in_parallel(), omp_get_max_threads(), omp_get_dynamic(), omp_get_max_active_levels(), k, ch);
 printf("%d %d %d %d %d %d %d %d %d %d %d\n", omp_get_level(), omp_get_ancestor_thread_num(0), omp_get_ancestor_thread_num(1), omp_get_team_size(0), omp_get_active_level(), omp_in_final(), omp_get_num_devices(), omp_is_initial_device(), omp_get_num_teams(), omp_get_team_num(), omp_get_cancellation());
 double t=omp_get_wtime(); printf("%d %d\n", omp_get_wtime()>=t, omp_get_wtick()>0);
 return 0;}
