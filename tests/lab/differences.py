# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/differences.md: where our tables differ from the kernel's own. The checks of the lab allow what it lists, nothing else."""
import os
import re

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/differences.md")


def listed(table, how):
    """Fields of the page's table of that heading whose second column is HOW."""
    found, inside = set(), False
    with open(PAGE, encoding="utf-8") as file:
        for line in file:
            if line.startswith("## "):
                inside = line[3:].split(":")[0].strip() == table
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if inside and len(cells) == 3 and cells[1] == how:
                found |= set(re.findall("`([^`]+)`", cells[0]))
    if not found:
        raise LookupError(f"docs/differences.md: no {how!r} in the table {table!r}")
    return found
