import type { IngestBody } from '@svc/contract/ingest';
import type { Collection } from '../artifacts/artifact.ts';
import type { ChooseSettings } from '../artifacts/choose-artifacts.ts';
import { collectArtifacts, collectUnread } from '../artifacts/collect-artifacts.ts';
import { fitBody } from '../redact/fit-body.ts';
import type { ResolvedOptions } from './options.ts';
import type { Redact } from '../redact/redact.ts';
import type { RunFacts } from '../facts/run-facts.ts';
import type { RunReport } from './run-report.ts';
import { withWantedOutput } from './wanted-results.ts';
import { within } from './within.ts';

/** What a run sends, fit to leave the machine. */
export interface Parcel extends Collection {
  body: IngestBody;
  /** Whether there was time to look at all attachments. */
  isComplete: boolean;
}

export interface PackSettings {
  facts: RunFacts;
  options: Pick<ResolvedOptions, 'includeOutput'>;
  choice: ChooseSettings;
  redact: Redact;
}

/** Reads the attachments for some of the time until `deadlineAt` (epoch ms), and leaves the rest for sending. */
export async function packRun(
  report: RunReport,
  settings: PackSettings,
  deadlineAt: number,
): Promise<Parcel> {
  const readMs = Math.max(0, deadlineAt - Date.now()) * READ_SHARE;
  const reading = collectArtifacts(report, settings.choice, Date.now() + readMs);
  // More than a little late is a disk that does not answer, such as one of a network.
  const collection = await within(readMs + READ_GRACE_MS, reading);
  return {
    ...(collection ?? { artifacts: [], leftOut: [] }),
    body: bodyOf(report, settings),
    isComplete: collection !== undefined,
  };
}

/** At once and without reading a file, for a process that is about to end. */
export function packUnread(report: RunReport, settings: PackSettings): Parcel {
  const collection = collectUnread(report, settings.choice);
  return { ...collection, body: bodyOf(report, settings), isComplete: true };
}

const READ_SHARE = 0.3;
const READ_GRACE_MS = 1_000;

function bodyOf(report: RunReport, { facts, options, redact }: PackSettings): IngestBody {
  return fitBody(facts.body(withWantedOutput(report, options.includeOutput)), redact);
}
