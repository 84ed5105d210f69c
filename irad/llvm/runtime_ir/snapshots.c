/* Snapshots of checkpointed loops in files (snapshot_files.c): which loop has which, and what becomes of errors.
 *
 * A loop that is being reversed has a *session*: a table of slots, each a part of a file.  Sessions of an arena with the same directory
 * share a file, which exists from the first snapshot to the end of the last session.
 *
 *   begin(arena, directory, frame)  a session; nothing is done in the file system yet.  directory: null, for TMPDIR or /tmp
 *   save(s, k, pieces, first, rest) the state into slot k: `first` pieces that say where the `rest` are, and these
 *   turn(arena, s)                  the reverse phase begins; s: null if it has run already
 *   restore(s, k, pieces, count, n) and back: part n, the first pieces (0) before the rest (1); the snapshot before it is read ahead
 *   end(s)                          the slots are free
 *   guard(arena, g), unguard        what is to be put back where the reverse phase ends in an error
 *   drop(arena, stack, mark)        ends the sessions whose frames lie at the mark or above: their tape is given up
 *
 * Data goes to the page cache, from where the system is asked to write at once (irad_write_behind; little of it when it likes) while
 * the loop goes on.  What the file should hold is in memory: checksums of the two parts of each slot.
 *
 * Errors: in the forward phase a session only notes them and does nothing from then on, so that the primal is computed to its end;
 * `turn` ends the call.  In the reverse phase the call ends at once.  It ends with status DISK through the arena's jump buffer, after
 * memory was put back and the files are gone: detail 0 is the error number, 1 what went wrong, 2 the address of the path, which lives
 * until the arena is reset.  Without a jump buffer a line is written and the program aborts.
 *
 * The word at 184 of an arena is null or points to a `Control`, whose first word is the function that frees it with all that is open:
 * irad_arena_reset and irad_arena_destroy call that, so that nothing remains after a longjmp from elsewhere (out of memory, Ctrl-C).
 * In the child of a fork nothing is removed, and sessions of the parent cannot be used.
 *
 * `snapshots.ll` is made from this file.
 */
#include "snapshot_files.h"

enum { CONTROL = 184, JUMP_SET = 48, PRIMAL_STACK = 64, DISK = -6, PAGE = 4096, LITTLE = 1 << 18 };
enum { NOTHING, DIRECTORY, WRITE, READ, CUT_OFF, CHANGED, OF_PARENT, USED }; /* what went wrong */
static const int64_t NOWHERE = -1;

typedef struct {
  char *to, *from;
  int64_t size;
} Move;

typedef struct Guard Guard;
struct Guard {
  Guard *below;
  int64_t count;
  Move move[];
};

typedef struct {
  int64_t offset, size, sequence, rest; /* sequence: which save of the session it was; rest: where the second part begins */
  uint64_t checksum[2];
} Slot;

typedef struct Session Session;
typedef struct {
  void (*close)(char *arena);
  char *arena, *failed; /* failed: the path that an error names */
  Session *sessions;    /* the newest first */
  Store *stores;
  Guard *guards;
} Control;

struct Session {
  Session *below;
  Control *control;
  Store *store;
  char *directory;
  const char *frame;
  Slot *slot;
  int64_t count, saves, reversing;
  int64_t error, wrong;
  char *path;
};

void irad_write_behind(int32_t file, int64_t offset, int64_t size);
void irad_read_ahead(int32_t file, int64_t offset, int64_t size);
void irad_out_of_memory(char *stack) __attribute__((noreturn));
void irad_leave(char *arena, int32_t status) __attribute__((noreturn));
_Bool irad_is_newer(const char *stack, const char *mark, const char *p);

void *realloc(void *, uint64_t);
uint64_t strlen(const char *);
int32_t strcmp(const char *, const char *);
char *strerror(int32_t);
char *getenv(const char *);
int64_t write(int32_t, const void *, uint64_t);

static void no_memory(const Control *c) { irad_out_of_memory(c->arena + PRIMAL_STACK); }

static NOINLINE void irad_snapshots_fail(Session *s, int64_t wrong, int64_t error, const char *path) {
  s->wrong = wrong;
  s->error = error;
  s->path = irad_snapshots_text(path, "", "");
}

