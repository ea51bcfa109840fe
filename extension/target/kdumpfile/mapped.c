// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/dump.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_HELD (16ul << 20) /* bytes: what is touched again is cheap meanwhile */

bool pk_mapped_may(const int *fds, unsigned nr)
{
	struct rlimit space;
	struct stat stat;

	for (unsigned i = 0; i < nr; i++)
		if (fstat(fds[i], &stat) != 0 || !S_ISREG(stat.st_mode))
			return false;
	return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur == RLIM_INFINITY;
}

static bool next_line(FILE *maps, char *line, int size)
{
	int c;

	if (!fgets(line, size, maps))
		return false;
	if (!strchr(line, '\n')) /* a long path: leave it unread */
		do
			c = getc(maps);
		while (c != EOF && c != '\n');
	return true;
}

/* Bytes of files, and of memory shared with a child, that this process holds; 0: not to be had. */
static unsigned long held(void)
{
	FILE *statm = fopen("/proc/self/statm", "re");
	unsigned long shared = 0;

	if (statm) {
		if (fscanf(statm, "%*u %*u %lu", &shared) != 1)
			shared = 0;
		fclose(statm);
	}
	return shared * (unsigned long)sysconf(_SC_PAGESIZE);
}

/* Only read-only shared mappings of files: there MADV_DONTNEED loses nothing, whoever mapped them. */
void pk_mapped_give_back(void)
{
	uintptr_t begin, end;
	unsigned long inode;
	char line[128];
	FILE *maps;

	if (held() < MOST_HELD)
		return;
	maps = fopen("/proc/self/maps", "re");
	while (maps && next_line(maps, line, sizeof(line)))
		if (sscanf(line, "%lx-%lx r--s %*s %*s %lu", &begin, &end, &inode) == 3 && inode)
			madvise((void *)begin, end - begin, MADV_DONTNEED);
	if (maps)
		fclose(maps);
}
