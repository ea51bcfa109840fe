// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

/* Of the sections and members that retis.c writes; names and kinds are those of retis. */

#define OBJECT(members) "{\"type\":\"object\",\"properties\":{" members "}}"
#define KEY(name, schema) "\"" name "\":" schema
#define NUMBER(name) KEY(name, "{\"type\":\"integer\"}")
#define TEXT(name) KEY(name, "{\"type\":\"string\"}")
#define YES_NO(name) KEY(name, "{\"type\":\"boolean\"}")
#define TUPLE(name) KEY(name, "{\"$ref\":\"#/$defs/CtTuple\"}")
#define PORTS(name) KEY(name, OBJECT(NUMBER("sport") "," NUMBER("dport")))

/* clang-format off */
const char pk_retis_schema[] =
	"{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
	"\"title\":\"Retis Metadata\",\"type\":\"object\",\"properties\":{"
	KEY("common", OBJECT(
		NUMBER("timestamp") "," NUMBER("smp_id") ","
		KEY("task", OBJECT(NUMBER("pid") "," NUMBER("tgid") "," TEXT("comm"))))) ","
	KEY("kernel", OBJECT(TEXT("symbol") "," TEXT("probe_type"))) ","
	KEY("skb-tracking", OBJECT(NUMBER("orig_head") "," NUMBER("timestamp") "," NUMBER("skb"))) ","
	KEY("skb-drop", OBJECT(TEXT("drop_reason"))) ","
	KEY("skb", OBJECT(
		KEY("vlan_accel", OBJECT(
			NUMBER("proto") "," NUMBER("pcp") "," YES_NO("dei") "," NUMBER("vid"))) ","
		KEY("meta", OBJECT(
			NUMBER("len") "," NUMBER("data_len") "," NUMBER("hash") "," NUMBER("ip_summed") ","
			NUMBER("csum") "," NUMBER("csum_level") "," NUMBER("priority"))) ","
		KEY("data_ref", OBJECT(
			YES_NO("nohdr") "," YES_NO("cloned") "," NUMBER("fclone") "," NUMBER("users") ","
			NUMBER("dataref"))) ","
		KEY("gso", OBJECT(
			NUMBER("flags") "," NUMBER("frags") "," NUMBER("size") "," NUMBER("segs") ","
			NUMBER("type"))))) ","
	KEY("netns", OBJECT(NUMBER("cookie") "," NUMBER("inum"))) ","
	KEY("dev", OBJECT(TEXT("name") "," NUMBER("ifindex") "," NUMBER("rx_ifindex"))) ","
	KEY("ct", OBJECT(
		TEXT("state") "," NUMBER("zone_id") "," TEXT("zone_dir") "," TUPLE("orig") "," TUPLE("reply") ","
		TEXT("proto_state") "," NUMBER("mark") "," NUMBER("ct_status")))
	"},\"$defs\":{"
	KEY("CtTuple", OBJECT(
		KEY("ip", OBJECT(TEXT("src") "," TEXT("dst") "," TEXT("version"))) ","
		KEY("proto", OBJECT(PORTS("tcp") "," PORTS("udp")))))
	"}}";
/* clang-format on */
