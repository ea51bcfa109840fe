// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/stage_rows.h"
#include "protocol/udp.h"

/* UDP's own, sorted by stage for the reader. A call that sends makes one packet at most: what stands around it is its. */
const struct pk_stage pk_udp_stages[] = {
	/* GRO */
	M("udp4_gro_receive", "gro", RX, GRO_HEADER, "head skb", PK_AT_IP),
	M("udp6_gro_receive", "gro", RX, GRO_HEADER, "head skb", PK_AT_IP),
	F("udp_gro_receive", "gro", RX),
	F("udp4_gro_complete", "gro", RX),
	F("udp6_gro_complete", "gro", RX),
	/* IP */
	F("udp_v4_early_demux", "ip", RX),
	F("udp_v6_early_demux", "ip", RX),
	/* UDP, receive */
	M("udp_rcv", "udp", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V4),
	M("udpv6_rcv", "udp", RX, RX_OWN, "skb", PK_AT_OWN | PK_ONLY_V6),
	F("__udp4_lib_rcv", "udp", RX),
	F("__udp6_lib_rcv", "udp", RX),
	F("__udp4_lib_lookup", "udp", RX),
	F("__udp6_lib_lookup", "udp", RX),
	F("__udp4_lib_mcast_deliver", "udp", RX),
	F("__udp6_lib_mcast_deliver", "udp", RX),
	F("__udp4_lib_err", "udp", RX),
	F("__udp6_lib_err", "udp", RX),
	F("udp_unicast_rcv_skb", "udp", RX),
	F("udp6_unicast_rcv_skb", "udp", RX),
	M("udp_queue_rcv_skb", "udp", RX, NONE, "sk skb", PK_AT_OWN),
	M("udpv6_queue_rcv_skb", "udp", RX, NONE, "sk skb", PK_AT_OWN),
	M("udp_queue_rcv_one_skb", "udp", RX, NONE, "sk skb", PK_AT_OWN),
	M("udpv6_queue_rcv_one_skb", "udp", RX, NONE, "sk skb", PK_AT_OWN),
	H("__udp_enqueue_schedule_skb", "queue", RX, "sk skb", 0, IN(PROTOCOL), RECEIVE_QUEUE),
	/* what nobody has read goes with its socket */
	A("udp_destruct_common", "udp", RX, CLOSE, NULL),
	A("udp_destruct_sock", "udp", RX, CLOSE, NULL),
	A("udpv6_destruct_sock", "udp", RX, CLOSE, NULL),
	/* process, read */
	F("udp_recvmsg", "read", RX),
	F("udpv6_recvmsg", "read", RX),
	F("__skb_recv_udp", "read", RX),
	F("udp_read_skb", "read", RX),
	F("skb_consume_udp", "read", RX),
	/* send */
	A("udp_sendmsg", "send", TX, TX_CONTROL, "sk msg size"),
	A("udpv6_sendmsg", "send", TX, TX_CONTROL, "sk msg size"),
	A("udp_push_pending_frames", "udp", TX, TX_CONTROL, "sk"),
	A("udp_v6_push_pending_frames", "udp", TX, TX_CONTROL, "sk"),
	F("udp_send_skb", "udp", TX),
	F("udp_v6_send_skb", "udp", TX),
	/* tunnels */
	M("vxlan_rcv", "tunnel", RX, NONE, NULL, PK_NUMBERED),
	M("geneve_udp_encap_recv", "tunnel", RX, NONE, NULL, PK_NUMBERED),
	M("vxlan_xmit", "tunnel", TX, NONE, NULL, PK_NUMBERED),
	M("geneve_xmit", "tunnel", TX, NONE, NULL, PK_NUMBERED),
	F("wg_receive", "tunnel", RX),
	F("wg_packet_receive", "tunnel", RX),
	F("wg_packet_decrypt_worker", "tunnel", RX),
	F("wg_packet_rx_poll", "tunnel", RX),
	F("wg_xmit", "tunnel", TX),
	F("wg_packet_encrypt_worker", "tunnel", TX),
	F("wg_packet_tx_worker", "tunnel", TX),
	F("wg_socket_send_skb_to_peer", "tunnel", TX),
	F("udp_tunnel_xmit_skb", "tunnel", TX),
	A("udp_tunnel6_xmit_skb", "tunnel", TX, TX_TUNNEL, NULL),
	/* segmentation */
	F("udp4_ufo_fragment", "gso", TX),
	F("__udp_gso_segment", "gso", TX),
	{0},
};
