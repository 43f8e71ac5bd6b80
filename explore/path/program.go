package path

// This file stores the control flow of the program, by which it is explained why something is never covered.

// Block is a block of coverage, as control flow has it.
type Block struct {
	ID     int32    `parquet:"id,delta"` // the element's; 0: code outside any block
	Func   string   `parquet:"func,dict"`
	Entry  bool     `parquet:"entry"`       // of its function
	Next   []int32  `parquet:"next,list"`   // its successors
	Line   int32    `parquet:"line"`        // of its last branch; 0: it has none
	Col    int32    `parquet:"col"`         //
	Reads  []string `parquet:"reads,list"`  // what its branches look at: objects, parameters, and f() for what f returned
	Refers []string `parquet:"refers,list"` // the program's functions that it calls, or whose address it takes
}

// Program returns the control flow of the program, by block; nil if it is not known, as of imported runs.
func (d *Dir) Program() ([]Block, error) {
	want, ok := d.run.Files[programFile]
	if !ok {
		return nil, nil
	}
	return readRows[Block](d, programFile, want, -1)
}
