"""Sky Arena: a tournament service for bot programmers.

What may live here: what must be so before anything else of ours, or numpy, is imported.
"""

import os

# numpy's linear algebra starts a thread for each core. They wait for one another busily, and beside
# play, which has all cores, a fit of 1,000 bots so takes four times the CPU that one thread does.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
