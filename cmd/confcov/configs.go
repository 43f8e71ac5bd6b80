package main

// This file reads configurations that a user has already, for commands that compare a run with them.

import (
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
)

// readConfigs reads the configurations in files and folders, in the program's own form, as settings or as JSON: see subjects.ConfigReader. What cannot be
// understood is told in problems; the error is for what ends the command. subject names the run's subject, which is loaded only if it is needed; "" is the one that was explored.
func readConfigs(s *reports.Study, subject string, names []string) ([]subjects.Given, []*subjects.Problem, error) {
	r := &subjects.ConfigReader{Space: s.Space}
	if s.Run.Imported == nil || subject != "" {
		r.Subject = func() (*subjects.Subject, error) { return runSubject(subject, s) }
	}
	return r.Read(names...)
}
