# SPDX-License-Identifier: GPL-3.0-or-later
"""What a sample's recipe, beside its dump, says that must be found: a check may not take that from the answer it checks."""
import os
import re


def text(folder):
    """The recipe of VMCORE_DIR, or of its truth."""
    folder = os.path.dirname(os.path.abspath(folder)) if os.path.basename(os.path.abspath(folder)) == "truth" else folder
    with open(os.path.join(folder, "recipe"), encoding="utf-8") as file:
        return file.read()


def is_bullseye(folder):
    """5.10: it has no BTF of modules (that came with 5.11), and no drop reasons (5.17)."""
    return re.search(r"^suite=bullseye", text(folder), re.M) is not None
