import type {
  IngestAnswer,
  IngestBody,
  IngestFile,
  IngestResult,
} from '@svc/contract/executions/ingest';
import { postOnce, type UploadTarget } from '../upload/retry/post-with-retry.ts';
import { splitBodyIntoRequests, buildRequestKey } from '../upload/ingest-requests.ts';
import { type RequestsOutcome, sendRequests } from '../upload/send-requests.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import type { RunReport } from '../report/run-report.ts';
import { within } from '../within.ts';
import { clock } from '../clock.ts';

/** Final results without attachments, and their test file if the whole file has ended. */
export interface EndedTests {
  file?: IngestFile;
  results: IngestResult[];
}

/**
 * The facts about a run that are known before it ends. `partial` contains the reasons that are known when the run
 * begins.
 */
export interface RunningRun extends Pick<
  RunReport['execution'],
  'startedAt' | 'shard' | 'partial'
> {
  /** Share of the run that has not ended yet, 1 to 0. */
  shareLeft: number;
}

export interface EarlyUploadSettings {
  target: UploadTarget;
  /** Resolves when git has answered or timed out. */
  settled: () => Promise<void>;
  /** Redacts files and results and cuts them to the limits. */
  fittedItems: (report: RunReport) => Pick<IngestBody, 'files' | 'results'>;
  fittedBody: (report: RunReport) => IngestBody;
}

/** The state of the early upload when the run ends. */
export interface EarlyOutcome {
  /** Every file and result passed to `take`, mapped to its redacted version. */
  fitted: ReadonlyMap<object, IngestFile | IngestResult>;
  /** Redacted files and results that are not sent yet. The last request includes them. */
  unsent: ReadonlySet<IngestFile | IngestResult>;
  /** Requests without an answer. Resend them unchanged: the server recognises their idempotency keys. */
  unconfirmed: IngestBody[];
  answers: IngestAnswer[];
  /** Number of requests so far. The next request's idempotency key continues the count. */
  requests: number;
}

interface Items {
  files: IngestFile[];
  results: IngestResult[];
}

/**
 * Sends results while tests run, so that only a small request is left for the end of the run. Sends when half of
 * the remaining run has ended, and at least once a minute so that a killed run loses little. This keeps the number
 * of requests small for runs of any length. After the first failed request, everything waits for the end of the
 * run.
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
  #sentAt = clock.nowMs();
  #isOver = false;
  #underWay: Promise<void> | undefined;

  constructor(settings: EarlyUploadSettings) {
    this.#settings = settings;
  }

  /** Redacts immediately, one file at a time: redacting all results at once would block the process. */
  take({ file, results }: EndedTests, run: RunningRun): void {
    if (this.#isOver) return;
    const files = file === undefined ? [] : [file];
    const report = { execution: buildRunningExecution(run), files, results };
    const body = this.#settings.fittedItems(report);
    const fitted = [...(body.files ?? []), ...body.results];
    for (const [index, item] of [...files, ...results].entries()) {
      this.#fitted.set(item, fitted[index] ?? item);
    }
    this.#waiting.files.push(...(body.files ?? []));
    this.#waiting.results.push(...body.results);
    if (this.#isDue(run.shareLeft)) this.#begin(run);
  }

  /** Stops sending. Waits up to `longestMs` for the request in flight. */
  async end(longestMs: number): Promise<EarlyOutcome> {
    this.#isOver = true;
    if (this.#underWay !== undefined) await within(longestMs, this.#underWay);
    return this.leave();
  }

  /** Stops sending without waiting, for a process that is about to exit. */
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
    if (this.#underWay !== undefined || waiting === 0 || this.#requests >= MOST_REQUESTS)
      return false;
    // If no test is left to run, the last request follows at once.
    const isHalf = shareLeft > 0 && waiting >= LEAST_RESULTS && shareLeft <= this.#shareLeft / 2;
    return isHalf || clock.nowMs() - this.#sentAt >= LONGEST_WAIT_MS;
  }

  #begin(run: RunningRun): void {
    this.#shareLeft = run.shareLeft;
    this.#sentAt = clock.nowMs();
    this.#underWay = this.#send(run)
      .catch(() => {
        // `unconfirmed` still holds the request. The end of the run resends it.
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
    const head = fittedBody({ execution: buildRunningExecution(run), files: [], results: [] });
    const items = this.#waiting;
    this.#waiting = { files: [], results: [] };
    const key = buildRequestKey(head.idempotencyKey ?? '', computeRequestNumber(this.#requests));
    const body = { ...head, idempotencyKey: key, ...items };
    this.#requests++;
    this.#unconfirmed.push(body);
    const outcome = await this.#post(body);
    if (outcome.ok) {
      this.#answers.push(outcome.answer);
      this.#unconfirmed.splice(this.#unconfirmed.indexOf(body), 1);
      return;
    }
    this.#isOver = true;
    // An earlier answer means that some of the results have arrived. A resend under other keys would count them twice.
    if (outcome.answer !== undefined || mayHaveArrived(outcome.failure)) return;
    this.#unconfirmed.splice(this.#unconfirmed.indexOf(body), 1);
    const { files, results } = this.#waiting;
    this.#waiting = {
      files: [...items.files, ...files],
      results: [...items.results, ...results],
    };
  }

  /** Posts without retries: the end of the run resends what failed. */
  #post(body: IngestBody): Promise<RequestsOutcome> {
    return sendRequests(splitBodyIntoRequests(body), (request) => {
      const deadlineAt = clock.nowMs() + REQUEST_MS;
      return postOnce(request, this.#settings.target, { deadlineAt, signal: this.#stop.signal });
    });
  }
}

/**
 * The number of the next body's first request, after this many bodies. Leaves 99 numbers free, because a body may need
 * several requests.
 */
export function computeRequestNumber(bodies: number): number {
  return bodies * REQUESTS_PER_BODY + 1;
}

const REQUESTS_PER_BODY = 100;
// The server reads numbers of up to five digits.
const MOST_REQUESTS = 900;
// An extra request costs more than sending fewer results at the end.
const LEAST_RESULTS = 100;
const LONGEST_WAIT_MS = 60_000;
const REQUEST_MS = 15_000;

function buildRunningExecution({ startedAt, shard, partial }: RunningRun): RunReport['execution'] {
  const durationMs = Math.max(0, clock.nowMs() - Date.parse(startedAt));
  return { status: 'running', startedAt, durationMs, shard, partial };
}

/** False for answers that mean that the server stored nothing. */
function mayHaveArrived({ kind, status }: UploadFailure): boolean {
  return !(kind === 'refused' || kind === 'unauthorized' || status === 429);
}
