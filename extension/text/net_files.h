/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_NET_FILES_H
#define PK_TEXT_NET_FILES_H

#include <stdio.h>

#include "core/context.h"
#include "model/counters.h"

/** Files of /proc/net that consist of counters. */
enum pk_net_file {
	PK_NET_SNMP,
	PK_NET_NETSTAT,
	PK_NET_SNMP6,
	PK_NET_SOCKSTAT,
	PK_NET_SOCKSTAT6,
	PK_NET_SOFTNET_STAT,
	PK_NR_NET_FILES
};

const char *pk_net_file_name(enum pk_net_file file); /* "snmp6" */

/** FILE as the kernel would have printed it, byte for byte. If anything is unknown, fails before
 *  writing. */
enum pk_status pk_net_file_write(struct pk_ctx *ctx, enum pk_net_file file,
				 const struct pk_net_counters *net,
				 const struct pk_host_counters *host, FILE *fp);

#endif
