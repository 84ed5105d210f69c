/* Files for snapshots: DIRECTORY/irad-snapshots-PID-XXXXXX/snapshots, with nothing but data in it.
 *
 * The file is locked (flock), so that whoever makes such a directory beside it can tell whether its owner is dead, and remove it then:
 * the lock is gone with the process, and no number of a process has to be believed.
 *
 * The checksum is XXH64 (Y. Collet, "xxHash fast digest algorithm", github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), the one of
 * each part the seed for the next.
 *
 * Nothing in here depends on the machine: what does is in `snapshot_files.py`.  `snapshot_files.ll` is made from this file.
 */
#include "snapshot_files.h"

enum { NO_ENTRY = 2, INTERRUPTED = 4, EXCLUSIVE = 2, AT_ONCE = 4 }; /* as in all systems of this kind */
enum { CHUNK = 1 << 20, MOST_PIECES = 16, ATTEMPTS = 100 };

struct Hole {
  Hole *next;
  int64_t offset, size;
};

extern const int32_t irad_open_new, irad_open_old, irad_would_block, irad_name_offset;
int32_t irad_error_number(void);

uint64_t strlen(const char *);
char *realpath(const char *, char *);
char *mkdtemp(char *);
int32_t open(const char *, int32_t, ...);
int32_t close(int32_t);
int32_t access(const char *, int32_t);
int32_t unlink(const char *);
int32_t rmdir(const char *);
int32_t flock(int32_t, int32_t);
int64_t lseek(int32_t, int64_t, int32_t);
int64_t readv(int32_t, const Piece *, int32_t);
int64_t writev(int32_t, const Piece *, int32_t);
void *opendir(const char *);
char *readdir(void *);
int32_t closedir(void *);

static const char NAME[] = "irad-snapshots-", FILE_NAME[] = "/snapshots";

/* ---- the checksum */

