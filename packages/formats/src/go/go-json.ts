import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { toNumber, toText, type JsonRecord } from '../json/json-fields.ts';
import { BoundedOutput } from '../lines/bounded-output.ts';
import { JsonLines, type JsonLinesListener } from '../lines/json-lines.ts';
import { HeldFailures } from '../held-failures.ts';
import { ReportError } from '../report-error.ts';
import type { BatchCollector } from '../report-batch.ts';
import type { MakeParsers, SentPath } from '../report-parser.ts';
import { RunningBudget } from '../lines/running-budget.ts';
import { parseEpochMs } from '../timestamps.ts';
import { buildPackageError } from './go-error.ts';
import { GoPackage, type PackageOutcome } from './go-package.ts';

/**
 * The events of `go test -json`, and of `gotestsum --jsonfile`, which runs failed tests again. The package serves as
 * the file. Other lines, such as errors of the build before Go 1.24, belong to the next package that fails.
 */
export const makeGoParsers: MakeParsers = (into, sentPath) => [
  new JsonLines(new GoEvents(into, sentPath)),
];

class GoEvents implements JsonLinesListener {
  readonly #into: BatchCollector;
  readonly #sentPath: SentPath;
  readonly #packages = new Map<string, GoPackage>();
  readonly #held: HeldFailures;
  /** Output of builds by what was built, and of lines without an event. */
  readonly #builds = new Map<string, BoundedOutput>();
  readonly #files = new Set<string>();
  readonly #budget = new RunningBudget();
  readonly #failedBuilds = new Set<string>();
  #stray = new BoundedOutput();
  /** How many packages have ended: a test that runs again afterwards is a retry. */
  #endedPackages = 0;
  #hasEvents = false;

  constructor(into: BatchCollector, sentPath: SentPath) {
    this.#into = into;
    this.#sentPath = sentPath;
    this.#held = new HeldFailures(into);
    into.tell({ framework: 'go' });
  }

  record(event: JsonRecord): void {
    const { Action: action, Output: output } = event;
    this.#hasEvents ||= typeof action === 'string';
    if (action === 'build-output') {
      this.#build(toText(event['ImportPath']) ?? '').add(toText(output) ?? '');
      return;
    }
    if (action === 'build-fail' && this.#failedBuilds.size < MOST_BUILDS) {
      this.#failedBuilds.add(toText(event['ImportPath']) ?? '');
    }
    const packageName = toText(event['Package']);
    if (packageName === undefined) return;
    const at = parseEpochMs(toText(event['Time']), 'utc');
    this.#into.tell({ startedAt: at, endedAt: at });
    const goPackage = this.#ensurePackage(packageName);
    const test = toText(event['Test']);
    if (action === 'output') goPackage.addOutput(test, toText(output) ?? '', event['OutputType']);
    else if (action === 'attr') goPackage.annotate(test, event);
    else if (action === 'run' || action === 'start') goPackage.begin(test, at);
    else if (action === 'pass' || action === 'fail' || action === 'skip') {
      const durationMs = Math.round((toNumber(event['Elapsed']) ?? 0) * 1000);
      if (test === undefined) this.#endPackage(packageName, { action, durationMs, at, event });
      else this.#add(goPackage.end(test, { action, durationMs, at }));
    }
  }

  addStray(line: string): void {
    this.#stray.add(`${line}\n`);
  }

  /**
   * @throws ReportError for a package that did not end: `go test` was killed, or its output cut off. Also throws for a
   * report without events.
   */
  end(): void {
    if (!this.#hasEvents) throw new ReportError('it has no event of go test');
    const open = [...this.#packages].filter(([, { hasBegun }]) => hasBegun);
    for (const [, goPackage] of open) {
      for (const result of goPackage.interrupt()) this.#into.add(result);
    }
    this.#held.release();
    for (const importPath of this.#failedBuilds) this.#addFailedBuild(importPath);
    const [first] = open;
    if (first !== undefined) throw new ReportError(`it ends before the package ${first[0]}`);
  }

  #ensurePackage(name: string): GoPackage {
    const known = this.#packages.get(name);
    if (known !== undefined) return known;
    const goPackage = new GoPackage(name, { sentPath: this.#sentPath, budget: this.#budget });
    this.#packages.set(name, goPackage);
    return goPackage;
  }

  #endPackage(name: string, { event, ...outcome }: PackageOutcome & { event: JsonRecord }): void {
    const goPackage = this.#ensurePackage(name);
    this.#packages.delete(name);
    const failedBuild = toText(event['FailedBuild']) ?? '';
    const build = this.#builds.get(failedBuild);
    this.#failedBuilds.delete(failedBuild);
    const { file, results } = goPackage.close({
      ...outcome,
      build: build?.text ?? (outcome.action === 'fail' ? this.#stray.text : ''),
    });
    if (file.errors !== undefined) this.#stray = new BoundedOutput();
    for (const result of results) this.#add(result);
    if (outcome.action !== 'skip' && !this.#isKnown(file)) this.#into.addFile(file);
    this.#endedPackages++;
  }

  /** True if the package ran before, and has no new facts. */
  #isKnown({ file, errors, stdout }: IngestFile): boolean {
    const isKnown = this.#files.has(file) && errors === undefined && stdout === undefined;
    if (this.#files.size < MOST_FILES) this.#files.add(file);
    return isKnown;
  }

  #add(result: IngestResult): void {
    this.#held.add(result, this.#endedPackages);
  }

  /**
   * A build whose package has no events, such as one that was killed. `shop/cart [shop/cart.test]` builds its tests.
   */
  #addFailedBuild(importPath: string): void {
    const name = (importPath.split(' [', 1)[0] ?? '').replace(/\.test$/, '');
    const output = this.#builds.get(importPath)?.text.trim() ?? '';
    this.#into.addFile({
      file: this.#sentPath(name || 'unknown'),
      durationMs: 0,
      errors: [buildPackageError(output, '')],
    });
  }

  #build(importPath: string): BoundedOutput {
    const known = this.#builds.get(importPath);
    if (known !== undefined) return known;
    const output = new BoundedOutput();
    if (this.#builds.size < MOST_BUILDS) this.#builds.set(importPath, output);
    return output;
  }
}

const MOST_FILES = 100_000;

// More builds fail in no run, and each may keep some of its output.
const MOST_BUILDS = 1_000;
