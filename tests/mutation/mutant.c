/* SPDX-License-Identifier: GPL-3.0-or-later
 * What plant.py's faults ask: is fault N the one that this run shall have? It also notes that a run came by:
 * a byte for each fault in the file PKTTRACE_FAULTS_SEEN, which is mapped, so that a crash keeps it.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool pk_fault(int n);

static unsigned char *seen;
static off_t nr_seen;
static int chosen = -1;

__attribute__((constructor)) static void open_seen(void)
{
	const char *path = getenv("PKTTRACE_FAULTS_SEEN"), *number = getenv("PKTTRACE_FAULT");
	struct stat status;
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;

	if (number)
		chosen = atoi(number);
	if (fd < 0)
		return;
	if (fstat(fd, &status) == 0 && status.st_size > 0) {
		void *map = mmap(NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

		if (map != MAP_FAILED) {
			seen = map;
			nr_seen = status.st_size;
		}
	}
	close(fd);
}

bool pk_fault(int n)
{
	if (seen && n < nr_seen)
		seen[n] = 1;
	return n == chosen;
}
