# SPDX-License-Identifier: GPL-3.0-or-later
"""
An uncompressed copy of a lab's dump that is damaged and repaired while crash has it open, and the objects of the
kernel in it. Addresses come from the guest's own /proc/kallsyms and from `pkttrace layout`; what is written goes
through the page tables of the dump.
"""
import collections
import os
import random
import shutil
import struct
import subprocess

PAGE = 4096
NOWHERE = 0xFFFFDEAD00000000  # canonical, mapped by nobody


class Dump:
    """
    An uncompressed kdump file, by kernel virtual address.

        header | sub header | bitmap, bitmap of dumped pages | descriptors | pages
                                                              offset size flags page_flags
    """

    def __init__(self, path, symbols):
        self.path = path
        self.file = open(path, "r+b", buffering=0)
        head = self.pread(0, PAGE)
        if head[:8] != b"KDUMP   ":
            raise SystemExit(f"{path}: not a kdump file")
        _, block, sub, blocks, _ = struct.unpack_from("<IiiII", head, 424)
        self.phys_base = struct.unpack_from("<Q", self.pread(block, 8))[0]
        self.bitmap_at = (1 + sub) * block + blocks * block // 2
        self.bitmap = self.pread(self.bitmap_at, blocks * block // 2)
        self.descriptors = (1 + sub + blocks) * block
        counts = [0]
        for byte in self.bitmap:
            counts.append(counts[-1] + byte.bit_count())
        self.counts = counts
        self.nr_pages = counts[-1]
        self.size = os.fstat(self.file.fileno()).st_size
        self.symbols = symbols
        self.undo = []
        self.pgd = None
        self.pgd = self.text_phys(symbols["init_top_pgt"])
        owners = collections.Counter()
        for at in range(self.nr_pages):
            owners[self.descriptor(at)[0]] += 1
        self.shared = {offset for offset, nr in owners.items() if nr > 1}  # the zero page

    def pread(self, offset, size):
        return os.pread(self.file.fileno(), size, offset)

    def text_phys(self, addr):
        return (addr - 0xFFFFFFFF80000000 + self.phys_base) % (1 << 64)

    def index(self, pfn):
        byte, bit = divmod(pfn, 8)
        if byte >= len(self.bitmap) or not self.bitmap[byte] >> bit & 1:
            return None
        return self.counts[byte] + (self.bitmap[byte] & ((1 << bit) - 1)).bit_count()

    def descriptor(self, at):
        return struct.unpack("<QIIQ", self.pread(self.descriptors + 24 * at, 24))

    def page_at(self, phys):
        """File offset of the page's bytes; pages that share theirs get their own."""
        at = self.index(phys // PAGE)
        if at is None:
            raise KeyError(f"page {phys:x} is not in the dump")
        offset, size, flags, _ = self.descriptor(at)
        if flags & 0xFF or size != PAGE:
            raise ValueError("the copy is compressed")
        return at, offset

    def phys(self, addr):
        if self.pgd is None:
            return self.text_phys(addr)
        table = self.pgd
        for shift in (39, 30, 21, 12):
            entry = self.phys_read(table + (addr >> shift & 511) * 8, 8)
            entry = struct.unpack("<Q", entry)[0]
            if not entry & 1:
                raise KeyError(f"{addr:x} is not mapped")
            table = entry & 0x000FFFFFFFFFF000
            if shift in (30, 21) and entry & 0x80:
                mask = (1 << shift) - 1
                return (table & ~mask) | (addr & mask)
        return table | (addr & (PAGE - 1))

    def phys_read(self, phys, size):
        offset = self.page_at(phys & ~(PAGE - 1))[1]
        return self.pread(offset + phys % PAGE, size)

    def read(self, addr, size):
        data = b""
        while size:
            piece = min(size, PAGE - addr % PAGE)
            data += self.phys_read(self.phys(addr), piece)
            addr, size = addr + piece, size - piece
        return data

    def u64(self, addr):
        return struct.unpack("<Q", self.read(addr, 8))[0]

    def u32(self, addr):
        return struct.unpack("<I", self.read(addr, 4))[0]

    def patch(self, offset, data):
        self.undo.append((offset, self.pread(offset, len(data))))
        os.pwrite(self.file.fileno(), data, offset)

    def write(self, addr, data):
        while data:
            piece = min(len(data), PAGE - addr % PAGE)
            phys = self.phys(addr)
            at, offset = self.page_at(phys & ~(PAGE - 1))
            if offset in self.shared:
                end = os.fstat(self.file.fileno()).st_size
                os.pwrite(self.file.fileno(), self.pread(offset, PAGE), end)
                self.patch(self.descriptors + 24 * at, struct.pack("<Q", end))
                offset = end
            self.patch(offset + phys % PAGE, data[:piece])
            addr, data = addr + piece, data[piece:]

    def put64(self, addr, value):
        self.write(addr, struct.pack("<Q", value % (1 << 64)))

    def put32(self, addr, value):
        self.write(addr, struct.pack("<I", value % (1 << 32)))

    def garbage(self, addr, size, seed=1):
        self.write(addr, random.Random(seed).randbytes(size))

    def spoil_descriptors(self, addr, number, fields):
        """NUMBER pages from ADDR's on, by their place in the file: FIELDS(offset, size, flags) are what it says of each."""
        first = self.index(self.phys(addr) // PAGE)
        if first is None:
            raise KeyError(f"page {addr:x} is not in the dump")
        for at in range(first, min(first + number, self.nr_pages)):
            offset, size, flags, page_flags = self.descriptor(at)
            self.patch(self.descriptors + 24 * at, struct.pack("<QIIQ", *fields(offset, size, flags), page_flags))

    def repair(self):
        for offset, data in reversed(self.undo):
            os.pwrite(self.file.fileno(), data, offset)
        self.undo = []
        os.ftruncate(self.file.fileno(), self.size)

    def without(self, path, addrs):
        """A dump that lacks the pages of ADDRS."""
        gone = {self.phys(addr) // PAGE for addr in addrs}
        bitmap = bytearray(self.bitmap)
        lost = {self.index(pfn) for pfn in gone}
        for pfn in gone:
            bitmap[pfn // 8] &= ~(1 << pfn % 8)
        table = self.pread(self.descriptors, 24 * self.nr_pages)
        kept = b"".join(table[24 * i:24 * i + 24] for i in range(self.nr_pages) if i not in lost)
        shutil.copyfile(self.path, path)
        with open(path, "r+b") as file:
            file.seek(self.bitmap_at)
            file.write(bitmap)
            file.seek(self.descriptors)
            file.write(kept)

    def tables(self):
        """Physical addresses of the page tables' pages."""
        found, todo = {self.pgd & ~(PAGE - 1)}, [(self.pgd, 39)]
        while todo:
            table, shift = todo.pop()
            for entry in struct.unpack("<512Q", self.phys_read(table, PAGE)):
                page = entry & 0x000FFFFFFFFFF000
                if not entry & 1 or shift == 12 or entry & 0x80 or self.index(page // PAGE) is None:
                    continue
                if page not in found:
                    found.add(page)
                    todo.append((page, shift - 9))
        return found

    def lose(self, part):
        """As in a file that was cut: PART of the pages are announced, but not there. The kernel's image and
        page tables stay. Returns how many are gone."""
        spared = {page // PAGE for page in self.tables()}
        spared |= set(range(self.text_phys(self.symbols["_text"]) // PAGE,
                            self.text_phys(self.symbols["_end"]) // PAGE + 1))
        spared = {self.index(pfn) for pfn in spared} - {None}
        rest = [at for at in range(self.nr_pages) if at not in spared]
        table = bytearray(self.pread(self.descriptors, 24 * self.nr_pages))
        lost = random.Random(11).sample(rest, int(len(rest) * part))
        for at in lost:
            struct.pack_into("<Q", table, 24 * at, 1 << 50)
        self.patch(self.descriptors, bytes(table))
        return len(lost)


class Kernel:
    """Objects of the dumped kernel: where they are, by the names of `pkttrace layout`."""

    def __init__(self, dump, layout):
        self.d = dump
        self.rows = {row["id"]: row for row in layout if row.get("state") == "found"}
        self.symbols = dump.symbols

    def off(self, name):
        return self.rows[name]["offset"]

    def has(self, name):
        return name in self.rows

    def buffer(self):
        return self.d.u64(self.symbols["global_trace"] + self.off("trace_array_buffer"))

    def cpu(self, cpu):
        return self.d.u64(self.d.u64(self.buffer() + self.off("trace_buffer_buffers")) + 8 * cpu)

    def commit(self, cpu):
        return self.d.u64(self.cpu(cpu) + self.off("rb_cpu_commit_page"))

    def back(self, cpu, steps):
        """The buffer_page so many before the commit page."""
        page = self.commit(cpu)
        for _ in range(steps):
            page = self.d.u64(page + 8) & ~3
        return page

    def data(self, page):
        return self.d.u64(page + self.off("buffer_page_page"))

    def list(self, head, limit=100000):
        """The nodes of a list_head list."""
        nodes, node = [], self.d.u64(head)
        while node != head and len(nodes) < limit:
            nodes.append(node)
            node = self.d.u64(node)
        return nodes

    def ops(self):
        end, found = self.symbols["ftrace_list_end"], []
        at = self.d.u64(self.symbols["ftrace_ops_list"])
        while at and at != end:
            found.append(at)
            at = self.d.u64(at + self.off("ftrace_ops_next"))
        return found

    def kprobes(self):
        found = []
        for bucket in range(64):
            node = self.d.u64(self.symbols["kprobe_table"] + 8 * bucket)
            while node:
                found.append(node)
                node = self.d.u64(node)
        return found

    def socks(self):
        info = self.symbols["tcp_hashinfo"]
        table, mask = self.d.u64(info), self.d.u32(info + self.off("hash_ehash_mask"))
        size, found = self.rows["ehash_bucket_size"]["value"], []
        for at in range(mask + 1):
            node = self.d.u64(table + at * size)
            while not node & 1:
                found.append(node - self.off("skc_node"))
                node = self.d.u64(node)
        return found

    def receiver(self):
        """A socket with something in its receive queue, and the first skb there."""
        for sock in self.socks():
            if self.d.read(sock + self.off("skc_state"), 1)[0] != 1:
                continue
            queue = sock + self.off("sk_receive_queue")
            if self.d.u64(queue) != queue:
                return sock, self.d.u64(queue)
        return None, None


def guest_symbols(folder):
    """{name: address} by the guest's own /proc/kallsyms, of a sample that make-vmcore made."""
    symbols = {}
    with open(os.path.join(folder, "truth/kallsyms")) as file:
        for line in file:
            addr, _, name = line.split()[:3]
            symbols.setdefault(name, int(addr, 16))
    # kallsyms' own tables are not in kallsyms on kernels without CONFIG_KALLSYMS_ALL
    wanted = [name for name in ("kallsyms_token_table", "kallsyms_names") if name not in symbols]
    if wanted:
        text = subprocess.run(["nm", os.path.join(folder, "vmlinux")], capture_output=True, text=True).stdout
        found = {words[2]: int(words[0], 16) for words in map(str.split, text.splitlines())
                 if len(words) == 3 and words[2] in ("_stext", *wanted)}
        for name in wanted:
            symbols[name] = found[name] + symbols["_stext"] - found["_stext"]
    return symbols


def copy_uncompressed(folder, path):
    """By the makedumpfile of the kernel's suite: an older one drops pages of a newer kernel."""
    lab_crash = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/lab-crash")
    program = subprocess.check_output([lab_crash, "-w", "makedumpfile", folder], text=True).strip()
    done = subprocess.run([program, "-d", "0", os.path.join(folder, "vmcore"), path], capture_output=True, text=True)
    if not os.path.exists(path):
        raise SystemExit("makedumpfile: " + done.stdout + done.stderr)
