// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/internal.h"

/*
 * Types come from the BTF that the dumped kernel carries in its read-only data: a million answers
 * per second, where gdb gives fifty (crash 8.0.2, warm). The provider is asked only if there is no
 * BTF (before 5.2, or not configured).
 */

#define MAX_BTF (256u << 20) /* a distribution kernel has 4 to 10 MB */

bool pk_kernel_wants_debuginfo(void)
{
	const char *choice = getenv("PKTTRACE_TYPES");

	return choice && !strcmp(choice, "debuginfo");
}

static enum pk_status read_btf(struct pk_kernel *kernel, void **ret_data, size_t *ret_len)
{
	uint64_t start, stop;
	enum pk_status status;

	if (pk_kernel_wants_debuginfo())
		return PK_ABSENT;
	if (!pk_kernel_address(kernel, "__start_BTF", &start) ||
	    !pk_kernel_address(kernel, "__stop_BTF", &stop))
		return PK_ABSENT;
	if (stop <= start || stop - start > MAX_BTF)
		return stop == start ? PK_ABSENT : PK_CORRUPT;
	*ret_data = malloc(stop - start);
	if (!*ret_data)
		return PK_NOMEM;
	*ret_len = stop - start;
	status = pk_kernel_read(&kernel->target, start, *ret_data, *ret_len);
	if (status != PK_OK)
		free(*ret_data);
	return status;
}

static enum pk_status provided_btf(struct pk_kernel *kernel, void **ret_data, size_t *ret_len)
{
	struct pk_provider *provider = kernel->provider;

	return provider->ops->btf ? provider->ops->btf(provider, ret_data, ret_len) : PK_ABSENT;
}

/* Ask SOURCE, one of the two above. */
static enum pk_status load_btf(struct pk_kernel *kernel, __typeof__(read_btf) *source)
{
	size_t len;
	void *data;
	enum pk_status status = source(kernel, &data, &len);

	if (status != PK_OK)
		return status;
	status = pk_btf_create(data, len, kernel->target.facts.word_size, &kernel->btf);
	if (status != PK_OK)
		free(data);
	return status;
}

static bool btf_load(struct pk_kernel *kernel)
{
	struct pk_provider *provider = kernel->provider;

	if (kernel->btf_state == PK_KERNEL_UNTRIED) {
		enum pk_status status = load_btf(kernel, read_btf);

		if (status != PK_OK && load_btf(kernel, provided_btf) == PK_OK)
			status = PK_OK;
		kernel->btf_state = status == PK_OK ? PK_KERNEL_READY : PK_KERNEL_FAILED;
		if (status != PK_OK && provider->ops->no_btf)
			provider->ops->no_btf(provider, status);
	}
	return kernel->btf_state == PK_KERNEL_READY;
}

/*
 * Who knows a type. Of vmlinux: its BTF, or the provider. Of a module ("struct fq_flow@sch_fq"):
 *
 *	not loaded			vmlinux: it may be built in
 *	loaded, the dump has its BTF	that, which continues vmlinux's
 *	loaded, debuginfo given (-k)	that, as BTF
 *	loaded, debuginfo too (mod -s)	the provider
 *	loaded, neither			nobody: PK_UNSUPPORTED, which is not "there is no such type"
 */
struct answerer {
	const struct pk_btf *btf; /* else */
	struct pk_provider *provider;
	char type[PK_TYPE_NAME_MAX + 8]; /* without the module */
};

/* What the provider knows of module NAME, for kernels whose BTF leaves it out. */
static enum pk_status ask_debuginfo(struct pk_kernel *kernel, const char *name, bool has_btf,
				    struct answerer *answerer)
{
	struct pk_provider *provider = kernel->provider;

	switch (provider->ops->module ? provider->ops->module(provider, name) : PK_MODULE_UNKNOWN) {
	case PK_MODULE_NOT_LOADED:
		answerer->btf = has_btf ? kernel->btf : NULL;
		return PK_OK;
	case PK_MODULE_DEBUGINFO:
		return PK_OK;
	default:
		return PK_UNSUPPORTED;
	}
}

static enum pk_status find_answerer(struct pk_kernel *kernel, const char *type,
				    struct answerer *answerer)
{
	bool has_btf = btf_load(kernel);
	const char *module;
	enum pk_status status;

	memset(answerer, 0, sizeof(*answerer));
	answerer->provider = kernel->provider;
	if (!pk_btf_split_name(type, answerer->type, sizeof(answerer->type), &module)) {
		snprintf(answerer->type, sizeof(answerer->type), "%s", type);
		answerer->btf = has_btf ? kernel->btf : NULL;
		return PK_OK;
	}
	if (!has_btf)
		return ask_debuginfo(kernel, module, false, answerer);
	if (!kernel->btf_modules)
		kernel->btf_modules = pk_btf_modules_create(&kernel->target, kernel->btf,
							    kernel->ask_module, kernel);
	if (!kernel->btf_modules)
		return PK_NOMEM;
	status = pk_btf_modules_find(kernel->btf_modules, module, &answerer->btf);
	if (status == PK_ABSENT && kernel->provider->ops->module == NULL) {
		answerer->btf = kernel->btf; /* not loaded: it may be built in */
		return PK_OK;
	}
	return status == PK_OK ? status : ask_debuginfo(kernel, module, true, answerer);
}

/* Ask the kernel's BTF; else the provider, if it has that operation. */
#define ASK(target, type_name, what, ...)                                                          \
	({                                                                                         \
		struct answerer who_;                                                              \
		enum pk_status status_ = find_answerer(pk_kernel_of(target), type_name, &who_);    \
		if (status_ == PK_OK && who_.btf)                                                  \
			status_ = pk_btf_##what(who_.btf, who_.type, __VA_ARGS__);                 \
		else if (status_ == PK_OK)                                                         \
			status_ = who_.provider->ops->what                                         \
					  ? who_.provider->ops->what(who_.provider, who_.type,     \
								     __VA_ARGS__)                  \
					  : PK_UNSUPPORTED;                                        \
		status_;                                                                           \
	})

enum pk_status pk_kernel_type_size(struct pk_target *target, const char *type, uint64_t *ret_size)
{
	return ASK(target, type, type_size, ret_size);
}

enum pk_status pk_kernel_member(struct pk_target *target, const char *type, const char *path,
				struct pk_member *ret_member)
{
	return ASK(target, type, member, path, ret_member);
}

enum pk_status pk_kernel_enumerator(struct pk_target *target, const char *name, int64_t *ret_value)
{
	return ASK(target, name, enumerator, ret_value);
}

enum pk_status pk_kernel_enum_name(struct pk_target *target, const char *tag, int64_t value,
				   char *buf, size_t size)
{
	return ASK(target, tag, enum_name, value, buf, size);
}
