// SPDX-License-Identifier: GPL-3.0-or-later
// One search over all that the page holds: records of every part that have all of its words.
"use strict";

const MOST_HITS = 8; // of a part

// The section that draws each part, and what a record of it is called.
const PLACES = {
	findings: ["findings", (record) => record.sentence ?? `rule ${record.rule}`], packets: ["packets", (packet) =>
		`${packet.id} ${sourceOf(packet)} > ${destinationOf(packet)} ${packet.outcome} ${packet.drop_reason ?? ""}`],
	flows: ["flows", (flow) => flow.sk ? `${localText(flow)} > ${remoteText(flow)} ${flow.state}` : null],
	probes: ["hooks", (probe) => `${probe.kind} ${probe.target ?? "?"} ${probe.owner ?? ""}`],
	inflight: ["stacks", (stack) => `${stack.comm ?? "?"} (${stack.pid ?? "?"})`], log: ["log", (line) => line.text],
	consumers: ["consumers", (record) => REQUESTS.has(record.what) ? requestText(record) : `${consumerName(record)} ${record.server ?? ""}`],
	dropped: ["drops", (record) => record.by ? `${countText(record.count)} dropped: ${reasonOf(record)}` : record.meaning ? `${record.name} ${record.count}` : null],
	latency: ["latency", (record) => record.by ? record.by.stage : null],
};

function textOf(record) {
	record.text_searched = record.text_searched || JSON.stringify(record).toLowerCase();
	return record.text_searched;
}

function hitsOf(data, part, words) {
	const records = part.name === "packets" ? data.packets : part.records;

	return records.filter((record) => words.every((word) => (part.name === "packets" ? searched(record) : textOf(record)).includes(word)));
}

function searchView(data, open, openFlow) {
	const words = el("input", {type: "search", id: "everywhere", placeholder: "search all of this page", "aria-label": "search all of this page"});
	const found = el("div", {class: "found", "aria-live": "polite"});
	const hit = (part, record) => {
		const [id, name] = PLACES[part.name] ?? ["data", () => null];
		const press = () => {
			if (part.name === "packets")
				open(record);
			else if (record.sk && data.flows.includes(record))
				openFlow(record);
		};
		const href = part.name === "packets" ? "#packet" : `#${id}`;
		return el("li", {}, el("a", {href, on: {click: press}}, (name(record) ?? JSON.stringify(record)).slice(0, 200)));
	};
	const update = () => {
		const wanted = words.value.toLowerCase().split(/\s+/).filter((word) => word);
		const parts = wanted.length ? data.parts.filter((part) => part.name !== "newest").map((part) => [part, hitsOf(data, part, wanted)])
			.filter(([, hits]) => hits.length) : [];
		found.replaceChildren(...parts.map(([part, hits]) => el("div", {class: "hits", "data-part": part.name, "data-hits": hits.length},
			el("h4", {}, `${(PLACES[part.name] ?? ["data"])[0]}, ${part.name}: ${countText(hits.length)}`),
			el("ul", {}, hits.slice(0, MOST_HITS).map((record) => hit(part, record)),
				hits.length > MOST_HITS ? el("li", {class: "small"}, `and ${countText(hits.length - MOST_HITS)} more`) : null))),
		...(wanted.length && !parts.length ? [el("p", {class: "note"}, "Nothing has all of these words.")] : []));
	};

	words.addEventListener("input", update);
	return el("div", {class: "everywhere"}, words, found);
}
