import type {
  Annotation,
  IngestFile,
  IngestResult,
  ResultStatus,
} from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { toText, type JsonRecord } from '../json/json-fields.ts';
import { BoundedOutput } from '../lines/bounded-output.ts';
import type { RunningBudget } from '../lines/running-budget.ts';
import type { SentPath } from '../report-parser.ts';
import { isTimeout, withoutRunMarks } from '../text/text-error.ts';
import { buildGoError, buildPackageError, withoutPackageMarks } from './go-error.ts';

export type GoOutcome = 'pass' | 'fail' | 'skip';

export interface PackageOutcome {
  action: GoOutcome;
  durationMs: number;
  at: number | undefined;
}

/** One run of the tests of a package, as far as its events have been read. */
export class GoPackage {
  /** True if an event reported its start: only then its end is missing at the end of the report. */
  hasBegun = false;
  readonly #budget: RunningBudget;
  readonly #name: string;
  readonly #sentPath: SentPath;
  readonly #output = new BoundedOutput();
  readonly #running = new Map<string, RunningTest>();
  /** The first error of a failed subtest, for the tests around it, which fail without a reason of their own. */
  readonly #errorsInside = new Map<string, TestError>();
  #hasFailed = false;
  /** How much of the budget its own output takes. */
  #characters = 0;
  /** A panic that arrived just after a test had passed. */
  #panic = '';

  constructor(name: string, { sentPath, budget }: { sentPath: SentPath; budget: RunningBudget }) {
    budget.begin();
    this.#budget = budget;
    this.#name = name;
    this.#sentPath = sentPath;
  }

  begin(test: string | undefined, at: number | undefined): void {
    this.hasBegun = true;
    if (test !== undefined) this.#ensureTest(test).startedAt ??= at;
  }

  addOutput(test: string | undefined, text: string, type: unknown): void {
    if (test === undefined) {
      const kept = this.#budget.keep(text);
      this.#characters += kept.length;
      this.#output.add(kept);
      return;
    }
    const running = this.#ensureTest(test);
    const kept = this.#budget.keep(text);
    running.characters += kept.length;
    running.output.add(kept);
    if (type === 'error' || type === 'error-continue') running.errors.add(kept);
  }

  /** An attribute that the test set, since Go 1.25. */
  annotate(test: string | undefined, { Key: key, Value: value }: JsonRecord): void {
    const type = toText(key);
    if (test === undefined || type === undefined) return;
    const { annotations } = this.#ensureTest(test);
    if (annotations.length >= MOST_ANNOTATIONS) return;
    const description = toText(value);
    annotations.push(description === undefined ? { type } : { type, description });
  }

