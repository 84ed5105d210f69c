/* Schedules of checkpointed loops: what a driver has to do next, so that a loop is reversed with few snapshots of its state.
 *
 * A driver asks `irad_schedule_next` for an action, does it, and reports with the next call (zeros where there is nothing to report):
 *
 *   DONE          the forward phase is over, the next call begins the reverse phase; then: the reverse phase is over.
 *                 The argument is the number of steps.
 *   ADVANCE n     run up to n steps without a tape; report `done`, the steps made, and `ended`, whether the loop has ended by itself
 *   SAVE k        store the state in slot k; a slot that was not used yet is the next one: 0, 1, 2, ...; `bytes` may say what a
 *                 new slot takes, which no decision depends on
 *   RESTORE k     make slot k the state (it stays in the slot)
 *   TAPE n        run up to n steps and push their tape; report `done`, `ended`, and `bytes`, the size of the tape
 *   DROP_TAPE     pop the newest tape; its steps remain made
 *   REVERSE_TAPE  reverse the newest tape (it may hold no steps) and pop it
 *   REVERSE n     run n steps with a tape and reverse them at once; the state is not used afterwards
 *
 * The loop runs to its end once in the forward phase.  `ended` is best reported together with the last step; where it comes with
 * done = 0 instead, the steps since the last snapshot may run once more.  A last step that is left half-way counts as a step.
 * With known `steps` the loop makes just as many, or fewer and reports `ended`.
 *
 * Guaranteed: at most `snapshots` slots in use, numbered from 0; one tape of at most a unit, which is `segment` steps, or with
 * segment = 0 about budget / bytes steps, where `bytes` is the tape of the first step, which is taped alone.  That tape may remain
 * below the others to the end; then both fit into the budget, or are one step each.
 * With segment = 0 the steps 2, 4, 8, ... of the forward phase are taped for themselves as well, and this tape dropped: where steps have
 * longer tapes than the first one had, units become shorter.
 * The memory `st` never grows.  With snapshots = 0 there are s slots, the least s with (s + 1)(s + 2) / 2 >= n units; if n is not known
 * in advance, at most 2 ceil(sqrt(n)) + 2, and never more than 4096.  With snapshots = -1 there are ceil(log2(n)) + 1.
 * With snapshots = 0 and segment = 0 (two levels) each step runs twice at most: there is a snapshot at every unit, and units are so long
 * that the snapshots take ALLOWED bytes, or no more than the tape of a unit, whatever is more.  With `memory` > 0 snapshots and the
 * tape of a unit fit into so many bytes, as far as that is possible: all is taped, or there are two levels, or else as many
 * snapshots as fit beside units that take half of the memory at most.  Where all seems to fit by the first step, it is taped in up to
 * PIECES pieces, each as long as all before; where steps turn out to have longer tapes, these are dropped, and units are chosen anew.
 *
 * Known steps: binomial schedules (Griewank and Walther, "Algorithm 799: revolve", ACM TOMS 26, 2000).  Unknown: for n up to
 * (s + 1)(s + 2) / 2, where optimal schedules exist (Stumm and Walther, "New algorithms for optimal online checkpointing", SIAM J.
 * Sci. Comput. 32, 2010), gaps between snapshots are merged from the first one on, each up to its size in the optimal schedule for
 * that number.  Later the snapshot is replaced whose loss costs least, once a replacement costs less than waiting; the cost of a gap
 * is that of revolve with the slots that are free when it is reversed.  docs/dev/schedules.md compares this with the levels of Wang,
 * Moin and Iaccarino ("Minimal repetition dynamic checkpointing algorithm for unsteady adjoint calculation", SIAM J. Sci. Comput.
 * 31, 2009).  `schedules.ll` is made from this file.
 */
#include <stdint.h>

