# SPDX-License-Identifier: GPL-3.0-or-later
"""Which rules of `findings` could not judge a lab's dump, though nothing in it speaks against that."""
import json
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PKTTRACE = os.environ.get("PKTTRACE", ROOT + "/pkttrace").split()


def lines(folder, *words):
    done = subprocess.run(PKTTRACE + [folder + "/vmcore", *words, "-j"], stdout=subprocess.PIPE, check=True, text=True, timeout=300)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def lacks_types(folder):
    """The dump has no types of modules, and none were given."""
    return any(line.get("rings_lack") for line in lines(folder, "devices"))


def unjudged(folder, answers):
    """Complaints, of the lines of `findings -j`."""
    # s390x has no detector of soft lockups, and a kernel may be built without either, or name no variables (KALLSYMS_ALL),
    # or its compiler may have dissolved a table (LTO). Without SMP nothing tells which timer is being called.
    needs = {"a socket's timer: unsupported": " __per_cpu_offset",
             "nf_conntrack_max: absent": " nf_conntrack_max", "MemErrors: unsupported": " snmp4_udp_list"}
    symbols = ""
    if os.path.exists(folder + "/truth/kallsyms"):
        with open(folder + "/truth/kallsyms", encoding="utf-8") as file:
            symbols = file.read()
    # A process died with the lock of a socket that has something to send: whether it was to set a timer nobody can say.
    sending = [flow for flow in lines(folder, "-P", "tcp", "flows", "-v") if flow.get("owned") and flow.get("tx_queue")]
    lacking = lacks_types(folder)
    excused = {"a socket that a process has locked": sending, "types of virtio's modules: absent": lacking, "qdisc_watchdog: unsupported": lacking}
    return [f"{line['rule']}: {line['reason']}" for line in answers if line["what"] == "rule" and line["unjudged"] and
            not excused.get(line["reason"]) and not line["reason"].endswith(" detector: absent") and
            not (symbols and line["reason"] in needs and needs[line["reason"]] not in symbols)]
