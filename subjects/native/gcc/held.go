package gcc

// This file reads what objects hold where the values of options are stored.

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/confcov/confcov/explore/trace"
)

// Held is an object that is read at the Point, before anything is stored.
type Held struct {
	Object string // a symbol of the program, also a static one
	Offset uint64
	Size   uint64 // of an integer or an array of characters; 0: a pointer to a string
	Signed bool
	Text   bool // it is a string, of which Size bytes, or some more than the longest of a domain, are read
	Room   uint64
}

// room is how many bytes are kept of it.
func (h *Held) room() uint64 { return (max(h.Size, h.Room) + 7) &^ 7 }

// storeHeld writes which objects are read; what they hold will be from found on.
func (p *Program) storeHeld(r *record, s *Start, found uint64) error {
	at := r.held
	for i := range s.Held {
		h := &s.Held[i]
		o, ok := p.objects[reference(h.Object)]
		size := h.Size
		if size == 0 {
			size = 8
		}
		switch {
		case !ok:
			return fmt.Errorf("the program has no object %s", h.Object)
		case h.Text && h.Size > 0 && h.Offset < o.size:
			size = min(size, o.size-h.Offset) // an array, of which there is no more
			h.Size = size
		case h.Offset+size > o.size:
			return fmt.Errorf("object %s has %d bytes, not %d at offset %d", h.Object, o.size, size, h.Offset)
		}
		r.setU64(at, o.address+h.Offset)
		r.setU64(at+8, h.Size)
		r.setU64(at+16, h.room())
		r.setU64(at+24, found)
		found += h.room()
		at += heldSize
	}
	return nil
}

// readHeld returns what the objects held; nil if the point was not reached. The program may have written anything.
func (r *record) readHeld(s *Start) []trace.Held {
	out := make([]trace.Held, len(s.Held))
	found := r.held + uint64(len(s.Held))*heldSize
	for i := range s.Held {
		h := &s.Held[i]
		text := r.mem[found : found+h.room()]
		found += h.room()
		switch state := r.u64(r.held + uint64(i)*heldSize + 32); {
		case state == 0:
			return nil
		case h.Text && state == 2:
		case h.Text:
			if end := bytes.IndexByte(text, 0); end >= 0 {
				text = text[:end]
			}
			s := string(text)
			out[i].Text = &s
		default:
			var b [8]byte
			copy(b[:], text[:h.Size])
			shift := 64 - 8*h.Size
			n := binary.LittleEndian.Uint64(b[:]) << shift
			if out[i].Number = int64(n >> shift); h.Signed {
				out[i].Number = int64(n) >> shift
			}
		}
	}
	return out
}
