// What was written before an exception was thrown counts, and is reversed.
#include "derivative.h"

struct Account {
  double balance = 1;
  double log[8] = {};
  int entries = 0;
  __attribute__((noinline)) void pay(double amount, double limit) {
    log[entries++] = balance;
    balance = balance * amount;
    if (balance > limit) throw entries;
    balance += 0.5;
  }
};

__attribute__((noinline)) static void pay_all(Account &a, double x, int n) {
  for (int i = 0; i < n; i++) a.pay(x + i, 20.0);
}

static double f(double x) {
  Account a;
  double r = 0;
  try {
    pay_all(a, x, 6);
    r = 1000 * x;
  } catch (int entries) {
    r = entries * x;
  }
  for (int i = 0; i < a.entries; i++) r += a.log[i] * a.log[i];
  return r + a.balance;
}

PRINT_DERIVATIVES(f)
