// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

/* Of the sections and members that retis.c writes; names and kinds are those of retis. */

#define INTEGER "{\"type\":\"integer\"}"
#define STRING "{\"type\":\"string\"}"
#define BOOLEAN "{\"type\":\"boolean\"}"
#define OBJECT(members) "{\"type\":\"object\",\"properties\":{" members "}}"
#define KEY(name, schema) "\"" name "\":" schema
#define AND ","
#define TUPLE "{\"$ref\":\"#/$defs/CtTuple\"}"
#define PORTS OBJECT(KEY("sport", INTEGER) AND KEY("dport", INTEGER))

const char pk_retis_schema[] =
	"{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
	"\"title\":\"Retis Metadata\",\"type\":\"object\",\"properties\":{" KEY(
		"common", OBJECT(KEY("timestamp", INTEGER) AND KEY("smp_id", INTEGER) AND KEY(
				  "task", OBJECT(KEY("pid", INTEGER) AND KEY("tgid", INTEGER)
							 AND KEY("comm", STRING))))) AND
		KEY("kernel", OBJECT(KEY("symbol", STRING) AND KEY("probe_type", STRING))) AND KEY(
			"skb-tracking",
			OBJECT(KEY("orig_head", INTEGER) AND KEY("timestamp", INTEGER) AND KEY(
				"skb", INTEGER))) AND KEY("skb-drop",
							  OBJECT(KEY("drop_reason", STRING))) AND
			KEY("skb",
			    OBJECT(KEY("vlan_accel",
				       OBJECT(KEY("proto", INTEGER) AND KEY("pcp", INTEGER) AND KEY(
					       "dei", BOOLEAN) AND KEY("vid", INTEGER)))
					   AND KEY("meta",
						   OBJECT(KEY("len",
							      INTEGER) AND KEY("data_len", INTEGER)
								  AND KEY("hash", INTEGER) AND KEY(
									  "ip_summed",
									  INTEGER) AND KEY("csum",
											   INTEGER)
									  AND KEY("csum_level",
										  INTEGER) AND
										  KEY("priority",
										      INTEGER))) AND
						   KEY("data_ref",
						       OBJECT(KEY("nohdr", BOOLEAN) AND KEY(
							       "cloned",
							       BOOLEAN) AND KEY("fclone", INTEGER)
								      AND KEY("users", INTEGER)
									      AND KEY("dataref",
										      INTEGER))) AND
							   KEY("gso",
							       OBJECT(KEY("flags", INTEGER) AND KEY(
								       "frags",
								       INTEGER) AND KEY("size",
											INTEGER)
									      AND KEY("segs",
										      INTEGER) AND
										      KEY("type",
											  INTEGER))))) AND
				KEY("netns", OBJECT(KEY("cookie", INTEGER) AND KEY("inum", INTEGER))) AND KEY(
					"dev",
					OBJECT(KEY("name", STRING) AND KEY("ifindex", INTEGER) AND
						       KEY("rx_ifindex", INTEGER))) AND
					KEY("ct",
					    OBJECT(KEY("state", STRING) AND KEY("zone_id", INTEGER) AND KEY(
						    "zone_dir",
						    STRING) AND KEY("orig",
								    TUPLE) AND KEY("reply", TUPLE)
							   AND KEY("proto_state", STRING) AND KEY(
								   "mark",
								   INTEGER) AND
								   KEY("ct_status",
								       INTEGER))) "},\"$defs\":"
										  "{" KEY("CtTuple",
											  OBJECT(KEY(
												  "ip",
												  OBJECT(KEY("src", STRING) AND KEY(
													  "dst",
													  STRING) AND
														 KEY("version",
														     STRING))) AND
													 KEY("proto",
													     OBJECT(KEY("tcp", PORTS) AND KEY(
														     "udp",
														     PORTS))))) "}}";
