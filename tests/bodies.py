"""Bodies that try a decoder of JSON: by name, each nearly an answer of a bot; and at random."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

DEEP = 30_000
"""Levels of nesting that fit into a body, several hundred times what a decoder can take."""

PIECES = [
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\\u", b"\\ud800", b"\\u0000", b"\x00"),
    *(b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\n", b" ", b"-", b"0", b"9" * 30),
    *(b"e400", b".", b"NaN", b"null", b"true", b'"a":', b"[" * 50, b'{"a":' * 50),
]
"""What a mutant has in it that its seed had not."""

NO_JSON: Mapping[str, bytes] = {
    "nothing": b"",
    "white space": b" \t\r\n",
    "text": b"choice=0",
    "html": b"<!doctype html><title>502</title>",
    "python": b"{'choice': 0}",
    "yaml": b"choice: 0",
    "no quotes": b"{choice: 0}",
    "comment": b'{"choice": 0 /* best */}',
    "line comment": b'// best\n{"choice": 0}',
    "comma at the end": b'{"choice": 0,}',
    "comma in a row": b'{"choice": 0,, "say": "x"}',
    "no comma": b'{"choice": 0 "say": "x"}',
    "no colon": b'{"choice" 0}',
    "cut in a key": b'{"cho',
    "cut in a number": b'{"choice": ',
    "cut in a text": b'{"choice": 0, "say": "x',
    "cut in an escape": b'{"choice": 0, "say": "\\u00',
    "cut before the end": b'{"choice": 0',
    "another after it": b'{"choice": 0}{"choice": 1}',
    "another on the next line": b'{"choice": 0}\n{"choice": 1}\n',
    "bracket after it": b'{"choice": 0}}',
    "NUL after it": b'{"choice": 0}\x00',
    "NUL before it": b'\x00{"choice": 0}',
    "NUL in a text": b'{"choice": 0, "say": "\x00"}',
    "line feed in a text": b'{"choice": 0, "say": "a\nb"}',
    "byte order mark": b'\xef\xbb\xbf{"choice": 0}',
    "UTF-16": '{"choice": 0}'.encode("utf-16"),
    "UTF-16, no mark": '{"choice": 0}'.encode("utf-16-le"),
    "UTF-32": '{"choice": 0}'.encode("utf-32"),
    "no UTF-8 in a text": b'{"choice": 0, "say": "\xff\xfe"}',
    "UTF-8 that is too long": b'{"choice": 0, "say": "\xc0\xaf"}',
    "UTF-8 of a surrogate": b'{"choice": 0, "say": "\xed\xa0\x80"}',
    "UTF-8 beyond Unicode": b'{"choice": 0, "say": "\xf4\x90\x80\x80"}',
    "UTF-8 cut short": b'{"choice": 0, "say": "\xe2\x82"}',
    "high surrogate alone": b'{"choice": 0, "say": "\\ud800"}',
    "low surrogate alone": b'{"choice": 0, "say": "\\udc00"}',
    "surrogates the wrong way": b'{"choice": 0, "say": "\\udc00\\ud800"}',
    "unknown escape": b'{"choice": 0, "say": "\\x41"}',
    "NaN": b'{"choice": NaN}',
    "Infinity": b'{"choice": Infinity}',
    "minus Infinity": b'{"choice": -Infinity}',
    "nan": b'{"choice": nan}',
    "plus": b'{"choice": +1}',
    "zero before": b'{"choice": 01}',
    "hex": b'{"choice": 0x1}',
    "point without digits": b'{"choice": 1.}',
    "digits without point": b'{"choice": .5}',
    "True": b'{"choice": True}',
    "5,000 zeros": b'{"choice": ' + b"0" * 5_000 + b"1}",
    "NaN in what is ignored": b'{"choice": 0, "x": NaN}',
    "surrogate in what is ignored": b'{"choice": 0, "x": "\\ud800"}',
    "deep in what is ignored": b'{"choice": 0, "x": ' + b"[" * DEEP + b"]" * DEEP + b"}",
}
"""No JSON, or none that can be read."""

OTHER_SHAPES: Mapping[str, bytes] = {
    "int": b"0",
    "string": b'"0"',
    "null": b"null",
    "list": b"[0]",
    "no keys": b"{}",
    "other case": b'{"Choice": 0}',
    "NUL in the key": b'{"choice\\u0000": 0}',
    "null for an int": b'{"choice": null}',
    "bool for an int": b'{"choice": true}',
    "text for an int": b'{"choice": "0"}',
    "list for an int": b'{"choice": [0]}',
    "object for an int": b'{"choice": {}}',
    "minus one": b'{"choice": -1}',
    "one too many": b'{"choice": 1000001}',
    "2 ** 63": b'{"choice": 9223372036854775808}',
    "2 ** 70": b'{"choice": 1180591620717411303424}',
    "5,000 digits": b'{"choice": ' + b"9" * 5_000 + b"}",
    "1e400": b'{"choice": 1e400}',
    "-1e400": b'{"choice": -1e400}',
    "1e-400": b'{"choice": 1e-400}',
    "5,000 digits of exponent": b'{"choice": 1e' + b"9" * 5_000 + b"}",
    "5,000 digits of a fraction": b'{"choice": 0.' + b"0" * 5_000 + b"}",
    "zero as a float": b'{"choice": 0.0}',
    "one as a float": b'{"choice": 1e0}',
    "the last of two keys is a text": b'{"choice": 0, "choice": "x"}',
    "int for a text": b'{"choice": 0, "say": 1}',
    "81 characters": b'{"choice": 0, "say": "' + b"x" * 81 + b'"}',
    "81 emoji": f'{{"choice": 0, "say": "{chr(0x1F600) * 81}"}}'.encode(),
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep lists, cut": b"[" * DEEP,
    "deep objects": b'{"choice":' * 5_000 + b"0" + b"}" * 5_000,
}
"""JSON as far as it is read, and no answer."""

ODD: Mapping[str, tuple[bytes, int]] = {
    "minus zero": (b'{"choice": -0}', 0),
    "white space": (b' \t\r\n{ "choice"\n:\t2 }\r\n', 2),
    "escaped key": (b'{"\\u0063hoice": 1}', 1),
    "the last of two keys counts": (b'{"choice": 0, "choice": 1}', 1),
    "80 emoji": (f'{{"choice": 3, "say": "{chr(0x1F600) * 80}"}}'.encode(), 3),
    "controls": (b'{"choice": 3, "say": "\\u0000\\u001b[2J\\u202e"}', 3),
    "null for a text": (b'{"choice": 3, "say": null}', 3),
    "names of Python": (b'{"__class__": "os", "__init__": {}, "choice": 4}', 4),
    "1e400 in what is ignored": (b'{"choice": 5, "x": 1e400}', 5),
    "5,000 digits in what is ignored": (b'{"x": ' + b"9" * 5_000 + b', "choice": 5}', 5),
    "no UTF-8 in what is ignored": (b'{"\xff": "\xff", "choice": 5}', 5),
    "100 levels in what is ignored": (b'{"x": ' + b"[" * 100 + b"]" * 100 + b', "choice": 5}', 5),
    "5,000 keys": (b'{"choice": 6' + b"".join(b',"%d":0' % n for n in range(5_000)) + b"}", 6),
}
"""Answers all the same, and the choice that each is."""


def mutants(seeds: Sequence[bytes], count: int) -> Iterator[bytes]:
    """Give so many bodies made of the seeds, always the same; each tenth is of random bytes."""
    chance = Random(25)
    for number in range(count):
        yield _mutant(seeds, chance) if number % 10 else chance.randbytes(chance.randint(0, 40))


def _mutant(seeds: Sequence[bytes], chance: Random) -> bytes:
    """Give one of the seeds, changed in a few places or in none."""
    body = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(0, 4)):
        start = chance.randint(0, len(body))
        end = min(len(body), start + chance.randint(0, 4))
        match chance.randrange(4):
            case 0:
                body[start:end] = b""
            case 1:
                body[start:end] = chance.choice(PIECES)
            case 2:
                body[start:end] = chance.randbytes(end - start)
            case _:
                body[start:start] = body[end : end + 20]
    return bytes(body)
