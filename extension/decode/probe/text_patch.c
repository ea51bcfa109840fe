// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/probe/probe_collect.h"

/*
 * Does the text do what the books say? For every patch site of ftrace and every address of a kprobe
 * the bytes in the dump are compared with what the records promise. Where they disagree somebody else
 * wrote there (a rootkit, a hot patch of another kind), or the machine died in the middle of patching.
 *
 *   record          the text should be
 *   not enabled     a no-op
 *   enabled         a call to pk_record_expected()
 *   kprobe          a breakpoint; optimized: a jump to its detour; on ftrace: see the record. s390x up to 5.5 puts
 *                   the breakpoint over a patch site, whatever its record says
 *   kprobe off      the original instruction (its first byte is known); what the record says, at such a site
 *   any             the ftrace_ops that pk_record_expected_ops() says in a literal beside it, where this kernel has those
 *   any             behind the instruction where branches may land (pk_arch.entry): that, or its sealed form
 *
 * Only known sites are compared, never the file: alternatives, static keys and calls, and return
 * thunks make the running text differ from vmlinux in thousands of places.
 */
#define MAX_FORMS 64
/* Whoever patches text takes a few sites. That all of tens of thousands differ says that the records are damaged. */
#define MAX_REPORTED 1024
/* functions: what so many begin with is the kernel's own, of a release not met yet */
#define FORM_OWN 16

/* Bytes that stand at functions' entries and are no known form. */
struct entry_form {
	uint8_t bytes[PK_ENTRY_MAX];
	size_t len;
	uint32_t nr;
	uint64_t addrs[FORM_OWN];
};

struct text_check {
	struct pk_collect *collect;
	const struct pk_arch *arch;
	struct entry_form *forms; /* MAX_FORMS */
	unsigned nr_forms;
	uint32_t nr_unreadable, nr_unknown, nr_reported;
	uint64_t first_unreadable, first_unknown, first_left_out;
};

static void note_unreadable(struct text_check *check, uint64_t addr)
{
	if (!check->nr_unreadable++)
		check->first_unreadable = addr;
}

static bool read_site(struct text_check *check, uint64_t addr, uint8_t *bytes,
		      struct pk_site *ret_site)
{
	if (pk_read(check->collect->ctx, addr, bytes, check->arch->site_size) == PK_OK) {
		*ret_site = check->arch->site(addr, bytes);
		return true;
	}
	note_unreadable(check, addr);
	return false;
}

/* The same of a function's patch site, and the entry before it where the kernel has such and the dump holds it: of tens
 * of thousands, in one read each, and none that fails makes up an error's text. */
static bool read_site_and_entry(struct text_check *check, uint64_t ip, uint8_t *bytes,
				struct pk_site *ret_site, uint8_t *entry, bool *ret_has_entry)
{
	const struct pk_arch *arch = check->arch;
	size_t before = arch->entry_size, len = before + arch->site_size;
	uint8_t both[PK_ENTRY_MAX + PK_SITE_MAX];

	*ret_has_entry = before && before <= PK_ENTRY_MAX && ip >= before &&
			 ip - before <= UINT64_MAX - len &&
			 pk_read_quietly(check->collect->ctx, ip - before, both, len) == PK_OK;
	if (!*ret_has_entry)
		return read_site(check, ip, bytes, ret_site);
	memcpy(entry, both, before);
	memcpy(bytes, both + before, arch->site_size);
	*ret_site = arch->site(ip, bytes);
	return true;
}

