package subjects

// This file brings a subject's source to disk, where the front end and gcc read it.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/confcov/confcov/subjects/configure"
	"github.com/confcov/confcov/subjects/fetch"
)

// Prepared is a subject's source on disk. All paths are absolute.
type Prepared struct {
	Dir          string   // the source
	Files        []string // Build.Files
	Include      []string // -I
	IncludeAfter []string // -idirafter
	Origin       string   // where the source came from, for people to read
	Checked      bool     // whether a SHA-256 vouches for it, or it is part of the subject
}

// Prepare fetches the source of s, or takes it from the cache, and writes the folders of the
// subject that the build names beside it.
func (s *Subject) Prepare(ctx context.Context, opt fetch.Options) (*Prepared, error) {
	p := &Prepared{}
	if s.Source.Given != "" && opt.Local == "" {
		return nil, s.given(errors.New("it cannot be fetched"), "")
	}
	if s.Source.Folder != "" && opt.Local == "" {
		dir, err := s.materialise(s.Source.Folder, opt)
		if err != nil {
			return nil, err
		}
		p.Dir, p.Origin, p.Checked = dir, path.Join(s.Path, s.Source.Folder), true
	} else {
		tree, err := fetch.Fetch(ctx, s.archive(), opt)
		if err != nil {
			return nil, err
		}
		p.Dir, p.Origin, p.Checked = tree.Dir, tree.Origin, tree.Checked
		if err := s.checkVersion(p, opt); err != nil {
			return nil, err
		}
	}
	if s.Build.Generated != nil {
		r := &configure.Recipe{Name: s.Name + "-" + s.Version, Source: p.Dir, Arguments: s.Build.Configure, Generated: s.Build.Generated}
		if p.Checked {
			r.Digest = s.Source.SHA256
		}
		dir, err := configure.Run(ctx, r, opt)
		if err != nil {
			key := "configure"
			if s.Build.Configure == nil {
				key = "generated"
			}
			return nil, fmt.Errorf("%s: %w%s", s.place("build", key), err, s.doubt(opt))
		}
		p.Dir = dir
	}
	for _, name := range s.Build.Files {
		file := filepath.Join(p.Dir, name)
		if own, ok := strings.CutPrefix(name, "@/"); ok {
			dir, err := s.materialise(path.Dir(own), opt)
			if err != nil {
				return nil, err
			}
			file = filepath.Join(dir, path.Base(own))
		}
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%s: build.files: no file %s in the source (%s)%s", s.place("build", "files"), name, p.Origin, s.doubt(opt))
		}
		p.Files = append(p.Files, file)
	}
	var err error
	if p.Include, err = s.folders(p.Dir, s.Build.Include, opt); err != nil {
		return nil, err
	}
	p.IncludeAfter, err = s.folders(p.Dir, s.Build.IncludeAfter, opt)
	return p, err
}

// place returns file and line of a key of subject.toml.
func (s *Subject) place(table, key string) string {
	return (&Problem{Path: path.Join(s.Path, tomlName), Line: s.src.keyLine(toml.Key{table, key})}).place()
}

// doubt asks of a source that the user named whether it is the right one, where something of it is missing.
func (s *Subject) doubt(opt fetch.Options) string {
	if opt.Local == "" {
		return ""
	}
	return fmt.Sprintf(": is %s, named with --source, %s %s?", opt.Local, s.Name, s.Version)
}

// given returns the error of a source that users have to give.
func (s *Subject) given(err error, where string) error {
	return &fetch.Error{What: "use the source of " + s.Name, Where: where, Err: err, Remedy: "name with --source the folder of " + s.Source.Given}
}

// checkVersion checks that a source is of the right version, as far as the subject says how to tell.
func (s *Subject) checkVersion(p *Prepared, opt fetch.Options) error {
	if s.Source.SaysFile == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(p.Dir, s.Source.SaysFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("it has no file %s", s.Source.SaysFile)
	case err == nil && !strings.Contains(string(text), s.Source.SaysText):
		err = fmt.Errorf("it is another version: %s does not have the text %s", s.Source.SaysFile, s.Source.SaysText)
	}
	switch {
	case err == nil:
		return nil
	case s.Source.Given != "":
		return s.given(err, p.Dir)
	case opt.Local != "":
		remedy := fmt.Sprintf("name with --source the source of %s %s, or leave --source out", s.Name, s.Version)
		return &fetch.Error{What: "use the given source of " + s.Name + " " + s.Version, Where: opt.Local, Err: err, Remedy: remedy}
	}
	return fmt.Errorf("%s: source.says: the source from %s: %w", s.place("source", "says"), p.Origin, err)
}

// archive is what has to be fetched.
func (s *Subject) archive() fetch.Archive {
	a := fetch.Archive{Name: s.Name, Version: s.Version, SHA256: s.Source.SHA256}
	if s.Source.Debian != "" {
		a.Debian = &fetch.Debian{Package: s.Source.Debian, Suite: s.Source.Suite}
	}
	if s.Source.URL != "" {
		a.URLs = []string{s.Source.URL}
	}
	return a
}

func (s *Subject) folders(source string, names []string, opt fetch.Options) ([]string, error) {
	var dirs []string
	for _, name := range names {
		dir := filepath.Join(source, name)
		if own, ok := strings.CutPrefix(name, "@/"); ok {
			var err error
			if dir, err = s.materialise(own, opt); err != nil {
				return nil, err
			}
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}

// materialise returns the path of a folder of the subject on disk. A subject that is a folder
// on disk is used where it is; of a built-in one the folder is written to the cache, under
// the hash of its content, file by file under temporary names.
func (s *Subject) materialise(folder string, opt fetch.Options) (string, error) {
	if !s.builtin {
		return filepath.Abs(filepath.Join(s.Path, folder))
	}
	cache := opt.Cache
	if cache == "" {
		var err error
		if cache, err = fetch.CacheDir(); err != nil {
			return "", err
		}
	}
	sub, err := fs.Sub(s.Files, folder)
	if err != nil {
		return "", err
	}
	contents := map[string][]byte{}
	hash := sha256.New()
	err = fs.WalkDir(sub, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(sub, name)
		contents[name] = data
		fmt.Fprintf(hash, "%s %d\n%s", name, len(data), data)
		return err
	})
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "builtin", s.Name+"-"+hex.EncodeToString(hash.Sum(nil))[:12], folder)
	for name, data := range contents {
		if err := writeOnce(filepath.Join(dir, name), data); err != nil {
			return "", fmt.Errorf("write the source of subject %s: %w (make the cache folder writable, or set CONFCOV_CACHE to another)", s.Name, err)
		}
	}
	return dir, nil
}

// writeOnce makes the file unless it is there with that content.
func writeOnce(name string, data []byte) error {
	if old, err := os.ReadFile(name); err == nil && string(old) == string(data) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	if _, err := temp.Write(data); err != nil {
		temp.Close()
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	if err := os.Chmod(temp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
