// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <stdio.h>
#include <stdlib.h>

#define LL(x) ((unsigned long long)(x))

/* " + 0x8", " - 0x10", or nothing. */
static const char *distance(char *buf, size_t size, int64_t offset)
{
	if (offset)
		snprintf(buf, size, " %c 0x%llx", offset < 0 ? '-' : '+', LL(llabs(offset)));
	else
		buf[0] = '\0';
	return buf;
}

/* What the pointer was: "RDI was ...", "the address was ...". */
static void say_value(const struct pk_fault *fault, char *buf, size_t size)
{
	static const char *const what[] = {
		[PK_BAD_SMALL] = "a small number and no pointer",
		[PK_BAD_FREE_POISON] = "poison of freed slab objects",
		[PK_BAD_NEW_POISON] = "poison of slab objects that nobody has written to",
		[PK_BAD_REDZONE] = "the red zone around slab objects",
		[PK_BAD_PAGE_POISON] = "poison of free pages",
		[PK_BAD_USER] = "an address of user space",
		[PK_BAD_NON_CANONICAL] = "no address",
	};
	char from[32];

	distance(from, sizeof(from), fault->from_poison);
	if (fault->kind == PK_BAD_LIST_POISON)
		snprintf(buf, size, "poison of deleted list entries (%llx%s)", LL(fault->poison),
			 from);
	else if (fault->kind == PK_BAD_ERROR)
		snprintf(buf, size, "an error number (%lld)", (long long)fault->value);
	else if (fault->kind == PK_BAD_NULL)
		snprintf(buf, size, fault->value ? "0x%llx past NULL" : "NULL", LL(fault->value));
	else if (fault->kind == PK_BAD_FREED_AGAIN)
		snprintf(buf, size, "%llx, an object of %.40s that was free already",
			 LL(fault->value), fault->freed.cache);
	else if (fault->kind == PK_BAD_NO_OBJECT)
		snprintf(buf, size, "%llx, which is in no slab: kfree() cannot free it",
			 LL(fault->value));
	else
		snprintf(buf, size, "%s (%llx)", what[fault->kind], LL(fault->value));
}

static const char *state_word(const struct pk_slab_object *object)
{
	return object->state == PK_SLAB_FREE ? "a free object" : "an object";
}

/* " on CPU 1 by PID 222" */
static void show_by(struct pk_out *out, int cpu, int32_t pid)
{
	if (cpu >= 0)
		pk_out_text(out, " on CPU %d", cpu);
	pk_out_text(out, " by PID %d", pid);
}

/* The innermost function of a module that it was called from. */
static void show_module(struct pk_out *out, const struct pk_slab_track *track)
{
	for (unsigned i = 0; i < track->stack.nr; i++) {
		const char *func = track->stack.funcs[i];

		if (!strchr(func, '['))
			continue;
		if (strcmp(func, track->func) != 0)
			pk_out_text(out, " for %s", func);
		return;
	}
}

/* Who ended the object that the pointer was in, by the trace, else by what the slab noted; or what it is now. */
void pk_render_freed_line(struct pk_out *out, const struct pk_history *history,
			  const struct pk_packet_style *style)
{
	const struct pk_mention *end = &history->end;
	const struct pk_slab_track *track = &history->tracks[PK_TRACK_FREE];
	bool free = history->object.state == PK_SLAB_FREE;
	char when[40];

	pk_out_text(out, "          ");
	if (free && end->name[0]) {
		pk_out_text(out, "freed %s in %s",
			    pk_packet_time(style, end->ts, when, sizeof(when)),
			    end->where[0]    ? end->where
			    : track->func[0] ? track->func
					     : end->name);
		show_by(out, end->cpu, end->pid);
	} else if (free && track->func[0]) {
		pk_out_text(out, "freed in %s", track->func);
		show_module(out, track);
		show_by(out, track->cpu, track->pid);
		if (track->ago_s.status == PK_OK)
			pk_out_text(out, ", %llu s before the end", LL(track->ago_s.value));
	} else if (free) {
		pk_out_text(out, "who freed it is not known");
	} else if (history->skb) {
		pk_out_text(out, "it is skb %llx%s%s: pkttrace skb %llx\n", LL(history->skb),
			    history->place[0] ? ", " : "", history->place, LL(history->skb));
		return;
	} else {
		pk_out_text(out, history->object.state == PK_SLAB_ALLOCATED
					 ? "who had it"
					 : "whether it is free is not known");
	}
	pk_out_text(out, ": pkttrace history %llx\n", LL(history->addr));
}

static void show_source(struct pk_out *out, const struct pk_fault *fault)
{
	char offset[32];

	if (!fault->from_reg[0])
		return;
	pk_out_text(out, "          read from %s%s, in %s of %s, %llu bytes at %llx\n",
		    fault->from_reg, distance(offset, sizeof(offset), fault->from_offset),
		    state_word(&fault->from), fault->from.cache, LL(fault->from.size),
		    LL(fault->from.start));
}