/* "call tcp_v4_rcv [module]", "breakpoint", "bytes 48 89 e5 ..". */
static void site_text(struct text_check *check, const struct pk_site *site, const uint8_t *bytes,
		      char *buf, size_t size)
{
	char name[PK_SYMBOL_NAME_MAX];
	size_t len;

	if (site->kind == PK_SITE_CALL || site->kind == PK_SITE_JUMP) {
		snprintf(buf, size, "%s %.100s", pk_site_kind_name(site->kind),
			 pk_collect_name(check->collect, site->target, name, sizeof(name)));
	} else if (site->kind != PK_SITE_OTHER) {
		snprintf(buf, size, "%s", pk_site_kind_name(site->kind));
	} else {
		len = (size_t)snprintf(buf, size, "bytes");
		for (size_t i = 0; i < check->arch->site_size && len < size; i++)
			len += (size_t)snprintf(buf + len, size - len, " %02x", bytes[i]);
	}
}

/* A patch at ADDR; NULL: there are many already, or no memory. */
static struct pk_probe *add_patch(struct text_check *check, uint64_t addr)
{
	struct pk_probe *probe;

	if (check->nr_reported++ >= MAX_REPORTED) {
		if (!check->first_left_out)
			check->first_left_out = addr;
		return NULL;
	}
	probe = pk_collect_add(check->collect, PK_PROBE_TEXT_PATCH);
	if (probe) {
		pk_collect_target(check->collect, probe, addr);
		probe->state |= PK_PROBE_UNCONFIRMED;
	}
	return probe;
}

static void report(struct text_check *check, uint64_t addr, const struct pk_site *site,
		   const uint8_t *bytes, const char *books)
{
	struct pk_collect *collect = check->collect;
	struct pk_probe *probe = add_patch(check, addr);
	char text[128];

	if (!probe)
		return;
	if (site->target) {
		pk_collect_handler(collect, probe, site->target);
		pk_collect_owner(collect, probe);
	} else {
		pk_collect_owner_text(probe, "unknown");
	}
	site_text(check, site, bytes, text, sizeof(text));
	pk_collect_detail(probe, "text: %s; records: %.100s", text, books);
}

/* 5.10 turns the no-op of bpf_dispatcher_xdp_func and its kin into a jump to a generated dispatcher,
 * by itself and past ftrace ("bpf: Introduce BPF dispatcher"). Only into BPF's own text, though. */
static bool is_bpf_dispatcher(struct text_check *check, uint64_t ip, const struct pk_site *site)
{
	struct pk_symbol symbol;

	if (site->kind != PK_SITE_JUMP || pk_symbol_at(check->collect->ctx, ip, &symbol) != PK_OK ||
	    strncmp(symbol.name, "bpf_dispatcher_", 15) || symbol.module[0] ||
	    pk_module_at(&check->collect->modules, site->target))
		return false;
	return pk_symbol_at(check->collect->ctx, site->target, &symbol) != PK_OK ||
	       !strcmp(symbol.module, "bpf");
}

/* An enabled site of which the books do not tell whom it calls, because they are damaged themselves. A call
 * or jump out of any module's text may well be right: to the kernel's trampolines, or allocated ones. */
static bool may_be_right(struct text_check *check, uint64_t ip, const struct pk_site *site)
{
	if ((site->kind != PK_SITE_CALL && site->kind != PK_SITE_JUMP) ||
	    pk_module_at(&check->collect->modules, site->target))
		return false;
	if (!check->nr_unknown++)
		check->first_unknown = ip;
	return true;
}

static void note_form(struct text_check *check, uint64_t addr, const uint8_t *bytes, size_t len)
{
	struct entry_form *form = check->forms, *end = form + check->nr_forms;

	while (form < end && (form->len != len || memcmp(form->bytes, bytes, len)))
		form++;
	if (form == end) {
		if (check->nr_forms == MAX_FORMS)
			return;
		check->nr_forms++;
		memset(form, 0, sizeof(*form));
		memcpy(form->bytes, bytes, len);
		form->len = len;
	}
	if (form->nr < FORM_OWN)
		form->addrs[form->nr] = addr;
	form->nr++;
}

/* What stands there is checked as a kprobe's text. */
static bool has_kprobe(const struct pk_collect *collect, uint64_t addr, size_t len)
{
	return pk_any(collect->nr_sites, i, collect->sites[i].addr - addr < len);
}

