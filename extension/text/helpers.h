/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_HELPERS_H
#define PK_TEXT_HELPERS_H

#include "text/print_fmt_private.h"

/* Functions of helpers_*.c, for the table in helpers.c. */
#define PK_HELPER(id)                                                                              \
	enum pk_status id(struct pk_run *run, const struct pk_value *args, struct pk_value *ret)

PK_HELPER(pk_helper_nvme_admin); /* (sequence, opcode, 24 bytes from cdw10 on) */
PK_HELPER(pk_helper_nvme_nvm);
PK_HELPER(pk_helper_nvme_fabrics); /* (sequence, fabrics type, 24 bytes) */

#endif
