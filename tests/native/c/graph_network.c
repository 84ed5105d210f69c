/* An adjacency list of nodes that point to each other in cycles; messages are passed along edges for some rounds. */
#include "check.h"

struct node { double value, next; int degree; struct node *to[3]; double weight[3]; };

OWN double rounds(struct node *nodes, int n, int k) {
  while (k--) {
    for (int i = 0; i < n; i++) nodes[i].next = 0;
    for (int i = 0; i < n; i++)
      for (int e = 0; e < nodes[i].degree; e++) nodes[i].to[e]->next += nodes[i].weight[e] * nodes[i].value;
    for (int i = 0; i < n; i++) nodes[i].value = nodes[i].next;
  }
  return nodes[0].value;
}

int main(void) {
  struct node nodes[3] = {{0}}, grad[3] = {{0}};
  double start[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++) {
    nodes[i].value = start[i];
    nodes[i].degree = 1;
    nodes[i].to[0] = &nodes[(i + 1) % 3];
    grad[i].to[0] = &grad[(i + 1) % 3];
    nodes[i].weight[0] = 2 + i;
  }
  /* after 3 rounds round the ring: value0 = start0 * w0 w1 w2; after 4: start2 * w2 w0 w1 w2 */
  __enzyme_autodiff((void *)rounds, nodes, grad, 3, 4);
  CHECK(nodes[0].value, 3 * 4 * 2 * 3 * 4);
  CHECK(grad[2].value, 4 * 2 * 3 * 4);
  CHECK(grad[0].value, 0);
  CHECK(grad[0].weight[0], 3 * 4 * 3 * 4);
  CHECK(grad[1].weight[0], 3 * 4 * 2 * 4);
  CHECK(grad[2].weight[0], 3 * 2 * 2 * 3 * 4);
  return wrong;
}
