"""Learns to play a game with a table of values (Q-learning), and shows that it beats random play.

    python q_learning.py [GAME] [--level N] [--seconds S] [--seed N]

The state is the whole observation: what touches each cell. That suits puzzles, where few states are met again and again.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import vgdl


def play(env, choose, episodes: int, seed: int) -> tuple[float, float]:
    """Mean score and share of wins of so many episodes."""
    scores, wins = [], 0
    for episode in range(episodes):
        observation, info = env.reset(seed=seed + episode)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(choose(observation))
            over = terminated or truncated
        scores.append(info["score"])
        wins += info["winner"] == 1
    return float(np.mean(scores)), wins / episodes


def learn(env, seconds: float, seed: int) -> dict[bytes, np.ndarray]:
    """Values of the actions by state."""
    rng = np.random.default_rng(seed)
    actions = int(env.action_space.n)
    table: dict[bytes, np.ndarray] = {}
    rate, discount = 0.3, 0.97
    # New states look good, so that they are tried.
    fresh = np.full(actions, 1.0)
    end, episode = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        observation, _ = env.reset(seed=seed + episode)
        state, over = observation.tobytes(), False
        values = table.setdefault(state, fresh.copy())
        while not over:
            action = int(rng.integers(actions)) if rng.random() < 0.05 else int(values.argmax())
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            if terminated:
                reward += 10.0 * (info["winner"] == 1)
            following = table.setdefault(observation.tobytes(), fresh.copy())
            worth = 0.0 if terminated else discount * float(following.max())
            values[action] += rate * (reward - 0.01 + worth - values[action])
            values = following
        episode += 1
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="geysers", choices=vgdl.games())
    parser.add_argument("--level", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    env = vgdl.make(vgdl.Game.own(options.game), options.level, max_ticks=200)
    rng = np.random.default_rng(options.seed)
    actions = int(env.action_space.n)
    before = play(env, lambda _: int(rng.integers(actions)), 50, seed=10_000)

    table = learn(env, options.seconds, options.seed)

    def greedy(observation: np.ndarray) -> int:
        values = table.get(observation.tobytes())
        return int(rng.integers(actions)) if values is None or rng.random() < 0.02 else int(values.argmax())

    after = play(env, greedy, 50, seed=10_000)
    print(f"{options.game}, level {options.level}: {len(table):,} states in {options.seconds:g} s")
    print(f"random play:  score {before[0]:.2f}, {before[1]:.0%} won")
    print(f"what it learnt: score {after[0]:.2f}, {after[1]:.0%} won")


if __name__ == "__main__":
    main()
