import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { IngestRequest } from './ingest-requests.ts';
import type { Try } from './retry/retry.ts';
import type { UploadFailure } from '../report/upload-failure.ts';

export type RequestsOutcome =
  | {
      ok: true;
      /** The last answer, with the sums of all. */
      answer: IngestAnswer;
      /** Share of the key's writes that is left in this window, 0 to 1. Undefined if the server does not report it. */
      writesLeft: number | undefined;
    }
  | {
      ok: false;
      failure: UploadFailure;
      /** The answers to earlier requests of the same execution, summed up. */
      answer: IngestAnswer | undefined;
    };

/** Sends the requests of one execution one after the other, and stops at the first failure. */
export async function sendRequests(
  requests: AsyncIterable<IngestRequest>,
  post: (request: IngestRequest) => Promise<Try<IngestAnswer>>,
): Promise<RequestsOutcome> {
  let answer: IngestAnswer | undefined;
  let writesLeft: number | undefined;
  for await (const request of requests) {
    const outcome = await post(request);
    if (!outcome.ok) return { ok: false, failure: outcome.failure, answer };
    answer = answer === undefined ? outcome.answer : sumUp(answer, outcome.answer);
    writesLeft = outcome.writesLeft;
  }
  if (answer === undefined) throw new Error('an execution has at least one request');
  return { ok: true, answer, writesLeft };
}

/** Combines the answers to two requests of one execution: the later answer, with the sums of both. */
export function sumUp(before: IngestAnswer, after: IngestAnswer): IngestAnswer {
  return {
    ...after,
    accepted: {
      results: before.accepted.results + after.accepted.results,
      duplicates: before.accepted.duplicates + after.accepted.duplicates,
    },
    uploads: [...before.uploads, ...after.uploads],
    refusedUploads: [...before.refusedUploads, ...after.refusedUploads],
    ignoredFields: before.ignoredFields + after.ignoredFields,
    ...joinWarnings(before, after),
  };
}

/** The warnings of both answers, each once. */
function joinWarnings(before: IngestAnswer, after: IngestAnswer): Pick<IngestAnswer, 'warnings'> {
  const known = new Set(before.warnings?.map(({ code }) => code));
  const more = after.warnings?.filter(({ code }) => !known.has(code)) ?? [];
  const warnings = [...(before.warnings ?? []), ...more];
  return warnings.length > 0 ? { warnings } : {};
}
