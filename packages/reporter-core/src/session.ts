import { isApiKeyText } from '@svc/contract/api-key-text';
import type { IngestBody } from '@svc/contract/ingest';
import { fitBody } from './fit-body.ts';
import { type Environment, type ReporterOptions, resolveOptions } from './options.ts';
import { makeRedact, type Redact } from './redact.ts';
import { type RunFacts, runFacts } from './run-facts.ts';
import { deliveryLine, failedLine, leftLine, refusedLine, sentLine, warnings } from './run-line.ts';
import type { RunReport, RunSettings } from './run-report.ts';
import { sendSpool } from './send-spool.ts';
import { type SpoolWrite, writeSpool } from './spool.ts';
import { upload } from './upload.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';
import { within } from './within.ts';

export interface SessionSettings extends RunSettings {
  options: ReporterOptions;
  /** Reruns in watch mode are reported only where `enabled` is `watch`. */
  isWatching?: boolean;
  env?: Environment;
  /** Takes one line; default: standard error, since standard output belongs to the framework. */
  print?: (line: string) => void;
}

/**
 * Reports one run: made when it begins, and ended by `finish` or, when a signal takes the process
 * away, by `leave`. Neither ever throws, and with everything they wait for they end within the
 * upload budget. Without a key a session prints one notice and does nothing else.
 */
export class Session {
  readonly #directory: string;
  readonly #print: (line: string) => void;
  readonly #options: ReturnType<typeof resolveOptions>;
  readonly #redact: Redact;
  /** Absent when there is nothing to report to. */
  readonly #facts: RunFacts | undefined;
  readonly #isEnabled: boolean;
  readonly #warnings: string[];
  #report: RunReport | undefined;
  #isOver = false;

  constructor(settings: SessionSettings) {
    const env = settings.env ?? process.env;
    this.#directory = settings.directory;
    this.#print = settings.print ?? ((line) => process.stderr.write(`${line}\n`));
    this.#options = resolveOptions(settings.options, env);
    const { apiKey, enabled, redact: names, complaints } = this.#options;
    this.#warnings = complaints;
    this.#redact = makeRedact({ apiKey, env, names });
    this.#isEnabled = enabled === 'watch' || (enabled && settings.isWatching !== true);
    if (this.#isEnabled && apiKey !== undefined) {
      this.#facts = runFacts(this.#options, settings, env);
    }
  }

  /** Sends the run, then what earlier ones left behind; or keeps it. Prints one line, and warnings before it. */
  async finish(makeReport: () => RunReport): Promise<void> {
    const deadlineAt = Date.now() + this.#options.uploadBudgetMs;
    try {
      if (this.#isOver || !this.#isEnabled) return;
      if (this.#facts === undefined) return this.#say(NO_KEY);
      const report = makeReport();
      this.#report = report;
      await within(FACTS_MS, this.#facts.complete);
      const body = fitBody(this.#facts.body(report), this.#redact);
      for (const text of [...this.#warnings, ...warnings(body, report)]) this.#say(text);
      await this.#send(body, deadlineAt);
    } catch (error) {
      this.#say(`could not report this run: ${reason(error)}`);
    } finally {
      this.#isOver = true;
    }
  }

  /** Something that went wrong on the way, told before the line at the end. */
  warn(text: string): void {
    if (!this.#warnings.includes(text)) this.#warnings.push(text);
  }

  /**
   * Keeps the run in the spool, synchronously, for a process that is about to end. During `finish`
   * that is the whole run, and a resend of what has already arrived is counted once.
   */
  leave(makeReport: () => RunReport): void {
    if (this.#isOver || this.#facts === undefined) return;
    this.#isOver = true;
    try {
      const body = fitBody(this.#facts.body(this.#report ?? makeReport()), this.#redact);
      this.#say(leftLine(body, this.#keep(body)));
    } catch (error) {
      this.#say(`could not keep this run: ${reason(error)}`);
    }
  }

  async #send(body: IngestBody, deadlineAt: number): Promise<void> {
    const target = { url: this.#options.url, apiKey: this.#options.apiKey ?? '' };
    const outcome = await this.#upload(body, target, deadlineAt);
    // A signal came meanwhile and has kept the run.
    if (this.#isOver) return;
    if (outcome.ok) {
      const earlier = await sendSpool(this.#directory, target, deadlineAt - Date.now());
      this.#say(sentLine(body, outcome.answer) + deliveryLine(earlier));
    } else if (outcome.failure.resend) {
      this.#say(failedLine(outcome.failure, this.#keep(body)));
    } else {
      this.#say(refusedLine(outcome.failure, this.#keep(body, 'refused')));
    }
  }

  async #upload(
    body: IngestBody,
    target: UploadTarget,
    deadlineAt: number,
  ): Promise<UploadOutcome> {
    if (target.apiKey.startsWith('svc_') && !isApiKeyText(target.apiKey)) {
      const message = 'the API key is mistyped or cut short';
      return { ok: false, failure: { kind: 'unauthorized', message, resend: true } };
    }
    const budgetMs = deadlineAt - Date.now();
    // In CI the spool mostly goes with the machine, so it is worth waiting out a server's restart there.
    const isLocal = body.execution.ci === undefined;
    const unreachableBudgetMs = isLocal ? Math.min(LOCAL_UNREACHABLE_MS, budgetMs) : budgetMs;
    return upload(body, target, { budgetMs, unreachableBudgetMs });
  }

  #keep(body: IngestBody, state: 'unsent' | 'refused' = 'unsent'): SpoolWrite {
    const savedAt = new Date().toISOString();
    return writeSpool({ savedAt, url: this.#options.url, body }, this.#directory, state);
  }

  #say(text: string): void {
    this.#print(`svc: ${this.#redact(text)}`);
  }
}

const NO_KEY = 'no SVC_API_KEY, so this run is not reported.';
// They were asked for when the run began; what is not there by now would only hold it up.
const FACTS_MS = 3_000;
// On a desk a server that is not running stays so, and the spool keeps the run.
const LOCAL_UNREACHABLE_MS = 2_000;

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