/* The file of a session, made when it is first needed. */
static NOINLINE Store *irad_snapshots_store(Session *s) {
  Control *c = s->control;
  const char *named = s->directory ? s->directory : getenv("TMPDIR");
  if (!named || !*named) named = "/tmp";
  for (Store *t = c->stores; t; t = t->next)
    if (!strcmp(t->named, named)) return t;
  int64_t error;
  Store *t = irad_snapshots_open(named, &error);
  if (t) {
    t->next = c->stores;
    c->stores = t;
  } else if (error < 0) {
    no_memory(c);
  } else {
    irad_snapshots_fail(s, DIRECTORY, error, named);
  }
  return t;
}

static void let_go(Control *c, Store *t) {
  if (--t->sessions > 0) return;
  Store **at = &c->stores;
  while (*at != t) at = &(*at)->next;
  *at = t->next;
  irad_snapshots_remove(t);
}

static Control **place(char *arena) { return (Control **)(arena + CONTROL); }

void irad_snapshots_close(char *arena);

static NOINLINE Control *irad_snapshots_control(char *arena) {
  Control *c = *place(arena);
  if (c) return c;
  c = malloc(sizeof(Control));
  if (!c) irad_out_of_memory(arena + PRIMAL_STACK);
  *c = (Control){.close = irad_snapshots_close, .arena = arena};
  *place(arena) = c;
  return c;
}

void *irad_snapshots_begin(char *arena, const char *directory, const char *frame) {
  Control *c = irad_snapshots_control(arena);
  Session *s = malloc(sizeof(Session));
  if (!s) no_memory(c);
  *s = (Session){.below = c->sessions, .control = c, .frame = frame};
  if (directory) {
    s->directory = irad_snapshots_text(directory, "", "");
    if (!s->directory) {
      free(s);
      no_memory(c);
    }
  }
  c->sessions = s;
  return s;
}

void irad_snapshots_end(Session *s) {
  Control *c = s->control;
  Session **at = &c->sessions;
  while (*at != s) at = &(*at)->below;
  *at = s->below;
  Store *t = s->store;
  if (t) {
    for (int64_t k = s->count; k-- > 0;)
      if (s->slot[k].offset != NOWHERE) irad_snapshots_give(t, s->slot[k].offset, s->slot[k].size);
    let_go(c, t);
  }
  free(s->directory);
  free(s->slot);
  free(s->path);
  free(s);
}

/* End all sessions of the arena. */
void irad_snapshots_close(char *arena) {
  Control *c = *place(arena);
  *place(arena) = 0;
  while (c->sessions) irad_snapshots_end(c->sessions);
  free(c->failed);
  free(c);
}

void irad_snapshots_drop(char *arena, const char *stack, const char *mark) {
  Control *c = *place(arena);
  while (c && c->sessions && irad_is_newer(stack, mark, c->sessions->frame)) irad_snapshots_end(c->sessions);
}

void irad_snapshots_guard(char *arena, Guard *g) {
  Control *c = irad_snapshots_control(arena);
  g->below = c->guards;
  c->guards = g;
}

void irad_snapshots_unguard(char *arena, Guard *g) { (*place(arena))->guards = g->below; }

static void say(const char *text) {
  if (text) write(2, text, strlen(text));
}

const char *irad_snapshots_reason(int64_t wrong, int64_t error) {
  if (wrong == CUT_OFF) return "a snapshot is cut off: the file was changed while the loop ran";
  if (wrong == CHANGED) return "a snapshot is not what was stored: the file was changed while the loop ran";
  if (wrong == OF_PARENT) return "the snapshots are those of the process before a fork";
  if (wrong == USED) return "the tape of a loop with snapshots on disk can be reversed once";
  return strerror((int32_t)error);
}

