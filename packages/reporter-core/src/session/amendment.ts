import type { IngestBody } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { ResolvedOptions } from '../options/options.ts';
import type { RunReport } from '../report/run-report.ts';
import type { SpoolWrite } from '../spool/spool.ts';
import { uploadSpoolFile } from '../spool/upload-spool-file.ts';
import { buildRequestKey } from '../upload/ingest-requests.ts';
import { RateLimitBudget } from '../upload/retry/retry.ts';
import { fitReportBody, type PackSettings } from './parcel.ts';
import { toShownPath, buildRunUploadCommand } from './upload-command.ts';

/** An error that the framework reports after the reporters have ended: it fails a run that is already sent. */
export interface LateFailure {
  error: TestError;
  /** The cause for `svc run`, as in `the global teardown`. */
  cause: string;
  /** How long the process can wait for the request. 0 if the process exits now: another process then sends it. */
  budgetMs: number;
}

/**
 * The last request of a part: the execution with the error and without results. The server adds it to the part. Its
 * number is higher than the number of requests of any run.
 */
export function buildAmendment(
  { execution }: RunReport,
  error: TestError,
  packing: PackSettings,
): IngestBody {
  const failed = { ...execution, status: 'failed' as const, errors: [error] };
  const body = fitReportBody({ execution: failed, files: [], results: [] }, packing);
  return { ...body, idempotencyKey: buildRequestKey(body.idempotencyKey ?? '', LAST_REQUEST) };
}

// The server reads numbers of up to five digits.
const LAST_REQUEST = 99_999;

/** Whether the server has accepted the saved body. Never rejects. */
export async function sendAmendment(
  path: string,
  { url, apiKey = '' }: Pick<ResolvedOptions, 'url' | 'apiKey'>,
  budgetMs: number,
): Promise<boolean> {
  const limits = { budgetMs, rateLimit: new RateLimitBudget(0), mostBytes: MOST_BYTES };
  const outcome = await uploadSpoolFile(path, { url, apiKey }, limits).catch(() => undefined);
  return outcome?.ok === true;
}

// The execution's own fields are limited to about 1 MiB.
const MOST_BYTES = 8 * 1024 * 1024;

/** `this run failed after its tests: Coverage for … (50%) …` */
export function formatAmendedLine(message: string, saved: SpoolWrite, isSent: boolean): string {
  const what = `this run failed after its tests: ${message}`;
  if (isSent) return `${what}; sent`;
  if (!saved.ok) return `${what}. The failure could not be saved: ${saved.message}.`;
  const command = buildRunUploadCommand(saved.path);
  return `${what}. The failure is saved to ${toShownPath(saved.path)}; the next run or '${command}' will send it.`;
}