/* A branch planted over a function's entry instruction needs not touch the patch site behind it. */
static void check_entry(struct text_check *check, uint64_t ip, const uint8_t *bytes)
{
	const struct pk_arch *arch = check->arch;
	struct pk_symbol symbol;
	uint64_t len;

	if (arch->entry(bytes, arch->entry_size) ||
	    pk_symbol_at(check->collect->ctx, ip, &symbol) != PK_OK)
		return;
	len = ip - symbol.addr;
	if (!len || (len != arch->entry_size && len != arch->entry_short) ||
	    arch->entry(bytes + arch->entry_size - len, len) ||
	    has_kprobe(check->collect, symbol.addr, len))
		return;
	note_form(check, symbol.addr, bytes + arch->entry_size - len, len);
}

static void report_entries(struct text_check *check)
{
	for (unsigned i = 0; i < check->nr_forms; i++) {
		const struct entry_form *form = &check->forms[i];
		uint8_t bytes[PK_SITE_MAX];
		struct pk_site site;
		char books[64];

		snprintf(books, sizeof(books), "the function's %s", check->arch->entry_name);
		if (form->nr > FORM_OWN) {
			pk_warn(check->collect->ctx,
				"%u functions begin with neither %s nor a form of it that is "
				"known, the first at "
				"%" PRIx64 ": taken for this kernel's own",
				form->nr, check->arch->entry_name, form->addrs[0]);
			continue;
		}
		for (uint32_t j = 0; j < form->nr && !check->collect->full; j++)
			if (read_site(check, form->addrs[j], bytes, &site))
				report(check, form->addrs[j], &site, bytes, books);
	}
	if (check->nr_forms == MAX_FORMS)
		pk_warn(check->collect->ctx,
			"more than %u kinds of damage at functions' entries: not all are listed",
			MAX_FORMS);
}

/* ftrace_caller calls whatever ops the literal names, registered or not. */
static void check_ops(struct text_check *check, const struct pk_ftrace_record *record,
		      const struct pk_site *site)
{
	struct pk_collect *collect = check->collect;
	struct pk_ctx *ctx = collect->ctx;
	char name[PK_SYMBOL_NAME_MAX], books[128];
	struct pk_probe *probe;
	uint64_t addr, ops, expected, func;
	enum pk_status status;

	if (!check->arch->ops_literal || !collect->ftrace.list_ops)
		return;
	addr = check->arch->ops_literal(record->ip, site);
	if (!addr)
		return;
	if (pk_read_uint(ctx, addr, 8, &ops) != PK_OK) {
		note_unreadable(check, addr);
		return;
	}
	status = pk_record_expected_ops(ctx, &collect->ftrace, record, &expected);
	if (status == PK_OK ? ops == expected : status == PK_UNREADABLE)
		return;
	snprintf(books, sizeof(books), "%.120s",
		 status == PK_OK ? pk_collect_name(collect, expected, name, sizeof(name))
				 : pk_error(ctx));
	probe = add_patch(check, record->ip);
	if (!probe)
		return;
	if (pk_member_uint(ctx, ops, PK_R_ftrace_ops_func, &func) == PK_OK) {
		pk_collect_handler(collect, probe, func);
		pk_collect_owner(collect, probe);
	} else {
		pk_collect_owner_text(probe, "unknown");
	}
	pk_collect_detail(probe, "literal: ftrace_ops %.100s; records: %s",
			  pk_collect_name(collect, ops, name, sizeof(name)), books);
}

static bool leads_to(struct text_check *check, const struct pk_site *site, uint64_t target)
{
	return (site->kind == PK_SITE_CALL || site->kind == PK_SITE_JUMP) &&
	       (site->target == target ||
		pk_arch_branch_end(check->collect->ctx, site->target) == target);
}

