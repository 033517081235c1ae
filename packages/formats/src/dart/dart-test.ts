import type {
  Annotation,
  IngestAttempt,
  IngestFile,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toNumber, toRecord, toText, type JsonRecord } from '../json/json-fields.ts';
import { BoundedOutput } from '../lines/bounded-output.ts';
import type { RunningBudget } from '../lines/running-budget.ts';
import { findFlutterReason, isDartTimeout } from './dart-error.ts';

export interface DartTestPlace {
  file: string;
  variant: string | undefined;
  /** The full names of the groups around the test, from the outermost. */
  groups: readonly string[];
  startedMs: number;
  budget: RunningBudget;
}

/** One test of Dart, as far as its events have been read. */
export class DartTest {
  readonly startedMs: number;
  /** How much of the budget its output and errors take. */
  characters = 0;
  readonly #test: JsonRecord;
  readonly #place: DartTestPlace;
  readonly #earlier: IngestAttempt[] = [];
  #output = new BoundedOutput();
  #errors: TestError[] = [];
  #skipReason: string | undefined;

  constructor(test: JsonRecord, place: DartTestPlace) {
    this.#test = test;
    this.#place = place;
    this.startedMs = place.startedMs;
    this.#skipReason = toText(toRecord(test['metadata'])['skipReason']);
  }

  /** True if it is not a test of the user: `loading test/cart_test.dart`, or `(setUpAll)` of a group. */
  get isHidden(): boolean {
    const name = toText(this.#test['name']) ?? '';
    const isLoading = this.#place.groups.length === 0 && name.startsWith('loading ');
    return isLoading || /(?:^| )\((?:setUpAll|tearDownAll)\)$/.test(name);
  }

  print({ message, messageType }: JsonRecord): void {
    const text = toText(message) ?? '';
    const retried = text.startsWith('Retry: ') && this.#earlier.length < MOST_ATTEMPTS;
    if (messageType === 'skip') this.#skipReason ??= text.replace(/^Skip: /, '');
    else if (retried) this.#retry();
    else {
      const kept = this.#place.budget.keep(`${text}\n`);
      this.characters += kept.length;
      this.#output.add(kept);
    }
  }

  addError(error: TestError): void {
    if (this.#errors.length >= MOST_ERRORS) return;
    const kept = this.#place.budget.keep(error.message + (error.stack ?? ''));
    this.characters += kept.length;
    const reason = findFlutterReason(error, this.#output.text);
    this.#errors.push(reason === undefined ? error : { ...error, message: reason });
  }

  buildResult({ status, atMs }: { status: ResultStatus; atMs: number }): IngestResult {
    const spentMs = Math.max(0, atMs - this.startedMs);
    const last = this.#buildAttempt(status, spentMs);
    const attempts = [...this.#earlier, last];
    const isPlain =
      attempts.length === 1 && (status === 'skipped' || (status === 'passed' && !last.stdout));
    const skip: Annotation =
      this.#skipReason === undefined
        ? { type: 'skip' }
        : { type: 'skip', description: this.#skipReason };
    return {
      file: this.#place.file,
      titlePath: buildTitlePath(toText(this.#test['name']) ?? '', this.#place.groups),
      variant: this.#place.variant,
      line: findLine(this.#test),
      status: last.status,
      durationMs: spentMs,
      attempts: isPlain ? undefined : attempts,
      annotations: status === 'skipped' ? [skip] : undefined,
    };
  }

  /** The errors of a file that did not load, or of a group that could not be set up. */
  buildFailedFile(atMs: number): IngestFile {
    const { file, variant } = this.#place;
    const errors =
      this.#errors.length > 0
        ? this.#errors
        : [{ message: `Failed: ${toText(this.#test['name'])}` }];
    return { file, variant, durationMs: Math.max(0, atMs - this.startedMs), errors };
  }

  #retry(): void {
    this.#earlier.push(this.#buildAttempt('failed', 0));
    this.#output = new BoundedOutput();
    this.#errors = [];
  }

  #buildAttempt(status: ResultStatus, durationMs: number): IngestAttempt {
    const isTimedOut = status === 'failed' && this.#errors.some(isDartTimeout);
    const stdout = this.#output.text;
    return {
      status: isTimedOut ? 'timedOut' : status,
      durationMs,
      errors: this.#errors.length > 0 && status !== 'passed' ? this.#errors : undefined,
      stdout: stdout === '' ? undefined : stdout,
    };
  }
}

const MOST_ERRORS = 100;
const MOST_ATTEMPTS = 100;

/** The name of a group begins with the name of the group around it, and a test's name with that of its group. */
function buildTitlePath(name: string, groups: readonly string[]): string[] {
  const parts: string[] = [];
  let outer = '';
  for (const full of [...groups, name]) {
    const part = outer !== '' && full.startsWith(`${outer} `) ? full.slice(outer.length + 1) : full;
    if (part !== '' && full !== outer) parts.push(part);
    outer = full === '' ? outer : full;
  }
  return parts.length > 0 ? parts : ['(no name)'];
}

/** A test that another library declares, such as `testWidgets` of Flutter, has the line of its call as `root_line`. */
function findLine({ line, root_line: rootLine, url }: JsonRecord): number | undefined {
  const own = toText(url)?.startsWith('package:') === true ? undefined : toNumber(line);
  return toNumber(rootLine) ?? own;
}
