import { Readable } from 'node:stream';
import { executionQuery } from '@svc/contract/executions';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ENVELOPE_HEAD, ENVELOPE_TAIL } from '../../http/envelope.ts';
import { principalOf } from '../../http/guard.ts';
import { requestDeps } from '../../http/request-deps.ts';
import { whileConnected } from '../../http/while-connected.ts';
import { invalidParameters } from '../../input/invalid-parameters.ts';
import { executionJson, LARGE_PIECES, SMALL_ANSWER } from './execution-json.ts';
import { openExecution, type OpenExecution } from './executions.service.ts';

/** One execution on REST. It stands in front of the generated route because it streams: 50,000 results never lie in memory at once. */
export async function executionsRest(
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
        throw invalidParameters(query.error.issues, { schema: queryWithoutId, input });
      }
      const wanted = { ...query.data, id: request.params.id };
      const principal = principalOf(request);
      const ownDeps = requestDeps(deps, request, principal);
      const opened = await openExecution(ownDeps, principal, wanted);
      const answer = await answerOf(ownDeps, opened, reply);
      return reply.type('application/json; charset=utf-8').send(answer);
    },
  );
}

/** The id is in the path, and in the query a parameter like any that nobody knows. */
const queryWithoutId = executionQuery.omit({ id: true });

/**
 * A small execution whole, a large one as a stream. Which it is only reading shows: a few results may hold
 * megabytes. The stream waits for a place among those that the server sends at once.
 */
async function answerOf(
  deps: Deps,
  opened: OpenExecution,
  reply: FastifyReply,
): Promise<Buffer | Readable> {
  const isPerhapsSmall = opened.head.totals.tests <= SMALL_ANSWER.limit;
  const whole = isPerhapsSmall ? await collect(executionJson(deps, opened, SMALL_ANSWER)) : null;
  if (whole !== null) return enveloped(whole);
  const { organizationId } = opened.place;
  const signal = whileConnected(reply);
  const pass = await deps.gates.answers.enter({ organizationId, weight: 1, signal });
  const stream = Readable.from(withEnvelope(executionJson(deps, opened, LARGE_PIECES)), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  });
  stream.once('close', pass.release);
  // The client went while the pass was on its way.
  if (signal.aborted) stream.destroy();
  return stream;
}

/** All pieces as one, or null when they are more than a small answer. */
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

function enveloped(data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(ENVELOPE_HEAD), data, Buffer.from(ENVELOPE_TAIL)]);
}

async function* withEnvelope(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield Buffer.from(ENVELOPE_HEAD);
  yield* pieces;
  yield Buffer.from(ENVELOPE_TAIL);
}
