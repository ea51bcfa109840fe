# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of a trace of which every CPU has all events."""
import json


def complete_since(verdict):
    """Ring time in ns by VERDICT, a file of `verdict -j`: the latest of the oldest events where older ones were overwritten; 0: nowhere. (Its
    own complete_since_ns is of the part of the trace that it has looked at.)"""
    with open(verdict) as file:
        cpus = json.loads(next(line for line in file if line.startswith("{")))["cpus"]
    return max((int(cpu["oldest_ns"]) for cpu in cpus if cpu["overrun"] and cpu["oldest_ns"]), default=0)
