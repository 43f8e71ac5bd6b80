package path

import (
	"encoding/json"
	"testing"
)

// TestKindsOfNotesAndLimits: each has a name of its own that is read back, and no other name is.
func TestKindsOfNotesAndLimits(t *testing.T) {
	names := map[string]bool{}
	for k := NoteWarning; k < numNoteKinds; k++ {
		got, err := ParseNoteKind(k.String())
		if err != nil || got != k || names[k.String()] {
			t.Errorf("%d is called %q, which is %d, %v", k, k, got, err)
		}
		names[k.String()] = true
	}
	for _, name := range []string{"", "invalid", "warnings", "note(9)"} {
		if k, err := ParseNoteKind(name); err == nil {
			t.Errorf("%q is %v", name, k)
		}
	}
	for k := LimitInterrupted; k < numLimitKinds; k++ {
		data, err := json.Marshal(Limit{k, "why"})
		var got Limit
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || got.Kind != k {
			t.Errorf("%v is %s, which is %v, %v", k, data, got, err)
		}
	}
	if _, err := json.Marshal(Limit{}); err == nil {
		t.Error("a limit without a kind is written")
	}
	for _, text := range []string{`{"kind":"invalid"}`, `{"kind":""}`, `"interrupted"`} {
		if err := json.Unmarshal([]byte(text), new(Limit)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
	for _, k := range Kinds() {
		if l, ok := LimitOf(Termination{Kind: k}); ok == k.Complete() || ok && l.Kind.String() != k.String() {
			t.Errorf("%v: limit %v, %v", k, l, ok)
		}
	}
}

// TestNoted: kinds of notes decide, whatever their messages say.
func TestNoted(t *testing.T) {
	p := Path{Notes: []Note{{Kind: NoteSystem, Message: Wide}, {Kind: NoteSystem, Message: "warning: a wide condition"}}}
	if !p.Exact() || p.Noted(NoteWarning) {
		t.Error("messages decide")
	}
	p.Notes = append(p.Notes, Note{Kind: NoteWide, Message: "text"})
	if p.Exact() {
		t.Error("a path with a note of kind NoteWide is exact")
	}
}
