/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SLAB_TRACK_H
#define PK_DECODE_SLAB_TRACK_H

#include "core/context.h"
#include "model/skb.h"

/** Who allocated OBJECT and who freed it, by enum pk_slab_track_kind, where its cache notes that (slub_debug=U), or KFENCE. An allocated
 *  object may have been freed before: what was freed then is the object before. PK_ABSENT: the cache notes nothing. */
enum pk_status pk_slab_tracks_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				   struct pk_slab_track ret_tracks[PK_NR_TRACKS]);

#endif
