"""Geodesy over lists of (lat, lon) tuples: tour length, stop placement, an ellipsoidal correction, memo dict."""
import math
from functools import wraps

EARTH_RADIUS_KM = 6371.0088
COUNTS = {"haversine": 0, "bearing": 0}


def counted(func):
    @wraps(func)
    def wrapper(*args, **kwargs):
        COUNTS[func.__name__] += 1
        return func(*args, **kwargs)
    return wrapper


@counted
def haversine(p, q, *, radius=EARTH_RADIUS_KM):
    (lat1, lon1), (lat2, lon2) = p, q
    phi1, phi2 = math.radians(lat1), math.radians(lat2)
    dphi, dlam = phi2 - phi1, math.radians(lon2 - lon1)
    a = math.sin(dphi / 2) ** 2 + math.cos(phi1) * math.cos(phi2) * math.sin(dlam / 2) ** 2
    return 2 * radius * math.asin(min(1.0, math.sqrt(a)))


@counted
def bearing(p, q):
    phi1, phi2 = math.radians(p[0]), math.radians(q[0])
    dlam = math.radians(q[1] - p[1])
    y = math.sin(dlam) * math.cos(phi2)
    x = math.cos(phi1) * math.sin(phi2) - math.sin(phi1) * math.cos(phi2) * math.cos(dlam)
    return math.degrees(math.atan2(y, x)) % 360.0


def tour_length(points, closed=True):
    legs = list(zip(points, points[1:] + points[:1] if closed else points[1:]))
    return sum(haversine(a, b) for a, b in legs)


def nearest_neighbour_order(points, start=0):
    todo = set(range(len(points))) - {start}
    order = [start]
    while todo:
        here = points[order[-1]]
        best = min(sorted(todo), key=lambda k: haversine(here, points[k]))
        order.append(best)
        todo.remove(best)
    return order


def loss(stops, depots):
    """Length of the greedy tour, in thousands of km, plus the distance to the nearest depot, plus turning."""
    order = nearest_neighbour_order(stops)
    tour = [stops[k] for k in order]
    km = tour_length(tour)
    access = [min(haversine(s, d) for d in depots.values()) for s in stops]
    turning = 0.0
    for a, b, c in zip(tour, tour[1:], tour[2:]):
        turn = bearing(b, c) - bearing(a, b)
        turning += 1 - math.cos(math.radians(turn))
    return km / 1000 + max(access) / 500 + sum(access) / 3000 + turning


def args():
    stops = [(48.85, 2.35), (50.85, 4.35), (52.37, 4.90), (52.52, 13.40), (48.14, 11.58), (45.76, 4.84)]
    depots = {"Basel": (47.56, 7.59), "Hamburg": (53.55, 9.99)}
    return stops, depots


ARGNUM = 0
