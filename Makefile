# confcov: which settings decide which code runs. `make run` does the main job.

GO      ?= go
BIN     := bin/confcov
SUBJECT ?= vsftpd
OUT     ?= out/$(SUBJECT)
JOBS    ?= $(shell nproc)
TOOL    := $(GO) tool -modfile=tools.mod
GOLDEN  := ./cmd/confcov ./explore ./explore/frontend ./explore/libc ./reports
export PATH := $(PATH):/usr/local/go/bin
# Stamp the revision where git knows it, and do not fail where git does not trust the folder.
export GOFLAGS := $(GOFLAGS) -buildvcs=$(shell git rev-parse HEAD >/dev/null 2>&1 && echo auto || echo false)

.PHONY: run study build deps-test test check format lint race golden golden-fresh bench deps clean

run: deps build
	$(BIN) analyze --subject $(SUBJECT) --jobs $(JOBS) --out $(OUT)

# Chapter 4 of the dissertation, with the subjects of today: out/study/study.html.
study: deps build
	$(BIN) study --jobs $(JOBS)

deps-test:
	@.ci/deps test

deps:
	@.ci/deps

build:
	$(GO) build -o $(BIN) ./cmd/confcov

test: deps-test build
	$(GO) vet ./...
	$(TOOL) gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg -- -timeout 20m ./...

# Everything that should hold before a commit, besides the tests.
check: format lint golden-fresh race

format:
	@files=$$(gofmt -l .) && test -z "$$files" || { echo "gofmt these:" $$files >&2; exit 1; }
	@files=$$($(TOOL) gofumpt -l .) && test -z "$$files" || { echo "gofumpt these:" $$files >&2; exit 1; }

lint:
	$(GO) vet ./...
	$(TOOL) staticcheck ./...
	GO=$(GO) .ci/dead
	$(GO) mod tidy -diff

# The short tests under the race detector.
race:
	$(GO) test -race -short -timeout 30m ./...

# Rewrites the golden files.
golden:
	CONFCOV_UPDATE=1 $(GO) test -count=1 -short -timeout 20m $(GOLDEN)

# Fails where rewriting changes a golden file; other changes of the work tree do not matter.
golden-fresh:
	@before=$$(git diff; git status --porcelain); $(MAKE) golden && test "$$before" = "$$(git diff; git status --porcelain)" || \
		{ git status --short; echo "golden files are not fresh: look at git diff, and commit what make golden wrote" >&2; exit 1; }

bench:
	$(GO) test -run '^$$' -bench . -benchtime 2s -timeout 30m ./...

clean:
	rm -rf bin out
