#include <locale.h>
#include <stdio.h>
#include <wchar.h>
int main(void){ setlocale(LC_ALL,"C.UTF-8"); int n=wprintf(L"h\u00e9 %d %ls %s\n", 5, L"\u65e5\u672c", "abc"); (void)n; fputws(L"\u3042line\n", stdout); putwchar(L'\u00e9'); putwchar(L'\n'); fwprintf(stdout, L"%5d|%-6ls|\n", 3, L"ab"); return 0; }
