import { randomUUID } from 'node:crypto';
import { isApiKeyText } from '@svc/contract/api-key-text';
import type { IngestAnswer, IngestBody } from '@svc/contract/ingest';
import type { Artifact, Collection } from './artifacts/artifact.ts';
import type { ChooseSettings } from './artifacts/choose-artifacts.ts';
import { collectArtifacts, collectUnread } from './artifacts/collect-artifacts.ts';
import { sendArtifacts } from './artifacts/send-artifacts.ts';
import { fitBody } from './fit-body.ts';
import { type Environment, type ReporterOptions, resolveOptions } from './options.ts';
import { oneLine } from './one-line.ts';
import { makeRedact, type Redact } from './redact.ts';
import { type RunFacts, runFacts } from './run-facts.ts';
import {
  artifactsLine,
  deliveryLine,
  failedLine,
  leftLine,
  leftOutLine,
  refusedLine,
  sentLine,
  warnings,
} from './run-line.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { RunReport, RunSettings } from './run-report.ts';
import { sendSpool } from './send-spool.ts';
import { type SpoolSettings, type SpoolWrite, writeSpool } from './spool.ts';
import { tellOutcome } from './tell-outcome.ts';
import { upload } from './upload.ts';
import type { UploadOutcome, UploadTarget } from './upload-outcome.ts';
import { withWantedOutput } from './wanted-results.ts';
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
  readonly #choice: ChooseSettings;
  #report: RunReport | undefined;
  /** What is being sent, as soon as that is known. */
  #parcel: Parcel | undefined;
  #isOver = false;

  constructor(settings: SessionSettings) {
    const env = settings.env ?? process.env;
    this.#directory = settings.directory;
    this.#print = settings.print ?? ((line) => process.stderr.write(`${line}\n`));
    this.#options = resolveOptions(settings.options, env);
    const { apiKey, enabled, redact: names, complaints } = this.#options;
    this.#warnings = complaints;
    this.#redact = makeRedact({ apiKey, env, names });
    const runId = randomUUID().slice(0, 8);
    this.#choice = { options: this.#options, directory: this.#directory, runId };
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
      await within(Math.min(FACTS_MS, this.#options.uploadBudgetMs), this.#facts.complete);
      const parcel = await this.#pack(this.#facts, report, deadlineAt);
      if (this.#isOver) return;
      this.#parcel = parcel;
      for (const text of [...this.#warnings, ...warnings(parcel.body, report)]) this.#say(text);
      const outcome = await this.#send(parcel, deadlineAt);
      if (outcome !== undefined) await this.#tell(outcome, deadlineAt);
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
      const { body, artifacts } = this.#parcel ?? this.#packUnread(this.#facts, makeReport);
      this.#say(leftLine(body, this.#keep({ body, artifacts })));
    } catch (error) {
      this.#say(`could not keep this run: ${reason(error)}`);
    }
  }

  async #pack(facts: RunFacts, report: RunReport, deadlineAt: number): Promise<Parcel> {
    // The results come first: files that take long to read must leave them time.
    const readUntilAt = Date.now() + (deadlineAt - Date.now()) * READ_SHARE;
    const reading = collectArtifacts(report, this.#choice, readUntilAt);
    const collection = await within(Math.max(1, readUntilAt - Date.now() + READ_GRACE_MS), reading);
    // A disk that does not answer, such as one of a network.
    if (collection === undefined) this.warn('warning: attachments could not be read in time.');
    return { ...(collection ?? NOTHING_COLLECTED), body: this.#body(facts, report) };
  }

  #packUnread(facts: RunFacts, makeReport: () => RunReport): Parcel {
    const report = this.#report ?? makeReport();
    const collection = collectUnread(report, this.#choice);
    return { ...collection, body: this.#body(facts, report) };
  }

  #body(facts: RunFacts, report: RunReport): IngestBody {
    const wanted = withWantedOutput(report, this.#options.includeOutput);
    return fitBody(facts.body(wanted), this.#redact);
  }

  /** Undefined when a signal came meanwhile, and has kept the run. */
  async #send(parcel: Parcel, deadlineAt: number): Promise<RunOutcome | undefined> {
    const { body, artifacts, leftOut } = parcel;
    const target = { url: this.#options.url, apiKey: this.#options.apiKey ?? '' };
    // What is not sent is kept within the budget too.
    const uploadUntilAt = deadlineAt - Math.min(KEEP_MS, this.#options.uploadBudgetMs / 10);
    const outcome = await this.#upload(body, target, uploadUntilAt);
    if (this.#isOver) return undefined;
    if (outcome.ok) {
      return this.#sendRest(parcel, outcome.answer, { target, uploadUntilAt, deadlineAt });
    }
    const { failure } = outcome;
    const kept = failure.resend
      ? this.#keep({ body, artifacts, copyUntilAt: deadlineAt })
      : this.#keep({ body, state: 'refused' });
    const line = failure.resend ? failedLine(failure, kept) : refusedLine(failure, kept);
    this.#say(line + leftOutLine(leftOut));
    return { ok: false, failure, ...(kept.ok && { keptIn: kept.path }) };
  }

  async #sendRest(
    { body, artifacts, leftOut }: Parcel,
    answer: IngestAnswer,
    { target, uploadUntilAt, deadlineAt }: Rest,
  ): Promise<RunOutcome | undefined> {
    const sent = await sendArtifacts(artifacts, answer, {
      deadlineAt: uploadUntilAt,
      unreachableBudgetMs: this.#unreachableBudgetMs(body, uploadUntilAt),
      serverUrl: target.url,
    });
    if (this.#isOver) return undefined;
    const outcome = { ...sent, leftOut: [...leftOut, ...sent.leftOut] };
    let line = sentLine(body, answer);
    if (sent.pending.length > 0) {
      const { pending } = sent;
      const kept = this.#keep({
        body,
        artifacts: pending,
        copyUntilAt: deadlineAt,
        hasArrived: true,
      });
      line += artifactsLine(outcome, kept);
    } else {
      const earlier = await sendSpool(this.#directory, target, uploadUntilAt - Date.now());
      line += artifactsLine(outcome) + deliveryLine(earlier);
    }
    this.#say(line);
    const { url, number, executionId, accepted } = answer;
    const { sent: count, sentBytes, pending } = sent;
    return {
      ok: true,
      url,
      number,
      executionId,
      accepted,
      artifacts: { sent: count, sentBytes, kept: pending.length, leftOut: outcome.leftOut },
    };
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
    const budgetMs = Math.max(0, deadlineAt - Date.now());
    return upload(body, target, {
      budgetMs,
      unreachableBudgetMs: this.#unreachableBudgetMs(body, deadlineAt),
    });
  }

  #unreachableBudgetMs(body: IngestBody, deadlineAt: number): number {
    const budgetMs = deadlineAt - Date.now();
    // In CI the spool mostly goes with the machine, so it is worth waiting out a server's restart there.
    const isLocal = body.execution.ci === undefined;
    return isLocal ? Math.min(LOCAL_UNREACHABLE_MS, budgetMs) : budgetMs;
  }

  #keep({ body, hasArrived, ...settings }: Kept): SpoolWrite {
    const savedAt = new Date().toISOString();
    const run = { savedAt, url: this.#options.url, body, ...(hasArrived && { hasArrived }) };
    return writeSpool(run, this.#directory, settings);
  }

  async #tell(outcome: RunOutcome, deadlineAt: number): Promise<void> {
    const fault = await tellOutcome(outcome, this.#options, deadlineAt);
    if (fault !== undefined) this.#say(fault);
  }

  #say(text: string): void {
    this.#print(`svc: ${oneLine(this.#redact(text))}`);
  }
}

/** What a run sends. */
interface Parcel extends Collection {
  body: IngestBody;
}

interface Kept extends SpoolSettings {
  body: IngestBody;
  artifacts?: readonly Artifact[];
  hasArrived?: boolean;
}

interface Rest {
  target: UploadTarget;
  uploadUntilAt: number;
  deadlineAt: number;
}

const NOTHING_COLLECTED: Collection = { artifacts: [], leftOut: [] };

const NO_KEY = 'no SVC_API_KEY, so this run is not reported.';
// They were asked for when the run began; what is not there by now would only hold it up.
const FACTS_MS = 3_000;
// Of the budget, for reading attachments; and how much later the last piece may be in.
const READ_SHARE = 0.3;
const READ_GRACE_MS = 1_000;
// For keeping what was not sent: a link is made at once, a copy takes its time.
const KEEP_MS = 1_000;
// On a desk a server that is not running stays so, and the spool keeps the run.
const LOCAL_UNREACHABLE_MS = 2_000;

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
