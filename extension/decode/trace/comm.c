// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/event_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Saved cmdlines: which comm a pid had when it last switched while tracing.
 *
 *	map_pid_to_cmdline[pid & 32767]  --> slot     32769 entries, 0xffffffff: none
 *	map_cmdline_to_pid[slot]         --> pid      cmdline_num entries
 *	saved_cmdlines[slot * 16]        --> comm
 *
 * Pids share places of the first map since it is indexed modulo 32768 (5.15, and in stable trees);
 * the second map tells whose comm it is. Older kernels index by the pid itself and save none above
 * 32768. Asking both maps of either kind gives what that kernel prints.
 *
 * In 3.10 the three are globals (128 slots); later they are in *savedcmd, where saved_cmdlines is a
 * pointer or an array at the end: the type says which.
 */
#define PID_MAX_DEFAULT 32768u
#define COMM_LEN 16
#define SLOTS_3_10 128
#define MAX_SLOTS (1u << 20)
#define NO_SLOT 0xffffffffu

struct comms {
	uint64_t map; /* address of map_pid_to_cmdline */
	uint32_t nr;
	uint8_t *pids; /* owned: map_cmdline_to_pid as it stands in the dump */
	uint8_t *names; /* owned: nr * 16 bytes */
	enum pk_status status; /* why there is none */
};

static void free_comms(void *arg)
{
	struct comms *comms = arg;

	free(comms->pids);
	free(comms->names);
	free(comms);
}

static enum pk_status locate(struct pk_ctx *ctx, struct comms *comms, uint64_t *ret_pids,
			     uint64_t *ret_names)
{
	uint64_t savedcmd, offset, nr;
	enum pk_status status = pk_row_value(ctx, PK_R_savedcmd, &savedcmd);

	if (status == PK_ABSENT) {
		status = pk_row_values(ctx, PK_WANTED({PK_R_map_pid_to_cmdline, &comms->map},
						      {PK_R_map_cmdline_to_pid, ret_pids},
						      {PK_R_saved_cmdlines, ret_names}));
		comms->nr = SLOTS_3_10;
		return status;
	}
	if (status == PK_OK)
		status = pk_read_ptr(ctx, savedcmd, &savedcmd);
	if (status == PK_OK && !savedcmd)
		return pk_fail(ctx, PK_ABSENT, "no cmdlines were saved");
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_savedcmd_pid_to_cmdline, &offset);
	if (status != PK_OK)
		return status;
	comms->map = savedcmd + offset;
	status = pk_member_uint(ctx, savedcmd, PK_R_savedcmd_cmdline_to_pid, ret_pids);
	if (status == PK_OK)
		status = pk_member_uint(ctx, savedcmd, PK_R_savedcmd_num, &nr);
	if (status == PK_OK && nr > MAX_SLOTS)
		status = pk_fail(ctx, PK_CORRUPT, "%llu saved cmdlines", (unsigned long long)nr);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_savedcmd_cmdlines, &offset);
	if (status != PK_OK)
		return status;
	comms->nr = (uint32_t)nr;
	*ret_names = savedcmd + offset;
	if (pk_layout_get(ctx, PK_R_savedcmd_cmdlines)->member.is_pointer)
		status = pk_read_ptr(ctx, savedcmd + offset, ret_names);
	return status;
}

enum pk_status pk_comms_place(struct pk_ctx *ctx, uint64_t *ret_addr, uint32_t *ret_nr)
{
	struct comms comms = {0};
	uint64_t pids, addr;
	enum pk_status status = locate(ctx, &comms, &pids, &addr);

	if (status != PK_OK)
		return pk_wrap(ctx, status, "saved cmdlines");
	*ret_addr = addr;
	*ret_nr = comms.nr;
	return PK_OK;
}

static enum pk_status load(struct pk_ctx *ctx, struct comms *comms)
{
	uint64_t pids, names;
	enum pk_status status = locate(ctx, comms, &pids, &names);

	if (status != PK_OK)
		return pk_wrap(ctx, status, "saved cmdlines");
	comms->pids = malloc((size_t)comms->nr * 4 + 1);
	comms->names = malloc((size_t)comms->nr * COMM_LEN + 1);
	if (!comms->pids || !comms->names)
		return pk_fail(ctx, PK_NOMEM, "%u saved cmdlines", comms->nr);
	status = pk_read(ctx, pids, comms->pids, (size_t)comms->nr * 4);
	if (status == PK_OK)
		status = pk_read(ctx, names, comms->names, (size_t)comms->nr * COMM_LEN);
	return pk_wrap(ctx, status, "saved cmdlines");
}

