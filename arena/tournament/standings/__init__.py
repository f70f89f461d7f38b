"""Final standings: one fit of all that was played, with honest error bars.

From the log to the table: `gather` (the sets that count), `sets` (as arrays, and their scores),
`fit` (maximum likelihood), `errors` (sandwich), `bootstrap` (ranks), `table` (what is published);
`pooled` is a fit of several tournaments, for ladders.

Where it is exact: which sets count, half-points, games and faults are integers, and so are the
draws of the bootstrap, the same on every machine. Strengths are floats, whose last digits depend on
the machine's libraries (about 1e-9 Elo). They are compared as whole micro-Elo, and published
rounded: ratings to 0.1 Elo, probabilities to 0.01, sets to come to two digits.
"""
