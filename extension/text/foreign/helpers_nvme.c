// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * NVMe commands as drivers/nvme/host/trace.c prints them, by the opcodes of the NVMe specification. Bytes are
 * little-endian on every machine.
 *
 * Some commands' texts changed between releases (5.10 has no fabrics authentication, 6.x names reservation
 * types, ..): nothing in a dump tells which text it was, so those are refused.
 */
#include "text/private.h"

#define COMMAND_BYTES 24

static unsigned le16(const uint8_t *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

static uint32_t le32(const uint8_t *at)
{
	return le16(at) | (uint32_t)le16(at + 2) << 16;
}

static unsigned long long le64(const uint8_t *at)
{
	return le32(at) | (unsigned long long)le32(at + 4) << 32;
}

static enum pk_status made(struct pk_run *run, size_t begin, struct pk_value *ret)
{
	*ret = pk_value_made(run, begin);
	return PK_OK;
}

static enum pk_status differs(struct pk_run *run, const char *what, uint64_t code)
{
	return pk_fail(run->env->ctx, PK_UNSUPPORTED, "NVMe %s %llx, whose text differs by release",
		       what, (unsigned long long)code);
}

static void all_bytes(struct pk_run *run, const char *name, const uint8_t *bytes)
{
	pk_seq_printf(run->scratch, "%s=", name);
	for (unsigned i = 0; i < COMMAND_BYTES; i++)
		pk_seq_printf(run->scratch, "%s%02x", i ? " " : "", bytes[i]);
}

PK_HELPER(pk_helper_nvme_admin)
{
	const uint8_t *b = pk_helper_bytes(run, &args[2], COMMAND_BYTES);
	size_t begin = run->scratch->len;

	if (!b)
		return PK_CORRUPT;
	switch (args[1].v & 0xff) {
	case 0x00: /* delete SQ */
		pk_seq_printf(run->scratch, "sqid=%u", le16(b));
		break;
	case 0x01: /* create SQ */
		pk_seq_printf(run->scratch, "sqid=%u, qsize=%u, sq_flags=0x%x, cqid=%u", le16(b),
			      le16(b + 2), le16(b + 4), le16(b + 6));
		break;
	case 0x04: /* delete CQ */
		pk_seq_printf(run->scratch, "cqid=%u", le16(b));
		break;
	case 0x05: /* create CQ */
		pk_seq_printf(run->scratch, "cqid=%u, qsize=%u, cq_flags=0x%x, irq_vector=%u",
			      le16(b), le16(b + 2), le16(b + 4), le16(b + 6));
		break;
	case 0x06: /* identify */
		pk_seq_printf(run->scratch, "cns=%u, ctrlid=%u", b[0], le16(b + 2));
		break;
	case 0x86: /* get LBA status */
		pk_seq_printf(run->scratch, "slba=0x%llx, mndw=0x%x, rl=0x%x, atype=%u", le64(b),
			      le32(b + 8), le16(b + 12), b[15]);
		break;
	case 0x09: /* set features */
	case 0x0a: /* get features */
	case 0x80: /* format */
		return differs(run, "admin command", args[1].v & 0xff);
	default:
		all_bytes(run, "cdw10", b);
	}
	return made(run, begin, ret);
}

PK_HELPER(pk_helper_nvme_nvm)
{
	const uint8_t *b = pk_helper_bytes(run, &args[2], COMMAND_BYTES);
	size_t begin = run->scratch->len;

	if (!b)
		return PK_CORRUPT;
	switch (args[1].v & 0xff) {
	case 0x01: /* write */
	case 0x02: /* read */
	case 0x08: /* write zeroes */
		pk_seq_printf(run->scratch, "slba=%llu, len=%u, ctrl=0x%x, dsmgmt=%u, reftag=%u",
			      le64(b), le16(b + 8), le16(b + 10), le32(b + 12), le32(b + 16));
		break;
	case 0x09: /* dataset management */
		pk_seq_printf(run->scratch, "nr=%u, attributes=%u", le32(b), le32(b + 4));
		break;
	case 0x0d: /* reservations */
	case 0x0e:
	case 0x11:
	case 0x15:
	case 0x79: /* zones */
	case 0x7a:
	case 0x7d:
		return differs(run, "command", args[1].v & 0xff);
	default:
		all_bytes(run, "cdw10", b);
	}
	return made(run, begin, ret);
}

PK_HELPER(pk_helper_nvme_fabrics)
{
	const uint8_t *b = pk_helper_bytes(run, &args[2], COMMAND_BYTES);
	size_t begin = run->scratch->len;

	if (!b)
		return PK_CORRUPT;
	switch (args[1].v & 0xff) {
	case 0x00: /* property set */
		pk_seq_printf(run->scratch, "attrib=%u, ofst=0x%x, value=0x%llx", b[0], le32(b + 4),
			      le64(b + 8));
		break;
	case 0x01: /* connect */
		pk_seq_printf(run->scratch, "recfmt=%u, qid=%u, sqsize=%u, cattr=%u, kato=%u",
			      le16(b), le16(b + 2), le16(b + 4), b[6], le32(b + 8));
		break;
	case 0x04: /* property get */
		pk_seq_printf(run->scratch, "attrib=%u, ofst=0x%x", b[0], le32(b + 4));
		break;
	case 0x05: /* authentication */
	case 0x06:
		return differs(run, "fabrics command", args[1].v & 0xff);
	default:
		all_bytes(run, "specific", b);
	}
	return made(run, begin, ret);
}