enum { DONE, ADVANCE, SAVE, RESTORE, TAPE, DROP_TAPE, REVERSE_TAPE, REVERSE };
enum { SQRT = 0, LOG = -1 };      /* values of `snapshots` */
enum { NONE = -1, UNKNOWN = -1 }; /* of slots and tapes; of steps */
/* Slots of SQRT if the number of steps is not known; of these kept for the reverse phase; units taped in the hope that the loop ends. */
enum { MOST_SLOTS = 4096, SPARE = 128, HOPED = 10 };
enum { SHORTER = 16, LONGEST = 1024 }; /* slots for units that become shorter; steps of the first units if n is not known */
enum { PIECES = 4, FEW = 64 }; /* in which a whole loop is taped; steps that are taped in one */
enum { WHOLE = 1, TOO_LONG = 2 }; /* values of `trial` */
enum { ALLOWED = 1 << 23 }; /* bytes of snapshots that are no reason for longer units */
static const int64_t FAR = (int64_t)1 << 62, MOST_SNAPSHOTS = (int64_t)1 << 30;

/* With the prefix, as they remain functions of their own. */
#define NOINLINE __attribute__((noinline))

typedef struct {
  int64_t position, before, behind; /* in steps; slots of the neighbours, `behind` also links the free slots */
} Slot;

typedef struct {
  int64_t argument, action;
  int64_t mode, total, unit, budget; /* unit: 0 until it is found out */
  int64_t levels, state, tape;       /* whether there are two levels; bytes of a snapshot, and of a step's tape */
  int64_t memory, room;              /* for snapshots and tape, 0 if there is no limit; the most slots */
  int64_t reverse, position, end;    /* end: of the steps not reversed yet */
  int64_t head, tail;                /* steps on the tape of the first step, and on the other one */
  int64_t slots, used, fresh, last, free;
  int64_t saving, victim; /* the unit at which to store the state, and the slot that goes for it */
  int64_t measures, goal;   /* whether units are measured; where to advance to before anything else */
  int64_t probe, probing;   /* the next step that is taped to be measured; whether its tape is there */
  int64_t trial, pieces, taped, piece[PIECES]; /* of a loop that seems to fit as a whole: tapes, their bytes, their steps */
  int64_t grown, depth;   /* the gap that may grow: its slot, or NONE for good; its number */
  Slot slot[];
} Schedule;

static inline int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t units(const Schedule *s, int64_t steps) { return steps / s->unit + (steps % s->unit != 0); }

/* a * b / d, a whole number, or FAR if it is larger. */
static inline int64_t scaled(int64_t a, int64_t b, int64_t d) {
  if (a < MOST_SNAPSHOTS && b < MOST_SNAPSHOTS) return a * b / d; /* one division less */
  int64_t whole = a / d;
  return whole >= FAR / b ? FAR : whole * b + a % d * b / d;
}

/* The steps that only advance when n units are reversed with k slots: the sum of n - C(k + r, r) while that is positive, which is
 * r n - C(k + r, r - 1) for the least r with C(k + r, r) >= n.  At most `limit`. */
static NOINLINE int64_t irad_schedule_extra(int64_t n, int64_t k, int64_t limit) {
  if (k == 1) return n < (int64_t)1 << 31 ? least(n * (n - 1) / 2, limit) : limit;
  int64_t sum = 0, reach = 1;
  for (int64_t r = 1; reach < n && sum < limit; r++) {
    sum += least(n - reach, limit);
    reach = scaled(reach, k + r, r);
  }
  return least(sum, limit);
}

/* Of n > 1 units with k slots: how many to advance before the next snapshot.  The most of all optimal choices, so that the first unit,
 * which may be short, runs as often as any other. */
static int64_t split(int64_t n, int64_t k) {
  if (k == 1) return n - 1;
  int64_t reach = 1, r = 1;
  for (int64_t next; (next = scaled(reach, k + r, r)) < n; r++) reach = next;
  return least(reach, n - scaled(reach, k, k + r - 1));
}

static int64_t log2_above(int64_t n) {
  int64_t bits = 0;
  while (bits < 62 && (int64_t)1 << bits < n) bits++;
  return bits;
}

