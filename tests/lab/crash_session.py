# SPDX-License-Identifier: GPL-3.0-or-later
"""A crash session that commands are sent to one by one, each timed; and TAP."""
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

TIME_LIMIT = float(os.environ.get("TIME_LIMIT", 90))  # seconds for a command beside other work; a hang takes for ever
START_LIMIT = 240.0


number = failures = 0


def result(good, name, *details):
    global number, failures
    number += 1
    failures += not good
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    for text in details:
        for line in str(text).splitlines()[:12]:
            print("#", line[:220])
    sys.stdout.flush()
    return good


def skip(name, why):
    global number
    number += 1
    print(f"ok {number} - {name} # SKIP {why}")


def end():
    """Closes the TAP; the program's exit status."""
    print(f"1..{number}")
    return failures != 0


# glibc's malloc learns to keep what large blocks left behind; then 18 MiB come and go, and no leak can be seen.
os.environ["MALLOC_MMAP_THRESHOLD_"] = "131072"

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../pkttrace")
LAB_CRASH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/lab-crash")


def lab_crash(word, folder):
    return subprocess.check_output([LAB_CRASH, "-w", word, folder], text=True).strip()


class Crash:
    """crash on a pipe or (TERMINAL) on a pty of its own; commands one by one, each timed."""

    def __init__(self, vmlinux, vmcore, work, library, terminal=False):
        self.work, self.library, self.count = work, library, 0
        self.log = open(os.path.join(work, "crash.log"), "w+b")
        argv = [os.environ.get("CRASH", LAB_CRASH), "-s", vmlinux, vmcore]
        self.master = None
        if terminal:
            self.pid, self.master = pty.fork()
            if not self.pid:
                os.environ["TERM"] = "dumb"
                os.execvp(argv[0], argv)
            threading.Thread(target=self.drain, daemon=True).start()
            self.send("set scroll off")
        else:
            self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=self.log,
                                            stderr=subprocess.STDOUT, bufsize=0,
                                            start_new_session=True)
            self.pid = self.process.pid
        self.ready = self.wait(START_LIMIT)

    def drain(self):
        while True:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return
            if not data:
                return
            self.log.write(data)
            self.log.flush()

    def send(self, line):
        data = (line + "\n").encode()
        if self.master is not None:
            os.write(self.master, data)
        else:
            try:
                self.process.stdin.write(data)
            except BrokenPipeError:
                pass

    def alive(self):
        if self.master is None:
            return self.process.poll() is None
        try:
            return os.waitpid(self.pid, os.WNOHANG) == (0, 0)
        except ChildProcessError:
            return False

    def wait(self, limit):
        """Until crash has read what was sent; False: not in time."""
        self.count += 1
        mark = os.path.join(self.work, f"mark{self.count}")
        self.send(f"!touch {mark}")
        end = time.monotonic() + limit
        while time.monotonic() < end:
            if os.path.exists(mark):
                os.unlink(mark)
                return True
            if not self.alive():
                return os.path.exists(mark)
            time.sleep(0.01)
        return False

    def run(self, line, limit=TIME_LIMIT):
        """What LINE prints and the seconds it took; None: no prompt afterwards."""
        out = os.path.join(self.work, "out")
        begin = time.monotonic()
        self.send(f"{line} > {out}")
        if not self.wait(limit):
            return None, limit
        took = time.monotonic() - begin
        with open(out, errors="replace") as file:
            return file.read(), took

    def unload(self):
        """The extension and all that its session keeps; crash's own 16 cached pages are pushed out."""
        self.send(f"extend -u {self.library}")
        self.send("rd -64 _stext 20000 > /dev/null")

    def load(self):
        self.send(f"extend {self.library}")

    def reload(self):
        """A new session of the extension."""
        self.unload()
        self.load()

    def said(self, begin=0):
        """What crash printed on its own terminal, from BEGIN bytes on."""
        self.log.flush()
        with open(self.log.name, "rb") as file:
            file.seek(begin)
            return file.read().decode(errors="replace")

    def close(self):
        if self.alive():
            self.send("quit")
            end = time.monotonic() + 10
            while self.alive() and time.monotonic() < end:
                time.sleep(0.02)
        if self.alive():
            os.kill(self.pid, signal.SIGKILL)
        if self.master is None:
            self.process.wait()
            self.process.stdin.close()
        else:
            os.close(self.master)
        self.log.close()


class Alone:
    """The program itself, without crash, behind the same methods: a process for each command, so that nothing is loaded again."""

    ready, pid = True, 0

    def __init__(self, vmcore, work):
        self.vmcore, self.peak = vmcore, 0
        self.out = os.path.join(work, "out")
        self.log = open(os.path.join(work, "alone.log"), "w+b")

    def run(self, line, limit=TIME_LIMIT):
        """As Crash.run(); PEAK is then the most memory that a command has taken, in MiB."""
        begin = time.monotonic()
        with open(self.out, "wb") as out:
            child = subprocess.Popen([PROGRAM, self.vmcore] + line.split()[1:], stdin=subprocess.DEVNULL, stdout=out,
                                     stderr=self.log, start_new_session=True)
        pid = 0
        while not pid and time.monotonic() < begin + limit:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            time.sleep(0 if pid else 0.005)
        if not pid:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return None, limit
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode < 0:
            self.log.write(b"internal error (signal %d)\n" % -child.returncode)
        self.peak = max(self.peak, usage.ru_maxrss / 1024)
        with open(self.out, errors="replace") as file:
            return file.read(), time.monotonic() - begin

    def said(self, begin=0):
        self.log.flush()
        with open(self.log.name, "rb") as file:
            file.seek(begin)
            return file.read().decode(errors="replace")

    def alive(self):
        return True

    def wait(self, _):
        return True

    def send(self, _):
        pass

    def reload(self):
        pass

    def close(self):
        self.log.close()


def workers(pid):
    """Processes of commands. A shell that crash is about to start shares all of crash's memory for a
    moment; it has no limits."""
    found = []
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        children = file.read().split()
    for child in children:
        with open(f"/proc/{child}/limits") as file:
            if not re.search(r"^Max address space\s+unlimited", file.read(), re.M):
                found.append(int(child))
    return found


def holds_interrupts(pid):
    """SIGINT is blocked: the extension is at work in crash itself."""
    with open(f"/proc/{pid}/status") as file:
        return bool(int(re.search(r"^SigBlk:\s*(\w+)", file.read(), re.M)[1], 16) & 1 << signal.SIGINT - 1)


def alone(pid):
    """No child is alive: one that is just ending still shares all memory."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            for child in file.read().split():
                with open(f"/proc/{child}/stat") as stat:
                    if re.search(r"\) (\w)", stat.read())[1] != "Z":
                        return False
    except OSError:
        return False  # it ended meanwhile: look again
    return True


def held(pid):
    """private() of a process that waits for its next command."""
    end = time.monotonic() + 5
    while not alone(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return private(pid)


def private(pid):
    """KiB that only this process has: its own allocations and the copies of pages it wrote. Clean pages are
    the program's file: private or shared, as another crash happens to run or not."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return int(re.search(r"^Private_Dirty: *([0-9]+)", file.read(), re.M)[1])
