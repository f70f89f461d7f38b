"""A worker that is told to stop just after it took a job: `python -m tests.workers.untimely`."""

import signal
import sys
from unittest.mock import patch

from rq.executions import Execution
from rq.job import Job

from arena.app import exit_code
from workers import worker
from workers.restricted import RestrictedWorker


class Untimely(RestrictedWorker):
    """Sends itself SIGTERM where RQ's own worker would drop the job."""

    def prepare_execution(self, job: Job) -> Execution:
        """Be told, and go on."""
        signal.raise_signal(signal.SIGTERM)
        return super().prepare_execution(job)


if __name__ == "__main__":
    with patch.object(worker, "RestrictedWorker", Untimely):
        sys.exit(exit_code(worker.run))
