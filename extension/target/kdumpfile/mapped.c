// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/mapped.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

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

/* Only read-only shared mappings of files: there MADV_DONTNEED loses nothing, whoever mapped them. */
void pk_mapped_give_back(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	uintptr_t begin, end;
	unsigned long inode;
	char line[128];

	while (maps && next_line(maps, line, sizeof(line)))
		if (sscanf(line, "%lx-%lx r--s %*s %*s %lu", &begin, &end, &inode) == 3 && inode)
			madvise((void *)begin, end - begin, MADV_DONTNEED);
	if (maps)
		fclose(maps);
}