/* The least k > 0 with (k + 1)(k + 2) / 2 >= n: no unit runs more than three times. */
static int64_t sqrt_slots(int64_t n) {
  int64_t x = 0;
  for (int64_t bit = MOST_SNAPSHOTS; bit > 0; bit /= 2)
    if ((x + bit + 1) * (x + bit + 2) / 2 < n) x += bit;
  return x + 1;
}

static int64_t known_slots(int64_t mode, int64_t n) {
  if (mode == SQRT) return sqrt_slots(n);
  if (mode == LOG) return log2_above(n) + 1;
  return least(mode, most(n, 1));
}

static inline int64_t table(int64_t mode, int64_t steps, int64_t state, int64_t memory) {
  if (mode > 0 || mode == LOG) return steps < 0 && mode == LOG ? 64 : least(steps < 0 ? mode : known_slots(mode, steps), MOST_SNAPSHOTS);
  int64_t slots = steps < 0 ? MOST_SLOTS : least(most(known_slots(SQRT, steps), least(steps, MOST_SLOTS)), MOST_SNAPSHOTS);
  return memory > 0 ? most(1, least(slots, memory / 2 / (most(state, 1) + 2 * (int64_t)sizeof(Slot)))) : slots;
}

/* The size of `st` for `irad_schedule_start` with the same arguments (or less memory). */
int64_t irad_schedule_bytes(int64_t snapshots, int64_t steps, int64_t state, int64_t memory) {
  return (int64_t)sizeof(Schedule) + table(snapshots, steps, state, memory) * (int64_t)sizeof(Slot);
}

/* Begin.  steps: -1 if not known.  snapshots: a number, 0 (about the square root of the number of units) or -1 (about its logarithm).
 * segment: steps in a unit, or 0: as many as have a tape of `budget` bytes.  state: the size of a snapshot in
 * bytes.  memory: for snapshots and tapes, in bytes, with snapshots = 0 and segment = 0; or 0. */
void irad_schedule_start(Schedule *s, int64_t steps, int64_t snapshots, int64_t segment, int64_t budget, int64_t state,
                         int64_t memory) {
  s->argument = s->action = s->reverse = s->position = s->end = 0;
  s->mode = least(snapshots, MOST_SNAPSHOTS);
  s->total = steps;
  s->unit = segment;
  s->budget = budget;
  s->levels = snapshots == SQRT && segment == 0;
  s->state = most(state, 1);
  s->tape = 1;
  s->memory = s->levels ? memory : 0;
  s->room = table(s->mode, steps, state, s->memory);
  s->head = s->tail = NONE;
  s->used = s->fresh = s->saving = s->depth = s->grown = 0;
  s->trial = s->pieces = s->taped = 0;
  s->last = s->free = s->victim = NONE;
  s->measures = segment == 0;
  s->goal = 0;
  s->probe = 2;
  s->probing = 0;
  s->slots = most(s->mode, 1);
  if (steps > 0 && segment > 0) s->slots = known_slots(s->mode, units(s, steps));
}

static int64_t act(Schedule *s, int64_t action, int64_t argument) {
  s->action = action;
  s->argument = argument;
  return action;
}

/* Free a slot; the first snapshot stays to the end. */
static NOINLINE void irad_schedule_take_off(Schedule *s, int64_t k) {
  Slot *slot = s->slot + k;
  if (slot->behind == NONE)
    s->last = slot->before;
  else
    s->slot[slot->behind].before = slot->before;
  s->slot[slot->before].behind = slot->behind;
  slot->behind = s->free;
  s->free = k;
  s->used--;
}

static NOINLINE int64_t irad_schedule_save(Schedule *s) {
  int64_t k = s->free;
  if (k == NONE)
    k = s->fresh++;
  else
    s->free = s->slot[k].behind;
  s->slot[k] = (Slot){s->position, s->last, NONE};
  if (s->used > 0) s->slot[s->last].behind = k;
  s->last = k;
  s->used++;
  return act(s, SAVE, k);
}

/* Runs for a gap of n units with k slots. */
static inline int64_t runs(const Schedule *s, int64_t n, int64_t k) {
  int64_t limit = FAR / 8 / s->slots;
  return least(n, limit) + irad_schedule_extra(n, k, limit);
}

