package reports

// This file tests the report in a browser: what pages show follows the settings, and equals what the analyses say.

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/subjects/confspace"
)

// browser is a headless Chromium.
type browser struct {
	ctx     context.Context
	mu      sync.Mutex
	console []string // what pages wrote, exceptions and failed loads among it
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	file := need.Tool(t, "chromium")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // a browser that does not come up would wait for ever
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewContext(ctx, chromedp.WithAllocatorOptions(chromedp.ExecPath(file), chromedp.NoSandbox))
	t.Cleanup(stop)
	b := &browser{ctx: ctx}
	b.do(t, chromedp.EmulateViewport(1400, 900))
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.console = append(b.console, m.String())
			b.mu.Unlock()
		}
	}()
	return b
}

func (b *browser) do(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// open loads a page, with a fragment or without. A page that differs in the fragment alone is loaded again.
func (b *browser) open(t *testing.T, dir, page string) {
	t.Helper()
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+filepath.Join(dir, page)))
}

// eval returns the value of a JavaScript expression, which may be a promise.
func eval[T any](t *testing.T, b *browser, expression string) T {
	t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until an expression is true. On a page that is being loaded it may fail.
func (b *browser) until(t *testing.T, expression string) {
	t.Helper()
	for range 200 {
		if eval[bool](t, b, "(() => { try { return Boolean("+expression+"); } catch { return false; } })()") {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("never true: %s\nat %s", expression, eval[string](t, b, "location.href + ' ' + document.activeElement.outerHTML.slice(0, 300)"))
}

func (b *browser) text(t *testing.T, selector string) string {
	t.Helper()
	return eval[string](t, b, fmt.Sprintf("document.querySelector(%q).textContent", selector))
}

// quiet reports what pages wrote to the console.
func (b *browser) quiet(t *testing.T) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.console {
		t.Errorf("console: %s", m)
	}
	b.console = nil
}

// TestBrowser: pages in a browser.
func TestBrowser(t *testing.T) {
	need.Slow(t)
	b := newBrowser(t)
	s := exampleStudy(t)
	dir := htmlOf(t, s)
	for name, test := range map[string]func(*testing.T, *browser, *Study, string){
		"pages": testPages, "panel": testPanel, "counts": testCounts, "source": testSource, "search": testSearch, "tables": testTables,
		"colours": testColours, "narrow": testNarrow,
	} {
		t.Run(name, func(t *testing.T) {
			test(t, b, s, dir)
			b.quiet(t)
		})
	}
	t.Run("hostile", func(t *testing.T) { testHostile(t, b) })
	t.Run("large", func(t *testing.T) { testLarge(t, b) })
}

// testPages: no page is without its title, and none has anything to say on the console.
func testPages(t *testing.T, b *browser, _ *Study, dir string) {
	for page, title := range map[string]string{
		"index.html": "example 1", "configurations.html": "Configurations", "options.html": "Options", "files.html": "Files", "tests.html": "Tests",
		"interactions.html": "Interactions", "mcdc.html": "MC/DC", "plots.html": "Plots", "source/example.c.html": "example.c",
	} {
		b.open(t, dir, page)
		if got := b.text(t, "h1"); got != title {
			t.Errorf("%s: title %q", page, got)
		}
		if n := eval[int](t, b, "new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size - document.querySelectorAll('[id]').length"); n != 0 {
			t.Errorf("%s: elements with the same id", page)
		}
		unnamed := eval[[]string](t, b, `[...document.querySelectorAll("button, a[href], input, select")].filter((e) =>
			!(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).map((e) => e.outerHTML)`)
		if len(unnamed) > 0 {
			t.Errorf("%s: nothing says what these do: %s", page, unnamed)
		}
	}
}

// sum returns the cell of the panel's table of counts.
func (b *browser) sum(t *testing.T, what string) string {
	t.Helper()
	return b.text(t, fmt.Sprintf("[data-sum=%q]", what))
}

// testPanel: options are set and cleared, by hand and by links, and pages carry settings on.
func testPanel(t *testing.T, b *browser, _ *Study, dir string) {
	b.open(t, dir, "index.html")
	b.do(t, chromedp.Click(chromedp.CSS("#settings-button")))
	b.until(t, "document.querySelector('#settings .options')")
	if got := b.sum(t, "line-certain") + " " + b.sum(t, "line-possible"); got != "0 5" {
		t.Errorf("nothing set: %s", got)
	}
	b.do(t, chromedp.Click(chromedp.CSS(`li[data-name="a"] label:nth-child(3) input`)))
	b.until(t, "location.hash === '#set=a=1'")
	b.until(t, "document.body.classList.contains('with-settings')")
	if got := b.sum(t, "line-certain") + " " + b.sum(t, "line-excluded"); got != "1 4" {
		t.Errorf("a=1: certain and excluded: %s", got)
	}
	if got := b.text(t, ".card [data-of]"); got != "1 certain, 0 possible of 6" {
		t.Errorf("card: %s", got)
	}
	// A number that stands for a class of values.
	eval[bool](t, b, `(() => { const s = document.querySelector('li[data-name="size"] select'); s.value = "other"; s.dispatchEvent(new Event("change"));
		const f = document.querySelector('li[data-name="size"] input'); f.value = "77"; f.dispatchEvent(new Event("change")); return true; })()`)
	b.until(t, "location.hash === '#set=a=1,size=77'")
	b.do(t, chromedp.Click(chromedp.CSS(`nav a[href^="files.html"]`)))
	b.until(t, "document.body.dataset.page === 'files' && location.hash === '#set=a=1,size=77' && document.querySelector('[data-certain-count]').textContent === '1'")
	b.do(t, chromedp.Click(chromedp.CSS(".active .chip")))
	b.until(t, "location.hash === '#set=size=77'")
	b.do(t, chromedp.Click(chromedp.CSS(".active .link")))
	b.until(t, "location.hash === '' && document.getElementById('active').hidden")
	if got := b.text(t, "[data-certain-count]"); got != "0" {
		t.Errorf("cleared: %s always", got)
	}
	// Invalid settings are reported; the others take effect.
	b.open(t, dir, "index.html#set=a=1,nothing=1,b=7")
	b.until(t, "!document.getElementById('active').hidden")
	for _, want := range []string{"nothing: no such option", "b=7: the option has no such value", "1 lines certain"} {
		if got := b.text(t, "#active"); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	// Configurations set all options.
	b.open(t, dir, "configurations.html")
	b.do(t, chromedp.Click(chromedp.CSS("td .use")))
	b.until(t, "location.hash.endsWith('else=defaults') && !document.getElementById('active').hidden")
	if got := b.text(t, "#active"); strings.Contains(got, "possible") {
		t.Errorf("a configuration leaves something open: %s", got)
	}
	// Which tests do it.
	b.open(t, dir, "tests.html#set=a=0,b=1")
	b.until(t, "document.getElementById('few-tests').textContent")
	if got := b.text(t, "#few-tests"); !strings.HasPrefix(got, "2 tests cover") {
		t.Errorf("few tests: %s", got)
	}
}

// tally is what a model counts.
type tally struct{ Certain, Possible, Excluded, Never, Total int }

// testCounts: whatever is set, the browser counts as the analyses do.
func testCounts(t *testing.T, b *browser, s *Study, dir string) {
	b.open(t, dir, "index.html")
	sameCounts(t, b, s, 40)
}

func sameCounts(t *testing.T, b *browser, s *Study, rounds int) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		var settings confspace.Settings
		for o := range s.Space.Options {
			if values := s.Values[o]; len(values) > 0 && rnd.IntN(2) == 0 {
				settings = append(settings, confspace.Setting{Option: o, Value: values[rnd.IntN(len(values))]})
			}
		}
		defaults := rnd.IntN(4) == 0
		with := s.Sets.And(s.Sets.Of(settings), s.Sets.Domain())
		if defaults {
			with = s.Sets.OfConfiguration(s.Space.Defaults().With(settings))
		}
		if s.Sets.And(with, s.Sets.Domain()) == confspace.Empty {
			continue
		}
		var want []tally
		for _, r := range s.Results {
			c := tally{Total: s.Universe.Count(r.Criterion), Never: s.Universe.Count(r.Criterion) - r.Total.Covered()}
			for k := range r.Total.Classes {
				switch n, set := len(r.Total.Classes[k].Elements), r.Total.Classes[k].Any; {
				case s.Sets.Implies(with, set):
					c.Certain += n
				case s.Sets.Disjoint(with, set):
					c.Excluded += n
				default:
					c.Possible += n
				}
			}
			want = append(want, c)
		}
		pairs := [][2]string{}
		for _, x := range s.pageSettings(settings) {
			pairs = append(pairs, [2]string{x.Option, x.Value})
		}
		list, err := json.Marshal(pairs)
		if err != nil {
			t.Fatal(err)
		}
		got := eval[[]tally](t, b, fmt.Sprintf("confcov.model.tests().then((m) => m.counts(m.evaluate(%s, %v).can))", list, defaults))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, defaults %v: %s", list, defaults, diff)
		}
	}
}

