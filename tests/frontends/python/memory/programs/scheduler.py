"""Jobs with states, one of which an attribute holds while it runs."""

from dataclasses import dataclass
from enum import Enum

import numpy as np


class State(Enum):
    IDLE = 0
    RUN = 1
    DONE = 2


@dataclass
class Job:
    id: int
    work: float
    state: State = State.IDLE
    prev: "Job | None" = None


class Scheduler:
    def __init__(self):
        self.jobs = {}
        self.running = None
        self.finished = []

    def add(self, j):
        self.jobs[j.id] = j

    def tick(self, dt):
        if self.running is None:
            idle = [j for j in self.jobs.values() if j.state == State.IDLE]
            if not idle:
                return False
            self.running = min(idle, key=lambda j: j.work)
            self.running.state = State.RUN
        self.running.work -= dt
        if self.running.work <= 0:
            self.running.state = State.DONE
            self.running.prev = self.finished[-1] if self.finished else None
            self.finished.append(self.running)
            self.running = None
        return True


def f(x):
    s = Scheduler()
    for k, v in enumerate(x):
        s.add(Job(k, v))
    n = 0
    while s.tick(0.3):
        n += 1
    tot = 0.0
    for k, j in enumerate(s.finished):
        tot += (k + 1) * j.work**2
        if j.prev is not None:
            tot += j.prev.work * j.work
    return tot + n


x0 = np.array([0.53, 0.12, 0.74])
