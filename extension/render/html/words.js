// SPDX-License-Identifier: GPL-3.0-or-later
// Times, sizes and the words for ends: as the commands print them.
"use strict";

// T-0.002521; T+ is after the panic
function ageText(age) {
	return age === null || age === undefined ? "?"
		: `T${age < 0 ? "+" : "-"}${(Math.floor(Math.abs(age) / 1e3) / 1e6).toFixed(6)}`;
}

function durationText(ns) {
	if (ns === null || ns === undefined)
		return "";
	if (ns < 1e6)
		return `${(ns / 1e3).toFixed(1)} us`;
	return ns < 1e9 ? `${(ns / 1e6).toFixed(1)} ms` : `${(ns / 1e9).toFixed(3)} s`;
}

function countText(count) {
	return count === null || count === undefined ? "?" : count.toLocaleString("en-US");
}

// 1970 to 2262; UTC, to the millisecond
function wallText(ns) {
	return new Date(Number(BigInt(ns) / 1000000n)).toISOString().replace("T", " ").replace("Z", " UTC");
}

// How an end is to be read: bad (it failed), open (not over at the panic), plain, or unknown.
const ENDS = {dropped: "bad", "in-flight": "open", queued: "open", "ofo-queued": "open", backlogged: "open",
	unacked: "open", unsent: "open", "neigh-queued": "open", "qdisc-queued": "open", "driver-queued": "open",
	unknown: "unknown"};
const NEVER_SENT = new Set(["unsent", "neigh-queued", "qdisc-queued", "driver-queued"]);

function endKind(packet) {
	return ENDS[packet.outcome] || "plain";
}

function endTag(packet) {
	return tag(endKind(packet), packet.outcome);
}

// What a protocol has, and is not known, is "?"; what it does not have is "-". Of an unknown protocol nothing is known.
const WITH_NUMBERS = new Set([null, undefined, "tcp"]);
const WITH_FLAGS = new Set([null, undefined, "tcp", "icmp", "icmp6", "sctp", "dccp"]);

function numberText(packet, number) {
	return number ?? (WITH_NUMBERS.has(packet.protocol) ? "?" : "-");
}

function flagsText(packet) {
	if (packet.flags)
		return packet.flags;
	if (packet.icmp_type !== undefined && packet.icmp_type !== null)
		return `${packet.icmp_type}/${packet.icmp_code ?? "?"}`;
	return WITH_FLAGS.has(packet.protocol) ? "?" : "-";
}

function functionText(call) {
	return (call.func ?? "?") + (call.module ? ` [${call.module}]` : "");
}

// ftrace's mark of long durations
function slowMark(ns) {
	const marks = [[1e9, "$"], [1e8, "@"], [1e7, "*"], [1e6, "#"], [1e5, "!"], [1e4, "+"]];

	return (marks.find(([limit]) => ns > limit) || [0, ""])[1];
}
