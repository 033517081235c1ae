import { setTimeout as sleep } from 'node:timers/promises';
import { classification } from '@svc/contract/executions/outcomes';
import { z } from 'zod';
import { toAnalyzeInput } from '../corpus/body-of-case.ts';
import type { Judge } from './judge.ts';

const answer = z.object({
  data: z.object({
    classification,
    confidence: z.number(),
    evidence: z.array(z.object({ kind: z.string() })),
  }),
});

/**
 * Lets a running server judge, through POST /api/ci/analyze. It waits where the key's limit of requests is reached.
 * @throws Error for an answer that is not an analysis.
 */
export function createServerJudge(url: string, apiKey: string): Judge {
  return async (one, mode) => {
    if (mode !== 'text' && mode !== 'history')
      throw new Error(`a request cannot say what the mode ${mode} knows`);
    const body = toAnalyzeInput(one, mode);
    for (;;) {
      const response = await fetch(new URL('/api/ci/analyze', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (response.status === 429) {
        await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1));
        continue;
      }
      if (!response.ok)
        throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      const { data } = answer.parse(await response.json());
      return { ...data, kinds: data.evidence.map(({ kind }) => kind) };
    }
  };
}
