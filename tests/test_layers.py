"""Imports go down only: the floors of CONTRIBUTING.md, held to the code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = {
    "arena.engine": 0,
    "arena.games.sky5": 1,
    "arena.games.sky_heist": 1,
    "arena.games": 2,
    "arena.protocol": 3,
    "arena.tournament": 3,
    "arena.match": 4,
    "arena.store": 4,
    "arena.service": 5,
    "arena.logs": 5,
    "arena.app": 6,
    "arena.http": 7,
    "arena.api": 8,
    "arena.web": 8,
    "arena.cli": 8,
    "workers": 8,
    "bots": 8,
    "arena.server": 9,
    "arena": 9,
}
PURE = ("arena.engine", "arena.games", "arena.protocol", "arena.tournament")
IMPURE = {
    "aiohttp", "asyncio", "datetime", "http", "httpx", "litestar", "logging", "os", "random",
    "redis", "requests", "rq", "secrets", "select", "socket", "ssl", "structlog", "subprocess",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
ONLY = {
    ("redis", "rq"): ("arena.store", "workers"),
    ("aiohttp", "httpx", "requests"): ("arena.match", "arena.cli", "bots"),
    ("litestar",): ("arena.http", "arena.api", "arena.web", "arena.server"),
}
KIT = ("arena.engine", "arena.games", "arena.protocol", "bots")

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ("arena", "bots", "workers")
    for path in sorted((ROOT / top).rglob("*.py"))
}


def inside(module: str, packages: tuple[str, ...]) -> bool:
    """Say whether the module is one of the packages or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def package_of(module: str) -> str:
    """Give the entry of FLOORS that the module belongs to: the most exact one."""
    return max((package for package in FLOORS if inside(module, (package,))), key=len)


def imports_of(path: Path) -> Iterator[str]:
    """Give the dotted names of all that the file imports, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES else str(node.module)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_lies_below_it(module: str) -> None:
    """Never up, never sideways; the kit only what contestants may build on."""
    own = package_of(module)
    for name in imports_of(MODULES[module]):
        if name in MODULES and package_of(name) != own:
            assert FLOORS[package_of(name)] < FLOORS[own], f"{module} imports {name}"
            assert own != "bots" or inside(name, KIT), f"{module} imports {name}"


@pytest.mark.parametrize("module", [name for name in MODULES if inside(name, PURE)])
def test_a_pure_module_reaches_nothing_outside(module: str) -> None:
    """No clock, no chance but the seed's, no network, no environment."""
    roots = {name.split(".")[0] for name in imports_of(MODULES[module])}

    assert not roots & IMPURE


@pytest.mark.parametrize("module", MODULES)
def test_a_library_is_used_where_it_belongs(module: str) -> None:
    """The store's, the HTTP clients', the server's: each has one place."""
    roots = {name.split(".")[0] for name in imports_of(MODULES[module])}
    for libraries, packages in ONLY.items():
        assert not roots.intersection(libraries) or inside(module, packages)


def test_no_module_has_no_floor() -> None:
    """A new package must be given its place here; only the root package is nowhere."""
    assert [module for module in MODULES if package_of(module) == "arena"] == ["arena"]
