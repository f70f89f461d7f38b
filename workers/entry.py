"""How a worker process is started: settings from the environment, failures as exit codes."""

import os
import sys
from collections.abc import Callable

from arena.app import Settings, SettingsError, configure_logs
from arena.store.client import StoreAway, StoreUnfit

BAD_INPUT = 2
UNREACHABLE = 3


def exit_code(run: Callable[[Settings], None]) -> int:
    """Run with the environment's settings; give 0, or say on stderr what is wrong."""
    configure_logs()
    try:
        run(Settings.read(os.environ))
    except (SettingsError, StoreUnfit) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except StoreAway as error:
        print(error, file=sys.stderr)
        return UNREACHABLE
    return 0
