import type { IngestAnswer, IngestBody } from '@svc/contract/executions/ingest';
import type { Collection } from '../report/artifact.ts';
import type { ChooseSettings } from '../artifacts/choose-artifacts.ts';
import { collectArtifacts, collectUnread } from '../artifacts/collect-artifacts.ts';
import { fitBody, fitItems, type FittedRun } from '../redact/fit-body.ts';
import { buildRequestKey } from '../upload/ingest-requests.ts';
import { type EarlyOutcome, computeRequestNumber } from './early-upload.ts';
import type { ResolvedOptions } from '../options/options.ts';
import type { Redact } from '../redact/redact.ts';
import type { RunFacts } from '../facts/run-facts.ts';
import type { RunReport } from '../report/run-report.ts';
import { withWantedOutput } from '../report/wanted-results.ts';
import { within } from '../within.ts';
import { clock } from '../clock.ts';

/** Everything that a run sends, redacted and cut. */
export interface Parcel extends Collection {
  /** Results that were not sent while tests ran. The artifacts belong to these results. */
  body: IngestBody;
  /** Earlier requests without an answer. */
  unconfirmed: IngestBody[];
  /** Answers to earlier requests. */
  answers: IngestAnswer[];
  /** The whole run, including results that were sent earlier. */
  whole: IngestBody;
  /** Whether there was time to check all attachments. */
  isComplete: boolean;
}

export interface PackSettings {
  facts: RunFacts;
  options: Pick<ResolvedOptions, 'includeOutput'>;
  choice: ChooseSettings;
  redact: Redact;
  run: FittedRun;
}

/**
 * Reads the attachments for part of the time until `deadlineAt` (epoch ms). The rest of the time is for sending.
 */
export async function packRun(
  report: RunReport,
  early: EarlyOutcome | undefined,
  { deadlineAt, ...settings }: PackSettings & { deadlineAt: number },
): Promise<Parcel> {
  const readMs = Math.max(0, deadlineAt - clock.nowMs()) * READ_SHARE;
  const rest = withoutTaken(report, early);
  const reading = collectArtifacts(rest, settings.choice, clock.nowMs() + readMs);
  // If reading takes much longer, the disk does not respond, such as a network disk.
  const collection = await within(readMs + READ_GRACE_MS, reading);
  return {
    ...(collection ?? { artifacts: [], leftOut: [] }),
    ...buildBodies(report, { ...settings, rest, early }),
    isComplete: collection !== undefined,
  };
}

/** Packs the run synchronously and without reading files, for a process that is about to exit. */
export function packUnread(
  report: RunReport,
  early: EarlyOutcome | undefined,
  settings: PackSettings,
): Parcel {
  const rest = withoutTaken(report, early);
  const collection = collectUnread(rest, settings.choice);
  return { ...collection, ...buildBodies(report, { ...settings, rest, early }), isComplete: true };
}

const READ_SHARE = 0.3;
const READ_GRACE_MS = 1_000;

function withoutTaken(report: RunReport, early: EarlyOutcome | undefined): RunReport {
  if (early === undefined || early.fitted.size === 0) return report;
  return {
    ...report,
    files: report.files.filter((file) => !early.fitted.has(file)),
    results: report.results.filter((result) => !early.fitted.has(result)),
  };
}

/** `rest`: the report without the results that the early upload sent. */
function buildBodies(
  report: RunReport,
  { rest, early, ...settings }: PackSettings & { rest: RunReport; early: EarlyOutcome | undefined },
): Pick<Parcel, 'body' | 'unconfirmed' | 'answers' | 'whole'> {
  const fitted = fitReportBody(rest, settings);
  if (early === undefined) return { body: fitted, unconfirmed: [], answers: [], whole: fitted };
  const whole = {
    ...fitted,
    files: mergeItems(report.files, fitted.files ?? [], early),
    results: mergeItems(report.results, fitted.results, early),
  };
  const { unsent, unconfirmed, answers, requests } = early;
  const own = new Set<object>([...(fitted.files ?? []), ...fitted.results, ...unsent]);
  const body = {
    ...whole,
    idempotencyKey: buildRequestKey(fitted.idempotencyKey ?? '', computeRequestNumber(requests)),
    files: whole.files.filter((file) => own.has(file)),
    results: whole.results.filter((result) => own.has(result)),
  };
  return { body, unconfirmed, answers, whole };
}

/** Redacted items in the order of the report. `rest` contains those that the early upload did not send. */
function mergeItems<Item extends object>(
  items: readonly Item[],
  rest: readonly Item[],
  { fitted }: EarlyOutcome,
): Item[] {
  let next = 0;
  // `fitted` maps a file to a file and a result to a result.
  return items.flatMap((item) => (fitted.get(item) as Item | undefined) ?? rest[next++] ?? []);
}

/** Files and results of the report, redacted and cut to the limits. */
export function fitReportItems(
  report: RunReport,
  { options, redact, run }: PackSettings,
): Pick<IngestBody, 'files' | 'results'> {
  return fitItems(withWantedOutput(report, options.includeOutput), redact, run);
}

/** The report as a request body, redacted and cut to the limits. */
export function fitReportBody(
  report: RunReport,
  { facts, options, redact, run }: PackSettings,
): IngestBody {
  return fitBody(facts.body(withWantedOutput(report, options.includeOutput)), redact, run);
}

/** Adds the items before those of the body. */
export function withItems(
  body: IngestBody,
  { files = [], results }: Pick<IngestBody, 'files' | 'results'>,
): IngestBody {
  return {
    ...body,
    files: [...files, ...(body.files ?? [])],
    results: [...results, ...body.results],
  };
}
