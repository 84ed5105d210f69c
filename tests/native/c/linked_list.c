/* A list that is built, reversed and freed inside the differentiated function. */
#include "check.h"

struct node { double value; struct node *next; int place; };

OWN struct node *push(struct node *head, double value, int place) {
  struct node *n = malloc(sizeof *n);
  n->value = value;
  n->next = head;
  n->place = place;
  return n;
}

OWN struct node *reversed(struct node *head) {
  struct node *out = NULL;
  while (head) {
    struct node *next = head->next;
    head->next = out;
    out = head;
    head = next;
  }
  return out;
}

OWN double f(const double *x, int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) head = push(head, x[i] * x[i], i);
  head = reversed(head);
  for (struct node *p = head; p && p->next; p = p->next) p->next->value *= p->value; /* running products */
  double s = 0;
  while (head) {
    struct node *next = head->next;
    s += head->place * head->value;
    free(head);
    head = next;
  }
  return s;
}

int main(void) {
  double x[5] = {1.1, 0.9, 1.2, 0.7, 1.3}, d[5] = {0};
  __enzyme_autodiff((void *)f, x, d, 5);
  for (int k = 0; k < 5; k++) {
    double want = 0, product = 1;
    for (int i = 0; i < 5; i++) {
      product *= x[i] * x[i];
      if (i >= k) want += i * product * 2 / x[k];
    }
    CHECK(d[k], want);
  }
  return wrong;
}
