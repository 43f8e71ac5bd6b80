package main

// This file prints tables of results in the formats that --format knows.

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// table is a result as rows of text, and as the value that its JSON form shows.
type table struct {
	title  string
	head   []string
	right  map[int]bool // columns of numbers
	rows   [][]string
	object any // the JSON form
}

// print writes tables to w in the given format.
func print(w io.Writer, format string, tables ...table) error {
	if format == "json" {
		var v any
		switch {
		case len(tables) == 1:
			v = tables[0].object
		default:
			all := map[string]any{}
			for _, t := range tables {
				all[jsonKey(t.title)] = t.object
			}
			v = all
		}
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(v)
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.print(w, format); err != nil {
			return err
		}
	}
	return nil
}

func jsonKey(title string) string {
	return strings.ReplaceAll(strings.ToLower(title), " ", "_")
}

func (t table) print(w io.Writer, format string) error {
	switch format {
	case "csv":
		c := csv.NewWriter(w)
		if err := c.Write(t.head); err != nil {
			return err
		}
		if err := c.WriteAll(t.rows); err != nil {
			return err
		}
		return c.Error()
	case "markdown":
		if t.title != "" {
			fmt.Fprintf(w, "### %s\n\n", t.title)
		}
		return t.render(w, renderer.NewMarkdown())
	default:
		if t.title != "" {
			fmt.Fprintln(w, t.title)
		}
		return t.render(w, renderer.NewBlueprint(tw.Rendition{
			Borders: tw.BorderNone,
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.Off, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		}))
	}
}

func (t table) render(w io.Writer, r tw.Renderer) error {
	align := make([]tw.Align, len(t.head))
	for i := range align {
		align[i] = tw.AlignLeft
		if t.right[i] {
			align[i] = tw.AlignRight
		}
	}
	out := tablewriter.NewTable(w, tablewriter.WithRenderer(r),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone), tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithAlignment(align))
	out.Header(t.head)
	if err := out.Bulk(t.rows); err != nil {
		return err
	}
	return out.Render()
}
