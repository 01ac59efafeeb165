/* どのノードもこのプログラムを実行し、同じ文字列を表示します。 */
#include <stdio.h>

int main(void)
{
	printf("Hello, world!\n");
	return 0; /* このコアを停止する。0 は正常終了を表す */
}
