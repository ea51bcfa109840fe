// SPDX-License-Identifier: GPL-3.0-or-later
/* TCP's numbers of a connection, as tcp_get_info() gives them away and ss shows them. */
#include "protocol/tcp.h"

#define USEC_PER_SEC 1000000
#define MSEC_PER_SEC 1000
#define INFINITE_SSTHRESH 0xffff /* ss's limit: what is more was never measured */
#define USUAL_REORDERING 3
#define ECN_OK 1 /* TCP_ECN_OK, TCP_ECN_SEEN */
#define ECN_SEEN 8

static uint64_t jiffies_us(const uint64_t *in, const struct pk_info_clock *clock)
{
	return in[0] * USEC_PER_SEC / clock->hz;
}

/* Jiffies in 32 bits. */
static uint64_t since_ms(const uint64_t *in, const struct pk_info_clock *clock)
{
	return (uint64_t)(uint32_t)(clock->jiffies - in[0]) * MSEC_PER_SEC / clock->hz;
}

static uint64_t eighth(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] >> 3;
}

static uint64_t quarter(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] >> 2;
}

static uint64_t ecn(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] & ECN_OK;
}

static uint64_t ecn_seen(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] & ECN_SEEN;
}

static uint64_t ssthresh(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] < INFINITE_SSTHRESH ? in[0] : PK_INFO_NONE;
}

static uint64_t reordering(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] != USUAL_REORDERING ? in[0] : PK_INFO_NONE;
}

/* ~0: none was measured yet. */
static uint64_t min_rtt(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] != UINT32_MAX ? in[0] : PK_INFO_NONE;
}

/* Bytes a second; ~0: not limited. */
static uint64_t pacing_bits(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[0] < UINT64_MAX / 8 ? in[0] * 8 : PK_INFO_NONE;
}

/* What cwnd, mss and rtt allow (ss's own). */
static uint64_t send_bits(const uint64_t *in, const struct pk_info_clock *clock)
{
	double rtt = (double)(in[2] >> 3);

	(void)clock;
	return in[2] >> 3 ? (uint64_t)((double)in[0] * (double)in[1] * 8e6 / rtt + 0.5)
			  : PK_INFO_NONE;
}

/* tcp_compute_delivery_rate() */
static uint64_t delivery_bits(const uint64_t *in, const struct pk_info_clock *clock)
{
	(void)clock;
	return in[1] ? in[0] * in[2] * USEC_PER_SEC / in[1] * 8 : PK_INFO_NONE;
}

static uint64_t not_sent(const uint64_t *in, const struct pk_info_clock *clock)
{
	int32_t bytes = (int32_t)((uint32_t)in[0] - (uint32_t)in[1]);

	(void)clock;
	return bytes > 0 ? (uint64_t)bytes : 0;
}

/* tcp_get_info_chrono_stats(): the one that runs, by TYPE (1: busy), has what passed since. */
static uint64_t chrono_ms(const uint64_t *in, const struct pk_info_clock *clock, unsigned from,
			  unsigned to)
{
	uint64_t jiffies = 0;

	for (unsigned i = from; i <= to; i++) {
		jiffies += in[i];
		if (in[3] == i + 1)
			jiffies += (uint32_t)(clock->jiffies - in[4]);
	}
	return jiffies * (USEC_PER_SEC / clock->hz) / MSEC_PER_SEC;
}

static uint64_t busy_ms(const uint64_t *in, const struct pk_info_clock *clock)
{
	return chrono_ms(in, clock, 0, 2);
}

static uint64_t rwnd_ms(const uint64_t *in, const struct pk_info_clock *clock)
{
	return chrono_ms(in, clock, 1, 1);
}

static uint64_t sndbuf_ms(const uint64_t *in, const struct pk_info_clock *clock)
{
	return chrono_ms(in, clock, 2, 2);
}

#define ONE(key_, before_, row) .key = key_, .before = before_, .nr_rows = 1, .rows = {row}
#define FLAG(key_, row) ONE(key_, " " key_, row), .form = PK_INFO_FLAG
#define CHRONO                                                                                     \
	.form = PK_INFO_MS, .nr_rows = 5,                                                          \
	.rows = {PK_R_tcp_chrono_busy, PK_R_tcp_chrono_rwnd, PK_R_tcp_chrono_sndbuf,               \
		 PK_R_tcp_chrono_type, PK_R_tcp_chrono_start}

