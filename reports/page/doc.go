// Package page writes the report of a run as pages for a browser, from plain data: it knows nothing of runs and analyses, imports no other package of
// the module, and package reports fills a Report in.
//
// # Pages
//
//	index.html            what the run says, on one screen
//	configurations.html   the covering sets: what each configuration changes and adds
//	options.html          for each option: what it decides, where it is read, its values
//	files.html            coverage of each file, with bars
//	source/FILE.html      the annotated source of a file
//	tests.html            the tests: their ends, what they cover, what they set themselves
//	interactions.html     the graph of interactions, and their list
//	plots.html            figures, each with its numbers
//	data/*.js             what scripts load when they need it
//	assets/*              style sheet and scripts
//
// Pages are complete without scripts, but for details that are shown on request. Nothing is fetched from a network, and everything works from
// file:// URLs: that is why data are scripts, each of which calls confcov.receive with its name and a value, and no JSON that a page would have to fetch.
//
// # Settings in the browser
//
// Every page has a panel in which options are set; all counts and colours are then about the configurations with these settings. For that, data/model.js
// has the condition of each class of elements as a decision diagram (Diagram), which is evaluated from its leaves up, once for all conditions: a node can
// be true, false, or either, depending on which options were left open. No path through a diagram decides on a bit twice, so that is exact. An
// element is then certain (every configuration with these settings covers it under some test), possible, or excluded. Where there are constraints
// between options, a condition has two diagrams, for what can be true and what can be false under them. A relation between
// options (a + b == c) is one more bit, and open until all its options are set: then its text is evaluated with their values (assets/relation.js). Long
// doubles and a few conversions are not evaluated: what depends on such a relation stays possible.
//
// Settings are kept in the fragment of the address (#set=listen=0,...), which links within the report carry on, so that an address can be sent to
// somebody else.
//
// # Colours
//
// Coverage is shown in blue (certain), light blue (possible), grey (excluded) and vermilion (never): people who do not tell red from green tell these apart,
// and rows of source have a sign beside the colour.
package page
