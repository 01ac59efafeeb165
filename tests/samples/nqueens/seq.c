/* In how many ways can SIZE queens be placed on a board of SIZE x SIZE squares so that none attacks another one? */
#include <mclib.h>

int SIZE = 8;
int COUNT;

static unsigned full; /* a 1 bit for each column */

/* In how many ways the rows that are left can be filled. A 1 bit is a place in the next row that a queen attacks, by
   its column, or along a diagonal down to the left or right. */
static int count(unsigned columns, unsigned left, unsigned right)
{
    if (columns == full)
        return 1;
    int found = 0;
    for (unsigned open = ~(columns | left | right) & full, place; open != 0; open ^= place) {
        place = open & -open;
        found += count(columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return found;
}

int main(void)
{
    if (mc_rank() != 0)
        return 0;
    full = (1u << SIZE) - 1;
    COUNT = count(0, 0, 0);
    return 0;
}
