// SPDX-License-Identifier: GPL-3.0-or-later
/* The library is loaded on demand: it brings an HTTP client, which few need. */
#include "target/kdumpfile/vmlinux.h"

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"

struct library {
	__typeof__(debuginfod_begin) *begin;
	__typeof__(debuginfod_end) *end;
	__typeof__(debuginfod_find_debuginfo) *find;
	__typeof__(debuginfod_set_progressfn) *set_progress;
};

static bool load(struct library *library)
{
	void *handle = dlopen(LIBRARY, RTLD_NOW);

	if (!handle)
		return false;
	*(void **)&library->begin = dlsym(handle, "debuginfod_begin");
	*(void **)&library->end = dlsym(handle, "debuginfod_end");
	*(void **)&library->find = dlsym(handle, "debuginfod_find_debuginfo");
	*(void **)&library->set_progress = dlsym(handle, "debuginfod_set_progressfn");
	return library->begin && library->end && library->find && library->set_progress;
}

static int show(debuginfod_client *client, long done, long all)
{
	(void)client;
	if (all > 0)
		fprintf(stderr, "\rfetching debuginfo: %ld of %ld MiB ", done >> 20, all >> 20);
	return 0;
}

static enum pk_status find(const struct library *library, const char *id, char **ret_path,
			   char *error, size_t size)
{
	debuginfod_client *client = library->begin();
	int fd;

	if (!client) {
		snprintf(error, size, "debuginfod: %s", strerror(errno));
		return PK_IO;
	}
	if (isatty(STDERR_FILENO))
		library->set_progress(client, show);
	fd = library->find(client, (const unsigned char *)id, 0, ret_path);
	library->end(client);
	if (fd >= 0) {
		close(fd);
		return PK_OK;
	}
	snprintf(error, size, "debuginfod: build-id %s: %s", id,
		 fd == -ENOENT ? "no server has it" : strerror(-fd));
	return fd == -ENOENT ? PK_ABSENT : PK_IO;
}

enum pk_status pk_debuginfod_find(const char *id, char **ret_path, char *error, size_t size)
{
	const char *urls = getenv(DEBUGINFOD_URLS_ENV_VAR);
	struct library library;

	if (!load(&library)) {
		snprintf(error, size, "debuginfod: %s is not installed", LIBRARY);
		return PK_UNSUPPORTED;
	}
	if (!urls || !*urls) {
		snprintf(error, size, "debuginfod: no server is named in $%s",
			 DEBUGINFOD_URLS_ENV_VAR);
		return PK_ABSENT;
	}
	return find(&library, id, ret_path, error, size);
}
