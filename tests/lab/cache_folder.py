# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder where kernels, dumps and crashes are kept, as scripts/lab-lib.sh has it."""
import os

CACHE = os.environ.get("PKTTRACE_CACHE") or os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "pkttrace")
