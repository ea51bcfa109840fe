# SPDX-License-Identifier: GPL-3.0-or-later
#
# Rows of the file "probes" to definitions that dynamic_events takes.
#
#   -v offsets=FILE   lines of btf.awk
#   -v endian=little|big
#   -v regs="%di %si ..."  registers for $arg1.. where the kernel does not know $argN, else ""
#   -v protocols="tcp udp icmp"  those that {ip4} and {ip6} are true for
# Output, a line a row: event|how|place|if|arguments|filter, expanded;
# or event|missing|place|struct.member where an offset is not known.

BEGIN {
	while ((getline line < offsets) > 0) {
		split(line, f, " ")
		offset[f[1]] = f[2]
		width[f[1]] = f[3]
	}
	close(offsets)
	n_regs = split(regs, reg, " ")
	ip4 = one_of("ip_p", "tcp=6 udp=17 icmp=1")
	ip6 = one_of("ip6_nxt", "tcp=6 udp=17 icmp=58")
	FS = "|"
}

/^#/ || NF < 6 { next }

{
	missing = ""
	gsub(/[ \t]+/, " ", $5)
	args = resolve(registers(macros($5)))
	filter = resolve($6)
	if (missing)
		print $1 "|missing|" $3 "|" missing
	else
		print $1 "|" $2 "|" $3 "|" $4 "|" args "|" filter
}

# The condition that a field is the number of an armed protocol; numbers: "protocol=N ...".
function one_of(field, numbers,    n, i, f, part, out) {
	n = split(numbers, f, " ")
	for (i = 1; i <= n; i++) {
		split(f[i], part, "=")
		if (index(" " protocols " ", " " part[1] " "))
			out = out (out == "" ? "" : " || ") field " == " part[2]
	}
	return index(out, "|") ? "(" out ")" : out
}

# "name=N:type ..." into fields of a header at base, N bytes further by at.
function header(fields, base, at,    f, n, i, part, out, o) {
	n = split(fields, f, " ")
	for (i = 1; i <= n; i++) {
		split(f[i], part, /[=:]/)
		o = part[2] + at
		out = out (i > 1 ? " " : "") part[1] "=" (o < 0 ? "-" (-o) : "+" o) "(" base "):" part[3]
	}
	return out
}

function macro(name, p, at,    base) {
	base = "+{sk_buff.data}(" p ")"
	if (name ~ /^frag/)
		base = "+{sk_buff.cb+napi_gro_cb.frag0}(" p ")"
	if (name == "skb")
		return "head=+{sk_buff.head}(" p "):x64 data=+{sk_buff.data}(" p "):x64" \
			" len=+{sk_buff.len}(" p "):u32 data_len=+{sk_buff.data_len}(" p "):u32" \
			" nh=+{sk_buff.network_header}(" p "):u16" \
			" proto=+{sk_buff.protocol}(" p "):u16 mark=+{sk_buff.mark}(" p "):u32"
	if (name == "cb")
		return "cb_seq=+{sk_buff.cb+tcp_skb_cb.seq}(" p "):u32" \
			" cb_end_seq=+{sk_buff.cb+tcp_skb_cb.end_seq}(" p "):u32" \
			" cb_flags=+{sk_buff.cb+tcp_skb_cb.tcp_flags}(" p "):u{bits:tcp_skb_cb.tcp_flags}"
	if (name == "ip")
		return header("ip=0:x64[7] ip_p=9:u8 ip6_nxt=6:u8", base, at)
	if (name == "ip4" || name == "frag4")
		return header("ip_vhl=0:u8 ip_len=2:u16 ip_off=6:u16 ip_p=9:u8 ip_src=12:u32 ip_dst=16:u32", base, at)
	if (name == "ip6" || name == "frag6")
		return header("ip6_vtc=0:u8 ip6_plen=4:u16 ip6_nxt=6:u8 ip6_src_hi=8:x64" \
			" ip6_src_lo=16:x64 ip6_dst_hi=24:x64 ip6_dst_lo=32:x64", base, at)
	if (name == "th")
		base = p
	if (name == "tcp" || name == "fragtcp" || name == "th")
		return header("th_sport=0:u16 th_dport=2:u16 th_seq=4:u32 th_ack=8:u32" \
			" th_off_flags_win=12:x32", base, at)
	if (name == "udp")
		return header("uh_sport=0:u16 uh_dport=2:u16 uh_ulen=4:u16 uh_sum=6:x16", base, at)
	if (name == "icmp")
		return header("icmp_type=0:u8 icmp_code=1:u8 icmp_sum=2:x16 icmp_id=4:u16 icmp_seq=6:u16", base, at)
	missing = "@" name
	return ""
}

function macros(s,    out, call, n, part) {
	while (match(s, /@[a-z0-9]+\([^()]*\)/)) {
		call = substr(s, RSTART + 1, RLENGTH - 2)
		out = out substr(s, 1, RSTART - 1)
		s = substr(s, RSTART + RLENGTH)
		n = split(call, part, /[(,]/)
		out = out macro(part[1], part[2], n > 2 ? part[3] + 0 : 0)
	}
	return out s
}

function registers(s,    i) {
	for (i = 1; i <= n_regs; i++)
		gsub("[$]arg" i, reg[i], s)
	return s
}

function hex(s,    i, v) {
	s = tolower(substr(s, 3))
	for (i = 1; i <= length(s); i++)
		v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
	return v
}

function either(is4, ip4, is6, ip6) { return "(" is4 " && " ip4 ") || (" is6 " && " ip6 ")" }

function value(expr,    part, n, i, v) {
	if (expr == "ip4")
		return ip4
	if (expr == "ip6")
		return ip6
	if (expr == "first_is_tcp")
		return either("proto == " value("be16:0x0800"), "ip_p == 6", "proto == " value("be16:0x86dd"), "ip6_nxt == 6")
	if (expr == "ip")
		return either("proto == " value("be16:0x0800"), ip4, "proto == " value("be16:0x86dd"), ip6)
	if (expr == "ip_host")
		return either("protocol == 0x0800", ip4, "protocol == 0x86dd", ip6)
	if (expr ~ /^be16:/) {
		v = hex(substr(expr, 6))
		return endian == "big" ? v : v % 256 * 256 + int(v / 256)
	}
	if (expr ~ /^bits:/) {
		expr = substr(expr, 6)
		if (!(expr in width) || !width[expr])
			missing = expr
		return width[expr] * 8
	}
	n = split(expr, part, "+")
	for (i = 1; i <= n; i++) {
		if (!(part[i] in offset) || offset[part[i]] ~ /bit/)
			missing = part[i]
		v += offset[part[i]]
	}
	return v
}

function resolve(s,    out) {
	while (match(s, /\{[^}]*\}/)) {
		out = out substr(s, 1, RSTART - 1) value(substr(s, RSTART + 1, RLENGTH - 2))
		s = substr(s, RSTART + RLENGTH)
	}
	return out s
}
