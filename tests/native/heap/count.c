/* The C library's allocator, with a count of the blocks that are in use. */
#include <stddef.h>
static long blocks;
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
void *malloc(size_t n) { blocks++; return __libc_malloc(n); }
void *calloc(size_t n, size_t m) { blocks++; return __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { if (!p) blocks++; return __libc_realloc(p, n); }
void *aligned_alloc(size_t a, size_t n) { blocks++; return __libc_memalign(a, n); }
void *memalign(size_t a, size_t n) { blocks++; return __libc_memalign(a, n); }
int posix_memalign(void **p, size_t a, size_t n) { blocks++; *p = __libc_memalign(a, n); return 0; }
void free(void *p) { if (p) blocks--; __libc_free(p); }
long live_blocks(void) { return blocks; }
