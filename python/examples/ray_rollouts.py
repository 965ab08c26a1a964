"""Plays many episodes on the processes of a Ray cluster, or of this machine, and adds up what came of them.

    pip install "vgdl[ray]" gymnasium
    python ray_rollouts.py [GAME] [--level N] [--workers N] [--episodes N] [--seed N]

A game is compiled once and sent to the workers as bytes. Each worker steps a vector of plays on one core. What is played
depends on the seed alone, not on the number of workers.
"""

from __future__ import annotations

import argparse

import numpy as np
import ray

import vgdl

#: Plays of one task. Tasks are the same for any number of workers.
TASK = 64


@ray.remote(num_cpus=1)
def rollouts(game: vgdl.Game, level: int, seed: int, ticks: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores and winners of so many plays with random actions."""
    env = vgdl.make_vec(game, level, num_envs=TASK, observation="features", threads=1, autoreset_mode="Disabled")
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    over = np.zeros(TASK, bool)
    for _ in range(ticks):
        _, _, terminated, truncated, info = env.step(rng.integers(env.single_action_space.n, size=TASK))
        over |= terminated | truncated
        if over.all():
            break
    return info["score"], info["winner"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="hailguard", choices=vgdl.games())
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--episodes", type=int, default=1024)
    parser.add_argument("--ticks", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    ray.init(num_cpus=options.workers, include_dashboard=False, log_to_driver=False)
    game = ray.put(vgdl.Game.own(options.game))
    tasks = -(-options.episodes // TASK)
    jobs = [rollouts.remote(game, options.level, options.seed + i * TASK, options.ticks) for i in range(tasks)]
    found = ray.get(jobs)
    scores, winners = (np.concatenate(part) for part in zip(*found))
    print(f"{options.game}, level {options.level}: {len(scores)} episodes on {options.workers} workers")
    print(f"score {scores.mean():.2f} ± {scores.std():.2f}, {np.mean(winners == 1):.1%} won")


if __name__ == "__main__":
    main()
