// SPDX-License-Identifier: GPL-3.0-or-later
/* Files that people bring for a dump: each is known by its first bytes, and answered with what to do. */
#include "target/capsule/opened.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"

/* What unpacks a file is the program that packed it. %1$s of the command: the file; %2$s: the same without its suffix. */
static const struct {
	const char *bytes;
	size_t len;
	const char *program, *command;
} packers[] = {
#define PACKED_BY(bytes, program)                                                                  \
	{                                                                                          \
		bytes, sizeof(bytes) - 1, program, program " -dc %1$s >%2$s"                       \
	}
	PACKED_BY("\x1f\x8b", "gzip"),
	PACKED_BY("\xfd"
		  "7zXZ",
		  "xz"),
	PACKED_BY("\x28\xb5\x2f\xfd", "zstd"),
	PACKED_BY("BZh", "bzip2"),
	PACKED_BY("\x04\x22\x4d\x18", "lz4"),
	PACKED_BY("\x89LZO", "lzop"),
	{"7z\xbc\xaf\x27\x1c", 6, "7z", "7z x -so %1$s >%2$s"},
	{"PK\x03\x04", 4, "zip", "unzip -p %1$s >%2$s"},
};

#define IN_CRASH "open it in crash, where `pkttrace export -t capsule FILE` makes a capsule"
#define OF_THE_GUEST "`virsh dump --memory-only GUEST FILE` takes one that can be read"
#define MINUS_N6 "`vmss2core -N6` makes a dump of it and of its .vmem"

static const struct {
	size_t at;
	const char *bytes;
	size_t len;
	const char *what; /* and after a colon what to do */
} strangers[] = {
#define BEGINS(bytes, what)                                                                        \
	{                                                                                          \
		0, bytes, sizeof(bytes) - 1, what                                                  \
	}
	/* kernel dumps: only where this program cannot open them itself */
	BEGINS("\x7f"
	       "ELF",
	       "an ELF file: of a dump that is opened in crash, `pkttrace export -t capsule FILE` "
	       "makes a capsule"),
	BEGINS("KDUMP   ", "a kernel dump: " IN_CRASH),
	BEGINS("DISKDUMP", "a kernel dump: " IN_CRASH),
	BEGINS("makedumpfile", "a kernel dump: " IN_CRASH),
	/* virtual machines */
	BEGINS("\xd0\xbe\xd0\xbe", "VMware's saved state: " MINUS_N6),
	BEGINS("\xd1\xba\xd1\xba", "VMware's saved state: " MINUS_N6),
	BEGINS("\xd2\xbe\xd2\xbe", "VMware's saved state: " MINUS_N6),
	BEGINS("\xd3\xbe\xd3\xbe", "VMware's saved state: " MINUS_N6),
	BEGINS("LibvirtQemudSave",
	       "a guest that libvirt saved: `virsh restore` it, then " OF_THE_GUEST),
	BEGINS("LibvirtQemudPart", "a guest that libvirt did not save to the end: " OF_THE_GUEST),
	BEGINS("QEVM", "a guest's state as QEMU migrates it (`virsh dump` without "
		       "--memory-only): " OF_THE_GUEST),
	BEGINS("QFI\xfb", "a disk image (qcow2): the dump is a file in it, or a snapshot's state, "
			  "which QEMU alone can load"),
	BEGINS("LinuxGuestRecord",
	       "a guest that Xen saved: `xl dump-core GUEST FILE` takes a dump, which crash reads"),
	BEGINS("Xen saved domain",
	       "a guest that Xen saved: `xl dump-core GUEST FILE` takes a dump, which crash reads"),
	BEGINS("\x7fVirtualBox SavedState", "VirtualBox's saved state: `VBoxManage debugvm GUEST "
					    "dumpvmcore --filename FILE` takes a dump"),
	BEGINS("\x14\x20\x28\x01",
	       "Hyper-V's saved state (.vmrs): Microsoft's vmrs tools make a dump of it"),
	/* memory that other tools took, without the kernel's own notes */
	BEGINS("EMiL", "memory as LiME takes it: crash opens it with a vmlinux, and `pkttrace "
		       "export -t capsule FILE` there makes a capsule"),
	BEGINS("AVML", "memory as AVML takes it: `avml-convert` makes LiME's format of it, which "
		       "crash opens with a vmlinux"),
	BEGINS("PAGEDU64", "a dump of Windows"),
	BEGINS("PAGEDUMP", "a dump of Windows"),
	BEGINS("MDMP", "a minidump of a program of Windows"),
	/* encrypted */
	BEGINS("LUKS\xba\xbe", "an encrypted volume (LUKS): open it with `cryptsetup open`; the "
			       "dump is a file in it"),
	BEGINS("Salted__", "encrypted with openssl: decrypt it first"),
	BEGINS("-----BEGIN PGP", "encrypted with PGP: decrypt it first"),
	BEGINS("age-encryption.org/", "encrypted with age: decrypt it first"),
	/* files that are often found next to a dump */
	BEGINS("\xd4\xc3\xb2\xa1", "a packet capture (pcap): tshark or tcpdump reads it"),
	BEGINS("\xa1\xb2\xc3\xd4", "a packet capture (pcap): tshark or tcpdump reads it"),
	BEGINS("\x4d\x3c\xb2\xa1", "a packet capture (pcap): tshark or tcpdump reads it"),
	BEGINS("\xa1\xb2\x3c\x4d", "a packet capture (pcap): tshark or tcpdump reads it"),
	BEGINS("\x0a\x0d\x0d\x0a", "a packet capture (pcapng): tshark reads it"),
	BEGINS("\x17\x08\x44"
	       "tracing",
	       "a trace.dat: trace-cmd report reads it"),
	BEGINS("PERFILE2", "a record of perf: perf report reads it"),
	BEGINS("!<arch>\n",
	       "a package or a library (ar): `dpkg-deb -x FILE FOLDER` unpacks a .deb"),
	BEGINS("\xed\xab\xee\xdb", "a package (RPM): `rpm2cpio FILE | cpio -id` unpacks it"),
	BEGINS("\x9f\xeb\x01", "types of a kernel (BTF) alone, without memory"),
	BEGINS("MZ", "a kernel's boot image, not a dump"),
	BEGINS("<!DOCTYPE",
	       "a page of the web, not a dump: was there an error when it was fetched?"),
	BEGINS("<html", "a page of the web, not a dump: was there an error when it was fetched?"),
	{257, "ustar", 5, "an archive (tar): `tar -tf` lists it; unpack the dump first"},
};

