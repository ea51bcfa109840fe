# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
#
# For the lab guest (busybox sh), parts=files: a kernel that keeps as much of its own as that of a machine in use.

files_setup() {
	mkdir -p /mnt && mount -t ramfs none /mnt && /lab/files /mnt/files 400000 >/dev/console
}
