/* Memory that is allocated in one function and freed in another: its shadow goes as well, so that calls leave nothing behind. */
#include <malloc.h>
#include "check.h"

struct node { double value; struct node *next; };

OWN struct node *push(struct node *head, double value) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = head;
  return n;
}

OWN void drop(struct node *n) {
  if (!n) return;
  drop(n->next);
  free(n);
}

OWN double *squares(const double *x, int n) {
  double *y = calloc(n, sizeof *y);
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
  return y;
}

OWN double f(const double *x, int n) {
  struct node *head = NULL;
  double *y = squares(x, n), s = 0;
  for (int i = 0; i < n; i++) head = push(head, y[i] * x[i]);
  for (struct node *p = head; p; p = p->next) s += p->value;
  drop(head);
  free(y);
  return s;
}

OWN size_t in_use(void) {
#ifdef __GLIBC__
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

int main(void) {
  double x[50], d[50] = {0};
  for (int i = 0; i < 50; i++) x[i] = i;
  __enzyme_autodiff((void *)f, x, d, 50);
  size_t before = in_use();
  for (int k = 1; k < 200; k++) __enzyme_autodiff((void *)f, x, d, 50);
  CHECK(in_use() < before + 100000, 1); /* one call allocates 4000 bytes; the allocator keeps some for itself */
  for (int i = 0; i < 50; i++) CHECK(d[i], 200 * 3 * x[i] * x[i]);
  return wrong;
}
