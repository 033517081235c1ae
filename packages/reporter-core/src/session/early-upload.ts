import type { IngestAnswer, IngestBody, IngestFile, IngestResult } from '@svc/contract/ingest';
import { postOnce } from '../upload/post-with-retry.ts';
import { requestKey, splitBody } from '../upload/split-body.ts';
import type { UploadFailure } from '../upload/upload-failure.ts';
import type { UploadTarget } from '../upload/upload-outcome.ts';
import type { RunReport } from './run-report.ts';
import { within } from './within.ts';

/** Results that will not change any more, none of them with an attachment, and their file where it has ended. */
export interface EndedTests {
  file?: IngestFile;
  results: IngestResult[];
}

/** What is known of a run while it goes on. */
export interface RunningRun extends Pick<RunReport['execution'], 'startedAt' | 'shard'> {
  /** How much of it is still to come, from 1 to 0. */
  shareLeft: number;
}

export interface EarlyUploadSettings {
  target: UploadTarget;
  /** Resolves when git's facts are known, or are not waited for any longer. */
  settled: () => Promise<void>;
  /** Files and results as they may leave the machine, and the whole body. */
  fittedItems: (report: RunReport) => Pick<IngestBody, 'files' | 'results'>;
  fittedBody: (report: RunReport) => IngestBody;
}

/** What became of the results that were handed over. */
export interface EarlyOutcome {
  /** All of them, fit to leave the machine, by what was handed over. */
  fitted: ReadonlyMap<object, IngestFile | IngestResult>;
  /** Those of the fitted ones that have not been sent, for the last request to bring. */
  unsent: ReadonlySet<IngestFile | IngestResult>;
  /** Requests of which nobody knows whether they arrived: to be sent again as they are, and counted once. */
  unconfirmed: IngestBody[];
  answers: IngestAnswer[];
  /** How many requests there were, so that the next one has a number of its own. */
  requests: number;
}

interface Items {
  files: IngestFile[];
  results: IngestResult[];
}

/**
 * Sends results while the run goes on, so that little is left to wait for at its end. A request leaves each
 * time that half of what was left of the run has ended, and once a minute for the sake of a run that is
 * killed: so few that a run of any length makes the same handful. The first failure ends that for this run.
 */
export class EarlyUpload {
  readonly #settings: EarlyUploadSettings;
  readonly #fitted = new Map<object, IngestFile | IngestResult>();
  readonly #unconfirmed: IngestBody[] = [];
  readonly #answers: IngestAnswer[] = [];
  readonly #stop = new AbortController();
  #waiting: Items = { files: [], results: [] };
  #requests = 0;
  #shareLeft = 1;
  #sentAt = Date.now();
  #isOver = false;
  #underWay: Promise<void> | undefined;

  constructor(settings: EarlyUploadSettings) {
    this.#settings = settings;
  }

  /** Redacts them now, file by file, since all at once would hold the process up. */
  take({ file, results }: EndedTests, run: RunningRun): void {
    if (this.#isOver) return;
    const files = file === undefined ? [] : [file];
    const report = { execution: executionOf(run), files, results };
    const body = this.#settings.fittedItems(report);
    const fitted = [...(body.files ?? []), ...body.results];
    for (const [index, item] of [...files, ...results].entries()) {
      this.#fitted.set(item, fitted[index] ?? item);
    }
    this.#waiting.files.push(...(body.files ?? []));
    this.#waiting.results.push(...body.results);
    if (this.#isDue(run.shareLeft)) this.#begin(run);
  }

  /** Waits so long for the request under way, and sends no more. */
  async end(longestMs: number): Promise<EarlyOutcome> {
    this.#isOver = true;
    if (this.#underWay !== undefined) await within(longestMs, this.#underWay);
    return this.leave();
  }

  /** At once, for a process that is about to end. */
  leave(): EarlyOutcome {
    this.#isOver = true;
    this.#stop.abort();
    return {
      fitted: this.#fitted,
      unsent: new Set([...this.#waiting.files, ...this.#waiting.results]),
      unconfirmed: [...this.#unconfirmed],
      answers: [...this.#answers],
      requests: this.#requests,
    };
  }

  #isDue(shareLeft: number): boolean {
    const waiting = this.#waiting.results.length;
    if (this.#underWay !== undefined || waiting === 0) return false;
    const isHalf = waiting >= LEAST_RESULTS && shareLeft <= this.#shareLeft / 2;
    return isHalf || Date.now() - this.#sentAt >= LONGEST_WAIT_MS;
  }

  #begin(run: RunningRun): void {
    this.#shareLeft = run.shareLeft;
    this.#sentAt = Date.now();
    this.#underWay = this.#send(run)
      .catch(() => {
        // What is unconfirmed is sent again at the end.
        this.#isOver = true;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  async #send(run: RunningRun): Promise<void> {
    const { settled, fittedBody } = this.#settings;
    await settled();
    if (this.#isOver) return;
    const items = this.#waiting;
    this.#waiting = { files: [], results: [] };
    const head = fittedBody({ execution: executionOf(run), files: [], results: [] });
    const key = requestKey(head.idempotencyKey ?? '', numberOf(this.#requests));
    const body = { ...head, idempotencyKey: key, ...items };
    this.#requests++;
    this.#unconfirmed.push(body);
    const failure = await this.#post(body);
    if (failure === undefined) {
      this.#unconfirmed.splice(this.#unconfirmed.indexOf(body), 1);
      return;
    }
    this.#isOver = true;
    if (mayHaveArrived(failure)) return;
    this.#unconfirmed.splice(this.#unconfirmed.indexOf(body), 1);
    const { files, results } = this.#waiting;
    this.#waiting = {
      files: [...items.files, ...files],
      results: [...items.results, ...results],
    };
  }

  /** Once, since the end of the run sends it again. */
  async #post(body: IngestBody): Promise<UploadFailure | undefined> {
    const { target } = this.#settings;
    const answers: IngestAnswer[] = [];
    for await (const part of splitBody(body)) {
      const deadlineAt = Date.now() + REQUEST_MS;
      const { signal } = this.#stop;
      const outcome = await postOnce(part, target, { deadlineAt, unreachableBudgetMs: 0, signal });
      if (!outcome.ok) {
        // Of several some may have arrived.
        return answers.length > 0 ? { ...outcome.failure, kind: 'serverError' } : outcome.failure;
      }
      answers.push(outcome.answer);
    }
    this.#answers.push(...answers);
    return undefined;
  }
}

/** The number of the first request that brings the items of a run's next body: one may have to be split. */
export function numberOf(requests: number): number {
  return requests * MOST_PARTS + 1;
}

const MOST_PARTS = 100;
// Fewer are quicker sent at the end than twice.
const LEAST_RESULTS = 100;
const LONGEST_WAIT_MS = 60_000;
const REQUEST_MS = 15_000;

function executionOf({ startedAt, shard }: RunningRun): RunReport['execution'] {
  const durationMs = Math.max(0, Date.now() - Date.parse(startedAt));
  return { status: 'running', startedAt, durationMs, shard };
}

/** A server that answers so has stored nothing. */
function mayHaveArrived({ kind, status }: UploadFailure): boolean {
  return !(kind === 'refused' || kind === 'unauthorized' || status === 429);
}
