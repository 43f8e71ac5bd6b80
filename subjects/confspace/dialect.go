package confspace

// This file writes constraints in the languages of other tools.

import "fmt"

// Dialect is how a language writes constraints.
type Dialect struct {
	Or, And, Not string            // operators, with space round them
	Implies      string            // "": there is none, "not a or b" is written
	If           string            // of a constraint that is an implication as a whole: "IF %s THEN %s"; "": it is like others
	Relations    map[string]string // "==", "!=" and so on, where they are written otherwise
	// Option and Constant write what is compared; of a constant, the option that it is compared with.
	Option   func(option int) string
	Constant func(option int, value int64, text string, isText, set bool) string
}

// Write writes a constraint of the space in a dialect.
func (sp *Space) Write(constraint string, d *Dialect) (string, error) {
	c, err := sp.parseConstraint(constraint)
	if err != nil {
		return "", err
	}
	if c.op == "=>" && d.If != "" {
		return fmt.Sprintf(d.If, d.write(sp, c.a, false), d.write(sp, c.b, false)), nil
	}
	return d.write(sp, c, false), nil
}

func (d *Dialect) write(sp *Space, c *constraint, inside bool) string {
	var text string
	switch c.op {
	case "!":
		return d.Not + "(" + d.write(sp, c.a, false) + ")"
	case "|":
		text = d.write(sp, c.a, true) + d.Or + d.write(sp, c.b, true)
	case "&":
		text = d.write(sp, c.a, true) + d.And + d.write(sp, c.b, true)
	case "=>":
		if d.Implies == "" {
			text = d.Not + "(" + d.write(sp, c.a, false) + ")" + d.Or + d.write(sp, c.b, true)
		} else {
			text = d.write(sp, c.a, true) + d.Implies + d.write(sp, c.b, true)
		}
	default:
		return d.relation(sp, c)
	}
	if inside {
		return "(" + text + ")"
	}
	return text
}

func (d *Dialect) relation(sp *Space, c *constraint) string {
	x, y, op := c.x, c.y, c.op
	if x.option < 0 {
		x, y, op = y, x, mirrored[op]
	}
	if other, ok := d.Relations[op]; ok {
		op = other
	}
	right := ""
	switch {
	case y.option >= 0:
		right = d.Option(y.option)
	case y.number != nil:
		if !y.number.IsInt64() {
			right = y.number.String()
			break
		}
		right = d.Constant(x.option, y.number.Int64(), "", false, true)
	default:
		right = d.Constant(x.option, 0, y.text, true, y.set)
	}
	return fmt.Sprintf("%s %s %s", d.Option(x.option), op, right)
}
