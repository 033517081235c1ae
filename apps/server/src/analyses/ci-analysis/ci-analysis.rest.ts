/// <reference types="@fastify/compress" />
import { analyzeInput, type Analysis } from '@svc/contract/analysis/analyses';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { admitBody } from '../../http/bodies/admit-body.ts';
import { createRequestScope } from '../../http/request-scope.ts';
import { buildInvalidParametersError } from '../../http/input/invalid-parameters.ts';
import { parseJsonBody } from '../../http/input/json-values.ts';
import { runBlocking } from '../../limiters/run-blocking.ts';
import { requireLevel } from '../../http/trpc/require-level.ts';
import { analyzeFailures } from './analyze.service.ts';

/** The route of POST /api/ci/analyze. It replaces the generated one because a log is larger than other bodies. */
export async function registerCiAnalysisRest(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  takeAnalyses(app, deps, { path: '/ci/analyze', answer: (data) => data });
}

/** Registers the route for tRPC. */
export async function registerCiAnalysisTrpc(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  takeAnalyses(app, deps, {
    path: '/analyses.analyze',
    answer: (data) => ({ result: { data } }),
  });
}

const HINT = 'Send fewer failures, and of a log the end, where the failure is.';

// The longest log has 5 Mi characters. An escaped character (\u0000) takes 6 bytes.
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

// Parsing a smaller body takes a few milliseconds.
const LARGE_BODY_BYTES = 1024 * 1024;

function takeAnalyses(
  app: FastifyInstance,
  deps: Deps,
  { path, answer }: { path: string; answer: (data: Analysis) => unknown },
): void {
  app.removeAllContentTypeParsers();
  // The handler reads the body.
  app.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  app.post(path, { decompress: false }, async (request, reply) => {
    const scope = requireLevel(createRequestScope(deps, request), 'member');
    const { bytes, pass } = await admitBody(deps, {
      request,
      reply,
      hint: HINT,
      maxBytes: BODY_LIMIT_BYTES,
    });
    try {
      const read = () => parseJsonBody(bytes, HINT);
      const isLarge = bytes.length > LARGE_BODY_BYTES;
      const body = isLarge
        ? await runBlocking(deps.limiters.parsing, scope.organizationId, read)
        : read();
      const input = analyzeInput.safeParse(body);
      if (!input.success) {
        throw buildInvalidParametersError(input.error.issues, {
          schema: analyzeInput,
          input: body,
        });
      }
      return answer(await analyzeFailures(deps, scope, input.data));
    } finally {
      pass.release();
    }
  });
}
