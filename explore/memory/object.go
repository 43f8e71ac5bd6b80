package memory

// This file defines objects and faults.

import (
	"fmt"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
)

// Kind says how an object came to be.
type Kind uint8

const (
	KindInvalid Kind = iota
	Heap             // malloc and its family
	Stack            // a local, alloca, or the variadic arguments of a call
	Global           // static storage duration
	Function         // a function: not readable, not writable
	Mapping          // mmap
	Environment      // arguments, environment and auxiliary vector of the process
)

var kindNames = [...]string{"invalid object", "heap block", "local variable", "global variable", "function", "mapping", "process argument area"}

func (k Kind) String() string { return kindNames[k] }

// Object describes an allocation. It is immutable and shared between states; a
// local's is shared between all activations of its function.
type Object struct {
	Kind      Kind
	ReadOnly  bool
	Undefined bool // its bytes have no values until they are written; else it is zero or has initial contents
	Scoped    bool // a local of a block: it lives from Begin to End
	Size      uint64
	Name      string // of a variable or function; "" for heap blocks
	Site      ir.Pos // where it was allocated or is declared
	In        string // of a heap block: the library's function that the program called there, "" if it allocates itself
}

// Describe returns e.g. "16-byte heap block" or "4-byte local variable x".
func (o *Object) Describe() string {
	if o.Kind == Function {
		return "function " + o.Name
	}
	s := fmt.Sprintf("%d-byte %s", o.Size, o.Kind)
	if o.Name != "" {
		s += " " + o.Name
	}
	return s
}

// FaultKind is the kind of a memory error.
type FaultKind uint8

const (
	FaultInvalid   FaultKind = iota
	OutOfBounds              // beyond the object's end
	UseAfterFree             // of a heap block or mapping
	UseAfterReturn           // of a local of a function that has returned
	UseAfterScope            // of a local of a block that was left
	NullPointer              // an address whose object id is 0
	WildPointer              // an address whose id no object ever had
	ReadOnlyWrite            // a write to a constant
	FunctionAccess           // a read or write of code
	BadFree                  // of something that is not the start of a heap block
	DoubleFree               // of a heap block that was freed
	TooLarge                 // an allocation that can not be represented
	Overlap                  // of the source and the destination of a copy
)

// Fault describes an access that the program must not make.
type Fault struct {
	Kind  FaultKind
	Write bool
	Addr  uint64
	Size  uint64  // of the access
	Obj   *Object // nil where there is none, or where the table has forgotten it

	// When is nil, or the condition (1 bit) for the object's being dead: elsewhere it may be good, see AddressSpace.Survived.
	When *expr.Expr
	id   uint32 // where the object is dead: which one

	Freed ir.Pos // UseAfterFree, DoubleFree: where
	Call  string // Overlap: the function that copies

	// Where the offset is symbolic: its bounds. Else Spread is false, and Addr has it.
	Spread bool
	Lo, Hi int64
}

// died makes f the fault of accessing what has that mark.
func (f *Fault) died(o *Object, mark *Contents) {
	f.Obj = o
	switch mark {
	case freedMark:
		f.Kind = UseAfterReturn
	case outOfScope:
		f.Kind = UseAfterScope
	default:
		f.Kind, f.Freed = UseAfterFree, mark.freed
	}
}

// offset returns the offset or offsets in words.
func (f *Fault) offset() string {
	switch {
	case !f.Spread:
		return fmt.Sprintf("offset %d", int32(uint32(f.Addr)))
	case f.Lo == f.Hi:
		return fmt.Sprintf("offset %d", f.Lo)
	}
	return fmt.Sprintf("offsets from %d to %d", f.Lo, f.Hi)
}

// Error returns the message without a position, e.g. "out-of-bounds read of 4
// bytes at offset 16 of 16-byte heap block".
func (f *Fault) Error() string {
	verb := "read"
	if f.Write {
		verb = "write"
	}
	access := fmt.Sprintf("%s of %d %s", verb, f.Size, plural(f.Size, "byte"))
	at := ""
	if f.Obj != nil {
		at = fmt.Sprintf(" at %s of %s", f.offset(), f.Obj.Describe())
	}
	switch f.Kind {
	case OutOfBounds:
		return "out-of-bounds " + access + at
	case UseAfterFree:
		return "use after free: " + access + at
	case UseAfterReturn:
		return "use after return: " + access + at
	case UseAfterScope:
		return "use after scope: " + access + at
	case Overlap:
		return fmt.Sprintf("overlap: %s of %d %s copies to where it reads,%s", f.Call, f.Size, plural(f.Size, "byte"), at)
	case NullPointer:
		return fmt.Sprintf("null pointer: %s at address %d", access, int64(f.Addr))
	case WildPointer:
		return fmt.Sprintf("wild pointer: %s at address %#x", access, f.Addr)
	case ReadOnlyWrite:
		return access + at + ", which is constant"
	case FunctionAccess:
		return access + at
	case BadFree:
		if f.Obj == nil {
			return fmt.Sprintf("bad free of address %#x, which is no heap block", f.Addr)
		}
		return fmt.Sprintf("bad free of address at %s of %s", f.offset(), f.Obj.Describe())
	case DoubleFree:
		return "double free of " + f.Obj.Describe()
	case TooLarge:
		return fmt.Sprintf("allocation of %d bytes", f.Size)
	}
	return "memory error"
}

func plural(n uint64, s string) string {
	if n == 1 {
		return s
	}
	return s + "s"
}