/* A failure is remembered too: it would be the same for every pid. Each command warns of it. */
static enum pk_status comms_get(struct pk_ctx *ctx, struct comms **ret_comms)
{
	struct comms *comms = ctx->slots[PK_SLOT_COMMS];

	if (!comms) {
		comms = calloc(1, sizeof(*comms));
		if (!comms)
			return pk_fail(ctx, PK_NOMEM, "saved cmdlines");
		comms->status = load(ctx, comms);
		ctx->slots[PK_SLOT_COMMS] = comms;
		ctx->slot_free[PK_SLOT_COMMS] = free_comms;
	}
	if (comms->status != PK_OK) {
		pk_fail(ctx, comms->status, "saved cmdlines: %s", pk_status_name(comms->status));
		pk_warn(ctx, "%s", pk_error(ctx));
		return comms->status;
	}
	*ret_comms = comms;
	return PK_OK;
}

/* The slot of PID, or NO_SLOT. */
static enum pk_status find_slot(struct pk_ctx *ctx, const struct comms *comms, uint32_t pid,
				uint32_t *ret_slot)
{
	uint32_t place = pid == PID_MAX_DEFAULT ? 0 : pid & (PID_MAX_DEFAULT - 1);
	uint64_t slot;
	enum pk_status status = pk_read_uint(ctx, comms->map + 4ull * place, 4, &slot);

	if (status != PK_OK) {
		/* one warning for what a page of 4 KiB holds */
		pk_warn(ctx, "saved cmdlines of pids among %u to %u (modulo %u): %s",
			place & ~1023u, place | 1023, PID_MAX_DEFAULT, pk_status_name(status));
		return pk_wrap(ctx, status, "saved cmdline of pid %u", pid);
	}
	if (slot >= comms->nr || pk_uint(ctx, comms->pids + 4 * slot, 4) != pid)
		slot = NO_SLOT;
	*ret_slot = (uint32_t)slot;
	return PK_OK;
}

enum pk_status pk_comm_saved(struct pk_ctx *ctx, int32_t pid, char *buf, size_t size)
{
	struct comms *comms;
	uint32_t slot;
	enum pk_status status;

	if (pid <= 0) {
		snprintf(buf, size, "%s", pid ? "<XXX>" : "<idle>");
		return PK_OK;
	}
	if (ctx->last_boot)
		return pk_fail(ctx, PK_ABSENT, "pid %d is of the previous boot", pid);
	status = comms_get(ctx, &comms);
	if (status == PK_OK)
		status = find_slot(ctx, comms, (uint32_t)pid, &slot);
	if (status != PK_OK)
		return status;
	if (slot == NO_SLOT)
		snprintf(buf, size, "<...>");
	else
		snprintf(buf, size, "%.*s", COMM_LEN,
			 (const char *)comms->names + (size_t)slot * COMM_LEN);
	return PK_OK;
}

bool pk_comms_uses(struct pk_ctx *ctx, uint32_t slot)
{
	struct comms *comms;
	uint32_t of_pid;
	uint64_t pid;

	if (comms_get(ctx, &comms) != PK_OK || slot >= comms->nr)
		return false;
	pid = pk_uint(ctx, comms->pids + 4ull * slot, 4);
	return pid && pid <= INT32_MAX && find_slot(ctx, comms, (uint32_t)pid, &of_pid) == PK_OK &&
	       of_pid == slot;
}

enum pk_status pk_comms_walk(struct pk_ctx *ctx, pk_comm_fn fn, void *arg)
{
	struct comms *comms;
	enum pk_status status = comms_get(ctx, &comms);

	for (uint32_t slot = 0; status == PK_OK && slot < comms->nr; slot++) {
		uint64_t pid = pk_uint(ctx, comms->pids + 4ull * slot, 4);
		char comm[32];

		if (!pid || pid > INT32_MAX ||
		    pk_comm_saved(ctx, (int32_t)pid, comm, sizeof(comm)) != PK_OK)
			continue;
		if (!fn((int32_t)pid, comm, arg))
			break;
	}
	return status;
}
