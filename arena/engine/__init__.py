"""The kernel: asks, answers, faults, beats, tables, records. It knows no game and does no I/O."""
