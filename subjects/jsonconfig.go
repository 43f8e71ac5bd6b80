package subjects

// This file reads configurations in JSON.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/confcov/confcov/subjects/confspace"
)

var jsonStart = regexp.MustCompile(`^\s*(\{\s*["}]|\[\s*[\[{\]"])`)

func isJSON(file, text string) bool {
	ext := filepath.Ext(file)
	return ext == ".json" || ext == ".jsonl" || jsonStart.MatchString(text)
}

// jsonValue is a value, and the line on which it begins.
type jsonValue struct {
	line   int
	scalar any // nil, bool, json.Number, string
	list   []jsonValue
	keys   []jsonValue // of an object, whose values are in list; nil if it is none
	object bool
}

// jsonReader reads values with their lines.
type jsonReader struct {
	*json.Decoder
	text  string
	line  int
	until int // line counts what is before
}

func (d *jsonReader) at() int {
	end := int(d.InputOffset())
	d.line += strings.Count(d.text[d.until:end], "\n")
	d.until = end
	return d.line + 1
}

// value reads a value; the error is io.EOF if there is none, and another one if the file ends inside it.
func (d *jsonReader) value() (v jsonValue, err error) {
	token, err := d.Token()
	if err != nil {
		return v, err
	}
	v.line = d.at()
	delim, ok := token.(json.Delim)
	if !ok {
		v.scalar = token
		return v, nil
	}
	for v.object = delim == '{'; d.More(); {
		if v.object {
			key, err := d.value()
			if err != nil {
				return v, inside(err)
			}
			v.keys = append(v.keys, key)
		}
		x, err := d.value()
		if err != nil {
			return v, inside(err)
		}
		v.list = append(v.list, x)
	}
	_, err = d.Token()
	return v, inside(err)
}

// inside returns the error of what is inside a value.
func inside(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file ends inside a value")
	}
	return err
}

// field returns what an object has of that name.
func (v *jsonValue) field(name string) *jsonValue {
	for i, k := range v.keys {
		if k.scalar == name {
			return &v.list[i]
		}
	}
	return nil
}

// readJSON reads a file with JSON values.
func (r *ConfigReader) readJSON(file, text string) {
	d := &jsonReader{Decoder: json.NewDecoder(strings.NewReader(text)), text: text}
	d.UseNumber()
	for n := 0; ; n++ {
		v, err := d.value()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				r.problem(file, 0, "left out: the file is empty; a configuration without settings is {}")
			}
			return
		}
		if err != nil {
			r.problem(file, d.at(), "left out from here on, since this is not JSON (%v): mend it there", inside(err))
			return
		}
		r.jsonConfigs(file, &v)
	}
}

// jsonConfigs reads the configurations of a value.
func (r *ConfigReader) jsonConfigs(file string, v *jsonValue) {
	if !v.object {
		if v.list == nil && v.scalar != nil {
			r.jsonText(file, v)
			return
		}
		for i := range v.list {
			r.jsonConfigs(file, &v.list[i])
		}
		return
	}
	if table := v.field("table"); table != nil && isText(table) && table.scalar != "configurations" { // of confcov, about something else
		return
	}
	for _, name := range []string{"configuration", "settings", "rows", "include", "configurations"} {
		if x := v.field(name); x != nil && r.Space.Index(name) < 0 && (x.scalar == nil && (x.object || x.list != nil) || isText(x)) {
			r.jsonConfigs(file, x)
			return
		}
	}
	g := r.begin(file, v.line)
	g.understood = len(v.keys) == 0
	for i, k := range v.keys {
		r.set(g, k.line, fmt.Sprint(k.scalar), v.list[i].in)
	}
	r.add(g)
}

func isText(v *jsonValue) bool {
	_, ok := v.scalar.(string)
	return ok
}

// jsonText reads settings that are text.
func (r *ConfigReader) jsonText(file string, v *jsonValue) {
	if text, ok := v.scalar.(string); ok {
		r.readLine(file, v.line, text)
		return
	}
	r.problem(file, v.line, "left out: want objects of settings, not %v", v.scalar)
}

// in returns the value that v is in domain d: of strings, false and null are unset.
func (v *jsonValue) in(d confspace.Domain) (int64, error) {
	if v.list != nil || v.object {
		return 0, fmt.Errorf("a value is a number, a boolean or a string")
	}
	if d.Kind == confspace.DomainStrings {
		switch x := v.scalar.(type) {
		case nil:
			return d.StringOf(false)
		case json.Number:
			return d.StringOf(x.String())
		}
		return d.StringOf(v.scalar)
	}
	switch x := v.scalar.(type) {
	case nil:
		return 0, fmt.Errorf("null is not an integer")
	case bool:
		if d.Kind != confspace.DomainBool {
			return 0, fmt.Errorf("%v is not in the domain %s", x, d)
		}
	}
	return d.ParseValue(fmt.Sprint(v.scalar))
}
