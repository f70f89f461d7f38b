"""The RQ side: job functions, the restricted worker, the janitor."""
