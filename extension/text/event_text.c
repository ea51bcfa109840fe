// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/event_lines.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/btf_func.h"
#include "text/entry.h"
#include "text/print_fmt.h"
#include "text/private.h"

struct pk_event_texts {
	struct pk_kt kt;
	struct pk_kernel_trace_request request;
};

enum pk_status pk_event_texts_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				     struct pk_event_texts **ret_texts)
{
	struct pk_event_texts *texts = calloc(1, sizeof(*texts));
	enum pk_status status;

	if (!texts)
		return pk_fail(ctx, PK_NOMEM, "texts of events");
	texts->request = (struct pk_kernel_trace_request){.instance = instance, .cpu = PK_ALL_CPUS};
	texts->kt.ctx = ctx;
	texts->kt.request = &texts->request;
	texts->kt.instance = instance;
	texts->kt.entries = pk_kt_entries;
	pk_symbols_init(&texts->kt.symbols, ctx);
	status = pk_kt_options_read(&texts->kt);
	texts->kt.fmts = status == PK_OK ? pk_print_fmts_create() : NULL;
	if (status == PK_OK && !texts->kt.fmts)
		status = pk_fail(ctx, PK_NOMEM, "event formats");
	if (status != PK_OK) {
		pk_event_texts_destroy(texts);
		return status;
	}
	if (pk_formats_load(ctx, &texts->kt.formats) != PK_OK)
		texts->kt.formats = NULL;
	status = pk_last_boot_create(ctx, instance, &texts->kt.last_boot);
	if (status != PK_OK) {
		pk_event_texts_destroy(texts);
		return status;
	}
	*ret_texts = texts;
	return PK_OK;
}

void pk_event_texts_destroy(struct pk_event_texts *texts)
{
	if (!texts)
		return;
	pk_print_fmts_destroy(texts->kt.fmts);
	pk_symbols_deinit(&texts->kt.symbols);
	pk_last_boot_destroy(texts->kt.last_boot);
	pk_btf_funcs_destroy(texts->kt.functions);
	free(texts);
}

const char *pk_event_text(struct pk_event_texts *texts, const struct pk_event *event)
{
	struct pk_seq *seq = &texts->kt.seq;

	pk_seq_reset(seq);
	pk_kt_event(&texts->kt, event, PK_FORM_TRACE);
	while (seq->len && seq->text[seq->len - 1] == '\n')
		pk_seq_cut(seq, seq->len - 1);
	return seq->text;
}
