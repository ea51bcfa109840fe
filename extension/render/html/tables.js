// SPDX-License-Identifier: GPL-3.0-or-later
// What is told in tables: the death, findings, drops, hooks, stacks, what is not known, and the data itself.
"use strict";

function deathView(data) {
	const {verdict, panic, page} = data, oldest = (verdict.cpus || []).map((cpu) => cpu.oldest_ns).filter((ns) => ns).map(BigInt);
	const newest = (verdict.cpus || []).map((cpu) => cpu.newest_ns).filter((ns) => ns).map(BigInt);
	const held = (verdict.cpus || []).reduce((sum, cpu) => sum + (cpu.held || 0), 0);
	const counts = (verdict.cpus || []).flatMap((cpu) => [cpu.overrun, cpu.commit_overrun, cpu.dropped]);
	const lost = counts.reduce((sum, count) => sum + (count ?? 0), 0);
	const packets = verdict.packet_counts || {};
	const task = panic.comm ? `${panic.comm} (pid ${panic.pid})` : null;

	return facts([
		["Kernel", `${verdict.kernel ?? "?"} ${page.machine ?? ""}`],
		...(verdict.hostname ? [["Host", verdict.hostname + (verdict.domain && verdict.domain !== "(none)" ? `, domain ${verdict.domain}` : "")]] : []),
		["Wall clock", page.wall_ns ? wallText(page.wall_ns) : "not known"],
		["CPU, task", panic.cpu === null || panic.cpu === undefined ? "nobody panicked"
			: `CPU ${panic.cpu}, ${task ?? "task not known"}`],
		["It was handling", panic.busy_cpu !== null && panic.busy_cpu !== undefined ? `none; CPU ${panic.busy_cpu} was in ${panic.busy_func}` : panic.packet ? el("span", {}, el("a", {href: "#packet", class: "id"}, panic.packet),
			panic.func ? ` in ${panic.func}` : "") : panic.skb ? `sk_buff ${panic.skb}, of a protocol that is not shown here, in ${panic.func}` : "no packet that is known"],
		["Trace", `${verdict.tracer ?? "?"}, clock ${verdict.clock ?? "?"}`],
		["Tracing", verdict.off_reason ?? (verdict.tracing_on ? "on until the end" : "off, and nothing says why")],
		["Newest event", newest.length ? ageText(data.age(newest.reduce((a, b) => a > b ? a : b))) : "none"],
		["Oldest event", oldest.length ? ageText(data.age(oldest.reduce((a, b) => a < b ? a : b))) : "none"],
		["Complete", verdict.complete_since_ns === null || verdict.complete_since_ns === undefined ? "not known"
			: verdict.complete_since_ns === "0" ? "from its beginning: nothing was overwritten"
				: `on every CPU from ${ageText(data.age(verdict.complete_since_ns))} on`],
		["Events", `${countText(held)} held, ${counts.includes(null) ? "at least " : ""}${countText(lost)} lost`],
		["Packets", `${countText(packets.rx)} received, ${countText(packets.tx)} sent; ` +
			`${countText(packets.abnormal)} did not end well, ${countText(packets.dropped)} dropped, ` +
			`${countText(packets.in_flight)} in flight, ${countText(packets.in_memory)} in memory alone` +
			(packets.whole_trace === false ? " (in the newest part of a large buffer)" : "")],
		["On the path", verdict.probe_counts ? `${countText(verdict.probe_counts.on_path)} of ${countText(verdict.probe_counts.total)} probes, ` +
			`${countText(verdict.probe_counts.foreign)} from outside the kernel` : "probes could not be listed"],
	]);
}

// Its socket's connection, or its row among the flows.
function flowOfFinding(data, finding) {
	const sk = finding.evidence.find((item) => item.name === "sk");

	return sk ? data.flows.find((flow) => flow.sk === sk.value) : null;
}

function downArrow() {
	return svg("svg", {viewBox: "0 0 12 20", class: "down", "aria-hidden": "true"},
		svg("line", {x1: 6, x2: 6, y1: 0, y2: 14}), svg("path", {d: "M6 20l-4 -8h8z", class: "tip"}));
}

// Who waits for whom: a box for each task, an arrow for the lock that it waits for, which the next one has.
function chainView(finding) {
	const chain = finding.chain || [], ends = finding.evidence.find((item) => item.name === "chain ends");
	const circle = ends && ends.value === "circle";
	const wants = (link) => `${link.waits_for ?? ""} ${link.lock_name ?? link.lock ?? ""}`.trim();
	const does = (link) => [link.state, link.cpu === null ? "" : `on CPU ${link.cpu}`, link.call ? `in ${link.call}` : "",
		link.module ? `[${link.module}]` : ""].filter((word) => word).join(" ");
	const step = (link, i) => {
		const last = i + 1 === chain.length, behind = link.waiting ? ` (${countText(link.waiting)} wait${link.waiting === 1 ? "s" : ""})` : "";

		return [el("div", {class: last && !circle ? "task end" : "task", "data-pid": link.pid}, el("b", {}, link.comm), ` (PID ${link.pid})`,
			el("span", {class: "small"}, ` ${does(link)}${last && !circle && wants(link) ? `, for ${wants(link)}` : ""}`)),
		last && !circle ? null : el("div", {class: "lock"}, downArrow(), el("span", {},
			`${wants(link) || "a lock"}${behind}${last ? ", which one above has" : ""}`))];
	};

	return chain.length ? el("div", {class: "chain"}, chain.map(step)) : null;
}

