/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_PATCH_H
#define FAKE_PATCH_H

#include "fake_target.h"

/** Damage a drawn machine as the fuzzer says. Each 12 bytes of input are one patch: which range (1),
 *  where in it (2), how (1), a value (8). Small values are taken as they are, or as a pointer into the
 *  range that their upper half names, so that links can be bent and not only cut. */
static inline void fake_patch(struct fake_target *fake, const uint8_t *data, size_t size)
{
	for (; size >= 12; data += 12, size -= 12) {
		struct fake_range *range = &fake->ranges[data[0] % fake->nr_ranges];
		size_t at = (size_t)(data[1] | data[2] << 8), len = (size_t)1 << (data[3] & 3);
		uint64_t value = 0;

		for (int i = 8; i--;)
			value = value << 8 | data[4 + i];
		if (data[3] & 4)
			value = fake->ranges[value >> 16 & 0xffff
						     ? (value >> 16 & 0xffff) % fake->nr_ranges
						     : 0]
					.addr +
				(value & 0xffff);
		if (data[3] & 8)
			value += fake->ranges[0].addr;
		if (range->len < len)
			continue;
		at = data[3] & 16 ? at % (range->len - len + 1) : (at * 8) % (range->len - len + 1);
		for (size_t i = 0; i < len; i++)
			range->bytes[at + i] = (uint8_t)(value >> 8 * i);
	}
}

#endif
