/* Checks of the arguments of exported functions (irad/api/export/exports.py): sizes, null pointers, and arrays that share memory.
 *
 * The rules are those of irad/runtime/memory_overlap.py.  Whether strided arrays share a byte is a bounded Diophantine equation: the sum of
 * stride * index over the axes of both arrays is the distance between their ends; it is solved by search, as NumPy's
 * `shares_memory` does, and after WORK steps the arrays are taken to overlap.  `argument_checks.ll` is made from this file.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern _Thread_local char irad_error_text[512]; /* of irad/api/export/exports.py */

enum { ALIASED = 4, BAD_ARGUMENT = 5, TEXT = 512, AXES = 64, WORK = 10000 };
/* Flags of a call. */
enum { DERIVATIVE = 1, APART = 2 };
/* Roles: an array; an array that never has a shadow of the caller's; the place of a scalar's derivative; that of a result. */
enum { ARRAY, CONSTANT, SCALAR, RESULT };

typedef struct {
  const char *name;
  char *data, *shadow;
  int64_t item, kind, role, written, axes;
  const int64_t *sizes, *strides; /* strides count elements; null: contiguous */
  char *low, *high;               /* the bytes from the first to behind the last one; both 0 without elements */
} Piece;

typedef struct {
  uint64_t step, most;
} Term;

static int bad(const char *function, const char *name, const char *why, int64_t axis, int64_t n) {
  char where[24] = "";
  if (axis >= 0) snprintf(where, sizeof where, "_n%lld", (long long)axis);
  snprintf(irad_error_text, TEXT, why, function, name, where, (long long)n);
  return BAD_ARGUMENT;
}

/* Find the bounds of an array, or refuse it. */
static int measure(Piece *p, const char *function) {
  int64_t reach = p->item, down = 0, up = 0, empty = 0;
  for (int64_t k = 0; k < p->axes; k++) {
    if (p->sizes[k] < 0) return bad(function, p->name, "ValueError: %s(): %s%s is %lld: a size is not negative", k, p->sizes[k]);
    empty |= p->sizes[k] == 0;
  }
  p->low = p->high = 0;
  if (empty || (!p->data && p->role > CONSTANT)) return 0;
  if (!p->data) return bad(function, p->name, "ValueError: %s(): the array %s is NULL, but not empty", -1, 0);
  for (int64_t k = p->axes; k-- > 0;) {
    int64_t last = p->sizes[k] - 1, bytes, step = reach;
    int failed = 0;
    if (p->strides)
      failed = __builtin_mul_overflow(p->strides[k], p->item, &step);
    else
      failed = __builtin_mul_overflow(reach, p->sizes[k], &reach);
    failed |= __builtin_mul_overflow(step, last, &bytes);
    failed |= bytes < 0 ? __builtin_add_overflow(down, bytes, &down) : __builtin_add_overflow(up, bytes, &up);
    if (failed) return bad(function, p->name, "ValueError: %s(): the array %s%s is larger than memory", -1, 0);
  }
  uint64_t at = (uint64_t)p->data, low = at + (uint64_t)down, high = at + (uint64_t)up + (uint64_t)p->item;
  if (low > at || high < at) return bad(function, p->name, "ValueError: %s(): the array %s%s is larger than memory", -1, 0);
  p->low = (char *)low;
  p->high = (char *)high;
  return 0;
}

static int irad_search(const Term *terms, const uint64_t *rest, int64_t n, uint64_t target, int *work) {
  if (target > rest[0]) return 0;
  if (n == 0) return 1;
  if (--*work < 0) return 1;
  uint64_t most = target / terms->step, least = 0;
  if (most > terms->most) most = terms->most;
  if (target > rest[1]) least = (target - rest[1] + terms->step - 1) / terms->step;
  for (uint64_t k = most + 1; k-- > least;)
    if (irad_search(terms + 1, rest + 1, n - 1, target - k * terms->step, work)) return 1;
  return 0;
}

static int64_t add_terms(Term *terms, int64_t n, const Piece *p) {
  if (!p->strides) {
    terms[n++] = (Term){1, (uint64_t)(p->high - p->low) - 1};
    return n;
  }
  for (int64_t k = 0; k < p->axes; k++) {
    int64_t step = p->strides[k] * p->item;
    if (p->sizes[k] > 1 && step != 0) terms[n++] = (Term){(uint64_t)(step < 0 ? -step : step), (uint64_t)p->sizes[k] - 1};
  }
  if (p->item > 1) terms[n++] = (Term){1, (uint64_t)p->item - 1};
  return n;
}

/* Larger steps first, one term for each. */
static int64_t order(Term *terms, int64_t n) {
  int64_t kept = 0;
  for (int64_t i = 0; i < n; i++) {
    Term t = terms[i];
    int64_t j = kept;
    while (j > 0 && terms[j - 1].step < t.step) j--;
    if (j > 0 && terms[j - 1].step == t.step) {
      terms[j - 1].most += t.most;
      continue;
    }
    for (int64_t k = kept++; k > j; k--) terms[k] = terms[k - 1];
    terms[j] = t;
  }
  return kept;
}

/* Do arrays of which the bounds overlap share a byte? */
static __attribute__((noinline)) int irad_share(const Piece *p, const char *low, const Piece *q, const char *behind) {
  if (p->axes + q->axes + 2 > AXES) return 1;
  /* low + sum p = other + sum q; counted from the other end, the sum of q is added. */
  Term terms[AXES];
  uint64_t rest[AXES + 1];
  int64_t n = add_terms(terms, add_terms(terms, 0, p), q);
  n = order(terms, n);
  rest[n] = 0;
  for (int64_t i = n; i-- > 0;) rest[i] = rest[i + 1] + terms[i].step * terms[i].most;
  int work = WORK;
  return irad_search(terms, rest, n, (uint64_t)(behind - 1 - low), &work);
}