static inline int64_t gap(const Schedule *s, int64_t k) {
  return (s->slot[s->slot[k].behind].position - s->slot[k].position) / s->unit;
}

/* Look for the snapshot between the first and the last one of which the loss costs least, if another one follows.  In `costs`: the runs
 * of all gaps between snapshots, and those without the one found. */
static NOINLINE int64_t irad_schedule_cheapest(const Schedule *s, int64_t costs[2]) {
  int64_t now = 0, later = 0, found = NONE, free = s->slots;
  for (int64_t k = 0; k != s->last; k = s->slot[k].behind, free--) {
    now += runs(s, gap(s, k), free);
    later += runs(s, gap(s, k), free + 1);
  }
  /* later: of the gaps not looked at, with one slot more; before: of those left behind. */
  int64_t before = 0, best = FAR;
  free = s->slots;
  later -= runs(s, gap(s, 0), free + 1);
  for (int64_t a = 0, k = s->slot[0].behind; k != s->last; a = k, k = s->slot[k].behind, free--) {
    later -= runs(s, gap(s, k), free);
    int64_t cost = before + runs(s, gap(s, a) + gap(s, k), free) + later;
    if (cost < best) best = cost, found = k;
    before += runs(s, gap(s, a), free);
  }
  costs[0] = now;
  costs[1] = best;
  return found;
}

/* Which snapshot to replace by one that is n units behind the last one, or NONE: waiting costs less. */
static NOINLINE int64_t irad_schedule_replaced(const Schedule *s, int64_t n, int64_t cheapest, const int64_t costs[2]) {
  int64_t free = s->slots - s->used + 1, tail = gap(s, s->slot[s->last].before);
  int64_t wait = costs[0] + runs(s, n + 1, free);
  int64_t lose = costs[1] + runs(s, n, free + 1) + runs(s, 1, free);
  int64_t move = costs[0] - runs(s, tail, free + 1) + runs(s, tail + n, free + 1) + runs(s, 1, free);
  if (cheapest != NONE && lose < wait && lose <= move) return cheapest;
  return move < wait ? s->last : NONE;
}

/* Snapshots closer than this are not worth a search: one part in 8 of the average gap, and reversed with one slot (n^2 / 2 runs)
 * one part in 64 of all units. */
static int64_t closest(const Schedule *s, int64_t now) { return most(1, least(now / (8 * s->slots), sqrt_slots(now / 64))); }

/* Plan the next snapshot for when a replacement is worth more than waiting: found by bisection. */
static void plan_replacement(Schedule *s, int64_t now) {
  int64_t costs[2], cheapest = irad_schedule_cheapest(s, costs);
  int64_t low = closest(s, now), high = low;
  while (high < FAR / s->unit / 4 && irad_schedule_replaced(s, high, cheapest, costs) == NONE) low = high, high *= 2;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    if (irad_schedule_replaced(s, middle, cheapest, costs) == NONE)
      low = middle;
    else
      high = middle;
  }
  s->victim = irad_schedule_replaced(s, high, cheapest, costs);
  s->saving = s->victim == NONE ? FAR / s->unit : now + high;
}

/* Merge the gap that may grow with the next one, as long as it stays within what is best for (s + 1)(s + 2) / 2 units. */
static int64_t plan_growth(Schedule *s, int64_t now) {
  while (s->grown != NONE) {
    int64_t next = s->slot[s->grown].behind;
    if (next == s->last) {
      s->grown = NONE;
    } else if (gap(s, s->grown) + gap(s, next) > s->slots - s->depth + 1) {
      s->grown = next;
      s->depth++;
    } else {
      s->victim = next;
      s->saving = now + most(2, now / (8 * s->slots));
      return 1;
    }
  }
  return 0;
}

/* With a free slot: when to fill it. */
static int64_t filling(const Schedule *s, int64_t now) {
  if (s->mode != SQRT) return now + 1;
  if (2 * s->used <= MOST_SLOTS) return s->used * s->used;
  return s->slots - s->used > SPARE ? now + MOST_SLOTS : now + closest(s, now);
}

