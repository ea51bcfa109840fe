// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * libpcap, as far as the filter compiler goes: declared here and found at run time, so that whoever
 * filters nothing needs no libpcap, in a rescue system for one.
 */
#include "command/filter.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define DLT_EN10MB 1
#define SNAPLEN 262144 /* also what the program returns for a frame that fits */
#define NETMASK_UNKNOWN 0xffffffffu

struct bpf_program {
	unsigned int nr;
	struct pk_bpf_insn *insns;
};

struct pcap_library {
	void *handle;
	void *(*open_dead)(int linktype, int snaplen);
	int (*compile)(void *pcap, struct bpf_program *program, const char *text, int optimize,
		       unsigned int netmask);
	char *(*geterr)(void *pcap);
	void (*freecode)(struct bpf_program *program);
	void (*close)(void *pcap);
};

/* A function's address by name. ISO C has no conversion from what dlsym returns. */
static bool find(struct pcap_library *library, const char *name, void *to)
{
	void *symbol = dlsym(library->handle, name);

	memcpy(to, &symbol, sizeof(symbol));
	return symbol != NULL;
}

static enum pk_status load(struct pk_ctx *ctx, struct pcap_library *ret_library)
{
	/* Debian's name, upstream's, and what a development package installs. */
	static const char *const names[] = {"libpcap.so.0.8", "libpcap.so.1", "libpcap.so"};
	struct pcap_library library = {0};

	for (size_t i = 0; i < PK_ARRAY_SIZE(names) && !library.handle; i++)
		library.handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	if (!library.handle)
		return pk_fail(ctx, PK_ABSENT,
			       "expressions need libpcap, and it cannot be loaded (Debian: "
			       "libpcap0.8, others: "
			       "libpcap): %s",
			       dlerror());
	if (!find(&library, "pcap_open_dead", &library.open_dead) ||
	    !find(&library, "pcap_compile", &library.compile) ||
	    !find(&library, "pcap_geterr", &library.geterr) ||
	    !find(&library, "pcap_freecode", &library.freecode) ||
	    !find(&library, "pcap_close", &library.close)) {
		dlclose(library.handle);
		return pk_fail(ctx, PK_ABSENT,
			       "this libpcap lacks a function that expressions need");
	}
	*ret_library = library;
	return PK_OK;
}

static enum pk_status take_program(struct pk_ctx *ctx, const char *text,
				   const struct bpf_program *program,
				   struct pk_expression *ret_expression)
{
	struct pk_expression expression = {.nr = program->nr};

	if (!program->nr || program->nr > PK_BPF_MAX_INSNS)
		return pk_fail(ctx, PK_LIMIT, "\"%s\" compiles to %u instructions", text,
			       program->nr);
	expression.text = strdup(text);
	expression.insns = malloc(program->nr * sizeof(*expression.insns));
	if (!expression.text || !expression.insns) {
		pk_expression_deinit(&expression);
		return pk_fail(ctx, PK_NOMEM, "out of memory");
	}
	memcpy(expression.insns, program->insns, program->nr * sizeof(*expression.insns));
	*ret_expression = expression;
	return PK_OK;
}

static enum pk_status compile(struct pk_ctx *ctx, const struct pcap_library *library,
			      const char *text, struct pk_expression *ret_expression)
{
	struct bpf_program program = {0};
	void *pcap = library->open_dead(DLT_EN10MB, SNAPLEN);
	enum pk_status status;

	if (!pcap)
		return pk_fail(ctx, PK_NOMEM, "libpcap: out of memory");
	if (library->compile(pcap, &program, text, 1, NETMASK_UNKNOWN)) {
		status = pk_fail(ctx, PK_USAGE, "\"%s\": %s", text, library->geterr(pcap));
	} else {
		status = take_program(ctx, text, &program, ret_expression);
		library->freecode(&program);
	}
	library->close(pcap);
	return status;
}

enum pk_status pk_pcap_compile(struct pk_ctx *ctx, const char *text,
			       struct pk_expression *ret_expression)
{
	struct pcap_library library;
	enum pk_status status = load(ctx, &library);

	if (status != PK_OK)
		return status;
	status = compile(ctx, &library, text, ret_expression);
	dlclose(library.handle);
	return status;
}