/* End the call with the error of a session (none: it has been used already). */
static NOINLINE __attribute__((noreturn)) void irad_snapshots_leave(char *arena, Session *s) {
  Control *c = irad_snapshots_control(arena);
  for (Guard *g = c->guards; g; g = g->below)
    for (int64_t k = 0; k < g->count; k++) __builtin_memmove(g->move[k].to, g->move[k].from, (uint64_t)g->move[k].size);
  c->guards = 0;
  int64_t *detail = (int64_t *)(arena + 8);
  detail[0] = s ? s->error : 0;
  detail[1] = s ? s->wrong : USED;
  char *path = s ? s->path : 0;
  if (s) s->path = 0;
  while (c->sessions) irad_snapshots_end(c->sessions);
  free(c->failed);
  c->failed = path;
  detail[2] = (int64_t)path;
  if (!*(int64_t *)(arena + JUMP_SET)) {
    say("irad: snapshots on disk: ");
    say(path);
    say(path ? ": " : "");
    say(irad_snapshots_reason(detail[1], detail[0]));
    say("\n");
  }
  irad_leave(arena, DISK);
}

static void failed(Session *s, int64_t wrong, int64_t error) {
  irad_snapshots_fail(s, wrong, error, s->store->path);
  if (s->reversing) irad_snapshots_leave(s->control->arena, s);
}

void irad_snapshots_turn(char *arena, Session *s) {
  if (!s || s->wrong) irad_snapshots_leave(arena, s);
  s->reversing = 1;
}

static int64_t sum(const Piece *piece, int64_t count) {
  int64_t total = 0;
  for (int64_t i = 0; i < count; i++) total += piece[i].size;
  return total;
}

/* Slot k, with a part of the file of so many bytes at least. */
static Slot *slot_for(Session *s, int64_t k, int64_t size) {
  if (k >= s->count) {
    int64_t more = 2 * k + 8;
    Slot *grown = realloc(s->slot, (uint64_t)more * sizeof(Slot));
    if (!grown) no_memory(s->control);
    for (int64_t i = s->count; i < more; i++) grown[i] = (Slot){.offset = NOWHERE, .sequence = INT64_MAX};
    s->slot = grown;
    s->count = more;
  }
  Slot *slot = s->slot + k;
  if (slot->offset == NOWHERE) {
    slot->size = (size + PAGE - 1) / PAGE * PAGE;
    slot->offset = irad_snapshots_take(s->store, slot->size);
  }
  return slot;
}

void irad_snapshots_save(Session *s, int64_t k, const Piece *piece, int64_t first, int64_t rest) {
  if (s->wrong) return;
  if (!s->store) {
    s->store = irad_snapshots_store(s);
    if (!s->store) {
      if (s->reversing) irad_snapshots_leave(s->control->arena, s);
      return;
    }
    s->store->sessions++;
  }
  if (s->store->owner != getpid()) {
    failed(s, OF_PARENT, 0);
    return;
  }
  int32_t file = s->store->file;
  Slot *slot = slot_for(s, k, sum(piece, first + rest));
  slot->sequence = ++s->saves;
  slot->rest = sum(piece, first);
  int64_t error = irad_snapshots_transfer(file, slot->offset, piece, first, 1, slot->checksum);
  if (!error) error = irad_snapshots_transfer(file, slot->offset + slot->rest, piece + first, rest, 1, slot->checksum + 1);
  if (error)
    failed(s, WRITE, error);
  else if (slot->size >= LITTLE)
    irad_write_behind(file, slot->offset, slot->size);
}

void irad_snapshots_restore(Session *s, int64_t k, const Piece *piece, int64_t count, int64_t part) {
  Slot *slot = s->slot + k;
  int32_t file = s->store->file;
  uint64_t checksum = 0;
  if (s->store->owner != getpid()) failed(s, OF_PARENT, 0);
  int64_t error = irad_snapshots_transfer(file, slot->offset + (part ? slot->rest : 0), piece, count, 0, &checksum);
  if (error) failed(s, error < 0 ? CUT_OFF : READ, error < 0 ? INPUT_OUTPUT : error);
  if (checksum != slot->checksum[part]) failed(s, CHANGED, INPUT_OUTPUT);
  if (!part || slot->size < LITTLE) return;
  /* Snapshots are stored in the order of the loop: the one before it is the newest of those that are older. */
  Slot *before = 0;
  for (Slot *other = s->slot; other < s->slot + s->count; other++)
    if (other->sequence < slot->sequence && (!before || other->sequence > before->sequence)) before = other;
  if (before) irad_read_ahead(file, before->offset, before->size);
}
