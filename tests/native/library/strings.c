/* Library functions that hand out pointers into what they are given; the number lies behind the text: x0 x1 of x = (x0, x1). */
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[8];
    double value;
} Named;

static __attribute__((noinline)) double behind(const char *text, int distance) { return *(const double *)(text + distance); }

double found(const double *x)
{
    Named all[2] = {{"ab", x[0]}, {"cd", x[1]}};
    return behind(strchr(all[0].name, 'b'), 7) * behind(strstr(all[1].name, "cd"), 8);
}

double last(const double *x)
{
    Named n = {"abca", x[0] * x[1]};
    return behind(strrchr(n.name, 'a'), 5);
}

double copied(const double *x)
{
    Named n = {"", x[0] * x[1]};
    return behind(strcpy(n.name, "ab"), 8);
}

double missing(const double *x)
{
    Named n = {"abc", x[0] * x[1]};
    char *at = strchr(n.name, 'd');
    return at ? behind(at, 0) : n.value;
}

/* The name of something with a derivative. */
double labelled(const double *x)
{
    Named n = {"12", x[0] * x[1]};
    char *name = strdup(n.name);
    double r = n.value * (name[0] == '1') * (strtol(name, 0, 10) - 11);
    free(name);
    return r;
}

double parsed(const double *x)
{
    Named n = {"2 7", x[0]};
    char text[] = "2 7", *end;
    long two = strtol(text, &end, 10);
    return n.value * x[1] * (two - 8 + strtol(end, &end, 10));
}

/* Refused. */
double end(const double *x)
{
    Named n = {"12 x", x[0] * x[1]};
    char *at;
    strtol(n.name, &at, 10);
    return behind(at, 6);
}

double tokens(const double *x)
{
    Named n = {"a,b", x[0] * x[1]};
    strtok(n.name, ",");
    return behind(strtok(0, ","), 6);
}

double bytes(const double *x)
{
    double y[2];
    strncpy((char *)y, (const char *)x, 16);
    return y[0] * y[1];
}

double duplicate(const double *x)
{
    char text[9] = {0};
    double y = x[0] * x[1];
    memcpy(text, &y, 8);
    char *other = strdup(text);
    memcpy(&y, other, 8);
    free(other);
    return y;
}
