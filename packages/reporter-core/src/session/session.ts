import { randomUUID } from 'node:crypto';
import { ciRun } from '../facts/ci-facts.ts';
import { forgetSources } from '../source/code-snippet.ts';
import { type Environment, type ReporterOptions, resolveOptions, type Which } from './options.ts';
import { type EndedTests, EarlyUpload, type RunningRun } from './early-upload.ts';
import {
  fittedBody,
  fittedItems,
  type PackSettings,
  packRun,
  packUnread,
  type Parcel,
} from './parcel.ts';
import { FittedRun } from '../redact/fit-body.ts';
import { makeRedact, type Redact } from '../redact/redact.ts';
import { runFacts } from '../facts/run-facts.ts';
import { leftLine, sharedTitles, warnings, withNotes } from './run-line.ts';
import type { RunReport, RunSettings } from './run-report.ts';
import { saveParcel, sendParcel } from './send-parcel.ts';
import { guarded, words } from './guard.ts';
import { tellOutcome } from './tell-outcome.ts';

export interface SessionSettings extends RunSettings {
  options: ReporterOptions;
  /** Reruns in watch mode are reported only where `enabled` is `watch`. */
  isWatching?: boolean;
  env?: Environment;
  /** The variables of test workers that the framework shows: secrets in them are redacted too. */
  workerEnvs?: readonly Environment[];
  /** Takes one line; default: standard error, since standard output belongs to the framework. */
  print?: (line: string) => void;
}

/**
 * Reports one run: made when it begins, and ended by `finish` or, when a signal takes the process
 * away, by `leave`. Neither ever throws, and with everything they wait for they end within the
 * upload budget. Without a key a session does nothing, and says so in CI alone.
 * The constructor never throws: options may hold anything, and what else fails in it is caught.
 */
export class Session {
  readonly #directory: string;
  readonly #print: (line: string) => void;
  readonly #options: ReturnType<typeof resolveOptions>;
  readonly #redact: Redact;
  /** Absent when there is nothing to report to. */
  readonly #packing: PackSettings | undefined;
  #early: EarlyUpload | undefined;
  readonly #isEnabled: boolean;
  readonly #warnings: string[];
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
    this.#warnings = apiKey === undefined ? withoutKey(complaints, env) : [...complaints];
    this.#redact = makeRedact({ apiKey, env, workerEnvs: settings.workerEnvs ?? [], names });
    this.#isEnabled = enabled === 'watch' || (enabled && settings.isWatching !== true);
    if (apiKey !== undefined && this.#isEnabled) this.#packing = this.#pack(settings, env);
    forgetSources();
  }

  /** Undefined where that fails, which is said at the end. */
  #pack(settings: SessionSettings, env: Environment): PackSettings | undefined {
    const options = this.#options;
    const choice = { options, directory: this.#directory, runId: randomUUID().slice(0, 8) };
    try {
      const facts = runFacts(options, settings, env);
      return { facts, options, choice, redact: this.#redact, run: new FittedRun() };
    } catch (error) {
      this.warn(`could not report this run: ${words(error)}`);
      return undefined;
    }
  }

  /** Whether the run is going to be reported: otherwise `finish` asks for no report, and nothing need be noted. */
  get isReporting(): boolean {
    return this.#packing !== undefined;
  }

  /** Of which results output is going to be sent, so that no other has to be kept till the end. */
  get includeOutput(): Which {
    return this.#options.includeOutput;
  }

  /**
   * Takes final results and sends them while tests run. The report passed to `finish` must contain the same
   * objects. Do not call it for a report that is merged from shards.
   */
  takeEnded(tests: EndedTests, run: RunningRun): void {
    if (this.#packing === undefined || this.#isOver || this.#report !== undefined) return;
    this.#early ??= this.#earlyUpload(this.#packing);
    this.#early.take(tests, run);
  }

  /** Sends the run, then what earlier ones left behind; or keeps it. Prints one line, and warnings before it. */
  async finish(makeReport: () => RunReport): Promise<void> {
    const deadlineAt = Date.now() + this.#options.uploadBudgetMs;
    try {
      if (this.#isOver || !this.#isEnabled) return;
      if (this.#packing === undefined) return this.#sayWarnings();
      const report = makeReport();
      this.#report = report;
      await this.#packing.facts.settle(Math.min(FACTS_MS, this.#options.uploadBudgetMs));
      const early = await this.#early?.end(Math.min(EARLY_MS, this.#options.uploadBudgetMs / 4));
      const parcel = await packRun(report, early, { ...this.#packing, deadlineAt });
      if (this.#isOver) return;
      this.#parcel = parcel;
      if (!parcel.isComplete) this.warn('warning: attachments could not be read in time.');
      for (const text of warnings(parcel.whole)) this.warn(text);
      this.#sayWarnings();
      await this.#send(parcel, { report, deadlineAt });
    } catch (error) {
      this.#say(`could not report this run: ${words(error)}`);
    } finally {
      this.#isOver = true;
      forgetSources();
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
    if (this.#isOver || this.#packing === undefined) return;
    this.#isOver = true;
    try {
      const parcel =
        this.#parcel ??
        packUnread(this.#report ?? makeReport(), this.#early?.leave(), this.#packing);
      const kept = saveParcel(parcel, this.#options, this.#directory);
      this.#say(leftLine(parcel, kept));
    } catch (error) {
      this.#say(`could not keep this run: ${words(error)}`);
    }
  }

  #earlyUpload(packing: PackSettings): EarlyUpload {
    const { url, apiKey = '' } = this.#options;
    return new EarlyUpload({
      target: { url, apiKey },
      settled: () => packing.facts.settle(),
      fittedItems: (report) => fittedItems(report, packing),
      fittedBody: (report) => fittedBody(report, packing),
    });
  }

  async #send(
    parcel: Parcel,
    { report, deadlineAt }: { report: RunReport; deadlineAt: number },
  ): Promise<void> {
    const delivery = await sendParcel(parcel, {
      options: this.#options,
      directory: this.#directory,
      deadlineAt,
      print: (line) => this.#say(line),
      isTaken: () => this.#isOver,
      onSettled: () => {
        this.#isOver = true;
      },
    });
    if (delivery === undefined) return;
    const notes = [...(this.#packing?.facts.gaps() ?? []), ...sharedTitles(parcel.whole, report)];
    this.#say(withNotes(delivery.line, notes));
    const fault = await tellOutcome(
      delivery.outcome,
      this.#options,
      deadlineAt + delivery.waitedMs,
    );
    if (fault !== undefined) this.#say(fault);
  }

  #sayWarnings(): void {
    for (const text of this.#warnings) this.#say(text);
  }

  #say(text: string): void {
    this.#print(`svc: ${oneLine(this.#redact(text))}`);
  }
}

/**
 * A developer's machine mostly has no key, and every run would say so. In CI, and where a configuration
 * has a key that cannot be one, somebody expects a report.
 */
function withoutKey(complaints: readonly string[], env: Environment): string[] {
  const ofKey = complaints.filter((text) => text.includes("'apiKey'"));
  const isCi = guarded(
    () => ciRun(env) !== undefined,
    () => true,
  );
  return isCi ? [...ofKey, 'no SVC_API_KEY, so this run is not reported.'] : ofKey;
}

// They were asked for when the run began; what is not there by now would only hold it up.
const FACTS_MS = 1_500;
// Wait for an early request in flight. A longer one is aborted and sent again.
const EARLY_MS = 1_000;

/** The text without line breaks and other control characters, which a title or a server's answer may hold. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
