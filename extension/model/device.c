// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/device.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/kit.h"

const char *pk_link_stat_name(enum pk_link_stat stat)
{
	static const char *const names[PK_NR_LINK_STATS] = {
		[PK_LINK_RX_PACKETS] = "rx_packets",
		[PK_LINK_TX_PACKETS] = "tx_packets",
		[PK_LINK_RX_BYTES] = "rx_bytes",
		[PK_LINK_TX_BYTES] = "tx_bytes",
		[PK_LINK_RX_ERRORS] = "rx_errors",
		[PK_LINK_TX_ERRORS] = "tx_errors",
		[PK_LINK_RX_DROPPED] = "rx_dropped",
		[PK_LINK_TX_DROPPED] = "tx_dropped",
		[PK_LINK_MULTICAST] = "multicast",
		[PK_LINK_COLLISIONS] = "collisions",
		[PK_LINK_RX_LENGTH_ERRORS] = "rx_length_errors",
		[PK_LINK_RX_OVER_ERRORS] = "rx_over_errors",
		[PK_LINK_RX_CRC_ERRORS] = "rx_crc_errors",
		[PK_LINK_RX_FRAME_ERRORS] = "rx_frame_errors",
		[PK_LINK_RX_FIFO_ERRORS] = "rx_fifo_errors",
		[PK_LINK_RX_MISSED_ERRORS] = "rx_missed_errors",
		[PK_LINK_TX_ABORTED_ERRORS] = "tx_aborted_errors",
		[PK_LINK_TX_CARRIER_ERRORS] = "tx_carrier_errors",
		[PK_LINK_TX_FIFO_ERRORS] = "tx_fifo_errors",
		[PK_LINK_TX_HEARTBEAT_ERRORS] = "tx_heartbeat_errors",
		[PK_LINK_TX_WINDOW_ERRORS] = "tx_window_errors",
		[PK_LINK_RX_COMPRESSED] = "rx_compressed",
		[PK_LINK_TX_COMPRESSED] = "tx_compressed",
		[PK_LINK_RX_NOHANDLER] = "rx_nohandler",
	};

	return stat < PK_NR_LINK_STATS ? names[stat] : "unknown";
}

const char *pk_device_flag_name(unsigned i)
{
	static const char *const names[] = {"UP",	   "BROADCAST",	 "DEBUG",     "LOOPBACK",
					    "POINTOPOINT", "NOTRAILERS", "RUNNING",   "NOARP",
					    "PROMISC",	   "ALLMULTI",	 "MASTER",    "SLAVE",
					    "MULTICAST",   "PORTSEL",	 "AUTOMEDIA", "DYNAMIC",
					    "LOWER_UP",	   "DORMANT",	 "ECHO"};

	return i < sizeof(names) / sizeof(names[0]) ? names[i] : NULL;
}

const char *pk_operstate_name(uint64_t operstate)
{
	static const char *const names[] = {"UNKNOWN", "NOTPRESENT", "DOWN", "LOWERLAYERDOWN",
					    "TESTING", "DORMANT",    "UP"};

	return operstate < sizeof(names) / sizeof(names[0]) ? names[operstate] : "?";
}

const char *pk_due_text(int64_t ms, char buf[48])
{
	const uint64_t far = ms < 0 ? 0 - (uint64_t)ms : (uint64_t)ms, day = 86400000;
	const char *before = ms < 0 ? "" : "due in ", *after = ms < 0 ? " overdue" : "";

	if (far >= 2 * day)
		snprintf(buf, 48, "%s%" PRIu64 " days%s", before, far / day, after);
	else
		snprintf(buf, 48, "%s%" PRIu64 ".%03u s%s", before, far / 1000,
			 (unsigned)(far % 1000), after);
	return buf;
}

const char *pk_wake_name(enum pk_wake wake)
{
	static const char *const names[] = {"idle",  "unknown", "running", "scheduled",
					    "timer", "device",	"down",	   "missing"};

	return names[wake];
}

const char *pk_irq_join_name(enum pk_irq_join by)
{
	static const char *const names[] = {"MSI", "NAPI", "dev_id", "line"};

	return names[by];
}

const char *pk_ring_wait_name(enum pk_ring_wait wait)
{
	static const char *const names[PK_NR_RING_WAITS] = {
		[PK_RING_TO_SEND] = "to send",
		[PK_RING_SENT] = "sent, to be freed",
		[PK_RING_UNKNOWN] = "sent or to send",
		[PK_RING_TO_READ] = "to be read",
		[PK_RING_TO_POLL] = "to be polled",
		[PK_RING_REDIRECTED] = "redirected",
		[PK_RING_TO_SHAKE_HANDS] = "waiting for a handshake",
		[PK_RING_TO_ENCRYPT] = "to encrypt",
		[PK_RING_ENCRYPTING] = "being encrypted",
		[PK_RING_ENCRYPTED] = "encrypted",
		[PK_RING_NOT_ENCRYPTED] = "not encrypted",
		[PK_RING_TO_DECRYPT] = "to decrypt",
		[PK_RING_DECRYPTING] = "being decrypted",
		[PK_RING_DECRYPTED] = "decrypted",
		[PK_RING_NOT_DECRYPTED] = "not decrypted",
		[PK_RING_HANDSHAKE] = "handshakes",
	};

	return wait < PK_NR_RING_WAITS ? names[wait] : "?";
}

const char *pk_bond_mode_name(uint64_t mode)
{
	static const char *const names[] = {"balance-rr", "active-backup", "balance-xor",
					    "broadcast",  "802.3ad",	   "balance-tlb",
					    "balance-alb"};

	return mode < PK_ARRAY_SIZE(names) ? names[mode] : "?";
}

const char *pk_bond_link_name(uint64_t link)
{
	static const char *const names[] = {"up", "going down", "down", "going back"};

	return link < PK_ARRAY_SIZE(names) ? names[link] : "?";
}

const char *pk_bridge_state_name(uint64_t state)
{
	static const char *const names[] = {"disabled", "listening", "learning", "forwarding",
					    "blocking"};

	return state < PK_ARRAY_SIZE(names) ? names[state] : "?";
}
