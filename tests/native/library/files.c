/* Bytes of numbers that go to files and come back: x0 x1, refused; numbers from a file that has nothing to do with x: right. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

double stream(const double *x)
{
    double y = x[0] * x[1], z = 0;
    FILE *f = tmpfile();
    fwrite(&y, 8, 1, f);
    rewind(f);
    fread(&z, 8, 1, f);
    fclose(f);
    return z;
}

double through_pipe(const double *x)
{
    int ends[2];
    double y = x[0] * x[1], z = 0;
    pipe(ends);
    write(ends[1], &y, 8);
    read(ends[0], &z, 8);
    return z;
}

double memory(const double *x)
{
    double buffer[2] = {0}, y = x[0] * x[1];
    FILE *f = fmemopen(buffer, 16, "w");
    fwrite(&y, 8, 1, f);
    fclose(f);
    return buffer[0];
}

double new_memory(const double *x)
{
    char *buffer;
    size_t size;
    FILE *f = open_memstream(&buffer, &size);
    double y = x[0] * x[1];
    fwrite(&y, 8, 1, f);
    fclose(f);
    y = *(double *)buffer;
    free(buffer);
    return y;
}

double dumped(const double *x)
{
    double y = x[0] * x[1];
    FILE *f = fopen("/dev/null", "w");
    fwrite(&y, 8, 1, f);
    fprintf(f, "%g\n", y);
    fclose(f);
    return y;
}

double loaded(const double *x)
{
    double y = 1;
    FILE *f = fopen("/dev/zero", "r");
    fread(&y, 8, 1, f);
    fclose(f);
    return x[0] * x[1] + y;
}
