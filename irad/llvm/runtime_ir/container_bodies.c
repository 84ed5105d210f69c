/* What libstdc++ has only in its library of std::list, std::map and std::set: functions that move pointers.
 *
 * With these bodies irad differentiates them as any other code: shadows of nodes get the same links as the nodes.  Layouts and
 * names are those of the library's headers (bits/stl_list.h, bits/stl_tree.h); the algorithms are the textbook's (Cormen,
 * Leiserson, Rivest and Stein, "Introduction to Algorithms", chapter 13).  `container_bodies.ll` is made from this file, see there.
 */
typedef struct Node { struct Node *next, *prev; } Node;

#define PUBLIC(name) __asm__(name) __attribute__((noinline))

void hook(Node *self, Node *position) PUBLIC("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
void unhook(Node *self) PUBLIC("_ZNSt8__detail15_List_node_base9_M_unhookEv");
void transfer(Node *self, Node *first, Node *last) PUBLIC("_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");
void reverse(Node *self) PUBLIC("_ZNSt8__detail15_List_node_base10_M_reverseEv");
void swap(Node *a, Node *b) PUBLIC("_ZNSt8__detail15_List_node_base4swapERS0_S1_");

void hook(Node *self, Node *position) {
  self->next = position;
  self->prev = position->prev;
  position->prev->next = self;
  position->prev = self;
}

void unhook(Node *self) {
  self->prev->next = self->next;
  self->next->prev = self->prev;
}

/* Move [first, last) in front of self. */
void transfer(Node *self, Node *first, Node *last) {
  if (self == last || first == last) return;
  Node *before = first->prev, *end = last->prev, *place = self->prev;
  before->next = last;
  last->prev = before;
  place->next = first;
  first->prev = place;
  end->next = self;
  self->prev = end;
}

void reverse(Node *self) {
  Node *at = self;
  do {
    Node *next = at->next;
    at->next = at->prev;
    at->prev = next;
    at = next;
  } while (at != self);
}

/* Two list heads, either of which may be empty (linked to itself). */
void swap(Node *a, Node *b) {
  Node *a_first = a->next, *a_last = a->prev, *b_first = b->next, *b_last = b->prev;
  int a_empty = a_first == a, b_empty = b_first == b;
  a->next = b_empty ? a : b_first;
  a->prev = b_empty ? a : b_last;
  b->next = a_empty ? b : a_first;
  b->prev = a_empty ? b : a_last;
  a->next->prev = a;
  a->prev->next = a;
  b->next->prev = b;
  b->prev->next = b;
}

enum { RED = 0, BLACK = 1 };

typedef struct Tree {
  int color;
  struct Tree *parent, *left, *right;
} Tree;

Tree *increment(Tree *x) PUBLIC("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
const Tree *increment_const(const Tree *x) PUBLIC("_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base");
Tree *decrement(Tree *x) PUBLIC("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
const Tree *decrement_const(const Tree *x) PUBLIC("_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base");
void insert(_Bool left, Tree *x, Tree *parent, Tree *header)
    PUBLIC("_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
Tree *erase(Tree *z, Tree *header) PUBLIC("_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");

/* The header's parent is the root, and the root's parent the header; the header is red, and stands for the end. */

Tree *increment(Tree *x) {
  if (x->right) {
    x = x->right;
    while (x->left) x = x->left;
    return x;
  }
  Tree *up = x->parent;
  while (x == up->right) {
    x = up;
    up = up->parent;
  }
  return x->right != up ? up : x; /* from the last one of a tree whose root has no right child */
}

const Tree *increment_const(const Tree *x) { return increment((Tree *)x); }

Tree *decrement(Tree *x) {
  if (x->color == RED && x->parent->parent == x) return x->right; /* from the end */
  if (x->left) {
    x = x->left;
    while (x->right) x = x->right;
    return x;
  }
  Tree *up = x->parent;
  while (x == up->left) {
    x = up;
    up = up->parent;
  }
  return up;
}

const Tree *decrement_const(const Tree *x) { return decrement((Tree *)x); }

static void rotate_left(Tree *x, Tree *header) PUBLIC("irad.tree.rotate_left");
static void rotate_right(Tree *x, Tree *header) PUBLIC("irad.tree.rotate_right");
static void restore(Tree *x, Tree *up, Tree *header) PUBLIC("irad.tree.restore");

/* Where x hangs, hang y. */
static inline void replace(Tree *x, Tree *y, Tree *header) {
  Tree *up = x->parent;
  if (x == header->parent) header->parent = y;
  else if (x == up->left) up->left = y;
  else up->right = y;
}

static void rotate_left(Tree *x, Tree *header) {
  Tree *y = x->right;
  x->right = y->left;
  if (y->left) y->left->parent = x;
  y->parent = x->parent;
  replace(x, y, header);
  y->left = x;
  x->parent = y;
}

static void rotate_right(Tree *x, Tree *header) {
  Tree *y = x->left;
  x->left = y->right;
  if (y->right) y->right->parent = x;
  y->parent = x->parent;
  replace(x, y, header);
  y->right = x;
  x->parent = y;
}

void insert(_Bool left, Tree *x, Tree *parent, Tree *header) {
  x->parent = parent;
  x->left = 0;
  x->right = 0;
  x->color = RED;
  if (left) {
    parent->left = x; /* that is header->left when the tree is empty */
    if (parent == header) {
      header->parent = x;
      header->right = x;
    } else if (parent == header->left) header->left = x;
  } else {
    parent->right = x;
    if (parent == header->right) header->right = x;
  }
  while (x != header->parent && x->parent->color == RED) {
    Tree *up = x->parent, *top = up->parent;
    _Bool is_left = up == top->left;
    Tree *uncle = is_left ? top->right : top->left;
    if (uncle && uncle->color == RED) {
      up->color = BLACK;
      uncle->color = BLACK;
      top->color = RED;
      x = top;
      continue;
    }
    if (is_left) {
      if (x == up->right) {
        rotate_left(up, header);
        up = x;
      }
      up->color = BLACK;
      top->color = RED;
      rotate_right(top, header);
    } else {
      if (x == up->left) {
        rotate_right(up, header);
        up = x;
      }
      up->color = BLACK;
      top->color = RED;
      rotate_left(top, header);
    }
    break;
  }
  header->parent->color = BLACK;
}

static inline _Bool is_black(Tree *x) { return !x || x->color == BLACK; }

/* One black node too few below `up` on the side of x (which may be null). */
static void restore(Tree *x, Tree *up, Tree *header) {
  while (x != header->parent && is_black(x)) {
    if (x == up->left) {
      Tree *w = up->right;
      if (w->color == RED) {
        w->color = BLACK;
        up->color = RED;
        rotate_left(up, header);
        w = up->right;
      }
      if (is_black(w->left) && is_black(w->right)) {
        w->color = RED;
        x = up;
        up = up->parent;
        continue;
      }
      if (is_black(w->right)) {
        w->left->color = BLACK;
        w->color = RED;
        rotate_right(w, header);
        w = up->right;
      }
      w->color = up->color;
      up->color = BLACK;
      if (w->right) w->right->color = BLACK;
      rotate_left(up, header);
    } else {
      Tree *w = up->left;
      if (w->color == RED) {
        w->color = BLACK;
        up->color = RED;
        rotate_right(up, header);
        w = up->left;
      }
      if (is_black(w->left) && is_black(w->right)) {
        w->color = RED;
        x = up;
        up = up->parent;
        continue;
      }
      if (is_black(w->left)) {
        w->right->color = BLACK;
        w->color = RED;
        rotate_left(w, header);
        w = up->left;
      }
      w->color = up->color;
      up->color = BLACK;
      if (w->left) w->left->color = BLACK;
      rotate_right(up, header);
    }
    return;
  }
  if (x) x->color = BLACK;
}

Tree *erase(Tree *z, Tree *header) {
  Tree *x, *up;
  int color = z->color;
  if (z->left && z->right) {
    Tree *y = z->right; /* the next one takes z's place */
    while (y->left) y = y->left;
    color = y->color;
    x = y->right;
    if (y == z->right) {
      up = y;
    } else {
      up = y->parent;
      up->left = x;
      if (x) x->parent = up;
      y->right = z->right;
      z->right->parent = y;
    }
    y->left = z->left;
    z->left->parent = y;
    replace(z, y, header);
    y->parent = z->parent;
    y->color = z->color;
  } else {
    x = z->left ? z->left : z->right;
    up = z->parent;
    if (x) x->parent = up;
    replace(z, x, header);
    if (header->left == z) {
      Tree *least = x;
      while (least && least->left) least = least->left;
      header->left = least ? least : up;
    }
    if (header->right == z) {
      Tree *most = x;
      while (most && most->right) most = most->right;
      header->right = most ? most : up;
    }
  }
  if (color == BLACK) restore(x, up, header);
  return z;
}
