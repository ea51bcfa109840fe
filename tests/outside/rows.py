# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the layout table, asked of the members that other people collected of kernels (../shared/foreign/members)."""
import csv
import os
import re

ROW = re.compile(r'^(MEMBER|SIZE|ENUM|SYMBOL)\(\s*(\w+),\s*((?:"[^"]*"\s*)+)(, REQUIRED)?\)', re.M)
STRUCT = re.compile(r"^(?:const |volatile )*(struct|union) (\w+|\(anon\))$")
OPAQUE = object()  # what the data does not tell: a typedef, a struct without a name


def rows(folder):
    """(kind, id, whether it is required, [names]) of every row of FOLDER/*.def."""
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".def") or name == "all.def":
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for kind, row, names, required in ROW.findall(file.read()):
                yield kind, row, bool(required), "".join(re.findall(r'"([^"]*)"', names)).split("|")


class Kernel:
    """The members of one kernel: {"struct sk_buff": {"len": "unsigned int"}}."""

    def __init__(self, path):
        self.name = os.path.basename(path)[: -len(".tsv")]
        self.types = {}
        with open(path, encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                kind = line["struct"]
                if " " not in kind:
                    kind = "struct " + kind
                self.types.setdefault(kind, {})[line["member"]] = line["type"]

    def has_type(self, name):
        """Of a row's name: what stands before the colon."""
        kind = name.split(":")[0].split("@")[0]
        return (kind if " " in kind else "struct " + kind) in self.types

    def has(self, name):
        """Whether this kernel has the member NAME ("type:path"). OPAQUE: as far as the data tells."""
        kind, path = name.split(":")
        kind = kind.split("@")[0]
        kind = kind if " " in kind else "struct " + kind
        for step in path.split("."):
            word, index = re.fullmatch(r"(\w+)((?:\[\d+\])?)", step).groups()
            if kind is OPAQUE:
                return OPAQUE
            member = self.types.get(kind, {}).get(word)
            if member is None:
                return False
            if index:
                member = re.sub(r"\s*\[[^]]*\]", "", member, count=1)
            match = STRUCT.match(member)
            kind = OPAQUE
            if match and match.group(2) != "(anon)":
                kind = " ".join(match.groups())
                kind = kind if kind in self.types else OPAQUE
        return True


def kernels(folder):
    return [Kernel(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith(".tsv")]


def met(path):
    """Names that a kernel of the lab has had."""
    with open(path, encoding="utf-8") as file:
        return {line.split("\t")[0] for line in file if not line.startswith("#")}
