"""F27: all that can happen to two workers and two sets, gone through move by move.

The functions of the store are the real ones, called by the real repositories on a real server;
workers, janitor, queue, clock, wire and their faults are modelled. From small to large: `shape`
(the tournament), `contents` (what the store holds, as a value), `calls` and `wire` (how functions
are called), `stage` (what a call makes of a content), `state` and `model` (what may happen next),
`search`. What must hold stands in `invariants` (of a content), `replies` (of a call) and `account`
(of whose turn it is); `mutants` are there to be found.
"""
