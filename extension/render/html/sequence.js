// SPDX-License-Identifier: GPL-3.0-or-later
// One connection: two lanes, a row for each packet, the panic as a line. What has no time, or was never sent, is below it.
"use strict";

const LANES = 1000; // width of a row's drawing in its own units

// What is 0 of each side's relative numbers: the first that is seen of it, in the order of the rows.
function numberBases(rows) {
	const bases = new Map();

	for (const {packet} of rows)
		if (packet && packet.seq !== null && packet.seq !== undefined && !bases.has(source(packet)))
			bases.set(source(packet), packet.seq);
	return bases;
}

function relative(number, base) {
	const distance = (number - base) >>> 0;

	return distance > 0x80000000 ? distance - 0x100000000 : distance;
}

function sequenceText(packet, bases) {
	const own = bases.get(source(packet)), other = bases.get(destination(packet));
	const words = [["-", "?"].includes(flagsText(packet)) ? "" : `[${flagsText(packet)}]`];

	if (packet.seq !== null && packet.seq !== undefined) {
		const seq = relative(packet.seq, own);
		words.push(packet.payload_len ? `${seq}:${seq + packet.payload_len}` : `${seq}`);
	}
	if (packet.ack !== null && packet.ack !== undefined && other !== undefined && (packet.flags || "").includes("."))
		words.push(`ack ${relative(packet.ack, other)}`);
	if (packet.payload_len !== null)
		words.push(`len ${packet.payload_len}`);
	return words.filter((word) => word).join(" ");
}

// A packet of the loopback device is two of the list, and one arrow: the receiver's half tells its end, the sender's
// whether it was sent before.
function joinLooped(packets) {
	const byId = new Map(packets.map((packet) => [packet.id, packet])), rows = [], doubled = new Set();

	for (const packet of packets) {
		const edge = packet.dir === "rx" && packet.edges.find((one) => one.kind === "loopback-same" && byId.has(one.to));
		const sent = edge ? byId.get(edge.to) : null;
		if (sent)
			doubled.add(sent);
		rows.push({packet, again: packet.retransmit || Boolean(sent && sent.retransmit)});
	}
	return rows.filter((row) => !doubled.has(row.packet));
}

// Rows: packets in time order, then the panic, then what came after it, what was never sent, and what has no time.
function sequenceRows(data, packets) {
	const shown = joinLooped(packets), never = ({packet}) => NEVER_SENT.has(packet.outcome);
	const timed = shown.filter((row) => row.packet.before_panic_ns !== null && !never(row))
		.sort((a, b) => b.packet.before_panic_ns - a.packet.before_panic_ns);
	const groups = [["after the panic", timed.filter((row) => row.packet.before_panic_ns < 0)], ["never sent", shown.filter(never)],
		["in memory, when is not known", shown.filter((row) => row.packet.before_panic_ns === null && !never(row))]];
	const rows = timed.filter((row) => row.packet.before_panic_ns >= 0);

	rows.push({line: data.endIsPanic ? "panic" : "newest event", panic: true});
	for (const [line, group] of groups)
		if (group.length)
			rows.push({line: `${line}: ${group.length}`}, ...group);
	return rows;
}

function arrow({packet, again}, left) {
	const toRight = source(packet) === left, dropped = packet.outcome === "dropped", never = NEVER_SENT.has(packet.outcome);
	const from = toRight ? 0 : LANES, way = toRight ? 1 : -1;
	const to = from + way * (never ? LANES * 0.16 : dropped ? LANES * 0.84 : LANES - 2);
	const kind = `arrow ${endKind(packet)} ${never ? "never" : ""} ${again ? "retransmit" : ""}`;
	const tip = dropped ? svg("path", {d: `M${to - 7} 11l14 10m0 -10l-14 10`, class: "cross"})
		: svg("path", {d: `M${to} 16l${-way * 10} -4v8z`, class: "tip"});

	return svg("svg", {viewBox: `0 0 ${LANES} 24`, preserveAspectRatio: "none", class: kind},
		svg("line", {x1: from, x2: to, y1: 16, y2: 16}), tip);
}

function sequenceRow(data, row, left, bases, open) {
	if (row.line)
		return el("div", {class: `step ${row.panic ? "panic" : "rule"}`}, el("span", {}, row.line));
	const {packet} = row;
	return el("div", {class: "step", "data-id": packet.id, title: `${packet.id}\n${packet.outcome_detail ?? ""}`,
		on: {click: () => open(packet)}},
	el("span", {class: "age"}, ageText(packet.before_panic_ns)),
	el("span", {class: "lanes"}, arrow(row, left), el("span", {class: source(packet) === left ? "label" : "label back"},
		sequenceText(packet, bases))),
	el("span", {class: "end"}, endTag(packet), row.again ? tag("open", "retransmit") : null,
		el("span", {class: "why"}, packet.outcome === "dropped" ? packet.outcome_detail ?? "" : packet.devices.join(">"))));
}

// The end of this machine is on the left; of two, the one that began.
function leftLane(connection) {
	if (connection.flows.length === 1)
		return localEnds(connection.flows[0]).find((end) => connection.ends.map(bare).includes(end));
	const first = connection.packets[0];
	return first.dir === "tx" || connection.packets.some((packet) => packet.dev === "lo") ? source(first) : destination(first);
}

function sequenceView(data, connection, open) {
	const left = leftLane(connection), rows = sequenceRows(data, connection.packets), bases = numberBases(rows);
	const onLeft = connection.ends.find((end) => bare(end) === left);
	const onRight = connection.ends.find((end) => end !== onLeft) ?? onLeft;
	const list = new VirtualList("sequence", 24, (row) => sequenceRow(data, row, left, bases, open));

	// A packet of memory alone names no connection to that command.
	const story = connection.packets.filter((packet) => packet.before_panic_ns !== null && !packet.id.startsWith("m.")).at(-1);
	list.set(rows);
	return el("div", {class: "story", "data-key": connection.key},
		el("div", {class: "wide"}, el("div", {class: "step ends"}, el("span", {class: "age"}, "age"), el("span", {class: "lanes"},
			el("b", {}, onLeft), el("b", {}, onRight)), el("span", {class: "end"}, "end")), list.node),
		el("p", {class: "legend"}, "Numbers are relative to the first that is seen of each side. ",
			"A cross: dropped here. Dashed: retransmit. A stub below the panic: never sent. ",
			connection.key.includes("@") ? "After the @: the network namespace, as others have the same addresses and ports. " : null,
			story ? commandLine(data.commandOf("story", story)) : null));
}

function connectionsView(data, open) {
	const known = [...data.connections.values()];
	const place = el("div", {});
	const choice = el("select", {"aria-label": "connection", on: {change: () => show(known[choice.selectedIndex])}},
		known.map((connection) => el("option", {}, `${connection.key.replace(/ (?=\S+$)/, " - ")} (${connection.packets.length})`)));
	const show = (connection) => {
		choice.selectedIndex = known.indexOf(connection);
		place.replaceChildren(sequenceView(data, connection, open));
	};
	const worst = known.find((connection) => connection.packets.some((packet) => packet.outcome === "dropped")) || known[0];

	if (!worst)
		return {node: el("p", {class: "note"}, "No packet of a known connection."), show: () => {}};
	show(worst);
	return {node: [el("p", {class: "tools"}, choice), place],
		show: (...keys) => {
			const key = keys.find((one) => data.connections.has(one));
			if (key)
				show(data.connections.get(key));
		}};
}