/* Plan the next snapshot of a loop of unknown length, after one was stored. */
static NOINLINE void irad_schedule_plan(Schedule *s) {
  int64_t now = s->position / s->unit;
  if (s->mode == SQRT) s->slots = least(MOST_SLOTS, 2 * s->used);
  if (s->mode == LOG) s->slots = most(s->slots, log2_above(now) + 1);
  s->victim = NONE;
  s->saving = FAR / s->unit;
  if (s->used < s->slots)
    s->saving = filling(s, now);
  else if (s->slots > 1 && !(s->mode > 0 && plan_growth(s, now)))
    plan_replacement(s, now);
  if (s->mode != LOG) return;
  int64_t growth = ((int64_t)1 << (s->slots - 1)) + 1; /* units for which there is one slot more */
  if (s->saving < growth) return;
  s->saving = growth;
  s->victim = NONE;
}

/* The longest unit of which the tape takes half of the memory. */
static int64_t longest(const Schedule *s) { return s->memory > 0 ? most(1, s->memory / 2 / s->tape) : FAR / 4; }

/* With two levels: whether so many snapshots are too many for units of so many steps (or longer ones, if n is not known: slots remain). */
static NOINLINE int irad_schedule_crowded(const Schedule *s, int64_t snapshots, int64_t unit) {
  int64_t tape = scaled(s->memory > 0 && s->total == UNKNOWN ? longest(s) : unit, s->tape, 1);
  if (s->memory > 0) return tape > s->memory || snapshots > (s->memory - tape) / s->state;
  return snapshots > most(ALLOWED, tape) / s->state && snapshots > 1;
}

/* Let units be twice as long, and every second snapshot go. */
static NOINLINE void irad_schedule_thin(Schedule *s) {
  s->unit *= 2;
  for (int64_t k = s->slot[0].behind, behind; k != NONE; k = behind) {
    behind = s->slot[k].behind;
    if (s->slot[k].position % s->unit != 0) irad_schedule_take_off(s, k);
  }
}

static int64_t irad_schedule_go_on(Schedule *s);

/* Of two levels, in the forward phase of a loop of unknown length. */
static NOINLINE int64_t irad_schedule_unit(Schedule *s) {
  while (s->used == s->slots || irad_schedule_crowded(s, s->used + 1, s->unit)) {
    if (2 * s->unit > longest(s)) { /* no more than the snapshots that are there */
      s->levels = 0;
      s->mode = s->slots = s->used;
      s->grown = NONE;
      return irad_schedule_go_on(s);
    }
    irad_schedule_thin(s);
  }
  if (s->position % s->unit != 0) return act(s, ADVANCE, s->unit - s->position % s->unit);
  if (s->slot[s->last].position != s->position) return irad_schedule_save(s);
  return act(s, s->position < HOPED * s->unit ? TAPE : ADVANCE, s->unit);
}

/* Go on in the forward phase of a loop of unknown length. */
static NOINLINE int64_t irad_schedule_go_on(Schedule *s) {
  if (s->used == 0) return irad_schedule_save(s);
  if (s->unit == 0) return act(s, TAPE, 1);
  if (s->head != NONE && s->tail == NONE && s->position < s->unit) return act(s, TAPE, s->unit - s->position);
  if (s->tail != NONE) {
    s->tail = NONE;
    return act(s, DROP_TAPE, 0);
  }
  if (s->head != NONE) {
    s->head = NONE;
    return act(s, DROP_TAPE, 0);
  }
  if (s->levels) return irad_schedule_unit(s);
  int64_t now = s->position / s->unit;
  if (s->saving == 0) irad_schedule_plan(s);
  if (now == s->saving) {
    if (s->mode == LOG) s->slots = most(s->slots, log2_above(now) + 1);
    if (s->victim != NONE) irad_schedule_take_off(s, s->victim);
    int64_t action = irad_schedule_save(s);
    irad_schedule_plan(s);
    return action;
  }
  return now < HOPED ? act(s, TAPE, s->unit) : act(s, ADVANCE, (s->saving - now) * s->unit);
}