/* A branch into code that the dump lacks: a module's veneer, a trampoline for what is too far away (arm64, s390x). */
static bool leads_to_unread(struct text_check *check, const struct pk_site *site)
{
	uint8_t code[4];

	return check->arch->veneer && (site->kind == PK_SITE_CALL || site->kind == PK_SITE_JUMP) &&
	       pk_read_quietly(check->collect->ctx, site->target, code, sizeof(code)) != PK_OK;
}

/* Too far for a branch is what ftrace_caller reaches instead, by the ops that the literal names. */
static bool is_far_direct(struct text_check *check, const struct pk_ftrace_record *record,
			  const struct pk_site *site, uint64_t target)
{
	struct pk_ctx *ctx = check->collect->ctx;
	const struct pk_ftrace *ftrace = &check->collect->ftrace;
	uint64_t ops, direct;

	return (record->flags & PK_REC_DIRECT_EN) && ftrace->list_ops && ftrace->caller &&
	       leads_to(check, site, ftrace->caller) && pk_has(ctx, PK_R_ftrace_ops_direct_call) &&
	       pk_record_expected_ops(ctx, ftrace, record, &ops) == PK_OK &&
	       pk_member_uint(ctx, ops, PK_R_ftrace_ops_direct_call, &direct) == PK_OK &&
	       direct == target;
}

/* A breakpoint is checked with the kprobe, where that does not use ftrace: "s390: support KPROBES_ON_FTRACE" (5.6). */
static bool is_kprobe_at(struct text_check *check, uint64_t ip, const struct pk_site *site)
{
	bool found = false;

	for (uint32_t i = 0; i < check->collect->nr_sites; i++) {
		struct pk_kprobe_site *kprobe = &check->collect->sites[i];

		if (kprobe->addr == ip && !kprobe->ftrace && !kprobe->gone) {
			kprobe->on_record = true;
			found = !kprobe->disabled;
		}
	}
	return found && site->kind == PK_SITE_BREAKPOINT;
}

static bool check_record(const struct pk_ftrace_record *record, void *arg)
{
	struct text_check *check = arg;
	struct pk_collect *collect = check->collect;
	uint8_t bytes[PK_SITE_MAX], entry[PK_ENTRY_MAX];
	char books[128], name[PK_SYMBOL_NAME_MAX];
	struct pk_site site;
	bool has_entry;
	uint64_t target;
	enum pk_status status;

	/* Disabled for good: init text that is gone, or a weak function that was overridden. */
	if ((record->flags & PK_REC_DISABLED) ||
	    !read_site_and_entry(check, record->ip, bytes, &site, entry, &has_entry))
		return true;
	if (has_entry)
		check_entry(check, record->ip, entry);
	if (is_kprobe_at(check, record->ip, &site))
		return true;
	if (!(record->flags & PK_REC_ENABLED)) {
		if (site.kind == PK_SITE_NOP)
			check_ops(check, record, &site);
		else if (!is_bpf_dispatcher(check, record->ip, &site))
			report(check, record->ip, &site, bytes, "nothing attached");
		return !collect->full;
	}
	status = pk_record_expected(collect->ctx, &collect->ftrace, record, &target);
	if (status == PK_UNREADABLE && may_be_right(check, record->ip, &site))
		return true;
	if (status != PK_OK) {
		snprintf(books, sizeof(books), "%.120s", pk_error(collect->ctx));
		report(check, record->ip, &site, bytes, books);
	} else if (leads_to(check, &site, target) || is_far_direct(check, record, &site, target)) {
		check_ops(check, record, &site);
	} else if (leads_to_unread(check, &site)) {
		note_unreadable(check, record->ip);
	} else {
		snprintf(books, sizeof(books), "call %.110s",
			 pk_collect_name(collect, target, name, sizeof(name)));
		report(check, record->ip, &site, bytes, books);
	}
	return !collect->full;
}