/* Do two arrays share a byte, if the first begins at `low` and the second at `other`? */
static inline int share(const Piece *p, const char *low, const Piece *q, const char *other) {
  if (!p->high || !q->high) return 0;
  const char *high = low + (p->high - p->low), *behind = other + (q->high - q->low);
  if (high <= other || behind <= low) return 0;
  return (!p->strides && !q->strides) || irad_share(p, low, q, behind);
}

static const char *shadow_low(const Piece *p) { return p->shadow + (p->low - p->data); }

static int aliased(const char *function, const char *why, const Piece *p, const Piece *q) {
  char said[TEXT / 2];
  snprintf(said, sizeof said, why, p->name, q->name);
  snprintf(irad_error_text, TEXT, "AliasingError: %s(): %s", function, said);
  return ALIASED;
}

/* Two arrays that share memory. */
static int check_pair(const Piece *p, const Piece *q, const char *function) {
  if (!p->shadow && !q->shadow) {
    int internal = p->role == ARRAY && q->role == ARRAY && p->kind == q->kind;
    if (internal || !(p->written | q->written) || p->kind >= 2 || q->kind >= 2) return 0;
    return aliased(function, "%s and %s share memory that is written to, and have no shadows", q, p);
  }
  if (p->kind != q->kind) return aliased(function, "%s and %s share memory, but are of different types", q, p);
  if (p->shadow && q->shadow) {
    if (p->shadow - p->data == q->shadow - q->data) return 0;
    return aliased(function, "%s and %s share memory, but their shadows do not share theirs in the same way", q, p);
  }
  if (!(p->written | q->written)) return 0;
  return aliased(function, "%s has no shadow, but shares memory with %s, which has one, and the function writes to it",
                 p->shadow ? q : p, p->shadow ? p : q);
}

static int is_array(const Piece *p) { return p->role <= CONSTANT; }

static int check_apart(const Piece *pieces, int64_t count, const char *function, int64_t *shared) {
  for (const Piece *p = pieces; p < pieces + count; p++) {
    for (const Piece *q = pieces; q < pieces + count; q++) {
      if (p->shadow && is_array(q) && p->role != RESULT && share(p, shadow_low(p), q, q->low))
        return aliased(function, "the shadow of %s overlaps the array %s", p, q);
      if (q >= p || (p->role == SCALAR && q->role == SCALAR)) continue; /* to which both are added */
      int both = p->shadow && q->shadow;
      if (is_array(p) && is_array(q) && share(p, p->low, q, q->low)) {
        *shared = 1;
        int status = check_pair(p, q, function);
        if (status) return status;
      } else if (both && share(p, shadow_low(p), q, shadow_low(q))) {
        const char *why = is_array(p) && is_array(q) ? "the shadows of %s and %s overlap, but the arrays do not"
                                                     : "the places for %s and for the derivative of %s overlap";
        return aliased(function, why, q, p);
      }
    }
  }
  return 0;
}

/* A result is written last: it must lie in no array, and in no place of another one. */
static int check_results(const Piece *pieces, int64_t count, const char *function) {
  for (const Piece *p = pieces; p < pieces + count; p++) {
    for (const Piece *q = pieces; p->role == RESULT && q < pieces + count; q++) {
      if ((is_array(q) || (q->role == RESULT && q < p)) && share(p, p->low, q, q->low))
        return aliased(function, "the place for %s overlaps %s", p, q);
    }
  }
  return 0;
}

/* Check the arguments of a call: 0, or a status and its text.  `found`: the bytes that internal shadows need, and whether any two
 * arrays share memory. */
int irad_check_arguments(Piece *pieces, int64_t count, int64_t flags, const char *function, int64_t found[2]) {
  found[0] = found[1] = 0;
  for (int64_t i = 0; i < count; i++) {
    Piece *p = pieces + i;
    int status = measure(p, function);
    if (status) return status;
    if (p->role == ARRAY && !p->shadow && p->high) found[0] += (p->high - p->low + 15) / 16 * 16;
  }
  if (flags & APART) return 0;
  int status = check_results(pieces, count, function);
  if (status || !(flags & DERIVATIVE)) return status;
  return check_apart(pieces, count, function, found + 1);
}

/* Give arrays without a shadow one in `memory`, zeroed: those that share memory get one that is shared in the same way. */
void irad_give_shadows(Piece *pieces, int64_t count, char *memory, int64_t bytes) {
  memset(memory, 0, (uint64_t)bytes);
  for (int64_t i = 0; i < count; i++) {
    if (pieces[i].role != ARRAY || pieces[i].shadow) continue;
    if (!pieces[i].high) {
      pieces[i].shadow = memory;
      continue;
    }
    const char *low = pieces[i].low, *high = pieces[i].high;
    for (int grown = 1; grown;) {
      grown = 0;
      for (Piece *p = pieces; p < pieces + count; p++) {
        if (p->role != ARRAY || p->shadow || !p->high || p->high <= low || high <= p->low) continue;
        if (p->low < low) low = p->low, grown = 1;
        if (p->high > high) high = p->high, grown = 1;
      }
    }
    for (Piece *p = pieces; p < pieces + count; p++)
      if (p->role == ARRAY && !p->shadow && p->high && p->low >= low && p->high <= high) p->shadow = memory + (p->data - low);
    memory += (high - low + 15) / 16 * 16;
  }
}
