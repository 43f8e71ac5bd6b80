# confcov: which settings decide which code runs. `make run` does the main job.

GO      ?= go
BIN     := bin/confcov
SUBJECT ?= vsftpd
OUT     ?= out/$(SUBJECT)
JOBS    ?= $(shell nproc)
TOOL    := $(GO) tool -modfile=tools.mod
export PATH := $(PATH):/usr/local/go/bin
# Stamp the revision where git knows it, and do not fail where git does not trust the folder.
export GOFLAGS := $(GOFLAGS) -buildvcs=$(shell git rev-parse HEAD >/dev/null 2>&1 && echo auto || echo false)

.PHONY: run build deps-test test check bench deps clean golden

run: deps build
	$(BIN) analyze --subject $(SUBJECT) --jobs $(JOBS) --out $(OUT)

deps-test:
	@.ci/deps test

deps:
	@.ci/deps

build:
	$(GO) build -o $(BIN) ./cmd/confcov

test: deps-test build
	$(GO) vet ./...
	$(TOOL) gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg -- -timeout 20m ./...

# Everything that should hold before a commit.
check:
	test -z "$$(gofmt -l . | tee /dev/stderr)"
	$(TOOL) gofumpt -l . | (! grep .)
	$(GO) vet ./...
	$(TOOL) staticcheck ./...
	$(GO) mod tidy -diff
	$(GO) test -race -short -timeout 30m ./...
	$(MAKE) golden
	git diff --exit-code

# Rewrites the golden files; `check` requires that nothing changed.
golden:
	CONFCOV_UPDATE=1 $(GO) test -short -timeout 20m ./cmd/... ./explore/... ./reports/...

bench:
	$(GO) test -run '^$$' -bench . -benchtime 2s -timeout 30m ./...

clean:
	rm -rf bin out
