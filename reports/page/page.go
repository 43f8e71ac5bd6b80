package page

// This file defines what a report is made of.

// Number is a number and its text, which may say that the number is a bound.
type Number struct {
	Value float64
	Text  string
}

// Report is what the pages say. Criteria come in the same order wherever there is one thing for each.
type Report struct {
	Subject, Version string
	Summary          string   // how many tests, options and configurations there are
	Problems         []string // why the exploration is incomplete; nil: it is complete
	Notes            []string // what a reader of numbers must know
	Ends             string   // what tests have: "Ends" or "Paths"
	Never            string   // what is said of what nothing covers: "never", or "not known to be reached"
	By               string   // whose guarantees are counted: "by the suite"
	Criteria         []Criterion
	Sets             []CoveringSet
	Options          []Option
	Fixed            []Fixed
	Tests            []Test
	Files            []File
	Excluded         []Excluded
	Errors, Limits   []Finding // errors come before warnings
	Interactions     []Interactions
	Graph            *Graph // nil: there is none
	MCDC             *MCDC  // nil: nothing is known
	Model            Model
}

// Criterion is a coverage criterion.
type Criterion struct {
	Name, Plural                       string // "line", "lines"
	Total                              int
	Covered, Percent                   Number
	Always, Defaults, DefaultsShare    Number
	Conditions                         Number   // how many are distinct
	Minimum                            string   // the size of the least covering set; "": not known
	Guaranteed                         []Number // by strength: percentage that so many settings guarantee; nil: not analysed
	Strengths                          []Number // by strength: how many interactions
	CoveredShare, AlwaysShare, NoShare float64  // of Total, in per cent: covered but not always; always; not covered
}

// Setting is an option's name and the text of a value.
type Setting struct{ Option, Value string }

// CoveringSet is a set of configurations that covers everything that can be covered.
type CoveringSet struct {
	Criterion int // index
	Method    string
	Proof     string // what is known of smaller sets; ""
	Members   []Member
}

// Member is a configuration of a covering set.
type Member struct {
	Adds, Covers Number    // elements that no member before covers, and all that it covers
	Cumulative   Number    // percentage of all that can be covered which it and those before cover
	Settings     []Setting // what differs from the defaults
	Config       string    // the same as one text
}

// Option is a symbolic option.
type Option struct {
	Name, Domain, Default string
	Text                  bool   // its values are strings
	Decides               []int  // by criterion: elements whose condition depends on it
	Examined              string // whether some path depends on it: "yes", "no", "-"
	Values                []Value
	Interactions          Number
	Reads                 []Place // branches that look at it
	Files                 []FileCount
	SetBy                 []string // tests that set it themselves, and to what
}

// Value is some values of an option that coverage does not tell apart.
type Value struct {
	Text  string // all of them
	Value string // the one that stands for them
}

// FileCount is a number of elements of a file.
type FileCount struct {
	File  int // index
	Count int
}

// Place is a line of the source.
type Place struct {
	File string
	Line int
	Func string
}

// Fixed is an option that is symbolic in no test.
type Fixed struct{ Name, Value, Reason string }

// Excluded is a file of the program that is not counted.
type Excluded struct{ File, Reason string }

// Test is a test of the suite.
type Test struct {
	Name     string
	Ends     Number
	Complete bool
	Covers   []int     // by criterion: elements that it covers under some configuration
	Sets     []Setting // what it sets itself
}

// Count is how much of something is covered, and how much of that always.
type Count struct{ Covered, Always, Total int }

// File is a file of the program.
type File struct {
	Name      string
	Counts    []Count      // by criterion
	Classes   []ClassCount // what is covered, for all criteria
	Problem   string       // why there is no source; "": there is
	Functions []Place      // where each begins, as far as there is something to cover
	Lines     []Line
	Details   []Detail
	Why       []string // reasons for which something is never covered
}

// ClassCount is a number of elements of a class.
type ClassCount struct{ Class, Count int }

