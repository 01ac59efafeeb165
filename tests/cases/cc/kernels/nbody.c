/* Bodies that attract each other. The root is found by Newton's method, so that no library is needed. */

#define BODIES 5
#define STEPS 60

struct body {
    double x[3], v[3], mass;
};

static struct body bodies[BODIES] = {
    { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, 39.5 },
    { { 4.84, -1.16, -0.10 }, { 0.6, 2.8, -0.02 }, 0.038 },
    { { 8.34, 4.12, -0.4 }, { -1.0, 1.8, 0.008 }, 0.011 },
    { { 12.9, -15.1, -0.22 }, { 1.08, 0.87, -0.01 }, 0.0017 },
    { { 15.4, -25.9, 0.18 }, { 0.98, 0.59, -0.03 }, 0.002 },
};

static double root(double a)
{
    double x = a > 1.0 ? a : 1.0;
    for (int i = 0; i < 12; i++)
        x = 0.5 * (x + a / x);
    return x;
}

static void advance(double dt)
{
    for (int i = 0; i < BODIES; i++)
        for (int j = i + 1; j < BODIES; j++) {
            double d[3], square = 0.0;
            for (int n = 0; n < 3; n++) {
                d[n] = bodies[i].x[n] - bodies[j].x[n];
                square += d[n] * d[n];
            }
            double factor = dt / (square * root(square));
            for (int n = 0; n < 3; n++) {
                bodies[i].v[n] -= d[n] * bodies[j].mass * factor;
                bodies[j].v[n] += d[n] * bodies[i].mass * factor;
            }
        }
    for (int i = 0; i < BODIES; i++)
        for (int n = 0; n < 3; n++)
            bodies[i].x[n] += dt * bodies[i].v[n];
}

int kernel(void)
{
    for (int i = 0; i < STEPS; i++)
        advance(0.01);
    double sum = 0.0;
    for (int i = 0; i < BODIES; i++)
        sum += bodies[i].x[0] + bodies[i].x[1] * 3.0;
    return (int)(sum * 1e6);
}
