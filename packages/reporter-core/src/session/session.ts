import { randomUUID } from 'node:crypto';
import { rmSync, writeSync } from 'node:fs';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { detectCiRun } from '../facts/ci-facts.ts';
import { forgetSources } from '../source/code-snippet.ts';
import { type Environment, type ReporterOptions, resolveOptions } from '../options/options.ts';
import type { Which } from '../report/wanted-results.ts';
import { type EndedTests, EarlyUpload, type RunningRun } from './early-upload.ts';
import {
  fitReportBody,
  fitReportItems,
  type PackSettings,
  packRun,
  packUnread,
  type Parcel,
} from './parcel.ts';
import { FittedRun } from '../redact/fit-body.ts';
import { makeRedact, type Redact } from '../redact/redact.ts';
import { startRunFacts } from '../facts/run-facts.ts';
import {
  formatLeftLine,
  NOTHING_LEFT_LINE,
  NOTHING_LINE,
  describeSharedTitles,
  collectWarnings,
  withExplanation,
  withNotes,
} from './run-line.ts';
import type { RunReport, RunSettings } from '../report/run-report.ts';
import { formatAmendedLine, buildAmendment, type LateFailure, sendAmendment } from './amendment.ts';
import { saveParcel, sendParcel } from './send-parcel.ts';
import { saveRun, type SpoolWrite } from '../spool/spool.ts';
import { sendWhileExiting } from './send-while-exiting.ts';
import { guard, describeFault } from '../report/guard.ts';
import { isWorthless } from '../report/empty-run.ts';
import type { UploadFailure } from '../report/upload-failure.ts';
import { reportOutcome } from './report-outcome.ts';
import { RunNote } from './run-note.ts';
import { type OwnOptions, describeUnknownOptions } from '../options/unknown-options.ts';
import { clock } from '../clock.ts';
import { withoutRunnerCommands } from '../text/runner-commands.ts';

export interface SessionSettings extends RunSettings {
  options: ReporterOptions;
  /** Further options of this framework's reporter. */
  ownOptions?: OwnOptions;
  /** Whether the framework watches files. Reruns in watch mode are reported only if `enabled` is `watch`. */
  isWatching?: boolean;
  env?: Environment;
  /** The variables of test workers, if the framework exposes them. Their secrets are redacted too. */
  workerEnvs?: readonly Environment[];
  /**
   * Possible causes of a failure of the framework after the reporter: `a coverage threshold`. Then `svc run` excuses
   * nothing.
   */
  unseenCauses?: readonly string[];
  /** Prints one line; default: to standard error, because standard output belongs to the framework. */
  print?: (line: string) => void;
}

/**
 * Reports one run. Create a session when the run begins. End it with `finish`, or with `leave` when a signal ends the
 * process. Neither throws, because both catch errors and print them. Their waits end within the upload budget. A
 * session without an API key does nothing, and prints a line only in CI. The constructor accepts any options and
 * catches other errors.
 */
export class Session {
  readonly #settings: SessionSettings;
  readonly #directory: string;
  readonly #print: (line: string) => void;
  readonly #options: ReturnType<typeof resolveOptions>;
  readonly #redact: Redact;
  /** Absent if the run is not reported. */
  readonly #packing: PackSettings | undefined;
  #early: EarlyUpload | undefined;
  readonly #note: RunNote;
  readonly #isEnabled: boolean;
  readonly #warnings: string[];
  #report: RunReport | undefined;
  /** The parcel being sent. */
  #parcel: Parcel | undefined;
  /** The line of a run that is sent or saved. It is not printed yet. */
  #settledLine: string | undefined;
  #isOver = false;
  #isAmended = false;

