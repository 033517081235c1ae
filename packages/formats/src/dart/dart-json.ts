import type { TestError } from '@svc/contract/executions/test-errors';
import { toDurationMs, toNumber, toRecord, toText, type JsonRecord } from '../json/json-fields.ts';
import { JsonLines, type JsonLinesListener } from '../lines/json-lines.ts';
import { RunningBudget } from '../lines/running-budget.ts';
import type { BatchCollector } from '../report-batch.ts';
import { ReportError } from '../report-error.ts';
import type { MakeParsers, SentPath } from '../report-parser.ts';
import { buildDartError } from './dart-error.ts';
import { DartTest } from './dart-test.ts';
import { NewestEntries } from './newest-entries.ts';

/**
 * The events of `dart test --reporter json` and `flutter test --machine`. They have no time of day.
 * @see https://github.com/dart-lang/test/blob/master/pkgs/test/doc/json_reporter.md
 */
export const makeDartParsers: MakeParsers = (into, sentPath) => [
  new JsonLines(new DartEvents(into, sentPath)),
];

class DartEvents implements JsonLinesListener {
  readonly #into: BatchCollector;
  readonly #sentPath: SentPath;
  readonly #suites = new NewestEntries<{ file: string; variant: string | undefined }>(
    ({ file }) => file.length,
  );
  readonly #groups = new NewestEntries<string>((name) => name.length);
  readonly #running = new Map<number, DartTest>();
  readonly #budget = new RunningBudget();
  #isDone = false;
  #hasFailed = false;

  constructor(into: BatchCollector, sentPath: SentPath) {
    this.#into = into;
    this.#sentPath = sentPath;
    into.tell({ framework: 'dart' });
  }

  record(event: JsonRecord): void {
    const test = this.#running.get(toNumber(event['testID']) ?? -1);
    const type = event['type'];
    if (type === 'start') this.#isDone = false;
    else if (type === 'suite') this.#addSuite(toRecord(event['suite']));
    else if (type === 'group') this.#addGroup(toRecord(event['group']));
    else if (type === 'testStart') this.#begin(toRecord(event['test']), event);
    else if (type === 'print') test?.print(event);
    else if (type === 'error') this.#addError(test, buildDartError(event, this.#sentPath));
    else if (type === 'testDone') this.#end(test, event);
    else if (type === 'done') {
      this.#isDone = true;
      const durationMs = toDurationMs(event['time']);
      this.#into.tell({ durationMs, status: deriveRunStatus(event['success']) });
    }
  }

  /** @throws ReportError for a run that was not done: it was killed, or its output cut off. */
  end(): void {
    for (const test of this.#running.values()) {
      if (!test.isHidden)
        this.#into.add(test.buildResult({ status: 'interrupted', atMs: test.startedMs }));
    }
    // Flutter may exit after a failure before it has written the last event.
    const mayBeWhole = this.#hasFailed && this.#running.size === 0;
    if (!this.#isDone && !mayBeWhole) throw new ReportError('it ends before the run was done');
  }

  #addSuite({ id, path, platform }: JsonRecord): void {
    const variant = toText(platform);
    this.#suites.set(toNumber(id), {
      file: this.#sentPath(toText(path) ?? 'unknown'),
      // The usual platform has no name, as in other reports.
      variant: variant === 'vm' ? undefined : variant,
    });
  }

  #addGroup({ id, name }: JsonRecord): void {
    this.#groups.set(toNumber(id), toText(name) ?? '');
  }

  #begin(test: JsonRecord, event: JsonRecord): void {
    const id = toNumber(test['id']);
    if (id === undefined) return;
    this.#budget.begin();
    const suite = this.#suites.get(toNumber(test['suiteID']));
    const groupIds = Array.isArray(test['groupIDs']) ? test['groupIDs'].slice(0, MOST_GROUPS) : [];
    const groups = groupIds.map((one: unknown) => this.#groups.get(toNumber(one)) ?? '');
    this.#running.set(
      id,
      new DartTest(test, {
        file: suite?.file ?? 'unknown',
        variant: suite?.variant,
        groups,
        startedMs: toDurationMs(event['time']),
        budget: this.#budget,
      }),
    );
  }

  /** An error after the end of its test fails the run. */
  #addError(test: DartTest | undefined, error: TestError): void {
    if (test === undefined) this.#into.tell({ errors: [error] });
    else test.addError(error);
  }

  /** Loading a file, and setting up and tearing down a group, are tests of the runner, and hidden unless they fail. */
  #end(test: DartTest | undefined, event: JsonRecord): void {
    if (test === undefined) return;
    this.#running.delete(toNumber(event['testID']) ?? -1);
    this.#budget.end(test.characters);
    const atMs = toDurationMs(event['time']);
    const isPassed = event['result'] === 'success';
    this.#hasFailed ||= !isPassed;
    if (test.isHidden || event['hidden'] === true) {
      if (!isPassed) this.#into.addFile(test.buildFailedFile(atMs));
      return;
    }
    const passed = event['skipped'] === true ? 'skipped' : 'passed';
    this.#into.add(test.buildResult({ status: isPassed ? passed : 'failed', atMs }));
  }
}

/** `null` if the runner was closed before all tests had ended. */
function deriveRunStatus(success: unknown): 'failed' | 'interrupted' | undefined {
  if (success === true) return undefined;
  return success === null ? 'interrupted' : 'failed';
}

const MOST_GROUPS = 90;
