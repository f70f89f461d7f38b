"""The kernel: chance, latencies, tables, records, replay."""
