/* What files of snapshots (snapshot_files.c) and the sessions that use them (snapshots.c) share. */
#include <stdint.h>

enum { INPUT_OUTPUT = 5 }; /* an error number, as in all systems of this kind */

/* With the prefix, as they remain functions of their own. */
#define NOINLINE __attribute__((noinline))

typedef struct {
  char *at;
  int64_t size;
} Piece; /* a struct iovec */

typedef struct Hole Hole;
typedef struct Store Store;
struct Store { /* a file */
  Store *next;
  Hole *holes;
  int64_t end, sessions;
  char *named, *directory, *path; /* named: as the user calls the directory above */
  int32_t file, owner;
};

/* Three texts, one behind the other, in memory of their own; null if there is none. */
char *irad_snapshots_text(const char *a, const char *b, const char *c);
/* A file in a directory of its own under `named`.  Null, and the error number, or -1 if memory is missing. */
Store *irad_snapshots_open(const char *named, int64_t *error);
/* The file goes, and its directory, unless this is the child of a fork. */
void irad_snapshots_remove(Store *t);
/* A part of the file, and back with it. */
int64_t irad_snapshots_take(Store *t, int64_t size);
void irad_snapshots_give(Store *t, int64_t offset, int64_t size);
/* Read or write a snapshot.  0, or the error number; -1 where the file ends too early. */
int64_t irad_snapshots_transfer(
    int32_t file, int64_t offset, const Piece *piece, int64_t count, int32_t writing, uint64_t *checksum);

void *malloc(uint64_t);
void free(void *);
int32_t getpid(void);
