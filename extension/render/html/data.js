// SPDX-License-Identifier: GPL-3.0-or-later
// What the page holds: parts, each the JSON Lines of one command, and what is looked up in them.
"use strict";

// A part: {name, command, lines (as printed), records, complaints (what the command said instead), failed}
function readPart(script) {
	const lines = script.textContent.split("\n").filter((line) => line);
	const part = {...JSON.parse(lines.shift()), lines, records: [], complaints: []};

	part.name = part.part;
	for (const line of lines)
		if (line[0] === "{")
			part.records.push(JSON.parse(line));
		else
			part.complaints.push(line.replaceAll("\\u003c", "<"));
	// The last one says how the command ended; without it the file was cut.
	const end = part.records.at(-1);
	part.failed = !end || end.part_end !== part.name || end.failed;
	if (end && "part_end" in end) {
		part.records.pop();
		lines.pop();
	}
	return part;
}

class Data {
	constructor() {
		const none = {records: [], complaints: [], lines: [], failed: true, command: ""};

		this.parts = [...document.querySelectorAll('script[type="application/json"]')].map(readPart);
		this.part = (name) => this.parts.find((part) => part.name === name) || none;
		this.page = this.part("page").records[0] || {};
		this.verdict = this.part("verdict").records[0] || {};
		this.panic = this.verdict.panic || {};
		this.findings = this.part("findings").records.filter((record) => record.what === "finding");
		this.rules = this.part("findings").records.filter((record) => record.what === "rule");
		this.packets = this.part("packets").records.filter((record) => record.id);
		this.filter = this.part("packets").records.find((record) => "expression" in record);
		this.flows = this.part("flows").records.filter((record) => record.sk);
		this.states = this.part("flows").records.filter((record) => "spi" in record);
		this.probes = this.part("probes").records;
		this.devices = this.part("devices").records;
		this.byId = new Map(this.packets.map((packet) => [packet.id, packet]));
		this.wholeOfNewest();
		this.placeEnd();
		this.markForeign();
		this.joinConnections();
	}

	// The newest packet is in the page twice: as one of many, and with more of its path.
	wholeOfNewest() {
		this.newest = this.part("newest").records[0];
		if (!this.newest)
			return;
		if (this.byId.has(this.newest.id))
			this.packets[this.packets.indexOf(this.byId.get(this.newest.id))] = this.newest;
		this.byId.set(this.newest.id, this.newest);
	}

	// Ages count back from the panic; where its time is not known, from the newest event.
	placeEnd() {
		const times = (this.verdict.cpus || []).map((cpu) => cpu.newest_ns).filter((ns) => ns).map(BigInt);

		this.end = this.verdict.panic_ns ? BigInt(this.verdict.panic_ns)
			: times.reduce((a, b) => a > b ? a : b, 0n);
		this.endIsPanic = Boolean(this.verdict.panic_ns);
		// Without a panic ages count back from the newest event, as in text.
		for (const packet of this.endIsPanic ? [] : this.packets)
			packet.before_panic_ns = this.age(packet.first_ns);
	}

	// Age in ns of a time on the trace's clock; null: it is not known. Below zero: after the panic.
	age(ns) {
		return ns === null || ns === undefined ? null : Number(this.end - BigInt(ns));
	}

	// Functions with a probe from outside the kernel, with what stands on each.
	markForeign() {
		this.foreign = new Map();
		for (const probe of this.probes)
			if (probe.foreign && probe.target) {
				const func = probe.target.replace(/\+0x.*/, "");
				this.foreign.set(func, [...this.foreign.get(func) || [], probe]);
			}
	}

	// Packets by connection: both directions together, whichever end was the sender.
	joinConnections() {
		this.connections = new Map();
		for (const packet of this.packets) {
			const key = connectionOf(packet);
			if (!key)
				continue;
			if (!this.connections.has(key))
				this.connections.set(key, {key, packets: [], flows: []});
			this.connections.get(key).packets.push(packet);
		}
		for (const flow of this.flows)
			for (const key of connectionsOf(flow))
				this.connections.get(key)?.flows.push(flow);
	}

	// As for the newest packet: of the same instance and protocols.
	commandOf(name, packet) {
		const options = this.part("newest").command.replace(/^pkttrace show -j/, "");

		return {command: `pkttrace ${name}${options} ${packet.id}`};
	}

	died() {
		return this.panic.packet ? this.byId.get(this.panic.packet) : null;
	}
}

function endpoint(address, port) {
	if (address === null || address === undefined)
		return "?";
	return port === null || port === undefined ? address
		: address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

function source(record) {
	return endpoint(record.saddr, record.sport);
}

function destination(record) {
	return endpoint(record.daddr, record.dport);
}

function connectionKey(protocol, ...ends) {
	return [protocol || "?", ...ends.sort()].join(" ");
}

// null: its addresses are not known
function connectionOf(record) {
	return record.saddr && record.daddr ? connectionKey(record.protocol, source(record), destination(record)) : null;
}

// An association of SCTP has several addresses at each end; any two of them are a connection.
function localEnds(flow) {
	return flow.laddrs ? flow.laddrs.map((one) => endpoint(one.address, flow.sport)) : [source(flow)];
}

function remoteEnds(flow) {
	return flow.raddrs ? flow.raddrs.map((one) => endpoint(one.address, flow.dport)) : [destination(flow)];
}

function localText(flow) {
	return localEnds(flow).join(" ") || "?";
}

function remoteText(flow) {
	return flow.dport ? remoteEnds(flow).join(" ") || "?" : "*";
}

function connectionsOf(flow) {
	return flow.dport ? localEnds(flow).flatMap((local) => remoteEnds(flow).map((remote) =>
		connectionKey(flow.protocol, local, remote))) : [];
}
