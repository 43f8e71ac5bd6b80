package frontend

// This file defines the checked tree: what the checker makes of the parser's
// syntax tree and what the lowering reads. In it every identifier is resolved,
// every expression has its type, every conversion is explicit and constant
// expressions are folded.

import "github.com/confcov/confcov/explore/ir"

// eop is the operation of an expression.
type eop uint8

const (
	_ eop = iota

	eConst   // the integer or pointer val
	eFloat   // the float or double fval
	eLDouble // the long double ld
	eVar     // object obj: an lvalue, or a function
	eLabel   // address of label
	eDeref   // *a: an lvalue, or a function
	eMember  // member field of a, which is an lvalue or a value in memory
	eLiteral // compound literal: object obj, initialised by init; an lvalue
	eAddr    // address of the lvalue or function a; also the decay of arrays

	eNeg
	eCpl  // ~a
	eLNot // !a
	eCast // a converted to typ
	eBool // a != 0, of type int: what is left of && when one operand is constant

	// Binary: operands were converted to one type, but for shifts.
	eAdd
	eSub
	eMul
	eDiv
	eRem
	eAnd
	eOr
	eXor
	eShl
	eShr
	eEq
	eNe
	eLt
	eLe
	eGt
	eGe

	eIndex   // integer a, an index into an array of val elements
	ePtrAdd  // pointer a + long b * val bytes
	ePtrDiff // (pointer a - pointer b) / val

	eLAnd
	eLOr
	eCond   // a ? b : c; b nil: a ?: c
	eComma  // a, b
	eAssign // a = b
	eUpdate // a = (typ of a)((calc)a bop b); post: the value is the old a

	eCall    // a(args)
	eStmts   // statement expression: body; its value is result, which may be nil
	eVaStart // initialise the va_list at pointer a
	eVaArg   // an lvalue of type typ: the next argument of the va_list at pointer a
	eAlloca  // a bytes, aligned to val
	eSqrt    // square root of the float a
	eTrap    // __builtin_unreachable and __builtin_trap
	eFill    // set val bytes at lvalue a to 0 (never made from source)
)

// expr is an expression.
type expr struct {
	op      eop
	bop     eop  // eUpdate: the binary operation
	post    bool // eUpdate
	lvalue  bool
	impure  bool // it or an operand assigns, calls, reads a volatile object or branches by ?:
	str     bool // eVar: a string literal
	wraps   bool // arithmetic that is not checked: the source has no such operation on the type
	typ     *ctype
	calc    *ctype // eUpdate: the type in which bop is computed; nil for pointers
	pos     ir.Pos
	a, b, c *expr
	args    []*expr
	val     uint64
	fval    float64
	ld      f80
	obj     *object
	field   *field
	label   *label
	init    []initItem
	body    *stmt
	result  *object // eStmts: nil when void
}

// initItem stores an expression's value at an offset of an object.
type initItem struct {
	offset uint64
	typ    *ctype
	field  *field // set for bit-fields
	value  *expr
	once   *object // holds the value for the items that share it, if it has side effects; else nil
}

// objKind says what an identifier names.
type objKind uint8

const (
	objVar objKind = iota
	objFunc
	objTypedef
	objEnum
)

// linkage is the linkage of an identifier.
type linkage uint8

const (
	linkNone linkage = iota
	linkInternal
	linkExternal
)

// object is what an identifier names: a variable, function, typedef or
// enumeration constant.
type object struct {
	name      string
	kind      objKind
	link      linkage
	static    bool // static storage duration
	typ       *ctype
	pos       ir.Pos
	val       uint64 // objEnum
	addrTaken bool   // it needs memory
	symName   string // the symbol's name, if it is not name
	alias     string
	weak      bool
	noreturn  bool
	pure      bool // declared pure or const
	guessed   bool // functions: not declared so far, typ is the one that gcc knows
	inline    bool
	extern    bool // declared extern explicitly
	gnuInline bool
	always    bool // inlined without optimisation too
	nonInline bool // functions: declared somewhere without inline, or with extern
	tentative bool // a file-scope declaration that defines it if nothing else does
	defined   bool // has an initialiser or a body
	align     uint64
	// constructor and destructor say when a function is called before and after main: priorities from 1; 0: not.
	constructor, destructor int
	init                    []initItem
	data                    []byte // string literals: the bytes
	readOnly                bool
	fn                      *function
	owner                   *function // the function in which it is declared
	isParam                 bool
	promoted                *ctype // parameters without a prototype: the type in which they are passed
	literal                 bool   // a compound literal of static storage duration
	vla                     bool   // typ is of variable size: the object is a pointer to its storage
}

// label is a label of a function.
type label struct {
	name    string
	pos     ir.Pos
	defined bool
	taken   bool // its address is taken
	at      *cleanup
	fn      *object
}

// function is a function definition.
type function struct {
	obj      *object
	params   []*object
	locals   []*object // every object of automatic storage duration but the parameters
	body     *stmt
	end      ir.Pos // the last brace
	labels   []*label
	setjmp   bool // calls setjmp or one of its kin
	hasGoto  bool // has labels or computed gotos
	refs     []*object
	variadic bool
	failure  *failure // why the body could not be checked
	packs    bool     // it passes on what it is called with by __builtin_va_arg_pack
}

// sop is the kind of a statement.
type sop uint8

const (
	sInvalid sop = iota
	sExpr        // e
	sBlock       // list
	sIf          // e, body, alt
	sWhile       // e, body
	sDo          // body, e
	sFor         // init, e, post, body
	sSwitch      // e, body; cases
	sCase        // a case or default label of a switch, before body
	sLabel       // label, before body
	sGoto        // label
	sGotoPtr     // e
	sBreak
	sContinue
	sReturn // e
	sDecl   // obj with init
	sVLA    // obj.vla: allocate
	sSize   // obj holds the size e of a type of variable size
)

// stmt is a statement.
type stmt struct {
	op      sop
	pos     ir.Pos // where it begins; line mark; sBlock: its brace if it has declarations
	begin   ir.Pos // loops: the keyword; sSwitch: the brace of its body, if it has one
	e       *expr
	post    *expr
	body    *stmt
	alt     *stmt
	init    *stmt
	list    []*stmt
	label   *label
	obj     *object
	items   []initItem
	zero    bool     // sDecl: the parts that items leave out are to be zeroed
	cases   []*stmt  // sSwitch: its sCase statements
	lo      uint64   // sCase: the values lo..hi, converted to the type of the switch
	hi      uint64   // sCase
	deflt   bool     // sCase
	empty   bool     // sCase: there are no such values
	entered bool     // a switch around it may jump to a part of it
	at      *cleanup // sGoto: what is to be done when its scopes are left
	end     bool     // sExpr: a call at the end of a scope
}
