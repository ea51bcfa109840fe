// SPDX-License-Identifier: GPL-3.0-or-later
// Who uses the network inside the kernel (NFS, NVMe/TCP, iSCSI, SMB, Ceph, RDS), and what waits for an answer.
"use strict";

// A consumer begins with the record that says of what kind it is; what it has follows: connections, then their requests.
const REQUESTS = new Set(["call", "request", "command", "smb_command", "smb_wait", "ceph_request", "ceph_wait", "rds_message"]);

function consumerName(record) {
	return [record.kind ?? record.what.replace("_", " "), record.holder, record.queue ?? record.controller, record.role, record.number, record.name]
		.filter((word) => word !== null && word !== undefined).join(" ");
}

function requestText(record) {
	const words = [record.program, record.procedure, record.operation, record.command, record.waits_for,
		record.sector === null || record.sector === undefined ? null : `sector ${record.sector}`,
		record.bytes === null || record.bytes === undefined ? null : `${countText(record.bytes)} bytes`, record.state];

	return words.filter((word) => word !== null && word !== undefined).join(", ") || record.what.replace("_", " ");
}

function waitersText(record) {
	return (record.waiting || []).map((one) => `${one.comm} (${one.pid})`).join(", ");
}

function socketLink(data, sk, openSocket) {
	const flow = data.flows.find((one) => one.sk === sk);

	return flow ? el("a", {href: "#flows", class: "id", on: {click: () => openSocket(flow)}}, `${localText(flow)} > ${remoteText(flow)}`)
		: el("span", {class: "id"}, sk ?? "");
}

function msText(ms) {
	return ms === null || ms === undefined ? "" : durationText(ms * 1e6);
}

function consumerRow(data, record, openSocket) {
	const is = REQUESTS.has(record.what);

	return el("tr", {class: `consumer ${is ? "request" : record.kind ? "head" : "part"}`, "data-what": record.what},
		cell(is ? requestText(record) : consumerName(record), record.lost ? tag("bad", "lost") : null, record.late ? tag("open", "late") : null),
		mono(record.server === undefined ? "" : endpoint(record.server, record.port)), cell(is ? "" : record.state ?? ""),
		num(is ? "" : [record.calls, record.requests, record.nr_commands, record.nr_messages].find((count) => count !== undefined) ?? ""),
		num(record.nr_late ?? ""), num(msText(is ? record.age_ms : record.oldest_ms)),
		cell(is ? waitersText(record) : record.waiters ? `${countText(record.waiters)} wait` : ""),
		cell(record.sk ? socketLink(data, record.sk, openSocket) : ""));
}

function consumersView(data, openSocket) {
	const records = data.part("consumers").records;

	return records.length ? table("plain consumers", ["Consumer, request", "Server", "State", numHead("Requests"), numHead("Late"), numHead("Oldest"),
		"Who waits", "Socket"], records.map((record) => consumerRow(data, record, openSocket)))
		: el("p", {class: "note"}, "Nothing in the kernel uses the network: no NFS, NVMe/TCP, iSCSI, SMB, Ceph or RDS.");
}

// The end of the kernel's log.
function logView(data) {
	const lines = data.part("log").records.filter((record) => record.what === "log");
	const grave = new Set(["emerg", "alert", "crit", "err"]);

	return lines.length ? el("ol", {class: "log scroll"}, lines.map((line) => el("li", {class: grave.has(line.severity) ? "bad" : ""},
		el("span", {class: "stamp"}, `[${(Number(line.ts_ns) / 1e9).toFixed(6).padStart(12)}] `), line.text)))
		: el("p", {class: "note"}, "The kernel's log is not known.");
}
