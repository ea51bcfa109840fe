/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_PCAP_H
#define PK_COMMAND_PCAP_H

#include "analysis/lives/filter.h"
#include "core/context.h"

/**
 * Compile TEXT (pcap-filter(7)) with libpcap, which is loaded only for this. Names of hosts and
 * ports are looked up on the machine that runs this, as tcpdump does. PK_ABSENT: no libpcap.
 * PK_USAGE: libpcap rejects the expression; the error says why.
 */
enum pk_status pk_pcap_compile(struct pk_ctx *ctx, const char *text,
			       struct pk_expression *ret_expression);

#endif
