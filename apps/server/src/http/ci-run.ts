import { CI_RUN_HEADER, readCiRun, type CiRun } from '@svc/contract/ci-run';
import type { CiFacts } from '@svc/contract/ingest';
import type { FastifyRequest } from 'fastify';
import { SvcError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes uploads, which may name the CI run that they are from. */
    takesUploads?: boolean;
  }
}

/** The CI run that an upload names; null for other requests, and for a header that is malformed. */
export function ciRunOf(request: FastifyRequest): CiRun | null {
  const text = headerOf(request);
  return text === undefined || request.routeOptions.config.takesUploads !== true
    ? null
    : readCiRun(text);
}

/**
 * Holds the header against the body: a run that is not the upload's own would be let in uncounted.
 * @throws SvcError BAD_REQUEST
 */
export function refuseOtherCiRun(request: FastifyRequest, ci: CiFacts | undefined): void {
  const text = headerOf(request);
  if (text === undefined) return;
  const run = readCiRun(text);
  if (run === null) throw badRun('Expected `<provider>:<runId>:<attempt>`');
  const { provider, runId, runAttempt = 1 } = ci ?? {};
  if (run.provider === provider && run.runId === runId && run.attempt === runAttempt) return;
  throw badRun(
    provider === undefined || runId === undefined
      ? 'The body names no CI run: `execution.ci` has no provider or runId'
      : 'Names another CI run than `execution.ci` of the body',
  );
}

function badRun(message: string): SvcError {
  return new SvcError('BAD_REQUEST', `${CI_RUN_HEADER}: ${message}.`, {
    details: [{ path: CI_RUN_HEADER, message }],
  });
}

function headerOf({ headers }: FastifyRequest): string | undefined {
  const header = headers[CI_RUN_HEADER.toLowerCase()];
  return header === undefined ? undefined : String(header);
}