  constructor(settings: SessionSettings) {
    const env = settings.env ?? process.env;
    this.#settings = settings;
    this.#directory = settings.directory;
    this.#print = settings.print ?? ((line) => process.stderr.write(`${line}\n`));
    this.#options = resolveOptions(settings.options, env);
    const { apiKey, enabled, redact: names } = this.#options;
    const unknown = guard(
      () => describeUnknownOptions(settings.options, settings.ownOptions),
      () => [],
    );
    const complaints = [...unknown, ...this.#options.complaints];
    this.#warnings = apiKey === undefined ? withoutKey(complaints, env) : complaints;
    this.#redact = makeRedact({ apiKey, env, workerEnvs: settings.workerEnvs ?? [], names });
    this.#isEnabled = enabled === 'watch' || (enabled && settings.isWatching !== true);
    this.#note = new RunNote(this.#options.runFolder, settings.unseenCauses);
    if (apiKey !== undefined && this.#isEnabled) {
      this.#note.begin();
      this.#packing = this.#pack(settings, env);
    }
    forgetSources();
  }

  /** Undefined after an error, which is printed at the end of the run. */
  #pack(settings: SessionSettings, env: Environment): PackSettings | undefined {
    const options = this.#options;
    const choice = { options, directory: this.#directory, runId: randomUUID().slice(0, 8) };
    try {
      const facts = startRunFacts(options, settings, env);
      return { facts, options, choice, redact: this.#redact, run: new FittedRun() };
    } catch (error) {
      this.warn(`could not report this run: ${describeFault(error)}`);
      return undefined;
    }
  }

  /**
   * A session for another part of the same execution, such as another leg of a merged report. Only the first
   * session prints warnings about options.
   */
  createSibling(): Session {
    const { options } = this.#settings;
    const key = this.#packing?.facts.key;
    const other = new Session({ ...this.#settings, options: { ...options, key } });
    other.#warnings.length = 0;
    return other;
  }

  /**
   * Whether the run is reported. If not, `finish` does not call `makeReport`, and the reporter need not record
   * anything.
   */
  get isReporting(): boolean {
    return this.#packing !== undefined;
  }

  /** The results whose output is sent. The reporter need not keep other output. */
  get includeOutput(): Which {
    return this.#options.includeOutput;
  }

  /**
   * Takes final results and sends them while tests run. The report passed to `finish` must contain the same
   * objects. Do not call it for a report that is merged from shards.
   */
  takeEnded(tests: EndedTests, run: RunningRun): void {
    if (this.#packing === undefined || this.#isOver || this.#report !== undefined) return;
    this.#early ??= this.#createEarlyUpload(this.#packing);
    this.#early.take(tests, run);
  }

  /**
   * Sends the run, then what earlier runs left behind. Saves the run if it cannot be sent. Prints warnings and one
   * line.
   */
  async finish(makeReport: () => RunReport): Promise<void> {
    const deadlineAt = clock.nowMs() + this.#options.uploadBudgetMs;
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
      if (isWorthless(parcel.whole)) return await this.#sayNothing(deadlineAt);
      for (const text of collectWarnings(parcel.whole)) this.warn(text);
      this.#sayWarnings();
      await this.#send(parcel, { report, deadlineAt });
    } catch (error) {
      this.#say(`could not report this run: ${describeFault(error)}`);
    } finally {
      this.#isOver = true;
      forgetSources();
    }
  }

  /**
   * Adds an error to a run that `finish` has sent or saved, because the framework failed after its reporters. Saves the
   * error at once, since the process may exit at any time, and sends it while there is time, or else from another
   * process. Never rejects.
   */
  async amend({ error, cause, budgetMs }: LateFailure): Promise<void> {
    const packing = this.#packing;
    if (packing === undefined || this.#report === undefined) return;
    this.#note.addCause(cause);
    if (this.#isAmended || this.#parcel === undefined) return;
    this.#isAmended = true;
    try {
      const body = buildAmendment(this.#report, error, packing);
      const saved = saveRun({ url: this.#options.url, body }, this.#directory);
      const line = (isSent: boolean): string => formatAmendedLine(error.message, saved, isSent);
      const print = this.#settings.print ?? printAtExit;
      const sayAtExit = (): void => this.#say(line(false), print);
      if (budgetMs <= 0) return this.#say(line(this.#amendNow(body, saved)), print);
      if (!saved.ok) return sayAtExit();
      process.once('exit', sayAtExit);
      const isSent = await sendAmendment(saved.path, this.#options, budgetMs);
      process.off('exit', sayAtExit);
      this.#say(line(isSent));
    } catch (fault) {
      this.#say(`could not report this run: ${describeFault(fault)}`);
    }
  }

  /** Sends the saved error from a process that exits now. Returns whether the server has it. */
  #amendNow(body: IngestBody, saved: SpoolWrite): boolean {
    const { url, apiKey = '', uploadBudgetMs } = this.#options;
    let isSent = false;
    try {
      isSent = sendWhileExiting(body, { url, apiKey }, uploadBudgetMs);
    } catch {
      // Where no process may be started, the error stays saved.
    }
    if (isSent && saved.ok) rmSync(saved.path, { force: true });
    return isSent;
  }

  /** Adds a warning, which is printed before the line at the end. */
  warn(text: string): void {
    if (!this.#warnings.includes(text)) this.#warnings.push(text);
  }

  /**
   * Saves the run in the spool, synchronously, for a process that is about to exit, and prints the line of the run.
   * During `finish`, this is the whole parcel. The server counts a resend of results only once.
   */
  leave(makeReport: () => RunReport): void {
    this.#saySettled();
    if (this.#isOver || this.#packing === undefined) return;
    this.#isOver = true;
    try {
      const parcel =
        this.#parcel ??
        packUnread(this.#report ?? makeReport(), this.#early?.leave(), this.#packing);
      if (isWorthless(parcel.whole)) return this.#say(NOTHING_LEFT_LINE);
      const kept = saveParcel(parcel, this.#options, this.#directory);
      this.#say(formatLeftLine(parcel, kept, { hasEnded: this.#report !== undefined }));
    } catch (error) {
      this.#say(`could not save this run: ${describeFault(error)}`);
    }
  }

  #createEarlyUpload(packing: PackSettings): EarlyUpload {
    const { url, apiKey = '' } = this.#options;
    return new EarlyUpload({
      target: { url, apiKey },
      settled: () => packing.facts.settle(),
      fittedItems: (report) => fitReportItems(report, packing),
      fittedBody: (report) => fitReportBody(report, packing),
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
      onSettled: (line) => {
        this.#isOver = true;
        this.#settledLine = line;
      },
    });
    if (delivery === undefined || this.#settledLine === undefined) return;
    this.#settledLine = undefined;
    this.#note.end(delivery.outcome);
    const notes = [
      ...(this.#packing?.facts.gaps() ?? []),
      ...describeSharedTitles(parcel.whole, report),
    ];
    for (const text of delivery.warnings) this.#say(`warning: ${text}`);
    const line = withNotes(delivery.line, notes);
    this.#say(withExplanation(line, delivery.outcome, this.#options.url));
    const fault = await reportOutcome(
      delivery.outcome,
      this.#options,
      deadlineAt + delivery.waitedMs,
    );
    if (fault !== undefined) this.#say(fault);
  }

  /** Reports a run that is sent or saved, while earlier runs are still being sent. */
  #saySettled(): void {
    if (this.#settledLine !== undefined) this.#say(this.#settledLine);
    this.#settledLine = undefined;
  }

  async #sayNothing(deadlineAt: number): Promise<void> {
    this.#isOver = true;
    this.#sayWarnings();
    this.#say(NOTHING_LINE);
    const failure: UploadFailure = { kind: 'empty', message: 'saw no test', resend: false };
    this.#note.end({ ok: false, failure });
    const fault = await reportOutcome({ ok: false, failure }, this.#options, deadlineAt);
    if (fault !== undefined) this.#say(fault);
  }

  #sayWarnings(): void {
    for (const text of this.#warnings) this.#say(text);
  }

  #say(text: string, print = this.#print): void {
    print(`svc: ${withoutRunnerCommands(toOneLine(this.#redact(text)))}`);
  }
}

/**
 * Most developers' machines have no key, so a warning in every run would annoy. In CI, and with an invalid key in
 * the configuration, the user expects a report.
 */
function withoutKey(complaints: readonly string[], env: Environment): string[] {
  const ofKey = complaints.filter((text) => /\bapiKey\b/.test(text));
  const isCi = guard(
    () => detectCiRun(env) !== undefined,
    () => true,
  );
  return isCi ? [...ofKey, 'no SVC_API_KEY, so this run is not reported.'] : ofKey;
}

/** Jest replaces `process.stderr.write` before it exits, so that nothing else is printed. */
function printAtExit(line: string): void {
  try {
    writeSync(process.stderr.fd, `${line}\n`);
  } catch {
    // Nobody reads standard error anymore. The failure is saved.
  }
}

// Git started when the run began. Facts that are still missing are not worth a longer wait.
const FACTS_MS = 1_500;
// Wait for an early request in flight. A longer one is aborted and sent again.
const EARLY_MS = 1_000;

/** Removes line breaks and other control characters, which titles and server answers may contain. */
function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
