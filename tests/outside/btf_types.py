# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader of BTF (Documentation/bpf/btf.rst) that shares nothing with extension/kernel/btf.c: 64-bit, little-endian."""
import re
import struct

INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT = range(1, 12)
FUNC, PROTO, VAR, DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64 = range(12, 20)
THROUGH = (TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG)
EACH = {STRUCT: 12, UNION: 12, ENUM: 8, PROTO: 8, DATASEC: 12, ENUM64: 12}  # bytes of each of vlen
ONCE = {INT: 4, ARRAY: 12, VAR: 4, DECL_TAG: 4}


class Types:
    def __init__(self, data):
        magic, _, _, header, type_off, type_len, str_off, str_len = struct.unpack_from("<HBBIIIII", data)
        assert magic == 0xEB9F
        self.data = data
        self.strings = data[header + str_off : header + str_off + str_len]
        self.types = [(0, 0, 0, False, 0, 0)]  # name, kind, vlen, flag, size or type, where the rest is
        at, end = header + type_off, header + type_off + type_len
        while at < end:
            name, info, size = struct.unpack_from("<III", data, at)
            kind, vlen = info >> 24 & 31, info & 0xFFFF
            self.types.append((name, kind, vlen, bool(info >> 31), size, at + 12))
            at += 12 + EACH.get(kind, 0) * vlen + ONCE.get(kind, 0)

    def name(self, offset):
        return self.strings[offset : self.strings.index(b"\0", offset)].decode()

    def bare(self, number):
        while self.types[number][1] in THROUGH:
            number = self.types[number][4]
        return number

    def size(self, number):
        """Bytes; None of what has no size."""
        number = self.bare(number)
        _, kind, _, _, size, rest = self.types[number]
        if kind in (INT, STRUCT, UNION, ENUM, ENUM64, FLOAT):
            return size
        if kind == PTR:
            return 8
        if kind == ARRAY:
            element, _, nr = struct.unpack_from("<III", self.data, rest)
            one = self.size(element)
            return None if one is None else nr * one
        return None

    def members(self, number, begin=0):
        """(name, bit, bits or 0, size) of each, those of members without a name among them."""
        _, _, vlen, flag, _, rest = self.types[number]
        for name, kind, where in struct.iter_unpack("<III", self.data[rest : rest + 12 * vlen]):
            bit, bits = (where & 0xFFFFFF, where >> 24) if flag else (where, 0)
            bare = self.bare(kind)
            if not name and self.types[bare][1] in (STRUCT, UNION):
                yield from self.members(bare, begin + bit)
                continue
            if name:
                yield self.name(name), begin + bit, bits, self.size(kind)

    def enumerators(self, number):
        _, kind, vlen, flag, _, rest = self.types[number]
        if kind == ENUM:
            form = "<Ii" if flag else "<II"
            for name, value in struct.iter_unpack(form, self.data[rest : rest + 8 * vlen]):
                yield self.name(name), value
        else:
            for name, low, high in struct.iter_unpack("<III", self.data[rest : rest + 12 * vlen]):
                value = high << 32 | low
                yield self.name(name), value - (1 << 64) if flag and value >> 63 else value


def questions(types):
    """{question: answer} of all structs, unions and enumerators; of equal names the first counts."""
    answers = {}
    for number in range(1, len(types.types)):
        name, kind, vlen, _, size, _ = types.types[number]
        if kind in (STRUCT, UNION) and name:
            tag = ("struct " if kind == STRUCT else "union ") + types.name(name)
            answers.setdefault("size\t" + tag, str(size))
            for member, bit, bits, length in types.members(number):
                if length is not None:
                    answers.setdefault("member\t%s\t%s" % (tag, member), (bit, bits, length))
        elif kind in (ENUM, ENUM64):
            for enumerator, value in types.enumerators(number):
                answers.setdefault("enum\t" + enumerator, value)
    return answers


def same(answer, told):
    """A bit-field's storage unit is the reader's choice; whether an enumerator has a sign is not told before 6.0."""
    if isinstance(answer, int):
        return re.fullmatch(r"-?\d+", told) is not None and (int(told) - answer) % (1 << 32) == 0
    if isinstance(answer, str):
        return told == answer
    parts = told.split("\t")
    return len(parts) == 3 and [int(parts[0]), int(parts[1])] == list(answer[:2]) and (answer[1] or int(parts[2]) == answer[2])
