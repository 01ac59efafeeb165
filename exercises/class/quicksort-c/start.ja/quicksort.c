/* N 個の整数を、1 つのコアでクイックソートします。

   実行前に、数がノード (1,1) (ランク 0) のメモリの DATA に置かれます。実行後、同じ場所に小さい順に並んで
   いなければなりません。どのノードもこのプログラムを実行します。グローバル変数の番地は、どのノードでも
   同じです。 */
#include <mclib.h>

#define N 4096 /* 数の個数 */

int DATA[N];

/* `first` から `last` までの数を並べます。数が 1 個か、1 個もなければ (`last` が `first` より前)、何もしません。 */
static void quicksort(int *first, int *last)
{
	if (first >= last)
		return;
	int pivot = first[(last - first) / 2];
	int *left = first, *right = last;
	do {
		while (*left < pivot) /* ピボットより小さくない次の数まで */
			left++;
		while (*right > pivot) /* 大きくない次の数まで */
			right--;
		if (left > right) /* 出会った？ */
			break;
		int number = *left;
		*left++ = *right;
		*right-- = number;
	} while (left <= right);
	quicksort(first, right);
	quicksort(left, last);
}

int main(void)
{
	/* 数を持つのはランク 0 だけです。ほかのランクの仕事はありません。 */
	if (mc_rank() == 0)
		quicksort(DATA, DATA + N - 1);
	return 0;
}
