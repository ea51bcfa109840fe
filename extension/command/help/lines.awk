# SPDX-License-Identifier: GPL-3.0-or-later
# TOPIC.txt ... -> C macros: HELP_TOPIC (its lines as strings), HELP_TOPICS (an X-macro list of the
# topics), HELP_ALL (everything, each topic but the overview under its own heading). Lines come out
# indented by two, as crash prints the text of its own commands; a heading (EXAMPLES) is not.
function quoted(text) {
	gsub(/[\\"]/, "\\\\&", text)
	gsub(/\t/, "        ", text)
	return "\"" text "\", "
}
FNR == 1 {
	topic = FILENAME
	sub(/.*\//, "", topic)
	sub(/\.txt$/, "", topic)
	printf("%s#define HELP_%s ", (NR > 1 ? "\n" : ""), topic)
	topics = topics " TOPIC(" topic ")"
	if (topic != "overview")
		all = all " \"\", " quoted("PKTTRACE " toupper(topic))
	all = all " HELP_" topic
}
{ printf "\\\n\t%s", quoted($0 == "" || $0 ~ /^[A-Z]+$/ ? $0 : "  " $0) }
END { printf "\n#define HELP_TOPICS%s\n#define HELP_ALL%s\n", topics, all }
