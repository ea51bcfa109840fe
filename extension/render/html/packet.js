// SPDX-License-Identifier: GPL-3.0-or-later
// One packet: what is known of it, its calls as bars over time and as a tree, its joins.
"use strict";

function facts(rows) {
	return el("dl", {class: "facts"}, rows.filter(([, value]) => value !== null && value !== undefined && value !== "")
		.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

function packetLink(data, id, open) {
	return data.byId.has(id)
		? el("a", {href: "#packet", class: "id", on: {click: () => open(data.byId.get(id))}}, id) : el("span", {class: "id"}, id);
}

function packetFacts(data, packet) {
	const tcp = packet.seq !== null && packet.seq !== undefined;

	return facts([
		["Age", ageText(packet.before_panic_ns) + (packet.before_panic_ns === null ? " (found in memory; when is not known)" : "")],
		["Direction", packet.dir === "rx" ? "received" : "sent"],
		["Devices", packet.devices.join(" > ")],
		["Numbers", tcp ? `[${flagsText(packet)}] seq ${numberText(packet, packet.seq)} ack ${packet.ack ?? "?"}` : null],
		["Payload", packet.payload_len === null ? null : `${countText(packet.payload_len)} bytes` +
			(packet.segs > 1 ? ` in ${packet.segs} segments` : "")],
		["Addresses", packet.identity === "none" ? "not known" : `${packet.identity}, from ${packet.tuple_from ?? "?"}`],
		["sk_buff", packet.skb ? `${packet.skb} (${packet.pointer})` : null],
		["Socket", packet.sk],
		["Time", packet.time && packet.time.total_ns
			? `${durationText(packet.time.total_ns)}, of it ${durationText(packet.time.folded_ns)} folded` : null],
		["Lost events", packet.lost_before === 0 ? null : packet.lost_before === null
			? "some between its own, nobody counted" : countText(packet.lost_before)],
	]);
}

// The pieces of a path: what each outermost call called.
function piecesOf(path) {
	const pieces = [];

	for (const call of path)
		if (call.depth === 0 || !pieces.length)
			pieces.push([call]);
		else
			pieces.at(-1).push(call);
	return pieces;
}

// How long a piece is drawn: to the last end that is known in it, and a little on where a call is open.
function roomOf(data, piece) {
	const begin = data.age(piece[0].start_ns);
	const known = Math.max(...piece.map((call) => begin - data.age(call.start_ns) + (call.dur_ns || 0)));

	return piece.some((call) => call.dur_ns === null) ? known * 1.06 : known;
}

// Calls with their share of the whole from left to right, waits between pieces left out. An open call ends with its piece.
function placeCalls(data, packet) {
	const placed = [];
	let end = 0;

	if (!packet.path || packet.path.some((call) => call.start_ns === null))
		return [];
	for (const piece of piecesOf(packet.path)) {
		const shift = end + data.age(piece[0].start_ns);
		end += roomOf(data, piece);
		for (const call of piece) {
			const start = shift - data.age(call.start_ns);
			placed.push({call, start, dur: call.dur_ns ?? end - start, open: call.dur_ns === null});
		}
	}
	return end > 0 ? placed.map((bar) => ({...bar, left: bar.start / end, width: bar.dur / end})) : [];
}

function callKind(data, call) {
	return [call.interrupt ? "interrupt" : call.packet ? "nested" : "",
		data.foreign.has(call.func) ? "foreign" : call.probes.length ? "probed" : ""].join(" ");
}

function callTitle(data, call) {
	const lines = [functionText(call), call.dur_ns === null ? "open at the panic, or no durations" : durationText(call.dur_ns)];

	if (call.folded)
		lines.push(`${call.folded} calls folded into it, ${durationText(call.folded_ns)}`);
	if (call.probes.length)
		lines.push(`probes: ${call.probes.join(", ")}`);
	for (const probe of data.foreign.get(call.func) || [])
		lines.push(`from outside the kernel: ${probe.kind} ${probe.owner ?? probe.module ?? probe.handler ?? ""}`);
	return lines.join("\n");
}

function flame(data, packet) {
	const bars = placeCalls(data, packet);
	const depth = Math.max(0, ...bars.map((bar) => bar.call.depth));

	if (!bars.length)
		return null;
	return styled(el("div", {class: "flame", role: "img", "aria-label": `calls of ${packet.id} over time`},
		bars.map((bar) => styled(el("div", {class: `bar ${callKind(data, bar.call)} ${bar.open ? "unfinished" : ""}`,
			title: callTitle(data, bar.call)}, bar.width > 0.035 ? bar.call.func ?? "?" : ""),
		{left: `${bar.left * 100}%`, width: `max(1px, calc(${bar.width * 100}% - 1px))`, top: `${bar.call.depth * 19}px`}))),
	{height: `${(depth + 1) * 19}px`});
}

function callRow(data, call) {
	const marks = call.probes.map((name) => tag("probed", `k ${name}`));

	if (data.foreign.has(call.func))
		marks.push(tag("foreign", "foreign"));
	return el("tr", {class: `call ${callKind(data, call)}`},
		num(durationText(call.dur_ns) || (call.start_ns ? "open" : "")),
		el("td", {class: "mark"}, call.dur_ns === null ? "" : slowMark(call.dur_ns)),
		styled(el("td", {class: "name"}, call.packet && !call.interrupt ? `packet ${call.packet}` : functionText(call),
			call.interrupt ? tag("plain", "interrupt") : null, marks,
			call.folded ? el("span", {class: "folded"}, `~${call.folded} folded ${durationText(call.folded_ns)}`) : null),
		{paddingLeft: `${call.depth * 14 + 6}px`}));
}

function tree(data, packet) {
	if (!packet.path || !packet.path.length)
		return el("p", {class: "note"}, packet.path ? "No function of it was recorded." : "Its path is not known.");
	return el("div", {class: "scroll calls", tabindex: "0"}, el("table", {class: "tree"},
		el("tbody", {}, packet.path.map((call) => callRow(data, call)))));
}

function spans(data, packet) {
	if (!packet.spans.length)
		return null;
	return table("plain", ["Age", "Context", numHead("CPU"), "Task", numHead("Took"), "Stages"],
		packet.spans.map((span) => el("tr", {},
		mono(ageText(data.age(span.start_ns))),
		cell(el("i", {class: `key ${span.context}`}), span.context), num(span.cpu),
		cell(`${span.comm ?? "?"} (${span.pid ?? "?"})`),
		num(span.end_ns ? durationText(data.age(span.start_ns) - data.age(span.end_ns)) : "open"),
		mono(span.stages.join(" ")))));
}

function edges(data, packet, open) {
	if (!packet.edges.length)
		return null;
	return el("p", {class: "edges"}, packet.edges.map((edge) => el("span", {}, edge.kind, " ",
		edge.to ? packetLink(data, edge.to, open) : "?", ` (${edge.how})`)));
}

function packetView(data, packet, open) {
	const foreign = (packet.path || []).filter((call) => data.foreign.has(call.func));
	const bars = flame(data, packet);

	return el("div", {class: "packet", "data-id": packet.id},
		el("h3", {}, el("span", {class: "mono"}, `${sourceOf(packet)} > ${destinationOf(packet)}`), " ", endTag(packet),
			packet.retransmit ? tag("open", "retransmit") : null,
			packet.id === data.panic.packet ? tag("bad", "being handled at the panic") : null,
			el("span", {class: "id"}, packet.id), commandLine(data.commandOf("show", packet))),
		packet.outcome_detail ? el("p", {class: "detail"}, packet.outcome_detail) : null,
		foreign.length ? el("p", {class: "note foreign"}, "On its path, from outside the kernel: ",
			[...new Set(foreign.map((call) => call.func))].map((func) => data.foreign.get(func).map((probe) =>
				`${probe.kind} on ${func} by ${probe.owner ?? probe.module ?? "?"}`)).flat().join("; ")) : null,
		packetFacts(data, packet), spans(data, packet),
		bars ? el("h4", {}, "Calls over time") : null, bars,
		bars ? el("p", {class: "legend"}, el("i", {class: "key call"}), "call ", el("i", {class: "key probed"}), "with a probe ",
			el("i", {class: "key foreign"}), "with a probe from outside the kernel ", el("i", {class: "key interrupt"}),
			"interrupt ", el("i", {class: "key nested"}), "another packet. Waits between pieces are left out.") : null,
		el("h4", {}, "Calls"), tree(data, packet), edges(data, packet, open));
}
