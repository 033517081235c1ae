import { Readable } from 'node:stream';
import { executionQuery } from '@svc/contract/executions';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ENVELOPE_HEAD, ENVELOPE_TAIL } from '../../http/envelope.ts';
import { principalOf } from '../../http/guard.ts';
import { requestDeps } from '../../http/request-deps.ts';
import { invalidParameters } from '../../input/invalid-parameters.ts';
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
      const opened = await openExecution(requestDeps(deps, request, principal), principal, wanted);
      reply.type('application/json; charset=utf-8');
      return reply.send(Readable.from(detailJson(opened)));
    },
  );
}

/** The id is in the path, and in the query a parameter like any that nobody knows. */
const queryWithoutId = executionQuery.omit({ id: true });

/** The same text as JSON.stringify of the whole would give, in pieces of one chunk of results. */
async function* detailJson({ execution, results, ...parts }: OpenExecution): AsyncIterable<string> {
  const head = JSON.stringify({ ...execution, ...parts });
  yield `${ENVELOPE_HEAD}${head.slice(0, -1)},"results":[`;
  let comma = '';
  for await (const chunk of results) {
    yield comma + JSON.stringify(chunk).slice(1, -1);
    comma = ',';
  }
  yield `]}${ENVELOPE_TAIL}`;
}
