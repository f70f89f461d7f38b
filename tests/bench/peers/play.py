"""Play other people's card games at random for a while; print decisions per second as JSON.

Runs in the environment of the peers, where nothing of the arena is installed.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator


def rlcard_uno() -> Iterator[int]:
    """Play matches of two random agents by `env.run`; give the decisions of each."""
    import rlcard  # type: ignore[import-not-found]
    from rlcard.agents import RandomAgent  # type: ignore[import-not-found]

    env = rlcard.make("uno")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    while True:
        trajectories, _ = env.run(is_training=False)
        yield sum(len(trajectory) // 2 for trajectory in trajectories)


def open_spiel_crazy_eights() -> Iterator[int]:
    """Play matches of four at random, the observation built for the player who moves."""
    import pyspiel  # type: ignore[import-not-found]

    game = pyspiel.load_game("crazy_eights(players=4)")
    while True:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        yield decisions


def speed(matches: Iterator[int], seconds: float) -> float:
    """Give decisions per second over about so many seconds, after one match to warm up."""
    next(matches)
    decisions, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += next(matches)
    return decisions / spent


PEERS: dict[str, Callable[[], Iterator[int]]] = {
    "rlcard uno, 2": rlcard_uno,
    "open_spiel crazy_eights, 4": open_spiel_crazy_eights,
}

if __name__ == "__main__":
    random.seed(1)
    print(json.dumps({name: speed(play(), float(sys.argv[1])) for name, play in PEERS.items()}))
