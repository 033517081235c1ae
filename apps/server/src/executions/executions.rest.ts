import { Readable } from 'node:stream';
import { executionQuery } from '@svc/contract/executions/executions';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { ENVELOPE_HEAD, ENVELOPE_TAIL } from '../http/bodies/envelope.ts';
import { createDataScope } from '../http/request-scope.ts';
import { createConnectionSignal } from '../http/connections/leaving.ts';
import { buildInvalidParametersError } from '../http/input/invalid-parameters.ts';
import { streamExecutionJson, LARGE_PIECES, SMALL_ANSWER } from './execution-json.ts';
import { openExecution, type OpenExecution } from './executions.service.ts';

/**
 * One execution over REST. Replaces the generated route because it streams: 50,000 results are never in memory at
 * once.
 */
export async function registerExecutionsRest(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: Record<string, string | string[]> }>(
    '/executions/:id',
    async (request, reply) => {
      const { status, ...others } = request.query;
      const input = { ...others, ...(status === undefined ? {} : { status: [status].flat() }) };
      const query = queryWithoutId.safeParse(input);
      if (!query.success) {
        throw buildInvalidParametersError(query.error.issues, { schema: queryWithoutId, input });
      }
      const wanted = { ...query.data, id: request.params.id };
      const scope = createDataScope(deps, request);
      const opened = await openExecution(deps, scope, wanted);
      const answer = await buildExecutionAnswer(deps, scope, { opened, reply });
      return reply.type('application/json; charset=utf-8').send(answer);
    },
  );
}

/** The id belongs in the path; in the query, it is an unknown parameter. */
const queryWithoutId = executionQuery.omit({ id: true });

/**
 * Sends a small execution in one piece and a large one as a stream. The size is only known after reading, because a
 * few results may hold megabytes. The stream waits for one of the limited places for streams.
 */
async function buildExecutionAnswer(
  deps: Deps,
  scope: Scope,
  { opened, reply }: { opened: OpenExecution; reply: FastifyReply },
): Promise<Buffer | Readable> {
  const isPerhapsSmall = opened.head.totals.tests <= SMALL_ANSWER.limit;
  const whole = isPerhapsSmall
    ? await collect(streamExecutionJson(deps, scope, { opened, bound: SMALL_ANSWER }))
    : null;
  if (whole !== null) return addEnvelope(whole);
  const { organizationId } = scope;
  const signal = createConnectionSignal(reply);
  const pass = await deps.limiters.answers.enter(organizationId, { signal });
  const stream = Readable.from(
    withEnvelope(streamExecutionJson(deps, scope, { opened, bound: LARGE_PIECES })),
    {
      objectMode: false,
      highWaterMark: 64 * 1024,
    },
  );
  stream.once('close', pass.release);
  // The client disconnected while the stream waited for its place.
  if (signal.aborted) stream.destroy();
  return stream;
}

/** All pieces joined, or null when they exceed a small answer. */
async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const collected: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    collected.push(piece);
    bytes += piece.length;
    if (bytes > SMALL_ANSWER.maxBytes) return null;
  }
  return Buffer.concat(collected);
}

function addEnvelope(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(ENVELOPE_HEAD), data, Buffer.from(ENVELOPE_TAIL)]);
}

async function* withEnvelope(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield Buffer.from(ENVELOPE_HEAD);
  yield* pieces;
  yield Buffer.from(ENVELOPE_TAIL);
}