static void show_sentence(struct pk_out *out, const struct pk_fault *fault,
			  const struct pk_history *history)
{
	char value[128], offset[32];

	if (fault->kind == PK_BAD_UNJUDGED) {
		if (fault->from_reg[0])
			pk_out_text(out, "   FAULT: %s was %llx\n", fault->reg, LL(fault->value));
		else if (fault->object_addr)
			pk_out_text(out, "   FAULT: %llx is in %s of %s\n", LL(fault->value),
				    state_word(&history->object), history->object.cache);
		show_source(out, fault);
		return;
	}
	say_value(fault, value, sizeof(value));
	if (fault->reg[0])
		pk_out_text(out, "   FAULT: %s was %s", fault->reg, value);
	else
		pk_out_text(out, "   FAULT: the address was %s", value);
	if (fault->reg[0] && fault->offset)
		pk_out_text(out, " (access to %s%s)", fault->reg,
			    distance(offset, sizeof(offset), fault->offset));
	if (fault->free_reg[0] && !fault->from_reg[0] && fault->kind != PK_BAD_FREED_AGAIN)
		pk_out_text(out, "; %s points into a free object of %s", fault->free_reg,
			    fault->freed.cache);
	pk_out_text(out, "\n");
	show_source(out, fault);
	if (fault->skb)
		pk_out_text(out, "          it is the head of skb %llx: pkttrace skb %llx\n",
			    LL(fault->skb), LL(fault->skb));
}

/* Which register's value was read from where. */
static void put_source(struct pk_out *out, const struct pk_fault *fault)
{
	static const char *const states[] = {
		[PK_SLAB_ALLOCATED] = "allocated",
		[PK_SLAB_FREE] = "free",
		[PK_SLAB_UNKNOWN] = NULL,
	};

	if (!fault->from_reg[0])
		return;
	PK_OUT_OBJECT(out, "read_from");
	pk_out_str(out, "register", NULL, fault->from_reg);
	pk_out_int(out, "offset", NULL, fault->from_offset);
	pk_out_addr(out, "object", NULL, fault->from.start);
	pk_out_str(out, "cache", NULL, fault->from.cache);
	pk_out_str(out, "state", NULL, states[fault->from.state]);
}

void pk_render_freed(struct pk_out *out, const struct pk_history *history)
{
	const struct pk_mention *end = &history->end;
	const struct pk_slab_track *track = &history->tracks[PK_TRACK_FREE];
	bool traced = end->name[0] != '\0';

	if (history->object.state != PK_SLAB_FREE || (!traced && !track->func[0]))
		return;
	PK_OUT_OBJECT(out, "freed");
	pk_out_keys(out, "function cpu pid ts_ns event ago_s");
	pk_out_word(out, "function", NULL, traced && end->where[0] ? end->where : track->func);
	pk_out_int_if(out, "cpu", NULL, traced || track->cpu >= 0, traced ? end->cpu : track->cpu);
	pk_out_int(out, "pid", NULL, traced ? end->pid : track->pid);
	pk_out_ns_if(out, "ts_ns", NULL, traced, end->ts);
	pk_out_word(out, "event", NULL, end->name);
	pk_out_figure(out, "ago_s", NULL, &track->ago_s);
}

void pk_render_fault(struct pk_out *out, const struct pk_fault *fault,
		     const struct pk_history *history, const struct pk_packet_style *style)
{
	bool reg = fault->reg[0], freed = fault->free_reg[0];
	char addr[24], value[24];

	if (!fault->known)
		return;
	show_sentence(out, fault, history);
	if (fault->object_addr)
		pk_render_freed_line(out, history, style);
	PK_OUT_OBJECT(out, "fault");
	pk_out_keys(out, "addr kind register value offset read_from free_register free_object "
			 "free_cache skb object freed");
	/* 0 is an address here. */
	snprintf(addr, sizeof(addr), "0x%llx", LL(fault->addr));
	snprintf(value, sizeof(value), "0x%llx", LL(fault->value));
	pk_out_str(out, "addr", NULL, addr);
	pk_out_str(out, "kind", NULL, pk_bad_pointer_names[fault->kind]);
	pk_out_word(out, "register", NULL, fault->reg);
	pk_out_str(out, "value", NULL, reg ? value : NULL);
	pk_out_int_if(out, "offset", NULL, reg, fault->offset);
	put_source(out, fault);
	pk_out_word(out, "free_register", NULL, fault->free_reg);
	pk_out_addr(out, "free_object", NULL, freed ? fault->freed.start : 0);
	pk_out_word(out, "free_cache", NULL, fault->freed.cache);
	pk_out_addr(out, "skb", NULL, fault->skb);
	pk_out_addr(out, "object", NULL, fault->object_addr);
	if (fault->object_addr)
		pk_render_freed(out, history);
}
