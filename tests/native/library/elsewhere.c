/* What functions that are defined elsewhere may do: keep pointers, call the program back, use its variables. */
#include <pthread.h>
#include <signal.h>
#define OWN static __attribute__((noinline))

void keep(double *place);
double *kept(void);
void put(double **place);
void get(double **place);
void update(void);
double *storage(int which);
void note(const char *text);

OWN void give(double *place) { keep(place); }

double returned(const double *x)
{
    double y = x[0] * x[1];
    give(&y);
    return *kept();
}

double left(const double *x)
{
    double y = x[0] * x[1], *p = &y, *q = 0;
    put(&p);
    p = 0;
    get(&q);
    return *q;
}

double written(const double *x)
{
    double y = 0, z = x[0] * x[1];
    keep(&y);
    give(&z);
    return y;
}

double shared;
extern double far;

double changed(const double *x)
{
    shared = x[0];
    update();
    return shared * x[1];
}

OWN void far_away(void) { update(); }

double changed_far_away(const double *x)
{
    far = x[0];
    far_away();
    return far * x[1];
}

static double own;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void twice(void) { own *= 2; }
static void handler(int number) { own *= number; }

double called_back(const double *x)
{
    own = x[0];
    pthread_once(&once, twice);
    return own * x[1];
}

double signalled(const double *x)
{
    own = x[0];
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    return own * x[1];
}

/* None of these is refused: what has a derivative is out of reach. */
static double hidden;

double apart(const double *x)
{
    hidden = x[0];
    update();
    note("text");
    return hidden * x[1];
}

double constant(const double *x)
{
    const double *table = storage(2);
    note("text");
    return table ? x[0] * x[1] : x[0] * x[1] + 0 * table[1];
}
