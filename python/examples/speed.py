"""Steps a second on one core: one environment, and a vector of them, with planes.

    python speed.py [GAME]... [--plays N]

Both loops draw actions from the action space, as the first page of Gymnasium's manual does; `drawn before` leaves that out. The
best of several rounds counts, since other programs disturb.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import vgdl

ROUNDS, STEPS = 20, 2000


def best(run, steps: int) -> float:
    """Steps a second in the best round."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return steps / min(times)


def single(game: vgdl.Game) -> tuple[float, float]:
    env = vgdl.make(game, max_ticks=1000)
    env.reset(seed=0)

    def loop(actions) -> None:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()

    drawn = np.random.default_rng(0).integers(env.action_space.n, size=STEPS).tolist()
    return best(lambda: loop(env.action_space.sample() for _ in range(STEPS)), STEPS), best(lambda: loop(drawn), STEPS)


def vector(game: vgdl.Game, plays: int) -> tuple[float, float]:
    envs = vgdl.make_vec(game, num_envs=plays, max_ticks=1000, threads=1)
    envs.reset(seed=0)
    rounds = 16

    def loop(actions) -> None:
        for action in actions:
            envs.step(action)

    drawn = [envs.action_space.sample() for _ in range(rounds)]
    steps = rounds * plays
    return best(lambda: loop(envs.action_space.sample() for _ in range(rounds)), steps), best(lambda: loop(drawn), steps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["geysers", "rootcellar", "hailguard"])
    parser.add_argument("--plays", type=int, default=256)
    options = parser.parse_args()
    print("| game | one environment | vector | times | one, actions drawn before | vector, drawn before | times |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in options.games:
        game = vgdl.Game.own(name)
        one, one_drawn = single(game)
        many, many_drawn = vector(game, options.plays)
        cells = [f"{one:,.0f}", f"{many:,.0f}", f"{many / one:.1f}"]
        cells += [f"{one_drawn:,.0f}", f"{many_drawn:,.0f}", f"{many_drawn / one_drawn:.1f}"]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
