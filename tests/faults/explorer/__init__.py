"""F27: all that can happen to two workers and two sets, gone through move by move.

The functions of the store are the real ones on a real server; workers, janitor, queue, clock and
faults are modelled. `stage` calls the functions, `invariants` says what must hold, `model` what may
happen next, `search` goes through it all.
"""
