import { CI_RUN_HEADER, findCiRun, readCiRun, type CiRun } from '@svc/contract/zod-free/ci-run';
import type { IngestBody } from '@svc/contract/executions/ingest';
import type { FastifyRequest } from 'fastify';
import { SvcError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts uploads, which may name their CI run. */
    takesUploads?: boolean;
  }
}

/** The CI run that an upload names; null for other requests, and for a header that is malformed. */
export function findNamedRun(request: FastifyRequest): CiRun | null {
  const text = getCiRunHeader(request);
  return text === undefined || request.routeOptions.config.takesUploads !== true
    ? null
    : readCiRun(text);
}

/**
 * Compares the header with the body: otherwise an upload could use another run's allowance.
 * @throws SvcError BAD_REQUEST when they differ.
 */
export function refuseOtherCiRun(
  request: FastifyRequest,
  { runId, execution }: Pick<IngestBody, 'runId' | 'execution'>,
): void {
  const text = getCiRunHeader(request);
  if (text === undefined) return;
  const run = readCiRun(text);
  if (run === null) throw buildBadRunError('Expected `<provider>:<runId>:<attempt>`');
  const own = findCiRun({ key: execution.key, runId, ci: execution.ci });
  if (own === undefined)
    throw buildBadRunError(
      'The body names no run: `execution.ci` has no provider or runId, and there is no `execution.key` and no `runId`',
    );
  // Whoever has a key may count by the part all the same.
  const ofPart = findCiRun({ runId, ci: execution.ci });
  if (isSameRun(run, own) || (ofPart !== undefined && isSameRun(run, ofPart))) return;
  throw buildBadRunError(
    own.provider === 'local'
      ? 'Names another run than the body: without a CI run it is `local:<execution.key>:1` or `local:<runId>:1`'
      : 'Names another CI run than `execution.ci` of the body',
  );
}

function isSameRun(one: CiRun, other: CiRun): boolean {
  return (
    one.provider === other.provider && one.runId === other.runId && one.attempt === other.attempt
  );
}

function buildBadRunError(message: string): SvcError {
  return new SvcError('BAD_REQUEST', `${CI_RUN_HEADER}: ${message}.`, {
    details: [{ path: CI_RUN_HEADER, message }],
  });
}

function getCiRunHeader({ headers }: FastifyRequest): string | undefined {
  const header = headers[CI_RUN_HEADER.toLowerCase()];
  return header === undefined ? undefined : String(header);
}
