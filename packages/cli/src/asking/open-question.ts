import type { UsedSource } from '@svc/contract/filters';
import { connect, type Invocation } from '../invocation/invocation.ts';
import { explainEmptiness, NOT_EMPTY } from './emptiness.ts';
import type { FilterFlags } from './filter-flags.ts';
import { pickDefaultSource, buildQuestion } from './question.ts';

/**
 * A question about a period, the client that asks it, and `describe`: what the first lines of the answer need. `used` says
 * which executions the server counted.
 */
export async function prepareQuestion(flags: FilterFlags, invocation: Invocation) {
  const question = await buildQuestion(flags, invocation);
  const client = await connect(invocation);
  const { filters, subject } = question;
  const { world, settings } = invocation;
  return {
    ...question,
    client,
    describe: async (isEmpty: boolean, used?: UsedSource) => ({
      ...subject,
      ...(used === undefined ? {} : pickDefaultSource(flags, used)),
      ...(isEmpty
        ? await explainEmptiness(client, { filters, subject, clock: world.clock })
        : NOT_EMPTY),
      serverUrl: settings.url,
    }),
  };
}
