/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_PROVIDER_H
#define FAKE_PROVIDER_H

#include "fake_target.h"
#include "kernel/provider.h"

/**
 * A provider that knows what FAKE knows: what the kernel room makes of its memory. It says no struct pages, registers
 * or debuginfo; a test sets such OPS itself, and takes away others.
 */
struct fake_provider {
	struct pk_provider provider; /* first */
	struct pk_provider_ops ops;
	struct fake_target *fake; /* borrowed */
};

/** Its facts are FAKE's, as they are now. */
void fake_provider_init(struct fake_provider *provider, struct fake_target *fake);

#endif
