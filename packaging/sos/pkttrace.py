# SPDX-License-Identifier: GPL-3.0-or-later
"""For `sos report`: what killed this machine's kernel, and which packets it was handling.

Belongs among sos' plugins, as sos/report/plugins/pkttrace.py. Of each crash it takes the verdict and the capsule that
pkttrace-kdump left beside the dump. Of the newest dump without them it asks pkttrace for the verdict, and, with
`-k pkttrace.capsule`, for a capsule. A capsule is a few megabytes: headers of packets, addresses, names of tasks and
devices, the kernel's log; no payload. The dump itself is the plugin kdump's.
"""
import glob
import os
import shlex
import stat

from sos.report.plugins import DebianPlugin, Plugin, RedHatPlugin, SuSEPlugin, UbuntuPlugin

try:
    from sos.report.plugins import PluginOpt
    OPTIONS = [PluginOpt("capsule", default=False, desc="make a capsule of the newest dump that has none")]
except ImportError:  # before 4.2
    OPTIONS = [("capsule", "make a capsule of the newest dump that has none", "slow", False)]

PROGRAM = "/usr/bin/pkttrace"  # make install puts the path here
SECONDS = 300
MEBIBYTES = 64


def own(path):
    """A regular file of the user who reads it, where nobody else can put one in its place: sos would follow a link."""
    try:
        file, folder = os.lstat(path), os.lstat(os.path.dirname(path))
    except OSError:
        return False
    mine = os.geteuid()
    return (stat.S_ISREG(file.st_mode) and file.st_uid == mine and stat.S_ISDIR(folder.st_mode) and folder.st_uid == mine
            and (not folder.st_mode & 0o022 or bool(folder.st_mode & stat.S_ISVTX)))


class PktTrace(Plugin, RedHatPlugin, DebianPlugin, UbuntuPlugin, SuSEPlugin):

    short_desc = "last packets of a kernel that died"

    plugin_name = "pkttrace"
    profiles = ("system", "network", "debug")
    packages = ("pkttrace",)
    commands = (PROGRAM,)
    option_list = OPTIONS

    def inside(self, path):
        """PATH of the machine that is looked at, as one of this one's."""
        return os.path.join(self.sysroot or "/", path.lstrip("/"))

    def crash_folders(self):
        """Where dumps lie, the newest last."""
        places = {"/var/crash"}
        try:
            with open(self.inside("/etc/kdump.conf"), encoding="utf-8") as conf:
                places |= {words[1] for words in map(str.split, conf) if len(words) > 1 and words[0] == "path"}
        except OSError:
            pass
        folders = [folder for place in places
                   for folder in (self.inside(place), *glob.glob(self.inside(place) + "/*/"))]
        return sorted(filter(os.path.isdir, folders), key=os.path.getmtime)

    def setup(self):
        dump = None
        for folder in self.crash_folders():
            for name in ("pkttrace.verdict", "pkttrace.log", "pkttrace.capsule"):
                if not own(os.path.join(folder, name)):
                    continue
                # sos puts the root in front by itself.
                self.add_copy_spec(os.path.join("/", os.path.relpath(folder, self.inside("/")), name),
                                   sizelimit=MEBIBYTES, tailit=False)
            vmcore = sorted(filter(own, glob.glob(folder + "/vmcore") + glob.glob(folder + "/dump.*")))
            if vmcore and not os.path.exists(os.path.join(folder, "pkttrace.verdict")):
                dump = vmcore[-1]
        self.add_cmd_output(PROGRAM + "-arm status")
        if dump:
            self.add_cmd_output(PROGRAM + " " + shlex.quote(dump) + " verdict", timeout=SECONDS,
                                suggest_filename="pkttrace_verdict")
        if dump and self.get_option("capsule"):
            capsule = os.path.join(self.get_cmd_output_path(), "pkttrace.capsule")
            self.add_cmd_output(PROGRAM + " " + shlex.quote(dump) + " export -t capsule --force " + shlex.quote(capsule),
                                timeout=SECONDS, suggest_filename="pkttrace_capsule")