  /** The result of a test that ended. */
  end(
    test: string,
    { action, durationMs, at }: { action: GoOutcome; durationMs: number; at?: number | undefined },
  ): IngestResult {
    const running = this.#ensureTest(test);
    this.#running.delete(test);
    this.#budget.end(running.characters);
    if (action === 'pass')
      this.#panic = /^panic: [\s\S]*/m.exec(running.output.text)?.[0] ?? this.#panic;
    const errors = action === 'fail' ? [this.#buildError(test, running)] : undefined;
    const startedAt = running.startedAt ?? (at === undefined ? undefined : at - durationMs);
    const status = deriveStatus(action, errors);
    return this.#buildResult(test, running, { status, durationMs, startedAt, errors });
  }

  /**
   * The results of tests that did not end, and the package as a file. A package that fails without a failing test did
   * not build, or failed outside its tests.
   */
  close({ action, durationMs, at, build }: PackageOutcome & { build: string }): {
    file: IngestFile;
    results: IngestResult[];
  } {
    const results = [...this.#running.keys()].map((test) =>
      this.end(test, {
        action: this.#deriveMissingAction(test, action),
        durationMs: Math.max(0, (at ?? 0) - (this.#ensureTest(test).startedAt ?? at ?? 0)),
      }),
    );
    this.#budget.end(this.#characters);
    const output = withoutPackageMarks(this.#output.text);
    const errors =
      action === 'fail' && !this.#hasFailed
        ? [buildPackageError(build.trim(), output || this.#panic.trim())]
        : undefined;
    const stdout = output === '' || errors !== undefined ? undefined : `${output}\n`;
    return { file: { file: this.#sentPath(this.#name), durationMs, errors, stdout }, results };
  }

  /** The results of tests that ran when the report ended. */
  interrupt(): IngestResult[] {
    return [...this.#running].map(([test, running]) =>
      this.#buildResult(test, running, {
        status: 'interrupted',
        durationMs: 0,
        startedAt: running.startedAt,
      }),
    );
  }

  #buildResult(
    test: string,
    { output, annotations: own }: RunningTest,
    {
      status,
      durationMs,
      startedAt,
      errors,
    }: {
      status: ResultStatus;
      durationMs: number;
      startedAt: number | undefined;
      errors?: TestError[] | undefined;
    },
  ): IngestResult {
    const said = withoutRunMarks(output.text);
    // The output of a failed test is its error, and that of a skipped one its reason.
    const stdout =
      status !== 'passed' && status !== 'interrupted' ? undefined : said && `${said}\n`;
    const isPlain = status === 'skipped' || (status === 'passed' && !stdout);
    const skip: Annotation[] =
      status === 'skipped'
        ? [said === '' ? { type: 'skip' } : { type: 'skip', description: said }]
        : [];
    const annotations = [...own, ...skip];
    return {
      file: this.#sentPath(this.#name),
      titlePath: test.split('/'),
      status,
      durationMs,
      startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
      attempts: isPlain ? undefined : [{ status, durationMs, errors, stdout: stdout || undefined }],
      annotations: annotations.length > 0 ? annotations : undefined,
    };
  }

  #buildError(test: string, { output, errors }: RunningTest): TestError {
    this.#hasFailed = true;
    const text = output.text;
    const inside = this.#errorsInside.get(test);
    this.#errorsInside.delete(test);
    const error =
      inside !== undefined && withoutRunMarks(text) === ''
        ? inside
        : buildGoError(
            { text, errors: errors.text.trim() },
            { packageName: this.#name, sentPath: this.#sentPath },
          );
    const around = test.split('/').slice(0, -1);
    for (let parts = around.length; parts > 0 && parts > around.length - DEEPEST; parts--) {
      const outer = around.slice(0, parts).join('/');
      if (this.#errorsInside.has(outer) || this.#errorsInside.size >= MOST_AROUND) continue;
      this.#errorsInside.set(outer, error);
    }
    return error;
  }

  /** A crash ends tests without an event; a test that the crash did not meet may have written its own mark. */
  #deriveMissingAction(test: string, action: GoOutcome): GoOutcome {
    const marks = /^[ \t]{0,100}--- (PASS|SKIP): /m.exec(this.#ensureTest(test).output.text);
    if (marks?.[1] === 'SKIP') return 'skip';
    return marks?.[1] === 'PASS' && !this.#ensureTest(test).output.text.includes('panic: ')
      ? 'pass'
      : action;
  }

  #ensureTest(name: string): RunningTest {
    const known = this.#running.get(name);
    if (known !== undefined) return known;
    this.#budget.begin();
    const running = {
      startedAt: undefined,
      output: new BoundedOutput(),
      errors: new BoundedOutput(),
      annotations: [],
      characters: 0,
    };
    this.#running.set(name, running);
    return running;
  }
}

interface RunningTest {
  startedAt: number | undefined;
  output: BoundedOutput;
  errors: BoundedOutput;
  annotations: Annotation[];
  /** How much of the budget its output takes. */
  characters: number;
}

const MOST_ANNOTATIONS = 1_000;
// A test around a failed one ends soon after it.
const MOST_AROUND = 1_000;
// A name may consist of slashes only.
const DEEPEST = 50;

function deriveStatus(action: GoOutcome, errors: TestError[] | undefined): ResultStatus {
  if (errors !== undefined) return errors.some(isTimeout) ? 'timedOut' : 'failed';
  return action === 'skip' ? 'skipped' : 'passed';
}
