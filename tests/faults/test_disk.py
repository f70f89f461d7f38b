"""F15: the disk of the store is full, with fsync every second and with each write."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.store.errors import StoreAway
from tests.faults.acts import is_refused
from tests.faults.check import check
from tests.faults.contest import slow
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.mortal import ALWAYS, EVERY_SECOND
from tests.sizes import full
from tests.waiting import until

_SIZE = "3m"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk that is soon full; skips the test where none can be mounted."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk can only be mounted by root")
    yield place
    subprocess.run(["umount", str(place)], check=True)


async def test_a_store_with_a_full_disk_refuses_until_there_is_room(
    disk: Path, fault_report: Report
) -> None:
    """F15. What it cannot write it does not do; who asks the API is told when to come back."""
    times = full(1, 10)
    async with (
        on_disk(Scene(bots=(slow,) * 6, options=EVERY_SECOND), disk) as scene,
        Recovery(scene) as recovery,
    ):
        _, where = await scene.api()
        async for _ in scene.spread(times):
            junk = fill(disk)
            await until(lambda: is_refused(where, scene.token), "it still writes")
            await recovery.mark()
            with pytest.raises(StoreAway, match="MISCONF"):
                await scene.app.owners.create("Bob", ("viewer",))
            junk.unlink()
        await scene.finished()

        outcome = await check(scene)
        fault_report(
            "F15", "disk full, fsync by the second", times, outcome, await recovery.worst_s()
        )


async def test_a_store_that_ends_for_want_of_disk_comes_back_with_all_it_had_acknowledged(
    disk: Path, fault_report: Report
) -> None:
    """F15. With fsync at each write it ends itself before it would tell what is not on the disk."""
    times = full(1, 10)
    scene = Scene(bots=(slow,) * 6, options=ALWAYS)
    async with on_disk(scene, disk), Recovery(scene) as recovery:
        async for _ in scene.spread(times):
            await recovery.mark()
            junk = fill(disk)

            async def ended() -> bool:
                return scene.server.ended

            await until(ended, "the store still runs")
            assert "AOF write error when the AOF fsync policy is 'always'" in scene.server.log()
            junk.unlink()
            scene.server.start()
        await scene.finished()

        outcome = await check(scene)
        fault_report("F15", "disk full, fsync always", times, outcome, await recovery.worst_s())


def on_disk(scene: Scene, disk: Path) -> Scene:
    """Have a store that is not yet started keep its data on this disk, but not its log."""
    scene.server.data.symlink_to(disk)
    (disk / "store.log").symlink_to(scene.directory / "store.log")
    return scene


def fill(disk: Path) -> Path:
    """Fill a disk; give the file that does."""
    junk = disk / "junk"
    with suppress(OSError):  # the store may have taken of it meanwhile
        junk.write_bytes(bytes(shutil.disk_usage(disk).free))
    return junk
