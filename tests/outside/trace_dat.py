# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of trace-cmd's files, version 6, little endian (trace-cmd.dat.v6(5)): what our own readers of pages and formats are given."""
import re
import struct


class File:
    def __init__(self, data):
        assert data[:10] == b"\x17\x08\x44tracing" and data[10:12] == b"6\0" and data[12] == 0
        self.data = data
        self.at = 13
        self.word = self.number("B")
        assert self.number("I") == 4096
        page = self.named("header_page", "Q")
        self.named("header_event", "Q")
        self.data_offset = int(re.search(r"data;\s*offset:(\d+)", page).group(1))
        self.formats = [self.text("Q") for _ in range(self.number("I"))]
        for _ in range(self.number("I")):
            self.string()  # the events' system
            self.formats += [self.text("Q") for _ in range(self.number("I"))]
        self.symbols = self.text("I")
        self.text("I")  # trace_printk()'s formats
        self.text("Q")  # comms
        nr = self.number("I")
        if self.data[self.at : self.at + 10] == b"options  \0":
            self.at += 10
            while self.number("H"):
                self.text("I")
        assert self.string() == "flyrecord"
        places = [(self.number("Q"), self.number("Q")) for _ in range(nr)]
        self.pages = [data[offset : offset + size] for offset, size in places]

    def number(self, form):
        (value,) = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def text(self, form):
        size = self.number(form)
        self.at += size
        return self.data[self.at - size : self.at].decode("utf-8", "replace")

    def string(self):
        end = self.data.index(b"\0", self.at)
        text = self.data[self.at : end].decode()
        self.at = end + 1
        return text

    def named(self, name, form):
        assert self.string() == name
        return self.text(form)


def record(text):
    """A format file as a line: id, name, print_fmt, fields."""
    name = re.search(r"^name: (\S+)", text, re.M).group(1)
    number = re.search(r"^ID: (\d+)", text, re.M).group(1)
    fields = re.findall(r"field:(.*?);\s*offset:(\d+);\s*size:(\d+);(?:\s*signed:(\d);)?", text)
    own = [",".join((f[0], f[1], f[2], f[3] or "0")) for f in fields if not re.search(r"\bcommon_\w+$", f[0])]
    print_fmt = re.search(r"^print fmt: (.*)\Z", text, re.M | re.S)
    print_fmt = print_fmt.group(1).rstrip("\n") if print_fmt else ""
    print_fmt = print_fmt.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return "\t".join((number, name, print_fmt, ";".join(own)))
