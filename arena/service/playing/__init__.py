"""What a worker does with a job: matches played against bots, under a lease, and kept as they go.

What may live here: whatever stands between a claim and the end of a set or of an exhibition. What
people ask for is a module of the folder above.
"""
