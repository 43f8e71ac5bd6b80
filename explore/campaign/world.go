package campaign

// This file turns tests of subjects into what the engine is started with.

import (
	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// engineTest returns test t as the engine is given it.
func engineTest(s *subjects.Subject, t *subjects.Test) explore.Test {
	return engineTestUnder(s, t, nil)
}

// engineTestUnder returns test t, in which the configuration has settings besides those of the test.
func engineTestUnder(s *subjects.Subject, t *subjects.Test, settings confspace.Settings) explore.Test {
	lines := s.ConfigLines(t, settings)
	world := kernel.World{Umask: 0o022, Stdin: t.Input}
	for _, e := range s.Entries(t, lines) {
		world.Files = append(world.Files, fileSpec(e))
	}
	world.Script = t.Peer
	return explore.Test{Name: t.Name, World: world, Args: s.Arguments(t, lines), Env: t.Env}
}

var fileKinds = map[subjects.EntryKind]kernel.FileKind{
	subjects.EntryFile: kernel.RegularFile, subjects.EntryDir: kernel.Directory, subjects.EntryLink: kernel.SymbolicLink,
}

func fileSpec(e subjects.Entry) kernel.FileSpec {
	return kernel.FileSpec{
		Path: e.Path, Kind: fileKinds[e.Kind], Mode: e.Mode, UID: e.UID, GID: e.GID,
		Time: e.MTime, Data: e.Data, Target: e.Target,
	}
}
