"""What the good house bots choose, and the odds they reckon with."""

import pytest

from arena.engine.ask import Option
from arena.engine.table import Table
from arena.games.sky5 import SKY_5, words
from arena.games.sky_heist.notation import option_text
from bots.house import heist_odds, house, sky5
from tests.bots.matches import put
from tests.games.sky5.script import game_at
from tests.games.sky_heist.scene import Scene

SEED = "00" * 32


def sky5_choice(text: str, bot: str = "sky5-good") -> Option:
    """Give what the bot chooses at the first ask of this position."""
    table = Table(game_at(text, "A6 B6 C6"), SKY_5.header(text.count("{"), SEED))
    (ask,) = table.asks()
    return ask.options[house(bot).decide(put(table, ask))]


def heist_choice(text: str, *acts: str, seat: int = 0, bot: str = "heist-good") -> str:
    """Give what the bot chooses in this seat after the acts, as text."""
    scene = Scene(text)
    scene.do(*acts)
    (ask,) = (ask for ask in scene.table.asks() if ask.seat == seat)
    return option_text(ask.options[house(bot).decide(put(scene.table, ask))])


def test_sky5_good_banks_what_it_has_where_simple_waits_for_five_points() -> None:
    """A second card would risk more than it brings; only without points it draws on."""
    assert sky5_choice("A {R3} B {} C {} D {}") == words.Bank()
    assert sky5_choice("A {R3} B {} C {} D {}", "sky5-simple") == words.Draw()
    assert sky5_choice("A {R0} B {} C {} D {}") == words.Draw()


def test_sky5_good_draws_on_where_the_fifth_colour_saves_a_rich_front() -> None:
    """A roll would lose it at every number; one colour in five banks it all."""
    assert sky5_choice("A {R3 G4 B5 Y6 *2 *1} B {} C {} D {}") == words.Draw()


def test_sky5_good_gives_a_card_to_whom_it_hurts() -> None:
    """A new number makes a rich front worth less; a poor one would gain."""
    assert sky5_choice("A {R2 R1} B {} C {G6 B6 Y5} gift") == words.Give(to=2)


def test_sky5_good_takes_a_card_only_if_it_is_worth_its_risk() -> None:
    """Yellow 1 would be one number more to roll, and the same number again is free."""
    assert sky5_choice("A {R6 Y1} B {R1 G5 B6 *4} takes B") == words.Take("Y1")
    assert sky5_choice("A {R6 Y1} B {R2 G5 B6 *4} takes B") == words.TakeNone()


def test_sky5_reckons_all_five_colours_as_safe() -> None:
    """They are banked without a roll."""
    assert sky5.worth(("R1", "G2", "B3")) == pytest.approx(6 * 3 / 6)
    assert sky5.worth(("R1", "G2", "B3", "Y4", "P5")) == 15


@pytest.mark.parametrize(("out", "choice"), [(1, "none"), (2, "load 1")])
def test_heist_good_loads_in_a_window_once_somebody_may_shoot(out: int, choice: str) -> None:
    """With fewer than two sheriffs out nobody can, and the cards stay free."""
    text = f"players 4; A {{1 1 1 2 4 W}}; windows A; active B; out {out}"

    assert heist_choice(text) == choice


def test_heist_good_shoots_against_the_unarmed_only() -> None:
    """Three of a kind win where the others have loaded little; where they have more, it waits."""
    mine = "players 4; out 2; A {2 4 M} [1 1 1];"

    assert heist_choice(f"{mine} B {{...}} [1]; C {{...}} []; D {{...}} []") == "shoot"
    armed = f"{mine} B {{2}} [7 7 7 7 7]; C {{5 5}} [6 6 6 6]; D {{4 4}} [5 5 5 5]"
    assert heist_choice(armed) == "discard M"


def test_heist_good_is_quick_among_four_and_arms_itself_for_a_duel() -> None:
    """A slow hand is excluded among four; with two players it only loses the bonus cards."""
    among_four = "players 4; A {7 7 7 7 2 3}; B {...}; C {...}; D {1} [5 5 5 5 5]; out 2; active D"

    assert heist_choice(among_four, "D shoot") == "hand_down"
    assert heist_choice("players 2; A {7 7 7 7 2 3}; B {...}; out 4; at arrival") == "load 7"


def test_heist_good_keeps_its_nerve_unless_it_would_win_anyway() -> None:
    """Four of a kind may give the bonus away to get the sharing; a pair may not."""
    rest = "out 2; players 2; deck 5 5 ..."

    strong = f"A {{2 3}} [7 7 7 7]; B {{2 3 4 5}} [6 6]; {rest}"
    assert heist_choice(strong, "A duel") == "anticipate"
    weak = f"A {{2 3 4 5}} [7 7]; B {{2 3}} [6 6 6 6]; {rest}"
    assert heist_choice(weak, "A duel") == "react"


def test_heist_good_gives_back_what_it_does_not_collect() -> None:
    """It keeps its three of a kind, and the one it took."""
    text = "A {Sub 1 1 1 2 4}; B {1 7 6 5 3 2}; picks 1 7"

    assert heist_choice(text, "A substitution B") == "give 2 4"


def test_heist_good_cancels_a_card_of_whom_it_can_overtake() -> None:
    """C has three of the highest value, B a pair: without one of his three, C falls behind A."""
    text = "out 2; players 4; A {} [6 6 6 M]; B {} [7 7]; C {} [7 7 7]; D {} [1]; latency D 500000"

    assert heist_choice(text) == "cancel C"


def test_a_card_loaded_in_a_race_costs_as_much_as_the_rules_say() -> None:
    """One card makes its loader last 9 times in 10 against one other, 3 in 4 against three."""
    assert heist_odds.last(0, (0,)) == pytest.approx(1 / 2, abs=0.02)
    assert heist_odds.last(1, (0,)) == pytest.approx(0.9, abs=0.04)
    assert heist_odds.last(1, (0, 0, 0)) == pytest.approx(0.75, abs=0.05)
    assert heist_odds.last(1, (1,)) == heist_odds.last(0, (0,))


def test_the_odds_of_a_group_follow_the_rules_of_sharing() -> None:
    """More cards come before higher ones; who cannot be beaten takes half, and wins a duel."""
    assert heist_odds.group(("3", "3", "7", "W")) == (2, 3)
    assert heist_odds.group(("3", "3", "7", "W"), wilds=True) == (3, 3)
    assert heist_odds.group(("W", "M"), wilds=True) == (0, 0)
    assert heist_odds.beaten((4, 7), 3) == 0
    assert heist_odds.beaten((3, 7), 3) == 0 < heist_odds.beaten((3, 6), 3)
    assert heist_odds.beaten((2, 7), 3) == 1
    assert heist_odds.share((4, 1), (3, 2, 0)) == 0.5
    assert heist_odds.win((7, 7), 3, first=0) == pytest.approx(1)
    assert heist_odds.win((3, 5), 3, first=1) > heist_odds.win((3, 5), 3, first=0)
