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
		nameSpaces([...this.packets, ...this.flows, ...this.devices]);
		this.byId = new Map(this.packets.map((packet) => [packet.id, packet]));
		this.wholeOfNewest();
		this.placeEnd();
		this.markForeign();
		this.joinConnections();
		this.markTwins();
	}

	// The newest packet is in the page twice: as one of many, and with more of its path.
	wholeOfNewest() {
		this.newest = this.part("newest").records[0];
		if (!this.newest)
			return;
		const listed = this.byId.get(this.newest.id);
		if (listed) {
			// Twins are told by the packets around: the list has more of them.
			for (const name of ["netns", "saddr_netns", "daddr_netns", "twin"])
				this.newest[name] = listed[name];
			this.packets[this.packets.indexOf(listed)] = this.newest;
		}
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
		this.byAddresses = new Map(); // of twins all that have them
		for (const packet of this.packets) {
			const key = connectionOf(packet);
			if (!key)
				continue;
			if (!this.connections.has(key)) {
				const connection = {key, ends: key.split(" ").slice(1), packets: [], flows: []}, plain = bareKey(key);
				this.connections.set(key, connection);
				this.byAddresses.set(plain, [...this.byAddresses.get(plain) || [], connection]);
			}
			this.connections.get(key).packets.push(packet);
		}
		for (const flow of this.flows)
			for (const connection of this.connectionsOf(flow))
				connection.flows.push(flow);
	}

	// An association of SCTP has several addresses at each end; any two of them are a connection. Of twins it is that with
	// its end in the socket's namespace.
	connectionsOf(flow) {
		const pairs = flow.dport ? localEnds(flow).flatMap((local) => remoteEnds(flow).map((remote) => [local, remote])) : [];

		return pairs.flatMap(([local, remote]) => (this.byAddresses.get(connectionKey(flow.protocol, local, remote)) || [])
			.filter(({ends}) => ends.includes(local) || ends.includes(inSpace(local, flow.netns))));
	}

	// Sockets whose addresses and ports those of another namespace have, too.
	markTwins() {
		const spaces = new Map(), key = (flow) => [flow.protocol, localEnds(flow), flow.dport ? remoteEnds(flow) : "*"].join(" ");

		for (const flow of this.flows)
			spaces.set(key(flow), (spaces.get(key(flow)) || new Set()).add(flow.netns));
		for (const flow of this.flows)
			flow.twin = spaces.get(key(flow)).size > 1;
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

const spaceNames = new Map(); // of namespaces; a name that two have tells them not apart

function nameSpaces(records) {
	for (const {netns, netns_name: name} of records)
		if (/^[\w.-]+$/.test(name || "") && ![...spaceNames].some(([inum, taken]) => taken === name && inum !== netns))
			spaceNames.set(netns, name);
}

// An end of a connection whose addresses and ports others have in other network namespaces: with its own.
function inSpace(end, netns) {
	return `${end}@${spaceNames.get(netns) ?? netns ?? "?"}`;
}

function bare(end) {
	return end.replace(/@[^@]*$/, "");
}

function bareKey(key) {
	return key.split(" ").map(bare).join(" ");
}

// END of PACKET as text: of twins with its namespace. Which of them it is of may not be known (null).
function endOf(packet, end, netns) {
	return packet.twin === false || end === "?" ? end : inSpace(end, netns);
}

function sourceOf(packet) {
	return endOf(packet, source(packet), packet.saddr_netns);
}

function destinationOf(packet) {
	return endOf(packet, destination(packet), packet.daddr_netns);
}

// null: its addresses are not known
function connectionOf(packet) {
	return packet.saddr && packet.daddr ? connectionKey(packet.protocol, sourceOf(packet), destinationOf(packet)) : null;
}

// An association of SCTP has several addresses at each end.
function localEnds(flow) {
	return flow.laddrs ? flow.laddrs.map((one) => endpoint(one.address, flow.sport)) : [source(flow)];
}

function remoteEnds(flow) {
	return flow.raddrs ? flow.raddrs.map((one) => endpoint(one.address, flow.dport)) : [destination(flow)];
}

function localText(flow) {
	return localEnds(flow).map((end) => flow.twin && end !== "?" ? inSpace(end, flow.netns) : end).join(" ") || "?";
}

function remoteText(flow) {
	return flow.dport ? remoteEnds(flow).join(" ") || "?" : "*";
}
