import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { ReportBatch } from '@svc/formats/report-batch';
import type { Redact } from '@svc/reporter-core/redact/redact';
import { isFlaky } from '@svc/contract/zod-free/is-flaky';
import type { AnyAnalysis } from '@svc/reports/judge/judged-here';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { OutsideError, ReportedFailure, ReportedTest } from '../report/report.ts';

// More than a summary shows. Further failures are only counted.
const MOST_FAILURES = 500;
const MOST_FLAKY = 200;
const MOST_OUTSIDE = 100;
// More than a summary quotes.
const MOST_CHARACTERS = 16_000;

/** Collects the facts for the summary from pieces of reports: redacted, and limited in size. */
export class FileFindings {
  readonly flaky: ReportedTest[] = [];
  readonly outside: OutsideError[] = [];
  /** How many further failures there are. */
  unlisted = 0;
  readonly #failures: ReportedFailure[] = [];
  readonly #redact: Redact;
  readonly #legs: string[];

  constructor({ redact, leg }: { redact: Redact; leg: string | undefined }) {
    this.#redact = redact;
    this.#legs = leg === undefined ? [] : [leg];
  }

  add({ files, results }: ReportBatch): void {
    for (const result of results) {
      if (isFailure(result.status)) {
        if (this.#failures.length < MOST_FAILURES) this.#failures.push(this.#toFailure(result));
        else this.unlisted++;
      } else if (isFlaky(result) && this.flaky.length < MOST_FLAKY) {
        this.flaky.push(this.#toTest(result));
      }
    }
    for (const { file, errors = [] } of files) {
      for (const error of errors) this.#addOutside(file, error);
    }
  }

  addRunErrors(errors: readonly TestError[]): void {
    for (const error of errors) this.#addOutside(null, error);
  }

  /** The failures with their verdicts, which an analysis of the same pieces has in any order. */
  mergeVerdicts(analysis: AnyAnalysis | null): ReportedFailure[] {
    const verdicts = new Map(
      analysis?.failures.map((verdict) => [placeKey(verdict.title, verdict), verdict]),
    );
    return this.#failures.map((failure) => {
      const verdict = verdicts.get(placeKey(failure.titlePath.at(-1) ?? '', failure));
      if (verdict === undefined) return failure;
      const { confidence, suggestion, fingerprint } = verdict;
      return { ...failure, ...deriveLabelFields(verdict), confidence, suggestion, fingerprint };
    });
  }

  #addOutside(file: string | null, error: TestError): void {
    if (this.outside.length < MOST_OUTSIDE) this.outside.push({ file, error: this.#clean(error) });
  }

  #toTest({ titlePath, variant, file, line }: IngestResult): ReportedTest {
    return {
      titlePath: titlePath.map((title) => this.#redact(title)),
      variant: variant ?? null,
      file,
      line: line ?? null,
      legs: this.#legs,
    };
  }

  #toFailure(result: IngestResult): ReportedFailure {
    const attempts = (result.attempts ?? []).filter(({ status }) => isFailure(status));
    const error = attempts.at(-1)?.errors?.[0];
    return {
      ...this.#toTest(result),
      status: result.status === 'timedOut' ? 'timedOut' : 'failed',
      error: error === undefined ? null : this.#clean(error),
      fingerprint: null,
      attempts: Math.max(1, attempts.length),
      change: null,
      classification: null,
      confidence: null,
      suggestion: null,
      excused: null,
    };
  }

  #clean({ message, stack, diff, location }: TestError): TestError {
    const text = (value: string) => this.#redact(value.slice(0, MOST_CHARACTERS));
    return {
      message: text(message),
      ...(stack !== undefined && { stack: text(stack) }),
      ...(diff !== undefined && { diff: text(diff) }),
      ...(location !== undefined && { location }),
    };
  }
}

function placeKey(
  title: string,
  { file, line }: { file: string | null; line: number | null },
): string {
  return JSON.stringify([title, file, line]);
}