function findingsView(data, openSocket) {
	if (!data.findings.length)
		return el("p", {class: "note"}, "None. What could not be judged stands under Not known.");
	return el("ol", {class: "findings"}, data.findings.map((finding) => el("li",
		{class: `rank${Math.min(finding.rank, 4)}`, "data-rule": finding.rule},
		el("p", {}, tag(finding.rank <= 2 ? "bad" : "open", finding.rule), " ", finding.sentence,
			el("span", {class: "small"}, ` ${finding.sure}, ${finding.when}`)),
		el("p", {class: "evidence"}, finding.evidence.map((item) => el("span", {}, `${item.name} `, el("b", {}, item.value)))), chainView(finding),
		el("p", {class: "next"}, flowOfFinding(data, finding) ? el("a", {href: "#flows", class: "toflow", "data-sk": flowOfFinding(data, finding).sk,
			on: {click: () => openSocket(flowOfFinding(data, finding))}}, "its flow") : null,
		finding.more ? commandLine({command: `pkttrace ${finding.more}`}) : null))));
}

// "TCP_OLD_DATA at tcp_data_queue+0x0/0xef0": the place is behind "at"
function dropPlace(packet) {
	const match = / at ([^ ,;]+)/.exec(packet.outcome_detail || "");

	return match ? match[1] : "?";
}

function dropsView(data, open) {
	const groups = new Map();

	for (const packet of data.packets.filter((one) => one.outcome === "dropped")) {
		const key = JSON.stringify([packet.drop_reason ?? "?", dropPlace(packet)]);
		groups.set(key, [...groups.get(key) || [], packet]);
	}
	const rows = [...groups].sort((a, b) => b[1].length - a[1].length).map(([key, packets]) => {
		const [reason, place] = JSON.parse(key);
		return el("tr", {class: "drop", "data-reason": reason, "data-count": packets.length}, num(packets.length),
			cell(tag("bad", reason)), mono(place),
			mono(ageText(packets.at(-1).before_panic_ns)),
			cell(packets.slice(-3).reverse().map((packet) => [packetLink(data, packet.id, open), " "])));
	});
	return [dropChart(data.part("dropped").records.filter((record) => record.what === "drops" && Number.isInteger(record.by.second))),
		rows.length ? table("plain", [numHead("Packets"), "Reason", "Place", "Newest", "Packets"], rows)
		: el("p", {class: "note"}, "The trace has no dropped packet."), countersOfDrops(data)];
}

// What devices, queues and sockets counted themselves, since they came up.
function countersOfDrops(data) {
	const rows = [];
	const add = (where, what, count) => count > 0 && rows.push(el("tr", {}, cell(where), mono(what),
		num(countText(count))));

	for (const device of data.devices) {
		for (const key of ["rx_dropped", "tx_dropped", "rx_errors", "tx_errors", "rx_missed_errors", "rx_nohandler"])
			add(device.name ?? "?", key, device.stats?.[key]);
		for (const qdisc of device.qdiscs || [])
			add(`${device.name ?? "?"} qdisc ${qdisc.kind ?? "?"} ${qdisc.handle}`, "drops", qdisc.drops);
	}
	for (const flow of data.flows)
		add(`socket ${localText(flow)} > ${remoteText(flow)}`, "sk_drops", flow.sk_drops);
	return rows.length ? [el("h4", {}, "Counted since boot"),
		table("plain narrow", ["Where", "Counter", numHead("Count")], rows)] : null;
}

function hookRow(probe) {
	return el("tr", {class: `probe ${probe.foreign ? "foreign" : ""}`, "data-target": probe.target ?? ""},
		tight(probe.kind, probe.foreign ? tag("foreign", "foreign") : null),
		el("td", {class: "mono", title: probe.target}, probe.target ?? "?"),
		mono([probe.handler, probe.module ? `[${probe.module}]` : null].filter((word) => word).join(" ")),
		cell(probe.owner ?? ""), tight(probe.states.join(" ")),
		tight(probe.on_path === null ? "?" : probe.on_path ? "on path" : ""),
		num(probe.hits === null ? "" : countText(probe.hits)),
		num(probe.misses ? countText(probe.misses) : ""));
}

