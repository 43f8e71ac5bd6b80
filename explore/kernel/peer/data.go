package peer

// This file defines bytes of which some are unknown.

// Data are bytes; those whose positions are keys of Unknown have no known
// value: what they depend on is the transport's business, and is carried
// along to the transcript.
type Data struct {
	Bytes   []byte
	Unknown map[int]any // nil when all are known
}

// known returns the byte at position i, false if it is unknown.
func (d Data) known(i int) (byte, bool) {
	if _, unknown := d.Unknown[i]; unknown {
		return 0, false
	}
	return d.Bytes[i], true
}

// text reports whether the byte at position i stands for text that depends on conditions.
func (d Data) text(i int) bool {
	_, ok := d.Unknown[i].(Text)
	return ok
}

// part returns the bytes from..to-1.
func (d Data) part(from, to int) Data {
	p := Data{Bytes: d.Bytes[from:to:to]}
	for i, u := range d.Unknown {
		if i >= from && i < to {
			if p.Unknown == nil {
				p.Unknown = map[int]any{}
			}
			p.Unknown[i-from] = u
		}
	}
	return p
}

// add appends e to d.
func (d *Data) add(e Data) {
	at := len(d.Bytes)
	d.Bytes = append(d.Bytes, e.Bytes...)
	for i, u := range e.Unknown {
		if d.Unknown == nil {
			d.Unknown = map[int]any{}
		}
		d.Unknown[at+i] = u
	}
}

// Under returns d with the texts that are there where decide answers about conditions.
func (d Data) Under(decide func(cond any) bool) Data {
	var out Data
	from := 0
	for i := range d.Bytes {
		if d.text(i) {
			out.add(d.part(from, i))
			out.add(d.Unknown[i].(Text).Under(decide))
			from = i + 1
		}
	}
	if from == 0 {
		return d
	}
	out.add(d.part(from, len(d.Bytes)))
	return out
}

// newline returns the position of the first known line feed from position from on, -1 if there is none.
func (d Data) newline(from int) int {
	for i := from; i < len(d.Bytes); i++ {
		if b, ok := d.known(i); ok && b == '\n' {
			return i
		}
	}
	return -1
}