// Line is a line of source.
type Line struct {
	Number int
	Text   string
	State  State
	Class  int     // of Model.Classes, if some configuration covers the line; else -1
	Label  string  // the condition in short, relative to that of the function; "": as that of the line before
	Groups []Group // of all elements of the line that are covered alike
}

// State says under which configurations a line is covered.
type State uint8

// States of lines.
const (
	Nothing State = iota // there is nothing to cover
	Always
	Some
	Never
)

// Group is elements of a line that are covered alike.
type Group struct {
	Name   string // "line, 2 blocks"
	Class  int    // as in Line
	Detail int    // index into File.Details; -1: never covered
	Why    int    // index into File.Why of what is never covered; -1: not known
}

// Detail is what is known of a condition.
type Detail struct {
	Formula  string
	Share    string // of the configurations
	Tests    []int  // that cover it
	Fixed    string // what all of these set themselves; ""
	Least    [][]Setting
	Bound    string // what Least says: "2 settings guarantee it"
	Settings []Setting
	Test     string // under which Settings are to be tried
	Command  string // that does, but for Settings; "": none is known
}

// Finding is an error of the program, a warning, or a limit of the exploration.
type Finding struct {
	Kind, Message, At string
	Place             *Place // nil: it is not in the program's source
	Share, Formula    string
	Example           []Setting
	Tests             []string
	Stack             []string
}

// Interactions are those of one criterion.
type Interactions struct {
	Criterion int // index
	List      []Interaction
}

// Interaction is settings that guarantee what no part of them does.
type Interaction struct {
	Settings []Setting
	New      Number // elements
	Example  Place  // one of them
}

// Model is what the browser evaluates.
type Model struct {
	Options    []ModelOption // one for each of Report.Options
	Nodes      []Node        // of all diagrams; references are 2*node, nodes counting from 1, or 2*node+1 for the complement; 0 is false
	Conditions []Condition   // those of classes first
	Classes    []Class
	Domain     int32      // reference: the configurations that satisfy the constraints
	Limited    bool       // there are constraints
	Relations  []Relation // between options: nodes from bit Levels on decide on these
	Levels     int
	Tests      []TestClasses // one for each of Report.Tests
}

// ModelOption is an option as diagrams see it.
type ModelOption struct {
	Level, Bits int          // its bits, the most significant one first, are those from Level on; no bits: nothing depends on it
	Values      []ModelValue // those that coverage tells apart
	Default     int          // index into Values
	Linear      *[2]int64    // its values are those of this range, and their codes one after another; nil: they are not
	Weight      int          // how much it decides
}

// ModelValue is some values of an option that no condition tells apart.
type ModelValue struct {
	Text   string     // the one that stands for them
	Number int64      // which is
	Class  string     // all of them
	Code   uint64     // the bits
	Ranges [][2]int64 // nil: it is not an integer
}

// Relation is a condition on the values of several options, or one whose diagram over their bits would be too large: its canonical text.
type Relation struct {
	Key     string
	Options []int // that it looks at
}

// Node decides on a bit.
type Node struct{ Bit, Low, High int32 }

// Condition is a set of configurations: references to what is in it, and to what is not.
type Condition struct{ Yes, No int32 }

// Class is elements of one criterion that are covered alike.
type Class struct {
	Criterion int // index
	Size      int
	Condition int // index
}

// TestClasses is what a test covers.
type TestClasses struct {
	Classes []TestClass // in the order of classes
}

// TestClass is a class and the condition under which a test covers it.
type TestClass struct{ Class, Condition int }

// MCDC is which pairs of configurations show that conditions decide.
type MCDC struct {
	Lead   string
	Counts []MCDCCount
	Rows   []MCDCRow // those of which no pair does first
}

// MCDCCount is how many conditions have one verdict, and what that means.
type MCDCCount struct {
	Count int
	Text  string
}

// MCDCRow is a condition that options decide.
type MCDCRow struct {
	Name        string
	Place       Place
	Verdict     string    // "shown", "none" or "open"
	Why         string    // why it is not shown; "" if it is
	Test        string    // "" if it is not shown
	True, False []Setting // of the pair, what differs from the defaults
	Changes     []Setting // what False changes of True
}
