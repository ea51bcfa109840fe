// SPDX-License-Identifier: GPL-3.0-or-later
/* In the place of what the program for a kdump capture kernel is built without: a vmlinux, the prompt, and the page. */
#include <stdio.h>

#include "command/export.h"
#include "main/main.h"
#include "target/kdumpfile/vmlinux.h"

static const char without[] = "this is the small program for kdump: it has no";

enum pk_status pk_vmlinux_open(const char *path, struct pk_vmlinux **ret_vmlinux, char *error,
			       size_t size)
{
	(void)ret_vmlinux;
	snprintf(error, size, "%s: %s -k VMLINUX", path, without);
	return PK_UNSUPPORTED;
}

enum pk_status pk_debuginfod_find(const char *id, char **ret_path, char *error, size_t size)
{
	(void)id;
	(void)ret_path;
	snprintf(error, size, "debuginfod: %s --debuginfod", without);
	return PK_UNSUPPORTED;
}

bool pk_module_file_is(const char *path)
{
	(void)path;
	return false; /* but a vmlinux, which is refused */
}

/* None is ever open. */

void pk_module_file_read(const char *path, struct pk_module_file *ret_file)
{
	(void)path;
	(void)ret_file;
}

enum pk_status pk_module_file_btf(const char *path, void **ret_data, size_t *ret_len)
{
	(void)path;
	(void)ret_data;
	(void)ret_len;
	return PK_UNSUPPORTED;
}

void pk_vmlinux_close(struct pk_vmlinux *vmlinux)
{
	(void)vmlinux;
}

const char *pk_vmlinux_id(const struct pk_vmlinux *vmlinux)
{
	(void)vmlinux;
	return "";
}

bool pk_vmlinux_place(struct pk_vmlinux *vmlinux, uint64_t stext)
{
	(void)vmlinux;
	(void)stext;
	return false;
}

bool pk_vmlinux_bytes(struct pk_vmlinux *vmlinux, uint64_t addr, void *buf, size_t len)
{
	(void)vmlinux;
	(void)addr;
	(void)buf;
	(void)len;
	return false;
}

bool pk_vmlinux_symbol(const struct pk_vmlinux *vmlinux, const char *name,
		       struct pk_symbol *ret_symbol)
{
	(void)vmlinux;
	(void)name;
	(void)ret_symbol;
	return false;
}

bool pk_vmlinux_symbol_at(const struct pk_vmlinux *vmlinux, uint64_t addr,
			  struct pk_symbol *ret_symbol)
{
	(void)vmlinux;
	(void)addr;
	(void)ret_symbol;
	return false;
}

enum pk_status pk_vmlinux_btf(struct pk_vmlinux *vmlinux, void **ret_data, size_t *ret_len)
{
	(void)vmlinux;
	(void)ret_data;
	(void)ret_len;
	return PK_ABSENT;
}

enum pk_status pk_vmlinux_functions_of_file(struct pk_vmlinux *vmlinux, const char *file,
					    pk_symbol_fn fn, void *arg)
{
	(void)vmlinux;
	(void)file;
	(void)fn;
	(void)arg;
	return PK_UNSUPPORTED;
}

int pk_shell_run(struct pk_ctx *ctx)
{
	(void)ctx;
	fprintf(stderr, "pkttrace: %s --shell\n", without);
	return 1;
}

static enum pk_status no_page(struct pk_ctx *ctx, const struct pk_export_options *options, FILE *fp,
			      FILE *log)
{
	(void)options;
	(void)fp;
	(void)log;
	return pk_fail(ctx, PK_UNSUPPORTED, "html: %s page; write a capsule", without);
}

const struct pk_exporter pk_export_html = {
	.type = "html",
	.summary = "a page for a browser: not by this small program",
	.takes_packets = true,
	.holds = "nothing",
	.run = no_page,
};