/* One action of the binomial schedule for the steps up to `end`. */
static NOINLINE int64_t irad_schedule_approach(Schedule *s, int64_t end) {
  int64_t left = end - s->position;
  if (left <= s->unit) return act(s, s->reverse ? REVERSE : TAPE, left);
  if (s->used == 0 || (s->used < s->slots && s->slot[s->last].position != s->position)) return irad_schedule_save(s);
  int64_t n = units(s, left);
  return act(s, ADVANCE, left - (n - split(n, s->slots - s->used + 1)) * s->unit);
}

static int64_t turn(Schedule *s) {
  s->reverse = 1;
  s->end = s->total;
  if (s->mode == LOG && s->unit > 0) s->slots = most(s->slots, log2_above(units(s, s->total)) + 1);
  return act(s, DONE, s->total);
}

/* Advance to the goal, and tape single steps on the way. */
static NOINLINE int64_t irad_schedule_head(Schedule *s) {
  if (!s->measures || s->probe >= s->goal) return act(s, ADVANCE, s->goal - s->position);
  if (s->position < s->probe) return act(s, ADVANCE, s->probe - s->position);
  while (s->probe <= s->position) s->probe *= 2;
  s->probing = 1;
  return act(s, TAPE, 1);
}

/* Where the next piece of a loop ends that seems to fit as a whole. */
static int64_t piece_end(const Schedule *s) {
  int64_t start = s->slot[0].position;
  return start + ((s->total - start) >> (PIECES - 1 - s->pieces));
}

static int64_t forward(Schedule *s) {
  if (s->probing) {
    s->probing = 0;
    return act(s, DROP_TAPE, 0);
  }
  if (s->trial == TOO_LONG) {
    if (s->pieces-- > 0) return act(s, DROP_TAPE, 0);
    s->trial = s->pieces = 0;
  }
  if (s->position == s->total) return turn(s);
  if (s->trial) return s->used == 0 ? irad_schedule_save(s) : act(s, TAPE, piece_end(s) - s->position);
  if (s->position < s->goal) return irad_schedule_head(s);
  if (s->total != UNKNOWN && s->unit == 0) return act(s, TAPE, 1);
  int64_t action = s->total == UNKNOWN ? irad_schedule_go_on(s) : irad_schedule_approach(s, s->total);
  if (action != ADVANCE) return action;
  s->goal = s->position + s->argument;
  return irad_schedule_head(s);
}

static int64_t backward(Schedule *s) {
  if (s->pieces > 0) {
    s->end -= s->piece[--s->pieces];
    return act(s, REVERSE_TAPE, 0);
  }
  if (s->tail != NONE) {
    s->end -= s->tail;
    s->tail = NONE;
    return act(s, REVERSE_TAPE, 0);
  }
  if (s->head != NONE && s->end <= s->head) {
    s->end = 0;
    s->head = NONE;
    return act(s, REVERSE_TAPE, 0);
  }
  if (s->end == 0) return act(s, DONE, s->total);
  while (s->slot[s->last].position >= s->end) irad_schedule_take_off(s, s->last);
  int64_t start = s->slot[s->last].position;
  if (s->position >= start && s->position < s->end) return irad_schedule_approach(s, s->end);
  s->position = start;
  return act(s, RESTORE, s->last);
}

/* With two levels and n steps to go: find the shortest units of which there are not too many; or else the number of slots. */
static NOINLINE void irad_schedule_lengthen(Schedule *s, int64_t n) {
  int64_t most_units = s->room, low = s->unit - 1, high = n;
  if (s->memory > 0 && scaled(n, s->tape, 1) <= s->memory) low = n - 1;
  if (s->memory > 0 && low < n - 1) high = most(low + 1, least(n, longest(s)));
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2, number = n / middle + (n % middle != 0);
    if (number > most_units || irad_schedule_crowded(s, number, middle))
      low = middle;
    else
      high = middle;
  }
  s->unit = most(high, 1);
  s->slots = least(most_units, units(s, n) + SHORTER);
  if (s->memory == 0 || s->unit == n || (units(s, n) <= most_units && !irad_schedule_crowded(s, units(s, n), s->unit))) return;
  s->unit = least(most(1, s->budget / s->tape), longest(s));
  s->slots = most(1, least(most_units, (s->memory - scaled(s->unit, s->tape, 1)) / s->state));
}