static bool stands_at(const uint8_t *head, size_t len, size_t at, const char *bytes, size_t size)
{
	return at + size <= len && !memcmp(head + at, bytes, size);
}

/* A name that a shell takes as it is. */
static bool is_plain(const char *path)
{
	return path && path[0] != '-' &&
	       !path[strspn(
		       path,
		       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/+:@%=-")];
}

static void packed(const char *program, const char *command, const char *path, char *what,
		   size_t size)
{
	char name[256] = "DUMP", typed[512], *suffix = NULL;

	if (!is_plain(path) || strlen(path) >= sizeof(name))
		path = "FILE";
	else
		suffix = strrchr(strcpy(name, basename(path)), '.');
	if (suffix && suffix > name)
		*suffix = '\0';
	snprintf(typed, sizeof(typed), command, path, name);
	snprintf(what, size, "compressed with %s; unpack it first: %s", program, typed);
}

/* A log begins with a time, "[    0.000000] Linux version" or "[12345.678901] ...". */
static bool is_log(const uint8_t *head, size_t len)
{
	size_t at = 1;

	if (len < 16 || head[0] != '[')
		return false;
	while (at < len && (head[at] == ' ' || (head[at] >= '0' && head[at] <= '9')))
		at++;
	return at > 1 && at + 7 < len && head[at] == '.' && head[at + 7] == ']';
}

bool pk_stranger(const uint8_t *head, size_t len, const char *path, char *what, size_t size)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(packers); i++)
		if (stands_at(head, len, 0, packers[i].bytes, packers[i].len)) {
			packed(packers[i].program, packers[i].command, path, what, size);
			return true;
		}
	for (size_t i = 0; i < PK_ARRAY_SIZE(strangers); i++)
		if (stands_at(head, len, strangers[i].at, strangers[i].bytes, strangers[i].len)) {
			snprintf(what, size, "not a capsule but %s", strangers[i].what);
			return true;
		}
	if (is_log(head, len)) {
		snprintf(what, size,
			 "the text of a kernel's log, not a dump: look for a vmcore in the same "
			 "folder");
		return true;
	}
	return false;
}
