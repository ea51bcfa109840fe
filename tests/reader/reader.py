# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of capsules by docs/capsule-format.md: what that page does not say, this does not know."""
import json
import struct
import subprocess

MAGIC = b"pkttrace capsule 1\n"
STATUSES = {0, 1, 2, 3, 5, 6, 8, 9}
NONE = 1  # absent


class Bad(Exception):
    """The file is not what the page says."""


def need(true, why):
    if not true:
        raise Bad(why)


class Bytes:
    """A cursor over DATA."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        need(self.at + size <= len(self.data), f"cut at {self.at}")
        self.at += size
        return self.data[self.at - size:self.at]

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def u32(self):
        return self.number("<I")

    def u64(self):
        return self.number("<Q")

    def text(self):
        return self.take(self.number("<H")).decode("utf-8", "replace")

    def left(self):
        return len(self.data) - self.at

    def end(self, what):
        need(not self.left(), f"{what}: {self.left()} bytes too many")


def symbol(value):
    return {"addr": value.u64(), "size": value.u64(), "letter": chr(value.take(1)[0]), "name": value.text(), "module": value.text()}


def member(value):
    found = {"offset": value.u64(), "size": value.u64(), "bit": value.u32(), "bits": value.u32(), "elements": value.u64(),
             "flags": value.take(1)[0], "type": value.text()}
    need(not found["flags"] & ~7, f"flags {found['flags']}")
    return found


def registers(value):
    found = {"ip": value.u64(), "sp": value.u64(), "fp": value.u64()}
    count = value.u32()
    need(count <= 32, f"{count} registers")
    found["general"] = [value.u64() for _ in range(count)]
    if value.left():
        found["lr"] = value.u64()
    return found


ANSWERS = {
    "A": symbol,
    "C": lambda value: [value.u64() for _ in range(value.u32())],
    "E": lambda value: value.number("<q"),
    "G": Bytes.u64,
    "K": lambda value: value.number("<i"),
    "M": member,
    "N": lambda value: [symbol(value) for _ in range(value.u32())],
    "P": Bytes.u64,
    "R": registers,
    "S": Bytes.u64,
    "T": Bytes.u64,
    "V": Bytes.text,
}
KEYS = {"A": 8, "C": 1, "G": 8, "K": 0, "P": 4, "R": 4}  # bytes of the rest, where it has a length


def unpack(path):
    """The manifest's line and the sections by tag."""
    with open(path, "rb") as file:
        need(file.readline() == MAGIC, "the first line")
        line = file.readline()
        need(len(line) <= 1 << 20 and line.endswith(b"\n"), "the manifest's line")
        packed = file.read()
    frame = Bytes(subprocess.run(["zstd", "-dcq"], input=packed, stdout=subprocess.PIPE, check=True).stdout)
    sections = {}
    while frame.left():
        tag, zero, length = frame.take(4), frame.u32(), frame.u64()
        need(zero == 0 and tag not in sections, f"section {tag}")
        sections[tag] = frame.take(length)
    return line, sections


def facts(data):
    value = Bytes(data)
    found = dict(zip(("flags", "word", "page", "cpus"), (value.u32() for _ in range(4))))
    found.update(zip(("release", "machine", "dump"), (value.text() for _ in range(3))))
    if value.left():
        found["redacted"] = value.text()
    value.end("FACT")
    need(found["flags"] < 4 and found["word"] in (4, 8), f"FACT {found}")
    return found


def ranges(data, memory):
    """(address, length, status, offset in MEMO or None)."""
    value, found, before, offset = Bytes(data), [], 0, 0
    while value.left():
        addr, length, status = value.u64(), value.u32(), value.u32()
        need(length and addr >= before and addr + length <= 1 << 64 and status in STATUSES, f"range {addr:#x}")
        found.append((addr, length, status, None if status else offset))
        before, offset = addr + length, offset + (0 if status else length)
    need(offset == len(memory), f"MEMO has {len(memory)} bytes, RANG {offset}")
    return found


def answers(data):
    """{(question, rest of the key): (status, answer)}."""
    value, found, before = Bytes(data), {}, b""
    while value.left():
        key_length, length = value.u32(), value.u32()
        key, body = value.take(key_length), Bytes(value.take(length))
        need(key > before, f"key {key} after {before}")
        question, rest, status = chr(key[0]), key[1:], body.take(1)[0]
        need(question in ANSWERS and status in STATUSES, f"key {key}, status {status}")
        need(len(rest) == KEYS.get(question, len(rest)), f"key {key}")
        answer = ANSWERS[question](body) if not status or question == "N" else None
        body.end(f"answer to {key}")
        found[question, rest] = status, answer
        before = key
    return found


def leb128(value):
    number = shift = 0
    while True:
        byte = value.take(1)[0]
        number |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return number


def symbols(data):
    """(address, letter, name, module), in their order."""
    value = Bytes(data)
    count, nr_runs, length = value.u32(), value.u32(), value.u32()
    modules = []
    for _ in range(nr_runs):
        run = value.u32()
        modules += [value.text()] * run
    need(len(modules) == count, f"runs of {len(modules)} symbols of {count}")
    distances, addr, addrs = Bytes(value.take(length)), 0, []
    for _ in range(count):
        zigzag = leb128(distances)
        addr = addr + ((zigzag >> 1) ^ -(zigzag & 1)) & (1 << 64) - 1
        addrs.append(addr)
    distances.end("distances")
    letters = value.take(count).decode("latin-1")
    names = value.take(value.left()).split(b"\0")
    need(len(names) == count + 1 and not names[-1], f"{len(names) - 1} names of {count}")
    return list(zip(addrs, letters, (name.decode("utf-8", "replace") for name in names), modules))


class Capsule:
    """All of the file at PATH."""

    def __init__(self, path):
        line, sections = unpack(path)
        self.manifest = json.loads(line)
        need(sections[b"MANI"] == line, "MANI is not the manifest")
        self.facts = facts(sections[b"FACT"])
        self.memory = sections[b"MEMO"]
        self.ranges = ranges(sections[b"RANG"], self.memory)
        self.answers = answers(sections[b"ANSW"])
        self.symbols = symbols(sections[b"SYMS"]) if b"SYMS" in sections else []

    def read(self, addr, size):
        """None: not captured, or it failed."""
        found = b""
        for begin, length, status, offset in self.ranges:
            if begin <= addr < begin + length and size:
                if status:
                    return None
                part = self.memory[offset + addr - begin:offset + min(length, addr - begin + size)]
                found, addr, size = found + part, addr + len(part), size - len(part)
        return None if size else found