function hooksView(data) {
	const weight = (probe) => (probe.foreign ? 0 : 2) + (probe.on_path ? 0 : 1);
	const probes = [...data.probes].sort((a, b) => weight(a) - weight(b));
	const timed = data.part("probed").records.filter((record) => record.handler_ns);

	return [probes.length ? table("plain hooks", ["Kind", "Target", "Handler", "Owner", "State", "", numHead("Hits"), numHead("Missed")],
		probes.map(hookRow)) : el("p", {class: "note"}, "Nothing is attached."),
	timed.length ? [el("h4", {}, "Time that probes took on the last packets' paths"), table("plain narrow",
		["Function", numHead("Calls"), numHead("Median"), numHead("Most"), numHead("In all")],
		timed.map((record) => el("tr", {}, mono(record.func), num(countText(record.calls)),
			[record.handler_median_ns, record.handler_max_ns, record.handler_ns].map((ns) => num(durationText(ns))))))] : null];
}

function frameRow(frame) {
	return el("li", {class: `${frame.role} ${frame.on_path ? "onpath" : ""}`}, functionText(frame),
		frame.open_ns ? el("span", {class: "folded"}, durationText(frame.open_ns)) : null);
}

function stackView(data, stack, open) {
	return el("div", {class: "stack", "data-pid": stack.pid},
		el("h4", {}, stack.cpu === null ? "not running" : `CPU ${stack.cpu}`, ` ${stack.comm ?? "?"} (${stack.pid ?? "?"}) `,
			el("span", {class: "small"}, `${stack.context}, ${stack.source}`),
			stack.packet ? [" ", packetLink(data, stack.packet, open)] : null),
		el("ol", {class: "frames"}, stack.frames.map(frameRow)));
}

// Stacks of CPUs that did something; idle ones and those without frames are counted.
function inflightView(data, open) {
	const stacks = data.part("inflight").records;
	const shown = stacks.filter((stack) => stack.frames.length && stack.context !== "idle");

	return [el("div", {class: "stacks"}, shown.map((stack) => stackView(data, stack, open))),
		shown.length < stacks.length ? el("p", {class: "note"},
			`${stacks.length - shown.length} more are idle, or have no stack.`) : null];
}

function unknownLines(data) {
	const {verdict} = data, packets = verdict.packet_counts || {}, lines = [];
	const count = (value, text) => value && lines.push(`${countText(value)} ${text}`);
	const unknown = data.packets.filter((packet) => packet.outcome === "unknown");

	for (const part of data.parts)
		if (part.failed)
			lines.push(`${part.command || part.name} did not answer${part.complaints.length ? `: ${part.complaints.join(" ")}` : ""}`);
	for (const warning of new Set([...verdict.warnings || [], ...data.page.warnings || []]))
		lines.push(`warning: ${warning}`);
	const why = [...new Set(unknown.map((packet) => packet.outcome_detail))].slice(0, 3).join("; ");
	count(unknown.length, `packets whose end is not known: ${why}`);
	count(verdict.identity_counts?.none, "packets whose addresses are not known");
	count(verdict.identity_counts?.guess, "packets whose addresses are a guess");
	count((packets.undecided_rx || 0) + (packets.undecided_tx || 0), "packets of which nothing says whether they are TCP");
	if (data.filter)
		count(data.filter.may_match, "packets that may match the filter: not all that it tests is known of them");
	for (const cpu of verdict.cpus || [])
		if (cpu.note)
			lines.push(`CPU ${cpu.cpu}: ${cpu.note}`);
	for (const flow of data.flows)
		if (flow.note)
			lines.push(`socket ${flow.sk}: ${flow.note}`);
	for (const rule of data.rules)
		if (rule.unjudged)
			lines.push(`rule ${rule.rule}: ${countText(rule.unjudged)} not judged${rule.reason ? ` (${rule.reason})` : ""}`);
	return lines;
}

function unknownView(data) {
	const lines = unknownLines(data);

	const kinds = [["Warnings", /^warning: /], ["Rules that could not judge all", /^rule /], ["Sockets", /^socket /], ["Packets, CPUs and commands", /^/]];
	const groups = new Map(kinds.map(([kind]) => [kind, []]));

	for (const line of lines)
		groups.get(kinds.find(([, begin]) => begin.test(line))[0]).push(line);
	return lines.length ? [...groups].filter(([, some]) => some.length).map(([kind, some]) => el("details", {class: "fold"},
		el("summary", {}, kind, el("span", {class: "small"}, ` ${countText(some.length)}`)),
		el("ul", {class: "unknown"}, some.map((line) => el("li", {}, line)))))
		: el("p", {class: "note"}, "Nothing that the commands would say.");
}

function dataView(data) {
	return data.parts.map((part) => el("details", {class: "part", "data-part": part.name, on: {toggle: (event) => {
		const place = event.target.querySelector("pre");
		if (event.target.open && !place.textContent)
			place.textContent = part.lines.slice(0, 500).map((line) => line.replaceAll("\\u003c", "<")).join("\n") +
				(part.lines.length > 500 ? `\n... ${part.lines.length - 500} more lines are in the source of this page` : "");
	}}}, el("summary", {}, el("code", {}, part.command || "this page"), el("span", {class: "small"},
		` ${countText(part.records.length)} records${part.failed ? ", failed" : ""}`)), el("pre", {})));
}