static inline uint64_t rotated(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t word(const char *p) {
  uint64_t x;
  __builtin_memcpy(&x, p, 8);
  return x;
}

static inline uint32_t half(const char *p) {
  uint32_t x;
  __builtin_memcpy(&x, p, 4);
  return x;
}

static const uint64_t P1 = 0x9E3779B185EBCA87, P2 = 0xC2B2AE3D27D4EB4F, P3 = 0x165667B19E3779F9, P4 = 0x85EBCA77C2B2AE63,
                      P5 = 0x27D4EB2F165667C5;

static inline uint64_t mixed(uint64_t sum, uint64_t x) { return rotated(sum + x * P2, 31) * P1; }
static inline uint64_t merged(uint64_t sum, uint64_t x) { return (sum ^ mixed(0, x)) * P1 + P4; }

NOINLINE uint64_t irad_snapshots_checksum(const char *p, int64_t size, uint64_t seed) {
  const char *end = p + size;
  uint64_t sum = seed + P5;
  if (size >= 32) {
    uint64_t a = seed + P1 + P2, b = seed + P2, c = seed, d = seed - P1;
    for (; end - p >= 32; p += 32) {
      a = mixed(a, word(p));
      b = mixed(b, word(p + 8));
      c = mixed(c, word(p + 16));
      d = mixed(d, word(p + 24));
    }
    sum = rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
    sum = merged(merged(merged(merged(sum, a), b), c), d);
  }
  sum += (uint64_t)size;
  for (; end - p >= 8; p += 8) sum = rotated(sum ^ mixed(0, word(p)), 27) * P1 + P4;
  if (end - p >= 4) {
    sum = rotated(sum ^ half(p) * P1, 23) * P2 + P3;
    p += 4;
  }
  for (; p < end; p++) sum = rotated(sum ^ *(const uint8_t *)p * P5, 11) * P1;
  sum = (sum ^ sum >> 33) * P2;
  sum = (sum ^ sum >> 29) * P3;
  return sum ^ sum >> 32;
}

/* ---- texts */

static char *append(char *at, const char *text) {
  while (*text) *at++ = *text++;
  *at = 0;
  return at;
}

char *irad_snapshots_text(const char *a, const char *b, const char *c) {
  char *out = malloc(strlen(a) + strlen(b) + strlen(c) + 1);
  if (out) append(append(append(out, a), b), c);
  return out;
}

static const char *unsigned_text(uint32_t n, char *end) {
  *--end = 0;
  do *--end = (char)('0' + n % 10);
  while (n /= 10);
  return end;
}

static int begins(const char *text, const char *with) {
  while (*with)
    if (*text++ != *with++) return 0;
  return 1;
}

/* ---- files */

/* Remove directories whose owners are dead.  An empty one may be about to get its file: its owner makes another one then. */
static NOINLINE void irad_snapshots_clean(const char *root) {
  void *list = opendir(root);
  if (!list) return;
  for (char *entry; (entry = readdir(list));) {
    const char *name = entry + irad_name_offset;
    if (!begins(name, NAME)) continue;
    char *directory = irad_snapshots_text(root, "/", name);
    char *path = directory ? irad_snapshots_text(directory, FILE_NAME, "") : 0;
    if (path) {
      int32_t file = open(path, irad_open_old);
      if (file < 0) {
        if (irad_error_number() == NO_ENTRY) rmdir(directory);
      } else {
        if (!flock(file, EXCLUSIVE | AT_ONCE)) {
          unlink(path);
          rmdir(directory);
        }
        close(file);
      }
    }
    free(path);
    free(directory);
  }
  closedir(list);
}

/* A directory with a locked file in it, in `root`.  The error number if there is none, -1 if memory is missing. */
static NOINLINE int64_t irad_snapshots_make(Store *t, const char *root) {
  char digits[16];
  char *start = irad_snapshots_text(root, "/", NAME);
  char *pattern = start ? irad_snapshots_text(start, unsigned_text((uint32_t)t->owner, digits + 16), "-XXXXXX") : 0;
  free(start);
  int64_t error = -1;
  for (int k = 0; pattern && k < ATTEMPTS; k++) {
    error = -1;
    t->directory = irad_snapshots_text(pattern, "", "");
    if (!t->directory) break;
    if (!mkdtemp(t->directory)) {
      error = irad_error_number();
      break;
    }
    t->path = irad_snapshots_text(t->directory, FILE_NAME, "");
    t->file = t->path ? open(t->path, irad_open_new, 0600) : -1;
    if (t->file >= 0) {
      /* Whoever has the lock is just removing it.  (Where there are no locks at all, nobody removes anything.) */
      int32_t free_to_use = !flock(t->file, EXCLUSIVE | AT_ONCE) || irad_error_number() != irad_would_block;
      if (free_to_use && !access(t->path, 0)) {
        free(pattern);
        return 0;
      }
      close(t->file);
      error = NO_ENTRY;
    } else if (t->path) {
      error = irad_error_number();
    }
    rmdir(t->directory);
    free(t->path);
    free(t->directory);
    t->path = t->directory = 0;
    if (error != NO_ENTRY) break;
  }
  free(pattern);
  return error;
}

static void free_store(Store *t) {
  for (Hole *h = t->holes, *next; h; h = next) {
    next = h->next;
    free(h);
  }
  free(t->named);
  free(t->directory);
  free(t->path);
  free(t);
}

Store *irad_snapshots_open(const char *named, int64_t *error) {
  Store *t = malloc(sizeof(Store));
  *error = -1;
  if (!t) return 0;
  *t = (Store){.file = -1, .owner = getpid(), .named = irad_snapshots_text(named, "", "")};
  char *root = realpath(named, 0); /* the program may change its working directory */
  if (!root)
    *error = irad_error_number();
  else if (t->named) {
    irad_snapshots_clean(root);
    *error = irad_snapshots_make(t, root);
  }
  free(root);
  if (*error == 0) return t;
  free_store(t);
  return 0;
}

void irad_snapshots_remove(Store *t) {
  if (t->owner == getpid()) {
    unlink(t->path);
    rmdir(t->directory);
  }
  close(t->file);
  free_store(t);
}

/* The first hole that is large enough, or at the end. */
int64_t irad_snapshots_take(Store *t, int64_t size) {
  for (Hole **at = &t->holes, *h; (h = *at); at = &h->next) {
    if (h->size < size) continue;
    int64_t offset = h->offset;
    h->offset += size;
    h->size -= size;
    if (!h->size) {
      *at = h->next;
      free(h);
    }
    return offset;
  }
  t->end += size;
  return t->end - size;
}

/* No two holes touch, and none touches the end. */
void irad_snapshots_give(Store *t, int64_t offset, int64_t size) {
  for (Hole **at = &t->holes, *h; (h = *at);) {
    int before = h->offset + h->size == offset, behind = offset + size == h->offset;
    if (!before && !behind) {
      at = &h->next;
      continue;
    }
    if (before) offset = h->offset;
    size += h->size;
    *at = h->next;
    free(h);
  }
  if (offset + size == t->end) {
    t->end = offset;
    return;
  }
  Hole *h = malloc(sizeof(Hole));
  if (!h) return; /* then it stays unused */
  *h = (Hole){t->holes, offset, size};
  t->holes = h;
}

/* Read or write all pieces, n of them.  0, or the error number; -1 where the file ends too early.  Changes the pieces. */
static NOINLINE int64_t irad_snapshots_move(int32_t file, Piece *piece, int32_t n, int32_t writing) {
  while (n > 0) {
    int64_t moved = writing ? writev(file, piece, n) : readv(file, piece, n);
    if (moved < 0) {
      int32_t error = irad_error_number();
      if (error == INTERRUPTED) continue;
      return error;
    }
    if (moved == 0) return writing ? INPUT_OUTPUT : -1;
    for (; n > 0 && moved >= piece->size; n--) moved -= piece++->size;
    if (n > 0) {
      piece->at += moved;
      piece->size -= moved;
    }
  }
  return 0;
}

/* In parts that are still in the cache when their checksum is computed. */
int64_t irad_snapshots_transfer(
    int32_t file, int64_t offset, const Piece *piece, int64_t count, int32_t writing, uint64_t *checksum) {
  if (lseek(file, offset, 0) < 0) return irad_error_number();
  uint64_t sum = 0;
  int64_t used = 0;
  for (int64_t i = 0; i < count;) {
    Piece part[MOST_PIECES], moved[MOST_PIECES];
    int32_t n = 0;
    for (int64_t room = CHUNK; i < count && n < MOST_PIECES && room > 0;) {
      int64_t left = piece[i].size - used, size = left < room ? left : room;
      if (size > 0) part[n++] = (Piece){piece[i].at + used, size};
      room -= size;
      used += size;
      if (used == piece[i].size) i++, used = 0;
    }
    for (int32_t k = 0; k < n; k++) {
      moved[k] = part[k];
      if (writing) sum = irad_snapshots_checksum(part[k].at, part[k].size, sum);
    }
    int64_t error = irad_snapshots_move(file, moved, n, writing);
    if (error) return error;
    for (int32_t k = 0; k < n && !writing; k++) sum = irad_snapshots_checksum(part[k].at, part[k].size, sum);
  }
  *checksum = sum;
  return 0;
}