// testSource: lines have their colours, and say more when they are asked.
func testSource(t *testing.T, b *browser, _ *Study, dir string) {
	b.open(t, dir, "source/example.c.html#L17")
	b.until(t, "document.querySelector('#details h2')?.textContent === 'example.c:17'")
	for _, want := range []string{"!a & b & (c | d)", "confcov run --subject example --test one", "1 of 2: one"} {
		if got := b.text(t, "#details"); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	b.do(t, chromedp.KeyEvent("n"))
	b.until(t, "document.querySelector('#details h2').textContent === 'example.c:20' && location.hash === '#L20'")
	if got := b.text(t, "#details"); !strings.Contains(got, "never") {
		t.Errorf("line 20: %s", got)
	}
	b.do(t, chromedp.KeyEvent(kb.ArrowUp))
	b.until(t, "document.querySelector('#details h2').textContent === 'example.c:17'")
	classes := `["L5", "L7", "L17", "L20"].map((id) => document.getElementById(id).className).join(" ")`
	if got := eval[string](t, b, classes); got != "s s s n" {
		t.Errorf("lines: %s", got)
	}
	eval[bool](t, b, "confcov.set([['a', '0'], ['b', '1']]) ?? true")
	b.until(t, classes+" === 'x a s n'")
	b.until(t, "document.querySelector('#details .under')?.textContent.startsWith('possible with these settings')")
	if got := eval[string](t, b, "location.hash"); got != "#L17&set=a=0,b=1" {
		t.Errorf("address %s", got)
	}
	b.do(t, chromedp.KeyEvent(kb.Escape))
	b.until(t, "document.getElementById('side').hidden")
}

// testSearch: the field finds files, lines, options and tests, and goes there with the settings.
func testSearch(t *testing.T, b *browser, _ *Study, dir string) {
	for query, want := range map[string]string{
		"example.c": "source/example.c.html#set=b=1", "example.c:7": "source/example.c.html#L7&set=b=1", "size": "options.html#option=size&set=b=1",
		"zero": "tests.html#test%3Dzero&set=b=1", "main": "source/example.c.html#L4&set=b=1",
	} {
		b.open(t, dir, "index.html#set=b=1")
		b.do(t, chromedp.KeyEvent("/"))
		b.until(t, "document.activeElement.id === 'search'")
		eval[string](t, b, "document.activeElement.value = ''") // the driver types what the page has taken
		b.do(t, chromedp.SendKeys(chromedp.CSS("#search"), query))
		b.until(t, "document.querySelector('#found li[aria-selected=true]')")
		b.until(t, fmt.Sprintf("document.querySelector('#found li[aria-selected=true]').textContent.startsWith(%q)", query))
		b.do(t, chromedp.KeyEvent(kb.Enter))
		b.until(t, fmt.Sprintf("location.href.endsWith(%q)", want))
	}
	b.until(t, "document.readyState === 'complete'")
}

// testTables: tables are sorted and filtered, and say so.
func testTables(t *testing.T, b *browser, _ *Study, dir string) {
	b.open(t, dir, "options.html")
	order := "[...document.querySelectorAll('#options tbody tr:not([hidden])')].map((r) => r.dataset.option).join(' ')"
	if got := eval[string](t, b, order); got != "a b c d size" {
		t.Errorf("by weight: %s", got)
	}
	b.do(t, chromedp.Click(chromedp.CSS("#options th button")), chromedp.Click(chromedp.CSS("#options th button")))
	if got := eval[string](t, b, order); got != "size d c b a" {
		t.Errorf("by name, descending: %s", got)
	}
	if got := eval[string](t, b, "document.querySelector('#options th').ariaSort"); got != "descending" {
		t.Errorf("aria-sort %s", got)
	}
	b.do(t, chromedp.SendKeys(chromedp.CSS("[data-filter=options]"), "siz"))
	b.until(t, order+" === 'size'")
	if got := b.text(t, "[data-count=options]"); got != "1 of 5" {
		t.Errorf("count %s", got)
	}
	b.do(t, chromedp.Click(chromedp.CSS("#options tr:not([hidden]) td a")))
	b.until(t, "document.querySelector('#details h2')?.textContent === 'size'")
}

// testColours: colours follow the system until others are chosen.
func testColours(t *testing.T, b *browser, _ *Study, dir string) {
	paper := "getComputedStyle(document.body).backgroundColor"
	prefer := func(scheme string) {
		_, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	b.open(t, dir, "index.html")
	prefer("light")
	b.until(t, paper+" === 'rgb(255, 255, 255)'")
	prefer("dark")
	b.until(t, paper+" === 'rgb(20, 24, 29)'")
	b.do(t, chromedp.Click(chromedp.CSS("#theme-button")))
	b.until(t, paper+" === 'rgb(255, 255, 255)'")
	b.open(t, dir, "files.html")
	b.until(t, paper+" === 'rgb(255, 255, 255)'")
	eval[bool](t, b, "localStorage.clear() ?? true")
	prefer("light")
}

// testNarrow: on a phone nothing but tables and drawings is wider than the page.
func testNarrow(t *testing.T, b *browser, _ *Study, dir string) {
	b.do(t, chromedp.EmulateViewport(400, 800))
	defer b.do(t, chromedp.EmulateViewport(1400, 900))
	for _, page := range []string{
		"index.html", "configurations.html", "options.html#option=size", "files.html", "tests.html", "interactions.html", "plots.html",
		"source/example.c.html#L17",
	} {
		b.open(t, dir, page)
		if w := eval[int](t, b, "document.documentElement.scrollWidth"); w > 400 {
			t.Errorf("%s is %d pixels wide", page, w)
		}
	}
}

// testLarge: 5,000 lines under 1,000 conditions. How long the page takes to follow settings is printed.
func testLarge(t *testing.T, b *browser) {
	s, err := Load(largeRun(t, 5000, 1000), Options{NoInter: true, Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	s.Source = func(string) ([]byte, error) {
		return []byte(strings.Repeat("  statement(of, the, program);\n", 5000)), nil
	}
	dir := htmlOf(t, s)
	start := time.Now()
	b.open(t, dir, "index.html")
	t.Logf("the first page of %d conditions took %v", s.Results[0].Total.Distinct(), time.Since(start))
	sameCounts(t, b, s, 10)
	start = time.Now()
	b.open(t, dir, "source/large.c.html#set=o1=1")
	b.until(t, "confcov.recolourTime !== undefined && document.body.classList.contains('with-settings')")
	t.Logf("the page of 5,000 lines took %v", time.Since(start))
	times := eval[[]float64](t, b, `(async () => { const out = []; for (let i = 0; i < 20; i++) {
		confcov.set([["o" + i, String(i % 2)]]); await new Promise((r) => document.addEventListener("recoloured", r, { once: true })); out.push(confcov.recolourTime); } return out; })()`)
	slices.Sort(times)
	t.Logf("following settings: median %.1f ms, at most %.1f ms", times[len(times)/2], times[len(times)-1])
	if n := eval[int](t, b, "document.querySelectorAll('tr.a, tr.x').length"); n == 0 {
		t.Error("no line is certain or excluded")
	}
	b.quiet(t)
}

// largeRun makes a run of one test that covers lines under so many conditions.
func largeRun(t *testing.T, lines, conditions int) *path.Dir {
	t.Helper()
	sp := &confspace.Space{}
	for i := range 40 {
		sp.Options = append(sp.Options, confspace.Option{Name: fmt.Sprintf("o%d", i), Object: fmt.Sprintf("o%d", i), Domain: confspace.Bool()})
	}
	u := &coverage.Universe{}
	for i := range lines {
		u.Add(coverage.Element{Criterion: coverage.Line, File: "large.c", Line: uint32(i + 1), Func: fmt.Sprintf("f%d", i/50)})
	}
	d, err := path.Create(filepath.Join(t.TempDir(), "run"), path.Run{Confcov: "test", Subject: path.Subject{Name: "large"}}, u, sp,
		[]path.Plan{{Name: "one", Mode: path.Merged, Key: "k"}})
	if err != nil {
		t.Fatal(err)
	}
	m := confspace.NewSets(sp)
	l := path.Merged.Layout(u)
	p := path.Path{Condition: confspace.Full, Covered: coverage.NewBits(l), End: path.Termination{Kind: path.Exit}}
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range conditions {
		set := confspace.Full
		for range 2 + rnd.IntN(3) {
			at := rnd.IntN(36)
			set = m.And(set, m.Or(m.Setting(at, int64(rnd.IntN(2))), m.Setting(at+1+rnd.IntN(3), int64(rnd.IntN(2)))))
		}
		var elements []uint32
		for j := i; j < lines; j += conditions {
			elements = append(elements, uint32(j+1))
		}
		p.Partial = append(p.Partial, path.Partial{Condition: set, Criterion: coverage.Line, Elements: elements})
	}
	if err := d.WriteTest(&path.Test{Name: "one", Mode: path.Merged, Key: "k", Sets: m, Paths: []path.Path{p}}); err != nil {
		t.Fatal(err)
	}
	if err := d.Finish(nil); err != nil {
		t.Fatal(err)
	}
	return d
}
