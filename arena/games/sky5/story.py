"""How each event of Sky 5 is told, by its tag: format strings over the event's fields."""

PHRASES: dict[str, str] = {
    "turn": "## Turn {turn}: {seat:seat}",
    "draw": "{seat:seat} draws {card}",
    "gift": "{seat:seat} gives {card} to {to:seat}",
    "roll": "{seat:seat} tries to bank and rolls {number}",
    "bank": "{seat:seat} banks {cards}, worth {points}",
    "sky_five": "Sky 5! {seat:seat} has all five colours and banks {cards}, worth {points}",
    "bust": "{seat:seat} busts with {cards}",
    "take": "{seat:seat} takes {card} from {buster:seat}",
    "decline": "{seat:seat} takes nothing from {buster:seat}",
    "discard": "{cards} of {seat:seat}: discarded",
    "cap": "Safety stop: turn {turn} is the last before the final round",
    "final_round": "# Final round, in the order {order:seat}",
    "no_roll": "{seat:seat} has no cards to bank",
    "end": "# The end: points by seat: {points}; cards in the piles {cards}; places {ranks}",
    "fault": "{seat:seat} gives no valid answer ({ask}): the default is played",
}

CHOICES: dict[str, str] = {
    "draw": "draw a card",
    "bank": "try to bank",
    "give": "give it to {to:seat}",
    "take": "take {card}",
    "none": "take nothing",
}
"""How each option is told, by its tag."""

CITES: dict[str, str] = {
    "turn": "S5-06",
    "draw": "S5-08",
    "gift": "S5-10",
    "roll": "S5-13",
    "bank": "S5-13",
    "sky_five": "S5-23",
    "bust": "S5-16",
    "take": "S5-17",
    "decline": "S5-17",
    "discard": "S5-20",
    "cap": "S5-35",
    "final_round": "S5-27",
    "no_roll": "S5-29",
    "end": "S5-33",
}
"""The number of the rule behind each event, by its tag; a fault is no matter of the rules."""
