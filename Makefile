# Everything runs on the Node that npm installs into node_modules, whatever the machine's own Node is.
NODE := node_modules/.bin/node
SHELL := /bin/bash
MACHINE_PATH := $(PATH)
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

INSTALLED := node_modules/.package-lock.json
SOURCES := $(shell find services libs stand-ins deploy bench -name node_modules -prune -o -type f \( -name '*.ts' -o -name '*.tsx' -o -name '*.openapi.json' \) -print 2>/dev/null)
WEB_SOURCES := $(shell find web libs/contracts -name node_modules -prune -o -path web/dist -prune -o -type f -print 2>/dev/null)
WEB := $(if $(wildcard web/index.html),web/dist/index.html)
# For commands about a running product: it runs from node_modules and dist, so these are made where they are missing and
# otherwise left as they are, whatever the sources say by now.
BUILT := $(if $(and $(wildcard $(INSTALLED)),$(wildcard dist/.built)),,$(INSTALLED) dist/.built)

.DEFAULT_GOAL := help
.PHONY: help up down status models verify backup restore republish secrets demo test test-deep outages crashes mutants check bench soak lighthouse screenshots migrate seed api build clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

up: build ## Start everything and stay (Ctrl-C stops it); DETACH=1 returns when it runs, PORT=9000 moves the web app
	@$(NODE) --enable-source-maps dist/deploy/local/up.js

down: $(BUILT) ## Stop what `make up` started
	@$(NODE) dist/deploy/local/down.js

status: $(BUILT) ## Say what runs and how it is
	@$(NODE) dist/deploy/local/status.js

verify: $(BUILT) ## Check what must hold on the running system, reading only; JSON=1 for machines, ONLY=ledger
	@$(NODE) --enable-source-maps dist/deploy/local/verify.js

backup: $(BUILT) ## Make an encrypted backup of the running system, below backups/ or at TO=path
	@$(NODE) --enable-source-maps dist/deploy/local/backup.js

restore: $(if $(filter objects,$(ONLY)),$(BUILT),build) ## Make the system what it was: FROM=path; REPLACE=yes where data may be lost, ONLY_COPY=yes where no other copy uses its Stripe account, ONLY=objects for lost objects alone
	@$(NODE) --enable-source-maps dist/deploy/local/restore.js

republish: $(BUILT) ## Tell all services again what was published, when RabbitMQ has lost its data; SINCE=2026-11-24T08:00Z
	@$(NODE) --enable-source-maps dist/deploy/local/republish.js

models: $(BUILT) ## Fetch the speech models now, or wait while the running product does; MODELS=english for the small ones, MODELS_URL=mirror
	@$(NODE) --enable-source-maps dist/deploy/local/models.js

secrets: $(INSTALLED) dist/.built ## Print the secrets of a production that its .env (or the environment) lacks, as lines to append to it
	@$(NODE) dist/deploy/image/secrets.js

demo: $(BUILT) ## Walk through the main job from the shell, on a running system
	@$(NODE) --enable-source-maps dist/deploy/demo/demo.js

test: ## The gate: every behaviour once; SUITE=unit, FILE=part/of/a/path, CHANGED=1; the last line is `N passed, N failed`
	@$(MAKE) --no-print-directory build || { echo '0 passed, 1 failed'; exit 1; }
	@$(NODE) --enable-source-maps dist/deploy/testing/run.js gate

test-deep: ## What is exhaustive or needs the machine for itself; the last line is as in `test`
	@$(MAKE) --no-print-directory build || { echo '0 passed, 1 failed'; exit 1; }
	@$(NODE) --enable-source-maps dist/deploy/testing/run.js deep

outages: build ## Take away each server and company for 5 s, 1 and 6 minutes while people use it (six and a half hours); SECONDS_AWAY=5, ONLY=postgres
	@OUTAGE_SECONDS=$${SECONDS_AWAY:-all} OUTAGE_ONLY="$$ONLY" FILE=e2e/outages $(NODE) --enable-source-maps dist/deploy/testing/run.js deep

crashes: ## Every failpoint, every way to die there, one and two copies of each service; ONLY=payments.refund, SEED=123
	@CRASH_SHARE=1 CRASH_ONLY='$(ONLY)' TEST_SEED='$(SEED)' $(MAKE) --no-print-directory test SUITE=deep-system FILE=e2e/crashes

mutants: build ## Show that the tests notice small wrong changes; ONLY=payments takes those of one area
	@$(NODE) --enable-source-maps dist/deploy/testing/mutants.js

check: $(INSTALLED) dist/.built ## Look at the sources: lint, types, dependencies
	@$(NODE) dist/deploy/testing/run.js checks

api: $(INSTALLED) dist/.built ## Write openapi.json and the web app's types from the controllers
	@$(NODE) dist/deploy/api/openapi.js

bench: build ## Measure
	@$(NODE) --enable-source-maps dist/bench/run.js

soak: build ## Use it for two hours while its clock runs a day in a minute, and see whether it stays as it was; MINUTES=20
	@$(NODE) --enable-source-maps dist/bench/soak.js

lighthouse: build ## Measure the pages as a phone loads them, and how fast they answer a press; fails on a miss
	@$(NODE) node_modules/@playwright/test/cli.js test -c e2e/measure.config.ts

screenshots: build ## Take pictures of the key screens into .local/screens, a few of them into docs/images
	@$(NODE) node_modules/@playwright/test/cli.js test -c e2e/pictures.config.ts

migrate: $(INSTALLED) dist/.built ## Bring the databases of the running system to the newest version
	@$(NODE) dist/deploy/local/migrate.js

seed: $(BUILT) ## Make the demo logins on the running system
	@$(NODE) dist/deploy/local/seed.js

build: $(INSTALLED) dist/.built $(WEB) ## Install packages and compile, where something has changed

clean: ## Stop the system, remove its data and everything that was built
	@# The compiled program knows what runs and where its data is.
	@if [ -d .local ] && [ ! -f dist/.built ]; then $(MAKE) --no-print-directory dist/.built; fi
	@if [ -f dist/.built ]; then $(NODE) dist/deploy/local/down.js --purge; fi
	@# The key of backups that are still there is left in it.
	@rm -rf dist web/dist coverage test-results
	@[ -f .local/backup-key.txt ] || rm -rf .local

$(INSTALLED): package-lock.json package.json
	@# With the machine's own Node: npm would remove ours while it runs on it.
	@# Node and the compiler are development packages, which NODE_ENV=production or a setting of npm would leave out.
	@PATH='$(MACHINE_PATH)' deploy/with-progress.sh 'installing npm packages (a minute or two)' npm ci --include=dev --no-audit --no-fund
	@touch $@

dist/.built: $(SOURCES) tsconfig.json tsconfig.build.json $(INSTALLED)
	@deploy/with-progress.sh 'compiling' $(NODE) node_modules/@typescript/native/bin/tsc -p tsconfig.build.json
	@touch $@

web/dist/index.html: $(WEB_SOURCES) $(INSTALLED)
	@deploy/with-progress.sh 'building the web app' $(NODE) node_modules/vite/bin/vite.js build web
	@touch $@
