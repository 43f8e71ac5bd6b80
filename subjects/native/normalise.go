package native

// This file makes transcripts equal in what differs between any two runs of a real program.

import "regexp"

// recent are times of files that the session itself made or changed, as LIST and MDTM show them: the simulated
// clock begins in January 2025, the machine's does not. A file may even be of the future, for a program whose clock is behind the
// kernel's: then the year is shown. Ports of data connections are replaced in the transcripts already.
var recent = []struct {
	re *regexp.Regexp
	by string
}{
	{regexp.MustCompile(`(?m) [A-Z][a-z]{2} \d\d (?:\d\d:\d\d| 20(?:2[5-9]|[3-9]\d)) `), " RECENTLY "},
	{regexp.MustCompile(`(?m)^< 213 20[23][5-9]\d{10}$`), "< 213 RECENTLY"},
}

// Normalise replaces in a transcript of the peer what differs between any two runs.
func Normalise(transcript []byte) []byte {
	for _, r := range recent {
		transcript = r.re.ReplaceAll(transcript, []byte(r.by))
	}
	return transcript
}
