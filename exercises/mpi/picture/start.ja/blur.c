/* 画像をなめらかにします: 各点は、その周りの 3 x 3 点の平均になります。縁の外側では、縁の点を繰り返します。ランク 0 が
   ファイル in.pgm を読み、out.pgm を書きます。 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* 何行かの新しい値です。`from` には、上下に 1 行ずつ余分に行があります。 */
static void blur(const unsigned char *from, unsigned char *to, int width, int rows)
{
	for (int y = 0; y < rows; y++, from += width, to += width)
		for (int x = 0; x < width; x++) {
			int left = x > 0 ? x - 1 : x, right = x < width - 1 ? x + 1 : x, sum = 0;
			for (int row = 0; row < 3; row++)
				sum += from[row * width + left] + from[row * width + x] + from[row * width + right];
			to[x] = (unsigned char)(sum / 9);
		}
}

int main(int argc, char **argv)
{
	int rank, width, height;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		/* ファイルの先頭は、"P5"、幅、高さ、最大値、空白 1 文字のテキストです。そのあとに、1 点 1 バイトで、行ごとに点が
		   並びます。 */
		FILE *in = fopen("in.pgm", "rb"), *out = fopen("out.pgm", "wb");
		if (in == NULL || out == NULL || fscanf(in, "P5 %d %d 255", &width, &height) != 2)
			MPI_Abort(MPI_COMM_WORLD, 1);
		fgetc(in);
		unsigned char *points = malloc((height + 2) * width), *smooth = malloc(height * width);
		fread(points + width, width, height, in);
		for (int x = 0; x < width; x++) {
			points[x] = points[width + x];
			points[(height + 1) * width + x] = points[height * width + x];
		}
		blur(points, smooth, width, height);
		fprintf(out, "P5\n%d %d\n255\n", width, height);
		fwrite(smooth, width, height, out);
		fclose(in);
		fclose(out);
	}
	MPI_Finalize();
	return 0;
}