static bool kprobe_agrees(const struct text_check *check, const struct pk_kprobe_site *kprobe,
			  const struct pk_site *site, const uint8_t *bytes, char *books,
			  size_t size)
{
	size_t opcode_size = check->arch->opcode_size;

	if (kprobe->disabled) {
		snprintf(books, size, "a disabled kprobe, byte%s %0*" PRIx64,
			 opcode_size > 1 ? "s" : "", (int)(2 * opcode_size), kprobe->opcode);
		return !kprobe->opcode_known ||
		       pk_uint(check->collect->ctx, bytes, opcode_size) == kprobe->opcode;
	}
	/* Queued to become a jump, or to stop being one: both are right. */
	if (kprobe->optimized && site->kind == PK_SITE_JUMP) {
		snprintf(books, size, "a kprobe's jump to %" PRIx64, kprobe->detour);
		return !kprobe->detour || site->target == kprobe->detour;
	}
	snprintf(books, size, "a kprobe's %s", kprobe->optimized ? "jump" : "breakpoint");
	return site->kind == PK_SITE_BREAKPOINT && (!kprobe->optimized || kprobe->pending);
}

static void check_kprobe(struct text_check *check, const struct pk_kprobe_site *kprobe)
{
	uint8_t bytes[PK_SITE_MAX];
	struct pk_site site;
	char books[96];

	/* One on ftrace has been checked with its record, and one that left its place to ftrace. */
	if (kprobe->ftrace || kprobe->gone || (kprobe->disabled && kprobe->on_record) ||
	    !read_site(check, kprobe->addr, bytes, &site) ||
	    kprobe_agrees(check, kprobe, &site, bytes, books, sizeof(books)))
		return;
	for (uint32_t i = 0; i < check->collect->list->nr; i++) {
		struct pk_probe *probe = &check->collect->list->probes[i];

		if (probe->addr == kprobe->addr &&
		    (probe->kind == PK_PROBE_KPROBE || probe->kind == PK_PROBE_KRETPROBE ||
		     probe->kind == PK_PROBE_JPROBE))
			probe->state |= PK_PROBE_UNCONFIRMED;
	}
	report(check, kprobe->addr, &site, bytes, books);
}

enum pk_status pk_collect_text(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct text_check check = {.collect = collect, .arch = pk_arch(ctx)};
	uint64_t symbol = pk_collect_symbol(collect, PK_R_probe_ftrace_disabled), disabled = 0;
	enum pk_status status = PK_OK;

	if (!check.arch)
		return pk_fail(ctx, PK_UNSUPPORTED,
			       "no decoder for %.16s: its text was not checked",
			       ctx->target->facts.machine);
	if (symbol && pk_read_uint(ctx, symbol, 4, &disabled) == PK_OK && disabled)
		pk_warn(ctx, "ftrace had disabled itself after an internal error: its records may "
			     "differ from the text");
	check.forms = malloc(MAX_FORMS * sizeof(*check.forms));
	if (!check.forms)
		return pk_fail(ctx, PK_NOMEM, "no memory for functions' entries");
	if (collect->has_ftrace)
		status = pk_records_walk(ctx, true, check_record, &check);
	report_entries(&check);
	free(check.forms);
	for (uint32_t i = 0; i < collect->nr_sites && !collect->full; i++)
		check_kprobe(&check, &collect->sites[i]);
	if (check.nr_unreadable)
		pk_warn(ctx,
			"%u patch sites could not be read and were not checked, the first at "
			"%" PRIx64,
			check.nr_unreadable, check.first_unreadable);
	if (check.nr_reported > MAX_REPORTED)
		pk_warn(ctx,
			"%u more patch sites differ from the records and are not listed, the first "
			"at %" PRIx64,
			check.nr_reported - MAX_REPORTED, check.first_left_out);
	if (check.nr_unknown)
		pk_warn(ctx,
			"%u patch sites lead to trampolines, and whose those are is not known: not "
			"all of ftrace_ops "
			"could be read. The first is at %" PRIx64,
			check.nr_unknown, check.first_unknown);
	return status;
}
