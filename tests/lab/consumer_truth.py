# SPDX-License-Identifier: GPL-3.0-or-later
"""What check-consumers, check-nvme, check-iscsi, check-smb, check-rds and check-ceph share: TAP, the program's lines, the kernel's own lists, and how both differ."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PKTTRACE = os.environ.get("PKTTRACE", ROOT + "/pkttrace").split()
number = failed = 0


def ok(complaints, name):
    global number, failed
    number += 1
    failed += bool(complaints)
    print("%sok %d - %s" % ("not " if complaints else "", number, name))
    for line in list(complaints)[:20]:
        print(f"# {line}")


def lines(folder, *words):
    done = subprocess.run(PKTTRACE + [folder + "/vmcore", *words, "-j"], stdout=subprocess.PIPE, check=True, text=True, timeout=300)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def truth(folder, name):
    with open(f"{folder}/truth/{name}", encoding="utf-8", errors="replace") as file:
        return [line.split() for line in file if line.strip()]


def differ(ours, theirs, what):
    return [f"{what} {one}: not in the kernel's own list" for one in sorted(set(ours) - set(theirs), key=str)] + \
        [f"{what} {one}: missing" for one in sorted(set(theirs) - set(ours), key=str)] + \
        ([f"{len(ours)} {what}s, the kernel has {len(theirs)}"] if len(ours) != len(theirs) else [])


def finish():
    """The status to exit with."""
    print(f"1..{number}")
    return 1 if failed else 0
