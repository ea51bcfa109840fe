/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_WRITER_H
#define PK_RENDER_PACKET_WRITER_H

#include <stdio.h>

#include "render/packet.h"

/** A file of packets being written. Whoever has the packets and reads their paths passes them one
 *  by one. */
struct pk_packet_writer { /* the first member of each format's own struct */
	const struct pk_packet_style *style;
	FILE *fp;
	uint32_t lines; /* number of lines to fold paths to, as for pk_path_make() */
	bool needs_paths; /* a packet with an unreadable path ends the file */
	bool nomem; /* out of memory: nothing more is written */
	/** PACKET belongs in the file. Asked once per packet. */
	bool (*takes)(struct pk_packet_writer *writer, const struct pk_packet *packet);
	/** Write PACKET, number NUMBER in the set. PATH: NULL if unreadable. */
	void (*put)(struct pk_packet_writer *writer, const struct pk_packet *packet,
		    const struct pk_path *path, uint32_t number);
};

#endif
