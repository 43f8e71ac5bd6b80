package trace

// This file defines what objects of options hold.

// Held is what the object of an option holds where options become symbolic, as the program itself has set it.
type Held struct {
	Number int64   // of integers
	Text   *string // of strings; nil: a null pointer
}
