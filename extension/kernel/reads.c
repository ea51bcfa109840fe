// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/internal.h"

enum pk_status pk_kernel_read(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	struct pk_provider *provider = pk_kernel_of(target)->provider;

	return provider->ops->read(provider, addr, buf, len);
}

uint64_t pk_kernel_uint(struct pk_kernel *kernel, uint64_t addr, size_t size, uint64_t otherwise)
{
	uint8_t bytes[8];

	return pk_kernel_read(&kernel->target, addr, bytes, size) == PK_OK
		       ? pk_facts_uint(&kernel->target.facts, bytes, size)
		       : otherwise;
}