/* The first step has been taped: how long a unit is. */
static void measured(Schedule *s, int64_t done, int64_t bytes) {
  int64_t fitting = most(1, s->budget / most(1, bytes));
  s->head = done;
  s->unit = fitting;
  s->tape = most(1, bytes);
  if (s->memory > 0) s->memory = most(1, s->memory - bytes); /* that tape remains */
  if (s->levels) s->unit = least(s->unit, longest(s));
  if (s->total == UNKNOWN || bytes == 0) s->unit = least(s->unit, LONGEST); /* the first step may tell little */
  if (s->total == UNKNOWN) {
    if (s->levels) s->slots = s->room;
    return;
  }
  fitting = least(fitting, s->unit);
  if (s->total > fitting) s->unit = least(s->unit, most(1, fitting - 1));
  if (s->levels) {
    int64_t n = most(1, s->total - done);
    irad_schedule_lengthen(s, n);
    if (s->memory > 0 && n > FEW && s->unit >= n && scaled(n, s->tape, 1) + s->state <= s->memory) s->trial = WHOLE;
  } else
    s->slots = known_slots(s->mode, units(s, most(1, s->total - done)));
}

/* Steps have been taped: units are so long that their tapes fit where those of the first step would have. */
static void measured_again(Schedule *s, int64_t done, int64_t bytes) {
  int64_t longer = bytes / most(1, done);
  if (longer <= s->tape) return;
  int64_t fitting = most(s->budget, scaled(s->unit, s->tape, 1)) / longer;
  s->tape = longer;
  if (fitting >= s->unit) return;
  s->unit = most(1, fitting);
  s->saving = 0; /* that was counted in units */
}

/* A piece has been taped: whether all will fit, if tapes go on growing as they do. */
static NOINLINE void irad_schedule_piece(Schedule *s, int64_t done, int64_t bytes) {
  int64_t before = s->taped, n = s->total - s->slot[0].position;
  s->piece[s->pieces++] = done;
  s->taped += bytes;
  int64_t whole = s->taped;
  for (int64_t k = s->pieces; k < PIECES; k++)
    whole = scaled(whole, s->pieces > 1 ? most(2 * before, s->taped) : 2, s->pieces > 1 ? most(before, 1) : 1);
  if (s->pieces == PIECES || whole + s->state <= s->memory) return;
  s->trial = TOO_LONG;
  s->tape = most(s->tape, whole / n);
  s->unit = least(most(1, s->budget / s->tape), longest(s));
  irad_schedule_lengthen(s, n);
}

/* What the last action has changed. */
static void report(Schedule *s, int64_t done, int64_t ended, int64_t bytes) {
  if (s->action == REVERSE) {
    s->end = s->position;
    s->position = NONE;
  }
  if (s->action != ADVANCE && s->action != TAPE) return;
  s->position += s->reverse ? s->argument : done;
  if (s->reverse) return;
  if (s->action == TAPE) {
    if (s->unit == 0)
      measured(s, done, bytes);
    else if (s->trial == WHOLE)
      irad_schedule_piece(s, done, bytes);
    else {
      if (s->measures) measured_again(s, done, bytes);
      if (!s->probing) s->tail = done;
    }
  }
  if (ended) s->total = s->position;
}

/* The next action; its argument is st[0].  done, ended, bytes: what the last one reports. */
int64_t irad_schedule_next(Schedule *s, int64_t done, int64_t ended, int64_t bytes) {
  report(s, done, ended, bytes);
  return s->reverse ? backward(s) : forward(s);
}
