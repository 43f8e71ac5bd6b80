package path

// This file stores the program's sources as they were explored: a place in a report, and a patch, are about these, whatever becomes of the folder that they were read
// from.

// Source is a source file of the program that has elements of coverage.
type Source struct {
	File string `parquet:"file"`
	Text []byte `parquet:"text"`
}

// Sources returns the program's sources by name; nil if they are not known, as of imported runs.
func (d *Dir) Sources() (map[string][]byte, error) {
	want, ok := d.run.Files[sourceFile]
	if !ok {
		return nil, nil
	}
	rows, err := readRows[Source](d, sourceFile, want, -1)
	if err != nil {
		return nil, err
	}
	sources := make(map[string][]byte, len(rows))
	for i := range rows {
		sources[rows[i].File] = rows[i].Text
	}
	return sources, nil
}
