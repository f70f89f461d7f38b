"""What a match is made of, down to the last value: to see whether anything changed or is shared."""

from collections.abc import Iterator

import msgspec

from arena.engine.table import Table

Plain = int | str | bytes | None


def is_frozen(value: object) -> bool:
    """Say whether the value is a struct or data class that cannot be changed."""
    if isinstance(value, msgspec.Struct):
        return bool(value.__struct_config__.frozen)
    return bool(getattr(getattr(value, "__dataclass_params__", None), "frozen", False))


def parts_of(value: object) -> list[tuple[str, object]]:
    """Give the attributes of an object of ours, by name."""
    names: list[str] = []
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    names += getattr(value, "__struct_fields__", ())
    names += getattr(value, "__dict__", {})
    return [(name, getattr(value, name)) for name in sorted(set(names)) if hasattr(value, name)]


def snapshot(value: object) -> object:
    """Give the value as plain data; equal states give equal snapshots."""
    if isinstance(value, Plain) or is_frozen(value):
        return value
    if isinstance(value, tuple | list):
        return tuple(snapshot(item) for item in value)
    if isinstance(value, set | frozenset):
        return tuple(sorted((snapshot(item) for item in value), key=repr))
    if isinstance(value, dict):
        return tuple((snapshot(key), snapshot(item)) for key, item in value.items())
    if hasattr(value, "hexdigest"):
        return str(value.hexdigest())
    if callable(value):
        return repr(value)
    return tuple((name, snapshot(part)) for name, part in parts_of(value))


def mutables(value: object) -> Iterator[object]:
    """Give every object in the value that could be changed in place."""
    if isinstance(value, Plain) or callable(value):
        return
    if isinstance(value, tuple | list | set | frozenset):
        parts = list(value)
    elif isinstance(value, dict):
        parts = list(value.values())
    else:
        parts = [part for _, part in parts_of(value)]
    for part in parts:
        yield from mutables(part)
    if not isinstance(value, tuple | frozenset) and not is_frozen(value):
        yield value


def shared(one: Table, other: Table) -> list[object]:
    """Give the objects that both tables hold and either could change."""
    held = {id(item): item for item in mutables(one)}
    return [item for item in mutables(other) if id(item) in held]
