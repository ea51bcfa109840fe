// SPDX-License-Identifier: GPL-3.0-or-later
/* For the lab guest: files FOLDER NUMBER makes so many files in the folder, which hold an inode and a dentry each. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char name[64];
	int made = 0;

	if (argc != 3 || mkdir(argv[1], 0755) != 0 || chdir(argv[1]) != 0)
		return 2;
	for (int i = 0; i < atoi(argv[2]); i++) {
		if (i % 1000 == 0) {
			snprintf(name, sizeof(name), "%d", i);
			if (mkdir(name, 0755) != 0)
				break;
		}
		snprintf(name, sizeof(name), "%d/file-%d", i / 1000 * 1000, i);
		made += mknod(name, S_IFREG | 0644, 0) == 0;
	}
	printf("files: %d made\n", made);
	return made != atoi(argv[2]);
}