const struct pk_info_word pk_tcp_words[] = {
	{FLAG("ts", PK_R_tcp_tstamp_ok)},
	{FLAG("sack", PK_R_tcp_sack_ok)},
	{FLAG("ecn", PK_R_tcp_ecn_flags), .value = ecn},
	{FLAG("ecnseen", PK_R_tcp_ecn_flags), .value = ecn_seen},
	{FLAG("fastopen", PK_R_tcp_syn_data_acked)},
	{.key = "congestion",
	 .before = " ",
	 .form = PK_INFO_NAME,
	 .nr_rows = 2,
	 .rows = {PK_R_icsk_ca_ops, PK_R_tcp_congestion_ops_name},
	 .listeners = true},
	{FLAG("wscale", PK_R_tcp_wscale_ok)},
	{ONE("snd_wscale", ":", PK_R_tcp_snd_wscale), .joined = true},
	{ONE("rcv_wscale", ",", PK_R_tcp_rcv_wscale), .joined = true},
	{ONE("rto_us", " rto:", PK_R_icsk_rto), .form = PK_INFO_US, .value = jiffies_us},
	{ONE("backoff", " backoff:", PK_R_icsk_backoff)},
	{ONE("rtt_us", " rtt:", PK_R_tcp_srtt_us), .form = PK_INFO_US, .value = eighth},
	{ONE("rttvar_us", "/", PK_R_tcp_mdev_us), .form = PK_INFO_US, .value = quarter,
	 .joined = true},
	{ONE("ato_us", " ato:", PK_R_icsk_ato), .form = PK_INFO_US, .value = jiffies_us},
	{ONE("mss", " mss:", PK_R_tcp_mss_cache)},
	{ONE("pmtu", " pmtu:", PK_R_icsk_pmtu_cookie)},
	{ONE("rcvmss", " rcvmss:", PK_R_icsk_rcv_mss)},
	{ONE("advmss", " advmss:", PK_R_tcp_advmss)},
	{ONE("cwnd", " cwnd:", PK_R_tcp_snd_cwnd), .listeners = true},
	{ONE("ssthresh", " ssthresh:", PK_R_tcp_snd_ssthresh), .value = ssthresh},
	{ONE("bytes_sent", " bytes_sent:", PK_R_tcp_bytes_sent)},
	{ONE("bytes_retrans", " bytes_retrans:", PK_R_tcp_bytes_retrans)},
	{ONE("bytes_acked", " bytes_acked:", PK_R_tcp_bytes_acked)},
	{ONE("bytes_received", " bytes_received:", PK_R_tcp_bytes_received)},
	{ONE("segs_out", " segs_out:", PK_R_tcp_segs_out)},
	{ONE("segs_in", " segs_in:", PK_R_tcp_segs_in)},
	{ONE("data_segs_out", " data_segs_out:", PK_R_tcp_data_segs_out)},
	{ONE("data_segs_in", " data_segs_in:", PK_R_tcp_data_segs_in)},
	{.key = "send_bps",
	 .before = " send ",
	 .behind = "bps",
	 .nr_rows = 3,
	 .rows = {PK_R_tcp_snd_cwnd, PK_R_tcp_mss_cache, PK_R_tcp_srtt_us},
	 .value = send_bits},
	{ONE("lastsnd_ms", " lastsnd:", PK_R_tcp_lsndtime), .form = PK_INFO_MS, .value = since_ms},
	{ONE("lastrcv_ms", " lastrcv:", PK_R_icsk_lrcvtime), .form = PK_INFO_MS, .value = since_ms},
	{ONE("lastack_ms", " lastack:", PK_R_tcp_rcv_tstamp), .form = PK_INFO_MS,
	 .value = since_ms},
	{ONE("pacing_bps", " pacing_rate ", PK_R_sk_pacing_rate), .behind = "bps",
	 .value = pacing_bits, .is_limit = true, .listeners = true},
	{ONE("max_pacing_bps", "/", PK_R_sk_max_pacing_rate), .behind = "bps", .value = pacing_bits,
	 .is_limit = true, .listeners = true},
	{.key = "delivery_bps",
	 .before = " delivery_rate ",
	 .behind = "bps",
	 .nr_rows = 3,
	 .rows = {PK_R_tcp_rate_delivered, PK_R_tcp_rate_interval_us, PK_R_tcp_mss_cache},
	 .value = delivery_bits},
	{ONE("delivered", " delivered:", PK_R_tcp_delivered)},
	{ONE("delivered_ce", " delivered_ce:", PK_R_tcp_delivered_ce)},
	{FLAG("app_limited", PK_R_tcp_rate_app_limited)},
	{CHRONO, .key = "busy_ms", .before = " busy:", .behind = "ms", .value = busy_ms},
	{CHRONO, .key = "rwnd_limited_ms", .before = " rwnd_limited:", .behind = "ms",
	 .value = rwnd_ms},
	{CHRONO, .key = "sndbuf_limited_ms", .before = " sndbuf_limited:", .behind = "ms",
	 .value = sndbuf_ms},
	{ONE("unacked", " unacked:", PK_R_tcp_packets_out)},
	{ONE("retrans", " retrans:", PK_R_tcp_retrans_out)},
	{ONE("retrans_total", "/", PK_R_tcp_total_retrans), .joined = true},
	{ONE("lost", " lost:", PK_R_tcp_lost_out)},
	{ONE("sacked", " sacked:", PK_R_tcp_sacked_out)},
	{ONE("dsack_dups", " dsack_dups:", PK_R_tcp_dsack_dups)},
	{ONE("reordering", " reordering:", PK_R_tcp_reordering), .value = reordering},
	{ONE("reord_seen", " reord_seen:", PK_R_tcp_reord_seen)},
	{ONE("rcv_rtt_us", " rcv_rtt:", PK_R_tcp_rcv_rtt_us), .form = PK_INFO_US, .value = eighth},
	{ONE("rcv_space", " rcv_space:", PK_R_tcp_rcv_space)},
	{ONE("rcv_ssthresh", " rcv_ssthresh:", PK_R_tcp_rcv_ssthresh)},
	{.key = "notsent",
	 .before = " notsent:",
	 .nr_rows = 2,
	 .rows = {PK_R_tcp_write_seq, PK_R_tcp_snd_nxt},
	 .value = not_sent},
	{ONE("minrtt_us", " minrtt:", PK_R_tcp_rtt_min), .form = PK_INFO_US, .value = min_rtt},
	{ONE("rcv_ooopack", " rcv_ooopack:", PK_R_tcp_rcv_ooopack)},
	{ONE("snd_wnd", " snd_wnd:", PK_R_tcp_snd_wnd)},
	{ONE("rcv_wnd", " rcv_wnd:", PK_R_tcp_rcv_wnd)},
	{0},
};
