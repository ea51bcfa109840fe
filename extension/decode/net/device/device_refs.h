/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_REFS_H
#define PK_DECODE_DEVICE_REFS_H

#include "core/context.h"
#include "core/hash.h"
#include "decode/address_set.h"
#include "model/device.h"
#include "model/device_refs.h"

/** A search for holders of the devices of ACCOUNTS. */
struct pk_ref_search {
	struct pk_ctx *ctx;
	struct pk_ref_accounts *accounts; /* borrowed */
	struct pk_hash by_addr; /* index of an account + 1 */
	struct pk_address_set dsts; /* those that were met */
};

/** Begin an account of the device at ADDR: its name, state and count. */
enum pk_status pk_ref_account_add(struct pk_ctx *ctx, uint64_t addr,
				  struct pk_ref_accounts *accounts);
/** The account of the device at ADDR; NULL: none. Borrowed, valid until another is added. */
struct pk_device_refs *pk_ref_account_of(const struct pk_ref_accounts *accounts, uint64_t addr);
void pk_ref_accounts_deinit(struct pk_ref_accounts *accounts);

/** No account may be added once a search has begun. */
void pk_ref_search_init(struct pk_ref_search *search, struct pk_ctx *ctx,
			struct pk_ref_accounts *accounts);
void pk_ref_search_deinit(struct pk_ref_search *search);

/** HOLDER has one reference to the device at ADDR, which need not be one of the accounts'. */
void pk_ref_found(struct pk_ref_search *search, uint64_t addr, enum pk_ref_kind kind,
		  uint64_t holder);
/** The struct dst_entry at DST (0: none) was found; HOLDER has it. */
void pk_ref_dst_found(struct pk_ref_search *search, uint64_t dst, enum pk_ref_kind kind,
		      uint64_t holder);
/** All holders but sockets, skbs and user queues. What cannot be read is in the accounts' SEARCHED. */
void pk_refs_search(struct pk_ref_search *search);
/** Holders of KIND were not all searched, for STATUS; with PK_OK nothing is changed. */
void pk_refs_failed(struct pk_ref_search *search, enum pk_ref_kind kind, enum pk_status status);

#endif
